//! Repairs: what has one obvious meaning though the standard does not allow it. Each one is listed.

use super::action::Noted;
use super::{Action, Amount, Cards, Field, Hand, Player, Replay, Shown};
use core::fmt;
use kozyr_card_game::Seat;
use kozyr_cards::faces_in;
use kozyr_chips::Decimal;
use kozyr_poker::Next;

/// What to do about text that is not quite the standard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Leniency {
    /// Refuse it.
    #[default]
    Strict,
    /// Repair what has one obvious meaning, and list it.
    Lenient,
}

/// A repair and where it was needed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repair {
    /// The line, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: u64,
    /// What was done.
    pub kind: RepairKind,
}

/// What was repaired.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RepairKind {
    /// An action in another spelling: case, `10d`, blanks between cards, `1,000`, `#note`.
    Action {
        /// Its number, from 1.
        number: usize,
        /// What was written.
        from: String,
        /// How it was understood.
        to: Action,
    },
    /// A value of the wrong type or case that says the right thing: `min_bet = "100"`, `variant = "nt"`.
    Spelling {
        /// The field.
        field: Field,
        /// How it was understood.
        to: String,
    },
    /// A list that was too short or missing got zeros at the end.
    Padded {
        /// The field.
        field: Field,
        /// How many zeros.
        zeros: usize,
    },
    /// A missing bet follows from the others.
    Filled {
        /// The field.
        field: Field,
        /// What it must be.
        amount: Amount,
    },
    /// A stake that the variant does not have was dropped.
    Dropped {
        /// The field.
        field: Field,
    },
    /// A check that nobody asked for was dropped: everybody else is all-in.
    IdleCheck {
        /// Its number, from 1.
        number: usize,
        /// What was written.
        action: Action,
    },
}

impl fmt::Display for RepairKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RepairKind::Action { number, from, to } => write!(f, "action {number} {from:?} read as \"{to}\""),
            RepairKind::Spelling { field, to } => write!(f, "`{field}` read as {to}"),
            RepairKind::Padded { field, zeros } => {
                write!(f, "`{field}` was short of {zeros} entries, read as 0")
            }
            RepairKind::Filled { field, amount } => write!(f, "`{field}` was missing, read as {amount}"),
            RepairKind::Dropped { field } => write!(f, "`{field}` does not belong to the variant, dropped"),
            RepairKind::IdleCheck { number, action } => {
                write!(f, "action {number} \"{action}\" dropped: everybody else is all-in")
            }
        }
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

/// An action in another spelling, and where its commentary begins. Never another action: `check` or a missing
/// amount have no repair.
pub(crate) fn action(text: &str) -> Option<Noted> {
    let (said, commentary) = match text.find('#') {
        Some(mark) => {
            let blank = usize::from(text[mark + 1..].starts_with(' '));
            (&text[..mark], Some(mark + 1 + blank))
        }
        None => (text, None),
    };
    let lower = said.to_lowercase();
    let mut words = lower.split_whitespace();
    let Some(actor) = words.next() else {
        return Some((Action::Nothing, commentary));
    };
    let verb = words.next()?;
    let action = if actor == "d" {
        match verb {
            "db" => Action::DealBoard(some_cards(words)?),
            "dh" => Action::DealHole { player: player(words.next()?)?, cards: some_cards(words)? },
            _ => return None,
        }
    } else {
        of_a_player(player(actor)?, verb, words)?
    };
    Some((action, commentary))
}

fn of_a_player<'a>(
    player: Player,
    verb: &str,
    mut words: impl Iterator<Item = &'a str> + Clone,
) -> Option<Action> {
    let action = match verb {
        "pb" => Action::PostBringIn(player),
        "cc" => Action::CheckOrCall(player),
        "f" => Action::Fold(player),
        "cbr" => Action::CompleteBetOrRaiseTo { player, amount: amount(words.next()?)? },
        "sd" => return Some(Action::StandPatOrDiscard { player, cards: cards(words)? }),
        "sm" => {
            let shown = match words.clone().next() {
                None => Shown::Muck,
                Some("-" | "–" | "—") if words.clone().count() == 1 => Shown::Dealt,
                Some(_) => Shown::Cards(some_cards(words)?),
            };
            return Some(Action::ShowOrMuck { player, shown });
        }
        _ => return None,
    };
    words.next().is_none().then_some(action)
}

