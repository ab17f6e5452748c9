//! From the tournament's words to the protocol's.

use super::bots::is_bot;
use super::decide::{entrant, player_of, status};
use super::form::form;
use super::line::{Line, State, room, wall};
use super::load::table_id;
use super::plan::{Start, TournamentPlan};
use kozyr_card_game::Seat;
use kozyr_protocol::room::{
    BountyPart, DrawCommitment, HostRight, LobbyTournament, PlayerKind, TournamentBounty, TournamentBreak,
    TournamentEvent, TournamentInfo, TournamentLevel, TournamentOffer, TournamentOwn, TournamentPlace,
    TournamentPlayer, TournamentPrize, TournamentReason as Why, TournamentStart, TournamentTable,
    TournamentView,
};
use kozyr_time::{Millis, PlayerId, Timestamp};
use kozyr_tournament::{
    BlindLevel, Bounty, BountyShare, Chair, Command, EntrantId, Happened, Life, PauseKind, Placement, Reason,
    Rest, Status, Tournament,
};
use std::collections::{BTreeMap, HashMap};

/// The tournament in the lobby.
pub(crate) fn lobby(plan: &TournamentPlan, cup: &Tournament) -> LobbyTournament {
    LobbyTournament {
        tournament: plan.id.to_string(),
        title: cup.rules().name.clone(),
        status: status(cup.status()),
        starts: starts(plan.start),
        buy_in: cup.rules().buy_in,
        bounty: cup.rules().bounty.map(|bounty| bounty.amount),
        seats: cup.rules().seats,
        entrants: cup.entrants().len() as u32,
        most_entrants: cup.rules().max_entrants,
        left: cup.players_left() as u32,
        pool: cup.pool().amount,
        host: plan.host.map(PlayerId::get),
    }
}

/// What does not change once it is open.
pub(crate) fn info(plan: &TournamentPlan, state: &State) -> TournamentInfo {
    TournamentInfo {
        form: form(state.tournament.rules()),
        starts: starts(plan.start),
        host: plan.host.map(PlayerId::get),
    }
}

fn starts(start: Start) -> TournamentStart {
    match start {
        Start::ByHand => TournamentStart::ByHand,
        Start::At(at) => TournamentStart::At { at: at.as_millis() },
        Start::WhenFull => TournamentStart::WhenFull,
    }
}

/// The tournament as anybody may know it.
pub(crate) fn shared(plan: &TournamentPlan, state: &State, now: Timestamp) -> TournamentView {
    let cup = &state.tournament;
    let over = matches!(cup.status(), Status::Finished | Status::Cancelled);
    let kind = |id: &EntrantId| if is_bot(player_of(id)) { PlayerKind::Bot } else { PlayerKind::Person };
    TournamentView {
        paused_why: state.paused_why.as_ref().map(why),
        resumes_at: state.resumes_at.map(Timestamp::as_millis),
        tables: cup
            .tables()
            .filter(|_| !over || !state.tables_closed)
            .map(|no| {
                let table =
                    TournamentTable { table: table_id(plan, no).to_string(), running: cup.is_busy(no) };
                (no.to_string(), table)
            })
            .collect::<BTreeMap<_, _>>(),
        draw: DrawCommitment { number: state.draw.0, commitment: state.draw.1.clone() },
        ..of_tournament(cup, now, &kind)
    }
}

/// What follows from the tournament alone, wherever it is played.
pub(crate) fn of_tournament(
    cup: &Tournament,
    now: Timestamp,
    kind: &dyn Fn(&EntrantId) -> PlayerKind,
) -> TournamentView {
    let hud = cup.hud(wall(now));
    let pool = cup.pool();
    let moment = |at| room(at).as_millis();
    let placements = cup.placements();
    let places: HashMap<&EntrantId, &Placement> = placements.iter().map(|row| (&row.player, row)).collect();
    // The first level began with the start: that needs no reason.
    let level_why = cup.level_history().iter().rfind(|row| row.level_index > 0 || row.by_hand);
    TournamentView {
        status: status(cup.status()),
        paused_why: None,
        resumes_at: None,
        level: level(&hud.level),
        level_why: level_why.map(|row| why(&row.reason())),
        next_level: hud.next_level.as_ref().map(level),
        level_ends_at: hud.next_blind_at.map(moment),
        // What is left of a running level changes by itself.
        level_remaining_ms: hud.remaining.filter(|_| hud.next_blind_at.is_none()).map(Millis::get),
        level_asked: hud.level_asked,
        rest: cup.rest().map(|rest| match rest {
            Rest::Called { length } => TournamentBreak::Called { length_ms: length.get() },
            Rest::Counting { ends_at } => TournamentBreak::Counting { until: moment(ends_at) },
        }),
        entrants: hud.entrants,
        left: hud.players_left,
        average_stack: hud.average_stack,
        average_tenths_of_big_blind: hud.average_tenths_of_big_blind,
        pool: pool.amount,
        pool_why: why(&pool.reason),
        prizes: cup
            .prize_preview()
            .iter()
            .map(|share| TournamentPrize { amount: share.amount, why: why(&share.reason) })
            .collect(),
        hand_for_hand: hud.hand_for_hand,
        hand_for_hand_why: hud.hand_for_hand.then(|| {
            // It begins with one place too many.
            why(&Reason::HandForHand { players: hud.paid_places + 1, paid: hud.paid_places })
        }),
        players: cup
            .entrants()
            .iter()
            .map(|one| player(cup, one, places.get(&one.id).copied(), kind(&one.id)))
            .collect(),
        tables: BTreeMap::new(),
        draw: DrawCommitment { number: 0, commitment: String::new() },
        own: None,
    }
}

