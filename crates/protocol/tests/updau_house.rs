//! Corners of the house that a conversation shows badly.

mod support;

use kozyr_card_game::laws::Dice;
use kozyr_chips::{Account, Chips, Currency as Money, Owner};
use kozyr_protocol::updau::session::{Output, Settings, TableInput};
use kozyr_protocol::updau::{
    Answer, Catalogue, Code, Command, Credentials, Currency, Fault, Lang, Millis, News, Picture, Play,
    PlayerEvent, Request, State, Status, Turn, Wallet, WalletMove, Wish,
};
use kozyr_table::Player;
use kozyr_table::durak::DurakWord;
use kozyr_time::PlayerId;
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

/// Signs in on a connection that is there.
fn auth(crowd: &mut Crowd, client: u64, cookie: &str) -> Result<Answer, Fault> {
    crowd.ask(client, Command::Auth(Credentials::Demo { cookie: cookie.to_owned(), wallet: None }))
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
    assert_eq!(outputs[1], Output::Close { connection: 1, code: 1008 });
    assert_eq!(say(&mut house, now), [], "the connection is forgotten");
    house.disconnect(now, 1);
}

#[test]
fn a_stream_that_makes_no_sense_is_answered_and_closed() {
    let mut house = Host::new(Settings::default(), Outside::new(1, &[]), START);
    house.connect(START, 1);
    house.reject(START, 1, Fault::new(Code::TooLarge, "a message has at most 8192 bytes"));
    let outputs = house.outputs();
    assert!(matches!(outputs[..], [Output::Send { .. }, Output::Close { connection: 1, code: 1008 }]));
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
        // Ann is ready for a party of three; when it is one of two she is asked anew.
        crowd.ask(players[0], Command::Game(Play::Ready)).unwrap();
        crowd.wait(Millis::from_secs(5));
        let Status::Game(status) = crowd.look_again(players[0]) else { panic!("ann plays on") };
        let followed = crowd.clients[&players[0]].picture.as_ref().unwrap().at(crowd.now);
        assert_eq!(followed, Picture::restore(&status, crowd.now));
    }
    assert_eq!(crowd.clients[&players[0]].moves(), [Play::Ready]);
    let told = &crowd.clients[&players[0]].news;
    assert!(told.iter().any(|news| matches!(news, News::Game(news) if news.event.is_some_and(|(event, _)| event == PlayerEvent::GetUpPoor))));
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

#[test]
fn one_connection_is_no_crowd() {
    let mut crowd = Crowd::new(Settings::default(), 1);
    let client = crowd.connect();
    for nth in 0..16 {
        auth(&mut crowd, client, &format!("user {nth}")).unwrap();
    }
    assert_eq!(refused(auth(&mut crowd, client, "one more")), Code::Conflict);
    // Who is known already may sign in, and so may anybody on another connection.
    auth(&mut crowd, client, "user 3").unwrap();
    let other = crowd.connect();
    auth(&mut crowd, other, "one more").unwrap();
}

#[test]
fn those_who_have_gone_keep_nobody_out() {
    let mut crowd = Crowd::new(Settings { users: 4, ..Settings::default() }, 1);
    // Two play and lose their connections; a third and a fourth just go.
    let players = table(&mut crowd, &["ann", "bob"], |wish| wish.timeouts = vec![900]);
    let gone = [crowd.enter("cat"), crowd.enter("dan")];
    let token = crowd.clients[&gone[0]].token.clone();
    for client in players.iter().chain(&gone) {
        crowd.disconnect(*client);
        crowd.wait(Millis::from_secs(1));
    }
    let newcomer = crowd.connect();
    crowd.wait(Millis::from_secs(60));
    assert_eq!(refused(auth(&mut crowd, newcomer, "eve")), Code::Full, "they may still come back");
    crowd.wait(Millis::from_secs(60));
    auth(&mut crowd, newcomer, "eve").unwrap();
    // Cat had been gone longest of those who did not play.
    let by_token = crowd.ask(newcomer, Command::Auth(Credentials::Token(token)));
    assert_eq!(refused(by_token), Code::Unauthorized);
    // The same cookie is the same person with the same wallet all the same.
    auth(&mut crowd, newcomer, "dan").unwrap();
    crowd.wait(Millis::from_secs(120));
    let Ok(Answer::Welcome(cat)) = auth(&mut crowd, newcomer, "cat") else { panic!("cat comes back") };
    assert_eq!(cat.user.uid, 3);
}

