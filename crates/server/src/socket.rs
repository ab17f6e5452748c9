//! A connection: bytes in, messages out.

mod aside;
mod evening;

use crate::callers::Source;
use crate::chore::Chore;
use crate::directory::TableName;
use crate::limit::{MessageLimit, Verdict};
use crate::lobby::{FollowedLobby, Looker};
use crate::names::Claim;
use crate::outlet::{Inlet, Outlet, Watcher, outlet};
use crate::people::{self, NoRefill, NotIn};
use crate::presence::{Control, Present};
use crate::room::Inner;
use crate::service::{Origin, digest, stored_answer};
use crate::shard::ToShard;
use crate::tournament;
use crate::upgrade::Socket;
use crate::want::Want;
use crate::world;
use futures_util::{SinkExt, StreamExt};
use kozyr_protocol::room::{
    Answer, CommandId, Fault, Language, LobbyFilter, LobbyTable, LobbyTournament, PROTOCOL, Refusal,
    ToClient, ToServer, TournamentForm, TournamentStart, You, read,
};
use kozyr_store::{CommandKey, Scope, Session, User, UserKind};
use kozyr_time::{PlayerId, TimeSource, TournamentId};
use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

/// Tables one connection may look at.
const TABLES: usize = 16;
/// A client that has not said hello by then has something else in mind.
const HELLO: Duration = Duration::from_secs(10);
/// Between pings, and how long nothing may be heard at all.
const PING: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(65);
/// How long a write may take: then the client is gone, or as good as.
const WRITE: Duration = Duration::from_secs(10);
/// The close code of a connection whose session has ended: it comes back as nobody.
const SIGNED_OUT: u16 = 4001;
/// How a connection ends that sends far more than may come.
const FLOOD: End = (CloseCode::Policy, "flood");

/// What is known of a connection before it has said anything.
pub(crate) struct Arrival {
    /// Where it comes from.
    pub(crate) from: Source,
    /// The session's token from the request's cookie, for a page that says none.
    pub(crate) cookie: Option<String>,
    /// What links begin with that others are to open, if not with the address it came by.
    pub(crate) site: Option<String>,
}

pub(crate) struct Connection {
    room: Arc<Inner>,
    from: Source,
    outlet: Outlet,
    person: Option<User>,
    /// Keeps the person's name theirs.
    name: Option<Claim>,
    /// What the session may do.
    scope: Scope,
    /// The session's token from the request's cookie, for a page that says none.
    cookie: Option<String>,
    /// What links begin with that others are to open, if not with the address it came by.
    site: Option<String>,
    /// Lets the session's end find this connection.
    present: Option<Present>,
    control: mpsc::UnboundedSender<Control>,
    greeted: bool,
    watched: Vec<TableName>,
    followed: Vec<TournamentId>,
    /// The lobby, when it is followed.
    lobby: Option<FollowedLobby>,
    /// The private tables whose link this connection came by.
    admitted: BTreeSet<TableName>,
    /// Evenings that are looked at, as they were asked for.
    evenings: Vec<String>,
    limit: MessageLimit,
}

/// Why a connection ends, as a close code and a word.
pub(crate) type End = (CloseCode, &'static str);

/// Serves a connection until it ends.
pub(crate) async fn serve(mut socket: Socket, room: Arc<Inner>, arrival: Arrival) {
    let (outlet, mut inlet) = outlet();
    let (control, mut told) = mpsc::unbounded_channel();
    let from = arrival.from;
    let mut connection = Connection::new(room.clone(), arrival, outlet.clone(), control);
    let end = connection.talk(&mut socket, &mut inlet, &mut told).await;
    room.leave(outlet.id);
    connection.stop_listening();
    if !connection.evenings.is_empty() {
        room.evenings().unfollow(outlet.id);
    }
    if end == Some(FLOOD) {
        room.callers.flooded(from);
    }
    if let Some((code, reason)) = end {
        let close = Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }));
        // A client that does not take its farewell is gone all the same.
        let _ = timeout(Duration::from_secs(1), socket.send(close)).await;
    }
}

