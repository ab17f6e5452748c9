//! `merge` as a security boundary: whatever a client sends, only its author's own rights take effect.

mod table;

use kozyr_card_game::laws::Dice;
use kozyr_notation::exchange::{Host, LiveHand, Waiting};
use kozyr_notation::json::{Object, Value};
use table::session::Session;

/// Live hands at random moments of random sessions.
fn album(seed: u64) -> Vec<LiveHand> {
    let mut session = Session::new(seed);
    session.album_one_in = Some(4);
    for _ in 0..12 {
        session.people();
        session.album.push(session.live.clone());
        session.next();
        session.album.push(session.live.clone());
        session.play_hand();
        session.album.push(session.live.clone());
    }
    session.album
}

const TEXTS: &[&str] =
    &["", "p1 f", "p2 cc", "p3 cbr 40", "d db AcAdAh", "d dh p1 ????", "p1 sm -", "p1 m hi", "P1"];
const NUMBERS: &[&str] =
    &["0", "1", "2", "3", "4", "-1", "0.5", "1e3", "7", "1000", "9007199254740991", "1e99"];

fn anything(dice: &mut Dice) -> Value {
    match dice.below(10) {
        0 => Value::Null,
        1 => Value::Bool(true),
        2 => Value::Array(Vec::new()),
        3 => Value::Object(Object::new()),
        4 | 5 => Value::from(*dice.pick(TEXTS)),
        6 => Value::from(format!("P{}", dice.below(30))),
        _ => dice.pick(NUMBERS).parse().unwrap(),
    }
}

/// One change somewhere in the tree.
fn mutate(value: &mut Value, dice: &mut Dice) {
    match value {
        Value::Object(object) if !object.is_empty() => {
            let names: Vec<String> = object.iter().map(|(name, _)| name.to_owned()).collect();
            let name = dice.pick(&names).clone();
            match dice.below(8) {
                0 => drop(object.remove(&name)),
                1 => object.set(dice.pick(&names).clone().as_str(), anything(dice)),
                2 => {
                    let name = *dice.pick(&["_deck", "seed", "hand", "author", "_new", "_needs"]);
                    object.set(name, anything(dice));
                }
                _ => {
                    let mut inner = object.get(&name).cloned().unwrap_or_default();
                    mutate(&mut inner, dice);
                    object.set(&name, inner);
                }
            }
        }
        Value::Array(items) => {
            let at = dice.below(items.len() as u32 + 1) as usize;
            match dice.below(6) {
                0 if at < items.len() => drop(items.remove(at)),
                1 => items.insert(at, anything(dice)),
                2 if at < items.len() => items.insert(at, items[at].clone()),
                3 if at < items.len() => {
                    let other = dice.below(items.len() as u32) as usize;
                    items.swap(at, other);
                }
                _ if at < items.len() => mutate(&mut items[at], dice),
                _ => items.push(anything(dice)),
            }
        }
        leaf => *leaf = anything(dice),
    }
}

/// What a client might send: their view, an honest wish as often as not, and then anything at all.
fn client(live: &LiveHand, author: &str, dice: &mut Dice) -> Value {
    let mut client = live.personalize(Some(author));
    let row = live.players().position(|name| name == author);
    if let Value::Object(object) = &mut client {
        let mut lists: Vec<(&str, Value)> = Vec::new();
        match row {
            None => {
                lists.push(("players", Value::from(author)));
                lists.push(("startingStacks", Value::from(dice.between(0, 300))));
                if dice.one_in(2) {
                    lists.push(("seats", Value::from(dice.between(0, 11))));
                }
            }
            Some(row) if dice.one_in(3) => {
                let mut intents = object.get("_intents").unwrap().as_array().unwrap().to_vec();
                intents[row] = Value::from(dice.between(0, 4));
                object.set("_intents", intents);
            }
            Some(row) if dice.one_in(2) => {
                let player = if dice.one_in(5) { dice.between(1, 10) } else { row as i64 + 1 };
                let to = dice.between(1, 400);
                let actions = ["f", "cc", "sm", "sm -", "m hello", "sm AsKs", "cbr 0"].map(str::to_owned);
                let action = if dice.one_in(3) { format!("cbr {to}") } else { dice.pick(&actions).clone() };
                lists.push(("actions", Value::from(format!("p{player} {action}"))));
            }
            Some(_) => {}
        }
        for (name, item) in lists {
            let mut list = object.get(name).unwrap().as_array().unwrap().to_vec();
            list.push(item);
            object.set(name, list);
        }
    }
    for _ in 0..dice.below(4) {
        mutate(&mut client, dice);
    }
    client
}

#[derive(Default, Debug)]
struct Seen {
    tried: u64,
    refused: u64,
    nothing: u64,
    joined: u64,
    intents: u64,
    actions: u64,
    chats: u64,
    stand_ins: u64,
}

const LISTS: &[&str] = &[
    "players",
    "startingStacks",
    "blindsOrStraddles",
    "antes",
    "seats",
    "_inactive",
    "_intents",
    "_deadBlinds",
    "_deadPosts",
    "_new",
    "_needs",
    "finishingStacks",
    "winnings",
    "timeBanks",
];

fn list<'a>(hand: &'a Value, name: &str) -> &'a [Value] {
    hand[name].as_array().unwrap_or(&[])
}

