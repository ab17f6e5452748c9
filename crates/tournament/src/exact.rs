//! Decimal numbers in JSON that never pass through a float.

use kozyr_chips::{Chips, Decimal, Scale};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// Writes so many units of 10⁻ⁿ as a JSON number: 3334 with two decimals is `33.34`.
pub(crate) fn write<S: Serializer>(units: i64, decimals: u8, serializer: S) -> Result<S::Ok, S::Error> {
    let scale = Scale::new(decimals).map_err(serde::ser::Error::custom)?;
    let text = Chips::new(units).display(scale).to_string();
    RawValue::from_string(text).map_err(serde::ser::Error::custom)?.serialize(serializer)
}

/// Reads a JSON number that is exact in units of 10⁻ⁿ.
pub(crate) fn read<'de, D: Deserializer<'de>>(decimals: u8, deserializer: D) -> Result<i64, D::Error> {
    use serde::de::Error;
    let raw = Box::<RawValue>::deserialize(deserializer)?;
    let decimal: Decimal = raw.get().parse().map_err(D::Error::custom)?;
    let scale = Scale::new(decimals).map_err(D::Error::custom)?;
    decimal.to_chips(scale).map(Chips::units).map_err(D::Error::custom)
}
