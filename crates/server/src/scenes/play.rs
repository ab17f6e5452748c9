//! A table that is played to a moment, and what the viewer is sent of it.

use crate::seeds::Counted;
use crate::stock::stock_table;
use crate::wire::{self, Left, Served, Viewpoints};
use kozyr_card_game::{Seat, Shoe};
use kozyr_cards::{Card, CardSet, cards_in};
use kozyr_chips::Chips;
use kozyr_fair::Commitment;
use kozyr_protocol::room::patch::{self, Tree};
use kozyr_table::{ActionOf, Dealer, Deals, Effects, Input, Player, Settings, Table};
use kozyr_time::{Millis, PlayerId, TableId, Timestamp};
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};

/// What time it is in the room, at every moment that is looked at.
pub(super) const NOW: Timestamp = Timestamp::from_millis(1_800_000_000_000);

/// The viewer is person 3: Anna, wherever she sits.
pub(super) const ANNA: u8 = 3;

/// A dealer with the cards of every shuffle laid ready, and chance settled.
#[derive(Clone)]
struct Stacked {
    dealer: Dealer<Counted>,
    decks: VecDeque<Vec<Card>>,
    chance: u32,
}

impl Shoe for Stacked {
    fn card(&mut self) -> Option<Card> {
        self.dealer.card()
    }
    fn bottom(&self) -> Option<Card> {
        self.dealer.bottom()
    }
    fn left(&self) -> usize {
        self.dealer.left()
    }
    fn below(&mut self, n: u32) -> u32 {
        self.chance % n
    }
}

impl Deals for Stacked {
    fn shuffle(&mut self, number: u64, cards: CardSet, _: &[Card]) -> Option<Commitment> {
        let top = self.decks.pop_front().unwrap_or_default();
        self.dealer.shuffle(number, cards, &top)
    }
}

/// How a table is opened.
pub(super) struct Opening<S: Served> {
    pub(super) title: String,
    pub(super) settings: Settings,
    pub(super) house: S::House,
    /// What its shuffles come from.
    pub(super) seed: u64,
    /// What chance answers.
    pub(super) chance: u32,
}

impl<S: Served> Opening<S> {
    /// Like this table of the house.
    pub(super) fn stock(id: &str) -> Opening<S> {
        let plan = stock_table(id).expect("a table of the house");
        let house = S::house(&plan.game).expect("a table of this game").clone();
        Opening { title: plan.title, settings: plan.settings, house, seed: 1, chance: 0 }
    }
}

/// What the viewer was sent at once.
struct Update {
    now: Timestamp,
    steps: Vec<Tree>,
}

impl Update {
    fn events(&self) -> impl Iterator<Item = &Value> {
        self.steps.iter().filter_map(|step| step.get("events")?.as_array()).flatten()
    }

    fn to_json(&self) -> Value {
        json!({ "now": self.now.as_millis(), "steps": self.steps })
    }
}

/// A table at which somebody plays, and what the viewer hears of it.
pub(super) struct Play<S: Served> {
    pub(super) table: Table<S>,
    title: String,
    dealer: Stacked,
    now: Timestamp,
    sequence: u64,
    viewpoints: Viewpoints<S>,
    left: BTreeMap<PlayerId, Left<S>>,
    viewer: Option<PlayerId>,
    /// One after the other.
    heard: Vec<Update>,
}

/// What is played on the way to a moment.
type Way<S> = Box<dyn Fn(&mut Play<S>)>;

/// A moment, as it is written down.
pub(super) struct Scene<S: Served> {
    open: Box<dyn Fn() -> Opening<S>>,
    to: Way<S>,
    then: fn(&mut Play<S>),
    /// So many glances of what comes then belong to the moment already.
    glances: usize,
    viewer: Option<u8>,
}

impl<S: Served> Scene<S> {
    /// Played from an empty table to the moment.
    pub(super) fn new(
        open: impl Fn() -> Opening<S> + 'static,
        to: impl Fn(&mut Play<S>) + 'static,
    ) -> Scene<S> {
        Scene { open: Box::new(open), to: Box::new(to), then: |_| {}, glances: 0, viewer: Some(ANNA) }
    }

