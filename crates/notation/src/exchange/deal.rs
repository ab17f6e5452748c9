//! The dealer's part: cards come in, the hand goes on, and its results are written down when it is over.

use super::line::{Line, MAX_LINES};
use super::live::{LiveHand, Machine};
use super::play::{Awaited, Play};
use super::{Host, Refusal};
use crate::phh::{Action, Cards, Player};
use kozyr_card_game::Shoe;
use kozyr_cards::Card;

impl LiveHand {
    /// Deals as the dealer's action says: `d dh p1 AsKs`, `d db 2c3c4c`.
    pub fn deal(&mut self, action: &str, host: &Host) -> Result<(), Refusal> {
        let line = Line::read(action).map_err(|error| Refusal::Poker(error.to_string()))?;
        match line.action() {
            Some(action @ (Action::DealBoard(_) | Action::DealHole { .. })) => {
                self.deal_action(*action, host)
            }
            _ => Err(Refusal::Poker(
                "this is no line of the dealer: write d dh pN CARDS or d db CARDS".to_owned(),
            )),
        }
    }

    /// Deals these cards to whoever the hand waits for, one after another, until they are used up.
    pub fn deal_cards(&mut self, cards: &[Option<Card>], host: &Host) -> Result<(), Refusal> {
        let mut dealt = self.clone();
        let mut left = cards;
        while !left.is_empty() {
            let Some((row, count)) = dealt.awaited_cards()? else {
                let (many, waits) = (left.len(), dealt.waits_for());
                return Err(Refusal::Poker(format!("{many} cards too many: leave them out, {waits}")));
            };
            let Some((first, rest)) = left.split_at_checked(count) else {
                let (has, whose) = (left.len(), row.map_or("the board", |row| dealt.sheet.name(row)));
                return Err(Refusal::Poker(format!(
                    "{has} cards are left, and {whose} gets {count}: add the rest"
                )));
            };
            dealt.deal_faces(row, first, host)?;
            left = rest;
        }
        *self = dealt;
        Ok(())
    }

    /// Deals from the shoe whatever the hand waits for, until it waits for somebody or is over.
    pub fn deal_from(&mut self, shoe: &mut dyn Shoe, host: &Host) -> Result<(), Refusal> {
        let drained = || Refusal::Poker("the shoe is empty: shuffle another".to_owned());
        while let Some((row, count)) = self.awaited_cards()? {
            let faces: Option<Vec<_>> = (0..count).map(|_| shoe.card().map(Some)).collect();
            self.deal_faces(row, &faces.ok_or_else(drained)?, host)?;
        }
        Ok(())
    }

    /// Plays what is left to be played for those who are absent and, once the hand is over, writes down what came of it:
    /// for a hand whose last line somebody else wrote. Tells whether it is over.
    pub fn settle(&mut self, host: &Host) -> Result<bool, Refusal> {
        self.check()?;
        if self.sheet.results.finishing.is_none() {
            self.play_for_absent(host);
        }
        Ok(self.sheet.results.finishing.is_some())
    }

    /// Who gets how many cards now, if anybody; without a row it is the board.
    fn awaited_cards(&self) -> Result<Option<(Option<usize>, usize)>, Refusal> {
        if self.sheet.results.finishing.is_some() {
            return Ok(None);
        }
        let begun;
        let play = match &self.machine {
            Machine::Playing(play) => play,
            Machine::Undealt => {
                begun = self.begin()?;
                &begun
            }
            Machine::Stuck { .. } => return self.check().map(|()| None),
        };
        Ok(match play.awaits() {
            Awaited::Hole(row) => {
                let has = play.player(row).map_or(0, |player| play.hand.hole(player).len());
                Some((Some(row), play.hand.variant().hole_cards() - has))
            }
            Awaited::Board(count) => Some((None, count)),
            _ => None,
        })
    }

    fn deal_faces(&mut self, row: Option<usize>, faces: &[Option<Card>], host: &Host) -> Result<(), Refusal> {
        let cards = Cards::new(faces).map_err(|error| Refusal::Poker(error.to_string()))?;
        let action = match row {
            Some(row) => Action::DealHole { player: Player::at(row), cards },
            None => Action::DealBoard(cards),
        };
        self.deal_action(action, host)
    }

    fn deal_action(&mut self, action: Action, host: &Host) -> Result<(), Refusal> {
        self.check()?;
        let mut play = match &self.machine {
            Machine::Playing(play) => play.clone(),
            _ => self.begin()?,
        };
        play.act_or_stand_in(&self.sheet.rows, &action)?;
        if self.sheet.log.len() >= MAX_LINES {
            return Err(Refusal::LogFull);
        }
        if let Machine::Undealt = self.machine {
            self.machine = Machine::Playing(self.begin()?);
            let dealt = self.sheet.dealt_in();
            for (row, _) in self.sheet.rows.iter_mut().zip(dealt).filter(|(_, dealt)| *dealt) {
                row.sitter.newcomer = false;
            }
        }
        self.enter(Line::of(action, host.now_ms), host);
        Ok(())
    }

    /// The machine before the first card.
    fn begin(&self) -> Result<Box<Play>, Refusal> {
        let dealt = self.sheet.dealt_in();
        let places = self.sheet.places();
        let big_blind = places.and_then(|places| self.sheet.row_at(places.big_blind));
        if self.sheet.stakes().big.is_positive() && !big_blind.is_some_and(|row| dealt[row]) {
            let why = "the big blind is not in: take the next hand";
            return Err(Refusal::Unplayable(why.to_owned()));
        }
        Ok(Box::new(Play::start(&self.sheet, &dealt)?))
    }
}
