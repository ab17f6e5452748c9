//! What a client asks for: one file of messages for this direction.

use super::play::seat_of;
use super::{Currency, Element, Fault, Play, Wish};
use kozyr_card_game::Seat;
use std::borrow::Cow;

/// How somebody says who they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Credentials {
    /// `lp`: a login and its password.
    Login {
        /// The login.
        login: String,
        /// The password.
        password: String,
    },
    /// `device`: the device is the key.
    Device {
        /// What kind of device.
        kind: String,
        /// Its number.
        id: String,
    },
    /// `token`: what an earlier `auth` gave out.
    Token(String),
    /// `demo`: the same cookie is always the same user.
    Demo {
        /// The cookie.
        cookie: String,
        /// What the wallets are raised to.
        wallet: Option<i64>,
    },
    /// Another way, such as a social network's.
    Other(String),
}

/// A request, typed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Command {
    Ping(String),
    Ver,
    /// The language of the names, `ru` unless it says `en`.
    Games {
        lang: Option<String>,
    },
    Auth(Credentials),
    Users,
    Online,
    Open {
        token: Option<String>,
        tag: Option<String>,
    },
    Detach,
    Find(Box<Wish>),
    FindCancel,
    Begin,
    Create(Box<Wish>),
    Join {
        table: u64,
        seat: Option<Seat>,
        stack: Option<i64>,
    },
    TakePlace {
        table: u64,
        seat: Option<Seat>,
    },
    TakeTurn {
        table: u64,
    },
    SitDown,
    Subscribe {
        room: String,
        filter: Option<String>,
    },
    Unsubscribe,
    TableInfo {
        table: u64,
    },
    Watch {
        table: u64,
    },
    Unwatch,
    Game(Play),
    Leave,
    Return,
    /// Surrender.
    GameOver,
    Revanche,
    RevancheCancel,
    /// Of one currency, or of all.
    GetWallet {
        currency: Option<Currency>,
    },
    /// Of these users, or of oneself.
    GetProfile {
        users: Vec<u64>,
    },
    /// Of one type of game, or of all.
    GetStat {
        game_type: Option<String>,
    },
    ChatJoin {
        room: String,
    },
    ChatMsg(String),
    ChatLeave,
}

