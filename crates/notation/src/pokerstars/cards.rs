//! Cards between brackets: `[As Kd]`.

use crate::phh::Cards;
use core::fmt::Write;
use kozyr_cards::Card;

/// Reads `[As Kd]`, nothing before and nothing after it.
pub(crate) fn read(text: &str) -> Option<Vec<Card>> {
    let inside = text.strip_prefix('[')?.strip_suffix(']')?;
    inside.split(' ').map(card).collect()
}

fn card(text: &str) -> Option<Card> {
    match &*Cards::from_text(text.as_bytes()).ok()? {
        [Some(card)] => Some(*card),
        _ => None,
    }
}

/// These cards and unknown ones up to so many.
pub(crate) fn padded(cards: &[Card], count: usize) -> Option<Cards> {
    let mut faces: Vec<Option<Card>> = cards.iter().copied().map(Some).collect();
    if faces.len() > count {
        return None;
    }
    faces.resize(count, None);
    Cards::new(&faces).ok()
}

/// Writes the known ones between brackets.
pub(crate) fn write(out: &mut String, cards: impl IntoIterator<Item = Card>) {
    out.push('[');
    for (place, card) in cards.into_iter().enumerate() {
        let gap = if place == 0 { "" } else { " " };
        write!(out, "{gap}{card}").expect("a string takes everything");
    }
    out.push(']');
}
