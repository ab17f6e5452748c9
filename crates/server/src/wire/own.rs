//! What only one person knows of a table, and what they may do there.

use super::{Left, Served, amount, take};
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_protocol::room::{AddChips, AfterTimeout, ChairOffers, Leave, Own, SitIn};
use kozyr_table::{AfterTimeout as Then, ChairOf, Funding, Table, Wish};
use kozyr_time::{PlayerId, Timestamp};

/// This person's own part of the view; nothing for somebody who is to the table like anybody else.
pub(crate) fn own<S: Served>(
    table: &Table<S>,
    person: PlayerId,
    before: Option<&Left<S>>,
    now: Timestamp,
) -> Option<Own> {
    let seat = table.seat_of(person);
    let chair = seat.and_then(|seat| Some((seat, table.chair(seat)?)));
    let clock = seat.and_then(|seat| table.clock_of(seat));
    let own = Own {
        seat,
        chair: chair.map(|(seat, chair)| chair_offers(table, seat, chair)),
        take: before
            .filter(|_| seat.is_none() && table.brings(before, now).is_some())
            .and_then(|before| take(table, Some(before), now)),
        turn: clock.map(|running| running.turn),
        // The end of a stage that waits for several costs nobody their seat.
        after_timeout: clock
            .and_then(|running| running.seat)
            .and_then(|seat| table.after_timeout(seat))
            .map(after_timeout),
        game: S::own(table, person),
    };
    (own != Own::default()).then_some(own)
}

/// What whoever sits there may do with their chair now: the same conditions that the table has for it.
fn chair_offers<S: Served>(table: &Table<S>, seat: Seat, chair: &ChairOf<S>) -> ChairOffers {
    let plays = table.is_running() && table.in_hand(seat).is_some();
    let owes = table.owes(seat);
    let tournament = matches!(table.settings().funding, Funding::Tournament(_));
    let shown_out = chair.lacks_chips();
    // In a tournament everybody is dealt in, always.
    let comes_in = |wish: Wish| chair.wish != wish && !shown_out && !tournament;
    // Whoever is out of a deal takes their chips and goes, where the game lets them.
    let parts =
        table.state().zip(table.in_hand(seat)).is_some_and(|(state, seat)| parts_now::<S>(state, seat));
    let leave = if plays && !parts { Leave::AfterHand } else { Leave::Now };
    ChairOffers {
        sit_in: comes_in(Wish::Play).then_some(SitIn { costs: owes }),
        wait: comes_in(Wish::Wait) && owes.is_positive(),
        sit_out: matches!(chair.wish, Wish::Play | Wish::Wait) && !tournament,
        leave: Some(leave).filter(|_| !tournament && (!plays || chair.wish != Wish::Leave)),
        add_chips: add_chips(table, seat, plays),
        straddle: S::straddles(table, seat),
    }
}

fn parts_now<S: Served>(state: &kozyr_table::StateOf<S>, seat: Seat) -> bool {
    matches!(S::gives_up(state, seat), kozyr_table::GivesUp::Parts)
}

/// Has whoever sits there lost everything, and time to bring more before the next hand?
pub(super) fn is_broke<S: Served>(table: &Table<S>, seat: Seat) -> bool {
    !table.is_running() && table.stack(seat).is_zero() && add_chips(table, seat, false).is_some()
}

fn add_chips<S: Served>(table: &Table<S>, seat: Seat, plays: bool) -> Option<AddChips> {
    let settings = table.settings();
    let stack = table.stack(seat);
    let most = settings.most_buy_in - stack;
    if settings.funding != Funding::Stack || !most.is_positive() {
        return None;
    }
    let least = (settings.least_buy_in - stack).max(Chips::new(1)).min(most);
    let mut chips = amount(table, least, most);
    // Whoever brings more fills up.
    chips.usual = most;
    Some(AddChips { chips, after_hand: plays })
}

fn after_timeout(then: Then) -> AfterTimeout {
    match then {
        Then::Stays => AfterTimeout::Stays,
        Then::SitsOut => AfterTimeout::SitsOut,
        Then::Leaves => AfterTimeout::Leaves,
    }
}
