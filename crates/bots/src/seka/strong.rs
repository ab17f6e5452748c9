//! A player who counts the odds.
#![allow(clippy::float_arithmetic, reason = "odds, not chips: what is paid is one of the offers")]

use super::Spot;
use super::odds::Hands;
use crate::Random;
use kozyr_card_game::Seat;
use kozyr_cards::CardSet;
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    SekaAction, SekaInfo, SekaLastAction, SekaMode, SekaOwn, SekaPlayer, SekaStatus, SekaView,
};

/// How much of an advantage now is left when others still bet: who is ahead may be raised out of the pot.
const UNCERTAIN: f64 = 0.93;
/// How often somebody pays for a raise whatever they hold, and how likely one of those hands then is beside the good ones.
/// More of it bluffs less.
const STUBBORN: f64 = 0.15;
const STUBBORN_HANDS: f64 = 0.2;

/// Takes the action that brings most, as far as one step ahead shows.
pub(super) fn choose(
    info: &SekaInfo,
    me: Seat,
    game: &SekaView,
    own: &SekaOwn,
    spot: &Spot,
    random: Random<'_>,
) -> SekaAction {
    let Some(mine) = own.made.as_ref().map(|made| made.points) else {
        return unseen(info, game, spot, random);
    };
    let rivals = Rivals::of(info, me, game, own);
    let pot = chips(game.pot - if info.dark_is_lent { game.lent } else { Chips::ZERO });
    let mut best = (SekaAction::Fold, 0.0);
    let mut consider = |action, value: f64| {
        if value > best.1 {
            best = (action, value);
        }
    };
    let ahead = rivals.all_beaten_by(mine);
    let answering = rivals.to_answer(game, info, me);
    let last = game.round == 3 && answering.is_empty();
    let sure = if last { 1.0 } else { UNCERTAIN };
    if let Some(price) = spot.call {
        let pay = chips(price.pay);
        // Nothing to pay is never worse than a fold.
        consider(
            spot.stay(),
            (ahead * (pot + pay) * sure - pay).max(if pay == 0.0 { 1e-6 } else { f64::MIN }),
        );
    } else if spot.check {
        consider(SekaAction::Check, (ahead * pot * sure).max(1e-6));
    }
    if let Some(raise) = &spot.raise {
        for preset in &raise.presets {
            let value = rivals.raise(mine, pot, chips(preset.pay), chips(preset.to), &answering);
            consider(SekaAction::RaiseTo { to: preset.to }, value * (0.9 + f64::from(random(16)) / 100.0));
        }
    }
    if let Some((pay, target, falls)) = spot.reveal {
        let value = rivals.reveal(mine, pot, chips(pay), target, falls);
        consider(SekaAction::Reveal, value);
    }
    best.0
}

/// Cards unseen: dark is worth it where the house gives its half away and few share the pot.
fn unseen(info: &SekaInfo, game: &SekaView, spot: &Spot, random: Random<'_>) -> SekaAction {
    let players = game.players.values().filter(|player| is_in(player)).count();
    let pays = !info.dark_is_lent && players == 2;
    if spot.dark.is_some() && (pays || random(24) == 0) {
        return SekaAction::Dark;
    }
    if spot.open { SekaAction::Open } else { spot.stay() }
}

fn is_in(player: &SekaPlayer) -> bool {
    player.status == SekaStatus::InGame
}

/// Whole chips as a number to calculate odds with; no chip moves by it.
fn chips(amount: Chips) -> f64 {
    amount.units() as f64
}

/// The others who are in, with the hands they can hold.
struct Rivals(Vec<(Seat, Hands, f64)>);

impl Rivals {
    fn of(info: &SekaInfo, me: Seat, game: &SekaView, own: &SekaOwn) -> Rivals {
        let mut left: CardSet = info.deck.iter().copied().collect();
        let shown = game.players.values().flat_map(|player| &player.cards);
        let seen = own.seen.values().flat_map(|seen| &seen.cards);
        for card in own.cards.iter().chain(shown).chain(seen) {
            left.remove(*card);
        }
        let any = Hands::of(info, left);
        let rivals = game.players.iter().filter(|(seat, player)| **seat != me && is_in(player));
        Rivals(
            rivals
                .map(|(seat, player)| {
                    let known = own.seen.get(seat).filter(|seen| seen.player == player.player);
                    let hands = match known {
                        Some(seen) => Hands::only(seen.made.points),
                        None => any.weighted(|points| believed(player, game, info, points)),
                    };
                    (*seat, hands, chips(player.bet))
                })
                .collect(),
        )
    }

