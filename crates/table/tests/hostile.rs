//! A Hold'em table in the hands of people who mean it no good: absurd amounts, clocks that jump, settings at
//! their edges.

mod common;

use common::{Counted, at, person, player, wallet};
use kozyr_card_game::laws::Dice;
use kozyr_chips::{Account, Chips, Currency, Ledger, LedgerError, Owner, Transfer};
use kozyr_poker::variant::VARIANTS;
use kozyr_poker::{Action, PokerRefusal, Rake};
use kozyr_table::holdem::{
    Ante, ButtonStyle, EntryFee, HoldemHouse, HoldemSeating, HoldemTable, Options, ReturnPost, Standing,
};
use kozyr_table::{Batch, Dealer, Departed, Effects, Funding, Input, Refused, Settings, Table};
use kozyr_time::{Millis, TableId, Timestamp, TournamentId};

const PEOPLE: u32 = 12;
/// Later than this is never.
const NEVER: i64 = i64::MAX / 2;

fn pick<T: Copy>(dice: &mut Dice, of: &[T]) -> T {
    *dice.pick(of)
}

fn odd_settings(dice: &mut Dice) -> Settings {
    let lengths = [0, 1, 1_000, 20_000, u64::MAX].map(Millis::new);
    let cup = Funding::Tournament(TournamentId::new("cup").unwrap());
    Settings {
        seats: 2 + dice.below(9) as u8,
        currency: Currency::FUN,
        funding: if dice.one_in(5) { cup } else { Funding::Stack },
        least_buy_in: Chips::new(pick(dice, &[1, 2, 40])),
        most_buy_in: Chips::new(pick(dice, &[40, 60, 200])),
        turn: pick(dice, &lengths[1..]),
        bank: pick(dice, &lengths),
        refill: pick(dice, &lengths),
        gather: pick(dice, &lengths[..4]),
        pause: pick(dice, &lengths[..4]),
        patience: pick(dice, &[0, 1, 2, 255]),
        away: pick(dice, &lengths),
        memory: pick(dice, &lengths),
        grace: pick(dice, &lengths),
        quick: dice.one_in(2).then(|| pick(dice, &lengths)),
        top: Vec::new(),
    }
}

fn odd_house(dice: &mut Dice) -> HoldemHouse {
    let ante = Chips::new(pick(dice, &[0, 0, 1, 500]));
    let (small, big) = pick(dice, &[(1, 2), (5, 10), (2, 2), (1, 3), (25, 50)]);
    let variant = VARIANTS[dice.below(6) as usize];
    HoldemHouse {
        variant,
        small_blind: Chips::new(small),
        big_blind: Chips::new(big),
        ante: if dice.one_in(2) { Ante::Each(ante) } else { Ante::BigBlind(ante) },
        options: Options {
            entry: pick(dice, &[EntryFee::Free, EntryFee::Post]),
            return_post: pick(dice, &[ReturnPost::Dead, ReturnPost::Live]),
            button: pick(dice, &[ButtonStyle::Dead, ButtonStyle::Moving]),
            ..Options::default()
        },
        rake: dice.one_in(3).then(|| Rake {
            millionths: pick(dice, &[0, 1, 50_000, 1_000_000]),
            cap: pick(dice, &[None, Some(Chips::ZERO), Some(Chips::MAX)]),
            no_flop_no_drop: dice.one_in(2),
        }),
        tournament: dice.one_in(2),
        straddle: dice.one_in(2) && HoldemHouse::may_straddle(variant),
        run_it_twice: dice.one_in(2),
    }
}

fn amount(dice: &mut Dice) -> Chips {
    let absurd = [i64::MIN, i64::MIN + 1, -1, 0, 1, (1 << 53) - 1, i64::MAX - 1, i64::MAX];
    Chips::new(if dice.one_in(10) { pick(dice, &absurd) } else { i64::from(dice.below(220)) })
}

