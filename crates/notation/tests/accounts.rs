//! Every chip is accounted for, whoever wrote the last line; what clients write is kept in one form, or refused.

use kozyr_notation::exchange::{Host, LiveHand, merge, next, personalize, to_phh, validate};
use kozyr_notation::json::Value;

#[track_caller]
fn json(text: &str) -> Value {
    text.replace('\'', "\"").parse().unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[track_caller]
fn check(seen: &Value, field: &str, wanted: &str) {
    assert!(seen[field].means(&json(wanted)), "{field} is {}, should be {wanted}", seen[field]);
}

/// Ann is all-in against Bob, the table rakes, and Bob wants to leave; the host has written the last line.
fn played() -> String {
    "{'hand': 7, 'players': ['Ann', 'Bob', 'Cid'], 'startingStacks': [50, 100, 75.25], 'blindsOrStraddles': [0, 1, 2],
      '_options': {'rake': {'percent': 5, 'cap': 3}, 'mode': 'tournament'}, '_intents': [0, 3, 0], '_inactive': [0, 1, 0],
      'actions': ['d dh p1 AsKs', 'd dh p2 7c7d', 'd dh p3 2c3d', 'p1 cbr 50', 'p2 cc', 'p3 f', 'p2 sm -', 'p1 sm -',
                  'd db 7hTs2h', 'd db 3h', 'd db 4c']}"
        .to_owned()
}

#[test]
fn next_accounts_for_every_chip() {
    let moved = next(&json(&played())).unwrap();
    check(&moved, "players", "['Ann', 'Cid']");
    let last = &moved["_last"];
    check(last, "hand", "7");
    check(last, "players", "['Ann', 'Bob', 'Cid']");
    check(last, "finishingStacks", "[0, 149, 73.25]");
    check(last, "winnings", "[0, 99, 0]");
    check(last, "rake", "3");
    check(last, "left", "[{'player': 'Bob', 'stack': 149}]");
    // The next hand accounts for itself only.
    let over =
        json(&moved.to_string().replace("\"actions\":[]", "\"actions\":[],\"finishingStacks\":[0,73.25]"));
    let again = next(&over).unwrap();
    check(&again["_last"], "left", "[{'player': 'Ann', 'stack': 0}]");
}

#[test]
fn a_hand_whose_last_line_somebody_else_wrote_is_settled() {
    let mut live = LiveHand::read(&json(&played())).unwrap();
    assert!(live.to_json()["finishingStacks"].is_null());
    assert!(live.settle(&Host::default()).unwrap());
    let settled = live.to_json();
    check(&settled, "finishingStacks", "[0, 149, 73.25]");
    check(&settled, "rake", "3");
    validate(&settled).unwrap();
}

#[test]
fn cards_are_dealt_to_whoever_waits_for_them() {
    let hand = json("{'players': ['Ann', 'Bob'], 'startingStacks': [50, 100], 'blindsOrStraddles': [1, 2]}");
    let mut live = LiveHand::read(&hand).unwrap();
    let host = Host::default();
    let cards = |text: &str| kozyr_cards::faces_in(text).collect::<Result<Vec<_>, _>>().unwrap();
    let before = live.clone();
    for (text, why) in [
        ("AsKs7c", "1 cards are left, and Ann gets 2"),
        ("AsKs7c7d2c", "1 cards too many: leave them out, it is Ann's turn"),
        ("AsKsAs7d", "As"),
    ] {
        let refusal = live.deal_cards(&cards(text), &host).unwrap_err().to_string();
        assert!(refusal.contains(why), "{text}: {refusal}");
        assert_eq!(live, before, "a refusal changes nothing");
    }
    live.deal_cards(&cards("AsKs7c7d"), &host).unwrap();
    check(&live.to_json(), "actions", "['d dh p2 AsKs', 'd dh p1 7c7d']");
    let state = live.state();
    check(&state, "waiting", "'bet'");
    check(&state, "offers", "{'f': true, 'cc': 1, 'cbr': [4, 50]}");
    assert!(!state.to_string().contains("7c"), "{state}");
}

