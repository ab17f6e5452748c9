//! A look at the gateway's tables from behind.

use super::Gateway;
use crate::simulation::{TableProbe, show};

impl Gateway {
    pub(crate) fn each_table(&self, look: &mut dyn FnMut(&TableProbe<'_>)) {
        for desk in self.desks.values() {
            show(&desk.loaded, &desk.audience, (self.pending.is_none(), !self.frozen), look);
        }
    }
}
