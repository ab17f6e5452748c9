//! Reading a range.

use super::{Range, Weight};
use alloc::collections::BTreeMap;
use core::fmt;
use kozyr_cards::{Card, CardSet, Rank, Suit, cards_in};

/// Text that is no range: what is wrong, and the byte where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RangeError {
    /// The byte in the text.
    pub at: usize,
    /// What is wrong there.
    pub problem: RangeProblem,
}

/// What can be wrong with the text of a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RangeProblem {
    /// There is no hand in it.
    Empty,
    /// Neither ranks nor cards.
    NotAHand,
    /// A card that is no card, or comes twice.
    BadCards,
    /// Fewer than two cards, or more than six.
    CardCount,
    /// A pair has two suits.
    SuitedPair,
    /// The ends of a dash have nothing between them.
    NothingBetween,
    /// A weight is a number above 0, up to 1 (or 100%), with at most three decimals.
    BadWeight,
    /// Something follows a complete part.
    MoreText,
}

impl fmt::Display for RangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = match self.problem {
            RangeProblem::Empty => "there is no hand in this range; write hands such as AA, AKs or AhKh",
            RangeProblem::NotAHand => "expected a hand such as AA, AKs, A5o+, 77-99 or AhKh",
            RangeProblem::BadCards => "expected different cards such as AhKh",
            RangeProblem::CardCount => "a hand has two to six cards",
            RangeProblem::SuitedPair => "a pair is neither suited nor offsuit; leave the letter away",
            RangeProblem::NothingBetween => {
                "nothing lies between these two hands; they need the same letter and the same high card or the same gap, \
                 as in 77-99, A5s-A2s or T9s-76s"
            }
            RangeProblem::BadWeight => "expected a weight above 0 and up to 1, such as :0.25 or :25%",
            RangeProblem::MoreText => "expected a comma or the end of the range",
        };
        write!(f, "{problem} (at byte {})", self.at)
    }
}
impl core::error::Error for RangeError {}

/// Suited, offsuit, or whatever.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Suits {
    Any,
    Same,
    Different,
}

/// Two ranks, the higher one first.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Class {
    high: Rank,
    low: Rank,
    suits: Suits,
}

impl Class {
    fn hands(self) -> impl Iterator<Item = CardSet> {
        let Class { high, low, suits } = self;
        let pairs = Suit::ALL.into_iter().flat_map(|a| Suit::ALL.into_iter().map(move |b| (a, b)));
        let wanted = pairs.filter(move |(a, b)| match suits {
            Suits::Any => high != low || a < b,
            Suits::Same => a == b,
            Suits::Different => a != b,
        });
        wanted.map(move |(a, b)| [Card::new(high, a), Card::new(low, b)].into_iter().collect())
    }

    fn gap(self) -> u8 {
        self.high.number() - self.low.number()
    }

    /// With other ranks, given by number, each 2 to 14.
    fn with(self, high: u8, low: u8) -> Option<Class> {
        Some(Class { high: Rank::from_number(high)?, low: Rank::from_number(low)?, ..self })
    }
}

pub(super) fn range(text: &str) -> Result<Range, RangeError> {
    let mut hands = BTreeMap::new();
    let mut reader = Reader { text, at: 0 };
    while reader.skip_separators() {
        reader.part(&mut hands)?;
    }
    if hands.is_empty() {
        Err(RangeError { at: 0, problem: RangeProblem::Empty })
    } else {
        Ok(Range { hands: hands.into_iter().collect() })
    }
}

