//! What is peculiar to Hold'em.

use super::by_seat::BySeat;
use super::schema;
use super::table::is_default;
use kozyr_card_game::Seat;
use kozyr_cards::Card;
use kozyr_chips::Chips;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a table of Hold'em may be made with; what is absent is not so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HoldemOptions {
    /// Whoever is under the gun may straddle: post twice the big blind before the cards, and act last before the flop.
    #[serde(default, skip_serializing_if = "is_default")]
    pub straddle: bool,
    /// When nobody can bet any more, those still in are asked whether the rest of the board is dealt twice.
    #[serde(default, skip_serializing_if = "is_default")]
    pub run_it_twice: bool,
}

impl HoldemOptions {
    /// Each of them alone.
    pub fn each() -> [HoldemOptions; 2] {
        let none = HoldemOptions::default();
        [HoldemOptions { straddle: true, ..none }, HoldemOptions { run_it_twice: true, ..none }]
    }

    /// What either has.
    #[must_use]
    pub const fn or(self, other: HoldemOptions) -> HoldemOptions {
        HoldemOptions {
            straddle: self.straddle | other.straddle,
            run_it_twice: self.run_it_twice | other.run_it_twice,
        }
    }
}

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
    /// Answers whether the rest of the board is dealt twice.
    RunTwice {
        /// Agrees to it.
        agree: bool,
    },
    /// Turns their cards over.
    Show,
    /// Throws their cards away unseen.
    Muck,
}

/// A button and its price.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
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
        /// It takes all one has.
        #[serde(default, skip_serializing_if = "is_default")]
        all_in: bool,
    },
    /// Be the first to bet on this street: `raiseTo`.
    Bet(Size),
    /// Raise what was bet: `raiseTo`.
    Raise(Size),
    /// Have the rest of the board dealt twice, or say no: `runTwice`. It is, if everybody still in agrees before the
    /// clock of the stage runs out.
    RunTwice,
    /// Turn the cards over.
    Show,
    /// Throw the cards away unseen.
    Muck,
}

/// How much can be bet: totals of the street.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Size {
    /// The least; equal to the most when there is only one.
    #[schemars(with = "schema::Chips")]
    pub least: Chips,
    /// The most.
    #[schemars(with = "schema::Chips")]
    pub most: Chips,
    /// In which steps a slider goes; the last may be shorter.
    #[schemars(with = "schema::Chips")]
    pub step: Chips,
    /// The total that takes all one has, if that is possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Chips")]
    pub all_in: Option<Chips>,
    /// Amounts worth a button of their own, the smallest first.
    pub presets: Vec<Preset>,
}

/// An amount worth a button of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Preset {
    /// What it is called.
    pub kind: PresetKind,
    /// The total of the street.
    #[schemars(with = "schema::Chips")]
    pub to: Chips,
}

/// What an amount is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum PresetKind {
    /// The least that is possible.
    Least,
    /// Two and a half times the bet to be called.
    TwoAndAHalf,
    /// Three times that bet.
    Three,
    /// A third of what lies in the middle, after a call.
    ThirdPot,
    /// Half of it.
    HalfPot,
    /// Two thirds of it.
    TwoThirdsPot,
    /// All of it.
    Pot,
    /// The most that is possible.
    Most,
    /// The most that is possible, and all one has.
    AllIn,
}

/// A hand of Hold'em as everybody sees it. Between hands: the last one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HoldemView {
    /// Where the dealer's button lies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Seat")]
    pub button: Option<Seat>,
    /// Who posted the small blind; absent when nobody had to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Seat")]
    pub small_blind: Option<Seat>,
    /// Who posted the big blind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Seat")]
    pub big_blind: Option<Seat>,
    /// Those who were dealt in, by seat. After the hand somebody else may have taken a seat: then that seat is not
    /// `inHand`.
    pub players: BySeat<HoldemPlayer>,
    /// The seats of the hand in the order they are dealt to, and act after the flop.
    #[schemars(with = "Vec<schema::Seat>")]
    pub order: Vec<Seat>,
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Seat")]
    pub to_act: Option<Seat>,
    /// Who posted a straddle; absent when nobody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Seat")]
    pub straddle: Option<Seat>,
    /// Who has still to say whether the rest of the board is dealt twice; absent while nobody is asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<schema::Seat>")]
    pub asked: Vec<Seat>,
}

/// A player of the hand as everybody sees them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HoldemPlayer {
    /// Who: the seat may be somebody else's by now.
    #[schemars(with = "schema::PlayerId")]
    pub player: u64,
    /// So many cards lie face down before them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub face_down: u8,
    /// Those of their hole cards that were turned over: all at the showdown, any after the hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<schema::Card>")]
    pub cards: Vec<Card>,
    /// What their shown cards make with the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Made")]
    pub made: Option<Made>,
    /// What lies in front of them on this street.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "schema::Chips")]
    pub bet: Chips,
    /// Out of the hand.
    #[serde(default, skip_serializing_if = "is_default")]
    pub folded: bool,
    /// In the hand with nothing left to bet.
    #[serde(default, skip_serializing_if = "is_default")]
    pub all_in: bool,
    /// Has thrown their cards away at the showdown.
    #[serde(default, skip_serializing_if = "is_default")]
    pub mucked: bool,
    /// What they did last on this street.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "LastAction")]
    pub last_action: Option<LastAction>,
    /// What they have won of the pots.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "schema::Chips")]
    pub won: Chips,
    /// The rank that decided, when another hand of the same kind was beaten by no more than a kicker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub kicker: Option<char>,
    /// What became of them on each board, when it is dealt several times; `made` and `kicker` are absent then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<HoldemRun>,
}