    /// How often so many points beat all of them.
    fn all_beaten_by(&self, mine: u8) -> f64 {
        self.0.iter().map(|(_, hands, _)| hands.beaten_by(mine)).product()
    }

    /// Who has to answer a raise made now: everybody before round 3, in it only those who come after.
    fn to_answer(&self, game: &SekaView, info: &SekaInfo, me: Seat) -> Vec<usize> {
        let place = |seat: Seat| game.order.iter().position(|other| *other == seat);
        let answers = |seat: Seat| game.round < 3 || info.match_final_raise || place(seat) > place(me);
        (0..self.0.len()).filter(|&nth| answers(self.0[nth].0)).collect()
    }

    /// What raising to this brings: those who answer give up their weaker hands, or pay.
    fn raise(&self, mine: u8, pot: f64, pay: f64, to: f64, answering: &[usize]) -> f64 {
        if answering.is_empty() {
            return f64::MIN;
        }
        let mut stays_ahead = 1.0;
        let mut all_fold = 1.0;
        let mut called = 0.0;
        for (nth, (_, hands, bet)) in self.0.iter().enumerate() {
            if !answering.contains(&nth) {
                stays_ahead *= hands.beaten_by(mine);
                all_fold = 0.0;
                continue;
            }
            let price = (to - bet).max(0.0);
            // Somebody folds what is not worth the price; some people never fold at all.
            let least = threshold(price / (pot + pay + price));
            let calls = STUBBORN + (1.0 - STUBBORN) * hands.at_least(least);
            let range = hands.weighted(|points| if points >= least { 1.0 } else { STUBBORN_HANDS });
            stays_ahead *= 1.0 - calls + calls * range.beaten_by(mine);
            all_fold *= 1.0 - calls;
            called += calls * price;
        }
        let contested = (1.0 - all_fold).max(1e-9);
        // When nobody calls the pot is theirs; otherwise it is won as often as the hand is good.
        let wins = ((stays_ahead - all_fold) / contested).clamp(0.0, 1.0);
        all_fold * pot + contested * (wins * UNCERTAIN * (pot + pay + called / contested) - pay)
    }

    /// What comparing hands brings: the lower one falls now, whatever others would have bet.
    fn reveal(&self, mine: u8, pot: f64, pay: f64, target: Seat, falls_when_equal: bool) -> f64 {
        let Some((_, hands, _)) = self.0.iter().find(|(seat, ..)| *seat == target) else { return f64::MIN };
        let equal = hands.equal(mine);
        let mut wins = hands.beaten_by(mine) - if falls_when_equal { equal / 2.0 } else { 0.0 };
        for (_, hands, _) in self.0.iter().filter(|(seat, ..)| *seat != target) {
            wins *= hands.beaten_by(mine) * UNCERTAIN;
        }
        wins * (pot + pay) - pay
    }
}

/// The points somebody should have to pay this part of the pot they then share.
fn threshold(part: f64) -> u8 {
    match part {
        part if part <= 0.0 => 0,
        part if part < 0.12 => 20,
        part if part < 0.3 => 21,
        part if part < 0.4 => 22,
        _ => 30,
    }
}

/// How likely somebody does what they did with so many points: a raise means something, and so does paying for one.
fn believed(player: &SekaPlayer, game: &SekaView, info: &SekaInfo, points: u8) -> f64 {
    if player.mode != SekaMode::Open {
        return 1.0;
    }
    let raised = matches!(player.last_action, Some(SekaLastAction::Raise { .. }));
    let paid = player.bet > info.base && player.bet >= game.stake;
    match (raised || paid && player.bet >= info.base * 3, paid) {
        (true, _) => match points {
            30.. => 1.0,
            21..30 => 0.1,
            _ => 0.02,
        },
        (false, true) => match points {
            21.. => 1.0,
            20 => 0.3,
            _ => 0.1,
        },
        (false, false) => 1.0,
    }
}
