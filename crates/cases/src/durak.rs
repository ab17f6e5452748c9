//! Cases of kind `durak`: a deal or a position, moves, and what the table looks like after each.

mod format;

use super::Tally;
use format::{Available, Case, File, Hands, Placed, Position, Step};
use kozyr_card_game::{Awaits, Clock, DeckShoe, Move, Seat, SeatSet, Seated, Viewer};
use kozyr_cards::{Card, CardSet, CardStyle, Deck, Pack};
use kozyr_chips::Chips;
use kozyr_durak::{Action, Event, Match, Outcome, Params, Pile, Setup, Stage, View, cards};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Debug, Display};

type Verdict<T = ()> = Result<T, String>;

pub(super) fn run(text: &str, tally: &mut Tally) -> Result<(), String> {
    let file: File = serde_json::from_str(text).map_err(text_of)?;
    for value in &file.cases {
        let id = value.get("id").and_then(Value::as_str).unwrap_or("(a case without an id)");
        let case: Result<Case, String> = serde_json::from_value(value.clone()).map_err(text_of);
        tally.case(id, case.and_then(|case| play(&case)));
    }
    Ok(())
}

/// Plays one case; the error says where it went wrong.
fn play(case: &Case) -> Verdict {
    let params = params(case)?;
    let (mut game, deck) = begin(case, &params)?;
    let shoe = DeckShoe::new(deck, |n| n - 1);
    let mut table = Tabletop { game: &mut game, shoe, arranged: case.deck.is_some(), events: Vec::new() };
    table.pass_on()?;
    if let (Some(trump), view) = (&case.trump, table.view(0)) {
        same("trump", Some(card(trump)?), view.trump)?;
    }
    if let Some(start) = &case.start {
        compare(table.game, start).map_err(|why| format!("start: {why}"))?;
    }
    for (nth, step) in case.moves.iter().enumerate() {
        let name = || step.seat.map_or(step.action.clone(), |index| format!("box {index} {}", step.action));
        table.step(step).map_err(|why| format!("move {} ({}): {why}", nth + 1, name()))?;
    }
    Ok(())
}

/// Every parameter goes through the same door as those of a real table.
fn params(case: &Case) -> Verdict<Params> {
    let mut params = Params { test_table: true, ..Params::default() };
    let deck_size = case.deck_size.clone().or_else(|| full_deck(case.deck.as_deref()?));
    let given = [
        ("num_seats", Some(case.num_seats.clone())),
        ("game_mode", Some(case.game_mode.clone())),
        ("deck_size", deck_size),
        ("points", case.points.clone()),
        ("timeout", case.timeout.clone()),
        ("timebank", case.timebank.clone()),
        ("throw_after_take", case.throw_after_take.clone()),
        ("on_timeout", case.on_timeout.clone()),
        ("deck", case.deck.clone().map(Value::from)),
    ];
    for (name, value) in given {
        let text = match value {
            None => continue,
            Some(Value::String(text)) => text,
            Some(value) => value.to_string(),
        };
        params.set(name, &text).map_err(text_of)?;
    }
    params.check().map_err(text_of)?;
    Ok(params)
}

/// A deck that is exactly one of the packs says how many cards are played with.
fn full_deck(deck: &str) -> Option<Value> {
    let all: CardSet = cards(deck).ok()?.into_iter().collect();
    [Pack::Small24, Pack::Full52]
        .iter()
        .find(|pack| pack.cards() == all)
        .map(|pack| pack.cards().len().into())
}

fn begin(case: &Case, params: &Params) -> Verdict<(Match, Deck)> {
    let conditions = &params.conditions;
    let seat = |index| Seated { seat: Seat::from_index(index), stack: Chips::ZERO };
    let seats: Vec<Seated> = (0..conditions.num_seats.into()).map(seat).collect();
    match (&case.setup, &case.deck) {
        (None, Some(_)) => {
            let deck = params.arrange(Deck::ordered(conditions.rules.pack)).map_err(text_of)?;
            Ok((Match::new(conditions, &seats).map_err(text_of)?, deck))
        }
        (Some(placed), None) => {
            let setup = setup(case, placed, params)?;
            let deck = Deck::in_order(&setup.deck).map_err(text_of)?;
            let party = setup.party().map_err(text_of)?;
            Ok((Match::from_party(conditions, &seats, party).map_err(text_of)?, deck))
        }
        _ => Err("a case has a deck or a setup, and not both".into()),
    }
}

