//! Accounts over real HTTP and sockets: who a token is, what becomes of a guest who signs up, and every refusal.

use crate::support::books::audit;
use crate::support::client::{Client, accepted, command, sit};
use crate::support::http::{Answer as Page, delete, get, post};
use crate::support::process::Process;
use kozyr_chips::Chips;
use kozyr_protocol::room::{Answer, Fault, Refusal, ToClient, ToServer};
use kozyr_store::{
    Account, Append, Currency, PeopleChange, PlayerId, SqliteStore, Store, Transfer, User, UserKind,
};
use kozyr_time::WallTime;
use serde_json::{Value, json};

const ALONE: &[&str] = &["--pace", "5", "--bots", "0"];
const PASSWORD: &str = "correct horse";

fn sign_up(port: u16, token: Option<&str>, name: &str) -> Page {
    let asked = post("/api/v1/people/sign-up", &json!({ "name": name, "password": PASSWORD }));
    match token {
        Some(token) => asked.bearer(token).send(port),
        None => asked.send(port),
    }
}

fn sign_in(port: u16, name: &str, password: &str) -> Page {
    post("/api/v1/people/sign-in", &json!({ "name": name, "password": password })).send(port)
}

fn me(port: u16, token: &str) -> Value {
    get("/api/v1/people/me").bearer(token).send(port).json()
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_else(|| panic!("no {field} in {value}"))
}

/// A new account: its token and its recovery code.
fn account(port: u16, name: &str) -> (String, String) {
    let made = sign_up(port, None, name);
    assert_eq!(made.status, 200, "{made:?}");
    let made = made.json();
    (text(&made, "token").to_owned(), text(&made, "recoveryCode").to_owned())
}

#[tokio::test]
async fn a_guest_becomes_an_account_and_keeps_seat_chips_and_session() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let port = room.port;
    let mut ann = Client::guest(port, "Ann").await;
    let (id, token) = (ann.you.as_ref().unwrap().id, ann.token.clone().unwrap());
    assert!(accepted(&ann.sit(2, 100).await));
    let made = sign_up(port, Some(&token), "Annabel");
    assert_eq!(made.status, 200, "{made:?}");
    let made = made.json();
    assert_eq!((made["me"]["id"].as_u64(), text(&made["me"], "kind")), (Some(id), "account"));
    assert!(made.get("token").is_none(), "the session they have goes on");
    assert_eq!(text(&made, "recoveryCode").len(), 29);
    // Their open page hears of it, and the seat is still theirs.
    let told = ann.until(|message| matches!(message, ToClient::Welcome { .. })).await;
    let ToClient::Welcome { you: Some(you), .. } = told else { panic!("{told:?}") };
    assert_eq!(
        (you.name.as_str(), you.id, you.seated_at.as_slice()),
        ("Annabel", id, &["holdem-1".to_owned()][..])
    );
    assert_eq!(me(port, &token)["wallet"], 1900);
    assert_eq!(sign_up(port, Some(&token), "Else").refusal(), "409 alreadyAccount");
    // Everything is there after a crash, and from elsewhere.
    room.kill_9();
    let room = Process::start(data.path(), port, ALONE);
    ann.come_back(port).await;
    assert_eq!(
        (ann.seat().map(|seat| seat.number()), ann.you.as_ref().unwrap().name.as_str()),
        (Some(2), "Annabel")
    );
    let elsewhere = sign_in(port, " annabel ", PASSWORD);
    assert_eq!(elsewhere.status, 200, "{elsewhere:?}");
    let second = text(&elsewhere.json(), "token").to_owned();
    assert_ne!(second, token);
    let mut other = Client::connect(port).await;
    other.hello(Some(second)).await;
    other.watch(None).await;
    assert_eq!(other.seat(), ann.seat(), "one person, one seat");
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test]
async fn names_of_accounts_are_nobody_elses() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let port = room.port;
    account(port, "Borislav");
    for name in ["Borislav", "borislav", "Воrislav", "B0rislav", "Vera"] {
        assert_eq!(sign_up(port, None, name).refusal(), "409 nameTaken", "{name}");
    }
    for (name, told) in
        [("", "400 badName"), ("A\u{200b}nn", "400 badName"), (&"x".repeat(21), "400 badName")]
    {
        assert_eq!(sign_up(port, None, name).refusal(), told, "{name:?}");
    }
    // A guest of that name gets a mark, though the account is not here, also after a start.
    let guest = Client::guest(port, "Воrislav").await;
    assert_eq!(guest.you.as_ref().unwrap().name, "Воrislav 2");
    drop(guest);
    room.kill_9();
    let room = Process::start(data.path(), port, ALONE);
    let guest = Client::guest(port, "Borislav").await;
    assert_eq!(guest.you.as_ref().unwrap().name, "Borislav 2");
    // Nor is the name of somebody who is here free.
    let _here = Client::guest(port, "Carla").await;
    assert_eq!(sign_up(port, None, "Carla").refusal(), "409 nameTaken");
    let (token, _) = account(port, "Dora");
    let rename =
        |name: &str| post("/api/v1/people/me/name", &json!({ "name": name })).bearer(&token).send(port);
    assert_eq!(rename("B0rislav").refusal(), "409 nameTaken");
    assert_eq!(rename("\u{202e}x").refusal(), "400 badName");
    assert_eq!(text(&rename("Theodora").json(), "name"), "Theodora");
    assert_eq!(sign_in(port, "Dora", PASSWORD).refusal(), "401 wrongSignIn", "the old name is gone");
    assert_eq!(sign_in(port, "theodora", PASSWORD).status, 200);
    account(port, "Dora");
    let guest_token = guest.token.unwrap();
    let renamed = post("/api/v1/people/me/name", &json!({ "name": "Emil" })).bearer(&guest_token).send(port);
    assert_eq!((text(&renamed.json(), "name"), text(&renamed.json(), "kind")), ("Emil", "guest"));
    assert!(room.stop().success());
}

