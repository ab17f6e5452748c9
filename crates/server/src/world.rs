//! The world outside: what time it is, chance, and where one may wait. It is the machine's own, unless this thread
//! simulates one (feature `simulation`): then time passes when the simulation says so and chance follows from its seed.
//!
//! Whatever a session or a table needs of the world it asks for here, so that a whole room runs without a runtime.

use kozyr_time::WallTime;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use tokio::task::JoinError;

/// The moment it is, for measuring how long something takes.
pub(crate) fn instant() -> Instant {
    #[cfg(any(test, feature = "simulation"))]
    if let Some(now) = simulated::with(|world| world.instant()) {
        return now;
    }
    Instant::now()
}

/// What the calendar on the wall shows.
pub(crate) fn wall_time() -> WallTime {
    #[cfg(any(test, feature = "simulation"))]
    if let Some(date) = simulated::with(|world| world.wall_time()) {
        return date;
    }
    // A clock before 1970 is a clock that was never set.
    let passed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    WallTime::from_millis(i64::try_from(passed.as_millis()).unwrap_or(i64::MAX))
}

/// Fills these bytes with randomness nobody can guess.
pub(crate) fn fill(bytes: &mut [u8]) -> Result<(), getrandom::Error> {
    #[cfg(any(test, feature = "simulation"))]
    if simulated::with(|world| world.fill(bytes)).is_some() {
        return Ok(());
    }
    getrandom::fill(bytes)
}

/// The next number of this counter.
pub(crate) fn number(counter: &AtomicU64) -> u64 {
    #[cfg(any(test, feature = "simulation"))]
    if let Some(number) = simulated::with(simulated::World::number) {
        return number;
    }
    counter.fetch_add(1, Ordering::Relaxed)
}

/// Does what waits for the store where waiting is allowed.
pub(crate) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, JoinError> {
    #[cfg(any(test, feature = "simulation"))]
    if simulated::is_on() {
        // Others may come first, as they would while a thread waits for the store.
        simulated::yield_once().await;
        return Ok(work());
    }
    tokio::task::spawn_blocking(work).await
}

#[cfg(any(test, feature = "simulation"))]
#[cfg_attr(not(feature = "simulation"), allow(dead_code, reason = "tests without it want its chance alone"))]
pub(crate) mod simulated {
    //! A world of this thread's own.

    use kozyr_time::{Millis, WallTime};
    use std::cell::RefCell;
    use std::task::Poll;
    use std::time::{Duration, Instant};

    thread_local! {
        static WORLD: RefCell<Option<World>> = const { RefCell::new(None) };
    }

    /// A simulated world.
    pub(crate) struct World {
        start: Instant,
        passed: Duration,
        wall: WallTime,
        chance: u64,
        numbers: u64,
        /// What people have rightly learned of the cards.
        #[cfg(feature = "simulation")]
        pub(crate) learned: crate::simulation::Learned,
        #[cfg(feature = "planted-faults")]
        pub(crate) planted: Option<crate::planted::Fault>,
    }

    impl World {
        pub(super) fn instant(&self) -> Instant {
            self.start + self.passed
        }

        pub(super) fn wall_time(&self) -> WallTime {
            self.wall + Millis::new(u64::try_from(self.passed.as_millis()).unwrap_or(u64::MAX))
        }

        /// SplitMix64: nobody plays for money here.
        pub(super) fn fill(&mut self, bytes: &mut [u8]) {
            for chunk in bytes.chunks_mut(8) {
                self.chance = self.chance.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mut x = self.chance;
                x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
                chunk.copy_from_slice(&(x ^ x >> 31).to_le_bytes()[..chunk.len()]);
            }
        }

        pub(super) fn number(&mut self) -> u64 {
            self.numbers += 1;
            self.numbers
        }
    }

    /// Works with this thread's simulated world; nothing when it is in the real one.
    pub(crate) fn with<T>(work: impl FnOnce(&mut World) -> T) -> Option<T> {
        WORLD.with_borrow_mut(|world| world.as_mut().map(work))
    }

    pub(crate) fn is_on() -> bool {
        WORLD.with_borrow(Option::is_some)
    }

    /// Begins a world: chance follows from the seed, and the wall shows this date.
    pub(crate) fn enter(seed: u64, wall: WallTime) {
        let world = World {
            start: Instant::now(),
            passed: Duration::ZERO,
            wall,
            chance: seed,
            numbers: 0,
            #[cfg(feature = "simulation")]
            learned: crate::simulation::Learned::default(),
            #[cfg(feature = "planted-faults")]
            planted: None,
        };
        WORLD.set(Some(world));
    }

    /// Back to the real world.
    pub(crate) fn leave() {
        WORLD.set(None);
    }

    /// So much time has passed since the world began.
    pub(crate) fn pass_to(passed: Duration) {
        with(|world| world.passed = passed);
    }

    /// Somebody sets the clock on the wall.
    pub(crate) fn step_wall(by_ms: i64) {
        with(|world| world.wall = WallTime::from_millis(world.wall.as_millis() + by_ms));
    }

    /// Lets others come first, once.
    pub(crate) async fn yield_once() {
        let mut waited = false;
        std::future::poll_fn(|_| {
            if std::mem::replace(&mut waited, true) { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }
}
