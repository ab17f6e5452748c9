use super::*;
use crate::seeds::Counted;
use crate::wire::{Viewpoints, heard, info, view as view_of};
use kozyr_cards::{Card, CardSet, Pack};
use kozyr_chips::Currency;
use kozyr_durak::{Rules, Stage};
use kozyr_protocol::room::{DurakEvent, DurakOffers, DurakOwn, Followed, Follower, Step, ToClient};
use kozyr_table::{Batch, Dealer, Effects, Funding, Input, Player, Settings};
use kozyr_time::{Millis, TableId, Timestamp};

fn settings(seats: u8, top: Vec<Card>) -> Settings {
    Settings {
        seats,
        currency: Currency::FUN,
        funding: Funding::Stake,
        least_buy_in: Chips::new(10),
        most_buy_in: Chips::new(10),
        turn: Millis::from_secs(20),
        bank: Millis::from_secs(30),
        refill: Millis::ZERO,
        gather: Millis::from_secs(2),
        pause: Millis::from_secs(3),
        patience: 2,
        away: Millis::from_secs(300),
        memory: Millis::from_secs(1800),
        grace: Millis::from_secs(10),
        quick: None,
        top,
    }
}

/// A table of Durak, what is told of it, and people who follow it: 1 to `seats` and somebody who is nobody.
struct Room {
    table: DurakTable,
    dealer: Dealer<Counted>,
    now: Timestamp,
    sequence: u64,
    viewpoints: Viewpoints<DurakSeating>,
    eyes: Vec<(Option<PlayerId>, Follower)>,
    lines: Vec<String>,
    steps: Vec<Step>,
}

fn player(id: u32) -> PlayerId {
    PlayerId::from(id)
}

fn house(number: u8, points: u16) -> DurakHouse {
    let rules = Rules { mode: Mode::from_number(number).unwrap(), ..Rules::default() };
    DurakHouse { rules, points, stake: Chips::new(10), ..DurakHouse::default() }
}

impl Room {
    fn new(house: DurakHouse, settings: Settings, seed: u64) -> Room {
        let seats = u32::from(settings.seats);
        let table = DurakTable::open(TableId::new("durak").unwrap(), settings, house).unwrap();
        let now = Timestamp::from_millis(1_800_000_000_000);
        let eyes = (1..=seats).map(|id| Some(player(id))).chain([None]).map(|person| {
            let mut follower = Follower::new("durak");
            let snapshot = ToClient::Snapshot {
                table: "durak".into(),
                sequence: 0,
                now: now.as_millis(),
                info: info("Durak", 0, &table),
                view: Box::new(view_of(&table, person, None, now)),
            };
            let text = kozyr_protocol::room::write(&snapshot);
            assert_eq!(follower.hear(&serde_json::from_str(&text).unwrap()), Followed::Taken);
            (person, follower)
        });
        let (eyes, viewpoints) = (eyes.collect(), Viewpoints::new(&table));
        let dealer = Dealer::new(Counted(seed << 32));
        Room { table, dealer, now, sequence: 0, viewpoints, eyes, lines: vec![], steps: vec![] }
    }

    fn decides(&self, input: &Input<DurakSeating>) -> Option<Batch<DurakSeating>> {
        self.table.decide(self.now, input, &mut self.dealer.clone()).ok()
    }

