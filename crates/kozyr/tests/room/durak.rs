//! Durak in the room: a process, sockets, people and bots, and a room that is killed in the middle of a party.

use crate::hosting::{friend, order, refused};
use crate::support::books::{audit, cards_in_line};
use crate::support::client::{Client, accepted, command};
use crate::support::forms::{form, open};
use crate::support::process::Process;
use kozyr_bots::Level;
use kozyr_bots::durak::{Spot, choose};
use kozyr_card_game::Seat;
use kozyr_cards::Card;
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    Answer, DurakEvent, DurakMode, DurakOwn, DurakView, DurakWord, GameAction, GameInfo, GameView, GameWord,
    HostOrder, OwnGame, PlayerKind, Refusal, TableEvent, TableForm, TableGame, TableProblem, ToServer,
};
use std::collections::BTreeSet;
use std::time::Duration;
use tokio::time::timeout;

/// A person at a table of Durak who plays by the same habits as the room's easy bot.
struct Person {
    client: Client,
    table: String,
    memory: kozyr_bots::Memory,
    heard: usize,
}

impl Person {
    async fn sits(port: u16, name: &str, table: &str, seat: u8) -> Person {
        let mut client = Client::guest_at(port, name, table).await;
        let (seat, buy_in) = (Seat::from_number(seat).unwrap(), Chips::ZERO);
        let sit = ToServer::Sit { command: command(), table: table.into(), seat, buy_in, wait: false };
        assert!(accepted(&client.ask(&sit).await));
        Person::of(client, table)
    }

    /// Somebody who sits there already.
    fn of(client: Client, table: &str) -> Person {
        Person { client, table: table.into(), memory: kozyr_bots::Memory::default(), heard: 0 }
    }

    fn game(&self) -> &DurakView {
        let GameView::Durak(game) = &self.client.view().game else { panic!("a table of Durak") };
        game
    }

    fn own(&self) -> Option<&DurakOwn> {
        match self.client.view().own.as_ref()?.game.as_ref()? {
            OwnGame::Durak(own) => Some(own),
            _ => None,
        }
    }

    fn cards(&self) -> Vec<Card> {
        self.own().map(|own| own.cards.clone()).unwrap_or_default()
    }

    /// Takes in what comes within a moment.
    async fn listens(&mut self) {
        while let Ok(Ok(_)) = timeout(Duration::from_millis(15), self.client.next()).await {}
        for line in &self.client.heard[self.heard..] {
            self.memory.hear(&serde_json::from_str(line).unwrap());
        }
        self.heard = self.client.heard.len();
    }

    /// Does what is to be done: says that they are ready, or plays.
    async fn plays(&mut self) {
        let Some(own) = self.own() else { return };
        let (command, table) = (command(), self.table.clone());
        let message = if own.words.contains(&DurakWord::Ready) {
            ToServer::Say { command, table, word: GameWord::Durak(DurakWord::Ready) }
        } else {
            let info = self.client.table.info().unwrap();
            let GameInfo::Durak(rules) = &info.game else { panic!("a table of Durak") };
            let (me, game, memory) = (self.client.seat().unwrap(), self.game(), &self.memory.durak);
            let spot = Spot { info: rules, seats: info.seats, me, game, own, memory };
            let mut random = 7u32;
            let mut random = |n: u32| {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (random >> 8) % n
            };
            let Some(action) = choose(Level::Casual, &spot, &mut random) else { return };
            let turn = self.client.table.turn().unwrap_or_default();
            ToServer::Act { command, table, turn, action: GameAction::Durak(action) }
        };
        let answer = self.client.ask(&message).await;
        // Somebody else was quicker, or the room was restarted meanwhile.
        let late = matches!(
            answer,
            Answer::Refused { reason: Refusal::TurnIsOver | Refusal::NotYourTurn | Refusal::Durak(_) }
        );
        assert!(accepted(&answer) || late, "{answer:?} to {message:?}");
    }
}

