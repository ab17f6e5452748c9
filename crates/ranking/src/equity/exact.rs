//! Counting every deal.

use super::before_flop;
use super::symmetry::Symmetry;
use super::{Equity, EquityError, Game, Holdem, Holding, MOST_PLAYERS, Omaha, POT, ShortDeck, Showdown};
use crate::{Folded, Ranking, Strength};
use alloc::vec::Vec;
use kozyr_cards::{Card, CardSet};

impl Showdown {
    /// Counts every deal. Two hands take milliseconds, two wide ranges before the flop minutes; see
    /// [`Showdown::combinations`].
    pub fn exact(&self) -> Result<Equity, EquityError> {
        self.check_size()?;
        let equity = match self.ranking {
            Ranking::ShortDeck => Count::<ShortDeck>::new(self).run(),
            Ranking::Omaha => Count::<Omaha>::new(self).run(),
            _ if self.board.is_empty() => before_flop::count(self),
            _ => Count::<Holdem>::new(self).run(),
        };
        if equity.total == 0 { Err(EquityError::NoDeal) } else { Ok(equity) }
    }

    /// How many combinations of hands and boards there are at most: the work that
    /// [`exact`](Showdown::exact) has to do, before suits are swapped. A billion takes some seconds.
    pub fn combinations(&self) -> u128 {
        let boards = boards((self.live() - self.sure()).len(), self.to_come());
        self.players.iter().fold(boards, |all, hands| all.saturating_mul(hands.len() as u128))
    }

    /// Cards that somebody has for sure.
    fn sure(&self) -> CardSet {
        let common =
            |hands: &Vec<Holding>| hands.iter().fold(CardSet::FULL, |all, holding| all & holding.cards);
        self.players.iter().map(common).fold(CardSet::EMPTY, |sure, cards| sure | cards)
    }

    /// Every count must fit: 64 bits for one board, 128 for all, with room for percentages.
    fn check_size(&self) -> Result<(), EquityError> {
        let weight = |hands: &Vec<Holding>| {
            hands.iter().try_fold(0u64, |sum, holding| sum.checked_add(holding.weight))
        };
        let one_board = self.players.iter().try_fold(1u64, |all, hands| all.checked_mul(weight(hands)?));
        let room = u128::from(POT) * 40_000;
        let all = one_board.and_then(|one| u128::from(one).checked_mul(boards(52, 5))?.checked_mul(room));
        all.map(|_| ()).ok_or(EquityError::TooLarge)
    }
}

/// `n` choose `k`.
fn boards(n: usize, k: usize) -> u128 {
    (0..k).fold(1, |product, i| product * (n.saturating_sub(i)) as u128 / (i as u128 + 1))
}

/// A count that goes on: the hands of all players, prepared, and what came so far.
struct Count<'a, G: Game> {
    showdown: &'a Showdown,
    symmetry: Symmetry,
    players: Vec<Vec<Prepared<G::Hole>>>,
    /// Room for the hands that are possible on the board that is being counted.
    standing: Vec<Vec<Standing>>,
    equity: Equity,
}

#[derive(Clone, Copy)]
struct Prepared<H> {
    cards: CardSet,
    weight: u64,
    hole: H,
}

/// A hand on a complete board.
#[derive(Clone, Copy)]
struct Standing {
    cards: CardSet,
    weight: u64,
    strength: Strength,
}

