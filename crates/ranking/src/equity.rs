//! Equity: how often each player wins when the board is dealt out.
//!
//! All figures are integers. A pot is [`POT`] shares, a number that splits evenly among any two to ten
//! players, so that ties are exact too: the shares of all players add up to `POT × total`.

mod before_flop;
mod exact;
mod sample;
mod symmetry;

use crate::range::Range;
use crate::{Folded, Ranking, Strength, omaha, short_deck};
use alloc::vec::Vec;
use core::fmt;
use core::ops::AddAssign;
use kozyr_cards::{Card, CardSet, Pack};

/// The shares of one pot: the least number that each of 1 to 10 divides.
pub const POT: u64 = 2520;

/// The most players at a table.
pub const MOST_PLAYERS: usize = 10;

/// Players who go to the showdown, and what is known about the cards.
///
/// ```
/// use kozyr_cards::CardSet;
/// use kozyr_ranking::{Ranking, Showdown};
/// let players = ["AhAd".parse()?, "KK,QQ".parse()?];
/// let showdown = Showdown::new(Ranking::Standard, &players, "7c8d9s2h".parse()?, CardSet::EMPTY)?;
/// let equity = showdown.exact()?;
/// assert_eq!(equity.player(0).percent().to_string(), "95.45%");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Showdown {
    ranking: Ranking,
    players: Vec<Vec<Holding>>,
    board: CardSet,
    dead: CardSet,
}

/// A hand a player may have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Holding {
    cards: CardSet,
    weight: u64,
}

/// Why there is no equity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EquityError {
    /// Two to ten can play.
    Players(usize),
    /// Only games with a board of five have a showdown that is dealt out: Hold'em, short deck, Omaha.
    Ranking(Ranking),
    /// A board has up to five cards.
    Board(usize),
    /// The card is dead and on the board.
    Twice(Card),
    /// The game is not played with this card.
    NotInPack(Card),
    /// A player (counted from 0) has a hand with a number of cards that the game does not deal, or that
    /// others do not have.
    HandSize {
        /// Which player.
        player: usize,
        /// How many cards the hand has.
        cards: usize,
    },
    /// Every hand of a player (counted from 0) needs a card that is dead, on the board, or not in the pack.
    NoHandLeft(usize),
    /// The players cannot all have a hand at the same time, or there are too few cards for the board.
    NoDeal,
    /// The ranges leave each other so little room that random deals do not find it.
    Crowded,
    /// Too many combinations to count them all.
    TooLarge,
    /// At least one random deal is needed.
    NoTrials,
}

impl fmt::Display for EquityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EquityError::Players(n) => write!(f, "2 to {MOST_PLAYERS} players have an equity, not {n}"),
            EquityError::Ranking(ranking) => {
                write!(f, "{ranking:?} is not dealt out on a board; use Standard, ShortDeck or Omaha")
            }
            EquityError::Board(n) => write!(f, "a board has up to 5 cards, not {n}"),
            EquityError::Twice(card) => write!(f, "{card} is dead and on the board; leave it in one place"),
            EquityError::NotInPack(card) => write!(f, "{card} is not in the pack of this game"),
            EquityError::HandSize { player, cards } => {
                write!(
                    f,
                    "player {} has a hand of {cards} cards, which this game does not deal to everybody",
                    player + 1
                )
            }
            EquityError::NoHandLeft(player) => {
                write!(
                    f,
                    "every hand of player {} needs a card that is dead, on the board or not in the pack",
                    player + 1
                )
            }
            EquityError::NoDeal => {
                write!(f, "there are not enough cards for these players to have such hands together")
            }
            EquityError::Crowded => {
                write!(f, "these ranges exclude each other almost always; narrow them, or count exactly")
            }
            EquityError::TooLarge => write!(f, "too many combinations to count exactly; use random deals"),
            EquityError::NoTrials => write!(f, "at least one random deal is needed"),
        }
    }
}
impl core::error::Error for EquityError {}

