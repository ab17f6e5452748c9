//! Random hands of every variant of the standard for another engine to play along: `variant_hands FOLDER HANDS [SEED]`.
//!
//! Writes one file of so many hands a variant, `F7S-8.phhs` for F7S/8. Each hand has in `_offers` what the player in turn
//! could do before every action: what a call costs and the least and the most of a raise, what is brought in, or that
//! cards are changed; nothing for the dealer's actions and the showdown. scripts/variants.py compares.
#![allow(clippy::print_stdout)]

use kozyr_card_game::laws::Dice;
use kozyr_card_game::{Awaits, DeckShoe, Game, Move, Seat, Seated};
use kozyr_cards::{CardSet, Deck};
use kozyr_chips::{Chips, Scale};
use kozyr_notation::phh::{self, Amount, Cards, Player, Shown, Value, write_phhs};
use kozyr_poker::variant::Limit;
use kozyr_poker::{Action, Deal, Event, Hand, MAX_PLAYERS, Mode, Offer, Poker, Rules, Variant};
use std::path::Path;

fn main() {
    let mut args = std::env::args().skip(1);
    let folder = args.next().expect("a folder to write to");
    let count: u64 = args.next().and_then(|count| count.parse().ok()).expect("how many hands a variant");
    let seed: u64 = args.next().map_or(1, |seed| seed.parse().expect("a seed"));
    std::fs::create_dir_all(&folder).expect("the folder");
    for variant in phh::Variant::ALL {
        let engine = Variant::by_code(variant.code()).expect("the engine deals every variant");
        let hands: Vec<phh::Hand> = (0..count)
            .map(|number| {
                let mut dice = Dice::random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
                let mut document = played(variant, engine, &mut dice);
                document.set_hand(Some(phh::Name::Number(number as i64 + 1)));
                document
            })
            .collect();
        let name = format!("{}.phhs", variant.code().replace('/', "-"));
        let text = write_phhs(&hands).expect("documents");
        std::fs::write(Path::new(&folder).join(name), text).expect("the file is written");
    }
    println!("{count} hands of each of {} variants", phh::Variant::ALL.len());
}

/// A table without oddities beyond short stacks and antes: what is compared is the play.
fn table(variant: &'static Variant, dice: &mut Dice) -> (Rules, Vec<Seated>) {
    let pack = variant.pack.cards().len();
    let fits = |players: usize| variant.cards_for(players) + variant.board_cards() <= pack;
    let players = (2..=2 + dice.below(MAX_PLAYERS as u32 - 1) as usize).rev().find(|&players| fits(players));
    let players = players.expect("two are always served");
    let big = Chips::new(2 * dice.between(2, 50));
    let mut rules = if variant.has_bring_in() {
        let antes = (0..players).map(|_| Chips::ZERO).collect();
        Rules::stud(variant, antes, Chips::new(dice.between(1, big.units() - 1)), [big, big * 2])
    } else {
        let small = Chips::new(dice.between(1, big.units() - 1));
        let mut rules = Rules { variant, ..Rules::holdem(players, small, big) };
        if variant.limit == Limit::FixedLimit {
            rules.big_bet = big * 2;
        }
        rules
    };
    if variant.has_bring_in() || dice.one_in(2) {
        let ante = Chips::new(dice.between(1, big.units() / 2));
        rules.antes = (0..players).map(|_| ante).collect();
    }
    rules.ante_trimming = dice.one_in(2);
    rules.mode = Mode::Cash { show_all_ins: true };
    let deepest = *dice.pick(&[4, 15, 60, 200, 200, 200]);
    let stack = |dice: &mut Dice| Chips::new(dice.between(big.units(), deepest * big.units()));
    let seats = (0..players).map(|player| Seated { seat: Seat::from_index(player), stack: stack(dice) });
    (rules, seats.collect())
}

/// One hand to its end, written down.
fn played(variant: phh::Variant, engine: &'static Variant, dice: &mut Dice) -> phh::Hand {
    let (rules, seats) = table(engine, dice);
    let mut document = header(variant, &rules, &seats);
    let mut hand = Poker::start(&rules, &seats).expect("a sound table");
    let mut random = Dice::random(u64::from(dice.below(u32::MAX)));
    let mut shoe = DeckShoe::new(Deck::ordered(engine.pack), move |n| random.below(n));
    let (mut offers, mut events) = (Vec::new(), Vec::new());
    let mut again = Vec::new();
    loop {
        let mv = match Poker::awaits(&hand) {
            Awaits::Nothing => break,
            Awaits::Shuffle(cards) => {
                shoe.shuffle(cards);
                Move::Shuffled
            }
            Awaits::Chance => Move::Deal(Poker::draw(&hand, &mut shoe).expect("enough cards")),
            Awaits::Seats(seats) | Awaits::Stage(seats) => {
                let seat = seats.iter().next().expect("somebody");
                Move::Act(seat, choice(&hand, seat, dice))
            }
        };
        // Whoever has shown and gets one more card face down shows once more at the end, as records of stud have it.
        match &mv {
            Move::Deal(Deal::Hole(seat, _)) if hand.shown().contains(*seat) && hand.is_last_street() => {
                again.push(*seat);
            }
            _ => {}
        }
        let offered = offered(&hand, &mv);
        Poker::play(&mut hand, &mv, &mut events).expect("an offer may be taken");
        if let Some(action) = written(&mv) {
            document.push(action);
            offers.push(offered);
        }
        for event in events.drain(..) {
            let (seat, shown) = match event {
                Event::Shown(seat, _) => (seat, Shown::Dealt),
                Event::Mucked(seat) => (seat, Shown::Muck),
                _ => continue,
            };
            document.push(phh::Action::ShowOrMuck { player: Player::at(seat.index()), shown });
            offers.push(String::new());
        }
    }
    for seat in again {
        document.push(phh::Action::ShowOrMuck { player: Player::at(seat.index()), shown: Shown::Dealt });
        offers.push(String::new());
    }
    document.finishing_stacks = hand.stacks().iter().map(|&stack| amount(stack)).collect();
    document.set_user_field("_offers", Value::Array(offers.into_iter().map(Value::Text).collect()));
    let replay = phh::Replay::whole(&document).unwrap_or_else(|error| panic!("{error}\n{document:?}"));
    assert_eq!(replay.verdict(&document), phh::Verdict::Agrees, "{document:?}");
    document
}

