//! Whole games: points, who leads next, stakes, getting up, going away.

use kozyr_card_game::{
    Awaits, Clock, DeckShoe, Game, Joining, Move, Restarts, Seat, SeatSet, Seated, Viewer,
};
use kozyr_cards::{Card, CardSet, Deck, Pack};
use kozyr_chips::Chips;
use kozyr_durak::{
    Action, Conditions, Deal, Event, GameOver, Match, Mode, OnTimeout, OneParty, Opening, Params, Party,
    PartyEnd, Refusal, Rules, Score, Setup, Stage, Wait, cards,
};

fn seat(index: usize) -> Seat {
    Seat::from_index(index)
}

fn seats(count: usize, stack: i64) -> Vec<Seated> {
    (0..count).map(|index| Seated { seat: seat(index), stack: Chips::new(stack) }).collect()
}

/// A game fed with moves. Every deck comes in the order of the pack: this shuffle leaves each card in place.
struct Table {
    game: Match,
    shoe: DeckShoe<fn(u32) -> u32>,
    told: Vec<Event>,
}

impl Table {
    fn new(conditions: Conditions, stack: i64) -> Table {
        let game = Match::new(&conditions, &seats(conditions.num_seats.into(), stack)).unwrap();
        Table::of(game)
    }

    fn of(game: Match) -> Table {
        let shoe: DeckShoe<fn(u32) -> u32> = DeckShoe::new(Deck::ordered(Pack::Short36), |n| n - 1);
        let mut table = Table { game, shoe, told: Vec::new() };
        table.deal();
        table
    }

    fn deal(&mut self) {
        loop {
            let mv = match self.game.awaits() {
                Awaits::Shuffle(cards) => {
                    self.shoe.shuffle(cards);
                    Move::Shuffled
                }
                Awaits::Chance => Move::Deal(self.game.draw(&mut self.shoe).unwrap()),
                _ => return,
            };
            self.game.play(&mv, &mut self.told).unwrap();
        }
    }

    fn act(&mut self, index: usize, action: Action) {
        self.told.clear();
        self.game.play(&Move::Act(seat(index), action), &mut self.told).unwrap();
        self.deal();
    }

    fn refused(&mut self, index: usize, action: Action) -> Refusal {
        let before = self.game.clone();
        let refusal = self.game.play(&Move::Act(seat(index), action), &mut self.told).unwrap_err();
        assert_eq!(self.game, before);
        refusal
    }

    fn time_over(&mut self) {
        self.told.clear();
        self.game.play(&Move::Timeout(Clock::Stage), &mut self.told).unwrap();
        self.deal();
    }

    fn party_end(&self) -> PartyEnd {
        let end = |event: &Event| if let Event::PartyEnd(end) = event { Some(*end) } else { None };
        self.told.iter().find_map(end).expect("the party ended")
    }

    fn over(&self) -> GameOver {
        *self.game.over().expect("the game is over")
    }

    fn roles(&self) -> (usize, usize) {
        let view = self.game.view(Viewer::Spectator);
        (view.attacker.unwrap().index(), view.defender.unwrap().index())
    }
}

fn conditions(num_seats: u8, mode: Mode, points: u16, stake: i64) -> Conditions {
    let rules = Rules { mode, ..Rules::default() };
    Conditions { rules, num_seats, points, stake: Chips::new(stake), ..Conditions::default() }
}

fn paid(chips: &[Chips]) -> Vec<i64> {
    chips.iter().map(|chips| chips.units()).collect()
}

