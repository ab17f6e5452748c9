//! What happens in a party, glance by glance.
//!
//! One move of the log can be the last card of a round, its sweep and the end of the party at once. People see that
//! one after the other, so it is told as several steps.

use super::{chips, outcome, points};
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_durak::{Action, Event, PartyEnd, Stage};
use kozyr_protocol::room;
use kozyr_protocol::room::{
    DurakEvent, DurakPile, DurakPlayer, DurakStage, DurakView, GameView, TableEvent, TableView,
};
use kozyr_table::durak::{DurakPlan, DurakTable, DurakWord};

/// A party begins, and what it costs.
pub(super) fn beginning(plan: &DurakPlan) -> TableEvent {
    let players = plan.players.iter().map(|&(seat, _)| seat).collect();
    TableEvent::Durak(DurakEvent::Began { party: plan.party, players, stake: plan.stake })
}

/// A word between parties.
pub(super) fn word(seat: Seat, word: DurakWord) -> TableEvent {
    let word = match word {
        DurakWord::Ready => room::DurakWord::Ready,
        DurakWord::NotReady => room::DurakWord::NotReady,
        DurakWord::Away => room::DurakWord::Away,
        DurakWord::Back => room::DurakWord::Back,
    };
    TableEvent::Durak(DurakEvent::Said { seat, word })
}

/// An event as anybody hears it, with the table after the move it belongs to.
pub(super) fn event(event: &Event, table: &DurakTable) -> Option<DurakEvent> {
    Some(match *event {
        Event::Drawn { seat, count, .. } => {
            // The trump lay open at the bottom, and the order of drawing is known: so is who drew it.
            let party = table.state()?;
            let trump = party.view(kozyr_card_game::Viewer::Spectator).trump;
            let has_it = trump.is_some_and(|trump| party.hand(seat).contains(trump));
            DurakEvent::Drew { seat, cards: count, trump: party.deck_count() == 0 && has_it }
        }
        Event::Table(round) => DurakEvent::Round {
            round: round.number,
            attacker: round.attacker,
            defender: round.defender,
            trump: Some(round.trump).filter(|_| round.number == 1),
            lowest_trump: round.win_card,
        },
        Event::Turn { seat, action, defender, .. } => turn(seat, action, defender, table)?,
        Event::Out(seat) => DurakEvent::Out { seat },
        Event::FinishRound { taken_by, cards } => {
            DurakEvent::RoundOver { taken_by, cards: cards.iter().collect() }
        }
        Event::Ready(seat) => DurakEvent::Ready { seat },
        Event::Away(seat) => DurakEvent::Away { seat },
        Event::Back(seat) => DurakEvent::Back { seat },
        Event::PartyEnd(ref end) => party_over(end, table),
        // Clocks stand in the view, a time-out is told whatever is played, and games are the table's affair.
        Event::ReadyWanted(_)
        | Event::Clocks(_)
        | Event::OutOfTime(_)
        | Event::GotUp(_)
        | Event::GameOver(_) => return None,
    })
}

fn turn(seat: Seat, action: Action, defender: Seat, table: &DurakTable) -> Option<DurakEvent> {
    // A lead never ends a round: one card lies there after it. After any other attack there are more, or none.
    let leads = table.state()?.table().len() == 1;
    Some(match action {
        Action::Attack(card) if leads => DurakEvent::Led { seat, card },
        Action::Attack(card) => DurakEvent::ThrewIn { seat, card },
        Action::Defend { attack, with } => DurakEvent::Beat { seat, attack, with },
        Action::Show(card) => DurakEvent::Showed { seat, card },
        Action::Transfer(card) => DurakEvent::Transferred { seat, card, to: defender },
        Action::Take => DurakEvent::Takes { seat },
        Action::Finish => DurakEvent::Finished { seat, taking: taking(table) },
        Action::Ready | Action::Surrender | Action::Away | Action::Back => return None,
    })
}

