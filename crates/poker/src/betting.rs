//! Betting: what a player may do, and what it does.

use crate::Refusal;
use crate::event::Event;
use crate::hand::{Hand, Phase, Sink};
use crate::refusal::NoRaise;
use crate::variant::{Limit, Opening};
use kozyr_card_game::{Seat, SeatSet};
use kozyr_chips::Chips;

impl Hand {
    /// What the player pays to call; zero is a check. Never more than they have.
    #[inline]
    pub fn price(&self, player: usize) -> Chips {
        (self.level_for(player) - self.bets[player]).max(Chips::ZERO).min(self.stacks[player])
    }

    /// The least and the most the player may raise to (totals of the street), or why they may not.
    pub fn raise_bounds(&self, player: usize) -> Result<(Chips, Chips), NoRaise> {
        let level = self.level_for(player);
        let all_in = self.bets[player] + self.stacks[player];
        if all_in <= level {
            return Err(NoRaise::NoChips);
        }
        if !self.opponent_with_chips(player) {
            return Err(NoRaise::NobodyToCall);
        }
        if self.acted.contains(Seat::from_index(player)) && level - self.acted_at[player] < self.reopening() {
            return Err(NoRaise::NotReopened);
        }
        let (least, most) = match self.rules.variant.limit {
            Limit::NoLimit => (level + self.full_raise, all_in),
            Limit::PotLimit => {
                (level + self.full_raise, level + self.pot_total() + level - self.bets[player])
            }
            Limit::FixedLimit if self.bets_made >= self.rules.bets_a_street => return Err(NoRaise::Capped),
            Limit::FixedLimit => (self.fixed_raise(level), self.fixed_raise(level)),
        };
        Ok((least.min(all_in), most.max(least).min(all_in)))
    }

    /// Gives up the hand.
    pub fn fold(&mut self, player: usize) -> Result<(), Refusal> {
        self.folding(player, &mut ())
    }

    /// Checks, or calls what is to be called with what there is.
    #[inline]
    pub fn check_or_call(&mut self, player: usize) -> Result<(), Refusal> {
        self.calling(player, &mut ())
    }

    /// Bets or raises to a total for the street.
    pub fn raise_to(&mut self, player: usize, to: Chips) -> Result<(), Refusal> {
        self.raising(player, to, &mut ())
    }

    /// Opens with the forced bet of a game without blinds, or as much of it as there is.
    pub fn post_bring_in(&mut self, player: usize) -> Result<(), Refusal> {
        self.bringing_in(player, &mut ())
    }

    pub(crate) fn bringing_in(&mut self, player: usize, sink: &mut impl Sink) -> Result<(), Refusal> {
        let seat = self.to_act(player)?;
        if !self.owes_bring_in() {
            return Err(Refusal::NoBringIn);
        }
        let price = self.price(player);
        sink.tell(|| Event::BroughtIn(seat, price));
        self.put_in(player, price);
        self.acted(seat, sink);
        Ok(())
    }

    pub(crate) fn folding(&mut self, player: usize, sink: &mut impl Sink) -> Result<(), Refusal> {
        let seat = self.to_answer(player)?;
        sink.tell(|| Event::Folded(seat));
        self.live.remove(seat);
        if self.live.len() == 1 {
            self.pending = SeatSet::EMPTY;
        }
        self.acted(seat, sink);
        Ok(())
    }

    #[inline]
    pub(crate) fn calling(&mut self, player: usize, sink: &mut impl Sink) -> Result<(), Refusal> {
        let seat = self.to_answer(player)?;
        let price = self.price(player);
        sink.tell(|| if price.is_zero() { Event::Checked(seat) } else { Event::Called(seat, price) });
        self.put_in(player, price);
        self.acted(seat, sink);
        Ok(())
    }

