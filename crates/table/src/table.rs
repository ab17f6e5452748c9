//! The state of a table and the questions one can ask it.

use crate::chair::Departed;
use crate::log::viewer;
use crate::seating::{ChairOf, DealOf, StateOf, ViewOf};
use crate::{Millis, Next, PlayerId, Seating, Sitter, Timestamp, Wish};
use kozyr_card_game::{Awaits, Clock, Game, Seat, Shoe};
use kozyr_chips::Chips;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How a table is run, whatever is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// How many seats it has, 2 to 16.
    pub seats: u8,
    /// The least to sit down with.
    pub least_buy_in: Chips,
    /// The most to sit down with.
    pub most_buy_in: Chips,
    /// How long a player has for a decision.
    pub turn: Millis,
    /// What he has beyond that for the whole evening: his time bank, at most and to begin with.
    #[serde(default)]
    pub bank: Millis,
    /// What every hand he is dealt into adds to a bank that is not full.
    #[serde(default)]
    pub refill: Millis,
    /// How long a stage lasts that time ends.
    pub stage: Millis,
    /// Between the first moment a hand could be dealt and its deal.
    pub gather: Millis,
    /// Between a hand and the next; twice that when there is more to look at.
    pub pause: Millis,
    /// After so many time-outs in a row a player sits out.
    pub patience: u8,
    /// Who sits out for longer loses his seat.
    pub away: Millis,
    /// Who comes back sooner brings at least the chips and the debt he left with.
    #[serde(default)]
    pub memory: Millis,
}

/// A hand on the table, running or just over.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Hand<State> {
    pub(crate) state: State,
    /// The game's seats in its order: which chair, and who had it when the hand began.
    pub(crate) dealt_in: Arc<[(Seat, PlayerId)]>,
    pub(crate) over: bool,
}

/// A clock that runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Running {
    /// Whose; nobody's when it is the stage's.
    pub seat: Option<Seat>,
    /// Names the decision it is for.
    pub turn: u64,
    /// Since when.
    pub since: Timestamp,
    /// Until when; then the time bank runs.
    pub until: Timestamp,
    /// How much of that there is.
    pub bank: Millis,
}

impl Running {
    /// When time is up, bank and all.
    pub fn ends(&self) -> Timestamp {
        self.until + self.bank
    }
}

/// A table where a game is played for chips.
///
/// It changes by [`Table::apply`] only, live and in replay. What happens next is decided by
/// [`Table::decide`], which changes nothing.
#[derive(Clone, PartialEq, Debug)]
pub struct Table<S: Seating> {
    pub(crate) settings: Settings,
    pub(crate) seating: S,
    /// By seat.
    pub(crate) chairs: Vec<Option<ChairOf<S>>>,
    /// Who has left lately.
    pub(crate) departed: Vec<Departed<S::Standing>>,
    /// How many hands were dealt: the number of the one on the table.
    pub(crate) hands: u64,
    pub(crate) hand: Option<Hand<StateOf<S>>>,
    pub(crate) clocks: Vec<Running>,
    /// Counts what the game was told, so that every decision has a number.
    pub(crate) moves: u64,
    /// When the table is made ready for the next hand.
    pub(crate) ready_at: Option<Timestamp>,
    /// All chips that were brought and not taken away.
    pub(crate) held: Chips,
}

/// A table between hands, to be kept as a checkpoint.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Rest<S: Seating> {
    settings: Settings,
    seating: S,
    chairs: Vec<Option<ChairOf<S>>>,
    #[serde(default)]
    departed: Vec<Departed<S::Standing>>,
    hands: u64,
    moves: u64,
    ready_at: Option<Timestamp>,
    held: Chips,
}

/// Settings no table can be run with, or a checkpoint nobody wrote.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// Too few seats, or more than the game has.
    #[error("a table of this game has 2 to {most} seats, not {seats}")]
    Seats {
        /// How many it should have.
        seats: u8,
        /// How many it may have.
        most: u8,
    },
    /// The buy-in.
    #[error("the least buy-in is more than nothing and no more than the most")]
    BuyIn,
    /// No time to act.
    #[error("a turn lasts longer than nothing")]
    Turn,
    /// The chips of the checkpoint do not add up.
    #[error("the chips of the checkpoint do not add up")]
    Checkpoint,
}

