//! A Hold'em player that is fun to lose to now and then.
//!
//! It deals the rest of the hand out a few hundred times in its head, counts how often it wins,
//! and compares that with the price. Against a bet it believes its opponent a little; sometimes it
//! bets with nothing.

use crate::Whim;
use kozyr_card_game::Seat;
use kozyr_cards::{Card, CardSet, Pack};
use kozyr_chips::Chips;
use kozyr_protocol::room::{HoldemAction, HoldemOffer, HoldemOwn, HoldemView};
use kozyr_ranking::rank_set;

/// How often the hand is dealt out.
const DEALS: u32 = 200;

/// What the offers come to.
#[derive(Default)]
struct Spot {
    price: Chips,
    raise: Option<(Chips, Chips)>,
    can_fold: bool,
}

/// What the bot in this seat does; nothing when it is not its turn.
pub fn choose(
    big_blind: Chips,
    me: Seat,
    game: &HoldemView,
    own: &HoldemOwn,
    whim: Whim<'_>,
) -> Option<HoldemAction> {
    let mut spot = Spot::default();
    for offer in &own.offers {
        match offer {
            HoldemOffer::Show => return Some(HoldemAction::Show),
            HoldemOffer::Muck => return Some(HoldemAction::Muck),
            HoldemOffer::Fold => spot.can_fold = true,
            HoldemOffer::Check => {}
            HoldemOffer::Call { price, .. } => spot.price = *price,
            HoldemOffer::Bet(size) | HoldemOffer::Raise(size) => spot.raise = Some((size.least, size.most)),
        }
    }
    if own.offers.is_empty() {
        return None;
    }
    let hole = &own.cards;
    let board: Vec<Card> = game.boards.last().cloned().unwrap_or_default();
    let against = game.players.iter().filter(|(seat, player)| !player.folded && **seat != me).count();
    let wins = equity(hole, &board, against, whim);
    let fair = 1000 / (against as u32 + 1);
    let highest = game.players.values().map(|player| player.bet).max().unwrap_or_default();
    // Half to all of the pot over the call; three blinds to open before the flop.
    let pot = game.total + spot.price;
    let size = highest + pot.mul_div_floor(i64::from(10 + whim(11)), 20).max(big_blind);
    let bluffs = whim(16) == 0;
    let raise = spot.raise.map(|(least, most)| {
        // Nearly all-in is all-in.
        if size + pot.mul_div_floor(1, 2) >= most { most } else { size.clamp(least, most) }
    });
    if spot.price.is_zero() {
        let strong = wins > fair + fair / 3;
        return Some(match raise {
            Some(to) if (strong && whim(4) > 0) || bluffs => HoldemAction::RaiseTo { to },
            _ => HoldemAction::CheckOrCall,
        });
    }
    // What part of the pot it costs to stay, in thousandths: that often it has to win.
    let needs = spot.price.mul_div_floor(1000, pot.units()).units() as u32;
    // A bet means something, and a large one more.
    let believes = if spot.price > big_blind { needs / 6 + 20 } else { 0 };
    Some(match raise {
        Some(to) if wins > fair + fair / 2 + believes && whim(3) > 0 => HoldemAction::RaiseTo { to },
        Some(to) if bluffs && spot.price <= big_blind && wins > fair / 2 => HoldemAction::RaiseTo { to },
        _ if wins >= needs + believes || !spot.can_fold => HoldemAction::CheckOrCall,
        _ => HoldemAction::Fold,
    })
}

/// The least and the spread of the time to think about this, in milliseconds.
pub(crate) fn thinking(action: &HoldemAction) -> (u64, u32) {
    match action {
        HoldemAction::Fold => (600, 900),
        HoldemAction::CheckOrCall => (800, 1500),
        HoldemAction::RaiseTo { .. } => (1200, 2200),
        HoldemAction::Show | HoldemAction::Muck => (500, 500),
    }
}

