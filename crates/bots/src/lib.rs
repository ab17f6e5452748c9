//! Players of the house.
//!
//! A bot sees a [`TableView`] like any other client and answers with a [`GameAction`]; there is no
//! other door into the game for it. Where its whims come from is an argument, so that the same bot
//! in the same spot can be watched again.
#![forbid(unsafe_code)]

pub mod holdem;

use kozyr_protocol::room::{GameAction, GameInfo, GameView, TableInfo, TableView};

/// A bot's source of whims: a uniform number under `n`.
pub type Whim<'a> = &'a mut dyn FnMut(u32) -> u32;

/// What a bot does in this spot; nothing when it is not its turn.
pub fn choose(info: &TableInfo, view: &TableView, whim: Whim<'_>) -> Option<GameAction> {
    match (&info.game, &view.game) {
        (GameInfo::Holdem { big_blind, .. }, GameView::Holdem(game)) => {
            holdem::choose(*big_blind, view, game, whim).map(GameAction::Holdem)
        }
    }
}

/// How long a person would look at this spot, in milliseconds: a moment for the obvious, longer for
/// what costs much.
pub fn thinking_ms(action: &GameAction, whim: Whim<'_>) -> u64 {
    let GameAction::Holdem(action) = action;
    let (least, spread) = holdem::thinking(action);
    least + u64::from(whim(spread))
}
