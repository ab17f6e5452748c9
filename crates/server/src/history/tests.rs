//! Hands out of the log against what was told live, and against rooms that differ in what nobody may know.

use super::*;
use crate::directory::Directory;
use crate::load::payload;
use crate::plan::stream_of;
use crate::seeds::Counted;
use crate::wire::{self, Served, Viewpoints};
use kozyr_bots::{Deed, Level, Memory, choose};
use kozyr_card_game::Seat;
use kozyr_cards::Card;
use kozyr_chips::{Account, Chips, Currency, Transfer};
use kozyr_durak::{Mode, Rules as DurakRules};
use kozyr_notation::phh::{self, Verdict};
use kozyr_poker::Action;
use kozyr_protocol::api::{HandNotation, HandStory};
use kozyr_protocol::room::{Step, ToClient};
use kozyr_store::{Append, HandRow, MemoryStore, Sequence, Store as _, StreamBatch, StreamId};
use kozyr_table::durak::{DurakHouse, DurakSeating};
use kozyr_table::holdem::{HoldemHouse, HoldemSeating, HoldemWord};
use kozyr_table::seka::SekaSeating;
use kozyr_table::{Dealer, Effects, Entry, Funding, Input, Player, Settings, Table};
use kozyr_time::{Millis, PlayerId, TableId, Timestamp};
use std::collections::BTreeMap;

/// A table whose moves are stored as a service stores them, and what everybody is told of it.
struct Room<S: Served> {
    store: MemoryStore,
    stream: StreamId,
    table: Table<S>,
    dealer: Dealer<Counted>,
    directory: Directory,
    sequence: u64,
    now: Timestamp,
    viewpoints: Viewpoints<S>,
    people: Vec<PlayerId>,
    /// What each was told, by the number of the move.
    told: BTreeMap<(PlayerId, u64), Vec<Step>>,
    dice: u32,
    /// What is said before a deal begins, where something has to be.
    ready: Option<S::Word>,
}

fn player(id: u32) -> PlayerId {
    PlayerId::from(id)
}

fn settings(seats: u8, funding: Funding, top: Vec<Card>) -> Settings {
    Settings {
        seats,
        currency: Currency::FUN,
        funding,
        least_buy_in: Chips::new(40),
        most_buy_in: Chips::new(200),
        turn: Millis::from_secs(20),
        bank: Millis::from_secs(30),
        refill: Millis::ZERO,
        gather: Millis::from_secs(2),
        pause: Millis::from_secs(3),
        patience: 2,
        away: Millis::from_secs(300),
        memory: Millis::from_secs(1800),
        grace: Millis::from_secs(10),
        quick: None,
        top,
    }
}

impl<S: Served> Room<S> {
    /// So many people sit at a new table.
    fn new(people: u32, settings: Settings, house: S::House) -> Room<S> {
        let id = TableId::new("test").unwrap();
        let stream = stream_of(&id);
        let store = MemoryStore::stepped();
        let now = Timestamp::from_millis(1_800_000_000_000);
        let head = store.claim(&stream).unwrap();
        let opened: Entry<S> =
            Entry::Opened { id: id.clone(), settings: settings.clone(), house: house.clone() };
        let batch = StreamBatch::new(stream.clone(), head.epoch, head.sequence, vec![payload(&opened)]);
        let gift = |id| {
            let (from, to) = (Account::issuance(Currency::FUN), Account::wallet(player(id), Currency::FUN));
            Transfer::new(from, to, Chips::new(1_000_000)).unwrap()
        };
        let transfers = (1..=people).map(gift).collect();
        store.append(Append { at: now, streams: vec![batch], transfers, ..Append::default() }).unwrap();
        let table = Table::open(id, settings, house).unwrap();
        let mut room = Room {
            store,
            stream,
            viewpoints: Viewpoints::new(&table),
            table,
            dealer: Dealer::new(Counted(0)),
            directory: Directory::default(),
            sequence: 1,
            now,
            people: (1..=people).map(player).collect(),
            told: BTreeMap::new(),
            dice: 1,
            ready: None,
        };
        for number in 1..=people {
            let who = Player { id: player(number), name: format!("P{number}").into(), bot: false };
            let (seat, buy_in) = (Seat::from_index(number as usize - 1), room.table.settings().most_buy_in);
            let buy_in = if room.table.settings().funding == Funding::Stack { buy_in } else { Chips::ZERO };
            let sit = Input::Sit { player: who, seat, buy_in, wait: false, before: None };
            room.ask(&sit).unwrap();
        }
        room
    }

