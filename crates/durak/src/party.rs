//! One party: the deal, the rounds, and who is left with cards.

mod flow;
mod look;
mod offers;
mod place;
mod refill;
mod turns;

use crate::event::{Ending, Event, Outcome};
use crate::piles::Piles;
use crate::refusal::Refusal;
use crate::rules::{HAND, MAX_BOXES, Rules, partner};
use crate::view::Stage;
use crate::{Action, Deal};
use arrayvec::ArrayVec;
use kozyr_card_game::{Awaits, Clock, Move, Seat, SeatSet, Shoe, Viewer};
use kozyr_cards::{Card, CardSet};

pub(crate) type Out = Vec<Event>;

/// What a party is doing. Within a round the [`Stage`] follows from the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// `shuffled`: the deck was shuffled for this party, and the deal is awaited.
    Dealing {
        shuffled: bool,
    },
    Round,
    Ready {
        taken: bool,
    },
    /// `last`: the draw leaves fewer than two with cards, so nobody is asked for `ready`.
    Refill {
        taken: bool,
        last: bool,
    },
    Over(Outcome),
}

/// A party in progress. It holds no undealt card: they come in as a [`Deal`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Party {
    rules: Rules,
    num_seats: u8,
    boxes: SeatSet,
    phase: Phase,
    round: u16,
    trump: Option<Card>,
    win_card: Option<Card>,
    deck_count: u8,
    hands: [CardSet; MAX_BOXES],
    table: Piles,
    discarded: CardSet,
    /// Every card that ever lay open: the trump, the table, what was shown.
    open: CardSet,
    attacker: Seat,
    defender: Seat,
    /// The most attack cards of this round.
    limit: u8,
    taking: bool,
    shown: Option<Card>,
    finished: SeatSet,
    ready: SeatSet,
    away: SeatSet,
    /// Who is out, in the order they went.
    out: ArrayVec<Seat, MAX_BOXES>,
    /// Rounds in a row after which no card was discarded or drawn.
    without_discard: u8,
    last_taken: bool,
}

impl Party {
    /// Seats the players at a table of `num_seats` boxes; the shuffle is awaited next, then the deal.
    ///
    /// # Errors
    /// When so many, or these boxes, cannot play by these rules.
    pub fn new(rules: &Rules, num_seats: u8, boxes: SeatSet) -> Result<Party, Refusal> {
        rules.check(boxes)?;
        if boxes.iter().any(|seat| seat.index() >= usize::from(num_seats)) {
            return Err(Refusal::Seats(num_seats.saturating_sub(1)));
        }
        let first = boxes.iter().next().ok_or(Refusal::Seats(num_seats))?;
        Ok(Party {
            rules: *rules,
            num_seats,
            boxes,
            phase: Phase::Dealing { shuffled: false },
            round: 0,
            trump: None,
            win_card: None,
            deck_count: rules.pack.cards().len() as u8,
            hands: [CardSet::EMPTY; MAX_BOXES],
            table: Piles::default(),
            discarded: CardSet::EMPTY,
            open: CardSet::EMPTY,
            attacker: first,
            defender: first,
            limit: 0,
            taking: false,
            shown: None,
            finished: SeatSet::EMPTY,
            ready: SeatSet::EMPTY,
            away: SeatSet::EMPTY,
            out: ArrayVec::new(),
            without_discard: 0,
            last_taken: false,
        })
    }

    /// What happens next.
    pub fn awaits(&self) -> Awaits {
        match self.phase {
            Phase::Dealing { shuffled: false } => Awaits::Shuffle(self.rules.pack.cards()),
            Phase::Dealing { shuffled: true } | Phase::Refill { .. } => Awaits::Chance,
            // Everybody: whoever is in may give up, whoever sits there may go away and come back.
            // Who has a card to throw in must not be seen from outside.
            Phase::Round => Awaits::Seats(self.boxes),
            Phase::Ready { .. } => Awaits::Stage(self.boxes),
            Phase::Over(_) => Awaits::Nothing,
        }
    }

    /// The players whose time runs: the attacker to lead, the defender to answer, then everybody who could
    /// throw in and has not finished. Known from the open cards alone.
    pub fn clocks(&self) -> SeatSet {
        match self.stage() {
            Stage::Lead => SeatSet::only(self.attacker),
            Stage::Defend | Stage::Shown => SeatSet::only(self.defender),
            Stage::Throw | Stage::Taking => self.still_throwing(),
            _ => SeatSet::EMPTY,
        }
    }

