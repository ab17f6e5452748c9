//! Why: every decision with its rule and its numbers, in the languages of the room.

use crate::Timestamp;
use crate::names::{Chair, TableNo};
use crate::prizes::percent;
use kozyr_chips::Chips;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A language of the room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lang {
    /// English.
    En,
    /// Russian.
    Ru,
}

/// Why something was decided.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Reason {
    /// Places run from the last one up.
    Busted {
        /// The place.
        place: u32,
        /// The hand they went out in.
        hand: u32,
        /// How many entered.
        entrants: u32,
        /// How many went out before them.
        out_before: u32,
    },
    /// Of those who went out in one hand, fewer chips at its start is the worse place.
    FewerChips {
        /// The place.
        place: u32,
        /// The hand.
        hand: u32,
        /// Their chips at its start.
        chips: Chips,
        /// How many went out in it.
        busted: u32,
    },
    /// Equal chips: the higher table, then the higher seat is the worse place.
    HigherChair {
        /// The place.
        place: u32,
        /// The hand.
        hand: u32,
        /// Their chips at its start.
        chips: Chips,
        /// Where they sat.
        chair: Chair,
        /// The best of the places tied for.
        tied_from: u32,
        /// The worst of the places tied for.
        tied_to: u32,
    },
    /// The last with chips.
    LastStanding {
        /// How many entered.
        entrants: u32,
    },
    /// The share of a place, rounded down; what the rounding left goes to first.
    Share {
        /// The place.
        place: u32,
        /// Its share.
        share_bps: u32,
        /// What the shares of the paid places sum to.
        of_bps: u32,
        /// The pool.
        pool: Chips,
        /// What the rounding left, for first only.
        remainder: Chips,
    },
    /// Tied places share their prizes equally; odd units go to the better ordinal.
    SharedTie {
        /// The best of the places.
        tied_from: u32,
        /// The worst of the places.
        tied_to: u32,
        /// What their prizes sum to.
        total: Chips,
    },
    /// Whoever wins the pot with a player's last chips gets the bounty on that player's head.
    Bounty {
        /// What lay on the head.
        amount: Chips,
        /// How many share it.
        winners: u32,
        /// Half is paid, half goes onto the heads of the winners.
        progressive: bool,
    },
    /// The winner of the tournament gets what lies on their own head.
    OwnBounty {
        /// How much.
        amount: Chips,
    },
    /// The pool is what was paid in.
    PoolPaidIn {
        /// What an entry costs.
        buy_in: Chips,
        /// How many entered.
        entrants: u32,
        /// How many rebuys and re-entries.
        rebuys: u32,
        /// What add-ons brought.
        add_ons: Chips,
    },
    /// The pool was guaranteed; the house added the rest.
    PoolGuaranteed {
        /// The guarantee.
        guarantee: Chips,
        /// What was paid in.
        paid_in: Chips,
    },
    /// The host set the pool.
    PoolSet {
        /// The pool.
        pool: Chips,
        /// What was paid in.
        paid_in: Chips,
    },
    /// The level before it was over by the clock.
    LevelByClock {
        /// The level, 1 for the first.
        level: u32,
        /// When it began by the schedule.
        started_at: Timestamp,
        /// It was over before a hand could be played at it.
        skipped: bool,
    },
    /// The host asked for the next level.
    LevelByHost {
        /// The level, 1 for the first.
        level: u32,
    },
    /// Tables were two or more apart: the next big blind moves to the worst seat.
    Balance {
        /// Players at the larger table.
        largest: u32,
        /// Players at the smaller one.
        smallest: u32,
        /// They sit between the button and the small blind, and wait until the button passes.
        waits: bool,
    },
    /// Everybody fits at one table fewer.
    TableBroken {
        /// The table.
        table: TableNo,
        /// Players left.
        players: u32,
        /// Tables before.
        tables: u32,
        /// Seats at a table.
        seats: u32,
    },
    /// Everybody fits at one table: a new draw.
    FinalTable {
        /// Players left.
        players: u32,
        /// Seats at a table.
        seats: u32,
    },
    /// One place before the money, at several tables.
    HandForHand {
        /// Players left.
        players: u32,
        /// Places that are paid.
        paid: u32,
    },
    /// The bubble has burst, or one table is left.
    HandForHandOver {
        /// Players left.
        players: u32,
        /// Places that are paid.
        paid: u32,
    },
    /// The host asked for it.
    Host,
    /// Nobody acted themselves for three orbits.
    NobodyActs {
        /// For how many hands.
        hands: u32,
    },
    /// The room came back after a crash.
    Recovery {
        /// The last moment known before it.
        last_known: Timestamp,
    },
    /// A break of the structure.
    ScheduledBreak,
}

