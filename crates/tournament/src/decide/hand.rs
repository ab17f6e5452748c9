//! Hands: dealt, called off, and finished through the one door.

use super::draft::Draft;
use crate::command::{HandResult, Refusal};
use crate::event::{Dealt, Happened, PauseKind};
use crate::names::{Chair, EntrantId, HandId, TableNo};
use crate::reason::Reason;
use crate::state::{Bust, HandInPlay, Status, Table, Tournament};
use kozyr_card_game::Seat;
use kozyr_chips::Chips;

/// Orbits in which nobody acts themselves before the tournament pauses.
const IDLE_ORBITS: u32 = 3;

impl Tournament {
    pub(super) fn deal(
        &self,
        draft: &mut Draft<'_>,
        no: TableNo,
        hand: &HandId,
        number: u32,
    ) -> Result<(), Refusal> {
        self.may_deal(no)?;
        self.begin(draft, no, hand, number, true)
    }

    /// A hand with real cards is over: it began some time ago, whatever has been called since.
    pub(super) fn record(
        &self,
        draft: &mut Draft<'_>,
        number: u32,
        result: &HandResult,
    ) -> Result<(), Refusal> {
        let no = result.table;
        self.in_play()?;
        self.may_play(no)?;
        self.begin(draft, no, &result.hand, number, false)?;
        let mut then = self.clone();
        draft.events.iter().for_each(|event| then.apply(event));
        let mut end = Draft::new(&then, draft.now);
        then.finalize_hand(&mut end, result)?;
        draft.events.append(&mut end.events);
        Ok(())
    }

    fn begin(
        &self,
        draft: &mut Draft<'_>,
        no: TableNo,
        hand: &HandId,
        number: u32,
        boundary: bool,
    ) -> Result<(), Refusal> {
        let table = self.table(no).ok_or(Refusal::NoTable(no))?;
        if hand.as_str().is_empty() || self.totals.hands.contains(hand) {
            return Err(Refusal::HandId(hand.clone()));
        }
        if number <= table.last_number {
            return Err(Refusal::HandNumber { number, last: table.last_number });
        }
        let next = table.view().next_deal(table.seats.len()).ok_or(Refusal::NobodyToPlay(no))?;
        if self.hand_for_hand.is_some_and(|rounds| !rounds.open) {
            let ready = |table: &&Table| table.live.len() >= 2;
            let tables = self.tables.iter().filter(ready).map(|table| table.no).collect();
            draft.push(Happened::RoundBegan { tables });
        }
        // A hand about to be dealt is a boundary too: a level that ended since is not played on.
        if boundary {
            draft.boundary();
            if draft.rest.is_some() {
                return Err(Refusal::OnBreak);
            }
        }
        let mut seats: Vec<Seat> = next.posts.iter().map(|post| post.seat).collect();
        seats.sort_unstable();
        let dealt = seats
            .into_iter()
            .filter_map(|seat| {
                let entrant = &self.entrants[table.seats[seat.index()]? as usize];
                Some(Dealt { player: entrant.id.clone(), seat, stack: entrant.stack })
            })
            .collect();
        let level = draft.levels.map_or(0, |levels| levels.index);
        let (places, posts_small) = (next.places, next.small_blind());
        let hand = hand.clone();
        draft.push(Happened::HandBegan { table: no, hand, number, level, places, posts_small, dealt });
        Ok(())
    }

    /// May a hand be dealt at this table? The director comes first; hand for hand everybody waits for everybody.
    ///
    /// # Errors
    /// When not, and why.
    pub fn may_deal(&self, no: TableNo) -> Result<(), Refusal> {
        self.in_play()?;
        let table = self.table(no).ok_or(Refusal::NoTable(no))?;
        if table.hand.is_some() {
            return Err(Refusal::HandInPlay(no));
        }
        if self.is_stopped() {
            return Err(Refusal::DealingPaused);
        }
        if self.rest.is_some() {
            return Err(Refusal::OnBreak);
        }
        self.may_play(no)
    }

