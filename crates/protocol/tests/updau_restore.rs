//! `gamestate` restores a client completely: over random games, one who saw everything and one who came back
//! and saw only the state have the same picture.

mod support;

use kozyr_card_game::laws::Dice;
use kozyr_cards::CardSet;
use kozyr_chips::Chips;
use kozyr_durak::{Mode, OnTimeout, Rules};
use kozyr_protocol::updau::session::Settings;
use kozyr_protocol::updau::{
    Answer, Available, Command, Currency, GameNews, Millis, News, Picture, Play, Stage, State, Status, Turn,
    WaitName, Wire, Wish,
};
use std::collections::{BTreeMap, BTreeSet};
use support::Crowd;

#[derive(Default)]
struct Seen {
    games: u32,
    compared: u32,
    watched: u32,
    stages: BTreeSet<&'static str>,
}

fn wish(dice: &mut Dice) -> Wish {
    let mode = *dice.pick(&Mode::ALL);
    let deck_size = *dice.pick(&[24, 36, 36, 52]);
    let most = if deck_size == 24 { 4 } else { 6 };
    let seats = if mode.pairs() { 4 } else { dice.between(2, most) as u8 };
    Wish {
        modes: vec![mode],
        num_seats: vec![seats],
        points: vec![dice.below(3) as u16],
        // Some cannot pay many parties of a game without a last point.
        cash_bets: vec![Chips::new(*dice.pick(&[0, 150, 300, 4_000]))],
        deck_sizes: vec![deck_size],
        timeouts: vec![*dice.pick(&[10, 30, 0])],
        timebanks: vec![*dice.pick(&[0, 20])],
        ..Wish::usual(Currency::fun())
    }
}

/// Compares what the player knows with what they are told when they look again.
fn compare(crowd: &mut Crowd, player: u64, seen: &mut Seen) {
    let Status::Game(status) = crowd.look_again(player) else { return };
    let restored = Picture::restore(&status, crowd.now);
    let followed = crowd.clients[&player].picture.as_ref().expect("who plays has a picture").at(crowd.now);
    assert_eq!(followed, restored, "player {player} at {:?}", crowd.now);
    seen.compared += 1;
    let state = restored.state.expect("a restored game has a table");
    seen.stages.insert(match (state.stage, state.shown.is_some(), state.away.is_empty()) {
        (Stage::Taking, ..) => "taking",
        (Stage::Ready, ..) => "ready",
        (Stage::Round, true, _) => "shown",
        (Stage::Round, false, false) => "away",
        (Stage::Round, false, true) => "round",
    });
}

