//! Ranges: the hands a player may have, each with a weight.
//!
//! | text                | hands                                                          |
//! |---------------------|----------------------------------------------------------------|
//! | `AhKh`, `AsKsQdJd`  | exactly these cards                                            |
//! | `77`                | the six pairs of sevens                                        |
//! | `AKs`, `AKo`, `AK`  | ace-king suited, offsuit, both                                 |
//! | `77+`               | sevens and every higher pair                                   |
//! | `A5s+`              | `A5s`, `A6s`, … `AKs`: the second card rises to just under the first |
//! | `77-99`, `A5s-A2s`  | everything between, in either direction                        |
//! | `T9s-76s`           | the same gap, sliding down                                     |
//! | `*` or `random`     | every two cards                                                |
//!
//! Parts are separated by commas or spaces. `:0.25` (or `:25%`) after a part gives its hands that
//! weight instead of 1; where parts overlap, the later one decides. Upper and lower case are the same.

mod parse;

pub use parse::{RangeError, RangeProblem};

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;
use kozyr_cards::CardSet;

/// How much a hand counts among those of its range, in thousandths: 1 to 1000.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Weight(u16);

impl Weight {
    /// The weight of a hand that is always played.
    pub const FULL: Weight = Weight(1000);

    /// A weight in thousandths, 1 to 1000.
    pub const fn new(thousandths: u16) -> Option<Weight> {
        if thousandths >= 1 && thousandths <= 1000 { Some(Weight(thousandths)) } else { None }
    }

    /// 1 to 1000.
    pub const fn thousandths(self) -> u16 {
        self.0
    }
}

/// Hands and their weights; never empty, no hand twice.
///
/// ```
/// use kozyr_ranking::Range;
/// let range: Range = "QQ+, AKs, A5s-A2s:0.5".parse()?;
/// assert_eq!(range.hands().len(), 18 + 4 + 16);
/// # Ok::<(), kozyr_ranking::RangeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Range {
    hands: Vec<(CardSet, Weight)>,
}

impl Range {
    /// The hands with their weights, in ascending order of their cards.
    pub fn hands(&self) -> &[(CardSet, Weight)] {
        &self.hands
    }

    /// A range of these hands; `None` without any. Of a hand that comes twice, the later weight holds.
    pub fn from_hands(hands: impl IntoIterator<Item = (CardSet, Weight)>) -> Option<Range> {
        let hands: BTreeMap<CardSet, Weight> = hands.into_iter().collect();
        (!hands.is_empty()).then(|| Range { hands: hands.into_iter().collect() })
    }

    /// The hands that are still possible when these cards are somewhere else.
    pub fn without(&self, cards: CardSet) -> Option<Range> {
        Range::from_hands(self.hands.iter().copied().filter(|(hand, _)| !hand.overlaps(cards)))
    }
}

/// Exactly this hand.
impl From<CardSet> for Range {
    fn from(hand: CardSet) -> Range {
        Range { hands: Vec::from([(hand, Weight::FULL)]) }
    }
}

impl FromStr for Range {
    type Err = RangeError;
    fn from_str(text: &str) -> Result<Range, RangeError> {
        parse::range(text)
    }
}

/// Hand by hand, in a form that reads back.
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (hand, weight)) in self.hands.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            write!(f, "{comma}{hand}")?;
            if *weight != Weight::FULL {
                write!(f, ":0.{:03}", weight.0)?;
            }
        }
        Ok(())
    }
}
