//! Making it so: the fold of events into the state. Live play and replay share it.

use crate::Timestamp;
use crate::clock::{Clock, LevelClock};
use crate::event::{Dealt, Event, Happened, PauseKind, Seating};
use crate::invariants::Scope;
use crate::names::{Chair, EntrantId, TableNo};
use crate::state::{
    Bust, Entrant, HandForHand, HandInPlay, Lazy, Life, OFFER, Offer, Outcome, Rest, Status, Tournament,
};
use kozyr_chips::Chips;
use std::sync::Arc;

impl Tournament {
    /// Makes an event of this tournament's log happen, and checks the invariants of what it touched.
    ///
    /// # Panics
    /// When the event does not follow from the state: the log is not this tournament's, or broken.
    pub fn apply(&mut self, event: &Event) {
        assert!(event.at >= self.last_at, "the log runs backwards: {event:?}");
        self.last_at = event.at;
        let scope = self.happen(event.at, &event.what);
        if let Err(broken) = self.check(scope) {
            panic!("{broken} after {event:?}");
        }
    }

    /// The state after a whole log.
    pub fn replay<'e>(mut self, log: impl IntoIterator<Item = &'e Event>) -> Tournament {
        log.into_iter().for_each(|event| self.apply(event));
        self
    }

    fn happen(&mut self, at: Timestamp, what: &Happened) -> Scope {
        match what {
            Happened::Configured { rules } => {
                self.rules = Arc::clone(rules);
                self.rebuild_totals();
            }
            Happened::Opened => self.status = Status::Lobby,
            Happened::Registered { player, name, paid } => {
                self.add_entrant(player, name.clone(), *paid);
            }
            Happened::Unregistered { player, refund } => {
                let index = self.known(player);
                self.entrants.remove(index as usize);
                self.sales.entrants -= 1;
                self.escrow -= *refund;
                self.rebuild_totals();
            }
            Happened::CheckedIn { player, present } => self.entrant_mut(player).present = *present,
            Happened::Started { seating } => self.start(at, seating),
            Happened::Entered { player, name, chair, paid } => {
                let index = self.add_entrant(player, name.clone(), *paid);
                self.entrants[index as usize].first_chair = Some(*chair);
                self.buy_in(index, *chair);
            }
            Happened::ReEntered { player, chair, paid } => {
                let index = self.known(player);
                self.forget_bust(index);
                self.sales.re_entries += 1;
                self.collect(index, *paid);
                self.put_bounty(index);
                self.entrants[index as usize].re_entries += 1;
                self.buy_in(index, *chair);
            }
            Happened::HandBegan { table, hand, number, level, places, posts_small, dealt } => {
                let seats = dealt.iter().map(|d| (d.seat, self.known(&d.player), d.stack)).collect();
                for &(_, entrant, _) in &seats as &Vec<_> {
                    self.entrants[entrant as usize].fresh = false;
                }
                let hand = HandInPlay {
                    id: hand.clone(),
                    number: *number,
                    level: *level,
                    places: *places,
                    posts_small: *posts_small,
                    dealt: seats,
                };
                self.begin_hand(*table, hand);
            }
            Happened::HandCalledOff { table, .. } => self.call_off(*table),
            Happened::HandFinished { table, stacks, acted, .. } => self.finish_hand(*table, stacks, *acted),
            Happened::BountyWon { player, amount, shares, .. } => {
                let index = self.known(player);
                self.take_bounty(index, *amount);
                self.entrants[index as usize].taken_by.clone_from(shares);
                for share in shares {
                    let winner = self.known(&share.player);
                    self.win_bounty(winner, share.paid, share.on_head);
                    self.entrants[winner as usize].knock_outs += 1;
                }
            }
            Happened::BountyKept { player, amount, .. } => {
                let index = self.known(player);
                self.take_bounty(index, *amount);
                self.win_bounty(index, *amount, Chips::ZERO);
            }
            Happened::OfferOpened { player } => self.open_offer(at, player),
            Happened::OfferClosed { player, .. } => {
                let index = self.known(player);
                self.close_offer(index);
                self.bust_mut(index).offered = false;
                self.leave(index);
            }
            Happened::Rebought { player, paid } => {
                let index = self.known(player);
                self.close_offer(index);
                self.forget_bust(index);
                self.sales.rebuys += 1;
                self.collect(index, *paid);
                self.put_bounty(index);
                self.entrants[index as usize].rebuys += 1;
                let Entrant { chair, fresh, .. } = self.entrants[index as usize];
                self.leave(index);
                self.buy_in(index, chair.expect("an offer keeps the seat"));
                // The same seat again; only somebody who was moved meanwhile is new there.
                self.set_fresh(index, fresh);
            }
            Happened::Placed { player, place, .. } => {
                let bust = self.busts[self.placed];
                assert!(self.entrants[bust.entrant as usize].id == *player, "places run from the last up");
                assert!(*place as usize == self.entrants.len() - self.placed, "places run from the last up");
                self.placed += 1;
            }
            Happened::LevelsWalked { rows, levels } => {
                Arc::make_mut(&mut self.history).extend(rows);
                self.levels = Some(*levels);
                return Scope::Everything;
            }
            Happened::ClockMoved { clock, .. } => self.levels_mut().clock = *clock,
            Happened::LevelsChanged { rules, levels } => {
                self.rules = Arc::clone(rules);
                self.levels = Some(*levels);
                return Scope::Everything;
            }
            Happened::LevelAsked { index } => self.levels_mut().asked = Some(*index),
            Happened::Paused { kind, clock, .. } => {
                self.status = Status::Paused(*kind);
                self.levels_mut().clock = *clock;
                if self.is_stopped() {
                    self.offers.iter_mut().for_each(|offer| offer.clock = offer.clock.pause(at));
                }
            }
            Happened::Resumed { clock } => {
                self.status = Status::Running;
                self.levels_mut().clock = *clock;
                self.offers.iter_mut().for_each(|offer| offer.clock = offer.clock.resume(at));
                self.plan_break(at);
                self.tables.iter_mut().for_each(|table| table.idle_hands = 0);
            }
            Happened::BreakCalled { length, clock, .. } => {
                self.rest = Some(Rest::Called { length: *length });
                self.levels_mut().clock = *clock;
            }
            Happened::BreakBegan { ends_at } => self.rest = Some(Rest::Counting { ends_at: *ends_at }),
            Happened::BreakEnded { clock } => {
                self.rest = None;
                self.levels_mut().clock = *clock;
                self.plan_break(at);
            }
            Happened::AddedOn { player, paid, chips } => {
                let index = self.known(player);
                self.sales.add_ons += 1;
                self.collect(index, *paid);
                let entrant = &mut self.entrants[index as usize];
                entrant.added_on = true;
                entrant.stack += *chips;
                self.totals.chips += *chips;
            }
            Happened::Moved { player, to, reason, .. } => {
                let index = self.known(player);
                self.entrants[index as usize].moved_why = Some(reason.clone());
                self.leave(index);
                self.sit(index, *to);
                self.set_fresh(index, true);
            }
            Happened::TableBroken { table, .. } => self.close_table(*table),
            Happened::FinalTable { table, seating, reason } => {
                self.final_table(*table, seating);
                for Seating { player, .. } in seating {
                    self.entrant_mut(player).moved_why = Some(reason.clone());
                }
                return Scope::Everything;
            }
            Happened::HandForHandBegan { .. } => {
                self.hand_for_hand = Some(HandForHand { open: false, owing: 0 });
            }
            Happened::RoundBegan { tables } => {
                self.hand_for_hand = Some(HandForHand { open: true, owing: tables.len() as u32 });
                tables.iter().for_each(|&table| self.table_mut(table).owes_hand = true);
                self.groups += 1;
            }
            Happened::RoundEnded => self.hand_for_hand = Some(HandForHand { open: false, owing: 0 }),
            Happened::HandForHandEnded { .. } => self.hand_for_hand = None,
            Happened::Recovered { last_known, clock } => self.come_back(at, *last_known, *clock),
            Happened::Finished { pool, standings, .. } => {
                self.status = Status::Finished;
                self.finished_at = Some(at);
                self.escrow = Chips::ZERO;
                self.stop();
                self.result = Some(Outcome { pool: *pool, standings: standings.clone() });
                return Scope::Everything;
            }
            Happened::Cancelled { .. } => {
                self.cancel(at);
                return Scope::Everything;
            }
        }
        self.scope(what)
    }

    fn known(&self, player: &EntrantId) -> u32 {
        self.index_of(player).expect("events name entrants")
    }

    fn entrant_mut(&mut self, player: &EntrantId) -> &mut Entrant {
        let index = self.known(player);
        &mut self.entrants[index as usize]
    }

    fn levels_mut(&mut self) -> &mut LevelClock {
        self.levels.as_mut().expect("the levels begin with the tournament")
    }

    fn add_entrant(&mut self, player: &EntrantId, name: crate::Name, paid: Chips) -> u32 {
        let index = self.entrants.len() as u32;
        assert!(self.totals.by_id.insert(player.clone(), index).is_none(), "{player} has entered already");
        self.entrants.push(Entrant {
            id: player.clone(),
            name,
            present: false,
            first_chair: None,
            chair: None,
            life: Life::In,
            stack: Chips::ZERO,
            fresh: true,
            paid: Chips::ZERO,
            rebuys: 0,
            re_entries: 0,
            added_on: false,
            bounty: Chips::ZERO,
            bounties_won: Chips::ZERO,
            knock_outs: 0,
            taken_by: Vec::new(),
            moved_why: None,
        });
        self.sales.entrants += 1;
        self.collect(index, paid);
        self.put_bounty(index);
        self.totals.prizes = Lazy::default();
        index
    }

    fn collect(&mut self, entrant: u32, paid: Chips) {
        self.entrants[entrant as usize].paid += paid;
        self.escrow += paid;
    }

    /// Whoever buys in has a price on their head again.
    fn put_bounty(&mut self, entrant: u32) {
        let amount = self.rules.bounty_amount();
        self.entrants[entrant as usize].taken_by.clear();
        self.entrants[entrant as usize].bounty += amount;
        self.totals.heads += amount;
    }

    fn take_bounty(&mut self, entrant: u32, amount: Chips) {
        let head = &mut self.entrants[entrant as usize].bounty;
        assert!(*head == amount, "{amount} is taken from a head of {head}");
        *head = Chips::ZERO;
        self.totals.heads -= amount;
    }

    fn win_bounty(&mut self, entrant: u32, paid: Chips, on_head: Chips) {
        let entrant = &mut self.entrants[entrant as usize];
        entrant.bounties_won += paid;
        entrant.bounty += on_head;
        self.totals.heads += on_head;
        self.escrow -= paid;
    }

    fn start(&mut self, at: Timestamp, seating: &[Seating]) {
        self.status = Status::Running;
        self.started_at = Some(at);
        self.levels = Some(LevelClock::begin(&self.rules, at));
        let row = crate::LevelRow {
            timestamp: at,
            level_index: 0,
            started_at: at,
            applied_at: Some(at),
            skipped: false,
            by_hand: false,
        };
        Arc::make_mut(&mut self.history).push(row);
        for Seating { player, chair } in seating {
            let index = self.known(player);
            self.entrants[index as usize].first_chair = Some(*chair);
            self.buy_in(index, *chair);
            // At the first hand everybody is dealt in, wherever they sit.
            self.set_fresh(index, false);
        }
        self.plan_break(at);
    }

    /// Seats a player with a starting stack.
    fn buy_in(&mut self, index: u32, chair: Chair) {
        let starting = self.rules.starting_chips;
        let entrant = &mut self.entrants[index as usize];
        entrant.life = Life::In;
        entrant.stack = starting;
        self.totals.chips += starting;
        self.totals.alive += 1;
        self.sit(index, chair);
        self.set_fresh(index, true);
    }

    fn begin_hand(&mut self, table: TableNo, hand: HandInPlay) {
        self.totals.busy += 1;
        let table = self.table_mut(table);
        for &(seat, ..) in &hand.dealt {
            table.fresh.remove(seat);
        }
        let owed = std::mem::take(&mut table.owes_hand);
        let id = hand.id.clone();
        table.hand = Some(hand);
        self.totals.hands.insert(id);
        if let Some(rounds) = self.hand_for_hand.as_mut().filter(|_| owed) {
            rounds.owing -= 1;
        }
    }

    fn call_off(&mut self, table: TableNo) {
        self.totals.busy -= 1;
        let round = self.hand_for_hand.is_some_and(|rounds| rounds.open);
        let table = self.table_mut(table);
        let hand = table.hand.take().expect("a hand is in play");
        table.owes_hand = round;
        self.totals.hands.remove(&hand.id);
        if let Some(rounds) = self.hand_for_hand.as_mut().filter(|_| round) {
            rounds.owing += 1;
        }
    }

    fn finish_hand(&mut self, table_no: TableNo, stacks: &[Dealt], acted: bool) {
        self.totals.busy -= 1;
        if !self.hand_for_hand.is_some_and(|rounds| rounds.open) {
            self.groups += 1;
        }
        let group = self.groups;
        let table = self.table_mut(table_no);
        let hand = table.hand.take().expect("a hand is in play");
        table.last = Some(hand.places);
        table.last_number = hand.number;
        table.idle_hands = if acted { 0 } else { table.idle_hands + 1 };
        Arc::make_mut(&mut self.hand_ids).push(hand.id);
        for (&(seat, entrant, chips), after) in hand.dealt.iter().zip(stacks) {
            self.entrants[entrant as usize].stack = after.stack;
            if after.stack.is_zero() {
                self.entrants[entrant as usize].life = Life::Out;
                self.totals.alive -= 1;
                self.leave(entrant);
                let chair = Chair::new(table_no, seat);
                self.add_bust(Bust { entrant, group, hand: hand.number, chips, chair, offered: false });
            }
        }
    }

    fn add_bust(&mut self, bust: Bust) {
        let at = self.placed + self.busts[self.placed..].partition_point(|other| other.rank() < bust.rank());
        self.busts.insert(at, bust);
    }

    fn forget_bust(&mut self, entrant: u32) {
        let at = self.busts.iter().rposition(|bust| bust.entrant == entrant).expect("they are out");
        self.busts.remove(at);
        self.placed -= usize::from(at < self.placed);
    }

    fn bust_mut(&mut self, entrant: u32) -> &mut Bust {
        self.busts.iter_mut().rfind(|bust| bust.entrant == entrant).expect("they are out")
    }

    fn open_offer(&mut self, at: Timestamp, player: &EntrantId) {
        let entrant = self.known(player);
        let clock = Clock::Paused { remaining: OFFER };
        let clock = if self.is_stopped() { clock } else { clock.resume(at) };
        self.offers.push(Offer { entrant, clock });
        let bust = self.bust_mut(entrant);
        bust.offered = true;
        let chair = bust.chair;
        self.sit(entrant, chair);
    }

    fn close_offer(&mut self, entrant: u32) {
        self.offers.retain(|offer| offer.entrant != entrant);
    }

    /// When the next break by the hour is.
    fn plan_break(&mut self, at: Timestamp) {
        self.next_break = self.rules.hourly_break().map(|(minute, _)| at.next_minute_of_hour(minute));
    }

    fn final_table(&mut self, table: TableNo, seating: &[Seating]) {
        for Seating { player, .. } in seating {
            let index = self.known(player);
            self.leave(index);
        }
        let old: Vec<TableNo> = self.tables().collect();
        old.into_iter().for_each(|table| self.close_table(table));
        self.open_table(table);
        for Seating { player, chair } in seating {
            let index = self.known(player);
            self.sit(index, *chair);
            self.set_fresh(index, false);
        }
    }

    fn come_back(&mut self, at: Timestamp, last_known: Timestamp, clock: Clock) {
        let down = at.since(last_known);
        if let Some(Rest::Counting { ends_at }) = &mut self.rest {
            *ends_at = *ends_at + down;
        }
        self.levels_mut().clock = clock;
        if self.status == Status::Running {
            self.status = Status::Paused(PauseKind::Everything);
        }
        let stopped = self.is_stopped();
        for offer in &mut self.offers {
            let clock = offer.clock.pause(last_known);
            offer.clock = if stopped { clock } else { clock.resume(at) };
        }
        self.plan_break(at);
    }

    /// Nothing counts or waits any more.
    fn stop(&mut self) {
        self.rest = None;
        self.next_break = None;
        self.hand_for_hand = None;
        self.tables.iter_mut().for_each(|table| table.owes_hand = false);
        if let Some(levels) = &mut self.levels {
            levels.clock = levels.clock.pause(self.last_at);
            levels.asked = None;
        }
    }

    fn cancel(&mut self, at: Timestamp) {
        self.status = Status::Cancelled;
        self.finished_at = Some(at);
        self.escrow = Chips::ZERO;
        self.stop();
        self.offers.clear();
        self.tables.clear();
        for entrant in &mut self.entrants {
            (entrant.chair, entrant.stack, entrant.bounty) = (None, Chips::ZERO, Chips::ZERO);
        }
        self.rebuild_totals();
    }
}
