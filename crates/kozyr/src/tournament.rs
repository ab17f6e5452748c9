//! `kozyr tournament`: a tournament's document, run by commands from the shell.

mod carry;
mod chance;
mod form;
mod hint;
mod order;
mod show;
mod tell;
mod why;

use crate::failure::{FOUND_WRONG, Failure, read_text};
use crate::new_file::{self, NewFile};
use crate::output::say;
use chance::Chance;
use kozyr_tournament::{Event, Lang, Timestamp, Tournament};
use order::Order;
use serde_json::{Value, json};
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

/// Run a tournament from the shell: a document in, a document out.
///
/// The whole tournament is one JSON document (docs/tournament.md): `new` makes it, `do` carries commands out on it,
/// the others read it. A FILE of - is standard input. Nothing is written over its input but by --in-place, which
/// writes beside the file and puts the new one in its place once it is whole.
///
/// Exit code: 0 done, 1 refused and nothing changed, 2 the input could not be read.
#[derive(clap::Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  kozyr tournament new --preset turbo --name 'Friday cup' -o cup.json
  kozyr tournament do cup.json --in-place open , register Ann Bob Cid Dan , start
  kozyr tournament do cup.json --in-place bust Dan by Ann
  kozyr tournament show cup.json
  kozyr tournament export --csv cup.json > cup.csv"
)]
pub struct Args {
    #[command(subcommand)]
    op: Op,
}

#[derive(clap::Subcommand)]
enum Op {
    New(form::New),
    Do(Do),
    Show(Show),
    Standings(Look),
    Export(Export),
    Why(Why),
}

/// Carry commands out, all or none: the document after them goes to standard output, what happened and why to
/// standard error.
#[derive(clap::Args)]
#[command(
    after_long_help = order::HELP,
    after_help = "Commands (described by --help): open, register, unregister, check-in, check-out, start, enter, \
                  re-enter, deal, hand, bust, call-off, rebuy, decline, add-on, next-level, pause, resume, break, \
                  balance, tick, recover, cancel, configure"
)]
struct Do {
    /// The document; - for standard input, where {"tournament": …, "commands": […], "now": …} may also stand.
    file: PathBuf,
    /// A command and its words; a comma that stands alone begins another. Without any, commands are read from
    /// standard input: one a line, or a JSON list of lines and objects.
    #[arg(value_name = "COMMAND")]
    words: Vec<String>,
    /// Write the new document in the file's place; what happened goes to standard output.
    #[arg(short, long, conflicts_with = "output")]
    in_place: bool,
    /// Write the new document here; what happened goes to standard output.
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// When: 2026-01-31T20:00:00Z, or unix milliseconds. The wall clock's time unless given.
    #[arg(long, value_name = "MOMENT", value_parser = moment)]
    now: Option<Timestamp>,
    /// Where draws come from: the same number draws the same seats. The system's randomness unless given.
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// What happened as JSON, beside the document: {"tournament": …, "events": […]}.
    #[arg(long)]
    events: bool,
}

/// The clock, the blinds and the next ones, who is left, the prizes, the tables.
#[derive(clap::Args)]
struct Show {
    #[command(flatten)]
    look: Look,
    /// When: 2026-01-31T20:00:00Z, or unix milliseconds. The wall clock's time unless given.
    #[arg(long, value_name = "MOMENT", value_parser = moment)]
    now: Option<Timestamp>,
}

/// Who stands where: those with chips by their chips, then the places given.
#[derive(clap::Args)]
struct Look {
    /// The document; - for standard input.
    #[arg(default_value = "-")]
    file: PathBuf,
    /// One JSON object instead of text.
    #[arg(long)]
    json: bool,
}

/// The standings for a spreadsheet, or the tournament for other programs.
///
/// In the CSV no name can be a formula. The JSON has the public fields of the document only.
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("form").required(true).args(["csv", "json"]))]
struct Export {
    /// The document; - for standard input.
    #[arg(default_value = "-")]
    file: PathBuf,
    /// The standings as CSV.
    #[arg(long)]
    csv: bool,
    /// The tournament as JSON.
    #[arg(long)]
    json: bool,
    /// Where to; standard output unless given.
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
}

