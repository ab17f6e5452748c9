//! Tables written as text: `1 100 in` plays, `2 100 out2:3` pauses and owes 3, `3 100 new0` has just joined.

use super::*;
use crate::seating::{Ante, Options, Stakes};

fn seat(number: u8) -> Seat {
    Seat::from_number(number).unwrap()
}

fn sitter(text: &str) -> Sitter {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut sitter = Sitter::playing(seat(words[0].parse().unwrap()), Chips::new(words[1].parse().unwrap()));
    let (state, debt) = words[2].split_once(':').unwrap_or((words[2], "0"));
    let intent = |digit: &str| Intent::from_number(digit.parse().unwrap_or(0)).unwrap();
    let debt = Chips::new(debt.parse().unwrap());
    sitter.standing = match state.split_at(state.find(|c: char| c.is_ascii_digit()).unwrap_or(state.len())) {
        ("in", number) => Standing::In(intent(number)),
        ("out" | "new", number) => Standing::Out { intent: intent(number), debt },
        other => panic!("{other:?}"),
    };
    sitter.newcomer = state.starts_with("new");
    sitter
}

fn tell(next: &NextHand) -> String {
    let standing = |sitter: &Sitter| match sitter.standing {
        Standing::In(intent) => format!("in{}", intent.number()).trim_end_matches('0').to_owned(),
        Standing::Out { intent, debt } if debt.is_zero() => format!("out{}", intent.number()),
        Standing::Out { intent, debt } => format!("out{}:{debt}", intent.number()),
    };
    let rows = next.table.sitters.iter();
    let rows: Vec<String> =
        rows.map(|sitter| format!("{} {} {}", sitter.seat, sitter.stack, standing(sitter))).collect();
    let deal = match &next.deal {
        None => "waits".to_owned(),
        Some(deal) => {
            let Places { button, small_blind, big_blind } = deal.places;
            let mut text = format!("{button}/{small_blind}/{big_blind}");
            for post in &deal.posts {
                let amounts = [("", post.blind), ("a", post.ante), ("d", post.dead)];
                let amounts = amounts.iter().filter(|(_, amount)| !amount.is_zero());
                let amounts: Vec<String> = amounts.map(|(what, amount)| format!("{what}{amount}")).collect();
                text += &format!(" {}={}", post.seat, amounts.join("+"));
            }
            text
        }
    };
    format!("{} | {deal}", rows.join(", "))
}

/// Blinds 10/20; `last` are the places of button, small blind and big blind before.
fn table(seats: u8, last: [u8; 3], sitters: &str) -> Seating {
    let mut table = Seating::new(seats, Stakes::blinds(Chips::new(10), Chips::new(20)));
    let [button, small_blind, big_blind] = last.map(Seat::from_number);
    table.places = big_blind.map(|big_blind| Places {
        button: button.unwrap_or(big_blind),
        small_blind: small_blind.unwrap_or(big_blind),
        big_blind,
    });
    table.sitters = sitters.split(',').map(sitter).collect();
    table
}

fn check(seats: u8, last: [u8; 3], sitters: &str, expect: &str) {
    check_table(&table(seats, last, sitters), expect);
}

fn check_table(table: &Seating, expect: &str) {
    assert_eq!(tell(&table.next_hand()), expect);
}

#[test]
fn blinds_move_one_seat_and_people_do_not() {
    check(6, [0; 3], "1 50 in, 2 50 in, 4 50 in", "1 50 in, 2 50 in, 4 50 in | 4/1/2 1=10 2=20 4=");
    check(6, [4, 1, 2], "1 50 in, 2 50 in, 4 50 in", "1 50 in, 2 50 in, 4 50 in | 1/2/4 2=10 4=20 1=");
    check(2, [1, 1, 2], "1 50 in, 2 50 in", "1 50 in, 2 50 in | 2/2/1 1=20 2=10");
    check(6, [0; 3], "1 50 in, 2 50 in", "1 50 in, 2 50 in | 1/1/2 2=20 1=10");
}

