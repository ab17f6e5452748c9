//! Do recorded results follow from the log, and is every chip accounted for?

use super::Refusal;
use super::live::{LiveHand, Machine};
use super::play::{Awaited, Play};
use super::refusal::text;
use kozyr_card_game::Seat;
use kozyr_chips::Chips;

impl LiveHand {
    /// Is the log legal play, and do the results, if there are any, follow from it?
    pub fn validate(&self) -> Result<(), Refusal> {
        self.check()?;
        self.check_results()
    }

    /// Refuses finishing stacks that the log contradicts, or that lose or make chips.
    pub(crate) fn check_results(&self) -> Result<(), Refusal> {
        let Some(finishing) = &self.sheet.results.finishing else { return Ok(()) };
        self.check_sum(finishing)?;
        let Machine::Playing(play) = &self.machine else { return Ok(()) };
        let mut play = play.clone();
        // An older log may leave out what was played for those who are absent.
        while play.turn().is_some_and(|row| Play::absent(&self.sheet.rows, row)) {
            let Some(stand_in) = play.stand_in().filter(|action| play.clone().act(action).is_ok()) else {
                break;
            };
            play.act(&stand_in)?;
        }
        match play.awaits() {
            Awaited::Over if !play.hand.is_undetermined() => self.check_against(&play, finishing),
            // Who would have shown what, nobody wrote down.
            Awaited::Over | Awaited::Show(_) => self.check_bounds(&play, finishing),
            // The hand breaks off: everybody has their chips back, or the pot went to somebody who was still in.
            Awaited::Bet(_) | Awaited::Hole(_) | Awaited::Board(_) if self.is_called_off(finishing) => Ok(()),
            Awaited::Bet(_) | Awaited::Hole(_) | Awaited::Board(_) => self.check_bounds(&play, finishing),
        }
    }

    fn is_called_off(&self, finishing: &[Chips]) -> bool {
        let had = self.sheet.rows.iter().map(|row| row.sitter.stack + row.dead_post);
        self.sheet.results.rake.is_none_or(Chips::is_zero) && had.eq(finishing.iter().copied())
    }

    /// Stacks and rake after the hand are stacks and dead blinds before it.
    fn check_sum(&self, finishing: &[Chips]) -> Result<(), Refusal> {
        let sheet = &self.sheet;
        let before = sheet.rows.iter().map(|row| row.sitter.stack).sum::<Chips>() + sheet.dead_pot;
        let after = finishing.iter().sum::<Chips>() + sheet.results.rake.unwrap_or_default();
        if before == after {
            return Ok(());
        }
        let (before, after) = (text(before, sheet.scale), text(after, sheet.scale));
        let why = format!(
            "with rake have {after} chips, and there were {before}: give every player's stack, and rake"
        );
        Err(Refusal::results("finishingStacks", why))
    }

    /// The engine knows how the hand ended. A room may have raked by a rule of its own, from those who won.
    fn check_against(&self, play: &Play, finishing: &[Chips]) -> Result<(), Refusal> {
        let sheet = &self.sheet;
        let house = sheet.options.rake.is_none();
        let winnings = play.winnings(sheet);
        for (row, (&recorded, &played)) in finishing.iter().zip(&play.finishing(sheet)).enumerate() {
            let raked = house && recorded < played && played - recorded <= winnings[row];
            if recorded != played && !raked {
                let (name, should) = (sheet.name(row), text(played, sheet.scale));
                let why = format!("is not how the log ends: {name} has {should}");
                return Err(Refusal::results(format!("finishingStacks[{row}]"), why));
            }
        }
        Ok(())
    }

    /// Nobody who folded wins, and nobody has less than they kept.
    fn check_bounds(&self, play: &Play, finishing: &[Chips]) -> Result<(), Refusal> {
        let sheet = &self.sheet;
        for (row, &recorded) in finishing.iter().enumerate() {
            let player = play.player(row);
            let kept = player.map(|player| play.fine(sheet, play.hand.stacks()[player]));
            let kept = kept.unwrap_or(sheet.rows[row].sitter.stack);
            let may_win = player.is_some_and(|player| play.hand.live().contains(Seat::from_index(player)));
            if recorded < kept || recorded != kept && !may_win {
                let (name, kept) = (sheet.name(row), text(kept, sheet.scale));
                let why = format!("is not how the log ends: {name} kept {kept} and won nothing more");
                return Err(Refusal::results(format!("finishingStacks[{row}]"), why));
            }
        }
        Ok(())
    }
}
