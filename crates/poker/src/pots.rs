//! Side pots: layers of what was put in, each open to those who matched it.

use crate::hand::MAX_PLAYERS;
use arrayvec::ArrayVec;
use kozyr_card_game::{Seat, SeatSet};
use kozyr_chips::Chips;

/// A pot and who can win it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Pot {
    /// How much lies in it.
    pub amount: Chips,
    /// Who can win it.
    #[cfg_attr(feature = "serde", serde(serialize_with = "seat_list"))]
    pub eligible: SeatSet,
}

#[cfg(feature = "serde")]
pub(crate) fn seat_list<S: serde::Serializer>(seats: &SeatSet, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(seats.iter())
}

/// The main pot first. Each is open to fewer than the one before, so there are no more than players.
pub type Pots = ArrayVec<Pot, MAX_PLAYERS>;

/// Lays the pots out. `dead` is open to everybody still in; `layered` is what each player put into
/// the layers; `live` are the players who have not folded.
///
/// Layers with the same claimants are one pot. A layer whose contributors have all folded falls to
/// the pot below.
#[inline]
pub(crate) fn lay_out(dead: Chips, layered: &[Chips], live: SeatSet) -> Pots {
    let mut pots = Pots::new();
    // Nearly always everybody still in has put in the same, and nobody more: one pot.
    let most = layered.iter().copied().max().unwrap_or_default();
    if live.iter().all(|seat| layered[seat.index()] == most) {
        let amount = layered.iter().fold(dead, |sum, &put| sum + put);
        if amount.is_positive() {
            pots.push(Pot { amount, eligible: live });
        }
        return pots;
    }
    if dead.is_positive() {
        pots.push(Pot { amount: dead, eligible: live });
    }
    let mut floor = Chips::ZERO;
    loop {
        let above = |seat: &Seat| layered[seat.index()] > floor;
        let eligible: SeatSet = live.iter().filter(above).collect();
        let Some(ceiling) = eligible.iter().map(|seat| layered[seat.index()]).min() else { break };
        let amount = layered.iter().map(|&put| put.min(ceiling) - put.min(floor)).sum();
        add(&mut pots, Pot { amount, eligible });
        floor = ceiling;
    }
    let orphaned: Chips = layered.iter().map(|&put| put - put.min(floor)).sum();
    if orphaned.is_positive() {
        match pots.last_mut() {
            Some(last) => last.amount += orphaned,
            None => pots.push(Pot { amount: orphaned, eligible: live }),
        }
    }
    pots
}

fn add(pots: &mut Pots, pot: Pot) {
    match pots.last_mut() {
        Some(last) if last.eligible == pot.eligible => last.amount += pot.amount,
        _ => pots.push(pot),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(dead: i64, layered: &[i64], folded: &[usize], expect: &[(i64, &[usize])]) {
        let chips: Vec<Chips> = layered.iter().map(|&c| Chips::new(c)).collect();
        let mut live = SeatSet::first(layered.len());
        folded.iter().for_each(|&index| live.remove(Seat::from_index(index)));
        let pots = lay_out(Chips::new(dead), &chips, live);
        let seen: Vec<(i64, Vec<usize>)> = pots
            .iter()
            .map(|pot| (pot.amount.units(), pot.eligible.iter().map(Seat::index).collect()))
            .collect();
        let expect: Vec<(i64, Vec<usize>)> = expect.iter().map(|&(a, e)| (a, e.to_vec())).collect();
        assert_eq!(seen, expect);
        let total: Chips = pots.iter().map(|pot| pot.amount).sum();
        assert_eq!(total.units(), dead + layered.iter().sum::<i64>());
    }

    #[test]
    fn layers() {
        check(0, &[100, 100, 100], &[], &[(300, &[0, 1, 2])]);
        check(0, &[100, 300, 700, 700], &[], &[(400, &[0, 1, 2, 3]), (600, &[1, 2, 3]), (800, &[2, 3])]);
        check(0, &[100, 400, 200, 400], &[2], &[(400, &[0, 1, 3]), (700, &[1, 3])]);
    }

    #[test]
    fn ten_stacks_of_ten_sizes_make_ten_pots() {
        let stacks: Vec<i64> = (1..=10).collect();
        let seats: Vec<usize> = (0..10).collect();
        let pots: Vec<(i64, &[usize])> = (0..10).map(|from| (10 - from as i64, &seats[from..])).collect();
        check(0, &stacks, &[], &pots);
    }

    #[test]
    fn dead_money_is_open_to_everybody_still_in() {
        check(100, &[100, 100, 100], &[], &[(400, &[0, 1, 2])]);
        check(25, &[100, 100, 0], &[], &[(25, &[0, 1, 2]), (200, &[0, 1])]);
        check(30, &[0, 0, 0], &[], &[(30, &[0, 1, 2])]);
        check(25, &[100, 200, 200], &[], &[(325, &[0, 1, 2]), (200, &[1, 2])]);
    }

    #[test]
    fn a_layer_of_folded_players_falls_to_the_pot_below() {
        check(0, &[50, 200, 200], &[1, 2], &[(450, &[0])]);
        check(0, &[100, 50, 200], &[2], &[(150, &[0, 1]), (200, &[0])]);
    }
}
