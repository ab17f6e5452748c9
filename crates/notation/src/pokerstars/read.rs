//! From the text to the document.

mod check;
mod script;
mod streets;

use super::header::{Header, Kind, Table};
use super::line::{Deed, Line, NoLine, Post, SeatLine};
use super::money::Money;
use super::posts::Posted;
use super::summary::{Outcome, SummaryLine};
use super::{Error, MAX_HAND_BYTES, Problem};
use crate::phh::{Amount, Hand, Name, TextField, Value, hand_of};
use kozyr_chips::{Chips, Scale};
use script::{Script, Step};

/// Reads the text of one hand.
pub fn read(text: &str) -> Result<Hand, Error> {
    if text.len() > MAX_HAND_BYTES {
        return Err(Error::new(1, Problem::TooLong));
    }
    let page = Page::read(text)?;
    let (document, script) = page.document()?;
    page.played(document, &script)
}

/// Reads the text of one hand, if it is text.
pub fn read_bytes(bytes: &[u8]) -> Result<Hand, Error> {
    match std::str::from_utf8(bytes) {
        Ok(text) => read(text),
        Err(error) => {
            let lines = memchr::memchr_iter(b'\n', &bytes[..error.valid_up_to()]).count() as u64;
            Err(Error::new(lines + 1, Problem::NotText))
        }
    }
}

/// The text taken apart, line by line.
struct Page<'a> {
    header: Header<'a>,
    table: Table<'a>,
    seats: Vec<SeatLine<'a>>,
    /// What happens up to the summary, with the number and text of each line.
    lines: Vec<(u64, &'a str, Line)>,
    summary: Vec<(u64, SummaryLine)>,
    /// The line of the summary's title.
    summary_at: u64,
    /// Who is dealt in, in playing order, as places in the list of seats.
    order: Vec<usize>,
    money: Money,
}

fn at<T>(line: u64, problem: Problem) -> Result<T, Error> {
    Err(Error::new(line, problem))
}

