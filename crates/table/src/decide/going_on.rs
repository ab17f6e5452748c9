//! Whatever needs nobody's decision: what is due, what chance does, who leaves, and the next deal.

use super::Draft;
use crate::dealer::Deals;
use crate::seating::{AfterTimeout, ChairOf, GivesUp, RefusedBy, Seating};
use crate::{Entry, LeftWhy, Refused, Wish};
use kozyr_card_game::{Awaits, Seat};
use kozyr_chips::Chips;

/// More lines than this follow from nothing but a mistake.
const LONGEST: usize = 10_000;

impl<S: Seating> Draft<S> {
    pub(super) fn tick(&mut self, dealer: &mut dyn Deals) -> Result<(), RefusedBy<S>> {
        let now = self.at;
        while let Some(clock) = self.table.clocks.iter().find(|clock| clock.ends() <= now).copied() {
            match clock.seat {
                Some(seat) => self.time_out(seat),
                None => self.push(Entry::StageOver),
            }
            // The next decision gets its own time: whoever is due again now was due before.
            self.go_on(dealer)?;
        }
        let gone = |seat: Seat| self.table.gives_up_at(seat).is_some_and(|at| at <= now);
        for seat in self.seats(|seat, _| gone(seat)) {
            if self.plays(seat) {
                self.push(Entry::Leaving(seat, LeftWhy::Away));
                self.go_on(dealer)?;
            }
        }
        let away = |seat: Seat| self.table.away_at(seat).is_some_and(|at| at <= now);
        for seat in self.seats(|seat, _| away(seat)) {
            let busted = self.table.chair(seat).is_some_and(ChairOf::<S>::lacks_chips);
            self.push(Entry::Left(seat, if busted { LeftWhy::Busted } else { LeftWhy::Away }));
        }
        self.go_on(dealer)?;
        if self.entries.is_empty() { Err(Refused::NothingDue) } else { Ok(()) }
    }

    fn time_out(&mut self, seat: Seat) {
        self.push(Entry::TimedOut(seat));
        let Some(chair) = self.table.chair(seat) else { return };
        match S::timed_out(&self.table.house, &self.table.settings, chair) {
            AfterTimeout::Stays => {}
            AfterTimeout::SitsOut if chair.wish == Wish::Play => self.push(Entry::SatOut(seat)),
            AfterTimeout::SitsOut => {}
            AfterTimeout::Leaves => self.send_off(seat, LeftWhy::TimedOut),
        }
    }

    /// The taken seats of which this is so.
    fn seats(&self, so: impl Fn(Seat, &ChairOf<S>) -> bool) -> Vec<Seat> {
        self.table.taken().filter(|(seat, chair)| so(*seat, chair)).map(|(seat, _)| seat).collect()
    }

    /// Goes on until the table waits for somebody or for time.
    pub(super) fn go_on(&mut self, dealer: &mut dyn Deals) -> Result<(), RefusedBy<S>> {
        while self.entries.len() < LONGEST {
            let goes_on =
                if self.table.is_running() { self.goes_on_dealing(dealer)? } else { self.goes_on_between() };
            if !goes_on {
                return Ok(());
            }
        }
        panic!("a table that never waits for anybody: {:?}", self.entries.last());
    }

    /// In a deal: those who leave do what they can, and chance does what it has to.
    fn goes_on_dealing(&mut self, dealer: &mut dyn Deals) -> Result<bool, RefusedBy<S>> {
        if let Some(entry) = self.leaver() {
            self.push(entry);
            return Ok(true);
        }
        if self.somebody_moves() {
            return Ok(true);
        }
        match self.table.awaits() {
            Awaits::Shuffle(cards) => {
                let number = self.table.shuffles + 1;
                let shuffled = dealer.shuffle(number, cards, &self.table.settings.top);
                let commitment = shuffled.ok_or(Refused::NoRandomness)?;
                self.push(Entry::Shuffled { number, commitment });
            }
            Awaits::Chance => {
                let deal =
                    self.table.draw(dealer).expect("a shuffled pack has cards for what is dealt from it");
                self.push(Entry::Dealt(deal));
            }
            Awaits::Seats(_) | Awaits::Stage(_) | Awaits::Nothing => return Ok(false),
        }
        Ok(true)
    }

