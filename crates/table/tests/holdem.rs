//! A Hold'em table under random use: chips are in escrow, the log is the truth, nobody sees too much.

use kozyr_card_game::laws::Dice;
use kozyr_card_game::{DeckShoe, Seat};
use kozyr_cards::{Deck, Pack};
use kozyr_chips::{Chips, Ledger, Transfer};
use kozyr_poker::{Action, Event};
use kozyr_table::holdem::{EntryFee, HoldemSeating, HoldemTable, LastAction, Options, Standing};
use kozyr_table::{
    Batch, Entry, Input, LeftWhy, Millis, News, Player, PlayerId, Purse, Refused, Settings, Table, Timestamp,
    Told, Wish,
};
use proptest::prelude::*;

type Log = Vec<(Timestamp, Entry<HoldemSeating>)>;

const PEOPLE: u64 = 7;

fn settings() -> Settings {
    Settings {
        seats: 5,
        least_buy_in: Chips::new(40),
        most_buy_in: Chips::new(200),
        turn: Millis::from_secs(20),
        bank: Millis::from_secs(10),
        refill: Millis::from_secs(1),
        stage: Millis::from_secs(5),
        gather: Millis::from_secs(2),
        pause: Millis::from_secs(3),
        patience: 2,
        away: Millis::from_secs(60),
        memory: Millis::from_secs(1800),
    }
}

fn seating() -> HoldemSeating {
    let options = Options { entry: EntryFee::Post, ..Options::default() };
    HoldemSeating::new(Chips::new(1), Chips::new(2)).unwrap().with(options)
}

/// A room of one table: what the server does, without a server.
struct Room {
    table: HoldemTable,
    ledger: Ledger<Purse>,
    now: Timestamp,
    log: Log,
    told: Vec<Told<HoldemSeating>>,
    shoe: DeckShoe<Box<dyn FnMut(u32) -> u32>>,
}

impl Room {
    fn new(seed: u64) -> Room {
        let mut ledger: Ledger<Purse> = Ledger::new(|purse| *purse == Purse::House);
        for id in 0..PEOPLE {
            let gift =
                Transfer::new(Purse::House, Purse::Wallet(PlayerId::new(id).unwrap()), Chips::new(1000))
                    .unwrap();
            ledger.post(&[gift]).unwrap();
        }
        let mut dice = Dice::random(seed);
        let now = Timestamp::from_millis(1_800_000_000_000);
        let opened = Entry::Opened { settings: settings(), seating: seating() };
        Room {
            table: Table::open(settings(), seating()).unwrap(),
            ledger,
            now,
            log: vec![(now, opened)],
            told: Vec::new(),
            shoe: DeckShoe::new(Deck::ordered(Pack::Full52), Box::new(move |n| dice.below(n))),
        }
    }

    /// Decides and, when the money is there, applies. Says whether it happened.
    fn ask(&mut self, input: &Input<Action>) -> Result<Batch<HoldemSeating>, String> {
        let before = self.table.clone();
        let batch = self.table.decide(self.now, input, &mut self.shoe).map_err(|r| r.to_string())?;
        assert_eq!(self.table, before, "deciding changes nothing");
        self.ledger.post(&batch.transfers).map_err(|error| error.to_string())?;
        self.table.apply(&batch, &mut self.told);
        self.log.extend(batch.entries.iter().map(|entry| (batch.at, entry.clone())));
        assert_eq!(
            self.table.chips(),
            self.ledger.balance(&Purse::Table),
            "chips on the table are in escrow"
        );
        assert_eq!(self.ledger.sum(), Chips::ZERO);
        self.nobody_sees_too_much();
        Ok(batch)
    }

    fn sit(&mut self, id: u64, seat: u8, buy_in: i64) -> Result<Batch<HoldemSeating>, String> {
        self.ask(&Input::Sit { player: person(id), seat: at(seat), buy_in: Chips::new(buy_in), wait: false })
    }

    fn act(&mut self, action: Action) -> Result<Batch<HoldemSeating>, String> {
        let clock = self.table.clocks()[0];
        let player = self.table.chair(clock.seat.unwrap()).unwrap().player.id;
        self.ask(&Input::Act { player, turn: clock.turn, action })
    }

