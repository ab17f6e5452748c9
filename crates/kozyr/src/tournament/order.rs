//! What a director says: a line of words, or the same as a JSON object.

use kozyr_card_game::Seat;
use kozyr_tournament::{Chair, Config, Millis, TableNo, Timestamp};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::collections::BTreeMap;

/// Something to be done, and the words it was said in.
pub struct Order {
    pub action: Action,
    /// A moment of its own.
    pub at: Option<Timestamp>,
    pub text: String,
}

/// What can be asked for.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Action {
    Configure {
        config: Box<Config>,
    },
    Open {},
    Register {
        player: String,
        #[serde(default)]
        name: Option<String>,
    },
    Unregister {
        player: String,
    },
    CheckIn {
        player: String,
    },
    CheckOut {
        player: String,
    },
    Start {
        /// Who sits where; nobody is named for a draw.
        #[serde(default)]
        seating: BTreeMap<String, Place>,
    },
    Enter {
        player: String,
        #[serde(default)]
        name: Option<String>,
        #[serde(default)]
        chair: Option<Place>,
    },
    ReEnter {
        player: String,
        #[serde(default)]
        chair: Option<Place>,
    },
    Deal {
        #[serde(default)]
        table: Option<u16>,
        #[serde(default)]
        hand: Option<String>,
    },
    Hand {
        #[serde(default)]
        table: Option<u16>,
        /// What each won (above nothing) or lost.
        deltas: BTreeMap<String, i64>,
    },
    Bust {
        players: Vec<String>,
        by: String,
    },
    CallOff {
        #[serde(default)]
        table: Option<u16>,
    },
    Rebuy {
        player: String,
    },
    Decline {
        player: String,
    },
    AddOn {
        player: String,
    },
    NextLevel {},
    Pause {
        #[serde(default)]
        clock_only: bool,
    },
    Resume {},
    Break {
        minutes: u64,
    },
    Balance {},
    Tick {},
    Recover {
        #[serde(default)]
        last_known: Option<Timestamp>,
    },
    Cancel {},
}

/// A chair as people write it: `1-3` is table 1, seat 3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place(pub Chair);

impl Place {
    fn read(text: &str) -> Option<Place> {
        let (table, seat) = text.split_once('-')?;
        let seat = seat.parse().ok().filter(|&seat| seat > 0).and_then(Seat::from_number)?;
        Some(Place(Chair::new(TableNo(table.parse().ok().filter(|&table| table > 0)?), seat)))
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Place, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either {
            Text(String),
            Object(Chair),
        }
        match Either::deserialize(deserializer) {
            Ok(Either::Object(chair)) => Ok(Place(chair)),
            Ok(Either::Text(text)) if Place::read(&text).is_some() => {
                Ok(Place::read(&text).expect("read a moment ago"))
            }
            _ => Err(serde::de::Error::custom("a chair is \"1-3\": table 1, seat 3")),
        }
    }
}

/// Every command: its word, how it is written, what it does.
const VERBS: &[(&str, &str, &str)] = &[
    ("open", "open", "open the lobby"),
    ("register", "register PLAYER…", "enter before the start"),
    ("unregister", "unregister PLAYER…", "leave the lobby; the money goes back"),
    ("check-in", "check-in PLAYER…", "they are here"),
    ("check-out", "check-out PLAYER…", "they are not here after all"),
    ("start", "start [PLAYER@TABLE-SEAT…]", "begin: seats are drawn, unless all are named"),
    ("enter", "enter PLAYER[@TABLE-SEAT]…", "enter after the start"),
    ("re-enter", "re-enter PLAYER[@TABLE-SEAT]…", "enter again after a bust"),
    ("deal", "deal [TABLE]", "a hand begins"),
    ("hand", "hand PLAYER+CHIPS… PLAYER-CHIPS…", "a hand is over: who won and who lost how much"),
    ("bust", "bust PLAYER… by PLAYER", "a hand is over: these lost all their chips to that one"),
    ("call-off", "call-off [TABLE]", "a misdeal"),
    ("rebuy", "rebuy PLAYER…", "take the offer to buy in again"),
    ("decline", "decline PLAYER…", "decline it"),
    ("add-on", "add-on PLAYER…", "buy extra chips at a break"),
    ("next-level", "next-level", "the next level, from the next hand on"),
    ("pause", "pause [clock]", "stop everything, or the clock only"),
    ("resume", "resume", "go on"),
    ("break", "break MINUTES", "a break, once the hands in play are over"),
    ("balance", "balance", "make the moves that are due between tables"),
    ("tick", "tick", "let the clock do what is due"),
    ("recover", "recover [MOMENT]", "the clock goes back to the moment things stopped, and waits"),
    ("cancel", "cancel", "call it off and refund every entry"),
    ("configure", "{\"do\": \"configure\", \"config\": …}", "fill in the form anew, in setup"),
];

