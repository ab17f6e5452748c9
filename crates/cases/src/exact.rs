//! Numbers of a case file, exactly as they are written.

use kozyr_chips::{Chips, Decimal, Scale};
use serde::Deserialize;
use serde_json::value::RawValue;

/// A JSON number read from its text: 75.25 never passes through a float.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exact(pub Decimal);

impl Exact {
    /// In minor units of this scale.
    pub(super) fn chips(&self, scale: Scale) -> Result<Chips, String> {
        self.0.to_chips(scale).map_err(|error| format!("{}: {error}", self.0))
    }
}

impl<'de> Deserialize<'de> for Exact {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Exact, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        let number = raw.get().parse();
        number.map(Exact).map_err(|error| serde::de::Error::custom(format!("{}: {error}", raw.get())))
    }
}
