//! Durak on the wire.

mod own;
mod telling;
#[cfg(test)]
mod tests;

use super::Served;
use crate::plan::GamePlan;
use kozyr_card_game::{Seat, SeatSet};
use kozyr_chips::Chips;
use kozyr_durak::{
    Action, Ending, Event, MAX_BOXES, Mode, OnTimeout, Outcome, Party, Refusal as Durak, Stage, View,
};
use kozyr_protocol::room;
use kozyr_protocol::room::{
    BySeat, DurakAction, DurakAsk, DurakEnding, DurakGameOver, DurakInfo, DurakMode, DurakOutcome, DurakPile,
    DurakPlayer, DurakRefusal, DurakStage, DurakView, GameAction, GameInfo, GameView, GameWord, OwnGame,
    Refusal, TableEvent, TableView,
};
use kozyr_table::durak::{DurakGame, DurakHouse, DurakPause, DurakPlan, DurakSeating, DurakTable, DurakWord};
use kozyr_table::{Person, Seating};
use kozyr_time::PlayerId;

impl Served for DurakSeating {
    fn house(plan: &GamePlan) -> Option<&DurakHouse> {
        if let GamePlan::Durak(house) = plan { Some(house) } else { None }
    }

    fn info(house: &DurakHouse) -> GameInfo {
        GameInfo::Durak(DurakInfo {
            mode: mode(house.rules.mode),
            cards: house.rules.pack.cards().len() as u8,
            stake: house.stake,
            points: house.points,
            rake_percent: house.rake_percent,
            untimed: house.untimed,
            timeout_loses: house.rules.on_timeout == OnTimeout::Lose,
            throw_after_take: house.rules.throw_after_take,
        })
    }

    fn usual(house: &DurakHouse) -> (Chips, Chips) {
        (Chips::ZERO, house.stake)
    }

    fn view(table: &DurakTable) -> GameView {
        GameView::Durak(view(table))
    }

    fn own(table: &DurakTable, person: PlayerId) -> Option<OwnGame> {
        own::own(table, person).map(OwnGame::Durak)
    }

    /// The stakes of a game that has several parties lie there between two of them, too.
    fn pot(table: &DurakTable) -> Option<Chips> {
        Some(table.seating().holds()).filter(|pool| pool.is_positive())
    }

    fn beginning(plan: &DurakPlan) -> Option<TableEvent> {
        Some(telling::beginning(plan))
    }

    fn event(event: Event, _: &[Person], table: &DurakTable) -> Option<TableEvent> {
        telling::event(&event, table).map(TableEvent::Durak)
    }

    fn word(seat: Seat, word: &DurakWord, _: &DurakTable) -> Option<TableEvent> {
        Some(telling::word(seat, *word))
    }

    fn glance(event: &TableEvent) -> Option<u8> {
        telling::glance(event)
    }

    fn advance(view: &mut TableView, event: &TableEvent, _: &TableView) {
        telling::advance(view, event);
    }

    fn undecided(own: &mut OwnGame) {
        if let OwnGame::Durak(own) = own {
            (own.offers, own.timeout) = Default::default();
            own.words.clear();
        }
    }

    fn say(word: &GameWord) -> Option<DurakWord> {
        let GameWord::Durak(word) = word else { return None };
        Some(match word {
            room::DurakWord::Ready => DurakWord::Ready,
            room::DurakWord::NotReady => DurakWord::NotReady,
            room::DurakWord::Away => DurakWord::Away,
            room::DurakWord::Back => DurakWord::Back,
        })
    }

    fn action(action: &GameAction) -> Option<Action> {
        let GameAction::Durak(action) = action else { return None };
        Some(match *action {
            DurakAction::Attack { card } => Action::Attack(card),
            DurakAction::Defend { attack, with } => Action::Defend { attack, with },
            DurakAction::Show { card } => Action::Show(card),
            DurakAction::Transfer { card } => Action::Transfer(card),
            DurakAction::Take => Action::Take,
            DurakAction::Finish => Action::Finish,
            DurakAction::Ready => Action::Ready,
            DurakAction::Surrender => Action::Surrender,
            DurakAction::Away => Action::Away,
            DurakAction::Back => Action::Back,
        })
    }

    fn refusal(refusal: &Durak) -> Refusal {
        Refusal::Durak(match *refusal {
            Durak::NotInHand(card) => DurakRefusal::NotYourCard { card },
            Durak::NoSuchRank(card) => DurakRefusal::NoSuchRank { card },
            Durak::LimitReached(limit) => DurakRefusal::LimitReached { limit },
            Durak::AlreadyFinished => DurakRefusal::AlreadyFinished,
            Durak::NotBeaten => DurakRefusal::NotBeaten,
            Durak::NothingToBeat(card) => DurakRefusal::NothingToBeat { card },
            Durak::DoesNotBeat { attack, with } => DurakRefusal::DoesNotBeat { attack, with },
            Durak::NothingToTake => DurakRefusal::NothingToTake,
            Durak::NoTransfer => DurakRefusal::NoTransfer,
            Durak::NoShow => DurakRefusal::NoShow,
            Durak::ShowFirst => DurakRefusal::ShowFirst,
            Durak::TransferShown(card) => DurakRefusal::TransferShown { card },
            Durak::CannotTransfer => DurakRefusal::CannotTransfer,
            Durak::NotAsked => DurakRefusal::NotAsked,
            Durak::SamePresence => return Refusal::AlreadySo,
            Durak::Over | Durak::NotPlaying(_) => return Refusal::NotInHand,
            Durak::NotYourTurn
            | Durak::NoSuchClock
            | Durak::ComingAndGoing
            | Durak::Param(_)
            | Durak::Seats(_)
            | Durak::Stake(_)
            | Durak::WrongDeal(_)
            | Durak::WrongSetup(_) => return Refusal::NotYourTurn,
        })
    }
}

