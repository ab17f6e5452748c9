//! Cards coming in, and the way from street to street.

use crate::Refusal;
use crate::event::{Event, Hole};
use crate::hand::{Hand, Phase, Sink};
use crate::variant::Street;
use arrayvec::ArrayVec;
use kozyr_card_game::Seat;
use kozyr_cards::{Card, CardSet, faces_in};

impl Hand {
    /// Deals hole cards to a player: all they lack, or some of them.
    #[inline]
    pub fn deal_hole(&mut self, player: usize, cards: &[Option<Card>]) -> Result<(), Refusal> {
        self.dealing_hole(player, cards, &mut ())
    }

    /// Deals hole cards given as text, such as `AsKd` or `????`.
    pub fn deal_hole_text(&mut self, player: usize, cards: &str) -> Result<(), Refusal> {
        let cards: Result<Hole, _> = faces_in(cards).take(crate::MAX_HOLE).collect();
        self.deal_hole(player, &cards.map_err(|_| Refusal::NoDealNow)?)
    }

    /// Deals the next street's cards to the board.
    #[inline]
    pub fn deal_board(&mut self, cards: &[Option<Card>]) -> Result<(), Refusal> {
        self.dealing_board(cards, &mut ())
    }

    #[inline]
    pub(crate) fn dealing_hole(
        &mut self,
        player: usize,
        cards: &[Option<Card>],
        sink: &mut impl Sink,
    ) -> Result<(), Refusal> {
        let seat = self.seat(player)?;
        if self.phase != Phase::Hole {
            return Err(if self.phase == Phase::Over { Refusal::HandIsOver } else { Refusal::NoDealNow });
        }
        let missing = self.missing(seat);
        if missing == 0 {
            return Err(Refusal::NoHoleNow(seat));
        }
        if cards.is_empty() || cards.len() > missing {
            return Err(Refusal::WrongCount { given: cards.len(), wanted: missing });
        }
        // Nobody changes cards before there are any.
        if self.street > 0 && self.street_rules().draw {
            self.take_drawn(cards)?;
        } else {
            self.out = self.take_out(cards)?;
        }
        self.hole[player].extend(cards.iter().copied());
        if cards.contains(&None) {
            self.unseen.insert(seat);
        }
        self.tell_dealt(seat, cards.len(), sink);
        if cards.len() == missing {
            self.lacking.remove(seat);
        }
        if self.lacking.is_empty() {
            self.open_betting(sink);
        }
        self.audit();
        Ok(())
    }

    #[inline]
    pub(crate) fn dealing_board(
        &mut self,
        cards: &[Option<Card>],
        sink: &mut impl Sink,
    ) -> Result<(), Refusal> {
        match self.phase {
            Phase::Board => {}
            Phase::Over => return Err(Refusal::HandIsOver),
            _ => return Err(Refusal::NoDealNow),
        }
        let wanted = usize::from(self.board_due);
        if cards.len() != wanted {
            return Err(Refusal::WrongCount { given: cards.len(), wanted });
        }
        self.out = self.take_out(cards)?;
        let run = self.run;
        self.boards[usize::from(run)].extend(cards.iter().copied());
        sink.tell(|| Event::DealtBoard(run, cards.iter().copied().collect()));
        if self.lacking.is_empty() {
            self.open_betting(sink);
        } else {
            self.phase = Phase::Hole;
        }
        self.audit();
        Ok(())
    }

    /// The player's last cards were just dealt: those face down come first. Whoever has shown hides nothing any more.
    #[inline]
    fn tell_dealt<S: Sink>(&self, seat: Seat, count: usize, sink: &mut S) {
        if !S::HEARD {
            return;
        }
        let cards = &self.hole[seat.index()];
        let first = cards.len() - count;
        let up = if self.shown.contains(seat) { u8::MAX } else { self.rules.variant.up_cards() };
        let down = (up >> first).trailing_zeros().min(count as u32) as usize;
        let some = |from: usize, to: usize| cards[from..to].iter().copied().collect();
        if down > 0 {
            sink.tell(|| Event::DealtHole(seat, some(first, first + down)));
        }
        if down < count {
            sink.tell(|| Event::DealtUp(seat, some(first + down, first + count)));
        }
    }

