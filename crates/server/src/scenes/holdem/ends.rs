//! How hands end: the showdown, pots one after the other, two boards; and a whole hand with what happens around it.

use super::super::play::Scene;
use super::{
    CALL, FOLD, Holdem, Scenes, begin, flop, put, short_stacks, six, three_see_a_flop, to, twice_asked,
    with_options,
};
use kozyr_poker::Action;
use kozyr_table::Input;

/// Konstantin has bet and Anna has called on the river: with Zina's call it comes to a showdown.
fn before_the_showdown(play: &mut Holdem) {
    play.deck("7c 3d Ad 6c Ah Kd 4c 4s Kc Qs Ac 9c 2d Ts 4h");
    begin(play, 2600, 4000);
    play.acts([(3, to(60)), (4, FOLD), (5, CALL), (1, CALL), (2, CALL)]);
    play.acts([(1, CALL), (2, to(180)), (3, CALL), (5, CALL), (1, FOLD)]);
    play.acts([(2, to(120)), (3, CALL), (5, CALL)]);
    play.acts([(2, to(240)), (3, CALL)]);
}

/// Anna's pair of aces has the better kicker; Zina mucks.
fn showdown(play: &mut Holdem) {
    before_the_showdown(play);
    play.act(5, CALL);
}

/// Vera, Konstantin and Anna are all-in, one street after the other; Zina has them covered and is asked last.
fn before_three_pots(play: &mut Holdem) {
    play.deck("9s 9d Ad Kc Ah 7d 4c 4s Kh Qh Ac 9c 2d Ts 4h");
    play.sit(&[(1, "Vera", 300), (2, "Константин", 800), (3, "Анна", 1400), (4, "Lev", 2210)]);
    play.sit(&[(5, "Бабушка Зина", 3600), (6, "Mitya", 905)]);
    play.ask(&Input::SitOut(play.person(6)));
    play.until_due();
    play.acts([(3, to(60)), (4, FOLD), (5, CALL), (1, CALL), (2, CALL)]);
    play.acts([(1, to(240)), (2, CALL), (3, CALL), (5, CALL)]);
    play.acts([(2, to(500)), (3, CALL), (5, CALL)]);
    play.act(3, to(600));
}

/// Two who are called the same play the board, and share the pot with the last check.
fn before_the_split(play: &mut Holdem) {
    play.deck("2d 6c 2h 6h Ah 7d Ac Kc Qd Js Th");
    play.sit(&[(1, "Анна", 2000), (2, "Анна", 2000), (3, "Анна", 2000)]);
    play.until_due();
    play.acts([(3, FOLD), (1, to(90)), (2, CALL)]);
    play.acts([1, 2, 1, 2, 1].map(|seat| (seat, CALL)));
}

/// Anna is all-in at the flop. Konstantin's call brings turn, river and the result at once.
fn before_a_runout(play: &mut Holdem) {
    three_see_a_flop(play, 2120, 3640, "7c 3d Ks 8s Ah Td 4c 4s Kh 6c Qh 9c 2d Ts Jh");
    play.acts([(2, CALL), (3, to(2060)), (5, FOLD)]);
}

/// Both boards were dealt: each was won by another.
fn twice(play: &mut Holdem) {
    twice_asked(play);
    play.acts([2, 3].map(|seat| (seat, Action::Runouts(true))));
}

/// From the flop to the end of the hand and to Anna's first turn in the next, with people who come and go.
fn evening(play: &mut Holdem) {
    play.ask(&Input::Line { player: play.person(5), connected: true });
    play.act(5, to(300));
    play.acts([(2, CALL), (3, CALL)]);
    play.lose_line(2);
    play.ask(&Input::Leave(play.person(6)));
    play.wait_secs(13);
    play.act(3, CALL);
    play.act(5, CALL);
    play.wait_secs(2);
    play.acts([(3, to(400)), (5, CALL)]);
    play.until_due();
    play.sit(&[(6, "Mitya", 905)]);
    play.until_due();
    play.acts([(4, FOLD), (5, to(60)), (6, FOLD), (1, FOLD)]);
}

pub(super) fn scenes(scenes: &mut Scenes) {
    put(scenes, "showdown", &Scene::new(six, showdown));
    put(scenes, "last-call", &Scene::new(six, before_the_showdown).then(|play| play.act(5, CALL)));
    put(
        scenes,
        "pots",
        &Scene::new(short_stacks, before_three_pots).then(|play| play.act(5, CALL)).glances(3),
    );
    put(scenes, "namesakes", &Scene::new(six, before_the_split).then(|play| play.act(2, CALL)));
    put(scenes, "runout", &Scene::new(six, before_a_runout).then(|play| play.act(2, CALL)));
    put(scenes, "twice", &Scene::new(with_options, twice));
    put(scenes, "evening", &Scene::new(six, flop).then(evening));
}
