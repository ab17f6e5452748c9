//! A moment of a tournament: twelve at two tables, heads have a price, Anna is the host and plays.

use super::Scenes;
use super::play::NOW;
use crate::tournament::tests::evening::{Evening, player};
use crate::tournament::{Start, TournamentPlan};
use kozyr_chips::Chips;
use kozyr_protocol::room::TournamentOrder;
use kozyr_time::{Timestamp, TournamentId};
use kozyr_tournament::{BlindLevel, Bounty, Config, Preset, TableNo};
use serde_json::{Value, json};

/// Those who play, Anna first.
const PEOPLE: [&str; 12] = [
    "Анна",
    "Vera",
    "Бабушка Зина",
    "Boris",
    "Константин",
    "Mitya",
    "Ольга Викторовна",
    "Lev",
    "Марат",
    "Sasha",
    "Тимофей",
    "Yulia",
];
const ANNA: u32 = 0;

fn plan() -> TournamentPlan {
    let levels = [25, 50, 100, 200, 400].into_iter().zip(1..);
    let config = Config {
        levels: levels.map(|(small, level)| BlindLevel::new(level, small, 2 * small, 3)).collect(),
        seats: 6,
        late_entry: None,
        breaks: Vec::new(),
        buy_in: Chips::new(100),
        bounty: Some(Bounty { amount: Chips::new(40), progressive: true }),
        ..Preset::Turbo.config("Sunday cup")
    };
    TournamentPlan {
        id: TournamentId::new("cup-1").unwrap(),
        rules: config.check().unwrap(),
        host: Some(player(ANNA)),
        start: Start::ByHand,
        bots: None,
        kind: None,
    }
}

/// Played until somebody is out, the blinds have risen and it is Anna's turn; nothing when too many are out before.
fn played(begin: Timestamp, seed: u64) -> Option<(Evening, TableNo)> {
    let people = PEOPLE.len() as u32;
    let mut evening =
        Evening::open_at(begin, plan(), (people, |number| PEOPLE[number as usize].to_owned()), seed);
    evening.begin(people);
    let mut hurried = false;
    for _ in 0..400 {
        let view = evening.view();
        let asked = evening.asked(ANNA);
        if view.left < 8 || view.tables.len() < 2 {
            return None;
        }
        if let Some(no) = asked.filter(|_| view.level.number == 2 && view.left < view.entrants) {
            return Some((evening, no));
        }
        // The host does not wait for the clock.
        if view.left < view.entrants && !std::mem::replace(&mut hurried, true) {
            evening.direct_as_host(TournamentOrder::NextLevel);
        }
        evening.play(1);
    }
    None
}

/// The tournament and Anna's table, as she is sent them; the moment comes at its time.
pub(super) fn scenes() -> Scenes {
    let found = (1..=200).find_map(|seed| Some((seed, played(NOW, seed)?.0.now().since(NOW))));
    let (seed, took) = found.expect("a tournament in which Anna plays on when somebody is out");
    let begin = Timestamp::from_millis(NOW.as_millis() - took.get().cast_signed());
    let (mut evening, no) = played(begin, seed).expect("the same at another time");
    assert_eq!(evening.now(), NOW);
    let (cup, table) = (evening.seen_by(ANNA), evening.table_seen_by(ANNA, no));
    let part = |of: &Value, fields: &[&str]| -> Value {
        Value::Object(fields.iter().map(|&field| (field.to_owned(), of[field].clone())).collect())
    };
    let mut scene = part(&table, &["info", "view"]);
    scene["viewer"] = json!(player(ANNA).get());
    scene["cup"] = part(&cup, &["tournament", "info", "view"]);
    Scenes::from_iter([("cup".to_owned(), scene)])
}
