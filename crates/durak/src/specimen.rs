//! The two games under the laws every game keeps.

use crate::action::{Action, Offer};
use crate::game::{Durak, OneParty, PartyStart};
use crate::matches::Match;
use crate::party::Party;
use crate::rules::{Conditions, MAX_BOXES, Mode, OnTimeout, Opening, Rules};
use kozyr_card_game::laws::{Dice, Specimen};
use kozyr_card_game::{Seat, Seated};
use kozyr_cards::{Card, CardSet, Pack};
use kozyr_chips::Chips;

fn any_rules(dice: &mut Dice) -> (Rules, u8) {
    let mode = *dice.pick(&Mode::ALL);
    let pack = *dice.pick(&[Pack::Short36, Pack::Small24, Pack::Full52]);
    let most = if pack == Pack::Small24 { 4 } else { 6 };
    let seats = if mode.pairs() { 4 } else { dice.between(2, most) as u8 };
    let leads = Opening::Leads(Seat::from_index(dice.below(seats.into()) as usize));
    let rules = Rules {
        mode,
        pack,
        throw_after_take: !dice.one_in(4),
        on_timeout: *dice.pick(&[OnTimeout::Auto, OnTimeout::Lose]),
        opening: if dice.one_in(4) { leads } else { Opening::LowestTrump },
    };
    (rules, seats)
}

fn seated(seats: u8, stack: Chips) -> Vec<Seated> {
    (0..seats.into()).map(|index| Seated { seat: Seat::from_index(index), stack }).collect()
}

fn one_of(offer: &Offer, dice: &mut Dice) -> Action {
    let nth = dice.below(offer.len() as u32) as usize;
    offer.actions().nth(nth).expect("an offer has so many actions")
}

fn rare(offer: &Offer) -> bool {
    matches!(offer, Offer::Surrender | Offer::Away | Offer::Back)
}

/// Anything: mostly cards the player holds, sometimes any card at all.
fn anything(party: &Party, seat: Seat, dice: &mut Dice) -> Action {
    let mut card = |set: CardSet| -> Card {
        let pack = party.rules().pack.cards();
        let from: Vec<Card> = if set.is_empty() || dice.one_in(4) { pack } else { set }.iter().collect();
        *dice.pick(&from)
    };
    let (mine, theirs) = (card(party.hand(seat)), card(party.table().cards()));
    match dice.below(10) {
        0 => Action::Attack(mine),
        1 => Action::Attack(theirs),
        2 | 3 => Action::Defend { attack: theirs, with: mine },
        4 => Action::Show(mine),
        5 => Action::Transfer(mine),
        6 => Action::Take,
        7 => Action::Finish,
        8 => Action::Ready,
        _ => *dice.pick(&[Action::Surrender, Action::Away, Action::Back]),
    }
}

impl Specimen for OneParty {
    fn table(dice: &mut Dice) -> (PartyStart, Vec<Seated>, Pack) {
        let (mut rules, seats) = any_rules(dice);
        let mut seated = seated(seats, Chips::ZERO);
        let mut num_seats = seats;
        // Somebody has got up: their box stays empty between the others.
        if !rules.mode.pairs() && usize::from(seats) < MAX_BOXES && dice.one_in(3) {
            num_seats += 1;
            let gap = dice.below(num_seats.into()) as usize;
            for place in seated.iter_mut().filter(|place| place.seat.index() >= gap) {
                place.seat = Seat::from_index(place.seat.index() + 1);
            }
            if let Opening::Leads(_) = rules.opening {
                rules.opening = Opening::Leads(dice.pick(&seated).seat);
            }
        }
        let away = seated.iter().map(|place| place.seat).filter(|_| dice.one_in(8)).collect();
        (PartyStart { rules, num_seats, away }, seated, rules.pack)
    }
    fn accept(_: &Party, _: Seat, offer: &Offer, dice: &mut Dice) -> Action {
        one_of(offer, dice)
    }
    fn covers(offer: &Offer, action: &Action) -> bool {
        offer.covers(action)
    }
    fn anything(party: &Party, seat: Seat, dice: &mut Dice) -> Action {
        anything(party, seat, dice)
    }
    fn rare(offer: &Offer) -> bool {
        rare(offer)
    }
    const LONGEST: usize = 4000;
    const TIMEOUT_EVERY: u32 = 64;
    fn invariants(party: &Party) {
        party.assert_sound();
    }
}

impl Specimen for Durak {
    fn table(dice: &mut Dice) -> (Conditions, Vec<Seated>, Pack) {
        let (rules, num_seats) = any_rules(dice);
        let points = dice.below(4) as u16;
        // A game without a last point ends when the rake has eaten the stacks.
        let (least_stake, least_rake) = if points == 0 { (10, 20) } else { (0, 0) };
        let conditions = Conditions {
            rules,
            num_seats,
            points,
            stake: Chips::new(dice.between(least_stake, 101)),
            rake_percent: dice.between(least_rake, 30) as u8,
            ..Conditions::default()
        };
        let stack = conditions.stake * dice.between(1, 4);
        (conditions, seated(num_seats, stack), rules.pack)
    }
    fn accept(_: &Match, _: Seat, offer: &Offer, dice: &mut Dice) -> Action {
        one_of(offer, dice)
    }
    fn covers(offer: &Offer, action: &Action) -> bool {
        offer.covers(action)
    }
    fn anything(game: &Match, seat: Seat, dice: &mut Dice) -> Action {
        anything(game.party(), seat, dice)
    }
    fn rare(offer: &Offer) -> bool {
        rare(offer)
    }
    const LONGEST: usize = 100_000;
    const TIMEOUT_EVERY: u32 = 64;
    fn invariants(game: &Match) {
        game.party().assert_sound();
    }
}
