//! Dealing the rest of the board several times: whether everybody agrees, and what follows.
//!
//! The question comes when nobody can bet any more and before a hand is turned over, so that nobody answers it by what
//! the others hold. One refusal, or time that runs out, and the board is dealt once.

use crate::event::Event;
use crate::hand::{Hand, Phase, Sink};
use crate::{Refusal, Showdown};
use kozyr_card_game::SeatSet;

impl Hand {
    /// The betting is over for good: everybody still in is asked.
    #[cold]
    pub(crate) fn ask_runouts(&mut self, sink: &mut impl Sink) {
        self.phase = Phase::Asking;
        self.pending = self.live;
        sink.tell(|| Event::RunoutsAsked(self.live));
    }

    /// Somebody answers: the first no decides, and so does the last yes.
    pub(crate) fn answering(
        &mut self,
        player: usize,
        agrees: bool,
        sink: &mut impl Sink,
    ) -> Result<(), Refusal> {
        let seat = self.seat(player)?;
        match self.phase {
            Phase::Asking if self.pending.contains(seat) => {}
            Phase::Asking => return Err(Refusal::NotYourTurn(seat)),
            Phase::Over => return Err(Refusal::HandIsOver),
            _ => return Err(Refusal::NotAsked),
        }
        sink.tell(|| Event::RunoutsAnswered(seat, agrees));
        self.pending.remove(seat);
        if !agrees {
            self.settle_runouts(1, sink);
        } else if self.pending.is_empty() {
            self.settle_runouts(self.rules.runouts, sink);
        }
        self.audit();
        Ok(())
    }

    /// Somebody has not answered in time.
    pub(crate) fn runouts_not_agreed(&mut self, sink: &mut impl Sink) -> Result<(), Refusal> {
        if self.phase != Phase::Asking {
            return Err(Refusal::NoClock);
        }
        self.settle_runouts(1, sink);
        Ok(())
    }

    fn settle_runouts(&mut self, runs: u8, sink: &mut impl Sink) {
        (self.runs, self.pending) = (runs, SeatSet::EMPTY);
        sink.tell(|| Event::RunoutsSettled(runs));
        self.run_out(sink);
    }

    /// Nobody bets any more: hands are turned over where they have to be, and the rest of the board comes.
    pub(crate) fn run_out(&mut self, sink: &mut impl Sink) {
        if self.all_in_shows() && self.show_hands(sink) == Showdown::Manual {
            return;
        }
        self.enter_street(self.street + 1);
    }
}
