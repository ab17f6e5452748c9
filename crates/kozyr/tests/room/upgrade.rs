//! Rooms that earlier programs left behind: whoever sat in the middle of a hand goes on with it, and nothing is lost.
//!
//! Each file of `testdata/rooms` is a closed room's database with what has to be found in it beside. A change of the schema, of
//! an event or of a checkpoint that cannot read one of them any more fails here; then it needs a way over, and `write_a_room`
//! one more file.

use crate::support::client::{Client, accepted};
use crate::support::http::{get, post};
use crate::support::process::Process;
use crate::support::updau::{Carrier, Player};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use kozyr_protocol::room::HoldemAction;
use kozyr_protocol::updau::{Answer, Wire};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::Command;

const PASSWORD: &str = "correct horse";
/// Nobody is forgotten, however old the room is.
const FLAGS: &[&str] =
    &["--pace", "5", "--bots", "2", "--guests-kept-days", "0", "--updau-listen", "127.0.0.1:0"];
const TABLE: &str = "holdem-1";

/// What has to be found in a room.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Known {
    /// Ann's number, and the hands she has played.
    ann: u64,
    hands: usize,
    /// The hand she is in: its number, her seat and her cards.
    hand: u64,
    seat: u8,
    cards: Vec<String>,
    /// Who came over UpDAU with the cookie `eve`, and what is before them.
    eve: u64,
    channels: usize,
}

impl Known {
    fn seen(ann: &Client, hands: usize, eve: &Player) -> Known {
        Known {
            ann: ann.you.as_ref().unwrap().id,
            hands,
            hand: ann.view().hand,
            seat: ann.seat().unwrap().number(),
            cards: ann.cards(),
            eve: eve.uid,
            channels: eve.channels,
        }
    }
}

fn rooms() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/rooms"))
}

/// Ann of this room, with the hands she has played.
async fn ann(port: u16, token: &str) -> (Client, usize) {
    let mut ann = Client::connect_to(port, TABLE).await;
    ann.hello(Some(token.to_owned())).await;
    ann.watch(None).await;
    let hands = get("/api/v1/hands?limit=100").bearer(token).send(port).json();
    (ann, hands["hands"].as_array().unwrap().len())
}

#[tokio::test]
#[ignore = "writes testdata/rooms: by hand, when what a room stores has changed"]
async fn write_a_room() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FLAGS);
    let body = json!({ "name": "Ann", "password": PASSWORD });
    let made = post("/api/v1/people/sign-up", &body).send(room.port).json();
    let token = made["token"].as_str().unwrap();
    let mut eve = Player::enter(Carrier::tcp(room.updau.unwrap(), "127.0.0.1").await, Wire::Xml, "eve").await;
    let create = r#"<request cmd="create"><criteria game_type="durak_perevodnoi" cash_bet="100" num_seats="2" points="2" currency="FUN"/></request>"#;
    assert!(matches!(eve.say(create).await, Ok(Answer::Place { .. })));
    let mut seka = Client::guest_at(room.port, "Bob", "seka-5").await;
    assert!(accepted(&seka.sit(1, 500).await));
    let (mut ann, _) = ann(room.port, token).await;
    assert!(accepted(&ann.sit(3, 200).await));
    loop {
        if ann.may_act() {
            let hands = get("/api/v1/hands?limit=100").bearer(token).send(room.port).json();
            let hands = hands["hands"].as_array().unwrap().len();
            if hands >= 3 && ann.cards().len() == 2 {
                // The one they have opened since.
                let known = Known { channels: 1, ..Known::seen(&ann, hands, &eve) };
                assert!(room.stop().success());
                let bytes = std::fs::read(data.path().join("kozyr.db")).unwrap();
                let schema = u32::from_be_bytes(bytes[60..64].try_into().unwrap());
                std::fs::create_dir_all(rooms()).unwrap();
                let path = rooms().join(format!("schema-{schema}.db.gz"));
                let mut file = GzEncoder::new(std::fs::File::create(&path).unwrap(), Compression::best());
                file.write_all(&bytes).unwrap();
                file.finish().unwrap();
                let text = serde_json::to_string_pretty(&known).unwrap() + "\n";
                std::fs::write(path.with_extension("").with_extension("json"), text).unwrap();
                return;
            }
            let act = ann.act(HoldemAction::Fold);
            ann.ask(&act).await;
        } else {
            ann.next().await.expect("the connection lasts");
        }
    }
}

#[tokio::test]
async fn every_room_of_an_earlier_program_opens_and_goes_on() {
    let mut opened = 0;
    for entry in std::fs::read_dir(rooms()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "gz") {
            continue;
        }
        opened += 1;
        let name = path.display();
        let text = std::fs::read_to_string(path.with_extension("").with_extension("json")).unwrap();
        let known: Known = serde_json::from_str(&text).unwrap();
        let data = tempfile::tempdir().unwrap();
        let mut bytes = Vec::new();
        GzDecoder::new(std::fs::File::open(&path).unwrap()).read_to_end(&mut bytes).unwrap();
        std::fs::write(data.path().join("kozyr.db"), bytes).unwrap();
        let audit = || {
            let mut kozyr = Command::new(env!("CARGO_BIN_EXE_kozyr"));
            kozyr.arg("audit").arg("--data").arg(data.path()).output().unwrap()
        };
        assert!(audit().status.success(), "{name}: {:?}", audit());

        let room = Process::start(data.path(), 0, FLAGS);
        let body = json!({ "name": "Ann", "password": PASSWORD });
        let page = post("/api/v1/people/sign-in", &body).send(room.port).json();
        let (mut ann, hands) = ann(room.port, page["token"].as_str().unwrap()).await;
        let carrier = Carrier::tcp(room.updau.unwrap(), "127.0.0.1").await;
        let mut eve = Player::nobody(carrier, Wire::Xml, "eve");
        eve.auth("eve").await;
        assert_eq!(Known::seen(&ann, hands, &eve), known, "{name}");
        // The hand goes on where it was.
        while ann.view().hand == known.hand && ann.view().running {
            if ann.may_act() {
                let act = ann.act(HoldemAction::CheckOrCall);
                ann.ask(&act).await;
            } else {
                ann.next().await.expect("the connection lasts");
            }
        }
        assert!(room.stop().success());
        assert!(audit().status.success(), "{name}: {:?}", audit());
    }
    assert!(opened > 0, "there is no room to open");
}
