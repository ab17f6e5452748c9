//! Reading hands into the same place again and again allocates nothing.
#![allow(unsafe_code)] // a global allocator that counts

use kozyr_notation::phh::{Hand, Reader};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

struct Counting;

static COUNT: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is passed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_hand_read_again_costs_no_allocation() {
    let hands = ["fixed-limit-holdem", "pot-limit-omaha", "single-draw", "stud"].map(|name| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/phh");
        std::fs::read(format!("{folder}/{name}.phh")).unwrap()
    });
    let mut reader = Reader::default();
    let mut hand = Hand::default();
    let mut read_all = || {
        for text in &hands {
            reader.read(text, &mut hand).unwrap();
        }
    };
    read_all();
    let before = COUNT.load(Ordering::Relaxed);
    read_all();
    assert_eq!(COUNT.load(Ordering::Relaxed) - before, 0);
}
