//! The pages of docs/conformance say where every section of the specification lives and which test holds it. Here
//! each of these is looked up: the file, the item that is defined in it, the test function that is a test, the case
//! that is in the case file, the target that is in the Makefile.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The column a link stands in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Column {
    Where,
    Test,
    Other,
}

/// Something in backquotes, and what follows it up to the next.
struct Link<'a> {
    code: &'a str,
    after: &'a str,
}

fn links(cell: &str) -> Vec<Link<'_>> {
    let parts: Vec<&str> = cell.split('`').collect();
    let odd = (1..parts.len()).step_by(2);
    odd.map(|at| Link { code: parts[at], after: parts.get(at + 1).copied().unwrap_or("") }).collect()
}

fn is_path(code: &str) -> bool {
    let known = ["crates/", "web/", "docs/", "testdata/", "fuzz/", "bench/", "scripts/"];
    known.iter().any(|start| code.starts_with(start)) && !code.contains([' ', '*', '{'])
}

/// What may stand before the word that defines something.
const QUALIFIERS: [&str; 8] =
    ["pub(crate)", "pub(super)", "pub", "export", "default", "async", "unsafe", "mut"];
/// Words that define what comes after them.
const DEFINERS: [&str; 14] = [
    "fn",
    "struct",
    "enum",
    "trait",
    "type",
    "const",
    "static",
    "mod",
    "macro_rules!",
    "union",
    "function",
    "class",
    "interface",
    "let",
];

/// The name a line defines: of `pub const fn name(…)` it is `name`.
fn defined(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace().skip_while(|word| QUALIFIERS.contains(word)).peekable();
    let mut word = words.next()?;
    if word == "const" && words.peek().is_some_and(|next| ["fn", "unsafe"].contains(next)) {
        word = words.find(|word| *word == "fn")?;
    }
    let name = words.find(|word| !QUALIFIERS.contains(word)).filter(|_| DEFINERS.contains(&word))?;
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
    Some(&name[..end]).filter(|name| !name.is_empty())
}

fn defines(source: &str, name: &str) -> bool {
    let is_variant = |line: &str| {
        let rest = line.trim_start().strip_prefix(name).filter(|_| name.starts_with(char::is_uppercase));
        rest.is_some_and(|rest| matches!(rest.trim_start().chars().next(), None | Some(',' | '(' | '{')))
    };
    source.lines().any(|line| defined(line) == Some(name) || is_variant(line))
}

/// Is there a test function of this name? The attribute stands above it, with others and comments in between.
fn has_test(source: &str, name: &str) -> bool {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let at = lines.iter().position(|line| line.contains("fn ") && defined(line) == Some(name));
    let Some(at) = at else { return false };
    let above = lines[..at].iter().rev();
    let mut attributes = above.take_while(|line| line.starts_with("#[") || line.starts_with("//"));
    attributes.any(|line| line.starts_with("#[") && line.trim_end_matches(']').split(['[', '(']).any(is_test))
}

fn is_test(word: &str) -> bool {
    word == "test" || word.ends_with("::test")
}

/// The ids in brackets after a link to a case file: `(tie-split)`, `(a, b)`, `(K04–K06)` with both ends of a run. A
/// sentence in brackets names none.
fn cases(after: &str) -> Vec<&str> {
    let Some(inside) = after.trim_start().strip_prefix('(').and_then(|rest| rest.split_once(')')) else {
        return Vec::new();
    };
    let ids: Vec<&str> = inside.0.split(", ").flat_map(|ids| ids.split('–')).map(str::trim).collect();
    let is_id = |id: &&str| !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if ids.iter().all(is_id) { ids } else { Vec::new() }
}

