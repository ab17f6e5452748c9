//! What a message costs: writing and reading a typical `game` action, and a whole request through the
//! sessions and a table.
//!
//! `cargo run --release -p kozyr-protocol --example updau_bench`
#![allow(clippy::print_stdout, clippy::disallowed_methods, clippy::float_arithmetic)]

#[path = "../tests/support/host.rs"]
#[allow(dead_code, unreachable_pub)]
mod host;
#[path = "../tests/support/outside.rs"]
#[allow(dead_code, unreachable_pub)]
mod outside;

use host::Host;
use kozyr_protocol::updau::session::Settings;
use kozyr_protocol::updau::{Limits, Message, Millis, Timestamp, Wire};
use outside::Outside;
use std::hint::black_box;
use std::time::Instant;

const ACTION: &str = r#"<action cmd="game" pub="5f0c2a9be1d34c77"><turn box="1" action="defend" attack_card="6d" defend_card="10d"><info attacker="0" defender="1"/></turn><availables><available type="ATTACK" cards="6d-6h,10d-10c,10d-10s"/><available type="FINISH"/></availables><wait name="turn" box="0" value="30" tick="0" timeBank="60"/></action>"#;

fn main() {
    for wire in [Wire::Xml, Wire::Json] {
        let action = Message::decode(Wire::Xml, ACTION.as_bytes(), &Limits::SERVER).expect("an action");
        let bytes = action.encode(wire);
        assert_eq!(Message::decode(wire, &bytes, &Limits::SERVER).as_ref(), Ok(&action));
        let encode = nanos(|| drop(black_box(black_box(&action).encode(wire))));
        let decode = nanos(|| drop(black_box(Message::decode(wire, black_box(&bytes), &Limits::SERVER))));
        println!(
            "{wire:?}: a game action of {} bytes: encode {encode:.0} ns, decode {decode:.0} ns, both {:.2} µs",
            bytes.len(),
            (encode + decode) / 1000.0
        );
    }
    println!(
        "a request through sessions and table (read, refused by the rules, answered): {:.2} µs",
        request() / 1000.0
    );
}

/// The best of many short runs, as others may be busy on the same machine.
fn nanos(mut run: impl FnMut()) -> f64 {
    const TIMES: u32 = 500;
    let mut once = || {
        let start = Instant::now();
        (0..TIMES).for_each(|_| run());
        start.elapsed().as_secs_f64() * 1e9 / f64::from(TIMES)
    };
    (0..400).map(|_| once()).fold(f64::INFINITY, f64::min)
}

fn request() -> f64 {
    let settings = Settings { messages_per_second: u32::MAX, burst: u32::MAX, ..Settings::default() };
    let now = Timestamp::from_millis(0);
    let mut house = Host::new(settings, Outside::new(1, &[]), now);
    for nth in 1..=2u64 {
        house.connect(now, nth);
        let say = |house: &mut Host, text: String| house.receive(now, nth, text.as_bytes());
        let cookie = format!("<credentials><type value='demo'/><cookie value='{nth}'/></credentials>");
        say(&mut house, format!("<request cmd='auth'>{cookie}</request>"));
        say(&mut house, "<request cmd='open'/>".to_owned());
        say(&mut house, format!("<request cmd='find' pub='pub-{nth}'><queue name='durak'/></request>"));
    }
    let now = now + Millis::new(250);
    for nth in 1..=2 {
        house.receive(now, nth, format!("<request cmd='begin' pub='pub-{nth}'/>").as_bytes());
    }
    house.outputs();
    let turn = "<request cmd='game' pub='pub-1'><game cmd='turn'><turn action='take'/></game></request>";
    nanos(|| {
        house.receive(now, 1, turn.as_bytes());
        black_box(house.outputs());
    })
}
