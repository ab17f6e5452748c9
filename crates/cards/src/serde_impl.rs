//! Cards in JSON and the like: text in the [`CardStyle::Letter`](crate::CardStyle) form, a set as a list of them.

use crate::{Card, CardSet};
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // As `Display` writes it, without its machinery: views are full of cards.
        let mut letters = [0; 8];
        let rank = self.rank().letter().encode_utf8(&mut letters).len();
        let suit = self.suit().letter().encode_utf8(&mut letters[rank..]).len();
        serializer.serialize_str(core::str::from_utf8(&letters[..rank + suit]).expect("two letters are text"))
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = Card;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a card such as \"Td\"")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Card, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Text)
    }
}

impl Serialize for CardSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for CardSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CardSet, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = CardSet;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of cards, each once")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut cards: A) -> Result<CardSet, A::Error> {
                let mut set = CardSet::EMPTY;
                while let Some(card) = cards.next_element::<Card>()? {
                    if !set.insert(card) {
                        return Err(A::Error::custom(format_args!("{card} is there twice")));
                    }
                }
                Ok(set)
            }
        }
        deserializer.deserialize_seq(List)
    }
}
