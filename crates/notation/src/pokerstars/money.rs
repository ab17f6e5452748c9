//! Amounts as the text has them: `$1,234.50`, `€0.02`, `1500`.

use crate::phh::Amount;
use core::fmt;
use kozyr_chips::{Chips, Scale};

/// Currencies with a symbol of their own.
const CURRENCIES: [(&str, char); 6] =
    [("USD", '$'), ("EUR", '€'), ("GBP", '£'), ("INR", '₹'), ("CNY", '¥'), ("RUB", '₽')];

/// Is it a sign that stands before amounts?
pub(crate) fn is_symbol(letter: char) -> bool {
    CURRENCIES.iter().any(|(_, symbol)| *symbol == letter)
}

/// The sign of a currency.
pub(crate) fn symbol_of(code: &str) -> Option<char> {
    CURRENCIES.iter().find(|(name, _)| *name == code).map(|(_, symbol)| *symbol)
}

/// Takes the sign off an amount: which it was, and the rest.
pub(crate) fn split_symbol(text: &str) -> (Option<char>, &str) {
    match text.chars().next().filter(|&letter| is_symbol(letter)) {
        Some(symbol) => (Some(symbol), &text[symbol.len_utf8()..]),
        None => (None, text),
    }
}

/// Reads digits with or without thousands marked by commas, with or without decimals.
pub(crate) fn read_number(text: &str) -> Option<Amount> {
    if !text.contains(',') {
        // Without zeros at the end: a text says `2.50` where the smallest chip is a tenth, and the odd chip of a
        // split pot is the smallest one there is.
        let amount: Amount = text.parse().ok()?;
        return amount.decimal().map(Amount::from).filter(|amount| !amount.is_negative());
    }
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut groups = whole.split(',');
    let first = groups.next().is_some_and(|group| (1..=3).contains(&group.len()));
    if !first || !groups.all(|group| group.len() == 3) || rest.contains(',') {
        return None;
    }
    read_number(&(whole.replace(',', "") + rest))
}

/// The money of one table: what stands before an amount, and the decimals of its smallest chip.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Money {
    pub(crate) symbol: Option<char>,
    pub(crate) scale: Scale,
}

impl Money {
    /// Reads an amount of this table: with its sign, if it has one.
    pub(crate) fn read(self, text: &str) -> Option<Amount> {
        let (symbol, number) = split_symbol(text);
        if symbol == self.symbol { read_number(number) } else { None }
    }

    /// The amount as it is printed: whole, or with two decimals at least.
    pub(crate) fn show(self, chips: Chips) -> Shown {
        Shown { money: self, chips, whole: self.is_whole(chips) }
    }

    /// The amount with decimals even if it is whole.
    pub(crate) fn show_decimals(self, chips: Chips) -> Shown {
        Shown { money: self, chips, whole: false }
    }

    pub(crate) fn is_whole(self, chips: Chips) -> bool {
        chips.units() % 10i64.pow(u32::from(self.scale.decimals())) == 0
    }
}

/// An amount to be printed; made by [`Money::show`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown {
    money: Money,
    chips: Chips,
    whole: bool,
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shown { money, chips, whole } = *self;
        if let Some(symbol) = money.symbol {
            write!(f, "{symbol}")?;
        }
        let unit = 10i64.pow(u32::from(money.scale.decimals()));
        write!(f, "{}", chips.units() / unit)?;
        if whole {
            return Ok(());
        }
        let width = usize::from(money.scale.decimals());
        let mut digits = if width == 0 { String::new() } else { format!("{:0width$}", chips.units() % unit) };
        while digits.len() > 2 && digits.ends_with('0') {
            digits.pop();
        }
        write!(f, ".{digits:0<2}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_with_their_sign_and_thousands() {
        let dollars = Money { symbol: Some('$'), scale: Scale::WHOLE };
        let chips = Money { symbol: None, scale: Scale::WHOLE };
        for (text, amount) in [("$5", "5"), ("$0.50", "0.50"), ("$1,234,567.25", "1234567.25")] {
            assert_eq!(dollars.read(text), Some(amount.parse().unwrap()), "{text}");
        }
        assert_eq!(chips.read("1,500"), Some(1500.into()));
        for text in [
            "5",
            "€5",
            "$",
            "$-5",
            "$1,23",
            "$12,34,567",
            "$1,2345",
            "$,123",
            "$1.5,000",
            "$1,000.5,0",
            "$ 5",
            "$05",
        ] {
            assert_eq!(dollars.read(text), None, "{text}");
        }
        assert_eq!(chips.read("$5"), None);
    }

    #[test]
    fn amounts_are_written_whole_or_with_cents() {
        for (decimals, units, text) in
            [(0, 1500, "€1500"), (1, 25, "€2.50"), (1, 20, "€2"), (2, 205, "€2.05"), (4, 12_345, "€1.2345")]
        {
            let money = Money { symbol: Some('€'), scale: Scale::new(decimals).unwrap() };
            assert_eq!(money.show(Chips::new(units)).to_string(), text);
        }
        let money = Money { symbol: Some('$'), scale: Scale::WHOLE };
        assert_eq!(money.show_decimals(Chips::new(1)).to_string(), "$1.00");
    }
}
