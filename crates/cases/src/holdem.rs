//! Cases of kind `holdem` and `poker`: one hand each of any variant, with checks on the way and at the end.

use super::Tally;
use super::exact::Exact;
use kozyr_chips::{Chips, Scale};
use kozyr_notation::phh::{Action, Replay, in_playing_order};
use kozyr_poker::{Hand, Mode, Next, PostOrder, Rake, Rules, Showdown, StraddleRaise, Variant};
use serde::Deserialize;
use std::fmt::{Debug, Display};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    #[serde(default, rename = "title")]
    _title: String,
    #[serde(default, rename = "rule")]
    _rule: String,
    #[serde(default, rename = "note")]
    _note: String,
    game: Game,
    actions: Vec<String>,
    #[serde(default)]
    checks: Vec<Check>,
    #[serde(default)]
    illegal: Vec<Illegal>,
    #[serde(default)]
    expected_final: Final,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Game {
    variant: String,
    antes: Vec<Exact>,
    /// Not in games with a bring-in.
    #[serde(default)]
    blinds_or_straddles: Vec<Exact>,
    bring_in: Option<Exact>,
    min_bet: Option<Exact>,
    small_bet: Option<Exact>,
    big_bet: Option<Exact>,
    starting_stacks: Vec<Exact>,
    #[serde(default)]
    ante_trimming_status: bool,
    mode: Option<TableMode>,
    rake: Option<RakeRule>,
    runouts: Option<u8>,
    #[serde(default)]
    manual_show: bool,
    /// Which of ante and blind a short big blind pays first.
    #[serde(alias = "bigBlindAnte")]
    big_blind_ante: Option<AnteOrder>,
    /// What a straddle does to the smallest raise.
    straddle_raise: Option<StraddleOption>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum TableMode {
    Cash,
    Tournament,
}

#[derive(Deserialize)]
enum AnteOrder {
    #[serde(rename = "anteFirst", alias = "ante_first")]
    AnteFirst,
    #[serde(rename = "blindFirst", alias = "blind_first")]
    BlindFirst,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum StraddleOption {
    BigBlind,
    Straddle,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RakeRule {
    percentage: Exact,
    cap: Option<Exact>,
    #[serde(default)]
    no_flop_no_drop: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Check {
    after: usize,
    /// `null` is nobody; absent is not compared.
    #[serde(default, deserialize_with = "present")]
    actor: Option<Option<String>>,
    /// Who changes cards now; `null` is nobody.
    #[serde(default, deserialize_with = "present")]
    draws: Option<Option<String>>,
    call: Option<Exact>,
    can_raise: Option<bool>,
    min_raise_to: Option<Exact>,
    max_raise_to: Option<Exact>,
    stacks: Option<Vec<Exact>>,
    bets: Option<Vec<Exact>>,
    pots: Option<Vec<Pot>>,
    board: Option<String>,
}

/// Tells a field that is `null` from one that is not there.
fn present<'de, D, T>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::<T>::deserialize(deserializer).map(Some)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pot {
    amount: Exact,
    eligible: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Illegal {
    after: usize,
    action: String,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Final {
    finishing_stacks: Option<Vec<Exact>>,
    showdown: Option<Vec<(String, ShowOrMuck)>>,
    over: Option<bool>,
    raked: Option<Exact>,
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(rename_all = "lowercase")]
enum ShowOrMuck {
    Show,
    Muck,
}

pub(super) fn run(text: &str, tally: &mut Tally) -> Result<(), String> {
    /// The cases one by one, so that a case that cannot be read fails by itself.
    #[derive(Deserialize)]
    struct Rows<'a> {
        #[serde(borrow)]
        cases: Vec<&'a serde_json::value::RawValue>,
    }
    let rows: Rows<'_> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    for (place, row) in rows.cases.iter().enumerate() {
        match serde_json::from_str::<Case>(row.get()) {
            Ok(case) => tally.case(&case.id, case.run()),
            Err(error) => tally.case(&format!("case {}", place + 1), Err(format!("not readable: {error}"))),
        }
    }
    Ok(())
}

fn same<T: PartialEq + Debug>(what: impl Display, seen: T, expected: T) -> Result<(), String> {
    if seen == expected { Ok(()) } else { Err(format!("{what}: expected {expected:?}, seen {seen:?}")) }
}

fn player(index: usize) -> String {
    format!("p{}", index + 1)
}

impl Case {
    fn run(&self) -> Result<(), String> {
        let actions = self.actions.iter().map(|text| parse(text)).collect::<Result<Vec<_>, _>>()?;
        let scale = self.scale(&actions);
        let latest = self.checks.iter().map(|c| c.after).chain(self.illegal.iter().map(|i| i.after)).max();
        if latest.is_some_and(|after| after > actions.len()) {
            return Err(format!("there are only {} actions to check after", actions.len()));
        }
        let mut replay = Replay::of(self.game.start(scale)?, scale);
        for done in 0..=actions.len() {
            for check in self.checks.iter().filter(|check| check.after == done) {
                check.run(replay.hand(), scale).map_err(|why| format!("after {done} actions: {why}"))?;
            }
            for illegal in self.illegal.iter().filter(|illegal| illegal.after == done) {
                illegal.run(&replay)?;
            }
            if let Some(&action) = actions.get(done) {
                replay.step(action).map_err(|why| format!("action {} ({action}): {why}", done + 1))?;
            }
        }
        self.expected_final.run(&replay, scale)
    }

    /// The finest unit that occurs.
    fn scale(&self, actions: &[Action]) -> Scale {
        let game = &self.game;
        let lists = [&game.antes, &game.blinds_or_straddles, &game.starting_stacks];
        let single = [&game.min_bet, &game.small_bet, &game.big_bet, &game.bring_in];
        let amounts = lists.into_iter().flatten().chain(single.into_iter().flatten());
        let stacks = self.expected_final.finishing_stacks.iter().flatten();
        let bets = actions.iter().map(|action| match action {
            Action::CompleteBetOrRaiseTo { amount, .. } => amount.scale(),
            _ => Scale::WHOLE,
        });
        amounts.chain(stacks).map(|exact| exact.0.scale()).chain(bets).max().unwrap_or_default()
    }
}

fn parse(text: &str) -> Result<Action, String> {
    Action::with_commentary(text).map(|(action, _)| action).map_err(|error| format!("\"{text}\": {error}"))
}

impl Game {
    fn start(&self, scale: Scale) -> Result<Hand, String> {
        let players = self.starting_stacks.len();
        let list = |amounts: &[Exact]| {
            in_playing_order(amounts.iter().map(|exact| exact.0.to_chips(scale)), players)
                .map_err(|error| error.to_string())
        };
        let variant = Variant::by_code(&self.variant)
            .ok_or_else(|| format!("the engine does not deal {}", self.variant))?;
        let bet = self.min_bet.as_ref().or(self.small_bet.as_ref()).ok_or("min_bet is missing")?;
        let antes = list(&self.antes)?;
        let blinds = match &self.bring_in {
            Some(_) if self.blinds_or_straddles.is_empty() => antes.iter().map(|_| Chips::ZERO).collect(),
            _ => list(&self.blinds_or_straddles)?,
        };
        let mut rules = Rules { antes, ..Rules::new(variant, blinds, bet.chips(scale)?) };
        if let Some(bring_in) = &self.bring_in {
            rules.bring_in = bring_in.chips(scale)?;
        }
        if let Some(big) = &self.big_bet {
            rules.big_bet = big.chips(scale)?;
        }
        rules.ante_trimming = self.ante_trimming_status;
        rules.runouts = self.runouts.unwrap_or(1);
        if let Some(TableMode::Cash) = self.mode {
            rules.mode = Mode::Cash { show_all_ins: true };
        }
        if self.manual_show {
            rules.showdown = Showdown::Manual;
        }
        if let Some(AnteOrder::BlindFirst) = self.big_blind_ante {
            rules.post_order = PostOrder::BlindFirst;
        }
        if let Some(StraddleOption::Straddle) = self.straddle_raise {
            rules.straddle_raise = StraddleRaise::ByStraddle;
        }
        rules.rake = self.rake.as_ref().map(|rake| rake.rule(scale)).transpose()?;
        let stacks = self.starting_stacks.iter().map(|stack| stack.chips(scale));
        Hand::start(&rules, &stacks.collect::<Result<Vec<_>, _>>()?).map_err(|error| error.to_string())
    }
}

impl RakeRule {
    fn rule(&self, scale: Scale) -> Result<Rake, String> {
        let millionth = Scale::new(6).map_err(|error| error.to_string())?;
        let millionths = self.percentage.chips(millionth)?.units();
        Ok(Rake {
            millionths: u32::try_from(millionths).map_err(|_| "the rake is out of range")?,
            cap: self.cap.as_ref().map(|cap| cap.chips(scale)).transpose()?,
            no_flop_no_drop: self.no_flop_no_drop,
        })
    }
}

fn chips(amounts: &[Exact], scale: Scale) -> Result<Vec<Chips>, String> {
    amounts.iter().map(|exact| exact.chips(scale)).collect()
}

impl Check {
    fn run(&self, hand: &Hand, scale: Scale) -> Result<(), String> {
        let actor = match hand.next() {
            Next::Bet(actor) => Some(actor),
            _ => None,
        };
        if let Some(expected) = &self.draws {
            let drawer = match hand.next() {
                Next::Draw(drawer) => Some(drawer),
                _ => None,
            };
            same("draws", drawer.map(player), expected.clone())?;
        }
        if let Some(expected) = &self.actor {
            same("actor", actor.map(player), expected.clone())?;
        }
        self.bets_of(actor, hand, scale)?;
        if let Some(stacks) = &self.stacks {
            same("stacks", hand.stacks(), &chips(stacks, scale)?)?;
        }
        if let Some(bets) = &self.bets {
            same("bets", hand.bets(), &chips(bets, scale)?)?;
        }
        if let Some(pots) = &self.pots {
            let expected: Result<Vec<_>, String> =
                pots.iter().map(|pot| Ok((pot.amount.chips(scale)?, pot.eligible.clone()))).collect();
            let seen = hand.pots();
            let seen = seen
                .iter()
                .map(|pot| (pot.amount, pot.eligible.iter().map(|seat| player(seat.index())).collect()))
                .collect();
            same("pots", seen, expected?)?;
        }
        if let Some(board) = &self.board {
            let cards = hand.board(hand.boards() - 1).iter();
            let seen: String = cards.map(|card| card.map_or("??".into(), |card| card.to_string())).collect();
            same("board", seen, board.replace(' ', ""))?;
        }
        Ok(())
    }

    /// What is about the player to act.
    fn bets_of(&self, actor: Option<usize>, hand: &Hand, scale: Scale) -> Result<(), String> {
        let asks = self.call.is_some() || self.can_raise.is_some();
        if !asks && self.min_raise_to.is_none() && self.max_raise_to.is_none() {
            return Ok(());
        }
        let actor = actor.ok_or("nobody is to act")?;
        let bounds = hand.raise_bounds(actor);
        if let Some(call) = &self.call {
            same("call", hand.price(actor), call.chips(scale)?)?;
        }
        if let Some(can_raise) = self.can_raise {
            same("can_raise", bounds.is_ok(), can_raise)?;
        }
        if let Some(least) = &self.min_raise_to {
            same("min_raise_to", bounds.map(|(least, _)| least).ok(), Some(least.chips(scale)?))?;
        }
        if let Some(most) = &self.max_raise_to {
            same("max_raise_to", bounds.map(|(_, most)| most).ok(), Some(most.chips(scale)?))?;
        }
        Ok(())
    }
}

impl Illegal {
    fn run(&self, replay: &Replay) -> Result<(), String> {
        // Text that is no action at all is refused too.
        let Ok(action) = parse(&self.action) else { return Ok(()) };
        let mut after = replay.clone();
        if after.step(action).is_ok() {
            return Err(format!("after {} actions \"{}\" was accepted", self.after, self.action));
        }
        same(format!("the hand after refusing \"{}\"", self.action), after.hand(), replay.hand())
    }
}

impl Final {
    fn run(&self, replay: &Replay, scale: Scale) -> Result<(), String> {
        let hand = replay.hand();
        if let Some(over) = self.over {
            same("over", hand.next() == Next::Over, over)?;
        }
        if let Some(stacks) = &self.finishing_stacks {
            same("over", hand.next(), Next::Over)?;
            same("finishing stacks", hand.stacks(), &chips(stacks, scale)?)?;
        }
        if let Some(expected) = &self.showdown {
            let seen = replay.showdown().map(|(seat, shown)| {
                (player(seat.index()), if shown { ShowOrMuck::Show } else { ShowOrMuck::Muck })
            });
            same("showdown", &seen.collect(), expected)?;
        }
        if let Some(raked) = &self.raked {
            same("raked", hand.raked(), raked.chips(scale)?)?;
        }
        Ok(())
    }
}
