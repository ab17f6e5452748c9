//! Cards as text: read in every usual form, written in the form the notation wants.

use crate::{Card, CardSet, Rank, Suit};
use core::fmt;
use core::str::FromStr;

/// How a card is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CardStyle {
    /// `Td`: PHH, PokerStars, most tools.
    #[default]
    Letter,
    /// `10d`: UpDAU.
    Ten,
    /// `10D`: Seka's notation.
    TenUpper,
    /// `10♦`: for people.
    Symbol,
}

/// Text that is no card, with the byte where it stops being one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseCardError {
    /// The byte in the text at which reading failed.
    pub at: usize,
    /// What was expected there.
    pub expected: &'static str,
}

impl fmt::Display for ParseCardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {} at byte {}", self.expected, self.at)
    }
}
impl core::error::Error for ParseCardError {}

/// A card with the style to write it in; made by [`Card::styled`].
#[derive(Clone, Copy, Debug)]
pub struct StyledCard(Card, CardStyle);

impl Card {
    /// The card, to be written in this style.
    pub const fn styled(self, style: CardStyle) -> StyledCard {
        StyledCard(self, style)
    }
}

impl fmt::Display for StyledCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StyledCard(card, style) = *self;
        match (style, card.rank()) {
            (CardStyle::Letter, rank) => write!(f, "{}", rank.letter())?,
            (_, Rank::Ten) => f.write_str("10")?,
            (_, rank) => write!(f, "{}", rank.letter())?,
        }
        let suit = card.suit();
        match style {
            CardStyle::Letter | CardStyle::Ten => write!(f, "{}", suit.letter()),
            CardStyle::TenUpper => write!(f, "{}", suit.letter().to_ascii_uppercase()),
            CardStyle::Symbol => write!(f, "{}", suit.symbol()),
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.styled(CardStyle::Letter), f)
    }
}

/// Reads cards one after another, as in `AsKd10h` or `As Kd, ??`.
#[derive(Clone, Debug)]
pub struct CardReader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> CardReader<'a> {
    /// Starts at the beginning of the text.
    pub fn new(text: &'a str) -> CardReader<'a> {
        CardReader { text, at: 0 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn fail<T>(&self, expected: &'static str) -> Result<T, ParseCardError> {
        Err(ParseCardError { at: self.at, expected })
    }

    fn rank(&mut self) -> Result<Rank, ParseCardError> {
        if self.rest().starts_with("10") {
            self.at += 2;
            return Ok(Rank::Ten);
        }
        let rank = match self.rest().bytes().next() {
            Some(digit @ b'2'..=b'9') => Rank::from_number(digit - b'0'),
            Some(letter) => match letter.to_ascii_uppercase() {
                b'T' => Some(Rank::Ten),
                b'J' => Some(Rank::Jack),
                b'Q' => Some(Rank::Queen),
                b'K' => Some(Rank::King),
                b'A' => Some(Rank::Ace),
                _ => None,
            },
            None => None,
        };
        match rank {
            Some(rank) => {
                self.at += 1;
                Ok(rank)
            }
            None => self.fail("a rank (2-10, T, J, Q, K, A)"),
        }
    }

    fn suit(&mut self) -> Result<Suit, ParseCardError> {
        let Some(sign) = self.rest().chars().next() else {
            return self.fail("a suit (c, d, h, s)");
        };
        let suit = match sign {
            'c' | 'C' | '♣' | '♧' => Suit::Clubs,
            'd' | 'D' | '♦' | '♢' => Suit::Diamonds,
            'h' | 'H' | '♥' | '♡' => Suit::Hearts,
            's' | 'S' | '♠' | '♤' => Suit::Spades,
            _ => return self.fail("a suit (c, d, h, s)"),
        };
        self.at += sign.len_utf8();
        // Phones append a variation selector to ask for the text or the emoji form.
        if let Some(selector @ ('\u{fe0e}' | '\u{fe0f}')) = self.rest().chars().next() {
            self.at += selector.len_utf8();
        }
        Ok(suit)
    }

    fn face(&mut self) -> Result<Option<Card>, ParseCardError> {
        if self.rest().starts_with("??") {
            self.at += 2;
            return Ok(None);
        }
        let start = self.at;
        let rank = self.rank()?;
        match self.suit() {
            Ok(suit) => Ok(Some(Card::new(rank, suit))),
            Err(error) => {
                self.at = start;
                Err(error)
            }
        }
    }
}

/// Each card of the text; `None` is the unknown card `??`. Ends after the first error.
impl Iterator for CardReader<'_> {
    type Item = Result<Option<Card>, ParseCardError>;
    fn next(&mut self) -> Option<Self::Item> {
        self.at += self.rest().len() - self.rest().trim_start_matches([' ', ',']).len();
        if self.rest().is_empty() {
            return None;
        }
        let face = self.face();
        if face.is_err() {
            self.at = self.text.len();
        }
        Some(face)
    }
}

/// Reads text such as `AsKd??`: known and unknown cards.
pub fn faces_in(text: &str) -> CardReader<'_> {
    CardReader::new(text)
}

