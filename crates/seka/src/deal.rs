//! One deal, with the svaras that follow from it.
//!
//! Who comes and goes is in [`people`], the money and the turns are in [`betting`], comparing hands and
//! paying out in [`showdown`], vote, entry and the new deal in [`svara`].

mod betting;
mod people;
mod place;
mod queries;
mod showdown;
mod svara;

use crate::settle::Settlement;
use crate::{Action, CARDS_EACH, Event, Refusal, Rules, SEATS, SeatList, Status};
use arrayvec::ArrayVec;
use kozyr_card_game::{Joining, Seat, SeatSet, Seated, Viewer};
use kozyr_cards::{Card, CardSet};
use kozyr_chips::Chips;
use place::{Place, Places};

/// What chance supplies: a dealer, and cards in the order they are dealt, one at a time clockwise
/// from the player after the dealer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Dealt {
    /// One of the players, drawn for every deal.
    pub dealer: Seat,
    /// Three cards for everybody.
    pub cards: ArrayVec<Card, { SEATS * CARDS_EACH }>,
}

/// The rules of a deal and who only looks on: they may enter a svara later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The rules of the table.
    pub rules: Rules,
    /// Of the seats given, those that are not dealt in.
    pub waiting: SeatSet,
}

impl From<Rules> for Setup {
    fn from(rules: Rules) -> Setup {
        Setup { rules, waiting: SeatSet::EMPTY }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// Cards come next, once they are shuffled.
    Dealing {
        shuffled: bool,
    },
    Turn,
    /// After a reveal; a tie of the last two goes to the vote from here.
    Pause {
        tied: bool,
    },
    Vote,
    Entry,
    Over,
}

/// Two hands that were compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Reveal {
    /// Who asked.
    pub by: Seat,
    /// The previous player still in.
    pub target: Seat,
    /// Who fell; nobody when the last two tied.
    pub loser: Option<Seat>,
}

/// A deal in progress, svaras included. Undealt cards are not in here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    rules: Rules,
    places: Places,
    phase: Phase,
    /// Those who were dealt in, in the order they act; the dealer is last.
    order: SeatList,
    /// Whose turn it is, in `order`.
    at: u8,
    round: u8,
    /// Round 3 is over and a last raise is being answered, by these.
    answering: bool,
    to_answer: SeatSet,
    stake: Chips,
    pot: Chips,
    house: Chips,
    rake: Chips,
    /// All chips of the deal, whoever holds them.
    total: Chips,
    /// Svaras so far.
    svaras: u8,
    tied: SeatSet,
    /// Who has voted, or has said whether they enter.
    answered: SeatSet,
    yes: u8,
    entered: SeatSet,
    /// The pot when the vote began.
    vote_pot: Chips,
    /// Whose hands everybody has seen, and what everybody saw in former deals of the chain.
    public: SeatSet,
    earlier: CardSet,
    reveal: Option<Reveal>,
    settlement: Option<Settlement>,
}

impl Deal {
    /// Takes the antes of the players; those who wait are there to enter a svara.
    ///
    /// # Errors
    /// When rules or seats make no sense, or a player cannot pay the ante.
    pub fn start(
        rules: &Rules,
        players: &[Seated],
        waiting: &[Seated],
        out: &mut Vec<Event>,
    ) -> Result<Deal, Refusal> {
        rules.check()?;
        let mut deal = Deal::empty(*rules);
        for (seated, status) in (players.iter().map(|seated| (seated, Status::InGame)))
            .chain(waiting.iter().map(|seated| (seated, Status::TableWaiting)))
        {
            // From the start, everybody's seat in the deal has the number of their chair.
            let &Seated { seat, stack } = seated;
            deal.add(Joining { seat, chair: seat, stack }, status)?;
        }
        if players.len() < 2 {
            return Err(Refusal::Players(players.len()));
        }
        let pay = rules.base;
        for &Seated { seat, stack } in players {
            if stack < pay {
                return Err(Refusal::CannotPay { seat, pay, stack });
            }
        }
        for &Seated { seat, .. } in players {
            deal.take(seat, betting::Price::full(pay));
            out.push(Event::Anted { seat, pay });
        }
        deal.assert_conserved();
        Ok(deal)
    }

    fn empty(rules: Rules) -> Deal {
        Deal {
            places: Places::EMPTY,
            phase: Phase::Dealing { shuffled: false },
            order: SeatList::new(),
            at: 0,
            round: 0,
            answering: false,
            to_answer: SeatSet::EMPTY,
            stake: rules.base,
            pot: Chips::ZERO,
            house: Chips::ZERO,
            rake: Chips::ZERO,
            total: Chips::ZERO,
            svaras: 0,
            tied: SeatSet::EMPTY,
            answered: SeatSet::EMPTY,
            yes: 0,
            entered: SeatSet::EMPTY,
            vote_pot: Chips::ZERO,
            public: SeatSet::EMPTY,
            earlier: CardSet::EMPTY,
            reveal: None,
            settlement: None,
            rules,
        }
    }