/// What somebody claims to have left with: never more than a room could have handed out.
fn before(now: Timestamp, dice: &mut Dice) -> Option<Departed<Standing>> {
    let debt = Chips::new(i64::from(dice.below(100)));
    let standing = pick(dice, &[Standing::In, Standing::New { debt }, Standing::Out { debt }]);
    let at = now - Millis::new(pick(dice, &[0, 1, 20_000, 1 << 40]));
    dice.one_in(3).then(|| Departed { at, stack: Chips::new(i64::from(dice.below(300))), standing })
}

fn anything(table: &HoldemTable, now: Timestamp, dice: &mut Dice) -> Input<HoldemSeating> {
    if table.is_held_up() && dice.one_in(4) {
        return Input::HoldUp(false);
    }
    let one = player(dice.below(PEOPLE));
    let id = dice.below(PEOPLE);
    let seat = at(1 + dice.below(16) as u8);
    match dice.below(16) {
        0..=1 if matches!(table.settings().funding, Funding::Tournament(_)) && !dice.one_in(4) => {
            Input::Place { player: person(id), seat, chips: amount(dice) }
        }
        0..=1 => Input::Sit {
            player: person(id),
            seat,
            buy_in: amount(dice),
            wait: dice.one_in(3),
            before: before(now, dice),
        },
        2 if dice.one_in(3) => Input::Leave(one),
        2 if dice.one_in(9) => Input::Remove(one),
        2 if dice.one_in(3) => Input::Move { player: one, seat: at(1 + dice.below(11) as u8) },
        3 if dice.one_in(3) => Input::Give { player: one, chips: amount(dice) },
        3 => Input::AddChips { player: one, amount: amount(dice) },
        4 => pick(dice, &[Input::SitOut, Input::SitIn, Input::Wait, Input::CannotPay])(one),
        5 if dice.one_in(5) => Input::Resume,
        5 if dice.one_in(5) => Input::HoldUp(!table.is_held_up()),
        5 if dice.one_in(3) => Input::Change { settings: odd_settings(dice), house: odd_house(dice) },
        6..=7 => Input::Tick,
        8 => Input::Line { player: one, connected: dice.one_in(2) },
        _ => {
            let clock = table.clocks().first();
            let acting = clock.and_then(|clock| table.chair(clock.seat?)).map(|chair| chair.player.id);
            let action = match dice.below(8) {
                0 => Action::Fold,
                1..=4 => Action::CheckOrCall,
                5..=6 => Action::RaiseTo(amount(dice)),
                _ => pick(dice, &[Action::Show, Action::Muck, Action::Runouts(true), Action::Runouts(false)]),
            };
            Input::Act { player: acting.unwrap_or(one), turn: clock.map_or(0, |clock| clock.turn), action }
        }
    }
}

type Books = Ledger<Account, fn(&Account) -> bool>;

/// A table, its money and its dealer.
struct Evening {
    table: HoldemTable,
    ledger: Books,
    dealer: Dealer<Counted>,
}

impl Evening {
    fn open(seed: u64, dice: &mut Dice) -> Option<Evening> {
        let table = Table::open(TableId::new("odd").unwrap(), odd_settings(dice), odd_house(dice)).ok()?;
        let mut ledger: Books = Ledger::new(Account::may_owe);
        let cup = Account::new(Owner::Tournament(TournamentId::new("cup").unwrap()), Currency::FUN);
        let gifts = (0..PEOPLE).map(|id| (wallet(id), Chips::new(500)));
        for (to, chips) in gifts.chain([(cup, Chips::MAX)]) {
            let from = Account::issuance(Currency::FUN);
            ledger.post(&[Transfer::new(from, to, chips).unwrap()]).unwrap();
        }
        Some(Evening { table, ledger, dealer: Dealer::new(Counted(seed << 32)) })
    }

