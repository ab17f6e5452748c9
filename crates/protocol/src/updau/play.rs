//! The words of the game itself: what players send, what the table tells.

use super::{Element, Fault};
use kozyr_card_game::Seat;
use kozyr_cards::{Card, Rank};

/// What a player sends: `<game cmd="turn">` or `<game cmd="ready"/>`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Play {
    /// A move.
    Turn(Turn),
    /// Ready for the next stage.
    Ready,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Leads or throws in a card.
    Attack(Card),
    /// Beats a card.
    Defend {
        /// The card on the table.
        attack: Card,
        /// The card that beats it.
        with: Card,
    },
    /// Shows the card that will transfer.
    Show(Card),
    /// Transfers the attack.
    Transfer(Card),
    /// Takes what lies on the table.
    Take,
    /// Throws in no more.
    Finish,
}

impl Turn {
    /// The word on the wire.
    pub const fn action(self) -> &'static str {
        match self {
            Turn::Attack(_) => "attack",
            Turn::Defend { .. } => "defend",
            Turn::Show(_) => "show",
            Turn::Transfer(_) => "transfer",
            Turn::Take => "take",
            Turn::Finish => "finish",
        }
    }

    fn write<'a>(self, element: Element<'a>) -> Element<'a> {
        let element = element.attr("action", self.action());
        match self {
            Turn::Attack(card) | Turn::Show(card) | Turn::Transfer(card) => {
                element.attr("card", card_text(card))
            }
            Turn::Defend { attack, with } => {
                element.attr("attack_card", card_text(attack)).attr("defend_card", card_text(with))
            }
            Turn::Take | Turn::Finish => element,
        }
    }

    fn read(element: &Element<'_>) -> Result<Turn, Fault> {
        Ok(match element.need("action")? {
            "attack" => Turn::Attack(need_card(element, "card")?),
            "defend" => Turn::Defend {
                attack: need_card(element, "attack_card")?,
                with: need_card(element, "defend_card")?,
            },
            "show" => Turn::Show(need_card(element, "card")?),
            "transfer" => Turn::Transfer(need_card(element, "card")?),
            "take" => Turn::Take,
            "finish" => Turn::Finish,
            other => {
                return Err(Fault::bad(format!(
                    "action {other} is not one of attack, defend, show, transfer, take, finish"
                )));
            }
        })
    }
}

impl Play {
    pub(super) fn to_element(self) -> Element<'static> {
        match self {
            Play::Turn(turn) => {
                Element::new("game").attr("cmd", "turn").child(turn.write(Element::new("turn")))
            }
            Play::Ready => Element::new("game").attr("cmd", "ready"),
        }
    }

    /// The move stands in a `turn` inside, or in the attributes of `game` itself.
    pub(super) fn from_element(game: &Element<'_>) -> Result<Play, Fault> {
        match game.need("cmd")? {
            "turn" => Turn::read(game.find("turn").unwrap_or(game)).map(Play::Turn),
            "ready" => Ok(Play::Ready),
            other => Err(Fault::bad(format!("cmd {other} of game is neither turn nor ready"))),
        }
    }
}

/// Who attacks whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Roles {
    /// Who attacks.
    pub attacker: Seat,
    /// Who defends.
    pub defender: Seat,
}

impl Roles {
    pub(super) fn to_element(self) -> Element<'static> {
        let Roles { attacker, defender } = self;
        Element::new("info").attr("attacker", attacker.index()).attr("defender", defender.index())
    }

    pub(super) fn from_element(element: &Element<'_>) -> Result<Roles, Fault> {
        Ok(Roles { attacker: need_seat(element, "attacker")?, defender: need_seat(element, "defender")? })
    }

    pub(super) fn inside(element: &Element<'_>) -> Result<Option<Roles>, Fault> {
        element.find("info").map(Roles::from_element).transpose()
    }
}

/// A move somebody made, and who attacks whom after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnMade {
    /// Who moved.
    pub seat: Seat,
    /// What they did.
    pub turn: Turn,
    /// Who attacks whom now.
    pub roles: Option<Roles>,
}

impl TurnMade {
    pub(super) fn to_element(self) -> Element<'static> {
        let element = self.turn.write(Element::new("turn").attr("box", self.seat.index()));
        element.children_from(self.roles.map(Roles::to_element))
    }

    pub(super) fn from_element(element: &Element<'_>) -> Result<TurnMade, Fault> {
        let (seat, turn) = (need_seat(element, "box")?, Turn::read(element)?);
        Ok(TurnMade { seat, turn, roles: Roles::inside(element)? })
    }
}

/// A button.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Available {
    /// Ready for the next stage.
    Ready,
    /// Throw in no more.
    Finish,
    /// Take the table.
    Take,
    /// Lead, or throw in: each card with the one it is thrown in to.
    Attack(Vec<(Card, Card)>),
    /// Beat: each card on the table with one that beats it.
    Defend(Vec<(Card, Card)>),
    /// Show before transferring.
    Show(Vec<Card>),
    /// Transfer.
    Trans(Vec<Card>),
}

