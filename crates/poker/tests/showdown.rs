//! The end of a hand: cards nobody has seen, hands thrown away, what the room takes, and who is paid on which board.

use kozyr_card_game::{Awaits, DeckShoe, Game as _, Move, Seat};
use kozyr_cards::{Card, Deck, Pack, faces_in};
use kozyr_chips::Chips;
use kozyr_poker::variant::{FIXED_LIMIT_OMAHA_EIGHT, SHORT_DECK_HOLDEM};
use kozyr_poker::{Action, Event, Hand, Mode, Next, Poker, Rake, Refusal, Rules, Showdown};

fn chips(units: i64) -> Chips {
    Chips::new(units)
}

fn cards(text: &str) -> Vec<Option<Card>> {
    faces_in(text).map(Result::unwrap).collect()
}

fn rules(players: usize) -> Rules {
    Rules::holdem(players, chips(10), chips(20))
}

/// A hand with these cards, everybody with 1000.
fn dealt(rules: &Rules, holes: &[&str]) -> Hand {
    let mut hand = Hand::start(rules, &vec![chips(1000); holes.len()]).expect("a sound table");
    for (player, cards) in holes.iter().enumerate() {
        hand.deal_hole_text(player, cards).unwrap();
    }
    hand
}

/// Everybody checks and calls, and this board comes, until something else is asked.
fn check_down(hand: &mut Hand, board: &str) {
    let board = cards(board);
    let mut out = 0;
    loop {
        match hand.next() {
            Next::Bet(player) => hand.check_or_call(player).unwrap(),
            Next::Board(count) => {
                hand.deal_board(&board[out..out + count]).unwrap();
                out += count;
            }
            _ => return,
        }
    }
}

/// Nobody is paid for cards nobody knows, unless there is nothing to decide.
#[test]
fn a_showdown_is_decided_by_known_cards_only() {
    let board = "2c7d9hJsQc";
    for (holes, board, open) in [
        (["AsAh", "KsKh"], board, false),
        (["AsAh", "????"], board, true),
        (["As??", "KsKh"], board, true),
        (["AsAh", "KsKh"], "2c7d9hJs??", true),
    ] {
        let mut hand = dealt(&rules(2), &holes);
        check_down(&mut hand, board);
        assert_eq!((hand.next(), hand.is_undetermined()), (Next::Over, open), "{holes:?} {board}");
        let stacks = if open { [980, 980] } else { [1020, 980] };
        assert_eq!(hand.stacks(), stacks.map(chips), "{holes:?} {board}");
    }
    let mut hand = dealt(&rules(2), &["????", "????"]);
    hand.fold(1).unwrap();
    assert_eq!((hand.next(), hand.is_undetermined()), (Next::Over, false));
    assert_eq!(hand.stacks(), [1010, 990].map(chips));
}

/// A card that was seen stays where it is, whatever the order they are named in; the others are new ones.
#[test]
fn unseen_cards_are_named_later() {
    let seat = Seat::from_index(0);
    let flop = |holes: [&str; 2]| {
        let mut hand = dealt(&rules(2), &holes);
        hand.check_or_call(1).unwrap();
        hand.check_or_call(0).unwrap();
        hand.deal_board(&cards("2c7d9h")).unwrap();
        hand
    };
    for named in ["AsQs", "QsAs"] {
        let mut hand = flop(["As??", "KsKh"]);
        hand.name_cards(seat, &cards(named)).unwrap();
        assert_eq!(hand.hole(0), cards("AsQs"), "{named}");
    }
    let mut hand = flop(["As??", "KsKh"]);
    let refused = |hand: &mut Hand, named: &str| hand.name_cards(seat, &cards(named)).unwrap_err();
    for (named, card) in [("As2c", "2c"), ("AsKh", "Kh"), ("AsAs", "As")] {
        assert_eq!(refused(&mut hand, named), Refusal::CardNotInDeck(cards(card)[0].unwrap()), "{named}");
    }
    for named in ["QsJs", "As", "AsQsJs"] {
        assert_eq!(refused(&mut hand, named), Refusal::NotTheirCards(seat), "{named}");
    }
    let rules = Rules { variant: &SHORT_DECK_HOLDEM, ..rules(2) };
    let mut short = dealt(&rules, &["As??", "KsKh"]);
    assert_eq!(refused(&mut short, "As2d"), Refusal::CardNotInDeck(cards("2d")[0].unwrap()));
    short.name_cards(seat, &cards("As6d")).unwrap();
}

