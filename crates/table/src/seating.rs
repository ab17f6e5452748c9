//! What games do differently about seats: who is dealt in, in which order, who pays what for it, and how
//! long everything may take.

use crate::{Chair, Deeds, LeftWhy, Person, Refused, Settings, SetupError, Wish};
use kozyr_card_game::{Clock, Game, Seat};
use kozyr_chips::Chips;
use kozyr_time::{Millis, PlayerId, Timestamp};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// A game's own way of seating people. Blinds and a moving button are poker's, being ready is Seka's, a stake
/// for a game to so many points is Durak's: the table around them is the same.
///
/// The type itself is the seating's *state*: it follows from the log and stands in every checkpoint.
/// [`House`](Seating::House) is configuration; [`Show`](Seating::Show) is what only views need, and is never stored.
/// What a seating decides, it decides once, in [`Seating::next`]; the plan stands in the log. A later version
/// that would decide otherwise still replays what was decided then.
pub trait Seating: Clone + PartialEq + Debug + Default + Serialize + DeserializeOwned {
    /// The game that is played.
    type Game: Game<
            Action: Serialize + DeserializeOwned,
            Deal: Serialize + DeserializeOwned,
            Refusal: Clone + PartialEq,
        >;
    /// The house rules: stakes, options, times.
    type House: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    /// Everything that is settled before the first card of a hand.
    type Plan: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    /// How a player stands with the game from hand to hand: what they owe, whether they are ready.
    type Standing: Clone + PartialEq + Debug + Default + Serialize + DeserializeOwned;
    /// What a seated player may say between or beside deals: ready, play again, straddle.
    type Word: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    /// The names of the pauses between deals.
    type Pause: Copy + PartialEq + Debug + Serialize + DeserializeOwned;
    /// What only views need, kept up by events.
    type Show: Clone + PartialEq + Debug + Default;

    /// The most seats a table of this game has.
    const MOST_SEATS: u8;
    /// Does the clock of whoever acts start again by that alone? Not where the game itself says whose do.
    const MOVER_RESTARTS: bool = true;

    /// Can a table be run by these house rules?
    fn check(house: &Self::House, settings: &Settings) -> Result<(), SetupError>;

    // ---- Coming, going, saying something ----

    /// How somebody stands who sits down; `before` is how they stood if they left a little while ago.
    fn welcome(&self, house: &Self::House, before: Option<&Self::Standing>) -> Self::Standing;

    /// Somebody sat down.
    fn sat(&mut self, _seat: Seat) {}

    /// Somebody's seat is free again: what the seating pays because of that out of what it [holds](Seating::holds).
    fn left(&mut self, _seat: Seat) -> Paid {
        Paid::default()
    }

    /// May somebody change seats now? Not within a game of several deals, whose players belong to their seats.
    fn may_change_seats(&self) -> bool {
        true
    }

    /// Somebody got up from one seat and sat down at another, which [they may](Seating::may_change_seats).
    fn moved(&mut self, from: Seat, to: Seat) {
        let paid = self.left(from);
        assert!(paid == Paid::default(), "nobody is paid for changing seats");
        self.sat(to);
    }

    /// Nobody sits here any more: whoever comes next starts afresh.
    fn emptied(&mut self);

