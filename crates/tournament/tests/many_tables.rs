//! Several tables: moves, hand for hand, late seats, breaks, silence.

mod common;

use common::{Cup, config, named, seat};
use kozyr_card_game::SeatSet;
use kozyr_chips::Chips;
use kozyr_tournament::director::{self, Due, Floor, Shift, TableView};
use kozyr_tournament::{
    BreakRule, Chair, Command, Config, Event, HandResult, Happened, LateEntry, Millis, PauseKind, Reason,
    Refusal, Rest, Status, TableNo,
};
use std::collections::BTreeMap;

fn players(count: usize) -> Vec<String> {
    (1..=count).map(|n| format!("p{n}")).collect()
}

fn started(form: Config, count: usize) -> Cup {
    let names = players(count);
    Cup::started(form, &names.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Makes every move the director wants, with the first choice wherever they draw.
fn arrange(cup: &mut Cup, seconds: i64) -> Vec<Shift> {
    let plan = cup.cup.floor().plan(&mut |_| 0);
    cup.ask(seconds, &Command::Rearrange(plan.clone())).unwrap();
    plan
}

#[test]
fn the_draw_is_uniform_and_even() {
    let mut counts: BTreeMap<Chair, u32> = BTreeMap::new();
    let mut state = 1u64;
    for _ in 0..6000 {
        let chairs = director::draw(11, 6, &mut |n| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((u64::from(n) * (state >> 33)) >> 31) as u32
        });
        let first = chairs.iter().filter(|chair| chair.table == TableNo(1)).count();
        assert_eq!((chairs.len(), first), (11, 6));
        *counts.entry(chairs[4]).or_default() += 1;
    }
    assert_eq!(counts.len(), 12, "the fifth player has sat everywhere");
    // Six of eleven players sit at table 1: 6000 × 6/11 / 6 seats = 545 a chair there, 455 at table 2.
    assert!(counts.values().all(|count| (350..650).contains(count)), "{counts:?}");
}

#[test]
fn a_table_is_broken_when_the_others_have_room() {
    let mut cup = started(Config { seats: 3, ..config(100, 10, &[5000, 3000, 2000]) }, 7);
    // Tables of 3, 2, 2. One bust leaves six for two tables of three.
    cup.deal(1, 1).unwrap();
    cup.deal(1, 3).unwrap();
    cup.finish(2, 1, &[("p1", 100), ("p4", -100)]).unwrap();
    assert_eq!(cup.cup.due(), Due::Break(TableNo(3)));
    assert_eq!(cup.cup.floor().plan(&mut |_| 0), [], "table 3 is in the middle of a hand");
    assert!(cup.deal(3, 1).is_ok(), "the others play on");
    cup.finish(4, 3, &[]).unwrap();
    assert_eq!(cup.deal(5, 3), Err(Refusal::MovesDue(TableNo(3))));
    let plan = arrange(&mut cup, 6);
    assert!(
        matches!(&plan[..], [Shift::Break { table: TableNo(3), chairs }] if chairs.len() == 2),
        "{plan:?}"
    );
    assert_eq!(cup.cup.tables().collect::<Vec<_>>(), [TableNo(1), TableNo(2)]);
    let (player, reason) = cup
        .log
        .iter()
        .rev()
        .find_map(|event| match &event.what {
            Happened::Moved { player, reason, .. } => Some((player.to_string(), reason.clone())),
            _ => None,
        })
        .unwrap();
    assert!(["p3", "p6"].contains(&player.as_str()));
    assert_eq!(reason, Reason::TableBroken { table: TableNo(3), players: 6, tables: 3, seats: 3 });
}

#[test]
fn the_final_table_is_drawn_anew_once_every_hand_is_over() {
    let mut cup = started(Config { seats: 4, ..config(100, 10, &[10_000]) }, 5);
    cup.deal(1, 1).unwrap();
    cup.deal(1, 2).unwrap();
    cup.finish(2, 1, &[("p1", 100), ("p5", -100)]).unwrap();
    assert_eq!(cup.cup.due(), Due::FinalTable);
    assert_eq!(cup.deal(3, 1), Err(Refusal::MovesDue(TableNo(1))), "it waits for the other table");
    assert_eq!(cup.cup.floor().plan(&mut |_| 0), []);
    cup.finish(4, 2, &[]).unwrap();
    let plan = arrange(&mut cup, 5);
    assert!(matches!(&plan[..], [Shift::FinalTable { seats }] if seats.len() == 4));
    assert_eq!(cup.cup.tables().collect::<Vec<_>>(), [TableNo(1)]);
    cup.deal(6, 1).unwrap();
    assert_eq!(cup.cup.hand_at(TableNo(1)).unwrap().dealt().count(), 4);
}

#[test]
fn only_the_directors_own_moves_are_made() {
    let mut cup = started(Config { seats: 4, ..config(100, 10, &[10_000]) }, 8);
    let chair = |table, number| Chair::new(TableNo(table), seat(number));
    let idle = Shift::Balance { from: chair(1, 1), to: chair(2, 4), waits: false };
    assert_eq!(cup.ask(1, &Command::Rearrange(vec![idle])), Err(Refusal::BadShift(1)));
    let gone = Shift::Break { table: TableNo(2), chairs: Vec::new() };
    assert_eq!(cup.ask(1, &Command::Rearrange(vec![gone])), Err(Refusal::BadShift(1)));
    let redraw = Shift::FinalTable { seats: Vec::new() };
    assert_eq!(cup.ask(1, &Command::Rearrange(vec![redraw])), Err(Refusal::BadShift(1)));
}

#[test]
fn nobody_is_moved_twice_in_a_plan() {
    let view = |table: u16, count: usize, busy: bool| {
        let live = SeatSet::first(count);
        TableView { table: TableNo(table), busy, taken: live, live, fresh: SeatSet::EMPTY, last: None }
    };
    let mut state = 9u64;
    let mut below = |n: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((u64::from(n) * (state >> 33)) >> 31) as u32
    };
    let mut moves = 0;
    for _ in 0..2000 {
        let tables = 2 + below(6) as u16;
        let tables = (1..=tables).map(|no| view(no, below(10) as usize, below(3) == 0)).collect();
        let mut floor = Floor { seats: 9, tables };
        let people = floor.players();
        let mut arrived: Vec<Chair> = Vec::new();
        for shift in floor.plan(&mut below) {
            let busy: Vec<TableNo> = floor.tables.iter().filter(|t| t.busy).map(|t| t.table).collect();
            let leaving: Vec<Chair> = match &shift {
                Shift::FinalTable { seats } => seats.iter().map(|&(from, _)| from).collect(),
                Shift::Break { table, chairs } => {
                    chairs.iter().map(|&(s, _)| Chair::new(*table, s)).collect()
                }
                Shift::Balance { from, .. } => vec![*from],
            };
            assert!(leaving.iter().all(|chair| !arrived.contains(chair)), "twice in a plan");
            assert!(leaving.iter().all(|chair| !busy.contains(&chair.table)), "in the middle of a hand");
            assert!(floor.allows(&shift, &arrived));
            floor.make(&shift);
            arrived.extend(shift.arrivals(floor.tables[0].table));
            assert_eq!(floor.players(), people, "somebody was lost");
            moves += 1;
        }
    }
    assert!(moves > 1000);
}

