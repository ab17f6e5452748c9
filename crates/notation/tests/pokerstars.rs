//! PokerStars texts: our own samples, the public dataset there and back, and what is refused.
#![allow(clippy::print_stderr)]

#[path = "../../../fuzz/src/pokerstars.rs"]
#[allow(dead_code)]
mod law;

use kozyr_notation::phh::{Hand, Hands, Replay, Verdict};
use kozyr_notation::pokerstars::{self, Problem, Texts, Unconvertible};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const DATASET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/phh");

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "phh" || e == "phhs") {
            found.push(path);
        }
    }
    found.sort();
}

#[derive(Default, Debug)]
struct Tally {
    hands: u64,
    same: u64,
    finishing_stacks_kept: u64,
    winnings_kept: u64,
    /// Winnings that include a bet that came back, or that the play rules out.
    winnings_otherwise: u64,
    /// No winner is known, or the hand breaks off.
    winners_unknown: u64,
    unconvertible: BTreeMap<String, u64>,
}

fn there_and_back(hand: &Hand, place: &str, tally: &mut Tally) {
    tally.hands += 1;
    let text = match pokerstars::write(hand) {
        Ok(text) => text,
        Err(why) => return *tally.unconvertible.entry(why.to_string()).or_default() += 1,
    };
    let again = pokerstars::read(&text).unwrap_or_else(|error| panic!("{place}: {error}\n{text}\n{hand:?}"));
    law::same_play(hand, &again).unwrap_or_else(|why| panic!("{place}: {why}\n{text}\n{hand:?}\n{again:?}"));
    assert_eq!(pokerstars::write(&again).as_ref(), Ok(&text), "{place}");
    tally.same += 1;
    if !hand.finishing_stacks.is_empty() {
        assert_eq!(hand.finishing_stacks, again.finishing_stacks, "{place}\n{text}");
        assert_eq!(
            Replay::whole(&again).unwrap().verdict(&again),
            Verdict::Agrees,
            "{place}\n{text}\n{again:?}"
        );
        tally.finishing_stacks_kept += 1;
    } else if hand.winnings == again.winnings {
        tally.winnings_kept += 1;
    } else if again.winnings.is_empty() {
        tally.winners_unknown += 1;
    } else if hand.winnings.iter().any(|won| !won.is_zero()) {
        tally.winnings_otherwise += 1;
    }
}

fn dataset(folder: &str) -> Option<Tally> {
    let mut found = Vec::new();
    files(&Path::new(DATASET).join(folder), &mut found);
    if found.is_empty() {
        eprintln!("skipped: {DATASET}/{folder} is not there");
        return None;
    }
    let mut tally = Tally::default();
    for path in found {
        let text = std::fs::read(&path).unwrap();
        if path.extension().is_some_and(|e| e == "phh") {
            let hand = std::str::from_utf8(&text).unwrap().parse().unwrap();
            there_and_back(&hand, &path.display().to_string(), &mut tally);
            continue;
        }
        for (number, hand) in (1..).zip(Hands::new(&*text)) {
            there_and_back(&hand.unwrap(), &format!("{} [{number}]", path.display()), &mut tally);
        }
    }
    eprintln!("{folder}: {tally:?}");
    Some(tally)
}

#[test]
fn real_hands_go_there_and_back() {
    let Some(tally) = dataset("handhq") else { return };
    let unknown =
        tally.unconvertible.get(&Unconvertible::UnknownStacks.to_string()).copied().unwrap_or_default();
    assert_eq!((tally.hands, tally.same, unknown), (7933, 7933 - 2953, 2953));
}

#[test]
fn pluribus_goes_there_and_back_to_the_same_stacks() {
    let Some(tally) = dataset("pluribus") else { return };
    assert_eq!((tally.hands, tally.same, tally.finishing_stacks_kept), (722, 722, 722));
}

#[test]
fn televised_hands_convert_or_say_why() {
    let Some(tally) = dataset("") else { return };
    assert_eq!(tally.hands, tally.same + tally.unconvertible.values().sum::<u64>());
}

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/pokerstars");

fn sample(name: &str) -> String {
    std::fs::read_to_string(format!("{SAMPLES}/{name}")).unwrap()
}

fn samples() -> Vec<(String, Vec<Hand>)> {
    let mut names: Vec<_> =
        std::fs::read_dir(SAMPLES).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let read = |name: String| {
        let hands = Texts::new(sample(&name).as_bytes())
            .map(|text| text.unwrap().read())
            .collect::<Result<Vec<_>, _>>();
        (name.clone(), hands.unwrap_or_else(|error| panic!("{name}: {error}")))
    };
    names.into_iter().map(read).collect()
}

