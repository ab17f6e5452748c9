//! Where the room says it is: what it prints, and what links for others begin with.

use crate::support::client::Client;
use crate::support::process::Process;
use kozyr_protocol::room::ToClient;

/// What a client who came by this machine's own address is told to begin links with.
async fn site(room: &Process) -> Option<String> {
    let mut client = Client::connect(room.port).await;
    client.send_text(r#"{"type":"hello","protocol":3,"token":null,"language":"en"}"#.into()).await;
    match client.until(|message| matches!(message, ToClient::Welcome { .. })).await {
        ToClient::Welcome { site, .. } => site,
        _ => unreachable!(),
    }
}

/// What is printed after these words, line by line.
fn after<'a>(room: &'a Process, words: &str) -> Vec<&'a str> {
    room.printed.lines().filter_map(|line| line.strip_prefix(words)).collect()
}

#[tokio::test]
async fn at_home_it_prints_addresses_that_lead_to_it_and_links_begin_with_the_first() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &["--bots", "0", "--lan"]);
    assert!(!room.printed.contains("0.0.0.0"), "{}", room.printed);
    let here = format!("http://127.0.0.1:{}", room.port);
    assert_eq!(after(&room, "kozyr: the room is open on "), [here.as_str()]);
    let near = after(&room, "kozyr: in your network: ");
    let port = format!(":{}", room.port);
    assert!(near.iter().all(|url| url.starts_with("http://") && url.ends_with(&port)), "{}", room.printed);
    let admin = after(&room, "kozyr: whoever opens this link first is the admin: ");
    let first = near.first().copied();
    assert!(admin[0].starts_with(&format!("{}/admin#", first.unwrap_or(&here))), "{}", room.printed);
    // A machine without a network has no address to print, and says so.
    let no_address = room.printed.contains("this machine has no address in a network");
    let square = room.printed.lines().filter(|line| line.contains('█')).count();
    assert!(if near.is_empty() { no_address } else { square > 10 && !no_address }, "{}", room.printed);
    assert_eq!(site(&room).await.as_deref(), first);
    assert!(room.stop().success());
}

#[tokio::test]
async fn links_begin_with_the_public_address_or_with_what_the_page_came_by() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &["--bots", "0", "--public-url", "https://cards.example"]);
    assert_eq!(after(&room, "kozyr: people outside come to "), ["https://cards.example"]);
    assert!(room.printed.contains("https://cards.example/admin#"), "{}", room.printed);
    assert_eq!(site(&room).await.as_deref(), Some("https://cards.example"));
    assert!(room.stop().success());
    let room = Process::start(data.path(), 0, &["--bots", "0"]);
    assert_eq!(after(&room, "kozyr: in your network: "), [""; 0], "it listens to this machine only");
    assert_eq!(site(&room).await, None);
    assert!(room.stop().success());
}
