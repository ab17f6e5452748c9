//! From the deal to the first round, from one round to the next, and to the end of the party.

use super::{Out, Party, Phase};
use crate::Deal;
use crate::event::{Ending, Event, Outcome, Round};
use crate::piles::MAX_PILES;
use crate::refusal::Refusal;
use crate::rules::{HAND, MAX_BOXES, Opening, partner};
use crate::view::Stage;
use kozyr_card_game::{Seat, SeatSet};
use kozyr_cards::{Card, CardSet};

/// Attack cards allowed in the first round of a party.
const FIRST_LIMIT: usize = 5;

impl Party {
    pub(super) fn deal(&mut self, deal: &Deal, out: &mut Out) -> Result<(), Refusal> {
        match (self.phase, deal) {
            (Phase::Dealing { .. }, Deal::Party { cards, trump }) => self.first_deal(cards, *trump, out),
            (Phase::Refill { taken, last }, Deal::Refill(cards)) => self.refill(cards, taken, last, out),
            _ => Err(Refusal::WrongDeal("these cards are not awaited")),
        }
    }

    fn first_deal(&mut self, cards: &[Card], trump: Card, out: &mut Out) -> Result<(), Refusal> {
        let boxes = self.boxes.len();
        if cards.len() != HAND * boxes {
            return Err(Refusal::WrongDeal("six cards for every player are awaited"));
        }
        let dealt = self.fresh(cards)?;
        let left = self.deck_count - cards.len() as u8;
        // Whoever is dealt the last card of the pack is dealt the trump.
        let fits = if left == 0 { cards.last() == Some(&trump) } else { !dealt.contains(trump) };
        if !fits || !self.rules.pack.cards().contains(trump) {
            return Err(Refusal::WrongDeal("the trump is the last card of the pack"));
        }
        self.deck_count = left;
        self.trump = Some(trump);
        self.open.insert(trump);
        let mut added = [0; MAX_BOXES];
        for (nth, seat) in self.boxes.iter().enumerate() {
            let hand = cards.iter().skip(nth).step_by(boxes).copied().collect();
            self.hands[seat.index()] = hand;
            added[seat.index()] = HAND as u8;
            out.push(Event::Drawn { seat, count: HAND as u8, cards: Some(hand) });
        }
        let first = self.first_attacker();
        self.begin_round(first, added, out);
        Ok(())
    }

    /// The holder of the lowest trump, or who leads for how the last party ended.
    fn first_attacker(&mut self) -> Seat {
        if let Opening::Leads(seat) = self.rules.opening {
            return seat;
        }
        let trumps = CardSet::of_suit(self.trump_suit());
        let lowest = |seat: Seat| (self.hand(seat) & trumps).first().map(|card| (card, seat));
        match self.boxes.iter().filter_map(lowest).min() {
            Some((card, seat)) => {
                self.win_card = Some(card);
                self.open.insert(card);
                seat
            }
            None => self.boxes.iter().next().expect("a party has players"),
        }
    }

    /// Cards of the pack that nobody has seen dealt, each once.
    fn fresh(&self, cards: &[Card]) -> Result<CardSet, Refusal> {
        let used = self.hands.iter().fold(self.discarded | self.table.cards(), |all, &hand| all | hand);
        let mut fresh = CardSet::EMPTY;
        for &card in cards {
            if used.contains(card) || !self.rules.pack.cards().contains(card) || !fresh.insert(card) {
                return Err(Refusal::WrongDeal("a card came that is not in the deck"));
            }
        }
        Ok(fresh)
    }

    fn refill(&mut self, cards: &[Card], taken: bool, last: bool, out: &mut Out) -> Result<(), Refusal> {
        let plan = self.refill_plan();
        if cards.len() != plan.total() {
            return Err(Refusal::WrongDeal("another number of cards is awaited"));
        }
        let drawn = self.fresh(cards)?;
        let trump = self.trump.expect("a party that was dealt has a trump");
        let fits = if plan.deck_left == 0 { cards.last() == Some(&trump) } else { !drawn.contains(trump) };
        if !fits {
            return Err(Refusal::WrongDeal("the trump is the last card of the deck"));
        }
        self.deck_count = plan.deck_left;
        let mut rest = cards;
        for seat in self.refill_order() {
            let (mine, others) = rest.split_at(plan.draws[seat.index()].into());
            rest = others;
            if !mine.is_empty() {
                let drawn: CardSet = mine.iter().copied().collect();
                self.hands[seat.index()] |= drawn;
                out.push(Event::Drawn { seat, count: mine.len() as u8, cards: Some(drawn) });
            }
            self.note_if_out(seat, out);
        }
        if last {
            let ending = self.ending(self.inside()).expect("the draw was known to end the party");
            self.end_party(ending);
        } else {
            self.next_round(taken, plan.draws, out);
        }
        Ok(())
    }

    /// The most attack cards against this defender: 5 in the first round, 6 later, never more than they
    /// hold as they become defender.
    pub(super) fn limit_against(&self, defender: Seat) -> u8 {
        self.limit_for(self.hand(defender).len())
    }

    pub(super) fn limit_for(&self, held: usize) -> u8 {
        let most = if self.round == 1 { FIRST_LIMIT } else { MAX_PILES };
        most.min(held) as u8
    }

