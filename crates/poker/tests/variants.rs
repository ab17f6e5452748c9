//! Stud and draw games: what the cases of testdata cannot say, because it is about the deck, views or setups.

use kozyr_card_game::laws::{Dice, play_out};
use kozyr_card_game::{Awaits, DeckShoe, Game, Move, Seat, Seated, Viewer};
use kozyr_cards::{CardSet, Deck, Pack};
use kozyr_chips::Chips;
use kozyr_poker::variant::{
    BADUGI, DEUCE_TO_SEVEN_TRIPLE_DRAW, NO_LIMIT_HOLDEM, RAZZ, SEVEN_CARD_STUD, VARIANTS,
};
use kozyr_poker::{Action, Event, Hand, Next, Poker, Rules, SetupError, Variant};

fn chips(units: i64) -> Chips {
    Chips::new(units)
}

fn stud(variant: &'static Variant, players: usize) -> Rules {
    Rules::stud(variant, (0..players).map(|_| chips(1)).collect(), chips(2), [chips(5), chips(10)])
}

fn draw(variant: &'static Variant, players: usize) -> Rules {
    Rules { variant, big_bet: chips(4), ..Rules::holdem(players, chips(1), chips(2)) }
}

fn seats(players: usize) -> Vec<Seated> {
    (0..players).map(|player| Seated { seat: Seat::from_index(player), stack: chips(1000) }).collect()
}

/// Plays a hand to its end, with a look at it before every move.
fn played(
    rules: &Rules,
    mut act: impl FnMut(&Hand, Seat) -> Action,
    mut look: impl FnMut(&Hand, &[Event]),
) -> Hand {
    let players = rules.antes.len();
    let mut hand = Poker::start(rules, &seats(players)).expect("a sound table");
    let mut dice = Dice::random(players as u64);
    let mut shoe = DeckShoe::new(Deck::ordered(Pack::Full52), move |n| dice.below(n));
    let mut events = Vec::new();
    loop {
        look(&hand, &events);
        events.clear();
        let mv = match Poker::awaits(&hand) {
            Awaits::Nothing => return hand,
            Awaits::Shuffle(cards) => {
                shoe.shuffle(cards);
                Move::Shuffled
            }
            Awaits::Chance => Move::Deal(Poker::draw(&hand, &mut shoe).expect("the shoe has enough")),
            Awaits::Seats(seats) | Awaits::Stage(seats) => {
                let seat = seats.iter().next().expect("somebody");
                Move::Act(seat, act(&hand, seat))
            }
        };
        Poker::play(&mut hand, &mv, &mut events).expect("a legal move");
    }
}

/// Everybody stays in for the least.
fn stay(hand: &Hand, seat: Seat) -> Action {
    hand.on_timeout(seat).filter(|action| *action != Action::Fold).unwrap_or(Action::CheckOrCall)
}

fn own_cards(hand: &Hand, seat: Seat) -> CardSet {
    hand.hole(seat.index()).iter().copied().flatten().collect()
}

#[test]
fn eight_players_of_stud_share_the_last_card() {
    for variant in [&SEVEN_CARD_STUD, &RAZZ] {
        let mut shared = false;
        let hand = played(&stud(variant, 8), stay, |hand, _| shared |= hand.next() == Next::Board(1));
        assert!(shared, "four cards are left for eight players");
        assert_eq!((hand.board(0).len(), hand.cards_out().len()), (1, 49));
        assert!((0..8).all(|player| hand.hole(player).len() == 6));
        assert!(!hand.is_undetermined());
        // Seven players have a last card each.
        let hand = played(&stud(variant, 7), stay, |_, _| {});
        assert_eq!((hand.board(0).len(), hand.cards_out().len()), (0, 49));
    }
}

#[test]
fn a_draw_that_uses_up_the_pack_asks_for_a_shuffle_of_what_was_thrown_away() {
    let change_all = |hand: &Hand, seat| match hand.next() {
        Next::Draw(_) => Action::Discard(own_cards(hand, seat)),
        _ => stay(hand, seat),
    };
    let mut shuffles = 0;
    let hand = played(&draw(&DEUCE_TO_SEVEN_TRIPLE_DRAW, 6), change_all, |hand, _| {
        let Awaits::Shuffle(cards) = Poker::awaits(hand) else { return };
        if hand.cards_out().is_empty() {
            return; // The first shuffle is of the whole pack.
        }
        shuffles += 1;
        let Next::Hole(player) = hand.next() else { panic!("somebody waits for cards") };
        let held: CardSet = (0..6).flat_map(|player| own_cards(hand, Seat::from_index(player))).collect();
        assert!((cards & held).is_empty(), "nothing that is held is shuffled");
        assert!((cards & hand.discards(player)).is_empty(), "nobody gets back what they have thrown away");
        let mut again = hand.clone();
        let mut shoe = DeckShoe::new(Deck::ordered(Pack::Full52), |_| 0);
        assert_eq!(Poker::draw(hand, &mut shoe), None, "not before the shuffle");
        Poker::play(&mut again, &Move::Shuffled, &mut Vec::new()).expect("it is awaited");
        assert!(Poker::play(&mut again, &Move::Shuffled, &mut Vec::new()).is_err(), "once is enough");
    });
    // Ninety cards are drawn: 22 are there at first, and a shuffle brings some 25.
    assert_eq!(shuffles, 3);
    assert!((0..6).all(|player| hand.hole(player).len() == 5 && !hand.discards(player).is_empty()));
}

