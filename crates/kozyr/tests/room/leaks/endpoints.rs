//! Everything that can be asked of a room over HTTP without changing it, taken from the room's own description of itself: what
//! is new is asked too.

use super::compare::figures;
use crate::support::http::{Answer, get, post};
use serde_json::json;

/// How hands can be written down.
const NOTATIONS: [&str; 5] = ["phh", "pokerstars", "seka", "durak", "json"];

/// Who asks.
pub struct Asker<'a> {
    pub port: u16,
    pub token: Option<&'a str>,
    /// An admin shows another token to the admin's part of the API.
    pub admin: bool,
}

impl Asker<'_> {
    fn ask(&self, path: &str) -> Answer {
        loop {
            let asked = match self.token {
                Some(token) => get(path).bearer(token),
                None => get(path),
            };
            let answer = asked.send(self.port);
            // A download before it may still be ending.
            if answer.status != 429 {
                return answer;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }

    /// Every path with its answer. Links are another in every room, and so are the figures of the machine.
    pub fn asks_everything(&self, table: &str, people: &[(String, String)]) -> Vec<(String, u16, String)> {
        let mut told = Vec::new();
        for path in paths(self.port, table, people, self.admin) {
            let answer = self.ask(&path);
            let counted = ["/metrics", "/room"].iter().any(|machine| path.ends_with(machine));
            let text = if counted { figures(&answer.body) } else { answer.body };
            told.push((path, answer.status, text));
        }
        told.extend(self.shared(table));
        told
    }

    /// A link to the hand, made by whoever asks, and what it shows to everybody.
    fn shared(&self, table: &str) -> Vec<(String, u16, String)> {
        let Some(token) = self.token.filter(|_| !self.admin) else { return Vec::new() };
        let made =
            post(format!("/api/v1/hands/{table}/last/share"), &json!({})).bearer(token).send(self.port);
        if made.status != 200 {
            return vec![("a link".into(), made.status, made.body)];
        }
        let link = format!("/api/v1{}", made.json()["path"].as_str().unwrap());
        let endings = NOTATIONS.map(|notation| format!("/as/{notation}"));
        let shown = endings.iter().map(String::as_str).chain([""]).map(|ending| {
            let answer = get(format!("{link}{ending}")).send(self.port);
            (format!("a link{ending}"), answer.status, answer.body)
        });
        shown.collect()
    }
}

/// The paths of the room's description that are read with GET, with everything that can stand in them.
fn paths(port: u16, table: &str, people: &[(String, String)], admin: bool) -> Vec<String> {
    let document = get("/api/v1/openapi.json").send(port).json();
    let described = document["paths"].as_object().expect("paths").iter();
    let readable = described.filter(|(_, operations)| operations.get("get").is_some()).map(|(path, _)| path);
    let tournaments = get("/api/v1/tournaments").send(port).json();
    let tournament =
        tournaments["tournaments"][0]["tournament"].as_str().expect("one is always open").to_owned();
    let mut all: Vec<String> = Vec::new();
    for path in readable {
        let path = if path.starts_with("/api/") { path.clone() } else { format!("/api/v1{path}") };
        // Links are followed where they are made.
        if path.contains("{link}") || path.contains("/admin/") != admin {
            continue;
        }
        let ids = people.iter().map(|(id, _)| id.as_str()).chain(["me"]).collect::<Vec<_>>();
        let meant: [(&str, &[&str]); 5] = [
            ("{table}", &[table]),
            ("{hand}", &["last", "1"]),
            ("{notation}", &NOTATIONS),
            ("{person}", &ids),
            ("{tournament}", &[&tournament]),
        ];
        let mut filled = vec![path];
        for (name, values) in meant {
            let put = |path: String| -> Vec<String> {
                match path.contains(name) {
                    true => values.iter().map(|value| path.replace(name, value)).collect(),
                    false => vec![path],
                }
            };
            filled = filled.into_iter().flat_map(put).collect();
        }
        let unknown = filled.iter().find(|path| path.contains('{'));
        assert!(unknown.is_none(), "say what stands in {unknown:?}");
        all.extend(filled);
    }
    let downloads = NOTATIONS.map(|notation| format!("/api/v1/hands/download?notation={notation}"));
    if admin {
        assert!(all.len() >= 4, "the admin asks too little: {all:?}");
        return all;
    }
    all.extend(downloads);
    all.extend(["/metrics", "/healthz", "/readyz"].map(str::to_owned));
    assert!(all.len() >= 30, "too little is asked: {all:?}");
    all
}
