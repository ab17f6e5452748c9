//! Random sessions at one table: people come, pause, come back, leave and go broke, and the blinds stay fair.

use kozyr_card_game::Seat;
use kozyr_card_game::laws::Dice;
use kozyr_chips::Chips;
use kozyr_poker::seating::{
    Ante, ButtonStyle, Deal, Entry, Intent, NextHand, Options, ReturnPost, Seating, Sitter, Stakes, Standing,
};
use std::collections::BTreeMap;

/// What happened, so that a test can see that everything was tried.
#[derive(Default, Debug)]
struct Seen {
    hands: u64,
    waited: u64,
    joined: u64,
    paused: u64,
    returned_in_debt: u64,
    waived_on_big_blind: u64,
    left: u64,
    shown_out: u64,
    heads_up: u64,
    dead_buttons: u64,
    dead_small_blinds: u64,
    orbits_away: u64,
}

/// How far the blinds have travelled since somebody sat out, counted without looking at debts.
#[derive(Clone, Copy, Debug)]
struct Away {
    /// Steps from the blind's place to their seat when they sat out: 1 to the number of seats.
    to_big: usize,
    to_small: usize,
    big_travelled: usize,
    small_travelled: usize,
}

impl Away {
    /// How often each blind has passed them.
    fn missed(self, seats: usize) -> (i64, i64) {
        let passes = |travelled: usize, first: usize| {
            if travelled < first { 0 } else { (travelled - first) / seats + 1 }
        };
        // The small blind is missed when it stops on the seat, too; the big blind never stops on somebody out.
        let small = passes(self.small_travelled, self.to_small);
        (small as i64, passes(self.big_travelled, self.to_big) as i64)
    }
}

fn steps(from: Seat, to: Seat, seats: u8) -> usize {
    let seats = usize::from(seats);
    (to.index() + seats - from.index()) % seats
}

struct Session {
    table: Seating,
    away: BTreeMap<Seat, Away>,
    dice: Dice,
    seen: Seen,
}

impl Session {
    fn new(seed: u64) -> Session {
        let mut dice = Dice::random(seed);
        let big = dice.between(1, 41);
        let small = if dice.one_in(2) { big / 2 } else { dice.between(0, big) };
        let ante = Chips::new(if dice.one_in(2) { 0 } else { dice.between(1, big) });
        let ante = if dice.one_in(3) { Ante::BigBlind(ante) } else { Ante::Each(ante) };
        let stakes = Stakes { small: Chips::new(small), big: Chips::new(big), ante };
        let mut table = Seating::new(dice.between(2, 10) as u8, stakes);
        table.options = Options {
            entry: *dice.pick(&[Entry::Free, Entry::Post]),
            return_post: *dice.pick(&[ReturnPost::Dead, ReturnPost::Live]),
            button: *dice.pick(&[ButtonStyle::Dead, ButtonStyle::Dead, ButtonStyle::Moving]),
            ..Options::default()
        };
        Session { table, away: BTreeMap::new(), dice, seen: Seen::default() }
    }

    /// What people do while a hand is played.
    fn people(&mut self) {
        let dice = &mut self.dice;
        if let Some(seat) = self.table.free_seat().filter(|_| dice.one_in(3)) {
            let stack = Chips::new(dice.between(1, 40 * self.table.stakes.big.units()));
            let under_way = dice.one_in(2);
            self.table.sitters.push(Sitter::joining(seat, stack, under_way));
            self.seen.joined += 1;
        }
        for sitter in &mut self.table.sitters {
            if !dice.one_in(6) {
                continue;
            }
            let intent = *dice.pick(&[
                Intent::Play,
                Intent::Play,
                Intent::WaitForBigBlind,
                Intent::Pause,
                Intent::Pause,
                Intent::Leave,
            ]);
            self.seen.paused += u64::from(sitter.standing.is_in() && intent.is_pause());
            let before = *sitter;
            if sitter.ask(intent).is_err() {
                assert_eq!(*sitter, before, "a refusal changes nothing");
            }
            if dice.one_in(2) {
                sitter.take_hold();
            }
        }
    }

