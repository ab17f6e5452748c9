use super::*;
use crate::seeds::Counted;
use crate::wire::{heard, info, shared, view};
use kozyr_card_game::{Awaits, Seat};
use kozyr_chips::{Chips, Currency};
use kozyr_poker::Action;
use kozyr_protocol::room::patch::{Tree, apply, write_patch};
use kozyr_protocol::room::{
    Followed, Follower, GameInfo, GameView, GameWord, HoldemEvent, HoldemOffer, HoldemView, HoldemWord, Own,
    OwnGame, PostKind, Step, TableEvent, ToClient, write,
};
use kozyr_table::holdem::{HoldemHouse, HoldemSeating, HoldemTable};
use kozyr_table::{Dealer, Effects, Funding, Input, Player, Settings, Wish};
use kozyr_time::{Millis, TableId};

/// A table, what is told of it, and people who follow it.
struct Room {
    table: HoldemTable,
    dealer: Dealer<Counted>,
    now: Timestamp,
    sequence: u64,
    viewpoints: Viewpoints<HoldemSeating>,
    eyes: Vec<(Option<PlayerId>, Follower)>,
    /// The latest messages, by eyes.
    lines: Vec<String>,
    steps: Vec<Step>,
}

fn player(id: u32) -> PlayerId {
    PlayerId::from(id)
}

fn settings() -> Settings {
    Settings {
        seats: 6,
        currency: Currency::FUN,
        funding: Funding::Stack,
        least_buy_in: Chips::new(40),
        most_buy_in: Chips::new(200),
        turn: Millis::from_secs(20),
        bank: Millis::from_secs(30),
        refill: Millis::from_secs(1),
        gather: Millis::from_secs(2),
        pause: Millis::from_secs(3),
        patience: 2,
        away: Millis::from_secs(300),
        memory: Millis::from_secs(1800),
        grace: Millis::from_secs(10),
        quick: Some(Millis::from_secs(1)),
        top: Vec::new(),
    }
}

impl Room {
    /// People 1 to `people` look on, and somebody who is nobody.
    fn new(people: u32, seed: u64) -> Room {
        Room::with(HoldemHouse::no_limit(Chips::new(1), Chips::new(2)), people, seed)
    }

    /// At a table with straddles where boards may be dealt twice.
    fn with_options(people: u32, seed: u64) -> Room {
        let house = HoldemHouse::no_limit(Chips::new(1), Chips::new(2));
        Room::with(HoldemHouse { straddle: true, run_it_twice: true, ..house }, people, seed)
    }

    fn with(house: HoldemHouse, people: u32, seed: u64) -> Room {
        let table = HoldemTable::open(TableId::new("holdem-1").unwrap(), settings(), house).unwrap();
        let now = Timestamp::from_millis(1_800_000_000_000);
        let snapshot = |person| ToClient::Snapshot {
            table: "holdem-1".into(),
            sequence: 0,
            now: now.as_millis(),
            info: info("Hold’em 1/2", 0, &table),
            view: Box::new(view(&table, person, None, now)),
        };
        let eyes = (1..=people).map(|id| Some(player(id))).chain([None]).map(|person| {
            let mut follower = Follower::new("holdem-1");
            assert_eq!(follower.hear(&snapshot(person)), Followed::Taken);
            (person, follower)
        });
        let eyes = eyes.collect();
        let viewpoints = Viewpoints::new(&table);
        let dealer = Dealer::new(Counted(seed << 32));
        Room { table, dealer, now, sequence: 0, viewpoints, eyes, lines: vec![], steps: vec![] }
    }

