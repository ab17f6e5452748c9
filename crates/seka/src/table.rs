//! The table: people sit down, say that they are ready, and play one deal after another.
//!
//! Like a deal, a table has no clock and no deck: it says [how long](Table::time_ms) what it
//! [awaits](Table::awaits) may take, and the end of that time comes in as a move.

mod flow;
mod view;

use crate::{
    Action, Deal, Dealt, Event, Record, Refusal, Rules, RulesError, SEATS, Stage, Status, all_seats,
};
use kozyr_card_game::{Awaits, Clock, Move, Seat, SeatSet, Seated, Viewer};
use kozyr_chips::Chips;

pub use view::{ChairView, TableOffer, TableView};

/// What can happen at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// Somebody sits down with these chips.
    Sit(Seated),
    /// A seated player adds chips, between deals.
    TopUp {
        /// Who.
        seat: Seat,
        /// How many.
        amount: Chips,
    },
    /// A player leaves. In a deal he folds when it is his turn; what he has bet stays in the pot.
    Leave(Seat),
    /// A player is ready for the next deal.
    Ready(Seat),
    /// A player has changed his mind.
    NotReady(Seat),
    /// A move of the deal, or the end of the time a stage of the table has.
    Play(Move<Dealt, Action>),
}

/// Why somebody is not at the table any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Gone {
    /// He wanted to.
    Left,
    /// His time ran out in a deal.
    TimedOut,
}

/// Something that happened at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case", rename_all_fields = "snake_case")
)]
#[allow(missing_docs)] // The fields are named after what they are.
pub enum TableEvent {
    /// The table came to another stage of its own; those of a deal follow from its events.
    Stage { stage: Stage },
    /// Somebody sat down.
    Sat { seat: Seat, balance: Chips },
    /// Somebody added chips.
    ToppedUp { seat: Seat, amount: Chips },
    /// A player is ready, or not any more.
    Ready { seat: Seat, ready: bool },
    /// A player wants to leave and is still in a deal.
    Leaving { seat: Seat },
    /// A player went to the lobby with these chips.
    Gone { seat: Seat, balance: Chips, why: Gone },
    /// Something happened in the deal.
    Deal { event: Event },
}

impl TableEvent {
    /// The event as this viewer may know it.
    #[must_use]
    pub fn for_viewer(&self, viewer: Viewer) -> TableEvent {
        match self {
            TableEvent::Deal { event } => TableEvent::Deal { event: event.for_viewer(viewer) },
            other => other.clone(),
        }
    }
}

/// Why a table refuses something. Nothing has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableRefusal {
    /// For a reason of the deal, or one it shares.
    #[error(transparent)]
    Deal(#[from] Refusal),
    /// There is time for that before a deal.
    #[error("that is possible between deals only; wait until this one is over")]
    DealIsOn,
    /// Nobody to play with.
    #[error("at least two players with enough chips are needed; wait for another one")]
    TooFewPlayers,
    /// Too poor for this table.
    #[error("{balance} chips are below the minimum of {min} at this table; add some to play")]
    BelowMinimum {
        /// What he has.
        balance: Chips,
        /// What he needs.
        min: Chips,
    },
    /// Too rich for this table.
    #[error("{balance} chips are above the maximum of {max} at this table; choose a bigger one")]
    AboveMaximum {
        /// What he has.
        balance: Chips,
        /// What is allowed.
        max: Chips,
    },
    /// Said so already.
    #[error("seat {0} has said so already")]
    SaidAlready(Seat),
    /// No chips, or too many.
    #[error("{0} chips cannot be added")]
    BadAmount(Chips),
}

/// A seat somebody has taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Chair {
    /// His chips; while a deal is on they lie there.
    balance: Chips,
    ready: bool,
    leaving: bool,
    /// Does he appear in the deal, playing or waiting?
    in_deal: bool,
}

impl Chair {
    const fn new(balance: Chips, in_deal: bool) -> Chair {
        Chair { balance, ready: false, leaving: false, in_deal }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Waiting,
    Preparation,
    Deal,
    Pause,
}

/// A table with its people and the deal that is on, or has just been.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    rules: Rules,
    chairs: [Option<Chair>; SEATS],
    phase: Phase,
    /// The deal that is on; in the pause, the one that is over.
    deal: Option<Deal>,
    record: Option<Record>,
    /// The house account and the room's, over all deals.
    house: Chips,
    rake: Chips,
    /// What people brought less what they took away.
    brought: Chips,
}

impl Table {
    /// An empty table.
    ///
    /// # Errors
    /// When the rules make no sense.
    pub fn new(rules: Rules) -> Result<Table, RulesError> {
        rules.check()?;
        Ok(Table {
            rules,
            chairs: [None; SEATS],
            phase: Phase::Waiting,
            deal: None,
            record: None,
            house: Chips::ZERO,
            rake: Chips::ZERO,
            brought: Chips::ZERO,
        })
    }

