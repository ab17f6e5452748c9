//! A table whose clock stands still: nothing happens at it but what a script says, move by move.

use super::books::audit;
use super::client::{Client, accepted};
use super::process::Process;
use kozyr_protocol::room::{Answer, GameAction, GameWord, Refusal, TableView};
use kozyr_server::TablePlan;
use std::path::Path;
use tempfile::TempDir;

/// Which player, by the order in which they sat down; what they do; and why they may not: nothing where it is done.
pub type Step = (usize, GameAction, Option<Refusal>);

/// A file with these tables, for `--tables`.
pub fn tables_file(data: &Path, plans: &[TablePlan]) -> String {
    let path = data.join("tables.json");
    std::fs::write(&path, serde_json::to_string(plans).unwrap()).unwrap();
    path.display().to_string()
}

pub struct Scripted {
    room: Process,
    table: String,
    pub players: Vec<Client>,
    data: TempDir,
}

impl Scripted {
    /// A room with this table, at which nobody sits.
    pub fn open(plan: TablePlan) -> Scripted {
        let data = tempfile::tempdir().unwrap();
        let table = plan.id.to_string();
        let tables = tables_file(data.path(), &[plan]);
        let flags = ["--clock-by-hand", "--bots", "0", "--haste", "100", "--tables", &tables];
        let room = Process::start(data.path(), 0, &flags);
        Scripted { room, table, players: Vec::new(), data }
    }

    /// One more sits down.
    pub async fn sit(&mut self, seat: u8, buy_in: i64) {
        let mut client =
            Client::guest_at(self.room.port, &format!("Player {}", self.players.len()), &self.table).await;
        let answer = client.sit(seat, buy_in).await;
        assert!(accepted(&answer), "{answer:?}");
        self.players.push(client);
    }

    /// Everybody says this.
    pub async fn say(&mut self, word: GameWord) {
        for client in &mut self.players {
            let answer = client.ask(&client.says(word)).await;
            assert!(accepted(&answer), "{answer:?}");
        }
    }

    /// Time passes until cards are dealt and somebody is to act. Where chance says who, they come first, and those after
    /// them in their order.
    pub async fn deal(&mut self) {
        loop {
            self.seen().await;
            if let Some(first) = self.players.iter().position(Client::may_act) {
                return self.players.rotate_left(first);
            }
            self.room.pass(500);
            self.players[0].breathe().await;
        }
    }

    /// The table as each of them is shown it when they ask anew, and the number of its last move.
    async fn seen(&mut self) -> Vec<(u64, TableView)> {
        let mut seen = Vec::new();
        for client in &mut self.players {
            client.look_again().await;
            seen.push((client.sequence(), client.view().clone()));
        }
        seen
    }

    /// One step after the other. What is refused is refused for its reason, and nobody sees anything else afterwards.
    pub async fn play(&mut self, steps: impl IntoIterator<Item = Step>) {
        for (nth, (who, action, refusal)) in steps.into_iter().enumerate() {
            let here = format!("step {nth}: player {who}, {action:?}");
            let before = self.seen().await;
            let client = &mut self.players[who];
            let answer = client.ask(&client.does(action)).await;
            match refusal {
                None => assert!(accepted(&answer), "{here}: {answer:?}"),
                Some(reason) => {
                    assert_eq!(answer, Answer::Refused { reason }, "{here}");
                    assert_eq!(self.seen().await, before, "{here}");
                }
            }
        }
    }

    /// The room stops, and its books balance.
    pub fn close(self) {
        assert!(self.room.stop().success());
        audit(self.data.path());
    }
}
