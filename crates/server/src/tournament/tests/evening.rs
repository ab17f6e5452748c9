//! A shard with one tournament, stepped by hand over a store that is stepped by hand.

use crate::chore::Chore;
use crate::directory::Directory;
use crate::outlet::{Inlet, Outlet, Watcher, outlet};
use crate::service::Origin;
use crate::shard::{Shard, ToShard};
use crate::tournament::load::table_id;
use crate::tournament::plan::TournamentPlan;
use crate::tournament::{TournamentService, decide};
use crate::want::Want;
use crate::world::simulated;
use kozyr_card_game::laws::Dice;
use kozyr_chips::{Account, Chips, Currency, Transfer};
use kozyr_poker::Offer;
use kozyr_protocol::room::patch::{Tree, apply};
use kozyr_protocol::room::{
    Answer, CommandId, GameAction, HoldemAction, ToClient, TournamentEvent, TournamentOrder, TournamentOwn,
    TournamentView, TournamentWish,
};
use kozyr_store::{Append, Completed, Lane, MemoryStore, Store};
use kozyr_table::Player;
use kozyr_table::holdem::HoldemTable;
use kozyr_time::{Millis, PlayerId, Timestamp, WallTime};
use kozyr_tournament::{Life, Status, TableNo, Tournament};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

/// Nobody plays under this number.
pub(super) fn host() -> PlayerId {
    PlayerId::from(9_999u32)
}
const WALLET: i64 = 1000;
/// When every evening begins.
pub(super) const BEGIN: Timestamp = Timestamp::from_millis(1_800_000_000_000);

pub(crate) fn player(number: u32) -> PlayerId {
    PlayerId::from(10_000 + number)
}

/// Where a crash comes.
struct Crash {
    /// While this is being written.
    inside: &'static str,
    /// What is being written is durable, and nobody heard of it.
    written: bool,
}

pub(crate) struct Evening {
    store: Arc<MemoryStore>,
    plan: TournamentPlan,
    people: u32,
    /// What they are called.
    names: fn(u32) -> String,
    shard: Shard,
    outcomes: mpsc::Receiver<Vec<Completed>>,
    messages: VecDeque<ToShard>,
    now: Timestamp,
    dice: Dice,
    outlet: Outlet,
    inlet: Inlet,
    answers: BTreeMap<CommandId, Answer>,
    view: Tree,
    sequence: u64,
    events: Vec<TournamentEvent>,
    /// Everybody hears what concerns them.
    listening: Vec<Inlet>,
    moved: Vec<(Option<String>, String)>,
    commands: u128,
    crashes: VecDeque<Crash>,
    crashed: Vec<(&'static str, bool)>,
    pub(super) steps: u64,
    /// How often the sum of all chips was found to be what was bought.
    counted: u64,
    /// How long the shard, the store and what waits for it took.
    busy: Duration,
}

fn open_shard(
    store: &Arc<MemoryStore>,
    plan: &TournamentPlan,
    now: Timestamp,
) -> (Shard, mpsc::Receiver<Vec<Completed>>) {
    let (sender, outcomes) = mpsc::channel();
    let lane = Lane::new(move |completed| drop(sender.send(completed)));
    let mut shard =
        Shard::open(store.clone(), Arc::new(Directory::default()), lane, Vec::new(), now).unwrap();
    shard.open_tournament(plan.clone()).unwrap();
    (shard, outcomes)
}

impl Evening {
    /// The cards follow from the seed, as everything else does.
    pub(super) fn open(plan: TournamentPlan, people: u32, seed: u64) -> Evening {
        Evening::open_at(BEGIN, plan, (people, |number| format!("P{number}")), seed)
    }

