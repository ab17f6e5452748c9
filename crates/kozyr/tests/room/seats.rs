//! Coming, pausing, coming back and leaving, over real sockets: who posts, who owes, what they bring.

use crate::support::books::audit;
use crate::support::client::{Client, TABLE, accepted, command};
use crate::support::process::Process;
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    Answer, GameWord, HoldemAction, HoldemEvent, HoldemWord, OwnGame, PostKind, Refusal, SeatState, SeatView,
    TableEvent, ToServer,
};

const FAST: &[&str] = &["--pace", "10", "--bots", "0"];

/// Everybody hears what the one who heard most has heard.
async fn catch_up(clients: &mut [Client]) {
    loop {
        let most = clients.iter().map(|client| client.sequence()).max().unwrap();
        let Some(behind) = clients.iter_mut().find(|client| client.sequence() < most) else { return };
        behind.next().await.unwrap();
    }
}

/// Everybody folds to the big blind until the hand of this number runs; says what was posted in it.
async fn until_hand(clients: &mut [Client], hand: u64) -> Vec<(u8, PostKind, i64)> {
    loop {
        catch_up(clients).await;
        let view = clients[0].view();
        if view.running && view.hand == hand {
            return posts(&clients[0]);
        }
        assert!(view.hand <= hand, "hand {hand} is over");
        match clients.iter_mut().find(|client| client.may_act()) {
            Some(actor) => {
                let fold = actor.act(HoldemAction::Fold);
                actor.ask(&fold).await;
            }
            None => drop(clients[0].next().await.unwrap()),
        }
    }
}

/// What was posted last, as seat, kind and amount.
fn posts(client: &Client) -> Vec<(u8, PostKind, i64)> {
    let mut posted = client.events().into_iter().rev().filter_map(|event| match event {
        TableEvent::Holdem(HoldemEvent::Posted { posts, .. }) => Some(posts),
        _ => None,
    });
    let posts = posted.next().expect("something was posted");
    posts.into_iter().map(|post| (post.seat.number(), post.kind, post.amount.units())).collect()
}

/// What they would have to bring again.
fn brings(client: &Client) -> Option<Chips> {
    client.view().own.as_ref()?.take.as_ref().map(|take| take.brings)
}

fn own(client: &Client) -> &SeatView {
    let seat = client.seat().expect("they have a seat");
    &client.view().seats[&seat]
}

async fn two_at_the_table(port: u16) -> Vec<Client> {
    let mut clients = vec![Client::guest(port, "Ann").await, Client::guest(port, "Bob").await];
    assert!(accepted(&clients[0].sit(1, 100).await));
    assert!(accepted(&clients[1].sit(4, 200).await));
    assert_eq!(
        until_hand(&mut clients, 1).await,
        [(4, PostKind::BigBlind, 2), (1, PostKind::SmallBlind, 1)],
        "before the first hand nobody is new"
    );
    clients
}

/// What a player may still show of the last hand.
fn shows(client: &Client) -> Vec<u8> {
    match client.view().own.as_ref().and_then(|own| own.game.as_ref()) {
        Some(OwnGame::Holdem(own)) => own.shows.clone(),
        _ => Vec::new(),
    }
}

#[tokio::test]
async fn who_won_without_a_showdown_shows_one_card_or_all_of_them_or_none() {
    let data = tempfile::tempdir().unwrap();
    // Slow enough to look at the hand.
    let room = Process::start(data.path(), 0, &["--pace", "2", "--bots", "0"]);
    let mut clients = two_at_the_table(room.port).await;
    let say = |word| GameWord::Holdem(word);
    let folds = clients.iter().position(Client::may_act).expect("somebody's turn");
    let (early, fold) =
        (clients[folds].says(say(HoldemWord::ShowAll)), clients[folds].act(HoldemAction::Fold));
    assert_eq!(clients[folds].ask(&early).await, Answer::Refused { reason: Refusal::AfterTheHand });
    assert!(accepted(&clients[folds].ask(&fold).await));
    let won = 1 - folds;
    while clients[won].view().running {
        clients[won].next().await.unwrap();
    }
    assert_eq!((shows(&clients[won]), shows(&clients[folds])), (vec![0, 1], vec![]));
    let hole = clients[won].cards();
    let seat = clients[won].seat().unwrap();
    let show = clients[won].says(say(HoldemWord::Show { card: 1 }));
    assert!(accepted(&clients[won].ask(&show).await));
    let again = clients[won].says(say(HoldemWord::Show { card: 1 }));
    assert_eq!(clients[won].ask(&again).await, Answer::Refused { reason: Refusal::AlreadySo });
    let wrong = clients[won].says(say(HoldemWord::Show { card: 2 }));
    assert_eq!(clients[won].ask(&wrong).await, Answer::Refused { reason: Refusal::AlreadySo });
    let not_theirs = clients[folds].says(say(HoldemWord::ShowAll));
    assert_eq!(clients[folds].ask(&not_theirs).await, Answer::Refused { reason: Refusal::AfterTheHand });
    catch_up(&mut clients).await;
    let seen = &clients[folds].game().players[&seat];
    let open: Vec<String> = seen.cards.iter().map(ToString::to_string).collect();
    assert_eq!((&open[..], seen.face_down, &seen.made), (&hole[1..], 1, &None), "one card and no more");
    assert_eq!(shows(&clients[won]), [0]);
    let told = clients[folds].events().into_iter().rev().find_map(|event| match event {
        TableEvent::Holdem(HoldemEvent::Shown { seat, cards }) => Some((seat, cards)),
        _ => None,
    });
    assert_eq!(told, Some((seat, seen.cards.clone())));
    let all = clients[won].says(say(HoldemWord::ShowAll));
    assert!(accepted(&clients[won].ask(&all).await));
    catch_up(&mut clients).await;
    let seen = &clients[folds].game().players[&seat];
    let open: Vec<String> = seen.cards.iter().map(ToString::to_string).collect();
    assert_eq!((open, seen.face_down), (hole, 0));
    // The next hand begins as if nothing had been shown.
    until_hand(&mut clients, 2).await;
    let players = clients[folds].game().players.values();
    assert!(players.into_iter().all(|player| player.cards.is_empty()));
    assert!(shows(&clients[won]).is_empty());
    assert!(room.stop().success());
}

