//! What anybody may ask about a deal. Hands are for whoever keeps the books; people get a view.

use super::{Deal, Phase, Reveal};
use crate::settle::Settlement;
use crate::{Hand, Mode, Offer, Rules, Stage, Status, all_seats};
use kozyr_card_game::{Awaits, Payoffs, Seat, SeatSet};
use kozyr_chips::Chips;

impl Deal {
    /// The rules it is played by.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Where it stands.
    pub fn stage(&self) -> Stage {
        match (self.phase, self.round) {
            (Phase::Dealing { .. } | Phase::Turn, _) if self.svaras > 0 => Stage::SvaraGame,
            (Phase::Dealing { .. }, _) => Stage::Dealing,
            (Phase::Turn, 1) => Stage::Round1,
            (Phase::Turn, 2) => Stage::Round2,
            (Phase::Turn, _) => Stage::Round3,
            (Phase::Pause { .. }, _) => Stage::RevealPause,
            (Phase::Vote, _) => Stage::SvaraVoting,
            (Phase::Entry, _) => Stage::SvaraEntry,
            (Phase::Over, _) => Stage::Finished,
        }
    }

    /// How long what is awaited may take; nothing waits for chance.
    pub fn time_ms(&self) -> Option<u32> {
        let timers = &self.rules.timers;
        match self.phase {
            Phase::Dealing { .. } | Phase::Over => None,
            Phase::Turn => Some(timers.turn_ms),
            Phase::Pause { .. } => Some(timers.reveal_ms),
            Phase::Vote => Some(timers.vote_ms),
            Phase::Entry => Some(timers.entry_ms),
        }
    }

    /// The round, 1 to 3; 0 before the cards.
    pub const fn round(&self) -> u8 {
        self.round
    }

    /// The dealer, once there is one.
    pub fn dealer(&self) -> Option<Seat> {
        self.order.last().copied()
    }

    /// Those who were dealt in, in the order they act: the first after the dealer first.
    pub fn order(&self) -> &[Seat] {
        &self.order
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Option<Seat> {
        (self.phase == Phase::Turn).then(|| self.order[usize::from(self.at)])
    }

    /// What a CALL has to reach.
    pub const fn stake(&self) -> Chips {
        self.stake
    }

    /// The pot.
    pub const fn pot(&self) -> Chips {
        self.pot
    }

    /// The house account: below zero by what the house has put in and not got back.
    pub const fn house(&self) -> Chips {
        self.house
    }

    /// What the room has taken.
    pub const fn rake(&self) -> Chips {
        self.rake
    }

    /// How many svaras have begun.
    pub const fn svaras(&self) -> u8 {
        self.svaras
    }

    /// The last comparison of two hands in this deal.
    pub const fn reveal(&self) -> Option<Reveal> {
        self.reveal
    }

    /// Where the pot went, once the deal is over.
    pub const fn settlement(&self) -> Option<Settlement> {
        self.settlement
    }

    /// Everybody who has had part in the deal, in seat order, those who waited or left included.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + '_ {
        all_seats().filter(|&seat| self.place(seat).is_some())
    }

    /// What a player is doing.
    pub fn status(&self, seat: Seat) -> Option<Status> {
        self.place(seat).map(|place| place.status)
    }

    /// How a player plays their cards.
    pub fn mode(&self, seat: Seat) -> Option<Mode> {
        self.place(seat).map(|place| place.mode)
    }

    /// What a player has in front of them.
    pub fn balance(&self, seat: Seat) -> Option<Chips> {
        self.place(seat).map(|place| place.stack)
    }

    /// All a player has bet in this deal.
    pub fn bet(&self, seat: Seat) -> Option<Chips> {
        self.place(seat).map(|place| place.bet)
    }

    /// What a player got out of the pot.
    pub fn won(&self, seat: Seat) -> Option<Chips> {
        self.place(seat).map(|place| place.won)
    }

    /// The hand of a player, for whoever keeps the books: no viewer gets to see this as such.
    pub fn hand(&self, seat: Seat) -> Option<Hand> {
        self.place(seat)?.hand
    }

    /// Does this player share the best points, and vote on a svara?
    pub fn is_tied(&self, seat: Seat) -> bool {
        self.tied.contains(seat)
    }

    /// Has this player entered the svara that is about to begin?
    pub fn has_entered(&self, seat: Seat) -> bool {
        self.entered.contains(seat)
    }

    /// Has this person left without ever having staked anything? Then there is nothing to tell of them.
    pub(crate) fn only_looked_in(&self, seat: Seat) -> bool {
        self.place(seat).is_some_and(|place| place.gone && place.brought.is_zero())
    }

    /// Who won what, once the deal is over; those who wait are there with nothing.
    pub fn payoffs(&self) -> Option<Payoffs> {
        (self.phase == Phase::Over).then(|| Payoffs {
            seats: self
                .seats()
                .filter(|&seat| !self.only_looked_in(seat))
                .map(|seat| (seat, self.places[seat].stack - self.places[seat].brought))
                .collect(),
            rake: self.rake,
            house: self.house,
        })
    }

    /// What happens next.
    pub fn awaits(&self) -> Awaits {
        match self.phase {
            Phase::Dealing { shuffled: false } => Awaits::Shuffle(self.rules.deck),
            Phase::Dealing { shuffled: true } => Awaits::Chance,
            Phase::Turn => Awaits::Seats(SeatSet::only(self.order[usize::from(self.at)])),
            Phase::Pause { .. } => Awaits::Stage(SeatSet::EMPTY),
            Phase::Vote => {
                Awaits::Stage(self.tied.iter().filter(|&seat| !self.answered.contains(seat)).collect())
            }
            Phase::Entry => Awaits::Stage(self.who_may_enter()),
            Phase::Over => Awaits::Nothing,
        }
    }

    /// What this player may do now; offers are added to `out`.
    pub fn offers(&self, seat: Seat, out: &mut Vec<Offer>) {
        match self.phase {
            Phase::Turn if self.turn() == Some(seat) => self.betting_offers(seat, out),
            Phase::Vote if self.awaits().seats().contains(seat) => out.push(Offer::Vote),
            Phase::Entry => {
                if let Some(pay) = self.entry_price(seat) {
                    out.extend([Offer::Enter { pay }, Offer::Pass]);
                }
            }
            _ => {}
        }
    }
}
