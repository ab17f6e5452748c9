//! The smallest game that needs every hook of a table.
//!
//! *Knock*: who is ready antes a chip and gets a card. Everybody looks for a while; then, for a while, everybody may
//! pay a chip to stay, and who only watches may pay two to come in. The pack is shuffled again, everybody still in
//! gets a second card, and all of them knock at the same time, each against their own clock. The best sum takes
//! the pot. Who has not paid may get up and go.
#![allow(unreachable_pub)]

mod seating;

pub use seating::*;

use kozyr_card_game::{
    Awaits, Clock, Game, Joining, Move, Payoffs, Restarts, Seat, SeatSet, Seated, Shoe, Viewer,
};
use kozyr_cards::{Card, CardSet, Pack};
use kozyr_chips::Chips;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug)]
pub struct Knock;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Phase {
    Shuffle,
    Deal,
    Look,
    Pay,
    ShuffleAgain,
    DealAgain,
    Knocking,
    Over,
}

#[derive(Clone, PartialEq, Debug)]
pub struct One {
    pub seat: Seat,
    pub chair: Seat,
    pub stack: i64,
    pub brought: i64,
    pub cards: Vec<Card>,
    pub plays: bool,
    pub paid: bool,
    pub asked: bool,
    pub knocked: bool,
    pub gone: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Deal {
    pub phase: Phase,
    pub people: Vec<One>,
    pub pot: i64,
    /// Cards seen in the first half of the deal.
    pub earlier: Vec<(Seat, Card)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Act {
    Pay,
    Knock,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    Dealt(Seat, Option<Card>),
    Staged(Phase),
    Paid(Seat),
    Knocked(Seat),
    Joined(Seat),
    Parted(Seat),
    Won(Seat, i64),
}

impl Deal {
    fn one(&self, seat: Seat) -> Option<&One> {
        self.people.iter().find(|one| one.seat == seat && !one.gone)
    }
    fn one_mut(&mut self, seat: Seat) -> Option<&mut One> {
        self.people.iter_mut().find(|one| one.seat == seat && !one.gone)
    }
    fn price(&self, seat: Seat) -> Option<i64> {
        let one = self.one(seat).filter(|one| self.phase == Phase::Pay && !one.asked)?;
        let price = if one.plays { 1 } else { 2 };
        (one.stack >= price).then_some(price)
    }
    fn players(&self) -> Vec<Seat> {
        let mut players: Vec<&One> = self.people.iter().filter(|one| one.plays && !one.gone).collect();
        players.sort_by_key(|one| one.chair);
        players.iter().map(|one| one.seat).collect()
    }
    fn enter(&mut self, phase: Phase, out: &mut Vec<Event>) {
        self.phase = phase;
        out.push(Event::Staged(phase));
    }
    fn pay_over(&mut self, out: &mut Vec<Event>) {
        for one in &mut self.people {
            one.plays &= one.paid && !one.gone;
        }
        match self.players().len() {
            0 | 1 => self.finish(out),
            _ => {
                for one in &mut self.people {
                    let seat = one.seat;
                    self.earlier.extend(one.cards.drain(..).map(|card| (seat, card)));
                }
                self.enter(Phase::ShuffleAgain, out);
            }
        }
    }
    fn finish(&mut self, out: &mut Vec<Event>) {
        let sum = |one: &One| one.cards.iter().map(|card| i64::from(card.byte())).sum::<i64>();
        let mut best: Option<(Seat, i64)> = None;
        for seat in self.players() {
            let one = self.one(seat).unwrap();
            if one.knocked && best.is_none_or(|(_, most)| sum(one) > most) {
                best = Some((seat, sum(one)));
            }
        }
        // Nobody knocked or paid: the first who was dealt in and is still there gets the pot back.
        let first = self.people.iter().find(|one| !one.gone && !one.cards.is_empty());
        let winner = best.map_or_else(|| first.unwrap().seat, |(seat, _)| seat);
        let pot = std::mem::take(&mut self.pot);
        let one = self.people.iter_mut().find(|one| one.seat == winner).unwrap();
        one.stack += pot;
        self.phase = Phase::Over;
        out.push(Event::Won(winner, pot));
    }
    fn knock(&mut self, seat: Seat, knocks: bool, out: &mut Vec<Event>) {
        let one = self.one_mut(seat).unwrap();
        one.asked = true;
        one.knocked = knocks;
        out.push(Event::Knocked(seat));
        if self.players().into_iter().all(|seat| self.one(seat).unwrap().asked) {
            self.finish(out);
        }
    }
}

impl Game for Knock {
    type Rules = SeatSet;
    type State = Deal;
    type Deal = (u8, Vec<Card>);
    type Action = Act;
    type Offer = Act;
    type Event = Event;
    type View = (Phase, i64, Vec<(Seat, i64, Vec<Option<Card>>)>);
    type Refusal = &'static str;
    type Stage = Phase;

    fn start(waiting: &SeatSet, seats: &[Seated]) -> Result<Deal, &'static str> {
        let mut deal = Deal { phase: Phase::Shuffle, people: Vec::new(), pot: 0, earlier: Vec::new() };
        for seated in seats {
            let plays = !waiting.contains(seated.seat);
            let ante = i64::from(plays);
            let stack = seated.stack.units();
            if stack < ante {
                return Err("cannot pay the ante");
            }
            deal.pot += ante;
            deal.people.push(One {
                seat: seated.seat,
                chair: seated.seat,
                stack: stack - ante,
                brought: stack,
                cards: Vec::new(),
                plays,
                paid: false,
                asked: false,
                knocked: false,
                gone: false,
            });
        }
        Ok(deal)
    }

    fn awaits(deal: &Deal) -> Awaits {
        let payers = || deal.people.iter().map(|one| one.seat).filter(|&seat| deal.price(seat).is_some());
        let knockers = || deal.players().into_iter().filter(|&seat| !deal.one(seat).unwrap().asked);
        match deal.phase {
            Phase::Shuffle | Phase::ShuffleAgain => Awaits::Shuffle(Pack::Short36.cards()),
            Phase::Deal | Phase::DealAgain => Awaits::Chance,
            Phase::Look => Awaits::Stage(SeatSet::EMPTY),
            Phase::Pay => Awaits::Stage(payers().collect()),
            Phase::Knocking => Awaits::Seats(knockers().collect()),
            Phase::Over => Awaits::Nothing,
        }
    }

    fn stage(deal: &Deal) -> Phase {
        deal.phase
    }

    /// Somebody who joins gives the stage of paying its full time again.
    fn restarts(event: &Event) -> Restarts {
        Restarts { stage: matches!(event, Event::Joined(_)), ..Restarts::default() }
    }

    fn draw(deal: &Deal, shoe: &mut dyn Shoe) -> Option<(u8, Vec<Card>)> {
        let drawn = shoe.below(6) as u8;
        let cards: Option<Vec<Card>> = deal.players().iter().map(|_| shoe.card()).collect();
        Some((drawn, cards?))
    }

    fn legal(deal: &Deal, seat: Seat, out: &mut Vec<Act>) {
        if deal.price(seat).is_some() {
            out.push(Act::Pay);
        }
        if deal.phase == Phase::Knocking && Knock::awaits(deal).seats().contains(seat) {
            out.push(Act::Knock);
        }
    }

    fn play(
        deal: &mut Deal,
        mv: &Move<(u8, Vec<Card>), Act>,
        out: &mut Vec<Event>,
    ) -> Result<(), &'static str> {
        match mv {
            Move::Shuffled if matches!(deal.phase, Phase::Shuffle | Phase::ShuffleAgain) => {
                deal.phase = if deal.phase == Phase::Shuffle { Phase::Deal } else { Phase::DealAgain };
            }
            Move::Deal((_, cards)) if matches!(deal.phase, Phase::Deal | Phase::DealAgain) => {
                let players = deal.players();
                if players.len() != cards.len() {
                    return Err("the wrong number of cards");
                }
                for (seat, &card) in players.into_iter().zip(cards) {
                    let one = deal.one_mut(seat).unwrap();
                    one.cards.push(card);
                    one.asked = false;
                    out.push(Event::Dealt(seat, Some(card)));
                }
                let next = if deal.phase == Phase::Deal { Phase::Look } else { Phase::Knocking };
                deal.enter(next, out);
            }
            Move::Timeout(Clock::Stage) if deal.phase == Phase::Look => deal.enter(Phase::Pay, out),
            Move::Timeout(Clock::Stage) if deal.phase == Phase::Pay => deal.pay_over(out),
            Move::Timeout(Clock::Seat(seat)) if Knock::clocks(deal).contains(*seat) => {
                deal.knock(*seat, false, out);
            }
            Move::Act(seat, Act::Pay) => {
                let price = deal.price(*seat).ok_or("nothing to pay now")?;
                let one = deal.one_mut(*seat).unwrap();
                one.stack -= price;
                (one.paid, one.asked, one.plays) = (true, true, true);
                deal.pot += price;
                out.push(Event::Paid(*seat));
                if Knock::awaits(deal).seats().is_empty() {
                    deal.pay_over(out);
                }
            }
            Move::Act(seat, Act::Knock) if deal.phase == Phase::Knocking => {
                if !Knock::awaits(deal).seats().contains(*seat) {
                    return Err("not asked");
                }
                deal.knock(*seat, true, out);
            }
            Move::Join(Joining { seat, chair, stack }) => {
                let taken = |one: &One| one.seat == *seat || (one.chair == *chair && !one.gone);
                if deal.people.iter().any(taken) || deal.phase == Phase::Over {
                    return Err("the place is taken");
                }
                deal.people.push(One {
                    seat: *seat,
                    chair: *chair,
                    stack: stack.units(),
                    brought: stack.units(),
                    cards: Vec::new(),
                    plays: false,
                    paid: false,
                    asked: false,
                    knocked: false,
                    gone: false,
                });
                out.push(Event::Joined(*seat));
            }
            Move::Part(seat) => {
                let one = deal.one(*seat).ok_or("not there")?;
                if one.plays || deal.phase == Phase::Over {
                    return Err("still in");
                }
                let one = deal.one_mut(*seat).unwrap();
                one.brought -= one.stack;
                one.stack = 0;
                one.gone = true;
                out.push(Event::Parted(*seat));
                if deal.phase == Phase::Pay && Knock::awaits(deal).seats().is_empty() {
                    deal.pay_over(out);
                }
            }
            _ => return Err("not now"),
        }
        Ok(())
    }