    /// Does it, tells everybody, and holds what they have against what they may know.
    fn does(&mut self, input: &Input<DurakSeating>) {
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
            let text = self.viewpoints.update("durak", before, self.now, None, *person);
            let message: ToClient = serde_json::from_str(&text).unwrap();
            let again = kozyr_protocol::room::write(&message);
            assert_eq!(again.len(), text.len(), "nothing in it that the protocol does not have");
            assert_eq!(follower.hear(&message), Followed::Taken, "{text}");
            assert_eq!(follower.view().unwrap(), view_of(&self.table, *person, None, self.now), "{text}");
            assert!(!serde_json::to_string(follower.tree()).unwrap().contains("null"), "{text}");
            let ToClient::Update { steps, .. } = message else { panic!("{text}") };
            self.steps = steps;
            self.lines.push(text);
        }
        self.viewpoints.told();
    }

    fn sits(&mut self, id: u32) {
        self.does(&Input::Sit {
            player: Player { id: player(id), name: format!("Player {id}").into(), bot: false },
            seat: Seat::from_number(id as u8).unwrap(),
            buy_in: Chips::ZERO,
            wait: false,
            before: None,
        });
    }

    fn says(&mut self, id: u32, word: DurakWord) {
        self.does(&Input::Say { player: player(id), word });
    }

    /// Everybody sits down and is ready; the first party begins.
    fn begins(&mut self) {
        let seats = u32::from(self.table.settings().seats);
        (1..=seats).for_each(|id| self.sits(id));
        (1..=seats).for_each(|id| self.says(id, DurakWord::Ready));
        self.due();
        assert!(self.table.is_running());
    }

    /// What is due at once happens.
    fn due(&mut self) {
        while !self.table.is_running() && self.table.deadline().is_some_and(|at| at <= self.now) {
            self.does(&Input::Tick);
        }
    }

    fn ticks(&mut self) {
        self.now = self.table.deadline().unwrap();
        self.does(&Input::Tick);
    }

    fn own(&self, id: u32) -> (u64, DurakOwn) {
        let view = view_of(&self.table, Some(player(id)), None, self.now).own.unwrap();
        let Some(OwnGame::Durak(own)) = view.game else { panic!("{id} plays") };
        (view.turn.unwrap_or_default(), own)
    }

    fn tries(&self, id: u32, action: DurakAction) -> Option<Input<DurakSeating>> {
        let (turn, _) = self.own(id);
        let action = DurakSeating::action(&GameAction::Durak(action)).unwrap();
        let input = Input::Act { player: player(id), turn, action };
        self.decides(&input).map(|_| input)
    }

    fn acts(&mut self, id: u32, action: DurakAction) {
        self.now += Millis::new(700);
        let input = self.tries(id, action).unwrap_or_else(|| panic!("{id} {action:?}"));
        self.does(&input);
    }

    fn game(&self) -> DurakView {
        view(&self.table)
    }
}

/// Everything the offers stand for.
fn offered(offers: &DurakOffers) -> Vec<DurakAction> {
    let mut all = Vec::new();
    all.extend(offers.attack.iter().map(|&card| DurakAction::Attack { card }));
    all.extend(offers.show.iter().map(|&card| DurakAction::Show { card }));
    all.extend(offers.transfer.iter().map(|&card| DurakAction::Transfer { card }));
    for pair in &offers.defend {
        all.extend(pair.with.iter().map(|&with| DurakAction::Defend { attack: pair.attack, with }));
    }
    let single = [
        (offers.take, DurakAction::Take),
        (offers.finish, DurakAction::Finish),
        (offers.ready, DurakAction::Ready),
        (offers.surrender, DurakAction::Surrender),
        (offers.away, DurakAction::Away),
        (offers.back, DurakAction::Back),
    ];
    all.extend(single.into_iter().filter(|(is, _)| *is).map(|(_, action)| action));
    all
}

/// Everything anybody could try.
fn imaginable(pack: CardSet, piles: &[DurakPile]) -> Vec<DurakAction> {
    let mut all = vec![
        DurakAction::Take,
        DurakAction::Finish,
        DurakAction::Ready,
        DurakAction::Surrender,
        DurakAction::Away,
        DurakAction::Back,
    ];
    for card in pack {
        all.extend([
            DurakAction::Attack { card },
            DurakAction::Show { card },
            DurakAction::Transfer { card },
        ]);
        all.extend(piles.iter().map(|pile| DurakAction::Defend { attack: pile.attack, with: card }));
    }
    all
}

struct Roll(u64);

impl Roll {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }
}

/// What is offered is accepted, and nothing else is.
fn offers_are_just_what_is_possible(room: &Room) {
    let words = [DurakWord::Ready, DurakWord::NotReady, DurakWord::Away, DurakWord::Back];
    let (pack, piles) = (room.table.house().rules.pack.cards(), room.game().piles);
    for (seat, chair) in room.table.taken() {
        let id = u32::from(seat.number());
        let (_, own) = room.own(id);
        let offered = offered(&own.offers);
        for action in imaginable(pack, &piles) {
            let possible = room.tries(id, action).is_some();
            assert_eq!(possible, offered.contains(&action), "{id} {action:?} {own:?}");
        }
        for (word, wire) in words.iter().zip([
            room::DurakWord::Ready,
            room::DurakWord::NotReady,
            room::DurakWord::Away,
            room::DurakWord::Back,
        ]) {
            let input = Input::Say { player: chair.player.id, word: *word };
            assert_eq!(room.decides(&input).is_some(), own.words.contains(&wire), "{id} {word:?}");
        }
    }
}

