//! The worked games of the rules.
#![allow(clippy::print_stderr, clippy::needless_pass_by_value)]

#[path = "cases/format.rs"]
mod format;
#[path = "cases/run.rs"]
mod run;

/// Name and verdict of every case in a file.
fn verdicts(text: &str) -> Vec<(String, Result<(), String>)> {
    let file: format::File = match serde_json::from_str(text) {
        Ok(file) => file,
        Err(error) => return vec![("file".into(), Err(error.to_string()))],
    };
    let verdict = |value: &serde_json::Value| {
        let id = value["id"].as_str().unwrap_or("?").to_string();
        let case = serde_json::from_value(value.clone()).map_err(|error| error.to_string());
        (id, case.and_then(|case| run::run(&case)))
    };
    file.cases.iter().map(verdict).collect()
}

#[test]
fn the_worked_games_are_played_as_they_are_written() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/cases/durak.json");
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("skipped: {path} is not there");
        return;
    };
    let verdicts = verdicts(&text);
    let failed: Vec<_> = verdicts.iter().filter(|(_, verdict)| verdict.is_err()).collect();
    assert!(!verdicts.is_empty() && failed.is_empty(), "{} of {}: {failed:#?}", failed.len(), verdicts.len());
}