impl<'a> Page<'a> {
    fn read(text: &'a str) -> Result<Page<'a>, Error> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = (1..).zip(text.lines().map(str::trim_end));
        let mut last = 1;
        let mut next = |before: &'static str| {
            let found = lines.next();
            last = found.map_or(last, |(number, _)| number);
            found.ok_or_else(|| Error::new(last, Problem::Ends(before)))
        };
        let (mut number, mut line) = next("its header")?;
        while line.is_empty() {
            (number, line) = next("its header")?;
        }
        let header = Header::read(line).map_err(|problem| Error::new(number, problem))?;
        let money = Money { symbol: header.symbol, scale: Scale::WHOLE };
        let (number, line) = next("the table")?;
        let table = Table::read(line).ok_or_else(|| Error::new(number, Problem::NotATable))?;
        let mut page = Page {
            header,
            table,
            seats: Vec::new(),
            lines: Vec::new(),
            summary: Vec::new(),
            summary_at: 0,
            order: Vec::new(),
            money,
        };
        let mut current = next("the seats")?;
        while current.1.starts_with("Seat ") {
            page.add_seat(current.0, current.1)?;
            current = next("*** HOLE CARDS ***")?;
        }
        let names: Vec<&str> = page.seats.iter().map(|seat| seat.name).collect();
        loop {
            let (number, text) = current;
            let line =
                Line::read(text, &names, money).map_err(|why| Error::new(number, no_line(&why, &page)))?;
            if line == Line::Summary {
                page.summary_at = number;
                break;
            }
            page.lines.push((number, text, line));
            current = next("*** SUMMARY ***")?;
        }
        let rest = std::iter::from_fn(|| next("").ok()).filter(|(_, line)| !line.is_empty());
        page.read_summary(rest)?;
        page.put_in_order()?;
        Ok(page)
    }

    fn add_seat(&mut self, number: u64, line: &'a str) -> Result<(), Error> {
        let Some(seat) = SeatLine::read(line, self.money) else { return at(number, Problem::NotASeat) };
        if self.seats.iter().any(|other| other.seat == seat.seat) {
            return at(number, Problem::Twice(format!("seat {}", seat.seat).into()));
        }
        if self.seats.iter().any(|other| other.name == seat.name) {
            return at(number, Problem::Twice(seat.name.into()));
        }
        self.seats.push(seat);
        Ok(())
    }

    fn read_summary(&mut self, lines: impl Iterator<Item = (u64, &'a str)>) -> Result<(), Error> {
        let seats: Vec<(i64, &str)> = self.seats.iter().map(|seat| (seat.seat, seat.name)).collect();
        for (number, line) in lines {
            match SummaryLine::read(line, &seats, self.money) {
                Some(line) => self.summary.push((number, line)),
                None => return at(number, Problem::Unknown("the end of the summary")),
            }
        }
        Ok(())
    }

    /// Whoever does something or has a line in the summary is dealt in; they play clockwise from the button's left.
    fn put_in_order(&mut self) -> Result<(), Error> {
        let acts = |place: usize| {
            self.lines.iter().any(|(_, _, line)| matches!(line, Line::Player(player, _) if *player == place))
        };
        let listed = |place: usize| self.outcome(place).is_some();
        let mut dealt: Vec<usize> =
            (0..self.seats.len()).filter(|&place| acts(place) || listed(place)).collect();
        let button = self.table.button;
        dealt.sort_by_key(|&place| (self.seats[place].seat <= button, self.seats[place].seat));
        if !(2..=kozyr_poker::MAX_PLAYERS).contains(&dealt.len()) {
            return at(self.summary_at, Problem::Players(dealt.len()));
        }
        self.order = dealt;
        Ok(())
    }

    fn outcome(&self, place: usize) -> Option<(u64, &Outcome)> {
        self.summary.iter().find_map(|(number, line)| match line {
            SummaryLine::Seat(seat, outcome) if *seat == place => Some((*number, outcome)),
            _ => None,
        })
    }

    /// Who has the small or the big blind, according to the summary.
    fn tags(&self) -> Vec<(u64, usize, Post)> {
        let mut tags = Vec::new();
        for (line, summary) in &self.summary {
            if let SummaryLine::Seat(place, outcome) = summary {
                let player = self.player(*place);
                tags.extend(outcome.small_blind.then_some((*line, player, Post::SmallBlind)));
                tags.extend(outcome.big_blind.then_some((*line, player, Post::BigBlind)));
            }
        }
        tags
    }

    /// The player in playing order who sits at this place of the list of seats.
    fn player(&self, place: usize) -> usize {
        self.order.iter().position(|&other| other == place).expect("whoever acts is dealt in")
    }

    /// The finest unit that occurs.
    fn scale(&self) -> Scale {
        let stacks = self.seats.iter().map(|seat| seat.stack);
        let deeds = self.lines.iter().flat_map(|(_, _, line)| match line {
            Line::Player(_, deed) => amounts(deed),
            _ => [None; 2],
        });
        let all = stacks.chain(self.header.stakes).chain(deeds.flatten());
        all.map(Amount::scale).max().unwrap_or(Scale::WHOLE)
    }

    fn document(&self) -> Result<(Hand, Script<'_>), Error> {
        let mut document = hand_of(self.header.code).expect("every game of a header is one of documents");
        self.describe(&mut document);
        self.posts(&mut document)?;
        let script = self.script()?;
        for step in &script.steps {
            match step.talk {
                Some(talk) => document.push_with_commentary(step.action, talk),
                None => document.push(step.action),
            }
        }
        if script.boards.len() > 1 {
            let runs = Value::Integer(script.boards.len() as i64);
            document.set_user_field("_options", Value::Table(vec![("runouts".to_owned(), runs)]));
        }
        Ok((document, script))
    }

    /// Everything but the play.
    fn describe(&self, document: &mut Hand) {
        let header = &self.header;
        document.set_hand(header.hand.map(name));
        document.set_table(self.table.name.map(name));
        document.seat_count = self.table.seats;
        if let Some((event, level)) = header.tournament {
            document.set_text(TextField::Event, Some(event));
            document.level = level;
        }
        if let Some(symbol) = header.symbol {
            document.set_text(TextField::CurrencySymbol, Some(symbol.encode_utf8(&mut [0; 4])));
        }
        document.set_text(TextField::Currency, header.currency);
        if let Some(when) = &header.time {
            let [year, month, day] = when.date;
            (document.year, document.month, document.day) = (Some(year), Some(month), Some(day));
            document.time = when.time;
            document.set_text(TextField::TimeZoneAbbreviation, when.zone);
            if let Some(eastern) = when.eastern {
                document.set_user_field("_eastern_time", Value::Text(eastern.to_owned()));
            }
        }
        match header.kind {
            Kind::Plain => {}
            Kind::Zoom => document.set_user_field("_zoom", Value::Boolean(true)),
            Kind::Home => {
                let club = header.club.unwrap_or_default();
                document.set_user_field("_home_game", Value::Text(club.to_owned()));
            }
        }
        if let Some(permit) = header.permit {
            document.set_user_field("_permit", Value::Text(permit.to_owned()));
        }
        document.set_players(self.order.iter().map(|&place| self.seats[place].name));
        document.seats = self.order.iter().map(|&place| self.seats[place].seat).collect();
        document.starting_stacks = self.order.iter().map(|&place| self.seats[place].stack).collect();
        let button = self.table.button;
        if document.seats.last() != Some(&button) {
            let places = vec![("button".to_owned(), Value::Integer(button))];
            document.set_user_field("_positions", Value::Table(places));
        }
        if self.order.iter().any(|&place| self.seats[place].bounty.is_some()) {
            let bounty =
                |&place: &usize| Value::Text(self.seats[place].bounty.unwrap_or_default().to_owned());
            document.set_user_field("_bounties", Value::Array(self.order.iter().map(bounty).collect()));
        }
        let out = (0..self.seats.len()).filter(|place| !self.order.contains(place));
        let out: Vec<Value> = out.map(|place| out_of_hand(&self.seats[place])).collect();
        if !out.is_empty() {
            document.set_user_field("_out", Value::Array(out));
        }
    }

    fn posts(&self, document: &mut Hand) -> Result<(), Error> {
        let scale = self.scale();
        let chips = |line: u64, amount: Amount| amount.to_chips(scale).or_else(|_| at(line, Problem::Stakes));
        let stacks = self.order.iter().map(|&place| chips(1, self.seats[place].stack));
        let stacks = stacks.collect::<Result<Vec<Chips>, _>>()?;
        let is_limit = document.variant.is_fixed_limit();
        let [small, big] = self.header.stakes;
        let mut posted = Posted::new(stacks, [chips(1, small)?, chips(1, big)?], is_limit);
        let mut open = true;
        for (number, _, line) in &self.lines {
            match line {
                Line::HoleCards => open = false,
                Line::Player(place, Deed::Post(post, amount, all_in)) if open => {
                    let problem = posted.post(self.player(*place), *post, chips(*number, *amount)?, *all_in);
                    problem.map_err(|problem| Error::new(*number, problem))?;
                }
                Line::Player(_, Deed::Post(..)) => return at(*number, Problem::Unknown("the next street")),
                _ => {}
            }
        }
        let problem = posted.complete(&self.tags());
        problem.map_err(|(line, problem)| Error::new(line, problem))?;
        let unposted = !posted.has_small_blind();
        let list = |amounts: Vec<Chips>| -> Result<Vec<Amount>, Error> {
            let mut amounts = amounts;
            if amounts.len() == 2 {
                amounts.reverse();
            }
            let amount = |chips| Amount::from_chips(chips, scale).or_else(|_| at(1, Problem::Stakes));
            amounts.into_iter().map(amount).collect()
        };
        document.antes = list(posted.antes)?;
        document.blinds_or_straddles = list(posted.blinds)?;
        if is_limit {
            (document.small_bet, document.big_bet) = (Some(small), Some(big));
        } else {
            document.min_bet = Some(big);
        }
        if unposted && !is_limit {
            let both = [small, big].map(number);
            document.set_user_field("_blinds", Value::Array(both.to_vec()));
        }
        Ok(())
    }
}

