//! The rules of one hand: the variant, what is posted, and the table's options.

use crate::Variant;
use crate::hand::{MAX_BOARD, MAX_HOLE, MAX_PLAYERS, MAX_RUNS};
use crate::variant::NO_LIMIT_HOLDEM;
use arrayvec::ArrayVec;
use kozyr_chips::Chips;

/// An amount for every player, in the order they act after the flop: the small blind first, the
/// button last; heads-up the big blind first.
pub type PerPlayer<T> = ArrayVec<T, MAX_PLAYERS>;

/// What a showdown asks of the players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Showdown {
    /// Hands are shown in order, and mucked when beaten, without asking.
    #[default]
    Automatic,
    /// Every player decides in their turn.
    Manual,
}

/// Cash tables and tournaments differ in what a player may hide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// No hand that has not been beaten may be mucked; all-in hands are always shown.
    #[default]
    Tournament,
    /// A player may muck a winner. All-in hands are shown unless the table says otherwise.
    Cash {
        /// Turn all hands over once an all-in is called.
        show_all_ins: bool,
    },
}

/// What the room takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub struct Rake {
    /// Of every pot, in millionths: 50 000 is five percent. Floored.
    pub millionths: u32,
    /// At most this much a hand.
    pub cap: Option<Chips>,
    /// Nothing is taken from a hand without a flop.
    pub no_flop_no_drop: bool,
}

/// Which of ante and blind a short stack pays first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PostOrder {
    /// The ante, as PHH has it.
    #[default]
    AnteFirst,
    /// The blind: some rooms with a big-blind ante.
    BlindFirst,
}

/// How large the smallest raise over a straddle is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StraddleRaise {
    /// A straddle is no raise: the smallest raise is the big blind (WSOP live action 11).
    #[default]
    ByBigBlind,
    /// A straddle is the new big blind: the smallest raise is the straddle (Robert's Rules).
    ByStraddle,
}

/// Everything that is settled before the first card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The game.
    pub variant: &'static Variant,
    /// What each player antes.
    pub antes: PerPlayer<Chips>,
    /// Blinds and straddles; a negative entry is a live post of that size outside the blinds.
    pub blinds: PerPlayer<Chips>,
    /// What the player who has to open puts in at least, in games without blinds; nothing in others.
    pub bring_in: Chips,
    /// The smallest bet: the big blind, or the small bet of a fixed-limit game.
    pub small_bet: Chips,
    /// The big bet of a fixed-limit game; otherwise the same as the small bet.
    pub big_bet: Chips,
    /// Whether antes go into the layers of the pot, so that a short ante wins only what it matches.
    pub ante_trimming: bool,
    /// Ante or blind first.
    pub post_order: PostOrder,
    /// The smallest raise over a straddle.
    pub straddle_raise: StraddleRaise,
    /// Bets and raises a street in a fixed-limit game.
    pub bets_a_street: u8,
    /// What the room takes.
    pub rake: Option<Rake>,
    /// How many times the rest of the board is dealt once everybody is all-in.
    pub runouts: u8,
    /// Several times only if everybody still in agrees when it comes to that; otherwise it was agreed before.
    pub asks_runouts: bool,
    /// Cash or tournament.
    pub mode: Mode,
    /// Who decides at the showdown.
    pub showdown: Showdown,
}

/// Rules or stacks no hand can be played with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// Fewer than two or more than ten players.
    #[error("a hand has 2 to 10 players, not {0}")]
    Players(usize),
    /// Antes or blinds for another number of players.
    #[error("there are {given} {what} for {players} players")]
    Length {
        /// Antes or blinds.
        what: &'static str,
        /// How many there are.
        given: usize,
        /// How many there should be.
        players: usize,
    },
    /// A player without chips.
    #[error("player {0} has no chips")]
    NoChips(u8),
    /// Less than nothing.
    #[error("player {0} has a negative ante")]
    NegativeAnte(u8),
    /// A bet of nothing.
    #[error("the smallest bet must be more than nothing")]
    NoBet,
    /// A bring-in in a game with blinds, blinds in a game with a bring-in, or a bring-in that is a whole bet.
    #[error("{0}")]
    BringIn(&'static str),
    /// More chips than can be counted exactly.
    #[error("there are too many chips at the table")]
    TooManyChips,
    /// More cards than the pack has.
    #[error("{0} cards would be dealt from a pack of {1}")]
    TooManyCards(usize, usize),
    /// Rake over 100 percent, or a negative cap.
    #[error("the rake is at most the whole pot, its cap at least nothing")]
    Rake,
    /// The board is dealt no or too many times.
    #[error("the board is dealt 1 to {MAX_RUNS} times, not {0}")]
    Runouts(u8),
    /// Only a board can be dealt several times.
    #[error("a game without a board is dealt once")]
    NoBoard,
}

