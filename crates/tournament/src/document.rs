//! The plan's `TournamentState` as JSON: written for everybody, read back whole.
//!
//! The fields of the plan stand first, under its names and in its units. What it has no field for
//! (tables, stacks, the hand in play, offers) is in one section of ours, `kozyr`; a document with it
//! is read back to exactly the same tournament, one without it only before the start, because the
//! plan's fields do not say who has how many chips.

use crate::Timestamp;
use crate::clock::LevelRow;
use crate::command::{Command, Refusal};
use crate::config::{Config, Rebuys, TiePolicy};
use crate::event::PauseKind;
use crate::invariants::Broken;
use crate::level::{AnteKind, BlindLevel};
use crate::names::{EntrantId, HandId, Name};
use crate::payouts::Payouts;
use crate::prizes::{PrizePosition, PrizeProblem, PrizeTable};
use crate::problem::{MAX_AMOUNT, MAX_ENTRANTS, Problem};
use crate::state::{Status, Table, Tournament};
use kozyr_chips::Chips;
use kozyr_poker::seating::Places;
use serde::{Deserialize, Serialize};

/// The plan's `TournamentState`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[allow(missing_docs, reason = "the names are the plan's")]
pub struct TournamentState {
    pub id: Name,
    pub name: String,
    pub status: StatusName,
    pub blind_levels: Vec<BlindLevel>,
    pub blind_level_index: usize,
    pub prize_structure: Vec<PrizePosition>,
    pub starting_chips: Chips,
    pub buy_in: Chips,
    pub entrants: Vec<EntrantRow>,
    /// Rebuys and re-entries: what the plan's formula for the pool multiplies.
    pub rebuy_count: u32,
    pub placements: Vec<PlacementRow>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prize_pool_override: Option<Chips>,
    pub hand_ids: Vec<HandId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_at: Option<Timestamp>,
    /// When the level ends; absent while the clock is stopped and in the last level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_blind_at: Option<Timestamp>,
    pub blind_level_history: Vec<HistoryRow>,
    pub allow_rebuys: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rebuy_end_level: Option<u32>,
    /// As a finished tournament is stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_at: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished_at: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standings: Option<Vec<StandingRow>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_prize_pool: Option<Chips>,
    /// Everything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kozyr: Option<Box<Tournament>>,
}

/// The plan's `TournamentStatus`, and `cancelled`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the names are the plan's")]
pub enum StatusName {
    Setup,
    Lobby,
    Running,
    Paused,
    Finished,
    Cancelled,
}

/// The plan's `TournamentEntrant`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[allow(missing_docs, reason = "the names are the plan's")]
pub struct EntrantRow {
    pub player_id: EntrantId,
    pub name_at_start: Name,
    /// Absent until the seats are drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat_at_start: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_at_start: Option<u16>,
}

/// The plan's `Placement`, with the tie beside the ordinal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[allow(missing_docs, reason = "the names are the plan's")]
pub struct PlacementRow {
    pub player_id: EntrantId,
    pub place: u32,
    /// 0 for the winner, who never bust.
    pub busted_at_hand: u32,
    pub chip_count_at_hand_start: Chips,
    pub seat_at_bust: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prize: Option<Chips>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tied_from: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tied_to: Option<u32>,
}

/// A row of the plan's `blindLevelHistory`; what is ours is optional to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[allow(missing_docs, reason = "the names are the plan's")]
pub struct HistoryRow {
    pub timestamp: Timestamp,
    pub level_index: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_at: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub applied_at: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub skipped: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_hand: bool,
}

/// A row of the stored standings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[allow(missing_docs, reason = "the names are the plan's")]
pub struct StandingRow {
    pub player_id: EntrantId,
    pub position: u32,
    pub prize: Chips,
}

