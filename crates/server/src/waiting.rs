//! Connections that are no sockets yet: pages being loaded, and whoever says nothing.
//!
//! There is room for so many. When one more comes, the address that has the most of them loses its oldest: a
//! newcomer from anywhere else gets in, however many connections somebody holds open.

use crate::callers::Source;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// The connections that wait, oldest first.
#[derive(Debug)]
pub(crate) struct Waiting {
    most: usize,
    list: Mutex<List>,
}

#[derive(Debug, Default)]
struct List {
    next: u64,
    waiting: BTreeMap<u64, (Source, oneshot::Sender<()>)>,
    by_source: HashMap<Source, usize>,
}

impl List {
    fn remove(&mut self, number: u64) {
        // One that had to go is not on the list any more.
        let Some((from, _)) = self.waiting.remove(&number) else { return };
        let Some(count) = self.by_source.get_mut(&from) else { return };
        *count -= 1;
        if *count == 0 {
            self.by_source.remove(&from);
        }
    }

    fn end_one(&mut self) {
        let Some(most) = self.by_source.values().max() else { return };
        let greedy = |from: &Source| self.by_source.get(from) == Some(most);
        let oldest = self.waiting.iter().find(|(_, (from, _))| greedy(from)).map(|(number, _)| *number);
        if let Some(number) = oldest {
            // Dropping the sender is what the connection hears.
            self.remove(number);
        }
    }
}

impl Waiting {
    pub(crate) fn new(most: usize) -> Arc<Waiting> {
        Arc::new(Waiting { most, list: Mutex::default() })
    }

    fn list(&self) -> MutexGuard<'_, List> {
        // Nothing in here panics half way.
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more waits. If that is one too many, another has to go.
    pub(crate) fn add(self: &Arc<Self>, from: Source) -> Wait {
        let (keep, gone) = oneshot::channel();
        let mut list = self.list();
        if list.waiting.len() >= self.most {
            list.end_one();
        }
        let number = list.next;
        list.next += 1;
        list.waiting.insert(number, (from, keep));
        *list.by_source.entry(from).or_default() += 1;
        Wait { waiting: self.clone(), number, gone }
    }

    /// Ends one connection, to have its file back.
    pub(crate) fn end_one(&self) {
        self.list().end_one();
    }
}

/// A place in the list, for as long as it lives.
#[derive(Debug)]
pub(crate) struct Wait {
    waiting: Arc<Waiting>,
    number: u64,
    gone: oneshot::Receiver<()>,
}

impl Wait {
    /// Waits until this connection has to make room for another.
    pub(crate) async fn has_to_go(&mut self) {
        // Nothing is ever sent: the other end is dropped.
        let _ = (&mut self.gone).await;
    }
}

impl Drop for Wait {
    fn drop(&mut self) {
        self.waiting.list().remove(self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(text: &str) -> Source {
        Source::new(text.parse().unwrap())
    }

    fn lost(wait: &mut Wait) -> bool {
        matches!(wait.gone.try_recv(), Err(oneshot::error::TryRecvError::Closed))
    }

    #[test]
    fn who_has_most_loses_the_oldest() {
        let waiting = Waiting::new(5);
        let mut first = waiting.add(from("192.0.2.1"));
        let mut greedy: Vec<Wait> = (0..4).map(|_| waiting.add(from("192.0.2.9"))).collect();
        let mut second = waiting.add(from("192.0.2.2"));
        let state: Vec<bool> = greedy.iter_mut().map(lost).collect();
        assert_eq!(state, [true, false, false, false]);
        let mut more: Vec<Wait> = (0..20).map(|_| waiting.add(from("192.0.2.9"))).collect();
        assert!(!lost(&mut first) && !lost(&mut second), "newcomers from elsewhere stay");
        assert_eq!(more.iter_mut().map(lost).filter(|lost| !lost).count(), 3);
        assert_eq!(waiting.list().waiting.len(), 5);
        drop((first, second, greedy, more));
        assert!(waiting.list().waiting.is_empty() && waiting.list().by_source.is_empty());
        waiting.end_one();
    }
}
