//! Hold'em and its kin around a table: who is dealt in, the blinds, and what a viewer wants to be reminded of.
//!
//! Who sits, posts and owes is decided by [`kozyr_poker::seating`], the one implementation of it; here it
//! meets the chairs of a table and the log. Which variant is dealt, and from which pack, is a house rule.

mod house;
mod plan;
mod show;

pub use house::HoldemHouse;
pub use kozyr_poker::seating::{Ante, ButtonStyle, Entry as EntryFee, Options, ReturnPost, Seats};
pub use plan::{HoldemPlan, HoldemPost};
pub use show::{HoldemShow, LastAction, Win};

use crate::seating::{
    AfterTimeout, Between, ChairOf, Company, GivesUp, Next, Paid, Place, RefusedBy, Seating, Sitter,
    Standings, Time,
};
use crate::{Deeds, Person, Refused, Settings, SetupError, Wish};
use kozyr_card_game::{Clock, Seat};
use kozyr_chips::Chips;
use kozyr_poker::seating::{self as poker, Intent, Places, Post};
use kozyr_poker::{Action, Event, Hand, Next as NextMove, Poker, Rules};
use kozyr_time::{Millis, Timestamp};
use serde::{Deserialize, Serialize};

/// So long those still in may think about whether the rest of the board is dealt twice. A missing answer is a no, and
/// everybody waits for it.
const ASKING: Millis = Millis::from_secs(8);

/// A table of Hold'em or one of its kin.
pub type HoldemTable = crate::Table<HoldemSeating>;

/// Where the button lies, and how much there is to look at.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HoldemSeating {
    /// Where button and blinds were in the last hand; nowhere before the first.
    places: Option<Places>,
    /// How many times the pause after the last hand is taken: twice when cards were shown.
    looks: u8,
    /// Who was in the last hand to its end and has not shown all of their cards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    held: Vec<Held>,
    /// Who straddles whenever they are under the gun.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    straddlers: Vec<Seat>,
}

/// Cards that were in a hand to its end, and what their owner has turned over since.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Held {
    seat: Seat,
    /// How many cards there are.
    cards: u8,
    /// Which of them were turned over: the first is the lowest bit.
    shown: u8,
}

/// The pauses between two hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum HoldemPause {
    /// Enough can play, and somebody else may come.
    Gather,
    /// The last hand is looked at.
    AfterHand,
}

/// What is said beside the hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum HoldemWord {
    /// Turn over one of the cards one held to the end of the last hand: the first is 0.
    Show(u8),
    /// Turn over all of them.
    ShowAll,
    /// Straddle whenever one is under the gun and can pay it, or do not any more.
    Straddle(bool),
}

impl HoldemWord {
    /// Which of so many cards, the first as the lowest bit; none where there is no such card.
    const fn of(self, cards: u8) -> u8 {
        let all = if cards >= 8 { u8::MAX } else { (1 << cards) - 1 };
        match self {
            HoldemWord::Show(nth) if nth < 8 => all & (1 << nth),
            HoldemWord::Show(_) | HoldemWord::Straddle(_) => 0,
            HoldemWord::ShowAll => all,
        }
    }
}

/// How a player stands with the blinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Standing {
    /// Was dealt into the last hand, or sat down before the first: owes nothing.
    #[default]
    In,
    /// Has not been dealt in since they sat down.
    New {
        /// What they owed when they left a little while ago.
        debt: Chips,
    },
    /// Has been out.
    Out {
        /// What they owe in missed blinds.
        debt: Chips,
    },
}

impl Standing {
    /// What they owe in missed blinds.
    pub const fn debt(self) -> Chips {
        match self {
            Standing::In => Chips::ZERO,
            Standing::New { debt } | Standing::Out { debt } => debt,
        }
    }
}

/// Nobody is there: the line is lost, or their time has run out too often. At a tournament's table nobody sits out, so only
/// their time says it, and acting themselves brings them back.
pub fn is_away(settings: &Settings, chair: &ChairOf<HoldemSeating>) -> bool {
    chair.is_away(settings.patience) || settings.is_tournament() && chair.missed() >= settings.patience.max(1)
}

/// Somebody at the table in the words of poker's seating.
fn sitter(sitter: &Sitter<'_, Standing>) -> poker::Sitter {
    let intent = match sitter.wish {
        Wish::Play => Intent::Play,
        Wish::Wait => Intent::WaitForBigBlind,
        Wish::Pause => Intent::Pause,
        Wish::Leave => Intent::Leave,
    };
    let (standing, newcomer) = match *sitter.standing {
        Standing::In => (poker::Standing::In(intent), false),
        Standing::New { debt } => (poker::Standing::Out { intent, debt }, true),
        Standing::Out { debt } => (poker::Standing::Out { intent, debt }, false),
    };
    let Sitter { seat, stack, .. } = *sitter;
    poker::Sitter { seat, stack, standing, newcomer, short_of: Chips::ZERO }
}

