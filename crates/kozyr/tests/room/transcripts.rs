//! Every transcript of UpDAU over real sockets to a running room: what clients send, byte by byte, and every document the
//! room answers. The room's clock is moved by hand, so that a clock of ten minutes takes no time and runs out exactly
//! when the transcript says.
//!
//! A transcript calls people, tokens and channels as it likes. Here they are what the room makes of them: whatever
//! stands where a name stands is learned when it is first seen, and has to be the same from then on.

use crate::support::books::balanced;
use crate::support::http::post;
use crate::support::process::Process;
use crate::support::updau::{Carrier, Heard};
use kozyr_protocol::updau::{Element, Wire};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use tokio::time::timeout;
use transcript::{STATES, Step, covers, parse, read, transcripts};

#[path = "../../../protocol/tests/transcript/mod.rs"]
mod transcript;

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(40);
/// The attributes that name something the room makes.
const NAMES: [&str; 5] = ["uid", "token", "pub", "nick", "nickname"];
/// One thing may be named by two attributes.
fn kind_of(attribute: &str) -> &str {
    if attribute == "nickname" { "nick" } else { attribute }
}

/// Those that are moments of the room's calendar, in seconds.
const MOMENTS: [&str; 2] = ["created", "visited"];
/// What every room says of itself in words of its own.
const WORDS: [&str; 2] = ["version", "build"];

/// A document to be compared.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Node {
    name: String,
    attributes: BTreeMap<String, String>,
    text: String,
    children: Vec<Node>,
}

impl Node {
    fn of(element: &Element<'_>) -> Node {
        Node {
            name: element.name().to_owned(),
            attributes: element
                .attributes()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            text: element.text().to_owned(),
            children: element.children().iter().map(Node::of).collect(),
        }
    }

    /// Lists of people are in the order of their numbers, which are the room's own.
    fn in_order(mut self) -> Node {
        self.children = self.children.into_iter().map(Node::in_order).collect();
        if self.children.iter().all(|child| child.name == "user") {
            self.children.sort();
        }
        self
    }
}

/// What the room calls what the transcript calls otherwise.
#[derive(Default)]
struct Names {
    /// By the attribute and the room's word: the transcript's.
    known: BTreeMap<(String, String), String>,
    /// By whose connection it was, the attribute and the transcript's word: the room's.
    said: BTreeMap<(String, String, String), String>,
    /// How much later the room's calendar is than the transcript's.
    later: Option<i64>,
}

impl Names {
    /// Learns what stands where a name stands.
    fn learn(&mut self, person: &str, expected: &Node, heard: &Node) {
        for name in NAMES {
            let (Some(theirs), Some(ours)) = (expected.attributes.get(name), heard.attributes.get(name))
            else {
                continue;
            };
            let kind = kind_of(name);
            // Nobody is taken for somebody else: what is known stays, and another name for it shows as a difference.
            let taken = self.known.iter().any(|((known, _), word)| known == kind && word == theirs);
            if name != "pub" && taken {
                continue;
            }
            let key = (kind.to_owned(), ours.clone());
            self.known.entry(key).or_insert_with(|| theirs.clone());
            let key = (person.to_owned(), kind.to_owned(), theirs.clone());
            self.said.entry(key).or_insert_with(|| ours.clone());
        }
        for (expected, heard) in expected.children.iter().zip(&heard.children) {
            self.learn(person, expected, heard);
        }
    }

    /// The document as the transcript would have written it.
    fn translate(&mut self, expected: &Node, heard: &Node) -> Node {
        let mut node = heard.clone();
        for (name, value) in &mut node.attributes {
            let there = expected.attributes.get(name);
            if NAMES.contains(&name.as_str()) {
                if let Some(theirs) = self.known.get(&(kind_of(name).to_owned(), value.clone())) {
                    value.clone_from(theirs);
                }
            } else if let (true, Some(theirs)) = (MOMENTS.contains(&name.as_str()), there) {
                let (ours, then) = (value.parse::<i64>().unwrap(), theirs.parse::<i64>().unwrap());
                // Seconds are cut off on both sides.
                if (ours - then).abs_diff(*self.later.get_or_insert(ours - then)) <= 1 {
                    value.clone_from(theirs);
                }
            }
        }
        if WORDS.contains(&node.name.as_str()) && !node.text.is_empty() {
            node.text.clone_from(&expected.text);
        }
        let nothing = Node {
            name: String::new(),
            attributes: BTreeMap::new(),
            text: String::new(),
            children: Vec::new(),
        };
        let beside = expected.children.iter().chain(std::iter::repeat(&nothing));
        node.children =
            heard.children.iter().zip(beside).map(|(heard, there)| self.translate(there, heard)).collect();
        node
    }

