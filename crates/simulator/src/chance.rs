//! Everything that is not decided follows from a seed.

/// SplitMix64: small, fast, and the same everywhere.
#[derive(Clone, Debug)]
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// Another source that follows from this one.
    pub(crate) fn fork(&mut self) -> Chance {
        Chance(self.next())
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    /// A number under `n`, which is not zero.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u64
    }

    /// A number from `least` to `most`.
    pub(crate) fn between(&mut self, least: u64, most: u64) -> u64 {
        least + self.below(most - least + 1)
    }

    /// Happens so often in a thousand.
    pub(crate) fn often(&mut self, in_a_thousand: u64) -> bool {
        self.below(1000) < in_a_thousand
    }

    /// One of these.
    pub(crate) fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        if of.is_empty() { None } else { of.get(self.below(of.len() as u64) as usize) }
    }
}
