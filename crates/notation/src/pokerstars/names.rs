//! What a hand is called in the text: `two pair, Aces and Kings`.

use kozyr_cards::{Card, CardSet, Rank};
use kozyr_poker::Variant;
use kozyr_ranking::{Category, Ranking};

const ONE: [&str; 13] = [
    "Deuce", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace",
];
const MANY: [&str; 13] = [
    "Deuces", "Threes", "Fours", "Fives", "Sixes", "Sevens", "Eights", "Nines", "Tens", "Jacks", "Queens",
    "Kings", "Aces",
];

fn one(rank: Rank) -> &'static str {
    ONE[usize::from(rank.number() - 2)]
}

fn many(rank: Rank) -> &'static str {
    MANY[usize::from(rank.number() - 2)]
}

/// What these cards make on this board; nothing if some are unknown.
pub(crate) fn hand_name(variant: &Variant, hole: &[Option<Card>], board: &[Option<Card>]) -> Option<String> {
    let hole: Vec<Card> = hole.iter().copied().collect::<Option<_>>()?;
    let board: Vec<Card> = board.iter().copied().collect::<Option<_>>()?;
    let mut names = variant.rankings.iter().filter_map(|ranking| name(*ranking, &hole, &board));
    let high = names.next()?;
    if variant.rankings.len() < 2 {
        return Some(high);
    }
    Some(match names.next() {
        Some(low) => format!("HI: {high}; LO: {low}"),
        None => format!("HI: {high}"),
    })
}

fn name(ranking: Ranking, hole: &[Card], board: &[Card]) -> Option<String> {
    // Nobody called before the flop, and they show what they had.
    if let (Ranking::Standard, &[one_card, other], []) = (ranking, hole, board) {
        let best = one_card.rank().max(other.rank());
        let paired = one_card.rank() == other.rank();
        return Some(if paired {
            format!("a pair of {}", many(best))
        } else {
            format!("high card {}", one(best))
        });
    }
    let strength = ranking.rank(hole, board)?;
    let five = ranking.playing(hole, board)?;
    if matches!(ranking, Ranking::OmahaEightOrBetter | Ranking::EightOrBetter) {
        return Some(low(five));
    }
    Some(high(strength.category(), five))
}

/// `8,6,4,3,A`
fn low(five: CardSet) -> String {
    let mut ranks: Vec<Rank> = five.iter().map(Card::rank).collect();
    ranks.sort_unstable_by_key(|rank| std::cmp::Reverse(rank.number() % 14 % Rank::Ace.number()));
    let letters: Vec<String> = ranks.iter().map(|rank| rank.letter().to_string()).collect();
    letters.join(",")
}

fn high(category: Category, five: CardSet) -> String {
    let mut ranks: Vec<Rank> = five.iter().map(Card::rank).collect();
    // What there is most of first, then from high to low.
    let count = |ranks: &[Rank], rank: Rank| ranks.iter().filter(|&&other| other == rank).count();
    let counted = ranks.clone();
    ranks.sort_unstable_by_key(|&rank| std::cmp::Reverse((count(&counted, rank), rank.number())));
    let first = ranks[0];
    let wheel = first == Rank::Ace && ranks[1] == Rank::Five;
    let (bottom, top) = if wheel { (Rank::Ace, Rank::Five) } else { (ranks[4], first) };
    match category {
        Category::HighCard => format!("high card {}", one(first)),
        Category::Pair => format!("a pair of {}", many(first)),
        Category::TwoPair => format!("two pair, {} and {}", many(first), many(ranks[2])),
        Category::ThreeOfAKind => format!("three of a kind, {}", many(first)),
        Category::Straight => format!("a straight, {} to {}", one(bottom), one(top)),
        Category::Flush => format!("a flush, {} high", one(first)),
        Category::FullHouse => format!("a full house, {} full of {}", many(first), many(ranks[3])),
        Category::FourOfAKind => format!("four of a kind, {}", many(first)),
        Category::StraightFlush if top == Rank::Ace => "a Royal Flush".to_owned(),
        Category::StraightFlush => format!("a straight flush, {} to {}", one(bottom), one(top)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kozyr_cards::faces_in;
    use kozyr_poker::variant::{FIXED_LIMIT_OMAHA_EIGHT, NO_LIMIT_HOLDEM};

    fn check(variant: &Variant, hole: &str, board: &str, expect: Option<&str>) {
        let faces = |text| faces_in(text).collect::<Result<Vec<_>, _>>().unwrap();
        assert_eq!(hand_name(variant, &faces(hole), &faces(board)).as_deref(), expect, "{hole} on {board}");
    }

    #[test]
    fn every_kind_of_hand() {
        for (hole, board, name) in [
            ("AsKd", "2c4d6h8sTc", "high card Ace"),
            ("2s2d", "KcQdJh8s4c", "a pair of Deuces"),
            ("AsKd", "AcKh6h8sTc", "two pair, Aces and Kings"),
            ("6s6d", "6cKhQh8sTc", "three of a kind, Sixes"),
            ("As2d", "3c4h5hKsTc", "a straight, Ace to Five"),
            ("AsKd", "QcJhTh2s3c", "a straight, Ten to Ace"),
            ("AsKs", "2s4s6sKhTc", "a flush, Ace high"),
            ("4s4d", "KcKhKs8sTc", "a full house, Kings full of Fours"),
            ("4s4d", "4c4hKs8sTc", "four of a kind, Fours"),
            ("5s6s", "7s8s9sAhTc", "a straight flush, Five to Nine"),
            ("AsKs", "QsJsTs2h3c", "a Royal Flush"),
        ] {
            check(&NO_LIMIT_HOLDEM, hole, board, Some(name));
        }
        check(&NO_LIMIT_HOLDEM, "9sTc", "", Some("high card Ten"));
        check(&NO_LIMIT_HOLDEM, "As??", "2c4d6h8sTc", None);
        let split = Some("HI: a pair of Aces; LO: 7,6,4,2,A");
        check(&FIXED_LIMIT_OMAHA_EIGHT, "AsAd4h8c", "2c6h7s9dJh", split);
        check(&FIXED_LIMIT_OMAHA_EIGHT, "KsKd9h9c", "2c6hAs3dJh", Some("HI: a pair of Kings"));
    }
}
