//! The document: one hand.

use super::syntax::Span;
use super::{Action, Amount, Field, TextField, Value, Variant};
use core::fmt;
use kozyr_chips::Scale;

/// A time of day without a zone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LocalTime {
    hour: u8,
    minute: u8,
    second: u8,
    nanosecond: u32,
}

impl LocalTime {
    /// A time that exists.
    pub const fn new(hour: u8, minute: u8, second: u8, nanosecond: u32) -> Option<LocalTime> {
        if hour < 24 && minute < 60 && second < 60 && nanosecond < 1_000_000_000 {
            Some(LocalTime { hour, minute, second, nanosecond })
        } else {
            None
        }
    }
    /// 0 to 23.
    pub const fn hour(self) -> u8 {
        self.hour
    }
    /// 0 to 59.
    pub const fn minute(self) -> u8 {
        self.minute
    }
    /// 0 to 59.
    pub const fn second(self) -> u8 {
        self.second
    }
    /// 0 to 999,999,999.
    pub const fn nanosecond(self) -> u32 {
        self.nanosecond
    }
}

impl fmt::Display for LocalTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LocalTime { hour, minute, second, nanosecond } = *self;
        write!(f, "{hour:02}:{minute:02}:{second:02}")?;
        if nanosecond == 0 {
            return Ok(());
        }
        let digits = format!("{nanosecond:09}");
        write!(f, ".{}", digits.trim_end_matches('0'))
    }
}

/// The name of a hand or table: a number or text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Name<'a> {
    /// `hand = 17`
    Number(i64),
    /// `table = 'CLEO AVE'`
    Text(&'a str),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum NameSlot {
    Absent,
    Number(i64),
    Text(Span),
}

/// One hand as it is written down.
///
/// Per-player lists have one entry per player; an optional list that is not there is empty. All text lives in
/// one string inside, so that a hand read into again costs no allocation.
#[derive(Clone)]
pub struct Hand {
    /// What is played.
    pub variant: Variant,
    /// Whether a short ante wins only what was matched; `false` is meant when it is not there.
    pub ante_trimming_status: Option<bool>,
    /// The antes (heads-up: written in reverse).
    pub antes: Vec<Amount>,
    /// The blinds and straddles of games with a button (heads-up: written in reverse); negative is a live post.
    pub blinds_or_straddles: Vec<Amount>,
    /// The bring-in of stud games.
    pub bring_in: Option<Amount>,
    /// The bet of the first streets in fixed-limit games.
    pub small_bet: Option<Amount>,
    /// The bet of the last streets in fixed-limit games.
    pub big_bet: Option<Amount>,
    /// The smallest bet in no-limit and pot-limit games.
    pub min_bet: Option<Amount>,
    /// The stacks before antes and blinds; infinite if unknown. Their number is the number of players.
    pub starting_stacks: Vec<Amount>,
    /// When the hand began.
    pub time: Option<LocalTime>,
    /// Day of the month.
    pub day: Option<i64>,
    /// Month, from 1.
    pub month: Option<i64>,
    /// Year.
    pub year: Option<i64>,
    /// Level of the tournament.
    pub level: Option<i64>,
    /// The seat of each player.
    pub seats: Vec<i64>,
    /// How many seats the table has.
    pub seat_count: Option<i64>,
    /// The stacks after the hand.
    pub finishing_stacks: Vec<Amount>,
    /// What each player collected, after rake.
    pub winnings: Vec<Amount>,
    /// Seconds for each decision.
    pub time_limit: Option<Amount>,
    /// Time banks before the hand.
    pub time_banks: Vec<Amount>,
    /// User-defined fields (`_name`) and fields the standard does not know, in their order.
    pub user_fields: Vec<(String, Value)>,
    pub(crate) arena: String,
    pub(crate) texts: [Span; TextField::ALL.len()],
    pub(crate) players: Vec<Span>,
    pub(crate) hand: NameSlot,
    pub(crate) table: NameSlot,
    pub(crate) actions: Vec<Action>,
    /// Commentaries with the number of their action, in order.
    pub(crate) commentaries: Vec<(u32, Span)>,
}

impl Default for Hand {
    fn default() -> Hand {
        Hand::new(Variant::default())
    }
}