#[test]
fn the_last_one_with_a_claim_need_not_show() {
    let mode = Mode::Cash { show_all_ins: false };
    let rules = Rules { showdown: Showdown::Manual, mode, ..rules(3) };
    let mut hand = dealt(&rules, &["AsAh", "KsKh", "3c4d"]);
    check_down(&mut hand, "2c7d9hJsQc");
    hand.muck(0).unwrap();
    assert_eq!(hand.next(), Next::Show(1), "two have a claim");
    hand.muck(1).unwrap();
    assert_eq!((hand.next(), hand.shown().len()), (Next::Over, 0));
    assert_eq!(hand.stacks(), [980, 980, 1040].map(chips));
}

#[test]
fn the_room_takes_its_part_of_hands_with_a_flop() {
    for (no_flop_no_drop, flop, raked) in
        [(true, false, 0), (true, true, 2), (false, false, 1), (false, true, 2)]
    {
        let rake = Some(Rake { millionths: 50_000, cap: None, no_flop_no_drop });
        let mut hand = dealt(&Rules { rake, ..rules(2) }, &["AsAh", "KsKh"]);
        if flop {
            check_down(&mut hand, "2c7d9hJsQc");
        } else {
            hand.fold(1).unwrap();
        }
        // 40 or 20 lie there.
        assert_eq!(hand.raked(), chips(raked), "{no_flop_no_drop} {flop}");
    }
}

/// High and low on each of four boards: eight parts.
#[test]
fn a_pot_is_divided_by_boards_and_by_high_and_low() {
    let rules = Rules { variant: &FIXED_LIMIT_OMAHA_EIGHT, big_bet: chips(40), runouts: 4, ..rules(2) };
    let mut hand = Hand::start(&rules, &[160; 2].map(chips)).expect("a sound table");
    // Aces and a low of its own against kings and none; every board has a low and no king.
    for (player, cards) in ["AsAh2s3h", "KsKhQsJh"].into_iter().enumerate() {
        hand.deal_hole_text(player, cards).unwrap();
    }
    let mut boards = cards("4c5d9h6cTd7c4dTh8cTs6d9s7d9c8dTc4h9d5hJc").into_iter();
    while hand.next() != Next::Over {
        match hand.next() {
            Next::Bet(player) => match hand.raise_bounds(player) {
                Ok((_, most)) => hand.raise_to(player, most).unwrap(),
                Err(_) => hand.check_or_call(player).unwrap(),
            },
            Next::Board(count) => hand.deal_board(&boards.by_ref().take(count).collect::<Vec<_>>()).unwrap(),
            next => panic!("{next:?}"),
        }
    }
    assert_eq!(hand.boards(), 4);
    assert_eq!(hand.stacks().iter().sum::<Chips>(), chips(320));
    assert!(hand.stacks()[0] > chips(160), "the low is nobody else's");
}

/// A board dealt twice decides what is fought over. A pot with one claim is paid once.
#[test]
fn a_pot_that_is_nobody_elses_is_paid_in_one() {
    let rules = Rules { runouts: 2, ..rules(3) };
    let mut hand = Hand::start(&rules, &[1000, 1000, 50].map(chips)).expect("a sound table");
    let mut shoe = DeckShoe::new(Deck::ordered(Pack::Full52), |below| below - 1);
    let mut acts = [
        (2, Action::RaiseTo(chips(50))),
        (0, Action::CheckOrCall),
        (1, Action::CheckOrCall),
        (0, Action::RaiseTo(chips(100))),
        (1, Action::CheckOrCall),
        (0, Action::RaiseTo(chips(100))),
        (1, Action::Fold),
    ]
    .into_iter();
    let mut events = Vec::new();
    loop {
        let mv = match Poker::awaits(&hand) {
            Awaits::Nothing => break,
            Awaits::Shuffle(cards) => {
                shoe.shuffle(cards);
                Move::Shuffled
            }
            Awaits::Chance => Move::Deal(Poker::draw(&hand, &mut shoe).expect("the shoe has enough")),
            _ => {
                let (player, action) = acts.next().expect("all have acted");
                Move::Act(Seat::from_index(player), action)
            }
        };
        Poker::play(&mut hand, &mv, &mut events).expect("a legal move");
    }
    let won = |of_pot: u8| -> Vec<(usize, u8, i64)> {
        let row = |event: &Event| match *event {
            Event::Won { seat, pot, board, amount } if pot == of_pot => {
                Some((seat.index(), board, amount.units()))
            }
            _ => None,
        };
        events.iter().filter_map(row).collect()
    };
    assert_eq!(won(0).iter().map(|&(_, board, _)| board).max(), Some(1), "{events:?}");
    assert_eq!(won(0).iter().map(|&(.., amount)| amount).sum::<i64>(), 150);
    assert_eq!(won(1), [(0, 0, 200)]);
}
