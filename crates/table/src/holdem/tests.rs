//! Who is dealt in and who pays, at a table of six with blinds 1 and 2. Everything deeper is tested where it
//! is decided, in poker's seating.

use super::*;
use crate::Funding;
use kozyr_chips::Currency;
use kozyr_poker::Rake;
use kozyr_poker::variant::{SEVEN_CARD_STUD, SHORT_DECK_HOLDEM, VARIANTS};
use kozyr_time::{PlayerId, TournamentId};

fn seat(number: u8) -> Seat {
    Seat::from_number(number).unwrap()
}

fn settings() -> Settings {
    Settings {
        seats: 6,
        currency: Currency::FUN,
        funding: Funding::Stack,
        least_buy_in: Chips::new(40),
        most_buy_in: Chips::new(200),
        turn: Millis::from_secs(20),
        bank: Millis::from_secs(30),
        refill: Millis::from_secs(1),
        gather: Millis::from_secs(2),
        pause: Millis::from_secs(3),
        patience: 2,
        away: Millis::from_secs(300),
        memory: Millis::from_secs(1800),
        grace: Millis::from_secs(10),
        quick: Some(Millis::from_secs(1)),
        top: Vec::new(),
    }
}

/// A seating and the house rules it goes by, and what was settled about the last hand.
#[derive(Clone)]
struct Evening {
    seating: HoldemSeating,
    house: HoldemHouse,
    show: HoldemShow,
}

fn evening(small: i64, big: i64) -> Evening {
    let house = HoldemHouse::no_limit(Chips::new(small), Chips::new(big));
    Evening { seating: HoldemSeating::default(), house, show: HoldemShow::default() }
}

/// Where newcomers post.
fn posting() -> Evening {
    let mut evening = evening(1, 2);
    evening.house.options.entry = EntryFee::Post;
    evening
}

type Somebody = (u8, i64, Wish, Standing);

impl Evening {
    fn next(&self, people: &[Somebody]) -> Next<HoldemPlan> {
        let sitters = people.iter().map(|(number, stack, wish, standing)| Sitter {
            seat: seat(*number),
            player: PlayerId::from(u32::from(*number)),
            stack: Chips::new(*stack),
            wish: *wish,
            standing,
            connected: true,
        });
        let company = Company { settings: &settings(), house: &self.house, sitters: sitters.collect() };
        self.seating.next(&company)
    }

