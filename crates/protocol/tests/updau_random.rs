//! A crowd that does anything at any time: whatever it does, everybody is answered, channels go only where the
//! diagram allows, no chip is made or lost, and the same evening can be lived twice.

mod support;

use kozyr_card_game::Seat;
use kozyr_card_game::laws::Dice;
use kozyr_chips::Chips;
use kozyr_durak::Mode;
use kozyr_protocol::updau::session::Settings;
use kozyr_protocol::updau::{
    Answer, Command, Credentials, Currency, Fault, Millis, News, Picture, Play, State, Status, Turn, Wish,
};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use support::Crowd;

#[derive(Default)]
struct Seen {
    done: BTreeMap<&'static str, u32>,
    states: BTreeSet<State>,
    digest: u64,
}

fn wish(dice: &mut Dice) -> Wish {
    let mode = *dice.pick(&[Mode::Plain, Mode::Transfer, Mode::TrafficLight, Mode::Pairs]);
    Wish {
        modes: vec![mode],
        num_seats: if mode.pairs() { vec![4] } else { vec![2, 3] },
        cash_bets: vec![Chips::new(*dice.pick(&[0, 100, 4000]))],
        points: vec![*dice.pick(&[0, 1, 1, 2])],
        timeouts: vec![*dice.pick(&[5, 30, 0])],
        timebanks: vec![10],
        ..Wish::usual(if dice.one_in(3) { Currency::dem() } else { Currency::fun() })
    }
}

/// What somebody would do who wants to play.
fn sensible(crowd: &mut Crowd, client: u64, tables: &[u64], dice: &mut Dice) -> Command {
    let common = || Command::Find(Box::new(Wish { points: vec![2], ..Wish::usual(Currency::fun()) }));
    match crowd.look_again(client).state() {
        State::Free if dice.one_in(10) => Command::Subscribe { room: "durak".to_owned(), filter: None },
        State::Subscribed if dice.one_in(3) => Command::Unsubscribe,
        State::Free | State::Subscribed if dice.one_in(2) => common(),
        State::Watch if dice.one_in(3) => Command::Unwatch,
        State::Free | State::Watch if !tables.is_empty() => {
            let table = tables[tables.len() - 1 - dice.below(tables.len().min(3) as u32) as usize];
            match dice.below(5) {
                0 => Command::Join { table, seat: None, stack: None },
                1 => Command::TakePlace { table, seat: None },
                2 => Command::TakeTurn { table },
                3 => Command::Watch { table },
                _ => Command::Create(Box::new(Wish { num_seats: vec![2], ..Wish::usual(Currency::fun()) })),
            }
        }
        State::Chat if dice.one_in(3) => Command::ChatMsg("hello".to_owned()),
        State::Chat if dice.one_in(2) => Command::ChatLeave,
        State::Begin => Command::Begin,
        State::Leave => Command::Return,
        State::Revanche => Command::Revanche,
        State::TakePlace if dice.one_in(2) => Command::SitDown,
        State::Game => Command::Game(any_move(crowd, client, dice)),
        _ => command(crowd, client, tables, dice),
    }
}

fn any_move(crowd: &Crowd, client: u64, dice: &mut Dice) -> Play {
    let moves = crowd.clients[&client].moves();
    let any = Play::Turn(*dice.pick(&[Turn::Take, Turn::Finish]));
    if moves.is_empty() { any } else { *dice.pick(&moves) }
}

