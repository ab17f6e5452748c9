//! Seka for chips: who is asked whether they are ready, who is dealt in, and who waits.
//!
//! Two who could play are enough to be asked. A deal begins when everybody who could play is ready, or when the time
//! of the preparation is over and at least two are. Everybody else at the table waits in the deal: they may enter its
//! svara. Then there is a pause, and everybody is asked anew.

mod record;
mod show;
mod view;

pub use record::record;
pub use show::{SekaDid, SekaShow, SekaTied};
pub use view::SekaOffer;

use crate::{
    AfterTimeout, Between, ChairOf, Company, Deeds, Funding, GivesUp, Next, Paid, Person, Place, Refused,
    RefusedBy, Seating, Settings, SetupError, Sitter, Standings, Time, Wish,
};
use kozyr_card_game::{Awaits, Clock, Seat};
use kozyr_chips::{Chips, Currency};
use kozyr_seka::{Action, Deal, Event, Rules, RulesError, SEATS, Seka, Setup, Stage};
use kozyr_time::{Millis, Timestamp};
use serde::{Deserialize, Serialize};

/// A table of Seka.
pub type SekaTable = crate::Table<SekaSeating>;

/// Where a table of Seka stands between one deal and the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SekaSeating {
    phase: Phase,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Phase {
    /// Whoever could play is asked whether they are ready, as soon as there are two.
    #[default]
    Asking,
    /// Too few were ready in time. No clock runs at an idle table: the next one who sits down or is ready starts it.
    Idle,
    /// A deal is on.
    Deal,
    /// A deal is over, and everybody may look at it.
    Looking,
}

/// How a player stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SekaStanding {
    /// Have they said that they are ready?
    pub ready: bool,
}

/// What a player may say between deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SekaWord {
    /// Ready for the next deal.
    Ready,
    /// Not ready after all.
    NotReady,
}

/// The pauses between deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SekaPause {
    /// Players say that they are ready.
    Preparation,
    /// Time to look at the deal that is over.
    BeforeNext,
}

/// Who is dealt in and who waits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SekaPlan {
    /// Those who are ready and have enough chips, in seat order.
    pub players: Vec<Seat>,
    /// Everybody else who sits there, in seat order.
    pub waiting: Vec<Seat>,
}

type SekaCompany<'a> = Company<'a, SekaSeating>;
type SekaSitter<'a> = Sitter<'a, SekaStanding>;

/// The settings of a table with these rules: people buy in for the minimum balance to the maximum, or to a hundred
/// times the minimum where there is none. All times are those of the rules, and there is no time bank.
pub fn settings(rules: &Rules, currency: Currency) -> Settings {
    let timers = &rules.timers;
    let millis = |ms: u32| Millis::new(ms.into());
    Settings {
        seats: rules.seats,
        currency,
        funding: Funding::Stack,
        least_buy_in: rules.min_balance,
        most_buy_in: rules.max_balance.unwrap_or(rules.min_balance * 100).max(rules.min_balance),
        turn: millis(timers.turn_ms),
        bank: Millis::ZERO,
        refill: Millis::ZERO,
        gather: millis(timers.ready_ms),
        pause: millis(timers.pause_ms),
        patience: 1,
        away: Millis::from_minutes(10),
        memory: Millis::ZERO,
        grace: Millis::ZERO,
        quick: None,
        top: Vec::new(),
    }
}

impl SekaSeating {
    /// May whoever sits there be dealt in with what they have?
    fn fit(rules: &Rules, sitter: &SekaSitter<'_>) -> Result<(), RefusedBy<SekaSeating>> {
        let max = rules.max_balance.unwrap_or(Chips::MAX);
        if sitter.wish == Wish::Pause {
            Err(Refused::Game(kozyr_seka::Refusal::SitsOut(sitter.seat)))
        } else if sitter.stack < rules.min_balance {
            Err(Refused::TooFewChips(rules.min_balance))
        } else if sitter.stack > max {
            Err(Refused::TooManyChips(max))
        } else {
            Ok(())
        }
    }

