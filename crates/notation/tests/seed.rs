//! The specification of sitting in and out, block by block: each from its own start, its typing errors mended.
//!
//! Where a block of the document cannot stand as printed, the test says so and docs/conformance/exchange.md why.

mod table;

use kozyr_notation::exchange::{Host, LiveHand, merge, personalize};
use kozyr_notation::json::Value;
use table::{acted, acts, check, intends, json, merged, next_of, refused, with};

fn bankroll(amount: &str) -> Host {
    Host { bankroll: amount.parse().ok(), ..Host::default() }
}

/// Two play hand 1 and have seen a flop.
fn hand_1() -> Value {
    json(
        "{hand: 1, players: ['Player1', 'Player2'], startingStacks: [50, 100], blindsOrStraddles: [1, 2],
          antes: [0, 0], seatCount: [6], _inactive: [0, 0], _intents: [0, 0],
          actions: ['d dh p1 2h2s', 'd dh p2 3s3d', 'p1 cc', 'p2 cc', 'd db 2d7cJh']}",
    )
}

#[test]
fn hand_1_player3_joins_with_what_he_has() {
    let client = json(
        "{author: 'Player3', hand: 1, players: ['Player1', 'Player2', 'Player3'], startingStacks: [50, 100, 100],
          blindsOrStraddles: [1, 2, 0], antes: [0, 0], seatCount: [6],
          actions: ['d dh p1 ????', 'd dh p2 ????', 'p1 cc', 'p2 cc', 'd db 2d7cJh'],
          _inactive: [0, 0], _intents: [0, 0, 0]}",
    );
    let merged = merge(&hand_1(), &client, &bankroll("75.25")).unwrap();
    check(
        &merged,
        "{hand: 1, players: ['Player1', 'Player2', 'Player3'], startingStacks: [50, 100, 75.25],
          blindsOrStraddles: [1, 2, 0], antes: [0, 0, 0], seatCount: 6, _inactive: [0, 0, 1], _intents: [0, 0, 0],
          actions: ['d dh p1 2h2s', 'd dh p2 3s3d', 'p1 cc', 'p2 cc', 'd db 2d7cJh']}",
    );
    // Player1 and Player2 play on as if nothing had happened.
    let merged = table::merged(&merged, &acts(&merged, "Player2", "p2 cbr 4"));
    check(&merged, "{_inactive: [0, 0, 1]}");
}

#[test]
fn hand_1_as_printed_with_cards_nobody_knows() {
    let server =
        with(&hand_1(), "actions", "['d dh p1 ????', 'd dh p2 ????', 'p1 cc', 'p2 cc', 'd db 2d7cJh']");
    let client = with(&server, "players", "['Player1', 'Player2', 'Player3']");
    let client = with(&client, "startingStacks", "[50, 100, 100]");
    let client = with(&client, "author", "'Player3'");
    let merged = merge(&server, &client, &bankroll("75.25")).unwrap();
    check(&merged, "{startingStacks: [50, 100, 75.25], _inactive: [0, 0, 1], _intents: [0, 0, 0]}");
}

/// Hand 1 is over, Player3 waits.
fn hand_1_over() -> Value {
    json(
        "{hand: 1, players: ['Player1', 'Player2', 'Player3'], startingStacks: [50, 100, 75.25],
          finishingStacks: [50, 100, 75.25], blindsOrStraddles: [1, 2, 0], antes: [0, 0, 0], seatCount: [6],
          _inactive: [0, 0, 1], _intents: [0, 0, 0]}",
    )
}

#[test]
fn hand_2_player3_is_dealt_in_on_the_big_blind() {
    let hand = next_of(&hand_1_over());
    check(
        &hand,
        "{hand: 2, players: ['Player1', 'Player2', 'Player3'], startingStacks: [50, 100, 75.25],
          blindsOrStraddles: [0, 1, 2], antes: [0, 0, 0], seatCount: 6, actions: [],
          _inactive: [0, 0, 0], _intents: [0, 0, 0], _positions: {button: 1, smallBlind: 2, bigBlind: 3}}",
    );
    let mut live = LiveHand::read(&hand).unwrap();
    for deal in ["d dh p1 2h2d", "d dh p2 3s3d", "d dh p3 4c4d"] {
        live.deal(deal, &Host::default()).unwrap();
    }
    check(&live.to_json(), "{actions: ['d dh p1 2h2d', 'd dh p2 3s3d', 'd dh p3 4c4d']}");
    check(
        &live.personalize(Some("Player3")),
        "{author: 'Player3', hand: 2, players: ['Player1', 'Player2', 'Player3'],
          startingStacks: [50, 100, 75.25], blindsOrStraddles: [0, 1, 2], antes: [0, 0, 0],
          actions: ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 4c4d'], _inactive: [0, 0, 0], _intents: [0, 0, 0]}",
    );
}

