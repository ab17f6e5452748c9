//! Hands of random sessions put to rest as PHH documents and taken out again; as PokerStars texts too.
#![allow(clippy::print_stderr)]

#[allow(dead_code)]
#[path = "../../../fuzz/src/pokerstars.rs"]
mod law;
mod table;

use kozyr_notation::exchange::{LiveHand, from_phh, to_phh};
use kozyr_notation::json::Value;
use kozyr_notation::phh::{Hand, Replay, Verdict};
use kozyr_notation::pokerstars;
use std::collections::BTreeMap;
use table::session::Session;

/// Hands that were played out, as the server holds them.
fn finished(first: u64, hands: usize) -> Vec<Value> {
    let mut found = Vec::new();
    for seed in first.. {
        let mut session = Session::new(seed);
        for _ in 0..100 {
            session.people();
            session.next();
            session.play_hand();
            let hand = session.live.to_json();
            if !hand["finishingStacks"].is_null() {
                found.push(hand);
            }
            if found.len() == hands {
                return found;
            }
        }
    }
    found
}

/// What the way back may change: chat goes, a short ante of a house that takes the blind first is written as paid.
fn without_chat(hand: &Value) -> Value {
    let mut object = hand.as_object().unwrap().clone();
    let lines = hand["actions"].as_array().unwrap().iter();
    object.set(
        "actions",
        lines.filter(|line| !line.as_str().unwrap().contains(" m ")).cloned().collect::<Value>(),
    );
    object.remove("antes");
    Value::Object(object)
}

#[test]
fn sessions_go_to_rest_and_come_back() {
    every_way(500, 1_500);
}

#[test]
#[ignore = "long: make soak"]
fn many_sessions_go_to_rest_and_come_back() {
    for start in (0..20).map(|n| 1_000_000 + n * 10_000) {
        every_way(start, 5_000);
    }
}

/// JSON to PHH and back, PHH to PokerStars text and back.
fn every_way(seed: u64, hands: usize) {
    let mut unconvertible: BTreeMap<String, u64> = BTreeMap::new();
    let mut texts = 0;
    for hand in finished(seed, hands) {
        let document = to_phh(&hand).unwrap_or_else(|refusal| panic!("{refusal}\n{hand:#}"));
        let written = document.to_phh().unwrap();
        let document: Hand = written.parse().unwrap();
        let replay = Replay::whole(&document).unwrap_or_else(|error| panic!("{error}\n{written}\n{hand:#}"));
        assert_eq!(replay.verdict(&document), Verdict::Agrees, "{written}\n{hand:#}");

        let back = from_phh(&document).unwrap_or_else(|refusal| panic!("{refusal}\n{written}"));
        let sorted = LiveHand::read(&hand).unwrap().to_json();
        let is_sorted =
            sorted["seats"].as_array().unwrap().is_sorted_by_key(kozyr_notation::json::Value::integer);
        if is_sorted {
            assert!(without_chat(&back).means(&without_chat(&sorted)), "{back:#}\n{sorted:#}\n{written}");
        }
        LiveHand::read(&back).unwrap().check().unwrap_or_else(|refusal| panic!("{refusal}\n{back:#}"));
        assert_eq!(to_phh(&back).unwrap(), document);

        match pokerstars::write(&document) {
            Err(why) => *unconvertible.entry(why.to_string()).or_default() += 1,
            Ok(text) => {
                texts += 1;
                let again =
                    pokerstars::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}\n{written}"));
                law::same_play(&document, &again)
                    .unwrap_or_else(|why| panic!("{why}\n{text}\n{written}\n{again:?}"));
                assert_eq!(again.finishing_stacks, document.finishing_stacks, "{text}\n{written}");
                assert_eq!(
                    Replay::whole(&again).unwrap().verdict(&again),
                    Verdict::Agrees,
                    "{text}\n{written}"
                );
            }
        }
    }
    eprintln!("{texts} texts; {unconvertible:?}");
    assert!(texts > hands / 10 * 9, "{unconvertible:?}");
}
