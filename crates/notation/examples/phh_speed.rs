//! How fast hands are read: `cargo run --release -p kozyr-notation --example phh_speed -- FILE.phhs…`
#![allow(clippy::print_stdout, clippy::float_arithmetic)]

use kozyr_notation::phh::{Hand, Hands, Reader, Sections};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files = std::env::args().skip(1).map(std::fs::read).collect::<Result<Vec<_>, _>>()?;
    let mut hand = Hand::default();
    for round in 1..=30 {
        let start = Instant::now();
        let (mut hands, mut bytes, mut actions) = (0u32, 0, 0);
        for file in &files {
            let mut reader = Hands::new(&file[..]);
            while let Some(result) = reader.read_into(&mut hand) {
                result?;
                hands += 1;
                actions += hand.actions().len();
            }
            bytes += file.len();
        }
        let all = start.elapsed();
        let start = Instant::now();
        let mut texts: Vec<Vec<u8>> = Vec::new();
        for file in &files {
            let mut sections = Sections::new(&file[..]);
            while let Some(section) = sections.next()? {
                texts.push(section.text().to_vec());
            }
        }
        let cut = start.elapsed();
        let mut reader = Reader::default();
        let bodies: Vec<&[u8]> =
            texts.iter().map(|t| &t[t.iter().position(|&b| b == b'\n').unwrap() + 1..]).collect();
        let start = Instant::now();
        for text in &bodies {
            reader.read(text, &mut hand)?;
        }
        let read = start.elapsed();
        println!(
            "round {round}: {hands} hands, {actions} actions, {bytes} bytes: {:.0} ns a hand ({:.0} ns of it to cut the file up, {:.0} ns to read)",
            all.as_secs_f64() * 1e9 / f64::from(hands),
            cut.as_secs_f64() * 1e9 / f64::from(hands),
            read.as_secs_f64() * 1e9 / f64::from(hands),
        );
    }
    Ok(())
}
