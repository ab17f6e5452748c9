//! Makes the tables of the crate: a tenth of a second of work, no input but the code.
//!
//! # The idea
//! Every rank has a random 64-bit key, and the keys of a hand's cards are added up. The sum names the
//! multiset of ranks; its low bits are a row, its high bits a column, and a displacement per row says
//! where the row's columns lie in one packed table: `table[displacement[row] ^ column]`. Rows are laid
//! down one after another, the fullest first, each with the first displacement that collides with
//! nothing (hash, displace and compress). Between the row and the column the sum has room for
//! counters: how many cards of each suit, how many in all.
//!
//! Seven cards have a table of their own, because it is the one that has to stay in the cache; five
//! and six cards share another. A flush is looked up by the ranks of its suit.
//!
//! Not every set of random keys works. `FIRST_SEED` does, and a change of the layout below will find
//! its next seed by itself, in seconds.

use std::fmt::Write as _;
use std::path::PathBuf;

// The crate uses more of it than the build script does.
#[allow(dead_code)]
#[path = "src/classify.rs"]
mod classify;

#[path = "src/layout.rs"]
mod layout;

use layout::{COUNT_ONE, FEW_ROWS, FEW_SLOTS, SEVEN_ROWS, SEVEN_SLOTS, suit_one};

const FIRST_SEED: u64 = 37;

fn main() {
    for file in ["build.rs", "src/classify.rs", "src/layout.rs"] {
        println!("cargo::rerun-if-changed={file}");
    }
    let (seed, tables) =
        (FIRST_SEED..).find_map(|seed| Some((seed, tables(seed)?))).expect("seeds do not run out");
    if seed != FIRST_SEED {
        println!("cargo::warning=the tables of kozyr-ranking would build faster from FIRST_SEED = {seed}");
    }
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("tables.rs");
    #[allow(clippy::disallowed_methods)] // a build script's work is to write a file
    std::fs::write(out, tables).expect("OUT_DIR can be written");
}

/// The source of all tables, unless two sums collide with these keys or a row fits nowhere.
fn tables(seed: u64) -> Option<String> {
    let keys = rank_keys(seed);
    let seven = Packed::new(&hands_of(7, &keys), layout::seven_place, SEVEN_ROWS, SEVEN_SLOTS)?;
    let mut few = hands_of(5, &keys);
    few.extend(hands_of(6, &keys));
    let few = Packed::new(&few, layout::few_place, FEW_ROWS, FEW_SLOTS)?;
    let suited =
        (0..1u16 << 13).map(|ranks| if ranks.count_ones() < 5 { 0 } else { classify::by_suited(ranks) });

    let mut source = String::from("Tables {");
    table(&mut source, "keys", card_keys(&keys));
    table(&mut source, "seven_rows", seven.displacements);
    table(&mut source, "seven", seven.slots);
    table(&mut source, "few_rows", few.displacements);
    table(&mut source, "few", few.slots);
    table(&mut source, "suited", suited.collect());
    source.push_str("rank_bits: [");
    (0..4).for_each(|suit| list(&mut source, rank_bits(suit)));
    source.push_str("]}");
    Some(source)
}

/// Random keys, with nothing where the counters are.
fn rank_keys(seed: u64) -> [u64; 13] {
    let mut state = seed << 32;
    [(); 13].map(|()| {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) & layout::RANDOM
    })
}

fn card_keys(keys: &[u64; 13]) -> Vec<u64> {
    let key = |byte: usize| keys[byte / 4 - 2] + COUNT_ONE + suit_one(byte as u8 % 4);
    (0..256).map(|byte| if (8..60).contains(&byte) { key(byte) } else { 0 }).collect()
}

/// The bit of each card's rank, for the cards of a suit.
fn rank_bits(suit: usize) -> Vec<u16> {
    (0..64)
        .map(|byte| if (8..60).contains(&byte) && byte % 4 == suit { 1 << (byte / 4 - 2) } else { 0 })
        .collect()
}

/// Each multiset of `size` ranks: its sum and its strength.
fn hands_of(size: u8, keys: &[u64; 13]) -> Vec<(u64, u16)> {
    fn each(rank: usize, left: u8, counts: &mut [u8; 13], visit: &mut impl FnMut(&[u8; 13])) {
        if rank == 13 {
            if left == 0 {
                visit(counts);
            }
            return;
        }
        for count in 0..=left.min(4) {
            counts[rank] = count;
            each(rank + 1, left - count, counts, visit);
        }
        counts[rank] = 0;
    }
    let mut hands = Vec::new();
    each(0, size, &mut [0; 13], &mut |counts| {
        let sum =
            counts.iter().zip(keys).fold(0u64, |sum, (&n, key)| sum.wrapping_add(key.wrapping_mul(n.into())));
        hands.push((sum, classify::by_counts(counts)));
    });
    hands
}

/// A packed table and the displacements of its rows.
struct Packed {
    displacements: Vec<u16>,
    slots: Vec<u16>,
}

impl Packed {
    fn new(
        hands: &[(u64, u16)],
        place: fn(u64) -> (usize, usize),
        rows: usize,
        slots: usize,
    ) -> Option<Packed> {
        let mut of_row: Vec<Vec<(usize, u16)>> = vec![Vec::new(); rows];
        for &(sum, strength) in hands {
            let (row, column) = place(sum);
            of_row[row].push((column, strength));
        }
        let mut fullest_first: Vec<usize> = (0..rows).collect();
        fullest_first.sort_by_key(|&row| std::cmp::Reverse(of_row[row].len()));

        let mut packed = Packed { displacements: vec![0; rows], slots: vec![0; slots] };
        let mut taken = vec![false; slots];
        for row in fullest_first {
            let hands = &mut of_row[row];
            hands.sort_unstable();
            if hands.windows(2).any(|two| two[0].0 == two[1].0) {
                return None;
            }
            let fits = |by: &usize| hands.iter().all(|&(column, _)| !taken[*by ^ column]);
            let by = (0..slots).find(fits)?;
            packed.displacements[row] = by as u16;
            for &(column, strength) in hands.iter() {
                taken[by ^ column] = true;
                packed.slots[by ^ column] = strength;
            }
        }
        Some(packed)
    }
}

fn table<T: std::fmt::Display>(source: &mut String, name: &str, values: Vec<T>) {
    write!(source, "{name}: ").expect("a String grows");
    list(source, values);
}

fn list<T: std::fmt::Display>(source: &mut String, values: Vec<T>) {
    source.push('[');
    for value in values {
        write!(source, "{value},").expect("a String grows");
    }
    source.push_str("],\n");
}
