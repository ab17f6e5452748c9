//! How a table changes: one line of the log at a time, the same live and in replay.
//!
//! A line was checked when it was decided. One that does not fit is a broken log, and an assertion.

mod deal;

use crate::seating::{Between, ChairOf, Seating, Standings};
use crate::table::{Pausing, Table};
use crate::{Batch, Chair, Departed, Effects, Entry, Funding, LeftWhy, News, Settings, Told, Wish};
use kozyr_card_game::{Clock, Game, Move, Seat};
use kozyr_chips::{Account, Chips, Owner, Transfer};
use kozyr_time::Timestamp;
use std::sync::Arc;

impl<S: Seating> Table<S> {
    /// Carries out what was decided; what follows is added to `effects`.
    ///
    /// # Panics
    /// When the batch was decided for another state than this one, or chips do not add up.
    pub fn apply(&mut self, batch: &Batch<S>, effects: &mut Effects<S>) {
        for entry in &batch.entries {
            self.apply_entry(batch.at, entry, effects);
        }
    }

    /// Carries out one line of the log; what follows is added to `effects`.
    ///
    /// # Panics
    /// When the line does not belong after what was applied before, or chips do not add up.
    pub fn apply_entry(&mut self, at: Timestamp, entry: &Entry<S>, effects: &mut Effects<S>) {
        assert!(at >= self.now, "time went back from {:?} to {at:?}", self.now);
        self.now = at;
        if let Some(deal) = self.hand.as_mut().filter(|deal| !deal.over) {
            deal.lines += 1;
        }
        self.carry_out(at, entry, effects);
        self.schedule(at);
        self.audit();
    }

    fn carry_out(&mut self, at: Timestamp, entry: &Entry<S>, effects: &mut Effects<S>) {
        match entry {
            Entry::Opened { id, settings, house } => {
                *self = Table::open(id.clone(), settings.clone(), house.clone())
                    .expect("settings are checked before");
                self.now = at;
            }
            Entry::Changed { settings, house } => {
                self.changing = Some((Arc::new(settings.clone()), Arc::new(house.clone())));
                if !self.is_running() {
                    self.adopt(effects);
                }
            }
            Entry::HeldUp(held_up) => {
                self.held_up = *held_up;
                self.tell(News::HeldUp(*held_up), effects);
            }
            Entry::Sat { seat, player, chips, wish, standing } => {
                let bank = self.settings.bank;
                self.sit(*seat, Chair::new(player.clone(), *chips, *wish, standing.clone(), bank), effects);
            }
            Entry::TopUpAsked { seat, chips } => {
                self.chair_mut(*seat).top_up = *chips;
                self.tell(News::TopUpAsked(*seat, *chips), effects);
            }
            Entry::AddedChips { seat, chips } => self.add_chips(*seat, *chips, effects),
            Entry::CouldNotPay(seat) => {
                self.chair_mut(*seat).top_up = Chips::ZERO;
                self.seating.could_not_pay(&mut Standings(&mut self.chairs), *seat);
                self.tell(News::CouldNotPay(*seat), effects);
            }
            Entry::SatOut(seat) => {
                let chair = self.chair_mut(*seat);
                chair.wish = Wish::Pause;
                chair.out_since = Some(*chair.first_out.get_or_insert(at));
                self.tell(News::SatOut(*seat), effects);
            }
            Entry::SatIn(seat) => {
                self.comes_in(*seat, Wish::Play);
                self.hurry(at, *seat);
                self.tell(News::SatIn(*seat), effects);
            }
            Entry::Waits(seat) => {
                self.comes_in(*seat, Wish::Wait);
                self.hurry(at, *seat);
                self.tell(News::Waits(*seat), effects);
            }
            Entry::Leaving(seat, why) => {
                let chair = self.chair_mut(*seat);
                (chair.wish, chair.leaving) = (Wish::Leave, *why);
                self.tell(News::Leaving(*seat), effects);
            }
            Entry::ShownOut { seat, needs } => {
                let chair = self.chair_mut(*seat);
                (chair.wish, chair.needs, chair.out_since) = (Wish::Leave, *needs, Some(at));
                self.tell(News::ShownOut(*seat, *needs), effects);
            }
            Entry::Left(seat, why) => {
                let plays = self.is_running() && self.in_hand(*seat).is_some();
                assert!(!plays, "{seat:?} leaves in the middle of a hand");
                self.leave(at, *seat, *why, effects);
            }
            Entry::Moving { seat, to } => {
                self.chair_mut(*seat).moves_to = (seat != to).then_some(*to);
                self.tell(News::Moving(*seat, *to), effects);
            }
            Entry::Moved { seat, to, standing } => self.move_chair(*seat, *to, standing, effects),
            Entry::Said(seat, word) => {
                self.seating.said(&mut Standings(&mut self.chairs), *seat, word);
                self.tell(News::Said(*seat, word.clone()), effects);
            }
            Entry::LineLost(seat) => {
                self.chair_mut(*seat).lost_since = Some(at);
                self.hurry(at, *seat);
                self.tell(News::Line(*seat, false), effects);
            }
            Entry::LineBack(seat) => {
                self.chair_mut(*seat).lost_since = None;
                self.hurry(at, *seat);
                self.tell(News::Line(*seat, true), effects);
            }
            Entry::PauseOver => {
                let pause = self.pause.take().expect("a pause that is over was one");
                self.seating.passed(&mut Standings(&mut self.chairs), pause.name);
                self.tell(News::PauseOver, effects);
            }
            Entry::Started { hand, plan } => self.start(at, *hand, plan, effects),
            Entry::Shuffled { number, commitment } => {
                assert!(*number == self.shuffles + 1, "shuffle {number} after {}", self.shuffles);
                self.shuffles = *number;
                self.tell(News::Shuffled(*number, *commitment), effects);
                self.play(at, None, &Move::Shuffled, effects);
            }
            Entry::Dealt(deal) => self.play(at, None, &Move::Deal(deal.clone()), effects),
            Entry::Acted(seat, action) => {
                let chair = self.chair_mut(*seat);
                chair.missed = 0;
                let themselves = chair.wish != Wish::Leave;
                if let Some(deal) = &mut self.hand {
                    deal.acted |= themselves;
                }
                let game_seat = self.in_hand(*seat).expect("who acts is in the hand");
                let mover = S::MOVER_RESTARTS.then_some(*seat);
                self.play(at, mover, &Move::Act(game_seat, action.clone()), effects);
            }
            Entry::TimedOut(seat) => {
                let chair = self.chair_mut(*seat);
                chair.missed = chair.missed.saturating_add(1);
                if let Some(deal) = &mut self.hand {
                    deal.timed_out = true;
                }
                self.tell(News::TimedOut(*seat), effects);
                let game_seat = self.in_hand(*seat).expect("who is timed is in the hand");
                self.play(at, Some(*seat), &Move::Timeout(Clock::Seat(game_seat)), effects);
            }
            Entry::StageOver => self.play(at, None, &Move::Timeout(Clock::Stage), effects),
            Entry::Joined(seat) => self.join(at, *seat, effects),
            Entry::Parted(seat, why) => self.part(at, *seat, *why, effects),
            Entry::Resumed => self.resume(at, effects),
        }
    }

