//! Random tables and random play, for the laws, benchmarks and fuzzing.

use crate::{
    Action, DarkDiscount, DarkFunding, Deal, Offer, Rake, RevealShown, Rules, SEATS, Seka, Setup, Status,
};
use kozyr_card_game::laws::{Dice, Specimen};
use kozyr_card_game::{Joining, Seat, SeatSet, Seated, Viewer};
use kozyr_cards::Pack;
use kozyr_chips::Chips;

impl Specimen for Seka {
    fn table(dice: &mut Dice) -> (Setup, Vec<Seated>, Pack) {
        let rules = random_rules(dice);
        let players = dice.between(2, SEATS as i64) as usize;
        let mut seats = Vec::new();
        let mut waiting = SeatSet::EMPTY;
        for index in 0..SEATS {
            // Every seat is left empty, waited in or played from, with as many players as drawn.
            let needed = players - (seats.len() - waiting.len());
            let seat = Seat::from_index(index);
            if SEATS - index > needed && dice.one_in(3) {
                continue;
            }
            if needed == 0 || (SEATS - index > needed && dice.one_in(3)) {
                waiting.insert(seat);
            }
            seats.push(Seated { seat, stack: random_stack(&rules, dice) });
        }
        (Setup { rules, waiting }, seats, Pack::Seka21)
    }

    fn accept(_deal: &Deal, _seat: Seat, offer: &Offer, dice: &mut Dice) -> Action {
        match *offer {
            Offer::Open => Action::Open,
            Offer::Dark { .. } => Action::Dark,
            Offer::Check => Action::Check,
            Offer::Call { .. } => Action::Call,
            Offer::Raise { from, to, .. } => {
                Action::Raise(Chips::new(dice.between(from.units(), to.units())))
            }
            Offer::Reveal { .. } => Action::Reveal,
            Offer::Fold => Action::Fold,
            Offer::Vote => Action::Vote(!dice.one_in(8)),
            Offer::Enter { .. } => Action::Enter,
            Offer::Pass => Action::Pass,
        }
    }

    fn covers(offer: &Offer, action: &Action) -> bool {
        offer.covers(action)
    }

    fn anything(deal: &Deal, _seat: Seat, dice: &mut Dice) -> Action {
        let wild = [0, -1, 1, i64::MIN, i64::MAX, deal.stake().units(), deal.rules().max_stake.units()];
        match dice.below(12) {
            0 => Action::Check,
            1 => Action::Call,
            2 => Action::Raise(Chips::new(dice.between(0, deal.rules().max_stake.units() + 2))),
            3 => Action::Raise(Chips::new(*dice.pick(&wild))),
            4 => Action::Fold,
            5 => Action::Dark,
            6 => Action::Open,
            7 => Action::Reveal,
            8 => Action::Vote(true),
            9 => Action::Vote(false),
            10 => Action::Enter,
            _ => Action::Pass,
        }
    }

    /// Folding ends most deals before anything happens.
    fn rare(offer: &Offer) -> bool {
        *offer == Offer::Fold
    }

    /// Nine deals, in each of which the cards are shuffled and dealt, six players look and act three times and
    /// answer once, five reveals have a pause, and everybody votes or enters. As many people as there are seats
    /// in a deal come and go.
    const LONGEST: usize = 9 * (2 + 6 * 7 + 5 + 1 + 6 + 1) + 2 * Seat::MAX;

    /// Somebody sits down on any free chair, with any number nobody had yet.
    fn joins(deal: &Deal, dice: &mut Dice) -> Option<Joining> {
        let chairs = SeatSet::first(usize::from(deal.rules().seats));
        let taken: SeatSet = chairs.iter().filter(|&chair| deal.on_chair(chair).is_some()).collect();
        let used: SeatSet = deal.seats().collect();
        let chair = any_of(chairs.without(taken), dice)?;
        let seat = any_of(SeatSet::first(Seat::MAX).without(used), dice)?;
        Some(Joining { seat, chair, stack: random_stack(deal.rules(), dice) })
    }

    fn parts(deal: &Deal) -> SeatSet {
        deal.may_part()
    }

    /// Everybody hears which hand fell in a REVEAL, though only two see the hands.
    fn learned(deal: &Deal, _viewer: Viewer) -> u64 {
        deal.reveal().map_or(0, |reveal| reveal.loser.map_or(1, |loser| 2 + loser.index() as u64))
    }

    fn invariants(deal: &Deal) {
        assert!(!deal.pot().is_negative(), "the pot owes");
        assert!(!deal.rake().is_negative(), "the room paid");
        assert!(!deal.house().is_positive(), "the house won");
        if deal.rules().dark_funding == DarkFunding::Loan && deal.settlement().is_some() {
            assert!(deal.house().is_zero(), "the loan of {} was not paid back", deal.house());
        }
        for seat in deal.seats() {
            assert!(!deal.balance(seat).is_some_and(Chips::is_negative), "seat {seat} owes");
            let spectator = deal.hands_known(Viewer::Spectator).contains(seat);
            let folded = matches!(deal.status(seat), Some(Status::Folded | Status::Lobby));
            assert!(!(spectator && folded), "the folded hand of seat {seat} is shown to all");
            let chair = deal.chair(seat).expect("everybody has a chair");
            let gone = deal.on_chair(chair) != Some(seat);
            assert!(!(gone && deal.contends(seat)), "seat {seat} left and is still in");
            assert!(!gone || deal.balance(seat) == Some(Chips::ZERO), "seat {seat} left chips behind");
        }
    }
}

fn any_of(seats: SeatSet, dice: &mut Dice) -> Option<Seat> {
    if seats.is_empty() { None } else { seats.iter().nth(dice.below(seats.len() as u32) as usize) }
}

fn random_rules(dice: &mut Dice) -> Rules {
    let base = *dice.pick(&[1, 5, 10, 25, 7]);
    let max = base * dice.between(1, 10);
    Rules {
        dark_funding: *dice.pick(&[DarkFunding::House, DarkFunding::Loan]),
        dark_discount: *dice.pick(&[DarkDiscount::ToRound2, DarkDiscount::Always]),
        match_final_raise: dice.one_in(2),
        reveal_shown: *dice.pick(&[RevealShown::Both, RevealShown::Nobody]),
        max_svaras: *dice.pick(&[8, 8, 8, 1, 0]),
        rake: match dice.below(3) {
            0 => Rake::None,
            1 => Rake::Fixed(Chips::new(dice.between(0, 3 * base))),
            _ => Rake::BasisPoints(dice.between(0, 1500) as u16),
        },
        ..Rules::new(Chips::new(base), Chips::new(max))
    }
}

/// Poor enough to be refused things, or rich enough for a chain of svaras.
fn random_stack(rules: &Rules, dice: &mut Dice) -> Chips {
    let base = rules.base.units();
    let most = *dice.pick(&[1000, 1000, 1000, 10, 2]) * base;
    Chips::new(dice.between(base, most))
}
