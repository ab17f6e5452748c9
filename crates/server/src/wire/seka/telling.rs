//! What happens in a deal of Seka, glance by glance.
//!
//! The last call of a deal is the showdown, the tie and the vote all at once. People see that one after the other, so
//! it is told as several steps: what the table knows is the view after the last; those before it are made from the
//! view before the move and the events.

use super::looks::{entry, made, settlement};
use super::{chair, player};
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    GameView, SekaEvent, SekaLastAction, SekaMode, SekaPlayer, SekaPrice, SekaReveal, SekaStatus, SekaView,
    TableEvent, TableView,
};
use kozyr_seka::Event;
use kozyr_table::Person;
use kozyr_table::seka::SekaTable;

/// An event as anybody hears it, with the table after the move it belongs to.
pub(super) fn event(event: Event, people: &[Person], table: &SekaTable) -> SekaEvent {
    let at = |seat: Seat| chair(people, seat);
    match event {
        Event::Anted { seat, .. } => SekaEvent::Anted { seats: vec![at(seat)] },
        Event::Dealt { dealer, order } => {
            SekaEvent::Dealt { dealer: at(dealer), order: order.into_iter().map(at).collect() }
        }
        Event::Round { round } => SekaEvent::Round { round },
        Event::Checked { seat } => SekaEvent::Checked { seat: at(seat) },
        Event::Called { seat, pay, counts } => SekaEvent::Called { seat: at(seat), pay, counts },
        Event::Raised { seat, to, pay, counts } => SekaEvent::Raised { seat: at(seat), to, pay, counts },
        Event::Folded { seat } => SekaEvent::Folded { seat: at(seat) },
        Event::TimedOut { seat } => SekaEvent::SentOff { seat: at(seat) },
        Event::Dark { seat, pay, counts } => SekaEvent::Dark { seat: at(seat), pay, counts },
        Event::Opened { seat, .. } => SekaEvent::Opened { seat: at(seat) },
        Event::Revealed { by, target, pay, loser, .. } => {
            SekaEvent::Revealed { by: at(by), target: at(target), pay, loser: loser.map(at) }
        }
        Event::PauseOver => SekaEvent::PauseOver,
        Event::Shown { seat, hand, .. } => {
            SekaEvent::Shown { seat: at(seat), cards: hand.to_vec(), made: made(table.house(), hand) }
        }
        Event::VoteOpened { tied, pot } => {
            SekaEvent::VoteOpened { tied: tied.into_iter().map(at).collect(), pot }
        }
        Event::Voted { seat, yes } => SekaEvent::Voted { seat: at(seat), yes },
        Event::VoteClosed { carried } => SekaEvent::VoteClosed { carried },
        Event::EntryOpened { prices } => SekaEvent::EntryOpened { prices: entry(prices) },
        Event::Entered { seat, pay } => SekaEvent::Entered { seat: at(seat), pay },
        Event::Passed { seat } => SekaEvent::Passed { seat: at(seat) },
        Event::Svara { number, players } => {
            SekaEvent::Svara { number, players: players.into_iter().map(at).collect() }
        }
        Event::Settled { settlement: pot } => SekaEvent::Settled { settlement: settlement(pot) },
        Event::Won { seat, amount } => {
            SekaEvent::Won { seat: at(seat), player: player(people, seat), amount }
        }
        Event::Sat { seat, .. } => SekaEvent::Waits { seat: at(seat) },
        Event::Left { seat, .. } => SekaEvent::Parted { seat: at(seat) },
    }
}

/// Events with the same number are seen at one glance.
pub(super) fn glance(event: &TableEvent) -> Option<u8> {
    Some(match event {
        TableEvent::Seka(event) => match event {
            SekaEvent::VoteClosed { .. } | SekaEvent::EntryOpened { .. } => 1,
            SekaEvent::Shown { .. } => 2,
            SekaEvent::VoteOpened { .. } | SekaEvent::Svara { .. } => 3,
            SekaEvent::Settled { .. } | SekaEvent::Won { .. } => 4,
            _ => 0,
        },
        TableEvent::HandOver { .. } => 4,
        _ => 0,
    })
}

