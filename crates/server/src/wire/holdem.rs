//! Hold'em on the wire.

mod made;
mod offers;
mod telling;

use super::Served;
use crate::plan::GamePlan;
use kozyr_card_game::Seat;
use kozyr_cards::Card;
use kozyr_chips::Chips;
use kozyr_poker::Refusal as Poker;
use kozyr_poker::{Action, Event, MustShow, NoRaise, PlayerView, PokerRefusal};
use kozyr_protocol::room;
use kozyr_protocol::room::{
    GameAction, GameInfo, GameView, GameWord, HoldemAction, HoldemEvent, HoldemOptions, HoldemOwn,
    HoldemPlayer, HoldemPot, HoldemRun, HoldemTimeout, HoldemView, OwnGame, Refusal, TableEvent, TableView,
};
use kozyr_table::Person;
use kozyr_table::holdem::{HoldemHouse, HoldemPlan, HoldemSeating, HoldemTable, HoldemWord, LastAction};
use kozyr_time::PlayerId;

/// So many big blinds most sit down with.
const USUAL: i64 = 100;

impl Served for HoldemSeating {
    fn house(plan: &GamePlan) -> Option<&HoldemHouse> {
        if let GamePlan::Holdem(house) = plan { Some(house) } else { None }
    }

    fn info(house: &HoldemHouse) -> GameInfo {
        let (small_blind, big_blind) = house.blinds();
        let hole_cards = house.variant.streets[0].hole;
        let (variant, options) = (house.variant.code.to_owned(), options(house));
        GameInfo::Holdem { variant, hole_cards, small_blind, big_blind, options }
    }

    fn usual(house: &HoldemHouse) -> (Chips, Chips) {
        (house.big_blind * USUAL, house.big_blind)
    }

    fn view(table: &HoldemTable) -> GameView {
        let Some((view, plan)) = table.game_view(None).zip(table.show().plan()) else {
            return GameView::Holdem(HoldemView::default());
        };
        let at = |seat: Seat| table.people()[seat.index()].chair;
        let pots = view.pots.iter();
        let runs = (0..view.boards.len()).map(|run| made::on(table, &view, run)).collect::<Vec<_>>();
        GameView::Holdem(HoldemView {
            button: Some(plan.places.button),
            small_blind: plan.small_blind(),
            big_blind: Some(plan.places.big_blind),
            players: view
                .players
                .iter()
                .map(|player| (at(player.seat), shown(table, player, &runs)))
                .collect(),
            order: table.people().iter().map(|person| person.chair).collect(),
            boards: view.boards.iter().map(|board| known(board)).collect(),
            pots: pots
                .map(|pot| HoldemPot { amount: pot.amount, eligible: pot.eligible.iter().map(at).collect() })
                .collect(),
            total: view.total,
            street: view.street as u8,
            to_act: view.turn.map(at),
            straddle: plan.straddle,
            asked: view.asked.iter().map(at).collect(),
        })
    }

    fn pot(table: &HoldemTable) -> Option<Chips> {
        table.state().filter(|_| table.is_running()).map(kozyr_poker::Hand::pot_total)
    }

    fn own(table: &HoldemTable, person: PlayerId) -> Option<OwnGame> {
        let part = table.people().iter().find(|one| one.player == person)?;
        let hand = table.state()?;
        let cards = known(hand.hole(part.seat.index()));
        // Of two boards each makes something else: their hands lie open then, with what they make of both.
        let made = made::made(table, &cards, &known(hand.board(0))).filter(|_| hand.boards() == 1);
        let timeout = hand.on_timeout(part.seat).filter(|_| table.is_running());
        Some(OwnGame::Holdem(HoldemOwn {
            made: made.filter(|_| hand.live().contains(part.seat)),
            cards,
            offers: offers::offers(table, part.seat),
            shows: if table.is_running() {
                Vec::new()
            } else {
                table.seating().may_show(part.chair).collect()
            },
            timeout: timeout.map(|action| match action {
                Action::CheckOrCall => HoldemTimeout::Check,
                Action::Show => HoldemTimeout::Show,
                Action::Muck => HoldemTimeout::Muck,
                Action::Fold
                | Action::RaiseTo(_)
                | Action::BringIn
                | Action::Discard(_)
                | Action::Runouts(_) => HoldemTimeout::Fold,
            }),
        }))
    }

    fn straddles(table: &HoldemTable, seat: Seat) -> Option<bool> {
        table.house().straddle.then(|| table.seating().straddles(seat))
    }

    fn beginning(plan: &HoldemPlan) -> Option<TableEvent> {
        Some(telling::beginning(plan))
    }

    fn event(event: Event, people: &[Person], table: &HoldemTable) -> Option<TableEvent> {
        Some(telling::event(event, people, table))
    }

    /// Who straddles shows when they do it.
    fn word(seat: Seat, word: &HoldemWord, table: &HoldemTable) -> Option<TableEvent> {
        if let HoldemWord::Straddle(_) = word {
            return None;
        }
        let cards = shown_since(table, seat);
        (!cards.is_empty()).then_some(TableEvent::Holdem(HoldemEvent::Shown { seat, cards }))
    }

    fn turns_over(word: &HoldemWord) -> bool {
        !matches!(word, HoldemWord::Straddle(_))
    }

    fn glance(event: &TableEvent) -> Option<u8> {
        telling::glance(event)
    }

