//! Whatever hand there is, what is written reads back to it.

use kozyr_cards::Card;
use kozyr_notation::phh::{
    Action, Amount, Cards, Field, Hand, LocalTime, Name, Player, Reader, Shown, TextField, Value, Variant,
    write_phhs,
};
use proptest::prelude::*;

fn amount() -> impl Strategy<Value = Amount> {
    (1i64..1_000_000, 0u8..=4).prop_map(|(units, places)| Amount::new(units, places).unwrap())
}

fn cards(most: usize) -> impl Strategy<Value = Cards> {
    // Above the fives, so that every variant has them; each card once.
    prop::sample::subsequence((16..52u8).collect::<Vec<_>>(), 1..=most).prop_map(|indices| {
        let faces: Vec<_> = indices.into_iter().map(|n| Card::from_index(n).filter(|_| n % 3 > 0)).collect();
        Cards::new(&faces).unwrap()
    })
}

fn action(players: usize) -> impl Strategy<Value = Action> {
    let player = (0..players).prop_map(Player::at);
    // Dealt cards are unknown here: the same one twice would be refused.
    let dealt = (1usize..=7).prop_map(|count| Cards::new(&[None; 7][..count]).unwrap());
    prop_oneof![
        Just(Action::Nothing),
        dealt.clone().prop_map(Action::DealBoard),
        (player.clone(), dealt).prop_map(|(player, cards)| Action::DealHole { player, cards }),
        player.clone().prop_map(Action::PostBringIn),
        (player.clone(), amount())
            .prop_map(|(player, amount)| Action::CompleteBetOrRaiseTo { player, amount }),
        player.clone().prop_map(Action::CheckOrCall),
        player.clone().prop_map(Action::Fold),
        (player.clone(), cards(5)).prop_map(|(player, cards)| Action::StandPatOrDiscard { player, cards }),
        player.clone().prop_map(|player| Action::StandPatOrDiscard { player, cards: Cards::NONE }),
        player.clone().prop_map(|player| Action::ShowOrMuck { player, shown: Shown::Muck }),
        player.clone().prop_map(|player| Action::ShowOrMuck { player, shown: Shown::Dealt }),
        (player, cards(7))
            .prop_map(|(player, cards)| Action::ShowOrMuck { player, shown: Shown::Cards(cards) }),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<String>().prop_map(Value::Text),
        any::<i64>().prop_map(Value::Integer),
        any::<bool>().prop_map(Value::Boolean),
        "-?(0|[1-9][0-9]{0,5})\\.[0-9]{1,5}|inf|nan".prop_map(|text| Value::Float(text.into())),
        "20[0-9]{2}-0[1-9]-1[0-9]|[01][0-9]:[0-5][0-9]:[0-5][0-9]"
            .prop_map(|text| Value::DateTime(text.into())),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::Array),
            prop::collection::btree_map(any::<String>(), inner, 0..3)
                .prop_map(|entries| Value::Table(entries.into_iter().collect())),
        ]
    })
}

type Words = (Vec<Option<String>>, Vec<String>, Option<String>, Vec<(String, Value)>);

fn words() -> impl Strategy<Value = Words> {
    (
        prop::collection::vec(prop::option::of(any::<String>()), TextField::ALL.len()),
        prop::collection::vec("\\PC{0,8}|['\"\\\\\n\t#]{0,4}", 26),
        prop::option::of(any::<String>()),
        prop::collection::btree_map("_[a-z]{1,4}|\\PC{1,5}", value(), 0..4)
            .prop_map(|m| m.into_iter().collect()),
    )
}

