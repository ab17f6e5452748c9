//! How often hands win: every hand that somebody can hold is counted.
#![allow(clippy::float_arithmetic, reason = "odds, not chips")]

use kozyr_cards::{Card, CardSet};
use kozyr_protocol::room::{SekaInfo, SekaPoints};

/// Hands by their points: so many of each.
#[derive(Clone, Debug)]
pub(super) struct Hands {
    /// By points; weights, so that a hand can be made less likely than another.
    by_points: [f64; 256],
}

impl Hands {
    /// Every hand of three of these cards.
    pub(super) fn of(info: &SekaInfo, cards: CardSet) -> Hands {
        let cards: Vec<Card> = cards.iter().collect();
        let mut by_points = [0.0; 256];
        for (nth, &a) in cards.iter().enumerate() {
            for (next, &b) in cards.iter().enumerate().skip(nth + 1) {
                for &c in &cards[next + 1..] {
                    by_points[usize::from(points(info, [a, b, c]))] += 1.0;
                }
            }
        }
        Hands { by_points }
    }

    /// One hand that is known.
    pub(super) fn only(points: u8) -> Hands {
        let mut by_points = [0.0; 256];
        by_points[usize::from(points)] = 1.0;
        Hands { by_points }
    }

    /// The same hands, each as likely as before times this.
    pub(super) fn weighted(&self, weight: impl Fn(u8) -> f64) -> Hands {
        let mut by_points = self.by_points;
        for (points, count) in by_points.iter_mut().enumerate() {
            *count *= weight(points as u8);
        }
        Hands { by_points }
    }

    fn sum(&self, range: std::ops::Range<usize>) -> f64 {
        self.by_points[range].iter().sum()
    }

    /// Which part of the hands has at least so many points.
    pub(super) fn at_least(&self, points: u8) -> f64 {
        let all = self.sum(0..256);
        if all > 0.0 { self.sum(points.into()..256) / all } else { 0.0 }
    }

    /// How often so many points win against one of these hands; a tie is half a win.
    pub(super) fn beaten_by(&self, points: u8) -> f64 {
        let (all, at) = (self.sum(0..256), usize::from(points));
        if all > 0.0 { (self.sum(0..at) + self.by_points[at] / 2.0) / all } else { 1.0 }
    }

    /// How often exactly so many points.
    pub(super) fn equal(&self, points: u8) -> f64 {
        let all = self.sum(0..256);
        if all > 0.0 { self.by_points[usize::from(points)] / all } else { 0.0 }
    }
}

/// What a hand is worth at this table.
pub(super) fn points(info: &SekaInfo, hand: [Card; 3]) -> u8 {
    let table = &info.points;
    let mut plain = [hand[0]; 3];
    let mut count = 0;
    for card in hand.into_iter().filter(|&card| info.joker != Some(card)) {
        plain[count] = card;
        count += 1;
    }
    let others = &plain[..count];
    let ace = |card: &&Card| card.rank().letter() == 'A';
    let aces = others.iter().filter(ace).count();
    let one_suit = others.iter().all(|card| card.suit() == others[0].suit());
    let one_rank = others.iter().all(|card| card.rank() == others[0].rank());
    let three = if one_rank { three(table, others[0]) } else { 0 };
    let rest = if count < 3 {
        let suit = if aces > 0 { table.joker_ace_suit } else { table.joker_suit };
        let ace = if aces > 0 { table.joker_ace } else { 0 };
        table.joker.max(ace).max(if one_suit { suit } else { 0 })
    } else {
        let [a, b, c] = plain;
        let mut best = if aces > 0 { table.ace } else { table.nothing };
        for (x, y) in [(a, b), (a, c), (b, c)] {
            if x.suit() == y.suit() {
                best = best.max(if ace(&&x) || ace(&&y) { table.pair_with_ace } else { table.pair });
            }
        }
        if aces >= 2 {
            best = best.max(table.two_aces);
        }
        if one_suit {
            best = best.max(if aces > 0 { table.suit_with_ace } else { table.suit });
        }
        best
    };
    three.max(rest)
}

fn three(table: &SekaPoints, card: Card) -> u8 {
    let rank = card.rank().letter();
    table.three.iter().find(|three| three.rank == rank).map_or(0, |three| three.points)
}