    /// Goes to the next deadline.
    fn wait(&mut self) -> Result<Batch<HoldemSeating>, String> {
        self.now = self.table.deadline().expect("something is due some time");
        self.ask(&Input::Tick)
    }

    fn nobody_sees_too_much(&self) {
        let watcher = PEOPLE + 1;
        for id in (0..PEOPLE).chain([watcher]).map(|id| PlayerId::new(id).unwrap()) {
            let Some(view) = self.table.game_view(Some(id)) else { continue };
            for player in &view.players {
                let own = self.table.dealt_in()[player.seat.index()].1 == id;
                let open = player.shown || own;
                assert!(open || player.cards.iter().all(Option::is_none), "{id:?} sees {player:?}");
            }
        }
        for told in self.told.iter().rev().take(20) {
            for id in (0..PEOPLE).chain([watcher]).map(|id| PlayerId::new(id).unwrap()) {
                if let Some(News::Game(Event::DealtHole(seat, cards))) = told.to(Some(id)) {
                    let own = told.dealt_in()[seat.index()].1 == id;
                    assert!(cards.iter().all(|card| card.is_some() == own), "{id:?} was told {cards:?}");
                }
            }
        }
    }
}

fn person(id: u64) -> Player {
    Player { id: PlayerId::new(id).unwrap(), name: format!("P{id}").into(), bot: false }
}

fn at(number: u8) -> Seat {
    Seat::from_number(number).unwrap()
}

/// Any input, sensible or not; mostly what keeps a table going.
fn anything(room: &mut Room, dice: &mut Dice) -> Input<Action> {
    let player = PlayerId::new(u64::from(dice.below(PEOPLE as u32))).unwrap();
    let clock = room.table.clocks().first().copied();
    match dice.below(16) {
        0..=1 => Input::Sit {
            player: person(player.get()),
            seat: at(1 + dice.below(6) as u8),
            buy_in: Chips::new(i64::from(dice.below(230))),
            wait: dice.one_in(4),
        },
        2 => Input::Leave(player),
        3 => Input::AddChips { player, amount: Chips::new(i64::from(dice.below(200)) - 5) },
        4 if dice.one_in(3) => Input::SitOut(player),
        4 if dice.one_in(3) => Input::Wait(player),
        4 => Input::SitIn(player),
        5 => {
            room.now += Millis::new(u64::from(dice.below(9_000)));
            Input::Tick
        }
        6 if dice.one_in(8) => Input::Resume,
        _ => match clock {
            Some(clock) if !dice.one_in(12) => {
                let player = room.table.chair(clock.seat.unwrap()).unwrap().player.id;
                let action = match dice.below(10) {
                    0 => Action::Fold,
                    1..=6 => Action::CheckOrCall,
                    _ => {
                        let most = if dice.one_in(4) { 400 } else { 20 };
                        Action::RaiseTo(Chips::new(i64::from(dice.below(most))))
                    }
                };
                Input::Act { player, turn: clock.turn - u64::from(dice.one_in(30)), action }
            }
            _ => {
                if let Some(deadline) = room.table.deadline() {
                    room.now = room.now.max(deadline);
                }
                Input::Tick
            }
        },
    }
}

/// The log, written and read again, gives the same table and the same news.
fn replay_equals_live(room: &Room) {
    let mut told = Vec::new();
    let mut table = Table::open(settings(), seating()).unwrap();
    for (at, entry) in &room.log {
        let line = serde_json::to_string(entry).unwrap();
        table.apply_entry(*at, &serde_json::from_str(&line).unwrap(), &mut told);
    }
    assert_eq!(table, room.table);
    assert_eq!(told, room.told);
}

