//! What people want to play: types of game, currencies, and the terms of a table.

use super::{Element, Fault, Wish};
use kozyr_cards::{Card, Pack};
use kozyr_chips::Chips;
use kozyr_durak::Mode;
use std::fmt;

/// The types of game by their names on the wire, in the order of their modes.
const TYPE_NAMES: [&str; 6] = [
    "durak_podkidnoi",
    "durak_perevodnoi",
    "durak_perevodnoi_svetofor",
    "durak_podkidnoi_2x2",
    "durak_perevodnoi_2x2",
    "durak_perevodnoi_svetofor_2x2",
];

/// The name of the type of game that is played in this mode.
pub fn type_name(mode: Mode) -> &'static str {
    TYPE_NAMES[usize::from(mode.number())]
}

/// The mode of the type of game with this name.
pub fn mode_named(name: &str) -> Option<Mode> {
    Mode::ALL.into_iter().find(|&mode| type_name(mode) == name)
}

/// A currency: three to eight letters. FUN and DEM are play money.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct Currency(String);

impl Currency {
    /// Reads a currency in any case.
    pub fn new(text: &str) -> Option<Currency> {
        let fits = (3..=8).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphabetic());
        // The queue of that name is played in DEM.
        let reserved = text.eq_ignore_ascii_case("demo");
        (fits && !reserved).then(|| Currency(text.to_ascii_uppercase()))
    }

    /// Play money everybody has.
    pub fn fun() -> Currency {
        Currency("FUN".to_owned())
    }

    /// The play money of demo tables.
    pub fn dem() -> Currency {
        Currency("DEM".to_owned())
    }

    /// The letters.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The same in the room's books.
    pub fn of_ledger(&self) -> kozyr_chips::Currency {
        self.0.parse().expect("three to eight letters are a currency of the books")
    }

    /// Worth nothing outside?
    pub fn is_play_money(&self) -> bool {
        self.is_demo() || self.0 == "FUN"
    }

    /// The currency of the demo queues, where bots sit down?
    pub fn is_demo(&self) -> bool {
        self.0 == "DEM"
    }

    /// The queue people wait in for a game in this currency.
    pub fn queue(&self) -> String {
        match self.as_str() {
            "FUN" => "durak".to_owned(),
            "DEM" => "demo_durak".to_owned(),
            other => format!("{}_durak", other.to_ascii_lowercase()),
        }
    }

    /// The currency a queue is played in: `durak` FUN, `demo_durak` DEM, `<cur>_durak` that one.
    pub fn of_queue(queue: &str) -> Option<Currency> {
        match queue.strip_suffix("durak")? {
            "" => Some(Currency::fun()),
            "demo_" => Some(Currency::dem()),
            prefix => Currency::new(prefix.strip_suffix('_')?),
        }
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The terms a table is played on.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Criteria {
    /// Which of the six.
    pub mode: Mode,
    /// Everybody's stake.
    pub cash_bet: Chips,
    /// How many play, 2 to 6.
    pub num_seats: u8,
    /// Points that end the game; 0 for none.
    pub points: u16,
    /// What the room takes from the pool, in percent.
    pub rake: u8,
    /// What is played for.
    pub currency: Currency,
    /// Seconds a turn; 0 for no clock.
    pub timeout: u16,
    /// Seconds of time bank a game.
    pub timebank: u16,
    /// 24, 36 or 52.
    pub deck_size: u8,
    /// Cards in dealing order; test tables only.
    pub deck: Option<Vec<Card>>,
}

impl Criteria {
    /// The pack it is played with.
    pub fn pack(&self) -> Pack {
        pack(self.deck_size)
    }

    /// Can these terms be played at all? The refusal names the parameter.
    pub fn check(&self) -> Result<(), Fault> {
        let Criteria { mode, num_seats, deck_size, .. } = *self;
        if mode.pairs() && num_seats != 4 {
            return Err(Fault::bad(format!("num_seats is 4 in {}", type_name(mode))));
        }
        if deck_size == 24 && num_seats > 4 {
            return Err(Fault::bad("num_seats is at most 4 with 24 cards"));
        }
        let pack = self.pack().cards();
        let strange = self.deck.iter().flatten().find(|&&card| !pack.contains(card));
        match strange {
            Some(card) => {
                Err(Fault::bad(format!("deck has {card}, which is not among the {deck_size} cards")))
            }
            None => Ok(()),
        }
    }

    /// The deck of a test table is never told.
    pub(super) fn to_element(&self) -> Element<'_> {
        Element::new("criteria")
            .attr("game_type", type_name(self.mode))
            .attr("cash_bet", self.cash_bet.units())
            .attr("num_seats", self.num_seats)
            .attr("points", self.points)
            .attr("rake", self.rake)
            .attr("currency", self.currency.as_str())
            .attr("type", type_name(self.mode))
            .attr("timeout", self.timeout)
            .attr("game_mode", self.mode.number())
            .attr("timebank", self.timebank)
            .attr("game", "durak")
            .maybe("deck_size", (self.deck_size != 36).then_some(self.deck_size))
    }

    pub(super) fn from_element(element: &Element<'_>) -> Result<Criteria, Fault> {
        Wish::from_elements(None, element, None)?.settle()
    }
}

fn pack(deck_size: u8) -> Pack {
    match deck_size {
        24 => Pack::Small24,
        52 => Pack::Full52,
        _ => Pack::Short36,
    }
}
