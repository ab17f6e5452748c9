//! Bots of the room against each other, at a table like any of the room's: they see protocol views and nothing else.

use super::{Args, Style};
use crate::failure::Failure;
use crate::output::say;
use kozyr_bots::Level;
use kozyr_bots::durak::{Spot, choose, passive};
use kozyr_bots::{Memory, Whim};
use kozyr_card_game::Seat;
use kozyr_card_game::laws::Dice;
use kozyr_durak::Conditions;
use kozyr_protocol::room::{DurakAction, DurakOffers, GameInfo, GameView, OwnGame, TableInfo, TableView};
use kozyr_server::arena::DurakArena;
use std::time::{Duration, Instant};

/// The normal distribution has 95 percent within so many standard deviations.
const NINETY_FIVE: f64 = 1.96;

/// What came of it, for the first of the two styles.
struct Sum {
    parties: u64,
    won: u64,
    lost: u64,
    drawn: u64,
    /// What each party was worth, from −1 to 1, and its square.
    worth: f64,
    squares: f64,
    /// How long the first style thought, for each decision.
    thought: Vec<Duration>,
}

pub(super) fn run(args: &Args, conditions: &Conditions, against: Style) -> Result<(), Failure> {
    let mut sum =
        Sum { parties: 0, won: 0, lost: 0, drawn: 0, worth: 0.0, squares: 0.0, thought: Vec::new() };
    for number in 0..args.games {
        let seed = args.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (number / 2);
        party(args.play, against, conditions, seed, number, &mut sum)?;
    }
    report(args, &mut sum, against);
    Ok(())
}

/// One party: every other seat plays the first style. The next one has the same cards with the seats changed.
fn party(
    one: Style,
    two: Style,
    conditions: &Conditions,
    seed: u64,
    number: u64,
    sum: &mut Sum,
) -> Result<(), Failure> {
    let wrong = |error: kozyr_table::SetupError| Failure::new(error.to_string());
    let mut arena = DurakArena::new(conditions.rules, conditions.num_seats, seed).map_err(wrong)?;
    let mut dice = Dice::random(seed ^ number << 1);
    let is_first = |seat: Seat| (seat.index() as u64 + number).is_multiple_of(2);
    let thought = &mut sum.thought;
    let outcome = arena.party(&mut |seat, info, view, memory| {
        let style = if is_first(seat) { one } else { two };
        let begun = Instant::now();
        let action = decide(style, seat, info, view, memory, &mut |n| dice.below(n));
        if is_first(seat) {
            thought.push(begun.elapsed());
        }
        action
    });
    let seats = (0..conditions.num_seats.into()).map(Seat::from_index);
    let firsts = seats.filter(|&seat| is_first(seat)).count() as f64;
    let others = f64::from(conditions.num_seats) - firsts;
    let fools = |first: bool| outcome.fools.iter().filter(|&&seat| is_first(seat) == first).count() as f64;
    let worth = fools(false) / others.max(1.0) - fools(true) / firsts.max(1.0);
    sum.parties += 1;
    sum.won += u64::from(worth > 0.0);
    sum.lost += u64::from(worth < 0.0);
    sum.drawn += u64::from(worth == 0.0);
    sum.worth += worth;
    sum.squares += worth * worth;
    Ok(())
}

fn decide(
    style: Style,
    me: Seat,
    info: &TableInfo,
    view: &TableView,
    memory: &Memory,
    whim: Whim<'_>,
) -> Option<DurakAction> {
    let (GameInfo::Durak(rules), GameView::Durak(game)) = (&info.game, &view.game) else { return None };
    let Some(OwnGame::Durak(own)) = view.own.as_ref()?.game.as_ref() else { return None };
    let spot = Spot { info: rules, seats: info.seats, me, game, own, memory: &memory.durak };
    match style {
        Style::Random => any(&own.offers, whim),
        Style::Passive => passive(&spot),
        Style::Easy | Style::Careful => choose(Level::Casual, &spot, whim),
        Style::Strong => choose(Level::Strong, &spot, whim),
    }
}

/// Any turn that is offered.
fn any(offers: &DurakOffers, whim: Whim<'_>) -> Option<DurakAction> {
    let mut all: Vec<DurakAction> = offers.attack.iter().map(|&card| DurakAction::Attack { card }).collect();
    all.extend(offers.show.iter().map(|&card| DurakAction::Show { card }));
    all.extend(offers.transfer.iter().map(|&card| DurakAction::Transfer { card }));
    for pair in &offers.defend {
        all.extend(pair.with.iter().map(|&with| DurakAction::Defend { attack: pair.attack, with }));
    }
    all.extend(offers.take.then_some(DurakAction::Take));
    all.extend(offers.finish.then_some(DurakAction::Finish));
    all.extend(offers.ready.then_some(DurakAction::Ready));
    let count = u32::try_from(all.len()).ok().filter(|&count| count > 0)?;
    Some(all[whim(count) as usize])
}

fn report(args: &Args, sum: &mut Sum, against: Style) {
    let parties = sum.parties.max(1) as f64;
    let mean = sum.worth / parties;
    let deviation = (sum.squares / parties - mean * mean).max(0.0).sqrt();
    let margin = NINETY_FIVE * deviation / parties.sqrt();
    sum.thought.sort_unstable();
    let nth = |percent: usize| {
        let place = sum.thought.len().saturating_sub(1) * percent / 100;
        sum.thought.get(place).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    };
    let (one, two) = (args.play.name(), against.name());
    if args.json {
        let report = serde_json::json!({
            "play": one, "against": two, "parties": sum.parties, "won": sum.won, "lost": sum.lost,
            "drawn": sum.drawn, "edge": mean, "margin": margin, "medianMs": nth(50), "p99Ms": nth(99),
        });
        say!("{report}");
        return;
    }
    say!("{} parties, {one} against {two}, through protocol views", sum.parties);
    say!("{:>9} won, {} lost, {} drawn", sum.won, sum.lost, sum.drawn);
    say!("{:>+9.3} ± {margin:.3} a party for {one} (1 wins every one, −1 loses every one; 95%)", mean);
    say!("{:>9.3} ms for half of its decisions, {:.3} ms for all but one in a hundred", nth(50), nth(99));
}
