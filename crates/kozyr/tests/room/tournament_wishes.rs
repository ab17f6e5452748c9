//! What entrants want of a tournament and what its director says of them, from the lobby to the end: that it is done, what it
//! costs, and that it is done once.

use crate::director::{Person, bust, form, no};
use crate::support::books::audit;
use crate::support::client::{accepted, command};
use crate::support::entrant::Entrant;
use crate::support::process::Process;
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    Answer, EveningOrder, FormAddOn, FormLateEntry, FormRebuys, ToServer, TournamentForm, TournamentOffer,
    TournamentOrder, TournamentRefusal, TournamentStart, TournamentStatus, TournamentWish,
};

/// What everybody has who is new here.
const GIFT: i64 = 2000;

/// Few chips, and every way to get more: everybody may buy in again, enter again once, and add on at a break.
fn generous() -> TournamentForm {
    TournamentForm {
        starting_chips: Chips::new(200),
        rebuys: Some(FormRebuys { end_level: None, max_each: None }),
        late_entry: Some(FormLateEntry { end_level: 3, re_entries: 1 }),
        add_on: Some(FormAddOn { price: Chips::new(10), chips: Chips::new(500), end_level: 3 }),
        ..form()
    }
}

async fn create(host: &mut Entrant, form: TournamentForm, starts: TournamentStart) -> String {
    let (command, form) = (command(), Box::new(form));
    let answer = host.ask(&ToServer::CreateTournament { command, form, starts, bots: 0 }).await;
    let Answer::Created { tournament } = answer else { panic!("{answer:?}") };
    tournament
}

fn is_offered(entrant: &Entrant, wanted: fn(&TournamentOffer) -> bool) -> bool {
    entrant.view().own.is_some_and(|own| own.offers.iter().any(wanted))
}

/// Everybody listens, and plays if they do, until something is so for one of them: for whom.
async fn until(people: &mut [Entrant; 3], so: impl Fn(&Entrant) -> bool) -> usize {
    loop {
        if let Some(who) = people.iter().position(&so) {
            return who;
        }
        let [ann, bob, cid] = people;
        tokio::select! {
            heard = ann.try_listen() => assert!(heard),
            heard = bob.try_listen() => assert!(heard),
            heard = cid.try_listen() => assert!(heard),
        }
    }
}

