//! Payout tables by field size.

use crate::prizes::PrizeTable;
use serde::{Deserialize, Serialize};

/// How the prize table is chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Payouts {
    /// The host's own table, whatever the field.
    Table(PrizeTable),
    /// A preset that grows with the field.
    Preset(PayoutPreset),
}

/// A family of tables, one for every field size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PayoutPreset {
    /// Everything to the winner.
    WinnerTakesAll,
    /// One or a few tables: the customary steps up to fifty players, the curve above.
    SitAndGo,
    /// About 15 % of the field, first about 12–25 %, equal pay within bands below the final table.
    Field,
}

impl Payouts {
    /// The table for so many entrants.
    pub fn table(&self, entrants: usize) -> PrizeTable {
        match self {
            Payouts::Table(table) => table.clone(),
            Payouts::Preset(preset) => preset.table(entrants),
        }
    }
}

/// Up to how many entrants, and what they are paid.
const SIT_AND_GO: [(usize, &[u32]); 6] = [
    (3, &[10_000]),
    (6, &[6500, 3500]),
    (10, &[5000, 3000, 2000]),
    (20, &[4000, 3000, 2000, 1000]),
    (30, &[3700, 2400, 1700, 1200, 1000]),
    (50, &[3100, 2150, 1650, 1250, 900, 600, 350]),
];

impl PayoutPreset {
    /// Every preset.
    pub const ALL: [PayoutPreset; 3] =
        [PayoutPreset::WinnerTakesAll, PayoutPreset::SitAndGo, PayoutPreset::Field];

    /// The table for so many entrants.
    pub fn table(self, entrants: usize) -> PrizeTable {
        let shares = match self {
            PayoutPreset::WinnerTakesAll => vec![10_000],
            PayoutPreset::SitAndGo => SIT_AND_GO
                .iter()
                .find(|&&(up_to, _)| entrants <= up_to)
                .map_or_else(|| curve(entrants), |&(_, shares)| shares.to_vec()),
            PayoutPreset::Field => curve(entrants),
        };
        PrizeTable::strict(&shares).expect("the presets are sound for every field")
    }
}

/// Every paid place gets about a buy-in and a quarter; the rest falls like 1/(place + ¼). Averaged
/// within bands: places 1–9 alone, then threes, then nines.
fn curve(entrants: usize) -> Vec<u32> {
    let places =
        band_end((entrants * 15).div_ceil(100)).clamp(1, PrizeTable::MAX_PLACES.min(entrants.max(1)));
    let falling = |place: usize| 4_000_000_000 / (4 * place as u64 + 1);
    let sum: u64 = (1..=places).map(falling).sum();
    let least = sum * 125 / (100 * entrants as u64).saturating_sub(125 * places as u64).max(1);
    let mut weights = Vec::with_capacity(places);
    while weights.len() < places {
        let first = weights.len() + 1;
        let last = band_end(first).min(places);
        let band: u64 = (first..=last).map(falling).sum();
        weights.resize(last, least + band / (last - first + 1) as u64);
    }
    normalise_bands(&weights)
}

/// The last place of the band a place is in.
fn band_end(place: usize) -> usize {
    match place {
        0..=9 => place,
        10..=18 => place.div_ceil(3) * 3,
        _ => place.div_ceil(9) * 9,
    }
}

/// Shares in basis points, the rounding left to first alone, so that bands stay level.
fn normalise_bands(weights: &[u64]) -> Vec<u32> {
    let total: u64 = weights.iter().sum();
    let share = |&weight: &u64| (u128::from(weight) * 10_000 / u128::from(total)) as u32;
    let mut shares: Vec<u32> = weights.iter().map(share).collect();
    shares[0] += 10_000 - shares.iter().sum::<u32>();
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use kozyr_chips::Chips;

    #[test]
    fn every_field_has_a_sound_table() {
        for preset in PayoutPreset::ALL {
            for entrants in (2..400).chain([500, 1000, 5000, 20_000]) {
                let table = preset.table(entrants);
                assert!(table.is_strict() && table.places() <= entrants, "{preset:?} of {entrants}");
                assert!(table.shares_bps().iter().all(|&bps| bps > 0), "{preset:?} of {entrants}");
            }
        }
    }

    #[test]
    fn the_curve_pays_the_winner_well_and_the_last_more_than_his_buy_in() {
        for entrants in [100usize, 300, 1000, 3000] {
            let table = PayoutPreset::Field.table(entrants);
            let amounts = table.amounts(Chips::new(100 * entrants as i64), entrants);
            let first_bps = table.shares_bps()[0];
            assert!((1200..3000).contains(&first_bps), "first of {entrants} gets {first_bps}");
            assert!(*amounts.last().unwrap() > Chips::new(100), "{entrants}: {:?}", amounts.last());
            let paid = table.places() * 100 / entrants;
            assert!((14..=23).contains(&paid), "{paid} % of {entrants} are paid");
        }
    }

    /// Worked out apart from this code, with exact fractions.
    #[test]
    fn the_curve_in_numbers() {
        for (entrants, shares) in [
            (2, &[10_000][..]),
            (10, &[6072, 3928]),
            (20, &[4814, 2951, 2235]),
            (60, &[2807, 1649, 1206, 971, 826, 727, 655, 601, 558]),
            (100, &[2311, 1334, 962, 765, 643, 560, 500, 454, 419, 368, 368, 368, 316, 316, 316]),
        ] {
            assert_eq!(PayoutPreset::Field.table(entrants).shares_bps(), shares, "{entrants}");
        }
        // Threes from the tenth place on, nines from the nineteenth.
        let table = PayoutPreset::Field.table(150);
        let threes = [278, 278, 278, 237, 237, 237, 210, 210, 210];
        assert_eq!(table.shares_bps()[9..], [threes, [178; 9]].concat());
        assert_eq!(PayoutPreset::SitAndGo.table(60), PayoutPreset::Field.table(60));
    }

    #[test]
    fn sit_and_go_steps() {
        let places = |entrants| PayoutPreset::SitAndGo.table(entrants).places();
        assert_eq!([2, 4, 6, 9, 18, 27, 45].map(places), [1, 2, 2, 3, 4, 5, 7]);
    }
}
