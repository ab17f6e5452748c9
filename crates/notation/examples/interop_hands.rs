//! Hands of seeded random sessions for other tools to read: `interop_hands FOLDER HANDS [SEED]`.
//!
//! Writes `hands.phhs` (as the exchange puts them to rest) and, for every hand that has a text, `texts.txt` with the
//! same hands as PokerStars texts, and `texts.phhs` and `texts.jsonl` with what they should read as. Prints how many of each kind of
//! trouble there are. scripts/interop has other implementations read them.
#![allow(clippy::print_stdout)]

#[path = "../tests/table/mod.rs"]
mod table;

use kozyr_notation::exchange::{from_phh, to_phh};
use kozyr_notation::phh::{Hand, LocalTime, TextField, write_phhs};
use kozyr_notation::pokerstars;
use std::path::Path;
use table::session::Session;

fn main() {
    let mut args = std::env::args().skip(1);
    let folder = args.next().expect("a folder to write to");
    let count: usize = args.next().and_then(|count| count.parse().ok()).expect("how many hands");
    let seed: u64 = args.next().map_or(1, |seed| seed.parse().expect("a seed"));
    let hands = hands(seed, count);
    let texts: Vec<(String, Hand)> = hands
        .iter()
        .filter_map(|hand| pokerstars::write(hand).ok())
        .map(|text| {
            let hand = pokerstars::read(&text).expect("what is written is read");
            (text, hand)
        })
        .collect();
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder).expect("the folder");
    let save =
        |name: &str, text: String| std::fs::write(folder.join(name), text).expect("the file is written");
    save("hands.phhs", write_phhs(&hands).expect("documents"));
    save("texts.txt", texts.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>().join("\n\n"));
    save("texts.phhs", write_phhs(texts.iter().map(|(_, hand)| hand)).expect("documents"));
    let json = |(_, hand): &(String, Hand)| from_phh(hand).expect("a document is a hand").to_string();
    save("texts.jsonl", texts.iter().map(json).collect::<Vec<_>>().join("\n"));
    println!("{} hands, {} texts", hands.len(), texts.len());
}

/// Played-out hands of one session after another.
fn hands(first: u64, count: usize) -> Vec<Hand> {
    let mut hands = Vec::new();
    for seed in first.. {
        let mut session = Session::new(seed);
        for _ in 0..50 {
            session.people();
            session.next();
            session.play_hand();
            let hand = session.live.to_json();
            if !hand["finishingStacks"].is_null() {
                let mut document = to_phh(&hand).expect("a hand goes to rest");
                // Hands of all sessions in one file: each needs a number of its own.
                document.set_hand(Some(kozyr_notation::phh::Name::Number(hands.len() as i64 + 1)));
                // Trackers read nothing without money and a time.
                document.set_text(TextField::Currency, Some("USD"));
                document.set_text(TextField::CurrencySymbol, Some("$"));
                (document.year, document.month, document.day) = (Some(2024), Some(1), Some(2));
                document.time = LocalTime::new(3, 4, 5, 0);
                document.set_text(TextField::TimeZoneAbbreviation, Some("ET"));
                document.set_table(Some(kozyr_notation::phh::Name::Text("Lynx")));
                hands.push(document);
            }
            if hands.len() == count {
                return hands;
            }
        }
    }
    hands
}
