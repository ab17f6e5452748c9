//! One table of Seka with a clock, wallets and a dealer whose cards and draws are written down beforehand.

#![allow(unreachable_pub)] // A module of a test.

use kozyr_card_game::{Seat, Shoe};
use kozyr_cards::{Card, CardSet};
use kozyr_chips::{Account, Chips, Currency, Ledger, Transfer};
use kozyr_fair::{Commitment, Secret, SecretShoe};
use kozyr_seka::{Action, Record, Rules, notation};
use kozyr_table::seka::{self, SekaSeating, SekaTable, SekaWord};
use kozyr_table::{Deals, Effects, Entry, Input, LeftWhy, News, Player, RefusedBy, Settings, Settled};
use kozyr_time::{PlayerId, TableId, Timestamp};
use std::collections::VecDeque;

pub type Log = Vec<(Timestamp, Entry<SekaSeating>)>;

/// Makes every shuffle with the cards that come next, and draws the dealer that comes next.
#[derive(Clone, Default)]
pub struct Script {
    /// The dealer by number among the players, and the cards in the order they are dealt.
    next: VecDeque<(u32, Vec<Card>)>,
    shoe: Option<SecretShoe>,
    dealer: u32,
}

impl Shoe for Script {
    fn card(&mut self) -> Option<Card> {
        self.shoe.as_mut()?.card()
    }
    fn bottom(&self) -> Option<Card> {
        self.shoe.as_ref()?.bottom()
    }
    fn left(&self) -> usize {
        self.shoe.as_ref().map_or(0, Shoe::left)
    }
    fn below(&mut self, _n: u32) -> u32 {
        self.dealer
    }
}

impl Deals for Script {
    fn shuffle(&mut self, number: u64, cards: CardSet, _top: &[Card]) -> Option<Commitment> {
        let (dealer, top) = self.next.pop_front().unwrap_or_default();
        let secret = Secret::new([number as u8; 32]).with_top(&top);
        let shoe = SecretShoe::new(&secret, cards).expect("cards of the deck");
        self.dealer = dealer;
        let commitment = shoe.commitment();
        self.shoe = Some(shoe);
        Some(commitment)
    }
}

/// A table and what a server does around it.
pub struct Room {
    pub table: SekaTable,
    pub now: Timestamp,
    pub ledger: Ledger<Account>,
    pub log: Log,
    /// What happened in the last input, as a stranger hears it.
    pub news: Vec<News<SekaSeating>>,
    /// The deals that are over.
    pub settled: Vec<Settled>,
    script: Script,
    opened: SekaTable,
}

pub const fn seat(index: usize) -> Seat {
    Seat::from_index(index)
}

pub fn person(id: usize) -> PlayerId {
    PlayerId::new(id as u64).expect("a small number")
}

pub fn wallet(id: usize) -> Account {
    Account::wallet(person(id), Currency::FUN)
}

impl Room {
    pub fn new(rules: Rules) -> Room {
        let settings = Settings { least_buy_in: Chips::new(1), ..seka::settings(&rules, Currency::FUN) };
        Room::open(settings, rules)
    }

    pub fn open(settings: Settings, rules: Rules) -> Room {
        let table = SekaTable::open(TableId::new("seka").unwrap(), settings, rules).unwrap();
        let mut ledger: Ledger<Account> = Ledger::new(Account::may_owe);
        for id in 0..20 {
            let gift =
                Transfer::new(Account::issuance(Currency::FUN), wallet(id), Chips::new(100_000)).unwrap();
            ledger.post(&[gift]).unwrap();
        }
        Room {
            opened: table.clone(),
            table,
            now: Timestamp::from_millis(1_800_000_000_000),
            ledger,
            log: Log::new(),
            news: Vec::new(),
            settled: Vec::new(),
            script: Script::default(),
        }
    }

    /// People with these stacks, on the first chairs; who sits on chair `n` is person `n`.
    pub fn with(stacks: &[i64]) -> Room {
        let mut room = Room::new(Rules::stock()[1]);
        stacks.iter().enumerate().for_each(|(index, &stack)| room.sit(index, index, stack));
        room
    }

    /// The next shuffle: the dealer by number among the players, and the cards in the order they are dealt.
    pub fn cards(&mut self, dealer: u32, cards: &str) {
        self.script.next.push_back((dealer, kozyr_cards::cards_in(cards).map(Result::unwrap).collect()));
    }

