//! The play is the judge of the text: every amount has to come out.

use super::{Page, Script, Step, at};
use crate::phh::{Amount, Hand};
use crate::pokerstars::line::Deed;
use crate::pokerstars::playback::Playback;
use crate::pokerstars::summary::SummaryLine;
use crate::pokerstars::{Error, Problem};
use kozyr_card_game::Seat;
use kozyr_cards::Card;
use kozyr_chips::{Chips, Scale};
use kozyr_poker::{Event, Next};

fn is(amount: Amount, chips: Chips, scale: Scale) -> bool {
    Amount::from_chips(chips, scale).is_ok_and(|should| should == amount)
}

fn must_be(line: u64, amount: Amount, chips: Chips, scale: Scale) -> Result<(), Error> {
    if is(amount, chips, scale) {
        return Ok(());
    }
    at(line, Problem::Amount(chips.display(scale).to_string().into()))
}

fn result<T>(line: u64, why: impl Into<Box<str>>) -> Result<T, Error> {
    at(line, Problem::Result(why.into()))
}

impl Page<'_> {
    /// Plays the document as the lines have it, and adds the results.
    pub(super) fn played(&self, mut document: Hand, script: &Script<'_>) -> Result<Hand, Error> {
        if !script.collected.is_empty() {
            document.winnings = self.winnings(script)?;
        }
        document.check().map_err(|invalid| {
            let line =
                invalid.action.and_then(|number| script.steps.get(number - 1)).map_or(1, |step| step.line);
            Error::new(line, Box::new(invalid).into())
        })?;
        let mut play = self.play(&document, script)?;
        // Whether a short ante wins all antes or what it matched, rooms settle differently; the pots tell.
        if play.has_short_ante() && !self.is_told(&play, &document) {
            let trimmed = Hand { ante_trimming_status: Some(true), ..document.clone() };
            let otherwise = self.play(&trimmed, script)?;
            if self.is_told(&otherwise, &trimmed) {
                (document, play) = (trimmed, otherwise);
            }
        }
        // A hand that breaks off has no winners; with winners it must have come to its end.
        let has_winners = !script.collected.is_empty() || !script.returned.is_empty();
        if has_winners && !play.is_played_out() {
            return at(self.summary_at, Problem::Ends("the hand does"));
        }
        check_returned(&play, script, self.summary_at)?;
        let rake = self.check_pot(&document, &play, script)?;
        if rake.is_positive() {
            document.set_user_field("_rake", super::number(rake));
        }
        self.check_boards(&play)?;
        self.check_seats(&document, &play, script)?;
        if document.winnings.is_empty() && play.total_pot().is_zero() && play.hand.next() == Next::Over {
            document.winnings = vec![Amount::ZERO; self.order.len()];
        }
        if !document.winnings.is_empty() {
            document.finishing_stacks =
                finishing(&document, &play).or_else(|_| at(self.summary_at, Problem::Stakes))?;
        }
        Ok(document)
    }

    fn play(&self, document: &Hand, script: &Script<'_>) -> Result<Playback, Error> {
        let started = Playback::start(document);
        let mut play = started.map_err(|error| Error::new(1, Problem::Setup(Box::new(error))))?;
        for step in &script.steps {
            self.step(&mut play, step)?;
        }
        Ok(play)
    }

    /// Are the pots and winners those of the text, as far as it tells them and rake does not blur them?
    fn is_told(&self, play: &Playback, document: &Hand) -> bool {
        let same = |said: &[Amount], chips: &[Chips]| {
            said.len() == chips.len()
                && said.iter().zip(chips).all(|(&said, &chips)| is(said, chips, play.scale))
        };
        let total = self.summary.iter().find_map(|(_, line)| match line {
            SummaryLine::Total { pots, rake, .. } if rake.is_zero() => Some(pots),
            _ => None,
        });
        let Some(pots) = total else { return true };
        (document.winnings.is_empty() || same(&document.winnings, &play.won()))
            && (pots.is_empty() || same(pots, &play.pots()))
    }

    /// What each player collected.
    fn winnings(&self, script: &Script<'_>) -> Result<Vec<Amount>, Error> {
        let scale =
            script.collected.iter().map(|(_, _, amount)| amount.scale()).max().unwrap_or(Scale::WHOLE);
        let mut won = vec![Chips::ZERO; self.order.len()];
        for &(line, player, amount) in &script.collected {
            let sum = amount.to_chips(scale).ok().and_then(|chips| won[player].checked_add(chips).ok());
            let Some(sum) = sum else { return result(line, "more than there can be: correct the amounts") };
            won[player] = sum;
        }
        let amounts = won.into_iter().map(|chips| Amount::from_chips(chips, scale));
        amounts
            .collect::<Result<_, _>>()
            .or_else(|_| result(self.summary_at, "more than there can be: correct the amounts"))
    }

    fn step(&self, play: &mut Playback, step: &Step<'_>) -> Result<(), Error> {
        let refused = |why| Error::new(step.line, Problem::Refused(why));
        let (Some(deed), Some(player)) = (step.deed, step.action.player()) else {
            return play.step(step.action).map_err(refused);
        };
        let player = player.index();
        let (told, level, scale) = (play.events.len(), play.level(), play.scale);
        let (left, bet) = (play.hand.stacks()[player], play.hand.bets()[player]);
        play.step(step.action).map_err(refused)?;
        let event = play.events.get(told);
        let all_in = |said: bool, spent: Chips| match (said, spent == left) {
            (true, false) => {
                at(step.line, Problem::AllIn("the player has chips left: leave `and is all-in` out"))
            }
            (false, true) => at(step.line, Problem::AllIn("this takes the last chip: add `and is all-in`")),
            _ => Ok(()),
        };
        match (deed, event) {
            (Deed::Check, Some(Event::Called(_, price))) => {
                let price = price.display(scale);
                result(step.line, format!("there is {price} to call: write a call, a raise or a fold"))
            }
            (Deed::Call(..), Some(Event::Checked(_))) => {
                result(step.line, "there is nothing to call: write a check")
            }
            (Deed::Call(amount, said), Some(Event::Called(_, price))) => {
                must_be(step.line, *amount, *price, scale)?;
                all_in(*said, *price)
            }
            (Deed::Bet(_, said), Some(Event::RaisedTo(_, to))) if level.is_zero() => all_in(*said, *to - bet),
            (Deed::Bet(..), _) => result(step.line, "there is a bet already: write a raise"),
            (Deed::Raise { .. }, Some(_)) if level.is_zero() => {
                result(step.line, "there is no bet yet: write a bet")
            }
            (Deed::Raise { by, all_in: said, .. }, Some(Event::RaisedTo(_, to))) => {
                must_be(step.line, *by, *to - level, scale)?;
                all_in(*said, *to - bet)
            }
            _ => Ok(()),
        }
    }

    fn check_pot(&self, document: &Hand, play: &Playback, script: &Script<'_>) -> Result<Amount, Error> {
        let mut totals = self.summary.iter().filter_map(|(line, summary)| match summary {
            SummaryLine::Total { pot, pots, rake } => Some((*line, *pot, pots, *rake)),
            _ => None,
        });
        let Some((line, pot, pots, rake)) = totals.next() else {
            return at(self.summary_at, Problem::Ends("`Total pot`"));
        };
        if let Some((line, ..)) = totals.next() {
            return at(line, Problem::Twice("`Total pot`".into()));
        }
        let total = play.total_pot();
        must_be(line, pot, total, play.scale)?;
        for &(line, player, _) in &script.collected {
            if !play.hand.live().contains(Seat::from_index(player)) {
                return result(line, "the player has folded and collects nothing: correct one of the lines");
            }
        }
        if script.collected.is_empty() {
            // Who won is not said; that can be open after a showdown, or when the hand broke off.
            if play.hand.next() == Next::Over && play.hand.live().len() < 2 && total.is_positive() {
                return result(self.summary_at, "nobody collected the pot: add who did");
            }
            return must_be(line, rake, Chips::ZERO, play.scale).map(|()| rake);
        }
        let won = document
            .winnings
            .iter()
            .map(|amount| amount.to_chips(play.scale).unwrap_or_default())
            .sum::<Chips>();
        let paid = pots.iter().map(|pot| pot.to_chips(play.scale).ok()).sum::<Option<Chips>>();
        if !pots.is_empty() && paid != Some(won) {
            return result(line, "main and side pots are not what was collected: correct one of the lines");
        }
        must_be(line, rake, total - won, play.scale).map(|()| rake)
    }

    fn check_boards(&self, play: &Playback) -> Result<(), Error> {
        let boards = play.hand.boards();
        let board = |run: usize| play.hand.board(run).iter().copied().flatten().collect::<Vec<Card>>();
        let mut seen = vec![false; boards];
        for (line, summary) in &self.summary {
            match summary {
                SummaryLine::Runs(runs) if *runs != boards => {
                    return result(*line, "the board was dealt another number of times: correct the summary");
                }
                SummaryLine::Board(run, cards) => {
                    let place = run.unwrap_or(0);
                    if run.is_some() != (boards > 1) || place >= boards || *cards != board(place) {
                        return at(*line, Problem::OtherCards);
                    }
                    if std::mem::replace(&mut seen[place], true) {
                        return at(*line, Problem::Twice("the board".into()));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn check_seats(&self, document: &Hand, play: &Playback, script: &Script<'_>) -> Result<(), Error> {
        let mut seen = vec![false; self.seats.len()];
        for (line, summary) in &self.summary {
            let SummaryLine::Seat(place, outcome) = summary else { continue };
            if std::mem::replace(&mut seen[*place], true) {
                return at(*line, Problem::Twice("this seat".into()));
            }
            let player = self.player(*place);
            let seat = Seat::from_index(player);
            if outcome.folded == play.hand.live().contains(seat) {
                return result(*line, if outcome.folded { STAYED } else { FOLDED });
            }
            if outcome.mucked != play.hand.mucked().contains(seat)
                && !script.boards[0].is_empty()
                && outcome.mucked
            {
                // A hand nobody asked for is also called mucked.
                if play.hand.shown().contains(seat) {
                    return result(*line, "the player has shown the hand: leave `mucked` out");
                }
            }
            let hole: Vec<Card> = play.hand.hole(player).iter().copied().flatten().collect();
            if !outcome.cards.iter().all(|card| hole.contains(card)) {
                return at(*line, Problem::OtherCards);
            }
            if outcome.won.is_empty() {
                continue;
            }
            let sum =
                outcome.won.iter().map(|amount| amount.to_chips(play.scale).ok()).sum::<Option<Chips>>();
            let won = document.winnings.get(player).and_then(|amount| amount.to_chips(play.scale).ok());
            if sum != Some(won.unwrap_or_default()) {
                let won = won.unwrap_or_default().display(play.scale).to_string();
                return at(*line, Problem::Amount(won.into()));
            }
        }
        Ok(())
    }
}

const STAYED: &str = "the player did not fold: correct the summary, or add the fold";
const FOLDED: &str = "the player has folded: say so in the summary";

/// Bets nobody called go back as the lines say.
fn check_returned(play: &Playback, script: &Script<'_>, summary_at: u64) -> Result<(), Error> {
    let mut lines = script.returned.iter();
    for event in &play.events {
        let Event::Returned(seat, amount) = event else { continue };
        match lines.next() {
            Some((line, player, said)) if *player == seat.index() => {
                must_be(*line, *said, *amount, play.scale)?;
            }
            Some((line, ..)) => {
                return result(*line, "the uncalled bet is another player's: correct the name");
            }
            None => {
                let amount = amount.display(play.scale);
                return result(
                    summary_at,
                    format!("an uncalled bet of {amount} was not returned: add the line"),
                );
            }
        }
    }
    match lines.next() {
        Some((line, ..)) => result(*line, "every bet was called"),
        None => Ok(()),
    }
}

fn finishing(document: &Hand, play: &Playback) -> Result<Vec<Amount>, kozyr_chips::DecimalError> {
    let stacks = play.stacks_before_winning().into_iter().zip(&document.winnings);
    stacks.map(|(stack, won)| Amount::from_chips(stack + won.to_chips(play.scale)?, play.scale)).collect()
}