/// The commands as `--help` lists them.
pub const HELP: &str = "Commands:
  open                              open the lobby
  register PLAYER…                  enter before the start
  unregister PLAYER…                leave the lobby; the money goes back
  check-in PLAYER…                  they are here
  check-out PLAYER…                 they are not here after all
  start [PLAYER@TABLE-SEAT…]        begin: seats are drawn, unless all are named
  enter PLAYER[@TABLE-SEAT]…        enter after the start
  re-enter PLAYER[@TABLE-SEAT]…     enter again after a bust
  deal [TABLE]                      a hand begins
  hand PLAYER+CHIPS… PLAYER-CHIPS…  a hand is over: who won and who lost how much
  bust PLAYER… by PLAYER            a hand is over: these lost all their chips to that one
  call-off [TABLE]                  a misdeal
  rebuy PLAYER…                     take the offer to buy in again
  decline PLAYER…                   decline it
  add-on PLAYER…                    buy extra chips at a break
  next-level                        the next level, from the next hand on
  pause [clock]                     stop everything, or the clock only
  resume                            go on
  break MINUTES                     a break, once the hands in play are over
  balance                           make the moves that are due between tables
  tick                              let the clock do what is due
  recover [MOMENT]                  the clock goes back to the moment things stopped, and waits
  cancel                            call it off and refund every entry

hand and bust begin the hand themselves if none is in play. As JSON a command is such a line or an
object, and only so can configure be said:
  {\"do\": \"register\", \"player\": \"ann\", \"name\": \"Ann\", \"at\": \"2026-01-31T20:00:00Z\"}
  {\"do\": \"configure\", \"config\": …}";

/// Orders from the arguments; a comma that stands alone begins another.
pub fn from_words(words: &[String]) -> Result<Vec<Order>, String> {
    let mut orders = Vec::new();
    for words in words.split(|word| word == ",").filter(|words| !words.is_empty()) {
        orders.extend(read(words)?);
    }
    Ok(orders)
}

/// Orders from a text: JSON, or one a line. Empty lines and those that begin with # are left out.
pub fn from_text(text: &str) -> Result<Vec<Order>, String> {
    if text.trim_start().starts_with(['[', '{']) {
        let value = serde_json::from_str(text);
        return from_json(value.map_err(|error| format!("the commands are no JSON: {error}: write a list"))?);
    }
    let mut orders = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            orders.extend(of_line(line).map_err(|why| format!("line {}: {why}", number + 1))?);
        }
    }
    Ok(orders)
}

/// Orders from JSON: one, or a list of lines and objects.
pub fn from_json(value: Value) -> Result<Vec<Order>, String> {
    let list = match value {
        Value::Array(list) => list,
        one => vec![one],
    };
    let mut orders = Vec::new();
    for (number, item) in list.into_iter().enumerate() {
        let read = match item {
            Value::String(line) => of_line(&line),
            object => of_object(object).map(|order| vec![order]),
        };
        orders.extend(read.map_err(|why| format!("command {}: {why}", number + 1))?);
    }
    Ok(orders)
}

fn of_object(mut value: Value) -> Result<Order, String> {
    let text = value["do"].as_str().unwrap_or_default().to_owned();
    let Some(object) = value.as_object_mut() else {
        return Err(format!("{value} is no command: write a line, or {{\"do\": \"open\"}}"));
    };
    if !VERBS.iter().any(|(verb, ..)| *verb == text) {
        return Err(unknown(&text));
    }
    let at = match object.remove("at") {
        None | Some(Value::Null) => None,
        Some(at) => {
            let text = at.as_str().map_or_else(|| at.to_string(), str::to_owned);
            Some(super::moment(&text).map_err(|why| format!("at: {text} is {why}"))?)
        }
    };
    let action =
        serde_json::from_value(value).map_err(|error| format!("{text:?}: {error}: {}", usage(&text)))?;
    Ok(Order { action, at, text })
}