#[test]
fn the_fool_is_attacked_first_by_the_player_on_their_right() {
    let mut table = Table::new(conditions(4, Mode::Plain, 2, 0), 0);
    table.act(2, Action::Surrender);
    assert_eq!(table.party_end().points[..4], [1, 1, 0, 1]);
    assert_eq!(table.game.view(Viewer::Spectator).stage, Stage::Between);
    assert_eq!(table.game.view(Viewer::Spectator).wait, Wait::Ready(SeatSet::first(4)));
    table.time_over();
    assert_eq!(table.roles(), (1, 2));
    let view = table.game.view(Viewer::Spectator);
    assert_eq!((view.party, view.round, view.win_card), (2, 1, None));
    // The right of box 0 is the last box.
    table.act(0, Action::Surrender);
    let over = table.over();
    assert_eq!(over.winners, [seat(1), seat(3)].into_iter().collect());
    assert_eq!(
        (over.place(seat(1)), over.place(seat(0)), over.points[..4].to_vec()),
        (1, -1, vec![1, 2, 1, 2])
    );
    assert_eq!(table.refused(1, Action::Ready), Refusal::Over);
}

/// Between two parties everybody sees the points, the number of the party and who is ready.
#[test]
fn what_is_known_between_two_parties() {
    let mut table = Table::new(conditions(3, Mode::Plain, 3, 0), 0);
    assert_eq!(table.game.score().party(), 1);
    table.act(2, Action::Surrender);
    table.act(1, Action::Ready);
    let view = table.game.view(Viewer::Spectator);
    assert_eq!((view.party, &view.points[..3]), (1, &[1, 1, 0][..]));
    assert_eq!((view.ready, table.game.score().ready()), (SeatSet::only(seat(1)), SeatSet::only(seat(1))));
    table.time_over();
    assert_eq!((table.game.score().party(), table.game.view(Viewer::Spectator).points[0]), (2, 1));
    // Whoever was ready for a party that is not played is asked again for the next.
    let mut score = Score::new(table.game.conditions()).unwrap();
    assert_eq!(score.party(), 0);
    score.be_ready(seat(0)).unwrap();
    assert_eq!(score.be_ready(seat(0)), Err(Refusal::NotAsked));
    score.ask_again();
    assert_eq!((score.ready(), score.be_ready(seat(0))), (SeatSet::EMPTY, Ok(())));
}

#[test]
fn several_who_reach_the_points_together_share_the_pool() {
    let mut table = Table::new(conditions(3, Mode::Plain, 1, 100), 250);
    assert_eq!(table.game.chips(), Chips::new(750));
    table.act(1, Action::Surrender);
    // 300 less ten percent, by two.
    assert_eq!(paid(&table.over().paid[..3]), [135, 0, 135]);
    let payoffs = table.game.payoffs().unwrap();
    assert_eq!(paid(&payoffs.seats.iter().map(|(_, won)| *won).collect::<Vec<_>>()), [35, -100, 35]);
    assert_eq!((payoffs.rake, payoffs.sum()), (Chips::new(30), Chips::ZERO));
}

#[test]
fn equal_parts_leave_the_odd_units_to_the_room() {
    let mut table = Table::new(conditions(4, Mode::Plain, 1, 33), 33);
    table.act(0, Action::Surrender);
    // 132 less 13 is 119: 39 each, and two units over.
    assert_eq!(paid(&table.over().paid[..4]), [0, 39, 39, 39]);
    assert_eq!(table.game.payoffs().unwrap().rake, Chips::new(15));
}

#[test]
fn a_pair_wins_and_loses_together_and_leads_next() {
    let mut table = Table::new(conditions(4, Mode::Pairs, 2, 100), 100);
    table.act(0, Action::Surrender);
    let end = table.party_end();
    assert_eq!(
        (end.outcome.fools, end.points[..4].to_vec()),
        ([seat(0), seat(2)].into_iter().collect(), vec![0, 1, 0, 1])
    );
    assert_eq!((end.outcome.place(seat(2)), end.outcome.place(seat(3))), (-1, 1));
    table.time_over();
    // Nobody went out: the first box of the winners.
    assert_eq!(table.roles(), (1, 2));
    table.act(2, Action::Surrender);
    assert_eq!(paid(&table.over().paid[..4]), [0, 180, 0, 180]);
}