impl Hand {
    /// A hand with nothing in it yet.
    pub const fn new(variant: Variant) -> Hand {
        Hand {
            variant,
            ante_trimming_status: None,
            antes: Vec::new(),
            blinds_or_straddles: Vec::new(),
            bring_in: None,
            small_bet: None,
            big_bet: None,
            min_bet: None,
            starting_stacks: Vec::new(),
            time: None,
            day: None,
            month: None,
            year: None,
            level: None,
            seats: Vec::new(),
            seat_count: None,
            finishing_stacks: Vec::new(),
            winnings: Vec::new(),
            time_limit: None,
            time_banks: Vec::new(),
            user_fields: Vec::new(),
            arena: String::new(),
            texts: [Span::NONE; TextField::ALL.len()],
            players: Vec::new(),
            hand: NameSlot::Absent,
            table: NameSlot::Absent,
            actions: Vec::new(),
            commentaries: Vec::new(),
        }
    }

    /// Empties the hand and keeps its memory.
    pub fn clear(&mut self) {
        let Hand { antes, blinds_or_straddles, starting_stacks, seats, finishing_stacks, winnings, .. } =
            self;
        for list in [antes, blinds_or_straddles, starting_stacks, finishing_stacks, winnings] {
            list.clear();
        }
        seats.clear();
        self.time_banks.clear();
        self.user_fields.clear();
        self.arena.clear();
        self.players.clear();
        self.actions.clear();
        self.commentaries.clear();
        self.variant = Variant::default();
        self.ante_trimming_status = None;
        self.texts = [Span::NONE; TextField::ALL.len()];
        (self.hand, self.table) = (NameSlot::Absent, NameSlot::Absent);
        (self.bring_in, self.small_bet, self.big_bet) = (None, None, None);
        (self.min_bet, self.time_limit, self.time) = (None, None, None);
        (self.day, self.month, self.year) = (None, None, None);
        (self.level, self.seat_count) = (None, None);
    }

    /// How many players: one for each starting stack.
    pub fn player_count(&self) -> usize {
        self.starting_stacks.len()
    }

    fn keep(&mut self, text: &str) -> Span {
        let start = self.arena.len();
        self.arena.push_str(text);
        Span::new(start, self.arena.len())
    }

    /// The value of a text field.
    pub fn text(&self, field: TextField) -> Option<&str> {
        let span = self.texts[field as usize];
        if span.is_none() { None } else { Some(span.of(&self.arena)) }
    }

    /// Sets or removes a text field.
    pub fn set_text(&mut self, field: TextField, text: Option<&str>) {
        self.texts[field as usize] = text.map_or(Span::NONE, |text| self.keep(text));
    }

