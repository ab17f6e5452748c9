//! From `find` to the beginning of a game: the queues, and proposals that all have to confirm.

use super::House;
use super::channels::{ChannelId, Stage};
use super::clocks::stage_wait;
use super::table::{Sitter, Who};
use super::timers::Timer;
use crate::updau::{
    Answer, Code, Criteria, Currency, Fault, Found, Group, Millis, News, Person, State, Step, Timestamp,
    WaitName, Waiting, Wish, partners_for,
};
use kozyr_chips::Chips;

/// Partners that were found and have to confirm.
#[derive(Debug)]
pub(super) struct Proposal {
    pub(super) criteria: Criteria,
    pub(super) since: Timestamp,
    members: Vec<Waiting<ChannelId>>,
    bots: Vec<Person>,
}

/// What bots are called.
const BOT_NAMES: [&str; 8] = ["Миша", "Оля", "Гена", "Рита", "Max", "Kate", "Leo", "Nina"];

impl House {
    pub(super) fn find(&mut self, id: ChannelId, mut wish: Wish) -> Result<Answer, Fault> {
        self.may(id, Step::Find, "find")?;
        self.allow_terms(&wish)?;
        let uid = self.channel(id).owner;
        let balance = self.bank.balance(uid, &wish.currency);
        wish.cash_bets.retain(|&bet| bet <= balance);
        if wish.cash_bets.is_empty() {
            return Err(poor(balance));
        }
        let queue = wish.currency.clone();
        self.leave_room_quietly(id);
        self.step(id, Step::Find, Stage::Find { queue });
        self.queue_up(Waiting { who: id, user: uid, wish, since: self.now });
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
        let balance = self.bank.balance(self.channel(id).owner, &criteria.currency);
        if balance < criteria.cash_bet { Err(poor(balance)) } else { Ok(()) }
    }

    fn queue_up(&mut self, waiting: Waiting<ChannelId>) {
        let settled = self.now + self.settings.timing.patience.settle;
        self.timers.set(Timer::Find(waiting.who), settled);
        self.waiting.entry(waiting.wish.currency.clone()).or_default().push(waiting);
    }

    pub(super) fn waiting_of(&self, id: ChannelId, queue: &Currency) -> Option<&Waiting<ChannelId>> {
        self.waiting.get(queue)?.iter().find(|waiting| waiting.who == id)
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
        let Stage::Find { queue } = &self.channel(id).stage else { return None };
        let queue = queue.clone();
        let waiting = self.waiting.get_mut(&queue)?;
        let nth = waiting.iter().position(|waiting| waiting.who == id)?;
        let taken = waiting.remove(nth);
        if waiting.is_empty() {
            self.waiting.remove(&queue);
        }
        Some(taken)
    }

    /// This one has waited long enough to be found, or for bots to come.
    pub(super) fn look_for_partners(&mut self, id: ChannelId) {
        let Stage::Find { queue } = &self.channel(id).stage else { return };
        let Some(waiting) = self.waiting.get(queue) else { return };
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
        let bots = (0..group.bots).map(|_| self.new_bot()).collect();
        let number = self.number();
        let members: Vec<Waiting<ChannelId>> =
            group.players.iter().filter_map(|&id| self.take_from_queue(id)).collect();
        let proposal = Proposal { criteria: group.criteria, since: self.now, members, bots };
        let found = Found { criteria: proposal.criteria.clone(), players: self.proposed(&proposal) };
        self.proposals.insert(number, proposal);
        let begin = self.settings.timing.begin;
        self.timers.set(Timer::Begin(number), self.now + begin);
        for id in group.players {
            self.step(id, Step::Found, Stage::Begin { proposal: number });
            self.tell(id, News::Found(Box::new(found.clone())));
            self.tell(id, News::Wait(stage_wait(WaitName::Begin, begin, Millis::ZERO)));
        }
    }

    fn new_bot(&mut self) -> Person {
        let name = BOT_NAMES[self.chance.below(BOT_NAMES.len() as u32) as usize];
        // Users are counted from 1, bots from far above.
        Person { uid: (1 << 52) + self.number(), nick: name.to_owned(), level: 1, avatar: None }
    }

    pub(super) fn proposed(&self, proposal: &Proposal) -> Vec<Person> {
        let people = proposal.members.iter().map(|member| self.users.known(member.user).person());
        people.chain(proposal.bots.iter().cloned()).collect()
    }

    pub(super) fn begin(&mut self, id: ChannelId) -> Result<Answer, Fault> {
        self.may(id, Step::Begin, "begin")?;
        let Stage::Begin { proposal } = self.channel(id).stage else { unreachable!("may was asked") };
        self.step(id, Step::Begin, Stage::OkBegin { proposal });
        self.tell_others(id);
        let members = &self.proposals[&proposal].members;
        if members.iter().all(|member| self.state(member.who) == State::OkBegin) {
            self.all_confirmed(proposal);
        }
        Ok(Answer::Ok)
    }

    fn all_confirmed(&mut self, number: u64) {
        let proposal = &self.proposals[&number];
        let cannot_pay = |member: &&Waiting<ChannelId>| self.afford(member.who, &proposal.criteria).is_err();
        let poor: Vec<ChannelId> =
            proposal.members.iter().filter(cannot_pay).map(|member| member.who).collect();
        if !poor.is_empty() {
            return self.break_up(number, &poor, Step::Dropped);
        }
        let Some(proposal) = self.proposals.remove(&number) else { return };
        self.timers.cancel(Timer::Begin(number));
        let people =
            proposal.members.iter().map(|member| Who::Human { channel: member.who, uid: member.user });
        let bots = proposal.bots.into_iter().map(Who::Bot);
        let sitters = people.chain(bots).map(|who| Some(Sitter { who, reserved: None })).collect();
        let table = self.new_table(proposal.criteria, sitters);
        self.start_game(table);
    }

    /// Not everybody confirmed in time.
    pub(super) fn proposal_over(&mut self, number: u64) {
        let Some(proposal) = self.proposals.get(&number) else { return };
        let silent = |member: &&Waiting<ChannelId>| self.state(member.who) == State::Begin;
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
        let Some(proposal) = self.proposals.remove(&number) else { return };
        self.timers.cancel(Timer::Begin(number));
        for member in proposal.members {
            let id = member.who;
            if losers.contains(&id) {
                self.step(id, step, Stage::Free);
            } else {
                self.step(id, Step::BackToFind, Stage::Find { queue: member.wish.currency.clone() });
                self.queue_up(Waiting { since: self.now, ..member });
            }
            // Who declined knows; who confirmed has to be told.
            if step == Step::Leave { self.tell_others(id) } else { self.tell_state(id) }
        }
    }
}

fn poor(balance: Chips) -> Fault {
    Fault::new(Code::Payment, format!("the wallet holds {balance}, which is less than cash_bet"))
}
