//! The notation: what is documented reads, what reads is written the same, and what is wrong is named.

use kozyr_card_game::laws::{Dice, Specimen};
use kozyr_card_game::{Awaits, Clock, DeckShoe, Game, Move, Seated};
use kozyr_cards::Deck;
use kozyr_seka::notation::{Problem, read, read_all};
use kozyr_seka::{Action, Deal, Dealt, Record, Rules, Seka};

const PAGE: &str = include_str!("../../../docs/notation-seka.md");
const SVARA: &str = include_str!("../../../testdata/seka/svara.seka");
const DARK: &str = include_str!("../../../testdata/seka/dark.seka");

fn examples() -> Vec<&'static str> {
    PAGE.split("```").filter_map(|block| block.strip_prefix("seka\n")).collect()
}

#[test]
fn documented_examples_replay_and_go_both_ways() {
    assert_eq!(examples().len(), 2);
    for text in examples().into_iter().chain([SVARA, DARK]) {
        let record = read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let deal = record.replay().unwrap();
        assert_eq!(deal.awaits(), Awaits::Nothing);
        assert_eq!(read(&record.to_text().unwrap()), Ok(record));
    }
}

/// Every header line of the page's table is one the reader knows, with the value shown there.
#[test]
fn documented_header_lines_are_known() {
    let (_, table) = PAGE.split_once("## Header").unwrap();
    let (table, _) = table.split_once("## Moves").unwrap();
    let mut known = 0;
    for row in table.lines().filter_map(|line| line.strip_prefix("| `")) {
        let (line, _) = row.split_once('`').unwrap();
        if line.contains('…') || ["base", "max:", "seat 1"].iter().any(|key| line.starts_with(key)) {
            continue;
        }
        let text = examples()[0].replace("name 1: Ann\n", "");
        let text = text.replace("base: 10", &format!("{line}\nbase: 10"));
        if let Err(error) = read(&text) {
            // Who waits stands in the result, and so does the rake: the header itself was fine.
            assert!(matches!(error.problem, Problem::WrongResult(_)), "{line}: {error}");
        }
        known += 1;
    }
    assert_eq!(known, 13, "the table of header lines has changed");
}

#[test]
fn many_deals_in_one_text() {
    let text = [SVARA, DARK, examples()[0]].join("\n# the next one\n");
    let records: Result<Vec<Record>, _> = read_all(&text).collect();
    assert_eq!(records.unwrap().len(), 3);
    assert_eq!(read(&text).unwrap_err().line, SVARA.lines().count() + 3);
    assert_eq!(read_all("").count(), 0);
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let good = examples()[0];
    let changes = [
        ("seka 1", "seka 2", "line 1: version 2 of the format is not known; this reads version 1"),
        ("seka 1", "durak 1", "line 1: a deal begins with the line \"seka 1\""),
        ("base: 10", "bass: 10", "line 2: \"bass\" is neither a header line nor a move"),
        ("base: 10\n", "", "line 7: the header has no \"base\" line"),
        ("base: 10", "base: ten", "line 2: \"ten\" is not a whole number of chips"),
        ("base: 10", "base: 010", "line 2: \"010\" is not a whole number of chips"),
        ("base: 10", "base: 0", "line 8: the base bet must be at least 1, not 0"),
        ("max: 100", "max: 100\nmax: 100", "line 4: \"max\" has been said already"),
        ("seat 2: 200", "seat 7: 200", "line 5: \"7\" is not a seat from 1 to 6"),
        ("seat 2: 200", "seat 2: 9", "line 8: this costs 10 and seat 2 has 9; a fold is always possible"),
        ("name 2: Боря", "seat 1: 5", "line 7: \"seat 1\" has been said already"),
        ("name 2: Боря", "waiting 1: 5", "line 8: seat 1 is taken; choose another"),
        ("deal 2:", "deal 3:", "line 8: seat 3 is not dealt in and cannot be the dealer"),
        ("6C\n", "AH\n", "line 8: Ah was dealt twice or is not in the deck"),
        ("6C\n", "6C 9H\n", "line 8: 9h was dealt twice or is not in the deck"),
        ("10S 6C", "10S", "line 8: 5 cards were dealt where 6 are needed"),
        ("10S 6C", "10S 6C | 6C", "line 8: 6c was dealt twice or is not in the deck"),
        ("10S 6C", "10S 6Z", "line 8: \" AH KC QD KD 10S 6Z\" is not a row of cards such as 10H AS 6C"),
        ("1 check", "1  check", "line 10: \"1  check\" is neither a header line nor a move"),
        ("1 check", "1 bluff", "line 10: \"1 bluff\" is neither a header line nor a move"),
        ("1 check", "2 check", "line 10: it is not for seat 2 to act now"),
        ("1 check", "time", "line 10: no such clock is running: Stage"),
        ("2 open", "rake: 5%", "line 11: the header ends with the first move; \"rake\" comes too late"),
        ("raise 40", "raise 101", "line 12: a raise to 101 is above the table's maximum of 100"),
        ("raise 40", "raise 10", "line 12: a raise to 10 must go above 10"),
        ("1 check", "7 sits 50", "line 10: \"7\" is not a seat from 1 to 6"),
        ("1 check", "7 sits 50 at 2", "line 10: seat 2 is taken; choose another"),
        ("1 check", "17 sits 50 at 3", "line 10: \"17\" is not a seat of the deal from 1 to 16"),
        ("1 check", "3 sits 50 in 3", "line 10: \"3 sits 50 in 3\" is neither a header line nor a move"),
        ("1 check", "1 leaves", "line 10: seat 1 is still in; a fold is possible when their turn comes"),
        (
            "1 check",
            "1 sits 50 at 3",
            "line 10: seat 1 of this deal is or was somebody else's; join with a number of your own",
        ),
        ("raise 40", "raise", "line 12: \"2 raise\" is neither a header line nor a move"),
        ("1 fold", "1 fold\n1 fold", "line 14: the deal is over; its \"result:\" line should come next"),
        ("1 fold\n", "", "line 13: the deal is not over; more moves should come next"),
        ("\nresult: 1 -10, 2 +10", "", "line 13: the deal is over; its \"result:\" line should come next"),
        ("2 +10", "2 10", "line 14: \"10\" is not a gain (+30), a loss (-30) or 0"),
        (
            "2 +10",
            "2 +11",
            "line 14: the result is not what comes out of the moves, which is \"1 -10, 2 +10\"",
        ),
        ("2 +10", "2 +10\n2 fold", "line 15: \"2 fold\" is neither a header line nor a move"),
    ];
    for (from, to, complaint) in changes {
        assert!(good.contains(from), "{from}");
        let error = read(&good.replacen(from, to, 1)).expect_err(complaint);
        assert_eq!(error.to_string(), complaint);
    }
}

