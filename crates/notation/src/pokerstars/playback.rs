//! A document played on the engine, with everything told that happens.

use crate::phh::{Action, Hand, Replay, ReplayError, Shown, StepError};
use kozyr_card_game::{Game, Move, Seat};
use kozyr_chips::{Chips, Scale};
use kozyr_poker as poker;
use kozyr_poker::{Deal, Event, Next, Poker, PokerRefusal, Refusal};

/// A hand in play.
pub(crate) struct Playback {
    pub(crate) hand: poker::Hand,
    pub(crate) scale: Scale,
    /// What has happened so far.
    pub(crate) events: Vec<Event>,
}

impl Playback {
    /// Seats the players and posts.
    pub(crate) fn start(document: &Hand) -> Result<Playback, ReplayError> {
        let replay = Replay::start(document)?;
        Ok(Playback { hand: replay.hand().clone(), scale: replay.scale(), events: Vec::new() })
    }

    /// Plays one action.
    pub(crate) fn step(&mut self, action: Action) -> Result<(), StepError> {
        let told = match action {
            Action::Nothing => return Ok(()),
            Action::DealBoard(cards) => {
                Move::Deal(Deal::Board(cards.iter().copied().take(poker::MAX_BOARD).collect()))
            }
            Action::DealHole { player, cards } => {
                Move::Deal(Deal::Hole(self.seat(player.index())?, cards.iter().copied().collect()))
            }
            Action::CompleteBetOrRaiseTo { player, amount } => {
                let to = amount.to_chips(self.scale)?;
                Move::Act(self.seat(player.index())?, poker::Action::RaiseTo(to))
            }
            Action::CheckOrCall(player) => Move::Act(self.seat(player.index())?, poker::Action::CheckOrCall),
            Action::Fold(player) => Move::Act(self.seat(player.index())?, poker::Action::Fold),
            Action::ShowOrMuck { player, shown } => return self.show_or_muck(player.index(), shown),
            // Texts are read and written of games with a board only.
            Action::PostBringIn(_) => return Err(Refusal::NoBringIn.into()),
            Action::StandPatOrDiscard { .. } => return Err(Refusal::NoDrawNow.into()),
        };
        self.play(&told)
    }

    fn seat(&self, player: usize) -> Result<Seat, Refusal> {
        let seat = Seat::from_index(player.min(Seat::MAX - 1));
        if player < self.hand.players() { Ok(seat) } else { Err(Refusal::NoSuchPlayer(seat)) }
    }

    fn play(&mut self, mv: &Move<Deal, poker::Action>) -> Result<(), StepError> {
        Poker::play(&mut self.hand, mv, &mut self.events).map_err(|refusal| match refusal {
            PokerRefusal::Move(refusal) => refusal.into(),
            PokerRefusal::Setup(_) => Refusal::HandIsOver.into(),
        })
    }

    /// As [`Replay`] has it: a player may show out of turn, again, or a hand nobody called.
    fn show_or_muck(&mut self, player: usize, shown: Shown) -> Result<(), StepError> {
        let seat = self.seat(player)?;
        let hand = &mut self.hand;
        if shown == Shown::Muck {
            return self.play(&Move::Act(seat, poker::Action::Muck));
        }
        let cards = if let Shown::Cards(cards) = shown { Some(cards) } else { None };
        let in_turn = hand.next() == Next::Show(player);
        let keeps = hand.live().contains(seat) && !hand.mucked().contains(seat);
        let unasked = !in_turn && (hand.shown().contains(seat) || hand.next() == Next::Over && keeps);
        if !unasked && !in_turn {
            return Ok(hand.show_early(player, cards.as_deref())?);
        }
        if let Some(cards) = cards {
            hand.name_cards(seat, &cards)?;
        }
        if in_turn { self.play(&Move::Act(seat, poker::Action::Show)) } else { Ok(()) }
    }

    /// Is there nothing left to do? Hands that nobody showed may stay unseen: records leave that open.
    pub(crate) fn is_played_out(&self) -> bool {
        let hand = &self.hand;
        match hand.next() {
            Next::Over => true,
            Next::Show(_) => hand.is_last_street(),
            _ => false,
        }
    }

    /// What a bet comes to on this street before the next raise.
    pub(crate) fn level(&self) -> Chips {
        let bets = self.hand.bets().iter().copied().max().unwrap_or_default();
        let blinds =
            if self.hand.street() == 0 { self.hand.rules().blinds.iter().copied().max() } else { None };
        bets.max(blinds.unwrap_or_default())
    }

    /// What each player has won from the pots.
    pub(crate) fn won(&self) -> Vec<Chips> {
        let mut won = vec![Chips::ZERO; self.hand.players()];
        for event in &self.events {
            if let Event::Won { seat, amount, .. } = event {
                won[seat.index()] += *amount;
            }
        }
        won
    }

    /// What each pot paid, the main pot first.
    pub(crate) fn pots(&self) -> Vec<Chips> {
        let mut pots = Vec::new();
        for event in &self.events {
            if let Event::Won { pot, amount, .. } = event {
                pots.resize(pots.len().max(usize::from(*pot) + 1), Chips::ZERO);
                pots[usize::from(*pot)] += *amount;
            }
        }
        pots
    }

    /// Does everybody ante, and somebody less than another?
    pub(crate) fn has_short_ante(&self) -> bool {
        let paid = self.hand.rules().antes.iter().zip(self.hand.starting_stacks());
        let paid: Vec<Chips> = paid.map(|(&ante, &stack)| ante.min(stack)).collect();
        paid.iter().all(|ante| ante.is_positive()) && paid.iter().any(|ante| *ante != paid[0])
    }

    /// What each player got back of a bet that nobody called.
    pub(crate) fn returned(&self) -> Vec<Chips> {
        let mut returned = vec![Chips::ZERO; self.hand.players()];
        for event in &self.events {
            if let Event::Returned(seat, amount) = event {
                returned[seat.index()] += *amount;
            }
        }
        returned
    }

    /// The stacks once the pots are full and before anybody has won them.
    pub(crate) fn stacks_before_winning(&self) -> Vec<Chips> {
        self.hand.stacks().iter().zip(self.won()).map(|(&stack, won)| stack - won).collect()
    }

    /// All that lies in the pots at the end.
    pub(crate) fn total_pot(&self) -> Chips {
        let brought: Chips = self.hand.starting_stacks().iter().sum();
        brought - self.stacks_before_winning().iter().sum::<Chips>()
    }
}
