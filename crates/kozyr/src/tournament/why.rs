//! `kozyr tournament why`: every decision a document still knows, with its reason.

use super::hint::with_hint;
use super::tell::plain;
use kozyr_tournament::{EntrantId, Lang, Reason, Refusal, Tournament};
use serde_json::{Value, json};
use std::fmt;

/// One thing, and why it is so.
pub struct Answer {
    about: String,
    why: String,
    reason: Option<Reason>,
}

impl Answer {
    fn new(about: impl Into<String>, reason: &Reason, lang: Lang) -> Answer {
        Answer { about: about.into(), why: reason.text(lang), reason: Some(reason.clone()) }
    }

    pub fn json(&self) -> Value {
        json!({ "about": self.about, "why": self.why, "reason": self.reason })
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&plain(&format!("{}: {}", self.about, self.why)))
    }
}

/// Everything, or what concerns some players.
pub fn all(cup: &Tournament, players: &[String], lang: Lang) -> Result<Vec<Answer>, String> {
    for player in players {
        let id = EntrantId::from(player.as_str());
        if cup.entrant(&id).is_none() {
            return Err(with_hint(cup, &Refusal::NotEntered(id)));
        }
    }
    let mut answers = Vec::new();
    if players.is_empty() {
        answers.push(Answer::new("prize pool", &cup.pool().reason, lang));
        // The first level began with the start: that needs no reason.
        for row in cup.level_history().iter().filter(|row| row.level_index > 0) {
            answers.push(Answer::new(format!("level {}", row.level_index + 1), &row.reason(), lang));
        }
    }
    let asked = |player: &EntrantId| players.is_empty() || players.iter().any(|name| name == player.as_str());
    for row in cup.placements().iter().filter(|row| asked(&row.player)) {
        answers.push(Answer::new(row.player.as_str(), &row.reason, lang));
        answers.extend(row.prize_reason.iter().map(|reason| Answer::new(row.player.as_str(), reason, lang)));
    }
    for entrant in cup.entrants().iter().filter(|_| !players.is_empty()).filter(|row| asked(&row.id)) {
        if !cup.placements().iter().any(|row| row.player == entrant.id) {
            let why = match cup.offers().find(|(player, _)| **player == entrant.id) {
                Some(_) => "No place yet: they may still buy in again".to_owned(),
                None => format!("No place yet: they are in with {}", entrant.stack),
            };
            answers.push(Answer { about: entrant.id.to_string(), why, reason: None });
        }
    }
    if players.is_empty() && cup.finished_at().is_none() {
        for table in cup.tables() {
            if let Err(refusal) = cup.may_deal(table) {
                let why = format!("no new hand: {}", with_hint(cup, &refusal));
                answers.push(Answer { about: format!("table {table}"), why, reason: None });
            }
        }
    }
    Ok(answers)
}
