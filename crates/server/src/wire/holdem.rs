//! Hold'em on the wire.

use super::Served;
use kozyr_card_game::Seat;
use kozyr_cards::Card;
use kozyr_poker::Refusal as Poker;
use kozyr_poker::{Action, Event, HandView, MustShow, NoRaise, Offer, PlayerView, PokerRefusal};
use kozyr_protocol::room;
use kozyr_protocol::room::{
    GameAction, GameInfo, GameView, HoldemAction, HoldemEvent, HoldemOffer, HoldemPlayer, HoldemPot,
    HoldemView, MadeHand, Post, PostKind, Refusal, TableEvent,
};
use kozyr_ranking::{Category, rank_set};
use kozyr_table::holdem::{HoldemHouse, HoldemPlan, HoldemSeating, HoldemShow, LastAction};
use kozyr_table::{Person, Table};
use kozyr_time::PlayerId;

impl Served for HoldemSeating {
    fn info(house: &HoldemHouse) -> GameInfo {
        let (small_blind, big_blind) = house.blinds();
        GameInfo::Holdem { small_blind, big_blind }
    }

    fn view(table: &Table<HoldemSeating>, person: Option<PlayerId>) -> GameView {
        let Some((view, plan)) = table.game_view(person).zip(table.show().plan()) else {
            return GameView::Holdem(HoldemView::default());
        };
        let running = table.is_running();
        let chair = |seat: Seat| table.people()[seat.index()].chair;
        let board = view.boards.last().map(|board| known(board)).unwrap_or_default();
        let players = view.players.iter().map(|player| shown(player, &board, table.show(), running, chair));
        let HandView { pots, boards, offers, .. } = &view;
        let pots = pots
            .iter()
            .map(|pot| HoldemPot { amount: pot.amount, eligible: pot.eligible.iter().map(chair).collect() });
        let opens = !table.show().opened();
        GameView::Holdem(HoldemView {
            button: Some(plan.places.button),
            small_blind: plan.small_blind(),
            big_blind: Some(plan.places.big_blind),
            players: players.collect(),
            boards: boards.iter().map(|board| known(board)).collect(),
            pots: pots.collect(),
            total: view.total,
            street: view.street as u8,
            to_act: view.turn.map(chair),
            offers: offers.iter().map(|offer| button(offer, opens)).collect(),
        })
    }

    fn beginning(plan: &HoldemPlan) -> Option<TableEvent> {
        let posts = plan.posts.iter().flat_map(|post| {
            let seat = post.due.seat;
            let bet = match seat {
                _ if post.is_outside_blinds() => PostKind::Post,
                seat if seat == plan.places.big_blind => PostKind::BigBlind,
                _ => PostKind::SmallBlind,
            };
            let into_pot = if post.due.dead.is_positive() { PostKind::Dead } else { PostKind::Ante };
            let (pot, amount) = post.paid();
            [Post { seat, kind: into_pot, amount: pot }, Post { seat, kind: bet, amount }]
        });
        let posts = posts.filter(|post| post.amount.is_positive()).collect();
        Some(TableEvent::Holdem { event: HoldemEvent::Posted { button: Some(plan.places.button), posts } })
    }

    fn event(event: Event, people: &[Person]) -> TableEvent {
        let at = |seat: Seat| people[seat.index()].chair;
        let event = match event {
            Event::DealtHole(seat, cards) => {
                HoldemEvent::DealtHole { seat: at(seat), cards: cards.into_iter().collect() }
            }
            Event::DealtBoard(board, cards) => HoldemEvent::DealtBoard { board, cards: known(&cards) },
            Event::Folded(seat) => HoldemEvent::Folded { seat: at(seat) },
            Event::Checked(seat) => HoldemEvent::Checked { seat: at(seat) },
            Event::Called(seat, amount) => HoldemEvent::Called { seat: at(seat), amount },
            Event::RaisedTo(seat, to) => HoldemEvent::RaisedTo { seat: at(seat), to },
            Event::Returned(seat, amount) => HoldemEvent::Returned { seat: at(seat), amount },
            Event::Collected => HoldemEvent::Collected,
            Event::Shown(seat, cards) => {
                HoldemEvent::Shown { seat: at(seat), cards: cards.into_iter().collect() }
            }
            Event::Mucked(seat) => HoldemEvent::Mucked { seat: at(seat) },
            Event::Raked(amount) => HoldemEvent::Raked { amount },
            Event::Won { seat, pot, board, amount } => {
                HoldemEvent::Won { seat: at(seat), pot, board, amount }
            }
        };
        TableEvent::Holdem { event }
    }

