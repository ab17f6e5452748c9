//! A table without a room: the same rules, views and words as at any other, but no store, no socket and no clock on the
//! wall. For matches between programs and for simulations.

use crate::plan::{GamePlan, TablePlan};
use crate::want::Want;
use crate::wire::{self, Served};
use kozyr_card_game::Seat;
use kozyr_chips::{Chips, Owner};
use kozyr_protocol::room::{GameAction, GameWord, Refusal, TableEvent, TableInfo, TableView};
use kozyr_table::durak::DurakSeating;
use kozyr_table::holdem::HoldemSeating;
use kozyr_table::seka::SekaSeating;
use kozyr_table::{Dealer, Effects, Input, Player, Seeds, SetupError, Table};
use kozyr_time::{PlayerId, Timestamp};
use std::collections::BTreeMap;

/// A table without a room. Wallets have no bottom: what people win and lose is counted.
pub struct Practice(Box<dyn Practised>);

impl Practice {
    /// Opens a table whose cards follow from the seed.
    ///
    /// # Errors
    /// When no table can be run like this.
    pub fn open(plan: &TablePlan, seed: u64) -> Result<Practice, SetupError> {
        Ok(Practice(match &plan.game {
            GamePlan::Holdem(house) => boxed::<HoldemSeating>(plan, house, seed)?,
            GamePlan::Seka(rules) => boxed::<SekaSeating>(plan, rules, seed)?,
            GamePlan::Durak(house) => boxed::<DurakSeating>(plan, house, seed)?,
        }))
    }

    /// Seats somebody.
    ///
    /// # Errors
    /// When the table refuses.
    pub fn sit(&mut self, player: Player, seat: Seat, buy_in: Chips) -> Result<(), Refusal> {
        let person = player.id;
        self.0.ask(person, Want::Sit { player, seat, buy_in, wait: false })
    }

    /// Acts for somebody.
    ///
    /// # Errors
    /// When the table refuses.
    pub fn act(&mut self, person: PlayerId, turn: u64, action: GameAction) -> Result<(), Refusal> {
        self.0.ask(person, Want::Act { turn, action })
    }

    /// Says something for somebody.
    ///
    /// # Errors
    /// When the table refuses.
    pub fn say(&mut self, person: PlayerId, word: GameWord) -> Result<(), Refusal> {
        self.0.ask(person, Want::Say(word))
    }

    /// Gives somebody's seat up.
    ///
    /// # Errors
    /// When the table refuses.
    pub fn leave(&mut self, person: PlayerId) -> Result<(), Refusal> {
        self.0.ask(person, Want::Leave)
    }

    /// Lets time pass to the next moment at which something is due; false when nothing ever is.
    pub fn pass_time(&mut self) -> bool {
        self.0.pass_time()
    }

    /// What does not change from hand to hand.
    pub fn info(&self) -> TableInfo {
        self.0.info()
    }

    /// The table as this person may know it.
    pub fn view(&self, person: Option<PlayerId>) -> TableView {
        self.0.view(person)
    }

    /// What anybody has heard since this was asked.
    pub fn take_events(&mut self) -> Vec<TableEvent> {
        self.0.take_events()
    }

    /// What this person has taken from their wallet (less than nothing) or brought to it, all in all, and what lies
    /// before them at the table.
    pub fn won(&self, person: PlayerId) -> Chips {
        self.0.won(person)
    }
}

fn boxed<S: Served>(plan: &TablePlan, house: &S::House, seed: u64) -> Result<Box<dyn Practised>, SetupError> {
    let table = Table::<S>::open(plan.id.clone(), plan.settings.clone(), house.clone())?;
    let (title, wallets, heard) = (plan.title.clone(), BTreeMap::new(), Vec::new());
    Ok(Box::new(PracticeTable {
        table,
        title,
        dealer: Dealer::new(Counted { seed, next: 0 }),
        wallets,
        heard,
    }))
}

/// Seeds that follow from a number: a match can be played again.
#[derive(Clone)]
struct Counted {
    seed: u64,
    next: u64,
}

impl Seeds for Counted {
    fn seed(&mut self) -> Option<[u8; 32]> {
        self.next += 1;
        let mut number = [0; 16];
        number[..8].copy_from_slice(&self.seed.to_le_bytes());
        number[8..].copy_from_slice(&self.next.to_le_bytes());
        Some(*blake3::hash(&number).as_bytes())
    }
}

struct PracticeTable<S: Served> {
    table: Table<S>,
    title: String,
    dealer: Dealer<Counted>,
    wallets: BTreeMap<PlayerId, Chips>,
    heard: Vec<TableEvent>,
}