#[test]
fn dead_small_blind_then_dead_button() {
    let four = "1 90 in, 2 90 in, 3 90 in2, 4 90 in";
    check(4, [1, 2, 3], four, "1 90 in, 2 90 in, 3 90 out2:10, 4 90 in | 2/3/4 4=20 1= 2=");
    let four = "1 90 in, 2 90 in, 3 90 out2:10, 4 90 in";
    check(4, [2, 3, 4], four, "1 90 in, 2 90 in, 3 90 out2:10, 4 90 in | 3/4/1 4=10 1=20 2=");
    // The seat is empty altogether: the same.
    check(4, [1, 2, 3], "1 90 in, 2 90 in, 4 90 in", "1 90 in, 2 90 in, 4 90 in | 2/3/4 4=20 1= 2=");
}

#[test]
fn three_become_two_and_nobody_pays_the_big_blind_twice_running() {
    // Player 1 leaves; 3 had the big blind, so 2 has it now and 3 posts the small blind from the button.
    check(6, [1, 2, 3], "1 50 out3, 2 50 in, 3 50 in", "2 50 in, 3 50 in | 3/3/2 2=20 3=10");
    // Two become three: the seat of the old small blind posts again, so the button goes to the seat before.
    check(6, [2, 2, 1], "1 50 in, 2 50 in, 3 50 new0", "1 50 in, 2 50 in, 3 50 in | 3/1/2 1=10 2=20 3=");
}

#[test]
fn debts() {
    let out = "1 90 out2, 2 90 in, 3 90 in";
    check(3, [1, 2, 3], out, "1 90 out2:20, 2 90 in, 3 90 in | 3/3/2 2=20 3=10");
    let out = "1 90 out1:20, 2 90 in, 3 90 in, 4 90 in";
    check(4, [4, 3, 4], out, "1 90 in, 2 90 in, 3 90 in, 4 90 in | 3/4/1 4=10 1=20 2= 3=");
    let out = "1 90 out2:25, 2 90 in, 3 90 in";
    check(3, [1, 2, 3], out, "1 90 out2:30, 2 90 in, 3 90 in | 3/3/2 2=20 3=10");
    // A debt of larger blinds is cut to today's.
    check(
        4,
        [1, 2, 3],
        "1 90 out2:99, 2 9 in, 3 9 in, 4 9 in",
        "1 90 out2:30, 2 9 in, 3 9 in, 4 9 in | 2/3/4 3=10 4=20 2=",
    );
}

#[test]
fn coming_back() {
    // By themselves: the debt goes into the pot.
    check(
        3,
        [3, 1, 2],
        "1 100 out0:30, 2 90 in, 3 90 in",
        "1 70 in, 2 90 in, 3 90 in | 1/2/3 2=10 3=20 1=d30",
    );
    // As the big blind: only the blind, whether they waited for it or not.
    for text in ["1 100 out0:30, 2 90 in, 3 90 in", "1 100 out1:30, 2 90 in, 3 90 in"] {
        check(3, [1, 2, 3], text, "1 100 in, 2 90 in, 3 90 in | 2/3/1 3=10 1=20 2=");
    }
    // On the small blind: the debt and the small blind.
    check(
        3,
        [2, 3, 1],
        "1 40 out0:30, 2 90 in, 3 90 in",
        "1 10 in, 2 90 in, 3 90 in | 3/1/2 1=10+d30 2=20 3=",
    );
    check(3, [2, 3, 1], "1 39 out0:30, 2 90 in, 3 90 in", "1 39 out3:30, 2 90 in, 3 90 in | 3/1/2 2=20 3=10");
}

