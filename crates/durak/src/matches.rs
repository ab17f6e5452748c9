//! A whole game: party after party, for points and a stake.

use crate::action::{Action, Availables, Offer};
use crate::deal::Deal;
use crate::event::{Event, GameOver, Outcome};
use crate::party::{Out, Party};
use crate::refusal::Refusal;
use crate::rules::{Conditions, MAX_BOXES, Rules};
use crate::score::Score;
use crate::view::{Stage, View};
use kozyr_card_game::{Awaits, Clock, Move, Payoffs, Seat, SeatSet, Seated, Shoe, Viewer};
use kozyr_cards::CardSet;
use kozyr_chips::Chips;

/// A game of Durak in progress: the party that is played, the score, and everybody's chips.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    party: Party,
    score: Score,
    /// Every card somebody has rightly seen in parties before this one.
    seen_before: CardSet,
    brought: [Chips; MAX_BOXES],
    stacks: [Chips; MAX_BOXES],
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
        let boxes = SeatSet::first(conditions.num_seats.into());
        Match::from_party(conditions, seats, Party::new(&conditions.rules, conditions.num_seats, boxes)?)
    }

    /// The same with a first party that stands somewhere already.
    ///
    /// # Errors
    /// As [`Match::new`], or when the party is played at another table.
    pub fn from_party(conditions: &Conditions, seats: &[Seated], party: Party) -> Result<Match, Refusal> {
        let score = Score::new(conditions)?;
        let boxes: SeatSet = seats.iter().map(|seated| seated.seat).collect();
        if boxes != score.staying() || seats.len() != boxes.len() || party.boxes() != boxes {
            return Err(Refusal::Seats(conditions.num_seats - 1));
        }
        let mut stacks = [Chips::ZERO; MAX_BOXES];
        for seated in seats {
            if seated.stack < conditions.stake || seated.stack > Chips::MAX {
                return Err(Refusal::Stake(seated.seat.index()));
            }
            stacks[seated.seat.index()] = seated.stack;
        }
        let (seen_before, raked) = (CardSet::EMPTY, Chips::ZERO);
        let mut game = Match { party, score, seen_before, brought: stacks, stacks, raked };
        game.begin_party();
        Ok(game)
    }

    /// The conditions it is played under.
    pub fn conditions(&self) -> &Conditions {
        self.score.conditions()
    }

    /// The party that is played, or was played last.
    pub fn party(&self) -> &Party {
        &self.party
    }

    /// Points, pool, and who plays on.
    pub fn score(&self) -> &Score {
        &self.score
    }

    /// How the game ended, once it has.
    pub fn over(&self) -> Option<&GameOver> {
        self.score.over()
    }

    /// Everybody's points.
    pub fn points(&self) -> &[u16; MAX_BOXES] {
        self.score.points()
    }

    /// What happens next.
    pub fn awaits(&self) -> Awaits {
        if self.score.is_between() { Awaits::Stage(self.score.staying()) } else { self.party.awaits() }
    }

    /// The players whose time runs.
    pub fn clocks(&self) -> SeatSet {
        self.party.clocks()
    }

    /// Where the game stands.
    pub fn stage(&self) -> Stage {
        if self.score.is_between() { Stage::Between } else { self.party.stage() }
    }

    /// What lies in front of a player: their chips without the stake.
    pub fn stack(&self, seat: Seat) -> Chips {
        self.stacks.get(seat.index()).copied().unwrap_or_default()
    }

    /// The protocol's `availables` of this player.
    pub fn availables(&self, seat: Seat) -> Availables {
        match self.stage() {
            Stage::Between => self.score.availables(seat),
            _ => self.party.availables(seat),
        }
    }

    /// All a player may do.
    pub fn legal(&self, seat: Seat, out: &mut Vec<Offer>) {
        match self.stage() {
            Stage::Between if self.score.staying().contains(seat) => {
                out.extend(self.availables(seat));
                out.push(Offer::Surrender);
                out.push(if self.party.away().contains(seat) { Offer::Back } else { Offer::Away });
            }
            // Of a party that is over there is nothing to do.
            _ => self.party.legal(seat, out),
        }
    }

    /// Makes a move, or refuses it and changes nothing.
    ///
    /// # Errors
    /// Why the move may not be made.
    pub fn play(&mut self, mv: &Move<Deal, Action>, out: &mut Vec<Event>) -> Result<(), Refusal> {
        if !self.score.is_between() {
            self.party.play(mv, out)?;
            if let Some(outcome) = self.party.outcome() {
                self.party_over(&outcome, out);
            }
            return Ok(());
        }
        match mv {
            Move::Act(seat, action) => self.act_between(*seat, *action, out),
            Move::Timeout(Clock::Stage) => {
                self.next_party(out);
                Ok(())
            }
            Move::Timeout(Clock::Seat(_)) => Err(Refusal::NoSuchClock),
            Move::Shuffled | Move::Deal(_) => Err(Refusal::WrongDeal("these cards are not awaited")),
            Move::Join(_) | Move::Part(_) => Err(Refusal::ComingAndGoing),
        }
    }

    /// Takes from the shoe what the party awaits.
    pub fn draw(&self, shoe: &mut dyn Shoe) -> Option<Deal> {
        self.party.draw(shoe)
    }

    /// What this viewer may know.
    pub fn view(&self, viewer: Viewer) -> View {
        self.score.view(self.party.view(viewer))
    }

    /// The cards whose faces this viewer has rightly learned, in this party or an earlier one.
    pub fn known(&self, viewer: Viewer) -> CardSet {
        self.seen_before | self.party.known(viewer)
    }

    /// All chips, wherever they lie.
    pub fn chips(&self) -> Chips {
        self.stacks.iter().sum::<Chips>() + self.score.pool() + self.raked
    }

    /// Who won what, once the game is over.
    pub fn payoffs(&self) -> Option<Payoffs> {
        self.over()?;
        let all = SeatSet::first(self.conditions().num_seats.into());
        let won = |seat: Seat| (seat, self.stacks[seat.index()] - self.brought[seat.index()]);
        Some(Payoffs { seats: all.iter().map(won).collect(), rake: self.raked, house: Chips::ZERO })
    }

    fn party_over(&mut self, outcome: &Outcome, out: &mut Out) {
        let end = self.score.party_over(outcome);
        self.pay(&end.paid, end.rake);
        out.push(Event::PartyEnd(end));
        match self.score.over().copied() {
            Some(over) => self.game_over(over, out),
            None => out.push(Event::ReadyWanted(self.score.staying())),
        }
    }

    fn game_over(&mut self, over: GameOver, out: &mut Out) {
        self.pay(&over.paid, over.rake);
        out.push(Event::GameOver(over));
    }

    fn pay(&mut self, paid: &[Chips; MAX_BOXES], rake: Chips) {
        for (stack, &paid) in self.stacks.iter_mut().zip(paid) {
            *stack += paid;
        }
        self.raked += rake;
    }

    fn act_between(&mut self, seat: Seat, action: Action, out: &mut Out) -> Result<(), Refusal> {
        if !self.score.staying().contains(seat) {
            return Err(Refusal::NotPlaying(seat));
        }
        match action {
            Action::Ready => {
                self.score.be_ready(seat)?;
                out.push(Event::Ready(seat));
            }
            Action::Away | Action::Back => {
                let goes = action == Action::Away;
                if self.party.away().contains(seat) == goes {
                    return Err(Refusal::SamePresence);
                }
                self.party.set_away(seat, goes, out);
            }
            Action::Surrender => self.get_up(SeatSet::only(seat), out),
            _ => return Err(Refusal::NotYourTurn),
        }
        if self.score.is_between() && self.score.all_ready(self.party.away()) {
            self.next_party(out);
        }
        Ok(())
    }

    fn get_up(&mut self, seats: SeatSet, out: &mut Out) {
        let over = self.score.get_up(seats).expect("they stay, and no party runs");
        out.extend(seats.iter().map(Event::GotUp));
        if let Some(over) = over {
            self.game_over(over, out);
        }
    }

    /// The next party begins. Who cannot pay what it costs gets up before, and so does who is away and has not
    /// answered where it costs something.
    fn next_party(&mut self, out: &mut Out) {
        let due = self.score.due();
        let poor = |seat: &Seat| self.stacks[seat.index()] < due;
        let mut going: SeatSet = self.score.staying().iter().filter(poor).collect();
        self.score.must_answer(self.party.away()).iter().for_each(|seat| going.insert(seat));
        self.get_up(going, out);
        if self.over().is_some() {
            return;
        }
        let rules = self.begin_party();
        let next = Party::new(&rules, self.conditions().num_seats, self.score.staying());
        let last = std::mem::replace(&mut self.party, next.expect("the conditions were checked"));
        for seat in last.boxes().iter() {
            self.seen_before |= last.known(Viewer::Seat(seat));
        }
        self.party.keep_away(last.away());
    }

    /// Everybody who plays pays what is due, and the party counts.
    fn begin_party(&mut self) -> Rules {
        let due = self.score.due();
        for seat in self.score.staying().iter() {
            self.stacks[seat.index()] -= due;
        }
        self.score.begin().expect("no party is played")
    }
}
