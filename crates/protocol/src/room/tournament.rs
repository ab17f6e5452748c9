//! Tournaments: what clients ask of them, and what they see.

mod event;
mod form;
mod reason;

pub use event::TournamentEvent;
pub use form::{
    FormAddOn, FormBounty, FormBreak, FormFault, FormLateEntry, FormLevel, FormPreset, FormPrizes,
    FormProblem, FormRebuys, FormRow, TournamentForm,
};
pub use reason::TournamentReason;

use super::schema;
use super::table::PlayerKind;
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A tournament in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LobbyTournament {
    /// Its name in messages.
    pub tournament: String,
    /// What people call it.
    pub title: String,
    /// Where it stands.
    pub status: TournamentStatus,
    /// When it starts.
    pub starts: TournamentStart,
    /// What an entry costs.
    #[schemars(with = "schema::Chips")]
    pub buy_in: Chips,
    /// What lies on every head beside it, where heads have a price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Chips")]
    pub bounty: Option<Chips>,
    /// Seats at a table.
    pub seats: u8,
    /// How many have entered.
    pub entrants: u32,
    /// How many may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub most_entrants: Option<u32>,
    /// How many have chips, once it has started.
    pub left: u32,
    /// The pool as it is now.
    #[schemars(with = "schema::Chips")]
    pub pool: Chips,
    /// Who runs it; nobody for one of the house's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::PlayerId")]
    pub host: Option<u64>,
}

/// When a tournament starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "when", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TournamentStart {
    /// When the host says so.
    #[default]
    ByHand,
    /// At a moment of the room's time; with fewer than two entrants it is called off.
    At {
        /// In milliseconds.
        at: i64,
    },
    /// As soon as all seats are taken.
    WhenFull,
}

/// Where a tournament stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum TournamentStatus {
    /// The host fills in the form.
    Setup,
    /// Players enter.
    Lobby,
    /// Hands are played.
    Running,
    /// Everything stands still once the hands in play are over.
    Paused,
    /// Only the clock of the levels stands still.
    ClockPaused,
    /// There is a winner.
    Finished,
    /// It was called off, and every entry refunded.
    Cancelled,
}

/// What a player wants of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "wish", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TournamentWish {
    /// Enter, paying from the wallet; after the start as a late entrant, while entries are open.
    Register,
    /// Leave the lobby of the tournament; the money comes back.
    Unregister,
    /// Say that they are here, or are not after all.
    CheckIn {
        /// Are they?
        present: bool,
    },
    /// Take the offer to buy in again.
    Rebuy,
    /// Decline it.
    DeclineRebuy,
    /// Buy extra chips at a break.
    AddOn,
    /// Enter again after going out, as a late entrant.
    ReEnter,
}

/// What the host of a tournament orders.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "order", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TournamentOrder {
    /// Fill in the form anew, as long as nobody has entered.
    Configure {
        /// The form.
        form: Box<TournamentForm>,
    },
    /// Let players enter.
    Open,
    /// Take somebody out of the lobby of the tournament; their money goes back.
    Remove {
        /// Who.
        #[schemars(with = "schema::PlayerId")]
        player: u64,
    },
    /// Draw the seats and begin.
    Start,
    /// Stop everything once the hands in play are over.
    Pause,
    /// Stop the clock of the levels alone.
    PauseClock,
    /// Go on.
    Resume,
    /// Take up the next level when the hands in play are over.
    NextLevel,
    /// Call a break.
    Break {
        /// For how long, once the last hand is over.
        length_ms: u64,
    },
    /// Call it off; every entry is refunded.
    Cancel,
}

impl TournamentOrder {
    /// The right to it.
    pub fn right(&self) -> HostRight {
        match self {
            TournamentOrder::Configure { .. } => HostRight::Configure,
            TournamentOrder::Open => HostRight::Open,
            TournamentOrder::Remove { .. } => HostRight::Remove,
            TournamentOrder::Start => HostRight::Start,
            TournamentOrder::Pause => HostRight::Pause,
            TournamentOrder::PauseClock => HostRight::PauseClock,
            TournamentOrder::Resume => HostRight::Resume,
            TournamentOrder::NextLevel => HostRight::NextLevel,
            TournamentOrder::Break { .. } => HostRight::Break,
            TournamentOrder::Cancel => HostRight::Cancel,
        }
    }
}