/// Reads text such as `AsKd`: known cards only.
pub fn cards_in(text: &str) -> impl Iterator<Item = Result<Card, ParseCardError>> + '_ {
    let mut reader = CardReader::new(text);
    core::iter::from_fn(move || {
        let at = reader.at;
        Some(reader.next()?.and_then(|face| face.ok_or(ParseCardError { at, expected: "a known card" })))
    })
}

impl FromStr for Card {
    type Err = ParseCardError;
    fn from_str(text: &str) -> Result<Card, ParseCardError> {
        let mut reader = CardReader::new(text);
        let card = reader.face()?.ok_or(ParseCardError { at: 0, expected: "a known card" })?;
        if reader.rest().is_empty() { Ok(card) } else { reader.fail("nothing more after one card") }
    }
}

impl FromStr for CardSet {
    type Err = ParseCardError;
    fn from_str(text: &str) -> Result<CardSet, ParseCardError> {
        let mut set = CardSet::EMPTY;
        let mut reader = CardReader::new(text);
        loop {
            let at = reader.at;
            match reader.next() {
                None => return Ok(set),
                Some(Ok(Some(card))) if set.insert(card) => {}
                Some(Ok(_)) => return Err(ParseCardError { at, expected: "a known card, once" }),
                Some(Err(error)) => return Err(error),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;
    use std::vec::Vec;

    #[test]
    fn every_card_reads_back_from_every_style() {
        for card in CardSet::FULL {
            for style in [CardStyle::Letter, CardStyle::Ten, CardStyle::TenUpper, CardStyle::Symbol] {
                let text = card.styled(style).to_string();
                assert_eq!(text.parse(), Ok(card), "{text}");
                assert_eq!(text.to_lowercase().parse(), Ok(card), "{text}");
            }
        }
    }

    #[test]
    fn usual_forms() {
        let ten = Card::new(Rank::Ten, Suit::Diamonds);
        for text in ["Td", "10d", "T♦", "tD", "10♢", "TD", "10♦\u{fe0f}"] {
            assert_eq!(text.parse(), Ok(ten), "{text}");
        }
        for text in ["", "T", "1d", "Tx", "Tdd", "d", "??", "Тd", "11d", "Td "] {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
    }

    #[test]
    fn rows_of_cards() {
        let faces: Result<Vec<_>, _> = faces_in("As??10h, 2c").collect();
        assert_eq!(faces.unwrap().len(), 4);
        let error = cards_in("AsKx").collect::<Result<Vec<_>, _>>().unwrap_err();
        assert_eq!(error.at, 3);
        assert_eq!(cards_in("As??").collect::<Result<Vec<_>, _>>().unwrap_err().at, 2);
        assert_eq!("AsAs".parse::<CardSet>().unwrap_err().at, 2);
        assert_eq!("AsKd".parse::<CardSet>().unwrap().to_string(), "KdAs");
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused_at_a_place_in_it(text in ".{0,40}") {
            for face in faces_in(&text) {
                if let Err(error) = face {
                    assert!(text.is_char_boundary(error.at));
                }
            }
        }
    }
}
