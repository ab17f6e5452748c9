//! The end of a hand: who shows, who wins what.

use crate::event::{Event, Hole};
use crate::hand::{Hand, MAX_BOARD, MAX_PLAYERS, MAX_RUNS, Phase, Sink};
use crate::pots::Pots;
use crate::refusal::MustShow;
use crate::variant::{MAX_RANKINGS, Opening};
use crate::{Mode, Refusal, Showdown};
use arrayvec::ArrayVec;
use kozyr_card_game::{Seat, SeatSet};
use kozyr_cards::{Card, CardSet};
use kozyr_chips::Chips;
use kozyr_ranking::Strength;

/// A strength for every player of one ranking on one board.
type Strengths = [Option<Strength>; MAX_PLAYERS];

/// What decides a showdown: how strong everybody is. Board by board, for each board ranking by ranking.
type Judgement = ArrayVec<Strengths, { MAX_RUNS * MAX_RANKINGS }>;

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
        if self.rules.mode == Mode::Tournament
            && self.knows_cards(seat)
            && !self.beaten(seat, &self.pots(), &self.judge(self.shown.and(self.live).with(seat)))
        {
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
            Phase::Betting | Phase::Drawing | Phase::Asking | Phase::Hole | Phase::Board => {
                Err(Refusal::NoShowdownYet)
            }
        }
    }

    /// Fills in cards that were dealt unseen; those that were seen must be the same.
    ///
    /// Also for a player whose hand became known only later, as in records of real games.
    pub fn name_cards(&mut self, seat: Seat, cards: &[Option<Card>]) -> Result<(), Refusal> {
        let dealt = &self.hole[seat.index()];
        if cards.len() != dealt.len() {
            return Err(Refusal::NotTheirCards(seat));
        }
        let mut out = self.out;
        for known in dealt.iter().flatten() {
            out.remove(*known);
        }
        // They may be named in any order: every seen card must be among them, and the others are those unseen.
        let missing = dealt.iter().flatten().filter(|card| !cards.contains(&Some(**card))).count();
        if missing > cards.iter().filter(|card| card.is_none()).count() {
            return Err(Refusal::NotTheirCards(seat));
        }
        let mut once = CardSet::EMPTY;
        if let Some(twice) = cards.iter().copied().flatten().find(|&card| !once.insert(card)) {
            return Err(Refusal::CardNotInDeck(twice));
        }
        let mut news = cards.iter().copied().filter(|card| card.is_some() && !dealt.contains(card));
        let named: Hole = dealt.iter().map(|card| card.or_else(|| news.next().flatten())).collect();
        for &card in named.iter().flatten() {
            if !self.rules.variant.pack.cards().contains(card) || !out.insert(card) {
                return Err(Refusal::CardNotInDeck(card));
            }
        }
        if self.unseen.contains(seat) {
            if named.iter().all(Option::is_some) {
                self.unseen.remove(seat);
            }
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

    /// The last aggressor shows first, else whoever would open a round of betting: the first player left of the button,
    /// or the best board (TDA 17).
    fn first_to_show(&self) -> Option<Seat> {
        let undecided = self.undecided();
        match self.aggressor {
            Some(seat) if undecided.contains(seat) => Some(seat),
            Some(seat) => undecided.next_after(seat),
            None => undecided.next_after(match self.street_rules().opening {
                Opening::Position => Seat::from_index(self.players - 1),
                by_cards => self.before_best_cards(by_cards),
            }),
        }
    }

    /// Asks the players to show, or turns over every hand of an all-in; the answer is which.
    pub(crate) fn show_hands(&mut self, sink: &mut impl Sink) -> Showdown {
        let Some(seat) = self.first_to_show() else { return Showdown::Automatic };
        if self.rules.showdown == Showdown::Manual {
            self.turn = seat;
            self.phase = Phase::Showing;
        } else {
            self.in_turn(seat, |_, _| true, sink);
        }
        self.rules.showdown
    }

    /// Goes round from this player: whoever `shows` turns their cards over, the others muck.
    fn in_turn(&mut self, first: Seat, shows: impl Fn(&Hand, Seat) -> bool, sink: &mut impl Sink) {
        let mut turn = Some(first);
        while let Some(seat) = turn {
            if shows(self, seat) {
                self.turn_over(seat, sink);
            } else {
                self.throw_away(seat, sink);
            }
            turn = self.undecided().next_after(seat);
        }
    }

    fn next_to_show(&mut self, sink: &mut impl Sink) {
        let unclaimed = self.pots().iter().all(|pot| pot.eligible.and(self.contestants()).len() <= 1);
        match self.undecided().next_after(self.turn) {
            Some(next) if !unclaimed => self.turn = next,
            _ if !self.is_last_street() => {
                self.enter_street(self.street + 1);
            }
            _ => self.settle(sink),
        }
    }

    /// The last card and the last bet are in: show what has to be shown, then pay.
    pub(crate) fn settle_or_show(&mut self, sink: &mut impl Sink) {
        let Some(first) = self.first_to_show().filter(|_| self.live.len() > 1) else {
            return self.settle(sink);
        };
        if self.rules.showdown == Showdown::Manual {
            self.show_hands(sink);
            return;
        }
        let (pots, judgement) = (self.pots(), self.judge(self.live));
        let all_show = self.all_in_shows();
        self.in_turn(first, |hand, seat| all_show || !hand.beaten(seat, &pots, &judgement), sink);
        self.settle_by(pots, &judgement, sink);
    }

    /// Ranks the hands of these players.
    #[inline]
    fn judge(&self, seats: SeatSet) -> Judgement {
        let mut judgement = Judgement::new();
        for board in &self.boards[..self.boards()] {
            let board: ArrayVec<Card, MAX_BOARD> = board.iter().copied().flatten().collect();
            for ranking in self.rules.variant.rankings {
                let ranking = ranking.on(&board);
                judgement.push([None; MAX_PLAYERS]);
                let strengths = judgement.last_mut().expect("just pushed");
                for seat in seats.iter() {
                    let known = self.hole[seat.index()].iter().copied().flatten();
                    strengths[seat.index()] = ranking.rank_each(known);
                }
            }
        }
        judgement
    }

    /// Is the hand beaten, in everything it could win, by hands already shown? A card nobody knows could save it.
    #[inline]
    fn beaten(&self, seat: Seat, pots: &Pots, judgement: &Judgement) -> bool {
        if !self.knows_cards(seat) || !self.knows_boards() {
            return false;
        }
        let shown = self.shown.and(self.live);
        judgement.iter().all(|strengths| {
            let Some(own) = strengths[seat.index()] else { return true };
            let better = |other: Seat| strengths[other.index()].is_some_and(|theirs| theirs > own);
            let mut claimed = pots.iter().filter(|pot| pot.eligible.contains(seat));
            claimed.all(|pot| pot.eligible.and(shown).iter().any(better))
        })
    }

    fn knows_cards(&self, seat: Seat) -> bool {
        !self.unseen.contains(seat)
    }

    fn knows_boards(&self) -> bool {
        self.boards[..self.boards()].iter().flatten().all(Option::is_some)
    }

    /// Are all cards known that decide these pots?
    fn decidable(&self, pots: &Pots) -> bool {
        let contestants = self.contestants();
        let contested =
            pots.iter().map(|pot| pot.eligible.and(contestants)).filter(|claims| claims.len() > 1);
        let mut contested = contested.peekable();
        contested.peek().is_none()
            || self.knows_boards() && contested.all(|claims| claims.iter().all(|seat| self.knows_cards(seat)))
    }

    /// Pays rake and winners; the hand is over.
    fn settle(&mut self, sink: &mut impl Sink) {
        let contested = self.contestants().len() > 1;
        let judgement = self.judge(if contested { self.contestants() } else { SeatSet::EMPTY });
        self.settle_by(self.pots(), &judgement, sink);
    }

    fn settle_by(&mut self, mut pots: Pots, judgement: &Judgement, sink: &mut impl Sink) {
        self.phase = Phase::Over;
        if !self.decidable(&pots) {
            self.undetermined = true;
            return;
        }
        self.dead = Chips::ZERO;
        self.layered = [Chips::ZERO; MAX_PLAYERS];
        self.middle = Chips::ZERO;
        self.take_rake(&mut pots, sink);
        let rankings = self.rules.variant.rankings.len();
        for (number, pot) in pots.iter().enumerate() {
            let claims = pot.eligible.and(self.contestants());
            let boards = if claims.len() > 1 { self.boards() } else { 1 };
            for (board, share) in shares(pot.amount, boards).enumerate() {
                let strengths = &judgement[board * rankings..(board + 1) * rankings];
                self.pay(number as u8, board as u8, share, claims, strengths, sink);
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
        let parts: ArrayVec<SeatSet, MAX_RANKINGS> =
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
        if rake.no_flop_no_drop && self.street == 0 {
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
    let (each, odd) = if parts == 1 { (amount, Chips::ZERO) } else { amount.split(parts as i64) };
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