impl Available {
    fn to_element(&self) -> Element<'static> {
        let (kind, cards) = match self {
            Available::Ready => ("READY", None),
            Available::Finish => ("FINISH", None),
            Available::Take => ("TAKE", None),
            Available::Attack(pairs) => ("ATTACK", Some(pair_list(pairs))),
            Available::Defend(pairs) => ("DEFEND", Some(pair_list(pairs))),
            Available::Show(cards) => ("SHOW", Some(card_list(cards))),
            Available::Trans(cards) => ("TRANS", Some(card_list(cards))),
        };
        Element::new("available").attr("type", kind).maybe("cards", cards)
    }

    fn from_element(element: &Element<'_>) -> Result<Available, Fault> {
        Ok(match element.need("type")? {
            "READY" => Available::Ready,
            "FINISH" => Available::Finish,
            "TAKE" => Available::Take,
            "ATTACK" => Available::Attack(pairs_of(element)?),
            "DEFEND" => Available::Defend(pairs_of(element)?),
            "SHOW" => Available::Show(cards_of(element, "cards")?.unwrap_or_default()),
            "TRANS" => Available::Trans(cards_of(element, "cards")?.unwrap_or_default()),
            other => return Err(Fault::bad(format!("type {other} of available is not known"))),
        })
    }

    pub(super) fn list(availables: &[Available]) -> Element<'static> {
        Element::new("availables").children_from(availables.iter().map(Available::to_element))
    }

    pub(super) fn from_list(element: &Element<'_>) -> Result<Vec<Available>, Fault> {
        element.all("available").map(Available::from_element).collect()
    }
}

/// How a seat stands on the wire: boxes count from 0.
pub(super) fn need_seat(element: &Element<'_>, name: &str) -> Result<Seat, Fault> {
    seat_of(element, name)?.ok_or_else(|| Fault::bad(format!("{} has no {name}", element.name())))
}

pub(super) fn seat_of(element: &Element<'_>, name: &str) -> Result<Option<Seat>, Fault> {
    match element.number::<usize>(name)? {
        Some(index) if index >= Seat::MAX => {
            Err(Fault::bad(format!("{name} of {} is not in its range", element.name())))
        }
        index => Ok(index.map(Seat::from_index)),
    }
}

pub(super) fn need_card(element: &Element<'_>, name: &str) -> Result<Card, Fault> {
    card_of(element, name)?.ok_or_else(|| Fault::bad(format!("{} has no {name}", element.name())))
}

pub(super) fn card_of(element: &Element<'_>, name: &str) -> Result<Option<Card>, Fault> {
    let Some(text) = element.get(name) else { return Ok(None) };
    text.trim().parse().map(Some).map_err(|error| Fault::bad(format!("{name} is no card: {error}")))
}

/// `6d,10c`; an empty list is a list, an attribute that is not there is none.
pub(super) fn cards_of(element: &Element<'_>, name: &str) -> Result<Option<Vec<Card>>, Fault> {
    if !element.has(name) {
        return Ok(None);
    }
    let cards: Result<Vec<Card>, _> = kozyr_cards::cards_in(element.get(name).unwrap_or("")).collect();
    cards.map(Some).map_err(|error| Fault::bad(format!("{name} of {}: {error}", element.name())))
}

fn pairs_of(element: &Element<'_>) -> Result<Vec<(Card, Card)>, Fault> {
    let refused = || Fault::bad(format!("cards of {} are pairs such as 6d-7d", element.name()));
    let pair = |text: &str| {
        let (to, with) = text.split_once('-').ok_or_else(refused)?;
        Ok((to.parse().map_err(|_| refused())?, with.parse().map_err(|_| refused())?))
    };
    element.get("cards").map_or(Ok(Vec::new()), |text| text.split(',').map(pair).collect())
}

/// `10c`. Every card has its text for good, so that no list is written letter by letter.
pub(super) fn card_text(card: Card) -> &'static str {
    const TEXTS: [[&str; 4]; 13] = [
        ["2c", "2d", "2h", "2s"],
        ["3c", "3d", "3h", "3s"],
        ["4c", "4d", "4h", "4s"],
        ["5c", "5d", "5h", "5s"],
        ["6c", "6d", "6h", "6s"],
        ["7c", "7d", "7h", "7s"],
        ["8c", "8d", "8h", "8s"],
        ["9c", "9d", "9h", "9s"],
        ["10c", "10d", "10h", "10s"],
        ["Jc", "Jd", "Jh", "Js"],
        ["Qc", "Qd", "Qh", "Qs"],
        ["Kc", "Kd", "Kh", "Ks"],
        ["Ac", "Ad", "Ah", "As"],
    ];
    TEXTS[(card.rank().number() - Rank::Two.number()) as usize][card.suit() as usize]
}

/// `6d,10c`
pub(super) fn card_list(cards: &[Card]) -> String {
    let mut text = String::with_capacity(cards.len() * 4);
    for &card in cards {
        if !text.is_empty() {
            text.push(',');
        }
        text.push_str(card_text(card));
    }
    text
}

/// `6d-7d,6d-8d`
fn pair_list(pairs: &[(Card, Card)]) -> String {
    let mut text = String::with_capacity(pairs.len() * 7);
    for &(to, with) in pairs {
        if !text.is_empty() {
            text.push(',');
        }
        text.push_str(card_text(to));
        text.push('-');
        text.push_str(card_text(with));
    }
    text
}
