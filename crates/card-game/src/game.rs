//! The trait, and the few words all games share.

use crate::{Joining, Seat, SeatSet, Seated, Shoe, Viewer};
use kozyr_cards::CardSet;
use kozyr_chips::Chips;
use std::fmt::{Debug, Display};

/// What a game is waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaits {
    /// These cards shuffled: whoever holds the deck does so, and answers with [`Move::Shuffled`].
    Shuffle(CardSet),
    /// Cards or another throw of chance: ask [`Game::draw`].
    Chance,
    /// An action of one of these seats; those of [`Game::clocks`] have a clock that runs.
    Seats(SeatSet),
    /// The end of a stage that time ends; these seats may act until then.
    Stage(SeatSet),
    /// Nothing more: the game is over.
    Nothing,
}

impl Awaits {
    /// The seats that may act now.
    pub fn seats(self) -> SeatSet {
        match self {
            Awaits::Seats(seats) | Awaits::Stage(seats) => seats,
            Awaits::Shuffle(_) | Awaits::Chance | Awaits::Nothing => SeatSet::EMPTY,
        }
    }
}

/// Whose time is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// The time this seat had to act.
    Seat(Seat),
    /// The time of the stage.
    Stage,
}

/// Everything that can happen to a game, and all that stands in its log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move<D, A> {
    /// The cards the game asked for were shuffled.
    Shuffled,
    /// Chance spoke.
    Deal(D),
    /// A player acted.
    Act(Seat, A),
    /// A clock ran out.
    Timeout(Clock),
    /// Another person takes part from here on, on a seat of the game that nobody had in this deal.
    Join(Joining),
    /// A person takes what lies in front of them and has no part in the deal any more.
    Part(Seat),
}

/// Clocks that start anew although whoever they are for has not moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Restarts {
    /// The seats whose time is full again.
    pub seats: SeatSet,
    /// Is the stage's?
    pub stage: bool,
}

/// What everybody won or lost. The sum over seats, rake and house is zero.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Payoffs {
    /// Won (positive) or lost, for every seat that took part.
    pub seats: Vec<(Seat, Chips)>,
    /// What the room took.
    pub rake: Chips,
    /// What the house account won, or lost when it staked something.
    pub house: Chips,
}

impl Payoffs {
    /// Zero, or chips have been made or lost.
    pub fn sum(&self) -> Chips {
        self.seats.iter().map(|&(_, chips)| chips).sum::<Chips>() + self.rake + self.house
    }
}

/// A card game: rules as a value, one deal (or hand, or party) as a state.
///
/// Nothing in here reads a clock or rolls dice, and the same moves always give the same state.
/// A refused move changes nothing. The laws that follow from it are checked by [`laws`](crate::laws).
pub trait Game: Sized {
    /// The rules of a table, as data.
    type Rules;
    /// A deal in progress, without the undealt cards.
    type State: Clone + PartialEq + Debug;
    /// What chance supplies when the game [awaits](Awaits::Chance) it.
    type Deal: Clone + PartialEq + Debug;
    /// What a player may do.
    type Action: Clone + PartialEq + Debug;
    /// A button: an action the player may take now, with its price and bounds.
    type Offer: Clone + PartialEq + Debug;
    /// Something that happened.
    type Event: Clone + PartialEq + Debug;
    /// What one viewer may know.
    type View: PartialEq + Debug;
    /// Why a move is refused.
    type Refusal: Debug + Display;
    /// What the game is about at the moment, by name: a table has a length of time for each.
    type Stage: Copy + PartialEq + Debug;

    /// Seats the players; a refusal says what is wrong with the rules or the seats.
    fn start(rules: &Self::Rules, seats: &[Seated]) -> Result<Self::State, Self::Refusal>;

    /// What happens next.
    fn awaits(state: &Self::State) -> Awaits;

    /// The seats whose clock runs. Everybody awaited, unless the game says otherwise: who may act but need
    /// not (throw in out of turn, give up) has no clock.
    fn clocks(state: &Self::State) -> SeatSet {
        match Self::awaits(state) {
            Awaits::Seats(seats) => seats,
            Awaits::Shuffle(_) | Awaits::Chance | Awaits::Stage(_) | Awaits::Nothing => SeatSet::EMPTY,
        }
    }

    /// What the game is about at the moment.
    fn stage(state: &Self::State) -> Self::Stage;

    /// Which clocks this event starts anew, besides the clock of whoever moved. A stage that follows
    /// another one has its own clock in any case.
    fn restarts(_event: &Self::Event) -> Restarts {
        Restarts::default()
    }

    /// Takes from the shoe what the game awaits of chance; `None` when it awaits none or the shoe is empty.
    fn draw(state: &Self::State, shoe: &mut dyn Shoe) -> Option<Self::Deal>;

    /// What the player may do now, with bounds and prices: all a client needs to draw its buttons.
    /// Offers are added to `out`, in the order the buttons stand.
    fn legal(state: &Self::State, seat: Seat, out: &mut Vec<Self::Offer>);

    /// Makes a move, or refuses it and changes nothing. Events are added to `out`.
    fn play(
        state: &mut Self::State,
        mv: &Move<Self::Deal, Self::Action>,
        out: &mut Vec<Self::Event>,
    ) -> Result<(), Self::Refusal>;

    /// The table as this viewer may know it.
    fn view(state: &Self::State, viewer: Viewer) -> Self::View;

    /// The event as this viewer may know it, if they may at all.
    fn event_for(event: &Self::Event, viewer: Viewer) -> Option<Self::Event>;

    /// The cards whose faces this viewer has rightly learned so far. Two deals that agree on these
    /// must look the same to them: the leak law leans on this being the whole truth.
    fn known(state: &Self::State, viewer: Viewer) -> CardSet;

    /// What lies in front of this seat and could be taken away: bets and pots are not.
    fn stack(state: &Self::State, seat: Seat) -> Chips;

    /// All chips in play, wherever they lie. Joining adds what a person brings and parting takes away
    /// their [stack](Game::stack); no other move changes the sum.
    fn chips(state: &Self::State) -> Chips;

    /// Who won what, once the game is over.
    fn payoffs(state: &Self::State) -> Option<Payoffs>;
}
