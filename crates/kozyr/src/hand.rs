//! `kozyr hand`: the exchange on standard input and output.

use crate::failure::{FOUND_WRONG, Failure};
use crate::output::say;
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
    after_help = "Examples:\n  kozyr hand next < hand.json\n  kozyr hand view Ann < hand.json\n  \
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
    /// The next hand, once this one is over: stacks, people, button, blinds, debts.
    Next,
    /// Take from a client's hand what its author may change. Input: an object with "server", "client" and,
    /// if somebody may join, "host" ("bankroll", "minBuyIn", "maxBuyIn", "debt", "now").
    Merge {
        /// Whose session the client's hand came over; refused if it names another author.
        #[arg(long)]
        author: Option<String>,
    },
    /// Act for the player whose time is over: check if that is free, else fold; muck unless he must show.
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
    /// Is this a hand, and its log legal play?
    Validate,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut text = String::new();
    let read = std::io::stdin().read_to_string(&mut text);
    read.map_err(|error| Failure::new(format!("standard input: {error}")))?;
    let input: Value = text.parse().map_err(|error| Failure::new(format!("standard input: {error}")))?;
    match outcome(&args.op, &input) {
        Ok(output) if args.compact => say!("{output}"),
        Ok(output) => say!("{output:#}"),
        Err(refusal) => {
            eprintln!("refused: {refusal}");
            return Ok(ExitCode::from(FOUND_WRONG));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn outcome(op: &Op, input: &Value) -> Result<Value, Refusal> {
    if let Op::Merge { author } = op {
        return merge(input, author.as_deref());
    }
    // In a hand, "hand" is its number or name.
    let wrapped = matches!(&input["hand"], Value::Object(_));
    let mut live = LiveHand::read(if wrapped { &input["hand"] } else { input })?;
    let argument = |name: &str| if wrapped { &input[name] } else { &Value::Null };
    match op {
        Op::Merge { .. } => unreachable!("merged above"),
        Op::Next => {
            live.next_hand()?;
            Ok(live.to_json())
        }
        Op::Auto { now } => {
            let wrapped = argument("now").integer().and_then(|now| u64::try_from(now).ok());
            live.auto(&Host { now_ms: now.or(wrapped), ..Host::default() })?;
            Ok(live.to_json())
        }
        Op::View { viewer, game_state } => {
            let viewer = viewer.as_deref().or(argument("viewer").as_str());
            Ok(if *game_state {
                game_state::export(&live, viewer, |_| None)
            } else {
                live.personalize(viewer)
            })
        }
        Op::Validate => {
            live.check()?;
            let mut valid = Object::new();
            valid.set("valid", true);
            Ok(Value::Object(valid))
        }
    }
}

fn merge(input: &Value, session: Option<&str>) -> Result<Value, Refusal> {
    let mut live = LiveHand::read(&input["server"])?;
    let request = live.interpret(&input["client"], session)?;
    let batch = live.decide(&request, &Host::read(&input["host"])?)?;
    live.apply(&batch);
    Ok(live.to_json())
}