fn player(word: &str) -> Option<Player> {
    let digits = word.strip_prefix('p')?;
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Player::new(digits.parse().ok()?)
}

fn cards<'a>(words: impl Iterator<Item = &'a str>) -> Option<Cards> {
    let mut faces = Vec::new();
    for word in words {
        for face in faces_in(word) {
            faces.push(face.ok()?);
        }
    }
    Cards::new(&faces).ok()
}

fn some_cards<'a>(words: impl Iterator<Item = &'a str>) -> Option<Cards> {
    cards(words).filter(|cards| !cards.is_empty())
}

/// `1,000.50`, `$5`, `1e3`.
fn amount(word: &str) -> Option<Amount> {
    let number = word.trim_start_matches(['$', '€', '£', '₽']);
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let mut groups = whole.split(',');
    let first = groups.next()?;
    // A comma that does not stand between thousands may be a decimal comma: no obvious meaning.
    if (whole.contains(',') && first.len() > 3)
        || groups.any(|group| group.len() != 3)
        || fraction.contains(',')
    {
        return None;
    }
    let plain = number.replace(',', "");
    let amount = plain.parse::<Amount>().or_else(|_| plain.parse::<Decimal>().map(Amount::from)).ok()?;
    amount.is_positive().then_some(amount)
}

/// A number inside quotes.
pub(crate) fn quoted_amount(text: &str) -> Option<Amount> {
    match text.trim() {
        "inf" => Some(Amount::INFINITE),
        number => number.parse().ok(),
    }
}

/// Fills what follows from the rest and drops what the variant does not have.
pub(crate) fn mend(hand: &mut Hand, mut note: impl FnMut(Field, RepairKind)) {
    let players = hand.player_count();
    let variant = hand.variant;
    if hand.antes.len() < players {
        let zeros = players - hand.antes.len();
        hand.antes.resize(players, Amount::ZERO);
        note(Field::Antes, RepairKind::Padded { field: Field::Antes, zeros });
    }
    let field = Field::BlindsOrStraddles;
    if !hand.blinds_or_straddles.is_empty() {
        if !variant.uses(field) {
            hand.blinds_or_straddles.clear();
            note(field, RepairKind::Dropped { field });
        } else if hand.blinds_or_straddles.len() < players {
            let zeros = players - hand.blinds_or_straddles.len();
            hand.blinds_or_straddles.resize(players, Amount::ZERO);
            note(field, RepairKind::Padded { field, zeros });
        }
    }
    // Whichever way round a heads-up hand is written, the big blind is the larger of the first two.
    let big_blind =
        hand.blinds_or_straddles.iter().take(2).copied().max().filter(|blind| blind.is_positive());
    for field in [Field::BringIn, Field::SmallBet, Field::BigBet, Field::MinBet] {
        let small_bet = hand.small_bet;
        let Some(slot) = hand.amount_mut(field) else { continue };
        match (variant.uses(field), *slot) {
            (false, Some(_)) => {
                *slot = None;
                note(field, RepairKind::Dropped { field });
            }
            (true, None) => {
                let follows = match field {
                    Field::MinBet | Field::SmallBet => big_blind,
                    Field::BigBet => small_bet.and_then(Amount::doubled),
                    _ => None,
                };
                if let Some(amount) = follows {
                    *slot = Some(amount);
                    note(field, RepairKind::Filled { field, amount });
                }
            }
            _ => {}
        }
    }
}

/// Drops checks of a player whom nobody can bet against any more: some tools ask for one, the rules do not. A hand
/// that is not legal play even so stays as it is. Calls back with the place of each.
pub(crate) fn drop_idle_checks(hand: &mut Hand, mut note: impl FnMut(usize, Action)) {
    let Ok(mut replay) = Replay::start(hand) else { return };
    let mut idle = Vec::new();
    let mut alone = None;
    for (place, &action) in hand.actions().iter().enumerate() {
        // Once the chips are pushed it cannot be seen any more who had some before.
        if replay.hand().next() != Next::Over {
            alone = alone_with_chips(replay.hand());
        }
        if replay.step(action).is_ok() {
            continue;
        }
        match (action, alone) {
            (Action::CheckOrCall(player), Some(alone)) if player.index() == alone => idle.push(place),
            _ => return,
        }
    }
    for &place in &idle {
        note(place, hand.actions()[place]);
    }
    for place in idle.into_iter().rev() {
        hand.drop_action(place);
    }
}

