//! What a closed room left behind, read without the room's own code.

use kozyr_card_game::Shoe;
use kozyr_cards::CardSet;
use kozyr_chips::{Chips, Owner};
use kozyr_fair::{Secret, SecretShoe};
use kozyr_store::{Sequence, SqliteStore, Store, StreamId};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The ledger of a closed room: it sums to zero, and nobody owes anything but those who issue chips.
pub fn balanced(data: &Path) -> BTreeMap<String, i64> {
    let store = SqliteStore::open(&data.join("kozyr.db")).unwrap();
    let accounts: BTreeMap<String, i64> = store
        .accounts()
        .unwrap()
        .into_iter()
        .map(|(name, chips)| (name.to_string(), chips.units()))
        .collect();
    assert_eq!(accounts.values().sum::<i64>(), 0, "{accounts:?}");
    assert!(
        accounts.iter().all(|(name, &chips)| chips >= 0 || name.starts_with("issuance:")),
        "{accounts:?}"
    );
    accounts
}

/// The same of a room in which somebody got chips.
pub fn audit(data: &Path) -> BTreeMap<String, i64> {
    let accounts = balanced(data);
    let store = SqliteStore::open(&data.join("kozyr.db")).unwrap();
    let posted: Chips = store
        .postings(0, 100_000)
        .unwrap()
        .iter()
        .filter(|posting| matches!(posting.transfer.to().owner, Owner::Player(_)))
        .map(|posting| posting.transfer.amount())
        .sum();
    assert!(posted.is_positive());
    accounts
}

/// For every event of the table: the hole cards dealt so far in the hand by person, and the board.
pub struct Dealt {
    pub hole: BTreeMap<u64, BTreeSet<String>>,
    pub board: BTreeSet<String>,
    pub deck: String,
}

/// The hands of the table, by number, as they stood at their end.
pub fn hands(data: &Path) -> BTreeMap<u64, Dealt> {
    let store = SqliteStore::open(&data.join("kozyr.db")).unwrap();
    let stream = StreamId::new("table/holdem-1").unwrap();
    let mut people: BTreeMap<u64, u64> = BTreeMap::new();
    let mut order: Vec<u64> = Vec::new();
    let mut hands: BTreeMap<u64, Dealt> = BTreeMap::new();
    for event in store.load(&stream, Sequence::START, 100_000).unwrap() {
        let line: Value = serde_json::from_slice(&event.payload.bytes).unwrap();
        if let Some(sat) = line.get("sat") {
            people.insert(sat["seat"].as_u64().unwrap(), sat["player"]["id"].as_u64().unwrap());
        } else if let Some(started) = line.get("started") {
            let hand = started["hand"].as_u64().unwrap();
            let posts = started["plan"]["posts"].as_array().unwrap().iter();
            order = posts.map(|post| people[&post["seat"].as_u64().unwrap()]).collect();
            hands.insert(hand, Dealt { hole: BTreeMap::new(), board: BTreeSet::new(), deck: String::new() });
        } else if let Some(shuffled) = line.get("shuffled") {
            let number = shuffled["number"].as_u64().unwrap();
            let kept = store.secret(&stream, number).unwrap().expect("the secret of a shuffle is kept");
            let mut shoe = SecretShoe::new(&Secret::from_bytes(&kept.bytes).unwrap(), CardSet::FULL).unwrap();
            assert_eq!(shoe.commitment().to_string(), shuffled["commitment"].as_str().unwrap());
            let cards = std::iter::from_fn(|| shoe.card());
            hands.values_mut().last().unwrap().deck = cards.map(|card| card.to_string()).collect();
        } else if let Some(dealt) = line.get("dealt") {
            let hand = hands.values_mut().last().unwrap();
            let texts = |cards: &Value| -> Vec<String> {
                cards.as_array().unwrap().iter().map(|card| card.as_str().unwrap().to_owned()).collect()
            };
            if let Some(hole) = dealt.get("hole") {
                let person = order[hole[0].as_u64().unwrap() as usize - 1];
                hand.hole.entry(person).or_default().extend(texts(&hole[1]));
            } else {
                hand.board.extend(texts(&dealt["board"]));
            }
        }
    }
    hands
}

/// Every card that stands in a line, wherever it stands.
pub fn cards_in_line(line: &str) -> BTreeSet<String> {
    let is_card = |text: &str| {
        let bytes = text.as_bytes();
        bytes.len() == 2 && b"23456789TJQKA".contains(&bytes[0]) && b"cdhs".contains(&bytes[1])
    };
    line.split('"').filter(|text| is_card(text)).map(str::to_owned).collect()
}
