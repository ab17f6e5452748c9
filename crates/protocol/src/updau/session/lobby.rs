//! From `find` to the beginning of a game: the queues, and proposals that all have to confirm.

use super::Work;
use super::channels::{ChannelId, Stage};
use super::clocks::stage_wait;
use super::company::{Sitter, Who};
use super::timers::Timer;
use crate::updau::{
    Answer, Code, Criteria, Fault, Found, Group, Millis, News, Person, State, Step, Timestamp, WaitName,
    Waiting, Wish, partners_for,
};
use kozyr_chips::Chips;
use kozyr_time::PlayerId;
use serde::{Deserialize, Serialize};

/// Partners that were found and have to confirm.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Proposal {
    pub(super) criteria: Criteria,
    pub(super) since: Timestamp,
    members: Vec<Member>,
    bots: Vec<(PlayerId, String)>,
    /// Where they play, once all have confirmed: the table was asked to begin.
    pub(super) company: Option<u64>,
}

/// Somebody who was found, and what they look for if nothing comes of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Member {
    who: ChannelId,
    player: PlayerId,
    wish: Wish,
}

/// What the bots of demo tables are called, in the order of their numbers.
pub const BOT_NAMES: [&str; 8] = ["Миша", "Оля", "Гена", "Рита", "Max", "Kate", "Leo", "Nina"];

