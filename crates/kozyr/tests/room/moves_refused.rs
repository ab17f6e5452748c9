//! Moves that the games refuse, over real sockets: each table of steps is a deal, what is refused in it is refused for
//! exactly this reason and changes nothing for anybody, and the deal goes on.

use crate::hosting::refused;
use crate::support::client::{accepted, command};
use crate::support::scripted::{Scripted, Step};
use kozyr_cards::{Card, CardSet, Pack, cards_in};
use kozyr_chips::{Chips, Currency};
use kozyr_durak::Mode;
use kozyr_protocol::room::{
    DurakAction, DurakRefusal, DurakWord, GameAction, GameWord, HoldemAction, NoRaise, Refusal, SekaAction,
    SekaRefusal, SekaWord, ToServer,
};
use kozyr_seka::Rules;
use kozyr_server::{GamePlan, TablePlan, stock_table};
use kozyr_table::Settings;
use kozyr_table::seka::settings;
use kozyr_time::{Millis, TableId};

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

fn cards(text: &str) -> Vec<Card> {
    cards_in(text).collect::<Result<_, _>>().unwrap()
}

/// A table of the house at which nobody need hurry.
fn unhurried(id: &str) -> TablePlan {
    let mut plan = stock_table(id).expect("a table of the house");
    plan.settings.turn = Millis::from_secs(900);
    plan
}

fn holdem(who: usize, action: HoldemAction, refusal: Option<Refusal>) -> Step {
    (who, GameAction::Holdem(action), refusal)
}

fn raises(who: usize, to: i64, refusal: Option<Refusal>) -> Step {
    holdem(who, HoldemAction::RaiseTo { to: Chips::new(to) }, refusal)
}

fn no_raise(why: NoRaise) -> Option<Refusal> {
    Some(Refusal::MayNotRaise { why })
}

#[tokio::test]
async fn a_raise_without_limit_is_neither_too_small_nor_too_large_nor_out_of_turn() {
    let mut table = Scripted::open(unhurried("holdem-1"));
    // On the button, in the small blind, and in the big one.
    for (seat, buy_in) in [(3, 200), (1, 130), (2, 190)] {
        table.sit(seat, buy_in).await;
    }
    table.deal().await;
    table
        .play([
            holdem(1, HoldemAction::CheckOrCall, Some(Refusal::NotYourTurn)),
            raises(0, 3, Some(Refusal::RaiseTooSmall { least: Chips::new(4) })),
            raises(0, 201, Some(Refusal::RaiseTooLarge { most: Chips::new(200) })),
            raises(0, 100, None),
            // All in, by less than a whole raise (TDA 47).
            raises(1, 130, None),
            holdem(2, HoldemAction::CheckOrCall, None),
            raises(0, 200, no_raise(NoRaise::NotReopened)),
            holdem(0, HoldemAction::CheckOrCall, None),
            raises(2, 60, None),
            raises(0, 70, no_raise(NoRaise::NobodyToCall)),
        ])
        .await;
    // Whoever sat down meanwhile has no part in it.
    table.sit(4, 100).await;
    table
        .play([
            holdem(3, HoldemAction::CheckOrCall, Some(Refusal::NotInHand)),
            holdem(0, HoldemAction::CheckOrCall, None),
        ])
        .await;
    table.close();
}

#[tokio::test]
async fn a_raise_at_fixed_limit_has_one_size_and_a_street_four_bets() {
    let mut table = Scripted::open(unhurried("limit-1"));
    for seat in [3, 1, 2] {
        table.sit(seat, 100).await;
    }
    table.deal().await;
    table
        .play([
            raises(0, 3, Some(Refusal::RaiseTooSmall { least: Chips::new(4) })),
            raises(0, 5, Some(Refusal::RaiseTooLarge { most: Chips::new(4) })),
            raises(0, 4, None),
            raises(1, 6, None),
            raises(2, 8, None),
            raises(0, 10, no_raise(NoRaise::Capped)),
            holdem(0, HoldemAction::CheckOrCall, None),
        ])
        .await;
    table.close();
}

