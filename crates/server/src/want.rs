//! What a client wants of a table, whatever is played there.
//!
//! It stands between the message and the table's input because neither can be the other: a message belongs to one dialect (the
//! room's JSON, UpDAU, a bot in this process, a practice table), and an input is typed by the game of the table, which
//! whoever reads the message does not know.

use crate::wire::Served;
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_protocol::room::{GameAction, GameWord, Refusal};
use kozyr_table::{Departed, Input, Player};
use kozyr_time::PlayerId;

/// What a client wants of a table, whatever is played there.
#[derive(Clone, Debug)]
pub(crate) enum Want {
    Sit { player: Player, seat: Seat, buy_in: Chips, wait: bool },
    AddChips(Chips),
    SitOut,
    SitIn { wait: bool },
    Leave,
    Act { turn: u64, action: GameAction },
    Say(GameWord),
}

impl Want {
    /// What the table is asked; `before` is how this person left it a little while ago.
    pub(crate) fn input<S: Served>(
        self,
        person: PlayerId,
        before: Option<Departed<S::Standing>>,
    ) -> Result<Input<S>, Refusal> {
        Ok(match self {
            Want::Sit { player, seat, buy_in, wait } => Input::Sit { player, seat, buy_in, wait, before },
            Want::AddChips(amount) => Input::AddChips { player: person, amount },
            Want::SitOut => Input::SitOut(person),
            Want::SitIn { wait: true } => Input::Wait(person),
            Want::SitIn { wait: false } => Input::SitIn(person),
            Want::Leave => Input::Leave(person),
            Want::Act { turn, action } => {
                let action = S::action(&action).ok_or(Refusal::AnotherGame)?;
                Input::Act { player: person, turn, action }
            }
            Want::Say(word) => {
                let word = S::say(&word).ok_or(Refusal::AnotherGame)?;
                Input::Say { player: person, word }
            }
        })
    }
}