fn player(
    cup: &Tournament,
    entrant: &kozyr_tournament::Entrant,
    placement: Option<&Placement>,
    kind: PlayerKind,
) -> (String, TournamentPlayer) {
    let started = cup.started_at().is_some();
    let view = TournamentPlayer {
        name: entrant.name.to_string(),
        kind,
        present: entrant.present,
        chips: if started { entrant.stack } else { Default::default() },
        table: entrant.chair.map(|chair| chair.table.0),
        seat: entrant.chair.map(|chair| chair.seat),
        moved_why: entrant.moved_why.as_ref().map(why),
        bounty: cup.rules().bounty.map(|rule| bounty(rule, entrant)),
        rebuys: entrant.rebuys + entrant.re_entries,
        place: placement.map(|row| TournamentPlace {
            place: row.place,
            tied_from: row.tied_from,
            tied_to: row.tied_to,
            why: why(&row.reason),
            prize: row.prize,
            prize_why: row.prize_reason.as_ref().map(why),
        }),
    };
    (entrant.id.to_string(), view)
}

/// A player's head, and what they won for the heads of others.
fn bounty(rule: Bounty, entrant: &kozyr_tournament::Entrant) -> TournamentBounty {
    let taken_by = parts(&entrant.taken_by);
    let reason = (!taken_by.is_empty()).then(|| Reason::Bounty {
        amount: entrant.taken_by.iter().map(|share| share.paid + share.on_head).sum(),
        winners: entrant.taken_by.len() as u32,
        progressive: rule.progressive,
    });
    TournamentBounty {
        head: entrant.bounty,
        won: entrant.bounties_won,
        knock_outs: entrant.knock_outs,
        taken_by,
        why: reason.as_ref().map(why),
    }
}

fn parts(shares: &[BountyShare]) -> Vec<BountyPart> {
    let part = |share: &BountyShare| BountyPart {
        player: share.player.to_string(),
        paid: share.paid,
        on_head: share.on_head,
    };
    shares.iter().map(part).collect()
}

fn level(level: &BlindLevel) -> TournamentLevel {
    let BlindLevel { level: number, small_blind, big_blind, ante, .. } = *level;
    TournamentLevel { number, small_blind, big_blind, ante }
}

/// What concerns this person; nothing for somebody who can do nothing here.
pub(crate) fn own(
    plan: &TournamentPlan,
    state: &State,
    person: PlayerId,
    now: Timestamp,
) -> Option<TournamentOwn> {
    let cup = &state.tournament;
    let id = entrant(person);
    let row = cup.entrant(&id);
    let in_play = matches!(cup.status(), Status::Running | Status::Paused(_));
    let chair = row.and_then(|row| row.chair).filter(|_| in_play);
    let host = plan.host == Some(person);
    let own = TournamentOwn {
        entered: row.is_some(),
        table: chair.map(|chair| table_id(plan, chair.table).to_string()),
        seat: chair.map(|chair| chair.seat),
        offers: offers(cup, &id, now),
        orders: if host { rights(cup, now) } else { Vec::new() },
    };
    (own != TournamentOwn::default()).then_some(own)
}

