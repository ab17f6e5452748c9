//! The witness: what must hold, counted from the log without asking the tournament.

use super::Seen;
use kozyr_chips::{Account, Chips, Currency, Ledger, Owner};
use kozyr_table::Player;
use kozyr_time::{PlayerId, TournamentId};
use kozyr_tournament::{Books, EntrantId, Event, Happened, Lang, Reason, Status, TableNo, Tournament};
use std::collections::{BTreeMap, BTreeSet};

/// `p7` is player 7.
fn player(entrant: &EntrantId) -> Player {
    let number: u32 = entrant.as_str()[1..].parse().expect("a number");
    Player { id: PlayerId::from(number), name: entrant.as_str().into(), bot: false }
}

fn books() -> Books<'static> {
    Books { tournament: TournamentId::new("world").expect("an id"), money: Currency::FUN, people: &player }
}

pub struct Watch {
    pub seen: Seen,
    ledger: Ledger<Account>,
    starting: Chips,
    /// Chips that should be in play.
    chips: Chips,
    /// Who is in the middle of a hand, and at which table.
    in_hand: BTreeMap<EntrantId, TableNo>,
    /// Hand for hand: the tables that still have to play in this round.
    round: Option<BTreeSet<TableNo>>,
    hand_for_hand: bool,
    prizes: BTreeMap<EntrantId, Chips>,
}

impl Watch {
    pub fn new(cup: &Tournament) -> Watch {
        Watch {
            seen: Seen::default(),
            // Players bring money from outside, the house tops up: only the escrow may not owe.
            ledger: Ledger::new(|account| !matches!(account.owner, Owner::Tournament(_))),
            starting: cup.rules().starting_chips,
            chips: Chips::ZERO,
            in_hand: BTreeMap::new(),
            round: None,
            hand_for_hand: false,
            prizes: BTreeMap::new(),
        }
    }

    pub fn before(&mut self, cup: &Tournament, event: &Event) {
        match &event.what {
            Happened::HandBegan { table, dealt, level, .. } => {
                self.may_deal(cup, *table);
                assert_eq!(
                    Some(*level),
                    cup.levels().map(|levels| levels.index),
                    "the blinds of another level"
                );
                let alive =
                    dealt.iter().all(|row| cup.entrant(&row.player).is_some_and(|e| e.stack == row.stack));
                assert!(alive, "handStartStacks are not the stacks");
            }
            Happened::Moved { player, reason, .. } => {
                self.speaks(reason);
                assert!(!self.in_hand.contains_key(player), "{player} is moved in the middle of a hand");
                self.seen.moves += 1;
            }
            Happened::FinalTable { seating, .. } => {
                assert!(self.in_hand.is_empty(), "a redraw in the middle of a hand");
                self.seen.moves += seating.len() as u64;
            }
            Happened::LevelsWalked { rows, .. } => {
                rows.iter().for_each(|row| self.speaks(&row.reason()));
                // A level changes between hands: those in play keep the blinds they began with.
                for table in cup.tables().filter(|&table| cup.is_busy(table)) {
                    let hand = cup.hand_at(table).expect("busy");
                    assert!(hand.level().level as usize <= cup.levels().expect("started").index + 1);
                }
            }
            _ => {}
        }
    }

    /// No table begins a hand two players larger than the smallest one that stays, and none out of
    /// turn hand for hand.
    fn may_deal(&mut self, cup: &Tournament, table: TableNo) {
        let floor = cup.floor();
        if let Some(round) = &mut self.round {
            assert!(round.remove(&table), "table {table} plays twice in a round");
            return;
        }
        assert!(!self.hand_for_hand, "table {table} plays outside a round");
        let people: usize = floor.tables.iter().map(|view| view.taken.len()).sum();
        let staying = &floor.tables[..people.div_ceil(floor.seats).min(floor.tables.len())];
        assert!(staying.iter().any(|view| view.table == table), "table {table} should be gone");
        let smallest = staying.iter().map(|view| view.taken.len()).min().unwrap_or(0);
        let own = floor.tables.iter().find(|view| view.table == table).expect("there").taken.len();
        assert!(own < smallest + 2, "table {table} deals with {own}, the smallest has {smallest}");
    }

