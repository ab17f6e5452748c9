//! How a table changes: one line of the log at a time, the same live and in replay.
//!
//! A line was checked when it was decided. One that does not fit is a broken log, and an assertion.

use crate::chair::Departed;
use crate::log::{Entry, News, Told};
use crate::seating::{ActionOf, ChairOf, DealOf};
use crate::table::{Hand, Running};
use crate::{Batch, Chair, LeftWhy, Seating, Settings, Table, Timestamp, Wish};
use kozyr_card_game::{Awaits, Game, Move, Seat, SeatSet, Seated};
use kozyr_chips::Chips;

/// So many who left are remembered, the latest: guests cost nothing, and a crowd of them must not
/// swell every checkpoint.
const REMEMBERED: usize = 1_000;

type MoveOf<S> = Move<DealOf<S>, ActionOf<S>>;

impl<S: Seating> Table<S> {
    /// Carries out what was decided; what happened is added to `told`.
    ///
    /// # Panics
    /// When the batch was decided for another state than this one, or chips do not add up.
    pub fn apply(&mut self, batch: &Batch<S>, told: &mut Vec<Told<S>>) {
        for entry in &batch.entries {
            self.apply_entry(batch.at, entry, told);
        }
    }

    /// Carries out one line of the log; what happened is added to `told`.
    ///
    /// # Panics
    /// When the line does not belong after what was applied before, or chips do not add up.
    pub fn apply_entry(&mut self, at: Timestamp, entry: &Entry<S>, told: &mut Vec<Told<S>>) {
        match entry {
            Entry::Opened { settings, seating } => {
                *self = Table::open(settings.clone(), seating.clone()).expect("settings are checked before");
            }
            Entry::Changed { settings, seating } => self.adopt(settings, seating),
            Entry::Sat { seat, player, chips, wish, standing } => {
                let chair = Chair {
                    player: player.clone(),
                    stack: *chips,
                    wish: *wish,
                    standing: standing.clone(),
                    out_since: None,
                    needs: Chips::ZERO,
                    missed: 0,
                    bank: self.settings.bank,
                };
                self.sit(at, *seat, chair, told);
            }
            Entry::AddedChips { seat, chips } => {
                self.chair_mut(*seat).stack += *chips;
                self.held += *chips;
                self.tell(News::AddedChips(*seat, *chips), told);
            }
            Entry::SatOut(seat) => {
                let chair = self.chair_mut(*seat);
                (chair.wish, chair.out_since) = (Wish::Pause, Some(at));
                self.tell(News::SatOut(*seat), told);
            }
            Entry::SatIn(seat) => {
                self.comes_in(*seat, Wish::Play);
                self.tell(News::SatIn(*seat), told);
            }
            Entry::Waits(seat) => {
                self.comes_in(*seat, Wish::Wait);
                self.tell(News::Waits(*seat), told);
            }
            Entry::Leaving(seat) => {
                self.chair_mut(*seat).wish = Wish::Leave;
                self.tell(News::Leaving(*seat), told);
            }
            Entry::ShownOut { seat, needs } => {
                let chair = self.chair_mut(*seat);
                (chair.wish, chair.needs, chair.out_since) = (Wish::Leave, *needs, Some(at));
                self.tell(News::ShownOut(*seat, *needs), told);
            }
            Entry::Left(seat, why) => self.leave(at, *seat, *why, told),
            Entry::Started { hand, plan } => self.start(at, *hand, plan, told),
            Entry::Dealt(deal) => self.play(at, None, &Move::Deal(deal.clone()), told),
            Entry::Acted(seat, action) => {
                self.chair_mut(*seat).missed = 0;
                let index = self.in_hand(*seat).expect("who acts is in the hand");
                self.play(at, Some(*seat), &Move::Act(Seat::from_index(index), action.clone()), told);
            }
            Entry::TimedOut(seat) => {
                let chair = self.chair_mut(*seat);
                chair.missed = chair.missed.saturating_add(1);
                self.tell(News::TimedOut(*seat), told);
                let clock = self.game_clock(Some(*seat)).expect("who is timed is in the hand");
                self.play(at, Some(*seat), &Move::Timeout(clock), told);
            }
            Entry::StageOver => {
                let clock = self.game_clock(None).expect("a stage has a clock");
                self.play(at, None, &Move::Timeout(clock), told);
            }
            Entry::Resumed => self.resume(at, told),
        }
        self.schedule(at);
        self.audit();
    }

