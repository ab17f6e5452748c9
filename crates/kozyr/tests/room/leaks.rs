//! Two rooms that differ in hidden cards only. Whoever may not know those cards is told the same in both: every line over
//! every socket, every answer and download over HTTP, the log and the metrics, up to the first event that rightly shows one.

mod compare;
mod endpoints;
mod evening;
mod updau;

use crate::support::client::Client;
use compare::{Let, difference, leaks};
use evening::{BOB, OVER, RUNNING, Script, evening};
use kozyr_cards::{Card, cards_in};
use kozyr_chips::Chips;
use kozyr_durak::{OnTimeout, Rules as DurakRules};
use kozyr_poker::variant::POT_LIMIT_OMAHA;
use kozyr_protocol::room::{
    DurakAction, DurakWord, GameAction, GameView, GameWord, HoldemAction, HoldemOffer, OwnGame, SekaAction,
    SekaOffer, SekaWord, ToServer,
};
use kozyr_server::GamePlan;
use kozyr_table::durak::DurakHouse;
use kozyr_table::holdem::HoldemHouse;

/// The two rooms of a script. What chance decides besides the cards is the same in both: the second is tried until it is.
async fn two_rooms(script: &Script) -> (Let, Let) {
    let top: Vec<Card> = cards_in(script.top).collect::<Result<_, _>>().unwrap();
    let one = evening(script, &top, None).await.expect("an evening");
    assert!(!one.bobs.is_empty(), "Bob was dealt to");
    let mut others = cards_in(script.others).map(Result::unwrap);
    let mut changed = top.clone();
    for card in &one.bobs {
        let at = top.iter().position(|one| one == card).expect("Bob's cards lay on top");
        let instead = others.next().expect("enough other cards");
        match top.iter().position(|one| *one == instead) {
            Some(elsewhere) => changed.swap(at, elsewhere),
            None => changed[at] = instead,
        }
    }
    for _ in 0..30 {
        if let Some(other) = evening(script, &changed, Some(&one.first)).await {
            assert_ne!(one.bobs, other.bobs, "the rooms differ");
            let told =
                |room: &'_ Let| [room.out["Bob update"].clone(), room.out["Bob snapshot"].clone()].concat();
            assert!(difference(&told(&one), &told(&other)).is_some(), "Bob is told of other cards");
            return (one, other);
        }
    }
    panic!("the same seat deals first now and then");
}

