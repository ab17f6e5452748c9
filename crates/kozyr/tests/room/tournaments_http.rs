//! Tournaments without a socket: lists, one of them, files, wishes and orders over real HTTP, and every refusal.

use crate::support::books::audit;
use crate::support::http::{Answer, get, post};
use crate::support::process::Process;
use crate::tournaments::form;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const FAST: &[&str] = &["--pace", "100", "--bots", "2"];
/// Nobody plays but people: what is entered stays as it is.
const ALONE: &[&str] = &["--pace", "100", "--bots", "0"];
const API: &str = "/api/v1/tournaments";

/// Somebody with a name: number and token.
fn guest(port: u16, name: &str) -> (u64, String) {
    let body = json!({ "name": name, "language": "en" });
    let answer = post("/api/v1/people/guest", &body).send(port).json();
    (answer["me"]["id"].as_u64().unwrap(), answer["token"].as_str().unwrap().to_owned())
}

fn wallet(port: u16, token: &str) -> i64 {
    get("/api/v1/people/me").bearer(token).send(port).json()["wallet"].as_i64().unwrap()
}

/// The names of those that a filter leaves.
fn listed(port: u16, filter: &str) -> Vec<String> {
    let answer = get(format!("{API}{filter}")).send(port);
    assert_eq!(answer.status, 200, "{answer:?}");
    let list = answer.json();
    list["tournaments"].as_array().unwrap().iter().map(|one| text(&one["tournament"])).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

/// Asks again and again until it is so.
fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "never: {what}");
        std::thread::sleep(Duration::from_millis(30));
    }
}

fn wish(port: u16, token: &str, tournament: &str, body: &Value) -> Answer {
    post(format!("{API}/{tournament}/wish"), body).bearer(token).send(port)
}

pub(crate) fn order(port: u16, token: &str, tournament: &str, order: &Value) -> Answer {
    post(format!("{API}/{tournament}/order"), &json!({ "order": order })).bearer(token).send(port)
}

fn view(port: u16, tournament: &str) -> Value {
    let answer = get(format!("{API}/{tournament}")).send(port);
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()["view"].clone()
}