/// Three play Durak in this way with these hands; the trumps are spades.
async fn durak(mode: Mode, hands: [&str; 3], steps: Vec<Step>) {
    let mut plan = unhurried("durak-5");
    let GamePlan::Durak(house) = &mut plan.game else { panic!("a table of Durak") };
    house.rules.mode = mode;
    let hands = hands.map(cards);
    let trump = card("As");
    let mut pack: Vec<Card> = (0..6).flat_map(|nth| hands.each_ref().map(|hand| hand[nth])).collect();
    let dealt: CardSet = pack.iter().copied().collect();
    let rest = Pack::Short36.cards().iter().filter(|&card| !dealt.contains(card) && card != trump);
    pack.extend(rest.collect::<Vec<_>>());
    pack.push(trump);
    plan.settings.top = pack;
    let mut table = Scripted::open(plan);
    for seat in 1..=3 {
        table.sit(seat, 0).await;
    }
    table.say(GameWord::Durak(DurakWord::Ready)).await;
    table.deal().await;
    table.play(steps).await;
    table.close();
}

fn turn(who: usize, action: DurakAction, refusal: Option<Refusal>) -> Step {
    (who, GameAction::Durak(action), refusal)
}

fn attack(text: &str) -> DurakAction {
    DurakAction::Attack { card: card(text) }
}

fn beat(attack: &str, with: &str) -> DurakAction {
    DurakAction::Defend { attack: card(attack), with: card(with) }
}

fn show(text: &str) -> DurakAction {
    DurakAction::Show { card: card(text) }
}

fn transfer(text: &str) -> DurakAction {
    DurakAction::Transfer { card: card(text) }
}

fn not(why: DurakRefusal) -> Option<Refusal> {
    Some(Refusal::Durak(why))
}

const ATTACKER: usize = 0;
const DEFENDER: usize = 1;
const THIRD: usize = 2;

#[tokio::test]
async fn every_turn_of_durak_that_cannot_be_made_is_refused_for_its_reason() {
    use DurakAction::{Finish, Ready, Take};
    let hands = ["6s6c6d7c7d8h", "9c9d7hTdKdTh", "6h9hJcJdJhQc"];
    let steps = vec![
        // Nothing lies on the table.
        turn(DEFENDER, Take, not(DurakRefusal::NothingToTake)),
        turn(DEFENDER, attack("9c"), Some(Refusal::NotYourTurn)),
        turn(DEFENDER, transfer("9c"), not(DurakRefusal::NoTransfer)),
        turn(DEFENDER, show("9c"), not(DurakRefusal::NoShow)),
        turn(ATTACKER, attack("9c"), not(DurakRefusal::NotYourCard { card: card("9c") })),
        turn(ATTACKER, Finish, not(DurakRefusal::NotBeaten)),
        turn(ATTACKER, Ready, not(DurakRefusal::NotAsked)),
        turn(ATTACKER, attack("6c"), None),
        // A six is to be beaten.
        turn(ATTACKER, attack("8h"), not(DurakRefusal::NoSuchRank { card: card("8h") })),
        turn(ATTACKER, Finish, not(DurakRefusal::NotBeaten)),
        turn(DEFENDER, beat("6d", "9d"), not(DurakRefusal::NothingToBeat { card: card("6d") })),
        turn(
            DEFENDER,
            beat("6c", "Kd"),
            not(DurakRefusal::DoesNotBeat { attack: card("6c"), with: card("Kd") }),
        ),
        turn(DEFENDER, beat("6c", "Jc"), not(DurakRefusal::NotYourCard { card: card("Jc") })),
        turn(THIRD, beat("6c", "Jc"), Some(Refusal::NotYourTurn)),
        turn(DEFENDER, beat("6c", "9c"), None),
        // It is beaten: more is thrown in, or not.
        turn(DEFENDER, Take, not(DurakRefusal::NothingToTake)),
        turn(THIRD, Finish, None),
        turn(THIRD, Finish, not(DurakRefusal::AlreadyFinished)),
        turn(THIRD, attack("9h"), not(DurakRefusal::AlreadyFinished)),
        turn(ATTACKER, attack("6d"), None),
        turn(THIRD, attack("6h"), None),
        turn(THIRD, attack("9h"), None),
        turn(ATTACKER, attack("6s"), None),
        // Five in the first round and no more.
        turn(ATTACKER, attack("7c"), not(DurakRefusal::LimitReached { limit: 5 })),
        turn(DEFENDER, Take, None),
    ];
    durak(Mode::Plain, hands, steps).await;
}

#[tokio::test]
async fn the_traffic_light_asks_for_the_card_that_is_transferred() {
    let hands = ["6s6c8h7c7dTd", "6d6h9c9dKdJh", "9hJcJdQcQdQh"];
    let shown = || not(DurakRefusal::TransferShown { card: card("6d") });
    let steps = vec![
        turn(ATTACKER, attack("6c"), None),
        turn(DEFENDER, transfer("6d"), not(DurakRefusal::ShowFirst)),
        turn(DEFENDER, show("9d"), not(DurakRefusal::CannotTransfer)),
        turn(DEFENDER, show("6d"), None),
        turn(DEFENDER, transfer("6h"), shown()),
        turn(DEFENDER, beat("6c", "9c"), shown()),
        turn(DEFENDER, DurakAction::Take, shown()),
        turn(ATTACKER, attack("6s"), Some(Refusal::NotYourTurn)),
        turn(DEFENDER, transfer("6d"), None),
        turn(THIRD, DurakAction::Take, None),
    ];
    durak(Mode::TrafficLight, hands, steps).await;
}

