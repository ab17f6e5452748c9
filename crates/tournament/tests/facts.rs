//! Worked numbers: each a rule with its arithmetic. The names are those of the case file.

mod common;

use common::{Cup, at, config, named, seat};
use kozyr_card_game::{Seat, SeatSet};
use kozyr_cards::Card;
use kozyr_chips::Chips;
use kozyr_poker::seating::{Ante, Places, Stakes};
use kozyr_poker::{Hand, Next, PostOrder, Rules as HandRules};
use kozyr_tournament::director::{Floor, Shift, TableView};
use kozyr_tournament::{
    AnteKind, BreakRule, Chair, Clock, Command, Config, EntrantId, HandResult, Lang, Millis, PrizeProblem,
    PrizeTable, Rebuys, Refusal, Rest, TableNo, prize_problem,
};

fn chips(units: &[i64]) -> Vec<Chips> {
    units.iter().map(|&unit| Chips::new(unit)).collect()
}

#[test]
fn t03_floors_and_the_remainder_to_first() {
    for (pool, shares, amounts) in [
        (1001, [5000, 3000, 2000], [501, 300, 200]),
        (999, [3334, 3333, 3333], [335, 332, 332]),
        (7, [5000, 3000, 2000], [4, 2, 1]),
    ] {
        let paid = PrizeTable::strict(&shares).unwrap().amounts(Chips::new(pool), 9);
        assert_eq!(paid, chips(&amounts));
        assert_eq!(paid.iter().sum::<Chips>(), Chips::new(pool));
        assert!(paid.is_sorted_by(|better, worse| better >= worse));
    }
}

#[test]
fn t04_not_100_percent_and_fewer_entrants_than_places() {
    let shares = [5000, 3000, 1000];
    let problem = PrizeTable::strict(&shares).unwrap_err();
    assert_eq!((problem.code(), &problem), ("PRIZES_NOT_100", &PrizeProblem::Not100 { sum_bps: 9000 }));
    let normalised = PrizeTable::normalised(&shares).unwrap();
    assert_eq!(normalised.amounts(Chips::new(900), 9), chips(&[500, 300, 100]));
    // The editor is offered shares that do sum to 100 %.
    let offer = prize_problem(&shares, problem);
    assert_eq!(format!("{:?}", offer.fix), "Some(Prizes([5556, 3333, 1111]))");
    assert!(offer.text(Lang::Ru).contains("90 %") && offer.text(Lang::En).contains("90 %"));

    let table = PrizeTable::strict(&[5000, 3000, 2000]).unwrap();
    assert_eq!(table.amounts(Chips::new(200), 2), chips(&[125, 75]));
}

#[test]
fn t05_the_pool_is_derived_or_overridden_and_zero_overrides() {
    for (set, pool, prizes) in
        [(None, 240, [120, 72, 48]), (Some(300), 300, [150, 90, 60]), (Some(0), 0, [0, 0, 0])]
    {
        let players: Vec<String> = (1..=9).map(|n| format!("P{n}")).collect();
        let players: Vec<&str> = players.iter().map(String::as_str).collect();
        let mut cup = Cup::started(
            Config {
                prize_pool_override: set.map(Chips::new),
                rebuys: Some(Rebuys::default()),
                ..config(100, 20, &[5000, 3000, 2000])
            },
            &players,
        );
        for (seconds, player) in [(10, "P7"), (20, "P8"), (30, "P9")] {
            cup.hand(seconds, &[("P1", 100), (player, -100)]);
            cup.ask(seconds, &Command::Rebuy { player: player.into() }).unwrap();
        }
        assert_eq!(cup.cup.pool().amount, Chips::new(pool));
        assert_eq!(cup.cup.pool().paid_in, Chips::new(240));
        let preview: Vec<Chips> = cup.cup.prize_preview().iter().map(|share| share.amount).collect();
        assert_eq!(preview, chips(&prizes));
    }
}

