//! `kozyr sim seka`: deals between bots, in numbers.

mod table;

use crate::bench::Numbers;
use crate::failure::{Failure, file_error};
use crate::output::say;
use kozyr_card_game::{Awaits, Clock, DeckShoe, Game, Move, Seat, Seated, Viewer};
use kozyr_cards::{Deck, Pack};
use kozyr_chips::{Chips, Decimal, Scale};
use kozyr_seka::{Action, DarkFunding, Deal, Offer, Rake, Record, Rules, SEATS, Seka, Status, View};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Play deals of Seka between bots and print results, svaras, pots and speed.
///
/// Every deal starts with the same chips for everybody, the bots change seats from deal to deal, and the same
/// seed gives the same deals.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  kozyr sim seka
  kozyr sim seka --bots simple,random,random,random --deals 1000000
  kozyr sim seka --bots sharp,casual --deals 20000
  kozyr sim seka --funding house --bots simple,simple --json
  kozyr sim seka --deals 1000 --keep deals.seka && kozyr replay deals.seka")]
pub struct Args {
    /// Who plays: two to six. With one of the room's own bots (casual, sharp) or a passive one among them the deals
    /// are played at a table, and those see what a client sees.
    #[arg(long, value_delimiter = ',', default_value = "simple,simple,random,random")]
    bots: Vec<Bot>,
    /// How many deals.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    deals: u64,
    /// The base bet of one of the stock tables: 5, 10, 25 or 50.
    #[arg(long, default_value_t = 10)]
    base: i64,
    /// What everybody has when a deal begins, in base bets.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(i64).range(10..=1_000_000))]
    stack: i64,
    /// Who pays for the other half of dark bets.
    #[arg(long, value_enum, default_value_t = Funding::Loan)]
    funding: Funding,
    /// The rake in percent, such as 2.5.
    #[arg(long, default_value = "0", value_parser = percent)]
    rake: Rake,
    /// Where the random numbers begin.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the deals to this .seka file, to be read by kozyr replay.
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// One JSON object on standard output instead of text.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Bot {
    /// Takes any offer, folds seldom.
    Random,
    /// Looks at its cards and bets what they are worth.
    Simple,
    /// Stays in whatever it costs, and raises nothing.
    Passive,
    /// A bot of the room that goes by its points.
    Casual,
    /// A bot of the room that counts the odds.
    Sharp,
}

impl Bot {
    const fn name(self) -> &'static str {
        match self {
            Bot::Random => "random",
            Bot::Simple => "simple",
            Bot::Passive => "passive",
            Bot::Casual => "casual",
            Bot::Sharp => "sharp",
        }
    }

    /// Does it need a table around the deal?
    const fn at_a_table(self) -> bool {
        matches!(self, Bot::Passive | Bot::Casual | Bot::Sharp)
    }
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Funding {
    House,
    Loan,
}

fn percent(text: &str) -> Result<Rake, String> {
    let decimal: Decimal = text.parse().map_err(|error| format!("{error}"))?;
    let hundredths = Scale::new(2).and_then(|scale| decimal.to_chips(scale));
    let points = hundredths.ok().and_then(|points| u16::try_from(points.units()).ok());
    let points = points.filter(|&points| points <= 10_000);
    points
        .map(Rake::BasisPoints)
        .ok_or_else(|| "a percentage from 0 to 100 with up to two decimals".to_owned())
}

