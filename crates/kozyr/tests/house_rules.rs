//! House rules a compiler does not check: who may depend on whom, and what may be written where.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The layers, bottom first. A crate may depend on crates of lower layers only; games never see each other.
const LAYERS: &[&[&str]] = &[
    &["kozyr-time"],
    &["kozyr-cards", "kozyr-chips"],
    &["kozyr-card-game", "kozyr-ranking"],
    &["kozyr-poker", "kozyr-seka", "kozyr-durak", "kozyr-fair"],
    &["kozyr-notation", "kozyr-table"],
    &["kozyr-tournament"],
    &["kozyr-protocol", "kozyr-cases"],
    &["kozyr-bots", "kozyr-store", "kozyr-bus"],
    &["kozyr-server"],
    &["kozyr-simulator"],
    &["kozyr"],
];

/// Libraries that only one crate may know.
const OWNERS: &[(&str, &str)] = &[
    ("axum", "kozyr-server"),
    ("rusqlite", "kozyr-store"),
    ("sqlx", "kozyr-store"),
    ("async-nats", "kozyr-bus"),
    ("quick-xml", "kozyr-protocol"),
];

/// Crates in which a clock, a random source or a runtime would be a broken rule.
const PURE: &[&str] = &[
    "kozyr-time",
    "kozyr-cards",
    "kozyr-chips",
    "kozyr-card-game",
    "kozyr-ranking",
    "kozyr-poker",
    "kozyr-seka",
    "kozyr-durak",
    "kozyr-fair",
    "kozyr-table",
    "kozyr-tournament",
];
const IMPURE: &[&str] =
    &["rand", "rand_chacha", "getrandom", "tokio", "jiff", "chrono", "time", "mio", "socket2"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every package of the workspace with its normal dependencies.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON");
    let packages = metadata["packages"].as_array().expect("packages").iter();
    packages
        .map(|package| {
            let names = package["dependencies"].as_array().expect("dependencies").iter();
            let normal =
                names.filter(|d| d["kind"].is_null()).map(|d| d["name"].as_str().unwrap().to_owned());
            (package["name"].as_str().unwrap().to_owned(), normal.collect())
        })
        .collect()
}

fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&name))
}

#[test]
fn dependencies_point_downward() {
    let packages = dependencies();
    assert!(packages.len() >= 5, "cargo metadata shows only {packages:?}");
    for (package, dependencies) in &packages {
        let own = layer(package).unwrap_or_else(|| panic!("{package} has no layer: add it to LAYERS"));
        for dependency in dependencies.iter().filter(|name| name.starts_with("kozyr")) {
            let theirs = layer(dependency).unwrap_or_else(|| panic!("{dependency} has no layer"));
            assert!(theirs < own, "{package} may not depend on {dependency}: dependencies point downward");
        }
    }
}

#[test]
fn each_outside_world_has_one_owner_and_rules_know_none() {
    for (package, dependencies) in dependencies() {
        for dependency in &dependencies {
            if let Some((library, owner)) = OWNERS.iter().find(|(library, _)| library == dependency) {
                assert_eq!(package, *owner, "only {owner} may depend on {library}");
            }
            let impure = PURE.contains(&package.as_str()) && IMPURE.contains(&dependency.as_str());
            assert!(!impure, "{package} is pure and may not depend on {dependency}");
        }
    }
}

#[test]
fn the_shipped_binary_simulates_nothing() {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "-p", "kozyr", "-e", "features,no-dev", "-i", "kozyr-server"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let tree = String::from_utf8_lossy(&output.stdout);
    assert!(tree.contains("kozyr-server"), "{tree}{}", String::from_utf8_lossy(&output.stderr));
    for feature in ["simulation", "planted-faults"] {
        assert!(!tree.contains(feature), "kozyr is built with {feature} of kozyr-server:\n{tree}");
    }
}

#[test]
fn sessions_wait_where_a_simulation_can_see_it() {
    for file in ["socket.rs", "service.rs", "shard.rs", "tournament.rs", "tournament/keeper.rs", "gateway.rs"]
    {
        let text = std::fs::read_to_string(root().join("crates/server/src").join(file)).expect("source text");
        assert!(
            !text.contains("spawn_blocking"),
            "{file}: wait by `world::aside`, which the simulator steps"
        );
    }
}

#[test]
fn what_is_decided_asks_the_world_for_time_and_chance() {
    let decided = [
        "service.rs",
        "service/asides.rs",
        "shard.rs",
        "audience.rs",
        "gateway.rs",
        "gateway/hall.rs",
        "gateway/turn.rs",
        "tournament.rs",
    ];
    let of_tournaments = ["append", "decide", "line", "load", "plan", "table", "tell", "view"];
    let of_tournaments = of_tournaments.map(|name| format!("tournament/{name}.rs"));
    for file in decided.into_iter().chain(of_tournaments.iter().map(String::as_str)) {
        let text = std::fs::read_to_string(root().join("crates/server/src").join(file)).expect("source text");
        for call in ["Instant::now", "SystemTime::now", "getrandom::", "tokio::time"] {
            assert!(!text.contains(call), "{file}: `{call}`; ask `world`, which the simulator steps");
        }
    }
}

fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() && !["target", "node_modules", ".git", "dist"].contains(&name.as_str()) {
            files(&path, ending, found);
        } else if name.ends_with(ending) {
            found.push(path);
        }
    }
}

#[test]
fn files_stay_small() {
    let mut sources = Vec::new();
    files(&root().join("crates"), ".rs", &mut sources);
    assert!(sources.len() > 20);
    for path in sources {
        let lines = std::fs::read_to_string(&path).expect("source text").lines().count();
        assert!(lines <= 700, "{} has {lines} lines: a stranger would rather find two files", path.display());
    }
}
