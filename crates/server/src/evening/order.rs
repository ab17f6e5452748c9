//! From what a director says on the wire to a line of the log, or why not.

use super::MOST_ENTRANTS;
use crate::tournament::{Chance, blind_level, form_of, fresh_secret, on_wire, refusal_of, wall};
use kozyr_card_game::Seat;
use kozyr_protocol::room::{ChipCount, EveningOrder, Refusal, TournamentRefusal};
use kozyr_time::{Millis, Timestamp};
use kozyr_tournament::evening::{Evening, Line, Order};
use kozyr_tournament::{EntrantId, Refusal as Refused, TableNo};

/// The longest name.
const LONGEST_NAME: usize = 40;

/// What an order comes to now.
pub(super) fn line(evening: &Evening, order: &EveningOrder, now: Timestamp) -> Result<Line, Refusal> {
    let said = match order {
        EveningOrder::Undo => return evening.undo().map_err(|refused| told(evening, &refused)),
        EveningOrder::Redo => return evening.redo().map_err(|refused| told(evening, &refused)),
        order => read(evening, order)?,
    };
    let secret = fresh_secret().ok_or(Refusal::TryAgain)?;
    let mut chance = Chance::new(&secret);
    let decided = evening.order(wall(now), &said, &mut |n| chance.below(n));
    decided.map_err(|refused| told(evening, &refused))
}

fn told(evening: &Evening, refused: &Refused) -> Refusal {
    let cup = evening.tournament();
    match refused {
        Refused::BadLevels(problem) => {
            Refusal::BadForm { problems: vec![on_wire(&form_of(cup.rules()), problem)] }
        }
        refused => refusal_of(refused, cup),
    }
}

fn no(why: TournamentRefusal) -> Refusal {
    Refusal::Tournament { why }
}

/// A name as it is written down.
fn new_name(evening: &Evening, text: &str) -> Result<EntrantId, Refusal> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let seen = name.chars().any(|letter| !letter.is_whitespace());
    if !seen || name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(no(TournamentRefusal::BadName));
    }
    if evening.tournament().entrants().len() >= MOST_ENTRANTS {
        return Err(no(TournamentRefusal::Full { most: MOST_ENTRANTS as u32 }));
    }
    let same = |other: &EntrantId| other.as_str().to_lowercase() == name.to_lowercase();
    if evening.tournament().entrants().iter().any(|entrant| same(&entrant.id)) {
        return Err(no(TournamentRefusal::AlreadyEntered));
    }
    Ok(name.into())
}

fn read(evening: &Evening, order: &EveningOrder) -> Result<Order, Refusal> {
    let id = |player: &String| EntrantId::from(player.as_str());
    let ids = |players: &[String]| -> Vec<EntrantId> {
        // Nobody can go out with more than a table has seats.
        players.iter().take(Seat::MAX).map(id).collect()
    };
    Ok(match order {
        EveningOrder::Enter { player } => Order::Enter { player: new_name(evening, player)? },
        EveningOrder::Remove { player } => Order::Remove { player: id(player) },
        EveningOrder::Start => Order::Start,
        EveningOrder::Bust { players, by } => Order::Bust { players: ids(players), by: ids(by) },
        EveningOrder::HandOver { table, counts } => {
            let row = |ChipCount { player, chips }: &ChipCount| (id(player), *chips);
            Order::HandOver { table: TableNo(*table), counts: counts.iter().map(row).collect() }
        }
        EveningOrder::Rebuy { player } => Order::Rebuy { player: id(player) },
        EveningOrder::Decline { player } => Order::Decline { player: id(player) },
        EveningOrder::ReEnter { player } => Order::ReEnter { player: id(player) },
        EveningOrder::AddOn { player } => Order::AddOn { player: id(player) },
        EveningOrder::Pause => Order::Pause,
        EveningOrder::Resume => Order::Resume,
        EveningOrder::NextLevel => Order::NextLevel,
        EveningOrder::PreviousLevel => Order::PreviousLevel,
        EveningOrder::MoveClock { by_ms } => Order::MoveClock { by_ms: *by_ms },
        EveningOrder::Levels { next } => Order::Levels { next: next.iter().map(blind_level).collect() },
        EveningOrder::Break { length_ms } => Order::Break { length: Millis::new(*length_ms) },
        EveningOrder::Cancel => Order::Cancel,
        EveningOrder::Undo | EveningOrder::Redo | EveningOrder::Forget | EveningOrder::Recover => {
            return Err(no(TournamentRefusal::NotNow));
        }
    })
}
