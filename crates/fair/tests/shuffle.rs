//! Shuffles are even, secrets come back as they were, and a commitment fixes every card.

use kozyr_card_game::Shoe;
use kozyr_cards::{Card, CardSet, Deck, Pack};
use kozyr_fair::{Secret, SecretError, SecretShoe};
use proptest::prelude::*;

/// The decks a test looks at: one for each of so many secrets.
fn decks(count: u32, mut shuffle: impl FnMut(u32) -> Vec<Card>) -> Vec<Vec<Card>> {
    (0..count).map(&mut shuffle).collect()
}

fn secret(number: u32) -> Secret {
    let mut seed = [0; 32];
    seed[..4].copy_from_slice(&number.to_le_bytes());
    Secret::new(seed)
}

fn ours(number: u32) -> Vec<Card> {
    let mut shoe = SecretShoe::new(&secret(number), Pack::Seka21.cards()).unwrap();
    std::iter::from_fn(|| shoe.card()).collect()
}

/// The classic mistake: every place is exchanged with any place, not with one of those left.
fn biased(number: u32) -> Vec<Card> {
    let mut shoe = SecretShoe::new(&secret(number), Pack::Seka21.cards()).unwrap();
    let mut cards: Vec<Card> = Pack::Seka21.cards().iter().collect();
    let n = cards.len();
    for i in 0..n {
        cards.swap(i, shoe.below(n as u32) as usize);
    }
    cards
}

/// Chi-square over which card lies where, and over which card follows which: how many standard deviations
/// (of a chi-square with so many degrees of freedom, which is near normal here) the counts are from even.
fn deviations(decks: &[Vec<Card>]) -> [i64; 2] {
    let order: Vec<Card> = Pack::Seka21.cards().iter().collect();
    let n = order.len();
    let index = |card: Card| order.iter().position(|&other| other == card).unwrap();
    let (mut places, mut pairs) = (vec![0i64; n * n], vec![0i64; n * n]);
    for deck in decks {
        for (place, &card) in deck.iter().enumerate() {
            places[place * n + index(card)] += 1;
        }
        for pair in deck.windows(2) {
            pairs[index(pair[0]) * n + index(pair[1])] += 1;
        }
    }
    let total = decks.len() as i64;
    let n = n as i64;
    // Sum of (seen - expected)^2 / expected, in thousandths, with the expected count as a fraction.
    let chi_square = |counts: &[i64], numerator: i64, denominator: i64| -> i64 {
        let square = |seen: i64| i128::from(seen * denominator - numerator).pow(2);
        let sum: i128 = counts.iter().map(|&seen| square(seen)).sum();
        i64::try_from(sum * 1000 / i128::from(numerator) / i128::from(denominator)).unwrap()
    };
    let at_places = chi_square(&places, total, n);
    let off_diagonal: Vec<i64> = pairs
        .iter()
        .enumerate()
        .filter(|(at, _)| at / n as usize != at % n as usize)
        .map(|(_, &c)| c)
        .collect();
    let in_pairs = chi_square(&off_diagonal, total, n);
    // Degrees of freedom; the variance of a chi-square is twice that.
    let freedom = [(n - 1) * (n - 1), n * (n - 1) - 1];
    [(at_places, freedom[0]), (in_pairs, freedom[1])]
        .map(|(chi, freedom)| (chi - freedom * 1000) / (((2 * freedom) as u64).isqrt() as i64))
}

/// Thousandths of a standard deviation. Five of them either way is less than one in a million by chance.
const BOUND: i64 = 5_000;

#[test]
fn every_card_comes_to_every_place_and_after_every_other_equally_often() {
    let [places, pairs] = deviations(&decks(20_000, ours));
    assert!(places.abs() < BOUND && pairs.abs() < BOUND, "{places} {pairs}");
}

#[test]
fn the_classic_biased_swap_fails_that_test() {
    let [places, _] = deviations(&decks(20_000, biased));
    assert!(places > 10 * BOUND, "{places}");
}

