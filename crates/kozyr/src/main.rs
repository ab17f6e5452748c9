//! The `kozyr` command: the room and the tools around it.

mod audit;
mod backup;
mod bench;
mod check;
mod contest;
mod convert;
mod equity;
mod export;
mod failure;
mod hand;
mod load;
mod mistyped;
mod new_file;
mod output;
mod replay;
mod serve;
mod shell;
mod sim;
mod tournament;
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
    Audit(audit::Args),
    Backup(backup::Backup),
    Check(check::Args),
    Completions(shell::Completions),
    Convert(convert::Args),
    Equity(equity::Args),
    Export(export::Args),
    Hand(hand::Args),
    Load(load::Args),
    Man(shell::Man),
    Match(contest::Args),
    Replay(replay::Args),
    Restore(backup::Restore),
    Serve(serve::Args),
    Sim(sim::Args),
    Tournament(tournament::Args),
    Bench(bench::Args),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return mistyped::tell::<Cli>(&error),
    };
    let outcome = match cli.command {
        Command::Audit(args) => audit::run(&args),
        Command::Backup(args) => backup::back_up(&args),
        Command::Check(args) => check::run(&args),
        Command::Completions(args) => shell::completions::<Cli>(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Equity(args) => equity::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Hand(args) => hand::run(&args),
        Command::Load(args) => load::run(&args),
        Command::Man(args) => shell::man::<Cli>(&args),
        Command::Match(args) => contest::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Restore(args) => backup::put_back(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Sim(args) => sim::run(&args),
        Command::Tournament(args) => tournament::run(&args),
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
