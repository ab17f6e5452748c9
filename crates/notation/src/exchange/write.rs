//! From the sheet to JSON: one canonical form.

use super::line::Line;
use super::sheet::{Row, Sheet};
use crate::json::{Object, Value};
use kozyr_card_game::Seat;
use kozyr_chips::{Chips, Decimal, Scale};

impl Sheet {
    /// The hand with all it holds: for the server's own store.
    pub(crate) fn to_json(&self) -> Value {
        self.write(None, |line| line.text().to_owned(), &self.rest)
    }

    /// The hand with the log written by `line`, and these other fields.
    pub(crate) fn write(&self, author: Option<&str>, line: impl Fn(&Line) -> String, rest: &Object) -> Value {
        let mut out = Object::new();
        let chips = |amount: Chips| Value::chips(amount, self.scale);
        let list = |of: &dyn Fn(&Row) -> Chips| self.rows.iter().map(|row| chips(of(row))).collect::<Value>();
        let flags = |of: &dyn Fn(&Row) -> u8| self.rows.iter().map(of).collect::<Value>();
        if let Some(author) = author {
            out.push("author", author);
        }
        out.push("variant", self.variant.code);
        if let Some(trimming) = self.ante_trimming {
            out.push("anteTrimmingStatus", trimming);
        }
        if let Some(number) = &self.number {
            out.push("hand", number.clone());
        }
        out.push("players", self.rows.iter().map(|row| row.name.as_str()).collect::<Value>());
        out.push("startingStacks", list(&|row| row.sitter.stack));
        out.push("blindsOrStraddles", list(&|row| row.blind));
        out.push("antes", list(&|row| row.ante));
        self.write_bets(&mut out);
        out.push("seats", flags(&|row| row.sitter.seat.number()));
        if let Some(seats) = self.seat_count {
            out.push("seatCount", seats);
        }
        out.push("actions", self.log.iter().map(line).collect::<Value>());
        self.write_results(&mut out);
        self.write_times(&mut out);
        out.push("_inactive", flags(&|row| u8::from(!row.sitter.standing.is_in())));
        out.push("_intents", flags(&|row| row.sitter.standing.intent().number()));
        out.push("_deadBlinds", list(&|row| row.sitter.standing.debt()));
        out.push("_deadPot", chips(self.dead_pot));
        if self.rows.iter().any(|row| row.dead_post.is_positive()) {
            out.push("_deadPosts", list(&|row| row.dead_post));
        }
        if self.rows.iter().any(|row| row.sitter.newcomer) {
            out.push("_new", flags(&|row| u8::from(row.sitter.newcomer)));
        }
        if self.rows.iter().any(|row| row.sitter.short_of.is_positive()) {
            out.push("_needs", list(&|row| row.sitter.short_of));
        }
        self.write_places(&mut out);
        if let Some(options) = &self.options_value {
            out.push("_options", options.clone());
        }
        for (name, value) in rest.iter() {
            out.push(name, value.clone());
        }
        Value::Object(out)
    }

    /// A missing smallest bet is the big blind.
    fn write_bets(&self, out: &mut Object) {
        let big = Some(self.stakes().big).filter(|big| big.is_positive() && self.small_bet.is_none());
        let bets = [("minBet", self.min_bet.or(big)), ("smallBet", self.small_bet), ("bigBet", self.big_bet)];
        for (name, bet) in bets {
            if let Some(bet) = bet {
                out.push(name, Value::chips(bet, self.scale));
            }
        }
    }

    fn write_results(&self, out: &mut Object) {
        let chips = |&amount: &Chips| Value::chips(amount, self.scale);
        let lists = [("finishingStacks", &self.results.finishing), ("winnings", &self.results.winnings)];
        for (name, amounts) in lists {
            if let Some(amounts) = amounts {
                out.push(name, amounts.iter().map(chips).collect::<Value>());
            }
        }
        if let Some(rake) = self.results.rake {
            out.push("rake", Value::chips(rake, self.scale));
        }
    }

    fn write_times(&self, out: &mut Object) {
        if let Some(limit) = self.time_limit_ms {
            out.push("timeLimit", seconds(limit));
        }
        if self.rows.iter().any(|row| row.time_bank_ms.is_some()) {
            let banks = self.rows.iter().map(|row| row.time_bank_ms.map_or(Value::Null, seconds));
            out.push("timeBanks", banks.collect::<Value>());
        }
    }

    fn write_places(&self, out: &mut Object) {
        let places = self.positions;
        let mut positions = Object::new();
        let named =
            [("button", places.button), ("smallBlind", places.small_blind), ("bigBlind", places.big_blind)];
        for (name, seat) in named {
            if let Some(seat) = seat {
                positions.push(name, Seat::number(seat));
            }
        }
        if !positions.is_empty() {
            out.push("_positions", positions);
        }
        for (name, pair) in [("_blinds", self.blinds), ("_antes", self.antes)] {
            if let Some(pair) = pair {
                out.push(
                    name,
                    pair.iter().map(|&amount| Value::chips(amount, self.scale)).collect::<Value>(),
                );
            }
        }
    }
}

/// Milliseconds as seconds, exactly.
fn seconds(ms: u64) -> Value {
    let thousandths = Scale::new(3).expect("three decimals are few");
    let digits = i64::try_from(ms).unwrap_or(i64::MAX);
    match Decimal::new(digits, thousandths.decimals()) {
        Ok(seconds) => Value::from(seconds),
        Err(_) => Value::chips(Chips::MAX, thousandths),
    }
}
