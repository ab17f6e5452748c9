//! Cases of kind `seka`: betting step by step, pots to settle, hands to score.

mod betting;
mod settlement;

use super::Tally;
use kozyr_cards::{Card, Pack};
use kozyr_chips::Chips;
use kozyr_seka::{Hand, Points, Rules};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// Sections are kept as text until their turn comes, so that one bad case does not hide the others.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<'a> {
    #[serde(rename = "kind")]
    _kind: String,
    #[serde(rename = "about")]
    _about: Option<serde::de::IgnoredAny>,
    #[serde(default, borrow)]
    betting: Vec<&'a RawValue>,
    #[serde(default, borrow)]
    settlement: Vec<&'a RawValue>,
    #[serde(default, borrow)]
    scoring: Vec<&'a RawValue>,
    #[serde(borrow)]
    distribution: Option<&'a RawValue>,
    #[serde(borrow)]
    tables: Option<&'a RawValue>,
}

/// Runs a file; each betting case, settlement row and scored hand is a case, and so are the distribution and the tables.
pub(super) fn run(text: &str, tally: &mut Tally) -> Result<(), String> {
    let file: File<'_> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    each(&file.betting, "betting", tally, betting::run);
    each(&file.settlement, "settlement", tally, |row| settlement::run(&row));
    each(&file.scoring, "scoring", tally, |scored| score(&scored));
    if let Some(known) = file.distribution {
        tally.case("distribution", parsed(known).and_then(|known| distribution(&known)));
    }
    if let Some(known) = file.tables {
        tally.case("tables", parsed(known).and_then(|known: Vec<StockTable>| tables(&known)));
    }
    Ok(())
}

fn parsed<'a, T: Deserialize<'a>>(text: &'a RawValue) -> Result<T, String> {
    serde_json::from_str(text.get()).map_err(|error| error.to_string())
}