fn random_evening(seed: u64, steps: u32) -> Room {
    let mut room = Room::new(seed);
    let mut dice = Dice::random(seed ^ 0x5eed);
    let mut rest = None;
    for _ in 0..steps {
        let input = anything(&mut room, &mut dice);
        let _ = room.ask(&input);
        if !room.table.is_running() {
            rest = room.table.rest().map(|rest| (serde_json::to_string(&rest).unwrap(), room.log.len()));
        }
    }
    replay_equals_live(&room);
    if let Some((rest, from)) = rest {
        let mut table: HoldemTable = Table::from_rest(serde_json::from_str(&rest).unwrap()).unwrap();
        for (at, entry) in &room.log[from..] {
            table.apply_entry(*at, entry, &mut Vec::new());
        }
        // A hand that is over is not part of a checkpoint; one that began after it is.
        if room.log[from..].iter().any(|(_, entry)| matches!(entry, Entry::Started { .. })) {
            assert_eq!(table, room.table);
        } else {
            let rest = |table: &HoldemTable| serde_json::to_string(&table.rest()).unwrap();
            assert_eq!(rest(&table), rest(&room.table));
        }
    }
    room
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn chips_stay_in_escrow_replay_equals_live_and_nobody_sees_too_much(seed: u64) {
        random_evening(seed, 400);
    }
}

#[test]
fn random_evenings_deal_many_hands() {
    let hands: u64 = (0..8).map(|seed| random_evening(seed, 400).table.hand_number()).sum();
    assert!(hands > 80, "only {hands} hands: the test above sees nothing");
}

#[test]
#[ignore = "long: make soak"]
fn many_random_evenings() {
    (1000..3000).for_each(|seed| drop(random_evening(seed, 1000)));
}

#[test]
fn a_table_left_alone_comes_to_rest() {
    for seed in 0..20 {
        let mut room = random_evening(seed, 150);
        for _ in 0..500 {
            if room.table.deadline().is_none() {
                break;
            }
            room.wait().unwrap();
        }
        // Everybody has timed out, sat out and lost his seat; all chips are back in the wallets.
        assert_eq!(room.table.deadline(), None);
        assert!(room.table.taken().count() <= 1, "{:?}", room.table);
        assert!(!room.table.is_running());
    }
}

fn two_players() -> Room {
    let mut room = Room::new(1);
    room.sit(0, 1, 100).unwrap();
    assert_eq!(room.table.deadline(), None, "nobody plays alone");
    room.sit(1, 4, 200).unwrap();
    room.wait().unwrap();
    assert!(room.table.is_running());
    room
}

#[test]
fn hands_follow_each_other_and_the_button_moves() {
    let mut room = two_players();
    assert_eq!(room.table.seating().hand().unwrap().places.button, at(1));
    assert_eq!(room.table.clocks()[0].seat, Some(at(1)), "heads-up the button acts first");
    room.act(Action::RaiseTo(Chips::new(6))).unwrap();
    assert_eq!(room.table.seating().last_action(at(1)), Some(LastAction::Raise(Chips::new(6))));
    room.act(Action::CheckOrCall).unwrap();
    assert_eq!(room.table.clocks()[0].seat, Some(at(4)));
    assert_eq!(room.table.seating().last_action(at(1)), None, "a new street");
    room.act(Action::RaiseTo(Chips::new(10))).unwrap();
    assert_eq!(room.table.seating().last_action(at(4)), Some(LastAction::Bet(Chips::new(10))));
    room.act(Action::Fold).unwrap();
    assert!(!room.table.is_running());
    assert_eq!(room.table.seating().won(at(4)), Chips::new(12));
    room.wait().unwrap();
    assert_eq!((room.table.hand_number(), room.table.seating().hand().unwrap().places.button), (2, at(4)));
}

#[test]
fn time_runs_out_into_a_check_or_a_fold_and_then_into_sitting_out() {
    let mut room = two_players();
    room.act(Action::CheckOrCall).unwrap();
    let batch = room.wait().unwrap();
    assert_eq!(batch.entries[0], Entry::TimedOut(at(4)));
    assert!(room.table.is_running(), "the big blind checks");
    let batch = room.wait().unwrap();
    assert_eq!(batch.entries[..2], [Entry::TimedOut(at(4)), Entry::SatOut(at(4))]);
    room.act(Action::RaiseTo(Chips::new(2))).unwrap();
    room.wait().unwrap();
    assert!(!room.table.is_running(), "a bet is not checked: fold");
    assert_eq!(room.table.next_hand_at(), None, "one player is not enough");
    let batch = room.wait().unwrap();
    assert_eq!(batch.entries, [Entry::Left(at(4), LeftWhy::Away)]);
    assert_eq!(room.ledger.balance(&Purse::Wallet(PlayerId::from(1u32))), Chips::new(998));
}