impl<'a, G: Game> Count<'a, G> {
    fn new(showdown: &'a Showdown) -> Count<'a, G> {
        let prepared =
            |&Holding { cards, weight }: &Holding| Prepared { cards, weight, hole: G::hole(cards) };
        let players: Vec<Vec<_>> =
            showdown.players.iter().map(|hands| hands.iter().map(prepared).collect()).collect();
        Count {
            showdown,
            symmetry: Symmetry::of(showdown),
            standing: players.iter().map(|hands| Vec::with_capacity(hands.len())).collect(),
            equity: Equity::new(players.len()),
            players,
        }
    }

    fn run(mut self) -> Equity {
        let left: Vec<Card> = (self.showdown.live() - self.showdown.sure()).iter().collect();
        self.boards(&left, self.showdown.to_come(), self.showdown.board.into(), CardSet::EMPTY);
        self.equity
    }

    /// Visits every way to add cards to the board; `new` are those added so far.
    fn boards(&mut self, left: &[Card], to_come: usize, board: Folded, new: CardSet) {
        if to_come == 0 {
            let stands_for = self.symmetry.stands_for(new);
            if stands_for > 0 {
                self.one_board(board, stands_for);
            }
            return;
        }
        for (i, &card) in left.iter().enumerate() {
            self.boards(&left[i + 1..], to_come - 1, board + card, new | CardSet::only(card));
        }
    }

    fn one_board(&mut self, cards: Folded, stands_for: u64) {
        let board = G::board(cards);
        for (hands, standing) in self.players.iter().zip(&mut self.standing) {
            standing.clear();
            let possible = hands.iter().filter(|hand| !hand.cards.overlaps(cards.cards()));
            standing.extend(possible.map(|&Prepared { cards, weight, ref hole }| Standing {
                cards,
                weight,
                strength: G::rank(hole, &board),
            }));
        }
        let mut tally = Tally::default();
        tally.deal(&self.standing, 0, Table { taken: CardSet::EMPTY, weight: 1, best: None, winners: 0 });
        let times = u128::from(stands_for);
        self.equity.total += u128::from(tally.total) * times;
        for (outcomes, counted) in self.equity.players.iter_mut().zip(tally.of) {
            outcomes.of.iter_mut().zip(counted).for_each(|(all, one)| *all += u128::from(one) * times);
        }
    }
}

/// What one board gave.
#[derive(Default)]
struct Tally {
    total: u64,
    /// By player, then by how many others won too.
    of: [[u64; MOST_PLAYERS]; MOST_PLAYERS],
}

/// The players who have their hands already.
#[derive(Clone, Copy)]
struct Table {
    taken: CardSet,
    weight: u64,
    best: Option<Strength>,
    /// A bit for each.
    winners: u32,
}

impl Tally {
    /// Gives the next player each hand they can have, and so on.
    fn deal(&mut self, hands: &[Vec<Standing>], player: usize, table: Table) {
        let Some((first, others)) = hands.split_first() else {
            return self.count(table);
        };
        for hand in first.iter().filter(|hand| !hand.cards.overlaps(table.taken)) {
            let strength = Some(hand.strength);
            let winners = match strength.cmp(&table.best) {
                core::cmp::Ordering::Less => table.winners,
                core::cmp::Ordering::Equal => table.winners | 1 << player,
                core::cmp::Ordering::Greater => 1 << player,
            };
            let table = Table {
                taken: table.taken | hand.cards,
                weight: table.weight * hand.weight,
                best: strength.max(table.best),
                winners,
            };
            self.deal(others, player + 1, table);
        }
    }

    fn count(&mut self, table: Table) {
        self.total += table.weight;
        let others = table.winners.count_ones() as usize - 1;
        let mut winners = table.winners;
        while winners != 0 {
            self.of[winners.trailing_zeros() as usize][others] += table.weight;
            winners &= winners - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Range;

    #[test]
    fn boards_counted_by_rank_are_the_boards_dealt_one_by_one() {
        for (players, dead) in [
            (&["AhAd", "KsKc"][..], ""),
            (&["AhKh", "QhJh"], ""),
            (&["2c2d", "AsKs"], "3s4s5s"),
            (&["7h2c", "7d2s", "7c2h"], "9h9d"),
            (&["AhKh", "AsKs", "AdKd", "AcKc"], ""),
            (&["T9s", "8h8d,AcKs:0.25"], "Ts"),
            (&["QQ", "QQ"], ""),
            (&["AA:0.5,JTs", "JcTd", "5h5s"], "As"),
        ] {
            let ranges: Vec<Range> = players.iter().map(|text| text.parse().unwrap()).collect();
            let dead = dead.parse().unwrap();
            let showdown = Showdown::new(Ranking::Standard, &ranges, CardSet::EMPTY, dead).unwrap();
            assert_eq!(before_flop::count(&showdown), Count::<Holdem>::new(&showdown).run(), "{players:?}");
        }
    }
}
