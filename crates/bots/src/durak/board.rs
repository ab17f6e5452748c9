//! A party as a player imagines it: every card in its place, and what follows from a turn.
//!
//! The room referees; this is only what goes on in a player's head. People take turns here: the defender answers before
//! anybody throws in, and throwers are asked one after the other.

use kozyr_cards::{Card, CardSet, Suit};

/// No table has more seats.
pub(super) const SEATS: usize = 6;
const HAND: usize = 6;

/// A turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    Attack(Card),
    Beat(Card, Card),
    Transfer(Card),
    Take,
    Finish,
}

/// Every card in its place. Sets of seats are bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Board {
    pub(super) trump: Suit,
    pub(super) seats: u8,
    pub(super) pairs: bool,
    pub(super) transfers: bool,
    pub(super) throw_after_take: bool,
    pub(super) hands: [CardSet; SEATS],
    /// Who plays and is not out.
    pub(super) inside: u8,
    pub(super) attacker: u8,
    pub(super) defender: u8,
    pub(super) limit: u8,
    pub(super) first_round: bool,
    pub(super) taking: bool,
    pub(super) finished: u8,
    /// Attack cards still to beat.
    pub(super) unbeaten: CardSet,
    /// Beaten cards and what beat them.
    pub(super) covered: CardSet,
    /// Cards drawn from the deck so far, and how many it had.
    pub(super) drawn: u8,
    pub(super) deck: u8,
    /// Rounds in a row without a discard or a draw.
    pub(super) fruitless: u8,
}

/// How a party ended: who is left with cards; nobody in a draw.
pub(super) type Fools = u8;

impl Board {
    pub(super) fn piles(&self) -> usize {
        self.unbeaten.len() + self.covered.len() / 2
    }

    pub(super) fn deck_left(&self) -> u8 {
        self.deck - self.drawn
    }

    fn table(&self) -> CardSet {
        self.unbeaten | self.covered
    }

    fn hand(&self, seat: u8) -> CardSet {
        self.hands[usize::from(seat)]
    }

    fn partner(&self, seat: u8) -> u8 {
        (seat + 2) % 4
    }

    fn is_in(&self, seat: u8) -> bool {
        self.inside >> seat & 1 == 1
    }

    fn next(&self, after: u8, wanted: impl Fn(u8) -> bool) -> Option<u8> {
        (1..self.seats).map(|step| (after + step) % self.seats).find(|&seat| self.is_in(seat) && wanted(seat))
    }

    fn next_opponent(&self, of: u8) -> Option<u8> {
        self.next(of, |seat| !self.pairs || seat != self.partner(of))
    }

    /// Who may throw in and has not finished, the attacker first.
    fn thrower(&self) -> Option<u8> {
        let throws = |seat: u8| {
            self.is_in(seat)
                && seat != self.defender
                && !(self.pairs && seat == self.partner(self.defender))
                && self.finished >> seat & 1 == 0
                && !self.hand(seat).is_empty()
        };
        (0..self.seats).map(|step| (self.attacker + step) % self.seats).find(|&seat| throws(seat))
    }

    /// Whose turn it is.
    pub(super) fn mover(&self) -> u8 {
        match () {
            () if self.table().is_empty() => self.attacker,
            () if self.taking || self.unbeaten.is_empty() => self.thrower().unwrap_or(self.attacker),
            () => self.defender,
        }
    }

    /// What may be played by whoever's turn it is, cheap cards first.
    pub(super) fn turns(&self, mut each: impl FnMut(Turn)) {
        let hand = self.hand(self.mover());
        let cheap = |cards: CardSet| {
            let trumps = CardSet::of_suit(self.trump);
            (cards - trumps).iter().chain((cards & trumps).iter())
        };
        if self.table().is_empty() {
            return cheap(hand).for_each(|card| each(Turn::Attack(card)));
        }
        if self.taking || self.unbeaten.is_empty() {
            cheap(hand & ranks(self.table())).for_each(|card| each(Turn::Attack(card)));
            return each(Turn::Finish);
        }
        cheap(self.transfer_cards()).for_each(|card| each(Turn::Transfer(card)));
        for attack in self.unbeaten {
            cheap(beaters(hand, attack, self.trump)).for_each(|with| each(Turn::Beat(attack, with)));
        }
        each(Turn::Take);
    }

    fn limit_for(&self, held: usize) -> u8 {
        held.min(if self.first_round { 5 } else { 6 }) as u8
    }

    /// The defender's cards that pass the attack on.
    pub(super) fn transfer_cards(&self) -> CardSet {
        let Some(next) = self.next_opponent(self.defender).filter(|_| self.transfers) else {
            return CardSet::EMPTY;
        };
        let fits = self.covered.is_empty()
            && !self.unbeaten.is_empty()
            && self.unbeaten.len() < self.limit_for(self.hand(next).len()).into();
        if fits { self.hand(self.defender) & ranks(self.unbeaten) } else { CardSet::EMPTY }
    }

