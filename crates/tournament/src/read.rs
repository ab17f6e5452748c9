//! What can be read from a tournament.

use crate::Timestamp;
use crate::clock::{LevelClock, LevelRow};
use crate::config::Rules;
use crate::director::{APART, Due, Floor};
use crate::event::PauseKind;
use crate::level::BlindLevel;
use crate::money::{Pool, Sales};
use crate::names::{EntrantId, HandId, TableNo};
use crate::prizes::PrizeTable;
use crate::state::{Entrant, HandInPlay, Offer, Rest, Status, Table, Totals, Tournament};
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_poker::seating::Places;
use std::sync::Arc;

impl Tournament {
    /// A new tournament, in setup.
    pub fn new(id: &str, created_at: Timestamp, rules: Rules) -> Tournament {
        let mut tournament = Tournament {
            id: id.into(),
            created_at,
            last_at: created_at,
            rules: Arc::new(rules),
            status: Status::Setup,
            started_at: None,
            finished_at: None,
            entrants: Vec::new(),
            sales: Sales::default(),
            busts: Vec::new(),
            placed: 0,
            groups: 0,
            offers: Vec::new(),
            tables: Vec::new(),
            tables_opened: 0,
            levels: None,
            history: Arc::default(),
            hand_ids: Arc::default(),
            rest: None,
            next_break: None,
            hand_for_hand: None,
            escrow: Chips::ZERO,
            result: None,
            totals: Totals::default(),
        };
        tournament.rebuild_totals();
        tournament
    }

    /// Its id.
    pub fn id(&self) -> &str {
        self.id.as_str()
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Where it stands.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The moment of the last event.
    pub fn last_at(&self) -> Timestamp {
        self.last_at
    }

    /// When it started.
    pub fn started_at(&self) -> Option<Timestamp> {
        self.started_at
    }

    /// When it ended, won or called off.
    pub fn finished_at(&self) -> Option<Timestamp> {
        self.finished_at
    }

    /// Everybody who entered, in that order.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// A player's row, if they entered.
    pub fn entrant(&self, player: &EntrantId) -> Option<&Entrant> {
        self.index_of(player).map(|index| &self.entrants[index as usize])
    }

    /// How many have chips.
    pub fn players_left(&self) -> usize {
        self.totals.alive as usize
    }

    /// What was bought.
    pub fn sales(&self) -> Sales {
        self.sales
    }

    /// The pool as it is now.
    pub fn pool(&self) -> Pool {
        self.sales.pool(&self.rules)
    }

    /// What has been paid in and not paid out.
    pub fn escrow(&self) -> Chips {
        self.escrow
    }

    /// All chips on all tables, those in pots included.
    pub fn chips(&self) -> Chips {
        self.totals.chips
    }

    /// The prize table for the present field.
    pub fn prize_table(&self) -> &PrizeTable {
        self.totals.prizes.0.get_or_init(|| self.rules.prizes.table(self.entrants.len()))
    }

    /// How many places are paid with the present field.
    pub fn paid_places(&self) -> usize {
        self.prize_table().places().min(self.entrants.len())
    }

    /// The current level and its clock, once started.
    pub fn levels(&self) -> Option<LevelClock> {
        self.levels
    }

    /// The blinds the next hand is dealt at.
    pub fn blind_level(&self) -> &BlindLevel {
        &self.rules.levels[self.levels.map_or(0, |levels| levels.index)]
    }

    /// Every level taken up or skipped.
    pub fn level_history(&self) -> &[LevelRow] {
        &self.history
    }

    /// Every hand, in the order they ended.
    pub fn hand_ids(&self) -> &[HandId] {
        &self.hand_ids
    }

    /// The break, if there is one.
    pub fn rest(&self) -> Option<Rest> {
        self.rest
    }

    /// Are all tables waiting for each other?
    pub fn is_hand_for_hand(&self) -> bool {
        self.hand_for_hand.is_some()
    }

    /// Is a hand-for-hand round being played? Nobody moves then.
    pub fn is_round_open(&self) -> bool {
        self.hand_for_hand.is_some_and(|rounds| rounds.open)
    }

    /// The numbers of the tables there are.
    pub fn tables(&self) -> impl Iterator<Item = TableNo> {
        self.tables.iter().map(|table| table.no)
    }

    /// Is a hand in play at this table?
    pub fn is_busy(&self, table: TableNo) -> bool {
        self.table(table).is_some_and(|table| table.hand.is_some())
    }

    /// The players at a table by seat, with or without chips.
    pub fn seated(&self, table: TableNo) -> impl Iterator<Item = (Seat, &Entrant)> {
        let seats = self.table(table).map_or(&[][..], |table| &table.seats);
        let row = |(index, &entrant): (usize, &Option<u32>)| {
            entrant.map(|entrant| (Seat::from_index(index), &self.entrants[entrant as usize]))
        };
        seats.iter().enumerate().filter_map(row)
    }

    /// The hand in play at a table: its id, level and blinds, and everybody dealt in with the chips
    /// they had at its start.
    pub fn hand_at(&self, table: TableNo) -> Option<HandView<'_>> {
        let hand = self.table(table)?.hand.as_ref()?;
        Some(HandView { tournament: self, hand })
    }

    /// The number a new table would get.
    pub fn next_table(&self) -> TableNo {
        TableNo(self.tables_opened + 1)
    }

    /// Who has an offer to buy in again, and until when it stands; in a full pause nobody can say.
    pub fn offers(&self) -> impl Iterator<Item = (&EntrantId, Option<Timestamp>)> {
        self.offers.iter().map(|offer| (&self.entrants[offer.entrant as usize].id, self.offer_end(offer)))
    }