fn is_separator(sign: char) -> bool {
    sign == ',' || sign.is_whitespace()
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn fail<T>(&self, problem: RangeProblem) -> Result<T, RangeError> {
        Err(RangeError { at: self.at, problem })
    }

    /// Goes to the next part; false when there is none.
    fn skip_separators(&mut self) -> bool {
        self.at = self.text.len() - self.rest().trim_start_matches(is_separator).len();
        self.peek().is_some()
    }

    fn take(&mut self, sign: char) -> bool {
        let there = self.peek().is_some_and(|next| next.eq_ignore_ascii_case(&sign));
        if there {
            self.at += sign.len_utf8();
        }
        there
    }

    fn take_word(&mut self, word: &str) -> bool {
        let there = self.rest().get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        if there {
            self.at += word.len();
        }
        there
    }

    fn part(&mut self, hands: &mut BTreeMap<CardSet, Weight>) -> Result<(), RangeError> {
        // The weight comes last, so the hands wait for it.
        let mut found = alloc::vec::Vec::new();
        if self.take('*') || self.take_word("random") {
            for high in Rank::ALL {
                for low in Rank::ALL.into_iter().filter(|&low| low <= high) {
                    found.extend(Class { high, low, suits: Suits::Any }.hands());
                }
            }
        } else if self.is_exact() {
            found.push(self.exact()?);
        } else {
            self.classes(&mut |class| found.extend(class.hands()))?;
        }
        let weight = self.weight()?;
        if self.peek().is_some_and(|sign| !is_separator(sign)) {
            return self.fail(RangeProblem::MoreText);
        }
        for hand in found {
            match weight {
                Some(weight) => hands.insert(hand, weight),
                None => hands.remove(&hand),
            };
        }
        Ok(())
    }

    /// A rank and a suit begin an exact hand, two ranks a class of hands.
    fn is_exact(&self) -> bool {
        let mut ahead = Reader { text: self.text, at: self.at };
        ahead.rank().is_ok() && ahead.peek().is_some_and(|sign| "cdhsCDHS♣♦♥♠♧♢♡♤".contains(sign))
    }

    fn exact(&mut self) -> Result<CardSet, RangeError> {
        let end = self.rest().find(|sign| is_separator(sign) || sign == ':').unwrap_or(self.rest().len());
        let mut hand = CardSet::EMPTY;
        for card in cards_in(&self.rest()[..end]) {
            let card = card.or_else(|error| {
                self.at += error.at;
                self.fail(RangeProblem::BadCards)
            })?;
            if !hand.insert(card) {
                return self.fail(RangeProblem::BadCards);
            }
        }
        if !(2..=6).contains(&hand.len()) {
            return self.fail(RangeProblem::CardCount);
        }
        self.at += end;
        Ok(hand)
    }

    fn classes(&mut self, visit: &mut impl FnMut(Class)) -> Result<(), RangeError> {
        let start = self.at;
        let first = self.class()?;
        let (high, low) = (first.high.number(), first.low.number());
        let mut each = |class: Option<Class>| class.into_iter().for_each(&mut *visit);
        if self.take('+') {
            if first.gap() == 0 {
                (low..=14).for_each(|rank| each(first.with(rank, rank)));
            } else {
                (low..high).for_each(|low| each(first.with(high, low)));
            }
        } else if self.take('-') {
            let last = self.class()?;
            let (to_high, to_low) = (last.high.number(), last.low.number());
            if first.suits != last.suits || (high != to_high || first.gap() == 0) && first.gap() != last.gap()
            {
                return Err(RangeError { at: start, problem: RangeProblem::NothingBetween });
            }
            if high == to_high {
                (low.min(to_low)..=low.max(to_low)).for_each(|low| each(first.with(high, low)));
            } else {
                (high.min(to_high)..=high.max(to_high))
                    .for_each(|high| each(first.with(high, high - first.gap())));
            }
        } else {
            each(Some(first));
        }
        Ok(())
    }

    fn class(&mut self) -> Result<Class, RangeError> {
        let (a, b) = (self.rank()?, self.rank()?);
        let suits = match () {
            () if self.take('s') => Suits::Same,
            () if self.take('o') => Suits::Different,
            () => Suits::Any,
        };
        if a == b && suits != Suits::Any {
            self.at -= 1;
            return self.fail(RangeProblem::SuitedPair);
        }
        Ok(Class { high: a.max(b), low: a.min(b), suits })
    }

    fn rank(&mut self) -> Result<Rank, RangeError> {
        if self.take_word("10") {
            return Ok(Rank::Ten);
        }
        let sign = self.peek().map(|sign| sign.to_ascii_uppercase());
        match Rank::ALL.into_iter().find(|rank| Some(rank.letter()) == sign) {
            Some(rank) => {
                self.at += 1;
                Ok(rank)
            }
            None => self.fail(RangeProblem::NotAHand),
        }
    }

    /// `:0.25`, `:25%`, or nothing, which is the full weight. `None` is the weight zero: the hands of
    /// the part are taken out.
    fn weight(&mut self) -> Result<Option<Weight>, RangeError> {
        if !self.take(':') {
            return Ok(Some(Weight::FULL));
        }
        let end = self.rest().find(is_separator).unwrap_or(self.rest().len());
        let number = &self.rest()[..end];
        let thousandths = match number.strip_suffix('%') {
            Some(percent) => decimal(percent, 1),
            None => decimal(number, 3),
        };
        match thousandths {
            Some(thousandths @ 0..=1000) => {
                self.at += end;
                Ok(Weight::new(thousandths))
            }
            _ => self.fail(RangeProblem::BadWeight),
        }
    }
}

