//! Records of whole games: written, read, replayed, refused.
#![allow(clippy::disallowed_methods)]

use kozyr_card_game::laws::{Dice, Specimen};
use kozyr_card_game::{Awaits, Clock, DeckShoe, Game, Move};
use kozyr_cards::Deck;
use kozyr_durak::notation::{Entry, Player, ReadProblem, Record, ReplayProblem, Verdict};
use kozyr_durak::{Durak, Match};

/// What the fuzzer checks.
#[path = "../../../fuzz/src/durak.rs"]
mod fuzz;

/// A random game, legal from the first move to the last.
fn random_record(seed: u64) -> (Record, Match) {
    let mut dice = Dice::random(seed);
    let (conditions, seats, pack) = Durak::table(&mut dice);
    let mut game = Durak::start(&conditions, &seats).unwrap();
    let mut shuffler = Dice::random(seed ^ 1);
    let mut shoe = DeckShoe::new(Deck::ordered(pack), |n| shuffler.below(n));
    let (mut moves, mut told, mut offers) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        let mv = match game.awaits() {
            Awaits::Nothing => break,
            Awaits::Shuffle(cards) => {
                shoe.shuffle(cards);
                Move::Shuffled
            }
            Awaits::Chance => Move::Deal(game.draw(&mut shoe).unwrap()),
            Awaits::Stage(_) if dice.one_in(2) => Move::Timeout(Clock::Stage),
            Awaits::Seats(_) if dice.one_in(50) => {
                let clocks: Vec<_> = game.clocks().iter().collect();
                Move::Timeout(Clock::Seat(*dice.pick(&clocks)))
            }
            Awaits::Seats(seats) | Awaits::Stage(seats) => {
                let seats: Vec<_> = seats.iter().collect();
                let seat = *dice.pick(&seats);
                offers.clear();
                game.legal(seat, &mut offers);
                offers.retain(|offer| !Durak::rare(offer) || dice.one_in(200));
                let Some(offer) = offers.first() else { continue };
                Move::Act(seat, Durak::accept(&game, seat, offer, &mut dice))
            }
        };
        game.play(&mv, &mut told).unwrap();
        moves.push(mv);
    }
    let name = ["", "Аня", "Bob Jr."];
    let player = |(nth, seated): (usize, &kozyr_card_game::Seated)| Player {
        stack: seated.stack,
        name: name[nth % 3].into(),
    };
    let players = seats.iter().enumerate().map(player).collect();
    (Record::of_moves(conditions, players, moves).unwrap(), game)
}

#[test]
fn a_game_written_down_reads_back_and_replays_to_the_same_end() {
    for seed in 0..100 {
        let (record, game) = random_record(seed);
        let text = record.to_string();
        let read = Record::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read, record);
        let replayed = read.replay().unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(replayed.game, game);
        let results = record.entries.iter().filter(|(_, entry)| matches!(entry, Entry::Result(_)));
        assert_eq!(replayed.parties, results.count());
        assert!(replayed.parties > 0 && replayed.moves > replayed.parties);
    }
}

const SHORT: &str = "\
# A comment, and every line end will do.
durak 1\r
num_seats 2
game_mode 0

player 1 0 Боря
deal 6d,kd,7D,7h,8h,8c,9c,9h,Jh,Th,Qd,J♣ trump Ks
0 attack 6d
\t1   defend 6d Kd
0 finish
1 ready
ready timeout
draw 8d,9d
1 surrender
result fool 1
";

#[test]
fn a_record_by_hand() {
    let record = Record::read(SHORT).unwrap();
    assert_eq!(record.players[1].name, "Боря");
    assert_eq!(record.entries[0].0, 7);
    let replayed = record.replay().unwrap();
    assert_eq!((replayed.moves, replayed.parties), (8, 1));
    assert_eq!(replayed.game.points()[..2], [1, 0]);
    let text = record.to_string();
    assert!(text.contains("\n1 defend 6d Kd\n") && text.contains(",10h,"), "{text}");
}

