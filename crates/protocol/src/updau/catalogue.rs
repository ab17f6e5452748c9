//! What `games` answers: what can be played, for what, and by which terms.

use super::criteria::type_name;
use super::{Element, Fault};
use kozyr_durak::Mode;

/// In which language people are told the names of things.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Lang {
    /// Russian, which clients of this protocol speak unless they say otherwise.
    #[default]
    Ru,
    /// English.
    En,
}

impl Lang {
    /// The language behind its two letters; Russian when it is neither.
    pub fn of(text: Option<&str>) -> Lang {
        if text.is_some_and(|text| text.eq_ignore_ascii_case("en")) { Lang::En } else { Lang::Ru }
    }

    fn pick(self, ru: &str, en: &str) -> String {
        match self {
            Lang::Ru => ru.to_owned(),
            Lang::En => en.to_owned(),
        }
    }
}

/// A value one can choose: its text is the value, `view` is for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The value.
    pub value: String,
    /// How it is shown.
    pub view: String,
    /// Taken unless somebody chooses.
    pub default: bool,
}

/// A term and its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Var {
    /// Its name in `criteria`.
    pub name: String,
    /// How it is shown.
    pub view: String,
    /// Its values.
    pub options: Vec<Choice>,
}

/// One of the types of game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeOffer {
    /// Its name in `criteria`.
    pub name: String,
    /// How it is shown.
    pub view: String,
    /// The stakes by currency.
    pub bets: Vec<(String, Vec<Choice>)>,
    /// The terms.
    pub vars: Vec<Var>,
}

/// The game and its types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Catalogue {
    /// Its name.
    pub name: String,
    /// What queues call it.
    pub alias: String,
    /// The fewest who play it.
    pub min_players: u8,
    /// The most.
    pub max_players: u8,
    /// Its types.
    pub types: Vec<TypeOffer>,
}

const BETS: [u32; 6] = [50, 100, 200, 500, 1000, 5000];
const POINTS: [u32; 4] = [1, 3, 5, 7];

impl Catalogue {
    /// Durak with its six types.
    pub fn durak(lang: Lang) -> Catalogue {
        Catalogue {
            name: "durak".to_owned(),
            alias: "durak".to_owned(),
            min_players: 2,
            max_players: 6,
            types: Mode::ALL.into_iter().map(|mode| TypeOffer::of(mode, lang)).collect(),
        }
    }

    pub(super) fn to_element(&self) -> Element<'_> {
        Element::new("game")
            .attr("name", &self.name)
            .attr("alias", &self.alias)
            .attr("min_players", self.min_players)
            .attr("max_players", self.max_players)
            .children_from(self.types.iter().map(TypeOffer::to_element))
    }

    pub(super) fn from_element(element: &Element<'_>) -> Result<Catalogue, Fault> {
        Ok(Catalogue {
            name: element.need("name")?.to_owned(),
            alias: element.need("alias")?.to_owned(),
            min_players: element.need_number("min_players")?,
            max_players: element.need_number("max_players")?,
            types: element.all("type").map(TypeOffer::from_element).collect::<Result<_, _>>()?,
        })
    }
}

impl TypeOffer {
    fn of(mode: Mode, lang: Lang) -> TypeOffer {
        let view = match mode {
            Mode::Plain => lang.pick("Подкидной", "Throw-in"),
            Mode::Transfer => lang.pick("Переводной", "Transfer"),
            Mode::TrafficLight => lang.pick("Переводной со светофором", "Transfer, card shown first"),
            Mode::Pairs => lang.pick("Подкидной, пара на пару", "Throw-in, two pairs"),
            Mode::PairsTransfer => lang.pick("Переводной, пара на пару", "Transfer, two pairs"),
            Mode::PairsTrafficLight => {
                lang.pick("Переводной со светофором, пара на пару", "Transfer, card shown first, two pairs")
            }
        };
        let seats: &[u32] = if mode.pairs() { &[4] } else { &[2, 3, 4, 5, 6] };
        let currencies = ["FUN", "DEM"];
        let var =
            |name: &str, ru, en, options| Var { name: name.to_owned(), view: lang.pick(ru, en), options };
        TypeOffer {
            name: type_name(mode).to_owned(),
            view,
            bets: currencies.map(|currency| (currency.to_owned(), choices(&BETS, &100))).to_vec(),
            vars: vec![
                var("num_seats", "Игроков", "Players", choices(seats, if mode.pairs() { &4 } else { &2 })),
                var("cash_bet", "Ставка", "Stake", choices(&BETS, &100)),
                var("points", "До очков", "Points to win", choices(&POINTS, &1)),
                var("currency", "Валюта", "Currency", choices(&currencies, &"FUN")),
            ],
        }
    }

    fn to_element(&self) -> Element<'_> {
        let bets = self.bets.iter().map(|(currency, options)| {
            let element = Element::new("currency").attr("name", currency);
            element.children_from(options.iter().map(Choice::to_element))
        });
        let vars = self.vars.iter().map(|var| {
            let element = Element::new("var").attr("name", &var.name).attr("view", &var.view);
            element.children_from(var.options.iter().map(Choice::to_element))
        });
        Element::new("type")
            .attr("name", &self.name)
            .attr("view", &self.view)
            .child(Element::new("bet").children_from(bets))
            .child(Element::new("criterias").children_from(vars))
    }

    fn from_element(element: &Element<'_>) -> Result<TypeOffer, Fault> {
        let bet = |currency: &Element<'_>| Ok((currency.need("name")?.to_owned(), Choice::all_in(currency)));
        let var = |var: &Element<'_>| {
            let view = var.get("view").unwrap_or_default().to_owned();
            Ok(Var { name: var.need("name")?.to_owned(), view, options: Choice::all_in(var) })
        };
        let bets = element.need_child("bet")?.all("currency").map(bet).collect::<Result<_, Fault>>()?;
        let vars = element.need_child("criterias")?.all("var").map(var).collect::<Result<_, Fault>>()?;
        let view = element.get("view").unwrap_or_default().to_owned();
        Ok(TypeOffer { name: element.need("name")?.to_owned(), view, bets, vars })
    }
}

impl Choice {
    fn to_element(&self) -> Element<'_> {
        let element = Element::new("option").maybe("default", self.default.then_some("true"));
        element.attr("view", &self.view).with_text(self.value.as_str())
    }

    fn all_in(parent: &Element<'_>) -> Vec<Choice> {
        let choice = |option: &Element<'_>| Choice {
            value: option.text().to_owned(),
            view: option.get("view").unwrap_or_default().to_owned(),
            default: option.get("default") == Some("true"),
        };
        parent.all("option").map(choice).collect()
    }
}

fn choices<T: ToString + PartialEq>(values: &[T], default: &T) -> Vec<Choice> {
    let choice =
        |value: &T| Choice { value: value.to_string(), view: value.to_string(), default: value == default };
    values.iter().map(choice).collect()
}
