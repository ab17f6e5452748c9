//! What happens next: one thing after the other, at moments that follow from the seed.

use crate::accounts::Accounts;
use crate::broken;
use crate::chance::Chance;
use crate::checks::Checks;
use crate::client::Client;
use crate::disk::Disk;
use crate::house::house;
use crate::network::Line;
use crate::privacy::Privacy;
use crate::updau::Correspondent;
use crate::{Options, Report, Violation};
use kozyr_protocol::room::{CommandId, ToClient};
use kozyr_server::Config;
use kozyr_server::simulation::{self, ChoreNo, SimulatedRoom, UpdauLetter};
use kozyr_time::WallTime;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::rc::Rc;
use std::time::Duration;

/// Where calendars begin.
const FIRST_DAY: i64 = 1_800_000_000_000;
const SECOND: u64 = 1_000_000;

/// Something that happens.
pub(crate) enum What {
    /// A client thinks about what to say.
    Think(usize),
    /// A client connects.
    Connect(usize),
    /// The same of those who speak UpDAU.
    Ponder(usize),
    Dial(usize),
    /// A document comes to the room, or a letter of the room to a client.
    Document(usize, Rc<[u8]>),
    Letter(usize, Rc<UpdauLetter>),
    /// A message comes to the room.
    Arrives(usize, Rc<str>),
    /// A message comes to a client.
    Told(usize, Rc<ToClient>),
    /// A client notices that its line is gone.
    Lost(usize),
    /// The room notices that a line is gone.
    Gone(usize),
    /// A client that reads slowly reads.
    Reads(usize),
    /// A session that waits for the store goes on.
    Poll(usize),
    /// A shard is stepped.
    Wake(usize),
    /// Something is done with the store.
    Chore(u32, ChoreNo),
    /// The store writes what waits.
    Write,
    /// The store answers no more, or again.
    Outage(bool),
    /// The room dies.
    Crash,
    /// The room is started.
    Start,
    /// The keeper of tournaments looks around.
    Keep,
    /// Somebody does something with an account.
    Account,
    /// Somebody sets the clock on the wall.
    Wall,
    /// A line breaks somehow.
    Mishap,
    /// Everything is looked at, though nothing happened.
    Look,
    /// A room that was cut off goes on, beside the one that took over.
    Haunt,
}

struct Event {
    at: u64,
    /// Those of one moment happen in the order in which they were foreseen.
    nth: u64,
    what: What,
}

impl PartialEq for Event {
    fn eq(&self, other: &Event) -> bool {
        (self.at, self.nth) == (other.at, other.nth)
    }
}
impl Eq for Event {}
impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Event) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Event {
    fn cmp(&self, other: &Event) -> std::cmp::Ordering {
        (self.at, self.nth).cmp(&(other.at, other.nth))
    }
}

/// A run.
pub(crate) struct Run {
    pub(crate) now: u64,
    pub(crate) chance: Chance,
    events: BinaryHeap<Reverse<Event>>,
    foreseen: u64,
    pub(crate) config: Config,
    pub(crate) crash_every: u64,
    outage_every: u64,
    pub(crate) ghosts: u64,
    /// A clock on the wall is set by so much at most.
    wall_step_ms: i64,
    pub(crate) disk: Disk,
    pub(crate) room: Option<SimulatedRoom>,
    /// A room that was cut off and does not know it.
    pub(crate) ghost: Option<SimulatedRoom>,
    /// How often the room was started.
    pub(crate) life: u32,
    pub(crate) stopping: bool,
    pub(crate) clients: Vec<Client>,
    pub(crate) correspondents: Vec<Correspondent>,
    /// When a client thinks next.
    thinks: Vec<u64>,
    pub(crate) lines: Vec<Line>,
    /// Those that are open at the room's end.
    pub(crate) open: BTreeSet<usize>,
    /// When a shard is stepped next, and whether because something has come.
    pub(crate) wakes: Vec<Option<(u64, bool)>>,
    pub(crate) writes: bool,
    pub(crate) checks: Checks,
    /// What a command was, for those that count.
    pub(crate) kinds: BTreeMap<(usize, CommandId), Kind>,
    pub(crate) hands: BTreeMap<String, u64>,
    pub(crate) privacy: Privacy,
    pub(crate) accounts: Accounts,
    digest: blake3::Hasher,
    pub(crate) report: Report,
}

/// What a command was.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Act,
    Refill,
    /// Talk, waiting lists, and what a host decides about people who ask: nothing of it outlives the room.
    Fleeting,
    Other,
}

/// The world is left however the run ends.
struct World;

impl Drop for World {
    fn drop(&mut self) {
        simulation::leave();
    }
}

