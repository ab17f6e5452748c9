use super::*;
use kozyr_protocol::room::{
    BySeat, DurakDefence, DurakEvent, DurakOffers, DurakPile, DurakPlayer, TableEvent,
};

fn cards(text: &str) -> Vec<Card> {
    kozyr_cards::cards_in(text).collect::<Result<_, _>>().unwrap()
}

fn card(text: &str) -> Card {
    cards(text)[0]
}

fn set(text: &str) -> CardSet {
    cards(text).into_iter().collect()
}

fn seat(index: usize) -> Seat {
    Seat::from_index(index)
}

fn info(mode: DurakMode) -> DurakInfo {
    DurakInfo {
        mode,
        cards: 36,
        stake: kozyr_chips::Chips::ZERO,
        points: 1,
        rake_percent: 0,
        untimed: false,
        timeout_loses: true,
        throw_after_take: true,
    }
}

fn random(seed: u32) -> impl FnMut(u32) -> u32 {
    let mut state = seed;
    move |n| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % n
    }
}

/// Two players with an empty deck; the first attacks.
fn end(mine: &str, theirs: &str, trump: char) -> Board {
    let (mine, theirs) = (set(mine), set(theirs));
    let mut hands = [CardSet::EMPTY; SEATS];
    (hands[0], hands[1]) = (mine, theirs);
    let trump = card(&format!("6{trump}")).suit();
    Board {
        trump,
        seats: 2,
        pairs: false,
        transfers: false,
        throw_after_take: true,
        hands,
        inside: 0b11,
        attacker: 0,
        defender: 1,
        limit: theirs.len().min(6) as u8,
        first_round: false,
        taking: false,
        finished: 0,
        unbeaten: CardSet::EMPTY,
        covered: CardSet::EMPTY,
        drawn: 0,
        deck: 0,
        fruitless: 0,
    }
}

fn best(board: &Board) -> (Turn, i8) {
    EndGame::new(board, board.mover()).unwrap().best(board, |_| true).unwrap()
}

#[test]
fn the_end_game_is_looked_through() {
    // A lone pair against two singles: the pair is led, one after the other, and nothing beats both.
    assert_eq!(best(&end("7c 7d 8h", "6h 9c", 's')).1, 1, "two sevens leave one card");
    // The trump is kept for the last card: leading it first loses.
    assert_eq!(best(&end("6d As", "7d 9c", 's')), (Turn::Attack(card("As")), 1));
    // Nothing helps against a higher card of every suit.
    assert_eq!(best(&end("6d 8h", "7d 9h", 's')).1, -1);
    assert_eq!(best(&end("6d 6h", "7d 7h", 's')).1, 0, "the second six follows the first");
    assert_eq!(best(&end("6d", "7d", 's')).1, 0, "both are out");
}

/// Whoever follows the end game never does worse than it says, whatever the other plays.
#[test]
fn what_the_end_game_promises_is_kept() {
    let mut dice = Dice(11);
    let mut promised = [0; 3];
    for _ in 0..60 {
        let mut pack: Vec<Card> = Pack::Short36.cards().iter().collect();
        for left in (1..pack.len()).rev() {
            pack.swap(left, dice.below(left + 1));
        }
        let (mine, theirs) = (1 + dice.below(5), 1 + dice.below(5));
        let mut board = end("6s", "7s", 's');
        board.hands[0] = pack[..mine].iter().copied().collect();
        board.hands[1] = pack[mine..mine + theirs].iter().copied().collect();
        board.limit = theirs.min(6) as u8;
        let (_, promise) = best(&board);
        promised[(promise + 1) as usize] += 1;
        let fools = loop {
            // Who has laid their last card has nothing left to decide.
            let end = EndGame::new(&board, 0).filter(|_| board.mover() == 0);
            let turn = if let Some(mut end) = end {
                end.best(&board, |_| true).unwrap().0
            } else {
                let mut turns = Vec::new();
                board.turns(|turn| turns.push(turn));
                turns[dice.below(turns.len())]
            };
            if let Some(fools) = board.play(turn, &[]) {
                break fools;
            }
        };
        let result = [0, -1, 1][usize::from(fools)];
        assert!(result >= promise, "{promise} became {result}: {board:?}");
    }
    assert!(promised.iter().all(|&count| count > 0), "{promised:?}: every kind of end game was seen");
}

#[test]
fn twelve_cards_are_looked_through_and_thirteen_are_not() {
    assert!(EndGame::new(&end("6d 7d 8d 9d Td Jd", "6c 7c 8c 9c Tc Jc", 's'), 0).is_some());
    assert!(EndGame::new(&end("6d 7d 8d 9d Td Jd Qd", "6c 7c 8c 9c Tc Jc", 's'), 0).is_none());
    let mut with_deck = end("6d 7d", "6c 7c", 's');
    with_deck.deck = 1;
    assert!(EndGame::new(&with_deck, 0).is_none());
}

