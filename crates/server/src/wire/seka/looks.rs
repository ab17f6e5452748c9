//! A table of Seka as anybody may know it.

use super::{chair, player};
use kozyr_card_game::Seat;
use kozyr_protocol::room::{
    BySeat, SekaEntry, SekaHand, SekaInfo, SekaLastAction, SekaMade, SekaMode, SekaPlayer, SekaPoints,
    SekaPrice, SekaRake, SekaReveal, SekaSettlement, SekaStage, SekaStatus, SekaThree, SekaTie, SekaTimes,
    SekaView,
};
use kozyr_seka::settle::{EntryPrices, Settlement};
use kozyr_seka::{
    CARDS_EACH, Combination, DarkDiscount, DarkFunding, Hand, Mode, Rake, RevealShown, Rules, SeatView,
    Stage, Status, View,
};
use kozyr_table::seka::{SekaDid, SekaTable};
use std::collections::BTreeSet;

pub(super) fn info(house: &Rules) -> SekaInfo {
    let timers = &house.timers;
    SekaInfo {
        base: house.base,
        max_stake: house.max_stake,
        min_balance: house.min_balance,
        max_balance: house.max_balance,
        deck: house.deck.iter().collect(),
        joker: house.joker,
        points: points(house),
        dark_is_lent: house.dark_funding == DarkFunding::Loan,
        dark_to_the_end: house.dark_discount == DarkDiscount::Always,
        match_final_raise: house.match_final_raise,
        reveal_is_seen: house.reveal_shown == RevealShown::Both,
        max_svaras: house.max_svaras,
        rake: match house.rake {
            Rake::None => SekaRake::None,
            Rake::Fixed(amount) => SekaRake::Fixed { amount },
            Rake::BasisPoints(basis_points) => SekaRake::Part { basis_points },
        },
        times: SekaTimes {
            ready_ms: timers.ready_ms,
            turn_ms: timers.turn_ms,
            reveal_ms: timers.reveal_ms,
            vote_ms: timers.vote_ms,
            entry_ms: timers.entry_ms,
            pause_ms: timers.pause_ms,
        },
    }
}

fn points(house: &Rules) -> SekaPoints {
    let points = &house.points;
    let ranks: BTreeSet<_> =
        house.deck.iter().filter(|&card| house.joker != Some(card)).map(kozyr_cards::Card::rank).collect();
    let three = ranks.iter().rev().map(|rank| SekaThree {
        rank: rank.letter(),
        points: points.three[usize::from(rank.number() - kozyr_cards::Rank::Two.number())],
    });
    SekaPoints {
        three: three.collect(),
        joker_ace_suit: points.joker_ace_suit,
        suit_with_ace: points.suit_with_ace,
        joker_suit: points.joker_suit,
        suit: points.suit,
        two_aces: points.two_aces,
        joker_ace: points.joker_ace,
        pair_with_ace: points.pair_with_ace,
        joker: points.joker,
        pair: points.pair,
        ace: points.ace,
        nothing: points.nothing,
    }
}

/// Does the deal lie on the table? One that is over does until the next is prepared, and no longer: after a restart
/// nobody remembers it.
pub(super) fn lies(table: &SekaTable) -> bool {
    table.is_running() || table.stage() == Stage::PauseBeforeNext
}

pub(super) fn view(table: &SekaTable) -> SekaView {
    let waiting = table.taken().map(|(seat, one)| {
        let status = status(table.status(seat));
        (seat, SekaPlayer { player: one.player.id.get(), status, ..SekaPlayer::default() })
    });
    let mut players: BySeat<SekaPlayer> = waiting.collect();
    let Some(deal) = table.game_view(None).filter(|_| lies(table)) else {
        return SekaView { stage: stage(table.stage()), players, ..SekaView::default() };
    };
    let people = table.people();
    let at = |seat: Seat| chair(people, seat);
    for seen in &deal.seats {
        let here = table.in_hand(seen.chair) == Some(seen.seat);
        // A chair somebody else has taken shows who sits there now; a free one who sat there last.
        if here || table.chair(seen.chair).is_none() {
            players.insert(seen.chair, shown(table, &deal, seen, here));
        }
    }
    let order = table.state().map(|deal| deal.order().iter().map(|&seat| at(seat)).collect());
    let votes = matches!(deal.stage, Stage::SvaraVoting);
    SekaView {
        stage: stage(table.stage()),
        round: deal.round,
        dealer: deal.dealer.map(at),
        order: order.unwrap_or_default(),
        to_act: deal.turn.map(at),
        stake: deal.stake,
        pot: deal.pot,
        lent: (-deal.house).max(kozyr_chips::Chips::ZERO),
        players,
        reveal: deal.reveal.map(|reveal| SekaReveal {
            by: at(reveal.by),
            target: at(reveal.target),
            loser: reveal.loser.map(at),
        }),
        entry: deal.entry.or(votes.then(|| EntryPrices::of(deal.pot))).map(entry),
        svara: deal.svaras,
        ties: table
            .show()
            .ties()
            .iter()
            .map(|tie| SekaTie {
                players: tie.seats.iter().map(|&seat| player(people, seat)).collect(),
                points: tie.points,
                pot: tie.pot,
                carried: tie.carried,
                entered: tie.entered.iter().map(|&seat| player(people, seat)).collect(),
            })
            .collect(),
        settlement: deal.settlement.map(settlement),
    }
}