/// The only one with chips left, once nobody has to bet any more and several are still in.
fn alone_with_chips(hand: &kozyr_poker::Hand) -> Option<usize> {
    let has_chips = |seat: &Seat| hand.stacks()[seat.index()].is_positive();
    let mut able = hand.live().iter().filter(has_chips).map(Seat::index);
    let waits = match hand.next() {
        Next::Board(_) | Next::Draw(_) | Next::Show(_) => hand.live().len() > 1,
        Next::Hole(_) => hand.street() > 0,
        Next::Bet(_) | Next::Runouts | Next::Over => false,
    };
    let alone = able.next().filter(|_| waits)?;
    if able.next().is_none() { Some(alone) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_spellings_of_the_same_action() {
        for (text, meant) in [
            ("P1 CC", "p1 cc"),
            ("D DB 10d ah, 2C", "d db TdAh2c"),
            ("d dh p01 as Kd", "d dh p1 AsKd"),
            ("p1 cbr 1,000.50", "p1 cbr 1000.50"),
            ("p1 cbr $5", "p1 cbr 5"),
            ("p1 cbr 1e3", "p1 cbr 1000"),
            ("p1 sm 10♦A♠", "p1 sm TdAs"),
            ("p2 sm —", "p2 sm -"),
            ("p1\u{a0}f", "p1 f"),
        ] {
            assert_eq!(action(text), Some((meant.parse().unwrap(), None)), "{text}");
        }
        assert_eq!(action("p1 cc #why"), Some(("p1 cc".parse().unwrap(), Some(7))));
    }

    #[test]
    fn what_has_no_obvious_meaning_is_not_repaired() {
        for text in [
            "p1 check",
            "p1 cbr",
            "p1 cbr all",
            "p1 cbr 1,5",
            "p1 cbr 12,34",
            "p1 cbr 0",
            "p1 f now",
            "p0 f",
            "seat1 f",
            "d db",
            "d dh AsKd",
            "p1 sm Axx",
            "p1",
            "d db 1d",
        ] {
            assert_eq!(action(text), None, "{text}");
        }
    }

    /// The second player calls all-in for less, and the first is asked for a check on every street.
    #[test]
    fn a_check_against_nobody_is_dropped_and_listed() {
        let text = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n\
                    starting_stacks = [100, 50]\nactions = [\n 'd dh p1 AsAh',\n 'd dh p2 7c2d',\n 'p2 cbr 50',\n \
                    'p1 cc',\n 'p1 cc',\n 'd db 3c4c5c',\n 'p1 cc # sure',\n 'd db 9d',\n 'p1 cc',\n 'd db Td',\n \
                    'p1 cc',\n]\nfinishing_stacks = [150, 0]\n";
        let mut hand = Hand::default();
        let mut reader = crate::phh::Reader::new(Leniency::Strict);
        reader.read(text, &mut hand).unwrap();
        assert!(Replay::whole(&hand).is_err(), "strictly it is no legal play");
        let mut reader = crate::phh::Reader::new(Leniency::Lenient);
        reader.read(text, &mut hand).unwrap();
        let repairs: Vec<_> = reader.repairs().iter().map(ToString::to_string).collect();
        let dropped = |line, number| {
            format!("line {line}, column 2: action {number} \"p1 cc\" dropped: everybody else is all-in")
        };
        assert_eq!(repairs, [dropped(11, 5), dropped(13, 7), dropped(15, 9), dropped(17, 11)]);
        assert_eq!(Replay::whole(&hand).unwrap().verdict(&hand), crate::phh::Verdict::Agrees);
        let noted = hand.actions().iter().position(|action| *action == Action::Nothing).unwrap();
        assert_eq!(hand.commentary(noted), Some("sure"), "what was said stays");
        // A check that is wrong in another way is nobody's to mend.
        reader.read(text.replace("'p1 cc',\n 'd db 9d'", "'p2 cc',\n 'd db 9d'"), &mut hand).unwrap();
        reader.read(text.replace("'d db 9d'", "'p2 cc'"), &mut hand).unwrap();
        assert!(reader.repairs().is_empty(), "{:?}", reader.repairs());
    }
}
