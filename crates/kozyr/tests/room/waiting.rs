//! Seats are neither kept for ever nor camped on.

use crate::hosting::{refused, until};
use crate::support::client::{Client, TABLE, accepted, command};
use crate::support::process::Process;
use kozyr_protocol::room::{LeftWhy, Refusal, SeatState, TableEvent, ToServer};

const BY_HAND: &[&str] = &["--clock-by-hand", "--bots", "0"];

#[tokio::test]
async fn who_does_not_take_a_kept_seat_in_time_gives_way_to_the_next() {
    let data = tempfile::tempdir().unwrap();
    let mut room = Process::start(data.path(), 0, BY_HAND);
    let table = "durak-2";
    let mut people = Vec::new();
    for (name, seat) in [("Ann", 1), ("Bob", 2)] {
        let mut client = Client::guest_at(room.port, name, table).await;
        assert!(accepted(&client.sit(seat, 0).await));
        people.push(client);
    }
    let wait = || ToServer::WaitForSeat { command: command(), table: table.into(), wait: true };
    let mut carl = Client::guest_at(room.port, "Carl", table).await;
    let mut dora = Client::guest_at(room.port, "Dora", table).await;
    assert!(accepted(&carl.ask(&wait()).await) && accepted(&dora.ask(&wait()).await));
    // What is around a table is told now and then.
    room.pass(1_000);
    dora.around(|around| around.waiting.len() == 2).await;
    let leave = ToServer::Leave { command: command(), table: table.into() };
    assert!(accepted(&people[1].ask(&leave).await));
    room.pass(1_000);
    carl.around(|around| around.kept_until.is_some() && around.all_kept).await;
    // Carl has his time, in which the seat is nobody else's.
    room.pass(22_000);
    assert_eq!(dora.sit(2, 0).await, refused(Refusal::SeatKept));
    room.pass(3_000);
    room.pass(1_000);
    dora.around(|around| around.waiting.len() == 1 && around.kept_until.is_some()).await;
    assert_eq!(carl.sit(2, 0).await, refused(Refusal::SeatKept), "it is Dora's now");
    assert!(accepted(&dora.sit(2, 0).await));
    assert!(room.stop().success());
}

#[tokio::test]
async fn who_sits_out_and_in_without_playing_loses_the_seat_by_the_first_sitting_out() {
    let data = tempfile::tempdir().unwrap();
    let mut room = Process::start(data.path(), 0, BY_HAND);
    let mut ann = Client::guest(room.port, "Ann").await;
    let mut eve = Client::guest(room.port, "Eve").await;
    assert!(accepted(&ann.sit(1, 100).await));
    let seat = ann.view().own.as_ref().and_then(|own| own.seat);
    until(&mut ann, |ann| ann.seat().is_some()).await;
    let (sit_out, sit_in) = (
        || ToServer::SitOut { command: command(), table: TABLE.into() },
        || ToServer::SitIn { command: command(), table: TABLE.into(), wait: false },
    );
    // Nobody is there to play with, so that no hand is played between.
    assert!(accepted(&ann.ask(&sit_out()).await));
    room.pass(140_000);
    assert!(accepted(&ann.ask(&sit_in()).await));
    room.pass(1_000);
    assert!(accepted(&ann.ask(&sit_out()).await));
    room.pass(140_000);
    assert!(accepted(&ann.ask(&sit_in()).await));
    room.pass(1_000);
    assert!(accepted(&ann.ask(&sit_out()).await));
    until(&mut eve, |eve| eve.view().seats.values().any(|seat| seat.state == SeatState::SittingOut)).await;
    // Five minutes after the first time, not after the last.
    room.pass(20_000);
    until(&mut eve, |eve| eve.view().seats.is_empty()).await;
    let left = |event: &TableEvent| matches!(event, TableEvent::Left { why: LeftWhy::Away, .. });
    assert!(eve.events().iter().any(left), "{seat:?}");
    assert!(room.stop().success());
}
