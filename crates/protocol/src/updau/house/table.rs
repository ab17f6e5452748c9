//! One table: who sits there, who looks on, and the game that is played.

use super::channels::ChannelId;
use super::clocks::{Clocks, stage_wait};
use super::settings::Chance;
use super::{House, telling};
use crate::updau::{
    Criteria, GameInfo, GameStatus, Millis, PausedStatus, Person, Player, TableRow, Timestamp, Wait, WaitName,
};
use kozyr_card_game::{Awaits, Game, Move, Seat, SeatSet, Seated, Shoe, Viewer};
use kozyr_cards::{Card, Deck};
use kozyr_chips::Chips;
use kozyr_durak::{Action, Conditions, Deal, Durak, Event, Match, Refusal, Rules};
use std::collections::{BTreeSet, VecDeque};

/// So many who look on are named.
const LISTED: usize = 100;

/// Who sits on a box.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Who {
    Human { channel: ChannelId, uid: u64 },
    Bot(Person),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sitter {
    pub(super) who: Who,
    /// Since when the box is only reserved for him; `None` once he sits.
    pub(super) reserved: Option<Timestamp>,
}

/// A game in progress, with the cards that are not dealt yet.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) info: GameInfo,
    pub(super) game: Match,
    pub(super) clocks: Clocks,
    /// The stakes that lie in the middle.
    pub(super) pool: Chips,
    deck: Deck,
}

#[derive(Debug)]
pub(super) enum Phase {
    /// Waits for people to sit down.
    Gathering,
    Playing(Box<Running>),
    /// The game is over; these want another one.
    Revanche {
        last: Box<Running>,
        since: Timestamp,
        agreed: SeatSet,
    },
}

#[derive(Debug)]
pub(super) struct Table {
    pub(super) id: u64,
    pub(super) criteria: Criteria,
    pub(super) seats: Vec<Option<Sitter>>,
    pub(super) phase: Phase,
    pub(super) watchers: BTreeSet<ChannelId>,
    /// Who waits for a box, longest waiting first.
    pub(super) queue: VecDeque<ChannelId>,
}

impl Table {
    pub(super) fn taken(&self) -> usize {
        self.seats.iter().flatten().count()
    }

    pub(super) fn is_full(&self) -> bool {
        self.seats.iter().all(|seat| seat.as_ref().is_some_and(|sitter| sitter.reserved.is_none()))
    }

    pub(super) fn free_seat(&self) -> Option<Seat> {
        self.seats.iter().position(Option::is_none).map(Seat::from_index)
    }

    /// The people at the table, with their boxes.
    pub(super) fn humans(&self) -> impl Iterator<Item = (Seat, ChannelId, u64)> + '_ {
        self.seats.iter().enumerate().filter_map(|(index, sitter)| match sitter.as_ref()?.who {
            Who::Human { channel, uid } => Some((Seat::from_index(index), channel, uid)),
            Who::Bot(_) => None,
        })
    }

    pub(super) fn bots(&self) -> SeatSet {
        let is_bot = |sitter: &Sitter| matches!(sitter.who, Who::Bot(_));
        let bots = self.seats.iter().enumerate().filter(|(_, sitter)| sitter.as_ref().is_some_and(is_bot));
        bots.map(|(index, _)| Seat::from_index(index)).collect()
    }

    /// The game that is played, or was played last.
    pub(super) fn running(&self) -> Option<&Running> {
        match &self.phase {
            Phase::Gathering => None,
            Phase::Playing(running) | Phase::Revanche { last: running, .. } => Some(running),
        }
    }

    pub(super) fn playing(&mut self) -> Option<&mut Running> {
        match &mut self.phase {
            Phase::Playing(running) => Some(running),
            Phase::Gathering | Phase::Revanche { .. } => None,
        }
    }

    pub(super) fn is_playing(&self) -> bool {
        matches!(self.phase, Phase::Playing(_))
    }

    pub(super) fn row(&self) -> TableRow {
        TableRow {
            id: self.id,
            // The order of the deck is nobody's business, not even at a test table.
            criteria: Criteria { deck: None, ..self.criteria.clone() },
            players: self.taken(),
            watchers: self.watchers.len(),
            playing: self.is_playing(),
        }
    }

    pub(super) fn place_wait(&self, seat: Seat, now: Timestamp, length: Millis) -> Option<Wait> {
        let since = self.seats.get(seat.index())?.as_ref()?.reserved?;
        Some(stage_wait(WaitName::TakePlace, length, now.since(since)))
    }

    pub(super) fn players(&self, house: &House) -> Vec<Player> {
        let running = self.running();
        let player = |(index, sitter): (usize, &Option<Sitter>)| {
            let seat = Seat::from_index(index);
            let person = match &sitter.as_ref()?.who {
                Who::Human { uid, .. } => house.users.known(*uid).person(),
                Who::Bot(person) => person.clone(),
            };
            let bank = running.map(|running| running.clocks.bank_of(seat, house.now));
            let (time_bank, time_bank_tick) = bank.unwrap_or((self.criteria.timebank.into(), 0));
            let points = running.map_or(0, |running| running.game.points()[index]);
            Some(Player { person, seat, time_bank, time_bank_tick, points })
        };
        self.seats.iter().enumerate().filter_map(player).collect()
    }

    pub(super) fn watching(&self, house: &House) -> Vec<Person> {
        let listed = self.watchers.iter().take(LISTED);
        listed.map(|&id| house.users.known(house.channel(id).owner).person()).collect()
    }

    pub(super) fn game_status(&self, seat: Option<Seat>, house: &House) -> GameStatus {
        let running = self.running().expect("a game is going on, or was");
        let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
        let waits = if self.is_playing() { running.clocks.waits(house.now) } else { Vec::new() };
        GameStatus {
            info: running.info.clone(),
            state: telling::game_state(&running.game.view(viewer), &self.criteria),
            own: seat,
            players: self.players(house),
            watchers: self.watching(house),
            waits,
        }
    }

    pub(super) fn paused_status(&self, seat: Seat, house: &House) -> PausedStatus {
        let running = self.running().expect("a game is going on, or was");
        let wait = match self.phase {
            Phase::Revanche { since, .. } => {
                let length = house.settings.timing.revanche;
                Some(stage_wait(WaitName::Revanche, length, house.now.since(since)))
            }
            Phase::Gathering | Phase::Playing(_) => None,
        };
        PausedStatus { info: running.info.clone(), own: seat, players: self.players(house), wait }
    }
}

