//! A tournament's seats: who waits for the button, and which seat is the worst.

use super::places::{between, clockwise};
use super::{Intent, Seating, Seats, Standing};
use kozyr_card_game::{Seat, SeatSet};
use kozyr_chips::Chips;

impl Seating {
    /// In a tournament nobody's wish counts: they play, or wait for the button to pass. The big blind calls whoever
    /// waits if there is nobody else.
    pub(super) fn assign(&mut self) {
        if self.options.seats == Seats::Chosen {
            return;
        }
        for index in 0..self.sitters.len() {
            let sitter = &self.sitters[index];
            let waits = sitter.newcomer && self.is_behind_button(sitter.seat);
            let intent = if waits { Intent::WaitForBigBlind } else { Intent::Play };
            self.sitters[index].standing = match waits {
                true => Standing::Out { intent, debt: Chips::ZERO },
                false => Standing::In(intent),
            };
        }
    }

    /// Will the seat lie between the button and the small blind of the next hand? They follow the blinds of the last.
    fn is_behind_button(&self, seat: Seat) -> bool {
        self.places.is_some_and(|last| self.is_between(last.small_blind, seat, last.big_blind))
    }

    /// Strictly between two seats, clockwise; between a seat and itself lies nothing.
    fn is_between(&self, from: Seat, seat: Seat, to: Seat) -> bool {
        from != to && between(from, seat, to, self.seats)
    }

    /// The worst free seat for somebody moved here to balance: the first that will post the big blind, never the small
    /// blind (TDA 11). Says too whether they have to wait for the button. `taken` may have seats nobody plays in.
    pub fn worst_seat(&self, taken: SeatSet) -> Option<(Seat, bool)> {
        let free = |seat: &Seat| !taken.contains(*seat);
        let Some(next) = self.next_hand().deal.map(|deal| deal.places) else {
            let last =
                self.places.map_or(Seat::from_index(usize::from(self.seats) - 1), |last| last.big_blind);
            return clockwise(last, self.seats).find(free).map(|seat| (seat, false));
        };
        let blind =
            |&seat: &Seat| !self.is_between(next.button, seat, next.small_blind) && seat != next.small_blind;
        let seat = clockwise(next.small_blind, self.seats).filter(free).find(blind);
        let waits = || clockwise(next.button, self.seats).find(free).map(|seat| (seat, true));
        seat.map(|seat| (seat, false)).or_else(waits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seating::{Deal, Options, Sitter, Stakes};

    fn seat(number: u8) -> Seat {
        Seat::from_number(number).unwrap()
    }

    fn table(seats: u8, live: &[u8]) -> Seating {
        let mut table = Seating::new(seats, Stakes::blinds(Chips::new(10), Chips::new(20)));
        table.options = Options { seats: Seats::Assigned, ..Options::default() };
        live.iter().for_each(|&number| arrive(&mut table, number, false));
        table
    }

    fn arrive(table: &mut Seating, number: u8, newcomer: bool) {
        let sitter = Sitter::playing(seat(number), Chips::new(100));
        table.sitters.push(Sitter { newcomer, ..sitter });
    }

    fn deal(table: &mut Seating) -> Deal {
        let next = table.next_hand();
        *table = next.table;
        next.deal.expect("two can play")
    }

    /// Button, who posts the small blind (0 for dead), big blind.
    fn places(deal: &Deal) -> [u8; 3] {
        let posts = |post: &&super::super::Post| post.blind == Chips::new(10);
        let small = deal.posts.iter().find(posts).map_or(0, |post| post.seat.number());
        [deal.places.button.number(), small, deal.places.big_blind.number()]
    }

    #[test]
    fn from_heads_up_to_three_nobody_pays_twice() {
        let mut heads_up = table(6, &[1, 4]);
        assert_eq!(places(&deal(&mut heads_up)), [1, 1, 4]);
        // The newcomer sits after the big blind: they have it next.
        let mut three = heads_up.clone();
        arrive(&mut three, 5, true);
        assert_eq!(places(&deal(&mut three)), [1, 4, 5]);
        // They sit between the button and the small blind to come: one hand without them, then their big blind.
        let mut three = heads_up;
        arrive(&mut three, 2, true);
        let without = deal(&mut three);
        assert_eq!((without.posts.len(), places(&without)), (2, [4, 4, 1]));
        assert_eq!(places(&deal(&mut three)), [4, 1, 2]);
    }

    #[test]
    fn everybody_is_dealt_in_and_posts_what_they_have() {
        let mut three = table(6, &[1, 2, 3]);
        three.options.entry = super::super::Entry::Post;
        deal(&mut three);
        three.sitters[0].stack = Chips::new(1);
        three.sitters[1].standing = Standing::Out { intent: Intent::Pause, debt: Chips::new(30) };
        arrive(&mut three, 4, true);
        let next = three.next_hand();
        let deal = next.deal.unwrap();
        assert_eq!(deal.posts.len(), 4, "who is away and who is short too");
        assert!(deal.posts.iter().all(|post| post.dead.is_zero() && !post.blind.is_negative()));
        assert!(next.table.sitters.iter().all(|sitter| sitter.short_of.is_zero()));
    }

    #[test]
    fn random_busts_and_arrivals_never_charge_a_player_twice_running() {
        let mut dice = kozyr_card_game::laws::Dice::random(7);
        for seats in 2..=10u8 {
            let mut table = table(seats, &[1, 2]);
            let mut last_big = None;
            for _ in 0..3000 {
                let deal = deal(&mut table);
                let [_, small, _] = places(&deal);
                let (button, big) = (deal.places.button, deal.places.big_blind);
                assert!(deal.posts.iter().any(|post| post.seat == big));
                assert_ne!(last_big, Some(big), "twice running: {deal:?}");
                assert_ne!(small, big.number());
                assert_ne!(button, big);
                assert!(deal.posts.len() == 2 || small != button.number(), "{deal:?}");
                last_big = Some(big);
                for number in 1..=seats {
                    let here = table.sitters.iter().position(|sitter| sitter.seat == seat(number));
                    match here {
                        Some(index) if table.sitters.len() > 2 && dice.one_in(6) => {
                            table.sitters.remove(index);
                            last_big = last_big.filter(|&big| big != seat(number));
                        }
                        None if dice.one_in(8) => arrive(&mut table, number, true),
                        _ => {}
                    }
                }
            }
        }
    }
}
