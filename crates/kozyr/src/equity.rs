//! `kozyr equity`: how often each hand or range wins.

use crate::bench::Numbers;
use crate::failure::Failure;
use crate::output::say;
use kozyr_cards::CardSet;
use kozyr_ranking::{Equity, EquityError, Range, Ranking, Showdown};
use std::process::ExitCode;

/// How often each hand or range wins when the board is dealt out.
///
/// Counts every deal if there are few enough of them, and deals at random otherwise; the last line says which. Shares
/// add up to 100 %: a tie is shared.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  kozyr equity AhAd KsKc
  kozyr equity 'QQ+, AKs' 77 --board 7c8d2s
  kozyr equity AhAdKhKd QsQcJsJc --game omaha --trials 100000")]
pub struct Args {
    /// Hands (AhAd) or ranges ('QQ+, AKs, A5s-A2s:0.5'), one for each player.
    #[arg(required = true, num_args = 2..=10, value_name = "RANGE")]
    players: Vec<String>,
    /// Cards on the board.
    #[arg(long, value_name = "CARDS", default_value = "")]
    board: String,
    /// Cards that are gone.
    #[arg(long, value_name = "CARDS", default_value = "")]
    dead: String,
    /// What is played.
    #[arg(long, value_enum, default_value_t = Game::Holdem)]
    game: Game,
    /// Deal so many times at random instead of counting all.
    #[arg(long, value_name = "N")]
    trials: Option<u64>,
    /// Where random deals come from; the same seed deals the same.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One JSON object on standard output instead of text.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Game {
    Holdem,
    ShortDeck,
    Omaha,
}

/// More deals than this are not counted one by one.
const MOST_COUNTED: u128 = 200_000_000;
/// Random deals where nobody says how many.
const TRIALS: u64 = 1_000_000;

/// What to do, where the message itself does not say it.
fn remedy(error: &EquityError) -> &'static str {
    match error {
        EquityError::Players(_) => ": name another number of them",
        EquityError::Board(_) => ": leave some out of --board",
        EquityError::NotInPack(_) => ": leave it out, or say another --game",
        EquityError::HandSize { .. } => ": give every player hands of the same size",
        EquityError::NoHandLeft(_) => ": give them other hands, or take the card off --board and --dead",
        EquityError::NoDeal => ": give them hands without a card in common",
        EquityError::NoTrials => ": say --trials 1000000",
        _ => "",
    }
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let cards = |option: &str, text: &str| -> Result<CardSet, Failure> {
        let read = text.parse();
        read.map_err(|error| Failure::new(format!("{option} {text:?}: {error}: write cards as 7c8d9s")))
    };
    let mut ranges: Vec<Range> = Vec::new();
    for player in &args.players {
        let range = player.parse();
        let wrong = |error| format!("{player:?} is no range: {error}: write AhAd, QQ+ or 'QQ, AKs:0.5'");
        ranges.push(range.map_err(|error| Failure::new(wrong(error)))?);
    }
    let ranking = match args.game {
        Game::Holdem => Ranking::Standard,
        Game::ShortDeck => Ranking::ShortDeck,
        Game::Omaha => Ranking::Omaha,
    };
    let failed = |error: EquityError| Failure::new(format!("{error}{}", remedy(&error)));
    let (board, dead) = (cards("--board", &args.board)?, cards("--dead", &args.dead)?);
    let showdown = Showdown::new(ranking, &ranges, board, dead).map_err(failed)?;
    let counted = args.trials.is_none() && showdown.combinations() <= MOST_COUNTED;
    let equity = if counted {
        showdown.exact()
    } else {
        let mut numbers = Numbers::new(args.seed.max(1));
        let mut random = || u64::from(numbers.below(u32::MAX)) << 32 | u64::from(numbers.below(u32::MAX));
        showdown.sample(args.trials.unwrap_or(TRIALS), &mut random)
    };
    tell(args, &equity.map_err(failed)?, counted);
    Ok(ExitCode::SUCCESS)
}

fn tell(args: &Args, equity: &Equity, counted: bool) {
    if args.json {
        let players: Vec<_> = args
            .players
            .iter()
            .zip(equity.players())
            .map(|(name, part)| {
                serde_json::json!({
                    "range": name, "equity": part.percent().to_string(), "wins": part.wins.to_string(),
                    "ties": part.ties.to_string(),
                })
            })
            .collect();
        say!(
            "{}",
            serde_json::json!({"players": players, "deals": equity.total().to_string(), "exact": counted})
        );
        return;
    }
    let width = args.players.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (name, part) in args.players.iter().zip(equity.players()) {
        let (wins, ties) = (part.wins, part.ties);
        say!("{name:<width$}  {:>7}  {wins} won, {ties} tied", part.percent().to_string());
    }
    let how = if counted { "all counted" } else { "dealt at random" };
    say!("{} deals, {how}", equity.total());
}
