//! What a client does beside its games: opens tables and runs them, comes by links, talks, follows the lobby.

use super::{Client, write};
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    Around, CommandId, DurakMode, HoldemOptions, HostOrder, LobbyFilter, Reaction, Said, TableForm,
    TableGame, ToServer,
};
use std::collections::{BTreeMap, BTreeSet};

/// A table that somebody opened: its name, and what its link has after `#`, if it is a private one.
pub(crate) type Link = (String, Option<String>);

/// What a client has beside its games.
#[derive(Default)]
pub(crate) struct Company {
    /// The links it has, and whether it came by them over the present line.
    links: BTreeMap<String, (Option<String>, bool)>,
    /// Links it has made and not told others of.
    fresh: Vec<Link>,
    /// The tables it runs, and who asks it for something there.
    runs: BTreeMap<String, BTreeSet<u64>>,
    /// People it has seen at tables it runs.
    people: BTreeSet<u64>,
    follows: bool,
}

impl Company {
    /// Another line: what was said over the last one counts no more.
    pub(super) fn connected(&mut self) {
        self.links.values_mut().for_each(|(_, came)| *came = false);
        self.follows = false;
    }
}

const WORDS: &[&str] = &["hi", "gg", "!!!", "Ходи!", "a\u{301}", " ", "", "6♣ is the joker", "<b>no</b>"];

impl Client {
    /// A table was opened.
    pub(super) fn opened(&mut self, table: &str, secret: Option<&String>) {
        self.company.fresh.push((table.to_owned(), secret.cloned()));
        self.company.runs.entry(table.to_owned()).or_default();
        self.watch(table);
    }

    /// The links it made since this was asked.
    pub(crate) fn take_links(&mut self) -> Vec<Link> {
        std::mem::take(&mut self.company.fresh)
    }

    /// Somebody sends a link.
    pub(crate) fn invite(&mut self, (table, secret): Link) {
        self.company.links.insert(table, (secret, false));
    }

    /// What is around a table it looks at.
    pub(super) fn looks_around(&mut self, table: &str, around: &Around) {
        let Some(hosted) = &around.hosted else { return };
        if Some(hosted.host) != self.person {
            self.company.runs.remove(table);
            return;
        }
        if let Some(secret) = &hosted.secret
            && self.company.links.get(table).is_none_or(|(known, _)| known.as_ref() != Some(secret))
        {
            let link = (table.to_owned(), Some(secret.clone()));
            self.company.links.insert(table.to_owned(), (link.1.clone(), false));
            self.company.fresh.push(link);
        }
        let asking: BTreeSet<u64> = hosted.requests.iter().map(|request| request.person.player).collect();
        self.company.people.extend(&asking);
        self.company.runs.insert(table.to_owned(), asking);
    }

    /// Says what is to be said beside the games.
    pub(super) fn keep_company(&mut self, now: u64, said: &mut Vec<String>) {
        self.come_by_links(said);
        if self.chance.often(self.misbehaviour.hosts) && self.company.runs.len() < 2 {
            let (command, form) = (self.next_id(), Box::new(self.form()));
            self.command(now, ToServer::CreateTable { command, form }, said);
        }
        self.run_tables(now, said);
        if self.chance.often(self.misbehaviour.talks) {
            let table = self.chance.often(800).then(|| self.any_table());
            let (command, what) = (self.next_id(), self.words());
            self.command(now, ToServer::Chat { command, table, said: what }, said);
        }
        match self.chance.below(1000) {
            0..4 if !self.company.follows => {
                self.company.follows = true;
                said.push(write(&ToServer::FollowLobby { filter: LobbyFilter::default() }));
            }
            4..6 if self.company.follows => {
                self.company.follows = false;
                said.push(write(&ToServer::UnfollowLobby));
            }
            6..8 => said.push(write(&ToServer::QuickSeat { filter: LobbyFilter::default() })),
            8..12 => {
                let (command, table) = (self.next_id(), self.any_table());
                let wait = self.chance.often(700);
                self.command(now, ToServer::WaitForSeat { command, table, wait }, said);
            }
            12..14 => {
                let table = self.any_table();
                said.push(write(&ToServer::Sheet { table }));
            }
            _ => {}
        }
    }

    fn come_by_links(&mut self, said: &mut Vec<String>) {
        let links: Vec<Link> = self
            .company
            .links
            .iter_mut()
            .filter(|(_, (_, came))| !*came)
            .map(|(table, (secret, came))| {
                *came = true;
                (table.clone(), secret.clone())
            })
            .collect();
        for (table, secret) in links {
            // Some guess, and some forget half of the link.
            let secret = if self.chance.often(100) { Some("guess".to_owned()) } else { secret };
            if let Some(secret) = secret {
                said.push(write(&ToServer::Enter { table: table.clone(), secret }));
            }
            self.watch(&table);
        }
    }

