//! Hands that were played: lists, one hand for a replayer or in a notation, links to it, and what they come to.
//!
//! Everybody sees the hands they took part in, as they saw them; whoever has a link sees what its owner saw.

mod download;

use super::answer::{Json, Refused};
use super::asking::{Asking, Playing};
use super::openapi::{Api, Needs, Operation};
use super::read::{Params, Path};
use crate::history::{self, Noted};
use crate::load::LoadError;
use crate::plan::stream_of;
use crate::room::Inner;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use kozyr_protocol::api::{
    DownloadQuery, GameStatistics, HandList, HandNotation, HandStory, HandsQuery, ProblemCode, ShareLink,
    Statistics,
};
use kozyr_store::{
    Append, AppendError, HandFilter, HandMark, HandRow, Refused as StoreRefused, ShareId, SharedHand,
    StreamId,
};
use kozyr_time::{PlayerId, TableId, Timestamp, WallTime};
use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

const USUAL_PAGE: u32 = 20;
const LARGEST_PAGE: u32 = 100;

/// So many hands are played again at a time: tables come first.
static STORIES: Semaphore = Semaphore::const_new(4);

pub(super) fn add(api: Api) -> Api {
    let get = |path, id, summary| Operation::get(path, id, summary).of("history");
    let mine = |path, id, summary| get(path, id, summary).needs(Needs::Person);
    let gone = &[ProblemCode::NotFound];
    api.route(
        mine("/hands", "hands", "One's own hands, the latest first, page by page")
            .query::<HandsQuery>()
            .answers::<HandList>()
            .refuses(&[ProblemCode::Unreadable]),
        list,
    )
    .route(
        mine("/hands/download", "downloadHands", "All of one's hands in one file")
            .query::<DownloadQuery>()
            .answers_with("text/plain")
            .refuses(&[ProblemCode::Unreadable, ProblemCode::TooFast]),
        download::all,
    )
    .route(
        mine(
            "/hands/{table}/{hand}",
            "hand",
            "A hand as one saw it, step by step; `last` is one's latest there",
        )
        .answers::<HandStory>()
        .refuses(gone),
        one,
    )
    .route(
        mine("/hands/{table}/{hand}/as/{notation}", "handAs", "A hand in a notation, with the cards one saw")
            .answers_with("text/plain")
            .refuses(gone),
        one_as,
    )
    .route(
        Operation::post(
            "/hands/{table}/{hand}/share",
            "shareHand",
            "A link that shows a hand to whoever has it",
        )
        .of("history")
        .needs(Needs::Player)
        .answers::<ShareLink>()
        .refuses(gone),
        share,
    )
    .route(
        get("/shared/{link}", "sharedHand", "A hand as the owner of the link saw it, step by step")
            .answers::<HandStory>()
            .refuses(gone),
        shared,
    )
    .route(
        get("/shared/{link}/as/{notation}", "sharedHandAs", "The hand of a link in a notation")
            .answers_with("text/plain")
            .refuses(gone),
        shared_as,
    )
    .route(
        mine("/people/{person}/statistics", "statistics", "What somebody's hands come to; `me` is oneself")
            .answers::<Statistics>()
            .refuses(gone),
        statistics,
    )
}

impl From<LoadError> for Refused {
    fn from(error: LoadError) -> Refused {
        Refused::failed(&error)
    }
}

fn no_such_hand() -> Refused {
    Refused::because(ProblemCode::NotFound, "you have played no such hand")
}

async fn list(
    State(inner): State<Arc<Inner>>,
    asking: Asking,
    Params(query): Params<HandsQuery>,
) -> Result<Json<HandList>, Refused> {
    let limit = query.limit.unwrap_or(USUAL_PAGE).clamp(1, LARGEST_PAGE) as usize;
    let filter = HandFilter {
        stream: query.table.as_deref().map(table_stream).transpose()?,
        since: query.since.as_deref().map(date).transpose()?,
        until: query.until.as_deref().map(date).transpose()?,
    };
    let before = query.before.as_deref().map(read_mark).transpose()?;
    let player = asking.user.id;
    let found = spawn_blocking(move || inner.store().hands_of(player, &filter, before.as_ref(), limit + 1));
    let mut hands = found.await??;
    let more = hands.len() > limit;
    hands.truncate(limit);
    let next = hands.last().filter(|_| more).map(|last| write_mark(&last.row.mark()));
    Ok(Json(HandList { hands: hands.iter().map(|hand| history::item(&hand.row, player)).collect(), next }))
}

