//! One random game with every law checked at every move.

use super::{Broken, Dice, Law, Seen, Specimen, leak};
use crate::{Awaits, Clock, DeckShoe, Joining, Move, Seat, SeatSet, Seated};
use kozyr_cards::{Deck, Pack};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

/// Random play takes up a rare offer once in so many moves.
const RARELY: u32 = 64;

/// A move of a game.
pub(super) type MoveOf<G> = Move<<G as crate::Game>::Deal, <G as crate::Game>::Action>;
/// The log of a game.
pub(super) type Log<G> = Vec<MoveOf<G>>;
/// A shoe that deals the same cards every time.
pub(super) type LawShoe = DeckShoe<Box<dyn FnMut(u32) -> u32>>;

/// Somebody comes or goes once in so many moves, in games where that is possible.
const COMINGS: u32 = 8;

/// A finished random game.
pub struct Played<G: Specimen> {
    /// How it ended.
    pub state: G::State,
    /// The moves that were made.
    pub moves: usize,
}

/// A table and everything needed to play the same game on it again.
pub(super) struct Table<G: Specimen> {
    pub(super) rules: G::Rules,
    pub(super) seats: Vec<Seated>,
    pub(super) pack: Pack,
    pub(super) seed: u32,
}

impl<G: Specimen> Table<G> {
    fn draw_up(dice: &mut Dice) -> Table<G> {
        let (rules, seats, pack) = G::table(dice);
        Table { rules, seats, pack, seed: dice.below(u32::MAX) }
    }

    pub(super) fn start(&self) -> Result<G::State, G::Refusal> {
        G::start(&self.rules, &self.seats)
    }

    /// The same shoe every time.
    pub(super) fn shoe(&self) -> LawShoe {
        let mut dice = Dice::random(u64::from(self.seed));
        DeckShoe::new(Deck::ordered(self.pack), Box::new(move |n| dice.below(n)))
    }
}

type Verdict = Result<(), (Law, String)>;

pub(super) fn broken<T>(law: Law, what: impl Into<String>) -> Result<T, (Law, String)> {
    Err((law, what.into()))
}

/// Plays one game; a panic inside the game counts as a broken invariant of its own.
pub(super) fn game<G: Specimen>(dice: &mut Dice, seen: &mut Seen) -> Result<(), Broken> {
    let verdict = quietly(|| checked::<G>(dice, seen))
        .unwrap_or_else(|panic| broken(Law::OwnInvariants, format!("panicked: {panic}")));
    verdict.map_err(|(law, what)| Broken { law, what, tape: dice.tape().to_vec() })
}

fn checked<G: Specimen>(dice: &mut Dice, seen: &mut Seen) -> Verdict {
    let table = Table::<G>::draw_up(dice);
    let mut state = match table.start() {
        Ok(state) => state,
        Err(refusal) => return broken(Law::OwnInvariants, format!("the table was refused: {refusal}")),
    };
    let mut chips = G::chips(&state);
    let mut shoe = table.shoe();
    let mut log: Log<G> = Vec::new();
    let mut heard = Vec::new();
    loop {
        common::<G>(&state, chips)?;
        nonsense_is_refused::<G>(&state, &table.seats, dice, seen)?;
        let Some(mv) = choose::<G>(&state, &mut shoe, dice)? else { break };
        match mv {
            Move::Join(joining) => chips += joining.stack,
            Move::Part(seat) => chips -= G::stack(&state, seat),
            _ => {}
        }
        play::<G>(&mut state, &mv, &mut heard)?;
        log.push(mv);
        if log.len() > G::LONGEST {
            return broken(Law::EveryGameEnds, format!("not over after {} moves", log.len()));
        }
    }
    seen.games += 1;
    seen.moves += log.len() as u64;
    replay::<G>(&table, &log, &state, &heard)?;
    leak::no_leak::<G>(&table, &log, dice, seen)
}

/// What holds in every state.
fn common<G: Specimen>(state: &G::State, chips: kozyr_chips::Chips) -> Verdict {
    G::invariants(state);
    let now = G::chips(state);
    if now != chips {
        return broken(Law::ChipsAreConserved, format!("{chips} chips became {now} in {state:?}"));
    }
    let over = G::awaits(state) == Awaits::Nothing;
    match G::payoffs(state) {
        Some(payoffs) if !payoffs.sum().is_zero() => {
            broken(Law::ChipsAreConserved, format!("payoffs sum to {}: {payoffs:?}", payoffs.sum()))
        }
        Some(payoffs) if !over => broken(Law::EveryGameEnds, format!("{payoffs:?} before the end")),
        None if over => broken(Law::EveryGameEnds, "over without payoffs"),
        _ => Ok(()),
    }
}

