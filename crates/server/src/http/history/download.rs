//! All of somebody's hands in one file, written while it is sent.

use super::{Refused, file_headers, table_stream};
use crate::history::{self, Noted};
use crate::http::asking::Asking;
use crate::http::read::Params;
use crate::room::Inner;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use kozyr_protocol::api::{DownloadQuery, HandNotation, ProblemCode};
use kozyr_store::{HandFilter, HandRow};
use kozyr_time::PlayerId;
use std::io;
use std::sync::Arc;
use tokio::sync::{Semaphore, SemaphorePermit, mpsc};

/// So many files are written at a time.
static DOWNLOADS: Semaphore = Semaphore::const_new(2);
/// Hands looked up at a time.
const PAGE: usize = 64;

pub(super) async fn all(
    State(inner): State<Arc<Inner>>,
    asking: Asking,
    Params(query): Params<DownloadQuery>,
) -> Result<Response, Refused> {
    let notation = query.notation.unwrap_or(HandNotation::Json);
    let name = match notation {
        HandNotation::Phh => "hands.phhs",
        HandNotation::Pokerstars => "hands.txt",
        HandNotation::Seka => "hands.seka",
        HandNotation::Json => "hands.jsonl",
        HandNotation::Durak => "hands.durak",
    };
    let filter =
        HandFilter { stream: query.table.as_deref().map(table_stream).transpose()?, ..HandFilter::default() };
    let turn = turn(&DOWNLOADS)?;
    let (sender, receiver) = mpsc::channel(4);
    let player = asking.user.id;
    tokio::task::spawn_blocking(move || {
        let _turn = turn;
        let mut writing = Writing { inner: &inner, player, notation, sender, number: 0 };
        if let Err(error) = writing.pages(&filter) {
            tracing::error!(%error, "hands could not be written down");
            // The file ends in the middle, and whoever takes it hears so.
            let _ = writing.sender.blocking_send(Err(error));
        }
    });
    let parts = stream::unfold(receiver, async |mut receiver| {
        receiver.recv().await.map(|part: io::Result<Bytes>| (part, receiver))
    });
    Ok((file_headers(notation, name), Body::from_stream(parts)).into_response())
}

/// Whoever comes while so many are written is told to wait.
fn turn(downloads: &'static Semaphore) -> Result<SemaphorePermit<'static>, Refused> {
    downloads.try_acquire().map_err(|_| ProblemCode::TooFast.into())
}

struct Writing<'a> {
    inner: &'a Inner,
    player: PlayerId,
    notation: HandNotation,
    sender: mpsc::Sender<io::Result<Bytes>>,
    /// Of the last hand that was written.
    number: u64,
}

impl Writing<'_> {
    /// Hand by hand, the latest first.
    fn pages(&mut self, filter: &HandFilter) -> io::Result<()> {
        let mut mark = None;
        loop {
            let store = self.inner.store();
            let page = store.hands_of(self.player, filter, mark.as_ref(), PAGE).map_err(failed)?;
            let Some(last) = page.last() else { return Ok(()) };
            mark = Some(last.row.mark());
            for hand in &page {
                let Some(text) = self.text(&hand.row)? else { continue };
                if self.sender.blocking_send(Ok(text.into())).is_err() {
                    // Nobody takes it any more.
                    return Ok(());
                }
            }
        }
    }

    /// The hand as it stands in the file; nothing when it is of another game.
    fn text(&mut self, row: &HandRow) -> io::Result<Option<String>> {
        let store = self.inner.store();
        let is_of = match row.game.as_str() {
            _ if self.notation == HandNotation::Json => true,
            "seka" => self.notation == HandNotation::Seka,
            "durak" => self.notation == HandNotation::Durak,
            _ => matches!(self.notation, HandNotation::Phh | HandNotation::Pokerstars),
        };
        if !is_of {
            return Ok(None);
        }
        if self.notation == HandNotation::Phh {
            let Some(document) = history::phh_document(store, row, self.player).map_err(failed)? else {
                return Ok(None);
            };
            let mut text = String::new();
            self.number += 1;
            document.write_section(self.number, &mut text).map_err(failed)?;
            return Ok(Some(text));
        }
        Ok(match history::note(store, row, self.player, self.notation).map_err(failed)? {
            Noted::Text(text) if self.notation == HandNotation::Pokerstars => Some(text + "\n\n"),
            Noted::Text(text) => Some(text),
            Noted::Cannot(_) => None,
        })
    }
}

fn failed(error: impl std::error::Error + Send + Sync + 'static) -> io::Error {
    io::Error::other(error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::StatusCode;

    #[test]
    fn a_third_file_at_a_time_is_told_to_wait() {
        static TWO: Semaphore = Semaphore::const_new(2);
        let (one, _other) = (turn(&TWO).unwrap(), turn(&TWO).unwrap());
        let refused = turn(&TWO).map(drop).unwrap_err().into_response();
        assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
        drop(one);
        assert!(turn(&TWO).is_ok());
    }
}
