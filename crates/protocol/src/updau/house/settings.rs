//! What a host may set, and where chance comes from.

use super::bot;
use crate::updau::{Limits, Millis, Patience};
use kozyr_durak::{Action, Rules, View};

/// Chance: shuffles, tokens and the names of channels come from here and from nowhere else, so that a
/// house is a function of what it was told and when.
pub trait Chance: Send {
    /// A uniform number under `n`, which is at least 1. For real play it has to be unpredictable.
    fn below(&mut self, n: u32) -> u32;

    /// A secret nobody can guess: 128 bits.
    fn secret(&mut self) -> String {
        (0..8).map(|_| format!("{:04x}", self.below(1 << 16))).collect()
    }

    /// The name of a new channel, unlike that of any other.
    fn channel_name(&mut self) -> String {
        (0..4).map(|_| format!("{:04x}", self.below(1 << 16))).collect()
    }
}

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
    /// How long a user without a connection keeps his channels.
    pub keep: Millis,
    /// How long a bot seems to think; always the same, so that it tells nothing.
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
    /// Users the house remembers before those who stayed away longest are forgotten.
    pub users: usize,
    /// Tables there may be at once.
    pub tables: usize,
    /// The best player the house has to offer.
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
            tables: 100_000,
            brain: bot::cautious,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            build: "kozyr".to_owned(),
        }
    }
}
