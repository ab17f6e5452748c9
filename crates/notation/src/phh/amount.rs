//! Amounts as they are written.

use core::cmp::Ordering;
use core::fmt;
use core::str::FromStr;
use kozyr_chips::{Chips, Decimal, DecimalError, Scale};

/// An exact decimal that remembers how many decimals it was written with, or infinity.
///
/// `2.5` and `2.50` are equal; each is written back as it was read.
#[derive(Clone, Copy)]
pub struct Amount {
    units: i64,
    /// Decimals as written; [`INFINITE`] marks infinity, whose units are zero.
    places: u8,
}

const INFINITE: u8 = u8::MAX;
const POWERS: [i64; 13] = {
    let mut powers = [1; 13];
    let mut n = 1;
    while n < 13 {
        powers[n] = powers[n - 1] * 10;
        n += 1;
    }
    powers
};

impl Amount {
    /// Nothing.
    pub const ZERO: Amount = Amount { units: 0, places: 0 };
    /// Infinity: an unknown stack, no time limit.
    pub const INFINITE: Amount = Amount { units: 0, places: INFINITE };

    /// `units` with the last `places` digits behind the point.
    pub const fn new(units: i64, places: u8) -> Result<Amount, DecimalError> {
        if places > Scale::MAX.decimals() {
            return Err(DecimalError::TooFine);
        }
        if units.unsigned_abs() > Chips::MAX.units().unsigned_abs() {
            return Err(DecimalError::TooLarge);
        }
        Ok(Amount { units, places })
    }

    /// Chips of this scale, written without zeros at the end.
    pub fn from_chips(chips: Chips, scale: Scale) -> Result<Amount, DecimalError> {
        Ok(Decimal::new(chips.units(), scale.decimals())?.into())
    }

    /// Twice as much, if that fits.
    pub const fn doubled(self) -> Option<Amount> {
        if self.is_infinite() {
            return Some(self);
        }
        match Amount::new(self.units.saturating_mul(2), self.places) {
            Ok(amount) => Some(amount),
            Err(_) => None,
        }
    }

    /// Infinity?
    pub const fn is_infinite(self) -> bool {
        self.places == INFINITE
    }
    /// Nothing?
    pub const fn is_zero(self) -> bool {
        self.units == 0 && !self.is_infinite()
    }
    /// Less than nothing?
    pub const fn is_negative(self) -> bool {
        self.units < 0
    }
    /// More than nothing? Infinity is.
    pub const fn is_positive(self) -> bool {
        self.units > 0 || self.is_infinite()
    }

    /// The number, unless it is infinite.
    pub fn decimal(self) -> Option<Decimal> {
        // `new` has made sure that it fits.
        if self.is_infinite() { None } else { Decimal::new(self.units, self.places).ok() }
    }

    /// The scale it is written in: two decimals for `2.50`; infinity has none.
    pub fn scale(self) -> Scale {
        Scale::new(self.places).unwrap_or(Scale::WHOLE)
    }

    /// In minor units of the scale, exactly. Infinity is too large for any scale.
    pub fn to_chips(self, scale: Scale) -> Result<Chips, DecimalError> {
        if self.is_infinite() {
            return Err(DecimalError::TooLarge);
        }
        let units = match scale.decimals().checked_sub(self.places) {
            Some(finer) => self.units.checked_mul(POWERS[usize::from(finer)]),
            None => {
                let unit = POWERS[usize::from(self.places - scale.decimals())];
                if self.units % unit != 0 {
                    return Err(DecimalError::TooFine);
                }
                Some(self.units / unit)
            }
        };
        match units {
            Some(units) if units.unsigned_abs() <= Chips::MAX.units().unsigned_abs() => Ok(Chips::new(units)),
            _ => Err(DecimalError::TooLarge),
        }
    }

    /// Comparable with every other amount: infinity above all numbers.
    fn rank(self) -> (bool, i128) {
        if self.is_infinite() {
            return (true, 0);
        }
        let finer = POWERS[usize::from(Scale::MAX.decimals() - self.places)];
        (false, i128::from(self.units) * i128::from(finer))
    }
}

