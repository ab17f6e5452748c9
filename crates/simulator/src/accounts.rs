//! People who take a name for good, come in by it from elsewhere, end their sessions and remove what they made.

use crate::run::{Run, What};
use kozyr_protocol::room::{ToClient, ToServer, read};
use kozyr_store::{PlayerId, Store, UserKind};
use std::collections::{BTreeMap, BTreeSet};

const SECOND: u64 = 1_000_000;

/// What was acknowledged of accounts.
#[derive(Default)]
pub(crate) struct Accounts {
    /// Who has which name.
    names: BTreeMap<PlayerId, String>,
    /// Tokens of sessions by whose they are, as far as they are known.
    tokens: BTreeMap<PlayerId, BTreeSet<String>>,
    /// Tokens that are of no use any more.
    ended: BTreeSet<String>,
    /// Lines over which somebody came by such a token.
    nobody: BTreeSet<usize>,
    /// How many names were given out.
    given: u64,
}

impl Accounts {
    /// The room was started again: whoever has a name has it still.
    pub(crate) fn after_crash(&self, store: &dyn Store) -> Result<(), String> {
        for (person, name) in &self.names {
            let user = store.user(*person).map_err(|error| error.to_string())?;
            if user.is_none_or(|user| user.kind != UserKind::Member || user.name != *name) {
                return Err(format!("{person} signed up as {name}, and the crash took it"));
            }
        }
        Ok(())
    }

    /// Something comes to the room over a line.
    pub(crate) fn heard(&mut self, line: usize, text: &str) {
        if let Ok(ToServer::Hello { token: Some(token), .. }) = read(text)
            && self.ended.contains(&token)
        {
            self.nobody.insert(line);
        }
    }

    /// The room says something over a line.
    pub(crate) fn told(&self, line: usize, message: &ToClient) -> Result<(), String> {
        match message {
            // A guest is made somebody new, and told the token.
            ToClient::Welcome { you: Some(you), token: None, .. } if self.nobody.contains(&line) => {
                Err(format!("{} is let in by a token of a session that was ended", you.name))
            }
            _ => Ok(()),
        }
    }

    fn end(&mut self, person: PlayerId) {
        self.ended.extend(self.tokens.remove(&person).unwrap_or_default());
    }
}

impl Run {
    /// Somebody does something with an account.
    pub(crate) fn account(&mut self) -> Result<(), String> {
        self.within(20 * SECOND, What::Account);
        let client = self.chance.below(self.clients.len() as u64) as usize;
        let Some((person, token)) = self.clients[client].identity() else { return Ok(()) };
        let Some(room) = &self.room else { return Ok(()) };
        if self.accounts.ended.contains(&token) {
            return Ok(());
        }
        self.accounts.tokens.entry(person).or_default().insert(token);
        match (self.accounts.names.get(&person).cloned(), self.chance.below(8)) {
            (None, 0..4) => {
                self.accounts.given += 1;
                let name = format!("Member {}", self.accounts.given);
                if room.sign_up(person, &name) {
                    self.accounts.names.insert(person, name);
                }
            }
            (Some(name), 0..3) => {
                if let Some(token) = room.sign_in(&name) {
                    self.accounts.tokens.entry(person).or_default().insert(token.clone());
                    self.clients[client].come_by(token);
                }
            }
            // Once it is asked for, nobody knows whether it is done until it is.
            (Some(_), 3) if room.end_sessions(person) => {
                self.accounts.end(person);
                self.send_out(person);
            }
            (Some(_), 3) => {}
            (Some(_), 4) => {
                self.accounts.names.remove(&person);
                if room.delete_account(person) {
                    self.accounts.end(person);
                    self.send_out(person);
                    self.disk_knows_nobody(person)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The sockets of somebody whose sessions were ended are ended too.
    fn send_out(&mut self, person: PlayerId) {
        let Some(room) = &self.room else { return };
        let theirs = |line: &usize| room.person(self.lines[*line].no) == Some(person);
        let lines: Vec<usize> =
            self.open.iter().copied().filter(|&line| !self.lines[line].is_updau).filter(theirs).collect();
        for line in lines {
            self.gone(line);
            self.within(3 * SECOND, What::Lost(line));
        }
    }

    /// Nothing is left of an account that was removed.
    fn disk_knows_nobody(&self, person: PlayerId) -> Result<(), String> {
        let store = self.disk.truth();
        let wallets = store.wallets(person).map_err(|error| error.to_string())?;
        let seated = self.room.as_ref().is_some_and(|room| {
            let mut seated = false;
            room.each_table(&mut |_, table| {
                seated |= table.seen().view(Some(person)).own.is_some_and(|own| own.seat.is_some());
            });
            seated
        });
        if seated || wallets.iter().any(|(_, chips)| !chips.is_zero()) {
            return Err(format!("{person} was removed and has something left: {wallets:?}, seated {seated}"));
        }
        Ok(())
    }
}
