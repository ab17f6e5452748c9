//! What happened in a game, in the words of the protocol, as one viewer may know it.

use crate::updau::{
    Available, BoxCount, Criteria, GameNews, GameParam, GameState, Hand, Pile, PlayerEvent, Roles,
    RoundStart, Score, Stage, Turn, TurnMade, Wait,
};
use kozyr_card_game::{Game, Seat, Viewer};
use kozyr_cards::{Card, CardSet};
use kozyr_durak::{
    Action, Durak, Event, GameOver, MAX_BOXES, Match, Offer, PartyEnd, Round, Stage as GameStage, View,
};

/// A move of the protocol as a move of the game.
pub(super) fn action(turn: Turn) -> Action {
    match turn {
        Turn::Attack(card) => Action::Attack(card),
        Turn::Defend { attack, with } => Action::Defend { attack, with },
        Turn::Show(card) => Action::Show(card),
        Turn::Transfer(card) => Action::Transfer(card),
        Turn::Take => Action::Take,
        Turn::Finish => Action::Finish,
    }
}

/// A move of the game as a move of the protocol, if it is one.
fn turn(action: Action) -> Option<Turn> {
    Some(match action {
        Action::Attack(card) => Turn::Attack(card),
        Action::Defend { attack, with } => Turn::Defend { attack, with },
        Action::Show(card) => Turn::Show(card),
        Action::Transfer(card) => Turn::Transfer(card),
        Action::Take => Turn::Take,
        Action::Finish => Turn::Finish,
        Action::Ready | Action::Surrender | Action::Away | Action::Back => return None,
    })
}

/// The buttons of a player.
pub(super) fn availables(view: &View) -> Vec<Available> {
    let available = |offer: &Offer| {
        Some(match offer {
            Offer::Ready => Available::Ready,
            Offer::Take => Available::Take,
            Offer::Finish => Available::Finish,
            Offer::Show(cards) => Available::Show(cards.iter().collect()),
            Offer::Transfer(cards) => Available::Trans(cards.iter().collect()),
            Offer::Attack { cards, onto } => {
                Available::Attack(cards.iter().map(|card| (onto.of(card), card)).collect())
            }
            Offer::Defend(pairs) => {
                let each = |&(attack, cards): &(Card, CardSet)| cards.iter().map(move |with| (attack, with));
                Available::Defend(pairs.iter().flat_map(each).collect())
            }
            Offer::Surrender | Offer::Away | Offer::Back => return None,
        })
    };
    view.availables.iter().filter_map(available).collect()
}

/// The action `game` for one viewer: everything that happened in one go.
pub(super) fn game_news(
    viewer: Viewer,
    events: &[Event],
    game: &Match,
    criteria: &Criteria,
    waits: &[Wait],
) -> GameNews {
    let view = game.view(viewer);
    let mut news = GameNews { waits: waits.to_vec(), ..GameNews::default() };
    let mut added = CardSet::EMPTY;
    let mut hand_changed = false;
    for event in events.iter().filter_map(|event| Durak::event_for(event, viewer)) {
        match event {
            Event::Turn { seat, action, attacker, defender } => {
                let roles = Some(Roles { attacker, defender });
                news.turn = turn(action).map(|turn| TurnMade { seat, turn, roles });
            }
            Event::FinishRound { taken_by, cards } => {
                news.finish_round = Some(taken_by);
                hand_changed = true;
                if taken_by.is_some_and(|seat| viewer.is(seat)) {
                    added |= cards;
                }
            }
            Event::Drawn { seat, cards: Some(cards), .. } if viewer.is(seat) => {
                hand_changed = true;
                added |= cards;
            }
            Event::Table(round) => {
                if round.number == 1 {
                    news.param = Some(GameParam::from(criteria));
                    news.teams = criteria.mode.pairs();
                }
                news.table = Some(round_start(&round, criteria));
                hand_changed = true;
            }
            Event::Ready(seat) => news.event = Some((PlayerEvent::Ready, seat)),
            Event::Away(seat) => news.event = Some((PlayerEvent::Leave, seat)),
            Event::Back(seat) => news.event = Some((PlayerEvent::Return, seat)),
            Event::GotUp(seat) => news.event = Some((PlayerEvent::GetUp, seat)),
            Event::Drawn { .. }
            | Event::OutOfTime(_)
            | Event::Out(_)
            | Event::ReadyWanted(_)
            | Event::Clocks(_)
            | Event::PartyEnd(_)
            | Event::GameOver(_) => {}
        }
    }
    if let Some(hand) = view.hand {
        let add = (!added.is_empty()).then(|| added.iter().collect());
        news.cards = hand_changed.then(|| Hand { values: Some(hand.iter().collect()), add });
    }
    if matches!(viewer, Viewer::Seat(_)) {
        // READY is offered once: clients answer it whenever they see it.
        let asked = events.iter().any(|event| matches!(event, Event::ReadyWanted(_)));
        let again = !asked && view.availables.contains(&Offer::Ready);
        news.availables = (!again).then(|| availables(&view));
    }
    news
}

