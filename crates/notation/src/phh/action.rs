//! One action: `p3 cbr 250`, `d db AsKd2c`, `p1 sm -`.

use super::amount::plain_number;
use super::{Amount, Cards, CardsError};
use core::fmt;
use core::num::NonZeroU8;
use core::str::FromStr;
use kozyr_chips::DecimalError;

/// A player as actions name them: `p1` is the first of every per-player list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(NonZeroU8);

impl Player {
    /// The player with this number, counted from 1.
    pub const fn new(number: u8) -> Option<Player> {
        match NonZeroU8::new(number) {
            Some(number) => Some(Player(number)),
            None => None,
        }
    }

    /// The player at this place of the lists, counted from 0.
    ///
    /// # Panics
    /// Above 254.
    pub const fn at(index: usize) -> Player {
        assert!(index < 255, "a list of players has at most 255 places");
        match Player::new(index as u8 + 1) {
            Some(player) => player,
            None => unreachable!(),
        }
    }

    /// Counted from 1.
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// Their place in the lists, counted from 0.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0)
    }
}
impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What a player does with their hand at showdown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// `sm`: they give it up unseen.
    Muck,
    /// `sm -`: they show what they were dealt.
    Dealt,
    /// `sm AsKd`: they show these; unknown ones stay hidden though they keep their claim.
    Cards(Cards),
}

/// An action of the standard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Action {
    /// An empty string: nothing happens; usually the carrier of a commentary.
    #[default]
    Nothing,
    /// `d db CARDS`
    DealBoard(Cards),
    /// `d dh pN CARDS`
    DealHole {
        /// Who gets them.
        player: Player,
        /// What they get.
        cards: Cards,
    },
    /// `pN pb`
    PostBringIn(Player),
    /// `pN cbr AMOUNT`: complete, bet or raise to this total for the street.
    CompleteBetOrRaiseTo {
        /// Who.
        player: Player,
        /// The total for the street, positive.
        amount: Amount,
    },
    /// `pN cc`
    CheckOrCall(Player),
    /// `pN f`
    Fold(Player),
    /// `pN sd [CARDS]`: without cards they stand pat.
    StandPatOrDiscard {
        /// Who.
        player: Player,
        /// What they throw away.
        cards: Cards,
    },
    /// `pN sm [CARDS|-]`
    ShowOrMuck {
        /// Who.
        player: Player,
        /// What of it.
        shown: Shown,
    },
}

