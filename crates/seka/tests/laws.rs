//! Seka keeps the laws every game keeps, while people come and go.

#![allow(clippy::print_stderr)]

use kozyr_card_game::laws::{self, Dice, Law, Specimen};
use kozyr_card_game::{Awaits, Game, Joining, Move, Payoffs, Restarts, Seat, SeatSet, Seated, Shoe, Viewer};
use kozyr_cards::{CardSet, Pack};
use kozyr_chips::Chips;
use kozyr_seka::{Action, Deal, Dealt, Event, Offer, Refusal, Seka, Setup, Stage, View};

#[test]
fn seka_keeps_the_laws() {
    let seen = laws::check::<Seka>(1, 20_000).unwrap_or_else(|broken| panic!("{broken}"));
    eprintln!("{seen:?}");
    assert_eq!(seen.games, 20_000);
    assert!(seen.moves > 150_000 && seen.refused > 1_000_000 && seen.twins > 50_000, "{seen:?}");
}

#[test]
fn a_running_deal_of_sixteen_people_is_small() {
    // Nothing in a deal lies on the heap, so this is all of it.
    let size = std::mem::size_of::<Deal>();
    eprintln!("a deal takes {size} bytes");
    assert!(size < 1280);
}

/// Seka, with a fault planted in it if `FAULT`: a newcomer sees what was seen from their chair.
struct ByChair<const FAULT: bool>;

/// Who sat on this person's chair before them.
fn former_owners(deal: &Deal, viewer: Viewer) -> Vec<Seat> {
    let Viewer::Seat(own) = viewer else { return Vec::new() };
    let Some(chair) = deal.chair(own).filter(|&chair| deal.on_chair(chair) == Some(own)) else {
        return Vec::new();
    };
    deal.seats().filter(|&seat| seat != own && deal.chair(seat) == Some(chair)).collect()
}

impl<const FAULT: bool> Game for ByChair<FAULT> {
    type Rules = Setup;
    type State = Deal;
    type Deal = Dealt;
    type Action = Action;
    type Offer = Offer;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;
    type Stage = Stage;

    fn view(deal: &Deal, viewer: Viewer) -> View {
        let mut view = Seka::view(deal, viewer);
        if FAULT {
            for former in former_owners(deal, viewer) {
                let seen = Seka::view(deal, Viewer::Seat(former)).seats;
                for (own, theirs) in view.seats.iter_mut().zip(seen) {
                    assert_eq!(own.seat, theirs.seat);
                    own.hand = own.hand.or(theirs.hand);
                }
            }
        }
        view
    }

    fn event_for(event: &Event, viewer: Viewer) -> Option<Event> {
        Seka::event_for(event, viewer)
    }
    fn start(setup: &Setup, seats: &[Seated]) -> Result<Deal, Refusal> {
        Seka::start(setup, seats)
    }
    fn awaits(deal: &Deal) -> Awaits {
        Seka::awaits(deal)
    }
    fn clocks(deal: &Deal) -> SeatSet {
        Seka::clocks(deal)
    }
    fn stage(deal: &Deal) -> Stage {
        Seka::stage(deal)
    }
    fn restarts(event: &Event) -> Restarts {
        Seka::restarts(event)
    }
    fn draw(deal: &Deal, shoe: &mut dyn Shoe) -> Option<Dealt> {
        Seka::draw(deal, shoe)
    }
    fn legal(deal: &Deal, seat: Seat, out: &mut Vec<Offer>) {
        Seka::legal(deal, seat, out);
    }
    fn play(deal: &mut Deal, mv: &Move<Dealt, Action>, out: &mut Vec<Event>) -> Result<(), Refusal> {
        Seka::play(deal, mv, out)
    }
    fn known(deal: &Deal, viewer: Viewer) -> CardSet {
        Seka::known(deal, viewer)
    }
    fn stack(deal: &Deal, seat: Seat) -> Chips {
        Seka::stack(deal, seat)
    }
    fn chips(deal: &Deal) -> Chips {
        Seka::chips(deal)
    }
    fn payoffs(deal: &Deal) -> Option<Payoffs> {
        Seka::payoffs(deal)
    }
}

impl<const FAULT: bool> Specimen for ByChair<FAULT> {
    const LONGEST: usize = Seka::LONGEST;

    fn table(dice: &mut Dice) -> (Setup, Vec<Seated>, Pack) {
        Seka::table(dice)
    }
    fn accept(deal: &Deal, seat: Seat, offer: &Offer, dice: &mut Dice) -> Action {
        Seka::accept(deal, seat, offer, dice)
    }
    fn covers(offer: &Offer, action: &Action) -> bool {
        Seka::covers(offer, action)
    }
    fn anything(deal: &Deal, seat: Seat, dice: &mut Dice) -> Action {
        Seka::anything(deal, seat, dice)
    }
    fn rare(offer: &Offer) -> bool {
        Seka::rare(offer)
    }
    fn joins(deal: &Deal, dice: &mut Dice) -> Option<Joining> {
        Seka::joins(deal, dice)
    }
    fn parts(deal: &Deal) -> SeatSet {
        Seka::parts(deal)
    }
    fn learned(deal: &Deal, viewer: Viewer) -> u64 {
        Seka::learned(deal, viewer)
    }
}

#[test]
fn the_laws_find_rights_that_stick_to_a_chair() {
    assert!(laws::check::<ByChair<false>>(2, 2_000).is_ok());
    let broken = laws::check::<ByChair<true>>(2, 20_000).unwrap_err();
    assert_eq!(broken.law, Law::NoLeak, "{broken}");
}
