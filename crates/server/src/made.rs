//! Tables that people open: what their form becomes, and what their host may change.
//!
//! What a host orders changes the table's plan, which stands in the room's own log; the table follows its plan, now and after
//! a restart. So an order is one durable line, and nothing has to be told twice.

mod playable;

use crate::names;
use crate::plan::{GamePlan, TablePlan};
use kozyr_chips::{Chips, Currency};
use kozyr_durak::{Mode, OnTimeout};
use kozyr_poker::Variant;
use kozyr_protocol::room::{
    DurakMode, HostOrder, Hosted, PersonName, Refusal, TableBounds, TableForm, TableGame, TableProblem,
};
use kozyr_table::durak::DurakHouse;
use kozyr_table::holdem::{Ante, EntryFee, HoldemHouse, Options};
use kozyr_table::{Funding, Settings, SetupError};
use kozyr_time::{Millis, PlayerId, TableId};
use serde::{Deserialize, Serialize};

/// A decision may take this long where no clock is wanted: longer than any evening.
pub(crate) const UNTIMED: Millis = Millis::from_secs(24 * 60 * 60);
/// How long a decision may take otherwise, in seconds.
const TURNS: std::ops::RangeInclusive<u16> = 5..=300;
/// So many seconds later those without a seat see a table at most.
const LONGEST_DELAY: u16 = 600;
/// So many are kept out of one table, and so many are silenced.
const MOST_REMOVED: usize = 64;

/// What tables people may open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableLimits {
    /// How many one person may have open; none when zero.
    pub each: u32,
    /// How many there may be in all.
    pub all: u32,
    /// The smallest big blind, base bet or stake.
    pub least_stake: Chips,
    /// The largest.
    pub most_stake: Chips,
    /// After so long a public table closes at which nobody sits and nobody looks.
    pub public_idle: Millis,
    /// The same of a private one, whose link people keep.
    pub private_idle: Millis,
}

impl Default for TableLimits {
    fn default() -> TableLimits {
        TableLimits {
            each: 3,
            all: 1_000,
            least_stake: Chips::new(1),
            most_stake: Chips::new(1_000),
            public_idle: Millis::from_minutes(10),
            private_idle: Millis::from_minutes(24 * 60),
        }
    }
}

impl TableLimits {
    pub(crate) fn bounds(&self) -> TableBounds {
        TableBounds {
            tables: self.each,
            least_stake: self.least_stake,
            most_stake: self.most_stake,
            games: playable::games().to_vec(),
            clocks: playable::CLOCKS.to_vec(),
            delays: playable::DELAYS.to_vec(),
        }
    }
}

/// What is so at a table that somebody opened, besides what is played there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Made {
    /// Who runs it.
    pub host: PlayerId,
    /// What the link of a private table has after `#`; a public one has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// Does the host let people in, and their chips?
    pub asks: bool,
    /// Is it held up?
    pub held_up: bool,
    /// May bots keep people company?
    pub bots: bool,
    /// Seconds for a decision; none when zero.
    pub turn_secs: u16,
    /// So many seconds later those without a seat see the table.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub delay_secs: u16,
    /// What is played, as the form had it.
    pub game: TableGame,
    /// Whom nobody hears.
    pub silenced: Vec<PlayerId>,
    /// Who may not come back, and what they were called.
    pub removed: Vec<(PlayerId, String)>,
}

impl Made {
    pub(crate) fn is_private(&self) -> bool {
        self.secret.is_some()
    }

    pub(crate) fn is_removed(&self, person: PlayerId) -> bool {
        self.removed.iter().any(|(removed, _)| *removed == person)
    }

    /// As people see it; who was removed is the host's business.
    pub(crate) fn hosted(&self, viewer: Option<PlayerId>) -> Hosted {
        let removed = self.removed.iter().filter(|_| viewer == Some(self.host));
        Hosted {
            host: self.host.get(),
            secret: self.secret.clone(),
            asks: self.asks,
            held_up: self.held_up,
            turn_secs: self.turn_secs,
            delay_secs: self.delay_secs,
            game: Some(self.game.clone()),
            stakes_can_change: can_become(&self.game, &self.game),
            bots: self.bots,
            silenced: self.silenced.iter().map(|person| person.get()).collect(),
            removed: removed
                .map(|(player, name)| PersonName { player: player.get(), name: name.clone() })
                .collect(),
            requests: Vec::new(),
        }
    }
}

/// The plan of a table somebody wants, or what is wrong with the form.
pub(crate) fn plan(
    id: TableId,
    form: &TableForm,
    host: (PlayerId, &str),
    secret: Option<String>,
    limits: &TableLimits,
) -> Result<TablePlan, TableProblem> {
    let title = match &form.name {
        Some(name) => names::proper(name).ok_or(TableProblem::Name)?,
        None => host.1.to_owned(),
    };
    let private = form.private;
    let (settings, game) = build(form.seats, form.turn_secs, private, &form.game, limits)?;
    let made = Made {
        host: host.0,
        secret: secret.filter(|_| private),
        asks: private,
        held_up: false,
        bots: form.bots,
        turn_secs: form.turn_secs,
        delay_secs: delay(form.delay_secs)?,
        game: form.game.clone(),
        silenced: Vec::new(),
        removed: Vec::new(),
    };
    let plan = TablePlan { id, title, settings, game, made: Some(Box::new(made)) };
    checked(plan)
}

