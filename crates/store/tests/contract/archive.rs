//! Old events move to the archive, and nobody can tell.

use crate::common::*;
use kozyr_store::*;

contract!(archiving_changes_nothing_that_can_be_read, only_what_the_checkpoint_includes_is_archived);

/// Writes so many events, a few at a time, and a checkpoint after this one.
fn write(store: &TestStore, table: &str, events: usize, checkpoint: usize) {
    let mut head = store.claim(&stream(table)).unwrap();
    let mut written = 0;
    while written < events {
        let next = (written + 7).min(events).min(if written < checkpoint { checkpoint } else { events });
        let texts: Vec<_> = (written..next).map(|n| format!("{table} {n} {}", "x".repeat(n % 30))).collect();
        let mut batch = batch(table, head, &texts.iter().map(String::as_str).collect::<Vec<_>>());
        batch.checkpoint = (next == checkpoint).then(|| text("state"));
        let row = hand(&batch, written as u64, written as i64, &[(1, 1)]);
        let append = Append {
            at: at(written as i64 * 1_000),
            streams: vec![batch],
            hands: vec![row],
            ..Append::default()
        };
        store.append(append).unwrap();
        (written, head.sequence) = (next, Sequence(next as u64));
    }
}

fn archiving_changes_nothing_that_can_be_read(mut store: TestStore) {
    let (one, two) = (stream("table/1"), stream("table/2"));
    write(&store, "table/1", 1_000, 900);
    write(&store, "table/2", 600, 600);
    let before = everything(&*store);
    let loads = |store: &TestStore| {
        let bounds =
            [(0, 1), (0, 300), (255, 2), (256, 1), (200, 700), (510, 5), (767, 9), (768, 9), (999, 9)];
        bounds.map(|(after, limit)| store.load(&one, Sequence(after), limit).unwrap())
    };
    let hands = |store: &TestStore| [7u64, 252, 511, 763, 900].map(|n| store.hand_events(&one, n).unwrap());
    let (loaded, played) = (loads(&store), hands(&store));
    assert_eq!(loaded[1].len(), 300);
    let size = SEGMENT_EVENTS as u64;
    // In small steps, as far as whole segments of what the checkpoint includes go.
    assert_eq!(store.archive(&one, Sequence(u64::MAX), 1).unwrap(), size);
    assert_eq!((loads(&store), hands(&store)), (loaded.clone(), played.clone()));
    assert_eq!(store.archive(&one, Sequence(2 * size - 1), 9).unwrap(), 0, "not as far as asked");
    assert_eq!(store.archive(&one, Sequence(u64::MAX), 9).unwrap(), 2 * size);
    assert_eq!(store.archive(&one, Sequence(u64::MAX), 9).unwrap(), 0);
    assert_eq!(store.archive(&two, Sequence(u64::MAX), 9).unwrap(), 2 * size);
    assert_eq!(everything(&*store), before);
    store.reopen();
    assert_eq!(everything(&*store), before);
    assert_eq!((loads(&store), hands(&store)), (loaded, played));
    // The stream goes on.
    let head = store.claim(&one).unwrap();
    store.append(Append { streams: vec![batch("table/1", head, &["more"])], ..Append::default() }).unwrap();
    assert_eq!(store.load(&one, Sequence::START, 9_999).unwrap().len(), 1_001);
}

fn only_what_the_checkpoint_includes_is_archived(store: TestStore) {
    let id = stream("table/1");
    assert_eq!(store.archive(&id, Sequence(u64::MAX), 9).unwrap(), 0, "no such stream");
    write(&store, "table/1", 600, 0);
    assert_eq!(store.archive(&id, Sequence(u64::MAX), 9).unwrap(), 0, "no checkpoint");
    write(&store, "table/2", 600, 255);
    assert_eq!(store.archive(&stream("table/2"), Sequence(u64::MAX), 9).unwrap(), 0, "one too few");
}
