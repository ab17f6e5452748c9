//! What a client asks for: the difference between their hand and the server's, as far as it is theirs to ask.
//!
//! This is the security boundary. Whatever a client sends, only three things are looked at: their own row if they
//! want a seat, their own intent, and what they add to the end of the log. Everything else is ignored, except
//! that a log which is not the server's is refused.

use super::Refusal;
use super::line::{Line, MAX_CHAT, Said};
use super::live::LiveHand;
use super::personal::Eyes;
use crate::json::Value;
use crate::phh::{Action, Player};
use kozyr_chips::Decimal;
use kozyr_poker::seating::Intent;

/// The most chat lines in one message.
const CHATS_AT_ONCE: usize = 8;

/// A wish for a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Wish {
    /// The chips they would like to bring.
    pub(crate) stack: Decimal,
    /// The seat they would like, as they wrote it.
    pub(crate) seat: Option<Value>,
}

/// What a client asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Who asks.
    pub author: String,
    pub(crate) join: Option<Wish>,
    /// A change of their intent.
    pub intent: Option<Intent>,
    /// Their own action and chat lines, in order.
    pub(crate) lines: Vec<Line>,
}

impl Request {
    fn of(author: &str) -> Request {
        Request { author: author.to_owned(), join: None, intent: None, lines: Vec::new() }
    }

    /// A player acts: `p2 cbr 6`. For a server whose clients speak another protocol.
    pub fn action(author: &str, line: &str) -> Result<Request, Refusal> {
        let line = Line::read(line).map_err(|error| Refusal::field("action", error.to_string()))?;
        Ok(Request { lines: vec![line.now(None)], ..Request::of(author) })
    }

    /// A player changes their mind.
    pub fn intent(author: &str, intent: Intent) -> Request {
        Request { intent: Some(intent), ..Request::of(author) }
    }

    /// Somebody asks for a seat, this one or any.
    pub fn join(author: &str, stack: Decimal, seat: Option<u8>) -> Request {
        Request { join: Some(Wish { stack, seat: seat.map(Value::from) }), ..Request::of(author) }
    }

    /// Asks for nothing?
    pub fn is_empty(&self) -> bool {
        self.join.is_none() && self.intent.is_none() && self.lines.is_empty()
    }

    /// Asks for a seat?
    pub fn joins(&self) -> bool {
        self.join.is_some()
    }

    /// The lines they add to the log.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(Line::bare)
    }
}

impl LiveHand {
    /// Reads a client's hand as a request of the author it names. `session` is whose connection it came over, if
    /// the server knows: nobody speaks for another.
    pub fn interpret(&self, client: &Value, session: Option<&str>) -> Result<Request, Refusal> {
        let author = client.get("author").and_then(Value::as_str).unwrap_or_default();
        if author.is_empty() {
            return Err(Refusal::NoAuthor);
        }
        if let Some(session) = session.filter(|session| *session != author) {
            return Err(Refusal::NotTheAuthor { named: author.to_owned(), session: session.to_owned() });
        }
        match self.sheet.row_of(author) {
            None => self.interpret_join(client, author),
            Some(row) => self.interpret_change(client, author, row),
        }
    }

    fn interpret_join(&self, client: &Value, author: &str) -> Result<Request, Refusal> {
        let at = place(client, author)?.ok_or_else(|| Refusal::NotAtTheTable(author.to_owned()))?;
        let entry = |field: &str| client.get(field).and_then(Value::as_array).and_then(|list| list.get(at));
        let stack = entry("startingStacks").and_then(Value::decimal).ok_or(Refusal::NoBuyIn)?;
        let seat = entry("seats").filter(|seat| !seat.is_null()).cloned();
        if let Some(intent) = entry("_intents")
            && read_intent(intent)? != Intent::Play
        {
            return Err(Refusal::JoinToPlay);
        }
        match self.compare(client, None)? {
            Compared::Behind | Compared::Older | Compared::Added(0) => {}
            Compared::Added(_) => return Err(Refusal::NotInTheHand),
        }
        Ok(Request { join: Some(Wish { stack, seat }), ..Request::of(author) })
    }

    fn interpret_change(&self, client: &Value, author: &str, row: usize) -> Result<Request, Refusal> {
        // Without names the client goes by the server's order.
        let at = match client.get("players") {
            None => row,
            Some(_) => place(client, author)?.ok_or_else(|| Refusal::NotAtTheTable(author.to_owned()))?,
        };
        let intents = client.get("_intents").and_then(Value::as_array);
        let intent = match intents.and_then(|intents| intents.get(at)) {
            Some(intent) => Some(read_intent(intent)?),
            None => None,
        };
        let intent = intent.filter(|&intent| intent != self.sheet.rows[row].sitter.standing.intent());
        let mut request = Request { intent, ..Request::of(author) };
        match self.compare(client, Some(row))? {
            Compared::Added(0) => {}
            Compared::Added(count) => request.lines = added_lines(client, count, row)?,
            // Behind, a player may change their mind; what they do in an older hand comes too late, and is not dropped
            // in silence: the last line of an older log may be meant for it.
            Compared::Older => {
                let lines = client.get("actions").and_then(Value::as_array).unwrap_or(&[]);
                if request.is_empty() || lines.last().is_some_and(|line| is_own(line, Some(row))) {
                    return Err(Refusal::Stale);
                }
            }
            Compared::Behind => {}
        }
        Ok(request)
    }