    fn sit(&mut self, seat: Seat, chair: ChairOf<S>, effects: &mut Effects<S>) {
        assert!(self.chairs[seat.index()].is_none(), "{seat:?} is taken");
        let player = chair.player.id;
        self.held += chair.stack;
        self.transfer(self.settings.payer(player), Owner::Table(self.id.clone()), chair.stack, effects);
        effects.memory.push((player, None));
        let name = chair.player.name.clone();
        self.tell(News::Sat { seat, player, name, stack: chair.stack }, effects);
        self.chairs[seat.index()] = Some(chair);
        self.seating.sat(seat);
    }

    fn move_chair(&mut self, seat: Seat, to: Seat, standing: &S::Standing, effects: &mut Effects<S>) {
        let plays = self.is_running() && self.in_hand(seat).is_some();
        assert!(!plays, "{seat:?} changes seats in the middle of a hand");
        assert!(self.chairs[to.index()].is_none(), "{to:?} is taken");
        let mut chair = self.chairs[seat.index()].take().expect("somebody sits there");
        (chair.moves_to, chair.standing) = (None, standing.clone());
        self.chairs[to.index()] = Some(chair);
        self.seating.moved(seat, to);
        self.tell(News::Moved(seat, to), effects);
    }

    fn add_chips(&mut self, seat: Seat, chips: Chips, effects: &mut Effects<S>) {
        let chair = self.chair_mut(seat);
        chair.stack += chips;
        chair.top_up = Chips::ZERO;
        let player = chair.player.id;
        self.held += chips;
        self.transfer(self.settings.payer(player), Owner::Table(self.id.clone()), chips, effects);
        self.tell(News::AddedChips(seat, chips), effects);
    }

