//! The fuzz targets on seeded bytes: a sample of what `make fuzz` does for longer.

#[path = "../../../fuzz/src/seka.rs"]
mod seka;

use kozyr_card_game::laws::Dice;

fn bytes(dice: &mut Dice, most: u32) -> Vec<u8> {
    let length = dice.below(most);
    (0..length).map(|_| dice.below(256) as u8).collect()
}

#[test]
fn any_stream_of_moves_is_played_or_refused() {
    let mut dice = Dice::random(1);
    for _ in 0..20_000 {
        seka::deal(&bytes(&mut dice, 300));
        dice = Dice::random(u64::from(dice.below(u32::MAX)));
    }
}

/// The committed seeds; a crash that was mended is one of them.
#[test]
#[allow(clippy::disallowed_methods)] // A test reads its data.
fn the_corpus_passes() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus");
    for (target, check) in [("seka_text", seka::text as fn(&[u8])), ("seka_deal", seka::deal)] {
        let seeds: Vec<_> = std::fs::read_dir(format!("{folder}/{target}")).unwrap().collect();
        assert!(seeds.len() >= 3, "{target} has only {} seeds", seeds.len());
        for seed in seeds {
            check(&std::fs::read(seed.unwrap().path()).unwrap());
        }
    }
}

const DEAL: &str = include_str!("../../../testdata/seka/svara.seka");

/// Bytes changed, cut out, doubled and moved about in a text that reads.
#[test]
fn mutated_texts_are_read_or_refused() {
    let mut dice = Dice::random(3);
    let mut read = 0;
    for _ in 0..20_000 {
        let mut text = DEAL.as_bytes().to_vec();
        for _ in 0..=dice.below(3) {
            let at = dice.below(text.len() as u32) as usize;
            let end = (at + 1 + dice.below(12) as usize).min(text.len());
            match dice.below(5) {
                0 => text[at] = dice.below(128) as u8,
                1 => drop(text.drain(at..end)),
                2 => text.insert(at, *dice.pick(b"0123456789 \n:|#AHC+-")),
                3 => {
                    let piece = text[at..end].to_vec();
                    let to = dice.below(text.len() as u32) as usize;
                    text.splice(to..to, piece);
                }
                _ => swap_lines(&mut text, &mut dice),
            }
            if text.is_empty() {
                break;
            }
        }
        seka::text(&text);
        read +=
            u32::from(std::str::from_utf8(&text).is_ok_and(|text| kozyr_seka::notation::read(text).is_ok()));
        dice = Dice::random(u64::from(dice.below(u32::MAX)));
    }
    // Changed comments and notes still read; most other changes are noticed.
    assert!((500..15_000).contains(&read), "{read} of 20000 changed texts were read");
}

fn swap_lines(text: &mut Vec<u8>, dice: &mut Dice) {
    let mut lines: Vec<Vec<u8>> = text.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    let count = lines.len() as u32;
    lines.swap(dice.below(count) as usize, dice.below(count) as usize);
    *text = lines.join(&b'\n');
}

mod any_text {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn is_read_or_refused(text in "(seka 1\n)?([a-z0-9 :|#+,%-]{0,20}\n|[1-6] (check|call|open|reveal)\n|deal [1-6]: (10H|AS|6C| )*\n){0,20}") {
            super::seka::text(text.as_bytes());
        }

        #[test]
        fn of_any_kind_is_read_or_refused(text in ".{0,200}") {
            super::seka::text(text.as_bytes());
        }
    }
}
