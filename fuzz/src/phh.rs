//! What must hold for any PHH text. Shared by the libFuzzer targets and by the tests of `kozyr-notation`.
//! Each check says whether the input was well-formed, and panics if something does not hold.
#![allow(unreachable_pub)] // a module of a test as well

use kozyr_notation::phh::{Action, Hand, Hands, HandsError, Leniency, Reader, Replay};

/// Any bytes as a `.phh` and as a `.phhs` file: read or refused, and what is read writes back to the same.
pub fn text(bytes: &[u8]) -> bool {
    let mut strict = Hand::default();
    let read = Reader::new(Leniency::Strict).read(bytes, &mut strict);
    if let Err(error) = &read {
        assert!(error.line() >= 1 && error.column() >= 1);
        assert!(!error.to_string().is_empty());
    }
    let mut lenient = Hand::default();
    let mut reader = Reader::new(Leniency::Lenient);
    let repaired = reader.read(bytes, &mut lenient);
    if read.is_ok() {
        assert!(repaired.is_ok() && reader.repairs().is_empty(), "a sound hand needs no repair");
        assert_eq!(strict, lenient);
        writes_back(&strict);
        plays(&strict);
    } else if repaired.is_ok() {
        assert!(!reader.repairs().is_empty(), "a repair is never silent");
        writes_back(&lenient);
    }
    stream(bytes);
    read.is_ok()
}

/// The engine plays or refuses every action of any variant; what it refuses changes nothing.
fn plays(hand: &Hand) {
    let Ok(mut replay) = Replay::start(hand) else { return };
    for &action in hand.actions() {
        let before = replay.hand().clone();
        if replay.step(action).is_err() {
            assert_eq!(*replay.hand(), before, "a refused action changed the hand");
        }
    }
    let _ = replay.verdict(hand);
}

fn writes_back(hand: &Hand) {
    let Ok(text) = hand.to_phh() else {
        // Only its length can be wrong with a hand that has been read: quotes and escapes need room.
        return;
    };
    let again: Hand = text.parse().unwrap_or_else(|error| panic!("{error} in what was written:\n{text}"));
    assert_eq!(&again, hand);
    assert_eq!(again.to_phh().as_ref(), Ok(&text));
    assert!(hand.amounts().all(|amount| amount.is_infinite() || amount.scale() <= hand.scale()));
    for (place, action) in hand.actions().iter().enumerate() {
        let commentary = hand.commentary(place);
        let spoken = match commentary {
            Some(commentary) => format!("{action} # {commentary}"),
            None => action.to_string(),
        };
        assert_eq!(Action::with_commentary(&spoken), Ok((*action, commentary)));
    }
}

/// A stream gives the same hands whatever pieces it comes in, and ends.
fn stream(bytes: &[u8]) {
    let outcome = |hand: Result<Hand, HandsError>| hand.map_err(|error| error.to_string());
    let whole: Vec<_> = Hands::new(bytes).map(outcome).collect();
    assert!(whole.len() <= bytes.len());
    let pieces: Vec<_> = Hands::new(Pieces(bytes)).map(outcome).collect();
    assert_eq!(whole, pieces);
}

struct Pieces<'a>(&'a [u8]);

impl std::io::Read for Pieces<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let count = self.0.len().min(13).min(out.len());
        out[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

/// Any bytes as one action: what is read says the same words in the same order, commentary included.
pub fn action(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let Ok((action, commentary)) = Action::with_commentary(text) else { return false };
    assert_eq!(action.to_string().parse(), Ok(action));
    let (said, heard) = match text.split_once('#') {
        // The mark and one blank are not part of the commentary.
        Some((said, rest)) => (said, Some(rest.get(1..).unwrap_or(""))),
        None => (text, None),
    };
    assert_eq!(commentary, heard, "the commentary of {text:?}");
    let words: Vec<&str> = said.split_ascii_whitespace().collect();
    let written = action.to_string();
    let read: Vec<&str> = written.split_ascii_whitespace().collect();
    assert_eq!(words.len(), read.len(), "{text:?} was read as {written:?}");
    for (said, read) in words.into_iter().zip(read) {
        // More decimals than there can be are zeros.
        let zeros =
            said.contains('.') && said.starts_with(read) || read.starts_with(said.trim_end_matches('0'));
        assert!(said == read || zeros, "{text:?} was read as {written:?}");
    }
    true
}