    pub fn after(&mut self, cup: &Tournament, event: &Event) {
        let transfers = event.transfers(&books());
        self.ledger.post(&transfers).expect("the escrow pays what it has");
        assert_eq!(self.ledger.balance(&books().escrow()), cup.escrow());
        match &event.what {
            Happened::Registered { .. } => self.seen.players += 1,
            Happened::Started { seating } => self.chips = self.starting * seating.len() as i64,
            Happened::Entered { .. } => {
                self.seen.players += 1;
                self.seen.late += 1;
                self.chips += self.starting;
            }
            Happened::ReEntered { .. } => {
                self.seen.re_entries += 1;
                self.chips += self.starting;
            }
            Happened::Rebought { .. } => {
                self.seen.rebuys += 1;
                self.chips += self.starting;
            }
            Happened::AddedOn { chips, .. } => {
                self.seen.add_ons += 1;
                self.chips += *chips;
            }
            Happened::HandBegan { table, dealt, .. } => {
                for row in dealt {
                    assert!(
                        self.in_hand.insert(row.player.clone(), *table).is_none(),
                        "in two hands at once"
                    );
                }
            }
            Happened::HandCalledOff { table, .. } => {
                self.in_hand.retain(|_, at| at != table);
                if let Some(round) = &mut self.round {
                    round.insert(*table);
                }
            }
            Happened::HandFinished { table, .. } => {
                self.seen.hands += 1;
                self.in_hand.retain(|_, at| at != table);
            }
            Happened::BountyWon { player, amount, shares, reason } => {
                self.speaks(reason);
                self.seen.bounties += 1;
                self.seen.shared_bounties += u64::from(shares.len() > 1);
                let sum: Chips = shares.iter().map(|share| share.paid + share.on_head).sum();
                assert_eq!(sum, *amount, "the bounty of {player}");
                let alive =
                    |winner: &EntrantId| cup.entrant(winner).is_some_and(|one| one.stack.is_positive());
                assert!(shares.iter().all(|share| share.player != *player && alive(&share.player)));
            }
            Happened::HandForHandBegan { .. } => self.hand_for_hand = true,
            Happened::HandForHandEnded { .. } => self.hand_for_hand = false,
            Happened::RoundBegan { tables } => {
                assert!(self.in_hand.is_empty(), "a round begins while a hand is in play");
                self.seen.rounds += 1;
                self.round = Some(tables.iter().copied().collect());
            }
            Happened::RoundEnded => {
                assert!(self.in_hand.is_empty() && self.round.as_ref().is_some_and(BTreeSet::is_empty));
                self.round = None;
            }
            Happened::Placed { reason, place, .. } => {
                self.speaks(reason);
                assert_eq!(cup.placements().len() as u32, cup.entrants().len() as u32 - place + 1);
                self.seen.ties += u64::from(matches!(reason, Reason::HigherChair { .. }));
            }
            Happened::Paused { reason, .. } => {
                self.seen.pauses += 1;
                self.speaks(reason);
            }
            Happened::BreakBegan { .. } => self.seen.breaks += 1,
            Happened::Cancelled { .. } => {
                self.seen.cancelled += 1;
                self.chips = Chips::ZERO;
                self.in_hand.clear();
            }
            Happened::Finished { standings, .. } => {
                for row in standings {
                    let twice = self.prizes.insert(row.player.clone(), row.prize).is_some();
                    assert!(!twice, "{} is paid twice", row.player);
                }
            }
            _ => {}
        }
        assert_eq!(cup.chips(), self.chips, "chips after {event:?}");
    }

    fn speaks(&self, reason: &Reason) {
        let (english, russian) = (reason.text(Lang::En), reason.text(Lang::Ru));
        assert!(!english.is_empty() && russian.chars().any(|c| ('а'..='я').contains(&c)), "{reason:?}");
    }

    /// Every place once, every prize once, every coin accounted for.
    pub fn end(&self, cup: &Tournament) {
        assert_eq!(self.ledger.sum(), Chips::ZERO);
        assert_eq!(self.ledger.balance(&books().escrow()), Chips::ZERO);
        let balance = |player: &EntrantId| self.ledger.balance(&books().wallet(player));
        if cup.status() == Status::Cancelled {
            // What was won for heads stays won; only what lay on the head that was lost is not refunded.
            for entrant in cup.entrants() {
                let entries = i64::from(1 + entrant.rebuys + entrant.re_entries);
                let heads = cup.rules().bounty.map_or(Chips::ZERO, |bounty| bounty.amount) * entries;
                let won = balance(&entrant.id) - entrant.bounties_won;
                assert!(won <= Chips::ZERO || cup.rules().bounty.is_some_and(|bounty| bounty.progressive));
                assert!(won >= -heads, "{} is not refunded", entrant.id);
            }
            return;
        }
        assert_eq!(cup.status(), Status::Finished);
        let placements = cup.placements();
        let places: Vec<u32> = placements.iter().map(|row| row.place).collect();
        assert_eq!(places, (1..=cup.entrants().len() as u32).collect::<Vec<_>>());
        let players: BTreeSet<&EntrantId> = placements.iter().map(|row| &row.player).collect();
        assert_eq!(players.len(), cup.entrants().len());
        let pool = cup.pool();
        assert_eq!(placements.iter().map(|row| row.prize.unwrap_or_default()).sum::<Chips>(), pool.amount);
        assert_eq!(self.ledger.balance(&books().house()), pool.paid_in - pool.amount);
        for entrant in cup.entrants() {
            assert_eq!(
                balance(&entrant.id),
                self.prizes[&entrant.id] + entrant.bounties_won - entrant.paid,
                "{}",
                entrant.id
            );
        }
        for row in placements {
            self.speaks(&row.reason);
            row.prize_reason.iter().for_each(|reason| self.speaks(reason));
        }
    }
}