impl HoldemSeating {
    /// As many seats as the table has, and had when the last hand was dealt: the blinds may still lie at one that
    /// has been taken away since.
    fn seats(&self, settings: &Settings) -> u8 {
        let last = |places: Places| places.button.max(places.small_blind).max(places.big_blind);
        settings.seats.max(self.places.map_or(0, |places| last(places).number()))
    }

    /// Which of their cards somebody has turned over since the last hand, by number from 0.
    pub fn shown_since(&self, seat: Seat) -> impl Iterator<Item = u8> {
        let shown = self.held.iter().find(|held| held.seat == seat).map_or(0, |held| held.shown);
        (0..8).filter(move |nth| shown & 1 << nth != 0)
    }

    /// Which of their cards somebody may still turn over, by number from 0.
    pub fn may_show(&self, seat: Seat) -> impl Iterator<Item = u8> {
        let held = self.held.iter().find(|held| held.seat == seat && self.looks > 0);
        let hidden = held.map_or(0, |held| HoldemWord::ShowAll.of(held.cards) & !held.shown);
        (0..8).filter(move |nth| hidden & 1 << nth != 0)
    }
}

impl HoldemSeating {
    /// Will whoever sits there straddle when they are under the gun?
    pub fn straddles(&self, seat: Seat) -> bool {
        self.straddlers.contains(&seat)
    }
}

impl Seating for HoldemSeating {
    type Game = Poker;
    type House = HoldemHouse;
    type Plan = HoldemPlan;
    type Standing = Standing;
    type Word = HoldemWord;
    type Pause = HoldemPause;
    type Show = HoldemShow;

    const MOST_SEATS: u8 = poker::Seating::MOST_SEATS;

    fn check(house: &HoldemHouse, settings: &Settings) -> Result<(), SetupError> {
        house.check(settings)
    }

    /// Before the first hand nobody is new. A debt that is smaller than a newcomer's post is paid by it.
    fn welcome(&self, house: &HoldemHouse, before: Option<&Standing>) -> Standing {
        let posts = house.options.entry == EntryFee::Post;
        let debt = before.map_or(Chips::ZERO, |before| before.debt());
        let debt = if posts && debt < house.big_blind { Chips::ZERO } else { debt };
        if self.places.is_some() { Standing::New { debt } } else { Standing::In }
    }

    fn emptied(&mut self) {
        *self = HoldemSeating::default();
    }

    fn left(&mut self, seat: Seat) -> Paid {
        self.held.retain(|held| held.seat != seat);
        self.straddlers.retain(|other| *other != seat);
        Paid::default()
    }

    /// Whoever wanted to straddle still does.
    fn moved(&mut self, from: Seat, to: Seat) {
        let straddles = self.straddles(from);
        self.left(from);
        self.straddlers.extend(straddles.then_some(to));
    }

    /// Cards are shown only while the last hand is looked at, and only those that would otherwise stay unseen. Whether
    /// they straddle anybody says at any time, where there are straddles.
    fn hear(
        &self,
        company: &Company<'_, Self>,
        seat: Seat,
        word: &HoldemWord,
    ) -> Result<(), RefusedBy<Self>> {
        if let HoldemWord::Straddle(straddles) = *word {
            return match () {
                () if !company.house.straddle => Err(Refused::NotHere),
                () if self.straddles(seat) == straddles => Err(Refused::AlreadySo),
                () => Ok(()),
            };
        }
        let held = self.held.iter().find(|held| held.seat == seat && self.looks > 0);
        let held = held.ok_or(Refused::NotNow)?;
        let cards = word.of(held.cards);
        if cards & !held.shown != 0 { Ok(()) } else { Err(Refused::AlreadySo) }
    }

    fn said(&mut self, _: &mut Standings<'_, Self>, seat: Seat, word: &HoldemWord) {
        if let HoldemWord::Straddle(straddles) = *word {
            self.straddlers.retain(|other| *other != seat);
            self.straddlers.extend(straddles.then_some(seat));
        }
        for held in self.held.iter_mut().filter(|held| held.seat == seat) {
            held.shown |= word.of(held.cards);
        }
    }

    fn owes(&self, house: &HoldemHouse, standing: &Standing) -> Chips {
        let debt = standing.debt().min(house.stakes().debt_cap());
        match standing {
            Standing::New { .. } if house.options.entry == EntryFee::Post => debt.max(house.big_blind),
            _ => debt,
        }
    }

    fn between(&self, company: &Company<'_, Self>) -> Between<HoldemPause> {
        let next = self.next(company);
        if next.plan.is_none() && next.short.is_empty() {
            return Between::Wait;
        }
        let (settings, looks) = (company.settings, u64::from(self.looks));
        if looks > 0 {
            Between::Pause { name: HoldemPause::AfterHand, length: Millis::new(settings.pause.get() * looks) }
        } else {
            Between::Pause { name: HoldemPause::Gather, length: settings.gather }
        }
    }