#[test]
fn alone_with_their_discards_a_player_gets_them_back() {
    // Fifty cards are out, and only the first player changes cards: three, with two undealt.
    let three = |hand: &Hand, seat: Seat| match hand.next() {
        Next::Draw(0) if hand.street() == 1 => {
            Action::Discard(own_cards(hand, seat).iter().take(3).collect())
        }
        _ => stay(hand, seat),
    };
    let hand = played(&draw(&DEUCE_TO_SEVEN_TRIPLE_DRAW, 10), three, |_, _| {});
    let first = Seat::from_index(0);
    assert_eq!((own_cards(&hand, first) & hand.discards(0)).len(), 1);
}

#[test]
fn everybody_sees_what_lies_face_up_and_nothing_else() {
    let mut told = Vec::new();
    played(&stud(&SEVEN_CARD_STUD, 3), stay, |hand, events| {
        for event in events {
            match event.seen_by(Viewer::Spectator) {
                Event::DealtHole(_, cards) => {
                    assert!(cards.iter().all(Option::is_none));
                    told.push(format!("{} down", cards.len()));
                }
                Event::DealtUp(_, cards) => {
                    assert!(cards.iter().all(Option::is_some));
                    told.push(format!("{} up", cards.len()));
                }
                _ => {}
            }
        }
        let view = Poker::view(hand, Viewer::Spectator);
        for player in view.players.iter().filter(|player| !player.shown) {
            let faces: Vec<bool> = player.cards.iter().map(Option::is_some).collect();
            let up = [false, false, true, true, true, true, false];
            assert_eq!(faces, up[..faces.len()]);
        }
    });
    let street = |what: &str| vec![what.to_owned(); 3];
    let third: Vec<String> = (0..3).flat_map(|_| ["2 down".to_owned(), "1 up".to_owned()]).collect();
    let expected = [third, street("1 up"), street("1 up"), street("1 up"), street("1 down")].concat();
    assert_eq!(told, expected);
}

#[test]
fn how_many_cards_are_changed_is_seen_and_which_is_not() {
    let change = |hand: &Hand, seat: Seat| match hand.next() {
        Next::Draw(player) => Action::Discard(own_cards(hand, seat).iter().take(player).collect()),
        _ => stay(hand, seat),
    };
    let mut seen = Vec::new();
    played(&draw(&BADUGI, 3), change, |_, events| {
        for event in events {
            let Event::Discarded(seat, cards) = event else { continue };
            let theirs = event.seen_by(Viewer::Seat(*seat));
            assert_eq!(theirs, *event);
            let Event::Discarded(_, hidden) = event.seen_by(Viewer::Spectator) else { panic!("still one") };
            assert!(hidden.iter().all(Option::is_none) && hidden.len() == cards.len());
            seen.push(hidden.len());
        }
    });
    assert_eq!(seen, [0, 1, 2, 0, 1, 2, 0, 1, 2]);
}

#[test]
fn tables_that_cannot_be_are_refused() {
    let start = |rules: &Rules| Hand::start(rules, &vec![chips(100); rules.antes.len()]).map(|_| ());
    assert_eq!(start(&stud(&SEVEN_CARD_STUD, 8)), Ok(()));
    assert_eq!(start(&stud(&SEVEN_CARD_STUD, 9)), Err(SetupError::TooManyCards(55, 52)));
    assert_eq!(start(&draw(&BADUGI, 10)), Ok(()));
    let is_bring_in = |rules: &Rules| matches!(start(rules), Err(SetupError::BringIn(_)));
    assert!(is_bring_in(&Rules { bring_in: Chips::ZERO, ..stud(&RAZZ, 3) }));
    assert!(is_bring_in(&Rules { bring_in: chips(5), ..stud(&RAZZ, 3) }), "a bring-in is less than a bet");
    assert!(is_bring_in(&Rules { bring_in: chips(-1), ..stud(&RAZZ, 3) }));
    assert!(is_bring_in(&Rules { blinds: stud(&RAZZ, 3).antes, ..stud(&RAZZ, 3) }));
    assert!(is_bring_in(&Rules { bring_in: chips(1), ..draw(&NO_LIMIT_HOLDEM, 3) }));
    assert_eq!(start(&Rules { runouts: 2, ..stud(&RAZZ, 3) }), Err(SetupError::NoBoard));
    assert_eq!(start(&Rules { runouts: 2, ..draw(&BADUGI, 3) }), Err(SetupError::NoBoard));
}

/// Random play, as the laws have it, comes to every variant and into the corners that need luck.
#[test]
fn random_tables_are_of_every_variant() {
    let mut hands = [0; VARIANTS.len()];
    let (mut reshuffled, mut brought_in) = (0, 0);
    for seed in 0..3_000 {
        let hand = play_out::<Poker>(&mut Dice::random(seed)).state;
        let variant = VARIANTS.iter().position(|variant| *variant == hand.variant()).expect("one of them");
        hands[variant] += 1;
        let held: CardSet =
            (0..hand.players()).flat_map(|player| own_cards(&hand, Seat::from_index(player))).collect();
        let thrown = (0..hand.players()).fold(CardSet::EMPTY, |all, player| all | hand.discards(player));
        reshuffled += usize::from(!(held & thrown).is_empty());
        brought_in += usize::from(hand.rules().bring_in.is_positive());
    }
    assert!(hands.iter().all(|&hands| hands > 150), "{hands:?}");
    assert!(reshuffled > 20 && brought_in > 500, "{reshuffled} {brought_in}");
}