fn of_line(line: &str) -> Result<Vec<Order>, String> {
    from_words(&split(line)?)
}

/// The words of a line; quotes keep a name with spaces together.
fn split(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in line.chars() {
        match quote {
            Some(end) if letter == end => quote = None,
            Some(_) => word.get_or_insert_default().push(letter),
            // Inside a word an apostrophe is a letter: O'Neil.
            None if letter == '"' || letter == '\'' && word.is_none() => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() {
        return Err(format!("{line:?} has a quote that does not end: close it"));
    }
    words.extend(word);
    Ok(words)
}

fn usage(verb: &str) -> String {
    let known = VERBS.iter().find(|(known, ..)| *known == verb);
    known.map_or_else(String::new, |(_, usage, _)| format!("write {usage}"))
}

fn unknown(word: &str) -> String {
    let near = VERBS.iter().map(|(verb, ..)| *verb).min_by_key(|verb| super::hint::distance(verb, word));
    let near = near.filter(|near| super::hint::distance(near, word) <= near.len().div_ceil(3));
    match near {
        Some(near) => {
            format!("{word:?} is no command: did you mean {near:?}? Then write {}", &usage(near)[6..])
        }
        None => {
            let all: Vec<&str> = VERBS.iter().map(|(verb, ..)| *verb).collect();
            format!("{word:?} is no command: say one of {}", all.join(", "))
        }
    }
}

/// One command, or one for each player it names.
fn read(words: &[String]) -> Result<Vec<Order>, String> {
    let (verb, rest) = words.split_first().expect("a command has a word");
    if !VERBS.iter().any(|(known, ..)| known == verb) {
        return Err(unknown(verb));
    }
    let wrong = |why: &str| format!("{:?} {why}: {}", words.join(" "), usage(verb));
    let of_players = |make: &dyn Fn(String) -> Action| {
        if rest.is_empty() {
            return Err(wrong("names no player"));
        }
        let order = |player: &String| Order {
            action: make(player.clone()),
            at: None,
            text: format!("{verb} {player}"),
        };
        Ok(rest.iter().map(order).collect())
    };
    let late =
        |word: String| match word.rsplit_once('@').and_then(|(name, at)| Some((name, Place::read(at)?))) {
            Some((name, chair)) => (name.to_owned(), Some(chair)),
            None => (word, None),
        };
    let table = || match rest {
        [] => Ok(None),
        [table] => table.parse().map(Some).map_err(|_| wrong("names no table")),
        _ => Err(wrong("has too many words")),
    };
    let alone = |action: Action| if rest.is_empty() { Ok(action) } else { Err(wrong("has too many words")) };
    let action = match verb.as_str() {
        "register" => return of_players(&|player| Action::Register { player, name: None }),
        "unregister" => return of_players(&|player| Action::Unregister { player }),
        "check-in" => return of_players(&|player| Action::CheckIn { player }),
        "check-out" => return of_players(&|player| Action::CheckOut { player }),
        "rebuy" => return of_players(&|player| Action::Rebuy { player }),
        "decline" => return of_players(&|player| Action::Decline { player }),
        "add-on" => return of_players(&|player| Action::AddOn { player }),
        "enter" => {
            return of_players(&|word| {
                let (player, chair) = late(word);
                Action::Enter { player, name: None, chair }
            });
        }
        "re-enter" => {
            return of_players(&|word| {
                let (player, chair) = late(word);
                Action::ReEnter { player, chair }
            });
        }
        "start" => Action::Start { seating: seating(rest).map_err(|why| wrong(&why))? },
        "hand" => Action::Hand { table: None, deltas: deltas(rest).map_err(|why| wrong(&why))? },
        "bust" => match rest {
            [players @ .., by, winner] if by == "by" && !players.is_empty() => {
                Action::Bust { players: players.to_vec(), by: winner.clone() }
            }
            _ => return Err(wrong("does not say who is out and who has their chips")),
        },
        "deal" => Action::Deal { table: table()?, hand: None },
        "call-off" => Action::CallOff { table: table()? },
        "pause" => match rest {
            [] => Action::Pause { clock_only: false },
            [what] if what == "clock" => Action::Pause { clock_only: true },
            _ => return Err(wrong("says what to stop in other words")),
        },
        "break" => match rest {
            [minutes] => Action::Break {
                minutes: minutes.parse().map_err(|_| wrong("does not say for how many whole minutes"))?,
            },
            _ => return Err(wrong("does not say for how many minutes")),
        },
        "recover" => match rest {
            [] => Action::Recover { last_known: None },
            [at] => Action::Recover {
                last_known: Some(super::moment(at).map_err(|why| wrong(&format!("has {why}")))?),
            },
            _ => return Err(wrong("has too many words")),
        },
        "configure" => return Err(wrong("cannot be said in words")),
        "open" => alone(Action::Open {})?,
        "next-level" => alone(Action::NextLevel {})?,
        "resume" => alone(Action::Resume {})?,
        "balance" => alone(Action::Balance {})?,
        "tick" => alone(Action::Tick {})?,
        "cancel" => alone(Action::Cancel {})?,
        _ => return Err(unknown(verb)),
    };
    Ok(vec![Order { action, at: None, text: words.join(" ") }])
}

fn seating(words: &[String]) -> Result<BTreeMap<String, Place>, String> {
    let mut seating = BTreeMap::new();
    for word in words {
        let row = word.rsplit_once('@').and_then(|(name, at)| Some((name.to_owned(), Place::read(at)?)));
        let Some((name, place)) = row else { return Err(format!("has no chair in {word:?}")) };
        if seating.insert(name, place).is_some() {
            return Err(format!("names the player of {word:?} twice"));
        }
    }
    Ok(seating)
}

/// `Ann+300 Bob-300`.
fn deltas(words: &[String]) -> Result<BTreeMap<String, i64>, String> {
    let mut deltas = BTreeMap::new();
    for word in words {
        let row = word.rfind(['+', '-']).and_then(|sign| Some((&word[..sign], word[sign..].parse().ok()?)));
        let Some((name, delta)) = row else { return Err(format!("has no chips in {word:?}")) };
        if deltas.insert(name.to_owned(), delta).is_some() {
            return Err(format!("names {name:?} twice"));
        }
    }
    if deltas.is_empty() { Err("names nobody".to_owned()) } else { Ok(deltas) }
}

/// A length in minutes.
pub fn minutes(minutes: u64) -> Millis {
    Millis::from_minutes(minutes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_lists_every_command() {
        for (verb, usage, what) in VERBS.iter().filter(|(verb, ..)| *verb != "configure") {
            let line = HELP.lines().find(|line| line.trim_start().starts_with(usage));
            assert!(line.is_some_and(|line| line.ends_with(what)), "{verb} is not in the help as it is here");
        }
    }

    #[test]
    fn lines_and_objects_say_the_same() {
        for (line, object) in [
            ("open", r#"{"do": "open"}"#),
            ("register 'Ann Lee'", r#"{"do": "register", "player": "Ann Lee"}"#),
            ("enter O'Neil@2-3", r#"{"do": "enter", "player": "O'Neil", "chair": "2-3"}"#),
            ("re-enter Bob", r#"{"do": "re-enter", "player": "Bob"}"#),
            ("hand Ann+300 Bob-300", r#"{"do": "hand", "deltas": {"Ann": 300, "Bob": -300}}"#),
            ("bust Ann \"Bob B\" by Cid", r#"{"do": "bust", "players": ["Ann", "Bob B"], "by": "Cid"}"#),
            (
                "start Ann@1-1 Bob@1-9",
                r#"{"do": "start", "seating": {"Ann": "1-1", "Bob": {"table": 1, "seat": 9}}}"#,
            ),
            ("pause clock", r#"{"do": "pause", "clockOnly": true}"#),
            ("break 15", r#"{"do": "break", "minutes": 15}"#),
            ("deal 2", r#"{"do": "deal", "table": 2}"#),
            ("call-off", r#"{"do": "call-off"}"#),
            ("recover 2026-01-31T20:00:00Z", r#"{"do": "recover", "lastKnown": "2026-01-31T20:00:00Z"}"#),
        ] {
            let of_line = of_line(line).unwrap_or_else(|why| panic!("{line}: {why}"));
            let of_object = of_object(serde_json::from_str(object).expect("JSON"));
            let of_object = of_object.unwrap_or_else(|why| panic!("{object}: {why}"));
            assert_eq!(of_line.len(), 1);
            assert_eq!(of_line[0].action, of_object.action, "{line}");
        }
    }
}
