//! Bounties: a price on every head, for whoever wins the last chips.

mod common;

use common::{Cup, books, config, numbered};
use kozyr_chips::{Account, Chips, Ledger, Owner};
use kozyr_tournament::{
    Bounty, Command, Config, EntrantId, Event, Happened, Lang, LateEntry, Reason, Rebuys, Refusal, Tournament,
};

fn form(amount: i64, progressive: bool) -> Config {
    let bounty = Bounty { amount: Chips::new(amount), progressive };
    Config { bounty: Some(bounty), ..config(100, 10, &[6000, 4000]) }
}

const FOUR: [&str; 4] = ["p1", "p2", "p3", "p4"];

fn heads(cup: &Tournament) -> Vec<i64> {
    cup.entrants().iter().map(|entrant| entrant.bounty.units()).collect()
}

fn won(cup: &Tournament) -> Vec<i64> {
    cup.entrants().iter().map(|entrant| entrant.bounties_won.units()).collect()
}

fn knock_outs(cup: &Tournament) -> Vec<u32> {
    cup.entrants().iter().map(|entrant| entrant.knock_outs).collect()
}

/// What everybody has after a log, by the transfers alone; nothing may be left in escrow.
fn wallets(log: &[Event]) -> Vec<i64> {
    let mut ledger: Ledger<Account, fn(&Account) -> bool> =
        Ledger::new(|account| !matches!(account.owner, Owner::Tournament(_)));
    let people = |entrant: &EntrantId| numbered(entrant);
    let books = books(&people);
    for event in log {
        ledger.post(&event.transfers(&books)).expect("the escrow pays what it has");
    }
    assert!(ledger.balance(&books.escrow()).is_zero() && ledger.sum().is_zero());
    FOUR.iter().map(|&name| ledger.balance(&books.wallet(&name.into())).units()).collect()
}

#[test]
fn a_bounty_is_paid_with_the_entry_and_goes_to_whoever_wins_the_last_chips() {
    let mut cup = Cup::started(form(50, false), &FOUR);
    assert_eq!((heads(&cup.cup), cup.cup.escrow()), (vec![50; 4], Chips::new(240)));
    assert_eq!(cup.cup.pool().amount, Chips::new(40), "heads are no part of the pool");
    let events = cup.hand(60, &[("p1", 100), ("p2", -100)]);
    let paid = events.iter().find_map(|event| match &event.what {
        Happened::BountyWon { player, amount, shares, reason } => Some((player, *amount, shares, reason)),
        _ => None,
    });
    let (player, amount, shares, reason) = paid.expect("in the same decision as the end of the hand");
    assert_eq!((player.as_str(), amount, shares.len()), ("p2", Chips::new(50), 1));
    assert_eq!(shares[0].player.as_str(), "p1");
    let said = Reason::Bounty { amount: Chips::new(50), winners: 1, progressive: false };
    assert_eq!(*reason, said);
    assert!(
        reason.text(Lang::En).contains("last chips") && reason.text(Lang::Ru).contains("последними фишками")
    );
    assert_eq!((heads(&cup.cup), won(&cup.cup)), (vec![50, 0, 50, 50], vec![50, 0, 0, 0]));
    cup.hand(120, &[("p1", 100), ("p3", -100)]);
    cup.hand(180, &[("p1", 100), ("p4", -100)]);
    // The winner keeps their own: 3 heads and one's own, and 60 % of the pool.
    assert_eq!((heads(&cup.cup), won(&cup.cup)), (vec![0; 4], vec![200, 0, 0, 0]));
    assert_eq!(knock_outs(&cup.cup), [3, 0, 0, 0], "one's own head is no knock-out");
    assert_eq!(wallets(&cup.log), [200 + 24 - 60, -60, -60, 16 - 60]);
}

#[test]
fn a_progressive_bounty_is_half_paid_and_half_on_the_head() {
    let mut cup = Cup::started(form(50, true), &FOUR);
    cup.hand(60, &[("p2", 100), ("p1", -100)]);
    assert_eq!((heads(&cup.cup), won(&cup.cup)), (vec![0, 75, 50, 50], vec![0, 25, 0, 0]));
    // 75 are split into 38 paid and 37 on the head.
    cup.hand(120, &[("p3", 100), ("p2", -100)]);
    cup.hand(180, &[("p3", 100), ("p2", -100)]);
    assert_eq!((heads(&cup.cup), won(&cup.cup)), (vec![0, 0, 87, 50], vec![0, 25, 38, 0]));
    let events = cup.hand(240, &[("p3", 100), ("p4", -100)]);
    // What p4 brings counts into what p3 keeps, in one and the same decision.
    let kept = events.iter().find_map(|event| match &event.what {
        Happened::BountyKept { player, amount, .. } => Some((player.as_str(), amount.units())),
        _ => None,
    });
    assert_eq!(kept, Some(("p3", 87 + 25)));
    assert_eq!(won(&cup.cup).iter().sum::<i64>(), 200, "every head is paid for once");
    wallets(&cup.log);
}

