//! A written hand played again on the engine, move by move.
//!
//! ```
//! use kozyr_notation::phh::{Hand, Replay, Verdict};
//!
//! let hand: Hand = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n\
//!      starting_stacks = [100, 100]\nactions = ['d dh p1 AsAh', 'd dh p2 7c2d', 'p2 f']\n\
//!      finishing_stacks = [101, 99]\n"
//!     .parse()?;
//! let replay = Replay::whole(&hand)?;
//! assert_eq!(replay.verdict(&hand), Verdict::Agrees);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{Action, Amount, Hand, Player, Shown, Value};
use kozyr_card_game::Seat;
use kozyr_chips::{Chips, DecimalError, Scale};
use kozyr_poker as poker;
use kozyr_poker::{Mode, Next, PerPlayer, Refusal, Rules, SetupError, Showdown, StraddleRaise, Variant};

/// A hand in play, with the scale its amounts are in.
#[derive(Clone, Debug)]
pub struct Replay {
    hand: poker::Hand,
    scale: Scale,
    /// Some stack was written `inf`: stacks are right only in what they lost or won.
    unknown_stacks: bool,
    /// Winners who showed a hand nobody called.
    unasked: Vec<Seat>,
}

/// Why a written hand cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// A field the variant needs is missing.
    #[error("{0} is missing: add it")]
    Missing(&'static str),
    /// An amount too large or too fine.
    #[error(transparent)]
    Amount(#[from] DecimalError),
    /// No hand can start like this.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move the rules refuse.
    #[error("action {number} ({action}): {why}")]
    Refused {
        /// Which action, counted from 1.
        number: usize,
        /// The action.
        action: Action,
        /// Why.
        why: StepError,
    },
}

/// Why an action is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StepError {
    /// By the rules.
    #[error(transparent)]
    Rules(#[from] Refusal),
    /// The amount is too large or too fine.
    #[error(transparent)]
    Amount(#[from] DecimalError),
}

/// How a replayed hand compares with its record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The finishing stacks are those recorded.
    Agrees,
    /// They are not: what was recorded and what came out, in minor units.
    Differs {
        /// From the file.
        recorded: Vec<Chips>,
        /// From the engine.
        replayed: Vec<Chips>,
    },
    /// The file has no finishing stacks.
    NotRecorded,
    /// Unknown cards or stacks leave it open.
    Undetermined,
    /// The actions end before the hand does.
    Unfinished,
}

/// What an unknown stack is played with: more than anybody bets, and still exact.
const UNKNOWN_STACK: Chips = Chips::new(Chips::MAX.units() / 16);

impl Replay {
    /// Seats the players and posts.
    pub fn start(document: &Hand) -> Result<Replay, ReplayError> {
        let scale = document.scale();
        let rules = rules(document, scale)?;
        let stacks = document.starting_stacks.iter().map(|&stack| stack_in(stack, scale));
        let stacks = stacks.collect::<Result<Vec<Chips>, _>>()?;
        let unknown_stacks = document.starting_stacks.iter().any(|stack| stack.is_infinite());
        Ok(Replay { hand: poker::Hand::start(&rules, &stacks)?, scale, unknown_stacks, unasked: Vec::new() })
    }

    /// Goes on with a hand that was started otherwise.
    pub fn of(hand: poker::Hand, scale: Scale) -> Replay {
        Replay { hand, scale, unknown_stacks: false, unasked: Vec::new() }
    }

    /// Plays all actions.
    pub fn whole(document: &Hand) -> Result<Replay, ReplayError> {
        let mut replay = Replay::start(document)?;
        for (place, &action) in document.actions().iter().enumerate() {
            replay.step(action).map_err(|why| ReplayError::Refused { number: place + 1, action, why })?;
        }
        Ok(replay)
    }

    /// Plays one action, or refuses it and changes nothing.
    pub fn step(&mut self, action: Action) -> Result<(), StepError> {
        let opens = |player: Player| self.hand.opened_by_unknown_cards(player.index());
        if let Some(hand) = action.player().and_then(opens) {
            let mut opened = Replay { hand, ..self.clone() };
            opened.play(action)?;
            *self = opened;
            return Ok(());
        }
        self.play(action)
    }

    #[inline]
    fn play(&mut self, action: Action) -> Result<(), StepError> {
        let hand = &mut self.hand;
        match action {
            Action::Nothing => Ok(()),
            Action::DealBoard(cards) => Ok(hand.deal_board(&cards)?),
            Action::DealHole { player, cards } => Ok(hand.deal_hole(player.index(), &cards)?),
            Action::CompleteBetOrRaiseTo { player, amount } => {
                let to = amount.to_chips(self.scale)?;
                match hand.raise_to(player.index(), to) {
                    // What nobody could call comes back: some write a raise without it.
                    Err(Refusal::TooSmall { least, .. }) if puts_all_in(hand, player.index(), to) => {
                        Ok(hand.raise_to(player.index(), least)?)
                    }
                    raised => Ok(raised?),
                }
            }
            Action::CheckOrCall(player) => Ok(hand.check_or_call(player.index())?),
            Action::Fold(player) => Ok(hand.fold(player.index())?),
            Action::ShowOrMuck { player, shown } => Ok(self.show_or_muck(player, shown)?),
            Action::PostBringIn(player) => Ok(hand.post_bring_in(player.index())?),
            Action::StandPatOrDiscard { player, cards } => Ok(hand.discard(player.index(), &cards)?),
        }
    }

    fn show_or_muck(&mut self, player: Player, shown: Shown) -> Result<(), Refusal> {
        let index = player.index();
        let cards = match shown {
            Shown::Cards(cards) => Some(cards),
            Shown::Muck | Shown::Dealt => None,
        };
        if self.may_show_unasked(index) && shown != Shown::Muck {
            let seat = Seat::from_index(index);
            if let Some(cards) = cards {
                self.hand.name_cards(seat, &cards)?;
            }
            if !self.hand.shown().contains(seat) && !self.unasked.contains(&seat) {
                self.unasked.push(seat);
            }
            return Ok(());
        }
        match shown {
            Shown::Muck => self.hand.muck(index),
            Shown::Dealt | Shown::Cards(_) => self.hand.show_early(index, cards.as_deref()),
        }
    }

    /// A player who has shown may show again what was not known before, and a winner may show a hand
    /// nobody called. Neither changes anything at the table.
    fn may_show_unasked(&self, player: usize) -> bool {
        if player >= self.hand.players() || self.hand.next() == Next::Show(player) {
            return false;
        }
        let seat = Seat::from_index(player);
        let unmucked = self.hand.live().contains(seat) && !self.hand.mucked().contains(seat);
        self.hand.shown().contains(seat) || (self.hand.next() == Next::Over && unmucked)
    }

    /// Who showed (true) or mucked (false), in order; winners who showed unasked come last.
    pub fn showdown(&self) -> impl Iterator<Item = (Seat, bool)> + '_ {
        self.hand.showdown().iter().copied().chain(self.unasked.iter().map(|&seat| (seat, true)))
    }

    /// The hand as it stands.
    pub fn hand(&self) -> &poker::Hand {
        &self.hand
    }

    /// The scale of its amounts.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// Compares the stacks at the end with those recorded.
    pub fn verdict(&self, document: &Hand) -> Verdict {
        match self.hand.next() {
            Next::Over => {}
            // Everything is played; who would have shown what, nobody wrote down.
            Next::Show(_) if self.hand.is_last_street() => return Verdict::Undetermined,
            _ => return Verdict::Unfinished,
        }
        if document.finishing_stacks.is_empty() {
            return Verdict::NotRecorded;
        }
        let recorded: Result<Vec<Chips>, _> =
            document.finishing_stacks.iter().map(|stack| stack.to_chips(self.scale)).collect();
        match recorded {
            Ok(_) if self.hand.is_undetermined() || self.unknown_stacks => Verdict::Undetermined,
            Ok(recorded) if recorded == self.hand.stacks() => Verdict::Agrees,
            Ok(recorded) if self.is_raked(document, &recorded) => Verdict::Agrees,
            Ok(recorded) => Verdict::Differs { recorded, replayed: self.hand.stacks().to_vec() },
            Err(_) => Verdict::Undetermined,
        }
    }
}

