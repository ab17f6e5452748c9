//! The end of the text: showdown, winners, summary.

use super::Writer;
use crate::phh::Action;
use crate::pokerstars::names::hand_name;
use crate::pokerstars::result::{Settlement, Win};
use crate::pokerstars::{RUNS, TIMES, cards};
use kozyr_cards::Card;
use kozyr_chips::Chips;
use kozyr_poker::Event;

impl Writer<'_> {
    pub(super) fn ending(&mut self) {
        self.automatic_shows();
        let settlement = Settlement::of_hand(self.document, &self.play);
        let wins = settlement.as_ref().map_or(Vec::new(), |settlement| settlement.wins.clone());
        let pots = settlement.as_ref().map_or(0, |settlement| settlement.pots().len());
        let boards = self.play.hand.boards();
        if !self.play.is_played_out() {
            // The hand breaks off: nobody shows, nobody wins.
        } else if self.play.hand.live().len() > 1 {
            for (run, name) in RUNS.iter().enumerate().take(boards) {
                let title = if boards > 1 { format!("{name} ") } else { String::new() };
                self.line(format_args!("*** {title}SHOW DOWN ***"));
                self.shows(run);
                self.collected(&wins, run, pots);
            }
        } else {
            self.collected(&wins, 0, pots);
            if self.shows.is_empty() {
                if let Some(win) = wins.first() {
                    self.by(win.player, "doesn't show hand");
                }
            } else {
                self.shows(0);
            }
        }
        for line in std::mem::take(&mut self.late_talk) {
            self.line(line);
        }
        self.summary(settlement.as_ref());
    }

    /// A record without shows leaves them to the house: the engine says who turns over what.
    fn automatic_shows(&mut self) {
        let is_show = |action: &Action| matches!(action, Action::ShowOrMuck { .. });
        if self.document.actions().iter().any(is_show) || self.play.hand.is_undetermined() {
            return;
        }
        for event in self.play.events.clone() {
            match event {
                Event::Shown(seat, cards) => {
                    self.shows.push((seat.index(), Some(cards.into_iter().flatten().collect())));
                }
                Event::Mucked(seat) => self.shows.push((seat.index(), None)),
                _ => {}
            }
        }
        self.shows.retain(|(_, cards)| cards.as_ref().is_none_or(|cards| !cards.is_empty()));
    }

    fn shows(&mut self, run: usize) {
        for (player, shown) in self.shows.clone() {
            let Some(shown) = shown else {
                self.by(player, "mucks hand");
                continue;
            };
            let mut deed = "shows ".to_owned();
            cards::write(&mut deed, shown);
            if let Some(name) = self.name_of(player, run) {
                deed.push_str(&format!(" ({name})"));
            }
            self.by(player, deed);
        }
    }

    fn name_of(&self, player: usize, run: usize) -> Option<String> {
        let hand = &self.play.hand;
        hand_name(hand.variant(), hand.hole(player), hand.board(run))
    }

    fn collected(&mut self, wins: &[Win], run: usize, pots: usize) {
        let mut wins: Vec<&Win> = wins.iter().filter(|win| win.board == run).collect();
        // The last side pot first.
        wins.sort_by_key(|win| std::cmp::Reverse(win.pot));
        for win in wins {
            let pot = match win.pot {
                Some(0) if pots > 1 => "main pot".to_owned(),
                Some(pot) if pots > 2 => format!("side pot-{pot}"),
                Some(_) if pots > 1 => "side pot".to_owned(),
                _ => "pot".to_owned(),
            };
            let (name, amount) = (self.names[win.player].clone(), self.money.show(win.amount));
            self.line(format_args!("{name} collected {amount} from {pot}"));
        }
    }

    fn summary(&mut self, settlement: Option<&Settlement>) {
        let money = self.money;
        self.line("*** SUMMARY ***");
        self.put(format_args!("Total pot {}", money.show(self.play.total_pot())));
        let pots = settlement.map_or(Vec::new(), Settlement::pots);
        for (pot, amount) in pots.iter().enumerate() {
            let amount = money.show(*amount);
            match pot {
                0 => self.put(format_args!(" Main pot {amount}.")),
                _ if pots.len() == 2 => self.put(format_args!(" Side pot {amount}.")),
                _ => self.put(format_args!(" Side pot-{pot} {amount}.")),
            }
        }
        let rake = settlement.map_or(Chips::ZERO, |settlement| settlement.rake);
        self.line(format_args!(" | Rake {}", money.show(rake)));
        let boards = self.play.hand.boards();
        if boards > 1 {
            self.line(format_args!("Hand was run {}", TIMES[boards - 1]));
        }
        for (run, name) in RUNS.iter().enumerate().take(boards) {
            let board: Vec<Card> = self.play.hand.board(run).iter().copied().flatten().collect();
            if !board.is_empty() {
                self.put(if boards > 1 { format!("{name} Board ") } else { "Board ".to_owned() });
                cards::write(&mut self.out, board);
                self.out.push('\n');
            }
        }
        let mut order: Vec<usize> = (0..self.seats.len()).collect();
        order.sort_by_key(|&player| self.seats[player]);
        for player in order {
            self.seat_summary(player, settlement);
        }
    }

    fn seat_summary(&mut self, player: usize, settlement: Option<&Settlement>) {
        let (seat, name) = (self.seats[player], self.names[player].clone());
        self.put(format_args!("Seat {seat}: {name}"));
        let tags = [
            (self.button() == seat, " (button)"),
            (self.posts.small_blind == Some(player), " (small blind)"),
            (self.posts.big_blind == Some(player), " (big blind)"),
        ];
        tags.iter().filter(|(is, _)| *is).for_each(|(_, tag)| self.put(tag));
        match self.outcome(player, settlement) {
            Some(outcome) => self.line(format_args!(" {outcome}")),
            None => self.out.push('\n'),
        }
    }

    fn outcome(&self, player: usize, settlement: Option<&Settlement>) -> Option<String> {
        let (hand, money) = (&self.play.hand, self.money);
        match self.folded_on[player] {
            Some(0) if self.play.stacks_before_winning()[player] == hand.starting_stacks()[player] => {
                return Some("folded before Flop (didn't bet)".to_owned());
            }
            Some(0) => return Some("folded before Flop".to_owned()),
            Some(street) => {
                return Some(format!("folded on the {}", ["Flop", "Turn", "River"][street.min(3) - 1]));
            }
            None => {}
        }
        let boards = hand.boards();
        let won = |board| settlement.map_or(Chips::ZERO, |settlement| settlement.of(player, board));
        let all: Chips = (0..boards).map(won).sum();
        let shown = self.shows.iter().find(|(other, _)| *other == player);
        match shown {
            Some((_, Some(cards))) if hand.live().len() > 1 => {
                let mut text = "showed ".to_owned();
                cards::write(&mut text, cards.iter().copied());
                let parts: Vec<String> = (0..boards)
                    .filter_map(|board| {
                        let with =
                            self.name_of(player, board).map_or(String::new(), |name| format!(" with {name}"));
                        match won(board) {
                            amount if amount.is_positive() => {
                                Some(format!("won ({}){with}", money.show(amount)))
                            }
                            _ if with.is_empty() || settlement.is_none() => None,
                            _ => Some(format!("lost{with}")),
                        }
                    })
                    .collect();
                if !parts.is_empty() {
                    text.push_str(&format!(" and {}", parts.join(", and ")));
                }
                Some(text)
            }
            Some((_, None)) => {
                let known: Vec<Card> = hand.hole(player).iter().copied().flatten().collect();
                let mut text = "mucked".to_owned();
                if !known.is_empty() {
                    text.push(' ');
                    cards::write(&mut text, known);
                }
                Some(text)
            }
            _ if all.is_positive() => Some(format!("collected ({})", money.show(all))),
            _ => None,
        }
    }
}
