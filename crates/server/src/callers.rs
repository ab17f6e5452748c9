//! Where clients come from, and how much may come from one place.
//!
//! The room as a whole is bounded elsewhere; here nobody takes all of it. The bounds are wide: a club or a
//! school behind one router is one address.

use crate::limit::Bucket;
use crate::world;
use axum::http::{HeaderMap, header};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How much may come from one address. An IPv6 address counts by its first 48 bits: whoever rents a line or a server is
/// given all that begin with them, 65,536 networks of any number of machines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AddressLimits {
    /// Sockets at a time.
    pub sockets: u32,
    /// New guests at once.
    pub guests: u32,
    /// Time until one more guest may come.
    pub guest_every: Duration,
    /// The room stands behind a proxy, and a client's address is the last in `X-Forwarded-For`. Without a
    /// proxy anybody could write there what they like.
    pub behind_proxy: bool,
}

impl Default for AddressLimits {
    fn default() -> AddressLimits {
        AddressLimits { sockets: 200, guests: 30, guest_every: Duration::from_secs(3), behind_proxy: false }
    }
}

/// Connections that speak HTTP beside the sockets: pages being loaded.
const PAGES: u32 = 64;
/// The time until an address may make one more connection. It may make all it may have twice over at once.
const CONNECT_EVERY: Duration = Duration::from_millis(20);
/// Sockets that may be ended for flooding before new connections are refused, and the time after which one is forgotten.
const FLOODS: u32 = 20;
const FLOOD_FORGOTTEN: Duration = Duration::from_secs(3);

/// Wallets that may be filled up from one address at once, and the time until one more may.
const REFILLS: u32 = 20;
const REFILL_EVERY: Duration = Duration::from_secs(15 * 60);

/// An address as the limits count it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Source(IpAddr);

impl Source {
    pub(crate) fn new(address: IpAddr) -> Source {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let [a, b, c, ..] = address.segments();
                Source(Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0).into())
            }
            v4 => Source(v4),
        }
    }
}

/// What counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A connection, whatever it speaks.
    Connection,
    /// A WebSocket.
    Socket,
}

/// What one address has of the room.
#[derive(Debug)]
struct Caller {
    connections: u32,
    sockets: u32,
    guests: Bucket,
    /// When a guest came from there last.
    brought: Option<Instant>,
    refills: Bucket,
    floods: Bucket,
    arrivals: Bucket,
}

impl Caller {
    fn new(limits: &AddressLimits, now: Instant) -> Caller {
        let guests = Bucket::new(limits.guests, limits.guest_every, now);
        let refills = Bucket::new(REFILLS, REFILL_EVERY, now);
        let floods = Bucket::new(FLOODS, FLOOD_FORGOTTEN, now);
        let arrivals =
            Bucket::new(2 * limits.sockets.saturating_add(PAGES).min(u32::MAX / 2), CONNECT_EVERY, now);
        Caller { connections: 0, sockets: 0, guests, brought: None, refills, floods, arrivals }
    }

    fn count(&mut self, kind: Kind) -> &mut u32 {
        match kind {
            Kind::Connection => &mut self.connections,
            Kind::Socket => &mut self.sockets,
        }
    }

    /// Has nobody come from there for as long as it takes to bring as many as may come at once? That the bucket is full
    /// says less: it fills up too while the room itself takes nobody.
    fn brought_nobody_of_late(&self, limits: &AddressLimits, now: Instant) -> bool {
        let long = limits.guest_every.saturating_mul(limits.guests);
        self.brought.is_none_or(|at| now.saturating_duration_since(at) >= long)
    }

    /// Nothing is lost when it is forgotten.
    fn is_as_new(&mut self, limits: &AddressLimits, now: Instant) -> bool {
        let idle = self.connections == 0 && self.sockets == 0 && self.brought_nobody_of_late(limits, now);
        idle && [&mut self.guests, &mut self.refills, &mut self.floods, &mut self.arrivals]
            .iter_mut()
            .all(|bucket| bucket.is_full(now))
    }
}

