//! Moments of parties of Durak. A party is long: it is played at random, with one shuffle after the other, until it comes to a
//! moment like the one that is wanted.

use super::Scenes;
use super::play::{ANNA, Opening, Play, Scene, player};
use kozyr_card_game::Seat;
use kozyr_cards::CardSet;
use kozyr_durak::{Action, Offer, Party, Stage};
use kozyr_table::durak::{DurakSeating, DurakWord};
use kozyr_time::Millis;
use serde_json::Value;

type Durak = Play<DurakSeating>;

const NAMES: [&str; 6] = ["Анна", "Vera", "Lev", "Константин П.", "Zoya", "Timur"];

/// Nobody looks through more shuffles than this for a moment.
const SHUFFLES: u64 = 400;
/// No party lasts longer.
const MOVES: usize = 400;

/// A moment that is looked for.
#[derive(Clone, Copy)]
struct Wanted {
    /// At this table of the house.
    table: &'static str,
    /// The first shuffle that is tried: one that leads to the moment, as long as nothing else is dealt.
    from: u64,
    /// Has it come?
    is: fn(&Value) -> bool,
    /// What comes then still belongs to the moment.
    then: fn(&mut Durak),
}

impl Wanted {
    fn table(&self, seed: u64) -> Opening<DurakSeating> {
        Opening { seed, ..Opening::stock(self.table) }
    }

    /// Plays until the moment has come; not every party comes to it.
    fn come_to(&self, play: &mut Durak, seed: u64) -> bool {
        let seats = play.table.settings().seats;
        for seat in 1..=seats {
            let id = if seat == 1 { player(ANNA) } else { player(10 + seat) };
            play.sit_as(id, seat, NAMES[usize::from(seat) - 1], 0, false);
        }
        (1..=seats).for_each(|seat| play.say(seat, DurakWord::Ready));
        let mut dice = Dice(seed);
        for _ in 0..MOVES {
            if (self.is)(&Value::Object(play.view())) {
                return true;
            }
            play.wait(Millis::new(500));
            if !play.table.is_running() {
                return false;
            }
            somebody_moves(play, &mut dice);
        }
        false
    }

    /// The first shuffle that leads to the moment, played to it.
    fn scene(self) -> Scene<DurakSeating> {
        let leads = |seed: &u64| {
            let mut play = Play::open(self.table(*seed), super::play::NOW, Some(ANNA));
            self.come_to(&mut play, *seed)
        };
        let seed = (self.from..self.from + SHUFFLES).find(leads).expect("a shuffle that leads to the moment");
        let to = move |play: &mut Durak| {
            assert!(self.come_to(play, seed));
            (self.then)(play);
        };
        Scene::new(move || self.table(seed), to)
    }
}

/// Numbers that are the same for the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// One of those the party waits for does something.
fn somebody_moves(play: &mut Durak, dice: &mut Dice) {
    let party = play.table.state().expect("a party is on");
    let awaited: Vec<_> = play.table.awaits().seats().iter().collect();
    let first = dice.below(awaited.len());
    let around = awaited.iter().cycle().skip(first).take(awaited.len());
    let chosen = around.map(|&seat| (seat, choice(party, seat, dice))).find(|(_, action)| action.is_some());
    // Whoever could beat and would not takes; the others have nothing to add.
    let (seat, action) = chosen.unwrap_or_else(|| {
        let takes = |seat: &&Seat| offers(party, **seat).contains(&Offer::Take);
        (*awaited.iter().find(takes).expect("somebody can take"), Some(Action::Take))
    });
    play.act(seat.number(), action.expect("something to do"));
}

fn offers(party: &Party, seat: Seat) -> Vec<Offer> {
    let mut offers = Vec::new();
    party.legal(seat, &mut offers);
    offers
}

/// What whoever sits there does: beats rather than takes (but for Anna, who collects cards), and throws in rather than not.
fn choice(party: &Party, seat: Seat, dice: &mut Dice) -> Option<Action> {
    let takes = dice.below(10) < if seat.number() == 1 { 6 } else { 1 };
    let lazy = dice.below(10) < 2;
    let mut pick = |cards: CardSet| cards.iter().nth(dice.below(cards.len().max(1)));
    offers(party, seat).iter().find_map(|offer| match offer {
        Offer::Ready => Some(Action::Ready),
        Offer::Attack { cards, .. } if !lazy || party.stage() == Stage::Lead => {
            pick(*cards).map(Action::Attack)
        }
        Offer::Defend(ways) if !takes => {
            let (attack, with) = ways.first()?;
            Some(Action::Defend { attack: *attack, with: pick(*with)? })
        }
        Offer::Show(cards) => pick(*cards).map(Action::Show),
        Offer::Transfer(cards) if lazy => pick(*cards).map(Action::Transfer),
        Offer::Finish => Some(Action::Finish),
        _ => None,
    })
}

fn count(value: &Value) -> usize {
    value.as_array().map_or(0, Vec::len)
}

/// Anna opens the party.
fn opens(view: &Value) -> bool {
    let game = &view["game"];
    game["stage"] == "lead" && game["round"] == 1 && game["attacker"] == 1
}

/// Anna has two cards to beat, and may pass them on.
fn defends(view: &Value) -> bool {
    let offers = &view["own"]["game"]["offers"];
    let piles = view["game"]["piles"].as_array();
    let open = piles.is_some_and(|piles| piles.iter().all(|pile| pile["beatenBy"].is_null()));
    open && count(&offers["defend"]) == 2 && count(&offers["transfer"]) > 0
}

/// Anna, with more cards than a phone has room for, may throw in; the table is full, and somebody is out already.
fn throws_in(view: &Value) -> bool {
    let (game, own) = (&view["game"], &view["own"]["game"]);
    let players = game["players"].as_object();
    let out = players.is_some_and(|players| players.values().any(|player| player["out"] == true));
    let crowded = out && (12..=14).contains(&count(&own["cards"])) && count(&game["piles"]) > 3;
    let throws = own["offers"]["finish"] == true && count(&own["offers"]["attack"]) > 2;
    game["stage"] == "throw" && crowded && throws
}

/// A card is shown that may pass the attack on.
fn shows(view: &Value) -> bool {
    view["game"]["stage"] == "shown"
}

/// Anna has won the game: the other one has cards left.
fn won(view: &Value) -> bool {
    let outcome = &view["game"]["outcome"];
    outcome["winners"][0] == 1 && outcome["ending"] == "lastHolder"
}

pub(super) fn scenes() -> Scenes {
    let two = Wanted { table: "durak-2", from: 1, is: opens, then: |play| play.wait_secs(9) };
    let moments = [
        ("durak-lead", two),
        ("durak-defend", Wanted { table: "durak-3", is: defends, ..two }),
        ("durak-six", Wanted { table: "durak-8", from: 274, is: throws_in, ..two }),
        ("durak-pairs", Wanted { table: "durak-7", is: shows, ..two }),
        // The other one wants another game.
        ("durak-over", Wanted { is: won, then: |play| play.say(2, DurakWord::Ready), ..two }),
    ];
    moments.into_iter().map(|(name, wanted)| (name.to_owned(), wanted.scene().play())).collect()
}
