//! The tournament as JSON and CSV: the plan's names, exact money, nothing lost, nothing believed.

mod common;
#[path = "../../../fuzz/src/tournament.rs"]
mod fuzz;

use common::{Cup, config};
use kozyr_chips::Chips;
use kozyr_tournament::{
    Command, Config, ImportError, Millis, PayoutPreset, Payouts, Rebuys, Tournament, TournamentState,
};
use proptest::prelude::*;
use serde_json::Value;

fn mid_play() -> Cup {
    let form = Config {
        rebuys: Some(Rebuys { end_level: Some(2), max_each: None }),
        ..config(100, 20, &[6667, 3333])
    };
    let mut cup = Cup::started(form, &["ann", "=bob", "cy", "dee"]);
    cup.hand(10, &[("ann", 100), ("dee", -100)]);
    cup.ask(20, &Command::DeclineRebuy { player: "dee".into() }).unwrap();
    cup.hand(30, &[("ann", 100), ("cy", -100)]);
    cup.deal(40, 1).unwrap();
    cup
}

#[test]
fn the_names_and_units_are_the_plans() {
    let cup = mid_play();
    let document: Value = serde_json::from_str(&cup.cup.to_json()).unwrap();
    assert_eq!(document["status"], "running");
    assert_eq!(
        document["prizeStructure"].to_string(),
        r#"[{"percentage":66.67,"position":1},{"percentage":33.33,"position":2}]"#
    );
    assert_eq!(document["blindLevels"][0]["duration"], 10);
    assert_eq!(document["startedAt"], "2026-03-01T12:00:00.000Z");
    assert_eq!(document["nextBlindAt"], "2026-03-01T12:10:00.000Z");
    assert_eq!(document["entrants"][1]["playerId"], "=bob");
    assert_eq!(document["entrants"][1]["seatAtStart"], 2);
    assert_eq!(document["placements"].as_array().unwrap().len(), 1);
    assert_eq!(document["placements"][0]["place"], 4);
    assert_eq!(document["placements"][0]["bustedAtHand"], 1);
    assert_eq!(document["placements"][0]["chipCountAtHandStart"], 100);
    assert_eq!(document["blindLevelHistory"][0]["levelIndex"], 0);
    assert_eq!(document["allowRebuys"], true);
    assert_eq!(document["rebuyEndLevel"], 2);
    assert!(document.get("prizePoolOverride").is_none());
}

#[test]
fn a_finished_tournament_is_stored_with_its_result() {
    let mut cup = Cup::started(config(100, 20, &[6667, 3333]), &["ann", "bob"]);
    cup.hand(10, &[("ann", 100), ("bob", -100)]);
    let document: TournamentState = serde_json::from_str(&cup.cup.to_json()).unwrap();
    assert_eq!(document.final_prize_pool, Some(Chips::new(40)));
    let standings = document.standings.unwrap();
    assert_eq!((standings[0].position, standings[0].prize), (1, Chips::new(27)));
    assert!(document.created_at.is_some() && document.finished_at.is_some());
    assert_eq!(document.hand_ids.len(), 1);
    assert_eq!(Tournament::from_json(&cup.cup.to_json()).unwrap(), cup.cup);
}

#[test]
fn a_lobby_without_our_section_is_read_and_a_game_is_not() {
    let lobby = Cup::lobby(config(100, 20, &[6667, 3333]), &["ann", "bob"]);
    let text = serde_json::to_string(&lobby.cup.face()).unwrap();
    let mut read = Tournament::from_json(&text).unwrap();
    assert_eq!(read.face(), lobby.cup.face());
    assert_eq!(read.rules().levels, lobby.cup.rules().levels);
    assert!(read.step(common::at(5), &Command::Register { player: "cy".into(), name: "Cy".into() }).is_ok());
    let text = serde_json::to_string(&mid_play().cup.face()).unwrap();
    assert!(matches!(Tournament::from_json(&text), Err(ImportError::NoStacks("running"))));
}

