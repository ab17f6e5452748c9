//! The home network: where the room can be reached from, and a picture of it for phones.

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// Where others in the network reach a room that listens there, the likeliest first.
pub fn addresses(listens: SocketAddr) -> Vec<String> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    reached_by(listens, interfaces.iter().map(if_addrs::Interface::ip).collect())
}

/// The same of a machine with these addresses.
fn reached_by(listens: SocketAddr, mut own: Vec<IpAddr>) -> Vec<String> {
    match listens.ip() {
        ip if !ip.is_unspecified() => own = vec![ip],
        // Who listens on all addresses of the fourth version is not reached by one of the sixth.
        IpAddr::V4(_) => own.retain(IpAddr::is_ipv4),
        IpAddr::V6(_) => {}
    }
    own.retain(is_reachable);
    // Homes have private addresses of the fourth version; those of the sixth are hard to read out.
    own.sort_by_key(|address| (address.is_ipv6(), !is_private(address)));
    own.dedup();
    own.into_iter().map(|address| url(address, listens.port())).collect()
}

/// Where a browser on this machine finds a room that listens there: 0.0.0.0 is no address to go to.
pub fn on_this_machine(listens: SocketAddr) -> String {
    let ip = match listens.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    url(ip, listens.port())
}

fn url(ip: IpAddr, port: u16) -> String {
    format!("http://{}", SocketAddr::new(ip, port))
}

fn is_reachable(address: &IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => !address.is_loopback() && !address.is_link_local(),
        // Those that need the name of an interface help nobody on a phone.
        IpAddr::V6(address) => !address.is_loopback() && address.segments()[0] & 0xffc0 != 0xfe80,
    }
}

fn is_private(address: &IpAddr) -> bool {
    matches!(address, IpAddr::V4(address) if address.is_private())
}

/// The text as a square to be photographed, drawn in letters.
pub fn qr(text: &str) -> Option<String> {
    let code = QrCode::new(text.as_bytes()).ok()?;
    // Light letters on a dark screen are what a phone reads.
    let (dark, light) = (Dense1x2::Dark, Dense1x2::Light);
    Some(code.render::<Dense1x2>().dark_color(light).light_color(dark).quiet_zone(true).build())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_phone_can_reach_is_named() {
        let reachable = |text: &str| is_reachable(&text.parse().unwrap());
        assert!(reachable("192.168.1.7") && reachable("10.0.0.2") && reachable("2001:db8::7"));
        assert!(
            !reachable("127.0.0.1")
                && !reachable("169.254.3.3")
                && !reachable("::1")
                && !reachable("fe80::1")
        );
    }

    #[test]
    fn a_room_is_where_it_can_be_reached() {
        let own = ["fd00::7", "127.0.0.1", "10.8.0.2", "::1", "203.0.113.9", "169.254.3.3", "10.8.0.2"];
        for (listens, here, near) in [
            ("127.0.0.1:80", "http://127.0.0.1:80", &[][..]),
            ("0.0.0.0:80", "http://127.0.0.1:80", &["http://10.8.0.2:80", "http://203.0.113.9:80"]),
            (
                "[::]:80",
                "http://[::1]:80",
                &["http://10.8.0.2:80", "http://203.0.113.9:80", "http://[fd00::7]:80"],
            ),
            ("203.0.113.9:80", "http://203.0.113.9:80", &["http://203.0.113.9:80"]),
        ] {
            let listens = listens.parse().unwrap();
            assert_eq!(on_this_machine(listens), here);
            assert_eq!(reached_by(listens, own.map(|ip| ip.parse().unwrap()).to_vec()), near, "{listens}");
        }
    }

    #[test]
    fn a_square_has_its_three_corners() {
        let square = qr("http://192.168.1.7:8080").unwrap();
        let lines: Vec<&str> = square.lines().collect();
        assert!(
            lines.len() >= 15 && lines.iter().all(|line| line.chars().count() == lines[0].chars().count())
        );
        assert!(qr(&"x".repeat(10_000)).is_none(), "more than a square holds");
    }
}
