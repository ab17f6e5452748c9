//! `kozyr convert` as a person uses it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("convert").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a scratch folder");
    folder
}

fn kozyr(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kozyr")).args(args).current_dir(root()).output().expect("kozyr runs")
}

#[track_caller]
fn convert(args: &[&str], code: i32, err: &str) -> String {
    let args: Vec<&str> = ["convert"].iter().chain(args).copied().collect();
    let output = kozyr(&args);
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let told = format!("kozyr {args:?}\nout: {stdout}\nerr: {stderr}");
    assert_eq!(output.status.code(), Some(code), "{told}");
    assert!(stderr.contains(err), "{told}");
    assert!(!stderr.contains("panicked"), "{told}");
    stdout
}

#[test]
fn to_standard_output() {
    let text = convert(&["--to", "pokerstars", "testdata/phh/three-hands.phhs"], 0, "3 converted");
    assert_eq!(text.matches("*** SUMMARY ***").count(), 3, "{text}");
    let sections = convert(&["--to", "phh", "testdata/pokerstars/play-money.txt"], 0, "2 converted");
    assert!(sections.starts_with("[1]\nvariant = 'NT'\n") && sections.contains("\n[2]\n"), "{sections}");
    let json = convert(&["--to", "json", "testdata/pokerstars"], 0, "13 converted");
    assert_eq!(json.lines().count(), 13);
    assert!(json.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
}

#[test]
fn there_and_back_through_every_notation() {
    let folder = scratch("chain");
    let path = |name: &str| folder.join(name).display().to_string();
    let (json, phhs, txt) = (path("a.jsonl"), path("a.phhs"), path("a.txt"));
    convert(&["--to", "json", "-o", &json, "testdata/pokerstars"], 0, "13 converted");
    convert(&["--to", "phh", "-o", &phhs, &json], 0, "13 converted");
    convert(&["--to", "pokerstars", "-o", &txt, &phhs], 0, "13 converted");
    let direct = convert(&["--to", "pokerstars", "testdata/pokerstars"], 0, "13 converted");
    assert_eq!(std::fs::read_to_string(&txt).expect("the texts"), direct);
    let replayed = kozyr(&["replay", &phhs]);
    assert!(replayed.status.success(), "{}", String::from_utf8_lossy(&replayed.stdout));
}

#[test]
fn a_file_for_each_file() {
    let folder = scratch("folder");
    let to = format!("{}/new/", folder.display());
    convert(
        &[
            "--to",
            "pokerstars",
            "-o",
            &to,
            "testdata/phh/three-hands.phhs",
            "testdata/phh/fixed-limit-holdem.phh",
        ],
        0,
        "",
    );
    assert!(
        folder.join("new/three-hands.txt").exists() && folder.join("new/fixed-limit-holdem.txt").exists()
    );
    convert(&["--to", "json", "-o", &to, "testdata/phh/fixed-limit-holdem.phh"], 0, "1 converted");
    assert!(folder.join("new/fixed-limit-holdem.json").exists());
    convert(&["--to", "phh", "-o", &to, &format!("{to}/fixed-limit-holdem.json")], 0, "1 converted");
    let hand = std::fs::read_to_string(folder.join("new/fixed-limit-holdem.phh")).expect("the hand");
    assert!(hand.starts_with("variant = "), "{hand}");
    let own = folder.join("new/fixed-limit-holdem.phh").display().to_string();
    convert(&["--to", "phh", "-o", &to, &own], 2, "would be written over itself");
}

#[test]
fn what_cannot_be_converted_is_named_and_counted() {
    let folder = scratch("bad");
    let good =
        std::fs::read_to_string(root().join("testdata/pokerstars/cash-no-limit.txt")).expect("a sample");
    let bad = good.replace("Бобр: folds", "Бобр: faints");
    let mixed = folder.join("mixed.txt");
    std::fs::write(&mixed, format!("{good}\n\n{bad}\n\n{good}")).expect("a scratch file");
    let mixed = mixed.display().to_string();
    let sections = convert(&["--to", "phh", &mixed], 1, "mixed.txt:41: line 53: this line is not known here");
    assert_eq!(sections.matches("variant").count(), 2);
    convert(&["--to", "phh", &mixed], 1, "1 not converted: this line is not known here");
    let unknown = folder.join("unknown.phh");
    let hand = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [inf, 9]\n\
                actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']\n";
    std::fs::write(&unknown, hand).expect("a scratch file");
    let unknown = unknown.display().to_string();
    convert(&["--to", "pokerstars", &unknown], 1, "1 not converted: a stack is unknown (inf)");
    convert(&["--to", "json", &unknown], 1, "a stack is unknown (inf)");
    convert(&["--to", "phh", "no-such"], 2, "no-such: there is no such file");
    convert(&["--to", "phh", "README.md"], 2, "expected a .phh, .phhs, .txt");
    convert(&["--to", "chess", "testdata"], 2, "possible values: phh, json, pokerstars");
}
