//! The thirteen states of a channel, and every way from one to another.
//!
//! ```text
//!             subscribe            watch, chatjoin
//!  subscribed <--------- free ---------------------> watch, chat
//!                        | ^ ^
//!             find |-----| | +------------------------------+
//!                  v       | findcancel, not confirmed       |
//!                find -----+                                 | leave, place lost
//!           found  v  ^ partners lost                        |
//!                begin ------+              taketurn ---> takeplace <--- create, join, takeplace
//!           begin  v         | leave         (a box comes free)  |
//!               okbegin -----+----> free                         |
//!     all confirmed v                      all sat down          |
//!                 game <-----------------------------------------+
//!          leave v ^ return      \ gameover
//!               leave             v
//!                  \ gameover   revanche --revanche--> okrevanche --all agreed--> game
//!                   +--> free     +--------leave, revanchecancel, time--> free <---+
//! ```

use super::Fault;

/// Where a channel stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum State {
    /// Nothing going on.
    Free,
    /// Watches the list of tables.
    Subscribed,
    /// Waits for partners.
    Find,
    /// Partners are found; has to confirm.
    Begin,
    /// Has confirmed; waits for the others.
    OkBegin,
    /// Plays.
    Game,
    /// Is away from the table while the game goes on.
    Leave,
    /// The game is over; may ask for another one.
    Revanche,
    /// Has asked for another one; waits for the others.
    OkRevanche,
    /// Looks on.
    Watch,
    /// Talks.
    Chat,
    /// Waits for a box to come free.
    TakeTurn,
    /// Has a box and waits for the game.
    TakePlace,
}

/// What moves a channel from one state to another: a command of its user, or something that happens to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Step {
    Subscribe,
    Unsubscribe,
    Find,
    FindCancel,
    Begin,
    /// `create`, `join` or `takeplace`.
    TakePlace,
    TakeTurn,
    Watch,
    Unwatch,
    ChatJoin,
    ChatLeave,
    Leave,
    Return,
    Revanche,
    RevancheCancel,
    /// Partners are found.
    Found,
    /// A partner was lost before the game began.
    BackToFind,
    /// The game begins: all confirmed, agreed or sat down.
    Start,
    /// The game is over, and there may be another one.
    GameOver,
    /// They play no more parties of a game that has no last point.
    GetUp,
    /// A box came free for whoever waited longest.
    Offered,
    /// What it waited for will not come: time is over, partners or table are gone.
    Dropped,
}

impl State {
    /// All thirteen.
    pub const ALL: [State; 13] = [
        State::Free,
        State::Subscribed,
        State::Find,
        State::Begin,
        State::OkBegin,
        State::Game,
        State::Leave,
        State::Revanche,
        State::OkRevanche,
        State::Watch,
        State::Chat,
        State::TakeTurn,
        State::TakePlace,
    ];

