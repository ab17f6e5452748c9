//! A tournament at a glance: for a person at the table, and for a program.

use super::hint::clock;
use super::tell::plain;
use kozyr_chips::Chips;
use kozyr_tournament::{BlindLevel, Lang, PauseKind, Rest, Status, Timestamp, Tournament};
use serde_json::{Value, json};

/// The whole display, line by line.
pub fn lines(cup: &Tournament, now: Timestamp) -> Vec<String> {
    let hud = cup.hud(now);
    let mut lines = vec![format!("{} ({}): {}", cup.rules().name, cup.id(), status(cup))];
    if cup.started_at().is_some() && !is_over(cup) {
        lines.push(clock_line(cup, now));
    }
    lines.push(format!("Blinds {}", blinds(&hud.level)));
    lines.push(match &hud.next_level {
        Some(next) => format!("Next   {}", blinds(next)),
        None => "Next   none, this is the last level".to_owned(),
    });
    if cup.started_at().is_some() {
        let tenths = hud.average_tenths_of_big_blind;
        lines.push(format!(
            "Players {} of {}, average stack {} ({}.{} big blinds)",
            hud.players_left,
            hud.entrants,
            hud.average_stack,
            tenths / 10,
            tenths % 10
        ));
    } else {
        lines.push(format!("Players {} registered", hud.entrants));
    }
    for (player, until) in cup.offers() {
        let until = until.map_or("after the pause".to_owned(), |until| format!("until {}", clock(until)));
        lines.push(format!("{player} may buy in again {until}"));
    }
    if hud.hand_for_hand {
        lines.push("Hand for hand".to_owned());
    }
    if cup.moves_due() && cup.tables().count() > 1 {
        lines.push("Moves between tables are due: say balance".to_owned());
    }
    lines.push(format!("Prize pool {}. {}", hud.pool, cup.pool().reason.text(Lang::En)));
    let prizes = cup.prize_preview();
    for (share, place) in prizes.iter().zip(1..).take(hud.paid_places as usize) {
        lines.push(format!("  {place:>3}. {}", share.amount));
    }
    if !is_over(cup) {
        tables(cup, &mut lines);
    }
    lines.push("Standings".to_owned());
    lines.extend(standings(cup));
    lines.iter().map(|line| plain(line)).collect()
}

fn is_over(cup: &Tournament) -> bool {
    matches!(cup.status(), Status::Finished | Status::Cancelled)
}

fn status(cup: &Tournament) -> String {
    match cup.status() {
        Status::Setup => "in setup; next: open".to_owned(),
        Status::Lobby => "the lobby is open; next: register, start".to_owned(),
        Status::Running => "running".to_owned(),
        Status::Paused(PauseKind::Everything) => "paused; next: resume".to_owned(),
        Status::Paused(PauseKind::ClockOnly) => "running, the clock is paused; next: resume".to_owned(),
        Status::Finished => "finished".to_owned(),
        Status::Cancelled => "called off, every entry refunded".to_owned(),
    }
}

fn clock_line(cup: &Tournament, now: Timestamp) -> String {
    let hud = cup.hud(now);
    let level = format!("Level {} of {}", hud.level.level, cup.rules().levels.len());
    let left = match (hud.remaining, hud.next_blind_at) {
        (Some(left), Some(at)) => format!(", {} left, until {}", left_of(left.get()), clock(at)),
        (Some(left), None) => format!(", {} left, the clock is stopped", left_of(left.get())),
        (None, _) => ", without an end".to_owned(),
    };
    let rest = match cup.rest() {
        Some(Rest::Called { length }) => format!("; a break of {length} begins after the hands in play"),
        Some(Rest::Counting { ends_at }) => {
            format!("; on break, {} left, until {}", left_of(ends_at.since(now).get()), clock(ends_at))
        }
        None => String::new(),
    };
    let asked = if hud.level_asked { "; the next level comes with the next hand" } else { "" };
    format!("{level}{left}{rest}{asked}")
}

