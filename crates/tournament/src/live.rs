//! A tournament on real tables: what it tells them, and what the end of a hand writes.
//!
//! A room keeps a [`Tournament`] and its Hold'em tables, each with a log of its own. Everything that touches both comes in
//! through two doors: [`command`] for what the host, the players and time want of the tournament, [`input`] for what
//! happens at a table. Each answers with one [`Commit`] over table logs, the tournament's log and the books, to be made
//! durable together; nothing has changed before that. The tournament speaks to its tables in [`TablePlan`]s.

mod plan;
mod work;

pub use plan::{Placing, TablePlan};

use crate::Timestamp as WallTime;
use crate::command::{Command, Refusal};
use crate::event::Event;
use crate::money::Books;
use crate::names::{EntrantId, TableNo};
use crate::state::{Status, Tournament};
use kozyr_chips::{Account, Currency, Transfer};
use kozyr_table::holdem::{HoldemSeating, HoldemTable};
use kozyr_table::{Batch, Deals, Funding, Input, Player, Refused, RefusedBy, Settings, SetupError};
use kozyr_time::{IdError, TableId, Timestamp, TournamentId};
use work::Work;

/// Where a tournament is played: its books, and how its tables are run.
#[derive(Clone, Debug)]
pub struct Venue<'v> {
    books: Books<'v>,
    settings: &'v Settings,
}

/// Why a tournament cannot be played in a room.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum VenueError {
    /// Its id names no account, or leaves no room for the numbers of its tables.
    #[error(transparent)]
    Id(#[from] IdError),
    /// Its tables cannot be run like this.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl<'v> Venue<'v> {
    /// A room in which buy-ins are paid in this money, with these people. Clocks and pauses of the tables are those of the
    /// settings; seats, chips and funding are the tournament's own.
    ///
    /// # Errors
    /// When the tournament cannot be played there.
    pub fn new(
        tournament: &Tournament,
        money: Currency,
        people: &'v dyn Fn(&EntrantId) -> Player,
        settings: &'v Settings,
    ) -> Result<Venue<'v>, VenueError> {
        let books = Books { tournament: TournamentId::new(tournament.id())?, money, people };
        let venue = Venue { books, settings };
        let longest = TableId::new(&format!("{}-{}", tournament.id(), u16::MAX))?;
        HoldemTable::open(longest, venue.table_settings(tournament), tournament.house())?;
        Ok(venue)
    }

    /// The tournament's money and people.
    pub fn books(&self) -> &Books<'v> {
        &self.books
    }

    /// What a table is called in the room.
    pub fn table_id(&self, table: TableNo) -> TableId {
        let id = TableId::new(&format!("{}-{table}", self.books.tournament));
        id.expect("the longest id was tried when the venue was made")
    }

    /// How a table of this tournament is run.
    pub fn table_settings(&self, tournament: &Tournament) -> Settings {
        Settings {
            seats: tournament.rules().seats,
            currency: self.books.chips(),
            funding: Funding::Tournament(self.books.tournament.clone()),
            ..self.settings.clone()
        }
    }
}

/// The moment, on the clock people play against and by the calendar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Now {
    /// For the tables.
    pub room: Timestamp,
    /// For levels, breaks and offers.
    pub wall: WallTime,
}

/// The tables of a tournament as they are now, each with its dealer.
pub trait Tables {
    /// Every table there is.
    fn numbers(&self) -> Vec<TableNo>;
    /// A table.
    fn table(&self, table: TableNo) -> Option<&HoldemTable>;
    /// A copy of the table's dealer, to be kept if the commit becomes durable and dropped if not.
    fn dealer(&mut self, table: TableNo) -> &mut dyn Deals;
}

/// What is durable together or not at all.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Commit {
    /// For the tournament's log.
    pub events: Vec<Event>,
    /// What the tournament told its tables; carried out in `tables` already.
    pub plans: Vec<TablePlan>,
    /// For the logs of the tables.
    pub tables: Vec<TableStep>,
    /// For the books, in this order.
    pub transfers: Vec<Transfer<Account>>,
    /// What was asked of the table is refused; what follows from the time is in here all the same.
    pub refused: Option<RefusedBy<HoldemSeating>>,
}

/// What happened at one table.
#[derive(Clone, PartialEq, Debug)]
pub struct TableStep {
    /// Its number in the tournament.
    pub table: TableNo,
    /// Its id in the room.
    pub id: TableId,
    /// The lines of its log, with the checkpoint after them.
    pub batch: Batch<HoldemSeating>,
    /// It begins with these lines.
    pub opened: bool,
    /// It is empty now, and gone.
    pub closed: bool,
}

/// Asks something of the tournament, and tells its tables what follows.
///
/// # Errors
/// When the tournament refuses.
pub fn command(
    tournament: &Tournament,
    venue: &Venue<'_>,
    tables: &mut dyn Tables,
    now: Now,
    command: &Command,
) -> Result<Commit, Refusal> {
    let mut work = Work::new(tournament, venue, tables, now);
    work.step(command)?;
    work.tell_tables();
    Ok(work.finish())
}

/// Asks something of a table. A hand that is due begins only if the tournament lets it; one that ends goes through
/// [`Command::FinishHand`], and the tables are told what follows.
///
/// # Errors
/// When the table refuses. What belongs to the tournament, seats, chips, stakes and holding up, it does by [`command`] alone.
pub fn input(
    tournament: &Tournament,
    venue: &Venue<'_>,
    tables: &mut dyn Tables,
    now: Now,
    table: TableNo,
    input: &Input<HoldemSeating>,
) -> Result<Commit, RefusedBy<HoldemSeating>> {
    let own = matches!(
        input,
        Input::Place { .. } | Input::Give { .. } | Input::Remove(_) | Input::HoldUp(_) | Input::Change { .. }
    );
    if own {
        return Err(Refused::TournamentSeats);
    }
    let mut work = Work::new(tournament, venue, tables, now);
    // A room that was down gives a pause its time back before anything is due.
    let dealt = !matches!(input, Input::Resume) && work.deal_if_due(table);
    match work.play(table, input) {
        Ok(()) => Ok(work.finish()),
        Err(refused) if dealt => {
            let refused = Some(refused).filter(|refused| *refused != Refused::NothingDue);
            Ok(Commit { refused, ..work.finish() })
        }
        Err(refused) => Err(refused),
    }
}

/// Takes the tables of a tournament that is over from the room; its chips go back to where they came from.
///
/// # Errors
/// While it is played.
pub fn close(
    tournament: &Tournament,
    venue: &Venue<'_>,
    tables: &mut dyn Tables,
    now: Now,
) -> Result<Commit, Refusal> {
    if !matches!(tournament.status(), Status::Finished | Status::Cancelled) {
        let status = tournament.status().name();
        return Err(Refusal::WrongStatus { status, hint: "its tables are needed" });
    }
    let mut work = Work::new(tournament, venue, tables, now);
    work.close_all();
    Ok(work.finish())
}
