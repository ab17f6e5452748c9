//! A table as a client would see it, for whoever runs bots at one without a room around it.

use crate::wire::{self, Served as _};
use kozyr_protocol::room::{GameAction, SekaAction, TableInfo, TableView};
use kozyr_table::seka::{SekaSeating, SekaTable};
use kozyr_time::PlayerId;

/// What does not change at this table from deal to deal.
pub fn seka_info(table: &SekaTable) -> TableInfo {
    wire::info(table.id().as_str(), 0, table)
}

/// The table as this person may know it.
pub fn seka_view(table: &SekaTable, person: PlayerId) -> TableView {
    wire::view(table, Some(person), None, table.now())
}

/// What a client's action is to the table.
///
/// # Panics
/// Never: it is an action of this game.
pub fn seka_action(action: &SekaAction) -> kozyr_seka::Action {
    SekaSeating::action(&GameAction::Seka(*action)).expect("an action of Seka")
}