    /// The next hand as text: button, then who is dealt in with what they pay into the pot and bet.
    fn plan(&self, people: &[Somebody]) -> String {
        let Some(plan) = self.next(people).plan else { return "none".into() };
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

    fn after(&self, people: &[Somebody]) -> Evening {
        let mut moved = self.clone();
        moved.seating.started(&self.next(people).plan.unwrap(), &mut moved.show);
        moved
    }

    fn welcome(&self, before: Option<&Standing>) -> Standing {
        self.seating.welcome(&self.house, before)
    }

    fn owes(&self, standing: &Standing) -> Chips {
        self.seating.owes(&self.house, standing)
    }
}

const IN: Standing = Standing::In;

fn people(numbers: &[u8]) -> Vec<Somebody> {
    numbers.iter().map(|&number| (number, 100, Wish::Play, IN)).collect()
}

#[test]
fn the_button_goes_round_and_the_blinds_before_it() {
    let first = evening(1, 2);
    let three = people(&[2, 5, 6]);
    assert_eq!(first.plan(&three), "6 | 2:1 5:2 6");
    let second = first.after(&three);
    assert_eq!(second.plan(&three), "2 | 5:1 6:2 2");
    assert_eq!(second.plan(&people(&[2, 6])), "2 | 6:2 2:1", "heads-up the button is the small blind");
    // The big blind of the last hand is gone: nobody posts the small blind.
    assert_eq!(second.plan(&people(&[2, 3, 6])), "2 | 3 6:2 2");
}

#[test]
fn nobody_plays_alone_and_a_short_stack_posts_what_it_has() {
    assert_eq!(evening(1, 2).plan(&people(&[3])), "none");
    let two = [(1, 3, Wish::Play, IN), (2, 7, Wish::Play, IN)];
    assert_eq!(evening(5, 10).plan(&two), "1 | 2:7 1:3");
}

#[test]
fn whoever_pauses_owes_the_blinds_they_missed() {
    let mut four = people(&[1, 2, 3, 4]);
    let second = evening(1, 2).after(&four);
    // The big blind of the last hand pauses: their small blind is dead, and they owe it.
    four[1].2 = Wish::Pause;
    let hand = second.next(&four).plan.unwrap();
    assert_eq!(hand.debts, [(seat(2), Chips::new(1))]);
    assert_eq!(hand.small_blind(), None);
    let stands = HoldemSeating::stands(&hand, seat(2), &IN);
    assert_eq!(stands, Standing::Out { debt: Chips::new(1) });
    assert_eq!(HoldemSeating::stands(&hand, seat(1), &Standing::New { debt: Chips::ZERO }), IN);
    assert_eq!(second.owes(&stands), Chips::new(1));
    // They come back: the debt goes into the pot.
    let third = second.after(&four);
    four[1] = (2, 100, Wish::Play, stands);
    assert_eq!(third.plan(&four), "2 | 3:1 4:2 1 2:1+0");
}

#[test]
fn a_newcomer_posts_or_waits_for_the_big_blind() {
    let first = posting();
    assert_eq!(first.welcome(None), IN, "before the first hand nobody is new");
    let mut four = people(&[1, 2, 3]);
    let second = first.after(&four);
    let new = second.welcome(Some(&Standing::Out { debt: Chips::new(1) }));
    assert_eq!(new, Standing::New { debt: Chips::ZERO }, "what they post is more than they owe");
    let (owing, deep) = (Standing::Out { debt: Chips::new(3) }, Standing::New { debt: Chips::new(3) });
    assert_eq!((second.welcome(Some(&owing)), second.owes(&deep)), (deep, Chips::new(3)));
    assert_eq!((second.owes(&new), second.owes(&IN)), (Chips::new(2), Chips::ZERO));
    four.push((6, 100, Wish::Play, new));
    assert_eq!(second.plan(&four), "1 | 2:1 3:2 6:2 1");
    assert!(second.next(&four).plan.unwrap().posts[2].is_outside_blinds());
    four[3].2 = Wish::Wait;
    assert_eq!(second.plan(&four), "1 | 2:1 3:2 1");
    let third = second.after(&four);
    assert_eq!(third.plan(&four), "2 | 3:1 6:2 1 2", "the big blind has come to them");
    let mut emptied = third.seating;
    emptied.emptied();
    assert_eq!(emptied.welcome(&third.house, None), IN, "a table that stood empty starts afresh");
}

#[test]
fn a_newcomer_cannot_wait_their_post_down_to_a_missed_small_blind() {
    let mut four = people(&[1, 2, 4]);
    let second = posting().after(&four).after(&four);
    let plan = second.show.plan().unwrap();
    assert_eq!((plan.small_blind(), plan.places.big_blind), (Some(seat(2)), seat(4)));
    // They sit down between the blinds and wait: the small blind passes them with the next hand.
    four.insert(2, (3, 100, Wish::Wait, second.welcome(None)));
    let hand = second.next(&four).plan.unwrap();
    let stands = HoldemSeating::stands(&hand, seat(3), &four[2].3);
    assert_eq!(stands, Standing::New { debt: Chips::new(1) });
    let third = second.after(&four);
    assert_eq!(third.owes(&stands), Chips::new(2), "a post is what a newcomer pays");
    four[2] = (3, 100, Wish::Play, stands);
    assert_eq!(third.plan(&four), "4 | 1:1 2:2 3:2 4");
    assert!(third.next(&four).plan.unwrap().posts[2].is_outside_blinds());
}

#[test]
fn whoever_lacks_chips_is_shown_out() {
    let mut three = people(&[1, 2, 3]);
    three[1].1 = 0;
    let hand = evening(1, 2).next(&three);
    assert_eq!(hand.short, [(seat(2), Chips::new(1))]);
    assert_eq!(hand.plan.unwrap().posts.len(), 2);
    three[1] = (2, 2, Wish::Play, Standing::Out { debt: Chips::new(3) });
    let later = evening(1, 2).after(&people(&[1, 2, 3]));
    // The small blind would fall on them too.
    assert_eq!(later.next(&three).short, [(seat(2), Chips::new(4))], "what they owe is more than they have");
}

#[test]
fn house_rules_nobody_can_play_by_are_refused() {
    let blinds = |small, big| HoldemHouse::no_limit(Chips::new(small), Chips::new(big));
    let good = |house: &HoldemHouse| house.check(&settings()).is_ok();
    assert!(good(&blinds(1, 2)) && good(&blinds(2, 2)));
    for (small, big) in [(3, 2), (0, 2), (-1, 2), (1, i64::MAX), (i64::MIN, i64::MAX)] {
        assert!(!good(&blinds(small, big)), "{small}/{big}");
    }
    for ante in [-1, i64::MIN, i64::MAX] {
        let ante = Chips::new(ante);
        assert!(!good(&HoldemHouse { ante: Ante::Each(ante), ..blinds(1, 2) }));
        assert!(!good(&HoldemHouse { ante: Ante::BigBlind(ante), ..blinds(1, 2) }));
    }
    let raked = |millionths, cap: Option<i64>| HoldemHouse {
        rake: Some(Rake { millionths, cap: cap.map(Chips::new), no_flop_no_drop: false }),
        ..blinds(1, 2)
    };
    assert!(good(&raked(1_000_000, Some(0))));
    assert!(!good(&raked(1_000_001, None)) && !good(&raked(1, Some(-1))));
    let funding = Funding::Tournament(TournamentId::new("cup").unwrap());
    assert!(raked(1, None).check(&Settings { funding, ..settings() }).is_err(), "no rake in a tournament");
}

#[test]
fn cards_that_nobody_saw_may_be_shown_while_the_hand_is_looked_at() {
    let held = Held { seat: seat(3), cards: 2, shown: 0 };
    let mut seating = HoldemSeating { looks: 1, held: vec![held], ..HoldemSeating::default() };
    let house = HoldemHouse::no_limit(Chips::new(1), Chips::new(2));
    let company = Company { settings: &settings(), house: &house, sitters: Vec::new() };
    let hears = |seating: &HoldemSeating, number, word| seating.hear(&company, seat(number), &word);
    assert_eq!(hears(&seating, 2, HoldemWord::ShowAll), Err(Refused::NotNow), "not of the hand's end");
    assert_eq!(hears(&seating, 3, HoldemWord::Show(2)), Err(Refused::AlreadySo), "there is no third card");
    assert_eq!(hears(&seating, 3, HoldemWord::Show(200)), Err(Refused::AlreadySo));
    assert_eq!(hears(&seating, 3, HoldemWord::Show(1)), Ok(()));
    seating.said(&mut Standings(&mut []), seat(3), &HoldemWord::Show(1));
    assert_eq!(seating.shown_since(seat(3)).collect::<Vec<_>>(), [1]);
    assert_eq!(seating.may_show(seat(3)).collect::<Vec<_>>(), [0]);
    assert_eq!(hears(&seating, 3, HoldemWord::Show(1)), Err(Refused::AlreadySo));
    assert_eq!(hears(&seating, 3, HoldemWord::ShowAll), Ok(()));
    let text = serde_json::to_string(&seating).unwrap();
    assert_eq!(serde_json::from_str::<HoldemSeating>(&text).unwrap(), seating, "it stands in a checkpoint");
    seating.passed(&mut Standings(&mut []), None);
    assert_eq!(hears(&seating, 3, HoldemWord::ShowAll), Err(Refused::NotNow), "too late");
    assert_eq!(seating.may_show(seat(3)).count(), 0);
    seating.left(seat(3));
    assert_eq!(seating.shown_since(seat(3)).count(), 0, "whoever sits there next has shown nothing");
}

#[test]
fn a_table_has_no_more_seats_than_its_pack_has_cards_for() {
    let fits = |variant, seats| {
        let house = HoldemHouse { variant, ..HoldemHouse::no_limit(Chips::new(1), Chips::new(2)) };
        house.check(&Settings { seats, ..settings() }).is_ok()
    };
    for variant in VARIANTS {
        assert_eq!(fits(variant, 7), variant.is_community_game(), "{}", variant.name);
    }
    let stud =
        HoldemHouse { variant: &SEVEN_CARD_STUD, ..HoldemHouse::no_limit(Chips::new(1), Chips::new(2)) };
    let refusal = stud.check(&settings()).expect_err("no board").to_string();
    assert!(refusal.contains("games with a board and blinds"), "{refusal}");
    let most = |variant| (2..=HoldemSeating::MOST_SEATS).filter(|&seats| fits(variant, seats)).max();
    assert_eq!(most(&SHORT_DECK_HOLDEM), Some(HoldemSeating::MOST_SEATS.min((36 - 5) / 2)));
    let omaha = VARIANTS.into_iter().find(|variant| variant.hole_cards() == 4).unwrap();
    assert_eq!(most(omaha), Some(HoldemSeating::MOST_SEATS.min((52 - 5) / 4)));
}
