//! From JSON to the sheet: validated once, here.

use super::line::{Line, MAX_LINES};
use super::sheet::{Positions, Results, Row, Sheet, check_name};
use super::{Options, Refusal};
use crate::json::{Object, Value};
use crate::phh::Action;
use kozyr_card_game::{Seat, SeatSet};
use kozyr_chips::{Chips, Decimal, Scale};
use kozyr_poker::Variant;
use kozyr_poker::seating::{Intent, Seating, Sitter, Standing};

/// The fields the exchange understands; all others are kept as they are.
pub(crate) const KNOWN: &[&str] = &[
    "author",
    "variant",
    "anteTrimmingStatus",
    "hand",
    "players",
    "startingStacks",
    "blindsOrStraddles",
    "antes",
    "minBet",
    "smallBet",
    "bigBet",
    "seats",
    "seatCount",
    "actions",
    "finishingStacks",
    "winnings",
    "rake",
    "timeLimit",
    "timeBanks",
    "_inactive",
    "_intents",
    "_deadBlinds",
    "_deadPot",
    "_deadPosts",
    "_new",
    "_needs",
    "_positions",
    "_blinds",
    "_antes",
    "_options",
];

type Amounts = Vec<Decimal>;

/// A JSON object with its fields read one by one.
struct Fields<'a> {
    object: &'a Object,
    players: usize,
}

impl<'a> Fields<'a> {
    fn get(&self, name: &str) -> Option<&'a Value> {
        self.object.get(name).filter(|value| !value.is_null())
    }

    fn list(&self, name: &str) -> Result<Option<&'a [Value]>, Refusal> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let items = value
            .as_array()
            .ok_or_else(|| Refusal::field(name, "is no list: write its entries between [ and ]"))?;
        if items.len() > self.players {
            let problem = format!("has {} entries for {} players", items.len(), self.players);
            return Err(Refusal::field(name, problem));
        }
        Ok(Some(items))
    }

    fn amount(&self, name: &str) -> Result<Option<Decimal>, Refusal> {
        self.get(name).map(|value| amount(name, value)).transpose()
    }

    /// An amount for every player; missing ones at the end are nothing.
    fn amounts(&self, name: &str) -> Result<Option<Amounts>, Refusal> {
        let Some(items) = self.list(name)? else { return Ok(None) };
        let mut amounts = Vec::with_capacity(self.players);
        for (at, item) in items.iter().enumerate() {
            amounts.push(amount(&format!("{name}[{at}]"), item)?);
        }
        amounts.resize(self.players, Decimal::default());
        Ok(Some(amounts))
    }

    fn amounts_or_zero(&self, name: &str) -> Result<Amounts, Refusal> {
        Ok(self.amounts(name)?.unwrap_or_else(|| vec![Decimal::default(); self.players]))
    }

    /// An amount for every player, none missing.
    fn exactly(&self, name: &str) -> Result<Option<Amounts>, Refusal> {
        match self.list(name)? {
            Some(items) if items.len() < self.players => {
                let problem = format!("has {} entries for {} players", items.len(), self.players);
                Err(Refusal::field(name, problem))
            }
            _ => self.amounts(name),
        }
    }

    fn pair(&self, name: &str) -> Result<Option<[Decimal; 2]>, Refusal> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let wrong = || Refusal::field(name, "is not two amounts: write a list of two, neither negative");
        let items = value.as_array().filter(|items| items.len() == 2).ok_or_else(wrong)?;
        let pair = [items[0].decimal().ok_or_else(wrong)?, items[1].decimal().ok_or_else(wrong)?];
        if pair.iter().any(|amount| amount.parts().0 < 0) { Err(wrong()) } else { Ok(Some(pair)) }
    }

    /// Whole numbers, one for every player; missing ones at the end are 0.
    fn numbers(&self, name: &str) -> Result<Vec<i64>, Refusal> {
        let items = self.list(name)?.unwrap_or(&[]);
        let mut numbers = Vec::with_capacity(self.players);
        for (at, item) in items.iter().enumerate() {
            let number = item.integer();
            numbers.push(number.ok_or_else(|| {
                Refusal::field(format!("{name}[{at}]"), "is no whole number: write one such as 7")
            })?);
        }
        numbers.resize(self.players, 0);
        Ok(numbers)
    }

    fn seconds(&self, name: &str) -> Result<Option<u64>, Refusal> {
        self.get(name).map(|value| milliseconds(name, value)).transpose()
    }

    fn seat(&self, name: &str, value: &Value) -> Result<Seat, Refusal> {
        let number = value.integer().and_then(|number| u8::try_from(number).ok());
        let seat = number.filter(|&number| number <= Seating::MOST_SEATS).and_then(Seat::from_number);
        seat.ok_or_else(|| Refusal::field(name, "is no seat: write a number from 1 to 10"))
    }
}

