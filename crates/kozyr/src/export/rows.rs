//! A hand as rows of a table.

use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_notation::phh::{Action, Hand, Name, Player, Replay, Shown, TextField, Value};
use kozyr_poker::{Next, Variant};

/// The columns of a hand.
pub const HAND: [&str; 18] = [
    "source",
    "hand",
    "variant",
    "event",
    "table",
    "date",
    "time",
    "currency",
    "small_blind",
    "big_blind",
    "ante",
    "players",
    "seats",
    "starting_stacks",
    "board",
    "pot",
    "rake",
    "results",
];

/// The columns of an action.
pub const ACTION: [&str; 15] = [
    "source",
    "hand",
    "number",
    "street",
    "player",
    "name",
    "seat",
    "action",
    "paid",
    "to",
    "all_in",
    "cards",
    "stack_before",
    "pot_before",
    "commentary",
];

/// What stands between the items of a list in one cell.
const BETWEEN: &str = ";";

fn name(name: Option<Name<'_>>) -> String {
    match name {
        None => String::new(),
        Some(Name::Number(number)) => number.to_string(),
        Some(Name::Text(text)) => text.to_owned(),
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(BETWEEN)
}

fn player_name(document: &Hand, player: usize) -> String {
    document.player(player).map_or_else(|| format!("p{}", player + 1), ToOwned::to_owned)
}

fn faces(cards: &[Option<kozyr_cards::Card>]) -> String {
    cards.iter().map(|face| face.map_or_else(|| "??".to_owned(), |card| card.to_string())).collect()
}

/// One row for the hand. Results are what each has won or lost: recorded, or by the rules.
pub fn of_hand(source: &str, document: &Hand) -> Result<Vec<String>, String> {
    let (replay, pot) = played(document)?;
    let (scale, hand) = (replay.scale(), replay.hand());
    let chips = |chips: Chips| chips.display(scale).to_string();
    let date = match (document.year, document.month, document.day) {
        (Some(year), Some(month), Some(day)) => format!("{year:04}-{month:02}-{day:02}"),
        _ => String::new(),
    };
    let mut blinds: Vec<Chips> =
        hand.rules().blinds.iter().copied().filter(|blind| blind.is_positive()).collect();
    blinds.sort_unstable();
    let amount = |amount: Option<&Chips>| amount.map_or_else(String::new, |&amount| chips(amount));
    let small = blinds.first().filter(|_| blinds.len() > 1);
    let big = blinds.get(1).or(blinds.first());
    let rake = document.user_field("_rake").and_then(Value::as_amount);
    let before = hand.starting_stacks();
    let results = ended(document, &replay).map_or_else(String::new, |ended| {
        list(ended.iter().zip(before).map(|(&end, &begin)| chips(end - begin)))
    });
    Ok(vec![
        source.to_owned(),
        name(document.hand()),
        hand.variant().code.to_owned(),
        document.text(TextField::Event).unwrap_or_default().to_owned(),
        name(document.table()),
        date,
        document.time.map_or_else(String::new, |time| time.to_string()),
        document.text(TextField::Currency).unwrap_or_default().to_owned(),
        amount(small),
        amount(big),
        amount(hand.rules().antes.iter().max().filter(|ante| ante.is_positive())),
        list((0..hand.players()).map(|player| player_name(document, player))),
        list(document.seats.iter().map(ToString::to_string)),
        list(document.starting_stacks.iter().map(ToString::to_string)),
        list((0..hand.boards()).map(|run| faces(hand.board(run)))),
        chips(pot),
        rake.map_or_else(String::new, |rake| rake.to_string()),
        results,
    ])
}

/// The stacks at the end, if they are known.
fn ended(document: &Hand, replay: &Replay) -> Option<Vec<Chips>> {
    let hand = replay.hand();
    let recorded = document.finishing_stacks.iter().map(|stack| stack.to_chips(replay.scale()));
    match recorded.collect::<Result<Vec<Chips>, _>>() {
        Ok(stacks) if !stacks.is_empty() => Some(stacks),
        _ if hand.next() == Next::Over && !hand.is_undetermined() => Some(hand.stacks().to_vec()),
        _ => None,
    }
}

/// Plays the hand, and counts all that was put in and not returned.
fn played(document: &Hand) -> Result<(Replay, Chips), String> {
    let mut replay = Replay::start(document).map_err(|error| error.to_string())?;
    let mut pot = replay.hand().pot_total();
    for (place, &action) in document.actions().iter().enumerate() {
        // Once the hand is over the chips are pushed, so the pot is counted from what lay there before.
        let last = before_step(&replay, action);
        step(&mut replay, place, action)?;
        if replay.hand().next() != Next::Over {
            pot = replay.hand().pot_total();
        } else if let Some(last) = last {
            pot = last;
        }
    }
    Ok((replay, pot))
}

/// The pot this action makes if it ends the hand: what nobody called is not in it. None once the hand is over.
fn before_step(replay: &Replay, action: Action) -> Option<Chips> {
    let hand = replay.hand();
    if hand.next() == Next::Over {
        return None;
    }
    let mut bets = hand.bets().to_vec();
    let paid = paid(replay, action).unwrap_or_default();
    if let Some(bet) = action.player().and_then(|player| bets.get_mut(player.index())) {
        *bet += paid;
    }
    bets.sort_unstable();
    let uncalled = match bets[..] {
        [.., second, first] => first - second,
        _ => Chips::ZERO,
    };
    Some(hand.pot_total() + paid - uncalled)
}

/// What the action puts in, if it is one that may.
fn paid(replay: &Replay, action: Action) -> Option<Chips> {
    let hand = replay.hand();
    match action {
        Action::CheckOrCall(player) | Action::PostBringIn(player) => Some(price(replay, player.index())),
        Action::CompleteBetOrRaiseTo { player, amount } => {
            let bet = hand.bets().get(player.index()).copied().unwrap_or_default();
            amount.to_chips(replay.scale()).ok().map(|to| to - bet)
        }
        _ => None,
    }
}

fn step(replay: &mut Replay, place: usize, action: Action) -> Result<(), String> {
    replay.step(action).map_err(|why| format!("action {} ({action}): {why}", place + 1))
}

/// A row for each action, the dealer's too.
pub fn of_actions(source: &str, document: &Hand) -> Result<Vec<Vec<String>>, String> {
    let mut replay = Replay::start(document).map_err(|error| error.to_string())?;
    let scale = replay.scale();
    let chips = |chips: Chips| chips.display(scale).to_string();
    let amount = |amount: Option<Chips>| amount.map_or_else(String::new, chips);
    let mut rows = Vec::new();
    for (place, &action) in document.actions().iter().enumerate() {
        let hand = replay.hand();
        let street = street_name(hand.variant(), hand.street());
        let pot = hand.pot_total();
        let is_deal = matches!(action, Action::DealBoard(_) | Action::DealHole { .. } | Action::Nothing);
        let player = match action {
            Action::DealHole { player, .. } => Some(player),
            other => other.player(),
        };
        let player = player.map(Player::index);
        let stack = player.and_then(|player| hand.stacks().get(player).copied());
        let to = match action {
            Action::CompleteBetOrRaiseTo { amount, .. } => amount.to_chips(scale).ok(),
            _ => None,
        };
        let paid = paid(&replay, action);
        let all_in = paid.is_some_and(|paid| paid.is_positive() && Some(paid) == stack);
        step(&mut replay, place, action)?;
        rows.push(vec![
            source.to_owned(),
            name(document.hand()),
            (place + 1).to_string(),
            street.to_owned(),
            player.map_or_else(String::new, |player| (player + 1).to_string()),
            player.map_or_else(String::new, |player| player_name(document, player)),
            player
                .and_then(|player| document.seats.get(player))
                .map_or_else(String::new, ToString::to_string),
            word(action, paid).to_owned(),
            amount(paid.filter(|paid| paid.is_positive())),
            amount(to),
            if all_in { "1" } else { "" }.to_owned(),
            faces(&action.cards()),
            amount(stack.filter(|_| !is_deal)),
            chips(pot),
            document.commentary(place).unwrap_or_default().to_owned(),
        ]);
    }
    Ok(rows)
}

/// What the street is called at the table.
fn street_name(variant: &Variant, street: usize) -> &'static str {
    let names: &[&str] = if variant.has_bring_in() {
        &["third", "fourth", "fifth", "sixth", "seventh"]
    } else if variant.has_draws() {
        &["predraw", "first draw", "second draw", "third draw"]
    } else {
        &["preflop", "flop", "turn", "river"]
    };
    names[street.min(names.len() - 1)]
}

/// What a call or the bring-in costs now; nothing if it is not this player's turn.
fn price(replay: &Replay, player: usize) -> Chips {
    let hand = replay.hand();
    let turn = hand.next() == Next::Bet(player) && hand.live().contains(Seat::from_index(player));
    if turn { hand.price(player) } else { Chips::ZERO }
}

fn word(action: Action, paid: Option<Chips>) -> &'static str {
    match action {
        Action::Nothing => "note",
        Action::DealBoard(_) => "board",
        Action::DealHole { .. } => "hole",
        Action::Fold(_) => "fold",
        Action::CheckOrCall(_) if paid.is_some_and(Chips::is_positive) => "call",
        Action::CheckOrCall(_) => "check",
        Action::CompleteBetOrRaiseTo { .. } => "raise",
        Action::ShowOrMuck { shown: Shown::Muck, .. } => "muck",
        Action::ShowOrMuck { .. } => "show",
        Action::PostBringIn(_) => "bring-in",
        Action::StandPatOrDiscard { .. } => "discard",
    }
}
