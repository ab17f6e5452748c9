//! Whose chips they are, and of which money: one vocabulary for tables, tournaments, wallets and the books.

use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;
use kozyr_time::{PlayerId, TableId, TournamentId};

/// A kind of money. Every currency sums to zero by itself, and none is changed into another.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub struct Currency(Kind);

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Kind {
    /// Up to eight letters, the rest zero.
    Code([u8; 8]),
    /// The chips of one tournament, which issues them.
    Tournament(TournamentId),
}

impl Currency {
    /// The room's chips.
    pub const FUN: Currency = Currency(Kind::Code(*b"FUN\0\0\0\0\0"));
    /// Demo money: given anew, good at demo tables only.
    pub const DEM: Currency = Currency(Kind::Code(*b"DEM\0\0\0\0\0"));

    /// The chips that this tournament issues.
    pub const fn of_tournament(tournament: TournamentId) -> Currency {
        Currency(Kind::Tournament(tournament))
    }

    /// The tournament that issues it, if one does.
    pub const fn tournament(&self) -> Option<&TournamentId> {
        match &self.0 {
            Kind::Tournament(tournament) => Some(tournament),
            Kind::Code(_) => None,
        }
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Code(code) => {
                let letters = code.iter().take_while(|&&letter| letter != 0);
                letters.into_iter().try_for_each(|&letter| fmt::Write::write_char(f, letter.into()))
            }
            Kind::Tournament(tournament) => write!(f, "chips/{tournament}"),
        }
    }
}
impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Currency {
    type Err = AccountError;
    fn from_str(text: &str) -> Result<Currency, AccountError> {
        let wrong = || AccountError::Currency(text.to_string());
        if let Some(tournament) = text.strip_prefix("chips/") {
            return tournament.parse().map(Currency::of_tournament).map_err(|_| wrong());
        }
        if !(3..=8).contains(&text.len()) || !text.bytes().all(|b| b.is_ascii_uppercase()) {
            return Err(wrong());
        }
        let mut code = [0; 8];
        code[..text.len()].copy_from_slice(text.as_bytes());
        Ok(Currency(Kind::Code(code)))
    }
}
impl TryFrom<String> for Currency {
    type Error = AccountError;
    fn try_from(text: String) -> Result<Currency, AccountError> {
        text.parse()
    }
}
impl From<Currency> for String {
    fn from(currency: Currency) -> String {
        currency.to_string()
    }
}

/// Who can hold chips.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Owner {
    /// Where a currency comes from; owes all of it.
    Issuance,
    /// The room: its rake, and what it stakes.
    House,
    /// A player's wallet: what they have outside every table.
    Player(PlayerId),
    /// What lies on a table.
    Table(TableId),
    /// What has been paid into a tournament and not out of it.
    Tournament(TournamentId),
}

impl Owner {
    /// May it go below zero? The room stands in for its stakes; players pay with what they have.
    pub const fn may_owe(&self) -> bool {
        matches!(self, Owner::Issuance | Owner::House)
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Owner::Issuance => f.write_str("issuance"),
            Owner::House => f.write_str("house"),
            Owner::Player(player) => write!(f, "player/{player}"),
            Owner::Table(table) => write!(f, "table/{table}"),
            Owner::Tournament(tournament) => write!(f, "tournament/{tournament}"),
        }
    }
}

/// An owner's chips of one currency.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub struct Account {
    /// Whose.
    pub owner: Owner,
    /// Of which money.
    pub currency: Currency,
}

/// Text that names no account.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AccountError {
    /// No currency.
    #[error("{0:?} is no currency: it is 3 to 8 letters A-Z, or chips/TOURNAMENT")]
    Currency(String),
    /// No account.
    #[error(
        "{0:?} is no account: it is OWNER:CURRENCY, the owner issuance, house, player/NUMBER, table/ID or tournament/ID"
    )]
    Account(String),
}

impl Account {
    /// The owner's chips of this currency.
    pub const fn new(owner: Owner, currency: Currency) -> Account {
        Account { owner, currency }
    }

    /// Where the currency comes from.
    pub const fn issuance(currency: Currency) -> Account {
        Account::new(Owner::Issuance, currency)
    }

    /// The room's own.
    pub const fn house(currency: Currency) -> Account {
        Account::new(Owner::House, currency)
    }

    /// What lies on a table.
    pub const fn table(table: TableId, currency: Currency) -> Account {
        Account::new(Owner::Table(table), currency)
    }

    /// A player's wallet.
    pub const fn wallet(player: PlayerId, currency: Currency) -> Account {
        Account::new(Owner::Player(player), currency)
    }

    /// May it go below zero?
    pub const fn may_owe(&self) -> bool {
        self.owner.may_owe()
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.owner, self.currency)
    }
}

impl FromStr for Account {
    type Err = AccountError;
    fn from_str(text: &str) -> Result<Account, AccountError> {
        let wrong = || AccountError::Account(text.to_string());
        let (owner, currency) = text.split_once(':').ok_or_else(wrong)?;
        let currency = currency.parse()?;
        let owner = match owner.split_once('/') {
            None if owner == "issuance" => Owner::Issuance,
            None if owner == "house" => Owner::House,
            Some(("player", number)) => {
                let player = number.parse().ok().and_then(|n| PlayerId::new(n).ok()).ok_or_else(wrong)?;
                // One account has one name: no leading zeros or signs.
                if player.to_string() != number {
                    return Err(wrong());
                }
                Owner::Player(player)
            }
            Some(("table", table)) => Owner::Table(table.parse().map_err(|_| wrong())?),
            Some(("tournament", id)) => Owner::Tournament(id.parse().map_err(|_| wrong())?),
            _ => return Err(wrong()),
        };
        Ok(Account { owner, currency })
    }
}
impl TryFrom<String> for Account {
    type Error = AccountError;
    fn try_from(text: String) -> Result<Account, AccountError> {
        text.parse()
    }
}
impl From<Account> for String {
    fn from(account: Account) -> String {
        account.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn accounts_have_one_name_each() {
        for text in [
            "issuance:FUN",
            "house:DEM",
            "player/0:FUN",
            "player/17:chips/summer-cup",
            "table/holdem-1:FUN",
            "tournament/summer-cup:EUROS",
        ] {
            assert_eq!(text.parse::<Account>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "house",
            "House:FUN",
            "player:FUN",
            "player/+1:FUN",
            "player/01:FUN",
            "player/9007199254740992:FUN",
            "table/:FUN",
            "house:fun",
            "house:FU",
            "house:chips/",
        ] {
            assert!(text.parse::<Account>().is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_an_account_or_refused(
            text in "(issuance|house|player/|table/|tournament/)?[0-9a-z/+-]{0,12}:(FUN|chips/)?[A-Za-z0-9-]{0,9}"
        ) {
            if let Ok(account) = text.parse::<Account>() {
                prop_assert_eq!(account.to_string(), text);
            }
        }
    }
}
