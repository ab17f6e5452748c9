//! A commit in the making: the tournament and the tables it touches as they will be.

use super::{Commit, Now, TablePlan, TableStep, Tables, Venue};
use crate::bounty::KnockOut;
use crate::command::{Command, HandResult, Refusal};
use crate::event::{Event, Happened};
use crate::names::{HandId, TableNo};
use crate::read::HandView;
use crate::state::{Status, Tournament};
use kozyr_card_game::Seat;
use kozyr_chips::{Account, Chips, Transfer};
use kozyr_table::holdem::{HoldemPlan, HoldemSeating, HoldemTable};
use kozyr_table::{Batch, Effects, Entry, Input, RefusedBy, Settled};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

pub(super) struct Work<'w, 'v> {
    venue: &'w Venue<'v>,
    tables: &'w mut dyn Tables,
    now: Now,
    /// As it will be; copied only when it changes.
    tournament: Cow<'w, Tournament>,
    /// The tables that change, as they will be.
    changed: BTreeMap<TableNo, (HoldemTable, TableStep)>,
    /// Tables whose people may have changed and which have not been told yet.
    touched: BTreeSet<TableNo>,
    /// The table of a new draw.
    drawn_anew: Option<TableNo>,
    commit: Commit,
}

impl<'w, 'v> Work<'w, 'v> {
    pub(super) fn new(
        tournament: &'w Tournament,
        venue: &'w Venue<'v>,
        tables: &'w mut dyn Tables,
        now: Now,
    ) -> Work<'w, 'v> {
        Work {
            venue,
            tables,
            now,
            tournament: Cow::Borrowed(tournament),
            changed: BTreeMap::new(),
            touched: BTreeSet::new(),
            drawn_anew: None,
            commit: Commit::default(),
        }
    }

    pub(super) fn finish(mut self) -> Commit {
        self.commit.tables = self.changed.into_values().map(|(_, step)| step).collect();
        self.commit
    }

    fn table(&self, no: TableNo) -> Option<&HoldemTable> {
        self.changed.get(&no).map(|(table, _)| table).or_else(|| self.tables.table(no))
    }

    // ---- The tournament ----

    /// Lets the tournament decide, and writes down what happens with the money it moves and the chips it issues.
    pub(super) fn step(&mut self, command: &Command) -> Result<(), Refusal> {
        for event in self.tournament.decide(self.now.wall, command)? {
            self.happen(event);
        }
        Ok(())
    }

    fn happen(&mut self, event: Event) {
        let books = &self.venue.books;
        self.touched.extend(tables_of(&self.tournament, &event.what));
        let before = self.tournament.chips();
        self.tournament.to_mut().apply(&event);
        self.touched.extend(tables_of(&self.tournament, &event.what));
        if let Happened::FinalTable { table, .. } = &event.what {
            self.drawn_anew = Some(*table);
        }
        self.commit.transfers.extend(event.transfers(books));
        let issued = self.tournament.chips() - before;
        let issue = Transfer::new(Account::issuance(books.chips()), books.chips_in_hand(), issued);
        self.commit.transfers.extend(issue);
        self.commit.events.push(event);
    }

    // ---- The tables ----

    /// Asks a table, and goes on with the table as it will be.
    fn ask(&mut self, no: TableNo, input: &Input<HoldemSeating>) -> Result<(), RefusedBy<HoldemSeating>> {
        let table = self.changed.get(&no).map(|(table, _)| table).or_else(|| self.tables.table(no));
        let table = table.cloned().ok_or(kozyr_table::Refused::NotSeated)?;
        let batch = table.decide(self.now.room, input, self.tables.dealer(no))?;
        self.write(no, table, batch, false);
        Ok(())
    }

    /// A plan is carried out by inputs the table cannot refuse.
    fn must(&mut self, no: TableNo, input: &Input<HoldemSeating>) {
        let asked = self.ask(no, input);
        asked.unwrap_or_else(|refused| panic!("table {no} refuses {input:?} of its tournament: {refused}"));
    }

