//! What is agreed before the first card: the mode, the pack, what a clock does, points and stakes.

use crate::params::ParamError;
use kozyr_card_game::{Seat, SeatSet};
use kozyr_cards::Pack;
use kozyr_chips::Chips;

/// No table of Durak has more boxes.
pub const MAX_BOXES: usize = 6;

/// Cards a hand is dealt, and filled up to.
pub const HAND: usize = 6;

/// The game mode; the number behind it is the protocol's `game_mode`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
#[repr(u8)]
pub enum Mode {
    /// 0: everybody alone, attacks are beaten or taken.
    #[default]
    Plain,
    /// 1: an attack may be transferred to the next player.
    Transfer,
    /// 2: transfer with the traffic light: the card is shown first.
    TrafficLight,
    /// 3: two pairs.
    Pairs,
    /// 4: two pairs, with transfer.
    PairsTransfer,
    /// 5: two pairs, transfer with the traffic light.
    PairsTrafficLight,
}

impl Mode {
    /// All six, in the order of their numbers.
    pub const ALL: [Mode; 6] = [
        Mode::Plain,
        Mode::Transfer,
        Mode::TrafficLight,
        Mode::Pairs,
        Mode::PairsTransfer,
        Mode::PairsTrafficLight,
    ];

    /// The mode the protocol calls by this number.
    pub fn from_number(number: u8) -> Option<Mode> {
        Mode::ALL.get(usize::from(number)).copied()
    }

    /// The protocol's number, 0 to 5.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Do opposite seats play together?
    pub const fn pairs(self) -> bool {
        self.number() >= 3
    }

    /// May an attack be transferred?
    pub const fn transfers(self) -> bool {
        !self.number().is_multiple_of(3)
    }

    /// Has a card to be shown before it transfers?
    pub const fn traffic_light(self) -> bool {
        self.number() % 3 == 2
    }
}

/// What happens to an attacker or defender whose time and time bank are both used up.
/// (Anybody else who could throw in has simply finished.)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub enum OnTimeout {
    /// They are the fool and the party ends.
    #[default]
    Lose,
    /// The attacker leads their lowest card or finishes; the defender takes, or transfers what they have shown.
    Auto,
}

/// Who attacks first in a party.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub enum Opening {
    /// The holder of the lowest trump, which is shown to all; the first box when nobody holds one.
    #[default]
    LowestTrump,
    /// This player, for how the last party ended.
    Leads(Seat),
}

/// The rules of one party.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub struct Rules {
    /// Transfer, traffic light, pairs.
    pub mode: Mode,
    /// 36 cards; 24 or 52 by agreement.
    #[cfg_attr(feature = "serde", serde(with = "crate::forms::pack"))]
    pub pack: Pack,
    /// May the others go on throwing in after `take`? (They may, by the real rule.)
    pub throw_after_take: bool,
    /// What a clock that has run out does.
    pub on_timeout: OnTimeout,
    /// Who attacks first.
    pub opening: Opening,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            mode: Mode::Plain,
            pack: Pack::Short36,
            throw_after_take: true,
            on_timeout: OnTimeout::Lose,
            opening: Opening::LowestTrump,
        }
    }
}

impl Rules {
    /// Can these boxes play by these rules?
    pub(crate) fn check(&self, boxes: SeatSet) -> Result<(), ParamError> {
        if boxes.iter().any(|seat| seat.index() >= MAX_BOXES) {
            return Err(ParamError::new("num_seats", boxes.len(), "boxes 0 to 5"));
        }
        let most = if self.pack == Pack::Small24 { 4 } else { MAX_BOXES };
        match boxes.len() {
            4 if self.mode.pairs() && boxes == SeatSet::first(4) => {}
            len if self.mode.pairs() => return Err(ParamError::new("num_seats", len, "4 for pairs")),
            len @ (0 | 1) => return Err(ParamError::new("num_seats", len, "2 to 6")),
            len if len > most && most == 4 => {
                return Err(ParamError::new("num_seats", len, "2 to 4 with 24 cards"));
            }
            _ => {}
        }
        match self.pack {
            Pack::Full52 | Pack::Short36 | Pack::Small24 => {}
            Pack::Seka21 => return Err(ParamError::new("deck_size", 21, "24, 36 or 52")),
        }
        match self.opening {
            Opening::Leads(seat) if !boxes.contains(seat) => {
                Err(ParamError::new("opening", seat.index(), "a box that plays"))
            }
            _ => Ok(()),
        }
    }
}

/// The conditions of a whole game: a row of parties for points and a stake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub struct Conditions {
    /// The rules of each party; its opening is that of the first one.
    pub rules: Rules,
    /// How many boxes the table has, 2 to 6.
    pub num_seats: u8,
    /// The game ends when somebody has so many points; 0: parties go on while two want to play.
    pub points: u16,
    /// Seconds a turn; 0 for no clock. The rules only carry it: clocks are kept outside.
    pub timeout: u16,
    /// Seconds in everybody's time bank, for the whole game.
    pub timebank: u16,
    /// What everybody stakes, on the game or (with `points` 0) on each party.
    pub stake: Chips,
    /// The room's part of the pool, in percent.
    pub rake_percent: u8,
}

impl Default for Conditions {
    fn default() -> Conditions {
        Conditions {
            rules: Rules::default(),
            num_seats: 2,
            points: 1,
            timeout: 30,
            timebank: 60,
            stake: Chips::ZERO,
            rake_percent: 10,
        }
    }
}

impl Conditions {
    /// Is every parameter in its range, and do they go together?
    ///
    /// # Errors
    /// The first parameter that is not, by the protocol's name for it.
    pub fn check(&self) -> Result<(), ParamError> {
        let in_range = |name, value: u64, most: u64, allowed| {
            if value <= most { Ok(()) } else { Err(ParamError::new(name, value, allowed)) }
        };
        if !(2..=6).contains(&self.num_seats) {
            return Err(ParamError::new("num_seats", self.num_seats, "2 to 6"));
        }
        in_range("points", self.points.into(), 999, "0 to 999")?;
        in_range("timeout", self.timeout.into(), 999, "0 to 999 seconds")?;
        in_range("timebank", self.timebank.into(), 999, "0 to 999 seconds")?;
        in_range("rake", self.rake_percent.into(), 100, "0 to 100 percent")?;
        // Six stakes must still be an amount, hence the tenth.
        let most = Chips::MAX.units() / 10;
        if !(0..=most).contains(&self.stake.units()) {
            return Err(ParamError::new("cash_bet", self.stake, "nothing or a positive amount"));
        }
        self.rules.check(SeatSet::first(self.num_seats.into()))
    }
}

/// The partner in a game of pairs: the opposite seat.
pub(crate) fn partner(seat: Seat) -> Seat {
    Seat::from_index((seat.index() + 2) % 4)
}