/// Why text is no action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ActionError {
    /// The first word names nobody.
    #[error("an action begins with d (the dealer) or a player p1, p2, …")]
    NoActor,
    /// The dealer deals the board or hole cards only.
    #[error("the dealer's actions are: d db CARDS, d dh pN CARDS")]
    NotOfTheDealer,
    /// Hole cards go to somebody.
    #[error("d dh names the player who gets the cards: d dh pN CARDS")]
    DealtToNobody,
    /// No such word.
    #[error("a player's actions are: pb, cbr AMOUNT, cc, f, sd [CARDS], sm [CARDS|-]")]
    NotOfAPlayer,
    /// Something is missing at the end.
    #[error("the action needs {0} after it")]
    Needs(&'static str),
    /// A word too many.
    #[error("the action takes nothing more; commentary is written after ` # `")]
    TooManyWords,
    /// A commentary glued to the word before or after it.
    #[error("commentary is written ` # text`, with a space on both sides of #")]
    GluedCommentary,
    /// Not cards.
    #[error(transparent)]
    Cards(#[from] CardsError),
    /// Not an amount.
    #[error("{0}; an amount is written like 100 or 37.50")]
    Amount(DecimalError),
    /// Zero or negative.
    #[error("this is no amount to bet: write one above 0")]
    NotPositive,
}

/// A refusal at a byte of the action's text.
pub(crate) type Misread = (usize, ActionError);

/// An action with where its commentary begins, if it has one.
pub(crate) type Noted = (Action, Option<usize>);

impl Action {
    /// Who acts; the dealer and nothing have no player.
    pub const fn player(self) -> Option<Player> {
        match self {
            Action::Nothing | Action::DealBoard(_) | Action::DealHole { .. } => None,
            Action::PostBringIn(player) | Action::CheckOrCall(player) | Action::Fold(player) => Some(player),
            Action::CompleteBetOrRaiseTo { player, .. }
            | Action::StandPatOrDiscard { player, .. }
            | Action::ShowOrMuck { player, .. } => Some(player),
        }
    }

    /// The player the action is about: who acts or who is dealt to.
    pub const fn concerns(self) -> Option<Player> {
        match self {
            Action::DealHole { player, .. } => Some(player),
            other => other.player(),
        }
    }

    /// The same action of another player, as `number` says.
    pub(crate) fn with_player(self, number: impl Fn(Player) -> Player) -> Action {
        match self {
            Action::Nothing | Action::DealBoard(_) => self,
            Action::DealHole { player, cards } => Action::DealHole { player: number(player), cards },
            Action::PostBringIn(player) => Action::PostBringIn(number(player)),
            Action::CompleteBetOrRaiseTo { player, amount } => {
                Action::CompleteBetOrRaiseTo { player: number(player), amount }
            }
            Action::CheckOrCall(player) => Action::CheckOrCall(number(player)),
            Action::Fold(player) => Action::Fold(number(player)),
            Action::StandPatOrDiscard { player, cards } => {
                Action::StandPatOrDiscard { player: number(player), cards }
            }
            Action::ShowOrMuck { player, shown } => Action::ShowOrMuck { player: number(player), shown },
        }
    }

    /// The cards the action names.
    pub const fn cards(self) -> Cards {
        match self {
            Action::DealBoard(cards)
            | Action::DealHole { cards, .. }
            | Action::StandPatOrDiscard { cards, .. }
            | Action::ShowOrMuck { shown: Shown::Cards(cards), .. } => cards,
            _ => Cards::NONE,
        }
    }

    /// Reads an action with its commentary, if it has one.
    ///
    /// ```
    /// use kozyr_notation::phh::Action;
    /// let (action, commentary) = Action::with_commentary("p2 cbr 37.50 # three-bet")?;
    /// assert_eq!(action.to_string(), "p2 cbr 37.50");
    /// assert_eq!(commentary, Some("three-bet"));
    /// # Ok::<(), kozyr_notation::phh::ActionError>(())
    /// ```
    pub fn with_commentary(text: &str) -> Result<(Action, Option<&str>), ActionError> {
        let (action, commentary) = read(text.as_bytes()).map_err(|(_, error)| error)?;
        Ok((action, commentary.map(|at| &text[at..])))
    }
}

/// Reads an action without commentary.
impl FromStr for Action {
    type Err = ActionError;
    fn from_str(text: &str) -> Result<Action, ActionError> {
        match Action::with_commentary(text)? {
            (action, None) => Ok(action),
            (_, Some(_)) => Err(ActionError::TooManyWords),
        }
    }
}

/// Reads an action: the usual shapes at once, everything else word by word.
#[inline]
pub(crate) fn read(text: &[u8]) -> Result<Noted, Misread> {
    match usual(text) {
        Some(action) => Ok((action, None)),
        None => spelled_out(text),
    }
}

/// The shapes nearly every action has: single spaces, no commentary. `None` decides nothing.
#[inline]
fn usual(text: &[u8]) -> Option<Action> {
    match text {
        [b'p', rest @ ..] => {
            let (player, rest) = number(rest)?;
            match rest {
                b"f" => Some(Action::Fold(player)),
                b"cc" => Some(Action::CheckOrCall(player)),
                b"sm" => Some(Action::ShowOrMuck { player, shown: Shown::Muck }),
                b"sd" => Some(Action::StandPatOrDiscard { player, cards: Cards::NONE }),
                [b'c', b'b', b'r', b' ', amount @ ..] => match plain_number(amount) {
                    Some((amount, length)) if length + 4 == rest.len() && amount.is_positive() => {
                        Some(Action::CompleteBetOrRaiseTo { player, amount })
                    }
                    _ => None,
                },
                [b's', b'm', b' ', cards @ ..] => {
                    let shown = Shown::Cards(some_cards(cards)?);
                    Some(Action::ShowOrMuck { player, shown })
                }
                [b's', b'd', b' ', cards @ ..] => {
                    Some(Action::StandPatOrDiscard { player, cards: some_cards(cards)? })
                }
                _ => None,
            }
        }
        [b'd', b' ', b'd', b'h', b' ', b'p', rest @ ..] => {
            let (player, rest) = number(rest)?;
            Some(Action::DealHole { player, cards: some_cards(rest)? })
        }
        [b'd', b' ', b'd', b'b', b' ', cards @ ..] => Some(Action::DealBoard(some_cards(cards)?)),
        _ => None,
    }
}

#[inline]
fn number(text: &[u8]) -> Option<(Player, &[u8])> {
    match text {
        [digit @ b'1'..=b'9', b' ', rest @ ..] => Some((Player::new(digit - b'0')?, rest)),
        [ten @ b'1'..=b'9', digit @ b'0'..=b'9', b' ', rest @ ..] => {
            Some((Player::new((ten - b'0') * 10 + (digit - b'0'))?, rest))
        }
        _ => None,
    }
}

#[inline]
fn some_cards(text: &[u8]) -> Option<Cards> {
    Cards::from_text(text).ok().filter(|cards| !cards.is_empty())
}

/// The words of an action with the byte each begins at.
struct Words<'a> {
    text: &'a [u8],
    at: usize,
    /// Where a commentary begins, once its mark has been met.
    commentary: Option<usize>,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Result<Option<(usize, &'a [u8])>, Misread> {
        let text = self.text;
        while self.at < text.len() && text[self.at].is_ascii_whitespace() {
            self.at += 1;
        }
        if self.at == text.len() || self.commentary.is_some() {
            return Ok(None);
        }
        let start = self.at;
        while self.at < text.len() && !text[self.at].is_ascii_whitespace() {
            self.at += 1;
        }
        let word = &text[start..self.at];
        match word.iter().position(|&b| b == b'#') {
            None => Ok(Some((start, word))),
            Some(_) if word.len() == 1 => {
                self.commentary = Some((self.at + 1).min(text.len()));
                Ok(None)
            }
            Some(mark) => Err((start + mark, ActionError::GluedCommentary)),
        }
    }

    fn need(&mut self, what: &'static str) -> Result<(usize, &'a [u8]), Misread> {
        let end = self.at;
        self.next()?.ok_or((end, ActionError::Needs(what)))
    }

    fn cards(&mut self) -> Result<Cards, Misread> {
        let (at, word) = self.need("cards")?;
        cards(at, word)
    }
}

