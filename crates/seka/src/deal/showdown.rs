//! Hands compared, and the pot paid out.

use super::{Deal, Phase, Reveal};
use crate::settle::Settlement;
use crate::{Event, Hand, Mode, RevealShown, SeatList, Status};
use kozyr_card_game::Seat;
use kozyr_chips::Chips;

impl Deal {
    fn dealt_hand(&self, seat: Seat) -> Hand {
        self.places[seat].hand.expect("whoever is in has a hand")
    }

    /// REVEAL: the lower hand falls. Of equal hands the one who asked falls, unless they are the last two.
    pub(super) fn compare(&mut self, by: Seat, target: Seat, pay: Chips, out: &mut Vec<Event>) {
        let hands = [by, target].map(|seat| self.dealt_hand(seat));
        let [mine, theirs] = hands.map(|hand| self.rules.score(hand));
        let loser = match mine.cmp(&theirs) {
            std::cmp::Ordering::Less => Some(by),
            std::cmp::Ordering::Greater => Some(target),
            std::cmp::Ordering::Equal if self.players_in() > 2 => Some(by),
            std::cmp::Ordering::Equal => None,
        };
        let shown = self.rules.reveal_shown == RevealShown::Both;
        if shown {
            for seat in [by, target] {
                let place = &mut self.places[seat];
                place.knows.insert(by);
                place.knows.insert(target);
                if place.mode == Mode::Dark {
                    place.mode = Mode::Open;
                }
            }
        }
        self.reveal = Some(Reveal { by, target, loser });
        out.push(Event::Revealed { by, target, pay, loser, hands: shown.then_some(hands) });
        if let Some(loser) = loser {
            self.places[loser].status = Status::Folded;
        }
        if self.players_in() == 1 {
            self.advance(out);
        } else {
            self.phase = Phase::Pause { tied: loser.is_none() };
        }
    }

    /// The pause after a reveal is over.
    pub(super) fn pause_over(&mut self, tied: bool, out: &mut Vec<Event>) {
        out.push(Event::PauseOver);
        if tied {
            let last_two = self.order.iter().copied().filter(|&seat| self.is_in(seat)).collect();
            self.tie(&last_two, out);
        } else {
            self.advance(out);
        }
    }

    /// The hands still in are shown to all; the best points win.
    pub(super) fn showdown(&mut self, out: &mut Vec<Event>) {
        let mut best = 0;
        let mut winners = SeatList::new();
        for nth in 0..self.order.len() {
            let seat = self.order[nth];
            if !self.is_in(seat) {
                continue;
            }
            let hand = self.dealt_hand(seat);
            let points = self.rules.score(hand);
            self.public.insert(seat);
            out.push(Event::Shown { seat, hand, points });
            if points > best {
                best = points;
                winners.clear();
            }
            if points == best {
                winners.push(seat);
            }
        }
        if winners.len() == 1 { self.pay_out(&winners, out) } else { self.tie(&winners, out) }
    }

    /// Pays the pot to the winners, who come in the order clockwise from the dealer, and ends the deal.
    pub(super) fn pay_out(&mut self, winners: &SeatList, out: &mut Vec<Event>) {
        let settlement = Settlement::of(&self.rules, self.pot, self.house);
        self.settlement = Some(settlement);
        self.pot = Chips::ZERO;
        self.house += settlement.repaid;
        self.rake += settlement.rake;
        out.push(Event::Settled { settlement });
        for (&seat, amount) in winners.iter().zip(settlement.shares(winners.len())) {
            let place = &mut self.places[seat];
            place.status = Status::Won;
            place.won = amount;
            place.stack += amount;
            out.push(Event::Won { seat, amount });
        }
        self.phase = Phase::Over;
    }
}
