//! What stands in a table's log, what is decided together, and what people hear of it.

use crate::seating::{ActionOf, DealOf, EventOf};
use crate::{PlayerId, Rest, Seating, Settings, Timestamp, Wish};
use kozyr_card_game::{Game, Seat, Viewer};
use kozyr_chips::{Chips, Transfer};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Who sits down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Player {
    /// His number.
    pub id: PlayerId,
    /// What others call him.
    pub name: Arc<str>,
    /// Does a program of the room play for him?
    pub bot: bool,
}

/// Why a seat is free again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum LeftWhy {
    /// He wanted to.
    Wish,
    /// He has no chips left.
    Busted,
    /// He sat out for too long.
    Away,
}

/// Where the table's chips come from and go to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Purse {
    /// What a player has outside the table.
    Wallet(PlayerId),
    /// What lies on this table.
    Table,
    /// The room's own.
    House,
}

/// One line of a table's log. Seats are those of the table; a deal is in the game's own words.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", bound = "")]
pub enum Entry<S: Seating> {
    /// The first line: the table as it was set up.
    Opened {
        /// What does not depend on the game.
        settings: Settings,
        /// What does.
        seating: S,
    },
    /// Other settings and house rules from here on, with everything else as it was.
    Changed {
        /// What does not depend on the game.
        settings: Settings,
        /// What does.
        seating: S,
    },
    /// Somebody took a seat.
    Sat {
        /// Which.
        seat: Seat,
        /// Who.
        player: Player,
        /// With how many chips.
        chips: Chips,
        /// To play, or to wait first.
        #[serde(default)]
        wish: Wish,
        /// How he stands with the game.
        #[serde(default)]
        standing: S::Standing,
    },
    /// Somebody brought more chips.
    AddedChips {
        /// Where.
        seat: Seat,
        /// How many more.
        chips: Chips,
    },
    /// Somebody is dealt no more hands for now.
    SatOut(Seat),
    /// Somebody is dealt in again.
    SatIn(Seat),
    /// Somebody is dealt in when it costs him least.
    Waits(Seat),
    /// Somebody lacks chips and loses his seat with the hand after next, unless he brings them.
    ShownOut {
        /// Who.
        seat: Seat,
        /// What he would need in front of him.
        needs: Chips,
    },
    /// Somebody gives up his seat when the hand is over.
    Leaving(Seat),
    /// The seat is free and its chips are back in the wallet.
    Left(Seat, LeftWhy),
    /// A hand begins.
    Started {
        /// Its number, from 1.
        hand: u64,
        /// What was settled about it.
        plan: S::Plan,
    },
    /// Chance spoke.
    Dealt(DealOf<S>),
    /// A player acted.
    Acted(Seat, ActionOf<S>),
    /// A player's time ran out, or he is on his way out and the table does not wait for him.
    TimedOut(Seat),
    /// The time of a stage ran out.
    StageOver,
    /// The room was down; clocks that ran start anew.
    Resumed,
}

/// What follows from one input. Durable together, then applied.
#[derive(Clone, PartialEq, Debug)]
pub struct Batch<S: Seating> {
    /// When.
    pub at: Timestamp,
    /// What happened, in order.
    pub entries: Vec<Entry<S>>,
    /// Which chips moved.
    pub transfers: Vec<Transfer<Purse>>,
    /// The table afterwards, when it is between hands: a checkpoint to keep with the log.
    pub rest: Option<Rest<S>>,
}

/// Something that happened, before it is cut to what a viewer may know.
#[derive(Clone, PartialEq, Debug)]
pub enum News<S: Seating> {
    /// Somebody took a seat.
    Sat {
        /// Which.
        seat: Seat,
        /// Who.
        name: Arc<str>,
        /// With how many chips.
        stack: Chips,
    },
    /// Somebody brought more chips.
    AddedChips(Seat, Chips),
    /// Somebody plays no more hands for now.
    SatOut(Seat),
    /// Somebody plays again.
    SatIn(Seat),
    /// Somebody waits until it costs him least to play.
    Waits(Seat),
    /// Somebody lacks chips, and would need so many to stay.
    ShownOut(Seat, Chips),
    /// Somebody gives up his seat when the hand is over.
    Leaving(Seat),
    /// The seat is free.
    Left(Seat, LeftWhy),
    /// A hand begins.
    Started(u64, S::Plan),
    /// Somebody's time ran out.
    TimedOut(Seat),
    /// Something in the game.
    Game(EventOf<S>),
    /// The hand is over and settled.
    Over(u64),
    /// The room was down.
    Resumed,
}

/// Something that happened, and who was in the hand then: enough to tell anybody what he may know
/// of it, also when somebody else has his seat by now.
#[derive(Clone, PartialEq, Debug)]
pub struct Told<S: Seating> {
    pub(crate) news: News<S>,
    pub(crate) dealt_in: Arc<[(Seat, PlayerId)]>,
}

impl<S: Seating> Told<S> {
    /// What this person may know of it; nothing, perhaps.
    pub fn to(&self, person: Option<PlayerId>) -> Option<News<S>> {
        match &self.news {
            News::Game(event) => S::Game::event_for(event, viewer(&self.dealt_in, person)).map(News::Game),
            open => Some(open.clone()),
        }
    }

    /// Who the seats of the game are, in the game's order.
    pub fn dealt_in(&self) -> &[(Seat, PlayerId)] {
        &self.dealt_in
    }
}

/// Who this person is to the game.
pub(crate) fn viewer(dealt_in: &[(Seat, PlayerId)], person: Option<PlayerId>) -> Viewer {
    let index = person.and_then(|person| dealt_in.iter().position(|&(_, id)| id == person));
    index.map_or(Viewer::Spectator, |index| Viewer::Seat(Seat::from_index(index)))
}