#[test]
fn results_that_the_log_contradicts_are_refused() {
    let hand = "{'players': ['Ann', 'Bob'], 'startingStacks': [50, 100], 'blindsOrStraddles': [1, 2],
                 'actions': ['d dh p1 AsKs', 'd dh p2 7c7d', 'p1 f'], 'finishingStacks': FINISH}";
    for (finishing, problem) in [
        ("[49, 101]", None),
        ("[51, 99]", Some("finishingStacks[0]: is not how the log ends: Ann has 49")),
        ("[49, 100]", Some("finishingStacks: with rake have 149 chips, and there were 150")),
        ("[49, 100], 'rake': 1", None),
        ("[48, 101], 'rake': 1", Some("finishingStacks[0]: is not how the log ends: Ann has 49")),
        ("[49, 101], 'rake': 1", Some("finishingStacks: with rake have 151 chips")),
    ] {
        let hand = json(&hand.replace("FINISH", finishing));
        let told = validate(&hand).err().map(|refusal| (refusal.code(), refusal.to_string()));
        let next = next(&hand).err().map(|refusal| (refusal.code(), refusal.to_string()));
        assert_eq!(told, next, "{finishing}");
        match (told, problem) {
            (None, None) => {}
            (Some((code, told)), Some(problem)) => {
                assert!(code == "wrongResults" && told.starts_with(problem), "{finishing}: {told}");
            }
            (told, _) => panic!("{finishing}: {told:?}"),
        }
    }
    // Nobody knows the cards; still nobody who folded wins.
    let unknown = "{'players': ['Ann', 'Bob', 'Cid'], 'startingStacks': [50, 50, 50], 'blindsOrStraddles': [0, 1, 2],
        'actions': ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p1 f', 'p2 cc', 'p3 cc', 'd db 2c3c4c', 'p2 cc',
                    'p3 cc', 'd db 5d', 'p2 cc', 'p3 cc', 'd db 9h', 'p2 cc', 'p3 cc'], 'finishingStacks': FINISH}";
    for (finishing, fine) in
        [("[50, 52, 48]", true), ("[50, 48, 52]", true), ("[54, 48, 48]", false), ("[50, 47, 53]", false)]
    {
        assert_eq!(validate(&json(&unknown.replace("FINISH", finishing))).is_ok(), fine, "{finishing}");
    }
    // A hand that was called off gives everybody their chips back.
    let off = hand.replace(", 'p1 f'", "");
    validate(&json(&off.replace("FINISH", "[50, 100]"))).unwrap();
    assert!(validate(&json(&off.replace("FINISH", "[40, 110]"))).is_err());
}

const SERVER: &str =
    "{'hand': 7, 'players': ['Ann', 'Bob'], 'startingStacks': [50, 100], 'blindsOrStraddles': [1, 2],
    'actions': ['d dh p1 AsKs', 'd dh p2 7c7d']}";

fn sent(fields: &str) -> Result<Value, String> {
    let client = json(&format!("{{'author': 'Ann', 'players': ['Ann', 'Bob'], {fields}}}"));
    merge(&json(SERVER), &client, &Host::default())
        .map_err(|refusal| format!("{}: {refusal}", refusal.code()))
}

#[test]
fn a_line_is_kept_in_its_canonical_form() {
    let blanks = " ".repeat(1_000_000);
    let lines = "'d dh p1 AsKs', 'd dh p2 ????'";
    for (line, kept) in [
        (format!("p1{blanks}cc{blanks}"), "p1 cc"),
        (format!("p1 cbr{blanks}6"), "p1 cbr 6"),
        (format!("p1 cc{blanks}# {blanks}"), "p1 cc"),
        (format!("p1 m {blanks}hello{blanks}"), "p1 m hello"),
        ("p1 m hello # 12 # 13".to_owned(), "p1 m hello"),
        ("\\tp1\\t\\tcc\\t".to_owned(), "p1 cc"),
        ("p1\\r\\ncbr\\n6\\n".to_owned(), "p1 cbr 6"),
    ] {
        let merged = sent(&format!("'hand': 7, 'actions': [{lines}, '{line}']")).unwrap();
        assert_eq!(merged["actions"].as_array().unwrap()[2].as_str(), Some(kept));
    }
    for line in ["p1 m \\u2028", "p1 m a\\u2028b", "p1 m a\\nb", "p1 m  # 5"] {
        let refusal = sent(&format!("'hand': 7, 'actions': [{lines}, '{line}']")).unwrap_err();
        assert!(refusal.starts_with("badChat"), "{line}: {refusal}");
    }
}

