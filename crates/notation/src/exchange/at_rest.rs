//! A hand at rest: between the JSON of the exchange and the PHH document.
//!
//! JSON keeps everybody at the table in seat order; a document has those dealt in, the small blind first, and
//! numbers its actions accordingly. What a document of the standard has no field for stands in user-defined ones,
//! so that nothing is lost on the way back: `_out` has the others, `_deadPosts` the missed blinds, which other tools
//! see as antes of whoever paid them.

mod back;
mod values;

pub use back::from_phh;

use super::Refusal;
use super::line::Said;
use super::live::LiveHand;
use super::play::Play;
use super::sheet::{Row, Sheet, without_secrets};
use crate::json;
use crate::phh::{Action, Amount, Hand, Name, Player, Value, hand_of};
use kozyr_chips::{Chips, Scale};
use kozyr_poker::PostOrder;
use values::{described, to_toml};

/// The hand as a document of the standard. Chat is left out, and so are the secrets of the dealer.
pub fn to_phh(hand: &json::Value) -> Result<Hand, Refusal> {
    let live = LiveHand::read(hand)?;
    let sheet = &live.sheet;
    let play = Play::start(sheet, &sheet.dealt_in())?;
    let order: Vec<usize> = play.order.iter().copied().collect();
    let code = sheet.variant.code;
    let no_variant =
        || Refusal::field("variant", format!("the PHH standard has no {code}: write the hand as JSON"));
    let mut document = hand_of(code).ok_or_else(no_variant)?;
    let money = Paper { sheet, order: &order };
    money.stakes(&mut document)?;
    money.results(&mut document)?;
    money.people(&mut document)?;
    money.places(&mut document)?;
    actions(sheet, play, &mut document);
    for (name, value) in without_secrets(&sheet.rest).iter() {
        described(&mut document, name, value)?;
    }
    match document.check() {
        Ok(()) => Ok(document),
        Err(invalid) => Err(Refusal::Unplayable(invalid.to_string())),
    }
}

/// What is on the sheet, in the order of the document.
struct Paper<'a> {
    sheet: &'a Sheet,
    order: &'a [usize],
}

