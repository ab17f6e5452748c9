//! What cards make with the board, which of them play, and which kicker decided.

use super::known;
use kozyr_cards::Card;
use kozyr_poker::{HandView, PlayerView};
use kozyr_protocol::room::{HoldemRun, Made, MadeHand};
use kozyr_ranking::{Category, Ranking};
use kozyr_table::holdem::HoldemTable;

/// What these hole cards make with the board; nothing before the flop or without the cards, and nothing where
/// low hands win: they have other names.
pub(super) fn made(table: &HoldemTable, hole: &[Card], board: &[Card]) -> Option<Made> {
    let ranking = *table.house().variant.rankings.first()?;
    let high = matches!(ranking, Ranking::Standard | Ranking::ShortDeck | Ranking::Omaha);
    if !high || hole.len() != table.house().variant.hole_cards() || board.len() < 3 {
        return None;
    }
    let kind = ranking.rank(hole, board)?.category();
    let mut cards: Vec<Card> = ranking.playing(hole, board)?.iter().collect();
    read_out(&mut cards, kind);
    Some(Made { kind: made_hand(kind), cards })
}

/// In the order they are read out: what there is most of first, then from high to low; an ace ends `5 4 3 2 A`.
fn read_out(cards: &mut [Card], kind: Category) {
    let ranks: Vec<u8> = cards.iter().map(|card| card.rank().number()).collect();
    let straight = matches!(kind, Category::Straight | Category::StraightFlush);
    let low_ace = straight && ranks.contains(&14) && !ranks.contains(&13);
    cards.sort_by_key(|card| {
        let rank = card.rank().number();
        let many = ranks.iter().filter(|&&other| other == rank).count();
        let height = if low_ace && rank == 14 { 1 } else { rank };
        std::cmp::Reverse((many, height))
    });
}

/// How many of the five cards make the kind of hand; the rest are kickers.
fn making(kind: MadeHand) -> usize {
    match kind {
        MadeHand::HighCard => 1,
        MadeHand::Pair => 2,
        MadeHand::ThreeOfAKind => 3,
        MadeHand::TwoPair | MadeHand::FourOfAKind => 4,
        MadeHand::Straight | MadeHand::Flush | MadeHand::FullHouse | MadeHand::StraightFlush => 5,
    }
}

/// What everybody makes and has won on one of the boards, in the order of the view. A winner who beat another shown hand of
/// the same kind by no more than a kicker has the rank that decided: also where that hand has won another pot.
pub(super) fn on(table: &HoldemTable, view: &HandView, run: usize) -> Vec<HoldemRun> {
    let board = known(&view.boards[run]);
    let part = |player: &PlayerView| HoldemRun {
        // Who shows of their own will, after the hand, claims nothing with it.
        made: made(table, &known(&player.cards), &board).filter(|_| player.shown && !player.folded),
        won: table.show().won_on(run, table.people()[player.seat.index()].chair),
        kicker: None,
    };
    let mut parts: Vec<HoldemRun> = view.players.iter().map(part).collect();
    let shown: Vec<Made> = parts.iter().filter_map(|part| part.made.clone()).collect();
    for winner in parts.iter_mut().filter(|part| part.won.is_positive()) {
        let Some(made) = &winner.made else { continue };
        let beaten = shown.iter().filter(|other| strength(other) < strength(made));
        let closest = beaten.max_by_key(|other| strength(other));
        winner.kicker = closest.and_then(|closest| kicker(made, closest));
    }
    parts
}

fn strength(made: &Made) -> (MadeHand, Vec<u8>) {
    (made.kind, ranks(made))
}

fn ranks(made: &Made) -> Vec<u8> {
    made.cards.iter().map(|card| card.rank().number()).collect()
}

/// The first rank in which the hand is higher than the one it beat, if up to there only kickers differ.
fn kicker(hand: &Made, beaten: &Made) -> Option<char> {
    let (high, low) = (ranks(hand), ranks(beaten));
    let differs = high.iter().zip(&low).position(|(ours, theirs)| ours != theirs)?;
    let decides = hand.kind == beaten.kind && differs >= making(hand.kind) && high[differs] > low[differs];
    decides.then(|| hand.cards[differs].rank().letter())
}

fn made_hand(kind: Category) -> MadeHand {
    match kind {
        Category::HighCard => MadeHand::HighCard,
        Category::Pair => MadeHand::Pair,
        Category::TwoPair => MadeHand::TwoPair,
        Category::ThreeOfAKind => MadeHand::ThreeOfAKind,
        Category::Straight => MadeHand::Straight,
        Category::Flush => MadeHand::Flush,
        Category::FullHouse => MadeHand::FullHouse,
        Category::FourOfAKind => MadeHand::FourOfAKind,
        Category::StraightFlush => MadeHand::StraightFlush,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(kind: MadeHand, text: &str) -> Made {
        Made { kind, cards: kozyr_cards::cards_in(text).collect::<Result<_, _>>().unwrap() }
    }

    #[test]
    fn a_kicker_decides_between_hands_of_one_kind_and_only_then() {
        use MadeHand::{Flush, HighCard, Pair, TwoPair};
        let cases = [
            (hand(Pair, "AsAhKd9c7s"), hand(Pair, "AcAdQd9h7c"), Some('K')),
            (hand(Pair, "AsAhKd9c7s"), hand(Pair, "AcAdKc9h2c"), Some('7')),
            (hand(Pair, "AsAhKd9c7s"), hand(Pair, "KcKsAd9h7c"), None),
            (hand(HighCard, "AsKhQd9c7s"), hand(HighCard, "AdKcQh8c7c"), Some('9')),
            (hand(HighCard, "AsKhQd9c7s"), hand(HighCard, "KdQcJh8c7c"), None),
            (hand(TwoPair, "AsAh9d9c7s"), hand(TwoPair, "AcAd9h9s5s"), Some('7')),
            (hand(TwoPair, "AsAh9d9c7s"), hand(TwoPair, "AcAd8h8sKs"), None),
            (hand(Flush, "As9s7s5s2s"), hand(Flush, "Ah9h7h4h2h"), None),
            (hand(Pair, "AsAhKd9c7s"), hand(HighCard, "AcKdQh9h7c"), None),
        ];
        for (winner, beaten, rank) in cases {
            assert_eq!(kicker(&winner, &beaten), rank, "{winner:?} over {beaten:?}");
        }
    }

    #[test]
    fn cards_are_read_out_as_people_do() {
        let read = |text: &str, kind| {
            let mut cards: Vec<Card> = kozyr_cards::cards_in(text).collect::<Result<_, _>>().unwrap();
            read_out(&mut cards, kind);
            cards.iter().map(|card| card.rank().letter()).collect::<String>()
        };
        assert_eq!(read("2c5d3hAs4c", Category::Straight), "5432A");
        assert_eq!(read("TcJdQhAsKc", Category::Straight), "AKQJT");
        assert_eq!(read("9c9dAhAs7c", Category::TwoPair), "AA997");
        assert_eq!(read("7c9d7hKs7s", Category::ThreeOfAKind), "777K9");
    }
}