    fn write(&mut self, no: TableNo, mut table: HoldemTable, batch: Batch<HoldemSeating>, opened: bool) {
        table.apply(&batch, &mut Effects::default());
        self.commit.transfers.extend(batch.transfers.iter().cloned());
        match self.changed.get_mut(&no) {
            Some((old, step)) => {
                *old = table;
                step.batch.at = batch.at;
                let before = step.batch.entries.len();
                let later = |settled: Settled| Settled { line: settled.line + before, ..settled };
                step.batch.settled.extend(batch.settled.into_iter().map(later));
                step.batch.entries.extend(batch.entries);
                step.batch.transfers.extend(batch.transfers);
                step.batch.memory.extend(batch.memory);
                step.batch.rest = batch.rest;
            }
            None => {
                let id = table.id().clone();
                self.changed.insert(no, (table, TableStep { table: no, id, batch, opened, closed: false }));
            }
        }
    }

    fn open(&mut self, plan: &TablePlan) {
        let id = self.venue.table_id(plan.table);
        let settings = self.venue.table_settings(&self.tournament);
        let house = plan.house.clone();
        let table = HoldemTable::open(id.clone(), settings.clone(), house.clone());
        let table = table.expect("a tournament's rules make a table");
        let batch = Batch {
            at: self.now.room,
            entries: vec![Entry::Opened { id, settings, house }],
            transfers: Vec::new(),
            memory: Vec::new(),
            rest: table.rest(),
            settled: Vec::new(),
        };
        self.write(plan.table, table, batch, true);
    }

    /// Tells every table what it has to know after what happened. People leave their seats everywhere before anybody
    /// takes one.
    pub(super) fn tell_tables(&mut self) {
        let over = self.tournament.status() == Status::Cancelled;
        let touched = std::mem::take(&mut self.touched);
        let numbers: BTreeSet<TableNo> = match over {
            true => self.tables.numbers().into_iter().collect(),
            false => touched.iter().copied().chain(self.tournament.tables()).collect(),
        };
        let drawn_anew = self.drawn_anew.take();
        let mut plans = Vec::new();
        for no in numbers {
            let table = self.table(no);
            let waits = |table: &HoldemTable| {
                !table.is_running() && table.is_held_up() != self.tournament.may_deal(no).is_err()
            };
            let told = !over && !touched.contains(&no) && !table.is_none_or(waits);
            if told || table.is_none() && self.tournament.table(no).is_none() {
                continue;
            }
            let people = self.venue.books.people;
            let plan = self.tournament.plan(no, table, drawn_anew == Some(no), people);
            if plan.moves_anybody() || plan.close || table.is_none_or(waits) {
                plans.push(plan);
            }
        }
        plans.iter().for_each(|plan| self.make_room(plan));
        plans.iter().for_each(|plan| self.carry_out(plan));
        self.commit.plans.extend(plans);
        if over {
            self.retire();
        }
    }

    /// Nobody is dealt anything while people come and go.
    fn make_room(&mut self, plan: &TablePlan) {
        let no = plan.table;
        let Some(table) = self.table(no) else { return };
        if !table.is_held_up() && !table.is_running() {
            self.must(no, &Input::HoldUp(true));
        }
        for &player in &plan.remove {
            self.must(no, &Input::Remove(player));
        }
    }

    fn carry_out(&mut self, plan: &TablePlan) {
        let no = plan.table;
        if plan.close {
            if let Some((table, step)) = self.changed.get_mut(&no) {
                assert!(table.taken().next().is_none(), "table {no} is gone and not empty");
                step.closed = true;
            }
            return;
        }
        if self.table(no).is_none() {
            self.open(plan);
        }
        for placing in &plan.place {
            let (player, seat, chips) = (placing.player.clone(), placing.seat, placing.chips);
            self.must(no, &Input::Place { player, seat, chips });
        }
        for &(player, chips) in &plan.give {
            self.must(no, &Input::Give { player, chips });
        }
        let Some(table) = self.table(no).filter(|table| !table.is_running()) else { return };
        if *table.house() != plan.house {
            let settings = table.settings().clone();
            self.must(no, &Input::Change { settings, house: plan.house.clone() });
        }
        if !plan.hold {
            self.must(no, &Input::HoldUp(false));
        }
    }

