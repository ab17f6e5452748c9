//! Random sessions in the exchange: people come, play, talk, pause, come back, leave and go broke, hand after hand.

mod common;

use kozyr_card_game::laws::Dice;
use kozyr_card_game::{DeckShoe, Shoe};
use kozyr_cards::{Deck, Pack};
use kozyr_chips::{Chips, Scale};
use kozyr_notation::exchange::{Host, LiveHand, Refusal, Request, Waiting};
use kozyr_notation::json::Value;
use kozyr_poker::Offer;
use kozyr_poker::seating::Intent;

#[derive(Default, Debug)]
struct Seen {
    hands: u64,
    waited: u64,
    actions: u64,
    refused: u64,
    joined: u64,
    left: u64,
    dead_pots: u64,
    replays: u64,
    merges: u64,
    timeouts: u64,
    showdowns: u64,
}

struct Session {
    live: LiveHand,
    dice: Dice,
    /// All chips that were ever brought, less those taken away and raked: must be at the table.
    chips: Chips,
    scale: Scale,
    arrived: u32,
    last_big_blind: Option<i64>,
    now_ms: u64,
    seen: Seen,
}

impl Session {
    fn new(seed: u64) -> Session {
        let mut dice = Dice::random(seed);
        let big = dice.between(1, 41);
        let small = if dice.one_in(2) { big / 2 } else { dice.between(0, big) };
        let ante = if dice.one_in(2) { 0 } else { dice.between(0, big) };
        let antes = if dice.one_in(3) { [0, ante] } else { [ante, 0] };
        let options = format!(
            "entry: '{}', returnPost: '{}', button: '{}', onTimeout: '{}', mode: '{}', bigBlindAnte: '{}'{}",
            dice.pick(&["free", "post"]),
            dice.pick(&["dead", "live"]),
            dice.pick(&["dead", "dead", "moving"]),
            dice.pick(&["check", "fold"]),
            dice.pick(&["tournament", "cash"]),
            dice.pick(&["anteFirst", "blindFirst"]),
            dice.pick(&["", "", ", rake: {percent: 5, cap: 3, noFlopNoDrop: true}", ", runouts: 2"]),
        );
        let hand = format!(
            "{{hand: 0, players: [], startingStacks: [], seatCount: {}, _blinds: [{small}, {big}],
               _antes: [{}, {}], minBet: {big}, timeLimit: 15, _options: {{{options}}}}}",
            dice.between(2, 10),
            antes[0],
            antes[1],
        );
        Session {
            live: LiveHand::read(&common::json(&hand)).unwrap(),
            dice,
            chips: Chips::ZERO,
            scale: Scale::WHOLE,
            arrived: 0,
            last_big_blind: None,
            now_ms: 1_700_000_000_000,
            seen: Seen::default(),
        }
    }

    fn host(&mut self) -> Host {
        self.now_ms += 1 + u64::from(self.dice.below(1_000));
        Host { now_ms: Some(self.now_ms), ..Host::default() }
    }

    fn ask(&mut self, request: Result<Request, Refusal>) -> bool {
        let host = self.host();
        let before = self.dice.one_in(64).then(|| self.live.clone());
        let batch = request.and_then(|request| self.live.decide(&request, &host));
        match batch {
            Ok(batch) => {
                self.live.apply(&batch);
                true
            }
            Err(_) => {
                self.seen.refused += 1;
                assert!(before.is_none_or(|before| before == self.live), "a refusal changes nothing");
                false
            }
        }
    }

    fn names(&self) -> Vec<String> {
        let hand = self.live.to_json();
        hand["players"].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
    }

    /// Joins, changes of mind, talk: at any moment.
    fn people(&mut self) {
        if self.dice.one_in(3) {
            self.arrived += 1;
            let cents = self.dice.one_in(8);
            let stack = self.dice.between(1, 2_000);
            let stack = if cents { format!("{stack}.25") } else { stack.to_string() };
            let seat = self.dice.one_in(2).then(|| self.dice.between(1, 10) as u8);
            let name = format!("P{}", self.arrived);
            let stack: kozyr_chips::Decimal = stack.parse().unwrap();
            if self.ask(Ok(Request::join(&name, stack, seat))) {
                self.seen.joined += 1;
                self.rescale();
                self.chips += stack.to_chips(self.scale).unwrap();
            }
        }
        let names = self.names();
        for (row, name) in names.iter().enumerate() {
            if self.dice.one_in(9) {
                let intents =
                    [Intent::Play, Intent::Play, Intent::WaitForBigBlind, Intent::Pause, Intent::Leave];
                let intent = *self.dice.pick(&intents);
                self.ask(Ok(Request::intent(name, intent)));
            }
            if self.dice.one_in(40) {
                self.ask(Request::action(name, &format!("p{} m nice hand", row + 1)));
            }
        }
        self.conserved();
    }

    /// The sheet may count in cents now.
    fn rescale(&mut self) {
        let (_, scale) = self.live.chips();
        let finer = scale.decimals() - self.scale.decimals();
        self.chips = self.chips * 10i64.pow(u32::from(finer));
        self.scale = scale;
    }

    fn conserved(&self) {
        assert_eq!(
            self.live.chips(),
            (self.chips, self.scale),
            "chips are conserved with dead blinds in the pot"
        );
    }

    /// The hand read from its own JSON is the hand.
    fn replays(&mut self) {
        if self.dice.one_in(40) {
            self.seen.replays += 1;
            let json = self.live.to_json();
            let again = LiveHand::read(&json.to_string().parse().unwrap()).unwrap();
            assert_eq!(again.to_json(), json);
            again.check().unwrap_or_else(|refusal| panic!("{refusal}\n{json:#}"));
            assert_eq!(again.waiting(), self.live.waiting(), "{json:#}");
            assert_eq!(
                kozyr_notation::game_state::export(&again, None, |_| None),
                kozyr_notation::game_state::export(&self.live, None, |_| None)
            );
        }
    }

    fn play_hand(&mut self) {
        let mut shoe = {
            let mut deck = Deck::ordered(Pack::Full52);
            let dice = &mut self.dice;
            deck.shuffle(|n| dice.below(n));
            DeckShoe::new(deck, |_| 0)
        };
        for _ in 0..10_000 {
            let host = self.host();
            if !self.deal(&mut shoe, &host) {
                return;
            }
            self.replays();
            let name = match self.live.waiting() {
                Waiting::Bet(name) => name.to_owned(),
                Waiting::Show(name) => {
                    self.seen.showdowns += 1;
                    name.to_owned()
                }
                Waiting::Next => return,
                other => panic!("waits for {other:?}\n{:#}", self.live.to_json()),
            };
            if self.dice.one_in(12) {
                self.people();
                continue;
            }
            if self.dice.one_in(50) {
                let late = Host { now_ms: Some(self.now_ms + 15_000), ..Host::default() };
                assert!(self.live.auto(&late).unwrap());
                self.now_ms += 15_000;
                self.seen.timeouts += 1;
                continue;
            }
            self.act(&name);
        }
        panic!("a hand without end\n{:#}", self.live.to_json());
    }

    /// Deals what is awaited; false if the hand cannot be dealt because somebody left before the first card.
    fn deal(&mut self, shoe: &mut dyn Shoe, host: &Host) -> bool {
        match self.live.deal_from(shoe, host) {
            Ok(()) => true,
            Err(Refusal::Unplayable(_)) => {
                let hand = self.live.to_json();
                let mut lines = hand["actions"].as_array().unwrap().iter().map(|line| line.as_str().unwrap());
                assert!(lines.all(|line| line.contains(" m ")), "{hand:#}");
                false
            }
            Err(refusal) => panic!("{refusal}\n{:#}", self.live.to_json()),
        }
    }

    fn act(&mut self, name: &str) {
        let offers = self.live.offers(name);
        assert!(!offers.is_empty(), "{name} is to act and may do nothing\n{:#}", self.live.to_json());
        let player = self.names().iter().position(|n| n == name).unwrap() + 1;
        let scale = self.live.scale();
        let line = match *self.dice.pick(&offers) {
            Offer::Fold if self.dice.one_in(2) => format!("p{player} f"),
            Offer::Fold | Offer::Check | Offer::Call { .. } => format!("p{player} cc"),
            Offer::RaiseTo { least, most } => {
                let any = Chips::new(self.dice.between(least.units(), most.units()));
                let to = *self.dice.pick(&[least, least, any, most]);
                format!("p{player} cbr {}", to.display(scale))
            }
            Offer::Show => format!("p{player} sm -"),
            Offer::Muck => format!("p{player} sm"),
        };
        self.seen.actions += 1;
        if self.dice.one_in(16) {
            self.seen.merges += 1;
            let client = common::acted(&self.live.personalize(Some(name)), &line);
            let host = self.host();
            self.live.merge(&client, &host).unwrap_or_else(|refusal| panic!("{line}: {refusal}\n{client:#}"));
        } else {
            let request = Request::action(name, &line);
            assert!(self.ask(request), "{line} was offered and refused\n{:#}", self.live.to_json());
        }
        self.conserved();
    }

    fn next(&mut self) {
        let before = self.live.to_json();
        let finished = !before["finishingStacks"].is_null();
        let rake = before["rake"].decimal().map_or(Chips::ZERO, |rake| rake.to_chips(self.scale).unwrap());
        self.live.next().unwrap_or_else(|refusal| panic!("{refusal}\n{before:#}"));
        let after = self.live.to_json();
        let stacks = |hand: &Value, field: &str| -> Vec<Chips> {
            let amounts = hand[field].as_array().unwrap().iter();
            amounts.map(|amount| amount.decimal().unwrap().to_chips(self.scale).unwrap()).collect()
        };
        let mut ended = stacks(&before, if finished { "finishingStacks" } else { "startingStacks" });
        if !finished && !before["_deadPosts"].is_null() {
            // The hand was never dealt: whoever had paid for it has his chips back.
            let paid = stacks(&before, "_deadPosts");
            ended.iter_mut().zip(paid).for_each(|(stack, paid)| *stack += paid);
        }
        let mut gone = rake;
        let remain: Vec<&str> =
            after["players"].as_array().unwrap().iter().map(|n| n.as_str().unwrap()).collect();
        for (at, name) in before["players"].as_array().unwrap().iter().enumerate() {
            if !remain.contains(&name.as_str().unwrap()) {
                self.seen.left += 1;
                gone += ended[at];
            }
        }
        self.chips -= gone;
        self.conserved();
        self.fair(&before, &after);
    }

    /// Whoever is dealt in is active, nobody pays the big blind twice running, nobody playing is skipped by it.
    fn fair(&mut self, before: &Value, after: &Value) {
        LiveHand::read(after).unwrap_or_else(|refusal| panic!("an impossible state: {refusal}\n{after:#}"));
        let list = |hand: &Value, field: &str| -> Vec<i64> {
            hand[field].as_array().unwrap().iter().map(|n| n.integer().unwrap()).collect()
        };
        let (inactive, seats) = (list(after, "_inactive"), list(after, "seats"));
        if after["hand"] == before["hand"] {
            self.seen.waited += 1;
            assert!(inactive.iter().filter(|&&i| i == 0).count() < 2);
            assert_eq!(after["_positions"], before["_positions"], "a waiting hand moves nothing");
            return;
        }
        self.seen.hands += 1;
        self.seen.dead_pots += u64::from(after["_deadPot"].integer() != Some(0));
        let intents = list(after, "_intents");
        let big_blind = after["_positions"]["bigBlind"].integer().unwrap();
        assert_ne!(Some(big_blind), self.last_big_blind, "twice running\n{before:#}\n{after:#}");
        let count = after["seatCount"].integer().unwrap();
        let steps = |from: i64, to: i64| (to + count - from).rem_euclid(count);
        for (at, &seat) in seats.iter().enumerate() {
            if inactive[at] == 0 {
                assert_eq!(intents[at], 0);
                assert!(after["_deadBlinds"].as_array().unwrap()[at].integer() == Some(0));
                if let Some(last) = self.last_big_blind {
                    let skipped = (1..steps(last, big_blind)).contains(&steps(last, seat));
                    assert!(!skipped, "seat {seat} was skipped\n{before:#}\n{after:#}");
                }
            }
        }
        self.last_big_blind = Some(big_blind);
    }
}