/// What is wrong with a link, if anything.
fn problem(link: &Link<'_>, column: Column) -> Option<String> {
    if let Some(target) = link.code.strip_prefix("make ") {
        let makefile = std::fs::read_to_string(root().join("Makefile")).expect("the Makefile");
        let known = makefile.lines().any(|line| line.starts_with(&format!("{target}:")));
        return (!known).then(|| format!("the Makefile has no {target}"));
    }
    if !is_path(link.code) {
        return None;
    }
    let (path, item) =
        link.code.split_once("::").map_or((link.code, None), |(path, item)| (path, Some(item)));
    let target = root().join(path);
    if !target.exists() {
        return Some(format!("{path} is not there"));
    }
    let is_source = [".rs", ".ts", ".svelte", ".py"].iter().any(|ending| path.ends_with(ending));
    let is_cases = path.starts_with("testdata/cases/");
    if target.is_dir() || !(is_source || is_cases) {
        return None;
    }
    let source = std::fs::read_to_string(&target).expect("a text file");
    if is_cases {
        if column == Column::Test && cases(link.after).is_empty() {
            return Some(format!("{path} has many cases: name those that hold this"));
        }
        let missing = cases(link.after).into_iter().find(|id| !source.contains(&format!("\"id\": \"{id}\"")));
        return missing.map(|id| format!("{path} has no case {id}"));
    }
    let is_rust = path.ends_with(".rs");
    match (item, column) {
        (None, Column::Test) if is_rust && !source.contains("#[test]") && !source.contains("::test]") => {
            Some(format!("{path} has no test in it"))
        }
        (None, _) => None,
        (Some(item), column) => {
            let name = item.rsplit("::").next().unwrap_or(item);
            let found = match column {
                Column::Test if is_rust => has_test(&source, name),
                Column::Test => source.contains(name),
                Column::Where => defines(&source, name),
                Column::Other => defines(&source, name) || has_test(&source, name),
            };
            let what = if column == Column::Test { "test" } else { "item" };
            (!found).then(|| format!("{path} has no {what} {name}"))
        }
    }
}

#[test]
fn every_row_points_at_what_is_there() {
    let folder = root().join("docs/conformance");
    let mut pages: Vec<PathBuf> =
        std::fs::read_dir(&folder).expect("the pages").map(|entry| entry.expect("an entry").path()).collect();
    pages.push(root().join("docs/conformance.md"));
    pages.sort();
    let (mut wrong, mut rows, mut tests) = (Vec::new(), 0, 0);
    for page in &pages {
        let text = std::fs::read_to_string(page).expect("a page");
        let name = page.file_name().expect("a name").to_string_lossy();
        let mut columns: Vec<Column> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let mut told = |why: String| wrong.push(format!("{name}:{number}: {why}"));
            if !line.starts_with('|') {
                links(line).iter().filter_map(|link| problem(link, Column::Other)).for_each(told);
                continue;
            }
            let cells: Vec<&str> = line.trim().trim_matches('|').split(" | ").map(str::trim).collect();
            if cells.contains(&"Where") {
                let column = |cell: &&str| match *cell {
                    "Where" => Column::Where,
                    "Test" => Column::Test,
                    _ => Column::Other,
                };
                columns = cells.iter().map(column).collect();
                continue;
            }
            if cells.iter().all(|cell| cell.trim_matches(['-', '|', ' ']).is_empty()) {
                continue;
            }
            rows += 1;
            for (at, cell) in cells.iter().enumerate() {
                let column = columns.get(at).copied().unwrap_or(Column::Other);
                let found = links(cell);
                tests += found.iter().filter(|_| column == Column::Test).count();
                found.iter().filter_map(|link| problem(link, column)).for_each(&mut told);
                let is_there = !line.contains("not there yet") && !line.contains("None needed");
                if column == Column::Test && found.is_empty() && is_there {
                    told("no test is named".to_owned());
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        rows > 150 && tests > 150,
        "only {rows} rows and {tests} tests: has the format of the pages changed?"
    );
}

/// A check that passes everything is worth nothing.
#[test]
fn what_is_not_there_is_found() {
    let of = |code: &str, after: &str, column| problem(&Link { code, after }, column);
    let here = "crates/kozyr/tests/conformance.rs";
    assert_eq!(of(&format!("{here}::what_is_not_there_is_found"), "", Column::Test), None);
    assert_eq!(of(&format!("{here}::defines"), "", Column::Where), None);
    for (code, after, column, why) in [
        (format!("{here}::defines"), "", Column::Test, "has no test defines"),
        (format!("{here}::what_is_not_there"), "", Column::Test, "has no test what_is_not_there"),
        (format!("{here}::is_not_there"), "", Column::Where, "has no item is_not_there"),
        ("crates/kozyr/tests/nowhere.rs".to_owned(), "", Column::Test, "is not there"),
        ("crates/kozyr/src/output.rs".to_owned(), "", Column::Test, "has no test in it"),
        (
            "testdata/cases/holdem.json".to_owned(),
            " (no-such-case)",
            Column::Test,
            "has no case no-such-case",
        ),
        ("make nothing".to_owned(), "", Column::Test, "the Makefile has no nothing"),
    ] {
        let told = of(&code, after, column).unwrap_or_else(|| panic!("{code} is found"));
        assert!(told.ends_with(why), "{told}");
    }
}