impl PartialEq for Amount {
    fn eq(&self, other: &Amount) -> bool {
        self.rank() == other.rank()
    }
}
impl Eq for Amount {}
impl PartialOrd for Amount {
    fn partial_cmp(&self, other: &Amount) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Amount {
    fn cmp(&self, other: &Amount) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl From<Decimal> for Amount {
    fn from(decimal: Decimal) -> Amount {
        let (units, places) = decimal.parts();
        Amount { units, places }
    }
}
impl From<i32> for Amount {
    fn from(whole: i32) -> Amount {
        Amount { units: i64::from(whole), places: 0 }
    }
}

/// A plain number at the start of the bytes (`12`, `-0.5`): the amount and its length.
///
/// Anything out of the ordinary, including more than 15 digits, is `None`.
#[inline]
pub(crate) fn plain_number(bytes: &[u8]) -> Option<(Amount, usize)> {
    let sign = usize::from(bytes.first() == Some(&b'-'));
    let unsigned = &bytes[sign..];
    let (mut units, whole) = digits(unsigned, 0);
    if whole == 0 || whole > 15 || (whole > 1 && unsigned[0] == b'0') {
        return None;
    }
    let mut length = sign + whole;
    let mut places = 0;
    if bytes.get(length) == Some(&b'.') {
        (units, places) = digits(&bytes[length + 1..], units);
        if places == 0 || whole + places > 15 || places > 12 {
            return None;
        }
        length += 1 + places;
    }
    let units = if sign == 1 { -units } else { units };
    Some((Amount { units, places: places as u8 }, length))
}

/// The digits at the start of the bytes, written behind `units`, and how many they are.
#[inline]
fn digits(bytes: &[u8], mut units: i64) -> (i64, usize) {
    for (count, byte) in bytes.iter().enumerate() {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return (units, count);
        }
        units = units.wrapping_mul(10).wrapping_add(i64::from(digit));
    }
    (units, bytes.len())
}

/// Reads `12` or `-0.50`: no exponent, no separators.
impl FromStr for Amount {
    type Err = DecimalError;
    fn from_str(text: &str) -> Result<Amount, DecimalError> {
        match plain_number(text.as_bytes()) {
            Some((amount, length)) if length == text.len() => Ok(amount),
            _ if text.contains(['e', 'E', '+']) => Err(DecimalError::NotANumber),
            _ => {
                let unsigned = text.strip_prefix('-').unwrap_or(text).as_bytes();
                if unsigned.len() > 1 && unsigned[0] == b'0' && unsigned[1] != b'.' {
                    return Err(DecimalError::NotANumber);
                }
                text.parse::<Decimal>().map(Amount::from)
            }
        }
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_infinite() {
            f.write_str("inf")
        } else {
            fmt::Display::fmt(&Chips::new(self.units).display_fixed(self.scale()), f)
        }
    }
}
impl fmt::Debug for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn written_as_read_and_compared_as_numbers() {
        for text in ["0", "2.50", "-0.05", "100", "1234567.000001", "9007199254740991"] {
            assert_eq!(text.parse::<Amount>().unwrap().to_string(), text);
        }
        assert_eq!("2.5".parse::<Amount>(), "2.50".parse());
        assert!(Amount::INFINITE > "9007199254740991".parse().unwrap());
        assert_eq!("2.50".parse::<Amount>().unwrap().scale(), Scale::new(2).unwrap());
        for text in ["", "-", "01", "1.", ".5", "1e3", "+1", "inf", "1,000", "1_000", "0x1", "00.5"] {
            assert_eq!(text.parse::<Amount>(), Err(DecimalError::NotANumber), "{text}");
        }
        assert_eq!("9007199254740992".parse::<Amount>(), Err(DecimalError::TooLarge));
    }

    #[test]
    fn chips_are_exact() {
        let two = Scale::new(2).unwrap();
        assert_eq!("2.5".parse::<Amount>().unwrap().to_chips(two), Ok(Chips::new(250)));
        assert_eq!("2.500".parse::<Amount>().unwrap().to_chips(two), Ok(Chips::new(250)));
        assert_eq!("2.505".parse::<Amount>().unwrap().to_chips(two), Err(DecimalError::TooFine));
        assert_eq!(Amount::INFINITE.to_chips(two), Err(DecimalError::TooLarge));
        assert_eq!("9007199254740991".parse::<Amount>().unwrap().to_chips(two), Err(DecimalError::TooLarge));
    }

    proptest! {
        #[test]
        fn agrees_with_decimal(text in "-?[0-9]{1,18}(\\.[0-9]{1,15})?") {
            match text.parse::<Amount>() {
                Ok(amount) => prop_assert_eq!(amount.decimal(), Some(text.parse::<Decimal>().unwrap())),
                Err(_) => {
                    let zeros = text.trim_start_matches('-');
                    let padded = zeros.starts_with('0') && zeros.as_bytes().get(1).is_some_and(|&b| b != b'.');
                    prop_assert!(padded || text.parse::<Decimal>().is_err());
                }
            }
        }
    }
}
