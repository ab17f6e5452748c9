//! Tournaments as people meet them: a process, sockets, and `kill -9`.

use crate::support::books::audit;
use crate::support::client::{accepted, command};
use crate::support::entrant::Entrant;
use crate::support::process::Process;
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    Answer, FormBounty, FormLateEntry, FormLevel, FormPrizes, FormRebuys, FormRow, Refusal, ToServer,
    TournamentEvent, TournamentForm, TournamentOrder, TournamentStart, TournamentStatus, TournamentView,
    TournamentWish,
};
use std::collections::BTreeSet;
use std::path::Path;
use tokio::task::JoinSet;

/// Far faster than life, with bots, and with room for many clients of one address.
const FAST: &[&str] = &[
    "--pace",
    "100",
    "--bots",
    "2",
    "--haste",
    "100",
    "--sockets-per-address",
    "500",
    "--guests-per-address",
    "500",
];

fn over(status: TournamentStatus) -> bool {
    matches!(status, TournamentStatus::Finished | TournamentStatus::Cancelled)
}

/// What somebody won.
fn prize(entrant: &Entrant) -> i64 {
    let place = entrant.view().players[&entrant.id.to_string()].place.clone();
    place.and_then(|place| place.prize).map_or(0, Chips::units)
}

/// The room dies without a farewell and is started again in the same place.
async fn kill_9(room: Process, data: &Path, entrants: &mut [Entrant]) -> Process {
    let port = room.port;
    room.kill_9();
    let room = Process::start(data, port, FAST);
    for entrant in entrants {
        entrant.come_back(port).await;
    }
    room
}

#[tokio::test]
async fn two_people_and_bots_play_a_sit_and_go_from_lobby_to_winner_through_a_kill() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let mut entrants = [Entrant::guest(room.port, "Ann").await, Entrant::guest(room.port, "Bob").await];
    let open = entrants[0].open_one("turbo-6").await;
    assert_eq!((open.buy_in, open.seats, open.starts), (Chips::new(100), 6, TournamentStart::WhenFull));
    for entrant in &mut entrants {
        entrant.follow(&open.tournament).await;
        assert!(accepted(&entrant.wish(TournamentWish::Register).await));
        let not_host = entrant.order(TournamentOrder::Cancel).await;
        assert_eq!(not_host, Answer::Refused { reason: Refusal::NotTheHost });
    }
    // Bots take the other seats; it begins, and the next of its kind is open.
    while entrants[0].table.as_ref().and_then(|table| table.view()).is_none_or(|view| !view.running) {
        entrants[0].listen().await;
    }
    assert_eq!(entrants[0].view().entrants, 6);
    let next = entrants[0].open_one("turbo-6").await;
    assert_ne!(next.tournament, open.tournament);
    let mut room = kill_9(room, data.path(), &mut entrants).await;
    // At this pace it goes on at once: on a busy machine somebody may come back too late to see the pause.
    for _ in 0..5 {
        if entrants[0].view().status == TournamentStatus::Paused {
            break;
        }
        room = kill_9(room, data.path(), &mut entrants).await;
    }
    assert_eq!(entrants[0].view().status, TournamentStatus::Paused);
    assert!(entrants[0].view().resumes_at.is_some(), "everybody sees when it goes on");
    let [ann, bob] = &mut entrants;
    while !over(ann.view().status) || !over(bob.view().status) {
        tokio::select! {
            heard = ann.try_listen() => assert!(heard),
            heard = bob.try_listen() => assert!(heard),
        }
    }
    let view = ann.view();
    let mut places: Vec<u32> = view.players.values().map(|one| one.place.as_ref().unwrap().place).collect();
    places.sort_unstable();
    assert_eq!(places, [1, 2, 3, 4, 5, 6]);
    let prizes = view.players.values().filter_map(|one| one.place.as_ref()?.prize).sum::<Chips>();
    assert_eq!((prizes, view.pool), (Chips::new(600), Chips::new(600)));
    // The last table goes after a while, and every chip of the tournament with it.
    while ann.wallet != 1900 + prize(ann) || !ann.view().tables.is_empty() {
        ann.listen().await;
    }
    assert!(room.stop().success());
    let accounts = audit(data.path());
    for entrant in [&*ann, &*bob] {
        let wallet = accounts[&format!("player/{}:FUN", entrant.id)];
        assert_eq!(wallet, 1900 + prize(entrant), "{accounts:?}");
    }
}

