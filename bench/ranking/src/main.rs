//! Hand ranking against peers.
//!
//! Every contestant gets the same array of seven one-byte cards; turning them into its own cards is part of
//! the time, and each does it the fastest way it offers (for the peers: a table from our byte to
//! their prepared card). Before the clock starts, all must agree who wins.

mod contestants;
mod enumerate;
mod equity;

use contestants::{Aya, Contestant, Kozyr, Pokers, RsPoker};
use harness::{Options, Outcome, Race, Random, Report};
use kozyr_cards::{Card, CardSet};
use std::hint::black_box;

/// Too many for a branch predictor to remember, few enough to stay in a second-level cache: it is
/// ranking that is measured, not memory.
const HANDS: usize = 1 << 16;
/// A run takes a millisecond or two, less than the time slice of a busy machine.
const REPEATS: usize = 8;
const UNIT: &str = "M hands/s";

fn main() {
    let about = "Ranks seven cards with kozyr-ranking, pokers, rs_poker and aya_poker.";
    let options = Options::from_args(about, 301);
    let mut races = Vec::new();
    let mut enter = |title: &str, race: &dyn Fn(&str) -> Outcome| {
        if options.wants(title) {
            races.push(race(title));
        }
    };
    enter("7 random cards", &|title| random_cards(title, options.rounds));
    // A run of this one takes as long as a hundred of the other.
    enter("all 133,784,560 hands in sequence", &|title| enumerate::race(title, options.rounds.div_ceil(40)));
    enter("exact equity of two hands before the flop", &|title| {
        equity::race(title, options.rounds.div_ceil(20))
    });
    Report { benchmark: "ranking", races }.print(options.json);
}

fn random_cards(title: &str, rounds: usize) -> Outcome {
    let hands = deal(HANDS);
    let (kozyr, pokers, rs_poker, aya) = (Kozyr, Pokers::new(), RsPoker::new(), Aya::new());
    let wins = wins(&kozyr, &hands);
    assert_eq!(wins, self::wins(&pokers, &hands), "pokers disagrees");
    assert_eq!(wins, self::wins(&rs_poker, &hands), "rs_poker disagrees");
    assert_eq!(wins, self::wins(&aya, &hands), "aya_poker disagrees");
    Race::new(title, UNIT, (HANDS * REPEATS) as f64 / 1e6)
        .ours("kozyr-ranking", || rank_all(&kozyr, &hands))
        .peer("pokers 0.10", || rank_all(&pokers, &hands))
        .peer("rs_poker 5.0.0", || rank_all(&rs_poker, &hands))
        .peer("aya_poker 0.1", || rank_all(&aya, &hands))
        .run(rounds)
}

#[inline(never)]
fn rank_all<C: Contestant>(contestant: &C, hands: &[[Card; 7]]) -> u64 {
    let mut sum = 0;
    for _ in 0..REPEATS {
        for hand in black_box(hands) {
            sum += u64::from(C::number(contestant.rank(hand)));
        }
    }
    sum
}

/// How often a hand beats the next one: strengths are numbered differently by everybody, wins are not.
fn wins<C: Contestant>(contestant: &C, hands: &[[Card; 7]]) -> usize {
    hands.windows(2).filter(|two| contestant.rank(&two[0]) > contestant.rank(&two[1])).count()
}

fn deal(hands: usize) -> Vec<[Card; 7]> {
    let mut deck: Vec<Card> = CardSet::FULL.iter().collect();
    let mut random = Random(7);
    let deal_one = |_| {
        for i in 0..7 {
            deck.swap(i, i + random.below(52 - i));
        }
        deck[..7].try_into().expect("seven cards")
    };
    (0..hands).map(deal_one).collect()
}
