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
        Offer::Runouts { .. } => HoldemOffer::RunTwice,
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
    let usual: &[_] = if hand.street() == 0 { &pots.before_the_flop() } else { &pots.after_it() };
    Size {
        least,
        most,
        step: step.max(Chips::new(1)),
        all_in: Some(everything).filter(|all| *all <= most),
        presets: presets(least, most, most >= everything, usual),
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
    /// A raise by so many sixths of the pot: first call, then bet that much of what lies in the middle.
    fn by(self, sixths: i64) -> Chips {
        self.bet + self.price + (self.middle + self.price).mul_div_floor(sixths, 6)
    }

    /// So many halves of the bet to be called; of the big blind when nobody has raised it.
    fn times(self, halves: i64) -> Chips {
        (self.bet + self.price).mul_div_floor(halves, 2)
    }

    /// What players raise to while the blinds are all there is to win.
    fn before_the_flop(self) -> [(PresetKind, Chips); 3] {
        [
            (PresetKind::TwoAndAHalf, self.times(5)),
            (PresetKind::Three, self.times(6)),
            (PresetKind::Pot, self.by(6)),
        ]
    }

    /// What they bet by the pot afterwards.
    fn after_it(self) -> [(PresetKind, Chips); 4] {
        [
            (PresetKind::ThirdPot, self.by(2)),
            (PresetKind::HalfPot, self.by(3)),
            (PresetKind::TwoThirdsPot, self.by(4)),
            (PresetKind::Pot, self.by(6)),
        ]
    }
}

/// Amounts within the bounds, none twice, the smallest first.
fn presets(least: Chips, most: Chips, all_in: bool, usual: &[(PresetKind, Chips)]) -> Vec<Preset> {
    let last = if all_in { PresetKind::AllIn } else { PresetKind::Most };
    let within = usual.iter().copied().filter(|&(_, to)| to > least && to < most);
    let mut all: Vec<Preset> = [(PresetKind::Least, least)]
        .into_iter()
        .filter(|_| least < most)
        .chain(within)
        .chain([(last, most)])
        .map(|(kind, to)| Preset { kind, to })
        .collect();
    all.sort_by_key(|preset| preset.to);
    all.dedup_by_key(|preset| preset.to);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chips(units: i64) -> Chips {
        Chips::new(units)
    }

    fn short(least: i64, most: i64, usual: &[(PresetKind, Chips)]) -> Vec<(PresetKind, i64)> {
        let presets = presets(chips(least), chips(most), true, usual);
        presets.into_iter().map(|preset| (preset.kind, preset.to.units())).collect()
    }

    fn sizes(price: i64, middle: i64, bet: i64) -> PotSizes {
        PotSizes { bet: chips(bet), price: chips(price), middle: chips(middle) }
    }

    #[test]
    fn by_the_pot_means_to_call_first() {
        use PresetKind::{AllIn, HalfPot, Least, Pot, ThirdPot, TwoThirdsPot};
        // 100 in the middle, 40 of it to be called, 20 of it one's own: a pot raise is to 20 + 40 + 140.
        assert_eq!(
            short(100, 1000, &sizes(40, 100, 20).after_it()),
            [(Least, 100), (ThirdPot, 106), (HalfPot, 130), (TwoThirdsPot, 153), (Pot, 200), (AllIn, 1000)]
        );
    }

    #[test]
    fn before_the_flop_players_count_in_bets() {
        use PresetKind::{AllIn, Least, Pot, Three, TwoAndAHalf};
        // Blinds of 5 and 10, nobody has come in; then somebody has raised to 30.
        let opens = short(20, 1000, &sizes(10, 15, 0).before_the_flop());
        assert_eq!(opens, [(Least, 20), (TwoAndAHalf, 25), (Three, 30), (Pot, 35), (AllIn, 1000)]);
        let again = short(50, 1000, &sizes(30, 45, 0).before_the_flop());
        assert_eq!(again, [(Least, 50), (TwoAndAHalf, 75), (Three, 90), (Pot, 105), (AllIn, 1000)]);
    }

    #[test]
    fn amounts_never_leave_the_offer_and_come_once() {
        use PresetKind::{AllIn, Least, Pot, TwoThirdsPot};
        assert_eq!(
            short(60, 1000, &sizes(0, 100, 0).after_it()),
            [(Least, 60), (TwoThirdsPot, 66), (Pot, 100), (AllIn, 1000)]
        );
        assert_eq!(short(60, 1000, &sizes(0, 9000, 0).after_it()), [(Least, 60), (AllIn, 1000)]);
        assert_eq!(short(1000, 1000, &sizes(0, 100, 0).after_it()), [(AllIn, 1000)]);
        // With both blinds in the middle a pot raise of the small blind is three times the big one.
        assert_eq!(short(20, 30, &sizes(5, 15, 5).before_the_flop()).last(), Some(&(AllIn, 30)));
    }
}
