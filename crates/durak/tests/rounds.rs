//! Rounds: who leads, how many cards may lie, and what everybody is told of the hands.

use kozyr_card_game::{Awaits, Clock, DeckShoe, Move, Seat, SeatSet, Seated, Viewer};
use kozyr_cards::{Card, Deck, Pack};
use kozyr_chips::Chips;
use kozyr_durak::{Action, Conditions, Deal, Event, Match, Mode, Offer, OnTimeout, Refusal, Setup};

fn seat(index: usize) -> Seat {
    Seat::from_index(index)
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

fn table_of(count: u8) -> (Conditions, Vec<Seated>) {
    let seated = |index| Seated { seat: seat(index), stack: Chips::ZERO };
    let conditions = Conditions { num_seats: count, points: 1, ..Conditions::default() };
    (conditions, (0..count.into()).map(seated).collect())
}

/// A game that stands somewhere already: box 0 leads, spades are trumps.
fn placed(hands: &[&str], deck: &[&str], first_round: bool) -> Match {
    placed_in(Mode::Plain, hands, deck, first_round)
}

fn placed_in(mode: Mode, hands: &[&str], deck: &[&str], first_round: bool) -> Match {
    let (mut conditions, seats) = table_of(hands.len() as u8);
    conditions.rules.mode = mode;
    let setup = Setup {
        rules: conditions.rules,
        hands: hands.iter().map(|hand| hand.parse().unwrap()).collect(),
        trump: card("As"),
        deck: deck.iter().map(|text| card(text)).collect(),
        attacker: seat(0),
        first_round,
        table: Vec::new(),
        taking: false,
    };
    Match::from_party(&conditions, &seats, setup.party().unwrap()).unwrap()
}

/// Plays these and says what was told of the last.
#[track_caller]
fn play(game: &mut Match, moves: &[Move<Deal, Action>]) -> Vec<Event> {
    let mut told = Vec::new();
    for mv in moves {
        told.clear();
        game.play(mv, &mut told).unwrap_or_else(|refusal| panic!("{mv:?}: {refusal}"));
    }
    told
}

fn attack(box_: usize, led: &str) -> Move<Deal, Action> {
    Move::Act(seat(box_), Action::Attack(card(led)))
}

fn defend(box_: usize, attack: &str, with: &str) -> Move<Deal, Action> {
    Move::Act(seat(box_), Action::Defend { attack: card(attack), with: card(with) })
}

fn finish(box_: usize) -> Move<Deal, Action> {
    Move::Act(seat(box_), Action::Finish)
}

fn refill(cards: &[&str]) -> Move<Deal, Action> {
    Move::Deal(Deal::Refill(cards.iter().map(|text| card(text)).collect()))
}

const READY: Move<Deal, Action> = Move::Timeout(Clock::Stage);

/// A game that was just dealt, by this seed.
fn dealt(seed: u32) -> Match {
    let (conditions, seats) = table_of(3);
    let mut game = Match::new(&conditions, &seats).unwrap();
    let mut dice = seed;
    let mut shoe = DeckShoe::new(Deck::ordered(Pack::Short36), move |below| {
        dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (dice >> 8) % below
    });
    loop {
        let mv = match game.awaits() {
            Awaits::Shuffle(cards) => {
                shoe.shuffle(cards);
                Move::Shuffled
            }
            Awaits::Chance => Move::Deal(game.draw(&mut shoe).unwrap()),
            _ => return game,
        };
        game.play(&mv, &mut Vec::new()).unwrap();
    }
}

#[test]
fn the_lowest_trump_leads_whoever_holds_it() {
    let mut leaders = SeatSet::EMPTY;
    for seed in 0..30 {
        let game = dealt(seed);
        let view = game.view(Viewer::Spectator);
        let trump = view.trump.unwrap().suit();
        let held =
            (0..3).flat_map(|box_| game.party().hand(seat(box_)).iter().map(move |card| (card, seat(box_))));
        let lowest = held.filter(|(card, _)| card.suit() == trump).min_by_key(|(card, _)| card.rank());
        let first = lowest.unwrap_or_else(|| panic!("nobody has a trump by seed {seed}"));
        assert_eq!((view.win_card, view.attacker), (Some(first.0), Some(first.1)), "seed {seed}");
        leaders.insert(first.1);
    }
    assert_eq!(leaders, SeatSet::first(3), "each of them has it once");
}

#[test]
fn who_beat_everything_leads_next_and_after_the_first_round_six_cards_may_lie() {
    let hands = ["6d,8d,9d,10d,Jd,6c", "7d,6h,7h,8h,9h,10h", "Jh,Qh,Kh,Jc,Qc,Kc"];
    let mut game = placed(&hands, &["7c", "8c", "As"], true);
    assert_eq!(game.view(Viewer::Spectator).limit, 5, "the defender holds six");
    let beaten = [attack(0, "6d"), defend(1, "6d", "7d"), finish(0), finish(2), READY, refill(&["7c", "8c"])];
    let told = play(&mut game, &beaten);
    let round =
        told.iter().find_map(|event| if let Event::Table(round) = event { Some(round) } else { None });
    let round = round.expect("another round begins");
    assert_eq!((round.number, round.attacker, round.defender), (2, seat(1), seat(2)));
    assert_eq!((&round.counts[..4], &round.added[..3]), (&[6, 6, 6, 0][..], &[1, 1, 0][..]));
    let view = game.view(Viewer::Spectator);
    assert_eq!((view.limit, view.win_card, view.counts), (6, None, round.counts));
}

/// The card that decided who leads is shown in the first round and not after it.
#[test]
fn the_card_that_decided_is_shown_in_the_first_round_only() {
    let mut game = dealt(1);
    let view = game.view(Viewer::Spectator);
    let (attacker, defender) = (view.attacker.unwrap(), view.defender.unwrap());
    let led = game.party().hand(attacker).iter().next().unwrap();
    for (who, action) in [(attacker, Action::Attack(led)), (defender, Action::Take)] {
        game.play(&Move::Act(who, action), &mut Vec::new()).unwrap();
    }
    assert!(game.view(Viewer::Spectator).win_card.is_some());
    let others = (0..3).map(seat).filter(|&seat| seat != defender);
    for seat in others {
        // Whoever has nothing to throw in is not asked.
        let _ = game.play(&Move::Act(seat, Action::Finish), &mut Vec::new());
    }
    game.play(&Move::Timeout(Clock::Stage), &mut Vec::new()).unwrap();
    assert_eq!(game.awaits(), Awaits::Chance);
    let used: Vec<Card> =
        (0..3).flat_map(|box_| game.party().hand(seat(box_)).iter().collect::<Vec<_>>()).collect();
    let trump = view.trump.unwrap();
    let fresh = Pack::Short36.cards().iter().filter(|card| !used.contains(card) && *card != trump);
    game.play(&Move::Deal(Deal::Refill(fresh.take(1).collect())), &mut Vec::new()).unwrap();
    let after = game.view(Viewer::Spectator);
    assert_eq!((after.round, after.win_card), (2, None));
}

/// A defender who has played the last card cannot be given another: the round is over. Box 0 and box 2 are partners in pairs, and opponents otherwise.
#[test]
fn two_who_are_left_play_on_unless_they_are_partners() {
    let mut game = placed(&["9d,6c", "10d", "8c,8h", "9c"], &[], false);
    play(&mut game, &[attack(0, "9d"), defend(1, "9d", "10d"), READY]);
    play(&mut game, &[attack(2, "8c"), defend(3, "8c", "9c")]);
    let view = game.view(Viewer::Spectator);
    assert_eq!((view.out, view.outcome), ([seat(1), seat(3)].into_iter().collect(), None));
}

/// Whoever draws the last card is still in when the other has none: the party ends after the draw, not before it.
#[test]
fn the_last_card_is_drawn_before_the_party_ends() {
    let mut game = placed(&["9d", "10d"], &["As"], false);
    play(&mut game, &[attack(0, "9d"), defend(1, "9d", "10d")]);
    assert_eq!((game.awaits(), game.party().outcome()), (Awaits::Chance, None));
    play(&mut game, &[refill(&["As"])]);
    let outcome = game.party().outcome().expect("it is over");
    assert_eq!((outcome.fools, game.party().hand(seat(0)).len()), (SeatSet::only(seat(0)), 1));
}

/// Who surrenders in the middle of a round ends it; between two rounds there is none to end.
#[test]
fn a_surrender_ends_the_round_that_is_played() {
    let surrender = Move::Act(seat(1), Action::Surrender);
    let ends = |event: &Event| matches!(event, Event::FinishRound { taken_by: None, .. });
    let mut game = placed(&["9d,6c", "10d,7c"], &[], false);
    let told = play(&mut game, &[attack(0, "9d"), surrender.clone()]);
    assert_eq!(told.iter().filter(|event| ends(event)).count(), 1);
    let mut game = placed(&["9d,6c", "10d,7c"], &[], false);
    let told = play(&mut game, &[attack(0, "9d"), defend(1, "9d", "10d"), finish(0)]);
    assert_eq!(told.iter().filter(|event| ends(event)).count(), 1);
    assert!(!play(&mut game, &[surrender]).iter().any(ends));
}

/// The attacker draws first, then the others counter-clockwise, the defender last.
#[test]
fn cards_are_drawn_against_the_clock() {
    let hands = ["6d,8d,9d,10d,Jd,6c", "7d,6h,7h,8h,9h,10h", "6s,Qh,Kh,Jc,Qc", "Jh,Qd,Ah,Kc,Ac"];
    let deck = ["7c", "8c", "9c", "10c", "As"];
    let mut game = placed(&hands, &deck, false);
    let beaten =
        [attack(0, "6d"), defend(1, "6d", "7d"), finish(0), finish(2), finish(3), READY, refill(&deck[..4])];
    play(&mut game, &beaten);
    for (box_, drawn) in [(0, "7c"), (3, "8c"), (2, "9c"), (1, "10c")] {
        assert!(game.party().hand(seat(box_)).contains(card(drawn)), "box {box_} draws {drawn}");
    }
}

/// An attack is passed on with a card of its rank, to somebody who holds enough, and not once a card is beaten.
#[test]
fn who_may_transfer_and_when() {
    let transfers = |game: &Match| {
        let mut offers = Vec::new();
        game.legal(seat(1), &mut offers);
        offers
            .into_iter()
            .find_map(|offer| if let Offer::Transfer(cards) = offer { Some(cards) } else { None })
    };
    let by = |box_, text| Move::Act(seat(box_), Action::Transfer(card(text)));
    let hands = ["9d,9s,6c", "9h,10d,Kd", "Jc,Qc"];
    let mut game = placed_in(Mode::Transfer, &hands, &[], false);
    assert_eq!(transfers(&game), None, "nothing lies there");
    play(&mut game, &[attack(0, "9d")]);
    assert_eq!(transfers(&game), Some("9h".parse().unwrap()));
    assert!(game.play(&by(1, "10d"), &mut Vec::new()).is_err(), "another rank");
    let mut beaten = game.clone();
    play(&mut beaten, &[defend(1, "9d", "10d"), attack(0, "9s")]);
    assert_eq!(transfers(&beaten), None);
    assert!(beaten.play(&by(1, "9h"), &mut Vec::new()).is_err());
    play(&mut game, &[by(1, "9h")]);
    let view = game.view(Viewer::Spectator);
    assert_eq!((view.attacker, view.defender, view.limit), (Some(seat(1)), Some(seat(2)), 2));
    // Two cards would lie before somebody who holds one; and in the plain game nobody transfers.
    let few = ["9d,9s,6c", "9h,10d,Kd", "Jc"];
    for (mode, hands) in [(Mode::Transfer, few), (Mode::Plain, hands)] {
        let mut game = placed_in(mode, &hands, &[], false);
        play(&mut game, &[attack(0, "9d")]);
        assert_eq!(transfers(&game), None, "{mode:?}");
        let refusal = if mode == Mode::Plain { Refusal::NoTransfer } else { Refusal::CannotTransfer };
        assert_eq!(game.play(&by(1, "9h"), &mut Vec::new()), Err(refusal));
    }
}

/// Only the defender takes, only in answer to an attack; who has shown a card transfers it and does nothing else.
#[test]
fn who_answers_an_attack_and_how() {
    let refused = |game: &Match, box_, action| {
        game.clone().play(&Move::Act(seat(box_), action), &mut Vec::new()).unwrap_err()
    };
    let hands = ["9d,9s,6c", "9h,10d,Kd", "Jc,Qc,9c"];
    let mut game = placed_in(Mode::TrafficLight, &hands, &[], false);
    assert_eq!(refused(&game, 1, Action::Take), Refusal::NothingToTake);
    assert_eq!(refused(&game, 0, Action::Take), Refusal::NotYourTurn);
    play(&mut game, &[attack(0, "9d")]);
    assert_eq!(refused(&game, 0, Action::Take), Refusal::NotYourTurn);
    assert_eq!(refused(&game, 1, Action::Transfer(card("9h"))), Refusal::ShowFirst);
    assert_eq!(game.party().transfer_to(), Some(seat(2)));
    play(&mut game, &[Move::Act(seat(1), Action::Show(card("9h")))]);
    let shown = Refusal::TransferShown(card("9h"));
    assert_eq!(refused(&game, 1, Action::Take), shown);
    assert_eq!(refused(&game, 1, Action::Transfer(card("10d"))), shown);
    for (box_, action) in [(2, Action::Transfer(card("9c"))), (0, Action::Take), (2, Action::Take)] {
        assert_eq!(refused(&game, box_, action), Refusal::NotYourTurn);
    }
    assert_eq!(game.party().room(), 0, "nobody adds to a card that is shown");
    play(&mut game, &[Move::Act(seat(1), Action::Transfer(card("9h")))]);
    assert_eq!(game.view(Viewer::Spectator).defender, Some(seat(2)));
}

/// Everybody but the defender throws in, as many as the defender can beat.
#[test]
fn how_many_may_be_thrown_in_and_by_whom() {
    let mut game = placed(&["9d,9s,6c", "10d,Kd", "9h,Qc,6s"], &[], false);
    assert_eq!(
        (game.party().room(), game.party().may_throw_in()),
        (2, SeatSet::EMPTY),
        "somebody leads first"
    );
    play(&mut game, &[attack(0, "9d")]);
    let both: SeatSet = [seat(0), seat(2)].into_iter().collect();
    assert_eq!((game.party().room(), game.party().may_throw_in()), (1, both));
    play(&mut game, &[defend(1, "9d", "10d"), finish(2)]);
    assert_eq!((game.party().room(), game.party().may_throw_in()), (1, SeatSet::only(seat(0))));
    play(&mut game, &[attack(0, "9s")]);
    assert_eq!(
        (game.party().room(), game.party().may_throw_in()),
        (0, SeatSet::EMPTY),
        "two cards, two to beat"
    );
}

/// What is played for whoever lets their clock run out: where time loses, one of the two who play loses the party.
#[test]
fn what_the_clock_plays() {
    let late = |box_| Move::Timeout(Clock::Seat(seat(box_)));
    let game = |on_timeout| {
        let mut conditions = table_of(3).0;
        conditions.rules.on_timeout = on_timeout;
        let hands = ["9d,9s,6c", "10d,Kd", "9h,Qc,6s"].iter().map(|hand| hand.parse().unwrap()).collect();
        let setup = Setup {
            rules: conditions.rules,
            hands,
            trump: card("As"),
            deck: Vec::new(),
            attacker: seat(0),
            first_round: false,
            table: Vec::new(),
            taking: false,
        };
        Match::from_party(&conditions, &table_of(3).1, setup.party().unwrap()).unwrap()
    };
    let mut auto = game(OnTimeout::Auto);
    assert_eq!(auto.party().on_timeout(seat(0)), Some(Action::Attack(card("6c"))), "the lowest, trumps last");
    let told = play(&mut auto, &[late(0)]);
    assert_eq!(told[0], Event::OutOfTime(seat(0)));
    assert_eq!(auto.view(Viewer::Spectator).table.len(), 1);
    assert_eq!(auto.party().on_timeout(seat(1)), Some(Action::Take));
    play(&mut auto, &[late(1)]);
    assert!(auto.view(Viewer::Spectator).taking());
    assert_eq!(auto.party().on_timeout(seat(0)), Some(Action::Finish));

    let lose = game(OnTimeout::Lose);
    assert_eq!(lose.party().on_timeout(seat(0)), None);
    let mut led = lose.clone();
    play(&mut led, &[attack(0, "9d")]);
    assert_eq!((led.party().on_timeout(seat(1)), led.party().on_timeout(seat(0))), (None, None));
    play(&mut led, &[defend(1, "9d", "10d")]);
    assert_eq!(led.party().on_timeout(seat(2)), Some(Action::Finish), "a third only throws in nothing more");
    let mut lost = lose;
    play(&mut lost, &[late(0)]);
    assert_eq!(lost.party().outcome().map(|outcome| outcome.fools), Some(SeatSet::only(seat(0))));
}
