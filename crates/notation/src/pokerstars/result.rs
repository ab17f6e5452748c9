//! Who collects what at the end, as far as it is known.

use super::playback::Playback;
use crate::phh::{Amount, Hand};
use kozyr_chips::Chips;
use kozyr_poker::{Event, Next};

/// Chips that go to somebody.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Win {
    pub(crate) player: usize,
    /// On which board.
    pub(crate) board: usize,
    /// From which pot, the main pot first; nothing if the pots are not told apart.
    pub(crate) pot: Option<usize>,
    pub(crate) amount: Chips,
}

/// How a hand is settled.
#[derive(Debug)]
pub(crate) struct Settlement {
    pub(crate) wins: Vec<Win>,
    pub(crate) rake: Chips,
}

impl Settlement {
    /// What each of the pots pays; nothing if they are not told apart or there is one only.
    pub(crate) fn pots(&self) -> Vec<Chips> {
        let count = self.wins.iter().filter_map(|win| win.pot).max().map_or(0, |last| last + 1);
        let paid = |pot| self.wins.iter().filter(|win| win.pot == Some(pot)).map(|win| win.amount).sum();
        if count < 2 { Vec::new() } else { (0..count).map(paid).collect() }
    }

    /// What a player collects on a board.
    pub(crate) fn of(&self, player: usize, board: usize) -> Chips {
        let theirs = self.wins.iter().filter(|win| win.player == player && win.board == board);
        theirs.map(|win| win.amount).sum()
    }

    /// What is recorded, where it can be true: only players still in win, and no more than there is. Else what
    /// the engine says. Nothing if neither knows.
    pub(crate) fn of_hand(document: &Hand, played: &Playback) -> Option<Settlement> {
        let total = played.total_pot();
        let determined = played.hand.next() == Next::Over && !played.hand.is_undetermined();
        if !played.is_played_out() {
            return None;
        }
        let recorded = recorded(document, played).into_iter().find(|won| is_possible(won, played, total));
        let wins = match recorded {
            Some(recorded) if determined => raked(played, &recorded).unwrap_or_else(|| plain(&recorded)),
            Some(recorded) => plain(&recorded),
            None if determined => engines(played),
            None => return None,
        };
        let rake = total - wins.iter().map(|win| win.amount).sum::<Chips>();
        Some(Settlement { wins, rake })
    }
}

/// What each collects according to the document: what is likeliest first. Some rooms count a bet that came back
/// among the winnings.
fn recorded(document: &Hand, played: &Playback) -> Vec<Vec<Chips>> {
    let chips = |list: &[Amount]| -> Option<Vec<Chips>> {
        list.iter().map(|amount| amount.to_chips(played.scale).ok()).collect()
    };
    if !document.finishing_stacks.is_empty() {
        let before = played.stacks_before_winning();
        let won = |finishing: Vec<Chips>| {
            finishing.into_iter().zip(before).map(|(end, before)| end - before).collect()
        };
        return chips(&document.finishing_stacks).map(won).into_iter().collect();
    }
    let Some(winnings) = chips(&document.winnings).filter(|winnings| !winnings.is_empty()) else {
        return Vec::new();
    };
    let less = winnings.iter().zip(played.returned()).map(|(&won, returned)| won - returned).collect();
    vec![winnings, less]
}

fn is_possible(recorded: &[Chips], played: &Playback, total: Chips) -> bool {
    let live = played.hand.live();
    let won: Chips = recorded.iter().sum();
    let rightful = |(player, won): (usize, &Chips)| {
        !won.is_negative() && (won.is_zero() || live.iter().any(|seat| seat.index() == player))
    };
    won.is_positive() && won <= total && recorded.iter().enumerate().all(rightful)
}

fn plain(recorded: &[Chips]) -> Vec<Win> {
    let won = recorded.iter().copied().enumerate().filter(|(_, amount)| amount.is_positive());
    won.map(|(player, amount)| Win { player, board: 0, pot: None, amount }).collect()
}

fn engines(played: &Playback) -> Vec<Win> {
    let win = |event: &Event| match *event {
        Event::Won { seat, pot, board, amount } => {
            Some(Win { player: seat.index(), board: usize::from(board), pot: Some(usize::from(pot)), amount })
        }
        _ => None,
    };
    played.events.iter().filter_map(win).collect()
}

/// The engine's winners with what the room took from them, the main pot first; nothing if the record has other
/// winners.
fn raked(played: &Playback, recorded: &[Chips]) -> Option<Vec<Win>> {
    let mut wins = engines(played);
    for (player, &got) in recorded.iter().enumerate() {
        let mut taken =
            wins.iter().filter(|win| win.player == player).map(|win| win.amount).sum::<Chips>() - got;
        if taken.is_negative() || taken.is_positive() && got.is_zero() {
            return None;
        }
        for win in wins.iter_mut().filter(|win| win.player == player) {
            let part = taken.min(win.amount);
            win.amount -= part;
            taken -= part;
        }
    }
    wins.retain(|win| win.amount.is_positive());
    Some(wins)
}
