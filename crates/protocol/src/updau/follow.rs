//! A client that listens: what it knows about a game after everything it was told.
//!
//! Bots and test clients look at a [`Picture`]. It is also how `gamestate` is held to its promise: one who
//! saw the whole game and one who came back and saw only the state have the same picture.

use super::{
    Begun, GameInfo, GameNews, GameState, GameStatus, News, Player, PlayerEvent, RoundStart, Score, Stage,
    Timestamp, Turn, TurnMade, Wait, WaitName,
};
use kozyr_card_game::{Seat, SeatSet};

/// A clock as a client sees it run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockSeen {
    /// The clock as it was told.
    pub wait: Wait,
    /// When that was.
    pub told: Timestamp,
}

impl ClockSeen {
    /// The clock as it shows now.
    pub fn at(&self, now: Timestamp) -> Wait {
        let passed = self.wait.tick + now.since(self.told).get() / 1000;
        let value = self.wait.value.unwrap_or(u64::MAX);
        let over = passed.saturating_sub(value);
        Wait {
            tick: passed.min(value),
            time_bank: self.wait.time_bank.map(|bank| bank.saturating_sub(over)),
            ..self.wait
        }
    }
}

/// What a client knows about the game it plays, or looks at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// Which game.
    pub info: GameInfo,
    /// One's own box; nobody's when one looks on.
    pub own: Option<Seat>,
    /// Who plays.
    pub players: Vec<Player>,
    /// The table; nothing before the first cards.
    pub state: Option<GameState>,
    /// The clocks that run.
    pub clocks: Vec<ClockSeen>,
    /// Is it over?
    pub over: bool,
}

impl Picture {
    /// A game that begins.
    pub fn begin(begun: &Begun) -> Picture {
        Picture {
            info: begun.info.clone(),
            own: Some(begun.own),
            players: begun.players.clone(),
            state: None,
            clocks: Vec::new(),
            over: false,
        }
    }

    /// A game as the full state of a channel tells it.
    pub fn restore(status: &GameStatus, now: Timestamp) -> Picture {
        Picture {
            info: status.info.clone(),
            own: status.own,
            players: status.players.clone(),
            state: Some(status.state.clone()),
            clocks: status.waits.iter().map(|&wait| ClockSeen { wait, told: now }).collect(),
            over: false,
        }
    }

    /// The picture as it would be told at this moment: clocks and banks as they show.
    pub fn at(&self, now: Timestamp) -> Picture {
        let mut picture = self.clone();
        picture.clocks =
            self.clocks.iter().map(|clock| ClockSeen { wait: clock.at(now), told: now }).collect();
        for player in &mut picture.players {
            let left = picture.clocks.iter().find(|clock| clock.wait.seat == Some(player.seat));
            if let Some(left) = left.and_then(|clock| clock.wait.time_bank) {
                player.time_bank_tick = player.time_bank.saturating_sub(left);
            }
        }
        picture
    }

    /// Hears one action.
    pub fn hear(&mut self, news: &News, now: Timestamp) {
        match news {
            News::Game(news) => self.game(news, now),
            News::Wait(wait) => self.clocks.push(ClockSeen { wait: *wait, told: now }),
            News::PartyEnd(scores) => self.scores(scores),
            News::GameOver(scores) => {
                self.scores(scores);
                self.stop_clocks(now);
                self.over = true;
            }
            _ => {}
        }
    }

    fn game(&mut self, news: &GameNews, now: Timestamp) {
        if let Some(table) = &news.table {
            self.round(table, news);
        }
        let Some(state) = &mut self.state else { return };
        let own = self.own;
        if let Some(turn) = &news.turn {
            make_turn(state, own, turn);
        }
        if let Some(roles) = news.roles {
            state.roles = roles;
        }
        if let Some(taken_by) = news.finish_round {
            finish_round(state, taken_by);
        }
        if let Some((event, seat)) = news.event {
            match event {
                PlayerEvent::Ready if news.table.is_none() => state.ready.insert(seat),
                PlayerEvent::Ready => {}
                PlayerEvent::Leave => state.away.insert(seat),
                PlayerEvent::Return => state.away.remove(seat),
                PlayerEvent::GetUp | PlayerEvent::GetUpPoor => {
                    state.ready.remove(seat);
                    if event == PlayerEvent::GetUpPoor {
                        state.ready = SeatSet::EMPTY;
                    }
                    state.away.remove(seat);
                    self.players.retain(|player| player.seat != seat);
                }
            }
        }
        if let Some(values) = news.cards.as_ref().and_then(|cards| cards.values.as_ref()) {
            state.hand = Some(values.clone());
        }
        if let Some(availables) = &news.availables {
            state.availables.clone_from(availables);
        }
        if !news.waits.is_empty() || news.finish_round.is_some() {
            self.stop_clocks(now);
            self.clocks = news.waits.iter().map(|&wait| ClockSeen { wait, told: now }).collect();
        }
    }

