//! The room's messages as bytes, and the TypeScript made from them.
#![allow(clippy::disallowed_methods, reason = "a test reads the file it checks")]

use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_protocol::room::*;
use proptest::prelude::*;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

#[test]
fn the_typescript_and_the_schema_are_fresh() {
    for (path, fresh) in [
        ("web/src/protocol.ts", typescript::typescript()),
        ("web/src/api.ts", typescript::api_typescript()),
        ("docs/room.schema.json", typescript::schema()),
        ("docs/room-codes.md", codes::codes()),
    ] {
        let written = std::fs::read_to_string(format!("{ROOT}/{path}")).unwrap_or_default();
        assert!(written == fresh, "{path} is stale: run `cargo run -p kozyr-protocol --example typescript`");
    }
}

/// A client can be written from the page: no message is missing on it.
#[test]
fn every_message_is_explained() {
    let page = std::fs::read_to_string(format!("{ROOT}/docs/room.md")).unwrap();
    for schema in [typescript::client_schema(), typescript::server_schema()] {
        for choice in schema["oneOf"].as_array().unwrap() {
            let name = choice["properties"]["type"]["const"].as_str().unwrap();
            assert!(page.contains(&format!("`{name}`")), "{name} is not in docs/room.md");
        }
    }
}

/// The lines of the documentation are messages, each of the direction it claims, and come back as they are.
#[test]
fn the_documented_messages_are_messages() {
    let page = std::fs::read_to_string(format!("{ROOT}/docs/room.md")).unwrap();
    let (mut sent, mut told) = (0, 0);
    for line in page.lines() {
        if let Some(text) = line.strip_prefix("> ") {
            let message = read(text).unwrap_or_else(|error| panic!("{error} in {text}"));
            if let ToServer::Hello { protocol, .. } = message {
                assert_eq!(protocol, PROTOCOL);
            }
            sent += 1;
        } else if let Some(text) = line.strip_prefix("< ") {
            let message: ToClient = serde_json::from_str(text).unwrap_or_else(|e| panic!("{e} in {text}"));
            // Nothing is lost or added; the order of names is the writer's own affair.
            let said: serde_json::Value = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_value(&message).unwrap(), said);
            told += 1;
        }
    }
    assert!(sent >= 9 && told >= 8, "{sent} and {told}: the test sees nothing");
    assert!(page.contains(&format!("at most {},{:03} bytes", MAX_MESSAGE / 1000, MAX_MESSAGE % 1000)));
}

#[test]
fn messages_look_like_this() {
    let id = "0192f3a4-0000-7000-8000-00000000002a";
    let cases = [
        (r#"{"type":"hello","protocol":3,"language":"en"}"#.to_owned(), None),
        (r#"{"type":"hello","protocol":3,"token":null,"language":"en"}"#.to_owned(), None),
        (r#"{"type":"guest","name":"Аня","language":"ru"}"#.to_owned(), None),
        (r#"{"type":"lobby"}"#.to_owned(), None),
        (r#"{"type":"watch","table":"holdem-1","have":12}"#.to_owned(), None),
        (format!(r#"{{"type":"sit","command":"{id}","table":"holdem-1","seat":3,"buyIn":200}}"#), Some(id)),
        (
            format!(
                r#"{{"type":"act","command":"{id}","table":"holdem-1","turn":9,"action":{{"game":"holdem","kind":"raiseTo","to":40}}}}"#
            ),
            Some(id),
        ),
        (
            format!(
                r#"{{"type":"act","command":"{id}","table":"t","turn":9,"action":{{"game":"holdem","kind":"checkOrCall"}}}}"#
            ),
            Some(id),
        ),
    ];
    for (text, command) in cases {
        let message = read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(message.command().map(|id| id.to_string()).as_deref(), command, "{text}");
        let again = serde_json::to_string(&message).unwrap();
        assert_eq!(read(&again).unwrap(), message);
    }
    let raise = GameAction::Holdem(HoldemAction::RaiseTo { to: Chips::new(40) });
    assert_eq!(serde_json::to_string(&raise).unwrap(), r#"{"game":"holdem","kind":"raiseTo","to":40}"#);
    let refused = Answer::Refused { reason: Refusal::SeatedAlready { seat: Seat::from_index(2) } };
    assert_eq!(
        serde_json::to_string(&refused).unwrap(),
        r#"{"outcome":"refused","reason":{"code":"seatedAlready","seat":3}}"#
    );
}

#[test]
fn what_is_no_message_is_refused() {
    let id = "0192f3a4-0000-7000-8000-00000000002a";
    for text in [
        "",
        "null",
        "[]",
        "{}",
        r#"{"type":"dance"}"#,
        r#"{"type":"hello"}"#,
        r#"{"type":"hello","protocol":3,"language":"fr"}"#,
        r#"{"type":"sit","command":"x","table":"t","seat":1,"buyIn":1}"#,
        &format!(r#"{{"type":"sit","command":"{id}","table":"t","seat":0,"buyIn":1}}"#),
        &format!(r#"{{"type":"sit","command":"{id}","table":"t","seat":17,"buyIn":1}}"#),
        &format!(r#"{{"type":"sit","command":"{id}","table":"t","seat":1,"buyIn":1.5}}"#),
        &format!(r#"{{"type":"act","command":"{id}","table":"t","turn":1,"action":{{"game":"chess"}}}}"#),
        &"[".repeat(MAX_MESSAGE),
        &" ".repeat(MAX_MESSAGE + 1),
    ] {
        assert!(read(text).is_err(), "{text}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in ".{0,200}") {
        let _ = read(&text);
    }

    #[test]
    fn any_json_is_read_or_refused(
        kind in "(hello|guest|watch|sit|act|leave|ping|x)",
        key in "(table|command|seat|buyIn|turn|action|have|echo)",
        value in "(null|-?[0-9]{1,25}|\"[a-z0-9-]{0,40}\"|[0-9]\\.[0-9]|\\[\\]|\\{\\})",
    ) {
        let _ = read(&format!(r#"{{"type":"{kind}","{key}":{value}}}"#));
    }
}
