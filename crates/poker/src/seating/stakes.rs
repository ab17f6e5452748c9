//! What is posted, and the options a table has about it.

use kozyr_chips::Chips;

/// Who antes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub enum Ante {
    /// Everybody dealt in, this much; nothing, usually.
    Each(Chips),
    /// The big blind for the whole table.
    BigBlind(Chips),
}

impl Default for Ante {
    fn default() -> Ante {
        Ante::Each(Chips::ZERO)
    }
}

/// Blinds and antes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stakes {
    /// The small blind; not always half the big one.
    pub small: Chips,
    /// The big blind.
    pub big: Chips,
    /// The ante.
    pub ante: Ante,
}

impl Stakes {
    /// These blinds, no ante.
    pub fn blinds(small: Chips, big: Chips) -> Stakes {
        Stakes { small, big, ante: Ante::default() }
    }

    /// What a player antes.
    pub fn ante_of(&self, is_big_blind: bool) -> Chips {
        match self.ante {
            Ante::Each(ante) => ante,
            Ante::BigBlind(ante) if is_big_blind => ante,
            Ante::BigBlind(_) => Chips::ZERO,
        }
    }

    /// A straddle: twice the big blind.
    pub fn straddle(&self) -> Chips {
        self.big * 2
    }

    /// The most anybody can owe in missed blinds: one and a half big blinds.
    pub fn debt_cap(&self) -> Chips {
        self.big.mul_div_floor(3, 2)
    }
}

/// What a new player pays to be dealt in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub enum Entry {
    /// Nothing.
    #[default]
    Free,
    /// A live big blind, unless they are the big blind anyway.
    Post,
}

/// How a returning player pays what they owe.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub enum ReturnPost {
    /// All of it into the pot.
    #[default]
    Dead,
    /// The big blind's part as their bet, the small blind's part into the pot.
    Live,
}

/// What happens to button and small blind when their seats are empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub enum ButtonStyle {
    /// They stay there: a dead button, a dead small blind. Nobody pays a blind too much or too few.
    #[default]
    Dead,
    /// They fall back to the last player before: every hand has both, and now and then somebody posts the
    /// small blind twice or never.
    Moving,
}

/// Who says where somebody sits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub enum Seats {
    /// They themselves: newcomers may have to post, and whoever pauses owes the blinds they miss.
    #[default]
    Chosen,
    /// A tournament. Everybody is dealt in, wherever they want to be, and posts what they have: nobody pays to
    /// come in, owes a blind or is shown out for a short stack. Only a newcomer between the button and the small blind
    /// waits until the button has passed (TDA 11): dealt in there they would have the button before any blind.
    Assigned,
}

/// The house rules of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub struct Options {
    /// What a new player pays.
    pub entry: Entry,
    /// How debts are paid.
    pub return_post: ReturnPost,
    /// Dead or moving button.
    pub button: ButtonStyle,
    /// Chosen seats, or a tournament's.
    #[cfg_attr(feature = "serde", serde(default))]
    pub seats: Seats,
}