fn amount(name: &str, value: &Value) -> Result<Decimal, Refusal> {
    value
        .decimal()
        .ok_or_else(|| Refusal::field(name, "is no amount: write one such as 75.25, at most 2^53 − 1 units"))
}

fn milliseconds(name: &str, value: &Value) -> Result<u64, Refusal> {
    let thousandths = Scale::new(3).expect("three decimals are few");
    let time = value.decimal().and_then(|seconds| seconds.to_chips(thousandths).ok());
    let time = time.and_then(|time| u64::try_from(time.units()).ok());
    time.ok_or_else(|| {
        Refusal::field(name, "is no length of time: write seconds with at most three decimals")
    })
}

/// All amounts as they are written, before the scale is known.
struct Written {
    stacks: Amounts,
    antes: Amounts,
    blinds: Amounts,
    debts: Amounts,
    dead_posts: Amounts,
    needs: Amounts,
    dead_pot: Decimal,
    bets: [Option<Decimal>; 3],
    finishing: Option<Amounts>,
    winnings: Option<Amounts>,
    rake: Option<Decimal>,
    blind_pair: Option<[Decimal; 2]>,
    ante_pair: Option<[Decimal; 2]>,
}

impl Written {
    fn read(fields: &Fields<'_>) -> Result<Written, Refusal> {
        let missing = || Refusal::field("startingStacks", "is missing: write one amount for every player");
        let (dead_pot, dead_posts) = dead_money(fields)?;
        let written = Written {
            stacks: fields.exactly("startingStacks")?.ok_or_else(missing)?,
            antes: fields.amounts_or_zero("antes")?,
            blinds: fields.amounts_or_zero("blindsOrStraddles")?,
            debts: fields.amounts_or_zero("_deadBlinds")?,
            needs: fields.amounts_or_zero("_needs")?,
            dead_posts,
            dead_pot,
            bets: [fields.amount("minBet")?, fields.amount("smallBet")?, fields.amount("bigBet")?],
            finishing: fields.exactly("finishingStacks")?,
            winnings: fields.amounts("winnings")?,
            rake: fields.amount("rake")?,
            blind_pair: fields.pair("_blinds")?,
            ante_pair: fields.pair("_antes")?,
        };
        let none = Vec::new();
        for (name, list) in [
            ("startingStacks", &written.stacks),
            ("antes", &written.antes),
            ("_needs", &written.needs),
            ("_deadPosts", &written.dead_posts),
            ("finishingStacks", written.finishing.as_ref().unwrap_or(&none)),
            ("winnings", written.winnings.as_ref().unwrap_or(&none)),
        ] {
            if let Some(at) = list.iter().position(|amount| amount.parts().0 < 0) {
                return Err(Refusal::field(format!("{name}[{at}]"), "is negative: write nothing or more"));
            }
        }
        for (name, bet) in ["minBet", "smallBet", "bigBet"].into_iter().zip(written.bets) {
            if bet.is_some_and(|bet| bet.parts().0 <= 0) {
                return Err(Refusal::field(name, "is not above nothing: write more"));
            }
        }
        Ok(written)
    }

    fn scale(&self, options: &Options, log: &[Line]) -> Scale {
        let lists = [&self.stacks, &self.antes, &self.blinds, &self.debts, &self.dead_posts, &self.needs];
        let optional = [&self.finishing, &self.winnings].into_iter().flatten();
        let lists = lists.into_iter().chain(optional).flatten().copied();
        let pairs = [self.blind_pair, self.ante_pair].into_iter().flatten().flatten();
        let singles = self.bets.into_iter().chain([self.rake, options.rake.and_then(|rake| rake.cap)]);
        let bets = log.iter().filter_map(|line| match line.action() {
            Some(Action::CompleteBetOrRaiseTo { amount, .. }) => amount.decimal(),
            _ => None,
        });
        let all = lists.chain(pairs).chain(singles.flatten()).chain([self.dead_pot]).chain(bets);
        all.map(Decimal::scale).max().unwrap_or_default().max(options.scale())
    }
}

