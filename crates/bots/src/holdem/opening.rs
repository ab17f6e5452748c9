//! How good two cards are before the flop, against all the others: which hands are opened from where.

use kozyr_cards::{Card, CardSet, Pack};
use std::sync::OnceLock;

/// Every pair of cards by how many in a thousand are better.
struct Chart(Vec<u16>);

/// How many of a thousand starting hands are better than this one.
pub(super) fn better_of_a_thousand(one: Card, two: Card) -> u32 {
    static CHART: OnceLock<Chart> = OnceLock::new();
    let chart = CHART.get_or_init(Chart::new);
    u32::from(chart.0[place(one, two)])
}

fn place(one: Card, two: Card) -> usize {
    usize::from(one.index()) * 52 + usize::from(two.index())
}

impl Chart {
    fn new() -> Chart {
        let cards: Vec<Card> = Pack::Full52.cards().iter().collect();
        let mut hands: Vec<(i32, Card, Card)> = Vec::new();
        for (nth, &one) in cards.iter().enumerate() {
            hands.extend(cards[nth + 1..].iter().map(|&two| (worth(one, two), one, two)));
        }
        hands.sort_by_key(|&(worth, ..)| std::cmp::Reverse(worth));
        let mut chart = Chart(vec![0; 52 * 52]);
        let mut better = 0;
        for (nth, &(worth, one, two)) in hands.iter().enumerate() {
            // Hands of the same worth have the same place.
            if nth > 0 && hands[nth - 1].0 != worth {
                better = nth;
            }
            let thousandth = (better * 1000 / hands.len()) as u16;
            chart.0[place(one, two)] = thousandth;
            chart.0[place(two, one)] = thousandth;
        }
        chart
    }
}

/// Points for high cards, pairs, one suit and neighbours, in the manner of the well-known count of Bill Chen, in halves.
fn worth(one: Card, two: Card) -> i32 {
    let (a, b) = (i32::from(one.rank().number()), i32::from(two.rank().number()));
    let (high, low) = (a.max(b), a.min(b));
    let points = |rank: i32| match rank {
        14 => 20,
        13 => 16,
        12 => 14,
        11 => 12,
        rank => rank,
    };
    if high == low {
        return (2 * points(high)).max(10) * 4;
    }
    let between = high - low - 1;
    let gap = match between {
        0 => 0,
        1 => 2,
        2 => 4,
        3 => 8,
        _ => 10,
    };
    let suited = if one.suit() == two.suit() { 4 } else { 0 };
    let makes_straights = if between <= 1 && high < 12 { 2 } else { 0 };
    // The low card breaks ties.
    (points(high) + suited + makes_straights - gap) * 4 + low / 4
}

/// So many of a thousand hands are opened with so many still to act behind.
pub(super) fn opened_before(behind: usize) -> u32 {
    match behind {
        0 | 1 => 620,
        2 => 430,
        3 => 290,
        4 => 230,
        5 => 190,
        _ => 160,
    }
}

/// A hand drawn from the best so many of a thousand; any, when none of a few is among them.
pub(super) fn from_the_best(
    thousandths: u32,
    taken: CardSet,
    cards: &[Card],
    mut below: impl FnMut(u32) -> u32,
) -> [Card; 2] {
    let mut hand = [cards[0], cards[1]];
    for _ in 0..24 {
        let mut draw = || cards[below(cards.len() as u32) as usize];
        let (one, two) = (draw(), draw());
        if one == two || taken.contains(one) || taken.contains(two) {
            continue;
        }
        hand = [one, two];
        if thousandths >= 1000 || better_of_a_thousand(one, two) < thousandths {
            break;
        }
    }
    hand
}

#[cfg(test)]
mod tests {
    use super::*;

    fn better(text: &str) -> u32 {
        let cards: Vec<Card> = kozyr_cards::cards_in(text).collect::<Result<_, _>>().unwrap();
        better_of_a_thousand(cards[0], cards[1])
    }

    #[test]
    fn hands_stand_in_the_order_players_know() {
        assert_eq!(better("AsAh"), 0);
        let falling = ["AsAh", "KsKh", "QsQh", "AsKs", "AsKh", "JsTs", "8s7s", "Qs7h", "8s3h", "7s2h"];
        assert!(
            falling.windows(2).all(|pair| better(pair[0]) <= better(pair[1])),
            "{:?}",
            falling.map(better)
        );
        assert!(better("7s2h") > 900 && better("TsTh") < 60 && better("AsTs") < 120);
        assert_eq!(better("AsKh"), better("KhAs"));
    }

    #[test]
    fn fewer_hands_are_opened_the_more_are_to_act() {
        assert!((1..9).all(|behind| opened_before(behind) >= opened_before(behind + 1)));
    }
}