    /// The same at some moment, with people of these names.
    pub(crate) fn open_at(
        now: Timestamp,
        plan: TournamentPlan,
        (people, names): (u32, fn(u32) -> String),
        seed: u64,
    ) -> Evening {
        simulated::enter(seed, WallTime::from_millis(now.as_millis()));
        let store = Arc::new(MemoryStore::stepped());
        let gifts = (0..people).map(|number| {
            let wallet = Account::wallet(player(number), Currency::FUN);
            Transfer::new(Account::issuance(Currency::FUN), wallet, Chips::new(WALLET)).unwrap()
        });
        store.append(Append { transfers: gifts.collect(), ..Append::default() }).unwrap();
        let (shard, outcomes) = open_shard(&store, &plan, now);
        let (outlet, inlet) = outlet();
        let mut evening = Evening {
            store,
            plan,
            people,
            names,
            shard,
            outcomes,
            messages: VecDeque::new(),
            now,
            dice: Dice::random(seed),
            outlet,
            inlet,
            answers: BTreeMap::new(),
            view: Tree::new(),
            sequence: 0,
            events: Vec::new(),
            listening: Vec::new(),
            moved: Vec::new(),
            commands: 1000,
            crashes: VecDeque::new(),
            crashed: Vec::new(),
            steps: 0,
            counted: 0,
            busy: Duration::ZERO,
        };
        evening.follow();
        evening
    }

    fn follow(&mut self) {
        let watcher = Watcher { outlet: self.outlet.clone(), person: None };
        self.send(ToShard::Follow { tournament: self.plan.id.clone(), watcher, brief: false });
    }

    fn service(&self) -> &TournamentService {
        self.shard.tournament(&self.plan.id).expect("the tournament is served")
    }

    pub(super) fn cup(&self) -> &Tournament {
        &self.service().state.tournament
    }

    pub(super) fn status(&self) -> Status {
        self.cup().status()
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.now
    }

    pub(crate) fn view(&self) -> TournamentView {
        serde_json::from_value(Value::Object(self.view.clone())).expect("the view can be read")
    }

    pub(super) fn events(&self) -> &[TournamentEvent] {
        &self.events
    }

    pub(super) fn moved(&self) -> Vec<(Option<String>, String)> {
        self.moved.clone()
    }

