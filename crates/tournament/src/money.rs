//! Where the money is, and how large the pool is.

use crate::config::Rules;
use crate::names::EntrantId;
use crate::reason::Reason;
use kozyr_chips::{Account, Chips, Currency, Owner};
use kozyr_table::Player;
use kozyr_time::TournamentId;
use serde::{Deserialize, Serialize};

/// A tournament in the books of a room. Entrants are names; the room says which of its players each of them is.
#[derive(Clone)]
pub struct Books<'b> {
    /// Which tournament.
    pub tournament: TournamentId,
    /// What buy-ins and prizes are paid in: the room's money, never the tournament's own chips.
    pub money: Currency,
    /// Who an entrant is in the room.
    pub people: &'b dyn Fn(&EntrantId) -> Player,
}

impl Books<'_> {
    /// What has been paid in and is not paid out yet: the one payer of prizes and refunds.
    pub fn escrow(&self) -> Account {
        Account::new(Owner::Tournament(self.tournament.clone()), self.money.clone())
    }

    /// The house, which tops up a guarantee or an override and keeps what an override leaves.
    pub fn house(&self) -> Account {
        Account::house(self.money.clone())
    }

    /// An entrant's own money.
    pub fn wallet(&self, entrant: &EntrantId) -> Account {
        Account::wallet((self.people)(entrant).id, self.money.clone())
    }

    /// The chips the tournament issues.
    pub fn chips(&self) -> Currency {
        Currency::of_tournament(self.tournament.clone())
    }

    /// Its own chips on their way to a table or from one; nothing, once every table is told.
    pub fn chips_in_hand(&self) -> Account {
        Account::new(Owner::Tournament(self.tournament.clone()), self.chips())
    }
}

impl std::fmt::Debug for Books<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Books").field("tournament", &self.tournament).field("money", &self.money).finish()
    }
}

/// What has been bought, in numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sales {
    /// First entries.
    pub entrants: u32,
    /// Rebuys.
    pub rebuys: u32,
    /// Re-entries.
    pub re_entries: u32,
    /// Add-ons.
    pub add_ons: u32,
}

/// The effective prize pool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pool {
    /// What will be paid out.
    pub amount: Chips,
    /// What has been paid in.
    pub paid_in: Chips,
    /// Why.
    pub reason: Reason,
}

impl Sales {
    /// What was paid in for all of it, without the price on the heads.
    pub fn paid_in(&self, rules: &Rules) -> Chips {
        let entries = i64::from(self.entrants) + i64::from(self.rebuys) + i64::from(self.re_entries);
        rules.buy_in * entries + self.add_on_money(rules)
    }

    /// What was paid for heads.
    pub fn bounties_paid_in(&self, rules: &Rules) -> Chips {
        let entries = i64::from(self.entrants) + i64::from(self.rebuys) + i64::from(self.re_entries);
        rules.bounty_amount() * entries
    }

    /// All chips in play.
    pub fn chips(&self, rules: &Rules) -> Chips {
        let stacks = i64::from(self.entrants) + i64::from(self.rebuys) + i64::from(self.re_entries);
        let extra = rules.add_on.map_or(Chips::ZERO, |add_on| add_on.chips);
        rules.starting_chips * stacks + extra * i64::from(self.add_ons)
    }

    fn add_on_money(&self, rules: &Rules) -> Chips {
        rules.add_on.map_or(Chips::ZERO, |add_on| add_on.price * i64::from(self.add_ons))
    }

    /// The pool: the override if there is one (zero counts), else what was paid in, at least the
    /// guarantee.
    pub fn pool(&self, rules: &Rules) -> Pool {
        let paid_in = self.paid_in(rules);
        if let Some(pool) = rules.prize_pool_override {
            return Pool { amount: pool, paid_in, reason: Reason::PoolSet { pool, paid_in } };
        }
        match rules.guarantee {
            Some(guarantee) if guarantee > paid_in => {
                let reason = Reason::PoolGuaranteed { guarantee, paid_in };
                Pool { amount: guarantee, paid_in, reason }
            }
            _ => {
                let (entrants, rebuys) = (self.entrants, self.rebuys + self.re_entries);
                let add_ons = self.add_on_money(rules);
                let reason = Reason::PoolPaidIn { buy_in: rules.buy_in, entrants, rebuys, add_ons };
                Pool { amount: paid_in, paid_in, reason }
            }
        }
    }
}
