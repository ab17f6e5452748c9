//! What a connection says of evenings, and of forms and files.

use super::{Connection, TABLES};
use crate::service::Origin;
use crate::shard::ToShard;
use crate::tournament;
use crate::world;
use kozyr_protocol::room::{
    Answer, CommandId, ExportFormat, Fault, Refusal, ToClient, ToServer, TournamentForm,
};
use kozyr_time::TimeSource;
use tokio::sync::Semaphore;

/// Forms that are looked at, at a time: each is played for a moment to say how long it takes.
static CHECKS: Semaphore = Semaphore::const_new(1);

impl Connection {
    /// Says what is wrong with a form, and how long it takes.
    pub(super) async fn check(&self, form: TournamentForm) {
        let Ok(_turn) = CHECKS.acquire().await else { return self.fault(Fault::TryAgain) };
        match world::aside(move || tournament::checked(form)).await {
            Ok(told) => self.outlet.tell(&told),
            Err(_) => self.fault(Fault::TryAgain),
        }
    }

    pub(super) async fn evening(&mut self, message: ToServer) {
        match message {
            ToServer::Export { tournament, format } => self.export(tournament, format),
            ToServer::OpenEvening { command, form } => {
                self.ask_evenings(command, move |room, origin| {
                    room.evenings().create(room.store(), origin, &form, room.clock().now())
                })
                .await;
            }
            ToServer::Evenings => {
                let evenings = self.id().map(|person| self.room.evenings().of(person)).unwrap_or_default();
                self.outlet.tell(&ToClient::Evenings { evenings });
            }
            ToServer::FollowEvening { evening } | ToServer::Screen { screen: evening } => {
                if !self.evenings.contains(&evening) {
                    if self.evenings.len() >= TABLES {
                        return self.fault(Fault::TooManyTables { most: TABLES as u32 });
                    }
                    self.evenings.push(evening.clone());
                }
                self.follow_evening(&evening);
            }
            ToServer::UnfollowEvenings => {
                self.evenings.clear();
                self.room.evenings().unfollow(self.outlet.id);
            }
            ToServer::Report { command, evening, order } => {
                self.ask_evenings(command, move |room, origin| {
                    room.evenings().report(room.store(), origin, &evening, &order, room.clock().now())
                })
                .await;
            }
            _ => unreachable!("not about an evening"),
        }
    }

    pub(super) fn follow_evening(&self, evening: &str) {
        self.room.evenings().follow(evening, self.id(), &self.outlet, self.room.clock().now());
    }

    /// Asks for somebody who is anybody; whoever answers may wait for the store.
    async fn ask_evenings(
        &self,
        command: CommandId,
        ask: impl FnOnce(&crate::room::Inner, &Origin) -> Answer + Send + 'static,
    ) {
        let Some(person) = self.id() else {
            let result = Answer::Refused { reason: Refusal::SignInFirst };
            return self.outlet.tell(&ToClient::Answer { command, result });
        };
        let (room, origin) = (self.room.clone(), Origin { person, command, outlet: self.outlet.clone() });
        let asked = world::aside(move || origin.answer(ask(&room, &origin)));
        if asked.await.is_err() {
            self.fault(Fault::TryAgain);
        }
    }

    fn export(&self, name: String, format: ExportFormat) {
        if let Some((tournament, shard)) = self.room.tournament(&name) {
            let outlet = self.outlet.clone();
            // A shard that is gone is stopping, and so is this connection.
            let _ = shard.send(ToShard::Export { tournament, outlet, format });
            return;
        }
        let now = self.room.clock().now();
        if !self.room.evenings().export(&name, self.id(), format, &self.outlet, now) {
            self.fault(Fault::UnknownTournament { tournament: name });
        }
    }
}
