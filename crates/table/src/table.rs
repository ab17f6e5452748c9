//! The state of a table and the questions one can ask it.

use crate::clock::Running;
use crate::news::viewer;
use crate::seating::{AfterTimeout, ChairOf, Company, DealOf, Seating, Sitter, StageOf, StateOf, ViewOf};
use crate::settled::Entrant;
use crate::{Departed, Funding, Person, Settings, SetupError, Wish};
use kozyr_card_game::{Awaits, Game, Seat, Shoe};
use kozyr_chips::{Account, Chips};
use kozyr_time::{PlayerId, TableId, Timestamp};
use std::sync::Arc;

/// A deal on the table, running or just over.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Hand<State> {
    pub(crate) state: State,
    /// Who takes part; only ever added to.
    pub(crate) people: Arc<[Person]>,
    pub(crate) over: bool,
    /// Has anybody acted themselves, and has the clock acted for anybody?
    pub(crate) acted: bool,
    pub(crate) timed_out: bool,
    /// When it began, and how many lines of the log it has taken so far.
    pub(crate) started: Timestamp,
    pub(crate) lines: u64,
    /// About the people, in their order.
    pub(crate) entrants: Arc<[Entrant]>,
}

impl<State> Hand<State> {
    /// The chair behind one of the game's seats.
    pub(crate) fn chair_of(&self, seat: Seat) -> Seat {
        self.people.iter().find(|person| person.seat == seat).map_or(seat, |person| person.chair)
    }
}

/// A pause between two deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Pausing<P> {
    /// Which; none when the table goes on at once.
    pub name: Option<P>,
    /// Since when.
    pub since: Timestamp,
    /// Until when.
    pub until: Timestamp,
}

/// A table where a game is played for chips.
///
/// It changes by [`Table::apply`] only, live and in replay. What happens next is decided by
/// [`Table::decide`], which changes nothing.
#[derive(Clone, PartialEq, Debug)]
pub struct Table<S: Seating> {
    pub(crate) id: TableId,
    pub(crate) settings: Arc<Settings>,
    pub(crate) house: Arc<S::House>,
    /// What takes hold when the running hand is over.
    pub(crate) changing: Option<(Arc<Settings>, Arc<S::House>)>,
    pub(crate) seating: S,
    pub(crate) show: S::Show,
    /// By seat.
    pub(crate) chairs: Vec<Option<ChairOf<S>>>,
    /// How many hands were dealt: the number of the one on the table.
    pub(crate) hands: u64,
    /// How many shuffles were made.
    pub(crate) shuffles: u64,
    pub(crate) hand: Option<Hand<StateOf<S>>>,
    pub(crate) clocks: Vec<Running<StageOf<S>>>,
    /// Counts what the game was told, so that every decision has a number.
    pub(crate) moves: u64,
    pub(crate) pause: Option<Pausing<S::Pause>>,
    /// No hand is dealt until the table goes on. A tournament's table stops like this after every hand.
    pub(crate) held_up: bool,
    /// All chips that were brought and not taken away.
    pub(crate) held: Chips,
    /// When the last line was applied: time never goes back.
    pub(crate) now: Timestamp,
}

impl<S: Seating> Table<S> {
    /// An empty table. Its settings belong into the log as the first [`Entry`](crate::Entry).
    pub fn open(id: TableId, settings: Settings, house: S::House) -> Result<Table<S>, SetupError> {
        settings.check(S::MOST_SEATS)?;
        S::check(&house, &settings)?;
        Ok(Table {
            id,
            chairs: vec![None; settings.seats.into()],
            held_up: settings.is_tournament(),
            settings: Arc::new(settings),
            house: Arc::new(house),
            changing: None,
            seating: S::default(),
            show: S::Show::default(),
            hands: 0,
            shuffles: 0,
            hand: None,
            clocks: Vec::new(),
            moves: 0,
            pause: None,
            held: Chips::ZERO,
            now: Timestamp::default(),
        })
    }

    /// Which table it is.
    pub fn id(&self) -> &TableId {
        &self.id
    }

    /// How the table is run.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Its house rules.
    pub fn house(&self) -> &S::House {
        &self.house
    }

    /// The game's own seating.
    pub fn seating(&self) -> &S {
        &self.seating
    }

    /// What only views need.
    pub fn show(&self) -> &S::Show {
        &self.show
    }

    /// The taken seats, in order.
    pub fn taken(&self) -> impl Iterator<Item = (Seat, &ChairOf<S>)> {
        let chairs = self.chairs.iter().enumerate();
        chairs.filter_map(|(index, chair)| Some((Seat::from_index(index), chair.as_ref()?)))
    }