/// No card in a line but what its reader has rightly seen.
fn nobody_sees_more(room: &Room) {
    let Some(party) = room.table.state() else { return };
    let pack = room.table.house().rules.pack.cards();
    for (nth, (person, _)) in room.eyes.iter().enumerate() {
        let part = person.and_then(|person| room.table.people().iter().find(|one| one.player == person));
        let viewer =
            part.map_or(kozyr_card_game::Viewer::Spectator, |one| kozyr_card_game::Viewer::Seat(one.seat));
        for card in pack - party.known(viewer) {
            assert!(!room.lines[nth].contains(&format!("\"{card}\"")), "{card} in {}", room.lines[nth]);
        }
    }
}

/// An evening of random turns; every message leads everybody to just what they may know.
fn evening(number: u8, seats: u8, points: u16, seed: u64, moves: usize) -> u64 {
    let mut roll = Roll(seed);
    let mut room = Room::new(house(number, points), settings(seats, vec![]), seed);
    for nth in 0..moves {
        let id = 1 + roll.below(seats.into()) as u32;
        room.now += Millis::new(300);
        if room.table.seat_of(player(id)).is_none() {
            if room.table.chair(Seat::from_number(id as u8).unwrap()).is_none() {
                room.sits(id);
            }
            continue;
        }
        let (_, own) = room.own(id);
        let mut actions = offered(&own.offers);
        // Nobody gives up all the time, or goes in and out.
        if roll.below(12) > 0 {
            actions.retain(|action| {
                !matches!(action, DurakAction::Surrender | DurakAction::Away | DurakAction::Back)
            });
        }
        match () {
            () if !actions.is_empty() => {
                let action = actions[roll.below(actions.len())];
                room.acts(id, action);
            }
            () if !own.words.is_empty() && roll.below(3) > 0 => {
                let word = own.words[roll.below(own.words.len())];
                room.says(id, DurakSeating::say(&GameWord::Durak(word)).unwrap());
            }
            () if roll.below(200) == 0 => room.does(&Input::Leave(player(id))),
            () if roll.below(20) == 0 && room.table.deadline().is_some() => room.ticks(),
            () => continue,
        }
        room.due();
        nobody_sees_more(&room);
        if nth % 11 == 0 {
            offers_are_just_what_is_possible(&room);
        }
    }
    room.table.hand_number()
}

#[test]
fn the_patches_come_to_the_view_and_the_offers_are_what_is_possible() {
    let mut parties = 0;
    for (number, seats, points) in
        [(0, 2, 1), (0, 6, 0), (1, 3, 2), (1, 4, 1), (2, 2, 0), (2, 5, 1), (3, 4, 2), (4, 4, 1), (5, 4, 0)]
    {
        parties += evening(number, seats, points, 7 + u64::from(number), 500);
    }
    assert!(parties > 40, "{parties}");
}

#[test]
#[ignore = "long: make soak"]
fn many_evenings() {
    for seed in 0..40 {
        for number in 0..6 {
            let seats = if number >= 3 { 4 } else { 2 + (seed % 5) as u8 };
            evening(number, seats, (seed % 3) as u16, seed, 2000);
        }
    }
}

/// The whole pack in this order, with two cards changed for each other.
fn deck(order: u64, change: Option<(usize, usize)>) -> Vec<Card> {
    let mut roll = Roll(order);
    let mut cards: Vec<Card> = Pack::Short36.cards().iter().collect();
    for left in (1..cards.len()).rev() {
        cards.swap(left, roll.below(left + 1));
    }
    if let Some((one, two)) = change {
        cards.swap(one, two);
    }
    cards
}

