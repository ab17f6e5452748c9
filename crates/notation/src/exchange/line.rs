//! One line of the log: an action of the standard or a chat line, with its time.

use crate::phh::{Action, ActionError, Player};

/// The longest chat line, in characters.
pub(crate) const MAX_CHAT: usize = 240;
/// The most chat lines of one player in one hand: talk must not fill the log.
pub(crate) const MAX_CHATS: usize = 100;
/// The most lines of a log: ten players raising by the least for a long night, and their talk.
pub(crate) const MAX_LINES: usize = 16_384;

/// What a line says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Said {
    /// An action.
    Act(Action),
    /// `pN m TEXT`: somebody talks.
    Chat(Player),
}

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    text: String,
    /// How much of the text is not comment.
    bare: usize,
    pub(crate) said: Said,
    /// The time in its comment, in unix milliseconds.
    pub(crate) at_ms: Option<u64>,
}

impl Line {
    /// Reads a line with or without a time.
    pub(crate) fn read(text: &str) -> Result<Line, ActionError> {
        if let Some(line) = Line::chat(text) {
            return Ok(line);
        }
        let (action, comment) = Action::with_commentary(text)?;
        let bare = match comment {
            Some(comment) => text[..text.len() - comment.len()].trim_end_matches(['#', ' ']).len(),
            None => text.len(),
        };
        let at_ms = comment.and_then(time);
        Ok(Line { text: text.to_owned(), bare, said: Said::Act(action), at_ms })
    }

    fn chat(text: &str) -> Option<Line> {
        let (player, rest) = text.strip_prefix('p')?.split_once(' ')?;
        let said = rest.strip_prefix("m ")?;
        let player = player.parse().ok().and_then(Player::new)?;
        let (said, at_ms) = match said.rsplit_once(" # ") {
            Some((said, comment)) if time(comment).is_some() => (said, time(comment)),
            _ => (said, None),
        };
        let bare = text.len() - rest.len() + 2 + said.len();
        Some(Line { text: text.to_owned(), bare, said: Said::Chat(player), at_ms })
    }

    /// An action that happens now.
    pub(crate) fn of(action: Action, now_ms: Option<u64>) -> Line {
        Line::stamped(action.to_string(), Said::Act(action), now_ms)
    }

    /// The same line, said now: in its one canonical form, whatever blanks, spelling and time its author wrote.
    pub(crate) fn now(&self, now_ms: Option<u64>) -> Line {
        let text = match self.said {
            Said::Act(action) => action.to_string(),
            Said::Chat(player) => format!("{player} m {}", self.chat_text().unwrap_or_default()),
        };
        Line::stamped(text, self.said, now_ms)
    }

    fn stamped(mut text: String, said: Said, at_ms: Option<u64>) -> Line {
        let bare = text.len();
        if let Some(at_ms) = at_ms {
            text.push_str(" # ");
            text.push_str(&at_ms.to_string());
        }
        Line { text, bare, said, at_ms }
    }

    /// The whole line.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The line without its comment.
    pub(crate) fn bare(&self) -> &str {
        &self.text[..self.bare]
    }

    /// The action, if it is one that moves the game.
    pub(crate) fn action(&self) -> Option<&Action> {
        match &self.said {
            Said::Act(Action::Nothing) | Said::Chat(_) => None,
            Said::Act(action) => Some(action),
        }
    }

    /// What was said in a chat line, without blanks around it and without what would be taken for a time.
    pub(crate) fn chat_text(&self) -> Option<&str> {
        let Said::Chat(_) = self.said else { return None };
        let mut said = self.bare().splitn(3, ' ').nth(2)?.trim();
        while let Some((before, _)) = said.rsplit_once(" # ").filter(|(_, comment)| time(comment).is_some()) {
            said = before.trim_end();
        }
        Some(said)
    }

    /// Whose line: the dealer's and empty ones are nobody's.
    pub(crate) fn player(&self) -> Option<Player> {
        match self.said {
            Said::Act(action) => action.player(),
            Said::Chat(player) => Some(player),
        }
    }
}

fn time(comment: &str) -> Option<u64> {
    let digits = comment.trim();
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_talk() {
        for (text, bare, at_ms) in [
            ("p1 cc", "p1 cc", None),
            ("p1 cc # 1700000000000", "p1 cc", Some(1_700_000_000_000)),
            ("p2 cbr 37.50 # thinking", "p2 cbr 37.50", None),
            ("p2 m hello # there # 5", "p2 m hello # there", Some(5)),
            ("p2 m # 5", "p2 m # 5", None),
            ("p2 m a # b", "p2 m a # b", None),
        ] {
            let line = Line::read(text).unwrap();
            assert_eq!((line.bare(), line.at_ms), (bare, at_ms), "{text}");
            assert_eq!(line.now(None).text(), bare.trim_end());
            assert_eq!(Line::read(line.now(Some(7)).text()).unwrap().at_ms, Some(7), "{text}");
        }
        assert_eq!(Line::read("p2 m good game # 5").unwrap().chat_text(), Some("good game"));
        for (sent, kept) in [
            (format!("p1{}cc", " ".repeat(1_000_000)), "p1 cc"),
            ("\tp2\t cbr\t 6 \n".to_owned(), "p2 cbr 6"),
            ("p2 sm  AsKd".to_owned(), "p2 sm AsKd"),
            ("p02 m   good game ".to_owned(), "p2 m good game"),
            ("p2 m wait # 5 # 6 # 7".to_owned(), "p2 m wait"),
        ] {
            let line = Line::read(&sent).unwrap_or_else(|error| panic!("{sent:.40?}: {error}"));
            assert_eq!(line.now(None).text(), kept, "{sent:.40?}");
            assert_eq!(Line::read(kept).unwrap().now(None).text(), kept);
        }
        assert!(Line::read("p1 dances").is_err() && Line::read("m hello").is_err());
    }
}
