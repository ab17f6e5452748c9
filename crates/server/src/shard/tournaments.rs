//! The tournaments of a shard.

use super::{AnyTable, Plan, Shard, Slot, ToShard};
use crate::chore::Chore;
use crate::load::LoadError;
use crate::tournament::{LoadedTournament, TournamentPlan, TournamentService, claim_and_load};
use kozyr_protocol::room::{Fault, Refusal, ToClient};
use kozyr_time::TournamentId;

impl Shard {
    /// Claims and loads a tournament with its tables; one whose log is damaged stays closed. Waits for the store.
    pub(crate) fn open_tournament(&mut self, plan: TournamentPlan) -> Result<(), LoadError> {
        match claim_and_load(&*self.shared.store, &plan, self.shared.now) {
            Ok(loaded) => self.seat_tournament(plan, Some(loaded)),
            Err(error @ LoadError::Damaged { .. }) => {
                tracing::error!(tournament = %plan.id, %error, "the tournament stays closed");
                self.seat_tournament(plan, None);
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    fn seat_tournament(&mut self, plan: TournamentPlan, loaded: Option<LoadedTournament>) {
        self.next_ticket += 1;
        let ticket = self.next_ticket;
        self.tournaments.insert(plan.id.clone(), ticket);
        loaded.iter().for_each(|loaded| self.shared.not_before(loaded.latest()));
        let service = |loaded| TournamentService::new(plan.clone(), ticket, loaded, &self.shared);
        let table =
            loaded.map_or(AnyTable::Stopped, |loaded| AnyTable::Tournament(Box::new(service(loaded))));
        self.slots.insert(ticket, Slot { plan: Plan::Tournament(Box::new(plan)), table, entered: None });
        self.enter_deadline(ticket);
    }

    /// A tournament as it is, for tests that look behind the wire.
    #[cfg(test)]
    pub(crate) fn tournament(&self, id: &TournamentId) -> Option<&TournamentService> {
        match &self.slots.get(self.tournaments.get(id)?)?.table {
            AnyTable::Tournament(service) => Some(service),
            _ => None,
        }
    }

    pub(super) fn handle_tournament(&mut self, message: ToShard) {
        match message {
            ToShard::Follow { tournament, watcher, brief } => {
                let outlet = watcher.outlet.clone();
                self.looks_at(outlet.id, self.tournaments.get(&tournament).copied());
                let served =
                    self.at_tournament(&tournament, |service, shared| service.follow(watcher, brief, shared));
                if !served {
                    outlet.tell(&ToClient::Error { fault: Fault::TryAgain });
                }
            }
            ToShard::Look { tournament, watcher } => {
                let outlet = watcher.outlet.clone();
                let served =
                    self.at_tournament(&tournament, |service, shared| service.look(&watcher, shared));
                if !served {
                    outlet.tell(&ToClient::Error { fault: Fault::TryAgain });
                }
            }
            ToShard::Export { tournament, outlet, format } => {
                self.at_tournament(&tournament, |service, _| service.export(&outlet, format));
            }
            ToShard::Unfollow { tournament, connection } => {
                self.at_tournament(&tournament, |service, _| service.unfollow(connection));
            }
            ToShard::Wish { tournament, origin, player, wish } => {
                let refuse = origin.clone();
                let served = self.at_tournament(&tournament, |service, shared| {
                    service.wish(origin, player, wish, shared);
                });
                if !served {
                    refuse.refuse(Refusal::TryAgain);
                }
            }
            ToShard::Direct { tournament, origin, order, admin } => {
                let refuse = origin.clone();
                let served = self.at_tournament(&tournament, |service, shared| {
                    service.direct(origin, order, admin, shared);
                });
                if !served {
                    refuse.refuse(Refusal::TryAgain);
                }
            }
            ToShard::LoadedTournament(plan, loaded) => self.loaded_tournament(*plan, *loaded),
            ToShard::Claimed { tournament, heads: Some(heads) } => {
                self.at_tournament(&tournament, |service, shared| service.claimed(heads, shared));
            }
            ToShard::Claimed { tournament, heads: None } => {
                // What the store has is not known.
                self.at_tournament(&tournament, |service, _| service.abandon());
                let slot = self.tournaments.get(&tournament).and_then(|ticket| self.slots.get(ticket));
                if let Some(slot) = slot {
                    self.shared.leave(slot.plan.load_again(self.shared.now));
                }
            }
            ToShard::CloseTournament(id) => self.close_tournament(&id),
            _ => unreachable!("not about a tournament"),
        }
    }

    /// Works at a tournament, and says whether it is served here.
    fn at_tournament(
        &mut self,
        id: &TournamentId,
        work: impl FnOnce(&mut TournamentService, &super::Shared),
    ) -> bool {
        let Some(ticket) = self.tournaments.get(id).copied() else { return false };
        let done = self.with(ticket, |service, shared| match service {
            AnyTable::Tournament(service) => {
                work(service, shared);
                true
            }
            _ => false,
        });
        // One that breaks over it has told whoever waited.
        done.unwrap_or(true)
    }

    fn loaded_tournament(&mut self, plan: TournamentPlan, loaded: Result<LoadedTournament, LoadError>) {
        match (loaded, self.tournaments.contains_key(&plan.id)) {
            (Ok(loaded), false) => self.seat_tournament(plan, Some(loaded)),
            (Ok(loaded), true) => {
                self.shared.not_before(loaded.latest());
                self.at_tournament(&plan.id, |service, shared| service.reloaded(loaded, shared));
            }
            (Err(error), _) => {
                tracing::error!(tournament = %plan.id, %error, "the tournament cannot be loaded yet");
                self.shared.leave(Chore::LoadTournament(Box::new(plan), self.shared.now));
            }
        }
    }

    fn close_tournament(&mut self, id: &TournamentId) {
        self.at_tournament(id, TournamentService::leave);
        let Some(ticket) = self.tournaments.remove(id) else { return };
        if let Some(Slot { entered: Some(entered), .. }) = self.slots.remove(&ticket) {
            self.deadlines.remove(&(entered, ticket));
        }
        self.nobody_looks_at(ticket);
    }
}
