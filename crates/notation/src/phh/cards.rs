//! The cards of one action, in eight bytes.

use core::fmt;
use core::ops::Deref;
use kozyr_cards::Card;

/// Up to seven cards, known or unknown; no variant deals, discards or shows more at once.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Cards {
    faces: [Option<Card>; Cards::MOST],
    count: u8,
}

/// Why text is no row of cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CardsError {
    /// A rank or suit that does not exist, at this byte.
    #[error("a card is a rank (23456789TJQKA) and a suit (cdhs), or ??")]
    NotACard(usize),
    /// More than seven.
    #[error("no variant has more than seven cards in one action")]
    TooMany,
}

impl Cards {
    /// The most cards one action can have.
    pub const MOST: usize = 7;

    /// No cards.
    pub const NONE: Cards = Cards { faces: [None; Cards::MOST], count: 0 };

    /// These cards, if there are at most seven; `None` is an unknown card.
    pub fn new(faces: &[Option<Card>]) -> Result<Cards, CardsError> {
        let mut cards = Cards::NONE;
        cards.faces.get_mut(..faces.len()).ok_or(CardsError::TooMany)?.copy_from_slice(faces);
        cards.count = faces.len() as u8;
        Ok(cards)
    }

    /// Cards in the notation of the standard: `AsTd??`, nothing else.
    #[inline]
    pub fn from_text(text: &[u8]) -> Result<Cards, CardsError> {
        let mut cards = Cards::NONE;
        if text.len() > 2 * Cards::MOST {
            let bad = text.chunks(2).position(|pair| !matches!(pair, &[r, s] if face(r, s).is_some()));
            return Err(bad.map_or(CardsError::TooMany, |at| CardsError::NotACard(at * 2)));
        }
        let (pairs, odd) = text.as_chunks::<2>();
        for (place, &[rank, suit]) in pairs.iter().enumerate() {
            cards.faces[place] = face(rank, suit).ok_or(CardsError::NotACard(place * 2))?;
        }
        if !odd.is_empty() {
            return Err(CardsError::NotACard(text.len() - 1));
        }
        cards.count = pairs.len() as u8;
        Ok(cards)
    }

    /// The known ones.
    pub fn known(&self) -> impl Iterator<Item = Card> + '_ {
        self.iter().filter_map(|face| *face)
    }
}

/// Card bytes (rank × 4 + suit) by letter; 0 is no rank, and suits count from 1.
const RANKS: [u8; 256] = letters(b"23456789TJQKA", 2);
const SUITS: [u8; 256] = letters(b"cdhs", 1);

const fn letters(text: &[u8], first: u8) -> [u8; 256] {
    let mut table = [0; 256];
    let mut n = 0;
    while n < text.len() {
        table[text[n] as usize] = first + n as u8;
        n += 1;
    }
    table
}

#[inline]
fn face(rank: u8, suit: u8) -> Option<Option<Card>> {
    let (number, place) = (RANKS[usize::from(rank)], SUITS[usize::from(suit)]);
    if number != 0 && place != 0 {
        Some(Card::from_byte(number << 2 | (place - 1)))
    } else if rank == b'?' && suit == b'?' {
        Some(None)
    } else {
        None
    }
}

impl Deref for Cards {
    type Target = [Option<Card>];
    fn deref(&self) -> &[Option<Card>] {
        &self.faces[..usize::from(self.count)]
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for face in self.iter() {
            match face {
                Some(card) => fmt::Display::fmt(card, f)?,
                None => f.write_str("??")?,
            }
        }
        Ok(())
    }
}
impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kozyr_cards::CardSet;

    #[test]
    fn eight_bytes() {
        assert_eq!(size_of::<Cards>(), 8);
    }

    #[test]
    fn every_card_reads_and_writes() {
        for card in CardSet::FULL {
            let text = card.to_string();
            let cards = Cards::from_text(text.as_bytes()).unwrap();
            assert_eq!(&*cards, [Some(card)]);
            assert_eq!(cards.to_string(), text);
        }
        assert_eq!(Cards::from_text(b"As??Td").unwrap().to_string(), "As??Td");
    }

    #[test]
    fn only_the_notation_of_the_standard() {
        for (text, at) in [("as", 0), ("AsK", 2), ("10d", 0), ("?s", 0), ("AsA?", 2), ("As Kd", 2)] {
            assert_eq!(Cards::from_text(text.as_bytes()), Err(CardsError::NotACard(at)), "{text}");
        }
        assert_eq!(Cards::from_text(b"2c3c4c5c6c7c8c9c"), Err(CardsError::TooMany));
        assert_eq!(Cards::from_text(b"2c3c4c5c6c7c8cXc"), Err(CardsError::NotACard(14)));
    }
}