#[tokio::test]
async fn a_session_is_a_cookie_for_the_rooms_own_page_and_for_nobody_else() {
    let data = tempfile::tempdir().unwrap();
    let trust =
        ["--trust-site", "https://app.example", "--public-url", "https://cards.example", "--bots", "0"];
    let room = Process::start(data.path(), 0, &trust);
    let port = room.port;
    account(port, "Ann");
    let body = json!({ "name": "Ann", "password": PASSWORD, "keep": "cookie" });
    let page = post("/api/v1/people/sign-in", &body).header("User-Agent", "A Browser").send(port);
    assert!(page.json().get("token").is_none(), "no script reads it");
    let (token, kept) = page.cookie("kozyr-session").unwrap();
    for word in ["HttpOnly", "SameSite=Lax", "Path=/", "Secure"] {
        assert!(kept.split("; ").any(|part| part.trim() == word), "{word} in {kept}");
    }
    let own = format!("http://127.0.0.1:{port}");
    let with = |path: &str| get(path).cookie("kozyr-session", token);
    assert_eq!(text(&with("/api/v1/people/me").send(port).json(), "name"), "Ann");
    assert_eq!(with("/api/v1/people/me/sessions").send(port).json()["sessions"][0]["label"], "A Browser");
    // What changes something has to come from the room's own page.
    let rename = |origin: Option<&str>| {
        let asked = post("/api/v1/people/me/name", &json!({ "name": "Ann" })).cookie("kozyr-session", token);
        origin.into_iter().fold(asked, |asked, origin| asked.header("Origin", origin)).send(port).refusal()
    };
    let origins = [
        Some(own.as_str()),
        Some("https://cards.example"),
        None,
        Some("https://evil.example"),
        Some("https://app.example"),
        Some("null"),
    ];
    let told = origins.map(rename);
    assert_eq!(told, ["200", "200", "200", "403 anotherSite", "403 anotherSite", "403 anotherSite"]);
    // The same at the socket: a trusted site's page may connect, but as nobody.
    for (origin, known) in [(Some(own.as_str()), true), (None, true), (Some("https://app.example"), false)] {
        let mut page = Client::with_cookie(port, "/ws", token, origin).await.unwrap();
        page.hello(None).await;
        assert_eq!(page.you.is_some(), known, "{origin:?}");
    }
    assert!(Client::with_cookie(port, "/ws", token, Some("https://evil.example")).await.is_err());
    // A cookie opens nothing at `/proto`: whoever comes there says who they are in its own words.
    let without = Client::with_cookie(port, "/proto", "", Some(&own)).await.map(drop);
    let proto = Client::with_cookie(port, "/proto", token, Some(&own)).await.map(drop);
    assert_eq!(without, proto);
    let sessions = with("/api/v1/people/me/sessions").send(port).json();
    assert_eq!(sessions["sessions"].as_array().unwrap().len(), 2);
    // A page that has only a token keeps it as a cookie.
    let guest = post("/api/v1/people/guest", &json!({ "name": "Bob", "language": "en" })).send(port).json();
    let kept = post("/api/v1/people/me/cookie", &json!({})).bearer(text(&guest, "token")).send(port);
    assert_eq!((kept.status, kept.cookie("kozyr-session").unwrap().0), (204, text(&guest, "token")));
    let out = post("/api/v1/people/sign-out", &json!({}))
        .cookie("kozyr-session", token)
        .header("Origin", &own)
        .send(port);
    assert_eq!((out.status, out.cookie("kozyr-session").unwrap().0), (204, ""));
    assert_eq!(with("/api/v1/people/me").send(port).refusal(), "401 signInFirst");
    assert!(room.stop().success());
}

