//! The state of a hand and the questions one can ask it.

use crate::event::{Board, Event, Hole};
use crate::posting::Posted;
use crate::pots::{self, Pots};
use crate::rules::{Rules, SetupError, StraddleRaise};
use crate::variant::{BetSize, Street};
use crate::{Mode, Refusal, Variant};
use arrayvec::ArrayVec;
use kozyr_card_game::{Seat, SeatSet};
use kozyr_cards::{Card, CardSet};
use kozyr_chips::Chips;

/// The most players in a hand.
pub const MAX_PLAYERS: usize = 10;
/// The most hole cards a variant may have.
pub const MAX_HOLE: usize = 7;
/// The most board cards a variant may have.
pub const MAX_BOARD: usize = 5;
/// The most times a board may be dealt.
pub const MAX_RUNS: usize = 4;

/// What a hand waits for. Players are numbered from 0: the first to act after the flop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Hole cards; this player is the first who lacks some.
    Hole(usize),
    /// So many cards to the board.
    Board(usize),
    /// This player throws cards away for others, or stands pat.
    Draw(usize),
    /// A bet, call, check or fold of this player.
    Bet(usize),
    /// Everybody still in says whether the rest of the board is dealt several times.
    Runouts,
    /// This player shows or mucks.
    Show(usize),
    /// Nothing: the hand is over.
    Over,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    Hole,
    Board,
    Drawing,
    Betting,
    /// Whoever is pending has not said yet whether the board is to be dealt several times.
    Asking,
    Showing,
    Over,
}

/// Where an event goes; nowhere, in a benchmark.
pub(crate) trait Sink {
    /// Does anybody listen? What is worked out only to be told need not be otherwise.
    const HEARD: bool;
    fn tell(&mut self, event: impl FnOnce() -> Event);
}

impl Sink for () {
    const HEARD: bool = false;
    fn tell(&mut self, _: impl FnOnce() -> Event) {}
}

impl Sink for Vec<Event> {
    const HEARD: bool = true;
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.push(event());
    }
}

/// One hand of poker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hand {
    pub(crate) rules: Rules,
    pub(crate) players: usize,
    /// All chips of the hand, checked after every move.
    pub(crate) total: Chips,
    pub(crate) started_with: [Chips; MAX_PLAYERS],
    pub(crate) stacks: [Chips; MAX_PLAYERS],
    /// What each has bet on this street.
    pub(crate) bets: [Chips; MAX_PLAYERS],
    /// What each has put into the layers of the pot on earlier streets.
    pub(crate) layered: [Chips; MAX_PLAYERS],
    /// Antes that are open to everybody.
    pub(crate) dead: Chips,
    /// Everything in the middle: bets, layers and antes together.
    pub(crate) middle: Chips,
    pub(crate) raked: Chips,
    /// Players who have acted on this street, and the betting level when they last did.
    pub(crate) acted: SeatSet,
    pub(crate) acted_at: [Chips; MAX_PLAYERS],
    /// What a caller's bet comes to; the full big blind even when that was posted short.
    pub(crate) level: Chips,
    /// The last full bet or raise of the street.
    pub(crate) full_raise: Chips,
    /// The level the last full bet came to: what a fixed-limit player may complete from.
    pub(crate) full_level: Chips,
    pub(crate) bets_made: u8,
    pub(crate) aggressor: Option<Seat>,
    /// Players who have not folded.
    pub(crate) live: SeatSet,
    /// Players who have chips left, folded or not.
    pub(crate) funded: SeatSet,
    /// Players who still have to act on this street.
    pub(crate) pending: SeatSet,
    pub(crate) turn: Seat,
    pub(crate) shown: SeatSet,
    pub(crate) mucked: SeatSet,
    /// Who showed (true) or mucked, in order.
    pub(crate) showdown: ArrayVec<(Seat, bool), MAX_PLAYERS>,
    pub(crate) hole: [Hole; MAX_PLAYERS],
    /// Players who hold a card the hand does not know.
    pub(crate) unseen: SeatSet,
    /// How many hole cards everybody still in has once this street is dealt.
    pub(crate) hole_due: u8,
    /// Players who lack some of them.
    pub(crate) lacking: SeatSet,
    /// What each has thrown away in draws, as far as it is known.
    pub(crate) discards: [CardSet; MAX_PLAYERS],
    pub(crate) boards: [Board; MAX_RUNS],
    /// How many cards the board gets on this street.
    pub(crate) board_due: u8,
    /// How many cards of the pack are undealt, counted from the first draw on.
    pub(crate) stub: u8,
    /// Has the pack been made anew from what was thrown away?
    pub(crate) reshuffled: bool,
    /// Which board is being dealt.
    pub(crate) run: u8,
    /// How many there are to be.
    pub(crate) runs: u8,
    /// The board cards that were out when the betting ended; all boards share them.
    pub(crate) common_board: Option<u8>,
    /// Was the pack shuffled for it? Only a hand that is dealt from a deck asks.
    pub(crate) shuffled: bool,
    /// Cards that are known to be out.
    pub(crate) out: CardSet,
    pub(crate) street: u8,
    pub(crate) phase: Phase,
    /// Over, but with cards nobody knows: who won cannot be said.
    pub(crate) undetermined: bool,
}

