//! Reading one hand: each value straight into its place.

use super::error::{Fault, Parsed, fault, place};
use super::hand::NameSlot;
use super::hands::Section;
use super::syntax::document::Document;
use super::syntax::scalar::local_time;
use super::syntax::{Cursor, Span};
use super::{
    Amount, Error, Field, Hand, Leniency, MAX_HAND_BYTES, Problem, Repair, RepairKind, TextField, Value,
    Variant,
};
use super::{action, lenient};
use core::fmt;
use core::str::FromStr;

/// A field that is kept though the standard does not know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The line, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: u64,
    /// The name of the field.
    pub field: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Warning { line, column, field } = self;
        write!(f, "line {line}, column {column}: `{field}` is not a field of the standard; ")?;
        write!(f, "it is kept, but the names of user-defined fields begin with _")
    }
}

/// Reads hands, one after another, and keeps its memory in between.
///
/// ```
/// use kozyr_notation::phh::{Hand, Leniency, Reader};
/// let mut reader = Reader::new(Leniency::Lenient);
/// let mut hand = Hand::default();
/// reader.read("
///     variant = 'NT'
///     blinds_or_straddles = [1, 2]
///     starting_stacks = [100, 100]
///     actions = ['p2 CBR 6']
/// ", &mut hand)?;
/// let repairs: Vec<_> = reader.repairs().iter().map(|repair| repair.kind.to_string()).collect();
/// assert_eq!(repairs, [
///     "action 1 \"p2 CBR 6\" read as \"p2 cbr 6\"",
///     "`antes` was short of 2 entries, read as 0",
///     "`min_bet` was missing, read as 2",
/// ]);
/// # Ok::<(), kozyr_notation::phh::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reader {
    leniency: Leniency,
    repairs: Vec<Repair>,
    warnings: Vec<Warning>,
    /// The header of the last section.
    name: String,
    /// Repairs and warnings with the byte they are about, until the text has been read.
    noted: Vec<(usize, RepairKind)>,
    unknown: Vec<(usize, String)>,
    document: Document,
    /// Where the value of each field that was there begins.
    seen: u64,
    places: [u32; Field::ALL.len()],
    action_places: Vec<u32>,
}

/// A strict one.
impl Default for Reader {
    fn default() -> Reader {
        Reader::new(Leniency::Strict)
    }
}

/// Where one hand's text comes from.
struct Source<'a> {
    bytes: &'a [u8],
    line: u64,
    is_section: bool,
}

impl Reader {
    /// A reader of this leniency.
    pub fn new(leniency: Leniency) -> Reader {
        Reader {
            leniency,
            repairs: Vec::new(),
            warnings: Vec::new(),
            name: String::new(),
            noted: Vec::new(),
            unknown: Vec::new(),
            document: Document::default(),
            seen: 0,
            places: [0; Field::ALL.len()],
            action_places: Vec::new(),
        }
    }

    /// What the last hand needed; always empty if the reader is strict.
    pub fn repairs(&self) -> &[Repair] {
        &self.repairs
    }

    /// Fields of the last hand that the standard does not know.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The name of the last section: `1` for `[1]`.
    pub fn section_name(&self) -> &str {
        &self.name
    }

    /// Reads one hand, the text of a `.phh` file. On an error the hand holds nothing of use.
    pub fn read(&mut self, text: impl AsRef<[u8]>, hand: &mut Hand) -> Result<(), Error> {
        self.run(&Source { bytes: text.as_ref(), line: 1, is_section: false }, hand)
    }

    /// Reads one hand of a `.phhs` file.
    pub fn read_section(&mut self, section: &Section<'_>, hand: &mut Hand) -> Result<(), Error> {
        let source = Source { bytes: section.text(), line: section.line(), is_section: true };
        if section.is_repeated() {
            let problem = Problem::DuplicateKey(section.name().into());
            return Err(Fault { at: 0, action: None, problem }.located(source.bytes, source.line));
        }
        self.run(&source, hand)
    }

