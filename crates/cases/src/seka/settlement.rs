//! A pot at the showdown: vote, entries, rake, payout.

use super::same;
use crate::exact::Exact;
use kozyr_chips::{Chips, Scale};
use kozyr_seka::settle::{EntryPrices, Settlement, vote_carries};
use kozyr_seka::{DarkFunding, Rake, Rules};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Row {
    #[serde(default, rename = "id")]
    _id: String,
    #[serde(default, rename = "title")]
    _title: String,
    #[serde(default, rename = "note")]
    _note: String,
    pot: i64,
    /// Clockwise from the dealer.
    #[serde(default)]
    winners: Vec<String>,
    #[serde(default)]
    losers: Vec<String>,
    #[serde(default)]
    waiting: Vec<String>,
    /// What the players have left, and the table's maximum: who cannot cover it makes the pot split.
    #[serde(default, alias = "balances")]
    balance: BTreeMap<String, i64>,
    max_bet: Option<i64>,
    votes: Option<BTreeMap<String, Option<bool>>>,
    approved: Option<bool>,
    loser_entry: Option<i64>,
    waiting_entry: Option<i64>,
    #[serde(default)]
    joins: Vec<String>,
    new_pot: Option<i64>,
    #[serde(alias = "rake_percent")]
    rake_percent: Option<Exact>,
    #[serde(alias = "rake_fixed", alias = "rakeAmount")]
    rake_fixed: Option<i64>,
    rake: Option<i64>,
    payout: Option<Payout>,
    winner_gets: Option<i64>,
    /// What the house has put in (below zero).
    #[serde(default)]
    house: i64,
    house_after: Option<i64>,
    #[serde(alias = "dark_funding")]
    dark_funding: Option<DarkFunding>,
    #[serde(rename = "policy_house", alias = "policyHouse")]
    policy_house: Option<Policy>,
    #[serde(rename = "policy_loan", alias = "policyLoan")]
    policy_loan: Option<Policy>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Payout {
    Whole(i64),
    Each(BTreeMap<String, i64>),
}

/// What comes out under one of the funding policies.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Policy {
    winner_gets: Option<i64>,
    house_after: Option<i64>,
    rake: Option<i64>,
    payout: Option<Payout>,
}

pub(super) fn run(row: &Row) -> Result<(), String> {
    row.check_vote()?;
    let prices = EntryPrices::of(Chips::new(row.pot));
    given("loserEntry", row.loser_entry, prices.loser)?;
    given("waitingEntry", row.waiting_entry, prices.waiting)?;
    row.check_joins(prices)?;
    let plain =
        Policy { winner_gets: row.winner_gets, house_after: row.house_after, rake: row.rake, payout: None };
    let funding = row.dark_funding.unwrap_or_default();
    row.check_policy(funding, &plain, row.payout.as_ref())?;
    for (funding, policy) in [(DarkFunding::House, &row.policy_house), (DarkFunding::Loan, &row.policy_loan)]
    {
        if let Some(policy) = policy {
            row.check_policy(funding, policy, policy.payout.as_ref())
                .map_err(|why| format!("{funding:?}: {why}"))?;
        }
    }
    Ok(())
}

fn given(what: &str, expected: Option<i64>, seen: Chips) -> Result<(), String> {
    expected.map_or(Ok(()), |expected| same(what, &expected, &seen.units()))
}

impl Row {
    fn check_vote(&self) -> Result<(), String> {
        if let Some(stranger) = self.votes.iter().flatten().find(|(who, _)| !self.winners.contains(who)) {
            return Err(format!("{} votes and is not one of the tied", stranger.0));
        }
        if let Some(approved) = self.approved {
            let votes = self.votes.iter().flatten();
            let yes = votes.filter(|(_, vote)| **vote == Some(true)).count();
            let poor = self.max_bet.is_some_and(|max| {
                self.winners.iter().any(|who| self.balance.get(who).is_some_and(|&has| has < max))
            });
            same("approved", &approved, &(!poor && vote_carries(yes, self.winners.len())))?;
        }
        Ok(())
    }

    fn check_joins(&self, prices: EntryPrices) -> Result<(), String> {
        let mut pot = Chips::new(self.pot);
        for who in &self.joins {
            let price = if self.losers.contains(who) {
                prices.loser
            } else if self.waiting.contains(who) {
                prices.waiting
            } else {
                return Err(format!("{who} joins and is neither a loser nor waiting"));
            };
            if self.balance.get(who).is_some_and(|&has| has < price.units()) {
                return Err(format!("{who} joins and cannot pay {price}"));
            }
            pot += price;
        }
        given("newPot", self.new_pot, pot)
    }

    fn rules(&self, dark_funding: DarkFunding) -> Result<Rules, String> {
        let rake = match (&self.rake_percent, self.rake_fixed) {
            (Some(percent), None) => {
                let hundredths = percent.chips(Scale::new(2).map_err(|error| error.to_string())?)?;
                let points = u16::try_from(hundredths.units()).map_err(|_| "the rake is above 100 %")?;
                Rake::BasisPoints(points)
            }
            (None, Some(fixed)) => Rake::Fixed(Chips::new(fixed)),
            (None, None) => Rake::None,
            (Some(_), Some(_)) => return Err("a rake is a percentage or fixed, not both".to_owned()),
        };
        let rules = Rules { dark_funding, rake, ..Rules::new(Chips::new(1), Chips::new(1)) };
        rules.check().map_err(|error| error.to_string())?;
        Ok(rules)
    }

    fn check_policy(
        &self,
        funding: DarkFunding,
        policy: &Policy,
        payout: Option<&Payout>,
    ) -> Result<(), String> {
        let house = Chips::new(self.house);
        let settlement = Settlement::of(&self.rules(funding)?, Chips::new(self.pot), house);
        given("rake", policy.rake, settlement.rake)?;
        given("winnerGets", policy.winner_gets, settlement.prize)?;
        given("houseAfter", policy.house_after, house + settlement.repaid)?;
        match payout {
            None => Ok(()),
            Some(Payout::Whole(whole)) => same("payout", whole, &settlement.prize.units()),
            Some(Payout::Each(_)) if self.winners.is_empty() => Err("a payout without winners".to_owned()),
            Some(Payout::Each(each)) => {
                let shares = settlement.shares(self.winners.len()).map(Chips::units);
                same("payout", each, &self.winners.iter().cloned().zip(shares).collect())
            }
        }
    }
}
