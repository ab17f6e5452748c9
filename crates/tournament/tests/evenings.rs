//! Evenings with real cards: reports instead of hands, and every step can be taken back.

mod common;

use common::{at, config};
use kozyr_card_game::laws::Dice;
use kozyr_chips::Chips;
use kozyr_tournament::evening::{Evening, Line, Order};
use kozyr_tournament::{
    BlindLevel, Bounty, Clock, Config, EntrantId, LateEntry, Millis, Rebuys, Refusal, Rest, Status, TableNo,
    Tournament,
};

/// An evening with its log, held against a replay of it after every line.
struct Table {
    evening: Evening,
    fresh: Evening,
    log: Vec<String>,
    dice: Dice,
}

impl Table {
    fn new(config: Config) -> Table {
        let fresh = Evening::new("friday", at(0), config.check().unwrap());
        Table { evening: fresh.clone(), fresh, log: Vec::new(), dice: Dice::random(7) }
    }

    fn started(config: Config, names: &[&str]) -> Table {
        let mut table = Table::new(config);
        for &name in names {
            table.say(0, &Order::Enter { player: name.into() }).unwrap();
        }
        table.say(0, &Order::Start).unwrap();
        table
    }

    fn write(&mut self, line: &Line) {
        self.evening.apply(line);
        self.log.push(serde_json::to_string(line).unwrap());
        let mut again = self.fresh.clone();
        for line in &self.log {
            again.apply(&serde_json::from_str(line).unwrap());
        }
        assert!(again == self.evening, "the log says something else");
    }

    fn say(&mut self, seconds: i64, order: &Order) -> Result<(), Refusal> {
        let dice = &mut self.dice;
        let line = self.evening.order(at(seconds), order, &mut |n| dice.below(n))?;
        self.write(&line);
        Ok(())
    }

    fn undo(&mut self) {
        let line = self.evening.undo().unwrap();
        self.write(&line);
    }

    fn redo(&mut self) {
        let line = self.evening.redo().unwrap();
        self.write(&line);
    }

    fn cup(&self) -> &Tournament {
        self.evening.tournament()
    }

    fn bust(&mut self, seconds: i64, player: &str, by: &[&str]) -> Result<(), Refusal> {
        let by = by.iter().map(|&name| name.into()).collect();
        self.say(seconds, &Order::Bust { players: vec![player.into()], by })
    }

    fn stack(&self, player: &str) -> i64 {
        self.cup().entrant(&player.into()).unwrap().stack.units()
    }

    fn level(&self, seconds: i64) -> (usize, Clock) {
        let levels = self.evening.at(at(seconds)).levels().unwrap();
        (levels.index, levels.clock)
    }
}

const FOUR: [&str; 4] = ["Ann", "Bob", "Cy", "Dee"];

fn count(rows: &[(&str, i64)]) -> Vec<(EntrantId, Chips)> {
    rows.iter().map(|&(name, chips)| (name.into(), Chips::new(chips))).collect()
}

#[test]
fn an_evening_from_names_to_the_winner_goes_through_the_same_door() {
    let mut table = Table::started(config(100, 10, &[6000, 4000]), &FOUR);
    assert_eq!(table.say(5, &Order::Enter { player: "Eve".into() }), Err(Refusal::EntriesClosed));
    table.bust(60, "Dee", &["Ann"]).unwrap();
    assert_eq!((table.stack("Ann"), table.cup().players_left()), (200, 3));
    let counts = count(&[("Ann", 150), ("Bob", 150)]);
    table.say(120, &Order::HandOver { table: TableNo(1), counts }).unwrap();
    let wrong = count(&[("Ann", 150), ("Bob", 149)]);
    let refused = table.say(130, &Order::HandOver { table: TableNo(1), counts: wrong });
    let (counted, chips) = (Chips::new(299), Chips::new(300));
    assert_eq!(refused, Err(Refusal::CountsDoNotAddUp { counted, chips }));
    // Nobody says by whom: the most chips take them.
    table.bust(180, "Cy", &[]).unwrap();
    assert_eq!(table.stack("Ann") + table.stack("Bob"), 400);
    table.bust(240, "Bob", &["Ann"]).unwrap();
    assert_eq!(table.cup().status(), Status::Finished);
    let places: Vec<_> = table.cup().placements().iter().map(|row| row.player.to_string()).collect();
    assert_eq!(places, ["Ann", "Bob", "Cy", "Dee"]);
    assert_eq!(table.cup().hand_ids().len(), 4, "every report is a hand");
}