impl Connection {
    /// Somebody who has not said anything yet.
    pub(crate) fn new(
        room: Arc<Inner>,
        Arrival { from, cookie, site }: Arrival,
        outlet: Outlet,
        control: mpsc::UnboundedSender<Control>,
    ) -> Connection {
        let limit = MessageLimit::new(room.config().haste, world::instant());
        Connection {
            room,
            from,
            outlet,
            person: None,
            name: None,
            scope: Scope::Full,
            cookie,
            site,
            present: None,
            control,
            greeted: false,
            watched: Vec::new(),
            followed: Vec::new(),
            lobby: None,
            admitted: BTreeSet::new(),
            evenings: Vec::new(),
            limit,
        }
    }

    /// Until the client goes (`None`) or has to (why).
    ///
    /// What comes often is asked first, and what is waited for all the time is made once: a busy connection goes round
    /// this loop with every message.
    async fn talk(
        &mut self,
        socket: &mut Socket,
        inlet: &mut Inlet,
        told: &mut mpsc::UnboundedReceiver<Control>,
    ) -> Option<End> {
        let mut stop = self.room.stopping();
        let stopping = async { drop(stop.wait_for(|stopping| *stopping).await) };
        let overrun = inlet.overrun.clone();
        let overrun = overrun.notified();
        // When to look whether the client is still there; first, whether it has said hello.
        let look = tokio::time::sleep(HELLO);
        tokio::pin!(stopping, overrun, look);
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                biased;
                line = inlet.lines.recv() => write_all(socket, line?, inlet).await.ok()?,
                frame = socket.next() => {
                    heard = Instant::now();
                    match frame? {
                        Ok(Message::Text(text)) => {
                            // Boxed, so that a connection that waits does not hold what carrying a message out needs.
                            if let Err(end) = Box::pin(self.receive(text.as_str())).await {
                                flush(socket, inlet).await.ok()?;
                                return Some(end);
                            }
                        }
                        Ok(Message::Binary(_)) => return Some((CloseCode::Unsupported, "text only")),
                        Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => {}
                        Ok(Message::Close(_)) => return None,
                        Err(error) => return unreadable(&error),
                    }
                }
                Some(control) = told.recv() => match control {
                    Control::Changed(user) => {
                        self.person = Some(*user);
                        Box::pin(self.welcome(None)).await;
                    }
                    Control::End(why) => {
                        flush(socket, inlet).await.ok()?;
                        return Some((CloseCode::Library(SIGNED_OUT), why));
                    }
                },
                () = lobby_news(&mut self.lobby) => self.lobby_news(),
                () = &mut overrun => return Some((CloseCode::Policy, "too slow: connect again")),
                () = &mut look => {
                    if !self.greeted {
                        return Some((CloseCode::Policy, "no hello"));
                    }
                    if heard.elapsed() > SILENCE {
                        return Some((CloseCode::Away, "nothing heard"));
                    }
                    let ping = Message::Ping(Default::default());
                    timeout(WRITE, socket.send(ping)).await.ok()?.ok()?;
                    look.as_mut().reset(tokio::time::Instant::now() + PING);
                }
                () = &mut stopping => {
                    self.outlet.tell(&ToClient::Error { fault: Fault::Stopping });
                    flush(socket, inlet).await.ok()?;
                    return Some((CloseCode::Restart, "restarting"));
                }
            }
        }
    }

    fn fault(&self, fault: Fault) {
        self.outlet.tell(&ToClient::Error { fault });
    }

    /// Takes a message in. Waits for nothing but the store.
    pub(crate) async fn receive(&mut self, text: &str) -> Result<(), End> {
        match self.limit.admit(world::instant()) {
            Verdict::Read => {}
            Verdict::Skip { tell } => {
                if tell {
                    self.fault(Fault::TooFast);
                }
                return Ok(());
            }
            Verdict::Flood => return Err(FLOOD),
        }
        let message = match read(text) {
            Ok(message) => message,
            Err(error) => {
                self.fault(Fault::Unreadable { detail: error.detail() });
                return Ok(());
            }
        };
        if !self.greeted && !matches!(message, ToServer::Hello { .. }) {
            self.fault(Fault::HelloFirst);
            return Ok(());
        }
        self.handle(message).await
    }

    async fn handle(&mut self, message: ToServer) -> Result<(), End> {
        if let (Scope::Read, Some(command)) = (self.scope, message.command()) {
            let result = Answer::Refused { reason: Refusal::ReadOnly };
            self.outlet.tell(&ToClient::Answer { command, result });
            return Ok(());
        }
        match message {
            ToServer::Hello { protocol, token, .. } => return self.hello(protocol, token).await,
            ToServer::Guest { name, language } => self.guest(name, language).await,
            ToServer::Lobby => self.lobby().await,
            ToServer::FollowLobby { filter } => self.follow_lobby(filter).await,
            ToServer::UnfollowLobby => self.unfollow_lobby(),
            ToServer::QuickSeat { filter } => self.quick_seat(&filter),
            ToServer::Enter { table, secret } => self.enter(table, &secret),
            ToServer::CreateTable { command, form } => self.create_table(command, *form).await,
            ToServer::Host { command, table, order } => self.host(command, &table, order).await,
            ToServer::Decide { command, table, player, accept } => {
                self.decide(command, &table, player, accept);
            }
            ToServer::WaitForSeat { command, table, wait } => self.wait_for_seat(command, &table, wait),
            ToServer::Sheet { table } => self.sheet(table),
            ToServer::Chat { command, table, said } => self.chat(command, table, &said),
            ToServer::Watch { table, have } => self.watch(&table, have),
            ToServer::Unwatch { table } => self.unwatch(table),
            ToServer::Ping { echo } => self.outlet.tell(&ToClient::Pong { echo }),
            ToServer::Refill { command } => self.refill(command).await,
            ToServer::Sit { command, table, seat, buy_in, wait } => {
                let player = self.person.as_ref().map(people::player);
                let sit = player.map(|player| Want::Sit { player, seat, buy_in, wait });
                self.command(command, &table, sit).await;
            }
            ToServer::AddChips { command, table, amount } => {
                self.command(command, &table, Some(Want::AddChips(amount))).await;
            }
            ToServer::SitOut { command, table } => self.command(command, &table, Some(Want::SitOut)).await,
            ToServer::SitIn { command, table, wait } => {
                self.command(command, &table, Some(Want::SitIn { wait })).await;
            }
            ToServer::Leave { command, table } => self.command(command, &table, Some(Want::Leave)).await,
            ToServer::Act { command, table, turn, action } => {
                self.command(command, &table, Some(Want::Act { turn, action })).await;
            }
            ToServer::Say { command, table, word } => {
                self.command(command, &table, Some(Want::Say(word))).await;
            }
            ToServer::Follow { tournament } => self.follow(&tournament),
            ToServer::Unfollow { tournament } => self.unfollow(tournament),
            ToServer::Wish { command, tournament, wish } => {
                let player = self.person.as_ref().map(people::player);
                self.at_tournament(command, &tournament, |tournament, origin| {
                    let player = player?;
                    Some(ToShard::Wish { tournament, origin, player, wish })
                });
            }
            ToServer::Direct { command, tournament, order } => {
                self.at_tournament(command, &tournament, |tournament, origin| {
                    Some(ToShard::Direct { tournament, origin, order, admin: false })
                });
            }
            ToServer::CreateTournament { command, form, starts, bots } => {
                self.create(command, *form, starts, bots).await;
            }
            ToServer::CheckTournament { form } => self.check(*form).await,
            ToServer::Export { .. }
            | ToServer::OpenEvening { .. }
            | ToServer::Evenings
            | ToServer::FollowEvening { .. }
            | ToServer::Screen { .. }
            | ToServer::UnfollowEvenings
            | ToServer::Report { .. } => self.evening(message).await,
            ToServer::TournamentPreset { preset } => match tournament::preset(&preset) {
                Some(form) => self.check(form).await,
                None => self.fault(Fault::UnknownTournament { tournament: preset }),
            },
        }
        Ok(())
    }

    async fn hello(&mut self, protocol: u32, token: Option<String>) -> Result<(), End> {
        if protocol != PROTOCOL {
            self.fault(Fault::AnotherProtocol { protocol: PROTOCOL });
            return Err((CloseCode::Policy, "another protocol"));
        }
        if let (Some(token), None) = (token.or_else(|| self.cookie.take()), &self.person) {
            let room = self.room.clone();
            let known = world::aside(move || room.known(&token)).await;
            match known {
                Ok(Ok(None)) => {}
                Ok(Ok(Some((user, session, claim)))) => {
                    if !self.come_in(user, &session, claim).await {
                        return Ok(());
                    }
                }
                Ok(Err(NotIn::Banned)) => self.fault(Fault::Banned),
                failed => {
                    self.failed(&failed);
                    return Ok(());
                }
            }
        }
        self.greeted = true;
        self.welcome(None).await;
        self.watch_again();
        Ok(())
    }

    /// The connection is somebody's from here on, unless their session has ended meanwhile; false when that is not known.
    async fn come_in(&mut self, user: User, session: &Session, claim: Claim) -> bool {
        let (id, token) = (self.outlet.id, session.token);
        let present = self.room.presence.come(id, user.id, token, self.control.clone());
        // Whoever ends the session from now on finds the socket; whoever did before has left no session.
        let room = self.room.clone();
        match world::aside(move || room.is_signed_in(&token)).await {
            Ok(Ok(true)) => {
                (self.person, self.name, self.scope) = (Some(user), Some(claim), session.scope);
                self.present = Some(present);
                true
            }
            Ok(Ok(false)) => true,
            failed => {
                self.failed(&failed);
                false
            }
        }
    }

    async fn guest(&mut self, name: Option<String>, language: Language) {
        if self.person.is_some() {
            return self.fault(Fault::SignedInAlready);
        }
        if !self.room.may_create_guest(self.from) {
            return self.fault(Fault::RoomFull);
        }
        let room = self.room.clone();
        let made = world::aside(move || room.new_guest(name.as_deref(), language)).await;
        match made {
            Ok(Ok((user, token, name))) => {
                let (id, session) = (self.outlet.id, people::digest(&token));
                self.present = Some(self.room.presence.come(id, user.id, session, self.control.clone()));
                (self.person, self.name) = (Some(user), Some(name));
                self.welcome(Some(token)).await;
                self.watch_again();
            }
            Ok(Err(NotIn::BadName)) => self.fault(Fault::BadName),
            failed => self.failed(&failed),
        }
    }

    /// They may be somebody now: at the tables too.
    fn watch_again(&mut self) {
        for tournament in self.followed.clone() {
            self.follow(tournament.as_str());
        }
        for evening in self.evenings.clone() {
            self.follow_evening(&evening);
        }
        for table in self.watched.clone() {
            self.watch(table.as_str(), None);
        }
        if self.lobby.is_some() {
            self.room.talk.join(&None, &self.outlet, self.id());
            self.lobby_changed();
        }
    }

    async fn welcome(&self, token: Option<String>) {
        let you = match self.person.clone() {
            None => None,
            Some(user) => {
                let room = self.room.clone();
                let seated_at = room.directory.seats_of(user.id);
                let id = user.id;
                let wallet = world::aside(move || room.wallet(id)).await;
                match wallet {
                    Ok(Ok((wallet, refill))) => {
                        let account = user.kind == UserKind::Member;
                        Some(You { id: id.get(), name: user.name, wallet, seated_at, refill, account })
                    }
                    failed => return self.failed(&failed),
                }
            }
        };
        let clock = self.room.clock();
        let (now, pace) = (clock.now().as_millis(), clock.pace());
        let site = self.site.clone();
        self.outlet.tell(&ToClient::Welcome { protocol: PROTOCOL, now, pace, you, token, site });
    }

    async fn lobby(&self) {
        let looker = Looker { person: self.id(), admitted: &self.admitted };
        let tables = self.room.lobby_for(&looker, &LobbyFilter::default());
        self.tell_lobby(&tables, self.room.directory.tournaments()).await;
    }

    async fn tell_lobby(&self, tables: &[Arc<LobbyTable>], tournaments: Vec<LobbyTournament>) {
        let tables = self.room.directory.lives.told(tables.iter().map(|table| &**table));
        let bounds = Some(self.room.config().table_limits.bounds());
        let refill = match self.id() {
            None => None,
            Some(person) => {
                let room = self.room.clone();
                let wallet = world::aside(move || room.wallet(person)).await;
                wallet.ok().and_then(Result::ok).and_then(|(_, refill)| refill)
            }
        };
        self.outlet.tell(&ToClient::Lobby { tables, tournaments, refill, bounds });
    }

    async fn refill(&self, command: CommandId) {
        let answer = |result| self.outlet.tell(&ToClient::Answer { command, result });
        let refuse = |reason| answer(Answer::Refused { reason });
        let Some(user) = self.id() else { return refuse(Refusal::SignInFirst) };
        let (room, from) = (self.room.clone(), self.from);
        let key = CommandKey { user, command: kozyr_store::CommandId(command.0) };
        match world::aside(move || room.refill(key, from)).await {
            Ok(Ok(chips)) => {
                self.outlet.tell(&ToClient::Wallet { chips });
                answer(Answer::Accepted { sequence: 0 });
            }
            Ok(Err(NoRefill::Enough)) => refuse(Refusal::EnoughChips { least: self.room.least() }),
            Ok(Err(NoRefill::Tomorrow)) => refuse(Refusal::NoMoreRefills),
            Ok(Err(NoRefill::Repeated(receipt))) => answer(stored_answer(&receipt)),
            Ok(Err(NoRefill::OtherCommand)) => refuse(Refusal::TryAgain),
            failed => {
                tracing::error!(?failed, "a wallet could not be filled up");
                refuse(Refusal::TryAgain);
            }
        }
    }

    fn failed(&self, failure: &dyn std::fmt::Debug) {
        tracing::error!(?failure, "somebody could not be let in");
        self.fault(Fault::TryAgain);
    }

    fn watch(&mut self, table: &str, have: Option<u64>) {
        let Some((name, shard)) = self.room.table(table) else {
            return self.fault(Fault::UnknownTable { table: table.to_owned() });
        };
        if self.kept_out(&name).is_some() {
            self.watched.retain(|watched| *watched != name);
            return self.fault(Fault::UnknownTable { table: table.to_owned() });
        }
        if !self.watched.contains(&name) {
            if self.watched.len() >= TABLES {
                return self.fault(Fault::TooManyTables { most: TABLES as u32 });
            }
            self.watched.push(name.clone());
        }
        let watcher = Watcher { outlet: self.outlet.clone(), person: self.id() };
        self.room.talk.join(&Some(name.clone()), &self.outlet, self.id());
        // A shard that is gone is stopping, and so is this connection.
        let _ = shard.send(ToShard::Watch { table: name, watcher, have });
    }

    fn unwatch(&mut self, table: String) {
        self.watched.retain(|name| name.as_str() != table);
        if let Some((name, shard)) = self.room.table(&table) {
            self.room.talk.leave(&Some(name.clone()), self.outlet.id);
            let _ = shard.send(ToShard::Unwatch { table: name, connection: self.outlet.id });
        }
        self.outlet.tell(&ToClient::Unwatched { table });
    }

    fn follow(&mut self, tournament: &str) {
        let Some((id, shard)) = self.room.tournament(tournament) else {
            return self.fault(Fault::UnknownTournament { tournament: tournament.to_owned() });
        };
        if !self.followed.contains(&id) {
            if self.followed.len() >= TABLES {
                return self.fault(Fault::TooManyTables { most: TABLES as u32 });
            }
            self.followed.push(id.clone());
        }
        let watcher = Watcher { outlet: self.outlet.clone(), person: self.id() };
        // A shard that is gone is stopping, and so is this connection.
        let _ = shard.send(ToShard::Follow { tournament: id, watcher, brief: false });
    }

    fn unfollow(&mut self, tournament: String) {
        self.followed.retain(|id| id.as_str() != tournament);
        if let Some((id, shard)) = self.room.tournament(&tournament) {
            let _ = shard.send(ToShard::Unfollow { tournament: id, connection: self.outlet.id });
        }
        self.outlet.tell(&ToClient::Unfollowed { tournament });
    }

    /// Asks a tournament something, for somebody who is anybody.
    fn at_tournament(
        &self,
        command: CommandId,
        tournament: &str,
        message: impl FnOnce(TournamentId, Origin) -> Option<ToShard>,
    ) {
        let refuse = |reason| {
            self.outlet.tell(&ToClient::Answer { command, result: Answer::Refused { reason } });
        };
        let Some(person) = self.id() else { return refuse(Refusal::SignInFirst) };
        let Some((id, shard)) = self.room.tournament(tournament) else {
            return refuse(Refusal::UnknownTournament);
        };
        let origin = Origin { person, command, outlet: self.outlet.clone() };
        if message(id, origin).is_none_or(|message| shard.send(message).is_err()) {
            refuse(Refusal::TryAgain);
        }
    }

    async fn create(&self, command: CommandId, form: TournamentForm, starts: TournamentStart, bots: u32) {
        let Some(person) = self.id() else {
            let result = Answer::Refused { reason: Refusal::SignInFirst };
            return self.outlet.tell(&ToClient::Answer { command, result });
        };
        let (room, origin) = (self.room.clone(), Origin { person, command, outlet: self.outlet.clone() });
        let made = world::aside(move || {
            let answer = room.create_tournament(&origin, &form, starts, bots);
            origin.answer(answer);
        });
        if made.await.is_err() {
            self.fault(Fault::TryAgain);
        }
    }

    /// Who is at the other end.
    pub(crate) fn id(&self) -> Option<PlayerId> {
        self.person.as_ref().map(|user| user.id)
    }

    async fn command(&self, command: CommandId, table: &str, want: Option<Want>) {
        let refuse = |reason| {
            let result = Answer::Refused { reason };
            self.outlet.tell(&ToClient::Answer { command, result });
        };
        let (Some(person), Some(want)) = (self.id(), want) else { return refuse(Refusal::SignInFirst) };
        let Ok(name) = TableName::new(table) else { return refuse(Refusal::UnknownTable) };
        let origin = Origin { person, command, outlet: self.outlet.clone() };
        let reason = match (self.room.tables().way_to(table), self.kept_out(&name)) {
            (Some((table, shard)), None) => {
                if shard.send(ToShard::Command { table, origin, want }).is_err() {
                    refuse(Refusal::TryAgain);
                }
                return;
            }
            (_, refusal) => refusal.unwrap_or(Refusal::UnknownTable),
        };
        // What was carried out is answered as it was, also to somebody who may not come in any more.
        let chore = Chore::Receipt { origin, digest: digest(&name, &want), reason };
        let room = self.room.clone();
        if world::aside(move || drop(chore.run(room.store()))).await.is_err() {
            refuse(Refusal::TryAgain);
        }
    }
}

