//! Tables people make and sit down at, and another game with the same people.

use super::House;
use super::channels::{ChannelId, Stage};
use super::table::{Phase, Sitter, Table, Who};
use super::timers::Timer;
use crate::updau::{Answer, Code, Criteria, Fault, State, Step, TableDetails, TableEvent, Wish};
use kozyr_card_game::{Seat, SeatSet};
use std::collections::{BTreeSet, VecDeque};

impl House {
    pub(super) fn table(&self, id: u64) -> &Table {
        self.tables.get(&id).expect("a table of the house")
    }

    /// A table a client asks for.
    fn find_table(&self, id: u64) -> Result<&Table, Fault> {
        self.tables.get(&id).ok_or_else(|| Fault::not_found(format!("no such table: {id}")))
    }

    pub(super) fn table_details(&self, id: u64) -> Result<TableDetails, Fault> {
        let table = self.find_table(id)?;
        Ok(TableDetails { row: table.row(), players: table.players(self), watchers: table.watching(self) })
    }

    pub(super) fn new_table(&mut self, criteria: Criteria, seats: Vec<Option<Sitter>>) -> u64 {
        let id = self.number();
        let (watchers, queue) = (BTreeSet::new(), VecDeque::new());
        self.tables.insert(id, Table { id, criteria, seats, phase: Phase::Gathering, watchers, queue });
        self.table_event(id, TableEvent::New);
        id
    }

    pub(super) fn create(&mut self, id: ChannelId, wish: &Wish) -> Result<Answer, Fault> {
        self.may(id, Step::TakePlace, "create")?;
        self.allow_terms(wish)?;
        let criteria = wish.settle()?;
        self.afford(id, &criteria)?;
        if self.tables.len() >= self.settings.tables {
            return Err(Fault::new(
                Code::Full,
                "there are as many tables as the house can hold: come back later",
            ));
        }
        let seat = Seat::from_index(0);
        let mut seats = vec![None; usize::from(criteria.num_seats)];
        let who = Who::Human { channel: id, uid: self.channel(id).owner };
        seats[seat.index()] = Some(Sitter { who, reserved: None });
        self.leave_room_quietly(id);
        self.leave_watchers_quietly(id);
        let table = self.new_table(criteria, seats);
        self.step(id, Step::TakePlace, Stage::TakePlace { table, seat });
        self.tell_others(id);
        Ok(Answer::Place { table, seat: Some(seat) })
    }

    pub(super) fn join(
        &mut self,
        id: ChannelId,
        table: u64,
        seat: Option<Seat>,
        stack: Option<i64>,
    ) -> Result<Answer, Fault> {
        let seat = self.may_sit(id, table, seat, "join")?;
        let bet = self.table(table).criteria.cash_bet;
        if stack.is_some_and(|stack| stack < bet.units()) {
            return Err(Fault::bad(format!("stack is less than the stake of this table, {bet}")));
        }
        self.seat(id, table, seat, false);
        self.start_if_full(table);
        Ok(Answer::Place { table, seat: Some(seat) })
    }

    pub(super) fn take_place(
        &mut self,
        id: ChannelId,
        table: u64,
        seat: Option<Seat>,
    ) -> Result<Answer, Fault> {
        let seat = self.may_sit(id, table, seat, "takeplace")?;
        self.seat(id, table, seat, true);
        Ok(Answer::Place { table, seat: Some(seat) })
    }

    /// Which box he may have.
    fn may_sit(&self, id: ChannelId, table: u64, seat: Option<Seat>, command: &str) -> Result<Seat, Fault> {
        self.may(id, Step::TakePlace, command)?;
        let found = self.find_table(table)?;
        self.afford(id, &found.criteria)?;
        if !matches!(found.phase, Phase::Gathering) {
            return Err(Fault::conflict("a game is going on at this table: send taketurn to wait for a box"));
        }
        let owner = self.channel(id).owner;
        if found.humans().any(|(_, _, uid)| uid == owner) {
            return Err(Fault::conflict("you sit at this table already"));
        }
        match seat {
            None => found.free_seat().ok_or_else(|| Fault::conflict("no box is free at this table")),
            Some(seat) => match found.seats.get(seat.index()) {
                None => Err(Fault::bad(format!("box is 0 to {}", found.seats.len() - 1))),
                Some(Some(_)) => Err(Fault::conflict("the box is taken")),
                Some(None) => Ok(seat),
            },
        }
    }

    /// Puts somebody on a box, or only reserves it for him.
    fn seat(&mut self, id: ChannelId, table: u64, seat: Seat, reserve: bool) {
        let uid = self.channel(id).owner;
        self.leave_room_quietly(id);
        self.leave_watchers_quietly(id);
        self.step(id, Step::TakePlace, Stage::TakePlace { table, seat });
        self.put(table, seat, Who::Human { channel: id, uid }, reserve);
        self.tell_others(id);
        self.table_event(table, TableEvent::Change);
    }

