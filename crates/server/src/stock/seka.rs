//! The tables of Seka that every room has: the four of the rules.

use crate::plan::{GamePlan, TablePlan};
use kozyr_chips::Currency;
use kozyr_seka::Rules;
use kozyr_table::seka::settings;
use kozyr_time::TableId;

/// Base bets 5, 10, 25 and 50 with the maximum stakes, timers and options of the rules. Their dark bets are loans:
/// where the house gives its half away, two friends could play dark against each other and share it, deal after deal.
pub(crate) fn tables() -> Vec<TablePlan> {
    Rules::stock()
        .iter()
        .zip(["Mizar", "Alcor", "Merak", "Dubhe"])
        .map(|(rules, title)| table(rules, title))
        .collect()
}

fn table(rules: &Rules, title: &str) -> TablePlan {
    let base = rules.base;
    TablePlan {
        id: TableId::new(&format!("seka-{base}")).expect("a plain name"),
        title: title.into(),
        settings: settings(rules, Currency::FUN),
        game: GamePlan::Seka(*rules),
        made: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kozyr_chips::Chips;
    use kozyr_seka::DarkFunding;
    use kozyr_table::seka::SekaTable;

    #[test]
    fn the_stock_tables_can_be_opened_and_a_guest_can_sit_down() {
        let tables = tables();
        let ids: Vec<&str> = tables.iter().map(|table| table.id.as_str()).collect();
        assert_eq!(ids, ["seka-5", "seka-10", "seka-25", "seka-50"]);
        for TablePlan { id, settings, game, .. } in tables {
            let GamePlan::Seka(rules) = game else { panic!("{id} is no table of Seka") };
            assert_eq!(rules.dark_funding, DarkFunding::Loan);
            assert!(settings.least_buy_in * 3 <= Chips::new(2_000), "a guest's chips are enough");
            assert!(SekaTable::open(id, settings, rules).is_ok());
        }
    }
}