    /// What comes afterwards is told as well.
    pub(super) fn then(self, then: fn(&mut Play<S>)) -> Scene<S> {
        Scene { then, ..self }
    }

    /// So many glances into what comes afterwards.
    pub(super) fn glances(self, glances: usize) -> Scene<S> {
        Scene { glances, ..self }
    }

    /// As somebody sees it whom the room does not know.
    pub(super) fn seen_by_nobody(self) -> Scene<S> {
        Scene { viewer: None, ..self }
    }

    /// Plays it: first to see how long it takes, then so that the moment comes at its time.
    pub(super) fn play(&self) -> Value {
        let mut first = Play::open((self.open)(), NOW, self.viewer);
        (self.to)(&mut first);
        let took = first.now.since(NOW);
        let start = Timestamp::from_millis(NOW.as_millis() - took.get().cast_signed());
        let mut play = Play::open((self.open)(), start, self.viewer);
        (self.to)(&mut play);
        assert_eq!(play.now, NOW);
        let mut view = play.view();
        let mut past = std::mem::take(&mut play.heard);
        let begins = |update: &Update| update.events().any(|event| event["kind"] == "handStarted");
        past.drain(..past.iter().rposition(begins).unwrap_or(0));
        (self.then)(&mut play);
        let mut next = std::mem::take(&mut play.heard);
        if let Some(update) = next.first_mut() {
            for step in update.steps.drain(..self.glances) {
                patch::apply(&mut view, step["patch"].as_object().expect("a patch is an object"));
            }
        }
        let mut scene = json!({ "info": wire::info(&play.title, 0, &play.table), "view": view });
        let fields = scene.as_object_mut().expect("an object");
        if let Some((last, before)) = past.split_last() {
            let events = |updates: &[Update]| updates.iter().flat_map(Update::events).cloned().collect();
            fields.insert("past".into(), Value::Array(events(before)));
            fields.insert("events".into(), Value::Array(events(std::slice::from_ref(last))));
        }
        if !next.is_empty() {
            fields.insert("next".into(), next.iter().map(Update::to_json).collect());
        }
        scene
    }
}

impl<S: Served> Play<S> {
    pub(super) fn open(opening: Opening<S>, now: Timestamp, viewer: Option<u8>) -> Play<S> {
        let Opening { title, settings, house, seed, chance } = opening;
        let table = Table::open(TableId::new("green").unwrap(), settings, house).unwrap();
        let dealer = Dealer::new(Counted(seed << 32));
        let mut play = Play {
            viewpoints: Viewpoints::new(&table),
            table,
            title,
            dealer: Stacked { dealer, decks: VecDeque::new(), chance },
            now,
            sequence: 1,
            left: BTreeMap::new(),
            viewer: viewer.map(|seat| PlayerId::from(u32::from(seat))),
            heard: Vec::new(),
        };
        // A table that was opened has its first line, and its time.
        play.wait(Millis::ZERO);
        play
    }

    /// The next shuffle leaves these cards on top.
    pub(super) fn deck(&mut self, cards: &str) {
        self.dealer.decks.push_back(cards_in(cards).map(Result::unwrap).collect());
    }

    /// People sit down: seat, name, chips. The number of a person is that of their seat, and whoever has a name in Latin
    /// letters is a bot.
    pub(super) fn sit(&mut self, people: &[(u8, &str, i64)]) {
        for &(number, name, chips) in people {
            self.sit_as(player(number), number, name, chips, false);
        }
    }

    /// One does, who may wait until being dealt in costs least.
    pub(super) fn sit_as(&mut self, id: PlayerId, number: u8, name: &str, chips: i64, wait: bool) {
        let player = Player { id, name: name.into(), bot: name.is_ascii() };
        let before = self.left.get(&id).cloned();
        self.ask(&Input::Sit { player, seat: seat(number), buy_in: Chips::new(chips), wait, before });
    }