    fn run(&mut self, source: &Source<'_>, hand: &mut Hand) -> Result<(), Error> {
        self.repairs.clear();
        self.warnings.clear();
        self.noted.clear();
        self.unknown.clear();
        self.action_places.clear();
        self.document.clear();
        self.seen = 0;
        hand.clear();
        self.hand(source, hand).map_err(|fault| fault.located(source.bytes, source.line))?;
        if self.leniency == Leniency::Lenient {
            let Reader { noted, action_places, .. } = self;
            lenient::drop_idle_checks(hand, |place, action| {
                let at = action_places.get(place).map_or(0, |&at| at as usize);
                noted.push((at, RepairKind::IdleCheck { number: place + 1, action }));
            });
        }
        for (at, kind) in self.noted.drain(..) {
            let (line, column) = place(source.bytes, at, source.line);
            self.repairs.push(Repair { line, column, kind });
        }
        for (at, field) in self.unknown.drain(..) {
            let (line, column) = place(source.bytes, at, source.line);
            self.warnings.push(Warning { line, column, field });
        }
        Ok(())
    }

    fn hand(&mut self, source: &Source<'_>, hand: &mut Hand) -> Parsed<()> {
        if source.bytes.len() > MAX_HAND_BYTES {
            return fault(MAX_HAND_BYTES, Problem::TooLong);
        }
        let text = match core::str::from_utf8(source.bytes) {
            Ok(text) => text,
            Err(error) => return fault(error.valid_up_to(), Problem::NotUtf8),
        };
        hand.arena.push_str(text);
        let mut cursor = Cursor::new(text);
        if text.starts_with('\u{feff}') {
            cursor.at = '\u{feff}'.len_utf8();
        }
        let start = if source.is_section { self.section_header(&mut cursor)? } else { 0 };
        loop {
            cursor.gap()?;
            if cursor.at_end() {
                break;
            }
            if cursor.peek() == b'[' {
                self.header(&mut cursor, source.is_section)?;
            } else {
                self.statement(&mut cursor, hand)?;
                cursor.line_end()?;
            }
        }
        hand.user_fields = self.document.finish();
        self.judge(text, start, hand)
    }

    fn section_header(&mut self, cursor: &mut Cursor<'_>) -> Parsed<usize> {
        cursor.gap()?;
        let at = cursor.at;
        if cursor.peek() != b'[' {
            return fault(at, Problem::NoHeader);
        }
        self.name.clear();
        cursor.at += 1;
        let name = cursor.bare_key();
        if !name.is_empty() && cursor.eat(b']') {
            self.name.push_str(&cursor.text[at + 1..at + 1 + name.len()]);
            cursor.line_end()?;
            return Ok(at);
        }
        cursor.at = at;
        let (mut path, many) = cursor.header()?;
        match path.pop() {
            Some((_, name)) if path.is_empty() && !many => self.name = name,
            _ => return fault(at, Problem::NotAHand),
        }
        Ok(at)
    }

