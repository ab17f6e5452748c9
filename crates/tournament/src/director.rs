//! The director of many tables: who moves where, and why.
//!
//! A pure function over a snapshot of the [`Floor`]. It issues [`Shift`]s and never holds a table:
//! the draw, a final table, a table broken, one player moved to balance. The order is final table,
//! break, balance, with everything computed anew after each; nobody moves twice in one plan.

use crate::names::{Chair, TableNo};
use kozyr_card_game::{Seat, SeatSet};
use kozyr_chips::Chips;
use kozyr_poker::seating::{self as poker, Deal, Options, Places, Seats, Stakes};
use serde::{Deserialize, Serialize};

/// A table as the director sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableView {
    /// Its number.
    pub table: TableNo,
    /// A hand is in play.
    pub busy: bool,
    /// Seats that are taken: players with chips, and players who may still buy in again.
    pub taken: SeatSet,
    /// Seats of players with chips.
    pub live: SeatSet,
    /// Players not dealt in here yet.
    pub fresh: SeatSet,
    /// Button and blinds of the last hand.
    pub last: Option<Places>,
}

/// All tables, in order of their numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Floor {
    /// Seats at a table.
    pub seats: usize,
    /// The tables.
    pub tables: Vec<TableView>,
}

/// Players changing their chairs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Shift {
    /// Everybody to one table, drawn anew.
    FinalTable {
        /// Each player's old chair and new seat.
        seats: Vec<(Chair, Seat)>,
    },
    /// A table's players go to the others.
    Break {
        /// The table.
        table: TableNo,
        /// Each player's old seat and new chair.
        chairs: Vec<(Seat, Chair)>,
    },
    /// The next big blind goes to the worst seat of a smaller table.
    Balance {
        /// From here.
        from: Chair,
        /// To there.
        to: Chair,
        /// They will wait until the button passes.
        waits: bool,
    },
}

/// What the director has to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// Form the final table as soon as every hand is over.
    FinalTable,
    /// Break this table as soon as its hand is over; if there are more than one too many, the others
    /// after it.
    Break(TableNo),
    /// Nothing of that kind; tables may still need balancing.
    Nothing,
}

/// Chance, from outside: a uniform number under `n`.
pub type Below<'b> = &'b mut dyn FnMut(u32) -> u32;

/// How many more players make two tables unequal.
pub const APART: usize = 2;

/// Draws chairs for so many players: as many tables as it takes, as equal as can be, each player's
/// chair uniform over all ways to sit so. The answer is in the order of the players.
pub fn draw(players: usize, seats: usize, below: Below<'_>) -> Vec<Chair> {
    let tables = players.div_ceil(seats).max(1);
    let mut chairs: Vec<Chair> = Vec::with_capacity(players);
    for index in 0..tables {
        let count = players / tables + usize::from(index < players % tables);
        let mut free: Vec<Seat> = (0..seats).map(Seat::from_index).collect();
        shuffle(&mut free, below);
        let table = TableNo(index as u16 + 1);
        chairs.extend(free[..count].iter().map(|&seat| Chair { table, seat }));
    }
    shuffle(&mut chairs, below);
    chairs
}

/// A random free chair at one of the tables with the fewest players.
fn smallest_chair(tables: &[TableView], seats: usize, below: Below<'_>) -> Option<Chair> {
    let fewest = tables.iter().map(|table| table.taken.len()).min().filter(|&fewest| fewest < seats)?;
    let smallest: Vec<&TableView> = tables.iter().filter(|table| table.taken.len() == fewest).collect();
    let table = smallest[below(smallest.len() as u32) as usize];
    let free: Vec<Seat> =
        (0..seats).map(Seat::from_index).filter(|&seat| !table.taken.contains(seat)).collect();
    Some(Chair::new(table.table, free[below(free.len() as u32) as usize]))
}

/// Is it a free chair at one of the tables with the fewest players?
fn is_smallest_chair(tables: &[TableView], seats: usize, chair: Chair) -> bool {
    let fewest = tables.iter().map(|table| table.taken.len()).min();
    let table = tables.iter().find(|table| table.table == chair.table);
    chair.seat.index() < seats
        && table.is_some_and(|table| Some(table.taken.len()) == fewest && !table.taken.contains(chair.seat))
}

fn shuffle<T>(items: &mut [T], below: Below<'_>) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(last as u32 + 1) as usize);
    }
}

impl TableView {
    /// The players with chips as poker's seating sees them: in seats that were assigned, whatever the stakes.
    pub fn seating(&self, seats: usize) -> poker::Seating {
        let stakes = Stakes::blinds(Chips::new(1), Chips::new(2));
        let sitter = |seat| poker::Sitter {
            newcomer: self.fresh.contains(seat),
            ..poker::Sitter::playing(seat, stakes.big)
        };
        poker::Seating {
            options: Options { seats: Seats::Assigned, ..Options::default() },
            places: self.last,
            sitters: self.live.iter().map(sitter).collect(),
            ..poker::Seating::new(seats as u8, stakes)
        }
    }

