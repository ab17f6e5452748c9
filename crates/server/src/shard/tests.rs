//! A shard without sockets: what happens when the store fails, and whether bots play by the rules.

mod refill;

use super::*;
use crate::clock::RoomClock;
use crate::outlet::{Inlet, Watcher, outlet};
use crate::room::Config;
use crate::want::Want;
use kozyr_bots::{Deed, Level, Memory, choose};
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_protocol::room::GameAction;
use kozyr_protocol::room::{
    Answer, CommandId, Fault, Followed, Follower, HoldemAction, HoldemOffer, HoldemOwn, LeftWhy, OwnGame,
    SeatState, TableEvent, TableView, ToClient,
};
use kozyr_store::StreamId;
use kozyr_store::{
    Account, Append, CommandKey, Currency, MemoryStore, PeopleChange, PlayerId, Sequence, StreamBatch,
    Transfer, Unavailable, User, UserKind, WrapStore,
};
use kozyr_table::Player;
use kozyr_time::Pace;
use kozyr_time::TimeSource;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::time::timeout;

const WORKS: u8 = 0;
/// Nothing is written, and that is not known.
const LOSES: u8 = 1;
/// All is written, and that is not known.
const FORGETS: u8 = 2;
/// What comes is held back until it is let go.
const HOLDS: u8 = 3;
/// Says from now on that the table's own account is too light.
const SHORT: u8 = 4;
/// Breaks down over it.
const PANICS: u8 = 5;

/// A store that fails once when it is told to.
struct Flaky {
    inner: MemoryStore,
    next: Arc<AtomicU8>,
    held: Mutex<Vec<(Append, Ticket, Lane)>>,
    submitted: AtomicUsize,
}

impl Flaky {
    fn new(inner: MemoryStore) -> (Arc<Flaky>, Arc<AtomicU8>) {
        let next = Arc::new(AtomicU8::new(WORKS));
        let (held, submitted) = (Mutex::default(), AtomicUsize::new(0));
        (Arc::new(Flaky { inner, next: next.clone(), held, submitted }), next)
    }

    /// Lets go what was held back.
    fn let_go(&self) {
        self.next.store(WORKS, Ordering::SeqCst);
        for (append, ticket, lane) in self.held.lock().unwrap().drain(..) {
            self.inner.submit(append, ticket, &lane);
        }
    }
}

impl WrapStore for Flaky {
    fn inner(&self) -> &dyn Store {
        &self.inner
    }

    fn submit(&self, append: Append, ticket: Ticket, lane: &Lane) {
        let failed = |ticket| Completed {
            ticket,
            outcome: Err(Unavailable { reason: "the disk is gone".into() }.into()),
        };
        self.submitted.fetch_add(1, Ordering::SeqCst);
        match self.next.swap(WORKS, Ordering::SeqCst) {
            WORKS => self.inner.submit(append, ticket, lane),
            LOSES => lane.deliver(vec![failed(ticket)]),
            HOLDS => self.held.lock().unwrap().push((append, ticket, lane.clone())),
            SHORT => {
                self.next.store(SHORT, Ordering::SeqCst);
                let account = escrow_of(&append.streams[0].stream);
                let (balance, amount) = (Chips::ZERO, Chips::new(1));
                let refused = kozyr_store::Refused::CannotPay { account, balance, amount };
                lane.deliver(vec![Completed { ticket, outcome: Err(refused.into()) }]);
            }
            PANICS => panic!("on purpose: the store breaks down"),
            _ => {
                let outer = lane.clone();
                let lane = Lane::new(move |done| {
                    outer.deliver(done.into_iter().map(|done| failed(done.ticket)).collect());
                });
                self.inner.submit(append, ticket, &lane);
            }
        }
    }
}

/// A store with so many people, each with a full wallet.
fn store(people: u64) -> MemoryStore {
    let store = MemoryStore::new().unwrap();
    for number in 1..=people {
        let id = PlayerId::new(number).unwrap();
        let user = User::new(id, format!("P{number}"), UserKind::Guest, kozyr_time::WallTime::default());
        let gift = Transfer::new(
            Account::issuance(Currency::FUN),
            Account::wallet(id, Currency::FUN),
            Chips::new(10_000),
        )
        .unwrap();
        let people = vec![PeopleChange::Create(user)];
        store.append(Append { people, transfers: vec![gift], ..Append::default() }).unwrap();
    }
    store
}