    /// A table inside a hand: a user-defined field.
    fn header(&mut self, cursor: &mut Cursor<'_>, is_section: bool) -> Parsed<()> {
        let (mut path, many) = cursor.header()?;
        if is_section {
            let (at, name) = path.remove(0);
            if name != self.name {
                return fault(at, Problem::NotAHand);
            }
            if path.is_empty() {
                return fault(at, Problem::DuplicateKey(name.into()));
            }
        }
        let (at, name) = &path[0];
        if !is_section && !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit()) {
            return fault(*at, Problem::ManyHands);
        }
        self.user_defined(*at, name)?;
        self.document.header(path, many)
    }

    /// The top of a user-defined field: not a field of the standard, which are never tables.
    fn user_defined(&mut self, at: usize, name: &str) -> Parsed<()> {
        if let Some(field) = Field::named(name.as_bytes()) {
            let twice = self.seen & 1 << field as u8 != 0;
            return fault(at, if twice { Problem::DuplicateKey(name.into()) } else { wrong_type(field) });
        }
        if !name.starts_with('_') && !self.unknown.iter().any(|(_, other)| other == name) {
            self.unknown.push((at, name.to_owned()));
        }
        Ok(())
    }

    #[inline]
    fn statement(&mut self, cursor: &mut Cursor<'_>, hand: &mut Hand) -> Parsed<()> {
        let at = cursor.at;
        if !self.document.in_table() {
            if let Some(field) = Field::named(cursor.bare_key()) {
                cursor.blanks();
                if cursor.eat(b'=') {
                    return self.field(at, field, cursor, hand);
                }
            }
            cursor.at = at;
        }
        self.other_statement(cursor, hand)
    }

    /// A user-defined field, or a field of the standard with a key in quotes.
    fn other_statement(&mut self, cursor: &mut Cursor<'_>, hand: &mut Hand) -> Parsed<()> {
        let path = cursor.key_path()?;
        if !cursor.eat(b'=') {
            return cursor.expected("`=` after the key");
        }
        if !self.document.in_table() {
            let (at, name) = &path[0];
            if path.len() == 1
                && let Some(field) = Field::named(name.as_bytes())
            {
                return self.field(*at, field, cursor, hand);
            }
            self.user_defined(*at, name)?;
        }
        cursor.blanks();
        let value = cursor.value(1)?;
        self.document.insert(&path, value)
    }

    #[inline]
    fn field(&mut self, key: usize, field: Field, cursor: &mut Cursor<'_>, hand: &mut Hand) -> Parsed<()> {
        if self.seen & 1 << field as u8 != 0 {
            return fault(key, Problem::DuplicateKey(field.name().into()));
        }
        self.seen |= 1 << field as u8;
        cursor.blanks();
        self.places[field as usize] = cursor.at as u32;
        match field {
            Field::Antes => return self.amounts(field, cursor, &mut hand.antes),
            Field::BlindsOrStraddles => return self.amounts(field, cursor, &mut hand.blinds_or_straddles),
            Field::StartingStacks => return self.amounts(field, cursor, &mut hand.starting_stacks),
            Field::FinishingStacks => return self.amounts(field, cursor, &mut hand.finishing_stacks),
            Field::Winnings => return self.amounts(field, cursor, &mut hand.winnings),
            Field::TimeBanks => return self.amounts(field, cursor, &mut hand.time_banks),
            Field::BringIn => hand.bring_in = Some(self.amount(field, cursor)?),
            Field::SmallBet => hand.small_bet = Some(self.amount(field, cursor)?),
            Field::BigBet => hand.big_bet = Some(self.amount(field, cursor)?),
            Field::MinBet => hand.min_bet = Some(self.amount(field, cursor)?),
            Field::TimeLimit => hand.time_limit = Some(self.amount(field, cursor)?),
            Field::Actions => return self.actions(cursor, hand),
            Field::Variant => hand.variant = self.variant(cursor, &mut hand.arena)?,
            Field::AnteTrimmingStatus => hand.ante_trimming_status = Some(truth(field, cursor)?),
            Field::Time => hand.time = Some(time(field, cursor)?),
            Field::Day => hand.day = Some(self.integer(field, cursor)?),
            Field::Month => hand.month = Some(self.integer(field, cursor)?),
            Field::Year => hand.year = Some(self.integer(field, cursor)?),
            Field::Level => hand.level = Some(self.integer(field, cursor)?),
            Field::SeatCount => hand.seat_count = Some(self.integer(field, cursor)?),
            Field::Hand => hand.hand = name(field, cursor, &mut hand.arena)?,
            Field::Table => hand.table = name(field, cursor, &mut hand.arena)?,
            Field::Seats => return self.seats(cursor, &mut hand.seats),
            Field::Players => return self.players(cursor, hand),
            Field::Author
            | Field::Event
            | Field::Url
            | Field::Venue
            | Field::Address
            | Field::City
            | Field::Region
            | Field::PostalCode
            | Field::Country
            | Field::TimeZone
            | Field::Currency
            | Field::CurrencySymbol
            | Field::TimeZoneAbbreviation => {
                let text = TextField::of(field).expect("these are the text fields");
                hand.texts[text as usize] = self.text(field, cursor, &mut hand.arena)?;
            }
        }
        Ok(())
    }

    fn amounts(&mut self, field: Field, cursor: &mut Cursor<'_>, list: &mut Vec<Amount>) -> Parsed<()> {
        cursor.list_or(field, |cursor| {
            list.push(self.amount(field, cursor)?);
            Ok(())
        })
    }

    fn seats(&mut self, cursor: &mut Cursor<'_>, seats: &mut Vec<i64>) -> Parsed<()> {
        cursor.list_or(Field::Seats, |cursor| {
            seats.push(self.integer(Field::Seats, cursor)?);
            Ok(())
        })
    }

    fn players(&mut self, cursor: &mut Cursor<'_>, hand: &mut Hand) -> Parsed<()> {
        let Hand { arena, players, .. } = hand;
        cursor.list_or(Field::Players, |cursor| {
            players.push(self.text(Field::Players, cursor, arena)?);
            Ok(())
        })
    }

    fn is_lenient(&self) -> bool {
        self.leniency == Leniency::Lenient
    }

    fn note_spelling(&mut self, at: usize, field: Field, to: impl fmt::Display) {
        self.noted.push((at, RepairKind::Spelling { field, to: to.to_string() }));
    }

    #[inline]
    fn amount(&mut self, field: Field, cursor: &mut Cursor<'_>) -> Parsed<Amount> {
        match cursor.plain_amount() {
            Some(amount) => Ok(amount),
            None => self.unusual_amount(field, cursor),
        }
    }

    #[cold]
    fn unusual_amount(&mut self, field: Field, cursor: &mut Cursor<'_>) -> Parsed<Amount> {
        let at = cursor.at;
        if let Some(amount) = cursor.amount()? {
            return Ok(amount);
        }
        if self.is_lenient()
            && matches!(cursor.peek(), b'\'' | b'"')
            && let Some(amount) = lenient::quoted_amount(&cursor.text_value()?)
        {
            self.note_spelling(at, field, amount);
            return Ok(amount);
        }
        fault(at, wrong_type(field))
    }

    fn integer(&mut self, field: Field, cursor: &mut Cursor<'_>) -> Parsed<i64> {
        let at = cursor.at;
        if let Some(number) = cursor.integer()? {
            return Ok(number);
        }
        if self.is_lenient() {
            // `"6"`, `6.0` and, for one number, `[6]` say 6.
            let number = match cursor.value(1)? {
                Value::Text(text) => text.trim().parse().ok(),
                Value::Float(text) => text.strip_suffix(".0").and_then(|text| text.parse().ok()),
                Value::Array(items) if field != Field::Seats => match items[..] {
                    [Value::Integer(number)] => Some(number),
                    _ => None,
                },
                _ => None,
            };
            if let Some(number) = number {
                self.note_spelling(at, field, number);
                return Ok(number);
            }
        }
        fault(at, wrong_type(field))
    }

    #[inline]
    fn text(&mut self, field: Field, cursor: &mut Cursor<'_>, arena: &mut String) -> Parsed<Span> {
        if matches!(cursor.peek(), b'\'' | b'"') {
            return cursor.string(arena);
        }
        let at = cursor.at;
        if self.is_lenient()
            && let Value::Integer(_) = cursor.value(1)?
        {
            self.note_spelling(at, field, format_args!("'{}'", &cursor.text[at..cursor.at]));
            return Ok(Span::new(at, cursor.at));
        }
        fault(at, wrong_type(field))
    }

    fn variant(&mut self, cursor: &mut Cursor<'_>, arena: &mut String) -> Parsed<Variant> {
        let at = cursor.at;
        if !matches!(cursor.peek(), b'\'' | b'"') {
            return fault(at, wrong_type(Field::Variant));
        }
        let span = cursor.string(arena)?;
        let code = span.of(arena);
        if let Some(variant) = Variant::from_code(code.as_bytes()) {
            return Ok(variant);
        }
        let upper = code.trim().to_ascii_uppercase();
        match Variant::from_code(upper.as_bytes()) {
            Some(variant) if self.is_lenient() => {
                self.note_spelling(at, Field::Variant, variant);
                Ok(variant)
            }
            _ => fault(at, Problem::UnknownVariant(code.into())),
        }
    }

    fn actions(&mut self, cursor: &mut Cursor<'_>, hand: &mut Hand) -> Parsed<()> {
        let Hand { arena, actions, commentaries, .. } = hand;
        cursor.list_or(Field::Actions, |cursor| {
            let at = cursor.at;
            if !matches!(cursor.peek(), b'\'' | b'"') {
                return fault(at, wrong_type(Field::Actions));
            }
            let span = cursor.string(arena)?;
            let (action, commentary) = match action::read(span.bytes_of(arena.as_bytes())) {
                Ok(read) => read,
                Err((byte, error)) => {
                    let text = span.of(arena);
                    let number = actions.len() + 1;
                    match lenient::action(text).filter(|_| self.is_lenient()) {
                        Some(read) => {
                            let from = text.to_owned();
                            self.noted.push((at, RepairKind::Action { number, from, to: read.0 }));
                            read
                        }
                        None => {
                            // Spelled-out text has no place of its own in the file.
                            let inside = span.start() < cursor.bytes.len();
                            let at = if inside { span.start() + byte } else { at };
                            let action = Some((number, text.to_owned()));
                            return Err(Box::new(Fault { at, action, problem: error.into() }));
                        }
                    }
                }
            };
            if let Some(byte) = commentary {
                let end = span.start() + span.of(arena).len();
                commentaries.push((actions.len() as u32, Span::new(span.start() + byte, end)));
            }
            actions.push(action);
            self.action_places.push(at as u32);
            Ok(())
        })
    }

    /// Is everything there, and does it fit together?
    fn judge(&mut self, text: &str, start: usize, hand: &mut Hand) -> Parsed<()> {
        let missing = |field: Field, seen: u64| seen & 1 << field as u8 == 0;
        if missing(Field::Variant, self.seen) {
            return fault(start, Problem::NoVariant);
        }
        if missing(Field::Actions, self.seen) {
            let (field, variant) = (Field::Actions, hand.variant);
            return fault(start, Problem::Missing { field, variant });
        }
        let (places, seen) = (self.places, self.seen);
        let place_of =
            |field: Field| if missing(field, seen) { start } else { places[field as usize] as usize };
        // A list that is there but empty is not a list that is not there.
        for (field, length) in [
            (Field::BlindsOrStraddles, hand.blinds_or_straddles.len()),
            (Field::Seats, hand.seats.len()),
            (Field::Players, hand.players.len()),
            (Field::FinishingStacks, hand.finishing_stacks.len()),
            (Field::Winnings, hand.winnings.len()),
            (Field::TimeBanks, hand.time_banks.len()),
        ] {
            if length == 0 && !missing(field, seen) {
                let players = hand.player_count();
                return fault(place_of(field), Problem::Length { field, found: 0, players });
            }
        }
        if self.is_lenient() {
            let noted = &mut self.noted;
            lenient::mend(hand, |field, kind| noted.push((place_of(field), kind)));
        }
        hand.check().map_err(|invalid| {
            let mut fault =
                Box::new(Fault { at: place_of(invalid.field), action: None, problem: invalid.problem });
            if let Some(number) = invalid.action {
                fault.at = self.action_places[number - 1] as usize;
                let mut cursor = Cursor::new(text);
                cursor.at = fault.at;
                fault.action = cursor.text_value().ok().map(|text| (number, text));
            }
            fault
        })
    }
}

