//! Where the randomness of a shuffle comes from: the operating system, 256 bits for every shuffle.

use crate::world;
use kozyr_table::Seeds;

/// The operating system's randomness.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SystemSeeds;

impl Seeds for SystemSeeds {
    fn seed(&mut self) -> Option<[u8; 32]> {
        let mut seed = [0; 32];
        match world::fill(&mut seed) {
            Ok(()) => Some(seed),
            Err(error) => {
                tracing::error!(%error, "the operating system gives no randomness");
                None
            }
        }
    }
}

/// Seeds by a counter: a test deals the same cards every time.
#[cfg(test)]
#[derive(Clone)]
pub(crate) struct Counted(pub(crate) u64);

#[cfg(test)]
impl Seeds for Counted {
    fn seed(&mut self) -> Option<[u8; 32]> {
        self.0 += 1;
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&self.0.to_le_bytes());
        Some(seed)
    }
}