/// Places the last cards of the first party.
fn ends_soon(conditions: &Conditions, hands: &[&str], attacker: usize) -> Match {
    let setup = Setup {
        rules: conditions.rules,
        hands: hands.iter().map(|hand| hand.parse().unwrap()).collect(),
        trump: "As".parse().unwrap(),
        deck: Vec::new(),
        attacker: seat(attacker),
        first_round: false,
        table: Vec::new(),
        taking: false,
    };
    let seats = seats(conditions.num_seats.into(), conditions.stake.units());
    Match::from_party(conditions, &seats, setup.party().unwrap()).unwrap()
}

/// Box 0 leads these cards one after the other and box 1 takes each; so many takes it lasts until the party is over.
fn takes_until_over(hands: [&str; 2], deck: &[&str], leads: &[&str]) -> Option<usize> {
    let conditions = conditions(2, Mode::Plain, 1, 0);
    let card = |text: &&str| text.parse::<Card>().unwrap();
    let mut deck: Vec<Card> = deck.iter().map(card).collect();
    let setup = Setup {
        rules: conditions.rules,
        hands: hands.iter().map(|hand| hand.parse().unwrap()).collect(),
        trump: "As".parse().unwrap(),
        deck: deck.clone(),
        attacker: seat(0),
        first_round: false,
        table: Vec::new(),
        taking: false,
    };
    let mut game = Match::from_party(&conditions, &seats(2, 0), setup.party().unwrap()).unwrap();
    let play = |game: &mut Match, mv| game.play(&mv, &mut Vec::new()).unwrap();
    for (nth, lead) in leads.iter().enumerate() {
        play(&mut game, Move::Act(seat(0), Action::Attack(card(lead))));
        play(&mut game, Move::Act(seat(1), Action::Take));
        play(&mut game, Move::Act(seat(0), Action::Finish));
        if game.over().is_some() {
            return Some(nth + 1);
        }
        play(&mut game, Move::Timeout(Clock::Stage));
        if game.awaits() == Awaits::Chance {
            play(&mut game, Move::Deal(Deal::Refill([deck.remove(0)].into_iter().collect())));
        }
    }
    None
}

#[test]
fn only_rounds_in_which_nobody_draws_count_towards_a_draw() {
    let leads = ["6d", "7d", "8d", "9d", "10d", "Jd"];
    let deck = ["6c", "7c", "8c", "9c", "10c", "Jc", "Qc", "As"];
    let six = ["6d,7d,8d,9d,10d,Jd", "6h,7h,8h,9h,10h,Jh"];
    assert_eq!(takes_until_over(six, &deck, &leads), None, "cards come off the deck");
    assert_eq!(takes_until_over(["6d,7d,8d,9d,10d,Jd,Qd", "6h,6c"], &[], &leads), Some(6));
    assert_eq!(takes_until_over(["6d,7d,8d,9d,10d,Jd,Qd", "6h,6c"], &[], &leads[..5]), None);
    // Everybody holds more than six, so nobody draws beside a full deck either.
    let twelve = ["6d,7d,8d,9d,10d,Jd,Qd,Kd,Ad,6s,7s,8s", "6h,7h,8h,9h,10h,Jh"];
    assert_eq!(takes_until_over(twelve, &deck, &leads), Some(6));
}

#[test]
fn all_others_win_by_a_surrender_also_who_is_out_already() {
    let conditions = conditions(3, Mode::Plain, 1, 0);
    let mut table = Table::of(ends_soon(&conditions, &["9d", "10d,Jc", "Kd,Qc"], 0));
    table.act(0, Action::Attack("9d".parse().unwrap()));
    assert!(table.told.contains(&Event::Out(seat(0))));
    table.act(1, Action::Surrender);
    let outcome = table.party_end().outcome;
    assert_eq!(
        (outcome.fools, outcome.winners),
        ([seat(1)].into_iter().collect(), [0, 2].map(seat).into_iter().collect())
    );
    assert_eq!(outcome.first_out, Some(seat(0)));
}