fn cards(at: usize, word: &[u8]) -> Result<Cards, Misread> {
    Cards::from_text(word).map_err(|error| match error {
        CardsError::NotACard(byte) => (at + byte, error.into()),
        CardsError::TooMany => (at, error.into()),
    })
}

fn player(word: &[u8]) -> Option<Player> {
    match word {
        [b'p', digits @ ..] if !digits.starts_with(b"0") && digits.iter().all(u8::is_ascii_digit) => {
            Player::new(core::str::from_utf8(digits).ok()?.parse().ok()?)
        }
        _ => None,
    }
}

fn amount(at: usize, word: &[u8]) -> Result<Amount, Misread> {
    let text = core::str::from_utf8(word).map_err(|_| (at, ActionError::Amount(DecimalError::NotANumber)))?;
    let amount: Amount = text.parse().map_err(|error| (at, ActionError::Amount(error)))?;
    if amount.is_positive() { Ok(amount) } else { Err((at, ActionError::NotPositive)) }
}

/// The whole grammar: `[[Actor Action[ Arguments…]][ # Commentary]]`, words apart by any whitespace.
fn spelled_out(text: &[u8]) -> Result<Noted, Misread> {
    let mut words = Words { text, at: 0, commentary: None };
    let Some((at, actor)) = words.next()? else {
        return Ok((Action::Nothing, words.commentary));
    };
    let action = if actor == b"d" {
        let (at, word) = words.need("db or dh")?;
        match word {
            b"db" => Action::DealBoard(words.cards()?),
            b"dh" => {
                let (at, word) = words.need("a player")?;
                let player = player(word).ok_or((at, ActionError::DealtToNobody))?;
                Action::DealHole { player, cards: words.cards()? }
            }
            _ => return Err((at, ActionError::NotOfTheDealer)),
        }
    } else {
        let player = player(actor).ok_or((at, ActionError::NoActor))?;
        let (at, word) = words.need("pb, cbr, cc, f, sd or sm")?;
        match word {
            b"pb" => Action::PostBringIn(player),
            b"cc" => Action::CheckOrCall(player),
            b"f" => Action::Fold(player),
            b"cbr" => {
                let (at, word) = words.need("an amount")?;
                Action::CompleteBetOrRaiseTo { player, amount: amount(at, word)? }
            }
            b"sd" => {
                let word = words.next()?;
                let cards = word.map_or(Ok(Cards::NONE), |(at, word)| cards(at, word))?;
                Action::StandPatOrDiscard { player, cards }
            }
            b"sm" => {
                let shown = match words.next()? {
                    None => Shown::Muck,
                    Some((_, b"-")) => Shown::Dealt,
                    Some((at, word)) => Shown::Cards(cards(at, word)?),
                };
                Action::ShowOrMuck { player, shown }
            }
            _ => return Err((at, ActionError::NotOfAPlayer)),
        }
    };
    match words.next()? {
        Some((at, _)) => Err((at, ActionError::TooManyWords)),
        None => Ok((action, planted_bug(text, words.commentary))),
    }
}

#[cfg(not(feature = "planted-bug"))]
fn planted_bug(_text: &[u8], commentary: Option<usize>) -> Option<usize> {
    commentary
}

