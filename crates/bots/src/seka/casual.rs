//! A player who goes by their points.

use super::Spot;
use crate::Random;
use kozyr_chips::Chips;
use kozyr_protocol::room::{SekaAction, SekaOwn, SekaRaise, SekaView};

/// Looks at its cards, raises with three of a suit or better, and does not pay much for little.
pub(super) fn choose(game: &SekaView, own: &SekaOwn, spot: &Spot, random: Random<'_>) -> SekaAction {
    let Some(points) = own.made.as_ref().map(|made| made.points) else {
        return if spot.open { SekaAction::Open } else { spot.stay() };
    };
    if let Some(raise) = &spot.raise
        && (points >= 30 || points >= 21 && random(8) == 0)
    {
        return SekaAction::RaiseTo { to: sum(raise, points, random) };
    }
    let reveals = game.round == 3 && points >= 31 && random(4) == 0;
    if reveals && spot.reveal.is_some() {
        return SekaAction::Reveal;
    }
    match spot.call {
        Some(price) if price.pay.is_zero() || worth_calling(points, price.pay, game.pot) => spot.stay(),
        _ if spot.check => SekaAction::Check,
        _ => SekaAction::Fold,
    }
}

/// The most with the best hands, a little with the others.
fn sum(raise: &SekaRaise, points: u8, random: Random<'_>) -> Chips {
    let nth =
        if points >= 32 { raise.presets.len() - 1 } else { random(raise.presets.len() as u32) as usize };
    raise.presets.get(nth).map_or(raise.least, |preset| preset.to)
}

/// All of the pot for a good hand, a third of it for a fair one, a tenth for a weak one, nothing for a bad one.
fn worth_calling(points: u8, pay: Chips, pot: Chips) -> bool {
    let parts = match points {
        30.. => 1,
        21..=29 => 3,
        20 => 10,
        _ => return false,
    };
    pay * parts <= pot
}
