//! What a hand is called, in English and in Russian.

use crate::low::{ace_to_five, deuce_to_seven};
use crate::{Category, Ranking, Strength, badugi};
use core::fmt;
use kozyr_cards::Rank;

/// A language to speak to players in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Русский.
    Russian,
}

impl Strength {
    /// What a high hand is called; [`Ranking::describe`] knows the low ones too.
    ///
    /// ```
    /// use kozyr_ranking::{Language, rank_set};
    /// let strength = rank_set("As Ad Kh Ks 7c 4d 2d".parse()?).unwrap();
    /// assert_eq!(strength.describe(Language::English).to_string(), "two pair, aces and kings");
    /// assert_eq!(strength.describe(Language::Russian).to_string(), "две пары, тузы и короли");
    /// # Ok::<(), kozyr_cards::ParseCardError>(())
    /// ```
    pub const fn describe(self, language: Language) -> Description {
        Ranking::Standard.describe(self, language)
    }
}

impl Ranking {
    /// What a hand with this strength is called under this ranking.
    pub const fn describe(self, strength: Strength, language: Language) -> Description {
        Description { ranking: self, strength, language }
    }
}

/// A hand's name; made by [`Strength::describe`] and [`Ranking::describe`].
#[derive(Clone, Copy, Debug)]
pub struct Description {
    ranking: Ranking,
    strength: Strength,
    language: Language,
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Description { ranking, strength, language } = *self;
        match ranking {
            Ranking::Standard | Ranking::ShortDeck | Ranking::Omaha => {
                high(f, strength.category(), strength.ranks(), language)
            }
            Ranking::AceToFive | Ranking::EightOrBetter | Ranking::OmahaEightOrBetter => {
                let (turned, ranks) = ace_to_five::read(strength);
                low(f, turned.category(), ranks, language)
            }
            Ranking::DeuceToSeven => {
                let turned = deuce_to_seven::read(strength);
                low(f, turned.category(), turned.ranks(), language)
            }
            Ranking::Badugi => {
                let ranks = badugi::read(strength);
                f.write_str(match (language, ranks.clone().count()) {
                    (Language::English, 4) => "badugi, ",
                    (Language::English, 3) => "three cards, ",
                    (Language::English, 2) => "two cards, ",
                    (Language::English, _) => "one card, ",
                    (Language::Russian, 4) => "бадуги, ",
                    (Language::Russian, 3) => "три карты, ",
                    (Language::Russian, 2) => "две карты, ",
                    (Language::Russian, _) => "одна карта, ",
                })?;
                letters(f, ranks)
            }
        }
    }
}

/// A low without a pair is read out card by card, anything else as the high hand it is.
fn low(f: &mut fmt::Formatter<'_>, category: Category, ranks: [Rank; 5], language: Language) -> fmt::Result {
    if category != Category::HighCard {
        return high(f, category, ranks, language);
    }
    f.write_str(match language {
        Language::English => "low, ",
        Language::Russian => "лоу, ",
    })?;
    letters(f, ranks)
}

fn letters(f: &mut fmt::Formatter<'_>, ranks: impl IntoIterator<Item = Rank>) -> fmt::Result {
    for (i, rank) in ranks.into_iter().enumerate() {
        let dash = if i == 0 { "" } else { "-" };
        write!(f, "{dash}{}", rank.letter())?;
    }
    Ok(())
}

fn high(f: &mut fmt::Formatter<'_>, category: Category, ranks: [Rank; 5], language: Language) -> fmt::Result {
    match language {
        Language::English => high_in_english(f, category, ranks),
        Language::Russian => high_in_russian(f, category, ranks),
    }
}

fn high_in_english(f: &mut fmt::Formatter<'_>, category: Category, ranks: [Rank; 5]) -> fmt::Result {
    let one = |i: usize| ENGLISH[ranks[i] as usize - 2].0;
    let many = |i: usize| ENGLISH[ranks[i] as usize - 2].1;
    match category {
        Category::HighCard => write!(f, "high card, {}", one(0)),
        Category::Pair => write!(f, "pair of {}", many(0)),
        Category::TwoPair => write!(f, "two pair, {} and {}", many(0), many(2)),
        Category::ThreeOfAKind => write!(f, "three of a kind, {}", many(0)),
        Category::Straight => write!(f, "straight, {} high", one(0)),
        Category::Flush => write!(f, "flush, {} high", one(0)),
        Category::FullHouse => write!(f, "full house, {} full of {}", many(0), many(3)),
        Category::FourOfAKind => write!(f, "four of a kind, {}", many(0)),
        Category::StraightFlush if ranks[0] == Rank::Ace => write!(f, "royal flush"),
        Category::StraightFlush => write!(f, "straight flush, {} high", one(0)),
    }
}