impl Hand {
    /// Seats the players, posts antes and blinds, and waits for hole cards.
    #[inline]
    pub fn start(rules: &Rules, stacks: &[Chips]) -> Result<Hand, SetupError> {
        rules.check(stacks)?;
        let players = stacks.len();
        let everybody = SeatSet::first(players);
        let Posted { total, started_with, stacks, bets, layered, dead, middle, funded } =
            Posted::new(rules, stacks);
        let first = rules.variant.streets[0];
        // Made in one piece where it will stay: nearly a kilobyte is not moved about for nothing.
        Ok(Hand {
            rules: rules.clone(),
            players,
            total,
            started_with,
            stacks,
            bets,
            layered,
            dead,
            middle,
            raked: Chips::ZERO,
            acted: SeatSet::EMPTY,
            acted_at: [Chips::ZERO; MAX_PLAYERS],
            level: Chips::ZERO,
            full_raise: Chips::ZERO,
            full_level: Chips::ZERO,
            bets_made: 0,
            aggressor: None,
            live: everybody,
            funded,
            pending: SeatSet::EMPTY,
            turn: Seat::from_index(players - 1),
            shown: SeatSet::EMPTY,
            mucked: SeatSet::EMPTY,
            showdown: ArrayVec::new(),
            hole: Default::default(),
            unseen: SeatSet::EMPTY,
            hole_due: first.own(),
            lacking: if first.own() > 0 { everybody } else { SeatSet::EMPTY },
            discards: [CardSet::EMPTY; MAX_PLAYERS],
            boards: Default::default(),
            board_due: first.board,
            stub: u8::MAX,
            reshuffled: false,
            run: 0,
            runs: rules.runouts,
            common_board: None,
            shuffled: false,
            out: CardSet::EMPTY,
            street: 0,
            phase: if first.board > 0 { Phase::Board } else { Phase::Hole },
            undetermined: false,
        })
    }

    /// Chips neither appear nor vanish: after every move the stacks, the middle and the rake are all there is.
    /// (The sum is taken without a check of its own; an overflow would not come out at the total either.)
    #[inline]
    pub(crate) fn audit(&self) {
        let stacks = self.stacks.iter().fold(0i64, |sum, stack| sum.wrapping_add(stack.units()));
        let sum = stacks.wrapping_add(self.middle.units()).wrapping_add(self.raked.units());
        assert!(sum == self.total.units(), "{} chips became {sum}", self.total);
    }

    /// At the end of every street: the middle is what lies there.
    pub(crate) fn audit_middle(&self) {
        let bets_and_layers: Chips = self.bets.iter().chain(&self.layered).sum();
        assert!(self.dead + bets_and_layers == self.middle, "the middle does not add up");
    }

    pub(crate) fn street_rules(&self) -> Street {
        self.rules.variant.streets[usize::from(self.street)]
    }

    /// The smallest bet of the street.
    pub(crate) fn bet_size(&self) -> Chips {
        match self.street_rules().bet {
            BetSize::Small => self.rules.small_bet,
            BetSize::Big => self.rules.big_bet,
        }
    }

    /// The smallest raise before anybody has bet or raised.
    pub(crate) fn first_raise(&self) -> Chips {
        match self.rules.straddle_raise {
            StraddleRaise::ByStraddle if self.street == 0 => self.rules.entry().max(self.bet_size()),
            _ => self.bet_size(),
        }
    }

