//! The hand as it is written: every field of the exchange with its type, everything else as it came.

use super::line::Line;
use super::{Options, Refusal};
use crate::json::{Object, Value};
use crate::phh::Action;
use kozyr_card_game::Seat;
use kozyr_chips::{Chips, Scale};
use kozyr_poker::Variant;
use kozyr_poker::seating::{Ante, Intent, Places, Seating, Sitter, Stakes};

/// One player's entries of all the lists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    pub(crate) name: String,
    /// Seat, `startingStacks`, `_inactive`, `_intents`, `_deadBlinds`, `_new`, `_needs`.
    pub(crate) sitter: Sitter,
    pub(crate) ante: Chips,
    /// What they post; of somebody who is out it only marks the place.
    pub(crate) blind: Chips,
    /// What they have paid into `_deadPot`.
    pub(crate) dead_post: Chips,
    pub(crate) time_bank_ms: Option<u64>,
}

/// What came of a hand: with `finishingStacks` it is over.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Results {
    pub(crate) finishing: Option<Vec<Chips>>,
    pub(crate) winnings: Option<Vec<Chips>>,
    pub(crate) rake: Option<Chips>,
}

/// `_positions`, as far as they are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Positions {
    pub(crate) button: Option<Seat>,
    pub(crate) small_blind: Option<Seat>,
    pub(crate) big_blind: Option<Seat>,
}

impl From<Places> for Positions {
    fn from(places: Places) -> Positions {
        Positions {
            button: Some(places.button),
            small_blind: Some(places.small_blind),
            big_blind: Some(places.big_blind),
        }
    }
}

/// A hand on paper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sheet {
    /// The decimals all amounts are counted in.
    pub(crate) scale: Scale,
    pub(crate) variant: &'static Variant,
    pub(crate) ante_trimming: Option<bool>,
    pub(crate) min_bet: Option<Chips>,
    pub(crate) small_bet: Option<Chips>,
    pub(crate) big_bet: Option<Chips>,
    /// `hand`: a number or a name.
    pub(crate) number: Option<Value>,
    pub(crate) seat_count: Option<u8>,
    pub(crate) rows: Vec<Row>,
    pub(crate) log: Vec<Line>,
    pub(crate) results: Results,
    pub(crate) dead_pot: Chips,
    pub(crate) positions: Positions,
    /// `_blinds`: small and big.
    pub(crate) blinds: Option<[Chips; 2]>,
    /// `_antes`: of everybody, and of the big blind alone.
    pub(crate) antes: Option<[Chips; 2]>,
    pub(crate) time_limit_ms: Option<u64>,
    pub(crate) options: Options,
    /// `_options` as written.
    pub(crate) options_value: Option<Value>,
    /// Everything else, in order.
    pub(crate) rest: Object,
}

impl Sheet {
    /// How many seats the table has.
    pub(crate) fn seats(&self) -> u8 {
        let highest = self.rows.iter().map(|row| row.sitter.seat.number()).max().unwrap_or(0);
        self.seat_count.unwrap_or(Seating::MOST_SEATS).max(highest).max(2)
    }

    /// The row of a name.
    pub(crate) fn row_of(&self, name: &str) -> Option<usize> {
        self.rows.iter().position(|row| row.name == name)
    }

    pub(crate) fn row_at(&self, seat: Seat) -> Option<usize> {
        self.rows.iter().position(|row| row.sitter.seat == seat)
    }

    /// Has a card been dealt?
    pub(crate) fn begun(&self) -> bool {
        self.log.iter().any(|line| line.action().is_some())
    }

    /// Who is dealt in: whoever has cards, or will have: before and during the deal everybody who is in.
    pub(crate) fn dealt_in(&self) -> Vec<bool> {
        let mut dealt: Vec<bool> = self.rows.iter().map(|row| row.sitter.standing.is_in()).collect();
        for line in &self.log {
            if let Some(Action::DealHole { player, .. }) = line.action()
                && let Some(dealt) = dealt.get_mut(player.index())
            {
                *dealt = true;
            }
        }
        dealt
    }

    /// The blinds; where neither `_blinds` nor `minBet` says, the entries do.
    pub(crate) fn stakes(&self) -> Stakes {
        let mut posted: Vec<Chips> = self.posted().map(|(_, blind)| blind).collect();
        posted.sort_unstable();
        posted.dedup();
        let by_entries = posted.get(1).or(posted.first()).copied();
        let min_bet = self.min_bet.filter(|bet| posted.is_empty() || posted.contains(bet));
        let big = min_bet.or(by_entries).or(self.small_bet).unwrap_or_default();
        let both_alike = self.posted().filter(|&(_, blind)| blind == big).count() > 1;
        let under = posted.iter().copied().rfind(|&blind| blind < big);
        let small = match under {
            Some(small) => small,
            None if both_alike => big,
            None => big.split(2).0,
        };
        let [small, big] = self.blinds.unwrap_or([small, big]);
        Stakes { small, big, ante: self.ante(big) }
    }

