//! Writing JSON: on one line, or (`{:#}`) a field a line for people.

use super::{Object, Value};
use std::fmt::{self, Write};

/// Lists longer than this are written an item a line.
const LINE: usize = 100;

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        if f.alternate() {
            pretty(&mut text, self, 0);
        } else {
            compact(&mut text, self);
        }
        f.write_str(&text)
    }
}

fn compact(out: &mut String, value: &Value) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
        Value::Number(number) => out.push_str(number.as_str()),
        Value::String(text) => quote(out, text),
        Value::Array(items) => {
            out.push('[');
            for (n, item) in items.iter().enumerate() {
                if n > 0 {
                    out.push(',');
                }
                compact(out, item);
            }
            out.push(']');
        }
        Value::Object(Object(fields)) => {
            out.push('{');
            for (n, (name, item)) in fields.iter().enumerate() {
                if n > 0 {
                    out.push(',');
                }
                quote(out, name);
                out.push(':');
                compact(out, item);
            }
            out.push('}');
        }
    }
}

fn pretty(out: &mut String, value: &Value, depth: usize) {
    match value {
        Value::Array(items) if !items.is_empty() => {
            let nested = items.iter().any(|item| matches!(item, Value::Array(_) | Value::Object(_)));
            let mut line = String::new();
            if !nested {
                let mut parts = Vec::with_capacity(items.len());
                for item in items {
                    let mut part = String::new();
                    compact(&mut part, item);
                    parts.push(part);
                }
                line = parts.join(", ");
            }
            if !nested && line.len() <= LINE {
                out.push('[');
                out.push_str(&line);
                out.push(']');
                return;
            }
            lines(out, depth, ('[', ']'), items, |out, item| pretty(out, item, depth + 1));
        }
        Value::Object(Object(fields)) if !fields.is_empty() => {
            lines(out, depth, ('{', '}'), fields, |out, (name, item)| {
                quote(out, name);
                out.push_str(": ");
                pretty(out, item, depth + 1);
            });
        }
        other => compact(out, other),
    }
}

fn lines<T>(
    out: &mut String,
    depth: usize,
    (open, close): (char, char),
    items: &[T],
    mut item: impl FnMut(&mut String, &T),
) {
    out.push(open);
    for (n, it) in items.iter().enumerate() {
        out.push_str(if n > 0 { ",\n" } else { "\n" });
        out.extend(std::iter::repeat_n("  ", depth + 1));
        item(out, it);
    }
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth));
    out.push(close);
}

fn quote(out: &mut String, text: &str) {
    out.push('"');
    let mut plain = 0;
    for (at, byte) in text.bytes().enumerate() {
        let escape = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0..0x20 => "",
            _ => continue,
        };
        out.push_str(&text[plain..at]);
        plain = at + 1;
        if escape.is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{byte:04x}");
        } else {
            out.push_str(escape);
        }
    }
    out.push_str(&text[plain..]);
    out.push('"');
}