/// One random game from `find` to its end, with everybody listening.
fn random_game(seed: u64, wire: Wire, seen: &mut Seen) {
    let mut dice = Dice::random(seed);
    let on_timeout = *dice.pick(&[OnTimeout::Auto, OnTimeout::Lose]);
    let rules = Rules { on_timeout, ..Rules::default() };
    let settings =
        Settings { rules, messages_per_second: 1_000_000, burst: 1_000_000, ..Settings::default() };
    let mut crowd = Crowd::new(settings, seed);
    crowd.wire = wire;
    let wish = wish(&mut dice);
    let seats = u64::from(wish.num_seats[0]);
    let players: Vec<u64> = (0..seats).map(|nth| crowd.enter(&format!("player {nth}"))).collect();
    for &player in &players {
        assert_eq!(crowd.ask(player, Command::Find(Box::new(wish.clone()))), Ok(Answer::Ok));
    }
    // Only whole seconds are told, so everything happens on one.
    crowd.wait(Millis::from_secs(1));
    for &player in &players {
        assert_eq!(crowd.ask(player, Command::Begin), Ok(Answer::Ok));
    }
    let watcher = crowd.enter("watcher");
    let table = crowd.clients[&players[0]].picture.as_ref().unwrap().info.table;
    let Ok(Answer::State { status, .. }) = crowd.ask(watcher, Command::Watch { table }) else {
        panic!("watch")
    };
    let Status::Watch(status) = *status else { panic!("watch") };
    crowd.clients.get_mut(&watcher).unwrap().picture = Some(Picture::restore(&status, crowd.now));

    let mut away: BTreeSet<u64> = BTreeSet::new();
    let mut promises: BTreeMap<u64, Promises> = BTreeMap::new();
    for _ in 0..1500 {
        if players
            .iter()
            .all(|player| crowd.clients[player].picture.as_ref().is_none_or(|picture| picture.over))
        {
            seen.games += 1;
            break;
        }
        let player = *dice.pick(&players);
        match dice.below(40) {
            0 => crowd.wait(Millis::from_secs(dice.between(1, 12) as u64)),
            1 if away.len() + 1 < players.len() && crowd.ask(player, Command::Leave) == Ok(Answer::Ok) => {
                away.insert(player);
            }
            2 => {
                if let Ok(Answer::State { status, .. }) = crowd.ask(player, Command::Return) {
                    let Status::Game(status) = *status else { panic!("return leads to the game") };
                    crowd.clients.get_mut(&player).unwrap().picture =
                        Some(Picture::restore(&status, crowd.now));
                    away.remove(&player);
                    // What they were told while they were away they have missed.
                    crowd.clients.get_mut(&player).unwrap().news.clear();
                    promises.remove(&player);
                }
            }
            3 if dice.one_in(40) => {
                let _ = crowd.ask(player, Command::GameOver);
            }
            _ if !away.contains(&player) => {
                let moves = crowd.clients[&player].moves();
                if !moves.is_empty() {
                    let play = *dice.pick(&moves);
                    let answer = crowd.ask(player, Command::Game(play));
                    assert_eq!(answer, Ok(Answer::Ok), "{play:?} was offered");
                }
            }
            _ => {}
        }
        if dice.one_in(4) {
            compare(&mut crowd, *dice.pick(&players), seen);
        }
        if dice.one_in(16) {
            watch_again(&mut crowd, watcher, seen);
        }
        spectators_see_no_hand(&mut crowd, watcher);
        nobody_is_told_anothers_cards(&crowd, &players);
        for &player in &players {
            promises.entry(player).or_default().check(&mut crowd, player);
        }
    }
    let total: i64 = crowd.house.accounts().map(|(_, chips)| chips.units()).sum();
    assert_eq!(total, 0, "chips were made or lost");
}

fn watch_again(crowd: &mut Crowd, watcher: u64, seen: &mut Seen) {
    if let Status::Watch(status) = crowd.look_again(watcher) {
        let picture = crowd.clients[&watcher].picture.as_ref().unwrap();
        if picture.over {
            return;
        }
        let restored = Picture::restore(&status, crowd.now);
        let followed = picture.at(crowd.now);
        assert_eq!(followed, restored, "the watcher");
        seen.watched += 1;
    }
}

/// What every client may rely on, whatever happens in the game.
#[derive(Default)]
struct Promises {
    offered_ready: bool,
    told_hand: bool,
}

impl Promises {
    fn check(&mut self, crowd: &mut Crowd, player: u64) {
        for news in std::mem::take(&mut crowd.clients.get_mut(&player).unwrap().news) {
            match news {
                News::Game(news) => self.game(&news),
                News::Begin(_) | News::State(_) => *self = Promises::default(),
                _ => {}
            }
        }
    }

    fn game(&mut self, news: &GameNews) {
        assert!(news.turn.is_none() || news.table.is_none(), "a move together with the next table");
        let change = news.turn.is_some() || news.finish_round.is_some() || news.table.is_some();
        assert!(!change || news.availables.is_some(), "a change without availables");
        if let Some(availables) = &news.availables {
            let ready = availables.contains(&Available::Ready);
            assert!(!(ready && self.offered_ready), "READY is offered twice");
            self.offered_ready = ready;
        }
        self.told_hand |= news.cards.as_ref().is_some_and(|cards| cards.values.is_some());
        if news.finish_round.is_some() || news.table.is_some() {
            assert!(self.told_hand, "a round ended without the whole hand");
            self.told_hand = false;
        }
        for wait in &news.waits {
            assert!(wait.name != WaitName::Turn || (wait.seat.is_some() && wait.value.is_some()));
            assert!(wait.value.is_some_and(|value| value < 1000), "seconds, not milliseconds");
        }
    }
}

