//! UpDAU: the protocol Durak is played over.
//!
//! Four layers, each usable without the next:
//!
//! - **Documents.** An [`Element`] is read from XML or its JSON twin within [`Limits`], and written
//!   to either ([`Wire`]); TCP cuts its stream with a [`Deframer`].
//! - **Messages.** A [`Message`] is a typed request, response or action: [`Command`] is what a
//!   client asks, [`Answer`] and [`Fault`] what it is answered, [`News`] what the server tells by itself.
//! - **The channel.** [`State`] has the thirteen states and, with [`Step`], every way between them;
//!   [`pair_up`] decides who plays with whom.
//! - **The sessions.** [`session::Sessions`] is all of it together over the room's tables: bytes, outcomes and the
//!   time in; bytes and what is wanted of tables and wallets out. On the other side a [`Picture`] is what a client
//!   knows after all it was told.
//!
//! ```
//! use kozyr_chips::{Chips, Currency};
//! use kozyr_protocol::updau::session::{Input, Key, Output, Room, Sessions, Settings};
//! use kozyr_protocol::updau::Timestamp;
//! use kozyr_table::durak::DurakTable;
//! use kozyr_time::{PlayerId, TableId};
//!
//! struct EmptyRoom; // a real one has tables and wallets, and secrets nobody guesses
//! impl Room for EmptyRoom {
//!     fn balance(&self, _: PlayerId, _: &Currency) -> Chips { Chips::ZERO }
//!     fn currencies(&self, _: PlayerId) -> Vec<Currency> { Vec::new() }
//!     fn table(&self, _: &TableId) -> Option<&DurakTable> { None }
//!     fn person(&mut self, _: &Key) -> PlayerId { PlayerId::from(1) }
//!     fn bot(&mut self, number: usize) -> PlayerId { PlayerId::from(1000 + number as u32) }
//!     fn new_table(&mut self) -> TableId { "table-1".parse().unwrap() }
//!     fn token(&mut self) -> String { "secret".to_owned() }
//!     fn channel(&mut self) -> String { "pub".to_owned() }
//!     fn below(&mut self, _: u32) -> u32 { 0 }
//! }
//!
//! let now = Timestamp::from_millis(0);
//! let mut sessions = Sessions::new(Settings::default(), now);
//! let mut said = Vec::new();
//! let ping = br#"<request cmd="ping" sign="7">hello</request>"#;
//! for input in [Input::Connected(1), Input::Received(1, ping), Input::Received(1, br#"<request cmd="open"/>"#)] {
//!     for output in sessions.step(now, input, &mut EmptyRoom).outputs {
//!         let Output::Send { to: 1, bytes } = output else { panic!("{output:?}") };
//!         said.push(String::from_utf8(bytes).expect("XML is text"));
//!     }
//! }
//! assert_eq!(said[0], r#"<response cmd="ping" sign="7">hello</response>"#);
//! assert!(said[1].contains(r#"<error code="401">"#));
//! ```

mod answer;
mod catalogue;
mod channel;
mod command;
mod criteria;
mod element;
mod fault;
mod follow;
mod json;
mod matching;
mod message;
mod news;
mod people;
mod play;
pub mod session;
mod status;
mod table;
mod wire;
mod wish;
mod xml;

pub use answer::{Answer, Census, ChannelRow, Record, TableDetails, TableRow, TypeCount, Welcome};
pub use catalogue::{Catalogue, Choice, Lang, TypeOffer, Var};
pub use channel::{State, Step};
pub use command::{Command, Credentials};
pub use criteria::{Criteria, Currency, mode_named, type_name};
pub use element::{Element, Limits, Value};
pub use fault::{Code, Fault};
pub use follow::{ClockSeen, Picture};
pub use kozyr_time::{Millis, Timestamp};
pub use matching::{Group, Patience, Waiting, pair_up, partners_for};
pub use message::{Action, Head, Message, Request, Response, requests};
pub use news::{Begun, ChatEvent, Found, GameNews, News, PlayerEvent, TableEvent};
pub use people::{Person, Player, Score, UserInfo, Wallet, WalletChange, WalletMove};
pub use play::{Available, Play, Roles, Turn, TurnMade};
pub use status::{BeginStatus, GameStatus, PausedStatus, Status};
pub use table::{BoxCount, GameInfo, GameParam, GameState, Hand, Pile, RoundStart, Stage, Wait, WaitName};
pub use wire::{Deframer, Wire, frame};
pub use wish::Wish;
