//! The end of a hand: who shows, who wins what.

use crate::event::{Event, Hole};
use crate::hand::{Hand, MAX_PLAYERS, MAX_RUNS, Phase, Sink};
use crate::pots::Pots;
use crate::refusal::MustShow;
use crate::{Mode, Refusal, Showdown};
use arrayvec::ArrayVec;
use kozyr_card_game::{Seat, SeatSet};
use kozyr_cards::Card;
use kozyr_chips::Chips;
use kozyr_ranking::Strength;

/// A strength for every player of one ranking on one board.
type Strengths = [Option<Strength>; MAX_PLAYERS];

impl Hand {
    /// Shows the player's cards. `cards` names them where they were dealt unseen.
    pub fn show(&mut self, player: usize, cards: Option<&[Option<Card>]>) -> Result<(), Refusal> {
        self.showing(player, cards, &mut ())
    }

    /// Shows the cards of a player whose turn it is not, which anybody may do at a showdown: rooms differ in who
    /// shows first, and a record has the order of its room. The turn stays where it is.
    pub fn show_early(&mut self, player: usize, cards: Option<&[Option<Card>]>) -> Result<(), Refusal> {
        let seat = self.seat(player)?;
        if self.phase != Phase::Showing || self.turn == seat || !self.undecided().contains(seat) {
            return self.show(player, cards);
        }
        if let Some(cards) = cards {
            self.name_cards(seat, cards)?;
        }
        self.turn_over(seat, &mut ());
        Ok(())
    }

    /// Throws the player's cards away unseen.
    pub fn muck(&mut self, player: usize) -> Result<(), Refusal> {
        self.mucking(player, &mut ())
    }

    /// May the player in turn muck?
    pub fn may_muck(&self, player: usize) -> Result<(), MustShow> {
        let seat = Seat::from_index(player);
        if self.all_in_shows() {
            return Err(MustShow::AllIn);
        }
        let others = self.contestants().without(SeatSet::only(seat));
        let claims = |eligible: SeatSet| eligible.contains(seat) && eligible.and(others).is_empty();
        if self.pots().iter().any(|pot| claims(pot.eligible)) {
            return Err(MustShow::LastClaim);
        }
        let judged = self.hole[player].iter().all(Option::is_some);
        if self.rules.mode == Mode::Tournament && judged && !self.beaten(seat) {
            return Err(MustShow::NotBeaten);
        }
        Ok(())
    }

    pub(crate) fn showing(
        &mut self,
        player: usize,
        cards: Option<&[Option<Card>]>,
        sink: &mut impl Sink,
    ) -> Result<(), Refusal> {
        let seat = self.to_show(player)?;
        if let Some(cards) = cards {
            self.name_cards(seat, cards)?;
        }
        self.turn_over(seat, sink);
        self.next_to_show(sink);
        self.audit();
        Ok(())
    }

    pub(crate) fn mucking(&mut self, player: usize, sink: &mut impl Sink) -> Result<(), Refusal> {
        let seat = self.to_show(player)?;
        self.may_muck(player).map_err(|why| Refusal::MustShow(seat, why))?;
        self.throw_away(seat, sink);
        self.next_to_show(sink);
        self.audit();
        Ok(())
    }

    fn to_show(&self, player: usize) -> Result<Seat, Refusal> {
        let seat = self.seat(player)?;
        match self.phase {
            Phase::Showing if self.turn == seat => Ok(seat),
            Phase::Showing => Err(Refusal::NotYourTurn(seat)),
            Phase::Over => Err(Refusal::HandIsOver),
            Phase::Betting | Phase::Hole | Phase::Board => Err(Refusal::NoShowdownYet),
        }
    }

    /// Fills in cards that were dealt unseen; those that were seen must be the same.
    ///
    /// Also for a player whose hand became known only later, as in records of real games.
    pub fn name_cards(&mut self, seat: Seat, cards: &[Option<Card>]) -> Result<(), Refusal> {
        let dealt = &self.hole[seat.index()];
        if cards.len() != dealt.len() {
            return Err(Refusal::NotHisCards(seat));
        }
        let mut out = self.out;
        for known in dealt.iter().flatten() {
            out.remove(*known);
        }
        // The order of hole cards means nothing: every seen card must be among those named.
        let missing = dealt.iter().flatten().filter(|card| !cards.contains(&Some(**card))).count();
        if missing > cards.iter().filter(|card| card.is_none()).count() {
            return Err(Refusal::NotHisCards(seat));
        }
        let mut named: Hole = cards.iter().copied().flatten().map(Some).collect();
        named.extend(dealt.iter().copied().filter(|card| card.is_some() && !cards.contains(card)));
        while named.len() < dealt.len() {
            named.push(None);
        }
        for &card in named.iter().flatten() {
            if !self.rules.variant.pack.cards().contains(card) || !out.insert(card) {
                return Err(Refusal::CardNotInDeck(card));
            }
        }
        if dealt.iter().any(Option::is_none) {
            self.hole[seat.index()] = named;
        }
        self.out = out;
        Ok(())
    }

