//! The base of the API over real connections: the document, the one shape of a refusal, health and figures.

use crate::support::client::Client;
use crate::support::http::{get, post};
use crate::support::process::Process;
use serde_json::json;

const ALONE: &[&str] = &["--bots", "0"];

#[tokio::test]
async fn the_api_describes_itself_and_refuses_in_one_shape() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let port = room.port;
    let document = get("/api/v1/openapi.json").send(port);
    assert_eq!((document.status, document.header("content-type")), (200, Some("application/json")));
    assert_eq!(document.json()["openapi"], "3.1.0");
    assert!(document.json()["paths"]["/room"]["get"].is_object());
    assert_eq!(get("/api/v1/room").send(port).json()["draining"], false);
    for (asked, told) in [
        (get("/api/v1/nowhere"), "404 notFound"),
        (get("/api/v1"), "404 notFound"),
        (get("/api/v1/"), "404 notFound"),
        (get("/api/"), "404 notFound"),
        (get("/api/v2/room"), "404 notFound"),
        (get("/api/v1/tables/%ff"), "400 unreadable"),
        (get("/api/v1/shared/%ff"), "400 unreadable"),
        (get("/api/v1/lobby?game=chess"), "400 unreadable"),
        (post("/api/v1/room", &json!({})), "405 wrongMethod"),
    ] {
        let answer = asked.send(port);
        assert_eq!(answer.refusal(), told);
        assert_eq!(answer.header("cache-control"), Some("no-store"));
    }
    let page = get("/api").send(port);
    assert!(page.status == 200 && page.body.contains("/api/docs.js"));
    assert!(get("/api/docs.js").send(port).body.contains("openapi.json"));
    assert!(room.stop().success());
}

/// Nothing is promised that cannot be kept: whoever asks for a change hears that it is not made, and balancers that the room is ill.
#[test]
fn a_room_whose_database_is_gone_answers_that_it_cannot_do_it_now() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let port = room.port;
    let sign_up = |name: &str| {
        let body = json!({ "name": name, "password": "correct horse" });
        post("/api/v1/people/sign-up", &body).send(port)
    };
    assert_eq!(sign_up("Ann").status, 200);
    std::fs::remove_file(data.path().join("kozyr.db")).unwrap();
    // The file's name is looked at once a second.
    std::thread::sleep(std::time::Duration::from_millis(1_100));
    assert_eq!(sign_up("Bob").refusal(), "503 tryAgain");
    for path in ["/healthz", "/readyz"] {
        assert_eq!(get(path).send(port).status, 503, "{path}");
    }
}

#[tokio::test]
async fn health_and_figures_tell_an_operator_and_nobody_else() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let port = room.port;
    for path in ["/healthz", "/readyz"] {
        let answer = get(path).send(port);
        assert_eq!((answer.status, answer.body.as_str()), (200, "ok\n"), "{path}");
    }
    let ann = Client::guest(port, "Annabel").await;
    let text = get("/metrics").send(port).body;
    for line in
        ["kozyr_connections 1", "kozyr_guests_total 1", "# TYPE kozyr_tables gauge", "kozyr_draining 0"]
    {
        assert!(text.lines().any(|known| known == line), "{line} in {text}");
    }
    let token = ann.token.unwrap();
    assert!(!text.contains("Annabel") && !text.contains(&token));
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (name, value) = line.rsplit_once(' ').expect("a name and a value");
        assert!(name.starts_with("kozyr_") && value.parse::<u64>().is_ok(), "{line}");
    }
    assert!(room.stop().success());
}
