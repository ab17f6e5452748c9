//! Exact decimal text, both ways.

use crate::Chips;
use core::fmt;
use core::str::FromStr;

/// How many decimals a minor unit has: 0 for whole chips, 2 for cents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Scale(u8);

impl Scale {
    /// Whole chips.
    pub const WHOLE: Scale = Scale(0);
    /// The finest scale there is.
    pub const MAX: Scale = Scale(12);

    /// A scale of this many decimals, at most 12.
    pub const fn new(decimals: u8) -> Result<Scale, DecimalError> {
        if decimals <= Scale::MAX.0 { Ok(Scale(decimals)) } else { Err(DecimalError::TooFine) }
    }

    /// How many decimals.
    pub const fn decimals(self) -> u8 {
        self.0
    }
}

/// A decimal number as it was written: an integer and its number of decimals, no trailing zeros.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Decimal {
    digits: i64,
    scale: Scale,
}

/// Text that is no amount, or an amount that does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DecimalError {
    /// Not of the form `12`, `-12.5` or `1.25e3`.
    #[error("not a decimal number")]
    NotANumber,
    /// More than 2⁵³ − 1 minor units.
    #[error("the number is too large")]
    TooLarge,
    /// More decimals than the scale has.
    #[error("the number has too many decimals")]
    TooFine,
}

impl Decimal {
    /// `digits` with the last `decimals` of them behind the point: `(7525, 2)` is `75.25`.
    pub fn new(digits: i64, decimals: u8) -> Result<Decimal, DecimalError> {
        Decimal::normal(digits, i32::from(decimals))
    }

    /// The coarsest scale that holds the number exactly.
    pub const fn scale(self) -> Scale {
        self.scale
    }

    /// The number in minor units of this scale, if it is exact there and fits.
    pub fn to_chips(self, scale: Scale) -> Result<Chips, DecimalError> {
        let finer = scale.0.checked_sub(self.scale.0).ok_or(DecimalError::TooFine)?;
        let units = i128::from(self.digits) * 10i128.pow(u32::from(finer));
        if units.unsigned_abs() > Chips::MAX.units().unsigned_abs().into() {
            return Err(DecimalError::TooLarge);
        }
        Ok(Chips::new(units as i64))
    }

    /// The digits and the number of decimals: `75.25` is `(7525, 2)`.
    pub const fn parts(self) -> (i64, u8) {
        (self.digits, self.scale.0)
    }

    fn normal(mut digits: i64, mut decimals: i32) -> Result<Decimal, DecimalError> {
        if digits == 0 {
            return Ok(Decimal::default());
        }
        while decimals > 0 && digits % 10 == 0 {
            digits /= 10;
            decimals -= 1;
        }
        while decimals < 0 {
            digits = digits.checked_mul(10).ok_or(DecimalError::TooLarge)?;
            decimals += 1;
        }
        if digits.unsigned_abs() > Chips::MAX.units().unsigned_abs() {
            return Err(DecimalError::TooLarge);
        }
        let decimals = u8::try_from(decimals).map_err(|_| DecimalError::TooFine)?;
        Ok(Decimal { digits, scale: Scale::new(decimals)? })
    }
}

impl FromStr for Decimal {
    type Err = DecimalError;
    fn from_str(text: &str) -> Result<Decimal, DecimalError> {
        use DecimalError::{NotANumber, TooFine, TooLarge};
        let (number, exponent) = match text.split_once(['e', 'E']) {
            Some((number, exponent)) => {
                let places = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
                if places.is_empty() || !places.bytes().all(|b| b.is_ascii_digit()) {
                    return Err(NotANumber);
                }
                let places = places.parse::<i32>().ok().filter(|&p| p < 1000).ok_or(TooLarge)?;
                (number, if exponent.starts_with('-') { -places } else { places })
            }
            None => (text, 0),
        };
        let unsigned = number.strip_prefix(['+', '-']).unwrap_or(number);
        let (whole, fraction) = match unsigned.split_once('.') {
            Some((_, "")) => return Err(NotANumber),
            Some(parts) => parts,
            None => (unsigned, ""),
        };
        if whole.is_empty() || !whole.bytes().chain(fraction.bytes()).all(|b| b.is_ascii_digit()) {
            return Err(NotANumber);
        }
        // Zeros at the end say nothing, however many there are.
        let fraction = fraction.trim_end_matches('0');
        let mut digits = 0i64;
        for digit in whole.bytes().chain(fraction.bytes()) {
            digits = digits
                .checked_mul(10)
                .and_then(|d| d.checked_add(i64::from(digit - b'0')))
                .ok_or(if fraction.is_empty() { TooLarge } else { TooFine })?;
        }
        if number.starts_with('-') {
            digits = -digits;
        }
        let decimals = i32::try_from(fraction.len()).map_err(|_| TooFine)? - exponent;
        Decimal::normal(digits, decimals)
    }
}

