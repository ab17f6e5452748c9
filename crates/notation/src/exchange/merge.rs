//! `merge`: interpret, decide, apply. Only what has been decided is applied, and it cannot fail any more.

use super::auto::Clock;
use super::interpret::{Request, Wish, check_lines, shows_in_full};
use super::line::{Line, MAX_CHATS, MAX_LINES};
use super::live::{LiveHand, Machine};
use super::play::Play;
use super::sheet::{Row, check_name};
use super::{Host, Refusal};
use crate::json::Value;
use crate::phh::{Action, Player};
use kozyr_card_game::Seat;
use kozyr_chips::{Chips, Decimal, Scale};
use kozyr_poker::seating::{Entry, Intent, Sitter, Standing};
use unicode_security::skeleton;

/// A request that was found to be in order: what will change, and nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch {
    /// Whose.
    pub author: String,
    joins: Option<(Sitter, Scale)>,
    lines: Vec<Line>,
    intent: Option<Intent>,
    /// What is left of their time bank.
    time_bank_ms: Option<u64>,
    now_ms: Option<u64>,
}

impl Batch {
    /// Changes nothing?
    pub fn is_empty(&self) -> bool {
        self.joins.is_none() && self.lines.is_empty() && self.intent.is_none()
    }
}

impl LiveHand {
    /// Takes from a client's hand what its author may change; a refusal changes nothing.
    ///
    /// The author is believed to be who they say: a server that knows whose connection the hand came over asks
    /// [`LiveHand::interpret`] itself.
    pub fn merge(&mut self, client: &Value, host: &Host) -> Result<(), Refusal> {
        let request = self.interpret(client, None)?;
        let batch = self.decide(&request, host)?;
        self.apply(&batch);
        Ok(())
    }

    /// Is the request in order, and what would it change?
    pub fn decide(&self, request: &Request, host: &Host) -> Result<Batch, Refusal> {
        let mut batch = Batch {
            author: request.author.clone(),
            joins: None,
            lines: Vec::new(),
            intent: request.intent,
            time_bank_ms: None,
            now_ms: host.now_ms,
        };
        if let Some(wish) = &request.join {
            if self.sheet.row_of(&request.author).is_some() {
                return Err(Refusal::AlreadySeated);
            }
            batch.joins = Some(self.decide_join(&request.author, wish, host)?);
            return Ok(batch);
        }
        let row = self.sheet.row_of(&request.author);
        let row = row.ok_or_else(|| Refusal::NotAtTheTable(request.author.clone()))?;
        if self.sheet.log.len() + request.lines.len() > MAX_LINES {
            return Err(Refusal::LogFull);
        }
        check_lines(&request.lines, row)?;
        if request.lines.iter().any(|line| line.chat_text().is_some()) {
            let said = self.sheet.log.iter().filter(|line| line.chat_text().is_some());
            if said.filter(|line| line.player() == Some(Player::at(row))).count() >= MAX_CHATS {
                return Err(Refusal::LogFull);
            }
        }
        for line in &request.lines {
            if let Some(action) = line.action() {
                self.decide_action(row, action)?;
                batch.time_bank_ms = Clock::of(self).and_then(|clock| clock.bank_left(row, host.now_ms));
            }
        }
        batch.lines = request.lines.iter().map(|line| line.now(host.now_ms)).collect();
        if let Some(intent) = request.intent {
            self.decide_intent(row, intent)?;
        }
        Ok(batch)
    }

    /// An action is the author's to take if it is their turn, they play, and the rules allow it.
    fn decide_action(&self, row: usize, action: &Action) -> Result<(), Refusal> {
        if self.sheet.results.finishing.is_some() {
            return Err(Refusal::Poker("the hand is over: wait for the next one".to_owned()));
        }
        self.check()?;
        let Machine::Playing(play) = &self.machine else {
            return Err(Refusal::Poker("no cards have been dealt yet: wait for the deal".to_owned()));
        };
        if play.player(row).is_none() || !self.sheet.rows[row].sitter.standing.is_in() {
            return Err(Refusal::NotInTheHand);
        }
        if Play::absent(&self.sheet.rows, row) {
            return Err(Refusal::NotInTheHand);
        }
        if !shows_in_full(action) {
            return Err(Refusal::Poker("a hand is not shown in part: show all its cards".to_owned()));
        }
        play.as_ref().clone().act_or_stand_in(&self.sheet.rows, action)
    }

    fn decide_intent(&self, row: usize, intent: Intent) -> Result<(), Refusal> {
        let mut sitter = self.sheet.rows[row].sitter;
        // A hand written by others may not say what a player who is shown out needs; chips they need in any case.
        if sitter.stack.is_zero() && sitter.standing.intent() == Intent::Leave {
            sitter.short_of = sitter.short_of.max(Chips::new(1));
        }
        sitter.ask(intent).map_err(|not_yet| Refusal::shown_out(not_yet, self.sheet.scale))
    }

