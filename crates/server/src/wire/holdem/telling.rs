//! What happens in a hand, glance by glance.
//!
//! One move of the log can be a call, the collecting of the bets, the last card and the result all at once. People see
//! that one after the other, so it is told as several steps: what the table knows is the view after the last; those
//! before it are made from the view before the move and the events.

use super::known;
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_poker::{Event, MAX_RUNS};
use kozyr_protocol::room::{
    GameView, HoldemEvent, HoldemPlayer, HoldemPot, HoldemRun, HoldemView, LastAction, Post, PostKind,
    TableEvent, TableView,
};
use kozyr_table::Person;
use kozyr_table::holdem::{HoldemPlan, HoldemTable, LastAction as Did};

/// The button and what was posted.
pub(super) fn beginning(plan: &HoldemPlan) -> TableEvent {
    let posts = plan.posts.iter().flat_map(|post| {
        let seat = post.due.seat;
        let bet = match seat {
            _ if post.is_outside_blinds() => PostKind::Post,
            seat if seat == plan.places.big_blind => PostKind::BigBlind,
            seat if Some(seat) == plan.straddle => PostKind::Straddle,
            _ => PostKind::SmallBlind,
        };
        let into_pot = if post.due.dead.is_positive() { PostKind::Dead } else { PostKind::Ante };
        let (pot, amount) = post.paid();
        [Post { seat, kind: into_pot, amount: pot }, Post { seat, kind: bet, amount }]
    });
    let posts = posts.filter(|post| post.amount.is_positive()).collect();
    TableEvent::Holdem(HoldemEvent::Posted { button: plan.places.button, posts })
}

/// An event as anybody hears it, with the table after the move it belongs to.
pub(super) fn event(event: Event, people: &[Person], table: &HoldemTable) -> TableEvent {
    let at = |seat: Seat| people[seat.index()].chair;
    let all_in = |seat: Seat| {
        // What was won in the same move lies on the stack already.
        let left = table.state().map_or(Chips::ZERO, |hand| hand.stacks()[seat.index()]);
        left - table.show().won(at(seat)) <= Chips::ZERO
    };
    TableEvent::Holdem(match event {
        Event::DealtHole(seat, cards) => HoldemEvent::DealtHole { seat: at(seat), cards: cards.len() as u8 },
        Event::DealtBoard(board, cards) => HoldemEvent::DealtBoard { board, cards: known(&cards) },
        Event::DealtUp(..) | Event::BroughtIn(..) | Event::Discarded(..) => {
            unreachable!("the table deals games with a board only")
        }
        Event::Folded(seat) => HoldemEvent::Folded { seat: at(seat) },
        Event::Checked(seat) => HoldemEvent::Checked { seat: at(seat) },
        Event::Called(seat, amount) => HoldemEvent::Called { seat: at(seat), amount, all_in: all_in(seat) },
        Event::RaisedTo(seat, to) => match table.show().last_action(at(seat)) {
            Some(Did::Bet(_)) => HoldemEvent::Bet { seat: at(seat), to, all_in: all_in(seat) },
            _ => HoldemEvent::Raised { seat: at(seat), to, all_in: all_in(seat) },
        },
        Event::Returned(seat, amount) => HoldemEvent::Returned { seat: at(seat), amount },
        Event::Collected => HoldemEvent::Collected,
        Event::RunoutsAsked(seats) => HoldemEvent::RunTwiceAsked { seats: seats.iter().map(at).collect() },
        Event::RunoutsAnswered(seat, agree) => HoldemEvent::RunTwiceAnswered { seat: at(seat), agree },
        Event::RunoutsSettled(boards) => HoldemEvent::RunTwiceSettled { boards },
        Event::Shown(seat, cards) => HoldemEvent::Shown { seat: at(seat), cards: known(&cards) },
        Event::Mucked(seat) => HoldemEvent::Mucked { seat: at(seat) },
        Event::Raked(amount) => HoldemEvent::Raked { amount },
        Event::Won { seat, pot, board, amount } => {
            let player = people[seat.index()].player.get();
            HoldemEvent::Won { seat: at(seat), player, pot, board, amount }
        }
    })
}