fn each<'a, T: Deserialize<'a>>(
    cases: &[&'a RawValue],
    section: &str,
    tally: &mut Tally,
    check: impl Fn(T) -> Result<(), String>,
) {
    #[derive(Deserialize)]
    struct Named {
        id: Option<String>,
        hand: Option<Vec<String>>,
    }
    for (number, case) in cases.iter().enumerate() {
        let name =
            parsed::<Named>(case).ok().and_then(|named| named.id.or_else(|| Some(named.hand?.join(" "))));
        let name = name.unwrap_or_else(|| (number + 1).to_string());
        tally.case(&format!("{section} {name}"), parsed(case).and_then(&check));
    }
}

/// Says what differs, if something does.
fn same<T: PartialEq + std::fmt::Debug>(what: &str, expected: &T, seen: &T) -> Result<(), String> {
    if expected == seen { Ok(()) } else { Err(format!("{what}: expected {expected:?}, seen {seen:?}")) }
}

fn hand(cards: &[String]) -> Result<Hand, String> {
    let read: Result<Vec<Card>, String> =
        cards.iter().map(|card| card.parse().map_err(|error| format!("{card}: {error}"))).collect();
    read?.try_into().map_err(|_| format!("{cards:?} is not a hand of three cards"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Scored {
    hand: Vec<String>,
    points: u8,
    #[serde(default, rename = "id")]
    _id: String,
    #[serde(default, rename = "note")]
    _note: String,
}

fn score(scored: &Scored) -> Result<(), String> {
    let hand = hand(&scored.hand)?;
    if let Some(card) = hand.into_iter().find(|&card| !Pack::Seka21.cards().contains(card)) {
        return Err(format!("{card} is not in the deck"));
    }
    same("points", &scored.points, &Points::USUAL.score(hand, Some(Pack::SEKA_JOKER)))
}

fn distribution(known: &BTreeMap<u8, u32>) -> Result<(), String> {
    let pack: Vec<Card> = Pack::Seka21.cards().iter().collect();
    let mut seen = BTreeMap::new();
    for (i, &a) in pack.iter().enumerate() {
        for (j, &b) in pack.iter().enumerate().skip(i + 1) {
            for &c in &pack[j + 1..] {
                *seen.entry(Points::USUAL.score([a, b, c], Some(Pack::SEKA_JOKER))).or_default() += 1;
            }
        }
    }
    same("hands by points", known, &seen)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct StockTable {
    base_bet: i64,
    min_balance: i64,
    max_bet: i64,
    #[serde(default, rename = "note")]
    _note: String,
}

fn tables(known: &[StockTable]) -> Result<(), String> {
    let known: Vec<[i64; 3]> = known.iter().map(|t| [t.base_bet, t.min_balance, t.max_bet]).collect();
    let stock =
        Rules::stock().map(|rules| [rules.base, rules.min_balance, rules.max_stake].map(Chips::units));
    same("base, minimum balance and maximum stake", &known, &stock.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(text: &str) -> Tally {
        let mut tally = Tally::default();
        run(text, &mut tally).unwrap();
        tally
    }

    fn failures(tally: &Tally) -> Vec<String> {
        tally.failed.iter().map(|failed| format!("{}: {}", failed.case, failed.why)).collect()
    }

    /// A check that cannot fail is worth nothing: every one of these is wrong in one place.
    #[test]
    fn wrong_cases_fail_with_the_reason() {
        let case = |steps: &str| {
            format!(
                r#"{{"kind": "seka", "betting": [{{"id": "X", "baseBet": 10, "maxBet": 100, "order": ["A", "B"],
                "firstAfterDealer": "A", "startBalance": {{"A": 200, "B": 200}},
                "hands": {{"A": ["KH", "QH", "JS"], "B": ["KD", "QD", "AD"]}}, "steps": [{steps}]}}]}}"#
            )
        };
        let settle = |row: &str| format!(r#"{{"kind": "seka", "settlement": [{{"id": "X", {row}}}]}}"#);
        for (text, reason) in [
            (case(r#"{"step": "ANTE", "after": {"pot": 21}}"#), "step 1 (ANTE): pot: expected 21, seen 20"),
            (case(r#"{"step": "ANTE", "after": {"pots": 20}}"#), "unknown field `pots`"),
            (case(r#"{"step": "ANTE", "after": {"bet": {"C": 10}}}"#), "there is no player C"),
            (
                case(r#"{"step": "R1 A CHECK", "player": "A", "action": "CHECK", "error": "no"}"#),
                "was accepted",
            ),
            (case(r#"{"step": "R1 B CALL", "player": "B", "action": "CALL"}"#), "not for seat 2 to act"),
            (
                case(r#"{"step": "R2 A CALL", "round": 2, "player": "A", "action": "CALL"}"#),
                "round: expected 2, seen 1",
            ),
            (case(r#"{"step": "X", "player": "A", "action": "JUMP"}"#), "unknown action \"JUMP\""),
            (case(r#"{"step": "X", "player": "A", "action": "CALL", "why": 1}"#), "unknown field `why`"),
            (case(r#"{"step": "WHAT"}"#), "unknown step \"WHAT\""),
            (
                case(
                    r#"{"step": "R1 A CALL"}, {"step": "R1 B CALL"},
                       {"step": "R2 A REVEAL", "reveal": {"loser": "B"}}"#,
                ),
                "loser: expected Some(\"B\"), seen Some(\"A\")",
            ),
            (
                case("").replace(r#""AD"]}"#, r#""AD"]}, "points": {"B": 30}"#),
                "points of B: expected 30, seen 31",
            ),
            (settle(r#""pot": 181, "winners": ["A", "B"], "payout": {"A": 90, "B": 91}"#), "payout"),
            (
                settle(r#""pot": 180, "winners": ["A", "B"], "votes": {"A": true}, "approved": true"#),
                "approved",
            ),
            (settle(r#""pot": 180, "loserEntry": 91"#), "loserEntry"),
            (settle(r#""pot": 180, "fee": 91"#), "unknown field `fee`"),
            (r#"{"kind": "seka", "scoring": [{"hand": ["KH", "KD", "6C"], "points": 35}]}"#.into(), "points"),
            (r#"{"kind": "seka", "distribution": {"10": 1330}}"#.into(), "hands by points"),
            (r#"{"kind": "seka", "tables": []}"#.into(), "base"),
        ] {
            let failed = failures(&tally(&text));
            assert_eq!(failed.len(), 1, "{reason}: {text}");
            assert!(failed[0].contains(reason), "{} does not say {reason}", failed[0]);
        }
        assert!(run(r#"{"kind": "seka", "bidding": []}"#, &mut Tally::default()).is_err());
    }
}
