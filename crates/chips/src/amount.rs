//! The amount type.

use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// An amount of chips in whole minor units. May be negative: a loss, a debt, the other side of an entry.
///
/// The operators are checked in every build and panic on overflow, which the edges rule out by
/// keeping what they accept within [`Chips::MAX`]; use the `checked_` forms where input decides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
#[repr(transparent)]
pub struct Chips(i64);

/// A sum that leaves the range of [`Chips`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the amount is too large")]
pub struct Overflow;

impl Chips {
    /// Nothing.
    pub const ZERO: Chips = Chips(0);
    /// The largest amount accepted from outside: 2⁵³ − 1, which every JSON reader holds exactly.
    pub const MAX: Chips = Chips((1 << 53) - 1);

    /// This many minor units.
    pub const fn new(units: i64) -> Chips {
        Chips(units)
    }

    /// The minor units.
    pub const fn units(self) -> i64 {
        self.0
    }

    /// Nothing at all?
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// More than nothing?
    pub const fn is_positive(self) -> bool {
        self.0 > 0
    }

    /// Less than nothing?
    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// The amount without its sign.
    pub const fn abs(self) -> Chips {
        Chips(self.0.abs())
    }

    /// The sum, unless it overflows.
    pub fn checked_add(self, other: Chips) -> Result<Chips, Overflow> {
        self.0.checked_add(other.0).map(Chips).ok_or(Overflow)
    }

    /// The difference, unless it overflows.
    pub fn checked_sub(self, other: Chips) -> Result<Chips, Overflow> {
        self.0.checked_sub(other.0).map(Chips).ok_or(Overflow)
    }

    /// The product, unless it overflows.
    pub fn checked_mul(self, times: i64) -> Result<Chips, Overflow> {
        self.0.checked_mul(times).map(Chips).ok_or(Overflow)
    }

    /// `self × numerator ÷ denominator`, rounded down; exact in between.
    ///
    /// # Panics
    /// When the denominator is not positive or the result leaves the range.
    pub fn mul_div_floor(self, numerator: i64, denominator: i64) -> Chips {
        assert!(denominator > 0, "a share of {denominator} parts");
        let exact = i128::from(self.0) * i128::from(numerator);
        let floored = exact.div_euclid(i128::from(denominator));
        Chips(i64::try_from(floored).expect("chips overflow"))
    }

    /// Equal shares: what each of `parts` gets and what is left over, `0 ≤ left over < parts`.
    ///
    /// # Panics
    /// When there are no parts.
    pub const fn split(self, parts: i64) -> (Chips, Chips) {
        assert!(parts > 0, "a split between nobody");
        (Chips(self.0.div_euclid(parts)), Chips(self.0.rem_euclid(parts)))
    }
}

impl Add for Chips {
    type Output = Chips;
    fn add(self, other: Chips) -> Chips {
        Chips(self.0.checked_add(other.0).expect("chips overflow"))
    }
}
impl Sub for Chips {
    type Output = Chips;
    fn sub(self, other: Chips) -> Chips {
        Chips(self.0.checked_sub(other.0).expect("chips overflow"))
    }
}
impl Mul<i64> for Chips {
    type Output = Chips;
    fn mul(self, times: i64) -> Chips {
        Chips(self.0.checked_mul(times).expect("chips overflow"))
    }
}
impl Neg for Chips {
    type Output = Chips;
    fn neg(self) -> Chips {
        Chips(self.0.checked_neg().expect("chips overflow"))
    }
}
impl AddAssign for Chips {
    fn add_assign(&mut self, other: Chips) {
        *self = *self + other;
    }
}
impl SubAssign for Chips {
    fn sub_assign(&mut self, other: Chips) {
        *self = *self - other;
    }
}
impl Sum for Chips {
    fn sum<I: Iterator<Item = Chips>>(amounts: I) -> Chips {
        amounts.fold(Chips::ZERO, Add::add)
    }
}
impl<'a> Sum<&'a Chips> for Chips {
    fn sum<I: Iterator<Item = &'a Chips>>(amounts: I) -> Chips {
        amounts.copied().sum()
    }
}

impl fmt::Display for Chips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
impl fmt::Debug for Chips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up() {
        assert_eq!(Chips::new(100).split(3), (Chips::new(33), Chips::new(1)));
        assert_eq!(Chips::new(199).mul_div_floor(5, 100), Chips::new(9));
        assert_eq!(Chips::new(i64::MAX).mul_div_floor(3, 3), Chips::new(i64::MAX));
        assert_eq!([Chips::new(2), Chips::new(3)].iter().sum::<Chips>(), Chips::new(5));
    }

    #[test]
    fn overflow_is_an_error_or_a_panic_never_a_wrong_amount() {
        assert_eq!(Chips::new(i64::MAX).checked_add(Chips::new(1)), Err(Overflow));
        assert_eq!(Chips::new(i64::MIN).checked_sub(Chips::new(1)), Err(Overflow));
        assert_eq!(Chips::MAX.checked_mul(i64::MAX), Err(Overflow));
    }

    #[test]
    #[should_panic(expected = "chips overflow")]
    fn operators_are_checked_in_every_build() {
        let _ = Chips::new(i64::MAX) + Chips::new(1);
    }
}