#[test]
fn documents_that_do_not_hold_together_are_refused() {
    let text = mid_play().cup.to_json();
    let change = |path: &str, value: Value| {
        let mut document: Value = serde_json::from_str(&text).unwrap();
        *document.pointer_mut(path).unwrap_or_else(|| panic!("no {path}")) = value;
        Tournament::from_json(&document.to_string()).map_err(|error| error.to_string())
    };
    assert!(change("/name", "test".into()).is_ok(), "the same name changes nothing");
    for (path, value) in [
        ("/rebuyCount", Value::from(7)),
        ("/nextBlindAt", "2026-03-01T12:11:00.000Z".into()),
        ("/kozyr/entrants/0/stack", 299.into()),
        ("/kozyr/entrants/0/stack", (-1).into()),
        ("/kozyr/entrants/0/stack", i64::MAX.into()),
        ("/kozyr/entrants/0/stack", 1.5.into()),
        ("/kozyr/entrants/1/id", "ann".into()),
        ("/kozyr/entrants/0/life", "out".into()),
        ("/kozyr/entrants/0/paid", 0.into()),
        ("/kozyr/tables/0/seats/0", 77.into()),
        ("/kozyr/tables/0/seats/0", Value::Null),
        ("/kozyr/tables/0/hand/level", 9.into()),
        ("/kozyr/levels/index", 9.into()),
        ("/kozyr/escrow", 1.into()),
        ("/kozyr/sales/rebuys", u32::MAX.into()),
        ("/kozyr/placed", 9.into()),
        ("/kozyr/rules/seats", 1.into()),
        ("/kozyr/rules/startingChips", 0.into()),
        ("/status", "finished".into()),
        ("/prizeStructure/0/percentage", 66.66.into()),
    ] {
        assert!(change(path, value.clone()).is_err(), "{path} = {value}");
    }
}

#[test]
fn the_spreadsheet_has_no_formulas() {
    let mut cup = mid_play();
    let csv = cup.cup.standings_csv();
    assert_eq!(
        csv,
        "place,player,name,prize,chips,busted_at_hand\r\n\
         ,ann,ann,,300,\r\n\
         ,\"'=bob\",\"'=bob\",,100,\r\n\
         4,dee,dee,,0,1\r\n"
    );
    cup.finish(50, 1, &[("ann", 100), ("=bob", -100)]).unwrap();
    cup.ask(200, &Command::Tick).unwrap();
    let csv = cup.cup.standings_csv();
    assert!(
        csv.contains("\r\n1,ann,ann,54,400,\r\n2,\"'=bob\",\"'=bob\",26,0,3\r\n3,cy,cy,0,0,2\r\n"),
        "{csv}"
    );
}

#[test]
fn a_preset_of_payouts_survives() {
    let form = Config { prizes: Payouts::Preset(PayoutPreset::Field), ..config(100, 20, &[10_000]) };
    let cup = Cup::started(form, &["ann", "bob", "cy"]);
    assert_eq!(Tournament::from_json(&cup.cup.to_json()).unwrap(), cup.cup);
}

/// A tournament in the lobby, one in the middle of a hand with an offer open, one on a break with two tables, one over.
fn documents() -> [String; 4] {
    let mut over = mid_play();
    over.finish(50, 1, &[("ann", 100), ("=bob", -100)]).unwrap();
    over.ask(200, &Command::Tick).unwrap();
    let lobby = Cup::lobby(config(100, 20, &[6667, 3333]), &["ann", "bob"]);
    let form = Config { seats: 2, ..config(100, 20, &[6667, 3333]) };
    let mut two = Cup::started(form, &["ann", "bob", "cy", "dee"]);
    two.deal(5, 1).unwrap();
    two.ask(10, &Command::Break { length: Millis::from_minutes(5) }).unwrap();
    [mid_play().cup, over.cup, lobby.cup, two.cup].map(|cup| {
        let document: Value = serde_json::from_str(&cup.to_json()).unwrap();
        document.to_string()
    })
}

#[test]
#[allow(clippy::disallowed_methods, reason = "a test reads its seeds")]
fn seeds_of_the_fuzzer_are_documents() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/tournament_document");
    let mut read = 0;
    for entry in std::fs::read_dir(folder).expect("the corpus") {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        fuzz::document(&bytes);
        read += usize::from(Tournament::from_json(&String::from_utf8(bytes).unwrap()).is_ok());
    }
    assert!(read >= 3, "only {read} seeds can be read");
}

/// What a program that means harm may put in place of a number or a word.
const NASTY: [&str; 12] =
    ["-1", "0", "1", "2", "9223372036854775807", "4294967295", "65535", "1e300", "null", "\"\"", "[]", "{}"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn any_change_to_a_document_is_read_or_refused(
        places in prop::collection::vec((any::<prop::sample::Index>(), 0usize..NASTY.len()), 1..3),
        which in 0usize..4,
    ) {
        static TEXTS: std::sync::OnceLock<[String; 4]> = std::sync::OnceLock::new();
        let mut text = TEXTS.get_or_init(documents)[which].clone();
        for (place, nasty) in places {
            // Replace one value: whatever stands between a colon, comma or bracket and the next one.
            let starts: Vec<usize> = text.match_indices([':', '[', ',']).map(|(at, _)| at + 1).collect();
            let from = starts[place.index(starts.len())];
            let to = from + text[from..].find([',', ']', '}']).unwrap_or(0);
            text = format!("{}{}{}", &text[..from], NASTY[nasty], &text[to..]);
        }
        fuzz::document(text.as_bytes());
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,200}") {
        fuzz::document(text.as_bytes());
    }
}