    /// Moves chips about between those dealt in, the pot with them, as a hand would.
    fn play(&mut self, deal: &Deal) {
        let seats: Vec<Seat> = deal.posts.iter().map(|post| post.seat).collect();
        let mut pot = deal.dead();
        for sitter in self.table.sitters.iter_mut().filter(|sitter| seats.contains(&sitter.seat)) {
            let all = sitter.stack.units();
            let put = if self.dice.one_in(20) { all } else { self.dice.between(0, all.min(60)) };
            sitter.stack -= Chips::new(put);
            pot += Chips::new(put);
        }
        let winner = *self.dice.pick(&seats);
        self.table.sitters.iter_mut().find(|sitter| sitter.seat == winner).unwrap().stack += pot;
    }

    fn next(&mut self) {
        let before = self.table.clone();
        let next = before.next_hand();
        assert_eq!(chips(&before), chips_after(&next), "chips are conserved with dead blinds in the pot");
        self.possible(&next);
        self.seen.left += next.gone.len() as u64;
        self.away.retain(|seat, _| next.gone.iter().all(|gone| gone.seat != *seat));
        match &next.deal {
            None => self.waits(&before, &next),
            Some(deal) => self.dealt(&before, &next, deal),
        }
        self.table = next.table;
        if let Some(deal) = next.deal {
            self.play(&deal);
        }
        self.people();
    }

    /// No impossible state, and whoever is dealt in is active.
    fn possible(&mut self, next: &NextHand) {
        let posts = next.deal.iter().flat_map(|deal| &deal.posts);
        let dealt = |seat| posts.clone().any(|post| post.seat == seat);
        let dead = |seat| posts.clone().filter(|post| post.seat == seat).map(|post| post.dead).sum::<Chips>();
        for sitter in &next.table.sitters {
            assert!(sitter.standing.debt() <= self.table.stakes.debt_cap(), "never over one and a half");
            if next.deal.is_some() {
                assert_eq!(dealt(sitter.seat), sitter.standing == Standing::In(Intent::Play), "{next:?}");
            }
            // Whoever pays their last chip as a missed blind is all-in for the dead money.
            let brought = sitter.stack + dead(sitter.seat);
            assert!(brought.is_positive() || !dealt(sitter.seat), "no chips, and dealt in");
            let shown_out = sitter.short_of.is_positive();
            assert!(!shown_out || sitter.standing.intent() == Intent::Leave);
            self.seen.shown_out += u64::from(shown_out);
        }
    }

    fn waits(&mut self, before: &Seating, next: &NextHand) {
        self.seen.waited += 1;
        assert_eq!(next.table.places, before.places);
        for sitter in &next.table.sitters {
            let was = before.at(sitter.seat).unwrap();
            assert_eq!(sitter.standing.debt(), was.standing.debt(), "a waiting hand moves no debts");
        }
    }

    fn dealt(&mut self, before: &Seating, next: &NextHand, deal: &Deal) {
        self.seen.hands += 1;
        assert!(deal.posts.len() >= 2);
        let posts = |seat: Seat| deal.posts.iter().find(|post| post.seat == seat);
        let big = posts(deal.places.big_blind).expect("somebody posts the big blind");
        assert_eq!((big.blind, big.dead), (before.stakes.big, Chips::ZERO));
        let small = deal.posts.iter().filter(|post| post.seat != big.seat && post.blind.is_positive());
        assert!(small.count() <= 1, "one small blind");
        if deal.posts.len() == 2 {
            self.seen.heads_up += 1;
            assert_ne!(deal.places.button, big.seat, "heads-up the small blind has the button");
        }
        self.seen.dead_buttons += u64::from(posts(deal.places.button).is_none());
        self.seen.dead_small_blinds +=
            u64::from(posts(deal.places.small_blind).is_none() && deal.posts.len() > 2);
        if let Some(last) = before.places {
            assert_ne!(last.big_blind, big.seat, "nobody pays the big blind twice running");
            let far = steps(last.big_blind, big.seat, before.seats);
            for post in &deal.posts {
                let passed = (1..far).contains(&steps(last.big_blind, post.seat, before.seats));
                assert!(!passed, "the big blind skipped seat {}", post.seat);
            }
        }
        self.debts(before, next, deal);
    }

