//! Where the button and the blinds are: the dead button.
//!
//! The big blind always moves on to the next player. The small blind follows to the seat that had
//! the big blind and the button to the seat that had the small blind, whether or not anybody still
//! sits there: nobody pays a blind twice running, nobody skips one.

use kozyr_card_game::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// The button and the blinds of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Blinds {
    /// Where the button lies; the seat may be empty.
    pub button: Seat,
    /// The place of the small blind; the seat may be empty, or heads-up not be the one that posts.
    pub small_blind: Seat,
    /// Who posts the big blind.
    pub big_blind: Seat,
    /// Who posts the small blind; nobody when it is dead.
    pub posts_small: Option<Seat>,
}

/// A hand to be dealt: where the blinds are and who gets cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal {
    /// Button and blinds.
    pub blinds: Blinds,
    /// Everybody dealt in.
    pub dealt: SeatSet,
}

/// The players of a table as the button sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Circle {
    /// How many seats the table has.
    pub seats: usize,
    /// Where somebody with chips sits.
    pub live: SeatSet,
    /// Who of them has not been dealt in at this table yet.
    pub fresh: SeatSet,
    /// The button and blinds of the last hand here, if there was one.
    pub last: Option<Blinds>,
}

impl Circle {
    /// The next hand, or `None` when fewer than two can be dealt in.
    pub fn next_deal(&self) -> Option<Deal> {
        if self.live.len() < 2 {
            return None;
        }
        let Some(last) = self.last else {
            let button = self.live.iter().next()?;
            return Some(self.first_deal(button));
        };
        let (button, small_blind) = (last.small_blind, last.big_blind);
        let mut dealt = self.live;
        for seat in self.live.iter() {
            // Just arrived between the button and the small blind: they wait until the button passes.
            if self.fresh.contains(seat) && self.is_between(button, seat, small_blind) {
                dealt.remove(seat);
            }
        }
        if dealt.len() < 2 {
            dealt = self.live;
        }
        let big_blind = self.next_of(dealt, last.big_blind);
        let blinds = if dealt.len() == 2 {
            // Heads-up the other player has the button and posts the small blind.
            let other = self.next_of(dealt, big_blind);
            Blinds { button: other, small_blind, big_blind, posts_small: Some(other) }
        } else {
            let posts_small = Some(small_blind).filter(|&seat| dealt.contains(seat));
            // A table that has just grown: the button's seat would post a blind, so it lies before them.
            let posts = button == big_blind || Some(button) == posts_small;
            let button = if posts { self.previous_of(dealt, small_blind) } else { button };
            Blinds { button, small_blind, big_blind, posts_small }
        };
        Some(Deal { blinds, dealt })
    }

    /// A hand with the button on this seat and everybody dealt in: the first of a table.
    pub fn first_deal(&self, button: Seat) -> Deal {
        let after = self.next_of(self.live, button);
        let small = if self.live.len() == 2 { button } else { after };
        let big_blind = self.next_of(self.live, small);
        let blinds = Blinds { button, small_blind: small, big_blind, posts_small: Some(small) };
        Deal { blinds, dealt: self.live }
    }

    /// The worst free seat for a player moved here to balance: the first that will post the big
    /// blind, never the small blind (TDA 11). Says too whether they have to wait for the button.
    pub fn worst_seat(&self, taken: SeatSet, next: Option<Blinds>) -> Option<(Seat, bool)> {
        let free = |seat: &Seat| !taken.contains(*seat);
        let Some(next) = next else {
            let from = self.last.map_or(Seat::from_index(self.seats - 1), |last| last.big_blind);
            return self.clockwise(from).find(free).map(|seat| (seat, false));
        };
        let seat = self
            .clockwise(next.small_blind)
            .filter(free)
            .find(|&seat| !self.is_between(next.button, seat, next.small_blind) && seat != next.small_blind);
        let waits = || self.clockwise(next.button).find(free).map(|seat| (seat, true));
        seat.map(|seat| (seat, false)).or_else(waits)
    }

    /// Every seat once, beginning after this one and ending with it.
    fn clockwise(&self, from: Seat) -> impl Iterator<Item = Seat> + use<> {
        let seats = self.seats;
        (1..=seats).map(move |step| Seat::from_index((from.index() + step) % seats))
    }

