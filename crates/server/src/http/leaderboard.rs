//! Who has the most chips.

use super::answer::{Json, Refused};
use super::openapi::{Api, Operation};
use super::people::wait;
use super::read::Params;
use crate::people;
use crate::room::Inner;
use axum::extract::State;
use kozyr_chips::Chips;
use kozyr_protocol::api::{Leaderboard, LeaderboardPlace, LeaderboardQuery, ProblemCode};
use kozyr_store::{User, UserKind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a list is good for: every account is looked at for it.
const GOOD_FOR: Duration = Duration::from_secs(15);
/// Most places, and how many accounts are read at a time.
const MOST: usize = 100;
const AT_ONCE: usize = 500;

/// The list as it was last made.
#[derive(Debug, Default)]
pub(crate) struct Ranked(Mutex<Option<(Instant, Arc<Vec<LeaderboardPlace>>)>>);

pub(super) fn add(api: Api) -> Api {
    let board = Operation::get(
        "/leaderboard",
        "leaderboard",
        "The accounts with the most chips, in wallet and seats",
    );
    api.route(
        board
            .of("lobby")
            .query::<LeaderboardQuery>()
            .answers::<Leaderboard>()
            .refuses(&[ProblemCode::Unreadable, ProblemCode::TryAgain]),
        list,
    )
}

async fn list(
    State(inner): State<Arc<Inner>>,
    Params(query): Params<LeaderboardQuery>,
) -> Result<Json<Leaderboard>, Refused> {
    let places = wait(&inner, ranked).await?;
    let limit = query.limit.map_or(50, |limit| limit as usize).min(MOST);
    Ok(Json(Leaderboard { places: places.iter().take(limit).cloned().collect() }))
}

fn ranked(inner: &Inner) -> Result<Arc<Vec<LeaderboardPlace>>, Refused> {
    // One at a time makes it, and the others wait for that.
    let mut kept = inner.ranked.0.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, places)) = kept.as_ref().filter(|(made, _)| made.elapsed() < GOOD_FOR) {
        return Ok(places.clone());
    }
    let stakes = inner.directory.stakes();
    let mut rich: Vec<(Chips, User)> = Vec::new();
    let mut after = None;
    loop {
        let page = inner.store().users(Some(UserKind::Member), after, AT_ONCE)?;
        after = page.last().map(|user| user.id);
        let is_last = page.len() < AT_ONCE;
        for user in page {
            let seats = stakes.get(&user.id).copied().unwrap_or_default();
            rich.push((people::wallet(inner.store(), user.id)? + seats, user));
        }
        rich.sort_by_key(|(chips, user)| (std::cmp::Reverse(*chips), user.id));
        rich.truncate(MOST);
        if is_last {
            break;
        }
    }
    let above = |chips: Chips| rich.iter().take_while(|(more, _)| *more > chips).count() as u32;
    let places = rich.iter().map(|(chips, user)| LeaderboardPlace {
        place: above(*chips) + 1,
        id: user.id.get(),
        name: user.name.clone(),
        chips: chips.units(),
    });
    let places = Arc::new(places.collect());
    *kept = Some((Instant::now(), Arc::clone(&places)));
    Ok(places)
}
