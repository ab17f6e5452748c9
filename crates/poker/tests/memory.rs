//! A running hand is small, and playing it asks for no memory.
#![allow(unsafe_code)] // an allocator that counts

use kozyr_chips::Chips;
use kozyr_poker::variant::VARIANTS;
use kozyr_poker::{Hand, Next, Rules};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local!(static ASKED: Cell<usize> = const { Cell::new(0) });

// SAFETY: everything is passed on to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_running_hand_is_about_a_kibibyte() {
    assert!(size_of::<Hand>() <= 1200, "a hand takes {} bytes", size_of::<Hand>());
}

/// Plays a hand of six where the first five who may raise do so and everybody changes their first card; how often
/// memory was asked for, and how many raised.
fn played(rules: &Rules) -> (usize, usize) {
    let stacks = [Chips::new(10_000); 6];
    let cards: Vec<_> = rules.variant.pack.cards().iter().map(Some).collect();
    let before = ASKED.get();
    let mut hand = Hand::start(rules, &stacks).unwrap();
    let (mut dealt, mut raises) = (0, 0);
    loop {
        match hand.next() {
            Next::Hole(player) => {
                let lacks = if hand.street() == 0 { rules.variant.streets[0].own() } else { 1 };
                let some = &cards[dealt..dealt + usize::from(lacks)];
                hand.deal_hole(player, some).unwrap();
                dealt += some.len();
            }
            Next::Board(count) => {
                hand.deal_board(&cards[dealt..dealt + count]).unwrap();
                dealt += count;
            }
            Next::Draw(player) => {
                let first = [hand.hole(player)[0]];
                hand.discard(player, &first).unwrap();
            }
            Next::Bet(player) => match hand.raise_bounds(player) {
                Ok((least, _)) if raises < 3 => {
                    raises += 1;
                    hand.raise_to(player, least).unwrap();
                }
                _ => hand.check_or_call(player).unwrap(),
            },
            Next::Runouts => unreachable!("the board is dealt once"),
            Next::Show(_) => unreachable!("the showdown is automatic"),
            Next::Over => break,
        }
    }
    (ASKED.get() - before, raises)
}

#[test]
fn a_whole_hand_of_any_variant_is_played_without_asking_for_memory() {
    let (small, big) = (Chips::new(50), Chips::new(100));
    for variant in VARIANTS {
        let rules = if variant.has_bring_in() {
            Rules::stud(variant, [Chips::new(10); 6].into_iter().collect(), small, [big, big + big])
        } else {
            Rules { variant, ..Rules::holdem(6, small, big) }
        };
        assert_eq!(played(&rules), (0, 3), "{}", variant.name);
    }
}