    fn sit(&mut self, at: Timestamp, seat: Seat, chair: ChairOf<S>, told: &mut Vec<Told<S>>) {
        assert!(self.chairs[seat.index()].is_none(), "{seat:?} is taken");
        self.forget(at, &chair);
        self.held += chair.stack;
        self.tell(News::Sat { seat, name: chair.player.name.clone(), stack: chair.stack }, told);
        self.chairs[seat.index()] = Some(chair);
    }

    fn adopt(&mut self, settings: &Settings, seating: &S) {
        assert!(!self.is_running(), "house rules change between hands");
        assert!(self.taken().all(|(seat, _)| seat.index() < settings.seats.into()), "somebody sits there");
        self.chairs.resize(settings.seats.into(), None);
        if settings.bank != self.settings.bank {
            self.chairs.iter_mut().flatten().for_each(|chair| chair.bank = settings.bank);
        }
        (self.settings, self.seating) = (settings.clone(), seating.clone());
    }

    fn comes_in(&mut self, seat: Seat, wish: Wish) {
        let chair = self.chair_mut(seat);
        (chair.wish, chair.out_since, chair.missed, chair.needs) = (wish, None, 0, Chips::ZERO);
    }

    fn leave(&mut self, at: Timestamp, seat: Seat, why: LeftWhy, told: &mut Vec<Told<S>>) {
        assert!(
            !self.is_running() || self.in_hand(seat).is_none(),
            "{seat:?} leaves in the middle of a hand"
        );
        let chair = self.chairs[seat.index()].take().expect("a free seat is not left");
        self.held -= chair.stack;
        self.forget(at, &chair);
        let Chair { player, stack, standing, .. } = chair;
        if self.departed.len() >= REMEMBERED {
            self.departed.remove(0);
        }
        self.departed.push(Departed { player: player.id, at, stack, standing });
        self.tell(News::Left(seat, why), told);
        if self.taken().next().is_none() {
            self.seating.emptied();
        }
    }

    /// Forgets that this player left, and everybody who left long ago.
    fn forget(&mut self, at: Timestamp, chair: &ChairOf<S>) {
        let memory = self.settings.memory;
        self.departed.retain(|departed| departed.player != chair.player.id && departed.at + memory > at);
    }

    fn start(&mut self, at: Timestamp, hand: u64, plan: &S::Plan, told: &mut Vec<Told<S>>) {
        assert!(
            !self.is_running() && hand == self.hands + 1,
            "hand {hand} cannot start after {}",
            self.hands
        );
        let dealt_in = S::dealt_in(plan).into_iter().map(|seat| {
            let chair = self.chair(seat).expect("who is dealt in sits");
            ((seat, chair.player.id), chair.stack)
        });
        let (dealt_in, stacks): (Vec<_>, Vec<Chips>) = dealt_in.unzip();
        let seated: Vec<Seated> = (0..stacks.len())
            .map(|index| Seated { seat: Seat::from_index(index), stack: stacks[index] })
            .collect();
        let state = S::Game::start(&self.seating.rules(plan), &seated).expect("a planned hand can be played");
        self.hands = hand;
        self.moves += 1;
        self.hand = Some(Hand { state, dealt_in: dealt_in.into(), over: false });
        self.everybody_stands(plan);
        self.seating.started(plan);
        self.tell(News::Started(hand, plan.clone()), told);
        self.wind(at, None);
    }

    /// Who is dealt in plays, and his time bank fills up a little; everybody stands as planned.
    fn everybody_stands(&mut self, plan: &S::Plan) {
        let (full, refill) = (self.settings.bank, self.settings.refill);
        let plays = S::dealt_in(plan);
        for (index, chair) in self.chairs.iter_mut().enumerate() {
            let (seat, Some(chair)) = (Seat::from_index(index), chair) else { continue };
            chair.standing = S::stands(plan, seat, &chair.standing);
            if plays.contains(&seat) {
                chair.wish = Wish::Play;
                chair.bank = (chair.bank + refill).min(full);
            }
        }
    }

    fn play(&mut self, at: Timestamp, mover: Option<Seat>, mv: &MoveOf<S>, told: &mut Vec<Told<S>>) {
        let deal = self.hand.as_mut().filter(|deal| !deal.over).expect("a hand is being played");
        let mut events = Vec::new();
        S::Game::play(&mut deal.state, mv, &mut events).expect("a logged move can be made");
        self.moves += 1;
        let dealt_in = deal.dealt_in.clone();
        for event in events {
            self.seating.heard(&event, &dealt_in);
            told.push(Told { news: News::Game(event), dealt_in: dealt_in.clone() });
        }
        self.wind(at, mover);
        if self.awaits() == Awaits::Nothing {
            self.settle(at, told);
        }
    }

