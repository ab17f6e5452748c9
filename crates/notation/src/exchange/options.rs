//! What the table and its host know beside the hand.

use super::Refusal;
use crate::json::{Object, Value};
use kozyr_chips::{Decimal, Scale};
use kozyr_poker::seating::{self, ButtonStyle, Entry, ReturnPost};
use kozyr_poker::{Mode, PostOrder, StraddleRaise};

/// What a player's time running out does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OnTimeout {
    /// Checks if that is free, else folds.
    #[default]
    CheckOrFold,
    /// Folds always.
    Fold,
}

/// What the room takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rake {
    /// Of every pot, in millionths.
    pub millionths: u32,
    /// At most this much a hand.
    pub cap: Option<Decimal>,
    /// Nothing from a hand without a flop.
    pub no_flop_no_drop: bool,
}

/// The house rules of a table, kept in the hand's `_options`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// `entry`, `returnPost`, `button`: what newcomers and returning players pay, dead or moving button.
    pub seating: seating::Options,
    /// `bigBlindAnte`: `anteFirst` or `blindFirst`, which of the two a short stack pays first.
    pub post_order: PostOrder,
    /// `straddleRaise`: `bigBlind` or `straddle`, the smallest raise over a straddle.
    pub straddle_raise: StraddleRaise,
    /// `mode`: `tournament` (an unbeaten hand is shown) or `cash` (a winner may be mucked).
    pub mode: Mode,
    /// `onTimeout`: `check` or `fold`.
    pub on_timeout: OnTimeout,
    /// `runouts`: how often the rest of the board is dealt once everybody is all-in.
    pub runouts: Option<u8>,
    /// `rake`: `{"percent": 5, "cap": 3, "noFlopNoDrop": true}`.
    pub rake: Option<Rake>,
    /// `unit`: the smallest chip, such as `0.01`. Without it, the finest amount in the hand says.
    pub unit: Option<Decimal>,
}

fn wrong<T>(name: &str, problem: &str) -> Result<T, Refusal> {
    Err(Refusal::field(format!("_options.{name}"), problem))
}

fn choice<T: Copy>(name: &str, value: &Value, choices: &[(&str, T)]) -> Result<T, Refusal> {
    let chosen = value.as_str().and_then(|text| choices.iter().find(|(word, _)| *word == text));
    match chosen {
        Some((_, choice)) => Ok(*choice),
        None => {
            let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
            wrong(name, &format!("is not known: write one of {}", words.join(", ")))
        }
    }
}

const ENTRY: &[(&str, Entry)] = &[("free", Entry::Free), ("post", Entry::Post)];
const RETURN: &[(&str, ReturnPost)] = &[("dead", ReturnPost::Dead), ("live", ReturnPost::Live)];
const BUTTON: &[(&str, ButtonStyle)] = &[("dead", ButtonStyle::Dead), ("moving", ButtonStyle::Moving)];
const POST_ORDER: &[(&str, PostOrder)] =
    &[("anteFirst", PostOrder::AnteFirst), ("blindFirst", PostOrder::BlindFirst)];
const STRADDLE: &[(&str, StraddleRaise)] =
    &[("bigBlind", StraddleRaise::ByBigBlind), ("straddle", StraddleRaise::ByStraddle)];
const MODE: &[(&str, Mode)] =
    &[("tournament", Mode::Tournament), ("cash", Mode::Cash { show_all_ins: true })];
const TIMEOUT: &[(&str, OnTimeout)] = &[("check", OnTimeout::CheckOrFold), ("fold", OnTimeout::Fold)];

impl Options {
    /// Reads them; a name or value that means nothing is refused, lest a typing error change the rules.
    pub fn read(value: &Value) -> Result<Options, Refusal> {
        let Some(object) = value.as_object() else {
            return Err(Refusal::field(
                "_options",
                "is no object: write the table's options as {\"name\": value}",
            ));
        };
        let mut options = Options::default();
        for (name, value) in object.iter() {
            match name {
                "entry" => options.seating.entry = choice(name, value, ENTRY)?,
                "returnPost" => options.seating.return_post = choice(name, value, RETURN)?,
                "button" => options.seating.button = choice(name, value, BUTTON)?,
                "bigBlindAnte" => options.post_order = choice(name, value, POST_ORDER)?,
                "straddleRaise" => options.straddle_raise = choice(name, value, STRADDLE)?,
                "mode" => options.mode = choice(name, value, MODE)?,
                "onTimeout" => options.on_timeout = choice(name, value, TIMEOUT)?,
                "runouts" => match value.integer().and_then(|runs| u8::try_from(runs).ok()) {
                    Some(runs @ 1..=4) => options.runouts = Some(runs),
                    _ => return wrong(name, "is no number of boards: write 1 to 4"),
                },
                "rake" => options.rake = Some(rake(value)?),
                "unit" => match value.decimal() {
                    Some(unit) if is_power_of_ten(unit) => options.unit = Some(unit),
                    _ => return wrong(name, "is no smallest chip: write 1, 0.1, 0.01 and so on"),
                },
                _ => return wrong(name, "is no option of a table: check its spelling, or leave it out"),
            }
        }
        Ok(options)
    }

