//! The arithmetic of pots: halves, entries, votes, payouts. Whole chips everywhere.

use crate::{DarkFunding, Rules};
use kozyr_chips::Chips;

/// The larger and the smaller half of a sum; they differ by the odd chip.
///
/// ```
/// use kozyr_chips::Chips;
/// use kozyr_seka::settle::halves;
///
/// assert_eq!(halves(Chips::new(25)), (Chips::new(13), Chips::new(12)));
/// ```
pub const fn halves(sum: Chips) -> (Chips, Chips) {
    let (half, odd) = sum.split(2);
    (Chips::new(half.units() + odd.units()), half)
}

/// What it costs to enter a svara.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EntryPrices {
    /// For who was dealt in and lost or folded: the larger half of the pot.
    pub loser: Chips,
    /// For who was waiting: the whole pot.
    pub waiting: Chips,
}

impl EntryPrices {
    /// The prices, of the pot as it was when the vote began: those who enter do not raise it.
    pub const fn of(pot: Chips) -> EntryPrices {
        EntryPrices { loser: halves(pot).0, waiting: pot }
    }
}

/// Is there to be a svara? It takes more yes than no, and silence is no.
pub const fn vote_carries(yes: usize, voters: usize) -> bool {
    2 * yes > voters
}

/// Where a pot goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Settlement {
    /// The pot before anything is taken out.
    pub pot: Chips,
    /// What the house takes back of its dark halves.
    pub repaid: Chips,
    /// What the room takes, of what is then left.
    pub rake: Chips,
    /// What the winners share.
    pub prize: Chips,
}

impl Settlement {
    /// The pot at the very end; `house` is what the house account stands at (less than nothing
    /// when it has put something in).
    pub fn of(rules: &Rules, pot: Chips, house: Chips) -> Settlement {
        let repaid = match rules.dark_funding {
            DarkFunding::House => Chips::ZERO,
            DarkFunding::Loan => (-house).max(Chips::ZERO).min(pot),
        };
        let left = pot - repaid;
        let rake = rules.rake.of(left);
        Settlement { pot, repaid, rake, prize: left - rake }
    }

    /// The share of each winner, first clockwise from the dealer first: odd chips go to the first.
    ///
    /// # Panics
    /// When there are no winners.
    pub fn shares(&self, winners: usize) -> impl Iterator<Item = Chips> + use<> {
        let (share, odd) = self.prize.split(winners as i64);
        (0..winners).map(move |nth| share + Chips::new(i64::from((nth as i64) < odd.units())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rake;

    fn rules(dark_funding: DarkFunding, rake: Rake) -> Rules {
        Rules { dark_funding, rake, ..Rules::new(Chips::new(10), Chips::new(100)) }
    }

    #[test]
    fn a_loan_goes_back_before_the_rake() {
        let five_percent = Rake::BasisPoints(500);
        let loan = Settlement::of(&rules(DarkFunding::Loan, five_percent), Chips::new(300), Chips::new(-25));
        assert_eq!([loan.repaid, loan.rake, loan.prize].map(Chips::units), [25, 13, 262]);
        let house =
            Settlement::of(&rules(DarkFunding::House, five_percent), Chips::new(300), Chips::new(-25));
        assert_eq!([house.repaid, house.rake, house.prize].map(Chips::units), [0, 15, 285]);
    }

    #[test]
    fn odd_chips_go_to_the_first_winners() {
        for (prize, winners, shares) in
            [(181, 2, &[91, 90][..]), (11, 3, &[4, 4, 3]), (2, 4, &[1, 1, 0, 0]), (7, 1, &[7])]
        {
            let settlement =
                Settlement::of(&rules(DarkFunding::Loan, Rake::None), Chips::new(prize), Chips::ZERO);
            let got: Vec<i64> = settlement.shares(winners).map(Chips::units).collect();
            assert_eq!(got, shares);
        }
    }

    #[test]
    fn silence_is_no() {
        let carried: Vec<bool> =
            [(2, 2), (1, 2), (2, 3), (1, 3), (2, 4), (3, 4), (0, 2)].map(|(y, n)| vote_carries(y, n)).into();
        assert_eq!(carried, [true, false, true, false, false, true, false]);
    }
}