#[test]
fn hand_for_hand_ranks_the_busts_of_all_tables_together() {
    // Four are paid, tables of three: five left is one place before the money.
    let mut cup = started(Config { seats: 3, ..config(100, 10, &[4000, 3000, 2000, 1000]) }, 6);
    assert!(!cup.cup.is_hand_for_hand());
    cup.deal(1, 1).unwrap();
    cup.deal(1, 2).unwrap();
    cup.finish(2, 1, &[("p1", 40), ("p3", 60), ("p5", -100)]).unwrap();
    assert!(cup.cup.is_hand_for_hand());
    assert_eq!(cup.deal(3, 1), Err(Refusal::WaitForOthers(TableNo(1))), "table 2 is still in its hand");
    cup.finish(4, 2, &[("p2", 50), ("p4", -50)]).unwrap();
    // p1 140, p3 160 at table 1; p2 150, p4 50, p6 100 at table 2.
    cup.deal(5, 1).unwrap();
    cup.finish(6, 1, &[("p3", 140), ("p1", -140)]).unwrap();
    assert_eq!(cup.places(), named(&[("p5", 6)]), "the round is not over");
    assert_eq!(cup.deal(7, 1), Err(Refusal::NobodyToPlay(TableNo(1))));
    assert_eq!(cup.ask(7, &Command::Rearrange(Vec::new())), Err(Refusal::RoundOpen));
    cup.deal(8, 2).unwrap();
    let events = cup.finish(9, 2, &[("p2", 150), ("p4", -50), ("p6", -100)]).unwrap();
    // One synchronized hand: fewer chips at its start is the worse place, whatever the table.
    assert_eq!(cup.places(), named(&[("p1", 3), ("p6", 4), ("p4", 5), ("p5", 6)]));
    assert!(!cup.cup.is_hand_for_hand());
    let over = events.iter().any(|event| matches!(event.what, Happened::HandForHandEnded { .. }));
    assert!(over && events.iter().any(|event| event.what == Happened::RoundEnded));
}