    fn form(&mut self) -> TableForm {
        let (seats, game) = match self.chance.below(3) {
            0 => {
                let variant = self.chance.pick(&["NT", "FT", "NS", "PO", "FO/8"]).map_or("NT", |code| *code);
                let (small_blind, big_blind) = (Chips::new(1), Chips::new(2));
                let straddle = !variant.starts_with('F') && self.chance.often(500);
                let options = HoldemOptions { straddle, run_it_twice: self.chance.often(500) };
                (
                    2 + self.chance.below(5) as u8,
                    TableGame::Holdem { variant: variant.to_owned(), small_blind, big_blind, options },
                )
            }
            1 => (2 + self.chance.below(5) as u8, TableGame::Seka { base: Chips::new(5) }),
            _ => {
                let mode = *self
                    .chance
                    .pick(&[DurakMode::Plain, DurakMode::Transfer, DurakMode::TrafficLight])
                    .unwrap_or(&DurakMode::Plain);
                let points = self.chance.below(3) as u16;
                (2, TableGame::Durak { mode, cards: 36, stake: Chips::new(20), points })
            }
        };
        TableForm {
            name: self.chance.often(500).then(|| format!("Table {}", self.number)),
            private: self.chance.often(700),
            seats,
            turn_secs: 5 + self.chance.below(30) as u16,
            delay_secs: self.delay_secs(),
            bots: self.chance.often(100),
            game,
        }
    }

    fn delay_secs(&mut self) -> u16 {
        if self.chance.often(250) { 1 + self.chance.below(20) as u16 } else { 0 }
    }

    fn words(&mut self) -> Said {
        if self.chance.often(500) {
            let reaction = *self.chance.pick(&[Reaction::Nice, Reaction::Hurry]).unwrap_or(&Reaction::Wow);
            return Said::Reaction { reaction };
        }
        let mut text = self.chance.pick(WORDS).copied().unwrap_or_default().to_owned();
        if self.chance.often(30) {
            text = text.repeat(100);
        }
        Said::Text { text }
    }

    /// Lets people in, and gives orders now and then; also where somebody else is the host.
    fn run_tables(&mut self, now: u64, said: &mut Vec<String>) {
        let asking: Vec<(String, u64)> = self
            .company
            .runs
            .iter()
            .flat_map(|(table, people)| people.iter().map(|&player| (table.clone(), player)))
            .collect();
        for (table, player) in asking {
            if self.chance.often(300) {
                let (command, accept) = (self.next_id(), self.chance.often(800));
                self.command(now, ToServer::Decide { command, table, player, accept }, said);
            }
        }
        let own: Vec<String> = self.company.runs.keys().cloned().collect();
        let table =
            if self.chance.often(30) { Some(self.any_table()) } else { self.chance.pick(&own).cloned() };
        if let Some(table) = table.filter(|_| self.chance.often(15)) {
            let (command, order) = (self.next_id(), self.order());
            self.command(now, ToServer::Host { command, table, order }, said);
        }
    }

    fn order(&mut self) -> HostOrder {
        let people: Vec<u64> = self.company.people.iter().copied().collect();
        let player = self.chance.pick(&people).copied().unwrap_or(1_000);
        let yes = self.chance.often(600);
        match self.chance.below(15) {
            0 => HostOrder::HoldUp,
            1 | 2 => HostOrder::GoOn,
            3 => HostOrder::Remove { player },
            4 => HostOrder::Forgive { player },
            5 => HostOrder::Stakes { game: self.form().game },
            6 => HostOrder::Clock { turn_secs: 5 + self.chance.below(20) as u16 },
            7 | 8 => HostOrder::Approve { ask: !yes },
            9 => HostOrder::Silence { player, silent: yes },
            10 => HostOrder::NewLink,
            11 | 12 => {
                let seat = Seat::from_index(self.chance.below(7) as usize);
                HostOrder::Move { player, seat }
            }
            13 => HostOrder::Delay { delay_secs: self.delay_secs() },
            _ => HostOrder::PassOn { player },
        }
    }

    /// Has this been said as something that leaves no receipt behind?
    pub(crate) fn is_fleeting(message: &ToServer) -> Option<CommandId> {
        match message {
            ToServer::Chat { command, .. }
            | ToServer::WaitForSeat { command, .. }
            | ToServer::Decide { command, .. } => Some(*command),
            _ => None,
        }
    }
}