    /// Does it, tells everybody, and holds what they have against what they may know.
    fn does(&mut self, input: &Input<HoldemSeating>) {
        let batch = self.table.decide(self.now, input, &mut self.dealer).unwrap();
        let people = self.eyes.iter().filter_map(|(person, _)| *person);
        self.viewpoints.watch(people, &self.table, |_| None, self.now);
        let before = self.sequence;
        for entry in &batch.entries {
            let mut effects = Effects::default();
            self.table.apply_entry(batch.at, entry, &mut effects);
            self.sequence += 1;
            let events = heard(&effects.told, &self.table);
            self.viewpoints.step(&self.table, self.sequence, &events, |_| None);
        }
        self.lines.clear();
        for (person, follower) in &mut self.eyes {
            let text = self.viewpoints.update("holdem-1", before, self.now, None, *person);
            let message: ToClient = serde_json::from_str(&text).unwrap();
            assert_eq!(write(&message).len(), text.len(), "nothing in it that the protocol does not have");
            assert!(follower.hear(&message) == Followed::Taken, "{text}");
            assert_eq!(follower.view().unwrap(), view(&self.table, *person, None, self.now), "{text}");
            assert!(!json(follower.tree()).contains("null"), "{text}");
            let ToClient::Update { steps, .. } = message else { panic!("{text}") };
            self.steps = steps;
            self.lines.push(text);
        }
        self.viewpoints.told();
    }

    fn sits(&mut self, id: u32, seat: u8, chips: i64) {
        self.does(&Input::Sit {
            player: Player { id: player(id), name: format!("Player {id}").into(), bot: false },
            seat: Seat::from_number(seat).unwrap(),
            buy_in: Chips::new(chips),
            wait: false,
            before: None,
        });
    }

    fn ticks(&mut self) {
        self.now = self.table.deadline().unwrap();
        self.does(&Input::Tick);
    }

    /// Who has to act, and the number of their decision.
    fn turn(&self) -> Option<(PlayerId, u64)> {
        let clock = self.table.clocks().first()?;
        Some((self.table.chair(clock.seat?)?.player.id, clock.turn))
    }

    fn acts(&mut self, action: Action) {
        let (player, turn) = self.turn().unwrap();
        self.now += Millis::new(1500);
        self.does(&Input::Act { player, turn, action });
    }

    /// Who is asked whether the board is dealt twice, and has not answered.
    fn asked(&self) -> Option<PlayerId> {
        let Awaits::Stage(seats) = self.table.awaits() else { return None };
        let first = seats.iter().next()?;
        self.table.people().iter().find(|one| one.seat == first).map(|one| one.player)
    }

    fn answers(&mut self, player: PlayerId, agrees: bool) {
        self.now += Millis::new(500);
        let turn = self.table.clocks()[0].turn;
        self.does(&Input::Act { player, turn, action: Action::Runouts(agrees) });
    }

    fn own(&self, id: u32) -> Own {
        let (_, follower) = self.eyes.iter().find(|(person, _)| *person == Some(player(id))).unwrap();
        follower.view().unwrap().own.unwrap()
    }

    fn holdem(&self, id: u32) -> HoldemView {
        let (_, follower) = self.eyes.iter().find(|(person, _)| *person == Some(player(id))).unwrap();
        let GameView::Holdem(game) = follower.view().unwrap().game else { unreachable!() };
        game
    }
}

/// Everybody plays a random evening; every message leads everybody to just what they may know.
#[test]
fn the_patches_come_to_the_view_whatever_happens() {
    for seed in 1..=6u64 {
        let mut room = if seed % 2 == 0 { Room::with_options(6, seed) } else { Room::new(6, seed) };
        let mut dice = seed;
        let mut roll = |n: u64| {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (dice >> 33) % n
        };
        (1..=4).for_each(|id| room.sits(id, id as u8, 40 + 40 * i64::from(id % 3)));
        for _ in 0..120 {
            // Whoever sat out, was shown out or lost their seat comes back now and then.
            let id = 1 + roll(4) as u32;
            match room.table.seat_of(player(id)).map(|seat| room.table.chair(seat).unwrap().wish) {
                None => room.sits(id, id as u8, 100),
                Some(Wish::Pause) => room.does(&Input::SitIn(player(id))),
                Some(_) => {}
            }
            if let Some(asked) = room.asked().filter(|_| roll(6) > 0) {
                room.answers(asked, roll(5) > 0);
                continue;
            }
            let Some((person, _)) = room.turn() else {
                if room.table.deadline().is_some() {
                    room.ticks();
                }
                continue;
            };
            let part = room.table.people().iter().find(|one| one.player == person).unwrap().seat;
            let hand = room.table.state().unwrap();
            let action = match (roll(8), hand.raise_bounds(part.index())) {
                (0, _) => Action::Fold,
                (1, Ok((least, _))) => Action::RaiseTo(least),
                (2, Ok((_, most))) => Action::RaiseTo(most),
                (3, _) => {
                    room.ticks();
                    continue;
                }
                _ => Action::CheckOrCall,
            };
            room.acts(action);
        }
        assert!(room.table.hand_number() > 3, "{}", room.table.hand_number());
    }
}

