//! Who plays with whom: a pure function over the people who wait.

use super::{Criteria, Millis, Timestamp, Wish};

/// Somebody who waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting<K> {
    /// Who, as the caller knows them.
    pub who: K,
    /// The user behind: nobody plays against themself.
    pub user: u64,
    /// What they would play.
    pub wish: Wish,
    /// When their `find` was answered.
    pub since: Timestamp,
}

/// When partners are put together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// Nobody is found sooner after their `find` was answered.
    pub settle: Millis,
    /// In demo queues a bot takes a free seat after this time.
    pub bots_after: Millis,
}

impl Patience {
    /// 250 ms, and 6 s until bots come.
    pub const USUAL: Patience = Patience { settle: Millis::new(250), bots_after: Millis::from_secs(6) };
}

/// People who will play together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group<K> {
    /// The people, longest waiting first; their boxes in this order.
    pub players: Vec<K>,
    /// How many bots sit down with them.
    pub bots: usize,
    /// The terms all of them accept.
    pub criteria: Criteria,
}

/// More people than this are not looked at for one group.
const MOST_CANDIDATES: usize = 64;

/// All groups that can be made now. Those who wait longest come first.
pub fn pair_up<K: Clone + PartialEq>(
    waiting: &[Waiting<K>],
    now: Timestamp,
    patience: &Patience,
) -> Vec<Group<K>> {
    let mut left = waiting.to_vec();
    let mut groups = Vec::new();
    let mut nth = 0;
    while nth < left.len() {
        match partners_for(&left, nth, now, patience) {
            Some(group) => {
                left.retain(|one| !group.players.contains(&one.who));
                groups.push(group);
                nth = 0;
            }
            None => nth += 1,
        }
    }
    groups
}

/// The group this one can be part of now, if there is one.
///
/// When everybody else has been asked before, this is all there is to ask about a newcomer: a group
/// that became possible has them in it.
pub fn partners_for<K: Clone>(
    waiting: &[Waiting<K>],
    nth: usize,
    now: Timestamp,
    patience: &Patience,
) -> Option<Group<K>> {
    let me = waiting.get(nth).filter(|me| settled(me, now, patience))?;
    let suits = |(other_nth, other): &(usize, &Waiting<K>)| {
        let other_one = *other_nth != nth && other.user != me.user && settled(other, now, patience);
        other_one && me.wish.both(&other.wish).is_some()
    };
    let others: Vec<(usize, &Waiting<K>)> =
        waiting.iter().enumerate().filter(suits).take(MOST_CANDIDATES).collect();
    for &seats in &me.wish.num_seats {
        let wish = Wish { num_seats: vec![seats], ..me.wish.clone() };
        // The longest waiting partner may not go with the next ones: then it is tried from the next on.
        for from in 0..others.len() {
            let (members, terms) = gather(nth, &wish, &others[from..], usize::from(seats));
            if members.len() == usize::from(seats) {
                return group(waiting, members, &terms, 0);
            }
        }
    }
    let bored = me.wish.currency.is_demo() && now.since(me.since) >= patience.bots_after;
    if !bored {
        return None;
    }
    let seats = me.wish.settle().ok()?.num_seats;
    let wish = Wish { num_seats: vec![seats], ..me.wish.clone() };
    let (members, terms) = gather(nth, &wish, &others, usize::from(seats));
    let bots = usize::from(seats) - members.len();
    group(waiting, members, &terms, bots)
}

fn settled<K>(one: &Waiting<K>, now: Timestamp, patience: &Patience) -> bool {
    now.since(one.since) >= patience.settle
}

/// Adds whoever goes with all so far, until there are enough.
fn gather<K>(me: usize, wish: &Wish, others: &[(usize, &Waiting<K>)], seats: usize) -> (Vec<usize>, Wish) {
    let mut members = vec![me];
    let mut users = Vec::new();
    let mut terms = wish.clone();
    for &(nth, other) in others {
        if members.len() == seats {
            break;
        }
        if users.contains(&other.user) {
            continue;
        }
        if let Some(both) = terms.both(&other.wish) {
            terms = both;
            members.push(nth);
            users.push(other.user);
        }
    }
    (members, terms)
}

