//! Facts of a hand: side pots, and a blind with its ante from a short stack.

use kozyr_chips::Chips;
use kozyr_poker::{Hand, Next, PostOrder, Rules};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// Pairs from the best down; none makes more than a pair with the board below.
const PAIRS: [&str; 8] = ["AsAh", "KsKh", "QsQh", "JsJh", "TsTh", "8s8h", "6s6h", "5s5h"];
const BOARD: [&str; 5] = ["2c", "7d", "9h", "3s", "4c"];

fn run_out(hand: &mut Hand) -> Result<(), String> {
    let mut cards = BOARD.iter().map(|card| card.parse().ok());
    while let Next::Board(count) = hand.next() {
        let street: Vec<_> = cards.by_ref().take(count).collect();
        hand.deal_board(&street).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Everybody all-in: the pots, what nobody called, and what is left once all pots are paid.
pub(super) fn all_in(given: &Value) -> Result<Value, String> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Given {
        hand_start_stacks: Map<String, Value>,
        all_in: bool,
        hand_rank_best_first: Vec<String>,
    }
    let given: Given = Deserialize::deserialize(given).map_err(|error| error.to_string())?;
    let names: Vec<&String> = given.hand_start_stacks.keys().collect();
    let stacks: Option<Vec<Chips>> =
        given.hand_start_stacks.values().map(|stack| stack.as_i64().map(Chips::new)).collect();
    let stacks = stacks.ok_or("a stack is no number")?;
    if !given.all_in || names.len() > PAIRS.len() {
        return Err("only hands are computed in which up to eight players are all in".to_owned());
    }
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let rules = Rules::holdem(names.len(), Chips::new(1), Chips::new(2));
    let mut hand = Hand::start(&rules, &stacks).map_err(|error| text(&error))?;
    for (index, name) in names.iter().enumerate() {
        let rank = given.hand_rank_best_first.iter().position(|ranked| ranked == *name);
        let cards = PAIRS[rank.ok_or_else(|| format!("handRankBestFirst leaves {name} out"))?];
        hand.deal_hole_text(index, cards).map_err(|error| text(&error))?;
    }
    while let Next::Bet(player) = hand.next() {
        match hand.raise_bounds(player) {
            Ok((_, most)) => hand.raise_to(player, most).map_err(|error| text(&error))?,
            Err(_) => hand.check_or_call(player).map_err(|error| text(&error))?,
        }
    }
    let pots: Vec<Value> = hand
        .pots()
        .iter()
        .map(|pot| {
            let eligible: Vec<&String> = pot.eligible.iter().map(|seat| names[seat.index()]).collect();
            json!({ "amount": pot.amount, "eligible": eligible })
        })
        .collect();
    let by_name = |stacks: &[Chips], all: bool| -> Map<String, Value> {
        let rows = names.iter().zip(stacks).filter(|(_, stack)| all || stack.is_positive());
        rows.map(|(name, stack)| ((*name).clone(), json!(stack))).collect()
    };
    let uncalled = by_name(hand.stacks(), false);
    run_out(&mut hand)?;
    let out = names.iter().zip(hand.stacks()).filter(|(_, stack)| stack.is_zero());
    let busted: Vec<&&String> = out.map(|(name, _)| name).collect();
    let chips: Chips = hand.stacks().iter().sum();
    let end = by_name(hand.stacks(), true);
    Ok(json!({ "pots": pots, "uncalled": uncalled, "endStacks": end, "busted": busted, "chips": chips }))
}

/// A big blind who cannot pay blind and ante in full: what goes where by either order, and a hand they win.
pub(super) fn short_blind(given: &Value) -> Result<Value, String> {
    let level = given["level"].as_str().ok_or("level is missing")?;
    let number = |text: &str| text.parse::<i64>().map_err(|_| format!("{text:?} in {level:?} is no amount"));
    let (blinds, ante) = level.split_once(" bba ").ok_or("the level has no big-blind ante")?;
    let (small, big) = blinds.split_once('/').ok_or("the level has no blinds")?;
    let (small, big, ante) = (number(small)?, number(big)?, number(ante)?);
    let rest = 5 * big;
    let start = |stack: i64, order: PostOrder| {
        let mut rules = Rules::holdem(3, Chips::new(small), Chips::new(big));
        rules.antes[1] = Chips::new(ante);
        rules.post_order = order;
        let stacks = [Chips::new(rest), Chips::new(stack), Chips::new(rest)];
        Hand::start(&rules, &stacks).map_err(|error| error.to_string())
    };
    let stacks = given["stacksOfBB"].as_array().ok_or("stacksOfBB is missing")?;
    let posts = |order: PostOrder| -> Result<Vec<Value>, String> {
        let post = |stack: &Value| {
            let stack = stack.as_i64().ok_or("a stack is no number")?;
            let hand = start(stack, order)?;
            let blind = hand.bets()[1].units();
            Ok(json!({ "bb": blind, "ante": stack - hand.stacks()[1].units() - blind }))
        };
        stacks.iter().map(post).collect()
    };
    let then = &given["then"];
    let stack = then["BBstack"].as_i64().ok_or("BBstack is missing")?;
    let call = format!("calls {big}");
    let fold = format!("folds {small}");
    if then["UTG"] != *call || then["SB"] != *fold || then["winner"] != "BB" {
        return Err(format!("only a hand is computed in which UTG {call}, SB {fold} and BB wins"));
    }
    let mut hand = start(stack, PostOrder::BlindFirst)?;
    for (player, cards) in ["7s2h", PAIRS[0], PAIRS[1]].into_iter().enumerate() {
        hand.deal_hole_text(player, cards).map_err(|error| error.to_string())?;
    }
    hand.check_or_call(2).map_err(|error| error.to_string())?;
    hand.fold(0).map_err(|error| error.to_string())?;
    let pots = hand.pots();
    let pot = |index: usize| pots.get(index).map(|pot| pot.amount);
    let uncalled = big - (rest - hand.stacks()[2].units());
    run_out(&mut hand)?;
    let net = |player: usize| hand.stacks()[player].units() - rest;
    let end = json!({ "BB": hand.stacks()[1], "UTGnet": net(2), "SBnet": net(0) });
    Ok(json!({
        "bigBlindFirst": posts(PostOrder::BlindFirst)?,
        "anteFirst": posts(PostOrder::AnteFirst)?,
        "hand": { "uncalledUTG": uncalled, "mainPot": pot(0), "sidePot": pot(1), "end": end },
    }))
}