    /// Where the party stands.
    pub fn stage(&self) -> Stage {
        match self.phase {
            Phase::Dealing { .. } => Stage::Dealing,
            Phase::Ready { .. } => Stage::Ready,
            Phase::Refill { .. } => Stage::Refill,
            Phase::Over(_) => Stage::Over,
            Phase::Round if self.taking => Stage::Taking,
            Phase::Round if self.shown.is_some() => Stage::Shown,
            Phase::Round if self.table.is_empty() => Stage::Lead,
            Phase::Round if self.table.all_beaten() => Stage::Throw,
            Phase::Round => Stage::Defend,
        }
    }

    /// How the party ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Who takes part, out or not.
    pub fn boxes(&self) -> SeatSet {
        self.boxes
    }

    /// The cards in a hand. Whoever shows this to anybody else gives the game away: see [`Party::view`].
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat.index()]
    }

    /// What lies on the table.
    pub fn table(&self) -> &Piles {
        &self.table
    }

    /// The cards out of play.
    pub fn discarded(&self) -> CardSet {
        self.discarded
    }

    /// Was the table of the last round taken, rather than discarded?
    pub fn last_taken(&self) -> bool {
        self.last_taken
    }

    /// Cards left in the deck.
    pub fn deck_count(&self) -> usize {
        self.deck_count.into()
    }

    /// In which order hands are filled up after this round: the attacker, then counter-clockwise, the
    /// defender last.
    pub fn refill_order(&self) -> impl Iterator<Item = Seat> + use<> {
        refill::order(self.boxes, self.num_seats, self.attacker, self.defender)
    }

    /// The cards whose faces this viewer has rightly learned.
    pub fn known(&self, viewer: Viewer) -> CardSet {
        match viewer {
            Viewer::Seat(seat) if seat.index() < MAX_BOXES => self.open | self.hand(seat),
            _ => self.open,
        }
    }

    /// Makes a move, or refuses it and changes nothing.
    ///
    /// # Errors
    /// Why the move may not be made.
    pub fn play(&mut self, mv: &Move<Deal, Action>, out: &mut Vec<Event>) -> Result<(), Refusal> {
        match mv {
            Move::Shuffled => self.shuffled(),
            Move::Deal(deal) => self.deal(deal, out),
            Move::Act(seat, action) => self.act(*seat, *action, out),
            Move::Timeout(clock) => self.timeout(*clock, out),
            Move::Join(_) | Move::Part(_) => Err(Refusal::ComingAndGoing),
        }
    }

    /// A record may leave the shuffle out: its deal says what came of it.
    fn shuffled(&mut self) -> Result<(), Refusal> {
        let Phase::Dealing { shuffled: false } = self.phase else {
            return Err(Refusal::WrongDeal("no shuffle is awaited"));
        };
        self.phase = Phase::Dealing { shuffled: true };
        Ok(())
    }

    /// Takes from the shoe what the party awaits.
    pub fn draw(&self, shoe: &mut dyn Shoe) -> Option<Deal> {
        let mut take = |count: usize| (0..count).map(|_| shoe.card()).collect::<Option<ArrayVec<_, 36>>>();
        match self.phase {
            Phase::Dealing { shuffled: true } => {
                let cards = take(HAND * self.boxes.len())?;
                let trump = shoe.bottom().or(cards.last().copied())?;
                Some(Deal::Party { cards, trump })
            }
            Phase::Refill { .. } => take(self.refill_plan().total()).map(Deal::Refill),
            _ => None,
        }
    }

    fn act(&mut self, seat: Seat, action: Action, out: &mut Out) -> Result<(), Refusal> {
        if !self.boxes.contains(seat) {
            return Err(Refusal::NotPlaying(seat));
        }
        match self.awaits() {
            Awaits::Nothing => return Err(Refusal::Over),
            Awaits::Shuffle(_) | Awaits::Chance => return Err(Refusal::NotYourTurn),
            Awaits::Seats(_) | Awaits::Stage(_) => {}
        }
        match action {
            Action::Ready => self.be_ready(seat, out),
            Action::Surrender => self.surrender(seat, out),
            Action::Away | Action::Back => self.change_presence(seat, action, out),
            _ if self.is_out(seat) => Err(Refusal::NotPlaying(seat)),
            _ if self.phase != Phase::Round => Err(Refusal::NotYourTurn),
            _ => self.turn(seat, action, out),
        }
    }

    fn surrender(&mut self, seat: Seat, out: &mut Out) -> Result<(), Refusal> {
        if self.is_out(seat) {
            return Err(Refusal::NotPlaying(seat));
        }
        self.give_up(Ending::Surrender(seat), out);
        Ok(())
    }

    fn change_presence(&mut self, seat: Seat, action: Action, out: &mut Out) -> Result<(), Refusal> {
        let goes = action == Action::Away;
        if self.away.contains(seat) == goes {
            return Err(Refusal::SamePresence);
        }
        self.set_away(seat, goes, out);
        if let Phase::Ready { taken } = self.phase
            && self.all_ready()
        {
            self.after_ready(taken, out);
        }
        Ok(())
    }

    pub(crate) fn set_away(&mut self, seat: Seat, goes: bool, out: &mut Out) {
        if goes {
            self.away.insert(seat);
            out.push(Event::Away(seat));
        } else {
            self.away.remove(seat);
            out.push(Event::Back(seat));
        }
    }

    /// Who is away.
    pub fn away(&self) -> SeatSet {
        self.away
    }

    /// Who was away in the last party still is.
    pub(crate) fn keep_away(&mut self, away: SeatSet) {
        self.away = away.and(self.boxes);
    }

    /// Every card is in exactly one place, and nobody holds a card they could not have.
    ///
    /// # Panics
    /// When a card was lost or doubled, or a round is in a state no turn leads to.
    pub fn assert_sound(&self) {
        let places = self.hands.iter().chain([&self.discarded]);
        let (mut cards, mut count) = (self.table.cards(), self.table.cards().len());
        for &place in places {
            cards |= place;
            count += place.len();
        }
        let pack = self.rules.pack.cards();
        assert_eq!(count, cards.len(), "a card is in two places");
        assert_eq!(count + self.deck_count(), pack.len(), "cards were lost or made");
        assert!((cards - pack).is_empty(), "a card of another pack");
        if self.phase == Phase::Round {
            assert!(self.attacker != self.defender, "somebody attacks themselves");
            assert!(self.table.len() <= self.limit.into(), "more cards than the limit");
            assert!(!self.is_out(self.defender), "the defender is out");
            assert!(!self.clocks().is_empty(), "a round that waits for nobody");
        }
    }

    fn timeout(&mut self, clock: Clock, out: &mut Out) -> Result<(), Refusal> {
        match (clock, self.phase) {
            (Clock::Stage, Phase::Ready { taken }) => {
                self.after_ready(taken, out);
                Ok(())
            }
            (Clock::Seat(seat), Phase::Round) if self.clocks().contains(seat) => {
                self.out_of_time(seat, out);
                Ok(())
            }
            _ => Err(Refusal::NoSuchClock),
        }
    }

    pub(crate) fn is_out(&self, seat: Seat) -> bool {
        self.out.contains(&seat)
    }

    /// Who is still in.
    fn inside(&self) -> SeatSet {
        let mut inside = self.boxes;
        self.out.iter().for_each(|&seat| inside.remove(seat));
        inside
    }

    /// The first opponent still in, clockwise; in pairs that skips the partner.
    fn next_opponent(&self, of: Seat) -> Option<Seat> {
        self.next_where(of, |seat| !self.rules.mode.pairs() || seat != partner(of))
    }

    /// The next player still in, clockwise, who is as wanted.
    fn next_where(&self, after: Seat, wanted: impl Fn(Seat) -> bool) -> Option<Seat> {
        let seats = usize::from(self.num_seats);
        let inside = self.inside();
        let around = (1..seats).map(|step| Seat::from_index((after.index() + step) % seats));
        around.into_iter().find(|&seat| inside.contains(seat) && wanted(seat))
    }

    /// Notes that a hand ran empty: with no deck to draw from, its player is out.
    fn note_if_out(&mut self, seat: Seat, out: &mut Out) {
        if self.deck_count == 0 && self.hand(seat).is_empty() && !self.is_out(seat) {
            self.out.push(seat);
            out.push(Event::Out(seat));
        }
    }
}