/// Events with the same number are seen at one glance; each pot is paid at a glance of its own, the main pot first, and so is
/// each board of it.
pub(super) fn glance(event: &TableEvent) -> Option<u8> {
    Some(match event {
        TableEvent::Holdem(event) => match event {
            HoldemEvent::Returned { .. } | HoldemEvent::Collected => 1,
            HoldemEvent::DealtBoard { .. }
            | HoldemEvent::RunTwiceAsked { .. }
            | HoldemEvent::RunTwiceSettled { .. } => 2,
            HoldemEvent::Shown { .. } | HoldemEvent::Mucked { .. } => 3,
            HoldemEvent::Raked { .. } => 4,
            HoldemEvent::Won { pot, board, .. } => 4 + MAX_RUNS as u8 * pot + board,
            HoldemEvent::Posted { .. }
            | HoldemEvent::DealtHole { .. }
            | HoldemEvent::Folded { .. }
            | HoldemEvent::Checked { .. }
            | HoldemEvent::Called { .. }
            | HoldemEvent::Bet { .. }
            | HoldemEvent::Raised { .. }
            | HoldemEvent::RunTwiceAnswered { .. } => 0,
        },
        TableEvent::HandOver { .. } => return None,
        _ => 0,
    })
}

/// Changes the view as the event did; `after` is the view after the whole move.
pub(super) fn advance(view: &mut TableView, event: &TableEvent, after: &TableView) {
    let TableEvent::Holdem(event) = event else { return };
    let GameView::Holdem(then) = &after.game else { return };
    match event {
        HoldemEvent::Folded { seat } => acts(view, *seat, Chips::ZERO, false, LastAction::Fold),
        HoldemEvent::Checked { seat } => acts(view, *seat, Chips::ZERO, false, LastAction::Check),
        HoldemEvent::Called { seat, amount, all_in } => {
            acts(view, *seat, *amount, *all_in, LastAction::Call { amount: *amount });
        }
        HoldemEvent::Bet { seat, to, all_in } => {
            acts(view, *seat, *to - bet(view, *seat), *all_in, LastAction::Bet { to: *to });
        }
        HoldemEvent::Raised { seat, to, all_in } => {
            acts(view, *seat, *to - bet(view, *seat), *all_in, LastAction::Raise { to: *to });
        }
        HoldemEvent::Returned { seat, amount } => puts_in(view, *seat, -*amount),
        HoldemEvent::Collected => {
            holdem(view).into_iter().for_each(|game| collect(game, after.running.then_some(then)));
        }
        HoldemEvent::DealtBoard { board, cards } => {
            let Some(game) = holdem(view) else { return };
            if let Some(board) = game.boards.get_mut(usize::from(*board)) {
                board.extend(cards);
            }
            game.street = then.street;
            let playing = game.players.values_mut().filter(|player| !player.folded);
            playing.for_each(|player| player.last_action = None);
            for (seat, now) in then.players.iter() {
                game.players.get_mut(seat).into_iter().for_each(|player| makes(player, now));
            }
        }
        HoldemEvent::RunTwiceAsked { seats } => {
            holdem(view).into_iter().for_each(|game| game.asked.clone_from(seats));
        }
        HoldemEvent::RunTwiceAnswered { seat, .. } => {
            holdem(view).into_iter().for_each(|game| game.asked.retain(|asked| asked != seat));
        }
        HoldemEvent::RunTwiceSettled { .. } => {
            view.stage = None;
            holdem(view).into_iter().for_each(|game| game.asked.clear());
        }
        HoldemEvent::Shown { seat, cards } => {
            let shown = then.players.get(seat);
            let (made, face_down) = shown.map_or((None, 0), |shown| (shown.made.clone(), shown.face_down));
            with(view, *seat, |player| {
                (player.cards, player.face_down, player.made) = (cards.clone(), face_down, made);
            });
        }
        HoldemEvent::Mucked { seat } => with(view, *seat, |player| player.mucked = true),
        HoldemEvent::Raked { amount } => pays(view, *amount),
        HoldemEvent::Won { seat, board, amount, .. } => {
            pays(view, *amount);
            let paid = then.players.get(seat);
            with(view, *seat, |player| {
                player.won += *amount;
                player.kicker = paid.and_then(|paid| paid.kicker);
                let board = usize::from(*board);
                if let Some(run) = player.runs.get_mut(board) {
                    run.won += *amount;
                    run.kicker = paid.and_then(|paid| paid.runs.get(board)?.kicker);
                }
            });
        }
        HoldemEvent::Posted { .. } | HoldemEvent::DealtHole { .. } => {}
    }
}

