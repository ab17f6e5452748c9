//! Deals at a table, with bots that see what a client sees and say what a client says.

use super::{Args, Bot, Sums, random, simple};
use crate::bench::Numbers;
use kozyr_bots::Level;
use kozyr_bots::seka::choose;
use kozyr_card_game::{Awaits, Seat};
use kozyr_chips::Currency;
use kozyr_protocol::room::{GameInfo, GameView, OwnGame, TableInfo};
use kozyr_seka::{Action, Record, Rules};
use kozyr_server::{seka_action, seka_info, seka_view};
use kozyr_table::seka::{SekaSeating, SekaTable, SekaWord, record, settings};
use kozyr_table::{Dealer, Effects, Entry, Input, Player, Seeds, Settings};
use kozyr_time::{PlayerId, TableId, Timestamp};
use std::time::Instant;

/// Seeds of a simulation: anybody may know them.
struct Seeded(Numbers);

impl Seeds for Seeded {
    fn seed(&mut self) -> Option<[u8; 32]> {
        Some(std::array::from_fn(|_| self.0.below(256) as u8))
    }
}

/// A table for one deal.
struct OneDeal {
    table: SekaTable,
    info: TableInfo,
    dealer: Dealer<Seeded>,
    now: Timestamp,
    entries: Vec<(Timestamp, Entry<SekaSeating>)>,
    before: SekaTable,
}

impl OneDeal {
    fn open(rules: &Rules, stack: kozyr_chips::Chips, seed: u64) -> OneDeal {
        let usual = settings(rules, Currency::FUN);
        let settings = Settings { most_buy_in: usual.most_buy_in.max(stack), ..usual };
        let id = TableId::new("sim").expect("a plain name");
        let table = SekaTable::open(id, settings, *rules).expect("a stock table can be opened");
        let dealer = Dealer::new(Seeded(Numbers::new(seed | 1)));
        let (info, now) = (seka_info(&table), Timestamp::from_millis(0));
        OneDeal { before: table.clone(), table, info, dealer, now, entries: Vec::new() }
    }

    fn does(&mut self, input: &Input<SekaSeating>) {
        let batch = self.table.decide(self.now, input, &mut self.dealer).expect("bots take what is offered");
        for entry in batch.entries {
            // The record begins with the table as it is when the deal starts.
            if matches!(entry, Entry::Started { .. }) {
                self.before = self.table.clone();
                self.entries.clear();
            }
            self.table.apply_entry(batch.at, &entry, &mut Effects::default());
            self.entries.push((batch.at, entry));
        }
    }

    fn ticks(&mut self) {
        self.now = self.table.deadline().expect("a clock runs");
        self.does(&Input::Tick);
    }
}

fn person(seat: Seat) -> PlayerId {
    PlayerId::from(seat.index() as u32 + 1)
}

/// One deal at a table of its own, the bots moved round by so many seats.
pub(super) fn play(
    rules: &Rules,
    args: &Args,
    turn: usize,
    numbers: &mut Numbers,
    sums: &mut Sums,
) -> Record {
    let count = args.bots.len();
    let bot_at = |seat: Seat| (seat.index() + turn) % count;
    let stack = rules.base * args.stack;
    let mut deal = OneDeal::open(rules, stack, u64::from(numbers.below(u32::MAX)) << 1);
    let seats: Vec<Seat> = (0..count).map(Seat::from_index).collect();
    for &seat in &seats {
        let player = Player { id: person(seat), name: format!("{}", seat.number()).into(), bot: true };
        deal.does(&Input::Sit { player, seat, buy_in: stack, wait: false, before: None });
    }
    for &seat in &seats {
        deal.does(&Input::Say { player: person(seat), word: SekaWord::Ready });
    }
    while deal.table.is_running() {
        sums.moves += 1;
        let (Awaits::Seats(asked) | Awaits::Stage(asked)) = deal.table.awaits() else {
            unreachable!("a table deals by itself")
        };
        let Some(seat) = asked.iter().next() else {
            deal.ticks();
            continue;
        };
        let action = decide(&deal, args.bots[bot_at(seat)], seat, numbers, sums);
        let turn = deal.table.clock_of(seat).map_or(0, |clock| clock.turn);
        deal.does(&Input::Act { player: person(seat), turn, action });
    }
    let state = deal.table.state().expect("a deal was played");
    sums.add(state, bot_at);
    let lines = deal.entries.iter().map(|(at, entry)| (*at, entry));
    record(&deal.before, lines).expect("a deal began")
}

fn decide(deal: &OneDeal, bot: Bot, seat: Seat, numbers: &mut Numbers, sums: &mut Sums) -> Action {
    let state = deal.table.state().expect("a deal is played");
    let level = match bot {
        Bot::Random => return random(state, seat, numbers),
        Bot::Passive => return passive(state, seat),
        Bot::Simple => {
            let view = deal.table.game_view(Some(person(seat))).expect("a deal is played");
            return simple(&view, seat, numbers);
        }
        Bot::Casual => Level::Casual,
        Bot::Sharp => Level::Strong,
    };
    let view = seka_view(&deal.table, person(seat));
    let begun = Instant::now();
    let own = view.own.as_ref().and_then(|own| own.game.as_ref());
    let (GameInfo::Seka(info), GameView::Seka(game), Some(OwnGame::Seka(own))) =
        (&deal.info.game, &view.game, own)
    else {
        unreachable!("a table of Seka")
    };
    let chosen = choose(level, info, seat, game, own, &mut |n| numbers.below(n));
    sums.thought.push(begun.elapsed().as_nanos() as u64);
    seka_action(&chosen.expect("it is asked"))
}

/// Stays in whatever it costs, looks at nothing, raises nothing.
fn passive(deal: &kozyr_seka::Deal, seat: Seat) -> Action {
    let mut offers = Vec::new();
    deal.offers(seat, &mut offers);
    let wanted = [Action::Check, Action::Call, Action::Vote(true), Action::Pass];
    let offered = |action: &Action| offers.iter().any(|offer| offer.covers(action));
    wanted.into_iter().find(offered).unwrap_or(Action::Fold)
}
