//! What happened, as a line for a person and as JSON for a program, with the reason where there is one.

use super::hint::clock;
use kozyr_tournament::{BountyShare, Event, Happened, Lang, PauseKind, Reason, Seating};
use serde_json::{Value, json};

/// One line: when, what, why.
pub fn line(event: &Event) -> String {
    let why: Vec<String> = reasons(&event.what).iter().map(|reason| reason.text(Lang::En)).collect();
    let why = if why.is_empty() { String::new() } else { format!(" ({})", why.join("; ")) };
    plain(&format!("{} {}{why}", clock(event.at), what(&event.what)))
}

/// The event, with its words beside it.
pub fn json(event: &Event) -> Value {
    let why: Vec<Value> = reasons(&event.what)
        .iter()
        .map(|reason| json!({ "en": reason.text(Lang::En), "ru": reason.text(Lang::Ru) }))
        .collect();
    json!({ "at": event.at, "what": event.what, "text": what(&event.what), "why": why })
}

/// Names come from outside: no letter of theirs may steer the terminal.
pub fn plain(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { '\u{fffd}' } else { letter }).collect()
}

/// Why it happened. Levels and final standings have a reason for each row.
fn reasons(what: &Happened) -> Vec<Reason> {
    match what {
        Happened::Placed { reason, .. }
        | Happened::Paused { reason, .. }
        | Happened::BreakCalled { reason, .. }
        | Happened::Moved { reason, .. }
        | Happened::TableBroken { reason, .. }
        | Happened::FinalTable { reason, .. }
        | Happened::BountyWon { reason, .. }
        | Happened::BountyKept { reason, .. }
        | Happened::HandForHandBegan { reason }
        | Happened::HandForHandEnded { reason }
        | Happened::Finished { reason, .. } => vec![reason.clone()],
        Happened::LevelsWalked { rows, .. } => rows.iter().map(|row| row.reason()).collect(),
        _ => Vec::new(),
    }
}

fn chairs(seating: &[Seating]) -> String {
    let rows: Vec<String> = seating.iter().map(|row| format!("{} {}", row.player, row.chair)).collect();
    rows.join(", ")
}

fn what(what: &Happened) -> String {
    match what {
        Happened::Configured { .. } => "the form is filled in anew".to_owned(),
        Happened::Opened => "the lobby is open".to_owned(),
        Happened::Registered { player, paid, .. } => format!("{player} registered and paid {paid}"),
        Happened::Unregistered { player, refund } => format!("{player} left the lobby and got {refund} back"),
        Happened::CheckedIn { player, present: true } => format!("{player} is here"),
        Happened::CheckedIn { player, present: false } => format!("{player} is not here"),
        Happened::Started { seating } => format!("started; seats: {}", chairs(seating)),
        Happened::Entered { player, chair, paid, .. } => {
            format!("{player} entered at {chair} and paid {paid}")
        }
        Happened::ReEntered { player, chair, paid } => {
            format!("{player} entered again at {chair} and paid {paid}")
        }
        Happened::HandBegan { table, hand, level, places, dealt, .. } => format!(
            "hand {hand} began at table {table}, level {}, {} players, button in seat {}",
            level + 1,
            dealt.len(),
            places.button
        ),
        Happened::HandCalledOff { table, hand } => format!("hand {hand} at table {table} is called off"),
        Happened::HandFinished { hand, pot, stacks, .. } => {
            let rows: Vec<String> =
                stacks.iter().map(|row| format!("{} {}", row.player, row.stack)).collect();
            format!("hand {hand} is over, pot {pot}; stacks: {}", rows.join(", "))
        }
        Happened::BountyWon { player, shares, .. } => {
            let row = |share: &BountyShare| match share.on_head.is_zero() {
                true => format!("{} gets {}", share.player, share.paid),
                false => {
                    format!("{} gets {} and {} more on the head", share.player, share.paid, share.on_head)
                }
            };
            format!("the bounty of {player}: {}", shares.iter().map(row).collect::<Vec<_>>().join(", "))
        }
        Happened::BountyKept { player, amount, .. } => {
            format!("{player} keeps the {amount} on their own head")
        }
        Happened::OfferOpened { player } => format!("{player} may buy in again for a minute"),
        Happened::OfferClosed { player, declined: true } => format!("{player} does not buy in again"),
        Happened::OfferClosed { player, declined: false } => format!("{player} did not buy in again in time"),
        Happened::Rebought { player, paid } => format!("{player} bought in again for {paid}"),
        Happened::Placed { player, place, .. } => format!("{player} has place {place}"),
        Happened::LevelsWalked { levels, .. } => format!("level {} begins", levels.index + 1),
        Happened::LevelAsked { index } => format!("level {} comes with the next hand", index + 1),
        Happened::ClockMoved { by_ms, .. } => format!("the clock is moved by {} s", by_ms / 1000),
        Happened::LevelsChanged { .. } => "the levels to come are other ones".to_owned(),
        Happened::Paused { kind: PauseKind::Everything, .. } => "paused".to_owned(),
        Happened::Paused { kind: PauseKind::ClockOnly, .. } => "the clock is paused".to_owned(),
        Happened::Resumed { .. } => "goes on".to_owned(),
        Happened::BreakCalled { length, .. } => format!("a break of {length} is called"),
        Happened::BreakBegan { ends_at } => format!("the break lasts until {}", clock(*ends_at)),
        Happened::BreakEnded { .. } => "the break is over".to_owned(),
        Happened::AddedOn { player, paid, chips } => format!("{player} bought {chips} chips for {paid}"),
        Happened::Moved { player, from, to, .. } => format!("{player} moves from {from} to {to}"),
        Happened::TableBroken { table, .. } => format!("table {table} is broken"),
        Happened::FinalTable { table, seating, .. } => format!("final table {table}: {}", chairs(seating)),
        Happened::HandForHandBegan { .. } => "hand for hand".to_owned(),
        Happened::RoundBegan { tables } => format!("{} tables play one hand each", tables.len()),
        Happened::RoundEnded => "all tables have played it".to_owned(),
        Happened::HandForHandEnded { .. } => "tables play on their own again".to_owned(),
        Happened::Recovered { last_known, .. } => {
            format!("the clock stands where it was at {}", clock(*last_known))
        }
        Happened::Finished { pool, standings, .. } => {
            let paid = standings.iter().filter(|row| row.prize.is_positive());
            let rows: Vec<String> =
                paid.map(|row| format!("{}. {} {}", row.place, row.player, row.prize)).collect();
            format!("finished; {pool} paid: {}", rows.join(", "))
        }
        Happened::Cancelled { refunds } => format!("called off; {} entries refunded", refunds.len()),
    }
}
