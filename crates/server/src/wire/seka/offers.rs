//! What only one person knows of a table of Seka, and what they may do there.

use super::looks::{lies, made};
use super::{chair, player};
use kozyr_card_game::{Seat, Viewer};
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    SekaOffer, SekaOwn, SekaPreset, SekaPresetKind, SekaPrice, SekaRaise, SekaSeen, SekaWord,
};
use kozyr_seka::{Deal, Offer, SeatView, Stage, Status, View};
use kozyr_table::seka::{SekaOffer as TableOffer, SekaTable};
use kozyr_time::PlayerId;

/// This person's own part; nothing for somebody who neither sits there nor had part in the deal.
pub(super) fn own(table: &SekaTable, person: PlayerId) -> Option<SekaOwn> {
    let part = table.people().iter().find(|one| one.player == person).filter(|_| lies(table));
    let mut own = SekaOwn::default();
    if let Some((part, deal)) = part.zip(table.state()) {
        looks(&mut own, table, &deal.view(Viewer::Seat(part.seat)), part.seat);
        // Somebody who has left plays no more, whatever they have seen.
        if table.is_running() && !part.parted {
            deal_offers(&mut own, table, deal, part.seat);
        }
    }
    if table.seat_of(person).is_some() {
        says(&mut own, table, person);
    } else if part.is_none() {
        return None;
    }
    Some(own)
}

/// The cards they have looked at, and those a reveal showed them.
fn looks(own: &mut SekaOwn, table: &SekaTable, view: &View, me: Seat) {
    let house = table.house();
    let open = table.game_view(None);
    let is_open = |seat: Seat| {
        open.iter().flat_map(|view| &view.seats).any(|other| other.seat == seat && other.hand.is_some())
    };
    for seen in &view.seats {
        let Some(hand) = seen.hand else { continue };
        if seen.seat == me {
            (own.cards, own.made) = (hand.to_vec(), Some(made(house, hand)));
        } else if !is_open(seen.seat) {
            let whose = player(table.people(), seen.seat);
            let seen_hand = SekaSeen { player: whose, cards: hand.to_vec(), made: made(house, hand) };
            own.seen.insert(seen.chair, seen_hand);
        }
    }
}

fn deal_offers(own: &mut SekaOwn, table: &SekaTable, deal: &Deal, me: Seat) {
    let view = deal.view(Viewer::Seat(me));
    own.offers = view.offers.iter().map(|offer| button(offer, table, &view)).collect();
    if let (Some(prices), Some(seat)) = (view.entry, view.seats.iter().find(|other| other.seat == me)) {
        own.entry_lacks = entry_lacks(seat, prices.loser, prices.waiting);
    }
}

/// What somebody who could enter the svara lacks for it.
fn entry_lacks(seat: &SeatView, loser: Chips, waiting: Chips) -> Chips {
    let price = match seat.status {
        _ if seat.tied || seat.entered => Chips::ZERO,
        Status::Folded | Status::InGame => loser,
        Status::TableWaiting => waiting,
        Status::Lobby | Status::Left | Status::TableReady | Status::Won => Chips::ZERO,
    };
    (price - seat.balance).max(Chips::ZERO)
}

/// What they may say, or what keeps them from playing.
fn says(own: &mut SekaOwn, table: &SekaTable, person: PlayerId) {
    for offer in table.seka_offers(Some(person)) {
        match offer {
            TableOffer::Ready => own.says.push(SekaWord::Ready),
            TableOffer::NotReady => own.says.push(SekaWord::NotReady),
            TableOffer::Missing(chips) => own.missing = chips,
            TableOffer::TooMany(chips) => own.too_many = chips,
            TableOffer::Leave | TableOffer::Sit(_) => {}
        }
    }
    // In a deal one is asked nothing; who waits may bring what is missing all the same.
    let waits = |seat| table.status(seat) == Status::TableWaiting && table.stage() != Stage::PauseBeforeNext;
    if let Some(seat) = table.seat_of(person).filter(|&seat| own.says.is_empty() && waits(seat)) {
        own.missing = (table.house().min_balance - table.stack(seat)).max(Chips::ZERO);
    }
}

fn button(offer: &Offer, table: &SekaTable, view: &View) -> SekaOffer {
    match *offer {
        Offer::Open => SekaOffer::Open,
        Offer::Dark { pay, counts } => SekaOffer::Dark(SekaPrice { pay, counts }),
        Offer::Check => SekaOffer::Check,
        Offer::Call { pay, counts } => SekaOffer::Call(SekaPrice { pay, counts }),
        Offer::Raise { from, to, bet, half } => {
            SekaOffer::Raise(raise(offer, table, view, (from, to, bet, half)))
        }
        Offer::Reveal { pay, target } => SekaOffer::Reveal {
            pay,
            target: chair(table.people(), target),
            falls_when_equal: view.seats.iter().filter(|seat| seat.status == Status::InGame).count() > 2,
        },
        Offer::Fold => SekaOffer::Fold,
        Offer::Vote => SekaOffer::Vote,
        Offer::Enter { pay } => SekaOffer::Enter { pay },
        Offer::Pass => SekaOffer::Pass,
    }
}

fn raise(
    offer: &Offer,
    table: &SekaTable,
    view: &View,
    (least, most, bet, half): (Chips, Chips, Chips, bool),
) -> SekaRaise {
    let base = table.house().base;
    let from = view.stake.max(bet);
    let preset = |kind, to: Chips| SekaPreset { kind, to, pay: offer.pays(to), counts: to - bet };
    let mut presets: Vec<SekaPreset> = Vec::new();
    for (kind, to) in [(SekaPresetKind::Base, from + base), (SekaPresetKind::Double, from * 2)] {
        if to < most && presets.last().is_none_or(|before| before.to < to) {
            presets.push(preset(kind, to));
        }
    }
    presets.push(preset(SekaPresetKind::Most, most));
    SekaRaise { least, most, step: base, bet, half, presets }
}
