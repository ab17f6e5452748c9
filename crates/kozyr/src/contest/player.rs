//! Who plays: one of ours, or a program that speaks the room's protocol over its standard input and output.

use super::PATIENCE;
use super::simple::{random, staying};
use crate::failure::Failure;
use kozyr_bots::{Deed, Level, Memory, choose};
use kozyr_protocol::room::{
    Answer, CommandId, Refusal, TableEvent, TableInfo, TableView, ToClient, ToServer, write,
};
use std::fmt;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::str::FromStr;
use std::sync::mpsc::{Receiver, channel};

/// What a table is called in a match.
const TABLE: &str = "match";

/// How a player plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// A bot of the house.
    Bot(Level),
    /// Stays in as cheaply as possible and never raises.
    Passive,
    /// Takes any offer.
    Random,
    /// A program and its arguments.
    Program(Vec<String>),
}

impl FromStr for Strategy {
    type Err = String;
    fn from_str(text: &str) -> Result<Strategy, String> {
        Ok(match text {
            "strong" => Strategy::Bot(Level::Strong),
            "casual" => Strategy::Bot(Level::Casual),
            "passive" => Strategy::Passive,
            "random" => Strategy::Random,
            program if program.contains('/') => {
                Strategy::Program(program.split_whitespace().map(str::to_owned).collect())
            }
            _ => return Err("not a player: write strong, casual, passive, random, or the path of a program such as ./mybot".into()),
        })
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strategy::Bot(Level::Strong) => f.write_str("strong"),
            Strategy::Bot(Level::Casual) => f.write_str("casual"),
            Strategy::Passive => f.write_str("passive"),
            Strategy::Random => f.write_str("random"),
            Strategy::Program(words) => f.write_str(&words.join(" ")),
        }
    }
}

/// A player at work.
pub(super) struct Player {
    strategy: Strategy,
    random: u64,
    /// What it remembers of what it was told.
    memory: Memory,
    program: Option<Program>,
}

impl Player {
    pub(super) fn new(strategy: &Strategy, seed: u64) -> Result<Player, Failure> {
        let program = match strategy {
            Strategy::Program(words) => Some(Program::start(words)?),
            _ => None,
        };
        Ok(Player { strategy: strategy.clone(), random: seed, memory: Memory::default(), program })
    }

    /// A new deal: nothing of the last one counts any more.
    pub(super) fn forgets(&mut self) {
        self.memory = Memory::default();
    }

    /// What anybody heard since the last decision.
    pub(super) fn hears(&mut self, events: &[TableEvent]) {
        self.memory.note(events);
    }

    /// What the player does in this spot; nothing when nobody waits for it.
    pub(super) fn decides(&mut self, info: &TableInfo, view: &TableView) -> Result<Option<Deed>, Failure> {
        if let Some(program) = &mut self.program {
            return program.decides(info, view);
        }
        let mut below = |n: u32| {
            self.random =
                self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (((self.random >> 33) * u64::from(n)) >> 31) as u32
        };
        Ok(match self.strategy {
            Strategy::Bot(level) => choose(level, info, view, &self.memory, &mut below),
            Strategy::Passive => staying(info, view),
            Strategy::Random => random(view, &mut below),
            Strategy::Program(_) => None,
        })
    }

    /// What became of the last command.
    pub(super) fn hears_answer(&mut self, result: &Result<(), Refusal>) -> Result<(), Failure> {
        let Some(program) = &mut self.program else { return Ok(()) };
        let result = match result {
            Ok(()) => Answer::Accepted { sequence: program.sequence },
            Err(reason) => Answer::Refused { reason: reason.clone() },
        };
        let command = program.command;
        program.tell(&ToClient::Answer { command, result })
    }
}

/// A program that plays.
struct Program {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    sequence: u64,
    command: CommandId,
}

impl Program {
    fn start(words: &[String]) -> Result<Program, Failure> {
        let (name, arguments) = words.split_first().ok_or_else(|| Failure::new("a program has a name"))?;
        let cannot = |error: std::io::Error| {
            Failure::new(format!(
                "{name} cannot be started: {error}; give the path of a program that can be run"
            ))
        };
        let mut child = Command::new(name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(cannot)?;
        let input = child.stdin.take().expect("it was asked for");
        let output = BufReader::new(child.stdout.take().expect("it was asked for"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Program { child, input, lines, sequence: 0, command: CommandId(0) })
    }

    fn tell(&mut self, message: &ToClient) -> Result<(), Failure> {
        let gone =
            |_| Failure::new("a program does not read any more: it has to play to the end of the match");
        writeln!(self.input, "{}", write(message)).and_then(|()| self.input.flush()).map_err(gone)
    }

    /// Shows it the table; when it is its turn, waits for what it does.
    fn decides(&mut self, info: &TableInfo, view: &TableView) -> Result<Option<Deed>, Failure> {
        self.sequence += 1;
        let snapshot = ToClient::Snapshot {
            table: TABLE.into(),
            sequence: self.sequence,
            now: 0,
            info: info.clone(),
            view: Box::new(view.clone()),
        };
        self.tell(&snapshot)?;
        if view.own.as_ref().is_none_or(|own| own.turn.is_none()) {
            return Ok(None);
        }
        loop {
            let silent = |_| {
                Failure::new(format!(
                    "a program has not answered for {} s: it has to act when it is its turn",
                    PATIENCE.as_secs()
                ))
            };
            let line = self.lines.recv_timeout(PATIENCE).map_err(silent)?;
            let wrong = |error: kozyr_protocol::room::Unreadable| {
                Failure::new(format!(
                    "a program wrote what is no message: {}; docs/room.md has the messages",
                    error.detail()
                ))
            };
            match kozyr_protocol::room::read(&line).map_err(wrong)? {
                ToServer::Act { command, action, .. } => {
                    self.command = command;
                    return Ok(Some(Deed::Act(action)));
                }
                ToServer::Say { command, word, .. } => {
                    self.command = command;
                    return Ok(Some(Deed::Say(word)));
                }
                // Whoever was written for the room says hello and watches the table first.
                _ => {}
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_named_or_programs() {
        for name in ["strong", "casual", "passive", "random"] {
            assert_eq!(name.parse::<Strategy>().unwrap().to_string(), name);
        }
        let program: Strategy = "./bot --fast".parse().unwrap();
        assert_eq!(program, Strategy::Program(vec!["./bot".into(), "--fast".into()]));
        assert!("stong".parse::<Strategy>().unwrap_err().contains("strong, casual"));
    }
}