fn setup(case: &Case, placed: &Placed, params: &Params) -> Verdict<Setup> {
    let num_seats = usize::from(params.conditions.num_seats);
    let mut hands = vec![CardSet::EMPTY; num_seats];
    let rows: Vec<(usize, &String)> = match &placed.hands {
        Hands::Row(row) => row.iter().enumerate().collect(),
        Hands::ByBox(map) => {
            map.iter().map(|(name, hand)| Ok((box_number(name)?, hand))).collect::<Verdict<_>>()?
        }
    };
    for (index, hand) in rows {
        *hands.get_mut(index).ok_or(format!("there is no box {index}"))? = set(hand)?;
    }
    let deck = cards(&placed.draw).map_err(text_of)?;
    let trump = match (&case.trump, deck.last()) {
        (Some(text), _) => card(text)?,
        (None, Some(&bottom)) => bottom,
        (None, None) => return Err("a setup without a deck needs a trump".into()),
    };
    let setup = Setup {
        rules: params.conditions.rules,
        hands,
        trump,
        deck,
        attacker: seat(placed.attacker, num_seats)?,
        first_round: placed.first_round,
        table: piles(&placed.table)?,
        taking: placed.taking,
    };
    if let Some(defender) = placed.defender {
        let view = setup.party().map_err(text_of)?.view(Viewer::Spectator);
        same("defender of the setup", Some(defender), view.defender.map(Seat::index))?;
    }
    Ok(setup)
}

fn piles(text: &str) -> Verdict<Vec<Pile>> {
    let pile = |text: &str| {
        let (attack, by) = text.split_once('-').ok_or(format!("{text} is no pair of cards"))?;
        let beaten_by = if by == "None" { None } else { Some(card(by)?) };
        Ok(Pile { attack: card(attack)?, beaten_by })
    };
    text.split(',').filter(|pair| !pair.is_empty()).map(pile).collect()
}

/// The game, its deck, and what was said since the last move.
struct Tabletop<'a, F> {
    game: &'a mut Match,
    shoe: DeckShoe<F>,
    /// Does the deck lie as the case has it? Only the first party is dealt from that one.
    arranged: bool,
    events: Vec<Event>,
}

impl<F: FnMut(u32) -> u32> Tabletop<'_, F> {
    fn view(&self, index: usize) -> View {
        self.game.view(Viewer::Seat(Seat::from_index(index)))
    }

    /// Deals what is awaited; the stage `ready` between rounds is passed at once.
    fn pass_on(&mut self) -> Verdict {
        loop {
            let mv = match self.game.awaits() {
                Awaits::Shuffle(cards) => {
                    if !std::mem::take(&mut self.arranged) {
                        self.shoe.shuffle(cards);
                    }
                    Move::Shuffled
                }
                Awaits::Chance => Move::Deal(self.game.draw(&mut self.shoe).ok_or("the deck is empty")?),
                Awaits::Stage(_) if self.view(0).stage == Stage::Ready => Move::Timeout(Clock::Stage),
                _ => return Ok(()),
            };
            self.game.play(&mv, &mut self.events).map_err(text_of)?;
        }
    }

    fn step(&mut self, step: &Step) -> Verdict {
        let before = self.game.clone();
        self.events.clear();
        let played = self.read(step).and_then(|mv| self.game.play(&mv, &mut self.events).map_err(text_of));
        match (&step.error, played) {
            (None, Err(refusal)) => return Err(format!("was refused: {refusal}")),
            (Some(error), Ok(())) => return Err(format!("was accepted, to be refused as {error:?}")),
            (Some(_), Err(_)) => {
                if *self.game != before || !self.events.is_empty() {
                    return Err("was refused and changed something".into());
                }
            }
            (None, Ok(())) => {}
        }
        let order: Vec<usize> = self.game.party().refill_order().map(Seat::index).collect();
        let in_before = before.view(Viewer::Spectator).out;
        self.pass_on()?;
        if let Some(expected) = &step.refill_order {
            // Who is out draws nothing: an order may name them or not.
            let playing = |index: &usize| !in_before.contains(Seat::from_index(*index));
            let without: Vec<usize> = order.iter().copied().filter(playing).collect();
            if *expected != without {
                same("refillOrder", expected, &order)?;
            }
        }
        self.told(step)?;
        step.after.as_ref().map_or(Ok(()), |after| compare(self.game, after))
    }

    fn read(&self, step: &Step) -> Verdict<Move<kozyr_durak::Deal, Action>> {
        let Some(index) = step.seat else {
            // Nobody's action: the time to get ready is over.
            same("action without a box", "timeout", step.action.as_str())?;
            return Ok(Move::Timeout(Clock::Stage));
        };
        let seat = seat(index, kozyr_durak::MAX_BOXES)?;
        let of = |text: &Option<String>, name| card(text.as_ref().ok_or(format!("{name} is missing"))?);
        let action = match step.action.as_str() {
            "attack" => Action::Attack(of(&step.card, "card")?),
            "defend" => Action::Defend {
                attack: of(&step.attack_card, "attack_card")?,
                with: of(&step.defend_card, "defend_card")?,
            },
            "show" => Action::Show(of(&step.card, "card")?),
            "transfer" => Action::Transfer(of(&step.card, "card")?),
            "take" => Action::Take,
            "finish" => Action::Finish,
            "ready" => Action::Ready,
            "surrender" | "gameover" => Action::Surrender,
            "away" | "leave" => Action::Away,
            "back" | "return" => Action::Back,
            "timeout" => return Ok(Move::Timeout(Clock::Seat(seat))),
            other => return Err(format!("there is no action {other:?}")),
        };
        Ok(Move::Act(seat, action))
    }

    /// What was said by the move: the events, what was drawn and what was taken.
    fn told(&self, step: &Step) -> Verdict {
        let sent: BTreeSet<&str> = self.events.iter().map(element).collect();
        if let Some(missing) = step.events.iter().find(|name| !sent.contains(name.as_str())) {
            return Err(format!("{missing} was not sent, only {sent:?}"));
        }
        if let Some(expected) = &step.drawn {
            let expected = by_box(expected)?;
            let drawn = self.events.iter().filter_map(|event| match event {
                Event::Drawn { seat, cards: Some(cards), .. } => Some((seat.index(), *cards)),
                _ => None,
            });
            let drawn: BTreeMap<usize, CardSet> = drawn.collect();
            same("drawn", expected.into_iter().filter(|(_, cards)| !cards.is_empty()).collect(), drawn)?;
        }
        if let Some(expected) = &step.taken {
            let taken = self.events.iter().find_map(|event| match event {
                Event::FinishRound { taken_by: Some(_), cards } => Some(*cards),
                _ => None,
            });
            same("taken", set(expected)?, taken.unwrap_or_default())?;
        }
        Ok(())
    }
}