#[tokio::test]
async fn the_stock_is_listed_looked_at_entered_and_left() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let port = room.port;
    let stock =
        until("one of each kind", || Some(listed(port, "?status=lobby")).filter(|all| all.len() == 4));
    for kind in ["sng-2-", "sng-6-", "sng-9-", "turbo-6-"] {
        assert!(stock.iter().any(|name| name.starts_with(kind)), "{kind} in {stock:?}");
    }
    for (filter, left) in [
        ("", 4),
        ("?free=true", 4),
        ("?free=false", 0),
        ("?status=running", 0),
        ("?chips=99", 0),
        ("?chips=100", 4),
        ("?host=7", 0),
    ] {
        assert_eq!(listed(port, filter).len(), left, "{filter}");
    }
    assert_eq!(get(format!("{API}?status=asleep")).send(port).refusal(), "400 unreadable");
    assert_eq!(get(format!("{API}?chips=much")).send(port).refusal(), "400 unreadable");

    // One of them, as anybody sees it: levels, prizes and why the pool is what it is.
    let six = stock.iter().find(|name| name.starts_with("sng-6-")).unwrap();
    let page = get(format!("{API}/{six}")).send(port).json();
    assert_eq!(
        (page["tournament"].as_str(), page["view"]["status"].as_str()),
        (Some(six.as_str()), Some("lobby"))
    );
    assert!(page["info"]["form"]["levels"].as_array().unwrap().len() > 5);
    assert_eq!(page["view"]["poolWhy"]["rule"], "poolPaidIn");
    assert_eq!(page["view"].get("own"), None);
    for (asked, told) in [
        (get(format!("{API}/nothing-1")), "404 notFound"),
        (get(format!("{API}/nothing-1/export")), "404 notFound"),
        (get(format!("{API}/{six}/export?format=xls")), "400 unreadable"),
        (get(format!("{API}/{six}")).bearer("nonsense"), "401 badToken"),
        (post(format!("{API}/{six}/wish"), &json!({ "wish": { "wish": "register" } })), "401 signInFirst"),
        (post(API, &json!({})), "401 signInFirst"),
    ] {
        assert_eq!(asked.send(port).refusal(), told);
    }

    // Whose token may play enters, once, whatever the number of tries; whose only looks on does not.
    let body = json!({ "name": "Ann", "password": "correct horse" });
    let ann = text(&post("/api/v1/people/sign-up", &body).send(port).json()["token"]);
    let token = |scope: &str| {
        let body = json!({ "label": "my bot", "scope": scope });
        text(&post("/api/v1/people/me/tokens", &body).bearer(&ann).send(port).json()["token"])
    };
    let (plays, looks) = (token("play"), token("read"));
    let own = get(format!("{API}/{six}")).bearer(&looks).send(port).json()["view"]["own"].clone();
    assert_eq!(own["offers"], json!([{ "wish": "register", "costs": 100 }]));
    let register =
        json!({ "command": "0192f3a4-0000-7000-8000-00000000002a", "wish": { "wish": "register" } });
    assert_eq!(wish(port, &looks, six, &register).refusal(), "403 notAllowed");
    assert_eq!(wish(port, &plays, "nothing-1", &register).refusal(), "404 notFound");
    assert_eq!(wish(port, &plays, six, &json!({ "wish": { "wish": "fly" } })).refusal(), "400 unreadable");
    let first = wish(port, &plays, six, &register);
    assert_eq!(first.status, 200, "{first:?}");
    assert_eq!(wish(port, &plays, six, &register).json(), first.json(), "the same command again");
    assert_eq!(wallet(port, &ann), 1900);
    let again = wish(port, &plays, six, &json!({ "wish": { "wish": "register" } }));
    assert_eq!(again.refusal(), "409 refused");
    assert_eq!(
        again.json()["reason"],
        json!({ "code": "tournament", "why": { "refused": "alreadyEntered" } })
    );
    assert_eq!(view(port, six)["entrants"], 1);
    // A page of another site cannot enter anybody.
    let elsewhere = post(format!("{API}/{six}/wish"), &register)
        .cookie("kozyr-session", &ann)
        .header("Origin", "https://evil.example");
    assert_eq!(elsewhere.send(port).refusal(), "403 anotherSite");
    assert_eq!(wish(port, &plays, six, &json!({ "wish": { "wish": "unregister" } })).status, 200);
    assert_eq!(wallet(port, &ann), 2000);
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test]
async fn a_tournament_is_made_run_and_written_down_without_a_socket() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let port = room.port;
    let ((host_id, host), (other_id, other)) = (guest(port, "=1+1"), guest(port, "Bob"));
    let make = |change: Value, bots: u32| {
        let mut form = serde_json::to_value(form(6, 4)).unwrap();
        form.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        post(API, &json!({ "form": form, "bots": bots })).bearer(&host).send(port)
    };
    let bad = make(json!({ "seats": 1 }), 0);
    assert_eq!(bad.refusal(), "409 refused");
    assert_eq!(bad.json()["reason"]["problems"][0]["row"], json!({ "in": "field", "name": "seats" }));
    let gift = make(json!({ "guarantee": 1_000_000 }), 0);
    assert_eq!(gift.json()["reason"]["problems"][0]["row"], json!({ "in": "field", "name": "guarantee" }));
    let made = make(json!({}), 0);
    assert_eq!(made.status, 200, "{made:?}");
    let cup = text(&made.json()["tournament"]);
    until("it is listed", || (listed(port, &format!("?host={host_id}")) == [cup.clone()]).then_some(()));

    // Orders are the host's alone, and the form can be changed until somebody enters.
    let open = json!({ "order": "open" });
    let not_theirs = order(port, &other, &cup, &open);
    assert_eq!(not_theirs.refusal(), "403 notAllowed");
    assert_eq!(not_theirs.json()["reason"]["code"], "notTheHost", "the token would do");
    assert_eq!(order(port, &host, &cup, &open).status, 200);
    let mut changed = serde_json::to_value(form(6, 4)).unwrap();
    changed["name"] = json!("Sunday cup");
    let configure = json!({ "order": "configure", "form": changed });
    assert_eq!(order(port, &host, &cup, &configure).status, 200);
    let page = get(format!("{API}/{cup}")).bearer(&host).send(port).json();
    assert_eq!(page["info"]["form"]["name"], "Sunday cup");
    assert!(page["view"]["own"]["orders"].as_array().unwrap().contains(&json!("configure")));
    let register = json!({ "wish": { "wish": "register" } });
    assert_eq!(wish(port, &other, &cup, &register).status, 200);
    let late = order(port, &host, &cup, &configure);
    assert_eq!(late.json()["reason"]["why"]["refused"], "wrongStatus");
    // The host takes somebody out of the lobby, who has their money again.
    let remove = json!({ "order": "remove", "player": other_id });
    assert_eq!(order(port, &other, &cup, &remove).refusal(), "403 notAllowed");
    assert_eq!(order(port, &host, &cup, &remove).status, 200);
    assert_eq!(wallet(port, &other), 2000);
    assert_eq!(order(port, &host, &cup, &remove).json()["reason"]["why"]["refused"], "notEntered");
    let alone = order(port, &host, &cup, &json!({ "order": "start" }));
    assert_eq!(alone.json()["reason"]["why"]["refused"], "tooFewEntrants");

    // Another, in which both play without ever being there: they are dealt in and folded by the clock.
    let cup = text(&make(json!({}), 4).json()["tournament"]);
    assert_eq!(order(port, &host, &cup, &open).status, 200);
    for token in [&host, &other] {
        assert_eq!(wish(port, token, &cup, &register).status, 200);
    }
    until("bots have come", || (view(port, &cup)["entrants"].as_u64() >= Some(4)).then_some(()));
    assert_eq!(order(port, &host, &cup, &json!({ "order": "start" })).status, 200);
    let over = until("it is over", || Some(view(port, &cup)).filter(|view| view["status"] == "finished"));
    let players = over["players"].as_object().unwrap();
    let mut places: Vec<u64> = players.values().map(|one| one["place"]["place"].as_u64().unwrap()).collect();
    places.sort_unstable();
    assert_eq!(places, (1..=players.len() as u64).collect::<Vec<_>>());
    for one in players.values() {
        let place = &one["place"];
        assert!(place["why"]["rule"].is_string(), "{place}");
        assert_eq!(
            place["prize"].as_i64().unwrap_or(0) > 0,
            place["prizeWhy"]["rule"].is_string(),
            "{place}"
        );
    }
    let prizes: i64 = players.values().map(|one| one["place"]["prize"].as_i64().unwrap_or(0)).sum();
    assert_eq!(Some(prizes), over["pool"].as_i64());

    // Files: no name is a formula.
    let csv = get(format!("{API}/{cup}/export")).send(port);
    assert_eq!(csv.header("content-type"), Some("text/csv; charset=utf-8"));
    assert_eq!(csv.header("content-disposition"), Some(&*format!("attachment; filename=\"{cup}.csv\"")));
    assert!(csv.body.contains(",\"'=1+1\","), "{}", csv.body);
    assert_eq!(csv.body.lines().count(), 1 + players.len());
    let file = get(format!("{API}/{cup}/export?format=json")).send(port);
    assert_eq!(file.header("content-type"), Some("application/json"));
    assert_eq!(file.json()["status"], "finished");
    until("the tables are gone", || view(port, &cup)["tables"].as_object().unwrap().is_empty().then_some(()));
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test]
async fn the_admin_runs_a_tournament_as_its_host_could_and_it_is_written_down() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let port = room.port;
    let code = room.admin.clone().expect("a link was printed");
    let admin = text(&post("/api/v1/admin/sign-in", &json!({ "code": code })).send(port).json()["token"]);
    let ask = |tournament: &str, what: Value| {
        let body = json!({ "order": what });
        post(format!("/api/v1/admin/tournaments/{tournament}"), &body).bearer(&admin).send(port)
    };
    assert_eq!(ask("nothing-1", json!({ "order": "pause" })).refusal(), "404 notFound");
    // One of the house's own, that has no host.
    let (_, ann) = guest(port, "Ann");
    let find = || listed(port, "?status=lobby").into_iter().find(|name| name.starts_with("sng-6-"));
    let six = until("a sit-and-go", find);
    assert_eq!(wish(port, &ann, &six, &json!({ "wish": { "wish": "register" } })).status, 200);
    until("bots fill it", || (view(port, &six)["status"] == "running").then_some(()));
    assert_eq!(ask(&six, json!({ "order": "pause" })).status, 200);
    assert_eq!(view(port, &six)["status"], "paused");
    let again = ask(&six, json!({ "order": "pause" }));
    assert_eq!(again.json()["reason"]["why"]["refused"], "alreadyPaused");
    assert_eq!(ask(&six, json!({ "order": "resume" })).status, 200);
    assert_eq!(ask(&six, json!({ "order": "cancel" })).status, 200);
    assert_eq!((view(port, &six)["status"].as_str(), wallet(port, &ann)), (Some("cancelled"), 2000));
    let acts = get("/api/v1/admin/audit").bearer(&admin).send(port).json();
    let orders: Vec<String> = acts["acts"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|act| act["what"]["did"] == "tournament" && act["what"]["tournament"] == *six)
        .map(|act| text(&act["what"]["order"]))
        .collect();
    assert_eq!(orders, ["cancel", "resume", "pause", "pause"], "the latest first, what was refused too");
    assert!(room.stop().success());
    audit(data.path());
}
