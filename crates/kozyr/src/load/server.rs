//! The process under load: the room, or the bare responder.

use super::clients::{Evening, table_name};
use crate::failure::Failure;
use kozyr_chips::Chips;
use kozyr_server::{GamePlan, TablePlan, stock_table};
use kozyr_table::holdem::HoldemHouse;
use kozyr_time::{Millis, TableId};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// What everybody sits down with: more than an evening of calls can cost.
pub const STACK: i64 = 1_000_000;

/// A running server. Ended when dropped.
pub struct Server {
    child: Child,
    pub port: u16,
    /// What is removed with it.
    _folder: Option<tempfile::TempDir>,
}

impl Server {
    /// A room with nothing but these tables, without bots and without limits on how fast clients may be.
    pub fn room(evening: &Evening, data: Option<&Path>) -> Result<Server, Failure> {
        let failed =
            |error: std::io::Error| Failure::new(format!("cannot make a folder for the room: {error}"));
        let folder = tempfile::tempdir().map_err(failed)?;
        let plans = folder.path().join("tables.json");
        let text = serde_json::to_vec(&tables(evening)).expect("plans can be written");
        std::fs::write(&plans, text).map_err(failed)?;
        let data: PathBuf = data.map_or_else(|| folder.path().join("data"), Path::to_owned);
        let many = (evening.people() * 2).to_string();
        let mut command = this_program()?;
        command.args(["serve", "--listen", "127.0.0.1:0", "--bots", "0", "--haste", "1000"]);
        command.args(["--sockets-per-address", &many, "--guests-per-address", &many]);
        command.args(["--gift", &(STACK + 1).to_string()]).arg("--tables").arg(plans).arg("--data").arg(data);
        Server::start(command, Some(folder))
    }

    /// A responder that sends messages of these sizes.
    pub fn bare(evening: &Evening, update: usize, answer: usize) -> Result<Server, Failure> {
        let mut command = this_program()?;
        let Evening { tables, players, .. } = evening;
        command.args(["load", "--tables", &tables.to_string(), "--players", &players.to_string()]);
        command.args(["--respond", &update.to_string(), &answer.to_string()]);
        Server::start(command, None)
    }

    fn start(mut command: Command, folder: Option<tempfile::TempDir>) -> Result<Server, Failure> {
        let failed = |error: std::io::Error| Failure::new(format!("cannot start the server: {error}"));
        // Settings of the room that is run here otherwise are not meant for this one.
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("KOZYR_"))
        {
            command.env_remove(name);
        }
        command.stdout(Stdio::piped());
        let mut child = on_first_core(|| command.spawn()).map_err(failed)?;
        let mut out = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut line = String::new();
        let read = out.read_line(&mut line).map_err(failed);
        // It prints a few lines more, and must not be stopped by nobody reading them.
        std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
        let mut server = Server { child, port: 0, _folder: folder };
        read?;
        let port = line.trim().rsplit(':').next().and_then(|port| port.parse().ok());
        server.port = port.ok_or_else(|| Failure::new("the server did not start: what it said is above"))?;
        Ok(server)
    }

    /// What it has taken of the machine so far, where the system says it.
    pub fn taken(&self) -> Option<Taken> {
        Taken::by(&self.child.id().to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn this_program() -> Result<Command, Failure> {
    let program = std::env::current_exe();
    program.map(Command::new).map_err(|error| Failure::new(format!("cannot find this program: {error}")))
}

/// Tables of no-limit Hold'em at which nobody runs out of time and the next hand comes at once.
fn tables(evening: &Evening) -> Vec<TablePlan> {
    let mut stock = stock_table("holdem-1").expect("a stock table");
    stock.game = GamePlan::Holdem(HoldemHouse::no_limit(Chips::new(1), Chips::new(2)));
    let settings = &mut stock.settings;
    settings.seats = evening.players;
    (settings.least_buy_in, settings.most_buy_in) = (Chips::new(STACK), Chips::new(STACK));
    (settings.turn, settings.gather, settings.pause) = (Millis::from_minutes(60), Millis::ZERO, Millis::ZERO);
    let id = |number| TableId::new(&table_name(number)).expect("a plain name");
    (0..evening.tables).map(|number| TablePlan { id: id(number), ..stock.clone() }).collect()
}

/// What a process has taken of the machine.
#[derive(Clone, Copy)]
pub struct Taken {
    pub processor: Duration,
    pub memory_kib: u64,
}

impl Taken {
    /// What this process has taken.
    pub fn by_clients() -> Option<Taken> {
        Taken::by("self")
    }

    fn by(process: &str) -> Option<Taken> {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name in parentheses may have blanks; user and system time are fields 14 and 15, in hundredths of a second.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        let processor = Duration::from_millis((ticks(14)? + ticks(15)?) * 10);
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let memory_kib = resident.trim().trim_end_matches(" kB").parse().ok()?;
        Some(Taken { processor, memory_kib })
    }
}

/// Leaves the first core to the server, where there are more, and says so.
#[cfg(target_os = "linux")]
pub fn share_cores() -> bool {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let Ok(mine) = sched_getaffinity(None) else { return false };
    let cores: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|&core| mine.is_set(core)).collect();
    let Some((first, others)) = cores.split_first().filter(|(_, others)| !others.is_empty()) else {
        return false;
    };
    let mut rest = CpuSet::new();
    others.iter().for_each(|&core| rest.set(core));
    SERVERS.set(*first).is_ok() && sched_setaffinity(None, &rest).is_ok()
}

/// The core that is the server's.
#[cfg(target_os = "linux")]
static SERVERS: std::sync::OnceLock<usize> = std::sync::OnceLock::new();

/// Does this where the server is to run: what is started there stays there.
#[cfg(target_os = "linux")]
fn on_first_core<T>(work: impl FnOnce() -> T) -> T {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let (Some(&first), Ok(mine)) = (SERVERS.get(), sched_getaffinity(None)) else { return work() };
    let mut core = CpuSet::new();
    core.set(first);
    let moved = sched_setaffinity(None, &core).is_ok();
    let done = work();
    if moved {
        let _ = sched_setaffinity(None, &mine);
    }
    done
}

#[cfg(not(target_os = "linux"))]
pub fn share_cores() -> bool {
    false
}

#[cfg(not(target_os = "linux"))]
fn on_first_core<T>(work: impl FnOnce() -> T) -> T {
    work()
}
