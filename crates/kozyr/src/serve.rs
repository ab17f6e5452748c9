//! `kozyr serve`: the room.

mod lan;
mod settings;

use crate::failure::{FOUND_WRONG, Failure};
use crate::output::say;
use kozyr_chips::Chips;
use kozyr_server::{AddressLimits, Config, Room, TableLimits, TablePlan};
use kozyr_store::{SqliteStore, private_folder};
use kozyr_time::{ManualTime, Millis, Pace};
use settings::{InForce, Layer, Settings, address};
use std::future::Future;
use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Open the room: tables, bots and the page, in one process with its own database
///
/// Every setting can also stand in a file (kozyr.toml here, or the one named) and in the environment: KOZYR_LISTEN for
/// --listen. A flag wins over the environment, and that over the file.
#[derive(clap::Args)]
pub struct Args {
    /// The file with settings; the one that KOZYR_CONFIG names, or kozyr.toml in this folder if it is there, when none is named
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print the settings in force and where each came from, and do nothing else
    #[arg(long)]
    print_config: bool,
    #[command(flatten)]
    flags: Layer,
}

/// Where the room keeps its database: the folder that is named, or the one that the room's own settings say.
pub fn data_folder(named: Option<&Path>) -> Result<PathBuf, Failure> {
    match named {
        Some(folder) => Ok(folder.to_owned()),
        None => InForce::of_process(None, &Layer::default())
            .map(|found| found.settings.data)
            .map_err(Failure::new),
    }
}

/// Serves until SIGTERM or SIGINT. Whatever keeps the room from opening is one line and exit code 1.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    match InForce::of_process(args.config.as_deref(), &args.flags)
        .and_then(|in_force| open_or_print(args, &in_force))
    {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(message) => {
            eprintln!("kozyr: {}", message.replace('\n', " "));
            Ok(ExitCode::from(FOUND_WRONG))
        }
    }
}

fn open_or_print(args: &Args, in_force: &InForce) -> Result<(), String> {
    if args.print_config {
        say!("{}", in_force.print().trim_end());
        return Ok(());
    }
    let log = tracing_subscriber::fmt().with_writer(io::stderr).with_ansi(false).with_target(false);
    if in_force.settings.log_json {
        log.json().init()
    } else {
        log.init()
    }
    open(&in_force.settings)
}

fn open(settings: &Settings) -> Result<(), String> {
    let address = address(&settings.listen)?;
    // The address first: it is what most often goes wrong, and a room that cannot be reached needs no database.
    let listener = listen(address, "--listen")?;
    let address = listener.local_addr().map_err(|error| format!("cannot listen on {address}: {error}"))?;
    let near = if settings.lan { lan::addresses(address) } else { Vec::new() };
    let updau = match settings.updau_listen.as_str() {
        "" => None,
        text => Some(listen(settings::address(text)?, "--updau-listen")?),
    };
    let store = store(&settings.data)?;
    let per_address = AddressLimits {
        sockets: settings.sockets_per_address,
        guests: settings.guests_per_address,
        behind_proxy: settings.behind_proxy,
        ..AddressLimits::default()
    };
    let own = Some(&settings.public_url).filter(|site| !site.is_empty());
    let mut tables = Config::default().tables;
    if !settings.tables.as_os_str().is_empty() {
        tables.extend(plans(&settings.tables)?);
    }
    let config = Config {
        tables,
        pace: Pace::times(settings.pace),
        clock_by_hand: settings.clock_by_hand.then(clock_by_hand),
        haste: settings.haste,
        connections: Config::default().connections.max(settings.sockets_per_address as usize),
        bots: settings.bots,
        gift: Chips::new(settings.gift),
        table_limits: TableLimits {
            each: settings.tables_per_person,
            all: settings.tables_in_all,
            least_stake: Chips::new(settings.least_stake),
            most_stake: Chips::new(settings.most_stake),
            public_idle: Millis::from_minutes(settings.close_public_after.into()),
            private_idle: Millis::from_minutes(settings.close_private_after.into()),
        },
        per_address,
        public_url: settings.public_url.clone(),
        near_url: near.first().cloned().unwrap_or_default(),
        guests_kept_days: settings.guests_kept_days,
        updau_test_tables: settings.updau_test_tables,
        trusted_sites: settings.trust_site.iter().chain(own).cloned().collect(),
        ..Config::default()
    };
    let room = Room::open(Arc::new(store), config)
        .map_err(|error| format!("cannot open the room in {}: {error}", settings.data.display()))?;
    let admin = room
        .admin_link(settings.admin_link)
        .map_err(|error| format!("cannot make an admin link: {error}"))?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("cannot start: {error}"))?;
    runtime
        .block_on(serve(room, listener, updau, &greeting(address, &near, admin.as_deref(), settings)))
        .map_err(|error| format!("cannot serve: {error}"))
}