#[tokio::test]
async fn sessions_are_listed_and_one_that_ends_takes_its_sockets_along() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let port = room.port;
    let (token, _) = account(port, "Ann");
    let second = text(&sign_in(port, "Ann", PASSWORD).json(), "token").to_owned();
    let mut page = Client::connect(port).await;
    page.hello(Some(second.clone())).await;
    let list = |token: &str| get("/api/v1/people/me/sessions").bearer(token).send(port).json();
    let sessions = list(&token);
    let other =
        sessions["sessions"].as_array().unwrap().iter().find(|one| one["current"] == false).unwrap().clone();
    assert!(!sessions.to_string().contains(&token) && !sessions.to_string().contains(&second));
    let path = format!("/api/v1/people/me/sessions/{}", text(&other, "id"));
    // Nobody ends another's.
    let (stranger, _) = account(port, "Eve");
    assert_eq!(delete(path.as_str()).bearer(&stranger).send(port).refusal(), "404 notFound");
    assert_eq!(delete(path.as_str()).bearer(&token).send(port).status, 204);
    let closed = loop {
        if let Err(frame) = page.next().await {
            break frame.expect("a close frame");
        }
    };
    assert_eq!((u16::from(closed.code), closed.reason.as_str()), (4001, "signed out"));
    assert_eq!(get("/api/v1/people/me").bearer(&second).send(port).refusal(), "401 badToken");
    let mut again = Client::connect(port).await;
    again.hello(Some(second)).await;
    assert!(again.you.is_none(), "a token that ended is nobody's");
    // All others at once; the one that asks stays.
    for _ in 0..3 {
        assert_eq!(sign_in(port, "Ann", PASSWORD).status, 200);
    }
    assert_eq!(list(&token)["sessions"].as_array().unwrap().len(), 4);
    assert_eq!(delete("/api/v1/people/me/sessions").bearer(&token).send(port).status, 204);
    assert_eq!(list(&token)["sessions"].as_array().unwrap().len(), 1);
    assert_eq!(list(&stranger)["sessions"].as_array().unwrap().len(), 1, "nobody else's");
    assert_eq!(post("/api/v1/people/sign-out", &json!({})).bearer(&token).send(port).status, 204);
    assert_eq!(get("/api/v1/people/me").bearer(&token).send(port).refusal(), "401 badToken");
    assert!(room.stop().success());
}

