//! A whole game: party after party, for points and a stake.

use crate::action::{Action, Availables, Offer};
use crate::deal::Deal;
use crate::event::{Event, GameOver, Outcome, PartyEnd};
use crate::party::{Out, Party};
use crate::refusal::Refusal;
use crate::rules::{Conditions, MAX_BOXES, Opening, Rules};
use crate::view::{Stage, View, Wait};
use kozyr_card_game::{Awaits, Clock, Move, Payoffs, Seat, SeatSet, Seated, Shoe, Viewer};
use kozyr_cards::CardSet;
use kozyr_chips::Chips;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Progress {
    Party,
    /// Between two parties.
    Between,
    Over(GameOver),
}

/// A game of Durak in progress: the party that is played, the points, the stakes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    conditions: Conditions,
    party: Party,
    /// 1 for the first party.
    number: u16,
    progress: Progress,
    /// Who has not got up.
    staying: SeatSet,
    points: [u16; MAX_BOXES],
    ready: SeatSet,
    /// Every card somebody has rightly seen in parties before this one.
    seen_before: CardSet,
    brought: [Chips; MAX_BOXES],
    stacks: [Chips; MAX_BOXES],
    pool: Chips,
    raked: Chips,
}

impl Match {
    /// Seats the players and takes their stakes.
    ///
    /// # Errors
    /// When a condition is out of range, the seats are not boxes 0 to `num_seats` − 1, or a stack does not
    /// cover the stake.
    pub fn new(conditions: &Conditions, seats: &[Seated]) -> Result<Match, Refusal> {
        conditions.check()?;
        let party =
            Party::new(&conditions.rules, conditions.num_seats, SeatSet::first(conditions.num_seats.into()));
        Match::from_party(conditions, seats, party?)
    }

    /// The same with a first party that stands somewhere already.
    ///
    /// # Errors
    /// As [`Match::new`], or when the party is played at another table.
    pub fn from_party(conditions: &Conditions, seats: &[Seated], party: Party) -> Result<Match, Refusal> {
        conditions.check()?;
        let boxes: SeatSet = seats.iter().map(|seated| seated.seat).collect();
        let all = SeatSet::first(conditions.num_seats.into());
        if boxes != all || seats.len() != boxes.len() || party.boxes() != boxes {
            return Err(Refusal::Seats(conditions.num_seats - 1));
        }
        let mut stacks = [Chips::ZERO; MAX_BOXES];
        for seated in seats {
            if seated.stack < conditions.stake || seated.stack > Chips::MAX {
                return Err(Refusal::Stake(seated.seat.index()));
            }
            stacks[seated.seat.index()] = seated.stack;
        }
        let mut game = Match {
            conditions: *conditions,
            party,
            number: 1,
            progress: Progress::Party,
            staying: boxes,
            points: [0; MAX_BOXES],
            ready: SeatSet::EMPTY,
            seen_before: CardSet::EMPTY,
            brought: stacks,
            stacks,
            pool: Chips::ZERO,
            raked: Chips::ZERO,
        };
        game.take_stakes();
        Ok(game)
    }

    /// The conditions it is played under.
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// The party that is played, or was played last.
    pub fn party(&self) -> &Party {
        &self.party
    }

    /// How the game ended, once it has.
    pub fn over(&self) -> Option<&GameOver> {
        match &self.progress {
            Progress::Over(over) => Some(over),
            _ => None,
        }
    }

    /// Everybody's points.
    pub fn points(&self) -> &[u16; MAX_BOXES] {
        &self.points
    }

    /// What happens next.
    pub fn awaits(&self) -> Awaits {
        match self.progress {
            Progress::Party => self.party.awaits(),
            Progress::Between => Awaits::Stage(self.staying),
            Progress::Over(_) => Awaits::Nothing,
        }
    }

    /// The players whose time runs.
    pub fn clocks(&self) -> SeatSet {
        match self.progress {
            Progress::Party => self.party.clocks(),
            _ => SeatSet::EMPTY,
        }
    }

    /// The protocol's `availables` of this player.
    pub fn availables(&self, seat: Seat) -> Availables {
        match self.progress {
            Progress::Party => self.party.availables(seat),
            Progress::Between if self.staying.contains(seat) && !self.ready.contains(seat) => {
                [Offer::Ready].into_iter().collect()
            }
            _ => Availables::new(),
        }
    }

    /// All a player may do.
    pub fn legal(&self, seat: Seat, out: &mut Vec<Offer>) {
        match self.progress {
            Progress::Party => self.party.legal(seat, out),
            Progress::Between if self.staying.contains(seat) => {
                out.extend(self.availables(seat));
                if self.endless() {
                    out.push(Offer::Surrender);
                }
                out.push(if self.party.is_away(seat) { Offer::Back } else { Offer::Away });
            }
            _ => {}
        }
    }

