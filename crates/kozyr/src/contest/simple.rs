//! Players without a plan, against whom a bot is measured: one takes any offer, one stays in as cheaply as it can.

use kozyr_bots::durak::{Memory, Spot, passive};
use kozyr_bots::{Deed, Random};
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    DurakAction, DurakOffers, GameAction, GameInfo, GameView, HoldemAction, HoldemOffer, OwnGame, SekaAction,
    SekaOffer, TableInfo, TableView,
};

/// Any of the offers.
pub(super) fn random(view: &TableView, random: Random<'_>) -> Option<Deed> {
    let action = match view.own.as_ref()?.game.as_ref()? {
        OwnGame::Holdem(own) => GameAction::Holdem(holdem(one_of(&own.offers, random)?, random)),
        OwnGame::Seka(own) => GameAction::Seka(seka(one_of(&own.offers, random)?, random)),
        OwnGame::Durak(own) => GameAction::Durak(*one_of(&durak(&own.offers), random)?),
    };
    Some(Deed::Act(action))
}

/// Checks, calls and takes; never raises, never looks for more than it must do.
pub(super) fn staying(info: &TableInfo, view: &TableView) -> Option<Deed> {
    let own = view.own.as_ref()?;
    let action = match (own.game.as_ref()?, &info.game, &view.game) {
        (OwnGame::Holdem(own), ..) => {
            let stays = own.offers.iter().find(|offer| !matches!(offer, HoldemOffer::Fold));
            GameAction::Holdem(holdem(stays.or(own.offers.first())?, &mut |_| 0))
        }
        (OwnGame::Seka(own), ..) => {
            let stays = own.offers.iter().find(|offer| {
                matches!(offer, SekaOffer::Check | SekaOffer::Call(_) | SekaOffer::Vote | SekaOffer::Pass)
            });
            let folds = || own.offers.iter().find(|offer| matches!(offer, SekaOffer::Fold));
            GameAction::Seka(seka(stays.or_else(folds)?, &mut |_| 0))
        }
        (OwnGame::Durak(hand), GameInfo::Durak(rules), GameView::Durak(game)) => {
            let (seats, me, memory) = (info.seats, own.seat?, &Memory::default());
            let spot = Spot { info: rules, seats, me, game, own: hand, memory };
            GameAction::Durak(passive(&spot)?)
        }
        _ => return None,
    };
    Some(Deed::Act(action))
}

fn one_of<'a, T>(all: &'a [T], random: Random<'_>) -> Option<&'a T> {
    let count = u32::try_from(all.len()).ok().filter(|&count| count > 0)?;
    all.get(random(count) as usize)
}

fn between(least: Chips, most: Chips, random: Random<'_>) -> Chips {
    let spread = u32::try_from((most - least).units() + 1).unwrap_or(u32::MAX);
    least + Chips::new(random(spread).into())
}

fn holdem(offer: &HoldemOffer, random: Random<'_>) -> HoldemAction {
    match offer {
        HoldemOffer::Fold => HoldemAction::Fold,
        HoldemOffer::Check | HoldemOffer::Call { .. } => HoldemAction::CheckOrCall,
        HoldemOffer::Bet(size) | HoldemOffer::Raise(size) => {
            HoldemAction::RaiseTo { to: between(size.least, size.most, random) }
        }
        HoldemOffer::Show => HoldemAction::Show,
        HoldemOffer::RunTwice => HoldemAction::RunTwice { agree: true },
        HoldemOffer::Muck => HoldemAction::Muck,
    }
}

fn seka(offer: &SekaOffer, random: Random<'_>) -> SekaAction {
    match offer {
        SekaOffer::Open => SekaAction::Open,
        SekaOffer::Dark(_) => SekaAction::Dark,
        SekaOffer::Check => SekaAction::Check,
        SekaOffer::Call(_) => SekaAction::Call,
        SekaOffer::Raise(raise) => SekaAction::RaiseTo { to: between(raise.least, raise.most, random) },
        SekaOffer::Reveal { .. } => SekaAction::Reveal,
        SekaOffer::Fold => SekaAction::Fold,
        SekaOffer::Vote => SekaAction::Vote { yes: random(2) == 0 },
        SekaOffer::Enter { .. } => SekaAction::Enter,
        SekaOffer::Pass => SekaAction::Pass,
    }
}

/// Every turn there is, but getting up and giving up.
fn durak(offers: &DurakOffers) -> Vec<DurakAction> {
    let mut all: Vec<DurakAction> = offers.attack.iter().map(|&card| DurakAction::Attack { card }).collect();
    all.extend(offers.show.iter().map(|&card| DurakAction::Show { card }));
    all.extend(offers.transfer.iter().map(|&card| DurakAction::Transfer { card }));
    for pair in &offers.defend {
        all.extend(pair.with.iter().map(|&with| DurakAction::Defend { attack: pair.attack, with }));
    }
    all.extend(offers.take.then_some(DurakAction::Take));
    all.extend(offers.finish.then_some(DurakAction::Finish));
    all.extend(offers.ready.then_some(DurakAction::Ready));
    all
}