#[test]
fn whoever_signs_in_next_sees_nothing_of_the_one_before() {
    let mut crowd = Crowd::new(Settings::default(), 1);
    let players = table(&mut crowd, &["ann", "bob"], |_| ());
    let channel = crowd.clients[&players[0]].channel.clone();
    auth(&mut crowd, players[0], "eve").unwrap();
    crowd.clients.get_mut(&players[0]).unwrap().news.clear();
    crowd.ask(players[1], Command::GameOver).unwrap();
    assert_eq!(crowd.clients[&players[0]].news, [], "the channel is not eve's");
    assert_eq!(crowd.clients[&players[0]].channel, channel);
    assert_eq!(refused(crowd.ask(players[0], Command::Revanche)), Code::NotFound);
    let open = Request::new(Some(&channel), Command::Open { token: None, tag: None });
    assert_eq!(refused(crowd.send(players[0], &open).answer), Code::NotFound);
}

#[test]
fn a_partner_who_cannot_pay_at_begin_is_free_and_the_other_finds_on() {
    // Once the sessions notice before the table is asked, once only the books do.
    for late in [false, true] {
        let mut crowd = Crowd::new(Settings::default(), 1);
        let (ann, bob) = (crowd.enter("ann"), crowd.enter("bob"));
        for client in [ann, bob] {
            crowd.ask(client, find(|_| ())).unwrap();
        }
        crowd.wait(Millis::new(250));
        crowd.ask(ann, Command::Begin).unwrap();
        crowd.house.spend(2, "FUN", 9_950);
        crowd.house.room.late = late;
        crowd.ask(bob, Command::Begin).unwrap();
        crowd.house.room.late = false;
        assert_eq!(crowd.look_again(bob), Status::Free);
        assert_eq!(crowd.look_again(ann).state(), State::Find);
        assert_eq!((balance(&mut crowd, ann, "FUN"), balance(&mut crowd, bob, "FUN")), (10_000, 50));
        assert_eq!(crowd.house.tables().count(), 0, "nobody sits at a table that did not begin");
        // Somebody who can pay is found instead.
        let cat = crowd.enter("cat");
        crowd.ask(cat, find(|_| ())).unwrap();
        crowd.wait(Millis::new(250));
        for client in [ann, cat] {
            crowd.ask(client, Command::Begin).unwrap();
        }
        assert_eq!(crowd.look_again(ann).state(), State::Game);
    }
}

#[test]
fn partners_of_whom_nobody_can_pay_at_begin_are_all_free() {
    let mut crowd = Crowd::new(Settings::default(), 1);
    let (ann, bob) = (crowd.enter("ann"), crowd.enter("bob"));
    for client in [ann, bob] {
        crowd.ask(client, find(|_| ())).unwrap();
    }
    crowd.wait(Millis::new(250));
    crowd.ask(ann, Command::Begin).unwrap();
    crowd.house.spend(1, "FUN", 9_950);
    crowd.house.spend(2, "FUN", 9_950);
    crowd.ask(bob, Command::Begin).unwrap();
    assert_eq!((crowd.look_again(ann), crowd.look_again(bob)), (Status::Free, Status::Free));
    assert_eq!((balance(&mut crowd, ann, "FUN"), balance(&mut crowd, bob, "FUN")), (50, 50));
}

#[test]
fn who_cannot_pay_another_game_is_free_and_so_is_the_other() {
    let mut crowd = Crowd::new(Settings::default(), 1);
    let players = table(&mut crowd, &["ann", "bob"], |_| ());
    crowd.ask(players[1], Command::GameOver).unwrap();
    crowd.house.spend(2, "FUN", 9_850);
    crowd.house.room.late = true;
    for &player in &players {
        crowd.ask(player, Command::Revanche).unwrap();
    }
    crowd.house.room.late = false;
    for &player in &players {
        assert_eq!(crowd.look_again(player), Status::Free);
    }
    assert_eq!(balance(&mut crowd, players[0], "FUN"), 10_080);
    assert_eq!(crowd.house.tables().count(), 0);
}

