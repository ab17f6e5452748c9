//! Players of Hold'em and its kin.
//!
//! Both deal the rest of the hand out a few hundred times in their heads, count how much of the pot they win, and
//! compare that with the price. The casual one takes everybody's cards for random and likes to see what comes; the strong one
//! opens by its place, believes a bet, and sizes its own.

mod odds;
mod opening;

use crate::{Level, Random};
use kozyr_card_game::Seat;
use kozyr_cards::Card;
use kozyr_chips::Chips;
use kozyr_protocol::room::{HoldemAction, HoldemOffer, HoldemOwn, HoldemPlayer, HoldemView, LastAction};
use odds::{Belief, Kind, share};
use opening::{better_of_a_thousand, opened_before};

/// The table as the bot at it sees it.
pub struct Table<'a> {
    /// The code of the variant.
    pub variant: &'a str,
    /// The big blind.
    pub big_blind: Chips,
    /// The bot's seat.
    pub me: Seat,
    /// What everybody sees.
    pub game: &'a HoldemView,
    /// What only the bot sees.
    pub own: &'a HoldemOwn,
}

/// What the offers come to.
#[derive(Default)]
struct Spot {
    price: Chips,
    raise: Option<(Chips, Chips)>,
    can_fold: bool,
}

/// What the bot does; nothing when it is not its turn.
pub fn choose(level: Level, table: &Table<'_>, random: Random<'_>) -> Option<HoldemAction> {
    let mut spot = Spot::default();
    for offer in &table.own.offers {
        match offer {
            // The share is the same, and the evening calmer.
            HoldemOffer::RunTwice => return Some(HoldemAction::RunTwice { agree: true }),
            HoldemOffer::Show => return Some(HoldemAction::Show),
            HoldemOffer::Muck => return Some(HoldemAction::Muck),
            HoldemOffer::Fold => spot.can_fold = true,
            HoldemOffer::Check => {}
            HoldemOffer::Call { price, .. } => spot.price = *price,
            HoldemOffer::Bet(size) | HoldemOffer::Raise(size) => spot.raise = Some((size.least, size.most)),
        }
    }
    if table.own.offers.is_empty() {
        return None;
    }
    let kind = Kind::of(table.variant);
    Some(match (level, &table.own.cards[..]) {
        (Level::Casual, _) => casual(table, &spot, kind, random),
        (Level::Strong, &[one, two]) if table.game.street == 0 && kind.has_chart() => {
            before_the_flop(table, &spot, better_of_a_thousand(one, two), random)
        }
        (Level::Strong, _) => by_the_odds(table, &spot, kind, random),
    })
}

impl Table<'_> {
    fn board(&self) -> &[Card] {
        self.game.boards.last().map_or(&[], Vec::as_slice)
    }

    /// Those who can still win, without the bot.
    fn opponents(&self) -> impl Iterator<Item = (&Seat, &HoldemPlayer)> {
        self.game.players.iter().filter(|(seat, player)| !player.folded && **seat != self.me)
    }

    fn highest(&self) -> Chips {
        self.game.players.values().map(|player| player.bet).max().unwrap_or_default()
    }

    /// A total that raises by so many hundredths of the pot after a call.
    fn by_the_pot(&self, spot: &Spot, hundredths: u32) -> Chips {
        let pot = self.game.total + spot.price;
        self.highest() + pot.mul_div_floor(hundredths.into(), 100).max(self.big_blind)
    }
}

impl Spot {
    /// Raises to this, or as near as possible; nearly all-in is all-in. Without a raise: stays.
    fn raises_to(&self, to: Chips) -> HoldemAction {
        match self.raise {
            Some((_, most)) if to + to.mul_div_floor(1, 3) >= most => HoldemAction::RaiseTo { to: most },
            Some((least, most)) => HoldemAction::RaiseTo { to: to.clamp(least, most) },
            None => HoldemAction::CheckOrCall,
        }
    }

    fn folds(&self) -> HoldemAction {
        if self.can_fold && self.price.is_positive() { HoldemAction::Fold } else { HoldemAction::CheckOrCall }
    }

