//! The room's protocol: what any browser can send. Shared by the libFuzzer target and by the tests of
//! `kozyr-protocol`.
#![allow(unreachable_pub)] // a module of a test as well

use kozyr_protocol::room::{MAX_DETAIL, MAX_MESSAGE, ToServer, Unreadable, read};

/// What writing may add to what was read: names of fields a client may leave out, hyphens of an id.
const ADDED: usize = 128;

/// Any text is a message or is refused with a short reason; a message says no more than its text did, and is
/// written so that it reads back the same.
pub fn message(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match read(text) {
        Ok(message) => {
            assert!(text.len() <= MAX_MESSAGE, "{} bytes were read", text.len());
            let written = serde_json::to_string(&message).expect("every message can be written");
            assert!(written.len() <= text.len() + ADDED, "{text}\ngrew to\n{written}");
            // Not `read`: a message of just the largest size may be a little longer as it is written here.
            let again: ToServer =
                serde_json::from_str(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
            assert_eq!(again, message, "{text}\nwas written as\n{written}");
        }
        Err(refusal) => {
            assert_eq!(matches!(refusal, Unreadable::TooLong), text.len() > MAX_MESSAGE, "{refusal}");
            let detail = refusal.detail();
            assert!(!detail.trim().is_empty() && detail.len() <= MAX_DETAIL, "{detail}");
        }
    }
}
