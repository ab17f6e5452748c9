//! The rankings variants are made of.

use kozyr_cards::Card;

fn five(cards: [Card; 5], short: bool) -> u32 {
    let mut counts = [0u8; 15];
    for c in cards {
        counts[c.rank().number() as usize] += 1;
    }
    let flush = cards.iter().all(|c| c.suit() == cards[0].suit());
    let mut groups: Vec<(u8, u8)> =
        (2..15).rev().filter(|&r| counts[r as usize] > 0).map(|r| (counts[r as usize], r)).collect();
    groups.sort_by(|a, b| b.cmp(a));
    let ranks: Vec<u8> = groups.iter().map(|g| g.1).collect();
    let straight = if ranks.len() == 5 {
        if ranks[0] - ranks[4] == 4 {
            Some(ranks[0])
        } else if ranks == [14, 5, 4, 3, 2] {
            Some(5)
        } else if short && ranks == [14, 9, 8, 7, 6] {
            Some(9)
        } else {
            None
        }
    } else {
        None
    };
    let shape: Vec<u8> = groups.iter().map(|g| g.0).collect();
    let cat = match (flush, straight, shape.as_slice()) {
        (true, Some(_), _) => 8,
        (_, _, [4, 1]) => 7,
        (_, _, [3, 2]) => {
            if short {
                5
            } else {
                6
            }
        }
        (true, _, _) => {
            if short {
                6
            } else {
                5
            }
        }
        (_, Some(_), _) => 4,
        (_, _, [3, 1, 1]) => 3,
        (_, _, [2, 2, 1]) => 2,
        (_, _, [2, 1, 1, 1]) => 1,
        _ => 0,
    };
    let mut v = cat;
    if let Some(h) = straight {
        v = v * 16 + u32::from(h);
        for _ in 0..4 {
            v *= 16;
        }
    } else {
        for i in 0..5 {
            v = v * 16 + u32::from(ranks.get(i).copied().unwrap_or(0));
        }
    }
    v
}
fn squash(v: u32) -> u16 {
    ((v >> 20) * 7000 + ((v & 0xfffff) >> 8)) as u16
}
fn best(cards: &[Card], short: bool) -> u32 {
    let n = cards.len();
    let mut top = 0;
    for a in 0..n {
        for b in a + 1..n {
            for c in b + 1..n {
                for d in c + 1..n {
                    for e in d + 1..n {
                        top = top.max(five([cards[a], cards[b], cards[c], cards[d], cards[e]], short));
                    }
                }
            }
        }
    }
    top
}
/// The best five of all cards.
pub(crate) fn any_five(hole: &[Card], board: &[Card]) -> Option<u16> {
    let all: Vec<Card> = hole.iter().chain(board).copied().collect();
    Some(squash(best(&all, false)))
}
/// short
pub(crate) fn short_deck(hole: &[Card], board: &[Card]) -> Option<u16> {
    let all: Vec<Card> = hole.iter().chain(board).copied().collect();
    Some(squash(best(&all, true)))
}
/// omaha
pub(crate) fn omaha(hole: &[Card], board: &[Card]) -> Option<u16> {
    any_five(&hole[..2], board)
}
/// low
pub(crate) fn omaha_eight_low(_hole: &[Card], _board: &[Card]) -> Option<u16> {
    None
}
