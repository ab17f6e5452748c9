//! From the document to the text.

mod ending;

use super::header::{self, PLAY_MONEY, roman};
use super::line::{Post, is_name, is_talk};
use super::money::{self, Money};
use super::playback::Playback;
use super::posts::Posts;
use super::texts::is_header;
use super::{RUNS, STREETS, cards, shows};
use crate::phh::{
    Action, Amount, Hand, Invalid, Name, Player, ReplayError, Shown, StepError, TextField, Value,
};
use core::fmt::{Display, Write};
use kozyr_cards::Card;
use kozyr_chips::Chips;
use kozyr_poker::{Event, Next};

/// Why a document cannot be written as such a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unconvertible {
    /// `inf`: the text has a number in every seat.
    #[error("a stack is unknown (inf): write it as phh instead")]
    UnknownStacks,
    /// A game that is not written.
    #[error("{0} is not a game of such a text: write it as phh instead")]
    Variant(&'static str),
    /// The document is not one.
    #[error("not a PHH document: {0}")]
    Invalid(Box<Invalid>),
    /// The hand cannot be played.
    #[error("the hand cannot be played: {0}")]
    Unplayable(Box<ReplayError>),
    /// The actions end before everybody has their cards.
    #[error("not everybody has been dealt their cards: deal them, or write it as phh")]
    Undealt,
    /// An amount too large or too fine.
    #[error("an amount is too large or too fine: write it as phh instead")]
    Amounts,
    /// No smallest bet.
    #[error("the stakes are missing: give blinds and the smallest bet")]
    Stakes,
    /// The blinds are not a small and a big one.
    #[error("the blinds are not one small and one big blind of the smallest bet: write it as phh instead")]
    Blinds,
    /// A straddle posted short: how much it should have been would be lost.
    #[error("a straddle is posted short: write it as phh instead")]
    ShortStraddle,
    /// Somebody posts a missed blind in a hand without a big blind.
    #[error("a missed blind is posted, and no big blind: write it as phh instead")]
    PostWithoutBigBlind,
    /// A card of the board is unknown.
    #[error("a card of the board is unknown: write it as phh instead")]
    UnknownBoard,
    /// The seats are not in playing order.
    #[error("the seats do not go round the table in playing order: number them so")]
    Seats,
    /// A name that the lines of a text cannot carry.
    #[error("a name is empty, there twice, or would be taken for something else: rename the player")]
    Names,
    /// A table or hand whose name the first lines cannot carry.
    #[error("the name of the hand or table does not fit the first lines: shorten it")]
    Title,
    /// A currency without a known sign.
    #[error("the currency has no sign that such a text knows: write it as phh instead")]
    Currency,
}

/// The hand as text.
pub fn write(document: &Hand) -> Result<String, Unconvertible> {
    if document.starting_stacks.iter().any(|stack| stack.is_infinite()) {
        return Err(Unconvertible::UnknownStacks);
    }
    document.check().map_err(|invalid| Unconvertible::Invalid(Box::new(invalid)))?;
    let document = &*shows::tidy(document);
    let game = header::game_name(document).ok_or(Unconvertible::Variant(document.variant.code()))?;
    let play = Playback::start(document).map_err(|error| Unconvertible::Unplayable(Box::new(error)))?;
    let event = document.text(TextField::Event).filter(|event| header::is_tournament(event));
    let money = Money { symbol: if event.is_some() { None } else { symbol(document)? }, scale: play.scale };
    let posts = Posts::of(document, play.scale)?;
    let players = document.player_count();
    let mut writer = Writer {
        out: String::new(),
        document,
        play,
        money,
        seats: seats(document)?,
        names: names(document)?,
        posts,
        folded_on: vec![None; players],
        shows: Vec::new(),
        hole_cards_written: false,
        late_talk: Vec::new(),
    };
    writer.header(game, event)?;
    writer.table()?;
    writer.seat_lines()?;
    writer.post_lines();
    writer.actions()?;
    writer.ending();
    Ok(writer.out)
}

