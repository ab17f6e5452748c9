//! The evening's sheet: who brought and took what at a table, and the fewest payments that settle it.
//!
//! It has a log of its own beside the table's, written in the same append as the transfers it is made of: so it is as durable
//! as the chips, and the table's own checkpoint stays small.

use crate::load::{LoadError, damaged};
use kozyr_chips::{Account, Chips, Owner, Transfer};
use kozyr_protocol::room::{Payment, PersonName, Sheet, SheetRow};
use kozyr_store::{Epoch, Payload, Sequence, Store, StreamBatch, StreamId};
use kozyr_time::{PlayerId, TableId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const PAGE: usize = 1000;
/// With more people than this who won or lost something, few payments will do rather than the fewest.
const EXACT: usize = 16;

/// A line of the sheet: somebody brought or took chips.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct SheetLine {
    player: PlayerId,
    name: String,
    brought: Chips,
    took: Chips,
}

/// The sheet of one table, and the claim to its log.
#[derive(Clone, Debug)]
pub(crate) struct Book {
    stream: StreamId,
    epoch: Epoch,
    sequence: Sequence,
    rows: BTreeMap<PlayerId, SheetLine>,
}

impl Book {
    /// Claims the sheet's log and adds it up. Waits for the store.
    pub(crate) fn open(store: &dyn Store, table: &TableId) -> Result<Book, LoadError> {
        let stream = StreamId::new(&format!("sheet/{table}")).expect("a table's id is short and plain");
        let head = store.claim(&stream)?;
        let mut book = Book { stream, epoch: head.epoch, sequence: Sequence::START, rows: BTreeMap::new() };
        loop {
            let page = store.load(&book.stream, book.sequence, PAGE)?;
            if page.is_empty() {
                return Ok(book);
            }
            for event in &page {
                let wrong = |error: &dyn std::fmt::Display| {
                    damaged(&book.stream, event.sequence.0, &error.to_string())
                };
                let (_, bytes) = event.payload.read(Payload::FIRST_VERSION).map_err(|error| wrong(&error))?;
                let line: SheetLine = serde_json::from_slice(bytes).map_err(|error| wrong(&error))?;
                book.sequence = event.sequence;
                book.add(&line);
            }
        }
    }

    fn add(&mut self, line: &SheetLine) {
        let row = self.rows.entry(line.player).or_insert_with(|| SheetLine {
            brought: Chips::ZERO,
            took: Chips::ZERO,
            ..line.clone()
        });
        row.brought += line.brought;
        row.took += line.took;
        row.name.clone_from(&line.name);
    }

    /// The lines these transfers of the table are.
    pub(crate) fn lines(
        &self,
        transfers: &[Transfer<Account>],
        name: impl Fn(PlayerId) -> Option<String>,
    ) -> Vec<SheetLine> {
        let line = |transfer: &Transfer<Account>| {
            let (from, to) = (&transfer.from().owner, &transfer.to().owner);
            let (player, brought) = match (from, to) {
                (Owner::Player(player), Owner::Table(_)) => (*player, true),
                (Owner::Table(_), Owner::Player(player)) => (*player, false),
                _ => return None,
            };
            let known = || self.rows.get(&player).map(|row| row.name.clone());
            let name = name(player).or_else(known).unwrap_or_else(|| player.to_string());
            let part = |own: bool| if own { transfer.amount() } else { Chips::ZERO };
            Some(SheetLine { player, name, brought: part(brought), took: part(!brought) })
        };
        transfers.iter().filter_map(line).collect()
    }

    /// What these lines add to an append.
    pub(crate) fn batch(&self, lines: &[SheetLine]) -> Option<StreamBatch> {
        if lines.is_empty() {
            return None;
        }
        let write = |line| Payload::from(serde_json::to_vec(line).expect("a line can be written"));
        let events = lines.iter().map(write).collect();
        Some(StreamBatch::new(self.stream.clone(), self.epoch, self.sequence, events))
    }

    /// They are durable.
    pub(crate) fn commit(&mut self, lines: &[SheetLine]) {
        lines.iter().for_each(|line| self.add(line));
        self.sequence = self.sequence.plus(lines.len());
    }

    /// The sheet, with what lies before everybody.
    pub(crate) fn sheet(&self, before: &BTreeMap<PlayerId, Chips>) -> Sheet {
        let row = |line: &SheetLine| {
            let took = line.took + before.get(&line.player).copied().unwrap_or_default();
            let person = PersonName { player: line.player.get(), name: line.name.clone() };
            SheetRow { person, brought: line.brought, took, net: took - line.brought }
        };
        let mut rows: Vec<SheetRow> = self.rows.values().map(row).collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.net));
        let nets: Vec<(u64, Chips)> = rows.iter().map(|row| (row.person.player, row.net)).collect();
        let settles = nets.iter().map(|(_, net)| *net).sum::<Chips>() == Chips::ZERO;
        Sheet { rows, payments: settles.then(|| settle(&nets)) }
    }
}