/// Somebody at the table who talks to the shard directly.
struct Person {
    id: PlayerId,
    outlet: crate::outlet::Outlet,
    inlet: Inlet,
    shard: ShardHandle,
    table: TableName,
    seen: Follower,
    answers: BTreeMap<CommandId, Vec<Answer>>,
    faults: Vec<Fault>,
    heard: Vec<TableEvent>,
}

impl Person {
    fn new(number: u64, shard: &ShardHandle) -> Person {
        let (outlet, inlet) = outlet();
        let (id, table): (_, TableName) =
            (PlayerId::new(number).unwrap(), TableName::new("holdem-1").unwrap());
        let watcher = Watcher { outlet: outlet.clone(), person: Some(id) };
        assert!(shard.send(ToShard::Watch { table: table.clone(), watcher, have: None }).is_ok());
        Person {
            id,
            outlet,
            inlet,
            shard: shard.clone(),
            seen: Follower::new(table.as_str()),
            table,
            answers: BTreeMap::new(),
            faults: Vec::new(),
            heard: Vec::new(),
        }
    }

    async fn listen(&mut self) {
        let line =
            timeout(Duration::from_secs(20), self.inlet.lines.recv()).await.expect("something is heard");
        match serde_json::from_str(line.expect("the shard is there").as_str()).unwrap() {
            message @ (ToClient::Snapshot { .. } | ToClient::Update { .. }) => {
                assert_eq!(self.seen.hear(&message), Followed::Taken);
                if let ToClient::Update { steps, .. } = message {
                    self.heard.extend(steps.into_iter().flat_map(|step| step.events));
                }
            }
            ToClient::Answer { command, result } => self.answers.entry(command).or_default().push(result),
            ToClient::Error { fault } => self.faults.push(fault),
            _ => {}
        }
    }

    fn send(&self, command: u128, want: Want) -> CommandId {
        let command = CommandId(self.id.get() as u128 | command << 64);
        let origin = Origin { person: self.id, command, outlet: self.outlet.clone() };
        assert!(self.shard.send(ToShard::Command { table: self.table.clone(), origin, want }).is_ok());
        command
    }

    async fn ask(&mut self, command: u128, want: Want) -> Answer {
        let command = self.send(command, want);
        loop {
            if let Some(answer) = self.answers.get_mut(&command).and_then(Vec::pop) {
                return answer;
            }
            self.listen().await;
        }
    }

    fn sit(&self, seat: u8) -> Want {
        let player = Player { id: self.id, name: format!("P{}", self.id.get()).into(), bot: false };
        Want::Sit { player, seat: Seat::from_number(seat).unwrap(), buy_in: Chips::new(200), wait: false }
    }

    fn view(&self) -> TableView {
        self.seen.view().expect("the table was seen")
    }

    /// What the person's own seat is about.
    fn state(&self) -> Option<SeatState> {
        let view = self.view();
        let seat = view.own?.seat?;
        view.seats.get(&seat).map(|seat| seat.state)
    }

    fn hand(&self) -> HoldemOwn {
        match self.view().own.and_then(|own| own.game) {
            Some(OwnGame::Holdem(hand)) => hand,
            _ => HoldemOwn::default(),
        }
    }
}

/// A shard that is ready to run.
struct Ready {
    shard: Shard,
    mailbox: Mailbox,
    own: ShardHandle,
    store: Arc<dyn Store>,
    clock: RoomClock,
}

impl Ready {
    async fn run(self) {
        super::run(self.shard, self.mailbox, self.own, self.store, self.clock).await;
    }
}

fn open_with(
    store: Arc<dyn Store>,
    clock: RoomClock,
    directory: Arc<Directory>,
    plans: Vec<TablePlan>,
) -> Result<(Ready, ShardHandle), LoadError> {
    let (own, mailbox) = ShardHandle::new();
    let shard = Shard::open(store.clone(), directory, own.lane(), plans, clock.now())?;
    Ok((Ready { shard, mailbox, own: own.clone(), store, clock }, own))
}

