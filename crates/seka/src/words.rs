//! The words of the table: what a player is doing, how they play, where a deal stands.

/// What a player is doing, in the words of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "SCREAMING_SNAKE_CASE")
)]
pub enum Status {
    /// Not at the table; in a deal: sent there because time ran out.
    Lobby,
    /// Seated, and not dealt in.
    TableWaiting,
    /// Seated, and ready for the next deal.
    TableReady,
    /// Dealt in, and still in. After the showdown: lost, unless they [won](Status::Won).
    InGame,
    /// Out of this deal; still seated.
    Folded,
    /// Got the pot, or a share of it.
    Won,
    /// Left the table.
    Left,
}

impl Status {
    /// The word for it: `IN_GAME`.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Lobby => "LOBBY",
            Status::TableWaiting => "TABLE_WAITING",
            Status::TableReady => "TABLE_READY",
            Status::InGame => "IN_GAME",
            Status::Folded => "FOLDED",
            Status::Won => "WON",
            Status::Left => "LEFT",
        }
    }
}

/// How a player plays their cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "SCREAMING_SNAKE_CASE")
)]
pub enum Mode {
    /// Has not chosen: has not looked, and pays in full.
    #[default]
    None,
    /// Bet without looking, and pays half.
    Dark,
    /// Has looked.
    Open,
}

impl Mode {
    /// The word for it: `DARK`.
    pub const fn name(self) -> &'static str {
        match self {
            Mode::None => "NONE",
            Mode::Dark => "DARK",
            Mode::Open => "OPEN",
        }
    }
}

/// Where a table or a deal stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "SCREAMING_SNAKE_CASE")
)]
pub enum Stage {
    /// Fewer than two could play.
    WaitingForPlayers,
    /// Players say that they are ready.
    Preparation,
    /// The antes are in, cards come next.
    Dealing,
    /// The first round.
    #[cfg_attr(feature = "serde", serde(rename = "ROUND_1"))]
    Round1,
    /// The second round.
    #[cfg_attr(feature = "serde", serde(rename = "ROUND_2"))]
    Round2,
    /// The third round.
    #[cfg_attr(feature = "serde", serde(rename = "ROUND_3"))]
    Round3,
    /// Two have compared their hands and look at them.
    RevealPause,
    /// The tied vote on a svara.
    SvaraVoting,
    /// The svara can be entered.
    SvaraEntry,
    /// A svara is dealt or played.
    SvaraGame,
    /// The deal is over and paid.
    Finished,
    /// Time to look before the next deal.
    PauseBeforeNext,
}