    #[inline]
    pub(crate) fn seat(&self, player: usize) -> Result<Seat, Refusal> {
        let seat = Seat::from_index(player.min(Seat::MAX - 1));
        if player < self.players { Ok(seat) } else { Err(Refusal::NoSuchPlayer(seat)) }
    }

    /// Players still in who have chips left to bet.
    #[inline]
    pub(crate) fn able(&self) -> SeatSet {
        self.live.and(self.funded)
    }

    /// Does everybody turn their cards over as soon as an all-in is called?
    pub(crate) fn all_in_shows(&self) -> bool {
        let shows = match self.rules.mode {
            Mode::Tournament => true,
            Mode::Cash { show_all_ins } => show_all_ins,
        };
        shows && self.able() != self.live
    }

    /// What the hand waits for.
    #[inline]
    pub fn next(&self) -> Next {
        match self.phase {
            Phase::Hole => Next::Hole(self.lacking.iter().next().map_or(0, Seat::index)),
            Phase::Board => Next::Board(usize::from(self.board_due)),
            Phase::Drawing => Next::Draw(self.turn.index()),
            Phase::Betting => Next::Bet(self.turn.index()),
            Phase::Asking => Next::Runouts,
            Phase::Showing => Next::Show(self.turn.index()),
            Phase::Over => Next::Over,
        }
    }

    /// The rules of the hand.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The game being played.
    pub fn variant(&self) -> &'static Variant {
        self.rules.variant
    }

    /// How many players were dealt in.
    pub fn players(&self) -> usize {
        self.players
    }

    /// What each player has left.
    pub fn stacks(&self) -> &[Chips] {
        &self.stacks[..self.players]
    }

    /// What each player brought.
    pub fn starting_stacks(&self) -> &[Chips] {
        &self.started_with[..self.players]
    }

    /// What each player has bet on this street.
    pub fn bets(&self) -> &[Chips] {
        &self.bets[..self.players]
    }

    /// Who has not folded.
    pub fn live(&self) -> SeatSet {
        self.live
    }

    /// Who has shown their cards.
    pub fn shown(&self) -> SeatSet {
        self.shown
    }

    /// Who has mucked at the showdown.
    pub fn mucked(&self) -> SeatSet {
        self.mucked
    }

    /// Who showed (true) or mucked (false), in order.
    pub fn showdown(&self) -> &[(Seat, bool)] {
        &self.showdown
    }

    /// A player's hole cards, as far as the hand knows them.
    pub fn hole(&self, player: usize) -> &[Option<Card>] {
        &self.hole[player]
    }

    /// The board; there are several only when it is dealt several times.
    pub fn board(&self, run: usize) -> &[Option<Card>] {
        &self.boards[run]
    }

    /// How many boards have been dealt.
    pub fn boards(&self) -> usize {
        usize::from(self.run) + 1
    }

    /// How many boards there are once all are dealt; one unless the board is dealt several times.
    pub fn runs(&self) -> usize {
        usize::from(self.runs)
    }

    /// Who has not said yet whether the rest of the board is to be dealt several times; nobody while nobody is asked.
    pub fn asked(&self) -> SeatSet {
        if self.phase == Phase::Asking { self.pending } else { SeatSet::EMPTY }
    }

    /// Is it the last street? What comes then is the showdown.
    pub fn is_last_street(&self) -> bool {
        usize::from(self.street) + 1 == self.rules.variant.streets.len()
    }

    /// What a player has thrown away in draws, as far as it is known.
    pub fn discards(&self, player: usize) -> CardSet {
        self.discards[player]
    }

    /// Which street, from 0.
    pub fn street(&self) -> usize {
        usize::from(self.street)
    }

    /// The pots as collected so far, without the bets of this street; the main pot first.
    #[inline]
    pub fn pots(&self) -> Pots {
        pots::lay_out(self.dead, &self.layered[..self.players], self.live)
    }

    /// Everything in the middle: pots and the bets of this street.
    pub fn pot_total(&self) -> Chips {
        self.middle
    }

    /// What the room took.
    pub fn raked(&self) -> Chips {
        self.raked
    }

    /// Over, but unknown cards leave open who won; the chips still lie in the pots.
    pub fn is_undetermined(&self) -> bool {
        self.undetermined
    }

    /// Cards known to be out.
    pub fn cards_out(&self) -> CardSet {
        self.out
    }
}
