//! What a calendar shows, and its text.

use crate::Millis;
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::ops::Add;

/// A moment by the calendar, in milliseconds since 1970 UTC. Its text is ISO 8601: `2026-01-31T21:55:00.000Z`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct WallTime(i64);

/// Text that is no moment we can hold.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text:?} is no ISO 8601 moment such as 2026-01-31T21:55:00.000Z")]
pub struct NoMoment {
    text: String,
}

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

impl WallTime {
    /// The last millisecond of the year 9999, the last with a four-digit text.
    const END: i64 = 253_402_300_799_999;

    /// So many milliseconds after the beginning of 1970; what lies outside the years 1970 to 9999
    /// is brought to their edge.
    pub const fn from_millis(millis: i64) -> WallTime {
        if millis < 0 {
            WallTime(0)
        } else if millis > WallTime::END {
            WallTime(WallTime::END)
        } else {
            WallTime(millis)
        }
    }

    /// Milliseconds since the beginning of 1970.
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// How long it is from `earlier` until here; nothing when that lies ahead.
    pub const fn since(self, earlier: WallTime) -> Millis {
        let passed = self.0 - earlier.0;
        Millis::new(if passed > 0 { passed as u64 } else { 0 })
    }

    /// The next moment after this one at which a clock's minute hand comes to `minute`.
    pub const fn next_minute_of_hour(self, minute: u8) -> WallTime {
        let here = self.0 - self.0.rem_euclid(HOUR) + minute as i64 * MINUTE;
        WallTime::from_millis(if here > self.0 { here } else { here + HOUR })
    }
}

impl Add<Millis> for WallTime {
    type Output = WallTime;
    /// A deadline too far to count is the end of time, not a moment in the past.
    fn add(self, length: Millis) -> WallTime {
        WallTime::from_millis(self.0.saturating_add_unsigned(length.get()))
    }
}

impl fmt::Display for WallTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = date(self.0.div_euclid(DAY));
        let time = self.0.rem_euclid(DAY);
        let (hour, minute) = (time / HOUR, time / MINUTE % 60);
        let (second, millis) = (time / 1000 % 60, time % 1000);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
    }
}

/// The date of a day counted from 1970-01-01. Years are counted from March, so that the leap day is
/// the last day of a year and 153 days are five months.
const fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + (month <= 2) as i64, month, day_of_month)
}

/// The day of a date, counted from 1970-01-01: the inverse of [`date`].
const fn day(year: i64, month: i64, day_of_month: i64) -> i64 {
    let year = year - (month <= 2) as i64;
    let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
    let month = if month > 2 { month - 3 } else { month + 9 };
    let day = (153 * month + 2) / 5 + day_of_month - 1;
    era * 146_097 + 365 * year + year / 4 - year / 100 + day - 719_468
}

impl core::str::FromStr for WallTime {
    type Err = NoMoment;
    fn from_str(text: &str) -> Result<WallTime, NoMoment> {
        parse(text).ok_or_else(|| NoMoment { text: text.chars().take(40).collect() })
    }
}

/// `YYYY-MM-DDTHH:MM:SS`, up to nine decimals of a second (finer than a millisecond is cut off),
/// then `Z` or an offset `+HH:MM`.
fn parse(text: &str) -> Option<WallTime> {
    let number = |from: usize, to: usize| -> Option<i64> {
        let digits = text.get(from..to)?;
        digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())?
    };
    let mark = |at: usize, marks: &[u8]| text.as_bytes().get(at).is_some_and(|b| marks.contains(b));
    let marks = mark(4, b"-") && mark(7, b"-") && mark(10, b"Tt") && mark(13, b":") && mark(16, b":");
    let (year, month, of_month) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    let days = day(year, month.clamp(1, 12), of_month);
    if !marks || date(days) != (year, month, of_month) || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let rest = text.get(19..)?;
    let (millis, zone) = match rest.strip_prefix('.') {
        Some(fraction) => {
            let digits = fraction.bytes().take_while(u8::is_ascii_digit).count();
            let padded = format!("{:0<3}", &fraction[..digits]);
            let millis = (1..=9).contains(&digits).then(|| padded[..3].parse::<i64>().ok())??;
            (millis, &fraction[digits..])
        }
        None => (0, rest),
    };
    let millis = days * DAY + hour * HOUR + minute * MINUTE + second * 1000 + millis - offset(zone)?;
    (0..=WallTime::END).contains(&millis).then_some(WallTime(millis))
}

