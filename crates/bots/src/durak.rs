//! A Durak player.
//!
//! [`Level::Casual`] looks at its hand and the table: low cards first, trumps late. [`Level::Strong`] counts: it knows which
//! cards are out of play and which somebody has taken, deals the rest out many times in its head and plays every turn
//! it could make to the end of the party. Once the deck is empty and two are left with few cards, it looks the end game
//! through to the last card.

mod board;
mod endgame;
mod habits;
mod memory;
#[cfg(test)]
mod tests;

pub use memory::Memory;

use crate::{Level, Random};
use board::{Board, SEATS, Turn};
use endgame::EndGame;
use habits::{habit, lowest};
use kozyr_card_game::Seat;
use kozyr_cards::{Card, CardSet, Pack};
use kozyr_protocol::room::{DurakAction, DurakInfo, DurakMode, DurakOwn, DurakStage, DurakView};

/// How many parties are played out in the head for one decision.
const PLAYOUTS: usize = 240;
/// No more turns than this are compared.
const MOST_TURNS: usize = 10;
/// A party in the head is given up after so many turns: it goes round in circles.
const LONGEST: usize = 400;

/// What a player sees and remembers.
#[derive(Clone, Copy, Debug)]
pub struct Spot<'a> {
    /// What is played.
    pub info: &'a DurakInfo,
    /// How many seats the table has.
    pub seats: u8,
    /// Their own seat.
    pub me: Seat,
    /// The party as everybody sees it.
    pub game: &'a DurakView,
    /// Their own part of it.
    pub own: &'a DurakOwn,
    /// What they remember.
    pub memory: &'a Memory,
}

/// What the bot does in the party; nothing when it would rather wait.
pub fn choose(level: Level, spot: &Spot<'_>, random: Random<'_>) -> Option<DurakAction> {
    let offers = &spot.own.offers;
    if offers.ready {
        return Some(DurakAction::Ready);
    }
    if let (Some(DurakStage::Shown), Some(&card)) = (spot.game.stage, offers.transfer.first()) {
        return Some(DurakAction::Transfer { card });
    }
    // Who throws in while the defender thinks only tells them more.
    let waits = spot.game.stage == Some(DurakStage::Defend) && spot.game.defender != Some(spot.me);
    let turns = if waits { Vec::new() } else { turns(spot) };
    let turn = match (turns.as_slice(), level) {
        ([], _) => return None,
        ([only], _) => *only,
        (_, Level::Casual) => casual(spot, &turns, random),
        (_, Level::Strong) => strong(spot, &turns, random),
    };
    Some(action(turn, !offers.show.is_empty()))
}

fn action(turn: Turn, light: bool) -> DurakAction {
    match turn {
        Turn::Attack(card) => DurakAction::Attack { card },
        Turn::Beat(attack, with) => DurakAction::Defend { attack, with },
        Turn::Transfer(card) if light => DurakAction::Show { card },
        Turn::Transfer(card) => DurakAction::Transfer { card },
        Turn::Take => DurakAction::Take,
        Turn::Finish => DurakAction::Finish,
    }
}

/// The least and the spread of the time to think about this, in milliseconds.
pub(crate) fn thinking(action: &DurakAction) -> (u64, u32) {
    match action {
        DurakAction::Ready => (900, 600),
        DurakAction::Finish | DurakAction::Show { .. } | DurakAction::Transfer { .. } => (600, 800),
        DurakAction::Take => (1000, 1200),
        _ => (700, 1300),
    }
}

/// The turns worth comparing, out of what is offered: cheap cards before dear ones.
fn turns(spot: &Spot<'_>) -> Vec<Turn> {
    let offers = &spot.own.offers;
    let Some(trump) = spot.game.trump else { return Vec::new() };
    let cheap = |card: &Card| (card.suit() == trump.suit(), card.byte());
    let mut turns = Vec::new();
    let mut attacks = offers.attack.clone();
    attacks.sort_by_key(cheap);
    turns.extend(attacks.into_iter().map(Turn::Attack));
    turns.extend(offers.show.iter().chain(&offers.transfer).map(|&card| Turn::Transfer(card)));
    let trumps = CardSet::of_suit(trump.suit());
    for pair in &offers.defend {
        // The lowest of the suit, the next one, and the lowest trump: anything else only wastes more.
        let with: CardSet = pair.with.iter().copied().collect();
        let plain = (with - trumps).iter().take(2);
        turns.extend(plain.chain((with & trumps).first()).map(|with| Turn::Beat(pair.attack, with)));
    }
    turns.truncate(MOST_TURNS);
    turns.extend(offers.take.then_some(Turn::Take));
    turns.extend(offers.finish.then_some(Turn::Finish));
    turns
}

