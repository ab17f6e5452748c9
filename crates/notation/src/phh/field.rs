//! The names of the fields, in the order in which files are written.

use core::fmt;

macro_rules! fields {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// A field of the standard. The order is that of the public dataset.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Field { $($(#[$doc])* #[doc = concat!("`", $text, "`")] $name,)* }

        impl Field {
            /// Every field, in the order of writing.
            pub const ALL: [Field; [$($text),*].len()] = [$(Field::$name),*];

            /// The name in the file.
            pub const fn name(self) -> &'static str {
                match self { $(Field::$name => $text,)* }
            }

            /// The field of this name.
            pub fn named(name: &[u8]) -> Option<Field> {
                $(const $name: &[u8] = $text.as_bytes();)*
                #[allow(non_upper_case_globals)]
                match name { $($name => Some(Field::$name),)* _ => None }
            }
        }
    };
}

// The constants inside `named` carry the names of the fields.
#[allow(non_upper_case_globals)]
mod list {
    use super::fmt;
    fields! {
        Variant = "variant",
        AnteTrimmingStatus = "ante_trimming_status",
        Antes = "antes",
        BlindsOrStraddles = "blinds_or_straddles",
        BringIn = "bring_in",
        SmallBet = "small_bet",
        BigBet = "big_bet",
        MinBet = "min_bet",
        StartingStacks = "starting_stacks",
        Actions = "actions",
        Author = "author",
        Event = "event",
        Url = "url",
        Venue = "venue",
        Address = "address",
        City = "city",
        Region = "region",
        PostalCode = "postal_code",
        Country = "country",
        Time = "time",
        TimeZone = "time_zone",
        Day = "day",
        Month = "month",
        Year = "year",
        Hand = "hand",
        Level = "level",
        Seats = "seats",
        SeatCount = "seat_count",
        Table = "table",
        Players = "players",
        FinishingStacks = "finishing_stacks",
        Winnings = "winnings",
        Currency = "currency",
        CurrencySymbol = "currency_symbol",
        TimeLimit = "time_limit",
        TimeBanks = "time_banks",
        TimeZoneAbbreviation = "time_zone_abbreviation",
    }

    impl fmt::Display for Field {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.name())
        }
    }
}
pub use list::Field;

/// A field that holds one line of text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum TextField {
    Author,
    Event,
    Url,
    Venue,
    Address,
    City,
    Region,
    PostalCode,
    Country,
    TimeZone,
    Currency,
    CurrencySymbol,
    TimeZoneAbbreviation,
}

impl TextField {
    /// Every text field, in the order of writing.
    pub const ALL: [TextField; 13] = [
        TextField::Author,
        TextField::Event,
        TextField::Url,
        TextField::Venue,
        TextField::Address,
        TextField::City,
        TextField::Region,
        TextField::PostalCode,
        TextField::Country,
        TextField::TimeZone,
        TextField::Currency,
        TextField::CurrencySymbol,
        TextField::TimeZoneAbbreviation,
    ];

    /// The text field behind a field, if it is one.
    pub const fn of(field: Field) -> Option<TextField> {
        Some(match field {
            Field::Author => TextField::Author,
            Field::Event => TextField::Event,
            Field::Url => TextField::Url,
            Field::Venue => TextField::Venue,
            Field::Address => TextField::Address,
            Field::City => TextField::City,
            Field::Region => TextField::Region,
            Field::PostalCode => TextField::PostalCode,
            Field::Country => TextField::Country,
            Field::TimeZone => TextField::TimeZone,
            Field::Currency => TextField::Currency,
            Field::CurrencySymbol => TextField::CurrencySymbol,
            Field::TimeZoneAbbreviation => TextField::TimeZoneAbbreviation,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_both_ways() {
        for (place, field) in Field::ALL.into_iter().enumerate() {
            assert_eq!(field as usize, place);
            assert_eq!(Field::named(field.name().as_bytes()), Some(field));
        }
        assert_eq!(Field::named(b"Variant"), None);
        let texts: Vec<_> = Field::ALL.into_iter().filter_map(TextField::of).collect();
        assert_eq!(texts, TextField::ALL);
    }
}
