//! A snapshot as a live hand.

use super::export;
use crate::exchange::{LiveHand, Refusal};
use crate::json::{Object, Value};
use kozyr_chips::{Decimal, Scale};

/// Takes a table up from its snapshot: at any moment if `_hand` says how it came about, otherwise between hands or
/// before the first action of one. A snapshot that contradicts itself is refused.
pub fn import(snapshot: &Value) -> Result<LiveHand, Refusal> {
    let players = snapshot["players"].as_object();
    let players =
        players.ok_or_else(|| Refusal::field("players", "is no object: write a player for each seat"))?;
    let hand = match &snapshot["_hand"] {
        Value::Null => from_snapshot(players, &snapshot["gameData"])?,
        hand => hand.clone(),
    };
    let live = LiveHand::read(&hand)?;
    live.check()?;
    let banks: Vec<(&str, Decimal)> = players
        .iter()
        .filter_map(|(_, player)| Some((player["name"].as_str()?, player["bank"].decimal()?)))
        .collect();
    let bank = |name: &str| banks.iter().find(|(who, _)| *who == name).map(|(_, bank)| *bank);
    agrees(snapshot, &export(&live, hand["author"].as_str(), bank))?;
    Ok(live)
}

/// What the snapshot says is what the hand says.
fn agrees(snapshot: &Value, hand: &Value) -> Result<(), Refusal> {
    let differs = |field: String| {
        Err(Refusal::field(field, "is not what the hand comes to: leave it as it was exported"))
    };
    let (theirs, ours) = (snapshot["gameData"].as_object(), hand["gameData"].as_object());
    let (Some(theirs), Some(ours)) = (theirs, ours) else {
        return Err(Refusal::field("gameData", "is missing: write it as an export has it"));
    };
    for (name, value) in theirs.iter() {
        if !ours.get(name).is_some_and(|ours| ours.means(value)) {
            return differs(format!("gameData.{name}"));
        }
    }
    let (theirs, ours) = (snapshot["players"].as_object(), hand["players"].as_object());
    for (seat, player) in theirs.iter().flat_map(|players| players.iter()) {
        // Without a hand behind it the cards are what the snapshot says.
        let fields = if snapshot["_hand"].is_null() { 0..3 } else { 0..4 };
        for field in &["name", "seat", "stack", "hand"][fields] {
            let same =
                ours.and_then(|ours| ours.get(seat)).is_some_and(|ours| ours[*field].means(&player[*field]));
            if !same {
                return differs(format!("players.{seat}.{field}"));
            }
        }
    }
    if theirs.map(Object::len) != ours.map(Object::len) {
        return differs("players".to_owned());
    }
    Ok(())
}

/// The hand behind a snapshot of its beginning.
fn from_snapshot(players: &Object, data: &Value) -> Result<Value, Refusal> {
    let board = data["board"].as_array().unwrap_or(&[]);
    if !board.is_empty() || !data["lastRaiser"].is_null() {
        let problem = "is missing: in the middle of a hand a snapshot does not say who has acted";
        return Err(Refusal::field("_hand", problem));
    }
    let mut rows: Vec<(i64, &Value)> = Vec::new();
    for (seat, player) in players.iter() {
        let number = seat.parse().ok().filter(|number| (0..10).contains(number));
        let number =
            number.ok_or_else(|| Refusal::field(format!("players.{seat}"), "is no seat: write 0 to 9"))?;
        rows.push((number, player));
    }
    rows.sort_by_key(|(seat, _)| *seat);
    let playing: Vec<&str> =
        data["playing"].as_array().unwrap_or(&[]).iter().filter_map(Value::as_str).collect();
    let plays = |seat: i64| playing.contains(&seat.to_string().as_str());
    let bet = |seat: i64| data["currentBets"][seat.to_string().as_str()].decimal().unwrap_or_default();
    let list =
        |of: &dyn Fn(i64, &Value) -> Value| rows.iter().map(|(seat, row)| of(*seat, row)).collect::<Value>();
    let flag = |set: bool| Value::from(u8::from(set));

    let mut hand = Object::new();
    hand.set("players", list(&|_, row| row["name"].clone()));
    let mut stacks = Vec::with_capacity(rows.len());
    for (seat, row) in &rows {
        let too_large =
            || Refusal::field(format!("players.{seat}.stack"), "is no amount: write one such as 75.25");
        let stack = row["stack"].decimal().ok_or_else(too_large)?;
        stacks.push(Value::from(sum(stack, bet(*seat)).ok_or_else(too_large)?));
    }
    hand.set("startingStacks", Value::Array(stacks));
    hand.set("blindsOrStraddles", list(&|seat, _| bet(seat).into()));
    hand.set("seats", list(&|seat, _| Value::from(seat + 1)));
    hand.set("_inactive", list(&|seat, _| flag(!plays(seat))));
    let stays_out = |row: &Value| row["inNextHand"].as_bool() == Some(false);
    hand.set(
        "_intents",
        list(&|seat, row| Value::from(if stays_out(row) && !plays(seat) { 2u8 } else { 0 })),
    );
    let new = |row: &Value| row["canBeDealer"].as_bool() == Some(false);
    hand.set("_new", list(&|_, row| flag(new(row))));
    let blinds = &data["blinds"];
    hand.set("_blinds", vec![blinds["small"].clone(), blinds["big"].clone()]);
    let mut positions = Object::new();
    if let Some(dealer) = data["dealer"].integer() {
        positions.set("button", dealer.saturating_add(1));
    }
    hand.set("_positions", positions);
    let dealt = rows.iter().any(|(_, row)| !row["hand"].is_null()) || !data["action"].is_null();
    let cards = |row: &Value| match row["hand"].as_array() {
        Some(cards) => cards.iter().filter_map(Value::as_str).collect::<String>(),
        None => "????".to_owned(),
    };
    let deal = |(at, (_, row)): (usize, &(i64, &Value))| format!("d dh p{} {}", at + 1, cards(row));
    let in_hand = rows.iter().enumerate().filter(|(_, (seat, _))| dealt && plays(*seat));
    hand.set("actions", in_hand.map(deal).collect::<Value>());
    Ok(Value::Object(hand))
}

fn sum(a: Decimal, b: Decimal) -> Option<Decimal> {
    let scale: Scale = a.scale().max(b.scale());
    let sum = a.to_chips(scale).ok()?.checked_add(b.to_chips(scale).ok()?).ok()?;
    Decimal::new(sum.units(), scale.decimals()).ok()
}
