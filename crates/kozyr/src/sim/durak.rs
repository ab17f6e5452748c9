//! `kozyr sim durak`: parties between bots that see what a player sees.

mod contest;

use crate::failure::{Failure, file_error};
use crate::output::say;
use kozyr_card_game::laws::Dice;
use kozyr_card_game::{Awaits, Clock, DeckShoe, Move, Seat, SeatSet, Seated, Viewer};
use kozyr_cards::{Card, CardSet, Deck};
use kozyr_durak::notation::{Player, Record};
use kozyr_durak::{Action, Conditions, Deal, Event, Match, Offer, Params, View, beaters, lowest};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Games of Durak.
///
/// Every game begins with a fresh shuffle from the seed and is played to its end. Cards and chips are counted
/// at the end of each: a lost card stops the run.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  kozyr sim durak                                     ten thousand parties of two
  kozyr sim durak --seats 4 --mode 5 --points 3       pairs with the traffic light, to three points
  kozyr sim durak --games 1 --record party.durak      one party, written down
  kozyr sim durak --play strong --against easy --games 1000
                                                      the room's bots against each other")]
pub struct Args {
    /// How many games.
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// Boxes at the table, 2 to 6.
    #[arg(long, default_value = "2", value_name = "N")]
    seats: String,
    /// The game mode, 0 to 5: plain, transfer, traffic light, and pairs of each.
    #[arg(long, default_value = "0", value_name = "N")]
    mode: String,
    /// Cards in the deck: 24, 36 or 52.
    #[arg(long, default_value = "36", value_name = "N")]
    deck_size: String,
    /// A game ends when somebody has so many points, 1 to 999.
    #[arg(long, default_value = "1", value_name = "N")]
    points: String,
    /// How the bots play; passive, easy and strong play at a table of the room.
    #[arg(long, value_enum, default_value_t = Style::Careful)]
    play: Style,
    /// Every other seat plays like this, at a table of the room: who plays better?
    #[arg(long, value_enum)]
    against: Option<Style>,
    /// Where the shuffles come from; the same seed plays the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the last game to this .durak file.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// One JSON object on standard output instead of text.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Style {
    /// Any legal action.
    Random,
    /// Low cards first, trumps late.
    Careful,
    /// Leads low, never throws in, always takes.
    Passive,
    /// A bot of the room with sound habits.
    Easy,
    /// A bot of the room that counts cards.
    Strong,
}

impl Style {
    const fn name(self) -> &'static str {
        match self {
            Style::Random => "random",
            Style::Careful => "careful",
            Style::Passive => "passive",
            Style::Easy => "easy",
            Style::Strong => "strong",
        }
    }
}

/// What came of it.
#[derive(Default)]
struct Sum {
    parties: u64,
    moves: u64,
    draws: u64,
    fools: [u64; 6],
    longest: u64,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let conditions = conditions(args)?;
    let seen = matches!(args.play, Style::Passive | Style::Easy | Style::Strong);
    if let Some(against) = args.against.or(seen.then_some(args.play)) {
        if args.record.is_some() || conditions.points != 1 {
            return Err(Failure::new("bots of the room play single parties, and none is written down"));
        }
        contest::run(args, &conditions, against)?;
        return Ok(ExitCode::SUCCESS);
    }
    let begun = Instant::now();
    let mut sum = Sum::default();
    let mut last = Vec::new();
    for number in 0..args.games {
        last.clear();
        game(&conditions, args, number, &mut sum, &mut last);
    }
    let seconds = begun.elapsed().as_secs_f64();
    if let Some(path) = &args.record {
        let players = vec![Player::default(); conditions.num_seats.into()];
        let record = Record::of_moves(conditions, players, last).map_err(|e| Failure::new(e.to_string()))?;
        std::fs::write(path, record.to_string()).map_err(|error| Failure::new(file_error(path, &error)))?;
    }
    report(args, &conditions, &sum, seconds);
    Ok(ExitCode::SUCCESS)
}

fn conditions(args: &Args) -> Result<Conditions, Failure> {
    let mut params = Params::default();
    let given = [
        ("num_seats", &args.seats),
        ("game_mode", &args.mode),
        ("deck_size", &args.deck_size),
        ("points", &args.points),
    ];
    for (name, value) in given {
        params.set(name, value).map_err(|error| Failure::new(error.to_string()))?;
    }
    params.check().map_err(|error| Failure::new(error.to_string()))?;
    if params.conditions.points == 0 {
        return Err(Failure::new("points: 0 would never end between bots; it has to be 1 to 999"));
    }
    Ok(params.conditions)
}

fn report(args: &Args, conditions: &Conditions, sum: &Sum, seconds: f64) {
    let fools = &sum.fools[..conditions.num_seats.into()];
    let per_second = (sum.moves as f64 / seconds.max(1e-9)) as u64;
    if args.json {
        let report = serde_json::json!({
            "games": args.games, "parties": sum.parties, "moves": sum.moves, "draws": sum.draws,
            "fools": fools, "longestParty": sum.longest, "seconds": seconds, "movesPerSecond": per_second,
        });
        say!("{report}");
        return;
    }
    let percent = |count: u64| 100.0 * count as f64 / sum.parties.max(1) as f64;
    let per_party = sum.moves as f64 / sum.parties.max(1) as f64;
    say!(
        "{} games, {} parties, {} moves in {seconds:.2} s, {per_second} moves/s",
        args.games,
        sum.parties,
        sum.moves
    );
    say!("{per_party:>10.1} moves a party, {} in the longest", sum.longest);
    say!("{:>9.1}% drawn", percent(sum.draws));
    for (index, &count) in fools.iter().enumerate() {
        say!("{:>9.1}% lost by box {index}", percent(count));
    }
}

