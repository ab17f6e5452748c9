//! What only a player of the party knows, and what they may do and say.

use kozyr_card_game::{Seat, SeatSet};
use kozyr_cards::{Card, CardSet, Suit};
use kozyr_durak::{Action, Offer, Party};
use kozyr_protocol::room;
use kozyr_protocol::room::{DurakDefence, DurakOffers, DurakOwn, DurakTimeout};
use kozyr_table::durak::{DurakPause, DurakTable, DurakWord};
use kozyr_time::PlayerId;

/// Everybody who sits here has a part of their own; who looks on has none.
pub(super) fn own(table: &DurakTable, person: PlayerId) -> Option<DurakOwn> {
    let chair = table.seat_of(person)?;
    let part = table.in_hand(chair).zip(table.state());
    let running = table.is_running();
    Some(DurakOwn {
        cards: part.map(|(seat, party)| held(party, seat)).unwrap_or_default(),
        offers: part.filter(|_| running).map(|(seat, party)| offers(party, seat)).unwrap_or_default(),
        words: words(table, chair),
        timeout: if running { in_party(table, chair) } else { between(table, chair) },
    })
}

/// A hand as people hold it: suit by suit, red between black, low to high, trumps last.
fn held(party: &Party, seat: Seat) -> Vec<Card> {
    let hand = party.hand(seat);
    let trump = party.view(kozyr_card_game::Viewer::Spectator).trump.map(Card::suit);
    order(trump).into_iter().flat_map(|suit| (hand & CardSet::of_suit(suit)).iter()).collect()
}

fn order(trump: Option<Suit>) -> [Suit; 4] {
    use Suit::{Clubs, Diamonds, Hearts, Spades};
    match trump {
        Some(Spades) => [Hearts, Clubs, Diamonds, Spades],
        Some(Hearts) => [Spades, Diamonds, Clubs, Hearts],
        Some(Clubs) => [Hearts, Spades, Diamonds, Clubs],
        Some(Diamonds) | None => [Spades, Hearts, Clubs, Diamonds],
    }
}

fn offers(party: &Party, seat: Seat) -> DurakOffers {
    let mut legal = Vec::new();
    party.legal(seat, &mut legal);
    let mut offers = DurakOffers::default();
    let list = |cards: &CardSet| cards.iter().collect::<Vec<Card>>();
    for offer in &legal {
        match offer {
            Offer::Ready => offers.ready = true,
            Offer::Take => offers.take = true,
            Offer::Finish => offers.finish = true,
            Offer::Surrender => offers.surrender = true,
            Offer::Away => offers.away = true,
            Offer::Back => offers.back = true,
            Offer::Attack { cards, .. } => offers.attack = list(cards),
            Offer::Show(cards) => offers.show = list(cards),
            Offer::Transfer(cards) => offers.transfer = list(cards),
            Offer::Defend(pairs) => {
                let pair =
                    |(attack, with): &(Card, CardSet)| DurakDefence { attack: *attack, with: list(with) };
                offers.defend = pairs.iter().map(pair).collect();
            }
        }
    }
    let transfers = !(offers.show.is_empty() && offers.transfer.is_empty());
    offers.transfer_to = party.transfer_to().filter(|_| transfers);
    offers
}

fn words(table: &DurakTable, chair: Seat) -> Vec<room::DurakWord> {
    let words = [
        (DurakWord::Ready, room::DurakWord::Ready),
        (DurakWord::NotReady, room::DurakWord::NotReady),
        (DurakWord::Away, room::DurakWord::Away),
        (DurakWord::Back, room::DurakWord::Back),
    ];
    words.into_iter().filter(|(word, _)| table.may_say(chair, word)).map(|(_, word)| word).collect()
}

/// What a clock does that runs for this player in a party.
fn in_party(table: &DurakTable, chair: Seat) -> Option<DurakTimeout> {
    let clock = table.clock_of(chair)?;
    if clock.seat.is_none() {
        return Some(DurakTimeout::GoesOn);
    }
    let action = table.state()?.on_timeout(table.in_hand(chair)?);
    Some(match action {
        None => DurakTimeout::Loses,
        Some(Action::Attack(card)) => DurakTimeout::Leads { card },
        Some(Action::Transfer(_)) => DurakTimeout::Transfers,
        Some(Action::Take) => DurakTimeout::Takes,
        Some(_) => DurakTimeout::Finishes,
    })
}

/// What the end of a pause does to somebody who says nothing.
fn between(table: &DurakTable, chair: Seat) -> Option<DurakTimeout> {
    let seating = table.seating();
    let silent = !seating.ready().contains(chair);
    match table.pause()?.name? {
        DurakPause::Begin | DurakPause::Revanche => silent.then_some(DurakTimeout::LosesSeat),
        DurakPause::Party => {
            let absent = seating.away().and(SeatSet::only(chair));
            let gets_up = seating.score().is_some_and(|score| !score.must_answer(absent).is_empty());
            silent.then_some(if gets_up { DurakTimeout::LosesSeat } else { DurakTimeout::GoesOn })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn red_lies_between_black_and_trumps_come_last() {
        let red = |suit: &Suit| matches!(suit, Suit::Hearts | Suit::Diamonds);
        for trump in [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades] {
            let order = order(Some(trump));
            assert_eq!(order[3], trump);
            assert!(red(&order[0]) != red(&order[1]) && red(&order[1]) != red(&order[2]), "{order:?}");
        }
    }
}