#[test]
fn who_cannot_pay_is_shown_out_and_the_active_short_stack_plays() {
    check(3, [3, 1, 2], "1 90 in, 2 90 in, 3 15 in", "1 90 in, 2 90 in, 3 15 in | 1/2/3 2=10 3=20 1=");
    check(3, [3, 1, 2], "1 90 in, 2 90 in, 3 15 out0", "1 90 in, 2 90 in, 3 15 out3 | 2/2/1 1=20 2=10");
    check(3, [3, 1, 2], "1 90 in, 2 90 in, 3 15 out1:30", "1 90 in, 2 90 in, 3 15 out3:30 | 2/2/1 1=20 2=10");
    check(3, [1, 2, 3], "1 0 in, 2 90 in, 3 90 in", "1 0 out3, 2 90 in, 3 90 in | 3/3/2 2=20 3=10");
    // Exactly enough, with an ante for each.
    let mut exact = table(3, [3, 1, 2], "1 90 in, 2 90 in, 3 22 out0");
    exact.stakes.ante = Ante::Each(Chips::new(2));
    check_table(&exact, "1 90 in, 2 90 in, 3 22 in | 1/2/3 2=10+a2 3=20+a2 1=a2");
    exact.sitters[2].stack = Chips::new(21);
    let next = exact.next_hand();
    assert_eq!(next.table.sitters[2].short_of, Chips::new(22));
    // Without a chip they lack their debt and the ante.
    exact.sitters[2] = sitter("3 0 out2:10");
    assert_eq!(exact.next_hand().table.sitters[2].short_of, Chips::new(12));
}

/// A table that is none is a mistake of whoever made it.
#[test]
fn tables_that_cannot_be() {
    let refused = |table: Seating| std::panic::catch_unwind(|| table.next_hand()).is_err();
    let good = || table(3, [3, 1, 2], "1 90 in, 2 90 in");
    assert!(!refused(good()));
    assert!(refused(table(3, [3, 1, 2], "1 90 in, 1 90 in")), "two in a seat");
    assert!(refused(table(3, [3, 1, 2], "1 90 in, 4 90 in")), "a seat it has not");
    assert!(refused(table(3, [3, 1, 2], "1 90 in, 2 -1 in")), "less than nothing");
    assert!(refused(Seating { seats: 1, ..good() }));
    assert!(refused(Seating { stakes: Stakes::blinds(Chips::new(-1), Chips::new(20)), ..good() }));
}

#[test]
fn as_many_posts_as_stacks_and_no_more_than_a_hand_has_players() {
    let post = |number| Post { seat: seat(number), ante: Chips::ZERO, blind: Chips::ZERO, dead: Chips::ZERO };
    let start = |posts: u8, stacks: usize| {
        let posts: Vec<Post> = (1..=posts).map(post).collect();
        let rules = crate::Rules::holdem(2, Chips::new(10), Chips::new(20));
        Post::start(&posts, rules, &vec![Chips::new(90); stacks]).map(|hand| hand.players())
    };
    assert_eq!(start(10, 10), Ok(10));
    assert_eq!(start(11, 11), Err(SetupError::Players(11)));
    assert_eq!(start(3, 2), Err(SetupError::Players(3)));
    assert_eq!(start(2, 3), Err(SetupError::Players(2)));
}

#[test]
fn the_hand_waits_and_nothing_moves() {
    let alone = table(3, [3, 1, 2], "1 90 in, 2 90 in2, 3 90 out2:30");
    check_table(&alone, "1 90 in, 2 90 out2, 3 90 out2:30 | waits");
    assert_eq!(alone.next_hand().table.places, alone.places);
    // Those who wait for the big blind are called, and owe nothing.
    check(3, [3, 1, 2], "1 90 in, 2 90 out1:10", "1 90 in, 2 90 in | 2/2/1 1=20 2=10");
    let two_wait = "1 90 out1:30, 2 90 out1:10";
    check(3, [3, 1, 2], two_wait, "1 90 in, 2 90 in | 2/2/1 1=20 2=10");
    check(3, [3, 1, 2], "1 90 in, 2 9 out1:10", "1 90 in, 2 9 out3:10 | waits");
    check(3, [0; 3], "1 90 out2", "1 90 out2 | waits");
}

