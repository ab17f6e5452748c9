//! How a player plays who looks at their own hand and the table, and counts nothing.

use super::board::{Board, Turn, beaters, ranks};
use kozyr_cards::{Card, CardSet};

/// From a queen up a trump is worth keeping while there is a deck.
const DEAR: u8 = 12;
/// No plain card above a jack is thrown in while there is a deck.
const CHEAP: u8 = 11;

/// What whoever's turn it is plays: low cards first, trumps late, everything beaten or taken.
pub(super) fn habit(board: &Board) -> Turn {
    let hand = board.hands[usize::from(board.mover())];
    let trumps = CardSet::of_suit(board.trump);
    let early = board.deck_left() > 0;
    let table = board.unbeaten | board.covered;
    if table.is_empty() {
        return Turn::Attack(lowest(hand, trumps).expect("who leads holds a card"));
    }
    if board.taking || board.unbeaten.is_empty() {
        return throw_in(board, hand, table, early);
    }
    if let Some(card) = (board.transfer_cards() - trumps).first() {
        return Turn::Transfer(card);
    }
    defence(board, hand, early)
}

fn throw_in(board: &Board, hand: CardSet, table: CardSet, early: bool) -> Turn {
    let trumps = CardSet::of_suit(board.trump);
    let fits = hand & ranks(table);
    let plain = (fits - trumps).first().filter(|card| !early || card.rank().number() <= CHEAP);
    let card = plain.or(if early || board.taking { None } else { fits.first() });
    card.map_or(Turn::Finish, Turn::Attack)
}

/// Everything can be beaten cheaply enough, the lowest first; or nothing is.
fn defence(board: &Board, hand: CardSet, early: bool) -> Turn {
    let trumps = CardSet::of_suit(board.trump);
    let (mut left, mut first) = (hand, None);
    for attack in board.unbeaten {
        let Some(with) = lowest(beaters(left, attack, board.trump), trumps) else { return Turn::Take };
        if early && with.suit() == board.trump && with.rank().number() >= DEAR {
            return Turn::Take;
        }
        left.remove(with);
        first = first.or(Some(Turn::Beat(attack, with)));
    }
    first.unwrap_or(Turn::Take)
}

/// The lowest card: plain cards before trumps, then by rank.
pub(super) fn lowest(cards: CardSet, trumps: CardSet) -> Option<Card> {
    (cards - trumps).first().or(cards.first())
}
