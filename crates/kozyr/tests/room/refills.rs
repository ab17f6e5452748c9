//! An empty wallet is never a dead end: who is given more, how often, and that the same command is carried out once.

use crate::hosting::until;
use crate::support::books::audit;
use crate::support::client::{Client, TABLE, command};
use crate::support::process::Process;
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    Answer, CommandId, DurakAction, DurakWord, GameAction, GameWord, HoldemAction, Refusal, ToClient,
    ToServer,
};

/// A hundred chips each, which is enough for one seat at the cheapest table.
const POOR: &[&str] = &["--bots", "0", "--gift", "100", "--pace", "5", "--haste", "50"];

/// A table of Durak for two and a stake of all that.
const DURAK: &str = "durak-1";

fn refill(command: CommandId) -> ToServer {
    ToServer::Refill { command }
}

fn enough(answer: &Answer) -> bool {
    matches!(answer, Answer::Refused { reason: Refusal::EnoughChips { least } } if least.is_positive())
}

fn accepted(answer: &Answer) -> bool {
    matches!(answer, Answer::Accepted { .. })
}

/// What `you` and `lobby` say the wallet could be filled up to.
async fn offered(client: &mut Client) -> [Option<Chips>; 2] {
    client.hello(client.token.clone()).await;
    client.send(&ToServer::Lobby).await;
    let lobby = client.until(|message| matches!(message, ToClient::Lobby { .. })).await;
    let ToClient::Lobby { refill, .. } = lobby else { unreachable!() };
    [client.you.as_ref().unwrap().refill, refill]
}

/// Everybody puts in everything until somebody has nothing left; who.
async fn until_somebody_is_broke(players: &mut [Client; 2]) -> usize {
    loop {
        for (nth, client) in players.iter_mut().enumerate() {
            let own = client.seat();
            let broke = own.is_none_or(|seat| client.view().seats[&seat].stack == Chips::ZERO);
            if broke && !client.view().running && client.view().hand > 0 {
                return nth;
            }
            if client.may_act() {
                let all = Chips::new(i64::from(u32::MAX));
                let most = match client.ask(&client.act(HoldemAction::RaiseTo { to: all })).await {
                    Answer::Refused { reason: Refusal::RaiseTooLarge { most } } => most,
                    _ => Chips::ZERO,
                };
                let raise = client.act(HoldemAction::RaiseTo { to: most });
                if most == Chips::ZERO || !accepted(&client.ask(&raise).await) {
                    let call = client.act(HoldemAction::CheckOrCall);
                    client.ask(&call).await;
                }
            } else {
                client.breathe().await;
            }
        }
    }
}

/// Also in a room that gives newcomers less than a seat costs.
#[tokio::test]
async fn a_small_gift_is_no_dead_end() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &["--bots", "0", "--gift", "10"]);
    let mut ann = Client::guest(room.port, "Ann").await;
    let [Some(filled), Some(_)] = offered(&mut ann).await else { panic!("ten chips are no seat") };
    assert!(accepted(&ann.ask(&refill(command())).await));
    assert!(enough(&ann.ask(&refill(command())).await), "{filled} are enough for the cheapest seat");
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test]
async fn what_lies_before_somebody_counts_and_an_empty_seat_does_not() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, POOR);
    let mut players = [Client::guest(room.port, "Ann").await, Client::guest(room.port, "Bob").await];
    assert!(enough(&players[0].ask(&refill(command())).await), "the wallet is full");
    assert_eq!(offered(&mut players[0]).await, [None, None]);
    for (client, seat) in players.iter_mut().zip([1, 4]) {
        client.watch(None).await;
        assert!(accepted(&client.sit(seat, 100).await));
        assert!(enough(&client.ask(&refill(command())).await), "a hundred lie on the table");
        assert_eq!(offered(client).await, [None, None]);
        client.watch(None).await;
    }
    let broke = until_somebody_is_broke(&mut players).await;
    let rich = &mut players[1 - broke];
    assert!(enough(&rich.ask(&refill(command())).await), "they have won");
    let poor = &mut players[broke];
    assert_eq!(offered(poor).await, [Some(Chips::new(100)); 2]);
    poor.watch(None).await;
    let asked = refill(command());
    let first = poor.ask(&asked).await;
    assert!(accepted(&first), "{first:?}");
    assert_eq!(poor.wallet, Some(100));
    assert!(enough(&poor.ask(&refill(command())).await), "once is enough");
    // The same again is answered as at first, also after a crash, and given once.
    assert_eq!(poor.ask(&asked).await, first);
    room.kill_9();
    let room = Process::start(data.path(), 0, POOR);
    poor.come_back(room.port).await;
    assert_eq!(poor.ask(&asked).await, first);
    assert_eq!(poor.you.as_ref().unwrap().wallet.units(), 100);
    // Somebody who is nobody has no wallet.
    let mut nobody = Client::connect(room.port).await;
    nobody.hello(None).await;
    assert_eq!(nobody.ask(&refill(command())).await, Answer::Refused { reason: Refusal::SignInFirst });
    assert!(room.stop().success());
    let accounts = audit(data.path());
    let issued = accounts.iter().find(|(name, _)| name.starts_with("issuance:")).unwrap();
    assert_eq!(*issued.1, -300, "two gifts and one refill");
}