/// Everybody who has something of the room, by address.
#[derive(Debug)]
pub(crate) struct Callers {
    limits: AddressLimits,
    callers: Mutex<Book>,
}

#[derive(Debug)]
struct Book {
    callers: HashMap<Source, Caller>,
    /// The size at which those are looked for who can be forgotten.
    sweep_at: usize,
}

/// The smallest size at which that is worth while.
const SWEEP: usize = 1024;

impl Book {
    /// The caller from there. The book has at most twice as many as are connected or were made guests of late,
    /// which the room's own bounds keep few, and never fewer than are worth a search.
    fn caller(&mut self, from: Source, limits: &AddressLimits, now: Instant) -> &mut Caller {
        if self.callers.len() >= self.sweep_at && !self.callers.contains_key(&from) {
            self.callers.retain(|_, caller| !caller.is_as_new(limits, now));
            self.sweep_at = SWEEP.max(2 * self.callers.len());
        }
        self.callers.entry(from).or_insert_with(|| Caller::new(limits, now))
    }
}

impl Callers {
    pub(crate) fn new(limits: AddressLimits) -> Arc<Callers> {
        let callers = Mutex::new(Book { callers: HashMap::new(), sweep_at: SWEEP });
        Arc::new(Callers { limits, callers })
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        // Counts are whole whatever happens beside them.
        self.callers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where a request comes from.
    pub(crate) fn source(&self, peer: IpAddr, headers: &HeaderMap) -> Source {
        let forwarded = if self.limits.behind_proxy { forwarded_for(headers) } else { None };
        Source::new(forwarded.unwrap_or(peer))
    }

    /// A place for one more connection from there, if it is not one too many, they do not come too fast and too
    /// many did not flood just now. To refuse one here costs least.
    pub(crate) fn connect(self: &Arc<Self>, peer: IpAddr) -> Option<Visit> {
        let from = Source::new(peer);
        // All connections of a proxy come from one address, which has to be let in.
        if self.limits.behind_proxy {
            return self.take(from, Kind::Connection, u32::MAX);
        }
        let now = world::instant();
        let mut book = self.book();
        let caller = book.caller(from, &self.limits, now);
        if !caller.arrivals.take(now) || !caller.floods.has_any(now) {
            return None;
        }
        drop(book);
        self.take(from, Kind::Connection, self.limits.sockets.saturating_add(PAGES))
    }

    /// A place for one more socket from there, if it is not one too many and too many did not flood just now.
    pub(crate) fn open(self: &Arc<Self>, from: Source) -> Option<Visit> {
        let now = world::instant();
        if !self.book().caller(from, &self.limits, now).floods.has_any(now) {
            return None;
        }
        self.take(from, Kind::Socket, self.limits.sockets)
    }

    /// A socket from there had to be ended. Without this, whoever floods would just connect again.
    pub(crate) fn flooded(&self, from: Source) {
        let now = world::instant();
        self.book().caller(from, &self.limits, now).floods.take(now);
    }

    fn take(self: &Arc<Self>, from: Source, kind: Kind, most: u32) -> Option<Visit> {
        let mut book = self.book();
        let count = book.caller(from, &self.limits, world::instant()).count(kind);
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Visit { callers: self.clone(), from, kind })
    }

    /// May one more wallet be filled up from there?
    pub(crate) fn refill(&self, from: Source, now: Instant) -> bool {
        self.book().caller(from, &self.limits, now).refills.take(now)
    }

