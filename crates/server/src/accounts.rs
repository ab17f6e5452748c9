//! Accounts: a guest with a name of their own and a password. Everything in here waits for the store.

use crate::names;
use crate::people::{self, NotIn, SESSION};
use crate::room::Inner;
use crate::world;
use kozyr_store::{
    Account, Append, AppendError, Credentials, PeopleChange, Refused, Scope, Session, TokenDigest, Transfer,
    User, UserKind,
};
use kozyr_time::{Millis, PlayerId, TimeSource, WallTime};

/// Sessions and tokens one person may have at a time.
const MAX_SESSIONS: usize = 50;
/// How long a program's token lasts when it is not used.
const TOKEN: Millis = Millis::from_secs(365 * 24 * 60 * 60);

/// Why something about an account was not done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoAccount {
    #[error("a name has 1 to {} characters that can be seen", names::LONGEST)]
    BadName,
    #[error("the name is too much like another's")]
    NameTaken,
    #[error("they are an account already")]
    Already,
    #[error("they are a guest")]
    Guest,
    #[error("something of theirs lies on a table or in a tournament")]
    Seated,
    #[error("they have {MAX_SESSIONS} sessions")]
    TooManySessions,
    #[error("the code is not the one of now")]
    WrongCode,
    #[error("there is no such session")]
    UnknownSession,
    #[error(transparent)]
    Failed(#[from] NotIn),
}

impl From<AppendError> for NoAccount {
    fn from(error: AppendError) -> NoAccount {
        match error {
            AppendError::Refused(Refused::NameTaken(_)) => NoAccount::NameTaken,
            AppendError::Refused(Refused::CredentialsChanged(_)) => NoAccount::WrongCode,
            error => NotIn::Append(error).into(),
        }
    }
}

impl From<getrandom::Error> for NoAccount {
    fn from(error: getrandom::Error) -> NoAccount {
        NotIn::from(error).into()
    }
}

impl From<kozyr_store::Unavailable> for NoAccount {
    fn from(error: kozyr_store::Unavailable) -> NoAccount {
        NotIn::Store(error).into()
    }
}

/// A recovery code as it is shown, once: 125 random bits in five groups of letters and digits that are not mistaken for
/// each other.
pub(crate) fn recovery_code() -> Result<String, NotIn> {
    const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    let mut bytes = [0; 25];
    world::fill(&mut bytes)?;
    let groups = bytes.chunks(5);
    let text =
        groups.map(|group| group.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect());
    Ok(text.collect::<Vec<String>>().join("-"))
}

/// What is kept of a code, however it is typed.
pub(crate) fn code_digest(code: &str) -> TokenDigest {
    let typed =
        code.chars().filter(|c| c.is_alphanumeric()).take(100).map(|c| match c.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            c => c,
        });
    people::digest(&format!("recovery {}", typed.collect::<String>()))
}

