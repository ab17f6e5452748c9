use crate::seeds::Counted;
use crate::wire::{Viewpoints, heard, info, view};
use kozyr_card_game::laws::{Dice, Specimen as _};
use kozyr_card_game::{Game as _, Seat, Viewer};
use kozyr_cards::CardSet;
use kozyr_chips::{Chips, Currency};
use kozyr_protocol::room::{
    Followed, Follower, GameAction, GameView, OwnGame, SekaAction, SekaEvent, SekaHand, SekaOffer, SekaOwn,
    SekaStage, SekaStatus, SekaView, SekaWord, Step, TableEvent, ToClient, write,
};
use kozyr_seka::{Rake, Rules, Seka};
use kozyr_table::seka::{SekaSeating, SekaTable, settings};
use kozyr_table::{Dealer, Effects, Input, Player, Settings, Wish};
use kozyr_time::{Millis, PlayerId, TableId, Timestamp};
use std::collections::BTreeMap;

/// A table, what is told of it, and people who follow it.
struct Room {
    table: SekaTable,
    dealer: Dealer<Counted>,
    now: Timestamp,
    sequence: u64,
    viewpoints: Viewpoints<SekaSeating>,
    eyes: Vec<(Option<PlayerId>, Follower)>,
    /// The latest messages, by eyes.
    lines: Vec<String>,
    steps: Vec<Step>,
}

fn player(id: u32) -> PlayerId {
    PlayerId::from(id)
}

fn rules() -> Rules {
    Rules::stock()[1]
}

impl Room {
    /// People 1 to `people` look on, and somebody who is nobody.
    fn new(people: u32, seed: u64, rules: Rules, top: &str) -> Room {
        let top = top.split_whitespace().map(|card| card.parse().unwrap()).collect();
        let settings = Settings { top, ..settings(&rules, Currency::FUN) };
        let table = SekaTable::open(TableId::new("seka").unwrap(), settings, rules).unwrap();
        let now = Timestamp::from_millis(1_800_000_000_000);
        let snapshot = |person| ToClient::Snapshot {
            table: "seka".into(),
            sequence: 0,
            now: now.as_millis(),
            info: info("Seka", 0, &table),
            view: Box::new(view(&table, person, None, now)),
        };
        let eyes = (1..=people).map(|id| Some(player(id))).chain([None]).map(|person| {
            let mut follower = Follower::new("seka");
            assert_eq!(follower.hear(&snapshot(person)), Followed::Taken);
            (person, follower)
        });
        let eyes = eyes.collect();
        let viewpoints = Viewpoints::new(&table);
        let dealer = Dealer::new(Counted(seed << 32));
        Room { table, dealer, now, sequence: 0, viewpoints, eyes, lines: vec![], steps: vec![] }
    }

    /// Does it, tells everybody, and holds what they have against what they may know. False when it is refused.
    fn tries(&mut self, input: &Input<SekaSeating>) -> bool {
        let Ok(batch) = self.table.decide(self.now, input, &mut self.dealer) else { return false };
        let people = self.eyes.iter().filter_map(|(person, _)| *person);
        self.viewpoints.watch(people, &self.table, |_| None, self.now);
        let before = self.sequence;
        let mut known = self.known();
        for entry in &batch.entries {
            let mut effects = Effects::default();
            self.table.apply_entry(batch.at, entry, &mut effects);
            self.sequence += 1;
            let events = heard(&effects.told, &self.table);
            self.viewpoints.step(&self.table, self.sequence, &events, |_| None);
            for (before, now) in known.iter_mut().zip(self.known()) {
                *before |= now;
            }
        }
        self.lines.clear();
        for ((person, follower), known) in self.eyes.iter_mut().zip(known) {
            let text = self.viewpoints.update("seka", before, self.now, None, *person);
            let message: ToClient = serde_json::from_str(&text).unwrap();
            assert_eq!(write(&message).len(), text.len(), "nothing in it that the protocol does not have");
            assert!(follower.hear(&message) == Followed::Taken, "{text}");
            assert_eq!(follower.view().unwrap(), view(&self.table, *person, None, self.now), "{text}");
            assert!(!serde_json::to_string(follower.tree()).unwrap().contains("null"), "{text}");
            let seen = cards_in(&text);
            assert!((seen - known).is_empty(), "{person:?} saw {} in {text}", seen - known);
            let ToClient::Update { steps, .. } = message else { panic!("{text}") };
            self.steps = steps;
            self.lines.push(text);
        }
        self.viewpoints.told();
        true
    }

