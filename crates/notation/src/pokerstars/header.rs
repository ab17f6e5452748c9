//! The first two lines: which hand, which game, which stakes, when, and which table.

use super::Problem;
use super::money::{self, split_symbol};
use crate::phh::{Amount, Hand, LocalTime, engine_code};

/// What the games are called, for people.
pub(crate) const GAME_NAMES: &str =
    "Hold'em No Limit, Hold'em Pot Limit, Hold'em Limit, Omaha Pot Limit, Omaha Hi/Lo Limit";
/// What the games are called, and the code of the engine's variant.
const GAMES: [(&str, &str); 5] = [
    ("Hold'em No Limit", "NT"),
    ("Hold'em Pot Limit", "PT"),
    ("Hold'em Limit", "FT"),
    ("Omaha Pot Limit", "PO"),
    ("Omaha Hi/Lo Limit", "FO/8"),
];

/// What the game of a document is called.
pub(crate) fn game_name(document: &Hand) -> Option<&'static str> {
    GAMES.iter().find(|(_, code)| *code == engine_code(document)).map(|(name, _)| *name)
}

/// How a header begins after `PokerStars `: the words, and the kind of hand.
const BEGINNINGS: [(&str, Kind); 6] = [
    ("Hand", Kind::Plain),
    ("Game", Kind::Plain),
    ("Zoom Hand", Kind::Zoom),
    ("Zoom Game", Kind::Zoom),
    ("Home Game Hand", Kind::Home),
    ("Home Game", Kind::Home),
];

/// Where a hand was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Plain,
    Zoom,
    Home,
}

/// What comes after the words a header begins with, if it does.
pub(crate) fn after_beginning(line: &str) -> Option<(Kind, &str)> {
    let rest = line.strip_prefix("PokerStars ")?;
    BEGINNINGS
        .iter()
        .find_map(|(words, kind)| Some((*kind, rest.strip_prefix(words)?)))
        .filter(|(_, rest)| rest.starts_with(" #") || rest.starts_with(':'))
}

/// The first line.
#[derive(Debug)]
pub(crate) struct Header<'a> {
    pub(crate) kind: Kind,
    /// The club of a home game.
    pub(crate) club: Option<&'a str>,
    /// What stands after the `#`.
    pub(crate) hand: Option<&'a str>,
    /// `Tournament #1, $10+$1 USD`, with the number of the level.
    pub(crate) tournament: Option<(&'a str, Option<i64>)>,
    /// The engine's code of the variant.
    pub(crate) code: &'static str,
    pub(crate) symbol: Option<char>,
    pub(crate) currency: Option<&'a str>,
    /// The blinds; in limit games the bets.
    pub(crate) stakes: [Amount; 2],
    /// `ADM ID: N1234`, which some countries ask for.
    pub(crate) permit: Option<&'a str>,
    pub(crate) time: Option<When<'a>>,
}

/// A time with the zone it is in, and what stands after it in brackets.
#[derive(Debug, Default)]
pub(crate) struct When<'a> {
    pub(crate) date: [i64; 3],
    pub(crate) time: Option<LocalTime>,
    pub(crate) zone: Option<&'a str>,
    pub(crate) eastern: Option<&'a str>,
}