    /// Makes a move, or refuses it and changes nothing.
    ///
    /// # Errors
    /// Why the move may not be made.
    pub fn play(&mut self, mv: &Move<Deal, Action>, out: &mut Vec<Event>) -> Result<(), Refusal> {
        match (self.progress, mv) {
            (Progress::Party, _) => {
                self.party.play(mv, out)?;
                if let Some(outcome) = self.party.outcome() {
                    self.party_over(&outcome, out);
                }
                Ok(())
            }
            (Progress::Between, Move::Act(seat, action)) => self.act_between(*seat, *action, out),
            (Progress::Between, Move::Timeout(Clock::Stage)) => {
                self.next_party(out);
                Ok(())
            }
            (_, Move::Deal(_)) => Err(Refusal::WrongDeal("these cards are not awaited")),
            (Progress::Between, Move::Timeout(_)) => Err(Refusal::NoSuchClock),
            (Progress::Over(_), _) => Err(Refusal::Over),
        }
    }

    /// Takes from the shoe what the game awaits; every party but the first is dealt from a fresh shuffle.
    pub fn draw(&self, shoe: &mut dyn Shoe) -> Option<Deal> {
        if self.progress == Progress::Party && self.number > 1 && self.party.stage() == Stage::Dealing {
            shoe.shuffle();
        }
        self.party.draw(shoe)
    }

    /// What this viewer may know.
    pub fn view(&self, viewer: Viewer) -> View {
        let mut view = self.party.view(viewer);
        view.party = self.number;
        view.points = self.points;
        if self.progress == Progress::Between {
            let silent = self.staying.iter().filter(|&seat| !self.ready.contains(seat));
            view.stage = Stage::Between;
            view.ready = self.ready;
            view.wait = Wait::Ready(silent.collect());
            if let Viewer::Seat(seat) = viewer {
                view.availables = self.availables(seat);
            }
        }
        view
    }

    /// The cards whose faces this viewer has rightly learned, in this party or an earlier one.
    pub fn known(&self, viewer: Viewer) -> CardSet {
        self.seen_before | self.party.known(viewer)
    }

    /// All chips, wherever they lie.
    pub fn chips(&self) -> Chips {
        self.stacks.iter().sum::<Chips>() + self.pool + self.raked
    }

    /// Who won what, once the game is over.
    pub fn payoffs(&self) -> Option<Payoffs> {
        let Progress::Over(_) = self.progress else { return None };
        let all = SeatSet::first(self.conditions.num_seats.into());
        let won = |seat: Seat| (seat, self.stacks[seat.index()] - self.brought[seat.index()]);
        Some(Payoffs { seats: all.iter().map(won).collect(), rake: self.raked, house: Chips::ZERO })
    }

    /// No last point: parties go on until fewer than two want to play, each for its own stake.
    fn endless(&self) -> bool {
        self.conditions.points == 0
    }

    fn take_stakes(&mut self) {
        for seat in self.staying.iter() {
            self.stacks[seat.index()] -= self.conditions.stake;
            self.pool += self.conditions.stake;
        }
    }

    /// The pool less the rake, in equal parts, to the winners; without winners every stake goes back.
    fn pay_out(&mut self, winners: SeatSet) -> [Chips; MAX_BOXES] {
        let mut paid = [Chips::ZERO; MAX_BOXES];
        let boxes = self.party.boxes();
        let (to, share) = if winners.is_empty() {
            (boxes, self.pool.split(boxes.len() as i64).0)
        } else {
            let rake = self.pool.mul_div_floor(self.conditions.rake_percent.into(), 100);
            (winners, (self.pool - rake).split(winners.len() as i64).0)
        };
        for seat in to.iter() {
            self.pool -= share;
            self.stacks[seat.index()] += share;
            paid[seat.index()] = share;
        }
        // The rake, and the few units that equal parts leave over.
        self.raked += self.pool;
        self.pool = Chips::ZERO;
        paid
    }

    fn party_over(&mut self, outcome: &Outcome, out: &mut Out) {
        for seat in outcome.winners.iter() {
            self.points[seat.index()] += 1;
        }
        let paid = if self.endless() { self.pay_out(outcome.winners) } else { [Chips::ZERO; MAX_BOXES] };
        let boxes = self.party.boxes();
        out.push(Event::PartyEnd(PartyEnd { outcome: *outcome, boxes, points: self.points, paid }));
        let goal = self.conditions.points;
        let there: SeatSet = boxes.iter().filter(|seat| self.points[seat.index()] >= goal).collect();
        if !self.endless() && (!there.is_empty() || goal == 1) {
            // One party decides a game to one point, so its draw is the draw of the game.
            self.game_over(there, out);
        } else {
            self.progress = Progress::Between;
            self.ready = SeatSet::EMPTY;
            out.push(Event::ReadyWanted(self.staying));
        }
    }