    fn put(&mut self, table: u64, seat: Seat, who: Who, reserve: bool) {
        let reserved = reserve.then_some(self.now);
        if reserve {
            self.timers.set(Timer::Place(table, seat), self.now + self.settings.timing.place);
        }
        let seated = self.tables.get_mut(&table).expect("a table of the house");
        seated.seats[seat.index()] = Some(Sitter { who, reserved });
    }

    pub(super) fn sit_down(&mut self, id: ChannelId) -> Result<Answer, Fault> {
        let Stage::TakePlace { table, seat } = self.channel(id).stage else {
            return Err(self.state(id).refuse("sitdown"));
        };
        self.afford(id, &self.table(table).criteria)?;
        let seated = self.tables.get_mut(&table).expect("a table of the house");
        let sitter = seated.seats[seat.index()].as_mut().expect("the box is his");
        if sitter.reserved.take().is_none() {
            return Err(Fault::conflict("you sit already: wait until all boxes are taken"));
        }
        if let Phase::Revanche { agreed, .. } = &mut seated.phase {
            agreed.insert(seat);
        }
        self.timers.cancel(Timer::Place(table, seat));
        self.start_if_full(table);
        Ok(Answer::Ok)
    }

    pub(super) fn take_turn(&mut self, id: ChannelId, table: u64) -> Result<Answer, Fault> {
        self.may(id, Step::TakeTurn, "taketurn")?;
        let found = self.find_table(table)?;
        self.afford(id, &found.criteria)?;
        let owner = self.channel(id).owner;
        if found.humans().any(|(_, _, uid)| uid == owner) {
            return Err(Fault::conflict("you sit at this table already"));
        }
        self.leave_room_quietly(id);
        self.leave_watchers_quietly(id);
        self.step(id, Step::TakeTurn, Stage::TakeTurn { table });
        let seated = self.tables.get_mut(&table).expect("the table was found");
        seated.queue.push_back(id);
        self.tell_others(id);
        self.offer_boxes(table);
        Ok(Answer::Place { table, seat: None })
    }

    /// Gives free boxes to those who wait for one.
    fn offer_boxes(&mut self, table: u64) {
        loop {
            let Some(seated) = self.tables.get_mut(&table).filter(|seated| !seated.is_playing()) else {
                return;
            };
            let Some(seat) = seated.free_seat() else { return };
            let Some(id) = seated.queue.pop_front() else { return };
            let uid = self.channel(id).owner;
            self.step(id, Step::Offered, Stage::TakePlace { table, seat });
            self.put(table, seat, Who::Human { channel: id, uid }, true);
            self.tell_state(id);
            self.table_event(table, TableEvent::Change);
        }
    }

    /// All boxes are taken and everybody wants to play.
    fn start_if_full(&mut self, table: u64) {
        let seated = self.table(table);
        let agreed = match seated.phase {
            Phase::Gathering => true,
            Phase::Playing(_) => false,
            Phase::Revanche { agreed, .. } => agreed == SeatSet::first(seated.seats.len()),
        };
        if !agreed || !seated.is_full() {
            return;
        }
        let criteria = seated.criteria.clone();
        let poor: Vec<ChannelId> = self.humans(table).into_iter().map(|(_, id, _)| id).collect();
        let poor: Vec<ChannelId> =
            poor.into_iter().filter(|&id| self.afford(id, &criteria).is_err()).collect();
        if poor.is_empty() {
            return self.start_game(table);
        }
        for id in poor {
            // He has spent it elsewhere meanwhile. The table may be gone with the last who could pay.
            if self.tables.get(&table).is_some_and(|seated| seated.humans().any(|(_, other, _)| other == id))
            {
                self.drop_to_free(id);
                self.leave_box(id, table);
            }
        }
    }

    fn drop_to_free(&mut self, id: ChannelId) {
        self.step(id, Step::Dropped, Stage::Free);
        self.tell_state(id);
    }

    /// A reserved box nobody sat down on.
    pub(super) fn place_lost(&mut self, table: u64, seat: Seat) {
        let reserved = |sitter: &Sitter| sitter.reserved.is_some();
        let sitter =
            self.table(table).seats.get(seat.index()).and_then(Option::as_ref).filter(|one| reserved(one));
        if let Some(&Sitter { who: Who::Human { channel, .. }, .. }) = sitter {
            self.drop_to_free(channel);
            self.leave_box(channel, table);
        }
    }

    pub(super) fn leave(&mut self, id: ChannelId) -> Result<Answer, Fault> {
        self.may(id, Step::Leave, "leave")?;
        if let Stage::Game { table, seat } = self.channel(id).stage {
            return self.go_away(id, table, seat);
        }
        self.vacate(id);
        Ok(Answer::Ok)
    }

