//! The tables of Seka that every room has: the four of the rules.

use crate::plan::{GamePlan, TablePlan};
use kozyr_chips::Currency;
use kozyr_seka::Rules;
use kozyr_table::seka::settings;
use kozyr_time::TableId;

/// Base bets 5, 10, 25 and 50 with the maximum stakes, timers and options of the rules. Their dark bets are loans:
/// where the house gives its half away, two friends could play dark against each other and share it, deal after deal.
#[allow(dead_code, reason = "the room's own list of tables takes it in")]
pub(crate) fn tables() -> Vec<TablePlan> {
    Rules::stock().iter().map(table).collect()
}

fn table(rules: &Rules) -> TablePlan {
    let (base, most) = (rules.base, rules.max_stake);
    TablePlan {
        id: TableId::new(&format!("seka-{base}")).expect("a plain name"),
        title: format!("Seka {base}/{most}"),
        settings: settings(rules, Currency::FUN),
        game: GamePlan::Seka(*rules),
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
        let titles: Vec<&str> = tables.iter().map(|table| table.title.as_str()).collect();
        assert_eq!(titles, ["Seka 5/25", "Seka 10/100", "Seka 25/250", "Seka 50/500"]);
        for TablePlan { id, settings, game, .. } in tables {
            let GamePlan::Seka(rules) = game else { panic!("{id} is no table of Seka") };
            assert_eq!(rules.dark_funding, DarkFunding::Loan);
            assert!(settings.least_buy_in * 3 <= Chips::new(2_000), "a guest's chips are enough");
            assert!(SekaTable::open(id, settings, rules).is_ok());
        }
    }
}
