//! Requests: who asks, about which channel, and everything one can ask without playing.

use super::channels::{Channel, ChannelId, Stage};
use super::{Asked, Asks, ConnectionId, TableInput, Want, Work};
use crate::updau::{
    Answer, Catalogue, Census, Command, Fault, Head, Lang, State, TypeCount, mode_named, type_name,
};
use kozyr_durak::Mode;
use kozyr_time::PlayerId;
use std::collections::BTreeSet;

/// So many users are listed by name.
const LISTED: usize = 100;
/// So many profiles are answered at once.
const PROFILES: usize = 50;

impl Work<'_> {
    /// Does what a request asks. `None` when the response comes later.
    pub(super) fn obey(
        &mut self,
        connection: ConnectionId,
        head: &mut Head,
        command: Command,
    ) -> Result<Option<Answer>, Fault> {
        let answer = match command {
            Command::Ping(text) => Answer::Text(text),
            Command::Ver => {
                Answer::Version { version: self.settings.version.clone(), build: self.settings.build.clone() }
            }
            Command::Games { lang } => Answer::Games(Catalogue::durak(Lang::of(lang.as_deref()))),
            Command::Auth(credentials) => return self.auth(connection, head, credentials),
            Command::Users => Answer::Census(self.census(LISTED)),
            Command::Online => Answer::Census(self.census(0)),
            Command::Open { token, tag } => self.open(connection, head, token.as_deref(), tag)?,
            Command::GetWallet { currency } => {
                let uid = self.user_of(connection)?;
                Answer::Wallets(match currency {
                    Some(currency) => vec![self.wallet(uid, &currency)],
                    None => self.wallets(uid),
                })
            }
            Command::GetProfile { users } => self.profiles(self.user_of(connection)?, &users)?,
            Command::GetStat { game_type } => {
                self.records(self.user_of(connection)?, game_type.as_deref())?
            }
            Command::TableInfo { table } => {
                self.user_of(connection)?;
                Answer::Table(Box::new(self.table_details(table)?))
            }
            other => {
                let id = self.channel_of(connection, head)?;
                self.asking = Some((connection, id));
                return self.obey_on_channel(connection, head, id, other);
            }
        };
        Ok(Some(answer))
    }

    /// Who is logged in here?
    fn user_of(&self, connection: ConnectionId) -> Result<PlayerId, Fault> {
        let known = self.connections.get(connection).and_then(|known| known.user);
        known.ok_or_else(|| Fault::unauthorized("nobody is logged in on this connection: send auth first"))
    }

    /// The channel the request is about, which has to be open on this connection.
    fn channel_of(&self, connection: ConnectionId, head: &Head) -> Result<ChannelId, Fault> {
        let uid = self.user_of(connection)?;
        let name = head.channel.as_ref().ok_or_else(|| Fault::missing("pub"))?;
        let no_such = || Fault::not_found("no such channel: open one first");
        let &id = self.users.known(uid).channels.get(name).ok_or_else(no_such)?;
        if !self.channel(id).attached.contains(&connection) {
            return Err(Fault::conflict(
                "the channel is not open on this connection: send open with its pub",
            ));
        }
        Ok(id)
    }

    fn open(
        &mut self,
        connection: ConnectionId,
        head: &mut Head,
        token: Option<&str>,
        tag: Option<String>,
    ) -> Result<Answer, Fault> {
        let here = self.connections.get(connection).and_then(|known| known.user);
        let by_token = token.map(|token| self.by_token(token));
        let uid = match (here, by_token) {
            (_, Some(None)) => return Err(Fault::unauthorized("no such token: send auth for a new one")),
            (Some(uid), Some(Some(owner))) if owner != uid => {
                return Err(Fault::unauthorized("the token is another user's than the one logged in here"));
            }
            (Some(uid), _) | (None, Some(Some(uid))) => uid,
            (None, None) => self.user_of(connection)?,
        };
        let (id, fresh) = match &head.channel {
            Some(name) => {
                let id = self.users.known(uid).channels.get(name);
                let id = *id.ok_or_else(|| Fault::not_found("no such channel: open one without pub"))?;
                (id, false)
            }
            None => (self.new_channel(uid)?, true),
        };
        if here.is_none() {
            self.log_in(connection, uid);
        }
        let channel = self.channel_mut(id);
        channel.attached.insert(connection);
        if tag.is_some() {
            channel.tag = tag;
        }
        head.channel = Some(channel.name.clone());
        if let Some(known) = self.connections.get_mut(connection) {
            known.attached.insert(id);
        }
        let startup = if fresh { self.wallets(uid) } else { Vec::new() };
        Ok(Answer::State { status: Box::new(self.status(id)), startup })
    }

    /// A new channel in `free`; the oldest idle one goes when there are too many.
    fn new_channel(&mut self, uid: PlayerId) -> Result<ChannelId, Fault> {
        let user = self.users.known(uid);
        if user.channels.len() >= self.settings.channels_per_user {
            let idle = |id: &ChannelId| self.state(*id).is_idle();
            let oldest = user.channels.values().copied().filter(idle).min();
            let busy = || Fault::conflict("all of your channels are busy: leave something first");
            self.remove_channel(oldest.ok_or_else(busy)?);
        }
        let name = self.room.channel();
        let id = self.number();
        let channel = Channel {
            name: name.clone(),
            owner: uid,
            tag: None,
            stage: Stage::Free,
            attached: BTreeSet::new(),
        };
        let before = self.users.known_mut(uid).channels.insert(name, id);
        assert!(before.is_none(), "a channel has a name of its own");
        self.channels.insert(id, channel);
        Ok(id)
    }

    /// Brings the channel to `free`, and then to an end.
    pub(super) fn remove_channel(&mut self, id: ChannelId) {
        self.vacate(id);
        let Some(channel) = self.channels.remove(id) else { return };
        self.users.known_mut(channel.owner).channels.remove(&channel.name);
        for connection in channel.attached {
            if let Some(known) = self.connections.get_mut(connection) {
                known.attached.remove(&id);
            }
        }
    }

    pub(super) fn detach(&mut self, connection: ConnectionId, id: ChannelId) -> Answer {
        self.channel_mut(id).attached.remove(&connection);
        if let Some(known) = self.connections.get_mut(connection) {
            known.attached.remove(&id);
        }
        Answer::Ok
    }

    fn census(&self, names: usize) -> Census {
        let mut census = Census {
            connections: self.connections.len(),
            online: self.users.online().len(),
            users: self.users.online().take(names).map(super::users::User::person).collect(),
            types: Vec::new(),
        };
        for mode in Mode::ALL {
            let tables = self.companies.values().filter(|company| company.criteria.mode == mode);
            let (mut players, mut watchers) = (0, 0);
            for table in tables {
                players += table.taken();
                watchers += table.watchers.len();
            }
            census.types.push(TypeCount { name: type_name(mode).to_owned(), players, watchers });
        }
        census
    }

    fn profiles(&self, uid: PlayerId, users: &[u64]) -> Result<Answer, Fault> {
        let own = [uid.get()];
        let asked = if users.is_empty() { &own[..] } else { users };
        let info = |&id: &u64| {
            let user = PlayerId::new(id)
                .ok()
                .and_then(|id| self.users.get(id))
                .ok_or_else(|| Fault::not_found(format!("no such user: {id}")))?;
            Ok(user.info(false))
        };
        let infos: Result<Vec<_>, Fault> = asked.iter().take(PROFILES).map(info).collect();
        infos.map(Answer::Profiles)
    }

    fn records(&self, uid: PlayerId, game_type: Option<&str>) -> Result<Answer, Fault> {
        let modes = match game_type {
            None => Mode::ALL.to_vec(),
            Some(name) => {
                let mode = mode_named(name);
                vec![mode.ok_or_else(|| Fault::not_found("type is one of those `games` lists"))?]
            }
        };
        let user = self.users.known(uid);
        Ok(Answer::Records(modes.into_iter().map(|mode| user.record(mode)).collect()))
    }

    /// Does what a request about an open channel asks.
    fn obey_on_channel(
        &mut self,
        connection: ConnectionId,
        head: &Head,
        id: ChannelId,
        command: Command,
    ) -> Result<Option<Answer>, Fault> {
        let answer = match command {
            Command::Game(play) => return self.play(connection, head, id, play),
            Command::Return => return self.come_back(connection, head, id),
            Command::GameOver => return self.surrender(connection, head, id),
            Command::Leave if self.state(id) == State::Game => return self.go_away(connection, head, id),
            Command::Detach => Ok(self.detach(connection, id)),
            _ if self.is_starting(id) => Err(Fault::conflict("the game is about to begin")),
            Command::Find(wish) => self.find(id, *wish),
            Command::FindCancel => self.find_cancel(id),
            Command::Begin => self.begin(id),
            Command::Create(wish) => self.create(id, &wish),
            Command::Join { table, seat, stack } => self.join(id, table, seat, stack),
            Command::TakePlace { table, seat } => self.take_place(id, table, seat),
            Command::TakeTurn { table } => self.take_turn(id, table),
            Command::SitDown => self.sit_down(id),
            Command::Subscribe { room, filter } => self.subscribe(id, &room, filter),
            Command::Unsubscribe => self.unsubscribe(id),
            Command::Watch { table } => self.watch(id, table),
            Command::Unwatch => self.unwatch(id),
            Command::Leave => self.leave(id),
            Command::Revanche => self.revanche(id),
            Command::RevancheCancel => self.revanche_cancel(id),
            Command::ChatJoin { room } => self.chat_join(id, &room),
            Command::ChatMsg(text) => self.chat_msg(id, &text),
            Command::ChatLeave => self.chat_leave(id),
            Command::Ping(_)
            | Command::Ver
            | Command::Games { .. }
            | Command::Auth(_)
            | Command::Users
            | Command::Online
            | Command::Open { .. }
            | Command::GetWallet { .. }
            | Command::GetProfile { .. }
            | Command::GetStat { .. }
            | Command::TableInfo { .. } => unreachable!("answered before"),
        };
        answer.map(Some)
    }

    /// Is its game about to begin? Then it is too late to change one's mind.
    pub(super) fn is_starting(&self, id: ChannelId) -> bool {
        match self.channel(id).stage {
            Stage::Begin { proposal } | Stage::OkBegin { proposal } => {
                self.proposals.get(proposal).is_some_and(|proposal| proposal.company.is_some())
            }
            Stage::TakePlace { table, .. }
            | Stage::Revanche { table, .. }
            | Stage::OkRevanche { table, .. } => self.company(table).is_starting(),
            _ => false,
        }
    }

    /// Asks the room's table for something; the request is answered by what comes of it.
    pub(super) fn ask_table(
        &mut self,
        connection: ConnectionId,
        head: &Head,
        (channel, company): (ChannelId, u64),
        what: Asks,
        input: TableInput,
    ) {
        let ticket = self.ticket();
        self.asked.insert(ticket, Asked { connection, head: head.clone(), channel, what });
        let table = self.company(company).table.clone();
        self.wants.push(Want::Ask { table, ticket: Some(ticket), input: Box::new(input) });
    }

    /// Brings a channel to `free` from wherever it is, unless it plays.
    pub(super) fn vacate(&mut self, id: ChannelId) {
        match self.state(id) {
            State::Free => {}
            State::Game | State::Leave => unreachable!("nobody is taken out of a game"),
            State::Subscribed => self.leave_room(id),
            State::Find => self.leave_queue(id),
            State::Begin | State::OkBegin => self.decline(id),
            State::Revanche | State::OkRevanche | State::TakePlace | State::TakeTurn => self.leave_table(id),
            State::Watch => self.leave_watchers(id),
            State::Chat => self.leave_chat(id),
        }
    }
}
