//! Who may know of a private table: its hosts, those who came by its link over this very line, and those who sit there.
//! And talk: a line has one number, and one text for everybody.

use kozyr_protocol::room::{ChatLine, ToClient, ToServer, read};
use kozyr_store::PlayerId;
use std::collections::{BTreeMap, BTreeSet};

/// Has this person a seat at that table?
type Sits<'a> = dyn Fn(&str, PlayerId) -> bool + 'a;

/// What was said of private tables, and to whom.
#[derive(Default)]
pub(crate) struct Privacy {
    tables: BTreeMap<String, Private>,
    /// The secrets that came over a line, by the table.
    came: BTreeMap<usize, BTreeSet<(String, String)>>,
    /// Those who saw a table over a line because they sat there: they go on looking when they get up.
    saw: BTreeSet<(usize, String)>,
    /// What was said where since the room was started, by its number.
    talk: BTreeMap<(Option<String>, u64), ChatLine>,
}

#[derive(Default)]
struct Private {
    /// Every secret it ever had: a link that was replaced brings nobody in, which other tests see to.
    secrets: BTreeSet<String>,
    people: BTreeSet<PlayerId>,
}

impl Privacy {
    /// The room was started: what people said is forgotten.
    pub(crate) fn started(&mut self) {
        self.talk.clear();
    }

    /// A private table was opened.
    pub(crate) fn opened(&mut self, table: &str, secret: &str, host: Option<PlayerId>) {
        let private = self.tables.entry(table.to_owned()).or_default();
        private.secrets.insert(secret.to_owned());
        private.people.extend(host);
    }

    /// Something comes to the room over a line.
    pub(crate) fn heard(&mut self, line: usize, text: &str) {
        if let Ok(ToServer::Enter { table, secret }) = read(text) {
            self.came.entry(line).or_default().insert((table, secret));
        }
    }

    /// The room takes in what somebody says. Whoever asks for a table they sit at may be shown it, even if they have got up by
    /// the time its shard hears of them.
    pub(crate) fn taken_in(&mut self, line: usize, person: Option<PlayerId>, text: &str, sits: &Sits<'_>) {
        if !self.tables.is_empty()
            && let Ok(ToServer::Watch { table, .. }) = read(text)
            && self.tables.contains_key(&table)
            && person.is_some_and(|person| sits(&table, person))
        {
            self.saw.insert((line, table));
        }
    }

    /// The room says something over a line to this person.
    ///
    /// # Errors
    /// When it is of a table that this person may not know of, or of something that was said otherwise to somebody else.
    pub(crate) fn told(
        &mut self,
        line: usize,
        person: Option<PlayerId>,
        message: &ToClient,
        sits: &Sits<'_>,
    ) -> Result<(), String> {
        let checked = match message {
            ToClient::Snapshot { table, .. } | ToClient::Update { table, .. } => {
                self.may_see(line, person, table, sits)
            }
            ToClient::Around { table, around } => {
                self.may_see(line, person, table, sits)?;
                if let Some(hosted) = &around.hosted
                    && let Some(private) = self.tables.get_mut(table)
                {
                    private.secrets.extend(hosted.secret.clone());
                    private.people.extend(PlayerId::new(hosted.host).ok());
                }
                Ok(())
            }
            ToClient::Sheet { table, .. } => self.may_see(line, person, table, sits),
            ToClient::Lobby { tables, .. } | ToClient::LobbyUpdate { tables, .. } => {
                tables.iter().try_for_each(|listed| self.may_see(line, person, &listed.table, sits))
            }
            ToClient::Chat { table, lines } => {
                table.iter().try_for_each(|table| self.may_see(line, person, table, sits))?;
                self.talk(table.as_ref(), lines)
            }
            _ => Ok(()),
        };
        checked.map_err(|what| format!("{what}: {message:?}"))
    }

    fn may_see(
        &mut self,
        line: usize,
        person: Option<PlayerId>,
        table: &str,
        sits: &Sits<'_>,
    ) -> Result<(), String> {
        let Some(private) = self.tables.get(table) else { return Ok(()) };
        let known = person.is_some_and(|person| private.people.contains(&person));
        let mut came = self.came.get(&line).into_iter().flatten();
        let by_link = came.any(|(at, secret)| at == table && private.secrets.contains(secret));
        if known || by_link || self.saw.contains(&(line, table.to_owned())) {
            return Ok(());
        }
        if person.is_some_and(|person| sits(table, person)) {
            self.saw.insert((line, table.to_owned()));
            return Ok(());
        }
        Err(format!("{person:?} is told of the private table {table} and has no link to it"))
    }

    fn talk(&mut self, table: Option<&String>, lines: &[ChatLine]) -> Result<(), String> {
        if !lines.is_sorted_by(|one, next| one.number < next.number) {
            return Err(format!("talk out of order: {lines:?}"));
        }
        for line in lines {
            let known = self.talk.entry((table.cloned(), line.number)).or_insert_with(|| line.clone());
            if known != line {
                return Err(format!("{known:?} was said, and somebody is told {line:?}"));
            }
        }
        Ok(())
    }
}
