//! The exchange: any bytes are a hand or are refused, and nothing one can do with a hand breaks it.

use kozyr_notation::exchange::{Host, LiveHand};
use kozyr_notation::game_state;
use kozyr_notation::json::Value;

/// Any text is JSON or refused, and what is written reads the same.
pub fn json(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(value) = text.parse::<Value>() {
        assert_eq!(value.to_string().parse(), Ok(value.clone()));
        assert_eq!(format!("{value:#}").parse(), Ok(value));
    }
}

/// A hand, and perhaps a client's, as `{"server": …, "client": …}` or just the hand.
pub fn hand(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(value) = text.parse::<Value>() else { return };
    let server = if value["server"].is_null() { &value } else { &value["server"] };
    let Ok(live) = LiveHand::read(server) else { return };
    canonical(&live);
    for name in live.players() {
        live.personalize(Some(name));
        game_state::export(&live, Some(name), |_| None);
    }
    let host = Host { now_ms: Some(1_700_000_000_000), ..Host::default() };
    let client = &value["client"];
    step(&live, |live| live.merge(client, &host).is_ok());
    step(&live, |live| live.next_hand().is_ok());
    accounts(&live);
    live.state();
    let _ = live.validate();
    step(&live, |live| live.auto(&host).is_ok());
    step(&live, |live| live.settle(&host).is_ok());
    settles(&live, &host);
    let cards: Vec<_> = kozyr_cards::faces_in("AsKsQdJd??5c").flatten().collect();
    for count in [1, 2, 3, 4, 6] {
        step(&live, |live| live.deal_cards(&cards[..count], &host).is_ok());
    }
    step(&live, |live| live.deal("d db 2c3d4h", &host).is_ok());
    step(&live, |live| live.deal("d dh p1 ????", &host).is_ok());
}

/// Every chip is in the next hand, or in what it says of the one before.
fn accounts(live: &LiveHand) {
    let (before, scale) = live.chips();
    let mut next = live.clone();
    if next.next_hand().is_err() {
        return;
    }
    let last = &next.to_json()["_last"];
    let chips = |amount: &Value| {
        let chips = amount.decimal().map(|amount| amount.to_chips(scale).expect("an amount of the hand"));
        chips.unwrap_or_default()
    };
    let left = last["left"].as_array().unwrap_or(&[]).iter().map(|leaver| chips(&leaver["stack"]));
    let gone = left.sum::<kozyr_chips::Chips>() + chips(&last["rake"]);
    assert_eq!(next.chips().0 + gone, before, "{:#}", live.to_json());
}

/// Results that are written down follow from the log.
fn settles(live: &LiveHand, host: &Host) {
    let mut settled = live.clone();
    if live.to_json()["finishingStacks"].is_null() && settled.settle(host) == Ok(true) {
        settled.validate().unwrap_or_else(|refusal| panic!("{refusal}\n{:#}", settled.to_json()));
    }
}

/// What is written reads the same, and chips are what they were.
fn canonical(live: &LiveHand) {
    let written = live.to_json();
    let again = LiveHand::read(&written).unwrap_or_else(|refusal| panic!("{refusal}\n{written:#}"));
    assert_eq!(again.to_json(), written);
}

/// A refusal changes nothing; what was accepted can be written and read.
fn step(live: &LiveHand, change: impl Fn(&mut LiveHand) -> bool) {
    let mut after = live.clone();
    if change(&mut after) {
        canonical(&after);
    } else {
        assert_eq!(after, *live);
    }
}