fn nobody_is_told_anothers_cards(crowd: &Crowd, players: &[u64]) {
    let mut told = CardSet::EMPTY;
    let pictures = players.iter().filter_map(|player| crowd.clients[player].picture.as_ref());
    // Who is away remembers an older hand; they are left out as soon as the others know that they are.
    let states = pictures
        .filter(|picture| !picture.over)
        .filter_map(|picture| Some((picture.own?, picture.state.as_ref()?)));
    let newest = states.clone().map(|(_, state)| (state.party, state.round, state.deck_count)).max();
    for (own, state) in states {
        if state.away.contains(own) || Some((state.party, state.round, state.deck_count)) != newest {
            continue;
        }
        let hand: CardSet = state.hand.iter().flatten().copied().collect();
        assert!(!hand.overlaps(told), "{hand} is in two hands");
        told |= hand;
    }
}

fn spectators_see_no_hand(crowd: &mut Crowd, watcher: u64) {
    for news in crowd.clients.get_mut(&watcher).unwrap().news.drain(..) {
        if let News::Game(news) = news {
            assert!(news.cards.is_none() && news.availables.is_none());
        }
    }
}

fn check(seeds: std::ops::Range<u64>) -> Seen {
    let mut seen = Seen::default();
    for seed in seeds {
        let wire = if seed % 4 == 0 { Wire::Json } else { Wire::Xml };
        random_game(seed, wire, &mut seen);
    }
    seen
}

#[test]
fn who_came_back_knows_what_who_stayed_knows() {
    let seen = check(0..60);
    assert!(seen.games >= 20, "only {} games came to their end", seen.games);
    assert!(seen.compared > 1000 && seen.watched > 200, "{} and {} comparisons", seen.compared, seen.watched);
    let all: BTreeSet<&str> = ["taking", "ready", "shown", "away", "round"].into();
    assert_eq!(seen.stages, all);
}

#[test]
#[ignore = "long: make soak"]
fn who_came_back_knows_what_who_stayed_knows_in_many_games() {
    let seen = check(1000..4000);
    assert!(
        seen.games > 800 && seen.compared > 300_000,
        "{} games, {} comparisons",
        seen.games,
        seen.compared
    );
}

/// The words are there so that a reader finds them: a picture knows its turn.
#[test]
fn a_picture_knows_who_is_waited_for() {
    let mut crowd = Crowd::new(Settings::default(), 5);
    let players = [crowd.enter("ann"), crowd.enter("bob")];
    for player in players {
        let wish = Wish::usual(Currency::fun());
        crowd.ask(player, Command::Find(Box::new(wish))).unwrap();
    }
    crowd.wait(Millis::new(250));
    for player in players {
        crowd.ask(player, Command::Begin).unwrap();
    }
    let leads = players.iter().find(|player| !crowd.clients[player].moves().is_empty()).copied().unwrap();
    let picture = crowd.clients[&leads].picture.clone().unwrap();
    let own = picture.own.unwrap();
    assert!(picture.is_waited_for(own));
    assert_eq!(picture.state.as_ref().unwrap().roles.attacker, own);
    let Play::Turn(Turn::Attack(card)) = crowd.clients[&leads].moves()[0] else {
        panic!("who leads attacks")
    };
    crowd.ask(leads, Command::Game(Play::Turn(Turn::Attack(card)))).unwrap();
    assert!(!crowd.clients[&leads].picture.as_ref().unwrap().is_waited_for(own));
    assert_eq!(crowd.look_again(leads).state(), State::Game);
}
