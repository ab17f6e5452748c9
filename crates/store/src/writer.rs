//! The queue of what is to be written: worked off by a thread of its own, or step by step by the caller.
//!
//! Group commit without a timer: whatever waits when the thread comes back goes into the next
//! transaction. At light load that is one append, committed at once; under load it is all that
//! arrived during the commit before, so the window grows with the load by itself.
//!
//! The queue is as long as there are tables: each waits for its commit before it decides again.

use crate::transaction::{self, Transaction};
use crate::{
    Append, AppendError, ClaimError, Completed, Head, Lane, Refused, Sequence, StreamId, Ticket, Unavailable,
};
use kozyr_time::{Timestamp, WallTime};
use std::io;
use std::mem;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// No transaction carries more jobs, so that the first does not wait for ever for the last.
const MAX_GROUP: usize = 4096;

/// Where a group is written: begins a transaction, runs every job in it, commits.
pub(crate) trait Backend: Send + 'static {
    /// All of the group is durable, or none of it and the error says why.
    fn transaction(&mut self, group: &[Job]) -> Result<Vec<Done>, Unavailable>;
}

/// What the writer is asked for.
pub(crate) enum Request {
    Append(Append),
    Claim(Vec<StreamId>),
    Reopen(StreamId),
    Archive(StreamId, Sequence, usize),
    ForgetReceipts(Timestamp, usize),
    ForgetRemembered(Timestamp, usize),
    ForgetSessions(WallTime, usize),
    ObserveWall(WallTime),
}

/// What came of it.
pub(crate) enum Done {
    Appended(Result<(), Refused>),
    /// The heads, or a stream that is closed.
    Claimed(Result<Vec<Head>, StreamId>),
    Reopened,
    Counted(u64),
    Date(WallTime),
}

/// Done, or not known.
type Outcome = Result<Done, Unavailable>;

/// Who wants to know.
enum Reply {
    Lane(Lane, Ticket),
    Call(Sender<Outcome>),
}

/// A request on its way. It is answered whatever happens: one that is dropped, because the writer
/// has died, answers that the store is not available.
pub(crate) struct Job {
    request: Request,
    reply: Option<Reply>,
}

impl Job {
    /// Does the work of this job in a transaction.
    pub(crate) fn run<T: Transaction>(&self, t: &mut T) -> Result<Done, T::Error> {
        match &self.request {
            Request::Append(append) => transaction::append(t, append).map(Done::Appended),
            Request::Claim(streams) => transaction::claim_all(t, streams).map(Done::Claimed),
            Request::Reopen(stream) => t.reopen(stream).map(|()| Done::Reopened),
            Request::Archive(stream, up_to, limit) => {
                transaction::archive(t, stream, *up_to, *limit).map(Done::Counted)
            }
            Request::ForgetReceipts(before, limit) => t.forget_receipts(*before, *limit).map(Done::Counted),
            Request::ForgetRemembered(now, limit) => t.forget_remembered(*now, *limit).map(Done::Counted),
            Request::ForgetSessions(before, limit) => t.forget_sessions(*before, *limit).map(Done::Counted),
            Request::ObserveWall(now) => transaction::observe_wall(t, *now).map(Done::Date),
        }
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        if let Some(reply) = self.reply.take() {
            let mut answers = Answers::default();
            answers.add(reply, Err(stopped()));
            answers.send();
        }
    }
}

fn stopped() -> Unavailable {
    Unavailable::new("the writer has stopped")
}

/// The queue and who works it off.
pub(crate) enum Writer {
    /// A thread. Dropping it finishes what is queued and stops the thread.
    Thread { queue: Option<Sender<Job>>, thread: Option<JoinHandle<()>> },
    /// Whoever calls [`Writer::step`]. Dropping it loses what is queued, as a crash would.
    Stepped { queue: Mutex<Vec<Job>>, backend: Mutex<Box<dyn Backend>> },
}

impl Writer {
    pub(crate) fn start(backend: impl Backend) -> io::Result<Writer> {
        let (queue, jobs) = mpsc::channel();
        let thread = thread::Builder::new().name("store".into()).spawn(move || write(backend, &jobs))?;
        Ok(Writer::Thread { queue: Some(queue), thread: Some(thread) })
    }

    pub(crate) fn stepped(backend: impl Backend) -> Writer {
        Writer::Stepped { queue: Mutex::default(), backend: Mutex::new(Box::new(backend)) }
    }

    /// Commits what is queued, if that is the caller's business; says how many jobs there were.
    pub(crate) fn step(&self) -> usize {
        match self {
            Writer::Thread { .. } => 0,
            Writer::Stepped { queue, backend } => {
                let group = mem::take(&mut *lock(queue));
                let count = group.len();
                if count > 0 {
                    let answers = commit(&mut **lock(backend), group);
                    // Whoever hears of it may submit again: no lock is held any more.
                    answers.send();
                }
                count
            }
        }
    }

    /// Loses what is queued and not yet committed, as a crash would; says how many jobs there were.
    pub(crate) fn discard(&self) -> usize {
        match self {
            Writer::Thread { .. } => 0,
            Writer::Stepped { queue, .. } => {
                let lost = mem::take(&mut *lock(queue));
                lost.len()
            }
        }
    }

