//! What was counted, and how it is told.

use super::clients::Evening;
use super::server::Taken;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Duration;

/// What the clients counted.
#[derive(Default)]
pub struct Tally {
    pub errors: u64,
    /// From acting until hearing of it, in microseconds.
    waits: Vec<u32>,
    acts: Messages,
    updates: Messages,
    answers: Messages,
}

/// So many messages of so many bytes together.
#[derive(Clone, Copy, Default)]
struct Messages {
    count: u64,
    bytes: u64,
}

impl Messages {
    fn one_more(&mut self, bytes: usize) {
        self.count += 1;
        self.bytes += bytes as u64;
    }

    /// What one has, to the nearest byte.
    fn each(self) -> usize {
        ((self.bytes + self.count / 2) / self.count.max(1)) as usize
    }
}

impl Tally {
    /// An action was sent.
    pub fn sent(&mut self, bytes: usize) {
        self.acts.one_more(bytes);
    }

    /// Something happened at the table; after one's own action, so long after it.
    pub fn update(&mut self, bytes: usize, took: Option<Duration>) {
        self.updates.one_more(bytes);
        self.waits.extend(took.map(|took| u32::try_from(took.as_micros()).unwrap_or(u32::MAX)));
    }

    /// An action was accepted.
    pub fn answer(&mut self, bytes: usize) {
        self.answers.one_more(bytes);
    }
}

/// What an evening came to.
pub struct Figures {
    pub tally: Tally,
    pub length: Duration,
    /// Until everybody sat.
    pub came_in: Duration,
    /// What the server had taken with nobody there, and with everybody seated.
    pub empty: Option<Taken>,
    pub seated: Option<Taken>,
    /// Before and after, of the server and of the clients.
    pub server: Option<(Taken, Taken)>,
    pub clients: Option<(Taken, Taken)>,
}

impl Figures {
    pub fn act_bytes(&self) -> usize {
        self.tally.acts.each()
    }

    pub fn update_bytes(&self) -> usize {
        self.tally.updates.each()
    }

    pub fn answer_bytes(&self) -> usize {
        self.tally.answers.each()
    }

    fn actions_a_second(&self) -> f64 {
        self.tally.waits.len() as f64 / self.length.as_secs_f64()
    }

    /// The wait that so many of a hundred do not exceed, in microseconds.
    fn percentile(sorted: &[u32], percent: usize) -> Option<u32> {
        let last = sorted.len().checked_sub(1)?;
        Some(sorted[last * percent / 100])
    }

    /// The share of a core that was used.
    fn load(&self, (before, after): (Taken, Taken)) -> f64 {
        (after.processor - before.processor).as_secs_f64() / self.length.as_secs_f64()
    }

    fn processor_an_action(&self) -> Option<f64> {
        let (before, after) = self.server?;
        let used = (after.processor - before.processor).as_secs_f64();
        (!self.tally.waits.is_empty()).then(|| used * 1e6 / self.tally.waits.len() as f64)
    }

    /// All of it.
    fn json(&self) -> Value {
        let mut waits = self.tally.waits.clone();
        waits.sort_unstable();
        json!({
            "actionsPerSecond": self.actions_a_second().round(),
            "p50Us": Figures::percentile(&waits, 50),
            "p99Us": Figures::percentile(&waits, 99),
            "errors": self.tally.errors,
            "serverUsPerAction": self.processor_an_action().map(round),
            "serverLoad": self.server.map(|taken| round(self.load(taken))),
            "clientLoad": self.clients.map(|taken| round(self.load(taken))),
            "memoryKib": {
                "empty": self.empty.map(|taken| taken.memory_kib),
                "seated": self.seated.map(|taken| taken.memory_kib),
                "after": self.server.map(|(_, after)| after.memory_kib),
            },
            "comeInMs": self.came_in.as_millis() as u64,
            "bytes": { "act": self.act_bytes(), "update": self.update_bytes(), "answer": self.answer_bytes() },
            "updatesPerAction": round(self.tally.updates.count as f64 / self.tally.waits.len().max(1) as f64),
        })
    }
}

fn round(figure: f64) -> f64 {
    (figure * 100.0).round() / 100.0
}

/// As one JSON object.
pub fn json(evening: &Evening, cores: bool, room: &Figures, bare: Option<&Figures>) -> Value {
    json!({
        "tables": evening.tables,
        "players": evening.players,
        "rate": evening.rate,
        "coresShared": cores,
        "room": room.json(),
        "bare": bare.map(Figures::json),
        "ofBare": bare.map(|bare| round(room.actions_a_second() / bare.actions_a_second())),
    })
}

/// As a person reads it.
pub fn text(evening: &Evening, cores: bool, room: &Figures, bare: Option<&Figures>) -> String {
    let (tables, players) = (evening.tables, evening.players);
    let cores =
        if cores { "the server on one core, the clients on the others" } else { "all on the same cores" };
    let mut text = format!("{tables} tables of {players}, {cores}\n");
    told(&mut text, "room", room);
    if let Some(bare) = bare {
        told(&mut text, "bare", bare);
        let ratio = room.actions_a_second() / bare.actions_a_second();
        let _ = writeln!(text, "the room does {ratio:.2} of what the bare responder does");
    }
    text
}

fn told(text: &mut String, who: &str, figures: &Figures) {
    let mut waits = figures.tally.waits.clone();
    waits.sort_unstable();
    let wait = |percent| Figures::percentile(&waits, percent).map_or(0.0, |us| f64::from(us) / 1000.0);
    let _ = writeln!(
        text,
        "{who}: {:.0} actions/s, p50 {:.2} ms, p99 {:.2} ms, {} errors",
        figures.actions_a_second(),
        wait(50),
        wait(99),
        figures.tally.errors
    );
    if let (Some(server), Some(clients), Some(each)) =
        (figures.server, figures.clients, figures.processor_an_action())
    {
        let mib = |taken: Taken| taken.memory_kib as f64 / 1024.0;
        let (server_load, client_load) = (figures.load(server) * 100.0, figures.load(clients) * 100.0);
        let _ = write!(
            text,
            "      server {each:.0} us of processor an action, {server_load:.0} % of a core (clients {client_load:.0} %)"
        );
        if let (Some(empty), Some(seated)) = (figures.empty, figures.seated) {
            let (empty, seated, after) = (mib(empty), mib(seated), mib(server.1));
            let _ = write!(
                text,
                "; memory {empty:.1} MiB empty, {seated:.1} with everybody seated, {after:.1} after"
            );
        }
        text.push('\n');
    }
    let (act, update, answer) = (figures.act_bytes(), figures.update_bytes(), figures.answer_bytes());
    let _ = writeln!(text, "      an action of {act} bytes, answered by {answer} and updates of {update}");
}
