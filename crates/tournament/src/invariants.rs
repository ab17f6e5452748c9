//! What must always hold, checked after every step in every build.
//!
//! After a step the tables it touched and the running totals are checked; the whole field at the
//! end of a level, at the end of the tournament and when a state is loaded.

use crate::clock::Clock;
use crate::event::Happened;
use crate::names::{EntrantId, TableNo};
use crate::state::{Life, Status, Table, Totals, Tournament};
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use std::collections::HashSet;

/// An invariant that does not hold.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("broken invariant: {0}")]
pub struct Broken(String);

impl Broken {
    /// A loaded state with numbers that cannot be.
    pub(crate) fn out_of_bounds() -> Broken {
        Broken("a number is out of bounds".to_owned())
    }
}

/// What a step touched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scope {
    /// Totals only.
    Totals,
    /// One or two tables.
    Tables(TableNo, Option<TableNo>),
    /// Everything.
    Everything,
}

macro_rules! must {
    ($holds:expr, $($text:tt)*) => {
        if !$holds {
            return Err(Broken(format!($($text)*)));
        }
    };
}

impl Tournament {
    /// What an event touched.
    pub(crate) fn scope(&self, what: &Happened) -> Scope {
        let table_of = |player: &EntrantId| {
            let chair = self.entrant(player).and_then(|entrant| entrant.chair);
            chair.map_or(Scope::Totals, |chair| Scope::Tables(chair.table, None))
        };
        match what {
            Happened::HandBegan { table, .. }
            | Happened::HandCalledOff { table, .. }
            | Happened::HandFinished { table, .. } => Scope::Tables(*table, None),
            Happened::Entered { chair, .. } | Happened::ReEntered { chair, .. } => {
                Scope::Tables(chair.table, None)
            }
            Happened::OfferOpened { player } | Happened::Rebought { player, .. } => table_of(player),
            Happened::AddedOn { player, .. } => table_of(player),
            Happened::Moved { from, to, .. } => Scope::Tables(from.table, Some(to.table)),
            Happened::Started { .. } => Scope::Everything,
            _ => Scope::Totals,
        }
    }

    /// Checks what a step touched.
    pub(crate) fn check(&self, scope: Scope) -> Result<(), Broken> {
        match scope {
            Scope::Totals => self.check_totals(),
            Scope::Tables(one, other) => {
                self.check_totals()?;
                for table in [Some(one), other].into_iter().flatten() {
                    match self.table(table) {
                        Some(table) => self.check_table(table)?,
                        None => return Err(Broken(format!("table {table} is gone"))),
                    }
                }
                Ok(())
            }
            Scope::Everything => self.check_everything(),
        }
    }

    /// The running totals: no chip and no coin appears or vanishes, everybody is in or out.
    fn check_totals(&self) -> Result<(), Broken> {
        let (sales, totals) = (&self.sales, &self.totals);
        must!(sales.entrants as usize == self.entrants.len(), "entrants are miscounted");
        match self.status {
            Status::Setup | Status::Lobby => {
                must!(totals.chips.is_zero() && self.tables.is_empty(), "chips before the start");
                must!(
                    self.escrow == sales.paid_in(&self.rules) + totals.heads,
                    "the escrow is not what was paid in"
                );
            }
            Status::Running | Status::Paused(_) => {
                must!(
                    self.escrow == sales.paid_in(&self.rules) + totals.heads,
                    "the escrow is not what was paid in"
                );
                self.check_play()?;
            }
            Status::Finished => {
                must!(self.escrow.is_zero() && totals.heads.is_zero(), "the escrow is not paid out");
                must!(totals.alive == 1 && self.placed == self.busts.len(), "no winner, or a place is open");
                must!(self.result.is_some(), "a finished tournament has a result");
                self.check_play()?;
            }
            Status::Cancelled => {
                must!(
                    self.escrow.is_zero() && totals.chips.is_zero(),
                    "money left in a cancelled tournament"
                );
            }
        }
        Ok(())
    }

    fn check_play(&self) -> Result<(), Broken> {
        let totals = &self.totals;
        let chips = self.sales.chips(&self.rules);
        must!(totals.chips == chips, "{} chips are in play, {chips} were bought", totals.chips);
        let people = totals.alive as usize + self.busts.len();
        must!(people == self.entrants.len(), "{people} are in or out, {} entered", self.entrants.len());
        must!(totals.taken as usize == totals.alive as usize + self.offers.len(), "a seat nobody may have");
        let unplaced = &self.busts[self.placed.min(self.busts.len())..];
        let offered = unplaced.iter().filter(|bust| bust.offered).count();
        must!(self.placed <= self.busts.len() && offered == self.offers.len(), "offers are miscounted");
        let Some(levels) = self.levels else { return Err(Broken("there is no level".to_owned())) };
        must!(levels.index < self.rules.levels.len(), "no such level");
        let stopped = matches!(levels.clock, Clock::Paused { .. });
        must!(
            levels.clock == Clock::Untimed || stopped != self.ticks(),
            "the clock goes in a pause, or stands"
        );
        Ok(())
    }