impl Replay {
    /// Do the stacks differ by what the room took, and from nobody who had folded? A record says how much in
    /// `_rake`; the standard has no field for it.
    fn is_raked(&self, document: &Hand, recorded: &[Chips]) -> bool {
        let rake = document.user_field("_rake").and_then(Value::as_amount);
        let Some(rake) = rake.and_then(|rake| rake.to_chips(self.scale).ok()) else { return false };
        let mut taken = Chips::ZERO;
        for (player, (&end, &recorded)) in self.hand.stacks().iter().zip(recorded).enumerate() {
            let less = end - recorded;
            if less.is_negative()
                || less.is_positive() && !self.hand.live().contains(Seat::from_index(player))
            {
                return false;
            }
            taken += less;
        }
        rake.is_positive() && taken == rake
    }
}

/// Is this total just what it takes to put every opponent all-in?
fn puts_all_in(hand: &poker::Hand, player: usize, to: Chips) -> bool {
    let opponents = hand.live().iter().filter(|seat| seat.index() != player);
    opponents.map(|seat| hand.bets()[seat.index()] + hand.stacks()[seat.index()]).max() == Some(to)
}

fn stack_in(stack: Amount, scale: Scale) -> Result<Chips, DecimalError> {
    if stack.is_infinite() { Ok(UNKNOWN_STACK) } else { stack.to_chips(scale) }
}