#[test]
fn a_wrong_line_is_refused_by_its_number() {
    type Case = (&'static str, &'static str, usize, fn(&ReadProblem) -> bool);
    let cases: &[Case] = &[
        ("durak 1", "durak 2", 2, |what| matches!(what, ReadProblem::NotDurak)),
        ("durak 1", "poker 1", 2, |what| matches!(what, ReadProblem::NotDurak)),
        ("num_seats 2", "num_seats 7", 3, |what| matches!(what, ReadProblem::Param(_))),
        ("num_seats 2", "num_seats 2\nnum_seats 2", 4, |what| matches!(what, ReadProblem::Twice(_))),
        ("num_seats 2\n", "", 14, |what| matches!(what, ReadProblem::Missing("num_seats"))),
        ("game_mode 0", "game_mode 3", 15, |what| matches!(what, ReadProblem::Param(_))),
        ("game_mode 0", "game_mood 0", 4, |what| matches!(what, ReadProblem::Word(_))),
        ("game_mode 0", "game_mode", 4, |what| matches!(what, ReadProblem::Missing(_))),
        ("player 1 0 Боря", "player 1 x", 6, |what| matches!(what, ReadProblem::Amount(_))),
        ("player 1 0 Боря", "player 6 0", 6, |what| matches!(what, ReadProblem::Box(_))),
        ("player 1 0 Боря", "player 5 0", 15, |what| matches!(what, ReadProblem::TooMuch(_))),
        ("player 1 0 Боря", "player 1 0 \u{7}", 6, |what| matches!(what, ReadProblem::Name)),
        ("0 attack 6d", "0 attack 6x", 8, |what| matches!(what, ReadProblem::Card { .. })),
        ("0 attack 6d", "0 attack", 8, |what| matches!(what, ReadProblem::Missing(_))),
        ("0 attack 6d", "0 attack 6d 7d", 8, |what| matches!(what, ReadProblem::TooMuch(_))),
        ("0 attack 6d", "0 attach 6d", 8, |what| matches!(what, ReadProblem::Action(_))),
        ("0 attack 6d", "9 attack 6d", 8, |what| matches!(what, ReadProblem::Box(_))),
        ("0 attack 6d", "points 3", 8, |what| matches!(what, ReadProblem::Late(_))),
        ("draw 8d,9d", "draw 8d,,9d", 13, |what| matches!(what, ReadProblem::Card { .. })),
        ("trump Ks", "trumps Ks", 7, |what| matches!(what, ReadProblem::TooMuch(_))),
        ("result fool 1", "result fool", 15, |what| matches!(what, ReadProblem::Result)),
        ("result fool 1", "result fool 1,1", 15, |what| matches!(what, ReadProblem::Result)),
    ];
    for (from, to, line, what) in cases {
        let text = SHORT.replacen(from, to, 1);
        let error = Record::read(&text).expect_err(to);
        assert_eq!(error.line, *line, "{to}: {error}");
        assert!(what(&error.what), "{to}: {error:?}");
    }
}

#[test]
fn a_line_the_rules_forbid_is_refused_by_its_number() {
    let cases: &[(&str, &str, usize)] = &[
        ("0 attack 6d", "1 attack 7h", 8),
        ("0 attack 6d", "0 attack 6s", 8),
        ("defend 6d Kd", "defend 6d 7h", 9),
        ("draw 8d,9d", "draw 8d", 13),
        ("draw 8d,9d", "draw 8d,6d", 13),
        ("draw 8d,9d", "draw 8d,Ks", 13),
        ("trump Ks", "trump 6d", 7),
    ];
    for (from, to, line) in cases {
        let text = SHORT.replacen(from, to, 1);
        let error = Record::read(&text).unwrap().replay().expect_err(to);
        assert_eq!(error.line, *line, "{to}: {error}");
    }
    let poor = SHORT.replace("player 1 0", "cash_bet 5\nplayer 1 0");
    assert!(matches!(Record::read(&poor).unwrap().replay().unwrap_err().what, ReplayProblem::Start(_)));
    let wrong = Record::read(&SHORT.replace("result fool 1", "result draw")).unwrap().replay().unwrap_err();
    assert_eq!((wrong.line, wrong.what), (15, ReplayProblem::Result));
    let early = Record::read(&SHORT.replace("1 surrender", "result fool 1\n1 surrender")).unwrap();
    assert_eq!(early.replay().unwrap_err().line, 14);
    assert!(early.entries.iter().any(|(_, entry)| matches!(entry, Entry::Result(Verdict::Fools(_)))));
}

#[test]
fn the_seeds_of_the_fuzzer_hold() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus");
    for (name, check) in [("durak_notation", fuzz::notation as fn(&[u8])), ("durak_actions", fuzz::actions)] {
        let mut seeds = 0;
        for entry in std::fs::read_dir(format!("{folder}/{name}")).unwrap() {
            check(&std::fs::read(entry.unwrap().path()).unwrap());
            seeds += 1;
        }
        assert!(seeds >= 4, "{name} has {seeds} seeds");
    }
}

/// Bytes changed, dropped and doubled in a record: what the fuzzer does, a little and always the same.
#[test]
fn mutated_records_are_read_or_refused() {
    let mut dice = Dice::random(7);
    let records: Vec<String> = (0..8).map(|seed| random_record(seed).0.to_string()).collect();
    for round in 0..3000 {
        let text = if round % 4 == 0 { SHORT } else { dice.pick(&records) };
        let mut bytes = text.as_bytes().to_vec();
        bytes.truncate(800 + dice.below(1200) as usize);
        for _ in 0..=dice.below(4) {
            let at = dice.below(bytes.len() as u32) as usize;
            match dice.below(4) {
                0 => bytes[at] = dice.below(256) as u8,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, *dice.pick(b"\n 0159dskKT,-#attack")),
                _ => {
                    let lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
                    let (one, two) = (dice.pick(&lines).to_vec(), dice.pick(&lines).to_vec());
                    bytes.extend([&b"\n"[..], &one, b"\n", &two].concat());
                }
            }
        }
        fuzz::notation(&bytes);
    }
}

#[test]
fn any_stream_of_moves_is_played_or_refused() {
    let mut dice = Dice::random(11);
    for _ in 0..2000 {
        let bytes: Vec<u8> = (0..dice.below(600)).map(|_| dice.below(256) as u8).collect();
        fuzz::actions(&bytes);
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(500))]
    #[test]
    fn any_text_is_read_or_refused(text in "(durak 1\n)?(num_seats [0-9]\n|game_mode [0-9]\n)?\\PC{0,60}") {
        fuzz::notation(text.as_bytes());
    }
}
