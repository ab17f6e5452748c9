//! What the server answers: the inside of a `response`.

use super::people::{Person, Player, UserInfo, Wallet};
use super::play::seat_of;
use super::{Catalogue, Criteria, Element, Fault, State, Status, status};
use kozyr_card_game::Seat;

/// A channel as `auth` lists it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChannelRow {
    /// Its name.
    pub channel: String,
    /// What its user calls it.
    pub tag: Option<String>,
    /// Its state, in short.
    pub state: State,
}

/// What `auth` answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Welcome {
    /// Who they are.
    pub user: UserInfo,
    /// What they have.
    pub wallets: Vec<Wallet>,
    /// Where they are.
    pub channels: Vec<ChannelRow>,
}

/// Who is there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Census {
    /// Open connections.
    pub connections: usize,
    /// Users with at least one.
    pub online: usize,
    /// Some of them by name; `users` only.
    pub users: Vec<Person>,
    /// How many play and look on, by type of game.
    pub types: Vec<TypeCount>,
}

/// How many play a type of game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeCount {
    /// The type of game.
    pub name: String,
    /// Who play it.
    pub players: usize,
    /// Who look on.
    pub watchers: usize,
}

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRow {
    /// Its number.
    pub id: u64,
    /// Its terms.
    pub criteria: Criteria,
    /// How many boxes are taken.
    pub players: usize,
    /// How many look on.
    pub watchers: usize,
    /// Is a game going on?
    pub playing: bool,
}

impl TableRow {
    pub(super) fn to_element(&self) -> Element<'_> {
        Element::new("table")
            .attr("id", self.id)
            .attr("players", self.players)
            .attr("watchers", self.watchers)
            .attr("state", if self.playing { "game" } else { "wait" })
            .child(self.criteria.to_element())
    }

    pub(super) fn from_element(element: &Element<'_>) -> Result<TableRow, Fault> {
        Ok(TableRow {
            id: element.need_number("id")?,
            criteria: Criteria::from_element(element.need_child("criteria")?)?,
            players: element.need_number("players")?,
            watchers: element.need_number("watchers")?,
            playing: element.get("state") == Some("game"),
        })
    }
}

/// A table with the people at it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableDetails {
    /// The table.
    pub row: TableRow,
    /// Who sits there.
    pub players: Vec<Player>,
    /// Who looks on.
    pub watchers: Vec<Person>,
}

/// How somebody did in a type of game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The type of game.
    pub game_type: String,
    /// Games played to the end.
    pub games: u64,
    /// Of these, won.
    pub wins: u64,
    /// Of these, lost.
    pub losses: u64,
    /// Of these, drawn.
    pub draws: u64,
}

/// The inside of a response that is no refusal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// `<ok/>`
    Ok,
    /// What `ping` said.
    Text(String),
    /// `ver`
    Version {
        /// The version of the server.
        version: String,
        /// Its build.
        build: String,
    },
    /// `games`
    Games(Catalogue),
    /// `auth`
    Welcome(Box<Welcome>),
    /// `users`, `online`
    Census(Census),
    /// `open`, `watch`, `return`: the whole state.
    State {
        /// The state.
        status: Box<Status>,
        /// What a new channel starts with.
        startup: Vec<Wallet>,
    },
    /// `create`, `join`, `takeplace`, `taketurn`: where.
    Place {
        /// The table.
        table: u64,
        /// The box; none while waiting for one.
        seat: Option<Seat>,
    },
    /// `subscribe`: the tables now.
    Tables {
        /// The room.
        room: String,
        /// Its tables.
        tables: Vec<TableRow>,
    },
    /// `tableinfo`
    Table(Box<TableDetails>),
    /// `getwallet`
    Wallets(Vec<Wallet>),
    /// `getprofile`
    Profiles(Vec<UserInfo>),
    /// `getstat`
    Records(Vec<Record>),
}

impl Answer {
    pub(super) fn write<'a>(&'a self, response: Element<'a>) -> Element<'a> {
        match self {
            Answer::Ok => response.child(Element::new("ok")),
            Answer::Text(text) => response.with_text(text.as_str()),
            Answer::Version { version, build } => response
                .child(Element::new("version").with_text(version.as_str()))
                .child(Element::new("build").with_text(build.as_str())),
            Answer::Games(catalogue) => response.child(catalogue.to_element()),
            Answer::Welcome(welcome) => welcome.write(response),
            Answer::Census(census) => census.write(response),
            Answer::State { status, startup } => {
                let wallets = startup.iter().map(Wallet::to_element);
                let startup = (!startup.is_empty()).then(|| Element::new("startup").children_from(wallets));
                response.child(status.to_element()).children_from(startup)
            }
            Answer::Place { table, seat } => {
                let table = Element::new("table").attr("id", *table).maybe("box", seat.map(Seat::index));
                response.child(Element::new("ok")).child(table)
            }
            Answer::Tables { room, tables } => {
                let room = Element::new("room").attr("id", room);
                response.child(room.children_from(tables.iter().map(TableRow::to_element)))
            }
            Answer::Table(details) => {
                let watchers = details.watchers.iter().map(|person| person.to_element("watcher"));
                response
                    .child(details.row.to_element())
                    .child(Player::list(&details.players))
                    .child(Element::new("watchers").children_from(watchers))
            }
            Answer::Wallets(wallets) => response.children_from(wallets.iter().map(Wallet::to_element)),
            Answer::Profiles(users) => response.children_from(users.iter().map(UserInfo::to_element)),
            Answer::Records(records) => response.children_from(records.iter().map(Record::to_element)),
        }
    }

