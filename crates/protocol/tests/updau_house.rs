//! Corners of the house that a conversation shows badly.

mod support;

use kozyr_chips::{Account, Chips, Currency as Money, Owner};
use kozyr_protocol::updau::session::{Output, POLICY_VIOLATION, Settings};
use kozyr_protocol::updau::{
    Answer, Catalogue, Code, Command, Credentials, Currency, Fault, Lang, Millis, News, PlayerEvent, Request,
    State, Status, Turn, Wallet, Wish,
};
use support::{Crowd, Host, Outside, START};

fn find(change: impl FnOnce(&mut Wish)) -> Command {
    let mut wish = Wish::usual(Currency::fun());
    change(&mut wish);
    Command::Find(Box::new(wish))
}

fn refused(answer: Result<Answer, Fault>) -> Code {
    answer.expect_err("a refusal").code
}

/// People who have found each other and begun.
fn table(crowd: &mut Crowd, people: &[&str], change: impl Fn(&mut Wish) + Copy) -> Vec<u64> {
    let clients: Vec<u64> = people.iter().map(|name| crowd.enter(name)).collect();
    for &client in &clients {
        crowd
            .ask(
                client,
                find(|wish| {
                    wish.num_seats = vec![people.len() as u8];
                    change(wish);
                }),
            )
            .unwrap();
    }
    crowd.wait(Millis::new(250));
    for &client in &clients {
        crowd.ask(client, Command::Begin).unwrap();
    }
    clients
}

fn balance(crowd: &mut Crowd, client: u64, currency: &str) -> i64 {
    let currency = Currency::new(currency);
    let Ok(Answer::Wallets(wallets)) = crowd.ask(client, Command::GetWallet { currency }) else {
        panic!("getwallet")
    };
    wallets[0].value.units()
}

#[test]
fn bots_play_to_the_end_and_never_run_out_of_time() {
    for seed in 0..12 {
        let mut crowd = Crowd::new(Settings::default(), seed);
        let ann = crowd.enter("ann");
        let seats = 2 + seed as u8 % 4;
        let modes = vec![kozyr_durak::Mode::ALL[seed as usize % 3]];
        crowd
            .ask(
                ann,
                find(|wish| {
                    wish.currency = Currency::dem();
                    wish.num_seats = vec![seats];
                    wish.modes = modes;
                }),
            )
            .unwrap();
        crowd.wait(Millis::from_secs(6));
        crowd.ask(ann, Command::Begin).unwrap();
        for _ in 0..2000 {
            if crowd.clients[&ann].picture.as_ref().unwrap().over {
                break;
            }
            // Ann answers within a second, as well as she can.
            match crowd.clients[&ann].moves().first() {
                Some(&play) => drop(crowd.ask(ann, Command::Game(play)).unwrap()),
                None => crowd.wait(Millis::new(1200)),
            }
        }
        let client = &crowd.clients[&ann];
        assert!(client.picture.as_ref().unwrap().over, "seed {seed}: the game did not end");
        assert!(
            !client.news.iter().any(|news| matches!(news, News::Timeout(_))),
            "seed {seed}: a clock ran out"
        );
    }
}

#[test]
fn the_oldest_idle_channel_goes() {
    let mut crowd = Crowd::new(Settings::default(), 1);
    let ann = crowd.enter("ann");
    let first = crowd.clients[&ann].channel.clone();
    crowd.ask(ann, find(|_| ())).unwrap();
    let mut channels = vec![first.clone()];
    for _ in 1..33 {
        crowd.open(ann, None);
        channels.push(crowd.clients[&ann].channel.clone());
    }
    // 33 were opened, 32 are kept. The first one waits for partners; the second was the oldest idle one.
    let auth = Command::Auth(Credentials::Demo { cookie: "ann".to_owned(), wallet: None });
    let Ok(Answer::Welcome(welcome)) = crowd.ask(ann, auth) else { panic!("auth") };
    let kept: Vec<String> = welcome.channels.iter().map(|row| row.channel.clone()).collect();
    channels.remove(1);
    assert_eq!(kept, channels);
    assert_eq!(welcome.channels[0].state, State::Find);
}

