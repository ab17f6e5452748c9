//! A party of Durak as text, with the cards one person drew.

use super::story::{Line, Lines, Noted};
use kozyr_card_game::{Clock, Move};
use kozyr_cards::{CardSet, CardStyle};
use kozyr_durak::notation::{Player, Record};
use kozyr_durak::{Action, Deal, Event};
use kozyr_table::durak::{DurakPlan, DurakSeating, DurakTable};
use kozyr_table::{Effects, Entry, News};
use kozyr_time::PlayerId;

/// The text of the party; cards that others drew are `??`.
pub(super) fn text(hand: &Lines<DurakSeating>, viewer: PlayerId) -> Noted {
    let mut table = hand.before.clone();
    let (mut moves, mut plan) = (Vec::new(), None);
    let mut drawn = CardSet::EMPTY;
    for Line { at, entry, .. } in &hand.lines {
        if let Entry::Started { plan: begins, .. } = entry {
            plan = Some(begins);
        }
        moves.extend(made(&table, entry));
        let mut effects = Effects::default();
        table.apply_entry(*at, entry, &mut effects);
        for news in effects.told.iter().filter_map(|told| told.to(Some(viewer))) {
            if let News::Game(Event::Drawn { cards: Some(cards), .. }) = news {
                drawn = drawn | cards;
            }
        }
    }
    let Some(record) = plan.and_then(|plan| record(&hand.before, plan, moves)) else {
        return Noted::Cannot("a party of a game that somebody has left is not a game by itself".to_owned());
    };
    let mut text = String::new();
    for line in record.to_string().lines() {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        if !matches!(verb, "deal" | "draw") {
            text.push_str(line);
        } else {
            let (cards, trump) =
                rest.split_once(' ').map_or((rest, None), |(cards, trump)| (cards, Some(trump)));
            let known = |card: &str| drawn.iter().any(|one| one.styled(CardStyle::Ten).to_string() == card);
            let cards = cards.split(',').map(|card| if known(card) { card } else { "??" });
            text.push_str(verb);
            text.push(' ');
            text.push_str(&cards.collect::<Vec<_>>().join(","));
            if let Some(trump) = trump {
                text.push(' ');
                text.push_str(trump);
            }
        }
        text.push('\n');
    }
    Noted::Text(text)
}

fn record(before: &DurakTable, plan: &DurakPlan, moves: Vec<Move<Deal, Action>>) -> Option<Record> {
    let seats = usize::from(plan.conditions.num_seats);
    let name = |player: PlayerId| {
        let chair = before.seat_of(player).and_then(|seat| before.chair(seat));
        chair.map(|chair| chair.player.name.to_string()).unwrap_or_default()
    };
    let player = |index: usize| {
        let (_, player) = plan.players.iter().find(|(seat, _)| seat.index() == index)?;
        Some(Player { stack: plan.conditions.stake, name: name(*player) })
    };
    let players = (0..seats).map(player).collect::<Option<Vec<_>>>()?;
    Record::of_moves(plan.conditions, players, moves).ok()
}

/// The move of the party that this line stands for, if it is one.
fn made(table: &DurakTable, entry: &Entry<DurakSeating>) -> Option<Move<Deal, Action>> {
    Some(match entry {
        Entry::Shuffled { .. } => Move::Shuffled,
        Entry::Dealt(deal) => Move::Deal(deal.clone()),
        Entry::Acted(chair, action) => Move::Act(table.in_hand(*chair)?, *action),
        Entry::TimedOut(chair) => Move::Timeout(Clock::Seat(table.in_hand(*chair)?)),
        Entry::StageOver => Move::Timeout(Clock::Stage),
        _ => return None,
    })
}