/// How many of a thousand deals the hand wins against so many unknown hands; a tie is a share.
fn equity(hole: &[Card], board: &[Card], against: usize, whim: Whim<'_>) -> u32 {
    if hole.len() != 2 || board.len() > 5 || against == 0 {
        return 1000;
    }
    let known: CardSet = hole.iter().chain(board).copied().collect();
    let mut rest: Vec<Card> = Pack::Full52.cards().iter().filter(|&card| !known.contains(card)).collect();
    let needed = 5 - board.len() + 2 * against;
    let mut won = 0;
    for _ in 0..DEALS {
        for place in 0..needed {
            let left = rest.len() - place;
            rest.swap(place, place + whim(left as u32) as usize);
        }
        let (runout, others) = rest[..needed].split_at(5 - board.len());
        let common: CardSet = board.iter().chain(runout).copied().collect();
        let strength = |cards: &[Card]| rank_set(cards.iter().copied().chain(common.iter()).collect());
        let mine = strength(hole);
        let best = others.chunks(2).map(strength).max().flatten();
        won += match mine.cmp(&best) {
            std::cmp::Ordering::Greater => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Less => 0,
        };
    }
    won * 1000 / (2 * DEALS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kozyr_protocol::room::{HoldemPlayer, Size};

    fn whims(seed: u32) -> impl FnMut(u32) -> u32 {
        let mut state = seed;
        move |n| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % n
        }
    }

    fn cards(text: &str) -> Vec<Card> {
        kozyr_cards::cards_in(text).collect::<Result<_, _>>().unwrap()
    }

    #[test]
    fn good_hands_win_more_often() {
        let wins =
            |hole: &str, board: &str, against| equity(&cards(hole), &cards(board), against, &mut whims(7));
        let (aces, rags) = (wins("AsAh", "", 1), wins("7s2h", "", 1));
        assert!((780..930).contains(&aces) && (260..430).contains(&rags), "{aces} {rags}");
        assert!(wins("AsAh", "", 5) < aces);
        assert_eq!(wins("AsKs", "QsJsTs2d3c", 3), 1000);
        assert_eq!(wins("2c3d", "AsKsQsJsTs", 1), 500, "the board plays");
    }

    /// The button's decision before the flop or on this board, against one opponent who has bet so much.
    fn decides(hole: &str, board: &str, bet: i64, seed: u32) -> HoldemAction {
        let seat = |number| Seat::from_number(number).unwrap();
        let player =
            |number, bet| (seat(number), HoldemPlayer { bet: Chips::new(bet), ..HoldemPlayer::default() });
        let stay = match bet {
            0 => HoldemOffer::Check,
            bet => HoldemOffer::Call { price: Chips::new(bet), all_in: false },
        };
        let (least, most) = (Chips::new((2 * bet).max(2)), Chips::new(200));
        let size = Size { least, most, step: Chips::new(1), all_in: Some(most), presets: vec![] };
        let raise = if bet == 0 { HoldemOffer::Bet(size) } else { HoldemOffer::Raise(size) };
        let game = HoldemView {
            players: [player(1, bet), player(2, 0)].into_iter().collect(),
            boards: vec![cards(board)],
            total: Chips::new(10 + bet),
            to_act: Some(seat(2)),
            ..HoldemView::default()
        };
        let offers = vec![HoldemOffer::Fold, stay, raise];
        let own = HoldemOwn { cards: cards(hole), offers, ..HoldemOwn::default() };
        choose(Chips::new(2), seat(2), &game, &own, &mut whims(seed)).expect("it is the bot's turn")
    }

    #[test]
    fn it_neither_throws_away_the_best_hand_nor_pays_for_the_worst() {
        let count = |hole: &str, board: &str, bet, wanted: fn(HoldemAction) -> bool| {
            (0..100).filter(|&seed| wanted(decides(hole, board, bet, seed))).count()
        };
        let folds = |action| action == HoldemAction::Fold;
        let raises = |action| matches!(action, HoldemAction::RaiseTo { .. });
        assert_eq!(count("AsKs", "QsJsTs2d3c", 150, folds), 0, "the nuts are never folded");
        assert!(count("AsKs", "QsJsTs2d3c", 20, raises) > 40, "they are raised");
        assert_eq!(count("7s2h", "AcKdQc", 100, folds), 100, "nothing is not paid for");
        assert_eq!(count("7s2h", "AcKdQc", 0, folds), 0, "what is free is taken");
        let bluffs = count("7s2h", "AcKdQc", 0, raises);
        assert!((1..20).contains(&bluffs), "{bluffs} bluffs");
        for seed in 0..100 {
            if let HoldemAction::RaiseTo { to } = decides("AsAh", "Ac7d2s", 20, seed) {
                assert!((Chips::new(40)..=Chips::new(200)).contains(&to), "{to}");
            }
        }
    }
}
