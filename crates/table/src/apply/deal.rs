//! A deal from its start to the moment everybody has what they won.

use crate::seating::{ActionOf, DealOf, Paid, Place, Seating, StateOf};
use crate::settled::Entrant;
use crate::table::{Hand, Table};
use crate::{Effects, LeftWhy, News, Person, Settled, Told, TookPart, Wish};
use kozyr_card_game::{Awaits, Game, Joining, Move, Payoffs, Restarts, Seat, Seated};
use kozyr_chips::{Chips, Owner};
use kozyr_time::Timestamp;

type MoveOf<S> = Move<DealOf<S>, ActionOf<S>>;

impl<S: Seating> Table<S> {
    pub(super) fn start(&mut self, at: Timestamp, hand: u64, plan: &S::Plan, effects: &mut Effects<S>) {
        assert!(
            !self.is_running() && hand == self.hands + 1,
            "hand {hand} cannot start after {}",
            self.hands
        );
        for (seat, stake) in S::stakes(plan) {
            let player = self.chair_mut(seat).player.id;
            self.held += stake;
            self.transfer(self.settings.payer(player), Owner::Table(self.id.clone()), stake, effects);
        }
        let places = S::dealt_in(plan);
        let seated: Vec<Seated> =
            places.iter().map(|place| Seated { seat: place.seat, stack: self.stack(place.chair) }).collect();
        let people = places.iter().map(|&Place { seat, chair }| {
            let player = self.chair(chair).expect("who is dealt in sits").player.id;
            Person { seat, chair, player, parted: false }
        });
        let people = people.collect();
        let stakes = S::stakes(plan);
        let entrants = places.iter().map(|place| {
            let staked = stakes.iter().filter(|(chair, _)| *chair == place.chair).map(|&(_, stake)| stake);
            self.entrant(place.chair, staked.sum())
        });
        let entrants = entrants.collect();
        let state =
            S::Game::start(&S::rules(&self.house, plan), &seated).expect("a planned hand can be played");
        self.hands = hand;
        self.moves += 1;
        self.hand = Some(Hand {
            state,
            people,
            over: false,
            acted: false,
            timed_out: false,
            started: at,
            lines: 1,
            entrants,
        });
        self.everybody_stands(plan, &places);
        self.seating.started(plan, &mut self.show);
        self.tell(News::Started(hand, plan.clone()), effects);
        self.wind(at, None, Restarts::default());
    }

    /// What is kept of whoever sits there until the deal is over.
    fn entrant(&self, chair: Seat, staked: Chips) -> Entrant {
        let name = self.chair(chair).map(|chair| chair.player.name.clone());
        Entrant { name: name.unwrap_or_else(|| "".into()), staked }
    }

    /// Who is dealt in plays, and their time bank fills up a little; everybody stands as planned.
    fn everybody_stands(&mut self, plan: &S::Plan, places: &[Place]) {
        let (full, refill) = (self.settings.bank, S::refill(plan, &self.settings));
        for (index, chair) in self.chairs.iter_mut().enumerate() {
            let (seat, Some(chair)) = (Seat::from_index(index), chair) else { continue };
            chair.standing = S::stands(plan, seat, &chair.standing);
            if places.iter().any(|place| place.chair == seat) {
                chair.first_out = None;
                if chair.wish == Wish::Wait {
                    chair.wish = Wish::Play;
                }
                chair.bank = (chair.bank + refill).min(full);
            }
        }
    }

    pub(super) fn play(
        &mut self,
        at: Timestamp,
        mover: Option<Seat>,
        mv: &MoveOf<S>,
        effects: &mut Effects<S>,
    ) {
        let deal = self.hand.as_mut().filter(|deal| !deal.over).expect("a hand is being played");
        let mut events = Vec::new();
        S::Game::play(&mut deal.state, mv, &mut events).expect("a logged move can be made");
        self.moves += 1;
        let people = deal.people.clone();
        let mut restarts = Restarts::default();
        for event in events {
            S::heard(&mut self.show, &event, &people);
            let these = S::Game::restarts(&event);
            these.seats.iter().for_each(|seat| restarts.seats.insert(seat));
            restarts.stage |= these.stage;
            effects.told.push(Told { news: News::Game(event), people: people.clone() });
        }
        self.wind(at, mover, restarts);
        if self.awaits() == Awaits::Nothing {
            self.settle(effects);
        }
    }

    /// A seat of the game that nobody has had in this deal: the chair's own number if that is one.
    pub(crate) fn free_game_seat(&self, chair: Seat) -> Option<Seat> {
        let used = |seat: Seat| self.people().iter().any(|person| person.seat == seat);
        let mut seats = std::iter::once(chair).chain((0..Seat::MAX).rev().map(Seat::from_index));
        seats.find(|&seat| !used(seat))
    }