impl Cursor<'_> {
    /// A list, or the complaint that the field should be one.
    #[inline]
    fn list_or(&mut self, field: Field, item: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        if self.peek() == b'[' { self.list(item) } else { fault(self.at, wrong_type(field)) }
    }
}

fn truth(field: Field, cursor: &mut Cursor<'_>) -> Parsed<bool> {
    let at = cursor.at;
    match cursor.word() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => fault(at, wrong_type(field)),
    }
}

fn time(field: Field, cursor: &mut Cursor<'_>) -> Parsed<super::LocalTime> {
    let at = cursor.at;
    match local_time(cursor.word()) {
        Some(time) => Ok(time),
        None => fault(at, wrong_type(field)),
    }
}

fn name(field: Field, cursor: &mut Cursor<'_>, arena: &mut String) -> Parsed<NameSlot> {
    if matches!(cursor.peek(), b'\'' | b'"') {
        return cursor.string(arena).map(NameSlot::Text);
    }
    match cursor.integer()? {
        Some(number) => Ok(NameSlot::Number(number)),
        None => fault(cursor.at, wrong_type(field)),
    }
}

#[cold]
fn wrong_type(field: Field) -> Problem {
    let should = match field {
        Field::Variant => "a string such as 'NT'",
        Field::AnteTrimmingStatus => "true or false",
        Field::Antes | Field::BlindsOrStraddles | Field::StartingStacks => {
            "a list of numbers, one per player"
        }
        Field::FinishingStacks | Field::Winnings | Field::TimeBanks => "a list of numbers, one per player",
        Field::BringIn | Field::SmallBet | Field::BigBet | Field::MinBet | Field::TimeLimit => "a number",
        Field::Actions => "a list of strings",
        Field::Time => "a time such as 20:15:00",
        Field::Day | Field::Month | Field::Year | Field::Level | Field::SeatCount => "a whole number",
        Field::Hand | Field::Table => "a string or a whole number",
        Field::Seats => "a list of whole numbers, one per player",
        Field::Players => "a list of strings, one per player",
        _ => "a string",
    };
    Problem::WrongType { field, should }
}

/// Reads one hand strictly.
impl FromStr for Hand {
    type Err = Error;
    fn from_str(text: &str) -> Result<Hand, Error> {
        let mut hand = Hand::default();
        Reader::default().read(text, &mut hand)?;
        Ok(hand)
    }
}