#[test]
fn a_straddle_is_said_seen_in_the_own_part_and_posted() {
    let mut room = Room::with_options(4, 3);
    (1..=4).for_each(|id| room.sits(id, id as u8, 100));
    let GameInfo::Holdem { options, .. } = info("", 0, &room.table).game else { unreachable!() };
    assert!(options.straddle && options.run_it_twice);
    let word = HoldemSeating::say(&GameWord::Holdem(HoldemWord::Straddle { on: true })).unwrap();
    room.does(&Input::Say { player: player(3), word });
    let toggles: Vec<_> = (1..=4).map(|id| room.own(id).chair.unwrap().straddle.unwrap()).collect();
    assert_eq!(toggles, [false, false, true, false]);
    assert!(room.lines[..2].iter().all(|line| !line.contains("straddle")), "it is nobody else's business");
    room.ticks();
    let posted = room.steps.iter().flat_map(|step| &step.events).find_map(|event| match event {
        TableEvent::Holdem(HoldemEvent::Posted { posts, .. }) => Some(posts.clone()),
        _ => None,
    });
    let straddle = posted.unwrap().into_iter().find(|post| post.kind == PostKind::Straddle).unwrap();
    assert_eq!((straddle.seat.number(), straddle.amount), (3, Chips::new(4)));
    let game = room.holdem(1);
    assert_eq!(game.straddle.map(Seat::number), Some(3));
    assert_eq!((game.small_blind.map(Seat::number), game.to_act.map(Seat::number)), (Some(1), Some(4)));
}

#[test]
fn a_board_dealt_twice_is_asked_for_dealt_and_paid_board_by_board() {
    let mut room = Room::with_options(2, 5);
    (1..=2).for_each(|id| room.sits(id, id as u8, 100));
    assert!(room.own(1).chair.unwrap().straddle.is_some());
    room.ticks();
    room.acts(Action::RaiseTo(Chips::new(100)));
    room.acts(Action::CheckOrCall);
    let offered = |room: &Room, id| match room.own(id).game {
        Some(OwnGame::Holdem(own)) => (own.offers == [HoldemOffer::RunTwice], room.own(id).turn.is_some()),
        _ => unreachable!(),
    };
    assert_eq!((offered(&room, 1), offered(&room, 2)), ((true, true), (true, true)));
    assert_eq!(room.holdem(1).asked.len(), 2);
    assert!(shared(&room.table).stage.is_some(), "the clock is everybody's");
    room.answers(player(2), true);
    assert_eq!((offered(&room, 1), offered(&room, 2)), ((true, true), (false, false)));
    assert_eq!(room.holdem(1).asked.iter().map(|seat| seat.number()).collect::<Vec<_>>(), [1]);
    room.answers(player(1), true);
    let game = room.holdem(1);
    assert_eq!(game.boards.iter().map(Vec::len).collect::<Vec<_>>(), [5, 5]);
    assert_ne!(game.boards[0], game.boards[1]);
    let events: Vec<&TableEvent> = room.steps.iter().flat_map(|step| &step.events).collect();
    let boards = events.iter().filter_map(|event| match event {
        TableEvent::Holdem(HoldemEvent::DealtBoard { board, .. }) => Some(*board),
        _ => None,
    });
    assert_eq!(boards.collect::<Vec<_>>(), [0, 0, 0, 1, 1, 1]);
    // Each board is paid at a glance of its own, and everybody stands with what they made and won on each.
    let paid = room.steps.iter().filter(|step| {
        step.events.iter().any(|event| matches!(event, TableEvent::Holdem(HoldemEvent::Won { .. })))
    });
    assert_eq!(paid.count(), 2);
    for player in game.players.values() {
        assert!(player.made.is_none() && player.runs.len() == 2);
        assert!(player.runs.iter().all(|run| run.made.is_some()));
        assert_eq!(player.runs.iter().map(|run| run.won).sum::<Chips>(), player.won);
    }
    for board in 0..2 {
        let won: Chips = game.players.values().map(|player| player.runs[board].won).sum();
        assert_eq!(won, Chips::new(100), "board {board}");
    }
}

