//! Seka players of two levels.
//!
//! Both say that they are ready when a person is, look at their cards and vote. A [casual](Level::Casual) one goes by
//! its points. A [strong](Level::Strong) one counts every hand the others can hold, believes a raise, and takes the
//! action that brings most; it plays dark where the house pays for it.

mod casual;
mod odds;
mod strong;

use crate::{Level, Random};
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    PlayerKind, SekaAction, SekaInfo, SekaOffer, SekaOwn, SekaPrice, SekaRaise, SekaStatus, SekaView,
    SekaWord, TableView,
};

/// What a bot of this level does in this spot: a decision of the deal; nothing when nobody waits for it.
pub fn choose(
    level: Level,
    info: &SekaInfo,
    me: Seat,
    game: &SekaView,
    own: &SekaOwn,
    random: Random<'_>,
) -> Option<SekaAction> {
    let spot = Spot::of(own);
    if own.offers.is_empty() {
        return None;
    }
    if spot.vote {
        let tied = game.players.values().filter(|player| player.tied).count() as i64;
        return Some(SekaAction::Vote { yes: votes(level, tied, random) });
    }
    if let Some(pay) = spot.enter {
        return Some(if enters(level, game, pay, random) { SekaAction::Enter } else { SekaAction::Pass });
    }
    Some(match level {
        Level::Casual => casual::choose(game, own, &spot, random),
        Level::Strong => strong::choose(info, me, game, own, &spot, random),
    })
}

/// What a bot says between deals: that it is ready, as soon as a person is.
pub fn says(view: &TableView, game: &SekaView, own: &SekaOwn) -> Option<SekaWord> {
    let person_is_ready = view.seats.iter().any(|(seat, one)| {
        let ready = game.players.get(seat).is_some_and(|player| player.status == SekaStatus::TableReady);
        one.kind == PlayerKind::Person && ready
    });
    (person_is_ready && own.says.contains(&SekaWord::Ready)).then_some(SekaWord::Ready)
}

/// What the offers come to.
#[derive(Default)]
struct Spot {
    open: bool,
    dark: Option<SekaPrice>,
    check: bool,
    call: Option<SekaPrice>,
    raise: Option<SekaRaise>,
    reveal: Option<(Chips, Seat, bool)>,
    vote: bool,
    enter: Option<Chips>,
}

impl Spot {
    fn of(own: &SekaOwn) -> Spot {
        let mut spot = Spot::default();
        for offer in &own.offers {
            match offer {
                SekaOffer::Open => spot.open = true,
                SekaOffer::Dark(price) => spot.dark = Some(*price),
                SekaOffer::Check => spot.check = true,
                SekaOffer::Call(price) => spot.call = Some(*price),
                SekaOffer::Raise(raise) => spot.raise = Some(raise.clone()),
                SekaOffer::Reveal { pay, target, falls_when_equal } => {
                    spot.reveal = Some((*pay, *target, *falls_when_equal));
                }
                SekaOffer::Vote => spot.vote = true,
                SekaOffer::Enter { pay } => spot.enter = Some(*pay),
                SekaOffer::Fold | SekaOffer::Pass => {}
            }
        }
        spot
    }

    /// Stays in as cheaply as possible: what is free is taken.
    fn stay(&self) -> SekaAction {
        if self.check { SekaAction::Check } else { SekaAction::Call }
    }
}

/// The pot of a svara is shared by chance: who enters brings at least their part. Whoever plays better than the others
/// wants to go on, unless there are many of them.
fn votes(level: Level, tied: i64, random: Random<'_>) -> bool {
    match level {
        Level::Casual => random(4) > 0,
        Level::Strong => tied <= 4 || random(2) == 0,
    }
}

/// Entering pays when the price is no more than an equal share of the pot it makes.
fn enters(level: Level, game: &SekaView, pay: Chips, random: Random<'_>) -> bool {
    let players = game.players.values().filter(|player| player.tied || player.entered).count() as i64 + 1;
    // What the house has lent is nobody's to win.
    let pays = pay * players <= game.pot - game.lent + pay;
    match level {
        Level::Casual => pays && random(3) > 0,
        Level::Strong => pays,
    }
}

/// The least and the spread of the time to think about this, in milliseconds.
pub(crate) fn thinking(action: &SekaAction) -> (u64, u32) {
    match action {
        SekaAction::Open => (500, 700),
        SekaAction::Check | SekaAction::Fold | SekaAction::Pass => (700, 1000),
        SekaAction::Call | SekaAction::Dark | SekaAction::Vote { .. } => (900, 1500),
        SekaAction::RaiseTo { .. } | SekaAction::Reveal | SekaAction::Enter => (1300, 2200),
    }
}

#[cfg(test)]
mod tests;
