//! From what the director says to what is asked of the tournament.

use super::Order;
use crate::bounty::KnockOut;
use crate::command::{Command, HandResult, Refusal};
use crate::director;
use crate::event::{PauseKind, Seating};
use crate::names::{Chair, EntrantId, HandId, TableNo};
use crate::state::{Life, Status, Tournament};
use crate::{BlindLevel, Timestamp};
use kozyr_chips::Chips;

pub(super) struct Report<'b> {
    cup: Tournament,
    now: Timestamp,
    below: &'b mut dyn FnMut(u32) -> u32,
    commands: Vec<Command>,
}

impl<'b> Report<'b> {
    pub(super) fn new(cup: Tournament, now: Timestamp, below: &'b mut dyn FnMut(u32) -> u32) -> Report<'b> {
        Report { cup, now, below, commands: Vec::new() }
    }

    /// All of it, or nothing; and then the moves that are due because of it.
    pub(super) fn carry(mut self, order: &Order) -> Result<Vec<Command>, Refusal> {
        // What fell due before comes first: an offer that lapsed is no offer.
        self.step(Command::Tick)?;
        self.report(order)?;
        self.arrange()?;
        Ok(self.commands)
    }

    fn step(&mut self, command: Command) -> Result<(), Refusal> {
        self.cup.step(self.now, &command)?;
        self.commands.push(command);
        Ok(())
    }

    fn is_on(&self) -> bool {
        matches!(self.cup.status(), Status::Running | Status::Paused(_))
    }

    fn report(&mut self, order: &Order) -> Result<(), Refusal> {
        let command = match order.clone() {
            Order::Enter { player } => {
                let name = player.as_str().into();
                if self.is_on() {
                    Command::Enter { name, player, chair: self.late_chair() }
                } else {
                    Command::Register { player, name }
                }
            }
            Order::Remove { player } => Command::Unregister { player },
            Order::Start => Command::Start { seating: self.draw() },
            Order::Bust { players, by } => return self.bust(&players, &by),
            Order::HandOver { table, counts } => return self.hand_over(table, &counts),
            Order::Rebuy { player } => Command::Rebuy { player },
            Order::Decline { player } => Command::DeclineRebuy { player },
            Order::ReEnter { player } => Command::ReEnter { player, chair: self.late_chair() },
            Order::AddOn { player } => Command::AddOn { player },
            // Nobody can stop real cards from being dealt.
            Order::Pause => Command::Pause(PauseKind::ClockOnly),
            Order::Resume => Command::Resume,
            Order::NextLevel => return self.next_level(),
            Order::PreviousLevel => Command::PreviousLevel,
            Order::MoveClock { by_ms } => Command::MoveClock { by_ms },
            Order::Levels { next } => Command::ChangeLevels { levels: self.levels(&next) },
            Order::Break { length } => Command::Break { length },
            Order::Cancel => Command::Cancel,
            Order::Recover => Command::Recover { last_known: self.now },
        };
        self.step(command)
    }

    fn draw(&mut self) -> Vec<Seating> {
        let entrants = self.cup.entrants();
        let chairs = director::draw(entrants.len(), self.cup.rules().seats.into(), self.below);
        let row = |(entrant, chair): (&crate::Entrant, Chair)| Seating { player: entrant.id.clone(), chair };
        entrants.iter().zip(chairs).map(row).collect()
    }

    fn late_chair(&mut self) -> Chair {
        self.cup.floor().late_chair(self.cup.next_table(), self.below)
    }

    /// The levels so far, and these after them.
    fn levels(&self, next: &[BlindLevel]) -> Vec<BlindLevel> {
        let current = self.cup.levels().map_or(0, |levels| levels.index);
        let played = &self.cup.rules().levels[..=current];
        let rows = played.iter().chain(next).zip(1..);
        rows.map(|(row, level)| BlindLevel { level, ..*row }).collect()
    }

    fn next_level(&mut self) -> Result<(), Refusal> {
        self.step(Command::NextLevel)?;
        let first = self.cup.tables().next();
        match first {
            Some(table) => self.step(Command::Boundary { table }),
            None => Ok(()),
        }
    }

    /// Where somebody sits who is in.
    fn chair(&self, player: &EntrantId) -> Result<Chair, Refusal> {
        let entrant = self.cup.entrant(player).ok_or_else(|| Refusal::NotEntered(player.clone()))?;
        let chair = entrant.chair.filter(|_| entrant.life == Life::In);
        chair.ok_or_else(|| Refusal::IsOut(player.clone()))
    }

    fn stack(&self, player: &EntrantId) -> Chips {
        self.cup.entrant(player).map_or(Chips::ZERO, |entrant| entrant.stack)
    }

    /// All chips of those who are out go to whoever won them; to the most chips at the table when nobody says who.
    fn bust(&mut self, players: &[EntrantId], by: &[EntrantId]) -> Result<(), Refusal> {
        let first = players.first().ok_or(Refusal::NoName)?;
        let table = self.chair(first)?.table;
        for (index, player) in players.iter().chain(by).enumerate() {
            if self.chair(player)?.table != table {
                return Err(Refusal::NotDealtIn(player.clone()));
            }
            if players.iter().chain(by).take(index).any(|other| other == player) {
                return Err(Refusal::Twice(player.clone()));
            }
        }
        let heads = self.cup.rules().bounty.is_some();
        if by.is_empty() && heads {
            return Err(Refusal::WhoKnockedOut(first.clone()));
        }
        let winners: Vec<EntrantId> = match by {
            [] => {
                let others = self.cup.seated(table).filter(|(_, other)| !players.contains(&other.id));
                let most = others.max_by_key(|(seat, other)| (other.stack, std::cmp::Reverse(*seat)));
                most.map(|(_, other)| other.id.clone()).into_iter().collect()
            }
            by => by.to_vec(),
        };
        if winners.is_empty() {
            return Err(Refusal::NobodyToPlay(table));
        }
        let committed: Vec<(EntrantId, Chips)> =
            players.iter().map(|player| (player.clone(), self.stack(player))).collect();
        let pot: Chips = committed.iter().map(|&(_, stack)| stack).sum();
        let (each, odd) = pot.split(winners.len() as i64);
        let share = |nth: usize| each + Chips::new(i64::from((nth as i64) < odd.units()));
        let shares = winners.iter().enumerate().map(|(nth, winner)| (winner.clone(), share(nth)));
        let shares: Vec<_> = shares.filter(|(_, share)| share.is_positive()).collect();
        let by: Vec<EntrantId> = shares.iter().map(|(winner, _)| winner.clone()).collect();
        let out = |player: &EntrantId| KnockOut { player: player.clone(), by: by.clone() };
        self.record(table, committed, shares, players.iter().map(out).collect())
    }

    /// Those who were counted have what was counted; between them no chip may appear or vanish.
    fn hand_over(&mut self, table: TableNo, counts: &[(EntrantId, Chips)]) -> Result<(), Refusal> {
        let (mut committed, mut shares) = (Vec::new(), Vec::new());
        let (mut counted, mut chips) = (Chips::ZERO, Chips::ZERO);
        for (player, count) in counts {
            if self.chair(player)?.table != table {
                return Err(Refusal::NotDealtIn(player.clone()));
            }
            let stack = self.stack(player);
            if count.is_negative() || *count > self.cup.chips() {
                return Err(Refusal::NegativeAmount);
            }
            counted += *count;
            chips += stack;
            if *count < stack {
                committed.push((player.clone(), stack - *count));
            } else if *count > stack {
                shares.push((player.clone(), *count - stack));
            }
        }
        if counted != chips {
            return Err(Refusal::CountsDoNotAddUp { counted, chips });
        }
        self.record(table, committed, shares, Vec::new())
    }

    fn record(
        &mut self,
        table: TableNo,
        committed: Vec<(EntrantId, Chips)>,
        shares: Vec<(EntrantId, Chips)>,
        knocked_out: Vec<KnockOut>,
    ) -> Result<(), Refusal> {
        // Hands of all tables are counted together: the final table may have the number of an earlier one.
        let number = self.cup.hand_ids().len() as u32 + 1;
        let hand = HandId::from(format!("{table}-{number}"));
        let result = HandResult { table, hand, committed, shares, acted: true, knocked_out };
        self.step(Command::Record { number, result })
    }

    /// The moves that are due, as long as there are any.
    fn arrange(&mut self) -> Result<(), Refusal> {
        while self.is_on() && self.cup.moves_due() && !self.cup.is_round_open() {
            let plan = self.cup.floor().plan(self.below);
            if plan.is_empty() {
                break;
            }
            self.step(Command::Rearrange(plan))?;
        }
        Ok(())
    }
}
