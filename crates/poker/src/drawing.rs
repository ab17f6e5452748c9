//! Cards thrown away for others, and the pack made anew from them when it runs out.

use crate::Refusal;
use crate::event::{Event, Hole};
use crate::hand::{Hand, Phase, Sink};
use kozyr_card_game::Seat;
use kozyr_cards::{Card, CardSet};

impl Hand {
    /// Throws these of the player's cards away; without any they stand pat. A card that is not known is `None`.
    pub fn discard(&mut self, player: usize, cards: &[Option<Card>]) -> Result<(), Refusal> {
        self.discarding(player, cards, &mut ())
    }

    pub(crate) fn discarding(
        &mut self,
        player: usize,
        cards: &[Option<Card>],
        sink: &mut impl Sink,
    ) -> Result<(), Refusal> {
        let seat = self.to_draw(player)?;
        let (kept, out) = self.without(seat, cards)?;
        self.out = out;
        if kept.iter().all(Option::is_some) {
            self.unseen.remove(seat);
        }
        self.hole[player] = kept;
        self.discards[player] |= cards.iter().copied().flatten().collect();
        if !cards.is_empty() {
            self.lacking.insert(seat);
        }
        sink.tell(|| Event::Discarded(seat, cards.iter().copied().collect()));
        self.pending.remove(seat);
        match self.pending.next_after(seat) {
            Some(next) => self.turn = next,
            None if self.lacking.is_empty() => self.open_betting(sink),
            None => self.phase = Phase::Hole,
        }
        self.audit();
        Ok(())
    }

    fn to_draw(&self, player: usize) -> Result<Seat, Refusal> {
        let seat = self.seat(player)?;
        match self.phase {
            Phase::Drawing if self.turn == seat => Ok(seat),
            Phase::Drawing => Err(Refusal::NotYourTurn(seat)),
            Phase::Over => Err(Refusal::HandIsOver),
            Phase::Hole | Phase::Board => Err(Refusal::CardsFirst),
            Phase::Betting | Phase::Asking | Phase::Showing => Err(Refusal::NoDrawNow),
        }
    }

    /// The player's cards without these, and what is known to be out then. A named card may be one that was dealt
    /// unseen; an unnamed one has to be.
    fn without(&self, seat: Seat, cards: &[Option<Card>]) -> Result<(Hole, CardSet), Refusal> {
        let (mut kept, mut out) = (self.hole[seat.index()].clone(), self.out);
        for &card in cards {
            let held = kept.iter().position(|held| *held == card);
            let unseen = || kept.iter().position(Option::is_none);
            let place = held.or_else(unseen).ok_or(Refusal::NotTheirCards(seat))?;
            if let (Some(card), None) = (card, kept[place])
                && (!self.rules.variant.pack.cards().contains(card) || !out.insert(card))
            {
                return Err(Refusal::CardNotInDeck(card));
            }
            kept.remove(place);
        }
        Ok((kept, out))
    }

    /// Deals to a player who has thrown cards away. What is undealt goes first; then everything that was thrown away
    /// comes back.
    pub(crate) fn take_drawn(&mut self, cards: &[Option<Card>]) -> Result<(), Refusal> {
        let (pack, mut out, mut stub) = (self.rules.variant.pack.cards(), self.out, self.stub);
        let mut reshuffled = self.reshuffled;
        for (dealt, &card) in cards.iter().enumerate() {
            let may_be_back = reshuffled || stub <= self.street;
            if stub == 0 || may_be_back && card.is_some_and(|card| self.is_back(card, out)) {
                (out, stub) = self.gathered(&cards[..dealt]);
                reshuffled = true;
            }
            if let Some(card) = card
                && (!pack.contains(card) || !out.insert(card))
            {
                return Err(Refusal::CardNotInDeck(card));
            }
            stub -= 1;
        }
        (self.out, self.stub, self.reshuffled) = (out, stub, reshuffled);
        Ok(())
    }

    /// Does the card show that the pack was made anew? A record does not say when that was: a dealer at a real table
    /// burns a card before every draw, so that the pack runs out that much sooner, and rooms differ in what they shuffle.
    fn is_back(&self, card: Card, out: CardSet) -> bool {
        out.contains(card) && !self.held().contains(card)
    }

    /// The cards known to be held by players still in.
    fn held(&self) -> CardSet {
        self.live.iter().flat_map(|seat| self.hole[seat.index()].iter()).copied().flatten().collect()
    }

    /// What is out, and how much is undealt, once everything thrown away is back in the pack. `dealt` are cards on
    /// their way to a player who still lacks one more, so that something is always undealt.
    fn gathered(&self, dealt: &[Option<Card>]) -> (CardSet, u8) {
        let held: usize = self.live.iter().map(|seat| self.hole[seat.index()].len()).sum();
        let stub = self.rules.variant.pack.cards().len() - held - dealt.len();
        (self.held() | dealt.iter().copied().flatten().collect(), stub as u8)
    }

    /// Does the draw need cards when there are none?
    #[inline]
    pub(crate) fn awaits_reshuffle(&self) -> bool {
        self.stub == 0 && self.phase == Phase::Hole && self.street_rules().draw
    }

    /// The cards to be shuffled for whoever is dealt to next: everything thrown away, discards and folded hands. What
    /// the player has thrown away themselves stays out as long as the rest is enough for them.
    pub(crate) fn thrown_away(&self) -> CardSet {
        let all = self.rules.variant.pack.cards() - self.held();
        let Some(seat) = self.lacking.iter().next() else { return all };
        let others = all - self.discards[seat.index()];
        if others.len() >= self.missing(seat) { others } else { all }
    }

    /// Takes what was thrown away back into the pack.
    pub(crate) fn reshuffle(&mut self) {
        let cards = self.thrown_away();
        self.out = self.rules.variant.pack.cards() - cards;
        self.stub = cards.len() as u8;
        self.reshuffled = true;
    }
}
