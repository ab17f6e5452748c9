//! Hold'em and its kin for small stakes.

use crate::plan::{GamePlan, TablePlan};
use kozyr_chips::{Chips, Currency};
use kozyr_poker::Variant;
use kozyr_poker::variant::{
    FIXED_LIMIT_HOLDEM, FIXED_LIMIT_OMAHA_EIGHT, NO_LIMIT_HOLDEM, POT_LIMIT_HOLDEM, POT_LIMIT_OMAHA,
    SHORT_DECK_HOLDEM,
};
use kozyr_table::holdem::{Ante, EntryFee, HoldemHouse, Options};
use kozyr_table::{Funding, Settings};
use kozyr_time::{Millis, TableId};

pub(super) fn tables() -> Vec<TablePlan> {
    vec![
        table("holdem-1", "Altair", 6, house(&NO_LIMIT_HOLDEM, 1, 2)),
        table("holdem-2", "Vega", 9, house(&NO_LIMIT_HOLDEM, 5, 10)),
        // Whoever is new enters free, as the document on sitting in and out has it.
        table(
            "holdem-spec",
            "Polaris",
            6,
            HoldemHouse { options: Options::default(), ..house(&NO_LIMIT_HOLDEM, 1, 2) },
        ),
        table("limit-1", "Deneb", 6, house(&FIXED_LIMIT_HOLDEM, 1, 2)),
        table("pot-1", "Regulus", 6, house(&POT_LIMIT_HOLDEM, 1, 2)),
        // Short deck is played for antes; the blinds keep the order of acting.
        table(
            "short-1",
            "Rigel",
            6,
            HoldemHouse { ante: Ante::Each(Chips::new(1)), ..house(&SHORT_DECK_HOLDEM, 1, 2) },
        ),
        table("omaha-1", "Mira", 6, house(&POT_LIMIT_OMAHA, 1, 2)),
        table("omaha8-1", "Spica", 6, house(&FIXED_LIMIT_OMAHA_EIGHT, 1, 2)),
    ]
}

fn house(variant: &'static Variant, small: i64, big: i64) -> HoldemHouse {
    let options = Options { entry: EntryFee::Post, ..Options::default() };
    HoldemHouse { variant, options, ..HoldemHouse::no_limit(Chips::new(small), Chips::new(big)) }
}

fn table(id: &str, title: &str, seats: u8, house: HoldemHouse) -> TablePlan {
    let big = house.big_blind;
    TablePlan {
        id: TableId::new(id).expect("a plain name"),
        title: title.into(),
        settings: Settings {
            seats,
            currency: Currency::FUN,
            funding: Funding::Stack,
            least_buy_in: big * 20,
            most_buy_in: big * 100,
            turn: Millis::from_secs(20),
            bank: Millis::from_secs(30),
            refill: Millis::from_secs(1),
            gather: Millis::new(1_500),
            pause: Millis::new(2_500),
            patience: 2,
            away: Millis::from_secs(300),
            memory: Millis::from_minutes(30),
            grace: Millis::from_secs(12),
            quick: Some(Millis::from_secs(1)),
            top: Vec::new(),
        },
        game: GamePlan::Holdem(house),
        made: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kozyr_table::holdem::{ButtonStyle, ReturnPost, Seats};

    #[test]
    fn one_table_is_as_the_document_has_it() {
        let tables = tables();
        let spec = tables.iter().find(|plan| plan.id.as_str() == "holdem-spec").unwrap();
        let GamePlan::Holdem(house) = &spec.game else { panic!("{spec:?}") };
        // Said one by one: what the defaults of the code are is not what the document says they are.
        let document = Options {
            entry: EntryFee::Free,
            return_post: ReturnPost::Dead,
            button: ButtonStyle::Dead,
            seats: Seats::Chosen,
        };
        assert_eq!(house.options, document);
        let plain =
            (house.variant.code, house.ante, house.rake.is_none(), house.straddle, house.run_it_twice);
        assert_eq!(plain, ("NT", Ante::Each(Chips::ZERO), true, false, false));
        assert_eq!(house.big_blind, house.small_blind * 2);
    }
}