fn casual(spot: &Spot<'_>, turns: &[Turn], random: Random<'_>) -> Turn {
    let mut dice = Dice::new(random);
    let Some((board, _)) = imagined(spot, &mut dice) else { return turns[0] };
    let wanted = habit(&board);
    if turns.contains(&wanted) { wanted } else { turns[turns.len() - 1] }
}

fn strong(spot: &Spot<'_>, turns: &[Turn], random: Random<'_>) -> Turn {
    let mut dice = Dice::new(random);
    let me = spot.me.index() as u8;
    let Some((board, deck)) = imagined(spot, &mut dice) else { return turns[0] };
    let certain = unseen(spot).len() == hidden(spot);
    if let Some(mut end) = EndGame::new(&board, me).filter(|_| certain && board.mover() == me)
        && let Some((turn, _)) = end.best(&board, |turn| is_offered(spot, turn))
    {
        return turn;
    }
    let deals = (PLAYOUTS / turns.len()).max(8);
    let mut worth = vec![0u32; turns.len()];
    let (mut board, mut deck) = (board, deck);
    for nth in 0..deals {
        if nth > 0 {
            let Some(again) = imagined(spot, &mut dice) else { break };
            (board, deck) = again;
        }
        for (turn, worth) in turns.iter().zip(&mut worth) {
            *worth += played_out(board, *turn, &deck, me);
        }
    }
    let best = (0..turns.len()).max_by_key(|&nth| (worth[nth], std::cmp::Reverse(nth)));
    best.map_or(turns[0], |nth| turns[nth])
}

/// An end game may hold a turn that was not worth comparing.
fn is_offered(spot: &Spot<'_>, turn: Turn) -> bool {
    let offers = &spot.own.offers;
    match turn {
        Turn::Attack(card) => offers.attack.contains(&card),
        Turn::Beat(attack, with) => {
            offers.defend.iter().any(|pair| pair.attack == attack && pair.with.contains(&with))
        }
        Turn::Transfer(card) => offers.transfer.contains(&card) || offers.show.contains(&card),
        Turn::Take => offers.take,
        Turn::Finish => offers.finish,
    }
}

/// 2 when the party ends without the player as its fool, 1 for a draw.
fn played_out(mut board: Board, turn: Turn, deck: &[Card], me: u8) -> u32 {
    let mut over = board.play(turn, deck);
    for _ in 0..LONGEST {
        match over {
            Some(0) => return 1,
            Some(fools) => return if fools >> me & 1 == 1 { 0 } else { 2 },
            None => over = board.play(habit(&board), deck),
        }
    }
    1
}

/// The cards of the pack whose place is not known.
fn unseen(spot: &Spot<'_>) -> CardSet {
    let pack = match spot.info.cards {
        24 => Pack::Small24,
        52 => Pack::Full52,
        _ => Pack::Short36,
    };
    let mut seen: CardSet = spot.own.cards.iter().copied().collect();
    seen |= spot.memory.discarded();
    for pile in &spot.game.piles {
        seen.insert(pile.attack);
        seen.extend(pile.beaten_by);
    }
    if spot.game.deck > 0 {
        seen.extend(spot.game.trump);
    }
    for (seat, player) in spot.game.players.iter() {
        seen |= known(spot, *seat, player.cards);
    }
    pack.cards() - seen
}

/// The cards another player is known to hold.
fn known(spot: &Spot<'_>, seat: Seat, count: u8) -> CardSet {
    let held = spot.memory.held(seat.index());
    if seat == spot.me || held.len() > count.into() { CardSet::EMPTY } else { held }
}

