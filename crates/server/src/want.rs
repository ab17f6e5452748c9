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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::directory::TableName;
    use crate::service::digest;

    #[test]
    fn a_command_is_the_same_when_its_player_is_called_otherwise() {
        let table = TableName::new("holdem-1").unwrap();
        let sit = |name: &str, chips| Want::Sit {
            player: Player { id: PlayerId::from(7u32), name: name.into(), bot: false },
            seat: Seat::from_index(2),
            buy_in: Chips::new(chips),
            wait: false,
        };
        let said = digest(&table, &sit("Ann", 100));
        assert_eq!(digest(&table, &sit("Ann 2", 100)), said);
        assert_ne!(digest(&table, &sit("Ann", 101)), said);
        assert_ne!(digest(&TableName::new("holdem-2").unwrap(), &sit("Ann", 100)), said);
    }
}