    fn ask(&mut self, input: &Input<S>) -> Result<(), String> {
        let mut dealer = self.dealer.clone();
        let batch = self.table.decide(self.now, input, &mut dealer).map_err(|refused| refused.to_string())?;
        dealer.take_fresh();
        let after = self.sequence;
        let epoch = self.store.head(&self.stream).unwrap().epoch;
        let events = batch.entries.iter().map(payload).collect();
        let checkpoint = batch.rest.as_ref().map(|rest| serde_json::to_vec(rest).unwrap().into());
        self.store
            .append(Append {
                at: batch.at,
                transfers: batch.transfers.clone(),
                hands: hand_rows(&batch, &self.table, "Test", &self.stream, after, &self.directory),
                streams: vec![StreamBatch {
                    checkpoint,
                    keep: keeps_checkpoint(&batch),
                    ..StreamBatch::new(self.stream.clone(), epoch, Sequence(after), events)
                }],
                ..Append::default()
            })
            .unwrap();
        self.dealer = dealer;
        self.viewpoints.watch(self.people.iter().copied(), &self.table, |_| None, self.now);
        for entry in &batch.entries {
            let mut effects = Effects::default();
            self.table.apply_entry(batch.at, entry, &mut effects);
            let before = self.sequence;
            self.sequence += 1;
            let events = wire::heard(&effects.told, &self.table);
            self.viewpoints.step(&self.table, self.sequence, &events, |_| None);
            for &person in &self.people {
                let text = self.viewpoints.update("", before, batch.at, None, Some(person));
                let ToClient::Update { steps, .. } = serde_json::from_str(&text).unwrap() else { panic!() };
                self.told.insert((person, self.sequence), steps);
            }
            self.viewpoints.told();
        }
        Ok(())
    }

    /// Whoever has to act or say something does what a bot would; else time passes.
    fn go_on(&mut self) {
        let info = wire::info("Test", 0, &self.table);
        for person in self.people.clone() {
            let view = wire::view(&self.table, Some(person), None, self.now);
            let turn = view.own.as_ref().and_then(|own| own.turn).unwrap_or_default();
            let dice = &mut self.dice;
            let mut random = |below: u32| {
                *dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (*dice >> 8) % below.max(1)
            };
            let input = match choose(Level::Casual, &info, &view, &Memory::default(), &mut random) {
                Some(Deed::Act(action)) => {
                    S::action(&action).map(|action| Input::Act { player: person, turn, action })
                }
                Some(Deed::Say(word)) => S::say(&word).map(|word| Input::Say { player: person, word }),
                None => None,
            };
            if input.is_some_and(|input| self.ask(&input).is_ok()) {
                return;
            }
        }
        if let Some(word) = self.ready.clone().filter(|_| !self.table.is_running()) {
            for player in self.people.clone() {
                if self.ask(&Input::Say { player, word: word.clone() }).is_ok() {
                    return;
                }
            }
        }
        self.now = self.now.max(self.table.deadline().expect("something is due"));
        self.ask(&Input::Tick).unwrap();
    }

    fn row(&self, hand: u64) -> HandRow {
        self.store.hand(&self.stream, hand).unwrap().unwrap_or_else(|| panic!("no row of hand {hand}"))
    }