    pub(crate) fn raising(&mut self, player: usize, to: Chips, sink: &mut impl Sink) -> Result<(), Refusal> {
        let seat = self.to_act(player)?;
        let (least, most) = self.raise_bounds(player).map_err(|why| Refusal::NoRaise(seat, why))?;
        if to < least {
            return Err(Refusal::TooSmall { to, least });
        }
        if to > most {
            return Err(Refusal::TooLarge { to, most });
        }
        sink.tell(|| Event::RaisedTo(seat, to));
        // A bring-in is no bet yet: what completes it is one, and everybody may raise that.
        let completes = self.is_uncompleted();
        let by = to - if completes { self.full_level } else { self.level_for(player) };
        if by >= self.full_raise || self.counts_as_full(by) {
            if completes {
                self.acted = SeatSet::EMPTY;
            }
            self.full_raise = self.full_raise.max(by);
            self.full_level = to;
            self.bets_made += 1;
        }
        self.put_in(player, to - self.bets[player]);
        self.level = to;
        self.aggressor = Some(seat);
        self.pending = self.able();
        self.acted(seat, sink);
        Ok(())
    }

    #[inline]
    fn put_in(&mut self, player: usize, amount: Chips) {
        if amount.is_zero() {
            return;
        }
        self.stacks[player] -= amount;
        self.bets[player] += amount;
        self.middle += amount;
        if self.stacks[player].is_zero() {
            self.funded.remove(Seat::from_index(player));
        }
    }

    #[inline]
    fn to_act(&self, player: usize) -> Result<Seat, Refusal> {
        if self.phase == Phase::Betting && self.turn.index() == player {
            return Ok(self.turn);
        }
        Err(self.not_to_act(player))
    }

    /// The player in turn, who has not to open with a bet.
    #[inline]
    fn to_answer(&self, player: usize) -> Result<Seat, Refusal> {
        let seat = self.to_act(player)?;
        if self.owes_bring_in() { Err(Refusal::BringInNow(seat)) } else { Ok(seat) }
    }

    #[cold]
    fn not_to_act(&self, player: usize) -> Refusal {
        match (self.seat(player), self.phase) {
            (Err(stranger), _) => stranger,
            (Ok(seat), Phase::Betting) => Refusal::NotYourTurn(seat),
            (_, Phase::Showing) => Refusal::ShowdownNow,
            (_, Phase::Drawing) => Refusal::DrawNow,
            (_, Phase::Asking) => Refusal::RunoutsNow,
            (_, Phase::Hole | Phase::Board) => Refusal::CardsFirst,
            (_, Phase::Over) => Refusal::HandIsOver,
        }
    }

    /// Could anybody else still put chips in?
    #[inline]
    fn opponent_with_chips(&self, player: usize) -> bool {
        !self.able().without(SeatSet::only(Seat::from_index(player))).is_empty()
    }

    /// What the player's bet comes to after a call: the full level while an opponent with chips
    /// remains (a big blind posted short is still owed in full), else the largest opposing bet.
    #[inline]
    pub(crate) fn level_for(&self, player: usize) -> Chips {
        if self.opponent_with_chips(player) { self.level } else { self.largest_opposing_bet(player) }
    }

    #[cold]
    fn largest_opposing_bet(&self, player: usize) -> Chips {
        let opposing = self.live.iter().filter(|seat| seat.index() != player);
        opposing.map(|seat| self.bets[seat.index()]).max().unwrap_or_default()
    }

    /// How much must have been added since a player acted for them to raise again (TDA 47): a full
    /// raise; half of one in fixed limit.
    fn reopening(&self) -> Chips {
        match self.rules.variant.limit {
            Limit::FixedLimit => self.half_bet(),
            Limit::NoLimit | Limit::PotLimit => self.full_raise,
        }
    }

    /// Half the street's bet, the larger half of an odd one.
    fn half_bet(&self) -> Chips {
        let (half, odd) = self.bet_size().split(2);
        half + odd
    }

    /// In fixed limit an all-in of at least half a bet is treated as a full bet (Robert's Rules, limit 1).
    fn counts_as_full(&self, by: Chips) -> bool {
        self.rules.variant.limit == Limit::FixedLimit && by >= self.half_bet()
    }

    /// The one total a fixed-limit player may raise to: a full bet more, or the completion of an
    /// all-in that was less than half a bet.
    fn fixed_raise(&self, level: Chips) -> Chips {
        let completed = self.full_level + self.bet_size();
        let incomplete = self.is_uncompleted() || level - self.full_level < self.half_bet();
        if incomplete { completed.max(level) } else { level + self.bet_size() }
    }

