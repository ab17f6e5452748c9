//! What a case expects: only what it names is compared.

use super::{Moment, START};
use kozyr_chips::Chips;
use kozyr_tournament::{Clock, EntrantId, LevelClock, Timestamp, Tournament};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Debug;

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Expect {
    /// The step (or the form) is refused.
    pub(super) refused: Option<bool>,
    status: Option<String>,
    level_index: Option<usize>,
    /// `null` is a clock that is stopped or a level without an end; absent is not compared.
    #[serde(default, deserialize_with = "present")]
    next_blind_at: Option<Option<Moment>>,
    #[serde(default, deserialize_with = "present")]
    remaining: Option<Option<Moment>>,
    /// All places given so far.
    placements: Option<BTreeMap<String, u32>>,
    /// All prizes paid; unpaid places may be 0 or absent.
    prizes: Option<BTreeMap<String, i64>>,
    /// The best and the worst of the places a player is tied for.
    tied: Option<BTreeMap<String, (u32, u32)>>,
    /// Of the players named.
    stacks: Option<BTreeMap<String, i64>>,
    /// Who may buy in again.
    offers: Option<Vec<String>>,
    /// What lies on the heads of those named.
    heads: Option<BTreeMap<String, i64>>,
    /// What those named have been paid for heads.
    bounties: Option<BTreeMap<String, i64>>,
    rebuy_count: Option<u32>,
    prize_pool: Option<Chips>,
    players_left: Option<usize>,
    entrants: Option<usize>,
    winner: Option<String>,
    small_blind: Option<Chips>,
    big_blind: Option<Chips>,
    ante: Option<Chips>,
    blind_level_history: Option<Vec<Row>>,
    /// What each gets back when the tournament is cancelled by this step.
    refunds: Option<BTreeMap<String, i64>>,
}

/// A row of the level history; times in the form of the case.
#[derive(Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Row {
    level_index: usize,
    started_at: Moment,
    #[serde(default)]
    applied_at: Option<Moment>,
    #[serde(default)]
    skipped: bool,
}

/// Tells a field that is `null` from one that is not there.
fn present<'de, D, T>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::<T>::deserialize(deserializer).map(Some)
}

fn same<T: PartialEq + Debug>(what: &str, seen: T, expected: Option<&T>) -> Result<(), String> {
    match expected {
        Some(expected) if *expected != seen => Err(format!("{what}: expected {expected:?}, seen {seen:?}")),
        _ => Ok(()),
    }
}

fn moment(at: Timestamp) -> Moment {
    Moment(at.since(START))
}

impl Expect {
    pub(super) fn compare(&self, cup: &Tournament, now: Timestamp) -> Result<(), String> {
        let clock = cup.levels().map(|levels: LevelClock| levels.clock);
        same("status", cup.status().name().to_owned(), self.status.as_ref())?;
        same("levelIndex", cup.levels().map_or(0, |levels| levels.index), self.level_index.as_ref())?;
        let next = clock.and_then(Clock::ends_at).map(moment);
        same("nextBlindAt", next, self.next_blind_at.as_ref())?;
        let remaining = clock.and_then(|clock| clock.remaining(now)).map(Moment);
        same("remaining", remaining, self.remaining.as_ref())?;
        self.compare_places(cup)?;
        self.compare_counts(cup)?;
        let level = cup.blind_level();
        same("smallBlind", level.small_blind, self.small_blind.as_ref())?;
        same("bigBlind", level.big_blind, self.big_blind.as_ref())?;
        same("ante", level.ante, self.ante.as_ref())?;
        let history = cup.level_history().iter().map(|row| Row {
            level_index: row.level_index,
            started_at: moment(row.started_at),
            applied_at: row.applied_at.map(moment),
            skipped: row.skipped,
        });
        same("blindLevelHistory", history.collect(), self.blind_level_history.as_ref())
    }

    pub(super) fn compare_refunds(&self, refunds: Option<&[(EntrantId, Chips)]>) -> Result<(), String> {
        let refunds = refunds.unwrap_or(&[]).iter();
        let seen = refunds.map(|(player, amount)| (player.as_str().to_owned(), amount.units())).collect();
        same("refunds", seen, self.refunds.as_ref())
    }

    fn compare_places(&self, cup: &Tournament) -> Result<(), String> {
        let placements = cup.placements();
        let name = |player: &EntrantId| player.as_str().to_owned();
        let places = placements.iter().map(|row| (name(&row.player), row.place)).collect();
        same("placements", places, self.placements.as_ref())?;
        let paid = |(player, prize): (String, i64)| Some((player, prize)).filter(|&(_, prize)| prize != 0);
        let prizes = placements.iter().map(|row| (name(&row.player), row.prize.unwrap_or_default().units()));
        let expected: Option<BTreeMap<String, i64>> =
            self.prizes.as_ref().map(|prizes| prizes.clone().into_iter().filter_map(paid).collect());
        same("prizes", prizes.filter_map(paid).collect(), expected.as_ref())?;
        for (player, expected) in self.tied.iter().flatten() {
            let row = placements.iter().find(|row| row.player.as_str() == player);
            let tied = row.map(|row| (row.tied_from, row.tied_to));
            same(&format!("tied of {player}"), tied, Some(&Some(*expected)))?;
        }
        let winner = placements.first().filter(|row| row.place == 1).map(|row| name(&row.player));
        same("winner", winner.unwrap_or_default(), self.winner.as_ref())
    }

    fn compare_counts(&self, cup: &Tournament) -> Result<(), String> {
        for (player, expected) in self.stacks.iter().flatten() {
            let entrant = cup.entrant(&player.as_str().into());
            let stack = entrant.map(|entrant| entrant.stack.units());
            same(&format!("stack of {player}"), stack, Some(&Some(*expected)))?;
        }
        for (player, expected) in self.heads.iter().flatten() {
            let head = cup.entrant(&player.as_str().into()).map(|entrant| entrant.bounty.units());
            same(&format!("head of {player}"), head, Some(&Some(*expected)))?;
        }
        for (player, expected) in self.bounties.iter().flatten() {
            let won = cup.entrant(&player.as_str().into()).map(|entrant| entrant.bounties_won.units());
            same(&format!("bounties of {player}"), won, Some(&Some(*expected)))?;
        }
        let mut offers: Vec<String> = cup.offers().map(|(player, _)| player.as_str().to_owned()).collect();
        offers.sort();
        let mut expected = self.offers.clone();
        expected.iter_mut().for_each(|offers| offers.sort());
        same("offers", offers, expected.as_ref())?;
        let sales = cup.sales();
        same("rebuyCount", sales.rebuys + sales.re_entries, self.rebuy_count.as_ref())?;
        same("prizePool", cup.pool().amount, self.prize_pool.as_ref())?;
        same("playersLeft", cup.players_left(), self.players_left.as_ref())?;
        same("entrants", cup.entrants().len(), self.entrants.as_ref())
    }
}