#[test]
fn it_remembers_what_everybody_was_told_and_forgets_the_last_party() {
    let mut memory = Memory::default();
    let tell = |memory: &mut Memory, event| memory.note(&TableEvent::Durak(event));
    let lowest = Some(card("6s"));
    let (attacker, defender, trump) = (seat(0), seat(1), Some(card("As")));
    tell(&mut memory, DurakEvent::Round { round: 1, attacker, defender, trump, lowest_trump: lowest });
    assert_eq!(memory.held(0), set("6s"));
    tell(&mut memory, DurakEvent::Led { seat: seat(0), card: card("6s") });
    tell(&mut memory, DurakEvent::Takes { seat: seat(1) });
    tell(&mut memory, DurakEvent::RoundOver { taken_by: Some(seat(1)), cards: cards("6s") });
    assert_eq!((memory.held(0), memory.held(1), memory.fruitless()), (CardSet::EMPTY, set("6s"), 1));
    tell(&mut memory, DurakEvent::Drew { seat: seat(0), cards: 1, trump: true });
    assert_eq!((memory.held(0), memory.fruitless()), (set("As"), 0), "the last card lay open");
    tell(&mut memory, DurakEvent::RoundOver { taken_by: None, cards: cards("7c 8c") });
    assert_eq!(memory.discarded(), set("7c 8c"));
    memory.note(&TableEvent::HandStarted { hand: 2 });
    assert_eq!(memory, Memory::default());
}

/// A defender of two with this hand, attacked with one card.
fn defends(mode: DurakMode, hand: &str, attack: &str, deck: u8, level: Level, seed: u32) -> DurakAction {
    let (hand, attack) = (cards(hand), card(attack));
    let trump = card("As");
    let player = |cards: usize| DurakPlayer { cards: cards as u8, ..DurakPlayer::default() };
    let with: Vec<Card> =
        board::beaters(hand.iter().copied().collect(), attack, trump.suit()).iter().collect();
    let same: Vec<Card> = hand.iter().copied().filter(|card| card.rank() == attack.rank()).collect();
    let (show, transfer) = match mode {
        DurakMode::TrafficLight => (same, vec![]),
        DurakMode::Transfer => (vec![], same),
        _ => (vec![], vec![]),
    };
    let defend = if with.is_empty() { vec![] } else { vec![DurakDefence { attack, with }] };
    let game = DurakView {
        stage: Some(DurakStage::Defend),
        round: 2,
        trump: Some(trump),
        deck,
        players: [(seat(0), player(5)), (seat(1), player(hand.len()))].into_iter().collect::<BySeat<_>>(),
        piles: vec![DurakPile { attack, beaten_by: None }],
        attacker: Some(seat(0)),
        defender: Some(seat(1)),
        limit: 6,
        room: 5,
        ..DurakView::default()
    };
    let offers =
        DurakOffers { defend, show, transfer, take: true, surrender: true, ..DurakOffers::default() };
    let own = DurakOwn { cards: hand, offers, ..DurakOwn::default() };
    let memory = Memory::default();
    let info = info(mode);
    let spot = Spot { info: &info, seats: 2, me: seat(1), game: &game, own: &own, memory: &memory };
    choose(level, &spot, &mut random(seed)).unwrap()
}

#[test]
fn cheap_cards_beat_and_dear_trumps_are_kept() {
    use DurakMode::{Plain, TrafficLight, Transfer};
    let beats = |with: &str| DurakAction::Defend { attack: card("6c"), with: card(with) };
    for level in [Level::Casual, Level::Strong] {
        assert_eq!(defends(Plain, "7c Ad Ks 9h 9d Td", "6c", 20, level, 3), beats("7c"), "{level:?}");
    }
    let passes = |mode| defends(mode, "6d Ah Kh 9h 9d Td", "6c", 20, Level::Casual, 3);
    assert_eq!(passes(Transfer), DurakAction::Transfer { card: card("6d") });
    assert_eq!(passes(TrafficLight), DurakAction::Show { card: card("6d") });
    assert_eq!(defends(Plain, "Ks 7d 8d 9d Td Jd", "6c", 20, Level::Casual, 1), DurakAction::Take);
}

#[test]
fn who_has_nothing_to_do_does_nothing_and_who_is_asked_is_ready() {
    let (game, memory, info) = (DurakView::default(), Memory::default(), info(DurakMode::Plain));
    for (ready, does) in [(false, None), (true, Some(DurakAction::Ready))] {
        let offers = DurakOffers { ready, ..DurakOffers::default() };
        let own = DurakOwn { offers, ..DurakOwn::default() };
        let spot = Spot { info: &info, seats: 2, me: seat(0), game: &game, own: &own, memory: &memory };
        assert_eq!(choose(Level::Strong, &spot, &mut random(1)), does);
    }
}