    fn story(&self, hand: u64, viewer: u32) -> HandStory {
        story(&self.store, &self.row(hand), player(viewer)).unwrap()
    }

    fn note(&self, hand: u64, viewer: u32, notation: HandNotation) -> String {
        match note(&self.store, &self.row(hand), player(viewer), notation).unwrap() {
            Noted::Text(text) => text,
            Noted::Cannot(why) => panic!("{why}"),
        }
    }
}

/// Plays so many hands and holds each of them, as everybody saw it, against what they were told then.
fn told_again<S: Served>(mut room: Room<S>, hands: u64) -> Room<S> {
    for _ in 0..hands * 400 {
        if room.table.hand_number() >= hands && !room.table.is_running() {
            break;
        }
        room.go_on();
    }
    for hand in 1..=hands {
        let row = room.row(hand);
        let sum: Chips = row.players.iter().map(|one| one.net).sum();
        // Of a game of Durak the stakes are paid in its first party and won in its last.
        let over_many = room.table.settings().funding == Funding::Stake;
        assert!(row.players.len() >= 2 && (over_many || !sum.is_positive()), "{row:?}");
        for viewer in 1..=room.people.len() as u32 {
            let story = room.story(hand, viewer);
            let numbers = row.first.0 + 1..=row.last.0;
            assert_eq!(story.updates.len(), numbers.clone().count());
            for (number, update) in numbers.zip(&story.updates) {
                let live = &room.told[&(player(viewer), number)];
                assert_eq!(&update.steps, live, "hand {hand} to {viewer}, move {number}");
            }
        }
    }
    room
}

fn holdem(people: u32, top: Vec<Card>) -> Room<HoldemSeating> {
    let house = HoldemHouse::no_limit(Chips::new(1), Chips::new(2));
    Room::new(people, settings(6, Funding::Stack, top), house)
}

fn seka(people: u32, top: Vec<Card>) -> Room<SekaSeating> {
    let rules = kozyr_seka::Rules::stock()[1];
    let settings = Settings { top, ..kozyr_table::seka::settings(&rules, Currency::FUN) };
    let mut room = Room::new(people, settings, rules);
    room.ready = Some(kozyr_table::seka::SekaWord::Ready);
    room
}

fn durak(people: u8, top: Vec<Card>) -> Room<DurakSeating> {
    let rules = DurakRules { mode: Mode::from_number(0).unwrap(), ..DurakRules::default() };
    let house = DurakHouse { rules, points: 2, stake: Chips::new(10), ..DurakHouse::default() };
    Room::new(people.into(), settings(people, Funding::Stake, top), house)
}

#[test]
fn hands_of_holdem_come_back_as_they_were_told_and_replay_in_every_notation() {
    let hands = 24;
    let room = told_again(holdem(4, Vec::new()), hands);
    assert!(room.store.kept_checkpoint(&room.stream, Sequence(u64::MAX)).unwrap().is_some());
    let (mut agrees, mut chances) = (0, 0);
    for hand in 1..=hands {
        let row = room.row(hand);
        for viewer in row.players.iter().map(|one| one.player.get() as u32) {
            let text = room.note(hand, viewer, HandNotation::Phh);
            let document: phh::Hand = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
            let replay = phh::Replay::whole(&document).unwrap_or_else(|error| panic!("{error}\n{text}"));
            match replay.verdict(&document) {
                Verdict::Agrees => agrees += 1,
                Verdict::Undetermined => {}
                other => panic!("{other:?}\n{text}"),
            }
            let stars = room.note(hand, viewer, HandNotation::Pokerstars);
            let again =
                kozyr_notation::pokerstars::read(&stars).unwrap_or_else(|error| panic!("{error}\n{stars}"));
            assert_eq!(again.starting_stacks, document.starting_stacks, "{stars}");
            if viewer > 1 {
                continue;
            }
            for update in room.story(hand, viewer).updates {
                let sum: u32 = update.equity.values().map(|&part| u32::from(part)).sum();
                assert!(update.equity.is_empty() || (997..=1003).contains(&sum), "{:?}", update.equity);
                chances += usize::from(!update.equity.is_empty());
            }
        }
    }
    assert!(agrees > hands && chances > 0, "{agrees} {chances}");
    let tallies = room.store.tallies(player(1)).unwrap();
    let [tally] = tallies.as_slice() else { panic!("{tallies:?}") };
    assert_eq!(tally.game, "holdem/NT");
    assert!(tally.hands > 0 && tally.hands <= hands && tally.raised <= tally.voluntary, "{tally:?}");
    let net: Chips = (1..=hands)
        .flat_map(|hand| room.row(hand).players)
        .filter(|one| one.player == player(1))
        .map(|one| one.net)
        .sum();
    assert_eq!(tally.net, net);
}