/// A box that somebody else has taken at the room's table shows its cards to them, and to nobody who had it before.
#[test]
fn whoever_got_up_after_a_game_loses_the_box_to_who_sits_down_there() {
    let mut crowd = Crowd::new(Settings::default(), 1);
    let players = table(&mut crowd, &["ann", "bob"], |_| ());
    crowd.ask(players[1], Command::GameOver).unwrap();
    assert_eq!(crowd.clients[&players[1]].told_state(), Some(State::Revanche));
    let table = crowd.house.tables().next().unwrap().id().clone();
    let (bob, eve) = (PlayerId::new(2).unwrap(), PlayerId::new(77).unwrap());
    crowd.house.deposit(77, "FUN", 1_000);
    let seat = crowd.house.tables().next().unwrap().seat_of(bob).unwrap();
    let player = Player { id: eve, name: "Eve".into(), bot: false };
    let sits = TableInput::Sit { player, seat, buy_in: Chips::ZERO, wait: false, before: None };
    let ready = TableInput::Say { player: eve, word: DurakWord::Ready };
    for input in [TableInput::Leave(bob), sits, ready] {
        crowd.house.at_table(crowd.now, &table, &input);
    }
    crowd.wait(Millis::ZERO);
    assert_eq!(crowd.look_again(players[1]), Status::Free, "the box is Eve's");
    crowd.ask(players[0], Command::Revanche).unwrap();
    crowd.wait(Millis::from_secs(1));
    assert!(matches!(crowd.look_again(players[0]), Status::Game(_)), "Ann and Eve play");
    assert_eq!(crowd.look_again(players[1]), Status::Free, "and Bob sees nothing of it");
}

#[test]
fn a_stake_that_comes_back_was_not_won() {
    for seed in 0..400 {
        let mut crowd = Crowd::new(Settings::default(), seed);
        let players = table(&mut crowd, &["ann", "bob"], |wish| wish.deck_sizes = vec![24]);
        let mut dice = Dice::random(seed);
        let over = |crowd: &Crowd| crowd.clients[&players[0]].picture.as_ref().unwrap().over;
        while !over(&crowd) {
            let able: Vec<u64> =
                players.iter().copied().filter(|player| !crowd.clients[player].moves().is_empty()).collect();
            let player = *dice.pick(&able);
            // Whoever defends takes only when nothing else is left.
            let moves = crowd.clients[&player].moves();
            let eager: Vec<Play> =
                moves.iter().copied().filter(|play| *play != Play::Turn(Turn::Take)).collect();
            let play = *dice.pick(if eager.is_empty() { &moves } else { &eager });
            crowd.ask(player, Command::Game(play)).unwrap();
        }
        let news = &crowd.clients[&players[0]].news;
        let drawn = news.iter().any(
            |news| matches!(news, News::GameOver(scores) if scores.iter().all(|score| (score.place, score.points) == (1, 0))),
        );
        let wallets: Vec<_> = news
            .iter()
            .filter_map(|news| match news {
                News::Wallet(change) => {
                    Some((change.kind, change.amount.units(), change.wallet.value.units()))
                }
                _ => None,
            })
            .collect();
        assert_eq!(wallets[0], (WalletMove::Bet, 100, 9_900));
        if drawn {
            assert_eq!(wallets[1], (WalletMove::Bet, 100, 10_000));
            return;
        }
        assert!(matches!(wallets[1], (WalletMove::Win, 180, 10_080) | (WalletMove::Lose, 100, 9_900)));
    }
    panic!("no game was a draw");
}

#[test]
fn a_bot_answers_in_time_however_short_a_turn_is() {
    let mut crowd = Crowd::new(Settings::default(), 1);
    let ann = crowd.enter("ann");
    let terms = |wish: &mut Wish| {
        wish.currency = Currency::dem();
        (wish.timeouts, wish.timebanks) = (vec![1], vec![0]);
    };
    crowd.ask(ann, find(terms)).unwrap();
    crowd.wait(Millis::from_secs(6));
    crowd.ask(ann, Command::Begin).unwrap();
    for _ in 0..2000 {
        if crowd.clients[&ann].picture.as_ref().unwrap().over {
            break;
        }
        match crowd.clients[&ann].moves().first() {
            Some(&play) => drop(crowd.ask(ann, Command::Game(play)).unwrap()),
            None => crowd.wait(Millis::new(100)),
        }
    }
    let client = &crowd.clients[&ann];
    assert!(client.picture.as_ref().unwrap().over, "the game did not end");
    assert!(!client.news.iter().any(|news| matches!(news, News::Timeout(_))), "a clock ran out");
}

