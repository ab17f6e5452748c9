//! Bytes that mean something to the caller only.

use std::fmt;

/// Bytes that mean something to the caller only, with the version of their form. They may hold cards
/// nobody should read in a log file, so what `Debug` prints is their number.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Payload {
    /// The version of the form the bytes are in. The store keeps it and does not interpret it.
    pub version: u8,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// The payload was written by a program that knows more than this one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("it is written in form {found}, and this program reads forms 1 to {known}: update the program")]
pub struct UnknownVersion {
    /// The version of the payload.
    pub found: u8,
    /// The latest version that the reader knows.
    pub known: u8,
}

impl Payload {
    /// No single payload is larger: 1 MiB.
    pub const MAX_BYTES: usize = 1 << 20;
    /// The version of bytes that are turned into a payload without naming one.
    pub const FIRST_VERSION: u8 = 1;

    /// Bytes in the form of this version.
    pub fn new(version: u8, bytes: impl Into<Vec<u8>>) -> Payload {
        Payload { version, bytes: bytes.into() }
    }

    /// The version and the bytes, for a reader who knows the versions 1 to `known`.
    pub fn read(&self, known: u8) -> Result<(u8, &[u8]), UnknownVersion> {
        if (1..=known).contains(&self.version) {
            Ok((self.version, &self.bytes))
        } else {
            Err(UnknownVersion { found: self.version, known })
        }
    }
}

impl Default for Payload {
    fn default() -> Payload {
        Payload::new(Payload::FIRST_VERSION, [])
    }
}
impl From<Vec<u8>> for Payload {
    fn from(bytes: Vec<u8>) -> Payload {
        Payload::new(Payload::FIRST_VERSION, bytes)
    }
}
impl From<&[u8]> for Payload {
    fn from(bytes: &[u8]) -> Payload {
        bytes.to_vec().into()
    }
}
impl fmt::Debug for Payload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes, version {}", self.bytes.len(), self.version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_from_the_future_is_refused() {
        let payload = Payload::new(3, *b"abc");
        assert_eq!(payload.read(3), Ok((3, b"abc".as_slice())));
        assert_eq!(payload.read(2), Err(UnknownVersion { found: 3, known: 2 }));
        assert!(payload.read(2).unwrap_err().to_string().contains("update the program"));
        assert!(Payload::new(0, []).read(9).is_err(), "nothing is written in version 0");
    }
}
