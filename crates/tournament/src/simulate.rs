//! Whole tournaments between simple bots, every hand on the engine, in simulated time: how long a structure takes.
//!
//! The same seed plays the same tournament. Chips, places and prizes are checked after every hand.

mod bot;
mod room;

use crate::names::EntrantId;
use crate::{Millis, Rules};
use kozyr_chips::Chips;
use room::Room;

/// What came of a tournament.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Hands at all tables.
    pub hands: u64,
    /// Players dealt in, over all hands.
    pub dealt: u64,
    /// Players who changed the table.
    pub moves: u64,
    /// Tables that were broken.
    pub broken: u64,
    /// How often somebody went out.
    pub busts: u64,
    /// How often somebody bought in again.
    pub rebuys: u64,
    /// Levels begun.
    pub levels: usize,
    /// From the first hand to the winner.
    pub duration: Millis,
    /// The pool.
    pub pool: Chips,
    /// Paid places, best first.
    pub prizes: Vec<(EntrantId, Chips)>,
}

/// How long tournaments of a structure take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forecast {
    /// How many were played.
    pub played: u32,
    /// Half of them were over by then.
    pub median: Millis,
    /// Nine of ten were.
    pub most: Millis,
    /// Places that are paid.
    pub paid: u32,
}

impl Forecast {
    /// Of tournaments that were played.
    pub fn of(outcomes: &[Outcome]) -> Option<Forecast> {
        let mut lengths: Vec<Millis> = outcomes.iter().map(|outcome| outcome.duration).collect();
        lengths.sort_unstable();
        let last = lengths.len().checked_sub(1)?;
        Some(Forecast {
            played: lengths.len() as u32,
            median: lengths[last / 2],
            // The smallest that nine of ten do not exceed.
            most: lengths[(lengths.len() * 9).div_ceil(10) - 1],
            paid: outcomes.last().map_or(0, |outcome| outcome.prizes.len() as u32),
        })
    }
}

/// Plays one tournament, telling how many are left as it goes; nothing when it would take more hands than that.
pub fn play(
    rules: &Rules,
    players: u32,
    seed: u64,
    most_hands: u64,
    left: &mut dyn FnMut(u32),
) -> Option<Outcome> {
    Room::open(rules.clone(), players, seed).play(most_hands, left)
}

/// Plays so many tournaments, or as many as so many hands are enough for; nothing when not even one is over by then.
pub fn forecast(
    rules: &Rules,
    players: u32,
    tournaments: u32,
    most_hands: u64,
    seed: u64,
) -> Option<Forecast> {
    let mut outcomes = Vec::new();
    let mut hands = most_hands;
    for number in 0..u64::from(tournaments) {
        let seed = seed.wrapping_add(number).wrapping_mul(2) | 1;
        let Some(outcome) = play(rules, players, seed, hands, &mut |_| {}) else { break };
        hands -= outcome.hands.min(hands);
        outcomes.push(outcome);
    }
    Forecast::of(&outcomes)
}

/// Random numbers good enough to play with.
#[derive(Clone, Debug)]
struct Numbers(u64);

impl Numbers {
    const fn new(seed: u64) -> Numbers {
        Numbers(seed)
    }

    fn below(&mut self, n: u32) -> u32 {
        // Xorshift64*, the high half scaled to the range.
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let x = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        ((x * u64::from(n)) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Preset;

    #[test]
    fn a_forecast_is_the_same_for_the_same_seed_and_ends_when_the_hands_are_used_up() {
        let rules = Preset::Turbo.rules("sim");
        let one = forecast(&rules, 4, 3, 5_000, 1).expect("four are soon done");
        assert_eq!(Some(one), forecast(&rules, 4, 3, 5_000, 1));
        assert_eq!(one.played, 3);
        assert!(one.median <= one.most && one.median > Millis::from_minutes(5), "{one:?}");
        assert_eq!(forecast(&rules, 4, 3, 5, 1), None, "five hands are not enough for one");
        let deep = forecast(&Preset::Deep.rules("sim"), 4, 3, 5_000, 1).expect("more hands, but not endless");
        assert!(deep.median > one.median, "deep stacks take longer: {deep:?}");
    }

    #[test]
    fn a_tournament_that_ends_with_a_declined_rebuy_is_forecast_too() {
        let mut config = Preset::Turbo.config("sim");
        config.seats = 3;
        config.starting_chips = Chips::new(400);
        config.rebuys = Some(crate::Rebuys { end_level: Some(5), max_each: None });
        let rules = config.check().unwrap();
        for seed in 0..20 {
            let forecast = forecast(&rules, 3, 5, 20_000, seed).expect("three are soon done");
            assert_eq!(forecast.played, 5);
        }
    }

    #[test]
    fn the_tenth_of_ten_is_left_out_of_nine_of_ten() {
        let outcome = |minutes| Outcome { duration: Millis::from_minutes(minutes), ..Outcome::default() };
        let ten: Vec<Outcome> = (1..=10).map(outcome).collect();
        let forecast = Forecast::of(&ten).unwrap();
        assert_eq!((forecast.median, forecast.most), (Millis::from_minutes(5), Millis::from_minutes(9)));
        assert_eq!(Forecast::of(&[]), None);
    }
}
