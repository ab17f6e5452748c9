//! Reads files and writes them again, to see what other tools say of ours:
//! `cargo run -p kozyr-notation --example phh_rewrite -- OUT FILE…`
#![allow(clippy::print_stdout)]

use kozyr_notation::phh::{Hand, Hands, write_phhs};
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut paths = std::env::args().skip(1).map(PathBuf::from);
    let out = paths.next().ok_or("usage: phh_rewrite OUT FILE…")?;
    std::fs::create_dir_all(&out)?;
    for (number, path) in paths.enumerate() {
        let text = std::fs::read_to_string(&path)?;
        let many = path.extension().is_some_and(|extension| extension == "phhs");
        let written = if many {
            write_phhs(&Hands::new(text.as_bytes()).collect::<Result<Vec<_>, _>>()?)?
        } else {
            text.parse::<Hand>()?.to_phh()?
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        std::fs::write(out.join(format!("{number}-{name}")), written)?;
    }
    println!("{}", out.display());
    Ok(())
}
