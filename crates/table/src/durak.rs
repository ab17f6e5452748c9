//! Durak around a table: taking places, being ready, stakes, parties and points.
//!
//! What is dealt is one party ([`OneParty`]). Points, the pool and who opens outlive it in a [`Score`], which stands in
//! every checkpoint between parties. A game begins when every place is taken and everybody is ready; stakes come out
//! of wallets as it begins, or as each party begins where there is no last point.

mod game;
mod house;

pub use game::{DurakGame, DurakPlan};
pub use house::DurakHouse;

use crate::seating::{
    AfterTimeout, Between, ChairOf, Company, GivesUp, Next, Paid, Place, RefusedBy, Seating, Standings, Time,
};
use crate::{Deeds, LeftWhy, Person, Refused, Settings, SetupError, Wish};
use kozyr_card_game::{Clock, Seat, SeatSet};
use kozyr_chips::Chips;
use kozyr_durak::{Action, Offer, OneParty, Party, PartyStart, Score, View};
use kozyr_time::{Millis, PlayerId, Timestamp};
use serde::{Deserialize, Serialize};

/// A table of Durak.
pub type DurakTable = crate::Table<DurakSeating>;

/// Who is ready, and the game that is played or was played last.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DurakSeating {
    game: Option<DurakGame>,
    /// Who is ready for a new game. Who is ready for the next party stands in the score.
    ready: SeatSet,
    /// Who went away and has not come back.
    away: SeatSet,
    /// Who could not pay the stake of the next party.
    poor: SeatSet,
    /// Has a game just ended, with nobody gone since? Then the same people are asked for another one.
    revanche: bool,
}

/// The pauses between two parties.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DurakPause {
    /// Every place is taken: everybody is asked whether they are ready.
    Begin,
    /// Between two parties of a game.
    Party,
    /// The game is over: everybody is asked whether they want another one.
    Revanche,
}

/// What is said between parties.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DurakWord {
    /// Ready for the game, for the next party, or for another game.
    Ready,
    /// Not ready for a game after all.
    NotReady,
    /// Goes away between parties; within one that is an action.
    Away,
    /// Is back.
    Back,
}

impl DurakSeating {
    /// The game that is played, or was played last.
    pub fn game(&self) -> Option<&DurakGame> {
        self.game.as_ref()
    }

    /// The score of the game that is played, or was played last.
    pub fn score(&self) -> Option<&Score> {
        self.game.as_ref().map(DurakGame::score)
    }

    /// Who is ready: for the next party of a game, or for a new game.
    pub fn ready(&self) -> SeatSet {
        self.going_on().map_or(self.ready, |game| game.score().ready())
    }

    /// Who went away and has not come back.
    pub fn away(&self) -> SeatSet {
        self.away
    }

    /// A game that is not over.
    fn going_on(&self) -> Option<&DurakGame> {
        self.game.as_ref().filter(|game| game.score().over().is_none())
    }

    /// Those nobody can ask whether they play on: without a connection, away, or sitting out.
    fn absent(&self, company: &Company<'_, Self>) -> SeatSet {
        let there = |seat| company.at(seat).is_some_and(|one| one.connected && one.wish != Wish::Pause);
        let seats = company.sitters.iter().map(|sitter| sitter.seat);
        seats.filter(|&seat| self.away.contains(seat) || !there(seat)).collect()
    }

    /// A new game is for all the places of a table.
    fn is_full(company: &Company<'_, Self>) -> bool {
        company.sitters.len() == usize::from(company.settings.seats)
    }

    /// Those who have not said that they are ready for a new game.
    fn silent(&self, company: &Company<'_, Self>) -> Vec<Seat> {
        let seats = company.sitters.iter().map(|sitter| sitter.seat);
        seats.filter(|&seat| !self.ready.contains(seat)).collect()
    }

    fn first_party(&self, company: &Company<'_, Self>) -> Next<DurakPlan> {
        if !DurakSeating::is_full(company) {
            return Next::default();
        }
        let silent = self.silent(company);
        if !silent.is_empty() {
            let gone = silent.into_iter().map(|seat| (seat, LeftWhy::TimedOut)).collect();
            return Next { gone, ..Next::default() };
        }
        let conditions = company.house.conditions(company.settings);
        let score = Score::new(&conditions).expect("the house rules were checked");
        Next { plan: Some(DurakPlan::new(&score, SeatSet::EMPTY, company)), ..Next::default() }
    }

    /// Who cannot pay gets up. So does who is gone and has not answered, where there is something to pay.
    fn next_party(&self, game: &DurakGame, company: &Company<'_, Self>) -> Next<DurakPlan> {
        if !self.poor.is_empty() {
            let gone = self.poor.iter().map(|seat| (seat, LeftWhy::Busted)).collect();
            return Next { gone, ..Next::default() };
        }
        let mut score = game.score().clone();
        let silent = score.must_answer(self.absent(company));
        let over = score.get_up(silent).expect("they stay, and no party runs");
        Next {
            gone: silent.iter().map(|seat| (seat, LeftWhy::TimedOut)).collect(),
            plan: over.is_none().then(|| DurakPlan::new(&score, self.away, company)),
            ..Next::default()
        }
    }