/// Picks the next move at random; `None` at the end of the game.
#[allow(clippy::type_complexity)]
fn choose<G: Specimen>(
    state: &G::State,
    shoe: &mut LawShoe,
    dice: &mut Dice,
) -> Result<Option<MoveOf<G>>, (Law, String)> {
    let awaits = G::awaits(state);
    if awaits != Awaits::Nothing
        && let Some(mv) = comes_or_goes::<G>(state, dice)
    {
        return Ok(Some(mv));
    }
    let seats = match awaits {
        Awaits::Nothing => return Ok(None),
        Awaits::Shuffle(cards) => {
            shoe.shuffle(cards);
            return Ok(Some(Move::Shuffled));
        }
        Awaits::Chance => {
            return match G::draw(state, shoe) {
                Some(deal) => Ok(Some(Move::Deal(deal))),
                None => broken(Law::EveryGameEnds, format!("waits for cards it does not draw: {state:?}")),
            };
        }
        Awaits::Stage(seats) if seats.is_empty() || dice.one_in(4) => {
            return Ok(Some(Move::Timeout(Clock::Stage)));
        }
        Awaits::Seats(seats) | Awaits::Stage(seats) => seats,
    };
    if seats.is_empty() {
        return broken(Law::EveryGameEnds, format!("waits for nobody: {state:?}"));
    }
    let mut offers = Vec::new();
    for seat in seats.iter() {
        offers.clear();
        G::legal(state, seat, &mut offers);
        if offers.is_empty() {
            return broken(Law::EveryGameEnds, format!("{seat:?} is awaited and can do nothing: {state:?}"));
        }
    }
    if matches!(awaits, Awaits::Seats(_)) {
        for seat in seats.iter() {
            every_offer_is_playable::<G>(state, seat, dice)?;
        }
        let clocks = G::clocks(state);
        if clocks.is_empty() || clocks.iter().any(|seat| !seats.contains(seat)) {
            return broken(Law::EveryGameEnds, format!("the clocks of {clocks:?} run in {state:?}"));
        }
        if G::TIMEOUT_EVERY > 0 && dice.one_in(G::TIMEOUT_EVERY) {
            return Ok(Some(Move::Timeout(Clock::Seat(any_of(clocks, dice)))));
        }
    }
    let (seat, offer) = any_offer::<G>(state, seats, &mut offers, dice);
    Ok(Some(Move::Act(seat, G::accept(state, seat, &offer, dice))))
}

/// Somebody who joins or parts, now and then, where the game has that.
fn comes_or_goes<G: Specimen>(state: &G::State, dice: &mut Dice) -> Option<MoveOf<G>> {
    let parts = G::parts(state);
    if !parts.is_empty() && dice.one_in(COMINGS) {
        return Some(Move::Part(any_of(parts, dice)));
    }
    let joins = G::joins(state, dice);
    joins.filter(|_| dice.one_in(COMINGS)).map(Move::Join)
}

/// One of the seats and one of its offers, with [rare](Specimen::rare) ones left out nearly always.
fn any_offer<G: Specimen>(
    state: &G::State,
    seats: SeatSet,
    offers: &mut Vec<G::Offer>,
    dice: &mut Dice,
) -> (Seat, G::Offer) {
    let mut common = SeatSet::EMPTY;
    let mut rare = false;
    for seat in seats.iter() {
        offers.clear();
        G::legal(state, seat, offers);
        rare |= offers.iter().any(G::rare);
        if !offers.iter().all(G::rare) {
            common.insert(seat);
        }
    }
    let any = common.is_empty() || (rare && dice.one_in(RARELY));
    let seat = any_of(if any { seats } else { common }, dice);
    offers.clear();
    G::legal(state, seat, offers);
    if !any {
        offers.retain(|offer| !G::rare(offer));
    }
    (seat, dice.pick(offers).clone())
}

fn any_of(seats: SeatSet, dice: &mut Dice) -> Seat {
    let nth = dice.below(seats.len() as u32) as usize;
    seats.iter().nth(nth).expect("the set has that many seats")
}

fn play<G: Specimen>(state: &mut G::State, mv: &MoveOf<G>, heard: &mut Vec<G::Event>) -> Verdict {
    G::play(state, mv, heard).or_else(|refusal| {
        broken(Law::LegalMeansPlayable, format!("{mv:?} was refused ({refusal}) in {state:?}"))
    })
}

fn every_offer_is_playable<G: Specimen>(state: &G::State, seat: Seat, dice: &mut Dice) -> Verdict {
    let mut offers = Vec::new();
    G::legal(state, seat, &mut offers);
    for offer in &offers {
        let action = G::accept(state, seat, offer, dice);
        if !G::covers(offer, &action) {
            return broken(Law::LegalMeansPlayable, format!("{offer:?} does not cover {action:?}"));
        }
        play::<G>(&mut state.clone(), &Move::Act(seat, action), &mut Vec::new())?;
    }
    Ok(())
}