impl<'a> Header<'a> {
    pub(crate) fn read(line: &'a str) -> Result<Header<'a>, Problem> {
        let (kind, rest) = after_beginning(line).ok_or(Problem::NotAHeader)?;
        let (number, rest) = rest.split_once(':').ok_or(Problem::NotAHeader)?;
        let hand = match number.strip_prefix(" #") {
            Some(number) if is_word(number) => Some(number),
            None if number.is_empty() => None,
            _ => return Err(Problem::NotAHeader),
        };
        let rest = rest.trim_start();
        let (club, rest) = match rest.strip_prefix('{').filter(|_| kind == Kind::Home) {
            Some(rest) => {
                let (club, rest) = rest.split_once("} ").ok_or(Problem::NotAHeader)?;
                (Some(club).filter(|club| is_club(club)), rest.trim_start())
            }
            None => (None, rest),
        };
        let (open, close) = stakes_at(rest).ok_or_else(|| without_stakes(rest))?;
        let (before, inside, after) = (rest[..open].trim_end(), &rest[open + 1..close], &rest[close + 1..]);
        let (event, game) =
            if before.contains("Tournament #") { tournament(before)? } else { (None, before) };
        let code = GAMES.iter().find(|(name, _)| *name == game);
        let code = code.ok_or_else(|| Problem::Game(game.into()))?.1;
        let (symbol, currency, stakes) = read_stakes(inside)?;
        let (permit, after) = match after.strip_prefix(" [").and_then(|rest| rest.split_once(']')) {
            Some((permit, after)) if is_permit(permit) => (Some(permit), after),
            _ => (None, after),
        };
        let time = match after.strip_prefix(" - ") {
            Some(time) => Some(When::read(time).ok_or(Problem::Time)?),
            None if after.is_empty() => None,
            None => return Err(Problem::Time),
        };
        Ok(Header { kind, club, hand, tournament: event, code, symbol, currency, stakes, permit, time })
    }
}

/// What is wrong with a header that has no stakes as ours have them: short deck, for one, has a button blind and an ante
/// there, and it is the game that is not read.
fn without_stakes(rest: &str) -> Problem {
    let game = rest.split('(').next().unwrap_or_default().trim_end();
    let known =
        game.is_empty() || game.contains("Tournament #") || GAMES.iter().any(|(name, _)| *name == game);
    if known || !rest.contains('(') { Problem::Stakes } else { Problem::Game(game.into()) }
}

/// The name of a club, such as `Club #1234`.
pub(crate) fn is_club(club: &str) -> bool {
    !club.is_empty() && !club.contains(['{', '}', '(', ')']) && !club.chars().any(char::is_control)
}

/// `ADM ID: N1234` or `AAMS ID: N1234`.
pub(crate) fn is_permit(permit: &str) -> bool {
    let id = permit.strip_prefix("ADM ID: ").or_else(|| permit.strip_prefix("AAMS ID: "));
    id.is_some_and(|id| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// The brackets around the stakes: the first whose inside has a slash and begins with a digit or a sign.
fn stakes_at(rest: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    while let Some(open) = rest[from..].find('(').map(|at| at + from) {
        let close = open + rest[open..].find(')')?;
        let (_, number) = split_symbol(&rest[open + 1..close]);
        if number.starts_with(|c: char| c.is_ascii_digit()) && number.contains('/') {
            return Some((open, close));
        }
        from = open + 1;
    }
    None
}

type Event<'a> = Option<(&'a str, Option<i64>)>;

/// `Tournament #1, $10+$1 USD Hold'em No Limit - Level V`: the tournament, its level, the game.
fn tournament(before: &str) -> Result<(Event<'_>, &str), Problem> {
    let (before, level) = match before.rsplit_once(" - ") {
        Some((before, level)) => {
            let level = level.rsplit_once(", ").map_or(level, |(_, level)| level);
            let number = level.strip_prefix("Level ").and_then(roman_number).ok_or(Problem::NotAHeader)?;
            (before, Some(number))
        }
        None => (before, None),
    };
    let named = GAMES.iter().find(|(name, _)| before.ends_with(name));
    let Some((game, _)) = named else {
        let game = before.split_once(", ").map_or(before, |(_, rest)| rest);
        return Err(Problem::Game(game.into()));
    };
    let event = before[..before.len() - game.len()].trim_end();
    if !is_tournament(event) {
        return Err(Problem::NotAHeader);
    }
    Ok((Some((event, level)), &before[before.len() - game.len()..]))
}

/// `Tournament #1, $10+$1 USD`: a number, and what it costs.
pub(crate) fn is_tournament(event: &str) -> bool {
    let Some(rest) = event.strip_prefix("Zoom ").unwrap_or(event).strip_prefix("Tournament #") else {
        return false;
    };
    let (number, buy_in) = match rest.split_once(", ") {
        Some((number, buy_in)) => (number, Some(buy_in)),
        None => (rest, None),
    };
    let plain = |text: &str| {
        !text.is_empty() && text.trim() == text && !text.contains(['(', ')', '\'']) && !text.contains(" - ")
    };
    !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && buy_in.is_none_or(|buy_in| plain(buy_in) && !buy_in.chars().any(char::is_control))
}

/// The sign, the currency, the two amounts.
type Stakes<'a> = (Option<char>, Option<&'a str>, [Amount; 2]);

fn read_stakes(inside: &str) -> Result<Stakes<'_>, Problem> {
    if inside.contains(" Cap") {
        return Err(Problem::Cap);
    }
    let (amounts, currency) = match inside.split_once(' ') {
        Some((amounts, currency)) if is_currency(currency) => (amounts, Some(currency)),
        Some(_) => return Err(Problem::Stakes),
        None => (inside, None),
    };
    let (small, big) = amounts.split_once('/').ok_or(Problem::Stakes)?;
    let ((symbol, small), (again, big)) = (split_symbol(small), split_symbol(big));
    if symbol != again {
        return Err(Problem::Stakes);
    }
    let number = |text| money::read_number(text).ok_or(Problem::Stakes);
    let (small, big) = (number(small)?, number(big)?);
    if !big.is_positive() {
        return Err(Problem::Stakes);
    }
    Ok((symbol, currency, [small, big]))
}

