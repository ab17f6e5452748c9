//! `kill -9` at any point under play of every game, while people change tables, open some and sign up: nothing that was
//! answered is lost, nothing happens twice, and every currency sums to zero. The run says what was hit.

use crate::support::books::audit;
use crate::support::newcomer::{BECOMES, Newcomers, SIGNS_UP, signs_in};
use crate::support::opener::{OPENS, Opener};
use crate::support::process::Process;
use crate::support::regular::{Hits, LOST, Regular, UNTOLD};
use crate::support::updau_pair::{ACTS, UpdauPair};
use crate::support::volley::{ALL_WRITTEN, NONE_WRITTEN, Volley, died_inside_a_commit};
use kozyr_card_game::laws::Dice;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use tokio::task::{JoinSet, spawn_blocking};

/// Tables of every game, and how many regulars begin at each.
const PLACES: [(&str, usize); 13] = [
    ("holdem-1", 3),
    ("limit-1", 2),
    ("pot-1", 2),
    ("short-1", 2),
    ("omaha-1", 2),
    ("omaha8-1", 2),
    ("seka-5", 3),
    ("durak-2", 2),
    ("durak-5", 3),
    ("durak-6", 4),
    ("durak-3", 3),
    ("durak-9", 4),
    ("durak-7", 4),
];
const GIFT: i64 = 20_000;
const ROOM: &[&str] = &[
    "--pace",
    "30",
    "--bots",
    "1",
    "--haste",
    "100",
    "--guests-per-address",
    "5000",
    "--gift",
    "20000",
    // What was opened is looked for at the end.
    "--close-public-after",
    "100000",
    "--tables-per-person",
    "400",
    "--updau-listen",
    "127.0.0.1:0",
];

/// What the kills hit.
#[derive(Default)]
struct Points {
    /// What was being done, and whether it was found written.
    hits: Hits,
    /// What was on its way when the room died.
    in_flight: BTreeMap<&'static str, u32>,
    /// What became of commands of several tables that were sent at once.
    volleys: BTreeMap<&'static str, u32>,
    /// How often the room died in the middle of writing a transaction.
    torn: u32,
    /// What was answered of what was done in games.
    acts: BTreeMap<&'static str, u32>,
}

impl Points {
    fn was_on_its_way(&mut self, what: &'static str) {
        *self.in_flight.entry(what).or_default() += 1;
    }

    fn print(&self, times: u32, accounts: usize, opened: usize) {
        println!("{times} kills, {accounts} accounts, {opened} tables opened, {:?}", self.acts);
        println!("on the way when the room died: {:?}", self.in_flight);
        self.hits.iter().for_each(|((what, found), count)| println!("  {what}: {found} {count}"));
        self.volleys.iter().for_each(|(outcome, count)| println!("  {outcome}: {count}"));
        println!("  inside a commit, some of its pages written: {}", self.torn);
    }
}

/// Everybody who comes to the room, whenever it is there.
struct People {
    regulars: Vec<Regular>,
    opener: Opener,
    volley: Volley,
    newcomers: Newcomers,
    /// Two who speak UpDAU; nobody before the first evening.
    pair: Option<UpdauPair>,
}

impl People {
    fn new(seed: u64) -> People {
        let places = PLACES.map(|(place, _)| place);
        let seats = PLACES.iter().enumerate().flat_map(|(at, &(_, many))| std::iter::repeat_n(at, many));
        let regulars =
            seats.enumerate().map(|(number, at)| Regular::new(seed + number as u64, &places, at)).collect();
        let newcomers = Newcomers::new(GIFT);
        People { regulars, opener: Opener::default(), volley: Volley::default(), newcomers, pair: None }
    }

    /// They play until the room dies, which it does just after a table was asked for, and six seats at once.
    async fn evening(self, room: Process, dice: &mut Dice) -> People {
        let People { regulars, mut opener, mut volley, mut newcomers, pair } = self;
        let port = room.port;
        let mut playing = JoinSet::new();
        for mut one in regulars {
            playing.spawn(async move {
                one.evening(port).await;
                one
            });
        }
        let signing_up = spawn_blocking(move || {
            newcomers.come(port);
            newcomers
        });
        let pair = match pair {
            None => UpdauPair::enter(&room).await,
            Some(mut pair) => {
                pair.comes_back(&room).await;
                pair
            }
        };
        let playing_updau = tokio::spawn(pair.plays());
        let line = opener.comes_back(port).await;
        let lines = volley.comes_back(port).await;
        tokio::time::sleep(Duration::from_millis(200 + u64::from(dice.below(600)))).await;
        let opening = tokio::spawn(async move {
            opener.opens(line).await;
            opener
        });
        let firing = tokio::spawn(async move {
            volley.fires(lines).await;
            volley
        });
        tokio::time::sleep(Duration::from_micros(u64::from(dice.below(6_000)))).await;
        room.kill_9();
        let (opener, volley) = (opening.await.unwrap(), firing.await.unwrap());
        let pair = Some(playing_updau.await.unwrap());
        let (regulars, newcomers) = (playing.join_all().await, signing_up.await.unwrap());
        People { regulars, opener, volley, newcomers, pair }
    }