    /// While what was being written the room died, and whether it was durable.
    pub(super) fn crashes(&self) -> &[(&'static str, bool)] {
        &self.crashed
    }

    pub(super) fn wallet(&self, number: u32) -> i64 {
        self.store.balance(&Account::wallet(player(number), Currency::FUN)).unwrap().units()
    }

    /// What one player sees for themselves alone.
    pub(super) fn own(&mut self, number: u32) -> Option<TournamentOwn> {
        match serde_json::from_value(self.seen_by(number)).unwrap() {
            ToClient::Tournament { view, .. } => view.own,
            other => panic!("{other:?}"),
        }
    }

    /// The tournament as one player is sent it.
    pub(crate) fn seen_by(&mut self, number: u32) -> Value {
        let (outlet, mut inlet) = outlet();
        let connection = outlet.id;
        let watcher = Watcher { outlet, person: Some(player(number)) };
        let tournament = self.plan.id.clone();
        self.send(ToShard::Follow { tournament: tournament.clone(), watcher, brief: false });
        let line = inlet.lines.try_recv().unwrap();
        self.send(ToShard::Unfollow { tournament, connection });
        serde_json::from_str(line.as_str()).unwrap()
    }

    /// The same of one of its tables.
    pub(crate) fn table_seen_by(&mut self, number: u32, no: TableNo) -> Value {
        let (outlet, mut inlet) = outlet();
        let watcher = Watcher { outlet, person: Some(player(number)) };
        self.send(ToShard::Watch { table: table_id(&self.plan, no), watcher, have: None });
        serde_json::from_str(inlet.lines.try_recv().unwrap().as_str()).unwrap()
    }

    /// At which table it is this player's turn.
    pub(crate) fn asked(&self, number: u32) -> Option<TableNo> {
        let asked = |table: &HoldemTable| {
            let seats = table.clocks().iter().filter_map(|clock| clock.seat);
            seats.filter_map(|seat| table.chair(seat)).any(|chair| chair.player.id == player(number))
        };
        self.tables().into_iter().find(|(_, table)| asked(table)).map(|(no, _)| no)
    }

    // ---- Messages ----

    fn send(&mut self, message: ToShard) {
        self.messages.push_back(message);
        self.settle();
    }

    /// Works until nothing is left to be done at this moment.
    fn settle(&mut self) {
        loop {
            let message = self.messages.pop_front();
            let done = message.is_none();
            let begun = Instant::now();
            let chores = self.shard.step(self.now, message);
            let quiet = chores.is_empty();
            for chore in chores {
                self.carry_out(chore);
            }
            self.busy += begun.elapsed();
            if self.crash_is_due() {
                let Crash { inside, written } = self.crashes.pop_front().expect("one is due");
                self.crashed.push((inside, written));
                self.crash(written);
                // Whoever is the host sees to it that it goes on.
                if self.plan.host.is_some() && matches!(self.status(), Status::Paused(_)) {
                    self.direct_as_host(TournamentOrder::Resume);
                }
                return;
            }
            self.steps += 1;
            let begun = Instant::now();
            let committed = self.store.step();
            self.busy += begun.elapsed();
            while let Ok(completed) = self.outcomes.try_recv() {
                self.messages.push_back(ToShard::Committed(completed));
            }
            self.listen();
            if done && quiet && committed == 0 && self.messages.is_empty() {
                return;
            }
        }
    }

    fn carry_out(&mut self, chore: Chore) {
        self.messages.extend(chore.run(&*self.store));
    }

    fn crash_is_due(&self) -> bool {
        let Some(crash) = self.crashes.front() else { return false };
        self.service().pending.as_ref().is_some_and(|pending| pending.tells(crash.inside))
    }

    /// The room dies, before or after what is with the store is durable, and is started again.
    pub(super) fn crash(&mut self, written: bool) {
        // What was told before is no news of the room that comes after.
        self.listen();
        if written {
            self.store.step();
        } else {
            self.store.discard_queue();
        }
        self.messages.clear();
        (self.shard, self.outcomes) = open_shard(&self.store, &self.plan, self.now);
        self.view.clear();
        self.follow();
    }

    /// The same, and the next room's clock begins so much before what this one wrote: it was cut off, and wrote on.
    pub(super) fn crash_and_start_behind(&mut self, by: Millis) {
        self.now = Timestamp::from_millis(self.now.as_millis().saturating_sub_unsigned(by.get()));
        self.crash(true);
    }

    /// The room is to die while this is being written.
    pub(super) fn crash_inside(&mut self, inside: &'static str, written: bool) {
        self.crashes.push_back(Crash { inside, written });
    }

    fn listen(&mut self) {
        let mut told = false;
        while let Ok(line) = self.inlet.lines.try_recv() {
            match serde_json::from_str(line.as_str()).unwrap() {
                ToClient::Tournament { view, sequence, .. } => {
                    let Ok(Value::Object(tree)) = serde_json::to_value(view) else { panic!("a view") };
                    (self.view, self.sequence) = (tree, sequence);
                }
                ToClient::TournamentUpdate { after, sequence, events, patch, .. } => {
                    assert_eq!(after, self.sequence, "nothing is left out");
                    apply(&mut self.view, &patch);
                    self.sequence = sequence;
                    self.events.extend(events);
                    told = true;
                }
                ToClient::Answer { command, result } => drop(self.answers.insert(command, result)),
                _ => {}
            }
        }
        if told {
            self.count_chips();
        }
        for one in &mut self.listening {
            while let Ok(line) = one.lines.try_recv() {
                if let ToClient::Moved { from, to, .. } = serde_json::from_str(line.as_str()).unwrap() {
                    self.moved.push((from, to));
                }
            }
        }
    }

    /// After every hand, and whatever else is told: as many chips are in play as were bought.
    fn count_chips(&mut self) {
        if !matches!(self.view["status"].as_str(), Some("running" | "paused" | "clockPaused")) {
            return;
        }
        let players = self.view["players"].as_object().expect("players by their numbers");
        let seen: i64 = players.values().map(|one| one["chips"].as_i64().expect("chips")).sum();
        let (cup, rules) = (self.cup(), self.cup().rules());
        let add_on = rules.add_on.as_ref().map_or(0, |add_on| add_on.chips.units());
        let bought: i64 = cup
            .entrants()
            .iter()
            .map(|one| {
                let stacks = i64::from(1 + one.rebuys + one.re_entries) * rules.starting_chips.units();
                stacks + if one.added_on { add_on } else { 0 }
            })
            .sum();
        assert_eq!(seen, bought, "chips in play, and chips that were bought");
        self.counted += 1;
    }

    /// Everybody follows what concerns them from now on.
    pub(super) fn everybody_follows(&mut self) {
        for number in 0..self.people {
            let (outlet, inlet) = outlet();
            self.listening.push(inlet);
            let watcher = Watcher { outlet, person: Some(player(number)) };
            self.send(ToShard::Follow { tournament: self.plan.id.clone(), watcher, brief: true });
        }
    }

    fn origin(&mut self, person: PlayerId, id: Option<u128>) -> Origin {
        self.commands += 1;
        let command = CommandId(id.unwrap_or(self.commands));
        self.answers.remove(&command);
        Origin { person, command, outlet: self.outlet.clone() }
    }

    pub(super) fn wish(&mut self, number: u32, wish: TournamentWish) -> Answer {
        self.commands += 1;
        self.wish_as(self.commands, number, wish)
    }

    pub(super) fn wish_as(&mut self, id: u128, number: u32, wish: TournamentWish) -> Answer {
        let origin = self.origin(player(number), Some(id));
        let (command, id) = (origin.command, player(number));
        let player = Player { id, name: (self.names)(number).into(), bot: false };
        self.send(ToShard::Wish { tournament: self.plan.id.clone(), origin, player, wish });
        self.answers.remove(&command).unwrap_or_else(|| panic!("no answer to {wish:?}"))
    }

    pub(super) fn direct(&mut self, number: u32, order: TournamentOrder) -> Answer {
        self.direct_by(player(number), order)
    }

    pub(crate) fn direct_as_host(&mut self, order: TournamentOrder) -> Answer {
        self.direct_by(self.plan.host.unwrap_or_else(host), order)
    }

    fn direct_by(&mut self, person: PlayerId, order: TournamentOrder) -> Answer {
        let origin = self.origin(person, None);
        let command = origin.command;
        let tournament = self.plan.id.clone();
        self.send(ToShard::Direct { tournament, origin, order, admin: false });
        self.answers.remove(&command).expect("an answer")
    }

    // ---- Play ----

    /// So many people enter, and it starts.
    pub(crate) fn begin(&mut self, entrants: u32) {
        assert!(matches!(self.direct_as_host(TournamentOrder::Open), Answer::Accepted { .. }));
        for number in 0..entrants {
            let answer = self.wish(number, TournamentWish::Register);
            assert!(matches!(answer, Answer::Accepted { .. }), "{answer:?}");
        }
        assert!(matches!(self.direct_as_host(TournamentOrder::Start), Answer::Accepted { .. }));
    }

    /// Time passes; whatever is due by then happens, one thing after the other.
    pub(super) fn pass(&mut self, length: Millis) {
        let end = self.now + length;
        while let Some(at) = self.shard.deadline().filter(|&at| at <= end) {
            self.now = at.max(self.now);
            self.settle();
        }
        self.now = end;
        self.settle();
    }

    pub(super) fn is_on(&self) -> bool {
        matches!(self.status(), Status::Running | Status::Paused(_))
    }

    pub(super) fn play_to_the_end(&mut self) {
        let mut idle = 0;
        while self.is_on() {
            let before = self.service().sequence;
            self.play(20);
            idle = if self.service().sequence == before { idle + 1 } else { 0 };
            assert!(idle < 500, "nothing happens any more: {:?}", self.view());
        }
    }

    /// So many things happen, one after the other.
    pub(crate) fn play(&mut self, things: u32) {
        for _ in 0..things {
            if !self.is_on() {
                return;
            }
            self.somebody_does_something();
            if !self.somebody_acts()
                && let Some(at) = self.shard.deadline()
            {
                self.now = at.max(self.now);
                self.settle();
            }
        }
    }

    /// Offers are taken or declined, now and then somebody buys more chips.
    fn somebody_does_something(&mut self) {
        let number = |id: &kozyr_tournament::EntrantId| (decide::player_of(id).get() - 10_000) as u32;
        let offered: Vec<u32> = self.cup().offers().map(|(id, _)| number(id)).collect();
        for number in offered {
            match self.dice.below(6) {
                0 => drop(self.wish(number, TournamentWish::Rebuy)),
                1 => drop(self.wish(number, TournamentWish::DeclineRebuy)),
                _ => {}
            }
        }
        if self.cup().rest().is_some() && self.cup().rules().add_on.is_some() && self.dice.one_in(3) {
            let anybody = self.dice.below(self.people);
            drop(self.wish(anybody, TournamentWish::AddOn));
        }
    }

    fn tables(&self) -> Vec<(TableNo, &HoldemTable)> {
        let tables = self.service().tables.iter();
        tables.map(|(&no, served)| (no, &served.loaded.table)).collect()
    }

    /// Somebody whose turn it is acts, boldly.
    fn somebody_acts(&mut self) -> bool {
        let running: Vec<TableNo> = self
            .tables()
            .into_iter()
            .filter(|(_, table)| !table.clocks().is_empty())
            .map(|(no, _)| no)
            .collect();
        if running.is_empty() || self.dice.one_in(30) {
            return false;
        }
        let no = *self.dice.pick(&running);
        let table = &self.service().tables[&no].loaded.table;
        let clock = table.clocks()[0];
        let seat = clock.seat.expect("a player's clock");
        let person = table.chair(seat).expect("taken").player.id;
        let offers = table.state().expect("a hand").offers(table.in_hand(seat).expect("dealt in"));
        let action = match *self.dice.pick(&offers) {
            Offer::Fold => HoldemAction::Fold,
            Offer::RaiseTo { least, most } if self.dice.one_in(2) => {
                HoldemAction::RaiseTo { to: if self.dice.one_in(2) { most } else { least } }
            }
            Offer::Check | Offer::Call { .. } | Offer::RaiseTo { .. } => HoldemAction::CheckOrCall,
            Offer::Show => HoldemAction::Show,
            Offer::Muck => HoldemAction::Muck,
            offer => panic!("{offer:?} in a tournament of Hold'em"),
        };
        let want = Want::Act { turn: clock.turn, action: GameAction::Holdem(action) };
        let (origin, table) = (self.origin(person, None), table_id(&self.plan, no));
        self.send(ToShard::Command { table, origin, want });
        true
    }

    // ---- The end ----

    /// Every place once, every prize once, no chip left anywhere. The names of everything that happened.
    pub(super) fn finish(&mut self) -> Vec<String> {
        let folded = self.view();
        self.follow();
        assert_eq!(folded, self.view(), "the patches come to the same as a look from the start");
        if !self.service().tables.is_empty() {
            // The last table comes back too, to be taken away.
            self.crash(true);
            assert!(!self.service().tables.is_empty());
        }
        self.pass(Millis::from_secs(60));
        assert!(self.service().tables.is_empty(), "the tables are gone");
        let cup = self.cup().clone();
        for check in self.store.check_books().unwrap() {
            assert!(check.is_sound(), "{check:?}");
        }
        let tournament = self.plan.id.clone();
        for (account, chips) in self.store.accounts().unwrap() {
            let of_tournament = account.currency == Currency::of_tournament(tournament.clone());
            assert!(!of_tournament || chips.is_zero(), "{account} has {chips}");
            assert!(
                !account.to_string().starts_with("tournament") || chips.is_zero(),
                "{account} has {chips}"
            );
        }
        let placements = cup.placements();
        let refunded = cup.status() == Status::Cancelled;
        for number in 0..self.people {
            let id = decide::entrant(player(number));
            let paid = cup.entrant(&id).filter(|_| !refunded).map_or(0, |entrant| entrant.paid.units());
            let row = placements.iter().find(|row| row.player == id);
            let prize = row.and_then(|row| row.prize).map_or(0, Chips::units);
            let heads = cup.entrant(&id).map_or(0, |entrant| entrant.bounties_won.units());
            assert_eq!(self.wallet(number), WALLET - paid + prize + heads, "player {number}");
        }
        if !refunded {
            let places: Vec<u32> = placements.iter().map(|row| row.place).collect();
            assert_eq!(places, (1..=cup.entrants().len() as u32).collect::<Vec<_>>());
            let players: BTreeSet<_> = placements.iter().map(|row| &row.player).collect();
            assert_eq!(players.len(), cup.entrants().len());
            let prizes: Chips = placements.iter().filter_map(|row| row.prize).sum();
            assert_eq!(prizes, cup.pool().amount);
            assert_eq!(cup.entrants().iter().filter(|one| one.life == Life::In).count(), 1);
        }
        let name = |event: &TournamentEvent| {
            serde_json::to_value(event).unwrap()["what"].as_str().unwrap().to_owned()
        };
        self.events.iter().map(name).collect()
    }
}

/// Processor time of this thread so far; nothing where the system does not say.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or(0))
}

/// A line of what the system knows of this process's memory, in MiB.
fn memory(line: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|text| text.strip_prefix(line)).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0) / 1024
}

