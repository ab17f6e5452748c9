//! Seka on the wire.

use super::Served;
use crate::plan::GamePlan;
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    GameAction, GameInfo, GameView, GameWord, OwnGame, Refusal, SekaAction, SekaEvent, SekaOwn, SekaView,
    TableEvent, TableView,
};
use kozyr_seka::{Action, Event, Refusal as Seka};
use kozyr_table::Person;
use kozyr_table::seka::{SekaPlan, SekaSeating, SekaTable, SekaWord};
use kozyr_time::PlayerId;

impl Served for SekaSeating {
    fn house(plan: &GamePlan) -> Option<&kozyr_seka::Rules> {
        if let GamePlan::Seka(house) = plan { Some(house) } else { None }
    }

    fn info(house: &kozyr_seka::Rules) -> GameInfo {
        GameInfo::Seka { base: house.base }
    }

    fn usual(house: &kozyr_seka::Rules) -> (Chips, Chips) {
        (house.min_balance, house.base)
    }

    fn view(_: &SekaTable) -> GameView {
        GameView::Seka(SekaView::default())
    }

    fn own(_: &SekaTable, _: PlayerId) -> Option<OwnGame> {
        Some(OwnGame::Seka(SekaOwn::default()))
    }

    fn beginning(_: &SekaPlan) -> Option<TableEvent> {
        None
    }

    fn event(_: Event, _: &[Person], _: &SekaTable) -> Option<TableEvent> {
        Some(TableEvent::Seka(SekaEvent::Folded))
    }

    fn word(_: Seat, _: &SekaWord) -> Option<TableEvent> {
        None
    }

    fn glance(_: &TableEvent) -> u8 {
        0
    }

    fn advance(_: &mut TableView, _: &TableEvent, _: &TableView) {}

    fn undecided(_: &mut OwnGame) {}

    fn say(word: &GameWord) -> Option<SekaWord> {
        let GameWord::Seka(word) = word else { return None };
        Some(match word {
            kozyr_protocol::room::SekaWord::Ready => SekaWord::Ready,
            kozyr_protocol::room::SekaWord::NotReady => SekaWord::NotReady,
        })
    }

    fn action(action: &GameAction) -> Option<Action> {
        let GameAction::Seka(action) = action else { return None };
        Some(match action {
            SekaAction::Fold => Action::Fold,
        })
    }

    fn refusal(_: &Seka) -> Refusal {
        Refusal::NotYourTurn
    }
}
