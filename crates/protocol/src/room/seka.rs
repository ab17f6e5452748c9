//! What is peculiar to Seka.

mod event;
mod info;
mod offer;

pub use event::SekaEvent;
pub use info::{SekaInfo, SekaPoints, SekaRake, SekaThree, SekaTimes};
pub use offer::{
    SekaAction, SekaOffer, SekaPreset, SekaPresetKind, SekaPrice, SekaRaise, SekaRefusal, SekaWord,
};

use super::by_seat::BySeat;
use super::schema;
use super::table::is_default;
use kozyr_card_game::Seat;
use kozyr_cards::Card;
use kozyr_chips::Chips;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A table of Seka as everybody sees it. When a deal is over it stays until the next one is prepared.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SekaView {
    /// Where the table stands. How long that lasts: `clocks` for a turn, `stage` for a vote, an entry and the pause
    /// after a reveal, `rest` between deals.
    pub stage: SekaStage,
    /// The round of the deal, 1 to 3, also within a svara; 0 before the cards.
    pub round: u8,
    /// Who deals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Seat")]
    pub dealer: Option<Seat>,
    /// The seats that were dealt to, in the order they act: the first after the dealer first, the dealer last.
    #[schemars(with = "Vec<schema::Seat>")]
    pub order: Vec<Seat>,
    /// Whose turn it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Seat")]
    pub to_act: Option<Seat>,
    /// The current stake: what every bet has to reach.
    #[schemars(with = "schema::Chips")]
    pub stake: Chips,
    /// The pot.
    #[schemars(with = "schema::Chips")]
    pub pot: Chips,
    /// What of the pot the house has put in for dark bets.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "schema::Chips")]
    pub lent: Chips,
    /// Everybody at the table and in the deal, by seat. After somebody has left, who sat there; when somebody else
    /// has taken the seat, they.
    pub players: BySeat<SekaPlayer>,
    /// The last comparison of two hands in this deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SekaReveal")]
    pub reveal: Option<SekaReveal>,
    /// What entering the svara costs, while it can be voted for or entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SekaEntry")]
    pub entry: Option<SekaEntry>,
    /// Which svara is played; 0 in the deal itself.
    pub svara: u8,
    /// The ties of this deal so far, the first one first: each was voted on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ties: Vec<SekaTie>,
    /// Where the pot went, once the deal is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SekaSettlement")]
    pub settlement: Option<SekaSettlement>,
}

/// Where a table of Seka stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum SekaStage {
    /// Fewer than two could play, or too few were ready.
    #[default]
    WaitingForPlayers,
    /// Players say that they are ready.
    Preparation,
    /// The antes are in, cards come next.
    Dealing,
    /// The first round.
    Round1,
    /// The second round.
    Round2,
    /// The third round.
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

/// Somebody at the table or in the deal, as everybody sees them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SekaPlayer {
    /// Who: the seat may be somebody else's by now.
    #[schemars(with = "schema::PlayerId")]
    pub player: u64,
    /// What they are doing.
    pub status: SekaStatus,
    /// How they play their cards.
    #[serde(default, skip_serializing_if = "is_default")]
    pub mode: SekaMode,
    /// All they have bet in this deal, the house's halves included.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "schema::Chips")]
    pub bet: Chips,
    /// So many cards lie face down before them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub face_down: u8,
    /// Their cards, when they were shown to all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<schema::Card>")]
    pub cards: Vec<Card>,
    /// What those are worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SekaMade")]
    pub made: Option<SekaMade>,
    /// What they did last in this round, vote or entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SekaLastAction")]
    pub last_action: Option<SekaLastAction>,
    /// Are they among those who share the best points?
    #[serde(default, skip_serializing_if = "is_default")]
    pub tied: bool,
    /// Have they bought themselves into the svara that is about to begin?
    #[serde(default, skip_serializing_if = "is_default")]
    pub entered: bool,
    /// Were they beaten at the showdown?
    #[serde(default, skip_serializing_if = "is_default")]
    pub beaten: bool,
    /// What they got out of the pot.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "schema::Chips")]
    pub won: Chips,
}

/// What somebody is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum SekaStatus {
    /// Their time ran out: they are back in the lobby and have no part in this deal any more.
    Lobby,
    /// Seated, and not dealt in.
    #[default]
    TableWaiting,
    /// Seated, and ready for the next deal.
    TableReady,
    /// Dealt in, and not folded.
    InGame,
    /// Out of this deal; still seated.
    Folded,
    /// Got the pot, or a share of it.
    Won,
    /// Left the table, or leaves it as soon as the deal lets them.
    Left,
}

/// How somebody plays their cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum SekaMode {
    /// Has not looked, and pays in full.
    #[default]
    None,
    /// Has bet without looking, and pays half.
    Dark,
    /// Has looked.
    Open,
}

/// What three cards are worth, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SekaMade {
    /// The points.
    pub points: u8,
    /// Which line of the table they are counted by.
    pub kind: SekaHand,
    /// The cards that make it; none when nothing does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<schema::Card>")]
    pub cards: Vec<Card>,
}

