//! Where a hand stands: what it waits for, what may be done, where the chips are. No hole card is in it.

use super::live::{LiveHand, Machine, Waiting};
use crate::json::{Object, Value};
use kozyr_chips::Chips;
use kozyr_poker::Offer;

impl LiveHand {
    /// What the hand waits for, the offers to whoever is to act, and where the chips are.
    pub fn state(&self) -> Value {
        let mut state = Object::new();
        if let Some(number) = &self.sheet.number {
            state.push("hand", number.clone());
        }
        let (waiting, player) = match self.waiting() {
            Waiting::Deal => ("deal", None),
            Waiting::Hole(name) => ("hole", Some(name)),
            Waiting::Board(_) => ("board", None),
            Waiting::Bet(name) => ("bet", Some(name)),
            Waiting::Show(name) => ("show", Some(name)),
            Waiting::Next => ("next", None),
            Waiting::Nothing => ("nothing", None),
        };
        state.push("waiting", waiting);
        if let Waiting::Board(count) = self.waiting() {
            state.push("cards", count as i64);
        }
        if let Err(why) = self.check() {
            state.push("why", why.to_string());
        }
        if let Some(name) = player {
            state.push("player", name);
            let offers = self.offers(name);
            if !offers.is_empty() {
                state.push("offers", self.offered(&offers));
            }
        }
        if let Some(deadline) = self.deadline_ms().and_then(|deadline| i64::try_from(deadline).ok()) {
            state.push("deadline", deadline);
        }
        self.push_chips(&mut state);
        Value::Object(state)
    }

    /// An offer each, by the word of the log: a price, or bounds.
    fn offered(&self, offers: &[Offer]) -> Object {
        let chips = |amount: Chips| Value::chips(amount, self.scale());
        let mut all = Object::new();
        for offer in offers {
            match *offer {
                Offer::Fold => all.set("f", true),
                Offer::Check => all.set("cc", 0i64),
                Offer::Call { price } => all.set("cc", chips(price)),
                Offer::RaiseTo { least, most } => {
                    all.set("cbr", Value::Array(vec![chips(least), chips(most)]));
                }
                Offer::BringIn { price } => all.set("pb", chips(price)),
                Offer::Discard { .. } => all.set("sd", true),
                Offer::Runouts { .. } => {
                    unreachable!("a hand that is exchanged says how often its board is dealt")
                }
                Offer::Show => all.set("sm -", true),
                Offer::Muck => all.set("sm", true),
            }
        }
        all
    }

    fn push_chips(&self, state: &mut Object) {
        let sheet = &self.sheet;
        let chips = |amount: Chips| Value::chips(amount, sheet.scale);
        let by_name = |amounts: Vec<Chips>| {
            let mut list = Object::new();
            for (row, amount) in sheet.rows.iter().zip(amounts) {
                list.push(&row.name, chips(amount));
            }
            list
        };
        match (&self.machine, &sheet.results.finishing) {
            (Machine::Playing(play), finishing) => {
                let boards = (0..play.hand.boards()).map(|run| {
                    let faces = play.hand.board(run).iter();
                    faces
                        .map(|face| face.map_or_else(|| "??".to_owned(), |card| card.to_string()))
                        .collect::<Value>()
                });
                state.push("boards", boards.collect::<Value>());
                let over = finishing.clone();
                state.push("stacks", by_name(over.unwrap_or_else(|| play.finishing(sheet))));
                let mut bets = vec![Chips::ZERO; sheet.rows.len()];
                for (player, &row) in play.order.iter().enumerate() {
                    bets[row] = play.fine(sheet, play.hand.bets()[player]);
                }
                state.push("bets", by_name(bets));
                let pot = if finishing.is_some() { Chips::ZERO } else { play.hand.pot_total() };
                state.push("pot", chips(play.fine(sheet, pot)));
            }
            (_, finishing) => {
                let stacks = sheet.rows.iter().map(|row| row.sitter.stack).collect();
                state.push("stacks", by_name(finishing.clone().unwrap_or(stacks)));
                state.push("pot", chips(sheet.dead_pot));
            }
        }
    }
}