    /// The decimals of the smallest chip, as far as the table says.
    pub(crate) fn scale(&self) -> Scale {
        self.unit.map_or(Scale::WHOLE, Decimal::scale)
    }
}

fn is_power_of_ten(unit: Decimal) -> bool {
    unit.parts().0 == 1
}

fn rake(value: &Value) -> Result<Rake, Refusal> {
    let Some(object) = value.as_object() else {
        return wrong("rake", "is no object: write {\"percent\": 5}");
    };
    let mut rake = Rake { millionths: 0, cap: None, no_flop_no_drop: false };
    for (name, value) in object.iter() {
        match name {
            "percent" => {
                let four = Scale::new(4).expect("four decimals are few");
                let millionths = value.decimal().and_then(|percent| percent.to_chips(four).ok());
                let millionths = millionths.and_then(|m| u32::try_from(m.units()).ok());
                match millionths {
                    Some(millionths) if millionths <= 1_000_000 => rake.millionths = millionths,
                    _ => {
                        return wrong(
                            "rake.percent",
                            "is no percentage: write 0 to 100 with at most four decimals",
                        );
                    }
                }
            }
            "cap" => match value.decimal() {
                Some(cap) if cap.parts().0 >= 0 => rake.cap = Some(cap),
                _ => return wrong("rake.cap", "is no amount: write one such as 75.25"),
            },
            "noFlopNoDrop" => match value.as_bool() {
                Some(no_drop) => rake.no_flop_no_drop = no_drop,
                None => return wrong("rake.noFlopNoDrop", "is neither true nor false: write one of them"),
            },
            _ => return wrong(&format!("rake.{name}"), "is not known: write percent, cap or noFlopNoDrop"),
        }
    }
    Ok(rake)
}

/// What the host knows and the hand does not: whose money is how much, and what time it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Host {
    /// All a joiner has; no limit if it is not there.
    pub bankroll: Option<Decimal>,
    /// The least stack the table takes.
    pub min_buy_in: Option<Decimal>,
    /// The largest stack the table takes.
    pub max_buy_in: Option<Decimal>,
    /// Missed blinds a joiner left this table with not long ago.
    pub debt: Option<Decimal>,
    /// Now, in unix milliseconds; actions are stamped with it.
    pub now_ms: Option<u64>,
}

impl Host {
    /// Reads `{"bankroll": 75.25, "minBuyIn": 40, "maxBuyIn": 200, "debt": 3, "now": 1700000000000}`.
    pub fn read(value: &Value) -> Result<Host, Refusal> {
        let none = Object::new();
        let object = match value {
            Value::Null => &none,
            Value::Object(object) => object,
            _ => return Err(Refusal::field("host", "is no object: write {\"bankroll\": 100}")),
        };
        let mut host = Host::default();
        for (name, value) in object.iter().filter(|(_, value)| !value.is_null()) {
            let amount = value.decimal().filter(|amount| amount.parts().0 >= 0);
            let amount = amount.ok_or_else(|| {
                Refusal::field(format!("host.{name}"), "is no amount: write one such as 75.25")
            });
            match name {
                "bankroll" => host.bankroll = Some(amount?),
                "minBuyIn" => host.min_buy_in = Some(amount?),
                "maxBuyIn" => host.max_buy_in = Some(amount?),
                "debt" => host.debt = Some(amount?),
                "now" => {
                    let now = value.integer().and_then(|now| u64::try_from(now).ok());
                    let wrong =
                        || Refusal::field("host.now", "is no time: write unix milliseconds, a whole number");
                    host.now_ms = Some(now.ok_or_else(wrong)?);
                }
                _ => {
                    let known = "is not known: write bankroll, minBuyIn, maxBuyIn, debt or now";
                    return Err(Refusal::field(format!("host.{name}"), known));
                }
            }
        }
        Ok(host)
    }
}
