//! What people would play: for each term one value or several.

use super::criteria::{Criteria, mode_named, type_name};
use super::{Currency, Element, Fault};
use kozyr_cards::{Card, CardSet, cards_in};
use kozyr_chips::Chips;
use kozyr_durak::Mode;
use std::fmt;

/// What somebody would play: for each term one value or several, the preferred one first.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Wish {
    /// Which of the six.
    pub modes: Vec<Mode>,
    /// For how much.
    pub cash_bets: Vec<Chips>,
    /// With how many.
    pub num_seats: Vec<u8>,
    /// To how many points.
    pub points: Vec<u16>,
    /// Rake in percent; nothing when the room decides.
    pub rakes: Vec<u8>,
    /// What for: one currency, the queue's.
    pub currency: Currency,
    /// Seconds a turn.
    pub timeouts: Vec<u16>,
    /// Seconds of time bank.
    pub timebanks: Vec<u16>,
    /// 24, 36 or 52 cards.
    pub deck_sizes: Vec<u8>,
    /// Cards in dealing order; test tables only.
    pub deck: Option<Vec<Card>>,
}

/// The most values one term may list.
const MOST_VALUES: usize = 16;
/// The largest stake.
const MOST_BET: i64 = 1_000_000_000;

impl Wish {
    /// Everything as it is unless somebody asks otherwise: two players, 100, one point, 30 seconds.
    pub fn usual(currency: Currency) -> Wish {
        Wish {
            modes: vec![Mode::Plain],
            cash_bets: vec![Chips::new(100)],
            num_seats: vec![2],
            points: vec![1],
            rakes: vec![10],
            currency,
            timeouts: vec![30],
            timebanks: vec![60],
            deck_sizes: vec![36],
            deck: None,
        }
    }

    /// Reads `<queue name><criteria …/></queue>`, or the older form with everything in `criteria`.
    /// `param` is a `game_param` beside it, whose attributes count as well.
    pub(super) fn from_elements(
        queue: Option<&str>,
        criteria: &Element<'_>,
        param: Option<&Element<'_>>,
    ) -> Result<Wish, Fault> {
        let source = Source { criteria, param };
        if source.get(&["game"]).is_some_and(|game| game.split(',').all(|one| one.trim() != "durak")) {
            return Err(Fault::not_found("game: only durak is played here"));
        }
        let mut wish = Wish::usual(source.currency(queue)?);
        source.fill(&mut wish.cash_bets, &["cash_bet", "bet"], "0 to 1000000000", |text| {
            text.parse().ok().filter(|bet| (0..=MOST_BET).contains(bet)).map(Chips::new)
        })?;
        source.fill(&mut wish.points, &["points"], "0 to 999", |text| up_to(text, 999))?;
        source.fill(&mut wish.rakes, &["rake"], "0 to 50", |text| up_to(text, 50))?;
        source.fill(&mut wish.timeouts, &["timeout"], "0 to 999", |text| up_to(text, 999))?;
        source.fill(&mut wish.timebanks, &["timebank"], "0 to 999", |text| up_to(text, 999))?;
        source.fill(&mut wish.deck_sizes, &["deck_size"], "24, 36 or 52", |text| {
            text.parse().ok().filter(|size| [24, 36, 52].contains(size))
        })?;
        wish.modes = source.modes()?;
        if wish.modes.iter().all(|mode| mode.pairs()) {
            wish.num_seats = vec![4];
        }
        source.fill(&mut wish.num_seats, &["num_seats", "players"], "2 to 6", |text| {
            text.parse().ok().filter(|seats| (2..=6).contains(seats))
        })?;
        wish.deck = source.deck()?;
        wish.settle().map(|_| wish)
    }

    /// The terms this wish prefers among those it allows.
    ///
    /// # Errors
    /// No combination of its values can be played; the refusal names the parameter.
    pub fn settle(&self) -> Result<Criteria, Fault> {
        let mut refused = None;
        for &mode in &self.modes {
            for &num_seats in &self.num_seats {
                for &deck_size in &self.deck_sizes {
                    let criteria = Criteria {
                        mode,
                        cash_bet: first(&self.cash_bets),
                        num_seats,
                        points: first(&self.points),
                        rake: first(&self.rakes),
                        currency: self.currency.clone(),
                        timeout: first(&self.timeouts),
                        timebank: first(&self.timebanks),
                        deck_size,
                        deck: self.deck.clone(),
                    };
                    match criteria.check() {
                        Ok(()) => return Ok(criteria),
                        Err(fault) => refused = refused.or(Some(fault)),
                    }
                }
            }
        }
        Err(refused.unwrap_or_else(|| Fault::bad("the criteria leave nothing to play")))
    }

    /// What both would play, in the order this one prefers; `None` when there is no such thing.
    pub fn both(&self, other: &Wish) -> Option<Wish> {
        if self.currency != other.currency {
            return None;
        }
        let both = Wish {
            modes: common(&self.modes, &other.modes)?,
            cash_bets: common(&self.cash_bets, &other.cash_bets)?,
            num_seats: common(&self.num_seats, &other.num_seats)?,
            points: common(&self.points, &other.points)?,
            rakes: common(&self.rakes, &other.rakes)?,
            currency: self.currency.clone(),
            timeouts: common(&self.timeouts, &other.timeouts)?,
            timebanks: common(&self.timebanks, &other.timebanks)?,
            deck_sizes: common(&self.deck_sizes, &other.deck_sizes)?,
            deck: match (&self.deck, &other.deck) {
                (Some(one), Some(another)) if one != another => return None,
                (one, another) => one.clone().or_else(|| another.clone()),
            },
        };
        both.settle().is_ok().then_some(both)
    }

