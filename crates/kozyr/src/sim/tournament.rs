//! `kozyr sim tournament`: whole tournaments between simple bots, every hand on the engine.

use crate::failure::Failure;
use crate::output::say;
use indicatif::{ProgressBar, ProgressStyle};
use kozyr_chips::Chips;
use kozyr_tournament::simulate::{Forecast, Outcome, play};
use kozyr_tournament::{Millis, Preset, Rebuys, Rules, predict};
use std::process::ExitCode;
use std::time::Instant;

/// Tournaments of Hold'em.
///
/// All tables play at once in simulated time. Chips, places and prizes are checked after every hand: a chip
/// too many stops the run.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  kozyr sim tournament                                   a turbo of a thousand players
  kozyr sim tournament --players 9 --structure deep      one table, deep stacks
  kozyr sim tournament --players 200 --tournaments 20 --json")]
pub struct Args {
    /// How many players enter, 2 to 10000.
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=10_000))]
    players: u32,
    /// The structure: turbo, regular or deep.
    #[arg(long, default_value = "turbo", value_name = "NAME")]
    structure: String,
    /// Seats at a table, 2 to 10.
    #[arg(long, default_value_t = 9, value_name = "N")]
    seats: u8,
    /// Rebuys until the end of the fourth level; every second bot takes one.
    #[arg(long)]
    rebuys: bool,
    /// How many tournaments, one after the other.
    #[arg(long, default_value_t = 1, value_name = "N")]
    tournaments: u64,
    /// Where the cards come from; the same seed plays the same tournaments.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One JSON object a tournament on standard output instead of text; with several, a last one with the median and the
    /// 90th percentile of their lengths.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let rules = rules(args)?;
    let mut outcomes = Vec::new();
    for number in 0..args.tournaments {
        let bar = progress_bar(args);
        let begun = Instant::now();
        let seed = args.seed.wrapping_add(number).wrapping_mul(2) | 1;
        let mut left = |left| bar.set_position(u64::from(args.players.saturating_sub(left)));
        let outcome = play(&rules, args.players, seed, u64::MAX, &mut left);
        let outcome = outcome.expect("a tournament has fewer hands than that");
        bar.finish_and_clear();
        report(args, &rules, &outcome, begun.elapsed().as_secs_f64());
        outcomes.push(outcome);
    }
    if let Some(forecast) = Forecast::of(&outcomes).filter(|forecast| forecast.played > 1) {
        summary(args, &forecast);
    }
    Ok(ExitCode::SUCCESS)
}

fn rules(args: &Args) -> Result<Rules, Failure> {
    let preset: Preset = args.structure.parse().map_err(|error| Failure::new(format!("{error}")))?;
    let mut config = preset.config(preset.name());
    config.seats = args.seats;
    config.rebuys = args.rebuys.then_some(Rebuys { end_level: Some(4), max_each: None });
    config.check().map_err(|problems| Failure::new(problems[0].to_string()))
}

fn progress_bar(args: &Args) -> ProgressBar {
    // A small field is over before a bar is drawn.
    if args.json || args.players < 200 {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} out  {elapsed}");
    ProgressBar::new(args.players.into()).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// How long the structure takes, over all tournaments.
fn summary(args: &Args, forecast: &Forecast) {
    let Forecast { played, median, most, paid } = *forecast;
    if args.json {
        say!(
            "{}",
            serde_json::json!({"tournaments": played, "medianMs": median.get(), "p90Ms": most.get(), "paid": paid})
        );
    } else {
        say!(
            "{played} tournaments: half are over after {}, nine of ten after {}; {paid} are paid",
            minutes(median),
            minutes(most)
        );
    }
}

fn minutes(time: Millis) -> String {
    format!("{} h {:02} min", time.get() / 3_600_000, time.get() / 60_000 % 60)
}

fn report(args: &Args, rules: &Rules, outcome: &Outcome, seconds: f64) {
    let expected = predict(rules, args.players);
    let micros = seconds * 1e6 / outcome.hands.max(1) as f64;
    let per_second = (outcome.hands as f64 / seconds.max(1e-9)) as u64;
    if args.json {
        let prizes: Vec<_> = outcome
            .prizes
            .iter()
            .zip(1..)
            .map(|((player, prize), place)| serde_json::json!({"place": place, "player": player, "prize": prize}))
            .collect();
        let report = serde_json::json!({
            "players": args.players, "structure": args.structure, "hands": outcome.hands, "dealtIn": outcome.dealt,
            "durationMs": outcome.duration.get(), "predictedMs": expected.duration.get(),
            "levels": outcome.levels, "predictedLevel": expected.level, "moves": outcome.moves,
            "tablesBroken": outcome.broken, "busts": outcome.busts, "rebuys": outcome.rebuys, "pool": outcome.pool,
            "prizes": prizes, "seconds": seconds, "handsPerSecond": per_second, "microsPerHand": micros,
        });
        say!("{report}");
        return;
    }
    say!(
        "{} players, {}: {} hands in {seconds:.2} s, {per_second} hands/s, {micros:.1} µs a hand",
        args.players,
        args.structure,
        outcome.hands
    );
    say!(
        "  played     {} (predicted {}, level {})",
        minutes(outcome.duration),
        minutes(expected.duration),
        expected.level
    );
    say!(
        "  levels     {}, {:.1} players a hand",
        outcome.levels,
        outcome.dealt as f64 / outcome.hands.max(1) as f64
    );
    say!("  moves      {}, {} tables broken", outcome.moves, outcome.broken);
    say!("  busts      {}, {} rebuys", outcome.busts, outcome.rebuys);
    say!("  pool       {}, {} paid", outcome.pool, outcome.prizes.len());
    let mut place = 0;
    while place < outcome.prizes.len() {
        let prize = outcome.prizes[place].1;
        let same = outcome.prizes[place..].iter().take_while(|(_, other)| *other == prize).count();
        say!("  {:<10} {}", places(place + 1, place + same), line(outcome, place, same, prize));
        place += same;
    }
}

fn places(first: usize, last: usize) -> String {
    if first == last { format!("{first}.") } else { format!("{first}.–{last}.") }
}

fn line(outcome: &Outcome, place: usize, same: usize, prize: Chips) -> String {
    if same == 1 { format!("{prize}  {}", outcome.prizes[place].0) } else { format!("{prize} each") }
}
