//! The stock tables: what a room has to play at from its first start.
//!
//! Their names are proper names, the same in every language; what is played there the page says in its own words.

mod durak;
mod holdem;
mod seka;

use crate::plan::TablePlan;

/// Every stock table.
pub(crate) fn tables() -> Vec<TablePlan> {
    [holdem::tables(), seka::tables(), durak::tables()].concat()
}

/// The stock table of this id.
pub fn stock_table(id: &str) -> Option<TablePlan> {
    tables().into_iter().find(|plan| plan.id.as_str() == id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_stock_table_can_be_opened_and_has_an_id_and_a_name_of_its_own() {
        let plans = tables();
        plans.iter().for_each(|plan| plan.check().unwrap_or_else(|error| panic!("{}: {error}", plan.id)));
        let ids: BTreeSet<_> = plans.iter().map(|plan| plan.id.as_str()).collect();
        let names: BTreeSet<_> = plans.iter().map(|plan| plan.title.as_str()).collect();
        assert_eq!((ids.len(), names.len()), (plans.len(), plans.len()));
    }
}
