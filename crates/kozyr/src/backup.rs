//! `kozyr backup` and `kozyr restore`: a copy of everything, made while the room is open.

use crate::audit;
use crate::failure::Failure;
use crate::output::say;
use crate::serve::data_folder;
use kozyr_store::{private_folder, restore};
use std::path::PathBuf;
use std::process::ExitCode;

/// Copy the room's database into a new file; the room may be open meanwhile
///
/// The copy is of one moment and is looked through before it gets its name. Only its owner may read it: it holds decks
/// that are still played from. Nothing is overwritten.
#[derive(clap::Args)]
#[command(after_help = "Example:
  kozyr backup --data /srv/kozyr /srv/copies/kozyr-2026-11-15.db")]
pub struct Backup {
    /// The file to write; it must not be there yet
    file: PathBuf,
    /// Where the room keeps its database; as kozyr serve has it from kozyr.toml or KOZYR_DATA when none is named
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Put a copy in the place of a room's database
///
/// The copy is looked through first: whole, of the version this program reads, with books that add up. A database that
/// is there is never overwritten: stop the room and move the old one away, or name another folder.
#[derive(clap::Args)]
#[command(after_help = "Example:
  kozyr restore --data /srv/kozyr-again /srv/copies/kozyr-2026-11-15.db")]
pub struct Restore {
    /// The copy
    file: PathBuf,
    /// Where the room is to find its database; as kozyr serve has it from kozyr.toml or KOZYR_DATA when none is named
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

pub fn back_up(args: &Backup) -> Result<ExitCode, Failure> {
    audit::open(&data_folder(args.data.as_deref())?)?
        .back_up(&args.file)
        .map_err(|error| Failure::new(error.to_string()))?;
    say!("copied to {}", args.file.display());
    Ok(ExitCode::SUCCESS)
}

pub fn put_back(args: &Restore) -> Result<ExitCode, Failure> {
    let data = data_folder(args.data.as_deref())?;
    private_folder(&data)
        .map_err(|error| Failure::new(format!("cannot keep a database in {}: {error}", data.display())))?;
    let database = data.join("kozyr.db");
    restore(&args.file, &database).map_err(|error| Failure::new(error.to_string()))?;
    say!("restored to {}", database.display());
    Ok(ExitCode::SUCCESS)
}