    /// Plays a turn of whoever's turn it is; cards are drawn from the front of `deck`. Says how the party ended.
    pub(super) fn play(&mut self, turn: Turn, deck: &[Card]) -> Option<Fools> {
        let mover = self.mover();
        match turn {
            Turn::Attack(card) => {
                self.lay(mover, card);
                self.unbeaten.insert(card);
                self.finished = 0;
            }
            Turn::Beat(attack, with) => {
                self.lay(mover, with);
                self.unbeaten.remove(attack);
                self.covered.insert(attack);
                self.covered.insert(with);
            }
            Turn::Transfer(card) => {
                let next = self.next_opponent(mover).unwrap_or(self.attacker);
                self.lay(mover, card);
                self.unbeaten.insert(card);
                (self.attacker, self.defender) = (mover, next);
                self.limit = self.limit_for(self.hand(next).len());
            }
            Turn::Take => self.taking = true,
            Turn::Finish => self.finished |= 1 << mover,
        }
        let ends = match () {
            () if self.taking && !self.throw_after_take => true,
            () if self.taking || self.unbeaten.is_empty() => {
                self.piles() >= self.limit.into() || self.thrower().is_none()
            }
            () => false,
        };
        if ends { self.end_round(deck) } else { None }
    }

    fn lay(&mut self, seat: u8, card: Card) {
        let hand = &mut self.hands[usize::from(seat)];
        hand.remove(card);
        if hand.is_empty() && self.deck_left() == 0 {
            self.inside &= !(1 << seat);
        }
    }

    fn end_round(&mut self, deck: &[Card]) -> Option<Fools> {
        let taken = self.taking;
        if taken {
            let cards = self.table();
            self.hands[usize::from(self.defender)] |= cards;
            self.inside |= 1 << self.defender;
        }
        (self.unbeaten, self.covered) = (CardSet::EMPTY, CardSet::EMPTY);
        (self.taking, self.finished, self.first_round) = (false, 0, false);
        let drew = self.refill(deck);
        self.fruitless = if taken && !drew { self.fruitless + 1 } else { 0 };
        if let Some(fools) = self.over() {
            return Some(fools);
        }
        let attacker = match taken {
            true => self.next(self.defender, |_| true),
            false if !self.is_in(self.defender) => self.next_opponent(self.defender),
            false => Some(self.defender),
        };
        self.attacker = attacker.unwrap_or(self.attacker);
        self.defender = self.next_opponent(self.attacker).unwrap_or(self.defender);
        self.limit = self.limit_for(self.hand(self.defender).len());
        None
    }

    fn refill(&mut self, deck: &[Card]) -> bool {
        if self.deck_left() == 0 {
            return false;
        }
        let before = self.drawn;
        let around = (1..self.seats).map(|step| (self.attacker + self.seats - step) % self.seats);
        let others = around.filter(|&seat| seat != self.defender);
        let order = std::iter::once(self.attacker).chain(others).chain([self.defender]);
        for seat in order {
            while self.is_in(seat) && self.hand(seat).len() < HAND && self.deck_left() > 0 {
                let card = deck[usize::from(self.drawn)];
                self.drawn += 1;
                self.hands[usize::from(seat)].insert(card);
            }
        }
        for seat in 0..self.seats {
            if self.hand(seat).is_empty() && self.deck_left() == 0 {
                self.inside &= !(1 << seat);
            }
        }
        self.drawn > before
    }

    fn over(&self) -> Option<Fools> {
        let left = self.inside.count_ones();
        let first = self.inside.trailing_zeros() as u8;
        let side = |seat: u8| if self.pairs { 1 << seat | 1 << self.partner(seat) } else { 1 << seat };
        match () {
            () if left == 0 => Some(0),
            () if self.inside & !side(first) == 0 => Some(side(first)),
            () if u32::from(self.fruitless) >= 3 * left => Some(0),
            () => None,
        }
    }
}

/// All cards of the ranks in the set.
pub(super) fn ranks(cards: CardSet) -> CardSet {
    let bits = cards.bits();
    let any = (bits | bits >> 1 | bits >> 2 | bits >> 3) & 0x1111_1111_1111_1111;
    CardSet::from_bits(any * 0b1111)
}

/// The cards of a hand that beat this one.
pub(super) fn beaters(hand: CardSet, card: Card, trump: Suit) -> CardSet {
    let higher = CardSet::from_bits(!0 << card.byte() & !(1 << card.byte())) & CardSet::of_suit(card.suit());
    hand & if card.suit() == trump { higher } else { higher | CardSet::of_suit(trump) }
}