    /// Whoever sits there acts.
    pub(super) fn act(&mut self, number: u8, action: ActionOf<S>) {
        let turn = self.table.clock_of(seat(number)).map_or(0, |clock| clock.turn);
        self.ask(&Input::Act { player: self.person(number), turn, action });
    }

    /// One after the other.
    pub(super) fn acts(&mut self, acts: impl IntoIterator<Item = (u8, ActionOf<S>)>) {
        acts.into_iter().for_each(|(number, action)| self.act(number, action));
    }

    /// Whoever sits there says something beside the game.
    pub(super) fn say(&mut self, number: u8, word: S::Word) {
        self.ask(&Input::Say { player: self.person(number), word });
    }

    /// The line of whoever sits there is lost.
    pub(super) fn lose_line(&mut self, number: u8) {
        self.ask(&Input::Line { player: self.person(number), connected: false });
    }

    /// Who sits there.
    pub(super) fn person(&self, number: u8) -> PlayerId {
        self.table.chair(seat(number)).map_or_else(|| player(number), |chair| chair.player.id)
    }

    /// So much time passes, and whatever falls due meanwhile happens.
    pub(super) fn wait(&mut self, time: Millis) {
        let until = self.now + time;
        while let Some(due) = self.table.deadline().filter(|&due| due <= until) {
            self.now = self.now.max(due);
            self.ask(&Input::Tick);
        }
        self.now = until;
    }

    /// So many seconds do.
    pub(super) fn wait_secs(&mut self, seconds: u64) {
        self.wait(Millis::from_secs(seconds));
    }

    /// Until the next thing happens by itself.
    pub(super) fn until_due(&mut self) {
        let due = self.table.deadline().expect("something is due");
        self.wait(due.since(self.now));
    }

    /// Asks the table; whatever is accepted is durable at once, and told.
    pub(super) fn ask(&mut self, input: &Input<S>) {
        let mut dealer = self.dealer.clone();
        let decided = self.table.decide(self.now, input, &mut dealer);
        let batch = decided.unwrap_or_else(|refused| panic!("{input:?} is refused: {refused}"));
        self.dealer = dealer;
        self.viewpoints.watch(self.viewer.into_iter(), &self.table, |who| self.left.get(&who), self.now);
        for (player, departed) in &batch.memory {
            match departed {
                Some(departed) => drop(self.left.insert(*player, departed.clone())),
                None => drop(self.left.remove(player)),
            }
        }
        let after = self.sequence;
        for entry in &batch.entries {
            let mut effects = Effects::default();
            self.table.apply_entry(batch.at, entry, &mut effects);
            self.sequence += 1;
            let events = wire::heard(&effects.told, &self.table);
            self.viewpoints.step(&self.table, self.sequence, &events, |who| self.left.get(&who));
        }
        let text = self.viewpoints.update("green", after, self.now, None, self.viewer);
        self.viewpoints.told();
        let mut message: Value = serde_json::from_str(&text).unwrap();
        let steps = message["steps"].as_array_mut().unwrap().iter_mut();
        let steps = steps.map(|step| {
            let mut step = std::mem::take(step.as_object_mut().unwrap());
            step.remove("sequence");
            step.entry("patch").or_insert_with(|| json!({}));
            step
        });
        let update = Update { now: self.now, steps: steps.collect() };
        self.heard.push(update);
    }

    /// The table as the viewer sees it.
    pub(super) fn view(&self) -> Tree {
        let left = self.viewer.and_then(|viewer| self.left.get(&viewer));
        let view = wire::view(&self.table, self.viewer, left, self.now);
        serde_json::to_value(&view).unwrap().as_object().unwrap().clone()
    }
}

/// The seat of this number.
pub(super) fn seat(number: u8) -> Seat {
    Seat::from_number(number).unwrap()
}

/// The person of this number.
pub(super) fn player(number: u8) -> PlayerId {
    PlayerId::from(u32::from(number))
}