    /// Lets something happen, or refuses it and changes nothing. Events are added to `out`.
    ///
    /// # Errors
    /// Why it is not possible.
    pub fn play(&mut self, input: &Input, out: &mut Vec<TableEvent>) -> Result<(), TableRefusal> {
        match input {
            &Input::Sit(seated) => self.sit(seated, out)?,
            &Input::TopUp { seat, amount } => self.top_up(seat, amount, out)?,
            &Input::Leave(seat) => self.leave(seat, out)?,
            &Input::Ready(seat) => self.ready(seat, out)?,
            &Input::NotReady(seat) => self.not_ready(seat, out)?,
            Input::Play(mv) => match (self.phase, mv) {
                (Phase::Deal, _) => {
                    if matches!(mv, Move::Join(_) | Move::Part(_)) {
                        return Err(Refusal::WrongStage.into()); // People come and go at the table.
                    }
                    self.step(mv.clone(), out)?;
                    self.go_on(out);
                }
                (Phase::Preparation, Move::Timeout(Clock::Stage)) => self.preparation_over(out),
                (Phase::Pause, Move::Timeout(Clock::Stage)) => self.pause_over(out),
                (_, &Move::Timeout(clock)) => return Err(Refusal::ClockNotRunning(clock).into()),
                (_, &Move::Act(seat, _)) => return Err(Refusal::NotAwaited(seat).into()),
                (_, Move::Deal(_) | Move::Shuffled) => return Err(Refusal::NoCardsAwaited.into()),
                (_, Move::Join(_) | Move::Part(_)) => return Err(Refusal::WrongStage.into()),
            },
        }
        self.assert_conserved();
        Ok(())
    }

    /// What people brought is what they have, with the accounts of the house and the room. Checked always.
    fn assert_conserved(&self) {
        let chairs: Chips = self.chairs.iter().flatten().map(|chair| chair.balance).sum();
        let deal = self.running().map_or(Chips::ZERO, Deal::chips);
        let now = chairs + deal + self.house + self.rake;
        assert!(now == self.brought, "{} chips have become {now}", self.brought);
    }

    fn chair(&self, seat: Seat) -> Option<&Chair> {
        self.chairs.get(seat.index())?.as_ref()
    }

    fn chair_mut(&mut self, seat: Seat) -> &mut Chair {
        self.chairs[seat.index()].as_mut().expect("somebody sits there")
    }

    /// The deal that is going on.
    fn running(&self) -> Option<&Deal> {
        self.deal.as_ref().filter(|_| self.phase == Phase::Deal)
    }

    /// May he be dealt in with what he has?
    fn fit(&self, seat: Seat) -> Result<(), TableRefusal> {
        let balance = self.chair(seat).ok_or(Refusal::NotSeated(seat))?.balance;
        let min = self.rules.min_balance;
        let max = self.rules.max_balance.unwrap_or(Chips::MAX);
        if balance < min {
            Err(TableRefusal::BelowMinimum { balance, min })
        } else if balance > max {
            Err(TableRefusal::AboveMaximum { balance, max })
        } else {
            Ok(())
        }
    }

    /// Those who could be dealt in.
    fn fit_seats(&self) -> SeatSet {
        all_seats().filter(|&seat| self.fit(seat).is_ok()).collect()
    }
}

/// What anybody may ask about a table.
impl Table {
    /// The rules it has.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Where it stands.
    pub fn stage(&self) -> Stage {
        match self.phase {
            Phase::Waiting => Stage::WaitingForPlayers,
            Phase::Preparation => Stage::Preparation,
            Phase::Deal => self.deal.as_ref().map_or(Stage::Dealing, Deal::stage),
            Phase::Pause => Stage::PauseBeforeNext,
        }
    }

    /// What happens next. A table that waits for people awaits nothing.
    pub fn awaits(&self) -> Awaits {
        match self.phase {
            Phase::Waiting => Awaits::Nothing,
            Phase::Preparation => Awaits::Stage(self.fit_seats()),
            Phase::Deal => self.deal.as_ref().map_or(Awaits::Nothing, Deal::awaits),
            Phase::Pause => Awaits::Stage(SeatSet::EMPTY),
        }
    }

    /// How long what is awaited may take.
    pub fn time_ms(&self) -> Option<u32> {
        match self.phase {
            Phase::Waiting => None,
            Phase::Preparation => Some(self.rules.timers.ready_ms),
            Phase::Deal => self.deal.as_ref().and_then(Deal::time_ms),
            Phase::Pause => Some(self.rules.timers.pause_ms),
        }
    }

    /// The deal that is on; in the pause, the one that is over.
    pub const fn deal(&self) -> Option<&Deal> {
        self.deal.as_ref()
    }

    /// That deal so far, to be stored when it is over.
    pub const fn record(&self) -> Option<&Record> {
        self.record.as_ref()
    }

    /// Who sits at the table, in seat order.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + '_ {
        all_seats().filter(|&seat| self.chair(seat).is_some())
    }

    /// What a player has.
    pub fn balance(&self, seat: Seat) -> Option<Chips> {
        let chair = self.chair(seat)?;
        let in_deal = self.running().filter(|_| chair.in_deal);
        Some(in_deal.and_then(|deal| deal.balance(seat)).unwrap_or(chair.balance))
    }

    /// What a player is doing; who has no seat is in the lobby.
    pub fn status(&self, seat: Seat) -> Status {
        let Some(chair) = self.chair(seat) else { return Status::Lobby };
        let in_deal = self.deal.as_ref().filter(|_| chair.in_deal).and_then(|deal| deal.status(seat));
        match in_deal {
            _ if chair.leaving => Status::Left,
            Some(status) => status,
            None if chair.ready => Status::TableReady,
            None => Status::TableWaiting,
        }
    }

    /// The house account over all deals: below zero by what the house has paid for dark bets.
    pub const fn house(&self) -> Chips {
        self.house
    }

    /// What the room has taken over all deals.
    pub const fn rake(&self) -> Chips {
        self.rake
    }
}
