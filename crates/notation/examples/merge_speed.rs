//! What an action costs, early and late in a hand: `cargo run --release -p kozyr-notation --example merge_speed`.
//!
//! The live hand keeps the machine beside the log, so an action late in a hand is not a replay. What does grow is the
//! client's own message, whose log is compared line by line; `act` is the same action without that message. The last
//! column is the stateless function, which reads and replays the server's hand every time.
#![allow(clippy::print_stdout, clippy::disallowed_methods)]

use kozyr_notation::exchange::{Host, LiveHand, Request, Waiting, merge};
use kozyr_notation::json::Value;
use std::time::Instant;

const HANDS: usize = 2_000;
const SHOWN: [usize; 5] = [5, 20, 50, 100, 200];
const HOST: Host =
    Host { bankroll: None, min_buy_in: None, max_buy_in: None, debt: None, now_ms: Some(1_700_000_000_000) };

fn start() -> LiveHand {
    let text = r#"{"hand": 1, "players": ["A", "B", "C", "D", "E", "F"], "seatCount": 6,
        "startingStacks": [100000, 100000, 100000, 100000, 100000, 100000],
        "blindsOrStraddles": [1, 2, 0, 0, 0, 0], "actions": ["d dh p1 AsAh", "d dh p2 KsKh", "d dh p3 QsQh",
        "d dh p4 JsJh", "d dh p5 TsTh", "d dh p6 9s9h"]}"#;
    LiveHand::read(&text.parse().expect("JSON")).expect("a hand")
}

/// One action of the hand, as it may reach the server.
struct Step {
    name: String,
    line: String,
    client: Value,
    text: String,
    server: Value,
}

/// Six players raise by the least for as long as it takes.
fn script() -> Vec<Step> {
    let mut live = start();
    let last = SHOWN[SHOWN.len() - 1];
    (1..=last as i64)
        .map(|number| {
            let Waiting::Bet(name) = live.waiting() else { panic!("somebody is to act") };
            let name = name.to_owned();
            let player = live.players().position(|player| player == name).expect("at the table") + 1;
            let line = format!("p{player} cbr {}", 2 + 2 * number);
            let client = with_line(live.personalize(Some(&name)), &line);
            let server = live.to_json();
            live.merge(&client, &HOST).expect("legal");
            Step { text: client.to_string(), name, line, client, server }
        })
        .collect()
}

fn with_line(mut seen: Value, line: &str) -> Value {
    if let Value::Object(object) = &mut seen {
        let mut lines = object.get("actions").and_then(Value::as_array).expect("a log").to_vec();
        lines.push(Value::from(line));
        object.set("actions", lines);
    }
    seen
}

/// Plays the hand over and over and gives the median time of each action, in nanoseconds.
fn play(script: &[Step], act: impl Fn(&mut LiveHand, &Step)) -> Vec<u64> {
    let mut times: Vec<Vec<u64>> = script.iter().map(|_| Vec::with_capacity(HANDS)).collect();
    for _ in 0..HANDS {
        let mut live = start();
        for (step, times) in script.iter().zip(&mut times) {
            let begun = Instant::now();
            act(&mut live, step);
            times.push(begun.elapsed().as_nanos() as u64);
        }
    }
    let median = |mut times: Vec<u64>| {
        times.sort_unstable();
        times[times.len() / 2]
    };
    times.into_iter().map(median).collect()
}

fn main() {
    let script = script();
    let acted = play(&script, |live, step| {
        let request = Request::action(&step.name, &step.line).expect("an action");
        let batch = live.decide(&request, &HOST).expect("legal");
        live.apply(&batch);
    });
    let merged = play(&script, |live, step| live.merge(&step.client, &HOST).expect("legal"));
    let of_text = play(&script, |live, step| {
        let client = step.text.parse().expect("JSON");
        live.merge(&client, &HOST).expect("legal");
    });
    println!("nanoseconds, median of {HANDS} hands\naction     act   merge  merge of text  stateless merge");
    for number in SHOWN {
        let step = &script[number - 1];
        let mut stateless: Vec<u128> = (0..HANDS)
            .map(|_| {
                let begun = Instant::now();
                std::hint::black_box(merge(&step.server, &step.client, &HOST).expect("legal"));
                begun.elapsed().as_nanos()
            })
            .collect();
        stateless.sort_unstable();
        let [acted, merged, of_text] = [&acted, &merged, &of_text].map(|times| times[number - 1]);
        println!("{number:6}  {acted:6}  {merged:6}  {of_text:13}  {:15}", stateless[HANDS / 2]);
    }
}