#[test]
fn of_a_winning_pair_the_one_who_went_out_first_leads() {
    let conditions = conditions(4, Mode::Pairs, 2, 0);
    let game = ends_soon(&conditions, &["9d", "10d,6c", "9h", "7c,8c"], 2);
    let mut table = Table::of(game);
    table.act(2, Action::Attack("9h".parse().unwrap()));
    assert!(table.told.contains(&Event::Out(seat(2))));
    table.act(3, Action::Take);
    // Box 0 throws their nine after it, and the pair is out.
    table.act(0, Action::Attack("9d".parse().unwrap()));
    let outcome = table.party_end().outcome;
    assert_eq!(
        (outcome.winners, outcome.first_out),
        ([seat(0), seat(2)].into_iter().collect(), Some(seat(2)))
    );
    table.time_over();
    assert_eq!(table.roles(), (2, 3));
}

#[test]
fn after_a_draw_the_lowest_trump_leads_and_a_draw_of_one_party_returns_the_stakes() {
    let hands = ["9d", "10d"];
    let draw = |points| {
        let conditions = conditions(2, Mode::Plain, points, 70);
        let game = ends_soon(&conditions, &hands, 0);
        let mut table = Table::of(game);
        let [nine, ten] = ["9d", "10d"].map(|card| card.parse::<Card>().unwrap());
        table.act(0, Action::Attack(nine));
        table.act(1, Action::Defend { attack: nine, with: ten });
        assert!(table.party_end().outcome.is_draw());
        table
    };
    let over = draw(1).over();
    assert_eq!(
        (over.winners, over.place(seat(0)), over.points[..2].to_vec()),
        (SeatSet::EMPTY, 1, vec![0, 0])
    );
    assert_eq!(paid(&over.paid[..2]), [70, 70]);
    let mut second = draw(2);
    second.time_over();
    assert!(second.game.over().is_none());
    assert!(second.game.view(Viewer::Spectator).win_card.is_some());
}

#[test]
fn without_a_last_point_each_party_has_its_stake_and_players_get_up() {
    let mut table = Table::new(conditions(3, Mode::Plain, 0, 10), 25);
    table.act(2, Action::Surrender);
    assert_eq!(paid(&table.party_end().paid[..3]), [13, 13, 0]);
    table.act(1, Action::Ready);
    assert_eq!(table.refused(1, Action::Ready), Refusal::NotAsked);
    // The fool gets up: there is nobody to attack first, so the lowest trump leads.
    table.act(2, Action::Surrender);
    assert_eq!(table.told, [Event::GotUp(seat(2))]);
    table.act(0, Action::Ready);
    let view = table.game.view(Viewer::Spectator);
    assert_eq!((view.boxes, view.stage, view.party), (SeatSet::first(2), Stage::Lead, 2));
    assert!(view.win_card.is_some());
    table.act(0, Action::Surrender);
    table.time_over();
    table.act(0, Action::Surrender);
    // 25 − 10 + 13 − 10 + 0 − 10 = 8: box 0 cannot pay again and gets up without being asked.
    table.time_over();
    assert!(table.told.contains(&Event::GotUp(seat(0))));
    let over = table.over();
    assert_eq!((over.winners, paid(&over.paid[..3])), (SeatSet::only(seat(1)), vec![0, 0, 0]));
    assert!(table.game.payoffs().unwrap().sum().is_zero());
}

#[test]
fn a_partner_who_cannot_pay_ends_the_game_and_nobody_pays_for_a_party_that_is_not_played() {
    // Boxes 0 and 2 lose the first party: with 15 chips they cannot pay a second stake of ten.
    let conditions = conditions(4, Mode::Pairs, 0, 10);
    let mut table = Table::new(conditions, 15);
    table.act(0, Action::Surrender);
    assert_eq!(paid(&table.party_end().paid[..4]), [0, 18, 0, 18]);
    table.time_over();
    let got_up = [Event::GotUp(seat(0)), Event::GotUp(seat(2)), Event::GameOver(table.over())];
    assert_eq!(table.told, got_up);
    let stacks: Vec<Chips> = (0..4).map(|index| table.game.stack(seat(index))).collect();
    assert_eq!(paid(&stacks), [5, 23, 5, 23]);
    assert_eq!(table.game.payoffs().unwrap().rake, Chips::new(4));
}

