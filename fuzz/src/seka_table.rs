//! A table of Seka: any stream of inputs is taken or refused, chips add up, and nothing ever panics.
#![allow(unreachable_pub)] // a module of a test as well

use kozyr_card_game::Seat;
use kozyr_card_game::laws::{Dice, Specimen};
use kozyr_chips::{Chips, Currency};
use kozyr_seka::{Action, Seka};
use kozyr_table::seka::{self, SekaSeating, SekaTable, SekaWord};
use kozyr_table::{Dealer, Effects, Input, Player, Settings};
use kozyr_time::{Millis, PlayerId, TableId, Timestamp};

/// Any stream of inputs is taken or refused; the table itself checks its chips after every line.
pub fn table(bytes: &[u8]) {
    let mut dice = Dice::from_tape(&bytes.iter().map(|&byte| u32::from(byte)).collect::<Vec<u32>>());
    let (setup, _, _) = Seka::table(&mut dice);
    let settings = Settings { least_buy_in: Chips::new(1), ..seka::settings(&setup.rules, Currency::FUN) };
    let id = TableId::new("fuzz").expect("a short name");
    let mut table = SekaTable::open(id, settings, setup.rules).expect("random rules make sense");
    let mut seeds = bytes.len() as u64;
    let mut dealer = Dealer::new(move || {
        seeds += 1;
        Some([seeds as u8; 32])
    });
    let mut now = Timestamp::default();
    for _ in 0..bytes.len() {
        let input = any_input(&table, &mut dice, &mut now);
        if let Ok(batch) = table.decide(now, &input, &mut dealer) {
            table.apply(&batch, &mut Effects::default());
        }
    }
}

fn any_player(dice: &mut Dice) -> PlayerId {
    PlayerId::from(dice.below(9))
}

fn any_chips(dice: &mut Dice) -> Chips {
    Chips::new(*dice.pick(&[100, 0, 1, 5, 250, 5000, -1, i64::MAX, i64::MIN, Chips::MAX.units()]))
}

/// Somebody who is awaited does what is offered, or anything at all.
fn any_action(table: &SekaTable, dice: &mut Dice) -> (PlayerId, Action) {
    let player = any_player(dice);
    let Some(deal) = table.state() else { return (player, Action::Call) };
    let awaited = table.people().iter().filter(|person| deal.awaits().seats().contains(person.seat));
    let awaited: Vec<_> = awaited.collect();
    if awaited.is_empty() || dice.one_in(4) {
        return (player, Seka::anything(deal, Seat::from_index(0), dice));
    }
    let person = *dice.pick(&awaited);
    let mut offers = Vec::new();
    deal.offers(person.seat, &mut offers);
    let offer = *dice.pick(&offers);
    (person.player, Seka::accept(deal, person.seat, &offer, dice))
}

fn any_input(table: &SekaTable, dice: &mut Dice, now: &mut Timestamp) -> Input<SekaSeating> {
    let player = any_player(dice);
    match dice.below(20) {
        0..=2 => Input::Sit {
            player: Player { id: player, name: "somebody".into(), bot: false },
            seat: Seat::from_index(dice.below(7) as usize),
            buy_in: any_chips(dice),
            wait: dice.one_in(4),
            before: None,
        },
        3..=6 => Input::Say { player, word: SekaWord::Ready },
        7 => Input::Say { player, word: SekaWord::NotReady },
        8 => Input::Leave(player),
        9 => Input::AddChips { player, amount: any_chips(dice) },
        10 => Input::Tick,
        11 | 12 => {
            *now = table.deadline().unwrap_or(*now).max(*now) + Millis::new(u64::from(dice.below(3)));
            Input::Tick
        }
        13 => match dice.below(6) {
            0 => Input::SitOut(player),
            1 => Input::SitIn(player),
            2 => Input::Remove(player),
            3 => Input::HoldUp(!table.is_held_up()),
            4 => Input::Resume,
            _ => Input::CannotPay(player),
        },
        _ => {
            let (player, action) = any_action(table, dice);
            let chair = table.seat_of(player);
            let clock = table.clocks().iter().find(|clock| clock.seat.is_some() && clock.seat == chair);
            Input::Act { player, turn: clock.map_or(0, |clock| clock.turn), action }
        }
    }
}
