//! What an operator's tools ask: is it alive, does it take people, how busy is it. No card, token or name is in it.

use super::answer::Json;
use super::openapi::{Api, Operation};
use crate::room::Inner;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use kozyr_protocol::api::RoomState;
use kozyr_protocol::room::PROTOCOL;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// What is counted while the room runs.
#[derive(Debug)]
pub(crate) struct Counters {
    started: Instant,
    /// Answers of the API by the first digit of their status, from 1.
    answers: [AtomicU64; 5],
    /// Sockets that were ever opened.
    pub(crate) sockets: AtomicU64,
    /// Guests who ever came since the start.
    pub(crate) guests: AtomicU64,
}

impl Counters {
    pub(crate) fn new() -> Counters {
        let (answers, sockets, guests) = Default::default();
        Counters { started: Instant::now(), answers, sockets, guests }
    }

    pub(super) fn answered(&self, status: StatusCode) {
        if let Some(class) =
            usize::from(status.as_u16() / 100).checked_sub(1).and_then(|nth| self.answers.get(nth))
        {
            class.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// The room's own routes in the API.
pub(super) fn add(api: Api) -> Api {
    api.route(Operation::get("/room", "room", "The room as it is").answers::<RoomState>(), room)
}

async fn room(State(inner): State<Arc<Inner>>) -> Json<RoomState> {
    Json(RoomState {
        version: env!("CARGO_PKG_VERSION").into(),
        protocol: PROTOCOL,
        tables: inner.directory.lobby().len() as u64,
        tournaments: inner.directory.tournaments().len() as u64,
        connections: inner.connections() as u64,
        draining: inner.is_draining(),
    })
}

/// `/healthz`: can hands be dealt? The tables have to serve, and the store to answer.
pub(super) async fn alive(State(inner): State<Arc<Inner>>) -> Response {
    match inner.illness().await {
        None => (StatusCode::OK, "ok\n").into_response(),
        Some(ill) => (StatusCode::SERVICE_UNAVAILABLE, format!("{ill}\n")).into_response(),
    }
}

/// `/readyz`: should newcomers be sent here? A room that is being emptied is healthy, and takes nobody.
pub(super) async fn ready(State(inner): State<Arc<Inner>>) -> Response {
    if inner.is_draining() {
        return (StatusCode::SERVICE_UNAVAILABLE, "draining\n").into_response();
    }
    alive(State(inner)).await
}

/// `/metrics`, as Prometheus reads it.
pub(super) async fn metrics(State(inner): State<Arc<Inner>>) -> Response {
    let mut text = String::new();
    let mut put = |name: &str, kind: &str, help: &str, rows: &[(String, u64)]| {
        let _ = writeln!(text, "# HELP kozyr_{name} {help}\n# TYPE kozyr_{name} {kind}");
        for (labels, value) in rows {
            let _ = writeln!(text, "kozyr_{name}{labels} {value}");
        }
    };
    let one = |value: u64| vec![(String::new(), value)];
    let counters = &inner.counters;
    let count = |counter: &AtomicU64| one(counter.load(Ordering::Relaxed));
    put("up_seconds", "gauge", "Seconds since the start.", &one(counters.started.elapsed().as_secs()));
    put("connections", "gauge", "Open sockets.", &one(inner.connections() as u64));
    put("sockets_total", "counter", "Sockets opened since the start.", &count(&counters.sockets));
    put("guests_total", "counter", "Guests who came since the start.", &count(&counters.guests));
    put("tables", "gauge", "Tables in the lobby.", &one(inner.directory.lobby().len() as u64));
    put(
        "tournaments",
        "gauge",
        "Tournaments in the lobby.",
        &one(inner.directory.tournaments().len() as u64),
    );
    put(
        "seated",
        "gauge",
        "People and bots with a seat or a place in a tournament.",
        &one(inner.directory.seated().len() as u64),
    );
    let tally = &inner.directory.tally;
    for (name, help, count) in [
        ("hands_dealt_total", "Hands, deals and parties begun since the start.", &tally.hands),
        ("actions_accepted_total", "What players did in hands since the start.", &tally.actions),
        ("commands_refused_total", "Commands tables and tournaments did not carry out.", &tally.refusals),
        ("appends_failed_total", "What was decided and the store did not take.", &tally.failed_appends),
    ] {
        put(name, "counter", help, &one(count.get()));
    }
    put("draining", "gauge", "Is the room being emptied?", &one(u64::from(inner.is_draining())));
    let answers: Vec<(String, u64)> = counters
        .answers
        .iter()
        .enumerate()
        .skip(1)
        .map(|(nth, count)| (format!("{{class=\"{}xx\"}}", nth + 1), count.load(Ordering::Relaxed)))
        .collect();
    put("http_answers_total", "counter", "Answers of the API by the class of their status.", &answers);
    if let Some(bytes) = resident_bytes() {
        put("resident_bytes", "gauge", "Memory of the process.", &one(bytes));
    }
    (
        [
            (header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8"),
            (header::CACHE_CONTROL, "no-store"),
        ],
        text,
    )
        .into_response()
}

/// What the process has in memory, where the system says so.
fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}
