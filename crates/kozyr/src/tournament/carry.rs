//! Carrying a director's orders out.

use super::chance::Chance;
use super::hint::with_hint;
use super::order::{Action, Place, minutes};
use kozyr_chips::Chips;
use kozyr_tournament::{
    Chair, Command, EntrantId, Event, HandResult, KnockOut, PauseKind, Refusal, Seating, TableNo, Timestamp,
    Tournament, director,
};
use std::collections::BTreeMap;

/// Does what is asked for at a moment, all of it or nothing.
pub fn out(
    cup: &mut Tournament,
    now: Timestamp,
    action: &Action,
    chance: &mut Chance,
) -> Result<Vec<Event>, String> {
    let mut carried = Carried { cup: cup.clone(), now, chance, events: Vec::new() };
    carried.carry(action)?;
    let Carried { cup: after, events, .. } = carried;
    *cup = after;
    Ok(events)
}

struct Carried<'c> {
    cup: Tournament,
    now: Timestamp,
    chance: &'c mut Chance,
    events: Vec<Event>,
}

impl Carried<'_> {
    fn carry(&mut self, action: &Action) -> Result<(), String> {
        let id = |player: &String| EntrantId::from(player.as_str());
        let command = match action {
            Action::Configure { config } => {
                let rules = (**config).clone().check().map_err(|problems| {
                    let all: Vec<String> = problems.iter().map(ToString::to_string).collect();
                    format!("{}: correct that and try again", all.join("; "))
                })?;
                Command::Configure(Box::new(rules))
            }
            Action::Open {} => Command::Open,
            Action::Register { player, name } => {
                let name = name.as_ref().unwrap_or(player).as_str().into();
                Command::Register { player: id(player), name }
            }
            Action::Unregister { player } => Command::Unregister { player: id(player) },
            Action::CheckIn { player } => Command::CheckIn { player: id(player), present: true },
            Action::CheckOut { player } => Command::CheckIn { player: id(player), present: false },
            Action::Start { seating } => Command::Start { seating: self.seating(seating) },
            Action::Enter { player, name, chair } => {
                let name = name.as_ref().unwrap_or(player).as_str().into();
                Command::Enter { player: id(player), name, chair: self.late_chair(*chair) }
            }
            Action::ReEnter { player, chair } => {
                Command::ReEnter { player: id(player), chair: self.late_chair(*chair) }
            }
            Action::Deal { table, hand } => {
                let table = self.only_table(*table)?;
                return self.deal(table, hand.as_deref());
            }
            Action::Hand { table, deltas } => return self.hand(*table, deltas, Vec::new()),
            Action::Bust { players, by } => return self.bust(players, by),
            Action::CallOff { table } => Command::CallOff { table: self.only_table(*table)? },
            Action::Rebuy { player } => Command::Rebuy { player: id(player) },
            Action::Decline { player } => Command::DeclineRebuy { player: id(player) },
            Action::AddOn { player } => Command::AddOn { player: id(player) },
            Action::NextLevel {} => return self.next_level(),
            Action::Pause { clock_only } => {
                Command::Pause(if *clock_only { PauseKind::ClockOnly } else { PauseKind::Everything })
            }
            Action::Resume {} => Command::Resume,
            Action::Break { minutes: length } => Command::Break { length: minutes(*length) },
            Action::Balance {} => return self.balance(),
            Action::Tick {} => Command::Tick,
            Action::Recover { last_known } => {
                Command::Recover { last_known: last_known.unwrap_or(self.cup.last_at()) }
            }
            Action::Cancel {} => Command::Cancel,
        };
        self.step(&command)
    }

    fn step(&mut self, command: &Command) -> Result<(), String> {
        self.try_step(command).map_err(|refusal| with_hint(&self.cup, &refusal))
    }

    fn try_step(&mut self, command: &Command) -> Result<(), Refusal> {
        self.events.extend(self.cup.step(self.now, command)?);
        Ok(())
    }

    /// As named, or drawn.
    fn seating(&mut self, named: &BTreeMap<String, Place>) -> Vec<Seating> {
        if !named.is_empty() {
            let row = |(player, place): (&String, &Place)| Seating {
                player: player.as_str().into(),
                chair: place.0,
            };
            return named.iter().map(row).collect();
        }
        let (entrants, seats) = (self.cup.entrants(), self.cup.rules().seats);
        let chairs = director::draw(entrants.len(), seats.into(), &mut |n| self.chance.below(n));
        let row = |(entrant, chair): (&kozyr_tournament::Entrant, Chair)| Seating {
            player: entrant.id.clone(),
            chair,
        };
        entrants.iter().zip(chairs).map(row).collect()
    }

    fn late_chair(&mut self, named: Option<Place>) -> Chair {
        let draw = || self.cup.floor().late_chair(self.cup.next_table(), &mut |n| self.chance.below(n));
        named.map_or_else(draw, |place| place.0)
    }

    /// The table that is named, or the only one there is.
    fn only_table(&self, named: Option<u16>) -> Result<TableNo, String> {
        let all: Vec<TableNo> = self.cup.tables().collect();
        match (named, all.as_slice()) {
            (Some(table), _) => Ok(TableNo(table)),
            (None, [only]) => Ok(*only),
            (None, []) => Err("there is no table yet: say start first".to_owned()),
            (None, all) => {
                let all: Vec<String> = all.iter().map(ToString::to_string).collect();
                Err(format!("there are several tables: say which of {}", all.join(", ")))
            }
        }
    }

    fn deal(&mut self, table: TableNo, hand: Option<&str>) -> Result<(), String> {
        let busy = self.cup.tables().filter(|&table| self.cup.is_busy(table)).count();
        let mut number =
            u32::try_from(self.cup.hand_ids().len() + busy).unwrap_or(u32::MAX).saturating_add(1);
        loop {
            let hand = hand.map_or_else(|| format!("{table}-{number}"), str::to_owned).into();
            match self.try_step(&Command::Deal { table, hand, number }) {
                // A hand that was called off had a number too.
                Err(Refusal::HandNumber { last, .. }) if last < u32::MAX => number = last + 1,
                done => return done.map_err(|refusal| with_hint(&self.cup, &refusal)),
            }
        }
    }

    /// A hand that is over; it begins now if none is in play.
    fn hand(
        &mut self,
        table: Option<u16>,
        deltas: &BTreeMap<String, i64>,
        knocked_out: Vec<KnockOut>,
    ) -> Result<(), String> {
        let mut chairs = Vec::new();
        for player in deltas.keys() {
            chairs.push((player, self.chair(player)?));
        }
        let table = match (table, chairs.first()) {
            (Some(table), _) => TableNo(table),
            (None, Some((_, chair))) => chair.table,
            (None, None) => return Err("the hand names nobody: write hand Ann+300 Bob-300".to_owned()),
        };
        if let Some((player, chair)) = chairs.iter().find(|(_, chair)| chair.table != table) {
            let elsewhere = chair.table;
            return Err(format!(
                "{player} sits at table {elsewhere}, not {table}: name players of one table"
            ));
        }
        if !self.cup.is_busy(table) {
            self.deal(table, None)?;
        }
        let hand = self.cup.hand_at(table).map_or_else(|| "none".into(), |hand| hand.id().clone());
        let amounts = |sign: i64| {
            let some = deltas.iter().filter(move |(_, delta)| delta.signum() == sign);
            // The least number has no positive counterpart; nobody has that many chips.
            some.map(|(player, delta)| (player.as_str().into(), Chips::new(delta.saturating_abs()))).collect()
        };
        let (committed, shares) = (amounts(-1), amounts(1));
        let result = HandResult { table, hand, committed, shares, acted: true, knocked_out };
        self.step(&Command::FinishHand(result))
    }

    fn bust(&mut self, players: &[String], by: &str) -> Result<(), String> {
        let mut deltas = BTreeMap::new();
        let mut won = 0i64;
        for player in players {
            let stack = self.cup.entrant(&player.as_str().into()).map_or(0, |entrant| entrant.stack.units());
            self.chair(player)?;
            won = won.saturating_add(stack);
            if deltas.insert(player.clone(), -stack).is_some() || player == by {
                return Err(format!("{player} is named twice: name each player once"));
            }
        }
        deltas.insert(by.to_owned(), won);
        let out = |player: &String| KnockOut { player: player.as_str().into(), by: vec![by.into()] };
        self.hand(None, &deltas, players.iter().map(out).collect())
    }

    /// Where a player sits who is in.
    fn chair(&self, player: &str) -> Result<Chair, String> {
        let id = EntrantId::from(player);
        let entrant = self.cup.entrant(&id);
        let entrant = entrant.ok_or_else(|| with_hint(&self.cup, &Refusal::NotEntered(id.clone())))?;
        let out = entrant.life == kozyr_tournament::Life::Out;
        match entrant.chair.filter(|_| !out) {
            Some(chair) => Ok(chair),
            None if out => Err(with_hint(&self.cup, &Refusal::IsOut(id))),
            None => Err(format!("{player} has no seat yet: say start first")),
        }
    }

    /// With no hand in play the next level begins at once.
    fn next_level(&mut self) -> Result<(), String> {
        self.step(&Command::NextLevel)?;
        let idle = !self.cup.tables().any(|table| self.cup.is_busy(table));
        let first = self.cup.tables().next();
        match first.filter(|_| idle) {
            Some(table) => self.step(&Command::Boundary { table }),
            None => Ok(()),
        }
    }

    fn balance(&mut self) -> Result<(), String> {
        let plan = self.cup.floor().plan(&mut |n| self.chance.below(n));
        if plan.is_empty() {
            let why = if self.cup.moves_due() {
                "the hands in play come first: end them, then say balance"
            } else {
                "no moves are due: play on"
            };
            return Err(why.to_owned());
        }
        self.step(&Command::Rearrange(plan))
    }
}
