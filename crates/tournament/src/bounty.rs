//! Bounties: a price on everybody's head, for whoever wins their last chips.

use crate::names::EntrantId;
use kozyr_chips::Chips;
use serde::{Deserialize, Serialize};

/// A price on everybody's head. It is paid with every entry, rebuy and re-entry, beside the buy-in, and never part of the
/// prize pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Bounty {
    /// How much.
    pub amount: Chips,
    /// Half is paid at once, half goes onto the head of whoever won it.
    #[serde(default)]
    pub progressive: bool,
}

/// Who won the last chips of a player who is out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct KnockOut {
    /// Who is out.
    pub player: EntrantId,
    /// Who won the pot with their last chips; several when it was split.
    pub by: Vec<EntrantId>,
}

/// What one player gets of a bounty.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BountyShare {
    /// Who.
    pub player: EntrantId,
    /// What they are paid at once.
    pub paid: Chips,
    /// What goes onto their own head.
    pub on_head: Chips,
}

impl Bounty {
    /// Divides a head between so many winners: equal parts, the odd units one each to the first. Of each part of a
    /// progressive bounty half is paid, an odd unit with it, and half goes onto the winner's head.
    pub fn split(self, head: Chips, winners: usize) -> Vec<(Chips, Chips)> {
        let (each, odd) = head.split(winners.max(1) as i64);
        let part = |nth: usize| each + Chips::new(i64::from((nth as i64) < odd.units()));
        let halves = |part: Chips| {
            let on_head = if self.progressive { part.split(2).0 } else { Chips::ZERO };
            (part - on_head, on_head)
        };
        (0..winners).map(|nth| halves(part(nth))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_units_go_to_the_first_and_the_odd_half_is_paid() {
        let split = |progressive, head, winners| -> Vec<(i64, i64)> {
            let bounty = Bounty { amount: Chips::new(50), progressive };
            let parts = bounty.split(Chips::new(head), winners);
            parts.into_iter().map(|(paid, on_head)| (paid.units(), on_head.units())).collect()
        };
        assert_eq!(split(false, 50, 1), [(50, 0)]);
        assert_eq!(split(false, 50, 3), [(17, 0), (17, 0), (16, 0)]);
        assert_eq!(split(true, 50, 1), [(25, 25)]);
        assert_eq!(split(true, 51, 2), [(13, 13), (13, 12)]);
        assert_eq!(split(true, 1, 2), [(1, 0), (0, 0)]);
        for (head, winners) in [(0, 1), (7, 3), (101, 4)] {
            for progressive in [false, true] {
                let sum: i64 = split(progressive, head, winners).iter().map(|(paid, on)| paid + on).sum();
                assert_eq!(sum, head);
            }
        }
    }
}
