//! `kozyr match`: two players against each other on duplicate deals.
//!
//! Every deal is played twice from the same cards, with the players in each other's seats: what luck gives to one in the
//! first it gives to the other in the second. Players see the table as any client of the room does, and nothing else.

mod player;
mod score;

use crate::failure::Failure;
use crate::output::say;
use kozyr_bots::Deed;
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_protocol::room::TableEvent;
use kozyr_server::{Practice, TablePlan, stock_table};
use kozyr_table::Player as Sitter;
use kozyr_time::PlayerId;
use player::Player;
pub use player::Strategy;
pub use score::Score;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Let two players play each other on duplicate deals.
///
/// A player is one of ours (strong, casual, passive, random) or a program: a path, with its arguments in quotes. A program reads
/// messages of the room on its standard input, a line each (snapshot after every change, answer after every command), and
/// writes act and say on its standard output; docs/room.md has both.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  kozyr match strong casual --game holdem --hands 2000
  kozyr match strong ./mybot.py --game seka --seed 7
  kozyr match casual random --game omaha --json")]
pub struct Args {
    /// The first player: strong, casual, passive, random, or a program.
    a: Strategy,
    /// The second player.
    b: Strategy,
    /// What is played: the name of a stock table's game.
    #[arg(long, default_value = "holdem")]
    game: Game,
    /// How many deals; each is played twice.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    hands: u64,
    /// Where the cards begin: the same seed, the same deals.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One JSON object on standard output instead of text.
    #[arg(long)]
    json: bool,
}

/// What is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Game {
    /// No-limit Hold'em.
    Holdem,
    /// Fixed-limit Hold'em.
    Limit,
    /// Short-deck Hold'em.
    Short,
    /// Pot-limit Omaha.
    Omaha,
    /// Omaha hi/lo.
    Omaha8,
}

impl Game {
    fn plan(self) -> TablePlan {
        let id = match self {
            Game::Holdem => "holdem-1",
            Game::Limit => "limit-1",
            Game::Short => "short-1",
            Game::Omaha => "omaha-1",
            Game::Omaha8 => "omaha8-1",
        };
        stock_table(id).expect("a stock table")
    }
}

/// Longer than any deal: a table on which nothing comes to an end is a fault.
const MOST_STEPS: usize = 20_000;

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let score = play(&args.a, &args.b, args.game, args.hands, args.seed)?;
    if args.json {
        say!("{}", score.json());
    } else {
        say!("{}", score.text(&args.a.to_string(), &args.b.to_string()));
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays so many deals twice each.
pub fn play(a: &Strategy, b: &Strategy, game: Game, hands: u64, seed: u64) -> Result<Score, Failure> {
    let plan = game.plan();
    let mut players = [Player::new(a, seed)?, Player::new(b, seed.wrapping_add(1))?];
    let mut score = Score::default();
    for hand in 0..hands {
        let deal = seed.wrapping_mul(1_000_003).wrapping_add(hand);
        let first = deal_once(&plan, &mut players, [0, 1], deal, &mut score)?;
        let second = deal_once(&plan, &mut players, [1, 0], deal, &mut score)?;
        score.add(first + second);
    }
    Ok(score)
}

/// One deal; what the first player won. `seats` says who sits where.
fn deal_once(
    plan: &TablePlan,
    players: &mut [Player; 2],
    seats: [usize; 2],
    deal: u64,
    score: &mut Score,
) -> Result<Chips, Failure> {
    let wrong = |what: String| Failure::new(format!("the match cannot go on: {what}; please report it"));
    let mut plan = plan.clone();
    plan.settings.seats = 2;
    let mut table = Practice::open(&plan, deal).map_err(|error| wrong(error.to_string()))?;
    let person = |player: usize| PlayerId::new(player as u64 + 1).expect("small numbers are ids");
    for (seat, &player) in seats.iter().enumerate() {
        let sitter = Sitter { id: person(player), name: format!("player {}", player + 1).into(), bot: true };
        let sat = table.sit(sitter, Seat::from_index(seat), plan.settings.most_buy_in);
        sat.map_err(|refusal| wrong(format!("{refusal:?}")))?;
    }
    let info = table.info();
    for _ in 0..MOST_STEPS {
        let events = table.take_events();
        if events.iter().any(|event| matches!(event, TableEvent::HandOver { .. })) {
            return Ok(table.won(person(0)));
        }
        players.iter_mut().for_each(|player| player.hears(&events));
        let mut acted = false;
        for &player in &seats {
            let id = person(player);
            let view = table.view(Some(id));
            let started = Instant::now();
            let Some(deed) = players[player].decides(&info, &view)? else { continue };
            score.thought(started.elapsed());
            let turn = view.own.as_ref().and_then(|own| own.turn).unwrap_or_default();
            let done = match deed {
                Deed::Act(action) => table.act(id, turn, action),
                Deed::Say(word) => table.say(id, word),
            };
            players[player].hears_answer(&done)?;
            acted |= done.is_ok();
            if acted {
                break;
            }
        }
        if !acted && !table.pass_time() {
            return Err(wrong("the table waits for nobody".into()));
        }
    }
    Err(wrong("a deal does not end".into()))
}

/// The longest a program may take for a decision.
const PATIENCE: Duration = Duration::from_secs(30);
