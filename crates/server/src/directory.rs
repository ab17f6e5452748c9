//! Which tables and tournaments there are and who sits where: what lobby and sign-in ask without asking a table.

use crate::pulse::Lives;
use crate::tally::Tally;
use crate::tournament::{self, TournamentPlan};
use kozyr_chips::{Chips, Owner};
use kozyr_protocol::room::{LobbyTable, LobbyTournament};
use kozyr_store::{Currency, Transfer};
use kozyr_time::{PlayerId, Timestamp, TournamentId, WallTime};
use kozyr_tournament::Tournament;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The name of a table in messages.
pub(crate) type TableName = kozyr_time::TableId;

#[derive(Default)]
pub(crate) struct Directory {
    known: Mutex<Known>,
    /// Counts the changes of the lobby.
    changes: watch::Sender<u64>,
    /// How far the calendar is ahead of the room's clock, in milliseconds.
    ahead: AtomicI64,
    /// How it goes at the tables.
    pub(crate) lives: Lives,
    /// How much happened at the tables.
    pub(crate) tally: Tally,
}

struct Listed {
    table: Arc<LobbyTable>,
    seated: BTreeSet<PlayerId>,
    /// Since when nobody has sat there or looked on.
    idle_since: Option<Timestamp>,
}

#[derive(Default)]
struct Known {
    tables: BTreeMap<TableName, Listed>,
    /// Who sits at the tables of tournaments; they are no tables of the lobby.
    seats: BTreeMap<TableName, BTreeSet<PlayerId>>,
    tournaments: BTreeMap<TournamentId, Listing>,
    /// What people have at a table: in front of them as of its last hand, and in the middle between hands.
    stakes: BTreeMap<TableName, Vec<(PlayerId, Chips)>>,
    /// Whose chips are with the store, on the way from the wallet to a table or a tournament, and how many, by the name of
    /// who sent them.
    paying: BTreeMap<String, BTreeMap<PlayerId, Chips>>,
    /// The other way round: where everybody sits, at tables of the lobby and of tournaments.
    seats_of: HashMap<PlayerId, BTreeSet<TableName>>,
    /// Who looks at which table, over how many connections.
    looking: BTreeMap<TableName, BTreeMap<PlayerId, u32>>,
}

/// A tournament as the room's own keeper and the lobby see it.
#[derive(Clone)]
pub(crate) struct Listing {
    pub(crate) plan: TournamentPlan,
    pub(crate) lobby: LobbyTournament,
    /// Who has something at stake in it.
    pub(crate) entered: BTreeSet<PlayerId>,
    /// When it ended, if it has.
    pub(crate) over_at: Option<Timestamp>,
}

impl Known {
    /// These people sit at a table, where those sat before.
    fn seat(&mut self, name: &TableName, before: &BTreeSet<PlayerId>, now: &BTreeSet<PlayerId>) {
        for person in before.difference(now) {
            if let Some(seats) = self.seats_of.get_mut(person) {
                seats.remove(name);
                if seats.is_empty() {
                    self.seats_of.remove(person);
                }
            }
        }
        for person in now.difference(before) {
            self.seats_of.entry(*person).or_default().insert(name.clone());
        }
    }
}

impl Directory {
    fn known(&self) -> MutexGuard<'_, Known> {
        // Every change is one insertion: there is nothing half done.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// It is this date at this moment of the room's.
    pub(crate) fn set_date(&self, now: Timestamp, date: WallTime) {
        self.ahead.store(date.as_millis().saturating_sub(now.as_millis()), Ordering::Relaxed);
    }

    /// The date of a moment of the room's not long ago.
    pub(crate) fn date_of(&self, at: Timestamp) -> WallTime {
        WallTime::from_millis(at.as_millis().saturating_add(self.ahead.load(Ordering::Relaxed)))
    }

    /// A table says how it is.
    pub(crate) fn put(
        &self,
        name: &TableName,
        table: LobbyTable,
        seated: BTreeSet<PlayerId>,
        now: Timestamp,
    ) {
        let mut known = self.known();
        let before = known.tables.get(name);
        let same = before.is_some_and(|before| *before.table == table);
        let since = before.and_then(|before| before.idle_since).unwrap_or(now);
        let idle_since = (seated.is_empty() && table.spectators == 0).then_some(since);
        let table = match before {
            Some(before) if same => before.table.clone(),
            _ => Arc::new(table),
        };
        let now = seated.clone();
        let before = known.tables.insert(name.clone(), Listed { table, seated, idle_since });
        known.seat(name, &before.map(|before| before.seated).unwrap_or_default(), &now);
        drop(known);
        if !same {
            self.changed();
        }
    }

    /// This is about to be paid to whoever has that name: said before the chips leave their wallets, and until it is known
    /// what became of it. A wallet that is empty because of it is not to be filled up.
    pub(crate) fn paying(&self, to: &str, transfers: &[Transfer]) {
        let mut people: BTreeMap<PlayerId, Chips> = BTreeMap::new();
        for transfer in transfers {
            if let Owner::Player(person) = transfer.from().owner {
                let plays = transfer.from().currency == Currency::FUN;
                *people.entry(person).or_default() += if plays { transfer.amount() } else { Chips::ZERO };
            }
        }
        if !people.is_empty() {
            self.known().paying.insert(to.to_owned(), people);
        }
    }

