//! Seka as people meet it: two of them and a bot at a table, over sockets, with the room killed in the middle.

use crate::support::books::{audit, cards_in_line};
use crate::support::client::{Client, accepted};
use crate::support::process::Process;
use crate::support::scripted::tables_file;
use kozyr_cards::cards_in;
use kozyr_chips::Currency;
use kozyr_protocol::room::{
    Answer, GameAction, GameView, GameWord, OwnGame, PlayerKind, Refusal, SekaAction, SekaEvent, SekaOffer,
    SekaOwn, SekaRefusal, SekaStage, SekaView, SekaWord, TableEvent, ToClient, ToServer,
};
use kozyr_seka::{Rules, Timers};
use kozyr_server::{GamePlan, TablePlan};
use kozyr_table::Settings;
use kozyr_table::seka::settings;
use kozyr_time::TableId;
use std::collections::BTreeSet;
use std::path::Path;

const TABLE: &str = "seka-test";

/// A table where everybody is dealt 10 points, so that every comparison is a tie.
fn tables(data: &Path) -> String {
    let timers = Timers {
        ready_ms: 20_000,
        turn_ms: 200_000,
        reveal_ms: 5_000,
        vote_ms: 100_000,
        entry_ms: 10_000,
        pause_ms: 1_000,
    };
    let rules = Rules { timers, ..Rules::stock()[1] };
    let top = cards_in("KcKdKhQdQhQsJhJsJc").collect::<Result<_, _>>().unwrap();
    let plan = TablePlan {
        made: None,
        id: TableId::new(TABLE).unwrap(),
        title: "Seka".into(),
        settings: Settings { top, ..settings(&rules, Currency::FUN) },
        game: GamePlan::Seka(rules),
    };
    tables_file(data, &[plan])
}

fn game(client: &Client) -> &SekaView {
    let GameView::Seka(game) = &client.view().game else { panic!("a table of Seka") };
    game
}

fn own(client: &Client) -> SekaOwn {
    match client.view().own.as_ref().and_then(|own| own.game.clone()) {
        Some(OwnGame::Seka(own)) => own,
        _ => SekaOwn::default(),
    }
}

/// What somebody does who wants to see everything once: dark, a reveal among three, a svara, and then the end.
fn wants(client: &Client) -> Option<ToServer> {
    let (own, game) = (own(client), game(client));
    if own.says.contains(&SekaWord::Ready) {
        return Some(client.says(GameWord::Seka(SekaWord::Ready)));
    }
    let offered = |wanted: fn(&SekaOffer) -> bool| own.offers.iter().any(wanted);
    let among_three =
        own.offers.iter().any(|offer| matches!(offer, SekaOffer::Reveal { falls_when_equal: true, .. }));
    let action = if offered(|offer| matches!(offer, SekaOffer::Vote)) {
        SekaAction::Vote { yes: game.svara == 0 }
    } else if offered(|offer| matches!(offer, SekaOffer::Dark(_))) {
        SekaAction::Dark
    } else if offered(|offer| matches!(offer, SekaOffer::Open)) {
        SekaAction::Open
    } else if among_three && game.svara == 0 {
        SekaAction::Reveal
    } else if offered(|offer| matches!(offer, SekaOffer::Call(_))) {
        SekaAction::Call
    } else if offered(|offer| matches!(offer, SekaOffer::Pass)) {
        SekaAction::Pass
    } else if own.offers.is_empty() {
        return None;
    } else {
        SekaAction::Fold
    };
    Some(client.does(GameAction::Seka(action)))
}

/// Each does what they want, or the first who hears something listens.
async fn step(players: &mut [Client; 2]) {
    let mut acted = false;
    for client in players.iter_mut() {
        if let Some(message) = wants(client) {
            let answer = client.ask(&message).await;
            assert!(accepted(&answer) || too_late(&answer), "{message:?}: {answer:?}");
            acted = true;
        }
    }
    if !acted {
        let [ann, bob] = players;
        tokio::select! {
            heard = ann.next() => drop(heard.unwrap()),
            heard = bob.next() => drop(heard.unwrap()),
        }
    }
}

/// The table had gone on before the message came.
fn too_late(answer: &Answer) -> bool {
    let Answer::Refused { reason } = answer else { return false };
    matches!(
        reason,
        Refusal::TurnIsOver
            | Refusal::NotYourTurn
            | Refusal::NotInHand
            | Refusal::AfterTheHand
            | Refusal::AlreadySo
            | Refusal::Seka { why: SekaRefusal::WrongStage }
    )
}