/// The protocol's element for an event.
fn element(event: &Event) -> &'static str {
    match event {
        Event::Drawn { .. } => "cards",
        Event::Table(_) => "table",
        Event::Turn { .. } => "turn",
        Event::OutOfTime(_) => "timeout",
        Event::Out(_) => "out",
        Event::FinishRound { .. } => "finishround",
        Event::ReadyWanted(_) | Event::Clocks(_) => "wait",
        Event::Ready(_) => "event",
        Event::Away(_) => "leave",
        Event::Back(_) => "return",
        Event::PartyEnd(_) => "partyend",
        Event::GotUp(_) => "gotup",
        Event::GameOver(_) => "gameover",
    }
}

fn compare(game: &Match, expected: &Position) -> Verdict {
    let num_seats = usize::from(game.conditions().num_seats);
    let views: Vec<View> =
        (0..num_seats).map(|index| game.view(Viewer::Seat(Seat::from_index(index)))).collect();
    let view = game.view(Viewer::Spectator);
    if let Some(hands) = &expected.hands {
        for (index, hand) in by_box(hands)? {
            let held = views.get(index).ok_or(format!("there is no box {index}"))?.hand;
            same(&format!("hand of box {index}"), Some(hand), held)?;
        }
    }
    given("boxes", expected.boxes.as_ref().map(|row| boxes(row)), view.boxes)?;
    given("table", expected.table.as_ref(), &view.table.to_string())?;
    given("attacker", expected.attacker.map(Some), view.attacker.map(Seat::index))?;
    given("defender", expected.defender.map(Some), view.defender.map(Seat::index))?;
    given("deck_count", expected.deck_count, view.deck_count.into())?;
    given("taking", expected.taking, view.taking())?;
    given("discarded", expected.discarded, view.discarded.into())?;
    given("limit", expected.limit, view.limit.into())?;
    given("finished", expected.finished.as_ref().map(|row| boxes(row)), view.finished)?;
    given("out", expected.out.as_ref().map(|row| boxes(row)), view.out)?;
    let text = |card: Option<Card>| card.map(|card| card.styled(CardStyle::Ten).to_string());
    given("win_card", expected.win_card.clone(), text(view.win_card))?;
    given("shown", expected.shown.clone(), text(view.shown))?;
    for (name, points) in expected.points.iter().flatten() {
        same("points", Some(points), view.points.get(box_number(name)?))?;
    }
    if let Some(over) = &expected.over {
        compare_over(over, view.outcome)?;
    }
    expected.availables.as_ref().map_or(Ok(()), |expected| compare_availables(expected, &views))
}

