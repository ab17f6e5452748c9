//! Fields that are kept as they are: user-defined ones, with the tables and dotted keys TOML allows for them.

use super::Cursor;
use crate::phh::error::{Parsed, fault};
use crate::phh::{MAX_DEPTH, Problem, Value};

/// How a table came to be, which decides who may add to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    /// By its own header: complete once the next header begins.
    Header,
    /// In passing, by the header of a table inside it.
    Passing,
    /// By dotted keys below this header (they are counted).
    Dotted(u32),
}

#[derive(Clone, Debug)]
enum Node {
    Value(Value),
    Table(Origin, Entries),
    Tables(Vec<Entries>),
}

type Entries = Vec<(String, Node)>;

/// Named values in their order, as they come in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Document {
    root: Entries,
    /// Where keys go: the path of the last header.
    scope: Vec<String>,
    headers: u32,
}

impl Document {
    pub(crate) fn clear(&mut self) {
        self.root.clear();
        self.scope.clear();
        self.headers = 0;
    }

    pub(crate) const fn in_table(&self) -> bool {
        self.headers > 0
    }

    /// `path = value`, below the last header.
    pub(crate) fn insert(&mut self, path: &[(usize, String)], value: Value) -> Parsed<()> {
        let Document { root, scope, headers } = self;
        let mut table = root;
        for name in scope.iter() {
            // The header has made all of these.
            table = match find(table, name) {
                Some(Node::Table(_, entries)) => entries,
                Some(Node::Tables(list)) => list.last_mut().expect("a list of tables is never empty"),
                _ => unreachable!("the scope is made of tables"),
            };
        }
        put(table, path, Node::Value(value), *headers)
    }

    /// `[path]` or, if `many`, `[[path]]`.
    pub(crate) fn header(&mut self, path: Vec<(usize, String)>, many: bool) -> Parsed<()> {
        self.headers += 1;
        let ((at, name), parents) = path.split_last().expect("a key has at least one part");
        let mut table = &mut self.root;
        for (at, name) in parents {
            let place = position_or(table, name, || Node::Table(Origin::Passing, Vec::new()));
            table = match &mut table[place].1 {
                Node::Table(_, entries) => entries,
                Node::Tables(list) => list.last_mut().expect("a list of tables is never empty"),
                Node::Value(_) => return fault(*at, Problem::NotExtensible(name.as_str().into())),
            };
        }
        match (find(table, name), many) {
            (None, false) => table.push((name.clone(), Node::Table(Origin::Header, Vec::new()))),
            (None, true) => table.push((name.clone(), Node::Tables(vec![Vec::new()]))),
            (Some(Node::Table(origin @ Origin::Passing, _)), false) => *origin = Origin::Header,
            (Some(Node::Tables(list)), true) => list.push(Vec::new()),
            _ => return fault(*at, Problem::DuplicateKey(name.as_str().into())),
        }
        self.scope = path.into_iter().map(|(_, name)| name).collect();
        Ok(())
    }

    /// Everything that came in.
    pub(crate) fn finish(&mut self) -> Vec<(String, Value)> {
        let entries = settle(core::mem::take(&mut self.root));
        self.clear();
        entries
    }
}

fn find<'a>(table: &'a mut Entries, name: &str) -> Option<&'a mut Node> {
    table.iter_mut().find(|(key, _)| key == name).map(|(_, node)| node)
}

fn position_or(table: &mut Entries, name: &str, new: impl FnOnce() -> Node) -> usize {
    match table.iter().position(|(key, _)| key == name) {
        Some(place) => place,
        None => {
            table.push((name.to_owned(), new()));
            table.len() - 1
        }
    }
}

fn put(mut table: &mut Entries, path: &[(usize, String)], node: Node, headers: u32) -> Parsed<()> {
    let ((at, name), parents) = path.split_last().expect("a key has at least one part");
    for (at, name) in parents {
        let place = position_or(table, name, || Node::Table(Origin::Dotted(headers), Vec::new()));
        table = match &mut table[place].1 {
            Node::Table(Origin::Dotted(made), entries) if *made == headers => entries,
            _ => return fault(*at, Problem::NotExtensible(name.as_str().into())),
        };
    }
    if find(table, name).is_some() {
        return fault(*at, Problem::DuplicateKey(name.as_str().into()));
    }
    table.push((name.clone(), node));
    Ok(())
}

fn settle(entries: Entries) -> Vec<(String, Value)> {
    let value = |node| match node {
        Node::Value(value) => value,
        Node::Table(_, entries) => Value::Table(settle(entries)),
        Node::Tables(list) => {
            Value::Array(list.into_iter().map(|table| Value::Table(settle(table))).collect())
        }
    };
    entries.into_iter().map(|(name, node)| (name, value(node))).collect()
}

impl Cursor<'_> {
    /// Any value.
    pub(crate) fn value(&mut self, depth: usize) -> Parsed<Value> {
        if depth > MAX_DEPTH {
            return fault(self.at, Problem::TooDeep);
        }
        match self.peek() {
            b'\'' | b'"' => self.text_value().map(Value::Text),
            b'[' => {
                let mut items = Vec::new();
                self.list(|cursor| {
                    items.push(cursor.value(depth + 1)?);
                    Ok(())
                })?;
                Ok(Value::Array(items))
            }
            b'{' => self.inline_table(depth).map(Value::Table),
            _ => self.scalar(),
        }
    }

    fn inline_table(&mut self, depth: usize) -> Parsed<Vec<(String, Value)>> {
        let mut entries = Vec::new();
        self.at += 1;
        self.blanks();
        if self.eat(b'}') {
            return Ok(Vec::new());
        }
        loop {
            let path = self.key_path()?;
            if !self.eat(b'=') {
                return self.expected("`=` after the key");
            }
            self.blanks();
            let value = self.value(depth + path.len())?;
            put(&mut entries, &path, Node::Value(value), 0)?;
            self.blanks();
            if self.eat(b'}') {
                return Ok(settle(entries));
            }
            if !self.eat(b',') {
                if self.at_end() {
                    return fault(self.at, Problem::EndsInside("an inline table"));
                }
                return self.expected("`,` or `}`");
            }
        }
    }

    /// `[path]` or `[[path]]`: the path, and whether it was doubled.
    pub(crate) fn header(&mut self) -> Parsed<(Vec<(usize, String)>, bool)> {
        self.at += 1;
        let many = self.eat(b'[');
        let path = self.key_path()?;
        if !self.eat(b']') || many && !self.eat(b']') {
            return self.expected("`]` at the end of the header");
        }
        self.line_end()?;
        Ok((path, many))
    }
}

/// A whole document of any TOML, for the tests that hold this reader to others.
pub(crate) fn whole(text: &str) -> Parsed<Vec<(String, Value)>> {
    let mut cursor = Cursor::new(text.strip_prefix('\u{feff}').unwrap_or(text));
    let mut document = Document::default();
    loop {
        cursor.gap()?;
        if cursor.at_end() {
            return Ok(document.finish());
        }
        if cursor.peek() == b'[' {
            let (path, many) = cursor.header()?;
            document.header(path, many)?;
        } else {
            let path = cursor.key_path()?;
            if !cursor.eat(b'=') {
                return cursor.expected("`=` after the key");
            }
            cursor.blanks();
            let value = cursor.value(1)?;
            document.insert(&path, value)?;
            cursor.line_end()?;
        }
    }
}