    /// Could a hand be played at this table, but for pauses and breaks?
    fn may_play(&self, no: TableNo) -> Result<(), Refusal> {
        let table = self.table(no).ok_or(Refusal::NoTable(no))?;
        if table.hand.is_some() {
            return Err(Refusal::HandInPlay(no));
        }
        if table.live.len() < 2 {
            return Err(Refusal::NobodyToPlay(no));
        }
        match self.hand_for_hand {
            Some(rounds) if rounds.open && table.owes_hand => Ok(()),
            Some(rounds) if rounds.open || self.totals.busy > 0 => Err(Refusal::WaitForOthers(no)),
            Some(_) if self.moves_due() => Err(Refusal::MovesDue(no)),
            None if self.is_held(no) => Err(Refusal::MovesDue(no)),
            _ => Ok(()),
        }
    }

    pub(super) fn look_at_clock(&self, draft: &mut Draft<'_>, no: TableNo) -> Result<(), Refusal> {
        self.in_play()?;
        match self.table(no).ok_or(Refusal::NoTable(no))?.hand {
            Some(_) => return Err(Refusal::HandInPlay(no)),
            None => draft.boundary(),
        }
        Ok(())
    }

    pub(super) fn misdeal(&self, draft: &mut Draft<'_>, no: TableNo) -> Result<(), Refusal> {
        self.in_play()?;
        let table = self.table(no).ok_or(Refusal::NoTable(no))?;
        let hand = table.hand.as_ref().ok_or(Refusal::NoHand(no))?;
        draft.push(Happened::HandCalledOff { table: no, hand: hand.id.clone() });
        draft.busy -= 1;
        draft.begin_break();
        Ok(())
    }

    /// The one door: checks the shares, pays, takes out who has nothing left, offers rebuys, gives
    /// places, ends the tournament or advances the level. All of it in one commit.
    pub(super) fn finalize_hand(&self, draft: &mut Draft<'_>, result: &HandResult) -> Result<(), Refusal> {
        self.in_play()?;
        let no = result.table;
        let table = self.table(no).ok_or(Refusal::NoTable(no))?;
        let hand = table.hand.as_ref().filter(|hand| hand.id == result.hand).ok_or(Refusal::NoHand(no))?;
        let (pot, stacks) = self.pay(hand, result)?;
        draft.busy -= 1;
        draft.alive -= stacks.iter().filter(|after| after.stack.is_zero()).count() as u32;
        let busts = self.busts_of(draft, table, hand, &stacks);
        draft.push(Happened::HandFinished {
            table: no,
            hand: hand.id.clone(),
            pot,
            stacks: stacks.clone(),
            acted: result.acted,
        });
        self.pay_bounties(draft, hand, result, &stacks)?;
        let owing = self.hand_for_hand.map_or(0, |rounds| rounds.owing);
        if draft.round_open && owing == 0 && draft.busy == 0 {
            draft.round_open = false;
            draft.push(Happened::RoundEnded);
        }
        for bust in busts {
            if bust.offered {
                let player = self.entrants[bust.entrant as usize].id.clone();
                draft.push(Happened::OfferOpened { player });
            }
            let at = draft.unplaced.partition_point(|other| other.rank() < bust.rank());
            draft.unplaced.insert(at, bust);
        }
        if draft.settle_places() {
            return Ok(());
        }
        draft.settle_rounds();
        draft.boundary();
        draft.begin_break();
        self.watch_idleness(draft, table, hand, result.acted);
        Ok(())
    }