#[test]
fn every_step_can_be_taken_back_and_done_again() {
    let mut table = Table::new(config(100, 10, &[6000, 4000]));
    assert_eq!(table.evening.undo(), Err(Refusal::NothingToUndo));
    let mut before = vec![table.cup().clone()];
    let orders = [
        (0, Order::Enter { player: "Ann".into() }),
        (1, Order::Enter { player: "Bob".into() }),
        (2, Order::Enter { player: "Cy".into() }),
        (3, Order::Remove { player: "Cy".into() }),
        (4, Order::Enter { player: "Dee".into() }),
        (10, Order::Start),
        (20, Order::HandOver { table: TableNo(1), counts: count(&[("Ann", 50), ("Bob", 150)]) }),
        (30, Order::Pause),
        (40, Order::MoveClock { by_ms: 60_000 }),
        (50, Order::Resume),
        (60, Order::NextLevel),
        (70, Order::PreviousLevel),
        (80, Order::Levels { next: vec![BlindLevel::new(2, 500, 1000, 5)] }),
        (90, Order::Bust { players: vec!["Dee".into()], by: vec!["Ann".into()] }),
        (100, Order::Break { length: Millis::from_secs(60) }),
        (200, Order::Bust { players: vec!["Ann".into()], by: vec!["Bob".into()] }),
    ];
    for (seconds, order) in &orders {
        table.say(*seconds, order).unwrap_or_else(|refusal| panic!("{order:?}: {refusal}"));
        assert_eq!(table.evening.last().map(|step| &step.order), Some(order));
        before.push(table.cup().clone());
    }
    assert_eq!(table.cup().status(), Status::Finished);
    for known in before.iter().rev().skip(1) {
        table.undo();
        assert!(table.cup() == known);
    }
    for known in &before[1..] {
        table.redo();
        assert!(table.cup() == known);
    }
    assert_eq!(table.evening.redo(), Err(Refusal::NothingToRedo));
    // A new step after taking back: what was taken back is gone.
    table.undo();
    table.say(300, &Order::Bust { players: vec!["Bob".into()], by: vec!["Ann".into()] }).unwrap();
    assert!(table.evening.undone().is_none());
    assert_eq!(table.cup().placements()[0].player.as_str(), "Ann");
}

#[test]
fn the_clock_goes_on_by_itself_and_can_be_moved_both_ways() {
    let mut table = Table::started(config(1000, 10, &[10_000]), &FOUR);
    assert_eq!(table.level(599).0, 0);
    assert_eq!(table.level(600).0, 1, "with nobody reporting anything");
    table.say(30, &Order::MoveClock { by_ms: 60_000 }).unwrap();
    assert_eq!(table.level(30), (0, Clock::Running { ends_at: at(660) }));
    table.say(30, &Order::MoveClock { by_ms: -60_000 }).unwrap();
    table.say(590, &Order::MoveClock { by_ms: -60_000 }).unwrap();
    assert_eq!(table.level(590), (1, Clock::Running { ends_at: at(1190) }), "never before now");
    table.say(600, &Order::PreviousLevel).unwrap();
    assert_eq!(table.level(600), (0, Clock::Running { ends_at: at(1200) }));
    assert_eq!(table.say(601, &Order::PreviousLevel), Err(Refusal::FirstLevel));
    table.say(700, &Order::Pause).unwrap();
    table.say(800, &Order::MoveClock { by_ms: 60_000 }).unwrap();
    assert_eq!(table.level(900), (0, Clock::Paused { remaining: Millis::from_secs(560) }));
    table.bust(900, "Dee", &["Ann"]).unwrap();
    assert_eq!(table.cup().players_left(), 3, "cards are dealt on while the clock stands");
}

#[test]
fn levels_to_come_can_be_changed_and_those_played_cannot() {
    let mut table = Table::started(config(1000, 10, &[10_000]), &FOUR);
    table.say(10, &Order::NextLevel).unwrap();
    let next = vec![BlindLevel::new(3, 40, 80, 7), BlindLevel::new(4, 60, 120, 7)];
    table.say(20, &Order::Levels { next: next.clone() }).unwrap();
    assert_eq!(table.cup().rules().levels[2..], next);
    assert_eq!(table.cup().rules().levels[0].big_blind, Chips::new(20), "as it was played");
    let bad = vec![BlindLevel::new(3, 40, 20, 7)];
    assert!(matches!(table.say(30, &Order::Levels { next: bad }), Err(Refusal::BadLevels(_))));
    // The last level has no end; it gets its own when another follows.
    table.say(40, &Order::Levels { next: Vec::new() }).unwrap();
    assert_eq!(table.level(40).1, Clock::Untimed);
    assert_eq!(table.say(41, &Order::MoveClock { by_ms: 1 }), Err(Refusal::NoLevelEnd));
    table.say(50, &Order::Levels { next }).unwrap();
    assert_eq!(table.level(50), (1, Clock::Running { ends_at: at(650) }));
}

