//! Reading JSON: all of the standard, nothing beyond it, every name once.

use super::{MAX_DEPTH, MAX_FIELDS, Number, Object, Value};
use std::str::FromStr;

/// Text that is no JSON: where it stops being some, and what was expected there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: expected {expected}")]
pub struct JsonError {
    /// The line, from 1.
    pub line: usize,
    /// The character in it, from 1.
    pub column: usize,
    /// What should have been there.
    pub expected: &'static str,
}

type Expected = &'static str;

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl FromStr for Value {
    type Err = JsonError;
    fn from_str(text: &str) -> Result<Value, JsonError> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(0).and_then(|value| match reader.peek_token() {
            None => Ok(value),
            Some(_) => Err("nothing more"),
        });
        value.map_err(|expected| {
            let before = &text[..text.floor_char_boundary(reader.at)];
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or(before).chars().count() + 1;
            JsonError { line, column, expected }
        })
    }
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The next byte that is not white space.
    fn peek_token(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
        self.peek()
    }

    fn expect(&mut self, byte: u8, expected: Expected) -> Result<(), Expected> {
        if self.peek_token() != Some(byte) {
            return Err(expected);
        }
        self.at += 1;
        Ok(())
    }

    fn value(&mut self, depth: usize) -> Result<Value, Expected> {
        if depth > MAX_DEPTH {
            return Err("no deeper nesting");
        }
        match self.peek_token() {
            Some(b'{') => self.object(depth).map(Value::Object),
            Some(b'[') => self.array(depth).map(Value::Array),
            Some(b'"') => self.string().map(Value::String),
            Some(b'-' | b'0'..=b'9') => self.number().map(Value::Number),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            _ => Err("a value"),
        }
    }

    fn word(&mut self, word: &str, value: Value) -> Result<Value, Expected> {
        if !self.text[self.at..].starts_with(word) {
            return Err("a value");
        }
        self.at += word.len();
        Ok(value)
    }

    fn object(&mut self, depth: usize) -> Result<Object, Expected> {
        self.at += 1;
        let mut object = Object::new();
        if self.peek_token() == Some(b'}') {
            self.at += 1;
            return Ok(object);
        }
        loop {
            if self.peek_token() != Some(b'"') {
                return Err("a name in quotes");
            }
            if object.len() == MAX_FIELDS {
                return Err("no more fields in one object");
            }
            let start = self.at;
            let name = self.string()?;
            if object.get(&name).is_some() {
                self.at = start;
                return Err("a name that was not there before");
            }
            self.expect(b':', "a colon after the name")?;
            let value = self.value(depth + 1)?;
            object.0.push((name, value));
            match self.peek_token() {
                Some(b',') => self.at += 1,
                Some(b'}') => break,
                _ => return Err("a comma or }"),
            }
        }
        self.at += 1;
        Ok(object)
    }

    fn array(&mut self, depth: usize) -> Result<Vec<Value>, Expected> {
        self.at += 1;
        let mut items = Vec::new();
        if self.peek_token() == Some(b']') {
            self.at += 1;
            return Ok(items);
        }
        loop {
            items.push(self.value(depth + 1)?);
            match self.peek_token() {
                Some(b',') => self.at += 1,
                Some(b']') => break,
                _ => return Err("a comma or ]"),
            }
        }
        self.at += 1;
        Ok(items)
    }

    fn digits(&mut self) -> Result<(), Expected> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at == start { Err("a digit") } else { Ok(()) }
    }

    fn number(&mut self) -> Result<Number, Expected> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
            if self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                return Err("no zeros in front of a number");
            }
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(Number(self.text[start..self.at].into()))
    }

    fn string(&mut self) -> Result<String, Expected> {
        self.at += 1;
        let mut text = String::new();
        loop {
            let rest = &self.text.as_bytes()[self.at..];
            let plain = rest.iter().position(|&byte| byte == b'"' || byte == b'\\' || byte < 0x20);
            let plain = plain.unwrap_or(rest.len());
            // Quotes, backslashes and control characters are never part of a longer character.
            text.push_str(&self.text[self.at..self.at + plain]);
            self.at += plain;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(text);
                }
                Some(b'\\') => {
                    self.at += 1;
                    text.push(self.escape()?);
                }
                Some(_) => return Err("no control character in a string"),
                None => return Err("the end of the string"),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Expected> {
        let escape = self.peek().ok_or("the end of the string")?;
        let character = match escape {
            b'"' | b'\\' | b'/' => char::from(escape),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                self.at += 1;
                return self.unicode();
            }
            _ => return Err("an escape that exists"),
        };
        self.at += 1;
        Ok(character)
    }

    /// Four hexadecimal digits, or two times four for a character beyond the first 65,536.
    fn unicode(&mut self) -> Result<char, Expected> {
        let first = self.hex()?;
        if !(0xd800..0xdc00).contains(&first) {
            return char::from_u32(first).ok_or("both halves of a surrogate pair");
        }
        if !self.text[self.at..].starts_with("\\u") {
            return Err("both halves of a surrogate pair");
        }
        self.at += 2;
        let second = self.hex()?;
        let low = second.checked_sub(0xdc00).filter(|&low| low < 0x400);
        let code = 0x10000 + ((first - 0xd800) << 10) + low.ok_or("both halves of a surrogate pair")?;
        char::from_u32(code).ok_or("a character that exists")
    }

    fn hex(&mut self) -> Result<u32, Expected> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4).ok_or("four hexadecimal digits")?;
        let mut code = 0;
        for &digit in digits {
            code = code * 16 + char::from(digit).to_digit(16).ok_or("four hexadecimal digits")?;
        }
        self.at += 4;
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nonsense_is_refused_where_it_stands() {
        for (text, line, column, expected) in [
            ("", 1, 1, "a value"),
            ("{\"a\": 1,}", 1, 9, "a name in quotes"),
            ("[1,\n 02]", 2, 3, "no zeros in front of a number"),
            ("[1 2]", 1, 4, "a comma or ]"),
            ("{\"a\":1 \"b\":2}", 1, 8, "a comma or }"),
            ("{\"a\":1,\n\"a\":2}", 2, 1, "a name that was not there before"),
            ("\"\\ud800x\"", 1, 8, "both halves of a surrogate pair"),
            ("\"\\udc00\"", 1, 8, "both halves of a surrogate pair"),
            ("\"a\nb\"", 1, 3, "no control character in a string"),
            ("\"\\x\"", 1, 3, "an escape that exists"),
            ("1.", 1, 3, "a digit"),
            ("nul", 1, 1, "a value"),
            ("[] []", 1, 4, "nothing more"),
            ("NaN", 1, 1, "a value"),
            ("\"é", 1, 3, "the end of the string"),
        ] {
            assert_eq!(text.parse::<Value>(), Err(JsonError { line, column, expected }), "{text}");
        }
        let deep = "[".repeat(70) + &"]".repeat(70);
        assert_eq!(deep.parse::<Value>().unwrap_err().expected, "no deeper nesting");
    }

    #[test]
    fn escapes_and_exact_numbers() {
        let value: Value =
            r#"["\u00e9\ud83c\udca1\n\/", 75.250, 1e3, -0, 9007199254740993.5]"#.parse().unwrap();
        let items = value.as_array().unwrap();
        assert_eq!(items[0].as_str(), Some("é🂡\n/"));
        assert_eq!(items[1].decimal().unwrap().to_string(), "75.25");
        assert_eq!((items[2].integer(), items[3].integer(), items[4].decimal()), (Some(1000), Some(0), None));
        assert_eq!(value.to_string(), r#"["é🂡\n/",75.250,1e3,-0,9007199254740993.5]"#);
    }

    fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::Bool),
            any::<i64>().prop_map(Value::from),
            "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,9})?([eE][+-]?[0-9]{1,3})?"
                .prop_map(|text| Value::Number(Number(text.into()))),
            "\\PC{0,8}|[\\x00-\\x1f\"\\\\/]{0,4}".prop_map(Value::String),
        ];
        leaf.prop_recursive(4, 24, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::Array),
                prop::collection::btree_map("[a-z_\"]{0,4}", inner, 0..5)
                    .prop_map(|map| Value::Object(Object(map.into_iter().collect()))),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_written_reads_the_same(value in any_value()) {
            prop_assert_eq!(value.to_string().parse::<Value>().unwrap(), value.clone());
            prop_assert_eq!(format!("{value:#}").parse::<Value>().unwrap(), value);
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,30}|[\\[\\]{}\",:0-9a-z\\\\ .eE+-]{0,30}") {
            if let Ok(value) = text.parse::<Value>() {
                prop_assert_eq!(value.to_string().parse::<Value>(), Ok(value));
            }
        }
    }
}
