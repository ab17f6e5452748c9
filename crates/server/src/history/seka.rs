//! A deal of Seka as text, with the cards one person saw.

use super::story::{Line, Lines, Noted};
use kozyr_cards::{CardSet, CardStyle};
use kozyr_seka::Event;
use kozyr_table::seka::{SekaSeating, record};
use kozyr_table::{Effects, News};
use kozyr_time::PlayerId;

/// The text of the whole deal; cards this person never saw are `??`.
pub(super) fn text(hand: &Lines<SekaSeating>, viewer: PlayerId) -> Noted {
    let lines = hand.lines.iter().map(|line| (line.at, &line.entry));
    let Some(record) = record(&hand.before, lines) else {
        return Noted::Cannot("the deal does not begin here".to_owned());
    };
    let whole = match record.to_text() {
        Ok(whole) => whole,
        Err(error) => return Noted::Cannot(error.to_string()),
    };
    let mut seen = seen(hand, viewer).into_iter();
    let mut text = String::with_capacity(whole.len());
    for line in whole.lines() {
        match line.strip_prefix("deal ").and_then(|rest| rest.split_once(": ")) {
            Some((dealer, cards)) => {
                let seen = seen.next().unwrap_or_default();
                text.push_str("deal ");
                text.push_str(dealer);
                text.push(':');
                // What was left of the deck nobody saw.
                let dealt = cards.split('|').next().unwrap_or_default();
                for card in dealt.split_whitespace() {
                    text.push(' ');
                    text.push_str(if is_among(card, seen) { card } else { "??" });
                }
            }
            None => text.push_str(line),
        }
        text.push('\n');
    }
    Noted::Text(text)
}

fn is_among(text: &str, seen: CardSet) -> bool {
    seen.iter().any(|card| card.styled(CardStyle::Ten).to_string().eq_ignore_ascii_case(text))
}

/// The cards this person saw of each deal, the first one first.
fn seen(hand: &Lines<SekaSeating>, viewer: PlayerId) -> Vec<CardSet> {
    let mut table = hand.before.clone();
    let mut deals: Vec<CardSet> = Vec::new();
    for Line { at, entry, .. } in &hand.lines {
        let mut effects = Effects::default();
        table.apply_entry(*at, entry, &mut effects);
        for news in effects.told.iter().filter_map(|told| told.to(Some(viewer))) {
            let News::Game(event) = news else { continue };
            if matches!(event, Event::Dealt { .. }) {
                deals.push(CardSet::EMPTY);
            }
            let Some(deal) = deals.last_mut() else { continue };
            match event {
                Event::Opened { hand: Some(hand), .. } | Event::Shown { hand, .. } => deal.extend(hand),
                Event::Revealed { hands: Some(hands), .. } => deal.extend(hands.into_iter().flatten()),
                _ => {}
            }
        }
    }
    deals
}
