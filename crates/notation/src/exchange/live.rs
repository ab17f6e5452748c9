//! A hand under way: the paper and, beside it, the machine, so that an action costs the same whenever it comes.

use super::line::Line;
use super::play::{Awaited, Play};
use super::sheet::Sheet;
use super::{Host, Refusal};
use crate::json::Value;
use crate::phh::{Action, Player};
use kozyr_chips::{Chips, Scale};
use kozyr_poker::Offer;
use kozyr_poker::seating::{Intent, Standing};

/// How far the machine is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Machine {
    /// No card has been dealt.
    Undealt,
    /// The log has been played so far.
    Playing(Box<Play>),
    /// The log is no legal play from this line on. People may still come and go.
    Stuck { line: usize, why: Refusal },
}

/// A hand under way, as the server holds it.
///
/// ```
/// use kozyr_notation::exchange::{Host, LiveHand};
///
/// let server = r#"{"hand": 1, "players": ["Ann", "Bob"], "startingStacks": [50, 75.25],
///     "blindsOrStraddles": [1, 2], "actions": ["d dh p1 AsKs", "d dh p2 7c7d"]}"#.parse()?;
/// let mut live = LiveHand::read(&server)?;
/// let mut anns = live.personalize(Some("Ann"));
/// assert!(anns.to_string().contains("d dh p2 ????"));
///
/// let text = anns.to_string().replace(r#""d dh p2 ????""#, r#""d dh p2 ????","p1 cbr 6""#);
/// live.merge(&text.parse()?, &Host::default())?;
/// assert!(live.to_json().to_string().contains("p1 cbr 6"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveHand {
    pub(crate) sheet: Sheet,
    pub(crate) machine: Machine,
}

