//! Poker as a [`Game`]: moves, offers and views for the table and the laws.

use crate::event::{Board, Event, Hole};
use crate::hand::{Hand, Next};
use crate::view::HandView;
use crate::{Refusal, Rules, SetupError};
use arrayvec::ArrayVec;
use kozyr_card_game::{Awaits, Clock, Game, Move, Payoffs, Seat, SeatSet, Seated, Shoe, Viewer};
use kozyr_cards::CardSet;
use kozyr_chips::Chips;

/// Every variant of poker the engine deals, as one game: the variant is in the rules.
#[derive(Clone, Copy, Debug)]
pub struct Poker;

/// Cards off the deck.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub enum Deal {
    /// To a player.
    Hole(Seat, Hole),
    /// To the board.
    Board(Board),
}

/// What a player does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub enum Action {
    /// Gives up the hand.
    Fold,
    /// Checks, or calls what is to be called.
    CheckOrCall,
    /// Bets or raises to this total of the street.
    RaiseTo(Chips),
    /// Opens with the forced bet.
    BringIn,
    /// Throws these cards away for others; none is to stand pat.
    Discard(CardSet),
    /// Agrees that the rest of the board is dealt several times, or does not.
    Runouts(bool),
    /// Turns their cards over.
    Show,
    /// Throws their cards away unseen.
    Muck,
}

/// A button and its price.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "kind", rename_all = "camelCase"))]
pub enum Offer {
    /// Give up the hand.
    Fold,
    /// Stay in for nothing.
    Check,
    /// Stay in for this much.
    Call {
        /// What it costs.
        price: Chips,
    },
    /// Bet or raise to a total of the street.
    RaiseTo {
        /// The least total; equal to the most when the only raise is all-in or fixed.
        least: Chips,
        /// The largest total.
        most: Chips,
    },
    /// Open with the forced bet.
    BringIn {
        /// What it costs.
        price: Chips,
    },
    /// Throw some of these cards away for others, or none.
    Discard {
        /// The cards the player holds.
        from: CardSet,
    },
    /// Have the rest of the board dealt several times, or say no to it.
    Runouts {
        /// How many times.
        times: u8,
    },
    /// Turn the cards over.
    Show,
    /// Throw the cards away unseen.
    Muck,
}

impl Offer {
    /// Does the offer cover the action?
    pub fn covers(&self, action: &Action) -> bool {
        match (self, action) {
            (Offer::Fold, Action::Fold)
            | (Offer::Check | Offer::Call { .. }, Action::CheckOrCall)
            | (Offer::BringIn { .. }, Action::BringIn)
            | (Offer::Runouts { .. }, Action::Runouts(_))
            | (Offer::Show, Action::Show)
            | (Offer::Muck, Action::Muck) => true,
            (Offer::RaiseTo { least, most }, Action::RaiseTo(to)) => (least..=most).contains(&to),
            (Offer::Discard { from }, Action::Discard(cards)) => (*cards - *from).is_empty(),
            _ => false,
        }
    }
}

/// Why a hand was not started, or a move not made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PokerRefusal {
    /// The hand cannot be played like this.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The move is not allowed.
    #[error(transparent)]
    Move(#[from] Refusal),
}

impl Game for Poker {
    type Rules = Rules;
    type State = Hand;
    type Deal = Deal;
    type Action = Action;
    type Offer = Offer;
    type Event = Event;
    type View = HandView;
    type Refusal = PokerRefusal;
    type Stage = u8;

    /// The seats are the players in the order they act after the flop; their seat numbers are 1, 2, 3 …
    fn start(rules: &Rules, seats: &[Seated]) -> Result<Hand, PokerRefusal> {
        let stacks: Vec<Chips> = seats.iter().map(|seated| seated.stack).collect();
        Ok(Hand::start(rules, &stacks)?)
    }

    /// The street, from 0: every decision of a hand has the same time.
    fn stage(hand: &Hand) -> u8 {
        hand.street
    }