    /// May this be said now, by whoever sits there?
    fn hear(&self, company: &Company<'_, Self>, seat: Seat, word: &Self::Word)
    -> Result<(), RefusedBy<Self>>;

    /// It was said.
    fn said(&mut self, standings: &mut Standings<'_, Self>, seat: Seat, word: &Self::Word);

    /// A wallet could not pay what the next game takes from it.
    fn could_not_pay(&mut self, _standings: &mut Standings<'_, Self>, _seat: Seat) {}

    /// What a player would pay beyond their bets to be dealt in at once.
    fn owes(&self, _house: &Self::House, _standing: &Self::Standing) -> Chips {
        Chips::ZERO
    }

    // ---- From one deal to the next ----

    /// What the table does while no deal is running. Asked after every line of the log.
    fn between(&self, company: &Company<'_, Self>) -> Between<Self::Pause>;

    /// What comes when the pause is over, for those who keep their seats, in seat order.
    fn next(&self, company: &Company<'_, Self>) -> Next<Self::Plan>;

    /// The pause is over and no deal began.
    fn passed(&mut self, standings: &mut Standings<'_, Self>, pause: Option<Self::Pause>);

    /// Who takes part in the planned deal: their seats in the game, in its order, and their chairs.
    fn dealt_in(plan: &Self::Plan) -> Vec<Place>;

    /// What the planned deal takes out of wallets, where seats are [funded](crate::Funding) by stakes.
    fn stakes(_plan: &Self::Plan) -> Vec<(Seat, Chips)> {
        Vec::new()
    }

    /// The rules of the planned deal.
    fn rules(house: &Self::House, plan: &Self::Plan) -> <Self::Game as Game>::Rules;

    /// How a player stands once the planned deal begins.
    fn stands(plan: &Self::Plan, seat: Seat, before: &Self::Standing) -> Self::Standing;

    /// What being dealt into the planned deal adds to a time bank that is not full.
    fn refill(_plan: &Self::Plan, settings: &Settings) -> Millis {
        settings.refill
    }

    /// The planned deal begins.
    fn started(&mut self, plan: &Self::Plan, show: &mut Self::Show);

    /// Something happened in the deal.
    fn heard(_show: &mut Self::Show, _event: &EventOf<Self>, _people: &[Person]) {}

    /// The deal is over: what the seating pays out of what it [holds](Seating::holds).
    fn ended(&mut self, house: &Self::House, state: &StateOf<Self>, people: &[Person]) -> Paid;

    /// What this person did in the deal that is over, for statistics.
    fn deeds(_show: &Self::Show, _state: &StateOf<Self>, _person: &Person) -> Deeds {
        Deeds::default()
    }

    /// Chips in the seating's own keeping, such as the pool of a game that lasts several deals.
    fn holds(&self) -> Chips {
        Chips::ZERO
    }

    /// The part of what it [holds](Seating::holds) that whoever sits there plays for.
    fn share_of(&self, _seat: Seat) -> Chips {
        Chips::ZERO
    }

    // ---- Inside a deal ----

    /// How long a clock runs that starts now; `None` when there is none.
    fn time(
        house: &Self::House,
        settings: &Settings,
        state: &StateOf<Self>,
        clock: Clock,
        chair: Option<&ChairOf<Self>>,
        at: Timestamp,
    ) -> Option<Time>;

    /// What a time-out leads to for the player's seat; what it does in the game is the game's.
    fn timed_out(house: &Self::House, settings: &Settings, chair: &ChairOf<Self>) -> AfterTimeout;

    /// What somebody does in the deal who wants to leave it, now.
    fn gives_up(state: &StateOf<Self>, seat: Seat) -> GivesUp<ActionOf<Self>>;

    /// Does somebody who sits down now take part in the running deal?
    fn joins(_state: &StateOf<Self>) -> bool {
        false
    }

    /// Does any clock depend on whether lines are lost? Only then do they stand in the log.
    fn heeds_lines(_house: &Self::House, _settings: &Settings) -> bool {
        false
    }

    /// After so long without a line somebody in a deal gives it up; `None`: never for that.
    fn line_lost_for(_house: &Self::House) -> Option<Millis> {
        None
    }
}

/// The settings and the people around a seating.
#[derive(Debug)]
pub struct Company<'a, S: Seating> {
    /// How the table is run.
    pub settings: &'a Settings,
    /// By which house rules.
    pub house: &'a S::House,
    /// Those who keep their seats, in seat order.
    pub sitters: Vec<Sitter<'a, S::Standing>>,
}

impl<'a, S: Seating> Company<'a, S> {
    /// Who sits there.
    pub fn at(&self, seat: Seat) -> Option<&Sitter<'a, S::Standing>> {
        self.sitters.iter().find(|sitter| sitter.seat == seat)
    }
}

/// Somebody who keeps their seat, as the game's seating sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sitter<'a, T> {
    /// Where.
    pub seat: Seat,
    /// Who.
    pub player: PlayerId,
    /// With how many chips.
    pub stack: Chips,
    /// What they want; not to leave, or they would not be asked about.
    pub wish: Wish,
    /// How they stand.
    pub standing: &'a T,
    /// Is their line there? Always, where lines are not [heeded](Seating::heeds_lines).
    pub connected: bool,
}

/// Everybody's standing, to be changed.
#[derive(Debug)]
pub struct Standings<'a, S: Seating>(pub(crate) &'a mut [Option<ChairOf<S>>]);

impl<S: Seating> Standings<'_, S> {
    /// How whoever sits there stands.
    pub fn at(&mut self, seat: Seat) -> Option<&mut S::Standing> {
        self.0.get_mut(seat.index())?.as_mut().map(|chair| &mut chair.standing)
    }

    /// How everybody stands, in seat order.
    pub fn all(&mut self) -> impl Iterator<Item = (Seat, &mut S::Standing)> {
        let chairs = self.0.iter_mut().enumerate();
        chairs.filter_map(|(index, chair)| Some((Seat::from_index(index), &mut chair.as_mut()?.standing)))
    }
}

/// What a table does while no deal is running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Between<P> {
    /// Waits for people.
    Wait,
    /// Lets some time pass. A pause of the same name that runs already goes on.
    Pause {
        /// Which pause.
        name: P,
        /// How long it lasts.
        length: Millis,
    },
    /// Goes on at once.
    Now,
}