/// Did the defender take when somebody finished? The finish may have ended the round, and the party with it.
fn taking(table: &DurakTable) -> bool {
    table.state().is_some_and(|party| match party.stage() {
        Stage::Taking => true,
        Stage::Lead | Stage::Defend | Stage::Shown | Stage::Throw => false,
        _ => party.last_taken(),
    })
}

/// The party alone knows of no game: points and what was paid are the table's.
fn party_over(end: &PartyEnd, table: &DurakTable) -> DurakEvent {
    let game = table.seating().game();
    let last = game.and_then(|game| game.last_party()).unwrap_or(end);
    let over = game.and_then(|game| game.score().over());
    let (mut paid, mut rake) = (chips(&last.paid), last.rake);
    if let Some(over) = over {
        paid.0.extend(chips(&over.paid).0);
        rake += over.rake;
    }
    DurakEvent::PartyOver {
        outcome: outcome(&last.outcome, chips(&last.paid)),
        points: game.map(|game| points(game, &last.points)).unwrap_or_default(),
        game_winners: over.map(|over| over.winners.iter().collect()),
        paid,
        rake: rake.max(Chips::ZERO),
    }
}

/// Events with the same number are seen at one glance.
pub(super) fn glance(event: &TableEvent) -> Option<u8> {
    Some(match event {
        TableEvent::Durak(DurakEvent::RoundOver { .. }) => 1,
        TableEvent::Durak(DurakEvent::Drew { .. } | DurakEvent::Round { .. }) => 2,
        TableEvent::Durak(DurakEvent::PartyOver { .. }) | TableEvent::HandOver { .. } => 3,
        _ => 0,
    })
}

/// Changes the view as the event did.
pub(super) fn advance(view: &mut TableView, event: &TableEvent) {
    let TableEvent::Durak(event) = event else { return };
    // Whoever acted thinks no longer; who comes next is told with what follows.
    view.clocks.clear();
    let GameView::Durak(game) = &mut view.game else { return };
    game.throwers.clear();
    match event {
        DurakEvent::Led { seat, card }
        | DurakEvent::ThrewIn { seat, card }
        | DurakEvent::Transferred { seat, card, .. } => {
            lays(game, *seat);
            game.finished.clear();
            game.room = game.room.saturating_sub(1);
            game.shown = None;
            game.piles.push(DurakPile { attack: *card, beaten_by: None });
        }
        DurakEvent::Beat { seat, attack, with } => {
            lays(game, *seat);
            let pile = game.piles.iter_mut().find(|pile| pile.attack == *attack);
            pile.into_iter().for_each(|pile| pile.beaten_by = Some(*with));
        }
        DurakEvent::Takes { .. } => game.stage = Some(DurakStage::Taking),
        DurakEvent::Finished { seat, .. } => game.finished.push(*seat),
        DurakEvent::Out { seat } => with(game, *seat, |player| player.out = true),
        DurakEvent::RoundOver { taken_by, cards } => {
            let count = cards.len() as u8;
            match taken_by {
                Some(seat) => with(game, *seat, |player| player.cards += count),
                None => game.discarded += count,
            }
            game.piles.clear();
            game.finished.clear();
            (game.shown, game.room) = (None, 0);
        }
        DurakEvent::Drew { seat, cards, .. } => {
            with(game, *seat, |player| player.cards += cards);
            game.deck = game.deck.saturating_sub(*cards);
        }
        DurakEvent::Ready { seat } => game.ready.push(*seat),
        DurakEvent::Began { .. }
        | DurakEvent::Round { .. }
        | DurakEvent::Showed { .. }
        | DurakEvent::Away { .. }
        | DurakEvent::Back { .. }
        | DurakEvent::PartyOver { .. }
        | DurakEvent::Said { .. } => {}
    }
}

fn lays(game: &mut DurakView, seat: Seat) {
    with(game, seat, |player| player.cards = player.cards.saturating_sub(1));
}

fn with(game: &mut DurakView, seat: Seat, change: impl FnOnce(&mut DurakPlayer)) {
    if let Some(player) = game.players.get_mut(&seat) {
        change(player);
    }
}
