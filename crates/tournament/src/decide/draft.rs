//! A decision in the making: the events so far, and the few numbers of the state after them.

use crate::clock::LevelClock;
use crate::config::TiePolicy;
use crate::event::{Event, FinalStanding, Happened};
use crate::prizes::split_tie;
use crate::reason::Reason;
use crate::standings::place_reason;
use crate::state::{Bust, Life, Rest, Status, Tournament};
use crate::{Millis, Timestamp};
use kozyr_chips::Chips;

pub(super) struct Draft<'t> {
    tournament: &'t Tournament,
    pub(super) now: Timestamp,
    pub(super) events: Vec<Event>,
    /// Players with chips.
    pub(super) alive: u32,
    /// Hands in play.
    pub(super) busy: u32,
    pub(super) tables: usize,
    /// Entrants, for the places.
    pub(super) entrants: usize,
    /// Those who are out without a place yet, worst first.
    pub(super) unplaced: Vec<Bust>,
    /// Those who got one in this decision.
    placed: Vec<Bust>,
    /// A hand-for-hand round is being played: nobody of it has a place yet.
    pub(super) round_open: bool,
    /// What goes onto heads in this decision.
    pub(super) on_heads: Vec<(u32, Chips)>,
    pub(super) levels: Option<LevelClock>,
    pub(super) rest: Option<Rest>,
    pub(super) status: Status,
}

