//! Tables that clients open.

use super::client::{Client, command};
use kozyr_chips::Chips;
use kozyr_protocol::room::{Answer, HoldemOptions, TableForm, TableGame, ToServer};

/// No-limit Hold'em with these blinds.
pub fn holdem(small: i64, big: i64) -> TableGame {
    let (small_blind, big_blind) = (Chips::new(small), Chips::new(big));
    TableGame::Holdem { variant: "NT".into(), small_blind, big_blind, options: HoldemOptions::default() }
}

/// What most tests open.
pub fn form(private: bool) -> TableForm {
    TableForm {
        name: Some("Friends".into()),
        private,
        seats: 6,
        turn_secs: 30,
        delay_secs: 0,
        bots: false,
        game: holdem(1, 2),
    }
}

/// Asks for a table.
pub async fn open(client: &mut Client, form: TableForm) -> Answer {
    client.ask(&ToServer::CreateTable { command: command(), form: Box::new(form) }).await
}
