//! Durak: the notation of a whole game, and streams of moves. Each function takes any bytes and panics only when
//! something is broken. Shared by the libFuzzer targets and by the tests of `kozyr-durak`.
#![allow(unreachable_pub)] // a module of a test as well

use kozyr_card_game::{Awaits, Clock, DeckShoe, Joining, Move, Seat, Seated, Viewer};
use kozyr_cards::{Card, Deck, Pack};
use kozyr_chips::Chips;
use kozyr_durak::notation::Record;
use kozyr_durak::{Action, Conditions, Deal, MAX_BOXES, Match, Mode, Offer, OnTimeout, Rules};

/// Any text is a record or refused at one of its lines; a record is written so that it reads back the same,
/// and replays or is refused, leaving every card in its place.
pub fn notation(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let record = match Record::read(text) {
        Ok(record) => record,
        Err(error) => {
            assert!(error.line >= 1 && error.line <= text.lines().count().max(1), "{error}");
            return;
        }
    };
    let written = record.to_string();
    let again = Record::read(&written).expect("what was written can be read");
    assert_eq!(again.to_string(), written);
    assert_eq!((&again.conditions, &again.players), (&record.conditions, &record.players));
    assert!(again.entries.iter().map(|(_, entry)| entry).eq(record.entries.iter().map(|(_, entry)| entry)));
    if let Ok(replayed) = record.replay() {
        replayed.game.party().assert_sound();
    }
}

/// Any bytes are a stream of moves, sensible or not: each is made, or refused and changes nothing.
pub fn actions(data: &[u8]) {
    let mut bytes = data.iter().copied();
    let mut byte = || bytes.next();
    let (Some(mode), Some(seats), Some(pack), Some(flags)) = (byte(), byte(), byte(), byte()) else { return };
    let rules = Rules {
        mode: Mode::ALL[usize::from(mode % 6)],
        pack: [Pack::Short36, Pack::Small24, Pack::Full52][usize::from(pack % 3)],
        throw_after_take: flags & 1 == 0,
        on_timeout: if flags & 2 == 0 { OnTimeout::Lose } else { OnTimeout::Auto },
        ..Rules::default()
    };
    let stake = Chips::new(i64::from(flags >> 4));
    let conditions = Conditions {
        rules,
        num_seats: seats % 8,
        points: u16::from(flags >> 2 & 3),
        stake,
        ..Conditions::default()
    };
    let seated = |index| Seated { seat: Seat::from_index(index), stack: stake * 3 };
    let seats: Vec<Seated> = (0..usize::from(conditions.num_seats)).map(seated).collect();
    let Ok(mut game) = Match::new(&conditions, &seats) else { return };
    let mut seed = u32::from_le_bytes([mode, conditions.num_seats, pack, flags]);
    let below = move |n: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) % n
    };
    let mut shoe = DeckShoe::new(Deck::ordered(rules.pack), below);
    let chips = game.chips();
    let mut told = Vec::new();
    while let Some(kind) = byte() {
        // Cards come when they are awaited, or no game would ever begin.
        let mv = match (game.awaits(), game.draw(&mut shoe)) {
            (Awaits::Shuffle(cards), _) if kind != 0xff => {
                shoe.shuffle(cards);
                Move::Shuffled
            }
            (_, Some(deal)) if kind != 0xff => Move::Deal(deal),
            _ if kind < 0xa0 => legal_move(&game, kind, byte().unwrap_or(0)),
            _ => any_move(kind, byte().unwrap_or(0), byte().unwrap_or(0)),
        };
        let before = game.clone();
        told.clear();
        if game.play(&mv, &mut told).is_err() {
            assert!(game == before && told.is_empty(), "{mv:?} was refused and changed something");
        }
        game.party().assert_sound();
        assert_eq!(game.chips(), chips, "chips were made or lost by {mv:?}");
        let _ = game.view(Viewer::Spectator);
    }
}

/// One of the moves a player is offered, so that a stream gets somewhere.
fn legal_move(game: &Match, kind: u8, choice: u8) -> Move<Deal, Action> {
    let seat = Seat::from_index(usize::from(kind) % usize::from(game.conditions().num_seats));
    let mut offers = Vec::new();
    game.legal(seat, &mut offers);
    offers.retain(|offer| offer.kind().is_some());
    let actions: Vec<Action> = offers.iter().flat_map(Offer::actions).collect();
    match actions.get(usize::from(choice) % actions.len().max(1)) {
        Some(action) => Move::Act(seat, *action),
        None => Move::Timeout(Clock::Stage),
    }
}

fn any_move(kind: u8, one: u8, two: u8) -> Move<Deal, Action> {
    let card = |byte: u8| Card::from_index(byte % 52).expect("one of the 52");
    let seat = Seat::from_index(usize::from(kind >> 4) % (MAX_BOXES + 1));
    Move::Act(
        seat,
        match kind & 15 {
            0..=2 => Action::Attack(card(one)),
            3..=5 => Action::Defend { attack: card(one), with: card(two) },
            6 => Action::Show(card(one)),
            7 => Action::Transfer(card(one)),
            8 => Action::Take,
            9 => Action::Finish,
            10 => Action::Ready,
            11 => [Action::Surrender, Action::Away, Action::Back][usize::from(one % 3)],
            12 => return Move::Timeout(Clock::Seat(seat)),
            13 => return Move::Timeout(Clock::Stage),
            14 if one & 7 == 0 => return Move::Part(seat),
            14 if one & 7 == 1 => {
                return Move::Join(Joining { seat, chair: seat, stack: Chips::new(two.into()) });
            }
            14 if one & 7 == 2 => return Move::Shuffled,
            14 => return Move::Deal(Deal::Refill([card(one), card(two)].into_iter().collect())),
            _ => {
                return Move::Deal(Deal::Party {
                    cards: [card(one)].into_iter().collect(),
                    trump: card(two),
                });
            }
        },
    )
}