/// What came of it.
#[derive(Default)]
struct Sums {
    /// By place in the list of bots.
    won: [i64; SEATS],
    /// The squares of what each deal brought, for the confidence.
    squares: [f64; SEATS],
    wins: [u64; SEATS],
    with_svara: u64,
    svaras: u64,
    splits: u64,
    moves: u64,
    rake: i64,
    house: i64,
    pots: Vec<i64>,
    /// How long the room's own bots thought, in nanoseconds.
    thought: Vec<u64>,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let count = args.bots.len();
    if !(2..=SEATS).contains(&count) {
        return Err(Failure::new(format!("{count} bots: Seka takes 2 to {SEATS}")));
    }
    let stock = Rules::stock().into_iter().find(|rules| rules.base.units() == args.base);
    let Some(stock) = stock else {
        return Err(Failure::new(format!(
            "no stock table has a base of {}; there are 5, 10, 25 and 50",
            args.base
        )));
    };
    let dark_funding = match args.funding {
        Funding::House => DarkFunding::House,
        Funding::Loan => DarkFunding::Loan,
    };
    let rules = Rules { dark_funding, rake: args.rake, ..stock };
    let mut keep = args.keep.as_deref().map(create).transpose()?;
    let mut sums = Sums::default();
    let begun = Instant::now();
    let mut numbers = Numbers::new(args.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let play = if args.bots.iter().any(|bot| bot.at_a_table()) { table::play } else { play };
    for deal in 0..args.deals {
        let record = play(&rules, args, deal as usize % count, &mut numbers, &mut sums);
        if let (Some(file), Some(path)) = (&mut keep, &args.keep) {
            let text = record.to_text().expect("what was played can be written");
            writeln!(file, "{text}").map_err(|error| Failure::new(file_error(path, &error)))?;
        }
    }
    if let (Some(file), Some(path)) = (&mut keep, &args.keep) {
        file.flush().map_err(|error| Failure::new(file_error(path, &error)))?;
    }
    let seconds = begun.elapsed().as_secs_f64();
    sums.pots.sort_unstable();
    sums.thought.sort_unstable();
    if args.json {
        say!("{}", sums.json(args, seconds));
    } else {
        sums.print(args, seconds);
    }
    Ok(ExitCode::SUCCESS)
}

fn create(path: &Path) -> Result<BufWriter<File>, Failure> {
    File::create(path).map(BufWriter::new).map_err(|error| Failure::new(file_error(path, &error)))
}

/// One deal, the bots moved round by so many seats.
fn play(rules: &Rules, args: &Args, turn: usize, numbers: &mut Numbers, sums: &mut Sums) -> Record {
    let count = args.bots.len();
    let bot_at = |seat: Seat| (seat.index() + turn) % count;
    let stack = rules.base * args.stack;
    let seated: Vec<Seated> =
        (0..count).map(|index| Seated { seat: Seat::from_index(index), stack }).collect();
    let mut heard = Vec::new();
    let mut record = Record::new(*rules, seated, Vec::new());
    let mut deal = record.start(&mut heard).expect("a stock table and enough chips");
    let mut shoe = DeckShoe::new(Deck::ordered(Pack::Seka21), {
        let mut numbers = Numbers::new(u64::from(numbers.below(u32::MAX)) | 1);
        move |n| numbers.below(n)
    });
    loop {
        heard.clear();
        let mv = match next(&deal, &mut shoe) {
            Next::Move(mv) => mv,
            Next::Seat(seat) => {
                let action = match args.bots[bot_at(seat)] {
                    Bot::Random => random(&deal, seat, numbers),
                    _ => simple(&deal.view(Viewer::Seat(seat)), seat, numbers),
                };
                Move::Act(seat, action)
            }
            Next::Over => break,
        };
        deal.play(&mv, &mut heard).expect("bots take what is offered");
        record.push(mv);
    }
    sums.moves += record.moves.len() as u64;
    sums.add(&deal, bot_at);
    record
}
enum Next {
    Move(Move<<Seka as Game>::Deal, Action>),
    Seat(Seat),
    Over,
}

fn next(deal: &Deal, shoe: &mut DeckShoe<impl FnMut(u32) -> u32>) -> Next {
    match deal.awaits() {
        Awaits::Nothing => Next::Over,
        Awaits::Shuffle(cards) => {
            shoe.shuffle(cards);
            Next::Move(Move::Shuffled)
        }
        Awaits::Chance => {
            Next::Move(Move::Deal(Seka::draw(deal, shoe).expect("a deck of 21 is enough for six")))
        }
        Awaits::Seats(seats) | Awaits::Stage(seats) => {
            seats.iter().next().map_or(Next::Move(Move::Timeout(Clock::Stage)), Next::Seat)
        }
    }
}

fn random(deal: &Deal, seat: Seat, numbers: &mut Numbers) -> Action {
    let mut offers = Vec::new();
    deal.offers(seat, &mut offers);
    let all = offers.len() as u32;
    let mut offer = offers[numbers.below(all) as usize];
    if offer == Offer::Fold {
        // Half of the folds are thought over.
        offer = offers[numbers.below(all) as usize];
    }
    take(&offer, numbers)
}

/// The action for an offer; of a raise, any.
fn take(offer: &Offer, numbers: &mut Numbers) -> Action {
    match *offer {
        Offer::Open => Action::Open,
        Offer::Dark { .. } => Action::Dark,
        Offer::Check => Action::Check,
        Offer::Call { .. } => Action::Call,
        Offer::Raise { from, to, .. } => {
            let span = (to - from).units() as u32 + 1;
            Action::Raise(from + Chips::new(i64::from(numbers.below(span))))
        }
        Offer::Reveal { .. } => Action::Reveal,
        Offer::Fold => Action::Fold,
        Offer::Vote => Action::Vote(numbers.below(2) == 0),
        Offer::Enter { .. } => Action::Enter,
        Offer::Pass => Action::Pass,
    }
}

/// Looks at its cards, raises with three of a suit or better, compares good hands with a neighbour, and
/// does not pay for bad ones. It sees nothing but the view of its seat.
fn simple(view: &View, seat: Seat, numbers: &mut Numbers) -> Action {
    let offered = |wanted: fn(&Offer) -> bool| view.offers.iter().copied().find(wanted);
    if offered(|offer| matches!(offer, Offer::Vote)).is_some() {
        return Action::Vote(true);
    }
    if let Some(Offer::Enter { pay }) = offered(|offer| matches!(offer, Offer::Enter { .. })) {
        return if pay.units() * 3 <= view.pot.units() { Action::Enter } else { Action::Pass };
    }
    let own = view.seats.iter().find(|other| other.seat == seat);
    let Some(points) = own.and_then(|own| own.points) else {
        let dark = offered(|offer| matches!(offer, Offer::Dark { .. }));
        return if dark.is_some() && numbers.below(3) == 0 { Action::Dark } else { Action::Open };
    };
    let rivals = view.seats.iter().filter(|other| other.dealt && other.seat != seat).count() as u32;
    let raise = offered(|offer| matches!(offer, Offer::Raise { .. }));
    if let Some(Offer::Raise { from, to, .. }) = raise
        && points >= 30
    {
        let half_way = Chips::new((from.units() + to.units()) / 2);
        return Action::Raise(if points >= 32 { to } else { half_way });
    }
    let reveal = offered(|offer| matches!(offer, Offer::Reveal { .. })).is_some();
    if reveal && view.round == 3 && points >= 21 + rivals as u8 / 3 {
        return Action::Reveal;
    }
    match offered(|offer| matches!(offer, Offer::Call { .. })) {
        Some(Offer::Call { pay, .. }) if pay.is_zero() || worth_calling(points, pay, view.pot) => {
            Action::Call
        }
        _ => Action::Fold,
    }
}

/// A third of the pot for a good hand, a tenth for a fair one, nothing for a bad one.
fn worth_calling(points: u8, pay: Chips, pot: Chips) -> bool {
    let parts = match points {
        30.. => 1,
        21..=29 => 3,
        20 => 10,
        _ => return false,
    };
    pay.units() * parts <= pot.units()
}

/// A bot and what came of it.
struct Row {
    bot: &'static str,
    /// Base bets per 100 deals, and how sure that is: 95 % of such figures are no farther off.
    bases: f64,
    plus_minus: f64,
    wins: f64,
}

impl Sums {
    fn add(&mut self, deal: &Deal, bot_at: impl Fn(Seat) -> usize) {
        let payoffs = deal.payoffs().expect("the deal is over");
        for (seat, amount) in &payoffs.seats {
            self.won[bot_at(*seat)] += amount.units();
            self.squares[bot_at(*seat)] += (amount.units() as f64).powi(2);
        }
        let winners = deal.seats().filter(|&seat| deal.status(seat) == Some(Status::Won));
        let count = winners.map(|seat| self.wins[bot_at(seat)] += 1).count();
        self.splits += u64::from(count > 1);
        self.with_svara += u64::from(deal.svaras() > 0);
        self.svaras += u64::from(deal.svaras());
        self.rake += payoffs.rake.units();
        self.house += payoffs.house.units();
        self.pots.push(deal.settlement().map_or(0, |settlement| settlement.pot.units()));
    }

