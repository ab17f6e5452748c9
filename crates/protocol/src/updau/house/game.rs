//! Playing: moves come in, everybody is told, clocks run, and money changes hands at the end.

use super::channels::{ChannelId, Stage};
use super::table::{Phase, Running, Table};
use super::timers::Timer;
use super::users::Fate;
use super::{House, telling};
use crate::updau::{Answer, Begun, Fault, GameInfo, News, Play, State, Step, TableEvent, Wait, WaitName};
use kozyr_card_game::{Awaits, Move, Seat, SeatSet, Viewer};
use kozyr_durak::{Action, Deal, Event, GameOver, MAX_BOXES, Offer, PartyEnd, Refusal, Stage as GameStage};

impl House {
    pub(super) fn play(&mut self, id: ChannelId, play: Play) -> Result<Answer, Fault> {
        let Stage::Game { table, seat } = self.channel(id).stage else {
            return Err(self.state(id).refuse("game"));
        };
        let action = match play {
            Play::Turn(turn) => telling::action(turn),
            Play::Ready => Action::Ready,
        };
        self.make_move(table, &Move::Act(seat, action)).map_err(|refusal| refused(&refusal))?;
        Ok(Answer::Ok)
    }

    pub(super) fn surrender(&mut self, id: ChannelId) -> Result<Answer, Fault> {
        let Stage::Game { table, seat } = self.channel(id).stage else {
            return Err(self.state(id).refuse("gameover"));
        };
        self.make_move(table, &Move::Act(seat, Action::Surrender)).map_err(|refusal| refused(&refusal))?;
        Ok(Answer::Ok)
    }

    /// Who stays away from a game without a clock gives it up; where there is a clock, it plays for him.
    pub(super) fn surrender_unclocked(&mut self, table: u64, seat: Seat) {
        if self.table(table).criteria.timeout == 0 {
            // Refused when he is out already and waits for the others: then he has nothing to give up.
            let _ = self.make_move(table, &Move::Act(seat, Action::Surrender));
        }
    }

    pub(super) fn go_away(&mut self, id: ChannelId, table: u64, seat: Seat) -> Result<Answer, Fault> {
        self.make_move(table, &Move::Act(seat, Action::Away)).map_err(|refusal| refused(&refusal))?;
        self.step(id, Step::Leave, Stage::Leave { table, seat });
        self.tell_others(id);
        Ok(Answer::Ok)
    }

    pub(super) fn come_back(&mut self, id: ChannelId) -> Result<Answer, Fault> {
        self.may(id, Step::Return, "return")?;
        let Stage::Leave { table, seat } = self.channel(id).stage else { unreachable!("may was asked") };
        self.make_move(table, &Move::Act(seat, Action::Back)).map_err(|refusal| refused(&refusal))?;
        self.step(id, Step::Return, Stage::Game { table, seat });
        self.tell_others(id);
        Ok(Answer::State { status: Box::new(self.status(id)), startup: Vec::new() })
    }

    /// Everybody sits: stakes are paid and the first cards dealt.
    ///
    /// # Panics
    /// When somebody cannot pay: that has to be asked before.
    pub(super) fn start_game(&mut self, table: u64) {
        let number = self.number();
        let (rules, ready, now) = (self.settings.rules, self.settings.timing.ready, self.now);
        let seated = self.tables.get_mut(&table).expect("a table of the house");
        let info = GameInfo::new(number, table, &seated.criteria);
        let mut running = Running::new(info.clone(), &seated.criteria, rules, ready, self.chance.as_mut());
        let mut events = Vec::new();
        running.deal(&seated.criteria, self.chance.as_mut(), &mut events);
        seated.phase = Phase::Playing(Box::new(running));
        self.timers.cancel(Timer::Revanche(table));
        let all = SeatSet::first(self.table(table).seats.len());
        let changes = self.take_stakes(table, all);
        let players = self.table(table).players(self);
        debug_assert!(now == self.now);
        for (seat, id, _) in self.humans(table) {
            self.step(id, Step::Start, Stage::Game { table, seat });
            let begun = Begun { info: info.clone(), own: seat, players: players.clone() };
            self.tell(id, News::Begin(Box::new(begun)));
        }
        self.tell_wallets(changes);
        self.after_move(table, &events);
        self.table_event(table, TableEvent::Change);
    }