/// What others may know a session by: no token follows from it.
pub(crate) fn session_id(token: &TokenDigest) -> String {
    token.0[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A label as it is kept: what can be seen of it, cut to fit.
pub(crate) fn label(text: &str) -> String {
    let mut label = String::new();
    for c in text.chars().filter(|c| !c.is_control()) {
        if label.len() + c.len_utf8() > Session::MAX_LABEL_BYTES {
            break;
        }
        label.push(c);
    }
    label.trim().to_owned()
}

impl Inner {
    fn today(&self) -> WallTime {
        self.calendar().now()
    }

    fn change(&self, people: Vec<PeopleChange>) -> Result<(), NoAccount> {
        Ok(self.store().append(Append { at: self.clock().now(), people, ..Append::default() })?)
    }

    fn user(&self, id: PlayerId) -> Result<User, NoAccount> {
        self.store().user(id)?.ok_or(NoAccount::Guest)
    }

    /// A name that is free for this person, as it is written.
    fn free_name(&self, id: PlayerId, name: &str) -> Result<(String, Vec<String>), NoAccount> {
        let name = names::proper(name).ok_or(NoAccount::BadName)?;
        let looks = names::looks(&name);
        for look in &looks {
            if self.store().member(look)?.is_some_and(|holder| holder != id) {
                return Err(NoAccount::NameTaken);
            }
        }
        Ok((name, looks.to_vec()))
    }

    /// Could an account be called this? Whoever is here by that name may still be in the way.
    pub(crate) fn check_free(&self, name: &str) -> Result<(), NoAccount> {
        let name = names::proper(name).ok_or(NoAccount::BadName)?;
        for look in names::looks(&name) {
            if self.store().member(&look)?.is_some() {
                return Err(NoAccount::NameTaken);
            }
        }
        Ok(())
    }

    /// Takes a name for somebody, does what makes it durable, and gives the old one back when that fails.
    fn under_name(
        &self,
        user: &User,
        name: &str,
        write: impl FnOnce() -> Result<(), NoAccount>,
    ) -> Result<User, NoAccount> {
        let seated = |id: PlayerId| self.directory.has_stake(id);
        if !self.names().take(user.id, name, world::instant(), seated) {
            return Err(NoAccount::NameTaken);
        }
        if let Err(error) = write() {
            self.names().take(user.id, &user.name, world::instant(), seated);
            return Err(error);
        }
        let user = self.user(user.id)?;
        self.presence.changed(&user);
        Ok(user)
    }

    /// A guest becomes an account. Number, chips, seats, sessions and history stay what they are.
    pub(crate) fn sign_up(
        &self,
        id: PlayerId,
        name: &str,
        password: String,
    ) -> Result<(User, String), NoAccount> {
        let user = self.user(id)?;
        if user.kind != UserKind::Guest {
            return Err(NoAccount::Already);
        }
        let (name, looks) = self.free_name(id, name)?;
        let code = recovery_code()?;
        let credentials = Credentials { password, recovery: code_digest(&code) };
        let joined = self.under_name(&user, &name, || {
            let joined =
                self.change(vec![PeopleChange::Join { user: id, name: name.clone(), looks, credentials }]);
            match joined {
                // Twice at once, over two connections.
                Err(NoAccount::Failed(NotIn::Append(AppendError::Refused(Refused::WrongKind(_))))) => {
                    Err(NoAccount::Already)
                }
                other => other,
            }
        })?;
        Ok((joined, code))
    }

    /// Another name, that could be taken for nobody else's.
    pub(crate) fn rename(&self, id: PlayerId, name: &str) -> Result<User, NoAccount> {
        let user = self.user(id)?;
        let (name, looks) = self.free_name(id, name)?;
        self.under_name(&user, &name, || {
            self.change(vec![match user.kind {
                UserKind::Member => PeopleChange::TakeName { user: id, name: name.clone(), looks },
                _ => PeopleChange::Rename(id, name.clone()),
            }])
        })
    }

    /// The account of this name, and how it proves itself. `None` when there is none.
    pub(crate) fn account(&self, name: &str) -> Result<Option<(User, Credentials)>, NoAccount> {
        let Some(name) = names::proper(name) else { return Ok(None) };
        for look in names::looks(&name) {
            let Some(id) = self.store().member(&look)? else { continue };
            let (user, credentials) = (self.store().user(id)?, self.store().credentials(id)?);
            if let Some(found) = user.zip(credentials) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// A new session for somebody who has proved who they are.
    pub(crate) fn start_session(
        &self,
        user: &User,
        scope: Scope,
        label: &str,
    ) -> Result<(String, Session), NoAccount> {
        let today = self.today();
        if user.banned_until.is_some_and(|until| today < until) {
            return Err(NotIn::Banned.into());
        }
        if self.store().sessions_of(user.id, today)?.len() >= MAX_SESSIONS {
            return Err(NoAccount::TooManySessions);
        }
        let token = people::new_token()?;
        let lasting = if scope == Scope::Full { SESSION } else { TOKEN };
        let mut session = Session::new(people::digest(&token), user.id, today, lasting);
        (session.scope, session.label) = (scope, self::label(label));
        self.change(vec![PeopleChange::StartSession(session.clone())])?;
        Ok((token, session))
    }

    /// Another password. Whoever knew the old one is out, but for the session that asks.
    pub(crate) fn set_password(
        &self,
        user: PlayerId,
        password: String,
        except: TokenDigest,
    ) -> Result<(), NoAccount> {
        let known = self.store().credentials(user)?.ok_or(NoAccount::Guest)?;
        let (was, recovery) = (known.recovery, known.recovery);
        let credentials = Credentials { password, recovery };
        self.change(vec![
            PeopleChange::SetCredentials { user, was, credentials },
            PeopleChange::EndSessions { user, except: Some(except) },
        ])?;
        self.presence.end_person(user, Some(&except), "signed out");
        self.tell_signed_out(user);
        Ok(())
    }

    /// Another recovery code, in place of the one before.
    pub(crate) fn new_code(&self, user: PlayerId) -> Result<String, NoAccount> {
        let known = self.store().credentials(user)?.ok_or(NoAccount::Guest)?;
        let code = recovery_code()?;
        let credentials = Credentials { recovery: code_digest(&code), password: known.password };
        self.change(vec![PeopleChange::SetCredentials { user, was: known.recovery, credentials }])?;
        Ok(code)
    }

    /// A code in place of a forgotten password: it works once, and ends every session there was.
    pub(crate) fn recover(
        &self,
        user: &User,
        code: &str,
        password: String,
        label: &str,
    ) -> Result<(String, String), NoAccount> {
        let today = self.today();
        if user.banned_until.is_some_and(|until| today < until) {
            return Err(NotIn::Banned.into());
        }
        let (next, token) = (recovery_code()?, people::new_token()?);
        let mut session = Session::new(people::digest(&token), user.id, today, SESSION);
        session.label = self::label(label);
        let credentials = Credentials { password, recovery: code_digest(&next) };
        self.change(vec![
            PeopleChange::SetCredentials { user: user.id, was: code_digest(code), credentials },
            PeopleChange::EndSessions { user: user.id, except: None },
            PeopleChange::StartSession(session),
        ])?;
        self.presence.end_person(user.id, None, "signed out");
        self.tell_signed_out(user.id);
        Ok((token, next))
    }

    /// Ends one session of a person, by what it is known by.
    pub(crate) fn end_session(&self, user: PlayerId, id: &str) -> Result<(), NoAccount> {
        let sessions = self.store().sessions_of(user, self.today())?;
        let session = sessions.iter().find(|session| session_id(&session.token) == id);
        let token = session.ok_or(NoAccount::UnknownSession)?.token;
        self.change(vec![PeopleChange::EndSession(token)])?;
        self.presence.end_session(&token, "signed out");
        self.tell_signed_out(user);
        Ok(())
    }

    /// Ends all sessions of a person but one.
    pub(crate) fn end_sessions(&self, user: PlayerId, except: Option<TokenDigest>) -> Result<(), NoAccount> {
        self.change(vec![PeopleChange::EndSessions { user, except }])?;
        self.presence.end_person(user, except.as_ref(), "signed out");
        self.tell_signed_out(user);
        Ok(())
    }

    /// Removes an account. Its chips go back to where they came from; hands it played keep its number.
    pub(crate) fn delete_account(&self, id: PlayerId) -> Result<(), NoAccount> {
        if self.user(id)?.kind != UserKind::Member {
            return Err(NoAccount::Guest);
        }
        if self.directory.has_chips_out(id) {
            return Err(NoAccount::Seated);
        }
        let wallets = self.store().wallets(id)?.into_iter();
        let back = wallets.filter_map(|(wallet, chips)| {
            Transfer::new(wallet.clone(), Account::issuance(wallet.currency), chips).ok()
        });
        let (at, transfers) = (self.clock().now(), back.collect());
        let append =
            Append { at, transfers, people: vec![PeopleChange::RemoveMember(id)], ..Append::default() };
        match self.store().append(append) {
            Ok(()) => {
                self.presence.end_person(id, None, "signed out");
                self.tell_signed_out(id);
                self.names().forget(id);
                Ok(())
            }
            // They sat down, or got up, in this moment.
            Err(AppendError::Refused(Refused::CannotPay { .. } | Refused::CannotRemove { .. })) => {
                Err(NoAccount::Seated)
            }
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        let code = recovery_code().unwrap();
        assert_eq!((code.len(), code.split('-').count()), (29, 5));
        assert_ne!(code, recovery_code().unwrap());
        let typed = [code.to_lowercase(), code.replace('-', " "), code.replace('0', "o").replace('1', "l")];
        for other in typed {
            assert_eq!(code_digest(&other), code_digest(&code), "{other}");
        }
        assert_ne!(code_digest(&code[1..]), code_digest(&code));
    }

    #[test]
    fn a_label_has_what_can_be_seen() {
        assert_eq!(label("  Firefox\u{7}\n on Linux "), "Firefox on Linux");
        assert!(label(&"я".repeat(200)).len() <= Session::MAX_LABEL_BYTES);
    }
}