/// A line of the point table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum SekaHand {
    /// Three of a rank, the joker among them or not.
    Three,
    /// The joker, an ace and another card of the ace's suit.
    JokerAceSuit,
    /// Three of one suit with the ace.
    SuitWithAce,
    /// The joker and two of one suit without the ace.
    JokerSuit,
    /// Three of one suit.
    Suit,
    /// Two aces.
    TwoAces,
    /// An ace and the joker.
    JokerAce,
    /// Two of one suit, one of them the ace.
    PairWithAce,
    /// The joker and two unrelated cards.
    Joker,
    /// Two of one suit.
    Pair,
    /// Three suits, with an ace.
    Ace,
    /// Three suits, without an ace.
    Nothing,
}

/// What somebody did last in this round, vote or entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SekaLastAction {
    /// Passed for nothing.
    Check,
    /// Paid up to the stake.
    Call(SekaPrice),
    /// Raised the stake.
    Raise {
        /// To this.
        #[schemars(with = "schema::Chips")]
        to: Chips,
        /// What they paid.
        #[schemars(with = "schema::Chips")]
        pay: Chips,
    },
    /// Threw the hand away.
    Fold,
    /// Bet dark.
    Dark(SekaPrice),
    /// Asked to compare hands.
    Reveal {
        /// What they paid.
        #[schemars(with = "schema::Chips")]
        pay: Chips,
        /// With whom.
        #[schemars(with = "schema::Seat")]
        target: Seat,
    },
    /// Voted on a svara.
    Vote {
        /// For it?
        yes: bool,
    },
    /// Bought themselves into the svara.
    Enter {
        /// What they paid.
        #[schemars(with = "schema::Chips")]
        pay: Chips,
    },
    /// Stays out of the svara.
    Pass,
}

/// Two hands that were compared. Only the two see the cards, in their own parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SekaReveal {
    /// Who asked.
    #[schemars(with = "schema::Seat")]
    pub by: Seat,
    /// The previous player still in.
    #[schemars(with = "schema::Seat")]
    pub target: Seat,
    /// Whose hand was lower, and fell; absent when the last two tied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Seat")]
    pub loser: Option<Seat>,
}

/// What it costs to enter a svara.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SekaEntry {
    /// For who was dealt in and lost or folded: half of the pot.
    #[schemars(with = "schema::Chips")]
    pub loser: Chips,
    /// For who waits at the table: the whole pot.
    #[schemars(with = "schema::Chips")]
    pub waiting: Chips,
}

/// A tie that was voted on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SekaTie {
    /// Who tied.
    #[schemars(with = "Vec<schema::PlayerId>")]
    pub players: Vec<u64>,
    /// With how many points; absent when only the two who compared their hands know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u8")]
    pub points: Option<u8>,
    /// The pot they tied for.
    #[schemars(with = "schema::Chips")]
    pub pot: Chips,
    /// What became of the vote; absent as long as it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub carried: Option<bool>,
    /// Who bought themselves into the svara that followed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<schema::PlayerId>")]
    pub entered: Vec<u64>,
}

/// Where a pot went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SekaSettlement {
    /// The pot before anything was taken out.
    #[schemars(with = "schema::Chips")]
    pub pot: Chips,
    /// What the house took back of what it had lent.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "schema::Chips")]
    pub repaid: Chips,
    /// What the room took.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "schema::Chips")]
    pub rake: Chips,
    /// What the winners shared.
    #[schemars(with = "schema::Chips")]
    pub prize: Chips,
}

/// What only one person knows of the table, and what they may do there.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SekaOwn {
    /// Their cards, once they have looked or a reveal has shown them; none before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<schema::Card>")]
    pub cards: Vec<Card>,
    /// What those are worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SekaMade")]
    pub made: Option<SekaMade>,
    /// Hands of others that a reveal has shown to them and to nobody else, by seat.
    #[serde(default, skip_serializing_if = "no_seats")]
    pub seen: BySeat<SekaSeen>,
    /// What they may do now, in the order of the buttons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<SekaOffer>,
    /// What they may say now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub says: Vec<SekaWord>,
    /// So many chips they would have to bring to be dealt in: the minimum balance less what they have.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "schema::Chips")]
    pub missing: Chips,
    /// So many chips they have beyond the table's maximum, and so are not dealt in.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "schema::Chips")]
    pub too_many: Chips,
    /// So many chips they lack to enter the svara, which they otherwise could.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "schema::Chips")]
    pub entry_lacks: Chips,
}

/// A hand that somebody was shown by a reveal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SekaSeen {
    /// Whose: the seat may be somebody else's by now.
    #[schemars(with = "schema::PlayerId")]
    pub player: u64,
    /// The cards.
    #[schemars(with = "Vec<schema::Card>")]
    pub cards: Vec<Card>,
    /// What they are worth.
    pub made: SekaMade,
}

fn no_seats<T>(things: &BySeat<T>) -> bool {
    things.is_empty()
}
