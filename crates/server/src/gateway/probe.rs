//! A look at the gateway's tables from behind.

use super::Gateway;
use crate::simulation::{TableProbe, show};

impl Gateway {
    pub(crate) fn each_table(&self, look: &mut dyn FnMut(&TableProbe<'_>)) {
        for served in self.tables.values() {
            show(&served.loaded, &served.audience, (self.pending.is_none(), !self.frozen), look);
        }
    }
}
