//! An evening as it is shown.

use super::EveningPlan;
use super::log::Book;
use crate::tournament::{form_level, of_tournament, room, status_of, wall};
use kozyr_protocol::room::{
    ChipCount, EveningDesk, EveningOffer, EveningOrder, EveningRight, EveningView, LobbyEvening, PlayerKind,
    ToClient, TournamentTable,
};
use kozyr_time::{Millis, Timestamp};
use kozyr_tournament::evening::{Evening, Order};
use kozyr_tournament::{EntrantId, Life, Tournament};

/// An evening in the list of whoever runs it.
pub(super) fn lobby(plan: &EveningPlan, evening: &Evening) -> LobbyEvening {
    let cup = evening.tournament();
    LobbyEvening {
        evening: plan.id.clone(),
        title: plan.rules.name.clone(),
        status: status_of(cup.status()),
        entrants: cup.entrants().len() as u32,
    }
}

/// The evening as it is now, for whoever runs it or for a screen.
pub(super) fn message(book: &Book, asked: &str, runs: bool, now: Timestamp) -> ToClient {
    let cup = book.evening().at(wall(now));
    let mut tournament = of_tournament(&cup, now, &|_| PlayerKind::Person);
    for no in cup.tables() {
        let table = TournamentTable { table: String::new(), running: cup.is_busy(no) };
        tournament.tables.insert(no.to_string(), table);
    }
    let view = EveningView {
        title: cup.rules().name.clone(),
        levels: cup.rules().levels.iter().map(form_level).collect(),
        heads: cup.rules().bounty.is_some(),
        tournament,
        desk: runs.then(|| desk(book, &cup, now)),
    };
    ToClient::Evening { evening: asked.to_owned(), now: now.as_millis(), view: Box::new(view) }
}

fn desk(book: &Book, cup: &Tournament, now: Timestamp) -> EveningDesk {
    let evening = book.evening();
    let offer = |(player, until): (&EntrantId, Option<kozyr_time::WallTime>)| EveningOffer {
        player: player.to_string(),
        until: until.map(|at| room(at).as_millis()),
    };
    EveningDesk {
        screen: book.plan().screen.clone(),
        undo: evening.last().map(|step| said(&step.order)),
        redo: evening.undone().map(|step| said(&step.order)),
        orders: rights(evening, cup, now),
        offers: cup.offers().map(offer).collect(),
    }
}

/// What can be said now: the evening itself is asked whether it would take it.
fn rights(evening: &Evening, cup: &Tournament, now: Timestamp) -> Vec<EveningRight> {
    let may = |order: Order| evening.order(wall(now), &order, &mut |_| 0).is_ok();
    // No name has a letter that cannot be seen.
    let enters = may(Order::Enter { player: "\u{1}".into() });
    let waits = cup.started_at().is_none();
    let offered = |id: &EntrantId| cup.offers().any(|(player, _)| player == id);
    let out = cup.entrants().iter().find(|entrant| entrant.life == Life::Out && !offered(&entrant.id));
    let playing = cup.entrants().iter().find(|entrant| entrant.life == Life::In && !waits);
    let minute = 60_000;
    [
        (EveningRight::Enter, enters),
        (EveningRight::Remove, waits && !cup.entrants().is_empty() && cup.finished_at().is_none()),
        (EveningRight::Start, may(Order::Start)),
        (EveningRight::Bust, evening.is_on() && cup.players_left() > 1),
        (EveningRight::ReEnter, out.is_some_and(|row| may(Order::ReEnter { player: row.id.clone() }))),
        (EveningRight::AddOn, playing.is_some_and(|row| may(Order::AddOn { player: row.id.clone() }))),
        (EveningRight::Pause, may(Order::Pause)),
        (EveningRight::Resume, may(Order::Resume)),
        (EveningRight::NextLevel, may(Order::NextLevel)),
        (EveningRight::PreviousLevel, may(Order::PreviousLevel)),
        (EveningRight::MoveClock, may(Order::MoveClock { by_ms: minute })),
        (EveningRight::Levels, evening.is_on()),
        (EveningRight::Break, may(Order::Break { length: Millis::from_minutes(5) })),
        (EveningRight::Cancel, may(Order::Cancel)),
    ]
    .into_iter()
    .filter_map(|(right, may)| may.then_some(right))
    .collect()
}

/// An order as it was said.
fn said(order: &Order) -> EveningOrder {
    let names = |players: &[EntrantId]| players.iter().map(ToString::to_string).collect();
    match order {
        Order::Enter { player } => EveningOrder::Enter { player: player.to_string() },
        Order::Remove { player } => EveningOrder::Remove { player: player.to_string() },
        Order::Start => EveningOrder::Start,
        Order::Bust { players, by } => EveningOrder::Bust { players: names(players), by: names(by) },
        Order::HandOver { table, counts } => {
            let row = |(player, chips): &(EntrantId, kozyr_chips::Chips)| ChipCount {
                player: player.to_string(),
                chips: *chips,
            };
            EveningOrder::HandOver { table: table.0, counts: counts.iter().map(row).collect() }
        }
        Order::Rebuy { player } => EveningOrder::Rebuy { player: player.to_string() },
        Order::Decline { player } => EveningOrder::Decline { player: player.to_string() },
        Order::ReEnter { player } => EveningOrder::ReEnter { player: player.to_string() },
        Order::AddOn { player } => EveningOrder::AddOn { player: player.to_string() },
        Order::Pause => EveningOrder::Pause,
        Order::Resume => EveningOrder::Resume,
        Order::NextLevel => EveningOrder::NextLevel,
        Order::PreviousLevel => EveningOrder::PreviousLevel,
        Order::MoveClock { by_ms } => EveningOrder::MoveClock { by_ms: *by_ms },
        Order::Levels { next } => EveningOrder::Levels { next: next.iter().map(form_level).collect() },
        Order::Break { length } => EveningOrder::Break { length_ms: length.get() },
        Order::Cancel => EveningOrder::Cancel,
        Order::Recover => EveningOrder::Recover,
    }
}
