//! Companies at the room's own tables: opened there, sat down at, and who comes to them by another way.

use super::company::{Phase, Sitter, Who};
use super::timers::Timer;
use super::{TableInput, Want, Work};
use crate::updau::TableEvent;
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_table::Player;
use kozyr_time::{PlayerId, TableId};

impl Work<'_> {
    /// The room has a table for the company from now on.
    pub(super) fn open_at_room(&mut self, id: u64) {
        let (rules, timing) = (self.settings.rules, self.settings.timing);
        let company = self.company_mut(id);
        if std::mem::replace(&mut company.open, true) {
            return;
        }
        let (table, (settings, house)) = (company.table.clone(), company.setup(rules, &timing));
        self.by_table.insert(table.clone(), id);
        self.wants.push(Want::Open { table, settings: Box::new(settings), house: Box::new(house) });
    }

    /// Who has this box sits down at the room's table, unless they sit there.
    pub(super) fn sit_at_room(&mut self, id: u64, seat: Seat) {
        let Some(sitter) = &mut self.company_mut(id).seats[seat.index()] else { return };
        if std::mem::replace(&mut sitter.seated, true) {
            return;
        }
        let (name, bot, gone) = match &sitter.who.clone() {
            Who::Human { player, .. } => {
                let user = self.users.known(*player);
                (user.nick.clone(), false, user.gone.is_some())
            }
            Who::Bot { nick, .. } => (nick.clone(), true, false),
            Who::Other { .. } => return,
        };
        let Some(sitter) = &self.company(id).seats[seat.index()] else { return };
        let player = sitter.who.player();
        let sits = Player { id: player, name: name.into(), bot };
        self.ask(id, TableInput::Sit { player: sits, seat, buy_in: Chips::ZERO, wait: false, before: None });
        if gone {
            self.ask(id, TableInput::Line { player, connected: false });
        }
    }

    /// Somebody sits at the room's table: as they were asked to, or they came there by another way. Whoever has the box
    /// and has got up there meanwhile has it no more.
    pub(super) fn sat(&mut self, id: u64, seat: Seat, player: PlayerId, name: &str) {
        let holder = &mut self.company_mut(id).seats[seat.index()];
        if let Some(sitter) = holder
            && sitter.who.player() == player
        {
            sitter.seated = true;
            return;
        }
        let who = Who::Other { player, nick: name.to_owned() };
        let before = holder.replace(Sitter { who, reserved: None, seated: true });
        if let Some(before) = before {
            self.lost_box(id, seat, &before.who);
        }
        if self.companies.get(id).is_some() {
            self.table_event(id, TableEvent::Change);
        }
    }

    /// Their box is somebody else's now.
    fn lost_box(&mut self, id: u64, seat: Seat, who: &Who) {
        self.timers.cancel(Timer::Place(id, seat));
        if let Phase::Revanche(revanche) = &mut self.company_mut(id).phase {
            revanche.agreed.remove(seat);
        }
        if let &Who::Human { channel, .. } = who {
            self.drop_to_free(channel);
        }
        if self.company(id).humans().next().is_none() {
            self.dissolve(id);
        }
    }

    /// Asks the room's table for something nobody waits for.
    pub(super) fn ask(&mut self, company: u64, input: TableInput) {
        let table = self.company(company).table.clone();
        self.wants.push(Want::Ask { table, ticket: None, input: Box::new(input) });
    }

    /// The box is nobody's any more, and neither is the seat at the room's table.
    pub(super) fn free_box(&mut self, company: u64, seat: Seat) {
        let sitter = self.company_mut(company).seats[seat.index()].take();
        if let Some(sitter) = sitter.filter(|sitter| sitter.seated) {
            let table = self.company(company).table.clone();
            self.get_up(&table, sitter.who.player());
        }
    }

    /// Asks the room's table to free a seat, unless it has by now and the news of it is on its way.
    pub(super) fn get_up(&mut self, table: &TableId, player: PlayerId) {
        let sits = |want: &Want| match want {
            Want::Ask { table: other, input, .. } if other == table => {
                matches!(&**input, TableInput::Sit { player: sits, .. } if sits.id == player)
            }
            _ => false,
        };
        let there = self.room.table(table).is_some_and(|table| table.seat_of(player).is_some());
        if there || self.wants.iter().any(sits) {
            let input = Box::new(TableInput::Leave(player));
            self.wants.push(Want::Ask { table: table.clone(), ticket: None, input });
        }
    }
}