/// Per-player amounts in playing order: heads-up they are written in reverse.
pub fn in_playing_order(
    amounts: impl DoubleEndedIterator<Item = Result<Chips, DecimalError>>,
    players: usize,
) -> Result<PerPlayer<Chips>, DecimalError> {
    let amounts = amounts.take(poker::MAX_PLAYERS);
    let mut list = amounts.collect::<Result<PerPlayer<Chips>, _>>()?;
    if players == 2 {
        list.reverse();
    }
    Ok(list)
}

/// The user-defined field that names a variant the standard has no code for.
pub(crate) const VARIANT_FIELD: &str = "_variant";
/// Pot-limit hold'em, which stands in files as no-limit hold'em: every move of it is one of that game too.
const POT_LIMIT_HOLDEM: &str = "PT";

/// The engine's code of the document's variant.
pub(crate) fn engine_code(document: &Hand) -> &'static str {
    let named = document.user_field(VARIANT_FIELD).and_then(Value::as_text);
    match document.variant {
        super::Variant::NoLimitHoldem if named == Some(POT_LIMIT_HOLDEM) => POT_LIMIT_HOLDEM,
        variant => variant.code(),
    }
}

/// An empty document of the engine's variant of this code, if files have a way to say it.
pub(crate) fn hand_of(code: &str) -> Option<Hand> {
    if code == POT_LIMIT_HOLDEM {
        let mut hand = Hand::new(super::Variant::NoLimitHoldem);
        hand.set_user_field(VARIANT_FIELD, Value::Text(code.to_owned()));
        return Some(hand);
    }
    super::Variant::from_code(code.as_bytes()).map(Hand::new)
}

