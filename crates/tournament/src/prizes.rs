//! How a pool is divided: shares in basis points, floors, the remainder to first, ties.

use crate::exact;
use crate::reason::Reason;
use kozyr_chips::Chips;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// 100 % in basis points.
pub const WHOLE_BPS: u32 = 10_000;

/// What each paid place gets of the pool, best place first.
///
/// The shares never increase from one place to the next. They sum to 100 % unless the host chose to
/// have them [normalised](PrizeTable::normalised); either way what is paid out is the whole pool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrizeTable {
    shares_bps: Vec<u32>,
}

/// Why a list of shares is no prize table. Each has an offer that would be one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PrizeProblem {
    /// Nobody would be paid.
    #[error("nobody would be paid: give the first place a share")]
    Nobody,
    /// The shares do not sum to 100 %.
    #[error("the shares sum to {} %, not to 100 %: normalise them", percent(*.sum_bps))]
    Not100 {
        /// What they sum to.
        sum_bps: u32,
    },
    /// A worse place would be paid more than a better one.
    #[error("place {place} would get more than place {}: sort the shares", place - 1)]
    Increases {
        /// The worse place.
        place: u32,
    },
    /// More places than a table may have, or a share over 100 %.
    #[error("at most 1000 places of at most 100 % each")]
    TooMuch,
}

impl PrizeProblem {
    /// A short name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            PrizeProblem::Nobody => "PRIZES_NOBODY",
            PrizeProblem::Not100 { .. } => "PRIZES_NOT_100",
            PrizeProblem::Increases { .. } => "PRIZES_INCREASE",
            PrizeProblem::TooMuch => "PRIZES_TOO_MUCH",
        }
    }
}

impl PrizeTable {
    /// The most places a table pays.
    pub const MAX_PLACES: usize = 1000;

    /// Shares that sum to exactly 100 % and never increase.
    pub fn strict(shares_bps: &[u32]) -> Result<PrizeTable, PrizeProblem> {
        let table = PrizeTable::normalised(shares_bps)?;
        let sum_bps = table.sum_bps(table.places());
        if sum_bps == WHOLE_BPS { Ok(table) } else { Err(PrizeProblem::Not100 { sum_bps }) }
    }

    /// Shares that are paid in proportion, whatever they sum to.
    pub fn normalised(shares_bps: &[u32]) -> Result<PrizeTable, PrizeProblem> {
        if shares_bps.first().is_none_or(|&first| first == 0) {
            return Err(PrizeProblem::Nobody);
        }
        if shares_bps.len() > PrizeTable::MAX_PLACES || shares_bps.iter().any(|&bps| bps > WHOLE_BPS) {
            return Err(PrizeProblem::TooMuch);
        }
        if let Some(better) = shares_bps.windows(2).position(|pair| pair[0] < pair[1]) {
            return Err(PrizeProblem::Increases { place: better as u32 + 2 });
        }
        Ok(PrizeTable { shares_bps: shares_bps.to_vec() })
    }

    /// How many places are paid when enough players take part.
    pub fn places(&self) -> usize {
        self.shares_bps.len()
    }

    /// The shares as they were given, best place first.
    pub fn shares_bps(&self) -> &[u32] {
        &self.shares_bps
    }

    /// Do the shares sum to 100 %?
    pub fn is_strict(&self) -> bool {
        self.sum_bps(self.places()) == WHOLE_BPS
    }

    /// What the first so many shares sum to: the denominator when only they are there.
    pub fn sum_bps(&self, places: usize) -> u32 {
        self.shares_bps.iter().take(places).sum()
    }

    /// Divides the pool between the first places, as many as there are entrants. Each share is
    /// floored, the remainder goes to first, and the sum is the pool.
    pub fn amounts(&self, pool: Chips, entrants: usize) -> Vec<Chips> {
        self.shares(pool, entrants).into_iter().map(|share| share.amount).collect()
    }

    /// The same, each with its reason.
    pub fn shares(&self, pool: Chips, entrants: usize) -> Vec<PrizeShare> {
        let places = self.places().min(entrants);
        let of_bps = self.sum_bps(places);
        let share = |(place, &share_bps): (u32, &u32)| PrizeShare {
            amount: pool.mul_div_floor(share_bps.into(), of_bps.into()),
            reason: Reason::Share { place, share_bps, of_bps, pool, remainder: Chips::ZERO },
        };
        let mut shares: Vec<PrizeShare> = (1..).zip(&self.shares_bps[..places]).map(share).collect();
        let left = pool - shares.iter().map(|share| share.amount).sum::<Chips>();
        if let Some(PrizeShare { amount, reason: Reason::Share { remainder, .. } }) = shares.first_mut() {
            *amount += left;
            *remainder = left;
        }
        shares
    }
}

/// What a place is paid, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrizeShare {
    /// The prize.
    pub amount: Chips,
    /// The rule and its numbers.
    pub reason: Reason,
}

/// Shares equal places of `from..=to` (1-based) between those tied for them: equal parts, the odd
/// units one each to the better ordinals.
pub fn split_tie(amounts: &mut Vec<Chips>, from: usize, to: usize) {
    let paid = amounts.len();
    if from > paid {
        return;
    }
    amounts.resize(paid.max(to), Chips::ZERO);
    let tied = &mut amounts[from - 1..to];
    let total: Chips = tied.iter().sum();
    let (each, odd) = total.split(tied.len() as i64);
    for (better, amount) in tied.iter_mut().enumerate() {
        *amount = each + Chips::new(i64::from((better as i64) < odd.units()));
    }
}