#[test]
fn a_decision_counts_for_the_turn_it_was_made_in() {
    let mut room = two_players();
    let stale = room.table.clocks()[0].turn;
    room.act(Action::CheckOrCall).unwrap();
    room.act(Action::CheckOrCall).unwrap();
    room.act(Action::CheckOrCall).unwrap();
    let act =
        |turn, player| Input::Act { player: PlayerId::new(player).unwrap(), turn, action: Action::Fold };
    let table = &room.table;
    let refused = |input: &Input<Action>| {
        table.decide(room.now, input, &mut DeckShoe::new(Deck::ordered(Pack::Full52), |_| 0)).unwrap_err()
    };
    assert_eq!(refused(&act(stale, 0)), Refused::TurnIsOver);
    assert_eq!(refused(&act(stale, 1)), Refused::NotYourTurn);
    assert_eq!(refused(&act(stale, 5)), Refused::NotSeated);
    assert_eq!(refused(&Input::Tick), Refused::NothingDue);
}

#[test]
fn who_leaves_in_the_middle_of_a_hand_folds_when_it_costs_and_is_gone_after_it() {
    let mut room = two_players();
    let batch = room.ask(&Input::Leave(PlayerId::from(0u32))).unwrap();
    assert_eq!(
        batch.entries,
        [Entry::Leaving(at(1)), Entry::Acted(at(1), Action::Fold), Entry::Left(at(1), LeftWhy::Wish)]
    );
    assert_eq!(room.ledger.balance(&Purse::Wallet(PlayerId::from(0u32))), Chips::new(999));
    assert!(room.sit(0, 1, 100).is_ok());
}

#[test]
fn whoever_wants_to_leave_folds_even_when_a_check_is_free_or_changes_his_mind_before() {
    let mut room = two_players();
    room.ask(&Input::Leave(PlayerId::from(1u32))).unwrap();
    assert!(room.ask(&Input::Leave(PlayerId::from(1u32))).is_err(), "once is enough");
    room.ask(&Input::SitIn(PlayerId::from(1u32))).unwrap();
    room.act(Action::CheckOrCall).unwrap();
    assert!(room.table.is_running(), "he is still in, with the option of the big blind");
    let batch = room.ask(&Input::Leave(PlayerId::from(1u32))).unwrap();
    assert_eq!(batch.entries[1], Entry::Acted(at(4), Action::Fold));
    assert!(!room.table.is_running());
}

#[test]
fn whoever_comes_back_soon_brings_what_he_left_with() {
    let mut room = two_players();
    room.sit(2, 2, 100).unwrap();
    room.act(Action::RaiseTo(Chips::new(50))).unwrap();
    room.act(Action::CheckOrCall).unwrap();
    while room.table.is_running() {
        room.act(Action::CheckOrCall).unwrap();
    }
    let brought = [100, 200];
    let now = |room: &Room, id: u64| {
        room.table.chair(room.table.seat_of(PlayerId::new(id).unwrap()).unwrap()).cloned()
    };
    let winner = [0u64, 1].into_iter().max_by_key(|&id| {
        let chair = now(&room, id).unwrap();
        let left =
            room.table.stack(room.table.seat_of(PlayerId::new(id).unwrap()).unwrap(), |_, _| Chips::ZERO);
        assert_eq!(chair.standing, Standing::In);
        left.units() - brought[id as usize]
    });
    let winner = winner.unwrap();
    let seat = room.table.seat_of(PlayerId::new(winner).unwrap()).unwrap();
    let has = room.table.stack(seat, |_, _| Chips::ZERO);
    room.ask(&Input::Leave(PlayerId::new(winner).unwrap())).unwrap();
    room.now += Millis::from_secs(60);
    assert_eq!(room.table.buy_in(PlayerId::new(winner).unwrap(), room.now), (has, has.max(Chips::new(200))));
    assert!(room.sit(winner, seat.number(), 40).unwrap_err().starts_with("the chips brought"));
    assert!(room.sit(winner, seat.number(), has.units()).is_ok());
    assert!(matches!(room.table.chair(seat).unwrap().standing, Standing::New { .. }));
    room.ask(&Input::Leave(PlayerId::new(winner).unwrap())).unwrap();
    room.now += Millis::from_secs(1800);
    assert!(room.sit(winner, seat.number(), 40).is_ok(), "after half an hour it is forgotten");
}