    /// The word on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            State::Free => "free",
            State::Subscribed => "subscribed",
            State::Find => "find",
            State::Begin => "begin",
            State::OkBegin => "okbegin",
            State::Game => "game",
            State::Leave => "leave",
            State::Revanche => "revanche",
            State::OkRevanche => "okrevanche",
            State::Watch => "watch",
            State::Chat => "chat",
            State::TakeTurn => "taketurn",
            State::TakePlace => "takeplace",
        }
    }

    /// The state behind a word.
    pub fn from_name(name: &str) -> Option<State> {
        State::ALL.into_iter().find(|state| state.name() == name)
    }

    /// May the channel be given up for a newer one?
    pub const fn is_idle(self) -> bool {
        matches!(self, State::Free | State::Subscribed)
    }

    /// Is the user bound to a game they would lose by going away?
    pub const fn is_playing(self) -> bool {
        matches!(self, State::Game | State::Leave)
    }

    /// Where the step leads; `None` when it cannot be taken here.
    pub const fn after(self, step: Step) -> Option<State> {
        Some(match (self, step) {
            (State::Free | State::Subscribed, Step::Subscribe) => State::Subscribed,
            (State::Subscribed, Step::Unsubscribe) => State::Free,

            (State::Free | State::Subscribed, Step::Find) => State::Find,
            (State::Find, Step::FindCancel) => State::Free,
            (State::Find, Step::Found) => State::Begin,
            (State::Begin, Step::Begin) => State::OkBegin,
            (State::Begin | State::OkBegin, Step::BackToFind) => State::Find,
            (State::Begin | State::OkBegin, Step::Leave) => State::Free,
            (State::OkBegin, Step::Start) => State::Game,

            (State::Game, Step::Leave) => State::Leave,
            (State::Leave, Step::Return) => State::Game,
            (State::Game, Step::GameOver) => State::Revanche,
            (State::Leave, Step::GameOver) => State::Free,
            (State::Game | State::Leave, Step::GetUp) => State::Free,

            (State::Revanche, Step::Revanche) => State::OkRevanche,
            (State::OkRevanche, Step::Start) => State::Game,
            (State::Revanche | State::OkRevanche, Step::RevancheCancel | Step::Leave) => State::Free,

            (State::Free | State::Subscribed, Step::Watch) => State::Watch,
            (State::Watch, Step::Unwatch) => State::Free,
            (State::Free | State::Subscribed, Step::ChatJoin) => State::Chat,
            (State::Chat, Step::ChatLeave) => State::Free,

            (State::Free | State::Subscribed | State::Watch, Step::TakeTurn) => State::TakeTurn,
            (State::Free | State::Subscribed | State::Watch, Step::TakePlace) => State::TakePlace,
            (State::TakeTurn, Step::Offered) => State::TakePlace,
            (State::TakePlace, Step::Start) => State::Game,
            (State::TakeTurn | State::TakePlace, Step::Leave) => State::Free,

            // Whatever it waited for: a game goes on until it is over.
            (State::Free | State::Game | State::Leave, Step::Dropped) => return None,
            (_, Step::Dropped) => State::Free,
            _ => return None,
        })
    }

    /// Where the command leads, or a refusal that says what state the channel is in.
    pub fn take(self, step: Step, command: &str) -> Result<State, Fault> {
        self.after(step).ok_or_else(|| self.refuse(command))
    }

    /// The refusal of a command that cannot be given in this state.
    pub fn refuse(self, command: &str) -> Fault {
        Fault::conflict(format!("{command} is not possible while the channel is in state {}", self.name()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const STEPS: [Step; 22] = [
        Step::Subscribe,
        Step::Unsubscribe,
        Step::Find,
        Step::FindCancel,
        Step::Begin,
        Step::TakePlace,
        Step::TakeTurn,
        Step::Watch,
        Step::Unwatch,
        Step::ChatJoin,
        Step::ChatLeave,
        Step::Leave,
        Step::Return,
        Step::Revanche,
        Step::RevancheCancel,
        Step::Found,
        Step::BackToFind,
        Step::Start,
        Step::GameOver,
        Step::GetUp,
        Step::Offered,
        Step::Dropped,
    ];

    /// Every line of the diagram, and nothing else.
    const LINES: &str = "
        free: Subscribe subscribed, Find find, Watch watch, ChatJoin chat, TakeTurn taketurn, TakePlace takeplace
        subscribed: Subscribe subscribed, Unsubscribe free, Find find, Watch watch, ChatJoin chat, TakeTurn taketurn, TakePlace takeplace, Dropped free
        find: FindCancel free, Found begin, Dropped free
        begin: Begin okbegin, BackToFind find, Leave free, Dropped free
        okbegin: Start game, BackToFind find, Leave free, Dropped free
        game: Leave leave, GameOver revanche, GetUp free
        leave: Return game, GameOver free, GetUp free
        revanche: Revanche okrevanche, RevancheCancel free, Leave free, Dropped free
        okrevanche: Start game, RevancheCancel free, Leave free, Dropped free
        watch: Unwatch free, TakeTurn taketurn, TakePlace takeplace, Dropped free
        chat: ChatLeave free, Dropped free
        taketurn: Offered takeplace, Leave free, Dropped free
        takeplace: Start game, Leave free, Dropped free
    ";

    #[test]
    fn every_line_of_the_diagram_and_no_other() {
        let mut lines = BTreeSet::new();
        for line in LINES.trim().lines() {
            let (from, ways) = line.trim().split_once(": ").unwrap();
            for way in ways.split(", ") {
                let (step, to) = way.split_once(' ').unwrap();
                lines.insert(format!("{from} {step} {to}"));
            }
        }
        let mut drawn = BTreeSet::new();
        for from in State::ALL {
            for step in STEPS {
                if let Some(to) = from.after(step) {
                    drawn.insert(format!("{} {step:?} {}", from.name(), to.name()));
                }
                assert_eq!(from.take(step, "x").is_err(), from.after(step).is_none());
            }
        }
        assert_eq!(drawn, lines);
    }

    #[test]
    fn every_state_is_reached_and_left() {
        let mut reached = BTreeSet::from([State::Free]);
        for _ in 0..State::ALL.len() {
            let next: Vec<State> =
                reached.iter().flat_map(|state| STEPS.map(|step| state.after(step))).flatten().collect();
            reached.extend(next);
        }
        assert_eq!(reached.len(), 13);
        for state in State::ALL {
            assert_eq!(State::from_name(state.name()), Some(state));
            assert!(STEPS.into_iter().any(|step| state.after(step).is_some_and(|to| to != state)));
        }
        assert_eq!(State::from_name("lost"), None);
    }
}