    /// Somebody on their way out, and what they do now.
    fn leaver(&self) -> Option<Entry<S>> {
        let state = &self.table.hand.as_ref()?.state;
        let leaving =
            self.table.taken().filter(|(_, chair)| chair.wish == Wish::Leave && !chair.lacks_chips());
        leaving.into_iter().find_map(|(seat, chair)| {
            let game_seat = self.table.in_hand(seat)?;
            match S::gives_up(state, game_seat) {
                GivesUp::Acts(action) => Some(Entry::Acted(seat, action)),
                GivesUp::Parts => Some(Entry::Parted(seat, chair.leaving)),
                GivesUp::Waits => None,
            }
        })
    }

    /// Between deals: who leaves goes, what was asked for is brought, and the next deal begins when it is due.
    fn goes_on_between(&mut self) -> bool {
        let leaving = |_, chair: &ChairOf<S>| chair.wish == Wish::Leave && !chair.lacks_chips();
        if let Some(&seat) = self.seats(leaving).first() {
            let why = self.table.chair(seat).map_or(LeftWhy::Wish, |chair| chair.leaving);
            self.push(Entry::Left(seat, why));
            return true;
        }
        if self.somebody_moves() {
            return true;
        }
        if let Some(&seat) = self.seats(|_, chair| chair.top_up.is_positive()).first() {
            self.top_up(seat);
            return true;
        }
        // One deal is made durable before the next begins: where no pause lasts and nobody is there, they follow
        // one another without end.
        let started = || self.entries.iter().any(|entry| matches!(entry, Entry::Started { .. }));
        if self.table.pause.is_some_and(|pause| pause.until <= self.at) && !started() {
            self.next_deal();
            return true;
        }
        false
    }

    /// Whoever is to change seats does, once they have no part in a deal and the game lets them.
    fn somebody_moves(&mut self) -> bool {
        if !self.table.seating.may_change_seats() {
            return false;
        }
        let moving = self.table.taken().filter_map(|(seat, chair)| Some((seat, chair.moves_to?)));
        let moving: Vec<(Seat, Seat)> = moving.collect();
        let Some(&(seat, to)) = moving.iter().find(|(seat, _)| !self.plays(*seat)) else { return false };
        self.change_seats(seat, to);
        true
    }

    /// What was asked for in the hand, as far as the table's limit lets it.
    fn top_up(&mut self, seat: Seat) {
        let Some(chair) = self.table.chair(seat) else { return };
        let room = (self.table.settings.most_buy_in - chair.stack).max(Chips::ZERO);
        match chair.top_up.min(room) {
            chips if chips.is_positive() => self.bring(seat, chips),
            _ => self.push(Entry::CouldNotPay(seat)),
        }
    }

    /// Whoever was shown out a hand ago goes, whoever lacks chips now is shown out, and the others play.
    fn next_deal(&mut self) {
        let before = self.entries.len();
        let next = self.table.seating.next(&self.table.company());
        if next.plan.is_some() {
            for seat in self.seats(|_, chair| chair.lacks_chips()) {
                self.push(Entry::Left(seat, LeftWhy::Busted));
            }
        }
        for (seat, needs) in next.short {
            self.push(Entry::ShownOut { seat, needs });
        }
        for (seat, why) in next.gone {
            self.push(Entry::Left(seat, why));
        }
        match next.plan {
            Some(plan) => self.push(Entry::Started { hand: self.table.hands + 1, plan }),
            None if self.entries.len() == before => self.push(Entry::PauseOver),
            None => {}
        }
    }
}
