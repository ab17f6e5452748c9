//! What the standard demands of a hand as a whole, whatever order its fields came in.

use super::syntax::Cursor;
use super::{
    Action, ActionError, Amount, Field, Hand, MAX_DEPTH, MAX_PLAYERS, Problem, Shown, Value, Variant,
};
use kozyr_cards::{CardSet, Rank};

/// A hand that does not conform to the standard: the field or action, and what is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{problem}", action.map_or(String::new(), |number| format!("action {number}: ")))]
pub struct Invalid {
    /// The field concerned.
    pub field: Field,
    /// The number of the action (from 1), if one is concerned.
    pub action: Option<usize>,
    /// What is wrong.
    pub problem: Problem,
}

fn invalid<T>(field: Field, problem: Problem) -> Result<T, Invalid> {
    Err(Invalid { field, action: None, problem })
}

fn must<T>(field: Field, must: &'static str) -> Result<T, Invalid> {
    invalid(field, Problem::OutOfRange { field, must })
}

impl Hand {
    /// Does the hand conform to the standard? Reading checks this, and so does writing.
    pub fn check(&self) -> Result<(), Invalid> {
        self.check_stakes()?;
        self.check_lists()?;
        self.check_dates()?;
        if !self.user_fields.is_empty() {
            self.check_user_fields().or_else(|problem| invalid(Field::Variant, problem))?;
        }
        let mut dealt = CardSet::EMPTY;
        for (place, action) in self.actions.iter().enumerate() {
            if let Err(problem) = self.check_action(action, &mut dealt) {
                return Err(Invalid { field: Field::Actions, action: Some(place + 1), problem });
            }
        }
        Ok(())
    }

    /// The stakes that the variant has, and no others.
    fn check_stakes(&self) -> Result<(), Invalid> {
        let variant = self.variant;
        let singles = [
            (Field::BringIn, self.bring_in),
            (Field::SmallBet, self.small_bet),
            (Field::BigBet, self.big_bet),
            (Field::MinBet, self.min_bet),
        ];
        let blinds = !self.blinds_or_straddles.is_empty();
        let there = singles.map(|(field, amount)| (field, amount.is_some()));
        for (field, there) in there.into_iter().chain([(Field::BlindsOrStraddles, blinds)]) {
            match (variant.uses(field), there) {
                (true, false) => return invalid(field, Problem::Missing { field, variant }),
                (false, true) => return invalid(field, Problem::NotOfVariant { field, variant }),
                _ => {}
            }
        }
        for (field, amount) in singles {
            match amount {
                Some(amount) if amount.is_infinite() => return must(field, "must be a number, not inf"),
                Some(amount) if !amount.is_positive() => return must(field, "must be more than 0"),
                _ => {}
            }
        }
        Ok(())
    }

    /// One entry per player, within bounds.
    fn check_lists(&self) -> Result<(), Invalid> {
        let players = self.player_count();
        let variant = self.variant;
        if players == 0 {
            let field = Field::StartingStacks;
            return invalid(field, Problem::Missing { field, variant });
        }
        if !(2..=MAX_PLAYERS).contains(&players) {
            return invalid(Field::StartingStacks, Problem::Players(players));
        }
        if self.antes.is_empty() {
            return invalid(Field::Antes, Problem::Missing { field: Field::Antes, variant });
        }
        let lengths = [
            (Field::Antes, self.antes.len()),
            (Field::BlindsOrStraddles, self.blinds_or_straddles.len()),
            (Field::Seats, self.seats.len()),
            (Field::Players, self.players.len()),
            (Field::FinishingStacks, self.finishing_stacks.len()),
            (Field::Winnings, self.winnings.len()),
            (Field::TimeBanks, self.time_banks.len()),
        ];
        for (field, found) in lengths {
            if found != 0 && found != players {
                return invalid(field, Problem::Length { field, found, players });
            }
        }
        if self.starting_stacks.iter().any(|stack| !stack.is_positive()) {
            return must(Field::StartingStacks, "must be more than 0 (or inf if unknown)");
        }
        // A negative blind is a live post; everything else cannot be negative. A stack that began unknown may
        // end unknown.
        let negative = |list: &[Amount]| list.iter().any(|amount| amount.is_negative());
        let infinite = |list: &[Amount]| list.iter().any(|amount| amount.is_infinite());
        for (field, list) in [
            (Field::Antes, &self.antes),
            (Field::FinishingStacks, &self.finishing_stacks),
            (Field::Winnings, &self.winnings),
            (Field::TimeBanks, &self.time_banks),
        ] {
            if negative(list) {
                return must(field, "must not be negative");
            }
        }
        for (field, list) in [
            (Field::Antes, &self.antes),
            (Field::BlindsOrStraddles, &self.blinds_or_straddles),
            (Field::Winnings, &self.winnings),
            (Field::TimeBanks, &self.time_banks),
        ] {
            if infinite(list) {
                return must(field, "must be numbers, not inf");
            }
        }
        Ok(())
    }

