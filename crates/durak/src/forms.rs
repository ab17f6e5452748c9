//! How a pack stands in JSON.

/// A pack as the number of its cards.
pub(crate) mod pack {
    use kozyr_cards::Pack;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(pack: &Pack, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(pack.cards().len() as u8)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Pack, D::Error> {
        match u8::deserialize(deserializer)? {
            24 => Ok(Pack::Small24),
            36 => Ok(Pack::Short36),
            52 => Ok(Pack::Full52),
            other => Err(D::Error::custom(format!("a deck of Durak has 24, 36 or 52 cards, not {other}"))),
        }
    }
}
