//! The rules about people.

use super::{Balance, Checked, Transaction};
use crate::{Account, PeopleChange, PlayerId, Refused, User, UserKind};
use kozyr_chips::{Chips, Owner};
use kozyr_time::WallTime;

/// Can all of these be done, one after another?
pub(super) fn check<T: Transaction>(
    t: &mut T,
    changes: &[PeopleChange],
    balances: &[Balance],
) -> Checked<(), T::Error> {
    for (nth, change) in changes.iter().enumerate() {
        let earlier = &changes[..nth];
        match change {
            PeopleChange::Create(user) => {
                if exists(t, earlier, user.id)? {
                    return Ok(Err(Refused::UserExists(user.id)));
                }
            }
            PeopleChange::Rename(user, _) | PeopleChange::Restrict { user, .. } => {
                if !exists(t, earlier, *user)? {
                    return Ok(Err(Refused::UnknownUser(*user)));
                }
            }
            PeopleChange::StartSession(session) => {
                if !exists(t, earlier, session.user)? {
                    return Ok(Err(Refused::UnknownUser(session.user)));
                }
                // Ending and starting the same token in one append is no way to replace it either.
                let started =
                    |c: &PeopleChange| matches!(c, PeopleChange::StartSession(s) if s.token == session.token);
                if earlier.iter().any(started) || t.session(&session.token)?.is_some() {
                    return Ok(Err(Refused::SessionExists(session.token)));
                }
            }
            PeopleChange::RemoveGuest { user, unseen_since } => {
                accepted!(check_removal(t, *user, Some(*unseen_since), earlier, balances));
            }
            PeopleChange::RemoveMember(user) => {
                accepted!(check_removal(t, *user, None, earlier, balances));
            }
            PeopleChange::Join { user, looks, .. } => {
                accepted!(check_kind(t, *user, UserKind::Guest, earlier));
                accepted!(check_looks(t, *user, looks, earlier));
            }
            PeopleChange::TakeName { user, looks, .. } => {
                accepted!(check_kind(t, *user, UserKind::Member, earlier));
                accepted!(check_looks(t, *user, looks, earlier));
            }
            PeopleChange::SetCredentials { user, was, .. } => {
                accepted!(check_kind(t, *user, UserKind::Member, earlier));
                if t.credentials(*user)?.is_none_or(|known| known.recovery != *was) {
                    return Ok(Err(Refused::CredentialsChanged(*user)));
                }
            }
            PeopleChange::TouchSession { .. }
            | PeopleChange::EndSession(_)
            | PeopleChange::EndSessions { .. } => {}
        }
    }
    Ok(Ok(()))
}

/// Is there such a user after the earlier changes of the same append?
fn exists<T: Transaction>(t: &mut T, earlier: &[PeopleChange], id: PlayerId) -> Result<bool, T::Error> {
    let here = earlier.iter().rev().find_map(|change| match change {
        PeopleChange::Create(user) if user.id == id => Some(true),
        PeopleChange::RemoveGuest { user, .. } | PeopleChange::RemoveMember(user) if *user == id => {
            Some(false)
        }
        _ => None,
    });
    match here {
        Some(exists) => Ok(exists),
        None => Ok(t.user(id)?.is_some()),
    }
}

/// Were they this before the append, and are they still there?
fn check_kind<T: Transaction>(
    t: &mut T,
    id: PlayerId,
    kind: UserKind,
    earlier: &[PeopleChange],
) -> Checked<(), T::Error> {
    match t.user(id)? {
        None => Ok(Err(Refused::UnknownUser(id))),
        Some(_) if !exists(t, earlier, id)? => Ok(Err(Refused::UnknownUser(id))),
        Some(user) if user.kind != kind => Ok(Err(Refused::WrongKind(id))),
        Some(_) => Ok(Ok(())),
    }
}