impl Work<'_> {
    pub(super) fn find(&mut self, id: ChannelId, mut wish: Wish) -> Result<Answer, Fault> {
        self.may(id, Step::Find, "find")?;
        self.allow_terms(&wish)?;
        let uid = self.channel(id).owner;
        let balance = self.balance(uid, &wish.currency);
        wish.cash_bets.retain(|&bet| bet <= balance);
        if wish.cash_bets.is_empty() {
            return Err(poor(balance));
        }
        self.leave_room_quietly(id);
        self.queue_up(id, Step::Find, wish);
        self.tell_others(id);
        Ok(Answer::Ok)
    }

    /// What a client may not choose: the deck, and a rake on anything but play money.
    pub(super) fn allow_terms(&self, wish: &Wish) -> Result<(), Fault> {
        if wish.deck.is_some() && !self.settings.test_tables {
            return Err(Fault::bad("deck: only test tables have it"));
        }
        if !wish.currency.is_play_money() && wish.rakes != [10] {
            return Err(Fault::bad("rake is 10 here"));
        }
        Ok(())
    }

    pub(super) fn afford(&self, id: ChannelId, criteria: &Criteria) -> Result<(), Fault> {
        let balance = self.balance(self.channel(id).owner, &criteria.currency);
        if balance < criteria.cash_bet { Err(poor(balance)) } else { Ok(()) }
    }

    fn queue_up(&mut self, id: ChannelId, step: Step, wish: Wish) {
        self.numbers.queued += 1;
        let (nth, since, user) = (self.numbers.queued, self.now, self.channel(id).owner.get());
        self.step(id, step, Stage::Find { wish: Box::new(wish.clone()), since, nth });
        let settled = since + self.settings.timing.patience.settle;
        self.timers.set(Timer::Find(id), settled);
        let waiting = Waiting { who: id, user, wish, since };
        self.queues.entry(waiting.wish.currency.clone()).or_default().push(waiting);
    }

    pub(super) fn find_cancel(&mut self, id: ChannelId) -> Result<Answer, Fault> {
        self.may(id, Step::FindCancel, "findcancel")?;
        self.leave_queue(id);
        Ok(Answer::Ok)
    }

    pub(super) fn leave_queue(&mut self, id: ChannelId) {
        self.take_from_queue(id);
        self.step(id, Step::FindCancel, Stage::Free);
        self.tell_others(id);
    }

    fn take_from_queue(&mut self, id: ChannelId) -> Option<Waiting<ChannelId>> {
        self.timers.cancel(Timer::Find(id));
        let Stage::Find { wish, .. } = &self.channel(id).stage else { return None };
        let queue = wish.currency.clone();
        let waiting = self.queues.get_mut(&queue)?;
        let nth = waiting.iter().position(|waiting| waiting.who == id)?;
        let taken = waiting.remove(nth);
        if waiting.is_empty() {
            self.queues.remove(&queue);
        }
        Some(taken)
    }

    /// This one has waited long enough to be found, or for bots to come.
    pub(super) fn look_for_partners(&mut self, id: ChannelId) {
        let Some(Stage::Find { wish, .. }) = self.channels.get(id).map(|channel| &channel.stage) else {
            return;
        };
        let queue = &wish.currency;
        let Some(waiting) = self.queues.get(queue) else { return };
        let Some(nth) = waiting.iter().position(|waiting| waiting.who == id) else { return };
        let patience = &self.settings.timing.patience;
        match partners_for(waiting, nth, self.now, patience) {
            Some(group) => self.propose(group),
            None if queue.is_demo() => {
                let bots = waiting[nth].since + patience.bots_after;
                if bots > self.now {
                    self.timers.set(Timer::Find(id), bots);
                }
            }
            None => {}
        }
    }

    fn propose(&mut self, group: Group<ChannelId>) {
        let bots = self.bots(group.bots);
        let number = self.number();
        let member = |work: &mut Self, id: ChannelId| {
            let Waiting { who, wish, .. } = work.take_from_queue(id)?;
            Some(Member { who, player: work.channel(who).owner, wish })
        };
        let members: Vec<Member> = group.players.iter().filter_map(|&id| member(self, id)).collect();
        let proposal = Proposal { criteria: group.criteria, since: self.now, members, bots, company: None };
        let found = Found { criteria: proposal.criteria.clone(), players: self.proposed(&proposal) };
        self.proposals.insert(number, proposal);
        let begin = self.settings.timing.begin;
        let ends = self.now + begin;
        self.timers.set(Timer::Begin(number), ends);
        for id in group.players {
            self.step(id, Step::Found, Stage::Begin { proposal: number });
            self.tell(id, News::Found(Box::new(found.clone())));
            self.tell(id, News::Wait(stage_wait(WaitName::Begin, begin, Millis::ZERO)));
        }
    }

    /// So many bots, each of which is somebody else.
    fn bots(&mut self, count: usize) -> Vec<(PlayerId, String)> {
        let first = self.room.below(BOT_NAMES.len() as u32) as usize;
        let numbers = (first..first + count).map(|number| number % BOT_NAMES.len());
        numbers.map(|number| (self.room.bot(number), BOT_NAMES[number].to_owned())).collect()
    }

    pub(super) fn proposed(&self, proposal: &Proposal) -> Vec<Person> {
        let people = proposal.members.iter().map(|member| self.users.known(member.player).person());
        let bot = |(player, nick): &(PlayerId, String)| Person {
            uid: player.get(),
            nick: nick.clone(),
            level: 1,
            avatar: None,
        };
        people.chain(proposal.bots.iter().map(bot)).collect()
    }

    pub(super) fn begin(&mut self, id: ChannelId) -> Result<Answer, Fault> {
        self.may(id, Step::Begin, "begin")?;
        let Stage::Begin { proposal } = self.channel(id).stage else { unreachable!("may was asked") };
        self.step(id, Step::Begin, Stage::OkBegin { proposal });
        self.tell_others(id);
        let members = self.proposals.get(proposal).into_iter().flat_map(|proposal| &proposal.members);
        if members.into_iter().all(|member| self.state(member.who) == State::OkBegin) {
            self.all_confirmed(proposal);
        }
        Ok(Answer::Ok)
    }

    fn all_confirmed(&mut self, number: u64) {
        let Some(proposal) = self.proposals.get(number) else { return };
        let cannot_pay = |member: &&Member| self.afford(member.who, &proposal.criteria).is_err();
        let poor: Vec<ChannelId> =
            proposal.members.iter().filter(cannot_pay).map(|member| member.who).collect();
        if !poor.is_empty() {
            return self.break_up(number, &poor, Step::Dropped);
        }
        let proposal = proposal.clone();
        self.timers.cancel(Timer::Begin(number));
        let people =
            proposal.members.iter().map(|member| Who::Human { channel: member.who, player: member.player });
        let bots = proposal.bots.into_iter().map(|(player, nick)| Who::Bot { player, nick });
        let sitters = people.chain(bots).map(|who| Some(Sitter::new(who, None))).collect();
        let company = self.new_company(proposal.criteria, sitters);
        if let Some(proposal) = self.proposals.get_mut(number) {
            proposal.company = Some(company);
        }
        self.start_game(company, Some(number));
    }

    /// The game has begun: nothing is proposed any more.
    pub(super) fn proposal_done(&mut self, number: u64) {
        self.proposals.remove(number);
    }

    /// All confirmed, but there is no table to play at: they look on.
    pub(super) fn proposal_lost(&mut self, number: u64) {
        self.break_up(number, &[], Step::Dropped);
    }

    /// All confirmed, but this one's wallet was emptied elsewhere in the meantime.
    pub(super) fn could_not_begin(&mut self, number: u64, poor: ChannelId) {
        self.break_up(number, &[poor], Step::Dropped);
    }

    /// Not everybody confirmed in time.
    pub(super) fn proposal_over(&mut self, number: u64) {
        let Some(proposal) = self.proposals.get(number).filter(|one| one.company.is_none()) else { return };
        let silent = |member: &&Member| self.state(member.who) == State::Begin;
        let silent: Vec<ChannelId> =
            proposal.members.iter().filter(silent).map(|member| member.who).collect();
        self.break_up(number, &silent, Step::Dropped);
    }

    /// Says no to partners that were found; the others look on.
    pub(super) fn decline(&mut self, id: ChannelId) {
        if let Stage::Begin { proposal } | Stage::OkBegin { proposal } = self.channel(id).stage {
            self.break_up(proposal, &[id], Step::Leave);
        }
    }

    /// These go to `free`, the others back to `find`.
    fn break_up(&mut self, number: u64, losers: &[ChannelId], step: Step) {
        let Some(proposal) = self.proposals.remove(number) else { return };
        self.timers.cancel(Timer::Begin(number));
        for member in proposal.members {
            let id = member.who;
            if losers.contains(&id) {
                self.step(id, step, Stage::Free);
            } else {
                self.queue_up(id, Step::BackToFind, member.wish);
            }
            // Who declined knows; who confirmed has to be told.
            if step == Step::Leave { self.tell_others(id) } else { self.tell_state(id) }
        }
    }
}

fn poor(balance: Chips) -> Fault {
    Fault::new(Code::Payment, format!("the wallet holds {balance}, which is less than cash_bet"))
}
