//! From the table's words to the protocol's: everything a viewer is sent is made here.
//!
//! A view has a part that is the same for everybody and a part of the viewer's own. What only one person may know, and
//! what they may do, stands in the own part and nowhere else: the rest is made without knowing who looks.

mod durak;
mod holdem;
mod own;
mod seka;
mod viewpoints;

pub(crate) use holdem::make_with;
pub(crate) use own::own;
pub(crate) use viewpoints::Viewpoints;

use crate::made::UNTIMED;
use crate::plan::GamePlan;
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    Amount, Clock, GameAction, GameInfo, GameView, GameWord, LeftWhy, OwnGame, PlayerKind, Refusal, Rest,
    SeatState, SeatView, TableEvent, TableInfo, TableView, Take,
};
use kozyr_table::{
    ActionOf, ChairOf, Departed, EventOf, Funding, LeftWhy as Why, News, Person, RefusalOf, Refused, Running,
    Seating, Table, Told, Wish,
};
use kozyr_time::{PlayerId, Timestamp};

/// How somebody stood who left a table a little while ago.
pub(crate) type Left<S> = Departed<<S as Seating>::Standing>;

/// A game that this server knows how to put on the wire.
pub(crate) trait Served: Seating + Send + 'static {
    /// The house rules of a plan, if it is one of this game.
    fn house(plan: &GamePlan) -> Option<&Self::House>;
    /// The game and its stakes.
    fn info(house: &Self::House) -> GameInfo;
    /// What most would sit down with, before the table's bounds, and in which steps that is chosen.
    fn usual(house: &Self::House) -> (Chips, Chips);
    /// The game as anybody may know it.
    fn view(table: &Table<Self>) -> GameView;
    /// The game as this person alone may know it, and what they may do in it.
    fn own(table: &Table<Self>, person: PlayerId) -> Option<OwnGame>;
    /// Does whoever sits there straddle under the gun? Nothing where that is not played.
    fn straddles(_: &Table<Self>, _: Seat) -> Option<bool> {
        None
    }
    /// What lies in the middle with all bets; nothing where there is no pot.
    fn pot(table: &Table<Self>) -> Option<Chips>;
    /// What is told when a hand begins, besides that.
    fn beginning(plan: &Self::Plan) -> Option<TableEvent>;
    /// An event of the game as anybody may hear it, with the table after it; nothing when there is nothing to tell.
    fn event(event: EventOf<Self>, people: &[Person], table: &Table<Self>) -> Option<TableEvent>;
    /// Something that was said beside the game.
    fn word(seat: Seat, word: &Self::Word, table: &Table<Self>) -> Option<TableEvent>;
    /// Does the word turn over cards of the hand before? Then it belongs to that hand's story.
    fn turns_over(_: &Self::Word) -> bool {
        false
    }
    /// Events of one move that are seen at one glance have the same number; one without is seen with what came before.
    fn glance(event: &TableEvent) -> Option<u8>;
    /// Changes the view as the event did; `after` is the view after the whole move.
    fn advance(view: &mut TableView, event: &TableEvent, after: &TableView);
    /// The own part of somebody whose decision was made and whose next is not known yet.
    fn undecided(own: &mut OwnGame);
    /// The word, if it is one of this game.
    fn say(word: &GameWord) -> Option<Self::Word>;
    /// The action, if it is one of this game.
    fn action(action: &GameAction) -> Option<ActionOf<Self>>;
    /// The game's refusal.
    fn refusal(refusal: &RefusalOf<Self>) -> Refusal;
}

/// What does not change from hand to hand.
pub(crate) fn info<S: Served>(name: &str, scale: u8, table: &Table<S>) -> TableInfo {
    let settings = table.settings();
    TableInfo {
        name: name.to_owned(),
        seats: settings.seats,
        scale,
        least_buy_in: settings.least_buy_in,
        most_buy_in: settings.most_buy_in,
        turn_ms: if settings.turn >= UNTIMED { 0 } else { settings.turn.get() },
        game: S::info(table.house()),
        tournament: None,
    }
}