    /// Everybody gets what he won.
    fn settle(&mut self, at: Timestamp, told: &mut Vec<Told<S>>) {
        let deal = self.hand.as_mut().expect("a hand was played");
        let payoffs = S::Game::payoffs(&deal.state).expect("a hand that is over has payoffs");
        assert!(payoffs.sum().is_zero(), "chips appeared or vanished: {payoffs:?}");
        deal.over = true;
        let pause = self.settings.pause;
        let worth_a_look = S::worth_a_look(&deal.state);
        let dealt_in = deal.dealt_in.clone();
        for (seat, won) in payoffs.seats {
            self.chair_mut(dealt_in[seat.index()].0).stack += won;
        }
        self.held -= payoffs.rake + payoffs.house;
        self.ready_at = Some(at + pause + if worth_a_look { pause } else { Default::default() });
        self.tell(News::Over(self.hands), told);
    }

    fn resume(&mut self, at: Timestamp, told: &mut Vec<Told<S>>) {
        for clock in &mut self.clocks {
            let total = clock.until.since(clock.since);
            (clock.since, clock.until) = (at, at + total);
        }
        if self.ready_at.is_some() {
            self.ready_at = Some(at + self.settings.pause);
        }
        // Nobody loses his seat because the room was down.
        for chair in self.chairs.iter_mut().flatten() {
            chair.out_since = chair.out_since.map(|_| at);
        }
        self.tell(News::Resumed, told);
    }

    /// Sets the clocks for what the game awaits now. Whoever had one before and did not move
    /// keeps the time he has left.
    fn wind(&mut self, at: Timestamp, mover: Option<Seat>) {
        let timed = self.hand.as_ref().map_or(SeatSet::EMPTY, |deal| S::Game::clocks(&deal.state));
        let stage = matches!(self.awaits(), Awaits::Stage(_));
        let seats = timed.iter().map(|seat| Some(self.chair_of(seat)));
        let wanted: Vec<Option<Seat>> = seats.chain(stage.then_some(None)).collect();
        let old = std::mem::take(&mut self.clocks);
        if let Some(clock) = old.iter().find(|clock| clock.seat.is_some() && clock.seat == mover)
            && let Some(seat) = mover
        {
            let chair = self.chair_mut(seat);
            chair.bank = chair.bank.minus(at.since(clock.until));
        }
        let (moves, settings) = (self.moves, &self.settings);
        self.clocks = wanted
            .into_iter()
            .map(|seat| {
                let kept = old.iter().find(|clock| clock.seat == seat && (seat.is_none() || seat != mover));
                let total = if seat.is_some() { settings.turn } else { settings.stage };
                let bank = seat.and_then(|seat| self.chair(seat)).map(|chair| chair.bank).unwrap_or_default();
                kept.copied().unwrap_or(Running { seat, turn: moves, since: at, until: at + total, bank })
            })
            .collect();
    }

    /// Sets or clears the time when the table is made ready: who lacks chips is shown out, who can play is dealt in.
    fn schedule(&mut self, at: Timestamp) {
        let due = !self.is_running() && {
            let next = self.next();
            next.plan.is_some() || !next.short.is_empty()
        };
        self.ready_at = match self.ready_at {
            Some(planned) if due => Some(planned),
            None if due => Some(at + self.settings.gather),
            _ => None,
        };
    }

    fn tell(&self, news: News<S>, told: &mut Vec<Told<S>>) {
        let dealt_in = self.hand.as_ref().map(|deal| deal.dealt_in.clone()).unwrap_or_default();
        told.push(Told { news, dealt_in });
    }

    fn chair_mut(&mut self, seat: Seat) -> &mut ChairOf<S> {
        self.chairs[seat.index()].as_mut().expect("somebody sits there")
    }

    /// What lies on the table is what was brought and not taken away.
    fn audit(&self) {
        let stacks: Chips = self.taken().map(|(_, chair)| chair.stack).sum();
        assert!(stacks == self.held, "{} chips became {stacks}", self.held);
        if let Some(deal) = self.hand.as_ref().filter(|deal| !deal.over) {
            let brought: Chips =
                deal.dealt_in.iter().filter_map(|&(seat, _)| self.chair(seat)).map(|chair| chair.stack).sum();
            let now = S::Game::chips(&deal.state);
            assert!(now == brought, "{brought} chips of the hand became {now}");
        }
    }
}
