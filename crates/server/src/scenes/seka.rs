//! Moments of a table of Seka: the base bet is 10, four play, Konstantin deals and so Anna acts first.

use super::Scenes;
use super::play::{Opening, Play, Scene, player};
use kozyr_chips::Chips;
use kozyr_seka::Action;
use kozyr_table::seka::{SekaSeating, SekaWord};

type Seka = Play<SekaSeating>;
/// A moment, and the way to it.
type Moment = (&'static str, fn(&mut Seka));

use Action::{Call, Check, Dark, Enter, Fold, Open, Reveal};

const fn to(chips: i64) -> Action {
    Action::Raise(Chips::new(chips))
}

fn table() -> Opening<SekaSeating> {
    // Of those who are dealt in, the second deals.
    Opening { chance: 1, ..Opening::stock("seka-10") }
}

/// Four sit down.
fn sit(play: &mut Seka, anna: i64) {
    play.sit(&[(1, "Vera", 280), (2, "Константин", 1460), (3, "Анна", anna), (5, "Бабушка Зина", 8540)]);
}

/// The four are ready and are dealt these hands, Anna's first, then Zina's, Vera's and Konstantin's. Mitya comes late.
fn begin(play: &mut Seka, anna: i64, hands: [&str; 4]) {
    sit(play, anna);
    deal(play, &hands);
    [1, 2, 3, 5].into_iter().for_each(|seat| play.say(seat, SekaWord::Ready));
    play.sit_as(player(6), 6, "Mitya", 100, false);
}

/// The next shuffle deals these hands, one card at a time.
fn deal(play: &mut Seka, hands: &[&str]) {
    let hands: Vec<Vec<&str>> = hands.iter().map(|hand| hand.split(' ').collect()).collect();
    let cards = (0..3).flat_map(|nth| hands.iter().map(move |hand| hand[nth]));
    play.deck(&cards.collect::<Vec<_>>().join(" "));
}

const HANDS: [&str; 4] = ["Kd Qd Jd", "As Kh Th", "Qc Tc Jh", "Ac 6c Ts"];

/// Two are ready, and Anna is asked.
fn ready(play: &mut Seka) {
    sit(play, 285);
    play.sit_as(player(6), 6, "Mitya", 100, false);
    [1, 5].into_iter().for_each(|seat| play.say(seat, SekaWord::Ready));
    play.wait_secs(3);
}

/// Anna has lost 40, and too little is left for the next deal.
fn missing(play: &mut Seka) {
    begin(play, 100, ["Kd Qc Jh", "As Ks Kh", "Qd Tc Jc", "Ac 6c Ts"]);
    play.acts([(3, Open), (3, to(40)), (5, Call), (1, Fold), (2, Fold)]);
    play.acts([(3, Call), (5, Call), (3, Call), (5, Call)]);
    play.until_due();
    play.wait_secs(3);
}

/// The cards were dealt, nobody has looked at theirs, and Anna is the first.
fn first(play: &mut Seka) {
    begin(play, 295, HANDS);
    play.wait_secs(8);
}

/// Anna plays dark; Vera has raised.
fn dark(play: &mut Seka) {
    begin(play, 300, HANDS);
    play.acts([(3, Dark), (5, Open), (5, Call), (1, Open), (1, to(40)), (2, Open), (2, Call)]);
    play.wait_secs(18);
}

/// All four stake 20 in the first round, and have looked.
fn all_for_twenty(play: &mut Seka, hands: [&str; 4]) {
    begin(play, 285, hands);
    play.acts([(3, Open), (3, to(20)), (5, Open), (5, Call), (1, Open), (1, Call), (2, Open), (2, Call)]);
}

/// Anna has compared hands with Konstantin, whose are lower.
fn reveal(play: &mut Seka) {
    all_for_twenty(play, HANDS);
    play.act(3, Reveal);
    play.wait_secs(4);
}

/// Vera has compared hands with Zina, and Anna only sees who fell.
fn follow(play: &mut Seka) {
    all_for_twenty(play, ["Kd Ad Jh", "As Ks Ts", "Qc Tc Jd", "Ac 6c Th"]);
    play.acts([(3, Call), (5, Call), (1, Reveal)]);
    play.wait_secs(4);
}

/// Anna tied with Zina, then, in the svara that Konstantin entered, with him. He has voted for another one.
fn vote(play: &mut Seka) {
    begin(play, 285, ["Kd Ad Jh", "Kc Ac Jd", "Qs Td Js", "Qh Th Jc"]);
    play.acts([(3, Open), (3, Check), (5, Open), (5, Call), (1, Fold), (2, Fold)]);
    play.acts([(3, Call), (5, Call), (3, Call), (5, Call)]);
    play.acts([(3, Action::Vote(true)), (5, Action::Vote(true))]);
    deal(play, &["Ac Ks Th", "Qc Tc Jd", "Kd Qd Jh"]);
    play.acts([(2, Enter), (1, Action::Pass), (6, Action::Pass)]);
    play.acts([(5, Open), (5, Call), (2, Open), (2, Call), (3, Open), (3, Call)]);
    for _ in 0..2 {
        play.acts([(5, Call), (2, Call), (3, Call)]);
    }
    play.wait_secs(1);
    play.act(2, Action::Vote(true));
    play.wait_secs(1);
}

/// Vera and Konstantin tied; Zina has entered their svara, and Anna may.
fn entry(play: &mut Seka) {
    all_for_twenty(play, ["Kd Ad Jh", "As Ks Ts", "Qc Tc Jd", "Kh Qh Js"]);
    play.acts([(3, Fold), (5, Fold), (1, Call), (2, Call), (1, Call), (2, Call)]);
    play.acts([(1, Action::Vote(true)), (2, Action::Vote(true))]);
    play.wait_secs(4);
    play.act(5, Enter);
}

/// Anna has won with three kings, and paid back what was lent for her dark bet.
fn over(play: &mut Seka) {
    begin(play, 285, ["Kd 6c Ks", "Ac Ah Th", "Qs Td Js", "Qc Tc Jd"]);
    play.acts([(3, Dark), (5, Open), (5, Call), (1, Open), (1, Call), (2, Open), (2, Call)]);
    play.acts([(3, Open), (3, to(40)), (5, Call), (1, Fold), (2, Call)]);
    play.acts([(3, to(60)), (5, Call), (2, Fold)]);
    play.wait_secs(1);
}

pub(super) fn scenes() -> Scenes {
    let moments: [Moment; 9] = [
        ("sekaReady", ready),
        ("sekaMissing", missing),
        ("sekaFirst", first),
        ("sekaDark", dark),
        ("sekaReveal", reveal),
        ("sekaFollow", follow),
        ("sekaVote", vote),
        ("sekaEntry", entry),
        ("sekaOver", over),
    ];
    moments.iter().map(|&(name, to)| (name.to_owned(), Scene::new(table, to).play())).collect()
}
