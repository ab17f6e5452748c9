//! Playing: what people do goes to the room's table, and what happens there is told to everybody at it.

use super::channels::{ChannelId, Stage};
use super::company::{Company, Phase, Sitter, Who};
use super::room::{TableInput, TableRefused, TableStep};
use super::timers::Timer;
use super::users::Fate;
use super::{Asked, Asks, ConnectionId, Work, clocks, telling};
use crate::updau::{
    Answer, Begun, Fault, GameInfo, GameNews, Head, Millis, News, Play, State, Step, TableEvent, Wait,
    WaitName, WalletChange, WalletMove,
};
use kozyr_card_game::{Game, Seat, SeatSet};
use kozyr_chips::Chips;
use kozyr_durak::{Action, Event, GameOver, MAX_BOXES, Offer, OneParty, PartyEnd, Refusal};
use kozyr_table::durak::{DurakPlan, DurakTable, DurakWord};
use kozyr_table::{News as TableNews, Refused};
use kozyr_time::{PlayerId, TableId};

impl Work<'_> {
    pub(super) fn play(
        &mut self,
        connection: ConnectionId,
        head: &Head,
        id: ChannelId,
        play: Play,
    ) -> Result<Option<Answer>, Fault> {
        let Stage::Game { table, .. } = self.channel(id).stage else {
            return Err(self.state(id).refuse("game"));
        };
        let action = match play {
            Play::Turn(turn) => telling::action(turn),
            Play::Ready => Action::Ready,
        };
        let input = self.act(id, table, action);
        self.ask_table(connection, head, (id, table), Asks::Play, input);
        Ok(None)
    }

    /// Gives the party up; between parties, the game.
    pub(super) fn surrender(
        &mut self,
        connection: ConnectionId,
        head: &Head,
        id: ChannelId,
    ) -> Result<Option<Answer>, Fault> {
        let Stage::Game { table, .. } = self.channel(id).stage else {
            return Err(self.state(id).refuse("gameover"));
        };
        let input = self.act(id, table, Action::Surrender);
        self.ask_table(connection, head, (id, table), Asks::Play, input);
        Ok(None)
    }

    pub(super) fn go_away(
        &mut self,
        connection: ConnectionId,
        head: &Head,
        id: ChannelId,
    ) -> Result<Option<Answer>, Fault> {
        let Stage::Game { table, .. } = self.channel(id).stage else {
            unreachable!("only a player goes away")
        };
        let input = self.act(id, table, Action::Away);
        self.ask_table(connection, head, (id, table), Asks::GoAway, input);
        Ok(None)
    }

    pub(super) fn come_back(
        &mut self,
        connection: ConnectionId,
        head: &Head,
        id: ChannelId,
    ) -> Result<Option<Answer>, Fault> {
        self.may(id, Step::Return, "return")?;
        let Stage::Leave { table, .. } = self.channel(id).stage else { unreachable!("may was asked") };
        let input = self.act(id, table, Action::Back);
        self.ask_table(connection, head, (id, table), Asks::ComeBack, input);
        Ok(None)
    }

    /// An action within a party; between parties the seating has words for it.
    fn act(&self, id: ChannelId, company: u64, action: Action) -> TableInput {
        input_for(self.room_table(company), self.channel(id).owner, action)
    }

    /// A table refused what a request asked of it.
    pub(super) fn table_refused(&mut self, ticket: u64, why: &TableRefused) {
        let Some(Asked { connection, head, .. }) = self.asked.remove(&ticket) else { return };
        let mark = self.out.len();
        self.respond(connection, mark, head, Err(refused(why)));
    }

    /// Something happened at a table, perhaps because somebody asked for it.
    pub(super) fn table_told(&mut self, table: &TableId, ticket: Option<u64>, steps: &[TableStep]) {
        let mark = self.out.len();
        let asked = ticket.and_then(|ticket| self.asked.remove(&ticket));
        self.asking = asked.as_ref().map(|asked| (asked.connection, asked.channel));
        for step in steps {
            if let Some(&company) = self.by_table.get(table) {
                self.heard(company, step);
            }
        }
        let Some(Asked { connection, head, channel, what }) = asked else { return };
        let stage = self.channels.get(channel).map(|channel| channel.stage.clone());
        let answer = match (what, stage) {
            (Asks::GoAway, Some(Stage::Game { table, seat })) => {
                self.step(channel, Step::Leave, Stage::Leave { table, seat });
                self.tell_others(channel);
                Answer::Ok
            }
            (Asks::ComeBack, Some(Stage::Leave { table, seat })) => {
                self.step(channel, Step::Return, Stage::Game { table, seat });
                self.tell_others(channel);
                Answer::State { status: Box::new(self.status(channel)), startup: Vec::new() }
            }
            _ => Answer::Ok,
        };
        self.asking = None;
        if self.connections.contains(connection) {
            self.respond(connection, mark, head, Ok(answer));
        }
    }

    fn heard(&mut self, id: u64, step: &TableStep) {
        let mut begun: Option<DurakPlan> = None;
        let (mut party_over, mut got_up, mut spoke) = (false, SeatSet::EMPTY, false);
        for news in step.told.iter().filter_map(|told| told.to(None)) {
            match news {
                TableNews::Started(_, plan) => begun = Some(plan),
                TableNews::Over(_) => party_over = true,
                TableNews::Left(seat, _) => got_up.insert(seat),
                TableNews::Sat { seat, player, name, .. } => self.sat(id, seat, player, &name),
                TableNews::Said(..) => spoke = true,
                TableNews::CouldNotPay(seat) if self.company(id).is_starting() => {
                    return self.could_not_pay(id, seat);
                }
                _ => {}
            }
        }
        // With the last who came by this protocol the company is gone.
        if self.companies.get(id).is_none() {
            return;
        }
        let mut others_left = false;
        for seat in got_up.iter() {
            let place = &mut self.company_mut(id).seats[seat.index()];
            if let Some(sitter) = place.as_mut() {
                sitter.seated = false;
                others_left |= matches!(sitter.who, Who::Other { .. });
            }
            place.take_if(|sitter| matches!(sitter.who, Who::Other { .. }));
        }
        if let Some(plan) = &begun {
            self.party_begins(id, plan, &step.after);
        }
        if !self.company(id).is_playing() {
            return self.others_moved(id, spoke, others_left);
        }
        let over = step.after.seating().score().and_then(|score| score.over()).copied();
        self.tell_timeouts(id, step);
        // What follows the end of a party is told after it.
        let ended = party_over || over.is_some();
        let waits = if step.clocks && !ended { clocks::waits(&step.after, self.now) } else { Vec::new() };
        self.tell_events(id, step, &waits, party_over);
        if over.is_none() {
            self.let_go(id, got_up);
        }
        let last = step.after.seating().game().and_then(|game| game.last_party().copied());
        match (over, last.filter(|_| party_over)) {
            (Some(over), _) => self.game_over(id, &over),
            (None, Some(end)) => self.party_end(id, &end, step),
            (None, None) => self.set_bots(id, step),
        }
    }

    /// Between games: somebody who came by another way is ready, or has gone.
    fn others_moved(&mut self, id: u64, spoke: bool, left: bool) {
        if self.company(id).is_starting() {
            return;
        }
        if left {
            self.box_is_free(id);
        } else if spoke && self.company(id).others().next().is_some() {
            self.start_if_full(id);
        }
    }

    /// A party begins, and with the first one a game. Stakes are paid.
    fn party_begins(&mut self, id: u64, plan: &DurakPlan, table: &DurakTable) {
        if plan.party == 1 {
            self.game_begins(id, table);
        }
        let staked = |seat: Seat| plan.players.iter().any(|&(other, _)| other == seat);
        if plan.stake.is_positive() {
            self.tell_wallets(id, |seat| staked(seat).then_some((WalletMove::Bet, plan.stake)));
        }
    }

    pub(super) fn game_begins(&mut self, id: u64, table: &DurakTable) {
        let number = self.number();
        let company = self.company_mut(id);
        let info = GameInfo::new(number, id, &company.criteria);
        let phase = std::mem::replace(&mut company.phase, Phase::Playing(info.clone()));
        if let Phase::Starting { proposal: Some(proposal), .. } = phase {
            self.proposal_done(proposal);
        }
        let players = self.players(self.company(id), Some(table));
        for (seat, channel, _) in self.humans(id) {
            self.step(channel, Step::Start, Stage::Game { table: id, seat });
            let begun = Begun { info: info.clone(), own: seat, players: players.clone() };
            self.tell(channel, News::Begin(Box::new(begun)));
        }
        self.table_event(id, TableEvent::Change);
    }

    /// Tells people what became of their wallets.
    fn tell_wallets(&mut self, id: u64, change: impl Fn(Seat) -> Option<(WalletMove, Chips)>) {
        let company = self.company(id);
        let Some(game) = company.info().map(|info| info.id) else { return };
        let currency = company.criteria.currency.clone();
        for (seat, channel, player) in self.humans(id) {
            let Some((kind, amount)) = change(seat) else { continue };
            let wallet = self.wallet(player, &currency);
            self.tell(channel, News::Wallet(WalletChange { wallet, kind, amount, info: game.to_string() }));
        }
    }

    /// What everybody gets out of a pool. A stake that comes back was never won.
    fn tell_shares(&mut self, id: u64, boxes: SeatSet, paid: [Chips; MAX_BOXES], draw: bool) {
        let stake = self.company(id).criteria.cash_bet;
        if stake.is_zero() {
            return;
        }
        self.tell_wallets(id, |seat| {
            let share = paid[seat.index()];
            boxes.contains(seat).then_some(match (share.is_positive(), draw) {
                (true, true) => (WalletMove::Bet, share),
                (true, false) => (WalletMove::Win, share),
                (false, _) => (WalletMove::Lose, stake),
            })
        });
    }

    /// Somebody's wallet was emptied elsewhere before the game could begin.
    fn could_not_pay(&mut self, id: u64, seat: Seat) {
        let poor =
            self.humans(id).into_iter().find(|&(other, _, _)| other == seat).map(|(_, channel, _)| channel);
        let company = self.company_mut(id);
        let phase = std::mem::replace(&mut company.phase, Phase::Gathering);
        let Phase::Starting { proposal, before } = phase else { return };
        match (proposal, poor) {
            (Some(proposal), Some(poor)) => {
                self.could_not_begin(proposal, poor);
                self.dissolve(id);
            }
            (None, Some(poor)) => {
                if let Some(revanche) = before {
                    self.company_mut(id).phase = Phase::Revanche(revanche);
                }
                self.drop_to_free(poor);
                self.leave_box(poor, id);
            }
            (None, None) if before.is_none() && self.company(id).others().any(|other| other == seat) => {
                self.free_box(id, seat);
                self.box_is_free(id);
            }
            // Not the same people any more; a bot is given what it needs before.
            (_, None) => self.dissolve(id),
        }
    }

    /// Who got up between parties is free.
    pub(super) fn let_go(&mut self, id: u64, got_up: SeatSet) {
        for seat in got_up.iter() {
            let channel =
                self.humans(id).into_iter().find(|&(other, _, _)| other == seat).map(|(_, id, _)| id);
            self.company_mut(id).seats[seat.index()] = None;
            if let Some(channel) = channel {
                self.step(channel, Step::GetUp, Stage::Free);
                self.tell_state(channel);
            }
        }
    }

    fn tell_timeouts(&mut self, id: u64, step: &TableStep) {
        for event in telling::events(step, None) {
            if let Event::OutOfTime(seat) = event {
                let value = u64::from(self.company(id).criteria.timeout);
                let name = WaitName::Turn;
                let wait =
                    Wait { name, seat: Some(seat), value: Some(value), tick: value, time_bank: Some(0) };
                self.tell_table(id, &News::Timeout(wait));
            }
        }
    }

    /// Tells everybody at the table what they may know of it. Who is away from it is told nothing.
    fn tell_events(&mut self, id: u64, step: &TableStep, waits: &[Wait], ended: bool) {
        if waits.is_empty() && telling::events(step, None).is_empty() {
            return;
        }
        let company = self.company(id);
        let mut told: Vec<(ChannelId, News)> = Vec::new();
        for (seat, channel, player) in
            company.humans().filter(|&(_, channel, _)| self.state(channel) == State::Game)
        {
            let mut news = telling::game_news(step, Some(seat), Some(player), &company.criteria, waits);
            if ended {
                news.availables = Some(Vec::new());
            }
            // A move has a frame of its own when whole hands follow.
            if news.turn.is_some() && news.cards.is_some() {
                let availables = Some(Vec::new());
                let first = GameNews { turn: news.turn.take(), availables, ..GameNews::default() };
                told.push((channel, News::Game(Box::new(first))));
            }
            told.push((channel, News::Game(Box::new(news))));
        }
        if !company.watchers.is_empty() {
            let news = telling::game_news(step, None, None, &company.criteria, waits);
            told.extend(
                company.watchers.iter().map(|&channel| (channel, News::Game(Box::new(news.clone())))),
            );
        }
        for (channel, news) in told {
            self.tell(channel, news);
        }
    }

    /// Tells the same to everybody who plays or looks on.
    fn tell_table(&mut self, id: u64, news: &News) {
        let company = self.company(id);
        let players =
            company.humans().map(|(_, channel, _)| channel).filter(|&one| self.state(one) == State::Game);
        let all: Vec<ChannelId> = players.chain(company.watchers.iter().copied()).collect();
        for channel in all {
            self.tell(channel, news.clone());
        }
    }

    pub(super) fn humans(&self, id: u64) -> Vec<(Seat, ChannelId, PlayerId)> {
        self.company(id).humans().collect()
    }

    /// Says when the bots move, if one of them is waited for. What others do meanwhile does not put it off, unless it
    /// started a clock anew.
    fn set_bots(&mut self, id: u64, step: &TableStep) {
        let company = self.company(id);
        let waited_for = company.bots().any(|(seat, player)| bot_moves(&step.after, seat, player));
        let at = match company.bots_at.filter(|_| waited_for && !step.clocks) {
            Some(at) => Some(at),
            None => waited_for.then(|| self.now + self.thinking_time(company)),
        };
        if self.company(id).bots_at != at {
            self.company_mut(id).bots_at = at;
        }
        match at {
            Some(at) => self.timers.set(Timer::Bots(id), at),
            None => self.timers.cancel(Timer::Bots(id)),
        }
    }

    fn thinking_time(&self, company: &Company) -> Millis {
        let usual = self.settings.timing.bot;
        let turn = Millis::from_secs(company.criteria.timeout.into());
        if turn.is_zero() { usual } else { usual.min(Millis::new(turn.get() / 2)) }
    }

    pub(super) fn bots_move(&mut self, id: u64) {
        let Some(company) = self.companies.get_mut(id) else { return };
        company.bots_at = None;
        let (bots, table): (Vec<_>, _) = (company.bots().collect(), company.table.clone());
        let Some(table) = self.room.table(&table) else { return };
        let mut inputs = Vec::new();
        for (seat, player) in bots {
            if bot_moves(table, seat, player)
                && let Some(view) = table.durak_view(Some(player))
                && let Some(action) = (self.sessions.settings.brain)(&view)
            {
                // A brain that errs is helped by the clock.
                inputs.push(input_for(Some(table), player, action));
            }
        }
        for input in inputs {
            self.ask(id, input);
        }
    }

    /// A party ended and another one will come.
    fn party_end(&mut self, id: u64, end: &PartyEnd, step: &TableStep) {
        let counts = step.after.durak_view(None).map_or([0; MAX_BOXES], |view| view.counts);
        self.tell_table(id, &News::PartyEnd(telling::party_scores(end, &counts)));
        if self.company(id).criteria.points == 0 {
            self.tell_shares(id, end.boxes, end.paid, end.outcome.is_draw());
            self.fund_bots(id);
        }
        let waits = clocks::waits(&step.after, self.now);
        let company = self.company(id);
        let mut told: Vec<(ChannelId, News)> = Vec::new();
        for (seat, channel, player) in
            company.humans().filter(|&(_, channel, _)| self.state(channel) == State::Game)
        {
            let news = telling::between_news(&step.after, Some(seat), Some(player), &waits);
            told.push((channel, News::Game(Box::new(news))));
        }
        let news = News::Game(Box::new(telling::between_news(&step.after, None, None, &waits)));
        told.extend(company.watchers.iter().map(|&channel| (channel, news.clone())));
        for (channel, news) in told {
            self.tell(channel, news);
        }
        self.set_bots(id, step);
    }

    pub(super) fn game_over(&mut self, id: u64, over: &GameOver) {
        self.timers.cancel(Timer::Bots(id));
        let company = self.company_mut(id);
        company.bots_at = None;
        let (mode, points) = (company.criteria.mode, company.criteria.points);
        let scores = telling::game_scores(over);
        for (seat, channel, player) in self.humans(id) {
            let fate = match (over.winners.is_empty(), over.winners.contains(seat)) {
                (true, _) => Fate::Drawn,
                (false, true) => Fate::Won,
                (false, false) => Fate::Lost,
            };
            self.users.known_mut(player).played(mode, fate);
            self.tell(channel, News::GameOver(scores.clone()));
        }
        let watchers: Vec<ChannelId> = self.company(id).watchers.iter().copied().collect();
        for channel in watchers {
            self.tell(channel, News::GameOver(scores.clone()));
        }
        if points > 0 {
            self.tell_shares(id, over.boxes, over.paid, over.winners.is_empty());
        }
        self.offer_revanche(id);
    }

    /// Tells the tables somebody plays at that their last connection is lost, or that there is one again.
    pub(super) fn tell_line(&mut self, player: PlayerId, connected: bool) {
        let channels: Vec<ChannelId> = self.users.known(player).channels.values().copied().collect();
        for channel in channels {
            let Some(company) = self.channel(channel).stage.company() else { continue };
            let seated = |sitter: &&Sitter| sitter.seated && sitter.who.player() == player;
            if self.company(company).seats.iter().flatten().any(|sitter| seated(&sitter)) {
                self.ask(company, TableInput::Line { player, connected });
            }
        }
    }
}

