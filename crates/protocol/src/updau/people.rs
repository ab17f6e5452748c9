//! People and their money, as messages name them.

use super::criteria::Currency;
use super::play::{need_seat, seat_of};
use super::{Element, Fault};
use kozyr_card_game::Seat;
use kozyr_chips::Chips;

/// Somebody as others see them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// Their number.
    pub uid: u64,
    /// Their name.
    pub nick: String,
    /// Their level.
    pub level: u32,
    /// Where their picture is.
    pub avatar: Option<String>,
}

impl Person {
    pub(super) fn to_element(&self, name: &'static str) -> Element<'_> {
        let Person { uid, nick, level, avatar } = self;
        let element = Element::new(name).attr("uid", *uid).attr("nick", nick).attr("level", *level);
        element.maybe("avatar", avatar.as_ref())
    }

    pub(super) fn from_element(element: &Element<'_>) -> Result<Person, Fault> {
        Ok(Person {
            uid: element.need_number("uid")?,
            nick: element.get("nick").unwrap_or_default().to_owned(),
            level: element.number("level")?.unwrap_or(0),
            avatar: element.get("avatar").map(str::to_owned),
        })
    }

    pub(super) fn list_in(parent: &Element<'_>, list: &str, name: &str) -> Result<Vec<Person>, Fault> {
        let people = parent.find(list).map(|list| list.all(name).map(Person::from_element).collect());
        people.unwrap_or(Ok(Vec::new()))
    }
}

/// Somebody at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// Who.
    pub person: Person,
    /// Where.
    pub seat: Seat,
    /// Seconds in their time bank when the game began.
    pub time_bank: u64,
    /// Seconds of it they have used.
    pub time_bank_tick: u64,
    /// Their points in the game so far.
    pub points: u16,
}

impl Player {
    pub(super) fn to_element(&self) -> Element<'_> {
        let element = self.person.to_element("player").attr("box", self.seat.index());
        let element = element.attr("timeBank", self.time_bank).attr("timeBankTick", self.time_bank_tick);
        element.maybe("points", (self.points > 0).then_some(self.points))
    }

    pub(super) fn from_element(element: &Element<'_>) -> Result<Player, Fault> {
        Ok(Player {
            person: Person::from_element(element)?,
            seat: need_seat(element, "box")?,
            time_bank: element.number("timeBank")?.unwrap_or(0),
            time_bank_tick: element.number("timeBankTick")?.unwrap_or(0),
            points: element.number("points")?.unwrap_or(0),
        })
    }

    pub(super) fn list(players: &[Player]) -> Element<'_> {
        Element::new("players").children_from(players.iter().map(Player::to_element))
    }

    pub(super) fn list_in(parent: &Element<'_>) -> Result<Vec<Player>, Fault> {
        let players =
            parent.find("players").map(|list| list.all("player").map(Player::from_element).collect());
        players.unwrap_or(Ok(Vec::new()))
    }
}

/// What a user is told about themself, and (without the token) about others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserInfo {
    /// Their number.
    pub uid: u64,
    /// Their name.
    pub nickname: String,
    /// Their level.
    pub lvl: u32,
    /// What they have learnt: one for a game, and more for a won one.
    pub exp: u64,
    /// What they may log in with next time; for themself only.
    pub token: Option<String>,
    /// When they first came, in seconds since 1970.
    pub created: i64,
    /// When they last came, in seconds since 1970.
    pub visited: i64,
}

impl UserInfo {
    pub(super) fn to_element(&self) -> Element<'_> {
        let info = Element::new("userinfo")
            .attr("uid", self.uid)
            .attr("nickname", &self.nickname)
            .attr("lvl", self.lvl)
            .attr("exp", self.exp)
            .maybe("token", self.token.as_ref())
            .attr("created", self.created)
            .attr("visited", self.visited);
        Element::new("user").child(info)
    }

    pub(super) fn from_element(user: &Element<'_>) -> Result<UserInfo, Fault> {
        let info = user.need_child("userinfo")?;
        Ok(UserInfo {
            uid: info.need_number("uid")?,
            nickname: info.get("nickname").unwrap_or_default().to_owned(),
            lvl: info.number("lvl")?.unwrap_or(0),
            exp: info.number("exp")?.unwrap_or(0),
            token: info.get("token").map(str::to_owned),
            created: info.number("created")?.unwrap_or(0),
            visited: info.number("visited")?.unwrap_or(0),
        })
    }
}