    fn check_dates(&self) -> Result<(), Invalid> {
        if self.day.is_some_and(|day| !(1..=31).contains(&day)) {
            return must(Field::Day, "must be a day of the month, 1 to 31");
        }
        if self.month.is_some_and(|month| !(1..=12).contains(&month)) {
            return must(Field::Month, "must be a month, 1 to 12");
        }
        if self.time_limit.is_some_and(Amount::is_negative) {
            return must(Field::TimeLimit, "must not be negative");
        }
        Ok(())
    }

    #[cold]
    fn check_user_fields(&self) -> Result<(), Problem> {
        for (name, _) in &self.user_fields {
            if Field::named(name.as_bytes()).is_some() {
                return Err(Problem::Reserved(name.as_str().into()));
            }
        }
        check_entries(&self.user_fields, 0)
    }

    /// Players who are there, cards that can be: one pack, unless discards are shuffled back.
    #[inline]
    fn check_action(&self, action: &Action, dealt: &mut CardSet) -> Result<(), Problem> {
        if let Some(player) = action.concerns()
            && player.index() >= self.player_count()
        {
            return Err(Problem::NoSuchPlayer { player: player.number(), players: self.player_count() });
        }
        let cards = action.cards();
        if cards.is_empty() {
            return check_without_cards(action);
        }
        let mut own = CardSet::EMPTY;
        let deal = matches!(action, Action::DealBoard(_) | Action::DealHole { .. });
        let all = if deal && !self.variant.is_draw() { dealt } else { &mut own };
        for card in cards.known() {
            if self.variant == Variant::NoLimitShortDeck && card.rank() < Rank::Six {
                return Err(Problem::NotInTheDeck(card));
            }
            if !all.insert(card) {
                return Err(Problem::CardTwice(card));
            }
        }
        Ok(())
    }
}

/// What a hand made by a program could get wrong, as text cannot say it.
fn check_without_cards(action: &Action) -> Result<(), Problem> {
    match action {
        Action::DealBoard(_)
        | Action::DealHole { .. }
        | Action::ShowOrMuck { shown: Shown::Cards(_), .. } => Err(ActionError::Needs("cards").into()),
        Action::CompleteBetOrRaiseTo { amount, .. } if amount.is_infinite() || !amount.is_positive() => {
            Err(ActionError::NotPositive.into())
        }
        _ => Ok(()),
    }
}

fn check_entries(entries: &[(String, Value)], depth: usize) -> Result<(), Problem> {
    for (place, (name, value)) in entries.iter().enumerate() {
        if entries[..place].iter().any(|(other, _)| other == name) {
            return Err(Problem::DuplicateKey(name.as_str().into()));
        }
        check_value(value, depth + 1)?;
    }
    Ok(())
}

/// Values whose text is what they say, not nested too deep to be read back.
fn check_value(value: &Value, depth: usize) -> Result<(), Problem> {
    if depth > MAX_DEPTH {
        return Err(Problem::TooDeep);
    }
    match value {
        Value::Array(items) => items.iter().try_for_each(|item| check_value(item, depth + 1)),
        Value::Table(entries) => check_entries(entries, depth),
        Value::Float(text) | Value::DateTime(text) => match Cursor::new(text).scalar() {
            Ok(read) if read == *value => Ok(()),
            _ => Err(Problem::NotAValue),
        },
        Value::Text(_) | Value::Integer(_) | Value::Boolean(_) => Ok(()),
    }
}
