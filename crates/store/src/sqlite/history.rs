//! Hands that were played: written with what settles them, read page by page.

use super::rows::{self, damaged, limit as most, number, parsed};
use crate::archive;
use crate::{
    Checkpoint, HandFilter, HandFlags, HandMark, HandPlayer, HandRow, Payload, PlayedHand, PlayerId,
    Sequence, ShareId, SharedHand, StreamId, Tally,
};
use kozyr_chips::Chips;
use kozyr_time::WallTime;
use rusqlite::{Connection, OptionalExtension, Result, Row, ToSql};

pub(super) fn put_hand(connection: &Connection, row: i64, hand: &HandRow) -> Result<()> {
    let sql = "INSERT INTO hands (stream, hand, game, currency, first, last, started_ms, ended_ms,
                                  started_wall_ms, ended_wall_ms, players, version, summary)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";
    let (nth, ended) = (number(hand.hand), hand.ended.room.as_millis());
    let currency = hand.currency.to_string();
    let values: [&dyn ToSql; 13] = [
        &row,
        &nth,
        &hand.game,
        &currency,
        &number(hand.first.0),
        &number(hand.last.0),
        &hand.started.room.as_millis(),
        &ended,
        &hand.started.wall.as_millis(),
        &hand.ended.wall.as_millis(),
        &rows::pack_players(&hand.players),
        &hand.summary.version,
        &hand.summary.bytes,
    ];
    connection.prepare_cached(sql)?.execute(&values[..])?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO hand_players (player, ended_ms, stream, hand, net, flags) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    // A sum that cannot be counted any more stays as it is: no hand is lost for a statistic.
    let mut tally = connection.prepare_cached(
        "INSERT INTO tallies (player, game, currency, hands, voluntary, raised, showdowns, won, net)
         VALUES (?1, ?2, ?3, 1, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (player, game, currency) DO UPDATE SET hands = hands + 1,
             voluntary = voluntary + excluded.voluntary, raised = raised + excluded.raised,
             showdowns = showdowns + excluded.showdowns, won = won + excluded.won,
             net = CASE typeof(net + excluded.net) WHEN 'integer' THEN net + excluded.net ELSE net END",
    )?;
    for one in &hand.players {
        let player = number(one.player.get());
        insert.execute((player, ended, row, nth, one.net.units(), one.flags.0))?;
        let [voluntary, raised, showdown, won] = one.flags.counts().map(number);
        let net = one.net.units();
        tally.execute((player, &hand.game, &currency, voluntary, raised, showdown, won, net))?;
    }
    Ok(())
}

pub(super) fn hand(connection: &Connection, stream: &StreamId, hand: u64) -> Result<Option<HandRow>> {
    let sql = format!(
        "SELECT {} FROM streams s JOIN hands h ON h.stream = s.id WHERE s.name = ?1 AND h.hand = ?2",
        rows::HAND
    );
    connection.prepare_cached(&sql)?.query_row((stream.as_str(), number(hand)), rows::hand).optional()
}

pub(super) fn hands_of(
    connection: &Connection,
    player: PlayerId,
    filter: &HandFilter,
    before: Option<&HandMark>,
    limit: usize,
) -> Result<Vec<PlayedHand>> {
    let (ended, stream, hand) = match before {
        None => (i64::MAX, i64::MAX, i64::MAX),
        Some(mark) => {
            let stream = rows::stream_row(connection, &mark.stream)?.unwrap_or(0);
            (mark.ended.as_millis(), stream, number(mark.hand))
        }
    };
    let at_table = match &filter.stream {
        None => None,
        // A table that was never heard of has no row, and no row has the number 0.
        Some(stream) => Some(rows::stream_row(connection, stream)?.unwrap_or(0)),
    };
    let sql = format!(
        "SELECT {}, p.net, p.flags FROM hand_players p
         CROSS JOIN hands h ON h.stream = p.stream AND h.hand = p.hand CROSS JOIN streams s ON s.id = p.stream
         WHERE p.player = ?1 AND (p.ended_ms, p.stream, p.hand) < (?2, ?3, ?4)
           AND (?6 IS NULL OR p.stream = ?6)
           AND (?7 IS NULL OR h.ended_wall_ms >= ?7) AND (?8 IS NULL OR h.ended_wall_ms < ?8)
         ORDER BY p.ended_ms DESC, p.stream DESC, p.hand DESC LIMIT ?5",
        rows::HAND
    );
    let mut hands = connection.prepare_cached(&sql)?;
    let [since, until] = [filter.since, filter.until].map(|date| date.map(WallTime::as_millis));
    let bounds = (number(player.get()), ended, stream, hand, most(limit), at_table, since, until);
    let found = hands.query_map(bounds, |row| {
        let own = HandPlayer { player, net: Chips::new(row.get(13)?), flags: HandFlags(row.get(14)?) };
        Ok(PlayedHand { row: rows::hand(row)?, own })
    })?;
    found.collect()
}