fn delay(secs: u16) -> Result<u16, TableProblem> {
    if secs <= LONGEST_DELAY { Ok(secs) } else { Err(TableProblem::Delay { most: LONGEST_DELAY }) }
}

fn is_zero(secs: &u16) -> bool {
    *secs == 0
}

fn checked(plan: TablePlan) -> Result<TablePlan, TableProblem> {
    match plan.check() {
        Ok(()) => Ok(plan),
        Err(SetupError::Seats { .. }) => Err(TableProblem::Seats),
        Err(SetupError::House(what)) if what.contains("seats") || what.contains("play,") => {
            Err(TableProblem::Seats)
        }
        Err(_) => Err(TableProblem::Game),
    }
}

/// Whom an order is about, as far as the room knows them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) bot: bool,
    pub(crate) seated: bool,
}

/// The table's plan after an order of its host, and nobody else.
pub(crate) fn ordered(
    plan: &TablePlan,
    who: PlayerId,
    order: &HostOrder,
    limits: &TableLimits,
    subject: impl Fn(PlayerId) -> Option<Subject>,
    new_secret: impl Fn() -> Option<String>,
) -> Result<TablePlan, Refusal> {
    let mut plan = plan.clone();
    let Some(made) = plan.made.as_deref_mut().filter(|made| made.host == who && made.is_private()) else {
        return Err(Refusal::NotTheHost);
    };
    let person = |number: u64| PlayerId::new(number).map_err(|_| Refusal::UnknownPlayer);
    let mut rebuild = None;
    match order {
        HostOrder::HoldUp | HostOrder::GoOn => made.held_up = *order == HostOrder::HoldUp,
        HostOrder::Approve { ask } => made.asks = *ask,
        HostOrder::Bots { on } => made.bots = *on,
        HostOrder::NewLink => made.secret = Some(new_secret().ok_or(Refusal::TryAgain)?),
        HostOrder::Silence { player, silent } => {
            let player = person(*player)?;
            let known = || subject(player).is_some() && player != who;
            let was = made.silenced.contains(&player);
            // Somebody who has gone since may be let speak again.
            if !was && !known() {
                return Err(Refusal::UnknownPlayer);
            }
            made.silenced.retain(|other| *other != player);
            if *silent {
                // As with those who were removed, the oldest gives way.
                made.silenced.truncate(MOST_REMOVED - 1);
                made.silenced.insert(0, player);
            }
        }
        HostOrder::Remove { player } => {
            let player = person(*player)?;
            let known = subject(player).filter(|subject| !subject.bot && player != who);
            let Subject { name, .. } = known.ok_or(Refusal::UnknownPlayer)?;
            if !made.is_removed(player) {
                made.removed.truncate(MOST_REMOVED - 1);
                made.removed.insert(0, (player, name));
            }
        }
        HostOrder::Forgive { player } => {
            let player = person(*player)?;
            if !made.is_removed(player) {
                return Err(Refusal::UnknownPlayer);
            }
            made.removed.retain(|(removed, _)| *removed != player);
        }
        // Who sits where is the table's, not the plan's.
        HostOrder::Move { .. } => return Err(Refusal::NotHere),
        HostOrder::PassOn { player } => {
            let player = person(*player)?;
            let takes = |subject: Subject| !subject.bot && subject.seated;
            if !subject(player).is_some_and(takes) {
                return Err(Refusal::UnknownPlayer);
            }
            made.host = player;
        }
        HostOrder::Clock { turn_secs } => {
            made.turn_secs = *turn_secs;
            rebuild = Some((made.game.clone(), *turn_secs));
        }
        HostOrder::Delay { delay_secs } => {
            made.delay_secs = delay(*delay_secs).map_err(|problem| Refusal::BadTable { problem })?;
        }
        HostOrder::Stakes { game } => {
            if !can_become(&made.game, game) {
                return Err(Refusal::BadTable { problem: TableProblem::Game });
            }
            made.game = game.clone();
            rebuild = Some((game.clone(), made.turn_secs));
        }
    }
    if let Some((game, turn_secs)) = rebuild {
        let built = build(plan.settings.seats, turn_secs, true, &game, limits);
        (plan.settings, plan.game) = built.map_err(|problem| Refusal::BadTable { problem })?;
    }
    checked(plan).map_err(|problem| Refusal::BadTable { problem })
}

/// Other stakes of the same game. In Durak only where every party is a game of its own: nobody changes what a game is
/// played for while its points are being counted.
fn can_become(now: &TableGame, then: &TableGame) -> bool {
    match (now, then) {
        (TableGame::Holdem { variant, .. }, TableGame::Holdem { variant: other, .. }) => variant == other,
        (TableGame::Seka { .. }, TableGame::Seka { .. }) => true,
        (
            TableGame::Durak { mode, cards, points, .. },
            TableGame::Durak { mode: other, cards: others, points: new, .. },
        ) => mode == other && cards == others && *points == 1 && *new == 1,
        _ => false,
    }
}