#[test]
fn tied_winners_share_and_the_odd_unit_goes_from_the_buttons_left() {
    let mut buttons = [0; 4];
    for hands in 0..4 {
        let mut cup = Cup::started(form(51, false), &FOUR);
        (0..hands).for_each(|hand| drop(cup.hand(hand, &[])));
        cup.knock_out(60, &[("p1", 50), ("p3", 50), ("p2", -100)], &[("p2", &["p1", "p3"])]).unwrap();
        let button = cup.log.iter().rev().find_map(|event| match &event.what {
            Happened::HandBegan { places, .. } => Some(places.button.number()),
            _ => None,
        });
        let button = button.unwrap();
        buttons[usize::from(button) - 1] += 1;
        // From the button's left: of seats 1 and 3 the one that comes first.
        let first = if (1..3).contains(&button) { 2 } else { 0 };
        let mut expected = [25, 0, 25, 0];
        expected[first] = 26;
        assert_eq!(won(&cup.cup), expected, "the button is at seat {button}");
        assert_eq!(knock_outs(&cup.cup), [1, 0, 1, 0], "each of those who share it");
    }
    assert_eq!(buttons, [1; 4], "it was everywhere once");
}

#[test]
fn side_pots_decide_head_by_head_and_somebody_has_to_say_whose() {
    let mut cup = Cup::started(form(50, false), &FOUR);
    cup.hand(60, &[("p1", -60), ("p2", 60)]);
    // p1 with 40 and p3 with 100 are all in; p4 wins the main pot with p1's chips, p2 the side pot with p3's last.
    let deltas = [("p1", -40), ("p3", -100), ("p4", 80), ("p2", 60)];
    let refused = cup.knock_out(120, &deltas, &[]);
    assert_eq!(refused, Err(Refusal::WhoKnockedOut("p1".into())));
    for wrong in [&["p3"][..], &["p1"], &[], &["p2", "p2"], &["nobody"]] {
        let refused = cup.finish_by(120, &deltas, &[("p1", &["p4"]), ("p3", wrong)]);
        assert_eq!(refused, Err(Refusal::WhoKnockedOut("p3".into())), "{wrong:?}");
    }
    cup.finish_by(120, &deltas, &[("p1", &["p4"]), ("p3", &["p2"])]).unwrap();
    assert_eq!((heads(&cup.cup), won(&cup.cup)), (vec![0, 50, 0, 50], vec![0, 50, 0, 50]));
}

#[test]
fn a_rebuy_puts_a_new_price_on_the_head_and_cancelling_gives_back_what_is_left() {
    let rebuys = Some(Rebuys { end_level: Some(2), max_each: None });
    let mut cup = Cup::started(Config { rebuys, ..form(50, false) }, &FOUR);
    cup.hand(60, &[("p1", 100), ("p2", -100)]);
    assert_eq!((heads(&cup.cup)[1], won(&cup.cup)[0]), (0, 50), "whether or not they come back");
    cup.ask(61, &Command::Rebuy { player: "p2".into() }).unwrap();
    assert_eq!((heads(&cup.cup)[1], cup.cup.escrow()), (50, Chips::new(5 * 60 - 50)));
    cup.ask(62, &Command::Cancel).unwrap();
    // Every buy-in and the prices on the heads; the 50 that were won stay won.
    assert_eq!(wallets(&cup.log), [50, -50, 0, 0]);
}

#[test]
fn a_re_entry_is_given_back_like_a_rebuy() {
    let late_entry = Some(LateEntry { end_level: 2, re_entries: 1 });
    let mut cup = Cup::started(Config { late_entry, ..form(50, false) }, &FOUR);
    cup.hand(60, &[("p1", 100), ("p2", -100)]);
    let chair = cup.cup.floor().late_chair(cup.cup.next_table(), &mut |_| 0);
    cup.ask(61, &Command::ReEnter { player: "p2".into(), chair }).unwrap();
    cup.ask(62, &Command::Cancel).unwrap();
    assert_eq!(wallets(&cup.log), [50, -50, 0, 0], "two buy-ins and the second head");
}

#[test]
fn whoever_leaves_the_lobby_takes_the_price_along() {
    let mut cup = Cup::lobby(form(50, true), &FOUR);
    cup.ask(1, &Command::Unregister { player: "p2".into() }).unwrap();
    assert_eq!((heads(&cup.cup), cup.cup.escrow()), (vec![50; 3], Chips::new(180)));
    cup.ask(2, &Command::Cancel).unwrap();
    assert_eq!(wallets(&cup.log), [0; 4]);
}

#[test]
fn the_spreadsheet_has_a_column_for_them() {
    let mut cup = Cup::started(form(50, false), &FOUR);
    cup.hand(60, &[("p1", 100), ("p2", -100)]);
    let csv = cup.cup.standings_csv();
    assert!(csv.starts_with("place,player,name,prize,chips,busted_at_hand,bounties\r\n"), "{csv}");
    assert!(csv.contains(",p1,p1,,200,,50\r\n"), "{csv}");
}