/// Cards that lie open make something else with the new card; who won what comes later.
fn makes(player: &mut HoldemPlayer, now: &HoldemPlayer) {
    if player.cards.is_empty() {
        return;
    }
    player.made.clone_from(&now.made);
    player.runs =
        now.runs.iter().map(|run| HoldemRun { made: run.made.clone(), ..HoldemRun::default() }).collect();
}

fn holdem(view: &mut TableView) -> Option<&mut HoldemView> {
    if let GameView::Holdem(game) = &mut view.game { Some(game) } else { None }
}

fn with(view: &mut TableView, seat: Seat, change: impl FnOnce(&mut HoldemPlayer)) {
    if let Some(player) = holdem(view).and_then(|game| game.players.get_mut(&seat)) {
        change(player);
    }
}

fn bet(view: &TableView, seat: Seat) -> Chips {
    let GameView::Holdem(game) = &view.game else { return Chips::ZERO };
    game.players.get(&seat).map_or(Chips::ZERO, |player| player.bet)
}

fn puts_in(view: &mut TableView, seat: Seat, chips: Chips) {
    if let Some(chair) = view.seats.get_mut(&seat) {
        chair.stack -= chips;
    }
    with(view, seat, |player| player.bet += chips);
    holdem(view).into_iter().for_each(|game| game.total += chips);
}

fn acts(view: &mut TableView, seat: Seat, chips: Chips, all_in: bool, action: LastAction) {
    puts_in(view, seat, chips);
    with(view, seat, |player| {
        player.folded |= action == LastAction::Fold;
        player.all_in |= all_in;
        player.last_action = Some(action);
    });
    // Whoever acted thinks no longer; who comes next is told with what follows.
    view.clocks.clear();
    holdem(view).into_iter().for_each(|game| game.to_act = None);
}

/// So much goes out of the middle, from the main pot first.
fn pays(view: &mut TableView, amount: Chips) {
    let Some(game) = holdem(view) else { return };
    game.total -= amount;
    let mut left = amount;
    for pot in &mut game.pots {
        let part = pot.amount.min(left);
        pot.amount -= part;
        left -= part;
    }
    game.pots.retain(|pot| pot.amount.is_positive());
}

/// The bets go into the pots: as they lie afterwards, or, when the hand is over by then, as the bets divide them.
fn collect(game: &mut HoldemView, after: Option<&HoldemView>) {
    match after {
        Some(after) => game.pots.clone_from(&after.pots),
        None => divide(game),
    }
    game.players.values_mut().for_each(|player| player.bet = Chips::ZERO);
}

/// Whoever has bet less than others is in for that much of everybody's bet, and the rest is a pot among those who have bet it.
fn divide(game: &mut HoldemView) {
    let in_hand = |seat: &Seat| game.players.get(seat).is_some_and(|player| !player.folded);
    let bet = |seat: &Seat| game.players.get(seat).map_or(Chips::ZERO, |player| player.bet);
    let mut levels: Vec<Chips> = game.order.iter().filter(|seat| in_hand(seat)).map(bet).collect();
    levels.retain(|level| level.is_positive());
    levels.sort_unstable();
    levels.dedup();
    let mut below = Chips::ZERO;
    for (nth, &level) in levels.iter().enumerate() {
        // What somebody folded beyond the highest bet is won with it.
        let top = if nth + 1 == levels.len() { Chips::MAX } else { level };
        let part = |player: &HoldemPlayer| player.bet.min(top) - player.bet.min(below);
        let amount: Chips = game.players.values().map(part).sum();
        let eligible: Vec<Seat> =
            game.order.iter().copied().filter(|seat| in_hand(seat) && bet(seat) >= level).collect();
        match game.pots.last_mut() {
            Some(pot) if pot.eligible.len() == eligible.len() => pot.amount += amount,
            _ => game.pots.push(HoldemPot { amount, eligible }),
        }
        below = level;
    }
}
