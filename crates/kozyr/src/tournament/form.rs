//! `kozyr tournament new`: a form or a preset becomes a document.

use super::{End, is_standard, moment, named, text_of, wall, write_new};
use crate::failure::Failure;
use kozyr_tournament::{Config, Millis, Preset, Rules, Timestamp, Tournament, predict};
use serde_json::{Map, Value};
use std::path::PathBuf;

/// Make a tournament's document from a form, a preset, or a preset with some fields of a form.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  kozyr tournament new --preset regular --name 'Friday cup' -o cup.json
  kozyr tournament new --preset turbo --minutes 12 --set buyIn=20 --set rebuys.endLevel=4 -o cup.json
  kozyr tournament new form.json -o cup.json")]
pub struct New {
    /// A form as JSON (docs/tournament.md); - for standard input. With --preset it may have some fields only.
    form: Option<PathBuf>,
    /// A ready-made structure: turbo, regular or deep.
    #[arg(long)]
    preset: Option<Preset>,
    /// What the tournament is called.
    #[arg(long)]
    name: Option<String>,
    /// A short name for programs; made from the name unless given.
    #[arg(long)]
    id: Option<String>,
    /// How long every level lasts.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=10_080))]
    minutes: Option<u64>,
    /// A field of the form, as in seats=6 or rebuys.endLevel=4; may be repeated.
    #[arg(long, value_name = "FIELD=VALUE")]
    set: Vec<String>,
    /// Where to, where nothing is yet; standard output unless given.
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// When: 2026-01-31T20:00:00Z, or unix milliseconds. The wall clock's time unless given.
    #[arg(long, value_name = "MOMENT", value_parser = moment)]
    now: Option<Timestamp>,
}

pub fn new(args: &New) -> Result<(), End> {
    if let Some(output) = args.output.as_deref().filter(|output| output.is_file()) {
        let why = format!("{}: is there already: name another file, or remove it", output.display());
        return Err(Failure::new(why).into());
    }
    let rules = rules(args)?;
    let id = args.id.clone().unwrap_or_else(|| short(&rules.name));
    if id.is_empty() || id.chars().any(char::is_control) {
        return Err(End::Refused(format!("--id {id:?} is no name: give it letters, as in --id cup")));
    }
    let cup = Tournament::new(&id, args.now.unwrap_or_else(wall), rules);
    for problem in cup.rules().problems() {
        eprintln!("note: {problem}");
    }
    let guess = predict(cup.rules(), 9);
    let least = if guess.at_least { "more than " } else { "about " };
    eprintln!("{id}: in setup; with nine players {least}{}; next: open, register, start", guess.duration);
    write_new(args.output.as_deref(), &(cup.to_json() + "\n"))
}

fn rules(args: &New) -> Result<Rules, End> {
    let mut form = match args.preset {
        Some(preset) => {
            let config = preset.config(args.name.as_deref().unwrap_or(preset.name()));
            serde_json::to_value(config).expect("a form is JSON")
        }
        None if args.form.is_some() => Value::Object(Map::new()),
        None => {
            let why = "there is neither form nor preset: name a file, or say --preset turbo, regular or deep";
            return Err(End::Refused(why.to_owned()));
        }
    };
    if let Some(path) = &args.form {
        let (text, name) = (text_of(path, "a form as JSON (docs/tournament.md)")?, named(path));
        let given: Value = serde_json::from_str(&text)
            .map_err(|error| Failure::new(format!("{name}: is no JSON: {error}: write a form as JSON")))?;
        let Value::Object(given) = given else {
            return Err(Failure::new(format!("{name}: is no JSON object: write {{\"name\": …}}")).into());
        };
        form.as_object_mut().expect("an object").extend(given);
    }
    if let Some(name) = &args.name {
        form["name"] = Value::from(name.as_str());
    }
    for set in &args.set {
        let Some((field, value)) = set.split_once('=') else {
            return Err(End::Refused(format!("--set {set:?} has no value: write --set seats=6")));
        };
        put(&mut form, field, serde_json::from_str(value).unwrap_or_else(|_| Value::from(value)))?;
    }
    let start = "take what is missing from --preset regular, or see docs/tournament.md";
    let mut config: Config =
        serde_json::from_value(form).map_err(|error| End::Refused(format!("the form: {error}: {start}")))?;
    if let Some(minutes) = args.minutes {
        let length = Some(Millis::from_minutes(minutes));
        config.levels.iter_mut().for_each(|level| level.duration = length);
    }
    config.check().map_err(|problems| {
        let all: Vec<String> = problems.iter().map(ToString::to_string).collect();
        let from =
            args.form.as_deref().filter(|path| !is_standard(path)).map_or("the form".to_owned(), named);
        End::Refused(format!("{from}: {}: correct that and try again", all.join("; ")))
    })
}

/// Sets a field, or a field of a field.
fn put(form: &mut Value, field: &str, value: Value) -> Result<(), End> {
    let mut place = form;
    for name in field.split('.') {
        if name.is_empty() || !(place.is_object() || place.is_null()) {
            return Err(End::Refused(format!(
                "--set {field}: there is no such field: see docs/tournament.md"
            )));
        }
        place = &mut place[name];
    }
    *place = value;
    Ok(())
}

/// A short name of small letters, digits and dashes.
fn short(name: &str) -> String {
    let mut short = String::new();
    for letter in name.to_lowercase().chars() {
        if letter.is_alphanumeric() {
            short.push(letter);
        } else if !short.is_empty() && !short.ends_with('-') {
            short.push('-');
        }
    }
    short.trim_end_matches('-').to_owned()
}