#[tokio::test]
async fn tokens_of_programs_do_what_they_are_for() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let port = room.port;
    let (token, _) = account(port, "Ann");
    let make = |scope: &str| {
        post("/api/v1/people/me/tokens", &json!({ "label": "my bot", "scope": scope }))
            .bearer(&token)
            .send(port)
    };
    assert_eq!(make("full").refusal(), "400 unreadable");
    let [play, read] = ["play", "read"].map(|scope| text(&make(scope).json(), "token").to_owned());
    for own in [&play, &read] {
        assert_eq!(text(&me(port, own), "name"), "Ann");
        for asked in [
            get("/api/v1/people/me/sessions"),
            get("/api/v1/people/me/export"),
            delete("/api/v1/people/me/sessions"),
            post("/api/v1/people/me/tokens", &json!({ "label": "", "scope": "play" })),
            post("/api/v1/people/me/name", &json!({ "name": "Eve" })),
            post("/api/v1/people/me/cookie", &json!({})),
            post("/api/v1/people/me/delete", &json!({ "password": PASSWORD })),
            post("/api/v1/people/me/recovery-code", &json!({ "password": PASSWORD })),
            post("/api/v1/people/me/password", &json!({ "password": PASSWORD, "newPassword": PASSWORD })),
            post("/api/v1/people/sign-up", &json!({ "name": "Eve", "password": PASSWORD })),
        ] {
            assert_eq!(asked.bearer(own).send(port).refusal(), "403 notAllowed");
        }
    }
    // Who only looks on shows nothing to others.
    let share = || post("/api/v1/hands/holdem-1/1/share", &json!({}));
    assert_eq!(share().bearer(&read).send(port).refusal(), "403 notAllowed");
    assert_eq!(share().bearer(&play).send(port).refusal(), "404 notFound");
    let mut bot = Client::connect(port).await;
    bot.hello(Some(read)).await;
    bot.watch(None).await;
    let refused = bot.ask(&sit(command(), 1, 100)).await;
    assert_eq!(refused, Answer::Refused { reason: Refusal::ReadOnly });
    let refused = bot.ask(&ToServer::Refill { command: command() }).await;
    assert_eq!(refused, Answer::Refused { reason: Refusal::ReadOnly });
    let mut bot = Client::connect(port).await;
    bot.hello(Some(play)).await;
    bot.watch(None).await;
    assert!(accepted(&bot.sit(1, 100).await));
    let mut most = 0;
    while make("read").status == 200 {
        most += 1;
        assert!(most < 60);
    }
    assert_eq!(make("read").refusal(), "409 tooManySessions");
    assert!(room.stop().success());
}

