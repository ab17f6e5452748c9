//! Tables people make and sit down at, and another game with the same people.

use super::Work;
use super::channels::{ChannelId, Stage};
use super::company::{Company, Phase, Revanche, Sitter, Who};
use super::timers::Timer;
use super::{TableInput, Want};
use crate::updau::{Answer, Code, Criteria, Fault, State, Step, TableDetails, TableEvent, Wish};
use kozyr_card_game::{Seat, SeatSet};
use kozyr_table::durak::DurakWord;
use kozyr_time::PlayerId;

impl Work<'_> {
    pub(super) fn company(&self, id: u64) -> &Company {
        self.companies.get(id).expect("a company with somebody at it")
    }

    pub(super) fn company_mut(&mut self, id: u64) -> &mut Company {
        self.companies.get_mut(id).expect("a company with somebody at it")
    }

    /// A table a client asks for.
    fn find_table(&self, id: u64) -> Result<&Company, Fault> {
        self.companies.get(id).ok_or_else(|| Fault::not_found(format!("no such table: {id}")))
    }

    pub(super) fn table_details(&self, id: u64) -> Result<TableDetails, Fault> {
        let company = self.find_table(id)?;
        let players = self.players(company, self.room_table(id));
        Ok(TableDetails { row: company.row(), players, watchers: self.watching(company) })
    }

    pub(super) fn new_company(&mut self, criteria: Criteria, seats: Vec<Option<Sitter>>) -> u64 {
        let id = self.number();
        let table = self.room.new_table();
        self.companies.insert(id, Company::new(id, table, criteria, seats));
        self.table_event(id, TableEvent::New);
        id
    }

    pub(super) fn create(&mut self, id: ChannelId, wish: &Wish) -> Result<Answer, Fault> {
        self.may(id, Step::TakePlace, "create")?;
        self.allow_terms(wish)?;
        let criteria = wish.settle()?;
        self.afford(id, &criteria)?;
        if self.companies.len() >= self.settings.tables {
            return Err(Fault::new(
                Code::Full,
                "there are as many tables as there is room for: come back later",
            ));
        }
        let seat = Seat::from_index(0);
        let mut seats = vec![None; usize::from(criteria.num_seats)];
        let who = Who::Human { channel: id, player: self.channel(id).owner };
        seats[seat.index()] = Some(Sitter::new(who, None));
        self.leave_room_quietly(id);
        self.leave_watchers_quietly(id);
        let table = self.new_company(criteria, seats);
        // Whoever comes to the room by another way finds it too.
        self.open_at_room(table);
        self.sit_at_room(table, seat);
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
        let bet = self.company(table).criteria.cash_bet;
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

    /// Which box they may have.
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

    /// Puts somebody on a box, or only reserves it for them.
    fn seat(&mut self, id: ChannelId, table: u64, seat: Seat, reserve: bool) {
        let player = self.channel(id).owner;
        self.leave_room_quietly(id);
        self.leave_watchers_quietly(id);
        self.step(id, Step::TakePlace, Stage::TakePlace { table, seat });
        self.put(table, seat, Who::Human { channel: id, player }, reserve);
        self.tell_others(id);
        self.table_event(table, TableEvent::Change);
    }

    fn put(&mut self, table: u64, seat: Seat, who: Who, reserve: bool) {
        let reserved = reserve.then_some(self.now);
        if reserve {
            let ends = self.now + self.settings.timing.place;
            self.timers.set(Timer::Place(table, seat), ends);
        }
        self.company_mut(table).seats[seat.index()] = Some(Sitter::new(who, reserved));
        if self.company(table).open {
            self.sit_at_room(table, seat);
        }
    }

    pub(super) fn sit_down(&mut self, id: ChannelId) -> Result<Answer, Fault> {
        let Stage::TakePlace { table, seat } = self.channel(id).stage else {
            return Err(self.state(id).refuse("sitdown"));
        };
        self.afford(id, &self.company(table).criteria)?;
        let seated = self.company_mut(table);
        let sitter = seated.seats[seat.index()].as_mut().expect("the box is their");
        if sitter.reserved.take().is_none() {
            return Err(Fault::conflict("you sit already: wait until all boxes are taken"));
        }
        if let Phase::Revanche(revanche) = &mut seated.phase {
            revanche.agreed.insert(seat);
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
        self.company_mut(table).queue.push_back(id);
        self.tell_others(id);
        self.offer_boxes(table);
        Ok(Answer::Place { table, seat: None })
    }

    /// Gives free boxes to those who wait for one.
    fn offer_boxes(&mut self, table: u64) {
        loop {
            let idle = |company: &&Company| {
                !company.is_playing() && !company.is_starting() && !company.queue.is_empty()
            };
            let Some(seat) = self.companies.get(table).filter(idle).and_then(Company::free_seat) else {
                return;
            };
            let Some(id) = self.company_mut(table).queue.pop_front() else { return };
            let player = self.channel(id).owner;
            self.step(id, Step::Offered, Stage::TakePlace { table, seat });
            self.put(table, seat, Who::Human { channel: id, player }, true);
            self.tell_state(id);
            self.table_event(table, TableEvent::Change);
        }
    }

    /// All boxes are taken and everybody wants to play.
    pub(super) fn start_if_full(&mut self, table: u64) {
        let seated = self.company(table);
        let others: SeatSet = seated.others().collect();
        let ready = self.room_table(table).map_or(SeatSet::EMPTY, |table| table.seating().ready());
        let agreed = match &seated.phase {
            Phase::Gathering => true,
            Phase::Playing(_) | Phase::Starting { .. } => false,
            Phase::Revanche(revanche) => {
                let all = SeatSet::first(seated.seats.len());
                all.iter().all(|seat| revanche.agreed.contains(seat) || others.contains(seat))
            }
        };
        // Whoever came by another way says at the room's table that they are ready.
        if !agreed || !seated.is_full() || !others.iter().all(|seat| ready.contains(seat)) {
            return;
        }
        let criteria = seated.criteria.clone();
        let poor: Vec<ChannelId> = self.humans(table).into_iter().map(|(_, id, _)| id).collect();
        let poor: Vec<ChannelId> =
            poor.into_iter().filter(|&id| self.afford(id, &criteria).is_err()).collect();
        if poor.is_empty() {
            return self.start_game(table, None);
        }
        for id in poor {
            // They have spent it elsewhere meanwhile. The table may be gone with the last who could pay.
            if self
                .companies
                .get(table)
                .is_some_and(|seated| seated.humans().any(|(_, other, _)| other == id))
            {
                self.drop_to_free(id);
                self.leave_box(id, table);
            }
        }
    }

    /// Everybody has a box and wants to play: the room's table is asked to begin. What follows is heard of it.
    pub(super) fn start_game(&mut self, id: u64, proposal: Option<u64>) {
        self.timers.cancel(Timer::Revanche(id));
        let company = self.company_mut(id);
        let before = match std::mem::replace(&mut company.phase, Phase::Gathering) {
            Phase::Revanche(revanche) => Some(revanche),
            _ => None,
        };
        company.phase = Phase::Starting { proposal, before };
        self.open_at_room(id);
        self.fund_bots(id);
        for index in 0..self.company(id).seats.len() {
            self.sit_at_room(id, Seat::from_index(index));
        }
        let own = |sitter: &&Sitter| !matches!(sitter.who, Who::Other { .. });
        let sitters = self.company(id).seats.iter().flatten().filter(own);
        let players: Vec<PlayerId> = sitters.map(|sitter| sitter.who.player()).collect();
        for player in players {
            self.ask(id, TableInput::Say { player, word: DurakWord::Ready });
        }
    }

    /// Bots can always pay.
    pub(super) fn fund_bots(&mut self, id: u64) {
        let company = self.company(id);
        let (stake, currency) = (company.criteria.cash_bet, company.criteria.currency.clone());
        let bots: Vec<PlayerId> = company.bots().map(|(_, player)| player).collect();
        for bot in bots {
            if self.balance(bot, &currency) < stake * 20 {
                self.raise_to(bot, &currency, stake * 100);
            }
        }
    }

    pub(super) fn drop_to_free(&mut self, id: ChannelId) {
        self.step(id, Step::Dropped, Stage::Free);
        self.tell_state(id);
    }

    /// A reserved box nobody sat down on.
    pub(super) fn place_lost(&mut self, table: u64, seat: Seat) {
        let reserved = |sitter: &Sitter| sitter.reserved.is_some();
        let sitter = self
            .companies
            .get(table)
            .and_then(|company| company.seats.get(seat.index())?.as_ref())
            .filter(|one| reserved(one));
        if let Some(&Sitter { who: Who::Human { channel, .. }, .. }) = sitter {
            self.drop_to_free(channel);
            self.leave_box(channel, table);
        }
    }

    pub(super) fn leave(&mut self, id: ChannelId) -> Result<Answer, Fault> {
        self.may(id, Step::Leave, "leave")?;
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
                self.company_mut(table).queue.retain(|&waiting| waiting != id);
            }
            Stage::TakePlace { table, .. }
            | Stage::Revanche { table, .. }
            | Stage::OkRevanche { table, .. } => {
                self.leave_box(id, table);
            }
            _ => unreachable!("nobody else is at a table that may be left"),
        }
    }

    /// Their box is free.
    pub(super) fn leave_box(&mut self, id: ChannelId, table: u64) {
        let Some(seat) =
            self.humans(table).into_iter().find(|&(_, channel, _)| channel == id).map(|(seat, ..)| seat)
        else {
            return;
        };
        self.timers.cancel(Timer::Place(table, seat));
        self.free_box(table, seat);
        let seated = self.company_mut(table);
        if let Phase::Revanche(revanche) = &mut seated.phase {
            revanche.agreed.remove(seat);
        }
        self.box_is_free(table);
    }

    /// A box came free: for who waits for one, or the table comes to an end.
    pub(super) fn box_is_free(&mut self, table: u64) {
        self.offer_boxes(table);
        let seated = self.company(table);
        let nobody = seated.humans().next().is_none();
        let never = matches!(seated.phase, Phase::Revanche(_)) && seated.free_seat().is_some();
        if nobody || never { self.dissolve(table) } else { self.table_event(table, TableEvent::Change) }
    }

    /// The end of a table: everybody still there goes to `free`.
    pub(super) fn dissolve(&mut self, table: u64) {
        self.table_event(table, TableEvent::Gone);
        let Some(seated) = self.companies.remove(table) else { return };
        self.timers.cancel(Timer::Revanche(table));
        self.timers.cancel(Timer::Bots(table));
        if seated.open {
            for sitter in seated.seats.iter().flatten().filter(|sitter| sitter.seated) {
                self.get_up(&seated.table, sitter.who.player());
            }
            self.wants.push(Want::Close(seated.table.clone()));
            self.by_table.remove(&seated.table);
        }
        for index in 0..seated.seats.len() {
            self.timers.cancel(Timer::Place(table, Seat::from_index(index)));
        }
        let sitting: Vec<ChannelId> = seated.humans().map(|(_, id, _)| id).collect();
        for id in sitting.into_iter().chain(seated.queue).chain(seated.watchers) {
            // Those whose partners were lost look for others already.
            if self.channel(id).stage.company() == Some(table) {
                self.drop_to_free(id);
            }
        }
    }

    /// The game is over: everybody may ask for another one. Who was away has gone.
    pub(super) fn offer_revanche(&mut self, table: u64) {
        let now = self.now;
        let seated = self.company_mut(table);
        let agreed = seated.bots().map(|(seat, _)| seat).collect();
        if let Phase::Playing(info) = &seated.phase {
            seated.phase = Phase::Revanche(Revanche { info: info.clone(), since: now, agreed });
        }
        let ends = now + self.settings.timing.revanche;
        self.timers.set(Timer::Revanche(table), ends);
        for (seat, id, _) in self.humans(table) {
            if self.state(id) == State::Leave {
                self.step(id, Step::GameOver, Stage::Free);
                self.free_box(table, seat);
                self.tell_state(id);
            } else {
                self.step(id, Step::GameOver, Stage::Revanche { table, seat });
            }
        }
        self.sweep(table);
        let seated = self.company(table);
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

    /// Those who have been gone for long lose their channels as soon as they do not play any more.
    fn sweep(&mut self, table: u64) {
        let (now, keep) = (self.now, self.settings.timing.keep);
        for (_, _, player) in self.humans(table) {
            if self.users.known(player).gone.is_some_and(|gone| gone + keep <= now) {
                self.timers.set(Timer::Gone(player), now);
            }
        }
    }

    pub(super) fn revanche(&mut self, id: ChannelId) -> Result<Answer, Fault> {
        self.may(id, Step::Revanche, "revanche")?;
        let Stage::Revanche { table, seat } = self.channel(id).stage else { unreachable!("may was asked") };
        self.afford(id, &self.company(table).criteria)?;
        self.step(id, Step::Revanche, Stage::OkRevanche { table, seat });
        self.tell_others(id);
        let seated = self.company_mut(table);
        if let Phase::Revanche(revanche) = &mut seated.phase {
            revanche.agreed.insert(seat);
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
        if self.companies.get(table).is_some_and(|seated| matches!(seated.phase, Phase::Revanche(_))) {
            self.dissolve(table);
        }
    }
}
