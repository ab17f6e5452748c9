//! The options every benchmark understands.

/// What the command line asked for.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many rounds each race has.
    pub rounds: usize,
    /// JSON instead of a table.
    pub json: bool,
    /// Only the races with this in their title.
    pub only: Option<String>,
}

impl Options {
    /// Reads the command line; prints help or a complaint and leaves the program when it has to.
    pub fn from_args(about: &str, rounds: usize) -> Options {
        match Options::parse(std::env::args().skip(1), rounds) {
            Ok(Some(options)) => options,
            Ok(None) => {
                println!("{about}\n\n{}", usage(rounds));
                std::process::exit(0);
            }
            Err(complaint) => {
                eprintln!("{complaint}\n\n{}", usage(rounds));
                std::process::exit(2);
            }
        }
    }

    /// `None` asks for help.
    fn parse(mut args: impl Iterator<Item = String>, rounds: usize) -> Result<Option<Options>, String> {
        let mut options = Options { rounds, json: false, only: None };
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or(format!("{arg} needs a value"));
            match arg.as_str() {
                "--help" | "-h" => return Ok(None),
                "--json" => options.json = true,
                "--only" => options.only = Some(value()?),
                "--rounds" => {
                    let text = value()?;
                    let rounds = text.parse().ok().filter(|&rounds| rounds > 0);
                    options.rounds =
                        rounds.ok_or(format!("--rounds needs a number above zero, not {text}"))?;
                }
                _ => return Err(format!("there is no option {arg}")),
            }
        }
        Ok(Some(options))
    }

    /// Is a race with this title wanted?
    pub fn wants(&self, title: &str) -> bool {
        self.only.as_ref().is_none_or(|only| title.contains(only.as_str()))
    }
}

fn usage(rounds: usize) -> String {
    format!(
        "  --rounds N   rounds per race (default {rounds})\n  --only TEXT  only the races with TEXT in their title\n  \
         --json       JSON for machines"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Option<Options>, String> {
        Options::parse(line.split_whitespace().map(String::from), 9)
    }

    #[test]
    fn options_are_read_or_refused() {
        let options = parse("--json --rounds 3 --only random").unwrap().unwrap();
        assert!(
            options.json && options.rounds == 3 && options.wants("7 random cards") && !options.wants("other")
        );
        assert_eq!(parse("").unwrap().unwrap().rounds, 9);
        assert!(parse("--json --help").unwrap().is_none());
        for line in ["--rounds", "--rounds 0", "--rounds x", "--fast"] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
