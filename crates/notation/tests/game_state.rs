//! The GameState snapshot: out of a live hand and back into one, per viewer.

mod table;

use kozyr_notation::exchange::{Host, LiveHand, Waiting};
use kozyr_notation::game_state::{export, import};
use kozyr_notation::json::Value;
use table::session::Session;
use table::{check, json};

fn live(text: &str) -> LiveHand {
    LiveHand::read(&json(text)).unwrap()
}

fn bank(_: &str) -> Option<kozyr_chips::Decimal> {
    "1000000".parse().ok()
}

/// Three of six seats, a flop, a bet, a fold; Dan has just joined, Eve pauses.
fn flop() -> LiveHand {
    live(
        "{players: ['Ann', 'Bob', 'Cid', 'Dan', 'Eve'], seats: [1, 2, 6, 3, 4], seatCount: 6,
          startingStacks: [1500, 1500, 1500.50, 400, 300], blindsOrStraddles: [0, 2, 5, 0, 0], minBet: 5,
          _inactive: [0, 0, 0, 1, 1], _intents: [0, 0, 0, 0, 2], _deadBlinds: [0, 0, 0, 0, 7], _new: [0, 0, 0, 1, 0],
          _deadPot: 5,
          actions: ['d dh p2 AsQs', 'd dh p3 KcJd', 'd dh p1 2h2d', 'p1 cc', 'p2 cc', 'p3 cc', 'd db KsJs5d',
                    'p2 cbr 20', 'p3 cc', 'p1 f']}",
    )
}

#[test]
fn the_schema_with_our_meaning_of_every_field() {
    let snapshot = export(&flop(), Some("Bob"), bank);
    check(
        &snapshot["gameData"],
        "{playing: ['1', '5'], board: ['Ks', 'Js', '5d'], dealer: 0, action: null, blinds: {small: 2, big: 5},
          minBet: 5, minRaise: null, lastRaiser: 1, currentBets: {'1': 0, '5': 0}, pot: 60}",
    );
    check(&snapshot, "{deck: []}");
    check(
        &snapshot["players"]["1"],
        "{id: 1, name: 'Bob', seat: 1, hand: ['As', 'Qs'], stack: 1475, inNextHand: true, canBeDealer: true,
          bank: 1000000}",
    );
    check(&snapshot["players"]["5"], "{id: 2, name: 'Cid', seat: 5, hand: null, stack: 1475.5}");
    check(
        &snapshot["players"]["2"],
        "{name: 'Dan', stack: 400, inNextHand: true, canBeDealer: false, hand: null}",
    );
    check(&snapshot["players"]["3"], "{name: 'Eve', stack: 300, inNextHand: false, canBeDealer: true}");
}

#[test]
fn bets_and_raises_of_the_street() {
    let hand = "{players: ['Ann', 'Bob'], startingStacks: [50, 100], blindsOrStraddles: [1, 2],
                 actions: ['d dh p1 AsKs', 'd dh p2 7c7d', 'p1 cbr 6']}";
    check(
        &export(&live(hand), None, bank)["gameData"],
        "{playing: ['0', '1'], dealer: 0, action: 1, minBet: 2, minRaise: 10, lastRaiser: 0,
          currentBets: {'0': 6, '1': 2}, pot: 8}",
    );
}

/// At any moment of any session, for every viewer: what comes back is what went out.
#[test]
fn out_and_in_at_any_moment() {
    let (mut moments, mut shown) = (0, 0);
    for seed in 1..25 {
        let mut session = Session::new(seed);
        session.album_one_in = Some(5);
        for _ in 0..10 {
            session.people();
            session.next();
            session.album.push(session.live.clone());
            session.play_hand();
            session.album.push(session.live.clone());
        }
        for live in session.album {
            let names: Vec<String> = live.players().map(ToOwned::to_owned).collect();
            for viewer in names.iter().map(|name| Some(name.as_str())).chain([None]) {
                let snapshot = export(&live, viewer, bank);
                assert_eq!(snapshot["deck"].to_string(), "[]");
                for (_, player) in snapshot["players"].as_object().unwrap().iter() {
                    let own = player["name"].as_str() == viewer;
                    shown += u64::from(!player["hand"].is_null() && !own);
                }
                // Mucking is judged by cards a viewer may not see: their copy of such a hand cannot be checked.
                let Ok(again) = import(&snapshot) else {
                    assert!(snapshot.to_string().contains(" sm"), "{snapshot:#}");
                    continue;
                };
                moments += 1;
                let back = export(&again, viewer, bank);
                assert_eq!(back["gameData"], snapshot["gameData"]);
                assert_eq!(back["players"], snapshot["players"]);
            }
        }
    }
    assert!(moments > 500 && shown > 20, "{moments} moments, {shown} shown hands");
}

#[test]
fn a_snapshot_alone_is_enough_before_the_first_action() {
    let snapshot = json(
        "{players: {'0': {id: 0, name: 'Ann', seat: 0, hand: ['As', 'Qs'], stack: 1500, inNextHand: true,
                          canBeDealer: true, bank: 1000000},
                    '1': {id: 1, name: 'Bob', seat: 1, hand: null, stack: 1498, inNextHand: true,
                          canBeDealer: true, bank: 1000000},
                    '5': {id: 2, name: 'Cid', seat: 5, hand: null, stack: 1495, inNextHand: true,
                          canBeDealer: true, bank: 1000000}},
          deck: [], gameData: {playing: ['0', '1', '5'], board: [], dealer: 0, action: 0,
                               blinds: {small: 2, big: 5}, minBet: 5, minRaise: 10, lastRaiser: null,
                               currentBets: {'0': 0, '1': 2, '5': 5}, pot: 7}}",
    );
    let mut live = import(&snapshot).unwrap();
    assert_eq!(live.waiting(), Waiting::Bet("Ann"));
    check(
        &live.to_json(),
        "{startingStacks: [1500, 1500, 1500], blindsOrStraddles: [0, 2, 5], seats: [1, 2, 6]}",
    );
    let client = table::acted(&live.personalize(Some("Ann")), "p1 cbr 15");
    live.merge(&client, &Host::default()).unwrap();
    // In the middle of a hand it is not: nobody could say who has acted.
    let mut alone = export(&live, Some("Ann"), bank);
    if let Value::Object(object) = &mut alone {
        object.remove("_hand");
    }
    let refusal = import(&alone).unwrap_err().to_string();
    assert!(refusal.contains("does not say who has acted"), "{refusal}");
}

#[test]
fn a_snapshot_that_contradicts_itself_is_refused() {
    let snapshot = export(&flop(), Some("Bob"), bank).to_string();
    for (old, new, field) in [
        (r#""pot":60"#, r#""pot":61"#, "gameData.pot"),
        (r#""playing":["1","5"]"#, r#""playing":["1"]"#, "gameData.playing"),
        (r#""stack":1475,"#, r#""stack":2475,"#, "players.1.stack"),
        (r#""hand":["As","Qs"]"#, r#""hand":["As","Ah"]"#, "players.1.hand"),
    ] {
        assert!(snapshot.contains(old), "{old}\n{snapshot}");
        let wrong = snapshot.replace(old, new).parse().unwrap();
        let refusal = import(&wrong).unwrap_err().to_string();
        assert_eq!(refusal, format!("{field}: is not what the hand comes to: leave it as it was exported"));
    }
    assert!(import(&json("{}")).is_err() && import(&json("[]")).is_err());
}