impl Paper<'_> {
    fn amount(&self, chips: Chips) -> Result<Amount, Refusal> {
        amount(chips, self.sheet.scale)
    }

    fn rows(&self) -> impl Iterator<Item = &Row> {
        self.order.iter().map(|&row| &self.sheet.rows[row])
    }

    fn list(&self, of: impl Fn(&Row) -> Chips) -> Result<Vec<Amount>, Refusal> {
        self.rows().map(|row| self.amount(of(row))).collect()
    }

    /// Dead blinds whose payer is not in the hand, or not known: the first player carries them.
    fn orphaned(&self) -> Chips {
        self.sheet.dead_pot - self.rows().map(|row| row.dead_post).sum::<Chips>()
    }

    fn stakes(&self, document: &mut Hand) -> Result<(), Refusal> {
        let sheet = self.sheet;
        let blind_first = sheet.options.post_order == PostOrder::BlindFirst;
        let mut orphaned = self.orphaned();
        let (mut antes, mut stacks) = (Vec::new(), Vec::new());
        for row in self.rows() {
            let dead = row.dead_post + std::mem::take(&mut orphaned);
            let stack = row.sitter.stack + dead;
            // The standard takes the ante first: where the house takes the blind first, what is left is the ante.
            let left = (stack - row.blind.abs()).max(Chips::ZERO);
            let ante = row.ante + dead;
            antes.push(self.amount(if blind_first { ante.min(left) } else { ante })?);
            stacks.push(self.amount(stack)?);
        }
        let mut blinds = self.list(|row| row.blind)?;
        if antes.len() == 2 {
            antes.reverse();
            blinds.reverse();
        }
        document.ante_trimming_status = sheet.ante_trimming;
        if sheet.ante_trimming == Some(true) && sheet.dead_pot.is_positive() {
            // Missed blinds are everybody's: antes in layers would leave them to their payer.
            document.ante_trimming_status = Some(false);
            document.set_user_field("_anteTrimmingStatus", Value::Boolean(true));
        }
        (document.antes, document.blinds_or_straddles, document.starting_stacks) = (antes, blinds, stacks);
        let big = Some(sheet.stakes().big).filter(|big| big.is_positive());
        let amount = |chips: Option<Chips>| chips.map(|chips| self.amount(chips)).transpose();
        if document.variant.is_fixed_limit() {
            let small = sheet.small_bet.or(sheet.min_bet).or(big);
            document.small_bet = amount(small)?;
            document.big_bet = amount(sheet.big_bet.or(small))?;
        } else {
            document.min_bet = amount(sheet.min_bet.or(big).or(sheet.small_bet))?;
        }
        Ok(())
    }

    fn results(&self, document: &mut Hand) -> Result<(), Refusal> {
        let results = &self.sheet.results;
        let ours = |list: &Option<Vec<Chips>>| -> Result<Vec<Amount>, Refusal> {
            let Some(list) = list else { return Ok(Vec::new()) };
            self.order.iter().map(|&row| self.amount(list[row])).collect()
        };
        document.finishing_stacks = ours(&results.finishing)?;
        document.winnings = ours(&results.winnings)?;
        if let Some(rake) = results.rake.filter(|rake| rake.is_positive()) {
            document.set_user_field("_rake", number(self.amount(rake)?));
        }
        Ok(())
    }

    fn people(&self, document: &mut Hand) -> Result<(), Refusal> {
        let sheet = self.sheet;
        document.set_players(self.rows().map(|row| row.name.as_str()));
        document.seats = self.rows().map(|row| i64::from(row.sitter.seat.number())).collect();
        document.seat_count = sheet.seat_count.map(i64::from);
        match &sheet.number {
            Some(json::Value::String(text)) => document.set_hand(Some(Name::Text(text))),
            Some(number) => document.set_hand(number.integer().map(Name::Number)),
            None => {}
        }
        let banks: Option<Vec<u64>> = self.rows().map(|row| row.time_bank_ms).collect();
        document.time_limit = sheet.time_limit_ms.map(seconds).transpose()?;
        document.time_banks = banks.unwrap_or_default().into_iter().map(seconds).collect::<Result<_, _>>()?;
        let flags = |of: &dyn Fn(&Row) -> i64| -> Option<Value> {
            let flags: Vec<i64> = self.rows().map(of).collect();
            let any = flags.iter().any(|flag| *flag != 0);
            any.then(|| Value::Array(flags.into_iter().map(Value::Integer).collect()))
        };
        let chips = |of: &dyn Fn(&Row) -> Chips| -> Result<Option<Value>, Refusal> {
            let list = self.list(of)?;
            let any = list.iter().any(|amount| !amount.is_zero());
            Ok(any.then(|| Value::Array(list.into_iter().map(number).collect())))
        };
        let fields = [
            ("_inactive", flags(&|row| i64::from(!row.sitter.standing.is_in()))),
            ("_intents", flags(&|row| i64::from(row.sitter.standing.intent().number()))),
            ("_deadBlinds", chips(&|row| row.sitter.standing.debt())?),
            ("_deadPosts", chips(&|row| row.dead_post)?),
            ("_new", flags(&|row| i64::from(row.sitter.newcomer))),
            ("_needs", chips(&|row| row.sitter.short_of)?),
        ];
        for (name, value) in fields {
            if let Some(value) = value {
                document.set_user_field(name, value);
            }
        }
        let orphaned = self.orphaned();
        if orphaned.is_positive() {
            document.set_user_field("_deadPot", number(self.amount(sheet.dead_pot)?));
        }
        let mut out: Vec<usize> = (0..sheet.rows.len()).filter(|row| !self.order.contains(row)).collect();
        out.sort_by_key(|&row| sheet.rows[row].sitter.seat);
        let out = out.into_iter().map(|row| self.out_of_hand(row)).collect::<Result<Vec<Value>, _>>()?;
        if !out.is_empty() {
            document.set_user_field("_out", Value::Array(out));
        }
        Ok(())
    }

    /// Somebody at the table who is not dealt in, with all that is written of them.
    fn out_of_hand(&self, at: usize) -> Result<Value, Refusal> {
        let row = &self.sheet.rows[at];
        let sitter = &row.sitter;
        let mut entry = vec![
            ("player".to_owned(), Value::Text(row.name.clone())),
            ("seat".to_owned(), Value::Integer(i64::from(sitter.seat.number()))),
            ("stack".to_owned(), number(self.amount(sitter.stack)?)),
        ];
        let flags = [
            ("intent", i64::from(sitter.standing.intent().number())),
            ("in", i64::from(sitter.standing.is_in())),
            ("new", i64::from(sitter.newcomer)),
        ];
        let flags = flags.into_iter().filter(|(_, flag)| *flag != 0);
        entry.extend(flags.map(|(name, flag)| (name.to_owned(), Value::Integer(flag))));
        let ends = self.sheet.results.finishing.as_ref().map_or(sitter.stack, |stacks| stacks[at]);
        let amounts = [
            ("deadBlinds", sitter.standing.debt(), Chips::ZERO),
            ("needs", sitter.short_of, Chips::ZERO),
            ("blind", row.blind, Chips::ZERO),
            ("ante", row.ante, Chips::ZERO),
            ("deadPost", row.dead_post, Chips::ZERO),
            ("finishing", ends, sitter.stack),
        ];
        for (name, amount, _) in amounts.into_iter().filter(|(_, amount, usual)| amount != usual) {
            entry.push((name.to_owned(), number(self.amount(amount)?)));
        }
        if let Some(bank) = row.time_bank_ms {
            entry.push(("timeBank".to_owned(), number(seconds(bank)?)));
        }
        Ok(Value::Table(entry))
    }

    fn places(&self, document: &mut Hand) -> Result<(), Refusal> {
        let sheet = self.sheet;
        if let Some(places) = sheet.places() {
            let named = [
                ("button", places.button),
                ("smallBlind", places.small_blind),
                ("bigBlind", places.big_blind),
            ];
            let place = |(name, seat): (&str, kozyr_card_game::Seat)| {
                (name.to_owned(), Value::Integer(i64::from(seat.number())))
            };
            document.set_user_field("_positions", Value::Table(named.into_iter().map(place).collect()));
        }
        for (name, pair) in [("_blinds", sheet.blinds), ("_antes", sheet.antes)] {
            if let Some(pair) = pair {
                let pair = pair.iter().map(|&chips| self.amount(chips).map(number));
                document.set_user_field(name, Value::Array(pair.collect::<Result<_, _>>()?));
            }
        }
        if let Some(options) = &sheet.options_value {
            document.set_user_field("_options", to_toml("_options", options)?);
        }
        Ok(())
    }
}