#[test]
fn a_newcomer_posts_a_big_blind_or_waits_for_his_own() {
    let mut room = two_players();
    room.sit(2, 5, 100).unwrap();
    room.ask(&Input::Sit { player: person(3), seat: at(2), buy_in: Chips::new(100), wait: true }).unwrap();
    assert_eq!(room.table.owes(at(5)), Chips::new(2));
    room.act(Action::Fold).unwrap();
    room.wait().unwrap();
    let plan = room.table.seating().hand().unwrap();
    let posts: Vec<(u8, i64)> =
        plan.posts.iter().map(|post| (post.due.seat.number(), post.due.blind.units())).collect();
    assert_eq!(posts, [(4, 1), (5, 2), (1, 0)], "the newcomer has the big blind; the one who waits is out");
    while room.table.is_running() {
        room.act(Action::Fold).unwrap();
    }
    room.wait().unwrap();
    let plan = room.table.seating().hand().unwrap();
    assert_eq!(plan.places.big_blind, at(1));
    assert!(room.table.in_hand(at(2)).is_none());
}

#[test]
fn thinking_long_uses_up_the_time_bank() {
    let mut room = two_players();
    let clock = room.table.clocks()[0];
    assert_eq!(
        (clock.until, clock.ends()),
        (room.now + Millis::from_secs(20), room.now + Millis::from_secs(30))
    );
    room.now += Millis::from_secs(26);
    assert!(room.ask(&Input::Tick).is_err(), "the bank still runs");
    room.act(Action::CheckOrCall).unwrap();
    assert_eq!(room.table.clocks()[0].bank, Millis::from_secs(10), "the other has his own");
    room.act(Action::CheckOrCall).unwrap();
    room.act(Action::CheckOrCall).unwrap();
    assert_eq!(room.table.clocks()[0].bank, Millis::from_secs(4), "six seconds are gone");
    room.wait().unwrap();
    room.act(Action::CheckOrCall).unwrap();
    assert_eq!(room.table.clocks()[0].bank, Millis::ZERO, "a time-out takes all of it");
    room.act(Action::Fold).unwrap();
    room.wait().unwrap();
    let banks: Vec<u64> = room.table.clocks().iter().map(|clock| clock.bank.get()).collect();
    assert!(banks == [1_000] || banks == [10_000], "a hand adds a second, never more than full: {banks:?}");
    replay_equals_live(&room);
}

#[test]
fn who_is_broke_is_shown_out_and_may_bring_chips_until_the_hand_after_next() {
    for buys in [true, false] {
        let mut room = two_players();
        room.act(Action::RaiseTo(Chips::new(100))).unwrap();
        room.act(Action::CheckOrCall).unwrap();
        assert!(!room.table.is_running());
        let has = |room: &Room, id| {
            room.table
                .seat_of(PlayerId::new(id).unwrap())
                .map(|seat| room.table.stack(seat, |_, _| Chips::ZERO))
        };
        let loser = 0;
        assert_eq!(has(&room, loser), Some(Chips::ZERO), "this deck makes the shorter stack lose");
        let batch = room.wait().unwrap();
        assert_eq!(batch.entries, [Entry::ShownOut { seat: at(1), needs: Chips::new(1) }]);
        assert!(!room.table.is_running(), "the other is alone");
        assert!(
            room.ask(&Input::SitIn(PlayerId::new(loser).unwrap())).unwrap_err().starts_with("too few chips")
        );
        if buys {
            let batch = room
                .ask(&Input::AddChips { player: PlayerId::new(loser).unwrap(), amount: Chips::new(40) })
                .unwrap();
            assert_eq!(batch.entries[1], Entry::SatIn(at(1)), "he stays");
            room.wait().unwrap();
            assert!(room.table.is_running());
        } else {
            room.sit(2, 2, 100).unwrap();
            let batch = room.wait().unwrap();
            assert_eq!(batch.entries[0], Entry::Left(at(1), LeftWhy::Busted));
            assert!(room.table.is_running(), "the others play on");
        }
        replay_equals_live(&room);
    }
}