#[test]
fn too_many_messages_close_and_patience_is_rewarded() {
    let settings = Settings { messages_per_second: 10, burst: 20, ..Settings::default() };
    let mut house = Host::new(settings, Outside::new(1, &[]), START);
    let mut now = START;
    house.connect(now, 1);
    let say = |house: &mut Host, now| {
        house.receive(now, 1, b"<request cmd='ping'/>");
        house.outputs()
    };
    for _ in 0..20 {
        assert_eq!(say(&mut house, now).len(), 1);
    }
    for _ in 0..50 {
        now += Millis::new(100);
        assert_eq!(say(&mut house, now).len(), 1, "ten a second are allowed");
    }
    let outputs = say(&mut house, now);
    assert!(
        matches!(&outputs[0], Output::Send { to: 1, bytes } if String::from_utf8_lossy(bytes).contains("429"))
    );
    assert_eq!(outputs[1], Output::Close { connection: 1, code: POLICY_VIOLATION });
    assert_eq!(say(&mut house, now), [], "the connection is forgotten");
    house.disconnect(now, 1);
}

#[test]
fn a_stream_that_makes_no_sense_is_answered_and_closed() {
    let mut house = Host::new(Settings::default(), Outside::new(1, &[]), START);
    house.connect(START, 1);
    house.reject(START, 1, Fault::new(Code::TooLarge, "a message has at most 8192 bytes"));
    let outputs = house.outputs();
    assert!(matches!(outputs[..], [Output::Send { .. }, Output::Close { .. }]));
}

#[test]
fn a_password_is_checked_once_at_a_time() {
    let mut house = Host::new(Settings::default(), Outside::new(1, &[]), START);
    house.connect(START, 1);
    let login = b"<request cmd='auth' sign='1'><credentials><type value='lp'/><login value='a'/><password value='b'/></credentials></request>";
    house.receive(START, 1, login);
    let Output::Check { ticket, .. } = house.outputs().remove(0) else { panic!("nothing to check") };
    house.receive(START, 1, login);
    let again = house.outputs();
    assert!(
        matches!(&again[..], [Output::Send { bytes, .. }] if String::from_utf8_lossy(bytes).contains("409"))
    );
    house.checked(START, ticket, Some("a"));
    assert!(
        matches!(&house.outputs()[..], [Output::Send { bytes, .. }] if String::from_utf8_lossy(bytes).contains("sign=\"1\""))
    );
    // The answer to who has gone is nobody's.
    house.receive(START, 1, login);
    let Output::Check { ticket, .. } = house.outputs().remove(0) else { panic!("nothing to check") };
    house.disconnect(START, 1);
    house.checked(START, ticket, Some("a"));
    assert_eq!(house.outputs(), []);
}

#[test]
fn play_money_is_raised_when_it_is_low() {
    let mut crowd = Crowd::new(Settings::default(), 1);
    let terms = |wish: &mut Wish| {
        wish.cash_bets = vec![Chips::new(9_500)];
        wish.currency = Currency::dem();
    };
    let players = table(&mut crowd, &["ann", "bob"], terms);
    crowd.ask(players[1], Command::GameOver).unwrap();
    assert_eq!(balance(&mut crowd, players[1], "DEM"), 500);
    assert_eq!(balance(&mut crowd, players[0], "DEM"), 500 + 19_000 * 9 / 10);
    let auth = |wallet| Command::Auth(Credentials::Demo { cookie: "bob".to_owned(), wallet });
    crowd.ask(players[1], auth(Some(800))).unwrap();
    assert_eq!(balance(&mut crowd, players[1], "DEM"), 800);
    crowd.ask(players[1], auth(None)).unwrap();
    assert_eq!(balance(&mut crowd, players[1], "DEM"), 10_000);
    crowd.ask(players[1], auth(Some(50_000))).unwrap();
    assert_eq!(balance(&mut crowd, players[1], "DEM"), 10_000, "who has enough is given nothing");
    let rake = crowd.house.accounts().find(|(account, _)| **account == Account::house(Money::DEM));
    assert_eq!(rake.unwrap().1, Chips::new(1_900));
    // The room's chips are the room's to give.
    crowd.house.spend(2, "FUN", 9_999);
    crowd.ask(players[1], auth(Some(50_000))).unwrap();
    assert_eq!(balance(&mut crowd, players[1], "FUN"), 1);
}

#[test]
fn other_money_is_brought_and_its_rake_is_the_houses() {
    let mut crowd = Crowd::new(Settings::default(), 1);
    let (ann, eur) = (crowd.enter("ann"), Currency::new("eur").unwrap());
    let ask = |crowd: &mut Crowd, rake: u8| {
        crowd.ask(
            ann,
            find(|wish| {
                wish.currency = Currency::new("EUR").unwrap();
                wish.rakes = vec![rake];
            }),
        )
    };
    assert_eq!(refused(ask(&mut crowd, 10)), Code::Payment);
    crowd.house.deposit(1, "EUR", 250);
    assert_eq!(refused(ask(&mut crowd, 0)), Code::Bad);
    assert_eq!(ask(&mut crowd, 10), Ok(Answer::Ok));
    let Ok(Answer::Wallets(wallets)) = crowd.ask(ann, Command::GetWallet { currency: None }) else {
        panic!()
    };
    assert!(wallets.contains(&Wallet::new(eur, Chips::new(250))));
}