impl Command {
    /// The word on the wire.
    pub const fn name(&self) -> &'static str {
        match self {
            Command::Ping(_) => "ping",
            Command::Ver => "ver",
            Command::Games { .. } => "games",
            Command::Auth(_) => "auth",
            Command::Users => "users",
            Command::Online => "online",
            Command::Open { .. } => "open",
            Command::Detach => "detach",
            Command::Find(_) => "find",
            Command::FindCancel => "findcancel",
            Command::Begin => "begin",
            Command::Create(_) => "create",
            Command::Join { .. } => "join",
            Command::TakePlace { .. } => "takeplace",
            Command::TakeTurn { .. } => "taketurn",
            Command::SitDown => "sitdown",
            Command::Subscribe { .. } => "subscribe",
            Command::Unsubscribe => "unsubscribe",
            Command::TableInfo { .. } => "tableinfo",
            Command::Watch { .. } => "watch",
            Command::Unwatch => "unwatch",
            Command::Game(_) => "game",
            Command::Leave => "leave",
            Command::Return => "return",
            Command::GameOver => "gameover",
            Command::Revanche => "revanche",
            Command::RevancheCancel => "revanchecancel",
            Command::GetWallet { .. } => "getwallet",
            Command::GetProfile { .. } => "getprofile",
            Command::GetStat { .. } => "getstat",
            Command::ChatJoin { .. } => "chatjoin",
            Command::ChatMsg(_) => "chatmsg",
            Command::ChatLeave => "chatleave",
        }
    }

    /// Reads what stands inside a request with this `cmd`.
    pub(super) fn read(cmd: &str, request: &Element<'_>) -> Result<Command, Fault> {
        Ok(match cmd {
            "ping" => Command::Ping(request.text().to_owned()),
            "ver" => Command::Ver,
            "games" => Command::Games { lang: request.get("lang").map(str::to_owned) },
            "auth" => Command::Auth(Credentials::read(request)?),
            "users" => Command::Users,
            "online" => Command::Online,
            "open" => {
                let token = request.find("token");
                Command::Open {
                    token: token.and_then(|token| token.get("value")).map(str::to_owned),
                    tag: token.and_then(|token| token.get("tag")).map(str::to_owned),
                }
            }
            "detach" => Command::Detach,
            "find" => Command::Find(Box::new(read_wish(request)?)),
            "findcancel" => Command::FindCancel,
            "begin" => Command::Begin,
            "create" => Command::Create(Box::new(read_wish(request)?)),
            "join" => {
                let (table, seat) = read_place(request)?;
                let stack = request.need_child("table")?.number("stack")?;
                Command::Join { table, seat, stack }
            }
            "takeplace" => {
                let (table, seat) = read_place(request)?;
                Command::TakePlace { table, seat }
            }
            "taketurn" => Command::TakeTurn { table: read_place(request)?.0 },
            "sitdown" => Command::SitDown,
            "subscribe" => {
                let filter = request.need_child("room")?.get("filter").map(str::to_owned);
                Command::Subscribe { room: read_room(request)?, filter }
            }
            "unsubscribe" => Command::Unsubscribe,
            "tableinfo" => Command::TableInfo { table: read_place(request)?.0 },
            "watch" => Command::Watch { table: read_place(request)?.0 },
            "unwatch" => Command::Unwatch,
            "game" => Command::Game(Play::from_element(request.need_child("game")?)?),
            "leave" => Command::Leave,
            "return" => Command::Return,
            "gameover" => Command::GameOver,
            "revanche" => Command::Revanche,
            "revanchecancel" | "cancelrevanche" => Command::RevancheCancel,
            "getwallet" => Command::GetWallet { currency: read_currency(request)? },
            "getprofile" => {
                let ids = request.all("user").map(|user| user.need_number("id"));
                Command::GetProfile { users: ids.collect::<Result<_, _>>()? }
            }
            "getstat" => {
                let game_type = request.find("game").and_then(|game| game.get("type"));
                Command::GetStat { game_type: game_type.map(str::to_owned) }
            }
            "chatjoin" => Command::ChatJoin { room: read_room(request)? },
            "chatmsg" => Command::ChatMsg(read_text(request)?.to_owned()),
            "chatleave" => Command::ChatLeave,
            _ => return Err(Fault::not_found("no such command: see the list of commands in the protocol")),
        })
    }

    /// Writes into a request.
    pub(super) fn write<'a>(&'a self, request: Element<'a>) -> Element<'a> {
        let table = |id: u64| Element::new("table").attr("id", id);
        let room = |id: &'a String| Element::new("room").attr("id", id);
        match self {
            Command::Ping(text) | Command::ChatMsg(text) => request.with_text(text.as_str()),
            Command::Games { lang } => request.maybe("lang", lang.as_ref()),
            Command::Auth(credentials) => request.child(credentials.to_element()),
            Command::Open { token, tag } => {
                let token = Element::new("token").maybe("value", token.as_ref()).maybe("tag", tag.as_ref());
                request.child(token)
            }
            Command::Find(wish) => {
                let queue = Element::new("queue").attr("name", wish.currency.queue());
                request.child(queue.child(wish.to_element()))
            }
            Command::Create(wish) => request.child(wish.to_element()),
            Command::Join { table: id, seat, stack } => {
                let table = table(*id).maybe("box", seat.map(Seat::index));
                request.child(table.maybe("stack", *stack))
            }
            Command::TakePlace { table: id, seat } => {
                request.child(table(*id).maybe("box", seat.map(Seat::index)))
            }
            Command::TakeTurn { table: id }
            | Command::TableInfo { table: id }
            | Command::Watch { table: id } => request.child(table(*id)),
            Command::Subscribe { room: id, filter } => {
                request.child(room(id).maybe("filter", filter.as_ref()))
            }
            Command::ChatJoin { room: id } => request.child(room(id)),
            Command::Game(play) => request.child(play.to_element()),
            Command::GetWallet { currency } => request.children_from(
                currency.as_ref().map(|currency| Element::new("currency").attr("id", currency.as_str())),
            ),
            Command::GetProfile { users } => {
                request.children_from(users.iter().map(|&id| Element::new("user").attr("id", id)))
            }
            Command::GetStat { game_type } => {
                request.children_from(game_type.as_ref().map(|name| Element::new("game").attr("type", name)))
            }
            Command::Ver
            | Command::Users
            | Command::Online
            | Command::Detach
            | Command::FindCancel
            | Command::Begin
            | Command::SitDown
            | Command::Unsubscribe
            | Command::Unwatch
            | Command::Leave
            | Command::Return
            | Command::GameOver
            | Command::Revanche
            | Command::RevancheCancel
            | Command::ChatLeave => request,
        }
    }
}