    /// The next hand here; none when fewer than two have chips.
    pub fn next_deal(&self, seats: usize) -> Option<Deal> {
        self.seating(seats).next_hand().deal
    }
}

impl Floor {
    /// What has to be done, by the counts alone: players (with those who may buy in again), tables.
    pub fn due_for(players: usize, tables: usize, seats: usize, highest: TableNo) -> Due {
        if tables < 2 {
            Due::Nothing
        } else if players <= seats {
            Due::FinalTable
        } else if players <= (tables - 1) * seats {
            Due::Break(highest)
        } else {
            Due::Nothing
        }
    }

    /// How many tables so many players need.
    pub fn needed_for(players: usize, seats: usize) -> usize {
        players.div_ceil(seats).max(1)
    }

    /// The tables that stay, and those that will be broken: the last ones, as many as are too many.
    /// Nobody is sent to a table that will be broken, and none of them begins another hand.
    fn staying(&self, players: usize) -> &[TableView] {
        &self.tables[..Floor::needed_for(players, self.seats).min(self.tables.len())]
    }

    /// Players, with those who may still buy in again.
    pub fn players(&self) -> usize {
        self.tables.iter().map(|table| table.taken.len()).sum()
    }

    /// What has to be done. The published order of breaking: the highest number first.
    pub fn due(&self) -> Due {
        let highest = self.tables.last().map_or(TableNo(0), |table| table.table);
        Floor::due_for(self.players(), self.tables.len(), self.seats, highest)
    }

    /// Everything that can be done now, in order.
    pub fn plan(&self, below: Below<'_>) -> Vec<Shift> {
        let mut floor = self.clone();
        let mut plan = Vec::new();
        let mut moved = Vec::new();
        while let Some(shift) = floor.next_shift(&moved, below) {
            floor.make(&shift);
            moved.extend(shift.arrivals(floor.tables[0].table));
            plan.push(shift);
        }
        plan
    }

    /// The next thing to do, if it can be done now. Whoever sits in one of the chairs in `moved`
    /// has been moved already.
    fn next_shift(&self, moved: &[Chair], below: Below<'_>) -> Option<Shift> {
        match self.due() {
            Due::FinalTable => {
                let idle = self.tables.iter().all(|table| !table.busy);
                return (idle && moved.is_empty()).then(|| self.draw_final_table(below));
            }
            Due::Break(table) => {
                if let Some(breaking) = self.breakable(table, moved) {
                    return self.break_up(breaking, below);
                }
            }
            Due::Nothing => {}
        }
        self.balance(moved)
    }

    /// The table, if it can be broken now: between hands, with nobody who has just been moved there.
    fn breakable(&self, table: TableNo, moved: &[Chair]) -> Option<&TableView> {
        let arrived = moved.iter().any(|chair| chair.table == table);
        self.table(table).filter(|table| !table.busy && !arrived)
    }

    fn draw_final_table(&self, below: Below<'_>) -> Shift {
        let mut free: Vec<Seat> = (0..self.seats).map(Seat::from_index).collect();
        shuffle(&mut free, below);
        let seats = self.chairs().zip(free).collect();
        Shift::FinalTable { seats }
    }

    /// Sends each player of a table to the smallest of those that stay, to a random free seat.
    fn break_up(&self, breaking: &TableView, below: Below<'_>) -> Option<Shift> {
        let table = breaking.table;
        let mut others = Floor { seats: self.seats, tables: self.staying(self.players()).to_vec() };
        let mut chairs = Vec::new();
        for seat in breaking.taken.iter() {
            let chair = smallest_chair(&others.tables, self.seats, below)?;
            others.table_mut(chair.table)?.taken.insert(chair.seat);
            chairs.push((seat, chair));
        }
        Some(Shift::Break { table, chairs })
    }

    /// One player from the largest table between hands to the smallest, if they are two apart.
    fn balance(&self, moved: &[Chair]) -> Option<Shift> {
        let staying = self.staying(self.players());
        let smallest = staying.iter().min_by_key(|table| (table.taken.len(), table.table))?;
        let apart = |table: &&TableView| {
            table.taken.len() >= smallest.taken.len() + APART && !table.busy && table.live.len() >= 2
        };
        let largest = staying
            .iter()
            .filter(apart)
            .max_by_key(|table| (table.taken.len(), std::cmp::Reverse(table.table)))?;
        let mover = self.mover(largest, moved)?;
        let (seat, waits) = smallest.seating(self.seats).worst_seat(smallest.taken)?;
        let (from, to) = (Chair::new(largest.table, mover), Chair::new(smallest.table, seat));
        Some(Shift::Balance { from, to, waits })
    }

    /// The next big blind of a table who has not been moved yet.
    fn mover(&self, table: &TableView, moved: &[Chair]) -> Option<Seat> {
        let next = table.next_deal(self.seats)?.places.big_blind;
        (0..self.seats)
            .map(|step| Seat::from_index((next.index() + step) % self.seats))
            .find(|&seat| table.live.contains(seat) && !moved.contains(&Chair::new(table.table, seat)))
    }

