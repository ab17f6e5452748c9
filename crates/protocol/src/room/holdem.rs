//! What is peculiar to Texas Hold'em.

use super::schema;
use kozyr_card_game::Seat;
use kozyr_cards::Card;
use kozyr_chips::Chips;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a player does. At most the one decision the offers are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum HoldemAction {
    /// Gives up the hand.
    Fold,
    /// Checks, or calls what is to be called.
    CheckOrCall,
    /// Bets or raises.
    RaiseTo {
        /// To this total of the street.
        #[schemars(with = "schema::Chips")]
        to: Chips,
    },
    /// Turns his cards over.
    Show,
    /// Throws his cards away unseen.
    Muck,
}

/// A button and its price.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum HoldemOffer {
    /// Give up the hand.
    Fold,
    /// Stay in for nothing: `checkOrCall`.
    Check,
    /// Stay in: `checkOrCall`.
    Call {
        /// What it costs.
        #[schemars(with = "schema::Chips")]
        price: Chips,
    },
    /// Bet or raise to a total of the street: `raiseTo`.
    RaiseTo {
        /// The least total; equal to the most when there is only one.
        #[schemars(with = "schema::Chips")]
        least: Chips,
        /// The largest total: all-in, in no-limit.
        #[schemars(with = "schema::Chips")]
        most: Chips,
        /// Nobody has bet on this street yet: the button says bet, not raise.
        opens: bool,
    },
    /// Turn the cards over.
    Show,
    /// Throw the cards away unseen.
    Muck,
}

/// A hand of Hold'em as one viewer may know it. Between hands: the last one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HoldemView {
    /// Where the dealer's button lies.
    #[schemars(with = "Option<schema::Seat>")]
    pub button: Option<Seat>,
    /// Who posted the small blind; `null` when nobody had to.
    #[schemars(with = "Option<schema::Seat>")]
    pub small_blind: Option<Seat>,
    /// Who posted the big blind.
    #[schemars(with = "Option<schema::Seat>")]
    pub big_blind: Option<Seat>,
    /// Those who were dealt in, in the order they act after the flop.
    pub players: Vec<HoldemPlayer>,
    /// The board, 0 to 5 cards; more than one board only when it is dealt several times.
    #[schemars(with = "Vec<Vec<schema::Card>>")]
    pub boards: Vec<Vec<Card>>,
    /// The pots without the bets of this street, the main pot first.
    pub pots: Vec<HoldemPot>,
    /// Everything in the middle, bets included.
    #[schemars(with = "schema::Chips")]
    pub total: Chips,
    /// 0 before the flop, 1 flop, 2 turn, 3 river.
    pub street: u8,
    /// Whose decision the table waits for.
    #[schemars(with = "Option<schema::Seat>")]
    pub to_act: Option<Seat>,
    /// What the viewer may do now, in the order of the buttons. Empty unless it is his turn.
    pub offers: Vec<HoldemOffer>,
}

/// A player of the hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HoldemPlayer {
    /// Where he sits. After the hand somebody else may have taken the seat: then that seat's
    /// `inHand` is false.
    #[schemars(with = "schema::Seat")]
    pub seat: Seat,
    /// His hole cards; `null` is a card the viewer may not know.
    #[schemars(with = "Vec<Option<schema::Card>>")]
    pub cards: Vec<Option<Card>>,
    /// What lies in front of him on this street.
    #[schemars(with = "schema::Chips")]
    pub bet: Chips,
    /// What his cards make with the board, from the flop on; `null` when the viewer may not know them.
    pub made: Option<MadeHand>,
    /// Out of the hand.
    pub folded: bool,
    /// In the hand with nothing left to bet.
    pub all_in: bool,
    /// Has turned his cards over.
    pub shown: bool,
    /// Has thrown his cards away at the showdown.
    pub mucked: bool,
    /// What he did last on this street; `null` before he acted.
    pub last_action: Option<LastAction>,
    /// What he has won of the pots so far; 0 until the hand is over.
    #[schemars(with = "schema::Chips")]
    pub won: Chips,
}

