//! What to do about a refusal, in the words of the shell.

use kozyr_tournament::{EntrantId, Refusal, Rest, Status, Timestamp, Tournament};

/// A refusal with what to do about it.
pub fn with_hint(cup: &Tournament, refusal: &Refusal) -> String {
    let hint = hint(cup, refusal);
    if hint.is_empty() { refusal.to_string() } else { format!("{refusal}: {hint}") }
}

/// What to do; nothing when the refusal says it itself.
fn hint(cup: &Tournament, refusal: &Refusal) -> String {
    let plain = match refusal {
        Refusal::WrongStatus { .. } => return status(cup),
        Refusal::NotEntered(player) => return near(cup, player),
        Refusal::HandNumber { last, .. } => return format!("give a number above {last}"),
        Refusal::OnBreak | Refusal::AlreadyOnBreak => return after_break(cup),
        Refusal::AlreadyEntered(_) => "say another name if this is somebody else",
        Refusal::NoName => "give a name",
        Refusal::Full(_) => "wait until somebody unregisters",
        Refusal::TooFewEntrants(_) => "register more players",
        Refusal::BadSeating => "leave the chairs out to have them drawn",
        Refusal::BadChair(_) => "or leave the chair out to have one drawn",
        Refusal::EntriesClosed => {
            "the next tournament is theirs; lateEntry in the form says how long entries are open"
        }
        Refusal::NoReEntry(_) => "reEntries in the form says how often one may",
        Refusal::StillIn(_) => "say bust once they are out",
        Refusal::IsOut(_) => "see kozyr tournament standings for who is in",
        Refusal::NoTable(_) => "see kozyr tournament show for the tables",
        Refusal::NoHand(_) => "deal first",
        Refusal::NobodyToPlay(_) => "balance, or wait for a rebuy",
        Refusal::NotDealtIn(_) => "name players of this hand, or call it off first",
        Refusal::Twice(_) => "name them once",
        Refusal::CannotCommit { .. } => "name at most what they have",
        Refusal::NegativeAmount => "give an amount of nothing or more",
        Refusal::NoOffer(_) => {
            "an offer opens when somebody busts while rebuys last; see kozyr tournament show"
        }
        Refusal::NoAddOn(_) => "addOn in the form says when it is for sale, once to each",
        Refusal::NoBreak => "add-ons are sold at a break: say break MINUTES first",
        Refusal::AlreadyPaused => "say resume to go on",
        Refusal::NotPaused => "say pause to stop it",
        Refusal::LastLevel => "play on, the blinds stay",
        Refusal::BadBreak => "say break 10 for ten minutes",
        Refusal::MovesDue(_) => "say balance",
        Refusal::HandInPlay(_) => "say hand or bust to end it, or call-off",
        Refusal::WaitForOthers(_) | Refusal::RoundOpen => "play the hands of the other tables",
        Refusal::SharesAreNotThePot { .. } => "let what some won be what the others lost",
        Refusal::WhoKnockedOut(_) => "say bust PLAYER by PLAYER",
        Refusal::FirstLevel | Refusal::NoLevelEnd => "play on",
        Refusal::DealingPaused
        | Refusal::LevelsPlayed
        | Refusal::BadLevels(_)
        | Refusal::CountsDoNotAddUp { .. }
        | Refusal::NothingToUndo
        | Refusal::NothingToRedo
        | Refusal::TooManySteps
        | Refusal::HandId(_)
        | Refusal::LevelAsked
        | Refusal::BadShift(_)
        | Refusal::NoSittingOut => "",
    };
    plain.to_owned()
}

/// Where it goes on from here.
fn status(cup: &Tournament) -> String {
    let next = match cup.status() {
        Status::Setup => "say open first",
        Status::Lobby => "say start once everybody is registered",
        Status::Running | Status::Paused(_) => {
            "say enter for somebody who comes late, bust for somebody who is out"
        }
        Status::Finished | Status::Cancelled => "see kozyr tournament standings",
    };
    next.to_owned()
}

fn after_break(cup: &Tournament) -> String {
    match cup.rest() {
        Some(Rest::Counting { ends_at }) => format!("it ends at {}, wait until then", clock(ends_at)),
        Some(Rest::Called { .. }) => "end the hands in play first, then it begins".to_owned(),
        None => "say tick, then wait until it ends".to_owned(),
    }
}

/// Hours, minutes and seconds, as everywhere in UTC.
pub fn clock(at: Timestamp) -> String {
    at.to_string().get(11..19).map_or_else(|| at.to_string(), |time| format!("{time}Z"))
}

/// Whose name it nearly is.
fn near(cup: &Tournament, player: &EntrantId) -> String {
    let name = player.as_str().to_lowercase();
    let ids = cup.entrants().iter().map(|entrant| entrant.id.as_str());
    let near = ids.map(|id| (distance(&id.to_lowercase(), &name), id)).min();
    match near.filter(|&(apart, id)| apart <= id.chars().count().div_ceil(3)) {
        Some((_, id)) => format!("did you mean {id:?}? Names are written as they were registered"),
        None => "see kozyr tournament show for who has".to_owned(),
    }
}

/// How many letters have to be put in, left out or changed.
pub fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, letter) in one.chars().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], index + 1);
        for (place, same) in other.iter().map(|&seen| seen == letter).enumerate() {
            let changed = corner + usize::from(!same);
            corner = row[place + 1];
            row[place + 1] = changed.min(corner + 1).min(row[place] + 1);
        }
    }
    row[other.len()]
}
