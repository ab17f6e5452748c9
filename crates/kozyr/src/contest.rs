//! `kozyr match`: two players against each other on duplicate deals.
//!
//! Every deal is played twice from the same cards, with the players in each other's seats: what luck gives to one in the
//! first it gives to the other in the second. Players see the table as any client of the room does, and nothing else.

mod player;
mod score;
mod simple;

use crate::failure::Failure;
use crate::output::say;
use kozyr_bots::Deed;
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_protocol::room::{DurakWord, GameWord, OwnGame, SekaWord, TableEvent, TableView};
use kozyr_seka::Rake;
use kozyr_server::{GamePlan, Practice, TablePlan, stock_table};
use kozyr_table::{Funding, Player as Sitter};
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
    /// Seka, with its svaras.
    Seka,
    /// Durak, a party of two.
    Durak,
    /// Durak with transfers.
    Transfer,
    /// Durak with the traffic light.
    Light,
    /// Durak in pairs: each side plays both hands of a pair.
    Pairs,
}

impl Game {
    /// The stock table of the game, for as many as play in a match. The house takes nothing: it would make losers of both.
    fn plan(self) -> TablePlan {
        let id = match self {
            Game::Holdem => "holdem-1",
            Game::Limit => "limit-1",
            Game::Short => "short-1",
            Game::Omaha => "omaha-1",
            Game::Omaha8 => "omaha8-1",
            Game::Seka => "seka-10",
            Game::Durak => "durak-2",
            Game::Transfer => "durak-3",
            Game::Light => "durak-5",
            Game::Pairs => "durak-6",
        };
        let mut plan = stock_table(id).expect("a stock table");
        plan.settings.seats = self.seats();
        match &mut plan.game {
            GamePlan::Durak(house) => house.rake_percent = 0,
            GamePlan::Seka(rules) => {
                rules.rake = Rake::None;
                rules.seats = self.seats();
            }
            GamePlan::Holdem(_) => {}
        }
        plan
    }

    /// How many sit down, the sides in turn.
    fn seats(self) -> u8 {
        if self == Game::Pairs { 4 } else { 2 }
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
    let mut sides = [Vec::new(), Vec::new()];
    for number in 0..u64::from(game.seats()) {
        let (side, strategy) = if number % 2 == 0 { (0, a) } else { (1, b) };
        sides[side].push(Player::new(strategy, seed.wrapping_add(number))?);
    }
    let mut score = Score::default();
    for hand in 0..hands {
        let deal = seed.wrapping_mul(1_000_003).wrapping_add(hand);
        let first = deal_once(&plan, &mut sides, 0, deal, &mut score)?;
        let second = deal_once(&plan, &mut sides, 1, deal, &mut score)?;
        score.add(first + second);
    }
    Ok(score)
}

/// One deal; what the first side won. `opens` is the side in the first seat; they sit in turn.
fn deal_once(
    plan: &TablePlan,
    sides: &mut [Vec<Player>; 2],
    opens: usize,
    deal: u64,
    score: &mut Score,
) -> Result<Chips, Failure> {
    let wrong = |what: String| Failure::new(format!("the match cannot go on: {what}; please report it"));
    let mut table = Practice::open(plan, deal).map_err(|error| wrong(error.to_string()))?;
    let seats: Vec<(PlayerId, usize, usize)> = (0..usize::from(plan.settings.seats))
        .map(|seat| (PlayerId::from(seat as u32 + 1), (seat + opens) % 2, seat / 2))
        .collect();
    // Where stakes are paid as games begin, nobody brings chips.
    let stakes = plan.settings.funding == Funding::Stake;
    let buy_in = if stakes { Chips::ZERO } else { plan.settings.most_buy_in };
    for (seat, (id, side, _)) in seats.iter().enumerate() {
        let sitter = Sitter { id: *id, name: format!("player {}", side + 1).into(), bot: true };
        let sat = table.sit(sitter, Seat::from_index(seat), buy_in);
        sat.map_err(|refusal| wrong(format!("{refusal:?}")))?;
    }
    sides.iter_mut().flatten().for_each(Player::forgets);
    let info = table.info();
    for _ in 0..MOST_STEPS {
        let events = table.take_events();
        if events.iter().any(|event| matches!(event, TableEvent::HandOver { .. })) {
            let first = seats.iter().filter(|(_, side, _)| *side == 0);
            return Ok(first.map(|(id, ..)| table.won(*id)).sum());
        }
        sides.iter_mut().flatten().for_each(|player| player.hears(&events));
        let mut acted = false;
        for &(id, side, nth) in &seats {
            let view = table.view(Some(id));
            // A match goes on: nobody is asked whether they are ready.
            if let Some(word) = ready(&view) {
                table.say(id, word).map_err(|refusal| wrong(format!("{refusal:?}")))?;
                acted = true;
                break;
            }
            let player = &mut sides[side][nth];
            let started = Instant::now();
            let Some(deed) = player.decides(&info, &view)? else { continue };
            score.thought(started.elapsed());
            let turn = view.own.as_ref().and_then(|own| own.turn).unwrap_or_default();
            let done = match deed {
                Deed::Act(action) => table.act(id, turn, action),
                Deed::Say(word) => table.say(id, word),
            };
            player.hears_answer(&done)?;
            acted = done.is_ok();
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

/// What somebody says who is waited for between deals.
fn ready(view: &TableView) -> Option<GameWord> {
    match view.own.as_ref()?.game.as_ref()? {
        OwnGame::Durak(own) => {
            own.words.contains(&DurakWord::Ready).then_some(GameWord::Durak(DurakWord::Ready))
        }
        OwnGame::Seka(own) => own.says.contains(&SekaWord::Ready).then_some(GameWord::Seka(SekaWord::Ready)),
        OwnGame::Holdem(_) => None,
    }
}

/// The longest a program may take for a decision.
const PATIENCE: Duration = Duration::from_secs(30);