    /// The next of a set after a seat; the seat itself when nobody else is in it.
    fn next_of(&self, set: SeatSet, from: Seat) -> Seat {
        self.clockwise(from).find(|&seat| set.contains(seat)).unwrap_or(from)
    }

    /// The last of a set before a seat.
    fn previous_of(&self, set: SeatSet, to: Seat) -> Seat {
        let before = self.clockwise(to).filter(|&seat| set.contains(seat) && seat != to).last();
        before.unwrap_or(to)
    }

    /// Strictly between two seats, clockwise?
    fn is_between(&self, from: Seat, seat: Seat, to: Seat) -> bool {
        let steps = |seat: Seat| (seat.index() + self.seats - from.index()) % self.seats;
        steps(seat) > 0 && steps(seat) < steps(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(number: u8) -> Seat {
        Seat::from_number(number).unwrap()
    }

    fn set(numbers: &[u8]) -> SeatSet {
        numbers.iter().map(|&n| seat(n)).collect()
    }

    fn circle(seats: usize, live: &[u8], last: Option<Blinds>) -> Circle {
        Circle { seats, live: set(live), fresh: SeatSet::EMPTY, last }
    }

    /// Button, small blind (0 for dead), big blind.
    fn places(deal: Option<Deal>) -> [u8; 3] {
        let blinds = deal.unwrap().blinds;
        [blinds.button.number(), blinds.posts_small.map_or(0, Seat::number), blinds.big_blind.number()]
    }

    #[test]
    fn the_first_hand_of_a_table() {
        assert_eq!(places(circle(9, &[2, 5, 7], None).next_deal()), [2, 5, 7]);
        assert_eq!(places(circle(9, &[4, 8], None).next_deal()), [4, 4, 8]);
        assert_eq!(circle(9, &[4], None).next_deal(), None);
    }

    #[test]
    fn from_heads_up_to_three_nobody_pays_twice() {
        let heads_up = circle(6, &[1, 4], None).next_deal().unwrap().blinds;
        // The newcomer sits after the big blind: they have it next.
        let mut three = circle(6, &[1, 4, 5], Some(heads_up));
        three.fresh = set(&[5]);
        assert_eq!(places(three.next_deal()), [1, 4, 5]);
        // They sit between the button and the small blind to come: one hand without them, then their big blind.
        let mut three = circle(6, &[1, 2, 4], Some(heads_up));
        three.fresh = set(&[2]);
        let deal = three.next_deal().unwrap();
        assert_eq!((deal.dealt, places(Some(deal))), (set(&[1, 4]), [4, 4, 1]));
        three.last = Some(deal.blinds);
        assert_eq!(places(three.next_deal()), [4, 1, 2]);
    }

    #[test]
    fn random_busts_and_arrivals_never_charge_a_player_twice_running() {
        let mut state = 7u64;
        let mut below = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        for seats in 2..=10usize {
            let mut table = circle(seats, &[1, 2], None);
            let mut last_big = None;
            for _ in 0..3000 {
                let Some(deal) = table.next_deal() else { panic!("two are live") };
                let blinds = deal.blinds;
                assert!(deal.dealt.contains(blinds.big_blind));
                assert_ne!(last_big, Some(blinds.big_blind), "twice running: {blinds:?}");
                assert_ne!(blinds.posts_small, Some(blinds.big_blind));
                assert_ne!(blinds.button, blinds.big_blind);
                assert!(deal.dealt.len() == 2 || blinds.posts_small != Some(blinds.button), "{deal:?}");
                last_big = Some(blinds.big_blind);
                table.last = Some(blinds);
                deal.dealt.iter().for_each(|s| table.fresh.remove(s));
                for index in 0..seats {
                    let s = Seat::from_index(index);
                    if table.live.contains(s) && table.live.len() > 2 && below(6) == 0 {
                        table.live.remove(s);
                        table.fresh.remove(s);
                        last_big = last_big.filter(|&big| big != s);
                    } else if !table.live.contains(s) && below(8) == 0 {
                        table.live.insert(s);
                        table.fresh.insert(s);
                    }
                }
            }
        }
    }
}