/// What is in a wallet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wallet {
    /// The wallet's name, which is its currency.
    pub id: String,
    /// What it holds.
    pub value: Chips,
    /// In which currency.
    pub currency: Currency,
}

impl Wallet {
    /// The wallet of this currency.
    pub fn new(currency: Currency, value: Chips) -> Wallet {
        Wallet { id: currency.as_str().to_owned(), value, currency }
    }

    pub(super) fn to_element(&self) -> Element<'_> {
        let element = Element::new("wallet").attr("id", &self.id).attr("value", self.value.units());
        element.attr("currency", self.currency.as_str())
    }

    pub(super) fn from_element(element: &Element<'_>) -> Result<Wallet, Fault> {
        let currency =
            Currency::new(element.need("currency")?).ok_or_else(|| Fault::bad("no such currency"))?;
        let id = element.get("id").unwrap_or(currency.as_str()).to_owned();
        Ok(Wallet { id, value: Chips::new(element.need_number("value")?), currency })
    }
}

/// Why a wallet changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WalletMove {
    /// A stake was paid.
    Bet,
    /// A win, or a stake that came back.
    Win,
    /// The stake is lost.
    Lose,
}

impl WalletMove {
    /// The word on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            WalletMove::Bet => "BET",
            WalletMove::Win => "WIN",
            WalletMove::Lose => "LOSE",
        }
    }
}

/// A wallet that changed: `<wallet id value type info currency amount/>`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WalletChange {
    /// The wallet as it is now.
    pub wallet: Wallet,
    /// Why.
    pub kind: WalletMove,
    /// By how much.
    pub amount: Chips,
    /// What for: the number of the game.
    pub info: String,
}

impl WalletChange {
    pub(super) fn to_element(&self) -> Element<'_> {
        let element = self.wallet.to_element().attr("type", self.kind.name());
        element.attr("info", &self.info).attr("amount", self.amount.units())
    }

    pub(super) fn from_element(element: &Element<'_>) -> Result<WalletChange, Fault> {
        let kinds = [WalletMove::Bet, WalletMove::Win, WalletMove::Lose];
        let name = element.need("type")?;
        Ok(WalletChange {
            wallet: Wallet::from_element(element)?,
            kind: kinds
                .into_iter()
                .find(|kind| kind.name() == name)
                .ok_or_else(|| Fault::bad("type of wallet"))?,
            amount: Chips::new(element.need_number("amount")?),
            info: element.get("info").unwrap_or_default().to_owned(),
        })
    }
}

/// `<box id place points win/>`: how somebody did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// Who.
    pub seat: Seat,
    /// 1 for winners and in a draw, −1 for the loser.
    pub place: i8,
    /// Their points.
    pub points: u16,
    /// What they are paid.
    pub win: Chips,
    /// How many cards they were left with, at the end of a party.
    pub count: Option<u8>,
}

impl Score {
    pub(super) fn to_element(self) -> Element<'static> {
        let element = Element::new("box").attr("id", self.seat.index()).attr("place", i64::from(self.place));
        element.attr("points", self.points).attr("win", self.win.units()).maybe("count", self.count)
    }

    pub(super) fn from_element(element: &Element<'_>) -> Result<Score, Fault> {
        let seat = seat_of(element, "id")?.ok_or_else(|| Fault::bad("box has no id"))?;
        Ok(Score {
            seat,
            place: element.need_number("place")?,
            points: element.need_number("points")?,
            win: Chips::new(element.number("win")?.unwrap_or(0)),
            count: element.number("count")?,
        })
    }
}