fn group<K: Clone>(
    waiting: &[Waiting<K>],
    mut members: Vec<usize>,
    terms: &Wish,
    bots: usize,
) -> Option<Group<K>> {
    members.sort_by_key(|&nth| (waiting[nth].since, nth));
    let criteria = terms.settle().ok()?;
    let players = members.into_iter().map(|nth| waiting[nth].who.clone()).collect();
    Some(Group { players, bots, criteria })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::updau::Currency;
    use kozyr_chips::Chips;
    use proptest::prelude::*;

    fn waiting(who: u64, since: i64, change: impl FnOnce(&mut Wish)) -> Waiting<u64> {
        let mut wish = Wish::usual(Currency::fun());
        change(&mut wish);
        Waiting { who, user: who, wish, since: Timestamp::from_millis(since) }
    }

    fn groups(waiting: &[Waiting<u64>], now: i64) -> Vec<(Vec<u64>, usize)> {
        let groups = pair_up(waiting, Timestamp::from_millis(now), &Patience::USUAL);
        groups.into_iter().map(|group| (group.players, group.bots)).collect()
    }

    #[test]
    fn partners_are_found_a_moment_after_the_last_answer() {
        let two = [waiting(1, 0, |_| ()), waiting(2, 100, |_| ())];
        assert_eq!(groups(&two, 349), []);
        assert_eq!(groups(&two, 350), [(vec![1, 2], 0)]);
    }

    #[test]
    fn lists_mean_any_of_them() {
        let three = |wish: &mut Wish| wish.num_seats = vec![3];
        let any = |wish: &mut Wish| wish.num_seats = vec![2, 3];
        let people = [waiting(1, 0, three), waiting(2, 1, any), waiting(3, 2, three)];
        assert_eq!(groups(&people, 1000), [(vec![1, 2, 3], 0)]);
        let people = [waiting(1, 0, three), waiting(2, 1, any), waiting(3, 2, |_| ())];
        assert_eq!(groups(&people, 1000), [(vec![2, 3], 0)]);
    }

    #[test]
    fn the_longest_waiting_comes_first_but_does_not_block() {
        let bet = |bet| move |wish: &mut Wish| wish.cash_bets = vec![Chips::new(bet)];
        let people =
            [waiting(1, 0, bet(50)), waiting(2, 1, bet(7)), waiting(3, 2, bet(7)), waiting(4, 3, bet(50))];
        assert_eq!(groups(&people, 1000), [(vec![1, 4], 0), (vec![2, 3], 0)]);
        // 1 goes with either of the others, which do not go with each other.
        let either = |wish: &mut Wish| {
            wish.num_seats = vec![3];
            wish.cash_bets = vec![Chips::new(7), Chips::new(50)];
        };
        let three = |bet| {
            move |wish: &mut Wish| {
                wish.num_seats = vec![3];
                wish.cash_bets = vec![Chips::new(bet)];
            }
        };
        let people = [
            waiting(1, 0, either),
            waiting(2, 1, three(7)),
            waiting(3, 2, three(50)),
            waiting(4, 3, three(50)),
        ];
        assert_eq!(groups(&people, 1000), [(vec![1, 3, 4], 0)]);
    }

    #[test]
    fn nobody_plays_against_himself() {
        let mut twice = [waiting(1, 0, |_| ()), waiting(2, 0, |_| ())];
        twice[1].user = 1;
        assert_eq!(groups(&twice, 60_000), []);
    }

    #[test]
    fn bots_come_to_demo_queues_only() {
        let demo = |wish: &mut Wish| {
            wish.currency = Currency::dem();
            wish.num_seats = vec![3];
        };
        let people = [waiting(1, 0, demo), waiting(2, 5_000, demo)];
        assert_eq!(groups(&people, 5_999), []);
        assert_eq!(groups(&people, 6_000), [(vec![1, 2], 1)]);
        let fun = [waiting(1, 0, |wish| wish.num_seats = vec![3])];
        assert_eq!(groups(&fun, 600_000), []);
    }

    prop_compose! {
        fn anybody()(who in 0u64..8, since in 0i64..400, seats in prop::sample::subsequence(vec![2u8, 3, 4], 1..=3),
            bets in prop::sample::subsequence(vec![10i64, 20, 30], 1..=3), demo in any::<bool>()) -> Waiting<u64> {
            let mut one = waiting(who, since, |wish| {
                wish.num_seats = seats;
                wish.cash_bets = bets.into_iter().map(Chips::new).collect();
                if demo {
                    wish.currency = Currency::dem();
                }
            });
            one.who = who * 1000 + since as u64;
            one
        }
    }

    proptest! {
        #[test]
        fn groups_are_full_and_everybody_agrees(mut people in prop::collection::vec(anybody(), 0..12), now in 0i64..800) {
            people.sort_by_key(|one| (one.since, one.who));
            people.dedup_by_key(|one| one.who);
            let now = Timestamp::from_millis(now);
            let groups = pair_up(&people, now, &Patience::USUAL);
            let mut taken = Vec::new();
            for group in &groups {
                prop_assert_eq!(group.players.len() + group.bots, usize::from(group.criteria.num_seats));
                let members: Vec<_> = people.iter().filter(|one| group.players.contains(&one.who)).collect();
                let terms = Wish::from(group.criteria.clone());
                for member in &members {
                    prop_assert!(terms.both(&member.wish).is_some());
                    prop_assert!(now.since(member.since) >= Patience::USUAL.settle);
                }
                let mut users: Vec<_> = members.iter().map(|one| one.user).collect();
                users.sort_unstable();
                users.dedup();
                prop_assert_eq!(users.len(), group.players.len());
                taken.extend(group.players.clone());
            }
            // Whoever is left over finds nobody.
            let left: Vec<_> = people.iter().filter(|one| !taken.contains(&one.who)).cloned().collect();
            prop_assert_eq!(pair_up(&left, now, &Patience::USUAL), []);
        }
    }
}
