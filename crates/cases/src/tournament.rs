//! Cases of kind `tournament`: commands at their moments, and what must be true after them.
//!
//! A step `hand` is a hand that ended; when it began is not said. The runner deals as soon as a hand
//! may be dealt, so that a hand is in play whenever one can be.

mod expect;
mod facts;

use super::Tally;
use expect::Expect;
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_tournament as tournament;
use serde::Deserialize;
use std::collections::BTreeMap;
use tournament::director::Floor;
use tournament::{
    AddOn, AnteKind, BlindLevel, Bounty, BreakRule, Chair, Command, Config, EntrantId, HandResult, Happened,
    KnockOut, LateEntry, Millis, PauseKind, Payouts, PrizeTable, Rebuys, Refusal, Seating, TableNo,
    TiePolicy, Timestamp, Tournament,
};

/// When every case starts; its times count from here.
const START: Timestamp = Timestamp::from_millis(1_767_225_600_000);

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
    config: CaseConfig,
    entrants: Vec<String>,
    steps: Vec<Step>,
    #[serde(default)]
    expect: Expect,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct CaseConfig {
    #[serde(default)]
    name: Option<String>,
    starting_chips: Chips,
    buy_in: Chips,
    seats: u8,
    levels: Vec<BlindLevel>,
    /// Basis points.
    prizes: Vec<u32>,
    #[serde(default)]
    normalise_prizes: bool,
    #[serde(default)]
    tie_policy: TiePolicy,
    #[serde(default)]
    allow_rebuys: bool,
    #[serde(default)]
    rebuy_end_level: Option<u32>,
    #[serde(default)]
    max_rebuys: Option<u32>,
    #[serde(default)]
    prize_pool_override: Option<Chips>,
    #[serde(default)]
    guarantee: Option<Chips>,
    #[serde(default)]
    ante_kind: AnteKind,
    #[serde(default)]
    late_entry: Option<LateEntry>,
    #[serde(default)]
    add_on: Option<AddOn>,
    #[serde(default)]
    breaks: Vec<BreakRule>,
    #[serde(default)]
    max_entrants: Option<u32>,
    #[serde(default)]
    bounty: Option<Bounty>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Step {
    /// `mm:ss.mmm` from the start.
    at: Moment,
    #[serde(rename = "do")]
    action: String,
    number: Option<u32>,
    /// What each won or lost.
    deltas: Option<BTreeMap<String, i64>>,
    /// Who won the last chips of whom.
    knocked_out: Option<BTreeMap<String, Vec<String>>>,
    player: Option<String>,
    /// Of a pause: stop the clock and deal on.
    clock_only: Option<bool>,
    /// Of a break.
    minutes: Option<u64>,
    expect: Option<Expect>,
}

/// A moment counted from the start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Moment(Millis);

impl Moment {
    fn timestamp(self) -> Timestamp {
        START + self.0
    }
}

impl TryFrom<String> for Moment {
    type Error = String;
    /// `ss.mmm`, `mm:ss.mmm` or `hh:mm:ss.mmm`; the decimals may be missing.
    fn try_from(text: String) -> Result<Moment, String> {
        let wrong = || format!("\"{text}\" is no time of the form mm:ss.mmm");
        let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        if fraction.len() > 3 || !digits(fraction) {
            return Err(wrong());
        }
        let mut seconds = 0u64;
        for part in whole.split(':') {
            let part = Some(part).filter(|part| !part.is_empty() && part.len() <= 6 && digits(part));
            let part: u64 = part.and_then(|part| part.parse().ok()).ok_or_else(wrong)?;
            seconds = seconds.checked_mul(60).and_then(|s| s.checked_add(part)).ok_or_else(wrong)?;
        }
        let millis: u64 = format!("{fraction:0<3}").parse().map_err(|_| wrong())?;
        Ok(Moment(Millis::new(seconds * 1000 + millis)))
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Moment, D::Error> {
        Moment::try_from(String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

pub(super) fn run(text: &str, tally: &mut Tally) -> Result<(), String> {
    /// The cases one by one, so that a case that cannot be read fails by itself. Facts are worked numbers
    /// without steps: those of a known shape are computed here, any other is named as skipped.
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Rows<'a> {
        #[serde(rename = "kind")]
        _kind: String,
        #[serde(default, rename = "about")]
        _about: serde_json::Value,
        #[serde(borrow)]
        runnable: Vec<&'a serde_json::value::RawValue>,
        #[serde(default)]
        facts: Vec<serde_json::Value>,
    }
    let rows: Rows<'_> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    for (place, row) in rows.runnable.iter().enumerate() {
        match serde_json::from_str::<Case>(row.get()) {
            Ok(case) => tally.case(&case.id, case.run()),
            Err(error) => tally.case(&format!("case {}", place + 1), Err(format!("not readable: {error}"))),
        }
    }
    for (place, fact) in rows.facts.iter().enumerate() {
        let id = fact["id"].as_str().map_or_else(|| format!("fact {}", place + 1), ToOwned::to_owned);
        match facts::check(fact) {
            Some(outcome) => tally.case(&id, outcome),
            None => tally.skip(&id, "no runner computes this fact: hold it in a test"),
        }
    }
    Ok(())
}

impl CaseConfig {
    fn form(&self) -> Result<Config, String> {
        let table = if self.normalise_prizes { PrizeTable::normalised } else { PrizeTable::strict };
        let table = table(&self.prizes).map_err(|problem| format!("{}: {problem}", problem.code()))?;
        let rebuys = Rebuys { end_level: self.rebuy_end_level, max_each: self.max_rebuys };
        Ok(Config {
            name: self.name.clone().unwrap_or_else(|| "case".to_owned()),
            starting_chips: self.starting_chips,
            buy_in: self.buy_in,
            seats: self.seats,
            levels: self.levels.clone(),
            ante_kind: self.ante_kind,
            prizes: Payouts::Table(table),
            normalise_prizes: self.normalise_prizes,
            tie_policy: self.tie_policy,
            prize_pool_override: self.prize_pool_override,
            guarantee: self.guarantee,
            rebuys: self.allow_rebuys.then_some(rebuys),
            late_entry: self.late_entry,
            add_on: self.add_on,
            breaks: self.breaks.clone(),
            bounty: self.bounty,
            max_entrants: self.max_entrants,
        })
    }
}

impl Case {
    fn run(&self) -> Result<(), String> {
        let mut play = match self.lobby() {
            Ok(cup) => Play { cup, steps: &self.steps },
            // A case may be about a form that is refused.
            Err(_) if self.expect.refused == Some(true) => return Ok(()),
            Err(why) => return Err(format!("the lobby: {why}")),
        };
        if self.steps.windows(2).any(|pair| pair[0].at > pair[1].at) {
            return Err("the steps are not in order of time".to_owned());
        }
        for (index, step) in self.steps.iter().enumerate() {
            play.step(index).map_err(|why| format!("step {} ({}): {why}", index + 1, step.action))?;
        }
        let end = self.steps.last().map_or(START, |step| step.at.timestamp());
        self.expect.compare(&play.cup, end).map_err(|why| format!("at the end: {why}"))
    }

    fn lobby(&self) -> Result<Tournament, String> {
        let rules =
            self.config.form()?.check().map_err(|problems| {
                problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
            })?;
        let mut cup = Tournament::new(&self.id, START, rules);
        let mut ask = |command| cup.step(START, &command).map_err(|refusal| refusal.to_string());
        ask(Command::Open)?;
        for player in &self.entrants {
            let (player, name) = (player.as_str().into(), player.as_str().into());
            ask(Command::Register { player, name })?;
        }
        Ok(cup)
    }
}

/// A case being played.
struct Play<'c> {
    cup: Tournament,
    steps: &'c [Step],
}

impl Play<'_> {
    fn step(&mut self, index: usize) -> Result<(), String> {
        let step = &self.steps[index];
        step.check_fields()?;
        let now = step.at.timestamp();
        // Time passes whether or not the step is then refused.
        self.cup.step(now, &Command::Tick).map_err(|refusal| format!("time: {refusal}"))?;
        let before = self.cup.clone();
        let outcome = self.command(step, now).map(|command| self.cup.step(now, &command));
        let expected = step.expect.as_ref().and_then(|expect| expect.refused);
        let outcome = outcome?;
        let events = outcome.as_ref().map_or(&[][..], |events| &events[..]);
        let refunds = events.iter().find_map(|event| match &event.what {
            Happened::Cancelled { refunds } => Some(refunds.clone()),
            _ => None,
        });
        match (outcome, expected.unwrap_or(false)) {
            (Ok(_), true) => return Err("expected a refusal, but it was accepted".to_owned()),
            (Err(refusal), false) => return Err(format!("refused: {refusal}")),
            (Err(_), true) if self.cup != before => {
                return Err("it was refused and changed something".to_owned());
            }
            _ => {}
        }
        if let Some(expect) = &step.expect {
            expect.compare_refunds(refunds.as_deref())?;
            expect.compare(&self.cup, now)?;
        }
        self.deal(index, now);
        Ok(())
    }

    fn command(&self, step: &Step, now: Timestamp) -> Result<Command, String> {
        let player = || -> Result<EntrantId, String> {
            Ok(step.player.as_deref().ok_or("a player is missing")?.into())
        };
        Ok(match step.action.as_str() {
            "start" => Command::Start { seating: seating(&self.cup) },
            "hand" => self.hand(step)?,
            "pause" => Command::Pause(match step.clock_only {
                Some(true) => PauseKind::ClockOnly,
                _ => PauseKind::Everything,
            }),
            "stopClock" => Command::Pause(PauseKind::ClockOnly),
            "resume" => Command::Resume,
            "nextLevel" | "next" | "advanceLevel" => Command::NextLevel,
            "rebuy" => Command::Rebuy { player: player()? },
            "decline" | "declineRebuy" => Command::DeclineRebuy { player: player()? },
            "addOn" => Command::AddOn { player: player()? },
            "sitOut" => Command::SitOut { player: player()? },
            "enter" | "lateEntry" if self.cup.started_at().is_some() => {
                let player = player()?;
                Command::Enter { name: player.as_str().into(), player, chair: self.late_chair() }
            }
            "enter" | "register" => {
                let player = player()?;
                Command::Register { name: player.as_str().into(), player }
            }
            "unregister" | "remove" => Command::Unregister { player: player()? },
            "reEnter" | "reEntry" => Command::ReEnter { player: player()?, chair: self.late_chair() },
            "break" => {
                Command::Break { length: Millis::from_minutes(step.minutes.ok_or("minutes are missing")?) }
            }
            "cancel" => Command::Cancel,
            "callOff" => Command::CallOff { table: self.cup.tables().next().unwrap_or(TableNo(1)) },
            "tick" | "wait" | "time" => Command::Tick,
            "recover" | "crash" => Command::Recover { last_known: now },
            other => return Err(format!("unknown step \"{other}\"")),
        })
    }

    fn hand(&self, step: &Step) -> Result<Command, String> {
        let deltas = step.deltas.as_ref().ok_or("deltas are missing")?;
        let table = self.table_of(step);
        let hand = self.cup.hand_at(table).map_or_else(|| "none".into(), |hand| hand.id().clone());
        let amounts = |sign: i64| {
            let won = deltas.iter().filter(move |(_, delta)| delta.signum() == sign);
            won.map(move |(player, delta)| (player.as_str().into(), Chips::new(*delta).abs())).collect()
        };
        Ok(Command::FinishHand(HandResult {
            table,
            hand,
            committed: amounts(-1),
            shares: amounts(1),
            acted: true,
            knocked_out: step
                .knocked_out
                .iter()
                .flatten()
                .map(|(player, by)| KnockOut {
                    player: player.as_str().into(),
                    by: by.iter().map(|winner| winner.as_str().into()).collect(),
                })
                .collect(),
        }))
    }

    fn table_of(&self, step: &Step) -> TableNo {
        let players = step.deltas.iter().flatten().map(|(player, _)| EntrantId::from(player.as_str()));
        let chairs = players.filter_map(|player| self.cup.entrant(&player)?.chair);
        let first = || self.cup.tables().next().unwrap_or(TableNo(1));
        chairs.map(|chair| chair.table).next().unwrap_or_else(first)
    }

    fn late_chair(&self) -> Chair {
        let floor: Floor = self.cup.floor();
        floor.late_chair(self.cup.next_table(), &mut |_| 0)
    }

    /// Deals wherever a hand may be dealt. A hand in play is dealt again when the next one to end
    /// has somebody in it who came too late: hands in between are not in a case.
    fn deal(&mut self, done: usize, now: Timestamp) {
        let plan = self.cup.floor().plan(&mut |_| 0);
        if !plan.is_empty() {
            // Refused while a synchronized round is played; then it is made after it.
            let _ = self.cup.step(now, &Command::Rearrange(plan));
        }
        let next = self.steps[done + 1..].iter().find(|step| step.action == "hand");
        let number = next.and_then(|step| step.number).unwrap_or(done as u32 + 1);
        let tables: Vec<TableNo> = self.cup.tables().collect();
        for table in tables {
            if self.cup.is_busy(table) {
                let missing = next.is_some_and(|step| self.missing(step, table));
                let mut then = self.cup.clone();
                if !missing || then.step(now, &Command::CallOff { table }).is_err() {
                    continue;
                }
                if Self::deal_at(&mut then, table, number, now).is_ok() {
                    self.cup = then;
                }
            } else {
                let _ = Self::deal_at(&mut self.cup, table, number, now);
            }
        }
    }

    fn deal_at(cup: &mut Tournament, table: TableNo, number: u32, now: Timestamp) -> Result<(), Refusal> {
        let mut number = number;
        loop {
            let hand = format!("{table}-{number}").into();
            match cup.step(now, &Command::Deal { table, hand, number }) {
                Err(Refusal::HandNumber { last, .. }) => number = last + 1,
                outcome => return outcome.map(|_| ()),
            }
        }
    }

    /// Is somebody of the step at this table with chips, but not in the hand in play?
    fn missing(&self, step: &Step, table: TableNo) -> bool {
        let Some(hand) = self.cup.hand_at(table) else { return false };
        let mut players = step.deltas.iter().flatten().map(|(player, _)| EntrantId::from(player.as_str()));
        players.any(|player| {
            let here = self
                .cup
                .seated(table)
                .any(|(_, entrant)| entrant.id == player && entrant.stack.is_positive());
            here && !hand.dealt().any(|(_, dealt, _)| *dealt == player)
        })
    }
}

/// In the order of the entrants from seat 1, table after table.
fn seating(cup: &Tournament) -> Vec<Seating> {
    let entrants = cup.entrants();
    let tables = entrants.len().div_ceil(usize::from(cup.rules().seats)).max(1);
    let sizes = (0..tables).map(|no| entrants.len() / tables + usize::from(no < entrants.len() % tables));
    let chairs = sizes.enumerate().flat_map(|(no, size)| {
        (0..size).map(move |seat| Chair::new(TableNo(no as u16 + 1), Seat::from_index(seat)))
    });
    let row = |(entrant, chair): (&tournament::Entrant, Chair)| Seating { player: entrant.id.clone(), chair };
    entrants.iter().zip(chairs).map(row).collect()
}

impl Step {
    /// A field that the step has no use for is a mistake in the case.
    fn check_fields(&self) -> Result<(), String> {
        let uses: &[&str] = match self.action.as_str() {
            "hand" => &["number", "deltas", "knockedOut"],
            "rebuy" | "decline" | "declineRebuy" | "addOn" | "sitOut" | "enter" | "lateEntry"
            | "register" | "unregister" | "remove" | "reEnter" | "reEntry" => &["player"],
            "pause" => &["clockOnly"],
            "break" => &["minutes"],
            _ => &[],
        };
        let given = [
            ("number", self.number.is_some()),
            ("deltas", self.deltas.is_some()),
            ("knockedOut", self.knocked_out.is_some()),
            ("player", self.player.is_some()),
            ("clockOnly", self.clock_only.is_some()),
            ("minutes", self.minutes.is_some()),
        ];
        match given.iter().find(|(name, given)| *given && !uses.contains(name)) {
            Some((name, _)) => Err(format!("a step \"{}\" has no use for \"{name}\"", self.action)),
            None => Ok(()),
        }
    }
}