/// Compares the server's hand before and after, knowing only the rules of the exchange.
fn judge(before: &LiveHand, after: &LiveHand, sent: &Value, seen: &mut Seen) {
    let author = sent["author"].as_str().expect("without an author it is refused");
    let (was, is) = (before.to_json(), after.to_json());
    let told = || format!("{author} sent\n{sent:#}\nto\n{was:#}\nand made\n{is:#}");
    let row = before.players().position(|name| name == author);
    let joined = row.is_none();
    let new_lines = added_lines(&was, &is).unwrap_or_else(|| panic!("history was rewritten: {}", told()));
    let grew =
        judge_lines(before, author, row, &new_lines, &is, seen).unwrap_or_else(|| panic!("{}", told()));
    let over = list(&was, "finishingStacks").is_empty() && !list(&is, "finishingStacks").is_empty();
    assert!(!over || grew, "{}", told());
    for (name, value) in was.as_object().unwrap().iter().filter(|(name, _)| *name != "actions") {
        if !LISTS.contains(&name) {
            assert!(is[name] == *value || (name == "_deadPot" && joined), "{name} changed: {}", told());
        }
    }
    for (name, _) in is.as_object().unwrap().iter() {
        let may_appear = LISTS.contains(&name) || (over && name == "rake");
        assert!(may_appear || !was[name].is_null(), "{name} appeared: {}", told());
    }
    let people = list(&was, "players").len();
    assert_eq!(list(&is, "players").len(), people + usize::from(joined), "{}", told());
    for name in LISTS.iter().filter(|name| !(over && ["finishingStacks", "winnings"].contains(name))) {
        for at in 0..people {
            let zero = Value::from(0i64);
            let old = list(&was, name).get(at).unwrap_or(&zero);
            let new = list(&is, name).get(at).unwrap_or(&zero);
            if old.means(new) {
                continue;
            }
            let own = Some(at) == row;
            let takes_hold = *name == "_inactive" && new.integer() == Some(1);
            let asked = list(&is, "_intents")[at].integer() != Some(0);
            let allowed = match *name {
                "_intents" => own,
                "_inactive" => takes_hold && asked && (grew || own),
                "_needs" => own && new.integer() == Some(0),
                _ => false,
            };
            assert!(allowed, "{name}[{at}] went from {old} to {new}: {}", told());
            seen.intents += u64::from(*name == "_intents");
        }
    }
    if joined {
        seen.joined += 1;
        assert_eq!(list(&is, "players")[people].as_str(), Some(author));
        assert!(list(&is, "blindsOrStraddles")[people].integer().is_some_and(|blind| blind <= 0));
        assert_eq!(list(&is, "_deadBlinds")[people].integer(), Some(0));
    } else if was == is {
        seen.nothing += 1;
    }
}

fn added_lines(was: &Value, is: &Value) -> Option<Vec<String>> {
    let (was, is) = (list(was, "actions"), list(is, "actions"));
    let added = is.strip_prefix(was)?;
    Some(added.iter().map(|line| line.as_str().unwrap().to_owned()).collect())
}

/// New lines are the author's talk, at most one action of theirs when it was their turn, and what is played for those who
/// are out. The answer is whether anything was played.
fn judge_lines(
    before: &LiveHand,
    author: &str,
    row: Option<usize>,
    lines: &[String],
    is: &Value,
    seen: &mut Seen,
) -> Option<bool> {
    let own = row.map(|row| format!("p{}", row + 1));
    let mut acted = 0;
    for line in lines {
        let (player, said) = line.split_once(' ')?;
        let own = own.as_deref() == Some(player);
        if said.starts_with("m ") {
            seen.chats += 1;
            own.then_some(())?;
            continue;
        }
        let at: usize = player.strip_prefix('p')?.parse::<usize>().ok()? - 1;
        let out =
            list(is, "_intents")[at].integer() != Some(0) || list(is, "_inactive")[at].integer() != Some(0);
        let stands_in = out && ["f", "sm", "sm -"].contains(&said);
        if stands_in {
            seen.stand_ins += 1;
            continue;
        }
        acted += 1;
        seen.actions += 1;
        (own && acted == 1).then_some(())?;
        // Turning cards over early at a showdown is the one thing somebody may do out of turn.
        let turn = match before.waiting() {
            Waiting::Bet(name) => name == author || before.offers(name).is_empty(),
            Waiting::Show(_) => said.starts_with("sm"),
            _ => false,
        };
        turn.then_some(())?;
    }
    Some(lines.iter().any(|line| !line.contains(" m ")))
}

fn fuzz(first: u64, albums: u64, tries: u32) -> Seen {
    let mut seen = Seen::default();
    for seed in first..first + albums {
        let mut dice = Dice::random(seed ^ 0xb0a7);
        for live in album(seed) {
            for _ in 0..tries {
                let names: Vec<String> = live.players().map(str::to_owned).collect();
                let stranger = names.is_empty() || dice.one_in(4);
                let author = if stranger { "Stranger".to_owned() } else { dice.pick(&names).clone() };
                let sent = client(&live, &author, &mut dice);
                let mut after = live.clone();
                seen.tried += 1;
                match after.merge(&sent, &Host::default()) {
                    Err(_) => {
                        seen.refused += 1;
                        assert_eq!(after, live, "a refusal changed the hand");
                    }
                    Ok(()) => judge(&live, &after, &sent, &mut seen),
                }
            }
        }
    }
    seen
}

fn tried_everything(seen: &Seen) {
    let all =
        [seen.refused, seen.nothing, seen.joined, seen.intents, seen.actions, seen.chats, seen.stand_ins];
    assert!(all.iter().all(|&times| times > seen.tried / 500), "something was hardly tried: {seen:?}");
}

#[test]
fn random_mutations_change_only_what_is_the_authors() {
    tried_everything(&fuzz(1, 30, 12));
}

#[test]
#[ignore = "long: make soak"]
#[allow(clippy::print_stdout)]
fn millions_of_mutations_change_only_what_is_the_authors() {
    let seen = fuzz(1_000_000, 3_000, 20);
    println!("{seen:?}");
    tried_everything(&seen);
    assert!(seen.tried > 2_000_000);
}
