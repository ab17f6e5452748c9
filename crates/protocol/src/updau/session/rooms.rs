//! Lists of tables, people who look on, and people who talk.

use super::Work;
use super::channels::{ChannelId, Stage};
use crate::updau::{Answer, ChatEvent, Currency, Fault, News, Step, TableEvent, mode_named};
use kozyr_durak::Mode;

/// The longest thing one can say at once, in characters.
const LONGEST_TEXT: usize = 500;
/// The longest name of a room.
const LONGEST_NAME: usize = 64;
/// So many tables, or people, are listed at most.
const LISTED: usize = 500;

impl Work<'_> {
    pub(super) fn subscribe(
        &mut self,
        id: ChannelId,
        room: &str,
        filter: Option<String>,
    ) -> Result<Answer, Fault> {
        self.may(id, Step::Subscribe, "subscribe")?;
        let no_such = || Fault::not_found(format!("no such room: {room}; rooms are called like queues"));
        let currency = Currency::of_queue(room).ok_or_else(no_such)?;
        let modes: Option<Vec<Mode>> = match &filter {
            Some(names) => names.split(',').map(|name| mode_named(name.trim())).collect(),
            None => Some(Mode::ALL.to_vec()),
        };
        let modes = modes.ok_or_else(|| Fault::bad("filter is a list of types of game"))?;
        let listed = |table: &&super::Company| {
            table.criteria.currency == currency && modes.contains(&table.criteria.mode)
        };
        let tables = self.companies.values().filter(listed).take(LISTED).map(super::Company::row).collect();
        let answer = Answer::Tables { room: currency.queue(), tables };
        self.step(id, Step::Subscribe, Stage::Subscribed { room: currency, filter, modes });
        self.subscribers.insert(id);
        self.tell_others(id);
        Ok(answer)
    }

    pub(super) fn unsubscribe(&mut self, id: ChannelId) -> Result<Answer, Fault> {
        self.may(id, Step::Unsubscribe, "unsubscribe")?;
        self.leave_room(id);
        Ok(Answer::Ok)
    }

    pub(super) fn leave_room(&mut self, id: ChannelId) {
        self.leave_room_quietly(id);
        self.step(id, Step::Unsubscribe, Stage::Free);
        self.tell_others(id);
    }

    /// Before the channel goes elsewhere.
    pub(super) fn leave_room_quietly(&mut self, id: ChannelId) {
        self.subscribers.remove(&id);
    }

    /// Tells those who look at the list.
    pub(super) fn table_event(&mut self, table: u64, event: TableEvent) {
        if self.subscribers.is_empty() {
            return;
        }
        let Some(table) = self.companies.get(table) else { return };
        let looks = |&id: &ChannelId| match &self.channel(id).stage {
            Stage::Subscribed { room, modes, .. } => {
                *room == table.criteria.currency && modes.contains(&table.criteria.mode)
            }
            _ => false,
        };
        let row = table.row();
        let looking: Vec<ChannelId> = self.subscribers.iter().copied().filter(looks).collect();
        for id in looking {
            self.tell(id, News::Event(event, row.clone()));
        }
    }

    pub(super) fn watch(&mut self, id: ChannelId, table: u64) -> Result<Answer, Fault> {
        self.may(id, Step::Watch, "watch")?;
        let Some(found) = self.companies.get(table) else {
            return Err(Fault::not_found(format!("no such table: {table}")));
        };
        if !found.is_playing() {
            return Err(Fault::conflict(
                "no game is going on at this table: send tableinfo to see who is there",
            ));
        }
        let owner = self.channels.get(id).map(|channel| channel.owner);
        if found.humans().any(|(_, _, uid)| Some(uid) == owner) {
            return Err(Fault::conflict("you play at this table"));
        }
        self.company_mut(table).watchers.insert(id);
        self.leave_room_quietly(id);
        self.step(id, Step::Watch, Stage::Watch { table });
        self.tell_others(id);
        self.table_event(table, TableEvent::Change);
        Ok(Answer::State { status: Box::new(self.status(id)), startup: Vec::new() })
    }

    pub(super) fn unwatch(&mut self, id: ChannelId) -> Result<Answer, Fault> {
        self.may(id, Step::Unwatch, "unwatch")?;
        self.leave_watchers(id);
        Ok(Answer::Ok)
    }

    pub(super) fn leave_watchers(&mut self, id: ChannelId) {
        self.leave_watchers_quietly(id);
        self.step(id, Step::Unwatch, Stage::Free);
        self.tell_others(id);
    }

    /// Before the channel goes elsewhere.
    pub(super) fn leave_watchers_quietly(&mut self, id: ChannelId) {
        if let Stage::Watch { table } = self.channel(id).stage {
            if let Some(seated) = self.companies.get_mut(table) {
                seated.watchers.remove(&id);
            }
            self.table_event(table, TableEvent::Change);
        }
    }

    pub(super) fn chat_join(&mut self, id: ChannelId, room: &str) -> Result<Answer, Fault> {
        self.may(id, Step::ChatJoin, "chatjoin")?;
        if room.chars().count() > LONGEST_NAME {
            return Err(Fault::bad(format!("room has a name of at most {LONGEST_NAME} characters")));
        }
        self.leave_room_quietly(id);
        self.step(id, Step::ChatJoin, Stage::Chat { room: room.to_owned() });
        self.chats.entry(room.to_owned()).or_default().insert(id);
        self.tell_others(id);
        let person = self.users.known(self.channel(id).owner).person();
        let members = self.members(room);
        let people =
            members.iter().take(LISTED).map(|&member| self.users.known(self.channel(member).owner).person());
        let setup = ChatEvent::Setup(people.collect());
        self.tell(id, News::Chat { room: room.to_owned(), event: setup });
        for member in members.into_iter().filter(|&member| member != id) {
            self.tell(member, News::Chat { room: room.to_owned(), event: ChatEvent::Join(person.clone()) });
        }
        Ok(Answer::Ok)
    }

    fn members(&self, room: &str) -> Vec<ChannelId> {
        self.chats.get(room).into_iter().flatten().copied().collect()
    }

    pub(super) fn chat_msg(&mut self, id: ChannelId, text: &str) -> Result<Answer, Fault> {
        let Stage::Chat { room } = &self.channel(id).stage else {
            return Err(self.state(id).refuse("chatmsg"));
        };
        if text.chars().count() > LONGEST_TEXT {
            return Err(Fault::bad(format!("a message has at most {LONGEST_TEXT} characters")));
        }
        let room = room.clone();
        let person = self.users.known(self.channel(id).owner).person();
        for member in self.members(&room) {
            let event = ChatEvent::Msg(person.clone(), text.to_owned());
            self.tell(member, News::Chat { room: room.to_owned(), event });
        }
        Ok(Answer::Ok)
    }

    pub(super) fn chat_leave(&mut self, id: ChannelId) -> Result<Answer, Fault> {
        self.may(id, Step::ChatLeave, "chatleave")?;
        self.leave_chat(id);
        Ok(Answer::Ok)
    }

    pub(super) fn leave_chat(&mut self, id: ChannelId) {
        let Stage::Chat { room } = self.channel(id).stage.clone() else { return };
        if let Some(members) = self.chats.get_mut(&room) {
            members.remove(&id);
            if members.is_empty() {
                self.chats.remove(&room);
            }
        }
        self.step(id, Step::ChatLeave, Stage::Free);
        self.tell_others(id);
        let person = self.users.known(self.channel(id).owner).person();
        for member in self.members(&room) {
            self.tell(member, News::Chat { room: room.clone(), event: ChatEvent::Leave(person.clone()) });
        }
    }
}
