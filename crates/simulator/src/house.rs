//! The room a seed has: which tables, which tournaments, how many shards.

use crate::Options;
use crate::chance::Chance;
use kozyr_server::{Config, GamePlan, StockTournament, TablePlan};

/// The room of a run, and who comes to it.
pub(crate) struct House {
    pub(crate) config: Config,
    pub(crate) people: usize,
    /// Those who speak UpDAU.
    pub(crate) correspondents: usize,
}

/// Makes up a room.
pub(crate) fn house(chance: &mut Chance, options: &Options) -> House {
    let stock = Config::default().tables;
    let of = |is: fn(&GamePlan) -> bool, seats: u8| -> Vec<TablePlan> {
        stock.iter().filter(|plan| is(&plan.game) && plan.settings.seats <= seats).cloned().collect()
    };
    let holdem = of(|game| matches!(game, GamePlan::Holdem(_)), 9);
    let seka = of(|game| matches!(game, GamePlan::Seka(_)), 9);
    // A game of Durak needs every place.
    let durak = of(|game| matches!(game, GamePlan::Durak(_)), 3);
    let mut tables: Vec<TablePlan> = Vec::new();
    for _ in 0..chance.between(1, 3) {
        let game = match chance.below(3) {
            0 => &holdem,
            1 => &seka,
            _ => &durak,
        };
        if let Some(plan) = chance.pick(game)
            && tables.iter().all(|known| known.id != plan.id)
        {
            let mut plan = plan.clone();
            if let GamePlan::Holdem(house) = &mut plan.game {
                house.straddle = !house.variant.code.starts_with('F') && chance.often(300);
                house.run_it_twice = chance.often(300);
            }
            tables.push(plan);
        }
    }
    let cups = options.tournaments && chance.often(500);
    let tournaments = StockTournament::all().into_iter().filter(|cup| cup.rules.seats <= 6);
    let config = Config {
        bots: 0,
        shards: chance.between(1, 3) as usize,
        tables,
        tournaments: if cups { tournaments.collect() } else { Vec::new() },
        ..Config::default()
    };
    let places = config.tables.iter().filter(|plan| matches!(plan.game, GamePlan::Durak(_)));
    let least = places.map(|plan| u64::from(plan.settings.seats)).max().unwrap_or(2);
    let people = options.people.unwrap_or_else(|| chance.between(least.max(2), 8) as usize);
    let correspondents = if options.updau && chance.often(400) { chance.between(2, 4) as usize } else { 0 };
    House { config, people, correspondents }
}
