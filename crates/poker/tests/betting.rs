//! How much may be bet: the bounds of the three kinds of limits, number by number.

use kozyr_card_game::{Awaits, DeckShoe, Game as _, Move};
use kozyr_cards::{Deck, Pack};
use kozyr_chips::Chips;
use kozyr_poker::variant::{FIXED_LIMIT_HOLDEM, NO_LIMIT_HOLDEM, POT_LIMIT_OMAHA};
use kozyr_poker::{Hand, Next, NoRaise, Poker, Rules, Variant};

fn chips(units: i64) -> Chips {
    Chips::new(units)
}

/// A hand in which these stacks sit from the small blind on; blinds of 10 and 20, the first street's bet is 20.
fn hand(variant: &'static Variant, stacks: &[i64]) -> Hand {
    hand_of(20, variant, stacks)
}

fn hand_of(bet: i64, variant: &'static Variant, stacks: &[i64]) -> Hand {
    let rules =
        Rules { variant, big_bet: chips(2 * bet), ..Rules::holdem(stacks.len(), chips(bet / 2), chips(bet)) };
    let stacks: Vec<Chips> = stacks.iter().map(|&units| chips(units)).collect();
    let mut hand = Hand::start(&rules, &stacks).expect("a sound table");
    let mut shoe = DeckShoe::new(Deck::ordered(Pack::Full52), |below| below - 1);
    loop {
        let mv = match Poker::awaits(&hand) {
            Awaits::Shuffle(cards) => {
                shoe.shuffle(cards);
                Move::Shuffled
            }
            Awaits::Chance => Move::Deal(Poker::draw(&hand, &mut shoe).expect("the shoe has enough")),
            _ => return hand,
        };
        Poker::play(&mut hand, &mv, &mut Vec::new()).expect("cards are awaited");
    }
}

fn bounds(hand: &Hand, player: usize) -> Result<(i64, i64), NoRaise> {
    hand.raise_bounds(player).map(|(least, most)| (least.units(), most.units()))
}

fn raise(hand: &mut Hand, player: usize, to: i64) {
    hand.raise_to(player, chips(to)).unwrap_or_else(|refusal| panic!("{player} to {to}: {refusal}"));
}

#[test]
fn without_a_limit_a_raise_is_at_least_the_last_one() {
    let mut hand = hand(&NO_LIMIT_HOLDEM, &[1000, 1000, 1000]);
    assert_eq!(bounds(&hand, 2), Ok((40, 1000)));
    raise(&mut hand, 2, 70);
    assert_eq!(bounds(&hand, 0), Ok((120, 1000)));
    raise(&mut hand, 0, 300);
    assert_eq!(bounds(&hand, 1), Ok((530, 1000)));
}

#[test]
fn the_pot_is_counted_after_the_call() {
    let mut hand = hand(&POT_LIMIT_OMAHA, &[1000, 1000, 1000]);
    // A call of 20 makes 50: that is what may be raised by.
    assert_eq!(bounds(&hand, 2), Ok((40, 70)));
    raise(&mut hand, 2, 70);
    // 100 lie there, 60 are to be called: by 160 to 230.
    assert_eq!(bounds(&hand, 0), Ok((120, 230)));
    raise(&mut hand, 0, 230);
    // 320 lie there, 210 are to be called: by 530 to 760.
    assert_eq!(bounds(&hand, 1), Ok((390, 760)));
}

#[test]
fn fixed_bets_go_up_one_by_one_and_are_capped() {
    let mut hand = hand(&FIXED_LIMIT_HOLDEM, &[1000, 1000, 1000]);
    for (player, to) in [(2, 40), (0, 60), (1, 80)] {
        assert_eq!(bounds(&hand, player), Ok((to, to)));
        raise(&mut hand, player, to);
    }
    assert_eq!(bounds(&hand, 2), Err(NoRaise::Capped));
}