    fn may_be_ready(&self, company: &Company<'_, Self>, seat: Seat) -> Result<(), RefusedBy<Self>> {
        if let Some(game) = self.going_on() {
            return game.score().clone().be_ready(seat).map_err(Refused::Game);
        }
        // Whoever were ready before the last place is taken might be gone by then.
        match () {
            () if !DurakSeating::is_full(company) => Err(Refused::TooFewPlayers),
            () if self.ready.contains(seat) => Err(Refused::AlreadySo),
            () => Ok(()),
        }
    }

    fn may_go_or_come(&self, seat: Seat, goes: bool) -> Result<(), RefusedBy<Self>> {
        let between = self.going_on().filter(|game| game.score().is_between());
        match between.map(|game| game.score().staying().contains(seat)) {
            None | Some(false) => Err(Refused::NotNow),
            Some(true) if self.away.contains(seat) == goes => Err(Refused::AlreadySo),
            Some(true) => Ok(()),
        }
    }
}

impl Seating for DurakSeating {
    type Game = OneParty;
    type House = DurakHouse;
    type Plan = DurakPlan;
    type Standing = ();
    type Word = DurakWord;
    type Pause = DurakPause;
    type Show = ();

    const MOST_SEATS: u8 = kozyr_durak::MAX_BOXES as u8;
    /// Everybody's starts again whose turn it is, whenever the table changes; going away gives nobody more time.
    const MOVER_RESTARTS: bool = false;

    fn check(house: &DurakHouse, settings: &Settings) -> Result<(), SetupError> {
        house.check(settings)
    }

    fn welcome(&self, _: &DurakHouse, _: Option<&()>) {}

    /// Who gets up from a game leaves it; when too few are left, those have won it.
    fn left(&mut self, seat: Seat) -> Paid {
        // Whoever sits there next has said nothing, and another set of people is asked anew.
        self.ready = SeatSet::EMPTY;
        self.away.remove(seat);
        self.poor.remove(seat);
        self.revanche = false;
        let game = self.game.as_mut().filter(|game| game.score().over().is_none());
        game.map(|game| game.get_up(seat)).unwrap_or_default()
    }

    fn may_change_seats(&self) -> bool {
        self.going_on().is_none()
    }

    fn emptied(&mut self) {
        *self = DurakSeating::default();
    }

    fn hear(&self, company: &Company<'_, Self>, seat: Seat, word: &DurakWord) -> Result<(), RefusedBy<Self>> {
        match word {
            DurakWord::Ready => self.may_be_ready(company, seat),
            DurakWord::NotReady if self.going_on().is_some() => Err(Refused::NotNow),
            DurakWord::NotReady if !self.ready.contains(seat) => Err(Refused::AlreadySo),
            DurakWord::NotReady => Ok(()),
            DurakWord::Away => self.may_go_or_come(seat, true),
            DurakWord::Back => self.may_go_or_come(seat, false),
        }
    }

    fn said(&mut self, _: &mut Standings<'_, Self>, seat: Seat, word: &DurakWord) {
        let game = self.game.as_mut().filter(|game| game.score().over().is_none());
        match (word, game) {
            (DurakWord::Ready, Some(game)) => game.be_ready(seat),
            (DurakWord::Ready, None) => self.ready.insert(seat),
            (DurakWord::NotReady, _) => self.ready.remove(seat),
            (DurakWord::Away, _) => self.away.insert(seat),
            (DurakWord::Back, _) => self.away.remove(seat),
        }
    }

    /// Not ready any more; between parties they get up, and the others are asked anew. Nothing begins at once: the
    /// next wallet might not pay either.
    fn could_not_pay(&mut self, _: &mut Standings<'_, Self>, seat: Seat) {
        self.ready.remove(seat);
        // Word of a wallet that comes late is about a stake that was paid, or is not due.
        let pays =
            |game: &&mut DurakGame| game.score().due().is_positive() && game.score().staying().contains(seat);
        if let Some(game) = self.game.as_mut().filter(pays) {
            game.ask_again();
            self.poor.insert(seat);
        }
    }

    fn between(&self, company: &Company<'_, Self>) -> Between<DurakPause> {
        let house = company.house;
        if let Some(game) = self.going_on() {
            return match !self.poor.is_empty() || game.score().all_ready(self.absent(company)) {
                true => Between::Now,
                false => Between::Pause { name: DurakPause::Party, length: house.ready },
            };
        }
        match (DurakSeating::is_full(company), self.silent(company).is_empty(), self.revanche) {
            (false, _, _) => Between::Wait,
            (true, true, _) => Between::Now,
            (true, false, true) => Between::Pause { name: DurakPause::Revanche, length: house.revanche },
            (true, false, false) => Between::Pause { name: DurakPause::Begin, length: house.begin },
        }
    }

