//! A look at the tables of a tournament from behind.

use super::TournamentService;
use crate::simulation::{TableProbe, show};

impl TournamentService {
    pub(crate) fn show(&self, look: &mut dyn FnMut(&TableProbe<'_>)) {
        for desk in self.desks.values() {
            let is_idle = self.pending.is_none() && desk.pending.is_none();
            show(&desk.loaded, &desk.audience, (is_idle, !self.frozen), look);
        }
    }
}