    fn view(deal: &Deal, viewer: Viewer) -> Self::View {
        let over = deal.phase == Phase::Over;
        let people = deal.people.iter().map(|one| {
            let sees = |card: &Card| (viewer.is(one.seat) || (over && one.knocked)).then_some(*card);
            (one.seat, one.stack, one.cards.iter().map(sees).collect())
        });
        (deal.phase, deal.pot, people.collect())
    }

    fn event_for(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(match event {
            Event::Dealt(seat, _) if !viewer.is(*seat) => Event::Dealt(*seat, None),
            other => other.clone(),
        })
    }

    fn known(deal: &Deal, viewer: Viewer) -> CardSet {
        let over = deal.phase == Phase::Over;
        let sees = |one: &&One| viewer.is(one.seat) || (over && one.knocked);
        let now = deal.people.iter().filter(sees).flat_map(|one| one.cards.iter().copied());
        let before = deal.earlier.iter().filter(|(seat, _)| viewer.is(*seat)).map(|&(_, card)| card);
        now.chain(before).collect()
    }

    fn stack(deal: &Deal, seat: Seat) -> Chips {
        Chips::new(deal.one(seat).map_or(0, |one| one.stack))
    }

    fn chips(deal: &Deal) -> Chips {
        Chips::new(deal.people.iter().map(|one| one.stack).sum::<i64>() + deal.pot)
    }

    fn payoffs(deal: &Deal) -> Option<Payoffs> {
        if deal.phase != Phase::Over {
            return None;
        }
        let seats = deal.people.iter().map(|one| (one.seat, Chips::new(one.stack - one.brought)));
        Some(Payoffs { seats: seats.collect(), ..Payoffs::default() })
    }
}
