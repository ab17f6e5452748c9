//! `next`: the paper face of [`seating`](kozyr_poker::seating).

use super::live::{LiveHand, Machine};
use super::play::Awaited;
use super::sheet::{Results, Row, Sheet, without_secrets};
use super::{Refusal, Waiting};
use crate::json::{Object, Value};
use kozyr_chips::Chips;
use kozyr_poker::seating::{Ante, Intent, NextHand, Seating, Standing};

/// The field in which the next hand accounts for the one before.
const LAST: &str = "_last";

impl LiveHand {
    /// Moves on to the next hand once this one is over: stacks, people, button, blinds, debts. The names of
    /// those who are gone come back. With fewer than two to play the hand waits, and nothing moves. The new hand's
    /// `_last` says what came of the old one and what those who left take away.
    pub fn next_hand(&mut self) -> Result<Vec<String>, Refusal> {
        let finishing = self.finishing()?;
        let mut sheet = self.sheet.clone();
        for (row, &stack) in sheet.rows.iter_mut().zip(&finishing) {
            row.sitter.stack = stack;
        }
        // What lies in the pot of a hand that was dealt is in somebody's stack now.
        let mut left_in_pot = Chips::ZERO;
        if matches!(self.machine, Machine::Undealt) && self.sheet.results.finishing.is_none() {
            left_in_pot = sheet.dead_pot - sheet.rows.iter().map(|row| row.dead_post).sum::<Chips>();
            sheet.rows.iter_mut().for_each(take_back);
        }
        self.mark_newcomers(&mut sheet.rows);
        let mut seating = Seating::new(sheet.seats(), sheet.stakes());
        seating.options = sheet.options.seating;
        seating.places = sheet.places();
        seating.sitters = sheet.rows.iter().map(|row| row.sitter).collect();

        let next = seating.next_hand();
        let stays = |row: &Row| next.table.at(row.sitter.seat).is_some();
        let account = self.account(&sheet, &finishing, stays);
        let gone = sheet.rows.iter().filter(|row| !stays(row)).map(|row| row.name.clone()).collect();
        sheet.rows.retain(stays);
        sheet.rest.remove(LAST);
        if let Some(account) = account {
            sheet.rest.set(LAST, account);
        }
        sheet.dead_pot = left_in_pot;
        sheet.open(&next);
        *self = LiveHand { sheet, machine: Machine::Undealt };
        Ok(gone)
    }

    /// The stacks the hand ended with, if it is over.
    fn finishing(&self) -> Result<Vec<Chips>, Refusal> {
        if let Some(finishing) = &self.sheet.results.finishing {
            self.check_results()?;
            return Ok(finishing.clone());
        }
        self.check()?;
        match &self.machine {
            Machine::Playing(play) if play.awaits() != Awaited::Over => {
                Err(Refusal::NotOver(self.waits_for()))
            }
            Machine::Playing(play) if play.hand.is_undetermined() => Err(Refusal::Undetermined),
            Machine::Playing(play) => Ok(play.finishing(&self.sheet)),
            _ => Ok(self.sheet.rows.iter().map(|row| row.sitter.stack).collect()),
        }
    }

    /// What the hand waits for, in words.
    pub(crate) fn waits_for(&self) -> String {
        match self.waiting() {
            Waiting::Bet(name) | Waiting::Show(name) => format!("it is {name}'s turn"),
            _ => "cards are to be dealt".to_owned(),
        }
    }

    /// `_last`: what came of the hand that is over, and what those who left take away. Every chip of it is here or in
    /// the next hand.
    fn account(&self, sheet: &Sheet, finishing: &[Chips], stays: impl Fn(&Row) -> bool) -> Option<Object> {
        let chips = |amount: Chips| Value::chips(amount, sheet.scale);
        let mut account = Object::new();
        let results = &self.sheet.results;
        let play = match &self.machine {
            Machine::Playing(play) => Some(play),
            _ => None,
        };
        if results.finishing.is_some() || play.is_some() {
            if let Some(number) = &self.sheet.number {
                account.push("hand", number.clone());
            }
            account.push("players", self.players().collect::<Value>());
            account.push("finishingStacks", finishing.iter().map(|&stack| chips(stack)).collect::<Value>());
            let over = play.filter(|play| results.finishing.is_none() && play.awaits() == Awaited::Over);
            let played = over.map(|play| (play.winnings(sheet), play.fine(sheet, play.hand.raked())));
            let (winnings, rake) = match played {
                Some((winnings, rake)) => (Some(winnings), Some(rake).filter(|rake| rake.is_positive())),
                None => (results.winnings.clone(), results.rake),
            };
            if let Some(winnings) = winnings {
                account.push("winnings", winnings.into_iter().map(chips).collect::<Value>());
            }
            if let Some(rake) = rake {
                account.push("rake", chips(rake));
            }
        }
        let left = sheet.rows.iter().filter(|row| !stays(row));
        let left: Vec<Value> = left
            .map(|row| {
                let mut leaver = Object::new();
                leaver.push("player", row.name.as_str());
                leaver.push("stack", chips(row.sitter.stack));
                Value::Object(leaver)
            })
            .collect();
        if !left.is_empty() {
            account.push("left", Value::Array(left));
        }
        Some(account).filter(|account| !account.is_empty())
    }

    /// A hand written by others may not say who is new: whoever waits without debt and had no cards.
    fn mark_newcomers(&self, rows: &mut [Row]) {
        if self.sheet.rows.iter().any(|row| row.sitter.newcomer) {
            return;
        }
        let dealt = self.sheet.dealt_in();
        for (row, dealt) in rows.iter_mut().zip(dealt) {
            let waits = row.sitter.standing == Standing::Out { intent: Intent::Play, debt: Chips::ZERO };
            row.sitter.newcomer = waits && !dealt;
        }
    }
}

impl Sheet {
    /// A clean sheet for the next hand: an empty log, no results, a new deck, and what everybody posts.
    fn open(&mut self, next: &NextHand) {
        self.log.clear();
        self.results = Results::default();
        self.rest = without_secrets(&self.rest);
        let stakes = next.table.stakes;
        self.blinds = Some([stakes.small, stakes.big]);
        self.antes = match stakes.ante {
            Ante::Each(ante) if ante.is_zero() => None,
            Ante::Each(ante) => Some([ante, Chips::ZERO]),
            Ante::BigBlind(ante) => Some([Chips::ZERO, ante]),
        };
        if let Some(places) = next.table.places {
            self.positions = places.into();
        }
        for row in &mut self.rows {
            row.sitter = *next.table.at(row.sitter.seat).expect("this player stays");
            row.dead_post = Chips::ZERO;
            if let Some(deal) = &next.deal {
                let post = deal.posts.iter().find(|post| post.seat == row.sitter.seat);
                row.ante = post.map_or(Chips::ZERO, |post| post.ante);
                row.blind = post.map_or(Chips::ZERO, |post| post.blind);
                row.dead_post = post.map_or(Chips::ZERO, |post| post.dead);
            }
        }
        if let Some(deal) = &next.deal {
            self.dead_pot += deal.dead();
            if let Some(number) = self.number.as_ref().and_then(Value::integer) {
                self.number = Some(Value::from((number + 1).min(Chips::MAX.units())));
            }
        }
    }
}

/// The hand was never dealt: missed blinds that were paid for it go back, and are owed again.
fn take_back(row: &mut Row) {
    if row.dead_post.is_positive() {
        row.sitter.stack += row.dead_post;
        let intent = row.sitter.standing.intent();
        row.sitter.standing = Standing::Out { intent, debt: row.dead_post };
        row.dead_post = Chips::ZERO;
    }
}
