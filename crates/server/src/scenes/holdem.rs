//! Moments of tables of Hold'em: the blinds 10 and 20, Anna at seat 3, in the first hand the button at seat 5.

mod ends;
mod seats;

use super::Scenes;
use super::play::{Opening, Play, Scene};
use kozyr_chips::Chips;
use kozyr_poker::Action;
use kozyr_table::holdem::{HoldemHouse, HoldemSeating, HoldemWord};
use kozyr_table::{Input, Settings};
use kozyr_time::Millis;

type Holdem = Play<HoldemSeating>;
type Table = Opening<HoldemSeating>;

const FOLD: Action = Action::Fold;
/// Checks, or calls.
const CALL: Action = Action::CheckOrCall;

const fn to(units: i64) -> Action {
    Action::RaiseTo(Chips::new(units))
}

const fn chips(units: i64) -> Chips {
    Chips::new(units)
}

/// Like the first table of the house, for more.
fn six() -> Table {
    let stock = Table::stock("holdem-1");
    let (least_buy_in, most_buy_in, turn) = (chips(400), chips(4000), Millis::from_secs(25));
    Table {
        title: "Hold’em 10/20".to_owned(),
        settings: Settings { least_buy_in, most_buy_in, turn, ..stock.settings },
        house: HoldemHouse { small_blind: chips(10), big_blind: chips(20), ..stock.house },
        ..stock
    }
}

/// The same, and people may sit down with little.
fn short_stacks() -> Table {
    let six = six();
    Table { settings: Settings { least_buy_in: chips(100), ..six.settings }, ..six }
}

/// With straddles, and boards that may be dealt twice.
fn with_options() -> Table {
    let six = six();
    Table { house: HoldemHouse { straddle: true, run_it_twice: true, ..six.house }, ..six }
}

/// Nine seats and stakes with many figures.
fn nine() -> Table {
    let six = six();
    Table {
        title: "Девять".to_owned(),
        settings: Settings {
            seats: 9,
            least_buy_in: chips(10_000),
            most_buy_in: chips(100_000),
            ..six.settings
        },
        house: HoldemHouse { small_blind: chips(250), big_blind: chips(500), ..six.house },
        ..six
    }
}

/// Five play and Mitya looks on from his chair; the first hand begins. Anna and Konstantin have so much.
fn begin(play: &mut Holdem, anna: i64, konstantin: i64) {
    play.sit(&[
        (1, "Vera", 1980),
        (2, "Константин", konstantin),
        (3, "Анна", anna),
        (4, "Lev", 2210),
        (5, "Бабушка Зина", 3600),
        (6, "Mitya", 905),
    ]);
    play.ask(&Input::SitOut(play.person(6)));
    play.until_due();
}

/// Everybody folds to the big blind, in this order.
fn fold_around(play: &mut Holdem, order: &[u8]) {
    play.acts(order.iter().map(|&seat| (seat, FOLD)));
    play.until_due();
}

/// Three see a flop of Qh 9c 2d for 60 each: Konstantin, Anna with Ah Td, and Zina, who has the button.
fn three_see_a_flop(play: &mut Holdem, anna: i64, konstantin: i64, cards: &str) {
    play.deck(cards);
    begin(play, anna, konstantin);
    play.acts([(3, to(60)), (4, FOLD), (5, CALL), (1, FOLD), (2, CALL)]);
}

/// Seats 1 to 5, then the board.
const QUEEN_HIGH: &str = "7c 3d Ks 8s Ah Td 4c 4s Ad 6c Qh 9c 2d Ts Jh";

/// Konstantin has bet 120 at the flop and Anna has called; it is Zina's turn, whose line is lost.
fn flop(play: &mut Holdem) {
    three_see_a_flop(play, 2120, 3640, QUEEN_HIGH);
    play.act(2, to(120));
    play.lose_line(5);
    play.act(3, CALL);
    play.wait(Millis::new(3_500));
}

/// Vera has raised to 60, and Anna on the button has 17 seconds left. Zina, whose line is lost, has the big blind.
fn preflop(play: &mut Holdem) {
    begin(play, 1940, 3460);
    fold_around(play, &[3, 4, 5, 1]);
    fold_around(play, &[4, 5, 1, 2]);
    play.deck("4c 4s 7c 3d 8h 8d Ks 8s Ah Td");
    fold_around(play, &[5, 1, 2, 3]);
    play.lose_line(5);
    play.acts([(1, to(60)), (2, FOLD)]);
    play.wait_secs(8);
}

/// Anna's whole stack is less than the price of a call.
fn short_call(play: &mut Holdem) {
    begin(play, 129, 3460);
    fold_around(play, &[3, 4, 5, 1]);
    fold_around(play, &[4, 5, 1, 2]);
    fold_around(play, &[5, 1, 2, 3]);
    play.acts([(1, to(200)), (2, FOLD)]);
    play.wait_secs(8);
}