fn amount(chips: Chips) -> Amount {
    Amount::from_chips(chips, Scale::WHOLE).expect("whole chips")
}

fn header(variant: phh::Variant, rules: &Rules, seats: &[Seated]) -> phh::Hand {
    // Heads-up the lists are written in reverse.
    let list = |amounts: &[Chips]| {
        let mut list: Vec<Amount> = amounts.iter().map(|&chips| amount(chips)).collect();
        if list.len() == 2 {
            list.reverse();
        }
        list
    };
    let mut document = phh::Hand::new(variant);
    document.ante_trimming_status = Some(rules.ante_trimming);
    document.antes = list(&rules.antes);
    if variant.is_stud() {
        document.bring_in = Some(amount(rules.bring_in));
    } else {
        document.blinds_or_straddles = list(&rules.blinds);
    }
    if variant.is_fixed_limit() {
        (document.small_bet, document.big_bet) = (Some(amount(rules.small_bet)), Some(amount(rules.big_bet)));
    } else {
        document.min_bet = Some(amount(rules.small_bet));
    }
    document.starting_stacks = seats.iter().map(|seated| amount(seated.stack)).collect();
    document
}

/// Mostly calls, so that hands come to their end; nobody folds for nothing.
fn choice(hand: &Hand, seat: Seat, dice: &mut Dice) -> Action {
    let offers = hand.offers(seat);
    let raise = offers.iter().find_map(|offer| match *offer {
        Offer::RaiseTo { least, most } => Some((least, most)),
        _ => None,
    });
    match (offers[0], raise) {
        (Offer::Discard { from }, _) => {
            let often = 2 + dice.below(3);
            Action::Discard(from.iter().filter(|_| dice.one_in(often)).collect::<CardSet>())
        }
        (_, Some((least, most))) if dice.one_in(4) => {
            let any = Chips::new(dice.between(least.units(), most.units()));
            Action::RaiseTo(*dice.pick(&[least, least, least, any, any, most]))
        }
        (Offer::BringIn { .. }, _) => Action::BringIn,
        (Offer::Show, _) => Action::Show,
        _ if hand.price(seat.index()).is_positive() && dice.one_in(6) => Action::Fold,
        _ => Action::CheckOrCall,
    }
}

/// What the player in turn may do, in words that scripts/variants.py knows.
fn offered(hand: &Hand, mv: &Move<Deal, Action>) -> String {
    let Move::Act(seat, _) = mv else { return String::new() };
    let player = seat.index();
    let who = Player::at(player);
    let price = hand.price(player);
    let raise = match hand.raise_bounds(player) {
        Ok((least, most)) => format!("{least} {most}"),
        Err(kozyr_poker::NoRaise::Capped) => "capped".to_owned(),
        Err(_) => "none".to_owned(),
    };
    match hand.offers(*seat)[0] {
        Offer::Discard { .. } => format!("{who} sd"),
        Offer::BringIn { .. } => format!("{who} pb {price} {raise}"),
        Offer::Fold => format!("{who} cc {price} {raise}"),
        _ => String::new(),
    }
}

fn written(mv: &Move<Deal, Action>) -> Option<phh::Action> {
    let cards = |faces: &[Option<kozyr_cards::Card>]| Cards::new(faces).expect("at most seven");
    Some(match mv {
        Move::Deal(Deal::Hole(seat, faces)) => {
            phh::Action::DealHole { player: Player::at(seat.index()), cards: cards(faces) }
        }
        Move::Deal(Deal::Board(faces)) => phh::Action::DealBoard(cards(faces)),
        Move::Act(seat, action) => {
            let player = Player::at(seat.index());
            match action {
                Action::Fold => phh::Action::Fold(player),
                Action::CheckOrCall => phh::Action::CheckOrCall(player),
                Action::RaiseTo(to) => phh::Action::CompleteBetOrRaiseTo { player, amount: amount(*to) },
                Action::BringIn => phh::Action::PostBringIn(player),
                Action::Discard(thrown) => {
                    let thrown: Vec<_> = thrown.iter().map(Some).collect();
                    phh::Action::StandPatOrDiscard { player, cards: cards(&thrown) }
                }
                Action::Runouts(_) | Action::Show | Action::Muck => return None,
            }
        }
        _ => return None,
    })
}
