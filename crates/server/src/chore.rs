//! What a shard has looked up or loaded for it, outside of its own step: whatever waits for the store.

use crate::gateway;
use crate::load::LoadError;
use crate::outlet::Outlet;
use crate::plan::{AnyLoaded, TablePlan};
use crate::service::{Origin, stored_answer};
use crate::shard::ToShard;
use crate::tournament::{self, TournamentPlan};
use kozyr_chips::Account;
use kozyr_protocol::room::{Answer, Refusal, ToClient};
use kozyr_protocol::updau::session::Settings;
use kozyr_store::{CommandDigest, Store, StreamId};
use kozyr_time::{Timestamp, TournamentId};
use kozyr_tournament::TableNo;

/// Something to be done with the store, where waiting is allowed.
pub(crate) enum Chore {
    /// A refused command may be one that was carried out before: then its first answer counts.
    Receipt { origin: Origin, digest: CommandDigest, reason: Refusal },
    /// Somebody's wallet has changed, and these connections are theirs.
    Wallet { account: Account, outlets: Vec<Outlet> },
    /// What the store has of a table is not known: claim it and load it again.
    Load(Box<TablePlan>),
    /// The same for the gateway; patiently, when the store has just failed.
    LoadGateway { settings: Box<Settings>, now: Timestamp, patient: bool },
    /// Claim logs for tables that the gateway will open.
    ClaimTables,
    /// The same of a tournament with its tables.
    LoadTournament(Box<TournamentPlan>, Timestamp),
    /// A tournament opens tables: their logs have to be its own first.
    Claim { tournament: TournamentId, streams: Vec<(TableNo, StreamId)> },
}

impl Chore {
    /// Does it. What the shard has to hear of it comes back.
    pub(crate) fn run(self, store: &dyn Store) -> Option<ToShard> {
        match self {
            Chore::Receipt { origin, digest, reason } => {
                origin.answer(match store.receipt(&origin.key()) {
                    Ok(Some(receipt)) if receipt.digest == digest => stored_answer(&receipt),
                    Ok(_) => Answer::Refused { reason },
                    Err(error) => {
                        tracing::error!(%error, "a receipt could not be looked up");
                        Answer::Refused { reason: Refusal::TryAgain }
                    }
                });
                None
            }
            Chore::Wallet { account, outlets } => {
                if let Ok(chips) = store.balance(&account) {
                    outlets.iter().for_each(|outlet| outlet.tell(&ToClient::Wallet { chips }));
                }
                None
            }
            Chore::Load(plan) => {
                let loaded = claim_and_load(store, &plan);
                Some(ToShard::Loaded(plan, Box::new(loaded)))
            }
            Chore::LoadGateway { settings, now, .. } => {
                Some(ToShard::LoadedGateway(Box::new(gateway::load(store, &settings, now))))
            }
            Chore::ClaimTables => Some(ToShard::ClaimedTables(gateway::claim_spare(store))),
            Chore::LoadTournament(plan, now) => {
                let loaded = tournament::claim_and_load(store, &plan, now);
                Some(ToShard::LoadedTournament(plan, Box::new(loaded)))
            }
            Chore::Claim { tournament, streams } => {
                let (numbers, names): (Vec<_>, Vec<_>) = streams.into_iter().unzip();
                let heads = store.claim_all(&names);
                let heads = heads.map(|heads| numbers.into_iter().zip(heads).collect());
                let heads = heads.inspect_err(|error| {
                    tracing::error!(%tournament, %error, "the logs of new tables cannot be claimed");
                });
                Some(ToShard::Claimed { tournament, heads: heads.ok() })
            }
        }
    }

    /// Is it worth a little patience? A store that has just failed needs some.
    pub(crate) fn waits(&self) -> bool {
        matches!(self, Chore::Load(_) | Chore::LoadTournament(..) | Chore::LoadGateway { patient: true, .. })
    }
}

pub(crate) fn claim_and_load(store: &dyn Store, plan: &TablePlan) -> Result<AnyLoaded, LoadError> {
    let head = store.claim(&plan.stream())?;
    plan.load(store, head)
}
