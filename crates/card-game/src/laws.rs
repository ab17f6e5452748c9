//! The laws every game keeps, checked by random play.
//!
//! 1. **Legal means playable**: whatever [`Game::legal`] offers is accepted.
//! 2. **The rest is refused**, and a refused move changes nothing.
//! 3. **Replay equals live**: the log of moves gives the same state and the same events.
//! 4. **No leak**: two deals that differ only in cards a viewer does not know look the same to them.
//! 5. **Chips are conserved** after every move but for what people bring and take along, and the payoffs sum to zero.
//! 6. **Every game ends**, nobody awaited is without an offer, and payoffs are there exactly at the end.
//!
//! A game joins in by implementing [`Specimen`]; [`check`] then plays it, and a failure is shrunk to
//! a short tape of choices that [`replay_tape`] plays again.

mod dice;
mod leak;
mod one;
mod shrink;

use crate::{Game, Joining, Seat, SeatSet, Seated, Viewer};
use kozyr_cards::Pack;
use std::fmt;

pub use dice::Dice;
pub use one::Played;

/// What random play needs to know beyond the game itself.
pub trait Specimen: Game {
    /// A random table: rules, who sits there with what, and the pack to deal from.
    fn table(dice: &mut Dice) -> (Self::Rules, Vec<Seated>, Pack);

    /// An action within the bounds of an offer.
    fn accept(state: &Self::State, seat: Seat, offer: &Self::Offer, dice: &mut Dice) -> Self::Action;

    /// Does the offer cover the action?
    fn covers(offer: &Self::Offer, action: &Self::Action) -> bool;

    /// Any action a client could send, sensible or not.
    fn anything(state: &Self::State, seat: Seat, dice: &mut Dice) -> Self::Action;

    /// Is this an offer that random play should take up only now and then, because it ends the game, say?
    fn rare(_offer: &Self::Offer) -> bool {
        false
    }

    /// No game is longer than this many moves.
    const LONGEST: usize;

    /// Somebody new who could join now, if the game has that.
    fn joins(_state: &Self::State, _dice: &mut Dice) -> Option<Joining> {
        None
    }

    /// Who could part now: all of these, and nobody else.
    fn parts(_state: &Self::State) -> SeatSet {
        SeatSet::EMPTY
    }

    /// Every how many moves, about, a clock runs out; 0 for never.
    const TIMEOUT_EVERY: u32 = 16;

    /// What the viewer has rightly learned besides faces, such as which of two hands they did not
    /// see was the lower one. The leak law lets two deals go apart where this differs, and only there.
    fn learned(_state: &Self::State, _viewer: Viewer) -> u64 {
        0
    }

    /// Asserts what must hold inside the state after every move, beyond the common laws.
    fn invariants(_state: &Self::State) {}
}

/// Which law.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Law {
    LegalMeansPlayable,
    TheRestIsRefused,
    ReplayEqualsLive,
    NoLeak,
    ChipsAreConserved,
    EveryGameEnds,
    /// The game's own assertions, or a panic.
    OwnInvariants,
}

/// A broken law, with how it was broken.
#[derive(Clone, Debug)]
pub struct Broken {
    /// Which law.
    pub law: Law,
    /// What was seen.
    pub what: String,
    /// The choices that lead there, for [`replay_tape`].
    pub tape: Vec<u32>,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}\n  tape: {:?}", self.law, self.what, self.tape)
    }
}
impl std::error::Error for Broken {}

/// What a run of the laws has seen, so that a test can insist that it saw something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    /// Games played to the end.
    pub games: u64,
    /// Moves made in them.
    pub moves: u64,
    /// Moves that had to be refused and were.
    pub refused: u64,
    /// Steps at which two deals that differed in a dealt, hidden card were compared.
    pub twins: u64,
}

/// Plays `games` random games from this seed and checks every law at every move.
///
/// # Errors
/// The first broken law, shrunk.
pub fn check<G: Specimen>(seed: u64, games: u64) -> Result<Seen, Box<Broken>> {
    let mut seen = Seen::default();
    for number in 0..games {
        let mut dice = Dice::random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
        if let Err(broken) = one::game::<G>(&mut dice, &mut seen) {
            return Err(Box::new(shrink::shrink::<G>(broken)));
        }
    }
    Ok(seen)
}

/// Plays the one game a tape of choices describes; after its end every choice is the first one.
///
/// # Errors
/// The broken law, if it is still broken.
pub fn replay_tape<G: Specimen>(tape: &[u32]) -> Result<Seen, Box<Broken>> {
    let mut seen = Seen::default();
    one::game::<G>(&mut Dice::from_tape(tape), &mut seen).map_err(Box::new)?;
    Ok(seen)
}

/// Plays a random game of legal moves only, checking nothing: for benchmarks and simulations.
pub fn play_out<G: Specimen>(dice: &mut Dice) -> Played<G> {
    one::play_out::<G>(dice)
}