/// Three capital letters.
pub(crate) fn is_currency(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// One word that nothing in the header would be taken for.
pub(crate) fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control() || c == ':')
}

/// A zone: letters, digits, signs.
pub(crate) fn is_zone(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | ':' | '/' | '_');
    !text.is_empty() && text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(fits)
}

/// Is it a time as the header has it?
pub(crate) fn is_time(text: &str) -> bool {
    When::read(text).is_some_and(|when| when.eastern.is_none())
}

impl<'a> When<'a> {
    /// `2024/01/02 3:04:05 CET [2024/01/01 21:04:05 ET]`, the brackets as they are.
    fn read(text: &'a str) -> Option<When<'a>> {
        let (text, eastern) = match text.split_once(" [") {
            Some((text, rest)) => (text, Some(rest.strip_suffix(']').filter(|rest| !rest.contains('['))?)),
            None => (text, None),
        };
        let mut words = text.split(' ');
        let mut date = words.next()?.split('/');
        let number =
            |text: &str| text.parse::<i64>().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()));
        let date = [
            number(date.next()?)?,
            number(date.next()?)?,
            number(date.next()?).filter(|_| date.next().is_none())?,
        ];
        if !(1..=12).contains(&date[1]) || !(1..=31).contains(&date[2]) {
            return None;
        }
        let mut word = words.next();
        let mut when = When { date, eastern, ..When::default() };
        if let Some(time) =
            word.filter(|word| word.contains(':') && word.starts_with(|c: char| c.is_ascii_digit()))
        {
            when.time = Some(clock(time)?);
            word = words.next();
        }
        if let Some(zone) = word {
            when.zone = Some(zone).filter(|zone| is_zone(zone));
            when.zone?;
        }
        if words.next().is_some() || eastern.is_some_and(|eastern| When::read(eastern).is_none()) {
            return None;
        }
        Some(when)
    }
}