    fn stack(hand: &Hand, seat: Seat) -> Chips {
        hand.stacks().get(seat.index()).copied().unwrap_or_default()
    }

    fn awaits(hand: &Hand) -> Awaits {
        if hand.awaits_shuffle() {
            return Awaits::Shuffle(hand.variant().pack.cards());
        }
        if hand.awaits_reshuffle() {
            return Awaits::Shuffle(hand.thrown_away());
        }
        match hand.next() {
            Next::Hole(_) | Next::Board(_) => Awaits::Chance,
            Next::Draw(player) | Next::Bet(player) | Next::Show(player) => {
                Awaits::Seats(SeatSet::only(Seat::from_index(player)))
            }
            // A missing answer is a no: nobody's own clock runs.
            Next::Runouts => Awaits::Stage(hand.asked()),
            Next::Over => Awaits::Nothing,
        }
    }

    fn draw(hand: &Hand, shoe: &mut dyn Shoe) -> Option<Deal> {
        match hand.next() {
            Next::Hole(_) if hand.awaits_reshuffle() => None,
            Next::Hole(player) => {
                let seat = Seat::from_index(player);
                // A draw takes what is there; the rest comes after a shuffle.
                let count = hand.missing(seat).min(usize::from(hand.stub));
                let cards: Option<ArrayVec<_, _>> = (0..count).map(|_| shoe.card().map(Some)).collect();
                Some(Deal::Hole(seat, cards?))
            }
            Next::Board(count) => {
                let cards: Option<ArrayVec<_, _>> = (0..count).map(|_| shoe.card().map(Some)).collect();
                Some(Deal::Board(cards?))
            }
            Next::Draw(_) | Next::Bet(_) | Next::Runouts | Next::Show(_) | Next::Over => None,
        }
    }

    fn legal(hand: &Hand, seat: Seat, out: &mut Vec<Offer>) {
        out.extend(hand.offers(seat));
    }

    fn play(hand: &mut Hand, mv: &Move<Deal, Action>, out: &mut Vec<Event>) -> Result<(), PokerRefusal> {
        match mv {
            Move::Shuffled if hand.awaits_shuffle() => hand.shuffled = true,
            Move::Shuffled if hand.awaits_reshuffle() => hand.reshuffle(),
            Move::Shuffled => return Err(Refusal::NoShuffle.into()),
            Move::Join(_) | Move::Part(_) => return Err(Refusal::AtTheEnd.into()),
            Move::Deal(Deal::Hole(seat, cards)) => hand.dealing_hole(seat.index(), cards, out)?,
            Move::Deal(Deal::Board(cards)) => hand.dealing_board(cards, out)?,
            Move::Act(seat, action) => hand.acting(seat.index(), *action, out)?,
            Move::Timeout(Clock::Stage) => hand.runouts_not_agreed(out)?,
            Move::Timeout(Clock::Seat(seat)) => {
                let action = hand.on_timeout(*seat).ok_or(Refusal::NoClock)?;
                hand.acting(seat.index(), action, out)?;
            }
        }
        Ok(())
    }

    fn view(hand: &Hand, viewer: Viewer) -> HandView {
        HandView::of(hand, viewer)
    }

    fn event_for(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(event.seen_by(viewer))
    }

    fn known(hand: &Hand, viewer: Viewer) -> CardSet {
        let mut known: CardSet = hand.boards.iter().flatten().copied().flatten().collect();
        for seat in SeatSet::first(hand.players()).iter() {
            let player = seat.index();
            if viewer.is(seat) || hand.shown.contains(seat) {
                known.extend(hand.hole[player].iter().copied().flatten());
            }
            if viewer.is(seat) {
                known |= hand.discards[player];
            }
            known.extend(hand.up_cards(player).flatten());
        }
        known
    }

    fn chips(hand: &Hand) -> Chips {
        hand.stacks().iter().sum::<Chips>() + hand.pot_total() + hand.raked
    }