/// `null`, `"draw"`, or who lost or won: one box, several, or a team of pairs.
fn compare_over(expected: &Value, outcome: Option<Outcome>) -> Verdict {
    let (Some(outcome), false) = (outcome, expected.is_null()) else {
        return same("over", !expected.is_null(), outcome.is_some());
    };
    let named = |value: &Value| -> Verdict<SeatSet> {
        match value {
            Value::Number(_) | Value::Array(_) => {
                let row = if value.is_array() { value.clone() } else { Value::from(vec![value.clone()]) };
                serde_json::from_value(row).map(|row: Vec<usize>| boxes(&row)).map_err(text_of)
            }
            Value::String(team) if team == "A" => Ok(boxes(&[0, 2])),
            Value::String(team) if team == "B" => Ok(boxes(&[1, 3])),
            _ => Err(format!("over: {value} is no box and no team")),
        }
    };
    match expected {
        Value::String(word) if word == "draw" => same("draw", true, outcome.is_draw()),
        Value::Object(fields) if !fields.is_empty() => fields.iter().try_for_each(|(name, value)| {
            match name.to_lowercase().replace('_', "").as_str() {
                // In pairs one of the two stands for both.
                "fool" | "loser" if value.is_number() => {
                    let fool = named(value)?;
                    same("the fool", true, fool.iter().all(|seat| outcome.fools.contains(seat)))
                }
                "fool" | "fools" | "loser" | "losers" | "loserteam" | "losingteam" => {
                    same("fools", named(value)?, outcome.fools)
                }
                "winner" | "winners" | "win" | "team" | "winnerteam" | "winningteam" => {
                    same("winners", named(value)?, outcome.winners)
                }
                "draw" => same("draw", value == &Value::Bool(true), outcome.is_draw()),
                _ => Err(format!("over: unknown field {name:?}")),
            }
        }),
        _ => Err(format!("over: {expected} is not understood")),
    }
}

/// Types and cards in any order; a box that is not named has nothing.
fn compare_availables(expected: &BTreeMap<String, Vec<Available>>, views: &[View]) -> Verdict {
    let sorted = |cards: &str| {
        let mut cards: Vec<String> = cards.split(',').map(String::from).collect();
        cards.sort();
        cards
    };
    for name in expected.keys() {
        seat(box_number(name)?, views.len())?;
    }
    for (index, view) in views.iter().enumerate() {
        let wanted = expected.get(&index.to_string()).map_or(&[][..], Vec::as_slice);
        let mut wanted: Vec<_> = wanted.iter().map(|one| (one.kind.as_str(), sorted(&one.cards))).collect();
        let offered = view.availables.iter();
        let mut offered: Vec<_> =
            offered.map(|one| (one.kind().unwrap_or("?"), sorted(&one.cards().to_string()))).collect();
        wanted.sort();
        offered.sort();
        same(&format!("availables of box {index}"), wanted, offered)?;
    }
    Ok(())
}

fn given<T: PartialEq + Debug>(name: &str, expected: Option<T>, found: T) -> Verdict {
    expected.map_or(Ok(()), |expected| same(name, expected, found))
}

fn same<T: PartialEq + Debug>(name: &str, expected: T, found: T) -> Verdict {
    if expected == found { Ok(()) } else { Err(format!("{name}: {found:?}, to be {expected:?}")) }
}

fn text_of(error: impl Display) -> String {
    error.to_string()
}

fn card(text: &str) -> Verdict<Card> {
    text.parse().map_err(|error| format!("{text:?}: {error}"))
}

fn set(text: &str) -> Verdict<CardSet> {
    text.parse().map_err(|error| format!("{text:?}: {error}"))
}

fn by_box(map: &BTreeMap<String, String>) -> Verdict<BTreeMap<usize, CardSet>> {
    map.iter().map(|(name, cards)| Ok((box_number(name)?, set(cards)?))).collect()
}

fn box_number(name: &str) -> Verdict<usize> {
    name.parse().map_err(|_| format!("{name:?} is no box"))
}

fn seat(index: usize, boxes: usize) -> Verdict<Seat> {
    if index < boxes { Ok(Seat::from_index(index)) } else { Err(format!("there is no box {index}")) }
}

fn boxes(row: &[usize]) -> SeatSet {
    row.iter().filter(|&&index| index < Seat::MAX).map(|&index| Seat::from_index(index)).collect()
}

#[cfg(test)]
mod tests;