    /// It was paid, and whose chips lie there is known; or it certainly is not.
    pub(crate) fn paid(&self, to: &str) {
        self.known().paying.remove(to);
    }

    /// Has this person chips at a table or in a tournament, or on the way there?
    pub(crate) fn has_chips_out(&self, person: PlayerId) -> bool {
        let paying = self.known().paying.values().any(|people| people.contains_key(&person));
        paying || self.has_stake(person) || !self.seats_of(person).is_empty()
    }

    /// How much play money this person has at tables and in tournaments, or on the way there: at a table what they had before
    /// the hand that runs, in a tournament what they paid to play.
    pub(crate) fn chips_out(&self, person: PlayerId) -> Chips {
        let known = self.known();
        let paying = known.paying.values().filter_map(|people| people.get(&person).copied());
        let tables = known.seats_of.get(&person).into_iter().flatten();
        let stakes = tables.filter_map(|table| known.stakes.get(table)).flatten();
        let stakes = stakes.filter(|(owner, _)| *owner == person).map(|(_, chips)| *chips);
        let entered = known.tournaments.values().filter(|listing| listing.entered.contains(&person));
        let prices = entered.map(|Listing { lobby, .. }| lobby.buy_in + lobby.bounty.unwrap_or_default());
        paying.chain(stakes).chain(prices).sum()
    }

