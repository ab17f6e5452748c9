//! Durak on the wire.

use super::Served;
use crate::plan::GamePlan;
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_durak::{Action, Event, Refusal as Durak};
use kozyr_protocol::room::{
    DurakAction, DurakEvent, DurakOwn, DurakView, GameAction, GameInfo, GameView, GameWord, OwnGame, Refusal,
    TableEvent, TableView,
};
use kozyr_table::Person;
use kozyr_table::durak::{DurakHouse, DurakPlan, DurakSeating, DurakTable, DurakWord};
use kozyr_time::PlayerId;

impl Served for DurakSeating {
    fn house(plan: &GamePlan) -> Option<&DurakHouse> {
        if let GamePlan::Durak(house) = plan { Some(house) } else { None }
    }

    fn info(house: &DurakHouse) -> GameInfo {
        GameInfo::Durak { stake: house.stake }
    }

    fn usual(house: &DurakHouse) -> (Chips, Chips) {
        (Chips::ZERO, house.stake)
    }

    fn view(_: &DurakTable) -> GameView {
        GameView::Durak(DurakView::default())
    }

    fn own(_: &DurakTable, _: PlayerId) -> Option<OwnGame> {
        Some(OwnGame::Durak(DurakOwn::default()))
    }

    fn beginning(_: &DurakPlan) -> Option<TableEvent> {
        None
    }

    fn event(_: Event, _: &[Person], _: &DurakTable) -> TableEvent {
        TableEvent::Durak(DurakEvent::Took)
    }

    fn word(_: Seat, _: &DurakWord) -> Option<TableEvent> {
        None
    }

    fn glance(_: &TableEvent) -> u8 {
        0
    }

    fn advance(_: &mut TableView, _: &TableEvent, _: &TableView) {}

    fn undecided(_: &mut OwnGame) {}

    fn say(word: &GameWord) -> Option<DurakWord> {
        let GameWord::Durak(word) = word else { return None };
        Some(match word {
            kozyr_protocol::room::DurakWord::Ready => DurakWord::Ready,
            kozyr_protocol::room::DurakWord::NotReady => DurakWord::NotReady,
        })
    }

    fn action(action: &GameAction) -> Option<Action> {
        let GameAction::Durak(action) = action else { return None };
        Some(match action {
            DurakAction::Take => Action::Take,
        })
    }

    fn refusal(_: &Durak) -> Refusal {
        Refusal::NotYourTurn
    }
}
