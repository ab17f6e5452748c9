//! Who opens a street by what lies face up.

use crate::hand::{Hand, Phase};
use crate::variant::Opening;
use kozyr_card_game::Seat;
use kozyr_cards::Card;
use kozyr_ranking::showing;

impl Hand {
    /// The player's cards that lie face up, as far as they are known, with the common ones.
    pub fn up_cards(&self, player: usize) -> impl Iterator<Item = Option<Card>> + '_ {
        let up = self.rules.variant.up_cards();
        let own = self.hole[player].iter().enumerate().filter(move |(place, _)| up >> place & 1 == 1);
        own.map(|(_, card)| *card).chain(self.boards[0].iter().copied())
    }

    /// Does the player in turn have to open?
    #[inline]
    pub(crate) fn owes_bring_in(&self) -> bool {
        self.is_uncompleted() && self.acted.is_empty()
    }

    /// Has there been no full bet yet on a street that is brought in?
    #[inline]
    pub(crate) fn is_uncompleted(&self) -> bool {
        self.bets_made == 0 && self.street == 0 && self.rules.bring_in.is_positive()
    }

    /// The player just before the one whose cards make them open. A player who is all-in may be that one: then the
    /// next one with chips opens in their place. Cards nobody knows make nobody open.
    #[cold]
    pub(crate) fn before_best_cards(&self, opening: Opening) -> Seat {
        let button = Seat::from_index(self.players - 1);
        let mut best: Option<(u64, Seat)> = None;
        for seat in self.live.iter() {
            let Some(claim) = self.claim(opening, seat.index()) else { continue };
            if best.is_none_or(|(most, _)| claim > most) {
                best = Some((claim, seat));
            }
        }
        let Some((_, seat)) = best else { return button };
        Seat::from_index((seat.index() + self.players - 1) % self.players)
    }

    /// How strong the player's claim to the opening is; the strongest opens.
    fn claim(&self, opening: Opening, player: usize) -> Option<u64> {
        if self.up_cards(player).any(|card| card.is_none()) {
            return None;
        }
        let mut cards = self.up_cards(player).flatten();
        match opening {
            Opening::Position => None,
            Opening::LowestCard => cards.next().map(|card| u64::from(!showing::place_with_ace_high(card))),
            Opening::HighestCard => cards.next().map(|card| u64::from(showing::place_with_ace_low(card))),
            Opening::HighestBoard => Some(showing::high(cards).value()),
            Opening::LowestBoard => Some(showing::low(cards).value()),
        }
    }

    /// The hand with this player opening the street, in a record that does not know their up-cards: who opened shows
    /// what they were worth. `None` when it is their turn anyway, their cards are known, or the street has been opened.
    pub fn opened_by_unknown_cards(&self, player: usize) -> Option<Hand> {
        let by_cards = self.street_rules().opening != Opening::Position;
        let unopened = self.phase == Phase::Betting && self.acted.is_empty();
        if !by_cards || !unopened || player >= self.players || self.turn.index() == player {
            return None;
        }
        let seat = Seat::from_index(player);
        let unknown = self.pending.contains(seat) && self.up_cards(player).any(|card| card.is_none());
        unknown.then(|| Hand { turn: seat, ..self.clone() })
    }
}
