//! How the room is told what to be: a file, the environment and flags, as a process hears them.

use std::path::Path;
use std::process::{Command, Output};

/// `kozyr serve` with these flags and this environment, in a folder of its own.
fn serve(folder: &Path, environment: &[(&str, &str)], flags: &[&str]) -> Output {
    kozyr(folder, environment, &[&["serve"], flags].concat())
}

fn kozyr(folder: &Path, environment: &[(&str, &str)], words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kozyr"));
    let named = std::env::vars_os().map(|(name, _)| name);
    for name in named.filter(|name| name.to_string_lossy().starts_with("KOZYR_")) {
        command.env_remove(name);
    }
    let environment = environment.iter().copied();
    command.current_dir(folder).envs(environment).args(words).output().expect("kozyr runs")
}

/// The line with this setting, as `--print-config` has it.
fn in_force(folder: &Path, environment: &[(&str, &str)], flags: &[&str], name: &str) -> String {
    let output = serve(folder, environment, &[flags, &["--print-config"]].concat());
    let (told, said) = (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
    assert_eq!(output.status.code(), Some(0), "{told}");
    let line = said.lines().find(|line| line.starts_with(&format!("{name} = ")));
    line.unwrap_or_else(|| panic!("no {name} in {said}")).to_owned()
}

#[test]
fn a_flag_wins_over_the_environment_and_that_over_the_file() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let bots =
        |environment: &[(&str, &str)], flags: &[&str]| in_force(folder.path(), environment, flags, "bots");
    assert_eq!(bots(&[], &[]), "bots = 2 # default");
    std::fs::write(folder.path().join("kozyr.toml"), "bots = 3\n").expect("a scratch file");
    assert_eq!(bots(&[], &[]), "bots = 3 # kozyr.toml", "the file of this folder is read unasked");
    assert_eq!(bots(&[("KOZYR_BOTS", "4")], &[]), "bots = 4 # KOZYR_BOTS");
    assert_eq!(bots(&[("KOZYR_BOTS", "4")], &["--bots", "5"]), "bots = 5 # --bots");
    std::fs::write(folder.path().join("other.toml"), "bots = 6\n").expect("a scratch file");
    assert_eq!(bots(&[], &["--config", "other.toml"]), "bots = 6 # other.toml");
    assert_eq!(bots(&[("KOZYR_CONFIG", "other.toml")], &[]), "bots = 6 # other.toml");
    let gift = in_force(folder.path(), &[("KOZYR_BOTS", "4")], &["--bots", "5"], "gift");
    assert_eq!(gift, "gift = 2000 # default", "of what nobody said anything about");
    assert!(!folder.path().join("kozyr-data").exists(), "nothing is opened");
}

#[test]
fn whoever_looks_after_a_room_finds_its_data_where_the_room_does() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    std::fs::write(folder.path().join("kozyr.toml"), "data = \"of-the-file\"\n").expect("a scratch file");
    let elsewhere = [("KOZYR_DATA", "of-the-environment")];
    for (words, environment, database) in [
        (&["audit"][..], &[][..], "of-the-file/kozyr.db"),
        (&["backup", "copy.db"], &[], "of-the-file/kozyr.db"),
        (&["audit"], &elsewhere, "of-the-environment/kozyr.db"),
        (&["audit", "--data", "named"], &elsewhere, "named/kozyr.db"),
    ] {
        let output = kozyr(folder.path(), environment, words);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains(database) && told.lines().count() == 1, "{words:?}: {told}");
    }
}

#[test]
fn what_is_printed_is_a_file_that_says_the_same() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let flags = ["--lan", "--trust-site", "https://a.example", "--log-json=true", "--bots", "7"];
    let first = serve(folder.path(), &[], &[&flags[..], &["--print-config"]].concat());
    std::fs::write(folder.path().join("kozyr.toml"), &first.stdout).expect("a scratch file");
    let again = serve(folder.path(), &[], &["--print-config"]);
    let plain = |output: &Output| -> Vec<String> {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.filter_map(|line| Some(line.rsplit_once(" # ")?.0.to_owned())).collect()
    };
    assert!(plain(&first).contains(&"bots = 7".to_owned()), "{first:?}");
    assert_eq!(plain(&again), plain(&first));
}

#[test]
fn what_is_no_setting_or_no_value_of_one_is_one_line_and_the_room_stays_shut() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    std::fs::write(folder.path().join("bad.toml"), "bots = 1\nlsten = 2\n").expect("a scratch file");
    for (environment, flags, begins) in [
        (&[][..], &["--nonsense"][..], "kozyr: unexpected argument '--nonsense'"),
        (&[], &["--bots", "many"], "kozyr: invalid value 'many' for '--bots <N>'"),
        (&[], &["--bots"], "kozyr: a value is required for '--bots <N>'"),
        (&[], &["nonsense"], "kozyr: unexpected argument 'nonsense'"),
        (&[], &["--lan", "--lan"], "kozyr: the argument '--lan"),
        (&[], &["--pace", "0"], "kozyr: pace (--pace): give a number"),
        (&[("KOZYR_NONSENSE", "1")], &[], "kozyr: KOZYR_NONSENSE in the environment is no setting"),
        (&[("KOZYR_BOTS", "many")], &[], "kozyr: KOZYR_BOTS=\"many\" cannot be read"),
        (&[], &["--config", "bad.toml"], "kozyr: bad.toml: line 2: unknown field `lsten`"),
        (&[], &["--config", "nowhere.toml"], "kozyr: nowhere.toml cannot be read"),
    ] {
        let output = serve(folder.path(), environment, flags);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.starts_with(begins), "{flags:?}: {told}");
        assert_eq!((output.status.code(), told.lines().count()), (Some(1), 1), "{flags:?}: {told}");
        assert!(output.stdout.is_empty() && !folder.path().join("kozyr-data").exists());
        if begins.contains('\'') {
            assert!(told.trim_end().ends_with("see kozyr serve --help"), "{told}");
        }
    }
}

#[test]
fn a_mistyped_command_is_one_line_too_and_help_is_help() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let kozyr = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kozyr"));
        let output = command.current_dir(folder.path()).args(args).output().expect("kozyr runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    for (args, told) in [
        (
            &["srve"][..],
            "kozyr: unrecognized subcommand 'srve'; a similar subcommand exists: 'serve'; see kozyr --help\n",
        ),
        (
            &["replay"],
            "kozyr: the following required arguments were not provided: <PATHS>...; see kozyr replay --help\n",
        ),
        (
            &["sim", "seka", "--nonsense"],
            "kozyr: unexpected argument '--nonsense' found; see kozyr sim seka --help\n",
        ),
    ] {
        assert_eq!(kozyr(args), (Some(2), String::new(), told.to_owned()));
    }
    let (code, said, told) = kozyr(&["serve", "--help"]);
    assert!(code == Some(0) && said.contains("--public-url") && told.is_empty(), "{said}{told}");
    let (code, said, told) = kozyr(&["--version"]);
    assert!(code == Some(0) && said.starts_with("kozyr ") && told.is_empty(), "{said}{told}");
    let (code, said, told) = kozyr(&[]);
    assert!(code == Some(2) && said.is_empty() && told.contains("Usage: kozyr"), "{said}{told}");
}