    /// The cards whose faces each pair of eyes has rightly learned in the deal on the table.
    fn known(&self) -> Vec<CardSet> {
        let viewer = |person: Option<PlayerId>| {
            let part = self.table.people().iter().find(|one| Some(one.player) == person);
            part.map_or(Viewer::Spectator, |part| Viewer::Seat(part.seat))
        };
        let known =
            |person| self.table.state().map_or(CardSet::EMPTY, |deal| Seka::known(deal, viewer(person)));
        self.eyes.iter().map(|(person, _)| known(*person)).collect()
    }

    fn does(&mut self, input: &Input<SekaSeating>) {
        assert!(self.tries(input), "{input:?} is refused");
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

    fn says(&mut self, id: u32, word: kozyr_table::seka::SekaWord) {
        self.does(&Input::Say { player: player(id), word });
    }

    fn ticks(&mut self) {
        self.now = self.table.deadline().unwrap();
        self.does(&Input::Tick);
    }

    /// So many people in seats 1 and on, all ready: the cards are dealt.
    fn dealt(people: u32, seed: u64, rules: Rules, top: &str) -> Room {
        let mut room = Room::new(people, seed, rules, top);
        (1..=people).for_each(|id| room.sits(id, id as u8, 1000));
        (1..=people).for_each(|id| room.says(id, kozyr_table::seka::SekaWord::Ready));
        assert!(room.table.is_running());
        room
    }

    fn own(&self, id: u32) -> SekaOwn {
        let (_, follower) = self.eyes.iter().find(|(person, _)| *person == Some(player(id))).unwrap();
        match follower.view().unwrap().own.and_then(|own| own.game) {
            Some(OwnGame::Seka(own)) => own,
            _ => SekaOwn::default(),
        }
    }

    fn turn_of(&self, id: u32) -> u64 {
        let (_, follower) = self.eyes.iter().find(|(person, _)| *person == Some(player(id))).unwrap();
        follower.turn().unwrap_or_default()
    }

    fn game(&self) -> SekaView {
        let (_, follower) = self.eyes.last().unwrap();
        let GameView::Seka(game) = follower.view().unwrap().game else { unreachable!() };
        game
    }

    fn input(&self, id: u32, action: SekaAction) -> Input<SekaSeating> {
        let action = <SekaSeating as crate::wire::Served>::action(&GameAction::Seka(action)).unwrap();
        Input::Act { player: player(id), turn: self.turn_of(id), action }
    }

    fn acts(&mut self, id: u32, action: SekaAction) {
        self.now += Millis::new(1500);
        let input = self.input(id, action);
        self.does(&input);
    }

    /// Whoever's turn it is.
    fn mover(&self) -> Option<u32> {
        let seat = self.game().to_act?;
        Some(self.table.chair(seat)?.player.id.get() as u32)
    }

    /// Would the table take it? Nothing changes.
    fn takes(&self, input: &Input<SekaSeating>) -> bool {
        self.table.decide(self.now, input, &mut self.dealer.clone()).is_ok()
    }

    /// Whatever is offered is taken, and whatever is taken was offered.
    fn offers_are_all_there_is(&self, people: u32, dice: &mut Dice) {
        for id in 1..=people {
            let offers = self.own(id).offers;
            let mut actions = vec![
                SekaAction::Open,
                SekaAction::Dark,
                SekaAction::Check,
                SekaAction::Call,
                SekaAction::Reveal,
                SekaAction::Fold,
                SekaAction::Vote { yes: dice.one_in(2) },
                SekaAction::Enter,
                SekaAction::Pass,
                SekaAction::RaiseTo { to: Chips::new(dice.between(-1, 300)) },
            ];
            for offer in &offers {
                if let SekaOffer::Raise(raise) = offer {
                    let sums = raise.presets.iter().map(|preset| preset.to).chain([raise.least, raise.most]);
                    let beyond = [raise.least - Chips::new(1), raise.most + Chips::new(1)];
                    actions.extend(sums.chain(beyond).map(|to| SekaAction::RaiseTo { to }));
                }
            }
            for action in actions {
                let offered = offers.iter().any(|offer| covers(offer, &action));
                assert_eq!(self.takes(&self.input(id, action)), offered, "{id} {action:?} {offers:?}");
            }
            for (word, said) in [
                (SekaWord::Ready, kozyr_table::seka::SekaWord::Ready),
                (SekaWord::NotReady, kozyr_table::seka::SekaWord::NotReady),
            ] {
                let offered = self.own(id).says.contains(&word);
                assert_eq!(
                    self.takes(&Input::Say { player: player(id), word: said }),
                    offered,
                    "{id} {word:?}"
                );
            }
        }
    }
}

fn covers(offer: &SekaOffer, action: &SekaAction) -> bool {
    match (offer, action) {
        (SekaOffer::Raise(raise), SekaAction::RaiseTo { to }) => (raise.least..=raise.most).contains(to),
        (SekaOffer::Open, SekaAction::Open)
        | (SekaOffer::Dark(_), SekaAction::Dark)
        | (SekaOffer::Check, SekaAction::Check)
        | (SekaOffer::Call(_), SekaAction::Call)
        | (SekaOffer::Reveal { .. }, SekaAction::Reveal)
        | (SekaOffer::Fold, SekaAction::Fold)
        | (SekaOffer::Vote, SekaAction::Vote { .. })
        | (SekaOffer::Enter { .. }, SekaAction::Enter)
        | (SekaOffer::Pass, SekaAction::Pass) => true,
        _ => false,
    }
}

/// One of the actions an offer is for, and what the player pays for it.
fn taken(offer: &SekaOffer, dice: &mut Dice) -> (SekaAction, Chips) {
    match offer {
        SekaOffer::Open => (SekaAction::Open, Chips::ZERO),
        SekaOffer::Dark(price) => (SekaAction::Dark, price.pay),
        SekaOffer::Check => (SekaAction::Check, Chips::ZERO),
        SekaOffer::Call(price) => (SekaAction::Call, price.pay),
        SekaOffer::Raise(raise) => {
            let to = Chips::new(dice.between(raise.least.units(), raise.most.units()));
            (SekaAction::RaiseTo { to }, raise.price(to).pay)
        }
        SekaOffer::Reveal { pay, .. } => (SekaAction::Reveal, *pay),
        SekaOffer::Fold => (SekaAction::Fold, Chips::ZERO),
        SekaOffer::Vote => (SekaAction::Vote { yes: !dice.one_in(4) }, Chips::ZERO),
        SekaOffer::Enter { pay } => (SekaAction::Enter, *pay),
        SekaOffer::Pass => (SekaAction::Pass, Chips::ZERO),
    }
}

/// Every card that stands in a line, wherever it stands.
fn cards_in(line: &str) -> CardSet {
    line.split('"')
        .filter(|text| text.len() == 2)
        .filter_map(|text| text.parse::<kozyr_cards::Card>().ok())
        .collect()
}

fn any_rules(dice: &mut Dice) -> Rules {
    let (setup, ..) = Seka::table(dice);
    let base = *dice.pick(&[1, 2, 5]);
    Rules {
        seats: 6,
        max_balance: None,
        rake: *dice.pick(&[Rake::None, Rake::Fixed(Chips::new(2)), Rake::BasisPoints(500)]),
        dark_funding: setup.rules.dark_funding,
        dark_discount: setup.rules.dark_discount,
        reveal_shown: setup.rules.reveal_shown,
        match_final_raise: setup.rules.match_final_raise,
        ..Rules::new(Chips::new(base), Chips::new(base * dice.between(1, 5)))
    }
}

/// Everybody plays random evenings: every message leads everybody to just what they may know and no further; every
/// offer is good and every price is what it costs.
#[test]
fn the_patches_come_to_the_view_whatever_happens() {
    const PEOPLE: u32 = 5;
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 1..=16u64 {
        let mut dice = Dice::random(seed);
        let mut room = Room::new(PEOPLE, seed, any_rules(&mut dice), "");
        (1..=3).for_each(|id| room.sits(id, id as u8, 200));
        for _ in 0..160 {
            room.offers_are_all_there_is(PEOPLE, &mut dice);
            *seen.entry(format!("{:?}", room.game().stage)).or_default() += 1;
            let id = 1 + dice.below(PEOPLE);
            let acting: Vec<u32> = (1..=PEOPLE).filter(|&id| !room.own(id).offers.is_empty()).collect();
            let wish =
                room.table.seat_of(player(id)).and_then(|seat| room.table.chair(seat)).map(|one| one.wish);
            if !acting.is_empty() && !dice.one_in(8) {
                let id = *dice.pick(&acting);
                let mut offers = room.own(id).offers;
                if !dice.one_in(20) {
                    offers.retain(|offer| *offer != SekaOffer::Fold);
                }
                let (action, pay) = taken(dice.pick(&offers), &mut dice);
                let stack = room.table.stack(room.table.seat_of(player(id)).unwrap());
                room.acts(id, action);
                let left = room.table.seat_of(player(id)).map(|seat| room.table.stack(seat));
                let won = room.game().players.values().any(|one| one.won.is_positive());
                assert!(left == Some(stack - pay) || won, "{id} paid another price for {action:?}");
                continue;
            }
            // Most of an evening is play: people are ready before long.
            let waits = (1..=PEOPLE).find(|&id| room.own(id).says.contains(&SekaWord::Ready));
            if let Some(id) = waits.filter(|_| !dice.one_in(4)) {
                room.says(id, kozyr_table::seka::SekaWord::Ready);
                continue;
            }
            match (wish, dice.below(6)) {
                (None, 0..=2) => {
                    let free = room.table.settings().seats;
                    let seat = 1 + dice.below(u32::from(free)) as u8;
                    if room.table.chair(Seat::from_number(seat).unwrap()).is_none() {
                        room.sits(id, seat, 200);
                    }
                }
                (Some(Wish::Pause), _) => room.does(&Input::SitIn(player(id))),
                (Some(_), 0) if dice.one_in(3) => {
                    let _ = room.tries(&Input::Leave(player(id)));
                }
                (Some(_), 1) if dice.one_in(6) => {
                    let _ = room.tries(&Input::SitOut(player(id)));
                }
                (Some(_), 1..=4) if room.own(id).says.contains(&SekaWord::Ready) => {
                    room.says(id, kozyr_table::seka::SekaWord::Ready);
                }
                (Some(_), 2) if room.own(id).missing.is_positive() => {
                    let amount = room.own(id).missing;
                    room.tries(&Input::AddChips { player: player(id), amount });
                }
                _ if room.table.deadline().is_some() => room.ticks(),
                _ => {}
            }
        }
    }
    for stage in ["Preparation", "Round1", "Round3", "RevealPause", "SvaraVoting", "SvaraEntry", "SvaraGame"]
    {
        assert!(seen.get(stage).is_some_and(|&times| times > 5), "{stage}: {seen:?}");
    }
}

/// The hands by place after the dealer: three eighteens of nothing, all equal.
const EQUAL: &str = "KC KD KH QD QH QS JH JS JC";

#[test]
fn two_see_a_reveal_and_the_others_follow_without_cards() {
    // The first after the dealer has 30, the second 10, the dealer 10.
    let mut room = Room::dealt(3, 3, rules(), "KD KC KH QD QH QS JD JS JC");
    let [first, second, dealer] = <[u32; 3]>::try_from(room.ids_in_order()).unwrap();
    assert_eq!(room.own(first).cards, [], "nobody has looked");
    room.acts(first, SekaAction::Dark);
    assert_eq!(cards_in(&room.lines.concat()), CardSet::EMPTY);
    assert_eq!((room.game().pot, room.game().lent), (Chips::new(40), Chips::new(5)));
    room.acts(second, SekaAction::Open);
    assert_eq!(room.own(second).made.unwrap().points, 10);
    room.acts(second, SekaAction::Call);
    room.acts(dealer, SekaAction::Call);
    room.acts(first, SekaAction::Call);
    let offer =
        room.own(second).offers.iter().find(|offer| matches!(offer, SekaOffer::Reveal { .. })).cloned();
    let target = room.game().order[0];
    let pay = Chips::new(20);
    assert_eq!(offer, Some(SekaOffer::Reveal { pay, target, falls_when_equal: true }));
    room.acts(second, SekaAction::Reveal);
    let reveal = room.game().reveal.unwrap();
    assert_eq!((reveal.target, reveal.loser), (target, Some(reveal.by)));
    assert_eq!(room.game().stage, SekaStage::RevealPause);
    let (shown, theirs) = (room.own(first), room.own(second));
    assert_eq!(shown.made.as_ref().map(|made| (made.points, made.kind)), Some((30, SekaHand::Suit)));
    assert_eq!(shown.seen.values().next().map(|seen| seen.made.points), Some(10));
    assert_eq!(theirs.seen.values().next().map(|seen| seen.cards.clone()), Some(shown.cards.clone()));
    assert!(room.own(dealer).seen.is_empty() && room.own(dealer).cards.is_empty());
    room.ticks();
    // What was seen stays seen, after the pause and by whom has fallen.
    assert_eq!(room.own(second).seen.len(), 1);
    assert_eq!(room.game().players[&reveal.by].status, SekaStatus::Folded);
    room.acts(dealer, SekaAction::Fold);
    let last = room.own(first);
    assert_eq!((last.cards, last.seen.len()), (shown.cards, 1), "and when the deal is over");
    assert!(room.game().players.values().all(|one| one.cards.is_empty()), "nobody showed");
}

impl Room {
    fn ids_in_order(&self) -> Vec<u32> {
        let at = |seat: &Seat| self.table.chair(*seat).unwrap().player.id.get() as u32;
        self.game().order.iter().map(at).collect()
    }
}

/// The last call is seen before the hands, the hands before the vote; the chain of svaras can be followed.
#[test]
fn a_tie_is_told_glance_by_glance_and_its_chain_can_be_followed() {
    let mut room = Room::dealt(3, 5, rules(), EQUAL);
    let [first, second, third] = <[u32; 3]>::try_from(room.ids_in_order()).unwrap();
    room.acts(first, SekaAction::Check);
    room.acts(second, SekaAction::Call);
    room.acts(third, SekaAction::Fold);
    for _ in 0..2 {
        room.acts(first, SekaAction::Call);
        room.acts(second, SekaAction::Call);
    }
    let what = |step: &Step| serde_json::to_string(&step.events).unwrap();
    let whats: Vec<String> = room.steps.iter().map(what).collect();
    assert_eq!(whats.len(), 3, "{whats:?}");
    for (what, wanted) in whats.iter().zip([r#""called""#, r#""shown""#, r#""voteOpened""#]) {
        assert!(what.contains(wanted), "{whats:?}");
    }
    let game = room.game();
    assert_eq!((game.stage, game.ties.len(), game.ties[0].points), (SekaStage::SvaraVoting, 1, Some(10)));
    assert_eq!(game.entry.unwrap().loser, Chips::new(15));
    assert_eq!(game.players.values().filter(|one| one.tied && one.cards.len() == 3).count(), 2);
    assert_eq!(room.own(first).offers, [SekaOffer::Vote]);
    let (_, follower) = room.eyes.iter().find(|(person, _)| *person == Some(player(first))).unwrap();
    let own = follower.view().unwrap().own.unwrap();
    assert!(own.turn.is_some() && own.after_timeout.is_none(), "silence is no, and costs no seat");
    assert!(room.own(third).offers.is_empty());
    room.acts(first, SekaAction::Vote { yes: true });
    room.acts(second, SekaAction::Vote { yes: true });
    assert_eq!(room.own(third).offers, [SekaOffer::Enter { pay: Chips::new(15) }, SekaOffer::Pass]);
    // Somebody comes by and may enter for the whole pot, if they have it.
    room.sits_new(9, 5, 100);
    room.acts(third, SekaAction::Enter);
    room.ticks();
    let game = room.game();
    assert_eq!((game.stage, game.svara, game.round), (SekaStage::SvaraGame, 1, 1));
    assert_eq!((game.pot, game.ties[0].carried), (Chips::new(45), Some(true)));
    assert_eq!(game.ties[0].entered, [u64::from(third)]);
    assert_eq!(game.players.values().filter(|one| one.status == SekaStatus::InGame).count(), 3);
    assert!(room.own(first).cards.is_empty(), "a new deal, face down again");
}

impl Room {
    fn sits_new(&mut self, id: u32, seat: u8, chips: i64) {
        self.sits(id, seat, chips);
        assert_eq!(self.game().players[&Seat::from_number(seat).unwrap()].status, SekaStatus::TableWaiting);
    }
}

/// Two tables that differ in cards nobody was shown tell everybody the same.
#[test]
fn hidden_cards_leave_no_trace() {
    let mut compared = 0;
    for seed in 1..=12 {
        let mut rooms = [
            Room::dealt(3, seed, rules(), "KD AC KH QD AH QS JD AS JC"),
            Room::dealt(3, seed, rules(), "10D TC 6C AD JH QC JS 10S KC"),
        ];
        if rooms[0].game().order != rooms[1].game().order {
            continue;
        }
        for _ in 0..8 {
            let lines =
                rooms.each_ref().map(|room| room.lines.iter().map(|line| plain(line)).collect::<Vec<_>>());
            assert_eq!(lines[0], lines[1]);
            compared += 1;
            for room in &mut rooms {
                let id = room.mover().unwrap();
                room.acts(id, SekaAction::Call);
            }
        }
    }
    assert!(compared >= 8, "only {compared}");
}

/// The line without what fixes the shuffle and shows none of it.
fn plain(line: &str) -> String {
    match line.split_once(r#""commitment":""#) {
        Some((before, after)) => format!("{before}{}", plain(&after[64..])),
        None => line.to_owned(),
    }
}

#[test]
fn who_lacks_chips_is_told_how_many_and_who_is_sent_off_leaves() {
    let mut room = Room::new(3, 8, rules(), EQUAL);
    (1..=3).for_each(|id| room.sits(id, id as u8, 100));
    (1..=3).for_each(|id| room.says(id, kozyr_table::seka::SekaWord::Ready));
    let late = room.mover().unwrap();
    room.ticks();
    assert_eq!(room.table.seat_of(player(late)), None, "time-outs lead to the lobby");
    let told = room.steps.iter().flat_map(|step| &step.events);
    assert!(told.into_iter().any(|event| matches!(event, TableEvent::Seka(SekaEvent::SentOff { .. }))));
    let gone = room.game().players.values().find(|one| one.player == u64::from(late)).cloned().unwrap();
    assert_eq!(gone.status, SekaStatus::Lobby);
    let loser = room.mover().unwrap();
    room.acts(loser, SekaAction::Fold);
    room.ticks();
    assert_eq!(room.own(loser).missing, Chips::new(10));
    assert_eq!(room.own(loser).says, []);
}