    fn game_over(&mut self, winners: SeatSet, out: &mut Out) {
        let paid = if self.endless() { [Chips::ZERO; MAX_BOXES] } else { self.pay_out(winners) };
        let over = GameOver { boxes: self.party.boxes(), winners, points: self.points, paid };
        self.progress = Progress::Over(over);
        out.push(Event::GameOver(over));
    }

    fn act_between(&mut self, seat: Seat, action: Action, out: &mut Out) -> Result<(), Refusal> {
        if !self.staying.contains(seat) {
            return Err(Refusal::NotPlaying(seat));
        }
        match action {
            Action::Ready if self.ready.contains(seat) => return Err(Refusal::NotAsked),
            Action::Ready => {
                self.ready.insert(seat);
                out.push(Event::Ready(seat));
            }
            Action::Away | Action::Back => {
                let goes = action == Action::Away;
                if self.party.is_away(seat) == goes {
                    return Err(Refusal::SamePresence);
                }
                self.party.set_away(seat, goes, out);
            }
            Action::Surrender if self.endless() => {
                self.get_up(seat, out);
                if self.too_few() {
                    self.end_for_want_of_players(out);
                    return Ok(());
                }
            }
            _ => return Err(Refusal::NotYourTurn),
        }
        let answered = |seat: Seat| self.ready.contains(seat) || self.party.is_away(seat);
        if !self.ready.is_empty() && self.staying.iter().all(answered) {
            self.next_party(out);
        }
        Ok(())
    }

    fn get_up(&mut self, seat: Seat, out: &mut Out) {
        self.staying.remove(seat);
        self.ready.remove(seat);
        out.push(Event::GotUp(seat));
    }

    fn too_few(&self) -> bool {
        self.staying.len() < if self.conditions.rules.mode.pairs() { 4 } else { 2 }
    }

    /// The game without a last point is won by who has most of them.
    fn end_for_want_of_players(&mut self, out: &mut Out) {
        let most = self.points.iter().copied().max().unwrap_or(0);
        let all = SeatSet::first(self.conditions.num_seats.into());
        let winners: SeatSet = all.iter().filter(|seat| self.points[seat.index()] == most).collect();
        self.game_over(if winners == all { SeatSet::EMPTY } else { winners }, out);
    }

    fn next_party(&mut self, out: &mut Out) {
        if self.endless() {
            // Who cannot pay the next stake gets up.
            for seat in self.staying.iter() {
                if self.stacks[seat.index()] < self.conditions.stake {
                    self.get_up(seat, out);
                }
            }
            if self.too_few() {
                return self.end_for_want_of_players(out);
            }
            self.take_stakes();
        }
        let outcome = self.party.outcome().expect("the last party is over");
        let rules = Rules { opening: self.next_opening(&outcome), ..self.conditions.rules };
        let next = Party::new(&rules, self.conditions.num_seats, self.staying);
        let mut next = next.expect("the conditions were checked");
        next.keep_away(&self.party);
        for seat in self.party.boxes().iter() {
            self.seen_before |= self.party.known(Viewer::Seat(seat));
        }
        self.party = next;
        self.number = self.number.saturating_add(1);
        self.progress = Progress::Party;
        self.ready = SeatSet::EMPTY;
    }

    /// The fool is attacked first, by the player on his right; of a winning pair the one leads who went out
    /// first; after a draw the lowest trump.
    fn next_opening(&self, outcome: &Outcome) -> Opening {
        if outcome.is_draw() {
            return Opening::LowestTrump;
        }
        if self.conditions.rules.mode.pairs() {
            let leads = outcome.first_out.or(outcome.winners.iter().next());
            return leads.map_or(Opening::LowestTrump, Opening::Leads);
        }
        let fool = outcome.fools.iter().next().filter(|&fool| self.staying.contains(fool));
        let Some(fool) = fool else { return Opening::LowestTrump };
        let seats = usize::from(self.conditions.num_seats);
        let right = |step: usize| Seat::from_index((fool.index() + seats - step) % seats);
        let attacker = (1..seats).map(right).find(|&seat| self.staying.contains(seat));
        attacker.map_or(Opening::LowestTrump, Opening::Leads)
    }
}
