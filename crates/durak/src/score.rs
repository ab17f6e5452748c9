//! The score of a game: points, the pool, who stays and who opens the next party.

use crate::action::{Availables, Offer};
use crate::event::{GameOver, Outcome, PartyEnd};
use crate::params::ParamError;
use crate::refusal::Refusal;
use crate::rules::{Conditions, MAX_BOXES, Opening, Rules, partner};
use crate::view::{Stage, View, Wait};
use kozyr_card_game::{Seat, SeatSet, Viewer};
use kozyr_chips::Chips;

/// What a game is doing, seen from between its parties.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
enum Progress {
    /// Before the first party, or between two.
    Between,
    Playing,
    Over(GameOver),
}

/// The points, the pool, and who plays on.
///
/// A game of Durak is a row of parties. A [`Score`] is everything that outlives one of them: [`Match`](crate::Match)
/// keeps one beside its party, and a table keeps one in its log between parties. It holds no card and moves no
/// chip that it was not told of: whoever keeps it pays [what is due](Score::due) into the pool as a party
/// begins, and pays out what [`PartyEnd`] and [`GameOver`] say.
///
/// ```
/// use kozyr_card_game::{Seat, SeatSet};
/// use kozyr_chips::Chips;
/// use kozyr_durak::{Conditions, Ending, Opening, Outcome, Score};
///
/// let conditions = Conditions { num_seats: 3, points: 2, stake: Chips::new(100), ..Conditions::default() };
/// let mut score = Score::new(&conditions)?;
/// assert_eq!(score.due(), Chips::new(100));
/// score.begin().expect("the first party begins");
/// assert_eq!(score.pool(), Chips::new(300));
///
/// let two = Seat::from_index(2);
/// let outcome = Outcome {
///     ending: Ending::Surrender(two),
///     fools: SeatSet::only(two),
///     winners: SeatSet::first(2),
///     first_out: None,
/// };
/// let end = score.party_over(&outcome);
/// assert_eq!(end.points[..3], [1, 1, 0]);
/// // The stake is on the whole game, and the fool is attacked first by the player on their right.
/// assert_eq!(score.due(), Chips::ZERO);
/// assert_eq!(score.begin().unwrap().opening, Opening::Leads(Seat::from_index(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub struct Score {
    conditions: Conditions,
    progress: Progress,
    /// Parties begun.
    party: u16,
    /// Who has not got up.
    staying: SeatSet,
    /// Who takes part in the party that is played, or took part in the last one.
    boxes: SeatSet,
    points: [u16; MAX_BOXES],
    pool: Chips,
    /// Who has said that they are ready for the next party.
    ready: SeatSet,
    /// How the last party ended.
    last: Option<Outcome>,
}

impl Score {
    /// The score before the first party: everybody stays, nobody has paid.
    ///
    /// # Errors
    /// The first condition that is out of its range.
    pub fn new(conditions: &Conditions) -> Result<Score, ParamError> {
        conditions.check()?;
        let all = SeatSet::first(conditions.num_seats.into());
        Ok(Score {
            conditions: *conditions,
            progress: Progress::Between,
            party: 0,
            staying: all,
            boxes: all,
            points: [0; MAX_BOXES],
            pool: Chips::ZERO,
            ready: SeatSet::EMPTY,
            last: None,
        })
    }

    /// The conditions the game is played under, from its first party to its last.
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// The number of the party that is played or was played last; 0 before the first.
    pub fn party(&self) -> u16 {
        self.party
    }

    /// Who has not got up.
    pub fn staying(&self) -> SeatSet {
        self.staying
    }

    /// Everybody's points.
    pub fn points(&self) -> &[u16; MAX_BOXES] {
        &self.points
    }

    /// The stakes that lie in the middle.
    pub fn pool(&self) -> Chips {
        self.pool
    }

    /// Who is ready for the next party.
    pub fn ready(&self) -> SeatSet {
        self.ready
    }