    fn pot_at(&self, percent: usize) -> i64 {
        self.pots[(self.pots.len() - 1) * percent / 100]
    }

    fn mean_pot(&self) -> f64 {
        self.pots.iter().sum::<i64>() as f64 / self.pots.len() as f64
    }

    fn rows<'a>(&'a self, args: &'a Args) -> impl Iterator<Item = Row> + 'a {
        args.bots.iter().enumerate().map(move |(at, bot)| {
            let (bot, deals) = (bot.name(), args.deals as f64);
            let mean = self.won[at] as f64 / deals;
            let deviation = (self.squares[at] / deals - mean * mean).max(0.0).sqrt();
            let per_100 = |chips: f64| chips / args.base as f64 * 100.0;
            let plus_minus = per_100(1.96 * deviation / deals.sqrt());
            Row { bot, bases: per_100(mean), plus_minus, wins: self.wins[at] as f64 * 100.0 / deals }
        })
    }

    fn json(&self, args: &Args, seconds: f64) -> serde_json::Value {
        let bots: Vec<_> = self
            .rows(args)
            .enumerate()
            .map(|(at, row)| {
                serde_json::json!({
                    "bot": row.bot, "won": self.won[at], "basesPer100Deals": row.bases,
                    "plusMinus": row.plus_minus, "winsPercent": row.wins,
                })
            })
            .collect();
        serde_json::json!({
            "deals": args.deals, "seed": args.seed, "bots": bots,
            "dealsWithSvara": self.with_svara, "svaras": self.svaras, "splitPots": self.splits,
            "pot": {"mean": self.mean_pot(), "median": self.pot_at(50), "p95": self.pot_at(95), "largest": self.pot_at(100)},
            "rake": self.rake, "house": self.house, "moves": self.moves,
            "seconds": seconds, "dealsPerSecond": (args.deals as f64 / seconds.max(1e-9)) as u64,
        })
    }

