//! The room's side of a run: shards, chores, the store, sessions, crashes; and what is checked there.

use crate::checks::Checks;
use crate::client::Client;
use crate::run::{Kind, Run, What};
use crate::updau::cards_named;
use kozyr_cards::CardSet;
use kozyr_protocol::room::{Answer, ToClient, ToServer, read};
use kozyr_server::LoadError;
use kozyr_server::simulation::{Polled, SimulatedRoom};
use kozyr_store::PlayerId;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

const SECOND: u64 = 1_000_000;
/// How long the room hears nothing before it takes a line for lost.
const SILENCE: u64 = 65 * SECOND;
/// How long a chore waits that needs patience.
const PATIENCE: u64 = SECOND;

/// The tables that were told of over lines, and the cards that were named.
type Touched = BTreeMap<(String, usize), CardSet>;

impl Run {
    // ---- Lines ----

    /// A message has come over a line.
    pub(crate) fn arrives(&mut self, line: usize, text: &str) {
        let one = &mut self.lines[line];
        if one.life != self.life || !one.at_room {
            return;
        }
        self.report.messages += 1;
        one.waiting.push_back(text.to_owned());
        self.privacy.heard(line, text);
        self.accounts.heard(line, text);
        self.poll(line);
    }

    /// The session of a line goes on, if it can.
    pub(crate) fn poll(&mut self, line: usize) {
        if self.lines[line].is_updau {
            return self.deliver(line);
        }
        let Some(room) = &mut self.room else { return };
        let one = &mut self.lines[line];
        if one.life != self.life || !one.at_room {
            return;
        }
        loop {
            if room.is_ready(one.no) {
                let Some(text) = one.waiting.pop_front() else { return };
                let sits = |table: &str, person| sits_at(room, table, person);
                self.privacy.taken_in(line, room.person(one.no), &text, &sits);
                room.receive(one.no, text);
            }
            match room.poll(one.no) {
                Polled::Ready => {}
                Polled::Waits => {
                    let wait = self.chance.between(100, 4_000);
                    return self.later(wait, What::Poll(line));
                }
                Polled::Ended(_) => return self.cut(line),
            }
        }
    }

    /// A line is cut: both ends notice, sooner or later.
    pub(crate) fn cut(&mut self, line: usize) {
        self.report.lines_lost += 1;
        self.within(SECOND, What::Gone(line));
        self.within(3 * SECOND, What::Lost(line));
    }

    /// The room notices that a line is gone.
    pub(crate) fn gone(&mut self, line: usize) {
        let one = &mut self.lines[line];
        let here = std::mem::replace(&mut one.at_room, false) && one.life == self.life;
        one.waiting.clear();
        self.open.remove(&line);
        if let Some(room) = self.room.as_mut().filter(|_| here) {
            if one.is_updau {
                room.disconnect_updau(one.no);
            } else {
                room.disconnect(one.no);
            }
        }
    }

    /// Something happens to some line.
    pub(crate) fn mishap(&mut self) {
        self.within(20 * SECOND, What::Mishap);
        let open: Vec<usize> = self.open.iter().copied().filter(|&line| self.lines[line].at_client).collect();
        let Some(&line) = self.chance.pick(&open) else { return };
        let kinds = if self.lines[line].is_updau { 2 } else { 3 };
        match self.chance.below(kinds) {
            0 => self.cut(line),
            1 => {
                // Half open: the client finds out by and by, the room only when it has heard nothing for long.
                self.report.lines_lost += 1;
                self.lines[line].is_dark = true;
                self.within(20 * SECOND, What::Lost(line));
                self.later(SILENCE, What::Gone(line));
            }
            _ => {
                if !std::mem::replace(&mut self.lines[line].is_slow, true) {
                    self.within(15 * SECOND, What::Reads(line));
                }
            }
        }
    }

    /// A client that reads slowly reads.
    pub(crate) fn reads(&mut self, line: usize) -> Result<(), String> {
        let one = &self.lines[line];
        if one.life != self.life || !one.at_room {
            return Ok(());
        }
        self.hear_of(&[line])?;
        self.within(15 * SECOND, What::Reads(line));
        Ok(())
    }

    /// What a client says is a command: it is remembered how it was put.
    pub(crate) fn note_command(&mut self, client: usize, text: &str) {
        let Ok(message) = read(text) else { return };
        let Some(command) = message.command() else { return };
        self.checks.said(client, command, text);
        let kind = match message {
            ToServer::Act { .. } => Kind::Act,
            ToServer::Refill { .. } => Kind::Refill,
            _ if Client::is_fleeting(&message).is_some() => Kind::Fleeting,
            _ => Kind::Other,
        };
        self.kinds.entry((client, command)).or_insert(kind);
    }