#[test]
fn drawn_numbers_are_even() {
    let mut shoe = SecretShoe::new(&secret(7), Pack::Full52.cards()).unwrap();
    let n = 3 << 30; // A quarter of all draws is thrown away here.
    let low = (0..40_000).filter(|_| shoe.below(n) < n / 2).count();
    // Expected 20,000 with a standard deviation of 100.
    assert!((19_500..20_500).contains(&low), "{low}");
}

#[test]
fn numbers_do_not_depend_on_the_cards_dealt() {
    let mut one = SecretShoe::new(&secret(1), Pack::Full52.cards()).unwrap();
    let mut two = one.clone();
    assert_eq!((0..20).filter_map(|_| one.card()).count(), 20);
    assert_eq!(
        (0..5).map(|_| one.below(6)).collect::<Vec<_>>(),
        (0..5).map(|_| two.below(6)).collect::<Vec<_>>()
    );
}

#[test]
fn a_secret_that_does_not_fit_is_refused() {
    let ace = "As".parse::<Card>().unwrap();
    let two = "2s".parse::<Card>().unwrap();
    let top = |cards: &[Card]| SecretShoe::new(&secret(1).with_top(cards), Pack::Short36.cards()).err();
    assert_eq!(top(&[ace, two]), Some(SecretError::Top(two)));
    assert_eq!(top(&[ace, ace]), Some(SecretError::Top(ace)));
    assert_eq!(Secret::from_bytes(&[]), Err(SecretError::Damaged));
    assert_eq!(Secret::from_bytes(&[9; 33]), Err(SecretError::Version(9)));
    assert_eq!(Secret::from_bytes(&[1; 32]), Err(SecretError::Damaged));
    assert_eq!(format!("{:?}", secret(1)), "Secret", "no seed in a log file");
}

proptest! {
    #[test]
    fn a_shuffle_comes_back_from_its_bytes(seed: [u8; 32], top in 0usize..21, pack in 0usize..4) {
        let cards = Pack::ALL[pack].cards();
        let ordered: Vec<Card> = cards.iter().collect();
        let mut fixed = Deck::in_order(&ordered).unwrap();
        fixed.shuffle(|n| n / 2);
        let top: Vec<Card> = fixed.iter().take(top).collect();
        let secret = Secret::new(seed).with_top(&top);
        let mut shoe = SecretShoe::new(&secret, cards).unwrap();
        let mut again = SecretShoe::new(&Secret::from_bytes(&secret.to_bytes()).unwrap(), cards).unwrap();
        prop_assert_eq!(shoe.commitment(), again.commitment());
        let dealt: Vec<Card> = std::iter::from_fn(|| shoe.card()).collect();
        prop_assert_eq!(&dealt[..top.len()], &top[..]);
        prop_assert_eq!(dealt.iter().copied().collect::<CardSet>(), cards);
        prop_assert!(std::iter::from_fn(|| again.card()).eq(dealt));
    }

    #[test]
    fn an_opening_is_true_of_its_card_and_of_nothing_else(seed: [u8; 32], place in 0usize..36, bit in 0usize..256) {
        let cards = Pack::Short36.cards();
        let shoe = SecretShoe::new(&Secret::new(seed), cards).unwrap();
        let (commitment, opening) = (shoe.commitment(), shoe.open(place).unwrap());
        prop_assert!(commitment.verify(place, 36, &opening));
        prop_assert!(!commitment.verify((place + 1) % 36, 36, &opening));
        for card in cards.iter().filter(|&card| card != opening.card) {
            let other = kozyr_fair::Opening { card, ..opening.clone() };
            prop_assert!(!commitment.verify(place, 36, &other));
        }
        let mut salted = opening.clone();
        salted.salt[bit / 8] ^= 1 << (bit % 8);
        prop_assert!(!commitment.verify(place, 36, &salted));
        prop_assert!(shoe.open(36).is_none());
    }

    #[test]
    fn any_bytes_are_a_secret_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        if let Ok(secret) = Secret::from_bytes(&bytes) {
            prop_assert_eq!(secret.to_bytes(), bytes);
        }
    }
}
