//! Where draws come from: the system's randomness, or a number that makes them come out the same again.

use kozyr_card_game::laws::Dice;

pub enum Chance {
    System,
    Seeded(Dice),
}

impl Chance {
    pub fn new(seed: Option<u64>) -> Chance {
        seed.map_or(Chance::System, |seed| Chance::Seeded(Dice::random(seed)))
    }

    /// A uniform number under `n`; a draw that would favour the small numbers is thrown away.
    pub fn below(&mut self, n: u32) -> u32 {
        match self {
            Chance::Seeded(dice) => dice.below(n),
            Chance::System => {
                let even = u32::MAX - u32::MAX % n;
                loop {
                    let drawn = getrandom::u32().expect("the operating system gives randomness");
                    if drawn < even {
                        return drawn % n;
                    }
                }
            }
        }
    }
}
