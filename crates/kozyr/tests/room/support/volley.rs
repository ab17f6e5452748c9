//! Six people at six tables of their own, who all sit down or all leave at once, just when the room is about to die. The room
//! writes what comes together in one transaction, and dies before it, in it, or between it and its answers.

use super::client::{Client, accepted, command};
use super::forms::{form, open};
use super::regular::{LOST, UNTOLD};
use futures_util::future::join_all;
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_protocol::room::{Answer, Language, TableForm, ToClient, ToServer};
use std::collections::BTreeMap;
use std::path::Path;

/// What a kill did to commands of six tables that were sent at once.
pub const NONE_WRITTEN: &str = "none of six at once written";
pub const SOME_WRITTEN: &str = "some of six at once written, others not";
pub const ALL_WRITTEN: &str = "all of six at once written, not all told";
pub const ALL_TOLD: &str = "all of six at once written and told";
const SIX: usize = 6;

#[derive(Default)]
struct Member {
    token: Option<String>,
    table: String,
    pending: Option<ToServer>,
    /// What became of what they asked last.
    fate: Option<&'static str>,
}

#[derive(Default)]
pub struct Volley {
    members: Vec<Member>,
    /// How often a kill did what.
    pub outcomes: BTreeMap<&'static str, u32>,
}

impl Volley {
    /// They come back and look what became of their commands.
    pub async fn comes_back(&mut self, port: u16) -> Vec<Client> {
        let fired = !self.members.is_empty();
        self.members.resize_with(SIX, Member::default);
        let lines = join_all(self.members.iter_mut().enumerate().map(|(nth, member)| member.back(port, nth)));
        let lines = lines.await;
        if fired {
            let many = |fate| self.members.iter().filter(|member| member.fate == Some(fate)).count();
            let outcome = match (many(LOST), many(UNTOLD)) {
                (SIX, _) => NONE_WRITTEN,
                (1.., _) => SOME_WRITTEN,
                (0, 1..) => ALL_WRITTEN,
                (0, 0) => ALL_TOLD,
            };
            *self.outcomes.entry(outcome).or_default() += 1;
        }
        lines
    }

    /// All of them ask for something at once, and listen until the room is gone.
    pub async fn fires(&mut self, lines: Vec<Client>) {
        join_all(self.members.iter_mut().zip(lines).map(|(member, line)| member.fires(line))).await;
    }
}

impl Member {
    async fn back(&mut self, port: u16, nth: usize) -> Client {
        let mut client = Client::connect(port).await;
        client.hello(self.token.clone()).await;
        if self.token.is_none() {
            client
                .send(&ToServer::Guest { name: Some(format!("One of six {nth}")), language: Language::En })
                .await;
            client.until(|message| matches!(message, ToClient::Welcome { .. })).await;
            self.token = client.token.clone();
            self.table = opens(&mut client).await;
        }
        client.go_to(&self.table);
        client.watch(None).await;
        self.fate = None;
        if let Some(message) = self.pending.take() {
            let written = is_done(&message, &client);
            self.fate = Some(if written { UNTOLD } else { LOST });
            let answer = client.ask(&message).await;
            assert!(accepted(&answer), "{message:?}: {answer:?}");
            while !is_done(&message, &client) {
                client.next().await.expect("the connection lasts");
            }
        }
        client
    }

    async fn fires(&mut self, mut client: Client) {
        let (id, table) = (command(), self.table.clone());
        let message = match client.seat() {
            Some(_) => ToServer::Leave { command: id, table },
            None => {
                let (seat, buy_in) = (Seat::from_number(1).expect("a seat"), Chips::new(100));
                ToServer::Sit { command: id, table, seat, buy_in, wait: false }
            }
        };
        let _ = client.try_send(serde_json::to_string(&message).unwrap()).await;
        self.pending = Some(message);
        while let Ok(heard) = client.next().await {
            if let ToClient::Answer { command, result } = heard
                && command == id
            {
                assert!(accepted(&result), "{result:?}");
                self.pending = None;
            }
        }
    }
}

/// Is what they asked for so, whatever was answered?
fn is_done(message: &ToServer, client: &Client) -> bool {
    matches!(message, ToServer::Sit { .. })
        == client.view().own.as_ref().is_some_and(|own| own.seat.is_some())
}

async fn opens(client: &mut Client) -> String {
    let answer = open(client, TableForm { name: None, seats: 2, ..form(false) }).await;
    let Answer::Opened { table, .. } = answer else { panic!("{answer:?}") };
    table
}

/// Did the room die in the middle of writing a transaction? SQLite's log then ends in pages that no commit follows.
pub fn died_inside_a_commit(data: &Path) -> bool {
    let Ok(log) = std::fs::read(data.join("kozyr.db-wal")) else { return false };
    let number = |at: usize| log.get(at..at + 4).map(|four| u32::from_be_bytes(four.try_into().unwrap()));
    let Some(page) = number(8).map(|page| page as usize) else { return false };
    let salts = log.get(16..24);
    let frames = (32..).step_by(24 + page).map_while(|at| {
        // What is left of an older log has other salts.
        let is_of_this = log.get(at + 8..at + 16) == salts && log.len() >= at + 24 + page;
        is_of_this.then(|| number(at + 4).unwrap_or_default() > 0)
    });
    frames.last() == Some(false)
}
