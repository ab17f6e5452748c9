//! Rows and the values they stand for.

use crate::archive::{self, BadSegment};
use crate::{
    Account, Checkpoint, CommandDigest, CommandId, CommandKey, CommandReceipt, Epoch, HandFlags, HandPlayer,
    HandRow, Head, Moment, Payload, PlayerId, Posting, Sequence, StoredEvent, StreamId, Transfer,
    Unavailable,
};
use kozyr_chips::Chips;
use kozyr_time::{Timestamp, WallTime};
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Result, Row};
use std::error::Error;
use std::str::FromStr;

impl From<rusqlite::Error> for Unavailable {
    fn from(error: rusqlite::Error) -> Unavailable {
        Unavailable::new(error.to_string())
    }
}

/// A count as SQLite's integer. One beyond its range stands for "beyond everything".
pub(super) fn number(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

pub(super) fn limit(limit: usize) -> i64 {
    number(limit as u64)
}

fn at(row: &Row<'_>, column: usize) -> Result<Timestamp> {
    row.get(column).map(Timestamp::from_millis)
}

pub(super) fn date(row: &Row<'_>, column: usize) -> Result<WallTime> {
    row.get(column).map(WallTime::from_millis)
}

/// A payload: its version in this column, its bytes in the next.
pub(super) fn payload(row: &Row<'_>, column: usize) -> Result<Payload> {
    Ok(Payload::new(row.get(column)?, row.get::<_, Vec<u8>>(column + 1)?))
}

/// A value that we never wrote: another program has changed the file.
pub(super) fn damaged(column: usize, reason: impl Error + Send + Sync + 'static) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Blob, Box::new(reason))
}

pub(super) fn parsed<T: FromStr<Err: Error + Send + Sync + 'static>>(
    row: &Row<'_>,
    column: usize,
) -> Result<T> {
    row.get_ref(column)?.as_str()?.parse().map_err(|reason| damaged(column, reason))
}

pub(super) fn player(row: &Row<'_>, column: usize) -> Result<PlayerId> {
    PlayerId::new(row.get(column)?).map_err(|reason| damaged(column, reason))
}

// ---- Streams ----

/// The row of a stream, if it was ever claimed. Where it stands takes longer to find out.
pub(super) fn stream_row(connection: &Connection, stream: &StreamId) -> Result<Option<i64>> {
    connection
        .prepare_cached("SELECT id FROM streams WHERE name = ?1")?
        .query_row([stream.as_str()], |row| row.get(0))
        .optional()
}

/// The row of a stream and where it stands, new events included.
pub(super) fn stream(connection: &Connection, stream: &StreamId) -> Result<Option<(i64, Head)>> {
    let sql = "SELECT id, epoch, closed, max(sequence, coalesce(
                   (SELECT max(sequence) FROM new_events WHERE stream = streams.id), 0))
               FROM streams WHERE name = ?1";
    connection
        .prepare_cached(sql)?
        .query_row([stream.as_str()], |row| {
            let head =
                Head { epoch: Epoch(row.get(1)?), sequence: Sequence(row.get(3)?), closed: row.get(2)? };
            Ok((row.get(0)?, head))
        })
        .optional()
}

pub(super) fn event(row: &Row<'_>) -> Result<StoredEvent> {
    Ok(StoredEvent { sequence: Sequence(row.get(0)?), at: at(row, 1)?, payload: payload(row, 2)? })
}

/// The latest checkpoint of a stream.
pub(super) fn latest_checkpoint(connection: &Connection, stream: &StreamId) -> Result<Option<Checkpoint>> {
    connection
        .prepare_cached(
            "SELECT c.sequence, c.version, c.payload FROM streams s JOIN checkpoints c ON c.stream = s.id
             WHERE s.name = ?1",
        )?
        .query_row([stream.as_str()], checkpoint)
        .optional()
}

fn checkpoint(row: &Row<'_>) -> Result<Checkpoint> {
    Ok(Checkpoint { sequence: Sequence(row.get(0)?), payload: payload(row, 1)? })
}

// ---- Ledger ----

/// The row of an account and what it holds, if it was ever used.
pub(super) fn account(connection: &Connection, account: &Account) -> Result<Option<(i64, Chips)>> {
    connection
        .prepare_cached("SELECT id, chips FROM accounts WHERE name = ?1")?
        .query_row([account.to_string()], |row| Ok((row.get(0)?, Chips::new(row.get(1)?))))
        .optional()
}

pub(super) fn wallets(connection: &Connection, player: PlayerId) -> Result<Vec<(Account, Chips)>> {
    // The names of a player's wallets begin with `player/17:`, and `;` is the character after `:`.
    let mut wallets =
        connection.prepare_cached("SELECT name, chips FROM accounts WHERE name >= ?1 AND name < ?2")?;
    let bounds = (format!("player/{player}:"), format!("player/{player};"));
    wallets.query_map(bounds, |row| Ok((parsed(row, 0)?, Chips::new(row.get(1)?))))?.collect()
}