#[test]
fn a_stale_action_is_refused_with_what_comes_along() {
    let pause = "'_intents': [2, 0]";
    sent(&format!("'hand': 6, 'actions': ['d dh p1 2c2d', 'd dh p2 ????', 'p1 cc', 'p2 f'], {pause}"))
        .unwrap();
    let refusal = sent(&format!("'hand': 6, 'actions': ['d dh p1 2c2d', 'd dh p2 ????', 'p1 cc'], {pause}"))
        .unwrap_err();
    assert!(refusal.starts_with("stale"), "{refusal}");
    let refusal = sent(&format!("'hand': 8, 'actions': [], {pause}")).unwrap_err();
    assert!(refusal.starts_with("laterHand: hand 8 has not been dealt: the table is at hand 7"), "{refusal}");
    let refusal = sent("'hand': {'a': 1}, 'actions': []").unwrap_err();
    assert!(refusal.contains("hand: is neither a whole number nor a name"), "{refusal}");
}

#[test]
fn secrets_stay_on_the_server_however_deep_they_lie() {
    let hand = json(
        "{'players': ['Ann', 'Bob'], 'startingStacks': [50, 100], 'blindsOrStraddles': [1, 2],
          '_mine': {'mood': 'merry', 'deck': ['2c'], 'deep': [{'Seed': 5, 'level': 3}], '_privateNote': 'x'},
          'actions': ['d dh p1 AsKs', 'd dh p2 7c7d', 'p1 f'], 'finishingStacks': [49, 101]}",
    );
    let open = "{'mood': 'merry', 'deep': [{'level': 3}]}";
    for viewer in [Some("Ann"), Some("Bob"), None] {
        check(&personalize(&hand, viewer).unwrap(), "_mine", open);
    }
    check(&next(&hand).unwrap(), "_mine", open);
    let document = to_phh(&hand).unwrap().to_phh().unwrap();
    assert!(
        document.contains("merry") && !document.contains("deck") && !document.contains("Seed"),
        "{document}"
    );
    assert!(
        LiveHand::read(&hand).unwrap().to_json().to_string().contains("Seed"),
        "the server keeps what is its own"
    );
}

#[test]
fn a_name_that_looks_like_anothers_may_not_join() {
    let server =
        json("{'players': ['Ann', 'Paul'], 'startingStacks': [50, 100], 'blindsOrStraddles': [1, 2]}");
    let join = |name: &str| {
        let client = json(&format!(
            "{{'author': '{name}', 'players': ['Ann', 'Paul', '{name}'], 'startingStacks': [0, 0, 50]}}"
        ));
        merge(&server, &client, &Host::default()).map_err(|refusal| refusal.code())
    };
    // Cyrillic letters, an invisible one, full width, another case, a figure for a letter.
    for name in ["Аnn", "A\u{200b}nn", "Ａｎｎ", "ANN", "Pau1", "Ann ", "\u{202e}Ann"] {
        assert_eq!(join(name).err(), Some("looksLike"), "{name:?}");
    }
    for name in ["\u{200b}", "\u{2060}\u{200d}"] {
        assert_eq!(join(name).err(), Some("badName"), "{name:?}");
    }
    for name in ["Anna", "Анна", "Bob", "李"] {
        assert!(join(name).is_ok(), "{name:?}: {:?}", join(name));
    }
}

#[test]
fn a_wrong_time_of_the_host_is_refused() {
    for (host, told) in [
        ("{'now': 'noon'}", "host.now: is no time: write unix milliseconds"),
        ("{'now': -5}", "host.now: is no time: write unix milliseconds"),
        ("{'now': 1.5}", "host.now: is no time: write unix milliseconds"),
        ("{'nov': 5}", "host.nov: is not known: write bankroll, minBuyIn"),
    ] {
        let refusal = Host::read(&json(host)).unwrap_err().to_string();
        assert!(refusal.starts_with(told), "{host}: {refusal}");
    }
    assert_eq!(Host::read(&json("{'now': 5}")).unwrap().now_ms, Some(5));
}