/// `_deadPot` is the sum; `_deadPosts`, or a list in its place, says who paid.
fn dead_money(fields: &Fields<'_>) -> Result<(Decimal, Amounts), Refusal> {
    let listed = matches!(fields.get("_deadPot"), Some(Value::Array(_)));
    let posts = fields.amounts_or_zero(if listed { "_deadPot" } else { "_deadPosts" })?;
    let finest = posts.iter().map(|post| post.scale()).max().unwrap_or_default();
    let wrong = || {
        Refusal::field(
            "_deadPot",
            "is below the sum of _deadPosts, or one of them is negative: write at least their sum",
        )
    };
    let mut sum = Chips::ZERO;
    for post in &posts {
        let post = post.to_chips(finest).map_err(|_| wrong())?;
        sum = sum
            .checked_add(post)
            .ok()
            .filter(|sum| !post.is_negative() && *sum <= Chips::MAX)
            .ok_or_else(wrong)?;
    }
    let sum = Decimal::new(sum.units(), finest.decimals()).map_err(|_| wrong())?;
    if listed {
        return Ok((sum, posts));
    }
    let pot = fields.amount("_deadPot")?.unwrap_or(sum);
    let finest = finest.max(pot.scale());
    let [pot_chips, sum] = [pot, sum].map(|amount| amount.to_chips(finest).unwrap_or(-Chips::MAX));
    if pot_chips.is_negative() || pot_chips < sum { Err(wrong()) } else { Ok((pot, posts)) }
}

impl Sheet {
    /// Reads a hand. What it says is checked for sense, not for legal play.
    pub(crate) fn read(value: &Value) -> Result<Sheet, Refusal> {
        let object = value
            .as_object()
            .ok_or_else(|| Refusal::field("hand", "is no JSON object: write {\"players\": …}"))?;
        let names = names(object)?;
        let fields = Fields { object, players: names.len() };
        let log = log(&fields)?;
        let options_value = fields.get("_options").cloned();
        let options = options_value.as_ref().map_or(Ok(Options::default()), Options::read)?;
        let written = Written::read(&fields)?;
        let scale = written.scale(&options, &log);
        let chips = |amount: Decimal| {
            let too_large = || {
                Refusal::field(
                    "startingStacks",
                    "the amounts are too large to count exactly: write smaller ones",
                )
            };
            amount.to_chips(scale).map_err(|_| too_large())
        };
        let list =
            |amounts: &Amounts| amounts.iter().map(|&amount| chips(amount)).collect::<Result<Vec<_>, _>>();
        let pair = |pair: Option<[Decimal; 2]>| match pair {
            Some([a, b]) => Ok::<_, Refusal>(Some([chips(a)?, chips(b)?])),
            None => Ok(None),
        };
        let results = Results {
            finishing: written.finishing.as_ref().map(list).transpose()?,
            winnings: written.winnings.as_ref().map(list).transpose()?,
            rake: written.rake.map(chips).transpose()?,
        };
        let [min_bet, small_bet, big_bet] = written.bets;
        let mut sheet = Sheet {
            scale,
            variant: variant(&fields)?,
            ante_trimming: trimming(&fields)?,
            min_bet: min_bet.map(chips).transpose()?,
            small_bet: small_bet.map(chips).transpose()?,
            big_bet: big_bet.map(chips).transpose()?,
            number: number(&fields)?,
            seat_count: seat_count(&fields)?,
            rows: rows(&fields, names, &written, chips)?,
            log,
            results,
            dead_pot: chips(written.dead_pot)?,
            positions: positions(&fields)?,
            blinds: pair(written.blind_pair)?,
            antes: pair(written.ante_pair)?,
            time_limit_ms: fields.seconds("timeLimit")?,
            options,
            options_value,
            rest: Object::new(),
        };
        for (name, value) in object.iter().filter(|(name, _)| !KNOWN.contains(name)) {
            sheet.rest.push(name, value.clone());
        }
        sheet.check_sums()?;
        Ok(sheet)
    }