/// Lets a room live through everything this seed has for it.
///
/// # Errors
/// What did not hold.
pub fn run(seed: u64, options: &Options) -> Result<Report, Violation> {
    let mut chance = Chance::new(seed);
    broken::listen();
    simulation::enter(chance.next(), WallTime::from_millis(FIRST_DAY));
    let _world = World;
    if let Some(prepare) = options.prepare {
        prepare();
    }
    let wrong = |what: String| Violation { seed, at_ms: 0, step: 0, what };
    let mut run = Run::new(chance, options).map_err(|error| wrong(error.to_string()))?;
    match run.go(options.length_ms * 1000) {
        Ok(()) => {
            run.report.digest = run.digest.finalize().to_hex().to_string();
            Ok(run.report)
        }
        Err(what) => Err(Violation { seed, at_ms: run.now / 1000, step: run.report.steps, what }),
    }
}

impl Run {
    fn new(mut chance: Chance, options: &Options) -> anyhow::Result<Run> {
        let house = house(&mut chance, options);
        let trouble = if chance.often(500) { chance.below(15) } else { 0 };
        let disk = Disk::new(options.store, chance.fork(), trouble)?;
        let names: Vec<String> = house.config.tables.iter().map(|plan| plan.id.to_string()).collect();
        let cups = !house.config.tournaments.is_empty();
        let clients: Vec<Client> = (0..house.people)
            .map(|number| {
                let own = chance.fork();
                let wanted = names.iter().filter(|_| chance.often(800)).cloned().collect();
                Client::new(number, own, wanted, cups && chance.often(700))
            })
            .collect();
        let correspondents =
            (0..house.correspondents).map(|number| Correspondent::new(number, chance.fork())).collect();
        let mut run = Run {
            now: 0,
            chance,
            events: BinaryHeap::new(),
            foreseen: 0,
            config: house.config,
            crash_every: options.crash_every_ms * 1000,
            outage_every: options.outage_every_ms * 1000,
            ghosts: options.ghosts,
            wall_step_ms: options.wall_step_ms,
            disk,
            room: None,
            ghost: None,
            life: 0,
            stopping: false,
            thinks: vec![0; clients.len()],
            clients,
            correspondents,
            lines: Vec::new(),
            open: BTreeSet::new(),
            wakes: Vec::new(),
            writes: false,
            checks: Checks::default(),
            kinds: BTreeMap::new(),
            hands: BTreeMap::new(),
            privacy: Privacy::default(),
            accounts: Accounts::default(),
            digest: blake3::Hasher::new(),
            report: Report::default(),
        };
        run.later(0, What::Start);
        for client in 0..run.clients.len() {
            run.within(5 * SECOND, What::Connect(client));
        }
        for one in 0..run.correspondents.len() {
            run.within(5 * SECOND, What::Dial(one));
            run.within(5 * SECOND, What::Ponder(one));
        }
        run.within(2 * run.outage_every, What::Outage(true));
        run.within(120 * SECOND, What::Wall);
        run.within(20 * SECOND, What::Mishap);
        run.within(20 * SECOND, What::Account);
        run.later(SECOND, What::Keep);
        run.later(SECOND, What::Look);
        Ok(run)
    }

    /// So long from now this happens.
    pub(crate) fn later(&mut self, wait: u64, what: What) {
        self.at(self.now + wait, what);
    }

    /// At this moment this happens.
    pub(crate) fn at(&mut self, at: u64, what: What) {
        self.foreseen += 1;
        self.events.push(Reverse(Event { at, nth: self.foreseen, what }));
    }

    /// Some time before then this happens.
    pub(crate) fn within(&mut self, most: u64, what: What) {
        let wait = self.chance.below(most.max(1)) + 1;
        self.later(wait, what);
    }

    fn go(&mut self, end: u64) -> Result<(), String> {
        while let Some(Reverse(event)) = self.events.pop() {
            if event.at > end {
                break;
            }
            self.now = event.at;
            simulation::pass_to(Duration::from_micros(self.now));
            self.happen(event.what)?;
            self.settle()?;
            if let Some(what) = broken::take() {
                return Err(format!("an invariant broke: {what}"));
            }
        }
        self.report.actions += self.correspondents.iter().map(|one| one.moves).sum::<u64>();
        // What anybody knows survives the end too.
        (self.room, self.ghost) = (None, None);
        self.disk.crash().map_err(|error| error.to_string())?;
        self.checks.after_crash(self.disk.truth())?;
        self.accounts.after_crash(self.disk.truth())?;
        self.checks.books(self.disk.truth())
    }