/// Whole seconds, as a clock on the wall shows them.
fn left_of(millis: u64) -> String {
    kozyr_tournament::Millis::new(millis / 1000 * 1000).to_string()
}

fn blinds(level: &BlindLevel) -> String {
    let ante = if level.ante.is_positive() { format!(", ante {}", level.ante) } else { String::new() };
    format!("{}/{}{ante} (level {})", level.small_blind, level.big_blind, level.level)
}

fn tables(cup: &Tournament, lines: &mut Vec<String>) {
    for table in cup.tables() {
        let hand = cup.hand_at(table).map_or(String::new(), |hand| format!(", hand {} in play", hand.id()));
        lines.push(format!("Table {table}{hand}"));
        for (seat, entrant) in cup.seated(table) {
            lines.push(format!("  seat {:>2}  {:>10}  {}", seat.number(), entrant.stack.units(), entrant.id));
        }
    }
}

/// Those with chips by their chips, then the places given.
pub fn standings(cup: &Tournament) -> Vec<String> {
    let mut lines = Vec::new();
    if cup.started_at().is_none() {
        for entrant in cup.entrants() {
            let here = if entrant.present { ", here" } else { "" };
            lines.push(plain(&format!("    –  {}{here}", entrant.id)));
        }
        return lines;
    }
    if cup.finished_at().is_none() {
        for row in cup.standings() {
            lines.push(plain(&format!("  {:>3}. {}  {}", row.rank, row.player, row.stack)));
        }
    }
    for row in cup.placements() {
        let prize = row.prize.filter(|prize| prize.is_positive());
        let prize = prize.map_or(String::new(), |prize| format!("  won {prize}"));
        let hand = row.bust.map_or(String::new(), |bust| format!("  out in hand {}", bust.hand));
        lines.push(plain(&format!("  {:>3}. {}{hand}{prize}", row.place, row.player)));
    }
    lines
}

/// The same rows for a program.
pub fn standings_json(cup: &Tournament) -> Vec<Value> {
    let playing = if cup.finished_at().is_none() { cup.standings() } else { Vec::new() };
    let playing = playing
        .into_iter()
        .map(|row| json!({ "rank": row.rank, "player": row.player, "name": row.name, "chips": row.stack }));
    let placed = cup.placements().into_iter().map(|row| {
        let name = cup.entrant(&row.player).map(|entrant| entrant.name.clone());
        json!({
            "place": row.place, "player": row.player, "name": name, "prize": row.prize,
            "bustedAtHand": row.bust.map(|bust| bust.hand), "tiedFrom": row.tied_from, "tiedTo": row.tied_to,
        })
    });
    playing.chain(placed).collect()
}

/// The display for a program.
pub fn json(cup: &Tournament, now: Timestamp) -> Value {
    let hud = cup.hud(now);
    let offers: Vec<Value> =
        cup.offers().map(|(player, until)| json!({ "player": player, "until": until })).collect();
    let tables: Vec<Value> = cup
        .tables()
        .map(|table| {
            let seats: Vec<Value> = cup
                .seated(table)
                .map(|(seat, entrant)| {
                    json!({ "seat": seat.number(), "player": entrant.id, "chips": entrant.stack })
                })
                .collect();
            json!({ "table": table, "hand": cup.hand_at(table).map(|hand| hand.id().clone()), "seats": seats })
        })
        .collect();
    let prizes: Vec<Chips> = cup.prize_preview().iter().map(|share| share.amount).collect();
    json!({
        "id": cup.id(), "name": cup.rules().name, "status": cup.face().status, "now": now,
        "level": hud.level, "nextLevel": hud.next_level, "nextBlindAt": hud.next_blind_at,
        "remainingMs": hud.remaining, "levelAsked": hud.level_asked, "break": cup.rest(),
        "playersLeft": hud.players_left, "entrants": hud.entrants, "averageStack": hud.average_stack,
        "prizePool": hud.pool, "paidPlaces": hud.paid_places, "prizes": prizes,
        "handForHand": hud.hand_for_hand, "movesDue": cup.moves_due(), "offers": offers, "tables": tables,
        "standings": standings_json(cup),
    })
}