fn offset(zone: &str) -> Option<i64> {
    let (sign, hours_minutes) = match zone.as_bytes() {
        [b'Z' | b'z'] => return Some(0),
        [b'+', ..] => (1, &zone[1..]),
        [b'-', ..] => (-1, &zone[1..]),
        _ => return None,
    };
    let (hours, minutes) = hours_minutes.split_once(':')?;
    let number = |text: &str| {
        let plain = text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| text.parse::<i64>().ok())?
    };
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    (hours < 24 && minutes < 60).then_some(sign * (hours * HOUR + minutes * MINUTE))
}

#[cfg(feature = "serde")]
impl serde::Serialize for WallTime {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for WallTime {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<WallTime, D::Error> {
        let text = <alloc::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use proptest::prelude::*;

    #[test]
    fn iso_text_is_that_of_a_browser() {
        for (millis, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_767_225_600_000, "2026-01-01T00:00:00.000Z"),
            (1_769_896_500_250, "2026-01-31T21:55:00.250Z"),
            (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (WallTime::END, "9999-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(WallTime(millis).to_string(), text);
            assert_eq!(text.parse(), Ok(WallTime(millis)));
        }
        let moment: WallTime = "2026-01-31T21:55:00Z".parse().unwrap();
        assert_eq!("2026-01-31T22:55:00.0009+01:00".parse(), Ok(moment));
        assert_eq!("2026-01-31T16:25:00-05:30".parse(), Ok(moment));
    }

    #[test]
    fn what_is_no_moment_is_refused() {
        for text in [
            "",
            "yesterday",
            "2026-02-30T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-00-01T00:00:00Z",
            "2026-01-01T24:00:00Z",
            "2026-01-01T00:00:00",
            "2026-01-01T00:00:00.Z",
            "2026-01-01T00:00:00.1234567890Z",
            "2026-01-01 00:00:00Z",
            "1969-12-31T23:59:59Z",
            "2026-01-01T00:00:00+25:00",
            "+026-01-01T00:00:00Z",
        ] {
            assert!(text.parse::<WallTime>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_minute_hand_comes_round() {
        let at = |text: &str| text.parse::<WallTime>().unwrap();
        let next = |text| at(text).next_minute_of_hour(55).to_string();
        assert_eq!(next("2026-01-31T21:54:59.999Z"), "2026-01-31T21:55:00.000Z");
        assert_eq!(next("2026-01-31T21:55:00.000Z"), "2026-01-31T22:55:00.000Z");
        assert_eq!(next("2026-01-31T23:59:00.000Z"), "2026-02-01T00:55:00.000Z");
    }

    #[test]
    fn lengths_never_go_below_nothing() {
        let (early, late) = (WallTime(5), WallTime(9));
        assert_eq!(late.since(early), Millis::new(4));
        assert_eq!(early.since(late), Millis::ZERO);
    }

    proptest! {
        #[test]
        fn moments_go_both_ways(millis in 0..=WallTime::END) {
            let moment = WallTime(millis);
            prop_assert_eq!(moment.to_string().parse(), Ok(moment));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,30}|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.Z+-]{8,20}") {
            if let Ok(moment) = text.parse::<WallTime>() {
                prop_assert_eq!(moment.to_string().parse(), Ok(moment));
            }
        }
    }
}
