//! Random sessions of every variant: rebuilt after every commit they go on alike, and nobody sees too much.

use crate::common::{self, PEOPLE, Played, player, sessions, settings};
use kozyr_card_game::Seat;
use kozyr_card_game::laws::Dice;
use kozyr_chips::Chips;
use kozyr_poker::variant::VARIANTS;
use kozyr_poker::{Action, Event, Offer, Rake};
use kozyr_table::holdem::{
    Ante, ButtonStyle, EntryFee, HoldemHouse, HoldemSeating, HoldemTable, HoldemWord, Options, ReturnPost,
};
use kozyr_table::{LeftWhy, News, Settings, Told};
use kozyr_time::{Millis, PlayerId};

impl Played for HoldemSeating {
    fn table(dice: &mut Dice) -> (Settings, HoldemHouse) {
        let settings = Settings {
            quick: dice.one_in(2).then(|| Millis::from_secs(1)),
            grace: Millis::from_secs(*dice.pick(&[0, 5, 60])),
            memory: Millis::from_secs(*dice.pick(&[0, 1800])),
            ..settings(2 + dice.below(6) as u8)
        };
        let ante = Chips::new(*dice.pick(&[0, 0, 1, 3]));
        let (small, big) = *dice.pick(&[(1, 2), (2, 2), (1, 3), (5, 10)]);
        let rake = Rake {
            millionths: *dice.pick(&[50_000, 1_000_000]),
            cap: dice.one_in(2).then(|| Chips::new(3)),
            no_flop_no_drop: dice.one_in(2),
        };
        let variant = VARIANTS[dice.below(6) as usize];
        let house = HoldemHouse {
            variant,
            small_blind: Chips::new(small),
            big_blind: Chips::new(big),
            ante: if dice.one_in(2) { Ante::Each(ante) } else { Ante::BigBlind(ante) },
            options: Options {
                entry: *dice.pick(&[EntryFee::Free, EntryFee::Post]),
                return_post: *dice.pick(&[ReturnPost::Dead, ReturnPost::Live]),
                button: *dice.pick(&[ButtonStyle::Dead, ButtonStyle::Moving]),
                ..Options::default()
            },
            rake: dice.one_in(3).then_some(rake),
            tournament: dice.one_in(4),
            straddle: dice.one_in(2) && HoldemHouse::may_straddle(variant),
            run_it_twice: dice.one_in(2),
        };
        (settings, house)
    }

    /// Mostly something offered; a fold is rare, since it ends most hands before anything happens.
    fn action(table: &HoldemTable, chair: Seat, dice: &mut Dice) -> Action {
        let player = table.chair(chair).map(|chair| chair.player.id);
        let offers = table.game_view(player).map(|view| view.offers).unwrap_or_default();
        if offers.is_empty() || dice.one_in(12) {
            let raise = Action::RaiseTo(Chips::new(i64::from(dice.below(400))));
            let answer = Action::Runouts(dice.one_in(2));
            return *dice.pick(&[
                Action::Fold,
                Action::CheckOrCall,
                raise,
                answer,
                Action::Show,
                Action::Muck,
            ]);
        }
        match *dice.pick(&offers) {
            Offer::Fold if dice.one_in(2) => Action::Fold,
            Offer::RaiseTo { least, most } => {
                let any = Chips::new(dice.between(least.units(), most.units()));
                Action::RaiseTo(*dice.pick(&[least, least, most, any]))
            }
            Offer::BringIn { .. } => Action::BringIn,
            Offer::Discard { from } => Action::Discard(from),
            Offer::Runouts { .. } => Action::Runouts(!dice.one_in(4)),
            Offer::Show => Action::Show,
            Offer::Muck => Action::Muck,
            Offer::Fold | Offer::Check | Offer::Call { .. } => Action::CheckOrCall,
        }
    }

    fn word(dice: &mut Dice) -> Option<HoldemWord> {
        Some(match dice.below(4) {
            0 => HoldemWord::ShowAll,
            1 => HoldemWord::Show(dice.below(4) as u8),
            _ => HoldemWord::Straddle(!dice.one_in(3)),
        })
    }