/// An action within a party; between parties the seating has words for it.
fn input_for(table: Option<&DurakTable>, player: PlayerId, action: Action) -> TableInput {
    let running = table.is_none_or(DurakTable::is_running);
    match action {
        Action::Ready if !running => TableInput::Say { player, word: DurakWord::Ready },
        Action::Away if !running => TableInput::Say { player, word: DurakWord::Away },
        Action::Back if !running => TableInput::Say { player, word: DurakWord::Back },
        Action::Surrender if !running => TableInput::Leave(player),
        action => {
            // There is one table and one decision of theirs: clients of this protocol do not number them.
            let seat = table.and_then(|table| table.seat_of(player));
            let clock = table.and_then(|table| {
                table.clocks().iter().find(|clock| clock.seat.is_some() && clock.seat == seat)
            });
            TableInput::Act { player, turn: clock.map_or(0, |clock| clock.turn), action }
        }
    }
}

/// A bot moves when its own clock runs, or when it is asked whether it is ready.
fn bot_moves(table: &DurakTable, seat: Seat, player: PlayerId) -> bool {
    let asked = || table.durak_view(Some(player)).is_some_and(|view| view.availables.contains(&Offer::Ready));
    let turns = table.state().filter(|_| table.is_running()).map(OneParty::clocks).unwrap_or_default();
    turns.contains(seat) || asked()
}

/// The rules' own words, as a refusal.
fn refused(why: &TableRefused) -> Fault {
    match why {
        Refused::NotInHand | Refused::NotYourTurn => Fault::conflict(Refusal::NotYourTurn.to_string()),
        other => Fault::conflict(other.to_string()),
    }
}
