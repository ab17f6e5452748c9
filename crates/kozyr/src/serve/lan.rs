//! The home network: where the room can be reached from, and a picture of it for phones.

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use std::net::{IpAddr, SocketAddr};

/// The addresses of this machine that others in the network can reach, the likeliest first.
pub fn addresses(port: u16) -> Vec<String> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let mut found: Vec<IpAddr> =
        interfaces.iter().map(if_addrs::Interface::ip).filter(is_reachable).collect();
    // Homes have private addresses of the fourth version; those of the sixth are hard to read out.
    found.sort_by_key(|address| (address.is_ipv6(), !is_private(address)));
    found.dedup();
    found.into_iter().map(|address| format!("http://{}", SocketAddr::new(address, port))).collect()
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
    fn a_square_has_its_three_corners() {
        let square = qr("http://192.168.1.7:8080").unwrap();
        let lines: Vec<&str> = square.lines().collect();
        assert!(
            lines.len() >= 15 && lines.iter().all(|line| line.chars().count() == lines[0].chars().count())
        );
        assert!(qr(&"x".repeat(10_000)).is_none(), "more than a square holds");
    }
}
