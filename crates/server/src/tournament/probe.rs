//! A look at the tables of a tournament from behind.

use super::TournamentService;
use crate::simulation::{TableProbe, show};

impl TournamentService {
    pub(crate) fn show(&self, look: &mut dyn FnMut(&TableProbe<'_>)) {
        for served in self.tables.values() {
            let is_idle = self.pending.is_none() && served.pending.is_none();
            show(&served.loaded, &served.audience, (is_idle, !self.frozen), look);
        }
    }
}