    /// What part of the pot it costs to stay, in thousandths: that often it has to win.
    fn needs(&self, total: Chips) -> u32 {
        let pot = (total + self.price).max(Chips::new(1));
        self.price.mul_div_floor(1000, pot.units()).units() as u32
    }
}

/// Everybody's cards are random, a bet means little, and now and then nothing is as good as something.
fn casual(table: &Table<'_>, spot: &Spot, kind: Kind, random: Random<'_>) -> HoldemAction {
    let against = vec![Belief::ANY; table.opponents().count()];
    let wins = share(kind, &table.own.cards, table.board(), &against, random);
    let fair = 1000 / (against.len() as u32 + 1);
    let bluffs = random(16) == 0;
    let raise = table.by_the_pot(spot, 50 + 5 * random(11));
    if spot.price.is_zero() {
        let strong = wins > fair + fair / 3;
        return if (strong && random(4) > 0) || bluffs {
            spot.raises_to(raise)
        } else {
            HoldemAction::CheckOrCall
        };
    }
    let needs = spot.needs(table.game.total);
    let believes = if spot.price > table.big_blind { needs / 6 + 20 } else { 0 };
    match () {
        () if wins > fair + fair / 2 + believes && random(3) > 0 => spot.raises_to(raise),
        () if bluffs && spot.price <= table.big_blind && wins > fair / 2 => spot.raises_to(raise),
        () if wins >= needs + believes => HoldemAction::CheckOrCall,
        () => spot.folds(),
    }
}

/// By the chart: the fewer are to act behind, the more hands are opened; a raise is answered with fewer, and with the best of
/// them by another.
fn before_the_flop(table: &Table<'_>, spot: &Spot, better: u32, random: Random<'_>) -> HoldemAction {
    let big = table.big_blind;
    let highest = table.highest();
    let behind =
        table.opponents().filter(|(_, player)| player.last_action.is_none() && !player.all_in).count();
    let callers =
        table.opponents().filter(|(_, player)| matches!(player.last_action, Some(LastAction::Call { .. })));
    let callers = callers.count() as i64;
    if highest <= big {
        let opens = opened_before(behind).saturating_sub(60 * callers as u32);
        let to = big.mul_div_floor(5, 2)
            + big * callers
            + if behind == 1 { big.mul_div_floor(1, 2) } else { Chips::ZERO };
        return match () {
            () if better < opens => spot.raises_to(to),
            // Cheap cards for whoever closes the betting.
            () if callers > 0 && better < 380 => HoldemAction::CheckOrCall,
            () => spot.folds(),
        };
    }
    let blinds = highest.units() / big.units().max(1);
    // Heads-up everything is wider.
    let wide = if table.game.players.len() == 2 { 3 } else { 1 };
    let needs = spot.needs(table.game.total);
    let (again, calls) = match blinds {
        0..=5 => (45 * wide, 150 * wide + (340 - needs.min(340)) / 2),
        6..=14 => (22 * wide, 70 * wide),
        _ => (14 * wide, 34 * wide),
    };
    match () {
        () if better < again && random(5) > 0 => spot.raises_to(highest * 3 + big * callers),
        () if better < calls => HoldemAction::CheckOrCall,
        () => spot.folds(),
    }
}

/// By what part of the pot the hand wins against what the others' bets tell of theirs.
fn by_the_odds(table: &Table<'_>, spot: &Spot, kind: Kind, random: Random<'_>) -> HoldemAction {
    let beliefs = beliefs(table);
    let wins = share(kind, &table.own.cards, table.board(), &beliefs, random);
    let others = beliefs.len() as u32;
    let fair = 1000 / (others + 1);
    if spot.price.is_zero() {
        let last = table.game.order.last() == Some(&table.me);
        return match () {
            () if wins > fair + (1000 - fair) * 45 / 100 => {
                spot.raises_to(table.by_the_pot(spot, 70 + random(16)))
            }
            () if wins > fair + (1000 - fair) * 20 / 100 => {
                spot.raises_to(table.by_the_pot(spot, 45 + random(16)))
            }
            // A stab at what nobody seems to want.
            () if others == 1 && last && wins < 420 && random(3) == 0 => {
                spot.raises_to(table.by_the_pot(spot, 50))
            }
            () => HoldemAction::CheckOrCall,
        };
    }
    let needs = spot.needs(table.game.total);
    match () {
        () if wins > fair + (1000 - fair) * 55 / 100 && random(6) > 0 => {
            spot.raises_to(table.by_the_pot(spot, 75 + random(26)))
        }
        // Cards to come are worth a little more than they win now.
        () if wins + if table.game.street < 3 { 25 } else { 0 } >= needs + 15 => HoldemAction::CheckOrCall,
        () => spot.folds(),
    }
}

