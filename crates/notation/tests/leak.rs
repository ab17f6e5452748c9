//! `personalize` and the snapshot leak nothing: two hands that differ only in cards the viewer cannot see give them the
//! same bytes, and `merge` answers them the same.

mod table;

use kozyr_card_game::laws::Dice;
use kozyr_cards::{Card, CardSet, faces_in};
use kozyr_notation::exchange::{Host, LiveHand};
use kozyr_notation::game_state;
use kozyr_notation::json::Value;
use table::session::Session;
use table::with;

fn lines(hand: &Value) -> Vec<String> {
    hand["actions"].as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_owned()).collect()
}

fn cards_of(line: &str) -> Vec<Card> {
    let words: Vec<&str> = line.split(' ').collect();
    let (["d", "dh", _, cards, ..] | ["d", "db", cards, ..] | [_, "sm", cards, ..]) = words.as_slice() else {
        return Vec::new();
    };
    if *cards == "-" { Vec::new() } else { faces_in(cards).flatten().flatten().collect() }
}

/// The same hand with other cards wherever the viewer cannot look: others' unshown hole cards, and so the deck.
fn twin(hand: &Value, viewer: Option<usize>, dice: &mut Dice) -> Value {
    let lines = lines(hand);
    // A muck has nothing after it but perhaps the time: those cards stay hidden for good.
    let bare = |line: &str| line.split(" # ").next().unwrap_or_default().to_owned();
    let shown = |player: &str| lines.iter().any(|line| bare(line).starts_with(&format!("{player} sm ")));
    let own = viewer.map(|row| format!("p{}", row + 1));
    let hidden = |line: &str| match line.split(' ').collect::<Vec<_>>().as_slice() {
        ["d", "dh", player, ..] => own.as_deref() != Some(player) && !shown(player),
        _ => false,
    };
    let open: CardSet = lines.iter().filter(|line| !hidden(line)).flat_map(|line| cards_of(line)).collect();
    let mut unseen: Vec<Card> = CardSet::FULL.iter().filter(|card| !open.contains(*card)).collect();
    for at in (1..unseen.len()).rev() {
        unseen.swap(at, dice.below(at as u32 + 1) as usize);
    }
    let mut others = unseen.into_iter();
    let swapped = lines.iter().map(|line| {
        if !hidden(line) {
            return line.clone();
        }
        let faces: String = cards_of(line).iter().map(|_| others.next().unwrap().to_string()).collect();
        let mut words: Vec<&str> = line.split(' ').collect();
        words[3] = &faces;
        words.join(" ")
    });
    let mut twin = hand.as_object().unwrap().clone();
    twin.set("actions", swapped.collect::<Value>());
    Value::Object(twin)
}

#[derive(Default, Debug)]
struct Seen {
    twins: u64,
    different: u64,
    mucked: u64,
    snapshots: u64,
    merges: u64,
}

fn compare(hand: &Value, viewer: Option<&str>, dice: &mut Dice, seen: &mut Seen) {
    let one = LiveHand::read(hand).unwrap();
    let row = viewer.and_then(|name| one.players().position(|player| player == name));
    let other = twin(hand, row, dice);
    let other = LiveHand::read(&other).unwrap_or_else(|refusal| panic!("{refusal}\n{other:#}"));
    seen.twins += 1;
    seen.different += u64::from(one.to_json() != other.to_json());
    seen.mucked += u64::from(lines(hand).iter().any(|line| line.contains(" sm #") || line.ends_with(" sm")));
    let (view, again) = (one.personalize(viewer), other.personalize(viewer));
    assert_eq!(view.to_string(), again.to_string(), "{viewer:?} can tell\n{hand:#}");
    if other.check().is_err() {
        // A hand that was mucked because it was beaten is not beaten any more: not the same play.
        return;
    }
    seen.snapshots += 1;
    let bank = |_: &str| None;
    assert_eq!(
        game_state::export(&one, viewer, bank).to_string(),
        game_state::export(&other, viewer, bank).to_string()
    );
    let Some(row) = row else { return };
    for line in ["cc", "f", "cbr 40", "sm -", "sm", "sm AsKs", "m hi"] {
        let client = table::acted(&view, &format!("p{} {line}", row + 1));
        let answers = [&one, &other].map(|live| {
            let mut live = live.clone();
            live.merge(&client, &Host::default()).map_err(|refusal| refusal.to_string())
        });
        seen.merges += 1;
        assert_eq!(answers[0], answers[1], "merge tells {viewer:?} something\n{hand:#}");
    }
}

fn leaks(first: u64, sessions: u64) -> Seen {
    let mut seen = Seen::default();
    for seed in first..first + sessions {
        let mut dice = Dice::random(seed ^ 0x5eed);
        let mut session = Session::new(seed);
        session.album_one_in = Some(6);
        for _ in 0..10 {
            session.people();
            session.next();
            session.play_hand();
            session.album.push(session.live.clone());
        }
        for live in &session.album {
            let hand = with(&live.to_json(), "_deck", "['As', 'Kd']");
            if !lines(&hand).iter().any(|line| line.starts_with("d dh")) {
                continue;
            }
            let names: Vec<String> = live.players().map(ToOwned::to_owned).collect();
            for name in &names {
                compare(&hand, Some(name), &mut dice, &mut seen);
            }
            compare(&hand, None, &mut dice, &mut seen);
            compare(&hand, Some("a stranger"), &mut dice, &mut seen);
        }
    }
    seen
}

#[test]
fn a_viewer_cannot_tell_hidden_cards_apart() {
    let seen = leaks(1, 400);
    assert!(
        seen.different * 2 > seen.twins && seen.merges > seen.twins,
        "hardly anything was compared: {seen:?}"
    );
    assert!(seen.mucked > 50 && seen.snapshots < seen.twins, "mucked hands were not varied: {seen:?}");
}

#[test]
#[ignore = "long: make soak"]
#[allow(clippy::print_stdout)]
fn hundreds_of_thousands_of_viewers_cannot_tell_hidden_cards_apart() {
    let seen = leaks(1_000_000, 6_000);
    println!("{seen:?}");
    assert!(seen.different > 100_000 && seen.mucked > 1_000 && seen.snapshots < seen.twins);
}

#[test]
fn no_deck_no_seed_no_private_field_leaves_the_server() {
    let hand = table::json(
        "{players: ['Ann', 'Bob'], startingStacks: [50, 50], blindsOrStraddles: [1, 2],
          actions: ['d dh p1 AsKs # 1700000000000', 'd dh p2 7c7d'], deck: ['2c'], _deck: ['2c'], _seed: 'x',
          deckSeed: 5, _privateNote: 1, _mood: 'merry', venue: 'club'}",
    );
    let live = LiveHand::read(&hand).unwrap();
    table::check(&live.to_json(), "{deck: ['2c'], _deck: ['2c'], _seed: 'x', _mood: 'merry', venue: 'club'}");
    let seen = live.personalize(Some("Bob"));
    table::check(
        &seen,
        "{author: 'Bob', actions: ['d dh p1 ???? # 1700000000000', 'd dh p2 7c7d'], deck: null, _deck: null,
          _seed: null, deckSeed: null, _privateNote: null, _mood: 'merry', venue: 'club'}",
    );
    table::check(
        &live.personalize(None),
        "{author: null, actions: ['d dh p1 ???? # 1700000000000', 'd dh p2 ????']}",
    );
}
