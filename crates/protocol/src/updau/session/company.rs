//! A table as the sessions know it: who has which box, who looks on, who waits. What is played there is the
//! room's table's.

use super::channels::ChannelId;
use super::clocks::{self, stage_wait};
use super::settings::Timing;
use super::timers::{Timer, Timers};
use super::{Work, telling};
use crate::updau::{
    Criteria, GameInfo, GameStatus, Millis, PausedStatus, Person, Player, TableRow, Timestamp, Wait, WaitName,
};
use kozyr_card_game::{Seat, SeatSet};
use kozyr_durak::Rules;
use kozyr_table::durak::{DurakHouse, DurakTable};
use kozyr_table::{Funding, Settings as TableSettings};
use kozyr_time::{PlayerId, TableId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, VecDeque};

/// So many who look on are named.
const LISTED: usize = 100;

/// Who has a box.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Who {
    Human {
        channel: ChannelId,
        player: PlayerId,
    },
    Bot {
        player: PlayerId,
        nick: String,
    },
    /// Somebody who came to the room's table by another way, and plays there.
    Other {
        player: PlayerId,
        nick: String,
    },
}

impl Who {
    pub(super) fn player(&self) -> PlayerId {
        match self {
            Who::Human { player, .. } | Who::Bot { player, .. } | Who::Other { player, .. } => *player,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Sitter {
    pub(super) who: Who,
    /// Since when the box is only reserved for them; `None` once they sit.
    pub(super) reserved: Option<Timestamp>,
    /// Do they sit at the room's table?
    pub(super) seated: bool,
}

impl Sitter {
    pub(super) fn new(who: Who, reserved: Option<Timestamp>) -> Sitter {
        Sitter { who, reserved, seated: false }
    }
}

/// A game is over, and these want another one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Revanche {
    pub(super) info: GameInfo,
    pub(super) since: Timestamp,
    pub(super) agreed: SeatSet,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Phase {
    /// Waits for people to sit down.
    Gathering,
    /// The room's table was asked to begin: for partners who confirmed, or after another game.
    Starting {
        proposal: Option<u64>,
        before: Option<Revanche>,
    },
    Playing(GameInfo),
    Revanche(Revanche),
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Company {
    pub(super) id: u64,
    pub(super) table: TableId,
    /// Has the room such a table?
    pub(super) open: bool,
    pub(super) criteria: Criteria,
    pub(super) seats: Vec<Option<Sitter>>,
    pub(super) phase: Phase,
    pub(super) watchers: BTreeSet<ChannelId>,
    /// Who waits for a box, longest waiting first.
    pub(super) queue: VecDeque<ChannelId>,
    /// When the bots move next.
    pub(super) bots_at: Option<Timestamp>,
}

impl Company {
    pub(super) fn new(id: u64, table: TableId, criteria: Criteria, seats: Vec<Option<Sitter>>) -> Company {
        Company {
            id,
            table,
            open: false,
            criteria,
            seats,
            phase: Phase::Gathering,
            watchers: BTreeSet::new(),
            queue: VecDeque::new(),
            bots_at: None,
        }
    }

    pub(super) fn timers(&self, timing: &Timing, timers: &mut Timers) {
        if let Phase::Revanche(revanche) = &self.phase {
            timers.set(Timer::Revanche(self.id), revanche.since + timing.revanche);
        }
        if let Some(at) = self.bots_at {
            timers.set(Timer::Bots(self.id), at);
        }
        for (index, sitter) in self.seats.iter().enumerate() {
            if let Some(since) = sitter.as_ref().and_then(|sitter| sitter.reserved) {
                timers.set(Timer::Place(self.id, Seat::from_index(index)), since + timing.place);
            }
        }
    }

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
    pub(super) fn humans(&self) -> impl Iterator<Item = (Seat, ChannelId, PlayerId)> + '_ {
        self.seats.iter().enumerate().filter_map(|(index, sitter)| match sitter.as_ref()?.who {
            Who::Human { channel, player } => Some((Seat::from_index(index), channel, player)),
            Who::Bot { .. } | Who::Other { .. } => None,
        })
    }

    pub(super) fn bots(&self) -> impl Iterator<Item = (Seat, PlayerId)> + '_ {
        self.seats.iter().enumerate().filter_map(|(index, sitter)| match sitter.as_ref()?.who {
            Who::Bot { player, .. } => Some((Seat::from_index(index), player)),
            Who::Human { .. } | Who::Other { .. } => None,
        })
    }

    /// Those who came by another way, with their boxes.
    pub(super) fn others(&self) -> impl Iterator<Item = Seat> + '_ {
        let other = |sitter: &Sitter| matches!(sitter.who, Who::Other { .. });
        let seats = self.seats.iter().enumerate();
        seats
            .filter(move |(_, sitter)| sitter.as_ref().is_some_and(other))
            .map(|(index, _)| Seat::from_index(index))
    }

    /// The game that is played, or was played last.
    pub(super) fn info(&self) -> Option<&GameInfo> {
        match &self.phase {
            Phase::Gathering => None,
            Phase::Starting { before, .. } => before.as_ref().map(|revanche| &revanche.info),
            Phase::Playing(info) | Phase::Revanche(Revanche { info, .. }) => Some(info),
        }
    }

    pub(super) fn is_playing(&self) -> bool {
        matches!(self.phase, Phase::Playing(_))
    }

    pub(super) fn is_starting(&self) -> bool {
        matches!(self.phase, Phase::Starting { .. })
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

    /// How the room's table is run.
    pub(super) fn setup(&self, rules: Rules, timing: &Timing) -> (TableSettings, DurakHouse) {
        let secs = |secs: u16| Millis::from_secs(secs.into());
        let criteria = &self.criteria;
        let untimed = criteria.timeout == 0;
        let settings = TableSettings {
            seats: criteria.num_seats,
            currency: criteria.currency.of_ledger(),
            funding: Funding::Stake,
            least_buy_in: kozyr_chips::Chips::ZERO,
            most_buy_in: kozyr_chips::Chips::ZERO,
            turn: if untimed { Millis::from_secs(1) } else { secs(criteria.timeout) },
            bank: secs(criteria.timebank),
            refill: Millis::ZERO,
            gather: Millis::ZERO,
            pause: Millis::ZERO,
            patience: u8::MAX,
            // Who keeps a place and for how long is the business of the sessions.
            away: FOREVER,
            memory: Millis::ZERO,
            grace: Millis::ZERO,
            quick: None,
            top: criteria.deck.clone().unwrap_or_default(),
        };
        let house = DurakHouse {
            rules: Rules { mode: criteria.mode, pack: criteria.pack(), ..rules },
            points: criteria.points,
            stake: criteria.cash_bet,
            rake_percent: criteria.rake,
            untimed,
            line_lost: timing.keep,
            begin: FOREVER,
            ready: timing.ready,
            revanche: FOREVER,
            ..DurakHouse::default()
        };
        (settings, house)
    }
}

/// Longer than anybody waits: a week.
const FOREVER: Millis = Millis::from_secs(7 * 24 * 60 * 60);

impl Work<'_> {
    /// The room's table behind a company.
    pub(super) fn room_table(&self, company: u64) -> Option<&DurakTable> {
        self.room.table(&self.company(company).table)
    }

    pub(super) fn players(&self, company: &Company, table: Option<&DurakTable>) -> Vec<Player> {
        let score = table.filter(|_| company.info().is_some()).and_then(|table| table.seating().score());
        let player = |(index, sitter): (usize, &Option<Sitter>)| {
            let seat = Seat::from_index(index);
            let sitter = sitter.as_ref()?;
            let time_bank = u64::from(company.criteria.timebank);
            let used = table.filter(|_| company.info().is_some() || company.is_starting());
            let time_bank_tick = used.map_or(0, |table| clocks::bank_used(table, seat, self.now));
            let points = score.map_or(0, |score| score.points()[index]);
            Some(Player { person: self.person_of(&sitter.who), seat, time_bank, time_bank_tick, points })
        };
        company.seats.iter().enumerate().filter_map(player).collect()
    }

    fn person_of(&self, who: &Who) -> Person {
        match who {
            Who::Human { player, .. } => self.users.known(*player).person(),
            Who::Bot { player, nick } | Who::Other { player, nick } => {
                Person { uid: player.get(), nick: nick.clone(), level: 1, avatar: None }
            }
        }
    }

    pub(super) fn watching(&self, company: &Company) -> Vec<Person> {
        let listed = company.watchers.iter().take(LISTED);
        listed.map(|&id| self.users.known(self.channel(id).owner).person()).collect()
    }

    pub(super) fn game_status(&self, company: u64, seat: Option<Seat>) -> GameStatus {
        let table = self.room_table(company).expect("a game is going on, or was");
        let company = self.company(company);
        // What somebody may know is theirs, and not the box's: who sits there at the room's table may be another.
        let holder = seat.and_then(|seat| company.seats[seat.index()].as_ref());
        let player = holder.map(|sitter| sitter.who.player());
        let waits = if company.is_playing() { clocks::waits(table, self.now) } else { Vec::new() };
        GameStatus {
            info: company.info().expect("a game is going on, or was").clone(),
            state: telling::game_state(table, seat, player, &company.criteria),
            own: seat,
            players: self.players(company, Some(table)),
            watchers: self.watching(company),
            waits,
        }
    }

    pub(super) fn paused_status(&self, company: u64, seat: Seat) -> PausedStatus {
        let table = self.room_table(company);
        let company = self.company(company);
        let wait = match &company.phase {
            Phase::Revanche(revanche) | Phase::Starting { before: Some(revanche), .. } => {
                let length = self.settings.timing.revanche;
                Some(stage_wait(WaitName::Revanche, length, self.now.since(revanche.since)))
            }
            _ => None,
        };
        let info = company.info().expect("a game is going on, or was").clone();
        PausedStatus { info, own: seat, players: self.players(company, table), wait }
    }
}
