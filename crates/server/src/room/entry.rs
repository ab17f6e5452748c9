//! Who comes in: guests, those who are known again, and what is in their wallets.

use super::{Inner, least};
use crate::callers::Source;
use crate::names::Claim;
use crate::people::{self, NoRefill, NotIn, RefillRule};
use crate::world;
use kozyr_chips::Chips;
use kozyr_protocol::room::Language;
use kozyr_store::{CommandKey, PlayerId, Session, TokenDigest, Unavailable, User, UserKind};
use kozyr_time::TimeSource;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

impl Inner {
    /// May one more guest come, and from there?
    pub(crate) fn may_create_guest(&self, from: Source) -> bool {
        let now = world::instant();
        // A bucket is always whole.
        let room = |is_new| self.guests.lock().unwrap_or_else(PoisonError::into_inner).take(is_new, now);
        self.callers.guest(from, now, room)
    }

    /// A new guest, and the name they have for as long as they are here.
    pub(crate) fn new_guest(
        &self,
        name: Option<&str>,
        language: Language,
    ) -> Result<(User, String, Claim), NotIn> {
        let mut claim = None;
        let mut distinct = |id, name: &str| claim.insert(self.claim(id, name)).name().to_owned();
        let now = (self.clock.now(), self.calendar.now());
        let (store, gift) = (self.store(), self.config.gift);
        let (user, token) = people::new_guest(store, now, name, language, gift, &mut distinct)?;
        self.counters.guests.fetch_add(1, Ordering::Relaxed);
        Ok((user, token, claim.expect("a guest has a name")))
    }

    /// Who has this token: an account under its own name, a guest under theirs unless somebody else has it by now.
    pub(crate) fn known(&self, token: &str) -> Result<Option<(User, Session, Claim)>, NotIn> {
        let known = self.owner(token)?;
        Ok(known.map(|(user, session)| {
            self.muted(&user);
            let claim = match user.kind {
                UserKind::Member => self.names.claim_own(user.id, &user.name, world::instant()),
                UserKind::Guest | UserKind::Bot => self.claim(user.id, &user.name),
            };
            (User { name: claim.name().to_owned(), ..user }, session, claim)
        }))
    }

    /// Who has this token, by the name they came with.
    pub(crate) fn owner(&self, token: &str) -> Result<Option<(User, Session)>, NotIn> {
        people::known(self.store(), self.calendar.now(), token)
    }

    /// Remembers until when somebody is silenced, if they are.
    pub(crate) fn muted(&self, user: &User) {
        let mut muted = self.muted.lock().unwrap_or_else(PoisonError::into_inner);
        match user.muted_until {
            Some(until) => drop(muted.insert(user.id, until)),
            None => drop(muted.remove(&user.id)),
        }
    }

    /// Are others not told what this person says?
    pub(crate) fn is_muted(&self, person: PlayerId) -> bool {
        let muted = self.muted.lock().unwrap_or_else(PoisonError::into_inner);
        muted.get(&person).is_some_and(|until| self.calendar.now() < *until)
    }

    /// Is this session still there? Asked again once its socket can be found and ended.
    pub(crate) fn is_signed_in(&self, session: &TokenDigest) -> Result<bool, Unavailable> {
        Ok(self.store.session(session, self.calendar.now())?.is_some())
    }

    fn claim(&self, id: PlayerId, name: &str) -> Claim {
        let is_seated = |id: PlayerId| self.directory.has_stake(id);
        // A store that does not answer lets nobody in anyway.
        let is_account = |look: &str| matches!(self.store.member(look), Ok(Some(holder)) if holder != id);
        self.names.claim(id, name, world::instant(), is_seated, is_account)
    }

    /// What somebody has outside every table, and what it could be filled up to.
    pub(crate) fn wallet(&self, user: PlayerId) -> Result<(Chips, Option<Chips>), NotIn> {
        let rule = self.refill_rule();
        let (wallet, lacking) = rule.look(self.store(), user, &|| self.directory.chips_out(user))?;
        if wallet.is_negative() {
            // The store lets no wallet owe anything: somebody else has been at the file.
            return Err(NotIn::Damaged { user, balance: wallet });
        }
        Ok((wallet, lacking.then_some(rule.gift)))
    }

    /// What it takes at least to sit down somewhere.
    pub(crate) fn least(&self) -> Chips {
        least(&self.config)
    }

    fn refill_rule(&self) -> RefillRule {
        // Where newcomers get less than a seat costs, a refill is enough for one all the same.
        let least = self.least();
        RefillRule { least, gift: self.config.gift.max(least) }
    }

    /// Fills a wallet up whose owner has too little for every table, with what they have at tables. The same again is
    /// answered as at first.
    pub(crate) fn refill(&self, key: CommandKey, from: Source) -> Result<Chips, NoRefill> {
        let _alone = self.refilling.lock().unwrap_or_else(PoisonError::into_inner);
        people::refilled_before(self.store(), key)?;
        let (rule, out) = (self.refill_rule(), || self.directory.chips_out(key.user));
        // Who has enough takes nothing away from others at their address.
        let (_, lacking) = rule.look(self.store(), key.user, &out).map_err(NotIn::from)?;
        if !lacking {
            return Err(NoRefill::Enough);
        }
        if !self.callers.refill(from, world::instant()) {
            return Err(NoRefill::Tomorrow);
        }
        people::ask_refill(self.store(), (self.clock.now(), self.calendar.now()), key, rule, &out)
    }
}
