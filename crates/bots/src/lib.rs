//! Players of the house.
//!
//! A bot sees a [`TableView`] like any other client and answers with a [`GameAction`]; there is no
//! other door into the game for it. Where its whims come from is an argument, so that the same bot
//! in the same spot can be watched again.
#![forbid(unsafe_code)]

pub mod holdem;

use kozyr_protocol::room::{
    GameAction, GameInfo, GameView, PlayerKind, SeatState, SeatView, TableInfo, TableView,
};

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
pub fn thinking_ms(action: &GameAction, view: &TableView, whim: Whim<'_>) -> u64 {
    let GameAction::Holdem(action) = action;
    let (least, spread) = holdem::thinking(action);
    let thinks = least + u64::from(whim(spread));
    if somebody_waits(view) { thinks / 3 } else { thinks }
}

/// Has a person sat down who gets his first cards when this hand is over? Then nobody dawdles.
fn somebody_waits(view: &TableView) -> bool {
    let waits = |seat: &SeatView| {
        seat.kind == PlayerKind::Person && seat.state == SeatState::Playing && !seat.in_hand
    };
    view.seats.iter().any(waits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kozyr_protocol::room::{HoldemAction, HoldemView};

    #[test]
    fn nobody_dawdles_while_somebody_waits_for_his_first_cards() {
        let seat = |number, kind, state, in_hand| SeatView {
            seat: kozyr_card_game::Seat::from_index(number),
            name: "x".into(),
            kind,
            stack: kozyr_chips::Chips::new(100),
            state,
            owes: kozyr_chips::Chips::ZERO,
            in_hand,
        };
        let mut view = TableView {
            sequence: 1,
            you: None,
            brings: None,
            seats: vec![
                seat(0, PlayerKind::Bot, SeatState::Playing, true),
                seat(1, PlayerKind::Person, SeatState::Playing, true),
                seat(2, PlayerKind::Person, SeatState::SittingOut, false),
            ],
            hand: 1,
            running: true,
            turn: 1,
            clocks: vec![],
            next_hand_ms: None,
            game: GameView::Holdem(HoldemView::default()),
        };
        let thinks =
            |view: &TableView| thinking_ms(&GameAction::Holdem(HoldemAction::Fold), view, &mut |_| 0);
        let usual = thinks(&view);
        view.seats.push(seat(3, PlayerKind::Bot, SeatState::Playing, false));
        assert_eq!(thinks(&view), usual, "a bot can wait");
        view.seats.push(seat(4, PlayerKind::Person, SeatState::Playing, false));
        assert_eq!(thinks(&view), usual / 3);
    }
}