/// Any rules and any play go to text and back.
#[test]
fn random_deals_go_both_ways() {
    let (mut svaras, mut on_left_chairs) = (0, 0);
    for seed in 0..3000 {
        let mut dice = Dice::random(seed);
        let record = random_record(&mut dice);
        let text = record.to_text().unwrap();
        assert_eq!(read(&text).as_ref(), Ok(&record), "{text}");
        on_left_chairs += u32::from(text.contains(" at "));
        svaras += u32::from(record.replay().unwrap().svaras() > 0);
    }
    assert!(svaras > 20, "only {svaras} deals had a svara");
    assert!(on_left_chairs > 200, "only {on_left_chairs} deals had somebody with a number of their own");
}

fn random_record(dice: &mut Dice) -> Record {
    let (setup, seats, pack) = Seka::table(dice);
    let (waiting, players): (Vec<Seated>, Vec<Seated>) =
        seats.iter().partition(|seated| setup.waiting.contains(seated.seat));
    let rules = odd_rules(setup.rules, dice);
    let mut record = Record::new(rules, players, waiting);
    record.names[1] = Some("Игрок «два»: #1".to_owned());
    record.notes.push("a note: with a colon".to_owned());
    let mut shoe = DeckShoe::new(Deck::ordered(pack), {
        let mut dice = Dice::random(u64::from(dice.below(u32::MAX)));
        move |n| dice.below(n)
    });
    let mut deal = record.start(&mut Vec::new()).unwrap();
    while deal.awaits() != Awaits::Nothing {
        let mv = random_move(&deal, dice, &mut shoe);
        deal.play(&mv, &mut Vec::new()).unwrap();
        match mv {
            Move::Deal(dealt) if dice.one_in(2) => record.push_deal(dealt, shoe.deck().iter().collect()),
            mv => record.push(mv),
        }
    }
    record
}

fn odd_rules(rules: Rules, dice: &mut Dice) -> Rules {
    let mut odd = rules;
    if dice.one_in(3) {
        odd.joker = None;
        odd.points.joker = 7;
        odd.points.three[12] = 99;
        odd.max_balance = Some(rules.min_balance);
    }
    odd
}

fn random_move(
    deal: &Deal,
    dice: &mut Dice,
    shoe: &mut DeckShoe<impl FnMut(u32) -> u32>,
) -> Move<Dealt, Action> {
    if let Some(joining) = Seka::joins(deal, dice).filter(|_| dice.one_in(12)) {
        return Move::Join(joining);
    }
    if let Some(seat) = deal.may_part().iter().next().filter(|_| dice.one_in(12)) {
        return Move::Part(seat);
    }
    match deal.awaits() {
        Awaits::Shuffle(cards) => {
            shoe.shuffle(cards);
            Move::Shuffled
        }
        Awaits::Chance => Move::Deal(Seka::draw(deal, shoe).unwrap()),
        Awaits::Stage(seats) if seats.is_empty() || dice.one_in(6) => Move::Timeout(Clock::Stage),
        awaits => {
            let seat = awaits.seats().iter().next().unwrap();
            if deal.turn().is_some() && dice.one_in(20) {
                return Move::Timeout(Clock::Seat(seat));
            }
            let mut offers = Vec::new();
            deal.offers(seat, &mut offers);
            // Folding is the last button of a bet; seldom taken, deals are longer.
            let offers = if dice.one_in(6) { &offers[..] } else { &offers[..offers.len().max(2) - 1] };
            let offer = *dice.pick(offers);
            Move::Act(seat, Seka::accept(deal, seat, &offer, dice))
        }
    }
}