#[test]
fn the_next_owner_of_a_seat_learns_nothing_of_the_last_ones_cards() {
    let mut room = two_players();
    room.act(Action::Fold).unwrap();
    room.ask(&Input::Leave(PlayerId::from(0u32))).unwrap();
    room.sit(2, 1, 100).unwrap();
    let view = room.table.game_view(Some(PlayerId::from(2u32))).unwrap();
    assert!(view.players.iter().all(|player| player.cards.iter().all(Option::is_none)));
    assert!(view.offers.is_empty());
    for told in &room.told {
        if let Some(News::Game(Event::DealtHole(_, cards))) = told.to(Some(PlayerId::from(2u32))) {
            assert!(cards.iter().all(Option::is_none));
        }
    }
    assert_eq!(room.table.in_hand(at(1)), None);
}

#[test]
fn a_restart_gives_everybody_his_time_back() {
    let mut room = two_players();
    room.now += Millis::from_secs(3600);
    room.ask(&Input::Resume).unwrap();
    assert_eq!(room.table.deadline(), Some(room.now + Millis::from_secs(30)), "time bank and all");
    assert!(room.ask(&Input::Tick).is_err());
    replay_equals_live(&room);
}

#[test]
fn house_rules_change_between_hands_and_nothing_else_does() {
    let mut room = two_players();
    let house = HoldemSeating::new(Chips::new(5), Chips::new(10)).unwrap();
    let mut other = settings();
    (other.seats, other.bank, other.most_buy_in) = (4, Millis::from_secs(60), Chips::new(1000));
    let change = |room: &Room, settings: &Settings| room.table.change(room.now, settings, &house).unwrap();
    assert_eq!(change(&room, &other), None, "not in the middle of a hand");
    room.act(Action::Fold).unwrap();
    assert_eq!(room.table.change(room.now, &settings(), &seating()), Ok(None), "they are so already");
    let batch = change(&room, &other).unwrap();
    let (stacks, places) = (room.table.chips(), room.table.seating().hand().unwrap().places);
    room.table.apply(&batch, &mut room.told);
    room.log.extend(batch.entries.iter().map(|entry| (batch.at, entry.clone())));
    assert_eq!((room.table.settings(), room.table.chips()), (&other, stacks));
    assert_eq!(room.table.seating().blinds(), (Chips::new(5), Chips::new(10)));
    assert_eq!(room.table.seating().hand().unwrap().places, places, "the blinds go on from where they were");
    replay_equals_live(&room);
    room.wait().unwrap();
    assert_eq!(room.table.clocks()[0].bank, Millis::from_secs(60));
    room.act(Action::Fold).unwrap();
    other.seats = 3;
    assert_eq!(change(&room, &other), None, "somebody sits in seat 4");
    other.seats = 40;
    assert!(room.table.change(room.now, &other, &house).is_err());
}

#[test]
fn seats_and_buy_ins_are_checked() {
    let mut room = Room::new(3);
    room.sit(0, 1, 40).unwrap();
    for (id, seat, chips, why) in [
        (0, 2, 40, "the player has seat 1 already"),
        (1, 1, 40, "the seat is taken"),
        (1, 6, 40, "there is no such seat: the table has 5"),
        (1, 2, 39, "the chips brought have to be from 40 to 200"),
        (1, 2, 201, "the chips brought have to be from 40 to 200"),
        (1, 2, i64::MIN, "the chips brought have to be from 40 to 200"),
    ] {
        assert_eq!(room.sit(id, seat, chips).unwrap_err(), why);
    }
    let add = |amount| Input::AddChips { player: PlayerId::from(0u32), amount: Chips::new(amount) };
    assert!(room.ask(&add(161)).is_err() && room.ask(&add(0)).is_err() && room.ask(&add(i64::MIN)).is_err());
    assert!(room.ask(&add(160)).is_ok());
    assert!(room.ask(&add(1)).is_err(), "full");
    assert_eq!(room.ask(&Input::SitIn(PlayerId::from(0u32))).unwrap_err(), "that is so already");
    let mut bad = settings();
    bad.least_buy_in = Chips::new(300);
    assert!(Table::open(bad, seating()).is_err());
}

