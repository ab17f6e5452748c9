//! A bot that is no fool and no match: it sees its own cards, the board, the price and the pot.

use super::Numbers;
use kozyr_cards::Card;
use kozyr_chips::Chips;
use kozyr_poker::{Action, Hand};
use kozyr_ranking::{Category, rank};

/// How much the bot likes to put in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mood {
    Fold,
    Peek,
    Call,
    Raise,
    AllIn,
}

/// What a bot does whose turn it is.
pub(super) fn act(hand: &Hand, player: usize, numbers: &mut Numbers) -> Action {
    let price = hand.price(player);
    let mood = mood(hand, player, numbers);
    let (pot, stack) = (hand.pot_total(), hand.stacks()[player]);
    if mood >= Mood::Raise
        && let Ok((least, most)) = hand.raise_bounds(player)
    {
        let to = hand.bets()[player] + price + (pot + price).mul_div_floor(2, 3);
        // More than a third of the stack in: all of it.
        let all = mood == Mood::AllIn || to * 3 > stack;
        return Action::RaiseTo(if all { most } else { to.max(least).min(most) });
    }
    let fair = match mood {
        Mood::Fold => Chips::ZERO,
        Mood::Peek => pot.mul_div_floor(1, 5),
        Mood::Call => pot.mul_div_floor(2, 5),
        Mood::Raise => pot,
        Mood::AllIn => price,
    };
    if price <= fair { Action::CheckOrCall } else { Action::Fold }
}

fn mood(hand: &Hand, player: usize, numbers: &mut Numbers) -> Mood {
    let hole: Vec<Card> = hand.hole(player).iter().flatten().copied().collect();
    let nerve = numbers.below(12) as i32;
    if hand.street() == 0 {
        return before_the_flop(hand, player, liking(&hole) + nerve / 2);
    }
    let board = hand.board(0).iter().flatten().copied();
    let cards: Vec<Card> = hole.into_iter().chain(board.clone()).collect();
    let table: Vec<Card> = board.collect();
    let made = rank(&cards).map(|strength| strength.category());
    let common = rank(&table).map(|strength| strength.category());
    // What the board has, everybody has.
    let own = made > common || table.len() < 5 && made > Some(Category::HighCard);
    match made {
        Some(Category::HighCard) | None if nerve == 0 => Mood::Raise,
        Some(Category::HighCard) | None => Mood::Fold,
        _ if !own => Mood::Peek,
        Some(Category::Pair) if nerve == 0 => Mood::Raise,
        Some(Category::Pair) if nerve < 7 => Mood::Call,
        Some(Category::Pair) => Mood::Peek,
        Some(Category::TwoPair) if nerve < 8 => Mood::Call,
        Some(Category::TwoPair | Category::ThreeOfAKind) => Mood::Raise,
        Some(_) => Mood::AllIn,
    }
}

/// About a tenth of the hands are raised, a fifth played; against a raise fewer, with few chips all-in.
fn before_the_flop(hand: &Hand, player: usize, like: i32) -> Mood {
    let big_blind = hand.rules().small_bet;
    let raised = hand.price(player) > big_blind;
    let short = hand.stacks()[player] < big_blind * 12;
    match like {
        47.. if short => Mood::AllIn,
        41.. if short && !raised => Mood::AllIn,
        _ if short => Mood::Fold,
        76.. => Mood::AllIn,
        66.. => Mood::Raise,
        50.. if raised => Mood::Call,
        _ if raised => Mood::Fold,
        47.. => Mood::Raise,
        40.. => Mood::Call,
        36.. => Mood::Peek,
        _ => Mood::Fold,
    }
}

/// From about 5 for 3-2 to 88 for aces.
fn liking(hole: &[Card]) -> i32 {
    let &[one, two] = hole else { return 0 };
    let (high, low) = (one.rank().max(two.rank()).number(), one.rank().min(two.rank()).number());
    let (high, low) = (i32::from(high), i32::from(low));
    if high == low {
        return 40 + 4 * high;
    }
    let suited = if one.suit() == two.suit() { 5 } else { 0 };
    let gap = (high - low - 1).min(4);
    3 * high + low + suited - 2 * gap
}
