//! What happened at a table, in the words of the protocol, as one viewer may know it.

use super::room::TableStep;
use crate::updau::{
    Available, BoxCount, Criteria, GameNews, GameParam, GameState, Hand, Pile, PlayerEvent, Roles,
    RoundStart, Score, Stage, Turn, TurnMade, Wait,
};
use kozyr_card_game::{Seat, SeatSet, Viewer};
use kozyr_cards::{Card, CardSet};
use kozyr_durak::{Action, Event, GameOver, MAX_BOXES, Offer, PartyEnd, Round, Stage as GameStage, View};
use kozyr_table::durak::{DurakSeating, DurakTable, DurakWord};
use kozyr_table::{News, Told};
use kozyr_time::PlayerId;

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
fn availables(offers: &[Offer]) -> Vec<Available> {
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
    offers.iter().filter_map(available).collect()
}

/// What happened, in the game's own words, as this person may know it. What is said and done between parties counts.
pub(super) fn events(step: &TableStep, person: Option<PlayerId>) -> Vec<Event> {
    let event = |news: News<_>| match news {
        News::Game(event) => Some(event),
        News::Said(seat, DurakWord::Ready) => Some(Event::Ready(seat)),
        News::Said(seat, DurakWord::Away) => Some(Event::Away(seat)),
        News::Said(seat, DurakWord::Back) => Some(Event::Back(seat)),
        News::Left(seat, _) => Some(Event::GotUp(seat)),
        _ => None,
    };
    // To agree to a game is no part of it.
    let begins =
        |told: &Told<DurakSeating>| matches!(told.to(None), Some(News::Started(_, plan)) if plan.party == 1);
    let from = step.told.iter().position(begins).unwrap_or(0);
    step.told[from..].iter().filter_map(|told| told.to(person).and_then(event)).collect()
}

/// Does somebody get up who could not pay?
fn poor(step: &TableStep) -> bool {
    step.told.iter().any(|told| matches!(told.to(None), Some(News::CouldNotPay(_))))
}

/// What a player may do now.
fn offers(table: &DurakTable, seat: Option<Seat>, view: Option<&View>) -> Vec<Offer> {
    match (view, seat, table.seating().score()) {
        (Some(view), _, _) => view.availables.to_vec(),
        // The room was down since the last party: its cards are gone, but not who is asked.
        (None, Some(seat), Some(score)) => score.availables(seat).to_vec(),
        _ => Vec::new(),
    }
}

/// The action `game` for one viewer: everything that happened in one go.
pub(super) fn game_news(
    step: &TableStep,
    seat: Option<Seat>,
    person: Option<PlayerId>,
    criteria: &Criteria,
    waits: &[Wait],
) -> GameNews {
    let view = step.after.durak_view(person);
    let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
    let mut news = GameNews { waits: waits.to_vec(), ..GameNews::default() };
    let mut added = CardSet::EMPTY;
    let (mut hand_changed, mut asked) = (false, false);
    for event in events(step, person) {
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
            Event::GotUp(seat) => {
                let event = if poor(step) { PlayerEvent::GetUpPoor } else { PlayerEvent::GetUp };
                news.event = Some((event, seat));
            }
            Event::ReadyWanted(_) => asked = true,
            Event::Drawn { .. }
            | Event::OutOfTime(_)
            | Event::Out(_)
            | Event::Clocks(_)
            | Event::PartyEnd(_)
            | Event::GameOver(_) => {}
        }
    }
    if let Some(hand) = view.as_ref().and_then(|view| view.hand) {
        let add = (!added.is_empty()).then(|| added.iter().collect());
        news.cards = hand_changed.then(|| Hand { values: Some(hand.iter().collect()), add });
    }
    if let Some(seat) = seat {
        let offers = offers(&step.after, Some(seat), view.as_ref());
        // READY is offered once: clients answer it whenever they see it. Who was ready may be asked anew.
        let again = !asked && !step.ready.contains(seat) && offers.contains(&Offer::Ready);
        news.availables = (!again).then(|| availables(&offers));
    }
    news
}

/// What everybody is told once a party is over: READY, and how long there is for it.
pub(super) fn between_news(
    table: &DurakTable,
    seat: Option<Seat>,
    person: Option<PlayerId>,
    waits: &[Wait],
) -> GameNews {
    let offered = seat.map(|_| availables(&offers(table, seat, table.durak_view(person).as_ref())));
    GameNews { availables: offered, waits: waits.to_vec(), ..GameNews::default() }
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
pub(super) fn game_state(
    table: &DurakTable,
    seat: Option<Seat>,
    person: Option<PlayerId>,
    criteria: &Criteria,
) -> GameState {
    let Some(view) = table.durak_view(person) else { return empty_state(table, seat, criteria) };
    let stage = match view.stage {
        GameStage::Taking => Stage::Taking,
        GameStage::Ready | GameStage::Refill | GameStage::Between | GameStage::Over => Stage::Ready,
        GameStage::Dealing | GameStage::Lead | GameStage::Defend | GameStage::Shown | GameStage::Throw => {
            Stage::Round
        }
    };
    let dealt = "a game is shown when its first cards are dealt";
    let away = if table.is_running() { view.away } else { table.seating().away() };
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
        away,
        roles: Roles { attacker: view.attacker.expect(dealt), defender: view.defender.expect(dealt) },
        availables: availables(&view.availables),
        hand: view.hand.map(|hand| hand.iter().collect()),
    }
}

/// Between parties after the room was down: the cards of the last one were not kept, and the next `table` tells the
/// trump and who attacks whom.
fn empty_state(table: &DurakTable, seat: Option<Seat>, criteria: &Criteria) -> GameState {
    let score = table.seating().score().expect("a game is going on, or was");
    let staying: Vec<Seat> = score.staying().iter().collect();
    let first = staying.first().copied().unwrap_or(Seat::from_index(0));
    let second = staying.get(1).copied().unwrap_or(first);
    GameState {
        param: GameParam::from(criteria),
        party: score.party(),
        round: 1,
        stage: Stage::Ready,
        piles: Vec::new(),
        limit: 0,
        shown: None,
        trump: criteria.pack().cards().iter().next().expect("a pack has cards"),
        deck_count: 0,
        discarded: 0,
        counts: staying.iter().map(|&seat| (seat, 0)).collect(),
        finished: SeatSet::EMPTY,
        ready: score.ready(),
        away: table.seating().away(),
        roles: Roles { attacker: first, defender: second },
        availables: availables(&offers(table, seat, None)),
        hand: seat.map(|_| Vec::new()),
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
