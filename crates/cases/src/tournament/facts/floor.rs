//! Facts of the floor: who moves where, and where button and blinds go.

use kozyr_card_game::{Seat, SeatSet};
use kozyr_poker::seating::Places;
use kozyr_tournament::TableNo;
use kozyr_tournament::director::{APART, Floor, Shift, TableView};
use serde::Deserialize;
use serde_json::{Map, Value, json};

fn seat(number: u8) -> Result<Seat, String> {
    let seat = Some(number).filter(|&number| number > 0).and_then(Seat::from_number);
    seat.ok_or_else(|| format!("there is no seat {number}"))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Occupied {
    #[serde(default)]
    table: Option<u16>,
    occupied: Vec<u8>,
    next_button: u8,
}

impl Occupied {
    /// A table whose next hand has the button here and the blinds after it.
    fn view(&self, no: u16, seats: usize) -> Result<TableView, String> {
        let mut live = SeatSet::EMPTY;
        for &number in &self.occupied {
            live.insert(seat(number)?);
        }
        let button = seat(self.next_button)?;
        // The hand before: its small blind sat where the button will be, its big blind at the next player.
        let mut after = (1..seats).map(|step| Seat::from_index((button.index() + step) % seats));
        let big_blind = after.find(|&seat| live.contains(seat)).ok_or("one player alone")?;
        let last = Some(Places { button, small_blind: button, big_blind });
        let (busy, taken, fresh) = (false, live, SeatSet::EMPTY);
        Ok(TableView { table: TableNo(self.table.unwrap_or(no)), busy, taken, live, fresh, last })
    }
}

/// Who moves from a table, and to which seat of each of the tables that could receive them.
pub(super) fn balance(given: &Value) -> Result<Value, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Given {
        from: Occupied,
        receivers: Vec<Occupied>,
        seats: usize,
        trigger: usize,
    }
    let given: Given = Deserialize::deserialize(given).map_err(|error| error.to_string())?;
    if given.trigger != APART {
        return Err(format!("tables are balanced when they are {APART} apart, not {}", given.trigger));
    }
    let from = given.from.view(1, given.seats)?;
    let (mut to_seat, mut waits, mut mover, mut counts) = (Vec::new(), Vec::new(), None, None);
    for receiver in &given.receivers {
        let receiver = receiver.view(from.table.0 + 1, given.seats)?;
        let worst = receiver.seating(given.seats).worst_seat(receiver.taken).ok_or("no seat is free")?;
        to_seat.push(worst.0.number());
        waits.push(worst.1);
        let mut floor = Floor { seats: given.seats, tables: vec![from, receiver] };
        let plan = floor.plan(&mut |_| 0);
        let Some(Shift::Balance { from, to, waits }) = plan.first() else { continue };
        if (to.seat, *waits) != worst {
            return Err(format!("the director sends them to {to}, the worst seat is {}", worst.0));
        }
        let moved = format!("table {} seat {} (next big blind)", from.table, from.seat.number());
        if mover.get_or_insert(moved.clone()) != &moved {
            return Err(format!("{moved} moves to one table, somebody else to another"));
        }
        floor.make(&plan[0]);
        counts.get_or_insert_with(|| floor.tables.iter().map(|table| table.taken.len()).collect::<Vec<_>>());
    }
    Ok(json!({ "mover": mover, "toSeat": to_seat, "waits": waits, "countsAfterFirst": counts }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HandPlaces {
    button: u8,
    sb: u8,
    bb: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HeadsUp {
    button: String,
    sb: String,
    bb: String,
    bust: String,
}

/// Button and blinds of the hands after a bust at a full table, and after one of three has gone.
pub(super) fn button(given: &Value, expect: &Value) -> Result<Value, String> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Given {
        seats: u8,
        hand0: HandPlaces,
        bust: String,
        heads_up: HeadsUp,
    }
    let given: Given = Deserialize::deserialize(given).map_err(|error| error.to_string())?;
    let out = given.bust.strip_prefix("seat ").and_then(|rest| rest.split(' ').next()?.parse().ok());
    let out = seat(out.ok_or_else(|| format!("{:?} names no seat", given.bust))?)?;
    let mut live = SeatSet::EMPTY;
    for number in (1..=given.seats).filter(|&number| number != out.number()) {
        live.insert(seat(number)?);
    }
    let HandPlaces { button, sb, bb } = given.hand0;
    let last = Places { button: seat(button)?, small_blind: seat(sb)?, big_blind: seat(bb)? };
    let (busy, fresh) = (false, SeatSet::EMPTY);
    let mut table = TableView { table: TableNo(1), busy, taken: live, live, fresh, last: Some(last) };
    let mut seen = Map::new();
    let hands =
        expect.as_object().into_iter().flat_map(Map::keys).filter(|key| key.starts_with("hand")).count();
    for hand in 1..=hands {
        let deal = table.next_deal(given.seats.into()).ok_or("nobody can play")?;
        let at = deal.places.button;
        let button =
            if live.contains(at) { json!(at.number()) } else { json!(format!("{} (dead)", at.number())) };
        let small = deal.small_blind().map(Seat::number);
        let row = json!({ "button": button, "sb": small, "bb": deal.places.big_blind.number() });
        seen.insert(format!("hand{hand}"), row);
        table.last = Some(deal.places);
    }
    seen.insert("headsUpNext".to_owned(), heads_up(&given.heads_up, table, given.seats)?);
    Ok(Value::Object(seen))
}

/// Three were left and one has gone.
fn heads_up(given: &HeadsUp, table: TableView, seats: u8) -> Result<Value, String> {
    let names = [&given.button, &given.sb, &given.bb];
    let chairs = [seat(1)?, seat(3)?, seat(5)?];
    let mut live = SeatSet::EMPTY;
    for (_, &chair) in names.iter().zip(&chairs).filter(|(name, _)| ***name != given.bust) {
        live.insert(chair);
    }
    if live.len() != 2 || seats < 5 {
        return Err("heads-up begins when one of three has gone".to_owned());
    }
    let last = Some(Places { button: chairs[0], small_blind: chairs[1], big_blind: chairs[2] });
    let deal =
        TableView { live, taken: live, last, ..table }.next_deal(seats.into()).ok_or("nobody can play")?;
    let name = |seat: Seat| chairs.iter().position(|&chair| chair == seat).map(|index| names[index]);
    if deal.small_blind() != Some(deal.places.button) {
        return Err("the button does not post the small blind".to_owned());
    }
    Ok(json!({ "bb": name(deal.places.big_blind), "buttonAndSb": name(deal.places.button) }))
}