#[tokio::test]
async fn entrants_check_in_add_on_decline_and_enter_again_each_at_its_price() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &["--pace", "20", "--bots", "0", "--haste", "100"]);
    let mut people = [
        Entrant::guest(room.port, "Ann").await,
        Entrant::guest(room.port, "Bob").await,
        Entrant::guest(room.port, "Cid").await,
    ];
    let cup = create(&mut people[0], generous(), TournamentStart::ByHand).await;
    for entrant in &mut people {
        entrant.plays = false;
        entrant.buys_again = false;
        entrant.follow(&cup).await;
    }
    assert!(accepted(&people[0].order(TournamentOrder::Open).await));
    for entrant in &mut people {
        assert!(accepted(&entrant.wish(TournamentWish::Register).await));
    }
    // Bob is here, and then is not; the host sees it.
    let bob = people[1].id.to_string();
    for present in [true, false] {
        assert!(accepted(&people[1].wish(TournamentWish::CheckIn { present }).await));
        while people[0].view().players.get(&bob).is_none_or(|bob| bob.present != present) {
            people[0].listen().await;
        }
    }

    // At a break chips are for sale, once each.
    assert!(accepted(&people[0].order(TournamentOrder::Start).await));
    assert_eq!(people[1].wish(TournamentWish::DeclineRebuy).await, no(TournamentRefusal::NoOffer));
    assert!(accepted(&people[0].order(TournamentOrder::Break { length_ms: 60_000 }).await));
    let adds_on =
        |entrant: &Entrant| is_offered(entrant, |offer| matches!(offer, TournamentOffer::AddOn { .. }));
    let buyer = until(&mut people, adds_on).await;
    let buyer = &mut people[buyer];
    let chips = |entrant: &Entrant| entrant.view().players[&entrant.id.to_string()].chips;
    let (before, wallet) = (chips(buyer), buyer.wallet);
    assert!(accepted(&buyer.wish(TournamentWish::AddOn).await));
    while chips(buyer) == before || buyer.wallet == wallet {
        buyer.listen().await;
    }
    assert_eq!((chips(buyer), buyer.wallet), (before + Chips::new(500), wallet - 10));
    assert_eq!(buyer.wish(TournamentWish::AddOn).await, no(TournamentRefusal::NoAddOn));
    assert_eq!(buyer.wish(TournamentWish::ReEnter).await, no(TournamentRefusal::StillIn));

    // Whoever loses everything declines to buy in again, and enters again all the same.
    people.iter_mut().for_each(|entrant| entrant.plays = true);
    let rebuy =
        |entrant: &Entrant| is_offered(entrant, |offer| matches!(offer, TournamentOffer::Rebuy { .. }));
    let loser = until(&mut people, rebuy).await;
    people.iter_mut().for_each(|entrant| entrant.plays = false);
    let loser = &mut people[loser];
    let wallet = loser.wallet;
    assert!(accepted(&loser.wish(TournamentWish::DeclineRebuy).await));
    assert_eq!(loser.wish(TournamentWish::DeclineRebuy).await, no(TournamentRefusal::NoOffer));
    assert_eq!(loser.wish(TournamentWish::Rebuy).await, no(TournamentRefusal::NoOffer));
    assert_eq!(loser.wallet, wallet, "to decline costs nothing");
    while !is_offered(loser, |offer| matches!(offer, TournamentOffer::ReEnter { .. })) {
        loser.listen().await;
    }
    assert!(accepted(&loser.wish(TournamentWish::ReEnter).await));
    while loser.wallet == wallet || chips(loser) == Chips::ZERO {
        loser.listen().await;
    }
    assert_eq!(loser.wallet, wallet - 20);
    assert_eq!(loser.wish(TournamentWish::ReEnter).await, no(TournamentRefusal::StillIn));

    // It is called off, and everybody has again what they came with.
    assert!(accepted(&people[0].order(TournamentOrder::Cancel).await));
    for entrant in &mut people {
        while entrant.view().status != TournamentStatus::Cancelled || entrant.wallet != GIFT {
            entrant.listen().await;
        }
    }
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test]
async fn a_tournament_with_a_time_begins_at_it_and_is_called_off_without_company() {
    let data = tempfile::tempdir().unwrap();
    let flags = ["--clock-by-hand", "--bots", "0", "--haste", "100"];
    let mut room = Process::start(data.path(), 0, &flags);
    let mut host = Entrant::guest(room.port, "Ann").await;
    let mut bob = Entrant::guest(room.port, "Bob").await;
    let mut cid = Entrant::guest(room.port, "Cid").await;
    let starts = TournamentStart::At { at: host.now + 60_000 };
    for entrant in [&mut bob, &mut cid] {
        let cup = create(&mut host, form(), starts).await;
        host.tournament.clone_from(&cup);
        entrant.plays = false;
        entrant.follow(&cup).await;
        assert!(accepted(&host.order(TournamentOrder::Open).await));
        assert!(accepted(&entrant.wish(TournamentWish::Register).await));
        let listed = host.lobby().await.into_iter().find(|one| one.tournament == cup);
        assert_eq!(listed.map(|one| one.starts), Some(starts));
    }
    // Bob has company, and Cid has none.
    host.tournament.clone_from(&bob.tournament);
    assert!(accepted(&host.wish(TournamentWish::Register).await));
    room.pass(59_000);
    for entrant in [&mut bob, &mut cid] {
        let cup = entrant.tournament.clone();
        entrant.follow(&cup).await;
        assert_eq!(entrant.view().status, TournamentStatus::Lobby, "not yet");
    }
    room.pass(1_000);
    for (entrant, status) in [(&mut bob, TournamentStatus::Running), (&mut cid, TournamentStatus::Cancelled)]
    {
        while entrant.view().status != status {
            entrant.listen().await;
        }
    }
    while cid.wallet != GIFT {
        cid.listen().await;
    }
    assert_eq!(bob.wallet, GIFT - 20);
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test]
async fn a_director_sells_chips_takes_entries_again_and_calls_the_evening_off() {
    let data = tempfile::tempdir().unwrap();
    let flags = ["--clock-by-hand", "--bots", "0", "--haste", "100"];
    let room = Process::start(data.path(), 0, &flags);
    let mut director = Person::guest(room.port, "Dora").await;
    let open = ToServer::OpenEvening { command: command(), form: Box::new(generous()) };
    let Answer::Created { tournament: evening } = director.ask(&open).await else {
        panic!("it can be played")
    };
    director.look(&ToServer::FollowEvening { evening: evening.clone() }).await;
    for player in ["Ann", "Bob", "Cy"] {
        director.must(&evening, EveningOrder::Enter { player: player.into() }).await;
    }
    director.must(&evening, EveningOrder::Start).await;
    let player = || "Cy".to_owned();
    let offered = |director: &Person| {
        let desk = director.view().desk.as_ref().expect("they run it");
        desk.offers.iter().any(|offer| offer.player == "Cy")
    };
    let stands = |director: &Person| {
        let tournament = &director.view().tournament;
        let cy = &tournament.players["Cy"];
        (cy.chips.units(), cy.rebuys, tournament.pool.units())
    };
    // Each order, and what Cy and the pool have after it.
    for (order, offer, after) in [
        (bust("Cy", "Ann"), true, (0, 0, 60)),
        (EveningOrder::Rebuy { player: player() }, false, (200, 1, 80)),
        (bust("Cy", "Ann"), true, (0, 1, 80)),
        (EveningOrder::Decline { player: player() }, false, (0, 1, 80)),
        (EveningOrder::ReEnter { player: player() }, false, (200, 2, 100)),
        (EveningOrder::Break { length_ms: 60_000 }, false, (200, 2, 100)),
        (EveningOrder::AddOn { player: player() }, false, (700, 2, 110)),
    ] {
        director.must(&evening, order.clone()).await;
        assert_eq!((offered(&director), stands(&director)), (offer, after), "{order:?}");
    }
    for (order, why) in [
        (EveningOrder::Rebuy { player: player() }, TournamentRefusal::NoOffer),
        (EveningOrder::Decline { player: player() }, TournamentRefusal::NoOffer),
        (EveningOrder::ReEnter { player: player() }, TournamentRefusal::StillIn),
        (EveningOrder::AddOn { player: player() }, TournamentRefusal::NoAddOn),
    ] {
        assert_eq!(director.say(&evening, order.clone()).await, no(why), "{order:?}");
    }
    director.must(&evening, EveningOrder::Cancel).await;
    assert_eq!(director.view().tournament.status, TournamentStatus::Cancelled);
    let status = TournamentStatus::Cancelled;
    let again = director.say(&evening, EveningOrder::Cancel).await;
    assert_eq!(again, no(TournamentRefusal::WrongStatus { status }));
    assert!(room.stop().success());
}