/// Hand 3 in an order in which it can be played: Player1 is first, then Player2, the small blind.
fn hand_3() -> Value {
    json(
        "{hand: 3, players: ['Player1', 'Player2', 'Player3'], startingStacks: [50, 100, 75.25],
          blindsOrStraddles: [0, 1, 2], antes: [0, 0, 0], seatCount: [6],
          actions: ['d dh p1 AsAc', 'd dh p2 3s3d', 'd dh p3 KsKc'], _inactive: [0, 0, 0], _intents: [0, 0, 0]}",
    )
}

#[test]
fn case_a_hand_3_the_pause_is_visible_until_the_next_action() {
    let asked = merged(&hand_3(), &intends(&hand_3(), "Player2", 1));
    check(
        &asked,
        "{_inactive: [0, 0, 0], _intents: [0, 1, 0], _deadBlinds: [0, 0, 0], startingStacks: [50, 100, 75.25],
          actions: ['d dh p1 AsAc', 'd dh p2 3s3d', 'd dh p3 KsKc']}",
    );
    // The next action is in the log: they are out, and fold as soon as it is their turn.
    let out = merged(&asked, &acts(&asked, "Player1", "p1 cc"));
    check(
        &out,
        "{_inactive: [0, 1, 0], _intents: [0, 1, 0], _deadBlinds: [0, 0, 0],
          actions: ['d dh p1 AsAc', 'd dh p2 3s3d', 'd dh p3 KsKc', 'p1 cc', 'p2 f']}",
    );
    let checked = merged(&out, &acts(&out, "Player3", "p3 cc"));
    let mut live = LiveHand::read(&checked).unwrap();
    live.deal("d db 5cAhQh", &Host::default()).unwrap();
    check(&live.to_json(), "{_inactive: [0, 1, 0], _intents: [0, 1, 0], _deadBlinds: [0, 0, 0]}");
}

#[test]
fn case_a_hand_3_as_printed() {
    // Player3 acts before Player1, which is no legal order. The log is the server's own and not judged.
    let printed =
        with(&hand_3(), "actions", "['d dh p1 ????', 'd dh p2 3s3d', 'd dh p3 ????', 'p3 cc', 'p1 cc']");
    let client = with(&with(&printed, "author", "'Player2'"), "_intents", "[0, 1, 0]");
    let asked = merged(&printed, &client);
    check(
        &asked,
        "{_inactive: [0, 0, 0], _intents: [0, 1, 0], _deadBlinds: [0, 0, 0],
          actions: ['d dh p1 ????', 'd dh p2 3s3d', 'd dh p3 ????', 'p3 cc', 'p1 cc']}",
    );
    // Nobody can act in it any more.
    let refusal = refused(&asked, &acts(&asked, "Player3", "p3 cc"), &Host::default());
    assert_eq!(refusal.code(), "unplayable");
}

#[test]
fn case_a_a_log_without_the_fold_reads_the_same() {
    let lines = "['d dh p1 AsAc', 'd dh p2 3s3d', 'd dh p3 KsKc', 'p1 cc', 'p3 cc', 'd db 5cAhQh']";
    let without = with(&with(&hand_3(), "actions", lines), "_intents", "[0, 1, 0]");
    for inactive in ["[0, 0, 0]", "[0, 1, 0]"] {
        let hand = with(&without, "_inactive", inactive);
        let played = merged(&hand, &acts(&hand, "Player3", "p3 cbr 4"));
        check(&played, "{_inactive: [0, 1, 0], _intents: [0, 1, 0]}");
        let over = merged(&played, &acts(&played, "Player1", "p1 f"));
        check(&over, "{finishingStacks: [48, 99, 78.25], winnings: [0, 0, 5]}");
    }
}

/// They are back before the hand is over: it goes on without them, and the next one has them, for nothing.
#[test]
fn case_a_back_in_the_same_hand() {
    let asked = merged(&hand_3(), &intends(&hand_3(), "Player2", 2));
    let out = merged(&asked, &acts(&asked, "Player1", "p1 cc"));
    let back = merged(&out, &intends(&out, "Player2", 0));
    check(&back, "{_inactive: [0, 1, 0], _intents: [0, 0, 0], _deadBlinds: [0, 0, 0]}");
    assert_eq!(refused(&back, &acts(&back, "Player2", "p2 cc"), &Host::default()).code(), "notInTheHand");
    let hand = next_of(&with(&back, "finishingStacks", "[50, 100, 75.25]"));
    check(
        &hand,
        "{startingStacks: [50, 100, 75.25], blindsOrStraddles: [2, 0, 1], _inactive: [0, 0, 0],
          _intents: [0, 0, 0], _deadBlinds: [0, 0, 0], _deadPot: 0}",
    );
}

