//! Who sits where, and who looks on.

use kozyr_chips::Chips;
use std::fmt;

/// A seat at the table. People count seats from 1, arrays from 0: [`Seat::number`], [`Seat::index`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "u8", into = "u8")
)]
pub struct Seat(u8);

impl Seat {
    /// No table has more seats.
    pub const MAX: usize = 16;

    /// The seat at this place in an array.
    ///
    /// # Panics
    /// When the index is 16 or more.
    pub const fn from_index(index: usize) -> Seat {
        assert!(index < Seat::MAX, "a table has at most 16 seats");
        Seat(index as u8)
    }

    /// The seat people call by this number, 1 to 16.
    pub const fn from_number(number: u8) -> Option<Seat> {
        if number >= 1 && number as usize <= Seat::MAX { Some(Seat(number - 1)) } else { None }
    }

    /// 0 for the first seat.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 1 for the first seat.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The seat's bit in a set; there are as many bits as seats, so that nothing is shifted out.
    const fn bit(self) -> u16 {
        1u16.wrapping_shl(self.0 as u32)
    }

    /// The next seat clockwise at a table of so many seats.
    pub const fn next(self, seats: usize) -> Seat {
        Seat(((self.0 as usize + 1) % seats) as u8)
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        seat.number()
    }
}

impl TryFrom<u8> for Seat {
    type Error = &'static str;
    fn try_from(number: u8) -> Result<Seat, &'static str> {
        Seat::from_number(number).ok_or("a seat is a number from 1 to 16")
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}
impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat {}", self.number())
    }
}

/// A set of seats in sixteen bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u16);

impl SeatSet {
    /// Nobody.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Just this one.
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(seat.bit())
    }

    /// The first `count` seats.
    pub const fn first(count: usize) -> SeatSet {
        SeatSet(((1u32 << count) - 1) as u16)
    }

    /// Is the seat in the set?
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & seat.bit() != 0
    }

    /// Adds a seat.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= seat.bit();
    }

    /// Takes a seat out.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !seat.bit();
    }

    /// How many.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Nobody?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// In seat order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0;
        core::iter::from_fn(move || {
            let seat = SeatSet(left).first_seat();
            left &= left.wrapping_sub(1);
            seat
        })
    }

    /// The first seat of the set clockwise after this one, all the way round to itself.
    pub const fn next_after(self, seat: Seat) -> Option<Seat> {
        let up_to_seat = seat.bit() | seat.bit().wrapping_sub(1);
        let later = SeatSet(self.0 & !up_to_seat);
        if later.is_empty() { self.first_seat() } else { later.first_seat() }
    }

    const fn first_seat(self) -> Option<Seat> {
        if self.is_empty() { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// The set with this seat in it.
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | seat.bit())
    }

    /// The seats in both.
    pub const fn and(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & other.0)
    }

    /// The seats in this set and not in the other.
    pub const fn without(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        let mut set = SeatSet::EMPTY;
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

/// In JSON: the list of the seats' numbers.
#[cfg(feature = "serde")]
impl serde::Serialize for SeatSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for SeatSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<SeatSet, D::Error> {
        Ok(Vec::<Seat>::deserialize(deserializer)?.into_iter().collect())
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Seat::number)).finish()
    }
}

/// A player who takes part from the start, with what they bring. In a game in which it matters who sits beside
/// whom, the seat is also the chair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seated {
    /// Where.
    pub seat: Seat,
    /// With how many chips; zero in a game without.
    pub stack: Chips,
}

/// A person who takes part while a deal is going on.
///
/// The people of a deal are only ever added to. Somebody who takes a chair that another person left gets a seat
/// of their own in the game, so that rights and what was seen stay with people and not with chairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Joining {
    /// Their seat in the game: one that nobody had in this deal.
    pub seat: Seat,
    /// Where they sit at the table; at most one person who has not parted sits there.
    pub chair: Seat,
    /// With how many chips.
    pub stack: Chips,
}

/// Who looks at the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Viewer {
    /// The player in this seat: their own cards, and what is open.
    Seat(Seat),
    /// Anybody else: only what is open.
    Spectator,
}

impl Viewer {
    /// Is this the player in that seat?
    pub fn is(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_go_round_clockwise() {
        let set: SeatSet = [1, 4, 15].into_iter().map(Seat::from_index).collect();
        let after = |index| set.next_after(Seat::from_index(index)).map(Seat::index);
        assert_eq!((after(0), after(1), after(4), after(15)), (Some(1), Some(4), Some(15), Some(1)));
        assert_eq!(
            SeatSet::only(Seat::from_index(3)).next_after(Seat::from_index(3)).map(Seat::index),
            Some(3)
        );
        assert_eq!(SeatSet::EMPTY.next_after(Seat::from_index(0)), None);
        assert_eq!(set.iter().map(Seat::index).collect::<Vec<_>>(), [1, 4, 15]);
        assert_eq!(set.without(SeatSet::first(5)).len(), 1);
    }
}
