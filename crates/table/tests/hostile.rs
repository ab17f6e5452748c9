//! A Hold'em table in the hands of people who mean it no good: absurd amounts, clocks that jump, settings at
//! their edges.

use kozyr_card_game::laws::Dice;
use kozyr_card_game::{DeckShoe, Seat};
use kozyr_cards::{Deck, Pack};
use kozyr_chips::{Chips, Ledger, Transfer};
use kozyr_poker::Action;
use kozyr_table::holdem::{ButtonStyle, EntryFee, HoldemSeating, HoldemTable, Options, ReturnPost};
use kozyr_table::{Input, Millis, Player, PlayerId, Purse, Refused, Settings, Table, Timestamp};

const PEOPLE: u32 = 12;

fn pick<T: Copy>(dice: &mut Dice, of: &[T]) -> T {
    of[dice.below(of.len() as u32) as usize]
}

fn odd_table(dice: &mut Dice) -> (Settings, HoldemSeating) {
    let lengths = [0, 1, 1_000, 20_000, u64::MAX].map(Millis::new);
    let settings = Settings {
        seats: 2 + dice.below(9) as u8,
        least_buy_in: Chips::new(pick(dice, &[1, 2, 40])),
        most_buy_in: Chips::new(pick(dice, &[40, 60, 200])),
        turn: pick(dice, &lengths[1..]),
        bank: pick(dice, &lengths),
        refill: pick(dice, &lengths),
        stage: pick(dice, &lengths),
        gather: pick(dice, &lengths[..4]),
        pause: pick(dice, &lengths[..4]),
        patience: pick(dice, &[0, 1, 2, 255]),
        away: pick(dice, &lengths),
        memory: pick(dice, &lengths),
    };
    let options = Options {
        entry: pick(dice, &[EntryFee::Free, EntryFee::Post]),
        return_post: pick(dice, &[ReturnPost::Dead, ReturnPost::Live]),
        button: pick(dice, &[ButtonStyle::Dead, ButtonStyle::Moving]),
    };
    let (small, big) = pick(dice, &[(1, 2), (5, 10), (2, 2), (1, 3), (25, 50)]);
    (settings, HoldemSeating::new(Chips::new(small), Chips::new(big)).unwrap().with(options))
}

fn amount(dice: &mut Dice) -> Chips {
    let absurd = [i64::MIN, i64::MIN + 1, -1, 0, 1, (1 << 53) - 1, i64::MAX - 1, i64::MAX];
    Chips::new(if dice.one_in(10) { pick(dice, &absurd) } else { i64::from(dice.below(220)) })
}

fn anything(table: &HoldemTable, dice: &mut Dice) -> Input<Action> {
    let player = PlayerId::new(u64::from(dice.below(PEOPLE))).unwrap();
    let who = Player { id: player, name: "X".into(), bot: false };
    match dice.below(14) {
        0..=1 => Input::Sit {
            player: who,
            seat: Seat::from_number(1 + dice.below(16) as u8).unwrap(),
            buy_in: amount(dice),
            wait: dice.one_in(3),
        },
        2 if dice.one_in(3) => Input::Leave(player),
        3 => Input::AddChips { player, amount: amount(dice) },
        4 => pick(dice, &[Input::SitOut, Input::SitIn, Input::Wait])(player),
        5 if dice.one_in(5) => Input::Resume,
        6..=7 => Input::Tick,
        _ => {
            let clock = table.clocks().first();
            let acting = clock.and_then(|clock| table.chair(clock.seat?)).map(|chair| chair.player.id);
            let action = match dice.below(8) {
                0 => Action::Fold,
                1..=4 => Action::CheckOrCall,
                5..=6 => Action::RaiseTo(amount(dice)),
                _ => pick(dice, &[Action::Show, Action::Muck]),
            };
            let turn = clock.map_or(0, |clock| clock.turn);
            Input::Act { player: acting.unwrap_or(player), turn, action }
        }
    }
}

/// Returns how many hands were dealt.
fn evening(seed: u64) -> u64 {
    let mut dice = Dice::random(seed);
    let (settings, seating) = odd_table(&mut dice);
    let Ok(mut table) = Table::open(settings, seating) else { return 0 };
    let mut ledger: Ledger<Purse> = Ledger::new(|purse| *purse == Purse::House);
    for id in 0..PEOPLE {
        let wallet = Purse::Wallet(PlayerId::new(id.into()).unwrap());
        ledger.post(&[Transfer::new(Purse::House, wallet, Chips::new(500)).unwrap()]).unwrap();
    }
    let mut numbers = Dice::random(seed ^ 7);
    let mut shoe = DeckShoe::new(Deck::ordered(Pack::Full52), move |n| numbers.below(n));
    let mut now = Timestamp::from_millis(1_800_000_000_000);
    for _ in 0..600 {
        match dice.below(20) {
            0 => now = now - Millis::new(u64::from(dice.below(5_000_000))),
            1 => now += Millis::new(u64::from(dice.below(5_000_000))),
            2..=6 => {
                now = now.max(table.deadline().filter(|at| at.as_millis() < i64::MAX / 2).unwrap_or(now));
            }
            _ => now += Millis::new(u64::from(dice.below(3_000))),
        }
        let input = anything(&table, &mut dice);
        let due = table.deadline().is_some_and(|at| at <= now);
        match table.decide(now, &input, &mut shoe) {
            Err(refused) => {
                assert!(input != Input::Tick || !due, "{seed}: due and nothing to do: {refused} {table:?}");
                assert!(input == Input::Tick || refused != Refused::NothingDue);
            }
            Ok(batch) => {
                assert!(!batch.entries.is_empty());
                if ledger.post(&batch.transfers).is_err() {
                    continue;
                }
                table.apply(&batch, &mut Vec::new());
                assert_eq!(table.rest(), batch.rest);
                assert_eq!(table.chips(), ledger.balance(&Purse::Table));
                if let Some(rest) = batch.rest {
                    let text = serde_json::to_string(&rest).unwrap();
                    let again: HoldemTable = Table::from_rest(serde_json::from_str(&text).unwrap()).unwrap();
                    assert_eq!(serde_json::to_string(&again.rest()).unwrap(), text);
                    assert_eq!(again.deadline(), table.deadline());
                }
            }
        }
    }
    // Ticks alone bring it to rest, each of them doing something.
    for _ in 0..3_000 {
        let Some(at) = table.deadline().filter(|at| at.as_millis() < i64::MAX / 2) else { break };
        now = now.max(at);
        let batch = table.decide(now, &Input::Tick, &mut shoe).expect("what is due is done");
        ledger.post(&batch.transfers).unwrap();
        table.apply(&batch, &mut Vec::new());
    }
    assert!(table.deadline().is_none_or(|at| at.as_millis() >= i64::MAX / 2), "{seed}: never at rest");
    table.hand_number()
}

#[test]
fn nothing_panics_nothing_stalls_and_chips_stay_in_escrow() {
    let hands: u64 = (0..300).map(evening).sum();
    assert!(hands > 1_000, "only {hands} hands");
}