/// The table as this person may know it; `before` is how they left it a little while ago.
pub(crate) fn view<S: Served>(
    table: &Table<S>,
    person: Option<PlayerId>,
    before: Option<&Left<S>>,
    now: Timestamp,
) -> TableView {
    TableView { own: person.and_then(|person| own(table, person, before, now)), ..shared(table) }
}

/// The table as anybody may know it.
pub(crate) fn shared<S: Served>(table: &Table<S>) -> TableView {
    let clocks = table.clocks().iter().filter_map(|running| Some((running.seat?, clock(running))));
    TableView {
        seats: table.taken().map(|(seat, chair)| (seat, seat_view(table, seat, chair))).collect(),
        hand: table.hand_number(),
        running: table.is_running(),
        clocks: clocks.collect(),
        stage: table.clocks().iter().find(|running| running.seat.is_none()).map(clock),
        rest: rest(table),
        take: take(table, None, table.now()),
        game: S::view(table),
        own: None,
    }
}

fn seat_view<S: Served>(table: &Table<S>, seat: Seat, chair: &ChairOf<S>) -> SeatView {
    SeatView {
        player: chair.player.id.get(),
        name: chair.player.name.as_ref().to_owned(),
        kind: if chair.player.bot { PlayerKind::Bot } else { PlayerKind::Person },
        stack: table.stack(seat),
        state: match chair.wish {
            Wish::Leave if chair.lacks_chips() => SeatState::OutOfChips,
            Wish::Play if own::is_broke(table, seat) => SeatState::OutOfChips,
            Wish::Play => SeatState::Playing,
            Wish::Wait => SeatState::Waiting,
            Wish::Pause => SeatState::SittingOut,
            Wish::Leave => SeatState::Leaving,
        },
        connected: chair.is_connected(),
        away: chair.is_away(table.settings().patience),
        owes: table.owes(seat),
        top_up: chair.top_up(),
        in_hand: table.in_hand(seat).is_some(),
    }
}

fn clock<T>(running: &Running<T>) -> Clock {
    Clock { since: running.since.as_millis(), until: running.until.as_millis(), bank: running.bank.get() }
}

/// Why no hand is running, when none is.
fn rest<S: Served>(table: &Table<S>) -> Option<Rest> {
    if table.is_running() {
        return None;
    }
    Some(match table.pause() {
        _ if table.is_held_up() => Rest::HeldUp,
        None => Rest::TooFewPlayers,
        Some(pause) => {
            let (since, until) = (pause.since.as_millis(), pause.until.as_millis());
            match table.next_hand_at() {
                Some(_) => Rest::NextHand { since, until },
                None => Rest::Pause { since, until },
            }
        }
    })
}

/// What it takes to sit down; nothing when nobody can.
fn take<S: Served>(table: &Table<S>, before: Option<&Left<S>>, now: Timestamp) -> Option<Take> {
    if matches!(table.settings().funding, Funding::Tournament(_)) {
        return None;
    }
    let all = (0..table.settings().seats.into()).map(Seat::from_index);
    let seats: Vec<Seat> = all.filter(|&seat| table.is_free(seat)).collect();
    let brings = table.brings(before, now);
    let standing = brings.and(before).map(|before| &before.standing);
    let (least, most) = table.buy_in(before, now);
    (!seats.is_empty()).then(|| Take {
        seats,
        chips: amount::<S>(table, least, most),
        owes: table.seating().owes(table.house(), &table.seating().welcome(table.house(), standing)),
        brings: brings.unwrap_or_default(),
    })
}

fn amount<S: Served>(table: &Table<S>, least: Chips, most: Chips) -> Amount {
    let (usual, step) = S::usual(table.house());
    Amount { least, most, usual: usual.clamp(least, most), step: step.max(Chips::new(1)) }
}

/// What anybody hears of what happened in one move, with the table after it.
pub(crate) fn heard<S: Served>(told: &[Told<S>], table: &Table<S>) -> Vec<TableEvent> {
    let mut heard = Vec::new();
    told.iter().for_each(|told| hear(told, table, &mut heard));
    heard
}