/// What fixes the shuffle differs, as it should: everything else has to be the same.
fn without_commitments(line: &str) -> String {
    let mark = r#""commitment":""#;
    let mut text = line.to_owned();
    while let Some(at) = text.find(mark) {
        let end = at + mark.len() + text[at + mark.len()..].find('"').unwrap();
        text.replace_range(at..=end, "");
    }
    text
}

/// Two tables that differ only in which of two cards lies in another hand and which in the deck tell a viewer the
/// same, until one of the two is laid openly or comes to them.
#[test]
fn hidden_cards_make_no_difference_until_they_are_seen() {
    let (mut told, mut parties) = (0, 0);
    for order in 0..30u64 {
        // Card 1 is the second player's first; card 20 is in the deck. Neither is a trump.
        let cards = deck(order, None);
        let trump = cards[35].suit();
        let (one, two) = (cards[1], cards[20]);
        if one.suit() == trump || two.suit() == trump {
            continue;
        }
        let number = (order % 3) as u8;
        let mut this = Room::new(house(number, 1), settings(3, cards), 5);
        let mut that = Room::new(house(number, 1), settings(3, deck(order, Some((1, 20)))), 6);
        let mut roll = Roll(order);
        let mut compare = |this: &Room, that: &Room| {
            for eye in [0, 3] {
                assert_eq!(without_commitments(&this.lines[eye]), without_commitments(&that.lines[eye]));
                told += 1;
            }
        };
        this.begins();
        that.begins();
        compare(&this, &that);
        parties += 1;
        loop {
            let (party, other) = (this.table.state().unwrap(), that.table.state().unwrap());
            let (public, own) = (kozyr_card_game::Viewer::Spectator, Seat::from_index(0));
            let seen = party.known(public) | party.hand(own) | other.known(public) | other.hand(own);
            if seen.contains(one) || seen.contains(two) || party.stage() == Stage::Over {
                break;
            }
            // A card that only one of the two can play is one of the changed ones.
            let both: Vec<(u32, DurakAction)> = (1..=3)
                .flat_map(|id| offered(&this.own(id).1.offers).into_iter().map(move |action| (id, action)))
                .filter(|(_, action)| {
                    !matches!(action, DurakAction::Surrender | DurakAction::Away | DurakAction::Back)
                })
                .filter(|&(id, action)| that.tries(id, action).is_some())
                .collect();
            if both.is_empty() {
                break;
            }
            let (id, action) = both[roll.below(both.len())];
            this.acts(id, action);
            that.acts(id, action);
            let seen = |room: &Room| {
                let party = room.table.state().unwrap();
                party.known(public) | party.hand(own)
            };
            let now = seen(&this) | seen(&that);
            if now.contains(one) || now.contains(two) {
                break;
            }
            compare(&this, &that);
        }
    }
    assert!(told > 300 && parties > 8, "{told} lines of {parties} parties: the test sees nothing");
}

fn cards(text: &str) -> Vec<Card> {
    kozyr_cards::cards_in(text).collect::<Result<_, _>>().unwrap()
}

fn card(text: &str) -> Card {
    cards(text)[0]
}

/// Player 1 holds `one`, player 2 `two`; the trump is what is last of the rest.
fn dealt(one: &str, two: &str, rest: &str) -> Vec<Card> {
    let pairs = cards(one).into_iter().zip(cards(two)).flat_map(|(one, two)| [one, two]);
    let known: Vec<Card> = pairs.chain(cards(rest)).collect();
    let others = Pack::Short36.cards().iter().filter(|card| !known.contains(card));
    let (front, trump) = known.split_at(known.len() - 1);
    front.iter().copied().chain(others).chain(trump.iter().copied()).collect()
}

