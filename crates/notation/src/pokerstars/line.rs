//! One line of the play: who does what.

use super::cards;
use super::money::Money;
use super::{RUNS, STREETS};
use crate::phh::Amount;
use kozyr_cards::Card;

/// A seat line.
#[derive(Debug)]
pub(crate) struct SeatLine<'a> {
    pub(crate) seat: i64,
    pub(crate) name: &'a str,
    pub(crate) stack: Amount,
    /// `$5.00`, as it is.
    pub(crate) bounty: Option<&'a str>,
}

impl<'a> SeatLine<'a> {
    pub(crate) fn read(line: &'a str, money: Money) -> Option<SeatLine<'a>> {
        let (seat, rest) = line.strip_prefix("Seat ")?.split_once(": ")?;
        // Whether they are dealt in the play says: in tournaments those who sit out are.
        let rest = match rest.strip_suffix(" is sitting out") {
            Some(rest) => rest,
            None => match rest.find(") out of hand (moved from another table into ") {
                Some(at) if rest.ends_with(')') => &rest[..=at],
                _ => rest,
            },
        };
        let (name, chips) = rest.strip_suffix(')')?.rsplit_once(" (")?;
        let (stack, bounty) = chips.split_once(" in chips")?;
        let bounty = match bounty {
            "" => None,
            bounty => Some(bounty.strip_prefix(", ")?.strip_suffix(" bounty")?),
        };
        let seat = super::header::seat_number(seat)?;
        let stack = money.read(stack)?;
        let bounty_fits = bounty
            .is_none_or(|bounty| super::money::read_number(super::money::split_symbol(bounty).1).is_some());
        if is_name(name) && bounty_fits { Some(SeatLine { seat, name, stack, bounty }) } else { None }
    }
}

/// A name that a line of text can carry.
pub(crate) fn is_name(name: &str) -> bool {
    !name.is_empty() && name.trim() == name && !name.chars().any(char::is_control)
}

/// What is put in before the cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Post {
    Ante,
    SmallBlind,
    BigBlind,
    /// A small blind that is dead and a big blind that is live.
    Both,
    Straddle,
}

const POSTS: [(&str, Post); 5] = [
    ("posts the ante ", Post::Ante),
    ("posts small blind ", Post::SmallBlind),
    ("posts big blind ", Post::BigBlind),
    ("posts small & big blinds ", Post::Both),
    ("posts straddle ", Post::Straddle),
];

impl Post {
    /// The words before the amount.
    pub(crate) fn words(self) -> &'static str {
        POSTS.iter().find(|(_, post)| *post == self).map_or("", |(words, _)| *words)
    }
}

/// What a player does.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Deed {
    Post(Post, Amount, bool),
    /// With the cards they let the others see.
    Fold(Vec<Card>),
    Check,
    Call(Amount, bool),
    Bet(Amount, bool),
    Raise {
        by: Amount,
        to: Amount,
        all_in: bool,
    },
    Show(Vec<Card>),
    Muck,
    DoesNotShow,
    Collect(Amount),
    /// `Dealt to`.
    Dealt(Vec<Card>),
    /// `Uncalled bet`.
    TakesBack(Amount),
}

/// A line after the seats.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Line {
    HoleCards,
    /// Which run (none if there is one only), which street after the first, the cards before and the new ones.
    Street {
        run: Option<usize>,
        street: usize,
        before: Vec<Card>,
        dealt: Vec<Card>,
    },
    ShowDown(Option<usize>),
    Summary,
    /// The place in the list of names, and what they do.
    Player(usize, Deed),
    /// Talk and notices that do not touch the play.
    Talk,
}

/// A line is nobody's, or more than one player's.
pub(crate) enum NoLine {
    Unknown,
    Ambiguous,
}

impl Line {
    pub(crate) fn read(line: &str, names: &[&str], money: Money) -> Result<Line, NoLine> {
        if let Some(title) = line.strip_prefix("*** ") {
            return section(title).ok_or(NoLine::Unknown);
        }
        let mut found = Vec::new();
        if let Some((player, cards)) = line.strip_prefix("Dealt to ").and_then(|rest| rest.rsplit_once(" ["))
        {
            let at = line.len() - cards.len() - 1;
            found.extend(named(names, player).zip(cards::read(&line[at..]).map(Deed::Dealt)));
        }
        if let Some((amount, player)) =
            line.strip_prefix("Uncalled bet (").and_then(|rest| rest.split_once(") returned to "))
        {
            found.extend(named(names, player).zip(money.read(amount).map(Deed::TakesBack)));
        }
        for (place, name) in names.iter().enumerate() {
            let Some(rest) = line.strip_prefix(name) else { continue };
            let deed = match rest.strip_prefix(": ") {
                Some(deed) => read_deed(deed, money),
                None => rest.strip_prefix(" collected ").and_then(|rest| collected(rest, money)),
            };
            found.extend(deed.map(|deed| (place, deed)));
        }
        match (found.len(), found.pop()) {
            (1, Some((place, deed))) => Ok(Line::Player(place, deed)),
            (0, _) if is_talk(line, names) => Ok(Line::Talk),
            (0, _) => Err(NoLine::Unknown),
            _ => Err(NoLine::Ambiguous),
        }
    }
}

fn named(names: &[&str], name: &str) -> Option<usize> {
    names.iter().position(|other| *other == name)
}

