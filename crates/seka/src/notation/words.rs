//! Numbers, seats, cards and payoffs, both ways.

use super::Problem;
use crate::{Rake, SEATS};
use kozyr_card_game::{Payoffs, Seat};
use kozyr_cards::{Card, CardStyle, cards_in};
use kozyr_chips::{Chips, Decimal, Scale};
use std::fmt::{self, Write};

/// Whole chips: digits, without a sign or zeros in front.
pub(super) fn chips(text: &str) -> Result<Chips, Problem> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    let number = text.parse().ok().map(Chips::new);
    match number.filter(|&number| plain && number <= Chips::MAX) {
        Some(number) => Ok(number),
        None => Problem::bad(text, "a whole number of chips"),
    }
}

/// Chips with a sign: `+30`, `-30`, `0`.
pub(super) fn signed(text: &str) -> Result<Chips, Problem> {
    match (text.strip_prefix('+'), text.strip_prefix('-')) {
        (Some(gain), _) if gain != "0" => chips(gain),
        (_, Some(loss)) if loss != "0" => Ok(-chips(loss)?),
        _ if text == "0" => Ok(Chips::ZERO),
        _ => Problem::bad(text, "a gain (+30), a loss (-30) or 0"),
    }
}

pub(super) fn write_signed(amount: Chips) -> String {
    if amount.is_positive() { format!("+{amount}") } else { amount.to_string() }
}

/// A person of the deal.
pub(super) fn seat(text: &str) -> Result<Seat, Problem> {
    let number = small(text).ok().and_then(Seat::from_number);
    number.map_or_else(|| Problem::bad(text, "a seat of the deal from 1 to 16"), Ok)
}

/// A chair at the table.
pub(super) fn chair(text: &str) -> Result<Seat, Problem> {
    let chair = seat(text).ok().filter(|seat| seat.index() < SEATS);
    chair.map_or_else(|| Problem::bad(text, "a seat from 1 to 6"), Ok)
}

/// A small number, such as points or a count.
pub(super) fn small(text: &str) -> Result<u8, Problem> {
    let number = chips(text).ok().and_then(|number| u8::try_from(number.units()).ok());
    number.map_or_else(|| Problem::bad(text, "a number from 0 to 255"), Ok)
}

pub(super) fn yes_or_no(text: &str) -> Result<bool, Problem> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Problem::bad(text, "yes or no"),
    }
}

pub(super) fn cards(text: &str) -> Result<Vec<Card>, Problem> {
    cards_in(text)
        .collect::<Result<_, _>>()
        .or_else(|_| Problem::bad(text, "a row of cards such as 10H AS 6C"))
}

pub(super) struct Cards<I>(pub(super) I);

impl<I: Iterator<Item = Card> + Clone> fmt::Display for Cards<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, card) in self.0.clone().enumerate() {
            let space = if nth > 0 { " " } else { "" };
            write!(f, "{space}{}", card.styled(CardStyle::TenUpper))?;
        }
        Ok(())
    }
}

/// `none`, a fixed amount, or a percentage such as `2.5%`.
pub(super) fn rake(text: &str) -> Result<Rake, Problem> {
    const EXPECTED: &str = "a rake such as none, 20 or 2.5%";
    match text.strip_suffix('%') {
        _ if text == "none" => Ok(Rake::None),
        None => chips(text).map(Rake::Fixed),
        Some(percent) => {
            let plain = percent.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            let decimal = percent.parse::<Decimal>().ok().filter(|_| plain);
            let hundredths = Scale::new(2).ok().and_then(|scale| decimal?.to_chips(scale).ok());
            match hundredths.and_then(|points| u16::try_from(points.units()).ok()) {
                Some(points) => Ok(Rake::BasisPoints(points)),
                None => Problem::bad(text, EXPECTED),
            }
        }
    }
}

pub(super) fn write_rake(rake: Rake) -> String {
    match (rake, Scale::new(2)) {
        (Rake::None, _) => "none".to_owned(),
        (Rake::Fixed(fixed), _) => fixed.to_string(),
        (Rake::BasisPoints(points), Ok(scale)) => {
            format!("{}%", Chips::new(i64::from(points)).display(scale))
        }
        (Rake::BasisPoints(_), Err(_)) => unreachable!("two decimals are fine"),
    }
}

/// `1 -30, 2 +25, rake 5, house 0`; the room and the house are left out where they got nothing.
pub(super) fn payoffs(text: &str) -> Result<Payoffs, Problem> {
    let mut payoffs = Payoffs::default();
    let (mut rake, mut house) = (None, None);
    for entry in text.split(',') {
        let Some((who, amount)) = entry.trim().split_once(' ') else {
            return Problem::bad(entry.trim(), "a result such as 1 +30");
        };
        let account = match who {
            "rake" => &mut rake,
            "house" => &mut house,
            _ => {
                let (seat, amount) = (seat(who)?, signed(amount)?);
                if payoffs.seats.iter().any(|&(other, _)| other == seat) {
                    return Err(Problem::Twice(who.to_owned()));
                }
                payoffs.seats.push((seat, amount));
                continue;
            }
        };
        if account.replace(signed(amount)?).is_some() {
            return Err(Problem::Twice(who.to_owned()));
        }
    }
    payoffs.seats.sort_unstable();
    payoffs.rake = rake.unwrap_or_default();
    payoffs.house = house.unwrap_or_default();
    Ok(payoffs)
}

pub(super) fn write_payoffs(payoffs: &Payoffs) -> String {
    let mut text = String::new();
    let mut entry = |who: &dyn fmt::Display, amount| {
        let comma = if text.is_empty() { "" } else { ", " };
        write!(text, "{comma}{who} {}", write_signed(amount)).expect("a string takes any text");
    };
    for (seat, amount) in &payoffs.seats {
        entry(seat, *amount);
    }
    for (who, amount) in [("rake", payoffs.rake), ("house", payoffs.house)] {
        if !amount.is_zero() {
            entry(&who, amount);
        }
    }
    text
}