#[test]
fn no_stake_is_taken_from_somebody_who_is_gone() {
    let mut table = Table::new(conditions(3, Mode::Plain, 0, 10), 100);
    table.act(2, Action::Surrender);
    table.act(0, Action::Away);
    // Those who are there have answered; who is away still has the time to.
    for index in [1, 2] {
        table.act(index, Action::Ready);
    }
    assert_eq!(table.game.stage(), Stage::Between);
    table.time_over();
    assert_eq!(table.told[0], Event::GotUp(seat(0)));
    assert_eq!(table.game.party().boxes(), [seat(1), seat(2)].into_iter().collect());
    let stacks: Vec<Chips> = (0..3).map(|index| table.game.stack(seat(index))).collect();
    assert_eq!(paid(&stacks), [103, 93, 80]);
    assert_eq!(table.refused(0, Action::Back), Refusal::NotPlaying(seat(0)));
}

#[test]
fn every_party_awaits_its_own_shuffle_and_nobody_comes_or_goes_meanwhile() {
    let conditions = conditions(2, Mode::Plain, 2, 0);
    let mut game = Match::new(&conditions, &seats(2, 0)).unwrap();
    let pack = Awaits::Shuffle(Pack::Short36.cards());
    let mut shoe = DeckShoe::new(Deck::ordered(Pack::Short36), |n| n - 1);
    let mut told = Vec::new();
    let comings = |game: &mut Match| {
        let stack = Chips::ZERO;
        let joins = Move::Join(Joining { seat: seat(2), chair: seat(2), stack });
        for mv in [joins, Move::Part(seat(0))] {
            assert_eq!(game.play(&mv, &mut Vec::new()), Err(Refusal::ComingAndGoing));
        }
    };
    for party in 1..=2 {
        assert_eq!((game.awaits(), game.draw(&mut shoe)), (pack, None), "{party}");
        comings(&mut game);
        game.play(&Move::Shuffled, &mut told).unwrap();
        assert_eq!(game.awaits(), Awaits::Chance);
        assert!(game.play(&Move::Shuffled, &mut told).is_err());
        shoe.shuffle(Pack::Short36.cards());
        let deal = game.draw(&mut shoe).unwrap();
        game.play(&Move::Deal(deal), &mut told).unwrap();
        comings(&mut game);
        game.play(&Move::Act(seat(0), Action::Surrender), &mut told).unwrap();
        if party == 1 {
            comings(&mut game);
            game.play(&Move::Timeout(Clock::Stage), &mut told).unwrap();
        }
    }
    assert_eq!(game.awaits(), Awaits::Nothing);
}

#[test]
fn nobody_waits_for_who_is_away() {
    let mut table = Table::new(conditions(2, Mode::Plain, 2, 0), 0);
    let (attacker, defender) = table.roles();
    assert_eq!(table.refused(defender, Action::Back), Refusal::SamePresence);
    table.act(defender, Action::Away);
    assert!(table.game.view(Viewer::Spectator).away.contains(seat(defender)));
    let card = table.game.party().hand(seat(attacker)).first().unwrap();
    table.act(attacker, Action::Attack(card));
    table.act(defender, Action::Take);
    table.act(attacker, Action::Finish);
    assert_eq!(table.game.party().stage(), Stage::Ready);
    table.act(attacker, Action::Ready);
    assert_eq!(table.game.party().stage(), Stage::Lead);
    // They are still away in the next party.
    table.act(attacker, Action::Surrender);
    table.act(attacker, Action::Ready);
    assert_eq!(table.game.view(Viewer::Spectator).party, 2);
    table.act(defender, Action::Back);
    assert!(table.game.view(Viewer::Spectator).away.is_empty());
}