    /// The tables of a tournament that is over go, and its chips with them.
    pub(super) fn close_all(&mut self) {
        for no in self.tables.numbers() {
            let players: Vec<_> = self.table(no).into_iter().flat_map(HoldemTable::taken).collect();
            let players: Vec<_> = players.into_iter().map(|(_, chair)| chair.player.id).collect();
            for player in players {
                self.must(no, &Input::Remove(player));
            }
            if let Some((_, step)) = self.changed.get_mut(&no) {
                step.closed = true;
            }
        }
        self.retire();
    }

    /// Chips that came off the tables go back to where they were issued.
    fn retire(&mut self) {
        let books = &self.venue.books;
        let here = books.chips_in_hand();
        let mut sum = Chips::ZERO;
        for transfer in &self.commit.transfers {
            sum += if *transfer.to() == here { transfer.amount() } else { Chips::ZERO };
            sum -= if *transfer.from() == here { transfer.amount() } else { Chips::ZERO };
        }
        self.commit.transfers.extend(Transfer::new(here, Account::issuance(books.chips()), sum));
    }

    // ---- Hands ----

    /// Begins the hand that is due at a table, if the tournament lets it. Says whether anything was due.
    pub(super) fn deal_if_due(&mut self, no: TableNo) -> bool {
        if !self.is_due(no) {
            return false;
        }
        // Breaks, levels and offers that are over come first.
        if self.tournament.deadline().is_some_and(|deadline| deadline <= self.now.wall) {
            self.step(&Command::Tick).expect("time passes");
            self.tell_tables();
        }
        if self.is_due(no) {
            self.deal(no);
        }
        true
    }

    fn is_due(&self, no: TableNo) -> bool {
        self.table(no).and_then(HoldemTable::pause).is_some_and(|pause| pause.until <= self.now.room)
    }

    fn deal(&mut self, no: TableNo) {
        let Some(table) = self.table(no) else { return };
        let number = u32::try_from(table.hand_number() + 1).expect("fewer hands than that");
        let hand = HandId::from(format!("{}/{number}", table.id()));
        let (settings, blinds) = (table.settings().clone(), table.house().clone());
        if self.step(&Command::Deal { table: no, hand, number }).is_err() {
            // The level is over, and a break lies before the next.
            self.step(&Command::Boundary { table: no }).expect("the table is between hands");
            return self.tell_tables();
        }
        let house = self.tournament.house();
        // Other blinds take hold at once between hands, and the hand that is due begins by them.
        self.must(no, &if house == blinds { Input::Tick } else { Input::Change { settings, house } });
        self.agree(no);
        self.end_hand(no);
    }

    /// The table dealt in those whom the tournament says, where it says.
    fn agree(&self, no: TableNo) {
        let entries = self.changed.get(&no).into_iter().flat_map(|(_, step)| &step.batch.entries);
        let plan: Option<&HoldemPlan> = entries.into_iter().rev().find_map(|entry| match entry {
            Entry::Started { plan, .. } => Some(plan),
            _ => None,
        });
        let plan = plan.unwrap_or_else(|| panic!("table {no} begins no hand"));
        let view = self.tournament.hand_at(no).expect("the tournament has dealt");
        let mut dealt: Vec<_> = plan.posts.iter().map(|post| (post.due.seat, post.stack)).collect();
        dealt.sort_unstable();
        let told: Vec<_> = view.dealt().map(|(seat, _, stack)| (seat, stack)).collect();
        assert!(plan.places == view.places(), "table {no}: {:?}, not {:?}", plan.places, view.places());
        assert!(dealt == told, "table {no} deals in {dealt:?}, not {told:?}");
    }

    /// Asks the table; a hand that ends goes through the one door.
    pub(super) fn play(
        &mut self,
        no: TableNo,
        input: &Input<HoldemSeating>,
    ) -> Result<(), RefusedBy<HoldemSeating>> {
        self.ask(no, input)?;
        self.end_hand(no);
        Ok(())
    }