/// Waits for news of a lobby that is followed.
async fn lobby_news(lobby: &mut Option<FollowedLobby>) {
    match lobby {
        Some(lobby) => lobby.news().await,
        None => std::future::pending().await,
    }
}

/// A frame that could not be read: too large, one of far too many, or no WebSocket at all.
fn unreadable(error: &Error) -> Option<End> {
    match error {
        Error::Capacity(_) => Some((CloseCode::Size, "message too long")),
        Error::Io(error) if error.kind() == ErrorKind::QuotaExceeded => Some(FLOOD),
        Error::Io(_) | Error::ConnectionClosed | Error::AlreadyClosed => None,
        _ => Some((CloseCode::Protocol, "unreadable")),
    }
}

type Gone = ();

/// Writes the line and whatever else is ready, and flushes once.
async fn write_all(socket: &mut Socket, first: Utf8Bytes, inlet: &mut Inlet) -> Result<(), Gone> {
    let writing = async {
        socket.feed(Message::Text(first)).await?;
        while let Ok(line) = inlet.lines.try_recv() {
            socket.feed(Message::Text(line)).await?;
        }
        socket.flush().await
    };
    timeout(WRITE, writing).await.map_err(drop)?.map_err(drop)
}

/// Writes what is ready, if anything is.
async fn flush(socket: &mut Socket, inlet: &mut Inlet) -> Result<(), Gone> {
    match inlet.lines.try_recv() {
        Ok(line) => write_all(socket, line, inlet).await,
        Err(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The size of what a function of these arguments returns.
    fn size_of_returned<A, B, C, F>(_: impl FnOnce(A, B, C) -> F) -> usize {
        size_of::<F>()
    }

    /// Thousands of connections do nothing most of the time: what a message needs is there only while it is carried out.
    #[test]
    fn a_connection_that_waits_is_small() {
        let size = size_of_returned(serve);
        assert!(size <= 3 * 1024, "a connection that waits holds {size} bytes");
    }
}