fn command(crowd: &Crowd, client: u64, tables: &[u64], dice: &mut Dice) -> Command {
    let table = if tables.is_empty() || dice.one_in(20) { 3 } else { *dice.pick(tables) };
    let seat = dice.one_in(3).then(|| Seat::from_index(dice.below(4) as usize));
    let room = (*dice.pick(&["durak", "demo_durak", "lounge"])).to_owned();
    match dice.below(60) {
        0..5 => Command::Find(Box::new(wish(dice))),
        5 => Command::FindCancel,
        6..15 => Command::Begin,
        15 => Command::Create(Box::new(wish(dice))),
        16..18 => Command::Join { table, seat, stack: None },
        18 => Command::TakePlace { table, seat },
        19..21 => Command::TakeTurn { table },
        21 => Command::SitDown,
        22 => Command::Subscribe { room, filter: None },
        23 => Command::Unsubscribe,
        24 => Command::TableInfo { table },
        25..27 => Command::Watch { table },
        27 => Command::Unwatch,
        28 => Command::Leave,
        29..31 => Command::Return,
        31 => Command::GameOver,
        32..35 => Command::Revanche,
        35 => Command::RevancheCancel,
        36 => Command::ChatJoin { room },
        37 => Command::ChatMsg("hello".to_owned()),
        38 => Command::ChatLeave,
        39 => Command::GetWallet { currency: None },
        40 => Command::Users,
        41 => Command::GetStat { game_type: None },
        42 => {
            Command::Auth(Credentials::Demo { cookie: format!("user {}", dice.below(6)), wallet: Some(5000) })
        }
        _ => Command::Game(any_move(crowd, client, dice)),
    }
}

/// What a client makes of what it hears: pictures come and go with the state of its channel.
fn keep_up(crowd: &mut Crowd, client: u64, answer: &Result<Answer, Fault>) {
    let now = crowd.now;
    let Some(client) = crowd.clients.get_mut(&client) else { return };
    if let Ok(Answer::State { status, .. }) = answer
        && let Status::Game(game) | Status::Watch(game) = &**status
    {
        client.picture = Some(Picture::restore(game, now));
    }
}

fn reconnect(crowd: &mut Crowd, client: u64, clients: &mut [u64], dice: &mut Dice) {
    let (token, channel) = (crowd.clients[&client].token.clone(), crowd.clients[&client].channel.clone());
    crowd.disconnect(client);
    crowd.wait(Millis::new(u64::from(dice.below(3)) * 70_000));
    let again = crowd.connect();
    crowd.clients.get_mut(&again).unwrap().token = token.clone();
    let Ok(Answer::Welcome(welcome)) = crowd.ask(again, Command::Auth(Credentials::Token(token))) else {
        panic!("token")
    };
    let kept = welcome.channels.iter().any(|row| row.channel == channel);
    let status = crowd.open(again, kept.then_some(channel.as_str()));
    keep_up(crowd, again, &Ok(Answer::State { status: Box::new(status), startup: Vec::new() }));
    for known in clients.iter_mut().filter(|known| **known == client) {
        *known = again;
    }
}

/// How often the room is stopped hard.
#[derive(Clone, Copy, PartialEq)]
enum Stops {
    Never,
    /// Now and then; `eager`: parties that are just over are forgotten.
    Sometimes {
        eager: bool,
    },
}