fn sessions(first: u64, hands: u64) -> Seen {
    let mut total = Seen::default();
    let mut seed = first;
    while total.hands < hands {
        let mut session = Session::new(seed);
        for _ in 0..100 {
            session.people();
            session.next();
            if session.dice.one_in(10) {
                session.people();
            }
            session.play_hand();
        }
        let seen = session.seen;
        total.hands += seen.hands;
        total.waited += seen.waited;
        total.actions += seen.actions;
        total.refused += seen.refused;
        total.joined += seen.joined;
        total.left += seen.left;
        total.dead_pots += seen.dead_pots;
        total.replays += seen.replays;
        total.merges += seen.merges;
        total.timeouts += seen.timeouts;
        total.showdowns += seen.showdowns;
        seed += 1;
    }
    total
}

fn tried_everything(seen: &Seen) {
    let all = [
        seen.waited,
        seen.refused,
        seen.joined,
        seen.left,
        seen.dead_pots,
        seen.replays,
        seen.merges,
        seen.timeouts,
        seen.showdowns,
    ];
    assert!(all.iter().all(|&times| times > seen.hands / 200), "something was hardly tried: {seen:?}");
    assert!(seen.actions > 2 * seen.hands, "{seen:?}");
}

#[test]
fn random_sessions_keep_chips_and_blinds_fair() {
    tried_everything(&sessions(1, 8_000));
}

#[test]
#[ignore = "long: make soak"]
#[allow(clippy::print_stdout)]
fn a_million_hands_of_random_sessions() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let each = 1_000_000 / threads + 1;
    let runs: Vec<_> = (0..threads)
        .map(|thread| std::thread::spawn(move || sessions((thread + 1) * 1_000_000_000, each)))
        .collect();
    let mut hands = 0;
    for run in runs {
        let seen = run.join().expect("no law was broken");
        println!("{seen:?}");
        tried_everything(&seen);
        hands += seen.hands;
    }
    assert!(hands >= 1_000_000);
}