    /// What will be out after these cards; each must still be in the pack.
    #[inline]
    fn take_out(&self, cards: &[Option<Card>]) -> Result<CardSet, Refusal> {
        let (pack, mut out) = (self.rules.variant.pack.cards(), self.out);
        for &card in cards.iter().flatten() {
            if !pack.contains(card) || !out.insert(card) {
                return Err(Refusal::CardNotInDeck(card));
            }
        }
        Ok(out)
    }

    /// How many hole cards the player lacks on this street.
    #[inline]
    pub(crate) fn missing(&self, seat: Seat) -> usize {
        if !self.lacking.contains(seat) {
            return 0;
        }
        usize::from(self.hole_due) - self.hole[seat.index()].len()
    }

    /// Waits for the cards of a street.
    pub(crate) fn enter_street(&mut self, street: u8) {
        self.street = street;
        let street = self.street_rules();
        self.board_due = street.board;
        if street.own() > 0 || street.draw {
            self.enter_street_of_own_cards(street);
        } else {
            self.phase = Phase::Board;
        }
    }

    /// How many cards are undealt while nobody has changed any.
    fn undealt(&self) -> usize {
        let hole: usize = self.hole.iter().map(ArrayVec::len).sum();
        let boards: usize = self.boards.iter().map(ArrayVec::len).sum();
        self.rules.variant.pack.cards().len() - hole - boards
    }

    /// Cards to the players, or cards they change.
    fn enter_street_of_own_cards(&mut self, street: Street) {
        // Another run of the board deals no hole cards.
        if street.own() > 0 && self.run == 0 {
            if self.live.len() * usize::from(street.own()) > self.undealt() {
                // There is not enough for everybody: the cards are common to all.
                self.board_due += street.own();
            } else {
                self.hole_due += street.own();
                self.lacking = self.live;
            }
        }
        self.phase = if self.board_due > 0 { Phase::Board } else { Phase::Hole };
        if street.draw {
            let earlier = &self.rules.variant.streets[..usize::from(self.street)];
            if earlier.iter().all(|street| !street.draw) {
                self.stub = self.undealt() as u8;
            }
            self.phase = Phase::Drawing;
            self.pending = self.live;
            let button = Seat::from_index(self.players - 1);
            self.turn = self.live.next_after(button).unwrap_or(button);
        }
    }

    /// The street's betting is over and at least two players are in: on to the next street or the showdown.
    pub(crate) fn leave_street(&mut self, sink: &mut impl Sink) {
        let no_more_betting = self.able().len() < 2;
        if self.is_last_street() {
            return self.next_run_or_showdown(sink);
        }
        let draws_to_come =
            || self.rules.variant.streets[usize::from(self.street) + 1..].iter().any(|s| s.draw);
        if no_more_betting && self.common_board.is_none() && !draws_to_come() {
            self.common_board = Some(self.boards[0].len() as u8);
            if self.rules.asks_runouts && self.runs > 1 {
                return self.ask_runouts(sink);
            }
            return self.run_out(sink);
        }
        self.enter_street(self.street + 1);
    }

    /// After the last card of a board: the next board, if there is to be one, or the showdown.
    fn next_run_or_showdown(&mut self, sink: &mut impl Sink) {
        let more = self.common_board.filter(|_| self.run + 1 < self.runs);
        let Some(common) = more else { return self.settle_or_show(sink) };
        self.run += 1;
        let (before, after) = self.boards.split_at_mut(usize::from(self.run));
        after[0] = before[0].iter().take(usize::from(common)).copied().collect();
        let mut dealt = 0;
        let streets = self.rules.variant.streets.iter();
        let first_undealt = streets.take_while(|street| {
            dealt += street.board;
            dealt <= common
        });
        let street = first_undealt.count() as u8;
        self.enter_street(street);
    }
}
