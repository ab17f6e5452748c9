//! The lobby as one connection follows it: which tables it may see, which it looks for, and what changed.

use crate::directory::TableName;
use crate::pulse::Lives;
use crate::room::Inner;
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    GameInfo, GameName, LobbyFilter, LobbyLife, LobbyTable, LobbyTick, LobbyTournament, TableInfo, ToClient,
};
use kozyr_time::PlayerId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// No list is longer: whoever looks for something else says what.
const MOST: usize = 300;
/// What changes is told at most so often.
const EVERY: Duration = Duration::from_millis(500);
/// How it goes at the tables that were told is looked at so often.
const BEAT: Duration = Duration::from_secs(3);

/// Who looks at the lobby.
pub(crate) struct Looker<'a> {
    pub(crate) person: Option<PlayerId>,
    /// The private tables whose link they came by.
    pub(crate) admitted: &'a BTreeSet<TableName>,
}

/// A lobby that is followed.
pub(crate) struct FollowedLobby {
    pub(crate) filter: LobbyFilter,
    changes: watch::Receiver<u64>,
    told: BTreeMap<String, Arc<LobbyTable>>,
    /// How it goes there, as it was told.
    lives: BTreeMap<String, LobbyLife>,
    tournaments: Vec<LobbyTournament>,
    changed: bool,
    next: Instant,
    beat: Instant,
}

impl FollowedLobby {
    /// Starts with what is told now.
    pub(crate) fn new(
        filter: LobbyFilter,
        changes: watch::Receiver<u64>,
        tables: &[Arc<LobbyTable>],
        tournaments: Vec<LobbyTournament>,
    ) -> FollowedLobby {
        let (told, lives, now) = (by_name(tables), BTreeMap::new(), Instant::now());
        let (next, beat) = (now + EVERY, now + BEAT);
        FollowedLobby { filter, changes, told, lives, tournaments, changed: false, next, beat }
    }

    /// Waits until there may be something to tell. Nothing is lost when it is dropped half way.
    pub(crate) async fn news(&mut self) {
        let beat = tokio::time::sleep_until(self.beat);
        let change = async {
            if !self.changed {
                if self.changes.changed().await.is_err() {
                    std::future::pending::<()>().await;
                }
                self.changed = true;
            }
            tokio::time::sleep_until(self.next).await;
        };
        tokio::select! {
            () = change => {}
            () = beat => {}
        }
    }

    /// Is there anything new but how it goes at the tables?
    pub(crate) fn is_changed(&self) -> bool {
        self.changed && self.next <= Instant::now()
    }

    /// How it goes now, where it goes otherwise than was told. Only tables on this list are looked at.
    pub(crate) fn beats(&mut self, lives: &Lives) -> Option<ToClient> {
        if self.beat > Instant::now() {
            return None;
        }
        self.beat = Instant::now() + BEAT;
        let now = lives.of(self.told.keys().map(String::as_str));
        let mut ticks = Vec::new();
        for (table, life) in self.told.keys().zip(now) {
            if self.lives.get(table).copied() != life {
                ticks.push(LobbyTick { table: table.clone(), life });
            }
        }
        for LobbyTick { table, life } in &ticks {
            match life {
                Some(life) => drop(self.lives.insert(table.clone(), *life)),
                None => drop(self.lives.remove(table)),
            }
        }
        let silent = ticks.is_empty();
        let update =
            ToClient::LobbyUpdate { tables: Vec::new(), gone: Vec::new(), lives: ticks, tournaments: None };
        (!silent).then_some(update)
    }

    /// What to tell, if anything.
    pub(crate) fn update(
        &mut self,
        tables: &[Arc<LobbyTable>],
        tournaments: Vec<LobbyTournament>,
        lives: &Lives,
    ) -> Option<ToClient> {
        (self.changed, self.next) = (false, Instant::now() + EVERY);
        let now = by_name(tables);
        let new = |table: &&Arc<LobbyTable>| self.told.get(&table.table) != Some(table);
        let changed = lives.told(tables.iter().filter(new).map(|table| &**table));
        self.lives.extend(changed.iter().filter_map(|table| Some((table.table.clone(), table.life?))));
        self.lives.retain(|table, _| now.contains_key(table));
        let gone: Vec<String> = self.told.keys().filter(|name| !now.contains_key(*name)).cloned().collect();
        self.told = now;
        let cups = (self.tournaments != tournaments).then(|| tournaments.clone());
        self.tournaments = tournaments;
        let silent = changed.is_empty() && gone.is_empty() && cups.is_none();
        (!silent).then_some(ToClient::LobbyUpdate {
            tables: changed,
            gone,
            lives: Vec::new(),
            tournaments: cups,
        })
    }
}

