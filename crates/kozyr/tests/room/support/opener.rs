//! Somebody who opens a table just when the room is about to die, and asks for it again when it is back.

use super::client::{Client, command};
use super::regular::{Hits, LOST, UNTOLD};
use kozyr_chips::Chips;
use kozyr_protocol::room::{Answer, Language, TableForm, TableGame, ToClient, ToServer};

pub const OPENS: &str = "opens a table";

#[derive(Default)]
pub struct Opener {
    token: Option<String>,
    tried: u32,
    pending: Option<ToServer>,
    /// What they were told that they have.
    pub opened: Vec<String>,
    pub hits: Hits,
}

impl Opener {
    /// Asks again for what was not answered.
    pub async fn comes_back(&mut self, port: u16) -> Client {
        let mut client = Client::connect(port).await;
        client.hello(self.token.clone()).await;
        if self.token.is_some() {
            assert!(client.you.is_some(), "a session that was given is known");
        } else {
            client.send(&ToServer::Guest { name: Some("Opener".into()), language: Language::En }).await;
            client.until(|message| matches!(message, ToClient::Welcome { .. })).await;
            self.token = client.token.clone();
        }
        if let Some(message) = self.pending.clone() {
            let before = listed(&mut client).await;
            let answer = client.ask(&message).await;
            let table = self.answered(&answer);
            let found = if before.contains(&table) { UNTOLD } else { LOST };
            *self.hits.entry((OPENS, found)).or_default() += 1;
        }
        client
    }

    /// Asks for one more table, and listens until the room is gone.
    pub async fn opens(&mut self, mut client: Client) {
        let form = TableForm {
            name: Some(format!("Opened {}", self.tried)),
            private: false,
            seats: 6,
            turn_secs: 30,
            delay_secs: 0,
            bots: false,
            game: TableGame::Seka { base: Chips::new(5) },
        };
        self.tried += 1;
        let message = ToServer::CreateTable { command: command(), form: Box::new(form) };
        let _ = client.try_send(serde_json::to_string(&message).unwrap()).await;
        self.pending = Some(message);
        while let Ok(heard) = client.next().await {
            if let ToClient::Answer { result, .. } = heard {
                self.answered(&result);
            }
        }
    }

    /// They wait for an answer.
    pub fn waits(&self) -> bool {
        self.pending.is_some()
    }

    /// Every table they were told of is there, and none of them twice.
    pub async fn finds_all(&self, port: u16) {
        let mut client = Client::connect(port).await;
        client.hello(self.token.clone()).await;
        let listed = listed(&mut client).await;
        let unknown = usize::from(self.waits());
        for table in &self.opened {
            assert!(listed.contains(table), "{table} was opened and is not there");
        }
        assert!(listed.len() <= self.opened.len() + unknown, "more tables than were asked for: {listed:?}");
    }

    fn answered(&mut self, answer: &Answer) -> String {
        let Answer::Opened { table, .. } = answer else { panic!("{answer:?}") };
        assert!(!self.opened.contains(table), "{table} was opened for two commands");
        self.opened.push(table.clone());
        self.pending = None;
        table.clone()
    }
}

/// Those of their tables that are in the lobby.
async fn listed(client: &mut Client) -> Vec<String> {
    client.send(&ToServer::Lobby).await;
    let lobby = client.until(|message| matches!(message, ToClient::Lobby { .. })).await;
    let ToClient::Lobby { tables, .. } = lobby else { unreachable!() };
    let theirs = tables.into_iter().filter(|table| table.info.name.starts_with("Opened "));
    theirs.map(|table| table.table).collect()
}