#[test]
fn t10_a_synchronised_break_counts_from_the_last_finished_hand() {
    let mut form = Config {
        seats: 2,
        breaks: vec![BreakRule::Hourly { minute: 55, length: Millis::from_minutes(5) }],
        ..config(1000, 10, &[10_000])
    };
    // Started at noon, so that ten minutes of the level are left at five to one.
    form.levels[0].duration = Some(Millis::from_minutes(65));
    let mut cup = Cup::started(form, &["ann", "bob", "cy", "dee"]);
    let (five_to_one, one) = (55 * 60, 60 * 60);
    cup.deal(five_to_one - 20, 1).unwrap();
    cup.deal(five_to_one - 10, 2).unwrap();
    cup.ask(five_to_one, &Command::Tick).unwrap();
    let clock = |cup: &Cup| cup.cup.levels().unwrap().clock;
    assert_eq!(clock(&cup), Clock::Paused { remaining: Millis::from_minutes(10) });
    cup.finish(five_to_one + 60, 1, &[]).unwrap();
    assert_eq!(cup.cup.rest(), Some(Rest::Called { length: Millis::from_minutes(5) }), "a hand is in play");
    assert_eq!(cup.deal(five_to_one + 61, 1), Err(Refusal::OnBreak));
    cup.finish(five_to_one + 100, 2, &[]).unwrap();
    let ends_at = at(one + 100);
    assert_eq!(cup.cup.rest(), Some(Rest::Counting { ends_at }));
    assert_eq!(cup.cup.deadline(), Some(ends_at));
    // However late the tick, the clock goes on from the moment the break was over.
    cup.ask(one + 130, &Command::Tick).unwrap();
    assert_eq!(clock(&cup), Clock::Running { ends_at: at(one + 11 * 60 + 40) });
}

fn board(text: &str) -> Vec<Option<Card>> {
    text.split(' ').map(|card| Some(card.parse().unwrap())).collect()
}

/// Deals a board street by street until the hand is over.
fn run_out(hand: &mut Hand, cards: &str) {
    let cards = board(cards);
    let mut at = 0;
    while let Next::Board(count) = hand.next() {
        hand.deal_board(&cards[at..at + count]).unwrap();
        at += count;
    }
}

/// The next hand of table 1 on the engine, by the blinds and ante of the level: who sits where, first to act after the
/// flop first.
fn next_hand(cup: &Cup) -> (Vec<EntrantId>, Hand) {
    let view = cup.cup.floor().tables[0];
    let (level, kind) = (cup.cup.blind_level(), cup.cup.rules().ante_kind);
    let ante = match kind {
        AnteKind::Each => Ante::Each(level.ante),
        AnteKind::BigBlind => Ante::BigBlind(level.ante),
    };
    let mut table = view.seating(cup.cup.rules().seats.into());
    table.stakes = Stakes { small: level.small_blind, big: level.big_blind, ante };
    let deal = table.next_hand().deal.unwrap();
    let sits = |seat| cup.cup.seated(TableNo(1)).find(|&(other, _)| other == seat).unwrap().1;
    let seats = || deal.posts.iter().map(|post| sits(post.seat));
    let stacks: Vec<Chips> = seats().map(|entrant| entrant.stack).collect();
    let mut rules = HandRules::holdem(stacks.len(), level.small_blind, level.big_blind);
    if kind == AnteKind::BigBlind {
        rules.post_order = PostOrder::BlindFirst;
    }
    (seats().map(|entrant| entrant.id.clone()).collect(), deal.start(rules, &stacks).unwrap())
}

/// What the hand did to the stacks, as somebody who deals by hand would report it.
fn result(cup: &Cup, players: &[EntrantId], over: &Hand) -> Command {
    let (mut committed, mut shares) = (Vec::new(), Vec::new());
    for (player, (&before, &after)) in players.iter().zip(over.starting_stacks().iter().zip(over.stacks())) {
        match after < before {
            true => committed.push((player.clone(), before - after)),
            false => shares.push((player.clone(), after - before)),
        }
    }
    let hand = cup.cup.hand_at(TableNo(1)).unwrap().id().clone();
    Command::FinishHand(HandResult {
        table: TableNo(1),
        hand,
        committed,
        shares,
        acted: true,
        knocked_out: vec![],
    })
}