/// What kind of hand cards make, the weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum MadeHand {
    /// Nothing but its highest card.
    HighCard,
    /// Two of a rank.
    Pair,
    /// Two of a rank, twice.
    TwoPair,
    /// Three of a rank.
    ThreeOfAKind,
    /// Five ranks in a row.
    Straight,
    /// Five of a suit.
    Flush,
    /// Three of a rank and two of another.
    FullHouse,
    /// Four of a rank.
    FourOfAKind,
    /// Five in a row, of a suit.
    StraightFlush,
}

/// What a player did last on this street.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum LastAction {
    /// Gave up the hand.
    Fold,
    /// Checked.
    Check,
    /// Put in this much to stay.
    Call {
        /// How much.
        #[schemars(with = "schema::Chips")]
        amount: Chips,
    },
    /// Opened the betting of the street.
    Bet {
        /// To this total.
        #[schemars(with = "schema::Chips")]
        to: Chips,
    },
    /// Raised.
    Raise {
        /// To this total.
        #[schemars(with = "schema::Chips")]
        to: Chips,
    },
}

/// A pot and who can win it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HoldemPot {
    /// How much lies in it.
    #[schemars(with = "schema::Chips")]
    pub amount: Chips,
    /// Who can win it.
    #[schemars(with = "Vec<schema::Seat>")]
    pub eligible: Vec<Seat>,
}

/// What was posted before the cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Post {
    /// Who.
    #[schemars(with = "schema::Seat")]
    pub seat: Seat,
    /// What.
    pub kind: PostKind,
    /// How much; less than due when it was all he had.
    #[schemars(with = "schema::Chips")]
    pub amount: Chips,
}

/// What kind of post.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum PostKind {
    /// The small blind.
    SmallBlind,
    /// The big blind.
    BigBlind,
    /// An ante.
    Ante,
    /// A post of a player who comes in between the blinds.
    Post,
    /// Missed blinds: into the pot, no bet.
    Dead,
}

/// Something that happened in a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum HoldemEvent {
    /// The button moved and the blinds were posted.
    Posted {
        /// Where the button lies.
        #[schemars(with = "Option<schema::Seat>")]
        button: Option<Seat>,
        /// What was posted.
        posts: Vec<Post>,
    },
    /// Hole cards were dealt.
    DealtHole {
        /// To whom.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// The cards; `null` is one the viewer may not know.
        #[schemars(with = "Vec<Option<schema::Card>>")]
        cards: Vec<Option<Card>>,
    },
    /// Cards were dealt to the board.
    DealtBoard {
        /// To which; 0 unless it is dealt several times.
        board: u8,
        /// The new cards.
        #[schemars(with = "Vec<schema::Card>")]
        cards: Vec<Card>,
    },
    /// Gave up the hand.
    Folded {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// Checked.
    Checked {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// Called.
    Called {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// What he put in.
        #[schemars(with = "schema::Chips")]
        amount: Chips,
    },
    /// Bet, when nobody had on this street, or raised.
    RaisedTo {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// To this total of the street.
        #[schemars(with = "schema::Chips")]
        to: Chips,
    },
    /// The part of a bet that nobody called went back.
    Returned {
        /// To whom.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// How much.
        #[schemars(with = "schema::Chips")]
        amount: Chips,
    },
    /// The bets of the street went into the pots.
    Collected,
    /// Turned his cards over.
    Shown {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// The cards.
        #[schemars(with = "Vec<Option<schema::Card>>")]
        cards: Vec<Option<Card>>,
    },
    /// Threw his cards away unseen.
    Mucked {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// The room took its share.
    Raked {
        /// How much.
        #[schemars(with = "schema::Chips")]
        amount: Chips,
    },
    /// Won a pot or a share of it.
    Won {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// Which pot; 0 is the main pot.
        pot: u8,
        /// On which board.
        board: u8,
        /// How much.
        #[schemars(with = "schema::Chips")]
        amount: Chips,
    },
}

/// Why there is no raise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum NoRaise {
    /// The call takes all his chips.
    NoChips,
    /// Every opponent is all-in.
    NobodyToCall,
    /// Nobody has raised in full since he acted.
    NotReopened,
    /// The street has had all its bets and raises.
    Capped,
}