/// Everybody straddles who may, and whoever is asked agrees to two boards: notations have both, and replay to the same end.
#[test]
fn cards_that_were_turned_over_after_a_hand_belong_to_its_story() {
    let mut room = holdem(3, cards("As Ks Qh Jh 7c 2d 3s 4s 9h Td 5c"));
    while !room.table.is_running() {
        room.go_on();
    }
    // Everybody folds to the last.
    while room.table.is_running() {
        let (seat, turn) = (room.table.clocks()[0].seat.unwrap(), room.table.clocks()[0].turn);
        let player = room.table.chair(seat).unwrap().player.id;
        room.ask(&Input::Act { player, turn, action: Action::Fold }).unwrap();
    }
    let told = |room: &Room<_>, viewer| room.story(1, viewer).updates;
    let before = told(&room, 1);
    // Somebody turns over a card, somebody else sits out before and after.
    let other = player(1);
    room.ask(&Input::SitOut(other)).unwrap();
    let show = |room: &mut Room<_>, nth| {
        (1..=3).any(|one| {
            let word = kozyr_table::holdem::HoldemWord::Show(nth);
            room.ask(&Input::Say { player: player(one), word }).is_ok()
        })
    };
    assert!(show(&mut room, 1), "the winner may");
    room.ask(&Input::SitIn(other)).unwrap();
    for viewer in 1..=3 {
        let after = told(&room, viewer);
        assert_eq!(after.len(), before.len() + 1, "nothing else of what came after the hand");
        let steps = serde_json::to_string(&after.last().unwrap().steps).unwrap();
        assert!(steps.contains("shown"), "{steps}");
    }
    // It is not told of the next hand, nor does the next hand change this one.
    let kept = told(&room, 2);
    while room.table.hand_number() < 2 || room.table.is_running() {
        room.go_on();
    }
    assert_eq!(told(&room, 2), kept);
    assert_eq!(room.story(2, 2).updates.len() as u64, room.row(2).last.0 - room.row(2).first.0);
}

#[test]
fn straddles_and_two_boards_come_back_and_replay() {
    let house = HoldemHouse {
        straddle: true,
        run_it_twice: true,
        ..HoldemHouse::no_limit(Chips::new(1), Chips::new(2))
    };
    let table = Settings { most_buy_in: Chips::new(60), ..settings(6, Funding::Stack, Vec::new()) };
    let mut room: Room<HoldemSeating> = Room::new(6, table, house);
    room.ready = Some(HoldemWord::Straddle(true));
    let hands = 14;
    let room = told_again(room, hands);
    let (mut straddled, mut twice) = (0, 0);
    for hand in 1..=hands {
        let viewer = room.row(hand).players[0].player.get() as u32;
        let text = room.note(hand, viewer, HandNotation::Phh);
        let document: phh::Hand = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
        let replay = phh::Replay::whole(&document).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let two_boards = text.contains("runouts = 2");
        match replay.verdict(&document) {
            Verdict::Agrees => {}
            Verdict::Undetermined if !two_boards => {}
            other => panic!("{other:?}\n{text}"),
        }
        let stars = room.note(hand, viewer, HandNotation::Pokerstars);
        let again =
            kozyr_notation::pokerstars::read(&stars).unwrap_or_else(|error| panic!("{error}\n{stars}"));
        assert_eq!(again.blinds_or_straddles, document.blinds_or_straddles, "{stars}");
        assert_eq!(two_boards, stars.contains("SECOND"), "{stars}");
        straddled += usize::from(stars.contains("posts straddle 4"));
        twice += usize::from(two_boards);
    }
    assert!(straddled > 3 && twice > 0, "{straddled} straddles, {twice} hands with two boards");
}

