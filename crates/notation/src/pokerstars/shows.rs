//! Where the hands shown stand among the actions of a document.

use crate::phh::{Action, Hand, Player, Shown};
use std::borrow::Cow;

/// Puts the shows among the actions. A text has the hands at the end; when all were turned over in an all-in, the
/// document has them before the rest of the board.
pub(crate) fn place<T>(steps: &mut Vec<T>, shows: Vec<T>, players: usize, action: impl Fn(&T) -> Action) {
    let folds = steps.iter().filter(|step| matches!(action(step), Action::Fold(_))).count();
    let open = |show: &T| match action(show) {
        Action::ShowOrMuck { shown: Shown::Cards(cards), .. } => cards.iter().all(Option::is_some),
        Action::ShowOrMuck { shown: Shown::Dealt, .. } => true,
        _ => false,
    };
    let all_shown = shows.len() + folds == players && shows.iter().all(open);
    let is_board = |step: &T| matches!(action(step), Action::DealBoard(_) | Action::Nothing);
    let before = steps.iter().rposition(|step| !is_board(step)).map_or(0, |last| last + 1);
    let runs_out = steps[before..].iter().any(|step| matches!(action(step), Action::DealBoard(_)));
    let place = if all_shown && runs_out { before } else { steps.len() };
    steps.splice(place..place, shows);
}

/// Records of real games have hands "shown" that nobody saw, street by street until they become known. The same
/// play with what was seen only, each hand once.
pub(crate) fn tidy(document: &Hand) -> Cow<'_, Hand> {
    let unseen = |action: &Action| match action {
        Action::ShowOrMuck { shown: Shown::Cards(cards), .. } => cards.known().next().is_none(),
        Action::ShowOrMuck { player, shown: Shown::Dealt } => !is_dealt_face_up(document, *player),
        _ => false,
    };
    if !document.actions().iter().any(unseen) {
        return Cow::Borrowed(document);
    }
    let (mut steps, mut shows) = (Vec::new(), Vec::<(usize, Action)>::new());
    for (place, &action) in document.actions().iter().enumerate() {
        match action {
            action if unseen(&action) => {}
            Action::ShowOrMuck { player, .. } => {
                shows.retain(|(_, other)| other.player() != Some(player));
                shows.push((place, action));
            }
            action => steps.push((place, action)),
        }
    }
    place(&mut steps, shows, document.player_count(), |(_, action)| *action);
    let mut tidied = document.clone();
    tidied.truncate(0);
    for (place, action) in steps {
        match document.commentary(place) {
            Some(commentary) => tidied.push_with_commentary(action, commentary),
            None => tidied.push(action),
        }
    }
    Cow::Owned(tidied)
}

fn is_dealt_face_up(document: &Hand, to: Player) -> bool {
    let known = |action: &Action| match action {
        Action::DealHole { player, cards } => *player == to && cards.known().next().is_some(),
        _ => false,
    };
    document.actions().iter().any(known)
}