/// The sign of the document's money; without one it is play money.
fn symbol(document: &Hand) -> Result<Option<char>, Unconvertible> {
    let (sign, currency) = (document.text(TextField::CurrencySymbol), document.text(TextField::Currency));
    if currency.is_some_and(|currency| !header::is_currency(currency)) {
        return Err(Unconvertible::Currency);
    }
    let mut letters = sign.unwrap_or_default().chars();
    match (letters.next(), letters.next(), currency) {
        (None, _, None) => Ok(None),
        (None, _, Some(currency)) => money::symbol_of(currency).map(Some).ok_or(Unconvertible::Currency),
        (Some(letter), None, _) if money::is_symbol(letter) => Ok(Some(letter)),
        _ => Err(Unconvertible::Currency),
    }
}

/// The seats of the players; without any they sit in order, the button last.
fn seats(document: &Hand) -> Result<Vec<i64>, Unconvertible> {
    if document.seats.is_empty() {
        return Ok((1..).take(document.player_count()).collect());
    }
    let seats = document.seats.clone();
    let falls = seats.iter().zip(seats.iter().cycle().skip(1)).filter(|(seat, next)| next <= seat).count();
    let fits = seats.iter().all(|seat| (1..=99).contains(seat));
    if fits && falls == 1 { Ok(seats) } else { Err(Unconvertible::Seats) }
}

fn names(document: &Hand) -> Result<Vec<String>, Unconvertible> {
    let count = document.player_count();
    let mut names: Vec<String> = document.players().map(str::to_owned).collect();
    if names.is_empty() {
        names = (1..=count).map(|number| format!("Player {number}")).collect();
    }
    let others = out_of_hand(document).into_iter().map(|(name, _, _)| name);
    let all: Vec<String> = names.iter().cloned().chain(others).collect();
    let taken = |place: usize| all[..place].contains(&all[place]);
    if (0..all.len()).any(taken) || !all.iter().all(|name| is_safe(name)) {
        return Err(Unconvertible::Names);
    }
    Ok(names)
}

/// A name that no line with it can be taken for something else.
fn is_safe(name: &str) -> bool {
    let starts = ["*** ", "Seat ", "PokerStars ", "Dealt to ", "Uncalled bet "];
    let contains = [": ", " collected ", " said, \"", " (", " ["];
    is_name(name)
        && !starts.iter().any(|start| name.starts_with(start))
        && !contains.iter().any(|part| name.contains(part))
}

/// `_out`: who sat there and was not dealt in, with seat and stack.
fn out_of_hand(document: &Hand) -> Vec<(String, i64, Value)> {
    let Some(list) = document.user_field("_out").and_then(Value::as_array) else { return Vec::new() };
    let entry = |value: &Value| {
        let name = value.get("player")?.as_text()?.to_owned();
        Some((name, value.get("seat")?.as_integer()?, value.get("stack")?.clone()))
    };
    list.iter().filter_map(entry).collect()
}

struct Writer<'a> {
    out: String,
    document: &'a Hand,
    play: Playback,
    money: Money,
    seats: Vec<i64>,
    names: Vec<String>,
    posts: Posts,
    /// On which street each player folded.
    folded_on: Vec<Option<usize>>,
    /// Who shows what at the end; nothing is a muck.
    shows: Vec<(usize, Option<Vec<Card>>)>,
    hole_cards_written: bool,
    /// Notices after the last move, which the room prints once the chips are pushed: who is out, who won what.
    late_talk: Vec<String>,
}