impl Showdown {
    /// Checks everything once; hands that cannot be (a card is dead or on the board) leave their range.
    pub fn new(
        ranking: Ranking,
        players: &[Range],
        board: CardSet,
        dead: CardSet,
    ) -> Result<Showdown, EquityError> {
        let (pack, hand_sizes) = match ranking {
            Ranking::Standard => (Pack::Full52, 2..=2),
            Ranking::ShortDeck => (Pack::Short36, 2..=2),
            Ranking::Omaha => (Pack::Full52, 4..=6),
            _ => return Err(EquityError::Ranking(ranking)),
        };
        if !(2..=MOST_PLAYERS).contains(&players.len()) {
            return Err(EquityError::Players(players.len()));
        }
        if board.len() > 5 {
            return Err(EquityError::Board(board.len()));
        }
        if let Some(card) = (board & dead).first() {
            return Err(EquityError::Twice(card));
        }
        if let Some(card) = (board - pack.cards()).first() {
            return Err(EquityError::NotInPack(card));
        }
        let elsewhere = board | dead | (CardSet::FULL - pack.cards());
        let holdings = |(player, range): (usize, &Range)| {
            if let Some((hand, _)) = range.hands().iter().find(|(hand, _)| !hand_sizes.contains(&hand.len()))
            {
                return Err(EquityError::HandSize { player, cards: hand.len() });
            }
            holdings(range, elsewhere).ok_or(EquityError::NoHandLeft(player))
        };
        let players = players.iter().enumerate().map(holdings).collect::<Result<_, _>>()?;
        Ok(Showdown { ranking, players, board, dead: dead | (CardSet::FULL - pack.cards()) })
    }

    /// Cards that may still come: to players or on the board.
    fn live(&self) -> CardSet {
        CardSet::FULL - self.board - self.dead
    }

    /// How many cards the board still needs.
    fn to_come(&self) -> usize {
        5 - self.board.len()
    }

    /// Whether there is a deal in which everybody has a hand; `None` if that takes too long to find out.
    fn has_deal(&self) -> Option<bool> {
        fn search(players: &[Vec<Holding>], taken: CardSet, steps: &mut u32) -> Option<bool> {
            let Some((first, others)) = players.split_first() else {
                return Some(true);
            };
            for holding in first.iter().filter(|holding| !holding.cards.overlaps(taken)) {
                *steps = steps.checked_sub(1)?;
                if search(others, taken | holding.cards, steps)? {
                    return Some(true);
                }
            }
            Some(false)
        }
        let needed = self.players.len() * self.players[0][0].cards.len() + self.to_come();
        if needed > self.live().len() {
            return Some(false);
        }
        search(&self.players, CardSet::EMPTY, &mut 1_000_000)
    }
}

/// The hands that are possible, their weights without a common factor.
fn holdings(range: &Range, elsewhere: CardSet) -> Option<Vec<Holding>> {
    let range = range.without(elsewhere)?;
    let gcd = range.hands().iter().fold(0, |gcd, (_, weight)| gcd_of(gcd, weight.thousandths().into()));
    let holding = |&(cards, weight): &(CardSet, crate::Weight)| Holding {
        cards,
        weight: u64::from(weight.thousandths()) / gcd,
    };
    Some(range.hands().iter().map(holding).collect())
}

fn gcd_of(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd_of(b, a % b) }
}

/// How a game ranks, with what can be prepared prepared: hands once, boards once a board.
trait Game {
    type Hole: Copy;
    type Board;
    fn hole(cards: CardSet) -> Self::Hole;
    fn board(cards: Folded) -> Self::Board;
    fn rank(hole: &Self::Hole, board: &Self::Board) -> Strength;
}

struct Holdem;
impl Game for Holdem {
    type Hole = Folded;
    type Board = Folded;
    fn hole(cards: CardSet) -> Folded {
        cards.into()
    }
    fn board(cards: Folded) -> Folded {
        cards
    }
    #[inline(always)]
    fn rank(hole: &Folded, board: &Folded) -> Strength {
        (*hole + *board).rank()
    }
}

