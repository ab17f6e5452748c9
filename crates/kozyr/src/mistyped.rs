//! What was typed is no command: one line that says what is wrong with it, and where help is.

use crate::failure::{COULD_NOT, FOUND_WRONG};
use clap::CommandFactory;
use clap::error::ErrorKind;
use std::process::ExitCode;

/// Says what was wrong with the arguments of this program. Help that was asked for is no mistake, and is printed.
pub fn tell<C: CommandFactory>(error: &clap::Error) -> ExitCode {
    let helps = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if helps || !error.use_stderr() {
        error.exit();
    }
    let words: Vec<String> = std::env::args_os().skip(1).filter_map(|word| word.into_string().ok()).collect();
    let path = command_path(&C::command(), &words);
    eprintln!("kozyr: {}; see {path} --help", one_line(&error.render().to_string()));
    // A room that does not open as it was asked to says so in its own way, whatever was wrong.
    ExitCode::from(if path == "kozyr serve" { FOUND_WRONG } else { COULD_NOT })
}

/// The command that was meant, as far as it was typed: `kozyr sim seka`.
fn command_path(command: &clap::Command, words: &[String]) -> String {
    let mut path = "kozyr".to_owned();
    let mut command = command;
    for word in words {
        let Some(next) = command.find_subcommand(word) else { break };
        path = format!("{path} {}", next.get_name());
        command = next;
    }
    path
}

/// The parser's message without its usage and its pointer to help.
fn one_line(message: &str) -> String {
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let lines = message.lines().map(str::trim);
    let lines =
        lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"));
    let mut told = String::new();
    for line in lines.filter(|line| !line.is_empty()) {
        if !told.is_empty() {
            told += if told.ends_with(':') { " " } else { "; " };
        }
        told += line.strip_prefix("tip: ").unwrap_or(line);
    }
    told
}
