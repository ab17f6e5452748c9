//! Every seven cards of 52, in order, each contestant with its incremental form.

use crate::contestants::{Aya, Incremental, Kozyr, Pokers, RsPoker};
use harness::{Outcome, Race};

const ALL_HANDS: usize = 133_784_560;

pub fn race(title: &str, rounds: usize) -> Outcome {
    let (kozyr, pokers, rs_poker, aya) = (Kozyr, Pokers::new(), RsPoker::new(), Aya::new());
    Race::new(title, super::UNIT, ALL_HANDS as f64 / 1e6)
        .ours("kozyr-ranking", || rank_all(&kozyr))
        .peer("pokers 0.10", || rank_all(&pokers))
        .peer("rs_poker 5.0.0", || rank_all(&rs_poker))
        .peer("aya_poker 0.1", || rank_all(&aya))
        .run(rounds)
}

#[inline(never)]
fn rank_all<C: Incremental>(contestant: &C) -> u64 {
    let deck = &std::hint::black_box(contestant.deck());
    let add = |partial, index: usize| contestant.add(partial, deck[index]);
    let (mut sum, mut hands) = (0, 0);
    for a in 0..52 {
        let one = add(contestant.empty(), a);
        for b in a + 1..52 {
            let two = add(one, b);
            for c in b + 1..52 {
                let three = add(two, c);
                for d in c + 1..52 {
                    let four = add(three, d);
                    for e in d + 1..52 {
                        let five = add(four, e);
                        for f in e + 1..52 {
                            let six = add(five, f);
                            sum += contestant.rank_last(six, &deck[f + 1..]);
                            hands += deck[f + 1..].len();
                        }
                    }
                }
            }
        }
    }
    assert!(hands == ALL_HANDS);
    sum
}