#[test]
fn equal_stacks_at_two_tables_rank_by_table_and_then_seat() {
    let mut cup = started(Config { seats: 3, ..config(100, 10, &[4000, 3000, 2000, 1000]) }, 6);
    cup.deal(1, 1).unwrap();
    cup.deal(1, 2).unwrap();
    cup.finish(2, 2, &[("p2", 100), ("p6", -100)]).unwrap();
    cup.finish(2, 1, &[]).unwrap();
    cup.deal(3, 1).unwrap();
    cup.deal(3, 2).unwrap();
    cup.finish(4, 2, &[("p2", 100), ("p4", -100)]).unwrap();
    cup.finish(5, 1, &[("p1", 100), ("p5", -100)]).unwrap();
    assert_eq!(cup.places(), named(&[("p5", 4), ("p4", 5), ("p6", 6)]), "table 2 is the worse place");
    let tie = cup.cup.placements().into_iter().find(|row| row.place == 4).unwrap();
    assert_eq!((tie.tied_from, tie.tied_to), (4, 5));
}

#[test]
fn a_late_entrant_sits_with_the_fewest_or_opens_a_table() {
    let late = LateEntry { end_level: 1, re_entries: 0 };
    let form = Config { seats: 2, late_entry: Some(late), ..config(100, 10, &[10_000]) };
    let mut cup = started(form, 4);
    let chair = cup.cup.floor().late_chair(cup.cup.next_table(), &mut |_| 0);
    assert_eq!(chair, Chair::new(TableNo(3), seat(1)), "all tables are full");
    let enter = |player: &str, chair| Command::Enter { player: player.into(), name: player.into(), chair };
    let wrong = Chair::new(TableNo(1), seat(1));
    assert_eq!(cup.ask(1, &enter("late", wrong)), Err(Refusal::BadChair(wrong)));
    cup.ask(1, &enter("late", chair)).unwrap();
    assert!(!cup.cup.entrant(&"late".into()).unwrap().fresh, "before a table's first hand nobody is new");
    assert_eq!(cup.deal(2, 3), Err(Refusal::NobodyToPlay(TableNo(3))));
    let second = cup.cup.floor().late_chair(cup.cup.next_table(), &mut |_| 0);
    assert_eq!(second, Chair::new(TableNo(3), seat(2)));
    cup.ask(3, &enter("later", second)).unwrap();
    cup.deal(4, 3).unwrap();
    let closed = cup.ask(600, &enter("too-late", Chair::new(TableNo(4), seat(1))));
    assert_eq!(closed, Err(Refusal::EntriesClosed));
}

#[test]
fn a_newcomer_between_button_and_small_blind_waits_until_the_button_passes() {
    let late = LateEntry { end_level: 5, re_entries: 0 };
    let form = Config { seats: 6, late_entry: Some(late), ..config(100, 10, &[10_000]) };
    let mut cup = started(form, 3);
    cup.deal(1, 1).unwrap();
    // Seats 1 2 3: button 3, blinds 1 and 2. Then button 1, blinds 2 and 3; button 2, blinds 3 and 1.
    cup.finish(2, 1, &[]).unwrap();
    for _ in 0..2 {
        cup.deal(3, 1).unwrap();
        cup.finish(4, 1, &[]).unwrap();
    }
    // Next: button 3, small blind 1; seat 5 lies between them.
    let chair = Chair::new(TableNo(1), seat(5));
    cup.ask(5, &Command::Enter { player: "new".into(), name: "new".into(), chair }).unwrap();
    let dealt = |cup: &Cup| -> Vec<u8> {
        cup.cup.hand_at(TableNo(1)).unwrap().dealt().map(|(seat, ..)| seat.number()).collect()
    };
    cup.deal(6, 1).unwrap();
    assert_eq!(dealt(&cup), [1, 2, 3]);
    cup.finish(7, 1, &[]).unwrap();
    cup.deal(8, 1).unwrap();
    assert_eq!(dealt(&cup), [1, 2, 3, 5], "the button has passed");
}

