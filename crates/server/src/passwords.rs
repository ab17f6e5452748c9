//! Passwords: hashed with argon2id by one thread of its own, one after the other and with a rest after each.
//!
//! A hash costs some twenty milliseconds of a core and 19 MiB by intention. Whoever sends many must not take the machine
//! from those who play: of one core, hashing gets a quarter at most, and its memory is that of one hash. (On the runtime's
//! threads each of them would come to keep as much.)

use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::time::Instant;
use tokio::sync::{Semaphore, oneshot};

/// How many wait for a hash or get one, at most.
const PLACES: usize = 33;
/// After a hash the next waits for so many times as long as that one took.
const REST: u32 = 3;
/// How many characters a password has. The upper bound keeps the work bounded.
pub(crate) const LENGTHS: std::ops::RangeInclusive<usize> = 8..=128;

/// Why nothing was hashed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotHashed {
    #[error("too many passwords are waiting")]
    Busy,
    #[error("hashing failed: {0}")]
    Failed(String),
}

/// A password to be hashed.
type Job = Box<dyn FnOnce() + Send>;

/// Who hashes; the thread is started with the first password.
#[derive(Debug)]
pub(crate) struct Passwords {
    jobs: OnceLock<Sender<Job>>,
    places: Arc<Semaphore>,
}

/// Memory, passes and lanes as OWASP recommends them: 19 MiB, 2, 1.
fn hasher() -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::default())
}

fn hash(password: &str) -> Result<String, NotHashed> {
    let failed = |error: &dyn std::fmt::Display| NotHashed::Failed(error.to_string());
    let mut salt = [0; 16];
    crate::world::fill(&mut salt).map_err(|error| failed(&error))?;
    let hash =
        hasher().hash_password_with_salt(password.as_bytes(), &salt).map_err(|error| failed(&error))?;
    Ok(hash.to_string())
}

fn verify(password: &str, hash: &str) -> bool {
    hasher().verify_password(password.as_bytes(), hash).is_ok()
}

/// Until the room is gone.
fn work_off(jobs: &Receiver<Job>) {
    while let Ok(job) = jobs.recv() {
        let started = Instant::now();
        // Whoever waits for it hears that nothing came of it.
        let _ = catch_unwind(AssertUnwindSafe(job));
        std::thread::sleep(started.elapsed() * REST);
    }
}

impl Passwords {
    pub(crate) fn new() -> Passwords {
        Passwords { jobs: OnceLock::new(), places: Arc::new(Semaphore::new(PLACES)) }
    }

    fn jobs(&self) -> &Sender<Job> {
        self.jobs.get_or_init(|| {
            let (jobs, waiting) = channel();
            let thread = std::thread::Builder::new().name("passwords".to_owned());
            // Without the thread nobody takes jobs, and everybody is told so.
            if let Err(error) = thread.spawn(move || work_off(&waiting)) {
                tracing::error!(%error, "no thread for passwords");
            }
            jobs
        })
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, NotHashed> + Send + 'static,
    ) -> Result<T, NotHashed> {
        let failed = |what: &dyn std::fmt::Display| NotHashed::Failed(what.to_string());
        let place = self.places.clone().try_acquire_owned().map_err(|_| NotHashed::Busy)?;
        let (tell, told) = oneshot::channel();
        // The place is kept until the work is done, whoever has stopped waiting for it.
        let job: Job = Box::new(move || {
            let done = work();
            drop(place);
            // Nobody may be left to hear it.
            let _ = tell.send(done);
        });
        self.jobs().send(job).map_err(|error| failed(&error))?;
        told.await.map_err(|error| failed(&error))?
    }

    /// The hash of a new password.
    pub(crate) async fn hash(&self, password: String) -> Result<String, NotHashed> {
        self.work(move || hash(&password)).await
    }

    /// Is this the password? Without a hash it is not, and takes as long to say.
    pub(crate) async fn is_right(&self, password: String, known: Option<String>) -> Result<bool, NotHashed> {
        static NOBODY: OnceLock<String> = OnceLock::new();
        self.work(move || {
            let right = match &known {
                Some(hash) => verify(&password, hash),
                None => {
                    let of_nobody = NOBODY.get_or_init(|| hash("nobody's").unwrap_or_default());
                    verify(&password, of_nobody);
                    false
                }
            };
            Ok(right)
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_known_again_and_never_written_down() {
        let passwords = Passwords::new();
        let hash = passwords.hash("correct horse".into()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$") && !hash.contains("horse"), "{hash}");
        assert_ne!(hash, passwords.hash("correct horse".into()).await.unwrap(), "salted");
        for (said, known, right) in [
            ("correct horse", Some(hash.clone()), true),
            ("correct horsf", Some(hash), false),
            ("nobody's", None, false),
            ("x", Some("damaged".into()), false),
        ] {
            assert_eq!(passwords.is_right(said.into(), known).await.unwrap(), right, "{said}");
        }
    }

    #[tokio::test]
    async fn a_crowd_waits_or_is_sent_away() {
        let passwords = Arc::new(Passwords::new());
        let crowd: Vec<_> = (0..PLACES + 20)
            .map(|_| {
                let passwords = passwords.clone();
                tokio::spawn(async move {
                    passwords
                        .work(|| {
                            std::thread::sleep(std::time::Duration::from_millis(5));
                            Ok(())
                        })
                        .await
                })
            })
            .collect();
        let mut busy = 0;
        for one in crowd {
            busy += usize::from(matches!(one.await.unwrap(), Err(NotHashed::Busy)));
        }
        assert_eq!(busy, 20);
        assert!(passwords.work(|| Ok(())).await.is_ok(), "and then there is room again");
    }
}
