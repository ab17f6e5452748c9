//! UpDAU: the protocol Durak is played over.
//!
//! Three layers, each usable without the next:
//!
//! - **Documents.** An [`Element`] is read from XML or its JSON twin within [`Limits`], and written
//!   to either ([`Wire`]); TCP cuts its stream with a [`Deframer`].
//! - **Messages.** A [`Message`] is a typed request, response or action: [`Command`] is what a
//!   client asks, [`Answer`] and [`Fault`] what it is answered, [`News`] what the server tells by itself.

mod answer;
mod catalogue;
mod channel;
mod command;
mod criteria;
mod element;
mod fault;
mod follow;
pub mod house;
mod json;
mod matching;
mod message;
mod news;
mod people;
mod play;
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
pub use kozyr_table::{Millis, Timestamp};
pub use matching::{Group, Patience, Waiting, pair_up, partners_for};
pub use message::{Action, Head, Message, Request, Response, requests};
pub use news::{Begun, ChatEvent, Found, GameNews, News, PlayerEvent, TableEvent};
pub use people::{Person, Player, Score, UserInfo, Wallet, WalletChange, WalletMove};
pub use play::{Available, Play, Roles, Turn, TurnMade};
pub use status::{BeginStatus, GameStatus, PausedStatus, Status};
pub use table::{BoxCount, GameInfo, GameParam, GameState, Hand, Pile, RoundStart, Stage, Wait, WaitName};
pub use wire::{Deframer, Wire, frame};
pub use wish::Wish;