/// Transfers as [`posting`] reads them.
pub(super) const POSTINGS: &str =
    "SELECT t.number, t.at_ms, payer.name, payee.name, t.chips, s.name, t.cause_sequence
     FROM transfers t JOIN accounts payer ON payer.id = t.payer JOIN accounts payee ON payee.id = t.payee
     LEFT JOIN streams s ON s.id = t.cause_stream";

pub(super) fn posting(row: &Row<'_>) -> Result<Posting> {
    let chips = Chips::new(row.get(4)?);
    let transfer =
        Transfer::new(parsed(row, 2)?, parsed(row, 3)?, chips).map_err(|reason| damaged(4, reason))?;
    let cause = match row.get::<_, Option<u64>>(6)? {
        Some(sequence) => Some((parsed(row, 5)?, Sequence(sequence))),
        None => None,
    };
    Ok(Posting { number: row.get(0)?, at: at(row, 1)?, transfer, cause })
}

// ---- Receipts ----

/// Where a command stands in the index: the upper half tells the user, the lower the command. The seed is the
/// file's own, so that nobody can choose ids that all land in one place.
pub(super) fn receipt_hash(seed: i64, key: &CommandKey) -> i64 {
    let mix = |value: u64| {
        let wide = u128::from(value ^ seed.cast_unsigned()) * 0x9E37_79B9_7F4A_7C15;
        (wide >> 64) as u64 ^ wide as u64
    };
    let command = mix(mix((key.command.0 >> 64) as u64) ^ key.command.0 as u64);
    ((mix(key.user.get()) >> 32 << 32) | (command >> 32)).cast_signed()
}

/// The receipt of a command: in the row `fresh`, or else by the index.
pub(super) fn receipt(
    connection: &Connection,
    seed: i64,
    key: &CommandKey,
    fresh: Option<i64>,
) -> Result<Option<CommandReceipt>> {
    // Two plain statements: SQLite would plan a join anew for every command.
    let mut index = connection.prepare_cached("SELECT id FROM receipt_index WHERE hash = ?1")?;
    let mut indexed = index.query([receipt_hash(seed, key)])?;
    let mut next = fresh;
    loop {
        if let Some(id) = next
            && let Some(receipt) = receipt_in(connection, key, id)?
        {
            return Ok(Some(receipt));
        }
        match indexed.next()? {
            Some(row) => next = Some(row.get(0)?),
            None => return Ok(None),
        }
    }
}

/// The receipt in this row, if it is there and of this command: two may have the same hash.
fn receipt_in(connection: &Connection, key: &CommandKey, id: i64) -> Result<Option<CommandReceipt>> {
    let sql = "SELECT user, command, digest, version, answer FROM receipts WHERE id = ?1";
    let CommandKey { user, command: CommandId(command) } = key;
    let found = connection
        .prepare_cached(sql)?
        .query_row([id], |row| {
            let same = row.get::<_, i64>(0)? == number(user.get())
                && row.get_ref(1)?.as_blob()? == command.to_be_bytes();
            let digest = CommandDigest(row.get::<_, i64>(2)?.cast_unsigned());
            Ok(same.then_some(CommandReceipt { key: *key, digest, answer: payload(row, 3)? }))
        })
        .optional()?;
    Ok(found.flatten())
}

// ---- Hands ----

pub(super) const HAND: &str =
    "h.hand, s.name, h.game, h.currency, h.first, h.last, h.started_ms, h.ended_ms, h.started_wall_ms,
     h.ended_wall_ms, h.players, h.version, h.summary";

pub(super) fn hand(row: &Row<'_>) -> Result<HandRow> {
    let players = row.get_ref(10)?.as_blob()?;
    Ok(HandRow {
        hand: row.get(0)?,
        stream: parsed(row, 1)?,
        game: row.get(2)?,
        currency: parsed(row, 3)?,
        first: Sequence(row.get(4)?),
        last: Sequence(row.get(5)?),
        started: Moment { room: at(row, 6)?, wall: date(row, 8)? },
        ended: Moment { room: at(row, 7)?, wall: date(row, 9)? },
        players: unpack_players(players).map_err(|reason| damaged(10, reason))?,
        summary: payload(row, 11)?,
    })
}

pub(super) fn pack_players(players: &[HandPlayer]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for one in players {
        archive::put_number(&mut bytes, one.player.get());
        archive::put_number(&mut bytes, archive::zigzag(one.net.units()));
        archive::put_number(&mut bytes, one.flags.0.into());
    }
    bytes
}

fn unpack_players(mut bytes: &[u8]) -> Result<Vec<HandPlayer>, BadSegment> {
    let mut players = Vec::new();
    while !bytes.is_empty() {
        let player = PlayerId::new(archive::number(&mut bytes)?).map_err(|_| BadSegment::Damaged)?;
        let net = Chips::new(archive::unzigzag(archive::number(&mut bytes)?));
        let flags = u32::try_from(archive::number(&mut bytes)?).map_err(|_| BadSegment::Damaged)?;
        players.push(HandPlayer { player, net, flags: HandFlags(flags) });
    }
    Ok(players)
}