/// What everybody's bets tell: the larger the pot they stayed for, the fewer hands they would have done it with; who bets or
/// raises has more than who looks on.
fn beliefs(table: &Table<'_>) -> Vec<Belief> {
    let players = table.game.players.len().max(1) as i64;
    let blinds = table.game.total.units() / (table.big_blind.units().max(1) * players);
    let kept = match blinds {
        0..=1 => 1000,
        2..=3 => 550,
        4..=8 => 330,
        _ => 200,
    };
    let of = |player: &HoldemPlayer| match player.last_action {
        Some(LastAction::Raise { .. }) if table.game.street > 0 => 3,
        Some(LastAction::Bet { .. } | LastAction::Raise { .. }) => 2,
        _ => 1,
    };
    table.opponents().map(|(_, player)| Belief { kept, of: of(player) }).collect()
}

/// The least and the spread of the time to think about this, in milliseconds.
pub(crate) fn thinking(action: &HoldemAction) -> (u64, u32) {
    match action {
        HoldemAction::Fold => (600, 900),
        HoldemAction::CheckOrCall => (800, 1500),
        HoldemAction::RaiseTo { .. } => (1200, 2200),
        HoldemAction::RunTwice { .. } | HoldemAction::Show | HoldemAction::Muck => (500, 500),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::random;
    use kozyr_protocol::room::Size;

    fn cards(text: &str) -> Vec<Card> {
        kozyr_cards::cards_in(text).collect::<Result<_, _>>().unwrap()
    }

    /// The button's decision before the flop or on this board, against one opponent who has bet so much.
    fn decides(level: Level, hole: &str, board: &str, bet: i64, seed: u32) -> HoldemAction {
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
            order: vec![seat(1), seat(2)],
            total: Chips::new(10 + bet),
            street: if board.is_empty() { 0 } else { 1 },
            to_act: Some(seat(2)),
            ..HoldemView::default()
        };
        let offers = vec![HoldemOffer::Fold, stay, raise];
        let own = HoldemOwn { cards: cards(hole), offers, ..HoldemOwn::default() };
        let table = Table { variant: "NT", big_blind: Chips::new(2), me: seat(2), game: &game, own: &own };
        choose(level, &table, &mut random(seed)).expect("it is the bot's turn")
    }

    #[test]
    fn nobody_throws_away_the_best_hand_or_pays_for_the_worst() {
        for level in [Level::Casual, Level::Strong] {
            let count = |hole: &str, board: &str, bet, wanted: fn(HoldemAction) -> bool| {
                (0..100).filter(|&seed| wanted(decides(level, hole, board, bet, seed))).count()
            };
            let folds = |action| action == HoldemAction::Fold;
            let raises = |action| matches!(action, HoldemAction::RaiseTo { .. });
            assert_eq!(count("AsKs", "QsJsTs2d3c", 150, folds), 0, "the nuts are never folded");
            assert!(count("AsKs", "QsJsTs2d3c", 20, raises) > 40, "they are raised");
            assert_eq!(count("7s2h", "AcKdQc", 100, folds), 100, "nothing is not paid for");
            assert_eq!(count("7s2h", "AcKdQc", 0, folds), 0, "what is free is taken");
            let bluffs = count("7s2h", "AcKdQc", 0, raises);
            assert!((1..60).contains(&bluffs), "{bluffs} bluffs");
            assert_eq!(count("AsAh", "", 20, folds), 0, "aces are played");
            for seed in 0..100 {
                if let HoldemAction::RaiseTo { to } = decides(level, "AsAh", "Ac7d2s", 20, seed) {
                    assert!((Chips::new(40)..=Chips::new(200)).contains(&to), "{to}");
                }
            }
        }
    }
}