    /// Those who could be dealt in.
    fn fit_sitters<'a>(company: &'a SekaCompany<'_>) -> impl Iterator<Item = &'a SekaSitter<'a>> {
        company.sitters.iter().filter(|sitter| SekaSeating::fit(company.house, sitter).is_ok())
    }

    /// Those who could be dealt in and are ready.
    fn ready(company: &SekaCompany<'_>) -> Vec<Seat> {
        SekaSeating::fit_sitters(company)
            .filter(|sitter| sitter.standing.ready)
            .map(|sitter| sitter.seat)
            .collect()
    }
}

fn nobody_ready(standings: &mut Standings<'_, SekaSeating>) {
    standings.all().for_each(|(_, standing)| standing.ready = false);
}

impl Seating for SekaSeating {
    type Game = Seka;
    type House = Rules;
    type Plan = SekaPlan;
    type Standing = SekaStanding;
    type Word = SekaWord;
    type Pause = SekaPause;
    type Show = SekaShow;

    const MOST_SEATS: u8 = SEATS as u8;

    fn check(house: &Rules, settings: &Settings) -> Result<(), SetupError> {
        house.check().map_err(|error| SetupError::House(reason(&error)))?;
        if settings.funding == Funding::Stake {
            return Err(SetupError::House("Seka is played with a stack on the table"));
        }
        if settings.seats > house.seats {
            return Err(SetupError::House("the table has more seats than the rules"));
        }
        Ok(())
    }

    fn welcome(&self, _house: &Rules, _before: Option<&SekaStanding>) -> SekaStanding {
        SekaStanding::default()
    }

    /// Somebody new at an idle table: those who sit there are asked again.
    fn sat(&mut self, _seat: Seat) {
        if self.phase == Phase::Idle {
            self.phase = Phase::Asking;
        }
    }

    fn emptied(&mut self) {
        if self.phase != Phase::Deal {
            self.phase = Phase::Asking;
        }
    }

    fn hear(
        &self,
        company: &SekaCompany<'_>,
        seat: Seat,
        word: &SekaWord,
    ) -> Result<(), RefusedBy<SekaSeating>> {
        let sitter = company.at(seat).ok_or(Refused::NotSeated)?;
        if matches!(self.phase, Phase::Deal | Phase::Looking) {
            return Err(Refused::NotNow);
        }
        if sitter.standing.ready == (*word == SekaWord::Ready) {
            return Err(Refused::AlreadySo);
        }
        if *word == SekaWord::Ready {
            SekaSeating::fit(company.house, sitter)?;
            if SekaSeating::fit_sitters(company).count() < 2 {
                return Err(Refused::TooFewPlayers);
            }
        }
        Ok(())
    }

    fn said(&mut self, standings: &mut Standings<'_, SekaSeating>, seat: Seat, word: &SekaWord) {
        if let Some(standing) = standings.at(seat) {
            standing.ready = *word == SekaWord::Ready;
        }
        self.sat(seat);
    }

    fn between(&self, company: &SekaCompany<'_>) -> Between<SekaPause> {
        let timers = &company.house.timers;
        let pause = |name, ms: u32| Between::Pause { name, length: Millis::new(ms.into()) };
        let fit = SekaSeating::fit_sitters(company).count();
        let ready = SekaSeating::ready(company).len();
        match self.phase {
            Phase::Deal => Between::Wait,
            Phase::Looking => pause(SekaPause::BeforeNext, timers.pause_ms),
            // Whoever was ready is asked anew when there is somebody to play with again.
            _ if fit < 2 && company.sitters.iter().any(|sitter| sitter.standing.ready) => Between::Now,
            _ if fit < 2 => Between::Wait,
            Phase::Idle => Between::Wait,
            Phase::Asking if ready == fit => Between::Now,
            Phase::Asking => pause(SekaPause::Preparation, timers.ready_ms),
        }
    }

