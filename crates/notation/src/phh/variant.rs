//! The eleven variants of the standard.

use super::Field;
use core::fmt;
use core::str::FromStr;

/// What is played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Variant {
    /// `FT`, fixed-limit Texas hold'em.
    FixedLimitHoldem,
    /// `NT`, no-limit Texas hold'em.
    #[default]
    NoLimitHoldem,
    /// `NS`, no-limit short-deck hold'em.
    NoLimitShortDeck,
    /// `PO`, pot-limit Omaha.
    PotLimitOmaha,
    /// `FO/8`, fixed-limit Omaha high/low, eight or better.
    FixedLimitOmahaEight,
    /// `F7S`, fixed-limit seven-card stud.
    FixedLimitStud,
    /// `F7S/8`, fixed-limit seven-card stud high/low, eight or better.
    FixedLimitStudEight,
    /// `FR`, fixed-limit razz.
    FixedLimitRazz,
    /// `N2L1D`, no-limit deuce-to-seven lowball, single draw.
    NoLimitSingleDraw,
    /// `F2L3D`, fixed-limit deuce-to-seven lowball, triple draw.
    FixedLimitTripleDraw,
    /// `FB`, fixed-limit badugi.
    FixedLimitBadugi,
}

/// Text that is none of the variant codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("write one of FT NT NS PO FO/8 F7S F7S/8 FR N2L1D F2L3D FB")]
pub struct UnknownVariant;

impl Variant {
    /// All of them, in the order of the standard.
    pub const ALL: [Variant; 11] = [
        Variant::FixedLimitHoldem,
        Variant::NoLimitHoldem,
        Variant::NoLimitShortDeck,
        Variant::PotLimitOmaha,
        Variant::FixedLimitOmahaEight,
        Variant::FixedLimitStud,
        Variant::FixedLimitStudEight,
        Variant::FixedLimitRazz,
        Variant::NoLimitSingleDraw,
        Variant::FixedLimitTripleDraw,
        Variant::FixedLimitBadugi,
    ];

    /// The code that files use.
    pub const fn code(self) -> &'static str {
        match self {
            Variant::FixedLimitHoldem => "FT",
            Variant::NoLimitHoldem => "NT",
            Variant::NoLimitShortDeck => "NS",
            Variant::PotLimitOmaha => "PO",
            Variant::FixedLimitOmahaEight => "FO/8",
            Variant::FixedLimitStud => "F7S",
            Variant::FixedLimitStudEight => "F7S/8",
            Variant::FixedLimitRazz => "FR",
            Variant::NoLimitSingleDraw => "N2L1D",
            Variant::FixedLimitTripleDraw => "F2L3D",
            Variant::FixedLimitBadugi => "FB",
        }
    }

    /// The variant of a code.
    pub fn from_code(code: &[u8]) -> Option<Variant> {
        Variant::ALL.into_iter().find(|variant| variant.code().as_bytes() == code)
    }

    /// Fixed-limit: a small and a big bet instead of a minimum bet.
    pub const fn is_fixed_limit(self) -> bool {
        !matches!(
            self,
            Variant::NoLimitHoldem
                | Variant::NoLimitShortDeck
                | Variant::PotLimitOmaha
                | Variant::NoLimitSingleDraw
        )
    }

    /// Stud games: a bring-in instead of blinds.
    pub const fn is_stud(self) -> bool {
        matches!(self, Variant::FixedLimitStud | Variant::FixedLimitStudEight | Variant::FixedLimitRazz)
    }

    /// Draw games: discards may be shuffled back, so a card can be dealt twice.
    pub const fn is_draw(self) -> bool {
        matches!(self, Variant::NoLimitSingleDraw | Variant::FixedLimitTripleDraw | Variant::FixedLimitBadugi)
    }

    /// Is this one of the fields that describe the stakes of the variant?
    pub const fn uses(self, stake: Field) -> bool {
        match stake {
            Field::BlindsOrStraddles => !self.is_stud(),
            Field::BringIn => self.is_stud(),
            Field::SmallBet | Field::BigBet => self.is_fixed_limit(),
            Field::MinBet => !self.is_fixed_limit(),
            _ => true,
        }
    }
}

impl FromStr for Variant {
    type Err = UnknownVariant;
    fn from_str(code: &str) -> Result<Variant, UnknownVariant> {
        Variant::from_code(code.as_bytes()).ok_or(UnknownVariant)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_go_both_ways_and_stakes_follow_the_table_of_the_standard() {
        for variant in Variant::ALL {
            assert_eq!(variant.code().parse(), Ok(variant));
        }
        assert!("nt".parse::<Variant>().is_err());
        let with = |stake| {
            Variant::ALL.iter().filter(|v| v.uses(stake)).map(|v| v.code()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(with(Field::MinBet), "NT NS PO N2L1D");
        assert_eq!(with(Field::BringIn), "F7S F7S/8 FR");
        assert_eq!(with(Field::SmallBet), "FT FO/8 F7S F7S/8 FR F2L3D FB");
        assert_eq!(with(Field::BlindsOrStraddles), "FT NT NS PO FO/8 N2L1D F2L3D FB");
    }
}