    /// From a box, from the queue for one, or from what comes after a game.
    pub(super) fn leave_table(&mut self, id: ChannelId) {
        let stage = self.channel(id).stage.clone();
        self.step(id, Step::Leave, Stage::Free);
        self.tell_others(id);
        match stage {
            Stage::TakeTurn { table } => {
                let seated = self.tables.get_mut(&table).expect("the table he waits at");
                seated.queue.retain(|&waiting| waiting != id);
            }
            Stage::TakePlace { table, .. }
            | Stage::Revanche { table, .. }
            | Stage::OkRevanche { table, .. } => {
                self.leave_box(id, table);
            }
            _ => unreachable!("nobody else is at a table he may leave"),
        }
    }

    /// His box is free: for who waits for one, or the table comes to an end.
    fn leave_box(&mut self, id: ChannelId, table: u64) {
        let Some(seat) =
            self.humans(table).into_iter().find(|&(_, channel, _)| channel == id).map(|(seat, ..)| seat)
        else {
            return;
        };
        self.timers.cancel(Timer::Place(table, seat));
        let seated = self.tables.get_mut(&table).expect("the table he sat at");
        seated.seats[seat.index()] = None;
        if let Phase::Revanche { agreed, .. } = &mut seated.phase {
            agreed.remove(seat);
        }
        self.offer_boxes(table);
        let seated = self.table(table);
        let nobody = seated.humans().next().is_none();
        let never = matches!(seated.phase, Phase::Revanche { .. }) && seated.free_seat().is_some();
        if nobody || never { self.dissolve(table) } else { self.table_event(table, TableEvent::Change) }
    }

    /// The end of a table: everybody still there goes to `free`.
    fn dissolve(&mut self, table: u64) {
        self.table_event(table, TableEvent::Gone);
        let Some(seated) = self.tables.remove(&table) else { return };
        self.timers.cancel(Timer::Revanche(table));
        for index in 0..seated.seats.len() {
            self.timers.cancel(Timer::Place(table, Seat::from_index(index)));
        }
        let sitting: Vec<ChannelId> = seated.humans().map(|(_, id, _)| id).collect();
        for id in sitting.into_iter().chain(seated.queue).chain(seated.watchers) {
            self.drop_to_free(id);
        }
    }

    /// The game is over: everybody may ask for another one. Who was away has gone.
    pub(super) fn offer_revanche(&mut self, table: u64) {
        let now = self.now;
        let seated = self.tables.get_mut(&table).expect("the table of a game");
        let agreed = seated.bots();
        seated.phase = match std::mem::replace(&mut seated.phase, Phase::Gathering) {
            Phase::Playing(last) => Phase::Revanche { last, since: now, agreed },
            other => other,
        };
        self.timers.set(Timer::Revanche(table), now + self.settings.timing.revanche);
        for (seat, id, _) in self.humans(table) {
            if self.state(id) == State::Leave {
                self.step(id, Step::GameOver, Stage::Free);
                self.tables.get_mut(&table).expect("the table of a game").seats[seat.index()] = None;
                self.tell_state(id);
            } else {
                self.step(id, Step::GameOver, Stage::Revanche { table, seat });
            }
        }
        let seated = self.table(table);
        let free = seated.seats.len() - seated.taken();
        if free > seated.queue.len() || seated.humans().next().is_none() {
            // Not the same people any more, and nobody waits for a box: there will be no other game.
            return self.dissolve(table);
        }
        for (_, id, _) in self.humans(table) {
            self.tell_state(id);
        }
        self.offer_boxes(table);
        self.table_event(table, TableEvent::Change);
    }

    pub(super) fn revanche(&mut self, id: ChannelId) -> Result<Answer, Fault> {
        self.may(id, Step::Revanche, "revanche")?;
        let Stage::Revanche { table, seat } = self.channel(id).stage else { unreachable!("may was asked") };
        self.afford(id, &self.table(table).criteria)?;
        self.step(id, Step::Revanche, Stage::OkRevanche { table, seat });
        self.tell_others(id);
        let seated = self.tables.get_mut(&table).expect("the table he sits at");
        if let Phase::Revanche { agreed, .. } = &mut seated.phase {
            agreed.insert(seat);
        }
        self.start_if_full(table);
        Ok(Answer::Ok)
    }

    pub(super) fn revanche_cancel(&mut self, id: ChannelId) -> Result<Answer, Fault> {
        self.may(id, Step::RevancheCancel, "revanchecancel")?;
        self.leave_table(id);
        Ok(Answer::Ok)
    }

    /// Not everybody agreed in time.
    pub(super) fn revanche_over(&mut self, table: u64) {
        if self.tables.get(&table).is_some_and(|seated| matches!(seated.phase, Phase::Revanche { .. })) {
            self.dissolve(table);
        }
    }
}
