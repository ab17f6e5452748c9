//! The entrance: who comes in, how he is known again, and what becomes of him when his connections are gone.

use super::channels::{Channel, ChannelId, Stage};
use super::timers::Timer;
use super::users::Key;
use super::{Checking, ConnectionId, House, Output};
use crate::updau::{
    Action, Answer, ChannelRow, Code, Credentials, Currency, Fault, Head, Message, News, Welcome,
};
use kozyr_chips::Chips;

/// Ways to log in that other houses know; here they are not set up.
const SOCIAL: [&str; 14] = [
    "vk",
    "vkontakte",
    "ok",
    "odnoklassniki",
    "mm",
    "mailru",
    "fb",
    "facebook",
    "google",
    "gp",
    "apple",
    "yandex",
    "telegram",
    "twitter",
];

/// A demo user with less than this is given play money.
const POOR: Chips = Chips::new(1_000);
/// This much, unless he says how much.
const PLAY_MONEY: Chips = Chips::new(10_000);
impl House {
    pub(super) fn auth(
        &mut self,
        connection: ConnectionId,
        head: &Head,
        credentials: Credentials,
    ) -> Result<Option<Answer>, Fault> {
        match credentials {
            Credentials::Demo { cookie, wallet } => {
                self.welcome(connection, Key::Demo(cookie), wallet.map(Chips::new)).map(Some)
            }
            Credentials::Device { kind, id } => {
                self.welcome(connection, Key::Device(kind, id), None).map(Some)
            }
            Credentials::Token(token) => {
                let uid = self.users.by_token(&token);
                let uid = uid.ok_or_else(|| Fault::unauthorized("no such token: log in another way"))?;
                self.log_in(connection, uid);
                self.raise_wallets(uid, None);
                Ok(Some(self.welcomed(uid)))
            }
            Credentials::Login { login, password } => {
                let known = self.connections.get_mut(&connection);
                let known = known.ok_or_else(|| Fault::unauthorized("the connection is gone"))?;
                if std::mem::replace(&mut known.checking, true) {
                    return Err(Fault::conflict("a password is being checked already: wait for its answer"));
                }
                let ticket = self.number();
                let checking = Checking { connection, head: head.clone(), login: login.clone() };
                self.checking.insert(ticket, checking);
                self.out.push(Output::Check { ticket, login, password });
                Ok(None)
            }
            Credentials::Other(kind) if SOCIAL.contains(&kind.as_str()) => {
                let text =
                    format!("logging in by {kind} is not configured here: use demo, device, lp or token");
                Err(Fault::new(Code::NotConfigured, text))
            }
            Credentials::Other(kind) => {
                Err(Fault::unauthorized(format!("type {kind} is not known: use demo, device, lp or token")))
            }
        }
    }

    /// Logs in the user with this key, who may be new.
    pub(super) fn welcome(
        &mut self,
        connection: ConnectionId,
        key: Key,
        wallet: Option<Chips>,
    ) -> Result<Answer, Fault> {
        let known = self.users.by_key(&key).is_some();
        let chance = &mut self.chance;
        let uid = self.users.enter(key, self.now, self.settings.users, || chance.secret())?;
        self.log_in(connection, uid);
        self.raise_wallets(uid, wallet);
        if !known && !self.users.known(uid).is_demo {
            // Everybody starts with something to play for.
            for currency in [Currency::dem(), Currency::fun()] {
                self.bank.raise_to(uid, &currency, PLAY_MONEY);
            }
        }
        Ok(self.welcomed(uid))
    }

    fn raise_wallets(&mut self, uid: u64, wallet: Option<Chips>) {
        if !self.users.known(uid).is_demo {
            return;
        }
        for currency in [Currency::dem(), Currency::fun()] {
            if self.bank.balance(uid, &currency) < POOR {
                self.bank.raise_to(uid, &currency, wallet.unwrap_or(PLAY_MONEY));
            }
        }
    }

    fn welcomed(&self, uid: u64) -> Answer {
        let user = self.users.known(uid);
        let row = |(name, &id): (&String, &ChannelId)| {
            let Channel { tag, stage, .. } = self.channel(id);
            (id, ChannelRow { channel: name.clone(), tag: tag.clone(), state: stage.state() })
        };
        let mut channels: Vec<(ChannelId, ChannelRow)> = user.channels.iter().map(row).collect();
        channels.sort_by_key(|&(id, _)| id);
        Answer::Welcome(Box::new(Welcome {
            user: user.info(true),
            wallets: self.bank.wallets(uid),
            channels: channels.into_iter().map(|(_, row)| row).collect(),
        }))
    }

    /// His older connections are told and stay open.
    pub(super) fn log_in(&mut self, connection: ConnectionId, uid: u64) {
        let before = self.connections.get(&connection).and_then(|known| known.user);
        if before.is_some_and(|before| before != uid) {
            self.log_out(connection);
        }
        let Some(known) = self.connections.get_mut(&connection) else { return };
        known.user = Some(uid);
        let older: Vec<ConnectionId> = self.users.known(uid).connections.iter().copied().collect();
        for other in older.into_iter().filter(|&other| other != connection) {
            let elsewhere = Message::Action(Action { channel: None, news: News::Auth });
            self.send(other, elsewhere.encode(self.wire_of(other)));
        }
        self.users.known_mut(uid).connections.insert(connection);
        self.users.visit(uid, self.now);
        self.timers.cancel(Timer::Gone(uid));
    }

    pub(super) fn log_out(&mut self, connection: ConnectionId) {
        let Some(known) = self.connections.get_mut(&connection) else { return };
        let (user, attached) = (known.user.take(), std::mem::take(&mut known.attached));
        for id in attached {
            self.channel_mut(id).attached.remove(&connection);
        }
        let Some(uid) = user else { return };
        let user = self.users.known_mut(uid);
        user.connections.remove(&connection);
        if user.connections.is_empty() {
            self.timers.set(Timer::Gone(uid), self.now + self.settings.timing.keep);
        }
    }

    /// A user has been without a connection for long: his channels go, but nobody is sent away from a game.
    /// Where there is no clock to play for him he surrenders.
    pub(super) fn gone(&mut self, uid: u64) {
        if !self.users.known(uid).connections.is_empty() {
            return;
        }
        let channels: Vec<ChannelId> = self.users.known(uid).channels.values().copied().collect();
        for &id in &channels {
            if let Stage::Game { table, seat } | Stage::Leave { table, seat } = self.channel(id).stage {
                self.surrender_unclocked(table, seat);
            }
        }
        let mut playing = false;
        for id in channels {
            if self.state(id).is_playing() {
                playing = true;
            } else {
                self.remove_channel(id);
            }
        }
        if playing {
            self.timers.set(Timer::Gone(uid), self.now + self.settings.timing.keep);
        }
    }
}