    fn posted(&self) -> impl Iterator<Item = (Seat, Chips)> + '_ {
        let entries = self.rows.iter().map(|row| (row.sitter.seat, row.blind));
        entries.filter(|(_, blind)| blind.is_positive())
    }

    /// Everybody antes the same, unless the only ante is the big blind's.
    fn ante(&self, big: Chips) -> Ante {
        if let Some([each, big_blind]) = self.antes {
            return if big_blind.is_positive() { Ante::BigBlind(big_blind) } else { Ante::Each(each) };
        }
        let mut antes = self.rows.iter().filter(|row| row.ante.is_positive());
        let largest = self.rows.iter().map(|row| row.ante).max().unwrap_or_default();
        match (antes.next(), antes.next()) {
            (Some(only), None) if self.rows.len() > 1 && only.blind == big => Ante::BigBlind(largest),
            _ => Ante::Each(largest),
        }
    }

    /// Where button and blinds are: `_positions`, else the entries equal to each blind.
    pub(crate) fn places(&self) -> Option<Places> {
        let stakes = self.stakes();
        let big_blind = self.positions.big_blind.or_else(|| self.entry_of(stakes.big, None))?;
        let dealt = self.dealt_in();
        let seats = self.seats();
        let is_dealt = |seat: Seat| self.row_at(seat).is_some_and(|row| dealt[row]);
        let before = |seat: Seat| {
            let others =
                (1..seats).map(|back| (seat.index() + usize::from(seats - back)) % usize::from(seats));
            others.map(Seat::from_index).find(|&seat| is_dealt(seat))
        };
        let by_entry = || self.entry_of(stakes.small, Some(big_blind));
        let small_blind = self.positions.small_blind.or_else(by_entry);
        let heads_up = dealt.iter().filter(|dealt| **dealt).count() == 2;
        let button = self.positions.button.or_else(|| match small_blind {
            Some(small_blind) if !heads_up => before(small_blind),
            _ => before(big_blind),
        });
        let small_blind = small_blind.or_else(|| before(big_blind)).unwrap_or(big_blind);
        Some(Places { button: button.unwrap_or(small_blind), small_blind, big_blind })
    }

    /// The seat whose entry is this blind: before another seat (the nearest), or the one that has no equal
    /// entry right behind it, which would be the big blind to its small.
    fn entry_of(&self, blind: Chips, before: Option<Seat>) -> Option<Seat> {
        let seats = usize::from(self.seats());
        let steps = |from: Seat, to: Seat| (to.index() + seats - from.index()) % seats;
        let entries: Vec<Seat> =
            self.posted().filter(|&(_, entry)| entry == blind).map(|(seat, _)| seat).collect();
        match before {
            Some(end) => entries.into_iter().filter(|&seat| seat != end).min_by_key(|&seat| steps(seat, end)),
            None => {
                let behind = |seat: Seat| {
                    let nearest = entries.iter().filter(|&&other| other != seat);
                    nearest.map(|&other| steps(other, seat)).min().unwrap_or(0)
                };
                entries.iter().copied().min_by_key(|&seat| (behind(seat), std::cmp::Reverse(seat)))
            }
        }
    }

    /// Counts in a finer unit from now on, if everything fits.
    pub(crate) fn refine(&mut self, scale: Scale) -> Option<()> {
        let finer = scale.decimals().checked_sub(self.scale.decimals()).filter(|&finer| finer > 0);
        let Some(finer) = finer else { return Some(()) };
        let times = 10i64.pow(u32::from(finer));
        let mut refined = self.clone();
        let mut fits = true;
        refined.for_each_amount(|chips| match chips.checked_mul(times) {
            Ok(finer) if finer.abs() <= Chips::MAX => *chips = finer,
            _ => fits = false,
        });
        refined.scale = scale;
        fits.then(|| *self = refined)
    }

    pub(crate) fn for_each_amount(&mut self, mut each: impl FnMut(&mut Chips)) {
        use kozyr_poker::seating::Standing;
        for row in &mut self.rows {
            let sitter = &mut row.sitter;
            for chips in
                [&mut sitter.stack, &mut sitter.short_of, &mut row.ante, &mut row.blind, &mut row.dead_post]
            {
                each(chips);
            }
            if let Standing::Out { debt, .. } = &mut sitter.standing {
                each(debt);
            }
        }
        for chips in [&mut self.min_bet, &mut self.small_bet, &mut self.big_bet].into_iter().flatten() {
            each(chips);
        }
        each(&mut self.dead_pot);
        for pair in [&mut self.blinds, &mut self.antes].into_iter().flatten() {
            pair.iter_mut().for_each(&mut each);
        }
        let Results { finishing, winnings, rake } = &mut self.results;
        finishing.iter_mut().flatten().chain(winnings.iter_mut().flatten()).chain(rake).for_each(each);
    }

    /// A name for people: the player's, or their number.
    pub(crate) fn name(&self, row: usize) -> &str {
        self.rows.get(row).map_or("?", |row| &row.name)
    }

    /// Who asked to leave and is out: the table has nothing to say to them any more.
    pub(crate) fn has_left(&self, row: usize) -> bool {
        let standing = self.rows[row].sitter.standing;
        !standing.is_in() && standing.intent() == Intent::Leave
    }
}

/// Fields that hold secrets of the dealer: they never leave the server, and a new hand has new ones.
fn is_secret(field: &str) -> bool {
    let name = field.to_ascii_lowercase();
    name.contains("deck") || name.contains("seed") || name.starts_with("_private")
}

/// What of these fields may leave the server: no secret, however deep it lies.
pub(crate) fn without_secrets(fields: &Object) -> Object {
    fn open(value: &Value) -> Value {
        match value {
            Value::Object(fields) => Value::Object(without_secrets(fields)),
            Value::Array(items) => items.iter().map(open).collect(),
            other => other.clone(),
        }
    }
    let mut kept = Object::new();
    for (name, value) in fields.iter().filter(|(name, _)| !is_secret(name)) {
        kept.push(name, open(value));
    }
    kept
}

/// A name a person can have.
pub(crate) fn check_name(name: &str) -> Result<(), Refusal> {
    let length = name.chars().count();
    let fine = (1..=64).contains(&length) && !name.chars().any(char::is_control);
    if fine { Ok(()) } else { Err(Refusal::BadName) }
}
