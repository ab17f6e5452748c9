//! Streets and showdowns come in their order, once for each run of the board.

use crate::pokerstars::Problem;
use kozyr_cards::Card;

/// Where in the hand the lines are.
#[derive(Default)]
pub(super) struct State {
    /// The hole cards are out.
    pub(super) dealt: bool,
    /// The board is being dealt several times, and this is which.
    run: Option<usize>,
    /// What all boards share.
    common: usize,
    show_downs: usize,
}

impl State {
    pub(super) fn street(
        &mut self,
        run: Option<usize>,
        street: usize,
        before: &[Card],
        dealt: &[Card],
        boards: &mut Vec<Vec<Card>>,
    ) -> Result<(), Problem> {
        let next_run = self.run.map_or(0, |run| run + 1);
        match run {
            None if self.run.is_some() => return Err(Problem::Street),
            None => {}
            Some(run) if Some(run) == self.run => {}
            Some(run) if run == next_run => {
                if run == 0 {
                    self.common = boards[0].len();
                } else {
                    let common = boards[0][..self.common].to_vec();
                    boards.push(common);
                }
                self.run = Some(run);
            }
            Some(_) => return Err(Problem::Street),
        }
        let board = boards.last_mut().expect("there is a first board");
        let (length, count) = [(0, 3), (3, 1), (4, 1)][street];
        if board.len() != length || dealt.len() != count || self.show_downs > 0 {
            return Err(Problem::Street);
        }
        if before != board {
            return Err(Problem::OtherCards);
        }
        board.extend_from_slice(dealt);
        Ok(())
    }

    pub(super) fn show_down(&mut self, run: Option<usize>, boards: usize) -> Result<(), Problem> {
        let expected = if boards > 1 { Some(self.show_downs) } else { None };
        if run != expected || self.show_downs >= boards {
            return Err(Problem::Street);
        }
        self.show_downs += 1;
        Ok(())
    }
}