fn round_start(round: &Round, criteria: &Criteria) -> RoundStart {
    let counted = |seat: Seat| BoxCount {
        seat,
        count: round.counts[seat.index()],
        add: Some(round.added[seat.index()]).filter(|&added| added > 0),
    };
    RoundStart {
        trump: round.trump,
        deck_count: round.deck_count,
        win_card: round.win_card,
        boxes: round.boxes.iter().map(counted).collect(),
        roles: Roles { attacker: round.attacker, defender: round.defender },
        teams: criteria.mode.pairs(),
    }
}

/// The whole state for one viewer.
pub(super) fn game_state(view: &View, criteria: &Criteria) -> GameState {
    let stage = match view.stage {
        GameStage::Taking => Stage::Taking,
        GameStage::Ready | GameStage::Refill | GameStage::Between | GameStage::Over => Stage::Ready,
        GameStage::Dealing | GameStage::Lead | GameStage::Defend | GameStage::Shown | GameStage::Throw => {
            Stage::Round
        }
    };
    let dealt = "a game is shown when its first cards are dealt";
    GameState {
        param: GameParam::from(criteria),
        party: view.party,
        round: view.round,
        stage,
        piles: view.table.piles().iter().map(|pile| -> Pile { (pile.attack, pile.beaten_by) }).collect(),
        limit: view.limit,
        shown: view.shown,
        trump: view.trump.expect(dealt),
        deck_count: view.deck_count,
        discarded: view.discarded,
        counts: view.boxes.iter().map(|seat| (seat, view.counts[seat.index()])).collect(),
        finished: view.finished,
        ready: view.ready,
        away: view.away,
        roles: Roles { attacker: view.attacker.expect(dealt), defender: view.defender.expect(dealt) },
        availables: availables(view),
        hand: view.hand.map(|hand| hand.iter().collect()),
    }
}

/// How everybody did in a party.
pub(super) fn party_scores(end: &PartyEnd, counts: &[u8; MAX_BOXES]) -> Vec<Score> {
    let score = |seat: Seat| Score {
        seat,
        place: end.outcome.place(seat),
        points: end.points[seat.index()],
        win: end.paid[seat.index()],
        count: Some(counts[seat.index()]),
    };
    end.boxes.iter().map(score).collect()
}

/// How everybody did in a game. In a draw everybody has place 1 and no points.
pub(super) fn game_scores(over: &GameOver) -> Vec<Score> {
    let draw = over.winners.is_empty();
    let score = |seat: Seat| Score {
        seat,
        place: over.place(seat),
        points: if draw { 0 } else { over.points[seat.index()] },
        win: over.paid[seat.index()],
        count: None,
    };
    over.boxes.iter().map(score).collect()
}