/// Nothing leaks, and there was something to look at: each question was answered to everybody who may ask it, and to nobody
/// else.
fn nothing_leaks(script: &Script, rooms: &(Let, Let), notations: &[&str], meant: impl Fn(&str) -> bool) {
    let found = leaks(&rooms.0, &rooms.1, meant);
    assert!(found.is_empty(), "{}", found.join("\n"));
    let mut wrong = Vec::new();
    for (asked, answers) in &rooms.0.statuses {
        let path = |moment| Some((moment, asked.strip_prefix(moment)?.trim_start()));
        let (moment, path) = path(RUNNING).or(path(OVER)).expect("a moment");
        for &(name, status) in answers {
            let expected = answers_to(script, notations, (moment, path), name);
            if expected.is_some_and(|expected| (status == 200) != expected) {
                wrong.push(format!("{name} asks {asked}: {status}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Is this person answered? These notations are those of the game; none where it is not over yet.
fn answers_to(script: &Script, notations: &[&str], (moment, path): (&str, &str), name: &str) -> Option<bool> {
    let plays = matches!(name, "Ann" | "Bob") || name == "Eve" && script.people == 3;
    let at_once = plays || script.delay_secs == 0;
    let of_hand = path.starts_with("/api/v1/hands/leaks/") || path.starts_with("a link");
    let known = |notation: &str| notation == "json" || notations.contains(&notation);
    Some(match path {
        // A file of Durak holds one game.
        "/api/v1/hands/download?notation=durak" => return None,
        "/api/v1/tables/leaks" => return at_once.then_some(true),
        "/api/v1/tables/leaks/game-state" | "/api/v1/tables/leaks/exchange" => {
            at_once && matches!(script.game, GamePlan::Holdem(_))
        }
        _ if of_hand => {
            let written = path.rsplit_once("/as/").is_none_or(|(_, notation)| known(notation));
            plays && moment == OVER && !notations.is_empty() && written
        }
        _ => name != "nobody" || !["/people/", "/hands"].iter().any(|own| path.contains(own)),
    })
}

fn everything(_: &str) -> bool {
    true
}

/// What is told while the hand runs: afterwards it may have been shown.
fn before_the_end(stream: &str) -> bool {
    !stream.contains(OVER)
}

fn holdem() -> GamePlan {
    GamePlan::Holdem(HoldemHouse::no_limit(Chips::new(1), Chips::new(2)))
}

fn at_holdem(client: &Client, wants: impl Fn(u8, &[HoldemOffer]) -> HoldemAction) -> Option<ToServer> {
    let GameView::Holdem(game) = &client.view().game else { return None };
    let Some(OwnGame::Holdem(own)) = client.view().own.as_ref()?.game.as_ref() else { return None };
    client.may_act().then(|| client.act(wants(game.street, &own.offers)))
}

const FIFTEEN: &str = "AsKs2h3h9c9d7d8c5sTsJhQd4c6c2d";
const OTHERS: &str = "AhAcAdKhKcKdQhQc";

/// A hand of Hold'em in which Eve folds before the flop and Bob after it: Ann wins without a showdown.
fn not_shown() -> Script {
    Script {
        game: holdem(),
        people: 3,
        buy_in: 100,
        top: FIFTEEN,
        others: OTHERS,
        acts: |at, client| {
            at_holdem(client, |street, _| match (at, street) {
                (2, 0) | (1, 2) => HoldemAction::Fold,
                _ => HoldemAction::CheckOrCall,
            })
        },
        moves: 40,
        middle: 4,
        delay_secs: 0,
        json: false,
        planted: None,
    }
}

#[tokio::test]
async fn a_hand_that_is_not_shown_stays_hidden() {
    let script = not_shown();
    let mut rooms = two_rooms(&script).await;
    nothing_leaks(&script, &rooms, &["phh", "pokerstars"], everything);
    // One line that was meant for Bob and went to somebody else is found.
    for room in [&mut rooms.0, &mut rooms.1] {
        let bobs = room.out["Bob update"].clone();
        room.out.insert("nobody update".into(), bobs);
    }
    assert_eq!(leaks(&rooms.0, &rooms.1, everything).len(), 1, "a line that went astray is found");
}

#[tokio::test]
async fn a_leak_planted_in_the_room_is_found() {
    let script = Script { moves: 5, planted: Some("LeakOnResume"), ..not_shown() };
    let (one, other) = two_rooms(&script).await;
    let found = leaks(&one, &other, everything);
    // Whoever comes back is shown the table as another sees it: Ann came back, and saw it as Bob does.
    assert!(found.iter().any(|leak| leak.starts_with("Ann update")), "{found:?}");
}

#[tokio::test]
async fn a_showdown_is_the_first_to_show_a_card() {
    let script = Script {
        acts: |_, client| {
            at_holdem(client, |_, offers| match offers.contains(&HoldemOffer::Show) {
                true => HoldemAction::Show,
                false => HoldemAction::CheckOrCall,
            })
        },
        json: true,
        ..not_shown()
    };
    let rooms = two_rooms(&script).await;
    nothing_leaks(&script, &rooms, &["phh", "pokerstars"], before_the_end);
    let (one, other) = rooms;
    assert!(difference(&one.out["Ann update"], &other.out["Ann update"]).is_some(), "Bob's cards were shown");
}

#[tokio::test]
async fn omaha_stays_hidden_from_those_who_see_it_later_too() {
    let script = Script {
        game: GamePlan::Holdem(HoldemHouse {
            variant: &POT_LIMIT_OMAHA,
            ..HoldemHouse::no_limit(Chips::new(1), Chips::new(2))
        }),
        people: 2,
        // Bob folds on the turn.
        acts: |at, client| {
            at_holdem(client, |street, _| match (at, street) {
                (BOB, 2) => HoldemAction::Fold,
                _ => HoldemAction::CheckOrCall,
            })
        },
        middle: 3,
        delay_secs: 30,
        ..not_shown()
    };
    let rooms = two_rooms(&script).await;
    nothing_leaks(&script, &rooms, &["phh", "pokerstars"], everything);
    for late in ["Eve update", "nobody update"] {
        let told = &rooms.0.out[late];
        assert!(told.len() > 4, "{late}: those who see it later do see it: {told:?}");
    }
}

#[tokio::test]
async fn what_was_looked_at_in_seka_stays_hidden() {
    let script = Script {
        game: GamePlan::Seka(kozyr_seka::Rules::stock()[1]),
        buy_in: 1000,
        top: "KcKdKhQdQhQsJhJsJc",
        others: "TcTdTh",
        // Everybody looks; then Bob and Eve throw their hands away.
        acts: |at, client| {
            let Some(OwnGame::Seka(own)) = client.view().own.as_ref()?.game.as_ref() else { return None };
            if own.says.contains(&SekaWord::Ready) {
                return Some(client.says(GameWord::Seka(SekaWord::Ready)));
            }
            let offered = |wanted: fn(&SekaOffer) -> bool| own.offers.iter().any(wanted);
            let action = if offered(|offer| matches!(offer, SekaOffer::Open)) {
                SekaAction::Open
            } else if at > 0 && offered(|offer| matches!(offer, SekaOffer::Fold)) {
                SekaAction::Fold
            } else if offered(|offer| matches!(offer, SekaOffer::Call(_))) {
                SekaAction::Call
            } else {
                return None;
            };
            Some(client.does(GameAction::Seka(action)))
        },
        moves: 12,
        middle: 4,
        json: true,
        ..not_shown()
    };
    let rooms = two_rooms(&script).await;
    nothing_leaks(&script, &rooms, &["seka"], everything);
}

#[tokio::test]
async fn a_hand_of_durak_stays_hidden_until_a_card_is_laid() {
    let rules = DurakRules { on_timeout: OnTimeout::Auto, ..DurakRules::default() };
    let house = DurakHouse { rules, points: 1, stake: Chips::new(20), ..DurakHouse::default() };
    let script = Script {
        game: GamePlan::Durak(house),
        people: 2,
        buy_in: 0,
        // Ann has the lowest trump in both rooms, and leads.
        top: "7c6s8c9c6d7d8d9d6h7h8h9hTcTdThTsJcJdJhJsQcQdQhQs7s8s9sKcKdKhKsAcAdAhAs6c",
        others: "KdKhKsAdAhAs",
        // Ann leads whatever comes first, Bob takes it.
        acts: |at, client| {
            let Some(OwnGame::Durak(own)) = client.view().own.as_ref()?.game.as_ref() else { return None };
            if own.words.contains(&DurakWord::Ready) {
                return Some(client.says(GameWord::Durak(DurakWord::Ready)));
            }
            let offers = &own.offers;
            let action = match offers.attack.first() {
                _ if offers.ready => DurakAction::Ready,
                _ if at == BOB && offers.take => DurakAction::Take,
                _ if offers.finish => DurakAction::Finish,
                Some(&card) if at == 0 => DurakAction::Attack { card },
                _ => return None,
            };
            Some(client.does(GameAction::Durak(action)))
        },
        moves: 14,
        middle: 4,
        ..not_shown()
    };
    let rooms = two_rooms(&script).await;
    // The game is not over, so that nobody has it yet.
    nothing_leaks(&script, &rooms, &[], everything);
}
