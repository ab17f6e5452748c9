//! Things by seat: an object whose keys are seat numbers.

use kozyr_card_game::Seat;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// Things by seat, `{"3": …}` in JSON: what changes singly has a name of its own in a patch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BySeat<T>(pub BTreeMap<Seat, T>);

impl<T> Default for BySeat<T> {
    fn default() -> BySeat<T> {
        BySeat(BTreeMap::new())
    }
}
impl<T> Deref for BySeat<T> {
    type Target = BTreeMap<Seat, T>;
    fn deref(&self) -> &BTreeMap<Seat, T> {
        &self.0
    }
}
impl<T> DerefMut for BySeat<T> {
    fn deref_mut(&mut self) -> &mut BTreeMap<Seat, T> {
        &mut self.0
    }
}
impl<T> FromIterator<(Seat, T)> for BySeat<T> {
    fn from_iter<I: IntoIterator<Item = (Seat, T)>>(things: I) -> BySeat<T> {
        BySeat(things.into_iter().collect())
    }
}

impl<T: Serialize> Serialize for BySeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(seat, thing)| (seat.number(), thing)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for BySeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BySeat<T>, D::Error> {
        deserializer.deserialize_map(Seats(PhantomData))
    }
}

struct Seats<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Seats<T> {
    type Value = BySeat<T>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object whose keys are seat numbers")
    }
    // The number is read from text here: behind a tagged type serde hands keys on as text only.
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<BySeat<T>, A::Error> {
        let mut things = BTreeMap::new();
        while let Some((name, thing)) = map.next_entry::<String, T>()? {
            let seat = name.parse().ok().and_then(Seat::from_number);
            things.insert(seat.ok_or_else(|| A::Error::custom("a seat is a number from 1 to 16"))?, thing);
        }
        Ok(BySeat(things))
    }
}

impl<T: JsonSchema> JsonSchema for BySeat<T> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("BySeat_of_{}", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "additionalProperties": generator.subschema_for::<T>(),
            "propertyNames": { "pattern": "^([1-9]|1[0-6])$" },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_the_numbers_people_count_with() {
        let two: BySeat<u8> = [(Seat::from_index(2), 7), (Seat::from_index(15), 9)].into_iter().collect();
        let text = serde_json::to_string(&two).unwrap();
        assert_eq!(text, r#"{"3":7,"16":9}"#);
        assert_eq!(serde_json::from_str::<BySeat<u8>>(&text).unwrap(), two);
        for wrong in [r#"{"0":1}"#, r#"{"17":1}"#, r#"{"x":1}"#, "[]"] {
            assert!(serde_json::from_str::<BySeat<u8>>(wrong).is_err(), "{wrong}");
        }
    }
}