/// A form with everything: rebuys, late entry, several tables, and so many paid as there are bots: with one late entrant it is
/// hand for hand until somebody is out.
pub(crate) fn form(seats: u8, bots: u32) -> TournamentForm {
    let share = 10_000 / bots;
    let mut shares_bps = vec![share; bots as usize];
    shares_bps[0] += 10_000 - share * bots;
    let level = |row: u32| FormLevel {
        small_blind: Chips::new(25 << row),
        big_blind: Chips::new(50 << row),
        ante: Chips::ZERO,
        length_ms: Some(90_000),
    };
    TournamentForm {
        name: "Cup".into(),
        starting_chips: Chips::new(1500),
        buy_in: Chips::new(100),
        seats,
        levels: (0..12).map(level).collect(),
        big_blind_ante: false,
        prizes: FormPrizes::Table { shares_bps },
        normalise_prizes: false,
        split_ties: false,
        prize_pool_override: None,
        guarantee: None,
        rebuys: Some(FormRebuys { end_level: Some(2), max_each: Some(1) }),
        late_entry: Some(FormLateEntry { end_level: 12, re_entries: 0 }),
        add_on: None,
        bounty: Some(FormBounty { amount: Chips::new(20), progressive: true }),
        breaks: Vec::new(),
        max_entrants: None,
    }
}

/// After every hand, and whatever else is told: as many chips are in play as were bought.
fn conserved(person: &Entrant) {
    let view = person.view();
    if view.tables.is_empty() || over(view.status) {
        return;
    }
    let chips: Chips = view.players.values().map(|one| one.chips).sum();
    let bought: i64 = view.players.values().map(|one| 1 + i64::from(one.rebuys)).sum();
    assert_eq!(chips, Chips::new(1500 * bought));
}

/// Everybody who has chips sits at a table that is there, and nobody in another's seat.
fn everybody_sits(person: &Entrant) {
    let view = person.view();
    let mut seats = BTreeSet::new();
    for one in view.players.values().filter(|one| one.chips.is_positive()) {
        let (Some(table), Some(seat)) = (one.table, one.seat) else { panic!("{one:?} sits nowhere") };
        assert!(view.tables.contains_key(&table.to_string()), "{one:?} sits at a table that is gone");
        assert!(seats.insert((table, seat)), "{one:?} sits in another's seat");
    }
}

/// In the middle of a synchronized round: some tables are in their hand, others wait for them.
const INSIDE_ROUND: &str = "insideRound";

fn is_inside_round(view: &TournamentView) -> bool {
    let running = view.tables.values().filter(|table| table.running).count();
    view.hand_for_hand && running > 0 && running < view.tables.len()
}

