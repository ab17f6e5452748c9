//! Random tables for the law suite: every variant, structure and option.

use crate::game::{Action, Offer, Poker};
use crate::rules::{Mode, PerPlayer, PostOrder, Rake, Rules, Showdown, StraddleRaise};
use crate::variant::{Limit, VARIANTS};
use crate::{Hand, MAX_PLAYERS, MAX_RUNS};
use kozyr_card_game::laws::{Dice, Specimen};
use kozyr_card_game::{Seat, Seated};
use kozyr_cards::{Card, CardSet, Pack};
use kozyr_chips::Chips;

impl Specimen for Poker {
    fn table(dice: &mut Dice) -> (Rules, Vec<Seated>, Pack) {
        let variant = VARIANTS[dice.below(VARIANTS.len() as u32) as usize];
        let pack = variant.pack.cards().len();
        let fits = |&players: &usize| variant.cards_for(players) + variant.board_cards() <= pack;
        let most = (2..=MAX_PLAYERS).rev().find(fits).unwrap_or(2);
        let players = 2 + dice.below(9).min(most as u32 - 2) as usize;
        let big = 2 * dice.between(1, 50);
        let mut rules = if variant.has_bring_in() {
            let antes = (0..players).map(|_| Chips::ZERO).collect();
            let bring_in = Chips::new(dice.between(1, big - 1));
            Rules::stud(variant, antes, bring_in, [Chips::new(big); 2])
        } else {
            let small = Chips::new(dice.between(0, big));
            Rules { variant, ..Rules::holdem(players, small, Chips::new(big)) }
        };
        if variant.limit == Limit::FixedLimit {
            rules.big_bet = Chips::new(2 * big);
        }
        odd_antes(&mut rules, players, big, dice);
        if !variant.has_bring_in() {
            odd_posts(&mut rules, players, big, dice);
        }
        rules.ante_trimming = dice.one_in(3);
        rules.post_order = *dice.pick(&[PostOrder::AnteFirst, PostOrder::BlindFirst]);
        rules.straddle_raise = *dice.pick(&[StraddleRaise::ByBigBlind, StraddleRaise::ByStraddle]);
        rules.showdown = *dice.pick(&[Showdown::Automatic, Showdown::Manual]);
        let cash = |show_all_ins| Mode::Cash { show_all_ins };
        rules.mode = *dice.pick(&[Mode::Tournament, cash(true), cash(false)]);
        if dice.one_in(3) {
            let cap = dice.one_in(2).then(|| Chips::new(dice.between(0, big)));
            rules.rake = Some(Rake { millionths: dice.below(200_000), cap, no_flop_no_drop: dice.one_in(2) });
        }
        let boards = (pack - variant.cards_for(players)).checked_div(variant.board_cards()).unwrap_or(1);
        rules.runouts = 1 + dice.below(boards.min(MAX_RUNS) as u32) as u8;
        rules.asks_runouts = dice.one_in(2);
        let deepest = *dice.pick(&[big / 2, 3 * big, 20 * big, 200 * big]);
        let stack = |player, dice: &mut Dice| Seated {
            seat: Seat::from_index(player),
            stack: Chips::new(dice.between(1, deepest.max(1))),
        };
        let seats = (0..players).map(|player| stack(player, dice)).collect();
        (rules, seats, variant.pack)
    }

    fn accept(_: &Hand, _: Seat, offer: &Offer, dice: &mut Dice) -> Action {
        match *offer {
            Offer::BringIn { .. } => Action::BringIn,
            Offer::Discard { from } => Action::Discard(from.iter().filter(|_| dice.one_in(2)).collect()),
            Offer::Fold => Action::Fold,
            Offer::Check | Offer::Call { .. } => Action::CheckOrCall,
            Offer::Runouts { .. } => Action::Runouts(!dice.one_in(4)),
            Offer::Show => Action::Show,
            Offer::Muck => Action::Muck,
            Offer::RaiseTo { least, most } => {
                let any = dice.between(least.units(), most.units());
                Action::RaiseTo(*dice.pick(&[least, least, most, Chips::new(any)]))
            }
        }
    }

    fn covers(offer: &Offer, action: &Action) -> bool {
        offer.covers(action)
    }

    fn anything(hand: &Hand, seat: Seat, dice: &mut Dice) -> Action {
        let stack = hand.starting_stacks()[seat.index()].units();
        let close = |bound: Chips, dice: &mut Dice| Chips::new(bound.units() + dice.between(-1, 1));
        match dice.below(11) {
            10 => Action::Runouts(dice.one_in(2)),
            8 => Action::BringIn,
            9 => {
                let own = hand.hole(seat.index()).iter().copied().flatten().filter(|_| dice.one_in(2));
                let mut cards: CardSet = own.collect();
                if dice.one_in(4) {
                    cards.extend(Card::from_index(dice.below(52) as u8));
                }
                Action::Discard(cards)
            }
            0 => Action::Fold,
            1 => Action::CheckOrCall,
            2 => Action::Show,
            3 => Action::Muck,
            4 => Action::RaiseTo(Chips::new(dice.between(-5, 2 * stack))),
            5 => Action::RaiseTo(*dice.pick(&[Chips::MAX, Chips::new(i64::MAX), Chips::new(i64::MIN)])),
            edge => match hand.raise_bounds(seat.index()) {
                Ok((least, most)) => Action::RaiseTo(close(if edge == 6 { least } else { most }, dice)),
                Err(_) => Action::RaiseTo(Chips::new(stack)),
            },
        }
    }

    /// Ten players raising by the least from 200 big blinds, on four streets, and all the cards.
    const LONGEST: usize = 10_000;
}

/// Antes for all or one.
fn odd_antes(rules: &mut Rules, players: usize, big: i64, dice: &mut Dice) {
    let ante = Chips::new(dice.between(0, big));
    match dice.below(4) {
        0 => rules.antes = (0..players).map(|_| ante).collect(),
        1 => rules.antes[dice.below(players as u32) as usize] = ante,
        2 => rules.antes = (0..players).map(|_| Chips::new(dice.between(0, big))).collect::<PerPlayer<_>>(),
        _ => {}
    }
}

/// Straddles, live posts, a dead small blind.
fn odd_posts(rules: &mut Rules, players: usize, big: i64, dice: &mut Dice) {
    if dice.one_in(4) {
        rules.blinds[0] = Chips::ZERO;
    }
    for player in 2..players {
        match dice.below(12) {
            0 => rules.blinds[player] = Chips::new(2 * big),
            1 => rules.blinds[player] = Chips::new(-big),
            _ => {}
        }
    }
}
