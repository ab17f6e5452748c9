//! What a client does at its tables.

use super::{Client, write};
use kozyr_bots::{Deed, Level, choose};
use kozyr_protocol::room::{
    DurakWord, GameAction, GameWord, HoldemAction, HoldemOffer, HoldemWord, Own, OwnGame, SekaAction,
    SekaOffer, TableView, ToServer, TournamentWish,
};

/// So many thoughts in a thousand somebody who looks on sits down.
const SITS_DOWN: u64 = 150;
/// At so many tables somebody sits at a time.
const SEATS: usize = 3;

impl Client {
    /// Enters tournaments, and sometimes leaves them again.
    pub(super) fn enter_cups(&mut self, now: u64, said: &mut Vec<String>) {
        let cups: Vec<(String, bool)> = self.cups.iter().map(|(cup, asked)| (cup.clone(), *asked)).collect();
        for (tournament, asked) in cups {
            let command = self.next_id();
            if !asked {
                self.cups.insert(tournament.clone(), true);
                said.push(write(&ToServer::Follow { tournament: tournament.clone() }));
                let wish = TournamentWish::Register;
                self.command(now, ToServer::Wish { command, tournament, wish }, said);
            } else if self.chance.often(8) {
                let wish = match self.chance.below(4) {
                    0 => TournamentWish::Unregister,
                    1 => TournamentWish::Rebuy,
                    2 => TournamentWish::ReEnter,
                    _ => TournamentWish::AddOn,
                };
                self.command(now, ToServer::Wish { command, tournament: tournament.clone(), wish }, said);
                if self.chance.often(200) {
                    self.cups.remove(&tournament);
                    said.push(write(&ToServer::Unfollow { tournament }));
                }
            }
        }
    }

    pub(super) fn play_at(&mut self, table: &str, now: u64, said: &mut Vec<String>) {
        let Some(seen) = self.tables.get(table) else { return };
        if seen.follower.sequence().is_none() {
            return;
        }
        let tree = seen.follower.tree();
        let own = tree.get("own");
        let seated = own.and_then(|own| own.get("seat")).is_some();
        let turn = seen.follower.turn();
        let fresh_turn = turn.is_some() && turn != seen.acted;
        // To look at a table costs more than all the rest.
        let words = own
            .and_then(|own| own.get("game"))
            .is_some_and(|game| game.get("words").or_else(|| game.get("says")).is_some());
        let restless = self.chance.often(self.misbehaviour.restless);
        let sits_down = !seated && self.chance.often(SITS_DOWN);
        let speaks = words && self.chance.often(400);
        if !fresh_turn && !restless && !sits_down && !speaks {
            return;
        }
        if fresh_turn && self.chance.often(self.misbehaviour.dawdles) {
            return;
        }
        let Some(seen) = self.tables.get(table) else { return };
        let (Some(view), Some(info)) = (seen.follower.view(), seen.follower.info().cloned()) else { return };
        if !seated {
            if sits_down {
                self.sit_down(table, &view, now, said);
            }
            return;
        }
        let Some(own) = &view.own else { return };
        if restless {
            return self.use_chair(table, own, now, said);
        }
        let wild = self.chance.often(self.misbehaviour.wild).then(|| self.wildly(own)).flatten();
        let Client { chance, tables, .. } = self;
        let Some(seen) = tables.get_mut(table) else { return };
        let deed = wild.map(Deed::Act).or_else(|| {
            choose(Level::Casual, &info, &view, &seen.memory, &mut |n| chance.below(n.into()) as u32)
        });
        let command = self.next_id();
        let message = match deed {
            Some(Deed::Act(action)) => {
                if let Some(seen) = self.tables.get_mut(table) {
                    seen.acted = turn;
                }
                let (table, turn) = (table.to_owned(), turn.unwrap_or_default());
                ToServer::Act { command, table, turn, action }
            }
            Some(Deed::Say(word)) => ToServer::Say { command, table: table.to_owned(), word },
            None => return,
        };
        self.command(now, message, said);
    }