/// Does the name look like nobody else's, before the append or in it?
fn check_looks<T: Transaction>(
    t: &mut T,
    id: PlayerId,
    looks: &[String],
    earlier: &[PeopleChange],
) -> Checked<(), T::Error> {
    for change in earlier {
        if let PeopleChange::Join { user, looks: taken, .. }
        | PeopleChange::TakeName { user, looks: taken, .. } = change
            && (*user == id || looks.iter().any(|look| taken.contains(look)))
        {
            return Ok(Err(Refused::NameTaken(*user)));
        }
    }
    for look in looks {
        if let Some(holder) = t.look(look)?.filter(|holder| *holder != id) {
            return Ok(Err(Refused::NameTaken(holder)));
        }
    }
    Ok(Ok(()))
}

fn check_removal<T: Transaction>(
    t: &mut T,
    id: PlayerId,
    guest_unseen_since: Option<WallTime>,
    earlier: &[PeopleChange],
    balances: &[Balance],
) -> Checked<(), T::Error> {
    let cannot = |reason| Ok(Err(Refused::CannotRemove { user: id, reason }));
    if !exists(t, earlier, id)? {
        return Ok(Err(Refused::UnknownUser(id)));
    }
    let Some(user) = t.user(id)? else { return cannot("they came in the same append") };
    match guest_unseen_since {
        Some(_) if user.kind != UserKind::Guest => return cannot("only guests are removed"),
        Some(since) if user.last_seen >= since => return cannot("they were seen since"),
        None if user.kind != UserKind::Member => return cannot("they are no member"),
        _ => {}
    }
    let moved = |account: &Account| balances.iter().find(|balance| balance.account == *account);
    let kept = t.wallets(id)?;
    let kept = kept.iter().map(|(account, chips)| moved(account).map_or(*chips, |balance| balance.after));
    let gained = balances.iter().filter(|balance| balance.account.owner == Owner::Player(id));
    if kept.chain(gained.map(|balance| balance.after)).any(|chips| chips != Chips::ZERO) {
        return cannot("a wallet of theirs is not empty");
    }
    Ok(Ok(()))
}

/// Does what was checked.
pub(super) fn put<T: Transaction>(t: &mut T, change: &PeopleChange) -> Result<(), T::Error> {
    match change {
        PeopleChange::Create(user) => t.put_user(user),
        PeopleChange::Rename(id, name) => alter(t, *id, |user| user.name.clone_from(name)),
        PeopleChange::StartSession(session) => {
            t.put_session(session)?;
            see(t, session.user, session.created_at)
        }
        PeopleChange::TouchSession { token, used_at, expires_at } => {
            let Some(mut session) = t.session(token)? else { return Ok(()) };
            session.last_used = session.last_used.max(*used_at);
            session.expires_at = session.expires_at.max(*expires_at);
            t.put_session(&session)?;
            see(t, session.user, *used_at)
        }
        PeopleChange::EndSession(token) => t.end_session(token),
        PeopleChange::EndSessions { user, except } => t.end_sessions(*user, except.as_ref()),
        PeopleChange::RemoveGuest { user, .. } | PeopleChange::RemoveMember(user) => t.remove_user(*user),
        PeopleChange::Join { user, name, looks, credentials } => {
            alter(t, *user, |user| {
                user.name.clone_from(name);
                user.kind = UserKind::Member;
            })?;
            t.put_looks(*user, looks)?;
            t.put_credentials(*user, credentials)
        }
        PeopleChange::TakeName { user, name, looks } => {
            alter(t, *user, |user| user.name.clone_from(name))?;
            t.put_looks(*user, looks)
        }
        PeopleChange::SetCredentials { user, credentials, .. } => t.put_credentials(*user, credentials),
        PeopleChange::Restrict { user, muted_until, banned_until } => alter(t, *user, |user| {
            (user.muted_until, user.banned_until) = (*muted_until, *banned_until);
        }),
    }
}

fn alter<T: Transaction>(t: &mut T, id: PlayerId, change: impl FnOnce(&mut User)) -> Result<(), T::Error> {
    let Some(mut user) = t.user(id)? else { return Ok(()) };
    change(&mut user);
    t.put_user(&user)
}

/// The user was seen.
fn see<T: Transaction>(t: &mut T, id: PlayerId, at: WallTime) -> Result<(), T::Error> {
    match t.user(id)? {
        Some(user) if user.last_seen < at => t.put_user(&User { last_seen: at, ..user }),
        _ => Ok(()),
    }
}