#[test]
fn our_samples_read_play_and_go_there_and_back() {
    let mut hands = 0;
    for (name, samples) in samples() {
        assert!(law::text(sample(&name).as_bytes()), "{name}");
        for hand in samples {
            there_and_back(&hand, &name, &mut Tally::default());
            hands += 1;
        }
    }
    assert!(hands >= 11, "{hands}");
}

/// What is written is what was read, but for what rooms print in more than one way.
#[test]
fn a_present_day_text_is_written_as_it_was_read() {
    for name in [
        "cash-no-limit.txt",
        "omaha-pot-limit.txt",
        "zoom-euro.txt",
        "run-it-twice.txt",
        "home-game.txt",
        "home-game-tournament.txt",
    ] {
        let text = sample(name);
        assert_eq!(pokerstars::write(&pokerstars::read(&text).unwrap()).unwrap(), text, "{name}");
    }
}

/// A change to a sample, and the line and words of the refusal.
#[track_caller]
fn refused(name: &str, from: &str, to: &str, line: u64, words: &str) {
    let text = sample(name);
    assert!(text.contains(from), "{name} has no {from:?}");
    let changed = text.replacen(from, to, 1);
    let error = pokerstars::read(&changed).expect_err(&format!("{from:?} to {to:?} is read"));
    assert_eq!(error.line(), line, "{error}");
    assert!(error.to_string().contains(words), "{error}");
}

#[test]
fn what_is_not_known_or_not_true_is_refused_with_its_line() {
    let cash = "cash-no-limit.txt";
    refused(cash, "PokerStars Hand", "PokerSt4rs Hand", 1, "a hand begins with");
    refused(cash, "Hold'em No Limit", "Badugi Limit", 1, "`Badugi Limit` is not one of the games");
    refused(cash, "($0.50/$1.00 USD)", "($0.50 to $1.00)", 1, "the stakes are written");
    refused(cash, "3:04:05 ET", "3 o'clock", 1, "the time is written");
    refused(cash, "is the button", "has the button", 2, "expected a line such as `Table");
    refused(cash, "($97.20 in chips)", "(97.20 in chips)", 4, "with the money of the header");
    refused(cash, "Seat 3: c.i.d (", "Seat 2: c.i.d (", 5, "seat 2 is there already");
    refused(cash, "Seat 3: c.i.d (", "Seat 3: Бобр (", 5, "Бобр is there already");
    refused(cash, "posts small blind $0.50", "posts small blind $0.40", 8, "not the one in the header");
    refused(cash, "posts big blind $1", "posts big blind $1 and is all-in", 9, "the player has chips left");
    refused(
        cash,
        "posts big blind $1",
        "posts the biggest blind $1",
        9,
        "not known here, before *** HOLE CARDS ***",
    );
    refused(cash, "Бобр: folds", "Бобр: faints", 13, "not known here, before *** SUMMARY ***");
    refused(cash, "Бобр: folds", "Dan_4: folds", 13, "not player");
    refused(cash, "raises $2 to $3", "raises $1 to $3", 12, "the amount should be 2");
    refused(cash, "raises $2 to $3", "raises $0.50 to $1.50", 12, "too small");
    refused(cash, "calls $2.50", "calls $2.40", 14, "the amount should be 2.5");
    refused(cash, "calls $2.50", "checks", 14, "there is 2.5 to call");
    refused(cash, "bets $4", "raises $4 to $4", 19, "write a bet");
    refused(cash, "[Kc 7d 2s] [7h]", "[Kc 7d 2c] [7h]", 22, "not the cards dealt before");
    refused(
        cash,
        "*** RIVER *** [Kc 7d 2s 7h] [3c]",
        "*** TURN *** [Kc 7d 2s 7h] [3c]",
        25,
        "does not follow here",
    );
    refused(cash, "[Kc 7d 2s 7h] [3c]", "[Kc 7d 2s 7h] [Kd]", 25, "Kd");
    refused(cash, "Ann Lee: shows [Ah Kd]", "Ann Lee: shows [Ah Ks]", 30, "does not hold those cards");
    refused(
        cash,
        "Ann Lee collected $33.30",
        "Eve collected $33.30",
        31,
        "the player has folded and collects nothing",
    );
    refused(cash, "Total pot $35", "Total pot $36", 33, "the amount should be 35");
    refused(cash, "Rake $1.70", "Rake $1.60", 33, "the amount should be 1.7");
    refused(cash, "Eve (big blind)", "Eve (small blind)", 38, "posted that blind: add it");
    let side = "side-pots.txt";
    refused(side, "Main pot $367.", "Main pot $366.", 33, "main and side pots are not what was collected");
    refused(cash, "Board [Kc 7d 2s 7h 3c]", "Board [Kc 7d 2s 7h 3d]", 34, "not the cards dealt before");
    refused(cash, "won ($33.30)", "won ($33)", 35, "the amount should be 33.3");
    refused(
        cash,
        "Seat 6: Eve (big blind) folded before Flop",
        "Seat 6: Eve (big blind) mucked",
        38,
        "the player has folded: say so",
    );
    refused(cash, "Бобр (button) folded", "Бобр (button) sighed", 36, "not known here");
    refused("zoom-euro.txt", "Uncalled bet (€0.01)", "Uncalled bet (€0.02)", 14, "the amount should be 0.01");
    refused("zoom-euro.txt", "Uncalled bet (€0.01) returned to Cid\n", "", 16, "an uncalled bet of 0.01");
    refused("zoom-euro.txt", "Cid collected €0.02 from pot\n", "", 16, "nobody collected the pot");
    refused("zoom-euro.txt", "Bob: folds\n", "", 15, "it is not the showdown yet");
    refused(
        "side-pots.txt",
        "raises $55 to $85 and is all-in",
        "raises $55 to $85",
        15,
        "this takes the last chip",
    );
    refused(
        "run-it-twice.txt",
        "SECOND TURN *** [9c 8d 3s]",
        "SECOND TURN *** [9c 8d 3h]",
        17,
        "not the cards",
    );
    refused(
        "run-it-twice.txt",
        "Hand was run twice",
        "Hand was run three times",
        29,
        "another number of times",
    );
    refused("dead-blinds.txt", "posts straddle $4", "posts straddle $2", 12, "more than the big blind");
    for length in (1..sample(cash).len()).filter(|&at| sample(cash).is_char_boundary(at)) {
        let cut = &sample(cash)[..length];
        if let Err(error) = pokerstars::read(cut) {
            assert!(error.line() <= cut.lines().count() as u64, "{error}");
        } else {
            assert!(cut.contains("*** SUMMARY ***\nTotal pot"), "{cut}");
        }
    }
    assert!(matches!(pokerstars::read("").unwrap_err().problem(), Problem::Ends(_)));
    let mut latin = sample(cash).into_bytes();
    let at = latin.iter().position(|&byte| byte >= 0x80).unwrap();
    latin[at] = 0xff;
    assert_eq!(pokerstars::read_bytes(&latin).unwrap_err().line(), 4);
}