/// A decimal number in units of its last allowed place.
fn decimal(text: &str, places: usize) -> Option<u16> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    if whole.len() + part.len() == 0
        || !digits(whole)
        || !digits(part)
        || whole.len() > 3
        || part.len() > places
    {
        return None;
    }
    let padding = core::iter::repeat_n(b'0', places - part.len());
    let mut digits = whole.bytes().chain(part.bytes()).chain(padding);
    digits.try_fold(0u16, |number, digit| number.checked_mul(10)?.checked_add(u16::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::{String, ToString};
    use std::vec::Vec;

    fn count(text: &str) -> usize {
        text.parse::<Range>().map_or_else(|error| panic!("{text}: {error}"), |range| range.hands().len())
    }

    #[test]
    fn ranges_have_their_hands() {
        for (text, hands) in [
            ("AA", 6),
            ("AKs", 4),
            ("AKo", 12),
            ("AK", 16),
            ("ka", 16),
            ("AhKh", 1),
            ("A♥K♥", 1),
            ("10h9h", 1),
            ("109s", 4),
            ("AsKsQdJd", 1),
            ("77+", 48),
            ("AA+", 6),
            ("A5s+", 36),
            ("AK+", 16),
            ("T8o+", 24),
            ("77-99", 18),
            ("99-77", 18),
            ("A5s-A2s", 16),
            ("KT-KQ", 48),
            ("T9s-76s", 16),
            ("J9o-97o", 36),
            ("*", 1326),
            ("Random", 1326),
            ("AA,KQs,A5s+,77-99,AhKh", 6 + 4 + 36 + 18),
            ("AA KK\tQQ , JJ,", 24),
            ("AA:0.5, AhAs:0", 5),
            ("*, 22+:0", 1326 - 78),
        ] {
            assert_eq!(count(text), hands, "{text}");
        }
    }

    #[test]
    fn weights() {
        let weight = |text: &str| text.parse::<Range>().unwrap().hands()[0].1.thousandths();
        assert_eq!(weight("AA"), 1000);
        assert_eq!(weight("AA:1"), 1000);
        assert_eq!(weight("AA:.5"), 500);
        assert_eq!(weight("AA:0.125"), 125);
        assert_eq!(weight("AA:12.5%"), 125);
        assert_eq!(weight("AA:100%"), 1000);
        assert_eq!(weight("AA:0.5, AA:0.25"), 250);
    }

    #[test]
    fn a_refusal_names_the_place_and_the_problem() {
        for (text, at, problem) in [
            ("", 0, RangeProblem::Empty),
            (" , ", 0, RangeProblem::Empty),
            ("AA:0", 0, RangeProblem::Empty),
            ("AX", 1, RangeProblem::NotAHand),
            ("A", 1, RangeProblem::NotAHand),
            ("AK, foo", 4, RangeProblem::NotAHand),
            ("AAs", 2, RangeProblem::SuitedPair),
            ("AKs-AQo", 0, RangeProblem::NothingBetween),
            ("KK, 77-A5", 4, RangeProblem::NothingBetween),
            ("AK-QT", 0, RangeProblem::NothingBetween),
            ("77-", 3, RangeProblem::NotAHand),
            ("AhKx", 3, RangeProblem::BadCards),
            ("AhAh", 0, RangeProblem::BadCards),
            ("Ah", 0, RangeProblem::CardCount),
            ("AhKhQhJhTh9h8h", 0, RangeProblem::CardCount),
            ("AhKh+", 4, RangeProblem::BadCards),
            ("AKs+x", 4, RangeProblem::MoreText),
            ("AK:2", 3, RangeProblem::BadWeight),
            ("AK:0.0001", 3, RangeProblem::BadWeight),
            ("AK:", 3, RangeProblem::BadWeight),
            ("AK:.", 3, RangeProblem::BadWeight),
            ("AK:-1", 3, RangeProblem::BadWeight),
            ("AK:101%", 3, RangeProblem::BadWeight),
        ] {
            assert_eq!(text.parse::<Range>(), Err(RangeError { at, problem }), "{text}");
        }
        let text = "AK, foo".parse::<Range>().unwrap_err().to_string();
        assert_eq!(text, "expected a hand such as AA, AKs, A5o+, 77-99 or AhKh (at byte 4)");
    }

    #[test]
    fn a_range_reads_back() {
        let range: Range = "QQ+, AKs:0.5, 7h2c:1%".parse().unwrap();
        assert_eq!(range.to_string().parse(), Ok(range));
    }

    /// Signs that ranges are made of, so that random text comes near to being one.
    const NEARLY: &str = "[2-9TJQKAtjqkacdhsoXx10+*:., %♥-]{0,24}";

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused_at_a_place_in_it(text in ".{0,24}", nearly in NEARLY) {
            for text in [text, nearly] {
                match text.parse::<Range>() {
                    Ok(range) => {
                        assert!(!range.hands().is_empty());
                        assert!(range.hands().windows(2).all(|two| two[0].0 < two[1].0), "{text}: a hand twice");
                        assert_eq!(range.to_string().parse(), Ok(range), "{text}");
                    }
                    Err(error) => assert!(text.is_char_boundary(error.at), "{text}: {error}"),
                }
            }
        }

        #[test]
        fn parts_together_have_the_hands_of_each(
            parts in proptest::collection::vec("[2-9TJQKA]{2}|[2-9TJQKA]{2}[so]\\+?|[2-9TJQKA]{2}-[2-9TJQKA]{2}", 1..6)
        ) {
            let read: Vec<Range> = parts.iter().filter_map(|part| part.parse().ok()).collect();
            let mut hands: Vec<_> = read.iter().flat_map(Range::hands).copied().collect();
            hands.sort();
            hands.dedup();
            let good: Vec<&str> = parts.iter().map(String::as_str).filter(|part| part.parse::<Range>().is_ok()).collect();
            match good.join(",").parse::<Range>() {
                Ok(range) => assert_eq!(range.hands(), hands),
                Err(error) => assert!(good.is_empty(), "{error}"),
            }
        }
    }
}
