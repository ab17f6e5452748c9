//! A table of Durak without a room around it, for programs to play at: they see the protocol's views and events,
//! as a client does, and nothing else.

use crate::wire::{Served, heard, info, view};
use kozyr_bots::Memory;
use kozyr_card_game::Seat;
use kozyr_chips::{Chips, Currency};
use kozyr_protocol::room::{DurakAction, DurakOutcome, GameAction, GameView, TableInfo, TableView};
use kozyr_table::durak::{DurakHouse, DurakSeating, DurakTable, DurakWord};
use kozyr_table::{Dealer, Effects, Funding, Input, Player, Seeds, Settings, SetupError};
use kozyr_time::{Millis, PlayerId, TableId, Timestamp};

/// Somebody to play: what they do with what they see, or nothing when they would rather wait.
pub type Decides<'a> = &'a mut dyn FnMut(Seat, &TableInfo, &TableView, &Memory) -> Option<DurakAction>;

/// Shuffles that follow from a number.
#[derive(Clone)]
struct Counted(u64);

impl Seeds for Counted {
    fn seed(&mut self) -> Option<[u8; 32]> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&self.0.to_le_bytes());
        Some(seed)
    }
}

/// A table of Durak for programs.
pub struct DurakArena {
    table: DurakTable,
    dealer: Dealer<Counted>,
    info: TableInfo,
    /// What everybody was told; nobody is told anything else.
    memory: Memory,
    now: Timestamp,
}

impl DurakArena {
    /// A table of so many seats for these rules, without stakes or pauses.
    ///
    /// # Errors
    /// When so many cannot play by these rules.
    pub fn new(rules: kozyr_durak::Rules, seats: u8, seed: u64) -> Result<DurakArena, SetupError> {
        let settings = Settings {
            seats,
            currency: Currency::FUN,
            funding: Funding::Stake,
            least_buy_in: Chips::ZERO,
            most_buy_in: Chips::ZERO,
            turn: Millis::from_secs(30),
            bank: Millis::ZERO,
            refill: Millis::ZERO,
            gather: Millis::from_secs(1),
            pause: Millis::from_secs(1),
            patience: 1,
            away: Millis::from_secs(60),
            memory: Millis::ZERO,
            grace: Millis::ZERO,
            quick: None,
            top: Vec::new(),
        };
        let house = DurakHouse { rules, stake: Chips::ZERO, ..DurakHouse::default() };
        let table = DurakTable::open(TableId::new("arena").expect("a plain name"), settings, house)?;
        let info = info("arena", 0, &table);
        let dealer = Dealer::new(Counted(seed));
        let mut arena =
            DurakArena { table, dealer, info, memory: Memory::default(), now: Timestamp::from_millis(0) };
        for number in 1..=seats {
            let name = format!("Player {number}").into();
            let player = Player { id: PlayerId::from(u32::from(number)), name, bot: true };
            let seat = Seat::from_index(usize::from(number) - 1);
            let buy_in = Chips::ZERO;
            arena.does(&Input::Sit { player, seat, buy_in, wait: false, before: None });
        }
        Ok(arena)
    }

    fn does(&mut self, input: &Input<DurakSeating>) {
        self.now += Millis::new(100);
        let batch = self.table.decide(self.now, input, &mut self.dealer).expect("programs play legal turns");
        for entry in &batch.entries {
            let mut effects = Effects::default();
            self.table.apply_entry(batch.at, entry, &mut effects);
            self.memory.note(&heard(&effects.told, &self.table));
        }
    }

    fn player(&self, seat: Seat) -> PlayerId {
        self.table.chair(seat).expect("every seat is taken").player.id
    }

    /// Plays one party and says how it ended.
    ///
    /// # Panics
    /// When somebody whose time runs does nothing, or what cannot be done.
    pub fn party(&mut self, decides: Decides<'_>) -> DurakOutcome {
        for index in 0..usize::from(self.info.seats) {
            let player = self.player(Seat::from_index(index));
            self.does(&Input::Say { player, word: DurakWord::Ready });
        }
        while self.table.is_running() {
            let asked = self.table.clocks().first().and_then(|clock| clock.seat);
            match asked {
                Some(seat) => self.turn(seat, decides),
                // The round is over, and nobody needs to look at it.
                None => {
                    self.now = self.table.deadline().expect("a stage has a clock");
                    self.does(&Input::Tick);
                }
            }
        }
        let GameView::Durak(game) = view(&self.table, None, None, self.now).game else {
            unreachable!("it is a table of Durak")
        };
        game.outcome.expect("the party is over")
    }

    fn turn(&mut self, seat: Seat, decides: Decides<'_>) {
        let player = self.player(seat);
        let view = view(&self.table, Some(player), None, self.now);
        let action = decides(seat, &self.info, &view, &self.memory).expect("whose time runs plays");
        let turn = view.own.and_then(|own| own.turn).unwrap_or_default();
        let action = DurakSeating::action(&GameAction::Durak(action)).expect("it is a turn of Durak");
        self.does(&Input::Act { player, turn, action });
    }
}
