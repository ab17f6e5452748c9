//! Who gets the bounties of a hand.

use super::draft::Draft;
use crate::bounty::{BountyShare, KnockOut};
use crate::command::{HandResult, Refusal};
use crate::event::{Dealt, Happened};
use crate::names::EntrantId;
use crate::reason::Reason;
use crate::state::{HandInPlay, Tournament};
use kozyr_card_game::Seat;
use kozyr_chips::Chips;

impl Tournament {
    /// The head of everybody who went out goes to whoever won the pot with their last chips.
    pub(super) fn pay_bounties(
        &self,
        draft: &mut Draft<'_>,
        hand: &HandInPlay,
        result: &HandResult,
        stacks: &[Dealt],
    ) -> Result<(), Refusal> {
        let Some(bounty) = self.rules.bounty else { return Ok(()) };
        for (&(_, entrant, _), after) in hand.dealt.iter().zip(stacks) {
            if !after.stack.is_zero() {
                continue;
            }
            let winners = self.winners_of(hand, result, &after.player, stacks)?;
            let amount = self.entrants[entrant as usize].bounty;
            let parts = bounty.split(amount, winners.len());
            let shares: Vec<BountyShare> = winners
                .iter()
                .zip(parts)
                .map(|(row, (paid, on_head))| BountyShare { player: row.player.clone(), paid, on_head })
                .collect();
            let on_heads =
                shares.iter().filter_map(|share| Some((self.index_of(&share.player)?, share.on_head)));
            draft.on_heads.extend(on_heads);
            let (winners, progressive) = (winners.len() as u32, bounty.progressive);
            let reason = Reason::Bounty { amount, winners, progressive };
            draft.push(Happened::BountyWon { player: after.player.clone(), amount, shares, reason });
        }
        Ok(())
    }

    /// Those who won the last chips of somebody, from the button's left: that is where odd units go first.
    fn winners_of<'s>(
        &self,
        hand: &HandInPlay,
        result: &HandResult,
        player: &EntrantId,
        stacks: &'s [Dealt],
    ) -> Result<Vec<&'s Dealt>, Refusal> {
        let unknown = || Refusal::WhoKnockedOut(player.clone());
        let named = result.knocked_out.iter().find(|row| row.player == *player);
        let by: Vec<&EntrantId> = match named {
            Some(KnockOut { by, .. }) => by.iter().collect(),
            // With one winner of the whole pot there is nothing to ask.
            None => match &result.shares[..] {
                [(winner, _)] => vec![winner],
                _ => return Err(unknown()),
            },
        };
        let mut winners: Vec<&Dealt> = stacks.iter().filter(|row| by.contains(&&row.player)).collect();
        let won =
            |row: &Dealt| result.shares.iter().any(|(who, share)| *who == row.player && share.is_positive());
        if winners.is_empty() || winners.len() != by.len() || !winners.iter().all(|row| won(row)) {
            return Err(unknown());
        }
        let seats = Seat::MAX;
        let button = hand.places.button.index();
        winners.sort_by_key(|row| (row.seat.index() + 2 * seats - button - 1) % seats);
        Ok(winners)
    }

    /// What lies on somebody's head after this decision so far.
    pub(super) fn head_after(&self, draft: &Draft<'_>, entrant: u32) -> Chips {
        let more = draft.on_heads.iter().filter(|&&(who, _)| who == entrant).map(|&(_, more)| more);
        self.entrants[entrant as usize].bounty + more.sum::<Chips>()
    }
}
