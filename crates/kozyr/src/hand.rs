//! `kozyr hand`: the exchange on standard input and output.

use crate::failure::{FOUND_WRONG, Failure};
use crate::output::say;
use kozyr_cards::faces_in;
use kozyr_notation::exchange::{Host, LiveHand, Refusal};
use kozyr_notation::game_state;
use kozyr_notation::json::{Object, Value};
use std::io::Read;
use std::process::ExitCode;

/// Move a Hold'em hand on: JSON in, JSON out.
///
/// Reads a hand in the exchange notation (docs/notation.md) from standard input and writes the result to
/// standard output. A refusal goes to standard error with its reason. The hand may also come wrapped, with what
/// would otherwise be an argument: {"hand": …, "viewer": "Ann", "now": 1700000000000}.
///
/// Exit code: 0 done, 1 refused, 2 the input could not be read.
#[derive(clap::Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:\n  kozyr hand next < hand.json\n  kozyr hand deal AsKs 7c7d < hand.json\n  \
                  kozyr hand view Ann < hand.json\n  \
                  echo '{\"server\": …, \"client\": …, \"host\": {\"bankroll\": 75.25}}' | kozyr hand merge"
)]
pub struct Args {
    #[command(subcommand)]
    op: Op,
    /// On one line.
    #[arg(long, global = true)]
    compact: bool,
}

#[derive(clap::Subcommand)]
enum Op {
    /// The next hand, once this one is over: stacks, people, button, blinds, debts. What came of this one, and what
    /// those who left take away, is in "_last".
    Next,
    /// Deal: cards to whoever waits for some, in order, or the dealer's lines. Once the hand is over its results are
    /// in it. Without cards only that is done, for a hand whose last line you wrote yourself.
    Deal {
        /// Cards (AsKs 7c7d, ?? for one nobody knows) or lines ("d db 2c3c4c"). Wrapped: "deal", a text or a list.
        #[arg(value_name = "CARDS|LINE")]
        deal: Vec<String>,
        /// The time in unix milliseconds, to stamp the lines with.
        #[arg(long)]
        now: Option<u64>,
    },
    /// Where the hand stands: what it waits for, what may be done at which price, where the chips are.
    State,
    /// Take from a client's hand what its author may change. Input: an object with "server", "client" and,
    /// if somebody may join, "host" ("bankroll", "minBuyIn", "maxBuyIn", "debt", "now").
    Merge {
        /// Whose session the client's hand came over; refused if it names another author.
        #[arg(long)]
        author: Option<String>,
    },
    /// Act for the player whose time is over: check if that is free, else fold; muck unless they must show.
    Auto {
        /// The time in unix milliseconds. Without it the player's time is over because you say so.
        #[arg(long)]
        now: Option<u64>,
    },
    /// The hand as one person may know it.
    View {
        /// Whose eyes; without a name those of a spectator.
        viewer: Option<String>,
        /// As a GameState snapshot instead.
        #[arg(long)]
        game_state: bool,
    },
    /// Is this a hand, its log legal play, and do its results follow from the log?
    Validate,
}

impl Op {
    /// What may stand beside the hand when it comes wrapped.
    fn beside(&self) -> &'static [&'static str] {
        match self {
            Op::Deal { .. } => &["hand", "deal", "now"],
            Op::Auto { .. } => &["hand", "now"],
            Op::View { .. } => &["hand", "viewer"],
            Op::Merge { .. } => &["server", "client", "host"],
            Op::Next | Op::State | Op::Validate => &["hand"],
        }
    }
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut text = String::new();
    let read = std::io::stdin().read_to_string(&mut text);
    read.map_err(|error| Failure::new(format!("standard input: {error}: send it again as UTF-8")))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    if text.trim().is_empty() {
        return Err(Failure::new("standard input is empty: give it a hand as JSON (docs/notation.md)"));
    }
    let input: Value = text.parse().map_err(|error| Failure::new(format!("standard input: {error}")))?;
    match outcome(&args.op, &input) {
        Ok(output) if args.compact => say!("{output}"),
        Ok(output) => say!("{output:#}"),
        Err(refusal) => {
            eprintln!("refused: {}", with_hint(&refusal));
            return Ok(ExitCode::from(FOUND_WRONG));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The rules say what cannot be; what can be is in the state.
fn with_hint(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Poker(why) if !why.contains(": ") => {
            format!("{why}: see kozyr hand state for what the hand waits for")
        }
        other => other.to_string(),
    }
}

fn refused(field: &str, problem: impl Into<String>) -> Refusal {
    Refusal::Field { field: field.to_owned(), problem: problem.into() }
}

/// A key that means nothing would be a wish nobody hears.
fn check_keys(object: &Object, known: &[&str]) -> Result<(), Refusal> {
    match object.iter().find(|(name, _)| !known.contains(name)) {
        None => Ok(()),
        Some((name, _)) => Err(refused(name, format!("is not known here: keep to {}", known.join(", ")))),
    }
}

/// The hand, and what stands beside it if it is wrapped.
fn unwrap<'a>(op: &Op, input: &'a Value) -> Result<(&'a Value, Object), Refusal> {
    let Some(object) = input.as_object() else {
        return Err(refused("standard input", "is no JSON object: give a hand, or {\"hand\": …}"));
    };
    // In a hand, "hand" is its number or name.
    if let Some(hand @ Value::Object(_)) = object.get("hand") {
        check_keys(object, op.beside())?;
        let mut beside = object.clone();
        beside.retain(|name| name != "hand");
        return Ok((hand, beside));
    }
    if object.get("players").is_none() {
        let keys: Vec<&str> = object.iter().map(|(name, _)| name).take(5).collect();
        let why = format!(
            "is missing, so this is no hand (it has {}): give a hand, or {{\"hand\": …}}",
            keys.join(", ")
        );
        return Err(refused("players", why));
    }
    Ok((input, Object::new()))
}

