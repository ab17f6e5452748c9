//! The secret of a shuffle, and what is drawn from it.

use kozyr_cards::{Card, CardSet, Deck};

/// How secrets are stretched; another way gets another number.
const VERSION: u8 = 1;

/// What a shuffle follows from. Kept where no player reads.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret {
    seed: [u8; 32],
    /// Cards that are dealt first, at a table for tests.
    top: Vec<Card>,
}

/// A stored secret that is none, or does not fit the pack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SecretError {
    /// Written by a program that knows more than this one, or by none.
    #[error("the secret of the shuffle cannot be read: it has version {0}, known is {VERSION}")]
    Version(u8),
    /// Too short, too long, or cards that are none.
    #[error("the secret of the shuffle is damaged")]
    Damaged,
    /// A fixed card that is not in the pack, or is there twice.
    #[error("the fixed cards on top do not fit the pack: {0} is not in it, or comes twice")]
    Top(Card),
}

impl std::fmt::Debug for Secret {
    /// Says nothing: a log file is read by people.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    /// From 256 random bits.
    pub const fn new(seed: [u8; 32]) -> Secret {
        Secret { seed, top: Vec::new() }
    }

    /// The same with these cards on top, in this order.
    pub fn with_top(self, top: &[Card]) -> Secret {
        Secret { top: top.to_vec(), ..self }
    }

    /// The bytes to keep: version, seed, the fixed cards.
    pub fn to_bytes(&self) -> Vec<u8> {
        let top = self.top.iter().map(|card| card.byte());
        std::iter::once(VERSION).chain(self.seed).chain(top).collect()
    }

    /// Reads what [`Secret::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Secret, SecretError> {
        let (&version, rest) = bytes.split_first().ok_or(SecretError::Damaged)?;
        if version != VERSION {
            return Err(SecretError::Version(version));
        }
        let (seed, top) = rest.split_first_chunk::<32>().ok_or(SecretError::Damaged)?;
        let top = top.iter().map(|&byte| Card::from_byte(byte).ok_or(SecretError::Damaged));
        Ok(Secret { seed: *seed, top: top.collect::<Result<_, _>>()? })
    }

    /// These cards in the order of the shuffle.
    pub(crate) fn deck(&self, cards: CardSet) -> Result<Deck, SecretError> {
        let ordered: Vec<Card> = cards.iter().collect();
        let mut deck = Deck::in_order(&ordered).expect("a set has every card once");
        let mut numbers = self.numbers("deck");
        deck.shuffle(|n| numbers.below(n));
        let mut seen = CardSet::EMPTY;
        if let Some(&wrong) = self.top.iter().find(|&&card| !cards.contains(card) || !seen.insert(card)) {
            return Err(SecretError::Top(wrong));
        }
        deck.put_on_top(&self.top).expect("the cards on top are in the deck");
        Ok(deck)
    }

    /// The stream of numbers with this name; each name has its own. For draws that are made from no deck.
    pub fn numbers(&self, name: &str) -> Numbers {
        Numbers(blake3::Hasher::new_keyed(&self.seed).update(name.as_bytes()).finalize_xof())
    }

    /// The hash of the bytes to keep: what is told before a draw, when the secret itself is told after it.
    pub fn digest(&self) -> [u8; 32] {
        *blake3::hash(&self.to_bytes()).as_bytes()
    }

    /// What makes it impossible to guess the card at this place from its leaf.
    pub(crate) fn salt(&self, place: usize) -> [u8; 32] {
        *blake3::Hasher::new_keyed(&self.seed).update(b"salt").update(&[place as u8]).finalize().as_bytes()
    }
}

/// A stream of uniform numbers that follows from a secret.
#[derive(Clone)]
pub struct Numbers(blake3::OutputReader);

impl Numbers {
    /// A uniform number under `n`: draws that would favour the small numbers are thrown away.
    ///
    /// # Panics
    /// When `n` is zero: a choice between nothing.
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "a choice between nothing");
        // The largest multiple of n that fits; what lies beyond it does not divide evenly.
        let even = u32::MAX - u32::MAX % n;
        loop {
            let mut bytes = [0; 4];
            self.0.fill(&mut bytes);
            let drawn = u32::from_le_bytes(bytes);
            if drawn < even {
                return drawn % n;
            }
        }
    }
}

impl std::fmt::Debug for Numbers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Numbers")
    }
}
