//! How fast random deals go on one core: `cargo run --release -p kozyr-seka --example bench`.

#![allow(clippy::print_stdout, clippy::disallowed_methods, clippy::float_arithmetic)]

use kozyr_seka::{Deal, random_play};
use std::time::Instant;

fn main() {
    random_play::play(0, 20_000);
    let begun = Instant::now();
    let played = random_play::play(1, 500_000);
    let seconds = begun.elapsed().as_secs_f64();
    let rate = |count: u64| count as f64 / seconds / 1e6;
    println!(
        "{} deals, {} svaras, {} actions, {} moves in {seconds:.2} s",
        played.deals, played.svaras, played.actions, played.moves
    );
    println!(
        "{:.2} M actions/s, {:.2} M moves/s, {:.3} M deals/s; {} bytes a deal",
        rate(played.actions),
        rate(played.moves),
        rate(played.deals),
        std::mem::size_of::<Deal>()
    );
}