    // ---- Shards and store ----

    /// A shard is stepped.
    pub(crate) fn wake(&mut self, actor: usize) -> Result<(), String> {
        let Some(room) = &mut self.room else { return Ok(()) };
        if !self.wakes.get(actor).is_some_and(|wake| wake.is_some_and(|(at, _)| at == self.now)) {
            return Ok(());
        }
        self.wakes[actor] = None;
        let chores = room.step(actor);
        self.checks.tables(room, actor, self.disk.truth())?;
        if self.stopping && room.has_stopped() {
            self.later(1, What::Crash);
        }
        for (chore, patient) in chores {
            let wait = if patient { PATIENCE } else { self.chance.between(50, 5_000) };
            self.later(wait, What::Chore(self.life, chore));
        }
        Ok(())
    }

    /// The store writes what waits.
    pub(crate) fn write(&mut self) -> Result<(), String> {
        self.writes = false;
        if self.disk.step() > 0 {
            self.checks.books(self.disk.truth())?;
        }
        Ok(())
    }

    /// After everything that happened: what was said is sent, and who has something to do is woken.
    pub(crate) fn settle(&mut self) -> Result<(), String> {
        let lines: Vec<usize> = self.open.iter().copied().filter(|&line| !self.lines[line].is_slow).collect();
        let (letters, lines): (Vec<usize>, Vec<usize>) =
            lines.into_iter().partition(|&line| self.lines[line].is_updau);
        self.hear_of(&lines)?;
        self.collect(&letters)?;
        self.wake_up();
        if self.disk.has_queued() && !self.writes {
            self.writes = true;
            let wait = match self.chance.below(100) {
                0..70 => self.chance.between(100, 2_000),
                70..96 => self.chance.between(2_000, 20_000),
                _ => self.chance.between(20_000, 500_000),
            };
            self.later(wait, What::Write);
        }
        Ok(())
    }

    fn wake_up(&mut self) {
        let Some(room) = &self.room else { return };
        let mut wakes = Vec::new();
        for actor in 0..room.actors() {
            let planned = self.wakes[actor];
            if room.has_mail(actor) {
                if !planned.is_some_and(|(_, mail)| mail) {
                    wakes.push((actor, self.now + 20 + self.chance.below(1_500), true));
                }
            } else if let Some(deadline) = room.deadline(actor) {
                // Room time counts in milliseconds: a moment later it is certainly due.
                let due = self.now + deadline.since(room.now()).get() * 1000 + 1_000;
                if planned.is_none_or(|(at, _)| at > due + 20_000) {
                    wakes.push((actor, due + self.chance.below(15_000), false));
                }
            }
        }
        for (actor, at, mail) in wakes {
            self.wakes[actor] = Some((at, mail));
            self.at(at, What::Wake(actor));
        }
    }

    // ---- What the room says ----

    /// Takes what the room says over these lines, checks it and sends it on its way.
    fn hear_of(&mut self, lines: &[usize]) -> Result<(), String> {
        let Some(room) = &mut self.room else { return Ok(()) };
        let (mut said, mut overrun) = (Vec::new(), Vec::new());
        for &line in lines {
            let no = self.lines[line].no;
            said.extend(room.take(no).into_iter().map(|text| (line, text)));
            if room.is_overrun(no) {
                overrun.push(line);
            }
        }
        for line in overrun {
            // What did not fit is lost: the room ends the connection.
            self.lines[line].is_dark = true;
            self.report.lines_lost += 1;
            self.at(self.now + 1, What::Gone(line));
            self.at(self.now + SECOND, What::Lost(line));
        }
        let mut touched = Touched::new();
        for (line, text) in said {
            self.report.told += 1;
            self.note(line, '>', &text);
            let message: ToClient = serde_json::from_str(&text)
                .map_err(|error| format!("{error} in what the room says: {text}"))?;
            self.check_message(line, &message, &text, &mut touched)?;
            let message = Rc::new(message);
            for at in self.lines[line].arrivals(self.now, false, &mut self.chance) {
                self.lines[line].coming += 1;
                self.at(at, What::Told(line, message.clone()));
            }
        }
        self.check_views(&touched)
    }

