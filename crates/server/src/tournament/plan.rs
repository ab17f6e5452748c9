//! How a tournament is set up in the room, and the house's own sit-and-gos.

use kozyr_chips::Chips;
use kozyr_store::StreamId;
use kozyr_time::{Millis, PlayerId, TableId, Timestamp, TournamentId};
use kozyr_tournament::{PayoutPreset, Payouts, Preset, Rules, TableNo};
use serde::{Deserialize, Serialize};

/// How a tournament is set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TournamentPlan {
    /// Its name in messages and in the store.
    pub id: TournamentId,
    /// How it is played.
    pub rules: Rules,
    /// Who runs it; nobody for one of the house's own, which goes on by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<PlayerId>,
    /// When it starts.
    pub start: Start,
    /// Bots that fill it up when people are few.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bots: Option<BotFill>,
    /// The house's kind it is one of: when it starts, the next of the kind opens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

/// When a tournament starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Start {
    /// When the host says so.
    ByHand,
    /// At this moment of the room's time; with fewer than two entrants it is called off.
    At(Timestamp),
    /// As soon as as many have entered as may.
    WhenFull,
}

/// Bots that fill a tournament up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BotFill {
    /// So long after the first person has entered.
    pub wait: Millis,
    /// Until there are so many entrants.
    pub up_to: u32,
}

/// A kind of sit-and-go that the house always has one of open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StockTournament {
    /// What its tournaments are called in messages, before their number. The page knows by it what to call them in the
    /// reader's language (`web/src/words/title.ts`).
    pub kind: String,
    /// How they are played.
    pub rules: Rules,
    /// After what wait bots fill them up; never when there is none.
    pub bots_after: Option<Millis>,
}

impl StockTournament {
    /// A sit-and-go of one table.
    ///
    /// # Panics
    /// When so many players do not fit at a table.
    pub fn sit_and_go(kind: &str, title: &str, preset: Preset, players: u8) -> StockTournament {
        let mut config = preset.config(title);
        (config.seats, config.max_entrants) = (players, Some(players.into()));
        (config.late_entry, config.breaks) = (None, Vec::new());
        config.buy_in = Chips::new(100);
        config.prizes = Payouts::Preset(PayoutPreset::SitAndGo);
        let rules = config.check().expect("a preset with two to ten seats can be played");
        StockTournament { kind: kind.to_owned(), rules, bots_after: Some(Millis::from_secs(15)) }
    }

    /// The house's own: for two, six and nine players, and a fast one for six.
    pub fn all() -> Vec<StockTournament> {
        let mut turbo = StockTournament::sit_and_go("turbo-6", "Turbo · 6", Preset::Turbo, 6);
        let mut config = kozyr_tournament::Config::from(turbo.rules.clone());
        for level in &mut config.levels {
            level.duration = Some(Millis::from_secs(120));
        }
        turbo.rules = config.check().expect("shorter levels can be played too");
        vec![
            StockTournament::sit_and_go("sng-2", "Sit & Go · 2", Preset::Turbo, 2),
            StockTournament::sit_and_go("sng-6", "Sit & Go · 6", Preset::Turbo, 6),
            StockTournament::sit_and_go("sng-9", "Sit & Go · 9", Preset::Turbo, 9),
            turbo,
        ]
    }

    /// The plan of one of them.
    pub(crate) fn plan(&self, number: u64) -> TournamentPlan {
        let id = TournamentId::new(&format!("{}-{number}", self.kind)).expect("a kind is short and plain");
        let up_to = self.rules.max_entrants.unwrap_or_default();
        TournamentPlan {
            id,
            rules: self.rules.clone(),
            host: None,
            start: Start::WhenFull,
            bots: self.bots_after.map(|wait| BotFill { wait, up_to }),
            kind: Some(self.kind.clone()),
        }
    }
}

impl TournamentPlan {
    /// Where its log is.
    pub(crate) fn stream(&self) -> StreamId {
        stream_of(&self.id)
    }
}

/// Where the log of a tournament is.
pub(crate) fn stream_of(id: &TournamentId) -> StreamId {
    StreamId::new(&format!("tournament/{id}")).expect("a tournament's id is short and plain")
}

/// The tournament and the number of a table that is called like one of a tournament's.
pub(crate) fn tournament_of(table: &TableId) -> Option<(TournamentId, TableNo)> {
    let (tournament, number) = table.as_str().rsplit_once('-')?;
    Some((TournamentId::new(tournament).ok()?, TableNo(number.parse().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_a_tournament_is_known_by_its_name() {
        let name = |text: &str| tournament_of(&TableId::new(text).unwrap());
        let cup = TournamentId::new("sng-6-12").unwrap();
        assert_eq!(name("sng-6-12-3"), Some((cup, TableNo(3))));
        assert_eq!(name("holdem"), None);
        assert_eq!(name("holdem-x"), None);
        assert_eq!(name("-3"), None);
    }

    #[test]
    fn the_stock_can_be_played_and_starts_when_its_seats_are_taken() {
        for stock in StockTournament::all() {
            let plan = stock.plan(7);
            assert_eq!(plan.rules.max_entrants, Some(u32::from(plan.rules.seats)), "{}", plan.id);
            assert_eq!(plan.bots.map(|bots| bots.up_to), plan.rules.max_entrants);
            assert!(plan.rules.late_entry.is_none() && plan.host.is_none());
        }
    }
}