impl Settings {
    /// Can a table be run like this?
    pub(crate) fn check(&self, most: u8) -> Result<(), SetupError> {
        if !(2..=most).contains(&self.seats) {
            Err(SetupError::Seats { seats: self.seats, most })
        } else if !self.least_buy_in.is_positive()
            || self.least_buy_in > self.most_buy_in
            || self.most_buy_in > Chips::new(Chips::MAX.units() / 1024)
        {
            Err(SetupError::BuyIn)
        } else if self.turn.is_zero() {
            Err(SetupError::Turn)
        } else {
            Ok(())
        }
    }
}

impl<S: Seating> Table<S> {
    /// An empty table. Its settings belong into the log as the first [`Entry`](crate::Entry).
    pub fn open(settings: Settings, seating: S) -> Result<Table<S>, SetupError> {
        settings.check(S::MOST_SEATS)?;
        Ok(Table {
            chairs: vec![None; settings.seats.into()],
            departed: Vec::new(),
            settings,
            seating,
            hands: 0,
            hand: None,
            clocks: Vec::new(),
            moves: 0,
            ready_at: None,
            held: Chips::ZERO,
        })
    }

    /// The table between hands, if it is; a hand that is over is not kept.
    pub fn rest(&self) -> Option<Rest<S>> {
        (!self.is_running()).then(|| Rest {
            settings: self.settings.clone(),
            seating: self.seating.clone(),
            chairs: self.chairs.clone(),
            departed: self.departed.clone(),
            hands: self.hands,
            moves: self.moves,
            ready_at: self.ready_at,
            held: self.held,
        })
    }

    /// The table of a checkpoint.
    pub fn from_rest(rest: Rest<S>) -> Result<Table<S>, SetupError> {
        let mut table = Table::open(rest.settings, rest.seating)?;
        let seats = table.chairs.len();
        table.chairs = rest.chairs;
        table.departed = rest.departed;
        table.hands = rest.hands;
        table.moves = rest.moves;
        table.ready_at = rest.ready_at;
        table.held = rest.held;
        // The first rooms wrote down since when somebody sat out, and not that he did.
        for chair in table.chairs.iter_mut().flatten() {
            if chair.out_since.is_some() && chair.wish == Wish::Play {
                chair.wish = Wish::Pause;
            }
        }
        let sum = table.taken().map(|(_, chair)| chair.stack).sum::<Chips>();
        if table.chairs.len() == seats && sum == table.held { Ok(table) } else { Err(SetupError::Checkpoint) }
    }

    /// How the table is run.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The game's own seating.
    pub fn seating(&self) -> &S {
        &self.seating
    }

    /// The taken seats, in order.
    pub fn taken(&self) -> impl Iterator<Item = (Seat, &ChairOf<S>)> {
        let chairs = self.chairs.iter().enumerate();
        chairs.filter_map(|(index, chair)| Some((Seat::from_index(index), chair.as_ref()?)))
    }

    /// Who sits there.
    pub fn chair(&self, seat: Seat) -> Option<&ChairOf<S>> {
        self.chairs.get(seat.index())?.as_ref()
    }

