//! Accounts of the room over UpDAU: one person, whichever way they come, and one door that is closed for all of them.

use crate::support::http::{delete, get, post};
use crate::support::process::Process;
use crate::support::updau::{Carrier, Heard, Player};
use kozyr_protocol::updau::{Answer, Code, Command, Credentials, Welcome, Wire};
use serde_json::{Value, json};

const PASSWORD: &str = "correct horse";
const FLAGS: &[&str] = &["--bots", "0", "--updau-listen", "127.0.0.1:0"];

async fn sign_in(player: &mut Player, login: &str, password: &str) -> Result<Box<Welcome>, Code> {
    let credentials = Credentials::Login { login: login.to_owned(), password: password.to_owned() };
    match player.ask(Command::Auth(credentials)).await {
        Ok(Answer::Welcome(welcome)) => Ok(welcome),
        Ok(other) => panic!("auth is answered with {other:?}"),
        Err(fault) => Err(fault.code),
    }
}

async fn by_token(player: &mut Player, token: &str) -> Result<(), Code> {
    let asked = player.ask(Command::Auth(Credentials::Token(token.to_owned()))).await;
    asked.map(drop).map_err(|fault| fault.code)
}

async fn over_tcp(room: &Process) -> Player {
    Player::nobody(Carrier::tcp(room.updau.expect("UpDAU has a port"), "127.0.0.1").await, Wire::Xml, "Ann")
}

#[tokio::test]
async fn an_account_signs_in_by_its_password_and_is_signed_out_everywhere() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FLAGS);
    let port = room.port;
    let made = post("/api/v1/people/sign-up", &json!({ "name": "Ann", "password": PASSWORD })).send(port);
    let made: Value = made.json();
    let (id, browser) = (made["me"]["id"].as_u64().unwrap(), made["token"].as_str().unwrap().to_owned());
    let sessions = |token: &str| get("/api/v1/people/me/sessions").bearer(token).send(port).json();

    // The cookie of a browser opens nothing here: whoever comes says who they are in the protocol's own words.
    let mut visitor = Player::nobody(Carrier::socket_with_cookie(port, &browser).await, Wire::Json, "cookie");
    let open = Command::Open { token: None, tag: None };
    assert_eq!(visitor.ask(open).await.unwrap_err().code, Code::Unauthorized);

    let mut ann = over_tcp(&room).await;
    assert_eq!(sign_in(&mut ann, "Ann", "another horse").await.unwrap_err(), Code::Unauthorized);
    assert_eq!(sign_in(&mut ann, "Eve", PASSWORD).await.unwrap_err(), Code::Unauthorized);
    let welcome = sign_in(&mut ann, "Ann", PASSWORD).await.expect("the password is right");
    assert_eq!((welcome.user.uid, welcome.user.nickname.as_str()), (id, "Ann"), "the same person");
    let token = welcome.user.token.clone().unwrap();
    let wallet = get("/api/v1/people/me").bearer(&browser).send(port).json()["wallet"].as_i64().unwrap();
    assert!(
        welcome.wallets.iter().any(|one| one.value.units() == wallet),
        "{:?} and {wallet}",
        welcome.wallets
    );

    // It is a session like any other: listed by its name, and good for play, not for the account.
    let listed = sessions(&browser);
    let listed = listed["sessions"].as_array().unwrap();
    let own = listed.iter().find(|one| one["label"] == "UpDAU").expect("it is listed").clone();
    let (name, body) = ("/api/v1/people/me/name", json!({ "name": "Anna" }));
    assert!(post(name, &body).bearer(&token).send(port).refusal().starts_with("403"));
    let mut twice = over_tcp(&room).await;
    assert_eq!(by_token(&mut twice, &token).await, Ok(()));
    assert_eq!(
        sign_in(&mut twice, "Ann", PASSWORD).await.unwrap().user.token.as_ref(),
        Some(&token),
        "one token"
    );

    // They are called what the account is called, even after a restart.
    assert_eq!(post(name, &body).bearer(&browser).send(port).status, 200);
    drop((ann, twice, visitor));
    assert!(room.stop().success());
    let room = Process::start(data.path(), port, FLAGS);
    let mut ann = over_tcp(&room).await;
    assert_eq!(by_token(&mut ann, &token).await, Ok(()), "tokens survive the room");
    let mut page = Player::nobody(Carrier::socket(port).await, Wire::Json, "page");
    assert_eq!(sign_in(&mut page, "Anna", PASSWORD).await.unwrap().user.nickname, "Anna");

    // Ended in the browser, it ends here: every connection is told why, and the token is nobody's.
    let path = format!("/api/v1/people/me/sessions/{}", own["id"].as_str().unwrap());
    assert_eq!(delete(path.as_str()).bearer(&browser).send(port).status, 204);
    for player in [&mut ann, &mut page] {
        let mut told = String::new();
        let end = loop {
            match player.carrier.next().await {
                Heard::Document(document) => told.push_str(&String::from_utf8_lossy(&document)),
                Heard::End(code) => break code,
            }
        };
        assert!(told.contains("signed out") && end.is_none_or(|code| code == 1008), "{told} {end:?}");
    }
    let mut ann = over_tcp(&room).await;
    assert_eq!(by_token(&mut ann, &token).await, Err(Code::Unauthorized));
    let again = sign_in(&mut ann, "Anna", PASSWORD).await.unwrap().user.token.clone().unwrap();
    assert_ne!(again, token);
    assert!(room.stop().success());
}

#[tokio::test]
async fn passwords_are_not_guessed_over_updau_either() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FLAGS);
    let body = json!({ "name": "Ann", "password": PASSWORD });
    assert_eq!(post("/api/v1/people/sign-up", &body).send(room.port).status, 200);
    let mut thief = over_tcp(&room).await;
    for nth in 0..40 {
        assert_eq!(
            sign_in(&mut thief, "Ann", &format!("guess {nth}")).await.unwrap_err(),
            Code::Unauthorized
        );
    }
    // After so many tries not even the right one opens, here or over HTTP.
    assert_eq!(sign_in(&mut thief, "Ann", PASSWORD).await.unwrap_err(), Code::Unauthorized);
    let page = post("/api/v1/people/sign-in", &body).send(room.port);
    assert!(page.refusal().starts_with("429"), "{}", page.refusal());
    assert!(room.stop().success());
}
