//! `personalize`: the hand as one person may know it.

use super::line::{Line, Said};
use super::live::LiveHand;
use super::sheet::{Sheet, without_secrets};
use crate::json::Value;
use crate::phh::{Action, Cards, Shown};
use arrayvec::ArrayVec;
use kozyr_cards::{Card, CardSet};
use kozyr_poker::MAX_PLAYERS;

/// What a viewer knows of hole cards: their own, and what has been shown.
pub(crate) struct Eyes {
    row: Option<usize>,
    /// By row: everything, or these cards.
    shown: [Seen; MAX_PLAYERS],
}

#[derive(Clone, Copy)]
enum Seen {
    Cards(CardSet),
    All,
}

impl Eyes {
    pub(crate) fn of(sheet: &Sheet, row: Option<usize>) -> Eyes {
        let mut shown = [Seen::Cards(CardSet::EMPTY); MAX_PLAYERS];
        for line in &sheet.log {
            let Some(Action::ShowOrMuck { player, shown: show }) = line.action() else { continue };
            let Some(seen) = shown.get_mut(player.index()) else { continue };
            match (show, &mut *seen) {
                (Shown::Dealt, _) => *seen = Seen::All,
                (Shown::Cards(cards), Seen::Cards(known)) => {
                    for card in cards.known() {
                        known.insert(card);
                    }
                }
                _ => {}
            }
        }
        Eyes { row, shown }
    }

    pub(crate) fn knows(&self, row: usize, card: Card) -> bool {
        self.row == Some(row)
            || match self.shown.get(row) {
                Some(Seen::All) => true,
                Some(Seen::Cards(cards)) => cards.contains(card),
                None => false,
            }
    }

    /// The line as these eyes see it.
    pub(crate) fn see<'a>(&self, line: &'a Line) -> SeenLine<'a> {
        let Said::Act(Action::DealHole { player, cards }) = line.said else { return SeenLine::Whole(line) };
        let row = player.index();
        if cards.known().all(|card| self.knows(row, card)) {
            return SeenLine::Whole(line);
        }
        let faces: ArrayVec<Option<Card>, { Cards::MOST }> =
            cards.iter().map(|face| face.filter(|&card| self.knows(row, card))).collect();
        let cards = Cards::new(&faces).expect("as many cards as before");
        SeenLine::Masked(Line::of(Action::DealHole { player, cards }, line.at_ms))
    }
}

/// A line as somebody sees it.
pub(crate) enum SeenLine<'a> {
    Whole(&'a Line),
    Masked(Line),
}

impl std::ops::Deref for SeenLine<'_> {
    type Target = Line;
    fn deref(&self) -> &Line {
        match self {
            SeenLine::Whole(line) => line,
            SeenLine::Masked(line) => line,
        }
    }
}

impl LiveHand {
    /// The hand for one viewer: others' hole cards are unknown until shown, and nothing of the deck is there.
    /// Somebody without a seat, or nobody in particular, sees what is open.
    pub fn personalize(&self, viewer: Option<&str>) -> Value {
        let row = viewer.and_then(|name| self.sheet.row_of(name));
        let eyes = Eyes::of(&self.sheet, row);
        let rest = without_secrets(&self.sheet.rest);
        self.sheet.write(viewer, |line| eyes.see(line).text().to_owned(), &rest)
    }
}
