//! Chat: at every table, and in the lobby. What is said is kept in memory only, the last lines of each place.

use crate::directory::TableName;
use crate::limit::Bucket;
use crate::outlet::{ConnectionId, Outlet};
use kozyr_protocol::room::{ChatLine, MAX_CHAT, Refusal, Said, ToClient, write};
use kozyr_store::CommandKey;
use kozyr_time::{PlayerId, Timestamp};
use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Utf8Bytes;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// So many lines are kept of each place.
const KEPT: usize = 60;
/// What one person may say at once, and the time until they may say one thing more.
const BURST: u32 = 5;
const EVERY: Duration = Duration::from_millis(2_500);
/// Marks over or under one letter.
const MARKS: usize = 3;
/// At this size those are forgotten who have been silent.
const SWEEP: usize = 4_096;
/// Endings of addresses that people mean as such.
const ENDINGS: &[&str] = &[
    "com", "net", "org", "info", "biz", "ru", "su", "by", "ua", "kz", "de", "uk", "io", "gg", "tv", "cc",
    "app", "dev", "xyz", "site", "online", "shop", "bet", "casino", "click", "рф", "eu", "cn", "ly", "gl",
    "vip",
];

/// Where something is said: at a table, or in the lobby.
pub(crate) type PlaceName = Option<TableName>;

#[derive(Default)]
pub(crate) struct Talk(Mutex<Heard>);

#[derive(Default)]
struct Heard {
    places: HashMap<PlaceName, Spot>,
    speakers: HashMap<PlayerId, Bucket>,
}

#[derive(Default)]
struct Spot {
    lines: VecDeque<(CommandKey, ChatLine)>,
    said: u64,
    hearers: Vec<(Outlet, Option<PlayerId>)>,
}

impl Talk {
    fn heard(&self) -> MutexGuard<'_, Heard> {
        // Nothing in here panics half way.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody hears what is said there from now on, and first what was said lately.
    pub(crate) fn join(&self, place: &PlaceName, outlet: &Outlet, person: Option<PlayerId>) {
        let mut heard = self.heard();
        if heard.places.len() >= SWEEP {
            heard.places.retain(|_, spot| !spot.hearers.is_empty());
        }
        let spot = heard.places.entry(place.clone()).or_default();
        if let Some(known) = spot.hearers.iter_mut().find(|(known, _)| known.id == outlet.id) {
            known.1 = person;
            return;
        }
        if !spot.lines.is_empty() {
            let lines = spot.lines.iter().map(|(_, line)| line.clone()).collect();
            outlet.tell(&ToClient::Chat { table: name(place), lines });
        }
        spot.hearers.push((outlet.clone(), person));
    }

    /// A connection hears no more of what is said there.
    pub(crate) fn leave(&self, place: &PlaceName, connection: ConnectionId) {
        if let Some(spot) = self.heard().places.get_mut(place) {
            spot.hearers.retain(|(outlet, _)| outlet.id != connection);
        }
    }

    /// A person hears no more of what is said at a table.
    pub(crate) fn expel(&self, table: &TableName, person: PlayerId) {
        if let Some(spot) = self.heard().places.get_mut(&Some(table.clone())) {
            spot.hearers.retain(|(_, hearer)| *hearer != Some(person));
        }
    }

    /// A table is there no more.
    pub(crate) fn forget(&self, table: &TableName) {
        self.heard().places.remove(&Some(table.clone()));
    }

    /// Says something to everybody who hears. The same command is said once.
    pub(crate) fn say(
        &self,
        place: &PlaceName,
        key: CommandKey,
        speaker: &str,
        said: &Said,
        guest: bool,
        (at, now): (Timestamp, Instant),
    ) -> Result<(), Refusal> {
        let said = match said {
            Said::Text { text } => Said::Text { text: proper(text, guest)? },
            reaction @ Said::Reaction { .. } => reaction.clone(),
        };
        let mut heard = self.heard();
        let Heard { places, speakers } = &mut *heard;
        let spot = places.entry(place.clone()).or_default();
        if spot.lines.iter().any(|(known, _)| *known == key) {
            return Ok(());
        }
        if speakers.len() >= SWEEP {
            speakers.retain(|_, bucket| !bucket.is_full(now));
        }
        if !speakers.entry(key.user).or_insert_with(|| Bucket::new(BURST, EVERY, now)).take(now) {
            return Err(Refusal::TooMuchTalk);
        }
        spot.said += 1;
        let (number, player) = (spot.said, key.user.get());
        let line = ChatLine { number, at: at.as_millis(), player, name: speaker.to_owned(), said };
        let told: Utf8Bytes = write(&ToClient::Chat { table: name(place), lines: vec![line.clone()] }).into();
        spot.hearers.iter().for_each(|(outlet, _)| outlet.send(told.clone()));
        spot.lines.push_back((key, line));
        if spot.lines.len() > KEPT {
            spot.lines.pop_front();
        }
        Ok(())
    }
}

fn name(place: &PlaceName) -> Option<String> {
    place.as_ref().map(ToString::to_string)
}

