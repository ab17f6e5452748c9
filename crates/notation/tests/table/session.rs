//! A random session at one table: people come, play, talk, pause, come back, leave and go broke. Every step is held
//! to the laws: chips are conserved, blinds are fair, no state is impossible, the JSON replays to the same hand.

use super::{acted, json};
use kozyr_card_game::laws::Dice;
use kozyr_card_game::{DeckShoe, Shoe};
use kozyr_cards::{Deck, Pack};
use kozyr_chips::{Chips, Scale};
use kozyr_notation::exchange::{Host, LiveHand, Refusal, Request, Waiting};
use kozyr_notation::json::Value;
use kozyr_poker::Offer;
use kozyr_poker::seating::Intent;

#[derive(Default, Debug)]
pub(crate) struct Seen {
    pub(crate) hands: u64,
    pub(crate) waited: u64,
    pub(crate) actions: u64,
    pub(crate) refused: u64,
    pub(crate) joined: u64,
    pub(crate) left: u64,
    pub(crate) dead_pots: u64,
    pub(crate) replays: u64,
    pub(crate) merges: u64,
    pub(crate) timeouts: u64,
    pub(crate) showdowns: u64,
}

pub(crate) struct Session {
    pub(crate) live: LiveHand,
    pub(crate) dice: Dice,
    /// All chips that were ever brought, less those taken away and raked: must be at the table.
    pub(crate) chips: Chips,
    pub(crate) scale: Scale,
    pub(crate) arrived: u32,
    pub(crate) last_big_blind: Option<i64>,
    pub(crate) now_ms: u64,
    pub(crate) seen: Seen,
    /// Hands as they were at random moments, one in so many.
    pub(crate) album: Vec<LiveHand>,
    pub(crate) album_one_in: Option<u32>,
}

impl Session {
    pub(crate) fn new(seed: u64) -> Session {
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
            live: LiveHand::read(&json(&hand)).unwrap(),
            dice,
            chips: Chips::ZERO,
            scale: Scale::WHOLE,
            arrived: 0,
            last_big_blind: None,
            now_ms: 1_700_000_000_000,
            seen: Seen::default(),
            album: Vec::new(),
            album_one_in: None,
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
        self.live.players().map(ToOwned::to_owned).collect()
    }

    /// Joins, changes of mind, talk: at any moment.
    pub(crate) fn people(&mut self) {
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

    pub(crate) fn play_hand(&mut self) {
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
            if self.album_one_in.is_some_and(|one_in| self.dice.one_in(one_in)) {
                self.album.push(self.live.clone());
            }
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
            Offer::BringIn { .. } | Offer::Discard { .. } => unreachable!("games with a board only"),
            Offer::Show => format!("p{player} sm -"),
            Offer::Runouts { .. } => {
                unreachable!("a hand that is exchanged says how often its board is dealt")
            }
            Offer::Muck => format!("p{player} sm"),
        };
        self.seen.actions += 1;
        if self.dice.one_in(16) {
            self.seen.merges += 1;
            let client = acted(&self.live.personalize(Some(name)), &line);
            let host = self.host();
            self.live.merge(&client, &host).unwrap_or_else(|refusal| panic!("{line}: {refusal}\n{client:#}"));
        } else {
            let request = Request::action(name, &line);
            assert!(self.ask(request), "{line} was offered and refused\n{:#}", self.live.to_json());
        }
        self.conserved();
    }

    pub(crate) fn next(&mut self) {
        let before = self.live.to_json();
        let finished = !before["finishingStacks"].is_null();
        let rake = before["rake"].decimal().map_or(Chips::ZERO, |rake| rake.to_chips(self.scale).unwrap());
        self.live.next_hand().unwrap_or_else(|refusal| panic!("{refusal}\n{before:#}"));
        let after = self.live.to_json();
        let stacks = |hand: &Value, field: &str| -> Vec<Chips> {
            let amounts = hand[field].as_array().unwrap().iter();
            amounts.map(|amount| amount.decimal().unwrap().to_chips(self.scale).unwrap()).collect()
        };
        let mut ended = stacks(&before, if finished { "finishingStacks" } else { "startingStacks" });
        if !finished && !before["_deadPosts"].is_null() {
            // The hand was never dealt: whoever had paid for it has their chips back.
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
        // The next hand says itself who took what away, and what the room took.
        let told = &after["_last"];
        let chips =
            |amount: &Value| amount.decimal().map_or(Chips::ZERO, |a| a.to_chips(self.scale).unwrap());
        let left = told["left"].as_array().unwrap_or(&[]).iter().map(|leaver| chips(&leaver["stack"]));
        assert_eq!(left.sum::<Chips>() + chips(&told["rake"]), gone, "{told}");
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