#[test]
fn a_throw_in_restarts_the_defenders_clock_and_a_finish_nobodys() {
    let setup = Setup {
        rules: Rules::default(),
        hands: ["6d,6h,7c", "8d,9h,Kd", "6c,Kc"].iter().map(|hand| hand.parse().unwrap()).collect(),
        trump: "As".parse().unwrap(),
        deck: Vec::new(),
        attacker: seat(0),
        first_round: false,
        table: Vec::new(),
        taking: false,
    };
    let mut party = setup.party().unwrap();
    let mut clocks = |index, action| {
        let mut told = Vec::new();
        party.play(&Move::Act(seat(index), action), &mut told).unwrap();
        let restarted = told.iter().map(OneParty::restarts).filter(|&some| some != Restarts::default());
        let restarted: Vec<Restarts> = restarted.collect();
        assert!(restarted.iter().all(|some| !some.stage) && restarted.len() <= 1, "{restarted:?}");
        (restarted.first().map(|some| some.seats), party.clocks())
    };
    let [six, other, eight, nine] = ["6d", "6h", "8d", "9h"].map(|card| card.parse().unwrap());
    let (defender, throwers) = (SeatSet::only(seat(1)), [seat(0), seat(2)].into_iter().collect::<SeatSet>());
    assert_eq!(clocks(0, Action::Attack(six)), (Some(defender), defender));
    assert_eq!(clocks(0, Action::Attack(other)), (Some(defender), defender));
    assert_eq!(clocks(1, Action::Defend { attack: six, with: eight }), (Some(defender), defender));
    assert_eq!(clocks(1, Action::Defend { attack: other, with: nine }), (Some(throwers), throwers));
    assert_eq!(clocks(2, Action::Finish), (None, SeatSet::only(seat(0))));
}

#[test]
fn who_may_sit_down() {
    let rules = |mode, pack| Rules { mode, pack, ..Rules::default() };
    let ok = |rules: Rules, count| Party::new(&rules, count as u8, SeatSet::first(count)).is_ok();
    for count in 0..=8 {
        assert_eq!(ok(rules(Mode::Plain, Pack::Short36), count.min(7)), (2..=6).contains(&count), "{count}");
        assert_eq!(ok(rules(Mode::Pairs, Pack::Short36), count.min(7)), count == 4, "{count}");
        assert_eq!(
            ok(rules(Mode::Transfer, Pack::Small24), count.min(7)),
            (2..=4).contains(&count),
            "{count}"
        );
        assert_eq!(
            ok(rules(Mode::Transfer, Pack::Full52), count.min(7)),
            (2..=6).contains(&count),
            "{count}"
        );
    }
    assert!(!ok(rules(Mode::Plain, Pack::Seka21), 2));
    let leads = Rules { opening: Opening::Leads(seat(3)), ..Rules::default() };
    assert!(!ok(leads, 3) && ok(leads, 4));
    let poor = Match::new(&conditions(2, Mode::Plain, 1, 10), &seats(2, 9)).unwrap_err();
    assert_eq!(poor, Refusal::Stake(0));
    assert!(Match::new(&conditions(3, Mode::Plain, 1, 0), &seats(2, 0)).is_err());
    // Boxes 0 and 1 are taken, each once, and the party is theirs.
    let two = conditions(2, Mode::Plain, 1, 0);
    let [first, second, third] = seats(3, 0).try_into().unwrap();
    for wrong in [&[first, third][..], &[first, first], &[first, second, second], &[first], &[]] {
        assert_eq!(Match::new(&two, wrong), Err(Refusal::Seats(1)), "{wrong:?}");
    }
    let of_three = Party::new(&two.rules, 3, SeatSet::first(3)).unwrap();
    assert_eq!(Match::from_party(&two, &seats(2, 0), of_three), Err(Refusal::Seats(1)));
    assert!(Match::new(&two, &seats(2, Chips::MAX.units())).is_ok());
    assert_eq!(Match::new(&two, &seats(2, Chips::MAX.units() + 1)), Err(Refusal::Stake(0)));
}

