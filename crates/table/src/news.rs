//! What people hear of what happened.

use crate::seating::EventOf;
use crate::{Departed, LeftWhy, Seating, Settled};
use kozyr_card_game::{Game, Seat, Viewer};
use kozyr_chips::{Account, Chips, Transfer};
use kozyr_fair::Commitment;
use kozyr_time::PlayerId;
use std::sync::Arc;

/// Somebody who takes part in a deal. The people of a deal are only added to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Person {
    /// Their seat in the game.
    pub seat: Seat,
    /// Where they sat at the table when they came into the deal.
    pub chair: Seat,
    /// Who.
    pub player: PlayerId,
    /// Have they left the deal and taken their chips along?
    pub parted: bool,
}

/// Something that happened, before it is cut to what a viewer may know.
#[derive(Clone, PartialEq, Debug)]
pub enum News<S: Seating> {
    /// Somebody took a seat.
    Sat {
        /// Which.
        seat: Seat,
        /// Who.
        player: PlayerId,
        /// What they are called.
        name: Arc<str>,
        /// With how many chips.
        stack: Chips,
    },
    /// Somebody wants to bring more chips after the hand.
    TopUpAsked(Seat, Chips),
    /// Somebody brought more chips.
    AddedChips(Seat, Chips),
    /// Somebody's wallet could not pay.
    CouldNotPay(Seat),
    /// Somebody plays no more hands for now.
    SatOut(Seat),
    /// Somebody plays again.
    SatIn(Seat),
    /// Somebody waits until it costs them least to play.
    Waits(Seat),
    /// Somebody lacks chips, and would need so many to stay.
    ShownOut(Seat, Chips),
    /// Somebody gives up the seat as soon as the game lets them.
    Leaving(Seat),
    /// The seat is free.
    Left(Seat, LeftWhy),
    /// Somebody moves to another seat as soon as the game lets them.
    Moving(Seat, Seat),
    /// Somebody moved from one seat to another.
    Moved(Seat, Seat),
    /// Somebody said a word of the game's seating.
    Said(Seat, S::Word),
    /// Somebody's line is lost, or back.
    Line(Seat, bool),
    /// The table was held up, or goes on.
    HeldUp(bool),
    /// Other settings from now on.
    Changed,
    /// A pause is over and no hand began.
    PauseOver,
    /// A hand begins.
    Started(u64, S::Plan),
    /// Cards were shuffled, and this is what fixes them.
    Shuffled(u64, Commitment),
    /// Somebody's time ran out.
    TimedOut(Seat),
    /// Somebody takes part in the running deal.
    Joined(Seat),
    /// Something in the game.
    Game(EventOf<S>),
    /// The hand is over and settled.
    Over(u64),
    /// The room was down.
    Resumed,
}

/// Something that happened, and who was in the deal then: enough to tell anybody what they may know
/// of it, also when somebody else has their seat by now.
#[derive(Clone, PartialEq, Debug)]
pub struct Told<S: Seating> {
    pub(crate) news: News<S>,
    pub(crate) people: Arc<[Person]>,
}

impl<S: Seating> Told<S> {
    /// What this person may know of it; nothing, perhaps.
    pub fn to(&self, person: Option<PlayerId>) -> Option<News<S>> {
        match &self.news {
            News::Game(event) => S::Game::event_for(event, viewer(&self.people, person)).map(News::Game),
            open => Some(open.clone()),
        }
    }

    /// Who was in the deal.
    pub fn people(&self) -> &[Person] {
        &self.people
    }
}

/// What follows from applying lines of the log, besides the table's own change.
#[derive(Clone, PartialEq, Debug)]
pub struct Effects<S: Seating> {
    /// What people hear.
    pub told: Vec<Told<S>>,
    /// Which chips moved.
    pub transfers: Vec<Transfer<Account>>,
    /// Who left and is to be remembered, and who came back and is not any more.
    pub memory: Vec<(PlayerId, Option<Departed<S::Standing>>)>,
    /// Which deals are over.
    pub settled: Vec<Settled>,
}

impl<S: Seating> Default for Effects<S> {
    fn default() -> Effects<S> {
        Effects { told: Vec::new(), transfers: Vec::new(), memory: Vec::new(), settled: Vec::new() }
    }
}

/// Who this person is to the game. Somebody who parted stays who they were: what was seen was seen.
pub(crate) fn viewer(people: &[Person], person: Option<PlayerId>) -> Viewer {
    let found = person.and_then(|person| people.iter().find(|one| one.player == person));
    found.map_or(Viewer::Spectator, |one| Viewer::Seat(one.seat))
}