/// How many cards of the others and of the deck are face down.
fn hidden(spot: &Spot<'_>) -> usize {
    let others = spot.game.players.iter().filter(|(seat, _)| **seat != spot.me);
    let hands: usize =
        others.map(|(&seat, player)| usize::from(player.cards) - known(spot, seat, player.cards).len()).sum();
    hands + usize::from(spot.game.deck.saturating_sub(1))
}

/// The party with the unseen cards dealt out at random; nothing when a card is missing somewhere.
fn imagined(spot: &Spot<'_>, dice: &mut Dice) -> Option<(Board, Vec<Card>)> {
    let game = spot.game;
    let trump = game.trump?;
    let mut rest: Vec<Card> = unseen(spot).iter().collect();
    if rest.len() < hidden(spot) {
        return None;
    }
    for left in (1..rest.len()).rev() {
        rest.swap(left, dice.below(left + 1));
    }
    let mut hands = [CardSet::EMPTY; SEATS];
    let (mut inside, mut finished) = (0, 0);
    for (&seat, player) in game.players.iter().filter(|(seat, _)| seat.index() < SEATS) {
        let hand = &mut hands[seat.index()];
        *hand = known(spot, seat, player.cards);
        if seat == spot.me {
            hand.extend(spot.own.cards.iter().copied());
        } else {
            let more = usize::from(player.cards) - hand.len();
            hand.extend(rest.drain(rest.len() - more..));
        }
        inside |= u8::from(!player.out) << seat.index();
        finished |= u8::from(game.finished.contains(&seat)) << seat.index();
    }
    let mut deck: Vec<Card> = rest.into_iter().take(game.deck.saturating_sub(1).into()).collect();
    deck.extend((game.deck > 0).then_some(trump));
    let (attacker, defender) = (game.attacker?.index() as u8, game.defender?.index() as u8);
    let mode = spot.info.mode;
    let pairs = matches!(mode, DurakMode::Pairs | DurakMode::PairsTransfer | DurakMode::PairsTrafficLight);
    let piles = game.piles.iter();
    let unbeaten = piles.clone().filter(|pile| pile.beaten_by.is_none()).map(|pile| pile.attack);
    let covered = piles.filter_map(|pile| Some([pile.attack, pile.beaten_by?])).flatten();
    let mut board = Board {
        trump: trump.suit(),
        seats: spot.seats,
        pairs,
        transfers: !matches!(mode, DurakMode::Plain | DurakMode::Pairs),
        throw_after_take: spot.info.throw_after_take,
        hands,
        inside,
        attacker,
        defender,
        limit: game.limit,
        first_round: game.round == 1,
        taking: game.stage == Some(DurakStage::Taking),
        finished,
        unbeaten: unbeaten.collect(),
        covered: covered.collect(),
        drawn: 0,
        deck: game.deck,
        fruitless: spot.memory.fruitless(),
    };
    // People throw in when they like; in the head they are asked one after the other, and now it is this one.
    let me = spot.me.index() as u8;
    while board.mover() != me && board.mover() != board.defender {
        let other = board.mover();
        if board.finished >> other & 1 == 1 {
            break;
        }
        board.finished |= 1 << other;
    }
    Some((board, deck))
}

/// Numbers for dealing cards in the head: fast, and good enough for that. SplitMix64.
struct Dice(u64);

impl Dice {
    fn new(random: Random<'_>) -> Dice {
        Dice(u64::from(random(u32::MAX)) << 32 | u64::from(random(u32::MAX)))
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(x ^ x >> 31) * n as u128) >> 64) as usize
    }
}

/// The simplest player that is none: leads its lowest card, never throws in, always takes. To be measured against.
pub fn passive(spot: &Spot<'_>) -> Option<DurakAction> {
    let offers = &spot.own.offers;
    let trumps = CardSet::of_suit(spot.game.trump?.suit());
    let leads = spot.game.stage == Some(DurakStage::Lead);
    match () {
        () if offers.ready => Some(DurakAction::Ready),
        () if leads => {
            let card = lowest(offers.attack.iter().copied().collect(), trumps)?;
            Some(DurakAction::Attack { card })
        }
        () if offers.take => Some(DurakAction::Take),
        () if offers.finish => Some(DurakAction::Finish),
        () => None,
    }
}