/// Shares scaled to sum to exactly 100 %; what the rounding leaves goes to the first places, one
/// basis point each, so that better places never fall behind.
pub fn normalise(weights: &[u64]) -> Vec<u32> {
    let total: u128 = weights.iter().map(|&w| u128::from(w)).sum();
    if total == 0 {
        return vec![WHOLE_BPS];
    }
    let whole = u128::from(WHOLE_BPS);
    let mut shares: Vec<u32> = weights.iter().map(|&w| (u128::from(w) * whole / total) as u32).collect();
    let left = WHOLE_BPS - shares.iter().sum::<u32>();
    shares.iter_mut().take(left as usize).for_each(|bps| *bps += 1);
    shares
}

/// Basis points as a percentage: 3334 is `33.34`.
pub(crate) fn percent(bps: u32) -> String {
    let two = kozyr_chips::Scale::new(2).expect("two decimals are a scale");
    Chips::new(i64::from(bps)).display(two).to_string()
}

/// One row of `prizeStructure`, as the plan has it: `percentage` in percent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrizePosition {
    /// 1 for the winner.
    pub position: u32,
    /// The share, in basis points here and in percent in JSON.
    #[serde(rename = "percentage", with = "percentage")]
    pub share_bps: u32,
}

mod percentage {
    use super::*;

    pub(super) fn serialize<S: Serializer>(bps: &u32, serializer: S) -> Result<S::Ok, S::Error> {
        exact::write(i64::from(*bps), 2, serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        let bps = exact::read(2, deserializer)?;
        u32::try_from(bps).ok().filter(|&bps| bps <= WHOLE_BPS).ok_or_else(|| {
            serde::de::Error::custom("a percentage is a number from 0 to 100 with at most two decimals")
        })
    }
}

impl Serialize for PrizeTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.shares_bps.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PrizeTable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PrizeTable, D::Error> {
        let shares = Vec::<u32>::deserialize(deserializer)?;
        PrizeTable::normalised(&shares).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn chips(units: &[i64]) -> Vec<Chips> {
        units.iter().map(|&u| Chips::new(u)).collect()
    }

    #[test]
    fn bad_tables_are_refused_by_name() {
        let code = |shares: &[u32]| PrizeTable::strict(shares).map_err(|p| p.code());
        assert_eq!(code(&[]), Err("PRIZES_NOBODY"));
        assert_eq!(code(&[0, 0]), Err("PRIZES_NOBODY"));
        assert_eq!(code(&[5000, 3000, 1000]), Err("PRIZES_NOT_100"));
        assert_eq!(code(&[4000, 6000]), Err("PRIZES_INCREASE"));
        assert_eq!(code(&[10_001]), Err("PRIZES_TOO_MUCH"));
        let text = PrizeProblem::Not100 { sum_bps: 9050 }.to_string();
        assert_eq!(text, "the shares sum to 90.5 %, not to 100 %: normalise them");
    }

    #[test]
    fn a_tie_is_shared_and_odd_units_go_to_the_better_ordinal() {
        let mut amounts = chips(&[500, 300, 201]);
        split_tie(&mut amounts, 2, 3);
        assert_eq!(amounts, chips(&[500, 251, 250]));
        // Tied over the edge of the money: the last prize is shared with those beyond it.
        let mut amounts = chips(&[500, 300, 200]);
        split_tie(&mut amounts, 3, 5);
        assert_eq!(amounts, chips(&[500, 300, 67, 67, 66]));
        let mut amounts = chips(&[500]);
        split_tie(&mut amounts, 2, 3);
        assert_eq!(amounts, chips(&[500]));
    }

    #[test]
    fn percentages_are_exact_in_json() {
        let row: PrizePosition = serde_json::from_str(r#"{"position":1,"percentage":33.34}"#).unwrap();
        assert_eq!(row.share_bps, 3334);
        assert_eq!(serde_json::to_string(&row).unwrap(), r#"{"position":1,"percentage":33.34}"#);
        assert!(serde_json::from_str::<PrizePosition>(r#"{"position":1,"percentage":33.333}"#).is_err());
        assert!(serde_json::from_str::<PrizePosition>(r#"{"position":1,"percentage":100.01}"#).is_err());
    }

    proptest! {
        #[test]
        fn the_sum_paid_is_the_pool_and_better_is_never_less(
            mut shares in prop::collection::vec(0u32..=10_000, 1..40),
            pool in 0i64..1_000_000_000_000,
            entrants in 1usize..60,
            tie in (1usize..40, 0usize..10),
        ) {
            shares.sort_unstable_by(|a, b| b.cmp(a));
            shares[0] = shares[0].max(1);
            let weights: Vec<u64> = shares.iter().map(|&s| u64::from(s)).collect();
            for table in [PrizeTable::normalised(&shares), PrizeTable::strict(&normalise(&weights))] {
                let mut amounts = table.unwrap().amounts(Chips::new(pool), entrants);
                prop_assert!(amounts.len() <= entrants);
                prop_assert_eq!(amounts.iter().sum::<Chips>(), Chips::new(pool));
                prop_assert!(amounts.windows(2).all(|pair| pair[0] >= pair[1]));
                split_tie(&mut amounts, tie.0, tie.0 + tie.1);
                prop_assert_eq!(amounts.iter().sum::<Chips>(), Chips::new(pool));
                prop_assert!(amounts.windows(2).all(|pair| pair[0] >= pair[1]));
            }
        }
    }
}