fn sit_in(wait: bool) -> ToServer {
    ToServer::SitIn { command: command(), table: TABLE.into(), wait }
}

#[tokio::test]
async fn a_newcomer_posts_or_waits_and_whoever_pauses_pays_what_he_missed() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let mut clients = two_at_the_table(room.port).await;
    let mut carl = Client::guest(room.port, "Carl").await;
    assert!(accepted(&carl.sit(5, 100).await));
    assert_eq!((own(&carl).state, own(&carl).owes), (SeatState::Playing, Chips::new(2)), "a newcomer's post");
    assert!(accepted(&carl.ask(&sit_in(true)).await));
    assert_eq!(own(&carl).state, SeatState::Waiting);
    assert_eq!(carl.ask(&sit_in(true)).await, Answer::Refused { reason: Refusal::AlreadySo });
    clients.push(carl);
    // The big blind goes from seat 4 to seat 5: that is what they waited for.
    let posted = until_hand(&mut clients, 2).await;
    assert_eq!(posted, [(4, PostKind::SmallBlind, 1), (5, PostKind::BigBlind, 2)]);
    assert_eq!(own(&clients[2]).owes, Chips::ZERO);

    let dora = Client::guest(room.port, "Dora").await;
    clients.push(dora);
    assert!(accepted(&clients[3].sit(2, 100).await));
    let posted = until_hand(&mut clients, 3).await;
    assert_eq!(
        posted,
        [(5, PostKind::SmallBlind, 1), (1, PostKind::BigBlind, 2), (2, PostKind::Post, 2)],
        "she would not wait"
    );

    // Ann has the big blind and goes for a walk: the small blind of the next hand is hers, and nobody's.
    let out = ToServer::SitOut { command: command(), table: TABLE.into() };
    assert!(accepted(&clients[0].ask(&out).await));
    let posted = until_hand(&mut clients, 4).await;
    assert_eq!(posted, [(2, PostKind::BigBlind, 2)], "a dead small blind");
    assert_eq!((own(&clients[0]).state, own(&clients[0]).owes), (SeatState::SittingOut, Chips::new(1)));
    assert!(accepted(&clients[0].ask(&sit_in(false)).await));
    let posted = until_hand(&mut clients, 5).await;
    assert!(posted.contains(&(1, PostKind::Dead, 1)), "she pays what she missed: {posted:?}");
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test]
async fn whoever_leaves_and_comes_back_brings_what_he_had() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let mut clients = two_at_the_table(room.port).await;
    assert!(accepted(&clients[1].ask(&ToServer::Leave { command: command(), table: TABLE.into() }).await));
    while clients[1].seat().is_some() {
        if let Some(actor) = clients.iter_mut().find(|client| client.may_act()) {
            let fold = actor.act(HoldemAction::Fold);
            actor.ask(&fold).await;
        }
        clients[1].next().await.unwrap();
    }
    let least_now = brings(&clients[1]).expect("it is remembered").units();
    assert!((198..=201).contains(&least_now), "{least_now}");
    let refused = clients[1].sit(4, 100).await;
    let Answer::Refused { reason: Refusal::BuyInOutOfRange { least, most } } = refused else {
        panic!("{refused:?}");
    };
    assert_eq!((least.units(), most.units()), (least_now, least_now.max(200)));
    assert!(accepted(&clients[1].sit(4, least_now).await));
    assert_eq!((brings(&clients[1]), own(&clients[1]).owes), (None, Chips::new(2)));
    assert!(room.stop().success());
    audit(data.path());
}
