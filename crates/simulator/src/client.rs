//! Somebody who plays over the room's protocol: follows tables by patches, says commands until they are answered, comes
//! back after a lost line with what they have, and sometimes behaves badly.

mod company;
mod misbehaviour;
mod play;

pub(crate) use company::Company;
pub(crate) use misbehaviour::Misbehaviour;

use crate::chance::Chance;
use kozyr_bots::Memory;
use kozyr_protocol::room::{
    Answer, CommandId, Fault, Followed, Follower, Language, LobbyTournament, PROTOCOL, Refusal, ToClient,
    ToServer, TournamentStatus,
};
use kozyr_store::PlayerId;
use std::collections::{BTreeMap, VecDeque};

/// So many commands a client remembers, to repeat one of them later.
const REMEMBERED: usize = 24;
/// How often a command is said again before the client gives up.
const TRIES: u32 = 8;

/// A command a client has sent.
#[derive(Clone, Debug)]
pub(crate) struct Command {
    pub(crate) id: CommandId,
    pub(crate) message: ToServer,
    tries: u32,
    /// When it is said again, if no answer comes.
    again_at: u64,
}

/// A table a client follows.
pub(crate) struct Seen {
    pub(crate) follower: Follower,
    pub(crate) memory: Memory,
    /// The turn that was acted on already.
    acted: Option<u64>,
    /// Was it asked for over the present line?
    asked: bool,
}

/// Somebody who plays.
pub(crate) struct Client {
    pub(crate) number: usize,
    pub(crate) chance: Chance,
    pub(crate) misbehaviour: Misbehaviour,
    /// The line they speak over, if they have one.
    pub(crate) line: Option<usize>,
    token: Option<String>,
    person: Option<u64>,
    greeted: bool,
    asked_to_be_guest: bool,
    pub(crate) tables: BTreeMap<String, Seen>,
    /// The tables they would like to play at.
    wanted: Vec<String>,
    cups: BTreeMap<String, bool>,
    open: Vec<Command>,
    done: VecDeque<ToServer>,
    commands: u128,
    low: bool,
    plays_cups: bool,
    company: Company,
}

impl Client {
    pub(crate) fn new(number: usize, mut chance: Chance, wanted: Vec<String>, plays_cups: bool) -> Client {
        Client {
            number,
            misbehaviour: Misbehaviour::new(&mut chance),
            chance,
            line: None,
            token: None,
            person: None,
            greeted: false,
            asked_to_be_guest: false,
            tables: BTreeMap::new(),
            wanted,
            cups: BTreeMap::new(),
            open: Vec::new(),
            done: VecDeque::new(),
            commands: 0,
            low: false,
            plays_cups,
            company: Company::default(),
        }
    }

    /// Who they are, and by which token, if they are anybody.
    pub(crate) fn identity(&self) -> Option<(PlayerId, String)> {
        Some((PlayerId::new(self.person?).ok()?, self.token.clone()?))
    }

    /// From the next line on they come by this token.
    pub(crate) fn come_by(&mut self, token: String) {
        self.token = Some(token);
    }

    /// Has the room said welcome?
    pub(crate) fn is_greeted(&self) -> bool {
        self.greeted
    }

    /// A line is there: the first words.
    pub(crate) fn connected(&mut self, line: usize) -> Vec<String> {
        self.line = Some(line);
        (self.greeted, self.asked_to_be_guest) = (false, false);
        self.tables.values_mut().for_each(|seen| seen.asked = false);
        self.cups.values_mut().for_each(|asked| *asked = false);
        self.company.connected();
        let hello = ToServer::Hello { protocol: PROTOCOL, token: self.token.clone(), language: Language::En };
        vec![write(&hello)]
    }

    /// The line is lost.
    pub(crate) fn lost(&mut self) {
        self.line = None;
        self.greeted = false;
    }

    /// The client begins anew, as a page that is loaded again: it forgets what it has seen, and who it was when it must.
    pub(crate) fn start_over(&mut self, as_somebody_else: bool) {
        self.tables.clear();
        self.cups.clear();
        self.open.clear();
        if as_somebody_else {
            self.company = Company::default();
            (self.token, self.person) = (None, None);
            self.done.clear();
            // Whoever they were, their commands are not this person's.
            self.commands += 1_000_000;
        }
    }