    /// All chips together can be counted exactly.
    fn check_sums(&mut self) -> Result<(), Refusal> {
        let mut sum = Ok(Chips::ZERO);
        self.for_each_amount(|chips| sum = sum.and_then(|sum| sum.checked_add(chips.abs())));
        match sum {
            Ok(sum) if sum <= Chips::MAX => Ok(()),
            _ => Err(Refusal::field(
                "startingStacks",
                "the amounts are too large to count exactly: write smaller ones",
            )),
        }
    }
}

fn names(object: &Object) -> Result<Vec<&str>, Refusal> {
    let players = object.get("players").and_then(Value::as_array);
    let players = players.ok_or_else(|| Refusal::field("players", "is missing: write a list of names"))?;
    if players.len() > usize::from(Seating::MOST_SEATS) {
        return Err(Refusal::field("players", "are too many for a table: name at most 10"));
    }
    let mut names: Vec<&str> = Vec::with_capacity(players.len());
    for (at, player) in players.iter().enumerate() {
        let field = || format!("players[{at}]");
        let name =
            player.as_str().ok_or_else(|| Refusal::field(field(), "is no name: write it between quotes"))?;
        check_name(name).map_err(|problem| Refusal::field(field(), problem.to_string()))?;
        if names.contains(&name) {
            return Err(Refusal::field(field(), "is there twice: name everybody once"));
        }
        names.push(name);
    }
    Ok(names)
}

fn log(fields: &Fields<'_>) -> Result<Vec<Line>, Refusal> {
    let Some(value) = fields.get("actions") else { return Ok(Vec::new()) };
    let items =
        value.as_array().ok_or_else(|| Refusal::field("actions", "is no list: write a list of actions"))?;
    // What is played for the absent comes on top.
    if items.len() > 2 * MAX_LINES {
        return Err(Refusal::field("actions", format!("has too many entries: keep to {MAX_LINES}")));
    }
    let mut log = Vec::with_capacity(items.len());
    for (at, item) in items.iter().enumerate() {
        let field = || format!("actions[{at}]");
        let text =
            item.as_str().ok_or_else(|| Refusal::field(field(), "is no text: write it between quotes"))?;
        let line = Line::read(text).map_err(|error| Refusal::field(field(), error.to_string()))?;
        let dealt = match line.action() {
            Some(Action::DealHole { player, .. }) => Some(*player),
            _ => line.player(),
        };
        if dealt.is_some_and(|player| player.index() >= fields.players) {
            return Err(Refusal::field(
                field(),
                "names a player who is not there: write p1 for the first of players, and so on",
            ));
        }
        log.push(line);
    }
    Ok(log)
}