/// What a player makes and wins on one of several boards.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HoldemRun {
    /// What their shown cards make with this board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Made")]
    pub made: Option<Made>,
    /// What they have won of the pots on it.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "schema::Chips")]
    pub won: Chips,
    /// The rank that decided here, when another hand of the same kind was beaten by no more than a kicker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub kicker: Option<char>,
}

/// What only a player knows of the hand, and what they may do in it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HoldemOwn {
    /// Their hole cards.
    #[schemars(with = "Vec<schema::Card>")]
    pub cards: Vec<Card>,
    /// What they make with the board, from the flop on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Made")]
    pub made: Option<Made>,
    /// What they may do now, in the order of the buttons; none unless it is their turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<HoldemOffer>,
    /// What is done for them when their time runs out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "HoldemTimeout")]
    pub timeout: Option<HoldemTimeout>,
    /// Which of their cards they may show to everybody now, by number from 0: those they held to the end of a hand that is
    /// over, and nobody saw.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shows: Vec<u8>,
}

/// What a player says beside the hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum HoldemWord {
    /// Show one card of the hand that is over.
    Show {
        /// Which: the first is 0.
        card: u8,
    },
    /// Show all of them.
    ShowAll,
    /// Straddle whenever one is under the gun and can pay it, until this is taken back.
    Straddle {
        /// Straddle from now on?
        on: bool,
    },
}

/// What is done for a player whose time runs out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum HoldemTimeout {
    /// They check.
    Check,
    /// They fold.
    Fold,
    /// They show.
    Show,
    /// They muck.
    Muck,
}

/// What cards make with the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Made {
    /// What kind of hand.
    pub kind: MadeHand,
    /// The five cards that play, in the order they are read out: what there is most of first.
    #[schemars(with = "Vec<schema::Card>")]
    pub cards: Vec<Card>,
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
    /// How much; less than due when it was all they had.
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
    /// A straddle: twice the big blind, by whoever is under the gun.
    Straddle,
    /// An ante.
    Ante,
    /// A post of a player who comes in between the blinds.
    Post,
    /// Missed blinds: into the pot, no bet.
    Dead,
}

/// Something that happened in a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "what", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum HoldemEvent {
    /// The button moved and the blinds were posted.
    Posted {
        /// Where the button lies.
        #[schemars(with = "schema::Seat")]
        button: Seat,
        /// What was posted.
        posts: Vec<Post>,
    },
    /// Hole cards were dealt.
    DealtHole {
        /// To whom.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// How many. Whoever was dealt them sees them in their own part of the view.
        cards: u8,
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
        /// What they put in.
        #[schemars(with = "schema::Chips")]
        amount: Chips,
        /// It was all they had.
        #[serde(default, skip_serializing_if = "is_default")]
        all_in: bool,
    },
    /// Bet, as the first of the street.
    Bet {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// To this total of the street.
        #[schemars(with = "schema::Chips")]
        to: Chips,
        /// It was all they had.
        #[serde(default, skip_serializing_if = "is_default")]
        all_in: bool,
    },
    /// Raised what was bet.
    Raised {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// To this total of the street.
        #[schemars(with = "schema::Chips")]
        to: Chips,
        /// It was all they had.
        #[serde(default, skip_serializing_if = "is_default")]
        all_in: bool,
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
    /// The betting is over, and those still in are asked whether the rest of the board is dealt twice.
    RunTwiceAsked {
        /// Who is asked.
        #[schemars(with = "Vec<schema::Seat>")]
        seats: Vec<Seat>,
    },
    /// Agreed to it, or did not.
    RunTwiceAnswered {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// Agreed?
        agree: bool,
    },
    /// It is settled how often the rest of the board is dealt.
    RunTwiceSettled {
        /// How many boards there are: 1 unless everybody agreed.
        boards: u8,
    },
    /// Turned their cards over.
    Shown {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// The cards: all that lie open before them now.
        #[schemars(with = "Vec<schema::Card>")]
        cards: Vec<Card>,
    },
    /// Threw their cards away unseen.
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
        /// Where.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// Who.
        #[schemars(with = "schema::PlayerId")]
        player: u64,
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
    /// The call takes all their chips.
    NoChips,
    /// Every opponent is all-in.
    NobodyToCall,
    /// Nobody has raised in full since they acted.
    NotReopened,
    /// The street has had all its bets and raises.
    Capped,
}
