//! From the document to the JSON of the exchange.

use super::super::Refusal;
use super::super::live::LiveHand;
use super::values::{description, to_json};
use crate::json::{self, Object};
use crate::phh::{Amount, Hand, Name, Player, VARIANT_FIELD, Value, engine_code};
use crate::pokerstars::blind_places;
use kozyr_chips::{Chips, Scale};

/// Somebody at the table, in the hand or not.
struct Person<'a> {
    name: String,
    seat: i64,
    /// Their place in the document, or what it says of somebody who is not dealt in.
    at: Result<usize, &'a Value>,
}

/// Fields of the document that become lists of everybody at the table, or go elsewhere.
const TAKEN: [&str; 14] = [
    VARIANT_FIELD,
    "_anteTrimmingStatus",
    "_out",
    "_rake",
    "_inactive",
    "_intents",
    "_deadBlinds",
    "_deadPosts",
    "_deadPot",
    "_new",
    "_needs",
    "_positions",
    "_blinds",
    "_antes",
];

/// The hand as JSON, everybody at the table in seat order.
pub fn from_phh(document: &Hand) -> Result<json::Value, Refusal> {
    if let Err(invalid) = document.check() {
        return Err(Refusal::Unplayable(invalid.to_string()));
    }
    if document.amounts().any(Amount::is_infinite) {
        return Err(Refusal::field("startingStacks", "a stack is unknown (inf): give every stack"));
    }
    let table = Table { document, people: people(document)?, scale: scale(document) };
    let json = table.write()?;
    // What comes out is a hand, not merely JSON. Whether its log is legal play is not asked: a document may be of a
    // house with other rules.
    Ok(LiveHand::read(&json)?.to_json())
}

fn scale(document: &Hand) -> Scale {
    let out = document.user_field("_out").and_then(Value::as_array).unwrap_or_default();
    let fields =
        out.iter().filter_map(|entry| if let Value::Table(entry) = entry { Some(entry) } else { None });
    let amounts = fields.flatten().filter_map(|(_, value)| value.as_amount());
    amounts.map(Amount::scale).max().unwrap_or_default().max(document.scale())
}

fn people(document: &Hand) -> Result<Vec<Person<'_>>, Refusal> {
    let seats = if document.seats.is_empty() {
        (1..).take(document.player_count()).collect()
    } else {
        document.seats.clone()
    };
    let mut people: Vec<Person<'_>> = Vec::new();
    for (player, seat) in seats.into_iter().enumerate() {
        let name = document.player(player).map_or_else(|| format!("Player {}", player + 1), str::to_owned);
        people.push(Person { name, seat, at: Ok(player) });
    }
    for entry in document.user_field("_out").and_then(Value::as_array).unwrap_or_default() {
        let name = entry.get("player").and_then(Value::as_text).map(str::to_owned);
        let seat = entry.get("seat").and_then(Value::as_integer);
        let (Some(name), Some(seat)) = (name, seat) else {
            return Err(Refusal::field(
                "_out",
                "is not whole: write player, seat and stack of everybody not dealt in",
            ));
        };
        people.push(Person { name, seat, at: Err(entry) });
    }
    people.sort_by_key(|person| person.seat);
    Ok(people)
}

struct Table<'a> {
    document: &'a Hand,
    people: Vec<Person<'a>>,
    scale: Scale,
}