    /// May one more guest come from there? `room` hears whether nobody came from there of late, and says whether the room
    /// takes one more at all; it is not asked for those who may not come anyway.
    pub(crate) fn guest(&self, from: Source, now: Instant, room: impl FnOnce(bool) -> bool) -> bool {
        let mut book = self.book();
        let caller = book.caller(from, &self.limits, now);
        let is_new = caller.brought_nobody_of_late(&self.limits, now);
        if !caller.guests.take(now) {
            return false;
        }
        let taken = room(is_new);
        if taken {
            caller.brought = Some(now);
        } else {
            caller.guests.give_back();
        }
        taken
    }
}

/// Counts for as long as it lives.
#[derive(Debug)]
pub(crate) struct Visit {
    callers: Arc<Callers>,
    from: Source,
    kind: Kind,
}

impl Drop for Visit {
    fn drop(&mut self) {
        let mut book = self.callers.book();
        if let Some(caller) = book.callers.get_mut(&self.from) {
            let count = caller.count(self.kind);
            *count = count.saturating_sub(1);
            if caller.is_as_new(&self.callers.limits, world::instant()) {
                book.callers.remove(&self.from);
            }
        }
    }
}

/// The last address in `X-Forwarded-For`: the one the proxy wrote. Those in front of it are what the client said.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    let last = last.rsplit(',').next()?.trim();
    let with_port = || last.parse::<SocketAddr>().ok().map(|address| address.ip());
    last.parse().ok().or_else(with_port)
}

/// Is this the room's own page, one of another site that the host trusts, or no page at all?
///
/// Nobody's session is at stake: a token is said in the first message and kept where only the room's own pages
/// can read it, so another site's page that opens a socket is nobody. But it would be nobody at its reader's
/// address: every visitor of such a page would bring guests of their own, past the limits here, and a room inside
/// a private network would be open to any page its people read. Programs send no `Origin` and need none.
pub(crate) fn is_own_page(headers: &HeaderMap, trusted: &[String]) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let text = |value: Option<&axum::http::HeaderValue>| Some(value?.to_str().ok()?.to_ascii_lowercase());
    let (Some(origin), Some(host)) = (text(Some(origin)), text(headers.get(header::HOST))) else {
        return false;
    };
    let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    authority.is_some_and(|authority| authority == host)
        || trusted.iter().any(|site| site.trim_end_matches('/').eq_ignore_ascii_case(&origin))
}

/// Is this the room's own page, or no page at all? Only then does a cookie count: a site whose pages may connect
/// speaks for itself, not for whoever looks at it.
pub(crate) fn is_same_site(headers: &HeaderMap, public_url: &str) -> bool {
    let public = Some(public_url).filter(|site| !site.is_empty()).map(ToOwned::to_owned);
    is_own_page(headers, public.as_slice())
}

/// What a link for others begins with, unless the address this request came by leads others here too: how people outside
/// reach the room, or, for somebody at the room's own machine, those in the same network. Empty is nowhere.
pub(crate) fn site_for_others(headers: &HeaderMap, public_url: &str, near_url: &str) -> Option<String> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let site = match public_url {
        "" if is_this_machine(host) => near_url,
        site => site,
    };
    Some(site.trim_end_matches('/').to_owned()).filter(|site| !site.is_empty())
}