trait Practised {
    fn ask(&mut self, person: PlayerId, want: Want) -> Result<(), Refusal>;
    fn pass_time(&mut self) -> bool;
    fn info(&self) -> TableInfo;
    fn view(&self, person: Option<PlayerId>) -> TableView;
    fn take_events(&mut self) -> Vec<TableEvent>;
    fn won(&self, person: PlayerId) -> Chips;
}

impl<S: Served> PracticeTable<S> {
    fn does(&mut self, now: Timestamp, input: &Input<S>) -> Result<(), Refusal> {
        let mut dealer = self.dealer.clone();
        let batch = self.table.decide(now, input, &mut dealer).map_err(|why| wire::refusal::<S>(&why))?;
        dealer.take_fresh();
        self.dealer = dealer;
        for entry in &batch.entries {
            let mut effects = Effects::default();
            self.table.apply_entry(batch.at, entry, &mut effects);
            self.heard.extend(wire::heard(&effects.told, &self.table));
        }
        for transfer in &batch.transfers {
            for (account, amount) in
                [(transfer.from(), -transfer.amount()), (transfer.to(), transfer.amount())]
            {
                if let Owner::Player(player) = account.owner {
                    *self.wallets.entry(player).or_default() += amount;
                }
            }
        }
        Ok(())
    }
}

impl<S: Served> Practised for PracticeTable<S> {
    fn ask(&mut self, person: PlayerId, want: Want) -> Result<(), Refusal> {
        let input = want.input::<S>(person, None)?;
        self.does(self.table.now(), &input)
    }

    fn pass_time(&mut self) -> bool {
        let Some(due) = self.table.deadline() else { return false };
        self.does(due, &Input::Tick).is_ok()
    }

    fn info(&self) -> TableInfo {
        wire::info(&self.title, 0, &self.table)
    }

    fn view(&self, person: Option<PlayerId>) -> TableView {
        wire::view(&self.table, person, None, self.table.now())
    }

    fn take_events(&mut self) -> Vec<TableEvent> {
        std::mem::take(&mut self.heard)
    }

    fn won(&self, person: PlayerId) -> Chips {
        let lies = self.table.seat_of(person).map_or(Chips::ZERO, |seat| self.table.stack(seat));
        self.wallets.get(&person).copied().unwrap_or_default() + lies
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kozyr_bots::{Deed, Level, Memory, choose};

    fn player(number: u64) -> Player {
        Player { id: PlayerId::new(number).unwrap(), name: format!("p{number}").into(), bot: true }
    }

    /// Plays until so many hands have ended; what each has won.
    fn play(seed: u64, hands: usize) -> Vec<Chips> {
        let plan = &crate::stock::tables()[0];
        let mut table = Practice::open(plan, seed).unwrap();
        let people = [player(1), player(2), player(3)];
        for (index, player) in people.iter().enumerate() {
            table.sit(player.clone(), Seat::from_index(index), plan.settings.most_buy_in).unwrap();
        }
        let (info, mut over, mut random) = (table.info(), 0, 1u32);
        for _ in 0..100_000 {
            over += table
                .take_events()
                .iter()
                .filter(|event| matches!(event, TableEvent::HandOver { .. }))
                .count();
            if over >= hands {
                break;
            }
            let acts = people.iter().find_map(|person| {
                let view = table.view(Some(person.id));
                let turn = view.own.as_ref()?.turn?;
                let mut next = |n: u32| {
                    random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (random >> 8) % n
                };
                match choose(Level::Casual, &info, &view, &Memory::default(), &mut next)? {
                    Deed::Act(action) => Some((person.id, turn, action)),
                    Deed::Say(_) => None,
                }
            });
            match acts {
                Some((person, turn, action)) => table.act(person, turn, action).unwrap(),
                // One of them may have all the chips by now.
                None if !table.pass_time() => break,
                None => {}
            }
        }
        assert!(over > 0, "{over} hands");
        people.iter().map(|person| table.won(person.id)).collect()
    }

    #[test]
    fn a_table_without_a_room_is_played_like_any_other_and_the_seed_says_how() {
        let won = play(7, 30);
        assert_eq!(won.iter().copied().sum::<Chips>(), Chips::ZERO, "nothing comes from nowhere");
        assert!(won.iter().any(|chips| !chips.is_zero()));
        assert_eq!(won, play(7, 30), "the same seed, the same hands");
        assert_ne!(won, play(8, 30));
    }
}
