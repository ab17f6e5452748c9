//! Coming in: who may, where they sit at the start, and what one more player means for the bubble.

mod common;

use common::{Cup, config, seat};
use kozyr_chips::Chips;
use kozyr_tournament::{
    Chair, Command, Config, Event, Happened, LateEntry, Rebuys, Refusal, Seating, TableNo,
};

fn register(player: &str) -> Command {
    Command::Register { player: player.into(), name: player.into() }
}

/// Where the director seats whoever comes late.
fn late_chair(cup: &Cup) -> Chair {
    cup.cup.floor().late_chair(cup.cup.next_table(), &mut |_| 0)
}

fn enter(cup: &mut Cup, player: &str) -> Result<Vec<Event>, Refusal> {
    let chair = late_chair(cup);
    cup.ask(9, &Command::Enter { player: player.into(), name: player.into(), chair })
}

fn re_enter(cup: &mut Cup, player: &str) -> Result<Vec<Event>, Refusal> {
    let chair = late_chair(cup);
    cup.ask(9, &Command::ReEnter { player: player.into(), chair })
}

fn late(re_entries: u32) -> Option<LateEntry> {
    Some(LateEntry { end_level: 2, re_entries })
}

/// Did hand for hand begin or end by these?
fn rounds(events: &[Event]) -> Option<bool> {
    events.iter().find_map(|event| match event.what {
        Happened::HandForHandBegan { .. } => Some(true),
        Happened::HandForHandEnded { .. } => Some(false),
        _ => None,
    })
}

#[test]
fn everybody_enters_once_and_only_as_many_as_there_is_room_for() {
    let form = Config { max_entrants: Some(3), late_entry: late(0), ..config(100, 10, &[10_000]) };
    let mut lobby = Cup::lobby(form.clone(), &["ann", "bob"]);
    assert_eq!(lobby.ask(1, &register("")), Err(Refusal::NoName));
    assert_eq!(lobby.ask(1, &register("ann")), Err(Refusal::AlreadyEntered("ann".into())));
    lobby.ask(1, &register("cy")).unwrap();
    assert_eq!(lobby.ask(1, &register("dan")), Err(Refusal::Full(3)));
    let mut running = Cup::started(form, &["ann", "bob"]);
    assert_eq!(enter(&mut running, ""), Err(Refusal::NoName));
    assert_eq!(enter(&mut running, "bob"), Err(Refusal::AlreadyEntered("bob".into())));
    enter(&mut running, "cy").unwrap();
    assert_eq!(enter(&mut running, "dan"), Err(Refusal::Full(3)));
}

const SEVEN: [&str; 7] = ["p1", "p2", "p3", "p4", "p5", "p6", "p7"];

/// Seven at tables of three: three tables of two or three each.
#[test]
fn a_draw_seats_everybody_once_at_tables_as_equal_as_can_be() {
    let players = SEVEN;
    let good = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 3), (3, 2), (3, 3)];
    let start = |players: &[&str], chairs: &[(u16, u8)]| {
        let mut lobby = Cup::lobby(Config { seats: 3, ..config(100, 10, &[10_000]) }, &SEVEN);
        let row = |(&player, &(table, number)): (&&str, &(u16, u8))| Seating {
            player: player.into(),
            chair: Chair::new(TableNo(table), seat(number)),
        };
        lobby.ask(1, &Command::Start { seating: players.iter().zip(chairs).map(row).collect() }).map(|_| ())
    };
    assert_eq!(start(&players, &good), Ok(()));
    let bad = Err(Refusal::BadSeating);
    let changed = |index: usize, chair: (u16, u8)| {
        let mut chairs = good;
        chairs[index] = chair;
        chairs
    };
    assert_eq!(start(&players[..6], &good), bad, "one is missing");
    assert_eq!(start(&["p1", "p2", "p3", "p4", "p5", "p6", "p6"], &good), bad, "one sits twice");
    assert_eq!(start(&["p1", "p2", "p3", "p4", "p5", "p6", "p8"], &good), bad, "one is not in it");
    assert_eq!(start(&players, &changed(6, (3, 2))), bad, "two in a chair");
    assert_eq!(start(&players, &changed(6, (3, 4))), bad, "a table of three has no fourth chair");
    assert_eq!(start(&players, &changed(6, (2, 2))), bad, "three, three and one");
    let far = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 3), (4, 2), (4, 3)];
    assert_eq!(start(&players, &far), bad, "table 4 before table 3");
    let four = [(1, 1), (1, 2), (2, 1), (2, 3), (3, 2), (3, 3), (4, 1)];
    assert_eq!(start(&players, &four), bad, "a table too many");
}

/// Four at two tables. Paid are as many as the table of prizes has places, and no more than entered.
#[test]
fn a_late_entrant_can_begin_and_end_the_bubble() {
    for (prizes, on_before, told) in [
        // Five play for four prizes: the bubble begins with the fifth.
        (&[4000, 3000, 2000, 1000][..], false, Some(true)),
        // Four play for three, the fifth is one too many.
        (&[5000, 3000, 2000], true, Some(false)),
        // Everybody is paid, before and after.
        (&[3000, 3000, 2000, 1000, 1000], false, None),
        (&[10_000], false, None),
    ] {
        let form = Config { seats: 3, late_entry: late(0), ..config(100, 10, prizes) };
        let mut cup = Cup::started(form, &["p1", "p2", "p3", "p4"]);
        assert_eq!(cup.cup.is_hand_for_hand(), on_before, "{prizes:?}");
        let events = enter(&mut cup, "p5").unwrap();
        assert_eq!(rounds(&events), told, "{prizes:?}");
    }
}

#[test]
fn a_re_entry_can_end_and_begin_the_bubble() {
    for (prizes, first, second) in [
        // Three of four are paid: on the bubble four play, and again once the fourth is back.
        (&[5000, 3000, 2000][..], Some(false), Some(true)),
        (&[6000, 4000], Some(true), Some(false)),
    ] {
        let form = Config { seats: 3, late_entry: late(1), ..config(100, 10, prizes) };
        let mut cup = Cup::started(form, &["p1", "p2", "p3", "p4"]);
        for table in [1, 2] {
            cup.deal(1, table).unwrap();
        }
        let mut events = cup.finish(2, 2, &[]).unwrap();
        events.extend(cup.finish(2, 1, &[("p1", 100), ("p3", -100)]).unwrap());
        assert_eq!(rounds(&events), first, "{prizes:?}");
        assert_eq!(re_enter(&mut cup, "p1"), Err(Refusal::StillIn("p1".into())));
        let events = re_enter(&mut cup, "p3").unwrap();
        assert_eq!(rounds(&events), second, "{prizes:?}");
    }
}

/// An offer keeps its own player from coming in anew, and nobody else.
#[test]
fn an_offer_of_another_does_not_keep_anybody_out() {
    let rebuys = Some(Rebuys { end_level: None, max_each: None });
    let form = Config { rebuys, late_entry: late(1), ..config(100, 10, &[10_000]) };
    let mut cup = Cup::started(form, &["p1", "p2", "p3", "p4"]);
    cup.hand(1, &[("p1", 200), ("p2", -100), ("p3", -100)]);
    cup.ask(2, &Command::DeclineRebuy { player: "p2".into() }).unwrap();
    assert_eq!(re_enter(&mut cup, "p3"), Err(Refusal::StillIn("p3".into())));
    re_enter(&mut cup, "p2").unwrap();
    assert_eq!(cup.cup.chips(), Chips::new(500));
}