    /// Makes a move, tells everybody, and goes on from there.
    pub(super) fn make_move(&mut self, table: u64, mv: &Move<Deal, Action>) -> Result<(), Refusal> {
        let between = self.tables.get(&table).and_then(Table::running).is_some_and(is_between);
        if between && !matches!(mv, Move::Act(_, Action::Surrender)) {
            self.poor_get_up(table);
        }
        // Too few may be left by then, and the table gone with them.
        let Some(seated) = self.tables.get_mut(&table) else { return Err(Refusal::Over) };
        let Phase::Playing(running) = &mut seated.phase else { return Err(Refusal::Over) };
        let events = running.play(mv, &seated.criteria, self.chance.as_mut())?;
        self.after_move(table, &events);
        Ok(())
    }

    fn after_move(&mut self, table: u64, events: &[Event]) {
        let deals_again =
            events.iter().any(|event| matches!(event, Event::Table(round) if round.number == 1));
        let party =
            self.table(table).running().map_or(1, |running| running.game.view(Viewer::Spectator).party);
        let changes = if deals_again && party > 1 && self.table(table).criteria.points == 0 {
            let staying =
                self.table(table).running().map_or(SeatSet::EMPTY, |running| running.game.party().boxes());
            self.take_stakes(table, staying)
        } else {
            Vec::new()
        };
        self.tell_wallets(changes);
        let (waits, party_end, game_over) = self.run_clocks(table, events);
        self.tell_timeouts(table, events);
        // What follows the end of a party is told after it.
        let ended = party_end.is_some();
        let now_waits: &[Wait] = if ended { &[] } else { &waits };
        self.tell_events(table, events, now_waits, ended);
        if game_over.is_none() {
            self.let_go(table, events);
        }
        match (party_end, game_over) {
            (_, Some(over)) => self.game_over(table, &over),
            (Some(end), None) => self.party_end(table, &end, &waits),
            (None, None) => self.set_timers(table),
        }
    }

    /// Who got up between parties is free.
    fn let_go(&mut self, table: u64, events: &[Event]) {
        for event in events {
            let Event::GotUp(seat) = event else { continue };
            let channel =
                self.humans(table).into_iter().find(|(other, _, _)| other == seat).map(|(_, id, _)| id);
            let seated = self.tables.get_mut(&table).expect("the table of a game");
            seated.seats[seat.index()] = None;
            if let Some(id) = channel {
                self.step(id, Step::GetUp, Stage::Free);
                self.tell_state(id);
            }
        }
    }

    /// Starts and stops clocks; answers what has to be told of it.
    fn run_clocks(
        &mut self,
        table: u64,
        events: &[Event],
    ) -> (Vec<Wait>, Option<PartyEnd>, Option<GameOver>) {
        let now = self.now;
        let (mut party_end, mut game_over) = (None, None);
        let mut fresh = SeatSet::EMPTY;
        let Some(running) = self.tables.get_mut(&table).and_then(Table::playing) else {
            return (vec![], None, None);
        };
        for event in events {
            match event {
                Event::Clocks(seats) => seats.iter().for_each(|seat| fresh.insert(seat)),
                Event::ReadyWanted(_) => running.clocks.forget_pause(),
                Event::PartyEnd(end) => party_end = Some(*end),
                Event::GameOver(over) => game_over = Some(*over),
                _ => {}
            }
        }
        let changed = running.clocks.run(now, running.game.clocks(), fresh);
        let pauses = matches!(running.game.awaits(), Awaits::Stage(_));
        let paused = running.clocks.pause(now, pauses);
        // All clocks are told whenever one starts or stops, so that nobody has to guess which run on.
        let waits = if changed || paused { running.clocks.waits(now) } else { Vec::new() };
        (waits, party_end, game_over)
    }

    fn tell_timeouts(&mut self, table: u64, events: &[Event]) {
        for event in events {
            if let Event::OutOfTime(seat) = event {
                let value = u64::from(self.table(table).criteria.timeout);
                let name = WaitName::Turn;
                let wait =
                    Wait { name, seat: Some(*seat), value: Some(value), tick: value, time_bank: Some(0) };
                self.tell_table(table, &News::Timeout(wait));
            }
        }
    }

    /// Tells everybody at the table what he may know of it. Who is away from it is told nothing.
    fn tell_events(&mut self, table: u64, events: &[Event], waits: &[Wait], ended: bool) {
        let mut told: Vec<(ChannelId, News)> = Vec::new();
        let seated = self.table(table);
        let Some(running) = seated.running() else { return };
        let news = |viewer| telling::game_news(viewer, events, &running.game, &seated.criteria, waits);
        for (seat, id, _) in seated.humans() {
            if self.state(id) == State::Game {
                let mut news = news(Viewer::Seat(seat));
                if ended {
                    news.availables = Some(Vec::new());
                }
                told.push((id, News::Game(Box::new(news))));
            }
        }
        if !seated.watchers.is_empty() {
            let news = news(Viewer::Spectator);
            told.extend(seated.watchers.iter().map(|&id| (id, News::Game(Box::new(news.clone())))));
        }
        for (id, news) in told {
            self.tell(id, news);
        }
    }