fn hand() -> impl Strategy<Value = Hand> {
    let table = (prop::sample::select(Variant::ALL.to_vec()), 2usize..=26);
    table.prop_flat_map(|(variant, players)| {
        let amounts = || prop::collection::vec(amount(), players);
        let noted = (action(players), prop::option::of(any::<String>()));
        let lists = (amounts(), amounts(), amounts(), prop::option::of(amounts()), prop::option::of(amounts()));
        let singles = (amount(), amount(), amount(), prop::option::of(amount()), any::<[Option<bool>; 2]>());
        let rest = (words(), any::<[Option<i64>; 4]>(), 1i64..=12, any::<u32>());
        (lists, singles, prop::collection::vec(noted, 0..12), rest).prop_map(move |(lists, singles, actions, rest)| {
            let mut hand = Hand::new(variant);
            (hand.antes, hand.starting_stacks) = (lists.0, lists.2);
            hand.starting_stacks[0] = Amount::INFINITE;
            if variant.uses(Field::BlindsOrStraddles) {
                hand.blinds_or_straddles = lists.1;
            }
            hand.finishing_stacks = lists.3.unwrap_or_default();
            hand.winnings = lists.4.unwrap_or_default();
            hand.bring_in = variant.uses(Field::BringIn).then_some(singles.0);
            hand.min_bet = variant.uses(Field::MinBet).then_some(singles.0);
            if variant.is_fixed_limit() {
                (hand.small_bet, hand.big_bet) = (Some(singles.1), Some(singles.2));
            }
            (hand.time_limit, hand.ante_trimming_status) = (singles.3, singles.4[0]);
            for (action, commentary) in actions {
                match commentary {
                    Some(commentary) => hand.push_with_commentary(action, &commentary),
                    None => hand.push(action),
                }
            }
            let ((texts, names, name, user_fields), [year, level, seat_count, number], month, nanosecond) = rest;
            for (field, text) in TextField::ALL.into_iter().zip(texts) {
                hand.set_text(field, text.as_deref());
            }
            if singles.4[1].is_some() {
                hand.set_players(names.iter().take(players).map(String::as_str));
                hand.seats = (1..).take(players).collect();
                hand.time = LocalTime::new(23, 0, 59, nanosecond % 1_000_000_000);
            }
            hand.set_table(name.as_deref().map(Name::Text));
            hand.set_hand(number.map(Name::Number));
            (hand.year, hand.level, hand.seat_count, hand.month) = (year, level, seat_count, Some(month));
            for (name, value) in user_fields {
                if Field::named(name.as_bytes()).is_none() {
                    hand.set_user_field(&name, value);
                }
            }
            hand
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn any_hand_reads_back(hand in hand()) {
        let text = hand.to_phh().unwrap();
        prop_assert_eq!(&text.parse::<Hand>().map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?, &hand);
        prop_assert!(text.parse::<toml::Table>().is_ok(), "{}", text);
    }

    #[test]
    fn any_hands_read_back(hands in prop::collection::vec(hand(), 0..4)) {
        let text = write_phhs(&hands).unwrap();
        let read: Result<Vec<_>, _> = kozyr_notation::phh::Hands::new(text.as_bytes()).collect();
        prop_assert_eq!(read.unwrap(), hands);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut hand = Hand::default();
        let _ = Reader::default().read(&bytes, &mut hand);
        let _ = kozyr_notation::phh::Hands::new(&bytes[..]).count();
    }
}

#[test]
fn a_hand_that_does_not_conform_is_not_written() {
    let mut hand: Hand = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n\
        starting_stacks = [9, 9]\nactions = []"
        .parse()
        .unwrap();
    let sound = hand.clone();
    let complaint = |hand: &Hand| hand.to_phh().unwrap_err().to_string();
    hand.push(Action::DealBoard(Cards::NONE));
    assert_eq!(complaint(&hand), "action 1: the action needs cards after it");
    hand = sound.clone();
    hand.push(Action::CompleteBetOrRaiseTo { player: Player::at(0), amount: Amount::INFINITE });
    assert_eq!(complaint(&hand), "action 1: this is no amount to bet: write one above 0");
    hand = sound.clone();
    hand.push(Action::Fold(Player::at(2)));
    assert_eq!(complaint(&hand), "action 1: there is no p3: write p1 to p2");
    hand = sound.clone();
    hand.set_user_field("min_bet", Value::Integer(1));
    assert_eq!(
        complaint(&hand),
        "`min_bet` is a field of the standard, not a user-defined one: choose another name"
    );
    hand = sound.clone();
    hand.set_user_field("_x", Value::Float("1.0\n_y = 2".into()));
    assert_eq!(complaint(&hand), "not a TOML value; text stands between quotes");
    hand = sound.clone();
    hand.push_with_commentary(Action::Nothing, &"x".repeat(1 << 20));
    assert_eq!(complaint(&hand), "the hand is too long: keep to 1048576 bytes");
    hand = sound;
    hand.big_bet = Some(Amount::ZERO);
    assert_eq!(complaint(&hand), "`big_bet` does not belong to NT: leave it out");
}