/// Somebody of the deal as everybody sees them: the view is that of somebody who looks on.
fn shown(table: &SekaTable, deal: &View, seen: &SeatView, here: bool) -> SekaPlayer {
    let ended = matches!(deal.stage, Stage::SvaraVoting | Stage::SvaraEntry | Stage::Finished);
    SekaPlayer {
        player: player(table.people(), seen.seat),
        status: status(if here { table.status(seen.chair) } else { seen.status }),
        mode: match seen.mode {
            Mode::None => SekaMode::None,
            Mode::Dark => SekaMode::Dark,
            Mode::Open => SekaMode::Open,
        },
        bet: seen.bet,
        face_down: if seen.dealt && seen.hand.is_none() { CARDS_EACH as u8 } else { 0 },
        cards: seen.hand.map(Vec::from).unwrap_or_default(),
        made: seen.hand.map(|hand| made(table.house(), hand)),
        last_action: table.show().last_action(seen.seat).map(|did| last_action(did, table)),
        tied: seen.tied,
        entered: seen.entered,
        beaten: ended && seen.status == Status::InGame && seen.dealt && !seen.tied,
        won: seen.won,
    }
}

pub(super) fn made(house: &Rules, hand: Hand) -> SekaMade {
    let reading = house.read(hand);
    SekaMade {
        points: reading.points,
        kind: match reading.combination {
            Combination::Three => SekaHand::Three,
            Combination::JokerAceSuit => SekaHand::JokerAceSuit,
            Combination::SuitWithAce => SekaHand::SuitWithAce,
            Combination::JokerSuit => SekaHand::JokerSuit,
            Combination::Suit => SekaHand::Suit,
            Combination::TwoAces => SekaHand::TwoAces,
            Combination::JokerAce => SekaHand::JokerAce,
            Combination::PairWithAce => SekaHand::PairWithAce,
            Combination::Joker => SekaHand::Joker,
            Combination::Pair => SekaHand::Pair,
            Combination::Ace => SekaHand::Ace,
            Combination::Nothing => SekaHand::Nothing,
        },
        cards: reading.cards.to_vec(),
    }
}

fn last_action(did: SekaDid, table: &SekaTable) -> SekaLastAction {
    match did {
        SekaDid::Check => SekaLastAction::Check,
        SekaDid::Call(pay, counts) => SekaLastAction::Call(SekaPrice { pay, counts }),
        SekaDid::Raise(to, pay) => SekaLastAction::Raise { to, pay },
        SekaDid::Fold => SekaLastAction::Fold,
        SekaDid::Dark(pay, counts) => SekaLastAction::Dark(SekaPrice { pay, counts }),
        SekaDid::Reveal(pay, target) => SekaLastAction::Reveal { pay, target: chair(table.people(), target) },
        SekaDid::Vote(yes) => SekaLastAction::Vote { yes },
        SekaDid::Enter(pay) => SekaLastAction::Enter { pay },
        SekaDid::Pass => SekaLastAction::Pass,
    }
}

pub(super) fn entry(prices: EntryPrices) -> SekaEntry {
    SekaEntry { loser: prices.loser, waiting: prices.waiting }
}

pub(super) fn settlement(settlement: Settlement) -> SekaSettlement {
    let Settlement { pot, repaid, rake, prize } = settlement;
    SekaSettlement { pot, repaid, rake, prize }
}

fn status(status: Status) -> SekaStatus {
    match status {
        Status::Lobby => SekaStatus::Lobby,
        Status::TableWaiting => SekaStatus::TableWaiting,
        Status::TableReady => SekaStatus::TableReady,
        Status::InGame => SekaStatus::InGame,
        Status::Folded => SekaStatus::Folded,
        Status::Won => SekaStatus::Won,
        Status::Left => SekaStatus::Left,
    }
}

fn stage(stage: Stage) -> SekaStage {
    match stage {
        Stage::WaitingForPlayers => SekaStage::WaitingForPlayers,
        Stage::Preparation => SekaStage::Preparation,
        Stage::Dealing => SekaStage::Dealing,
        Stage::Round1 => SekaStage::Round1,
        Stage::Round2 => SekaStage::Round2,
        Stage::Round3 => SekaStage::Round3,
        Stage::RevealPause => SekaStage::RevealPause,
        Stage::SvaraVoting => SekaStage::SvaraVoting,
        Stage::SvaraEntry => SekaStage::SvaraEntry,
        Stage::SvaraGame => SekaStage::SvaraGame,
        Stage::Finished => SekaStage::Finished,
        Stage::PauseBeforeNext => SekaStage::PauseBeforeNext,
    }
}
