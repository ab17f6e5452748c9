//! Tournaments: the document a tournament is exported as. Takes any bytes and panics only when something is
//! broken. Shared by the libFuzzer target and by the tests of `kozyr-tournament`.
#![allow(unreachable_pub)] // a module of a test as well

use kozyr_tournament::{Command, Millis, PauseKind, TableNo, Timestamp, Tournament};

/// Any text is a tournament or refused; one that is believed is written so that it reads back the same, and can be
/// played on with: its commands are done or refused, and no invariant breaks.
pub fn document(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(mut cup) = Tournament::from_json(text) else { return };
    assert_eq!(Tournament::from_json(&cup.to_json()).expect("what was written can be read"), cup);
    let later =
        |cup: &Tournament| Timestamp::from_millis(cup.last_at().as_millis().saturating_add(7_200_000));
    let tables: Vec<TableNo> = cup.tables().collect();
    let offered: Vec<_> = cup.offers().map(|(player, _)| player.clone()).collect();
    let mut commands = vec![Command::Tick, Command::Resume, Command::NextLevel];
    commands.extend(offered.into_iter().map(|player| Command::Rebuy { player }));
    commands.extend(tables.iter().map(|&table| Command::CallOff { table }));
    commands.push(Command::Rearrange(cup.floor().plan(&mut |n| n / 2)));
    commands.extend(tables.iter().map(|&table| Command::Deal {
        table,
        hand: "fuzz".into(),
        number: u32::MAX,
    }));
    commands.push(Command::Pause(PauseKind::ClockOnly));
    commands.push(Command::Break { length: Millis::from_minutes(5) });
    commands.push(Command::Recover { last_known: cup.last_at() });
    for command in commands {
        let now = later(&cup);
        let _ = cup.step(now, &command);
    }
    for table in tables {
        let Some(hand) = cup.hand_at(table) else { continue };
        let dealt: Vec<_> = hand.dealt().map(|(_, player, stack)| (player.clone(), stack)).collect();
        let pot = dealt.iter().map(|&(_, stack)| stack).sum();
        let result = kozyr_tournament::HandResult {
            table,
            hand: hand.id().clone(),
            shares: vec![(dealt[0].0.clone(), pot)],
            committed: dealt,
            acted: true,
            knocked_out: Vec::new(),
        };
        let now = later(&cup);
        let _ = cup.step(now, &Command::FinishHand(result));
    }
    let now = later(&cup);
    let _ = cup.step(now, &Command::Cancel);
    assert_eq!(Tournament::from_json(&cup.to_json()).expect("what was written can be read"), cup);
}
