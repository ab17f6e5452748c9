//! How often a hand wins what is in the middle: dealt out in the head, by the ranking of the variant that is played.

use super::opening::from_the_best;
use crate::Random;
use kozyr_cards::{Card, CardSet, Pack};
use kozyr_ranking::{Ranking, Strength};

/// How often the hand is dealt out.
const DEALS: u32 = 160;

/// What a bot has to know of a variant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    pack: Pack,
    /// A second one has a half of the pot of its own, if anybody qualifies.
    rankings: &'static [Ranking],
    pub(super) hole: usize,
}

impl Kind {
    /// By the code of the PHH standard.
    pub(super) fn of(variant: &str) -> Kind {
        let (pack, rankings, hole): (_, &[Ranking], _) = match variant {
            "NS" => (Pack::Short36, &[Ranking::ShortDeck], 2),
            "PO" => (Pack::Full52, &[Ranking::Omaha], 4),
            "FO/8" => (Pack::Full52, &[Ranking::Omaha, Ranking::OmahaEightOrBetter], 4),
            _ => (Pack::Full52, &[Ranking::Standard], 2),
        };
        Kind { pack, rankings, hole }
    }

    /// Is it known which two cards are good before the flop?
    pub(super) fn has_chart(&self) -> bool {
        self.hole == 2 && self.pack == Pack::Full52
    }
}

/// What is believed of an opponent's cards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Belief {
    /// They would have folded all but the best so many of a thousand before the flop.
    pub(super) kept: u32,
    /// The best of so many such hands: a bet means something.
    pub(super) of: u32,
}

impl Belief {
    pub(super) const ANY: Belief = Belief { kept: 1000, of: 1 };
}

/// What part of the middle the hand wins, in thousandths, against opponents of whom this is believed.
pub(super) fn share(
    kind: Kind,
    hole: &[Card],
    board: &[Card],
    against: &[Belief],
    random: Random<'_>,
) -> u32 {
    if hole.len() != kind.hole || board.len() > 5 || against.is_empty() {
        return 1000;
    }
    let known: CardSet = hole.iter().chain(board).copied().collect();
    let rest: Vec<Card> = kind.pack.cards().iter().filter(|&card| !known.contains(card)).collect();
    let mut full = Vec::with_capacity(5);
    let mut won = 0;
    for _ in 0..DEALS {
        let mut taken = known;
        let others: Vec<Vec<Card>> =
            against.iter().map(|belief| opponent(kind, *belief, board, &mut taken, &rest, random)).collect();
        full.clear();
        full.extend(board);
        while full.len() < 5 {
            full.push(fresh(&rest, &mut taken, random));
        }
        won += shares(kind, hole, &full, &others);
    }
    won / DEALS
}

/// A card that nobody has yet.
fn fresh(rest: &[Card], taken: &mut CardSet, random: Random<'_>) -> Card {
    loop {
        let card = rest[random(rest.len() as u32) as usize];
        if taken.insert(card) {
            return card;
        }
    }
}

fn opponent(
    kind: Kind,
    belief: Belief,
    board: &[Card],
    taken: &mut CardSet,
    rest: &[Card],
    random: Random<'_>,
) -> Vec<Card> {
    let mut best: Option<(Option<Strength>, Vec<Card>)> = None;
    for _ in 0..belief.of.max(1) {
        let mut seen = *taken;
        let hand = match kind.has_chart() && belief.kept < 1000 {
            true => from_the_best(belief.kept, seen, rest, &mut *random).to_vec(),
            false => (0..kind.hole).map(|_| fresh(rest, &mut seen, random)).collect(),
        };
        // Nobody is drawn a card that another holds; then any will do.
        let clash = hand.iter().any(|&card| taken.contains(card)) || hand.first() == hand.last();
        let hand =
            if clash { (0..kind.hole).map(|_| fresh(rest, &mut seen, random)).collect() } else { hand };
        let strength = if board.len() < 3 { None } else { kind.rankings[0].rank(&hand, board) };
        if best.as_ref().is_none_or(|(known, _)| strength > *known) {
            best = Some((strength, hand));
        }
    }
    let (_, hand) = best.expect("at least one was drawn");
    for &card in &hand {
        taken.insert(card);
    }
    hand
}

/// The hand's part of the pot on this board, in thousandths.
fn shares(kind: Kind, hole: &[Card], board: &[Card], others: &[Vec<Card>]) -> u32 {
    let mut parts: Vec<u32> = Vec::with_capacity(2);
    for ranking in kind.rankings {
        let on = ranking.on(board);
        let mine = on.rank(hole);
        let theirs: Vec<Option<Strength>> = others.iter().map(|other| on.rank(other)).collect();
        let best = theirs.iter().copied().max().flatten();
        if mine.is_none() && best.is_none() {
            continue;
        }
        let ties = theirs.iter().filter(|&&other| other == mine).count() as u32;
        parts.push(if mine >= best && mine.is_some() { 1000 / (ties + 1) } else { 0 });
    }
    parts.iter().sum::<u32>() / parts.len().max(1) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::random;

    fn cards(text: &str) -> Vec<Card> {
        kozyr_cards::cards_in(text).collect::<Result<_, _>>().unwrap()
    }

    fn wins(variant: &str, hole: &str, board: &str, against: &[Belief]) -> u32 {
        share(Kind::of(variant), &cards(hole), &cards(board), against, &mut random(7))
    }

    #[test]
    fn good_hands_win_more_often() {
        let one = [Belief::ANY];
        let (aces, rags) = (wins("NT", "AsAh", "", &one), wins("NT", "7s2h", "", &one));
        assert!((760..940).contains(&aces) && (240..450).contains(&rags), "{aces} {rags}");
        assert!(wins("NT", "AsAh", "", &[Belief::ANY; 5]) < aces);
        assert_eq!(wins("NT", "AsKs", "QsJsTs2d3c", &[Belief::ANY; 3]), 1000);
        assert_eq!(wins("NT", "2c3d", "AsKsQsJsTs", &one), 500, "the board plays");
    }

    #[test]
    fn whoever_bets_is_believed_to_have_more() {
        let bets = [Belief { kept: 200, of: 3 }];
        assert!(wins("NT", "KsQh", "Kd8c3s", &bets) < wins("NT", "KsQh", "Kd8c3s", &[Belief::ANY]));
    }

    #[test]
    fn every_variant_counts_by_its_own_ranking() {
        let one = [Belief::ANY];
        // A flush of the board and one card is none in Omaha.
        assert!(wins("PO", "AsKdQd2c", "9s7s5s3s2h", &one) < 700);
        // In short deck a flush beats the full house that is possible.
        assert!(wins("NS", "AsTs", "9s7s6sQdQh", &one) > 850);
        // The nut low with a strong high hand takes most of both halves.
        let both = wins("FO/8", "As2sKdKh", "3c4d8sKc9h", &one);
        assert!(both > 800, "{both}");
        let low_only = wins("FO/8", "As2dJdTh", "3c4d8sKc9h", &one);
        assert!((300..800).contains(&low_only), "{low_only}");
    }
}
