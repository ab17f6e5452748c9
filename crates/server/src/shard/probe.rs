//! A look at the tables of a shard from behind.

use super::{AnyTable, Shard};
use crate::simulation::TableProbe;

impl Shard {
    pub(crate) fn each_table(&self, look: &mut dyn FnMut(&TableProbe<'_>)) {
        for slot in self.slots.values() {
            match &slot.table {
                AnyTable::Holdem(service) => service.show(look),
                AnyTable::Seka(service) => service.show(look),
                AnyTable::Durak(service) => service.show(look),
                AnyTable::Tournament(service) => service.show(look),
                AnyTable::Stopped => {}
            }
        }
    }

    pub(crate) fn stopped_tables(&self) -> usize {
        self.slots.values().filter(|slot| matches!(slot.table, AnyTable::Stopped)).count()
    }
}
