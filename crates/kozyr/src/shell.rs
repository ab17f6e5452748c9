//! `kozyr completions` and `kozyr man`: what a shell and a manual know of the command, made from the command itself.

use crate::failure::{Failure, file_error};
use crate::new_file::NewFile;
use clap::CommandFactory;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Print what a shell completes after `kozyr`.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  kozyr completions bash > ~/.local/share/bash-completion/completions/kozyr
  kozyr completions zsh > ~/.zfunc/_kozyr
  kozyr completions fish > ~/.config/fish/completions/kozyr.fish")]
pub struct Completions {
    /// Which shell.
    shell: clap_complete::Shell,
}

/// Print the manual page, or write one for each command into a directory.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  kozyr man | man -l -\n  kozyr man -o ~/.local/share/man/man1")]
pub struct Man {
    /// A directory for kozyr.1, kozyr-replay.1 and so on.
    #[arg(short, long, value_name = "DIRECTORY")]
    output: Option<PathBuf>,
}

pub fn completions<C: CommandFactory>(args: &Completions) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut C::command(), "kozyr", &mut script);
    print(&script)
}

pub fn man<C: CommandFactory>(args: &Man) -> Result<ExitCode, Failure> {
    let command = C::command();
    let Some(folder) = &args.output else { return print(&page(&command)?) };
    if folder.exists() && !folder.is_dir() {
        return Err(Failure::new(format!("{}: is a file: name a directory", folder.display())));
    }
    for (name, text) in pages(&command)? {
        let mut file = NewFile::at(&folder.join(name));
        file.write(&text)?;
        file.finish()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The page of the command and of each of its commands, with file names.
fn pages(command: &clap::Command) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let mut all = vec![(format!("{}.1", command.get_name()), page(command)?)];
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let name = format!("{}-{}", command.get_name(), sub.get_name());
        // Names live as long as the program.
        let named = sub.clone().name(&*name.leak());
        all.extend(pages(&named)?);
    }
    Ok(all)
}

fn page(command: &clap::Command) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    let rendered = clap_mangen::Man::new(command.clone()).render(&mut text);
    rendered.map_err(|error| Failure::new(format!("the manual page: {error}: report it")))?;
    Ok(text)
}

fn print(text: &[u8]) -> Result<ExitCode, Failure> {
    match io::stdout().write_all(text) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::new(file_error("standard output".as_ref(), &error)))
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}