    /// Opens the betting of the street whose cards have just been dealt.
    #[inline(never)]
    pub(crate) fn open_betting(&mut self, sink: &mut impl Sink) {
        let entry = (self.street == 0).then(|| self.rules.entry());
        // A live post larger than every blind sets the price.
        let posted = |entry| self.bets().iter().copied().fold(entry, Chips::max);
        self.level = entry.map_or(Chips::ZERO, posted);
        self.full_raise = self.first_raise();
        self.full_level = self.level;
        self.bets_made = u8::from(self.level.is_positive());
        let opening = self.street_rules().opening;
        if opening.is_brought_in() {
            self.level = self.rules.bring_in;
        }
        self.acted = SeatSet::EMPTY;
        self.pending = self.able();
        let betting = self.common_board.is_none();
        if betting {
            self.aggressor = None;
        } else {
            self.pending = SeatSet::EMPTY;
        }
        self.phase = Phase::Betting;
        let button = Seat::from_index(self.players - 1);
        let before_opener = match opening {
            Opening::Position => entry.map_or(button, |entry| self.last_blind(entry)),
            by_cards => self.before_best_cards(by_cards),
        };
        self.pass_turn(before_opener, sink);
    }

    /// The player with the largest blind or straddle, the last of several: the next one opens. Heads-up the button
    /// posts the other blind and opens, however large it is.
    fn last_blind(&self, largest: Chips) -> Seat {
        let mut blinds = self.rules.blinds.iter();
        let is_largest = |&blind: &Chips| blind == largest && blind.is_positive();
        let posted =
            if self.players == 2 { blinds.position(is_largest) } else { blinds.rposition(is_largest) };
        Seat::from_index(posted.unwrap_or(self.players - 1))
    }

    #[inline]
    fn acted(&mut self, seat: Seat, sink: &mut impl Sink) {
        self.acted.insert(seat);
        self.acted_at[seat.index()] = self.level;
        self.pending.remove(seat);
        self.pass_turn(seat, sink);
        self.audit();
    }

    /// The next player who has something to decide, or the end of the street.
    #[inline]
    fn pass_turn(&mut self, seat: Seat, sink: &mut impl Sink) {
        match self.next_to_decide(seat) {
            Some(next) => self.turn = next,
            None => self.end_street(sink),
        }
    }

    #[inline]
    fn next_to_decide(&mut self, mut after: Seat) -> Option<Seat> {
        while let Some(next) = self.pending.next_after(after) {
            let player = next.index();
            if self.opponent_with_chips(player) || self.price(player).is_positive() {
                return Some(next);
            }
            // Every opponent is all-in for no more than they have in: nothing to decide.
            self.pending.remove(next);
            after = next;
        }
        None
    }

    #[inline(never)]
    fn end_street(&mut self, sink: &mut impl Sink) {
        self.collect(sink);
        if self.live.len() == 1 {
            self.settle_or_show(sink);
        } else {
            self.leave_street(sink);
        }
    }

    /// Gives back what nobody called and moves the bets into the pots.
    fn collect(&mut self, sink: &mut impl Sink) {
        if self.level.is_zero() {
            return;
        }
        let mut top = (Chips::ZERO, 0);
        let mut second = Chips::ZERO;
        for (player, &bet) in self.bets().iter().enumerate() {
            if bet > top.0 {
                second = top.0;
                top = (bet, player);
            } else {
                second = second.max(bet);
            }
        }
        if top.0.is_zero() {
            return;
        }
        if top.0 > second {
            let uncalled = top.0 - second;
            self.bets[top.1] -= uncalled;
            self.middle -= uncalled;
            self.stacks[top.1] += uncalled;
            self.funded.insert(Seat::from_index(top.1));
            sink.tell(|| Event::Returned(Seat::from_index(top.1), uncalled));
        }
        for player in 0..self.players {
            self.layered[player] += self.bets[player];
            self.bets[player] = Chips::ZERO;
        }
        self.audit_middle();
        sink.tell(|| Event::Collected);
    }
}
