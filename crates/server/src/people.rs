//! Who is there: guests in one click, known again by a token. Everything in here waits for the store.

use crate::names;
use crate::tournament::FIRST_PERSON;
use crate::world;
use kozyr_chips::Chips;
use kozyr_protocol::room::{Answer, Language};
use kozyr_store::{
    Account, Append, AppendError, CommandDigest, CommandId, CommandKey, CommandReceipt, Currency,
    PeopleChange, Refused, Session, Store, TokenDigest, Transfer, Unavailable, User, UserKind,
};
use kozyr_table::Player;
use kozyr_time::{Millis, PlayerId, Timestamp, WallTime};

/// How long a session lasts when it is not used.
pub(crate) const SESSION: Millis = Millis::from_secs(90 * 24 * 60 * 60);

/// Why nobody came in.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotIn {
    #[error("a name has 1 to {} characters that can be seen", names::LONGEST)]
    BadName,
    #[error(transparent)]
    Store(#[from] Unavailable),
    #[error(transparent)]
    Append(#[from] AppendError),
    #[error("the wallet of {user:?} is damaged: it holds {balance}")]
    Damaged { user: PlayerId, balance: Chips },
    #[error("they may not come in at the moment")]
    Banned,
    #[error("the operating system gives no randomness: {0}")]
    Randomness(#[from] getrandom::Error),
}

/// A new guest with a token and play money from the mint. `distinct` makes a name that is nobody else's of a
/// proper one.
pub(crate) fn new_guest(
    store: &dyn Store,
    (now, today): (Timestamp, WallTime),
    name: Option<&str>,
    language: Language,
    gift: Chips,
    distinct: &mut dyn FnMut(PlayerId, &str) -> String,
) -> Result<(User, String), NotIn> {
    let mut number = [0; 8];
    world::fill(&mut number)?;
    // The small numbers are the house's own.
    let number = (u64::from_le_bytes(number) & PlayerId::MAX).max(FIRST_PERSON);
    let name = match name {
        Some(name) => names::proper(name).ok_or(NotIn::BadName)?,
        None => match language {
            Language::Ru => format!("Гость {}", number % 9000 + 1000),
            Language::En => format!("Guest {}", number % 9000 + 1000),
        },
    };
    let id = PlayerId::new(number).expect("masked to the largest number");
    let name = distinct(id, &name);
    let user = User::new(id, name, UserKind::Guest, today);
    let token = new_token()?;
    let session = Session::new(digest(&token), id, today, SESSION);
    let append = Append {
        at: now,
        people: vec![PeopleChange::Create(user.clone()), PeopleChange::StartSession(session)],
        transfers: Transfer::new(Account::issuance(Currency::FUN), Account::wallet(id, Currency::FUN), gift)
            .into_iter()
            .collect(),
        ..Append::default()
    };
    match store.append(append) {
        Ok(()) => Ok((user, token)),
        // Two guests with one number of 2⁵³: the next one will do.
        Err(AppendError::Refused(Refused::UserExists(_))) => {
            new_guest(store, (now, today), Some(&user.name), language, gift, distinct)
        }
        Err(error) => Err(error.into()),
    }
}

/// Who has this token, and the session it is for. A session that is used lasts on.
pub(crate) fn known(
    store: &dyn Store,
    today: WallTime,
    token: &str,
) -> Result<Option<(User, Session)>, NotIn> {
    let Some(session) = store.touch_session(&digest(token), today, SESSION)? else { return Ok(None) };
    let Some(user) = store.user(session.user)? else { return Ok(None) };
    if user.banned_until.is_some_and(|until| today < until) {
        return Err(NotIn::Banned);
    }
    Ok(Some((user, session)))
}

/// A token nobody can guess: 256 random bits.
pub(crate) fn new_token() -> Result<String, getrandom::Error> {
    let mut token = [0u8; 32];
    world::fill(&mut token)?;
    Ok(token.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The id of a command that nobody else gives.
pub(crate) fn new_command() -> Result<u128, getrandom::Error> {
    let mut id = [0u8; 16];
    world::fill(&mut id)?;
    Ok(u128::from_le_bytes(id))
}

/// What somebody has outside every table.
pub(crate) fn wallet(store: &dyn Store, user: PlayerId) -> Result<Chips, Unavailable> {
    store.balance(&Account::wallet(user, Currency::FUN))
}

/// So often a day a person's wallet is filled up.
const REFILLS: u8 = 5;

/// Why a wallet was not filled up.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoRefill {
    #[error("there is enough in the wallet and at tables")]
    Enough,
    #[error("this was asked before, and carried out")]
    Repeated(Box<CommandReceipt>),
    #[error("something else was asked under this id")]
    OtherCommand,
    #[error("the wallet was filled up {REFILLS} times today")]
    Tomorrow,
    #[error(transparent)]
    Failed(#[from] NotIn),
}

/// Tells a refill from another command under the same id.
const REFILL: CommandDigest = CommandDigest(0x72_65_66_69_6c_6c);

/// How low a person's chips have to be, and what their wallet is filled up to then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RefillRule {
    /// With less than this nobody sits down anywhere.
    pub(crate) least: Chips,
    /// What the wallet holds afterwards.
    pub(crate) gift: Chips,
}

impl RefillRule {
    /// What is in somebody's wallet, and whether it would be filled up. `out` says what they have elsewhere.
    pub(crate) fn look(
        &self,
        store: &dyn Store,
        user: PlayerId,
        out: &dyn Fn() -> Chips,
    ) -> Result<(Chips, bool), Unavailable> {
        // What goes to a table is announced before it leaves the wallet, and what comes back until it has arrived: of two looks
        // at what is out, with one at the wallet between them, one sees it.
        let before = out();
        let wallet = wallet(store, user)?;
        let out = before.max(out());
        Ok((wallet, wallet + out < self.least && wallet < self.gift))
    }
}

/// What a command under this id was answered that was carried out.
pub(crate) fn refilled_before(store: &dyn Store, key: CommandKey) -> Result<(), NoRefill> {
    match store.receipt(&key).map_err(NotIn::from)? {
        None => Ok(()),
        Some(receipt) if receipt.digest == REFILL => Err(NoRefill::Repeated(Box::new(receipt))),
        Some(_) => Err(NoRefill::OtherCommand),
    }
}

/// Play money costs nothing: whoever has too little for every table is given more, so often a day. The receipts of a day's
/// refills have names of their own: whoever asks twice at once, or after a restart, is not given more often.
pub(crate) fn ask_refill(
    store: &dyn Store,
    (now, today): (Timestamp, WallTime),
    key: CommandKey,
    rule: RefillRule,
    out: &dyn Fn() -> Chips,
) -> Result<Chips, NoRefill> {
    let (user, gift) = (key.user, rule.gift);
    let (balance, lacking) = rule.look(store, user, out).map_err(NotIn::from)?;
    if !lacking {
        return Err(NoRefill::Enough);
    }
    let transfer =
        Transfer::new(Account::issuance(Currency::FUN), Account::wallet(user, Currency::FUN), gift - balance);
    let accepted = Answer::Accepted { sequence: 0 };
    let answer = serde_json::to_vec(&accepted).expect("an answer can be written").into();
    let asked = CommandReceipt { key, digest: REFILL, answer };
    for nth in 0..REFILLS {
        let key = CommandKey { user, command: refill_id(today, nth) };
        let receipt = CommandReceipt { key, digest: CommandDigest(0), answer: Vec::new().into() };
        let transfers = transfer.clone().into_iter().collect();
        let receipts = vec![receipt, asked.clone()];
        let append = Append { at: now, transfers, receipts, ..Append::default() };
        match store.append(append) {
            Ok(()) => return Ok(gift),
            Err(AppendError::Refused(Refused::Repeated(_) | Refused::OtherCommand(_))) => {}
            Err(error) => return Err(NotIn::from(error).into()),
        }
    }
    Err(NoRefill::Tomorrow)
}

/// The name of a person's refill on this day.
fn refill_id(today: WallTime, nth: u8) -> CommandId {
    const DAY: i64 = 24 * 60 * 60 * 1000;
    let hash = blake3::hash(format!("refill {} {nth}", today.as_millis().div_euclid(DAY)).as_bytes());
    let mut id = [0; 16];
    id.copy_from_slice(&hash.as_bytes()[..16]);
    CommandId(u128::from_le_bytes(id))
}

/// A bot's wallet that is nearly empty is filled up again.
pub(crate) fn refill(
    store: &dyn Store,
    now: Timestamp,
    user: PlayerId,
    least: Chips,
    gift: Chips,
) -> Result<Chips, NotIn> {
    let balance = wallet(store, user)?;
    if balance.is_negative() {
        // The store lets no wallet owe anything: somebody else has been at the file.
        return Err(NotIn::Damaged { user, balance });
    }
    if balance >= least || balance >= gift {
        return Ok(balance);
    }
    let transfers =
        Transfer::new(Account::issuance(Currency::FUN), Account::wallet(user, Currency::FUN), gift - balance)
            .into_iter()
            .collect();
    store.append(Append { at: now, transfers, ..Append::default() })?;
    Ok(gift)
}

/// A bot of the house, made when it is not there yet.
pub(crate) fn bot(store: &dyn Store, today: WallTime, number: u64, name: &str) -> Result<User, NotIn> {
    let id = PlayerId::new(number).expect("bots have small numbers");
    if let Some(user) = store.user(id)? {
        return Ok(user);
    }
    let user = User::new(id, name, UserKind::Bot, today);
    match store.append(Append { people: vec![PeopleChange::Create(user.clone())], ..Append::default() }) {
        // Every table asks for its bots as the room opens: another one was quicker.
        Err(AppendError::Refused(Refused::UserExists(_))) => Ok(store.user(id)?.unwrap_or(user)),
        Err(error) => Err(error.into()),
        Ok(_) => Ok(user),
    }
}

/// The person as tables know them.
pub(crate) fn player(user: &User) -> Player {
    Player { id: user.id, name: user.name.as_str().into(), bot: user.kind == UserKind::Bot }
}

/// Tokens are 256 random bits, so a plain digest tells nothing about them.
pub(crate) fn digest(token: &str) -> TokenDigest {
    TokenDigest(*blake3::hash(token.as_bytes()).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use kozyr_store::MemoryStore;

    #[test]
    fn tables_that_ask_for_the_same_bot_at_once_all_get_it() {
        let store = MemoryStore::new().unwrap();
        let together = std::sync::Barrier::new(4);
        for number in 1..=40 {
            std::thread::scope(|scope| {
                for _ in 0..4 {
                    scope.spawn(|| {
                        together.wait();
                        bot(&store, WallTime::from_millis(0), number, "Vera").unwrap();
                    });
                }
            });
        }
    }

    #[test]
    fn a_guest_is_known_by_their_token_until_it_runs_out() {
        let store = MemoryStore::new().unwrap();
        let now = Timestamp::from_millis(1_800_000_000_000);
        let today = WallTime::from_millis(1_900_000_000_000);
        let gift = Chips::new(500);
        let mut same = |_, name: &str| name.to_owned();
        let (user, token) =
            new_guest(&store, (now, today), Some(" Ann "), Language::En, gift, &mut same).unwrap();
        let unseen = new_guest(&store, (now, today), Some("A\u{200b}nn"), Language::En, gift, &mut same);
        assert!(matches!(unseen, Err(NotIn::BadName)));
        assert_eq!((user.name.as_str(), wallet(&store, user.id).unwrap()), ("Ann", gift));
        assert_eq!(known(&store, today, &token).unwrap().map(|(user, _)| user), Some(user.clone()));
        assert_eq!(known(&store, today, "nonsense").unwrap(), None);
        // Whoever comes now and then never loses their name and chips; whoever stays away does.
        let month = Millis::from_secs(30 * 24 * 60 * 60);
        let year = (0..12).fold(today, |day, _| {
            assert!(known(&store, day, &token).unwrap().is_some());
            day + month
        });
        assert_eq!(known(&store, year + SESSION, &token).unwrap(), None);
        assert_eq!(refill(&store, now, user.id, Chips::new(500), gift).unwrap(), gift);
        let most = Chips::new(900);
        assert_eq!(
            refill(&store, now, user.id, most, Chips::new(100)).unwrap(),
            gift,
            "nothing is taken away"
        );
        assert_eq!(refill(&store, now, user.id, most, most).unwrap(), most);
        assert_eq!(wallet(&store, user.id).unwrap(), most);
        let spend = |chips: Chips| {
            let (from, to) = (Account::wallet(user.id, Currency::FUN), Account::issuance(Currency::FUN));
            let transfers = Transfer::new(from, to, chips).into_iter().collect();
            store.append(Append { at: now, transfers, ..Append::default() }).unwrap();
        };
        let (out, asked) = (std::cell::Cell::new(Chips::ZERO), std::cell::Cell::new(0));
        let ask = |day| {
            let command = CommandId(asked.replace(asked.get() + 1));
            let key = CommandKey { user: user.id, command };
            ask_refill(&store, (now, day), key, RefillRule { least: gift, gift }, &|| out.get())
        };
        assert!(matches!(ask(today), Err(NoRefill::Enough)));
        spend(most);
        out.set(gift);
        assert!(matches!(ask(today), Err(NoRefill::Enough)), "they have enough elsewhere");
        out.set(gift - Chips::new(1));
        for _ in 0..REFILLS {
            assert_eq!(ask(today).unwrap(), gift);
            spend(gift);
        }
        let key = |command| CommandKey { user: user.id, command: CommandId(command) };
        assert!(refilled_before(&store, key(0)).is_ok(), "what was refused was not carried out");
        assert!(matches!(refilled_before(&store, key(2)), Err(NoRefill::Repeated(_))));
        assert!(matches!(ask(today), Err(NoRefill::Tomorrow)), "not for ever");
        assert_eq!(wallet(&store, user.id).unwrap(), Chips::ZERO);
        assert_eq!(ask(today + Millis::from_secs(24 * 60 * 60)).unwrap(), gift);
        let (other, _) = new_guest(&store, (now, today), None, Language::Ru, gift, &mut same).unwrap();
        assert!(other.name.starts_with("Гость ") && other.id != user.id);
        let sum: Chips = store.accounts().unwrap().into_iter().map(|(_, chips)| chips).sum();
        assert_eq!(sum, Chips::ZERO);
    }

    /// A store in which somebody else always writes the same a moment before.
    struct Crowded(MemoryStore);

    impl kozyr_store::WrapStore for Crowded {
        fn inner(&self) -> &dyn Store {
            &self.0
        }

        fn submit(&self, append: Append, ticket: kozyr_store::Ticket, lane: &kozyr_store::Lane) {
            self.0.append(append.clone()).unwrap();
            self.0.submit(append, ticket, lane);
        }
    }

    #[test]
    fn a_bot_that_two_tables_ask_for_at_once_comes_to_both() {
        let store = Crowded(MemoryStore::new().unwrap());
        let vera = bot(&store, WallTime::default(), 7, "Vera").unwrap();
        assert_eq!(store.user(vera.id).unwrap(), Some(vera));
    }
}
