//! Bots of the room against each other, at a table like any of the room's: they see protocol views and nothing else.

use super::{Args, Style};
use crate::failure::Failure;
use crate::output::say;
use kozyr_bots::Level;
use kozyr_bots::durak::{Spot, choose, passive};
use kozyr_bots::{Memory, Random};
use kozyr_card_game::Seat;
use kozyr_card_game::laws::Dice;
use kozyr_chips::{Chips, Currency};
use kozyr_durak::Conditions;
use kozyr_protocol::room::{
    DurakAction, DurakOffers, DurakOutcome, DurakWord, GameAction, GameInfo, GameView, GameWord, OwnGame,
    Refusal, TableInfo, TableView,
};
use kozyr_server::{GamePlan, Practice, TablePlan};
use kozyr_table::durak::DurakHouse;
use kozyr_table::{Funding, Player, Settings};
use kozyr_time::{Millis, PlayerId, TableId};
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
    let mut dice = Dice::random(seed ^ number << 1);
    let is_first = |seat: Seat| (seat.index() as u64 + number).is_multiple_of(2);
    let thought = &mut sum.thought;
    let outcome = play(conditions, seed, &mut |seat, info, view, memory| {
        let style = if is_first(seat) { one } else { two };
        let begun = Instant::now();
        let action = decide(style, seat, info, view, memory, &mut |n| dice.below(n));
        if is_first(seat) {
            thought.push(begun.elapsed());
        }
        action
    })?;
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

/// What somebody does with what they see; nothing when they would rather wait.
type Decides<'a> = &'a mut dyn FnMut(Seat, &TableInfo, &TableView, &Memory) -> Option<DurakAction>;

/// A table for these rules, without stakes or pauses.
fn plan(conditions: &Conditions) -> TablePlan {
    let settings = Settings {
        seats: conditions.num_seats,
        currency: Currency::FUN,
        funding: Funding::Stake,
        least_buy_in: Chips::ZERO,
        most_buy_in: Chips::ZERO,
        turn: Millis::from_secs(30),
        bank: Millis::ZERO,
        refill: Millis::ZERO,
        gather: Millis::from_secs(1),
        pause: Millis::from_secs(1),
        patience: 1,
        away: Millis::from_secs(60),
        memory: Millis::ZERO,
        grace: Millis::ZERO,
        quick: None,
        top: Vec::new(),
    };
    let house = DurakHouse { rules: conditions.rules, stake: Chips::ZERO, ..DurakHouse::default() };
    let id = TableId::new("contest").expect("a plain name");
    TablePlan { id, title: "contest".to_owned(), settings, game: GamePlan::Durak(house), made: None }
}

fn person(seat: Seat) -> PlayerId {
    PlayerId::from(u32::from(seat.number()))
}

/// Plays one party at a table of its own and says how it ended.
fn play(conditions: &Conditions, seed: u64, decides: Decides<'_>) -> Result<DurakOutcome, Failure> {
    let refused = |why: Refusal| Failure::new(format!("the table refuses: {why:?}"));
    let opened = Practice::open(&plan(conditions), seed);
    let mut table = opened.map_err(|error| Failure::new(error.to_string()))?;
    let seats: Vec<Seat> = (0..conditions.num_seats.into()).map(Seat::from_index).collect();
    for &seat in &seats {
        let player = Player { id: person(seat), name: format!("Player {}", seat.number()).into(), bot: true };
        table.sit(player, seat, Chips::ZERO).map_err(refused)?;
    }
    for &seat in &seats {
        table.say(person(seat), GameWord::Durak(DurakWord::Ready)).map_err(refused)?;
    }
    let (info, mut memory) = (table.info(), Memory::default());
    loop {
        memory.note(&table.take_events());
        let open = table.view(None);
        if !open.running {
            let GameView::Durak(game) = open.game else { unreachable!("it is a table of Durak") };
            return game.outcome.ok_or_else(|| Failure::new("the party did not begin".to_owned()));
        }
        let Some(&seat) = seats.iter().find(|seat| open.clocks.contains_key(seat)) else {
            // The round is over, and nobody needs to look at it.
            if !table.pass_time() {
                return Err(Failure::new("the party waits for nobody".to_owned()));
            }
            continue;
        };
        let view = table.view(Some(person(seat)));
        let action = decides(seat, &info, &view, &memory).expect("whose time runs plays");
        let turn = view.own.and_then(|own| own.turn).unwrap_or_default();
        table.act(person(seat), turn, GameAction::Durak(action)).map_err(refused)?;
    }
}

fn decide(
    style: Style,
    me: Seat,
    info: &TableInfo,
    view: &TableView,
    memory: &Memory,
    random: Random<'_>,
) -> Option<DurakAction> {
    let (GameInfo::Durak(rules), GameView::Durak(game)) = (&info.game, &view.game) else { return None };
    let Some(OwnGame::Durak(own)) = view.own.as_ref()?.game.as_ref() else { return None };
    let spot = Spot { info: rules, seats: info.seats, me, game, own, memory: &memory.durak };
    match style {
        Style::Random => any(&own.offers, random),
        Style::Passive => passive(&spot),
        Style::Easy | Style::Careful => choose(Level::Casual, &spot, random),
        Style::Strong => choose(Level::Strong, &spot, random),
    }
}

/// Any turn that is offered.
fn any(offers: &DurakOffers, random: Random<'_>) -> Option<DurakAction> {
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
    Some(all[random(count) as usize])
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
