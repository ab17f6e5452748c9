//! The `kozyr` command: the room and the tools around it.

mod bench;
mod check;
mod convert;
mod failure;
mod hand;
mod new_file;
mod output;
mod replay;
mod serve;
mod sim;
mod walk;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// An open card room: Texas Hold'em, Seka and Durak.
#[derive(Parser)]
#[command(version, about, max_term_width = 100, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Args),
    Convert(convert::Args),
    Hand(hand::Args),
    Replay(replay::Args),
    Serve(serve::Args),
    Sim(sim::Args),
    Bench(bench::Args),
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Check(args) => check::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Hand(args) => hand::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Sim(args) => sim::run(&args),
        Command::Bench(args) => bench::run(&args),
    };
    match outcome {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("kozyr: {failure}");
            failure.exit_code()
        }
    }
}
