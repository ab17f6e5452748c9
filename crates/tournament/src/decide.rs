//! Saying what would happen. Nothing here changes anything.

mod bounty;
mod draft;
mod entries;
mod floor;
mod hand;
mod host;
mod levels;

use crate::Timestamp;
use crate::command::{Command, Refusal};
use crate::event::Event;
use crate::names::EntrantId;
use crate::state::{Life, Status, Tournament};
use draft::Draft;

impl Tournament {
    /// What a command would make happen now, with everything that fell due by the way; or why it is
    /// refused. Nothing changes until the events are [applied](Tournament::apply), all of them.
    ///
    /// Time that runs backwards stands still.
    ///
    /// # Errors
    /// When the command is refused.
    pub fn decide(&self, now: Timestamp, command: &Command) -> Result<Vec<Event>, Refusal> {
        let now = now.max(self.last_at);
        if let Command::Recover { last_known } = command {
            return self.recover(now, *last_known);
        }
        if self.deadline().is_none_or(|deadline| deadline > now) {
            return self.decide_now(now, command);
        }
        let mut then = self.clone();
        let mut events = Vec::new();
        while let Some(deadline) = then.deadline().filter(|&deadline| deadline <= now) {
            let due = then.fall_due(deadline.max(then.last_at));
            due.iter().for_each(|event| then.apply(event));
            events.extend(due);
        }
        events.extend(then.decide_now(now, command)?);
        Ok(events)
    }

    /// Decides and applies: for callers that keep the log elsewhere, or nowhere.
    ///
    /// # Errors
    /// When the command is refused; nothing has changed then.
    pub fn step(&mut self, now: Timestamp, command: &Command) -> Result<Vec<Event>, Refusal> {
        let events = self.decide(now, command)?;
        events.iter().for_each(|event| self.apply(event));
        Ok(events)
    }

    fn decide_now(&self, now: Timestamp, command: &Command) -> Result<Vec<Event>, Refusal> {
        let mut draft = Draft::new(self, now);
        match command {
            Command::Configure(rules) => self.configure(&mut draft, rules),
            Command::Open => self.open(&mut draft),
            Command::Register { player, name } => self.register(&mut draft, player, name),
            Command::Unregister { player } => self.unregister(&mut draft, player),
            Command::CheckIn { player, present } => self.check_in(&mut draft, player, *present),
            Command::Start { seating } => self.start_with(&mut draft, seating),
            Command::Enter { player, name, chair } => self.enter(&mut draft, player, name, *chair),
            Command::ReEnter { player, chair } => self.re_enter(&mut draft, player, *chair),
            Command::Deal { table, hand, number } => self.deal(&mut draft, *table, hand, *number),
            Command::Boundary { table } => self.look_at_clock(&mut draft, *table),
            Command::CallOff { table } => self.misdeal(&mut draft, *table),
            Command::FinishHand(result) => self.finalize_hand(&mut draft, result),
            Command::Record { number, result } => self.record(&mut draft, *number, result),
            Command::PreviousLevel => self.previous_level(&mut draft),
            Command::MoveClock { by_ms } => self.move_clock(&mut draft, *by_ms),
            Command::ChangeLevels { levels } => self.change_levels(&mut draft, levels),
            Command::Rebuy { player } => self.rebuy(&mut draft, player),
            Command::DeclineRebuy { player } => self.decline(&mut draft, player),
            Command::AddOn { player } => self.add_on(&mut draft, player),
            Command::Pause(kind) => self.pause(&mut draft, *kind),
            Command::Resume => self.resume(&mut draft),
            Command::NextLevel => self.next_level(&mut draft),
            Command::Break { length } => self.call_break(&mut draft, *length),
            Command::Rearrange(shifts) => self.rearrange(&mut draft, shifts),
            Command::SitOut { player } => match self.index_of(player) {
                Some(_) => Err(Refusal::NoSittingOut),
                None => Err(Refusal::NotEntered(player.clone())),
            },
            Command::Tick | Command::Recover { .. } => Ok(()),
            Command::Cancel => self.call_all_off(&mut draft),
        }?;
        Ok(draft.events)
    }

    fn in_setup(&self) -> Result<(), Refusal> {
        match self.status {
            Status::Setup => Ok(()),
            _ => Err(self.wrong_status("the form can be changed until somebody has entered")),
        }
    }

    fn in_lobby(&self) -> Result<(), Refusal> {
        match self.status {
            Status::Lobby => Ok(()),
            Status::Setup => Err(self.wrong_status("open the lobby first")),
            _ => Err(self.wrong_status("this can be done in the lobby only")),
        }
    }

    fn in_play(&self) -> Result<(), Refusal> {
        match self.status {
            Status::Running | Status::Paused(_) => Ok(()),
            Status::Setup | Status::Lobby => Err(self.wrong_status("start it first")),
            Status::Finished | Status::Cancelled => Err(self.wrong_status("it is over")),
        }
    }

    fn wrong_status(&self, hint: &'static str) -> Refusal {
        Refusal::WrongStatus { status: self.status.name(), hint }
    }

    fn entered(&self, player: &EntrantId) -> Result<u32, Refusal> {
        self.index_of(player).ok_or_else(|| Refusal::NotEntered(player.clone()))
    }

    fn still_in(&self, player: &EntrantId) -> Result<u32, Refusal> {
        let index = self.entered(player)?;
        match self.entrants[index as usize].life {
            Life::In => Ok(index),
            Life::Out => Err(Refusal::IsOut(player.clone())),
        }
    }
}
