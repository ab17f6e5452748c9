//! Old events in few bytes: a segment of a stream's log, compressed.

use crate::{Payload, Sequence, StoredEvent};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use kozyr_time::Timestamp;
use std::io::{self, Read, Write};

/// How many events make a segment of the archive.
pub const SEGMENT_EVENTS: usize = 256;

/// The form of a segment's bytes, named by the first of them.
const FORM: u8 = 1;

/// A segment that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum BadSegment {
    #[error("the archive is in form {0}, which this program does not know: update the program")]
    UnknownForm(u8),
    #[error("a segment of the archive is damaged")]
    Damaged,
}

/// Compresses events that follow each other.
pub(crate) fn pack(events: &[StoredEvent]) -> io::Result<Vec<u8>> {
    let mut packed = DeflateEncoder::new(vec![FORM], Compression::best());
    // What is alike lies together: first times and lengths, then the payloads.
    let mut heads = Vec::new();
    let mut before = 0;
    for event in events {
        let at = event.at.as_millis();
        put_number(&mut heads, zigzag(at.wrapping_sub(before)));
        put_number(&mut heads, event.payload.bytes.len() as u64);
        heads.push(event.payload.version);
        before = at;
    }
    packed.write_all(&heads)?;
    for event in events {
        packed.write_all(&event.payload.bytes)?;
    }
    packed.finish()
}

/// The events of the segment that follows `after`.
pub(crate) fn unpack(packed: &[u8], after: Sequence) -> Result<Vec<StoredEvent>, BadSegment> {
    let (form, packed) = packed.split_first().ok_or(BadSegment::Damaged)?;
    if *form != FORM {
        return Err(BadSegment::UnknownForm(*form));
    }
    let mut bytes = Vec::new();
    DeflateDecoder::new(packed).read_to_end(&mut bytes).map_err(|_| BadSegment::Damaged)?;
    let mut rest = bytes.as_slice();
    let mut heads = Vec::with_capacity(SEGMENT_EVENTS);
    let mut at = 0i64;
    for _ in 0..SEGMENT_EVENTS {
        at = at.wrapping_add(unzigzag(number(&mut rest)?));
        let length = usize::try_from(number(&mut rest)?).map_err(|_| BadSegment::Damaged)?;
        let (version, left) = rest.split_first().ok_or(BadSegment::Damaged)?;
        rest = left;
        heads.push((at, length, *version));
    }
    let mut events = Vec::with_capacity(SEGMENT_EVENTS);
    for (nth, (at, length, version)) in heads.into_iter().enumerate() {
        let (payload, left) = rest.split_at_checked(length).ok_or(BadSegment::Damaged)?;
        rest = left;
        let (sequence, at) = (after.plus(nth + 1), Timestamp::from_millis(at));
        events.push(StoredEvent { sequence, at, payload: Payload::new(version, payload) });
    }
    if rest.is_empty() { Ok(events) } else { Err(BadSegment::Damaged) }
}

/// A state in few bytes: the same form as a segment has, of one payload.
pub(crate) fn pack_one(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = DeflateEncoder::new(vec![FORM], Compression::best());
    packed.write_all(bytes)?;
    packed.finish()
}

/// What was packed as one.
pub(crate) fn unpack_one(packed: &[u8]) -> Result<Vec<u8>, BadSegment> {
    let (form, packed) = packed.split_first().ok_or(BadSegment::Damaged)?;
    if *form != FORM {
        return Err(BadSegment::UnknownForm(*form));
    }
    let mut bytes = Vec::new();
    DeflateDecoder::new(packed).read_to_end(&mut bytes).map_err(|_| BadSegment::Damaged)?;
    Ok(bytes)
}

/// A number in groups of seven bits, the lowest first.
pub(crate) fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a number and moves on behind it.
pub(crate) fn number(bytes: &mut &[u8]) -> Result<u64, BadSegment> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first().ok_or(BadSegment::Damaged)?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(BadSegment::Damaged)
}

/// Small numbers of either sign as small numbers.
pub(crate) const fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)).cast_unsigned()
}

pub(crate) const fn unzigzag(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -((number & 1).cast_signed())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn events(seeds: &[(i64, Vec<u8>)]) -> Vec<StoredEvent> {
        (0..SEGMENT_EVENTS)
            .map(|nth| {
                let (at, bytes) = &seeds[nth % seeds.len()];
                let payload = Payload::new(nth as u8, bytes.as_slice());
                StoredEvent {
                    sequence: Sequence(1_000 + nth as u64),
                    at: Timestamp::from_millis(*at),
                    payload,
                }
            })
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn a_segment_comes_back_as_it_was(
            seeds in prop::collection::vec((any::<i64>(), prop::collection::vec(any::<u8>(), 0..40)), 1..9),
            cut in any::<prop::sample::Index>(),
        ) {
            let events = events(&seeds);
            let packed = pack(&events).unwrap();
            prop_assert_eq!(&unpack(&packed, Sequence(999)).unwrap(), &events);
            // Cut off anywhere it is damaged, and says so.
            let cut = cut.index(packed.len());
            prop_assert!(unpack(&packed[..cut], Sequence(999)).is_err());
        }

        #[test]
        fn numbers_go_both_ways(count in any::<u64>(), signed in any::<i64>()) {
            let mut bytes = Vec::new();
            put_number(&mut bytes, count);
            put_number(&mut bytes, zigzag(signed));
            let mut rest = bytes.as_slice();
            prop_assert_eq!(number(&mut rest).unwrap(), count);
            prop_assert_eq!(unzigzag(number(&mut rest).unwrap()), signed);
            prop_assert!(rest.is_empty());
        }
    }

    #[test]
    fn a_form_from_the_future_is_refused() {
        let mut packed = pack(&events(&[(0, vec![1])])).unwrap();
        packed[0] = 9;
        assert_eq!(unpack(&packed, Sequence::START), Err(BadSegment::UnknownForm(9)));
    }
}
