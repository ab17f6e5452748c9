//! How a few types of other crates stand in JSON.

/// A set of seats as the list of their numbers, 1 for the first.
pub(crate) mod seats {
    use kozyr_card_game::{Seat, SeatSet};
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(seats: &SeatSet, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(seats.iter())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SeatSet, D::Error> {
        Ok(Vec::<Seat>::deserialize(deserializer)?.into_iter().collect())
    }
}

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