/// `<queue name><criteria/></queue>`, or the older `<criteria/>`; a `game_param` beside it counts as well.
fn read_wish(request: &Element<'_>) -> Result<Wish, Fault> {
    let queue = request.find("queue");
    let within = queue.unwrap_or(request);
    let name = queue.map(|queue| queue.need("name")).transpose()?;
    let param = within.find("game_param").or_else(|| request.find("game_param"));
    let nothing = Element::new("criteria");
    let criteria = within.find("criteria").or_else(|| request.find("criteria"));
    match criteria.or(param).or(queue.map(|_| &nothing)) {
        Some(criteria) => Wish::from_elements(name, criteria, param),
        None => Err(Fault::missing("criteria")),
    }
}

fn read_place(request: &Element<'_>) -> Result<(u64, Option<Seat>), Fault> {
    let table = request.need_child("table")?;
    Ok((table.need_number("id")?, seat_of(table, "box")?))
}

fn read_room(request: &Element<'_>) -> Result<String, Fault> {
    Ok(request.need_child("room")?.need("id")?.to_owned())
}

fn read_currency(request: &Element<'_>) -> Result<Option<Currency>, Fault> {
    let Some(id) = request.find("currency").and_then(|currency| currency.get("id")) else { return Ok(None) };
    Currency::new(id).map(Some).ok_or_else(|| Fault::bad("currency is a few letters such as FUN"))
}

/// The text itself, or that of the only element inside.
fn read_text<'e>(request: &'e Element<'_>) -> Result<&'e str, Fault> {
    let nested = request.children().first().map(|child| child.get("value").unwrap_or(child.text()));
    let text = if request.text().trim().is_empty() { nested.unwrap_or("") } else { request.text() };
    if text.trim().is_empty() { Err(Fault::missing("the text of the message")) } else { Ok(text) }
}

impl Credentials {
    fn read(request: &Element<'_>) -> Result<Credentials, Fault> {
        let within = request.find("credentials").unwrap_or(request);
        let value = |name: &str| {
            let nested = within.find(name).and_then(|element| element.get("value"));
            nested.or_else(|| request.find(name).and_then(|element| element.get("value")))
        };
        let need = |name: &str| {
            let value =
                value(name).ok_or_else(|| Fault::unauthorized(format!("credentials have no {name}")))?;
            if value.len() > 1024 {
                return Err(Fault::unauthorized(format!("{name} of credentials is too long")));
            }
            Ok(value.to_owned())
        };
        Ok(match value("type") {
            Some("lp") => Credentials::Login { login: need("login")?, password: need("password")? },
            Some("device") => Credentials::Device { kind: need("device_type")?, id: need("device_id")? },
            Some("token") | None => Credentials::Token(need("token")?),
            Some("demo") => {
                let wallet = value("wallet")
                    .map(|text| text.parse().ok().filter(|&chips| (0..=MOST_DEMO).contains(&chips)));
                let refused = || Fault::bad(format!("wallet is 0 to {MOST_DEMO}"));
                Credentials::Demo {
                    cookie: need("cookie")?,
                    wallet: wallet.map(|wallet| wallet.ok_or_else(refused)).transpose()?,
                }
            }
            Some(other) => Credentials::Other(other.to_owned()),
        })
    }

    fn to_element(&self) -> Element<'_> {
        let field =
            |name: &'static str, value: Cow<'_, str>| Element::new(name).attr("value", value.into_owned());
        let text = |name: &'static str, value: &str| field(name, Cow::Borrowed(value));
        let element = Element::new("credentials");
        match self {
            Credentials::Login { login, password } => element
                .child(text("type", "lp"))
                .child(text("login", login))
                .child(text("password", password)),
            Credentials::Device { kind, id } => element
                .child(text("type", "device"))
                .child(text("device_type", kind))
                .child(text("device_id", id)),
            Credentials::Token(token) => element.child(text("type", "token")).child(text("token", token)),
            Credentials::Demo { cookie, wallet } => element
                .child(text("type", "demo"))
                .child(text("cookie", cookie))
                .children_from(wallet.map(|wallet| field("wallet", Cow::Owned(wallet.to_string())))),
            Credentials::Other(kind) => element.child(text("type", kind)),
        }
    }
}

/// The most play money a demo user may ask for.
const MOST_DEMO: i64 = 1_000_000_000;