/// An all-in of less than half a bet is completed; one of half a bet or more counts as a bet.
#[test]
fn an_all_in_counts_by_half_a_bet() {
    for (stack, next, then) in [(29, 40, 60), (30, 50, 70), (35, 55, 75)] {
        let mut hand = hand(&FIXED_LIMIT_HOLDEM, &[1000, 1000, stack]);
        assert_eq!(bounds(&hand, 2), Ok((stack, stack)));
        raise(&mut hand, 2, stack);
        assert_eq!(bounds(&hand, 0), Ok((next, next)), "after {stack}");
        raise(&mut hand, 0, next);
        assert_eq!(bounds(&hand, 1), Ok((then, then)), "after {stack}");
    }
}

/// Two small ones that come to half a bet together are completed no more: the next raise is a whole bet.
#[test]
fn small_all_ins_are_counted_together() {
    for (second, next) in [(29, 40), (30, 50), (33, 53)] {
        let mut hand = hand(&FIXED_LIMIT_HOLDEM, &[1000, 1000, 25, second]);
        raise(&mut hand, 2, 25);
        raise(&mut hand, 3, second);
        assert_eq!(bounds(&hand, 0), Ok((next, next)), "25, then {second}");
    }
}

/// Whoever sits behind the largest blind opens, wherever the others are.
#[test]
fn the_largest_blind_acts_last() {
    for (blinds, opens) in
        [([10, 20, 0], 2), ([20, 10, 0], 1), ([10, 20, 40], 0), ([20, 20, 10], 2), ([0, 0, 0], 0)]
    {
        let blinds = blinds.map(chips).into_iter().collect();
        let rules = Rules { blinds, ..Rules::holdem(3, chips(10), chips(20)) };
        let mut hand = Hand::start(&rules, &[chips(1000); 3]).expect("a sound table");
        for (player, cards) in ["2c3d", "4c5d", "6c7d"].into_iter().enumerate() {
            hand.deal_hole_text(player, cards).unwrap();
        }
        assert_eq!(hand.next(), Next::Bet(opens), "{:?}", rules.blinds);
    }
}

/// The larger half of an odd bet.
#[test]
fn half_of_an_odd_bet_is_the_larger_half() {
    for (stack, next) in [(37, 50), (38, 63)] {
        let mut hand = hand_of(25, &FIXED_LIMIT_HOLDEM, &[1000, 1000, stack]);
        raise(&mut hand, 2, stack);
        assert_eq!(bounds(&hand, 0), Ok((next, next)), "after {stack}");
    }
}

/// Who has acted raises again once half a bet was added, in games without a limit a whole raise.
#[test]
fn an_all_in_reopens_the_betting_or_does_not() {
    for (variant, stack, open) in [
        (&FIXED_LIMIT_HOLDEM, 49, false),
        (&FIXED_LIMIT_HOLDEM, 50, true),
        (&NO_LIMIT_HOLDEM, 59, false),
        (&NO_LIMIT_HOLDEM, 60, true),
    ] {
        let mut hand = hand(variant, &[1000, stack, 1000]);
        raise(&mut hand, 2, 40);
        hand.check_or_call(0).unwrap();
        raise(&mut hand, 1, stack);
        let may = bounds(&hand, 2);
        assert_eq!(may == Err(NoRaise::NotReopened), !open, "{stack}: {may:?}");
        assert_eq!(may.is_ok(), open, "{stack}");
    }
}

/// Against somebody without chips there is nothing to win beyond what they have bet, and nobody to raise.
#[test]
fn a_call_is_no_more_than_the_others_have_bet() {
    for (stack, call) in [(20, 10), (15, 5), (8, 0)] {
        // Of two the second has the small blind.
        let hand = hand(&NO_LIMIT_HOLDEM, &[stack, 1000]);
        assert_eq!(hand.price(1), chips(call), "a big blind of {stack}");
        assert_eq!(bounds(&hand, 1), Err(NoRaise::NobodyToCall), "{stack}");
    }
}