    fn advance(view: &mut TableView, event: &TableEvent, after: &TableView) {
        telling::advance(view, event, after);
    }

    fn undecided(own: &mut OwnGame) {
        if let OwnGame::Holdem(own) = own {
            own.offers.clear();
            own.timeout = None;
        }
    }

    fn say(word: &GameWord) -> Option<HoldemWord> {
        let GameWord::Holdem(word) = word else { return None };
        Some(match *word {
            room::HoldemWord::Show { card } => HoldemWord::Show(card),
            room::HoldemWord::ShowAll => HoldemWord::ShowAll,
            room::HoldemWord::Straddle { on } => HoldemWord::Straddle(on),
        })
    }

    fn action(action: &GameAction) -> Option<Action> {
        let GameAction::Holdem(action) = action else { return None };
        Some(match action {
            HoldemAction::Fold => Action::Fold,
            HoldemAction::CheckOrCall => Action::CheckOrCall,
            HoldemAction::RaiseTo { to } => Action::RaiseTo(*to),
            HoldemAction::RunTwice { agree } => Action::Runouts(*agree),
            HoldemAction::Show => Action::Show,
            HoldemAction::Muck => Action::Muck,
        })
    }

    fn refusal(refusal: &PokerRefusal) -> Refusal {
        let PokerRefusal::Move(refusal) = refusal else { return Refusal::NotInHand };
        match refusal {
            Poker::NoRaise(_, why) => Refusal::MayNotRaise { why: no_raise(*why) },
            Poker::TooSmall { least, .. } => Refusal::RaiseTooSmall { least: *least },
            Poker::TooLarge { most, .. } => Refusal::RaiseTooLarge { most: *most },
            Poker::ShowdownNow => Refusal::ShowdownNow,
            Poker::NoShowdownYet => Refusal::NoShowdownYet,
            Poker::MustShow(_, why) => Refusal::MustShow { why: must_show(*why) },
            Poker::HandIsOver | Poker::NoSuchPlayer(_) => Refusal::NotInHand,
            _ => Refusal::NotYourTurn,
        }
    }
}

/// What a table with this house is made with.
fn options(house: &HoldemHouse) -> HoldemOptions {
    HoldemOptions { straddle: house.straddle, run_it_twice: house.run_it_twice }
}

/// Makes the house of a table with these.
pub(crate) const fn make_with(house: &mut HoldemHouse, options: HoldemOptions) {
    house.straddle = options.straddle;
    house.run_it_twice = options.run_it_twice;
}

/// A player as everybody sees them: the view is that of somebody who looks on.
fn shown(table: &HoldemTable, player: &PlayerView, runs: &[Vec<HoldemRun>]) -> HoldemPlayer {
    let person = table.people()[player.seat.index()];
    let mut cards = known(&player.cards);
    if cards.is_empty() {
        cards = shown_since(table, person.chair);
    }
    let parts = runs.iter().map(|run| run[player.seat.index()].clone());
    let mut runs: Vec<HoldemRun> = parts.filter(|_| !player.folded).collect();
    // One board is nothing that has to be told apart.
    let only = if runs.len() == 1 { runs.pop() } else { None }.unwrap_or_default();
    HoldemPlayer {
        player: person.player.get(),
        face_down: (player.cards.len() - cards.len()) as u8,
        made: only.made,
        cards,
        bet: player.bet,
        folded: player.folded,
        all_in: table.is_running() && !player.folded && player.stack.is_zero(),
        mucked: player.mucked,
        last_action: table.show().last_action(person.chair).map(last_action),
        won: table.show().won(person.chair),
        kicker: only.kicker,
        runs,
    }
}

/// The cards somebody has turned over since the hand was over.
fn shown_since(table: &HoldemTable, chair: Seat) -> Vec<Card> {
    let Some(hand) = table.state().filter(|_| !table.is_running()) else { return Vec::new() };
    let Some(person) = table.people().iter().find(|person| person.chair == chair) else { return Vec::new() };
    let hole = hand.hole(person.seat.index());
    table.seating().shown_since(chair).filter_map(|nth| *hole.get(usize::from(nth))?).collect()
}

/// The cards of which the face is known.
fn known(cards: &[Option<Card>]) -> Vec<Card> {
    cards.iter().copied().flatten().collect()
}

fn last_action(action: LastAction) -> room::LastAction {
    match action {
        LastAction::Fold => room::LastAction::Fold,
        LastAction::Check => room::LastAction::Check,
        LastAction::Call(amount) => room::LastAction::Call { amount },
        LastAction::Bet(to) => room::LastAction::Bet { to },
        LastAction::Raise(to) => room::LastAction::Raise { to },
    }
}

fn no_raise(why: NoRaise) -> room::NoRaise {
    match why {
        NoRaise::NoChips => room::NoRaise::NoChips,
        NoRaise::NobodyToCall => room::NoRaise::NobodyToCall,
        NoRaise::NotReopened => room::NoRaise::NotReopened,
        NoRaise::Capped => room::NoRaise::Capped,
    }
}

fn must_show(why: MustShow) -> room::MustShow {
    match why {
        MustShow::AllIn => room::MustShow::AllIn,
        MustShow::NotBeaten => room::MustShow::NotBeaten,
        MustShow::LastClaim => room::MustShow::LastClaim,
    }
}
