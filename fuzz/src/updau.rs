//! UpDAU: documents, TCP streams, and clients in a room. Each function takes any bytes and panics only when something
//! is broken. Shared by the libFuzzer targets and by the tests of `kozyr-protocol`.
#![allow(unreachable_pub, dead_code)] // a module of a test as well

#[path = "../../crates/protocol/tests/support/host.rs"]
mod host;
#[path = "../../crates/protocol/tests/support/outside.rs"]
mod outside;

use host::Host;
use kozyr_protocol::updau::session::{Output, Settings};
use kozyr_protocol::updau::{Deframer, Element, Limits, Message, Millis, Timestamp, Wire, frame};
use outside::Outside;

/// Any bytes are a document or refused, in both forms; what was read is written so that it reads back the
/// same, and so is every message it holds.
pub fn documents(data: &[u8]) {
    for wire in [Wire::Xml, Wire::Json] {
        let Ok(element) = wire.read(data, &Limits::CLIENT) else { continue };
        let once = reread(wire, &element);
        // JSON gathers the children of one name, which is done after the first time.
        assert!(wire == Wire::Json || once == element, "{element:?} became {once:?}");
        assert_eq!(reread(wire, &once), once);
        let Ok(message) = Message::decode(wire, data, &Limits::CLIENT) else { continue };
        for other in [Wire::Xml, Wire::Json] {
            if let Message::Request(request) = &message
                && request.command.is_ok()
            {
                let encoded = message.encode(other);
                let decoded = Message::decode(other, &encoded, &Limits::SERVER);
                assert_eq!(decoded.as_ref(), Ok(&message), "{}", String::from_utf8_lossy(&encoded));
            }
        }
    }
}

fn reread(wire: Wire, element: &Element<'_>) -> Element<'static> {
    let bytes = wire.write(element);
    wire.read(&bytes, &Limits::SERVER).expect("what was written can be read").into_owned()
}

/// Any bytes are a TCP stream: documents come out whole however the stream was cut, and nothing longer than
/// the limit is ever held.
pub fn tcp(data: &[u8]) {
    let cut = |sizes: usize| {
        let mut deframer = Deframer::new(Limits::CLIENT);
        let mut documents = Vec::new();
        for mut piece in data.chunks(sizes.max(1)) {
            loop {
                match deframer.next(&mut piece) {
                    Ok(Some(document)) => documents.push(document),
                    Ok(None) => break,
                    Err(_) => return (documents, false),
                }
            }
        }
        (documents, true)
    };
    let whole = cut(data.len());
    assert_eq!(whole, cut(1));
    assert_eq!(whole, cut(7));
    assert!(whole.0.iter().all(|document| document.len() <= Limits::CLIENT.bytes));
    let framed: Vec<u8> = whole.0.iter().flat_map(|document| frame(document)).collect();
    assert!(data.starts_with(&framed));
}

/// Any bytes are what a few clients send to a room in which a game is going on: every message is answered or
/// its connection closed, every document can be read, no chip is made or lost.
///
/// Messages are separated by the byte 0xff; the first byte of each says who sends it and how much time passes.
pub fn clients(data: &[u8]) {
    let mut room = Room::new();
    for piece in data.split(|&byte| byte == 0xff).take(400) {
        let Some((&how, message)) = piece.split_first() else { continue };
        room.pass([0, 0, 0, 250, 1_000, 6_000, 31_000, 121_000][usize::from(how >> 2 & 7)]);
        match how >> 5 {
            7 => room.reconnect(usize::from(how & 3)),
            _ => room.send(usize::from(how & 3), message),
        }
    }
    room.pass(1_000_000);
    assert_eq!(
        room.house.accounts().map(|(_, chips)| chips.units()).sum::<i64>(),
        0,
        "chips were made or lost"
    );
}

/// Four clients and a room.
struct Room {
    house: Host,
    now: Timestamp,
    connections: [u64; 4],
    last: u64,
}

impl Room {
    /// Two of the four are in the middle of a game, a third looks at the list of tables.
    fn new() -> Room {
        let settings = Settings { test_tables: true, burst: 60, ..Settings::default() };
        let now = Timestamp::from_millis(0);
        let house = Host::new(settings, Outside::new(1, &[]), now);
        let mut room = Room { house, now, connections: [0; 4], last: 0 };
        for who in 0..4 {
            room.reconnect(who);
            let cookie = format!("<cookie value='{who}'/>");
            let auth = format!(
                "<request cmd='auth'><credentials><type value='demo'/>{cookie}</credentials></request>"
            );
            room.send(who, auth.as_bytes());
            room.send(who, b"<request cmd='open'/>");
        }
        for who in 0..2 {
            let find = format!("<request cmd='find' pub='pub-{}'><queue name='durak'/></request>", who + 1);
            room.send(who, find.as_bytes());
        }
        room.pass(250);
        for who in 0..2 {
            room.send(who, format!("<request cmd='begin' pub='pub-{}'/>", who + 1).as_bytes());
        }
        room.send(2, b"<request cmd='subscribe' pub='pub-3'><room id='durak'/></request>");
        room
    }

    fn reconnect(&mut self, who: usize) {
        self.house.disconnect(self.now, self.connections[who]);
        self.last += 1;
        self.connections[who] = self.last;
        self.house.connect(self.now, self.last);
        self.check(None);
    }

    fn send(&mut self, who: usize, message: &[u8]) {
        self.house.receive(self.now, self.connections[who], message);
        self.check(Some(who));
    }

    fn pass(&mut self, millis: u64) {
        self.now += Millis::new(millis);
        self.house.tick(self.now);
        assert!(self.house.deadline().is_none_or(|deadline| deadline > self.now), "a deadline was missed");
        self.check(None);
    }

    /// Everything that goes out can be read; who asked was answered or is closed.
    fn check(&mut self, asked: Option<usize>) {
        let mut answered = asked.is_none();
        loop {
            let outputs = self.house.outputs();
            if outputs.is_empty() {
                break;
            }
            for output in outputs {
                match output {
                    Output::Send { to, bytes } => {
                        let read = Message::decode(Wire::of(&bytes), &bytes, &Limits::SERVER);
                        let read = read
                            .unwrap_or_else(|fault| panic!("{fault}: {}", String::from_utf8_lossy(&bytes)));
                        let response = matches!(read, Message::Response(_));
                        assert!(
                            response || matches!(read, Message::Action(_)),
                            "neither response nor action"
                        );
                        answered |= response && asked.is_some_and(|who| self.connections[who] == to);
                    }
                    Output::Close { connection, .. } => {
                        let closed = self.connections.iter().position(|&known| known == connection);
                        answered |= closed.is_some() && closed == asked;
                        if let Some(who) = closed {
                            self.last += 1;
                            self.connections[who] = self.last;
                            self.house.connect(self.now, self.last);
                        }
                    }
                    Output::Check { ticket, login, password, .. } => {
                        self.house.checked(self.now, ticket, (login == password).then_some(login.as_str()));
                    }
                }
            }
        }
        assert!(answered, "a message without an answer");
    }
}