fn open(store: Arc<dyn Store>, pace: u32) -> (Ready, ShardHandle) {
    let clock = RoomClock::new(Pace::times(pace), None);
    open_with(store, clock, Arc::default(), Config::default().tables).unwrap()
}

#[tokio::test]
async fn when_the_store_fails_the_table_is_loaded_again_and_the_command_can_be_repeated() {
    for failure in [LOSES, FORGETS] {
        let (store, next) = Flaky::new(store(1));
        let (shard, handle) = open(store.clone(), 1);
        let running = tokio::spawn(shard.run());
        let mut ann = Person::new(1, &handle);
        ann.listen().await;
        next.store(failure, Ordering::SeqCst);
        let sit = ann.sit(2);
        let first = ann.ask(7, sit.clone()).await;
        assert_eq!(first, Answer::Refused { reason: Refusal::TryAgain }, "what became of it is not known");
        // Nothing is decided until the table is loaded again.
        assert_eq!(ann.ask(8, Want::SitOut).await, Answer::Refused { reason: Refusal::TryAgain });
        let (health, healthy) = oneshot::channel();
        assert!(handle.send(ToShard::Health(health)).is_ok());
        assert!(!healthy.await.unwrap());
        let again = loop {
            match ann.ask(7, sit.clone()).await {
                Answer::Refused { reason: Refusal::TryAgain } => {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
                answer => break answer,
            }
        };
        assert_eq!(again, Answer::Accepted { sequence: 2 });
        let wallet = Account::wallet(PlayerId::new(1).unwrap(), Currency::FUN);
        assert_eq!(store.balance(&wallet).unwrap(), Chips::new(9_800), "paid once");
        while ann.seen.view().is_none_or(|view| view.seats.len() != 1) {
            ann.listen().await;
        }
        let (done, stopped) = oneshot::channel();
        assert!(handle.send(ToShard::Stop(done)).is_ok());
        stopped.await.unwrap();
        running.await.unwrap();
    }
}

#[tokio::test]
async fn a_command_that_was_carried_out_is_answered_as_it_was_when_its_table_is_gone() {
    let (shard, handle) = open(Arc::new(store(1)), 1);
    tokio::spawn(shard.run());
    let mut ann = Person::new(1, &handle);
    let sit = ann.sit(1);
    let first = ann.ask(1, sit.clone()).await;
    assert!(matches!(first, Answer::Accepted { .. }));
    assert!(handle.send(ToShard::Close(ann.table.clone())).is_ok());
    assert_eq!(ann.ask(1, sit).await, first);
    assert_eq!(ann.ask(2, Want::SitOut).await, Answer::Refused { reason: Refusal::UnknownTable });
}

#[tokio::test]
async fn whoever_was_overtaken_stops() {
    let store = Arc::new(store(1));
    let (shard, handle) = open(store.clone(), 1);
    tokio::spawn(shard.run());
    let mut ann = Person::new(1, &handle);
    store.claim(&StreamId::new("table/holdem-1").unwrap()).unwrap();
    for command in 1..3 {
        let sit = ann.sit(1);
        assert_eq!(ann.ask(command, sit).await, Answer::Refused { reason: Refusal::TryAgain });
    }
    let stream = StreamId::new("table/holdem-1").unwrap();
    assert_eq!(store.head(&stream).unwrap().sequence, Sequence(1), "nothing was written after it");
}

#[tokio::test]
async fn whoever_looks_at_a_table_that_stopped_is_told_and_nobody_waits_for_an_answer() {
    let (store, next) = Flaky::new(store(1));
    let (shard, handle) = open(store, 1);
    tokio::spawn(shard.run());
    let mut ann = Person::new(1, &handle);
    next.store(PANICS, Ordering::SeqCst);
    let sit = ann.sit(1);
    assert_eq!(ann.ask(1, sit.clone()).await, Answer::Refused { reason: Refusal::TryAgain });
    assert_eq!(ann.ask(2, sit).await, Answer::Refused { reason: Refusal::TryAgain });
    let mut bob = Person::new(2, &handle);
    while bob.faults.is_empty() {
        bob.listen().await;
    }
    assert_eq!(bob.faults, [Fault::TryAgain]);
}

#[tokio::test]
async fn a_table_whose_log_is_damaged_keeps_no_other_from_opening() {
    let store = Arc::new(store(1));
    let broken = StreamId::new("table/broken").unwrap();
    let head = store.claim(&broken).unwrap();
    let events = vec![b"nonsense".as_slice().into()];
    let streams = vec![StreamBatch::new(broken, head.epoch, head.sequence, events)];
    store.append(Append { streams, ..Append::default() }).unwrap();
    let whole = Config::default().tables.remove(0);
    let damaged = TablePlan { id: TableName::new("broken").unwrap(), ..whole.clone() };
    let open = |plans| open_with(store.clone(), RoomClock::new(Pace::REAL, None), Arc::default(), plans);
    let (shard, handle) = open(vec![damaged.clone(), whole]).unwrap();
    tokio::spawn(shard.run());
    let mut ann = Person::new(1, &handle);
    let sit = ann.sit(1);
    assert!(matches!(ann.ask(1, sit).await, Answer::Accepted { .. }));
    let (health, healthy) = oneshot::channel();
    assert!(handle.send(ToShard::Health(health)).is_ok());
    assert!(!healthy.await.unwrap(), "somebody should look after the other");
    assert!(matches!(open(vec![damaged]), Err(LoadError::Damaged { .. })), "nothing could be played");
}

#[tokio::test]
async fn a_table_whose_chips_are_not_in_its_escrow_stays_closed_and_says_so() {
    let store = Arc::new(store(1));
    let plan = Config::default().tables.remove(0);
    let open =
        || open_with(store.clone(), RoomClock::new(Pace::REAL, None), Arc::default(), vec![plan.clone()]);
    let (shard, handle) = open().unwrap();
    let running = tokio::spawn(shard.run());
    let mut ann = Person::new(1, &handle);
    let sit = ann.sit(1);
    assert!(matches!(ann.ask(1, sit).await, Answer::Accepted { .. }));
    let (done, stopped) = oneshot::channel();
    assert!(handle.send(ToShard::Stop(done)).is_ok());
    stopped.await.unwrap();
    running.await.unwrap();
    drop(open().unwrap());
    let escrow = Account::new(kozyr_chips::Owner::Table(plan.id.clone()), Currency::FUN);
    let wallet = Account::wallet(PlayerId::from(1u32), Currency::FUN);
    let taken = Transfer::new(escrow, wallet, Chips::new(1)).unwrap();
    store.append(Append { transfers: vec![taken], ..Append::default() }).unwrap();
    let Err(LoadError::Damaged { what, .. }) = open() else { panic!("the table opens all the same") };
    assert!(what.contains("chips lie on the table and") && what.contains("holds"), "{what}");
}

#[tokio::test]
async fn a_room_that_is_started_with_other_settings_plays_by_them() {
    let store = Arc::new(store(1));
    let mut plan = Config::default().tables.remove(0);
    // Opens the room, waits until its table has this most of a buy-in, and stops it.
    let until = async |plan: &TablePlan, most: Chips| {
        let directory = Arc::new(Directory::default());
        let clock = RoomClock::new(Pace::REAL, None);
        let (shard, handle) = open_with(store.clone(), clock, directory.clone(), vec![plan.clone()]).unwrap();
        let running = tokio::spawn(shard.run());
        while directory.lobby()[0].info.most_buy_in != most {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let (done, stopped) = oneshot::channel();
        assert!(handle.send(ToShard::Stop(done)).is_ok());
        stopped.await.unwrap();
        running.await.unwrap();
    };
    until(&plan, plan.settings.most_buy_in).await;
    plan.settings.most_buy_in = Chips::new(5_000);
    until(&plan, Chips::new(5_000)).await;
    let length = |store: &dyn Store| store.load(&plan.stream(), Sequence::START, 100).unwrap().len();
    let before = length(&*store);
    until(&plan, Chips::new(5_000)).await;
    assert_eq!(length(&*store), before, "what is so already is not written again");
}

#[tokio::test]
async fn one_person_does_not_fill_the_queue_of_a_table() {
    let (store, next) = Flaky::new(store(3));
    let (shard, handle) = open(store.clone(), 1);
    tokio::spawn(shard.run());
    let (mut ann, mut bob) = (Person::new(1, &handle), Person::new(2, &handle));
    next.store(HOLDS, Ordering::SeqCst);
    ann.send(1, ann.sit(1));
    for command in 2..300 {
        ann.send(command, Want::SitOut);
    }
    let sit = bob.sit(2);
    let seat_taken = bob.send(1, sit);
    // The first of Ann's that are too many is answered at once; then what waits is let go.
    while ann.answers.is_empty() {
        ann.listen().await;
    }
    assert!(
        ann.answers.values().flatten().all(|answer| *answer == Answer::Refused { reason: Refusal::TryAgain })
    );
    while store.held.lock().unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
    store.let_go();
    while !bob.answers.contains_key(&seat_taken) {
        bob.listen().await;
    }
    assert!(matches!(bob.answers[&seat_taken][..], [Answer::Accepted { .. }]), "{:?}", bob.answers);
}

#[tokio::test]
async fn a_table_that_cannot_pay_freezes_and_does_not_spin() {
    let (store, next) = Flaky::new(store(2));
    let (shard, handle) = open(store.clone(), 1000);
    tokio::spawn(shard.run());
    let (mut ann, mut bob) = (Person::new(1, &handle), Person::new(2, &handle));
    let (first, second) = (ann.sit(1), bob.sit(2));
    assert!(matches!(ann.ask(1, first).await, Answer::Accepted { .. }));
    next.store(SHORT, Ordering::SeqCst);
    let before = store.submitted.load(Ordering::SeqCst);
    assert_eq!(bob.ask(1, second).await, Answer::Refused { reason: Refusal::TryAgain });
    let (health, healthy) = oneshot::channel();
    assert!(handle.send(ToShard::Health(health)).is_ok());
    assert!(!healthy.await.unwrap(), "its books are wrong");
    assert_eq!(store.submitted.load(Ordering::SeqCst), before + 1);
}

/// Plays all-in or folds nothing: whoever is to act puts in everything.
async fn everything_in(people: &mut [Person], number: &mut u128) {
    for person in people {
        while person.seen.view().is_none() || !person.inlet.lines.is_empty() {
            person.listen().await;
        }
        let Some(turn) = person.seen.turn() else { continue };
        let raise = person.hand().offers.into_iter().find_map(|offer| match offer {
            HoldemOffer::Bet(size) | HoldemOffer::Raise(size) => {
                Some(HoldemAction::RaiseTo { to: size.most })
            }
            _ => None,
        });
        *number += 1;
        let action = GameAction::Holdem(raise.unwrap_or(HoldemAction::CheckOrCall));
        person.ask(*number, Want::Act { turn, action }).await;
    }
    tokio::task::yield_now().await;
}

#[tokio::test]
async fn whoever_went_broke_has_no_seat_in_the_lobby_either() {
    let clock = RoomClock::new(Pace::times(1000), None);
    let directory = Arc::new(Directory::default());
    let plans = Config::default().tables;
    let (shard, handle) = open_with(Arc::new(store(2)), clock, directory.clone(), plans).unwrap();
    tokio::spawn(shard.run());
    let mut people = vec![Person::new(1, &handle), Person::new(2, &handle)];
    for (index, person) in people.iter_mut().enumerate() {
        let sit = person.sit(index as u8 + 1);
        assert!(matches!(person.ask(1, sit).await, Answer::Accepted { .. }));
    }
    let left = |person: &Person| {
        person.heard.iter().any(|event| matches!(event, TableEvent::Left { why: LeftWhy::Busted, .. }))
    };
    let mut number = 1;
    while !left(&people[0]) {
        everything_in(&mut people, &mut number).await;
        people.iter_mut().for_each(|person| {
            if person.state() == Some(SeatState::SittingOut) {
                number += 1;
                person.send(number, Want::SitIn { wait: false });
            }
        });
    }
    let seated: Vec<usize> =
        [1, 2].iter().map(|&id| directory.seats_of(PlayerId::new(id).unwrap()).len()).collect();
    assert_eq!(seated.iter().sum::<usize>(), 1, "{seated:?}");
    let lobby = directory.lobby();
    let here = lobby.iter().find(|table| table.table == "holdem-1").unwrap();
    assert_eq!(here.seated, 1);
}

#[tokio::test]
async fn a_bot_whose_move_was_lost_moves_again() {
    let (store, next) = Flaky::new(store(2));
    let (shard, handle) = open(store.clone(), 10);
    tokio::spawn(shard.run());
    let mut people = [Person::new(1, &handle), Person::new(2, &handle)];
    for (index, person) in people.iter_mut().enumerate() {
        let sit = person.sit(index as u8 + 1);
        assert!(matches!(person.ask(1, sit).await, Answer::Accepted { .. }));
    }
    let ann = &mut people[0];
    let second = Seat::from_number(2).unwrap();
    let bots_turn = |ann: &Person| ann.seen.view().is_some_and(|view| view.clocks.contains_key(&second));
    let mut number = 1;
    while !bots_turn(ann) {
        if let Some(turn) = ann.seen.turn() {
            number += 1;
            let action = GameAction::Holdem(HoldemAction::CheckOrCall);
            ann.ask(number, Want::Act { turn, action }).await;
        } else {
            ann.listen().await;
        }
    }
    next.store(LOSES, Ordering::SeqCst);
    let clock = RoomClock::new(Pace::times(10), None);
    let bot = tokio::spawn(crate::host::play(
        clock,
        TableName::new("holdem-1").unwrap(),
        handle.clone(),
        PlayerId::from(2u32),
    ));
    let turn = ann.view().clocks[&second];
    while bots_turn(ann) {
        ann.listen().await;
    }
    let late = ann.heard.iter().any(|event| matches!(event, TableEvent::TimedOut { .. }));
    assert!(!late, "it had {turn:?}");
    bot.abort();
}

#[tokio::test]
async fn bots_play_by_the_rules_and_not_absurdly() {
    let (shard, handle) = open(Arc::new(store(4)), 1000);
    tokio::spawn(shard.run());
    let mut state = 3u32;
    let mut random = |n: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % n
    };
    let mut bots: Vec<Person> = (1..=4).map(|number| Person::new(number, &handle)).collect();
    let mut kinds: BTreeMap<String, u32> = BTreeMap::new();
    let mut number = 0;
    let mut late = 0;
    let mut actions = 0;
    while bots[0].seen.view().is_none_or(|view| view.hand < 25) {
        for (index, bot) in bots.iter_mut().enumerate() {
            while bot.seen.view().is_none() || !bot.inlet.lines.is_empty() {
                bot.listen().await;
            }
            let (view, info) = (bot.view(), bot.seen.info().cloned().unwrap());
            number += 1;
            if bot.state().is_none() {
                // Sat out too long or broke: come back.
                let sit = bot.sit(index as u8 + 1);
                bot.ask(number, sit).await;
            } else if bot.state() == Some(SeatState::SittingOut) {
                bot.ask(number, Want::SitIn { wait: false }).await;
            } else if let Some((turn, Deed::Act(action))) =
                bot.seen.turn().zip(choose(Level::Casual, &info, &view, &Memory::default(), &mut random))
            {
                let GameAction::Holdem(kind) = action else { unreachable!("a table of Hold’em") };
                let free = bot.hand().offers.contains(&HoldemOffer::Check);
                assert!(!free || kind != HoldemAction::Fold, "nobody folds for nothing");
                match bot.ask(number, Want::Act { turn, action }).await {
                    Answer::Accepted { .. } => actions += 1,
                    // A thousand times faster than life a turn is 25 milliseconds.
                    Answer::Refused {
                        reason: Refusal::TurnIsOver | Refusal::NotYourTurn | Refusal::NotInHand,
                    } => late += 1,
                    answer => panic!("{kind:?}: {answer:?} in {view:?}"),
                }
                let name = serde_json::to_value(kind).unwrap()["kind"].as_str().unwrap().to_owned();
                *kinds.entry(name).or_default() += 1;
            }
        }
        tokio::task::yield_now().await;
    }
    assert!(actions > 50, "{actions} in time, {late} late");
    assert!(["fold", "checkOrCall", "raiseTo"].iter().all(|kind| kinds.contains_key(*kind)), "{kinds:?}");
}

#[tokio::test]
#[ignore = "long: make soak"]
async fn whatever_the_store_does_a_command_acts_once_and_what_was_accepted_happened() {
    let (store, next) = Flaky::new(store(4));
    let (shard, handle) = open(store.clone(), 100);
    tokio::spawn(shard.run());
    let mut state = 11u32;
    let mut random = |n: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % n
    };
    let mut people: Vec<Person> = (1..=4).map(|number| Person::new(number, &handle)).collect();
    let mut asked: Vec<(u64, u128)> = Vec::new();
    let (mut accepted, mut number, mut failures) = (0, 0, 0);
    while failures < 25 {
        for (index, person) in people.iter_mut().enumerate() {
            while person.seen.view().is_none() || !person.inlet.lines.is_empty() {
                person.listen().await;
            }
            let (view, info) = (person.view(), person.seen.info().cloned().unwrap());
            let want = match person.state() {
                None => person.sit(index as u8 + 1),
                Some(SeatState::SittingOut) => Want::SitIn { wait: false },
                Some(_) => match person.seen.turn().zip(choose(
                    Level::Casual,
                    &info,
                    &view,
                    &Memory::default(),
                    &mut random,
                )) {
                    Some((turn, Deed::Act(action))) => Want::Act { turn, action },
                    _ => continue,
                },
            };
            if random(20) == 0 {
                failures += 1;
                next.store(if random(2) == 0 { LOSES } else { FORGETS }, Ordering::SeqCst);
            }
            number += 1;
            asked.push((person.id.get(), number));
            // Until there is a word on it, the same again; now and then twice, for good measure.
            let answer = loop {
                match person.ask(number, want.clone()).await {
                    Answer::Refused { reason: Refusal::TryAgain } => {
                        tokio::time::sleep(Duration::from_millis(20)).await;
                    }
                    answer => break answer,
                }
            };
            if let Answer::Accepted { .. } = answer {
                accepted += 1;
                assert_eq!(person.ask(number, want).await, answer, "the same answer");
            }
        }
        tokio::task::yield_now().await;
    }
    let (done, stopped) = oneshot::channel();
    assert!(handle.send(ToShard::Stop(done)).is_ok());
    stopped.await.unwrap();
    let receipt = |(user, command): &(u64, u128)| {
        let (user, command) = (PlayerId::new(*user).unwrap(), u128::from(*user) | *command << 64);
        store.receipt(&CommandKey { user, command: kozyr_store::CommandId(command) }).unwrap()
    };
    let receipts = asked.iter().filter_map(receipt).count();
    let stream = StreamId::new("table/holdem-1").unwrap();
    let log = store.load(&stream, Sequence::START, usize::MAX >> 1).unwrap();
    let caused = ["{\"sat\":", "{\"acted\":", "{\"satIn\":"];
    let caused = log.iter().filter(|event| {
        let line = std::str::from_utf8(&event.payload.bytes).unwrap();
        caused.iter().any(|start| line.starts_with(start))
    });
    assert_eq!((receipts, caused.count()), (accepted, accepted), "of {}", asked.len());
    let accounts = store.accounts().unwrap();
    assert_eq!(accounts.iter().map(|(_, chips)| *chips).sum::<Chips>(), Chips::ZERO);
    let plan = &Config::default().tables[0];
    let AnyLoaded::Holdem(loaded) = crate::chore::claim_and_load(&*store, plan).unwrap() else {
        unreachable!()
    };
    assert_eq!(store.balance(&escrow_of(&stream)).unwrap(), loaded.table.chips());
}

fn escrow_of(stream: &StreamId) -> Account {
    let table = stream.as_str().strip_prefix("table/").unwrap();
    Account::table(table.parse().unwrap(), Currency::FUN)
}