/// Everybody plays on until this is so.
async fn play_until(people: &mut [Person], wanted: impl Fn(&Person) -> bool) {
    for _ in 0..4000 {
        for person in people.iter_mut() {
            person.listens().await;
        }
        if people.iter().all(&wanted) {
            return;
        }
        for person in people.iter_mut() {
            person.plays().await;
        }
    }
    panic!("it never came to that: {:?}", people[0].game());
}

/// The cards that were told to everybody up to each line, and no other in a line of somebody who looks on.
fn looks_on_without_a_card(watcher: &Client) {
    for line in &watcher.heard {
        assert!(!line.contains(r#""own""#), "{line}");
    }
    let mut open: BTreeSet<String> = BTreeSet::new();
    for event in watcher.events() {
        let TableEvent::Durak(event) = event else { continue };
        let cards = match &event {
            DurakEvent::Led { card, .. }
            | DurakEvent::ThrewIn { card, .. }
            | DurakEvent::Showed { card, .. }
            | DurakEvent::Transferred { card, .. } => vec![*card],
            DurakEvent::Beat { attack, with, .. } => vec![*attack, *with],
            DurakEvent::Round { trump, lowest_trump, .. } => {
                trump.iter().chain(lowest_trump).copied().collect()
            }
            _ => vec![],
        };
        open.extend(cards.iter().map(ToString::to_string));
    }
    let seen: BTreeSet<String> = watcher.heard.iter().flat_map(|line| cards_in_line(line)).collect();
    assert!(seen.is_subset(&open), "{:?}", seen.difference(&open).collect::<Vec<_>>());
    assert!(open.len() > 12, "the check sees nothing");
}

#[tokio::test]
async fn two_people_and_a_bot_play_a_game_with_the_traffic_light() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &["--pace", "10"]);
    let table = "durak-5";
    let mut watcher = Client::connect_to(room.port, table).await;
    watcher.hello(None).await;
    watcher.watch(None).await;
    let ann = Person::sits(room.port, "Ann", table, 1).await;
    let bob = Person::sits(room.port, "Bob", table, 2).await;
    let mut people = [ann, bob];
    play_until(&mut people, |person| person.game().game_over.is_some()).await;
    let kinds = |kind| people[0].client.view().seats.values().filter(|seat| seat.kind == kind).count();
    assert!(kinds(PlayerKind::Bot) <= 1 && kinds(PlayerKind::Person) == 2);
    let outcome = people[0].game().outcome.clone().expect("the party is over");
    assert_eq!(Some(outcome.clone()), people[1].game().outcome, "both were told the same");
    let stake = 20;
    for person in &mut people {
        person.listens().await;
        let won = person.game().game_over.as_ref().unwrap().paid.get(&person.client.seat().unwrap());
        let expect = 2000 - stake + won.map_or(0, |chips| chips.units());
        assert_eq!(person.client.wallet, Some(expect));
    }
    while let Ok(Ok(_)) = timeout(Duration::from_millis(50), watcher.next()).await {}
    looks_on_without_a_card(&watcher);
    assert!(room.stop().success());
    let accounts = audit(data.path());
    assert!(accounts.get("table/durak-5:FUN").copied().unwrap_or(0) % (3 * stake) == 0, "{accounts:?}");
}