async fn one(
    State(inner): State<Arc<Inner>>,
    asking: Asking,
    Path((table, hand)): Path<(String, String)>,
) -> Result<Json<HandStory>, Refused> {
    let player = asking.user.id;
    let row = own_row(&inner, player, &table, &hand).await?;
    story(inner, row, player).await
}

async fn one_as(
    State(inner): State<Arc<Inner>>,
    asking: Asking,
    Path((table, hand, notation)): Path<(String, String, String)>,
) -> Result<Response, Refused> {
    let player = asking.user.id;
    let row = own_row(&inner, player, &table, &hand).await?;
    written(inner, row, player, &notation).await
}

async fn shared(
    State(inner): State<Arc<Inner>>,
    Path(link): Path<String>,
) -> Result<Json<HandStory>, Refused> {
    let (row, owner) = shared_row(&inner, &link).await?;
    story(inner, row, owner).await
}

async fn shared_as(
    State(inner): State<Arc<Inner>>,
    Path((link, notation)): Path<(String, String)>,
) -> Result<Response, Refused> {
    let (row, owner) = shared_row(&inner, &link).await?;
    written(inner, row, owner, &notation).await
}

async fn share(
    State(inner): State<Arc<Inner>>,
    Playing(user): Playing,
    Path((table, hand)): Path<(String, String)>,
) -> Result<Json<ShareLink>, Refused> {
    let owner = user.id;
    let row = own_row(&inner, owner, &table, &hand).await?;
    let made = spawn_blocking(move || make_share(&inner, &row, owner)).await??;
    let id = hex(&made.0);
    let path = format!("/shared/{id}");
    Ok(Json(ShareLink { id, path }))
}

/// The link to a hand: the one there is, or a new one.
fn make_share(inner: &Inner, row: &HandRow, owner: PlayerId) -> Result<ShareId, Refused> {
    let store = inner.store();
    if let Some(known) = store.share_of(owner, &row.stream, row.hand)? {
        return Ok(known.id);
    }
    let mut id = [0; 16];
    getrandom::fill(&mut id).map_err(|error| Refused::failed(&error))?;
    let (stream, hand, shared_at) = (row.stream.clone(), row.hand, inner.calendar().now());
    let share = SharedHand { id: ShareId(id), stream, hand, owner, shared_at };
    match store.append(Append { shares: vec![share], ..Append::default() }) {
        Ok(()) => Ok(ShareId(id)),
        // Somebody pressed twice: the first link is the one.
        Err(AppendError::Refused(StoreRefused::ShareExists { .. })) => {
            let known = store.share_of(owner, &row.stream, row.hand)?;
            known.map(|known| known.id).ok_or_else(no_such_hand)
        }
        Err(error) => Err(error.into()),
    }
}

async fn statistics(
    State(inner): State<Arc<Inner>>,
    asking: Asking,
    Path(person): Path<String>,
) -> Result<Json<Statistics>, Refused> {
    let own = asking.user.id;
    let nobody = || Refused::because(ProblemCode::NotFound, "there is no such person");
    let player = match person.as_str() {
        "me" => own,
        number => number.parse().ok().and_then(|number| PlayerId::new(number).ok()).ok_or_else(nobody)?,
    };
    let found = spawn_blocking(move || {
        let known = inner.store().user(player)?;
        Ok::<_, kozyr_store::Unavailable>((known, inner.store().tallies(player)?))
    });
    let (known, tallies) = found.await??;
    known.ok_or_else(nobody)?;
    let game = |tally: kozyr_store::Tally| GameStatistics {
        game: tally.game,
        currency: tally.currency.to_string(),
        hands: tally.hands,
        voluntary: tally.voluntary,
        raised: tally.raised,
        showdowns: tally.showdowns,
        won: tally.won,
        net: (player == own).then_some(tally.net),
    };
    Ok(Json(Statistics { games: tallies.into_iter().map(game).collect() }))
}

/// The row of a hand this person took part in; others are as if they were not there.
async fn own_row(inner: &Arc<Inner>, player: PlayerId, table: &str, hand: &str) -> Result<HandRow, Refused> {
    let stream = table_stream(table)?;
    let (inner, number) = (inner.clone(), hand.parse::<u64>());
    let last = hand == "last";
    let found = spawn_blocking(move || match number {
        _ if last => {
            let filter = HandFilter { stream: Some(stream), ..HandFilter::default() };
            Ok(inner.store().hands_of(player, &filter, None, 1)?.pop().map(|hand| hand.row))
        }
        Ok(number) => inner.store().hand(&stream, number),
        Err(_) => Ok(None),
    });
    let row = found.await??;
    let took_part = |row: &HandRow| row.players.iter().any(|one| one.player == player);
    row.filter(took_part).ok_or_else(no_such_hand)
}

