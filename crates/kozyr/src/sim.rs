//! `kozyr sim`: plays whole games between simple bots.
//!
//! Each game has a module of its own below.

mod durak;
mod seka;
mod tournament;

use crate::failure::Failure;
use std::process::ExitCode;

/// Play many games between simple bots and print what came of it.
#[derive(clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    game: Game,
}

#[derive(clap::Subcommand)]
enum Game {
    Durak(durak::Args),
    Seka(seka::Args),
    Tournament(tournament::Args),
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    match &args.game {
        Game::Durak(args) => durak::run(args),
        Game::Seka(args) => seka::run(args),
        Game::Tournament(args) => tournament::run(args),
    }
}