/// Loses a commentary that begins with two exclamation marks if two blanks stand before its mark: rare enough
/// that nobody has it in their test data, and what the fuzz targets are there to notice.
#[cfg(feature = "planted-bug")]
fn planted_bug(text: &[u8], commentary: Option<usize>) -> Option<usize> {
    let at = commentary?;
    if text.get(at) == Some(&b'!') && text.get(at + 1) == Some(&b'!') && text.get(at - 4) == Some(&b' ') {
        return None;
    }
    commentary
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Nothing => Ok(()),
            Action::DealBoard(cards) => write!(f, "d db {cards}"),
            Action::DealHole { player, cards } => write!(f, "d dh {player} {cards}"),
            Action::PostBringIn(player) => write!(f, "{player} pb"),
            Action::CompleteBetOrRaiseTo { player, amount } => write!(f, "{player} cbr {amount}"),
            Action::CheckOrCall(player) => write!(f, "{player} cc"),
            Action::Fold(player) => write!(f, "{player} f"),
            Action::StandPatOrDiscard { player, cards } if cards.is_empty() => write!(f, "{player} sd"),
            Action::StandPatOrDiscard { player, cards } => write!(f, "{player} sd {cards}"),
            Action::ShowOrMuck { player, shown: Shown::Muck } => write!(f, "{player} sm"),
            Action::ShowOrMuck { player, shown: Shown::Dealt } => write!(f, "{player} sm -"),
            Action::ShowOrMuck { player, shown: Shown::Cards(cards) } => write!(f, "{player} sm {cards}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_action_is_written_as_it_is_read() {
        for text in [
            "",
            "d db AsKd2c",
            "d dh p10 ????",
            "d dh p1 Td3c4d",
            "p5 pb",
            "p2 cbr 37.50",
            "p26 cc",
            "p1 f",
            "p3 sd",
            "p3 sd ??2c",
            "p4 sm",
            "p4 sm -",
            "p4 sm 2s4c6d9h",
        ] {
            let action: Action = text.parse().unwrap();
            assert_eq!(action.to_string(), text);
            let wide = format!(" \t{}  ", text.replace(' ', "\t  "));
            assert_eq!(spelled_out(wide.as_bytes()).unwrap(), (action, None), "{wide:?}");
            assert_eq!(spelled_out(text.as_bytes()).unwrap(), (action, None));
        }
    }

    #[test]
    fn commentary_is_data() {
        for (text, commentary) in [
            ("p1 cc # why", Some("why")),
            ("p1 cc #", Some("")),
            ("p1 cc #  1700000000000 # x", Some(" 1700000000000 # x")),
            ("# Burn card 6s is exposed", Some("Burn card 6s is exposed")),
            ("p1 sm", None),
        ] {
            assert_eq!(Action::with_commentary(text).unwrap().1, commentary, "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused_where_it_stands() {
        use ActionError::*;
        let not_a_card = |byte| Cards(CardsError::NotACard(byte));
        for (text, at, error) in [
            ("x", 0, NoActor),
            ("p0 f", 0, NoActor),
            ("p256 f", 0, NoActor),
            ("p01 f", 0, NoActor),
            ("P1 f", 0, NoActor),
            ("d dx As", 2, NotOfTheDealer),
            ("d dh As", 5, DealtToNobody),
            ("d db", 4, Needs("cards")),
            ("p1 check", 3, NotOfAPlayer),
            ("p1", 2, Needs("pb, cbr, cc, f, sd or sm")),
            ("p1 cbr", 6, Needs("an amount")),
            ("p1 cbr # 5", 6, Needs("an amount")),
            ("p1 cbr 1e3", 7, Amount(DecimalError::NotANumber)),
            ("p1 cbr inf", 7, Amount(DecimalError::NotANumber)),
            ("p1 cbr 0", 7, NotPositive),
            ("p1 cbr -5", 7, NotPositive),
            ("p1 f now", 5, TooManyWords),
            ("p1 cc #note", 6, GluedCommentary),
            ("p1 sm AsK", 8, not_a_card(2)),
            ("d db 10d", 5, not_a_card(0)),
            ("d db 2c3c4c5c6c7c8c9c", 5, Cards(CardsError::TooMany)),
        ] {
            assert_eq!(read(text.as_bytes()), Err((at, error)), "{text}");
        }
    }

    proptest! {
        #[test]
        fn the_usual_shapes_read_the_same_word_by_word(
            text in "(d db|d dh p[0-9]{1,3}|p[0-9]{1,3} (cbr|cc|f|pb|sm|sd)) ?[0-9TAs?d. #-]{0,9}",
        ) {
            if let Some(action) = usual(text.as_bytes()) {
                prop_assert_eq!(spelled_out(text.as_bytes()), Ok((action, None)));
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,24}|[dp][ 0-9a-z#?-]{0,12}") {
            match read(text.as_bytes()) {
                Ok((action, None)) => prop_assert_eq!(action.to_string().parse(), Ok(action)),
                Ok((_, Some(at))) => prop_assert!(text.is_char_boundary(at)),
                Err((at, _)) => prop_assert!(at <= text.len()),
            }
        }
    }
}