    /// The stack is what they wish, have and may bring; the seat the one they wish, or any.
    fn decide_join(&self, name: &str, wish: &Wish, host: &Host) -> Result<(Sitter, Scale), Refusal> {
        check_name(name)?;
        self.check_looks(name)?;
        let cents = Scale::new(2).expect("two decimals are few");
        let host_amounts = [host.bankroll, host.min_buy_in, host.max_buy_in, host.debt];
        let host_scale = host_amounts.into_iter().flatten().map(Decimal::scale).max().unwrap_or_default();
        // The joiner makes nothing finer than cents: nobody needs chips of a millionth.
        if wish.stack.scale() > self.sheet.scale.max(host_scale).max(cents) {
            return Err(Refusal::TooFine { amount: wish.stack.to_string() });
        }
        let scale = self.sheet.scale.max(host_scale).max(wish.stack.scale());
        let too_large = || {
            Refusal::field("startingStacks", "the amounts are too large to count exactly: write smaller ones")
        };
        let chips = |amount: Decimal| amount.to_chips(scale).map_err(|_| too_large());
        let limits = [host.bankroll, host.max_buy_in].into_iter().flatten().map(chips);
        let stack = limits.into_iter().try_fold(chips(wish.stack)?, |stack, most| Ok(stack.min(most?)))?;
        if !chips(wish.stack)?.is_positive() {
            return Err(Refusal::NoBuyIn);
        }
        let least = host.min_buy_in.map(chips).transpose()?.unwrap_or_default().max(Chips::new(1));
        if stack < least {
            let text = |chips: Chips| chips.display(scale).to_string();
            return Err(Refusal::BuyInTooSmall { stack: text(stack), least: text(least) });
        }
        let mut refined = self.sheet.clone();
        let all = refined.refine(scale).map(|()| {
            let mut sum = Ok(stack);
            refined.for_each_amount(|chips| sum = sum.and_then(|sum| sum.checked_add(chips.abs())));
            sum
        });
        if !all.is_some_and(|sum| sum.is_ok_and(|sum| sum <= Chips::MAX)) {
            return Err(too_large());
        }
        let seat = self.decide_seat(wish.seat.as_ref())?;
        let mut sitter = Sitter::joining(seat, stack, self.sheet.begun());
        if let Some(debt) = host.debt.map(chips).transpose()?.filter(|debt| debt.is_positive()) {
            // Who left in debt not long ago comes back in debt, and so waits for the next hand.
            sitter.standing = Standing::Out { intent: Intent::Play, debt };
        }
        Ok((sitter, scale))
    }

    /// Nobody sits down under a name that others would take for one of those at the table, or cannot see.
    fn check_looks(&self, name: &str) -> Result<(), Refusal> {
        let looks = looks_of(name);
        if looks.iter().any(String::is_empty) {
            return Err(Refusal::BadName);
        }
        let alike = |other: &str| looks_of(other).iter().zip(&looks).any(|(one, other)| one == other);
        match self.players().find(|other| alike(other)) {
            None => Ok(()),
            Some(other) => Err(Refusal::LooksLike { name: name.to_owned(), other: other.to_owned() }),
        }
    }

    fn decide_seat(&self, wished: Option<&Value>) -> Result<Seat, Refusal> {
        let seats = self.sheet.seats();
        let Some(wished) = wished else {
            let mut all = (0..usize::from(seats)).map(Seat::from_index);
            return all.find(|&seat| self.sheet.row_at(seat).is_none()).ok_or(Refusal::TableFull);
        };
        let number = wished.integer().and_then(|number| u8::try_from(number).ok());
        let Some(seat) = number.filter(|&number| number <= seats).and_then(Seat::from_number) else {
            let mut wished = wished.to_string();
            wished.truncate(wished.floor_char_boundary(20));
            return Err(Refusal::NoSuchSeat { wished, seats });
        };
        match self.sheet.row_at(seat) {
            None => Ok(seat),
            Some(_) => Err(Refusal::SeatTaken(seat)),
        }
    }

    /// Makes the change.
    ///
    /// # Panics
    /// When the batch was decided for another state of the hand.
    pub fn apply(&mut self, batch: &Batch) {
        let host = Host { now_ms: batch.now_ms, ..Host::default() };
        if let Some((sitter, scale)) = batch.joins {
            self.sheet.refine(scale).expect("the finer amounts were found to fit");
            self.sit_down(&batch.author, sitter);
            return;
        }
        let row = self.sheet.row_of(&batch.author).expect("the author was found at the table");
        for line in &batch.lines {
            if line.action().is_some() && batch.time_bank_ms.is_some() {
                self.sheet.rows[row].time_bank_ms = batch.time_bank_ms;
            }
            self.enter(line.clone(), &host);
        }
        if let Some(intent) = batch.intent {
            self.intend(row, intent, &host);
        }
    }

    /// A new row: every list gets an entry.
    fn sit_down(&mut self, name: &str, sitter: Sitter) {
        let in_hand = sitter.standing.is_in();
        let stakes = self.sheet.stakes();
        let posts = in_hand && self.sheet.options.seating.entry == Entry::Post;
        let has_banks = self.sheet.rows.iter().any(|row| row.time_bank_ms.is_some());
        self.sheet.rows.push(Row {
            name: name.to_owned(),
            sitter,
            ante: if in_hand { stakes.ante_of(false) } else { Chips::ZERO },
            blind: if posts { -stakes.big } else { Chips::ZERO },
            dead_post: Chips::ZERO,
            time_bank_ms: has_banks.then_some(0),
        });
        if let Some(finishing) = &mut self.sheet.results.finishing {
            finishing.push(sitter.stack);
        }
        if let Some(winnings) = &mut self.sheet.results.winnings {
            winnings.push(Chips::ZERO);
        }
    }
}

/// What a name looks like, by the skeletons of Unicode's security mechanisms (UTS 39): as it is, and in small letters.
/// Letters that take no room are not in a skeleton.
fn looks_of(name: &str) -> [String; 2] {
    let seen = |text: &str| skeleton(text).filter(|letter| !letter.is_whitespace()).collect::<String>();
    [seen(name), seen(&name.to_lowercase())]
}