fn game(conditions: &Conditions, args: &Args, number: u64, sum: &mut Sum, log: &mut Vec<Move<Deal, Action>>) {
    let mut dice = Dice::random(args.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
    let mut chance = dice.clone();
    let seated = |index| Seated { seat: Seat::from_index(index), stack: conditions.stake };
    let seats: Vec<Seated> = (0..conditions.num_seats.into()).map(seated).collect();
    let mut game = Match::new(conditions, &seats).expect("the conditions were checked");
    let mut shoe = DeckShoe::new(Deck::ordered(conditions.rules.pack), |n| chance.below(n));
    let (mut told, mut offers, mut begun) = (Vec::new(), Vec::new(), 0);
    loop {
        let mv = match game.awaits() {
            Awaits::Nothing => break,
            Awaits::Shuffle(cards) => {
                shoe.shuffle(cards);
                Move::Shuffled
            }
            Awaits::Chance => Move::Deal(game.draw(&mut shoe).expect("the shoe has every card")),
            Awaits::Stage(_) => Move::Timeout(Clock::Stage),
            Awaits::Seats(seats) => act(&game, seats, args.play, &mut dice, &mut offers),
        };
        told.clear();
        game.play(&mv, &mut told).expect("bots play legal moves");
        sum.moves += 1;
        log.push(mv);
        for event in &told {
            let Event::PartyEnd(end) = event else { continue };
            game.party().assert_sound();
            sum.parties += 1;
            sum.draws += u64::from(end.outcome.is_draw());
            end.outcome.fools.iter().for_each(|seat| sum.fools[seat.index()] += 1);
            sum.longest = sum.longest.max(log.len() as u64 - begun);
            begun = log.len() as u64;
        }
    }
    assert!(game.chips() == conditions.stake * i64::from(conditions.num_seats), "chips were made or lost");
}

/// Somebody acts: one whose clock runs, or now and then somebody who throws in out of turn.
fn act(
    game: &Match,
    seats: SeatSet,
    style: Style,
    dice: &mut Dice,
    offers: &mut Vec<Offer>,
) -> Move<Deal, Action> {
    loop {
        let from = if dice.one_in(4) { seats } else { game.clocks() };
        let nth = dice.below(from.len() as u32) as usize;
        let seat = from.iter().nth(nth).expect("a set of so many seats");
        offers.clear();
        game.legal(seat, offers);
        offers.retain(|offer| offer.kind().is_some());
        let action = match style {
            _ if offers.is_empty() => None,
            Style::Random => {
                let offer = dice.pick(offers);
                offer.actions().nth(dice.below(offer.len() as u32) as usize)
            }
            _ => careful(&game.view(Viewer::Seat(seat))),
        };
        if let Some(action) = action {
            return Move::Act(seat, action);
        }
    }
}

/// What a careful player does with what they see; `None` when they would rather wait.
fn careful(view: &View) -> Option<Action> {
    let (hand, trump) = (view.hand?, view.trump?.suit());
    let plain = |cards: CardSet| (cards - CardSet::of_suit(trump)).first();
    let early = view.deck_count > 0;
    let find = |kind: &str| view.availables.iter().find(|offer| offer.kind() == Some(kind));
    if let Some(Offer::Transfer(cards)) = find("TRANS")
        && let Some(card) = view.shown.or_else(|| plain(*cards))
    {
        return Some(Action::Transfer(card));
    }
    if let Some(Offer::Show(cards)) = find("SHOW")
        && let Some(card) = plain(*cards)
    {
        return Some(Action::Show(card));
    }
    if find("TAKE").is_some() {
        // Beat everything or nothing; keep high trumps while there is a deck.
        let cheapest = |card: Card| lowest(beaters(hand, card, trump), trump).map(|with| (card, with));
        let answers: Option<Vec<(Card, Card)>> = view.table.unbeaten().map(cheapest).collect();
        let dear = |with: &Card| early && with.suit() == trump && with.rank().number() >= 12;
        let answer = answers.filter(|all| !all.iter().any(|(_, with)| dear(with)));
        let answer = answer.and_then(|all| all.into_iter().min_by_key(|(_, with)| *with));
        return Some(answer.map_or(Action::Take, |(attack, with)| Action::Defend { attack, with }));
    }
    if let Some(Offer::Attack { cards, .. }) = find("ATTACK") {
        if view.table.is_empty() {
            return lowest(*cards, trump).map(Action::Attack);
        }
        let cheap = plain(*cards).filter(|card| !early || card.rank().number() <= 11);
        if let Some(card) = cheap.or(if early { None } else { cards.first() }) {
            return Some(Action::Attack(card));
        }
    }
    find("FINISH").map(|_| Action::Finish)
}