/// The lines of a text, the fields they become.
#[test]
fn posts_become_antes_and_blinds() {
    let read = |name: &str| pokerstars::read(&sample(name)).unwrap();
    let list = |amounts: &[kozyr_notation::phh::Amount]| {
        amounts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    let dead = read("dead-blinds.txt");
    assert_eq!(dead.players().collect::<Vec<_>>(), ["Bob", "Cid", "Dan", "Eve", "Fay", "Ann"]);
    assert_eq!(list(&dead.blinds_or_straddles), "1 2 4 -2 0 -2");
    assert_eq!(list(&dead.antes), "0 0 0 1 1 0");
    assert_eq!(dead.user_field("_positions").unwrap().to_string(), "{button = 2}");
    assert_eq!(dead.user_field("_out").unwrap().to_string(), "[{player = 'Gus', seat = 8, stack = 77}]");
    let tournament = read("tournament.txt");
    assert_eq!(list(&tournament.blinds_or_straddles), "50 100 0 0 0");
    assert_eq!(list(&tournament.antes), "15 15 15 15 15");
    assert_eq!(list(&tournament.finishing_stacks), "0 0 4472 2985 0");
    assert_eq!(tournament.level, Some(5));
    // A main pot of 60 has twelve from each of five: the short ante wins what it matched.
    assert_eq!(tournament.ante_trimming_status, Some(true));
    let otherwise = sample("tournament.txt")
        .replace("collected 147", "collected 135")
        .replace("collected 60", "collected 72");
    let otherwise = otherwise.replace("Main pot 60. Side pot-1 147.", "Main pot 72. Side pot-1 135.");
    assert_eq!(pokerstars::read(&otherwise).unwrap().ante_trimming_status, None);
    let limit = read("limit.txt");
    assert_eq!((limit.small_bet, limit.big_bet, limit.min_bet), (Some(2.into()), Some(4.into()), None));
    assert!(limit.actions().iter().any(|action| action.to_string() == "d dh p3 KdQd"), "{limit:?}");
    let twice = read("run-it-twice.txt");
    assert_eq!(twice.user_field("_options").unwrap().to_string(), "{runouts = 2}");
    assert_eq!(list(&twice.finishing_stacks), "199 169.5");
    assert_eq!(twice.user_field("_rake").unwrap().to_string(), "2.5");
}

#[test]
fn home_games_and_pot_limit_are_read() {
    let hand = pokerstars::read(&sample("home-game.txt")).unwrap();
    assert_eq!(hand.user_field("_home_game").unwrap().to_string(), "'Thursday Night'");
    // The standard has no pot-limit hold'em: other tools see no-limit, ours plays by the pot.
    assert_eq!(hand.variant.code(), "NT");
    assert_eq!(hand.user_field("_variant").unwrap().to_string(), "'PT'");
    assert_eq!(hand.user_field("_out").unwrap().to_string(), "[{player = 'Dot', seat = 5, stack = 0}]");
    refused("home-game.txt", "raises $0.50 to $0.70", "raises $0.60 to $0.80", 14, "too large");
    refused("home-game.txt", "Zed leaves the table", "Zed leaves the building", 9, "not known here");
    refused("home-game.txt", "{Thursday Night} ", "{Thursday Night ", 1, "a hand begins with");
    let json = kozyr_notation::exchange::from_phh(&hand).unwrap();
    assert_eq!(json["variant"].as_str(), Some("PT"));
    let again = kozyr_notation::exchange::to_phh(&json).unwrap();
    assert_eq!((again.variant, again.user_field("_variant")), (hand.variant, hand.user_field("_variant")));
    let tournament = pokerstars::read(&sample("home-game-tournament.txt")).unwrap();
    assert_eq!(tournament.user_field("_home_game").unwrap().to_string(), "'Club #4321'");
    assert_eq!(tournament.level, Some(2));
}

/// The room tells of people who have left, or who only watch.
#[test]
fn notices_about_anybody_are_kept() {
    let text = sample("cash-no-limit.txt");
    for notice in [
        "Zed has timed out",
        "Zed is disconnected",
        "Zed leaves the table",
        "Zed was removed from the table for failing to post",
        "Zed: sits out",
        "Zed finished the tournament in 9th place",
        "Zed wins the $5 bounty for eliminating Yan",
        "Zed, Yan split the $5 bounty for eliminating Xia",
        "Ann Lee cashed out the hand for $32.97 | Cash Out Fee $0.33",
        "Betting is capped",
    ] {
        let with = text.replacen("Eve: folds", &format!("{notice}\nEve: folds"), 1);
        let hand = pokerstars::read(&with).unwrap_or_else(|error| panic!("{notice}: {error}"));
        assert_eq!(pokerstars::write(&hand).unwrap(), with, "{notice}");
    }
    // Whoever has cashed out is told of the pot all the same.
    let cashed = " (pot not awarded as player cashed out)";
    let out = text.replacen("$33.30 from pot", &format!("$33.30 from pot{cashed}"), 1);
    let out = out.replacen(
        "and won ($33.30) with two pair, Kings and Sevens",
        &format!("and won ($33.30) with two pair, Kings and Sevens{cashed}"),
        1,
    );
    assert_eq!(pokerstars::read(&out).unwrap(), pokerstars::read(&text).unwrap());
    refused("cash-no-limit.txt", "Eve: folds", "Zed: folds", 16, "not known here");
    refused("cash-no-limit.txt", "Eve: folds", "Eve: mumbles has timed out", 16, "not known here");
}

/// Everybody owes a straddle in full, which a text cannot say when its last chip went into the ante.
#[test]
fn a_straddle_nobody_could_pay_is_not_written() {
    for (stack, convertible) in [("5", false), ("7", false), ("9", true)] {
        let hand: Hand = format!(
            "variant = 'NT'\nantes = [5, 5, 5]\nblinds_or_straddles = [1, 2, 4]\nmin_bet = 2\n\
             starting_stacks = [100, 100, {stack}]\n\
             actions = ['d dh p1 AsAh', 'd dh p2 KsKh', 'd dh p3 2c7d', 'p1 cc', 'p2 f']\n"
        )
        .parse()
        .unwrap();
        match pokerstars::write(&hand) {
            Ok(text) => {
                assert!(convertible, "{text}");
                law::same_play(&hand, &pokerstars::read(&text).unwrap()).unwrap();
            }
            Err(why) => assert_eq!((why, convertible), (Unconvertible::ShortStraddle, false), "{stack}"),
        }
    }
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*", lines in proptest::collection::vec("[A-Za-z0-9:$*.,\\[\\] ()'-]{0,60}", 0..30)) {
        law::text(text.as_bytes());
        let header = sample("cash-no-limit.txt");
        let kept = header.lines().take(lines.len() / 2).map(str::to_owned).chain(lines).collect::<Vec<_>>();
        law::text(kept.join("\n").as_bytes());
    }
}
