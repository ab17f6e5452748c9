//! Choices that can be recorded, replayed and shrunk.

/// A source of choices: random at first, then a tape of what was chosen.
#[derive(Clone, Debug)]
pub struct Dice {
    tape: Vec<u32>,
    at: usize,
    /// The generator behind the tape; without one every choice past its end is 0.
    state: Option<u64>,
}

impl Dice {
    /// Random choices from a seed (SplitMix64: good enough to play with, not to shuffle for money).
    pub fn random(seed: u64) -> Dice {
        Dice { tape: Vec::new(), at: 0, state: Some(seed) }
    }

    /// The choices of a tape, then always the first option.
    pub fn from_tape(tape: &[u32]) -> Dice {
        Dice { tape: tape.to_vec(), at: 0, state: None }
    }

    /// What was chosen so far.
    pub fn tape(&self) -> &[u32] {
        &self.tape[..self.at.min(self.tape.len())]
    }

    /// A number under `n` (which is at least 1).
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "a choice between nothing");
        if self.at == self.tape.len() {
            let fresh = self.state.as_mut().map_or(0, |state| {
                let x = splitmix(state);
                ((u128::from(x) * u128::from(n)) >> 64) as u32
            });
            self.tape.push(fresh);
        }
        let chosen = self.tape[self.at] % n;
        self.tape[self.at] = chosen;
        self.at += 1;
        chosen
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        assert!(low <= high, "nothing lies between {low} and {high}");
        let span = u32::try_from(high - low + 1).unwrap_or(u32::MAX);
        low + i64::from(self.below(span))
    }

    /// True once in `n`.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == n - 1
    }

    /// One of these.
    pub fn pick<'a, T>(&mut self, options: &'a [T]) -> &'a T {
        &options[self.below(options.len() as u32) as usize]
    }
}

fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
