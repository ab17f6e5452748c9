//! `kozyr serve`: the room.

use crate::failure::{FOUND_WRONG, Failure};
use kozyr_server::{AddressLimits, Config, Room, TablePlan};
use kozyr_store::{SqliteStore, private_folder};
use kozyr_time::Pace;
use std::future::Future;
use std::io::{self, Write as _};
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Open the room: tables, bots and the page, in one process with its own database
#[derive(clap::Args)]
pub struct Args {
    /// Where to listen: an address and a port; port 0 takes any free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    listen: String,
    /// Where the room keeps its database; made when it is not there
    #[arg(long, value_name = "DIR", default_value = "kozyr-data")]
    data: PathBuf,
    /// The room stands behind a reverse proxy: a client's address is the last one in X-Forwarded-For, and the
    /// proxy has to pass Host on. Only with a proxy in front: without one, anybody could write any address
    /// there and so have the limits of all of them
    #[arg(long)]
    behind_proxy: bool,
    /// Sockets one address may have open; an IPv6 address counts by its first 64 bits
    #[arg(long, value_name = "N", default_value_t = AddressLimits::default().sockets)]
    sockets_per_address: u32,
    /// New guests one address may bring at once; after that, one every few seconds
    #[arg(long, value_name = "N", default_value_t = AddressLimits::default().guests)]
    guests_per_address: u32,
    /// Another site whose pages may connect, such as https://app.example; may be given several times
    #[arg(long, value_name = "SITE")]
    trust_site: Vec<String>,
    /// How many times faster than life the room's clocks run
    #[arg(long, hide = true, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pace: u32,
    /// How many bots may keep a person company at a table
    #[arg(long, hide = true, default_value_t = 2)]
    bots: usize,
    /// More tables, from a file with a JSON list of table plans
    #[arg(long, hide = true, value_name = "FILE")]
    tables: Option<PathBuf>,
}

/// Serves until SIGTERM or SIGINT. Whatever keeps the room from opening is one line and exit code 1.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    tracing_subscriber::fmt().with_writer(io::stderr).with_ansi(false).with_target(false).init();
    match open(args) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(message) => {
            eprintln!("kozyr: {}", message.replace('\n', " "));
            Ok(ExitCode::from(FOUND_WRONG))
        }
    }
}

fn open(args: &Args) -> Result<(), String> {
    let address = address(&args.listen)?;
    // The address first: it is what most often goes wrong, and a room that cannot be reached needs no database.
    let listener = std::net::TcpListener::bind(address)
        .map_err(|error| format!("cannot listen on {address}: {}", bind_error(&error)))?;
    let store = store(&args.data)?;
    let per_address = AddressLimits {
        sockets: args.sockets_per_address,
        guests: args.guests_per_address,
        behind_proxy: args.behind_proxy,
        ..AddressLimits::default()
    };
    let mut tables = Config::default().tables;
    tables.extend(args.tables.as_deref().map(plans).transpose()?.unwrap_or_default());
    let config = Config {
        tables,
        pace: Pace::times(args.pace),
        bots: args.bots,
        per_address,
        trusted_sites: args.trust_site.clone(),
        ..Config::default()
    };
    let room = Room::open(Arc::new(store), config)
        .map_err(|error| format!("cannot open the room in {}: {error}", args.data.display()))?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("cannot start: {error}"))?;
    runtime.block_on(serve(room, listener)).map_err(|error| format!("cannot serve: {error}"))
}

/// The tables of a file; one that has the name of a stock table would take its place at the next start only.
fn plans(path: &Path) -> Result<Vec<TablePlan>, String> {
    let wrong = |error: String| format!("cannot read tables from {}: {error}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))
}

fn address(text: &str) -> Result<SocketAddr, String> {
    let wrong = || format!("{text:?} is no address to listen on: write it like 127.0.0.1:8080");
    text.to_socket_addrs().map_err(|_| wrong())?.next().ok_or_else(wrong)
}

fn bind_error(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            "something else listens there already; stop it or choose another port with --listen".into()
        }
        io::ErrorKind::PermissionDenied => "not allowed; ports under 1024 belong to the system".into(),
        io::ErrorKind::AddrNotAvailable => "this machine has no such address".into(),
        _ => error.to_string(),
    }
}

fn store(folder: &Path) -> Result<SqliteStore, String> {
    private_folder(folder).map_err(|error| {
        format!("cannot keep a database in {}: {error}; choose another with --data", folder.display())
    })?;
    SqliteStore::open(&folder.join("kozyr.db")).map_err(|error| error.to_string())
}

async fn serve(room: Room, listener: std::net::TcpListener) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let address = listener.local_addr()?;
    let stop = stop_signal()?;
    let mut out = io::stdout();
    // Nobody may be reading; the room is open all the same.
    let _ = writeln!(out, "kozyr: the room is open on http://{address}").and_then(|()| out.flush());
    room.serve(listener, stop).await
}

/// Completes on SIGTERM or SIGINT.
fn stop_signal() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}