    /// What they were told is true.
    async fn find_everything(&self, port: u16) {
        for name in &self.newcomers.names {
            assert_eq!(signs_in(port, name), Some(200), "{name} was told that they have an account");
        }
        self.opener.finds_all(port).await;
    }
}

/// Kills the room so often; says what was hit, and what was done between.
async fn killed(times: u32, seed: u64) -> Points {
    let data = tempfile::tempdir().unwrap();
    let mut dice = Dice::random(seed);
    let mut people = People::new(seed);
    let mut points = Points::default();
    for kill in 0..times {
        people = people.evening(Process::start(data.path(), 0, ROOM), &mut dice).await;
        points.torn += u32::from(died_inside_a_commit(data.path()));
        if people.opener.waits() {
            points.was_on_its_way(OPENS);
        }
        if people.pair.as_ref().is_some_and(UpdauPair::waits) {
            points.was_on_its_way(ACTS);
        }
        people.newcomers.unanswered().into_iter().for_each(|what| points.was_on_its_way(what));
        people.regulars.iter().flat_map(Regular::unanswered).for_each(|what| points.was_on_its_way(what));
        if kill % 10 == 0 {
            audit(data.path());
        }
    }
    let room = Process::start(data.path(), 0, ROOM);
    people.volley.comes_back(room.port).await;
    people.find_everything(room.port).await;
    assert!(room.stop().success());
    books_are_right(data.path());
    points.hits = people.opener.hits.clone();
    let mut add =
        |hits: &Hits| hits.iter().for_each(|(&hit, count)| *points.hits.entry(hit).or_default() += count);
    add(&people.newcomers.hits);
    let pair = people.pair.as_ref().expect("two speak UpDAU");
    add(&pair.hits);
    people.regulars.iter().for_each(|one| add(&one.hits));
    for one in &people.regulars {
        one.acts.iter().for_each(|(&what, count)| *points.acts.entry(what).or_default() += count);
    }
    points.acts.insert(ACTS, pair.made());
    points.volleys.clone_from(&people.volley.outcomes);
    points.print(times, people.newcomers.names.len(), people.opener.opened.len());
    assert!(!points.acts.is_empty(), "nobody played");
    assert_eq!(
        points.volleys.values().sum::<u32>(),
        times,
        "every volley was looked at: {:?}",
        points.volleys
    );
    points
}

/// The books of a closed room are in order, as the test sees it and as the command does.
fn books_are_right(data: &Path) {
    audit(data);
    let proof =
        Command::new(env!("CARGO_BIN_EXE_kozyr")).args(["audit", "--data"]).arg(data).output().unwrap();
    assert!(proof.status.success(), "{}", String::from_utf8_lossy(&proof.stdout));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_few_kills_under_play_of_every_game() {
    // Which points eight kills hit is chance, but that something was on its way is not.
    let points = killed(8, 1).await;
    assert!(!points.in_flight.is_empty(), "nothing was asked when the room died");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: make soak"]
async fn two_hundred_kills_under_play_of_every_game() {
    let points = killed(200, 1_000).await;
    assert_eq!(points.acts.len(), 4, "every game was played: {:?}", points.acts);
    let hits = &points.hits;
    for what in [
        "acts in Hold'em",
        "acts in Seka",
        "acts in Durak",
        ACTS,
        "sits down",
        "leaves",
        OPENS,
        SIGNS_UP,
        BECOMES,
    ] {
        assert!(hits.keys().any(|(hit, _)| *hit == what), "no kill while somebody {what}: {hits:?}");
    }
    for found in [UNTOLD, LOST] {
        assert!(hits.keys().any(|(_, hit)| *hit == found), "nothing was {found}: {hits:?}");
    }
    for outcome in [NONE_WRITTEN, ALL_WRITTEN] {
        assert!(points.volleys.contains_key(outcome), "never {outcome}: {:?}", points.volleys);
    }
}
