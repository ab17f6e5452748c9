//! What follows from what somebody wants, or from time passing. Nothing changes in here.

use crate::log::{Batch, Entry, LeftWhy, Player, Purse};
use crate::seating::{ActionOf, ChairOf, RefusalOf};
use crate::{PlayerId, Seating, Settings, SetupError, Table, Timestamp, Wish};
use kozyr_card_game::{Awaits, Game, Move, Seat, Shoe};
use kozyr_chips::{Chips, Transfer};

/// Something a table is asked to do.
#[derive(Clone, PartialEq, Debug)]
pub enum Input<A> {
    /// Take a seat.
    Sit {
        /// Who.
        player: Player,
        /// Where.
        seat: Seat,
        /// With how many chips.
        buy_in: Chips,
        /// Be dealt in only when it costs least: in Hold'em, with the big blind.
        wait: bool,
    },
    /// Bring more chips.
    AddChips {
        /// Who.
        player: PlayerId,
        /// How many more.
        amount: Chips,
    },
    /// Be dealt no more hands for now.
    SitOut(PlayerId),
    /// Be dealt in again, paying what is owed.
    SitIn(PlayerId),
    /// Be dealt in again when it costs least: in Hold'em, with the big blind.
    Wait(PlayerId),
    /// Give up the seat.
    Leave(PlayerId),
    /// Do something in the game.
    Act {
        /// Who.
        player: PlayerId,
        /// Which decision this is; see [`Running::turn`](crate::Running::turn).
        turn: u64,
        /// What.
        action: A,
    },
    /// Time has passed.
    Tick,
    /// The room was down and is back.
    Resume,
}

/// Why an input is refused. Nothing has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused<R> {
    /// The table has fewer seats.
    #[error("there is no such seat: the table has {0}")]
    NoSuchSeat(u8),
    /// Somebody sits there.
    #[error("the seat is taken")]
    SeatTaken,
    /// He sits already.
    #[error("the player has seat {0} already")]
    SeatedAlready(Seat),
    /// He does not sit here.
    #[error("the player has no seat at this table")]
    NotSeated,
    /// Too few or too many chips.
    #[error("the chips brought have to be from {least} to {most}")]
    BuyIn {
        /// The least.
        least: Chips,
        /// The most.
        most: Chips,
    },
    /// Not in the middle of a hand.
    #[error("not in the middle of a hand: wait until it is over")]
    AfterTheHand,
    /// Nothing would change.
    #[error("that is so already")]
    AlreadySo,
    /// He has too few chips to stay.
    #[error("too few chips to stay at the table: {0} are needed")]
    TooFewChips(Chips),
    /// No hand, or he is not in it.
    #[error("the player has no part in a running hand")]
    NotInHand,
    /// Not the decision the table waits for.
    #[error("the decision was about a turn that is over")]
    TurnIsOver,
    /// It is somebody else's turn.
    #[error("it is not the player's turn")]
    NotYourTurn,
    /// The game refuses.
    #[error("{0}")]
    Game(R),
    /// No clock has run out.
    #[error("nothing is due")]
    NothingDue,
}

type RefusedBy<S> = Refused<RefusalOf<S>>;

impl<S: Seating> Table<S> {
    /// What follows from the input: what to make durable, then to [apply](Table::apply). The shoe
    /// is asked for cards as they are dealt, and to shuffle before a hand; a batch that comes to
    /// nothing leaves it used, so hand in a copy.
    pub fn decide(
        &self,
        now: Timestamp,
        input: &Input<ActionOf<S>>,
        shoe: &mut dyn Shoe,
    ) -> Result<Batch<S>, RefusedBy<S>> {
        let batch = Batch { at: now, entries: Vec::new(), transfers: Vec::new(), rest: None };
        let mut draft = Draft { table: self.clone(), batch };
        match input {
            Input::Sit { player, seat, buy_in, wait } => draft.sit(player, *seat, *buy_in, *wait)?,
            Input::AddChips { player, amount } => draft.add_chips(*player, *amount)?,
            Input::SitOut(player) => draft.sit_out(*player)?,
            Input::SitIn(player) => draft.sit_in(*player, Wish::Play)?,
            Input::Wait(player) => draft.sit_in(*player, Wish::Wait)?,
            Input::Leave(player) => draft.leave(*player)?,
            Input::Act { player, turn, action } => draft.act(*player, *turn, action)?,
            Input::Tick => draft.tick(shoe)?,
            Input::Resume => draft.push(Entry::Resumed),
        }
        draft.go_on(shoe);
        draft.batch.rest = draft.table.rest();
        Ok(draft.batch)
    }
}

impl<S: Seating> Table<S> {
    /// Puts the table under these settings and house rules. Nothing follows when they are its own already,
    /// while a hand is running, or when somebody sits where there would be no seat.
    pub fn change(
        &self,
        now: Timestamp,
        settings: &Settings,
        house: &S,
    ) -> Result<Option<Batch<S>>, SetupError> {
        settings.check(S::MOST_SEATS)?;
        let seating = self.seating.under(house);
        let same = *settings == self.settings && seating == self.seating.under(&self.seating);
        let no_seat = self.taken().any(|(seat, _)| seat.index() >= settings.seats.into());
        if same || no_seat || self.is_running() {
            return Ok(None);
        }
        let batch = Batch { at: now, entries: Vec::new(), transfers: Vec::new(), rest: None };
        let mut draft = Draft { table: self.clone(), batch };
        draft.push(Entry::Changed { settings: settings.clone(), seating });
        draft.batch.rest = draft.table.rest();
        Ok(Some(draft.batch))
    }
}

