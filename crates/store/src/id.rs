//! Names and numbers of what is stored.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The name of a stream of events: `table/7`, `tournament/12`. Cheap to clone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StreamId(Arc<str>);

/// Text that names nothing the store could keep.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NameError {
    /// A stream's name is short and plain.
    #[error("{0:?} is no stream name: use 1 to 64 of the characters a-z, 0-9, '-' and '/'")]
    Stream(String),
    /// An account is one of the few kinds there are.
    #[error("{0:?} is no account: it is mint, house, wallet/USER or escrow/STREAM")]
    Account(String),
    /// A user's number is one that every JSON reader holds exactly.
    #[error("{0} is no user number: it is from 0 to 2^53 - 1")]
    User(u64),
}

impl StreamId {
    /// A stream of this name.
    pub fn new(name: &str) -> Result<StreamId, NameError> {
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'/';
        if (1..=64).contains(&name.len()) && name.bytes().all(plain) {
            Ok(StreamId(name.into()))
        } else {
            Err(NameError::Stream(name.to_owned()))
        }
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for StreamId {
    type Err = NameError;
    fn from_str(name: &str) -> Result<StreamId, NameError> {
        StreamId::new(name)
    }
}
impl fmt::Display for StreamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
impl fmt::Debug for StreamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Which ownership of a stream this is. Every claim is one higher, and only the latest may append.
/// Zero: nobody has claimed the stream yet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Epoch(pub u64);

/// The number of an event in its stream. The first is 1; 0 is "before all of them".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Sequence(pub u64);

impl Sequence {
    /// Before the first event.
    pub const START: Sequence = Sequence(0);

    /// So many events further on.
    pub const fn plus(self, events: usize) -> Sequence {
        Sequence(self.0 + events as u64)
    }
}

/// A person or a bot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UserId(u64);

impl UserId {
    /// The largest number: 2⁵³ − 1, which every JSON reader holds exactly.
    pub const MAX: u64 = (1 << 53) - 1;

    /// The user of this number.
    pub const fn new(number: u64) -> Result<UserId, NameError> {
        if number <= UserId::MAX { Ok(UserId(number)) } else { Err(NameError::User(number)) }
    }

    /// The number.
    pub const fn get(self) -> u64 {
        self.0
    }
}

/// The id that a client gave its command; the same one again means the same command again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CommandId(pub u128);

/// Whose command it is: clients choose their ids freely, so one user's say nothing about another's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CommandKey {
    /// Who sent it.
    pub user: UserId,
    /// Under which id.
    pub command: CommandId,
}

/// Where chips can be.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Account {
    /// Where play money comes from; owes all of it.
    Mint,
    /// The room: its rake, and what it stakes.
    House,
    /// What a user has outside every table.
    Wallet(UserId),
    /// What lies on a table or in a tournament.
    Escrow(StreamId),
}

impl Account {
    /// May it go below zero? The room stands in for its stakes, players pay with what they have.
    pub const fn may_owe(&self) -> bool {
        matches!(self, Account::Mint | Account::House)
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Account::Mint => f.write_str("mint"),
            Account::House => f.write_str("house"),
            Account::Wallet(user) => write!(f, "wallet/{}", user.0),
            Account::Escrow(stream) => write!(f, "escrow/{stream}"),
        }
    }
}

impl FromStr for Account {
    type Err = NameError;
    fn from_str(text: &str) -> Result<Account, NameError> {
        let wrong = || NameError::Account(text.to_owned());
        match text.split_once('/') {
            None if text == "mint" => Ok(Account::Mint),
            None if text == "house" => Ok(Account::House),
            Some(("wallet", number)) => {
                let user = number.parse().ok().and_then(|n| UserId::new(n).ok()).ok_or_else(wrong)?;
                // One account has one name: no leading zeros or signs.
                if user.0.to_string() == number { Ok(Account::Wallet(user)) } else { Err(wrong()) }
            }
            Some(("escrow", stream)) => StreamId::new(stream).map(Account::Escrow).map_err(|_| wrong()),
            _ => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn accounts_have_one_name_each() {
        for text in ["mint", "house", "wallet/0", "wallet/17", "escrow/table/3", "escrow/mint"] {
            assert_eq!(text.parse::<Account>().unwrap().to_string(), text);
        }
        for text in
            ["", "Mint", "wallet", "wallet/", "wallet/+1", "wallet/01", "wallet/9007199254740992", "escrow/"]
        {
            assert_eq!(text.parse::<Account>(), Err(NameError::Account(text.to_owned())));
        }
    }

    #[test]
    fn stream_names_are_short_and_plain() {
        assert!(StreamId::new(&"x".repeat(64)).is_ok());
        for name in [&"x".repeat(65), "", "Table/1", "стол", "a b", "a\0"] {
            assert_eq!(StreamId::new(name), Err(NameError::Stream(name.to_owned())));
        }
    }

    proptest! {
        #[test]
        fn any_text_is_an_account_or_refused(text in "(mint|house|wallet/|escrow/)?[0-9a-z/+-]{0,20}") {
            if let Ok(account) = text.parse::<Account>() {
                prop_assert_eq!(account.to_string(), text);
            }
        }
    }
}
