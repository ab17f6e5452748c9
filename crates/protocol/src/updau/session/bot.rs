//! A player for demo tables: sees what anybody in its seat would see, and plays its cheapest cards.

use kozyr_cards::{Card, CardSet, Rank, Suit};
use kozyr_durak::{Action, Offer, Stage, View};

/// While the deck lasts, a trump from here up is not spent on a small card.
const DEAR: Rank = Rank::Jack;

/// Plays the lowest card that will do, keeps its trumps while there is a deck, and is always ready.
pub fn cautious(view: &View) -> Option<Action> {
    let trump = view.trump?.suit();
    let early = view.deck_count > 0;
    let mut take = None;
    let mut best: Option<(u32, Action)> = None;
    let mut consider = |cost: u32, action: Action| {
        if best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, action));
        }
    };
    for offer in &view.availables {
        match offer {
            Offer::Ready => return Some(Action::Ready),
            Offer::Take => take = Some(Action::Take),
            Offer::Finish => consider(250, Action::Finish),
            Offer::Show(cards) => cheapest(*cards, trump).into_iter().for_each(|(cost, card)| {
                consider(cost / 2, Action::Show(card));
            }),
            Offer::Transfer(cards) => cheapest(*cards, trump).into_iter().for_each(|(cost, card)| {
                consider(cost / 2, Action::Transfer(card));
            }),
            Offer::Attack { cards, .. } => {
                // Nobody can be made to lead, so what is dear to lead is still cheaper than nothing.
                let lead = view.stage == Stage::Lead;
                if let Some((cost, card)) =
                    cheapest(*cards, trump).filter(|&(cost, _)| lead || !early || cost < 200)
                {
                    consider(cost, Action::Attack(card));
                }
            }
            Offer::Defend(pairs) => {
                for &(attack, cards) in pairs {
                    let affordable = |cost: u32, card: Card| !early || cost < 200 || card.rank() < DEAR;
                    if let Some((cost, with)) =
                        cheapest(cards, trump).filter(|&(cost, card)| affordable(cost, card))
                    {
                        consider(cost, Action::Defend { attack, with });
                    }
                }
            }
            Offer::Surrender | Offer::Away | Offer::Back => {}
        }
    }
    best.map(|(_, action)| action).or(take)
}

/// The cheapest card with what it costs: its rank, and 200 more for a trump.
fn cheapest(cards: CardSet, trump: Suit) -> Option<(u32, Card)> {
    let cost = |card: Card| u32::from(card.rank().number()) + if card.suit() == trump { 200 } else { 0 };
    cards.iter().map(|card| (cost(card), card)).min()
}
