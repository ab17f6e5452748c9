//! `kozyr bench`: how fast this build is on this machine.
//!
//! Comparisons with peers are in the workspace under `bench/`; this is for a host or a researcher who
//! wants to know what to expect.

mod hands;
mod phh;
mod ranking;
mod seka;

use crate::failure::Failure;
use crate::output::say;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Measure how fast this build is on this machine, on one core.
///
/// Every figure is the median of several rounds of about a tenth of a second each.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  kozyr bench\n  kozyr bench hands --json")]
pub struct Args {
    /// Which benchmarks; all unless given.
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// One JSON object on standard output instead of text.
    #[arg(long)]
    json: bool,
}

/// One thing to measure. Running it once does `per_run` units of work.
pub struct Benchmark {
    pub name: &'static str,
    pub what: &'static str,
    pub unit: &'static str,
    pub per_run: u64,
    pub run: Box<dyn FnMut()>,
}

const ROUNDS: usize = 9;
const ROUND: Duration = Duration::from_millis(100);

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut all = vec![
        ranking::seven_random_cards(),
        hands::everybody_calls(),
        hands::random_play(),
        phh::replay(),
        seka::random_play(),
    ];
    let known: Vec<&str> = all.iter().map(|benchmark| benchmark.name).collect();
    if let Some(unknown) = args.names.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(Failure::new(format!(
            "there is no benchmark \"{unknown}\": name one of {}",
            known.join(", ")
        )));
    }
    let mut figures = serde_json::Map::new();
    for benchmark in &mut all {
        if !args.names.is_empty() && !args.names.iter().any(|name| name == benchmark.name) {
            continue;
        }
        let per_second = measure(benchmark);
        if args.json {
            figures.insert(
                benchmark.name.into(),
                serde_json::json!({"perSecond": per_second, "unit": benchmark.unit}),
            );
        } else {
            say!(
                "{:<10} {:>14} {}/s  {}",
                benchmark.name,
                grouped(per_second),
                benchmark.unit,
                benchmark.what
            );
        }
    }
    if args.json {
        say!("{}", serde_json::Value::Object(figures));
    } else {
        say!("a hand under way takes {} bytes", std::mem::size_of::<kozyr_poker::Hand>());
        say!("a Seka deal under way takes {} bytes", std::mem::size_of::<kozyr_seka::Deal>());
    }
    Ok(ExitCode::SUCCESS)
}

/// Units a second: the median over the rounds.
fn measure(benchmark: &mut Benchmark) -> u64 {
    (benchmark.run)();
    let mut rates: Vec<u64> = (0..ROUNDS)
        .map(|_| {
            let begun = Instant::now();
            let mut runs = 0;
            while begun.elapsed() < ROUND {
                (benchmark.run)();
                runs += 1;
            }
            (runs as f64 * benchmark.per_run as f64 / begun.elapsed().as_secs_f64()) as u64
        })
        .collect();
    rates.sort_unstable();
    rates[ROUNDS / 2]
}

/// 1 234 567
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Random numbers good enough to measure with.
#[derive(Clone)]
pub struct Numbers(u64);

impl Numbers {
    pub const fn new(seed: u64) -> Numbers {
        Numbers(seed)
    }

    pub fn below(&mut self, n: u32) -> u32 {
        // Xorshift64*, the high half scaled to the range.
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let x = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        ((x * u64::from(n)) >> 32) as u32
    }
}