#[test]
fn a_break_that_fell_into_a_pause_is_not_taken_after_it() {
    let breaks = vec![BreakRule::Hourly { minute: 55, length: Millis::from_minutes(5) }];
    let mut cup = started(Config { breaks, ..config(100, 10, &[10_000]) }, 3);
    let minute = |minutes: i64| minutes * 60;
    cup.ask(minute(50), &Command::Pause(PauseKind::Everything)).unwrap();
    cup.ask(minute(58), &Command::Resume).unwrap();
    assert_eq!(cup.cup.rest(), None);
    assert!(cup.deal(minute(59), 1).is_ok());
    cup.ask(minute(115), &Command::Tick).unwrap();
    assert!(matches!(cup.cup.rest(), Some(Rest::Called { .. })), "the next one is");
}

/// A hand in which nobody acts themselves.
fn asleep(cup: &mut Cup, seconds: i64, table: u16) -> Vec<Event> {
    cup.deal(seconds, table).unwrap();
    let hand = cup.cup.hand_at(TableNo(table)).unwrap().id().clone();
    let result = HandResult {
        table: TableNo(table),
        hand,
        committed: vec![],
        shares: vec![],
        acted: false,
        knocked_out: vec![],
    };
    cup.ask(seconds, &Command::FinishHand(result)).unwrap()
}

/// An orbit has as many hands as people sit there, at every table for itself.
#[test]
fn a_table_where_somebody_acts_keeps_the_tournament_awake() {
    let mut cup = started(Config { seats: 3, ..config(100, 10, &[10_000]) }, 5);
    let awake = |cup: &mut Cup, seconds: i64, table: u16| {
        cup.deal(seconds, table).unwrap();
        cup.finish(seconds, table, &[]).unwrap();
        assert_eq!(cup.cup.status(), Status::Running);
    };
    // Three at table 1 with eight hands of silence, two at table 2 with six: one hand is missing.
    for hand in 0..8 {
        asleep(&mut cup, hand, 1);
    }
    for hand in 10..16 {
        asleep(&mut cup, hand, 2);
        assert_eq!(cup.cup.status(), Status::Running, "table 1 is not asleep yet");
    }
    // It is acted in the ninth hand, and counted from the beginning.
    awake(&mut cup, 20, 1);
    for hand in 21..29 {
        asleep(&mut cup, hand, 1);
        assert_eq!(cup.cup.status(), Status::Running);
    }
    asleep(&mut cup, 30, 1);
    assert_eq!(cup.cup.status(), Status::Paused(PauseKind::Everything));
}

/// Eight at two tables, five are paid: with two out at one table it is hand for hand, and somebody has to move first.
#[test]
fn before_a_hand_of_the_bubble_the_tables_are_made_equal() {
    let prizes = [3000, 2500, 2000, 1500, 1000];
    let mut cup = started(Config { seats: 4, ..config(100, 10, &prizes) }, 8);
    cup.deal(1, 1).unwrap();
    cup.finish(1, 1, &[("p1", 200), ("p3", -100), ("p5", -100)]).unwrap();
    assert!(cup.cup.is_hand_for_hand());
    for table in [1, 2] {
        assert_eq!(cup.deal(2, table), Err(Refusal::MovesDue(TableNo(table))));
    }
    let plan = cup.cup.floor().plan(&mut |_| 0);
    let events = cup.ask(3, &Command::Rearrange(plan)).unwrap();
    let sizes: Vec<(u32, u32)> = events
        .iter()
        .filter_map(|event| match &event.what {
            Happened::Moved { reason: Reason::Balance { largest, smallest, .. }, .. } => {
                Some((*largest, *smallest))
            }
            _ => None,
        })
        .collect();
    assert_eq!(sizes, [(4, 2)]);
    cup.deal(4, 2).unwrap();
}

