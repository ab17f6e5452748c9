//! What is asked around a table rather than of it: of its host, of those who wait, of the evening's sheet.

use super::{Aside, Origin, TableService};
use crate::around::{Request, free_seats};
use crate::chore::Chore;
use crate::making::digest_of;
use crate::outlet::Outlet;
use crate::shard::Shared;
use crate::want::Want;
use crate::wire::Served;
use kozyr_chips::Chips;
use kozyr_protocol::room::{Answer, Fault, Refusal, ToClient};
use kozyr_table::Input;
use kozyr_time::PlayerId;
use std::collections::BTreeMap;

impl<S: Served> TableService<S> {
    /// Is the only free seat kept for somebody else?
    pub(super) fn is_kept_from(&self, want: &Want) -> bool {
        let table = &self.loaded.table;
        let Want::Sit { player, .. } = want else { return false };
        table.seat_of(player.id).is_none() && self.around.keeps_from(player.id, free_seats(table).len())
    }

    /// The host is asked where there is one who wants to be.
    pub(super) fn asked(
        &mut self,
        origin: &Origin,
        want: Want,
        input: &Input<S>,
        shared: &Shared,
    ) -> Option<Answer> {
        let table = &self.loaded.table;
        let player = match &want {
            Want::Sit { player, .. } => player.clone(),
            Want::AddChips(_) => table.chair(table.seat_of(origin.person)?)?.player.clone(),
            _ => return None,
        };
        if player.bot || !self.around.asks(player.id) || self.frozen {
            return None;
        }
        // What the table would refuse the host need not see. What was carried out already is answered as it was then.
        if table.decide(shared.now, input, &mut self.loaded.dealer.clone()).is_err() {
            return None;
        }
        let taken = self.around.ask(Request { player, want });
        self.look_around(shared);
        Some(if taken { Answer::Asked } else { Answer::Refused { reason: Refusal::TryAgain } })
    }

    /// Somebody wants something around the table.
    pub(crate) fn aside(&mut self, origin: Origin, aside: Aside, shared: &Shared) {
        let accepted = Answer::Accepted { sequence: self.loaded.sequence };
        match aside {
            Aside::Wait { player, wait } => {
                let table = &self.loaded.table;
                if table.seat_of(player.id).is_some() {
                    return origin.refuse(Refusal::AlreadySo);
                }
                if wait && !free_seats(table).is_empty() && self.around.waiting() == 0 {
                    return origin.refuse(Refusal::SeatFree);
                }
                let taken = self.around.wait(player, wait);
                origin.answer(if taken { accepted } else { Answer::Refused { reason: Refusal::TryAgain } });
            }
            Aside::Move { player, seat } => {
                if !self.around.is_host(origin.person) {
                    return origin.refuse(Refusal::NotTheHost);
                }
                let digest = digest_of(self.name.as_str(), &(player, seat));
                self.enqueue(origin, Input::Move { player, seat }, digest, shared);
            }
            Aside::Decide { player, accept } => {
                let digest = digest_of(self.name.as_str(), &(player, accept));
                if !self.around.is_host(origin.person) {
                    return origin.refuse(Refusal::NotTheHost);
                }
                let Some(request) = self.around.decide(player) else {
                    // It may have been decided by this very command.
                    return shared.leave(Chore::Receipt { origin, digest, reason: Refusal::UnknownPlayer });
                };
                if !accept {
                    origin.answer(accepted);
                } else if let Some(input) = self.granted(request, shared) {
                    self.enqueue(origin, input, digest, shared);
                } else {
                    origin.refuse(Refusal::SeatTaken);
                }
            }
        }
        self.look_around(shared);
    }

    /// What somebody asked for; when the seat is taken by now, any other will do.
    fn granted(&mut self, request: Request, shared: &Shared) -> Option<Input<S>> {
        let Request { player, mut want } = request;
        if let Want::Sit { seat, .. } = &mut want {
            let free = free_seats(&self.loaded.table);
            if !free.contains(seat) {
                *seat = *free.first()?;
            }
            self.audience.recall(player.id, &self.loaded, &self.stream, shared);
        }
        let before = self.audience.left(player.id).cloned();
        want.input::<S>(player.id, before).ok()
    }

    /// Tells who brought and took what, or that it is not kept here.
    pub(crate) fn tell_sheet(&self, outlet: &Outlet) {
        let table = self.name.to_string();
        let Some(book) = &self.loaded.book else {
            return outlet.tell(&ToClient::Error { fault: Fault::NoSheet { table } });
        };
        let before: BTreeMap<PlayerId, Chips> = self.loaded.table.settled_stacks().collect();
        outlet.tell(&ToClient::Sheet { table, sheet: book.sheet(&before) });
    }

    /// Looks after those who wait, and tells what has changed around the table.
    pub(super) fn look_around(&mut self, shared: &Shared) {
        let audience = &self.audience;
        self.around.look_after_seats(&self.loaded.table, shared.now, |person| audience.looks(person));
        if self.around.is_due(shared.now) {
            self.around.tell(&self.audience, &self.loaded.table);
            self.announce(shared);
        }
    }
}
