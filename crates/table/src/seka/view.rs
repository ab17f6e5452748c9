//! What a table of Seka shows besides its deal.

use super::{Phase, SekaPause, SekaTable, SekaWord};
use crate::{Refused, Wish};
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_seka::{Deal, Stage, Status};
use kozyr_time::PlayerId;

/// What somebody may do at the table, besides what the deal offers them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SekaOffer {
    /// Say that they are ready.
    Ready,
    /// Say that they are not ready after all.
    NotReady,
    /// Bring chips: this many are missing to play.
    Missing(Chips),
    /// This many chips are more than the table takes.
    TooMany(Chips),
    /// Leave the table.
    Leave,
    /// Sit down here.
    Sit(Seat),
}

impl SekaTable {
    /// Where the table stands, in the words of the rules.
    pub fn stage(&self) -> Stage {
        match (self.seating.phase, self.pause.and_then(|pause| pause.name)) {
            (Phase::Deal, _) => self.state().map_or(Stage::Dealing, Deal::stage),
            (Phase::Looking, _) => Stage::PauseBeforeNext,
            (_, Some(SekaPause::Preparation)) => Stage::Preparation,
            (_, _) => Stage::WaitingForPlayers,
        }
    }

    /// What whoever sits there is doing, in the words of the rules; nobody is there from the lobby's point of view.
    pub fn status(&self, seat: Seat) -> Status {
        let Some(chair) = self.chair(seat) else { return Status::Lobby };
        let on_table = matches!(self.seating.phase, Phase::Deal | Phase::Looking);
        let dealt_in = self.in_hand(seat).filter(|_| on_table);
        match dealt_in.and_then(|seat| self.state()?.status(seat)) {
            _ if chair.wish == Wish::Leave => Status::Left,
            // Sent to the lobby by the deal that is over, and here again.
            Some(Status::Lobby) => Status::TableWaiting,
            Some(status) => status,
            None if chair.standing.ready => Status::TableReady,
            None => Status::TableWaiting,
        }
    }

    /// What this person may do at the table.
    pub fn seka_offers(&self, person: Option<PlayerId>) -> Vec<SekaOffer> {
        let Some((seat, chair)) =
            person.and_then(|person| self.taken().find(|(_, chair)| chair.player.id == person))
        else {
            let seats = (0..self.chairs.len()).map(Seat::from_index);
            return seats.filter(|&seat| self.chair(seat).is_none()).map(SekaOffer::Sit).collect();
        };
        let mut offers = Vec::new();
        let company = self.company();
        for (word, offer) in [(SekaWord::Ready, SekaOffer::Ready), (SekaWord::NotReady, SekaOffer::NotReady)]
        {
            match crate::Seating::hear(&self.seating, &company, seat, &word) {
                Ok(()) => offers.push(offer),
                Err(Refused::TooFewChips(needed)) => offers.push(SekaOffer::Missing(needed - chair.stack)),
                Err(Refused::TooManyChips(most)) => offers.push(SekaOffer::TooMany(chair.stack - most)),
                Err(_) => {}
            }
        }
        if chair.wish != Wish::Leave {
            offers.push(SekaOffer::Leave);
        }
        offers
    }
}