/// What a place is paid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TournamentPrize {
    /// The prize.
    #[schemars(with = "schema::Chips")]
    pub amount: Chips,
    /// Why it is that much.
    pub why: TournamentReason,
}

/// A tournament as a viewer sees it. What changes by itself comes with the moment at which it does.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentView {
    /// Where it stands.
    pub status: TournamentStatus,
    /// Why it is paused, when it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "TournamentReason")]
    pub paused_why: Option<TournamentReason>,
    /// When it goes on by itself, when it does: a moment of the room's time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "i64")]
    pub resumes_at: Option<i64>,
    /// The level that is played, or will be first.
    pub level: TournamentLevel,
    /// Why this level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "TournamentReason")]
    pub level_why: Option<TournamentReason>,
    /// The one after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "TournamentLevel")]
    pub next_level: Option<TournamentLevel>,
    /// When the level ends, while its clock goes: a moment of the room's time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "i64")]
    pub level_ends_at: Option<i64>,
    /// What is left of the level, while its clock stands still.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    pub level_remaining_ms: Option<u64>,
    /// The host has asked for the next level: it begins when the hands in play are over.
    pub level_asked: bool,
    /// The break, when there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "TournamentBreak")]
    pub rest: Option<TournamentBreak>,
    /// How many entered.
    pub entrants: u32,
    /// How many have chips.
    pub left: u32,
    /// Their average stack.
    #[schemars(with = "schema::Chips")]
    pub average_stack: Chips,
    /// The same in tenths of a big blind.
    pub average_tenths_of_big_blind: i64,
    /// The pool.
    #[schemars(with = "schema::Chips")]
    pub pool: Chips,
    /// Why it is that much.
    pub pool_why: TournamentReason,
    /// What each place is paid if nobody else enters, the winner first.
    pub prizes: Vec<TournamentPrize>,
    /// All tables play one hand and wait for each other.
    pub hand_for_hand: bool,
    /// Why they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "TournamentReason")]
    pub hand_for_hand_why: Option<TournamentReason>,
    /// Everybody who entered, by their number.
    pub players: BTreeMap<String, TournamentPlayer>,
    /// The tables, by their number in the tournament.
    pub tables: BTreeMap<String, TournamentTable>,
    /// The next draw of seats: its number and what it commits to.
    pub draw: DrawCommitment,
    /// What only concerns the viewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "TournamentOwn")]
    pub own: Option<TournamentOwn>,
}

/// A level of the blinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentLevel {
    /// 1 for the first.
    pub number: u32,
    /// The small blind.
    #[schemars(with = "schema::Chips")]
    pub small_blind: Chips,
    /// The big blind.
    #[schemars(with = "schema::Chips")]
    pub big_blind: Chips,
    /// The ante; 0 when there is none.
    #[schemars(with = "schema::Chips")]
    pub ante: Chips,
}

/// A break.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "break", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TournamentBreak {
    /// The hands in play are finished first.
    Called {
        /// How long it will be.
        length_ms: u64,
    },
    /// It counts.
    Counting {
        /// Until this moment of the room's time.
        until: i64,
    },
}

/// Somebody who entered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentPlayer {
    /// Their name.
    pub name: String,
    /// A person or a bot.
    pub kind: PlayerKind,
    /// They said that they are here.
    pub present: bool,
    /// What they have, chips in a pot included; 0 before the start and when they are out.
    #[schemars(with = "schema::Chips")]
    pub chips: Chips,
    /// The number of their table in the tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u16")]
    pub table: Option<u16>,
    /// Their seat there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Seat")]
    pub seat: Option<Seat>,
    /// Why they sit there, if they were moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "TournamentReason")]
    pub moved_why: Option<TournamentReason>,
    /// Their head and what they won for those of others, where heads have a price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "TournamentBounty")]
    pub bounty: Option<TournamentBounty>,
    /// How often they bought in again or entered again.
    pub rebuys: u32,
    /// Their place, once they have one. While others may still enter its number can grow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "TournamentPlace")]
    pub place: Option<TournamentPlace>,
}

