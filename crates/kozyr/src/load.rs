//! `kozyr load`: what a room carries on this machine, over real sockets and with everything durable.
//!
//! The room is a process of its own with its own database; the clients are this process. Beside it, on request, a bare responder
//! gets the same traffic: as many messages of the same size, and nothing behind them. What the room costs is what lies between.

mod clients;
mod figures;
mod server;

use crate::failure::Failure;
use crate::output::say;
use clients::{Evening, Traffic};
use figures::Figures;
use server::Server;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Measure what a room carries: tables of Hold'em played over real sockets, every action durable
///
/// Starts a room of its own, seats the players, and lets each act as soon as it is their turn; they call and check. With
/// --rate they act no faster than that together. Where there are two cores, the server has one of them and the clients the
/// others.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  kozyr load --tables 200 --seconds 10 --echo\n  kozyr load --tables 1000 --rate 2000 --json"
)]
pub struct Args {
    /// How many tables
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    tables: u32,
    /// How many play at each
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=10))]
    players: u8,
    /// How long to measure
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3_600))]
    seconds: u64,
    /// Actions a second, all tables together; as fast as they can unless given
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u32).range(1..))]
    rate: Option<u32>,
    /// Then the same traffic against a bare responder, to compare with
    #[arg(long)]
    echo: bool,
    /// Commands with random ids, as some programs send, rather than ids that follow each other
    #[arg(long)]
    random_ids: bool,
    /// Where the room keeps its database meanwhile; a folder that is removed again unless given
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// One JSON object on standard output instead of text
    #[arg(long)]
    json: bool,
    /// Be the bare responder: messages of so many bytes to everybody at a table, and to whoever acted
    #[arg(long, hide = true, num_args = 2, value_names = ["ALL", "ACTOR"])]
    respond: Option<Vec<usize>>,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    if let Some(sizes) = &args.respond {
        respond(args, sizes[0], sizes[1])
            .map_err(|error| Failure::new(format!("cannot respond: {error}")))?;
        return Ok(ExitCode::SUCCESS);
    }
    let cores = server::share_cores();
    let evening = Evening {
        tables: args.tables,
        players: args.players,
        rate: args.rate,
        random_ids: args.random_ids,
        length: Duration::from_secs(args.seconds),
    };
    let room = measure(Server::room(&evening, args.data.as_deref())?, &evening, Traffic::Room)?;
    let bare = match args.echo {
        true => {
            let traffic = Traffic::Bare { act: room.act_bytes() };
            Some(measure(
                Server::bare(&evening, room.update_bytes(), room.answer_bytes())?,
                &evening,
                traffic,
            )?)
        }
        false => None,
    };
    if args.json {
        say!("{}", figures::json(&evening, cores, &room, bare.as_ref()));
    } else {
        say!("{}", figures::text(&evening, cores, &room, bare.as_ref()).trim_end());
    }
    Ok(ExitCode::SUCCESS)
}

/// Is the bare responder until it is ended.
fn respond(args: &Args, update: usize, answer: usize) -> io::Result<()> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        say!("the responder is on http://{}", listener.local_addr()?);
        io::stdout().flush()?;
        kozyr_server::bare::respond(listener, args.tables, args.players, update, answer).await
    })
}

fn measure(server: Server, evening: &Evening, traffic: Traffic) -> Result<Figures, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(format!("cannot start: {error}")))?;
    let local = tokio::task::LocalSet::new();
    runtime.block_on(local.run_until(clients::play(&server, evening, traffic))).map_err(Failure::new)
}