#[test]
fn options() {
    let mut posting = table(4, [4, 1, 2], "1 90 in, 2 90 in, 3 90 in, 4 90 new0");
    posting.options = Options { entry: Entry::Post, ..Options::default() };
    check_table(&posting, "1 90 in, 2 90 in, 3 90 in, 4 90 in | 1/2/3 2=10 3=20 4=-20 1=");
    // Who owes a whole big blind pays that instead.
    posting.sitters[3] = sitter("4 90 new0:19");
    check_table(&posting, "1 90 in, 2 90 in, 3 90 in, 4 90 in | 1/2/3 2=10 3=20 4=-20 1=");
    posting.sitters[3] = sitter("4 90 new0:20");
    check_table(&posting, "1 90 in, 2 90 in, 3 90 in, 4 70 in | 1/2/3 2=10 3=20 4=d20 1=");
    posting.sitters[3] = sitter("4 90 new0");
    posting.places = table(4, [1, 2, 3], "1 1 in").places;
    check_table(&posting, "1 90 in, 2 90 in, 3 90 in, 4 90 in | 2/3/4 3=10 4=20 1= 2=");

    let mut live = table(3, [3, 1, 2], "1 100 out0:30, 2 90 in, 3 90 in");
    live.options = Options { return_post: ReturnPost::Live, ..Options::default() };
    check_table(&live, "1 90 in, 2 90 in, 3 90 in | 1/2/3 2=10 3=20 1=-20+d10");
    live.sitters[0] = sitter("1 100 out0:10");
    check_table(&live, "1 90 in, 2 90 in, 3 90 in | 1/2/3 2=10 3=20 1=d10");
    // On the small blind they have a big blind before them and the rest in the pot.
    let mut small = table(3, [2, 3, 1], "1 100 out0:20, 2 90 in, 3 90 in");
    small.options = live.options;
    check_table(&small, "1 90 in, 2 90 in, 3 90 in | 3/1/2 1=-20+d10 2=20 3=");

    let mut moving = table(4, [1, 2, 3], "1 90 in, 2 90 in, 4 90 in");
    moving.options = Options { button: ButtonStyle::Moving, ..Options::default() };
    check_table(&moving, "1 90 in, 2 90 in, 4 90 in | 1/3/4 2=10 4=20 1=");

    let mut one_ante = table(3, [3, 1, 2], "1 90 in, 2 90 in, 3 90 in");
    one_ante.stakes.ante = Ante::BigBlind(Chips::new(20));
    check_table(&one_ante, "1 90 in, 2 90 in, 3 90 in | 1/2/3 2=10 3=20+a20 1=");
}

/// The missed blind lies in the pot, open to everybody, even when it was the payer's last chip.
#[test]
fn dead_blinds_are_played_for() {
    let next = table(3, [3, 1, 2], "1 30 out0:30, 2 90 in, 3 90 in").next_hand();
    let deal = next.deal.unwrap();
    let stack = |seat: Seat| next.table.at(seat).unwrap().stack;
    let stacks: Vec<Chips> = deal.posts.iter().map(|post| stack(post.seat)).collect();
    assert_eq!(stacks, [Chips::new(90), Chips::new(90), Chips::ZERO]);
    let rules = crate::Rules::holdem(3, Chips::new(10), Chips::new(20));
    let rules = crate::Rules { ante_trimming: true, ..rules };
    let mut hand = deal.start(rules.clone(), &stacks).unwrap();
    assert_eq!(hand.pot_total(), Chips::new(60));
    for (player, cards) in ["2c3d", "4c5d", "AsAh"].into_iter().enumerate() {
        hand.deal_hole_text(player, cards).unwrap();
    }
    hand.fold(0).unwrap();
    let board: Vec<_> = kozyr_cards::faces_in("KsQd9h8c7s").map(Result::unwrap).collect();
    for street in [&board[..3], &board[3..4], &board[4..]] {
        hand.deal_board(street).unwrap();
    }
    assert_eq!(hand.stacks(), [Chips::new(80), Chips::new(100), Chips::new(30)]);
    assert!(deal.start(rules, &stacks[1..]).is_err());
}