    fn next(&self, company: &Company<'_, Self>) -> Next<DurakPlan> {
        match self.going_on() {
            Some(game) => self.next_party(game, company),
            None => self.first_party(company),
        }
    }

    fn passed(&mut self, _: &mut Standings<'_, Self>, _: Option<DurakPause>) {}

    /// A box is a chair: it matters who sits beside whom.
    fn dealt_in(plan: &DurakPlan) -> Vec<Place> {
        plan.players.iter().map(|&(seat, _)| Place { seat, chair: seat }).collect()
    }

    fn stakes(plan: &DurakPlan) -> Vec<(Seat, Chips)> {
        plan.players.iter().map(|&(seat, _)| (seat, plan.stake)).collect()
    }

    fn rules(_: &DurakHouse, plan: &DurakPlan) -> PartyStart {
        let conditions = &plan.conditions;
        PartyStart { rules: conditions.rules, num_seats: conditions.num_seats, away: plan.away }
    }

    fn stands(_: &DurakPlan, _: Seat, (): &()) {}

    fn started(&mut self, plan: &DurakPlan, (): &mut ()) {
        let last = self.game.take();
        self.game = Some(DurakGame::begin(last, plan));
        (self.ready, self.poor, self.revanche) = (SeatSet::EMPTY, SeatSet::EMPTY, false);
    }

    fn ended(&mut self, _: &DurakHouse, party: &Party, _: &[Person]) -> Paid {
        let game = self.game.as_mut().expect("a party belongs to a game");
        let paid = game.party_over(&party.outcome().expect("the party is over"));
        self.revanche = game.score().over().is_some();
        self.away = party.away();
        paid
    }

    fn deeds((): &(), party: &Party, person: &Person) -> Deeds {
        let outcome = party.outcome();
        let among = |seats: SeatSet| seats.contains(person.seat);
        Deeds {
            won: outcome.is_some_and(|outcome| among(outcome.winners)),
            fool: outcome.is_some_and(|outcome| among(outcome.fools)),
            ..Deeds::default()
        }
    }

    fn holds(&self) -> Chips {
        self.game.as_ref().map_or(Chips::ZERO, |game| game.score().pool())
    }

    /// Those who have not got up play for equal parts of the pool.
    fn share_of(&self, seat: Seat) -> Chips {
        let game = self.going_on().filter(|game| game.score().staying().contains(seat));
        game.map_or(Chips::ZERO, |game| game.score().pool().split(game.score().staying().len() as i64).0)
    }

    /// A time bank is for a whole game.
    fn refill(plan: &DurakPlan, settings: &Settings) -> Millis {
        if plan.party == 1 { settings.bank } else { Millis::ZERO }
    }

    fn time(
        house: &DurakHouse,
        settings: &Settings,
        _: &Party,
        clock: Clock,
        _: Option<&ChairOf<Self>>,
        _: Timestamp,
    ) -> Option<Time> {
        match clock {
            Clock::Stage => Some(Time { length: house.ready, bank: false }),
            Clock::Seat(_) => (!house.untimed).then_some(Time { length: settings.turn, bank: true }),
        }
    }

    /// Who loses by time has lost the party, not the place; who is not there at all leaves in the end.
    fn timed_out(house: &DurakHouse, _: &Settings, chair: &ChairOf<Self>) -> AfterTimeout {
        if chair.missed() >= house.patience { AfterTimeout::Leaves } else { AfterTimeout::Stays }
    }

    /// Leaving is a surrender. Who is out of the party waits for its end: it is not theirs to lose any more.
    fn gives_up(party: &Party, seat: Seat) -> GivesUp<Action> {
        let mut offers = Vec::new();
        party.legal(seat, &mut offers);
        if offers.contains(&Offer::Surrender) { GivesUp::Acts(Action::Surrender) } else { GivesUp::Waits }
    }

    /// Without a clock a lost line is a surrender in the end; without a last point nobody who is gone pays a stake.
    fn heeds_lines(house: &DurakHouse, _: &Settings) -> bool {
        house.untimed || house.points == 0
    }

    fn line_lost_for(house: &DurakHouse) -> Option<Millis> {
        house.untimed.then_some(house.line_lost)
    }
}

impl DurakTable {
    /// The party that is played or just over, as this person may know it, within the game it belongs to.
    pub fn durak_view(&self, person: Option<PlayerId>) -> Option<View> {
        let party = self.game_view(person)?;
        Some(self.seating().score()?.view(party))
    }
}
