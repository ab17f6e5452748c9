//! A deal step by step: what is accepted, what is refused, and where every chip is after it.

use super::same;
use kozyr_card_game::{Awaits, Clock, Move, Seat, Seated};
use kozyr_cards::{Card, CardSet};
use kozyr_chips::Chips;
use kozyr_seka::{
    Action, DarkDiscount, DarkFunding, Deal, Dealt, Hand, Mode, RevealShown, Rules, SEATS, Stage, Status,
};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Case {
    #[serde(default, rename = "id")]
    _id: String,
    #[serde(default, rename = "title")]
    _title: String,
    #[serde(default, rename = "note")]
    _note: String,
    base_bet: i64,
    max_bet: i64,
    min_balance: Option<i64>,
    /// The order of play; the dealer is last.
    order: Vec<String>,
    first_after_dealer: Option<String>,
    dealer: Option<String>,
    start_balance: BTreeMap<String, i64>,
    #[serde(default)]
    hands: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    points: BTreeMap<String, u8>,
    #[serde(alias = "dark_funding")]
    dark_funding: Option<DarkFunding>,
    #[serde(alias = "dark_discount")]
    dark_discount: Option<DarkDiscount>,
    #[serde(default, alias = "match_final_raise")]
    match_final_raise: bool,
    #[serde(alias = "reveal_shown")]
    reveal_shown: Option<RevealShown>,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Step {
    step: String,
    round: Option<u8>,
    player: Option<String>,
    action: Option<String>,
    amount: Option<i64>,
    after: Option<After>,
    reveal: Option<Reveal>,
    /// The wording is free.
    error: Option<String>,
    state_unchanged: Option<bool>,
    #[serde(default, rename = "note")]
    _note: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct After {
    #[serde(default)]
    balance: BTreeMap<String, i64>,
    #[serde(default)]
    bet: BTreeMap<String, i64>,
    pot: Option<i64>,
    current_stake: Option<i64>,
    house: Option<i64>,
    #[serde(default)]
    status: BTreeMap<String, String>,
    #[serde(default)]
    mode: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Reveal {
    target: Option<String>,
    initiator_points: Option<u8>,
    target_points: Option<u8>,
    #[serde(default, deserialize_with = "present")]
    loser: Option<Option<String>>,
    svara: Option<bool>,
}

/// Tells a field that is `null` from one that is not there.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

pub(super) fn run(case: Case) -> Result<(), String> {
    let mut play = Play::new(case)?;
    for number in 0..play.case.steps.len() {
        let step = &play.case.steps[number];
        let name = format!("step {} ({})", number + 1, step.step);
        play.step(number).map_err(|why| format!("{name}: {why}"))?;
    }
    Ok(())
}

/// What a step does.
#[derive(Clone, Copy)]
enum Deed {
    Ante,
    Showdown,
    Act(Seat, Action),
    TimeOver(Seat),
}

struct Play {
    case: Case,
    /// In the order of play: the seat of a player is their place in it.
    order: Vec<String>,
    hands: Vec<Hand>,
    rules: Rules,
    deal: Option<Deal>,
}

impl Play {
    fn new(case: Case) -> Result<Play, String> {
        let mut order = case.order.clone();
        if let Some(first) = &case.first_after_dealer {
            let at = order.iter().position(|name| name == first);
            order.rotate_left(at.ok_or_else(|| format!("{first} is not in the order of play"))?);
        }
        if order.len() < 2 || order.len() > SEATS {
            return Err(format!("{} players: Seka takes 2 to {SEATS}", order.len()));
        }
        if let Some(dealer) = &case.dealer {
            same("dealer", dealer, &order[order.len() - 1])?;
        }
        let usual = Rules::new(Chips::new(case.base_bet), Chips::new(case.max_bet));
        let rules = Rules {
            min_balance: case.min_balance.map_or(usual.min_balance, Chips::new),
            dark_funding: case.dark_funding.unwrap_or_default(),
            dark_discount: case.dark_discount.unwrap_or_default(),
            match_final_raise: case.match_final_raise,
            reveal_shown: case.reveal_shown.unwrap_or_default(),
            ..usual
        };
        let mut play = Play { case, order, hands: Vec::new(), rules, deal: None };
        play.names_are_known()?;
        play.hands = play.fill_hands()?;
        for (name, points) in &play.case.points {
            same(&format!("points of {name}"), points, &play.points(play.seat(name)?))?;
        }
        Ok(play)
    }

    fn names_are_known(&self) -> Result<(), String> {
        let case = &self.case;
        case.start_balance.keys().chain(case.hands.keys()).chain(case.points.keys()).try_for_each(|name| {
            self.seat(name)?;
            Ok(())
        })
    }

    fn seat(&self, name: &str) -> Result<Seat, String> {
        let at = self.order.iter().position(|other| other == name);
        at.map(Seat::from_index).ok_or_else(|| format!("there is no player {name}"))
    }

    fn name(&self, seat: Seat) -> String {
        self.order[seat.index()].clone()
    }

    fn points(&self, seat: Seat) -> u8 {
        self.rules.score(self.hands[seat.index()])
    }

    /// The hands given; who has none gets one with the points they are said to have, or any.
    fn fill_hands(&self) -> Result<Vec<Hand>, String> {
        let mut left = self.rules.deck;
        let mut hands = vec![None; self.order.len()];
        for (name, cards) in &self.case.hands {
            let hand = super::hand(cards)?;
            if let Some(card) = hand.into_iter().find(|&card| !left.remove(card)) {
                return Err(format!("{card} is there twice or not in the deck"));
            }
            hands[self.seat(name)?.index()] = Some(hand);
        }
        let wanted = self.wanted_points()?;
        if !self.complete(&mut hands, &wanted, left) {
            return Err("there are no hands with these points".to_owned());
        }
        Ok(hands.into_iter().flatten().collect())
    }

    /// Points the case states, player by player.
    fn wanted_points(&self) -> Result<Vec<Option<u8>>, String> {
        let mut wanted = vec![None; self.order.len()];
        for (name, points) in &self.case.points {
            wanted[self.seat(name)?.index()] = Some(*points);
        }
        for step in &self.case.steps {
            let Some(reveal) = &step.reveal else { continue };
            for (name, points) in
                [(&step.player, reveal.initiator_points), (&reveal.target, reveal.target_points)]
            {
                if let (Some(name), Some(points)) = (name, points) {
                    wanted[self.seat(name)?.index()].get_or_insert(points);
                }
            }
        }
        Ok(wanted)
    }

    fn complete(&self, hands: &mut [Option<Hand>], wanted: &[Option<u8>], left: CardSet) -> bool {
        // Those who must have certain points choose first.
        let missing = |wants: bool| {
            let mut seats = (0..hands.len()).filter(|&at| hands[at].is_none());
            seats.find(|&at| wanted[at].is_some() == wants)
        };
        let Some(at) = missing(true).or_else(|| missing(false)) else { return true };
        let cards: Vec<Card> = left.iter().collect();
        for (i, &a) in cards.iter().enumerate() {
            for (j, &b) in cards.iter().enumerate().skip(i + 1) {
                for &c in &cards[j + 1..] {
                    if wanted[at].is_some_and(|points| points != self.rules.score([a, b, c])) {
                        continue;
                    }
                    hands[at] = Some([a, b, c]);
                    if self.complete(hands, wanted, left - [a, b, c].into_iter().collect()) {
                        return true;
                    }
                    hands[at] = None;
                }
            }
        }
        false
    }

    fn start(&self) -> Result<Deal, String> {
        let mut seats = Vec::new();
        for (index, name) in self.order.iter().enumerate() {
            let stack = self.case.start_balance.get(name).ok_or_else(|| format!("{name} has no balance"))?;
            seats.push(Seated { seat: Seat::from_index(index), stack: Chips::new(*stack) });
        }
        let mut deal = Deal::start(&self.rules, &seats, &[], &mut Vec::new()).map_err(|e| e.to_string())?;
        let cards = (0..3).flat_map(|nth| self.hands.iter().map(move |hand| hand[nth])).collect();
        let dealer = Seat::from_index(self.order.len() - 1);
        let dealt = Move::Deal(Dealt { dealer, cards });
        deal.play(&dealt, &mut Vec::new()).map_err(|refusal| refusal.to_string())?;
        Ok(deal)
    }

    fn step(&mut self, number: usize) -> Result<(), String> {
        let step = &self.case.steps[number];
        let deed = self.deed(step)?;
        if let (Deed::Ante, Some(_)) = (deed, &step.error) {
            return self.start().map_or(Ok(()), |_| Err("the ante was accepted".to_owned()));
        }
        let mut deal = match self.deal.take() {
            Some(deal) => deal,
            None => self.start()?,
        };
        end_pause(&mut deal)?;
        let before = deal.clone();
        let done = match deed {
            Deed::Ante if number == 0 => Ok(()),
            Deed::Ante => return Err("the ante is paid once, at the beginning".to_owned()),
            Deed::Showdown => Ok(()),
            Deed::Act(seat, action) => deal.play(&Move::Act(seat, action), &mut Vec::new()),
            Deed::TimeOver(seat) => deal.play(&Move::Timeout(Clock::Seat(seat)), &mut Vec::new()),
        };
        match (&step.error, done) {
            (None, Err(refusal)) => return Err(format!("was refused: {refusal}")),
            (Some(error), Ok(())) => return Err(format!("was accepted instead of \"{error}\"")),
            (Some(_), Err(_)) if deal != before => return Err("was refused and changed something".to_owned()),
            (Some(_), Err(_)) => {}
            (None, Ok(())) => {
                if let (Some(round), Deed::Act(..) | Deed::TimeOver(_)) = (step.round, deed) {
                    same("round", &round, &before.round())?;
                }
            }
        }
        if step.state_unchanged == Some(true) && deal != before {
            return Err("the state has changed".to_owned());
        }
        if let Some(reveal) = &step.reveal {
            self.check_reveal(reveal, &deal)?;
        }
        if let Some(after) = &step.after {
            self.check_after(after, &deal)?;
        }
        self.deal = Some(deal);
        Ok(())
    }

    /// What the step does, by its fields, or by its label where it has none: `R1 A RAISE 20`.
    fn deed(&self, step: &Step) -> Result<Deed, String> {
        let label: Vec<&str> = step.step.split_whitespace().collect();
        let (player, action, amount) = match (&step.player, &step.action, &label[..]) {
            (Some(player), Some(action), _) => (player.as_str(), action.as_str(), step.amount),
            (None, None, ["ANTE"]) => return Ok(Deed::Ante),
            (None, None, ["SHOWDOWN"]) => return Ok(Deed::Showdown),
            (None, None, [_, player, action]) => (*player, *action, step.amount),
            (None, None, [_, player, action, amount]) => (*player, *action, amount.parse().ok()),
            _ => return Err(format!("unknown step \"{}\"", step.step)),
        };
        let seat = self.seat(player)?;
        let action = match (action, amount) {
            ("RAISE", Some(to)) => Action::Raise(Chips::new(to)),
            ("RAISE", None) => return Err("a raise needs an amount".to_owned()),
            (_, Some(_)) => return Err(format!("{action} has no amount")),
            ("CHECK", None) => Action::Check,
            ("CALL", None) => Action::Call,
            ("FOLD", None) => Action::Fold,
            ("DARK", None) => Action::Dark,
            ("OPEN", None) => Action::Open,
            ("REVEAL", None) => Action::Reveal,
            ("TIMEOUT" | "AUTO_FOLD" | "AUTO-FOLD", None) => return Ok(Deed::TimeOver(seat)),
            (unknown, None) => return Err(format!("unknown action \"{unknown}\"")),
        };
        Ok(Deed::Act(seat, action))
    }

    fn check_reveal(&self, expected: &Reveal, deal: &Deal) -> Result<(), String> {
        let reveal = deal.reveal().ok_or("no hands were compared")?;
        if let Some(target) = &expected.target {
            same("target", target, &self.name(reveal.target))?;
        }
        if let Some(points) = expected.initiator_points {
            same("initiatorPoints", &points, &self.points(reveal.by))?;
        }
        if let Some(points) = expected.target_points {
            same("targetPoints", &points, &self.points(reveal.target))?;
        }
        if let Some(loser) = &expected.loser {
            same("loser", loser, &reveal.loser.map(|seat| self.name(seat)))?;
        }
        if let Some(svara) = expected.svara {
            let mut later = deal.clone();
            end_pause(&mut later)?;
            same("svara", &svara, &(later.stage() == Stage::SvaraVoting))?;
        }
        Ok(())
    }

    /// Compares what is given. Of a deal that this step has ended the case may tell the state before
    /// the payout or after it: after it, if the pot is empty or, with no pot given, somebody has won.
    fn check_after(&self, after: &After, deal: &Deal) -> Result<(), String> {
        let won = after.status.values().any(|status| status == "WON");
        let paid = after.pot.map_or(won, |pot| pot == 0);
        let seen = Seen { deal, paid };
        if let Some(pot) = after.pot {
            same("pot", &pot, &seen.pot())?;
        }
        if let Some(stake) = after.current_stake {
            same("currentStake", &stake, &deal.stake().units())?;
        }
        if let Some(house) = after.house {
            same("house", &house, &seen.house())?;
        }
        for (name, balance) in &after.balance {
            same(&format!("balance of {name}"), balance, &seen.balance(self.seat(name)?))?;
        }
        for (name, bet) in &after.bet {
            let seat = self.seat(name)?;
            same(&format!("bet of {name}"), bet, &deal.bet(seat).unwrap_or_default().units())?;
        }
        for (name, status) in &after.status {
            let seat = self.seat(name)?;
            let seen = deal.status(seat).unwrap_or(Status::Lobby);
            let also = match seen {
                // Whose time ran out is folded, and out in the lobby besides.
                Status::Lobby => "FOLDED",
                // Before the payout the winner is simply still in.
                Status::Won if !paid => "IN_GAME",
                _ => "",
            };
            if status != also {
                same(&format!("status of {name}"), &status.as_str(), &seen.name())?;
            }
        }
        for (name, mode) in &after.mode {
            let seen = deal.mode(self.seat(name)?).unwrap_or_default();
            same(&format!("mode of {name}"), &mode.as_str(), &Mode::name(seen))?;
        }
        Ok(())
    }
}

/// The pause after a reveal has no step of its own.
fn end_pause(deal: &mut Deal) -> Result<(), String> {
    match deal.awaits() {
        Awaits::Stage(seats) if seats.is_empty() => {
            deal.play(&Move::Timeout(Clock::Stage), &mut Vec::new()).map_err(|refusal| refusal.to_string())
        }
        _ => Ok(()),
    }
}

/// A deal before or after its payout.
struct Seen<'a> {
    deal: &'a Deal,
    paid: bool,
}

impl Seen<'_> {
    fn pot(&self) -> i64 {
        match self.deal.settlement() {
            Some(settlement) if !self.paid => settlement.pot.units(),
            _ => self.deal.pot().units(),
        }
    }

    fn house(&self) -> i64 {
        let repaid = self.deal.settlement().filter(|_| !self.paid).map_or(0, |s| s.repaid.units());
        self.deal.house().units() - repaid
    }

    fn balance(&self, seat: Seat) -> i64 {
        let won = if self.paid { Chips::ZERO } else { self.deal.won(seat).unwrap_or_default() };
        (self.deal.balance(seat).unwrap_or_default() - won).units()
    }
}
