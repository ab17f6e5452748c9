//! How the chances stood along a hand, for hands the viewer came to know.

use super::story::{Line, Lines};
use kozyr_card_game::Seat;
use kozyr_cards::CardSet;
use kozyr_poker::{Event, Hand};
use kozyr_protocol::room::BySeat;
use kozyr_ranking::equity::POT;
use kozyr_ranking::{Range, Ranking, Showdown, Weight};
use kozyr_table::holdem::{HoldemSeating, HoldemTable};
use kozyr_table::{Effects, News, Told};
use kozyr_time::PlayerId;
use std::collections::BTreeMap;

/// More combinations than this are sampled.
const MOST_EXACT: u128 = 50_000;
const TRIALS: u64 = 30_000;

/// Hole cards by the game's seats.
type Known = BTreeMap<Seat, CardSet>;

/// The parts of the pot that those still in would win on average, in thousandths by chair, after each line of the hand
/// but the first. Nothing where a card of somebody who is in is never shown to this person.
pub(super) fn along(hand: &Lines<HoldemSeating>, viewer: PlayerId) -> Vec<BySeat<u16>> {
    let known = known(hand, viewer);
    let mut table = hand.before.clone();
    let mut last: Option<(Vec<Seat>, CardSet, usize)> = None;
    let mut parts = BySeat::default();
    let mut all = Vec::with_capacity(hand.lines.len());
    for (nth, Line { at, entry, .. }) in hand.lines.iter().enumerate() {
        table.apply_entry(*at, entry, &mut Effects::default());
        let Some(state) = table.state().filter(|_| nth > 0) else { continue };
        let live: Vec<Seat> = state.live().iter().collect();
        let board: CardSet = state.board(0).iter().flatten().copied().collect();
        let now = (live, board, state.boards());
        if last.as_ref() != Some(&now) {
            parts = shares(&table, state, &known, &now.0, now.1).unwrap_or_default();
            last = Some(now);
        }
        all.push(parts.clone());
    }
    all
}

/// The hole cards this person saw by the end of the hand.
fn known(hand: &Lines<HoldemSeating>, viewer: PlayerId) -> Known {
    let mut known = Known::new();
    events_for(hand, Some(viewer), |event| {
        if let Event::DealtHole(seat, cards) | Event::Shown(seat, cards) = event {
            known.entry(*seat).or_default().extend(cards.iter().flatten().copied());
        }
    });
    known
}

/// What this person, or anybody, was told of the game, in order.
pub(super) fn events_for(
    hand: &Lines<HoldemSeating>,
    viewer: Option<PlayerId>,
    mut hear: impl FnMut(&Event),
) -> HoldemTable {
    let mut table = hand.before.clone();
    for Line { at, entry, .. } in &hand.lines {
        let mut effects = Effects::default();
        table.apply_entry(*at, entry, &mut effects);
        let told = effects.told.iter().filter_map(|told: &Told<HoldemSeating>| told.to(viewer));
        for news in told {
            if let News::Game(event) = news {
                hear(&event);
            }
        }
    }
    table
}

fn shares(
    table: &HoldemTable,
    state: &Hand,
    known: &Known,
    live: &[Seat],
    board: CardSet,
) -> Option<BySeat<u16>> {
    let [ranking @ (Ranking::Standard | Ranking::ShortDeck | Ranking::Omaha)] = *state.variant().rankings
    else {
        return None;
    };
    // A board that is dealt twice has no one set of chances.
    if live.len() < 2 || state.boards() > 1 {
        return None;
    }
    let whole = |seat: &Seat| known.get(seat).filter(|cards| cards.len() == state.variant().hole_cards());
    let ranges = live.iter().map(|seat| Range::from_hands([(*whole(seat)?, Weight::FULL)]));
    let ranges: Vec<Range> = ranges.collect::<Option<_>>()?;
    let out = known.iter().filter(|(seat, _)| !live.contains(seat)).map(|(_, cards)| *cards);
    let dead = out.fold(CardSet::EMPTY, |all, cards| all | cards);
    let showdown = Showdown::new(ranking, &ranges, board, dead).ok()?;
    let equity = if showdown.combinations() <= MOST_EXACT {
        showdown.exact().ok()?
    } else {
        // The same hand gets the same figures whenever it is looked at.
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        showdown.sample(TRIALS, || splitmix(&mut random)).ok()?
    };
    let mut parts = BySeat::default();
    for (seat, part) in live.iter().zip(equity.players()) {
        let all = (part.total * u128::from(POT)).max(1);
        let thousandths = (part.shares * 2_000 + all) / (2 * all);
        let chair = table.people().iter().find(|person| person.seat == *seat)?.chair;
        parts.insert(chair, u16::try_from(thousandths).unwrap_or(1_000));
    }
    Some(parts)
}

fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut x = *state;
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