#[test]
fn whoever_is_under_the_gun_may_straddle() {
    let straddle = |last, sitters: &str, straddlers: &[u8]| {
        let straddlers = straddlers.iter().map(|&number| seat(number)).collect();
        let deal = Seating { straddlers, ..table(6, last, sitters) }.next_hand().deal.unwrap();
        let small = deal.small_blind().map(Seat::number);
        let blinds: Vec<String> =
            deal.posts.iter().map(|post| format!("{}={}", post.seat, post.blind)).collect();
        (deal.straddle.map(Seat::number), small, blinds.join(" "))
    };
    let four = "1 50 in, 2 50 in, 4 50 in, 5 50 in";
    let everybody = [1, 2, 3, 4, 5, 6];
    assert_eq!(straddle([0; 3], four, &everybody), (Some(4), Some(1), "1=10 2=20 4=40 5=0".into()));
    assert_eq!(straddle([0; 3], four, &[1, 2, 5]), (None, Some(1), "1=10 2=20 4=0 5=0".into()));
    // Of three the button is under the gun; of two nobody is.
    let three = "1 50 in, 2 50 in, 4 50 in";
    assert_eq!(straddle([0; 3], three, &everybody), (Some(4), Some(1), "1=10 2=20 4=40".into()));
    assert_eq!(straddle([0; 3], "1 50 in, 2 50 in", &everybody).0, None);
    // A dead small blind is nobody's, though somebody has straddled.
    let dead = straddle([1, 2, 3], "1 50 in, 2 50 in, 4 50 in, 5 50 in", &everybody);
    assert_eq!(dead, (Some(5), None, "4=20 5=40 1=0 2=0".into()));
    // Who pauses is not under the gun: the next one is.
    let paused = "1 50 in, 2 50 in, 4 50 in2, 5 50 in, 6 50 in";
    assert_eq!(straddle([0; 3], paused, &everybody).0, Some(5));
    assert_eq!(straddle([0; 3], paused, &[4]).0, None);
    // All of it or nothing; missed blinds are paid first.
    assert_eq!(straddle([0; 3], "1 50 in, 2 50 in, 4 40 in, 5 50 in", &everybody).0, Some(4));
    assert_eq!(straddle([0; 3], "1 50 in, 2 50 in, 4 39 in, 5 50 in", &everybody).0, None);
    assert_eq!(straddle([5, 1, 2], "1 50 in, 2 50 in, 4 50 in, 5 49 out0:10", &everybody).0, None);
    assert_eq!(straddle([5, 1, 2], "1 50 in, 2 50 in, 4 50 in, 5 50 out0:10", &everybody).0, Some(5));
    // And so is the ante.
    let mut antes = table(6, [0; 3], "1 50 in, 2 50 in, 4 41 in, 5 50 in");
    antes.straddlers = SeatSet::first(6);
    for (ante, may) in [(1, Some(seat(4))), (2, None)] {
        antes.stakes.ante = Ante::Each(Chips::new(ante));
        assert_eq!(antes.next_hand().deal.unwrap().straddle, may, "{ante}");
    }
}

#[test]
fn a_newcomer_who_posts_does_not_straddle_as_well() {
    let mut table = table(6, [5, 1, 2], "1 50 in, 2 50 in, 4 50 in, 5 100 new0");
    table.options.entry = Entry::Post;
    table.straddlers = SeatSet::first(6);
    let deal = table.next_hand().deal.unwrap();
    assert_eq!((deal.places.big_blind, deal.straddle), (seat(4), None));
    assert_eq!(deal.posts.iter().find(|post| post.seat == seat(5)).unwrap().blind, Chips::new(-20));
}
