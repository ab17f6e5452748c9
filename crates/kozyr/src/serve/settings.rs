//! What the room is run with, and where each setting came from: a file, the environment, a flag, or nobody said anything.
//!
//! A later one of these wins: default, file, environment, flag. Whatever is not a setting is one clear line.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::net::{Ipv4Addr, SocketAddr, ToSocketAddrs};
use std::path::{Path, PathBuf};

/// The file that is read when none is named.
const FILE: &str = "kozyr.toml";
/// What the names of settings begin with in the environment: `KOZYR_LISTEN`.
const PREFIX: &str = "KOZYR_";
/// Names in the environment that are not settings of the room.
const OTHERS: [&str; 1] = ["KOZYR_CONFIG"];

/// Where a setting came from.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Source {
    Default,
    File(PathBuf),
    Environment(String),
    Flag(String),
}

macro_rules! settings {
    ($($(#[doc = $doc:literal])+ $([$($arg:tt)*])? $name:ident: $type:ty = $default:expr;)+) => {
        /// The settings in force.
        #[derive(Clone, PartialEq, Debug)]
        pub struct Settings {
            $($(#[doc = $doc])+ pub $name: $type,)+
        }

        /// What one source says.
        #[derive(Clone, PartialEq, Debug, Default, Deserialize, clap::Args)]
        #[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
        pub struct Layer {
            $($(#[doc = $doc])+ #[arg(long $(, $($arg)*)?)] $name: Option<$type>,)+
        }

        impl Layer {
            /// Takes over what the other says.
            fn take(&mut self, other: Layer) {
                $(self.$name = other.$name.or(self.$name.take());)+
            }
        }

        impl Settings {
            /// Takes each setting from the last source that has one, and says which it was.
            fn merged(layers: &[(Layer, Box<dyn Fn(&str) -> Source>)]) -> (Settings, Sources) {
                let mut sources = Sources::new();
                $(let mut $name: $type = $default;
                sources.insert(name(stringify!($name)), Source::Default);
                for (layer, source) in layers {
                    if let Some(value) = &layer.$name {
                        $name = value.clone();
                        let named = name(stringify!($name));
                        sources.insert(named.clone(), source(&named));
                    }
                })+
                (Settings { $($name,)+ }, sources)
            }

            /// Every setting as it would stand in a file, with its meaning and its source.
            fn listed(&self) -> Vec<(String, toml::Value, &'static str)> {
                vec![$((
                    name(stringify!($name)),
                    toml::Value::try_from(&self.$name).expect("settings are plain"),
                    concat!($($doc,)+).trim(),
                ),)+]
            }

            fn names() -> Vec<String> {
                vec![$(name(stringify!($name)),)+]
            }
        }
    };
}

settings! {
    /// Where to listen: an address and a port; port 0 takes any free one
    [value_name = "ADDRESS:PORT"]
    listen: String = "127.0.0.1:8080".to_owned();
    /// Where the room keeps its database; made when it is not there
    [value_name = "DIR"]
    data: PathBuf = PathBuf::from("kozyr-data");
    /// Listen to the home network, and print the addresses and a QR code for phones
    [num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "YES"]
    lan: bool = false;
    /// How people outside reach the room, such as https://cards.example: its pages may connect, and links begin with it
    [value_name = "URL"]
    public_url: String = String::new();
    /// The room stands behind a reverse proxy: a client's address is the last one in X-Forwarded-For, and the proxy has to pass Host on. Only with a proxy in front: without one, anybody could write any address there and so have the limits of all of them
    [num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "YES"]
    behind_proxy: bool = false;
    /// Sockets one address may have open; an IPv6 address counts by its first 48 bits
    [value_name = "N"]
    sockets_per_address: u32 = kozyr_server::AddressLimits::default().sockets;
    /// New guests one address may bring at once; after that, one every few seconds
    [value_name = "N"]
    guests_per_address: u32 = kozyr_server::AddressLimits::default().guests;
    /// Other sites whose pages may connect, such as https://app.example
    [value_name = "SITE"]
    trust_site: Vec<String> = Vec::new();
    /// Where to speak UpDAU over plain TCP, as an address and a port; nowhere unless said. Over WebSockets it is always spoken, at /proto
    [value_name = "ADDRESS:PORT"]
    updau_listen: String = String::new();
    /// UpDAU clients may choose the deck of a table, for tests of a client
    [hide_short_help = true, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "YES"]
    updau_test_tables: bool = false;
    /// How many bots may keep a person company at a table
    [value_name = "N"]
    bots: usize = 2;
    /// What a newcomer gets to play with
    [value_name = "N"]
    gift: i64 = 2_000;
    /// Forget guests nobody has seen for so many days, and return their chips; never when 0
    [value_name = "DAYS"]
    guests_kept_days: u32 = 30;
    /// Print a new link that makes whoever opens it first the room's admin. The first start prints one anyway
    [num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "YES"]
    admin_link: bool = false;
    /// How many tables one person may have open; with 0 people open none
    [value_name = "N"]
    tables_per_person: u32 = kozyr_server::TableLimits::default().each;
    /// How many tables people may have open in all
    [value_name = "N"]
    tables_in_all: u32 = kozyr_server::TableLimits::default().all;
    /// The smallest big blind, base bet or stake of a table somebody opens
    [value_name = "N"]
    least_stake: i64 = kozyr_server::TableLimits::default().least_stake.units();
    /// The largest
    [value_name = "N"]
    most_stake: i64 = kozyr_server::TableLimits::default().most_stake.units();
    /// After so many minutes a public table that somebody opened is closed when nobody sits there or looks on
    [value_name = "MINUTES"]
    close_public_after: u32 = 10;
    /// The same of a private table; long enough that a link sent round in the morning leads somewhere in the evening
    [value_name = "MINUTES"]
    close_private_after: u32 = 1_440;
    /// How many times faster than life the room's clocks run, 1 to 1000, for tests of a client
    [hide_short_help = true, value_name = "N"]
    pace: u32 = 1;
    /// The room's clocks stand still: each line of the standard input is a number of milliseconds by which they move on, for tests of a client
    [hide_short_help = true, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "YES"]
    clock_by_hand: bool = false;
    /// How many times as fast as people clients may send, and guests may come, 1 to 1000, for tests of a client
    [hide_short_help = true, value_name = "N"]
    haste: u32 = 1;
    /// More stock tables, from a file with a JSON list of table plans
    [hide_short_help = true, value_name = "FILE"]
    tables: PathBuf = PathBuf::new();
    /// The log as one JSON object a line
    [num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "YES"]
    log_json: bool = false;
}

type Sources = BTreeMap<String, Source>;

/// How a setting is written in a file and as a flag.
fn name(field: &str) -> String {
    field.replace('_', "-")
}

/// The settings in force and where each came from.
#[derive(Debug)]
pub struct InForce {
    /// The settings.
    pub settings: Settings,
    sources: Sources,
}

impl InForce {
    /// Reads file and environment, and takes the flags over them.
    pub fn read(
        file: Option<&Path>,
        environment: impl Iterator<Item = (String, String)>,
        flags: &Layer,
    ) -> Result<InForce, String> {
        let environment: BTreeMap<String, String> =
            environment.filter(|(name, _)| name.starts_with(PREFIX)).collect();
        let named = file.map(Path::to_owned).or_else(|| environment.get(OTHERS[0]).map(PathBuf::from));
        let path = named.clone().unwrap_or_else(|| PathBuf::from(FILE));
        let from_file = match std::fs::read_to_string(&path) {
            Ok(text) => layer(&text).map_err(|error| format!("{}: {error}", path.display()))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && named.is_none() => Layer::default(),
            Err(error) => {
                return Err(format!(
                    "{} cannot be read: {error}; name another with --config",
                    path.display()
                ));
            }
        };
        let from_environment = of_environment(&environment)?;
        let (mut settings, mut sources) = Settings::merged(&[
            (from_file, Box::new(move |_| Source::File(path.clone()))),
            (from_environment, Box::new(|name| Source::Environment(variable(name)))),
            (flags.clone(), Box::new(|name| Source::Flag(format!("--{name}")))),
        ]);
        // What only this machine can reach is not the home network's.
        if settings.lan
            && let Ok(mut address) = address(&settings.listen)
            && address.ip().is_loopback()
        {
            address.set_ip(Ipv4Addr::UNSPECIFIED.into());
            settings.listen = address.to_string();
            let lan = sources["lan"].clone();
            sources.insert(name("listen"), lan);
        }
        let in_force = InForce { settings, sources };
        in_force.check()?;
        Ok(in_force)
    }

    /// The settings of this process: its environment, and the file that is named or lies here.
    pub fn of_process(file: Option<&Path>, flags: &Layer) -> Result<InForce, String> {
        let environment = std::env::vars_os().filter_map(|(name, value)| {
            Some((name.into_string().ok()?, value.to_string_lossy().into_owned()))
        });
        InForce::read(file, environment, flags)
    }

    fn check(&self) -> Result<(), String> {
        let Settings { listen, updau_listen, pace, haste, gift, public_url, trust_site, .. } = &self.settings;
        let wrong = |name: &str, what: &str| Err(format!("{name} ({}): {what}", self.source(name)));
        for (named, text) in [("listen", listen), ("updau-listen", updau_listen)] {
            if let Err(what) = address(text)
                && !(named == "updau-listen" && text.is_empty())
            {
                return wrong(named, &what);
            }
        }
        let Settings { sockets_per_address, guests_per_address, .. } = self.settings;
        for (named, many) in
            [("sockets-per-address", sockets_per_address), ("guests-per-address", guests_per_address)]
        {
            if many == 0 {
                return wrong(named, "give a number from 1: with 0 nobody comes in");
            }
        }
        if !(1..=1000).contains(haste) {
            return wrong("haste", "give a number from 1 to 1000");
        }
        if !(1..=1000).contains(pace) {
            return wrong("pace", "give a number from 1 to 1000");
        }
        if !(0..=1_000_000_000).contains(gift) {
            return wrong("gift", "give a number from 0 to 1000000000");
        }
        let Settings { least_stake, most_stake, .. } = &self.settings;
        if !(1..=1_000_000_000).contains(most_stake) {
            return wrong("most-stake", "give a number from 1 to 1000000000");
        }
        if !(1..=*most_stake).contains(least_stake) {
            return wrong("least-stake", "give a number from 1 to most-stake");
        }
        let site = |site: &str| {
            let rest = site.strip_prefix("https://").or_else(|| site.strip_prefix("http://"));
            rest.is_some_and(|rest| !rest.is_empty() && !rest.contains(['/', ' ', '?', '#', '@']))
        };
        if !public_url.is_empty() && !site(public_url) {
            return wrong(
                "public-url",
                "give a scheme and a host and nothing after them, such as https://cards.example",
            );
        }
        if let Some(other) = trust_site.iter().find(|other| !site(other)) {
            return wrong("trust-site", &format!("{other:?} is no site: give one like https://app.example"));
        }
        Ok(())
    }

    fn source(&self, name: &str) -> String {
        match self.sources.get(name) {
            None | Some(Source::Default) => "default".into(),
            Some(Source::File(path)) => path.display().to_string(),
            Some(Source::Environment(variable)) => variable.clone(),
            Some(Source::Flag(flag)) => flag.clone(),
        }
    }

    /// A file that says the same, with the source of every line.
    pub fn print(&self) -> String {
        let mut text = String::new();
        for (name, value, meaning) in self.settings.listed() {
            let _ = writeln!(text, "# {meaning}\n{name} = {value} # {}", self.source(&name));
        }
        text
    }
}

/// An address to listen on.
pub fn address(text: &str) -> Result<SocketAddr, String> {
    let wrong = || format!("{text:?} is no address to listen on: write it like 127.0.0.1:8080");
    text.to_socket_addrs().map_err(|_| wrong())?.next().ok_or_else(wrong)
}

fn layer(text: &str) -> Result<Layer, String> {
    toml::from_str(text).map_err(|error| {
        let line = error.span().map(|span| text[..span.start].matches('\n').count() + 1);
        let at = line.map(|line| format!("line {line}: ")).unwrap_or_default();
        let told = in_plain_words(error.message().lines().next().unwrap_or_default());
        format!("{at}{told}; kozyr serve --help lists the settings")
    })
}

/// The reader names the types of this program: whoever writes a file thinks of numbers and texts.
fn in_plain_words(told: &str) -> String {
    let Some((what, expected)) = told.rsplit_once(", expected ") else { return told.to_owned() };
    let expected = match expected {
        "a boolean" => "true or false",
        "a sequence" => "a list of texts",
        "a string" | "path string" => "a text in quotes",
        "u32" | "usize" => "a number from 0",
        "i64" => "a whole number",
        other => other,
    };
    format!("{what}, expected {expected}")
}

fn variable(name: &str) -> String {
    format!("{PREFIX}{}", name.replace('-', "_").to_uppercase())
}

/// Every value is text there: it is read as a number, a truth or a list where the setting is one.
fn of_environment(variables: &BTreeMap<String, String>) -> Result<Layer, String> {
    let names = Settings::names();
    let mut all = Layer::default();
    for (given, value) in variables.iter().filter(|(given, _)| !OTHERS.contains(&given.as_str())) {
        let Some(name) = names.iter().find(|name| variable(name) == *given) else {
            return Err(format!("{given} in the environment is no setting; kozyr serve --help lists them"));
        };
        let quoted = toml::Value::from(value.as_str()).to_string();
        let list: Vec<&str> = value.split(',').map(str::trim).filter(|item| !item.is_empty()).collect();
        let list = toml::Value::from(list).to_string();
        let read = [value.clone(), quoted, list]
            .into_iter()
            .find_map(|text| toml::from_str::<Layer>(&format!("{name} = {text}")).ok());
        let read = read
            .ok_or_else(|| format!("{given}={value:?} cannot be read: give a value as --{name} takes it"))?;
        all.take(read);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(file: Option<&str>, environment: &[(&str, &str)], flags: Layer) -> Result<InForce, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("room.toml");
        if let Some(text) = file {
            std::fs::write(&path, text).unwrap();
        }
        let environment = environment.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let read = InForce::read(file.map(|_| path.as_path()), environment, &flags);
        read.map_err(|error| error.replace(path.to_str().unwrap(), "room.toml"))
    }

    #[test]
    fn a_flag_wins_over_the_environment_that_over_the_file_and_all_over_the_default() {
        let file = "listen = \"1.2.3.4:1\"\nbots = 1\ngift = 5\n";
        let flags = Layer { bots: Some(3), ..Layer::default() };
        let environment = [
            ("KOZYR_GIFT", "7"),
            ("KOZYR_BOTS", "9"),
            ("KOZYR_TRUST_SITE", "https://a.b, https://c.d"),
            ("HOME", "x"),
        ];
        let in_force = read(Some(file), &environment, flags).unwrap();
        let settings = &in_force.settings;
        assert_eq!(
            (settings.listen.as_str(), settings.bots, settings.gift, settings.pace),
            ("1.2.3.4:1", 3, 7, 1)
        );
        assert_eq!(settings.trust_site, ["https://a.b", "https://c.d"]);
        let printed = in_force.print();
        for line in ["bots = 3 # --bots", "gift = 7 # KOZYR_GIFT", "pace = 1 # default", "room.toml"] {
            assert!(printed.contains(line), "{line} in {printed}");
        }
        assert!(toml::from_str::<Layer>(&printed).is_ok(), "what is printed is a file");
    }

    #[test]
    fn what_is_printed_is_where_the_room_will_listen() {
        for (flags, listen) in [
            (Layer { lan: Some(true), ..Layer::default() }, "listen = \"0.0.0.0:8080\" # --lan"),
            (
                Layer { lan: Some(true), listen: Some("127.0.0.1:9000".into()), ..Layer::default() },
                "listen = \"0.0.0.0:9000\" # --lan",
            ),
            (
                Layer { lan: Some(true), listen: Some("192.168.1.4:80".into()), ..Layer::default() },
                "listen = \"192.168.1.4:80\" # --listen",
            ),
        ] {
            let printed = read(None, &[], flags).unwrap().print();
            assert!(printed.contains(listen), "{listen} in {printed}");
        }
    }

    #[test]
    fn what_is_no_setting_is_one_clear_line() {
        for (file, environment, told) in [
            (Some("lsten = \"x\""), &[][..], "room.toml: line 1: unknown field `lsten`"),
            (Some("bots = 1\nbots = 2"), &[], "room.toml: line 2: duplicate key"),
            (
                Some("bots = \"many\""),
                &[],
                "room.toml: line 1: invalid type: string \"many\", expected a number from 0; kozyr serve --help",
            ),
            (Some("lan = 1"), &[], "room.toml: line 1: invalid type: integer `1`, expected true or false"),
            (Some("listen = \":8080\""), &[], "listen (room.toml): \":8080\" is no address to listen on"),
            (
                None,
                &[("KOZYR_UPDAU_LISTEN", "here")],
                "updau-listen (KOZYR_UPDAU_LISTEN): \"here\" is no address",
            ),
            (
                None,
                &[("KOZYR_GUESTS_PER_ADDRESS", "0")],
                "guests-per-address (KOZYR_GUESTS_PER_ADDRESS): give a number from 1",
            ),
            (None, &[("KOZYR_LSTEN", "x")], "KOZYR_LSTEN in the environment is no setting"),
            (
                None,
                &[("KOZYR_BOTS", "many")],
                "KOZYR_BOTS=\"many\" cannot be read: give a value as --bots takes it",
            ),
            (None, &[("KOZYR_PACE", "0")], "pace (KOZYR_PACE): give a number from 1 to 1000"),
            (
                None,
                &[("KOZYR_LEAST_STAKE", "5"), ("KOZYR_MOST_STAKE", "4")],
                "least-stake (KOZYR_LEAST_STAKE): give a number from 1 to most-stake",
            ),
            (
                None,
                &[("KOZYR_PUBLIC_URL", "cards.example")],
                "public-url (KOZYR_PUBLIC_URL): give a scheme and a host",
            ),
        ] {
            let error = read(file, environment, Layer::default()).unwrap_err();
            assert!(error.starts_with(told), "{error}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
        let missing =
            InForce::read(Some(Path::new("/nowhere/room.toml")), std::iter::empty(), &Layer::default());
        assert!(missing.unwrap_err().contains("--config"));
    }
}