/// What this person may do: the tournament itself is asked whether it would let them.
fn offers(cup: &Tournament, id: &EntrantId, now: Timestamp) -> Vec<TournamentOffer> {
    let rules = cup.rules();
    let may = |command: Command| cup.decide(wall(now), &command).is_ok();
    let (player, costs) = (id.clone(), rules.entry_price());
    let late = || cup.floor().late_chair(cup.next_table(), &mut |_| 0);
    let row = cup.entrant(id);
    let mut offers = Vec::new();
    match (cup.status(), row) {
        (Status::Lobby, None) => {
            if may(Command::Register { player, name: id.as_str().into() }) {
                offers.push(TournamentOffer::Register { costs });
            }
        }
        (Status::Lobby, Some(row)) => {
            offers.push(TournamentOffer::Unregister { refund: row.paid });
            offers.push(TournamentOffer::CheckIn { present: !row.present });
        }
        (Status::Running | Status::Paused(_), None) => {
            let enter = || Command::Enter { player, name: id.as_str().into(), chair: late() };
            if rules.late_entry.is_some() && may(enter()) {
                offers.push(TournamentOffer::Register { costs });
            }
        }
        (Status::Running | Status::Paused(_), Some(row)) => {
            if let Some((_, until)) = cup.offers().find(|(who, _)| *who == id) {
                let (chips, until) = (rules.starting_chips, until.map(|at| room(at).as_millis()));
                offers.push(TournamentOffer::Rebuy { costs, chips, until });
            } else if row.life == Life::Out {
                let enter = || Command::ReEnter { player, chair: late() };
                if rules.late_entry.is_some() && may(enter()) {
                    offers.push(TournamentOffer::ReEnter { costs });
                }
            } else if let Some(add_on) = rules.add_on.filter(|_| cup.rest().is_some())
                && may(Command::AddOn { player })
            {
                offers.push(TournamentOffer::AddOn { costs: add_on.price, chips: add_on.chips });
            }
        }
        (Status::Setup | Status::Finished | Status::Cancelled, _) => {}
    }
    offers
}

/// What the host may order now.
fn rights(cup: &Tournament, now: Timestamp) -> Vec<HostRight> {
    use HostRight::{Break, Cancel, Configure, NextLevel, Open, Pause, PauseClock, Remove, Resume, Start};
    let mut rights = match cup.status() {
        Status::Setup => vec![Configure, Open],
        Status::Lobby if cup.entrants().is_empty() => vec![Configure],
        Status::Lobby if cup.entrants().len() >= 2 => vec![Start, Remove],
        Status::Lobby => vec![Remove],
        Status::Running => vec![Pause, PauseClock],
        Status::Paused(PauseKind::ClockOnly) => vec![Resume, Pause],
        Status::Paused(PauseKind::Everything) => vec![Resume],
        Status::Finished | Status::Cancelled => return Vec::new(),
    };
    let in_play = matches!(cup.status(), Status::Running | Status::Paused(_));
    if in_play && cup.decide(wall(now), &Command::NextLevel).is_ok() {
        rights.push(NextLevel);
    }
    if in_play && cup.rest().is_none() {
        rights.push(Break);
    }
    rights.push(Cancel);
    rights
}