/// Does this `Host` mean, to whoever asks for it, the machine they sit at?
fn is_this_machine(host: &str) -> bool {
    let without_port =
        host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
    let name = without_port.map_or(host, |(name, _)| name).trim_matches(['[', ']']).to_ascii_lowercase();
    match name.parse::<IpAddr>() {
        Ok(address) => address.to_canonical().is_loopback() || address.is_unspecified(),
        Err(_) => name == "localhost" || name.ends_with(".localhost"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_for_others_does_not_lead_to_their_own_machine() {
        let (public, near) = ("https://cards.example", "http://192.168.1.7:8080");
        for (host, public_url, near_url, begins) in [
            ("localhost:8080", "", near, Some(near)),
            ("LOCALHOST", "", near, Some(near)),
            ("kozyr.localhost:8080", "", near, Some(near)),
            ("127.0.0.1:8080", "", near, Some(near)),
            ("127.1.2.3", "", near, Some(near)),
            ("[::1]:8080", "", near, Some(near)),
            ("[::ffff:127.0.0.1]:8080", "", near, Some(near)),
            ("0.0.0.0:8080", "", near, Some(near)),
            ("192.168.1.7:8080", "", near, None),
            ("[fd00::7]:8080", "", near, None),
            ("kitchen.local:8080", "", near, None),
            ("localhost.example", "", near, None),
            ("localhost:8080", "", "", None),
            ("localhost:8080", public, near, Some(public)),
            ("192.168.1.7:8080", "https://cards.example/", near, Some(public)),
            ("", "", near, None),
        ] {
            let headers = [(header::HOST, host.parse().unwrap())].into_iter().collect();
            let site = site_for_others(&headers, public_url, near_url);
            assert_eq!(site.as_deref(), begins, "{host:?} at {public_url:?} and {near_url:?}");
        }
    }

    #[test]
    fn a_cookie_counts_for_the_rooms_own_page_only() {
        for (origin, public_url, counts) in [
            (None, "", true),
            (Some("http://room:8080"), "", true),
            (Some("https://cards.example"), "https://cards.example", true),
            (Some("https://cards.example"), "", false),
            (Some("https://evil.example"), "https://cards.example", false),
            (Some("null"), "", false),
            (Some(""), "", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "room:8080".parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, origin.parse().unwrap());
            }
            assert_eq!(is_same_site(&headers, public_url), counts, "{origin:?} at {public_url:?}");
        }
    }

    fn limits(sockets: u32, guests: u32) -> AddressLimits {
        AddressLimits { sockets, guests, guest_every: Duration::from_secs(1), behind_proxy: false }
    }

    fn at(text: &str) -> Source {
        Source::new(text.parse().unwrap())
    }

    #[test]
    fn an_address_has_so_many_sockets_at_a_time() {
        let callers = Callers::new(limits(2, 1));
        let first = callers.open(at("192.0.2.1")).unwrap();
        let _second = callers.open(at("::ffff:192.0.2.1")).unwrap();
        assert!(callers.open(at("192.0.2.1")).is_none());
        assert!(callers.open(at("192.0.2.2")).is_some(), "another address");
        drop(first);
        assert!(callers.open(at("192.0.2.1")).is_some(), "one has gone");
        let _a = callers.open(at("2001:db8:1:2::1")).unwrap();
        let _b = callers.open(at("2001:db8:1:ffff:ffff::7")).unwrap();
        assert!(callers.open(at("2001:db8:1:3::")).is_none(), "one customer");
        assert!(callers.open(at("2001:db8:2:2::1")).is_some(), "the next one");
    }

    #[test]
    fn all_networks_of_one_customer_are_one_address() {
        let callers = Callers::new(limits(2, 3));
        let now = Instant::now();
        let networks = || (0..100).map(|nth| at(&format!("2001:db8:1:{nth:x}::{nth:x}")));
        let others = || (1..=100).map(|nth| at(&format!("2001:db8:{nth:x}{nth:x}::1")));
        let take = |from: Source| callers.guest(from, now, |_| true);
        assert_eq!(networks().filter(|&from| take(from)).count(), 3, "guests");
        assert_eq!(networks().filter(|&from| callers.refill(from, now)).count() as u32, REFILLS, "refills");
        let held: Vec<Visit> = networks().filter_map(|from| callers.open(from)).collect();
        assert_eq!(held.len(), 2, "sockets");
        let peers = (0..100).map(|nth| format!("2001:db8:1:{nth:x}::1").parse().unwrap());
        let held: Vec<Visit> = peers.filter_map(|peer: IpAddr| callers.connect(peer)).collect();
        assert_eq!(held.len() as u32, 2 + PAGES, "connections");
        for _ in 0..FLOODS {
            callers.flooded(at("2001:db8:1:9::9"));
        }
        assert!(callers.connect("2001:db8:1:aaaa::1".parse().unwrap()).is_none(), "floods");
        assert!(others().all(|from| take(from) && callers.refill(from, now) && callers.open(from).is_some()));
    }

    #[test]
    fn who_brought_nobody_of_late_is_said_to_be_new() {
        let callers = Callers::new(limits(9, 3));
        let start = Instant::now();
        let is_new = |from: &str, seconds: u64| {
            let mut new = None;
            let room = |is_new| {
                new = Some(is_new);
                true
            };
            callers.guest(at(from), start + Duration::from_secs(seconds), room);
            new
        };
        assert_eq!(is_new("192.0.2.1", 0), Some(true));
        assert_eq!(is_new("192.0.2.1", 0), Some(false));
        assert_eq!(is_new("192.0.2.2", 0), Some(true));
        assert_eq!(is_new("192.0.2.1", 1), Some(false), "it takes three seconds to be as new");
        assert_eq!(is_new("192.0.2.1", 4), Some(true));
    }

    #[test]
    fn connections_that_are_no_sockets_are_counted_too() {
        let callers = Callers::new(limits(2, 1));
        let peer: IpAddr = "192.0.2.1".parse().unwrap();
        let held: Vec<Visit> = (0..2 + PAGES).filter_map(|_| callers.connect(peer)).collect();
        assert_eq!(held.len() as u32, 2 + PAGES);
        assert!(callers.connect(peer).is_none());
        assert!(callers.open(Source::new(peer)).is_some(), "sockets have a count of their own");
        let proxied = Callers::new(AddressLimits { behind_proxy: true, ..limits(2, 1) });
        let held: Vec<Visit> = (0..500).filter_map(|_| proxied.connect(peer)).collect();
        assert_eq!(held.len(), 500);
    }

    #[test]
    fn connections_come_in_a_burst_and_then_one_by_one() {
        let callers = Callers::new(limits(2, 1));
        let peer: IpAddr = "192.0.2.1".parse().unwrap();
        let came = (0..1_000).filter(|_| callers.connect(peer).is_some()).count() as u32;
        // A busy machine may take long enough for some more.
        assert!((2 * (2 + PAGES)..900).contains(&came), "{came}");
        assert!(callers.connect("192.0.2.2".parse().unwrap()).is_some(), "another address");
    }

    #[test]
    fn guests_come_in_a_burst_and_then_one_by_one() {
        let callers = Callers::new(limits(9, 3));
        let start = Instant::now();
        let come = |from: &str, seconds: u64| {
            callers.guest(at(from), start + Duration::from_secs(seconds), |_| true)
        };
        let came: Vec<bool> = [0, 0, 0, 0, 1, 1].map(|seconds| come("192.0.2.1", seconds)).to_vec();
        assert_eq!(came, [true, true, true, false, true, false]);
        assert!(come("192.0.2.2", 1), "another address");
        // A full room takes nothing from them, and is not asked for who may not come anyway.
        assert!(!callers.guest(at("192.0.2.3"), start, |_| false));
        assert!((0..3).all(|_| come("192.0.2.3", 0)));
        assert!(!callers.guest(at("192.0.2.3"), start, |_| panic!("asked")));
    }

    #[test]
    fn an_address_that_floods_gets_no_new_sockets_for_a_while() {
        let callers = Callers::new(limits(200, 3));
        for nth in 0..FLOODS {
            assert!(callers.open(at("192.0.2.1")).is_some(), "after {nth} floods");
            callers.flooded(at("192.0.2.1"));
        }
        assert!(callers.open(at("192.0.2.1")).is_none());
        assert!(callers.connect("192.0.2.1".parse().unwrap()).is_none());
        assert!(callers.open(at("192.0.2.2")).is_some(), "another address");
        let mut book = callers.book();
        let caller = book.callers.get_mut(&at("192.0.2.1")).unwrap();
        let soon = Instant::now() + FLOOD_FORGOTTEN;
        assert!(caller.floods.has_any(soon) && !caller.is_as_new(&callers.limits, soon), "it may try again");
        assert!(caller.is_as_new(&callers.limits, soon + FLOOD_FORGOTTEN * FLOODS));
    }

    #[test]
    fn who_has_gone_is_forgotten() {
        let callers = Callers::new(limits(9, 3));
        let start = Instant::now();
        let address = |nth: u32| Source::new(IpAddr::from(nth.to_be_bytes()));
        for nth in 0..10_000 {
            drop(callers.open(address(nth)));
        }
        assert_eq!(callers.book().callers.len(), 0, "who did nothing is forgotten at once");
        // One more address each millisecond makes a guest: after three seconds each is as good as new.
        let mut largest = 0;
        for nth in 0..50_000 {
            assert!(callers.guest(address(nth), start + Duration::from_millis(nth.into()), |_| true));
            largest = largest.max(callers.book().callers.len());
        }
        assert!((3_000..=6_100).contains(&largest), "{largest} addresses were kept");
        // Who is still there is not forgotten.
        let later = start + Duration::from_secs(1_000_000);
        let _held: Vec<Visit> = (0..5_000).filter_map(|nth| callers.open(address(nth))).collect();
        assert!(callers.guest(address(99_999), later, |_| true));
        let mut book = callers.book();
        assert_eq!(book.callers.values().map(|caller| caller.sockets).sum::<u32>(), 5_000);
        book.callers.retain(|_, caller| !caller.is_as_new(&callers.limits, later));
        assert_eq!(book.callers.len(), 5_001);
    }

    #[test]
    fn a_proxy_is_believed_only_when_there_is_one_and_only_its_own_word() {
        let peer: IpAddr = "127.0.0.1".parse().unwrap();
        let believing = Callers::new(AddressLimits { behind_proxy: true, ..limits(1, 1) });
        let open = Callers::new(limits(1, 1));
        for (lines, expect) in [
            (vec!["203.0.113.9"], "203.0.113.9"),
            (vec!["10.0.0.1, 203.0.113.9"], "203.0.113.9"),
            (vec!["10.0.0.1", "198.51.100.4,203.0.113.9"], "203.0.113.9"),
            (vec!["203.0.113.9:4711"], "203.0.113.9"),
            (vec!["[2001:db8:1:2:3::4]:80"], "2001:db8:1::"),
            (vec!["2001:db8:1:2:3::4"], "2001:db8:1::"),
            (vec!["203.0.113.9, unknown"], "127.0.0.1"),
            (vec!["203.0.113.9,"], "127.0.0.1"),
            (vec![], "127.0.0.1"),
        ] {
            let mut headers = HeaderMap::new();
            for line in &lines {
                headers.append("x-forwarded-for", line.parse().unwrap());
            }
            assert_eq!(believing.source(peer, &headers), at(expect), "{lines:?}");
            assert_eq!(open.source(peer, &headers), Source(peer), "{lines:?}");
        }
    }

    #[test]
    fn a_page_of_another_site_is_told_apart() {
        for (origin, own) in [
            (None, true),
            (Some("http://room.example:8080"), true),
            (Some("https://Room.Example:8080"), true),
            (Some("http://room.example"), false),
            (Some("http://room.example:8081"), false),
            (Some("https://room.example:8080.evil.example"), false),
            (Some("https://evil.example"), false),
            (Some("https://app.example"), false),
            (Some("ftp://room.example:8080"), false),
            (Some("null"), false),
            (Some(""), false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "room.example:8080".parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, origin.parse().unwrap());
            }
            assert_eq!(is_own_page(&headers, &[]), own, "{origin:?}");
            let trusted = ["https://App.example/".to_owned()];
            assert_eq!(is_own_page(&headers, &trusted), own || origin == Some("https://app.example"));
        }
    }
}
