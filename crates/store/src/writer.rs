//! The one thread that writes, and its queue.
//!
//! Group commit without a timer: whatever waits when the thread comes back goes into the next
//! transaction. At light load that is one append, committed at once; under load it is all that
//! arrived during the commit before, so the window grows with the load by itself.
//!
//! The queue is as long as there are tables: each waits for its commit before it decides again.

use crate::books::{self, Books};
use crate::{Append, AppendError, Completed, Head, Lane, Refused, StreamId, Ticket, Unavailable};
use kozyr_time::Timestamp;
use std::io;
use std::mem;
use std::sync::mpsc::{self, Receiver, Sender};
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
    Claim(StreamId),
    ForgetReceipts(Timestamp),
}

/// What came of it.
pub(crate) enum Done {
    Appended(Result<(), Refused>),
    Claimed(Head),
    Forgotten(u64),
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
    pub(crate) fn run<B: Books>(&self, books: &mut B) -> Result<Done, B::Error> {
        match &self.request {
            Request::Append(append) => books::append(books, append).map(Done::Appended),
            Request::Claim(stream) => books::claim(books, stream).map(Done::Claimed),
            Request::ForgetReceipts(before) => books.forget_receipts(*before).map(Done::Forgotten),
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
    Unavailable { reason: "the writer has stopped".into() }
}

/// Handle of the writing thread. Dropping it finishes what is queued and stops the thread.
pub(crate) struct Writer {
    queue: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(crate) fn start(backend: impl Backend) -> io::Result<Writer> {
        let (queue, jobs) = mpsc::channel();
        let thread = thread::Builder::new().name("store".into()).spawn(move || write(backend, &jobs))?;
        Ok(Writer { queue: Some(queue), thread: Some(thread) })
    }

    pub(crate) fn submit(&self, append: Append, ticket: Ticket, lane: &Lane) {
        self.send(Request::Append(append), Reply::Lane(lane.clone(), ticket));
    }

    pub(crate) fn claim(&self, stream: &StreamId) -> Result<Head, Unavailable> {
        match self.call(Request::Claim(stream.clone()))? {
            Done::Claimed(head) => Ok(head),
            Done::Appended(_) | Done::Forgotten(_) => unreachable!("a claim is answered by a claim"),
        }
    }

    pub(crate) fn forget_receipts(&self, before: Timestamp) -> Result<u64, Unavailable> {
        match self.call(Request::ForgetReceipts(before))? {
            Done::Forgotten(count) => Ok(count),
            Done::Appended(_) | Done::Claimed(_) => unreachable!("forgetting is answered by a number"),
        }
    }

    fn call(&self, request: Request) -> Outcome {
        let (answer, answered) = mpsc::channel();
        self.send(request, Reply::Call(answer));
        // Every job is answered, if only by being dropped; an answer that was lost on the way is no answer.
        answered.recv().unwrap_or_else(|_| Err(stopped()))
    }

    fn send(&self, request: Request, reply: Reply) {
        let job = Job { request, reply: Some(reply) };
        let queue = self.queue.as_ref().expect("the queue is open until the writer is dropped");
        // A job that cannot be sent is dropped here, and says so to whoever waits.
        drop(queue.send(job));
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.queue.take());
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has answered its jobs by dropping them.
            let _ = thread.join();
        }
    }
}

fn write(mut backend: impl Backend, jobs: &Receiver<Job>) {
    let mut group = Vec::new();
    while let Ok(first) = jobs.recv() {
        group.push(first);
        group.extend(jobs.try_iter().take(MAX_GROUP - 1));
        commit(&mut backend, mem::take(&mut group));
    }
}

/// Commits the group in one transaction, and hands every lane its outcomes in one message.
fn commit(backend: &mut impl Backend, group: Vec<Job>) {
    let outcomes = match backend.transaction(&group) {
        Ok(done) => done.into_iter().map(Ok).collect(),
        Err(unavailable) if group.len() == 1 => vec![Err(unavailable)],
        // Something in the group cannot be written: each by itself, so that only the guilty suffers.
        Err(_) => group.chunks(1).map(|one| only(backend.transaction(one))).collect(),
    };
    let mut answers = Answers::default();
    for (mut job, outcome) in group.into_iter().zip::<Vec<_>>(outcomes) {
        answers.add(job.reply.take().expect("a job is answered once"), outcome);
    }
    answers.send();
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
                    Ok(Done::Claimed(_) | Done::Forgotten(_)) => unreachable!("lanes carry appends"),
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