    fn happen(&mut self, what: What) -> Result<(), String> {
        self.report.steps += 1;
        match what {
            What::Think(client) => {
                if self.thinks[client] == self.now {
                    self.think(client);
                }
            }
            What::Connect(client) => self.connect(client),
            What::Ponder(one) => self.ponder(one),
            What::Dial(one) => self.dial(one),
            What::Document(line, paper) => self.document(line, paper),
            What::Letter(line, letter) => self.letter(line, &letter)?,
            What::Arrives(line, text) => self.arrives(line, &text),
            What::Told(line, message) => self.told(line, &message)?,
            What::Lost(line) => self.lost(line),
            What::Gone(line) => self.gone(line),
            What::Reads(line) => self.reads(line)?,
            What::Poll(line) => self.poll(line),
            What::Wake(actor) => self.wake(actor)?,
            What::Chore(life, chore) => {
                if let Some(room) = self.room.as_mut().filter(|_| life == self.life) {
                    room.run_chore(chore);
                }
            }
            What::Write => self.write()?,
            What::Outage(begins) => {
                self.disk.set_out(begins);
                if begins {
                    self.report.outages += 1;
                    self.within(4 * SECOND, What::Outage(false));
                } else {
                    self.within(2 * self.outage_every, What::Outage(true));
                }
            }
            What::Crash => self.crash()?,
            What::Start => self.start()?,
            What::Keep => {
                if let Some(room) = &mut self.room {
                    room.keep();
                }
                self.within(SECOND, What::Keep);
            }
            What::Wall => {
                // The same chance however far the clock is set.
                let thousandths = self.chance.below(2_001) as i64 - 1_000;
                simulation::step_wall(thousandths * self.wall_step_ms / 1_000);
                self.within(120 * SECOND, What::Wall);
            }
            What::Account => self.account()?,
            What::Mishap => self.mishap(),
            What::Look => self.look()?,
            What::Haunt => self.haunt(),
        }
        Ok(())
    }

    // ---- Clients ----

    /// A client thinks at that moment, if it does not before.
    fn thinks_at(&mut self, client: usize, at: u64) {
        if self.thinks[client] <= self.now || at < self.thinks[client] {
            self.thinks[client] = at;
            self.at(at, What::Think(client));
        }
    }

    fn think(&mut self, client: usize) {
        let now = self.now;
        let said = self.clients[client].think(now);
        if let Some(line) = self.clients[client].line {
            said.iter().for_each(|text| self.say(line, text));
            // A client that is never greeted tries another line.
            let since = self.lines[line].since;
            if !self.clients[client].is_greeted() && now > since + 10 * SECOND {
                self.cut(line);
            }
        }
        let wait = self.chance.between(150_000, 2_500_000);
        self.thinks_at(client, now + wait);
    }

    fn connect(&mut self, client: usize) {
        if self.clients[client].line.is_some() {
            return;
        }
        let address = std::net::Ipv4Addr::from(0x0a00_0100 + client as u32);
        let no = self.room.as_mut().filter(|_| !self.stopping).and_then(|room| room.connect(address.into()));
        let Some(no) = no else { return self.within(2 * SECOND, What::Connect(client)) };
        let line = Line::new(client, self.life, no, self.now, &mut self.chance);
        if line.is_slow {
            self.within(5 * SECOND, What::Reads(self.lines.len()));
        }
        self.lines.push(line);
        let line = self.lines.len() - 1;
        self.open.insert(line);
        for text in self.clients[client].connected(line) {
            self.say(line, &text);
        }
        let wait = self.chance.between(50_000, 500_000);
        self.thinks_at(client, self.now + wait);
    }

    /// A client says something over this line.
    fn say(&mut self, line: usize, text: &str) {
        self.note(line, '<', text);
        let client = self.lines[line].client;
        self.note_command(client, text);
        let text: Rc<str> = text.into();
        for at in self.lines[line].arrivals(self.now, true, &mut self.chance) {
            self.at(at, What::Arrives(line, text.clone()));
        }
    }

    fn told(&mut self, line: usize, message: &ToClient) -> Result<(), String> {
        self.lines[line].coming -= 1;
        if !self.lines[line].at_client {
            return Ok(());
        }
        let client = self.lines[line].client;
        let reacts = self.clients[client].hear(message);
        self.compare(line, message)?;
        for link in self.clients[client].take_links() {
            let friends: Vec<usize> = (0..self.clients.len()).filter(|&one| one != client).collect();
            for friend in friends {
                if self.chance.often(600) {
                    self.clients[friend].invite(link.clone());
                }
            }
        }
        if reacts {
            let wait = self.chance.between(20_000, 900_000);
            self.thinks_at(client, self.now + wait);
        }
        Ok(())
    }

    fn lost(&mut self, line: usize) {
        if !std::mem::replace(&mut self.lines[line].at_client, false) {
            return;
        }
        let client = self.lines[line].client;
        if self.lines[line].is_updau {
            return self.hung_up(line);
        }
        if self.clients[client].line != Some(line) {
            return;
        }
        self.clients[client].lost();
        if self.chance.often(150) {
            let somebody_else = self.chance.often(200);
            self.clients[client].start_over(somebody_else);
        }
        self.within(4 * SECOND, What::Connect(client));
    }

    /// What is said goes into the digest of the run.
    pub(crate) fn note(&mut self, line: usize, way: char, text: &str) {
        self.digest.update(&self.now.to_le_bytes());
        self.digest.update(&(line as u64).to_le_bytes());
        self.digest.update(&[way as u8]);
        self.digest.update(text.as_bytes());
    }
}
