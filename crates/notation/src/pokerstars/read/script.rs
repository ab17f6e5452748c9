//! What the lines of the play come to: actions, each with its line.

use super::streets::State;
use super::{Page, at};
use crate::phh::{Action, Amount, Cards, Player, Shown};
use crate::pokerstars::line::{Deed, Line};
use crate::pokerstars::{Error, Problem, cards, shows};
use kozyr_cards::Card;

/// An action with the line that says so and what it says.
pub(super) struct Step<'a> {
    pub(super) action: Action,
    pub(super) line: u64,
    pub(super) deed: Option<&'a Deed>,
    /// What was said, if it is talk.
    pub(super) talk: Option<&'a str>,
}

/// What the lines come to.
#[derive(Default)]
pub(super) struct Script<'a> {
    pub(super) steps: Vec<Step<'a>>,
    pub(super) boards: Vec<Vec<Card>>,
    /// Lines that give a bet back: line, player, amount.
    pub(super) returned: Vec<(u64, usize, Amount)>,
    /// Lines that pay somebody.
    pub(super) collected: Vec<(u64, usize, Amount)>,
    /// Hands shown and mucked, in order.
    shown: Vec<Step<'a>>,
    state: State,
}

impl Page<'_> {
    /// The actions, each with its line.
    pub(super) fn script(&self) -> Result<Script<'_>, Error> {
        let mut script = Script { boards: vec![Vec::new()], ..Script::default() };
        for (number, text, line) in &self.lines {
            let number = *number;
            let located = |problem| Error::new(number, problem);
            let step = |action, talk| Step { action, line: number, deed: None, talk };
            match line {
                Line::HoleCards if script.state.dealt => {
                    return at(number, Problem::Unknown("*** SUMMARY ***"));
                }
                Line::HoleCards => {
                    script.state.dealt = true;
                    for (player, cards) in self.hole_cards()?.into_iter().enumerate() {
                        script.steps.push(step(Action::DealHole { player: Player::at(player), cards }, None));
                    }
                }
                Line::Talk => script.steps.push(step(Action::Nothing, Some(*text))),
                Line::Player(_, Deed::Post(..)) | Line::Summary => {}
                _ if !script.state.dealt => return at(number, Problem::Unknown("*** HOLE CARDS ***")),
                Line::Street { run, street, before, dealt } => {
                    let Script { state, boards, .. } = &mut script;
                    state.street(*run, *street, before, dealt, boards).map_err(located)?;
                    let faces = cards::padded(dealt, dealt.len()).ok_or_else(|| located(Problem::Street))?;
                    script.steps.push(step(Action::DealBoard(faces), None));
                }
                Line::ShowDown(run) => script.state.show_down(*run, script.boards.len()).map_err(located)?,
                Line::Player(place, deed) => self.enter(&mut script, number, self.player(*place), deed)?,
            }
        }
        if !script.state.dealt {
            return at(self.summary_at, Problem::Ends("*** HOLE CARDS ***"));
        }
        let shown = std::mem::take(&mut script.shown);
        shows::place(&mut script.steps, shown, self.order.len(), |step| step.action);
        Ok(script)
    }

    /// Enters what a player does.
    fn enter<'b>(
        &self,
        script: &mut Script<'b>,
        line: u64,
        index: usize,
        deed: &'b Deed,
    ) -> Result<(), Error> {
        let player = Player::at(index);
        let action = match deed {
            Deed::Fold(_) => Action::Fold(player),
            Deed::Check | Deed::Call(..) => Action::CheckOrCall(player),
            Deed::Bet(amount, _) | Deed::Raise { to: amount, .. } => {
                Action::CompleteBetOrRaiseTo { player, amount: *amount }
            }
            Deed::TakesBack(amount) => {
                script.returned.push((line, index, *amount));
                return Ok(());
            }
            Deed::Collect(amount) => {
                script.collected.push((line, index, *amount));
                return Ok(());
            }
            Deed::Show(_) | Deed::Muck => return self.add_show(&mut script.shown, line, index, deed),
            Deed::Dealt(_) if script.steps.iter().any(|step| step.deed.is_some()) => {
                return at(line, Problem::Unknown("the next street"));
            }
            Deed::Dealt(_) | Deed::Post(..) | Deed::DoesNotShow => return Ok(()),
        };
        script.steps.push(Step { action, line, deed: Some(deed), talk: None });
        Ok(())
    }

    fn hole_count(&self) -> usize {
        let variant = kozyr_poker::Variant::by_code(self.header.code);
        variant.map_or(2, kozyr_poker::Variant::hole_cards)
    }

    /// With every run of the board the hands are shown once more.
    fn add_show<'b>(
        &self,
        shows: &mut Vec<Step<'b>>,
        line: u64,
        player: usize,
        deed: &'b Deed,
    ) -> Result<(), Error> {
        let hole_count = self.hole_count();
        let shown = match deed {
            Deed::Show(shown) => Shown::Cards(
                cards::padded(shown, hole_count)
                    .ok_or_else(|| Error::new(line, Problem::HoleCards(hole_count)))?,
            ),
            _ => Shown::Muck,
        };
        let action = Action::ShowOrMuck { player: Player::at(player), shown };
        match shows.iter().find(|step| step.action.player() == Some(Player::at(player))) {
            Some(before) if before.action == action => Ok(()),
            Some(_) => at(line, Problem::OtherCards),
            None => {
                shows.push(Step { action, line, deed: None, talk: None });
                Ok(())
            }
        }
    }

    /// What is known of everybody's hole cards: dealt to them, let go face up, or seen although mucked.
    fn hole_cards(&self) -> Result<Vec<Cards>, Error> {
        let count = self.hole_count();
        let mut known: Vec<Vec<Card>> = vec![Vec::new(); self.order.len()];
        let mut see = |line: u64, place: usize, seen: &[Card]| {
            let hole = &mut known[self.player(place)];
            if seen.len() > count {
                return at(line, Problem::HoleCards(count));
            }
            if hole.is_empty() {
                *hole = seen.to_vec();
            } else if !seen.iter().all(|card| hole.contains(card)) {
                return at(line, Problem::OtherCards);
            }
            Ok(())
        };
        for (number, _, line) in &self.lines {
            if let Line::Player(place, Deed::Dealt(seen) | Deed::Fold(seen)) = line {
                see(*number, *place, seen)?;
            }
        }
        for &place in &self.order {
            if let Some((line, outcome)) = self.outcome(place).filter(|(_, outcome)| outcome.mucked) {
                see(line, place, &outcome.cards)?;
            }
        }
        Ok(known.iter().map(|hole| cards::padded(hole, count).expect("counted above")).collect())
    }
}