    /// A round begins, and with the parameters of the game a party.
    fn round(&mut self, table: &RoundStart, news: &GameNews) {
        let before = self.state.as_ref();
        let new_party = news.param.is_some();
        let Some(param) = news.param.or(before.map(|state| state.param)) else { return };
        let (party, round) = before.map_or((0, 0), |state| (state.party, state.round));
        let round = if new_party { 1 } else { round + 1 };
        let held = table.boxes.iter().find(|counted| counted.seat == table.roles.defender);
        let most = if round == 1 { 5 } else { 6 };
        self.state = Some(GameState {
            param,
            party: if new_party { party + 1 } else { party },
            round,
            stage: Stage::Round,
            piles: Vec::new(),
            limit: held.map_or(most, |held| held.count.min(most)),
            shown: None,
            trump: table.trump,
            deck_count: table.deck_count,
            discarded: before.filter(|_| !new_party).map_or(0, |state| state.discarded),
            counts: table.boxes.iter().map(|counted| (counted.seat, counted.count)).collect(),
            finished: SeatSet::EMPTY,
            ready: SeatSet::EMPTY,
            away: before.map_or(SeatSet::EMPTY, |state| state.away),
            roles: table.roles,
            availables: Vec::new(),
            hand: before.and_then(|state| state.hand.clone()),
        });
    }

    /// The bank of who was over their time is used from now on.
    fn stop_clocks(&mut self, now: Timestamp) {
        let shown = self.at(now);
        self.players = shown.players;
        self.clocks.clear();
    }

    fn scores(&mut self, scores: &[Score]) {
        for player in &mut self.players {
            if let Some(score) = scores.iter().find(|score| score.seat == player.seat) {
                player.points = score.points;
            }
        }
        let Some(state) = &mut self.state else { return };
        state.stage = Stage::Ready;
        state.ready = SeatSet::EMPTY;
        // The last cards of the deck may have been drawn without another round: what is not in a hand is there.
        for (seat, count) in &mut state.counts {
            let left = scores.iter().find(|score| score.seat == *seat).and_then(|score| score.count);
            *count = left.unwrap_or(*count);
        }
        if scores.iter().any(|score| score.count.is_some()) {
            let held: u8 = state.counts.iter().map(|&(_, count)| count).sum();
            state.deck_count = state.param.deck_size.saturating_sub(held + state.discarded);
        }
    }

    /// Is the player waited for?
    pub fn is_waited_for(&self, seat: Seat) -> bool {
        self.clocks.iter().any(|clock| clock.wait.name == WaitName::Turn && clock.wait.seat == Some(seat))
    }
}

fn make_turn(state: &mut GameState, own: Option<Seat>, made: &TurnMade) {
    let TurnMade { seat, turn, roles } = *made;
    let played = match turn {
        Turn::Attack(card) => {
            state.piles.push((card, None));
            state.finished = SeatSet::EMPTY;
            Some(card)
        }
        Turn::Transfer(card) => {
            state.piles.push((card, None));
            state.shown = None;
            Some(card)
        }
        Turn::Defend { attack, with } => {
            let pile =
                state.piles.iter_mut().find(|(card, beaten_by)| *card == attack && beaten_by.is_none());
            if let Some(pile) = pile {
                pile.1 = Some(with);
            }
            Some(with)
        }
        Turn::Show(card) => {
            state.shown = Some(card);
            None
        }
        Turn::Take => {
            state.stage = Stage::Taking;
            None
        }
        Turn::Finish => {
            state.finished.insert(seat);
            None
        }
    };
    if let Some(played) = played {
        change_count(state, seat, -1);
        if let Some(hand) = state.hand.as_mut().filter(|_| own == Some(seat)) {
            hand.retain(|&card| card != played);
        }
    }
    if let Some(roles) = roles {
        state.roles = roles;
    }
    if matches!(turn, Turn::Transfer(_)) {
        let held = state
            .counts
            .iter()
            .find(|(other, _)| *other == state.roles.defender)
            .map_or(0, |&(_, count)| count);
        state.limit = held.min(if state.round == 1 { 5 } else { 6 });
    }
}

fn finish_round(state: &mut GameState, taken_by: Option<Seat>) {
    let cards = state.piles.iter().map(|(_, beaten_by)| 1 + i16::from(beaten_by.is_some())).sum::<i16>();
    match taken_by {
        Some(seat) => change_count(state, seat, cards),
        None => state.discarded = state.discarded.saturating_add_signed(cards as i8),
    }
    state.piles.clear();
    state.finished = SeatSet::EMPTY;
    state.shown = None;
    state.stage = Stage::Ready;
    state.ready = SeatSet::EMPTY;
}

fn change_count(state: &mut GameState, seat: Seat, by: i16) {
    if let Some((_, count)) = state.counts.iter_mut().find(|(other, _)| *other == seat) {
        *count = u8::try_from((i16::from(*count) + by).max(0)).unwrap_or(u8::MAX);
    }
}