impl Reason {
    /// The reason in words.
    pub fn text(&self, lang: Lang) -> String {
        Words { reason: self, lang }.to_string()
    }
}

struct Words<'r> {
    reason: &'r Reason,
    lang: Lang,
}

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.lang {
            Lang::En => english(self.reason, f),
            Lang::Ru => russian(self.reason, f),
        }
    }
}

fn english(reason: &Reason, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match reason {
        Reason::Busted { place, hand, entrants, out_before } => write!(
            f,
            "Place {place}: out in hand {hand}, {out_before} of {entrants} had gone before (places run from the last up)"
        ),
        Reason::FewerChips { place, hand, chips, busted } => write!(
            f,
            "Place {place}: {busted} went out in hand {hand}; fewer chips at its start is the worse place, they had {chips}"
        ),
        Reason::HigherChair { place, hand, chips, chair, tied_from, tied_to } => write!(
            f,
            "Place {place}: out in hand {hand} with equal chips ({chips}), tied for {tied_from}–{tied_to}; the higher table and seat is the worse place, they sat at {chair}"
        ),
        Reason::LastStanding { entrants } => {
            write!(f, "Place 1: the last of {entrants} with chips")
        }
        Reason::Share { place, share_bps, of_bps, pool, remainder } => {
            write!(f, "Place {place} gets {} % of {pool}", percent(*share_bps))?;
            if *of_bps != 10_000 {
                write!(f, " (of {} % for the places there are)", percent(*of_bps))?;
            }
            f.write_str(", rounded down")?;
            if remainder.is_positive() { write!(f, ", and the {remainder} left over") } else { Ok(()) }
        }
        Reason::SharedTie { tied_from, tied_to, total } => write!(
            f,
            "Places {tied_from}–{tied_to} went out with equal chips and share {total}; odd units to the better place"
        ),
        Reason::Bounty { amount, winners, progressive } => {
            write!(f, "The bounty of {amount} goes to whoever won the pot with their last chips")?;
            if *winners > 1 {
                write!(f, "; {winners} share it, odd units from the button's left")?;
            }
            if *progressive {
                f.write_str("; half is paid, half goes onto the winner's head")
            } else {
                Ok(())
            }
        }
        Reason::OwnBounty { amount } => {
            write!(f, "The winner of the tournament keeps the {amount} on their own head")
        }
        Reason::PoolPaidIn { buy_in, entrants, rebuys, add_ons } => {
            write!(f, "The pool is {buy_in} × ({entrants} entrants + {rebuys} rebuys)")?;
            if add_ons.is_positive() { write!(f, " + {add_ons} for add-ons") } else { Ok(()) }
        }
        Reason::PoolGuaranteed { guarantee, paid_in } => {
            write!(
                f,
                "The pool is the guaranteed {guarantee}; {paid_in} were paid in, the house adds the rest"
            )
        }
        Reason::PoolSet { pool, paid_in } => {
            write!(
                f,
                "The host set the pool to {pool}; {paid_in} were paid in, the house settles the difference"
            )
        }
        Reason::LevelByClock { level, started_at, skipped: false } => {
            write!(f, "Level {level}: the one before ended at {started_at}")
        }
        Reason::LevelByClock { level, started_at, skipped: true } => {
            write!(f, "Level {level} began at {started_at} and was over before a hand could be dealt")
        }
        Reason::LevelByHost { level } => write!(f, "Level {level}: the host asked for it"),
        Reason::Balance { largest, smallest, waits } => {
            write!(
                f,
                "Tables of {largest} and {smallest} are two or more apart: the next big blind moves to the worst seat"
            )?;
            if *waits { f.write_str(", and wait until the button passes") } else { Ok(()) }
        }
        Reason::TableBroken { table, players, tables, seats } => {
            write!(f, "Table {table} is broken: {players} players fit at {} tables of {seats}", tables - 1)
        }
        Reason::FinalTable { players, seats } => {
            write!(f, "Final table: {players} players fit at one table of {seats}; seats are drawn anew")
        }
        Reason::HandForHand { players, paid } => {
            write!(f, "Hand for hand: {players} players left, {paid} are paid")
        }
        Reason::HandForHandOver { players, paid } => {
            write!(f, "Hand for hand is over: {players} players left, {paid} are paid")
        }
        Reason::Host => f.write_str("The host asked for it"),
        Reason::NobodyActs { hands } => {
            write!(f, "Nobody has acted themselves for three orbits ({hands} hands)")
        }
        Reason::Recovery { last_known } => {
            write!(f, "The room was down; the clock stands where it was at {last_known}")
        }
        Reason::ScheduledBreak => f.write_str("A break of the structure"),
    }
}