    fn check_message(
        &mut self,
        line: usize,
        message: &ToClient,
        text: &str,
        touched: &mut Touched,
    ) -> Result<(), String> {
        if let Some(room) = &self.room {
            let sits = |table: &str, person| sits_at(room, table, person);
            self.privacy.told(line, room.person(self.lines[line].no), message, &sits)?;
            self.accounts.told(line, message)?;
        }
        match message {
            ToClient::Snapshot { table, sequence, .. } => {
                self.checks.told(self.disk.truth(), table, *sequence)?;
                self.lines[line].fold(table, message);
                // What was named before may be of hands that are over: of somebody who saw them later and has just sat down.
                touched.insert((table.clone(), line), CardSet::EMPTY);
            }
            ToClient::Update { table, after, steps, info, .. } => {
                let sequence = steps.last().map_or(*after, |step| step.sequence);
                self.checks.told(self.disk.truth(), table, sequence)?;
                let one = &mut self.lines[line];
                if !one.fold(table, message) && !one.is_dark {
                    return Err(format!("the room left something out for a line that looks at {table}"));
                }
                let named = touched.entry((table.clone(), line)).or_default();
                // Whoever comes back, or reads late, hears of hands that are over: their view is looked at, as it is now.
                let late = self.lines[line].is_slow || steps.iter().any(|step| step.view.is_some());
                if !late {
                    // The pack a game is played with stands in what does not change from hand to hand.
                    let text = match info {
                        Some(_) => serde_json::to_vec(steps).map_err(|error| error.to_string())?.into(),
                        None => Cow::Borrowed(text.as_bytes()),
                    };
                    for card in cards_named(&text) {
                        named.insert(card);
                    }
                }
            }
            ToClient::Unwatched { table } => {
                self.lines[line].told.remove(table);
            }
            ToClient::Tournament { tournament, sequence, .. } => {
                self.lines[line].cups.insert(tournament.clone(), *sequence);
            }
            ToClient::TournamentUpdate { tournament, after, sequence, .. } => {
                let one = &mut self.lines[line];
                let known = one.cups.insert(tournament.clone(), *sequence);
                if known != Some(*after) && !one.is_dark {
                    return Err(format!("{tournament} is told from {after} on a line that knows {known:?}"));
                }
            }
            ToClient::Answer { command, result } => {
                let one = &self.lines[line];
                let Some(room) = &self.room else { return Ok(()) };
                let kind = self.kinds.get(&(one.client, *command)).copied().unwrap_or(Kind::Other);
                if kind == Kind::Fleeting {
                    // What nobody writes down need not be answered in the same way twice.
                    return Ok(());
                }
                if let Answer::Opened { table, secret: Some(secret) } = result {
                    self.privacy.opened(table, secret, room.person(one.no));
                }
                if one.is_slow && matches!(result, Answer::Refused { .. }) {
                    // Who reads late hears of a refusal after the same command was accepted over another line.
                    return Ok(());
                }
                let before = self.checks.accepted();
                self.checks.answered(
                    self.disk.truth(),
                    one.client,
                    room.person(one.no),
                    *command,
                    result,
                    kind == Kind::Refill,
                )?;
                if self.checks.accepted() > before && !matches!(result, Answer::Refused { .. }) {
                    self.report.accepted += 1;
                    self.report.actions += u64::from(kind == Kind::Act);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// What was folded together over these lines is what the tables show.
    fn check_views(&mut self, touched: &Touched) -> Result<(), String> {
        let Some(room) = self.room.as_ref().filter(|_| !touched.is_empty()) else { return Ok(()) };
        let Run { lines, checks, report, hands, .. } = self;
        let mut found = Ok(());
        room.each_table(&mut |_, table| {
            let name = table.id.to_string();
            for ((_, line), &named) in touched.iter().filter(|((touched, _), _)| *touched == name) {
                let one = &lines[*line];
                let Some(follower) = one.told.get(&name) else { continue };
                let Some(person) = room.looks_as(one.no, table) else { continue };
                if found.is_err() || follower.sequence() != Some(table.sequence) {
                    continue;
                }
                if person.is_some() && person != room.person(one.no) {
                    found =
                        Err(format!("{person:?} looks at {name} over a line of {:?}", room.person(one.no)));
                    continue;
                }
                report.views += 1;
                let hand = hands.entry(name.clone()).or_default();
                if *hand < table.hand {
                    report.hands += table.hand - *hand;
                    *hand = table.hand;
                }
                found = checks.view(table, person, follower.tree(), named);
            }
        });
        found
    }

    /// A client that has heard everything has folded the same together as the line has.
    pub(crate) fn compare(&self, line: usize, message: &ToClient) -> Result<(), String> {
        let (ToClient::Snapshot { table, .. } | ToClient::Update { table, .. }) = message else {
            return Ok(());
        };
        let one = &self.lines[line];
        if one.is_unruly || one.coming > 0 {
            return Ok(());
        }
        let (Some(told), Some(seen)) = (one.told.get(table), self.clients[one.client].tables.get(table))
        else {
            return Ok(());
        };
        let same = told.sequence() == seen.follower.sequence();
        if same && self.clients[one.client].line == Some(line) && told.tree() != seen.follower.tree() {
            return Err(format!(
                "a client has folded {table} together otherwise than its line at {:?}: {:?} and {:?}",
                told.sequence(),
                seen.follower.tree(),
                told.tree()
            ));
        }
        Ok(())
    }

    // ---- Life and death ----

    /// The room is told to stop; when it does not in time, it dies.
    pub(crate) fn stop(&mut self) {
        if let Some(room) = self.room.as_mut().filter(|_| !self.stopping) {
            self.stopping = true;
            room.stop();
        }
        self.later(5 * SECOND, What::Crash);
    }

    /// The room dies, and takes with it what was not written.
    pub(crate) fn crash(&mut self) -> Result<(), String> {
        if self.room.is_none() {
            return Ok(());
        }
        if !self.stopping && self.chance.often(200) {
            self.stop();
            return Ok(());
        }
        let room = self.room.take();
        self.report.crashes += 1;
        // Some are not dead but cut off: they go on writing, and the store must not take it once another has claimed
        // their tables. A file lets no second room in.
        let may_go_on = self.ghosts > 0 && !self.stopping && self.disk.is_shared() && self.ghost.is_none();
        if may_go_on && self.chance.often(self.ghosts) {
            self.ghost = room;
            self.within(SECOND, What::Haunt);
        } else {
            drop(room);
            self.disk.crash().map_err(|error| error.to_string())?;
        }
        self.stopping = false;
        for line in std::mem::take(&mut self.open) {
            self.lines[line].at_room = false;
            self.within(5 * SECOND, What::Lost(line));
        }
        self.wakes.clear();
        self.writes = false;
        self.within(10 * SECOND, What::Start);
        Ok(())
    }

    /// A room that was cut off goes on: its clocks run out and it writes. It loads nothing again, so it claims nothing.
    pub(crate) fn haunt(&mut self) {
        let Some(ghost) = &mut self.ghost else { return };
        for actor in 0..ghost.actors() {
            ghost.step(actor);
        }
        if self.chance.often(30) {
            self.ghost = None;
        } else {
            self.within(SECOND, What::Haunt);
        }
    }

    /// The room is started.
    pub(crate) fn start(&mut self) -> Result<(), String> {
        if self.room.is_some() {
            return Ok(());
        }
        match SimulatedRoom::open(self.disk.store(), self.config.clone()) {
            Ok(room) => {
                self.life += 1;
                self.privacy.started();
                self.wakes = vec![None; room.actors()];
                self.checks.after_crash(self.disk.truth())?;
                self.accounts.after_crash(self.disk.truth())?;
                self.checks.books(self.disk.truth())?;
                Checks::one_owner(&room)?;
                self.room = Some(room);
                let most = 2 * self.crash_every;
                self.within(most, What::Crash);
                Ok(())
            }
            Err(error @ LoadError::Damaged { .. }) => Err(format!("the room does not start: {error}")),
            Err(_) => {
                self.within(SECOND, What::Start);
                Ok(())
            }
        }
    }

    /// Everything is looked at, though nothing happened.
    pub(crate) fn look(&mut self) -> Result<(), String> {
        self.later(SECOND, What::Look);
        let Some(room) = &self.room else { return Ok(()) };
        for actor in 0..room.actors() {
            self.checks.tables(room, actor, self.disk.truth())?;
        }
        Checks::one_owner(room)
    }
}

/// Has this person a seat at that table?
fn sits_at(room: &SimulatedRoom, name: &str, person: PlayerId) -> bool {
    let mut sits = false;
    room.each_table(&mut |_, table| {
        if table.id.as_str() == name {
            sits |= table.seen().view(Some(person)).own.is_some_and(|own| own.seat.is_some());
        }
    });
    sits
}
