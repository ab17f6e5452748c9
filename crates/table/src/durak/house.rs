//! The house rules of a table of Durak.

use crate::{Funding, Settings, SetupError};
use kozyr_cards::CardSet;
use kozyr_chips::Chips;
use kozyr_durak::{Conditions, Rules};
use kozyr_time::Millis;
use serde::{Deserialize, Serialize};

/// What is played, for how much, and how long everything may take.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DurakHouse {
    /// Mode, pack, throwing in after a take, and what a clock does that has run out.
    pub rules: Rules,
    /// A game ends when somebody has so many points; 0: parties go on while two want to play.
    pub points: u16,
    /// What everybody stakes, on the game or (with `points` 0) on each party.
    pub stake: Chips,
    /// The room's part of the pool, in percent.
    pub rake_percent: u8,
    /// No clock for turns: then a line that stays lost is a surrender.
    pub untimed: bool,
    /// After so long, that is.
    pub line_lost: Millis,
    /// Who lets so many turns in a row pass leaves: where the clock plays for people, a game of nobody but them
    /// would never end.
    pub patience: u8,
    /// To say that one is ready for a game, once every place is taken.
    pub begin: Millis,
    /// To be ready for the next round or party, unless all are sooner.
    pub ready: Millis,
    /// To ask for another game after one.
    pub revanche: Millis,
}

impl Default for DurakHouse {
    /// One party of two for nothing, with the times of the protocol.
    fn default() -> DurakHouse {
        let Conditions { rules, points, stake, rake_percent, .. } = Conditions::default();
        DurakHouse {
            rules,
            points,
            stake,
            rake_percent,
            untimed: false,
            line_lost: Millis::from_secs(120),
            patience: 30,
            begin: Millis::from_secs(8),
            ready: Millis::from_secs(5),
            revanche: Millis::from_secs(15),
        }
    }
}

impl DurakHouse {
    /// What a game at a table run like this is played under. Turns are timed in whole seconds there.
    pub fn conditions(&self, settings: &Settings) -> Conditions {
        let secs = |length: Millis| u16::try_from(length.get() / 1000).unwrap_or(u16::MAX);
        Conditions {
            rules: self.rules,
            num_seats: settings.seats,
            points: self.points,
            timeout: if self.untimed { 0 } else { secs(settings.turn) },
            timebank: secs(settings.bank),
            stake: self.stake,
            rake_percent: self.rake_percent,
        }
    }

    pub(super) fn check(&self, settings: &Settings) -> Result<(), SetupError> {
        let wrong = |what| Err(SetupError::House(what));
        if settings.funding != Funding::Stake {
            return wrong("Durak is played for stakes out of wallets");
        }
        if let Err(error) = self.conditions(settings).check() {
            return wrong(match error.name.as_str() {
                "num_seats" => "two to six play, four in pairs, at most four with 24 cards",
                "opening" => "nobody opens but the lowest trump",
                "points" => "points are 0 to 999",
                "timeout" | "timebank" => "a turn and a time bank last at most 999 seconds",
                "rake" => "the rake is 0 to 100 percent",
                "cash_bet" => "the stake is nothing or a positive amount",
                _ => "the deck has 24, 36 or 52 cards",
            });
        }
        if [self.begin, self.ready, self.revanche, self.line_lost].iter().any(|length| length.is_zero()) {
            return wrong("every pause lasts longer than nothing");
        }
        if self.patience == 0 {
            return wrong("nobody leaves before a turn has passed");
        }
        let mut top = CardSet::EMPTY;
        let pack = self.rules.pack.cards();
        if !settings.top.iter().all(|&card| pack.contains(card) && top.insert(card)) {
            return wrong("the cards on top are of the pack, and each is there once");
        }
        Ok(())
    }
}