#[test]
fn nobody_is_sent_what_only_another_may_know() {
    let mut room = Room::new(3, 7);
    (1..=3).for_each(|id| room.sits(id, id as u8, 200));
    room.ticks();
    while room.table.is_running() && matches!(room.table.awaits(), Awaits::Seats(_)) {
        let hand = room.table.state().unwrap();
        for (nth, (person, _)) in room.eyes.iter().enumerate() {
            for other in room.table.people().iter().filter(|other| Some(other.player) != *person) {
                if hand.shown().contains(other.seat) {
                    continue;
                }
                for card in hand.hole(other.seat.index()).iter().flatten() {
                    assert!(
                        !room.lines[nth].contains(&format!("\"{card}\"")),
                        "{card} in {}",
                        room.lines[nth]
                    );
                }
            }
        }
        let other = room.turn().unwrap().0;
        for (nth, (person, _)) in room.eyes.iter().enumerate() {
            assert_eq!(room.lines[nth].contains(r#""offers":["#), *person == Some(other));
        }
        room.acts(Action::CheckOrCall);
    }
}

/// A call that ends the betting is seen before the chips are collected, and the deciding card before the result.
#[test]
fn what_happens_at_once_is_told_glance_by_glance() {
    let mut room = Room::new(2, 3);
    (1..=2).for_each(|id| room.sits(id, id as u8, 200));
    room.ticks();
    room.acts(Action::RaiseTo(Chips::new(200)));
    room.acts(Action::CheckOrCall);
    let whats: Vec<String> = room.steps.iter().map(|step| json(&step.events)).collect();
    assert!(whats[0].contains("called") && whats[0].contains(r#""allIn":true"#), "{whats:?}");
    assert!(room.steps[0].patch["game"]["players"].to_string().contains(r#""bet":200"#), "{whats:?}");
    assert!(!whats[0].contains("collected") && whats[1].contains("collected"), "{whats:?}");
    let boards: Vec<usize> = (0..whats.len()).filter(|&nth| whats[nth].contains("dealtBoard")).collect();
    assert_eq!(boards.len(), 3, "street by street: {whats:?}");
    let won = whats.iter().position(|what| what.contains(r#""what":"won""#)).unwrap();
    assert!(won > boards[2] && !whats[won].contains("dealtBoard"), "{whats:?}");
    assert!(!room.steps[boards[2]].patch.contains_key("rest"), "not over before the result");
    let last = room.steps[boards[2]].events.last().unwrap();
    assert!(matches!(last, TableEvent::Holdem(HoldemEvent::DealtBoard { cards, .. }) if cards.len() == 1));
}

/// Each pot is paid by itself, and what is not paid yet still lies in the middle.
#[test]
fn every_pot_is_told_at_a_glance_of_its_own() {
    let mut room = Room::new(3, 5);
    [(1, 40), (2, 80), (3, 200)].into_iter().for_each(|(id, chips)| room.sits(id, id as u8, chips));
    room.ticks();
    while let Some((id, _)) = room.turn() {
        let place = room.table.in_hand(room.table.seat_of(id).unwrap()).unwrap();
        let raise = room.table.state().unwrap().raise_bounds(place.index());
        room.acts(raise.map_or(Action::CheckOrCall, |(_, most)| Action::RaiseTo(most)));
    }
    let paid: Vec<(Vec<u8>, &Step)> = room
        .steps
        .iter()
        .map(|step| {
            let pots = step.events.iter().filter_map(|event| match event {
                TableEvent::Holdem(HoldemEvent::Won { pot, .. }) => Some(*pot),
                _ => None,
            });
            (pots.collect(), step)
        })
        .filter(|(pots, _): &(Vec<u8>, _)| !pots.is_empty())
        .collect();
    let pots: Vec<&[u8]> = paid.iter().map(|(pots, _)| &pots[..]).collect();
    assert!(
        pots.len() == 2 && pots[0].iter().all(|&pot| pot == 0) && pots[1].iter().all(|&pot| pot == 1),
        "{pots:?}"
    );
    let middle = &paid[0].1.patch["game"];
    assert_eq!((&middle["total"], &middle["pots"][0]["amount"]), (&80.into(), &80.into()), "{middle:?}");
    let over = |step: &Step| step.events.iter().any(|event| matches!(event, TableEvent::HandOver { .. }));
    assert!(!over(paid[0].1) && over(paid[1].1), "the hand is over with the last of them");
}

#[test]
fn the_room_says_what_made_the_hand_and_what_one_may_do() {
    let mut room = Room::new(2, 5);
    room.sits(1, 1, 200);
    let (_, follower) = &room.eyes[1];
    let take = follower.view().unwrap().take.unwrap();
    assert_eq!((take.seats.len(), take.chips.least, take.chips.usual), (5, Chips::new(40), Chips::new(200)));
    room.sits(2, 2, 100);
    room.ticks();
    let (actor, _) = room.turn().unwrap();
    let (_, follower) = room.eyes.iter().find(|(person, _)| *person == Some(actor)).unwrap();
    let own = follower.view().unwrap().own.unwrap();
    let OwnGame::Holdem(hand) = own.game.unwrap() else { unreachable!() };
    assert!(own.turn.is_some() && hand.offers.len() == 3 && hand.cards.len() == 2, "{hand:?}");
    assert!(own.chair.unwrap().sit_out);
    while room.table.is_running() {
        room.acts(Action::CheckOrCall);
    }
    let game = room.holdem(1);
    let winner = game.players.values().find(|player| player.won.is_positive()).unwrap();
    assert_eq!(winner.made.as_ref().unwrap().cards.len(), 5);
}

/// What an ordinary action costs on the wire; printed, to be read with `--nocapture`.
#[test]
#[allow(clippy::print_stdout, reason = "a figure to be read")]
fn an_ordinary_action_is_a_small_message() {
    let mut room = Room::new(6, 9);
    (1..=6).for_each(|id| room.sits(id, id as u8, 200));
    room.ticks();
    room.acts(Action::RaiseTo(Chips::new(6)));
    let (mut sum, mut most, mut messages) = (0, 0, 0);
    for action in [Action::CheckOrCall, Action::Fold, Action::CheckOrCall] {
        room.acts(action);
        for line in &room.lines {
            (sum, most, messages) = (sum + line.len(), most.max(line.len()), messages + 1);
        }
    }
    println!("an action's update: {} bytes on average, {most} for whoever acts next", sum / messages);
    println!("{}", room.lines[6]);
    assert!(sum / messages <= 600, "{} bytes", sum / messages);
}

/// Any two views of an evening, near or far apart, theirs or another's: the patch from one to the other leads there.
#[test]
fn a_patch_leads_from_any_view_to_any_other() {
    let mut room = Room::new(4, 11);
    let mut views = Vec::new();
    let keep = |room: &Room, views: &mut Vec<TableView>| {
        let people = [None, Some(player(1)), Some(player(3))];
        views.extend(people.map(|person| view(&room.table, person, None, room.now)));
    };
    keep(&room, &mut views);
    for id in 1..=4 {
        room.sits(id, id as u8, 60);
        keep(&room, &mut views);
    }
    for round in 0..60 {
        match (room.turn(), round % 7) {
            (None, _) if room.table.deadline().is_none() => break,
            (None, _) | (_, 6) => room.ticks(),
            (_, 3) => room.acts(Action::Fold),
            _ => room.acts(Action::CheckOrCall),
        }
        keep(&room, &mut views);
    }
    let trees: Vec<Tree> = views.iter().map(|view| serde_json::from_str(&json(view)).unwrap()).collect();
    let flats: Vec<Flat> = views.iter().map(Flat::of).collect();
    assert!(views.len() > 100, "{}", views.len());
    for (one, before) in flats.iter().enumerate() {
        for (other, after) in flats.iter().enumerate() {
            let patch: Tree = serde_json::from_str(&write_patch(before, after)).unwrap();
            let mut tree = trees[one].clone();
            apply(&mut tree, &patch);
            assert_eq!(tree, trees[other], "{patch:?}");
        }
    }
}