    /// Pays and applies; says who cannot pay when somebody cannot.
    fn commit(&mut self, batch: &Batch<HoldemSeating>) -> Result<(), Owner> {
        assert!(!batch.entries.is_empty());
        match self.ledger.post(&batch.transfers) {
            Ok(()) => {}
            Err(LedgerError::CannotPay { account, .. }) => return Err(account.owner),
            Err(error) => panic!("{error}"),
        }
        let table = &mut self.table;
        table.apply(batch, &mut Effects::default());
        assert_eq!(table.rest(), batch.rest);
        assert_eq!(table.chips(), self.ledger.balance(&table.escrow()));
        if let Some(rest) = &batch.rest {
            let text = serde_json::to_string(rest).unwrap();
            let again: HoldemTable = Table::from_rest(serde_json::from_str(&text).unwrap()).unwrap();
            assert_eq!(serde_json::to_string(&again.rest()).unwrap(), text);
            assert_eq!(again.deadline(), table.deadline());
        }
        Ok(())
    }

    fn ask(&mut self, now: Timestamp, input: &Input<HoldemSeating>) -> Result<(), Refused<PokerRefusal>> {
        let mut dealer = self.dealer.clone();
        let batch = self.table.decide(now, input, &mut dealer)?;
        match self.commit(&batch) {
            Ok(()) => self.dealer = dealer,
            // Who sits down, asks for chips between hands or seats somebody is told so; what a table asks of a
            // wallet by itself is taken back.
            Err(_)
                if matches!(
                    input,
                    Input::Sit { .. } | Input::AddChips { .. } | Input::Place { .. } | Input::Give { .. }
                ) => {}
            Err(Owner::Player(player)) => {
                let batch = self.table.decide(now, &Input::CannotPay(player), &mut dealer)?;
                assert_eq!(self.commit(&batch), Ok(()), "a table that asks again");
            }
            Err(other) => panic!("{other} cannot pay"),
        }
        Ok(())
    }

    fn due(&self) -> Option<Timestamp> {
        self.table.deadline().filter(|at| at.as_millis() < NEVER)
    }
}

/// Returns how many hands were dealt.
fn evening(seed: u64) -> u64 {
    let mut dice = Dice::random(seed);
    let Some(mut evening) = Evening::open(seed, &mut dice) else { return 0 };
    let mut now = Timestamp::from_millis(1_800_000_000_000);
    for _ in 0..600 {
        match dice.below(20) {
            0 => now = now - Millis::new(u64::from(dice.below(5_000_000))),
            1 => now += Millis::new(u64::from(dice.below(5_000_000))),
            2..=6 => now = now.max(evening.due().unwrap_or(now)),
            _ => now += Millis::new(u64::from(dice.below(3_000))),
        }
        let input = anything(&evening.table, now, &mut dice);
        let due = evening.table.deadline().is_some_and(|at| at <= now);
        if let Err(refused) = evening.ask(now, &input) {
            let table = &evening.table;
            assert!(input != Input::Tick || !due, "{seed}: due and nothing to do: {refused} {table:?}");
            assert!(input == Input::Tick || refused != Refused::NothingDue);
        }
    }
    let hands = evening.table.hand_number();
    // Ticks alone bring it to rest, each of them doing something; a tournament deals on until it is held up.
    let _ = evening.ask(now, &Input::HoldUp(true));
    for _ in 0..3_000 {
        let Some(at) = evening.due() else { break };
        now = now.max(at);
        evening.ask(now, &Input::Tick).expect("what is due is done");
    }
    assert_eq!(evening.due(), None, "{seed}: never at rest");
    hands
}

#[test]
fn nothing_panics_nothing_stalls_and_chips_stay_in_escrow() {
    let hands: u64 = (0..300).map(evening).sum();
    assert!(hands > 1_000, "only {hands} hands");
}

#[test]
#[ignore = "long: make soak"]
fn many_hostile_evenings() {
    (1_000..20_000).for_each(|seed| _ = evening(seed));
}