impl Rules {
    /// No-limit Hold'em with these blinds, small blind first (heads-up: the big blind's player first).
    pub fn holdem(players: usize, small: Chips, big: Chips) -> Rules {
        let mut blinds: PerPlayer<Chips> = (0..players).map(|_| Chips::ZERO).collect();
        let order = if players == 2 { [1, 0] } else { [0, 1] };
        if let Some(post) = blinds.get_mut(order[0]) {
            *post = small;
        }
        if let Some(post) = blinds.get_mut(order[1]) {
            *post = big;
        }
        Rules::new(&NO_LIMIT_HOLDEM, blinds, big)
    }

    /// The variant with these blinds and everything else as usual: no antes, no rake, one board.
    pub fn new(variant: &'static Variant, blinds: PerPlayer<Chips>, small_bet: Chips) -> Rules {
        Rules {
            variant,
            antes: blinds.iter().map(|_| Chips::ZERO).collect(),
            blinds,
            bring_in: Chips::ZERO,
            small_bet,
            big_bet: small_bet,
            ante_trimming: false,
            post_order: PostOrder::default(),
            straddle_raise: StraddleRaise::default(),
            bets_a_street: 4,
            rake: None,
            runouts: 1,
            asks_runouts: false,
            mode: Mode::default(),
            showdown: Showdown::default(),
        }
    }

    /// A game without blinds, such as stud: antes, the bring-in and the two bets.
    pub fn stud(
        variant: &'static Variant,
        antes: PerPlayer<Chips>,
        bring_in: Chips,
        bets: [Chips; 2],
    ) -> Rules {
        let blinds = antes.iter().map(|_| Chips::ZERO).collect();
        Rules { antes, bring_in, big_bet: bets[1], ..Rules::new(variant, blinds, bets[0]) }
    }

    /// The price of entering: the largest blind or straddle.
    pub(crate) fn entry(&self) -> Chips {
        self.blinds.iter().copied().max().unwrap_or_default().max(Chips::ZERO)
    }

    pub(crate) fn check(&self, stacks: &[Chips]) -> Result<(), SetupError> {
        let players = stacks.len();
        if !(2..=MAX_PLAYERS).contains(&players) {
            return Err(SetupError::Players(players));
        }
        for (what, given) in [("antes", self.antes.len()), ("blinds", self.blinds.len())] {
            if given != players {
                return Err(SetupError::Length { what, given, players });
            }
        }
        if let Some(broke) = stacks.iter().position(|stack| !stack.is_positive()) {
            return Err(SetupError::NoChips(broke as u8 + 1));
        }
        if let Some(player) = self.antes.iter().position(|ante| ante.is_negative()) {
            return Err(SetupError::NegativeAnte(player as u8 + 1));
        }
        if !self.small_bet.is_positive() || !self.big_bet.is_positive() {
            return Err(SetupError::NoBet);
        }
        if self.variant.has_bring_in() || !self.bring_in.is_zero() {
            self.check_bring_in()?;
        }
        let bounded = |amounts: &[Chips]| amounts.iter().all(|amount| amount.abs() <= Chips::MAX);
        let amounts = [stacks, &self.antes, &self.blinds, &[self.small_bet, self.big_bet]];
        let sum = stacks.iter().try_fold(Chips::ZERO, |sum, &stack| sum.checked_add(stack));
        if !amounts.into_iter().all(bounded) || !sum.is_ok_and(|sum| bounded(&[sum])) {
            return Err(SetupError::TooManyChips);
        }
        self.check_cards(players)?;
        match self.rake {
            Some(rake) if rake.millionths > 1_000_000 || rake.cap.is_some_and(Chips::is_negative) => {
                Err(SetupError::Rake)
            }
            _ => Ok(()),
        }
    }

    #[cold]
    fn check_bring_in(&self) -> Result<(), SetupError> {
        let wrong = match (self.variant.has_bring_in(), self.bring_in.is_positive()) {
            (true, false) => "the game needs a bring-in",
            (false, _) if !self.bring_in.is_zero() => "the game has blinds and no bring-in",
            (true, _) if self.blinds.iter().any(|blind| !blind.is_zero()) => {
                "the game has a bring-in and no blinds"
            }
            (true, _) if self.bring_in >= self.small_bet => "the bring-in is less than the small bet",
            _ => return Ok(()),
        };
        Err(SetupError::BringIn(wrong))
    }

    fn check_cards(&self, players: usize) -> Result<(), SetupError> {
        if !(1..=MAX_RUNS as u8).contains(&self.runouts) {
            return Err(SetupError::Runouts(self.runouts));
        }
        let (hole, board) = (self.variant.hole_cards(), self.variant.board_cards());
        assert!(hole <= MAX_HOLE && board <= MAX_BOARD, "{} does not fit the engine", self.variant.name);
        if board == 0 && self.runouts > 1 {
            return Err(SetupError::NoBoard);
        }
        let (boards, pack) = (usize::from(self.runouts) * board, self.variant.pack.cards().len());
        if players * hole + boards <= pack {
            return Ok(());
        }
        self.check_least_cards(players, boards)
    }

    #[cold]
    fn check_least_cards(&self, players: usize, boards: usize) -> Result<(), SetupError> {
        let (cards, pack) = (self.variant.cards_for(players) + boards, self.variant.pack.cards().len());
        if cards > pack { Err(SetupError::TooManyCards(cards, pack)) } else { Ok(()) }
    }
}
