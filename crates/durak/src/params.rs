//! The parameters of a table by their protocol names, with the range of each.

use crate::rules::{Conditions, Mode, OnTimeout};
use kozyr_cards::{Card, Deck, DeckError, Pack, cards_in};
use kozyr_chips::Chips;
use std::fmt::Display;
use std::str::FromStr;

/// A parameter out of its range, by its name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{name}: {value} is not allowed; it has to be {allowed}")]
pub struct ParamError {
    /// The protocol's name for the parameter.
    pub name: String,
    /// What was given.
    pub value: String,
    /// What would do.
    pub allowed: &'static str,
}

impl ParamError {
    pub(crate) fn new(name: &str, value: impl Display, allowed: &'static str) -> ParamError {
        ParamError { name: name.to_string(), value: format!("{value}"), allowed }
    }
}

/// A table's parameters as they come in, one name and value at a time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Params {
    /// What the game is played by.
    pub conditions: Conditions,
    /// The order of the deck, or of its top; only test tables have one.
    pub deck: Vec<Card>,
    /// May a `deck` be given here?
    pub test_table: bool,
}

impl Params {
    /// Sets one parameter. An empty value is as good as none and leaves the default.
    ///
    /// # Errors
    /// When there is no such parameter or the value is out of its range. What goes together is
    /// checked by [`Params::check`].
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        if value.is_empty() {
            return Ok(());
        }
        let conditions = &mut self.conditions;
        match name {
            "num_seats" => conditions.num_seats = number(name, value, 2, 6, "2 to 6")?,
            "points" => conditions.points = number(name, value, 0, 999, "0 to 999")?,
            "timeout" => conditions.timeout = number(name, value, 0, 999, "0 to 999 seconds")?,
            "timebank" => conditions.timebank = number(name, value, 0, 999, "0 to 999 seconds")?,
            "rake" => conditions.rake_percent = number(name, value, 0, 100, "0 to 100 percent")?,
            "cash_bet" => {
                let most = Chips::MAX.units() / 10;
                conditions.stake = Chips::new(number(name, value, 0, most, "a whole amount")?);
            }
            "game_mode" => {
                let mode = number::<u8>(name, value, 0, 5, "0 to 5")?;
                conditions.rules.mode = Mode::ALL[usize::from(mode)];
            }
            "deck_size" => conditions.rules.pack = pack(name, value)?,
            "throw_after_take" => conditions.rules.throw_after_take = boolean(name, value)?,
            "on_timeout" => {
                conditions.rules.on_timeout = match value {
                    "lose" => OnTimeout::Lose,
                    "auto" => OnTimeout::Auto,
                    _ => return Err(ParamError::new(name, value, "lose or auto")),
                }
            }
            "deck" if !self.test_table => {
                return Err(ParamError::new(name, value, "left out: only test tables have it"));
            }
            "deck" => {
                let cards: Result<Vec<Card>, _> = cards_in(value).collect();
                self.deck = cards.map_err(|_| ParamError::new(name, value, "a list of cards"))?;
            }
            _ => return Err(ParamError::new(name, value, "the name of a parameter of Durak")),
        }
        Ok(())
    }

    /// Do all parameters go together?
    ///
    /// # Errors
    /// The first that does not fit, by name.
    pub fn check(&self) -> Result<(), ParamError> {
        self.conditions.check()?;
        self.arrange(Deck::ordered(self.conditions.rules.pack)).map(|_| ())
    }

    /// Puts the given top on a shuffled deck.
    ///
    /// # Errors
    /// When a card of the top comes twice or is not in the deck.
    pub fn arrange(&self, mut shuffled: Deck) -> Result<Deck, ParamError> {
        shuffled.put_on_top(&self.deck).map_err(|error| match error {
            DeckError::Twice(card) => ParamError::new("deck", card, "every card once"),
            DeckError::NotInDeck(card) => ParamError::new("deck", card, "cards of the pack"),
        })?;
        Ok(shuffled)
    }
}

fn number<T>(name: &str, value: &str, least: T, most: T, allowed: &'static str) -> Result<T, ParamError>
where
    T: FromStr + PartialOrd + Copy,
{
    let plain = value.bytes().all(|byte| byte.is_ascii_digit());
    match value.parse() {
        Ok(number) if plain && number >= least && number <= most => Ok(number),
        _ => Err(ParamError::new(name, value, allowed)),
    }
}

fn boolean(name: &str, value: &str) -> Result<bool, ParamError> {
    match value {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(ParamError::new(name, value, "true or false")),
    }
}

fn pack(name: &str, value: &str) -> Result<Pack, ParamError> {
    match value {
        "24" => Ok(Pack::Small24),
        "36" => Ok(Pack::Short36),
        "52" => Ok(Pack::Full52),
        _ => Err(ParamError::new(name, value, "24, 36 or 52")),
    }
}