#[tokio::test]
async fn passwords_are_changed_and_recovered() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let port = room.port;
    let (token, code) = account(port, "Ann");
    for short in ["1234567", "", &"x".repeat(129)] {
        let body = json!({ "name": "Bob", "password": short });
        assert_eq!(post("/api/v1/people/sign-up", &body).send(port).refusal(), "400 badPassword");
    }
    for (name, password) in [("Ann", "wrong horse"), ("Nobody", PASSWORD), ("Ann", ""), ("\u{202e}", "x")] {
        assert_eq!(sign_in(port, name, password).refusal(), "401 wrongSignIn");
    }
    let second = text(&sign_in(port, "Ann", PASSWORD).json(), "token").to_owned();
    let change = |old: &str, new: &str| {
        let body = json!({ "password": old, "newPassword": new });
        post("/api/v1/people/me/password", &body).bearer(&token).send(port).refusal()
    };
    assert_eq!(change("wrong horse", "a new password"), "403 wrongPassword");
    assert_eq!(change(PASSWORD, "short"), "400 badPassword");
    assert_eq!(change(PASSWORD, "a new password"), "204");
    assert_eq!(sign_in(port, "Ann", PASSWORD).refusal(), "401 wrongSignIn");
    assert_eq!(
        get("/api/v1/people/me").bearer(&second).send(port).refusal(),
        "401 badToken",
        "the others are out"
    );
    assert_eq!(text(&me(port, &token), "name"), "Ann", "the one that asked is not");
    // A forgotten password: the code works once, and ends every session.
    let recover = |code: &str, password: &str| {
        post("/api/v1/people/recover", &json!({ "name": "ann", "code": code, "password": password }))
            .send(port)
    };
    assert_eq!(recover("00000-00000-00000-00000-00000", "third password").refusal(), "401 wrongCode");
    assert_eq!(recover(&code, "short").refusal(), "400 badPassword");
    let back = recover(&code.to_lowercase().replace('-', " "), "third password");
    assert_eq!(back.status, 200, "{back:?}");
    assert_eq!(recover(&code, "fourth password").refusal(), "401 wrongCode", "once");
    assert_eq!(get("/api/v1/people/me").bearer(&token).send(port).refusal(), "401 badToken");
    let (token, next) =
        (text(&back.json(), "token").to_owned(), text(&back.json(), "recoveryCode").to_owned());
    assert_eq!(sign_in(port, "Ann", "third password").status, 200);
    // Another code, for whoever lost theirs.
    let fresh = |password: &str| {
        post("/api/v1/people/me/recovery-code", &json!({ "password": password })).bearer(&token).send(port)
    };
    assert_eq!(fresh("wrong horse").refusal(), "403 wrongPassword");
    let fresh = text(&fresh("third password").json(), "recoveryCode").to_owned();
    assert_eq!(recover(&next, "fourth password").refusal(), "401 wrongCode");
    assert_eq!(recover(&fresh, "fourth password").status, 200);
    let guest = post("/api/v1/people/guest", &json!({ "language": "ru" })).send(port).json();
    let guest = text(&guest, "token");
    for (path, body) in [
        ("password", json!({ "password": PASSWORD, "newPassword": PASSWORD })),
        ("recovery-code", json!({ "password": PASSWORD })),
        ("delete", json!({ "password": PASSWORD })),
    ] {
        let asked = post(format!("/api/v1/people/me/{path}"), &body).bearer(guest);
        assert_eq!(asked.send(port).refusal(), "409 notAnAccount", "{path}");
    }
    // Nothing of it stands in the database as it was said.
    assert!(room.stop().success());
    let mut bytes = std::fs::read(data.path().join("kozyr.db")).unwrap();
    bytes.extend(std::fs::read(data.path().join("kozyr.db-wal")).unwrap_or_default());
    for secret in [PASSWORD, "fourth password", &token, &fresh, &fresh.replace('-', "")] {
        assert!(!bytes.windows(secret.len()).any(|part| part == secret.as_bytes()), "{secret}");
    }
}

#[tokio::test]
async fn guessing_is_slow() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let port = room.port;
    account(port, "Ann");
    for _ in 0..15 {
        assert_eq!(sign_in(port, "Ann", PASSWORD).status, 200, "being right costs nothing");
    }
    let tries: Vec<String> =
        (0..12).map(|nth| sign_in(port, "ann", &format!("guess {nth}")).refusal()).collect();
    assert_eq!(tries.iter().filter(|told| *told == "401 wrongSignIn").count(), 10, "{tries:?}");
    assert_eq!(tries[11], "429 tooFast");
    assert_eq!(sign_in(port, "Ann", PASSWORD).refusal(), "429 tooFast", "also for whoever is right");
    let body = json!({ "name": "Ann", "code": "x", "password": PASSWORD });
    assert_eq!(post("/api/v1/people/recover", &body).send(port).refusal(), "429 tooFast");
    let mut others = 0;
    while sign_in(port, &format!("name {others}"), PASSWORD).status == 401 {
        others += 1;
        assert!(others < 40);
    }
    assert!(others > 5, "an address may try several names: {others}");
    assert_eq!(sign_up(port, None, "Newcomer").refusal(), "429 tooFast");
    assert!(room.stop().success());
}