impl From<i32> for Decimal {
    fn from(whole: i32) -> Decimal {
        Decimal { digits: i64::from(whole), scale: Scale::WHOLE }
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Chips::new(self.digits).display(self.scale), f)
    }
}

/// Chips written as a decimal; made by [`Chips::display`].
#[derive(Clone, Copy, Debug)]
pub struct DisplayChips {
    chips: Chips,
    scale: Scale,
    fixed: bool,
}

impl Chips {
    /// As decimal text without zeros at the end: `75.25`, `10112.5`, `100`.
    pub const fn display(self, scale: Scale) -> DisplayChips {
        DisplayChips { chips: self, scale, fixed: false }
    }

    /// As decimal text with all decimals of the scale: `75.25`, `100.00`.
    pub const fn display_fixed(self, scale: Scale) -> DisplayChips {
        DisplayChips { chips: self, scale, fixed: true }
    }
}

impl fmt::Display for DisplayChips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = 10u64.pow(u32::from(self.scale.0));
        let units = self.chips.units();
        if units < 0 {
            f.write_str("-")?;
        }
        write!(f, "{}", units.unsigned_abs() / unit)?;
        let mut fraction = units.unsigned_abs() % unit;
        let mut width = usize::from(self.scale.0);
        if !self.fixed {
            while width > 0 && fraction.is_multiple_of(10) {
                fraction /= 10;
                width -= 1;
            }
        }
        if width > 0 { write!(f, ".{fraction:0width$}") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use proptest::prelude::*;

    #[test]
    fn exact_text() {
        for (text, digits, decimals) in
            [("75.25", 7525, 2), ("10112.5", 101_125, 1), ("-0.5", -5, 1), ("1.50", 15, 1), ("1e3", 1000, 0)]
        {
            let decimal: Decimal = text.parse().unwrap();
            assert_eq!(decimal.parts(), (digits, decimals), "{text}");
        }
        assert_eq!("75.25".parse::<Decimal>().unwrap().to_string(), "75.25");
        assert_eq!(Decimal::new(7520, 2), "75.2".parse());
        assert_eq!("1.5e-2".parse::<Decimal>().unwrap().to_string(), "0.015");
        assert_eq!(Chips::new(10_000).display_fixed(Scale(2)).to_string(), "100.00");
        assert_eq!(Chips::new(-5).display(Scale(2)).to_string(), "-0.05");
        let zeros = "0.".to_string() + &"0".repeat(60);
        assert_eq!(zeros.parse::<Decimal>(), Ok(Decimal::default()));
    }

    #[test]
    fn nonsense_is_refused() {
        use DecimalError::*;
        for text in ["", "-", ".5", "5.", "1_000", "inf", "nan", "1e", "e5", "1e5.0", "0x1", "١", "1 "] {
            assert_eq!(text.parse::<Decimal>(), Err(NotANumber), "{text}");
        }
        for (text, error) in [
            ("9007199254740992", TooLarge),
            ("1e99", TooLarge),
            ("1e9999999999", TooLarge),
            ("0.0000000000001", TooFine),
        ] {
            assert_eq!(text.parse::<Decimal>(), Err(error), "{text}");
        }
        assert_eq!("0.5".parse::<Decimal>().unwrap().to_chips(Scale::WHOLE), Err(TooFine));
        assert_eq!("9007199254740991".parse::<Decimal>().unwrap().to_chips(Scale(1)), Err(TooLarge));
    }

    proptest! {
        #[test]
        fn text_goes_both_ways(units in -(1i64 << 53) + 1..(1i64 << 53), decimals in 0u8..=12) {
            let scale = Scale(decimals);
            let chips = Chips::new(units);
            for text in [chips.display(scale).to_string(), chips.display_fixed(scale).to_string()] {
                prop_assert_eq!(text.parse::<Decimal>().unwrap().to_chips(scale), Ok(chips));
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[-+0-9.eE]{0,30}") {
            if let Ok(decimal) = text.parse::<Decimal>() {
                prop_assert_eq!(decimal.to_string().parse::<Decimal>(), Ok(decimal));
            }
        }
    }
}
