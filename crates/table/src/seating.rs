//! What games do differently about seats: who is dealt in, in which order, and who pays what for it.

use crate::{PlayerId, Settings, Wish};
use kozyr_card_game::{Game, Seat};
use kozyr_chips::Chips;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// A game's own way of seating people. Blinds and a moving button are poker's, a svara's entry fee
/// is Seka's: the table around them is the same.
///
/// What a seating decides, it decides once, in [`Seating::next`]; the plan stands in the log.
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
    /// How a player stands with the game from hand to hand: what he owes, say.
    type Standing: Clone + PartialEq + Debug + Default + Serialize + DeserializeOwned;

    /// The most seats a table of this game has.
    const MOST_SEATS: u8;

    /// The same table under the house rules of another: who owes what, and whose turn the blinds are, stays.
    fn under(&self, house: &Self) -> Self;

    /// How somebody stands who sits down; `before` is how he stood if he left a little while ago.
    fn welcome(&self, before: Option<&Self::Standing>) -> Self::Standing;

    /// What comes after the hand that is over, for those who keep their seats, in seat order.
    fn next(&self, sitters: &[Sitter<'_, Self::Standing>], settings: &Settings) -> Next<Self::Plan>;

    /// The seats that are dealt in, in the order the game counts them.
    fn dealt_in(plan: &Self::Plan) -> Vec<Seat>;

    /// How a player stands once the planned hand begins.
    fn stands(plan: &Self::Plan, seat: Seat, before: &Self::Standing) -> Self::Standing;

    /// What a player would pay beyond his bets to be dealt in at once.
    fn owes(&self, standing: &Self::Standing) -> Chips;

    /// The rules of the planned hand.
    fn rules(&self, plan: &Self::Plan) -> <Self::Game as Game>::Rules;

    /// The planned hand begins.
    fn started(&mut self, plan: &Self::Plan);

    /// Something happened in the hand; `dealt_in` says who the game's seats are.
    fn heard(&mut self, event: &<Self::Game as Game>::Event, dealt_in: &[(Seat, PlayerId)]);

    /// Nobody sits here any more: whoever comes next starts afresh.
    fn emptied(&mut self);

    /// How a player gives up the hand when it is his turn; `None` leaves him to his clock.
    fn gives_up(hand: &<Self::Game as Game>::State, seat: Seat) -> Option<<Self::Game as Game>::Action>;

    /// Is there more to look at, now that the hand is over, than that somebody won?
    fn worth_a_look(hand: &<Self::Game as Game>::State) -> bool;
}

/// Somebody who keeps his seat, as the game's seating sees him.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sitter<'a, T> {
    /// Where.
    pub seat: Seat,
    /// With how many chips.
    pub stack: Chips,
    /// What he wants; not to leave, or he would not be asked about.
    pub wish: Wish,
    /// How he stands.
    pub standing: &'a T,
}

/// What comes after a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Next<P> {
    /// Those whom the table shows out for lack of chips, and what it would take to stay.
    pub short: Vec<(Seat, Chips)>,
    /// The next hand, unless too few could play.
    pub plan: Option<P>,
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
/// A taken seat at this seating's table.
pub type ChairOf<S> = crate::Chair<<S as Seating>::Standing>;