    fn payoffs(hand: &Hand) -> Option<Payoffs> {
        if hand.next() != Next::Over || hand.undetermined {
            return None;
        }
        let won = hand.stacks().iter().zip(hand.starting_stacks()).map(|(&end, &start)| end - start);
        let seats = won.enumerate().map(|(player, won)| (Seat::from_index(player), won)).collect();
        Some(Payoffs { seats, rake: hand.raked, house: Chips::ZERO })
    }
}

impl Hand {
    /// Nothing has been dealt and nobody has shuffled.
    fn awaits_shuffle(&self) -> bool {
        !self.shuffled && self.street == 0 && self.out.is_empty() && self.unseen.is_empty()
    }

    /// What the player may do now.
    pub fn offers(&self, seat: Seat) -> ArrayVec<Offer, 3> {
        let mut offers = ArrayVec::new();
        let player = seat.index();
        match self.next() {
            Next::Draw(turn) if turn == player => {
                offers.push(Offer::Discard { from: self.hole[player].iter().copied().flatten().collect() });
            }
            Next::Bet(turn) if turn == player && self.owes_bring_in() => {
                offers.push(Offer::BringIn { price: self.price(player) });
                if let Ok((least, most)) = self.raise_bounds(player) {
                    offers.push(Offer::RaiseTo { least, most });
                }
            }
            Next::Bet(turn) if turn == player => {
                let price = self.price(player);
                offers.push(Offer::Fold);
                offers.push(if price.is_zero() { Offer::Check } else { Offer::Call { price } });
                if let Ok((least, most)) = self.raise_bounds(player) {
                    offers.push(Offer::RaiseTo { least, most });
                }
            }
            Next::Runouts if self.asked().contains(seat) => {
                offers.push(Offer::Runouts { times: self.runs });
            }
            Next::Show(turn) if turn == player => {
                offers.push(Offer::Show);
                if self.may_muck(player).is_ok() {
                    offers.push(Offer::Muck);
                }
            }
            _ => {}
        }
        offers
    }

    /// What happens when the player's time is over: check if it is free, else fold; bring it in if they have to;
    /// stand pat; muck if they may.
    pub fn on_timeout(&self, seat: Seat) -> Option<Action> {
        let player = seat.index();
        match self.next() {
            Next::Draw(turn) if turn == player => Some(Action::Discard(CardSet::EMPTY)),
            Next::Bet(turn) if turn == player && self.owes_bring_in() => Some(Action::BringIn),
            Next::Bet(turn) if turn == player && self.price(player).is_zero() => Some(Action::CheckOrCall),
            Next::Bet(turn) if turn == player => Some(Action::Fold),
            Next::Show(turn) if turn == player && self.may_muck(player).is_ok() => Some(Action::Muck),
            Next::Show(turn) if turn == player => Some(Action::Show),
            _ => None,
        }
    }

    /// Makes a player's move.
    pub fn act(&mut self, player: usize, action: Action) -> Result<(), Refusal> {
        self.acting(player, action, &mut ())
    }

    /// Makes a player's move and adds what happened to `events`.
    pub fn act_and_tell(
        &mut self,
        player: usize,
        action: Action,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.acting(player, action, events)
    }

    fn acting(
        &mut self,
        player: usize,
        action: Action,
        sink: &mut impl crate::hand::Sink,
    ) -> Result<(), Refusal> {
        match action {
            Action::Fold => self.folding(player, sink),
            Action::CheckOrCall => self.calling(player, sink),
            Action::RaiseTo(to) => self.raising(player, to, sink),
            Action::BringIn => self.bringing_in(player, sink),
            Action::Discard(cards) => {
                let cards: ArrayVec<_, 64> = cards.iter().map(Some).collect();
                self.discarding(player, &cards, sink)
            }
            Action::Runouts(agrees) => self.answering(player, agrees, sink),
            Action::Show => self.showing(player, None, sink),
            Action::Muck => self.mucking(player, sink),
        }
    }
}
