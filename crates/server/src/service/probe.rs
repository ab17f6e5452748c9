//! A look at a table in service from behind.

use super::TableService;
use crate::simulation::{TableProbe, show};
use crate::wire::Served;

impl<S: Served> TableService<S> {
    pub(crate) fn show(&self, look: &mut dyn FnMut(&TableProbe<'_>)) {
        show(&self.loaded, &self.audience, (self.pending.is_none(), !self.frozen), look);
    }
}
