//! One person at the table: what they want, and how they stand.

use kozyr_card_game::Seat;
use kozyr_chips::Chips;

/// What a player wants; they alone decide it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Intent {
    /// To play.
    #[default]
    Play,
    /// To pause until the big blind comes to them.
    WaitForBigBlind,
    /// To pause.
    Pause,
    /// To leave.
    Leave,
}

impl Intent {
    /// The intent of a number from 0 to 3.
    pub const fn from_number(number: i64) -> Option<Intent> {
        Some(match number {
            0 => Intent::Play,
            1 => Intent::WaitForBigBlind,
            2 => Intent::Pause,
            3 => Intent::Leave,
            _ => return None,
        })
    }

    /// Its number: 0 to 3.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Out, but keeping the seat?
    pub const fn is_pause(self) -> bool {
        matches!(self, Intent::WaitForBigBlind | Intent::Pause)
    }
}

/// How a player stands. Whoever is in has no debt: there is no way to write it down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Takes part in the hand; an intent other than to play waits for the next action.
    In(Intent),
    /// Takes no part.
    Out {
        /// What they want.
        intent: Intent,
        /// What they owe in missed blinds.
        debt: Chips,
    },
}

/// A player who is in and owes blinds, or one who owes less than nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Impossible {
    /// Blinds are owed by those who are out.
    #[error("an active player cannot owe dead blinds")]
    ActiveDebt,
    /// A debt is not negative.
    #[error("dead blinds cannot be negative")]
    NegativeDebt,
}

impl Standing {
    /// From the three fields of the state matrix.
    pub fn new(inactive: bool, intent: Intent, debt: Chips) -> Result<Standing, Impossible> {
        match inactive {
            _ if debt.is_negative() => Err(Impossible::NegativeDebt),
            true => Ok(Standing::Out { intent, debt }),
            false if debt.is_zero() => Ok(Standing::In(intent)),
            false => Err(Impossible::ActiveDebt),
        }
    }

    /// What they want.
    pub const fn intent(self) -> Intent {
        match self {
            Standing::In(intent) | Standing::Out { intent, .. } => intent,
        }
    }

    /// What they owe.
    pub const fn debt(self) -> Chips {
        match self {
            Standing::In(_) => Chips::ZERO,
            Standing::Out { debt, .. } => debt,
        }
    }

    /// Do they take part?
    pub const fn is_in(self) -> bool {
        matches!(self, Standing::In(_))
    }

    /// Out of the hand, with the same wish and debt.
    pub const fn out(self) -> Standing {
        Standing::Out { intent: self.intent(), debt: self.debt() }
    }
}

/// Somebody with a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sitter {
    /// Where.
    pub seat: Seat,
    /// With how many chips.
    pub stack: Chips,
    /// In or out, and what they want.
    pub standing: Standing,
    /// Has never been dealt in here.
    pub newcomer: bool,
    /// What they would need in front of them to stay, when it is the table that shows them out; else nothing.
    pub short_of: Chips,
}

/// The table shows a player out, and they have not brought the chips to stay.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("too few chips to stay at the table: {need} are needed")]
pub struct NotYet {
    /// What it takes.
    pub need: Chips,
}

impl Sitter {
    /// Somebody who plays.
    pub const fn playing(seat: Seat, stack: Chips) -> Sitter {
        let standing = Standing::In(Intent::Play);
        Sitter { seat, stack, standing, newcomer: false, short_of: Chips::ZERO }
    }

    /// Somebody who sits down. While a hand is under way they wait for the next one.
    pub const fn joining(seat: Seat, stack: Chips, under_way: bool) -> Sitter {
        let standing = if under_way {
            Standing::Out { intent: Intent::Play, debt: Chips::ZERO }
        } else {
            Standing::In(Intent::Play)
        };
        Sitter { seat, stack, standing, newcomer: true, short_of: Chips::ZERO }
    }

    /// Changes their mind.
    ///
    /// A pause asked for while they are in becomes real with the next action ([`Sitter::take_hold`]); leaving
    /// does at once. Somebody out comes back with the next hand, not before. Leaving can be taken back until
    /// then, but not by somebody the table shows out for lack of chips.
    pub fn ask(&mut self, intent: Intent) -> Result<(), NotYet> {
        if self.standing.intent() == Intent::Leave && intent != Intent::Leave {
            if self.stack < self.short_of {
                return Err(NotYet { need: self.short_of });
            }
            self.short_of = Chips::ZERO;
        }
        self.standing = match self.standing {
            Standing::In(_) if intent == Intent::Leave => Standing::Out { intent, debt: Chips::ZERO },
            Standing::In(_) => Standing::In(intent),
            Standing::Out { debt, .. } => Standing::Out { intent, debt },
        };
        Ok(())
    }

    /// The next action has come: whoever asked for a pause is out from here on.
    pub fn take_hold(&mut self) {
        if self.standing.intent() != Intent::Play {
            self.standing = self.standing.out();
        }
    }

    /// The table shows them out; they go with the hand after.
    pub(super) fn show_out(&mut self, need: Chips) {
        self.standing = Standing::Out { intent: Intent::Leave, debt: self.standing.debt() };
        self.short_of = need.max(Chips::new(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every row of the matrix that is possible, and all that are not.
    #[test]
    fn the_state_matrix() {
        let debt = Chips::new(3);
        for intent in [Intent::Play, Intent::WaitForBigBlind, Intent::Pause, Intent::Leave] {
            assert_eq!(Intent::from_number(i64::from(intent.number())), Some(intent));
            assert_eq!(Standing::new(false, intent, Chips::ZERO), Ok(Standing::In(intent)));
            assert_eq!(Standing::new(false, intent, debt), Err(Impossible::ActiveDebt));
            for debt in [Chips::ZERO, debt] {
                assert_eq!(Standing::new(true, intent, debt), Ok(Standing::Out { intent, debt }));
            }
            assert_eq!(Standing::new(true, intent, -debt), Err(Impossible::NegativeDebt));
        }
        assert_eq!((Intent::from_number(4), Intent::from_number(-1)), (None, None));
    }

    #[test]
    fn a_pause_waits_for_the_next_action_and_leaving_does_not() {
        let seat = Seat::from_index(0);
        let mut sitter = Sitter::playing(seat, Chips::new(50));
        sitter.ask(Intent::Pause).unwrap();
        assert_eq!(sitter.standing, Standing::In(Intent::Pause));
        sitter.take_hold();
        assert_eq!(sitter.standing, Standing::Out { intent: Intent::Pause, debt: Chips::ZERO });
        sitter.ask(Intent::Play).unwrap();
        sitter.take_hold();
        assert_eq!(sitter.standing, Standing::Out { intent: Intent::Play, debt: Chips::ZERO });

        let mut leaver = Sitter::playing(seat, Chips::new(50));
        leaver.ask(Intent::Leave).unwrap();
        assert!(!leaver.standing.is_in());
        leaver.ask(Intent::Play).unwrap();
        assert_eq!(leaver.standing.intent(), Intent::Play);
    }

    #[test]
    fn whom_the_table_shows_out_needs_the_chips_to_stay() {
        let mut broke = Sitter::playing(Seat::from_index(0), Chips::ZERO);
        broke.show_out(Chips::new(20));
        assert_eq!(broke.ask(Intent::Play), Err(NotYet { need: Chips::new(20) }));
        assert_eq!(broke.standing.intent(), Intent::Leave);
        broke.stack = Chips::new(20);
        broke.ask(Intent::Play).unwrap();
        assert_eq!((broke.standing.intent(), broke.short_of), (Intent::Play, Chips::ZERO));
    }
}
