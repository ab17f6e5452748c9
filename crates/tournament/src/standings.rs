//! Who stands where: places with their reasons, live chip counts, the prize preview, the display.

use crate::clock::Clock;
use crate::level::BlindLevel;
use crate::names::{EntrantId, Name};
use crate::prizes::PrizeShare;
use crate::reason::Reason;
use crate::state::{Bust, Entrant, Life, Status, Tournament};
use crate::{Millis, Timestamp};
use kozyr_card_game::Seat;
use kozyr_chips::Chips;

/// A place that has been given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placement {
    /// Who.
    pub player: EntrantId,
    /// Their ordinal place.
    pub place: u32,
    /// The best of the places they were tied for.
    pub tied_from: u32,
    /// The worst of them.
    pub tied_to: u32,
    /// How they went out; nothing for the winner.
    pub bust: Option<BustedAt>,
    /// What they won, once the tournament is over.
    pub prize: Option<Chips>,
    /// Why this place.
    pub reason: Reason,
    /// Why this prize.
    pub prize_reason: Option<Reason>,
}

/// How a player went out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BustedAt {
    /// The number of the hand.
    pub hand: u32,
    /// Their chips at its start.
    pub chips: Chips,
    /// Their seat.
    pub seat: Seat,
}

/// A player with chips, in the order of chips.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// 1 for the most chips; equal chips, equal rank.
    pub rank: u32,
    /// Who.
    pub player: EntrantId,
    /// Their name.
    pub name: Name,
    /// Their chips.
    pub stack: Chips,
}

/// What a display over the table shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hud {
    /// The level being played.
    pub level: BlindLevel,
    /// The next one, if there is one.
    pub next_level: Option<BlindLevel>,
    /// When the blinds rise, while the clock is going.
    pub next_blind_at: Option<Timestamp>,
    /// What is left of the level; nothing for one without an end.
    pub remaining: Option<Millis>,
    /// The host has asked for the next level.
    pub level_asked: bool,
    /// Players with chips.
    pub players_left: u32,
    /// Everybody who entered.
    pub entrants: u32,
    /// The average stack, rounded down.
    pub average_stack: Chips,
    /// The average stack in tenths of a big blind, rounded down.
    pub average_tenths_of_big_blind: i64,
    /// The prize pool.
    pub pool: Chips,
    /// Places that are paid.
    pub paid_places: u32,
    /// All tables wait for each other.
    pub hand_for_hand: bool,
}

/// The places one bust of a ranking (worst first) is tied for: best and worst.
pub(crate) fn tied(ranking: &[Bust], index: usize, entrants: usize) -> (u32, u32) {
    let (first, last) = tie_block(ranking, index);
    ((entrants - last) as u32, (entrants - first) as u32)
}

/// The first and last index of those who went out in the same hand with the same chips.
fn tie_block(ranking: &[Bust], index: usize) -> (usize, usize) {
    let bust = &ranking[index];
    let before = ranking[..index].iter().rev().take_while(|other| other.ties(bust)).count();
    let after = ranking[index + 1..].iter().take_while(|other| other.ties(bust)).count();
    (index - before, index + after)
}

/// Why a bust has its place. `ranking` (worst first) has at least everybody of the same hand.
pub(crate) fn place_reason(ranking: &[Bust], index: usize, entrants: usize, out_before: usize) -> Reason {
    let bust = &ranking[index];
    let (hand, chips, chair) = (bust.hand, bust.chips, bust.chair);
    let place = (entrants - out_before) as u32;
    let same_hand = |other: &&Bust| other.group == bust.group;
    let busted = 1
        + ranking[..index].iter().rev().take_while(same_hand).count()
        + ranking[index + 1..].iter().take_while(same_hand).count();
    let (first, last) = tie_block(ranking, index);
    if last > first {
        let tied_from = place - (last - index) as u32;
        let tied_to = place + (index - first) as u32;
        Reason::HigherChair { place, hand, chips, chair, tied_from, tied_to }
    } else if busted > 1 {
        Reason::FewerChips { place, hand, chips, busted: busted as u32 }
    } else {
        Reason::Busted { place, hand, entrants: entrants as u32, out_before: out_before as u32 }
    }
}

impl Tournament {
    /// The places given so far, best first.
    pub fn placements(&self) -> Vec<Placement> {
        let entrants = self.entrants.len();
        let placed = &self.busts[..self.placed];
        let mut placements = Vec::with_capacity(self.placed + 1);
        let result = self.result.as_ref().map_or(&[][..], |result| &result.standings);
        if let Some(winner) = result.first() {
            placements.push(Placement {
                player: winner.player.clone(),
                place: 1,
                tied_from: 1,
                tied_to: 1,
                bust: None,
                prize: Some(winner.prize),
                reason: winner.reason.clone(),
                prize_reason: winner.prize_reason.clone(),
            });
        }
        for index in (0..self.placed).rev() {
            let bust = &placed[index];
            let (tied_from, tied_to) = tied(placed, index, entrants);
            let place = (entrants - index) as u32;
            let row = result.get(place as usize - 1);
            placements.push(Placement {
                player: self.entrants[bust.entrant as usize].id.clone(),
                place,
                tied_from,
                tied_to,
                bust: Some(BustedAt { hand: bust.hand, chips: bust.chips, seat: bust.chair.seat }),
                prize: row.map(|row| row.prize),
                reason: place_reason(placed, index, entrants, index),
                prize_reason: row.and_then(|row| row.prize_reason.clone()),
            });
        }
        placements
    }

    /// Everybody with chips, the most first; equal chips in the order they entered.
    pub fn standings(&self) -> Vec<Standing> {
        let started = self.started_at.is_some() && self.status != Status::Cancelled;
        let mut playing: Vec<&Entrant> =
            self.entrants.iter().filter(|entrant| started && entrant.life == Life::In).collect();
        playing.sort_by_key(|entrant| std::cmp::Reverse(entrant.stack));
        let rank = |stack: Chips| playing.partition_point(|other| other.stack > stack) as u32 + 1;
        let row = |entrant: &&Entrant| Standing {
            rank: rank(entrant.stack),
            player: entrant.id.clone(),
            name: entrant.name.clone(),
            stack: entrant.stack,
        };
        playing.iter().map(row).collect()
    }

    /// What each place would be paid if nobody else entered, best first; in a cancelled tournament
    /// nothing.
    pub fn prize_preview(&self) -> Vec<PrizeShare> {
        if self.status == Status::Cancelled {
            return Vec::new();
        }
        self.prize_table().shares(self.pool().amount, self.entrants.len())
    }

    /// What a display over the table shows now.
    pub fn hud(&self, now: Timestamp) -> Hud {
        let index = self.levels.map_or(0, |levels| levels.index);
        let clock = self.levels.map_or(Clock::Untimed, |levels| levels.clock);
        let level = self.rules.levels[index];
        let left = i64::from(self.totals.alive.max(1));
        let (average_stack, _) = self.totals.chips.split(left);
        let big_blinds = self.totals.chips.mul_div_floor(10, left * level.big_blind.units());
        Hud {
            level,
            next_level: self.rules.levels.get(index + 1).copied(),
            next_blind_at: clock.ends_at(),
            remaining: clock.remaining(now),
            level_asked: self.levels.is_some_and(|levels| levels.asked.is_some()),
            players_left: self.totals.alive,
            entrants: self.entrants.len() as u32,
            average_stack,
            average_tenths_of_big_blind: big_blinds.units(),
            pool: self.pool().amount,
            paid_places: self.paid_places() as u32,
            hand_for_hand: self.hand_for_hand.is_some(),
        }
    }
}