    fn turn_over(&mut self, seat: Seat, sink: &mut impl Sink) {
        self.shown.insert(seat);
        self.showdown.push((seat, true));
        sink.tell(|| Event::Shown(seat, self.hole[seat.index()].clone()));
    }

    fn throw_away(&mut self, seat: Seat, sink: &mut impl Sink) {
        self.mucked.insert(seat);
        self.showdown.push((seat, false));
        sink.tell(|| Event::Mucked(seat));
    }

    /// Players with a claim to some pot.
    fn contestants(&self) -> SeatSet {
        self.live.without(self.mucked)
    }

    /// Players who have neither shown nor mucked.
    fn undecided(&self) -> SeatSet {
        self.contestants().without(self.shown)
    }

    /// The last aggressor shows first, else the first player left of the button (TDA 17).
    fn first_to_show(&self) -> Option<Seat> {
        let undecided = self.undecided();
        match self.aggressor {
            Some(seat) if undecided.contains(seat) => Some(seat),
            Some(seat) => undecided.next_after(seat),
            None => undecided.next_after(Seat::from_index(self.players - 1)),
        }
    }

    /// Starts turning hands over; the answer is whether the players are asked.
    pub(crate) fn show_hands(&mut self, sink: &mut impl Sink) -> Showdown {
        let Some(mut seat) = self.first_to_show() else { return Showdown::Automatic };
        if self.rules.showdown == Showdown::Manual {
            self.turn = seat;
            self.phase = Phase::Showing;
            return Showdown::Manual;
        }
        let all_show = self.all_in_shows();
        loop {
            if !all_show && self.beaten(seat) {
                self.throw_away(seat, sink);
            } else {
                self.turn_over(seat, sink);
            }
            match self.undecided().next_after(seat) {
                Some(next) => seat = next,
                None => return Showdown::Automatic,
            }
        }
    }

    fn next_to_show(&mut self, sink: &mut impl Sink) {
        let unclaimed = self.pots().iter().all(|pot| pot.eligible.and(self.contestants()).len() <= 1);
        match self.undecided().next_after(self.turn) {
            Some(next) if !unclaimed => self.turn = next,
            _ if self.boards[0].len() < self.rules.variant.board_cards() => {
                self.enter_street(self.street + 1);
            }
            _ => self.settle(sink),
        }
    }

    /// The last card and the last bet are in: show what has to be shown, then pay.
    pub(crate) fn settle_or_show(&mut self, sink: &mut impl Sink) {
        if self.live.len() > 1 && self.show_hands(sink) == Showdown::Manual {
            return;
        }
        self.settle(sink);
    }

    /// Is the hand beaten, in everything it could win, by hands already shown?
    fn beaten(&self, seat: Seat) -> bool {
        if self.shown.is_empty() {
            return false;
        }
        let pots = self.pots();
        let relevant = self.shown.and(self.live);
        let mut seats = relevant;
        seats.insert(seat);
        for run in 0..self.boards() {
            for ranking in 0..self.rules.variant.rankings.len() {
                let strengths = self.strengths(run, ranking, seats);
                let Some(mine) = strengths[seat.index()] else { continue };
                let better = |other: Seat| strengths[other.index()].is_some_and(|theirs| theirs > mine);
                let lost = |eligible: SeatSet| eligible.and(relevant).iter().any(better);
                if !pots.iter().filter(|pot| pot.eligible.contains(seat)).all(|pot| lost(pot.eligible)) {
                    return false;
                }
            }
        }
        true
    }

    fn strengths(&self, run: usize, ranking: usize, seats: SeatSet) -> Strengths {
        let ranking = self.rules.variant.rankings[ranking];
        let board: ArrayVec<Card, 5> = self.boards[run].iter().copied().flatten().collect();
        let mut strengths = [None; MAX_PLAYERS];
        for seat in seats.iter() {
            let hole: ArrayVec<Card, 7> = self.hole[seat.index()].iter().copied().flatten().collect();
            strengths[seat.index()] = ranking.rank(&hole, &board);
        }
        strengths
    }