    fn next(&self, company: &Company<'_, Self>) -> Next<HoldemPlan> {
        let tournament = company.settings.is_tournament();
        let seats = if tournament { Seats::Assigned } else { Seats::Chosen };
        let table = poker::Seating {
            options: Options { seats, ..company.house.options },
            places: self.places,
            sitters: company.sitters.iter().map(sitter).collect(),
            straddlers: self.straddlers.iter().copied().filter(|_| company.house.straddle).collect(),
            ..poker::Seating::new(self.seats(company.settings), company.house.stakes())
        };
        let next = table.next_hand();
        let after = next.table.sitters.iter();
        let short = after.clone().filter(|sitter| sitter.short_of.is_positive() && !tournament);
        let debts = after.map(|sitter| (sitter.seat, sitter.standing.debt()));
        let stack = |seat| company.at(seat).map_or(Chips::ZERO, |sitter| sitter.stack);
        let blind_first = company.house.posts_blind_first();
        let post = |due: Post| HoldemPost { due, stack: stack(due.seat), blind_first };
        Next {
            short: short.map(|sitter| (sitter.seat, sitter.short_of)).collect(),
            gone: Vec::new(),
            plan: next.deal.map(|deal| HoldemPlan {
                places: deal.places,
                posts: deal.posts.iter().map(|&due| post(due)).collect(),
                straddle: deal.straddle,
                debts: debts.filter(|(_, debt)| debt.is_positive()).collect(),
            }),
        }
    }

    fn passed(&mut self, _: &mut Standings<'_, Self>, _: Option<HoldemPause>) {
        self.looks = 0;
    }

    fn dealt_in(plan: &HoldemPlan) -> Vec<Place> {
        let posts = plan.posts.iter().enumerate();
        posts.map(|(nth, post)| Place { seat: Seat::from_index(nth), chair: post.due.seat }).collect()
    }

    fn rules(house: &HoldemHouse, plan: &HoldemPlan) -> Rules {
        house.rules(plan)
    }

    fn stands(plan: &HoldemPlan, seat: Seat, before: &Standing) -> Standing {
        if plan.posts.iter().any(|post| post.due.seat == seat) {
            return Standing::In;
        }
        let debt = plan.debts.iter().find(|(who, _)| *who == seat).map_or(Chips::ZERO, |&(_, debt)| debt);
        match before {
            Standing::New { .. } => Standing::New { debt },
            Standing::In | Standing::Out { .. } => Standing::Out { debt },
        }
    }

    fn started(&mut self, plan: &HoldemPlan, show: &mut HoldemShow) {
        (self.places, self.looks) = (Some(plan.places), 0);
        self.held.clear();
        show.start(plan);
    }

    fn heard(show: &mut HoldemShow, event: &Event, people: &[Person]) {
        show.hear(event, people);
    }

    fn ended(&mut self, _: &HoldemHouse, hand: &Hand, people: &[Person]) -> Paid {
        self.looks = if hand.shown().is_empty() { 1 } else { 2 };
        let unseen =
            people.iter().filter(|one| hand.live().contains(one.seat) && !hand.shown().contains(one.seat));
        let cards = |one: &Person| hand.hole(one.seat.index()).len() as u8;
        self.held = unseen.map(|one| Held { seat: one.chair, cards: cards(one), shown: 0 }).collect();
        Paid::default()
    }

    fn deeds(show: &HoldemShow, hand: &Hand, person: &Person) -> Deeds {
        let showdown = hand.showdown().iter().any(|(seat, _)| *seat == person.seat);
        let (voluntary, raised) = show.before_the_flop(person.chair);
        Deeds { voluntary, raised, showdown, won: show.won(person.chair).is_positive(), fool: false }
    }

    /// Ghosts must not hold up the living: whoever is away has a moment, after a little grace for a lost line. How often the
    /// board is dealt is asked of several, who have one clock together.
    fn time(
        _: &HoldemHouse,
        settings: &Settings,
        _: &Hand,
        clock: Clock,
        chair: Option<&ChairOf<Self>>,
        at: Timestamp,
    ) -> Option<Time> {
        if clock == Clock::Stage {
            return Some(Time { length: ASKING.min(settings.turn), bank: false });
        }
        let away = chair.filter(|chair| is_away(settings, chair));
        Some(match (settings.quick, away) {
            (Some(quick), Some(chair)) => {
                let grace =
                    chair.lost_since().map_or(Millis::ZERO, |since| (since + settings.grace).since(at));
                Time { length: quick.max(grace).min(settings.turn), bank: false }
            }
            _ => Time { length: settings.turn, bank: true },
        })
    }

    fn timed_out(_: &HoldemHouse, settings: &Settings, chair: &ChairOf<Self>) -> AfterTimeout {
        let sits_out = chair.missed() >= settings.patience && !settings.is_tournament();
        if sits_out { AfterTimeout::SitsOut } else { AfterTimeout::Stays }
    }

    fn gives_up(hand: &Hand, seat: Seat) -> GivesUp<Action> {
        match hand.next() {
            NextMove::Bet(player) if player == seat.index() => GivesUp::Acts(Action::Fold),
            NextMove::Runouts if hand.asked().contains(seat) => GivesUp::Acts(Action::Runouts(false)),
            _ => GivesUp::Waits,
        }
    }

    fn heeds_lines(_: &HoldemHouse, settings: &Settings) -> bool {
        settings.quick.is_some()
    }
}

#[cfg(test)]
mod tests;