    /// The cards were shuffled.
    pub(crate) fn shuffled(&mut self) -> Result<(), Refusal> {
        if self.phase != (Phase::Dealing { shuffled: false }) {
            return Err(Refusal::NoShuffleAwaited);
        }
        self.phase = Phase::Dealing { shuffled: true };
        Ok(())
    }

    /// Deals the cards: one each clockwise from the player after the dealer, three times. A record says nothing
    /// of the shuffle before: the cards show what it was.
    pub(crate) fn deal(&mut self, dealt: &Dealt, out: &mut Vec<Event>) -> Result<(), Refusal> {
        if !matches!(self.phase, Phase::Dealing { .. }) {
            return Err(Refusal::NoCardsAwaited);
        }
        let Dealt { dealer, cards } = dealt;
        if !self.is_in(*dealer) {
            return Err(Refusal::NoSuchDealer(*dealer));
        }
        let (got, want) = (cards.len(), self.players_in() * CARDS_EACH);
        if got != want {
            return Err(Refusal::CardCount { got, want });
        }
        let mut left = self.rules.deck;
        if let Some(&card) = cards.iter().find(|&&card| !left.remove(card)) {
            return Err(Refusal::WrongCard(card));
        }
        self.order = self.clockwise_after(*dealer);
        let players = self.order.len();
        for (nth, seat) in self.order.clone().into_iter().enumerate() {
            self.places[seat].hand = Some([cards[nth], cards[players + nth], cards[2 * players + nth]]);
        }
        out.push(Event::Dealt { dealer: *dealer, order: self.order.clone() });
        self.round = 0;
        self.next_round(out);
        Ok(())
    }

    pub(crate) fn place(&self, seat: Seat) -> Option<&Place> {
        self.places.get(seat)
    }

    pub(crate) fn is_in(&self, seat: Seat) -> bool {
        self.place(seat).is_some_and(|place| place.status == Status::InGame)
    }

    pub(crate) fn players_in(&self) -> usize {
        self.places.iter().filter(|place| place.status == Status::InGame).count()
    }

    /// Everybody who is in, clockwise from the chair after this player's; the player is last.
    fn clockwise_after(&self, last: Seat) -> SeatList {
        let chair = |seat: Seat| self.places[seat].chair.index();
        let away = |seat: Seat| (chair(seat) + SEATS - chair(last) - 1) % SEATS;
        let mut order: SeatList = self.seats().filter(|&seat| self.is_in(seat)).collect();
        order.sort_unstable_by_key(|&seat| away(seat));
        order
    }

    /// May the pot still be theirs?
    pub(crate) fn contends(&self, seat: Seat) -> bool {
        match self.phase {
            Phase::Vote | Phase::Entry => self.tied.contains(seat) || self.entered.contains(seat),
            _ => self.is_in(seat),
        }
    }

    pub(crate) fn act(&mut self, seat: Seat, action: Action, out: &mut Vec<Event>) -> Result<(), Refusal> {
        match (self.phase, action) {
            (Phase::Turn, _) => self.bet_action(seat, action, out),
            (Phase::Vote, Action::Vote(yes)) => self.vote(seat, yes, out),
            (Phase::Entry, Action::Enter) => self.enter(seat, true, out),
            (Phase::Entry, Action::Pass) => self.enter(seat, false, out),
            (Phase::Over, _) => Err(Refusal::Over),
            _ => Err(Refusal::WrongStage),
        }
    }

    /// Balances, pot, house and rake never change in sum. Checked after every move, always.
    pub(crate) fn assert_conserved(&self) {
        let now = self.chips();
        assert!(now == self.total, "{} chips have become {now}", self.total);
    }

    pub(crate) fn chips(&self) -> Chips {
        let stacks: Chips = self.places.iter().map(|place| place.stack).sum();
        stacks + self.pot + self.house + self.rake
    }

    /// Whose hands the viewer has seen in this deal.
    pub(crate) fn hands_known(&self, viewer: Viewer) -> SeatSet {
        let mut known = self.public;
        if let Viewer::Seat(seat) = viewer
            && let Some(place) = self.place(seat)
        {
            place.knows.iter().for_each(|seat| known.insert(seat));
        }
        known
    }

    /// The cards whose faces the viewer has rightly learned, in former deals of the chain too.
    pub(crate) fn known(&self, viewer: Viewer) -> CardSet {
        let own = match viewer {
            Viewer::Seat(seat) => self.place(seat).map_or(CardSet::EMPTY, |place| place.earlier),
            Viewer::Spectator => CardSet::EMPTY,
        };
        own | self.earlier | self.faces_known(viewer)
    }

    /// The cards of those hands.
    pub(crate) fn faces_known(&self, viewer: Viewer) -> CardSet {
        self.hands_known(viewer).iter().filter_map(|seat| self.place(seat)?.hand).flatten().collect()
    }
}
