//! Results of hands that were never played: cheap, and meaner than real ones.

use super::Dice;
use kozyr_chips::Chips;
use kozyr_tournament::{EntrantId, HandResult, KnockOut, TableNo, Tournament};

/// Blinds are posted, some stay in for some stake, one or two win; side pots as they fall.
pub fn play(cup: &Tournament, table: TableNo, dice: &mut Dice) -> HandResult {
    let hand = cup.hand_at(table).expect("a hand is in play");
    let (level, blinds) = (*hand.level(), hand.places());
    let dealt: Vec<_> = hand.dealt().collect();
    let big = level.big_blind.units();
    let mut committed: Vec<(EntrantId, Chips)> = Vec::new();
    let stake = match dice.below(10) {
        0..=5 => big,
        6..=8 => big * i64::from(2 + dice.below(20)),
        _ => i64::MAX,
    };
    let mut contenders: Vec<usize> = Vec::new();
    for (index, &(seat, player, stack)) in dealt.iter().enumerate() {
        let blind = match seat {
            seat if seat == blinds.big_blind => level.big_blind,
            seat if Some(seat) == hand.posts_small() => level.small_blind,
            _ => Chips::ZERO,
        };
        let stays = dice.below(dealt.len() as u32) < 2;
        let stake = if stays { Chips::new(stake.max(big)) } else { blind };
        if stays {
            contenders.push(index);
        }
        committed.push((player.clone(), stake.min(stack)));
    }
    if contenders.is_empty() {
        contenders.push(dice.below(dealt.len() as u32) as usize);
    }
    let (shares, layers) = pay(&committed, &contenders, dice);
    let lost = dealt.iter().zip(&committed).filter(|((_, _, stack), (player, put))| {
        stack == put && !shares.iter().any(|(winner, _)| winner == player)
    });
    let knocked_out = lost
        .filter_map(|(_, (player, put))| {
            let (_, by) = layers.iter().find(|(ceiling, _)| ceiling >= put)?;
            Some(KnockOut { player: player.clone(), by: by.clone() })
        })
        .collect();
    HandResult { table, hand: hand.id().clone(), committed, shares, acted: !dice.one_in(3), knocked_out }
}

type Amounts = Vec<(EntrantId, Chips)>;
/// Up to how much each put in, and who won it.
type Layers = Vec<(Chips, Vec<EntrantId>)>;

/// Layer by layer: the best contender in it wins, sometimes two share.
fn pay(committed: &[(EntrantId, Chips)], contenders: &[usize], dice: &mut Dice) -> (Amounts, Layers) {
    let mut order = contenders.to_vec();
    for last in (1..order.len()).rev() {
        order.swap(last, dice.below(last as u32 + 1) as usize);
    }
    let split = dice.one_in(6);
    let mut shares = vec![Chips::ZERO; committed.len()];
    let mut floor = Chips::ZERO;
    let mut layers = Vec::new();
    while let Some(next) = committed.iter().map(|&(_, put)| put).filter(|&put| put > floor).min() {
        let mut layer = Chips::ZERO;
        for &(_, put) in committed {
            layer += put.min(next) - put.min(floor);
        }
        let able: Vec<usize> = order.iter().copied().filter(|&index| committed[index].1 >= next).collect();
        match able[..] {
            // Nobody in it can win it: it goes back to whoever put it there.
            [] => {
                for (index, &(_, put)) in committed.iter().enumerate() {
                    shares[index] += put.min(next) - put.min(floor);
                }
            }
            [one, two, ..] if split => {
                let (half, odd) = layer.split(2);
                shares[one] += half + odd;
                shares[two] += half;
                layers.push((next, vec![committed[one].0.clone(), committed[two].0.clone()]));
            }
            [winner, ..] => {
                shares[winner] += layer;
                layers.push((next, vec![committed[winner].0.clone()]));
            }
        }
        floor = next;
    }
    let named = committed.iter().zip(shares).map(|((player, _), share)| (player.clone(), share));
    (named.filter(|(_, share)| share.is_positive()).collect(), layers)
}
