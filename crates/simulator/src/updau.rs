//! Somebody who plays Durak over UpDAU: signs in by a cookie, opens a channel, finds partners, plays what is offered, loses
//! the line and takes the channel up again.

use crate::chance::Chance;
use kozyr_chips::Chips;
use kozyr_protocol::updau::{
    Action, Answer, Available, Command, Credentials, Currency, Limits, Message, News, Picture, Play, Request,
    State, Status, Timestamp, Turn, Wire, Wish,
};
use kozyr_store::PlayerId;

const NEVER: Timestamp = Timestamp::from_millis(0);

/// Documents nobody would send.
const GARBAGE: &[&str] = &[
    "",
    "<",
    "<request/>",
    "<request cmd=\"\"/>",
    "<request cmd=\"nonsense\"/>",
    "<request cmd=\"game\" pub=\"no-such-channel\"><turn type=\"TAKE\"/></request>",
    "<response cmd=\"auth\"/>",
    "<a><b></a></b>",
    "{\"request\":{}}",
];

/// How far somebody has come over the present line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Outside,
    /// Has said who they are.
    Asked,
    /// Has asked for the channel.
    Opening,
    Inside,
}

/// Somebody who plays over UpDAU.
pub(crate) struct Correspondent {
    pub(crate) number: usize,
    chance: Chance,
    pub(crate) line: Option<usize>,
    stage: Stage,
    wire: Wire,
    token: Option<String>,
    pub(crate) person: Option<PlayerId>,
    channel: Option<String>,
    state: Option<State>,
    picture: Option<Picture>,
    signs: u64,
    /// So often in a thousand they do something senseless.
    wild: u64,
    /// The furthest they have come in a game: its number, the party, the round.
    seen: Option<(u64, u16, u16)>,
    /// Moves that were taken.
    pub(crate) moves: u64,
}

impl Correspondent {
    pub(crate) fn new(number: usize, mut chance: Chance) -> Correspondent {
        let wire = if chance.often(300) { Wire::Json } else { Wire::Xml };
        let wild = chance.below(120);
        Correspondent {
            number,
            chance,
            line: None,
            stage: Stage::Outside,
            wire,
            token: None,
            person: None,
            channel: None,
            state: None,
            picture: None,
            signs: 0,
            wild,
            seen: None,
            moves: 0,
        }
    }

    fn write(&mut self, command: Command) -> Vec<u8> {
        let mut request = Request::new(self.channel.as_deref(), command);
        self.signs += 1;
        request.head.sign = Some(self.signs.to_string());
        Message::Request(request).encode(self.wire)
    }

    /// A line is there.
    pub(crate) fn connected(&mut self, line: usize) -> Vec<u8> {
        self.line = Some(line);
        self.stage = Stage::Asked;
        let cookie = format!("sim-{}", self.number);
        let known = self.token.clone().filter(|_| self.chance.often(700));
        let credentials = known.map_or(Credentials::Demo { cookie, wallet: None }, Credentials::Token);
        let mut request = Request::new(None, Command::Auth(credentials));
        request.head.sign = Some("auth".to_owned());
        Message::Request(request).encode(self.wire)
    }

    /// The line is lost.
    pub(crate) fn lost(&mut self) {
        self.line = None;
        self.stage = Stage::Outside;
    }

    /// Takes in a document; what follows from it at once is said.
    ///
    /// # Errors
    /// When what it says contradicts what was said before.
    pub(crate) fn hear(&mut self, bytes: &[u8]) -> Result<Option<Vec<u8>>, String> {
        let message = Message::decode(self.wire, bytes, &Limits::SERVER);
        let message = message.map_err(|fault| {
            format!("UpDAU says what cannot be read ({fault}): {}", String::from_utf8_lossy(bytes))
        })?;
        match message {
            Message::Response(response) => match response.answer {
                Ok(Answer::Welcome(welcome)) => {
                    self.person = PlayerId::new(welcome.user.uid).ok();
                    self.token = welcome.user.token.or(self.token.take());
                    let kept = |name: &String| welcome.channels.iter().any(|row| row.channel == *name);
                    self.channel = self.channel.take().filter(kept);
                    self.stage = Stage::Opening;
                    let open = Command::Open { token: self.token.clone(), tag: None };
                    Ok(Some(self.write(open)))
                }
                Ok(Answer::State { status, .. }) => {
                    self.channel = response.head.channel.or(self.channel.take());
                    self.stage = Stage::Inside;
                    self.stand(&status)?;
                    Ok(None)
                }
                Ok(_) => {
                    self.moves += u64::from(response.head.cmd == "game");
                    Ok(None)
                }
                Err(_) => {
                    // The token may be of no use any more.
                    if self.stage == Stage::Asked {
                        self.token = None;
                    }
                    if self.stage == Stage::Opening {
                        self.channel = None;
                    }
                    Ok(None)
                }
            },
            Message::Action(Action { channel, news }) => {
                if channel.is_some() && channel == self.channel {
                    match &news {
                        News::Begin(begun) => {
                            self.picture = Some(Picture::begin(begun));
                            self.state = Some(State::Game);
                        }
                        News::Found(_) => self.state = Some(State::Begin),
                        News::State(status) => self.stand(status)?,
                        news => self.picture.iter_mut().for_each(|picture| picture.hear(news, NEVER)),
                    }
                    self.note();
                }
                Ok(None)
            }
            other => Err(format!("UpDAU sends a client {other:?}")),
        }
    }

