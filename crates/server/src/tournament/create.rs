//! Somebody makes a tournament.

use super::form::{not_here, own_config};
use super::load::fits;
use super::plan::{BotFill, Start, TournamentPlan};
use crate::load::LoadError;
use crate::room::Inner;
use crate::service::{Origin, stored_answer};
use kozyr_protocol::room::{Answer, Refusal, TournamentForm, TournamentRefusal, TournamentStart};
use kozyr_store::{AppendError, CommandReceipt, Refused};
use kozyr_time::{Millis, Timestamp, TournamentId};

/// Tournaments that are not over at a time: one person's, and all of them.
const MOST_OWN: usize = 5;
const MOST: usize = 500;
/// How long a tournament waits for people before bots fill it up.
const BOTS_WAIT: Millis = Millis::from_secs(5);

impl Inner {
    /// Makes a tournament whose host is whoever asked. Waits for the store.
    pub(crate) fn create_tournament(
        &self,
        origin: &Origin,
        form: &TournamentForm,
        starts: TournamentStart,
        bots: u32,
    ) -> Answer {
        let refused = |reason| Answer::Refused { reason };
        let said = TournamentId::new("new").expect("a plain name");
        let digest = super::digest_of(&said, &(form, starts, bots));
        // A command that was carried out is answered as it was, whatever would come of it now.
        match self.store().receipt(&origin.key()) {
            Ok(Some(receipt)) if receipt.digest == digest => return stored_answer(&receipt),
            Ok(None) => {}
            Ok(Some(_)) | Err(_) => return refused(Refusal::TryAgain),
        }
        let rules = match own_config(form) {
            Ok(rules) => rules,
            Err(problems) => return refused(Refusal::BadForm { problems }),
        };
        let listings = self.directory.listings();
        let open = listings.iter().filter(|listing| listing.over_at.is_none());
        let own = open.clone().filter(|listing| listing.plan.host == Some(origin.person)).count();
        if own >= MOST_OWN || open.count() >= MOST {
            return refused(Refusal::Tournament { why: TournamentRefusal::TooMany });
        }
        let start = match starts {
            TournamentStart::ByHand => Start::ByHand,
            TournamentStart::At { at } => Start::At(Timestamp::from_millis(at)),
            TournamentStart::WhenFull => Start::WhenFull,
        };
        let plan = |number: u64| TournamentPlan {
            id: TournamentId::new(&format!("cup-{number}")).expect("a plain name"),
            rules: rules.clone(),
            host: Some(origin.person),
            start,
            bots: (bots > 0).then_some(BotFill { wait: BOTS_WAIT, up_to: bots.min(1000) }),
            kind: None,
        };
        if !fits(&plan(u64::MAX)) {
            return refused(Refusal::BadForm { problems: vec![not_here()] });
        }
        let created = |plan: &TournamentPlan| Answer::Created { tournament: plan.id.to_string() };
        let receipt = |plan: &TournamentPlan| {
            let answer = serde_json::to_vec(&created(plan)).expect("an answer can be written");
            Some(CommandReceipt { key: origin.key(), digest, answer: answer.into() })
        };
        match self.tables().open_tournament(self.store(), self.clock(), &plan, &receipt) {
            Ok(id) => Answer::Created { tournament: id.to_string() },
            Err(LoadError::Append(AppendError::Refused(Refused::Repeated(receipt)))) => {
                stored_answer(&receipt)
            }
            Err(error) => {
                tracing::error!(%error, "a tournament could not be made");
                refused(Refusal::TryAgain)
            }
        }
    }
}