    fn next(&self, company: &SekaCompany<'_>) -> Next<SekaPlan> {
        let players = SekaSeating::ready(company);
        if players.len() < 2 {
            return Next::default();
        }
        let seats = company.sitters.iter().map(|sitter| sitter.seat);
        let waiting = seats.filter(|seat| !players.contains(seat)).collect();
        Next { plan: Some(SekaPlan { players, waiting }), ..Next::default() }
    }

    fn passed(&mut self, standings: &mut Standings<'_, SekaSeating>, pause: Option<SekaPause>) {
        nobody_ready(standings);
        self.phase = match pause {
            Some(SekaPause::Preparation) => Phase::Idle,
            Some(SekaPause::BeforeNext) | None => Phase::Asking,
        };
    }

    /// Everybody's seat in the deal has the number of their chair.
    fn dealt_in(plan: &SekaPlan) -> Vec<Place> {
        let mut seats: Vec<Seat> = plan.players.iter().chain(&plan.waiting).copied().collect();
        seats.sort_unstable();
        seats.into_iter().map(|seat| Place { seat, chair: seat }).collect()
    }

    fn rules(house: &Rules, plan: &SekaPlan) -> Setup {
        Setup { rules: *house, waiting: plan.waiting.iter().copied().collect() }
    }

    fn stands(_plan: &SekaPlan, _seat: Seat, _before: &SekaStanding) -> SekaStanding {
        SekaStanding::default()
    }

    fn started(&mut self, _plan: &SekaPlan, show: &mut SekaShow) {
        self.phase = Phase::Deal;
        *show = SekaShow::default();
    }

    fn heard(show: &mut SekaShow, event: &Event, _people: &[Person]) {
        show.hear(event);
    }

    fn ended(&mut self, _house: &Rules, _deal: &Deal, _people: &[Person]) -> Paid {
        self.phase = Phase::Looking;
        Paid::default()
    }

    fn deeds(show: &SekaShow, _deal: &Deal, person: &Person) -> Deeds {
        show.deeds(person.seat)
    }

    fn time(
        _house: &Rules,
        _settings: &Settings,
        deal: &Deal,
        _clock: Clock,
        _chair: Option<&ChairOf<SekaSeating>>,
        _at: Timestamp,
    ) -> Option<Time> {
        Some(Time { length: Millis::new(deal.time_ms()?.into()), bank: false })
    }

    fn timed_out(_house: &Rules, _settings: &Settings, _chair: &ChairOf<SekaSeating>) -> AfterTimeout {
        AfterTimeout::Leaves
    }

    /// Who is out of it takes their chips and goes. Who may still win the pot folds when their turn comes, and
    /// votes against a svara.
    fn gives_up(deal: &Deal, seat: Seat) -> GivesUp<Action> {
        if deal.may_part().contains(seat) {
            return GivesUp::Parts;
        }
        match (deal.stage(), deal.awaits()) {
            (Stage::SvaraVoting, Awaits::Stage(voters)) if voters.contains(seat) => {
                GivesUp::Acts(Action::Vote(false))
            }
            (_, Awaits::Seats(turn)) if turn.contains(seat) => GivesUp::Acts(Action::Fold),
            _ => GivesUp::Waits,
        }
    }

    fn joins(_deal: &Deal) -> bool {
        true
    }
}

/// What is wrong with the rules, in a few words.
const fn reason(error: &RulesError) -> &'static str {
    match error {
        RulesError::NoBase(_) => "the base bet must be at least 1",
        RulesError::MaxStake { .. } => "the maximum stake must reach the base bet",
        RulesError::MinBalance { .. } => "the minimum balance must cover the base bet",
        RulesError::MaxBalance { .. } => "the maximum balance is below the minimum balance",
        RulesError::Seats(_) => "a table of Seka has 2 to 6 seats",
        RulesError::SmallDeck { .. } => "the deck is too small for so many seats",
        RulesError::NoSuchJoker(_) => "the joker is not in the deck",
        RulesError::Rake => "the rake must lie between nothing and 100 %",
    }
}
