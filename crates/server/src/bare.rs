//! The bare responder: an axum WebSocket that sends everybody at a table a message of a given size when one of them acts.
//!
//! It is what `kozyr load` holds the room against. It knows no rules, keeps nothing and writes no JSON: what it costs is what the sockets cost.

use axum::Router;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use axum::extract::{Path, State, WebSocketUpgrade};
use axum::routing::any;
use axum::serve::ListenerExt as _;
use futures_util::SinkExt;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::mpsc;

/// What a message begins with for whoever is to act.
pub const ACT: char = 'A';
/// What the answer to whoever acted begins with.
pub const ANSWER: char = 'R';
/// What a message begins with for everybody else.
const WAIT: char = 'W';

type Line = mpsc::Sender<Utf8Bytes>;

struct Hall {
    tables: Vec<Mutex<Vec<Option<Line>>>>,
    act: Utf8Bytes,
    wait: Utf8Bytes,
    answer: Utf8Bytes,
}

impl Hall {
    /// Somebody comes to a seat, if there is such a seat.
    fn sits(&self, table: usize, seat: usize, line: Line) -> bool {
        let Some(seats) = self.tables.get(table) else { return false };
        let mut seats = seats.lock().unwrap_or_else(PoisonError::into_inner);
        seats.get_mut(seat).map(|place| *place = Some(line)).is_some()
    }

    /// Somebody acts: everybody hears it, and the next one is asked.
    fn acted(&self, table: usize, seat: usize) {
        let seats = self.tables[table].lock().unwrap_or_else(PoisonError::into_inner);
        let next = (seat + 1) % seats.len();
        for (at, line) in seats.iter().enumerate() {
            let Some(line) = line else { continue };
            if at == seat {
                let _ = line.try_send(self.answer.clone());
            }
            let _ = line.try_send(if at == next { self.act.clone() } else { self.wait.clone() });
        }
    }
}

/// Responds at so many tables of so many players until it is ended: with messages of `update` bytes to everybody at a table,
/// and of `answer` bytes to whoever acted.
///
/// # Errors
/// When the listener fails.
pub async fn respond(
    listener: tokio::net::TcpListener,
    tables: u32,
    players: u8,
    update: usize,
    answer: usize,
) -> io::Result<()> {
    let seats = || Mutex::new(vec![None; usize::from(players)]);
    let text = |first: char, bytes: usize| Utf8Bytes::from(format!("{first:.<bytes$}"));
    let hall = Hall {
        tables: (0..tables).map(|_| seats()).collect(),
        act: text(ACT, update),
        wait: text(WAIT, update),
        answer: text(ANSWER, answer),
    };
    let app = Router::new().route("/{table}/{seat}", any(upgrade)).with_state(Arc::new(hall));
    // As the room's own sockets: nothing waits for more to send.
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    axum::serve(listener, app).await
}

async fn upgrade(
    State(hall): State<Arc<Hall>>,
    Path((table, seat)): Path<(usize, usize)>,
    request: WebSocketUpgrade,
) -> axum::response::Response {
    request.read_buffer_size(4 * 1024).on_upgrade(move |socket| serve(socket, hall, table, seat))
}

async fn serve(mut socket: WebSocket, hall: Arc<Hall>, table: usize, seat: usize) {
    let (line, mut lines) = mpsc::channel(256);
    if !hall.sits(table, seat, line) {
        return;
    }
    loop {
        tokio::select! {
            Some(text) = lines.recv() => {
                let mut sent = socket.feed(Message::Text(text)).await;
                while let (Ok(()), Ok(text)) = (&sent, lines.try_recv()) {
                    sent = socket.feed(Message::Text(text)).await;
                }
                if sent.is_err() || socket.flush().await.is_err() {
                    return;
                }
            }
            frame = socket.recv() => match frame {
                Some(Ok(Message::Text(_))) => hall.acted(table, seat),
                Some(Ok(_)) => {}
                _ => return,
            }
        }
    }
}