/// The fewest payments after which everybody has what they won. The sums have to add up to nothing.
///
/// People whose sums cancel out settle among themselves with one payment less than they are: so the fewest payments come
/// from the most such groups, which are found by trying all of them.
pub(crate) fn settle(nets: &[(u64, Chips)]) -> Vec<Payment> {
    let open: Vec<(u64, i64)> =
        nets.iter().map(|(who, net)| (*who, net.units())).filter(|(_, net)| *net != 0).collect();
    if open.len() > EXACT {
        return settle_group(open);
    }
    let all = (1usize << open.len()) - 1;
    // For every subset: its sum, and into how many groups that cancel out its members can be put, the last of which
    // may be unfinished.
    let mut sums = vec![0i64; all + 1];
    let mut groups = vec![0u8; all + 1];
    let mut last = vec![0u8; all + 1];
    for set in 1..=all {
        let lowest = set.trailing_zeros() as usize;
        sums[set] = sums[set & (set - 1)] + open[lowest].1;
        let members = (0..open.len()).filter(|member| set & (1 << member) != 0);
        let best = members.max_by_key(|member| groups[set ^ (1 << member)]).unwrap_or_default();
        last[set] = best as u8;
        groups[set] = groups[set ^ (1 << best)] + u8::from(sums[set] == 0);
    }
    let (mut payments, mut set, mut group) = (Vec::new(), all, Vec::new());
    while set != 0 {
        if sums[set] == 0 && !group.is_empty() {
            payments.extend(settle_group(std::mem::take(&mut group)));
        }
        let member = usize::from(last[set]);
        group.push(open[member]);
        set ^= 1 << member;
    }
    payments.extend(settle_group(group));
    payments
}

/// The largest debt pays the largest claim, until nothing is open: one payment less than people at most.
fn settle_group(mut open: Vec<(u64, i64)>) -> Vec<Payment> {
    let mut payments = Vec::new();
    loop {
        open.retain(|(_, net)| *net != 0);
        open.sort_by_key(|(who, net)| (*net, *who));
        let [first, .., last] = open.as_mut_slice() else { return payments };
        let amount = (-first.1).min(last.1);
        payments.push(Payment { from: first.0, to: last.0, amount: Chips::new(amount) });
        first.1 += amount;
        last.1 -= amount;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settled(nets: &[i64]) -> Vec<Payment> {
        let nets: Vec<(u64, Chips)> =
            nets.iter().zip(1..).map(|(net, who)| (who, Chips::new(*net))).collect();
        let payments = settle(&nets);
        let mut left: BTreeMap<u64, i64> = nets.iter().map(|(who, net)| (*who, net.units())).collect();
        for payment in &payments {
            assert!(payment.amount.is_positive(), "{payments:?}");
            *left.get_mut(&payment.from).unwrap() += payment.amount.units();
            *left.get_mut(&payment.to).unwrap() -= payment.amount.units();
        }
        assert!(left.values().all(|left| *left == 0), "{nets:?} {payments:?}");
        payments
    }

    #[test]
    fn the_fewest_payments_settle_the_evening() {
        for (nets, fewest) in [
            (&[][..], 0),
            (&[0, 0], 0),
            (&[5, -5], 1),
            (&[5, -2, -3], 2),
            (&[5, -5, 3, -3], 2),
            // Nobody's sums cancel out.
            (&[6, 5, -4, -4, -3], 4),
            (&[8, 5, 2, -7, -6, -2], 4),
            (&[7, 3, -5, -5, 4, -4], 4),
            (&[10, 9, -4, -6, -5, -4], 4),
        ] {
            assert_eq!(settled(nets).len(), fewest, "{nets:?}");
        }
    }

    /// As many groups as there are at most, by trying every way to put people into groups.
    fn most_groups(nets: &mut Vec<i64>) -> usize {
        let Some(first) = nets.pop() else { return 0 };
        let rest = nets.clone();
        let mut best = 0;
        for set in 0..1usize << rest.len() {
            let (group, mut others): (Vec<i64>, Vec<i64>) = (
                (0..rest.len()).filter(|m| set & (1 << m) != 0).map(|m| rest[m]).collect(),
                (0..rest.len()).filter(|m| set & (1 << m) == 0).map(|m| rest[m]).collect(),
            );
            if group.iter().sum::<i64>() + first == 0 {
                best = best.max(1 + most_groups(&mut others));
            }
        }
        nets.push(first);
        best
    }

    #[test]
    fn no_way_needs_fewer_payments() {
        let mut seed = 1u64;
        let mut next = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for _ in 0..300 {
            let people = 2 + next(6) as usize;
            let mut nets: Vec<i64> = (1..people).map(|_| next(15) as i64 - 7).collect();
            nets.push(-nets.iter().sum::<i64>());
            nets.retain(|net| *net != 0);
            let fewest = nets.len() - most_groups(&mut nets.clone());
            assert_eq!(settled(&nets).len(), fewest, "{nets:?}");
        }
    }

    #[test]
    fn a_crowd_is_settled_too() {
        let mut nets: Vec<i64> = (1..40).map(|n| if n % 3 == 0 { -n } else { n }).collect();
        nets.push(-nets.iter().sum::<i64>());
        assert!(settled(&nets).len() < 40);
    }
}