    /// The client's log against the server's, as the author may see it.
    fn compare(&self, client: &Value, row: Option<usize>) -> Result<Compared, Refusal> {
        if self.is_at_older_hand(client)? {
            return Ok(Compared::Older);
        }
        let none = [];
        let theirs = match client.get("actions") {
            None | Some(Value::Null) => &none[..],
            Some(Value::Array(lines)) => lines,
            Some(_) => return Err(Refusal::field("actions", "is no list: write a list of actions")),
        };
        let ours = &self.sheet.log;
        let eyes = Eyes::of(&self.sheet, row);
        for (at, (theirs_line, line)) in theirs.iter().zip(ours).enumerate() {
            if !same_line(&eyes, line, theirs_line) {
                let own = row.is_some() && theirs[at..].iter().all(|line| is_own(line, row));
                return Err(if own { Refusal::Stale } else { Refusal::History(at) });
            }
        }
        Ok(match theirs.len().checked_sub(ours.len()) {
            Some(added) => Compared::Added(added),
            None => Compared::Behind,
        })
    }

    /// Is the client still at an earlier hand? A hand that was not dealt yet is refused.
    fn is_at_older_hand(&self, client: &Value) -> Result<bool, Refusal> {
        let Some(ours) = &self.sheet.number else { return Ok(false) };
        let Some(theirs) = client.get("hand").filter(|number| !number.is_null()) else { return Ok(false) };
        if ours.means(theirs) {
            return Ok(false);
        }
        match (theirs.integer(), ours.integer()) {
            (Some(number), Some(now)) if number > now => Err(Refusal::LaterHand { number, now }),
            (Some(_), Some(_)) => Ok(true),
            // Names have no order: another name is an older hand.
            _ if theirs.integer().is_some() || theirs.as_str().is_some() => Ok(true),
            _ => Err(Refusal::field("hand", "is neither a whole number nor a name: write the table's own")),
        }
    }
}

enum Compared {
    /// The client knows all, and has added so many lines.
    Added(usize),
    /// The client has not seen everything of this hand yet.
    Behind,
    /// The client is at an earlier hand.
    Older,
}

/// The author's place in the client's own lists.
fn place(client: &Value, author: &str) -> Result<Option<usize>, Refusal> {
    let players = client.get("players").and_then(Value::as_array).unwrap_or(&[]);
    let mut places = players.iter().enumerate().filter(|(_, name)| name.as_str() == Some(author));
    match (places.next(), places.next()) {
        (Some(_), Some((at, _))) => {
            Err(Refusal::field(format!("players[{at}]"), "is there twice: name everybody once"))
        }
        (first, _) => Ok(first.map(|(at, _)| at)),
    }
}

fn read_intent(value: &Value) -> Result<Intent, Refusal> {
    let known = value.integer().and_then(Intent::from_number);
    known.ok_or_else(|| {
        let mut text = value.to_string();
        text.truncate(text.floor_char_boundary(20));
        Refusal::NoSuchIntent(text)
    })
}

/// Does the client's line say what the server's says, as far as its author may know it? The time may differ.
fn same_line(eyes: &Eyes, line: &Line, theirs: &Value) -> bool {
    let Some(theirs) = theirs.as_str() else { return false };
    let seen = eyes.see(line);
    if theirs == seen.text() || theirs == seen.bare() {
        return true;
    }
    match Line::read(theirs) {
        Ok(theirs) => match (theirs.said, seen.said) {
            (Said::Chat(_), Said::Chat(_)) => theirs.now(None).text() == seen.now(None).text(),
            (theirs, ours) => theirs == ours,
        },
        Err(_) => false,
    }
}

fn is_own(line: &Value, row: Option<usize>) -> bool {
    let line = line.as_str().and_then(|text| Line::read(text).ok());
    line.and_then(|line| line.player()).map(Player::index) == row
}

/// The lines at the end of the client's log, all their own.
fn added_lines(client: &Value, count: usize, row: usize) -> Result<Vec<Line>, Refusal> {
    let all = client.get("actions").and_then(Value::as_array).unwrap_or(&[]);
    let first = all.len() - count;
    let mut lines = Vec::new();
    for (at, text) in all.iter().enumerate().skip(first) {
        let field = || format!("actions[{at}]");
        let text =
            text.as_str().ok_or_else(|| Refusal::field(field(), "is no text: write it between quotes"))?;
        let line = Line::read(text).map_err(|error| Refusal::field(field(), error.to_string()))?;
        if line.player().map(Player::index) != Some(row) {
            return Err(Refusal::NotYours(at));
        }
        lines.push(line.now(None));
    }
    Ok(lines)
}

/// One action at a time and a little talk, all of it the author's own.
pub(crate) fn check_lines(lines: &[Line], row: usize) -> Result<(), Refusal> {
    let (mut actions, mut chats) = (0, 0);
    for (at, line) in lines.iter().enumerate() {
        if line.player().map(Player::index) != Some(row) {
            return Err(Refusal::NotYours(at));
        }
        match line.chat_text() {
            Some(chat) => {
                chats += 1;
                let long = chat.chars().count() > MAX_CHAT || chat.is_empty();
                let ends_line = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
                if long || chat.chars().any(ends_line) {
                    return Err(Refusal::BadChat { most: MAX_CHAT });
                }
            }
            None => actions += 1,
        }
        if actions > 1 || chats > CHATS_AT_ONCE {
            return Err(Refusal::OneAtATime);
        }
    }
    Ok(())
}

/// Cards somebody shows must all have faces: half a hand cannot be shown and half kept.
pub(crate) fn shows_in_full(action: &Action) -> bool {
    action.cards().iter().all(Option::is_some)
}