/// What a hand waits for, by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Waiting<'a> {
    /// For enough players, or for the first card.
    Deal,
    /// For hole cards of this player.
    Hole(&'a str),
    /// For so many cards to the board.
    Board(usize),
    /// For a bet, call, check or fold.
    Bet(&'a str),
    /// For cards to be shown or mucked.
    Show(&'a str),
    /// For the next hand.
    Next,
    /// The log is not legal play: nothing more can happen in this hand.
    Nothing,
}

impl LiveHand {
    /// Reads a hand and plays its log. A log that is no legal play is accepted: nobody can act in it any more,
    /// but people may join and change their minds.
    pub fn read(hand: &Value) -> Result<LiveHand, Refusal> {
        let sheet = Sheet::read(hand)?;
        let machine = Machine::replay(&sheet);
        Ok(LiveHand { sheet, machine })
    }

    /// Is the log legal play?
    pub fn check(&self) -> Result<(), Refusal> {
        match &self.machine {
            Machine::Stuck { line, why } => {
                Err(Refusal::UnplayableLine { line: *line, why: why.to_string() })
            }
            _ => Ok(()),
        }
    }

    /// The whole hand: for the server's own store, not for players.
    pub fn to_json(&self) -> Value {
        self.sheet.to_json()
    }

    /// What the hand waits for.
    pub fn waiting(&self) -> Waiting<'_> {
        let name = |row| self.sheet.name(row);
        match &self.machine {
            _ if self.sheet.results.finishing.is_some() => Waiting::Next,
            Machine::Undealt => Waiting::Deal,
            Machine::Stuck { .. } => Waiting::Nothing,
            Machine::Playing(play) => match play.awaits() {
                Awaited::Hole(row) => Waiting::Hole(name(row)),
                Awaited::Board(count) => Waiting::Board(count),
                Awaited::Bet(row) => Waiting::Bet(name(row)),
                Awaited::Show(row) => Waiting::Show(name(row)),
                Awaited::Over => Waiting::Next,
            },
        }
    }

    /// What this player may do now: a button each, with price and bounds in minor units of [`LiveHand::scale`].
    pub fn offers(&self, name: &str) -> Vec<Offer> {
        let Machine::Playing(play) = &self.machine else { return Vec::new() };
        let player = self.sheet.row_of(name).filter(|&row| !Play::absent(&self.sheet.rows, row));
        let Some(player) = player.and_then(|row| play.player(row)) else { return Vec::new() };
        play.hand.offers(kozyr_card_game::Seat::from_index(player)).into_iter().collect()
    }

    /// The decimals of the smallest chip in play.
    pub fn scale(&self) -> Scale {
        match &self.machine {
            Machine::Playing(play) => play.scale,
            _ => self.sheet.scale,
        }
    }

    /// The names of everybody at the table, in the order of the lists.
    pub fn players(&self) -> impl ExactSizeIterator<Item = &str> {
        self.sheet.rows.iter().map(|row| row.name.as_str())
    }

    /// The names of everybody at the table who is told what happens: not those who have left.
    pub fn audience(&self) -> impl Iterator<Item = &str> {
        let stays = |(row, _): &(usize, _)| !self.sheet.has_left(*row);
        self.sheet.rows.iter().enumerate().filter(stays).map(|(_, row)| row.name.as_str())
    }

    /// All chips of the hand, wherever they lie: stacks and the dead blinds in the pot, in the sheet's units.
    pub fn chips(&self) -> (Chips, Scale) {
        let stacks: Chips = match &self.sheet.results.finishing {
            Some(finishing) => finishing.iter().sum::<Chips>() + self.sheet.results.rake.unwrap_or_default(),
            None => self.sheet.rows.iter().map(|row| row.sitter.stack).sum::<Chips>() + self.sheet.dead_pot,
        };
        (stacks, self.sheet.scale)
    }

    /// Enters a line that has been found legal, and all that follows from it: pauses take hold, absent players
    /// fold when their turn comes, the results are written down.
    pub(crate) fn enter(&mut self, line: Line, host: &Host) {
        if let Some(&action) = line.action() {
            self.fold_absent_before(&action, host);
            let Machine::Playing(play) = &mut self.machine else {
                unreachable!("a legal action is being played")
            };
            play.act(&action).expect("the action was found legal");
            self.sheet.log.push(line);
            self.after_action();
            self.play_for_absent(host);
        } else {
            self.sheet.log.push(line);
        }
    }

    /// An absent player's fold that an older log does not have stands before the action that shows it.
    fn fold_absent_before(&mut self, action: &Action, host: &Host) {
        while let Machine::Playing(play) = &mut self.machine {
            let turn = play.turn().filter(|&row| Play::absent(&self.sheet.rows, row));
            let Some(stand_in) = turn.and_then(|_| play.stand_in()) else { return };
            if turn == action.player().map(Player::index) {
                return;
            }
            play.act(&stand_in).expect("a stand-in is legal");
            self.sheet.log.push(Line::of(stand_in, host.now_ms));
        }
    }

    /// Plays the turns of those who are out, one after another.
    pub(crate) fn play_for_absent(&mut self, host: &Host) {
        while let Machine::Playing(play) = &mut self.machine {
            let turn = play.turn().filter(|&row| Play::absent(&self.sheet.rows, row));
            let Some(stand_in) = turn.and_then(|_| play.stand_in()) else { break };
            play.act(&stand_in).expect("a stand-in is legal");
            self.sheet.log.push(Line::of(stand_in, host.now_ms));
            self.after_action();
        }
        self.write_results();
    }

    /// An action is in the log: whoever asked for a pause is out from here on.
    fn after_action(&mut self) {
        let Machine::Playing(play) = &self.machine else { return };
        for (at, row) in self.sheet.rows.iter_mut().enumerate() {
            if !play.is_being_dealt(at) {
                row.sitter.take_hold();
            }
        }
    }

    fn write_results(&mut self) {
        let Machine::Playing(play) = &self.machine else { return };
        if play.awaits() == Awaited::Over && !play.hand.is_undetermined() {
            let finishing = play.finishing(&self.sheet);
            let winnings = play.winnings(&self.sheet);
            let rake = Some(play.fine(&self.sheet, play.hand.raked())).filter(|rake| rake.is_positive());
            let results = &mut self.sheet.results;
            (results.finishing, results.winnings, results.rake) = (Some(finishing), Some(winnings), rake);
        }
    }

    /// Changes a player's mind, which was found possible.
    pub(crate) fn intend(&mut self, row: usize, intent: Intent, host: &Host) {
        let being_dealt = match &self.machine {
            Machine::Playing(play) => play.is_being_dealt(row),
            _ => false,
        };
        let sitter = &mut self.sheet.rows[row].sitter;
        match sitter.standing {
            // Their cards are in the air: they go once they have landed.
            Standing::In(_) if being_dealt => sitter.standing = Standing::In(intent),
            _ => sitter.ask(intent).expect("the change was found possible"),
        }
        let his_turn = match &self.machine {
            Machine::Playing(play) => play.turn() == Some(row),
            _ => false,
        };
        if his_turn && intent != Intent::Play && self.sheet.results.finishing.is_none() {
            self.play_for_absent(host);
        }
    }
}

impl Machine {
    pub(crate) fn replay(sheet: &Sheet) -> Machine {
        if !sheet.begun() {
            return Machine::Undealt;
        }
        let mut play = match Play::start(sheet, &sheet.dealt_in()) {
            Ok(play) => play,
            Err(why) => return Machine::Stuck { line: 0, why },
        };
        for (at, line) in sheet.log.iter().enumerate() {
            if let Some(action) = line.action()
                && let Err(why) = play.act_or_stand_in(&sheet.rows, action)
            {
                return Machine::Stuck { line: at, why };
            }
        }
        Machine::Playing(Box::new(play))
    }
}