    fn begin_round(&mut self, attacker: Seat, added: [u8; MAX_BOXES], out: &mut Out) {
        self.round = self.round.saturating_add(1);
        if self.round > 1 {
            self.win_card = None;
        }
        self.phase = Phase::Round;
        self.attacker = attacker;
        self.defender = self.next_opponent(attacker).expect("somebody to attack");
        self.limit = self.limit_against(self.defender);
        out.push(Event::Table(Round {
            number: self.round,
            trump: self.trump.expect("a party that was dealt has a trump"),
            deck_count: self.deck_count,
            win_card: self.win_card,
            boxes: self.boxes,
            counts: self.counts(),
            added,
            attacker: self.attacker,
            defender: self.defender,
        }));
        out.push(Event::Clocks(self.clocks()));
    }

    /// The defender who beat everything attacks; after a take the player left of the taker.
    fn next_round(&mut self, taken: bool, added: [u8; MAX_BOXES], out: &mut Out) {
        let attacker = match taken {
            true => self.next_where(self.defender, |_| true),
            // The next one in attacks for who went out; in pairs that skips their partner.
            false if self.is_out(self.defender) => self.next_opponent(self.defender),
            false => Some(self.defender),
        };
        self.begin_round(attacker.expect("a party goes on with two in"), added, out);
    }

    pub(super) fn counts(&self) -> [u8; MAX_BOXES] {
        self.hands.map(|hand| hand.len() as u8)
    }

    pub(super) fn end_round(&mut self, out: &mut Out) {
        let taken = self.taking;
        self.clear_table(taken, out);
        let plan = self.refill_plan();
        // The rule counts rounds with the deck empty. But when everybody holds six cards or more nobody draws,
        // and such rounds could go on for ever beside a full deck: they count as well.
        let nothing_moved = taken && plan.total() == 0;
        self.without_discard = if nothing_moved { self.without_discard + 1 } else { 0 };
        let last = self.ending(self.inside_after(&plan));
        match last {
            Some(ending) if plan.total() == 0 => self.end_party(ending),
            Some(_) => self.phase = Phase::Refill { taken, last: true },
            None => {
                self.phase = Phase::Ready { taken };
                self.ready = SeatSet::EMPTY;
                out.push(Event::ReadyWanted(self.inside()));
            }
        }
    }

    /// The table goes to the taker, or to the discards.
    fn clear_table(&mut self, taken: bool, out: &mut Out) {
        let cards = self.table.sweep();
        if taken {
            self.hands[self.defender.index()] |= cards;
        } else {
            self.discarded |= cards;
        }
        (self.taking, self.last_taken) = (false, taken);
        self.shown = None;
        self.finished = SeatSet::EMPTY;
        out.push(Event::FinishRound { taken_by: taken.then_some(self.defender), cards });
    }

    /// Has the party ended, if these hold cards or may still draw some?
    pub(super) fn ending(&self, inside: SeatSet) -> Option<Ending> {
        let one_side = match inside.iter().next() {
            None => return Some(Ending::NobodyHolds),
            Some(seat) if self.rules.mode.pairs() => {
                inside.iter().all(|other| other == seat || other == partner(seat))
            }
            Some(_) => inside.len() == 1,
        };
        let fruitless = usize::from(self.without_discard) >= 3 * inside.len();
        match (one_side, fruitless) {
            (true, _) => Some(Ending::LastHolder),
            (false, true) => Some(Ending::NoDiscards),
            (false, false) => None,
        }
    }

    fn end_party(&mut self, ending: Ending) {
        let fools = match ending {
            Ending::NobodyHolds | Ending::NoDiscards => SeatSet::EMPTY,
            Ending::LastHolder => self.side_of(self.inside().iter().next().expect("a last holder")),
            Ending::Surrender(seat) | Ending::OutOfTime(seat) => self.side_of(seat),
        };
        let wins = |seat: &Seat| !fools.is_empty() && !fools.contains(*seat);
        let winners: SeatSet = self.boxes.iter().filter(wins).collect();
        let first_out = self.out.iter().copied().find(|&seat| winners.contains(seat));
        self.phase = Phase::Over(Outcome { ending, fools, winners, first_out });
    }

    /// The player, with their partner in a game of pairs.
    fn side_of(&self, seat: Seat) -> SeatSet {
        let mut side = SeatSet::only(seat);
        if self.rules.mode.pairs() {
            side.insert(partner(seat));
        }
        side
    }

    /// A player loses before the cards have decided.
    pub(super) fn give_up(&mut self, ending: Ending, out: &mut Out) {
        if self.phase == Phase::Round {
            self.clear_table(false, out);
        }
        self.end_party(ending);
    }

    pub(super) fn be_ready(&mut self, seat: Seat, out: &mut Out) -> Result<(), Refusal> {
        let Phase::Ready { taken } = self.phase else { return Err(Refusal::NotAsked) };
        if self.is_out(seat) || self.ready.contains(seat) {
            return Err(Refusal::NotAsked);
        }
        self.ready.insert(seat);
        out.push(Event::Ready(seat));
        if self.all_ready() {
            self.after_ready(taken, out);
        }
        Ok(())
    }

    /// Everybody who is there and in has said so, at least one.
    pub(super) fn all_ready(&self) -> bool {
        let answered = |seat: Seat| self.ready.contains(seat) || self.away.contains(seat);
        !self.ready.is_empty() && self.inside().iter().all(answered)
    }

    pub(super) fn after_ready(&mut self, taken: bool, out: &mut Out) {
        assert!(self.stage() == Stage::Ready, "nobody was asked");
        self.ready = SeatSet::EMPTY;
        if self.refill_plan().total() > 0 {
            self.phase = Phase::Refill { taken, last: false };
        } else {
            self.next_round(taken, [0; MAX_BOXES], out);
        }
    }
}
