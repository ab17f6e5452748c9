//! What must hold for any PokerStars text. Shared by the libFuzzer target and by the tests of `kozyr-notation`.
#![allow(unreachable_pub)] // a module of a test as well

use kozyr_notation::phh::{Action, Hand, Name, Player, Replay, Shown, TextField};
use kozyr_notation::pokerstars::{self, Texts};
use std::collections::BTreeMap;

/// Any bytes as a file of texts: each is read or refused with a line of the file; what is read is a document that
/// plays, and writes to a text that reads as the same play and writes to itself.
pub fn text(bytes: &[u8]) -> bool {
    let mut sound = false;
    let mut at = 0;
    for text in Texts::new(bytes) {
        let text = text.expect("memory does not fail");
        assert!(text.line > at, "texts come in order");
        at = text.line;
        match text.read() {
            Ok(hand) => {
                sound = true;
                goes_round(&hand);
            }
            Err(error) => {
                assert!(error.line() >= text.line, "{error}");
                assert!(!error.to_string().is_empty());
            }
        }
    }
    sound
}

fn goes_round(hand: &Hand) {
    let phh = hand.to_phh().unwrap_or_else(|error| panic!("read, and no document: {error}"));
    assert_eq!(phh.parse::<Hand>().as_ref(), Ok(hand));
    Replay::whole(hand).unwrap_or_else(|error| panic!("read, and does not play: {error}\n{phh}"));
    // Only a name can be such that a text may have it and we do not write it.
    let Ok(written) = pokerstars::write(hand) else { return };
    let again =
        pokerstars::read(&written).unwrap_or_else(|error| panic!("{error} in what was written:\n{written}"));
    same_play(hand, &again)
        .unwrap_or_else(|difference| panic!("{difference}\n{hand:?}\n{written}\n{again:?}"));
    assert_eq!(pokerstars::write(&again).as_ref(), Ok(&written));
}

/// The same hand: players, seats, stacks, what is posted, every action, and what a document says of time, table and
/// results. What the second says beyond the first does not matter, nor do shows the first leaves to the house.
pub fn same_play(one: &Hand, other: &Hand) -> Result<(), String> {
    let differ = |what: &str| Err(format!("{what} differ"));
    let start = |hand: &Hand| Replay::start(hand).map_err(|error| error.to_string());
    let (first, second) = (start(one)?, start(other)?);
    if one.variant != other.variant || one.starting_stacks != other.starting_stacks {
        return differ("variant or stacks");
    }
    let level = |replay: &Replay| replay.hand().rules().blinds.iter().copied().max();
    let posted = |replay: &Replay| {
        let chips = |list: &[kozyr_chips::Chips]| -> Vec<_> {
            list.iter().map(|&c| kozyr_notation::phh::Amount::from_chips(c, replay.scale())).collect()
        };
        let level = level(replay).map(|c| kozyr_notation::phh::Amount::from_chips(c, replay.scale()));
        (chips(replay.hand().stacks()), chips(replay.hand().bets()), level)
    };
    if posted(&first) != posted(&second) {
        return differ("posts");
    }
    if moves(one) != moves(other) {
        return Err(format!("moves differ: {:?} and {:?}", moves(one), moves(other)));
    }
    let (shown, again) = (shows(one), shows(other));
    if !shown.is_empty() && shown != again {
        return Err(format!("shows differ: {shown:?} and {again:?}"));
    }
    if one.players().len() > 0 && !one.players().eq(other.players()) {
        return differ("players");
    }
    if !one.seats.is_empty() && one.seats != other.seats {
        return differ("seats");
    }
    same_description(one, other)
}

fn same_description(one: &Hand, other: &Hand) -> Result<(), String> {
    let name = |name: Option<Name<'_>>| match name {
        None => String::new(),
        Some(Name::Number(number)) => number.to_string(),
        Some(Name::Text(text)) => text.to_owned(),
    };
    if name(one.hand()) != name(other.hand()) || name(one.table()) != name(other.table()) {
        return Err("hand or table differ".to_owned());
    }
    let clock = |hand: &Hand| hand.time.map(|time| (time.hour(), time.minute(), time.second()));
    if one.year.is_some() && one.month.is_some() && one.day.is_some() {
        let zone = |hand: &Hand| hand.text(TextField::TimeZoneAbbreviation).map(str::to_owned);
        let when = |hand: &Hand| (hand.year, hand.month, hand.day, clock(hand), zone(hand));
        if when(one) != when(other) {
            return Err("times differ".to_owned());
        }
    }
    if one.seat_count.is_some() && one.seat_count != other.seat_count {
        return Err("seat counts differ".to_owned());
    }
    Ok(())
}

/// Everything but shows, deals of hole cards as one for each player.
fn moves(hand: &Hand) -> Vec<String> {
    let mut moves = Vec::new();
    let mut dealt: BTreeMap<u8, String> = BTreeMap::new();
    for action in hand.actions() {
        match action {
            Action::DealHole { player, cards } => {
                dealt.entry(player.number()).or_default().push_str(&cards.to_string());
            }
            Action::Nothing | Action::ShowOrMuck { .. } => {}
            Action::CompleteBetOrRaiseTo { player, amount } => {
                moves.push(format!("{player} to {:?}", amount.decimal()));
            }
            other => moves.push(other.to_string()),
        }
    }
    moves.extend(dealt.into_iter().map(|(player, cards)| format!("{player} {cards}")));
    moves
}

/// What each player lets the others see, in the order of the players; cards nobody sees are not shown.
fn shows(hand: &Hand) -> BTreeMap<Player, String> {
    let mut shows = BTreeMap::new();
    let mut dealt: BTreeMap<Player, Vec<String>> = BTreeMap::new();
    let sorted = |cards: &[Option<kozyr_cards::Card>]| {
        let mut known: Vec<String> = cards.iter().flatten().map(ToString::to_string).collect();
        known.sort();
        known
    };
    for action in hand.actions() {
        match action {
            Action::DealHole { player, cards } => dealt.entry(*player).or_default().extend(sorted(cards)),
            Action::ShowOrMuck { player, shown } => {
                let shown = match shown {
                    Shown::Muck => {
                        shows.insert(*player, "mucks".to_owned());
                        continue;
                    }
                    Shown::Dealt => dealt.get(player).cloned().unwrap_or_default(),
                    Shown::Cards(cards) => sorted(cards),
                };
                let shown = shown.concat();
                if shows.get(player).map_or(0, String::len) < shown.len() {
                    shows.insert(*player, shown);
                }
            }
            _ => {}
        }
    }
    shows
}
