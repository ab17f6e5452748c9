//! Do the books of a room agree with what is played in it? Asked of a file, whether a room has it open or not.

use crate::load::{LoadError, Log, damaged, entry_of, rest_of};
use crate::tournament::{Line, replay};
use crate::wire::Served;
use kozyr_chips::{Account, Chips, Currency, Owner};
use kozyr_store::{Payload, Sequence, SqliteReader, StreamId, Unavailable};
use kozyr_table::durak::DurakSeating;
use kozyr_table::holdem::HoldemSeating;
use kozyr_table::seka::SekaSeating;
use kozyr_table::{Effects, Entry, Table};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What an audit has found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Audit {
    /// Every currency, and how much of it there is.
    pub currencies: Vec<(Currency, Chips)>,
    /// Accounts looked at.
    pub accounts: usize,
    /// Tables played again and held against their escrow.
    pub tables: usize,
    /// Tournaments held against their pool.
    pub tournaments: usize,
    /// What is wrong, a sentence each.
    pub wrong: Vec<String>,
}

/// Proves that every currency sums to zero, that every account holds what was posted to it, that what lies on a table is
/// what its escrow holds, and that a tournament's pool is what was paid in and not out.
///
/// # Errors
/// When the file cannot be read.
pub fn audit(file: &SqliteReader) -> Result<Audit, Unavailable> {
    let mut audit = Audit::default();
    let balances: BTreeMap<Account, Chips> = file.accounts()?.into_iter().collect();
    audit.accounts = balances.len();
    audit.ledger(file, &balances)?;
    let mut explained: BTreeSet<Account> = BTreeSet::new();
    for (stream, _) in file.streams("table/")? {
        if let Some((escrow, chips)) = audit.found(chips_on(file, &stream))?.flatten() {
            audit.tables += 1;
            let held = balances.get(&escrow).copied().unwrap_or_default();
            if held != chips {
                audit.wrong.push(format!("{escrow} holds {held}, and {chips} chips lie on the table"));
            }
            explained.insert(escrow);
        }
    }
    for (stream, _) in file.streams("tournament/")? {
        if let Some((pool, paid_in)) = audit.found(pool_of(file, &stream))? {
            audit.tournaments += 1;
            let held = balances.get(&pool).copied().unwrap_or_default();
            if held != paid_in {
                audit.wrong.push(format!("{pool} holds {held}, and {paid_in} was paid in and not out"));
            }
            explained.insert(pool);
        }
    }
    // What belongs to no table and no tournament is nobody's.
    for (account, chips) in &balances {
        let kept = matches!(account.owner, Owner::Table(_) | Owner::Tournament(_));
        if kept && !chips.is_zero() && !explained.contains(account) {
            audit.wrong.push(format!("{account} holds {chips}, and nothing in the log says why"));
        }
    }
    Ok(audit)
}

impl Audit {
    /// Do the accounts sum to zero, and does each hold what was posted to it?
    fn ledger(
        &mut self,
        file: &SqliteReader,
        balances: &BTreeMap<Account, Chips>,
    ) -> Result<(), Unavailable> {
        for check in file.check_books()? {
            let currency = &check.currency;
            if check.sum != 0 {
                self.wrong.push(format!("the accounts of {currency} sum to {} and not to zero", check.sum));
            }
            for wrong in &check.wrong {
                let (account, balance, posted) = (&wrong.account, wrong.balance, wrong.posted);
                self.wrong.push(if i128::from(balance.units()) == posted {
                    format!("{account} owes {balance} and may not")
                } else {
                    format!("{account} holds {balance}, and {posted} was posted to it")
                });
            }
            let issued = balances.get(&Account::issuance(currency.clone())).copied().unwrap_or_default();
            self.currencies.push((currency.clone(), -issued));
        }
        Ok(())
    }

    /// What was found, unless a log is damaged: that is written down, and the audit goes on.
    fn found<T>(&mut self, found: Result<T, LoadError>) -> Result<Option<T>, Unavailable> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(LoadError::Store(error)) => Err(error),
            Err(error) => {
                self.wrong.push(error.to_string());
                Ok(None)
            }
        }
    }
}

/// What lies on the table of this log, and the account that has to hold it; nothing when the log was claimed for a table
/// that has not opened.
fn chips_on(file: &SqliteReader, stream: &StreamId) -> Result<Option<(Account, Chips)>, LoadError> {
    let first = file.load(stream, Sequence::START, 1)?;
    let Some(first) = first.first() else { return Ok(None) };
    // The first line says how the table is set up, and so which game it is.
    let is_holdem = entry_of::<HoldemSeating>(stream, first).is_ok();
    let is_seka = entry_of::<SekaSeating>(stream, first).is_ok();
    let replayed = catch_unwind(AssertUnwindSafe(|| match (is_holdem, is_seka) {
        (true, _) => table::<HoldemSeating>(file, stream),
        (_, true) => table::<SekaSeating>(file, stream),
        _ => table::<DurakSeating>(file, stream),
    }));
    let replayed =
        replayed.unwrap_or_else(|_| Err(damaged(stream, 0, "a line does not follow from those before")));
    replayed.map(Some)
}

fn table<S: Served>(file: &SqliteReader, stream: &StreamId) -> Result<(Account, Chips), LoadError> {
    let log = Log::File(file);
    let checkpoint = log.checkpoint(stream)?;
    let mut at = checkpoint.as_ref().map_or(Sequence::START, |checkpoint| checkpoint.sequence);
    let mut table = checkpoint.map(|checkpoint| rest_of::<S>(stream, &checkpoint)).transpose()?;
    loop {
        let page = log.load(stream, at)?;
        let Some(last) = page.last() else { break };
        at = last.sequence;
        for event in &page {
            match (&mut table, entry_of::<S>(stream, event)?) {
                (Some(table), entry) => table.apply_entry(event.at, &entry, &mut Effects::default()),
                (none, Entry::Opened { id, settings, house }) => {
                    let wrong = |error| damaged(stream, event.sequence.0, &format!("{error}"));
                    *none = Some(Table::open(id, settings, house).map_err(wrong)?);
                }
                _ => return Err(damaged(stream, event.sequence.0, "the log does not begin with a table")),
            }
        }
    }
    let table = table.ok_or_else(|| damaged(stream, 0, "the log is empty"))?;
    Ok((table.escrow(), table.chips()))
}

/// What was paid into the tournament of this log and not out of it, and the account that has to hold it.
fn pool_of(file: &SqliteReader, stream: &StreamId) -> Result<(Account, Chips), LoadError> {
    let first = file.load(stream, Sequence::START, 1)?;
    let first = first.first().ok_or_else(|| damaged(stream, 0, "the log is empty"))?;
    let bytes = first.payload.read(Payload::FIRST_VERSION);
    let bytes = bytes.map_err(|error| damaged(stream, 1, &error.to_string()))?.1;
    let Ok(Line::Opened { plan, .. }) = serde_json::from_slice(bytes) else {
        return Err(damaged(stream, 1, "the log does not begin with a tournament"));
    };
    let read = catch_unwind(AssertUnwindSafe(|| replay(Log::File(file), stream, &plan)));
    let read = read.unwrap_or_else(|_| Err(damaged(stream, 0, "a line does not follow from those before")));
    let (state, ..) = read?;
    let account = Account::new(Owner::Tournament(plan.id.clone()), Currency::FUN);
    Ok((account, state.tournament.escrow()))
}