    /// Nobody sees a hole card in a view that is not their own and was not turned over.
    fn invariants(table: &HoldemTable) {
        for id in viewers() {
            let Some(view) = table.game_view(id) else { continue };
            for one in &view.players {
                let owner = table.people().iter().find(|person| person.seat == one.seat).unwrap().player;
                let open = one.shown || id == Some(owner);
                assert!(open || one.cards.iter().all(Option::is_none), "{id:?} sees {one:?}");
            }
        }
    }

    fn told(told: &[Told<HoldemSeating>]) {
        for told in told {
            hole_cards_told(told);
        }
    }
}

/// Everybody, somebody who was never here, and whoever has no name.
fn viewers() -> impl Iterator<Item = Option<PlayerId>> {
    (0..=PEOPLE).map(|id| Some(player(id))).chain([None])
}

/// How many faces the piece of news names to anybody; asserts that each is the viewer's own or was turned over.
fn hole_cards_told(told: &Told<HoldemSeating>) -> usize {
    let mut faces = 0;
    for id in viewers() {
        if let Some(News::Game(Event::DealtHole(seat, cards))) = told.to(id) {
            let owner = told.people().iter().find(|person| person.seat == seat).unwrap().player;
            let own = id == Some(owner);
            assert!(cards.iter().all(|card| card.is_some() == own), "{id:?} was told {cards:?}");
            faces += cards.iter().flatten().count();
        }
    }
    faces
}

#[test]
fn sessions_with_a_crash_after_every_commit_go_like_those_without() {
    let hands = sessions::<HoldemSeating>(0..60, 400);
    assert!(hands > 600, "only {hands} hands");
}

#[test]
#[ignore = "long: make soak"]
fn many_sessions() {
    sessions::<HoldemSeating>(1_000..4_000, 800);
}

/// The random tables above are not all alike: every variant is dealt, raked, shown down and left, and cards are told.
#[test]
fn random_sessions_see_every_variant_and_every_custom() {
    let mut seen = std::collections::BTreeSet::new();
    let mut faces = 0;
    for seed in 0..60 {
        let room = common::session::<HoldemSeating>(seed, 300, false);
        faces += room.effects.told.iter().map(hole_cards_told).sum::<usize>();
        let (house, quick) = (room.table.house(), room.table.settings().quick.is_some());
        if room.table.hand_number() > 0 {
            seen.insert(format!("variant {}", house.variant.code));
            seen.insert(format!("lines heeded: {quick}"));
        }
        for told in &room.effects.told {
            let what = match told.to(None) {
                Some(News::Game(Event::Raked(_))) => "raked",
                Some(News::Game(Event::Shown(..))) => "shown",
                Some(News::Game(Event::RunoutsSettled(1))) => "not run twice",
                Some(News::Game(Event::RunoutsSettled(_))) => "run twice",
                Some(News::Started(_, plan)) if plan.straddle.is_some() => "straddled",
                Some(News::TopUpAsked(..)) => "top-up asked",
                Some(News::Moving(..)) => "to move",
                Some(News::Moved(..)) => "moved",
                Some(News::ShownOut(..)) => "shown out",
                Some(News::TimedOut(_)) => "timed out",
                Some(News::Line(..)) => "line",
                Some(News::Left(_, why)) => match why {
                    LeftWhy::Busted => "busted",
                    LeftWhy::Removed => "removed",
                    _ => "left",
                },
                _ => continue,
            };
            seen.insert(what.into());
        }
    }
    assert!(faces > 1_000, "only {faces} faces were told");
    assert_eq!(seen.len(), 6 + 2 + 14, "{seen:?}");
}

#[test]
fn a_table_left_alone_comes_to_rest() {
    for seed in 0..20 {
        let mut room = common::session::<HoldemSeating>(seed, 150, false);
        for _ in 0..500 {
            if room.table.deadline().is_none() {
                break;
            }
            room.wait().unwrap();
        }
        // Everybody has timed out, sat out and lost their seat, but for one whom nobody asks.
        assert_eq!(room.table.deadline(), None);
        let held_up = room.table.is_held_up();
        assert!(held_up || room.table.taken().count() <= 1, "{:?}", room.table);
        assert!(!room.table.is_running());
    }
}