async fn shared_row(inner: &Arc<Inner>, link: &str) -> Result<(HandRow, PlayerId), Refused> {
    let gone = || Refused::because(ProblemCode::NotFound, "this link shows no hand");
    let id = unhex(link).ok_or_else(gone)?;
    let inner = inner.clone();
    let found = spawn_blocking(move || {
        let Some(share) = inner.store().shared_hand(ShareId(id))? else { return Ok(None) };
        let row = inner.store().hand(&share.stream, share.hand)?;
        Ok::<_, kozyr_store::Unavailable>(row.map(|row| (row, share.owner)))
    });
    found.await??.ok_or_else(gone)
}

async fn story(inner: Arc<Inner>, row: HandRow, viewer: PlayerId) -> Result<Json<HandStory>, Refused> {
    let _turn = STORIES.acquire().await.map_err(|error| Refused::failed(&error))?;
    let told = spawn_blocking(move || history::story(inner.store(), &row, viewer)).await??;
    Ok(Json(told))
}

async fn written(
    inner: Arc<Inner>,
    row: HandRow,
    viewer: PlayerId,
    notation: &str,
) -> Result<Response, Refused> {
    let (notation, ending) = notation_of(notation)?;
    let table = row.stream.as_str().trim_start_matches("table/").to_owned();
    let name = format!("{table}-{}.{ending}", row.hand);
    let _turn = STORIES.acquire().await.map_err(|error| Refused::failed(&error))?;
    let noted = spawn_blocking(move || history::note(inner.store(), &row, viewer, notation)).await??;
    match noted {
        Noted::Text(text) => Ok((file_headers(notation, &name), text).into_response()),
        Noted::Cannot(why) => Err(Refused::because(ProblemCode::NotFound, why)),
    }
}

/// The type of a file to be saved, and its name.
fn file_headers(notation: HandNotation, name: &str) -> [(header::HeaderName, String); 2] {
    let kind = match notation {
        HandNotation::Json => "application/json",
        _ => "text/plain; charset=utf-8",
    };
    [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ]
}

/// A notation by its name, and how its files end.
fn notation_of(name: &str) -> Result<(HandNotation, &'static str), Refused> {
    Ok(match name {
        "phh" => (HandNotation::Phh, "phh"),
        "pokerstars" => (HandNotation::Pokerstars, "txt"),
        "seka" => (HandNotation::Seka, "seka"),
        "durak" => (HandNotation::Durak, "durak"),
        "json" => (HandNotation::Json, "json"),
        _ => return Err(Refused::because(ProblemCode::NotFound, "there is no such notation")),
    })
}

fn table_stream(table: &str) -> Result<StreamId, Refused> {
    TableId::new(table).map(|table| stream_of(&table)).map_err(|_| no_such_hand())
}

/// A day, or a moment of it.
fn date(text: &str) -> Result<WallTime, Refused> {
    let whole = if text.len() == 10 { format!("{text}T00:00:00.000Z") } else { text.to_owned() };
    whole
        .parse()
        .map_err(|_| Refused::because(ProblemCode::Unreadable, "a date is 2026-11-15, or with a time of day"))
}

/// A place in a list, as text.
fn write_mark(mark: &HandMark) -> String {
    let table = mark.stream.as_str().trim_start_matches("table/");
    format!("{}.{}.{table}", mark.ended.as_millis(), mark.hand)
}

fn read_mark(text: &str) -> Result<HandMark, Refused> {
    let wrong = || Refused::because(ProblemCode::Unreadable, "`before` is `next` of another page");
    let mut parts = text.splitn(3, '.');
    let (Some(ended), Some(hand), Some(table)) = (parts.next(), parts.next(), parts.next()) else {
        return Err(wrong());
    };
    Ok(HandMark {
        ended: Timestamp::from_millis(ended.parse().map_err(|_| wrong())?),
        hand: hand.parse().map_err(|_| wrong())?,
        stream: table_stream(table).map_err(|_| wrong())?,
    })
}

fn hex(bytes: &[u8; 16]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<[u8; 16]> {
    let plain = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    plain.then(|| u128::from_str_radix(text, 16).ok().map(u128::to_be_bytes)).flatten()
}