    fn changed(&self) {
        self.changes.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Hears of every change of the lobby from now on.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Since when nobody has sat at this table or looked at it.
    pub(crate) fn idle_since(&self, name: &TableName) -> Option<Timestamp> {
        self.known().tables.get(name)?.idle_since
    }

    /// Does this person sit there?
    pub(crate) fn sits(&self, name: &TableName, person: PlayerId) -> bool {
        self.known().tables.get(name).is_some_and(|listed| listed.seated.contains(&person))
    }

    /// Does anybody sit there?
    pub(crate) fn is_taken(&self, name: &TableName) -> bool {
        self.known().tables.get(name).is_some_and(|listed| !listed.seated.is_empty())
    }

    /// A table is there no more.
    pub(crate) fn forget(&self, name: &TableName) {
        let mut known = self.known();
        let gone = known.tables.remove(name).map(|listed| listed.seated).unwrap_or_default();
        known.seat(name, &gone, &BTreeSet::new());
        let gone = known.seats.remove(name).unwrap_or_default();
        known.seat(name, &gone, &BTreeSet::new());
        known.looking.remove(name);
        known.stakes.remove(name);
        known.paying.remove(name.as_str());
        drop(known);
        self.lives.put(name, None);
        self.changed();
    }

    /// A table says what people have there.
    pub(crate) fn put_stakes(&self, name: &TableName, stakes: Vec<(PlayerId, Chips)>) {
        let mut known = self.known();
        known.stakes.remove(name);
        if !stakes.is_empty() {
            known.stakes.insert(name.clone(), stakes);
        }
    }

    /// What everybody has in front of them at all tables together, as of the last hands.
    pub(crate) fn stakes(&self) -> BTreeMap<PlayerId, Chips> {
        let known = self.known();
        let mut sums: BTreeMap<PlayerId, Chips> = BTreeMap::new();
        for (person, chips) in known.stakes.values().flatten() {
            *sums.entry(*person).or_default() += *chips;
        }
        sums
    }

    /// A table of a tournament says who sits there.
    pub(crate) fn put_seats(&self, name: &TableName, seated: BTreeSet<PlayerId>) {
        let mut known = self.known();
        let now = seated.clone();
        let before = known.seats.insert(name.clone(), seated).unwrap_or_default();
        known.seat(name, &before, &now);
    }

    /// A tournament says how it is, and who has something at stake in it.
    pub(crate) fn put_tournament(
        &self,
        plan: &TournamentPlan,
        cup: &Tournament,
        entered: BTreeSet<PlayerId>,
    ) {
        let over_at = cup.finished_at().map(tournament::room);
        let listing = Listing { plan: plan.clone(), lobby: tournament::lobby(plan, cup), entered, over_at };
        self.known().tournaments.insert(plan.id.clone(), listing);
        self.changed();
    }

    /// A tournament is there no more.
    pub(crate) fn forget_tournament(&self, id: &TournamentId) {
        let mut known = self.known();
        known.tournaments.remove(id);
        known.paying.remove(id.as_str());
        drop(known);
        self.changed();
    }

    /// The tournaments, in order.
    pub(crate) fn tournaments(&self) -> Vec<LobbyTournament> {
        self.known().tournaments.values().map(|listing| listing.lobby.clone()).collect()
    }

    /// The same with what the keeper has to know.
    pub(crate) fn listings(&self) -> Vec<Listing> {
        self.known().tournaments.values().cloned().collect()
    }

    /// Has this person anything on a table or in a tournament?
    pub(crate) fn has_stake(&self, person: PlayerId) -> bool {
        let known = self.known();
        known.tables.values().any(|listed| listed.seated.contains(&person))
            || known.tournaments.values().any(|listing| listing.entered.contains(&person))
    }

    /// Somebody looks at a table over one more connection.
    pub(crate) fn looks(&self, name: &TableName, person: PlayerId) {
        *self.known().looking.entry(name.clone()).or_default().entry(person).or_default() += 1;
    }

    /// Somebody looks at a table over one connection less.
    pub(crate) fn looks_away(&self, name: &TableName, person: PlayerId) {
        let mut known = self.known();
        let Some(people) = known.looking.get_mut(name) else { return };
        let Some(connections) = people.get_mut(&person) else { return };
        *connections -= 1;
        if *connections == 0 {
            people.remove(&person);
        }
    }

    /// How many look at a table and have no seat there, without these.
    pub(crate) fn onlookers(&self, name: &TableName, without: &[PlayerId]) -> usize {
        let known = self.known();
        let seated = known.tables.get(name).map(|listed| &listed.seated);
        let sits = |person: &PlayerId| seated.is_some_and(|seated| seated.contains(person));
        let people = known.looking.get(name).into_iter().flat_map(BTreeMap::keys);
        people.filter(|person| !sits(person) && !without.contains(person)).count()
    }

    /// The tables, in order.
    pub(crate) fn lobby(&self) -> Vec<Arc<LobbyTable>> {
        self.known().tables.values().map(|listed| listed.table.clone()).collect()
    }

    /// Where this person sits.
    pub(crate) fn seats_of(&self, person: PlayerId) -> Vec<String> {
        let known = self.known();
        known.seats_of.get(&person).into_iter().flatten().map(ToString::to_string).collect()
    }

    /// Everybody who has a seat.
    pub(crate) fn seated(&self) -> BTreeSet<PlayerId> {
        let known = self.known();
        let tables = known.tables.values().flat_map(|listed| &listed.seated);
        let entered = known.tournaments.values().flat_map(|listing| &listing.entered);
        tables.chain(entered).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_looks_on_is_counted_once_until_the_last_connection_is_gone() {
        let (directory, table) = (Directory::default(), TableName::new("t").unwrap());
        let [ann, bob] = [1, 2].map(PlayerId::from);
        directory.looks(&table, ann);
        directory.looks(&table, ann);
        directory.looks(&table, bob);
        assert_eq!((directory.onlookers(&table, &[]), directory.onlookers(&table, &[bob])), (2, 1));
        directory.looks_away(&table, ann);
        assert_eq!(directory.onlookers(&table, &[]), 2);
        directory.looks_away(&table, ann);
        directory.looks_away(&table, ann);
        assert_eq!(directory.onlookers(&table, &[]), 1);
    }

    #[test]
    fn what_somebody_has_outside_the_wallet_is_all_of_it() {
        use kozyr_store::Account;
        let directory = Directory::default();
        let [one, other] = ["one", "other"].map(|name| TableName::new(name).unwrap());
        let [ann, bob] = [1, 2].map(PlayerId::from);
        for table in [&one, &other] {
            directory.put_seats(table, BTreeSet::from([ann, bob]));
        }
        assert_eq!(directory.chips_out(ann), Chips::ZERO, "an empty seat is no chips");
        directory.put_stakes(&one, vec![(ann, Chips::new(30)), (bob, Chips::ZERO)]);
        directory.put_stakes(&other, vec![(ann, Chips::new(5))]);
        let currency = kozyr_store::Currency::FUN;
        let to = Account::table(other.clone(), currency.clone());
        let pays = Transfer::new(Account::wallet(bob, currency), to, Chips::new(7)).unwrap();
        directory.paying("other", &[pays.clone(), pays]);
        let out = || [ann, bob].map(|person| directory.chips_out(person).units());
        assert_eq!(out(), [35, 14]);
        directory.put_stakes(&other, vec![(ann, Chips::new(5)), (bob, Chips::new(14))]);
        directory.paid("other");
        assert_eq!(out(), [35, 14], "what has arrived counts once");
        directory.put_seats(&one, BTreeSet::from([bob]));
        assert_eq!(out(), [5, 14], "who has got up has nothing there");
    }

    #[test]
    fn where_somebody_sits_follows_the_tables() {
        let directory = Directory::default();
        let [one, other] = ["one", "other"].map(|name| TableName::new(name).unwrap());
        let [ann, bob] = [1, 2].map(PlayerId::from);
        directory.put_seats(&one, BTreeSet::from([ann, bob]));
        directory.put_seats(&other, BTreeSet::from([ann]));
        assert_eq!(directory.seats_of(ann), ["one", "other"]);
        directory.put_seats(&one, BTreeSet::from([bob]));
        assert_eq!(
            (directory.seats_of(ann), directory.seats_of(bob)),
            (vec!["other".into()], vec!["one".into()])
        );
        directory.forget(&other);
        directory.put_seats(&one, BTreeSet::new());
        assert_eq!((directory.seats_of(ann).len(), directory.seats_of(bob).len()), (0, 0));
        assert!(directory.known().seats_of.is_empty(), "nothing is kept of who sits nowhere");
    }
}
