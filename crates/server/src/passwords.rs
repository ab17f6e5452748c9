//! Passwords: hashed with argon2id, beside the runtime's threads and only a few at a time.
//!
//! A hash costs some twenty milliseconds of a core and 19 MiB by intention. Whoever sends many must not take the machine
//! from those who play.

use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use std::sync::Arc;
use std::sync::OnceLock;
use tokio::sync::Semaphore;

/// Hashes at a time, and how many more may wait.
const AT_ONCE: usize = 2;
const WAITING: usize = 32;
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

/// Who may hash.
#[derive(Debug)]
pub(crate) struct Passwords {
    at_once: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
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

impl Passwords {
    pub(crate) fn new() -> Passwords {
        let (at_once, waiting) =
            (Arc::new(Semaphore::new(AT_ONCE)), Arc::new(Semaphore::new(AT_ONCE + WAITING)));
        Passwords { at_once, waiting }
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, NotHashed> + Send + 'static,
    ) -> Result<T, NotHashed> {
        let waiting = self.waiting.clone().try_acquire_owned().map_err(|_| NotHashed::Busy)?;
        let turn = self.at_once.clone().acquire_owned().await.map_err(|_| NotHashed::Busy)?;
        // The places are kept until the work is done, whoever has stopped waiting for it.
        let working = tokio::task::spawn_blocking(move || {
            let done = work();
            drop((waiting, turn));
            done
        });
        working.await.map_err(|error| NotHashed::Failed(error.to_string()))?
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
        let crowd: Vec<_> = (0..AT_ONCE + WAITING + 20)
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
