//! What a player may do now.

use super::{Party, Phase};
use crate::action::{Availables, Offer, Onto};
use crate::piles::beaters;
use crate::rules::MAX_BOXES;
use crate::view::Stage;
use arrayvec::ArrayVec;
use kozyr_card_game::Seat;
use kozyr_cards::CardSet;

impl Party {
    /// The protocol's `availables` of this player.
    pub fn availables(&self, seat: Seat) -> Availables {
        let mut offers = Availables::new();
        if seat.index() >= MAX_BOXES || !self.boxes.contains(seat) || self.is_out(seat) {
            return offers;
        }
        match self.stage() {
            Stage::Ready if !self.ready.contains(seat) => offers.push(Offer::Ready),
            Stage::Lead | Stage::Defend | Stage::Shown | Stage::Throw | Stage::Taking => {
                if seat == self.defender {
                    self.defences(&mut offers);
                } else {
                    self.throw_ins(seat, &mut offers);
                }
            }
            _ => {}
        }
        offers
    }

    /// All a player may do: their availables, and what is no turn of the game.
    pub fn legal(&self, seat: Seat, out: &mut Vec<Offer>) {
        if !matches!(self.phase, Phase::Round | Phase::Ready { .. }) || !self.boxes.contains(seat) {
            return;
        }
        out.extend(self.availables(seat));
        if !self.is_out(seat) {
            out.push(Offer::Surrender);
        }
        out.push(if self.away.contains(seat) { Offer::Back } else { Offer::Away });
    }

    fn defences(&self, offers: &mut Availables) {
        match (self.stage(), self.shown) {
            (_, Some(shown)) => offers.push(Offer::Transfer(CardSet::only(shown))),
            (Stage::Defend, None) => {
                offers.push(Offer::Take);
                let hand = self.hand(self.defender);
                let with = |card| (card, beaters(hand, card, self.trump_suit()));
                let beatable = self.table.unbeaten().map(with).filter(|(_, cards)| !cards.is_empty());
                let pairs: ArrayVec<_, 6> = beatable.collect();
                if !pairs.is_empty() {
                    offers.push(Offer::Defend(pairs));
                }
                let transfers = self.transfers();
                if !transfers.is_empty() {
                    let light = self.rules.mode.traffic_light();
                    offers.push(if light { Offer::Show(transfers) } else { Offer::Transfer(transfers) });
                }
            }
            _ => {}
        }
    }

    fn throw_ins(&self, seat: Seat, offers: &mut Availables) {
        if let Ok(cards) = self.attacks(seat)
            && !cards.is_empty()
        {
            let mut onto = Onto::default();
            for pile in self.table.piles() {
                onto.set(pile.attack);
                pile.beaten_by.iter().for_each(|&card| onto.set(card));
            }
            offers.push(Offer::Attack { cards, onto });
        }
        let finishing = matches!(self.stage(), Stage::Throw | Stage::Taking);
        if finishing && self.still_throwing().contains(seat) {
            offers.push(Offer::Finish);
        }
    }
}
