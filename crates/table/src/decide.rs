//! What follows from what somebody wants, or from time passing. Nothing changes in here.

mod going_on;
mod seats;

use crate::dealer::Deals;
use crate::seating::{ActionOf, RefusedBy, Seating};
use crate::table::Table;
use crate::{Batch, Effects, Entry, Input, Refused, Settings, Wish};
use kozyr_card_game::{Game, Move, Seat};
use kozyr_time::{PlayerId, Timestamp};

impl<S: Seating> Table<S> {
    /// What follows from the input: what to make durable, then to [apply](Table::apply). The dealer
    /// is asked for shuffles and cards as they are needed; a batch that comes to nothing leaves them
    /// used, so hand in a copy.
    pub fn decide(
        &self,
        now: Timestamp,
        input: &Input<S>,
        dealer: &mut dyn Deals,
    ) -> Result<Batch<S>, RefusedBy<S>> {
        // The room's time never goes back, whatever a wall clock does.
        let mut draft = Draft::new(self, now.max(self.now));
        match input {
            Input::Sit { player, seat, buy_in, wait, before } => {
                draft.sit(player, *seat, *buy_in, *wait, before.as_ref())?;
            }
            Input::AddChips { player, amount } => draft.add_chips(*player, *amount)?,
            Input::SitOut(player) => draft.sit_out(*player)?,
            Input::SitIn(player) => draft.sit_in(*player, Wish::Play)?,
            Input::Wait(player) => draft.sit_in(*player, Wish::Wait)?,
            Input::Leave(player) => draft.leave(*player)?,
            Input::Say { player, word } => draft.say(*player, word)?,
            Input::Act { player, turn, action } => draft.act(*player, *turn, action)?,
            Input::Line { player, connected } => draft.line(*player, *connected)?,
            Input::CannotPay(player) => draft.cannot_pay(*player)?,
            Input::Place { player, seat, chips } => draft.place(player, *seat, *chips)?,
            Input::Give { player, chips } => draft.give(*player, *chips)?,
            Input::Remove(player) => draft.remove(*player)?,
            Input::Move { player, seat } => draft.move_to(*player, *seat)?,
            Input::HoldUp(held_up) => draft.hold_up(*held_up)?,
            Input::Change { settings, house } => draft.change(settings, house)?,
            Input::Tick => draft.tick(dealer)?,
            Input::Resume => draft.push(Entry::Resumed),
        }
        draft.go_on(dealer)?;
        Ok(draft.finish())
    }
}

/// A batch in the making, with the table as it will be.
pub(crate) struct Draft<S: Seating> {
    table: Table<S>,
    at: Timestamp,
    entries: Vec<Entry<S>>,
    effects: Effects<S>,
}

impl<S: Seating> Draft<S> {
    fn new(table: &Table<S>, at: Timestamp) -> Draft<S> {
        Draft { table: table.clone(), at, entries: Vec::new(), effects: Effects::default() }
    }

    fn push(&mut self, entry: Entry<S>) {
        let before = self.effects.settled.len();
        self.table.apply_entry(self.at, &entry, &mut self.effects);
        self.effects.told.clear();
        for settled in &mut self.effects.settled[before..] {
            settled.line = self.entries.len();
        }
        self.entries.push(entry);
    }

    fn finish(self) -> Batch<S> {
        let Effects { transfers, memory, settled, .. } = self.effects;
        let rest = self.table.rest();
        Batch { at: self.at, entries: self.entries, transfers, memory, rest, settled }
    }

    fn seat_of(&self, player: PlayerId) -> Result<Seat, RefusedBy<S>> {
        self.table.seat_of(player).ok_or(Refused::NotSeated)
    }

    fn plays(&self, seat: Seat) -> bool {
        self.table.is_running() && self.table.in_hand(seat).is_some()
    }

    fn wish(&self, seat: Seat) -> Wish {
        self.table.chair(seat).map_or(Wish::Leave, |chair| chair.wish)
    }

    fn say(&mut self, player: PlayerId, word: &S::Word) -> Result<(), RefusedBy<S>> {
        let seat = self.seat_of(player)?;
        self.table.seating.hear(&self.table.company(), seat, word)?;
        self.push(Entry::Said(seat, word.clone()));
        Ok(())
    }

    fn act(&mut self, player: PlayerId, turn: u64, action: &ActionOf<S>) -> Result<(), RefusedBy<S>> {
        let seat = self.seat_of(player)?;
        let deal = self.table.hand.as_ref().filter(|deal| !deal.over).ok_or(Refused::NotInHand)?;
        let game_seat = self.table.in_hand(seat).ok_or(Refused::NotInHand)?;
        if !self.table.awaits().seats().contains(game_seat) {
            return Err(Refused::NotYourTurn);
        }
        // Who may act out of turn has no clock, and no turn to miss.
        let clock = self.table.clocks.iter().find(|clock| clock.seat == Some(seat));
        if clock.is_some_and(|clock| clock.turn != turn) {
            return Err(Refused::TurnIsOver);
        }
        let mv = Move::Act(game_seat, action.clone());
        S::Game::play(&mut deal.state.clone(), &mv, &mut Vec::new()).map_err(Refused::Game)?;
        self.push(Entry::Acted(seat, action.clone()));
        Ok(())
    }

    /// A line that is lost is worth a line of the log only where a clock depends on it. One whose loss stands there
    /// comes back in any case: settings may have changed meanwhile.
    fn line(&mut self, player: PlayerId, connected: bool) -> Result<(), RefusedBy<S>> {
        let seat = self.seat_of(player)?;
        let now = self.table.chair(seat).is_some_and(crate::Chair::is_connected);
        let heeded = connected || S::heeds_lines(&self.table.house, &self.table.settings);
        if now == connected || !heeded {
            return Err(Refused::AlreadySo);
        }
        self.push(if connected { Entry::LineBack(seat) } else { Entry::LineLost(seat) });
        Ok(())
    }

    fn hold_up(&mut self, held_up: bool) -> Result<(), RefusedBy<S>> {
        if self.table.held_up == held_up {
            return Err(Refused::AlreadySo);
        }
        self.push(Entry::HeldUp(held_up));
        Ok(())
    }

    fn change(&mut self, settings: &Settings, house: &S::House) -> Result<(), RefusedBy<S>> {
        settings.check(S::MOST_SEATS).and_then(|()| S::check(house, settings)).map_err(Refused::Setup)?;
        let (now, rules) = match &self.table.changing {
            Some((settings, house)) => (settings, house),
            None => (&self.table.settings, &self.table.house),
        };
        if **now == *settings && **rules == *house {
            return Err(Refused::AlreadySo);
        }
        // What is played for does not change under those who sit there.
        let same_money = now.currency == settings.currency && now.funding == settings.funding;
        if !same_money && self.table.taken().next().is_some() {
            return Err(Refused::NotNow);
        }
        if self.table.last_seat() > settings.seats {
            return Err(Refused::SeatTaken);
        }
        self.push(Entry::Changed { settings: settings.clone(), house: house.clone() });
        Ok(())
    }
}
