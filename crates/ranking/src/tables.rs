//! The tables, made by the build script, and the three ways to look into them.

use crate::Strength;
use crate::layout::{few_place, seven_place};

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// Seven cards without a flush. Row and column are as wide as the tables are long, so that there is
/// no bound to check.
#[inline(always)]
pub(crate) fn seven(sum: u64) -> Strength {
    let (row, column) = seven_place(sum);
    Strength(SEVEN[(SEVEN_ROWS[row] ^ column) as usize])
}

/// Five or six cards without a flush.
#[inline(always)]
pub(crate) fn few(sum: u64) -> Strength {
    let (row, column) = few_place(sum);
    Strength(FEW[(FEW_ROWS[row] ^ column) as usize & (FEW.len() - 1)])
}

/// Five to seven ranks of one suit, as a mask of 13 bits.
#[inline(always)]
pub(crate) fn suited(ranks: u16) -> Strength {
    Strength(SUITED[ranks as usize & (SUITED.len() - 1)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::mem::size_of_val;

    #[test]
    fn all_tables_together_fit_in_256_kib() {
        let few = size_of_val(&FEW) + size_of_val(&FEW_ROWS);
        let seven = size_of_val(&SEVEN) + size_of_val(&SEVEN_ROWS);
        let total = few + seven + size_of_val(&SUITED) + size_of_val(&KEYS);
        assert_eq!(total, 231_424);
        assert!(total <= 256 * 1024);
    }
}
