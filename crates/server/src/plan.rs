//! How a table is set up, and what its log begins with.

use crate::load::{LoadError, Loaded, load, payload};
use crate::made::Made;
use crate::wire::Served;
use kozyr_store::{Head, Payload, Store, StreamId};
use kozyr_table::durak::{DurakHouse, DurakSeating};
use kozyr_table::holdem::{HoldemHouse, HoldemSeating};
use kozyr_table::seka::SekaSeating;
use kozyr_table::{Entry, Settings, SetupError, Table};
use kozyr_time::{Millis, TableId};
use serde::{Deserialize, Serialize};

/// How a table is set up.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TablePlan {
    /// Its name in messages and in the store.
    pub id: TableId,
    /// What people call it.
    pub title: String,
    /// How it is run.
    pub settings: Settings,
    /// What is played.
    pub game: GamePlan,
    /// Who opened it and how they run it; nothing for a table of the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<Box<Made>>,
}

/// What is played at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum GamePlan {
    /// Hold'em and its kin.
    Holdem(HoldemHouse),
    /// Seka.
    Seka(kozyr_seka::Rules),
    /// Durak.
    Durak(DurakHouse),
}

/// A table of any game out of its log.
pub(crate) enum AnyLoaded {
    Holdem(Loaded<HoldemSeating>),
    Seka(Loaded<SekaSeating>),
    Durak(Loaded<DurakSeating>),
}

impl TablePlan {
    /// How much later those without a seat see the table; `None`: at once.
    pub(crate) fn delay(&self) -> Option<Millis> {
        let secs = self.made.as_ref().map_or(0, |made| made.delay_secs);
        (secs > 0).then(|| Millis::from_secs(secs.into()))
    }

    /// Can a table be opened like this?
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self) -> Result<(), SetupError> {
        match &self.game {
            GamePlan::Holdem(house) => opens::<HoldemSeating>(self, house),
            GamePlan::Seka(rules) => opens::<SekaSeating>(self, rules),
            GamePlan::Durak(house) => opens::<DurakSeating>(self, house),
        }
    }

    /// Where its log is.
    pub(crate) fn stream(&self) -> StreamId {
        stream_of(&self.id)
    }

    /// The first line of its log.
    pub(crate) fn opened(&self) -> Payload {
        match &self.game {
            GamePlan::Holdem(house) => opened::<HoldemSeating>(self, house),
            GamePlan::Seka(rules) => opened::<SekaSeating>(self, rules),
            GamePlan::Durak(house) => opened::<DurakSeating>(self, house),
        }
    }

    /// The table out of its log, as of this claim to it.
    pub(crate) fn load(&self, store: &dyn Store, head: Head) -> Result<AnyLoaded, LoadError> {
        match &self.game {
            GamePlan::Holdem(house) => load(store, self, house, head).map(AnyLoaded::Holdem),
            GamePlan::Seka(rules) => load(store, self, rules, head).map(AnyLoaded::Seka),
            GamePlan::Durak(house) => load(store, self, house, head).map(AnyLoaded::Durak),
        }
    }
}

/// Where the log of a table is.
pub(crate) fn stream_of(table: &TableId) -> StreamId {
    StreamId::new(&format!("table/{table}")).expect("a table's id is short and plain")
}

fn opens<S: Served>(plan: &TablePlan, house: &S::House) -> Result<(), SetupError> {
    Table::<S>::open(plan.id.clone(), plan.settings.clone(), house.clone()).map(drop)
}

fn opened<S: Served>(plan: &TablePlan, house: &S::House) -> Payload {
    let TablePlan { id, settings, .. } = plan;
    payload::<S>(&Entry::Opened { id: id.clone(), settings: settings.clone(), house: house.clone() })
}