fn bet(who: usize, action: SekaAction, refusal: Option<Refusal>) -> Step {
    (who, GameAction::Seka(action), refusal)
}

fn stakes(to: i64) -> SekaAction {
    SekaAction::RaiseTo { to: Chips::new(to) }
}

fn never(why: SekaRefusal) -> Option<Refusal> {
    Some(Refusal::Seka { why })
}

/// A table at which a last raise is answered, and both of two have as many points.
fn seka() -> TablePlan {
    let mut rules = Rules { match_final_raise: true, ..Rules::stock()[1] };
    rules.timers.turn_ms = 900_000;
    rules.timers.vote_ms = 900_000;
    TablePlan {
        made: None,
        id: TableId::new("seka-test").unwrap(),
        title: "Seka".into(),
        settings: Settings { top: cards("KcKdQdQhJhJs"), ..settings(&rules, Currency::FUN) },
        game: GamePlan::Seka(rules),
    }
}

#[tokio::test]
async fn every_bet_of_seka_that_cannot_be_made_is_refused_for_its_reason() {
    use SekaAction::{Call, Check, Dark, Fold, Open, Reveal, Vote};
    let mut table = Scripted::open(seka());
    // Enough that both have the largest stake left at the end: then a tie is voted on.
    table.sit(1, 200).await;
    table.sit(2, 200).await;
    table.say(GameWord::Seka(SekaWord::Ready)).await;
    table.deal().await;
    let (first, second) = (0, 1);
    let (pay, has) = (Chips::new(192), Chips::new(190));
    table
        .play([
            bet(second, Call, Some(Refusal::NotYourTurn)),
            bet(first, Reveal, never(SekaRefusal::NoReveal)),
            bet(first, Vote { yes: true }, never(SekaRefusal::WrongStage)),
            bet(first, stakes(10), Some(Refusal::RaiseTooSmall { least: Chips::new(11) })),
            bet(first, stakes(101), Some(Refusal::RaiseTooLarge { most: Chips::new(100) })),
            bet(first, Open, None),
            bet(first, Open, never(SekaRefusal::OpenAlready)),
            bet(first, Dark, never(SekaRefusal::NoDark)),
            bet(first, Check, None),
            bet(second, Check, never(SekaRefusal::NoCheck)),
            bet(second, Dark, never(SekaRefusal::NoDark)),
            bet(second, stakes(96), None),
            // To compare hands costs twice the stake, and there is no all-in.
            bet(first, Reveal, never(SekaRefusal::CannotPay { pay, has })),
            bet(first, Call, None),
            bet(second, Call, None),
            bet(first, Call, None),
            bet(second, stakes(100), None),
            bet(first, Reveal, never(SekaRefusal::CallOrFold)),
            bet(first, Check, never(SekaRefusal::CallOrFold)),
            bet(first, Call, None),
            // Nobody has more points: they vote.
            bet(first, Fold, never(SekaRefusal::WrongStage)),
            bet(first, Vote { yes: false }, None),
            bet(first, Vote { yes: false }, Some(Refusal::NotYourTurn)),
            bet(second, Vote { yes: false }, None),
            bet(second, Fold, Some(Refusal::NotInHand)),
        ])
        .await;
    table.close();
}

#[tokio::test]
async fn who_sits_out_of_seka_is_not_ready_for_it() {
    let mut table = Scripted::open(seka());
    table.sit(1, 100).await;
    table.sit(2, 100).await;
    let [ann, _] = &mut table.players[..] else { panic!("two sit there") };
    let at = "seka-test".to_owned();
    assert!(accepted(&ann.ask(&ToServer::SitOut { command: command(), table: at.clone() }).await));
    let ready = ann.says(GameWord::Seka(SekaWord::Ready));
    assert_eq!(ann.ask(&ready).await, refused(Refusal::Seka { why: SekaRefusal::SitsOut }));
    assert!(accepted(&ann.ask(&ToServer::SitIn { command: command(), table: at, wait: false }).await));
    table.say(GameWord::Seka(SekaWord::Ready)).await;
    table.deal().await;
    table.close();
}