fn rules(document: &Hand, scale: Scale) -> Result<Rules, ReplayError> {
    let code = engine_code(document);
    let variant = Variant::by_code(code).expect("the engine deals every variant of the standard");
    let players = document.player_count();
    let list = |amounts: &[Amount]| in_playing_order(amounts.iter().map(|a| a.to_chips(scale)), players);
    let bet = document.min_bet.or(document.small_bet).ok_or(ReplayError::Missing("min_bet"))?;
    let bet = bet.to_chips(scale)?;
    let antes = list(&document.antes)?;
    let blinds = match document.bring_in {
        Some(_) => antes.iter().map(|_| Chips::ZERO).collect(),
        None => list(&document.blinds_or_straddles)?,
    };
    let mut rules = Rules { antes, ..Rules::new(variant, blinds, bet) };
    if let Some(bring_in) = document.bring_in {
        rules.bring_in = bring_in.to_chips(scale)?;
    }
    if let Some(big) = document.big_bet {
        rules.big_bet = big.to_chips(scale)?;
    }
    // The standard does not say how many raises a house allows; WSOP's bet and four raises is the most any does.
    rules.bets_a_street = 5;
    rules.ante_trimming = document.ante_trimming_status.unwrap_or(false);
    // What the standard does not say either, the table's options may: how often the board is dealt, and what is
    // the smallest raise over a straddle.
    let option = |name| document.user_field("_options").and_then(|options| options.get(name));
    let runouts = option("runouts").and_then(Value::as_integer);
    if let Some(runouts) = runouts.and_then(|runs| u8::try_from(runs).ok()) {
        rules.runouts = runouts;
    }
    if option("straddleRaise").and_then(Value::as_text) == Some("straddle") {
        rules.straddle_raise = StraddleRaise::ByStraddle;
    }
    let is_show = |action: &Action| matches!(action, Action::ShowOrMuck { .. });
    let is_deal = |action: &Action| matches!(action, Action::DealBoard(_) | Action::DealHole { .. });
    let first_show = document.actions().iter().position(is_show);
    let last_deal = document.actions().iter().rposition(is_deal);
    // The record says whether hands were turned over as soon as the all-in was called, or at the end.
    rules.mode = Mode::Cash { show_all_ins: first_show < last_deal };
    if first_show.is_some() {
        rules.showdown = Showdown::Manual;
    } else {
        rules.mode = Mode::Cash { show_all_ins: true };
    }
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_deals_every_variant_of_the_standard() {
        for variant in super::super::Variant::ALL {
            let engine = Variant::by_code(variant.code()).unwrap_or_else(|| panic!("{variant}"));
            assert_eq!(engine.has_bring_in(), variant.is_stud(), "{variant}");
            assert_eq!(engine.has_draws(), variant.is_draw(), "{variant}");
            assert_eq!(
                engine.limit == poker::variant::Limit::FixedLimit,
                variant.is_fixed_limit(),
                "{variant}"
            );
        }
    }

    #[test]
    fn a_raise_may_be_written_without_what_nobody_could_call() {
        let text = "variant = 'FT'\nantes = [0, 0]\nblinds_or_straddles = [5, 10]\nsmall_bet = 10\nbig_bet = 20\n\
                    starting_stacks = [100, 15]\nactions = ['d dh p1 AsAh', 'd dh p2 7c2d', 'p2 cc', 'p1 cbr 15', \
                    'p2 cc', 'p1 sm -', 'p2 sm -', 'd db 3c4c5h', 'd db 9d', 'd db Td']\nfinishing_stacks = [115, 0]\n";
        let hand: Hand = text.parse().unwrap();
        assert_eq!(Replay::whole(&hand).unwrap().verdict(&hand), Verdict::Agrees);
        let hand: Hand = text.replace("cbr 15", "cbr 16").parse().unwrap();
        assert!(Replay::whole(&hand).is_err(), "that is neither a raise nor all the other has");
    }

    #[test]
    fn who_opens_by_a_card_nobody_wrote_down_is_believed() {
        let text = "variant = 'F7S'\nantes = [1, 1, 1]\nbring_in = 2\nsmall_bet = 5\nbig_bet = 10\n\
                    starting_stacks = [100, 100, 100]\nactions = ['d dh p1 ??????', 'd dh p2 AsKs9d', \
                    'd dh p3 QsQh8d', 'p1 pb', 'p2 f', 'p3 f']\nfinishing_stacks = [102, 99, 99]\n";
        let hand: Hand = text.parse().unwrap();
        assert_eq!(Replay::whole(&hand).unwrap().verdict(&hand), Verdict::Agrees);
        // By the cards that are known it is the third player's turn; the second's card is known not to be the lowest.
        let mut replay = Replay::start(&hand).unwrap();
        hand.actions()[..3].iter().for_each(|&action| replay.step(action).unwrap());
        assert_eq!(replay.hand().next(), Next::Bet(2));
        let before = replay.hand().clone();
        for refused in ["p2 pb", "p1 cc", "p1 f", "p1 cbr 4"] {
            assert!(replay.step(refused.parse().unwrap()).is_err(), "{refused}");
            assert_eq!(*replay.hand(), before, "{refused}");
        }
    }
}
