//! A hand of Hold'em or its kin as a document of the standard for poker hands.

use super::equity::events_for;
use super::row::Summary;
use super::story::Lines;
use kozyr_chips::{Chips, Scale};
use kozyr_notation::phh::{Action, Amount, Cards, Hand, LocalTime, Name, Player, Shown, Value, Variant};
use kozyr_poker::variant::Limit;
use kozyr_poker::{Event, Rules};
use kozyr_store::HandRow;
use kozyr_table::holdem::HoldemSeating;
use kozyr_time::{PlayerId, WallTime};

/// What a document says of a hand besides what happened in it.
pub(super) struct Heading {
    pub(super) hand: u64,
    pub(super) title: String,
    pub(super) names: Vec<(PlayerId, String)>,
    pub(super) started: WallTime,
}

impl Heading {
    pub(super) fn of(row: &HandRow) -> Heading {
        let Summary { title, names } = Summary::of(row);
        let names = row.players.iter().map(|one| one.player).zip(names).collect();
        Heading { hand: row.hand, title, names, started: row.started.wall }
    }
}

/// The hand with the cards this person saw, or anybody, and `??` for all others.
pub(super) fn document(
    hand: &Lines<HoldemSeating>,
    heading: &Heading,
    viewer: Option<PlayerId>,
) -> Result<Hand, String> {
    let mut actions: Vec<Result<Action, String>> = Vec::new();
    let table = events_for(hand, viewer, |event| actions.extend(action(event)));
    let state = table.state().ok_or("the hand is gone")?;
    let rules = state.rules();
    let variant = Variant::from_code(rules.variant.code.as_bytes());
    let mut document = Hand::new(variant.ok_or("the standard does not know this game")?);
    stakes(&mut document, rules)?;
    document.starting_stacks = amounts(state.starting_stacks())?;
    if !table.is_running() {
        document.finishing_stacks = amounts(state.stacks())?;
    }
    let chair = |person: &kozyr_table::Person| i64::from(person.chair.number());
    document.seats = table.people().iter().map(chair).collect();
    document.seat_count = Some(table.settings().seats.into());
    let name = |player: PlayerId| {
        heading.names.iter().find(|(known, _)| *known == player).map_or("", |(_, name)| name.as_str())
    };
    document.set_players(table.people().iter().map(|person| name(person.player)));
    document.set_hand(i64::try_from(heading.hand).ok().map(Name::Number));
    document.set_table(Some(Name::Text(&heading.title)));
    date(&mut document, heading.started);
    if state.raked().is_positive() {
        document.set_user_field("_rake", Value::Integer(state.raked().units()));
    }
    if state.boards() > 1 {
        let runs = Value::Integer(state.boards() as i64);
        document.set_user_field("_options", Value::Table(vec![("runouts".to_owned(), runs)]));
    }
    for action in actions {
        document.push(action?);
    }
    Ok(document)
}

fn amount(chips: Chips) -> Result<Amount, String> {
    Amount::from_chips(chips, Scale::WHOLE).map_err(|error| error.to_string())
}

fn amounts(chips: &[Chips]) -> Result<Vec<Amount>, String> {
    chips.iter().map(|&chips| amount(chips)).collect()
}

fn stakes(document: &mut Hand, rules: &Rules) -> Result<(), String> {
    document.antes = amounts(&rules.antes)?;
    document.blinds_or_straddles = amounts(&rules.blinds)?;
    if rules.antes.len() == 2 {
        // Heads-up the standard has them in reverse.
        document.antes.reverse();
        document.blinds_or_straddles.reverse();
    }
    document.ante_trimming_status = rules.ante_trimming.then_some(true);
    if rules.variant.limit == Limit::FixedLimit {
        document.small_bet = Some(amount(rules.small_bet)?);
        document.big_bet = Some(amount(rules.big_bet)?);
    } else {
        document.min_bet = Some(amount(rules.small_bet)?);
    }
    Ok(())
}

fn date(document: &mut Hand, at: WallTime) {
    // `2026-11-15T23:25:26.000Z`
    let text = at.to_string();
    let number = |from: usize, to: usize| text.get(from..to).and_then(|digits| digits.parse::<u8>().ok());
    document.year = text.get(..4).and_then(|digits| digits.parse().ok());
    (document.month, document.day) = (number(5, 7).map(i64::from), number(8, 10).map(i64::from));
    let time = (number(11, 13), number(14, 16), number(17, 19));
    if let (Some(hour), Some(minute), Some(second)) = time {
        document.time = LocalTime::new(hour, minute, second, 0);
    }
    document.set_text(kozyr_notation::phh::TextField::TimeZone, Some("UTC"));
}

/// The action of the standard, if the event is one.
fn action(event: &Event) -> Option<Result<Action, String>> {
    let cards = |faces: &[Option<kozyr_cards::Card>]| Cards::new(faces).map_err(|error| error.to_string());
    let player = |seat: &kozyr_card_game::Seat| Player::at(seat.index());
    Some(match event {
        Event::DealtHole(seat, hole) => {
            cards(hole).map(|cards| Action::DealHole { player: player(seat), cards })
        }
        Event::DealtBoard(_, board) => cards(board).map(Action::DealBoard),
        Event::Folded(seat) => Ok(Action::Fold(player(seat))),
        Event::Checked(seat) | Event::Called(seat, _) => Ok(Action::CheckOrCall(player(seat))),
        Event::RaisedTo(seat, to) => {
            amount(*to).map(|amount| Action::CompleteBetOrRaiseTo { player: player(seat), amount })
        }
        Event::Shown(seat, hole) => {
            cards(hole).map(|cards| Action::ShowOrMuck { player: player(seat), shown: Shown::Cards(cards) })
        }
        Event::Mucked(seat) => Ok(Action::ShowOrMuck { player: player(seat), shown: Shown::Muck }),
        Event::DealtUp(..) | Event::BroughtIn(..) | Event::Discarded(..) => {
            Err("this game is not dealt at tables".to_owned())
        }
        Event::Returned(..)
        | Event::Collected
        | Event::RunoutsAsked(_)
        | Event::RunoutsAnswered(..)
        | Event::RunoutsSettled(_)
        | Event::Raked(_)
        | Event::Won { .. } => return None,
    })
}
