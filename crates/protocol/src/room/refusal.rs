//! Why something was not done: a code with what is needed to word it in any language.

use super::durak::DurakRefusal;
use super::holdem::NoRaise;
use super::hosting::TableProblem;
use super::schema;
use super::seka::SekaRefusal;
use super::tournament::{FormProblem, TournamentStatus};
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a command was refused. Nothing has changed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Refusal {
    /// Say `guest` or `hello` with a token first.
    SignInFirst,
    /// The token may look on and do nothing else.
    ReadOnly,
    /// There is no such table.
    UnknownTable,
    /// The table has no such seat.
    NoSuchSeat {
        /// It has this many.
        seats: u8,
    },
    /// Somebody sits there.
    SeatTaken,
    /// The player sits at this table already.
    SeatedAlready {
        /// There.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// The player has no seat at this table.
    NotSeated,
    /// Too few or too many chips for this table.
    BuyInOutOfRange {
        /// The least.
        #[schemars(with = "schema::Chips")]
        least: Chips,
        /// The most.
        #[schemars(with = "schema::Chips")]
        most: Chips,
    },
    /// The wallet has less than that.
    NotEnoughChips {
        /// It has this much.
        #[schemars(with = "schema::Chips")]
        balance: Chips,
    },
    /// Not in the middle of a hand: once it is over.
    AfterTheHand,
    /// They are already doing that (sitting out, sitting in).
    AlreadySo,
    /// The table was not made with that: no straddles, for one.
    NotHere,
    /// Too few chips to stay at the table.
    TooFewChips {
        /// What they would need in front of them.
        #[schemars(with = "schema::Chips")]
        needs: Chips,
    },
    /// More chips than may be brought to this table.
    TooManyChips {
        /// So many may.
        #[schemars(with = "schema::Chips")]
        most: Chips,
    },
    /// Nobody to play with.
    TooFewPlayers,
    /// Seats and chips of a tournament are the tournament's to give.
    TournamentSeats,
    /// No hand is being played, or they have no part in it.
    NotInHand,
    /// It is somebody else's turn.
    NotYourTurn,
    /// It was their turn, but not the one they decided about: the table has gone on.
    TurnIsOver,
    /// The action is of another game than the table's.
    AnotherGame,
    /// The raise is too small.
    RaiseTooSmall {
        /// The least total.
        #[schemars(with = "schema::Chips")]
        least: Chips,
    },
    /// The raise is too large.
    RaiseTooLarge {
        /// The largest total.
        #[schemars(with = "schema::Chips")]
        most: Chips,
    },
    /// No raise is possible.
    MayNotRaise {
        /// Why.
        why: NoRaise,
    },
    /// Nothing but showing or mucking is possible now.
    ShowdownNow,
    /// There is nothing to show or muck yet.
    NoShowdownYet,
    /// The hand has to be shown.
    MustShow {
        /// Why.
        why: MustShow,
    },
    /// There is no such tournament.
    UnknownTournament,
    /// Only the host of the table or tournament may do that.
    NotTheHost,
    /// A table cannot be opened, or not be changed, like this.
    BadTable {
        /// Why.
        problem: TableProblem,
    },
    /// They have as many tables open as one person may, or the room has.
    TooManyTables,
    /// The host has taken them from this table.
    RemovedByHost,
    /// There is nobody of this number at the table, or nobody of this number has asked for anything.
    UnknownPlayer,
    /// Who asked cannot pay for it any more.
    CannotPay,
    /// The free seat is kept for somebody who has waited for it.
    SeatKept,
    /// There is a free seat: nobody need wait.
    SeatFree,
    /// Nothing that can be said: 1 to 200 characters that can be seen.
    BadText,
    /// Guests post no links.
    NoLinks,
    /// So much cannot be said in so short a time.
    TooMuchTalk,
    /// The host lets nobody hear them here.
    Silenced,
    /// The administrator lets nobody hear them anywhere, for a while.
    Muted,
    /// The form of the tournament cannot be played.
    BadForm {
        /// What is wrong with it.
        problems: Vec<FormProblem>,
    },
    /// The tournament refuses.
    Tournament {
        /// Why.
        why: TournamentRefusal,
    },
    /// Wallet and seats hold enough to sit down somewhere.
    EnoughChips {
        /// What it takes at least.
        #[schemars(with = "schema::Chips")]
        least: Chips,
    },
    /// Their wallet, or those of others at their address, were filled up as often as they may be for today.
    NoMoreRefills,
    /// Not a turn of Durak that can be made.
    Durak(DurakRefusal),
    /// Not possible in this deal of Seka.
    Seka {
        /// Why.
        why: SekaRefusal,
    },
    /// The room cannot write at the moment. Nothing is lost; send the same command again.
    TryAgain,
}

/// Why a tournament refuses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "refused", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TournamentRefusal {
    /// Not while it stands there.
    WrongStatus {
        /// Where it stands.
        status: TournamentStatus,
    },
    /// They have entered already.
    AlreadyEntered,
    /// They have not entered.
    NotEntered,
    /// It is full.
    Full {
        /// So many may enter.
        most: u32,
    },
    /// It starts with at least two entrants.
    TooFewEntrants,
    /// Entries have closed.
    EntriesClosed,
    /// They may not enter again.
    NoReEntry,
    /// They are still in.
    StillIn,
    /// They are out.
    IsOut,
    /// They have no offer to buy in again.
    NoOffer,
    /// There is no add-on for them now.
    NoAddOn,
    /// It is paused already.
    AlreadyPaused,
    /// It is not paused.
    NotPaused,
    /// This is the last level.
    LastLevel,
    /// The next level is asked for already.
    LevelAsked,
    /// There is a break already.
    AlreadyOnBreak,
    /// A break lasts from a second to a day.
    BadBreak,
    /// This is the first level.
    FirstLevel,
    /// This level has no end that could be moved.
    NoLevelEnd,
    /// Levels that were played stay as they are.
    LevelsPlayed,
    /// What was counted is not what these players have.
    CountsDoNotAddUp {
        /// What was counted.
        #[schemars(with = "schema::Chips")]
        counted: Chips,
        /// What they have.
        #[schemars(with = "schema::Chips")]
        chips: Chips,
    },
    /// Somebody has to say who won the last chips: the bounty is theirs.
    WhoKnockedOut,
    /// Somebody is named twice.
    NamedTwice,
    /// Somebody who is named does not play at this table.
    NotDealtIn,
    /// Hand for hand: the table waits until all tables have played.
    WaitForOthers,
    /// Nobody is left there to play with.
    NobodyToPlay,
    /// A name has 1 to 40 characters that can be seen.
    BadName,
    /// Nothing was done that could be taken back.
    NothingToUndo,
    /// Nothing was taken back that could be done again.
    NothingToRedo,
    /// Too many tournaments are open.
    TooMany,
    /// Nobody sits out in a tournament.
    NoSittingOut,
    /// Not at this moment.
    NotNow,
}