/// Why a document was not read.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// Not JSON, or not this document.
    #[error("this is no tournament: {0}")]
    Json(#[from] serde_json::Error),
    /// The form in it cannot be played.
    #[error("the tournament cannot be played: {0}")]
    Problem(#[from] Problem),
    /// The prizes in it are no prize table.
    #[error("the prizes cannot be paid: {0}")]
    Prizes(#[from] PrizeProblem),
    /// Prize rows out of order.
    #[error("prize positions run 1, 2, 3 without a gap; row {0} does not")]
    PrizeRow(usize),
    /// An entrant that cannot be.
    #[error("the entrants cannot be: {0}")]
    Entrants(#[from] Refusal),
    /// Under way or over, without our section.
    #[error("a {0} tournament needs the section kozyr: without it nobody knows the stacks")]
    NoStacks(&'static str),
    /// The section does not hold together.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// The plan's fields say something else than the section.
    #[error("{0} does not agree with the section kozyr")]
    Disagrees(&'static str),
}

impl Tournament {
    /// The whole tournament as JSON.
    ///
    /// # Panics
    /// Never: everything in it has a JSON form.
    pub fn to_json(&self) -> String {
        let document = TournamentState { kozyr: Some(Box::new(self.clone())), ..self.face() };
        serde_json::to_string_pretty(&document).expect("a tournament has a JSON form")
    }

    /// Reads a document back.
    ///
    /// # Errors
    /// When it is not one, or does not hold together.
    pub fn from_json(text: &str) -> Result<Tournament, ImportError> {
        let mut document: TournamentState = serde_json::from_str(text)?;
        let Some(section) = document.kozyr.take() else { return document.before_the_start() };
        let mut tournament = *section;
        tournament.check_bounds()?;
        tournament.rebuild_totals();
        tournament.check_everything()?;
        let face = tournament.face();
        match first_difference(&face, &document) {
            None => Ok(tournament),
            Some(field) => Err(ImportError::Disagrees(field)),
        }
    }

    /// The state alone, as short as it can be written: for a checkpoint of its log.
    ///
    /// # Panics
    /// Never: everything in it has a JSON form.
    pub fn to_checkpoint(&self) -> String {
        serde_json::to_string(self).expect("a tournament has a JSON form")
    }

    /// Reads a checkpoint back.
    ///
    /// # Errors
    /// When it is none, or does not hold together.
    pub fn from_checkpoint(text: &str) -> Result<Tournament, ImportError> {
        let mut tournament: Tournament = serde_json::from_str(text)?;
        tournament.check_bounds()?;
        tournament.rebuild_totals();
        tournament.check_everything()?;
        Ok(tournament)
    }

    /// The plan's fields, without our section.
    pub fn face(&self) -> TournamentState {
        let shares = self.prize_table().shares_bps();
        let finished = self.result.as_ref();
        TournamentState {
            id: self.id.clone(),
            name: self.rules.name.clone(),
            status: match self.status {
                Status::Setup => StatusName::Setup,
                Status::Lobby => StatusName::Lobby,
                Status::Running => StatusName::Running,
                Status::Paused(PauseKind::Everything | PauseKind::ClockOnly) => StatusName::Paused,
                Status::Finished => StatusName::Finished,
                Status::Cancelled => StatusName::Cancelled,
            },
            blind_levels: self.rules.levels.clone(),
            blind_level_index: self.levels.map_or(0, |levels| levels.index),
            prize_structure: shares
                .iter()
                .zip(1..)
                .map(|(&share_bps, position)| PrizePosition { position, share_bps })
                .collect(),
            starting_chips: self.rules.starting_chips,
            buy_in: self.rules.buy_in,
            entrants: self.entrants.iter().map(EntrantRow::from).collect(),
            rebuy_count: self.sales.rebuys + self.sales.re_entries,
            placements: self.placement_rows(),
            prize_pool_override: self.rules.prize_pool_override,
            hand_ids: self.hand_ids.as_ref().clone(),
            started_at: self.started_at,
            next_blind_at: self.levels.and_then(|levels| levels.clock.ends_at()),
            blind_level_history: self.history.iter().map(HistoryRow::from).collect(),
            allow_rebuys: self.rules.rebuys.is_some(),
            rebuy_end_level: self.rules.rebuys.and_then(|rebuys| rebuys.end_level),
            created_at: Some(self.created_at),
            finished_at: self.finished_at,
            standings: finished.map(|result| result.standings.iter().map(StandingRow::from).collect()),
            final_prize_pool: finished.map(|result| result.pool),
            kozyr: None,
        }
    }

    fn placement_rows(&self) -> Vec<PlacementRow> {
        let row = |placement: crate::Placement| {
            let entrant = self.entrant(&placement.player);
            let seat = entrant.and_then(|entrant| entrant.chair).map_or(0, |chair| chair.seat.number());
            let stack = entrant.map_or(Chips::ZERO, |entrant| entrant.stack);
            PlacementRow {
                player_id: placement.player,
                place: placement.place,
                busted_at_hand: placement.bust.map_or(0, |bust| bust.hand),
                chip_count_at_hand_start: placement.bust.map_or(stack, |bust| bust.chips),
                seat_at_bust: placement.bust.map_or(seat, |bust| bust.seat.number()),
                prize: placement.prize,
                tied_from: Some(placement.tied_from),
                tied_to: Some(placement.tied_to),
            }
        };
        self.placements().into_iter().map(row).collect()
    }

    /// What has to be within bounds before anything in it can be added up or looked up.
    fn check_bounds(&self) -> Result<(), Broken> {
        let people = self.entrants.len();
        let most = MAX_AMOUNT.units() * i64::from(MAX_ENTRANTS) / 10;
        let amount = |chips: Chips| (0..=most).contains(&chips.units());
        let known = |index: u32| (index as usize) < people;
        let level = |index: usize| index < self.rules.levels.len();
        let seats = usize::from(self.rules.seats);
        let few = |count: u32| count <= 100 * MAX_ENTRANTS;
        let sales = self.sales;
        let places = |places: &Places| {
            [places.button, places.small_blind, places.big_blind].iter().all(|seat| seat.index() < seats)
        };
        let table = |table: &Table| {
            table.seats.len() == seats
                && table.last.as_ref().is_none_or(places)
                && table.seats.iter().flatten().all(|&index| known(index))
                && table.hand.as_ref().is_none_or(|hand| {
                    level(hand.level)
                        && places(&hand.places)
                        && hand.posts_small.is_none_or(|seat| seat.index() < seats)
                        && hand.dealt.iter().all(|&(seat, index, chips)| {
                            seat.index() < seats && known(index) && amount(chips)
                        })
                })
        };
        let total: i128 = self.entrants.iter().map(|entrant| i128::from(entrant.stack.units())).sum();
        let owing = self.tables.iter().filter(|table| table.owes_hand).count() as u32;
        let sound = people <= MAX_ENTRANTS as usize
            && self.entrants.iter().all(|entrant| {
                amount(entrant.stack)
                    && amount(entrant.paid)
                    && amount(entrant.bounty)
                    && amount(entrant.bounties_won)
                    && few(entrant.rebuys)
                    && few(entrant.knock_outs)
                    && few(entrant.re_entries)
            })
            && self.tables.iter().all(|table| few(table.idle_hands))
            && few(self.groups / 100)
            && total <= i128::from(most) * 10
            && [sales.entrants, sales.rebuys, sales.re_entries, sales.add_ons].into_iter().all(few)
            && self.tables.iter().all(table)
            && self.tables.iter().all(|table| table.no.0 >= 1 && table.no.0 <= self.tables_opened)
            && self
                .busts
                .iter()
                .all(|bust| known(bust.entrant) && amount(bust.chips) && bust.group <= self.groups)
            && self.placed <= self.busts.len()
            && self.offers.iter().all(|offer| known(offer.entrant))
            && self.levels.is_none_or(|levels| level(levels.index) && levels.asked.is_none_or(level))
            && self.history.iter().all(|row| level(row.level_index))
            && self.result.as_ref().is_none_or(|result| {
                result.standings.len() == people && result.standings.iter().all(|row| amount(row.prize))
            })
            && self.hand_for_hand.map_or(0, |rounds| rounds.owing) == owing
            && self.tables_opened < u16::MAX;
        if sound { Ok(()) } else { Err(Broken::out_of_bounds()) }
    }
}

impl TournamentState {
    /// A tournament that has not started needs no section of ours.
    fn before_the_start(self) -> Result<Tournament, ImportError> {
        let open = match self.status {
            StatusName::Setup => false,
            StatusName::Lobby => true,
            StatusName::Running => return Err(ImportError::NoStacks("running")),
            StatusName::Paused => return Err(ImportError::NoStacks("paused")),
            StatusName::Finished => return Err(ImportError::NoStacks("finished")),
            StatusName::Cancelled => return Err(ImportError::NoStacks("cancelled")),
        };
        let in_order = |(row, expected): (&PrizePosition, u32)| row.position != expected;
        if let Some(row) = self.prize_structure.iter().zip(1..).position(in_order) {
            return Err(ImportError::PrizeRow(row + 1));
        }
        let shares: Vec<u32> = self.prize_structure.iter().map(|row| row.share_bps).collect();
        let rebuys = Rebuys { end_level: self.rebuy_end_level, max_each: None };
        let config = Config {
            name: self.name.clone(),
            starting_chips: self.starting_chips,
            buy_in: self.buy_in,
            seats: 9,
            levels: self.blind_levels.clone(),
            ante_kind: AnteKind::Each,
            prizes: Payouts::Table(PrizeTable::strict(&shares)?),
            normalise_prizes: false,
            tie_policy: TiePolicy::Ordinal,
            prize_pool_override: self.prize_pool_override,
            guarantee: None,
            rebuys: self.allow_rebuys.then_some(rebuys),
            late_entry: None,
            add_on: None,
            bounty: None,
            breaks: Vec::new(),
            max_entrants: None,
        };
        let created_at = self.created_at.unwrap_or_default();
        let mut tournament = Tournament::new(self.id.as_str(), created_at, config.try_into()?);
        if open {
            tournament.step(created_at, &Command::Open)?;
        }
        for row in &self.entrants {
            let (player, name) = (row.player_id.clone(), row.name_at_start.clone());
            tournament.step(created_at, &Command::Register { player, name })?;
        }
        let face = TournamentState { created_at: self.created_at, ..tournament.face() };
        match first_difference(&face, &self) {
            // Seats are drawn at the start; a list of entrants may already say where they will sit.
            None | Some("entrants") => Ok(tournament),
            Some(field) => Err(ImportError::Disagrees(field)),
        }
    }
}

/// The first field in which two documents differ.
fn first_difference(one: &TournamentState, other: &TournamentState) -> Option<&'static str> {
    let fields: [(&'static str, bool); 20] = [
        ("id", one.id == other.id),
        ("name", one.name == other.name),
        ("status", one.status == other.status),
        ("blindLevels", one.blind_levels == other.blind_levels),
        ("blindLevelIndex", one.blind_level_index == other.blind_level_index),
        ("prizeStructure", one.prize_structure == other.prize_structure),
        ("startingChips", one.starting_chips == other.starting_chips),
        ("buyIn", one.buy_in == other.buy_in),
        ("rebuyCount", one.rebuy_count == other.rebuy_count),
        ("placements", one.placements == other.placements),
        ("prizePoolOverride", one.prize_pool_override == other.prize_pool_override),
        ("handIds", one.hand_ids == other.hand_ids),
        ("startedAt", one.started_at == other.started_at),
        ("nextBlindAt", one.next_blind_at == other.next_blind_at),
        ("blindLevelHistory", one.blind_level_history == other.blind_level_history),
        ("allowRebuys", one.allow_rebuys == other.allow_rebuys),
        ("rebuyEndLevel", one.rebuy_end_level == other.rebuy_end_level),
        ("finishedAt", one.finished_at == other.finished_at),
        ("standings", one.standings == other.standings && one.final_prize_pool == other.final_prize_pool),
        ("entrants", one.entrants == other.entrants),
    ];
    fields.into_iter().find(|&(_, same)| !same).map(|(field, _)| field)
}

impl From<&crate::Entrant> for EntrantRow {
    fn from(entrant: &crate::Entrant) -> EntrantRow {
        EntrantRow {
            player_id: entrant.id.clone(),
            name_at_start: entrant.name.clone(),
            seat_at_start: entrant.first_chair.map(|chair| chair.seat.number()),
            table_at_start: entrant.first_chair.map(|chair| chair.table.0),
        }
    }
}

impl From<&LevelRow> for HistoryRow {
    fn from(row: &LevelRow) -> HistoryRow {
        let &LevelRow { timestamp, level_index, started_at, applied_at, skipped, by_hand } = row;
        HistoryRow { timestamp, level_index, started_at: Some(started_at), applied_at, skipped, by_hand }
    }
}

impl From<&crate::FinalStanding> for StandingRow {
    fn from(row: &crate::FinalStanding) -> StandingRow {
        StandingRow { player_id: row.player.clone(), position: row.place, prize: row.prize }
    }
}