    /// The channel stands so.
    fn stand(&mut self, status: &Status) -> Result<(), String> {
        self.state = Some(status.state());
        if let Status::Game(game) | Status::Watch(game) = status {
            // After a restart between parties nothing is kept of the last one but its number.
            let cleared = game.state.counts.iter().all(|&(_, count)| count == 0);
            let round = if cleared { u16::MAX } else { game.state.round };
            let now = (game.info.id, game.state.party, round);
            if let Some(seen) = self.seen.filter(|seen| seen.0 == now.0 && *seen > now) {
                return Err(format!("game {seen:?} is back at {now:?}: what was told is lost"));
            }
            self.picture = Some(Picture::restore(game, NEVER));
        }
        Ok(())
    }

    fn note(&mut self) {
        let Some(picture) = &self.picture else { return };
        let Some(state) = &picture.state else { return };
        self.seen = self.seen.max(Some((picture.info.id, state.party, state.round)));
    }

    /// What they say now.
    pub(crate) fn think(&mut self) -> Option<Vec<u8>> {
        if self.chance.often(self.wild / 8) {
            let text = self.chance.pick(GARBAGE).copied().unwrap_or_default();
            return Some(text.as_bytes().to_vec());
        }
        if self.stage != Stage::Inside {
            return None;
        }
        if self.chance.often(self.wild) {
            let command = self.anything();
            return Some(self.write(command));
        }
        let over = self.picture.as_ref().is_none_or(|picture| picture.over);
        let command = match self.state? {
            State::Game if over => Command::Revanche,
            State::Game => Command::Game(self.choose()?),
            State::Begin => Command::Begin,
            State::Free => Command::Find(Box::new(self.wish())),
            State::Leave => Command::Return,
            State::Revanche if self.chance.often(600) => Command::Revanche,
            State::Revanche | State::OkRevanche => Command::GameOver,
            State::Subscribed => Command::Unsubscribe,
            State::Watch => Command::Unwatch,
            State::Chat => Command::ChatLeave,
            // What became of an answer is found out by looking.
            State::Find | State::OkBegin | State::TakeTurn | State::TakePlace => {
                if !self.chance.often(60) {
                    return None;
                }
                Command::Open { token: self.token.clone(), tag: None }
            }
        };
        let looks = !matches!(command, Command::Game(_)) || self.chance.often(30);
        // The state is not told after every answer: now and then it is asked for.
        let command = if looks && self.chance.often(300) {
            Command::Open { token: self.token.clone(), tag: None }
        } else {
            command
        };
        Some(self.write(command))
    }

    fn wish(&mut self) -> Wish {
        let currency = if self.chance.often(800) { Currency::fun() } else { Currency::dem() };
        let points = if self.chance.often(700) { 1 } else { 2 };
        Wish {
            cash_bets: vec![Chips::new(100)],
            points: vec![points],
            num_seats: vec![2],
            ..Wish::usual(currency)
        }
    }

    fn anything(&mut self) -> Command {
        let table = self.picture.as_ref().map_or(1, |picture| picture.info.table);
        match self.chance.below(14) {
            0 => Command::FindCancel,
            1 => Command::Begin,
            2 => Command::Leave,
            3 => Command::Return,
            4 => Command::GameOver,
            5 => Command::Subscribe { room: "durak".to_owned(), filter: None },
            6 => Command::Watch { table },
            7 => Command::TableInfo { table },
            8 => Command::GetWallet { currency: None },
            9 => Command::Users,
            10 => Command::Create(Box::new(self.wish())),
            11 => Command::Join { table, seat: None, stack: None },
            12 => Command::Game(Play::Turn(Turn::Take)),
            _ => Command::RevancheCancel,
        }
    }

    /// A move out of those that are offered.
    fn choose(&mut self) -> Option<Play> {
        let state = self.picture.as_ref()?.state.as_ref()?;
        let mut plays = Vec::new();
        for available in &state.availables {
            match available {
                Available::Ready => plays.push(Play::Ready),
                Available::Finish => plays.push(Play::Turn(Turn::Finish)),
                Available::Take => plays.push(Play::Turn(Turn::Take)),
                Available::Attack(pairs) => {
                    plays.extend(pairs.iter().map(|&(_, card)| Play::Turn(Turn::Attack(card))));
                }
                Available::Defend(pairs) => {
                    let defend = |&(attack, with)| Play::Turn(Turn::Defend { attack, with });
                    plays.extend(pairs.iter().map(defend));
                }
                Available::Show(cards) => {
                    plays.extend(cards.iter().map(|&card| Play::Turn(Turn::Show(card))));
                }
                Available::Trans(cards) => {
                    plays.extend(cards.iter().map(|&card| Play::Turn(Turn::Transfer(card))));
                }
            }
        }
        self.chance.pick(&plays).copied()
    }
}

/// The cards that a document names, but for the trump: everybody saw it when it was dealt, and where a restart has cleared the table
/// any card stands in its place.
pub(crate) fn cards_named(document: &[u8]) -> Vec<kozyr_cards::Card> {
    let text = String::from_utf8_lossy(document);
    let mut before = "";
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words
        .filter(|word| std::mem::replace(&mut before, word) != "trump")
        .filter_map(|word| {
            let word = word.strip_prefix("10").map_or_else(|| word.to_owned(), |suit| format!("T{suit}"));
            let mut signs = word.chars();
            let (rank, suit) = (signs.next()?, signs.next()?);
            let fits = signs.next().is_none() && "23456789TJQKA".contains(rank) && "cdhs".contains(suit);
            fits.then(|| word.parse().ok()).flatten()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cards_of_a_document_are_found() {
        let document = br#"<a cards="6d-10d,Kd" trump="As" sign="ad" token="4c5d6h"/>"#;
        let named: Vec<String> = cards_named(document).iter().map(ToString::to_string).collect();
        assert_eq!(named, ["6d", "Td", "Kd"]);
    }
}
