//! How much one client may send.

use std::time::{Duration, Instant};

/// A bucket of tokens that fills up again with time: a burst is fine, a flood is not.
#[derive(Debug)]
pub(crate) struct Bucket {
    burst: u32,
    /// Time for one token.
    every: Duration,
    left: u32,
    /// Up to when the bucket has been filled.
    filled: Instant,
}

impl Bucket {
    pub(crate) fn new(burst: u32, every: Duration, now: Instant) -> Bucket {
        Bucket { burst, every, left: burst, filled: now }
    }

    /// Takes a token, if there is one.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        self.fill(now);
        let taken = self.left > 0;
        self.left = self.left.saturating_sub(1);
        taken
    }

    /// A token that was taken was not used after all.
    pub(crate) fn give_back(&mut self) {
        self.left = self.burst.min(self.left + 1);
    }

    /// Is there a token?
    pub(crate) fn has_any(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.left > 0
    }

    /// Is it as good as new?
    pub(crate) fn is_full(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.left == self.burst
    }

    fn fill(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.filled);
        let fresh = u32::try_from(passed.as_nanos() / self.every.as_nanos().max(1)).unwrap_or(u32::MAX);
        if fresh >= self.burst - self.left {
            (self.left, self.filled) = (self.burst, now);
        } else {
            self.left += fresh;
            self.filled += self.every * fresh;
        }
    }
}

/// Guests who may come to the room at once, and the time until one more may.
const GUESTS: u32 = 200;
const GUEST_EVERY: Duration = Duration::from_millis(50);

/// How many guests the whole room takes. Addresses from which nobody came of late have as much again for themselves: a few
/// that bring as many as they may cannot keep everybody else out.
#[derive(Debug)]
pub(crate) struct GuestLimit {
    everybody: Bucket,
    newcomers: Bucket,
}

impl GuestLimit {
    /// For clients that may be so many times as fast as people.
    pub(crate) fn new(haste: u32, now: Instant) -> GuestLimit {
        let bucket = || Bucket::new(GUESTS * haste, GUEST_EVERY / haste, now);
        GuestLimit { everybody: bucket(), newcomers: bucket() }
    }

    /// May one more come, from an address that is new or not?
    pub(crate) fn take(&mut self, is_new: bool, now: Instant) -> bool {
        self.everybody.take(now) || (is_new && self.newcomers.take(now))
    }
}

/// Messages that may come at once, and the time until one more may.
const BURST: u32 = 40;
const EVERY: Duration = Duration::from_millis(50);
/// So many messages over the limit are a flood, and the time after which one of them is forgotten.
const FLOOD: u32 = 200;
const FORGET: Duration = Duration::from_millis(100);
/// Between two times a client is told that it is too fast.
const TELL_EVERY: Duration = Duration::from_secs(1);

/// What becomes of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// It is looked at.
    Read,
    /// It is not, and whether the client should hear so.
    Skip { tell: bool },
    /// It is one of far too many.
    Flood,
}

/// How fast messages may come over one connection.
#[derive(Debug)]
pub(crate) struct MessageLimit {
    messages: Bucket,
    patience: Bucket,
    told: Option<Instant>,
}

impl MessageLimit {
    /// For a client that may be so many times as fast as a person.
    pub(crate) fn new(haste: u32, now: Instant) -> MessageLimit {
        let messages = Bucket::new(BURST * haste, EVERY / haste, now);
        MessageLimit { messages, patience: Bucket::new(FLOOD, FORGET, now), told: None }
    }

    /// One more message has come.
    pub(crate) fn admit(&mut self, now: Instant) -> Verdict {
        if self.messages.take(now) {
            return Verdict::Read;
        }
        if !self.patience.take(now) {
            return Verdict::Flood;
        }
        let tell = self.told.is_none_or(|told| now.saturating_duration_since(told) >= TELL_EVERY);
        if tell {
            self.told = Some(now);
        }
        Verdict::Skip { tell }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_little_too_fast_is_forgiven_and_a_flood_is_not() {
        let start = Instant::now();
        let mut limit = MessageLimit::new(1, start);
        // Ten too many every time, for ten minutes.
        let (mut told, mut skipped) = (0, 0);
        for nth in 0..270 {
            for _ in 0..50 {
                match limit.admit(start + Duration::from_millis(2_200) * nth) {
                    Verdict::Read => {}
                    Verdict::Skip { tell } => (told, skipped) = (told + u32::from(tell), skipped + 1),
                    Verdict::Flood => panic!("burst {nth} is called a flood"),
                }
            }
        }
        assert_eq!((told, skipped), (270, 2_700));
        let later = start + Duration::from_secs(3_600);
        let passed = (0..600).take_while(|_| limit.admit(later) != Verdict::Flood).count();
        assert_eq!(passed as u32, BURST + FLOOD);
    }

    #[test]
    fn a_few_addresses_cannot_keep_the_others_out() {
        use crate::callers::{AddressLimits, Callers, Source};
        let (callers, start) = (Callers::new(AddressLimits::default()), Instant::now());
        let mut room = GuestLimit::new(1, start);
        let mut come = |address: u32, now| {
            let from = Source::new(std::net::IpAddr::from((0x0a00_0000 + address).to_be_bytes()));
            callers.guest(from, now, |is_new| room.take(is_new, now))
        };
        // A hundred addresses bring whomever they may, all the time; every second somebody comes from elsewhere.
        let (mut floods, mut others) = (0, 0);
        for second in 0..600 {
            let now = start + Duration::from_secs(second);
            for nth in 0..5_000 {
                floods += u32::from(come(nth % 100, now));
            }
            others += u32::from(come(1_000 + second as u32, now));
        }
        assert_eq!(others, 600, "everybody else is let in");
        assert!(floods > 10_000, "what the room has for everybody is used up: {floods}");
    }

    #[test]
    fn a_burst_passes_and_a_flood_does_not() {
        let start = Instant::now();
        let mut bucket = Bucket::new(3, Duration::from_millis(100), start);
        let at = |ms| start + Duration::from_millis(ms);
        let taken: Vec<bool> = [0, 0, 0, 0, 99, 100, 100, 250, 350, 10_000, 10_000, 10_000, 10_000]
            .into_iter()
            .map(|ms| bucket.take(at(ms)))
            .collect();
        let expect = [true, true, true, false, false, true, false, true, true, true, true, true, false];
        assert_eq!(taken, expect);
    }
}