/// A batch in the making, with the table as it will be.
struct Draft<S: Seating> {
    table: Table<S>,
    batch: Batch<S>,
}

impl<S: Seating> Draft<S> {
    fn push(&mut self, entry: Entry<S>) {
        let held = self.table.held;
        let payer = match &entry {
            Entry::Sat { player, .. } => Some(player.id),
            Entry::AddedChips { seat, .. } | Entry::Left(seat, _) => {
                self.table.chair(*seat).map(|chair| chair.player.id)
            }
            _ => None,
        };
        self.table.apply_entry(self.batch.at, &entry, &mut Vec::new());
        // What the table gained or lost came from the player of the entry, or else went to the house.
        let purse = payer.map_or(Purse::House, Purse::Wallet);
        let gained = self.table.held - held;
        let (from, to) = if gained.is_positive() { (purse, Purse::Table) } else { (Purse::Table, purse) };
        self.batch.transfers.extend(Transfer::new(from, to, gained.abs()));
        self.batch.entries.push(entry);
    }

    fn seat_of(&self, player: PlayerId) -> Result<Seat, RefusedBy<S>> {
        self.table.seat_of(player).ok_or(Refused::NotSeated)
    }

    fn plays(&self, seat: Seat) -> bool {
        self.table.is_running() && self.table.in_hand(seat).is_some()
    }

    fn sit(&mut self, player: &Player, seat: Seat, chips: Chips, wait: bool) -> Result<(), RefusedBy<S>> {
        if let Some(seat) = self.table.seat_of(player.id) {
            return Err(Refused::SeatedAlready(seat));
        }
        if seat.index() >= self.table.chairs.len() {
            return Err(Refused::NoSuchSeat(self.table.settings.seats));
        }
        if self.table.chair(seat).is_some() {
            return Err(Refused::SeatTaken);
        }
        let (least, most) = self.table.buy_in(player.id, self.batch.at);
        if !(least..=most).contains(&chips) {
            return Err(Refused::BuyIn { least, most });
        }
        let before = self.table.remembers(player.id, self.batch.at).map(|departed| &departed.standing);
        let standing = self.table.seating.welcome(before);
        let wish = if wait { Wish::Wait } else { Wish::Play };
        self.push(Entry::Sat { seat, player: player.clone(), chips, wish, standing });
        Ok(())
    }

    fn add_chips(&mut self, player: PlayerId, chips: Chips) -> Result<(), RefusedBy<S>> {
        let seat = self.seat_of(player)?;
        if self.plays(seat) {
            return Err(Refused::AfterTheHand);
        }
        let stack = self.table.chair(seat).map(|chair| chair.stack).unwrap_or_default();
        let settings = &self.table.settings;
        let most = (settings.most_buy_in - stack).max(Chips::ZERO);
        let least = (settings.least_buy_in - stack).max(Chips::new(1)).min(most);
        if !chips.is_positive() || !(least..=most).contains(&chips) {
            return Err(Refused::BuyIn { least, most });
        }
        self.push(Entry::AddedChips { seat, chips });
        let stays = |chair: &ChairOf<S>| chair.lacks_chips() && chair.stack >= chair.needs;
        if self.table.chair(seat).is_some_and(stays) {
            self.push(Entry::SatIn(seat));
        }
        Ok(())
    }

    fn wish(&self, seat: Seat) -> Wish {
        self.table.chair(seat).map_or(Wish::Leave, |chair| chair.wish)
    }

    fn sit_out(&mut self, player: PlayerId) -> Result<(), RefusedBy<S>> {
        let seat = self.seat_of(player)?;
        match self.wish(seat) {
            Wish::Play | Wish::Wait => self.push(Entry::SatOut(seat)),
            Wish::Pause | Wish::Leave => return Err(Refused::AlreadySo),
        }
        Ok(())
    }

    /// Back from a pause, or from wanting to leave; whom the table shows out has to bring the chips first.
    fn sit_in(&mut self, player: PlayerId, wish: Wish) -> Result<(), RefusedBy<S>> {
        let seat = self.seat_of(player)?;
        if self.wish(seat) == wish {
            return Err(Refused::AlreadySo);
        }
        if let Some(chair) = self.table.chair(seat).filter(|chair| chair.stack < chair.needs) {
            return Err(Refused::TooFewChips(chair.needs));
        }
        self.push(if wish == Wish::Wait { Entry::Waits(seat) } else { Entry::SatIn(seat) });
        Ok(())
    }

