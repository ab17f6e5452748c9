//! The end game of two with every card known: looked through to its end.

use super::board::{Board, Turn};
use std::collections::HashMap;

/// A position of two with an empty deck: everything the rest of the party depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    hands: [u64; 2],
    table: [u64; 2],
    /// Attacker, taking, finished, limit, rounds without a discard.
    rest: u32,
}

/// What is known of positions: 1 when the player with the first hand wins, 0 for a draw, −1 when they lose.
pub(super) struct EndGame {
    known: HashMap<Key, i8>,
    players: [u8; 2],
}

/// So many cards in hands and on the table are looked through.
pub(super) const MOST_CARDS: usize = 12;

impl EndGame {
    /// Whether this is an end game that can be looked through, and for whom: `me` first.
    pub(super) fn new(board: &Board, me: u8) -> Option<EndGame> {
        let others = board.inside & !(1 << me);
        let mine = 1 << me & board.inside != 0;
        if board.deck_left() > 0 || !mine || others.count_ones() != 1 || board.pairs {
            return None;
        }
        let players = [me, others.trailing_zeros() as u8];
        let held = players.map(|seat| board.hands[usize::from(seat)].len());
        let cards = held[0] + held[1] + (board.unbeaten | board.covered).len();
        (cards <= MOST_CARDS).then(|| EndGame { known: HashMap::new(), players })
    }

    /// The best turn of whoever's turn it is, and what it comes to for them.
    pub(super) fn best(&mut self, board: &Board, possible: impl Fn(Turn) -> bool) -> Option<(Turn, i8)> {
        let sign = self.sign(board);
        let mut best: Option<(Turn, i8)> = None;
        for turn in turns(board).into_iter().filter(|&turn| possible(turn)) {
            let mut next = *board;
            let value = sign * self.after(&mut next, turn);
            if best.is_none_or(|(_, so_far)| value > so_far) {
                best = Some((turn, value));
            }
            if value == 1 {
                break;
            }
        }
        best
    }

    /// 1 when it is the turn of the player with the first hand.
    fn sign(&self, board: &Board) -> i8 {
        if board.mover() == self.players[0] { 1 } else { -1 }
    }

    fn after(&mut self, board: &mut Board, turn: Turn) -> i8 {
        match board.play(turn, &[]) {
            Some(0) => 0,
            Some(fools) => {
                if fools >> self.players[0] & 1 == 1 {
                    -1
                } else {
                    1
                }
            }
            None => self.value(board),
        }
    }

    fn value(&mut self, board: &Board) -> i8 {
        let key = self.key(board);
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        let sign = self.sign(board);
        let mut best = -1;
        for turn in turns(board) {
            let mut next = *board;
            best = best.max(sign * self.after(&mut next, turn));
            if best == 1 {
                break;
            }
        }
        self.known.insert(key, sign * best);
        sign * best
    }

    fn key(&self, board: &Board) -> Key {
        let flags = u32::from(board.attacker == self.players[0])
            | u32::from(board.taking) << 1
            | u32::from(board.finished != 0) << 2
            | u32::from(board.inside) << 4
            | u32::from(board.limit) << 12
            | u32::from(board.fruitless) << 16;
        Key {
            hands: self.players.map(|seat| board.hands[usize::from(seat)].bits()),
            table: [board.unbeaten.bits(), board.covered.bits()],
            rest: flags,
        }
    }
}

fn turns(board: &Board) -> Vec<Turn> {
    let mut turns = Vec::with_capacity(8);
    board.turns(|turn| turns.push(turn));
    turns
}