    pub fn ask(&mut self, input: &Input<SekaSeating>) -> Result<(), RefusedBy<SekaSeating>> {
        let before = self.table.clone();
        let mut script = self.script.clone();
        let batch = self.table.decide(self.now, input, &mut script)?;
        assert!(self.table == before, "deciding changed the table");
        self.script = script;
        self.settled.extend(batch.settled.clone());
        let mut effects = Effects::default();
        self.table.apply(&batch, &mut effects);
        assert_eq!(effects.transfers, batch.transfers);
        self.ledger.post(&batch.transfers).expect("wallets are full");
        assert_eq!(
            self.ledger.balance(&self.table.escrow()),
            self.table.chips(),
            "the escrow holds the chips"
        );
        self.log.extend(batch.entries.into_iter().map(|entry| (batch.at, entry)));
        self.news = effects.told.iter().filter_map(|told| told.to(None)).collect();
        Ok(())
    }

    #[track_caller]
    pub fn input(&mut self, input: &Input<SekaSeating>) {
        self.ask(input).unwrap_or_else(|refused| panic!("{input:?}: {refused}"));
    }

    #[track_caller]
    pub fn refused(&mut self, input: &Input<SekaSeating>, refused: RefusedBy<SekaSeating>) {
        assert_eq!(self.ask(input), Err(refused), "{input:?}");
    }

    pub fn sits(id: usize, chair: usize, stack: i64) -> Input<SekaSeating> {
        let player = Player { id: person(id), name: format!("p{id}").as_str().into(), bot: false };
        Input::Sit { player, seat: seat(chair), buy_in: Chips::new(stack), wait: false, before: None }
    }

    #[track_caller]
    pub fn sit(&mut self, id: usize, chair: usize, stack: i64) {
        self.input(&Room::sits(id, chair, stack));
    }

    pub fn says(id: usize, word: SekaWord) -> Input<SekaSeating> {
        Input::Say { player: person(id), word }
    }

    #[track_caller]
    pub fn ready(&mut self, ids: &[usize]) {
        ids.iter().for_each(|&id| self.input(&Room::says(id, SekaWord::Ready)));
    }

    #[track_caller]
    pub fn leave(&mut self, id: usize) {
        self.input(&Input::Leave(person(id)));
    }

    pub fn acts(&self, id: usize, action: Action) -> Input<SekaSeating> {
        let chair = self.table.seat_of(person(id));
        let clock = self.table.clocks().iter().find(|clock| clock.seat == chair);
        Input::Act { player: person(id), turn: clock.map_or(0, |clock| clock.turn), action }
    }

    #[track_caller]
    pub fn act(&mut self, acts: &[(usize, Action)]) {
        for &(id, action) in acts {
            let input = self.acts(id, action);
            self.input(&input);
        }
    }

    /// Everybody whose turn it is calls, to the showdown.
    #[track_caller]
    pub fn call_down(&mut self) {
        while let Some(chair) = self.table.clocks().first().and_then(|clock| clock.seat) {
            let id = self.table.chair(chair).unwrap().player.id.get() as usize;
            self.act(&[(id, Action::Call)]);
        }
    }

    /// Time goes to the next deadline; answers how many seconds that took.
    #[track_caller]
    pub fn wait(&mut self) -> u64 {
        let then = self.table.deadline().expect("something is due some time");
        let passed = then.since(self.now);
        // Nothing is due before.
        if !passed.is_zero() {
            self.now = Timestamp::from_millis(then.as_millis() - 1);
            self.refused(&Input::Tick, kozyr_table::Refused::NothingDue);
        }
        self.now = then;
        self.input(&Input::Tick);
        passed.get() / 1000
    }

    /// What people on the first chairs are doing.
    pub fn statuses<const N: usize>(&self) -> [&'static str; N] {
        std::array::from_fn(|index| self.table.status(seat(index)).name())
    }

    /// What they have in front of them.
    pub fn stacks<const N: usize>(&self) -> [i64; N] {
        std::array::from_fn(|index| self.table.stack(seat(index)).units())
    }

    /// Did this chair become free in the last input, for this reason?
    pub fn left(&self, chair: usize, why: LeftWhy) -> bool {
        self.news.contains(&News::Left(seat(chair), why))
    }

    /// The record of the last deal; it replays to what lies on the table, and goes to text and back.
    pub fn record(&self) -> Record {
        let lines = self.log.iter().map(|(at, entry)| (*at, entry));
        let record = seka::record(&self.opened, lines).expect("there was a deal");
        assert_eq!(Some(&record.replay().unwrap()), self.table.state());
        let text = record.to_text().unwrap();
        assert_eq!(notation::read(&text).as_ref(), Ok(&record), "{text}");
        record
    }

    pub fn house(&self) -> i64 {
        self.ledger.balance(&Account::house(Currency::FUN)).units()
    }
}
