//! Who signs in, what they have, and what becomes of them when their connections are gone.

use super::channels::{Channel, ChannelId};
use super::timers::Timer;
use super::users::{Key, User};
use super::{Checking, ConnectionId, Output, Want, Work};
use crate::updau::{
    Action, Answer, ChannelRow, Code, Credentials, Currency, Fault, Head, Message, News, Timestamp, Wallet,
    Welcome,
};
use kozyr_chips::{Account, Chips, Transfer};
use kozyr_time::PlayerId;
use std::collections::BTreeSet;

/// Ways to log in that other servers know; here they are not set up.
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
/// This much, unless they say how much.
const PLAY_MONEY: Chips = Chips::new(10_000);

impl Work<'_> {
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
                let uid = self.by_token(&token);
                let uid = uid.ok_or_else(|| Fault::unauthorized("no such token: log in another way"))?;
                self.log_in(connection, uid);
                self.raise_wallet(uid, None);
                Ok(Some(self.welcomed(uid)))
            }
            Credentials::Login { login, password } => {
                if std::mem::replace(&mut self.allowance(connection).checking, true) {
                    return Err(Fault::conflict("a password is being checked already: wait for its answer"));
                }
                let ticket = self.ticket();
                let checking = Checking { connection, head: head.clone() };
                self.checking.insert(ticket, checking);
                self.out.push(Output::Check { ticket, connection, login, password });
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

    /// Signs in the user with this key, who may be new.
    pub(super) fn welcome(
        &mut self,
        connection: ConnectionId,
        key: Key,
        wallet: Option<Chips>,
    ) -> Result<Answer, Fault> {
        let known = self.users.by_key(&key);
        let uid = match known {
            Some(uid) => uid,
            None => {
                self.make_room(connection, Work::admits)?;
                let id = self.room.person(&key);
                let nick = key.nick(id);
                self.newcomer(connection, id, key, nick)
            }
        };
        self.log_in(connection, uid);
        self.raise_wallet(uid, wallet);
        if known.is_none() && !self.users.known(uid).is_demo() {
            // Everybody starts with something to play for at demo tables.
            self.raise_to(uid, &Currency::dem(), PLAY_MONEY);
        }
        Ok(self.welcomed(uid))
    }

    /// Signs in the holder of an account, whose password was right. Their token is good as long as the room keeps the
    /// session it stands for.
    pub(super) fn welcome_account(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        name: &str,
    ) -> Result<Answer, Fault> {
        if self.users.get(player).is_none() {
            self.make_room(connection, |_, _| Ok(()))?;
            self.newcomer(connection, player, Key::Account(player), name.to_owned());
            self.raise_to(player, &Currency::dem(), PLAY_MONEY);
        }
        let user = self.users.known_mut(player);
        name.clone_into(&mut user.nick);
        let mut token = user.token.clone();
        if !self.room.is_signed_in(player, &token) {
            token = self.room.token();
            self.users.renew_token(player, &token);
            self.room.sign_in(player, &token);
        }
        self.log_in(connection, player);
        Ok(self.welcomed(player))
    }

    /// Whose token it is, as long as it is good.
    pub(super) fn by_token(&mut self, token: &str) -> Option<PlayerId> {
        let player = self.users.by_token(token)?;
        let good = !self.users.known(player).has_account() || self.room.is_signed_in(player, token);
        good.then_some(player)
    }

    /// Somebody's sessions were ended: so are their connections, unless theirs is none of those.
    pub(super) fn signed_out(&mut self, player: PlayerId) {
        let Some(user) = self.users.get(player).filter(|user| user.has_account()) else { return };
        let (token, lines) = (user.token.clone(), user.connections.clone());
        if self.room.is_signed_in(player, &token) {
            return;
        }
        for connection in lines {
            self.refuse(connection, Fault::unauthorized("signed out: log in again"));
            self.close(connection);
        }
    }

    /// A newcomer may come. Neither can one connection be a crowd, nor do those who have gone keep others out.
    fn make_room(
        &mut self,
        connection: ConnectionId,
        admits: impl FnOnce(&mut Self, ConnectionId) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let most = self.settings.newcomers_per_connection;
        if self.connections.get(connection).is_none_or(|known| known.newcomers >= most) {
            let many = format!("at most {most} new users sign in on one connection: open another one");
            return Err(Fault::conflict(many));
        }
        admits(self, connection)?;
        let gone_before = Timestamp::from_millis(
            self.now.as_millis().saturating_sub_unsigned(self.settings.timing.keep.get()),
        );
        if self.users.len() >= self.settings.users && !self.users.forget_one(gone_before) {
            return Err(Fault::new(
                Code::Full,
                "as many users are here as there is room for: come back later",
            ));
        }
        Ok(())
    }

    /// The room does not take any number of strangers from one address.
    fn admits(&mut self, connection: ConnectionId) -> Result<(), Fault> {
        let many = || Fault::new(Code::Full, "too many newcomers from there: come back in a little while");
        self.room.admits(connection).then_some(()).ok_or_else(many)
    }

    fn newcomer(&mut self, connection: ConnectionId, id: PlayerId, key: Key, nick: String) -> PlayerId {
        let user = User::new(id, key, nick, self.room.token(), self.now);
        if user.has_account() {
            self.room.sign_in(id, &user.token);
        }
        self.users.insert(user);
        if let Some(known) = self.connections.get_mut(connection) {
            known.newcomers += 1;
        }
        id
    }

    /// A demo user has demo money, always.
    fn raise_wallet(&mut self, uid: PlayerId, wallet: Option<Chips>) {
        let dem = Currency::dem();
        if self.users.known(uid).is_demo() && self.balance(uid, &dem) < POOR {
            self.raise_to(uid, &dem, wallet.unwrap_or(PLAY_MONEY));
        }
    }

    /// Gives a wallet what it lacks; nothing happens when it lacks nothing.
    pub(super) fn raise_to(&mut self, player: PlayerId, currency: &Currency, value: Chips) {
        let amount = value - self.balance(player, currency);
        let currency = currency.of_ledger();
        let (from, to) = (Account::issuance(currency.clone()), Account::wallet(player, currency.clone()));
        if let Ok(transfer) = Transfer::new(from, to, amount) {
            self.given.push((player, currency, amount));
            self.wants.push(Want::Fund(transfer));
        }
    }

    /// What a wallet holds, with what this step gives to it.
    pub(super) fn balance(&self, player: PlayerId, currency: &Currency) -> Chips {
        let currency = currency.of_ledger();
        let given = self.given.iter().filter(|(to, of, _)| *to == player && *of == currency);
        self.room.balance(player, &currency) + given.map(|&(_, _, amount)| amount).sum::<Chips>()
    }

    pub(super) fn wallet(&self, player: PlayerId, currency: &Currency) -> Wallet {
        Wallet::new(currency.clone(), self.balance(player, currency))
    }

    /// DEM and FUN, and whatever else they have.
    pub(super) fn wallets(&self, player: PlayerId) -> Vec<Wallet> {
        let theirs =
            self.room.currencies(player).into_iter().filter_map(|one| Currency::new(&one.to_string()));
        let all: BTreeSet<Currency> = theirs.chain([Currency::dem(), Currency::fun()]).collect();
        let wallets = all.iter().map(|currency| self.wallet(player, currency));
        wallets.filter(|wallet| wallet.currency.is_play_money() || wallet.value.is_positive()).collect()
    }

    fn welcomed(&self, uid: PlayerId) -> Answer {
        let user = self.users.known(uid);
        let row = |(name, &id): (&String, &ChannelId)| {
            let Channel { tag, stage, .. } = self.channel(id);
            (id, ChannelRow { channel: name.clone(), tag: tag.clone(), state: stage.state() })
        };
        let mut channels: Vec<(ChannelId, ChannelRow)> = user.channels.iter().map(row).collect();
        channels.sort_by_key(|&(id, _)| id);
        Answer::Welcome(Box::new(Welcome {
            user: user.info(true),
            wallets: self.wallets(uid),
            channels: channels.into_iter().map(|(_, row)| row).collect(),
        }))
    }

    /// Older connections of the same user are told and stay open. Whoever was signed in here before is not any more, and
    /// their channels are let go of.
    pub(super) fn log_in(&mut self, connection: ConnectionId, uid: PlayerId) {
        let before = self.connections.get(connection).and_then(|known| known.user);
        if before.is_some_and(|before| before != uid) {
            self.log_out(connection);
        }
        let Some(known) = self.connections.get_mut(connection) else { return };
        known.user = Some(uid);
        let older: Vec<ConnectionId> = self.users.known(uid).connections.iter().copied().collect();
        for &other in older.iter().filter(|&&other| other != connection) {
            let elsewhere = Message::Action(Action { channel: None, news: News::Auth });
            self.send(other, elsewhere.encode(self.wire_of(other)));
        }
        let now = self.now;
        self.room.seen(uid);
        self.users.connect(uid, connection, now);
        self.timers.cancel(Timer::Gone(uid));
        if older.is_empty() {
            self.tell_line(uid, true);
        }
    }

    pub(super) fn log_out(&mut self, connection: ConnectionId) {
        let Some(known) = self.connections.get_mut(connection) else { return };
        let (user, attached) = (known.user.take(), std::mem::take(&mut known.attached));
        for id in attached {
            self.channel_mut(id).attached.remove(&connection);
        }
        let Some(uid) = user else { return };
        let now = self.now;
        if self.users.disconnect(uid, connection, now) {
            let keep = self.settings.timing.keep;
            self.timers.set(Timer::Gone(uid), now + keep);
            self.tell_line(uid, false);
        }
    }

    /// A user has been without a connection for long: their channels go, but nobody is sent away from a game. Where there
    /// is no clock to play for them the table does not wait any longer either.
    pub(super) fn gone(&mut self, uid: PlayerId) {
        let Some(user) = self.users.get(uid).filter(|user| user.connections.is_empty()) else { return };
        let channels: Vec<ChannelId> = user.channels.values().copied().collect();
        let mut busy = false;
        for id in channels {
            if self.state(id).is_playing() || self.is_starting(id) {
                busy = true;
            } else {
                self.remove_channel(id);
            }
        }
        if busy {
            let again = self.now + self.settings.timing.keep;
            self.timers.set(Timer::Gone(uid), again);
        }
    }
}
