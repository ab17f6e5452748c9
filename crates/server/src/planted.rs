//! Faults on purpose: tests plant one to see that it is found, in a simulated room or in a room that is a process. They exist
//! only with the feature `planted-faults`, which nothing but those tests asks for.

/// A fault that can be planted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(not(feature = "planted-faults"), allow(dead_code, unreachable_pub, reason = "nobody plants them"))]
pub enum Fault {
    /// People are told of a move before it is durable.
    ToldBeforeCommit,
    /// The command that ends a hand leaves no receipt.
    LostReceipt,
    /// Whoever leaves a table is paid twice.
    PaidTwice,
    /// Whoever comes back is shown the table as somebody else sees it.
    LeakOnResume,
    /// What is said over UpDAU about the end of a round goes to everybody who is connected.
    LetterToEverybody,
    /// A table that was loaded in the middle of a hand is asked nothing when its time comes.
    TimerLostAtRestart,
}

/// Was this fault planted?
#[cfg(feature = "planted-faults")]
pub(crate) fn has(fault: Fault) -> bool {
    let simulated = crate::world::simulated::with(|world| world.planted == Some(fault));
    simulated.unwrap_or_else(|| in_process(fault))
}

/// Was this room started with `PLANTED_FAULT` in its environment, and is it this one?
#[cfg(feature = "planted-faults")]
fn in_process(fault: Fault) -> bool {
    use std::sync::LazyLock;
    static NAMED: LazyLock<Option<String>> = LazyLock::new(|| std::env::var("PLANTED_FAULT").ok());
    NAMED.as_ref().is_some_and(|name| *name == format!("{fault:?}"))
}

/// Was this fault planted?
#[cfg(not(feature = "planted-faults"))]
pub(crate) const fn has(_: Fault) -> bool {
    false
}

/// Whether a table sleeps through its deadlines because of a planted fault; nothing at all without the feature.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sleep {
    #[cfg(feature = "planted-faults")]
    asleep: bool,
}

#[cfg(feature = "planted-faults")]
impl Sleep {
    /// The table was loaded, in the middle of a hand or not.
    pub(crate) fn fall_asleep(&mut self, in_hand: bool) {
        self.asleep = in_hand && has(Fault::TimerLostAtRestart);
    }

    /// Somebody did something.
    pub(crate) fn wake(&mut self) {
        self.asleep = false;
    }

    pub(crate) fn is_asleep(self) -> bool {
        self.asleep
    }
}

#[cfg(not(feature = "planted-faults"))]
impl Sleep {
    pub(crate) const fn fall_asleep(&mut self, _: bool) {}
    pub(crate) const fn wake(&mut self) {}
    pub(crate) const fn is_asleep(self) -> bool {
        false
    }
}
