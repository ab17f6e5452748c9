//! A table out of its log: every line applied as it was then, every card held against its deck.

use crate::dealer::{Dealer, Seeds};
use crate::seating::Seating;
use crate::table::Table;
use crate::{Effects, Entry};
use kozyr_card_game::Awaits;
use kozyr_fair::{Secret, SecretError};
use kozyr_time::Timestamp;

/// Why a line is not one of this table's log.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The log names a shuffle whose secret was not kept.
    #[error("the secret of shuffle {0} is gone")]
    SecretGone(u64),
    /// The secret cannot be read, or does not fit.
    #[error(transparent)]
    Secret(#[from] SecretError),
    /// The secret is not the one that was committed to.
    #[error("the secret of shuffle {0} is not what the log commits to")]
    NotCommitted(u64),
    /// A shuffle nobody asked for.
    #[error("a shuffle that the game did not ask for")]
    NotAsked,
    /// The cards in the log are not those of the deck.
    #[error("the cards dealt are not those of the deck")]
    OtherCards,
}

impl<S: Seating> Table<S> {
    /// Applies a line of the log, and leaves the dealer as they stood after it.
    ///
    /// # Errors
    /// When the line does not agree with the secrets; nothing has changed then.
    ///
    /// # Panics
    /// When the line does not belong after what was applied before.
    pub fn replay<R: Seeds>(
        &mut self,
        at: Timestamp,
        entry: &Entry<S>,
        dealer: &mut Dealer<R>,
        secret: impl FnOnce(u64) -> Option<Secret>,
        effects: &mut Effects<S>,
    ) -> Result<(), ReplayError> {
        match entry {
            Entry::Shuffled { number, commitment } => {
                let Awaits::Shuffle(cards) = self.awaits() else { return Err(ReplayError::NotAsked) };
                let secret = secret(*number).ok_or(ReplayError::SecretGone(*number))?;
                if dealer.take_up(&secret, cards)? != *commitment {
                    return Err(ReplayError::NotCommitted(*number));
                }
            }
            Entry::Dealt(deal) if self.draw(dealer).as_ref() != Some(deal) => {
                return Err(ReplayError::OtherCards);
            }
            _ => {}
        }
        self.apply_entry(at, entry, effects);
        Ok(())
    }
}