/// Plays it to the end, with two pauses, late entries and the room dying inside a table break and, where two do not go out at
/// once in the last hand before it, at the beginning of hand for hand; prints what it cost.
#[allow(clippy::print_stdout, reason = "figures are printed")]
pub(super) fn figures(mut evening: Evening, late: u32) {
    let (before, begun, resident) = (processor_time(), Instant::now(), memory("VmRSS"));
    let people = evening.people;
    evening.begin(people - late);
    evening.crash_inside("tableBroken", true);
    evening.crash_inside("handForHand", false);
    evening.play(50);
    for number in people - late..people {
        let answer = evening.wish(number, TournamentWish::Register);
        assert!(matches!(answer, Answer::Accepted { .. }), "{answer:?}");
    }
    for pause in [TournamentOrder::Pause, TournamentOrder::PauseClock] {
        assert!(matches!(evening.direct_as_host(pause), Answer::Accepted { .. }));
        evening.play(200);
        assert!(matches!(evening.direct_as_host(TournamentOrder::Resume), Answer::Accepted { .. }));
        evening.play(200);
    }
    evening.play_to_the_end();
    let (spent, lasted) = (processor_time() - before, begun.elapsed());
    let hands = evening.cup().hand_ids().len();
    let (commands, counted) = (evening.commands - 1000, evening.counted);
    println!("{people} players: {hands} hands, {commands} commands, chips counted {counted} times;");
    println!(
        "  {spent:.1?} of processor time, {} % of it shard and store; memory {resident} MiB before, {} after, {} at most",
        100 * evening.busy.as_millis() / lasted.as_millis().max(1),
        memory("VmRSS"),
        memory("VmHWM"),
    );
    assert_eq!(evening.crashes().first(), Some(&("tableBroken", true)));
    assert!(counted >= hands as u64, "counted after every hand");
    let seen = evening.finish();
    for event in
        ["rebought", "addedOn", "entered", "breakBegan", "breakEnded", "finalTable", "paused", "finished"]
    {
        assert!(seen.iter().any(|one| one == event), "{event} never happened");
    }
    println!("  hand for hand {} times", seen.iter().filter(|one| *one == "handForHand").count());
}
