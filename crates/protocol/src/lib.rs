//! What a card room and its clients say to each other.
//!
//! Messages are typed values; bytes come in and bytes go out. There is no socket and no clock in
//! here: a server owns those and calls.
//!
//! - [`room`]: JSON over a WebSocket, for browsers and bots. Its TypeScript is generated.
//! - [`updau`]: the XML protocol (with a JSON twin) Durak is played over.
//!
//! ```
//! use kozyr_protocol::room::{ToClient, ToServer, read, write};
//!
//! let hello = read(r#"{"type":"hello","protocol":3,"language":"ru"}"#)?;
//! assert!(matches!(hello, ToServer::Hello { protocol: 3, token: None, .. }));
//! assert_eq!(write(&ToClient::Pong { echo: 7 }), r#"{"type":"pong","echo":7}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```
//! use kozyr_protocol::updau::{Command, Limits, Message, Play, Request, Turn, Wire};
//!
//! let attack = Command::Game(Play::Turn(Turn::Attack("6d".parse()?)));
//! let message = Message::Request(Request::new(Some("123"), attack));
//! let bytes = message.encode(Wire::Xml);
//! assert_eq!(
//!     String::from_utf8_lossy(&bytes),
//!     r#"<request cmd="game" pub="123"><game cmd="turn"><turn action="attack" card="6d"/></game></request>"#
//! );
//! assert_eq!(Message::decode(Wire::Xml, &bytes, &Limits::CLIENT)?, message);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod api;
pub mod room;
pub mod updau;