    pub(super) fn to_element(&self) -> Element<'_> {
        let names: Vec<&str> = self.modes.iter().map(|&mode| type_name(mode)).collect();
        let bets: Vec<i64> = self.cash_bets.iter().map(|bet| bet.units()).collect();
        let deck = self.deck.as_ref().map(|deck| super::play::card_list(deck));
        Element::new("criteria")
            .attr("game_type", list(&names))
            .attr("cash_bet", list(&bets))
            .attr("num_seats", list(&self.num_seats))
            .attr("points", list(&self.points))
            .attr("rake", list(&self.rakes))
            .attr("currency", self.currency.as_str())
            .attr("timeout", list(&self.timeouts))
            .attr("timebank", list(&self.timebanks))
            .attr("game", "durak")
            .maybe("deck_size", (self.deck_sizes != [36]).then(|| list(&self.deck_sizes)))
            .maybe("deck", deck)
    }
}

impl From<Criteria> for Wish {
    fn from(criteria: Criteria) -> Wish {
        Wish {
            modes: vec![criteria.mode],
            cash_bets: vec![criteria.cash_bet],
            num_seats: vec![criteria.num_seats],
            points: vec![criteria.points],
            rakes: vec![criteria.rake],
            currency: criteria.currency,
            timeouts: vec![criteria.timeout],
            timebanks: vec![criteria.timebank],
            deck_sizes: vec![criteria.deck_size],
            deck: criteria.deck,
        }
    }
}

/// A list of a wish is never empty: reading refuses that, and `both` ends with `None` first.
fn first<T: Copy>(values: &[T]) -> T {
    *values.first().expect("a wish has a value for every term")
}

fn common<T: Copy + PartialEq>(mine: &[T], theirs: &[T]) -> Option<Vec<T>> {
    let both: Vec<T> = mine.iter().copied().filter(|value| theirs.contains(value)).collect();
    (!both.is_empty()).then_some(both)
}

fn list<T: fmt::Display>(values: &[T]) -> String {
    let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
    texts.join(",")
}

fn up_to<T: TryFrom<u32>>(text: &str, most: u32) -> Option<T> {
    text.parse().ok().filter(|&number| number <= most).and_then(|number| T::try_from(number).ok())
}

/// Where the values of a wish stand.
struct Source<'e> {
    criteria: &'e Element<'e>,
    param: Option<&'e Element<'e>>,
}

impl<'e> Source<'e> {
    /// The attribute under the first of its names that is there.
    fn get(&self, names: &[&str]) -> Option<&'e str> {
        let places = [Some(self.criteria), self.param];
        names.iter().find_map(|name| places.into_iter().flatten().find_map(|place| place.get(name)))
    }

    fn fill<T: PartialEq>(
        &self,
        into: &mut Vec<T>,
        names: &[&str],
        range: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<(), Fault> {
        let Some(text) = self.get(names) else { return Ok(()) };
        let mut values = Vec::new();
        for one in text.split(',') {
            let refused = || Fault::bad(format!("{} is {range}", names[0]));
            let value = parse(one.trim()).ok_or_else(refused)?;
            if !values.contains(&value) {
                values.push(value);
            }
            if values.len() > MOST_VALUES {
                return Err(Fault::bad(format!("{} lists more than {MOST_VALUES} values", names[0])));
            }
        }
        *into = values;
        Ok(())
    }

    /// By name, by mode or both, which then have to agree.
    fn modes(&self) -> Result<Vec<Mode>, Fault> {
        let mut named = Vec::new();
        self.fill(&mut named, &["game_type", "type"], "one of the types `games` lists", mode_named)?;
        let mut modes = Vec::new();
        self.fill(&mut modes, &["game_mode"], "0 to 5", |text| {
            text.parse().ok().and_then(Mode::from_number)
        })?;
        match (named.is_empty(), modes.is_empty()) {
            (true, true) => Ok(vec![Mode::Plain]),
            (false, true) => Ok(named),
            (true, false) => Ok(modes),
            (false, false) => common(&named, &modes)
                .ok_or_else(|| Fault::bad("game_mode is another one than that of game_type")),
        }
    }

    fn currency(&self, queue: Option<&str>) -> Result<Currency, Fault> {
        let unknown = |what: &str| Fault::not_found(format!("{what}: no such queue or currency"));
        let mut wanted = Vec::new();
        self.fill(&mut wanted, &["currency"], "a currency such as FUN", Currency::new)?;
        match queue {
            Some(queue) => {
                let currency = Currency::of_queue(queue).ok_or_else(|| unknown(queue))?;
                if wanted.is_empty() || wanted.contains(&currency) {
                    Ok(currency)
                } else {
                    Err(Fault::bad(format!("currency of the queue {queue} is {currency:?}")))
                }
            }
            None => Ok(wanted.into_iter().next().unwrap_or_else(Currency::fun)),
        }
    }

    fn deck(&self) -> Result<Option<Vec<Card>>, Fault> {
        let nested = |place: &'e Element<'e>| place.find("deck").map(Element::text);
        let text =
            self.get(&["deck"]).or_else(|| nested(self.criteria)).or_else(|| self.param.and_then(nested));
        let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else { return Ok(None) };
        let cards: Result<Vec<Card>, _> = cards_in(text).collect();
        let cards = cards.map_err(|error| Fault::bad(format!("deck: {error}")))?;
        let mut seen = CardSet::EMPTY;
        match cards.iter().find(|&&card| !seen.insert(card)) {
            Some(card) => Err(Fault::bad(format!("deck has {card} twice"))),
            None => Ok(Some(cards)),
        }
    }
}
