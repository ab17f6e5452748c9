//! What games do differently about seats: who is dealt in, in which order, and who posts what.

use crate::{PlayerId, Settings};
use kozyr_card_game::{Game, Seat, Seated};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// A game's own way of seating people. Blinds and a moving button are poker's, a svara's entry fee
/// is Seka's: the table around them is the same.
///
/// What a seating decides, it decides once, in [`Seating::plan`]; the plan stands in the log.
/// A later version that would decide otherwise still replays what was decided then.
pub trait Seating: Clone + PartialEq + Debug + Serialize + DeserializeOwned {
    /// The game that is played.
    type Game: Game<
            Action: Serialize + DeserializeOwned,
            Deal: Serialize + DeserializeOwned,
            Refusal: Clone + PartialEq,
        >;
    /// Everything that is settled before the first card of a hand.
    type Plan: Clone + PartialEq + Debug + Serialize + DeserializeOwned;

    /// Plans the next hand for those who could play, in seat order; `None` when they are too few.
    fn plan(&self, ready: &[Seated], settings: &Settings) -> Option<Self::Plan>;

    /// The seats that are dealt in, in the order the game counts them.
    fn dealt_in(plan: &Self::Plan) -> &[Seat];

    /// The rules of the planned hand.
    fn rules(&self, plan: &Self::Plan) -> <Self::Game as Game>::Rules;

    /// The planned hand begins.
    fn started(&mut self, plan: &Self::Plan);

    /// Something happened in the hand; `dealt_in` says who the game's seats are.
    fn heard(&mut self, event: &<Self::Game as Game>::Event, dealt_in: &[(Seat, PlayerId)]);

    /// Is there more to look at, now that the hand is over, than that somebody won?
    fn worth_a_look(hand: &<Self::Game as Game>::State) -> bool;
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