    pub(super) fn join(&mut self, at: Timestamp, seat: Seat, effects: &mut Effects<S>) {
        let game_seat = self.free_game_seat(seat).expect("somebody who joins has a seat in the game");
        let chair = self.chair(seat).expect("who joins sits");
        let joining = Joining { seat: game_seat, chair: seat, stack: chair.stack };
        let person = Person { seat: game_seat, chair: seat, player: chair.player.id, parted: false };
        let entrant = self.entrant(seat, Chips::ZERO);
        let deal = self.hand.as_mut().expect("a hand is being played");
        deal.entrants = deal.entrants.iter().cloned().chain([entrant]).collect();
        deal.people = deal.people.iter().copied().chain([person]).collect();
        self.tell(News::Joined(seat), effects);
        self.play(at, None, &Move::Join(joining), effects);
    }

    pub(super) fn part(&mut self, at: Timestamp, seat: Seat, why: LeftWhy, effects: &mut Effects<S>) {
        let game_seat = self.in_hand(seat).expect("who parts is in the hand");
        self.chair_mut(seat).stack = self.stack(seat);
        let deal = self.hand.as_mut().expect("a hand is being played");
        let goes = |person: &Person| person.seat == game_seat;
        deal.people =
            deal.people.iter().map(|&one| Person { parted: one.parted || goes(&one), ..one }).collect();
        self.play(at, Some(seat), &Move::Part(game_seat), effects);
        self.leave(at, seat, why, effects);
    }

    /// Everybody gets what they won, and what was changed takes hold.
    fn settle(&mut self, effects: &mut Effects<S>) {
        let deal = self.hand.as_mut().expect("a hand was played");
        let payoffs = S::Game::payoffs(&deal.state).expect("a hand that is over has payoffs");
        assert!(payoffs.sum().is_zero(), "chips appeared or vanished: {payoffs:?}");
        deal.over = true;
        let here = deal.people.iter().filter(|person| !person.parted);
        let left: Vec<(Seat, Chips)> =
            here.map(|person| (person.chair, S::Game::stack(&deal.state, person.seat))).collect();
        let people = deal.people.clone();
        let paid = self.seating.ended(&self.house, &deal.state, &people);
        effects.settled.push(settled::<S>(self.hands, deal, &self.show, &payoffs, &paid));
        for (chair, stack) in left {
            self.chair_mut(chair).stack = stack;
        }
        self.pay_house(payoffs.rake + payoffs.house, effects);
        self.pay(paid, effects);
        // The tournament looks at every hand before it says go on.
        self.held_up |= self.settings.is_tournament();
        self.tell(News::Over(self.hands), effects);
        self.adopt(effects);
    }

    /// What the seating held goes to those it pays.
    pub(super) fn pay(&mut self, paid: Paid, effects: &mut Effects<S>) {
        for (player, chips) in paid.players {
            self.held -= chips;
            self.transfer(Owner::Table(self.id.clone()), self.settings.payer(player), chips, effects);
        }
        self.pay_house(paid.rake, effects);
    }

    /// The room gets what it took, or stands in for what it staked.
    fn pay_house(&mut self, chips: Chips, effects: &mut Effects<S>) {
        self.held -= chips;
        let (table, house) = (Owner::Table(self.id.clone()), Owner::House);
        let (from, to) = if chips.is_negative() { (house, table) } else { (table, house) };
        self.transfer(from, to, chips.abs(), effects);
    }
}

/// What the deal came to for everybody who had a part in it. Whoever only looked in is in nobody's history.
fn settled<S: Seating>(
    hand: u64,
    deal: &Hand<StateOf<S>>,
    show: &S::Show,
    payoffs: &Payoffs,
    paid: &Paid,
) -> Settled {
    let people = deal.people.iter().zip(&*deal.entrants).filter_map(|(person, entrant)| {
        let won = payoffs.seats.iter().find(|(seat, _)| *seat == person.seat)?.1;
        let shares = paid.players.iter().filter(|(player, _)| *player == person.player);
        Some(TookPart {
            player: person.player,
            name: entrant.name.clone(),
            net: won + shares.map(|&(_, share)| share).sum::<Chips>() - entrant.staked,
            deeds: S::deeds(show, &deal.state, person),
        })
    });
    // Somebody who came back on another chair in the same deal has one part in it.
    let mut parts: Vec<TookPart> = Vec::new();
    for part in people {
        match parts.iter_mut().find(|known| known.player == part.player) {
            Some(known) => known.net += part.net,
            None => parts.push(part),
        }
    }
    Settled { hand, started: deal.started, lines: deal.lines, line: 0, people: parts }
}