fn seka_events(client: &Client) -> Vec<SekaEvent> {
    let seka = |event| if let TableEvent::Seka(event) = event { Some(event) } else { None };
    client.events().into_iter().filter_map(seka).collect()
}

/// Two people and a bot play deals with a dark bet, a reveal and a svara; the room is killed in a deal and goes on with
/// the same cards.
#[tokio::test]
async fn two_people_and_a_bot_play_seka_across_a_crash() {
    let data = tempfile::tempdir().unwrap();
    let tables = tables(data.path());
    let more = ["--pace", "10", "--tables", &tables];
    let mut room = Process::start(data.path(), 0, &more);
    let port = room.port;
    let mut watcher = Client::connect_to(port, TABLE).await;
    watcher.hello(None).await;
    watcher.watch(None).await;
    let mut players =
        [Client::guest_at(port, "Ann", TABLE).await, Client::guest_at(port, "Bob", TABLE).await];
    assert!(matches!(
        players[0].sit(1, 50).await,
        Answer::Refused { reason: Refusal::BuyInOutOfRange { .. } }
    ));
    for (nth, client) in players.iter_mut().enumerate() {
        assert!(accepted(&client.sit(1 + nth as u8, 900).await));
    }
    let bots =
        |client: &Client| client.view().seats.values().filter(|one| one.kind == PlayerKind::Bot).count();
    while players.iter().any(|client| bots(client) == 0) {
        let [ann, bob] = &mut players;
        tokio::select! { heard = ann.next() => drop(heard.unwrap()), heard = bob.next() => drop(heard.unwrap()) }
    }
    let wanted = |events: &[SekaEvent]| {
        let some = |wanted: fn(&SekaEvent) -> bool| events.iter().any(wanted);
        [
            some(|event| matches!(event, SekaEvent::Dark { .. })),
            some(|event| matches!(event, SekaEvent::Revealed { .. })),
            some(|event| matches!(event, SekaEvent::Svara { .. })),
            some(|event| matches!(event, SekaEvent::Won { .. })),
        ]
    };
    let mut killed = false;
    let mut seen = [false; 4];
    for _ in 0..4000 {
        step(&mut players).await;
        seen = wanted(&seka_events(&players[0]));
        // In the pause after a reveal two of the three have seen cards.
        if !killed && game(&players[0]).stage == SekaStage::RevealPause {
            killed = true;
            while game(&players[1]).stage != SekaStage::RevealPause {
                players[1].next().await.unwrap();
            }
            let before: Vec<_> = players.iter().map(|client| (own(client), game(client).pot)).collect();
            room.kill_9();
            room = Process::start(data.path(), port, &more);
            for (client, (was, pot)) in players.iter_mut().zip(&before) {
                let resumed = client.come_back(port).await;
                assert!(matches!(resumed, ToClient::Update { .. }), "the gap, not everything anew");
                assert_eq!(
                    (&own(client).cards, &own(client).seen),
                    (&was.cards, &was.seen),
                    "the same cards"
                );
                assert_eq!(game(client).pot, *pot);
            }
            watcher = Client::connect_to(port, TABLE).await;
            watcher.hello(None).await;
            watcher.watch(None).await;
        }
        if killed && seen == [true; 4] && !players[0].view().running {
            break;
        }
    }
    assert!(killed && seen == [true; 4], "dark, reveal, svara, won: {seen:?}");
    while watcher.sequence() < players[0].sequence() {
        watcher.next().await.unwrap();
    }
    let shown = seka_events(&watcher).into_iter().filter_map(|event| match event {
        SekaEvent::Shown { cards, .. } => Some(cards),
        _ => None,
    });
    let shown: BTreeSet<String> = shown.flatten().map(|card| card.to_string()).collect();
    let lines = watcher.heard.iter().filter(|line| line.starts_with(r#"{"type":"update""#));
    let open: BTreeSet<String> = lines.flat_map(|line| cards_in_line(line)).collect();
    assert!(open.is_subset(&shown), "a watcher sees what was shown to all: {open:?} {shown:?}");
    assert!(room.stop().success());
    let accounts = audit(data.path());
    assert!(accounts[&format!("table/{TABLE}:FUN")] > 1_800, "two people and a bot have their chips there");
}