/// The party as somebody sees it who only looks on, within the game it belongs to.
fn view(table: &DurakTable) -> DurakView {
    let (seating, running) = (table.seating(), table.is_running());
    let mut view = DurakView {
        ready: seats(seating.ready()),
        away: seats(seating.away()),
        asks: table.pause().and_then(|pause| pause.name).map(|pause| match pause {
            DurakPause::Begin => DurakAsk::Begin,
            DurakPause::Party => DurakAsk::NextParty,
            DurakPause::Revanche => DurakAsk::Again,
        }),
        due: match seating.score().filter(|score| score.over().is_none()) {
            Some(score) => score.due(),
            None => table.house().stake,
        },
        ..DurakView::default()
    };
    if let Some(game) = seating.game() {
        game_around(&mut view, game, running);
    }
    if let (Some(party), Some(state)) = (table.durak_view(None), table.state()) {
        party_inside(&mut view, table, &party, state);
    }
    view
}

/// What outlives a party: points, the pool, how the last party and the game ended.
fn game_around(view: &mut DurakView, game: &DurakGame, running: bool) {
    let score = game.score();
    view.party = score.party();
    view.pool = score.pool();
    view.points = points(game, score.points());
    if running {
        return;
    }
    view.outcome = game.last_party().map(|end| outcome(&end.outcome, chips(&end.paid)));
    view.game_over =
        score.over().map(|over| DurakGameOver { winners: seats(over.winners), paid: chips(&over.paid) });
}

fn party_inside(view: &mut DurakView, table: &DurakTable, party: &View, state: &Party) {
    let running = table.is_running();
    let pairs = party.mode.pairs();
    let partner = |seat: Seat| pairs.then(|| Seat::from_index((seat.index() + 2) % 4));
    let player = |person: &Person| DurakPlayer {
        player: person.player.get(),
        cards: party.counts[person.seat.index()],
        out: party.out.contains(person.seat),
        partner: partner(person.seat),
    };
    view.round = party.round;
    view.stage = Some(stage(party.stage));
    view.trump = party.trump;
    view.deck = party.deck_count;
    view.discarded = party.discarded;
    view.players = table.people().iter().map(|person| (person.chair, player(person))).collect();
    let piles = party.table.piles().iter();
    view.piles = piles.map(|pile| DurakPile { attack: pile.attack, beaten_by: pile.beaten_by }).collect();
    (view.attacker, view.defender) = (party.attacker, party.defender);
    (view.lowest_trump, view.shown) = (party.win_card, party.shown);
    view.limit = party.limit;
    view.room = state.room() as u8;
    view.throwers = seats(state.may_throw_in());
    view.finished = seats(party.finished);
    if running {
        (view.ready, view.away) = (seats(party.ready), seats(party.away));
    }
}

fn seats(set: SeatSet) -> Vec<Seat> {
    set.iter().collect()
}

fn points(game: &DurakGame, points: &[u16; MAX_BOXES]) -> BySeat<u16> {
    game.players().iter().map(|&(seat, _)| (seat, points[seat.index()])).collect()
}

/// Who was paid something.
fn chips(paid: &[Chips; MAX_BOXES]) -> BySeat<Chips> {
    let all = paid.iter().enumerate().map(|(index, &chips)| (Seat::from_index(index), chips));
    all.filter(|(_, chips)| chips.is_positive()).collect()
}

fn outcome(outcome: &Outcome, paid: BySeat<Chips>) -> DurakOutcome {
    let (ending, by) = match outcome.ending {
        Ending::LastHolder => (DurakEnding::LastHolder, None),
        Ending::NobodyHolds => (DurakEnding::NobodyHolds, None),
        Ending::NoDiscards => (DurakEnding::NoDiscards, None),
        Ending::Surrender(seat) => (DurakEnding::Surrender, Some(seat)),
        Ending::OutOfTime(seat) => (DurakEnding::OutOfTime, Some(seat)),
    };
    DurakOutcome { ending, by, fools: seats(outcome.fools), winners: seats(outcome.winners), paid }
}

fn mode(mode: Mode) -> DurakMode {
    match mode {
        Mode::Plain => DurakMode::Plain,
        Mode::Transfer => DurakMode::Transfer,
        Mode::TrafficLight => DurakMode::TrafficLight,
        Mode::Pairs => DurakMode::Pairs,
        Mode::PairsTransfer => DurakMode::PairsTransfer,
        Mode::PairsTrafficLight => DurakMode::PairsTrafficLight,
    }
}

fn stage(stage: Stage) -> DurakStage {
    match stage {
        Stage::Dealing => DurakStage::Dealing,
        Stage::Lead => DurakStage::Lead,
        Stage::Defend => DurakStage::Defend,
        Stage::Shown => DurakStage::Shown,
        Stage::Throw => DurakStage::Throw,
        Stage::Taking => DurakStage::Taking,
        Stage::Ready => DurakStage::Ready,
        Stage::Refill => DurakStage::Refill,
        Stage::Between | Stage::Over => DurakStage::Over,
    }
}