    /// What everybody dealt in has after the pot is paid; the shares must equal it.
    fn pay(&self, hand: &HandInPlay, result: &HandResult) -> Result<(Chips, Vec<Dealt>), Refusal> {
        let mut stacks: Vec<Dealt> = hand
            .dealt
            .iter()
            .map(|&(seat, entrant, stack)| Dealt {
                player: self.entrants[entrant as usize].id.clone(),
                seat,
                stack,
            })
            .collect();
        let mut pot = Chips::ZERO;
        check_names(&result.committed)?;
        check_names(&result.shares)?;
        for (player, amount) in &result.committed {
            let row = row_of(&mut stacks, player)?;
            if *amount > row.stack {
                let (player, stack) = (player.clone(), row.stack);
                return Err(Refusal::CannotCommit { player, stack, committed: *amount });
            }
            row.stack -= *amount;
            pot += *amount;
        }
        let mut shares = Chips::ZERO;
        for (player, amount) in &result.shares {
            // An amount no pot can have is not a share of it; this keeps the sums in range too.
            if *amount > pot {
                return Err(Refusal::SharesAreNotThePot { shares: *amount, pot });
            }
            row_of(&mut stacks, player)?.stack += *amount;
            shares += *amount;
        }
        if shares != pot {
            return Err(Refusal::SharesAreNotThePot { shares, pot });
        }
        Ok((pot, stacks))
    }

    /// Those who have nothing left, and whether they may buy in again.
    fn busts_of(&self, draft: &Draft<'_>, table: &Table, hand: &HandInPlay, stacks: &[Dealt]) -> Vec<Bust> {
        let group = self.groups + u32::from(!draft.round_open);
        hand.dealt
            .iter()
            .zip(stacks)
            .filter(|(_, after)| after.stack.is_zero())
            .map(|(&(seat, entrant, chips), _)| Bust {
                entrant,
                group,
                hand: hand.number,
                chips,
                chair: Chair::new(table.no, seat),
                offered: self.may_rebuy(draft, entrant),
            })
            .collect()
    }

    /// Until the scheduled end of the last level with rebuys, whenever the hand ends.
    fn may_rebuy(&self, draft: &Draft<'_>, entrant: u32) -> bool {
        let (Some(rebuys), Some(levels)) = (self.rules.rebuys, draft.levels) else { return false };
        let had = self.entrants[entrant as usize].rebuys;
        rebuys.max_each.is_none_or(|most| had < most)
            && rebuys.end_level.is_none_or(|last| levels.is_open(&self.rules, last, draft.now))
    }

    /// If nobody acts themselves for three orbits at any table, the tournament pauses.
    fn watch_idleness(&self, draft: &mut Draft<'_>, table: &Table, hand: &HandInPlay, acted: bool) {
        let asleep = |table: &Table, hands: u32| hands >= IDLE_ORBITS * table.live.len() as u32;
        let hands = table.idle_hands + 1;
        if acted || draft.status != Status::Running || hands < IDLE_ORBITS * hand.dealt.len() as u32 {
            return;
        }
        let others = self.tables.iter().filter(|other| other.no != table.no && other.live.len() >= 2);
        if others.into_iter().all(|other| asleep(other, other.idle_hands)) {
            let Some(levels) = draft.levels else { return };
            let clock = levels.clock.pause(draft.now);
            draft.push(Happened::Paused {
                kind: PauseKind::Everything,
                clock,
                reason: Reason::NobodyActs { hands },
            });
        }
    }
}

fn check_names(amounts: &[(EntrantId, Chips)]) -> Result<(), Refusal> {
    for (index, (player, amount)) in amounts.iter().enumerate() {
        if amounts[..index].iter().any(|(other, _)| other == player) {
            return Err(Refusal::Twice(player.clone()));
        }
        if amount.is_negative() {
            return Err(Refusal::NegativeAmount);
        }
    }
    Ok(())
}

fn row_of<'s>(stacks: &'s mut [Dealt], player: &EntrantId) -> Result<&'s mut Dealt, Refusal> {
    stacks.iter_mut().find(|row| row.player == *player).ok_or_else(|| Refusal::NotDealtIn(player.clone()))
}