/// Changes the view as the event did; `after` is the view after the whole move.
pub(super) fn advance(view: &mut TableView, event: &TableEvent, after: &TableView) {
    let TableEvent::Seka(event) = event else { return };
    let GameView::Seka(then) = &after.game else { return };
    let price = |pay: &Chips, counts: &Chips| SekaPrice { pay: *pay, counts: *counts };
    match event {
        SekaEvent::Checked { seat } => acts(view, *seat, price_of_nothing(), SekaLastAction::Check),
        SekaEvent::Called { seat, pay, counts } => {
            acts(view, *seat, price(pay, counts), SekaLastAction::Call(price(pay, counts)));
        }
        SekaEvent::Raised { seat, to, pay, counts } => {
            acts(view, *seat, price(pay, counts), SekaLastAction::Raise { to: *to, pay: *pay });
            seka(view).into_iter().for_each(|game| game.stake = *to);
        }
        SekaEvent::Dark { seat, pay, counts } => {
            acts(view, *seat, price(pay, counts), SekaLastAction::Dark(price(pay, counts)));
            with(view, *seat, |player| player.mode = SekaMode::Dark);
        }
        SekaEvent::Folded { seat } => {
            acts(view, *seat, price_of_nothing(), SekaLastAction::Fold);
            with(view, *seat, |player| player.status = SekaStatus::Folded);
        }
        SekaEvent::SentOff { seat } => {
            acts(view, *seat, price_of_nothing(), SekaLastAction::Fold);
            with(view, *seat, |player| player.status = SekaStatus::Lobby);
        }
        SekaEvent::Revealed { by, target, pay, loser } => {
            acts(view, *by, price(pay, pay), SekaLastAction::Reveal { pay: *pay, target: *target });
            if let Some(loser) = loser {
                with(view, *loser, |player| player.status = SekaStatus::Folded);
            }
            let reveal = SekaReveal { by: *by, target: *target, loser: *loser };
            seka(view).into_iter().for_each(|game| game.reveal = Some(reveal));
        }
        SekaEvent::Shown { seat, cards, made } => {
            with(view, *seat, |player| {
                (player.cards, player.made, player.face_down) = (cards.clone(), Some(made.clone()), 0);
            });
        }
        SekaEvent::Voted { seat, yes } => {
            with(view, *seat, |player| player.last_action = Some(SekaLastAction::Vote { yes: *yes }));
        }
        SekaEvent::VoteClosed { .. } => {
            view.stage = None;
            seka(view).into_iter().for_each(|game| game.ties.clone_from(&then.ties));
        }
        SekaEvent::Entered { seat, pay } => {
            puts_in(view, *seat, SekaPrice { pay: *pay, counts: *pay });
            with(view, *seat, |player| {
                (player.entered, player.bet) = (true, Chips::ZERO);
                player.last_action = Some(SekaLastAction::Enter { pay: *pay });
            });
        }
        SekaEvent::Passed { seat } => {
            with(view, *seat, |player| player.last_action = Some(SekaLastAction::Pass));
        }
        SekaEvent::Ready { .. }
        | SekaEvent::Anted { .. }
        | SekaEvent::Dealt { .. }
        | SekaEvent::Round { .. }
        | SekaEvent::Opened { .. }
        | SekaEvent::PauseOver
        | SekaEvent::VoteOpened { .. }
        | SekaEvent::EntryOpened { .. }
        | SekaEvent::Svara { .. }
        | SekaEvent::Settled { .. }
        | SekaEvent::Won { .. }
        | SekaEvent::Waits { .. }
        | SekaEvent::Parted { .. } => {}
    }
}

const fn price_of_nothing() -> SekaPrice {
    SekaPrice { pay: Chips::ZERO, counts: Chips::ZERO }
}

fn seka(view: &mut TableView) -> Option<&mut SekaView> {
    if let GameView::Seka(game) = &mut view.game { Some(game) } else { None }
}

fn with(view: &mut TableView, seat: Seat, change: impl FnOnce(&mut SekaPlayer)) {
    if let Some(player) = seka(view).and_then(|game| game.players.get_mut(&seat)) {
        change(player);
    }
}

/// Chips go from the player, and from the house for the other half, into the pot.
fn puts_in(view: &mut TableView, seat: Seat, SekaPrice { pay, counts }: SekaPrice) {
    if let Some(chair) = view.seats.get_mut(&seat) {
        chair.stack -= pay;
    }
    with(view, seat, |player| player.bet += counts);
    if let Some(game) = seka(view) {
        game.pot += counts;
        game.lent += counts - pay;
    }
}

fn acts(view: &mut TableView, seat: Seat, price: SekaPrice, action: SekaLastAction) {
    puts_in(view, seat, price);
    with(view, seat, |player| player.last_action = Some(action));
    // Whoever acted thinks no longer; who comes next is told with what follows.
    view.clocks.clear();
    seka(view).into_iter().for_each(|game| game.to_act = None);
}