    /// The plan's invariants at one table.
    fn check_table(&self, table: &Table) -> Result<(), Broken> {
        let no = table.no;
        must!(table.seats.len() == usize::from(self.rules.seats), "table {no} has the wrong number of seats");
        for (index, &entrant) in table.seats.iter().enumerate() {
            let seat = Seat::from_index(index);
            must!(table.taken.contains(seat) == entrant.is_some(), "seat {no}-{seat} is miscounted");
            let Some(entrant) = entrant else { continue };
            let Some(player) = self.entrants.get(entrant as usize) else {
                return Err(Broken(format!("a stranger sits in {no}-{seat}")));
            };
            let here = player.chair.is_some_and(|chair| chair.table == no && chair.seat == seat);
            must!(here, "{} sits in two places", player.id);
            let is_in = player.life == Life::In;
            must!(table.live.contains(seat) == is_in, "{} is neither in nor out", player.id);
            must!(table.fresh.contains(seat) == player.fresh, "{} is new and is not", player.id);
            must!(
                player.stack.is_positive() == is_in,
                "{} has {} and is {:?}",
                player.id,
                player.stack,
                player.life
            );
            must!(!player.stack.is_negative(), "{} owes chips", player.id);
            let offered = || self.offers.iter().any(|offer| offer.entrant == entrant);
            must!(is_in || offered(), "{} is out and keeps their seat", player.id);
        }
        let Some(hand) = &table.hand else { return Ok(()) };
        must!(hand.dealt.len() >= 2, "a hand of one at table {no}");
        for &(seat, entrant, stack) in &hand.dealt {
            let sits = table.seats.get(seat.index()) == Some(&Some(entrant));
            must!(sits && table.live.contains(seat), "somebody not in was dealt in at {no}-{seat}");
            let now = self.entrants[entrant as usize].stack;
            must!(now == stack, "a stack changed in the middle of a hand at {no}-{seat}");
        }
        Ok(())
    }

    /// The whole field.
    pub(crate) fn check_everything(&self) -> Result<(), Broken> {
        self.check_totals()?;
        must!(self.tables.is_sorted_by(|a, b| a.no < b.no), "two tables have one number");
        let &Totals { alive, busy, taken, sizes, chips, heads, .. } = &self.totals;
        let running = Totals { alive, busy, taken, sizes, chips, heads, ..Totals::default() };
        must!(self.counted() == running, "the running totals are not those of the field");
        let hands = self.hand_ids.len() + busy as usize;
        let named = self.totals.hands.iter().all(|hand| !hand.as_str().is_empty());
        must!(self.totals.hands.len() == hands && named, "a hand has no id of its own");
        must!(self.totals.by_id.len() == self.entrants.len(), "somebody entered twice");
        if matches!(self.status, Status::Setup | Status::Lobby | Status::Cancelled) {
            return Ok(());
        }
        for table in &self.tables {
            self.check_table(table)?;
        }
        let mut out = HashSet::new();
        for bust in &self.busts {
            let player = self.entrants.get(bust.entrant as usize);
            must!(player.is_some_and(|player| player.life == Life::Out), "somebody has a place and is in");
            must!(out.insert(bust.entrant), "somebody has two places");
        }
        must!(self.busts.is_sorted_by(|a, b| a.rank() < b.rank()), "the places are out of order");
        for entrant in &self.entrants {
            let is_in = entrant.life == Life::In;
            must!(!is_in || entrant.chair.is_some(), "{} is in and has no seat", entrant.id);
            must!(is_in || entrant.stack.is_zero(), "{} is out with {}", entrant.id, entrant.stack);
            must!(is_in || entrant.bounty.is_zero(), "{} is out with a price on the head", entrant.id);
            let Some(chair) = entrant.chair else { continue };
            let seat = self.table(chair.table).and_then(|table| *table.seats.get(chair.seat.index())?);
            let sits = seat.is_some_and(|index| self.entrants[index as usize].id == entrant.id);
            must!(sits, "{} thinks they sit in {chair}", entrant.id);
        }
        let paid: Chips = self.entrants.iter().map(|entrant| entrant.paid).sum();
        let heads = self.sales.bounties_paid_in(&self.rules);
        must!(paid == self.sales.paid_in(&self.rules) + heads, "somebody's money is missing");
        let won: Chips = self.entrants.iter().map(|entrant| entrant.bounties_won).sum();
        must!(won + self.totals.heads == heads, "{won} was paid for heads, {heads} was paid in for them");
        self.check_result(paid - heads)
    }

    /// Every place given once, every prize paid once, the sum the pool.
    fn check_result(&self, paid_in: Chips) -> Result<(), Broken> {
        let Some(result) = &self.result else { return Ok(()) };
        let places = result.standings.iter().map(|standing| standing.place);
        must!(places.eq(1..=self.entrants.len() as u32), "a place is missing or given twice");
        let players: HashSet<_> = result.standings.iter().map(|standing| &standing.player).collect();
        must!(players.len() == self.entrants.len(), "a player is missing or placed twice");
        let paid: Chips = result.standings.iter().map(|standing| standing.prize).sum();
        must!(paid == result.pool, "{paid} is paid out of a pool of {}", result.pool);
        let pool = self.sales.pool(&self.rules);
        must!(pool.amount == result.pool && pool.paid_in == paid_in, "the pool is not {}", result.pool);
        Ok(())
    }
}