/// `FLOP *** [2c 3c 4c]`, `FIRST TURN *** [2c 3c 4c] [5c]`, `SHOW DOWN ***` and the like.
fn section(title: &str) -> Option<Line> {
    let (title, rest) = title.split_once(" ***")?;
    let run = RUNS.iter().position(|run| title.strip_prefix(run).is_some_and(|rest| rest.starts_with(' ')));
    let title = run.map_or(title, |run| &title[RUNS[run].len() + 1..]);
    if let Some(street) = STREETS.iter().position(|street| *street == title) {
        let rest = rest.strip_prefix(' ')?;
        let (before, dealt) = match rest.split_once("] [") {
            Some((before, _)) => {
                (cards::read(&rest[..=before.len()])?, cards::read(&rest[before.len() + 2..])?)
            }
            None => (Vec::new(), cards::read(rest)?),
        };
        return Some(Line::Street { run, street, before, dealt });
    }
    match (title, run) {
        ("SHOW DOWN", run) if rest.is_empty() => Some(Line::ShowDown(run)),
        ("HOLE CARDS", None) if rest.is_empty() => Some(Line::HoleCards),
        ("SUMMARY", None) if rest.is_empty() => Some(Line::Summary),
        _ => None,
    }
}

/// An amount, all-in or not.
fn amount(text: &str, money: Money) -> Option<(Amount, bool)> {
    let (text, all_in) = match text.strip_suffix(" and is all-in") {
        Some(text) => (text, true),
        None => (text, false),
    };
    Some((money.read(text).filter(|amount| amount.is_positive())?, all_in))
}

fn read_deed(text: &str, money: Money) -> Option<Deed> {
    if let Some((words, post)) = POSTS.iter().find(|(words, _)| text.starts_with(words)) {
        let (amount, all_in) = amount(&text[words.len()..], money)?;
        return Some(Deed::Post(*post, amount, all_in));
    }
    match text {
        "folds" => return Some(Deed::Fold(Vec::new())),
        "checks" => return Some(Deed::Check),
        "mucks hand" => return Some(Deed::Muck),
        "doesn't show hand" => return Some(Deed::DoesNotShow),
        _ => {}
    }
    let (word, rest) = text.split_once(' ')?;
    match word {
        "folds" => cards::read(rest).map(Deed::Fold),
        "calls" => amount(rest, money).map(|(amount, all_in)| Deed::Call(amount, all_in)),
        "bets" => amount(rest, money).map(|(amount, all_in)| Deed::Bet(amount, all_in)),
        "raises" => {
            let (by, to) = rest.split_once(" to ")?;
            let ((by, _), (to, all_in)) =
                (amount(by, money).filter(|(_, all_in)| !all_in)?, amount(to, money)?);
            Some(Deed::Raise { by, to, all_in })
        }
        "shows" => {
            let (shown, name) = rest.split_at(rest.find(']')? + 1);
            let fits = name.is_empty() || name.starts_with(" (") && name.ends_with(')');
            cards::read(shown).filter(|_| fits).map(Deed::Show)
        }
        _ => None,
    }
}

/// `$5 from pot`, `$5 from side pot-2`.
fn collected(rest: &str, money: Money) -> Option<Deed> {
    let rest = rest.strip_suffix(" (pot not awarded as player cashed out)").unwrap_or(rest);
    let (amount, pot) = rest.split_once(" from ")?;
    let side = |rest: &str| {
        rest.is_empty() || rest.strip_prefix('-').is_some_and(|n| super::header::seat_number(n).is_some())
    };
    let known = matches!(pot, "pot" | "main pot") || pot.strip_prefix("side pot").is_some_and(side);
    money.read(amount).filter(|amount| known && amount.is_positive()).map(Deed::Collect)
}

/// What the room says of somebody, at the table or gone from it.
const NOTICES: [&str; 13] = [
    " has timed out",
    " has timed out while disconnected",
    " has timed out while being disconnected",
    " is disconnected",
    " is connected",
    " has returned",
    " is sitting out",
    ": is sitting out",
    ": sits out",
    " was removed from the table for failing to post",
    " will be allowed to play after the button",
    " leaves the table",
    " has requested TIME",
];
/// The same, with something after it.
const LONG_NOTICES: [&str; 9] = [
    " finished the tournament in ",
    " finished the tournament",
    " wins the tournament and receives ",
    " wins the tournament",
    " wins ",
    " split the ",
    " re-buys and receives ",
    " takes the add-on and receives ",
    " cashed out the hand for ",
];
/// What the room says of nobody in particular.
const REMARKS: [&str; 1] = ["Betting is capped"];

/// Talk, coming and going, and notices that leave the play as it is.
pub(crate) fn is_talk(line: &str, names: &[&str]) -> bool {
    // Anybody may talk or come: they need not have a seat.
    let speaks =
        line.split_once(" said, \"").is_some_and(|(name, rest)| is_name(name) && rest.ends_with('"'));
    let comes = line
        .rsplit_once(" joins the table at seat #")
        .is_some_and(|(name, seat)| is_name(name) && super::header::seat_number(seat).is_some());
    let of_a_player =
        |rest: &str| NOTICES.contains(&rest) || LONG_NOTICES.iter().any(|notice| rest.starts_with(notice));
    // Notices come late: their people may have left, and others watch. What a player does stands after a colon.
    let is_outsider = |name: &str| is_name(name) && !name.contains(": ");
    let of_an_outsider = || {
        NOTICES.iter().any(|notice| line.strip_suffix(notice).is_some_and(is_outsider))
            || LONG_NOTICES.iter().any(|notice| line.find(notice).is_some_and(|at| is_outsider(&line[..at])))
    };
    !line.chars().any(char::is_control)
        && (speaks
            || comes
            || REMARKS.contains(&line)
            || names.iter().filter_map(|name| line.strip_prefix(name)).any(of_a_player)
            || of_an_outsider())
}
