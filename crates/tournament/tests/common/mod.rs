//! A small tournament to play by hand in tests.
#![allow(dead_code, unreachable_pub, reason = "every test uses its part")]

use kozyr_card_game::Seat;
use kozyr_chips::{Chips, Currency};
use kozyr_table::Player;
use kozyr_time::{PlayerId, TournamentId};
use kozyr_tournament::{
    BlindLevel, Books, Chair, Command, Config, EntrantId, Event, HandResult, KnockOut, Payouts, Preset,
    PrizeTable, Refusal, Seating, TableNo, Timestamp, Tournament,
};

pub fn seat(number: u8) -> Seat {
    Seat::from_number(number).expect("a seat number")
}

pub fn moment(text: &str) -> Timestamp {
    text.parse().expect("a moment")
}

/// Noon and so many seconds.
pub fn at(seconds: i64) -> Timestamp {
    Timestamp::from_millis(moment("2026-03-01T12:00:00Z").as_millis() + seconds * 1000)
}

/// Ten-minute levels, no breaks, no late entry, fixed prizes.
pub fn config(starting: i64, buy_in: i64, prizes_bps: &[u32]) -> Config {
    let blinds = [(10, 20), (20, 40), (30, 60), (50, 100), (100, 200)];
    Config {
        starting_chips: Chips::new(starting),
        buy_in: Chips::new(buy_in),
        levels: blinds.iter().zip(1..).map(|(&(s, b), level)| BlindLevel::new(level, s, b, 10)).collect(),
        prizes: Payouts::Table(PrizeTable::strict(prizes_bps).expect("sound prizes")),
        late_entry: None,
        breaks: Vec::new(),
        ..Preset::Regular.config("test")
    }
}

/// The books of a room in which everybody's name ends with their number.
pub fn books(people: &dyn Fn(&EntrantId) -> Player) -> Books<'_> {
    Books { tournament: TournamentId::new("cup").expect("an id"), money: Currency::FUN, people }
}

/// `p7` is player 7.
pub fn numbered(entrant: &EntrantId) -> Player {
    let digits = entrant.as_str().trim_start_matches(|c: char| !c.is_ascii_digit());
    let number: u32 = digits.parse().expect("a name with a number");
    Player { id: PlayerId::from(number), name: entrant.as_str().into(), bot: false }
}

/// A tournament with its log.
pub struct Cup {
    pub cup: Tournament,
    pub log: Vec<Event>,
    fresh: Tournament,
    hands: u32,
}

impl Cup {
    /// In the lobby, with these players.
    pub fn lobby(config: Config, players: &[&str]) -> Cup {
        let rules = config.check().expect("a sound form");
        let fresh = Tournament::new("cup", at(0), rules);
        let mut cup = Cup { cup: fresh.clone(), log: Vec::new(), fresh, hands: 0 };
        cup.ask(0, &Command::Open).unwrap();
        for player in players {
            cup.ask(0, &Command::Register { player: (*player).into(), name: (*player).into() }).unwrap();
        }
        cup
    }

    /// Started, everybody at as few tables as it takes, in order from seat 1.
    pub fn started(config: Config, players: &[&str]) -> Cup {
        let seats = usize::from(config.seats);
        let mut cup = Cup::lobby(config, players);
        let tables = players.len().div_ceil(seats);
        let seating = players.iter().enumerate().map(|(index, player)| Seating {
            player: (*player).into(),
            chair: Chair::new(TableNo((index % tables) as u16 + 1), Seat::from_index(index / tables)),
        });
        cup.ask(0, &Command::Start { seating: seating.collect() }).unwrap();
        cup
    }

    pub fn ask(&mut self, seconds: i64, command: &Command) -> Result<Vec<Event>, Refusal> {
        let events = self.cup.step(at(seconds), command)?;
        self.log.extend(events.clone());
        assert_eq!(self.replayed(), self.cup, "the log replays to the same state");
        Ok(events)
    }

    pub fn replayed(&self) -> Tournament {
        self.fresh.clone().replay(&self.log)
    }

    pub fn deal(&mut self, seconds: i64, table: u16) -> Result<Vec<Event>, Refusal> {
        self.hands += 1;
        let (hand, number) = (format!("h{}", self.hands).into(), self.hands);
        self.ask(seconds, &Command::Deal { table: TableNo(table), hand, number })
    }

    /// Ends the hand in play at a table with these wins and losses.
    pub fn finish(
        &mut self,
        seconds: i64,
        table: u16,
        deltas: &[(&str, i64)],
    ) -> Result<Vec<Event>, Refusal> {
        self.finish_with(seconds, table, deltas, Vec::new())
    }

    fn finish_with(
        &mut self,
        seconds: i64,
        table: u16,
        deltas: &[(&str, i64)],
        knocked_out: Vec<KnockOut>,
    ) -> Result<Vec<Event>, Refusal> {
        let hand = self.cup.hand_at(TableNo(table)).map_or_else(|| "none".into(), |hand| hand.id().clone());
        let amounts = |sign: i64| {
            let chosen = deltas.iter().filter(|(_, delta)| delta.signum() == sign);
            chosen.map(|&(player, delta)| (EntrantId::from(player), Chips::new(delta.abs()))).collect()
        };
        let (committed, shares) = (amounts(-1), amounts(1));
        let table = TableNo(table);
        let result = HandResult { table, hand, committed, shares, acted: true, knocked_out };
        self.ask(seconds, &Command::FinishHand(result))
    }

    /// Deals a hand at table 1 and ends it, saying who won whose last chips.
    pub fn knock_out(
        &mut self,
        seconds: i64,
        deltas: &[(&str, i64)],
        out: &[(&str, &[&str])],
    ) -> Result<Vec<Event>, Refusal> {
        self.deal(seconds, 1)?;
        self.finish_by(seconds, deltas, out)
    }

    /// Ends the hand at table 1, saying who won whose last chips.
    pub fn finish_by(
        &mut self,
        seconds: i64,
        deltas: &[(&str, i64)],
        out: &[(&str, &[&str])],
    ) -> Result<Vec<Event>, Refusal> {
        let row = |&(player, by): &(&str, &[&str])| KnockOut {
            player: player.into(),
            by: by.iter().map(|&winner| winner.into()).collect(),
        };
        self.finish_with(seconds, 1, deltas, out.iter().map(row).collect())
    }

    /// Deals a hand at table 1 and ends it.
    pub fn hand(&mut self, seconds: i64, deltas: &[(&str, i64)]) -> Vec<Event> {
        self.deal(seconds, 1).unwrap();
        self.finish(seconds, 1, deltas).unwrap()
    }

    /// Places given so far, best first.
    pub fn places(&self) -> Vec<(String, u32)> {
        self.cup.placements().iter().map(|row| (row.player.to_string(), row.place)).collect()
    }

    pub fn prizes(&self) -> Vec<i64> {
        self.cup.placements().iter().map(|row| row.prize.unwrap_or_default().units()).collect()
    }

    pub fn stack(&self, player: &str) -> i64 {
        self.cup.entrant(&player.into()).expect("an entrant").stack.units()
    }
}

pub fn named(rows: &[(&str, u32)]) -> Vec<(String, u32)> {
    rows.iter().map(|&(player, place)| (player.to_owned(), place)).collect()
}
