//! What a host may set.

use super::bot;
use crate::updau::{Limits, Millis, Patience};
use kozyr_durak::{Action, Rules, View};

/// How long things take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timing {
    /// Finding partners.
    pub patience: Patience,
    /// To confirm once partners are found.
    pub begin: Millis,
    /// Between rounds, unless all are ready sooner.
    pub ready: Millis,
    /// To ask for another game.
    pub revanche: Millis,
    /// To sit down on a reserved box.
    pub place: Millis,
    /// How long a user without a connection keeps their channels.
    pub keep: Millis,
    /// How long a bot seems to think; always the same, so that it tells nothing. Half a turn where turns are shorter.
    pub bot: Millis,
}

impl Timing {
    /// As the protocol has it.
    pub const USUAL: Timing = Timing {
        patience: Patience::USUAL,
        begin: Millis::from_secs(8),
        ready: Millis::from_secs(5),
        revanche: Millis::from_secs(15),
        place: Millis::from_secs(30),
        keep: Millis::from_secs(120),
        bot: Millis::new(1200),
    };
}

/// What a bot does, from what a player in its place would see.
pub type Brain = fn(&View) -> Option<Action>;

/// What a host may set.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How much of a message is read.
    pub limits: Limits,
    /// Messages a second a connection may send for long.
    pub messages_per_second: u32,
    /// Messages it may send at once.
    pub burst: u32,
    /// How long things take.
    pub timing: Timing,
    /// May a client choose the deck? For tests only.
    pub test_tables: bool,
    /// What the rules leave to the host: throwing in after `take`, what a clock does.
    pub rules: Rules,
    /// Channels a user may have before the oldest idle one goes.
    pub channels_per_user: usize,
    /// Users that are remembered before those who have been gone longest are forgotten.
    pub users: usize,
    /// New users that may sign in on one connection.
    pub newcomers_per_connection: usize,
    /// Tables there may be at once.
    pub tables: usize,
    /// The best player the room has to offer.
    pub brain: Brain,
    /// What `ver` answers.
    pub version: String,
    /// What `ver` answers.
    pub build: String,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            limits: Limits::CLIENT,
            messages_per_second: 50,
            burst: 200,
            timing: Timing::USUAL,
            test_tables: false,
            rules: Rules::default(),
            channels_per_user: 32,
            users: 100_000,
            newcomers_per_connection: 16,
            tables: 100_000,
            brain: bot::cautious,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            build: "kozyr".to_owned(),
        }
    }
}