    fn sit_down(&mut self, table: &str, view: &TableView, now: u64, said: &mut Vec<String>) {
        let seats = self
            .tables
            .values()
            .filter(|seen| seen.follower.tree().get("own").and_then(|own| own.get("seat")).is_some());
        if seats.count() >= SEATS {
            return;
        }
        let own = view.own.as_ref().and_then(|own| own.take.as_ref());
        let Some(take) = own.or(view.take.as_ref()) else { return };
        let Some(&seat) = self.chance.pick(&take.seats) else { return };
        let (least, most) = (take.chips.least, take.chips.most);
        let buy_in = match self.chance.below(4) {
            0 => least,
            1 => most,
            _ => take.chips.usual,
        };
        let (command, wait) = (self.next_id(), self.chance.often(200));
        self.command(now, ToServer::Sit { command, table: table.to_owned(), seat, buy_in, wait }, said);
    }

    /// Does something with the chair that it offers.
    fn use_chair(&mut self, table: &str, own: &Own, now: u64, said: &mut Vec<String>) {
        let Some(chair) = &own.chair else { return };
        let (command, table) = (self.next_id(), table.to_owned());
        let message = match self.chance.below(8) {
            0 if chair.sit_out => ToServer::SitOut { command, table },
            1..=3 if chair.sit_in.is_some() => {
                ToServer::SitIn { command, table, wait: self.chance.often(300) }
            }
            4 if chair.leave.is_some() => ToServer::Leave { command, table },
            5 | 6 => match &chair.add_chips {
                Some(add) => ToServer::AddChips { command, table, amount: add.chips.least },
                None => return,
            },
            7 => {
                let word = match &own.game {
                    Some(OwnGame::Durak(game)) => self.chance.pick(&game.words).copied().map(GameWord::Durak),
                    Some(OwnGame::Seka(game)) => self.chance.pick(&game.says).copied().map(GameWord::Seka),
                    _ if chair.straddle.is_some() => {
                        Some(GameWord::Holdem(HoldemWord::Straddle { on: !self.chance.often(300) }))
                    }
                    _ => Some(GameWord::Durak(DurakWord::Ready)),
                };
                let Some(word) = word else { return };
                ToServer::Say { command, table, word }
            }
            _ => return,
        };
        self.command(now, message, said);
    }

    /// Anything that is offered, whatever comes of it.
    fn wildly(&mut self, own: &Own) -> Option<GameAction> {
        match own.game.as_ref()? {
            OwnGame::Holdem(hand) => {
                let action = match self.chance.pick(&hand.offers)? {
                    HoldemOffer::Fold => HoldemAction::Fold,
                    HoldemOffer::Check | HoldemOffer::Call { .. } => HoldemAction::CheckOrCall,
                    HoldemOffer::Bet(size) | HoldemOffer::Raise(size) => {
                        let to = if self.chance.often(400) { size.most } else { size.least };
                        HoldemAction::RaiseTo { to }
                    }
                    HoldemOffer::RunTwice => HoldemAction::RunTwice { agree: !self.chance.often(300) },
                    HoldemOffer::Show => HoldemAction::Show,
                    HoldemOffer::Muck => HoldemAction::Muck,
                };
                Some(GameAction::Holdem(action))
            }
            OwnGame::Seka(hand) => {
                let action = match self.chance.pick(&hand.offers)? {
                    SekaOffer::Open => SekaAction::Open,
                    SekaOffer::Dark(_) => SekaAction::Dark,
                    SekaOffer::Check => SekaAction::Check,
                    SekaOffer::Call(_) => SekaAction::Call,
                    SekaOffer::Raise(raise) => SekaAction::RaiseTo { to: raise.least },
                    SekaOffer::Reveal { .. } => SekaAction::Reveal,
                    SekaOffer::Fold => SekaAction::Fold,
                    SekaOffer::Vote => SekaAction::Vote { yes: self.chance.often(700) },
                    SekaOffer::Enter { .. } => SekaAction::Enter,
                    SekaOffer::Pass => SekaAction::Pass,
                };
                Some(GameAction::Seka(action))
            }
            OwnGame::Durak(_) => None,
        }
    }
}