    /// Who sits there.
    pub fn chair(&self, seat: Seat) -> Option<&ChairOf<S>> {
        self.chairs.get(seat.index())?.as_ref()
    }

    /// Where this person sits.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.taken().find(|(_, chair)| chair.player.id == player).map(|(seat, _)| seat)
    }

    /// What lies in front of whoever sits there, without their bets; nothing at a free seat.
    pub fn stack(&self, seat: Seat) -> Chips {
        match (&self.hand, self.in_hand(seat)) {
            (Some(deal), Some(game_seat)) if !deal.over => S::Game::stack(&deal.state, game_seat),
            _ => self.chair(seat).map(|chair| chair.stack).unwrap_or_default(),
        }
    }

    /// Who sits here with how much: between hands, or before the hand that runs.
    pub fn settled_stacks(&self) -> impl Iterator<Item = (PlayerId, Chips)> {
        self.taken().map(|(_, chair)| (chair.player.id, chair.stack))
    }

    /// Who has how much at stake here: their stack as above, and their part of what lies between deals.
    pub fn stakes(&self) -> impl Iterator<Item = (PlayerId, Chips)> {
        self.taken().map(|(seat, chair)| (chair.player.id, chair.stack + self.seating.share_of(seat)))
    }

    /// The number of the hand on the table; 0 before the first.
    pub fn hand_number(&self) -> u64 {
        self.hands
    }

    /// How many shuffles were made: the number of the latest.
    pub fn shuffles(&self) -> u64 {
        self.shuffles
    }

    /// Is a hand being played?
    pub fn is_running(&self) -> bool {
        self.hand.as_ref().is_some_and(|deal| !deal.over)
    }

    /// Has the clock alone acted in the deal on the table? Where nobody was asked, nobody slept.
    pub fn everybody_slept(&self) -> bool {
        self.hand.as_ref().is_some_and(|deal| deal.timed_out && !deal.acted)
    }

    /// Is the table held up?
    pub fn is_held_up(&self) -> bool {
        self.held_up
    }

    /// Everybody who takes or took part in the deal on the table.
    pub fn people(&self) -> &[Person] {
        self.hand.as_ref().map_or(&[], |deal| &deal.people)
    }

    /// Does nobody sit here, and is the seat kept for nobody?
    pub fn is_free(&self, seat: Seat) -> bool {
        self.chair(seat).is_none() && self.taken().all(|(_, chair)| chair.moves_to != Some(seat))
    }

    /// The number of the last seat that is taken, or kept for somebody who moves there; 0 when all are free.
    pub(crate) fn last_seat(&self) -> u8 {
        let seats = self.taken().flat_map(|(seat, chair)| [Some(seat), chair.moves_to]);
        seats.flatten().map(Seat::number).max().unwrap_or(0)
    }

    /// Which of the game's seats whoever sits here has in the deal on the table. Whoever took the chair since, or has
    /// parted, has no part in it.
    pub fn in_hand(&self, seat: Seat) -> Option<Seat> {
        let player = self.chair(seat)?.player.id;
        let part = |person: &&Person| person.chair == seat && person.player == player && !person.parted;
        self.people().iter().find(part).map(|person| person.seat)
    }

    /// The deal that runs or is just over, whole: for whoever may see everything.
    pub fn state(&self) -> Option<&StateOf<S>> {
        self.hand.as_ref().map(|deal| &deal.state)
    }

    /// The game as this person may know it: the hand that runs or is just over.
    pub fn game_view(&self, person: Option<PlayerId>) -> Option<ViewOf<S>> {
        let deal = self.hand.as_ref()?;
        Some(S::Game::view(&deal.state, viewer(&deal.people, person)))
    }

    /// The clocks that run.
    pub fn clocks(&self) -> &[Running<StageOf<S>>] {
        &self.clocks
    }

    /// The clock that runs for whoever sits there: their own, or that of a stage which waits for them too.
    pub fn clock_of(&self, seat: Seat) -> Option<&Running<StageOf<S>>> {
        let own = self.clocks.iter().find(|running| running.seat == Some(seat));
        own.or_else(|| {
            let asked = self.awaits().seats().contains(self.in_hand(seat)?);
            self.clocks.iter().find(|running| running.seat.is_none() && asked)
        })
    }

    /// The pause that runs between deals.
    pub fn pause(&self) -> Option<&Pausing<S::Pause>> {
        self.pause.as_ref()
    }

    /// When the next hand comes by itself.
    pub fn next_hand_at(&self) -> Option<Timestamp> {
        let pause = self.pause?;
        self.seating.next(&self.company()).plan.map(|_| pause.until)
    }

    /// The people who keep their seats, and what they play by.
    pub(crate) fn company(&self) -> Company<'_, S> {
        let staying = self.taken().filter(|(_, chair)| chair.wish != Wish::Leave);
        let sitters = staying.map(|(seat, chair)| Sitter {
            seat,
            player: chair.player.id,
            stack: chair.stack,
            wish: chair.wish,
            standing: &chair.standing,
            connected: chair.is_connected(),
        });
        Company { settings: &self.settings, house: &self.house, sitters: sitters.collect() }
    }

    /// May whoever sits there say this now?
    pub fn may_say(&self, seat: Seat, word: &S::Word) -> bool {
        self.chair(seat).is_some() && self.seating.hear(&self.company(), seat, word).is_ok()
    }

    /// What whoever sits there would pay beyond their bets to be dealt in at once; nothing for most.
    pub fn owes(&self, seat: Seat) -> Chips {
        self.chair(seat).map_or(Chips::ZERO, |chair| self.seating.owes(&self.house, &chair.standing))
    }

    /// The least and the most somebody may sit down with who left like this, or never sat here.
    pub fn buy_in(&self, before: Option<&Departed<S::Standing>>, now: Timestamp) -> (Chips, Chips) {
        match self.settings.funding {
            Funding::Stack => {
                let brings = self.brings(before, now).unwrap_or_default();
                (self.settings.least_buy_in.max(brings), self.settings.most_buy_in.max(brings))
            }
            Funding::Stake | Funding::Tournament(_) => (Chips::ZERO, Chips::ZERO),
        }
    }

    /// What somebody left with a little while ago, and has to bring again.
    pub fn brings(&self, before: Option<&Departed<S::Standing>>, now: Timestamp) -> Option<Chips> {
        let departed = before.filter(|departed| self.remembers(departed, now))?;
        Some(departed.stack).filter(|stack| stack.is_positive())
    }

    /// Was that a little while ago?
    pub(crate) fn remembers(&self, departed: &Departed<S::Standing>, now: Timestamp) -> bool {
        departed.at + self.settings.memory > now
    }

    /// All chips on the table: what its escrow account must hold.
    pub fn chips(&self) -> Chips {
        self.held
    }

    /// The account that must hold them.
    pub fn escrow(&self) -> Account {
        Account::table(self.id.clone(), self.settings.currency.clone())
    }

    /// When the last line of the log was applied.
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// When the table wants to be [asked](Table::decide) again, if nobody does anything.
    pub fn deadline(&self) -> Option<Timestamp> {
        let clocks = self.clocks.iter().map(Running::ends);
        let seats = self.taken().flat_map(|(seat, _)| [self.away_at(seat), self.gives_up_at(seat)]);
        clocks.chain(seats.flatten()).chain(self.pause.map(|pause| pause.until)).min()
    }

    /// When the player loses the seat for sitting out, or for want of chips. Somebody a tournament seats never does.
    pub(crate) fn away_at(&self, seat: Seat) -> Option<Timestamp> {
        if self.settings.is_tournament() {
            return None;
        }
        let since = self.chair(seat)?.out_since?;
        let plays = self.is_running() && self.in_hand(seat).is_some();
        (!plays).then(|| since + self.settings.away)
    }

    /// When somebody in the deal gives it up because their line has been lost for too long.
    pub(crate) fn gives_up_at(&self, seat: Seat) -> Option<Timestamp> {
        let since = self.chair(seat).filter(|chair| chair.wish != Wish::Leave)?.lost_since?;
        let patience = S::line_lost_for(&self.house)?;
        (self.is_running() && self.in_hand(seat).is_some()).then(|| since + patience)
    }

    /// What a time-out would lead to for the seat of whoever sits there.
    pub fn after_timeout(&self, seat: Seat) -> Option<AfterTimeout> {
        let mut chair = self.chair(seat)?.clone();
        chair.missed = chair.missed.saturating_add(1);
        Some(S::timed_out(&self.house, &self.settings, &chair))
    }

    /// What the game awaits; nothing between hands.
    pub fn awaits(&self) -> Awaits {
        self.hand.as_ref().map_or(Awaits::Nothing, |deal| S::Game::awaits(&deal.state))
    }

    /// What the game takes from this shoe now. A log can be held against its deck with this.
    pub fn draw(&self, shoe: &mut dyn Shoe) -> Option<DealOf<S>> {
        S::Game::draw(&self.hand.as_ref()?.state, shoe)
    }
}
