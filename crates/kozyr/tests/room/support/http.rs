//! Requests over real connections: a small HTTP client.

use serde_json::Value;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::OnceLock;
use std::time::Duration;

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// Header lines, names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Answer {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    /// The code of a refusal, with its status in front: `404 notFound`. What is no refusal is its status.
    pub fn refusal(&self) -> String {
        match serde_json::from_str::<Value>(&self.body)
            .ok()
            .and_then(|body| Some(body.get("code")?.as_str()?.to_owned()))
        {
            Some(code) => format!("{} {code}", self.status),
            None => self.status.to_string(),
        }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The cookie it sets under this name: value and attributes.
    pub fn cookie(&self, name: &str) -> Option<(&str, &str)> {
        let lines = self.headers.iter().filter(|(known, _)| known == "set-cookie");
        lines
            .filter_map(|(_, line)| line.split_once('='))
            .find(|(known, _)| *known == name)
            .map(|(_, rest)| rest.split_once(';').unwrap_or((rest, "")))
    }
}

/// A request that is put together.
pub struct Asked<'a> {
    method: &'a str,
    path: String,
    headers: String,
    body: Option<String>,
}

pub fn get(path: impl Into<String>) -> Asked<'static> {
    Asked { method: "GET", path: path.into(), headers: String::new(), body: None }
}

pub fn post(path: impl Into<String>, body: &Value) -> Asked<'static> {
    let headers = "Content-Type: application/json\r\n".to_owned();
    Asked { method: "POST", path: path.into(), headers, body: Some(body.to_string()) }
}

pub fn delete(path: impl Into<String>) -> Asked<'static> {
    Asked { method: "DELETE", path: path.into(), headers: String::new(), body: None }
}

impl Asked<'_> {
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers += &format!("{name}: {value}\r\n");
        self
    }

    pub fn bearer(self, token: &str) -> Self {
        self.header("Authorization", &format!("Bearer {token}"))
    }

    pub fn cookie(self, name: &str, value: &str) -> Self {
        self.header("Cookie", &format!("{name}={value}"))
    }

    /// Any body, of any type.
    pub fn raw(mut self, kind: &str, body: &str) -> Self {
        self.headers = format!("Content-Type: {kind}\r\n");
        self.body = Some(body.to_owned());
        self
    }

    pub fn send(self, port: u16) -> Answer {
        let what = format!("{} {}", self.method, self.path);
        self.try_send(port).unwrap_or_else(|| panic!("no answer to {what}"))
    }

    /// Nothing when the room is not there, or gone before it has answered. What the API answers its document has foretold.
    pub fn try_send(self, port: u16) -> Option<Answer> {
        let (method, path) = (self.method.to_owned(), self.path.clone());
        let answer = self.exchange(port)?;
        if let Some(place) = path.strip_prefix(API) {
            foretold(port, &method, place.split('?').next().unwrap_or_default(), &answer);
        }
        Some(answer)
    }

    fn exchange(self, port: u16) -> Option<Answer> {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let Asked { method, path, headers, body } = self;
        let body = body.unwrap_or_default();
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n{headers}Content-Length: {length}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).ok()?;
        // A room that refuses a body without reading it may have gone by now.
        let _ = stream.write_all(body.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n")?;
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok()).expect("a status");
        let headers = lines
            .filter_map(|line| line.split_once(':'))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
            .collect::<Vec<_>>();
        let chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
        let length =
            headers.iter().find(|(name, _)| name == "content-length").map(|(_, length)| length.parse());
        if length.is_some_and(|length| length != Ok(body.len())) {
            return None;
        }
        let body = if chunked { unchunked(body) } else { body.to_owned() };
        Some(Answer { status, headers, body })
    }
}

/// Where the API is, and where it tells of itself.
const API: &str = "/api/v1";
const DOCUMENT: &str = "/openapi.json";

/// Any of the API may say that the room cannot do it now.
const NOT_NOW: u16 = 503;

/// Fails unless the document of the API has this status for what was asked; what is no place of it is 404, and 405 where
/// another method is taken.
fn foretold(port: u16, method: &str, place: &str, answer: &Answer) {
    static PATHS: OnceLock<Value> = OnceLock::new();
    if place == DOCUMENT || answer.status == NOT_NOW {
        return;
    }
    if PATHS.get().is_none() {
        // A room that is gone by now has answered its last.
        let Some(document) = get([API, DOCUMENT].concat()).exchange(port) else { return };
        let _ = PATHS.set(document.json()["paths"].clone());
    }
    let paths = PATHS.get().and_then(Value::as_object).expect("the document has paths");
    let found = paths.iter().find(|(path, _)| fits(path, place));
    let known: Vec<String> = match found.map(|(_, operations)| operations.get(method.to_ascii_lowercase())) {
        None => vec!["404".to_owned()],
        Some(None) => vec!["405".to_owned()],
        Some(Some(operation)) => operation["responses"].as_object().unwrap().keys().cloned().collect(),
    };
    let status = answer.status.to_string();
    assert!(known.contains(&status), "{method} {place} is foretold to answer {known:?}, not {answer:?}");
}

/// Is it a place of this path, with parts in braces?
fn fits(path: &str, place: &str) -> bool {
    let (parts, said) = (path.split('/'), place.split('/'));
    parts.clone().count() == said.clone().count()
        && parts.zip(said).all(|(part, said)| part == said || part.starts_with('{'))
}

fn unchunked(mut body: &str) -> String {
    let mut text = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).expect("the size of a chunk");
        if size == 0 {
            break;
        }
        text += &rest[..size];
        body = &rest[size + 2..];
    }
    text
}