impl Writer<'_> {
    fn put(&mut self, text: impl Display) {
        write!(self.out, "{text}").expect("a string takes everything");
    }

    fn line(&mut self, text: impl Display) {
        writeln!(self.out, "{text}").expect("a string takes everything");
    }

    fn header(&mut self, game: &str, event: Option<&str>) -> Result<(), Unconvertible> {
        let document = self.document;
        let club = document.user_field("_home_game").and_then(Value::as_text);
        let zoom = document.user_field("_zoom") == Some(&Value::Boolean(true));
        self.put(match (club, zoom) {
            (Some(_), _) => "PokerStars Home Game Hand",
            (None, true) => "PokerStars Zoom Hand",
            (None, false) => "PokerStars Hand",
        });
        match document.hand() {
            None => {}
            Some(Name::Number(number)) => self.put(format_args!(" #{number}")),
            Some(Name::Text(text)) if header::is_word(text) => self.put(format_args!(" #{text}")),
            Some(Name::Text(_)) => return Err(Unconvertible::Title),
        }
        self.put(": ");
        if let Some(club) = club.filter(|club| header::is_club(club)) {
            self.put(format_args!("{{{club}}} "));
        }
        if let Some(event) = event {
            self.put(format_args!("{event} "));
        }
        self.put(game);
        let level = document.level.filter(|level| (1..=header::MOST_LEVELS).contains(level));
        if let Some(level) = level.filter(|_| event.is_some()) {
            self.put(format_args!(" - Level {}", roman(level)));
        }
        let money = self.money;
        let stakes = self.posts.stakes;
        let finest = Money { scale: stakes[0].scale().max(stakes[1].scale()), ..money };
        let chips = |amount: Amount| amount.to_chips(finest.scale).map_err(|_| Unconvertible::Amounts);
        let (small, big) = (chips(stakes[0])?, chips(stakes[1])?);
        if finest.is_whole(small) && finest.is_whole(big) {
            self.put(format_args!(" ({}/{}", finest.show(small), finest.show(big)));
        } else {
            self.put(format_args!(" ({}/{}", finest.show_decimals(small), finest.show_decimals(big)));
        }
        if let Some(currency) = document.text(TextField::Currency).filter(|_| money.symbol.is_some()) {
            self.put(format_args!(" {currency}"));
        }
        self.put(")");
        let permit = document.user_field("_permit").and_then(Value::as_text);
        if let Some(permit) = permit.filter(|permit| header::is_permit(permit)) {
            self.put(format_args!(" [{permit}]"));
        }
        self.time();
        self.out.push('\n');
        Ok(())
    }

    fn time(&mut self) {
        let document = self.document;
        let (Some(year @ 0..), Some(month), Some(day)) = (document.year, document.month, document.day) else {
            return;
        };
        self.put(format_args!(" - {year:04}/{month:02}/{day:02}"));
        if let Some(time) = document.time {
            self.put(format_args!(" {}:{:02}:{:02}", time.hour(), time.minute(), time.second()));
        }
        if let Some(zone) =
            document.text(TextField::TimeZoneAbbreviation).filter(|zone| header::is_zone(zone))
        {
            self.put(format_args!(" {zone}"));
        }
        if let Some(eastern) = document.user_field("_eastern_time").and_then(Value::as_text)
            && header::is_time(eastern)
        {
            self.put(format_args!(" [{eastern}]"));
        }
    }

    fn table(&mut self) -> Result<(), Unconvertible> {
        let document = self.document;
        self.put("Table ");
        let name = match document.table() {
            None => None,
            Some(Name::Number(number)) => Some(number.to_string()),
            Some(Name::Text(text)) if text.chars().any(char::is_control) => return Err(Unconvertible::Title),
            Some(Name::Text(text)) => Some(text.to_owned()),
        };
        if let Some(name) = name {
            self.put(format_args!("'{name}' "));
        }
        let highest =
            self.seats.iter().copied().chain(out_of_hand(document).iter().map(|(_, seat, _)| *seat)).max();
        let highest = highest.unwrap_or_default().max(2);
        let count = document.seat_count.filter(|count| (2..=99).contains(count)).unwrap_or(highest);
        self.put(format_args!("{count}-max "));
        if self.money.symbol.is_none() && !document.text(TextField::Event).is_some_and(header::is_tournament)
        {
            self.put(PLAY_MONEY);
        }
        let button = self.button();
        self.line(format_args!("Seat #{button} is the button"));
        Ok(())
    }

    /// The last player's seat, unless the button is dead.
    fn button(&self) -> i64 {
        let (first, last) = (self.seats[0], self.seats[self.seats.len() - 1]);
        let dead = self.document.user_field("_positions").and_then(|places| places.get("button"));
        let between = |seat: &i64| {
            let goes_round = last > first;
            (1..=99).contains(seat)
                && if goes_round { *seat > last || *seat < first } else { *seat > last && *seat < first }
        };
        dead.and_then(Value::as_integer).filter(between).unwrap_or(last)
    }

    fn seat_lines(&mut self) -> Result<(), Unconvertible> {
        let (money, document) = (self.money, self.document);
        let bounties = document.user_field("_bounties").and_then(Value::as_array).unwrap_or_default();
        let mut lines: Vec<(i64, String)> = Vec::new();
        for (player, &stack) in self.play.hand.starting_stacks().iter().enumerate() {
            let (seat, name) = (self.seats[player], &self.names[player]);
            let bounty = bounties.get(player).and_then(Value::as_text);
            let bounty = bounty.filter(|bounty| money::read_number(money::split_symbol(bounty).1).is_some());
            let bounty = bounty.map_or_else(String::new, |bounty| format!(", {bounty} bounty"));
            lines.push((seat, format!("Seat {seat}: {name} ({} in chips{bounty})", money.show(stack))));
        }
        for (name, seat, stack) in out_of_hand(document) {
            let amount = stack.as_amount().filter(|amount| !amount.is_negative() && !amount.is_infinite());
            let Some(amount) = amount.filter(|_| (1..=99).contains(&seat)) else { continue };
            let money = Money { scale: amount.scale(), ..money };
            let stack = amount.to_chips(money.scale).map_err(|_| Unconvertible::Amounts)?;
            lines
                .push((seat, format!("Seat {seat}: {name} ({} in chips) is sitting out", money.show(stack))));
        }
        lines.sort();
        if lines.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err(Unconvertible::Seats);
        }
        lines.iter().for_each(|(_, line)| self.line(line));
        Ok(())
    }

    fn post_lines(&mut self) {
        for (player, post, amount, all_in) in std::mem::take(&mut self.posts.lines) {
            let (amount, all_in) = (self.money.show(amount), all_in_words(all_in));
            self.by(player, format_args!("{}{amount}{all_in}", Post::words(post)));
        }
    }

    /// A line of what a player does.
    fn by(&mut self, player: usize, deed: impl Display) {
        writeln!(self.out, "{}: {deed}", self.names[player]).expect("a string takes everything");
    }

    fn actions(&mut self) -> Result<(), Unconvertible> {
        let document = self.document;
        let is_bet = |action: &Action| {
            matches!(action, Action::Fold(_) | Action::CheckOrCall(_) | Action::CompleteBetOrRaiseTo { .. })
        };
        let last_bet = document.actions().iter().rposition(is_bet).unwrap_or(0);
        let is_deal = |action: &Action| matches!(action, Action::DealHole { .. });
        let last_deal = document.actions().iter().rposition(is_deal);
        let is_move = |action: &Action| !matches!(action, Action::Nothing | Action::ShowOrMuck { .. });
        let last_move = document.actions().iter().rposition(is_move);
        for (place, &action) in document.actions().iter().enumerate() {
            if !self.hole_cards_written && last_deal.is_some_and(|deal| place > deal) {
                self.hole_cards();
            }
            if action == Action::Nothing {
                self.talk(document.commentary(place), last_move.is_some_and(|last| place > last));
                continue;
            }
            if !self.hole_cards_written && !is_deal(&action) {
                self.hole_cards();
            }
            let refused = |why: StepError| {
                let refused = ReplayError::Refused { number: place + 1, action, why };
                Unconvertible::Unplayable(Box::new(refused))
            };
            match action {
                Action::DealBoard(_) => self.board(action, place > last_bet).map_err(refused)?,
                Action::ShowOrMuck { player, shown } => {
                    self.play.step(action).map_err(refused)?;
                    self.note_show(player.index(), shown);
                }
                _ if is_bet(&action) => self.bet(action).map_err(refused)?,
                _ => self.play.step(action).map_err(refused)?,
            }
        }
        if !self.hole_cards_written {
            self.hole_cards();
        }
        let boards = (0..self.play.hand.boards()).flat_map(|run| self.play.hand.board(run));
        if boards.into_iter().any(Option::is_none) {
            return Err(Unconvertible::UnknownBoard);
        }
        if matches!(self.play.hand.next(), Next::Hole(_)) { Err(Unconvertible::Undealt) } else { Ok(()) }
    }

    fn talk(&mut self, commentary: Option<&str>, late: bool) {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        if let Some(line) = commentary
            .filter(|line| is_talk(line, &names) && line.trim() == *line && !is_header(line.as_bytes()))
        {
            if late {
                self.late_talk.push(line.to_owned());
            } else {
                self.line(line);
            }
        }
    }

    fn hole_cards(&mut self) {
        self.hole_cards_written = true;
        self.line("*** HOLE CARDS ***");
        for player in 0..self.play.hand.players() {
            let known: Vec<Card> = self.play.hand.hole(player).iter().copied().flatten().collect();
            if !known.is_empty() {
                let name = self.names[player].clone();
                self.put(format_args!("Dealt to {name} "));
                cards::write(&mut self.out, known);
                self.out.push('\n');
            }
        }
        // The blinds may have put everybody else all-in.
        for event in self.play.events.clone() {
            if let Event::Returned(seat, amount) = event {
                self.returned(seat.index(), amount);
            }
        }
    }

    fn returned(&mut self, player: usize, amount: Chips) {
        let (name, amount) = (self.names[player].clone(), self.money.show(amount));
        self.line(format_args!("Uncalled bet ({amount}) returned to {name}"));
    }

    fn board(&mut self, action: Action, after_betting: bool) -> Result<(), StepError> {
        let run = self.play.hand.boards() - 1;
        let before: Vec<Card> = self.play.hand.board(run).iter().copied().flatten().collect();
        let street = self.play.hand.street();
        self.play.step(action)?;
        let several = after_betting && self.play.hand.rules().runouts > 1;
        let run = if several { format!("{} ", RUNS[run.min(RUNS.len() - 1)]) } else { String::new() };
        self.put(format_args!("*** {run}{} *** ", STREETS[street.clamp(1, STREETS.len()) - 1]));
        if !before.is_empty() {
            cards::write(&mut self.out, before);
            self.out.push(' ');
        }
        cards::write(&mut self.out, action.cards().known());
        self.out.push('\n');
        Ok(())
    }

    fn bet(&mut self, action: Action) -> Result<(), StepError> {
        let player = action.player().map_or(0, Player::index);
        let told = self.play.events.len();
        let (level, money) = (self.play.level(), self.money);
        let street = self.play.hand.street();
        let left = self.play.hand.stacks().get(player).copied().unwrap_or_default();
        let bet = self.play.hand.bets().get(player).copied().unwrap_or_default();
        self.play.step(action)?;
        let events = self.play.events[told..].to_vec();
        for event in events {
            match event {
                Event::Folded(seat) => {
                    self.folded_on[seat.index()] = Some(street);
                    self.by(player, "folds");
                }
                Event::Checked(_) => self.by(player, "checks"),
                Event::Called(_, price) => {
                    let all_in = all_in_words(price == left);
                    self.by(player, format_args!("calls {}{all_in}", money.show(price)));
                }
                Event::RaisedTo(_, to) => {
                    let all_in = all_in_words(to - bet == left);
                    let (by, to) = (money.show(to - level), money.show(to));
                    if level.is_zero() {
                        self.by(player, format_args!("bets {to}{all_in}"));
                    } else {
                        self.by(player, format_args!("raises {by} to {to}{all_in}"));
                    }
                }
                Event::Returned(seat, amount) => self.returned(seat.index(), amount),
                _ => {}
            }
        }
        Ok(())
    }

    /// Cards nobody sees are not shown; who shows again shows more.
    fn note_show(&mut self, player: usize, shown: Shown) {
        let known: Vec<Card> = match shown {
            Shown::Muck => return self.shows.push((player, None)),
            Shown::Dealt => self.play.hand.hole(player).iter().copied().flatten().collect(),
            Shown::Cards(cards) => cards.known().collect(),
        };
        if known.is_empty() {
            return;
        }
        match self.shows.iter_mut().find(|(other, _)| *other == player) {
            Some((_, Some(cards))) if cards.len() < known.len() => *cards = known,
            Some(_) => {}
            None => self.shows.push((player, Some(known))),
        }
    }
}

fn all_in_words(all_in: bool) -> &'static str {
    if all_in { " and is all-in" } else { "" }
}
