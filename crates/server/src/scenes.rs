//! Moments of a table as one viewer is sent them: what the tests of the page are looked at and played with.
//!
//! Every moment is played here, with cards laid ready and a clock that stands still, by the functions that serve
//! people: `Table::decide`, `wire::view`, `Viewpoints`; that of a tournament by a whole shard, with the cards of a seed.
//! So the page is never tested against something that no room would say. The moments are files of `web/e2e/scenes`;
//! this test fails when one of them is stale, and `SCENES=write cargo test -p kozyr-server scenes` writes them anew.

mod durak;
mod holdem;
mod json;
mod play;
mod seka;
mod tournament;

use serde_json::{Map, Value};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/e2e/scenes");

/// Moments by name.
type Scenes = Map<String, Value>;

/// A game, and how its moments are played.
type Game = (&'static str, fn() -> Scenes);

#[test]
fn the_scenes_of_the_page_are_fresh() {
    let games: [Game; 4] = [
        ("holdem", holdem::scenes),
        ("seka", seka::scenes),
        ("durak", durak::scenes),
        ("tournament", tournament::scenes),
    ];
    for (game, scenes) in games {
        let (path, fresh) = (format!("{FOLDER}/{game}.json"), json::write(&Value::Object(scenes())));
        if std::env::var("SCENES").is_ok_and(|what| what == "write") {
            std::fs::write(&path, &fresh).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(written == fresh, "{path} is stale: run `SCENES=write cargo test -p kozyr-server scenes`");
    }
}
