//! The fuzz target of a Seka table on seeded bytes: a sample of what `make fuzz` does for longer.

#[path = "../../../fuzz/src/seka_table.rs"]
mod seka_table;

use kozyr_card_game::laws::Dice;

#[test]
fn any_stream_of_inputs_is_taken_or_refused() {
    for seed in 0..2_000 {
        let mut dice = Dice::random(seed);
        let length = dice.below(1000);
        let bytes: Vec<u8> = (0..length).map(|_| dice.below(256) as u8).collect();
        seka_table::table(&bytes);
    }
}

/// The committed seeds; a crash that was mended is one of them.
#[test]
#[allow(clippy::disallowed_methods)] // A test reads its data.
fn the_corpus_passes() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/seka_table");
    let seeds: Vec<_> = std::fs::read_dir(folder).unwrap().collect();
    assert!(seeds.len() >= 3, "only {} seeds", seeds.len());
    for seed in seeds {
        seka_table::table(&std::fs::read(seed.unwrap().path()).unwrap());
    }
}