fn clock(text: &str) -> Option<LocalTime> {
    let mut parts = text.split(':');
    let mut number = |least: usize| {
        let part = parts.next().filter(|part| (least..=2).contains(&part.len()))?;
        part.parse::<u8>().ok().filter(|_| part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let (hour, minute, second) = (number(1)?, number(2)?, number(2)?);
    if parts.next().is_some() { None } else { LocalTime::new(hour, minute, second, 0) }
}

/// The second line.
#[derive(Debug)]
pub(crate) struct Table<'a> {
    pub(crate) name: Option<&'a str>,
    pub(crate) seats: Option<i64>,
    pub(crate) button: i64,
}

/// What the text says of a table without money.
pub(crate) const PLAY_MONEY: &str = "(Play Money) ";

impl<'a> Table<'a> {
    pub(crate) fn read(line: &'a str) -> Option<Table<'a>> {
        let rest = line.strip_prefix("Table ")?;
        let (rest, button) = rest.rsplit_once("Seat #")?;
        let button = seat_number(button.strip_suffix(" is the button")?)?;
        let (name, rest) = match rest.strip_prefix('\'') {
            Some(rest) => {
                let (name, rest) = rest.rsplit_once("' ")?;
                (Some(name), rest)
            }
            None => (None, rest),
        };
        let rest = rest.strip_suffix(PLAY_MONEY).unwrap_or(rest);
        let seats = match rest {
            "" => None,
            rest => Some(seat_number(rest.strip_suffix("-max ")?).filter(|&seats| seats > 1)?),
        };
        Some(Table { name, seats, button })
    }
}

/// A seat: 1 to 99.
pub(crate) fn seat_number(text: &str) -> Option<i64> {
    let plain = matches!(text.as_bytes(), [b'1'..=b'9'] | [b'1'..=b'9', b'0'..=b'9']);
    if plain { text.parse().ok() } else { None }
}

const ROMAN: [(i64, &str); 13] = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
];

/// The highest level that has a Roman number.
pub(crate) const MOST_LEVELS: i64 = 3999;

/// A number from 1 to 3999 in Roman letters.
pub(crate) fn roman(mut number: i64) -> String {
    let mut text = String::new();
    for (value, letters) in ROMAN {
        while number >= value {
            text.push_str(letters);
            number -= value;
        }
    }
    text
}

fn roman_number(text: &str) -> Option<i64> {
    let (mut number, mut rest) = (0, text);
    for (value, letters) in ROMAN {
        while let Some(after) = rest.strip_prefix(letters) {
            (number, rest) = (number + value, after);
        }
    }
    Some(number).filter(|&number| (1..=MOST_LEVELS).contains(&number) && roman(number) == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_every_kind() {
        for (line, hand, variant, stakes) in [
            (
                "PokerStars Hand #5: Hold'em No Limit ($0.50/$1.00 USD) - 2024/01/02 3:04:05 ET",
                Some("5"),
                "NT",
                ["0.50", "1"],
            ),
            (
                "PokerStars Zoom Hand #5: Omaha Pot Limit (€0.01/€0.02) - 2024/01/02 13:04:05 CET [2024/01/02 7:04:05 ET]",
                Some("5"),
                "PO",
                ["0.01", "0.02"],
            ),
            ("PokerStars Hand #7: Hold'em Pot Limit ($1/$2 USD)", Some("7"), "PT", ["1", "2"]),
            (
                "PokerStars Home Game Hand #8: {Friday Nights} Hold'em No Limit (100/200) - 2024/01/02 3:04:05 ET",
                Some("8"),
                "NT",
                ["100", "200"],
            ),
            (
                "PokerStars Home Game #8: {Club #12}  Tournament #5, $1+$0.10 USD Hold'em No Limit - Level II (10/20)",
                Some("8"),
                "NT",
                ["10", "20"],
            ),
            (
                "PokerStars Hand #8: Zoom Tournament #5, €4.50+€0.50 EUR Hold'em No Limit - Level II (10/20) [ADM ID: N7F] - 2024/01/02 3:04:05 CET",
                Some("8"),
                "NT",
                ["10", "20"],
            ),
            ("PokerStars Game #7: Hold'em Limit ($1,000/$2,000)", Some("7"), "FT", ["1000", "2000"]),
            ("PokerStars Hand: Omaha Hi/Lo Limit (50/100) - 2024/1/2", None, "FO/8", ["50", "100"]),
            (
                "PokerStars Hand #9: Tournament #11, $10+$1 USD Hold'em No Limit - Level V (50/100) - 2024/01/02 3:04:05 ET",
                Some("9"),
                "NT",
                ["50", "100"],
            ),
            (
                "PokerStars Hand #9: Tournament #11, Freeroll  Hold'em No Limit - Match Round I, Level II (5/10)",
                Some("9"),
                "NT",
                ["5", "10"],
            ),
        ] {
            let header = Header::read(line).unwrap_or_else(|problem| panic!("{line}: {problem}"));
            assert_eq!((header.hand, header.code), (hand, variant), "{line}");
            assert_eq!(header.stakes, stakes.map(|amount| amount.parse().unwrap()), "{line}");
        }
        let header = Header::read(
            "PokerStars Hand #9: Tournament #11, $10+$1 USD Hold'em No Limit - Level XIV (5/10)",
        )
        .unwrap();
        assert_eq!(header.tournament, Some(("Tournament #11, $10+$1 USD", Some(14))));
        for line in [
            "",
            "PokerStars",
            "PartyPoker Hand #1: Hold'em No Limit ($1/$2)",
            "PokerStars Hand #1 Hold'em No Limit ($1/$2)",
            "PokerStars Hand #1: Razz Limit ($1/$2)",
            "PokerStars Home Hand #1: Hold'em No Limit ($1/$2)",
            "PokerStars Hand #1: {Club #12} Hold'em No Limit ($1/$2)",
            "PokerStars Home Game Hand #1: {Club #12 Hold'em No Limit ($1/$2)",
            "PokerStars Hand #1: Hold'em No Limit ($1/$2) [XYZ ID: 5] - 2024/01/02",
            "PokerStars Hand #1: Hold'em No Limit ($1/€2)",
            "PokerStars Hand #1: Hold'em No Limit ($1/$2 dollars)",
            "PokerStars Hand #1: Hold'em No Limit ($1/$2) - yesterday",
            "PokerStars Hand #1: Hold'em No Limit ($1/$2) - 2024/13/02",
            "PokerStars Hand #1: Hold'em No Limit ($1/$2) - 2024/12/02 25:00:00 ET",
            "PokerStars Hand #1: Hold'em No Limit ($1/$0)",
            "PokerStars Hand #9: Tournament #11, $10 Hold'em No Limit - Level IIII (5/10)",
        ] {
            assert!(Header::read(line).is_err(), "{line}");
        }
    }

    #[test]
    fn games_that_are_not_read_are_named() {
        for (header, told) in [
            (
                "6+ Hold'em No Limit (Button Blind $0.25 - Ante $0.25  USD) - 2019/01/16 18:35:56 EET",
                "`6+ Hold'em No Limit` is",
            ),
            ("Razz Limit ($1/$2 USD)", "`Razz Limit` is"),
            (
                "Hold'em No Limit ($0.50/$1.00 - $20 Cap -  USD) - 2012/01/02 3:04:05 ET",
                "the stakes have a cap",
            ),
            ("Hold'em No Limit (a lot)", "the stakes are written like"),
        ] {
            let problem = Header::read(&format!("PokerStars Hand #1:  {header}")).expect_err(header);
            assert!(problem.to_string().starts_with(told), "{header}: {problem}");
        }
    }

    #[test]
    fn tables() {
        let table = Table::read("Table 'O'Brien's' 6-max (Play Money) Seat #12 is the button").unwrap();
        assert_eq!((table.name, table.seats, table.button), (Some("O'Brien's"), Some(6), 12));
        let table = Table::read("Table Seat #2 is the button").unwrap();
        assert_eq!((table.name, table.seats, table.button), (None, None, 2));
        for line in ["Table", "Table 'A' Seat #0 is the button", "Table 'A' six-max Seat #1 is the button"] {
            assert!(Table::read(line).is_none(), "{line}");
        }
    }

    #[test]
    fn levels_are_roman() {
        for (number, text) in [(1, "I"), (4, "IV"), (9, "IX"), (14, "XIV"), (49, "XLIX"), (3999, "MMMCMXCIX")]
        {
            assert_eq!((roman(number).as_str(), roman_number(text)), (text, Some(number)));
        }
        assert!(["", "IIII", "IVI", "five", "MMMM"].iter().all(|text| roman_number(text).is_none()));
    }
}