/// A text as others may read it: what cannot be seen, turns text round or piles up is taken out.
fn proper(text: &str, guest: bool) -> Result<String, Refusal> {
    // Far more than fits is not worth a look at each character.
    if text.len() > 8 * MAX_CHAT {
        return Err(Refusal::BadText);
    }
    let mut clean = String::new();
    let mut marks = 0;
    for c in text.nfc() {
        match c.general_category_group() {
            GeneralCategoryGroup::Other if c == '\t' || c == '\n' || c == '\r' => clean.push(' '),
            GeneralCategoryGroup::Other => {}
            GeneralCategoryGroup::Separator => clean.push(' '),
            GeneralCategoryGroup::Mark => {
                marks += 1;
                let stands = c.general_category() != GeneralCategory::EnclosingMark && !is_unseen(c);
                if stands && marks <= MARKS && clean.ends_with(|before: char| before != ' ') {
                    clean.push(c);
                }
            }
            _ if is_unseen(c) => {}
            _ => {
                marks = 0;
                clean.push(c);
            }
        }
    }
    let words: Vec<&str> = clean.split(' ').filter(|word| !word.is_empty()).collect();
    if guest && words.iter().any(|word| is_link(word)) {
        return Err(Refusal::NoLinks);
    }
    let text = words.join(" ");
    if (1..=MAX_CHAT).contains(&text.chars().count()) { Ok(text) } else { Err(Refusal::BadText) }
}

/// Letters and signs that look like nothing.
fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2800}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{fffc}' | '\u{fffd}' | '\u{1d159}' | '\u{e0100}'..='\u{e01ef}'
    )
}

fn is_link(word: &str) -> bool {
    let word = word.to_lowercase().replace(['。', '．'], ".");
    if ["://", "www.", "t.me/"].iter().any(|sign| word.contains(sign)) {
        return true;
    }
    let parts: Vec<&str> = word.split(|c: char| !c.is_alphanumeric() && c != '.' && c != '-').collect();
    parts.iter().any(|part| {
        let labels: Vec<&str> = part.split('.').collect();
        let ends = |pair: &[&str]| pair[0].chars().count() > 1 && ENDINGS.contains(&pair[1]);
        labels.windows(2).any(ends)
            || labels.len() == 4 && labels.iter().all(|label| label.parse::<u8>().is_ok())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outlet::outlet;
    use kozyr_store::CommandId;

    #[test]
    fn what_cannot_be_seen_or_turns_text_round_is_taken_out() {
        for (text, clean) in [
            ("Привет!", "Привет!"),
            ("  a \t b\nc ", "a b c"),
            ("abc\u{202e}def\u{2066}", "abcdef"),
            ("a\u{200b}\u{0}\u{7}b", "ab"),
            ("Зоe\u{308}", "Зоë"),
            ("Z\u{351}\u{36b}\u{36a}\u{302}", "Z\u{351}\u{36b}\u{36a}"),
            ("ok 🎲 👍🏽", "ok 🎲 👍🏽"),
            ("т.е. и т.д.", "т.е. и т.д."),
            ("nice.well played", "nice.well played"),
            ("1.5 or 2.25", "1.5 or 2.25"),
        ] {
            assert_eq!(proper(text, true).as_deref(), Ok(clean), "{text:?}");
        }
        for text in ["", "   ", "\u{202e}", "\u{2800}", &"a".repeat(MAX_CHAT + 1), &"a".repeat(100_000)] {
            assert_eq!(proper(text, true), Err(Refusal::BadText), "{text:?}");
        }
        assert!(proper(&"ж".repeat(MAX_CHAT), true).is_ok());
    }

    #[test]
    fn guests_post_no_links() {
        for text in [
            "see https://x.y",
            "WWW.example",
            "go to Example.COM now",
            "(example.com/path)",
            "example\u{200b}.com",
            "пиши на сайт.рф",
            "10.0.0.1:8080",
            "me@mail.ru",
        ] {
            assert_eq!(proper(text, true), Err(Refusal::NoLinks), "{text}");
            assert!(proper(text, false).is_ok(), "{text}");
        }
    }

    #[test]
    fn a_line_is_said_once_and_only_so_many_in_a_while() {
        let (talk, place) = (Talk::default(), Some(TableName::new("t").unwrap()));
        let (listener, mut inlet) = outlet();
        talk.join(&place, &listener, None);
        let start = Instant::now();
        let say = |command: u128, now: Instant| {
            let key = CommandKey { user: PlayerId::from(7), command: CommandId(command) };
            let said = Said::Text { text: format!("{command}") };
            talk.say(&place, key, "Ann", &said, true, (Timestamp::from_millis(5), now))
        };
        for command in 0..BURST.into() {
            assert_eq!(say(command, start), Ok(()));
            assert_eq!(say(command, start), Ok(()), "once more");
        }
        assert_eq!(say(100, start), Err(Refusal::TooMuchTalk));
        assert_eq!(say(101, start + EVERY), Ok(()));
        let mut heard = 0;
        while inlet.lines.try_recv().is_ok() {
            heard += 1;
        }
        assert_eq!(heard, BURST + 1);
        for command in 200..400u32 {
            let _ = say(command.into(), start + EVERY * command);
        }
        let (late, mut inlet) = outlet();
        talk.join(&place, &late, Some(PlayerId::from(8)));
        let line = inlet.lines.try_recv().unwrap();
        let Ok(ToClient::Chat { lines, .. }) = serde_json::from_str(line.as_str()) else { panic!("{line}") };
        assert_eq!(lines.len(), KEPT, "only the last lines are kept");
        talk.expel(place.as_ref().unwrap(), PlayerId::from(8));
        assert_eq!(say(500, start + EVERY * 500), Ok(()));
        assert!(inlet.lines.try_recv().is_err(), "whoever was removed hears nothing");
    }
}