#[test]
fn deals_of_seka_come_back_as_they_were_told() {
    let room = told_again(seka(3, Vec::new()), 12);
    for hand in 1..=12 {
        let text = room.note(hand, 1, HandNotation::Seka);
        assert!(
            text.starts_with("seka 1\n") && text.contains("\ndeal ") && text.contains("\nresult: "),
            "{text}"
        );
    }
}

#[test]
fn parties_of_durak_come_back_as_they_were_told() {
    let room = told_again(durak(2, Vec::new()), 6);
    for hand in 1..=6 {
        let text = room.note(hand, 1, HandNotation::Durak);
        assert!(text.starts_with("durak 1\n") && text.contains("\nresult "), "{text}");
        // Own cards are there, those of the other are not.
        let deal = text.lines().find(|line| line.starts_with("deal ")).unwrap();
        assert_eq!(deal.matches("??").count(), 6, "{deal}");
    }
    let fools: Vec<_> = (1..=6).map(|hand| room.row(hand)).collect();
    assert!(fools.iter().any(|row| row.players.iter().any(|one| one.flags.has(row::FOOL))));
}

/// What leaves the server of a hand for this viewer, but for what commits to the deck, which is another one.
fn leaves<S: Served>(room: &Room<S>, viewer: u32, notations: &[HandNotation]) -> Vec<String> {
    let texts = notations.iter().map(|&notation| room.note(1, viewer, notation));
    let story = serde_json::to_string(&room.story(1, viewer)).unwrap();
    std::iter::once(story).chain(texts).map(|text| without_commitments(&text)).collect()
}

fn without_commitments(text: &str) -> String {
    let mut parts = text.split("\"commitment\":\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + "the deck" + part.split_once('"').map_or("", |(_, rest)| rest))
}

/// Two rooms in which only cards of the last player differ: to the others they look the same, to that player not.
fn nothing_hidden_leaves<S: Served>(rooms: &[Room<S>; 2], hidden: u32, notations: &[HandNotation]) {
    for viewer in 1..hidden {
        let [one, other] = rooms.each_ref().map(|room| leaves(room, viewer, notations));
        assert_eq!(one, other, "viewer {viewer}");
    }
    let [one, other] = rooms.each_ref().map(|room| leaves(room, hidden, notations));
    for (one, other) in one.iter().zip(&other) {
        assert_ne!(one, other, "whoever held the cards sees another hand, or the test sees nothing");
    }
}

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|card| card.parse().unwrap()).collect()
}

/// The same with this card in the place of that one.
fn swapped(top: &[Card], card: Card, for_it: Card) -> Vec<Card> {
    let swap = |one: &Card| match *one {
        one if one == card => for_it,
        one if one == for_it => card,
        one => one,
    };
    top.iter().map(swap).collect()
}