    /// An offer lasts a minute, and never past the end of the rebuys.
    pub(crate) fn offer_end(&self, offer: &Offer) -> Option<Timestamp> {
        let end = offer.clock.ends_at()?;
        let last = self.rules.rebuys.and_then(|rebuys| rebuys.end_level);
        let (Some(last), Some(levels)) = (last, self.levels) else { return Some(end) };
        Some(match levels.scheduled_end(&self.rules, last) {
            Ok(Some(closes)) => end.min(closes),
            Ok(None) | Err(_) => end,
        })
    }

    /// Does everything stand still?
    pub(crate) fn is_stopped(&self) -> bool {
        self.status == Status::Paused(PauseKind::Everything)
    }

    /// The next moment at which something happens by itself: [tick](crate::Command::Tick) then.
    /// While hands are in play levels are not among it: they wait for one to end. With none in play
    /// (fewer than two have chips, say) time itself is a boundary.
    pub fn deadline(&self) -> Option<Timestamp> {
        if !matches!(self.status, Status::Running | Status::Paused(_)) {
            return None;
        }
        let offers = self.offers.iter().filter_map(|offer| self.offer_end(offer)).min();
        let rest = match self.rest {
            Some(Rest::Counting { ends_at }) => Some(ends_at),
            Some(Rest::Called { .. }) => None,
            None => self.next_break.filter(|_| self.status == Status::Running),
        };
        let levels = self.levels.filter(|_| self.ticks() && self.totals.busy == 0);
        let levels = levels.and_then(|levels| levels.clock.ends_at());
        [offers, rest, levels].into_iter().flatten().min()
    }

    /// Is the level clock meant to be going?
    pub(crate) fn ticks(&self) -> bool {
        self.status == Status::Running && self.rest.is_none()
    }

    /// A snapshot for the director.
    pub fn floor(&self) -> Floor {
        Floor { seats: self.rules.seats.into(), tables: self.tables.iter().map(Table::view).collect() }
    }

    /// What the director has to do, by the running totals alone.
    pub fn due(&self) -> Due {
        let highest = self.tables.last().map_or(TableNo(0), |table| table.no);
        let seats = self.rules.seats.into();
        Floor::due_for(self.totals.taken as usize, self.tables.len(), seats, highest)
    }

    /// Will this table be broken as soon as it can be? The last ones, as many as are too many.
    fn is_leaving(&self, table: TableNo) -> bool {
        self.tables[self.staying()..].iter().any(|leaving| leaving.no == table)
    }

    /// How many tables stay.
    fn staying(&self) -> usize {
        let needed = Floor::needed_for(self.totals.taken as usize, self.rules.seats.into());
        needed.min(self.tables.len())
    }

    /// Must this table wait for the director before its next hand?
    pub fn is_held(&self, table: TableNo) -> bool {
        if self.due() == Due::FinalTable || self.is_leaving(table) {
            return true;
        }
        let Some(here) = self.table(table) else { return false };
        self.tables.len() > 1 && here.live.len() >= 2 && here.taken.len() >= self.smallest_table() + APART
    }

    /// Has the director something to do, now or once a hand is over?
    pub fn moves_due(&self) -> bool {
        let largest = self.totals.sizes.iter().rposition(|&tables| tables > 0).unwrap_or(0);
        self.due() != Due::Nothing || self.tables.len() > 1 && largest >= self.smallest_table() + APART
    }

    /// Players at the smallest table that stays.
    fn smallest_table(&self) -> usize {
        let mut sizes = self.totals.sizes;
        for leaving in &self.tables[self.staying()..] {
            sizes[leaving.taken.len()] -= 1;
        }
        sizes.iter().position(|&tables| tables > 0).unwrap_or(0)
    }

    pub(crate) fn index_of(&self, player: &EntrantId) -> Option<u32> {
        self.totals.by_id.get(player).copied()
    }

    pub(crate) fn table(&self, table: TableNo) -> Option<&Table> {
        self.tables.binary_search_by_key(&table, |table| table.no).ok().map(|index| &self.tables[index])
    }

    pub(crate) fn table_mut(&mut self, table: TableNo) -> &mut Table {
        let index = self.tables.binary_search_by_key(&table, |table| table.no);
        &mut self.tables[index.expect("events name tables that are there")]
    }
}

/// A hand in play, to read.
#[derive(Clone, Copy, Debug)]
pub struct HandView<'t> {
    tournament: &'t Tournament,
    hand: &'t HandInPlay,
}

impl<'t> HandView<'t> {
    /// Its id.
    pub fn id(&self) -> &'t HandId {
        &self.hand.id
    }

    /// Its number.
    pub fn number(&self) -> u32 {
        self.hand.number
    }

    /// The level it is played at: that in which it began.
    pub fn level(&self) -> &'t BlindLevel {
        &self.tournament.rules.levels[self.hand.level]
    }

    /// Where button and blinds are.
    pub fn places(&self) -> Places {
        self.hand.places
    }

    /// Who posts the small blind; nobody when it is dead.
    pub fn posts_small(&self) -> Option<Seat> {
        self.hand.posts_small
    }

    /// Everybody dealt in by seat, with their chips at the start.
    pub fn dealt(&self) -> impl Iterator<Item = (Seat, &'t EntrantId, Chips)> + use<'t> {
        let entrants = &self.tournament.entrants;
        self.hand.dealt.iter().map(|&(seat, entrant, stack)| (seat, &entrants[entrant as usize].id, stack))
    }
}