fn russian(reason: &Reason, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match reason {
        Reason::Busted { place, hand, entrants, out_before } => write!(
            f,
            "{place}-е место: выбыл в раздаче {hand}, до него выбыло {out_before} из {entrants} (места считаются с последнего)"
        ),
        Reason::FewerChips { place, hand, chips, busted } => write!(
            f,
            "{place}-е место: в раздаче {hand} выбыло {busted}; у кого в её начале меньше фишек, тот ниже, у него было {chips}"
        ),
        Reason::HigherChair { place, hand, chips, chair, tied_from, tied_to } => write!(
            f,
            "{place}-е место: выбыл в раздаче {hand} с равными фишками ({chips}), делёж мест {tied_from}–{tied_to}; старший стол и место за столом — ниже, он сидел {chair}"
        ),
        Reason::LastStanding { entrants } => {
            write!(f, "1-е место: последний из {entrants}, у кого остались фишки")
        }
        Reason::Share { place, share_bps, of_bps, pool, remainder } => {
            write!(f, "{place}-е место получает {} % от {pool}", percent(*share_bps))?;
            if *of_bps != 10_000 {
                write!(f, " (из {} % на имеющиеся места)", percent(*of_bps))?;
            }
            f.write_str(", с округлением вниз")?;
            if remainder.is_positive() { write!(f, ", и остаток {remainder}") } else { Ok(()) }
        }
        Reason::SharedTie { tied_from, tied_to, total } => write!(
            f,
            "Места {tied_from}–{tied_to} выбыли с равными фишками и делят {total}; лишние единицы — лучшему месту"
        ),
        Reason::Bounty { amount, winners, progressive } => {
            write!(f, "Награда {amount} — тому, кто выиграл банк с последними фишками выбывшего")?;
            if *winners > 1 {
                write!(f, "; её делят {winners}, лишние единицы — слева от баттона")?;
            }
            if *progressive {
                f.write_str("; половина выплачена, половина — на голову победителя")
            } else {
                Ok(())
            }
        }
        Reason::OwnBounty { amount } => {
            write!(f, "Победителю турнира остаётся награда за его голову: {amount}")
        }
        Reason::PoolPaidIn { buy_in, entrants, rebuys, add_ons } => {
            write!(f, "Призовой фонд: {buy_in} × ({entrants} входов + {rebuys} ребаев)")?;
            if add_ons.is_positive() { write!(f, " + {add_ons} за аддоны") } else { Ok(()) }
        }
        Reason::PoolGuaranteed { guarantee, paid_in } => {
            write!(
                f,
                "Призовой фонд — гарантированные {guarantee}; внесено {paid_in}, остальное доплачивает дом"
            )
        }
        Reason::PoolSet { pool, paid_in } => {
            write!(f, "Призовой фонд назначен: {pool}; внесено {paid_in}, разница — за домом")
        }
        Reason::LevelByClock { level, started_at, skipped: false } => {
            write!(f, "Уровень {level}: предыдущий закончился в {started_at}")
        }
        Reason::LevelByClock { level, started_at, skipped: true } => {
            write!(f, "Уровень {level} начался в {started_at} и закончился раньше, чем сдали раздачу")
        }
        Reason::LevelByHost { level } => write!(f, "Уровень {level}: по просьбе хозяина"),
        Reason::Balance { largest, smallest, waits } => {
            write!(
                f,
                "За столами {largest} и {smallest}, разница два и больше: следующий большой блайнд идёт на худшее место"
            )?;
            if *waits { f.write_str(" и ждёт, пока пройдёт баттон") } else { Ok(()) }
        }
        Reason::TableBroken { table, players, tables, seats } => write!(
            f,
            "Стол {table} расформирован: {players} игроков помещаются за {} столами по {seats}",
            tables - 1
        ),
        Reason::FinalTable { players, seats } => {
            write!(
                f,
                "Финальный стол: {players} игроков помещаются за одним столом на {seats}; новая жеребьёвка мест"
            )
        }
        Reason::HandForHand { players, paid } => {
            write!(f, "Игра рука в руку: осталось {players}, призовых мест {paid}")
        }
        Reason::HandForHandOver { players, paid } => {
            write!(f, "Игра рука в руку закончена: осталось {players}, призовых мест {paid}")
        }
        Reason::Host => f.write_str("По просьбе хозяина"),
        Reason::NobodyActs { hands } => write!(f, "Три круга никто не ходит сам ({hands} раздач)"),
        Reason::Recovery { last_known } => {
            write!(f, "Комната была недоступна; часы стоят на моменте {last_known}")
        }
        Reason::ScheduledBreak => f.write_str("Перерыв по расписанию"),
    }
}
