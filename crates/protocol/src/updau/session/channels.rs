//! Channels: where a user is, on how many connections it is looked at, and every step.

use super::clocks::{secs, stage_wait};
use super::{ConnectionId, Work};
use crate::updau::{
    Action, BeginStatus, Currency, Fault, Message, News, State, Status, Step, Timestamp, Wait, WaitName,
    Wire, Wish,
};
use kozyr_card_game::Seat;
use kozyr_durak::Mode;
use kozyr_time::PlayerId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The number of a channel.
pub(super) type ChannelId = u64;

/// Where a channel stands, with what belongs to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Stage {
    Free,
    Subscribed {
        room: Currency,
        filter: Option<String>,
        modes: Vec<Mode>,
    },
    /// `nth` is the place in the queue.
    Find {
        wish: Box<Wish>,
        since: Timestamp,
        nth: u64,
    },
    Begin {
        proposal: u64,
    },
    OkBegin {
        proposal: u64,
    },
    Game {
        table: u64,
        seat: Seat,
    },
    Leave {
        table: u64,
        seat: Seat,
    },
    Revanche {
        table: u64,
        seat: Seat,
    },
    OkRevanche {
        table: u64,
        seat: Seat,
    },
    Watch {
        table: u64,
    },
    Chat {
        room: String,
    },
    TakeTurn {
        table: u64,
    },
    TakePlace {
        table: u64,
        seat: Seat,
    },
}

impl Stage {
    /// The company the channel is at, as a player or looking on.
    pub(super) const fn company(&self) -> Option<u64> {
        match *self {
            Stage::Game { table, .. }
            | Stage::Leave { table, .. }
            | Stage::Revanche { table, .. }
            | Stage::OkRevanche { table, .. }
            | Stage::Watch { table }
            | Stage::TakeTurn { table }
            | Stage::TakePlace { table, .. } => Some(table),
            _ => None,
        }
    }