impl Running {
    /// A game on these terms, its first cards not dealt yet.
    pub(super) fn new(
        info: GameInfo,
        criteria: &Criteria,
        rules: Rules,
        ready: Millis,
        chance: &mut dyn Chance,
    ) -> Running {
        let conditions = Conditions {
            rules: Rules { mode: criteria.mode, pack: criteria.pack(), ..rules },
            num_seats: criteria.num_seats,
            points: criteria.points,
            timeout: criteria.timeout,
            timebank: criteria.timebank,
            stake: criteria.cash_bet,
            rake_percent: criteria.rake,
        };
        // Money is kept in wallets, from where the house takes every stake: the stacks need only be enough.
        let seated = |index| Seated { seat: Seat::from_index(index), stack: Chips::MAX };
        let seats: Vec<Seated> = (0..usize::from(criteria.num_seats)).map(seated).collect();
        let game = Match::new(&conditions, &seats).expect("criteria were checked when they were read");
        let secs = |secs: u16| Millis::from_secs(secs.into());
        let clocks = Clocks::new(secs(criteria.timeout), secs(criteria.timebank), ready);
        let deck = shuffled(criteria, chance);
        Running { info, game, clocks, pool: Chips::ZERO, deck }
    }

    /// Makes a move and deals whatever it leads to.
    pub(super) fn play(
        &mut self,
        mv: &Move<Deal, Action>,
        criteria: &Criteria,
        chance: &mut dyn Chance,
    ) -> Result<Vec<Event>, Refusal> {
        let mut events = Vec::new();
        self.game.play(mv, &mut events)?;
        self.deal(criteria, chance, &mut events);
        Ok(events)
    }

    /// Deals as long as the game waits for cards.
    pub(super) fn deal(&mut self, criteria: &Criteria, chance: &mut dyn Chance, events: &mut Vec<Event>) {
        loop {
            let mv = match self.game.awaits() {
                Awaits::Shuffle(_) => {
                    self.deck = shuffled(criteria, chance);
                    Move::Shuffled
                }
                Awaits::Chance => {
                    let mut shoe = TableShoe { deck: &mut self.deck, chance };
                    Move::Deal(Durak::draw(&self.game, &mut shoe).expect("a deck has the cards of its pack"))
                }
                _ => return,
            };
            self.game.play(&mv, events).expect("what was awaited");
        }
    }
}

/// A shuffled deck; on a test table with the chosen cards on top.
fn shuffled(criteria: &Criteria, chance: &mut dyn Chance) -> Deck {
    let mut deck = Deck::ordered(criteria.pack());
    deck.shuffle(|n| chance.below(n));
    if let Some(top) = &criteria.deck {
        deck.put_on_top(top).expect("criteria were checked when they were read");
    }
    deck
}

/// The dealer's hands.
struct TableShoe<'a> {
    deck: &'a mut Deck,
    chance: &'a mut dyn Chance,
}

impl Shoe for TableShoe<'_> {
    fn card(&mut self) -> Option<Card> {
        self.deck.deal()
    }
    fn bottom(&self) -> Option<Card> {
        self.deck.bottom()
    }
    fn left(&self) -> usize {
        self.deck.len()
    }
    fn below(&mut self, n: u32) -> u32 {
        self.chance.below(n)
    }
}