    /// Are all cards known that decide these pots?
    fn decidable(&self, pots: &Pots) -> bool {
        let contested = |eligible: SeatSet| {
            let claims = eligible.and(self.contestants());
            if claims.len() > 1 { claims } else { SeatSet::EMPTY }
        };
        let known = |seat: Seat| self.hole[seat.index()].iter().all(Option::is_some);
        let boards = self.boards[..self.boards()].iter();
        let boards_known = boards.flatten().all(Option::is_some);
        pots.iter().all(|pot| contested(pot.eligible).iter().all(|seat| known(seat) && boards_known))
    }

    /// Pays rake and winners; the hand is over.
    fn settle(&mut self, sink: &mut impl Sink) {
        self.phase = Phase::Over;
        let mut pots = self.pots();
        if !self.decidable(&pots) {
            self.undetermined = true;
            return;
        }
        self.dead = Chips::ZERO;
        self.layered = [Chips::ZERO; MAX_PLAYERS];
        self.take_rake(&mut pots, sink);
        let contestants = self.contestants();
        let contested = pots.iter().any(|pot| pot.eligible.and(contestants).len() > 1);
        let runs = if contested { self.boards() } else { 1 };
        let rankings = if contested { self.rules.variant.rankings.len() } else { 1 };
        let mut strengths = [[[None; MAX_PLAYERS]; 2]; MAX_RUNS];
        for (run, by_ranking) in strengths.iter_mut().enumerate().take(runs) {
            for (ranking, strengths) in by_ranking.iter_mut().enumerate().take(rankings) {
                if contested {
                    *strengths = self.strengths(run, ranking, contestants);
                }
            }
        }
        for (number, pot) in pots.iter().enumerate() {
            let claims = pot.eligible.and(contestants);
            let runs_of_pot = if claims.len() > 1 { runs } else { 1 };
            for (run, share) in shares(pot.amount, runs_of_pot).enumerate() {
                self.pay(number as u8, run as u8, share, claims, &strengths[run][..rankings], sink);
            }
        }
    }

    /// Divides a board's part of a pot between its winners: odd chips one each from the button's left.
    fn pay(
        &mut self,
        pot: u8,
        board: u8,
        amount: Chips,
        claims: SeatSet,
        strengths: &[Strengths],
        sink: &mut impl Sink,
    ) {
        let parts: ArrayVec<SeatSet, 2> =
            strengths.iter().map(|of| best(of, claims)).filter(|winners| !winners.is_empty()).collect();
        let parts = if parts.is_empty() { [claims].into_iter().collect() } else { parts };
        let mut won = [Chips::ZERO; MAX_PLAYERS];
        for (winners, part) in parts.iter().zip(shares(amount, parts.len())) {
            for (seat, share) in winners.iter().zip(shares(part, winners.len())) {
                won[seat.index()] += share;
            }
        }
        for seat in claims.iter().filter(|seat| won[seat.index()].is_positive()) {
            let amount = won[seat.index()];
            self.stacks[seat.index()] += amount;
            sink.tell(|| Event::Won { seat, pot, board, amount });
        }
    }

    /// Floored, capped a hand, from the main pot first.
    fn take_rake(&mut self, pots: &mut Pots, sink: &mut impl Sink) {
        let Some(rake) = self.rules.rake else { return };
        if rake.no_flop_no_drop && self.boards[0].is_empty() {
            return;
        }
        let total: Chips = pots.iter().map(|pot| pot.amount).sum();
        let due = total.mul_div_floor(i64::from(rake.millionths), 1_000_000);
        let mut due = rake.cap.map_or(due, |cap| due.min(cap));
        for pot in pots {
            let taken = due.min(pot.amount);
            pot.amount -= taken;
            due -= taken;
            self.raked += taken;
        }
        if self.raked.is_positive() {
            let raked = self.raked;
            sink.tell(|| Event::Raked(raked));
        }
    }
}

/// Equal shares, the odd chips one each to the first.
fn shares(amount: Chips, parts: usize) -> impl Iterator<Item = Chips> {
    let (each, odd) = amount.split(parts as i64);
    (0..parts).map(move |part| if (part as i64) < odd.units() { each + Chips::new(1) } else { each })
}

/// Those with the best strength; nobody when nobody qualifies.
fn best(strengths: &Strengths, claims: SeatSet) -> SeatSet {
    let top = claims.iter().filter_map(|seat| strengths[seat.index()]).max();
    match top {
        Some(top) => claims.iter().filter(|seat| strengths[seat.index()] == Some(top)).collect(),
        None => SeatSet::EMPTY,
    }
}
