//! The room over HTTP: `/api/v1` for people and programs, and what an operator's tools ask.
//!
//! A route is an [`Operation`](openapi::Operation) with its handler: what the document at `/api/v1/openapi.json` says
//! of it stands beside it. Each part of the API has a file with a function that adds its routes to an
//! [`Api`](openapi::Api).

mod admin;
mod answer;
mod asking;
mod docs;
mod exchange;
mod health;
mod history;
mod leaderboard;
mod lobby;
mod openapi;
mod people;
mod read;
mod tables;
mod tournaments;

pub(crate) use asking::{COOKIE, cookie};
pub(crate) use health::Counters;
pub(crate) use leaderboard::Ranked;

use crate::room::Inner;
use answer::Refused;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header;
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{any, get};
use kozyr_protocol::api::ProblemCode;
use openapi::Api;
use std::sync::Arc;

/// Where the API is.
pub(crate) const BASE: &str = "/api/v1";
/// No body is larger.
const MAX_BODY: usize = 16 * 1024;

/// Everything that is not a socket or a file of the page.
pub(crate) fn routes(inner: &Arc<Inner>) -> Router<Arc<Inner>> {
    let api = api();
    let document: Arc<str> = format!("{:#}\n", api.document()).into();
    let described = move || {
        let document = document.clone();
        async move { ([(header::CONTENT_TYPE, "application/json")], document.to_string()) }
    };
    let api = api
        .into_router()
        .route("/openapi.json", get(described))
        .fallback(async || Refused::from(ProblemCode::NotFound))
        .method_not_allowed_fallback(async || Refused::from(ProblemCode::WrongMethod))
        .layer(DefaultBodyLimit::max(MAX_BODY));
    let nowhere = || any(async || Refused::from(ProblemCode::NotFound));
    let api = Router::new()
        .nest(BASE, api)
        // A place that is misspelt is none of the page's.
        .route("/api/", nowhere())
        .route("/api/{*path}", nowhere())
        .layer(middleware::from_fn_with_state(inner.clone(), every_answer));
    api.route("/api", get(docs::page))
        .route("/api/docs.js", get(docs::script))
        .route("/admin", get(docs::admin_page))
        .route("/admin/admin.js", get(docs::admin_script))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics))
}

/// Every part of the API.
fn api() -> Api {
    Api::new()
        .tag("room", "The room itself")
        .tag("people", "Guests, accounts, sessions and tokens")
        .tag("lobby", "Which tables and tournaments there are, and who has the most chips")
        .tag("tables", "A table as one may see it; the hand on one of Hold'em as documents of its specification, and acting by them")
        .tag("tournaments", "Tournaments: how they stand, and what players and hosts ask of them")
        .tag("history", "Hands that were played")
        .tag("admin", "What only the room's admin may do; every act is written down")
        .with(health::add)
        .with(history::add)
        .with(lobby::add)
        .with(tables::add)
        .with(exchange::add)
        .with(tournaments::add)
        .with(leaderboard::add)
        .with(people::add)
        .with(admin::add)
}

/// What is asked of somebody is nobody else's, and never kept by a cache.
async fn every_answer(State(inner): State<Arc<Inner>>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    inner.counters.answered(response.status());
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
    ] {
        headers.entry(name).or_insert(header::HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// Every `$ref` in the document.
    fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
        match value {
            Value::Object(fields) => {
                found.extend(fields.get("$ref").and_then(Value::as_str));
                fields.values().for_each(|field| references(field, found));
            }
            Value::Array(items) => items.iter().for_each(|item| references(item, found)),
            _ => {}
        }
    }

    #[test]
    fn the_document_is_whole() {
        let document = api().document();
        assert_eq!(document["openapi"], "3.1.0");
        let mut found = Vec::new();
        references(&document, &mut found);
        assert!(found.len() > 3, "{document:#}");
        for reference in found {
            let pointer = reference.strip_prefix('#').expect("all of it is in the document");
            assert!(document.pointer(pointer).is_some(), "{reference}");
        }
        let mut names = std::collections::BTreeSet::new();
        for (path, operations) in document["paths"].as_object().unwrap() {
            for (method, operation) in operations.as_object().unwrap() {
                let what = format!("{method} {path}");
                assert!(
                    names.insert(operation["operationId"].as_str().unwrap()),
                    "{what}: its name is another's"
                );
                assert!(!operation["summary"].as_str().unwrap().is_empty(), "{what}");
                let responses = operation["responses"].as_object().unwrap();
                assert!(responses.keys().any(|status| status.starts_with('2')), "{what}");
                let tag = &operation["tags"][0];
                let tags = document["tags"].as_array().unwrap();
                assert!(tags.iter().any(|known| known["name"] == *tag), "{what}: {tag}");
            }
        }
    }
}