#[test]
fn t11_four_all_in_three_pots_only_the_second_largest_busts() {
    let mut cup = Cup::started(config(925, 10, &[10_000]), &["S1", "S2", "S3", "S4"]);
    cup.hand(1, &[("S1", -725), ("S2", -425), ("S3", 75), ("S4", 1075)]);
    let (players, mut hand) = next_hand(&cup);
    cup.deal(2, 1).unwrap();
    for (index, player) in players.iter().enumerate() {
        let cards = match player.as_str() {
            "S1" => "AsAh",
            "S2" => "KsKh",
            "S4" => "QsQh",
            _ => "JsJh",
        };
        hand.deal_hole_text(index, cards).unwrap();
    }
    while let Next::Bet(player) = hand.next() {
        match hand.raise_bounds(player) {
            Ok((_, most)) => hand.raise_to(player, most).unwrap(),
            Err(_) => hand.check_or_call(player).unwrap(),
        }
    }
    let pots: Vec<(i64, usize)> = hand.pots().iter().map(|p| (p.amount.units(), p.eligible.len())).collect();
    assert_eq!(pots, [(800, 4), (900, 3), (1000, 2)]);
    let largest = players.iter().position(|player| player.as_str() == "S4").unwrap();
    assert_eq!(hand.stacks()[largest], Chips::new(1000), "uncalled");
    run_out(&mut hand, "2c 7d 9h 3s 4c");
    cup.ask(2, &result(&cup, &players, &hand)).unwrap();
    assert_eq!(["S1", "S2", "S3", "S4"].map(|player| cup.stack(player)), [800, 900, 0, 2000]);
    assert_eq!(cup.places(), named(&[("S3", 4)]));
    assert_eq!(cup.cup.chips(), Chips::new(3700));
}

#[test]
fn t15_a_chip_and_a_chair() {
    let table = |stack: i64, order: PostOrder| {
        let mut rules = HandRules::holdem(3, Chips::new(100), Chips::new(200));
        rules.antes[1] = Chips::new(200);
        rules.post_order = order;
        Hand::start(&rules, &chips(&[1000, stack, 1000])).unwrap()
    };
    for (order, posts) in [
        (PostOrder::BlindFirst, [(1, 0), (200, 50), (200, 200)]),
        (PostOrder::AnteFirst, [(0, 1), (50, 200), (200, 200)]),
    ] {
        for (stack, (blind, ante)) in [1, 250, 400].into_iter().zip(posts) {
            let hand = table(stack, order);
            let posted = (hand.bets()[1].units(), stack - hand.stacks()[1].units() - hand.bets()[1].units());
            assert_eq!(posted, (blind, ante), "{order:?} of {stack}");
        }
    }

    // The same through a tournament: the player with one chip is in, is dealt, posts, and triples up.
    let mut form = Config { ante_kind: AnteKind::BigBlind, ..config(1000, 10, &[10_000]) };
    for level in &mut form.levels {
        (level.small_blind, level.big_blind) = (Chips::new(100), Chips::new(200));
        level.ante = Chips::new(200);
    }
    let mut cup = Cup::started(form, &["small", "big", "button"]);
    cup.hand(1, &[("button", 999), ("big", -999)]);
    cup.hand(2, &[]);
    cup.hand(3, &[]);
    let (players, mut hand) = next_hand(&cup);
    cup.deal(4, 1).unwrap();
    let order: Vec<&str> = players.iter().map(EntrantId::as_str).collect();
    assert_eq!(order, ["small", "big", "button"]);
    for (player, cards) in ["7s2h", "AsAh", "KsKh"].into_iter().enumerate() {
        hand.deal_hole_text(player, cards).unwrap();
    }
    hand.check_or_call(2).unwrap();
    hand.fold(0).unwrap();
    let pots: Vec<i64> = hand.pots().iter().map(|pot| pot.amount.units()).collect();
    // 1 + 1 + 1 in the main pot, the small blind's other 99 and the call's other 99 beside it.
    assert_eq!(pots, [3, 198]);
    run_out(&mut hand, "2c 7d 9h 3s 4c");
    cup.ask(4, &result(&cup, &players, &hand)).unwrap();
    assert_eq!(["big", "button", "small"].map(|player| cup.stack(player)), [3, 1999 + 98, 1000 - 100]);
}