#[test]
fn a_folded_hand_of_holdem_is_in_nothing_that_others_get() {
    let top = cards("As Ks Qh Jh 7c 2d 3s 4s 9h Td 5c");
    let play = |top: Vec<Card>| {
        let mut room = holdem(3, top);
        while !room.table.is_running() {
            room.go_on();
        }
        while room.table.is_running() {
            let clock = &room.table.clocks()[0];
            let (chair, turn) = (clock.seat.unwrap(), clock.turn);
            let player = room.table.chair(chair).unwrap().player.id;
            let action = if player.get() == 3 { Action::Fold } else { Action::CheckOrCall };
            room.ask(&Input::Act { player, turn, action }).unwrap();
        }
        room
    };
    let first = play(top.clone());
    // One of the cards of the player who folds becomes one that lies deep in the deck.
    let state = first.table.state().unwrap();
    let place = first.table.people().iter().position(|one| one.player == player(3)).unwrap();
    let folded = state.hole(place)[0].unwrap();
    let second = play(swapped(&top, folded, "8c".parse().unwrap()));
    assert!(first.row(1).players.iter().all(|one| one.player != player(3) || one.flags.0 == 0));
    nothing_hidden_leaves(
        &[first, second],
        3,
        &[HandNotation::Phh, HandNotation::Pokerstars, HandNotation::Json],
    );
}

#[test]
fn a_folded_hand_of_seka_is_in_nothing_that_others_get() {
    use kozyr_seka::Action as Does;
    let top = cards("AH KC QD KD TS JS AD KH QS");
    let play = |top: Vec<Card>| {
        let mut room = seka(3, top);
        while !room.table.is_running() {
            room.go_on();
        }
        let mut steps = 0;
        while room.table.is_running() {
            steps += 1;
            assert!(steps < 200, "a deal comes to an end");
            let Some(clock) = room.table.clocks().iter().find(|clock| clock.seat.is_some()) else {
                room.now = room.table.deadline().unwrap();
                room.ask(&Input::Tick).unwrap();
                continue;
            };
            let (chair, turn) = (clock.seat.unwrap(), clock.turn);
            let player = room.table.chair(chair).unwrap().player.id;
            let tries: &[Does] = if player.get() == 3 {
                &[Does::Open, Does::Fold]
            } else {
                &[Does::Open, Does::Call, Does::Check]
            };
            let done = tries.iter().any(|&action| room.ask(&Input::Act { player, turn, action }).is_ok());
            assert!(done, "{player:?} can do something");
        }
        room
    };
    let first = play(top.clone());
    let state = first.table.state().unwrap();
    let seat = first.table.people().iter().find(|one| one.player == player(3)).unwrap().seat;
    let folded = state.hand(seat).unwrap()[0];
    let second = play(swapped(&top, folded, "JH".parse().unwrap()));
    nothing_hidden_leaves(&[first, second], 3, &[HandNotation::Seka, HandNotation::Json]);
}

#[test]
fn cards_that_were_never_played_in_durak_are_in_nothing_that_others_get() {
    use kozyr_durak::Action as Does;
    // Player 1 leads with the six of trumps; player 2 gives up at once. The trump is the last card of the deck.
    let top = cards(
        "6S 7H 8H 9H TH JH QH KH AH 7D 8D 9D 6H 6D 6C 7C 8C 9C TC JC QC KC AC TD JD QD KD AD 7S 8S 9S TS JS QS KS AS",
    );
    let play = |top: Vec<Card>| {
        let mut room = durak(2, top);
        while !room.table.is_running() {
            room.go_on();
        }
        for _ in 0..20 {
            if !room.table.is_running() {
                break;
            }
            let turns: Vec<(PlayerId, u64)> = room
                .table
                .clocks()
                .iter()
                .filter_map(|clock| Some((room.table.chair(clock.seat?)?.player.id, clock.turn)))
                .collect();
            let (player, turn) = turns[0];
            let action =
                if player.get() == 1 { Does::Attack("6S".parse().unwrap()) } else { Does::Surrender };
            room.ask(&Input::Act { player, turn, action }).unwrap();
        }
        room
    };
    let first = play(top.clone());
    // A card that player 2 held all along, and one in the middle of the deck.
    let second = play(swapped(&top, "7H".parse().unwrap(), "6D".parse().unwrap()));
    nothing_hidden_leaves(&[first, second], 2, &[HandNotation::Durak, HandNotation::Json]);
}
