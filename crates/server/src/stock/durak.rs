//! The tables of Durak.

use crate::plan::{GamePlan, TablePlan};
use kozyr_chips::{Chips, Currency};
use kozyr_durak::{Mode, OnTimeout, Rules};
use kozyr_table::durak::DurakHouse;
use kozyr_table::{Funding, Settings};
use kozyr_time::{Millis, TableId};

/// One table as the protocol's document has it, and what people want to play.
pub(crate) fn tables() -> Vec<TablePlan> {
    let rules = |mode| Rules { mode, on_timeout: OnTimeout::Auto, ..Rules::default() };
    let house = |mode, points, stake| DurakHouse {
        rules: rules(mode),
        points,
        stake: Chips::new(stake),
        begin: Millis::from_secs(20),
        patience: 3,
        ..DurakHouse::default()
    };
    let document = DurakHouse { stake: Chips::new(100), ..DurakHouse::default() };
    vec![
        table("durak-1", "Sirius", 2, 30, 60, document),
        table("durak-2", "Castor", 2, 20, 40, house(Mode::Plain, 1, 20)),
        table("durak-3", "Capella", 3, 20, 40, house(Mode::Transfer, 1, 20)),
        table("durak-4", "Arcturus", 4, 20, 40, house(Mode::Transfer, 3, 50)),
        table("durak-5", "Antares", 3, 20, 40, house(Mode::TrafficLight, 1, 20)),
        table("durak-6", "Pollux", 4, 20, 40, house(Mode::Pairs, 1, 20)),
        table("durak-9", "Aldebaran", 4, 20, 40, house(Mode::PairsTransfer, 1, 20)),
        table("durak-7", "Bellatrix", 4, 20, 40, house(Mode::PairsTrafficLight, 3, 50)),
        table("durak-8", "Procyon", 6, 20, 40, house(Mode::Plain, 1, 20)),
    ]
}

fn table(id: &str, title: &str, seats: u8, turn: u64, bank: u64, house: DurakHouse) -> TablePlan {
    let settings = Settings {
        seats,
        currency: Currency::FUN,
        funding: Funding::Stake,
        // A seat holds nothing; a wallet that cannot pay the stake is too light for the table.
        least_buy_in: house.stake,
        most_buy_in: house.stake,
        turn: Millis::from_secs(turn),
        bank: Millis::from_secs(bank),
        refill: Millis::ZERO,
        gather: Millis::new(1_500),
        pause: Millis::new(2_500),
        patience: 2,
        away: Millis::from_secs(300),
        memory: Millis::from_secs(30 * 60),
        grace: Millis::from_secs(12),
        quick: None,
        top: Vec::new(),
    };
    let id = TableId::new(id).expect("a plain name");
    TablePlan { id, title: title.into(), settings, game: GamePlan::Durak(house), made: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kozyr_durak::Conditions;
    use kozyr_table::durak::DurakTable;
    use std::collections::BTreeSet;

    #[test]
    fn every_table_can_be_opened_and_the_first_is_as_the_document_has_it() {
        let tables = tables();
        let names: BTreeSet<_> = tables.iter().map(|plan| plan.id.clone()).collect();
        assert_eq!(names.len(), tables.len());
        for plan in &tables {
            let GamePlan::Durak(house) = &plan.game else { panic!("{plan:?}") };
            DurakTable::open(plan.id.clone(), plan.settings.clone(), house.clone()).unwrap();
        }
        let GamePlan::Durak(house) = &tables[0].game else { unreachable!() };
        let document = Conditions { stake: Chips::new(100), ..Conditions::default() };
        assert_eq!(house.conditions(&tables[0].settings), document);
        let mode = |mode: Mode| {
            let is =
                |plan: &&TablePlan| matches!(&plan.game, GamePlan::Durak(house) if house.rules.mode == mode);
            tables.iter().find(is).map(|plan| plan.settings.seats)
        };
        let seats = [Mode::Plain, Mode::Transfer, Mode::TrafficLight, Mode::Pairs].map(mode);
        assert_eq!(seats, [Some(2), Some(3), Some(3), Some(4)]);
    }
}
