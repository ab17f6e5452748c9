//! From the table's words to the protocol's: everything a viewer is sent is made here.

mod holdem;

use crate::clock::RoomClock;
use kozyr_protocol::room::{
    Clock, GameAction, GameInfo, GameView, HeardEvent, LeftWhy, PlayerKind, Refusal, SeatState, SeatView,
    TableEvent, TableInfo, TableView,
};
use kozyr_table::{ActionOf, Departed, EventOf, News, Person, RefusalOf, Refused, Seating, Table, Told};
use kozyr_table::{LeftWhy as Why, Wish};
use kozyr_time::{PlayerId, TimeSource, Timestamp};

/// A game that this server knows how to put on the wire.
pub(crate) trait Served: Seating + Send + 'static {
    /// The game and its stakes.
    fn info(house: &Self::House) -> GameInfo;
    /// The game as this person may know it.
    fn view(table: &Table<Self>, person: Option<PlayerId>) -> GameView;
    /// What is told when a hand begins, besides that.
    fn beginning(plan: &Self::Plan) -> Option<TableEvent>;
    /// An event of the game, cut to its hearer already, with the chairs of the game's seats.
    fn event(event: EventOf<Self>, people: &[Person]) -> TableEvent;
    /// The action, if it is one of this game.
    fn action(action: &GameAction) -> Option<ActionOf<Self>>;
    /// The game's refusal.
    fn refusal(refusal: &RefusalOf<Self>) -> Refusal;
}

/// What does not change from hand to hand.
pub(crate) fn info<S: Served>(name: &str, scale: u8, table: &Table<S>, clock: &RoomClock) -> TableInfo {
    let settings = table.settings();
    TableInfo {
        name: name.to_owned(),
        seats: settings.seats,
        scale,
        least_buy_in: settings.least_buy_in,
        most_buy_in: settings.most_buy_in,
        turn_ms: millis(clock.lasting(settings.turn)),
        game: S::info(table.house()),
    }
}

/// The table as this person may know it now.
pub(crate) fn view<S: Served>(
    table: &Table<S>,
    sequence: u64,
    person: Option<PlayerId>,
    before: Option<&Departed<S::Standing>>,
    clock: &RoomClock,
) -> TableView {
    let you = person.and_then(|person| table.seat_of(person));
    let seats = table.taken().map(|(seat, chair)| SeatView {
        seat,
        name: chair.player.name.as_ref().to_owned(),
        kind: if chair.player.bot { PlayerKind::Bot } else { PlayerKind::Person },
        stack: table.stack(seat),
        state: match chair.wish {
            Wish::Play => SeatState::Playing,
            Wish::Wait => SeatState::Waiting,
            Wish::Pause => SeatState::SittingOut,
            Wish::Leave if chair.lacks_chips() => SeatState::OutOfChips,
            Wish::Leave => SeatState::Leaving,
        },
        owes: table.owes(seat),
        in_hand: table.in_hand(seat).is_some(),
    });
    let left = |until: Timestamp| millis(clock.until(until));
    let clocks = table.clocks().iter().map(|running| Clock {
        seat: running.seat,
        left_ms: left(running.until),
        total_ms: millis(clock.lasting(running.until.since(running.since))),
        bank_ms: left(running.ends()).saturating_sub(left(running.until)),
    });
    let own = table.clocks().iter().find(|running| running.seat.is_none() || running.seat == you);
    TableView {
        sequence,
        you,
        brings: before.filter(|_| you.is_none()).and_then(|_| table.brings(before, clock.now())),
        seats: seats.collect(),
        hand: table.hand_number(),
        running: table.is_running(),
        turn: own.map_or(0, |running| running.turn),
        clocks: clocks.collect(),
        next_hand_ms: table.next_hand_at().map(left),
        game: S::view(table, person),
    }
}

fn millis(length: std::time::Duration) -> u64 {
    u64::try_from(length.as_millis()).unwrap_or(u64::MAX)
}

/// What this person hears of what happened: nothing, one thing, or more.
pub(crate) fn hear<S: Served>(
    told: &Told<S>,
    sequence: u64,
    person: Option<PlayerId>,
    heard: &mut Vec<HeardEvent>,
) {
    let mut add = |event| heard.push(HeardEvent { sequence, event });
    match told.to(person) {
        None => {}
        Some(News::Sat { seat, name, stack, .. }) => {
            add(TableEvent::Sat { seat, name: name.to_string(), stack })
        }
        Some(News::AddedChips(seat, amount)) => add(TableEvent::AddedChips { seat, amount }),
        Some(News::SatOut(seat)) => add(TableEvent::SatOut { seat }),
        Some(News::SatIn(seat)) => add(TableEvent::SatIn { seat }),
        Some(News::Waits(seat)) => add(TableEvent::Waits { seat }),
        Some(News::ShownOut(seat, needs)) => add(TableEvent::ShownOut { seat, needs }),
        Some(News::Leaving(seat)) => add(TableEvent::Leaving { seat }),
        Some(News::Left(seat, why)) => add(TableEvent::Left { seat, why: left_why(why) }),
        Some(News::Started(hand, plan)) => {
            add(TableEvent::HandStarted { hand });
            if let Some(event) = S::beginning(&plan) {
                add(event);
            }
        }
        Some(News::TimedOut(seat)) => add(TableEvent::TimedOut { seat }),
        Some(News::Game(event)) => add(S::event(event, told.people())),
        Some(News::Over(hand)) => add(TableEvent::HandOver { hand }),
        Some(News::Resumed) => add(TableEvent::Resumed),
        Some(
            News::TopUpAsked(..)
            | News::CouldNotPay(_)
            | News::Said(..)
            | News::Line(..)
            | News::HeldUp(_)
            | News::Changed
            | News::PauseOver
            | News::Shuffled(..)
            | News::Joined(_),
        ) => {}
    }
}

fn left_why(why: Why) -> LeftWhy {
    match why {
        Why::Wish => LeftWhy::Wish,
        Why::Busted => LeftWhy::Busted,
        Why::Away | Why::TimedOut | Why::Removed => LeftWhy::Away,
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
        Refused::NotNow | Refused::TooFewPlayers | Refused::TournamentSeats => Refusal::AfterTheHand,
        Refused::AlreadySo => Refusal::AlreadySo,
        Refused::TooFewChips(needs) | Refused::TooManyChips(needs) => Refusal::TooFewChips { needs: *needs },
        Refused::NoRandomness | Refused::Setup(_) => Refusal::TryAgain,
        Refused::NotInHand => Refusal::NotInHand,
        Refused::TurnIsOver | Refused::NothingDue => Refusal::TurnIsOver,
        Refused::NotYourTurn => Refusal::NotYourTurn,
        Refused::Game(refusal) => S::refusal(refusal),
    }
}
