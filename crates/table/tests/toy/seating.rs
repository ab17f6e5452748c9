//! Knock at a table: who says "ready" is dealt in, the others may come in later or get up.

use super::{Act, Deal, Event, Knock, Phase};
use kozyr_card_game::{Clock, Seat, SeatSet};
use kozyr_chips::Chips;
use kozyr_table::{
    AfterTimeout, Between, ChairOf, Company, GivesUp, Next, Paid, Person, Place, Refused, RefusedBy, Seating,
    Settings, SetupError, Standings, Time, Wish,
};
use kozyr_time::{Millis, Timestamp};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct KnockSeating {
    /// The last preparation ended with too few: it begins again when somebody says or does something.
    lapsed: bool,
    after_deal: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct KnockHouse {
    pub look: Millis,
    pub pay: Millis,
    pub ready: Millis,
    pub line: Option<Millis>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct KnockPlan {
    pub players: Vec<Seat>,
    pub waiting: Vec<Seat>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Standing {
    pub ready: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Word {
    Ready,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Pause {
    AfterDeal,
    Preparation,
}

type Sitting<'a> = kozyr_table::Sitter<'a, Standing>;

fn fit(sitter: &&Sitting<'_>) -> bool {
    sitter.stack >= Chips::new(5) && sitter.wish == Wish::Play
}

impl Seating for KnockSeating {
    type Game = Knock;
    type House = KnockHouse;
    type Plan = KnockPlan;
    type Standing = Standing;
    type Word = Word;
    type Pause = Pause;
    /// How many chips were paid: something only a view would show.
    type Show = u32;

    const MOST_SEATS: u8 = 6;

    fn check(_: &KnockHouse, _: &Settings) -> Result<(), SetupError> {
        Ok(())
    }

    fn welcome(&self, _: &KnockHouse, _: Option<&Standing>) -> Standing {
        Standing::default()
    }

    fn sat(&mut self, _: Seat) {
        self.lapsed = false;
    }

    fn emptied(&mut self) {
        *self = KnockSeating::default();
    }

    fn hear(&self, company: &Company<'_, Self>, seat: Seat, _: &Word) -> Result<(), RefusedBy<Self>> {
        let sitter = company.at(seat).ok_or(Refused::NotNow)?;
        match () {
            () if self.after_deal => Err(Refused::NotNow),
            () if sitter.standing.ready => Err(Refused::AlreadySo),
            () if !fit(&sitter) => Err(Refused::TooFewChips(Chips::new(5))),
            () => Ok(()),
        }
    }

    fn said(&mut self, standings: &mut Standings<'_, Self>, seat: Seat, _: &Word) {
        self.lapsed = false;
        standings.at(seat).unwrap().ready = true;
    }

    fn between(&self, company: &Company<'_, Self>) -> Between<Pause> {
        let able: Vec<_> = company.sitters.iter().filter(fit).collect();
        if self.after_deal {
            Between::Pause { name: Pause::AfterDeal, length: company.settings.pause }
        } else if able.len() < 2 || self.lapsed {
            Between::Wait
        } else if able.iter().all(|sitter| sitter.standing.ready) {
            Between::Now
        } else {
            Between::Pause { name: Pause::Preparation, length: company.house.ready }
        }
    }

    fn next(&self, company: &Company<'_, Self>) -> Next<KnockPlan> {
        let ready = |sitter: &&Sitting<'_>| fit(sitter) && sitter.standing.ready;
        let players: Vec<Seat> = company.sitters.iter().filter(ready).map(|sitter| sitter.seat).collect();
        let waits = |sitter: &&Sitting<'_>| !players.contains(&sitter.seat);
        let waiting = company.sitters.iter().filter(waits).map(|sitter| sitter.seat).collect();
        let deals = !self.after_deal && players.len() >= 2;
        Next { plan: deals.then_some(KnockPlan { players, waiting }), ..Next::default() }
    }

    fn passed(&mut self, standings: &mut Standings<'_, Self>, pause: Option<Pause>) {
        match pause {
            Some(Pause::AfterDeal) => self.after_deal = false,
            Some(Pause::Preparation) | None => self.lapsed = true,
        }
        standings.all().for_each(|(_, standing)| standing.ready = false);
    }

    fn dealt_in(plan: &KnockPlan) -> Vec<Place> {
        let mut all: Vec<Seat> = plan.players.iter().chain(&plan.waiting).copied().collect();
        all.sort();
        all.into_iter().map(|seat| Place { seat, chair: seat }).collect()
    }

    fn rules(_: &KnockHouse, plan: &KnockPlan) -> SeatSet {
        plan.waiting.iter().copied().collect()
    }

    fn stands(_: &KnockPlan, _: Seat, _: &Standing) -> Standing {
        Standing { ready: false }
    }

    fn started(&mut self, _: &KnockPlan, show: &mut u32) {
        *show = 0;
    }

    fn heard(show: &mut u32, event: &Event, _: &[Person]) {
        *show += u32::from(matches!(event, Event::Paid(_)));
    }

    fn ended(&mut self, _: &KnockHouse, _: &Deal, _: &[Person]) -> Paid {
        self.after_deal = true;
        Paid::default()
    }

    fn time(
        house: &KnockHouse,
        settings: &Settings,
        deal: &Deal,
        _: Clock,
        _: Option<&ChairOf<Self>>,
        _: Timestamp,
    ) -> Option<Time> {
        Some(match deal.phase {
            Phase::Look => Time { length: house.look, bank: false },
            Phase::Pay => Time { length: house.pay, bank: false },
            _ => Time { length: settings.turn, bank: true },
        })
    }

    fn timed_out(_: &KnockHouse, _: &Settings, _: &ChairOf<Self>) -> AfterTimeout {
        AfterTimeout::Leaves
    }

    fn gives_up(deal: &Deal, seat: Seat) -> GivesUp<Act> {
        match deal.people.iter().find(|one| one.seat == seat) {
            Some(one) if !one.plays && deal.phase != Phase::Over => GivesUp::Parts,
            Some(one) if deal.phase == Phase::Knocking && !one.asked => GivesUp::Acts(Act::Knock),
            _ => GivesUp::Waits,
        }
    }

    fn joins(deal: &Deal) -> bool {
        deal.phase != Phase::Over
    }

    fn heeds_lines(house: &KnockHouse, _: &Settings) -> bool {
        house.line.is_some()
    }

    fn line_lost_for(house: &KnockHouse) -> Option<Millis> {
        house.line
    }
}