/// What those who follow hear of a line, with the tournament after it.
pub(crate) fn told(line: &Line, state: &State) -> Vec<TournamentEvent> {
    let number = |player: &EntrantId| player_of(player).get();
    let event = match line {
        Line::Drawn { number, secret, .. } => {
            TournamentEvent::Drawn { number: *number, secret: secret.clone() }
        }
        Line::Opened { .. } | Line::ResumesAt(_) | Line::TablesClosed => return Vec::new(),
        Line::Event(event) => match &event.what {
            Happened::Opened => TournamentEvent::Opened,
            Happened::Registered { player, .. }
            | Happened::Entered { player, .. }
            | Happened::ReEntered { player, .. } => TournamentEvent::Entered { player: number(player) },
            Happened::Unregistered { player, .. } => TournamentEvent::Unregistered { player: number(player) },
            Happened::Started { .. } => TournamentEvent::Started,
            Happened::BountyWon { player, shares, reason, .. } => {
                TournamentEvent::BountyWon { player: number(player), shares: parts(shares), why: why(reason) }
            }
            Happened::BountyKept { player, amount, reason } => {
                TournamentEvent::BountyKept { player: number(player), amount: *amount, why: why(reason) }
            }
            Happened::OfferOpened { player } => TournamentEvent::Offered { player: number(player) },
            Happened::Rebought { player, .. } => TournamentEvent::Rebought { player: number(player) },
            Happened::AddedOn { player, .. } => TournamentEvent::AddedOn { player: number(player) },
            Happened::Placed { player, place, reason } => {
                TournamentEvent::Placed { player: number(player), place: *place, why: why(reason) }
            }
            Happened::LevelsWalked { rows, .. } => {
                let levels = &state.tournament.rules().levels;
                let began = |row: &kozyr_tournament::LevelRow| {
                    let level = level(levels.get(row.level_index)?);
                    Some(TournamentEvent::Level { level, why: why(&row.reason()) })
                };
                return rows.iter().filter(|row| !row.skipped).filter_map(began).collect();
            }
            Happened::Moved { player, from, to, reason } => TournamentEvent::Reseated {
                player: number(player),
                from: from.table.0,
                to: to.table.0,
                why: why(reason),
            },
            Happened::TableBroken { table, reason } => {
                TournamentEvent::TableBroken { table: table.0, why: why(reason) }
            }
            Happened::FinalTable { table, reason, .. } => {
                TournamentEvent::FinalTable { table: table.0, why: why(reason) }
            }
            Happened::HandForHandBegan { reason } => {
                TournamentEvent::HandForHand { on: true, why: why(reason) }
            }
            Happened::HandForHandEnded { reason } => {
                TournamentEvent::HandForHand { on: false, why: why(reason) }
            }
            Happened::Paused { reason, .. } => TournamentEvent::Paused { why: why(reason) },
            Happened::Recovered { .. } => TournamentEvent::Paused { why: Why::Recovery },
            Happened::Resumed { .. } => TournamentEvent::Resumed,
            Happened::BreakCalled { length, reason, .. } => {
                TournamentEvent::BreakCalled { length_ms: length.get(), why: why(reason) }
            }
            Happened::BreakBegan { .. } => TournamentEvent::BreakBegan,
            Happened::BreakEnded { .. } => TournamentEvent::BreakEnded,
            Happened::Finished { pool, standings, .. } => {
                let Some(winner) = standings.first() else { return Vec::new() };
                TournamentEvent::Finished { winner: number(&winner.player), pool: *pool }
            }
            Happened::Cancelled { .. } => TournamentEvent::Cancelled,
            Happened::Configured { .. }
            | Happened::CheckedIn { .. }
            | Happened::HandBegan { .. }
            | Happened::HandCalledOff { .. }
            | Happened::HandFinished { .. }
            | Happened::OfferClosed { .. }
            | Happened::LevelAsked { .. }
            | Happened::ClockMoved { .. }
            | Happened::LevelsChanged { .. }
            | Happened::RoundBegan { .. }
            | Happened::RoundEnded => return Vec::new(),
        },
    };
    vec![event]
}

/// The rule and its numbers.
fn why(reason: &Reason) -> Why {
    let at = |chair: &Chair| -> (u16, Seat) { (chair.table.0, chair.seat) };
    match reason.clone() {
        Reason::Busted { place, hand, entrants, out_before } => {
            Why::Busted { place, hand, entrants, out_before }
        }
        Reason::FewerChips { place, hand, chips, busted } => Why::FewerChips { place, hand, chips, busted },
        Reason::HigherChair { place, hand, chips, chair, tied_from, tied_to } => {
            let (table, seat) = at(&chair);
            Why::HigherChair { place, hand, chips, table, seat, tied_from, tied_to }
        }
        Reason::LastStanding { entrants } => Why::LastStanding { entrants },
        Reason::Share { place, share_bps, of_bps, pool, remainder } => {
            Why::Share { place, share_bps, of_bps, pool, remainder }
        }
        Reason::SharedTie { tied_from, tied_to, total } => Why::SharedTie { tied_from, tied_to, total },
        Reason::Bounty { amount, winners, progressive } => Why::Bounty { amount, winners, progressive },
        Reason::OwnBounty { amount } => Why::OwnBounty { amount },
        Reason::PoolPaidIn { buy_in, entrants, rebuys, add_ons } => {
            Why::PoolPaidIn { buy_in, entrants, rebuys, add_ons }
        }
        Reason::PoolGuaranteed { guarantee, paid_in } => Why::PoolGuaranteed { guarantee, paid_in },
        Reason::PoolSet { pool, paid_in } => Why::PoolSet { pool, paid_in },
        Reason::LevelByClock { level, skipped, .. } => Why::LevelByClock { level, skipped },
        Reason::LevelByHost { level } => Why::LevelByHost { level },
        Reason::Balance { largest, smallest, waits } => Why::Balance { largest, smallest, waits },
        Reason::TableBroken { table, players, tables, seats } => {
            Why::TableBroken { table: table.0, players, tables, seats }
        }
        Reason::FinalTable { players, seats } => Why::FinalTable { players, seats },
        Reason::HandForHand { players, paid } => Why::HandForHand { players, paid },
        Reason::HandForHandOver { players, paid } => Why::HandForHandOver { players, paid },
        Reason::Host => Why::Host,
        Reason::NobodyActs { hands } => Why::NobodyActs { hands },
        Reason::Recovery { .. } => Why::Recovery,
        Reason::ScheduledBreak => Why::ScheduledBreak,
    }
}