/// The log in the document's numbers, with what was played for absent players and without chat. A log that is no
/// legal play, from there on, is renumbered only.
fn actions(sheet: &Sheet, mut play: Play, document: &mut Hand) {
    let mut legal = true;
    for line in &sheet.log {
        let Said::Act(action) = line.said else { continue };
        while let Some(row) = play.turn().filter(|&row| legal && Play::absent(&sheet.rows, row)) {
            if action == Action::Nothing || action.player().map(Player::index) == Some(row) {
                break;
            }
            let Some(stand_in) = play.stand_in() else { break };
            legal = play.act(&stand_in).is_ok();
            document.push(renumbered(&play, stand_in));
        }
        legal = legal && play.act(&action).is_ok();
        let written = renumbered(&play, action);
        match line.text()[line.bare().len()..].split_once("# ") {
            Some((_, commentary)) => document.push_with_commentary(written, commentary),
            None => document.push(written),
        }
    }
}

fn renumbered(play: &Play, action: Action) -> Action {
    action.with_player(|player| play.player(player.index()).map_or(player, Player::at))
}

fn amount(chips: Chips, scale: Scale) -> Result<Amount, Refusal> {
    let too_large = |_| {
        Refusal::field("startingStacks", "the amounts are too large to count exactly: write smaller ones")
    };
    Amount::from_chips(chips, scale).map_err(too_large)
}

/// An amount as TOML has it.
fn number(amount: Amount) -> Value {
    match amount.to_chips(Scale::WHOLE) {
        Ok(whole) => Value::Integer(whole.units()),
        Err(_) => Value::Float(amount.to_string().into()),
    }
}

fn seconds(ms: u64) -> Result<Amount, Refusal> {
    let thousandths = Scale::new(3).expect("three decimals are few");
    let ms = i64::try_from(ms).map_err(|_| Refusal::field("timeLimit", "is too long: shorten it"))?;
    amount(Chips::new(ms), thousandths)
}
