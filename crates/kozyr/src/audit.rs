//! `kozyr audit`: do the books agree with what is played?

use crate::failure::{FOUND_WRONG, Failure};
use crate::output::say;
use crate::serve::data_folder;
use kozyr_chips::{Account, Chips, Owner};
use kozyr_store::{Posting, SqliteReader};
use kozyr_time::WallTime;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Prove that the books of a room are right, or say why one balance is what it is
///
/// Every currency sums to zero, every account holds what was posted to it, what lies on every table is what its escrow
/// holds, and every tournament's pool is what was paid in and not out. The room may be open meanwhile: it is seen as it
/// was at one moment. Exit code 1 and one line when something is wrong.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  kozyr audit
  kozyr audit --data /srv/kozyr --person Anna
  kozyr audit --account table/holdem-1:FUN")]
pub struct Args {
    /// Where the room keeps its database; as kozyr serve has it from kozyr.toml or KOZYR_DATA when none is named
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// List what was paid to and from this account: player/17:FUN, table/ID:FUN, tournament/ID:FUN, house:FUN
    #[arg(long, value_name = "ACCOUNT")]
    account: Option<Account>,
    /// The same for the wallets of everybody of this name
    #[arg(long, value_name = "NAME", conflicts_with = "account")]
    person: Option<String>,
}

/// The database of a room in this folder, to be looked at.
pub fn open(data: &Path) -> Result<SqliteReader, Failure> {
    SqliteReader::open(&data.join("kozyr.db")).map_err(|error| Failure::new(error.to_string()))
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let data = data_folder(args.data.as_deref())?;
    let file = open(&data)?;
    let unreadable = |error: kozyr_store::Unavailable| {
        Failure::new(format!("cannot read the database in {}: {error}", data.display()))
    };
    let audit = kozyr_server::audit(&file).map_err(unreadable)?;
    for account in asked(args, &file)? {
        explain(&account, &file.postings_of(&account).map_err(unreadable)?);
    }
    if let Some(first) = audit.wrong.first() {
        let more = match audit.wrong.len() {
            1 => String::new(),
            many => format!(" (and {} more)", many - 1),
        };
        eprintln!("kozyr: the books are wrong: {first}{more}");
        return Ok(ExitCode::from(FOUND_WRONG));
    }
    let currencies: Vec<String> =
        audit.currencies.iter().map(|(currency, issued)| format!("{currency} {issued}")).collect();
    let transfers = file.last_posting().map_err(unreadable)?;
    say!(
        "the books are right: {} accounts, {transfers} transfers, {} tables, {} tournaments, {} hands; issued: {}",
        audit.accounts,
        audit.tables,
        audit.tournaments,
        file.hands().map_err(unreadable)?,
        if currencies.is_empty() { "nothing".to_owned() } else { currencies.join(", ") },
    );
    Ok(ExitCode::SUCCESS)
}

/// The accounts that are asked about.
fn asked(args: &Args, file: &SqliteReader) -> Result<Vec<Account>, Failure> {
    let read = || file.accounts().map_err(|error| Failure::new(error.to_string()));
    if let Some(account) = &args.account {
        let known = read()?.iter().any(|(known, _)| known == account);
        return match known {
            true => Ok(vec![account.clone()]),
            false => Err(Failure::new(format!("{account} was never used: check its name"))),
        };
    }
    let Some(name) = &args.person else { return Ok(Vec::new()) };
    let people = file.people_called(name).map_err(|error| Failure::new(error.to_string()))?;
    if people.is_empty() {
        return Err(Failure::new(format!("nobody is called {name:?}: write the name as the room shows it")));
    }
    let theirs = |account: &Account| matches!(&account.owner, Owner::Player(id) if people.contains(id));
    Ok(read()?.into_iter().map(|(account, _)| account).filter(theirs).collect())
}

/// Every transfer of an account, and what it held after each.
fn explain(account: &Account, postings: &[Posting]) {
    let mut balance = Chips::ZERO;
    say!("{account}");
    for Posting { number, at, transfer, cause } in postings {
        let paid = transfer.from() == account;
        let (sign, words, other) =
            if paid { ('-', "to", transfer.to()) } else { ('+', "from", transfer.from()) };
        balance = if paid { balance - transfer.amount() } else { balance + transfer.amount() };
        let why = cause.as_ref().map(|(stream, event)| format!(", {stream} line {}", event.0));
        let (at, amount) = (WallTime::from_millis(at.as_millis()), transfer.amount());
        say!("  {number:>6}  {at}  {sign}{amount} {words} {other}{}  = {balance}", why.unwrap_or_default());
    }
    say!("  holds {balance}");
}
