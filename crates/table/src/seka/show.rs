//! What only a viewer of a deal of Seka needs to be reminded of.

use crate::Deeds;
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_seka::{Event, SeatList};

/// What each did last, and the ties of the deal. The seats are those of the deal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SekaShow {
    /// What each did last in this round, vote or entry.
    last: Vec<(Seat, SekaDid)>,
    ties: Vec<SekaTied>,
    /// The best points that everybody has seen since the cards were dealt.
    shown: Option<u8>,
    /// What each has done in the whole deal, for statistics.
    deeds: Vec<(Seat, Deeds)>,
}

/// What a player did last in this round, vote or entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SekaDid {
    /// Passed for nothing.
    Check,
    /// Paid so much, and it counted as so much.
    Call(Chips, Chips),
    /// Raised to this, and paid so much.
    Raise(Chips, Chips),
    /// Threw the hand away, or was sent off.
    Fold,
    /// Bet dark: paid so much, and it counted as so much.
    Dark(Chips, Chips),
    /// Paid so much to compare hands with this player.
    Reveal(Chips, Seat),
    /// Voted on a svara.
    Vote(bool),
    /// Paid so much to enter the svara.
    Enter(Chips),
    /// Stays out of the svara.
    Pass,
}

/// A tie that was voted on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SekaTied {
    /// Who tied.
    pub seats: SeatList,
    /// With how many points, if everybody has seen them.
    pub points: Option<u8>,
    /// For what.
    pub pot: Chips,
    /// What became of the vote, once it is over.
    pub carried: Option<bool>,
    /// Who entered the svara.
    pub entered: Vec<Seat>,
}

impl SekaShow {
    /// What this player did last in this round, vote or entry.
    pub fn last_action(&self, seat: Seat) -> Option<SekaDid> {
        self.last.iter().find(|(who, _)| *who == seat).map(|&(_, did)| did)
    }

    /// The ties of the deal, the first one first.
    pub fn ties(&self) -> &[SekaTied] {
        &self.ties
    }

    /// What the player has done in the whole deal.
    pub fn deeds(&self, seat: Seat) -> Deeds {
        self.deeds.iter().find(|(who, _)| *who == seat).map(|&(_, deeds)| deeds).unwrap_or_default()
    }

    fn count(&mut self, event: &Event) {
        let (seat, change): (Seat, fn(&mut Deeds)) = match *event {
            Event::Called { seat, .. } | Event::Dark { seat, .. } | Event::Entered { seat, .. } => {
                (seat, |deeds| deeds.voluntary = true)
            }
            Event::Revealed { by, .. } => (by, |deeds| deeds.voluntary = true),
            Event::Raised { seat, .. } => (seat, |deeds| (deeds.voluntary, deeds.raised) = (true, true)),
            Event::Shown { seat, .. } => (seat, |deeds| deeds.showdown = true),
            Event::Won { seat, .. } => (seat, |deeds| deeds.won = true),
            _ => return,
        };
        match self.deeds.iter_mut().find(|(who, _)| *who == seat) {
            Some((_, deeds)) => change(deeds),
            None => {
                let mut deeds = Deeds::default();
                change(&mut deeds);
                self.deeds.push((seat, deeds));
            }
        }
    }

    pub(super) fn hear(&mut self, event: &Event) {
        self.count(event);
        match *event {
            Event::Checked { seat } => self.did(seat, SekaDid::Check),
            Event::Called { seat, pay, counts } => self.did(seat, SekaDid::Call(pay, counts)),
            Event::Raised { seat, to, pay, .. } => self.did(seat, SekaDid::Raise(to, pay)),
            Event::Folded { seat } | Event::TimedOut { seat } => self.did(seat, SekaDid::Fold),
            Event::Dark { seat, pay, counts } => self.did(seat, SekaDid::Dark(pay, counts)),
            Event::Revealed { by, target, pay, .. } => self.did(by, SekaDid::Reveal(pay, target)),
            // Whoever has folded stays folded; the others begin the round anew.
            Event::Round { .. } => self.last.retain(|(_, did)| *did == SekaDid::Fold),
            Event::Dealt { .. } => (self.last, self.shown) = (Vec::new(), None),
            Event::Shown { points, .. } => self.shown = self.shown.max(Some(points)),
            Event::VoteOpened { ref tied, pot } => {
                self.last.clear();
                self.ties.push(SekaTied {
                    seats: tied.clone(),
                    points: self.shown,
                    pot,
                    carried: None,
                    entered: Vec::new(),
                });
            }
            Event::Voted { seat, yes } => self.did(seat, SekaDid::Vote(yes)),
            Event::VoteClosed { carried } => {
                if let Some(tie) = self.ties.last_mut() {
                    tie.carried = Some(carried);
                }
            }
            Event::Entered { seat, pay } => {
                self.did(seat, SekaDid::Enter(pay));
                if let Some(tie) = self.ties.last_mut() {
                    tie.entered.push(seat);
                }
            }
            Event::Passed { seat } => self.did(seat, SekaDid::Pass),
            Event::Svara { .. } => self.last.clear(),
            Event::Anted { .. }
            | Event::Opened { .. }
            | Event::PauseOver
            | Event::EntryOpened { .. }
            | Event::Settled { .. }
            | Event::Won { .. }
            | Event::Sat { .. }
            | Event::Left { .. } => {}
        }
    }

    fn did(&mut self, seat: Seat, did: SekaDid) {
        self.last.retain(|(who, _)| *who != seat);
        self.last.push((seat, did));
    }
}