/// Every seat tries something; clocks that do not run run out; cards come that nobody waits for.
fn nonsense_is_refused<G: Specimen>(
    state: &G::State,
    seats: &[Seated],
    dice: &mut Dice,
    seen: &mut Seen,
) -> Verdict {
    let awaits = G::awaits(state);
    let mut offers = Vec::new();
    for &Seated { seat, .. } in seats {
        let action = G::anything(state, seat, dice);
        offers.clear();
        G::legal(state, seat, &mut offers);
        if !offers.is_empty() && !awaits.seats().contains(seat) {
            return broken(Law::TheRestIsRefused, format!("{seat:?} is not awaited but offered {offers:?}"));
        }
        let covered = offers.iter().any(|offer| G::covers(offer, &action));
        try_move::<G>(state, &Move::Act(seat, action), covered, seen)?;
        if !G::clocks(state).contains(seat) {
            try_move::<G>(state, &Move::Timeout(Clock::Seat(seat)), false, seen)?;
        }
        if !G::parts(state).contains(seat) {
            try_move::<G>(state, &Move::Part(seat), false, seen)?;
        }
        // A seat of the game is one person's for the whole deal.
        let again = Joining { seat, chair: seat, stack: G::stack(state, seat) };
        try_move::<G>(state, &Move::Join(again), false, seen)?;
    }
    if !matches!(awaits, Awaits::Shuffle(_)) {
        try_move::<G>(state, &Move::Shuffled, false, seen)?;
    }
    if !matches!(awaits, Awaits::Stage(_)) {
        try_move::<G>(state, &Move::Timeout(Clock::Stage), false, seen)?;
    }
    Ok(())
}

fn try_move<G: Specimen>(state: &G::State, mv: &MoveOf<G>, legal: bool, seen: &mut Seen) -> Verdict {
    let mut after = state.clone();
    let mut heard = Vec::new();
    match (G::play(&mut after, mv, &mut heard), legal) {
        (Ok(()), true) => Ok(()),
        (Ok(()), false) => broken(Law::TheRestIsRefused, format!("{mv:?} was accepted in {state:?}")),
        (Err(refusal), true) => {
            broken(Law::LegalMeansPlayable, format!("{mv:?} was refused ({refusal}) in {state:?}"))
        }
        (Err(_), false) if after != *state || !heard.is_empty() => {
            broken(Law::TheRestIsRefused, format!("{mv:?} was refused but changed {state:?} to {after:?}"))
        }
        (Err(_), false) => {
            seen.refused += 1;
            Ok(())
        }
    }
}

fn replay<G: Specimen>(table: &Table<G>, log: &Log<G>, live: &G::State, heard: &[G::Event]) -> Verdict {
    let mut again = match table.start() {
        Ok(state) => state,
        Err(refusal) => return broken(Law::ReplayEqualsLive, format!("the table was refused: {refusal}")),
    };
    let mut reheard = Vec::new();
    for mv in log {
        if let Err(refusal) = G::play(&mut again, mv, &mut reheard) {
            return broken(Law::ReplayEqualsLive, format!("{mv:?} was refused on replay: {refusal}"));
        }
    }
    if again != *live {
        return broken(Law::ReplayEqualsLive, format!("replay gives {again:?}, live play gave {live:?}"));
    }
    if reheard != heard {
        return broken(Law::ReplayEqualsLive, "replay tells other events than live play");
    }
    Ok(())
}

/// Legal moves only, no checks.
pub(super) fn play_out<G: Specimen>(dice: &mut Dice) -> Played<G> {
    let table = Table::<G>::draw_up(dice);
    let mut state = table.start().unwrap_or_else(|refusal| panic!("the table was refused: {refusal}"));
    let mut shoe = table.shoe();
    let mut heard = Vec::new();
    let mut offers = Vec::new();
    let mut moves = 0;
    loop {
        heard.clear();
        let mv = match G::awaits(&state) {
            Awaits::Nothing => return Played { state, moves },
            Awaits::Shuffle(cards) => {
                shoe.shuffle(cards);
                Move::Shuffled
            }
            Awaits::Chance => Move::Deal(G::draw(&state, &mut shoe).expect("a shoe with enough cards")),
            Awaits::Stage(seats) if seats.is_empty() || dice.one_in(4) => Move::Timeout(Clock::Stage),
            Awaits::Seats(seats) | Awaits::Stage(seats) => {
                let (seat, offer) = any_offer::<G>(&state, seats, &mut offers, dice);
                Move::Act(seat, G::accept(&state, seat, &offer, dice))
            }
        };
        G::play(&mut state, &mv, &mut heard).unwrap_or_else(|refusal| panic!("{mv:?}: {refusal}"));
        moves += 1;
    }
}

thread_local!(static QUIET: Cell<bool> = const { Cell::new(false) });

/// Runs it and turns a panic into its message, without the usual noise: shrinking panics a lot.
fn quietly<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                usual(info);
            }
        }));
    });
    QUIET.set(true);
    let outcome = catch_unwind(AssertUnwindSafe(run));
    QUIET.set(false);
    outcome.map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default()
    })
}
