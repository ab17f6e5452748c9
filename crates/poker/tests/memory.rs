//! A running hand is small, and playing it asks for no memory.
#![allow(unsafe_code)] // an allocator that counts

use kozyr_chips::Chips;
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
fn a_running_hand_fits_in_two_kibibytes() {
    assert!(size_of::<Hand>() < 2048, "a hand takes {} bytes", size_of::<Hand>());
}

#[test]
fn a_whole_hand_is_played_without_asking_for_memory() {
    let rules = Rules::holdem(6, Chips::new(50), Chips::new(100));
    let stacks = [Chips::new(10_000); 6];
    let cards: Vec<_> = kozyr_cards::CardSet::FULL.iter().map(Some).collect();
    let before = ASKED.get();
    let mut hand = Hand::start(&rules, &stacks).unwrap();
    let (mut dealt, mut raises) = (0, 0);
    loop {
        match hand.next() {
            Next::Hole(player) => {
                hand.deal_hole(player, &cards[dealt..dealt + 2]).unwrap();
                dealt += 2;
            }
            Next::Board(count) => {
                hand.deal_board(&cards[dealt..dealt + count]).unwrap();
                dealt += count;
            }
            Next::Bet(player) => match hand.raise_bounds(player) {
                Ok((least, _)) if raises < 5 => {
                    raises += 1;
                    hand.raise_to(player, least).unwrap();
                }
                _ => hand.check_or_call(player).unwrap(),
            },
            Next::Show(_) => unreachable!("the showdown is automatic"),
            Next::Over => break,
        }
    }
    assert_eq!(ASKED.get(), before, "playing a hand asked for memory");
    assert_eq!(raises, 5);
}
