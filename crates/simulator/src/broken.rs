//! Invariants that break inside the room. It contains them, so that they hurt one table or one connection at most; here each
//! is found out.

use std::cell::RefCell;
use std::sync::Once;

thread_local! {
    static BROKEN: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Hears of every panic from now on, and forgets those of earlier runs in this thread.
pub(crate) fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            BROKEN.with_borrow_mut(|broken| {
                broken.get_or_insert_with(|| info.to_string());
            });
            before(info);
        }));
    });
    take();
}

/// What broke in this thread since this was asked.
pub(crate) fn take() -> Option<String> {
    BROKEN.take()
}