    /// Tells the same to everybody who plays or looks on.
    fn tell_table(&mut self, table: u64, news: &News) {
        let seated = self.table(table);
        let players = seated.humans().map(|(_, id, _)| id).filter(|&id| self.state(id) == State::Game);
        let all: Vec<ChannelId> = players.chain(seated.watchers.iter().copied()).collect();
        for id in all {
            self.tell(id, news.clone());
        }
    }

    pub(super) fn humans(&self, table: u64) -> Vec<(Seat, ChannelId, u64)> {
        self.table(table).humans().collect()
    }

    fn set_timers(&mut self, table: u64) {
        let seated = self.table(table);
        let bots = seated.bots();
        let Some(running) = seated.running() else { return };
        let deadline = running.clocks.deadline();
        let awaited = |seat: &Seat| bot_moves(running, *seat);
        let bots_move = bots.iter().any(|seat| awaited(&seat));
        match deadline {
            Some(at) => self.timers.set(Timer::Clock(table), at),
            None => self.timers.cancel(Timer::Clock(table)),
        }
        if bots_move {
            self.timers.set(Timer::Bots(table), self.now + self.settings.timing.bot);
        } else {
            self.timers.cancel(Timer::Bots(table));
        }
    }

    pub(super) fn clock_ran_out(&mut self, table: u64) {
        let now = self.now;
        let Some(running) = self.tables.get_mut(&table).and_then(Table::playing) else { return };
        match running.clocks.run_out(now) {
            // Over: who could not pay the next stake got up, and too few were left.
            Some(clock) => match self.make_move(table, &Move::Timeout(clock)) {
                Ok(()) | Err(Refusal::Over) => {}
                Err(refusal) => panic!("a clock ran that the game does not know: {refusal}"),
            },
            None => self.set_timers(table),
        }
    }

    pub(super) fn bots_move(&mut self, table: u64) {
        for seat in self.table(table).bots().iter() {
            let Some(running) =
                self.tables.get(&table).filter(|seated| seated.is_playing()).and_then(Table::running)
            else {
                return;
            };
            if !bot_moves(running, seat) {
                continue;
            }
            let view = running.game.view(Viewer::Seat(seat));
            if let Some(action) = (self.settings.brain)(&view) {
                // A brain that errs is helped by the clock.
                let _ = self.make_move(table, &Move::Act(seat, action));
            }
        }
    }

    /// A party ended and another one will come.
    fn party_end(&mut self, table: u64, end: &PartyEnd, waits: &[Wait]) {
        let changes = self.pay_out_if_per_party(table, end);
        let view = self.table(table).running().map(|running| running.game.view(Viewer::Spectator));
        let counts = view.map_or([0; MAX_BOXES], |view| view.counts);
        self.tell_table(table, &News::PartyEnd(telling::party_scores(end, &counts)));
        self.tell_wallets(changes);
        self.tell_events(table, &[Event::ReadyWanted(SeatSet::EMPTY)], waits, false);
        self.set_timers(table);
    }

    fn game_over(&mut self, table: u64, over: &GameOver) {
        let changes = self.pay_out(table, over.boxes, &over.paid);
        self.timers.cancel(Timer::Clock(table));
        self.timers.cancel(Timer::Bots(table));
        let scores = telling::game_scores(over);
        let mode = self.table(table).criteria.mode;
        for (seat, id, uid) in self.humans(table) {
            let fate = match (over.winners.is_empty(), over.winners.contains(seat)) {
                (true, _) => Fate::Drawn,
                (false, true) => Fate::Won,
                (false, false) => Fate::Lost,
            };
            self.users.known_mut(uid).played(mode, fate);
            self.tell(id, News::GameOver(scores.clone()));
        }
        let watchers: Vec<ChannelId> = self.table(table).watchers.iter().copied().collect();
        for id in watchers {
            self.tell(id, News::GameOver(scores.clone()));
        }
        self.tell_wallets(changes);
        self.offer_revanche(table);
    }
}

fn is_between(running: &Running) -> bool {
    running.game.view(Viewer::Spectator).stage == GameStage::Between
}

/// A bot moves when its own clock runs, or when it is asked whether it is ready.
fn bot_moves(running: &Running, seat: Seat) -> bool {
    let ready = || running.game.availables(seat).contains(&Offer::Ready);
    running.game.clocks().contains(seat) || ready()
}

/// The rules' own words, as a refusal.
fn refused(refusal: &Refusal) -> Fault {
    Fault::conflict(refusal.to_string())
}
