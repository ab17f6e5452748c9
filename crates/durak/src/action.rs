//! What a player may do, and what they are offered: the protocol's `turn` and `availables`.

use crate::piles::{CardList, MAX_PILES};
use arrayvec::ArrayVec;
use kozyr_cards::{Card, CardSet, CardStyle};
use std::fmt;

/// What a player does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub enum Action {
    /// Leads a card, or throws one in.
    Attack(Card),
    /// Beats a card on the table.
    Defend {
        /// The card on the table.
        attack: Card,
        /// The card from the hand.
        with: Card,
    },
    /// Shows the card that is about to be transferred (the traffic light).
    Show(Card),
    /// Passes the attack on to the next opponent by adding a card of its rank.
    Transfer(Card),
    /// Gives up beating: takes the table, once throwing in is over.
    Take,
    /// Throws in nothing more, unless another card is added.
    Finish,
    /// Is ready for the next round, or the next party.
    Ready,
    /// Gives up the party and is its fool. Between the parties of a game without a last point: gets up.
    Surrender,
    /// Is away from the table: nobody waits for their `ready`.
    Away,
    /// Is back.
    Back,
}

impl Action {
    /// The word the protocol uses for a turn (`attack`), or for the rest (`ready`).
    pub const fn word(&self) -> &'static str {
        match self {
            Action::Attack(_) => "attack",
            Action::Defend { .. } => "defend",
            Action::Show(_) => "show",
            Action::Transfer(_) => "transfer",
            Action::Take => "take",
            Action::Finish => "finish",
            Action::Ready => "ready",
            Action::Surrender => "surrender",
            Action::Away => "away",
            Action::Back => "back",
        }
    }

    /// The protocol's attribute `card`.
    pub const fn card(&self) -> Option<Card> {
        match *self {
            Action::Attack(card) | Action::Show(card) | Action::Transfer(card) => Some(card),
            _ => None,
        }
    }
}

/// What a throw-in lies "to": the first card of each rank on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Onto([Option<Card>; 15]);

impl Onto {
    pub(crate) fn set(&mut self, card: Card) {
        self.0[usize::from(card.rank().number())].get_or_insert(card);
    }

    /// The card of the same rank on the table; the card itself when it leads.
    pub fn of(&self, card: Card) -> Card {
        self.0[usize::from(card.rank().number())].unwrap_or(card)
    }
}

/// A button: something the player may do now, with all the cards that will do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Offer {
    /// `READY`: go on to the next round or party.
    Ready,
    /// `TAKE`: take the table.
    Take,
    /// `DEFEND`: beat a card.
    Defend(ArrayVec<(Card, CardSet), MAX_PILES>),
    /// `SHOW`: show a card to transfer with.
    Show(CardSet),
    /// `TRANS`: transfer.
    Transfer(CardSet),
    /// `ATTACK`: lead or throw in.
    Attack {
        /// The cards in hand that may be played.
        cards: CardSet,
        /// What each is thrown in to.
        onto: Onto,
    },
    /// `FINISH`: throw in nothing more.
    Finish,
    /// Give up; always there for who is still in, and no `available` of the protocol.
    Surrender,
    /// Go away; no `available` either.
    Away,
    /// Come back; no `available` either.
    Back,
}