    /// Debts are what the blinds' travels say, and paying them costs exactly that.
    fn debts(&mut self, before: &Seating, next: &NextHand, deal: &Deal) {
        let (stakes, seats) = (before.stakes, before.seats);
        let wrap = |steps: usize| if steps == 0 { usize::from(seats) } else { steps };
        for sitter in &before.sitters {
            let seat = sitter.seat;
            let post = deal.posts.iter().find(|post| post.seat == seat);
            let staying = next.table.at(seat).filter(|after| after.standing.intent().is_pause());
            if let (None, Some(after), Some(last)) = (post, staying, before.places) {
                let away = self.away.entry(seat).or_insert(Away {
                    to_big: wrap(steps(last.big_blind, seat, seats)),
                    to_small: wrap(steps(last.small_blind, seat, seats)),
                    big_travelled: 0,
                    small_travelled: 0,
                });
                away.big_travelled += steps(last.big_blind, deal.places.big_blind, seats);
                away.small_travelled += steps(last.small_blind, deal.places.small_blind, seats);
                let (small, big) = away.missed(usize::from(seats));
                let owed = (stakes.small * small + stakes.big * big).min(stakes.debt_cap());
                assert_eq!(after.standing.debt(), owed, "seat {seat} after {away:?}");
                if (small, big) == (1, 1) {
                    self.seen.orbits_away += 1;
                    assert_eq!(owed, (stakes.small + stakes.big).min(stakes.debt_cap()));
                }
            }
            if let Some(post) = post {
                self.away.remove(&seat);
                let debt = sitter.standing.debt();
                let waived = seat == deal.places.big_blind || sitter.standing.intent() != Intent::Play;
                let after = next.table.at(seat).unwrap();
                assert_eq!(sitter.stack - post.dead, after.stack);
                if waived {
                    self.seen.waived_on_big_blind += u64::from(debt.is_positive());
                    assert_eq!(post.dead, Chips::ZERO, "the big blind and the called pay no debt");
                } else if debt.is_positive() {
                    self.seen.returned_in_debt += 1;
                    let paid = post.blind.abs() + post.dead;
                    let posts = sitter.newcomer && before.options.entry == Entry::Post;
                    let due = if posts { debt.max(stakes.big) } else { debt };
                    assert!(paid == due || paid == due + stakes.small, "paid {paid} for {debt}");
                }
            }
        }
        self.away.retain(|&seat, _| next.table.at(seat).is_some_and(|s| s.standing.intent().is_pause()));
    }
}

fn chips(table: &Seating) -> Chips {
    table.sitters.iter().map(|sitter| sitter.stack).sum()
}

fn chips_after(next: &NextHand) -> Chips {
    let gone: Chips = next.gone.iter().map(|sitter| sitter.stack).sum();
    chips(&next.table) + gone + next.deal.as_ref().map_or(Chips::ZERO, Deal::dead)
}

fn sessions(first: u64, hands: u64) -> Seen {
    let mut total = Seen::default();
    let mut seed = first;
    while total.hands < hands {
        let mut session = Session::new(seed);
        session.people();
        for _ in 0..200 {
            session.next();
        }
        let seen = session.seen;
        total.hands += seen.hands;
        total.waited += seen.waited;
        total.joined += seen.joined;
        total.paused += seen.paused;
        total.returned_in_debt += seen.returned_in_debt;
        total.waived_on_big_blind += seen.waived_on_big_blind;
        total.left += seen.left;
        total.shown_out += seen.shown_out;
        total.heads_up += seen.heads_up;
        total.dead_buttons += seen.dead_buttons;
        total.dead_small_blinds += seen.dead_small_blinds;
        total.orbits_away += seen.orbits_away;
        seed += 1;
    }
    total
}

fn tried_everything(seen: &Seen) {
    let least = [
        seen.waited,
        seen.joined,
        seen.paused,
        seen.returned_in_debt,
        seen.waived_on_big_blind,
        seen.left,
        seen.shown_out,
        seen.heads_up,
        seen.dead_buttons,
        seen.dead_small_blinds,
        seen.orbits_away,
    ];
    assert!(least.iter().all(|&times| times > seen.hands / 200), "something was hardly tried: {seen:?}");
}

#[test]
fn random_sessions_are_fair() {
    tried_everything(&sessions(1, 60_000));
}

#[test]
#[ignore = "long: make soak"]
#[allow(clippy::print_stdout)]
fn three_million_hands_of_random_sessions_are_fair() {
    let seen = sessions(1_000_000, 3_000_000);
    println!("{seen:?}");
    tried_everything(&seen);
}