/// Why a hand may not be mucked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum MustShow {
    /// An all-in was called: everybody shows.
    AllIn,
    /// No hand shown beats it.
    NotBeaten,
    /// A pot has no other claim.
    LastClaim,
}

/// What is wrong with a message that was no command, or with the room.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Fault {
    /// Not a message of the protocol.
    Unreadable {
        /// What is wrong with it, in English, for whoever writes the client.
        detail: String,
    },
    /// The first message has to be `hello`.
    HelloFirst,
    /// The client speaks another version of the protocol: load the page again.
    AnotherProtocol {
        /// The room's version.
        protocol: u32,
    },
    /// A name has 1 to 20 characters that can be seen.
    BadName,
    /// The client is somebody already.
    SignedInAlready,
    /// The room's admin keeps this person out.
    Banned,
    /// There is no such table.
    UnknownTable {
        /// The name that was said.
        table: String,
    },
    /// There is no such tournament, or no such form.
    UnknownTournament {
        /// The name that was said.
        tournament: String,
    },
    /// Who brought and took what is kept at private tables only.
    NoSheet {
        /// The table that was asked about.
        table: String,
    },
    /// Too many tables are watched over this connection.
    TooManyTables {
        /// So many are possible.
        most: u32,
    },
    /// Too many messages in a short time; those beyond the limit were not looked at.
    TooFast,
    /// The room is full at the moment.
    RoomFull,
    /// The room is stopping: connect again in a moment. Hands go on where they are.
    Stopping,
    /// The room cannot read or write at the moment. Nothing is lost; ask again.
    TryAgain,
}