    /// Where this person sits.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.taken().find(|(_, chair)| chair.player.id == player).map(|(seat, _)| seat)
    }

    /// What lies in front of whoever sits there, without his bets; nothing at a free seat.
    pub fn stack(&self, seat: Seat, left: impl Fn(&StateOf<S>, Seat) -> Chips) -> Chips {
        match (&self.hand, self.in_hand(seat)) {
            (Some(deal), Some(index)) if !deal.over => left(&deal.state, Seat::from_index(index)),
            _ => self.chair(seat).map(|chair| chair.stack).unwrap_or_default(),
        }
    }

    /// The number of the hand on the table; 0 before the first.
    pub fn hand_number(&self) -> u64 {
        self.hands
    }

    /// Is a hand being played?
    pub fn is_running(&self) -> bool {
        self.hand.as_ref().is_some_and(|deal| !deal.over)
    }

    /// The game's seats of the hand on the table, in its order: which chair, and who had it.
    pub fn dealt_in(&self) -> &[(Seat, PlayerId)] {
        self.hand.as_ref().map_or(&[], |deal| &deal.dealt_in)
    }

    /// Which of the game's seats this chair is in the hand on the table. Whoever took the chair
    /// since has no part in it.
    pub fn in_hand(&self, seat: Seat) -> Option<usize> {
        let player = self.chair(seat)?.player.id;
        self.dealt_in().iter().position(|&dealt| dealt == (seat, player))
    }

    /// The game as this person may know it: the hand that runs or is just over.
    pub fn game_view(&self, person: Option<PlayerId>) -> Option<ViewOf<S>> {
        let deal = self.hand.as_ref()?;
        Some(S::Game::view(&deal.state, viewer(&deal.dealt_in, person)))
    }

    /// The clocks that run.
    pub fn clocks(&self) -> &[Running] {
        &self.clocks
    }

    /// When the next hand comes by itself.
    pub fn next_hand_at(&self) -> Option<Timestamp> {
        self.ready_at.filter(|_| self.can_deal())
    }

    /// Are there enough to play?
    fn can_deal(&self) -> bool {
        self.next().plan.is_some()
    }

    /// What comes next, for those who keep their seats.
    pub(crate) fn next(&self) -> Next<S::Plan> {
        let staying = self.taken().filter(|(_, chair)| chair.wish != Wish::Leave);
        let sitters: Vec<Sitter<'_, S::Standing>> = staying
            .map(|(seat, chair)| {
                let (stack, wish, standing) = (chair.stack, chair.wish, &chair.standing);
                Sitter { seat, stack, wish, standing }
            })
            .collect();
        self.seating.next(&sitters, &self.settings)
    }

    /// What whoever sits there would pay beyond his bets to be dealt in at once; nothing for most.
    pub fn owes(&self, seat: Seat) -> Chips {
        self.chair(seat).map_or(Chips::ZERO, |chair| self.seating.owes(&chair.standing))
    }

    /// The least and the most this person may sit down with.
    pub fn buy_in(&self, player: PlayerId, now: Timestamp) -> (Chips, Chips) {
        let brings = self.brings(player, now).unwrap_or_default();
        (self.settings.least_buy_in.max(brings), self.settings.most_buy_in.max(brings))
    }

    /// What this person left with a little while ago, and has to bring again.
    pub fn brings(&self, player: PlayerId, now: Timestamp) -> Option<Chips> {
        self.remembers(player, now).map(|departed| departed.stack).filter(|stack| stack.is_positive())
    }

    /// Has this person left lately?
    pub(crate) fn remembers(&self, player: PlayerId, now: Timestamp) -> Option<&Departed<S::Standing>> {
        let forgotten = |departed: &&Departed<_>| departed.at + self.settings.memory <= now;
        self.departed.iter().find(|departed| departed.player == player).filter(|d| !forgotten(d))
    }

    /// All chips on the table: what its escrow account must hold.
    pub fn chips(&self) -> Chips {
        self.held
    }

    /// When the table wants to be [asked](Table::decide) again, if nobody does anything.
    pub fn deadline(&self) -> Option<Timestamp> {
        let clocks = self.clocks.iter().map(Running::ends);
        let away = self.taken().filter_map(|(seat, _)| self.away_at(seat));
        clocks.chain(away).chain(self.ready_at).min()
    }

    /// When the player loses his seat for sitting out, or for want of chips.
    pub(crate) fn away_at(&self, seat: Seat) -> Option<Timestamp> {
        let since = self.chair(seat)?.out_since?;
        let plays = self.is_running() && self.in_hand(seat).is_some();
        (!plays).then(|| since + self.settings.away)
    }

    /// What the game awaits; nothing between hands.
    pub(crate) fn awaits(&self) -> Awaits {
        self.hand.as_ref().map_or(Awaits::Nothing, |deal| S::Game::awaits(&deal.state))
    }

    /// What the game takes from this shoe now. A log can be held against its deck with this.
    pub fn draw(&self, shoe: &mut dyn Shoe) -> Option<DealOf<S>> {
        S::Game::draw(&self.hand.as_ref()?.state, shoe)
    }

    /// The chair behind one of the game's seats.
    pub(crate) fn chair_of(&self, game_seat: Seat) -> Seat {
        self.dealt_in()[game_seat.index()].0
    }

    /// The game's clock for one of ours.
    pub(crate) fn game_clock(&self, seat: Option<Seat>) -> Option<Clock> {
        match seat {
            None => Some(Clock::Stage),
            Some(seat) => self.in_hand(seat).map(|index| Clock::Seat(Seat::from_index(index))),
        }
    }
}