#[test]
fn a_round_with_the_traffic_light_as_everybody_hears_it() {
    let top = dealt("6s7s8dThJcQd", "6h7dQsKhAcAd", "9h9c6c8hAs");
    let mut room = Room::new(house(2, 1), settings(2, top), 1);
    room.begins();
    let game = room.game();
    assert_eq!((game.trump, game.deck, game.lowest_trump), (Some(card("As")), 24, Some(card("6s"))));
    assert_eq!((game.attacker.unwrap().number(), game.defender.unwrap().number()), (1, 2));
    assert_eq!((game.pool, game.limit, game.room), (Chips::new(20), 5, 5));
    let (_, own) = room.own(1);
    assert_eq!(own.cards, cards("Th Jc 8d Qd 6s 7s"), "suit by suit, trumps last");
    assert_eq!(own.timeout, Some(room::DurakTimeout::Loses));
    assert!(room.own(2).1.offers.take.eq(&false) && room.own(2).1.timeout.is_none());
    room.acts(1, DurakAction::Attack { card: card("6s") });
    let (_, own) = room.own(2);
    assert_eq!(own.offers.show, cards("6h"));
    assert_eq!((own.offers.transfer_to, own.offers.take), (Seat::from_number(1), true));
    assert!(own.offers.transfer.is_empty(), "it is shown first");
    assert_eq!(own.offers.defend.len(), 1);
    room.acts(2, DurakAction::Show { card: card("6h") });
    let (_, own) = room.own(2);
    assert_eq!((room.game().shown, own.offers.transfer), (Some(card("6h")), cards("6h")));
    assert!(room.game().throwers.is_empty() && own.offers.defend.is_empty() && !own.offers.take);
    room.acts(2, DurakAction::Transfer { card: card("6h") });
    assert_eq!(room.game().defender, Seat::from_number(1));
    room.acts(1, DurakAction::Take);
    let (_, own) = room.own(2);
    assert!(own.offers.finish && own.timeout == Some(room::DurakTimeout::Loses), "{own:?}");
    room.acts(2, DurakAction::Finish);
    let events: Vec<_> = room.steps.iter().flat_map(|step| step.events.clone()).collect();
    let [TableEvent::Durak(DurakEvent::Finished { taking: true, .. }), TableEvent::Durak(over)] = &events[..]
    else {
        panic!("{events:?}")
    };
    let taken = DurakEvent::RoundOver { taken_by: Seat::from_number(1), cards: cards("6h 6s") };
    assert_eq!((over, room.steps.len()), (&taken, 2), "first the word, then the cards");
    assert_eq!(room.game().stage, Some(DurakStage::Ready));
    assert!(room.own(1).1.offers.ready && room.own(1).1.timeout == Some(room::DurakTimeout::GoesOn));
}

/// A surrender, the stakes, another game, and a place that is lost for saying nothing.
#[test]
fn the_end_of_a_game_is_told_with_what_it_paid() {
    let mut room = Room::new(house(0, 1), settings(2, vec![]), 3);
    room.sits(1);
    assert!(room.own(1).1.words.is_empty(), "nobody is ready for a game before the last place is taken");
    room.sits(2);
    assert_eq!(room.game().asks, Some(DurakAsk::Begin));
    assert_eq!(room.own(1).1.timeout, Some(room::DurakTimeout::LosesSeat));
    room.says(1, DurakWord::Ready);
    assert_eq!((room.game().ready.len(), room.own(1).1.timeout), (1, None));
    room.says(2, DurakWord::Ready);
    room.due();
    room.acts(2, DurakAction::Surrender);
    let game = room.game();
    let over = game.game_over.unwrap();
    assert_eq!((over.winners.len(), over.winners[0].number()), (1, 1));
    assert_eq!(over.paid.get(&over.winners[0]), Some(&Chips::new(18)), "the pool less a tenth");
    let outcome = game.outcome.unwrap();
    assert_eq!((outcome.ending, outcome.by), (DurakEnding::Surrender, Seat::from_number(2)));
    assert_eq!((game.asks, game.pool), (Some(DurakAsk::Again), Chips::ZERO));
    let told = room.steps.iter().flat_map(|step| &step.events).find_map(|event| match event {
        TableEvent::Durak(DurakEvent::PartyOver { game_winners, paid, rake, points, .. }) => {
            Some((game_winners.clone(), paid.len(), *rake, points.len()))
        }
        _ => None,
    });
    assert_eq!(told, Some((Some(over.winners), 1, Chips::new(2), 2)));
    room.says(1, DurakWord::Ready);
    room.ticks();
    assert_eq!(room.table.taken().count(), 1, "who does not answer is gone");
    assert!(view_of(&room.table, Some(player(2)), None, room.now).own.is_none());
}
