//! Lines that are lost: everybody sees it, a lost line has a little grace and then acts quickly and badly, and whoever comes back
//! comes back to their seat.

use crate::hosting::until;
use crate::support::books::audit;
use crate::support::client::{Client, accepted};
use crate::support::process::Process;
use kozyr_card_game::Seat;
use kozyr_protocol::room::{HoldemAction, TableEvent};

const BY_HAND: &[&str] = &["--clock-by-hand", "--bots", "0"];
/// How long a lost line is waited for at a stock table of Hold'em.
const GRACE_MS: u64 = 12_000;

fn at(number: u8) -> Seat {
    Seat::from_number(number).unwrap()
}

/// Lets time pass until a hand runs, and everybody here has heard of it.
async fn hand_begins(room: &mut Process, players: &mut [Client]) {
    let hand = players[0].view().hand;
    for _ in 0..60 {
        players[0].breathe().await;
        if players[0].view().running {
            break;
        }
        room.pass(500);
    }
    for client in players {
        until(client, |client| client.view().running && client.view().hand >= hand).await;
    }
}

/// Three at a stock table, with a hand on it.
async fn three(room: &mut Process) -> Vec<Client> {
    let mut players = Vec::new();
    for (nth, name) in ["Ann", "Bob", "Cid"].into_iter().enumerate() {
        let mut client = Client::guest(room.port, name).await;
        assert!(accepted(&client.sit(nth as u8 + 1, 100).await));
        players.push(client);
    }
    hand_begins(room, &mut players).await;
    players
}

/// How often somebody's time ran out, as this one was told.
fn timeouts(client: &Client, seat: Seat) -> usize {
    client.events().iter().filter(|event| **event == TableEvent::TimedOut { seat }).count()
}

#[tokio::test]
async fn a_lost_line_is_seen_has_a_little_grace_and_comes_back_to_its_seat() {
    let data = tempfile::tempdir().unwrap();
    let mut room = Process::start(data.path(), 0, BY_HAND);
    let mut players = three(&mut room).await;
    let mut onlooker = Client::connect(room.port).await;
    onlooker.hello(None).await;
    onlooker.watch(None).await;
    // Whoever's turn it is loses their line.
    let lost = players.iter().position(Client::may_act).expect("it is somebody's turn");
    let seat = players[lost].seat().expect("they sit");
    let mut gone = players.remove(lost);
    gone.hang_up().await;
    for other in players.iter_mut().chain([&mut onlooker]) {
        until(other, |other| !other.view().seats[&seat].connected && other.view().seats[&seat].away).await;
        assert!(other.events().contains(&TableEvent::LineLost { seat }));
    }
    // Within the grace nothing is done for them, and they come back to their seat and their turn.
    room.pass(GRACE_MS - 2_000);
    players[0].breathe().await;
    assert_eq!(timeouts(&players[0], seat), 0);
    gone.come_back(room.port).await;
    assert_eq!(gone.seat(), Some(seat));
    assert!(gone.may_act());
    for other in players.iter_mut().chain([&mut onlooker]) {
        until(other, |other| other.view().seats[&seat].connected && !other.view().seats[&seat].away).await;
        assert!(other.events().contains(&TableEvent::LineBack { seat }));
    }
    // The line is lost again, and this time for longer: their time is over before their turn and bank would be.
    gone.hang_up().await;
    until(&mut players[0], |other| !other.view().seats[&seat].connected).await;
    let mut passed = 0;
    while timeouts(&players[0], seat) == 0 {
        room.pass(1_000);
        passed += 1_000;
        players[0].breathe().await;
        assert!(passed <= 2 * GRACE_MS, "a lost line holds everybody up");
    }
    assert!(passed + 1_000 >= GRACE_MS, "the grace was waited for: {passed}");
    // The rest is played; in the next hand the lost line checks or folds in a moment.
    let fold = |client: &Client| client.act(HoldemAction::Fold);
    while players[0].view().running {
        match players.iter_mut().find(|client| client.may_act()) {
            Some(actor) => {
                let fold = fold(actor);
                actor.ask(&fold).await;
            }
            None => players[0].breathe().await,
        }
        for client in &mut players {
            client.breathe().await;
        }
    }
    hand_begins(&mut room, &mut players).await;
    let before = timeouts(&players[0], seat);
    let mut quick = 0;
    while timeouts(&players[0], seat) == before && players[0].view().running {
        for client in &mut players {
            client.breathe().await;
        }
        match players.iter_mut().find(|client| client.may_act()) {
            Some(actor) => {
                let call = actor.act(HoldemAction::CheckOrCall);
                actor.ask(&call).await;
            }
            None => {
                room.pass(500);
                quick += 500;
                assert!(quick <= 5_000, "a lost line takes a moment, not its whole time");
            }
        }
    }
    // Their chips and their seat are theirs when they are back.
    gone.come_back(room.port).await;
    assert_eq!(gone.seat(), Some(seat));
    until(&mut players[0], |other| other.view().seats[&seat].connected).await;
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test]
async fn a_second_page_keeps_the_line() {
    let data = tempfile::tempdir().unwrap();
    let mut room = Process::start(data.path(), 0, BY_HAND);
    let mut players = three(&mut room).await;
    let mut second = Client::connect(room.port).await.signed_in(players[1].token.clone()).await;
    second.watch(None).await;
    assert_eq!(second.seat(), Some(at(2)), "a second page has the same seat");
    players[1].hang_up().await;
    // The room has seen the end of the first page once it answers a request that came after it.
    room.pass(500);
    second.watch(None).await;
    players[0].watch(None).await;
    assert!(players[0].view().seats[&at(2)].connected && second.view().seats[&at(2)].connected);
    second.hang_up().await;
    until(&mut players[0], |other| !other.view().seats[&at(2)].connected).await;
    assert!(!players[0].events().contains(&TableEvent::LineBack { seat: at(2) }), "it was never lost before");
    assert!(room.stop().success());
    audit(data.path());
}