impl Offer {
    /// The protocol's type, such as `ATTACK`; `None` for what is not among its `availables`.
    pub const fn kind(&self) -> Option<&'static str> {
        Some(match self {
            Offer::Ready => "READY",
            Offer::Take => "TAKE",
            Offer::Defend(_) => "DEFEND",
            Offer::Show(_) => "SHOW",
            Offer::Transfer(_) => "TRANS",
            Offer::Attack { .. } => "ATTACK",
            Offer::Finish => "FINISH",
            Offer::Surrender | Offer::Away | Offer::Back => return None,
        })
    }

    /// Does the protocol give this type a list of cards?
    pub const fn has_cards(&self) -> bool {
        matches!(self, Offer::Defend(_) | Offer::Show(_) | Offer::Transfer(_) | Offer::Attack { .. })
    }

    /// The list exactly as the protocol writes it: `6d-7h,9c-Qs`, `6h,6s`, or nothing.
    pub fn cards(&self) -> OfferCards<'_> {
        OfferCards(self)
    }

    /// Every single action the offer stands for.
    pub fn actions(&self) -> impl Iterator<Item = Action> + '_ {
        let one = match self {
            Offer::Ready => Some(Action::Ready),
            Offer::Take => Some(Action::Take),
            Offer::Finish => Some(Action::Finish),
            Offer::Surrender => Some(Action::Surrender),
            Offer::Away => Some(Action::Away),
            Offer::Back => Some(Action::Back),
            _ => None,
        };
        let (set, make): (CardSet, fn(Card) -> Action) = match *self {
            Offer::Show(cards) => (cards, Action::Show),
            Offer::Transfer(cards) => (cards, Action::Transfer),
            Offer::Attack { cards, .. } => (cards, Action::Attack),
            _ => (CardSet::EMPTY, Action::Attack),
        };
        let defend = match self {
            Offer::Defend(pairs) => pairs.as_slice(),
            _ => &[],
        };
        let defend = defend
            .iter()
            .flat_map(|&(attack, cards)| cards.iter().map(move |with| Action::Defend { attack, with }));
        one.into_iter().chain(set.iter().map(make)).chain(defend)
    }

    /// How many actions that is.
    pub fn len(&self) -> usize {
        match self {
            Offer::Defend(pairs) => pairs.iter().map(|(_, cards)| cards.len()).sum(),
            Offer::Show(cards) | Offer::Transfer(cards) | Offer::Attack { cards, .. } => cards.len(),
            _ => 1,
        }
    }

    /// Never: an offer without an action is not made.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Does the offer allow this action?
    pub fn covers(&self, action: &Action) -> bool {
        match (self, *action) {
            (Offer::Ready, Action::Ready)
            | (Offer::Take, Action::Take)
            | (Offer::Finish, Action::Finish)
            | (Offer::Surrender, Action::Surrender)
            | (Offer::Away, Action::Away)
            | (Offer::Back, Action::Back) => true,
            (Offer::Show(cards), Action::Show(card))
            | (Offer::Transfer(cards), Action::Transfer(card))
            | (Offer::Attack { cards, .. }, Action::Attack(card)) => cards.contains(card),
            (Offer::Defend(pairs), Action::Defend { attack, with }) => {
                pairs.iter().any(|&(card, cards)| card == attack && cards.contains(with))
            }
            _ => false,
        }
    }
}

/// Writes the cards of an [`Offer`]; made by [`Offer::cards`].
#[derive(Clone, Copy, Debug)]
pub struct OfferCards<'a>(&'a Offer);

impl fmt::Display for OfferCards<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut comma = "";
        let mut pair = |f: &mut fmt::Formatter<'_>, one: Card, two: Card| {
            let before = std::mem::replace(&mut comma, ",");
            write!(f, "{before}{}-{}", one.styled(CardStyle::Ten), two.styled(CardStyle::Ten))
        };
        match self.0 {
            Offer::Show(cards) | Offer::Transfer(cards) => write!(f, "{}", CardList(*cards)),
            Offer::Attack { cards, onto } => cards.iter().try_for_each(|card| pair(f, onto.of(card), card)),
            Offer::Defend(pairs) => pairs
                .iter()
                .try_for_each(|&(attack, cards)| cards.iter().try_for_each(|with| pair(f, attack, with))),
            _ => Ok(()),
        }
    }
}

/// The protocol's `availables` of one player: their [`Offer`]s that have a [`kind`](Offer::kind).
pub type Availables = ArrayVec<Offer, 4>;