fn hear<S: Served>(told: &Told<S>, table: &Table<S>, heard: &mut Vec<TableEvent>) {
    let mut add = |event| heard.push(event);
    match told.to(None) {
        None | Some(News::PauseOver) => {}
        Some(News::Sat { seat, player, name, stack }) => {
            add(TableEvent::Sat { seat, player: player.get(), name: name.to_string(), stack });
        }
        Some(News::TopUpAsked(seat, amount)) => add(TableEvent::TopUpAsked { seat, amount }),
        Some(News::AddedChips(seat, amount)) => add(TableEvent::AddedChips { seat, amount }),
        Some(News::CouldNotPay(seat)) => add(TableEvent::CouldNotPay { seat }),
        Some(News::SatOut(seat)) => add(TableEvent::SatOut { seat }),
        Some(News::SatIn(seat)) => add(TableEvent::SatIn { seat }),
        Some(News::Waits(seat)) => add(TableEvent::Waits { seat }),
        Some(News::ShownOut(seat, needs)) => add(TableEvent::ShownOut { seat, needs }),
        Some(News::Leaving(seat)) => add(TableEvent::Leaving { seat }),
        Some(News::Left(seat, why)) => add(TableEvent::Left { seat, why: left_why(why) }),
        Some(News::Moving(seat, to)) => add(TableEvent::Moving { seat, to }),
        Some(News::Moved(seat, to)) => add(TableEvent::Moved { seat, to }),
        Some(News::Said(seat, word)) => S::word(seat, &word, table).into_iter().for_each(add),
        Some(News::Line(seat, true)) => add(TableEvent::LineBack { seat }),
        Some(News::Line(seat, false)) => add(TableEvent::LineLost { seat }),
        Some(News::HeldUp(true)) => add(TableEvent::HeldUp),
        Some(News::HeldUp(false)) => add(TableEvent::GoesOn),
        Some(News::Changed) => add(TableEvent::Changed),
        Some(News::Started(hand, plan)) => {
            add(TableEvent::HandStarted { hand });
            S::beginning(&plan).into_iter().for_each(add);
        }
        Some(News::Shuffled(number, commitment)) => {
            add(TableEvent::Shuffled { number, commitment: commitment.to_string() });
        }
        Some(News::TimedOut(seat)) => add(TableEvent::TimedOut { seat }),
        Some(News::Joined(seat)) => add(TableEvent::Joined { seat }),
        Some(News::Game(event)) => S::event(event, told.people(), table).into_iter().for_each(add),
        Some(News::Over(hand)) => add(TableEvent::HandOver { hand }),
        Some(News::Resumed) => add(TableEvent::Resumed),
    }
}

fn left_why(why: Why) -> LeftWhy {
    match why {
        Why::Wish => LeftWhy::Wish,
        Why::Busted => LeftWhy::Busted,
        Why::Away => LeftWhy::Away,
        Why::TimedOut => LeftWhy::TimedOut,
        Why::Removed => LeftWhy::Removed,
    }
}

/// Why the table refused.
pub(crate) fn refusal<S: Served>(refused: &Refused<RefusalOf<S>>) -> Refusal {
    match refused {
        Refused::NoSuchSeat(seats) => Refusal::NoSuchSeat { seats: *seats },
        Refused::SeatTaken => Refusal::SeatTaken,
        Refused::SeatedAlready(seat) => Refusal::SeatedAlready { seat: *seat },
        Refused::NotSeated => Refusal::NotSeated,
        Refused::BuyIn { least, most } => Refusal::BuyInOutOfRange { least: *least, most: *most },
        Refused::TournamentSeats => Refusal::TournamentSeats,
        Refused::NotNow | Refused::Setup(_) => Refusal::AfterTheHand,
        Refused::AlreadySo => Refusal::AlreadySo,
        Refused::NotHere => Refusal::NotHere,
        Refused::TooFewPlayers => Refusal::TooFewPlayers,
        Refused::TooFewChips(needs) => Refusal::TooFewChips { needs: *needs },
        Refused::TooManyChips(most) => Refusal::TooManyChips { most: *most },
        Refused::NotInHand => Refusal::NotInHand,
        Refused::TurnIsOver | Refused::NothingDue => Refusal::TurnIsOver,
        Refused::NotYourTurn => Refusal::NotYourTurn,
        Refused::NoRandomness => Refusal::TryAgain,
        Refused::Game(refusal) => S::refusal(refusal),
    }
}