fn by_name(tables: &[Arc<LobbyTable>]) -> BTreeMap<String, Arc<LobbyTable>> {
    tables.iter().map(|table| (table.table.clone(), table.clone())).collect()
}

impl Inner {
    /// The tables somebody may see and looks for: their own first, then the stock ones in their order, then the others.
    pub(crate) fn lobby_for(&self, looker: &Looker<'_>, filter: &LobbyFilter) -> Vec<Arc<LobbyTable>> {
        self.lobby_where(looker, |table| fits(filter, table))
    }

    /// The same of what looks like this.
    pub(crate) fn lobby_where(
        &self,
        looker: &Looker<'_>,
        is_wanted: impl Fn(&LobbyTable) -> bool,
    ) -> Vec<Arc<LobbyTable>> {
        let own = looker.person.map(|person| self.directory.seats_of(person)).unwrap_or_default();
        let mine = |table: &LobbyTable| {
            own.contains(&table.table)
                || table.host.is_some() && table.host == looker.person.map(PlayerId::get)
        };
        let admitted = |table: &LobbyTable| looker.admitted.iter().any(|name| name.as_str() == table.table);
        let place = |table: &LobbyTable| {
            let nth = self.stock_order.get(&table.table).copied();
            (!mine(table), !table.private, nth.unwrap_or(usize::MAX))
        };
        let mut tables = self.directory.lobby();
        tables.retain(|table| {
            let seen = !table.private || mine(table) || admitted(table);
            seen && (mine(table) || is_wanted(table))
        });
        let mut placed: Vec<_> =
            tables.into_iter().zip(0..).map(|(table, at)| (place(&table), at, table)).collect();
        // Of very many only the first are put in order.
        if placed.len() > MOST {
            placed.select_nth_unstable_by_key(MOST, |(place, at, _)| (*place, *at));
            placed.truncate(MOST);
        }
        placed.sort_unstable_by_key(|(place, at, _)| (*place, *at));
        placed.into_iter().map(|(.., table)| table).collect()
    }

    /// Every table there is, private ones too, however many: the stock ones first, in their order. For the admin only.
    pub(crate) fn every_table(&self) -> Vec<LobbyTable> {
        let mut tables = self.directory.lobby();
        // Sorting keeps the order of the others.
        tables.sort_by_key(|table| self.stock_order.get(&table.table).copied().unwrap_or(usize::MAX));
        self.directory.lives.told(tables.iter().map(|table| &**table))
    }

    /// The table somebody would best sit down at: where most play and a seat is free.
    pub(crate) fn quick_seat(&self, person: Option<PlayerId>, filter: &LobbyFilter) -> Option<String> {
        let wanted = LobbyFilter { free: true, ..filter.clone() };
        let own = person.map(|person| self.directory.seats_of(person)).unwrap_or_default();
        let tables = self.directory.lobby().into_iter().filter(|table| {
            !table.private && table.waiting == 0 && fits(&wanted, table) && !own.contains(&table.table)
        });
        // The first of equals: the stock tables' order is the room's.
        let best = tables.min_by_key(|table| std::cmp::Reverse(table.seated));
        best.map(|table| table.table.clone())
    }
}

/// Is all of what is looked for true of the table?
pub(crate) fn fits(filter: &LobbyFilter, table: &LobbyTable) -> bool {
    let (game, stake) = stake(&table.info);
    let mode = if let GameInfo::Durak(durak) = &table.info.game { Some(durak.mode) } else { None };
    filter.game.is_none_or(|wanted| wanted == game)
        && (filter.mode.is_none() || filter.mode == mode)
        && filter.least_stake.is_none_or(|least| least <= stake)
        && filter.most_stake.is_none_or(|most| stake <= most)
        && filter.seats.is_none_or(|seats| seats == table.info.seats)
        && (!filter.free || table.seated < u32::from(table.info.seats))
}

/// The game and what it is played for.
fn stake(info: &TableInfo) -> (GameName, Chips) {
    match &info.game {
        GameInfo::Holdem { big_blind, .. } => (GameName::Holdem, *big_blind),
        GameInfo::Seka(seka) => (GameName::Seka, seka.base),
        GameInfo::Durak(durak) => (GameName::Durak, durak.stake),
    }
}
