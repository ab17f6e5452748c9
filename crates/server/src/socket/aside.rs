//! What a connection asks beside the game: the lobby as it changes, tables of people, and talk.

use super::Connection;
use crate::directory::TableName;
use crate::gateway;
use crate::host;
use crate::lobby::{FollowedLobby, Looker};
use crate::people;
use crate::service::{Aside, Origin};
use crate::shard::ToShard;
use crate::world;
use kozyr_protocol::room::{
    Answer, CommandId, Fault, HostOrder, LobbyFilter, Refusal, Said, TableForm, ToClient,
};
use kozyr_store::{CommandKey, UserKind};
use kozyr_time::{PlayerId, TableId, TimeSource};

impl Connection {
    fn refuse(&self, command: CommandId, reason: Refusal) {
        self.outlet.tell(&ToClient::Answer { command, result: Answer::Refused { reason } });
    }

    fn looker(&self) -> Looker<'_> {
        Looker { person: self.id(), admitted: &self.admitted }
    }

    /// Why this connection may not see a table, if it may not.
    pub(super) fn kept_out(&self, table: &TableName) -> Option<Refusal> {
        let made = self.room.tables().made(table)?;
        let person = self.id();
        if person.is_some_and(|person| made.is_removed(person)) {
            return Some(Refusal::RemovedByHost);
        }
        let known =
            person.is_some_and(|person| made.host == person || self.room.directory.sits(table, person));
        let seen = !made.is_private() || known || self.admitted.contains(table);
        (!seen).then_some(Refusal::UnknownTable)
    }

    /// Comes to a private table by its link.
    pub(super) fn enter(&mut self, table: String, secret: &str) {
        let made = TableId::new(&table).ok().and_then(|id| Some((self.room.tables().made(&id)?, id)));
        let same = |known: &str| blake3::hash(known.as_bytes()) == blake3::hash(secret.as_bytes());
        match made {
            Some((made, id)) if made.secret.as_deref().is_some_and(same) => {
                self.admitted.insert(id);
            }
            Some((made, _)) if !made.is_private() => {}
            _ => self.fault(Fault::UnknownTable { table }),
        }
    }

    /// The lobby as it is, and every change from now on.
    pub(super) async fn follow_lobby(&mut self, filter: LobbyFilter) {
        // Whatever changes after this is news.
        let changes = self.room.directory.changes();
        let tables = self.room.lobby_for(&self.looker(), &filter);
        let tournaments = self.room.directory.tournaments();
        self.tell_lobby(&tables, tournaments.clone()).await;
        self.lobby = Some(FollowedLobby::new(filter, changes, &tables, tournaments));
        self.room.talk.join(&None, &self.outlet, self.id());
    }

    pub(super) fn unfollow_lobby(&mut self) {
        self.lobby = None;
        self.room.talk.leave(&None, self.outlet.id);
    }

    /// Something may have changed in the lobby.
    pub(super) fn lobby_changed(&mut self) {
        let Some(mut lobby) = self.lobby.take() else { return };
        let tables = self.room.lobby_for(&self.looker(), &lobby.filter);
        let directory = &self.room.directory;
        let update = lobby.update(&tables, directory.tournaments(), &directory.lives);
        update.iter().for_each(|update| self.outlet.tell(update));
        self.lobby = Some(lobby);
    }

    /// What a lobby that is followed waited for: that something changed, or how it goes.
    pub(super) fn lobby_news(&mut self) {
        if self.lobby.as_ref().is_some_and(FollowedLobby::is_changed) {
            self.lobby_changed();
        }
        let lives = &self.room.directory.lives;
        let beat = self.lobby.as_mut().and_then(|lobby| lobby.beats(lives));
        beat.iter().for_each(|beat| self.outlet.tell(beat));
    }

    pub(super) fn quick_seat(&self, filter: &LobbyFilter) {
        let table = self.room.quick_seat(self.id(), filter);
        self.outlet.tell(&ToClient::QuickSeat { table });
    }

    pub(super) async fn create_table(&self, command: CommandId, form: TableForm) {
        let Some(user) = self.person.clone() else { return self.refuse(command, Refusal::SignInFirst) };
        let origin = Origin { person: user.id, command, outlet: self.outlet.clone() };
        let room = self.room.clone();
        let made = world::aside(move || {
            let answer = room.create_table(&origin, &user.name, &form);
            origin.answer(answer.clone());
            answer
        });
        match made.await {
            Ok(Answer::Opened { table, .. }) => {
                if let Ok(table) = TableId::new(&table) {
                    host::start_for(&self.room, table);
                }
            }
            Ok(_) => {}
            Err(_) => self.fault(Fault::TryAgain),
        }
    }

    pub(super) async fn host(&self, command: CommandId, table: &str, order: HostOrder) {
        if let HostOrder::Move { player, seat } = order {
            let Ok(player) = PlayerId::new(player) else {
                return self.refuse(command, Refusal::UnknownPlayer);
            };
            return self.aside(command, table, Some(Aside::Move { player, seat }));
        }
        let Some(person) = self.id() else { return self.refuse(command, Refusal::SignInFirst) };
        let Some((table, _)) = self.room.table(table) else {
            return self.refuse(command, Refusal::UnknownTable);
        };
        if let Some(refusal) = self.kept_out(&table) {
            return self.refuse(command, refusal);
        }
        let origin = Origin { person, command, outlet: self.outlet.clone() };
        let room = self.room.clone();
        let done = world::aside(move || {
            let answer = room.order_table(&origin, &table, &order);
            origin.answer(answer);
        });
        if done.await.is_err() {
            self.fault(Fault::TryAgain);
        }
    }

    /// Asks something around a table, for somebody who is anybody.
    fn aside(&self, command: CommandId, table: &str, aside: Option<Aside>) {
        let (Some(person), Some(aside)) = (self.id(), aside) else {
            return self.refuse(command, Refusal::SignInFirst);
        };
        let Some((table, shard)) =
            self.room.table(table).filter(|(name, _)| !gateway::is_table(name.as_str()))
        else {
            return self.refuse(command, Refusal::UnknownTable);
        };
        if let Some(refusal) = self.kept_out(&table) {
            return self.refuse(command, refusal);
        }
        let origin = Origin { person, command, outlet: self.outlet.clone() };
        if shard.send(ToShard::Aside { table, origin, aside }).is_err() {
            self.refuse(command, Refusal::TryAgain);
        }
    }

    pub(super) fn decide(&self, command: CommandId, table: &str, player: u64, accept: bool) {
        let Ok(player) = PlayerId::new(player) else {
            return self.refuse(command, Refusal::UnknownPlayer);
        };
        self.aside(command, table, Some(Aside::Decide { player, accept }));
    }

    pub(super) fn wait_for_seat(&self, command: CommandId, table: &str, wait: bool) {
        let player = self.person.as_ref().map(people::player);
        self.aside(command, table, player.map(|player| Aside::Wait { player, wait }));
    }

    pub(super) fn sheet(&self, table: String) {
        let found = self.room.table(&table).filter(|(name, _)| !gateway::is_table(name.as_str()));
        match found.filter(|(name, _)| self.kept_out(name).is_none()) {
            // A shard that is gone is stopping, and so is this connection.
            Some((table, shard)) => drop(shard.send(ToShard::Sheet { table, outlet: self.outlet.clone() })),
            None => self.fault(Fault::UnknownTable { table }),
        }
    }

    pub(super) fn chat(&self, command: CommandId, table: Option<String>, said: &Said) {
        let Some(user) = &self.person else { return self.refuse(command, Refusal::SignInFirst) };
        let place = match table {
            None => None,
            Some(table) => match self.room.table(&table) {
                Some((name, _)) if self.watched.contains(&name) => Some(name),
                _ => return self.refuse(command, Refusal::UnknownTable),
            },
        };
        let made = place.as_ref().and_then(|table| self.room.tables().made(table));
        let kept_out = place.as_ref().and_then(|table| self.kept_out(table));
        let muted = || self.room.is_muted(user.id).then_some(Refusal::Muted);
        let silenced = || made?.silenced.contains(&user.id).then_some(Refusal::Silenced);
        if let Some(refusal) = kept_out.or_else(muted).or_else(silenced) {
            return self.refuse(command, refusal);
        }
        let key = CommandKey { user: user.id, command: kozyr_store::CommandId(command.0) };
        let now = (self.room.clock().now(), world::instant());
        let guest = user.kind == UserKind::Guest;
        let result = match self.room.talk.say(&place, key, &user.name, said, guest, now) {
            Ok(()) => Answer::Accepted { sequence: 0 },
            Err(reason) => Answer::Refused { reason },
        };
        self.outlet.tell(&ToClient::Answer { command, result });
    }

    /// Hears no more of anything that is said.
    pub(super) fn stop_listening(&self) {
        for table in &self.watched {
            self.room.talk.leave(&Some(table.clone()), self.outlet.id);
        }
        self.room.talk.leave(&None, self.outlet.id);
    }
}