#[tokio::test]
async fn after_so_many_in_a_day_there_are_no_more() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, POOR);
    let mut players = [Client::guest(room.port, "Ann").await, Client::guest(room.port, "Bob").await];
    for (client, seat) in players.iter_mut().zip([1, 4]) {
        assert!(accepted(&client.sit(seat, 100).await));
    }
    let mut given = [0; 2];
    loop {
        let broke = until_somebody_is_broke(&mut players).await;
        let poor = &mut players[broke];
        match poor.ask(&refill(command())).await {
            Answer::Refused { reason: Refusal::NoMoreRefills } => break,
            answer => assert!(accepted(&answer), "{answer:?} after {given:?}"),
        }
        given[broke] += 1;
        // With a seat they bring more, without one they sit down again.
        let amount = Chips::new(100);
        let more = ToServer::AddChips { command: command(), table: TABLE.into(), amount };
        if poor.seat().is_none() || !accepted(&poor.ask(&more).await) {
            let seat = if broke == 0 { 1 } else { 4 };
            let answer = poor.sit(seat, 100).await;
            assert!(accepted(&answer), "{answer:?}");
        }
        while poor.seat().is_none_or(|seat| poor.view().seats[&seat].stack == Chips::ZERO) {
            poor.next().await.unwrap();
        }
    }
    assert_eq!(given.into_iter().max(), Some(5), "{given:?}");
    assert!(room.stop().success());
    audit(data.path());
}

/// Somebody at this address who loses all they have to whoever waits at a table of Durak for a stake of as much.
async fn loser(from: &str, room: &Process, name: &str, winner: &mut Client) -> Client {
    let mut client = Client::guest_from(from, room.port, name).await;
    client.go_to(DURAK);
    client.watch(None).await;
    let answer = client.sit(2, 0).await;
    assert!(accepted(&answer), "{answer:?}");
    until(winner, |winner| winner.view().seats.iter().count() == 2).await;
    for player in [&mut client, &mut *winner] {
        let answer = player.ask(&player.says(GameWord::Durak(DurakWord::Ready))).await;
        assert!(accepted(&answer), "{answer:?}");
    }
    until(&mut client, |client| client.view().running).await;
    let gives_up = client.does(GameAction::Durak(DurakAction::Surrender));
    assert!(accepted(&client.ask(&gives_up).await));
    let leave = ToServer::Leave { command: command(), table: DURAK.into() };
    assert!(accepted(&client.ask(&leave).await));
    until(winner, |winner| winner.view().seats.iter().count() == 1).await;
    client
}

#[tokio::test]
async fn so_many_wallets_of_one_address_are_filled_up_and_those_elsewhere_are_too() {
    const MOST: usize = 20;
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, POOR);
    let mut winner = Client::guest_at(room.port, "Ann", DURAK).await;
    assert!(accepted(&winner.sit(1, 0).await));
    for nth in 0..MOST {
        let mut client = loser("127.0.0.2", &room, &format!("Guest {nth}"), &mut winner).await;
        let answer = client.ask(&refill(command())).await;
        assert!(accepted(&answer), "{nth}: {answer:?}");
        assert_eq!(client.wallet, Some(100));
    }
    let mut late = loser("127.0.0.2", &room, "Late", &mut winner).await;
    assert_eq!(late.ask(&refill(command())).await, Answer::Refused { reason: Refusal::NoMoreRefills });
    assert_eq!(late.wallet, Some(0));
    let mut elsewhere = loser("127.0.0.3", &room, "Elsewhere", &mut winner).await;
    assert!(accepted(&elsewhere.ask(&refill(command())).await));
    assert!(room.stop().success());
    audit(data.path());
}