    fn name(&self, slot: NameSlot) -> Option<Name<'_>> {
        match slot {
            NameSlot::Absent => None,
            NameSlot::Number(number) => Some(Name::Number(number)),
            NameSlot::Text(span) => Some(Name::Text(span.of(&self.arena))),
        }
    }

    fn slot(&mut self, name: Option<Name<'_>>) -> NameSlot {
        match name {
            None => NameSlot::Absent,
            Some(Name::Number(number)) => NameSlot::Number(number),
            Some(Name::Text(text)) => NameSlot::Text(self.keep(text)),
        }
    }

    /// The hand's number or name.
    pub fn hand(&self) -> Option<Name<'_>> {
        self.name(self.hand)
    }
    /// Sets or removes the hand's number or name.
    pub fn set_hand(&mut self, name: Option<Name<'_>>) {
        self.hand = self.slot(name);
    }
    /// The table's number or name.
    pub fn table(&self) -> Option<Name<'_>> {
        self.name(self.table)
    }
    /// Sets or removes the table's number or name.
    pub fn set_table(&mut self, name: Option<Name<'_>>) {
        self.table = self.slot(name);
    }

    /// The players' names; empty if they are not there.
    pub fn players(&self) -> impl ExactSizeIterator<Item = &str> {
        self.players.iter().map(|span| span.of(&self.arena))
    }
    /// The name of the player at this place, counted from 0.
    pub fn player(&self, index: usize) -> Option<&str> {
        self.players.get(index).map(|span| span.of(&self.arena))
    }
    /// Sets the players' names; none at all removes them.
    pub fn set_players<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) {
        self.players.clear();
        for name in names {
            let span = self.keep(name);
            self.players.push(span);
        }
    }

    /// What happened, in order.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// The commentary of the action at this place (counted from 0), without the ` # `.
    pub fn commentary(&self, action: usize) -> Option<&str> {
        let key = u32::try_from(action).ok()?;
        let place = self.commentaries.binary_search_by_key(&key, |(action, _)| *action).ok()?;
        Some(self.commentaries[place].1.of(&self.arena))
    }

    /// Adds an action at the end.
    pub fn push(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// Adds an action with a commentary at the end.
    pub fn push_with_commentary(&mut self, action: Action, commentary: &str) {
        let span = self.keep(commentary);
        self.commentaries.push((self.actions.len() as u32, span));
        self.actions.push(action);
    }

    /// Takes one action out; what was said with it stays.
    pub(crate) fn drop_action(&mut self, place: usize) {
        if self.commentary(place).is_some() {
            self.actions[place] = Action::Nothing;
            return;
        }
        self.actions.remove(place);
        for (action, _) in self.commentaries.iter_mut().filter(|(action, _)| *action as usize > place) {
            *action -= 1;
        }
    }

    /// Keeps the first `count` actions only.
    pub fn truncate(&mut self, count: usize) {
        self.actions.truncate(count);
        self.commentaries.retain(|(action, _)| (*action as usize) < count);
    }

    /// The value of a user-defined field.
    pub fn user_field(&self, name: &str) -> Option<&Value> {
        self.user_fields.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// Sets a user-defined field; its name should begin with `_`.
    pub fn set_user_field(&mut self, name: &str, value: Value) {
        match self.user_fields.iter_mut().find(|(key, _)| key == name) {
            Some((_, old)) => *old = value,
            None => self.user_fields.push((name.to_owned(), value)),
        }
    }

    /// Every amount of chips in the hand (time limits are not chips).
    pub fn amounts(&self) -> impl Iterator<Item = Amount> + '_ {
        let lists = [
            &self.antes,
            &self.blinds_or_straddles,
            &self.starting_stacks,
            &self.finishing_stacks,
            &self.winnings,
        ];
        let singles = [self.bring_in, self.small_bet, self.big_bet, self.min_bet];
        let bets = self.actions.iter().filter_map(|action| match action {
            Action::CompleteBetOrRaiseTo { amount, .. } => Some(*amount),
            _ => None,
        });
        lists.into_iter().flatten().copied().chain(singles.into_iter().flatten()).chain(bets)
    }

    /// The smallest unit of the hand: the finest decimal that is written in it. Every amount is a whole number
    /// of chips in this scale.
    pub fn scale(&self) -> Scale {
        self.amounts().map(Amount::scale).max().unwrap_or(Scale::WHOLE)
    }

    /// The number of a field that holds one amount.
    pub(crate) fn amount_mut(&mut self, field: Field) -> Option<&mut Option<Amount>> {
        Some(match field {
            Field::BringIn => &mut self.bring_in,
            Field::SmallBet => &mut self.small_bet,
            Field::BigBet => &mut self.big_bet,
            Field::MinBet => &mut self.min_bet,
            Field::TimeLimit => &mut self.time_limit,
            _ => return None,
        })
    }
}

/// Equal content: where in memory the text lies does not matter.
impl PartialEq for Hand {
    fn eq(&self, other: &Hand) -> bool {
        let commentaries = |hand: &Hand| -> Vec<(u32, String)> {
            hand.commentaries.iter().map(|(n, span)| (*n, span.of(&hand.arena).to_owned())).collect()
        };
        self.variant == other.variant
            && self.ante_trimming_status == other.ante_trimming_status
            && self.antes == other.antes
            && self.blinds_or_straddles == other.blinds_or_straddles
            && (self.bring_in, self.min_bet) == (other.bring_in, other.min_bet)
            && (self.small_bet, self.big_bet) == (other.small_bet, other.big_bet)
            && self.starting_stacks == other.starting_stacks
            && self.actions == other.actions
            && commentaries(self) == commentaries(other)
            && TextField::ALL.iter().all(|&field| self.text(field) == other.text(field))
            && (self.time, self.day, self.month, self.year)
                == (other.time, other.day, other.month, other.year)
            && (self.hand(), self.table()) == (other.hand(), other.table())
            && (self.level, self.seat_count) == (other.level, other.seat_count)
            && self.seats == other.seats
            && self.players().eq(other.players())
            && self.finishing_stacks == other.finishing_stacks
            && self.winnings == other.winnings
            && self.time_limit == other.time_limit
            && self.time_banks == other.time_banks
            && self.user_fields == other.user_fields
    }
}
impl Eq for Hand {}

/// The hand as it would be written, checked or not.
impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        super::write::write_hand(&mut text, self);
        f.write_str(&text)
    }
}