/// A tournament of bots with a host who kills the room whenever one of these happens. So many of the bots are clients on
/// sockets of their own, the others the room's.
async fn many_tables(bots: u32, on_sockets: u32, seats: u8, kills: &[&str]) {
    let data = tempfile::tempdir().unwrap();
    let mut room = Process::start(data.path(), 0, FAST);
    let mut people = vec![Entrant::guest(room.port, "Host").await, Entrant::guest(room.port, "Late").await];
    let bad = TournamentForm { seats: 1, ..form(seats, bots) };
    let create = |form, bots| ToServer::CreateTournament {
        command: command(),
        form: Box::new(form),
        starts: TournamentStart::ByHand,
        bots,
    };
    let refused = people[0].ask(&create(bad, bots)).await;
    let Answer::Refused { reason: Refusal::BadForm { problems } } = refused else { panic!("{refused:?}") };
    assert_eq!(problems[0].row, FormRow::Field { name: "seats".into() });
    assert!(!problems[0].fix.is_empty());
    let made = people[0].ask(&create(form(seats, bots), bots - on_sockets)).await;
    let Answer::Created { tournament } = made else { panic!("{made:?}") };
    for person in &mut people {
        person.follow(&tournament).await;
    }
    let not_host = people[1].order(TournamentOrder::Open).await;
    assert_eq!(not_host, Answer::Refused { reason: Refusal::NotTheHost });
    assert!(accepted(&people[0].order(TournamentOrder::Open).await));
    // The host enters, then bots of the room, then clients.
    assert!(accepted(&people[0].wish(TournamentWish::Register).await));
    while people[0].view().entrants < bots - on_sockets {
        people[0].listen().await;
    }
    let mut clients = Vec::new();
    for number in 0..on_sockets {
        let mut client = Entrant::guest(room.port, &format!("Client {number}")).await;
        client.follow(&tournament).await;
        assert!(accepted(&client.wish(TournamentWish::Register).await));
        clients.push(client);
    }
    while people[0].view().entrants < bots {
        people[0].listen().await;
    }
    assert!(accepted(&people[0].order(TournamentOrder::Start).await));
    let port = room.port;
    let mut playing: JoinSet<(u64, u32, i64)> =
        clients.into_iter().map(|client| client.play_on(port)).collect();
    assert_eq!(people[0].view().tables.len() as u32, bots.div_ceil(u32::from(seats)));
    assert!(accepted(&people[0].order(TournamentOrder::Pause).await));
    assert!(accepted(&people[1].wish(TournamentWish::Register).await), "a late entry");
    assert!(accepted(&people[0].order(TournamentOrder::Resume).await));
    assert!(accepted(&people[0].order(TournamentOrder::Break { length_ms: 20_000 }).await));
    let mut kills = kills.iter().copied().peekable();
    let (mut looked, mut paused) = (0, 1);
    while !over(people[0].view().status) {
        let [host, late] = &mut people[..] else { unreachable!() };
        tokio::select! {
            heard = host.try_listen() => assert!(heard),
            heard = late.try_listen() => assert!(heard),
        }
        conserved(&people[0]);
        let name = |event: &TournamentEvent| serde_json::to_value(event).unwrap()["what"].clone();
        let new: Vec<_> = people[0].events[looked..].iter().map(name).collect();
        looked = people[0].events.len();
        let view = people[0].view();
        let is_now = |kill: &&str| match *kill {
            INSIDE_ROUND => is_inside_round(&view),
            event => new.iter().any(|new| new == event),
        };
        if let Some(kill) = kills.next_if(is_now) {
            room = kill_9(room, data.path(), &mut people).await;
            let back = people[0].view();
            assert_eq!(back.status, TournamentStatus::Paused, "its host lets it go on");
            // The room may have been further than the host had heard.
            assert!(back.level.number >= view.level.number, "{:?}", back.level);
            everybody_sits(&people[0]);
            conserved(&people[0]);
            if kill == INSIDE_ROUND {
                // Somebody may have gone out or bought in again before the room died.
                assert!(back.hand_for_hand || back.left != view.left, "{back:?}");
            }
            if kill == "tableBroken" {
                let gone = people[0].events.iter().rev().find_map(|event| match event {
                    TournamentEvent::TableBroken { table, .. } => Some(table.to_string()),
                    _ => None,
                });
                assert!(!back.tables.contains_key(&gone.expect("one was broken")), "it stays broken");
            }
            assert!(accepted(&people[0].order(TournamentOrder::Resume).await));
        }
        if paused == 1 && new.iter().any(|event| event == "placed") && !over(people[0].view().status) {
            paused += 1;
            assert!(accepted(&people[0].order(TournamentOrder::PauseClock).await));
            assert_eq!(people[0].view().status, TournamentStatus::ClockPaused);
            assert!(accepted(&people[0].order(TournamentOrder::Resume).await));
        }
    }
    assert_eq!((kills.next(), paused), (None, 2), "something never happened");
    let happened = |wanted: &str| {
        let name = |event: &TournamentEvent| serde_json::to_value(event).unwrap()["what"] == wanted;
        people[0].events.iter().any(name)
    };
    for event in ["breakBegan", "breakEnded", "rebought", "paused", "tableBroken", "finalTable"] {
        assert!(happened(event), "{event} never happened");
    }
    let view = people[0].view();
    // Every client was told the same of itself.
    while let Some(client) = playing.join_next().await {
        let (id, place, prize) = client.unwrap();
        let told = view.players[&id.to_string()].place.as_ref().unwrap();
        assert_eq!((told.place, told.prize.map_or(0, Chips::units)), (place, prize));
    }
    let mut places: Vec<u32> = view.players.values().map(|one| one.place.as_ref().unwrap().place).collect();
    places.sort_unstable();
    assert_eq!(places, (1..=bots + 1).collect::<Vec<_>>(), "every place once");
    let prizes = view.players.values().filter_map(|one| one.place.as_ref()?.prize).sum::<Chips>();
    assert_eq!(prizes, view.pool, "every prize once");
    // Every head was paid for once: to whoever took it, and the winner's own to the winner.
    let heads = view.players.values().filter_map(|one| one.bounty.as_ref());
    let (left, won) =
        heads.fold((Chips::ZERO, Chips::ZERO), |(left, won), one| (left + one.head, won + one.won));
    let entries = i64::from(bots + 1) + view.players.values().map(|one| i64::from(one.rebuys)).sum::<i64>();
    assert_eq!((left, won), (Chips::ZERO, Chips::new(20 * entries)));
    let rebuys: u32 = view.players.values().map(|one| one.rebuys).sum();
    assert_eq!(view.pool, Chips::new(100 * i64::from(bots + 1 + rebuys)));
    // The last table goes after a while, and every chip of the tournament with it.
    while !people[0].view().tables.is_empty() {
        people[0].listen().await;
    }
    assert!(room.stop().success());
    let accounts = audit(data.path());
    let left = accounts.iter().filter(|(name, chips)| name.contains("cup") && **chips != 0);
    assert_eq!(left.count(), 0, "{accounts:?}");
}

#[tokio::test]
async fn four_tables_of_bots_come_through_kills_at_a_break_and_hand_for_hand() {
    many_tables(24, 8, 6, &[INSIDE_ROUND, "tableBroken"]).await;
}

#[tokio::test]
#[ignore = "long: make soak"]
async fn a_hundred_clients_at_twelve_tables_come_through_five_kills() {
    many_tables(100, 99, 9, &[INSIDE_ROUND, "rebought", "tableBroken", "reseated", "finalTable"]).await;
}
