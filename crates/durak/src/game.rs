//! The two games as the rest of the house plays them.

use crate::action::{Action, Offer};
use crate::deal::Deal;
use crate::event::{Event, PartyEnd};
use crate::matches::Match;
use crate::party::Party;
use crate::refusal::Refusal;
use crate::rules::{Conditions, MAX_BOXES, Rules};
use crate::view::{Stage, View};
use kozyr_card_game::{Awaits, Game, Move, Payoffs, Restarts, Seat, SeatSet, Seated, Shoe, Viewer};
use kozyr_cards::CardSet;
use kozyr_chips::Chips;

/// One party, for the point alone: no stake, nobody sits down for longer.
#[derive(Clone, Copy, Debug)]
pub struct OneParty;

/// A game of Durak: parties for points and a stake.
#[derive(Clone, Copy, Debug)]
pub struct Durak;

/// What is settled before one party begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PartyStart {
    /// The rules, with who attacks first.
    pub rules: Rules,
    /// How many boxes the table has; not every one has to be taken.
    pub num_seats: u8,
    /// Who is away as it begins.
    pub away: SeatSet,
}

impl Game for OneParty {
    type Rules = PartyStart;
    type State = Party;
    type Deal = Deal;
    type Action = Action;
    type Offer = Offer;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;
    type Stage = Stage;

    fn start(start: &PartyStart, seats: &[Seated]) -> Result<Party, Refusal> {
        let boxes: SeatSet = seats.iter().map(|seated| seated.seat).collect();
        if boxes.len() != seats.len() {
            return Err(Refusal::Seats(start.num_seats.saturating_sub(1)));
        }
        let mut party = Party::new(&start.rules, start.num_seats, boxes)?;
        party.keep_away(start.away);
        Ok(party)
    }
    fn awaits(party: &Party) -> Awaits {
        party.awaits()
    }
    fn clocks(party: &Party) -> SeatSet {
        party.clocks()
    }
    fn stage(party: &Party) -> Stage {
        party.stage()
    }
    fn restarts(event: &Event) -> Restarts {
        event.restarts()
    }
    fn draw(party: &Party, shoe: &mut dyn Shoe) -> Option<Deal> {
        party.draw(shoe)
    }
    fn legal(party: &Party, seat: Seat, out: &mut Vec<Offer>) {
        party.legal(seat, out);
    }
    fn play(party: &mut Party, mv: &Move<Deal, Action>, out: &mut Vec<Event>) -> Result<(), Refusal> {
        party.play(mv, out)?;
        if let Some(outcome) = party.outcome() {
            let mut points = [0; MAX_BOXES];
            outcome.winners.iter().for_each(|seat| points[seat.index()] = 1);
            let paid = [Chips::ZERO; MAX_BOXES];
            out.push(Event::PartyEnd(PartyEnd {
                outcome,
                boxes: party.boxes(),
                points,
                paid,
                rake: Chips::ZERO,
            }));
        }
        Ok(())
    }
    fn view(party: &Party, viewer: Viewer) -> View {
        let mut view = party.view(viewer);
        if let Some(outcome) = party.outcome() {
            outcome.winners.iter().for_each(|seat| view.points[seat.index()] = 1);
        }
        view
    }
    fn event_for(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(event.seen_by(viewer))
    }
    fn known(party: &Party, viewer: Viewer) -> CardSet {
        party.known(viewer)
    }
    fn stack(_: &Party, _: Seat) -> Chips {
        Chips::ZERO
    }
    fn chips(_: &Party) -> Chips {
        Chips::ZERO
    }
    fn payoffs(party: &Party) -> Option<Payoffs> {
        let even = |seat| (seat, Chips::ZERO);
        party
            .outcome()
            .map(|_| Payoffs { seats: party.boxes().iter().map(even).collect(), ..Payoffs::default() })
    }
}

impl Game for Durak {
    type Rules = Conditions;
    type State = Match;
    type Deal = Deal;
    type Action = Action;
    type Offer = Offer;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;
    type Stage = Stage;

    fn start(conditions: &Conditions, seats: &[Seated]) -> Result<Match, Refusal> {
        Match::new(conditions, seats)
    }
    fn awaits(game: &Match) -> Awaits {
        game.awaits()
    }
    fn clocks(game: &Match) -> SeatSet {
        game.clocks()
    }
    fn stage(game: &Match) -> Stage {
        game.stage()
    }
    fn restarts(event: &Event) -> Restarts {
        event.restarts()
    }
    fn draw(game: &Match, shoe: &mut dyn Shoe) -> Option<Deal> {
        game.draw(shoe)
    }
    fn legal(game: &Match, seat: Seat, out: &mut Vec<Offer>) {
        game.legal(seat, out);
    }
    fn play(game: &mut Match, mv: &Move<Deal, Action>, out: &mut Vec<Event>) -> Result<(), Refusal> {
        game.play(mv, out)
    }
    fn view(game: &Match, viewer: Viewer) -> View {
        game.view(viewer)
    }
    fn event_for(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(event.seen_by(viewer))
    }
    fn known(game: &Match, viewer: Viewer) -> CardSet {
        game.known(viewer)
    }
    fn stack(game: &Match, seat: Seat) -> Chips {
        game.stack(seat)
    }
    fn chips(game: &Match) -> Chips {
        game.chips()
    }
    fn payoffs(game: &Match) -> Option<Payoffs> {
        game.payoffs()
    }
}