    /// What was changed takes hold.
    pub(super) fn adopt(&mut self, effects: &mut Effects<S>) {
        let Some((settings, house)) = self.changing.take() else { return };
        let last = self.last_seat();
        let settings = if last > settings.seats {
            Arc::new(Settings { seats: last, ..(*settings).clone() })
        } else {
            settings
        };
        self.chairs.resize(settings.seats.into(), None);
        if settings.bank != self.settings.bank {
            self.chairs.iter_mut().flatten().for_each(|chair| chair.bank = settings.bank);
        }
        (self.settings, self.house) = (settings, house);
        self.tell(News::Changed, effects);
    }

    fn comes_in(&mut self, seat: Seat, wish: Wish) {
        let chair = self.chair_mut(seat);
        (chair.wish, chair.out_since, chair.missed, chair.needs) = (wish, None, 0, Chips::ZERO);
    }

    /// The chair is free, and its chips go back where they came from.
    pub(super) fn leave(&mut self, at: Timestamp, seat: Seat, why: LeftWhy, effects: &mut Effects<S>) {
        let chair = self.chairs[seat.index()].take().expect("a free seat is not left");
        let Chair { player, stack, standing, .. } = chair;
        self.held -= stack;
        self.transfer(Owner::Table(self.id.clone()), self.settings.payer(player.id), stack, effects);
        if self.settings.funding == Funding::Stack {
            effects.memory.push((player.id, Some(Departed { at, stack, standing })));
        }
        self.tell(News::Left(seat, why), effects);
        let paid = self.seating.left(seat);
        self.pay(paid, effects);
        if self.taken().next().is_none() {
            self.seating.emptied();
        }
    }

    /// Chips move between accounts of the table's currency.
    pub(super) fn transfer(&self, from: Owner, to: Owner, amount: Chips, effects: &mut Effects<S>) {
        let account = |owner| Account::new(owner, self.settings.currency.clone());
        // Nothing moves when there is nothing to move.
        effects.transfers.extend(Transfer::new(account(from), account(to), amount));
    }

    fn resume(&mut self, at: Timestamp, effects: &mut Effects<S>) {
        for clock in &mut self.clocks {
            let total = clock.until.since(clock.since);
            (clock.since, clock.until) = (at, at + total);
        }
        if let Some(pause) = &mut self.pause {
            let total = pause.until.since(pause.since);
            (pause.since, pause.until) = (at, at + total);
        }
        // Nobody loses a seat because the room was down.
        for chair in self.chairs.iter_mut().flatten() {
            chair.out_since = chair.out_since.map(|_| at);
            chair.first_out = chair.first_out.map(|_| at);
            chair.lost_since = chair.lost_since.map(|_| at);
        }
        self.tell(News::Resumed, effects);
    }

    /// Sets or clears the pause between deals, as the seating says.
    fn schedule(&mut self, at: Timestamp) {
        let between = match self.is_running() || self.held_up {
            true => Between::Wait,
            false => self.seating.between(&self.company()),
        };
        self.pause = match (between, self.pause) {
            (Between::Wait, _) => None,
            (Between::Pause { name, .. }, Some(going_on)) if going_on.name == Some(name) => Some(going_on),
            (Between::Pause { name, length }, _) => {
                Some(Pausing { name: Some(name), since: at, until: at + length })
            }
            (Between::Now, _) => Some(Pausing { name: None, since: at, until: at }),
        };
    }

    pub(super) fn tell(&self, news: News<S>, effects: &mut Effects<S>) {
        let people = self.hand.as_ref().map(|deal| deal.people.clone()).unwrap_or_default();
        effects.told.push(Told { news, people });
    }

    pub(super) fn chair_mut(&mut self, seat: Seat) -> &mut ChairOf<S> {
        self.chairs[seat.index()].as_mut().expect("somebody sits there")
    }

    /// What lies on the table is what was brought and not taken away.
    fn audit(&self) {
        let running = self.hand.as_ref().filter(|deal| !deal.over);
        let aside = self.taken().filter(|(seat, _)| running.is_none() || self.in_hand(*seat).is_none());
        let stacks: Chips = aside.map(|(_, chair)| chair.stack).sum();
        let played = running.map_or(Chips::ZERO, |deal| S::Game::chips(&deal.state));
        let sum = stacks + played + self.seating.holds();
        assert!(sum == self.held, "{} chips became {sum}", self.held);
    }
}
