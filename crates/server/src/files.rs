//! How many files the process may have open: every connection is one.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Files the room opens for itself: the database, the listener, the standard streams, the runtime's own.
const OWN: usize = 64;
/// Connections that are always tried, however low the limit.
const LEAST: usize = 8;

/// Raises the limit as far as it goes without rights, and says where it is now.
pub(crate) fn raise_limit() -> usize {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current != maximum {
        let raised = Rlimit { current: maximum, maximum };
        if let Err(error) = setrlimit(Resource::Nofile, raised) {
            tracing::warn!(%error, "the limit of open files could not be raised");
        }
    }
    let current = getrlimit(Resource::Nofile).current;
    current.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX))
}

/// How many connections may be open under a limit before they are sockets, and how many sockets.
pub(crate) fn shares(limit: usize) -> (usize, usize) {
    let free = limit.saturating_sub(OWN);
    let waiting = (free / 4).clamp(LEAST, 1024);
    (waiting, free.saturating_sub(waiting).max(LEAST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_and_newcomers_fit_under_the_limit_together() {
        for (limit, expect) in [
            (usize::MAX, (1024, usize::MAX - OWN - 1024)),
            (20_000, (1024, 18_912)),
            (1024, (240, 720)),
            (256, (48, 144)),
            (20, (LEAST, LEAST)),
        ] {
            assert_eq!(shares(limit), expect, "{limit}");
        }
    }
}