fn variant(fields: &Fields<'_>) -> Result<&'static Variant, Refusal> {
    let Some(value) = fields.get("variant") else { return Ok(&kozyr_poker::variant::NO_LIMIT_HOLDEM) };
    let known = value.as_str().and_then(Variant::by_code);
    // Seats, blinds and debts of the exchange are those of games with a board.
    known
        .filter(|variant| variant.is_community_game())
        .ok_or_else(|| Refusal::field("variant", "is not known here: write NT, PT, FT, NS, PO or FO/8"))
}

fn trimming(fields: &Fields<'_>) -> Result<Option<bool>, Refusal> {
    let Some(value) = fields.get("anteTrimmingStatus") else { return Ok(None) };
    value
        .as_bool()
        .map(Some)
        .ok_or_else(|| Refusal::field("anteTrimmingStatus", "is neither true nor false: write one of them"))
}

fn number(fields: &Fields<'_>) -> Result<Option<Value>, Refusal> {
    match fields.get("hand") {
        None => Ok(None),
        Some(number @ Value::String(_)) => Ok(Some(number.clone())),
        Some(number) if number.integer().is_some() => Ok(Some(number.clone())),
        Some(_) => Err(Refusal::field("hand", "is neither a whole number nor a name: write one of them")),
    }
}

/// A number, or a list of that one number.
fn seat_count(fields: &Fields<'_>) -> Result<Option<u8>, Refusal> {
    let Some(value) = fields.get("seatCount") else { return Ok(None) };
    let number = match value.as_array() {
        Some([only]) => only.integer(),
        Some(_) => None,
        None => value.integer(),
    };
    match number.and_then(|number| u8::try_from(number).ok()) {
        Some(count @ 2..=Seating::MOST_SEATS) => Ok(Some(count)),
        _ => Err(Refusal::field("seatCount", "is no number of seats: write 2 to 10")),
    }
}

fn positions(fields: &Fields<'_>) -> Result<Positions, Refusal> {
    let Some(value) = fields.get("_positions") else { return Ok(Positions::default()) };
    let object = value.as_object();
    let object = object
        .ok_or_else(|| Refusal::field("_positions", "is no object: write {\"button\": 1} and so on"))?;
    let mut positions = Positions::default();
    for (name, value) in object.iter().filter(|(_, value)| !value.is_null()) {
        let field = format!("_positions.{name}");
        let place = match name {
            "button" => &mut positions.button,
            "smallBlind" => &mut positions.small_blind,
            "bigBlind" => &mut positions.big_blind,
            _ => return Err(Refusal::field(field, "is no place: write button, smallBlind or bigBlind")),
        };
        let seat = fields.seat(&field, value)?;
        let seats = seat_count(fields)?.unwrap_or(Seating::MOST_SEATS);
        if seat.number() > seats {
            return Err(Refusal::field(field, format!("is no seat here: write a number from 1 to {seats}")));
        }
        *place = Some(seat);
    }
    Ok(positions)
}

fn seats(fields: &Fields<'_>) -> Result<Vec<Seat>, Refusal> {
    let count = seat_count(fields)?.unwrap_or(Seating::MOST_SEATS);
    let seats = match fields.list("seats")? {
        None => (0..fields.players).map(Seat::from_index).collect(),
        Some(items) if items.len() < fields.players => {
            return Err(Refusal::field(
                "seats",
                "has not one seat for every player: write one number for each",
            ));
        }
        Some(items) => {
            let seat = |(at, item)| fields.seat(&format!("seats[{at}]"), item);
            items.iter().enumerate().map(seat).collect::<Result<Vec<_>, _>>()?
        }
    };
    let mut taken = SeatSet::EMPTY;
    for (at, &seat) in seats.iter().enumerate() {
        if seat.number() > count {
            return Err(Refusal::field(
                format!("seats[{at}]"),
                format!("is over the seatCount of {count}: choose a lower one"),
            ));
        }
        if taken.contains(seat) {
            return Err(Refusal::field(format!("seats[{at}]"), "is taken already: choose another"));
        }
        taken.insert(seat);
    }
    Ok(seats)
}

fn rows(
    fields: &Fields<'_>,
    names: Vec<&str>,
    written: &Written,
    chips: impl Fn(Decimal) -> Result<Chips, Refusal>,
) -> Result<Vec<Row>, Refusal> {
    let seats = seats(fields)?;
    let inactive = fields.numbers("_inactive")?;
    let intents = fields.numbers("_intents")?;
    let new = fields.numbers("_new")?;
    let banks = fields.list("timeBanks")?.unwrap_or(&[]);
    let mut rows = Vec::with_capacity(names.len());
    for (at, name) in names.into_iter().enumerate() {
        let no_intent = || Refusal::field(format!("_intents[{at}]"), "is no intent: write 0, 1, 2 or 3");
        let intent = Intent::from_number(intents[at]).ok_or_else(no_intent)?;
        let standing = Standing::new(inactive[at] != 0, intent, chips(written.debts[at])?);
        let standing = standing.map_err(|why| Refusal::Impossible { player: name.to_owned(), why })?;
        let bank = banks.get(at).filter(|bank| !bank.is_null());
        rows.push(Row {
            name: name.to_owned(),
            sitter: Sitter {
                seat: seats[at],
                stack: chips(written.stacks[at])?,
                standing,
                newcomer: new[at] != 0,
                short_of: chips(written.needs[at])?,
            },
            ante: chips(written.antes[at])?,
            blind: chips(written.blinds[at])?,
            dead_post: chips(written.dead_posts[at])?,
            time_bank_ms: bank.map(|bank| milliseconds(&format!("timeBanks[{at}]"), bank)).transpose()?,
        });
    }
    Ok(rows)
}
