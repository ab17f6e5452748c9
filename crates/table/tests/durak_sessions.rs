//! Random sessions of Durak at a table, with a crash after every commit.

mod common;

use common::{PEOPLE, Played, Room, at, person, sessions, settings};
use kozyr_card_game::Seat;
use kozyr_card_game::laws::Dice;
use kozyr_cards::Pack;
use kozyr_chips::Chips;
use kozyr_durak::{Action, Mode, OnTimeout, Opening, Rules, Score};
use kozyr_table::durak::{DurakHouse, DurakSeating, DurakTable, DurakWord};
use kozyr_table::{Funding, Input, Settings};

impl Played for DurakSeating {
    fn table(dice: &mut Dice) -> (Settings, DurakHouse) {
        let mode = *dice.pick(&Mode::ALL);
        let pack = *dice.pick(&[Pack::Short36, Pack::Small24, Pack::Full52]);
        let most = if pack == Pack::Small24 { 3 } else { 5 };
        let seats = if mode.pairs() { 4 } else { 2 + dice.below(most) as u8 };
        let rules = Rules {
            mode,
            pack,
            throw_after_take: !dice.one_in(4),
            on_timeout: *dice.pick(&[OnTimeout::Lose, OnTimeout::Auto]),
            opening: Opening::LowestTrump,
        };
        let house = DurakHouse {
            rules,
            points: dice.below(4) as u16,
            // Some cannot pay for long.
            stake: Chips::new(dice.between(0, 400)),
            rake_percent: dice.between(0, 20) as u8,
            untimed: dice.one_in(3),
            ..DurakHouse::default()
        };
        (Settings { funding: Funding::Stake, ..settings(seats) }, house)
    }
    fn action(table: &DurakTable, seat: Seat, dice: &mut Dice) -> Action {
        let mut offers = Vec::new();
        table.state().unwrap().legal(seat, &mut offers);
        offers.retain(|offer| offer.kind().is_some() || dice.one_in(12));
        match offers.get(dice.below(offers.len().max(1) as u32) as usize) {
            Some(offer) if !dice.one_in(40) => {
                offer.actions().nth(dice.below(offer.len() as u32) as usize).unwrap()
            }
            _ => *dice.pick(&[Action::Take, Action::Finish, Action::Ready, Action::Surrender]),
        }
    }
    fn word(dice: &mut Dice) -> Option<DurakWord> {
        Some(match dice.below(12) {
            0 => DurakWord::NotReady,
            1 => DurakWord::Away,
            2 => DurakWord::Back,
            _ => DurakWord::Ready,
        })
    }
    /// A game needs every place taken and everybody ready at once.
    fn next_step(room: &Room<DurakSeating>, dice: &mut Dice) -> Option<Input<DurakSeating>> {
        if room.table.is_running() || dice.one_in(4) {
            return None;
        }
        let ready = room.table.seating().ready();
        let silent = room.table.taken().find(|(seat, _)| !ready.contains(*seat));
        let free = (1..=room.table.settings().seats).map(at).find(|&seat| room.table.chair(seat).is_none());
        let going_on = room.table.seating().score().is_some_and(|score| score.over().is_none());
        match (free, silent) {
            (Some(seat), _) if !going_on => Some(Input::Sit {
                player: person(dice.below(PEOPLE)),
                seat,
                buy_in: Chips::ZERO,
                wait: false,
                before: None,
            }),
            (_, Some((_, chair))) => Some(Input::Say { player: chair.player.id, word: DurakWord::Ready }),
            _ => None,
        }
    }
    fn invariants(table: &DurakTable) {
        if let Some(party) = table.state() {
            party.assert_sound();
        }
        // Only stakes lie on the table.
        let pool = table.seating().score().map_or(Chips::ZERO, Score::pool);
        assert_eq!(table.chips(), pool);
    }
}

#[test]
fn sessions_with_a_crash_after_every_commit_go_like_those_without() {
    let parties = sessions::<DurakSeating>(0..60, 600);
    assert!(parties > 300, "only {parties} parties");
}

#[test]
#[ignore = "long: make soak"]
fn many_sessions() {
    sessions::<DurakSeating>(1_000..4_000, 800);
}