    /// Is the next party still to begin?
    pub fn is_between(&self) -> bool {
        self.progress == Progress::Between
    }

    /// How the game ended, once it has.
    pub fn over(&self) -> Option<&GameOver> {
        match &self.progress {
            Progress::Over(over) => Some(over),
            _ => None,
        }
    }

    /// What everybody who stays pays into the pool as the next party begins: the stake before the first party, and
    /// in a game without a last point before every party.
    pub fn due(&self) -> Chips {
        let pays = self.is_between() && (self.party == 0 || self.endless());
        if pays { self.conditions.stake } else { Chips::ZERO }
    }

    /// Those who get up unless they say that they are ready. `absent` are the people nobody can ask whether they
    /// want to play on: without a connection, or away. In a game without a last point each party has its own
    /// stake, and none is taken from somebody who is gone.
    pub fn must_answer(&self, absent: SeatSet) -> SeatSet {
        let asks = self.is_between() && self.party > 0 && self.endless();
        if asks { self.staying.and(absent).without(self.ready) } else { SeatSet::EMPTY }
    }

    /// Has everybody answered who is waited for? Nobody waits for the absent, unless they get up for not answering:
    /// they have the whole time for it. When nobody at all has answered, the time decides.
    pub fn all_ready(&self, absent: SeatSet) -> bool {
        let excused = absent.without(self.must_answer(absent));
        !self.ready.is_empty() && self.silent().without(excused).is_empty()
    }

    /// The protocol's `availables` of a player between parties.
    pub fn availables(&self, seat: Seat) -> Availables {
        let asked = self.is_between() && self.silent().contains(seat);
        asked.then_some(Offer::Ready).into_iter().collect()
    }

    /// What somebody sees of the party that is played or was played last, with what the game around it adds.
    pub fn view(&self, party: View) -> View {
        let mut view = View { party: self.party, points: self.points, ..party };
        if self.is_between() {
            view.stage = Stage::Between;
            view.ready = self.ready;
            view.wait = Wait::Ready(self.silent());
            if let Viewer::Seat(seat) = view.viewer {
                view.availables = self.availables(seat);
            }
        }
        view
    }

    /// Who plays on and has not said that they are ready.
    fn silent(&self) -> SeatSet {
        self.staying.without(self.ready)
    }

    /// Somebody is ready for the next party.
    ///
    /// # Errors
    /// When they do not play on, are ready already, or a party runs.
    pub fn be_ready(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.is_asked(seat)?;
        if self.ready.contains(seat) {
            return Err(Refusal::NotAsked);
        }
        self.ready.insert(seat);
        Ok(())
    }

    /// Everybody is asked anew whether they are ready for the next party: it is not the one they were ready for.
    pub fn ask_again(&mut self) {
        self.ready = SeatSet::EMPTY;
    }

    /// Those of `seats` who stay get up and play no more; between parties only. When too few are left the game is
    /// over. A stake on the whole game stays in the pool: those who are left have won it.
    ///
    /// # Errors
    /// When a party runs, the game is over, or somebody has got up before.
    pub fn get_up(&mut self, seats: SeatSet) -> Result<Option<GameOver>, Refusal> {
        seats.iter().try_for_each(|seat| self.is_asked(seat))?;
        self.staying = self.staying.without(seats);
        self.ready = self.ready.without(seats);
        let fewest = if self.conditions.rules.mode.pairs() { 4 } else { 2 };
        Ok((self.staying.len() < fewest).then(|| self.end(self.winners_of_the_rest())))
    }

    /// The next party begins among those who stay, and what was due lies in the pool: by which rules it is played.
    /// `None` when a party runs or the game is over.
    pub fn begin(&mut self) -> Option<Rules> {
        if !self.is_between() {
            return None;
        }
        self.pool += self.due() * self.staying.len() as i64;
        let rules = Rules { opening: self.opening(), ..self.conditions.rules };
        self.boxes = self.staying;
        self.party = self.party.saturating_add(1);
        self.ready = SeatSet::EMPTY;
        self.progress = Progress::Playing;
        Some(rules)
    }