fn time(beside: &Object) -> Result<Option<u64>, Refusal> {
    let Some(now) = beside.get("now").filter(|now| !now.is_null()) else { return Ok(None) };
    let time = now.integer().and_then(|now| u64::try_from(now).ok());
    time.map(Some).ok_or_else(|| refused("now", "is no time: write unix milliseconds, a whole number"))
}

fn outcome(op: &Op, input: &Value) -> Result<Value, Refusal> {
    if let Op::Merge { author } = op {
        return merge(op, input, author.as_deref());
    }
    let (hand, beside) = unwrap(op, input)?;
    let mut live = LiveHand::read(hand)?;
    match op {
        Op::Merge { .. } => unreachable!("merged above"),
        Op::Next => {
            live.next_hand()?;
            Ok(live.to_json())
        }
        Op::Deal { deal: given, now } => {
            let host = Host { now_ms: now.or(time(&beside)?), ..Host::default() };
            deal(&mut live, given, beside.get("deal"), &host)?;
            Ok(live.to_json())
        }
        Op::State => Ok(live.state()),
        Op::Auto { now } => {
            live.auto(&Host { now_ms: now.or(time(&beside)?), ..Host::default() })?;
            Ok(live.to_json())
        }
        Op::View { viewer, game_state } => {
            let beside = match beside.get("viewer") {
                None | Some(Value::Null) => None,
                Some(name) => Some(
                    name.as_str()
                        .ok_or_else(|| refused("viewer", "is no name: write one between quotes, or null"))?,
                ),
            };
            let viewer = viewer.as_deref().or(beside);
            check_viewer(&live, viewer)?;
            Ok(if *game_state {
                game_state::export(&live, viewer, |_| None)
            } else {
                live.personalize(viewer)
            })
        }
        Op::Validate => {
            live.validate()?;
            let mut valid = Object::new();
            valid.set("valid", true);
            Ok(Value::Object(valid))
        }
    }
}

/// Somebody without a seat sees what is open; a name that is only misspelled would see it without a word.
fn check_viewer(live: &LiveHand, viewer: Option<&str>) -> Result<(), Refusal> {
    let Some(viewer) = viewer.filter(|viewer| live.players().all(|name| name != *viewer)) else {
        return Ok(());
    };
    let small = viewer.to_lowercase();
    match live.players().find(|name| name.to_lowercase().trim() == small.trim()) {
        None => Ok(()),
        Some(name) => Err(refused(
            "viewer",
            format!("{viewer:?} has no seat, and {name:?} has: spell the name as in players"),
        )),
    }
}

/// Cards and lines, from the arguments or from beside the hand.
fn deal(live: &mut LiveHand, given: &[String], beside: Option<&Value>, host: &Host) -> Result<(), Refusal> {
    let mut given = given.to_vec();
    match beside {
        None | Some(Value::Null) => {}
        Some(Value::String(text)) => given.push(text.clone()),
        Some(list) => {
            let wrong =
                || refused("deal", "is no text: write cards (\"AsKs\"), or a list of cards and lines");
            for item in list.as_array().ok_or_else(wrong)? {
                given.push(item.as_str().ok_or_else(wrong)?.to_owned());
            }
        }
    }
    if given.is_empty() && !live.settle(host)? {
        let why =
            "waits for cards or players: name the cards (AsKs 7c7d) or the lines (\"d db 2c3c4c\") to deal";
        return Err(refused("the hand", why));
    }
    let mut cards = Vec::new();
    for text in &given {
        if text.starts_with("d ") {
            live.deal_cards(&std::mem::take(&mut cards), host)?;
            live.deal(text, host)?;
            continue;
        }
        for face in faces_in(text) {
            cards.push(face.map_err(|error| {
                refused(
                    "deal",
                    format!("{text:?} is neither cards nor a line ({error}): write AsKs, or \"d db 2c3c4c\""),
                )
            })?);
        }
    }
    live.deal_cards(&cards, host)
}

fn merge(op: &Op, input: &Value, session: Option<&str>) -> Result<Value, Refusal> {
    let Some(object) = input.as_object() else {
        return Err(refused("standard input", "is no JSON object: give a hand, or {\"hand\": …}"));
    };
    check_keys(object, op.beside())?;
    for name in ["server", "client"] {
        if !matches!(object.get(name), Some(Value::Object(_))) {
            return Err(refused(name, "is missing: give hands, as {\"server\": …, \"client\": …}"));
        }
    }
    let mut live = LiveHand::read(&input["server"])?;
    let request = live.interpret(&input["client"], session)?;
    let batch = live.decide(&request, &Host::read(&input["host"])?)?;
    live.apply(&batch);
    Ok(live.to_json())
}
