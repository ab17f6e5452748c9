//! From the text to the document.

mod check;

use super::header::{Header, Table};
use super::line::{Deed, Line, NoLine, SeatLine};
use super::money::Money;
use super::posts::Posted;
use super::summary::{Outcome, SummaryLine};
use super::{Error, MAX_HAND_BYTES, Problem, cards, shows};
use crate::phh::{Action, Amount, Cards, Hand, Name, Player, Shown, TextField, Value};
use kozyr_cards::Card;
use kozyr_chips::{Chips, Scale};

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

/// An action with the line that says so and what it says.
struct Step<'a> {
    action: Action,
    line: u64,
    deed: Option<&'a Deed>,
    talk: Option<&'a str>,
}

/// What the lines come to.
struct Script<'a> {
    steps: Vec<Step<'a>>,
    boards: Vec<Vec<Card>>,
    returned: Vec<(u64, usize, Amount)>,
    collected: Vec<(u64, usize, Amount)>,
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
        let mut document = Hand::new(self.header.variant);
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
        if header.zoom {
            document.set_user_field("_zoom", Value::Boolean(true));
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
        posted.complete();
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

    /// The actions, each with its line.
    fn script(&self) -> Result<Script<'_>, Error> {
        let hole_count = kozyr_poker::Variant::by_code(self.header.variant.code())
            .map_or(2, kozyr_poker::Variant::hole_cards);
        let mut script = Script {
            steps: Vec::new(),
            boards: vec![Vec::new()],
            returned: Vec::new(),
            collected: Vec::new(),
        };
        let mut shown: Vec<Step<'_>> = Vec::new();
        let mut state = State::default();
        for (number, text, line) in &self.lines {
            let number = *number;
            let step = |action, deed| Step { action, line: number, deed, talk: None };
            match line {
                Line::HoleCards if state.dealt => return at(number, Problem::Unknown("*** SUMMARY ***")),
                Line::HoleCards => {
                    state.dealt = true;
                    for (player, cards) in self.hole_cards(hole_count)?.into_iter().enumerate() {
                        script.steps.push(step(Action::DealHole { player: Player::at(player), cards }, None));
                    }
                }
                Line::Talk => {
                    script.steps.push(Step {
                        action: Action::Nothing,
                        line: number,
                        deed: None,
                        talk: Some(text),
                    });
                }
                Line::Player(_, Deed::Post(..)) => {}
                _ if !state.dealt => return at(number, Problem::Unknown("*** HOLE CARDS ***")),
                Line::Street { run, street, before, dealt } => {
                    state
                        .street(*run, *street, before, dealt, &mut script.boards)
                        .map_err(|problem| Error::new(number, problem))?;
                    let faces = cards::padded(dealt, dealt.len())
                        .ok_or_else(|| Error::new(number, Problem::Street))?;
                    script.steps.push(step(Action::DealBoard(faces), None));
                }
                Line::ShowDown(run) => state
                    .show_down(*run, script.boards.len())
                    .map_err(|problem| Error::new(number, problem))?,
                Line::Summary => {}
                Line::Player(place, deed) => {
                    let index = self.player(*place);
                    let player = Player::at(index);
                    match deed {
                        Deed::Post(..) | Deed::DoesNotShow => {}
                        Deed::Dealt(_) if script.steps.iter().any(|step| step.deed.is_some()) => {
                            return at(number, Problem::Unknown("the next street"));
                        }
                        Deed::Dealt(_) => {}
                        Deed::Fold(_) => script.steps.push(step(Action::Fold(player), Some(deed))),
                        Deed::Check | Deed::Call(..) => {
                            script.steps.push(step(Action::CheckOrCall(player), Some(deed)));
                        }
                        Deed::Bet(amount, _) | Deed::Raise { to: amount, .. } => {
                            let action = Action::CompleteBetOrRaiseTo { player, amount: *amount };
                            script.steps.push(step(action, Some(deed)));
                        }
                        Deed::TakesBack(amount) => script.returned.push((number, index, *amount)),
                        Deed::Collect(amount) => script.collected.push((number, index, *amount)),
                        Deed::Show(_) | Deed::Muck => {
                            self.add_show(&mut shown, number, index, deed, hole_count)?;
                        }
                    }
                }
            }
        }
        if !state.dealt {
            return at(self.summary_at, Problem::Ends("*** HOLE CARDS ***"));
        }
        shows::place(&mut script.steps, shown, self.order.len(), |step| step.action);
        Ok(script)
    }

    /// With every run of the board the hands are shown once more.
    fn add_show<'b>(
        &self,
        shows: &mut Vec<Step<'b>>,
        line: u64,
        player: usize,
        deed: &'b Deed,
        hole_count: usize,
    ) -> Result<(), Error> {
        let shown = match deed {
            Deed::Show(shown) => Shown::Cards(
                cards::padded(shown, hole_count)
                    .ok_or_else(|| Error::new(line, Problem::HoleCards(hole_count)))?,
            ),
            _ => Shown::Muck,
        };
        let action = Action::ShowOrMuck { player: Player::at(player), shown };
        match shows.iter().find(|step| step.action.player() == Some(Player::at(player))) {
            Some(before) if before.action == action => Ok(()),
            Some(_) => at(line, Problem::OtherCards),
            None => {
                shows.push(Step { action, line, deed: None, talk: None });
                Ok(())
            }
        }
    }

    /// What is known of everybody's hole cards: dealt to him, let go face up, or seen although mucked.
    fn hole_cards(&self, count: usize) -> Result<Vec<Cards>, Error> {
        let mut known: Vec<Vec<Card>> = vec![Vec::new(); self.order.len()];
        let mut see = |line: u64, place: usize, seen: &[Card]| {
            let hole = &mut known[self.player(place)];
            if seen.len() > count {
                return at(line, Problem::HoleCards(count));
            }
            if hole.is_empty() {
                *hole = seen.to_vec();
            } else if !seen.iter().all(|card| hole.contains(card)) {
                return at(line, Problem::OtherCards);
            }
            Ok(())
        };
        for (number, _, line) in &self.lines {
            if let Line::Player(place, Deed::Dealt(seen) | Deed::Fold(seen)) = line {
                see(*number, *place, seen)?;
            }
        }
        for &place in &self.order {
            if let Some((line, outcome)) = self.outcome(place).filter(|(_, outcome)| outcome.mucked) {
                see(line, place, &outcome.cards)?;
            }
        }
        Ok(known.iter().map(|hole| cards::padded(hole, count).expect("counted above")).collect())
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

/// Where in the hand the lines are.
#[derive(Default)]
struct State {
    dealt: bool,
    /// The board is being dealt several times, and this is which.
    run: Option<usize>,
    /// What all boards share.
    common: usize,
    show_downs: usize,
}

impl State {
    fn street(
        &mut self,
        run: Option<usize>,
        street: usize,
        before: &[Card],
        dealt: &[Card],
        boards: &mut Vec<Vec<Card>>,
    ) -> Result<(), Problem> {
        let next_run = self.run.map_or(0, |run| run + 1);
        match run {
            None if self.run.is_some() => return Err(Problem::Street),
            None => {}
            Some(run) if Some(run) == self.run => {}
            Some(run) if run == next_run => {
                if run == 0 {
                    self.common = boards[0].len();
                } else {
                    let common = boards[0][..self.common].to_vec();
                    boards.push(common);
                }
                self.run = Some(run);
            }
            Some(_) => return Err(Problem::Street),
        }
        let board = boards.last_mut().expect("there is a first board");
        let (length, count) = [(0, 3), (3, 1), (4, 1)][street];
        if board.len() != length || dealt.len() != count || self.show_downs > 0 {
            return Err(Problem::Street);
        }
        if before != board {
            return Err(Problem::OtherCards);
        }
        board.extend_from_slice(dealt);
        Ok(())
    }

    fn show_down(&mut self, run: Option<usize>, boards: usize) -> Result<(), Problem> {
        let expected = if boards > 1 { Some(self.show_downs) } else { None };
        if run != expected || self.show_downs >= boards {
            return Err(Problem::Street);
        }
        self.show_downs += 1;
        Ok(())
    }
}