#[test]
fn a_hand_that_was_in_play_when_a_break_began_is_reported_in_it() {
    let mut table = Table::started(config(100, 10, &[10_000]), &FOUR);
    table.say(10, &Order::Break { length: Millis::from_minutes(5) }).unwrap();
    assert!(matches!(table.cup().rest(), Some(Rest::Counting { .. })));
    table.bust(20, "Dee", &["Ann"]).unwrap();
    assert_eq!(table.cup().players_left(), 3);
    assert!(table.evening.at(at(311)).rest().is_none());
}

#[test]
fn rebuys_late_entries_and_heads_work_as_in_the_room() {
    let form = Config {
        rebuys: Some(Rebuys { end_level: Some(2), max_each: None }),
        late_entry: Some(LateEntry { end_level: 2, re_entries: 1 }),
        bounty: Some(Bounty { amount: Chips::new(5), progressive: false }),
        ..config(100, 10, &[10_000])
    };
    let mut table = Table::started(form, &FOUR);
    let refused = table.bust(10, "Dee", &[]);
    assert_eq!(refused, Err(Refusal::WhoKnockedOut("Dee".into())));
    table.bust(10, "Dee", &["Ann", "Bob"]).unwrap();
    let won = |table: &Table, name: &str| table.cup().entrant(&name.into()).unwrap().bounties_won.units();
    assert_eq!(won(&table, "Ann") + won(&table, "Bob"), 5);
    table.say(20, &Order::Rebuy { player: "Dee".into() }).unwrap();
    table.say(30, &Order::Enter { player: "Eve".into() }).unwrap();
    table.bust(40, "Cy", &["Dee"]).unwrap();
    table.say(45, &Order::Decline { player: "Cy".into() }).unwrap();
    table.say(50, &Order::ReEnter { player: "Cy".into() }).unwrap();
    assert_eq!((table.cup().players_left(), table.cup().pool().amount), (5, Chips::new(70)));
    assert_eq!(table.bust(60, "Ann", &["Ann"]), Err(Refusal::Twice("Ann".into())));
    assert_eq!(table.bust(60, "Nobody", &["Ann"]), Err(Refusal::NotEntered("Nobody".into())));
}

#[test]
fn many_real_tables_are_broken_balanced_and_play_hand_for_hand() {
    let names: Vec<String> = (1..=20).map(|number| format!("p{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    // The bubble bursts while there are two tables.
    let form = Config { seats: 5, ..config(100, 10, &[2000, 2000, 1500, 1500, 1000, 1000, 500, 500]) };
    let mut table = Table::started(form, &names);
    assert_eq!(table.cup().tables().count(), 4);
    let (mut seconds, mut rounds) = (0, 0);
    while table.evening.is_on() {
        seconds += 30;
        let round = table.cup().is_hand_for_hand();
        let (victim, by) = pair(table.cup());
        let own = table.cup().entrant(&victim.as_str().into()).unwrap().chair.unwrap().table;
        table.bust(seconds, &victim, &[&by]).unwrap();
        if !round {
            assert!(!table.cup().moves_due(), "moves are made with the report");
            continue;
        }
        // The others say that their hand is over; until then nobody moves and nobody has a place.
        rounds += 1;
        let again = Order::HandOver { table: own, counts: Vec::new() };
        assert_eq!(table.say(seconds, &again), Err(Refusal::WaitForOthers(own)));
        let others: Vec<TableNo> = table.cup().tables().filter(|&no| no != own).collect();
        for no in others {
            assert!(table.cup().is_round_open());
            table.say(seconds, &Order::HandOver { table: no, counts: Vec::new() }).unwrap();
        }
        assert!(!table.cup().is_round_open());
    }
    assert_eq!(table.cup().placements().len(), 20);
    assert!(rounds > 0, "the bubble is played hand for hand");
}

/// Two who sit at the largest table.
fn pair(cup: &Tournament) -> (String, String) {
    let largest = cup.tables().max_by_key(|&no| cup.seated(no).count()).unwrap();
    let mut seated = cup.seated(largest).map(|(_, entrant)| entrant.id.to_string());
    (seated.next().unwrap(), seated.next().unwrap())
}
