//! Seka on the wire.

mod looks;
mod offers;
mod telling;

use super::Served;
use crate::plan::GamePlan;
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_protocol::room;
use kozyr_protocol::room::{
    GameAction, GameInfo, GameView, GameWord, OwnGame, Refusal, SekaAction, SekaEvent, SekaRefusal,
    TableEvent, TableView,
};
use kozyr_seka::{Action, Event, Refusal as Seka, Rules};
use kozyr_table::Person;
use kozyr_table::seka::{SekaPlan, SekaSeating, SekaTable, SekaWord};
use kozyr_time::PlayerId;

/// So many times the minimum balance most sit down with: a few raises and a svara.
const USUAL: i64 = 3;

impl Served for SekaSeating {
    fn house(plan: &GamePlan) -> Option<&Rules> {
        if let GamePlan::Seka(house) = plan { Some(house) } else { None }
    }

    fn info(house: &Rules) -> GameInfo {
        GameInfo::Seka(looks::info(house))
    }

    fn usual(house: &Rules) -> (Chips, Chips) {
        (house.min_balance * USUAL, house.base)
    }

    fn view(table: &SekaTable) -> GameView {
        GameView::Seka(looks::view(table))
    }

    fn own(table: &SekaTable, person: PlayerId) -> Option<OwnGame> {
        offers::own(table, person).map(OwnGame::Seka)
    }

    fn pot(table: &SekaTable) -> Option<Chips> {
        table.game_view(None).filter(|_| table.is_running()).map(|deal| deal.pot)
    }

    fn beginning(plan: &SekaPlan) -> Option<TableEvent> {
        Some(TableEvent::Seka(SekaEvent::Anted { seats: plan.players.clone() }))
    }

    fn event(event: Event, people: &[Person], table: &SekaTable) -> Option<TableEvent> {
        Some(TableEvent::Seka(telling::event(event, people, table)))
    }

    fn word(seat: Seat, word: &SekaWord, _: &SekaTable) -> Option<TableEvent> {
        Some(TableEvent::Seka(SekaEvent::Ready { seat, ready: *word == SekaWord::Ready }))
    }

    fn glance(event: &TableEvent) -> Option<u8> {
        telling::glance(event)
    }

    fn advance(view: &mut TableView, event: &TableEvent, after: &TableView) {
        telling::advance(view, event, after);
    }

    fn undecided(own: &mut OwnGame) {
        if let OwnGame::Seka(own) = own {
            own.offers.clear();
            own.says.clear();
        }
    }

    fn say(word: &GameWord) -> Option<SekaWord> {
        let GameWord::Seka(word) = word else { return None };
        Some(match word {
            room::SekaWord::Ready => SekaWord::Ready,
            room::SekaWord::NotReady => SekaWord::NotReady,
        })
    }

    fn action(action: &GameAction) -> Option<Action> {
        let GameAction::Seka(action) = action else { return None };
        Some(match *action {
            SekaAction::Open => Action::Open,
            SekaAction::Dark => Action::Dark,
            SekaAction::Check => Action::Check,
            SekaAction::Call => Action::Call,
            SekaAction::RaiseTo { to } => Action::Raise(to),
            SekaAction::Reveal => Action::Reveal,
            SekaAction::Fold => Action::Fold,
            SekaAction::Vote { yes } => Action::Vote(yes),
            SekaAction::Enter => Action::Enter,
            SekaAction::Pass => Action::Pass,
        })
    }

    fn refusal(refusal: &Seka) -> Refusal {
        let why = match *refusal {
            Seka::RaiseTooLow { above, .. } => {
                return Refusal::RaiseTooSmall { least: above + Chips::new(1) };
            }
            Seka::RaiseTooHigh { max, .. } => return Refusal::RaiseTooLarge { most: max },
            Seka::NoCheck => SekaRefusal::NoCheck,
            Seka::NoDark => SekaRefusal::NoDark,
            Seka::OpenAlready => SekaRefusal::OpenAlready,
            Seka::NoReveal => SekaRefusal::NoReveal,
            Seka::CallOrFold => SekaRefusal::CallOrFold,
            Seka::WrongStage => SekaRefusal::WrongStage,
            Seka::CannotPay { pay, stack, .. } => SekaRefusal::CannotPay { pay, has: stack },
            Seka::SitsOut(_) => SekaRefusal::SitsOut,
            Seka::Over | Seka::NotSeated(_) | Seka::NoSuchSeat(_) => return Refusal::NotInHand,
            _ => return Refusal::NotYourTurn,
        };
        Refusal::Seka { why }
    }
}

/// Where the person with this seat of the deal sits, or sat.
fn chair(people: &[Person], seat: Seat) -> Seat {
    people.iter().find(|person| person.seat == seat).map_or(seat, |person| person.chair)
}

/// Who has this seat of the deal.
fn player(people: &[Person], seat: Seat) -> u64 {
    people.iter().find(|person| person.seat == seat).map_or(0, |person| person.player.get())
}

#[cfg(test)]
mod tests;