    /// What this person sends, with the room's own words.
    fn speak(&self, person: &str, document: &str) -> String {
        let mut text = document.to_owned();
        // Their own words come first: two people's channels may have one name.
        let (own, others): (Vec<_>, Vec<_>) =
            self.said.iter().partition(|((whose, _, _), _)| whose == person);
        for ((_, kind, theirs), ours) in own.into_iter().chain(others) {
            let forms = match kind.as_str() {
                "pub" => [format!("pub=\"{theirs}\""), format!("\"pub\":\"{theirs}\"")],
                "token" => [format!("value=\"{theirs}\""), format!("\"value\":\"{theirs}\"")],
                "uid" => [format!("user id=\"{theirs}\""), format!("\"user\":{{\"id\":\"{theirs}\"")],
                _ => continue,
            };
            for form in forms {
                let said = form.replace(&format!("\"{theirs}\""), &format!("\"{ours}\""));
                text = text.replace(&form, &said);
            }
        }
        text
    }
}

/// A connection of the transcript.
struct Connected {
    carrier: Carrier,
    /// Unknown before it has sent something.
    wire: Option<Wire>,
}

struct Stage {
    room: Process,
    /// Do the first, third, fifth connections go over plain TCP, or the others?
    odd: bool,
    connections: usize,
    people: BTreeMap<String, Connected>,
    names: Names,
    signs: u32,
    seen: Seen,
}

/// What was told by all transcripts together.
#[derive(Default)]
struct Seen {
    /// Commands with whether they were refused.
    answered: BTreeSet<(String, bool)>,
    /// States of channels.
    states: BTreeSet<String>,
}

impl Seen {
    fn note(&mut self, document: &Node) {
        if document.name == "response" {
            let refused = document.children.iter().any(|child| child.name == "error");
            self.answered.insert((document.attributes["cmd"].clone(), refused));
        }
        self.note_states(document);
    }

    fn note_states(&mut self, node: &Node) {
        if node.name == "state" {
            self.states.extend(node.attributes.get("value").cloned());
        }
        node.children.iter().for_each(|child| self.note_states(child));
    }
}

impl Stage {
    async fn connect(&mut self, name: &str) {
        self.connections += 1;
        let carrier = if (self.connections % 2 == 1) == self.odd {
            Carrier::tcp(self.room.updau.unwrap(), "127.0.0.1").await
        } else {
            Carrier::socket(self.room.port).await
        };
        self.people.insert(name.to_owned(), Connected { carrier, wire: None });
        self.settled().await;
    }