impl<'t> Draft<'t> {
    pub(super) fn new(tournament: &'t Tournament, now: Timestamp) -> Draft<'t> {
        Draft {
            tournament,
            now,
            events: Vec::new(),
            alive: tournament.totals.alive,
            busy: tournament.totals.busy,
            tables: tournament.tables.len(),
            entrants: tournament.entrants.len(),
            unplaced: tournament.busts[tournament.placed..].to_vec(),
            placed: Vec::new(),
            round_open: tournament.hand_for_hand.is_some_and(|rounds| rounds.open),
            on_heads: Vec::new(),
            levels: tournament.levels,
            rest: tournament.rest,
            status: tournament.status,
        }
    }

    pub(super) fn push(&mut self, what: Happened) {
        self.events.push(Event { at: self.now, what });
    }

    /// Is the level clock meant to be going?
    pub(super) fn ticks(&self) -> bool {
        self.status == Status::Running && self.rest.is_none()
    }

    /// Gives places from the last one up, as far as they are certain: nobody worse may still buy in
    /// again, and a synchronized hand is over at all tables. Then ends the tournament if one is left.
    pub(super) fn settle_places(&mut self) -> bool {
        let tournament = self.tournament;
        let group = tournament.groups;
        let open = |bust: &Bust| bust.offered || self.round_open && bust.group == group;
        let count = self.unplaced.iter().take_while(|bust| !open(bust)).count();
        let all: Vec<Bust> = self.group_before().into_iter().chain(self.unplaced.iter().copied()).collect();
        let skip = all.len() - self.unplaced.len();
        for index in 0..count {
            let out_before = tournament.placed + self.placed.len();
            let reason = place_reason(&all, skip + index, self.entrants, out_before);
            let bust = self.unplaced[index];
            let player = tournament.entrants[bust.entrant as usize].id.clone();
            self.push(Happened::Placed { player, place: (self.entrants - out_before) as u32, reason });
            self.placed.push(bust);
        }
        self.unplaced.drain(..count);
        let over = self.alive == 1 && self.unplaced.is_empty();
        if over {
            self.finish();
        }
        over
    }

    /// Placed already, but in the same hand as the first without a place.
    fn group_before(&self) -> Vec<Bust> {
        let Some(first) = self.unplaced.first() else { return Vec::new() };
        let placed = &self.tournament.busts[..self.tournament.placed];
        let same_hand = placed.iter().rev().take_while(|bust| bust.group == first.group).count();
        placed[placed.len() - same_hand..].to_vec()
    }

    /// The end: the last with chips is first, and the pool is paid.
    fn finish(&mut self) {
        let tournament = self.tournament;
        let mut ranking: Vec<Bust> = tournament.busts[..tournament.placed].to_vec();
        ranking.append(&mut self.placed);
        let out: std::collections::HashSet<u32> = ranking.iter().map(|bust| bust.entrant).collect();
        let still_in =
            |&index: &u32| tournament.entrants[index as usize].life == Life::In && !out.contains(&index);
        let winner = (0..tournament.entrants.len() as u32).find(still_in).expect("one has all the chips");
        let head = tournament.head_after(self, winner);
        if head.is_positive() {
            let player = tournament.entrants[winner as usize].id.clone();
            let reason = Reason::OwnBounty { amount: head };
            self.push(Happened::BountyKept { player, amount: head, reason });
        }
        let pool = tournament.pool();
        let standings = final_standings(tournament, &ranking, winner, pool.amount);
        self.status = Status::Finished;
        self.push(Happened::Finished {
            pool: pool.amount,
            paid_in: pool.paid_in,
            reason: pool.reason,
            standings,
        });
    }

    /// Between hands: levels that are over give way.
    pub(super) fn boundary(&mut self) {
        let Some(levels) = self.levels else { return };
        let rules = &self.tournament.rules;
        let walk = levels.walk(rules, self.now, self.ticks());
        if walk.now == levels {
            return;
        }
        // The break is called first: the clock of the new level stands still from the beginning.
        if let Some((_, length)) = walk.rest.filter(|_| self.rest.is_none()) {
            self.call_break(length, Reason::ScheduledBreak);
        }
        self.levels = Some(walk.now);
        self.push(Happened::LevelsWalked { rows: walk.rows, levels: walk.now });
    }

    /// Stops the clock for a break, which counts from the last finished hand.
    pub(super) fn call_break(&mut self, length: Millis, reason: Reason) {
        let Some(levels) = &mut self.levels else { return };
        levels.clock = levels.clock.pause(self.now);
        let clock = levels.clock;
        self.rest = Some(Rest::Called { length });
        self.push(Happened::BreakCalled { length, clock, reason });
        self.begin_break();
    }

    /// Once no hand is in play, a break that was called counts.
    pub(super) fn begin_break(&mut self) {
        if let (Some(Rest::Called { length }), 0) = (self.rest, self.busy) {
            let ends_at = self.now + length;
            self.rest = Some(Rest::Counting { ends_at });
            self.push(Happened::BreakBegan { ends_at });
        }
    }

    /// Hand for hand begins one place before the money with two or more tables, and ends after it.
    pub(super) fn settle_rounds(&mut self) {
        let paid = self.tournament.prize_table().places().min(self.entrants) as u32;
        let players = self.alive;
        let bubble = self.tables >= 2 && players == paid + 1;
        match self.tournament.hand_for_hand {
            None if bubble => {
                self.push(Happened::HandForHandBegan { reason: Reason::HandForHand { players, paid } });
            }
            Some(_) if !bubble && !self.round_open => {
                self.push(Happened::HandForHandEnded { reason: Reason::HandForHandOver { players, paid } });
            }
            _ => {}
        }
    }
}

fn final_standings(
    tournament: &Tournament,
    ranking: &[Bust],
    winner: u32,
    pool: Chips,
) -> Vec<FinalStanding> {
    let entrants = tournament.entrants.len();
    let table = tournament.prize_table();
    let places = table.places().min(entrants);
    let shares = table.shares(pool, entrants);
    let mut prizes: Vec<Chips> = shares.iter().map(|share| share.amount).collect();
    let split = tournament.rules.tie_policy == TiePolicy::Split;
    let mut standings = vec![FinalStanding {
        player: tournament.entrants[winner as usize].id.clone(),
        place: 1,
        tied_from: 1,
        tied_to: 1,
        prize: Chips::ZERO,
        reason: Reason::LastStanding { entrants: entrants as u32 },
        prize_reason: None,
    }];
    let mut shared: Vec<(u32, Chips)> = Vec::new();
    for index in (0..ranking.len()).rev() {
        let (tied_from, tied_to) = crate::standings::tied(ranking, index, entrants);
        let place = (entrants - index) as u32;
        if split && tied_to > tied_from && (tied_from as usize) <= places {
            let upper = (tied_to as usize).min(prizes.len());
            shared.push((tied_from, prizes[tied_from as usize - 1..upper].iter().sum()));
            split_tie(&mut prizes, tied_from as usize, tied_to as usize);
        }
        standings.push(FinalStanding {
            player: tournament.entrants[ranking[index].entrant as usize].id.clone(),
            place,
            tied_from,
            tied_to,
            prize: Chips::ZERO,
            reason: place_reason(ranking, index, entrants, index),
            prize_reason: None,
        });
    }
    for (standing, &prize) in standings.iter_mut().zip(&prizes) {
        standing.prize = prize;
        let (place, tied_from, tied_to) = (standing.place, standing.tied_from, standing.tied_to);
        let total = shared.iter().find(|&&(from, _)| from == tied_from).map(|&(_, total)| total);
        standing.prize_reason = Some(match total {
            Some(total) => Reason::SharedTie { tied_from, tied_to, total },
            None => shares[place as usize - 1].reason.clone(),
        });
    }
    standings
}