#[test]
fn a_bot_thinks_for_the_same_time_always() {
    for (timeout, thinks) in [(30, 1200), (2, 1000), (1, 500)] {
        let mut crowd = Crowd::new(Settings::default(), 3);
        let ann = crowd.enter("ann");
        let terms = |wish: &mut Wish| {
            wish.currency = Currency::dem();
            (wish.timeouts, wish.timebanks) = (vec![timeout], vec![60]);
        };
        crowd.ask(ann, find(terms)).unwrap();
        crowd.wait(Millis::from_secs(6));
        crowd.ask(ann, Command::Begin).unwrap();
        let mut answers = 0;
        while !crowd.clients[&ann].picture.as_ref().unwrap().over && answers < 5 {
            let Some(&play) = crowd.clients[&ann].moves().first() else {
                crowd.wait(Millis::new(thinks));
                continue;
            };
            crowd.ask(ann, Command::Game(play)).unwrap();
            let attacked = matches!(play, Play::Turn(Turn::Attack(_)));
            if attacked && crowd.clients[&ann].moves().is_empty() {
                let told = crowd.clients[&ann].news.len();
                crowd.wait(Millis::new(thinks - 1));
                assert_eq!(
                    crowd.clients[&ann].news.len(),
                    told,
                    "turns of {timeout} s: it is still thinking"
                );
                crowd.wait(Millis::new(1));
                assert!(crowd.clients[&ann].news.len() > told, "turns of {timeout} s: it has answered");
                answers += 1;
            }
        }
        assert!(answers > 0, "turns of {timeout} s: nothing was asked of the bot");
    }
}

#[test]
fn who_is_gone_pays_for_no_further_party() {
    let mut crowd = Crowd::new(Settings::default(), 1);
    let players = table(&mut crowd, &["ann", "bob", "cat"], |wish| wish.points = vec![0]);
    let token = crowd.clients[&players[1]].token.clone();
    crowd.disconnect(players[1]);
    // Three parties later two people still play, and bob has paid for the first one only.
    for _ in 0..3 {
        crowd.ask(players[0], Command::GameOver).unwrap();
        crowd.wait(Millis::from_secs(5));
    }
    let Status::Game(status) = crowd.look_again(players[0]) else { panic!("ann and cat play on") };
    assert_eq!((status.players.len(), status.state.party), (2, 4));
    let bob = crowd.connect();
    crowd.ask(bob, Command::Auth(Credentials::Token(token))).unwrap();
    assert_eq!(balance(&mut crowd, bob, "FUN"), 10_000 - 100 + 135);
}

#[test]
fn after_a_hard_stop_people_come_back_to_their_games_and_queues() {
    let mut crowd = Crowd::stoppable(Settings::default(), 1);
    let players = table(&mut crowd, &["ann", "bob"], |wish| wish.points = vec![2]);
    let waits = crowd.enter("cat");
    crowd.ask(waits, find(|_| ())).unwrap();
    let everybody: Vec<u64> = players.iter().copied().chain([waits]).collect();
    let before: Vec<Status> = everybody.iter().map(|&client| crowd.look_again(client)).collect();
    crowd.house.stop_and_come_back();
    // The sockets went with the process.
    let lost: Vec<u64> = crowd.house.sessions().connections().collect();
    let known: Vec<(String, String)> = everybody
        .iter()
        .map(|client| (crowd.clients[client].token.clone(), crowd.clients[client].channel.clone()))
        .collect();
    for connection in lost {
        crowd.disconnect(connection);
    }
    for ((token, channel), before) in known.into_iter().zip(before) {
        let client = crowd.connect();
        crowd.ask(client, Command::Auth(Credentials::Token(token.clone()))).unwrap();
        crowd.clients.get_mut(&client).unwrap().token = token;
        assert_eq!(crowd.open(client, Some(&channel)), before);
    }
    // Cat is still found.
    let dan = crowd.enter("dan");
    crowd.ask(dan, find(|_| ())).unwrap();
    crowd.wait(Millis::new(250));
    assert!(crowd.clients[&dan].news.iter().any(|news| matches!(news, News::Found(_))));
}

#[test]
fn a_table_that_is_gone_lets_everybody_go() {
    let mut crowd = Crowd::stoppable(Settings::default(), 1);
    let players = table(&mut crowd, &["ann", "bob"], |_| ());
    crowd.house.lose_tables();
    for player in players {
        assert_eq!(crowd.look_again(player), Status::Free);
    }
}