#[test]
fn case_a_hand_4_player2_misses_nothing_yet() {
    let over = json(
        "{hand: 3, players: ['Player1', 'Player2', 'Player3'], startingStacks: [50, 100, 75.25],
          finishingStacks: [50, 100, 75.25], blindsOrStraddles: [0, 1, 2], antes: [0, 0, 0], seatCount: [6],
          actions: ['d dh p1 ????', 'd dh p2 3s3d', 'd dh p3 ????', 'p3 cc', 'p1 cc', 'd db 5cAhQh'],
          _inactive: [0, 1, 0], _intents: [0, 1, 0], _deadBlinds: [0, 0, 0]}",
    );
    check(
        &next_of(&over),
        "{hand: 4, startingStacks: [50, 100, 75.25], blindsOrStraddles: [2, 0, 1], antes: [0, 0, 0],
          _inactive: [0, 1, 0], _intents: [0, 1, 0], _deadBlinds: [0, 0, 0]}",
    );
}

#[test]
fn case_a_hand_5_player2_is_back_on_the_big_blind() {
    let over = json(
        "{hand: 4, players: ['Player1', 'Player2', 'Player3'], startingStacks: [50, 100, 75.25],
          finishingStacks: [50, 100, 75.25], blindsOrStraddles: [2, 0, 1], antes: [0, 0, 0], seatCount: [6],
          actions: ['d dh p1 ????', 'd dh p3 ????', 'p3 cc', 'p1 cc', 'd db 5cAhQh'],
          _inactive: [0, 1, 0], _intents: [0, 1, 0], _deadBlinds: [0, 0, 0]}",
    );
    let hand = next_of(&over);
    let expect = "{hand: 5, players: ['Player1', 'Player2', 'Player3'], startingStacks: [50, 100, 75.25],
          blindsOrStraddles: [1, 2, 0], antes: [0, 0, 0], actions: [],
          _inactive: [0, 0, 0], _intents: [0, 0, 0], _deadBlinds: [0, 0, 0]}";
    check(&hand, expect);
    let client = personalize(&hand, Some("Player2")).unwrap();
    check(&client, expect);
    check(&client, "{author: 'Player2'}");
}

/// Player2 pauses and owes all there is to owe. Their entry of 1 marks where the small blind is.
fn hand_6() -> Value {
    json(
        "{hand: 6, players: ['Player1', 'Player2', 'Player3'], startingStacks: [50, 100, 75.25],
          blindsOrStraddles: [0, 1, 2], antes: [0, 0, 0], seatCount: [6],
          actions: ['d dh p1 ????', 'd dh p3 ????'],
          _inactive: [0, 1, 0], _intents: [0, 2, 0], _deadBlinds: [0, 3, 0]}",
    )
}

#[test]
fn case_b_hand_6_player2_wants_to_be_back() {
    let client = with(&hand_6(), "_intents", "[0, 0, 0]");
    let client = with(&client, "author", "'Player2'");
    check(
        &merged(&hand_6(), &client),
        "{hand: 6, startingStacks: [50, 100, 75.25], blindsOrStraddles: [0, 1, 2],
          _inactive: [0, 1, 0], _intents: [0, 0, 0], _deadBlinds: [0, 3, 0]}",
    );
    // Whatever else they write is ignored.
    let greedy = with(&client, "_inactive", "[1, 0, 1]");
    let greedy = with(&greedy, "_deadBlinds", "[9, 0, 9]");
    check(&merged(&hand_6(), &greedy), "{_inactive: [0, 1, 0], _intents: [0, 0, 0], _deadBlinds: [0, 3, 0]}");
}