fn evening(seed: u64, steps: u32, stops: Stops, seen: &mut Seen) {
    let mut dice = Dice::random(seed);
    let settings = Settings { messages_per_second: 1_000_000, burst: 1_000_000, ..Settings::default() };
    let mut crowd = match stops {
        Stops::Never => Crowd::new(settings, seed),
        Stops::Sometimes { eager } => {
            let mut crowd = Crowd::stoppable(settings, seed);
            crowd.house.eager_checkpoints = eager;
            crowd
        }
    };
    let mut accidents = Dice::random(seed + 1);
    let mut clients: Vec<u64> = (0..6).map(|nth| crowd.enter(&format!("user {nth}"))).collect();
    let mut tables: Vec<u64> = Vec::new();
    let mut digest = DefaultHasher::new();
    for _ in 0..steps {
        if stops != Stops::Never && accidents.one_in(8) {
            crowd.house.stop_and_come_back();
        }
        let client = *dice.pick(&clients);
        if dice.one_in(30) {
            reconnect(&mut crowd, client, &mut clients, &mut dice);
            continue;
        }
        if dice.one_in(6) {
            crowd.wait(Millis::new(*dice.pick(&[250, 250, 250, 1000, 7000, 20_000])));
        }
        let command = match dice.one_in(3) {
            true => command(&crowd, client, &tables, &mut dice),
            false => sensible(&mut crowd, client, &tables, &mut dice),
        };
        let name = command.name();
        let before = crowd.clients[&client].channel.clone();
        let answer = crowd.ask(client, command);
        if let Ok(Answer::Welcome(welcome)) = &answer {
            // Somebody else may be signed in now: they open a channel of their own.
            crowd.clients.get_mut(&client).unwrap().token = welcome.user.token.clone().unwrap();
            let theirs = welcome.channels.iter().any(|row| row.channel == before);
            let status = crowd.open(client, theirs.then_some(before.as_str()));
            let picture = crowd.clients.get_mut(&client).unwrap();
            picture.picture = None;
            keep_up(&mut crowd, client, &Ok(Answer::State { status: Box::new(status), startup: Vec::new() }));
        }
        format!("{name} {answer:?}").hash(&mut digest);
        keep_up(&mut crowd, client, &answer);
        if answer.is_ok() {
            *seen.done.entry(name).or_default() += 1;
        }
        if let Ok(Answer::Place { table, .. }) = &answer {
            tables.push(*table);
        }
        for client in &clients {
            for news in std::mem::take(&mut crowd.clients.get_mut(client).unwrap().news) {
                if let News::Begin(begun) = &news {
                    tables.push(begun.info.table);
                }
                format!("{client} {news:?}").hash(&mut digest);
            }
        }
        if tables.len() > 8 {
            tables.remove(0);
        }
        if dice.one_in(3) || name == "begin" {
            seen.states.insert(crowd.look_again(client).state());
        }
        money_is_all_there(&crowd);
    }
    seen.digest = digest.finish();
}

fn money_is_all_there(crowd: &Crowd) {
    let mut sum = Chips::ZERO;
    for (account, chips) in crowd.house.accounts() {
        sum += chips;
        assert!(account.may_owe() || !chips.is_negative(), "{account:?} owes {chips}");
    }
    assert!(sum.is_zero(), "{sum} chips were made or lost");
}

#[test]
fn anything_at_any_time() {
    let mut seen = Seen::default();
    for seed in 0..12 {
        evening(seed, 1500, Stops::Never, &mut seen);
    }
    let states: BTreeSet<State> = State::ALL.into();
    assert_eq!(seen.states, states, "every state was seen");
    let commands = [
        "find",
        "findcancel",
        "begin",
        "create",
        "join",
        "takeplace",
        "taketurn",
        "sitdown",
        "subscribe",
        "unsubscribe",
        "tableinfo",
        "watch",
        "unwatch",
        "game",
        "leave",
        "return",
        "gameover",
        "revanche",
        "revanchecancel",
        "getwallet",
        "users",
        "getstat",
        "chatjoin",
        "chatmsg",
        "chatleave",
        "auth",
    ];
    for command in commands {
        assert!(seen.done.contains_key(command), "{command} was never done");
    }
}

#[test]
fn the_same_evening_twice() {
    let digest = |stops| {
        let mut seen = Seen::default();
        evening(42, 800, stops, &mut seen);
        seen.digest
    };
    assert_eq!(digest(Stops::Never), digest(Stops::Never));
    // Nobody notices that the room was stopped hard in between.
    assert_eq!(digest(Stops::Never), digest(Stops::Sometimes { eager: false }));
}

#[test]
#[ignore = "long: make soak"]
fn anything_at_any_time_for_long() {
    let mut seen = Seen::default();
    for seed in 100..600 {
        evening(seed, 4000, Stops::Never, &mut seen);
    }
    assert_eq!(seen.states.len(), 13);
}

/// A room that forgets a party as soon as it is over comes back all the same.
#[test]
fn anything_at_any_time_with_the_room_stopped_now_and_then() {
    let mut seen = Seen::default();
    for seed in 0..3 {
        evening(seed, 800, Stops::Sometimes { eager: true }, &mut seen);
    }
    assert!(seen.states.len() >= 10, "{:?}", seen.states);
}