    /// A chair for a late entrant: fewest players, a random free seat; a new table when all are full.
    pub fn late_chair(&self, new_table: TableNo, below: Below<'_>) -> Chair {
        smallest_chair(self.staying(self.players() + 1), self.seats, below)
            .unwrap_or_else(|| Chair::new(new_table, Seat::from_index(below(self.seats as u32) as usize)))
    }

    /// Is this where a late entrant may sit down?
    pub fn is_late_chair(&self, chair: Chair, new_table: TableNo) -> bool {
        let staying = self.staying(self.players() + 1);
        let full = staying.iter().all(|table| table.taken.len() >= self.seats);
        let new = full && chair.table == new_table && chair.seat.index() < self.seats;
        new || is_smallest_chair(staying, self.seats, chair)
    }

    /// Is this a shift the director may make now? `moved` as in a plan.
    pub fn allows(&self, shift: &Shift, moved: &[Chair]) -> bool {
        match shift {
            Shift::FinalTable { seats } => {
                let mut new = SeatSet::EMPTY;
                seats.iter().for_each(|&(_, seat)| new.insert(seat));
                self.due() == Due::FinalTable
                    && moved.is_empty()
                    && self.tables.iter().all(|table| !table.busy)
                    && new.len() == seats.len()
                    && new.iter().all(|seat| seat.index() < self.seats)
                    && self.chairs().eq(seats.iter().map(|&(chair, _)| chair))
            }
            Shift::Break { table, chairs } => self.allows_break(*table, chairs, moved),
            Shift::Balance { .. } => {
                let due_now = match self.due() {
                    Due::FinalTable => false,
                    Due::Break(table) => self.breakable(table, moved).is_none(),
                    Due::Nothing => true,
                };
                due_now && self.balance(moved).as_ref() == Some(shift)
            }
        }
    }

    fn allows_break(&self, table: TableNo, chairs: &[(Seat, Chair)], moved: &[Chair]) -> bool {
        let Some(breaking) = self.breakable(table, moved) else { return false };
        let mut others = Floor { seats: self.seats, tables: self.staying(self.players()).to_vec() };
        let sits = |&(_, chair): &(Seat, Chair)| {
            let fits = is_smallest_chair(&others.tables, self.seats, chair);
            if let Some(other) = others.table_mut(chair.table) {
                other.taken.insert(chair.seat);
            }
            fits
        };
        self.due() == Due::Break(table)
            && breaking.taken.iter().eq(chairs.iter().map(|&(seat, _)| seat))
            && chairs.iter().all(sits)
    }

    /// Makes the shift on the snapshot.
    pub fn make(&mut self, shift: &Shift) {
        match shift {
            Shift::FinalTable { seats } => {
                let mut table = TableView { last: None, ..self.tables[0] };
                (table.taken, table.live, table.fresh) = (SeatSet::EMPTY, SeatSet::EMPTY, SeatSet::EMPTY);
                for &(from, seat) in seats {
                    table.taken.insert(seat);
                    if self.table(from.table).is_some_and(|old| old.live.contains(from.seat)) {
                        table.live.insert(seat);
                    }
                }
                self.tables = vec![table];
            }
            Shift::Break { table, chairs } => {
                chairs.iter().for_each(|&(seat, to)| self.carry(Chair::new(*table, seat), to));
                self.tables.retain(|other| other.table != *table);
            }
            Shift::Balance { from, to, .. } => self.carry(*from, *to),
        }
    }

    fn carry(&mut self, from: Chair, to: Chair) {
        let mut live = false;
        if let Some(table) = self.table_mut(from.table) {
            live = table.live.contains(from.seat);
            for set in [&mut table.taken, &mut table.live, &mut table.fresh] {
                set.remove(from.seat);
            }
        }
        if let Some(table) = self.table_mut(to.table) {
            table.taken.insert(to.seat);
            table.fresh.insert(to.seat);
            if live {
                table.live.insert(to.seat);
            }
        }
    }

    /// All taken chairs, by table and seat.
    fn chairs(&self) -> impl Iterator<Item = Chair> {
        self.tables.iter().flat_map(|view| view.taken.iter().map(|seat| Chair::new(view.table, seat)))
    }

    fn table(&self, table: TableNo) -> Option<&TableView> {
        self.tables.iter().find(|view| view.table == table)
    }

    fn table_mut(&mut self, table: TableNo) -> Option<&mut TableView> {
        self.tables.iter_mut().find(|view| view.table == table)
    }
}

impl Shift {
    /// The chairs people sit in afterwards; a final table has this number.
    pub fn arrivals(&self, final_table: TableNo) -> Vec<Chair> {
        match self {
            Shift::FinalTable { seats } => {
                seats.iter().map(|&(_, seat)| Chair::new(final_table, seat)).collect()
            }
            Shift::Break { chairs, .. } => chairs.iter().map(|&(_, chair)| chair).collect(),
            Shift::Balance { to, .. } => vec![*to],
        }
    }
}