#[test]
fn case_b_hand_7_the_debt_is_in_the_pot() {
    let over = with(&hand_6(), "_intents", "[0, 0, 0]");
    let over = with(&over, "finishingStacks", "[50, 100, 75.25]");
    let hand = next_of(&over);
    // As printed, but for the blinds: [0, 1, 2] again would have Player3 pay the big blind twice running.
    check(
        &hand,
        "{hand: 7, startingStacks: [50, 97, 75.25], blindsOrStraddles: [2, 0, 1], antes: [0, 0, 0],
          _inactive: [0, 0, 0], _intents: [0, 0, 0], _deadBlinds: [0, 0, 0], _deadPot: 3, _deadPosts: [0, 3, 0]}",
    );
    let mut live = LiveHand::read(&hand).unwrap();
    for deal in ["d dh p1 2h2d", "d dh p2 JhJc", "d dh p3 4c4d"] {
        live.deal(deal, &Host::default()).unwrap();
    }
    for (player, fold) in [("Player2", "p2 f"), ("Player3", "p3 f")] {
        let client = acted(&live.personalize(Some(player)), fold);
        live.merge(&client, &Host::default()).unwrap();
    }
    check(&live.to_json(), "{finishingStacks: [54, 97, 74.25]}");
}

fn hand_8() -> Value {
    json(
        "{hand: 8, players: ['Player1', 'Player2', 'Player3'], startingStacks: [50, 100, 75.25],
          blindsOrStraddles: [0, 1, 2], antes: [0, 0, 0], seatCount: [6],
          actions: ['d dh p1 ????', 'd dh p2 3s3d', 'd dh p3 ????', 'p1 cc', 'p2 cc', 'p3 cc', 'd db 5hAdQc'],
          _inactive: [0, 0, 0], _intents: [0, 0, 0]}",
    )
}

#[test]
fn hand_8_player1_leaves_at_once() {
    // Printed is p3, p1, p2, which is no legal order; both are accepted.
    let lines = "['d dh p1 ????', 'd dh p2 3s3d', 'd dh p3 ????', 'p3 cc', 'p1 cc', 'p2 cc', 'd db 5hAdQc']";
    for server in [hand_8(), with(&hand_8(), "actions", lines)] {
        let client = with(&server, "author", "'Player1'");
        let lines = server["actions"].to_string().replace("3s3d", "????");
        let client = with(&with(&client, "_intents", "[3, 0, 0]"), "actions", &lines);
        let left = merged(&server, &client);
        check(&left, "{_inactive: [1, 0, 0], _intents: [3, 0, 0], _deadBlinds: [0, 0, 0]}");
        let live = LiveHand::read(&left).unwrap();
        assert_eq!(
            live.audience().collect::<Vec<_>>(),
            ["Player2", "Player3"],
            "no more is told to one who left"
        );
    }
}

#[test]
fn hand_9_player1_is_gone() {
    let over = with(&hand_8(), "finishingStacks", "[50, 100, 75.25]");
    let over = with(&with(&over, "_inactive", "[1, 0, 0]"), "_intents", "[3, 0, 0]");
    let hand = next_of(&over);
    // As printed, but for the blinds: [1, 2] would have Player3 pay the big blind twice running.
    check(
        &hand,
        "{hand: 9, players: ['Player2', 'Player3'], startingStacks: [100, 75.25], blindsOrStraddles: [2, 1],
          antes: [0, 0], seats: [2, 3], _inactive: [0, 0], _intents: [0, 0]}",
    );
    let mut live = LiveHand::read(&hand).unwrap();
    for deal in ["d dh p1 2s3d", "d dh p2 3s4d"] {
        live.deal(deal, &Host::default()).unwrap();
    }
    check(&live.to_json(), "{actions: ['d dh p1 2s3d', 'd dh p2 3s4d']}");
}

/// The document's matrix, row by row, and the states that cannot be.
#[test]
fn the_matrix_of_states() {
    let state = |inactive: u8, intent: u8, debt: &str| {
        let hand = with(&hand_6(), "_inactive", &format!("[0, {inactive}, 0]"));
        let hand = with(&hand, "_intents", &format!("[0, {intent}, 0]"));
        LiveHand::read(&with(&hand, "_deadBlinds", &format!("[0, {debt}, 0]")))
    };
    for intent in 0..=3 {
        assert!(state(0, intent, "0").is_ok());
        for debt in ["1", "2", "3", "0.01"] {
            assert!(state(1, intent, debt).is_ok());
            let refusal = state(0, intent, debt).unwrap_err();
            assert_eq!(refusal.to_string(), "Player2: an active player cannot owe dead blinds");
        }
    }
    assert!(state(7, 2, "3").is_ok(), "any number but 0 is inactive");
    assert_eq!(state(1, 4, "0").unwrap_err().to_string(), "_intents[1]: is no intent: write 0, 1, 2 or 3");
    assert_eq!(state(1, 2, "-1").unwrap_err().to_string(), "Player2: dead blinds cannot be negative");
}
