//! Players of the house.
//!
//! A bot sees a [`TableView`] like any other client and answers with a [`GameAction`]; there is no
//! other door into the game for it. Where its random numbers come from is an argument, so that the same bot
//! in the same spot can be watched again.
#![forbid(unsafe_code)]

pub mod durak;
pub mod holdem;
pub mod seka;

use kozyr_protocol::room::{
    DurakWord, GameAction, GameInfo, GameView, GameWord, OwnGame, PlayerKind, SeatState, SeatView,
    TableEvent, TableInfo, TableView, ToClient,
};

/// A bot's random numbers: a uniform one under `n`.
pub type Random<'a> = &'a mut dyn FnMut(u32) -> u32;

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Level {
    /// For fun, with its weaknesses.
    #[default]
    Casual,
    /// As well as it can.
    Strong,
}

/// What a bot does: a decision of the game, or a word beside it.
#[derive(Clone, PartialEq, Debug)]
pub enum Deed {
    /// Acts in the game.
    Act(GameAction),
    /// Says something beside it.
    Say(GameWord),
}

/// What a bot remembers of what it was told, beyond what lies on the table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Memory {
    /// Of a party of Durak.
    pub durak: durak::Memory,
}

impl Memory {
    /// Takes in what the room says.
    pub fn hear(&mut self, message: &ToClient) {
        match message {
            // What happened before is not known: whatever was remembered may be of another hand.
            ToClient::Snapshot { .. } => *self = Memory::default(),
            ToClient::Update { steps, .. } => steps.iter().for_each(|step| self.note(&step.events)),
            _ => {}
        }
    }

    /// Takes in what everybody was told.
    pub fn note(&mut self, events: &[TableEvent]) {
        events.iter().for_each(|event| self.durak.note(event));
    }
}

/// What a bot does in this spot; nothing when nobody waits for it.
pub fn choose(
    level: Level,
    info: &TableInfo,
    view: &TableView,
    memory: &Memory,
    random: Random<'_>,
) -> Option<Deed> {
    let own = view.own.as_ref()?;
    match (&info.game, &view.game, own.game.as_ref()?) {
        (GameInfo::Holdem { variant, big_blind, .. }, GameView::Holdem(game), OwnGame::Holdem(hand)) => {
            let (big_blind, me) = (*big_blind, own.seat?);
            let table = holdem::Table { variant, big_blind, me, game, own: hand };
            holdem::choose(level, &table, random).map(|action| Deed::Act(GameAction::Holdem(action)))
        }
        (GameInfo::Durak(rules), GameView::Durak(game), OwnGame::Durak(hand)) => {
            if hand.words.contains(&DurakWord::Ready) {
                return Some(Deed::Say(GameWord::Durak(DurakWord::Ready)));
            }
            let (seats, me, memory) = (info.seats, own.seat?, &memory.durak);
            let spot = durak::Spot { info: rules, seats, me, game, own: hand, memory };
            durak::choose(level, &spot, random).map(|action| Deed::Act(GameAction::Durak(action)))
        }
        (GameInfo::Seka(info), GameView::Seka(game), OwnGame::Seka(hand)) => {
            let acts = seka::choose(level, info, own.seat?, game, hand, random);
            let says = || seka::says(view, game, hand).map(|word| Deed::Say(GameWord::Seka(word)));
            acts.map(|action| Deed::Act(GameAction::Seka(action))).or_else(says)
        }
        _ => None,
    }
}

/// How long a person would look at this spot, in milliseconds: a moment for the obvious, longer for
/// what costs much.
pub fn thinking_ms(deed: &Deed, view: &TableView, random: Random<'_>) -> u64 {
    let (least, spread) = match deed {
        Deed::Act(GameAction::Holdem(action)) => holdem::thinking(action),
        Deed::Act(GameAction::Durak(action)) => durak::thinking(action),
        Deed::Act(GameAction::Seka(action)) => seka::thinking(action),
        Deed::Say(_) => (400, 1_200),
    };
    let thinks = least + u64::from(random(spread));
    if somebody_waits(view) { thinks / 3 } else { thinks }
}

/// Has a person sat down who gets their first cards when this hand is over? Then nobody dawdles.
fn somebody_waits(view: &TableView) -> bool {
    let waits = |seat: &SeatView| {
        seat.kind == PlayerKind::Person && seat.state == SeatState::Playing && !seat.in_hand
    };
    view.seats.values().any(waits)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use kozyr_protocol::room::{BySeat, HoldemAction, HoldemView};

    /// The same numbers every time.
    pub(crate) fn random(seed: u32) -> impl FnMut(u32) -> u32 {
        let mut state = seed;
        move |n| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % n
        }
    }

    #[test]
    fn nobody_dawdles_while_somebody_waits_for_their_first_cards() {
        let at = kozyr_card_game::Seat::from_index;
        let seat = |kind, state, in_hand| SeatView {
            player: 1,
            name: "x".into(),
            kind,
            stack: kozyr_chips::Chips::new(100),
            state,
            connected: true,
            away: false,
            owes: kozyr_chips::Chips::ZERO,
            top_up: kozyr_chips::Chips::ZERO,
            in_hand,
        };
        let seats = [
            (at(0), seat(PlayerKind::Bot, SeatState::Playing, true)),
            (at(1), seat(PlayerKind::Person, SeatState::Playing, true)),
            (at(2), seat(PlayerKind::Person, SeatState::SittingOut, false)),
        ];
        let mut view = TableView {
            seats: seats.into_iter().collect(),
            hand: 1,
            running: true,
            clocks: BySeat::default(),
            stage: None,
            rest: None,
            take: None,
            game: GameView::Holdem(HoldemView::default()),
            own: None,
        };
        let thinks = |view: &TableView| {
            thinking_ms(&Deed::Act(GameAction::Holdem(HoldemAction::Fold)), view, &mut |_| 0)
        };
        let usual = thinks(&view);
        view.seats.insert(at(3), seat(PlayerKind::Bot, SeatState::Playing, false));
        assert_eq!(thinks(&view), usual, "a bot can wait");
        view.seats.insert(at(4), seat(PlayerKind::Person, SeatState::Playing, false));
        assert_eq!(thinks(&view), usual / 3);
    }
}