impl Table<'_> {
    fn chips(&self, amount: Amount) -> Result<Chips, Refusal> {
        let too_large = |_| {
            Refusal::field("startingStacks", "the amounts are too large to count exactly: write smaller ones")
        };
        amount.to_chips(self.scale).map_err(too_large)
    }

    fn value(&self, amount: Amount) -> Result<json::Value, Refusal> {
        Ok(json::Value::chips(self.chips(amount)?, self.scale))
    }

    /// An amount of everybody: from a list of the document, or from the entry of whoever is not dealt in.
    fn list(&self, of: impl Fn(usize) -> Amount, entry: &str) -> Result<Vec<Chips>, Refusal> {
        let amount = |person: &Person<'_>| match person.at {
            Ok(player) => self.chips(of(player)),
            Err(out) => self.chips(out.get(entry).and_then(Value::as_amount).unwrap_or(Amount::ZERO)),
        };
        self.people.iter().map(amount).collect()
    }

    fn field(&self, name: &str) -> impl Fn(usize) -> Amount {
        let list = self.document.user_field(name).and_then(Value::as_array).unwrap_or_default();
        move |player| list.get(player).and_then(Value::as_amount).unwrap_or(Amount::ZERO)
    }

    fn flags(&self, name: &str, entry: &str) -> Vec<json::Value> {
        let list = self.document.user_field(name).and_then(Value::as_array).unwrap_or_default();
        let flag = |person: &Person<'_>| match person.at {
            Ok(player) => list.get(player).and_then(Value::as_integer).unwrap_or(0),
            Err(out) => out.get(entry).and_then(Value::as_integer).unwrap_or(0),
        };
        self.people.iter().map(|person| json::Value::from(flag(person))).collect()
    }

    fn write(&self) -> Result<json::Value, Refusal> {
        let document = self.document;
        let mut out = Object::new();
        out.set("variant", engine_code(document));
        let trims = document.user_field("_anteTrimmingStatus") == Some(&Value::Boolean(true));
        if let Some(trimming) = document.ante_trimming_status.map(|status| status || trims) {
            out.set("anteTrimmingStatus", trimming);
        }
        match document.hand() {
            Some(Name::Number(number)) => out.set("hand", number),
            Some(Name::Text(text)) => out.set("hand", text),
            None => {}
        }
        out.set("players", self.people.iter().map(|person| person.name.as_str()).collect::<json::Value>());
        self.write_chips(&mut out)?;
        out.set("seats", self.people.iter().map(|person| person.seat).collect::<json::Value>());
        if let Some(count) = document.seat_count {
            out.set("seatCount", count);
        }
        out.set("actions", self.actions());
        self.write_results(&mut out)?;
        self.write_standing(&mut out)?;
        self.write_places(&mut out)?;
        description(document, &mut out);
        for (name, value) in document.user_fields.iter().filter(|(name, _)| !TAKEN.contains(&name.as_str())) {
            out.set(name, to_json(value));
        }
        Ok(json::Value::Object(out))
    }

    fn write_chips(&self, out: &mut Object) -> Result<(), Refusal> {
        let document = self.document;
        let heads_up = document.player_count() == 2;
        let at = |player: usize| if heads_up { 1 - player } else { player };
        let dead = self.dead_posts()?;
        let stacks = self.list(|player| document.starting_stacks[player], "stack")?;
        let antes = self.list(|player| document.antes[at(player)], "ante")?;
        let blinds = self.list(|player| document.blinds_or_straddles[at(player)], "blind")?;
        let value = |chips: Chips| json::Value::chips(chips, self.scale);
        // What the document has as an ante of missed blinds was taken from the stack before.
        let orphan = self.orphaned(&dead)?;
        let less = |list: Vec<Chips>| -> Result<json::Value, Refusal> {
            let wrong =
                || Refusal::field("_deadPosts", "is more than the antes it is part of: write at most those");
            let mut left = Vec::new();
            for (place, (chips, dead)) in list.into_iter().zip(&dead).enumerate() {
                let orphan = if self.people[place].at == Ok(0) { orphan } else { Chips::ZERO };
                let in_hand = self.people[place].at.is_ok();
                let chips = if in_hand { chips - *dead - orphan } else { chips };
                left.push(Some(chips).filter(|chips| !chips.is_negative()).ok_or_else(wrong)?);
            }
            Ok(left.into_iter().map(value).collect())
        };
        out.set("startingStacks", less(stacks)?);
        out.set("blindsOrStraddles", blinds.into_iter().map(value).collect::<json::Value>());
        out.set("antes", less(antes)?);
        for (name, bet) in
            [("minBet", document.min_bet), ("smallBet", document.small_bet), ("bigBet", document.big_bet)]
        {
            if let Some(bet) = bet {
                out.set(name, self.value(bet)?);
            }
        }
        let sum = dead.iter().sum::<Chips>() + orphan;
        if sum.is_positive() {
            out.set("_deadPot", value(sum));
            out.set("_deadPosts", dead.into_iter().map(value).collect::<json::Value>());
        }
        Ok(())
    }

    fn dead_posts(&self) -> Result<Vec<Chips>, Refusal> {
        self.list(self.field("_deadPosts"), "deadPost")
    }

    /// Missed blinds in the pot of which nobody knows who paid them.
    fn orphaned(&self, dead: &[Chips]) -> Result<Chips, Refusal> {
        let Some(pot) = self.document.user_field("_deadPot").and_then(Value::as_amount) else {
            return Ok(Chips::ZERO);
        };
        let mut known = Chips::ZERO;
        for (person, chips) in self.people.iter().zip(dead) {
            known += if person.at.is_ok() { *chips } else { Chips::ZERO };
        }
        Ok((self.chips(pot)? - known).max(Chips::ZERO))
    }

    /// The document numbers those dealt in, JSON everybody.
    fn actions(&self) -> json::Value {
        let place = |player: Player| {
            let place = self.people.iter().position(|person| person.at == Ok(player.index()));
            place.map_or(player, Player::at)
        };
        let line = |(at, action): (usize, &crate::phh::Action)| {
            let action = action.with_player(place).to_string();
            match self.document.commentary(at) {
                Some(commentary) if action.is_empty() => format!("# {commentary}"),
                Some(commentary) => format!("{action} # {commentary}"),
                None => action,
            }
        };
        self.document.actions().iter().enumerate().map(line).collect()
    }

    fn write_results(&self, out: &mut Object) -> Result<(), Refusal> {
        let document = self.document;
        let value = |chips: Chips| json::Value::chips(chips, self.scale);
        if !document.finishing_stacks.is_empty() {
            let mut stacks = self.list(|player| document.finishing_stacks[player], "finishing")?;
            let before = self.list(|_| Amount::ZERO, "stack")?;
            for (place, person) in self.people.iter().enumerate() {
                if person.at.is_err_and(|out| out.get("finishing").is_none()) {
                    stacks[place] = before[place];
                }
            }
            out.set("finishingStacks", stacks.into_iter().map(value).collect::<json::Value>());
        }
        if !document.winnings.is_empty() {
            let winnings = self.list(|player| document.winnings[player], "")?;
            out.set("winnings", winnings.into_iter().map(value).collect::<json::Value>());
        }
        if let Some(rake) = document.user_field("_rake").and_then(Value::as_amount) {
            out.set("rake", self.value(rake)?);
        }
        if let Some(limit) = document.time_limit.and_then(Amount::decimal) {
            out.set("timeLimit", limit);
        }
        if !document.time_banks.is_empty() {
            let bank = |person: &Person<'_>| match person.at {
                Ok(player) => document.time_banks[player].decimal(),
                Err(out) => out.get("timeBank").and_then(Value::as_amount).and_then(Amount::decimal),
            };
            let banks =
                self.people.iter().map(|person| bank(person).map_or(json::Value::Null, json::Value::from));
            out.set("timeBanks", banks.collect::<json::Value>());
        }
        Ok(())
    }

    fn write_standing(&self, out: &mut Object) -> Result<(), Refusal> {
        let value = |chips: Chips| json::Value::chips(chips, self.scale);
        let given = self.flags("_inactive", "");
        let inactive = self.people.iter().zip(given).map(|(person, flag)| match person.at {
            Ok(_) => flag,
            Err(out) => json::Value::from(i64::from(out.get("in").and_then(Value::as_integer) != Some(1))),
        });
        out.set("_inactive", inactive.collect::<json::Value>());
        out.set("_intents", json::Value::Array(self.flags("_intents", "intent")));
        let debts = self.list(self.field("_deadBlinds"), "deadBlinds")?;
        out.set("_deadBlinds", debts.into_iter().map(value).collect::<json::Value>());
        let new = self.flags("_new", "new");
        if new.iter().any(|flag| flag.integer() != Some(0)) {
            out.set("_new", json::Value::Array(new));
        }
        let needs = self.list(self.field("_needs"), "needs")?;
        if needs.iter().any(|chips| chips.is_positive()) {
            out.set("_needs", needs.into_iter().map(value).collect::<json::Value>());
        }
        Ok(())
    }

    /// The places, which a document has by its order only.
    fn write_places(&self, out: &mut Object) -> Result<(), Refusal> {
        let document = self.document;
        let given = document.user_field("_positions");
        let mut places = Object::new();
        let last = self.people.iter().find(|person| person.at == Ok(document.player_count() - 1));
        let blinds = blind_places(document);
        let of = |player: usize| self.people.iter().find(move |person| person.at == Ok(player));
        let [small, big] = blinds.map(|player| player.and_then(of));
        for (name, person) in [("button", last), ("smallBlind", small), ("bigBlind", big)] {
            let place = given.and_then(|given| given.get(name)).and_then(Value::as_integer);
            if let Some(place) = place.or(person.map(|person| person.seat)) {
                places.set(name, place);
            }
        }
        out.set("_positions", places);
        for name in ["_blinds", "_antes"] {
            if let Some(pair) = document.user_field(name) {
                out.set(name, to_json(pair));
            }
        }
        Ok(())
    }
}