/// Konstantin is all-in since the flop; Anna, who let her time run out on the turn, may check or bet on the river.
fn river(play: &mut Holdem) {
    three_see_a_flop(play, 2720, 420, QUEEN_HIGH);
    play.acts([(2, to(360)), (3, to(720)), (5, CALL)]);
    play.wait_secs(55);
    play.act(5, CALL);
    play.wait_secs(4);
}

/// Anna is all-in with a pair of aces, and Zina has to answer.
fn all_in(play: &mut Holdem) {
    three_see_a_flop(play, 2000, 3520, "7c 3d Ks 8s Ah Td 4c 4s Kh 6c Ac 9c 2d Ts Jh");
    play.act(2, CALL);
    play.lose_line(5);
    play.act(3, to(1940));
    play.wait_secs(2);
}

/// Everybody of nine has something in front of them on the river: Oleg bet, then everybody raised. It is his turn again.
fn nine_on_the_river(play: &mut Holdem) {
    let sits = |seat, name| (seat, name, 88_000 - 1_000 * i64::from(seat));
    play.sit(&[
        sits(1, "Vera"),
        sits(2, "Константин"),
        sits(3, "Анна"),
        sits(4, "Lev"),
        sits(5, "Бабушка Зина"),
    ]);
    play.sit(&[sits(6, "Mitya"), sits(7, "Олег"), sits(8, "Wolfgang"), sits(9, "Ия")]);
    play.until_due();
    // The button goes round to seat 6, so that seat 7 opens every street.
    for button in [9, 1, 2, 3, 4, 5] {
        let folds = (3..10).map(|after| (button + after - 1) % 9 + 1);
        let folds: Vec<u8> = folds.chain([button % 9 + 1]).collect();
        if button == 5 {
            play.deck("7c 7d 6s 6d 5s 5d 4c 4s 3c 3d Ks 8h 2c 3h 4d 5h Tc 9d Qh 9c 2d Ts Jh");
        }
        fold_around(play, &folds);
    }
    let around = [9, 1, 2, 3, 4, 5, 6, 7, 8];
    play.acts([(9, to(2_000))].into_iter().chain(around[1..].iter().map(|&seat| (seat, CALL))));
    for _ in ["flop", "turn"] {
        play.acts((0..9).map(|nth| ((nth + 6) % 9 + 1, CALL)));
    }
    play.acts([(7, to(2_500)), (8, to(5_000)), (9, to(7_500)), (1, to(10_000)), (2, to(12_500))]);
    play.acts([(3, CALL), (4, to(15_000)), (5, to(17_500)), (6, to(20_000))]);
    play.wait_secs(13);
}

/// Under the gun Anna has straddled, and everybody has called: she may raise what she was not asked for.
fn straddle(play: &mut Holdem) {
    play.sit(&[(1, "Vera", 1980), (2, "Константин", 3460), (3, "Анна", 1980), (4, "Lev", 2210)]);
    play.say(3, HoldemWord::Straddle(true));
    play.until_due();
    play.acts([(4, CALL), (1, CALL), (2, CALL)]);
    play.wait_secs(5);
}

/// Two are all-in at the flop and asked whether the rest is dealt twice.
fn twice_asked(play: &mut Holdem) {
    play.deck("7c 3d Ah Th Qs Qd 4c 4s Kh 6c Qh 9c 2d Ts 4h Jh 8h");
    begin(play, 1940, 3460);
    play.acts([(3, to(60)), (4, FOLD), (5, FOLD), (1, FOLD), (2, CALL)]);
    play.acts([(2, to(120)), (3, to(1880)), (2, CALL)]);
    play.wait_secs(2);
}

fn put(scenes: &mut Scenes, name: &str, scene: &Scene<HoldemSeating>) {
    scenes.insert(name.to_owned(), scene.play());
}

pub(super) fn scenes() -> Scenes {
    let mut scenes = Scenes::new();
    let mut add = |name, scene: Scene<HoldemSeating>| put(&mut scenes, name, &scene);
    add("preflop", Scene::new(six, preflop));
    add("short-call", Scene::new(short_stacks, short_call));
    add(
        "flop",
        Scene::new(six, flop).then(|play| {
            play.acts([(5, to(300)), (2, FOLD)]);
        }),
    );
    add("river", Scene::new(six, river));
    add("allIn", Scene::new(six, all_in));
    add("nine", Scene::new(nine, nine_on_the_river));
    add("straddle", Scene::new(with_options, straddle));
    add(
        "twice-asked",
        Scene::new(with_options, twice_asked).then(|play| {
            play.wait_secs(1);
            play.act(3, Action::Runouts(true));
        }),
    );
    seats::scenes(&mut scenes);
    ends::scenes(&mut scenes);
    scenes
}