fn no_line(why: &NoLine, page: &Page<'_>) -> Problem {
    let dealt = page.lines.iter().any(|(_, _, line)| *line == Line::HoleCards);
    match why {
        NoLine::Ambiguous => Problem::Ambiguous,
        NoLine::Unknown if dealt => Problem::Unknown("*** SUMMARY ***"),
        NoLine::Unknown => Problem::Unknown("*** HOLE CARDS ***"),
    }
}

fn amounts(deed: &Deed) -> [Option<Amount>; 2] {
    match deed {
        Deed::Post(_, amount, _) | Deed::Call(amount, _) | Deed::Bet(amount, _) => [Some(*amount), None],
        Deed::Collect(amount) | Deed::TakesBack(amount) => [Some(*amount), None],
        Deed::Raise { by, to, .. } => [Some(*by), Some(*to)],
        _ => [None, None],
    }
}

/// A number where it is one, as other tools write it; else text.
fn name(text: &str) -> Name<'_> {
    match text.parse::<i64>() {
        Ok(number) if number.to_string() == text => Name::Number(number),
        _ => Name::Text(text),
    }
}

fn number(amount: Amount) -> Value {
    match amount.to_chips(Scale::WHOLE) {
        Ok(whole) => Value::Integer(whole.units()),
        Err(_) => Value::Float(amount.to_string().into()),
    }
}

fn out_of_hand(seat: &SeatLine<'_>) -> Value {
    Value::Table(vec![
        ("player".to_owned(), Value::Text(seat.name.to_owned())),
        ("seat".to_owned(), Value::Integer(seat.seat)),
        ("stack".to_owned(), number(seat.stack)),
    ])
}