/// Time that moves by so many milliseconds as stand in each line of the standard input. Each is repeated on the standard
/// output once it has passed.
fn clock_by_hand() -> &'static ManualTime {
    let time: &'static ManualTime = Box::leak(Box::default());
    std::thread::spawn(move || {
        for line in io::stdin().lines().map_while(Result::ok) {
            let Ok(millis) = line.trim().parse() else {
                let _ = writeln!(io::stderr(), "kozyr: {line:?} is no number of milliseconds");
                continue;
            };
            time.advance(Millis::new(millis));
            let mut out = io::stdout();
            // Nobody may be reading; time has passed all the same.
            let _ = writeln!(out, "kozyr: {millis} ms have passed").and_then(|()| out.flush());
        }
    });
    time
}

/// The tables of a file; one that has the name of a stock table would take its place at the next start only.
fn plans(path: &Path) -> Result<Vec<TablePlan>, String> {
    let wrong = |error: String| format!("cannot read tables from {}: {error}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))
}

fn listen(address: SocketAddr, flag: &str) -> Result<std::net::TcpListener, String> {
    std::net::TcpListener::bind(address)
        .map_err(|error| format!("cannot listen on {address}: {}", bind_error(&error, flag)))
}

fn bind_error(error: &io::Error, flag: &str) -> String {
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            format!("something else listens there already; stop it or choose another port with {flag}")
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

async fn serve(
    mut room: Room,
    listener: std::net::TcpListener,
    updau: Option<std::net::TcpListener>,
    greeting: &str,
) -> io::Result<()> {
    let listener = with_runtime(listener)?;
    let mut text = greeting.to_owned();
    if let Some(updau) = updau.map(with_runtime).transpose()? {
        text += &format!("kozyr: UpDAU over TCP on {}\n", updau.local_addr()?);
        room.listen_for_updau(updau);
    }
    let stop = stop_signal()?;
    let mut out = io::stdout();
    // Nobody may be reading; the room is open all the same.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    room.serve(listener, stop).await
}

fn with_runtime(listener: std::net::TcpListener) -> io::Result<tokio::net::TcpListener> {
    listener.set_nonblocking(true)?;
    tokio::net::TcpListener::from_std(listener)
}

/// Where the room is: for people on this machine, in this house, and outside; and the admin's link, if there is one.
fn greeting(address: SocketAddr, near: &[String], admin: Option<&str>, settings: &Settings) -> String {
    let here = lan::on_this_machine(address);
    let mut text = format!("kozyr: the room is open on {here}\n");
    if !settings.public_url.is_empty() {
        text += &format!("kozyr: people outside come to {}\n", settings.public_url);
    }
    near.iter().for_each(|url| text += &format!("kozyr: in your network: {url}\n"));
    if settings.lan {
        match near.first().and_then(|url| lan::qr(url)) {
            Some(square) => text += &format!("{square}\n"),
            None => text += "kozyr: this machine has no address in a network: connect it, then start again\n",
        }
    }
    if let Some(code) = admin {
        let public = Some(&settings.public_url).filter(|site| !site.is_empty());
        let site = public.or(near.first()).unwrap_or(&here);
        text += &format!("kozyr: whoever opens this link first is the admin: {site}/admin#{code}\n");
    }
    text
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