#[test]
fn a_parameter_out_of_range_is_refused_by_its_name() {
    let wrong = [
        ("num_seats", "1"),
        ("num_seats", "7"),
        ("game_mode", "6"),
        ("game_mode", "-1"),
        ("points", "1000"),
        ("timeout", "1000"),
        ("timeout", "abc"),
        ("timebank", "+5"),
        ("rake", "101"),
        ("deck_size", "32"),
        ("throw_after_take", "maybe"),
        ("on_timeout", "win"),
        ("cash_bet", "-5"),
        ("cash_bet", "1.5"),
        ("deck", "6d,7h"),
        ("deal", "6d"),
    ];
    for (name, value) in wrong {
        let error = Params::default().set(name, value).unwrap_err();
        assert!(error.name == name && error.to_string().contains(name), "{error}");
    }
    let mut params = Params { test_table: true, ..Params::default() };
    for (name, value) in [("deck", "6d,Td,10h"), ("timeout", "0"), ("points", ""), ("on_timeout", "auto")] {
        params.set(name, value).unwrap();
    }
    assert_eq!((params.conditions.timeout, params.conditions.points), (0, 1));
    assert_eq!(params.conditions.rules.on_timeout, OnTimeout::Auto);
    let deck = params.arrange(Deck::ordered(Pack::Short36)).unwrap();
    assert_eq!(deck.iter().take(3).collect::<Vec<_>>(), cards("6d,10d,10h").unwrap());
    for deck in ["6d,6d", "2c"] {
        params.set("deck", deck).unwrap();
        assert_eq!(params.check().unwrap_err().name, "deck");
    }
    params.set("deck", "Xx").unwrap_err();
}

#[test]
fn a_wrong_deal_is_refused() {
    use kozyr_durak::Deal;
    let mut party = Party::new(&Rules::default(), 2, SeatSet::first(2)).unwrap();
    let twelve = cards("6d,Kd,7d,7h,8h,8c,9c,9h,Jh,10h,Qd,Jc").unwrap();
    let [trump, dealt, low] = ["Ks", "6d", "2c"].map(|card| card.parse::<Card>().unwrap());
    let mut deal = |cards: &[Card], trump| {
        let before = party.clone();
        let refused = party.play(&Move::Deal(Deal::party(cards, trump).unwrap()), &mut Vec::new()).is_err();
        assert!(!refused || party == before);
        !refused
    };
    assert!(!deal(&twelve[1..], trump));
    assert!(!deal(&twelve, dealt));
    assert!(!deal(&twelve, low));
    let mut twice = twelve.clone();
    twice[0] = twice[1];
    assert!(!deal(&twice, trump));
    assert!(deal(&twelve, trump));
    assert!(!deal(&twelve, trump));
    assert!(Deal::party(&[trump; 37], trump).is_err());
}

#[test]
fn a_position_that_cannot_be_is_refused() {
    let good = || Setup {
        rules: Rules::default(),
        hands: vec!["6d,6h".parse().unwrap(), "8d,9h".parse().unwrap()],
        trump: "As".parse().unwrap(),
        deck: cards("Ac,As").unwrap(),
        attacker: seat(0),
        first_round: false,
        table: Vec::new(),
        taking: false,
    };
    assert!(good().party().is_ok());
    let spoil: &[fn(&mut Setup)] = &[
        |setup| setup.hands[0] = "8d".parse().unwrap(),
        |setup| setup.hands[0] = "2d".parse().unwrap(),
        |setup| setup.deck = cards("As,Ac").unwrap(),
        |setup| {
            setup.deck.clear();
            setup.hands[0] = CardSet::EMPTY;
        },
        |setup| setup.attacker = seat(4),
        |setup| setup.taking = true,
        |setup| setup.hands[0] = CardSet::EMPTY,
        |setup| setup.hands[1] = CardSet::EMPTY,
        |setup| setup.hands.truncate(1),
        |setup| {
            let pile = |attack: &str, by: &str| kozyr_durak::Pile {
                attack: attack.parse().unwrap(),
                beaten_by: by.parse().ok(),
            };
            setup.table = vec![pile("7d", "7h")];
        },
    ];
    for (nth, spoil) in spoil.iter().enumerate() {
        let mut setup = good();
        spoil(&mut setup);
        assert!(setup.party().is_err(), "{nth}");
    }
}
