//! Every order of a tournament's host and everything the director of an evening says, over real sockets and HTTP: nobody
//! else can say it, before the start and after, and nothing changes when they try.

use crate::director::{Person, form, level};
use crate::hosting::refused;
use crate::support::client::{accepted, command};
use crate::support::entrant::Entrant;
use crate::support::process::Process;
use crate::support::schema::assert_every;
use crate::tournaments_http;
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    Answer, ChipCount, EveningOrder, Refusal, ToServer, TournamentOrder, TournamentStart, TournamentWish,
};

/// The clock stands still, so that whatever changes was changed by somebody.
const STILL: &[&str] = &["--clock-by-hand", "--bots", "0", "--haste", "100"];

/// Every order there is, about somebody.
fn orders(player: u64) -> Vec<TournamentOrder> {
    let orders = vec![
        TournamentOrder::Configure { form: Box::new(form()) },
        TournamentOrder::Open,
        TournamentOrder::Remove { player },
        TournamentOrder::Start,
        TournamentOrder::Pause,
        TournamentOrder::PauseClock,
        TournamentOrder::Resume,
        TournamentOrder::NextLevel,
        TournamentOrder::Break { length_ms: 60_000 },
        TournamentOrder::Cancel,
    ];
    assert_every(&orders, "TournamentOrder");
    orders
}

/// Everything a director can say, about those who take part.
fn reports() -> Vec<EveningOrder> {
    let player = || "Ann".to_owned();
    let reports = vec![
        EveningOrder::Enter { player: "Zoe".into() },
        EveningOrder::Remove { player: player() },
        EveningOrder::Start,
        EveningOrder::Bust { players: vec![player()], by: vec!["Bob".into()] },
        EveningOrder::HandOver {
            table: 1,
            counts: vec![ChipCount { player: player(), chips: Chips::new(1_000) }],
        },
        EveningOrder::Rebuy { player: player() },
        EveningOrder::Decline { player: player() },
        EveningOrder::ReEnter { player: player() },
        EveningOrder::AddOn { player: player() },
        EveningOrder::Pause,
        EveningOrder::Resume,
        EveningOrder::NextLevel,
        EveningOrder::PreviousLevel,
        EveningOrder::MoveClock { by_ms: 60_000 },
        EveningOrder::Levels { next: vec![level(50, 600)] },
        EveningOrder::Break { length_ms: 60_000 },
        EveningOrder::Cancel,
        EveningOrder::Undo,
        EveningOrder::Redo,
        EveningOrder::Forget,
        EveningOrder::Recover,
    ];
    assert_every(&reports, "EveningOrder");
    reports
}

#[tokio::test]
async fn no_order_of_a_tournament_is_anybody_elses() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, STILL);
    let mut host = Entrant::guest(room.port, "Ann").await;
    let (form, starts) = (Box::new(form()), TournamentStart::ByHand);
    let create = ToServer::CreateTournament { command: command(), form, starts, bots: 0 };
    let Answer::Created { tournament } = host.ask(&create).await else { panic!("it can be played") };
    // Somebody who takes part, a stranger, and one who is nobody.
    let mut bob = Entrant::guest(room.port, "Bob").await;
    let mut eve = Entrant::guest(room.port, "Eve").await;
    let mut nobody = Person::onlooker(room.port).await;
    for person in [&mut host, &mut bob, &mut eve] {
        person.plays = false;
        person.follow(&tournament).await;
    }
    assert!(accepted(&host.order(TournamentOrder::Open).await));
    for person in [&mut host, &mut bob] {
        assert!(accepted(&person.wish(TournamentWish::Register).await));
    }
    for running in [false, true] {
        host.follow(&tournament).await;
        let before = host.view();
        for order in orders(host.id) {
            for person in [&mut bob, &mut eve] {
                let answer = person.order(order.clone()).await;
                assert_eq!(answer, refused(Refusal::NotTheHost), "{order:?}");
            }
            let over_http = serde_json::to_value(&order).unwrap();
            let token = bob.token.as_deref().expect("a guest has one");
            let answer = tournaments_http::order(room.port, token, &tournament, &over_http);
            assert_eq!(answer.refusal(), "403 notAllowed", "{order:?}");
            let direct =
                ToServer::Direct { command: command(), tournament: tournament.clone(), order: order.clone() };
            assert_eq!(nobody.ask(&direct).await, refused(Refusal::SignInFirst), "{order:?}");
        }
        host.follow(&tournament).await;
        assert_eq!(host.view(), before, "nothing has changed");
        // They are the host's for all that.
        let next = if running { TournamentOrder::Cancel } else { TournamentOrder::Start };
        assert!(accepted(&host.order(next).await));
    }
    // Nor is one of the house's own anybody's.
    let house = bob.open_one("sng-6").await.tournament;
    bob.tournament = house;
    for order in orders(host.id) {
        assert_eq!(bob.order(order.clone()).await, refused(Refusal::NotTheHost), "{order:?}");
    }
    assert!(room.stop().success());
}

#[tokio::test]
async fn nothing_a_director_says_is_anybody_elses() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, STILL);
    let mut director = Person::guest(room.port, "Dora").await;
    // Somebody who runs an evening too, and one who is nobody.
    let mut other = Person::guest(room.port, "Olaf").await;
    let mut nobody = Person::onlooker(room.port).await;
    let mut evenings = Vec::new();
    for person in [&mut director, &mut other] {
        let open = ToServer::OpenEvening { command: command(), form: Box::new(form()) };
        let Answer::Created { tournament } = person.ask(&open).await else { panic!("it can be played") };
        evenings.push(tournament);
    }
    let evening = evenings.remove(0);
    let follow = ToServer::FollowEvening { evening: evening.clone() };
    for player in ["Ann", "Bob", "Cy"] {
        director.must(&evening, EveningOrder::Enter { player: player.into() }).await;
    }
    for started in [false, true] {
        let before = director.look(&follow).await.clone();
        for order in reports() {
            assert_eq!(other.say(&evening, order.clone()).await, refused(Refusal::NotTheHost), "{order:?}");
            assert_eq!(nobody.say(&evening, order.clone()).await, refused(Refusal::SignInFirst), "{order:?}");
            let unknown = other.say("nothing-1", order.clone()).await;
            assert_eq!(unknown, refused(Refusal::UnknownTournament), "{order:?}");
        }
        assert_eq!(*director.look(&follow).await, before, "nothing has changed");
        // It is the director's for all that.
        let next = if started { EveningOrder::Cancel } else { EveningOrder::Start };
        director.must(&evening, next).await;
    }
    assert!(room.stop().success());
}