    fn end_hand(&mut self, no: TableNo) {
        let over = self.table(no).is_some_and(|table| !table.is_running());
        if !over || !self.tournament.is_busy(no) {
            return;
        }
        let result = self.result(no).expect("a hand that is over has a result");
        let finished = self.step(&Command::FinishHand(result));
        finished.unwrap_or_else(|refusal| panic!("table {no}: the tournament refuses a hand: {refusal}"));
        self.tell_tables();
    }

    /// Who put in what, and who got what.
    fn result(&self, no: TableNo) -> Option<HandResult> {
        let (table, hand) = (self.table(no)?, self.tournament.hand_at(no)?);
        let (mut committed, mut shares) = (Vec::new(), Vec::new());
        for (seat, player, before) in hand.dealt() {
            let won = table.show().won(seat);
            committed.push((player.clone(), before + won - table.stack(seat)));
            shares.push((player.clone(), won));
        }
        committed.retain(|(_, chips)| !chips.is_zero());
        shares.retain(|(_, chips)| !chips.is_zero());
        Some(HandResult {
            table: no,
            hand: hand.id().clone(),
            committed,
            shares,
            acted: !table.everybody_slept(),
            knocked_out: knocked_out(table, &hand),
        })
    }
}

/// Who won the last chips of everybody who has none left. They lie in the last pot such a player could win: the first pot
/// with which so much has been given out as they could have won at most.
fn knocked_out(table: &HoldemTable, hand: &HandView<'_>) -> Vec<KnockOut> {
    let show = table.show();
    let antes = |seat| {
        let posts = show.plan().into_iter().flat_map(|plan| &plan.posts);
        posts.filter(|post| post.due.seat == seat).map(|post| post.paid().0).sum::<Chips>()
    };
    let put: Vec<(Seat, Chips, Chips)> = hand
        .dealt()
        .map(|(seat, _, before)| {
            let ante = antes(seat);
            (seat, ante, before + show.won(seat) - table.stack(seat) - ante)
        })
        .collect();
    let dead: Chips = put.iter().map(|&(_, ante, _)| ante).sum();
    let out = hand.dealt().zip(&put).filter(|((seat, ..), _)| table.stack(*seat).is_zero());
    out.map(|((_, player, _), &(_, _, own))| {
        let reach = dead + put.iter().map(|&(_, _, bet)| bet.min(own)).sum::<Chips>();
        let mut given = Chips::ZERO;
        let last = show.pots_won().iter().find(|win| {
            given += win.amount;
            given >= reach
        });
        let winners = show.pots_won().iter().filter(|win| last.is_some_and(|last| last.pot == win.pot));
        let seats: BTreeSet<Seat> = winners.map(|win| win.seat).collect();
        let by = hand.dealt().filter(|(seat, ..)| seats.contains(seat)).map(|(_, who, _)| who.clone());
        KnockOut { player: player.clone(), by: by.collect() }
    })
    .collect()
}

/// The tables where people or chips change by this; asked before it happens and after.
fn tables_of(tournament: &Tournament, what: &Happened) -> Vec<TableNo> {
    let of = |player| tournament.entrant(player).and_then(|entrant| entrant.chair).map(|chair| chair.table);
    match what {
        Happened::Started { seating } | Happened::FinalTable { seating, .. } => {
            let all = tournament.tables();
            seating
                .iter()
                .map(|row| row.chair.table)
                .chain(all)
                .collect::<BTreeSet<_>>()
                .into_iter()
                .collect()
        }
        Happened::Entered { chair, .. } | Happened::ReEntered { chair, .. } => vec![chair.table],
        Happened::Moved { from, to, .. } => vec![from.table, to.table],
        Happened::HandFinished { table, .. } | Happened::TableBroken { table, .. } => vec![*table],
        Happened::OfferOpened { player }
        | Happened::OfferClosed { player, .. }
        | Happened::Rebought { player, .. }
        | Happened::AddedOn { player, .. } => of(player).into_iter().collect(),
        _ => Vec::new(),
    }
}