    pub(super) const fn state(&self) -> State {
        match self {
            Stage::Free => State::Free,
            Stage::Subscribed { .. } => State::Subscribed,
            Stage::Find { .. } => State::Find,
            Stage::Begin { .. } => State::Begin,
            Stage::OkBegin { .. } => State::OkBegin,
            Stage::Game { .. } => State::Game,
            Stage::Leave { .. } => State::Leave,
            Stage::Revanche { .. } => State::Revanche,
            Stage::OkRevanche { .. } => State::OkRevanche,
            Stage::Watch { .. } => State::Watch,
            Stage::Chat { .. } => State::Chat,
            Stage::TakeTurn { .. } => State::TakeTurn,
            Stage::TakePlace { .. } => State::TakePlace,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Channel {
    pub(super) name: String,
    pub(super) owner: PlayerId,
    pub(super) tag: Option<String>,
    pub(super) stage: Stage,
    pub(super) attached: BTreeSet<ConnectionId>,
}

impl Work<'_> {
    pub(super) fn channel(&self, id: ChannelId) -> &Channel {
        self.channels.get(id).expect("a channel that is open")
    }

    pub(super) fn channel_mut(&mut self, id: ChannelId) -> &mut Channel {
        self.channels.get_mut(id).expect("a channel that is open")
    }

    pub(super) fn state(&self, id: ChannelId) -> State {
        self.channel(id).stage.state()
    }

    /// Moves a channel; only along the lines of [`State::after`].
    pub(super) fn step(&mut self, id: ChannelId, step: Step, stage: Stage) {
        let from = self.state(id);
        assert_eq!(from.after(step), Some(stage.state()), "{step:?} of a channel in {from:?}");
        self.channel_mut(id).stage = stage;
    }

    /// May the command be given in this state? Nothing has changed when not.
    pub(super) fn may(&self, id: ChannelId, step: Step, command: &str) -> Result<(), Fault> {
        self.state(id).take(step, command).map(|_| ())
    }

    /// Tells everybody who looks at the channel.
    pub(super) fn tell(&mut self, id: ChannelId, news: News) {
        self.tell_except(id, None, news);
    }

    /// Tells the new state to everybody who looks at the channel.
    pub(super) fn tell_state(&mut self, id: ChannelId) {
        self.tell_state_except(id, None);
    }

    /// Tells the new state to everybody who looks at the channel, but not to who asked for it: the response
    /// says it.
    pub(super) fn tell_others(&mut self, id: ChannelId) {
        let asking = self.asking.filter(|&(_, channel)| channel == id).map(|(connection, _)| connection);
        self.tell_state_except(id, asking);
    }

    fn tell_state_except(&mut self, id: ChannelId, except: Option<ConnectionId>) {
        if self.channel(id).attached.iter().any(|&attached| Some(attached) != except) {
            let status = Box::new(self.status(id));
            self.tell_except(id, except, News::State(status));
        }
    }

    fn tell_except(&mut self, id: ChannelId, except: Option<ConnectionId>, news: News) {
        let channel = self.channel(id);
        let to: Vec<ConnectionId> =
            channel.attached.iter().copied().filter(|&one| Some(one) != except).collect();
        if to.is_empty() {
            return;
        }
        let message = Message::Action(Action { channel: Some(channel.name.clone()), news });
        // Most often there is one connection; two forms are rarer still.
        let mut written: [Option<Vec<u8>>; 2] = [None, None];
        for connection in to {
            let wire = self.wire_of(connection);
            let slot = &mut written[usize::from(wire == Wire::Json)];
            let bytes = slot.get_or_insert_with(|| message.encode(wire)).clone();
            self.send(connection, bytes);
        }
    }

    /// The whole state of a channel.
    pub(super) fn status(&self, id: ChannelId) -> Status {
        match &self.channel(id).stage {
            Stage::Free => Status::Free,
            Stage::Subscribed { room, filter, .. } => {
                Status::Subscribed { room: room.queue(), filter: filter.clone() }
            }
            Stage::Find { wish, since, .. } => self.find_status(wish, *since),
            Stage::Begin { proposal } => Status::Begin(Box::new(self.begin_status(*proposal))),
            Stage::OkBegin { proposal } => Status::OkBegin(Box::new(self.begin_status(*proposal))),
            Stage::Game { table, seat } => Status::Game(Box::new(self.game_status(*table, Some(*seat)))),
            Stage::Watch { table } => Status::Watch(Box::new(self.game_status(*table, None))),
            Stage::Leave { table, seat } => Status::Leave(Box::new(self.paused_status(*table, *seat))),
            Stage::Revanche { table, seat } => Status::Revanche(Box::new(self.paused_status(*table, *seat))),
            Stage::OkRevanche { table, seat } => {
                Status::OkRevanche(Box::new(self.paused_status(*table, *seat)))
            }
            Stage::Chat { room } => Status::Chat { room: room.clone() },
            Stage::TakeTurn { table } => Status::TakeTurn { table: *table },
            Stage::TakePlace { table, seat } => Status::TakePlace {
                table: *table,
                seat: *seat,
                wait: self.company(*table).place_wait(*seat, self.now, self.settings.timing.place),
            },
        }
    }

    fn find_status(&self, wish: &Wish, since: Timestamp) -> Status {
        let bots = wish.currency.is_demo().then(|| secs(self.settings.timing.patience.bots_after));
        let tick = secs(self.now.since(since));
        let wait = Wait { name: WaitName::Find, seat: None, value: bots, tick, time_bank: None };
        Status::Find { wish: Box::new(wish.clone()), wait }
    }

    fn begin_status(&self, proposal: u64) -> BeginStatus {
        let proposal = self.proposals.get(proposal).expect("a proposal lasts as long as its channels wait");
        let value = self.settings.timing.begin;
        BeginStatus {
            criteria: proposal.criteria.clone(),
            players: self.proposed(proposal),
            wait: stage_wait(WaitName::Begin, value, self.now.since(proposal.since)),
        }
    }
}