    /// Waits until the room has noticed who is there and who is not.
    async fn settled(&self) {
        let open = format!("\nkozyr_connections {}\n", self.people.len());
        let look = async {
            while !self.room.get("/metrics").replace('\r', "").contains(&open) {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        timeout(PATIENCE, look).await.expect("the room notices who is there");
    }

    /// Nothing was sent to this person but what they have heard: the answer to a question comes next.
    async fn has_heard_all(&mut self, here: &str, name: &str) {
        let Some(Connected { carrier, wire: Some(wire) }) = self.people.get_mut(name) else { return };
        self.signs += 1;
        let (ask, answer) = match wire {
            Wire::Xml => (
                format!(r#"<request cmd="ping" sign="so far {}"/>"#, self.signs),
                format!(r#"<response cmd="ping" sign="so far {}"/>"#, self.signs),
            ),
            Wire::Json => (
                format!(r#"{{"request":{{"cmd":"ping","sign":"so far {}"}}}}"#, self.signs),
                format!(r#"{{"response":{{"cmd":"ping","sign":"so far {}"}}}}"#, self.signs),
            ),
        };
        carrier.send(ask.as_bytes()).await.unwrap();
        match timeout(PATIENCE, carrier.next()).await.expect("a ping is answered") {
            Heard::Document(bytes) => {
                assert_eq!(
                    String::from_utf8(bytes).unwrap(),
                    answer,
                    "{here}: {name} was sent something before"
                );
            }
            Heard::End(code) => panic!("{here}: {name}'s connection has ended: {code:?}"),
        }
    }

    async fn everybody_has_heard_all(&mut self, here: &str) {
        let all: Vec<String> = self.people.keys().cloned().collect();
        for name in all {
            self.has_heard_all(here, &name).await;
        }
    }

    async fn hear(&mut self, here: &str, step: &Step) {
        let name = &step.words[1];
        let who = self.people.get_mut(name).unwrap_or_else(|| panic!("{here}: {name} is not connected"));
        let heard = timeout(PATIENCE, who.carrier.next()).await;
        let Ok(heard) = heard else { panic!("{here}: nothing was sent") };
        match heard {
            Heard::End(code) => {
                assert_eq!(step.words[0], "close", "{here}: the connection has ended: {code:?}");
                let tcp = matches!(who.carrier, Carrier::Tcp { .. });
                assert_eq!(code, (!tcp).then_some(1008), "{here}");
                self.people.remove(name);
            }
            Heard::Document(bytes) => {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                assert_eq!(step.words[0], "<", "{here}: was sent {text}");
                assert_eq!(Wire::of(&bytes), Wire::of(step.document.trim().as_bytes()), "{here}: {text}");
                let expected = Node::of(&read(step.document.trim().as_bytes()));
                let heard = Node::of(&read(&bytes));
                self.names.learn(name, &expected, &heard);
                let translated = self.names.translate(&expected, &heard).in_order();
                assert_eq!(translated, expected.in_order(), "{here}: was sent {text}");
                self.seen.note(&heard);
            }
        }
    }

    async fn act(&mut self, here: &str, step: &Step) {
        let words: Vec<&str> = step.words.iter().map(String::as_str).collect();
        match words[..] {
            ["connect", name] => self.connect(name).await,
            ["disconnect", name] => {
                self.has_heard_all(here, name).await;
                self.people.remove(name);
                self.settled().await;
            }
            [">", name] => {
                let document = self.names.speak(name, &step.document);
                let who = self.people.get_mut(name).unwrap();
                who.wire.get_or_insert(Wire::of(document.as_bytes()));
                who.carrier.send(document.as_bytes()).await.unwrap();
            }
            ["after", time] => {
                self.everybody_has_heard_all(here).await;
                let millis = match time.strip_suffix("ms") {
                    Some(millis) => millis.parse().unwrap(),
                    None => time.strip_suffix('s').unwrap().parse::<u64>().unwrap() * 1000,
                };
                self.room.pass(millis);
            }
            ["account", login, password] => {
                let body = serde_json::json!({ "name": login, "password": password });
                let made = post("/api/v1/people/sign-up", &body).send(self.room.port);
                assert_eq!(made.status, 200, "{here}: {made:?}");
            }
            _ => panic!("{here}: {:?}?", step.words),
        }
    }
}

/// Plays the transcript over sockets.
async fn replay(name: &str, text: &str, odd: bool, seen: Seen) -> Seen {
    let mut steps = parse(text).into_iter().map(|(_, step)| step);
    let first = steps.next().expect("a transcript begins with its house");
    assert_eq!(first.words[0], "house", "{name}");
    let mut flags =
        vec!["--clock-by-hand", "--bots", "0", "--gift", "10000", "--updau-listen", "127.0.0.1:0"];
    for word in &first.words[1..] {
        match word.split_once('=') {
            // Channels are called as the room likes.
            Some(("pubs", _)) => {}
            None if word == "test_tables" => flags.push("--updau-test-tables"),
            _ => panic!("{name}: a real room does not do {word}"),
        }
    }
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &flags);
    let (people, names) = (BTreeMap::new(), Names::default());
    let mut stage = Stage { room, odd, connections: 0, people, names, signs: 0, seen };
    for step in steps {
        let here = format!("{name}:{}", step.line);
        match step.words[0].as_str() {
            "<" | "close" => stage.hear(&here, &step).await,
            _ => stage.act(&here, &step).await,
        }
    }
    stage.everybody_has_heard_all(name).await;
    let Stage { room, seen, .. } = stage;
    assert!(room.stop().success(), "{name}");
    balanced(data.path());
    seen
}

async fn replay_all(odd: bool) {
    let mut seen = Seen::default();
    for (name, path) in transcripts() {
        seen = replay(&name, &std::fs::read_to_string(path).unwrap(), odd, seen).await;
    }
    covers(&seen.answered);
    assert_eq!(seen.states, STATES.map(str::to_owned).into(), "every state is told");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_transcript_replays_over_sockets_the_first_over_tcp() {
    replay_all(true).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_transcript_replays_over_sockets_the_first_over_a_websocket() {
    replay_all(false).await;
}