/// Why the pool, the places, the prizes and the levels are what they are, and why no hand can be dealt.
#[derive(clap::Args)]
struct Why {
    #[command(flatten)]
    look: Look,
    /// Only what concerns this player; may be repeated.
    #[arg(long, value_name = "PLAYER")]
    player: Vec<String>,
    /// In which language.
    #[arg(long, value_enum, default_value = "en")]
    lang: LangName,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum LangName {
    En,
    Ru,
}

/// How a command ends that did not do its work: refused by the rules, or unable.
enum End {
    Refused(String),
    Failed(Failure),
}

impl From<Failure> for End {
    fn from(failure: Failure) -> End {
        End::Failed(failure)
    }
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let done = match &args.op {
        Op::New(args) => form::new(args),
        Op::Do(args) => carry_out(args),
        Op::Show(args) => show(args),
        Op::Standings(args) => standings(args),
        Op::Export(args) => export(args),
        Op::Why(args) => explain(args),
    };
    match done {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(End::Refused(why)) => {
            eprintln!("refused: {why}");
            Ok(ExitCode::from(FOUND_WRONG))
        }
        Err(End::Failed(failure)) => Err(failure),
    }
}

/// A moment as text or in unix milliseconds.
fn moment(text: &str) -> Result<Timestamp, String> {
    let number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if let Some(millis) = number.then(|| text.parse().ok()).flatten() {
        return Ok(Timestamp::from_millis(millis));
    }
    text.parse().map_err(|_| "no moment: write 2026-01-31T20:00:00Z, or unix milliseconds".to_owned())
}

/// The time on the wall.
fn wall() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// How an input is named to a person.
fn named(path: &Path) -> String {
    if is_standard(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// The text of a file or of standard input.
fn text_of(path: &Path, wanted: &str) -> Result<String, Failure> {
    let name = named(path);
    let text = if is_standard(path) {
        if std::io::stdin().is_terminal() {
            return Err(Failure::new(format!(
                "standard input is a terminal: name a file, or send {wanted} in"
            )));
        }
        let mut bytes = Vec::new();
        let read = std::io::stdin().read_to_end(&mut bytes);
        read.map_err(|error| Failure::new(format!("standard input: {error}: send it again")))?;
        let text = String::from_utf8(bytes);
        text.map_err(|_| Failure::new("standard input is not text (UTF-8): send it as UTF-8"))?
    } else {
        if new_file::is_standard_output(path) {
            return Err(Failure::new(new_file::written_over(Path::new("standard output"), path)));
        }
        read_text(path)?
    };
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    if text.trim().is_empty() {
        return Err(Failure::new(format!("{name}: is empty: give it {wanted}")));
    }
    Ok(text)
}

/// A document, and what may stand beside it.
struct Input {
    cup: Tournament,
    commands: Option<Value>,
    now: Option<Timestamp>,
}

fn read(path: &Path) -> Result<Input, End> {
    let name = named(path);
    let text = text_of(path, "a tournament's document (kozyr tournament new)")?;
    let mend = "make one with kozyr tournament new, or take the last one that worked";
    let wrong = |why: String| Failure::new(format!("{name}: {why}: {mend}"));
    let value: Value = serde_json::from_str(&text).map_err(|error| wrong(format!("is no JSON: {error}")))?;
    let Some(object) = value.as_object() else { return Err(wrong("is no JSON object".to_owned()).into()) };
    let Some(document) = object.get("tournament") else {
        let cup = Tournament::from_json(&text).map_err(|error| wrong(error.to_string()))?;
        return Ok(Input { cup, commands: None, now: None });
    };
    let known = ["tournament", "commands", "now", "events"];
    if let Some(other) = object.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(Failure::new(format!(
            "{name}: {other:?} is not known here: keep to {}",
            known.join(", ")
        ))
        .into());
    }
    let cup = Tournament::from_json(&document.to_string()).map_err(|error| wrong(error.to_string()))?;
    let now = match object.get("now") {
        None | Some(Value::Null) => None,
        Some(now) => {
            let text = now.as_str().map_or_else(|| now.to_string(), str::to_owned);
            Some(moment(&text).map_err(|why| Failure::new(format!("{name}: now: {text} is {why}")))?)
        }
    };
    Ok(Input { cup, commands: object.get("commands").cloned(), now })
}

fn carry_out(args: &Do) -> Result<(), End> {
    if args.in_place && is_standard(&args.file) {
        return Err(Failure::new("--in-place needs a file: name one, or leave --in-place out").into());
    }
    if let Some(output) = &args.output {
        new_file::refuse_input(output, [&args.file])?;
    }
    let input = read(&args.file)?;
    let orders = orders(args, input.commands)?;
    let now = args.now.or(input.now).unwrap_or_else(wall);
    let mut chance = Chance::new(args.seed);
    let mut cup = input.cup;
    let mut events: Vec<Event> = Vec::new();
    let many = orders.len() > 1;
    for (number, order) in orders.iter().enumerate() {
        let done = carry::out(&mut cup, order.at.unwrap_or(now), &order.action, &mut chance);
        let place = if many { format!("command {}, ", number + 1) } else { String::new() };
        events.extend(done.map_err(|why| End::Refused(format!("{place}{:?}: {why}", order.text)))?);
    }
    let document = cup.to_json();
    let told: Vec<Value> = events.iter().map(tell::json).collect();
    let place = if args.in_place { Some(&args.file) } else { args.output.as_ref() };
    let Some(place) = place else {
        if args.events {
            let document: Value = serde_json::from_str(&document).expect("a document is JSON");
            say!("{:#}", json!({ "tournament": document, "events": told }));
        } else {
            say!("{document}");
            events.iter().for_each(|event| eprintln!("{}", tell::line(event)));
        }
        return Ok(());
    };
    let mut file = NewFile::at(place);
    file.write(document.as_bytes())?;
    file.write(b"\n")?;
    file.finish()?;
    if args.events {
        say!("{:#}", json!({ "events": told }));
    } else {
        events.iter().for_each(|event| say!("{}", tell::line(event)));
    }
    Ok(())
}

/// From the arguments, from beside the document, or from standard input.
fn orders(args: &Do, beside: Option<Value>) -> Result<Vec<Order>, End> {
    let from_words = order::from_words(&args.words).map_err(End::Refused)?;
    let orders = match beside {
        Some(_) if !from_words.is_empty() => {
            let why = "commands stand beside the document and in the arguments: give them in one place";
            return Err(End::Refused(why.to_owned()));
        }
        Some(list) => order::from_json(list).map_err(End::Refused)?,
        None if from_words.is_empty() && !is_standard(&args.file) => {
            let text = text_of(Path::new("-"), "commands, one a line")?;
            order::from_text(&text).map_err(End::Refused)?
        }
        None => from_words,
    };
    if orders.is_empty() {
        let why = "there is no command: say one, as in: register Ann (kozyr tournament do --help lists them)";
        return Err(End::Refused(why.to_owned()));
    }
    Ok(orders)
}

/// The tournament as it is at a moment: what fell due by then has happened.
fn at(mut cup: Tournament, now: Timestamp) -> Tournament {
    // Time alone is never refused.
    let _ = cup.step(now, &kozyr_tournament::Command::Tick);
    cup
}

fn show(args: &Show) -> Result<(), End> {
    let input = read(&args.look.file)?;
    let now = args.now.or(input.now).unwrap_or_else(wall).max(input.cup.last_at());
    let cup = at(input.cup, now);
    if args.look.json {
        say!("{:#}", show::json(&cup, now));
    } else {
        show::lines(&cup, now).iter().for_each(|line| say!("{line}"));
    }
    Ok(())
}

fn standings(args: &Look) -> Result<(), End> {
    let cup = read(&args.file)?.cup;
    if args.json {
        say!("{:#}", json!({ "standings": show::standings_json(&cup) }));
    } else {
        show::standings(&cup).iter().for_each(|line| say!("{line}"));
    }
    Ok(())
}

fn explain(args: &Why) -> Result<(), End> {
    let cup = read(&args.look.file)?.cup;
    let lang = match args.lang {
        LangName::En => Lang::En,
        LangName::Ru => Lang::Ru,
    };
    let found = why::all(&cup, &args.player, lang).map_err(End::Refused)?;
    if args.look.json {
        say!("{:#}", json!({ "why": found.iter().map(why::Answer::json).collect::<Vec<_>>() }));
    } else {
        found.iter().for_each(|answer| say!("{answer}"));
    }
    Ok(())
}

fn export(args: &Export) -> Result<(), End> {
    if let Some(output) = &args.output {
        new_file::refuse_input(output, [&args.file])?;
    }
    let cup = read(&args.file)?.cup;
    let text = if args.csv {
        cup.standings_csv()
    } else {
        let face = serde_json::to_string_pretty(&cup.face());
        face.map_err(|error| Failure::new(format!("the tournament as JSON: {error}: report it")))? + "\n"
    };
    write_new(args.output.as_deref(), &text)
}

/// To a file, or to standard output.
fn write_new(path: Option<&Path>, text: &str) -> Result<(), End> {
    let Some(path) = path else {
        crate::output::text(text);
        return Ok(());
    };
    let mut file = NewFile::at(path);
    file.write(text.as_bytes())?;
    file.finish()?;
    Ok(())
}