    /// Takes in what the room says. True when it may want to react soon.
    pub(crate) fn hear(&mut self, message: &ToClient) -> bool {
        match message {
            ToClient::Welcome { you, token, .. } => {
                self.greeted = true;
                self.token = token.clone().or(self.token.take());
                if let Some(you) = you {
                    self.person = Some(you.id);
                    self.low = you.refill.is_some();
                    you.seated_at.iter().for_each(|table| self.watch(table));
                } else if self.token.take().is_some() {
                    // The room does not know the token any more.
                    self.person = None;
                }
                true
            }
            ToClient::Snapshot { table, .. } | ToClient::Update { table, .. } => {
                let Some(seen) = self.tables.get_mut(table) else { return false };
                seen.memory.hear(message);
                match seen.follower.hear(message) {
                    Followed::Taken => {}
                    Followed::Ignored => return false,
                    Followed::Gap => seen.asked = false,
                }
                if matches!(message, ToClient::Snapshot { .. }) {
                    seen.acted = None;
                }
                true
            }
            ToClient::Unwatched { table } => {
                self.tables.remove(table);
                false
            }
            ToClient::Around { table, around } => {
                self.looks_around(table, around);
                false
            }
            ToClient::Answer { command, result } => {
                if let Answer::Opened { table, secret } = result {
                    self.opened(table, secret.as_ref());
                }
                self.answered(*command, result);
                false
            }
            ToClient::Moved { from, to, .. } => {
                from.iter().for_each(|from| drop(self.tables.remove(from)));
                self.watch(to);
                true
            }
            ToClient::Lobby { tables, tournaments, refill, .. } => {
                self.low = refill.is_some();
                // Tables that UpDAU opened are open to everybody.
                let theirs: Vec<_> = tables.iter().filter(|one| one.table.starts_with("updau-")).collect();
                if let Some(one) = self.chance.pick(&theirs).filter(|_| self.tables.len() < 6) {
                    self.watch(&one.table);
                }
                self.look_for_cups(tournaments);
                true
            }
            ToClient::Error { fault: Fault::UnknownTable { table } } => {
                self.tables.remove(table);
                false
            }
            ToClient::Error { fault: Fault::TryAgain } => {
                // Which of the tables could not be shown is not said: all of them are asked for again.
                self.tables.values_mut().for_each(|seen| seen.asked = false);
                self.asked_to_be_guest = false;
                true
            }
            ToClient::Error { fault: Fault::UnknownTournament { tournament } }
            | ToClient::Unfollowed { tournament } => {
                self.cups.remove(tournament);
                false
            }
            _ => false,
        }
    }

    fn look_for_cups(&mut self, tournaments: &[LobbyTournament]) {
        if !self.plays_cups {
            return;
        }
        let open = tournaments.iter().filter(|cup| cup.status == TournamentStatus::Lobby);
        let open: Vec<&LobbyTournament> = open.collect();
        if let Some(cup) = self.chance.pick(&open) {
            let name = cup.tournament.clone();
            if self.cups.len() < 3 && !self.cups.contains_key(&name) {
                self.cups.insert(name, false);
            }
        }
    }

    fn watch(&mut self, table: &str) {
        let new =
            || Seen { follower: Follower::new(table), memory: Memory::default(), acted: None, asked: false };
        self.tables.entry(table.to_owned()).or_insert_with(new);
    }

    fn answered(&mut self, id: CommandId, answer: &Answer) {
        let Some(place) = self.open.iter().position(|command| command.id == id) else { return };
        // What became of it is not known, or somebody was quicker: it is said again.
        let again = matches!(answer, Answer::Refused { reason: Refusal::TryAgain });
        if again && self.open[place].tries < TRIES {
            return;
        }
        let command = self.open.remove(place);
        if let (Answer::Refused { .. }, ToServer::Act { table, .. }) = (answer, &command.message)
            && let Some(seen) = self.tables.get_mut(table)
        {
            seen.acted = None;
        }
        self.remember(command.message);
    }

    fn remember(&mut self, message: ToServer) {
        self.done.push_back(message);
        if self.done.len() > REMEMBERED {
            self.done.pop_front();
        }
    }

    /// The next id nobody used before.
    fn next_id(&mut self) -> CommandId {
        self.commands += 1;
        CommandId((self.number as u128 + 1) << 64 | self.commands)
    }

    /// Says a command for the first time.
    fn command(&mut self, now: u64, message: ToServer, said: &mut Vec<String>) {
        let Some(id) = message.command() else { return };
        said.push(write(&message));
        let again_at = now + self.chance.between(1_000_000, 8_000_000);
        self.open.push(Command { id, message, tries: 1, again_at });
    }

    /// Says again what was not answered.
    fn repeat(&mut self, now: u64, said: &mut Vec<String>) {
        for command in &mut self.open {
            if command.again_at <= now {
                command.tries += 1;
                command.again_at = now + self.chance.between(500_000, 8_000_000);
                said.push(write(&command.message));
            }
        }
        let given_up: Vec<Command> = self.open.extract_if(.., |command| command.tries > TRIES).collect();
        given_up.into_iter().for_each(|command| self.remember(command.message));
    }

    /// What the client says now.
    pub(crate) fn think(&mut self, now: u64) -> Vec<String> {
        let mut said = Vec::new();
        if self.line.is_none() || !self.greeted {
            return said;
        }
        if self.person.is_none() && !std::mem::replace(&mut self.asked_to_be_guest, true) {
            let name = self.chance.often(800).then(|| format!("Player {}", self.number));
            said.push(write(&ToServer::Guest { name, language: Language::Ru }));
        }
        self.repeat(now, &mut said);
        self.misbehave(now, &mut said);
        for table in self.wanted.clone() {
            self.watch(&table);
        }
        for (name, seen) in &mut self.tables {
            if !std::mem::replace(&mut seen.asked, true) {
                let have = seen.follower.sequence();
                said.push(write(&ToServer::Watch { table: name.clone(), have }));
            }
        }
        if self.person.is_none() {
            return said;
        }
        if self.low && self.chance.often(200) {
            let command = self.next_id();
            self.command(now, ToServer::Refill { command }, &mut said);
        }
        if self.chance.often(if self.plays_cups { 60 } else { 5 }) {
            said.push(write(&ToServer::Lobby));
        }
        self.enter_cups(now, &mut said);
        self.keep_company(now, &mut said);
        let tables: Vec<String> = self.tables.keys().cloned().collect();
        for table in tables {
            self.play_at(&table, now, &mut said);
        }
        said
    }
}

pub(crate) fn write(message: &ToServer) -> String {
    serde_json::to_string(message).expect("a message can be written")
}