fn build(
    seats: u8,
    turn_secs: u16,
    private: bool,
    game: &TableGame,
    limits: &TableLimits,
) -> Result<(Settings, GamePlan), TableProblem> {
    let untimed = private && turn_secs == 0;
    if !untimed && !TURNS.contains(&turn_secs) {
        return Err(TableProblem::Clock);
    }
    let (least, most) = (limits.least_stake, limits.most_stake);
    let within = |stake: Chips| (least..=most).contains(&stake) && stake.is_positive();
    let stakes = TableProblem::Stakes { least, most };
    let turn = if untimed { UNTIMED } else { Millis::from_secs(turn_secs.into()) };
    match game {
        TableGame::Holdem { variant, small_blind, big_blind, options } => {
            let variant = Variant::by_code(variant).filter(|variant| variant.is_community_game());
            let variant = variant.ok_or(TableProblem::Game)?;
            if !within(*big_blind) || !small_blind.is_positive() || small_blind > big_blind {
                return Err(stakes);
            }
            let mut house = HoldemHouse { variant, ..HoldemHouse::no_limit(*small_blind, *big_blind) };
            crate::wire::make_with(&mut house, *options);
            if variant.code == "NS" {
                house.ante = Ante::Each(*small_blind);
            }
            if !private {
                house.options = Options { entry: EntryFee::Post, ..Options::default() };
            }
            let settings = Settings {
                least_buy_in: *big_blind * if private { 10 } else { 20 },
                most_buy_in: *big_blind * if private { 200 } else { 100 },
                quick: (!untimed).then_some(Millis::from_secs(1)),
                ..settings(seats, Funding::Stack, turn, private)
            };
            Ok((settings, GamePlan::Holdem(house)))
        }
        TableGame::Seka { base } => {
            if !within(*base) {
                return Err(stakes);
            }
            let mut rules = kozyr_seka::Rules {
                dark_funding: kozyr_seka::DarkFunding::Loan,
                seats,
                ..kozyr_seka::Rules::new(*base, *base * 10)
            };
            rules.timers.turn_ms = u32::try_from(turn.get()).map_err(|_| TableProblem::Clock)?;
            rules.check().map_err(|error| match error {
                kozyr_seka::RulesError::Seats(_) => TableProblem::Seats,
                _ => TableProblem::Game,
            })?;
            Ok((kozyr_table::seka::settings(&rules, Currency::FUN), GamePlan::Seka(rules)))
        }
        TableGame::Durak { mode, cards, stake, points } => {
            if !within(*stake) {
                return Err(stakes);
            }
            let pack = match cards {
                24 => kozyr_cards::Pack::Small24,
                36 => kozyr_cards::Pack::Short36,
                52 => kozyr_cards::Pack::Full52,
                _ => return Err(TableProblem::Game),
            };
            if !(1..=999).contains(points) {
                return Err(TableProblem::Game);
            }
            let house = DurakHouse {
                rules: kozyr_durak::Rules {
                    mode: mode_of(*mode),
                    pack,
                    on_timeout: OnTimeout::Auto,
                    ..kozyr_durak::Rules::default()
                },
                points: *points,
                stake: *stake,
                rake_percent: 0,
                untimed,
                line_lost: Millis::from_minutes(30),
                begin: Millis::from_secs(20),
                patience: 3,
                ..DurakHouse::default()
            };
            let turn = if untimed { Millis::from_secs(60) } else { turn };
            let settings = Settings {
                least_buy_in: *stake,
                most_buy_in: *stake,
                refill: Millis::ZERO,
                quick: None,
                ..settings(seats, Funding::Stake, turn, private)
            };
            Ok((settings, GamePlan::Durak(house)))
        }
    }
}

fn settings(seats: u8, funding: Funding, turn: Millis, private: bool) -> Settings {
    Settings {
        seats,
        currency: Currency::FUN,
        funding,
        least_buy_in: Chips::new(1),
        most_buy_in: Chips::new(1),
        turn,
        bank: if turn == UNTIMED { Millis::ZERO } else { Millis::from_secs(30) },
        refill: Millis::from_secs(1),
        gather: Millis::new(1_500),
        pause: Millis::new(2_500),
        patience: 2,
        // Friends wait longer for somebody who fetches a drink.
        away: if private { Millis::from_minutes(30) } else { Millis::from_secs(300) },
        memory: Millis::from_minutes(30),
        grace: Millis::from_secs(12),
        quick: None,
        top: Vec::new(),
    }
}

fn mode_of(mode: DurakMode) -> Mode {
    match mode {
        DurakMode::Plain => Mode::Plain,
        DurakMode::Transfer => Mode::Transfer,
        DurakMode::TrafficLight => Mode::TrafficLight,
        DurakMode::Pairs => Mode::Pairs,
        DurakMode::PairsTransfer => Mode::PairsTransfer,
        DurakMode::PairsTrafficLight => Mode::PairsTrafficLight,
    }
}

#[cfg(test)]
mod tests;