/// What comes after a pause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Next<P> {
    /// Those whom the table shows out for lack of chips, and what it would take to stay.
    pub short: Vec<(Seat, Chips)>,
    /// Those who lose their seat now, with the reason.
    pub gone: Vec<(Seat, LeftWhy)>,
    /// The next deal, unless too few could play.
    pub plan: Option<P>,
}

impl<P> Default for Next<P> {
    fn default() -> Next<P> {
        Next { short: Vec::new(), gone: Vec::new(), plan: None }
    }
}

/// Where somebody takes part in a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Their seat in the game.
    pub seat: Seat,
    /// Their seat at the table.
    pub chair: Seat,
}

/// What a seating pays when a deal is over, or somebody has left.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Paid {
    /// To whom, and how much.
    pub players: Vec<(PlayerId, Chips)>,
    /// What the room takes.
    pub rake: Chips,
}

/// How long a clock runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Time {
    /// Before the bank.
    pub length: Millis,
    /// May the player's bank be used after that?
    pub bank: bool,
}

/// What a time-out leads to for the player's seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterTimeout {
    /// Nothing: they stay.
    Stays,
    /// They are dealt no more hands for now.
    SitsOut,
    /// They lose their seat as soon as the game lets them.
    Leaves,
}

/// What somebody does in a deal who wants to leave it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GivesUp<A> {
    /// Acts like this.
    Acts(A),
    /// Takes their chips and goes.
    Parts,
    /// Waits: it is not their turn, or the deal needs them to its end.
    Waits,
}

/// What chance supplies in this seating's game.
pub type DealOf<S> = <<S as Seating>::Game as Game>::Deal;
/// What a player may do in this seating's game.
pub type ActionOf<S> = <<S as Seating>::Game as Game>::Action;
/// What happens in this seating's game.
pub type EventOf<S> = <<S as Seating>::Game as Game>::Event;
/// A deal of this seating's game.
pub type StateOf<S> = <<S as Seating>::Game as Game>::State;
/// What one viewer may know of this seating's game.
pub type ViewOf<S> = <<S as Seating>::Game as Game>::View;
/// Why this seating's game refuses.
pub type RefusalOf<S> = <<S as Seating>::Game as Game>::Refusal;
/// The stages of this seating's game.
pub type StageOf<S> = <<S as Seating>::Game as Game>::Stage;
/// A taken seat at this seating's table.
pub type ChairOf<S> = Chair<<S as Seating>::Standing>;
/// Why a table of this seating refuses.
pub type RefusedBy<S> = Refused<RefusalOf<S>>;