#[tokio::test]
async fn a_party_goes_on_where_it_was_when_the_room_was_killed() {
    let data = tempfile::tempdir().unwrap();
    let alone = ["--pace", "5", "--bots", "0"];
    let room = Process::start(data.path(), 0, &alone);
    let (port, table) = (room.port, "durak-2");
    let ann = Person::sits(port, "Ann", table, 1).await;
    let bob = Person::sits(port, "Bob", table, 2).await;
    let mut people = [ann, bob];
    play_until(&mut people, |person| person.game().round >= 3 && !person.game().piles.is_empty()).await;
    let before: Vec<_> = people.iter().map(|person| (person.cards(), person.game().piles.clone())).collect();
    let (deck, discarded) = (people[0].game().deck, people[0].game().discarded);
    room.kill_9();
    let room = Process::start(data.path(), port, &alone);
    for person in &mut people {
        person.client.come_back(port).await;
    }
    for (person, (cards, piles)) in people.iter().zip(&before) {
        assert_eq!((&person.cards(), &person.game().piles), (cards, piles), "the same cards");
        assert_eq!((person.game().deck, person.game().discarded), (deck, discarded));
    }
    play_until(&mut people, |person| person.game().game_over.is_some()).await;
    // The same people again: a game that is over is followed by another one.
    play_until(&mut people, |person| person.client.view().hand == 2 && person.client.view().running).await;
    assert_eq!(people[0].game().pool, Chips::new(40));
    assert!(room.stop().success());
    let accounts = audit(data.path());
    assert_eq!(accounts["table/durak-2:FUN"], 40, "the stakes of the second game: {accounts:?}");
}

#[tokio::test]
async fn a_person_alone_gets_company_for_every_place_and_the_bots_go_with_them() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &["--pace", "20"]);
    let ann = Person::sits(room.port, "Ann", "durak-6", 1).await;
    let mut people = [ann];
    play_until(&mut people, |person| person.client.view().running).await;
    let game = people[0].game();
    assert_eq!((game.players.len(), game.pool), (4, Chips::new(80)));
    let partner = game.players[&Seat::from_index(0)].partner;
    assert_eq!(partner, Some(Seat::from_index(2)), "opposite seats are partners");
    play_until(&mut people, |person| person.game().game_over.is_some()).await;
    play_until(&mut people, |person| person.client.view().hand == 2 && person.client.view().running).await;
    let leave = ToServer::Leave { command: command(), table: "durak-6".into() };
    assert!(accepted(&people[0].client.ask(&leave).await));
    for _ in 0..400 {
        people[0].listens().await;
        if people[0].client.view().seats.is_empty() {
            break;
        }
    }
    assert!(people[0].client.view().seats.is_empty(), "the bots go too");
    assert!(room.stop().success());
    assert_eq!(audit(data.path())["table/durak-6:FUN"], 0);
}

#[tokio::test]
async fn a_table_that_somebody_opened_is_played_at_as_they_wanted_it() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &["--pace", "5", "--bots", "0"]);
    let game =
        |cards| TableGame::Durak { mode: DurakMode::Transfer, cards, stake: Chips::new(30), points: 1 };
    let durak = |cards| TableForm { seats: 2, game: game(cards), ..form(true) };
    let mut ann = Client::guest(room.port, "Ann").await;
    let problem = TableProblem::Game;
    assert_eq!(open(&mut ann, durak(35)).await, refused(Refusal::BadTable { problem }));
    let Answer::Opened { table, secret: Some(secret) } = open(&mut ann, durak(24)).await else {
        panic!("Ann may open a table")
    };
    ann.go_to(&table);
    ann.watch(None).await;
    assert!(accepted(&order(&mut ann, &table, HostOrder::Approve { ask: false }).await));
    let mut bob = friend(room.port, "Bob", &table, &secret).await;
    assert!(accepted(&ann.sit(1, 0).await) && accepted(&bob.sit(2, 0).await));
    let GameInfo::Durak(rules) = &ann.table.info().unwrap().game else { panic!("a table of Durak") };
    assert_eq!((rules.mode, rules.cards), (DurakMode::Transfer, 24));
    assert_eq!((rules.stake, rules.points), (Chips::new(30), 1));
    let mut people = [Person::of(ann, &table), Person::of(bob, &table)];
    play_until(&mut people, |person| !person.game().piles.is_empty()).await;
    assert_eq!(people[0].game().pool, Chips::new(60));
    play_until(&mut people, |person| person.game().game_over.is_some()).await;
    assert!(room.stop().success());
    audit(data.path());
}