    /// Reads the inside of a response to this command.
    pub(super) fn read(cmd: &str, response: &Element<'_>) -> Result<Answer, Fault> {
        let place = || {
            let table = response.need_child("table")?;
            Ok::<_, Fault>(Answer::Place { table: table.need_number("id")?, seat: seat_of(table, "box")? })
        };
        Ok(match cmd {
            "ping" => Answer::Text(response.text().to_owned()),
            "ver" => Answer::Version {
                version: response.need_child("version")?.text().to_owned(),
                build: response.need_child("build")?.text().to_owned(),
            },
            "games" => Answer::Games(Catalogue::from_element(response.need_child("game")?)?),
            "auth" => Answer::Welcome(Box::new(Welcome::read(response)?)),
            "users" | "online" => Answer::Census(Census::read(response)?),
            "open" | "watch" | "return" => Answer::State {
                status: Box::new(Status::from_element(response.need_child("state")?)?),
                startup: response.find("startup").map_or(Ok(Vec::new()), |startup| {
                    startup.all("wallet").map(Wallet::from_element).collect()
                })?,
            },
            "create" | "join" | "takeplace" | "taketurn" => place()?,
            "subscribe" => {
                let room = response.need_child("room")?;
                Answer::Tables {
                    room: room.need("id")?.to_owned(),
                    tables: room.all("table").map(TableRow::from_element).collect::<Result<_, _>>()?,
                }
            }
            "tableinfo" => Answer::Table(Box::new(TableDetails {
                row: TableRow::from_element(response.need_child("table")?)?,
                players: Player::list_in(response)?,
                watchers: Person::list_in(response, "watchers", "watcher")?,
            })),
            "getwallet" => {
                Answer::Wallets(response.all("wallet").map(Wallet::from_element).collect::<Result<_, _>>()?)
            }
            "getprofile" => {
                Answer::Profiles(response.all("user").map(UserInfo::from_element).collect::<Result<_, _>>()?)
            }
            "getstat" => {
                Answer::Records(response.all("game").map(Record::from_element).collect::<Result<_, _>>()?)
            }
            _ => {
                response.need_child("ok")?;
                Answer::Ok
            }
        })
    }
}

impl Welcome {
    fn write<'a>(&'a self, response: Element<'a>) -> Element<'a> {
        let channels = self.channels.iter().map(|row| {
            let channel = Element::new("channel").attr("pub", &row.channel).maybe("tag", row.tag.as_ref());
            channel.child(status::short(row.state))
        });
        response
            .child(self.user.to_element())
            .child(Element::new("wallets").children_from(self.wallets.iter().map(Wallet::to_element)))
            .child(Element::new("channels").children_from(channels))
    }

    fn read(response: &Element<'_>) -> Result<Welcome, Fault> {
        let row = |channel: &Element<'_>| {
            Ok(ChannelRow {
                channel: channel.need("pub")?.to_owned(),
                tag: channel.get("tag").map(str::to_owned),
                state: status::read_short(channel.need_child("state")?)?,
            })
        };
        let wallets = response.need_child("wallets")?;
        let channels = response.need_child("channels")?;
        Ok(Welcome {
            user: UserInfo::from_element(response.need_child("user")?)?,
            wallets: wallets.all("wallet").map(Wallet::from_element).collect::<Result<_, _>>()?,
            channels: channels.all("channel").map(row).collect::<Result<_, Fault>>()?,
        })
    }
}

impl Census {
    fn write<'a>(&'a self, response: Element<'a>) -> Element<'a> {
        let users = Element::new("users").attr("connections", self.connections).attr("online", self.online);
        let types = self.types.iter().map(|count| {
            let element = Element::new("type").attr("name", &count.name);
            element.attr("players", count.players).attr("watchers", count.watchers)
        });
        let people = self.users.iter().map(|person| person.to_element("user"));
        response.child(users.children_from(people)).children_from(types)
    }

    fn read(response: &Element<'_>) -> Result<Census, Fault> {
        let users = response.need_child("users")?;
        let count = |element: &Element<'_>| {
            Ok(TypeCount {
                name: element.need("name")?.to_owned(),
                players: element.need_number("players")?,
                watchers: element.need_number("watchers")?,
            })
        };
        Ok(Census {
            connections: users.need_number("connections")?,
            online: users.need_number("online")?,
            users: users.all("user").map(Person::from_element).collect::<Result<_, _>>()?,
            types: response.all("type").map(count).collect::<Result<_, Fault>>()?,
        })
    }
}

impl Record {
    fn to_element(&self) -> Element<'_> {
        Element::new("game")
            .attr("type", &self.game_type)
            .attr("games", self.games)
            .attr("wins", self.wins)
            .attr("losses", self.losses)
            .attr("draws", self.draws)
    }

    fn from_element(element: &Element<'_>) -> Result<Record, Fault> {
        Ok(Record {
            game_type: element.need("type")?.to_owned(),
            games: element.need_number("games")?,
            wins: element.need_number("wins")?,
            losses: element.need_number("losses")?,
            draws: element.need_number("draws")?,
        })
    }
}