#[tokio::test]
async fn an_account_is_exported_and_deleted_when_nothing_of_it_is_at_stake() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let port = room.port;
    let (token, _) = account(port, "Ann");
    let id = me(port, &token)["id"].as_u64().unwrap();
    let mut ann = Client::connect(port).await;
    ann.hello(Some(token.clone())).await;
    ann.watch(None).await;
    assert!(accepted(&ann.sit(3, 150).await));
    let export = get("/api/v1/people/me/export").bearer(&token).send(port).json();
    assert_eq!(export["wallets"][0], json!({ "account": format!("player/{id}:FUN"), "chips": 1850 }));
    assert_eq!(export["sessions"].as_array().unwrap().len(), 1);
    assert!(!export.to_string().contains(&token) && !export.to_string().contains("argon2"));
    let gone = |password: &str| {
        post("/api/v1/people/me/delete", &json!({ "password": password })).bearer(&token).send(port)
    };
    assert_eq!(gone("wrong horse").refusal(), "403 wrongPassword");
    assert_eq!(gone(PASSWORD).refusal(), "409 seated");
    let leave = ToServer::Leave { command: command(), table: "holdem-1".into() };
    assert!(accepted(&ann.ask(&leave).await));
    assert_eq!(gone(PASSWORD).status, 204);
    assert_eq!(get("/api/v1/people/me").bearer(&token).send(port).refusal(), "401 badToken");
    assert_eq!(sign_in(port, "Ann", PASSWORD).refusal(), "401 wrongSignIn");
    while ann.next().await.is_ok() {}
    account(port, "Ann");
    assert!(room.stop().success());
    let books = audit(data.path());
    assert_eq!(
        (books[&format!("player/{id}:FUN")], books["issuance:FUN"]),
        (0, -2000),
        "only the new one's chips"
    );
}

#[tokio::test]
async fn what_is_no_request_is_refused_in_one_shape() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let port = room.port;
    let path = "/api/v1/people/sign-in";
    let secret = r#"{"name":"Ann","password":"hunter22"#;
    for (asked, told) in [
        (post(path, &json!({})).raw("text/plain", "{}"), "400 unreadable"),
        (post(path, &json!({})).raw("application/json", secret), "400 unreadable"),
        (post(path, &json!({ "name": 1 })), "400 unreadable"),
        (post(path, &json!({ "name": "x".repeat(20_000) })), "413 tooLarge"),
        (post("/api/v1/people/guest", &json!({ "language": "tlh" })), "400 unreadable"),
        (post("/api/v1/people/guest", &json!({ "language": "en", "name": "\u{202e}" })), "400 badName"),
        (get("/api/v1/people/me"), "401 signInFirst"),
        (get("/api/v1/people/me").bearer("nonsense"), "401 badToken"),
        (get("/api/v1/lobby?chips=many"), "400 unreadable"),
        (get("/api/v1/leaderboard?limit=-1"), "400 unreadable"),
        (get("/api/v1/people/sign-in"), "405 wrongMethod"),
    ] {
        let answer = asked.send(port);
        assert_eq!(answer.refusal(), told);
        assert!(!answer.body.contains("hunter22"), "nothing that was sent comes back: {}", answer.body);
    }
    assert!(room.stop().success());
}

#[tokio::test]
async fn guests_come_from_an_address_as_fast_as_at_the_socket() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &["--bots", "0", "--guests-per-address", "2"]);
    let port = room.port;
    let guest = || post("/api/v1/people/guest", &json!({ "language": "en" })).send(port);
    assert_eq!([guest().status, guest().status], [200, 200]);
    assert_eq!(guest().refusal(), "429 roomFull");
    assert_eq!(sign_up(port, None, "Ann").refusal(), "429 roomFull");
    let mut client = Client::connect(port).await;
    client.hello(None).await;
    client.send(&ToServer::Guest { name: None, language: kozyr_protocol::room::Language::En }).await;
    let told =
        client.until(|message| matches!(message, ToClient::Error { .. } | ToClient::Welcome { .. })).await;
    assert!(matches!(told, ToClient::Error { fault: Fault::RoomFull }), "{told:?}");
    assert!(room.stop().success());
}