#[test]
fn without_a_last_point_every_party_has_its_stake_until_somebody_cannot_pay() {
    let mut crowd = Crowd::new(Settings::default(), 1);
    let terms = |wish: &mut Wish| {
        wish.points = vec![0];
        wish.cash_bets = vec![Chips::new(4_000)];
    };
    let players = table(&mut crowd, &["ann", "bob", "cat"], terms);
    // Bob loses two parties and cannot pay the third.
    for left in [6_000, 2_000] {
        assert_eq!(balance(&mut crowd, players[1], "FUN"), left);
        crowd.ask(players[1], Command::GameOver).unwrap();
        crowd.wait(Millis::from_secs(5));
    }
    let told = &crowd.clients[&players[0]].news;
    assert!(told.iter().any(|news| matches!(news, News::Game(news) if news.event.is_some_and(|(event, _)| event == PlayerEvent::GetUp))));
    assert_eq!(crowd.look_again(players[1]), Status::Free);
    // It is not the party the others were ready for: they are asked anew.
    crowd.wait(Millis::from_secs(5));
    let Status::Game(status) = crowd.look_again(players[0]) else { panic!("the others play on") };
    assert_eq!((status.players.len(), status.state.party), (2, 3));
    // Two are left; when one more gets up the game is over, and nobody is there for another one.
    crowd.ask(players[2], Command::GameOver).unwrap();
    crowd.ask(players[2], Command::GameOver).unwrap();
    assert_eq!(crowd.look_again(players[0]), Status::Free);
    assert_eq!(balance(&mut crowd, players[1], "FUN"), 2_000);
    let sum: Chips = crowd.house.accounts().map(|(_, chips)| chips).sum();
    assert!(sum.is_zero());
    let tables = crowd.house.accounts().filter(|(account, _)| matches!(account.owner, Owner::Table(_)));
    assert_eq!(tables.map(|(_, chips)| chips).sum::<Chips>(), Chips::ZERO, "every pool was paid out");
}

#[test]
fn several_who_throw_in_have_clocks_of_their_own() {
    let mut crowd = Crowd::new(Settings::default(), 3);
    let players = table(&mut crowd, &["ann", "bob", "cat"], |_| ());
    for _ in 0..200 {
        for &player in &players {
            let moves = crowd.clients[&player].moves();
            let eager =
                moves.iter().find(|play| !matches!(play, kozyr_protocol::updau::Play::Turn(Turn::Finish)));
            if let Some(&play) = eager {
                crowd.ask(player, Command::Game(play)).unwrap();
            }
        }
        let picture = crowd.clients[&players[0]].picture.as_ref().unwrap();
        if picture.clocks.len() == 2 {
            let finishing =
                players.iter().find(|player| !crowd.clients[player].moves().is_empty()).copied().unwrap();
            crowd.wait(Millis::from_secs(3));
            crowd.ask(finishing, Command::Game(kozyr_protocol::updau::Play::Turn(Turn::Finish))).unwrap();
            let picture = crowd.clients[&players[0]].picture.as_ref().unwrap();
            assert_eq!(picture.clocks.len(), 1);
            assert_eq!(picture.clocks[0].wait.tick, 3, "the other clock runs on");
            return;
        }
    }
    panic!("nobody threw in");
}

#[test]
fn names_are_told_in_both_languages() {
    let names = |lang| Catalogue::durak(lang).types.into_iter().map(|one| one.view).collect::<Vec<_>>();
    assert_eq!(names(Lang::of(None))[0], "Подкидной");
    assert_eq!(names(Lang::of(Some("EN")))[0], "Throw-in");
    for offer in Catalogue::durak(Lang::En).types {
        for var in &offer.vars {
            assert_eq!(
                var.options.iter().filter(|option| option.default).count(),
                1,
                "{} of {}",
                var.name,
                offer.name
            );
        }
    }
}

#[test]
fn a_request_names_its_command() {
    let request = Request::new(Some("5"), Command::RevancheCancel);
    assert_eq!((request.head.cmd.as_str(), request.head.channel.as_deref()), ("revanchecancel", Some("5")));
}