#[test]
fn silence_for_three_orbits_pauses_the_tournament() {
    let mut cup = started(Config { seats: 3, ..config(100, 10, &[10_000]) }, 6);
    for hand in 0..9 {
        asleep(&mut cup, hand, 1);
        assert_eq!(cup.cup.status(), Status::Running, "the other table is awake");
    }
    let mut events = Vec::new();
    for hand in 10..19 {
        assert_eq!(cup.cup.status(), Status::Running);
        events = asleep(&mut cup, hand, 2);
    }
    assert_eq!(cup.cup.status(), Status::Paused(PauseKind::Everything));
    let told = events
        .iter()
        .any(|event| matches!(&event.what, Happened::Paused { reason: Reason::NobodyActs { hands: 9 }, .. }));
    assert!(told, "the host is told why");
    cup.ask(20, &Command::Resume).unwrap();
    asleep(&mut cup, 21, 2);
    assert_eq!(cup.cup.status(), Status::Running, "everybody has three orbits again");
}

#[test]
fn a_seat_with_an_offer_is_kept_and_moves_with_the_table() {
    let rebuys = Some(kozyr_tournament::Rebuys::default());
    let mut cup = started(Config { seats: 3, rebuys, ..config(100, 10, &[10_000]) }, 4);
    // Tables of two. p3 busts at table 1 and has a minute; p1 sits alone meanwhile.
    cup.deal(1, 1).unwrap();
    cup.finish(2, 1, &[("p1", 100), ("p3", -100)]).unwrap();
    assert_eq!(cup.cup.due(), Due::Nothing, "four may still play: two tables of three are needed");
    assert_eq!(cup.deal(3, 1), Err(Refusal::NobodyToPlay(TableNo(1))));
    cup.deal(3, 2).unwrap();
    cup.ask(10, &Command::Rebuy { player: "p3".into() }).unwrap();
    assert_eq!(cup.cup.entrant(&"p3".into()).unwrap().chair, Some(Chair::new(TableNo(1), seat(2))));
    cup.deal(11, 1).unwrap();
    cup.finish(12, 1, &[("p1", 100), ("p3", -100)]).unwrap();
    cup.finish(20, 2, &[]).unwrap();
    // Silence: the seat is free, three are left, and one table is enough.
    cup.ask(72, &Command::Tick).unwrap();
    assert_eq!(cup.cup.due(), Due::FinalTable);
    arrange(&mut cup, 73);
    assert_eq!(cup.cup.players_left(), 3);
    assert_eq!(cup.cup.chips(), Chips::new(500));
}

#[test]
fn hand_for_hand_is_on_from_the_start_when_the_money_is_that_near() {
    // Four enter, three are paid, two tables: the first hand may be the bubble.
    let mut cup = started(Config { seats: 2, ..config(100, 10, &[5000, 3000, 2000]) }, 4);
    assert!(cup.cup.is_hand_for_hand());
    cup.deal(1, 1).unwrap();
    cup.finish(2, 1, &[("p1", 100), ("p3", -100)]).unwrap();
    assert_eq!(cup.places(), [], "the other table has not played yet");
    cup.deal(3, 2).unwrap();
    cup.finish(4, 2, &[("p2", 100), ("p4", -100)]).unwrap();
    assert_eq!(cup.places(), named(&[("p3", 3), ("p4", 4)]), "ranked together");
}

#[test]
fn a_hand_called_off_in_a_round_is_owed_again() {
    let mut cup = started(Config { seats: 2, ..config(100, 10, &[5000, 3000, 2000]) }, 4);
    assert!(cup.cup.is_hand_for_hand());
    cup.deal(1, 1).unwrap();
    cup.ask(2, &Command::CallOff { table: TableNo(1) }).unwrap();
    cup.deal(3, 2).unwrap();
    let ended = |events: &[Event]| events.iter().any(|event| event.what == Happened::RoundEnded);
    assert!(!ended(&cup.finish(4, 2, &[]).unwrap()), "table 1 has played no hand of this round");
    assert_eq!(cup.deal(5, 2), Err(Refusal::WaitForOthers(TableNo(2))));
    cup.deal(5, 1).unwrap();
    assert!(ended(&cup.finish(6, 1, &[]).unwrap()));
    cup.deal(7, 2).unwrap();
}
