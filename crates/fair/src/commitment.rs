//! A Merkle tree over salted cards.

use crate::Secret;
use blake3::hazmat::{HasherExt as _, hash_derive_key_context};
use kozyr_cards::{Card, Deck};
use std::fmt;
use std::sync::LazyLock;

/// What stands in the log before the first card: it fixes every card and shows none.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub struct Commitment([u8; 32]);

/// One card, with what it takes to check that it was committed to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The card.
    pub card: Card,
    /// Its salt.
    pub salt: [u8; 32],
    /// The other branches on the way to the root, leaf first.
    pub path: Vec<[u8; 32]>,
}

/// The keys that BLAKE3 derives from its contexts, once for all: a shuffle hashes a hundred times.
static LEAF: LazyLock<[u8; 32]> =
    LazyLock::new(|| hash_derive_key_context("kozyr 2026 card at a place of a deck"));
static BRANCH: LazyLock<[u8; 32]> =
    LazyLock::new(|| hash_derive_key_context("kozyr 2026 branch over cards of a deck"));

fn leaf(place: usize, card: Card, salt: &[u8; 32]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new_from_context_key(&LEAF);
    *hasher.update(&[place as u8, card.byte()]).update(salt).finalize().as_bytes()
}

fn branch(left: &[u8; 32], right: &[u8; 32]) -> [u8; 32] {
    *blake3::Hasher::new_from_context_key(&BRANCH).update(left).update(right).finalize().as_bytes()
}

/// The leaves of a deck that has not been dealt from.
fn leaves(secret: &Secret, deck: &Deck) -> Vec<[u8; 32]> {
    deck.iter().enumerate().map(|(place, card)| leaf(place, card, &secret.salt(place))).collect()
}

/// One level up; a last branch without a partner moves up as it is.
fn up(level: &[[u8; 32]]) -> Vec<[u8; 32]> {
    level.chunks(2).map(|pair| if let [left, right] = pair { branch(left, right) } else { pair[0] }).collect()
}

impl Commitment {
    /// To this deck, which has not been dealt from.
    pub(crate) fn to(secret: &Secret, deck: &Deck) -> Commitment {
        let mut level = leaves(secret, deck);
        while level.len() > 1 {
            level = up(&level);
        }
        Commitment(level.first().copied().unwrap_or_default())
    }

    /// Was this card committed to at this place of a deck of so many?
    pub fn verify(&self, place: usize, cards: usize, opening: &Opening) -> bool {
        let (mut at, mut width) = (place, cards);
        let mut node = leaf(place, opening.card, &opening.salt);
        let mut path = opening.path.iter();
        while width > 1 {
            if at ^ 1 < width {
                let Some(other) = path.next() else { return false };
                node = if at & 1 == 0 { branch(&node, other) } else { branch(other, &node) };
            }
            (at, width) = (at / 2, width.div_ceil(2));
        }
        place < cards && path.next().is_none() && node == self.0
    }
}

impl Opening {
    pub(crate) fn of(secret: &Secret, deck: &Deck, place: usize) -> Option<Opening> {
        let card = deck.iter().nth(place)?;
        let mut level = leaves(secret, deck);
        let (mut at, mut path) = (place, Vec::new());
        while level.len() > 1 {
            path.extend(level.get(at ^ 1));
            (at, level) = (at / 2, up(&level));
        }
        Some(Opening { card, salt: secret.salt(place), path })
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
impl From<Commitment> for String {
    fn from(commitment: Commitment) -> String {
        commitment.to_string()
    }
}
impl TryFrom<String> for Commitment {
    type Error = &'static str;
    fn try_from(text: String) -> Result<Commitment, &'static str> {
        let hash = blake3::Hash::from_hex(&text).map_err(|_| "a commitment is 64 hexadecimal digits")?;
        Ok(Commitment(*hash.as_bytes()))
    }
}
