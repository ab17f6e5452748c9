//! Seka as a [`Game`].

use crate::{Action, CARDS_EACH, Deal, Dealt, Event, Offer, Refusal, Setup, Stage, View};
use kozyr_card_game::{Awaits, Clock, Game, Move, Payoffs, Seat, Seated, Shoe, Viewer};
use kozyr_cards::CardSet;
use kozyr_chips::Chips;

/// The game of Seka: a deal from the antes to the payout, svaras included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seka;

impl Game for Seka {
    type Rules = Setup;
    type State = Deal;
    type Deal = Dealt;
    type Action = Action;
    type Offer = Offer;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;
    type Stage = Stage;

    fn start(setup: &Setup, seats: &[Seated]) -> Result<Deal, Refusal> {
        let (waiting, players): (Vec<Seated>, Vec<Seated>) =
            seats.iter().partition(|seated| setup.waiting.contains(seated.seat));
        Deal::start(&setup.rules, &players, &waiting, &mut Vec::new())
    }

    fn awaits(deal: &Deal) -> Awaits {
        deal.awaits()
    }

    fn stage(deal: &Deal) -> Stage {
        deal.stage()
    }

    /// A dealer, drawn among those who are in, and the cards off the shoe as it lies.
    fn draw(deal: &Deal, shoe: &mut dyn Shoe) -> Option<Dealt> {
        if deal.awaits() != Awaits::Chance {
            return None;
        }
        let players = deal.players_in();
        if shoe.left() < players * CARDS_EACH {
            return None;
        }
        let nth = shoe.below(players as u32) as usize;
        let dealer = deal.seats().filter(|&seat| deal.is_in(seat)).nth(nth)?;
        let cards = (0..players * CARDS_EACH).map_while(|_| shoe.card()).collect();
        Some(Dealt { dealer, cards })
    }

    fn legal(deal: &Deal, seat: Seat, out: &mut Vec<Offer>) {
        deal.offers(seat, out);
    }

    fn play(deal: &mut Deal, mv: &Move<Dealt, Action>, out: &mut Vec<Event>) -> Result<(), Refusal> {
        deal.play(mv, out)
    }

    fn view(deal: &Deal, viewer: Viewer) -> View {
        deal.view(viewer)
    }

    fn event_for(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(event.for_viewer(viewer))
    }

    fn known(deal: &Deal, viewer: Viewer) -> CardSet {
        deal.known(viewer)
    }

    fn stack(deal: &Deal, seat: Seat) -> Chips {
        deal.balance(seat).unwrap_or_default()
    }

    fn chips(deal: &Deal) -> Chips {
        deal.chips()
    }

    fn payoffs(deal: &Deal) -> Option<Payoffs> {
        deal.payoffs()
    }
}

impl Deal {
    /// Makes a move, or refuses it and changes nothing. Events are added to `out`.
    ///
    /// # Errors
    /// Why the move is not possible.
    pub fn play(&mut self, mv: &Move<Dealt, Action>, out: &mut Vec<Event>) -> Result<(), Refusal> {
        match mv {
            Move::Shuffled => self.shuffled()?,
            Move::Deal(dealt) => self.deal(dealt, out)?,
            &Move::Act(seat, action) => self.act(seat, action, out)?,
            &Move::Timeout(Clock::Seat(seat)) => self.time_over(seat, out)?,
            Move::Timeout(Clock::Stage) => self.stage_over(out)?,
            &Move::Join(joining) => self.join(joining, out)?,
            &Move::Part(seat) => self.part(seat, out)?,
        }
        self.assert_conserved();
        Ok(())
    }
}