    pub(crate) fn submit(&self, append: Append, ticket: Ticket, lane: &Lane) {
        self.send(Request::Append(append), Reply::Lane(lane.clone(), ticket));
    }

    pub(crate) fn claim_all(&self, streams: &[StreamId]) -> Result<Vec<Head>, ClaimError> {
        match self.call(Request::Claim(streams.to_vec()))? {
            Done::Claimed(claimed) => claimed.map_err(ClaimError::Closed),
            _ => unreachable!("a claim is answered by heads"),
        }
    }

    pub(crate) fn reopen(&self, stream: &StreamId) -> Result<(), Unavailable> {
        self.call(Request::Reopen(stream.clone())).map(drop)
    }

    pub(crate) fn observe_wall(&self, now: WallTime) -> Result<WallTime, Unavailable> {
        match self.call(Request::ObserveWall(now))? {
            Done::Date(date) => Ok(date),
            _ => unreachable!("a date is answered by a date"),
        }
    }

    /// A request that is answered by a number.
    pub(crate) fn count(&self, request: Request) -> Result<u64, Unavailable> {
        match self.call(request)? {
            Done::Counted(count) => Ok(count),
            _ => unreachable!("forgetting and archiving are answered by a number"),
        }
    }

    /// Goes through the queue, after what was submitted before.
    fn call(&self, request: Request) -> Outcome {
        let (answer, answered) = mpsc::channel();
        self.send(request, Reply::Call(answer));
        self.step();
        // Every job is answered, if only by being dropped; an answer that was lost on the way is no answer.
        answered.recv().unwrap_or_else(|_| Err(stopped()))
    }

    fn send(&self, request: Request, reply: Reply) {
        let job = Job { request, reply: Some(reply) };
        match self {
            Writer::Thread { queue, .. } => {
                let queue = queue.as_ref().expect("the queue is open until the writer is dropped");
                // A job that cannot be sent is dropped here, and says so to whoever waits.
                drop(queue.send(job));
            }
            Writer::Stepped { queue, .. } => lock(queue).push(job),
        }
    }
}

/// Nothing is done under these locks that could leave the queue or the backend half changed: a transaction
/// that panics is rolled back.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Writer {
    fn drop(&mut self) {
        if let Writer::Thread { queue, thread } = self {
            drop(queue.take());
            if let Some(thread) = thread.take() {
                // A thread that panicked has answered its jobs by dropping them.
                let _ = thread.join();
            }
        }
    }
}

fn write(mut backend: impl Backend, jobs: &Receiver<Job>) {
    let mut group = Vec::new();
    while let Ok(first) = jobs.recv() {
        group.push(first);
        group.extend(jobs.try_iter().take(MAX_GROUP - 1));
        commit(&mut backend, mem::take(&mut group)).send();
    }
}

/// Commits the group in one transaction, and gathers every lane's outcomes into one message.
fn commit(backend: &mut dyn Backend, group: Vec<Job>) -> Answers {
    let outcomes = match backend.transaction(&group) {
        Ok(done) => done.into_iter().map(Ok).collect(),
        Err(unavailable) if group.len() == 1 => vec![Err(unavailable)],
        // One job of the group cannot be written. Each in a transaction of its own, so that the others can.
        Err(_) => group.chunks(1).map(|one| only(backend.transaction(one))).collect(),
    };
    let mut answers = Answers::default();
    for (mut job, outcome) in group.into_iter().zip::<Vec<_>>(outcomes) {
        answers.add(job.reply.take().expect("a job is answered once"), outcome);
    }
    answers
}

fn only(done: Result<Vec<Done>, Unavailable>) -> Outcome {
    done.map(|mut done| done.pop().expect("one job, one outcome"))
}

/// Outcomes, gathered by lane. There are as many lanes as runtime shards, so a list will do.
#[derive(Default)]
struct Answers {
    lanes: Vec<(Lane, Vec<Completed>)>,
    calls: Vec<(Sender<Outcome>, Outcome)>,
}

impl Answers {
    fn add(&mut self, reply: Reply, outcome: Outcome) {
        match reply {
            Reply::Call(caller) => self.calls.push((caller, outcome)),
            Reply::Lane(lane, ticket) => {
                let outcome = match outcome {
                    Ok(Done::Appended(result)) => result.map_err(AppendError::Refused),
                    Ok(_) => unreachable!("lanes carry appends"),
                    Err(unavailable) => Err(AppendError::Unavailable(unavailable)),
                };
                let completed = Completed { ticket, outcome };
                match self.lanes.iter_mut().find(|(known, _)| known.is(&lane)) {
                    Some((_, list)) => list.push(completed),
                    None => self.lanes.push((lane, vec![completed])),
                }
            }
        }
    }

    fn send(self) {
        for (lane, completed) in self.lanes {
            lane.deliver(completed);
        }
        for (caller, outcome) in self.calls {
            // A caller that no longer waits does not want to know.
            let _ = caller.send(outcome);
        }
    }
}
