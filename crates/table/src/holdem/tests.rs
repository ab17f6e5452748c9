//! Who is dealt in and who pays, at a table of six with blinds 1 and 2. Everything deeper is tested where it
//! is decided, in poker's seating.

use super::*;
use crate::testing::settings;

fn seat(number: u8) -> Seat {
    Seat::from_number(number).unwrap()
}

fn seating() -> HoldemSeating {
    HoldemSeating::new(Chips::new(1), Chips::new(2)).unwrap()
}

type Person = (u8, i64, Wish, Standing);

fn next(seating: &HoldemSeating, people: &[Person]) -> Next<HoldemPlan> {
    let sitters: Vec<Sitter<'_, Standing>> = people
        .iter()
        .map(|(number, stack, wish, standing)| {
            let (seat, stack) = (seat(*number), Chips::new(*stack));
            Sitter { seat, stack, wish: *wish, standing }
        })
        .collect();
    seating.next(&sitters, &settings())
}

/// The next hand as text: button, then who is dealt in with what he pays into the pot and bets.
fn plan(seating: &HoldemSeating, people: &[Person]) -> String {
    let Some(plan) = next(seating, people).plan else { return "none".into() };
    let posts = plan.posts.iter().map(|post| {
        let (pot, bet) = post.paid();
        match (pot.units(), bet.units()) {
            (0, 0) => format!(" {}", post.due.seat),
            (0, bet) => format!(" {}:{bet}", post.due.seat),
            (pot, bet) => format!(" {}:{pot}+{bet}", post.due.seat),
        }
    });
    format!("{} |{}", plan.places.button, posts.collect::<String>())
}

fn after(seating: &HoldemSeating, people: &[Person]) -> HoldemSeating {
    let mut moved = seating.clone();
    moved.started(&next(seating, people).plan.unwrap());
    moved
}

const IN: Standing = Standing::In;

fn people(numbers: &[u8]) -> Vec<Person> {
    numbers.iter().map(|&number| (number, 100, Wish::Play, IN)).collect()
}

#[test]
fn the_button_goes_round_and_the_blinds_before_it() {
    let seating = seating();
    let three = people(&[2, 5, 6]);
    assert_eq!(plan(&seating, &three), "6 | 2:1 5:2 6");
    let second = after(&seating, &three);
    assert_eq!(plan(&second, &three), "2 | 5:1 6:2 2");
    assert_eq!(plan(&second, &people(&[2, 6])), "2 | 6:2 2:1", "heads-up the button is the small blind");
    // The big blind of the last hand is gone: nobody posts the small blind.
    assert_eq!(plan(&second, &people(&[2, 3, 6])), "2 | 3 6:2 2");
}

#[test]
fn nobody_plays_alone_and_a_short_stack_posts_what_it_has() {
    assert_eq!(plan(&seating(), &people(&[3])), "none");
    let rich = HoldemSeating::new(Chips::new(5), Chips::new(10)).unwrap();
    let two = [(1, 3, Wish::Play, IN), (2, 7, Wish::Play, IN)];
    assert_eq!(plan(&rich, &two), "1 | 2:7 1:3");
    assert_eq!(HoldemSeating::new(Chips::new(3), Chips::new(2)), Err(BlindsError));
    assert_eq!(HoldemSeating::new(Chips::ZERO, Chips::new(2)), Err(BlindsError));
}

#[test]
fn whoever_pauses_owes_the_blinds_he_missed() {
    let seating = seating();
    let mut four = people(&[1, 2, 3, 4]);
    let second = after(&seating, &four);
    // The big blind of the last hand pauses: his small blind is dead, and he owes it.
    four[1].2 = Wish::Pause;
    let hand = next(&second, &four).plan.unwrap();
    assert_eq!(hand.debts, [(seat(2), Chips::new(1))]);
    assert_eq!(hand.small_blind(), None);
    let stands = HoldemSeating::stands(&hand, seat(2), &IN);
    assert_eq!(stands, Standing::Out { debt: Chips::new(1) });
    assert_eq!(HoldemSeating::stands(&hand, seat(1), &Standing::New { debt: Chips::ZERO }), IN);
    assert_eq!(second.owes(&stands), Chips::new(1));
    // He comes back: the debt goes into the pot.
    let third = after(&second, &four);
    four[1] = (2, 100, Wish::Play, stands);
    assert_eq!(plan(&third, &four), "2 | 3:1 4:2 1 2:1+0");
}

#[test]
fn a_newcomer_posts_or_waits_for_the_big_blind() {
    let options = Options { entry: EntryFee::Post, ..Options::default() };
    let seating = seating().with(options);
    assert_eq!(seating.welcome(None), IN, "before the first hand nobody is new");
    let mut four = people(&[1, 2, 3]);
    let second = after(&seating, &four);
    let new = second.welcome(Some(&Standing::Out { debt: Chips::new(1) }));
    assert_eq!(new, Standing::New { debt: Chips::ZERO }, "what he posts is more than he owes");
    let (owing, deep) = (Standing::Out { debt: Chips::new(3) }, Standing::New { debt: Chips::new(3) });
    assert_eq!((second.welcome(Some(&owing)), second.owes(&deep)), (deep, Chips::new(3)));
    assert_eq!((second.owes(&new), second.owes(&IN)), (Chips::new(2), Chips::ZERO));
    four.push((6, 100, Wish::Play, new));
    assert_eq!(plan(&second, &four), "1 | 2:1 3:2 6:2 1");
    assert!(next(&second, &four).plan.unwrap().posts[2].is_outside_blinds());
    four[3].2 = Wish::Wait;
    assert_eq!(plan(&second, &four), "1 | 2:1 3:2 1");
    let third = after(&second, &four);
    assert_eq!(plan(&third, &four), "2 | 3:1 6:2 1 2", "the big blind has come to him");
}

#[test]
fn a_newcomer_cannot_wait_his_post_down_to_a_missed_small_blind() {
    let seating = seating().with(Options { entry: EntryFee::Post, ..Options::default() });
    let mut four = people(&[1, 2, 4]);
    let second = after(&after(&seating, &four), &four);
    assert_eq!(
        (second.hand().unwrap().small_blind(), second.hand().unwrap().places.big_blind),
        (Some(seat(2)), seat(4))
    );
    // He sits down between the blinds and waits: the small blind passes him with the next hand.
    four.insert(2, (3, 100, Wish::Wait, second.welcome(None)));
    let hand = next(&second, &four).plan.unwrap();
    let stands = HoldemSeating::stands(&hand, seat(3), &four[2].3);
    assert_eq!(stands, Standing::New { debt: Chips::new(1) });
    let third = after(&second, &four);
    assert_eq!(third.owes(&stands), Chips::new(2), "a post is what a newcomer pays");
    four[2] = (3, 100, Wish::Play, stands);
    assert_eq!(plan(&third, &four), "4 | 1:1 2:2 3:2 4");
    assert!(next(&third, &four).plan.unwrap().posts[2].is_outside_blinds());
}

#[test]
fn whoever_lacks_chips_is_shown_out() {
    let mut three = people(&[1, 2, 3]);
    three[1].1 = 0;
    let hand = next(&seating(), &three);
    assert_eq!(hand.short, [(seat(2), Chips::new(1))]);
    assert_eq!(hand.plan.unwrap().posts.len(), 2);
    three[1] = (2, 2, Wish::Play, Standing::Out { debt: Chips::new(3) });
    let later = after(&seating(), &people(&[1, 2, 3]));
    // The small blind would fall on him too.
    assert_eq!(next(&later, &three).short, [(seat(2), Chips::new(4))], "what he owes is more than he has");
}