pub(super) fn tallies(connection: &Connection, player: PlayerId) -> Result<Vec<Tally>> {
    let mut tallies = connection.prepare_cached(
        "SELECT game, currency, hands, voluntary, raised, showdowns, won, net FROM tallies
         WHERE player = ?1 ORDER BY game, currency",
    )?;
    let found = tallies.query_map([number(player.get())], |row| {
        Ok(Tally {
            game: row.get(0)?,
            currency: parsed(row, 1)?,
            hands: row.get(2)?,
            voluntary: row.get(3)?,
            raised: row.get(4)?,
            showdowns: row.get(5)?,
            won: row.get(6)?,
            net: Chips::new(row.get(7)?),
        })
    })?;
    found.collect()
}

// ---- Kept checkpoints ----

pub(super) fn keep_checkpoint(
    connection: &Connection,
    row: i64,
    sequence: Sequence,
    payload: &Payload,
) -> Result<()> {
    let sql = "INSERT OR REPLACE INTO kept_checkpoints (stream, sequence, version, packed)
               VALUES (?1, ?2, ?3, ?4)";
    let packed = archive::pack_one(&payload.bytes).map_err(|reason| damaged(3, reason))?;
    connection.prepare_cached(sql)?.execute((row, number(sequence.0), payload.version, packed)).map(drop)
}

pub(super) fn kept_checkpoint(
    connection: &Connection,
    stream: &StreamId,
    up_to: Sequence,
) -> Result<Option<Checkpoint>> {
    let Some(row) = rows::stream_row(connection, stream)? else { return Ok(None) };
    let sql = "SELECT sequence, version, packed FROM kept_checkpoints
               WHERE stream = ?1 AND sequence <= ?2 ORDER BY sequence DESC LIMIT 1";
    connection
        .prepare_cached(sql)?
        .query_row((row, number(up_to.0)), |row| {
            let bytes =
                archive::unpack_one(row.get_ref(2)?.as_blob()?).map_err(|reason| damaged(2, reason))?;
            Ok(Checkpoint { sequence: Sequence(row.get(0)?), payload: Payload::new(row.get(1)?, bytes) })
        })
        .optional()
}

// ---- Shares ----

const SHARE: &str =
    "SELECT x.id, s.name, x.hand, x.owner, x.shared_date_ms FROM shares x JOIN streams s ON s.id = x.stream";

fn share(row: &Row<'_>) -> Result<SharedHand> {
    Ok(SharedHand {
        id: ShareId(row.get(0)?),
        stream: parsed(row, 1)?,
        hand: row.get(2)?,
        owner: rows::player(row, 3)?,
        shared_at: WallTime::from_millis(row.get(4)?),
    })
}

pub(super) fn shared_hand(connection: &Connection, id: ShareId) -> Result<Option<SharedHand>> {
    connection.prepare_cached(&format!("{SHARE} WHERE x.id = ?1"))?.query_row([id.0], share).optional()
}

pub(super) fn share_of(
    connection: &Connection,
    owner: PlayerId,
    stream: &StreamId,
    hand: u64,
) -> Result<Option<SharedHand>> {
    connection
        .prepare_cached(&format!("{SHARE} WHERE s.name = ?1 AND x.hand = ?2 AND x.owner = ?3"))?
        .query_row((stream.as_str(), number(hand), number(owner.get())), share)
        .optional()
}