    /// The party ended like this. Ask [`Score::over`] whether the game did.
    ///
    /// # Panics
    /// When no party was played.
    pub fn party_over(&mut self, outcome: &Outcome) -> PartyEnd {
        assert!(self.progress == Progress::Playing, "no party was played");
        for seat in outcome.winners.iter() {
            self.points[seat.index()] += 1;
        }
        let (paid, rake) = if self.endless() { self.pay_out(outcome.winners) } else { Default::default() };
        let end = PartyEnd { outcome: *outcome, boxes: self.boxes, points: self.points, paid, rake };
        self.last = Some(*outcome);
        self.progress = Progress::Between;
        let goal = self.conditions.points;
        let there: SeatSet = self.boxes.iter().filter(|seat| self.points[seat.index()] >= goal).collect();
        // One party decides a game to one point, so its draw is the draw of the game.
        if !self.endless() && (!there.is_empty() || goal == 1) {
            self.end(there);
        }
        end
    }

    /// Who attacks first in the next party. The fool is attacked first, by the player on their right; of a winning
    /// pair the one leads who went out first; after a draw the lowest trump.
    pub fn opening(&self) -> Opening {
        let Some(outcome) = &self.last else { return self.conditions.rules.opening };
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

    /// No last point: parties go on until fewer than two want to play, each for its own stake.
    fn endless(&self) -> bool {
        self.conditions.points == 0
    }

    /// May this player say something between the parties?
    fn is_asked(&self, seat: Seat) -> Result<(), Refusal> {
        match self.progress {
            Progress::Over(_) => Err(Refusal::Over),
            _ if !self.staying.contains(seat) => Err(Refusal::NotPlaying(seat)),
            Progress::Playing => Err(Refusal::NotYourTurn),
            Progress::Between => Ok(()),
        }
    }

    /// Who has won when too few want to play on. Without a last point: who has most points, and nobody when all
    /// have as many. In a game for points: those who are left, of pairs the whole one.
    fn winners_of_the_rest(&self) -> SeatSet {
        if !self.endless() {
            let whole =
                |seat: &Seat| !self.conditions.rules.mode.pairs() || self.staying.contains(partner(*seat));
            return self.staying.iter().filter(whole).collect();
        }
        let most = self.points.iter().copied().max().unwrap_or(0);
        let all = SeatSet::first(self.conditions.num_seats.into());
        let winners: SeatSet = all.iter().filter(|seat| self.points[seat.index()] == most).collect();
        if winners == all { SeatSet::EMPTY } else { winners }
    }

    fn end(&mut self, winners: SeatSet) -> GameOver {
        let (paid, rake) = if self.endless() { Default::default() } else { self.pay_out(winners) };
        let over = GameOver { boxes: self.boxes, winners, points: self.points, paid, rake };
        self.progress = Progress::Over(over);
        over
    }

    /// The pool less the rake, in equal parts, to the winners; without winners every stake goes back. What equal
    /// parts leave over goes to the rake.
    fn pay_out(&mut self, winners: SeatSet) -> ([Chips; MAX_BOXES], Chips) {
        let mut paid = [Chips::ZERO; MAX_BOXES];
        let (to, share) = if winners.is_empty() {
            (self.boxes, self.pool.split(self.boxes.len() as i64).0)
        } else {
            let rake = self.pool.mul_div_floor(self.conditions.rake_percent.into(), 100);
            (winners, (self.pool - rake).split(winners.len() as i64).0)
        };
        for seat in to.iter() {
            self.pool -= share;
            paid[seat.index()] = share;
        }
        (paid, std::mem::take(&mut self.pool))
    }
}
