//! What people may open a table for, and at how many seats: found out by asking for every size what a form is asked.

use super::{TableLimits, build, checked};
use crate::plan::TablePlan;
use kozyr_chips::Chips;
use kozyr_protocol::room::{DurakMode, HoldemOptions, PlayableGame, SeatChoice, TableGame};
use kozyr_time::TableId;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// Seconds for a decision, to choose from.
pub(super) const CLOCKS: [u16; 7] = [5, 10, 20, 30, 60, 120, 300];

/// Seconds later that those without a seat see a table, to choose from.
pub(super) const DELAYS: [u16; 5] = [0, 30, 60, 180, 600];

/// Hold'em and its kin, the best known first.
const VARIANTS: [&str; 6] = ["NT", "PO", "PT", "FT", "NS", "FO/8"];
const MODES: [DurakMode; 6] = [
    DurakMode::Plain,
    DurakMode::Transfer,
    DurakMode::TrafficLight,
    DurakMode::Pairs,
    DurakMode::PairsTransfer,
    DurakMode::PairsTrafficLight,
];
const PACKS: [u8; 3] = [36, 24, 52];
/// No table has more or fewer.
const SEATS: RangeInclusive<u8> = 2..=10;

/// Everything that can be played, by how many.
pub(super) fn games() -> &'static [PlayableGame] {
    static GAMES: LazyLock<Vec<PlayableGame>> = LazyLock::new(all);
    &GAMES
}

fn all() -> Vec<PlayableGame> {
    let (small_blind, big_blind) = (Chips::new(1), Chips::new(2));
    let holdem = VARIANTS.into_iter().filter_map(|variant| {
        let variant = variant.to_owned();
        let made_with = |options| {
            sizes(&TableGame::Holdem { variant: variant.clone(), small_blind, big_blind, options }, 6)
        };
        let seats = made_with(HoldemOptions::default())?;
        // An option is offered where it is possible at every size.
        let possible = HoldemOptions::each().into_iter().filter(|&options| made_with(options) == Some(seats));
        let options = possible.fold(HoldemOptions::default(), HoldemOptions::or);
        Some(PlayableGame::Holdem { variant, seats, options })
    });
    let seka = sizes(&TableGame::Seka { base: big_blind }, 5).map(|seats| PlayableGame::Seka { seats });
    let packs = MODES.into_iter().flat_map(|mode| PACKS.map(|cards| (mode, cards)));
    let durak = packs.filter_map(|(mode, cards)| {
        let seats = sizes(&TableGame::Durak { mode, cards, stake: big_blind, points: 1 }, 2)?;
        Some(PlayableGame::Durak { mode, cards, seats })
    });
    holdem.chain(seka).chain(durak).collect()
}

/// By how many this can be played; nothing when by nobody.
fn sizes(game: &TableGame, usual: u8) -> Option<SeatChoice> {
    let limits = TableLimits::default();
    let mut sizes = SEATS.filter(|&seats| {
        let Ok((settings, game)) = build(seats, CLOCKS[0], true, game, &limits) else { return false };
        let id = TableId::new("sizes").expect("a plain name");
        checked(TablePlan { id, title: String::new(), settings, game, made: None }).is_ok()
    });
    let least = sizes.next()?;
    let most = sizes.next_back().unwrap_or(least);
    Some(SeatChoice { least, most, usual: usual.clamp(least, most) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// rules/durak.md: pairs are four, 24 cards are for up to four, Seka for up to six.
    #[test]
    fn every_game_is_offered_with_the_sizes_it_can_be_played_in() {
        let of = |wanted: &dyn Fn(&PlayableGame) -> Option<SeatChoice>| -> Vec<(u8, u8, u8)> {
            let found = games().iter().filter_map(wanted);
            found.map(|SeatChoice { least, most, usual }| (least, most, usual)).collect()
        };
        let holdem =
            of(&|game| if let PlayableGame::Holdem { seats, .. } = game { Some(*seats) } else { None });
        assert_eq!(holdem, [(2, 10, 6); 6]);
        let made_with = games().iter().filter_map(|game| match game {
            PlayableGame::Holdem { variant, options, .. } => {
                Some((variant.as_str(), options.straddle, options.run_it_twice))
            }
            _ => None,
        });
        // A fixed-limit game has no straddle; two boards fit everywhere.
        let all = ["NT", "PO", "PT", "FT", "NS", "FO/8"];
        assert!(made_with.eq(all.map(|code| (code, !code.starts_with('F'), true))));
        let seka = of(&|game| if let PlayableGame::Seka { seats } = game { Some(*seats) } else { None });
        assert_eq!(seka, [(2, 6, 5)]);
        let durak = |mode, cards| {
            of(&|game| match game {
                PlayableGame::Durak { mode: of, cards: pack, seats } if (*of, *pack) == (mode, cards) => {
                    Some(*seats)
                }
                _ => None,
            })
        };
        assert_eq!(durak(DurakMode::Plain, 36), [(2, 6, 2)]);
        assert_eq!(durak(DurakMode::Transfer, 24), [(2, 4, 2)]);
        assert_eq!(durak(DurakMode::PairsTrafficLight, 52), [(4, 4, 4)]);
    }

    /// Between the fewest and the most every number will do, and no other.
    #[test]
    fn what_is_offered_can_be_opened_and_nothing_else() {
        let limits = TableLimits::default();
        for game in games() {
            let (form, choice) = match game.clone() {
                PlayableGame::Holdem { variant, seats, options } => {
                    let (small_blind, big_blind) = (Chips::new(1), Chips::new(2));
                    (TableGame::Holdem { variant, small_blind, big_blind, options }, seats)
                }
                PlayableGame::Seka { seats } => (TableGame::Seka { base: Chips::new(5) }, seats),
                PlayableGame::Durak { mode, cards, seats } => {
                    (TableGame::Durak { mode, cards, stake: Chips::new(5), points: 3 }, seats)
                }
            };
            for (seats, clock) in (0..=12).zip(CLOCKS.into_iter().cycle()) {
                let id = TableId::new("form").unwrap();
                let opens = build(seats, clock, false, &form, &limits).and_then(|(settings, game)| {
                    checked(TablePlan { id, title: String::new(), settings, game, made: None })
                });
                assert_eq!(
                    opens.is_ok(),
                    (choice.least..=choice.most).contains(&seats),
                    "{game:?} at {seats}"
                );
            }
        }
    }
}
