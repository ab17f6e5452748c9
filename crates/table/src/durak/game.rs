//! A game of Durak between its parties, and the plan of the next one.

use super::DurakSeating;
use crate::seating::{Company, Paid};
use kozyr_card_game::{Seat, SeatSet};
use kozyr_chips::Chips;
use kozyr_durak::{Conditions, MAX_BOXES, Outcome, PartyEnd, Rules, Score};
use kozyr_time::PlayerId;
use serde::{Deserialize, Serialize};

/// What is settled about a party before its first card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DurakPlan {
    /// Which party of its game; 1 begins a game.
    pub party: u16,
    /// What the game is played under; its rules say who opens this party.
    pub conditions: Conditions,
    /// Who plays, in which box.
    pub players: Vec<(Seat, PlayerId)>,
    /// Who of them is away.
    pub away: SeatSet,
    /// What each of them pays as it begins.
    pub stake: Chips,
}

impl DurakPlan {
    /// The next party for those who stay.
    pub(super) fn new(score: &Score, away: SeatSet, company: &Company<'_, DurakSeating>) -> DurakPlan {
        let conditions = *score.conditions();
        let rules = Rules { opening: score.opening(), ..conditions.rules };
        let player = |seat| company.at(seat).map(|sitter| (seat, sitter.player));
        DurakPlan {
            party: score.party().saturating_add(1),
            conditions: Conditions { rules, ..conditions },
            players: score.staying().iter().filter_map(player).collect(),
            away: away.and(score.staying()),
            stake: score.due(),
        }
    }
}

/// A game that is played, or was played last: its score, and who plays it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DurakGame {
    score: Score,
    /// Who sat in which box as the game began.
    players: Vec<(Seat, PlayerId)>,
    /// How the last party ended.
    last: Option<PartyEnd>,
}

impl DurakGame {
    /// Points, pool, and who plays on.
    pub fn score(&self) -> &Score {
        &self.score
    }

    /// Who sat in which box as the game began.
    pub fn players(&self) -> &[(Seat, PlayerId)] {
        &self.players
    }

    /// How the last party ended, with what everybody was paid for it.
    pub fn last_party(&self) -> Option<&PartyEnd> {
        self.last.as_ref()
    }

    /// The planned party begins: the first of a game, or the next one of the game before.
    pub(super) fn begin(last: Option<DurakGame>, plan: &DurakPlan) -> DurakGame {
        let mut game = last.filter(|_| plan.party > 1).unwrap_or_else(|| DurakGame {
            score: Score::new(&plan.conditions).expect("a plan can be played"),
            players: plan.players.clone(),
            last: None,
        });
        game.score.begin().expect("the last party is over");
        game
    }

    pub(super) fn be_ready(&mut self, seat: Seat) {
        self.score.be_ready(seat).expect("whether it may be said was asked before");
    }

    pub(super) fn ask_again(&mut self) {
        self.score.ask_again();
    }

    pub(super) fn party_over(&mut self, outcome: &Outcome) -> Paid {
        let end = self.score.party_over(outcome);
        self.last = Some(end);
        let mut paid = self.paid(&end.paid, end.rake);
        if let Some(over) = self.score.over() {
            let more = self.paid(&over.paid, over.rake);
            paid.players.extend(more.players);
            paid.rake += more.rake;
        }
        paid
    }

    /// Somebody gets up; what the pool comes to if that ends the game.
    pub(super) fn get_up(&mut self, seat: Seat) -> Paid {
        if !self.score.staying().contains(seat) {
            return Paid::default();
        }
        let over = self.score.get_up(SeatSet::only(seat)).expect("nobody gets up from a party");
        over.map(|over| self.paid(&over.paid, over.rake)).unwrap_or_default()
    }

    /// Shares by box, as shares by person.
    fn paid(&self, shares: &[Chips; MAX_BOXES], rake: Chips) -> Paid {
        let share = |&(seat, player): &(Seat, PlayerId)| (player, shares[seat.index()]);
        let players = self.players.iter().map(share).filter(|(_, chips)| chips.is_positive());
        Paid { players: players.collect(), rake }
    }
}
