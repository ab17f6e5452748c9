//! Dealing at random.

use super::{Equity, EquityError, Game, Holdem, Holding, Omaha, ShortDeck, Showdown};
use crate::{Folded, Ranking, Strength};
use alloc::vec::Vec;
use kozyr_cards::{Card, CardSet};

/// How often hands may be dealt again because they share a card, for one deal that counts.
const MOST_ATTEMPTS: u32 = 100_000;

impl Showdown {
    /// Deals at random so many times. `random` gives 64 random bits at a time; the same bits give the
    /// same result.
    ///
    /// ```
    /// use kozyr_cards::CardSet;
    /// use kozyr_ranking::{Ranking, Showdown};
    /// let players = ["AA".parse()?, "*".parse()?];
    /// let showdown = Showdown::new(Ranking::Standard, &players, CardSet::EMPTY, CardSet::EMPTY)?;
    /// let mut state = 42u64;
    /// let equity = showdown.sample(10_000, || {
    ///     state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    ///     state ^ state >> 29
    /// })?;
    /// assert_eq!(equity.total(), 10_000);
    /// assert!(equity.player(0).wins > 8_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sample(&self, trials: u64, mut random: impl FnMut() -> u64) -> Result<Equity, EquityError> {
        if trials == 0 {
            return Err(EquityError::NoTrials);
        }
        match self.has_deal() {
            Some(true) => {}
            Some(false) => return Err(EquityError::NoDeal),
            None => return Err(EquityError::Crowded),
        }
        match self.ranking {
            Ranking::ShortDeck => Dealer::<ShortDeck>::new(self).run(trials, &mut random),
            Ranking::Omaha => Dealer::<Omaha>::new(self).run(trials, &mut random),
            _ => Dealer::<Holdem>::new(self).run(trials, &mut random),
        }
    }
}

/// Somebody who deals hands of all ranges and boards.
struct Dealer<'a, G: Game> {
    showdown: &'a Showdown,
    live: Vec<Card>,
    board: Folded,
    players: Vec<Draw<G::Hole>>,
}

/// A range to draw from: each hand with the sum of the weights up to it.
struct Draw<H> {
    hands: Vec<(u64, CardSet, H)>,
    weight: u64,
}

impl<H: Copy> Draw<H> {
    fn new(holdings: &[Holding], hole: fn(CardSet) -> H) -> Draw<H> {
        let mut weight = 0;
        let hand = |holding: &Holding| {
            weight += holding.weight;
            (weight, holding.cards, hole(holding.cards))
        };
        let hands = holdings.iter().map(hand).collect();
        Draw { hands, weight }
    }

    fn draw(&self, random: &mut impl FnMut() -> u64) -> (CardSet, H) {
        let point = below(self.weight, random);
        let hand = self.hands.partition_point(|&(up_to, ..)| up_to <= point);
        (self.hands[hand].1, self.hands[hand].2)
    }
}

/// A number under `n`, which is far below 2⁶⁴: what this is not uniform by does not show.
fn below(n: u64, random: &mut impl FnMut() -> u64) -> u64 {
    ((u128::from(random()) * u128::from(n)) >> 64) as u64
}

impl<'a, G: Game> Dealer<'a, G> {
    fn new(showdown: &'a Showdown) -> Dealer<'a, G> {
        Dealer {
            showdown,
            live: showdown.live().iter().collect(),
            board: showdown.board.into(),
            players: showdown.players.iter().map(|holdings| Draw::new(holdings, G::hole)).collect(),
        }
    }

    fn run(self, trials: u64, random: &mut impl FnMut() -> u64) -> Result<Equity, EquityError> {
        let mut equity = Equity::new(self.players.len());
        let mut holes = Vec::with_capacity(self.players.len());
        let mut strengths = Vec::with_capacity(self.players.len());
        for _ in 0..trials {
            let taken = self.hands(&mut holes, random)?;
            let board = G::board(self.deal_board(taken, random));
            strengths.clear();
            strengths.extend(holes.iter().map(|hole| G::rank(hole, &board)));
            count(&mut equity, &strengths);
        }
        Ok(equity)
    }

    /// Deals everybody a hand of their range. When two of them share a card, all of them are dealt again:
    /// this keeps every possible deal as likely as its weight says.
    fn hands(
        &self,
        holes: &mut Vec<G::Hole>,
        random: &mut impl FnMut() -> u64,
    ) -> Result<CardSet, EquityError> {
        'attempt: for _ in 0..MOST_ATTEMPTS {
            let mut taken = CardSet::EMPTY;
            holes.clear();
            for range in &self.players {
                let (cards, hole) = range.draw(random);
                if cards.overlaps(taken) {
                    continue 'attempt;
                }
                taken |= cards;
                holes.push(hole);
            }
            return Ok(taken);
        }
        Err(EquityError::Crowded)
    }

    fn deal_board(&self, mut taken: CardSet, random: &mut impl FnMut() -> u64) -> Folded {
        let mut board = self.board;
        for _ in 0..self.showdown.to_come() {
            let card = self.card(taken, random);
            taken.insert(card);
            board += card;
        }
        board
    }

    /// A card that nobody has. After some misses the next free one is as good: it takes a broken source
    /// of random bits to get there.
    fn card(&self, taken: CardSet, random: &mut impl FnMut() -> u64) -> Card {
        let mut place = 0;
        for _ in 0..256 {
            place = below(self.live.len() as u64, random) as usize;
            if !taken.contains(self.live[place]) {
                return self.live[place];
            }
        }
        let mut around = self.live.iter().cycle().skip(place).take(self.live.len());
        *around
            .find(|&&card| !taken.contains(card))
            .expect("there are enough cards, or there would be no deal")
    }
}

fn count(equity: &mut Equity, strengths: &[Strength]) {
    equity.total += 1;
    let best = strengths.iter().max();
    let others = strengths.iter().filter(|&strength| Some(strength) == best).count() - 1;
    for (outcomes, strength) in equity.players.iter_mut().zip(strengths) {
        if Some(strength) == best {
            outcomes.of[others] += 1;
        }
    }
}