fn set(numbers: &[u8]) -> SeatSet {
    numbers.iter().map(|&number| seat(number)).collect()
}

/// A table whose next hand has the button here and the blinds after it.
fn table(no: u16, occupied: &[u8], next_button: u8) -> TableView {
    let live = set(occupied);
    let button = seat(next_button);
    // The hand before it: the small blind sat where the button will be, the big blind at the next player.
    let after = (1..9).map(|step| Seat::from_index((button.index() + step) % 9));
    let big_blind = after.into_iter().find(|&seat| live.contains(seat)).expect("somebody else");
    let last = Places { button, small_blind: button, big_blind };
    TableView { table: TableNo(no), busy: false, taken: live, live, fresh: SeatSet::EMPTY, last: Some(last) }
}

#[test]
fn t18_balancing_moves_the_next_big_blind_to_the_worst_seat() {
    let from = table(1, &[1, 2, 3, 4, 5, 6, 7, 8, 9], 4);
    for (occupied, next_button, to, waits) in [
        (&[1, 2, 3, 5, 6, 8, 9][..], 2, 4, false),
        (&[1, 2, 3, 5, 6, 7, 9], 3, 8, false),
        (&[1, 2, 3, 5, 6, 7, 8, 9], 3, 4, true),
    ] {
        let receiver = table(2, occupied, next_button);
        assert_eq!(receiver.next_deal(9).unwrap().places.button, seat(next_button));
        assert_eq!(receiver.seating(9).worst_seat(receiver.taken), Some((seat(to), waits)));
        // Whoever sits there is dealt in next hand, unless they have to wait for the button.
        let mut after = receiver;
        after.live.insert(seat(to));
        after.fresh.insert(seat(to));
        let deal = after.next_deal(9).unwrap();
        assert_eq!(deal.posts.iter().any(|post| post.seat == seat(to)), !waits);
        if to == 4 && !waits {
            assert_eq!(deal.places.big_blind, seat(4), "they post the big blind at once");
        }
        let floor = Floor { seats: 9, tables: vec![from, receiver] };
        let plan = floor.plan(&mut |_| 0);
        if occupied.len() == 8 {
            assert_eq!(plan, [], "9 and 8 are not two apart");
        } else {
            let (from, to) = (Chair::new(TableNo(1), seat(6)), Chair::new(TableNo(2), seat(to)));
            assert_eq!(plan, [Shift::Balance { from, to, waits }]);
            let mut balanced = floor.clone();
            balanced.make(&plan[0]);
            assert_eq!(balanced.tables.iter().map(|t| t.taken.len()).collect::<Vec<_>>(), [8, 8]);
        }
    }
}

#[test]
fn t20_the_dead_button_and_the_switch_to_heads_up() {
    let hand0 = Places { button: seat(1), small_blind: seat(2), big_blind: seat(3) };
    let mut table = TableView { last: Some(hand0), ..table(1, &[1, 2, 4, 5, 6], 1) };
    for (button, small, big) in [(2, None, 4), (3, Some(4), 5), (4, Some(5), 6)] {
        let deal = table.next_deal(6).unwrap();
        let places = deal.places;
        assert_eq!(
            (places.button, deal.small_blind(), places.big_blind),
            (seat(button), small.map(seat), seat(big))
        );
        table.last = Some(places);
    }
    // Three left, the small blind busts: the big blind moves on to A, C has the button and the small blind.
    let (a, b, c) = (seat(1), seat(3), seat(5));
    let last = Places { button: a, small_blind: b, big_blind: c };
    let deal = TableView { live: set(&[1, 5]), last: Some(last), ..table }.next_deal(6).unwrap();
    assert_eq!((deal.places.big_blind, deal.places.button, deal.small_blind()), (a, c, Some(c)));
}
