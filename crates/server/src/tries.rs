//! How often a password or a code may be tried, by address and by name.

use crate::callers::Source;
use crate::limit::Bucket;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Tries at once from one address, and the time until one more. A club behind one router is one address.
const BY_ADDRESS: (u32, Duration) = (30, Duration::from_secs(10));
/// Tries at once for one name, and the time until one more: three thousand a day against a good password are nothing.
const BY_NAME: (u32, Duration) = (10, Duration::from_secs(30));
/// The size at which those are looked for who can be forgotten.
const SWEEP: usize = 4096;

#[derive(Debug, Default)]
struct Book {
    by_address: HashMap<Source, Bucket>,
    by_name: HashMap<String, Bucket>,
}

/// What was tried of late.
#[derive(Debug, Default)]
pub(crate) struct Tries(Mutex<Book>);

fn bucket<'a, K: Hash + Eq + Clone>(
    book: &'a mut HashMap<K, Bucket>,
    key: &K,
    (burst, every): (u32, Duration),
    now: Instant,
) -> &'a mut Bucket {
    if book.len() >= SWEEP && !book.contains_key(key) {
        book.retain(|_, bucket| !bucket.is_full(now));
    }
    book.entry(key.clone()).or_insert_with(|| Bucket::new(burst, every, now))
}

impl Tries {
    fn book(&self) -> MutexGuard<'_, Book> {
        // Buckets are always whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// May this be tried? It counts until it turns out right.
    pub(crate) fn take(&self, from: Source, name: &str, now: Instant) -> bool {
        let mut book = self.book();
        let of_name = bucket(&mut book.by_name, &name.to_owned(), BY_NAME, now).has_any(now);
        // Whoever is stopped by the name has tried all the same.
        let of_address = bucket(&mut book.by_address, &from, BY_ADDRESS, now).take(now);
        of_name && of_address && bucket(&mut book.by_name, &name.to_owned(), BY_NAME, now).take(now)
    }

    /// It was right after all.
    pub(crate) fn give_back(&self, from: Source, name: &str, now: Instant) {
        let mut book = self.book();
        bucket(&mut book.by_name, &name.to_owned(), BY_NAME, now).give_back();
        bucket(&mut book.by_address, &from, BY_ADDRESS, now).give_back();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guessing_is_slow_by_name_and_by_address_and_being_right_costs_nothing() {
        let (tries, start) = (Tries::default(), Instant::now());
        let at = |text: &str| Source::new(text.parse().unwrap());
        let (near, far) = (at("192.0.2.1"), at("192.0.2.2"));
        let passed = (0..50).take_while(|_| tries.take(near, "ann", start)).count();
        assert_eq!(passed, 10, "one name");
        assert!(!tries.take(far, "ann", start), "from anywhere");
        let passed = (0..50).take_while(|nth| tries.take(near, &format!("name {nth}"), start)).count();
        assert_eq!(passed, 19, "one address, whatever the name");
        assert!(tries.take(far, "bob", start) && !tries.take(near, "bob", start));
        let later = start + Duration::from_secs(30);
        assert!(tries.take(near, "ann", later) && !tries.take(near, "ann", later));
        for _ in 0..100 {
            assert!(tries.take(far, "carol", later));
            tries.give_back(far, "carol", later);
        }
    }
}