fn high_in_russian(f: &mut fmt::Formatter<'_>, category: Category, ranks: [Rank; 5]) -> fmt::Result {
    let word = |i: usize| &RUSSIAN[ranks[i] as usize - 2];
    match category {
        Category::HighCard => write!(f, "старшая карта, {}", word(0).one),
        Category::Pair => write!(f, "пара {}", word(0).of_many),
        Category::TwoPair => write!(f, "две пары, {} и {}", word(0).many, word(2).many),
        Category::ThreeOfAKind => write!(f, "тройка {}", word(0).of_many),
        Category::Straight => write!(f, "стрит до {}", word(0).of_one),
        Category::Flush => write!(f, "флеш до {}", word(0).of_one),
        Category::FullHouse => write!(f, "фулл-хаус, {} и {}", word(0).many, word(3).many),
        Category::FourOfAKind => write!(f, "каре {}", word(0).of_many),
        Category::StraightFlush if ranks[0] == Rank::Ace => write!(f, "роял-флеш"),
        Category::StraightFlush => write!(f, "стрит-флеш до {}", word(0).of_one),
    }
}

/// One and many, from the two up.
const ENGLISH: [(&str, &str); 13] = [
    ("two", "twos"),
    ("three", "threes"),
    ("four", "fours"),
    ("five", "fives"),
    ("six", "sixes"),
    ("seven", "sevens"),
    ("eight", "eights"),
    ("nine", "nines"),
    ("ten", "tens"),
    ("jack", "jacks"),
    ("queen", "queens"),
    ("king", "kings"),
    ("ace", "aces"),
];

/// The cases the names above need.
struct RussianRank {
    one: &'static str,     // туз
    of_one: &'static str,  // до туза
    many: &'static str,    // тузы
    of_many: &'static str, // пара тузов
}

const fn russian(
    one: &'static str,
    of_one: &'static str,
    many: &'static str,
    of_many: &'static str,
) -> RussianRank {
    RussianRank { one, of_one, many, of_many }
}

const RUSSIAN: [RussianRank; 13] = [
    russian("двойка", "двойки", "двойки", "двоек"),
    russian("тройка", "тройки", "тройки", "троек"),
    russian("четвёрка", "четвёрки", "четвёрки", "четвёрок"),
    russian("пятёрка", "пятёрки", "пятёрки", "пятёрок"),
    russian("шестёрка", "шестёрки", "шестёрки", "шестёрок"),
    russian("семёрка", "семёрки", "семёрки", "семёрок"),
    russian("восьмёрка", "восьмёрки", "восьмёрки", "восьмёрок"),
    russian("девятка", "девятки", "девятки", "девяток"),
    russian("десятка", "десятки", "десятки", "десяток"),
    russian("валет", "валета", "валеты", "валетов"),
    russian("дама", "дамы", "дамы", "дам"),
    russian("король", "короля", "короли", "королей"),
    russian("туз", "туза", "тузы", "тузов"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn every_kind_of_hand_has_a_name() {
        use Ranking::{AceToFive, Badugi, DeuceToSeven, ShortDeck, Standard};
        for (ranking, cards, english, russian) in [
            (Standard, "AcJd9h7s2c", "high card, ace", "старшая карта, туз"),
            (Standard, "QcQd9h7s2c", "pair of queens", "пара дам"),
            (Standard, "AcAdKhKs2c", "two pair, aces and kings", "две пары, тузы и короли"),
            (Standard, "6c6d6hKs2c", "three of a kind, sixes", "тройка шестёрок"),
            (Standard, "5c4d3h2sAc", "straight, five high", "стрит до пятёрки"),
            (Standard, "KcJc3c2c9c", "flush, king high", "флеш до короля"),
            (Standard, "KcKdKh2s2c", "full house, kings full of twos", "фулл-хаус, короли и двойки"),
            (Standard, "TcTdThTs2c", "four of a kind, tens", "каре десяток"),
            (Standard, "9c8c7c6c5c", "straight flush, nine high", "стрит-флеш до девятки"),
            (Standard, "AcKcQcJcTc", "royal flush", "роял-флеш"),
            (ShortDeck, "9c8d7h6sAc", "straight, nine high", "стрит до девятки"),
            (ShortDeck, "KcJc9c8c7c", "flush, king high", "флеш до короля"),
            (AceToFive, "8c6d4h2sAc", "low, 8-6-4-2-A", "лоу, 8-6-4-2-A"),
            (AceToFive, "AcAd4h2s3c", "pair of aces", "пара тузов"),
            (AceToFive, "KcKd4h4s3c", "two pair, kings and fours", "две пары, короли и четвёрки"),
            (DeuceToSeven, "7c5d4h3s2c", "low, 7-5-4-3-2", "лоу, 7-5-4-3-2"),
            (DeuceToSeven, "Ac5d4h3s2c", "low, A-5-4-3-2", "лоу, A-5-4-3-2"),
            (DeuceToSeven, "6c5d4h3s2c", "straight, six high", "стрит до шестёрки"),
            (Badugi, "4c3d2hAs", "badugi, 4-3-2-A", "бадуги, 4-3-2-A"),
            (Badugi, "4c4d2hAs", "three cards, 4-2-A", "три карты, 4-2-A"),
            (Badugi, "4c4d2dAc", "two cards, 2-A", "две карты, 2-A"),
            (Badugi, "AcAdAhAs", "one card, A", "одна карта, A"),
        ] {
            let cards: std::vec::Vec<_> = kozyr_cards::cards_in(cards).map(Result::unwrap).collect();
            let strength = ranking.rank(&cards, &[]).unwrap();
            assert_eq!(ranking.describe(strength, Language::English).to_string(), english);
            assert_eq!(ranking.describe(strength, Language::Russian).to_string(), russian);
        }
    }
}