#[test]
fn who_sat_out_in_a_checkpoint_of_the_first_rooms_still_does() {
    let mut room = two_players();
    room.sit(2, 2, 100).unwrap();
    room.ask(&Input::SitOut(PlayerId::from(1u32))).unwrap();
    room.act(Action::Fold).unwrap();
    // What they wrote down: that he was out, by since when, and none of what came later.
    let mut rest = serde_json::to_value(room.table.rest().unwrap()).unwrap();
    rest.as_object_mut().unwrap().remove("departed");
    for chair in rest["chairs"].as_array_mut().unwrap().iter_mut().filter_map(|chair| chair.as_object_mut()) {
        ["wish", "standing", "needs", "bank"].iter().for_each(|later| drop(chair.remove(*later)));
        chair.insert("leaving".into(), false.into());
    }
    let old: HoldemTable = Table::from_rest(serde_json::from_value(rest).unwrap()).unwrap();
    assert_eq!(old.chair(at(4)).unwrap().wish, Wish::Pause);
    assert_eq!(old.chair(at(1)).unwrap().wish, Wish::Play);
    room.table = old;
    room.wait().unwrap();
    assert!(room.table.is_running() && room.table.in_hand(at(4)).is_none(), "nobody is dealt in unasked");
}

#[test]
fn a_crowd_that_comes_and_goes_does_not_swell_the_checkpoint() {
    let mut room = Room::new(5);
    room.sit(0, 1, 40).unwrap();
    room.ask(&Input::Leave(PlayerId::from(0u32))).unwrap();
    for id in 1_000..4_000 {
        let gift =
            Transfer::new(Purse::House, Purse::Wallet(PlayerId::new(id).unwrap()), Chips::new(50)).unwrap();
        room.ledger.post(&[gift]).unwrap();
        room.sit(id, 1, 50).unwrap();
        let batch = room.ask(&Input::Leave(PlayerId::new(id).unwrap())).unwrap();
        let bytes = serde_json::to_vec(&batch.rest.unwrap()).unwrap().len();
        assert!(bytes < 100_000, "{bytes} bytes after {id}");
    }
    let lately = [3_500, 3_999].map(|id| room.table.brings(PlayerId::new(id).unwrap(), room.now));
    assert_eq!(lately, [Some(Chips::new(50)); 2], "who left last is remembered");
}

#[test]
fn a_running_hand_of_the_first_rooms_is_replayed_as_it_was_played() {
    let mut room = Room::new(6);
    let blinds = HoldemSeating::new(Chips::new(25), Chips::new(50)).unwrap();
    room.table = Table::open(settings(), blinds.clone()).unwrap();
    room.log = vec![(room.now, Entry::Opened { settings: settings(), seating: blinds })];
    // The big blind has less than that; the price is the whole of it all the same.
    for (id, chips) in [(0, 200), (1, 40), (2, 200)] {
        room.sit(id, id as u8 + 1, chips).unwrap();
    }
    room.wait().unwrap();
    room.act(Action::CheckOrCall).unwrap();
    assert_eq!(room.table.stack(at(3), |hand, seat| hand.stacks()[seat.index()]), Chips::new(150));
    let old = r#"{"started":{"hand":1,"plan":{"button":3,"smallBlind":[1,25],"bigBlind":[2,40],"dealtIn":[1,2,3]}}}"#;
    let mut table: HoldemTable = Table::open(settings(), seating()).unwrap();
    for (at, entry) in &room.log {
        let entry = match entry {
            Entry::Started { .. } => serde_json::from_str(old).unwrap(),
            entry => entry.clone(),
        };
        table.apply_entry(*at, &entry, &mut Vec::new());
    }
    assert_eq!(table.game_view(None), room.table.game_view(None));
}
