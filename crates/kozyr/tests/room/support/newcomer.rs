//! Somebody new who becomes an account just when the room is about to die: as nobody, or as a guest who has chips already.

use super::http::{get, post};
use super::regular::{Hits, LOST, UNTOLD};
use serde_json::json;
use std::time::Duration;

pub const SIGNS_UP: &str = "signs up";
pub const BECOMES: &str = "becomes an account";

#[derive(Default)]
pub struct Newcomers {
    tried: u32,
    /// The name that was asked for last, without an answer, and the token of the guest who asked.
    pending: Option<(String, Option<String>)>,
    /// Names that were signed up, as far as anybody was told.
    pub names: Vec<String>,
    pub hits: Hits,
    /// What a newcomer has.
    gift: i64,
}

impl Newcomers {
    pub fn new(gift: i64) -> Newcomers {
        Newcomers { gift, ..Newcomers::default() }
    }

    /// What they were waiting for when the room died.
    pub fn unanswered(&self) -> Option<&'static str> {
        self.pending.as_ref().map(|(_, guest)| if guest.is_some() { BECOMES } else { SIGNS_UP })
    }

    /// They look what became of the last one, and go on until the room is gone.
    pub fn come(&mut self, port: u16) {
        while self.finds_out(port).is_some() && self.signs_up(port).is_some() {}
    }

    /// One more signs up; nothing when the room is gone.
    fn signs_up(&mut self, port: u16) -> Option<()> {
        let name = format!("New {}", self.tried);
        self.tried += 1;
        let token = match self.tried % 3 {
            0 => None,
            _ => {
                let guest = post("/api/v1/people/guest", &json!({ "name": name, "language": "en" }))
                    .try_send(port)?;
                assert_eq!(guest.status, 200, "{guest:?}");
                Some(guest.json()["token"].as_str().expect("a token").to_owned())
            }
        };
        self.pending = Some((name.clone(), token.clone()));
        let body = json!({ "name": name, "password": "correct horse" });
        loop {
            let asked = post("/api/v1/people/sign-up", &body);
            let asked = token.iter().fold(asked, |asked, token| asked.bearer(token));
            let answer = asked.try_send(port)?;
            match answer.status {
                200 => break,
                // Too many at once.
                429 => std::thread::sleep(Duration::from_millis(100)),
                _ => panic!("{answer:?}"),
            }
        }
        self.pending = None;
        self.names.push(name);
        Some(())
    }

    /// Is the last one an account? A guest keeps their chips either way.
    fn finds_out(&mut self, port: u16) -> Option<()> {
        let Some((name, guest)) = self.pending.clone() else { return Some(()) };
        let (what, written) = match guest {
            None => (SIGNS_UP, signs_in(port, &name)? == 200),
            Some(token) => {
                let me = get("/api/v1/people/me").bearer(&token).try_send(port)?;
                assert_eq!(me.status, 200, "a session that was given is known: {me:?}");
                assert_eq!(me.json()["wallet"], self.gift, "{me:?}");
                (BECOMES, me.json()["kind"] == "account")
            }
        };
        let found = if written { UNTOLD } else { LOST };
        *self.hits.entry((what, found)).or_default() += 1;
        if written {
            self.names.push(name);
        }
        self.pending = None;
        Some(())
    }
}

/// How signing in with this name is answered, once it is not too often.
pub fn signs_in(port: u16, name: &str) -> Option<u16> {
    let body = json!({ "name": name, "password": "correct horse" });
    loop {
        match post("/api/v1/people/sign-in", &body).try_send(port)?.status {
            429 => std::thread::sleep(Duration::from_millis(100)),
            status => return Some(status),
        }
    }
}