    fn action(action: &GameAction) -> Option<Action> {
        let GameAction::Holdem(action) = action;
        Some(match action {
            HoldemAction::Fold => Action::Fold,
            HoldemAction::CheckOrCall => Action::CheckOrCall,
            HoldemAction::RaiseTo { to } => Action::RaiseTo(*to),
            HoldemAction::Show => Action::Show,
            HoldemAction::Muck => Action::Muck,
        })
    }

    fn refusal(refusal: &PokerRefusal) -> Refusal {
        let PokerRefusal::Move(refusal) = refusal else { return Refusal::NotInHand };
        match refusal {
            Poker::NoRaise(_, why) => Refusal::MayNotRaise { why: no_raise(*why) },
            Poker::TooSmall { least, .. } => Refusal::RaiseTooSmall { least: *least },
            Poker::TooLarge { most, .. } => Refusal::RaiseTooLarge { most: *most },
            Poker::ShowdownNow => Refusal::ShowdownNow,
            Poker::NoShowdownYet => Refusal::NoShowdownYet,
            Poker::MustShow(_, why) => Refusal::MustShow { why: must_show(*why) },
            Poker::HandIsOver | Poker::NoSuchPlayer(_) => Refusal::NotInHand,
            _ => Refusal::NotYourTurn,
        }
    }
}

fn shown(
    player: &PlayerView,
    board: &[Card],
    show: &HoldemShow,
    running: bool,
    chair: impl Fn(Seat) -> Seat,
) -> HoldemPlayer {
    let seat = chair(player.seat);
    HoldemPlayer {
        seat,
        cards: player.cards.iter().copied().collect(),
        bet: player.bet,
        made: made(&known(&player.cards), board),
        folded: player.folded,
        all_in: running && !player.folded && player.stack.is_zero(),
        shown: player.shown,
        mucked: player.mucked,
        last_action: show.last_action(seat).map(last_action),
        won: show.won(seat),
    }
}

/// At a table that deals from a real deck every card of the board is known.
fn known(cards: &[Option<Card>]) -> Vec<Card> {
    cards.iter().copied().flatten().collect()
}

/// What these hole cards make with the board; nothing before the flop or without the cards.
fn made(hole: &[Card], board: &[Card]) -> Option<MadeHand> {
    let cards = hole.iter().chain(board).copied().collect();
    let category = if hole.len() == 2 { rank_set(cards)?.category() } else { return None };
    Some(match category {
        Category::HighCard => MadeHand::HighCard,
        Category::Pair => MadeHand::Pair,
        Category::TwoPair => MadeHand::TwoPair,
        Category::ThreeOfAKind => MadeHand::ThreeOfAKind,
        Category::Straight => MadeHand::Straight,
        Category::Flush => MadeHand::Flush,
        Category::FullHouse => MadeHand::FullHouse,
        Category::FourOfAKind => MadeHand::FourOfAKind,
        Category::StraightFlush => MadeHand::StraightFlush,
    })
}

fn last_action(action: LastAction) -> room::LastAction {
    match action {
        LastAction::Fold => room::LastAction::Fold,
        LastAction::Check => room::LastAction::Check,
        LastAction::Call(amount) => room::LastAction::Call { amount },
        LastAction::Bet(to) => room::LastAction::Bet { to },
        LastAction::Raise(to) => room::LastAction::Raise { to },
    }
}

fn button(offer: &Offer, opens: bool) -> HoldemOffer {
    match *offer {
        Offer::Fold => HoldemOffer::Fold,
        Offer::Check => HoldemOffer::Check,
        Offer::Call { price } => HoldemOffer::Call { price },
        Offer::RaiseTo { least, most } => HoldemOffer::RaiseTo { least, most, opens },
        Offer::Show => HoldemOffer::Show,
        Offer::Muck => HoldemOffer::Muck,
    }
}

fn no_raise(why: NoRaise) -> room::NoRaise {
    match why {
        NoRaise::NoChips => room::NoRaise::NoChips,
        NoRaise::NobodyToCall => room::NoRaise::NobodyToCall,
        NoRaise::NotReopened => room::NoRaise::NotReopened,
        NoRaise::Capped => room::NoRaise::Capped,
    }
}

fn must_show(why: MustShow) -> room::MustShow {
    match why {
        MustShow::AllIn => room::MustShow::AllIn,
        MustShow::NotBeaten => room::MustShow::NotBeaten,
        MustShow::LastClaim => room::MustShow::LastClaim,
    }
}