/// A player's head, and what they won for the heads of others.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentBounty {
    /// What lies on their head.
    #[schemars(with = "schema::Chips")]
    pub head: Chips,
    /// What they were paid for heads.
    #[schemars(with = "schema::Chips")]
    pub won: Chips,
    /// How many they knocked out, alone or with others.
    pub knock_outs: u32,
    /// Who took what lay on their head, while they are out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken_by: Vec<BountyPart>,
    /// Why they.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "TournamentReason")]
    pub why: Option<TournamentReason>,
}

/// What one player gets of a bounty.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BountyPart {
    /// Who: their key among the players.
    pub player: String,
    /// What they are paid at once.
    #[schemars(with = "schema::Chips")]
    pub paid: Chips,
    /// What goes onto their own head.
    #[schemars(with = "schema::Chips")]
    pub on_head: Chips,
}

/// Where somebody finished.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentPlace {
    /// The place.
    pub place: u32,
    /// The best of the places they were tied for.
    pub tied_from: u32,
    /// The worst of them.
    pub tied_to: u32,
    /// Why this place.
    pub why: TournamentReason,
    /// What they won, once the tournament is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Chips")]
    pub prize: Option<Chips>,
    /// Why that much.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "TournamentReason")]
    pub prize_why: Option<TournamentReason>,
}

/// A table of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentTable {
    /// Its name in messages: it is watched like any other.
    pub table: String,
    /// Is a hand being played?
    pub running: bool,
}

/// A draw that has not been made: what it will follow from is fixed already.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DrawCommitment {
    /// The number of the draw.
    pub number: u64,
    /// The BLAKE3 hash of its secret, in hexadecimal.
    pub commitment: String,
}

/// What concerns one viewer of a tournament.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentOwn {
    /// They have entered.
    pub entered: bool,
    /// Where they sit: a table to watch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub table: Option<String>,
    /// In which seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Seat")]
    pub seat: Option<Seat>,
    /// What they may do now, each at its price.
    pub offers: Vec<TournamentOffer>,
    /// What they may order now as the host, by the names of the orders.
    pub orders: Vec<HostRight>,
}

/// Something a viewer may do now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "wish", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TournamentOffer {
    /// Enter, before the start or late.
    Register {
        /// What it costs.
        #[schemars(with = "schema::Chips")]
        costs: Chips,
    },
    /// Leave the lobby of the tournament.
    Unregister {
        /// What comes back.
        #[schemars(with = "schema::Chips")]
        refund: Chips,
    },
    /// Say that they are here, or are not.
    CheckIn {
        /// The other of the two.
        present: bool,
    },
    /// Buy in again, or decline.
    Rebuy {
        /// What it costs.
        #[schemars(with = "schema::Chips")]
        costs: Chips,
        /// What they get.
        #[schemars(with = "schema::Chips")]
        chips: Chips,
        /// Until when it stands, in the room's time; nobody can say while everything is paused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "i64")]
        until: Option<i64>,
    },
    /// Buy extra chips.
    AddOn {
        /// What it costs.
        #[schemars(with = "schema::Chips")]
        costs: Chips,
        /// What they get.
        #[schemars(with = "schema::Chips")]
        chips: Chips,
    },
    /// Enter again.
    ReEnter {
        /// What it costs.
        #[schemars(with = "schema::Chips")]
        costs: Chips,
    },
}

/// Something the host may order now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the names of the orders")]
pub enum HostRight {
    Configure,
    Open,
    Remove,
    Start,
    Pause,
    PauseClock,
    Resume,
    NextLevel,
    Break,
    Cancel,
}
