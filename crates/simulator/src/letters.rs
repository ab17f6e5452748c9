//! The part of a run that speaks UpDAU: lines, documents, and what is checked of them.

use crate::checks::Checks;
use crate::network::Line;
use crate::run::{Run, What};
use crate::updau::cards_named;
use kozyr_cards::CardSet;
use kozyr_server::simulation::{self, UpdauLetter};
use std::collections::BTreeMap;
use std::rc::Rc;

const SECOND: u64 = 1_000_000;

impl Run {
    /// Somebody who speaks UpDAU connects.
    pub(crate) fn dial(&mut self, one: usize) {
        if self.correspondents[one].line.is_some() {
            return;
        }
        let address = std::net::Ipv4Addr::from(0x0a00_0200 + one as u32);
        let room = self.room.as_mut().filter(|_| !self.stopping);
        let Some(no) = room.and_then(|room| room.connect_updau(address.into())) else {
            return self.within(2 * SECOND, What::Dial(one));
        };
        let line = self.lines.len();
        self.lines.push(Line::updau(one, self.life, no, self.now, &mut self.chance));
        self.open.insert(line);
        let hello = self.correspondents[one].connected(line);
        self.post(line, hello);
    }

    /// They think about what to say.
    pub(crate) fn ponder(&mut self, one: usize) {
        let said = self.correspondents[one].think();
        if let (Some(line), Some(said)) = (self.correspondents[one].line, said) {
            self.post(line, said);
        }
        let wait = self.chance.between(100_000, 1_500_000);
        self.later(wait, What::Ponder(one));
    }

    fn post(&mut self, line: usize, document: Vec<u8>) {
        self.note(line, '<', &String::from_utf8_lossy(&document));
        self.report.documents += 1;
        let document: Rc<[u8]> = document.into();
        for at in self.lines[line].arrivals(self.now, true, &mut self.chance) {
            self.at(at, What::Document(line, document.clone()));
        }
    }

    /// A document has come to the room.
    pub(crate) fn document(&mut self, line: usize, document: Rc<[u8]>) {
        let one = &mut self.lines[line];
        if one.life != self.life || !one.at_room {
            return;
        }
        self.report.messages += 1;
        for card in cards_named(&document) {
            one.named.insert(card);
        }
        one.papers.push_back(document);
        self.deliver(line);
    }

    /// What has come goes to the gateway as far as there is room for it.
    pub(crate) fn deliver(&mut self, line: usize) {
        let Some(room) = &mut self.room else { return };
        let one = &mut self.lines[line];
        if one.life != self.life || !one.at_room {
            return;
        }
        while let Some(document) = one.papers.front() {
            if !room.receive_updau(one.no, document) {
                let wait = self.chance.between(1_000, 10_000);
                return self.later(wait, What::Poll(line));
            }
            one.papers.pop_front();
        }
    }

    /// Takes what the gateway sends over these lines, checks it and sends it on its way.
    pub(crate) fn collect(&mut self, lines: &[usize]) -> Result<(), String> {
        for &line in lines {
            let Some(room) = &mut self.room else { return Ok(()) };
            let no = self.lines[line].no;
            let letters = room.take_updau(no);
            if letters.is_empty() {
                continue;
            }
            let gateway = room.actors() - 1;
            let person = self.correspondents[self.lines[line].client].person;
            let known = person.map_or(CardSet::FULL, |person| Checks::known_at(room, gateway, person));
            for letter in letters {
                match &letter {
                    UpdauLetter::Document(document) => {
                        self.report.documents += 1;
                        self.note(line, '>', &String::from_utf8_lossy(document));
                        let mut named = CardSet::EMPTY;
                        for card in cards_named(document) {
                            named.insert(card);
                        }
                        let refused = document.windows(5).any(|part| part == b"error");
                        let known = if refused { known | self.lines[line].named } else { known };
                        let leaked = CardSet::from_bits(named.bits() & !known.bits());
                        if !leaked.is_empty() {
                            return Err(format!(
                                "{person:?} is told of {leaked:?} over UpDAU and may know {known:?}: {}",
                                String::from_utf8_lossy(document)
                            ));
                        }
                    }
                    UpdauLetter::Close(_) => {
                        self.at(self.now + 1, What::Gone(line));
                        self.within(SECOND, What::Lost(line));
                    }
                }
                let letter = Rc::new(letter);
                for at in self.lines[line].arrivals(self.now, false, &mut self.chance) {
                    self.at(at, What::Letter(line, letter.clone()));
                }
            }
        }
        if let Some(room) = self.room.as_ref().filter(|_| !self.correspondents.is_empty()) {
            // Everybody has been told: what is told next is of the deals that are on the tables now.
            let mut deals = BTreeMap::new();
            room.each_table_of(room.actors() - 1, &mut |table| {
                deals.insert(table.id.clone(), table.hand);
            });
            simulation::forget_past_deals(|table, deal| deals.get(table) == Some(&deal));
        }
        Ok(())
    }

    /// A letter has come to its client.
    pub(crate) fn letter(&mut self, line: usize, letter: &UpdauLetter) -> Result<(), String> {
        let UpdauLetter::Document(document) = letter else { return Ok(()) };
        if !self.lines[line].at_client {
            return Ok(());
        }
        let one = self.lines[line].client;
        if let Some(said) = self.correspondents[one].hear(document)? {
            self.post(line, said);
        }
        Ok(())
    }

    /// Their line is gone.
    pub(crate) fn hung_up(&mut self, line: usize) {
        let one = self.lines[line].client;
        if self.correspondents[one].line == Some(line) {
            self.correspondents[one].lost();
            self.within(4 * SECOND, What::Dial(one));
        }
    }
}