    fn print(&self, args: &Args, seconds: f64) {
        let deals = args.deals as f64;
        say!("{} deals at a table of {}", args.deals, args.base);
        for (at, Row { bot, bases, plus_minus, wins }) in self.rows(args).enumerate() {
            say!(
                "  {} {bot:<7} {bases:>+9.1} ± {plus_minus:.1} base bets per 100 deals (95 %), wins {wins:>4.1} %",
                at + 1
            );
        }
        say!(
            "svara in {:.2} % of the deals ({} in all), {:.2} % of the pots split",
            self.with_svara as f64 * 100.0 / deals,
            self.svaras,
            self.splits as f64 * 100.0 / deals
        );
        say!(
            "pot: {:.1} on average, half are up to {}, 95 % up to {}, the largest {}",
            self.mean_pot(),
            self.pot_at(50),
            self.pot_at(95),
            self.pot_at(100)
        );
        say!("rake {}, house {}", self.rake, self.house);
        if let Some(median) = self.thought.get(self.thought.len() / 2) {
            say!(
                "the room's bots thought {:.3} ms about half of their decisions or less",
                *median as f64 / 1e6
            );
        }
        say!(
            "{:.2} s, {} deals/s, {} moves/s",
            seconds,
            (deals / seconds.max(1e-9)) as u64,
            (self.moves as f64 / seconds.max(1e-9)) as u64
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn simulated(bots: &[Bot]) -> Sums {
        let args = Args {
            bots: bots.to_vec(),
            deals: 5_000,
            base: 10,
            stack: 100,
            funding: Funding::House,
            rake: Rake::BasisPoints(500),
            seed: 3,
            keep: None,
            json: true,
        };
        let rules = Rules { rake: args.rake, ..Rules::new(Chips::new(10), Chips::new(100)) };
        let mut sums = Sums::default();
        let mut numbers = Numbers::new(3);
        for deal in 0..args.deals {
            play(&rules, &args, deal as usize % bots.len(), &mut numbers, &mut sums);
        }
        sums
    }

    #[test]
    fn sums_are_conserved_and_the_simple_bot_beats_the_random_one() {
        let sums = simulated(&[Bot::Simple, Bot::Random, Bot::Random, Bot::Random]);
        assert_eq!(sums.won.iter().sum::<i64>() + sums.rake + sums.house, 0);
        assert!(sums.house < 0 && sums.rake > 0 && sums.with_svara > 0);
        assert!(sums.won[0] > 0 && sums.won[1..4].iter().all(|&won| won < sums.won[0]), "{:?}", sums.won);
    }

    /// What one bot wins of another at a table of two, in base bets per 100 deals, with its confidence.
    fn against(bots: [Bot; 2], deals: u64) -> (f64, f64) {
        let args = Args {
            bots: bots.to_vec(),
            deals,
            base: 10,
            stack: 100,
            funding: Funding::Loan,
            rake: Rake::None,
            seed: 7,
            keep: None,
            json: true,
        };
        let (mut sums, mut numbers) = (Sums::default(), Numbers::new(11));
        for deal in 0..deals {
            table::play(&Rules::stock()[1], &args, deal as usize % 2, &mut numbers, &mut sums);
        }
        assert_eq!(sums.won.iter().sum::<i64>() + sums.rake + sums.house, 0);
        let row = sums.rows(&args).next().expect("two bots");
        (row.bases, row.plus_minus)
    }

    const PAIRS: [[Bot; 2]; 5] = [
        [Bot::Casual, Bot::Random],
        [Bot::Casual, Bot::Passive],
        [Bot::Sharp, Bot::Casual],
        [Bot::Sharp, Bot::Passive],
        [Bot::Sharp, Bot::Random],
    ];

    #[test]
    fn the_sharp_bot_beats_the_casual_one_and_that_one_who_does_not_think() {
        for bots in PAIRS {
            let (bases, plus_minus) = against(bots, 4_000);
            let names = bots.map(Bot::name);
            assert!(bases > plus_minus, "{names:?}: {bases:.1} ± {plus_minus:.1}");
        }
    }

    #[test]
    #[ignore = "long: make soak"]
    #[allow(clippy::print_stdout, reason = "figures to be read")]
    fn how_much_better_the_bots_are() {
        for bots in PAIRS {
            let (bases, plus_minus) = against(bots, 200_000);
            let [better, worse] = bots.map(Bot::name);
            println!("{better} wins {bases:+.1} ± {plus_minus:.1} base bets per 100 deals of {worse}");
            assert!(bases > plus_minus);
        }
    }
}