struct ShortDeck;
impl Game for ShortDeck {
    type Hole = Folded;
    type Board = Folded;
    fn hole(cards: CardSet) -> Folded {
        cards.into()
    }
    fn board(cards: Folded) -> Folded {
        cards
    }
    #[inline(always)]
    fn rank(hole: &Folded, board: &Folded) -> Strength {
        short_deck::rank(*hole + *board)
    }
}

struct Omaha;
impl Game for Omaha {
    type Hole = omaha::Hole;
    type Board = omaha::Board;
    fn hole(cards: CardSet) -> omaha::Hole {
        let cards: Vec<Card> = cards.iter().collect();
        omaha::Hole::new(&cards).expect("the hands were counted")
    }
    fn board(cards: Folded) -> omaha::Board {
        let mut board = cards.cards().iter();
        let board = [(); 5].map(|()| board.next().expect("the board is complete"));
        omaha::Board::new(&board).expect("five different cards")
    }
    fn rank(hole: &omaha::Hole, board: &omaha::Board) -> Strength {
        omaha::rank(hole, board)
    }
}

/// What all deals together gave. Counts of deals are multiplied by the weights of the hands in them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equity {
    total: u128,
    players: Vec<Outcomes>,
}

/// How often a player was among so many winners: `of[0]` alone, `of[1]` with one other, …
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Outcomes {
    of: [u128; MOST_PLAYERS],
}

/// One player's part of an [`Equity`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerEquity {
    /// Deals won alone.
    pub wins: u128,
    /// Deals split with others.
    pub ties: u128,
    /// Shares won, [`POT`] a deal.
    pub shares: u128,
    /// All deals.
    pub total: u128,
}

impl Equity {
    fn new(players: usize) -> Equity {
        Equity { total: 0, players: alloc::vec![Outcomes::default(); players] }
    }

    /// All deals.
    pub const fn total(&self) -> u128 {
        self.total
    }

    /// How many players there are.
    pub const fn len(&self) -> usize {
        self.players.len()
    }

    /// Never: an equity has players.
    pub const fn is_empty(&self) -> bool {
        self.players.is_empty()
    }

    /// One player's part, in the order they were given.
    ///
    /// # Panics
    /// When there is no such player.
    pub fn player(&self, player: usize) -> PlayerEquity {
        let of = &self.players[player].of;
        let shares = of.iter().zip(1..).map(|(deals, winners)| deals * u128::from(POT / winners)).sum();
        PlayerEquity { wins: of[0], ties: of[1..].iter().sum(), shares, total: self.total }
    }

    /// Everybody's part.
    pub fn players(&self) -> impl ExactSizeIterator<Item = PlayerEquity> + '_ {
        (0..self.players.len()).map(|player| self.player(player))
    }
}

/// Joins counts of the same showdown, made apart (by several threads, say).
///
/// # Panics
/// When the two have different numbers of players.
impl AddAssign<&Equity> for Equity {
    fn add_assign(&mut self, other: &Equity) {
        assert_eq!(self.len(), other.len(), "only counts of the same showdown can be joined");
        self.total += other.total;
        for (mine, more) in self.players.iter_mut().zip(&other.players) {
            mine.of.iter_mut().zip(more.of).for_each(|(mine, more)| *mine += more);
        }
    }
}

impl PlayerEquity {
    /// The part of the pots won, to be written as `81.95%`.
    pub const fn percent(self) -> Percent {
        Percent(self)
    }
}

/// A player's part in hundredths of a percent, rounded to the nearest.
#[derive(Clone, Copy, Debug)]
pub struct Percent(PlayerEquity);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = (self.0.total * u128::from(POT)).max(1);
        let hundredths = (self.0.shares * 20_000 + all) / (2 * all);
        write!(f, "{}.{:02}%", hundredths / 100, hundredths % 100)
    }
}
