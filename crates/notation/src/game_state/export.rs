//! A live hand as a snapshot.

use crate::exchange::LiveHand;
use crate::exchange::live::Machine;
use crate::exchange::personal::Eyes;
use crate::exchange::play::Play;
use crate::json::{Object, Value};
use kozyr_card_game::Seat;
use kozyr_chips::{Chips, Decimal};
use kozyr_poker::seating::Intent;
use kozyr_poker::variant::BetSize;

/// The table as this viewer may know it; no viewer is a spectator. `bank` tells how much money a player has off
/// the table; who it knows nothing of has 0.
pub fn export(live: &LiveHand, viewer: Option<&str>, bank: impl Fn(&str) -> Option<Decimal>) -> Value {
    let mut state = Object::new();
    let snapshot = Snapshot::of(live, viewer);
    let mut players = Object::new();
    for row in snapshot.by_seat() {
        let bank = bank(live.sheet.name(row)).unwrap_or_default();
        players.set(&key(live, row), snapshot.player(row, bank));
    }
    state.push("players", players);
    state.push("deck", Value::Array(Vec::new()));
    state.push("gameData", snapshot.game_data());
    state.push("_hand", live.personalize(viewer));
    Value::Object(state)
}

struct Snapshot<'a> {
    live: &'a LiveHand,
    play: Option<&'a Play>,
    eyes: Eyes,
}

/// Seats count from 0 here.
fn number(seat: Seat) -> Value {
    Value::from(seat.index() as i64)
}

fn key(live: &LiveHand, row: usize) -> String {
    live.sheet.rows[row].sitter.seat.index().to_string()
}

impl<'a> Snapshot<'a> {
    fn of(live: &'a LiveHand, viewer: Option<&str>) -> Snapshot<'a> {
        let play = match &live.machine {
            Machine::Playing(play) => Some(&**play),
            Machine::Undealt | Machine::Stuck { .. } => None,
        };
        let row = viewer.and_then(|name| live.sheet.row_of(name));
        Snapshot { live, play, eyes: Eyes::of(&live.sheet, row) }
    }

    fn by_seat(&self) -> Vec<usize> {
        let rows = &self.live.sheet.rows;
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by_key(|&row| rows[row].sitter.seat);
        order
    }

    fn chips(&self, chips: Chips) -> Value {
        Value::chips(chips, self.live.sheet.scale)
    }

    /// Chips of the machine.
    fn played(&self, play: &Play, chips: Chips) -> Value {
        self.chips(play.fine(&self.live.sheet, chips))
    }

    fn player(&self, row: usize, bank: Decimal) -> Object {
        let sitter = &self.live.sheet.rows[row].sitter;
        let place = self.play.and_then(|play| Some((play, play.player(row)?)));
        let stack = match (place, &self.live.sheet.results.finishing) {
            (_, Some(finishing)) => self.chips(finishing[row]),
            (Some((play, player)), None) => self.played(play, play.hand.stacks()[player]),
            (None, None) => self.chips(sitter.stack),
        };
        let mut player = Object::new();
        player.push("id", row as i64);
        player.push("name", self.live.sheet.name(row));
        player.push("seat", number(sitter.seat));
        player.push("hand", self.cards(row));
        player.push("stack", stack);
        player.push("inNextHand", sitter.standing.intent() == Intent::Play && sitter.short_of.is_zero());
        player.push("canBeDealer", !sitter.newcomer);
        player.push("bank", bank);
        player
    }

    /// Their cards as far as the viewer knows them, or null.
    fn cards(&self, row: usize) -> Value {
        let Some((play, player)) = self.play.and_then(|play| Some((play, play.player(row)?))) else {
            return Value::Null;
        };
        let faces = play.hand.hole(player).iter().flatten();
        let known: Vec<String> =
            faces.filter(|&&card| self.eyes.knows(row, card)).map(ToString::to_string).collect();
        if known.is_empty() { Value::Null } else { Value::from(known) }
    }

    fn game_data(&self) -> Object {
        let sheet = &self.live.sheet;
        let stakes = sheet.stakes();
        let seat = |row: Option<usize>| row.map_or(Value::Null, |row| number(sheet.rows[row].sitter.seat));
        let mut data = Object::new();
        let playing = self.by_seat().into_iter().filter(|&row| self.is_playing(row));
        data.push("playing", playing.map(|row| key(self.live, row)).collect::<Value>());
        data.push("board", self.board());
        data.push("dealer", sheet.places().map_or(Value::Null, |places| number(places.button)));
        data.push("action", seat(self.play.and_then(Play::turn)));
        let mut blinds = Object::new();
        blinds.push("small", self.chips(stakes.small));
        blinds.push("big", self.chips(stakes.big));
        data.push("blinds", blinds);
        data.push("minBet", self.min_bet());
        data.push("minRaise", self.min_raise());
        data.push("lastRaiser", seat(self.play.and_then(|play| play.raiser)));
        data.push("currentBets", self.bets());
        data.push(
            "pot",
            self.play
                .map_or_else(|| self.chips(sheet.dead_pot), |play| self.played(play, play.hand.pot_total())),
        );
        data
    }

    fn is_playing(&self, row: usize) -> bool {
        match self.play {
            None => self.live.sheet.rows[row].sitter.standing.is_in(),
            Some(play) => {
                play.player(row).is_some_and(|player| play.hand.live().contains(Seat::from_index(player)))
            }
        }
    }

    fn board(&self) -> Value {
        let Some(play) = self.play else { return Value::Array(Vec::new()) };
        let last = play.hand.boards() - 1;
        let faces = play.hand.board(last).iter();
        faces.map(|face| face.map_or_else(|| "??".to_owned(), |card| card.to_string())).collect()
    }

    fn min_bet(&self) -> Value {
        let sheet = &self.live.sheet;
        let Some(play) = self.play else { return self.chips(sheet.min_bet.unwrap_or(sheet.stakes().big)) };
        let rules = play.hand.rules();
        self.played(
            play,
            match rules.variant.streets[play.hand.street()].bet {
                BetSize::Small => rules.small_bet,
                BetSize::Big => rules.big_bet,
            },
        )
    }

    /// Of whoever is to act; null if they may not raise or nobody is.
    fn min_raise(&self) -> Value {
        let turn = self.play.and_then(|play| Some((play, play.bettor()?)));
        let Some((play, player)) = turn else { return Value::Null };
        play.hand.raise_bounds(player).map_or(Value::Null, |(least, _)| self.played(play, least))
    }

    fn bets(&self) -> Object {
        let mut bets = Object::new();
        for row in self.by_seat() {
            let place = self.play.and_then(|play| Some((play, play.player(row)?)));
            let bet = place.map_or(Chips::ZERO, |(play, player)| play.hand.bets()[player]);
            if self.is_playing(row) || bet.is_positive() {
                let bet = place.map_or_else(|| self.chips(bet), |(play, _)| self.played(play, bet));
                bets.push(&key(self.live, row), bet);
            }
        }
        bets
    }
}
