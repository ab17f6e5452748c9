//! The buttons of a player in turn, with prices, bounds and amounts worth a button of their own.

use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_poker::{Hand, Offer};
use kozyr_protocol::room::{HoldemOffer, Preset, PresetKind, Size};
use kozyr_table::holdem::HoldemTable;

/// What the player in this seat of the hand may do now.
pub(super) fn offers(table: &HoldemTable, seat: Seat) -> Vec<HoldemOffer> {
    let Some(hand) = table.state().filter(|_| table.is_running()) else { return Vec::new() };
    let stack = hand.stacks()[seat.index()];
    let buttons = hand.offers(seat);
    let button = |offer: &Offer| match *offer {
        Offer::Fold => HoldemOffer::Fold,
        Offer::Check => HoldemOffer::Check,
        Offer::Call { price } => HoldemOffer::Call { price, all_in: price >= stack },
        Offer::RaiseTo { least, most } => {
            let size = size(hand, seat, least, most, table.house().small_blind);
            if table.show().opened() { HoldemOffer::Raise(size) } else { HoldemOffer::Bet(size) }
        }
        Offer::BringIn { .. } | Offer::Discard { .. } => {
            unreachable!("the table deals games with a board only")
        }
        Offer::Show => HoldemOffer::Show,
        Offer::Muck => HoldemOffer::Muck,
    };
    buttons.iter().map(button).collect()
}

fn size(hand: &Hand, seat: Seat, least: Chips, most: Chips, step: Chips) -> Size {
    let player = seat.index();
    let (bet, price) = (hand.bets()[player], hand.price(player));
    let everything = bet + hand.stacks()[player];
    let pots = PotSizes { bet, price, middle: hand.pot_total() };
    Size {
        least,
        most,
        step: step.max(Chips::new(1)),
        all_in: Some(everything).filter(|all| *all <= most),
        presets: presets(least, most, most >= everything, pots),
    }
}

/// What a bet by the pot is counted from.
#[derive(Clone, Copy)]
struct PotSizes {
    bet: Chips,
    price: Chips,
    middle: Chips,
}

impl PotSizes {
    /// A raise by the pot: first call, then bet what lies in the middle, or so many halves of it.
    fn by(self, halves: i64) -> Chips {
        self.bet + self.price + (self.middle + self.price).mul_div_floor(halves, 2)
    }
}

/// Amounts within the bounds, none twice, the largest last.
fn presets(least: Chips, most: Chips, all_in: bool, pots: PotSizes) -> Vec<Preset> {
    let within = |to: &Chips| *to > least && *to < most;
    let preset = |kind, to: Option<Chips>| to.map(|to| Preset { kind, to });
    let last = if all_in { PresetKind::AllIn } else { PresetKind::Most };
    [
        preset(PresetKind::Least, Some(least).filter(|least| *least < most)),
        preset(PresetKind::HalfPot, Some(pots.by(1)).filter(within)),
        preset(PresetKind::Pot, Some(pots.by(2)).filter(within)),
        preset(last, Some(most)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(least: i64, most: i64, price: i64, middle: i64, bet: i64) -> Vec<(PresetKind, i64)> {
        let chips = Chips::new;
        let pots = PotSizes { bet: chips(bet), price: chips(price), middle: chips(middle) };
        let presets = presets(chips(least), chips(most), true, pots);
        presets.into_iter().map(|preset| (preset.kind, preset.to.units())).collect()
    }

    #[test]
    fn by_the_pot_means_to_call_first() {
        use PresetKind::{AllIn, HalfPot, Least, Pot};
        // 100 in the middle, 40 of it to be called, 20 of it one's own: a pot raise is to 20 + 40 + 140.
        assert_eq!(short(60, 1000, 40, 100, 20), [(Least, 60), (HalfPot, 130), (Pot, 200), (AllIn, 1000)]);
    }

    #[test]
    fn amounts_never_leave_the_offer_and_come_once() {
        use PresetKind::{AllIn, Least, Pot};
        assert_eq!(short(60, 1000, 0, 100, 0), [(Least, 60), (Pot, 100), (AllIn, 1000)]);
        assert_eq!(short(60, 1000, 0, 9000, 0), [(Least, 60), (AllIn, 1000)]);
        assert_eq!(short(1000, 1000, 0, 100, 0), [(AllIn, 1000)]);
    }
}