#[tokio::test]
async fn the_lobby_is_filtered_and_the_leaderboard_has_accounts_only() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let port = room.port;
    let tables = |query: &str| {
        get(format!("/api/v1/lobby{query}")).send(port).json()["tables"].as_array().unwrap().clone()
    };
    let all = tables("");
    assert!(all.len() > 2);
    // The house opens its tournaments in a moment.
    let cups = || get("/api/v1/lobby").send(port).json()["tournaments"].as_array().unwrap().len();
    while cups() == 0 {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(get("/api/v1/lobby?game=seka").send(port).json()["tournaments"], json!([]));
    for (query, wanted) in
        [("?game=seka", "seka"), ("?game=durak", "durak"), ("?game=holdem&free=true", "holdem")]
    {
        let some = tables(query);
        assert!(!some.is_empty() && some.len() < all.len(), "{query}");
        assert!(some.iter().all(|table| table["info"]["game"]["game"] == wanted), "{query}");
    }
    assert_eq!(tables("?taken=true").len(), 0);
    assert!(tables("?chips=0").iter().all(|table| table["info"]["leastBuyIn"] == 0));
    let (token, _) = account(port, "Ann");
    account(port, "Bob");
    let mut ann = Client::connect(port).await;
    ann.hello(Some(token)).await;
    ann.watch(None).await;
    assert!(accepted(&ann.sit(1, 100).await));
    let _guest = Client::guest(port, "Guest").await;
    assert_eq!(tables("?taken=true").len(), 1);
    let board = get("/api/v1/leaderboard").send(port).json();
    let places = board["places"].as_array().unwrap();
    let rows: Vec<_> =
        places.iter().map(|row| (row["place"].as_u64().unwrap(), row["chips"].as_i64().unwrap())).collect();
    assert_eq!(rows, [(1, 2000), (1, 2000)], "what lies on a table counts: {board}");
    assert_eq!(get("/api/v1/leaderboard?limit=1").send(port).json()["places"].as_array().unwrap().len(), 1);
    assert!(room.stop().success());
}

#[tokio::test]
async fn guests_nobody_has_seen_are_forgotten_and_accounts_are_not() {
    let data = tempfile::tempdir().unwrap();
    let wall =
        || std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as i64;
    let days_ago = |days: i64| WallTime::from_millis(wall() - days * 24 * 60 * 60 * 1000);
    let store = SqliteStore::open(&data.path().join("kozyr.db")).unwrap();
    store.observe_wall(days_ago(0)).unwrap();
    let come = |number: u64, kind: UserKind, days: i64| {
        let id = PlayerId::new(number).unwrap();
        let gift = Transfer::new(
            Account::issuance(Currency::FUN),
            Account::wallet(id, Currency::FUN),
            Chips::new(500),
        );
        let people = vec![PeopleChange::Create(User::new(id, format!("P{number}"), kind, days_ago(days)))];
        store.append(Append { people, transfers: vec![gift.unwrap()], ..Append::default() }).unwrap();
    };
    // More than are forgotten in one step.
    (0..600).for_each(|nth| come(10_000_000 + nth, UserKind::Guest, 31));
    come(20_000_000, UserKind::Guest, 29);
    come(20_000_001, UserKind::Member, 400);
    drop(store);
    let left = |more: &[&str], expect: i64| {
        let room = Process::start(data.path(), 0, more);
        for _ in 0..200 {
            std::thread::sleep(std::time::Duration::from_millis(20));
            let store_is_there = get("/healthz").send(room.port).status == 200;
            if store_is_there && expect == 602 * 500 {
                break;
            }
        }
        assert!(room.stop().success());
        assert_eq!(-audit(data.path())["issuance:FUN"], expect, "{more:?}");
    };
    left(&["--bots", "0", "--guests-kept-days", "0"], 602 * 500);
    left(&["--bots", "0"], 2 * 500);
    let store = SqliteStore::open(&data.path().join("kozyr.db")).unwrap();
    let users = store.users(None, Some(PlayerId::new(9_999_999).unwrap()), 10).unwrap();
    assert_eq!(users.iter().map(|user| user.id.get()).collect::<Vec<_>>(), [20_000_000, 20_000_001]);
}
