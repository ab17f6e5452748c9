//! What commands do to files: inputs stay what they are, outputs are whole or absent.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const HAND: &str = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n\
                    starting_stacks = [100, 100]\nactions = ['d dh p1 AsAh', 'd dh p2 7c2d', 'p2 f']\n\
                    finishing_stacks = [101, 99]\n";
const JSON: &str = r#"{"players": ["Ann", "Bob"], "startingStacks": [50, 100], "blindsOrStraddles": [1, 2],
    "actions": ["d dh p1 AsKs", "d dh p2 7c7d", "p1 f"]}"#;

struct Folder(tempfile::TempDir);

impl Folder {
    fn with(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(tempfile::tempdir().expect("a scratch folder"));
        for (name, content) in files {
            let path = folder.path(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, content).expect("a scratch file");
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Runs the command in the folder; exit code and what was told.
    fn kozyr(&self, args: &[&str], stdout: Stdio) -> (i32, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kozyr"));
        let child = command.args(args).current_dir(self.0.path()).stdout(stdout).stderr(Stdio::piped());
        let done = child.spawn().and_then(std::process::Child::wait_with_output).expect("kozyr runs");
        let told = [done.stdout, done.stderr].concat();
        (done.status.code().expect("an exit code"), String::from_utf8_lossy(&told).into_owned())
    }

    #[track_caller]
    fn check(&self, args: &[&str], code: i32, words: &str) {
        let (ended, told) = self.kozyr(args, Stdio::piped());
        assert_eq!(ended, code, "kozyr {args:?}\n{told}");
        assert!(told.contains(words), "kozyr {args:?}\n{told}");
    }

    /// Every file in the folder, in order.
    fn listing(&self) -> Vec<String> {
        fn below(folder: &Path, root: &Path, found: &mut Vec<String>) {
            for entry in std::fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    below(&path, root, found);
                } else {
                    found.push(path.strip_prefix(root).expect("below").display().to_string());
                }
            }
        }
        let mut found = Vec::new();
        below(self.0.path(), self.0.path(), &mut found);
        found.sort();
        found
    }
}

#[test]
fn an_input_is_never_written_over() {
    let folder = Folder::with(&[("a.phh", HAND), ("in/b.phh", HAND)]);
    std::os::unix::fs::symlink(folder.path("a.phh"), folder.path("link.phh")).expect("a link");
    std::os::unix::fs::symlink(folder.path("in"), folder.path("way")).expect("a link");
    for args in [
        &["convert", "--to", "phh", "-o", "a.phh", "a.phh"][..],
        &["convert", "--to", "phh", "-o", "./in/../a.phh", "a.phh"],
        &["convert", "--to", "phh", "-o", "link.phh", "a.phh"],
        &["convert", "--to", "phh", "-o", "a.phh", "link.phh"],
        &["convert", "--to", "phh", "-o", "way/b.phh", "in"],
        &["convert", "--to", "phh", "-o", "way", "in"],
        &["convert", "--to", "phh", "-o", "in/", "in/b.phh"],
        &["export", "--csv", "-o", "a.phh", "a.phh"],
        &["export", "--csv", "-o", "link.phh", "a.phh"],
        &["replay", "--rejects", "a.phh", "a.phh"],
        &["replay", "--rejects", "link.phh", "a.phh"],
        &["replay", "--rejects", "way/b.phh", "in"],
    ] {
        folder.check(args, 2, "would be written over itself");
        assert_eq!((folder.text("a.phh"), folder.text("in/b.phh")), (HAND.to_owned(), HAND.to_owned()));
    }
}

#[test]
fn standard_output_into_an_input_folder_is_not_read_back() {
    let folder = Folder::with(&[("a.phh", HAND), ("all.phhs", "")]);
    let all = std::fs::File::options().append(true).open(folder.path("all.phhs")).expect("the output");
    let (code, told) = folder.kozyr(&["convert", "--to", "phh", "."], Stdio::from(all));
    assert_eq!(code, 2, "{told}");
    assert!(told.contains("all.phhs: would be written over itself, as standard output"), "{told}");
    assert_eq!(folder.text("all.phhs"), "");
}

#[test]
fn an_output_inside_the_input_folder_is_written_once() {
    let folder = Folder::with(&[("a.phh", HAND), ("b.phh", HAND)]);
    folder.check(&["convert", "--to", "phh", "-o", "all.phhs", "."], 0, "2 converted");
    assert_eq!(folder.text("all.phhs").matches("variant").count(), 2);
    folder.check(&["convert", "--to", "phh", "-o", "all.phhs", "."], 2, "would be written over itself");
    assert_eq!(folder.text("all.phhs").matches("variant").count(), 2);
}

#[test]
fn two_inputs_never_share_an_output() {
    let folder = Folder::with(&[("x.phh", HAND), ("x.json", JSON), ("sub/y.phh", HAND)]);
    let both = "both ./x.json and ./x.phh would be written there";
    folder.check(&["convert", "--to", "pokerstars", "-o", "out/", "."], 2, both);
    assert!(!folder.path("out").exists(), "nothing is written before everything is known to fit");
    folder.check(&["convert", "--to", "pokerstars", "-o", "out/", "x.phh", "sub"], 0, "2 converted");
    assert_eq!(folder.listing(), ["out/x.txt", "out/y.txt", "sub/y.phh", "x.json", "x.phh"]);
}

#[test]
fn what_holds_no_hand_is_not_written() {
    let bad = HAND.replace("p2 f", "p2 cbr 3");
    let folder = Folder::with(&[("bad.phh", &bad), ("good.phh", HAND), ("old.txt", "what was there")]);
    folder.check(&["convert", "--to", "pokerstars", "-o", "out/", "bad.phh", "good.phh"], 1, "1 converted");
    folder.check(&["convert", "--to", "pokerstars", "-o", "one.txt", "bad.phh"], 1, "0 converted");
    folder.check(&["convert", "--to", "pokerstars", "-o", "old.txt", "bad.phh"], 1, "0 converted");
    folder.check(&["replay", "--rejects", "none.phhs", "good.phh"], 0, "1 ended with the recorded stacks");
    assert_eq!(folder.listing(), ["bad.phh", "good.phh", "old.txt", "out/good.txt"]);
    assert_eq!(folder.text("old.txt"), "what was there");
}

#[test]
fn what_an_earlier_run_rejected_is_not_taken_for_this_runs() {
    let bad = HAND.replace("[101, 99]", "[100, 100]");
    let folder = Folder::with(&[("bad.phh", &bad), ("good.phh", HAND)]);
    folder.check(&["replay", "--rejects", "rejects.phhs", "bad.phh"], 1, "recorded [100, 100]");
    assert!(folder.text("rejects.phhs").contains("recorded [100, 100]"));
    folder.check(&["replay", "--rejects", "rejects.phhs", "good.phh"], 0, "1 hands");
    assert_eq!(folder.text("rejects.phhs"), "# No hand failed.\n");
}

#[test]
fn what_is_no_file_is_written_to_as_it_is() {
    let folder = Folder::with(&[("a.phh", HAND)]);
    folder.check(&["convert", "--to", "phh", "-o", "/dev/null", "a.phh"], 0, "1 converted");
    folder.check(&["convert", "--to", "phh", "-o", "b.phhs.gz", "a.phh"], 2, "name it b.phhs");
    assert_eq!(folder.listing(), ["a.phh"]);
}
