//! Places of button and blinds, and walking round the table.

use kozyr_card_game::Seat;

/// The seats of button and blinds: places, which stay where they are when their player is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub struct Places {
    /// The button; dead if nobody there is dealt in.
    pub button: Seat,
    /// The seat that had the big blind before. Dead if nobody there is dealt in; heads-up, and with a moving
    /// button, somebody else may post the small blind.
    pub small_blind: Seat,
    /// The big blind.
    pub big_blind: Seat,
}

/// The seats clockwise after this one, all the way round to itself.
pub(super) fn clockwise(after: Seat, seats: u8) -> impl Iterator<Item = Seat> {
    let seats = usize::from(seats);
    (1..=seats).map(move |step| Seat::from_index((after.index() + step) % seats))
}

/// Steps clockwise from one seat to another; nothing from a seat to itself.
pub(super) fn distance(from: Seat, to: Seat, seats: u8) -> usize {
    let seats = usize::from(seats);
    (to.index() + seats - from.index()) % seats
}

/// Does the seat lie strictly between two others, clockwise?
pub(super) fn between(from: Seat, seat: Seat, to: Seat, seats: u8) -> bool {
    let reached = distance(from, seat, seats);
    let full = match distance(from, to, seats) {
        0 => usize::from(seats),
        steps => steps,
    };
    reached > 0 && reached < full
}

/// Does a mark that moves from one seat to another pass this seat or stop on it?
pub(super) fn passed_or_reached(from: Seat, seat: Seat, to: Seat, seats: u8) -> bool {
    let reached = distance(from, seat, seats);
    reached > 0 && reached <= distance(from, to, seats)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_the_table() {
        let seat = Seat::from_index;
        let walk: Vec<usize> = clockwise(seat(2), 4).map(Seat::index).collect();
        assert_eq!(walk, [3, 0, 1, 2]);
        assert_eq!((distance(seat(3), seat(1), 6), distance(seat(1), seat(1), 6)), (4, 0));
        assert!(between(seat(4), seat(0), seat(2), 6) && !between(seat(4), seat(2), seat(2), 6));
        assert!(between(seat(4), seat(1), seat(4), 6), "once round passes everybody else");
        assert!(passed_or_reached(seat(4), seat(2), seat(2), 6));
        assert!(!passed_or_reached(seat(4), seat(4), seat(2), 6));
        assert!(!passed_or_reached(seat(4), seat(2), seat(4), 6), "a mark that stays passes nobody");
    }
}