    fn leave(&mut self, player: PlayerId) -> Result<(), RefusedBy<S>> {
        let seat = self.seat_of(player)?;
        if !self.plays(seat) {
            self.push(Entry::Left(seat, LeftWhy::Wish));
            return Ok(());
        }
        if self.wish(seat) == Wish::Leave {
            return Err(Refused::AlreadySo);
        }
        self.push(Entry::Leaving(seat));
        Ok(())
    }

    fn act(&mut self, player: PlayerId, turn: u64, action: &ActionOf<S>) -> Result<(), RefusedBy<S>> {
        let seat = self.seat_of(player)?;
        let deal = self.table.hand.as_ref().filter(|deal| !deal.over).ok_or(Refused::NotInHand)?;
        let index = self.table.in_hand(seat).ok_or(Refused::NotInHand)?;
        let player = Seat::from_index(index);
        if !self.table.awaits().seats().contains(player) {
            return Err(Refused::NotYourTurn);
        }
        // Who may act out of turn has no clock, and no turn to miss.
        let clock = self.table.clocks.iter().find(|clock| clock.seat == Some(seat));
        if clock.is_some_and(|clock| clock.turn != turn) {
            return Err(Refused::TurnIsOver);
        }
        let mv = Move::Act(player, action.clone());
        S::Game::play(&mut deal.state.clone(), &mv, &mut Vec::new()).map_err(Refused::Game)?;
        self.push(Entry::Acted(seat, action.clone()));
        Ok(())
    }

    fn tick(&mut self, shoe: &mut dyn Shoe) -> Result<(), RefusedBy<S>> {
        let now = self.batch.at;
        while let Some(clock) = self.table.clocks.iter().find(|clock| clock.ends() <= now).copied() {
            match clock.seat {
                Some(seat) => self.time_out(seat),
                None => self.push(Entry::StageOver),
            }
            // The next decision gets its own time: whoever is due again now was due before.
            self.go_on(shoe);
        }
        let away = |seat: Seat| self.table.away_at(seat).is_some_and(|at| at <= now);
        for (seat, lacks_chips) in self.seats(|seat, _| away(seat)) {
            self.push(Entry::Left(seat, if lacks_chips { LeftWhy::Busted } else { LeftWhy::Away }));
        }
        if self.table.ready_at.is_some_and(|at| at <= now) {
            self.next_hand(shoe);
        }
        if self.batch.entries.is_empty() { Err(Refused::NothingDue) } else { Ok(()) }
    }

    fn time_out(&mut self, seat: Seat) {
        self.push(Entry::TimedOut(seat));
        let patience = self.table.settings.patience;
        if let Some(chair) = self.table.chair(seat)
            && chair.missed >= patience
            && chair.wish == Wish::Play
        {
            self.push(Entry::SatOut(seat));
        }
    }

    /// The taken seats of which this is so, and whether their players lack chips.
    fn seats(&self, so: impl Fn(Seat, &ChairOf<S>) -> bool) -> Vec<(Seat, bool)> {
        let taken = self.table.taken().filter(|(seat, chair)| so(*seat, chair));
        taken.map(|(seat, chair)| (seat, chair.lacks_chips())).collect()
    }

    /// Whoever was shown out a hand ago goes, whoever lacks chips now is shown out, and the others play.
    fn next_hand(&mut self, shoe: &mut dyn Shoe) {
        let next = self.table.next();
        if next.plan.is_some() {
            for (seat, _) in self.seats(|_, chair| chair.lacks_chips()) {
                self.push(Entry::Left(seat, LeftWhy::Busted));
            }
        }
        for (seat, needs) in next.short {
            self.push(Entry::ShownOut { seat, needs });
        }
        if let Some(plan) = next.plan {
            shoe.shuffle();
            self.push(Entry::Started { hand: self.table.hands + 1, plan });
        }
    }

    /// Deals what is to be dealt, passes over those who are leaving, and lets them go when the hand
    /// is over: whatever needs nobody's decision.
    fn go_on(&mut self, shoe: &mut dyn Shoe) {
        loop {
            match self.table.awaits() {
                Awaits::Chance => {
                    let deal = self.table.draw(shoe).expect("a shuffled pack has cards for a whole hand");
                    self.push(Entry::Dealt(deal));
                }
                Awaits::Seats(_) => match self.leaver_to_act() {
                    Some((seat, Some(action))) => self.push(Entry::Acted(seat, action)),
                    Some((seat, None)) => self.push(Entry::TimedOut(seat)),
                    None => return,
                },
                Awaits::Stage(_) => return,
                Awaits::Nothing => break,
            }
        }
        for (seat, _) in self.seats(|_, chair| chair.wish == Wish::Leave && !chair.lacks_chips()) {
            self.push(Entry::Left(seat, LeftWhy::Wish));
        }
    }

    /// Somebody on his way out whose turn it is, and how he gives up.
    fn leaver_to_act(&self) -> Option<(Seat, Option<ActionOf<S>>)> {
        let leaves = |seat: &Seat| self.wish(*seat) == Wish::Leave;
        let seat = self.table.clocks.iter().filter_map(|clock| clock.seat).find(leaves)?;
        let (hand, index) = (self.table.hand.as_ref()?, self.table.in_hand(seat)?);
        Some((seat, S::gives_up(&hand.state, Seat::from_index(index))))
    }
}
