//! Our reader of TOML is held to the `toml` crate: what ours reads, the crate reads, to the same values.
//!
//! The other way round ours may refuse more; the differences are listed in `src/phh/syntax.rs`.

mod common;

use common::equal;
use kozyr_notation::phh::{Hand, toml_value};
use proptest::prelude::*;

/// What ours reads, the crate reads too, to the same; says whether ours did.
fn held(text: &str) -> bool {
    let Ok(ours) = toml_value(text) else {
        assert!(text.parse::<Hand>().is_err(), "a hand that is no TOML:\n{text}");
        return false;
    };
    let theirs = match text.parse::<toml::Table>() {
        Ok(table) => toml::Value::Table(table),
        Err(error) => panic!("only ours reads\n{text}\n{error}"),
    };
    assert!(equal(&ours, &theirs), "read differently:\n{text}\n{ours}\n{theirs}");
    if let Ok(hand) = text.parse::<Hand>() {
        let written: toml::Table = hand.to_phh().unwrap().parse().unwrap();
        assert!(same(&toml::Value::Table(written), &theirs), "written differently:\n{text}\n{hand:?}");
    }
    true
}

/// Equal, where `2` and `2.0` are the same number and the form of a time is free.
fn same(one: &toml::Value, other: &toml::Value) -> bool {
    match (one, other) {
        (toml::Value::Integer(a), toml::Value::Float(b)) => *a as f64 == *b,
        (toml::Value::Array(a), toml::Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (toml::Value::Table(a), toml::Value::Table(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        // Written without the zeros at the end of the fraction.
        (toml::Value::Datetime(a), toml::Value::Datetime(b)) => {
            a.to_string().trim_end_matches('0') == b.to_string().trim_end_matches('0') || a == b
        }
        // An action's words may have stood further apart.
        (toml::Value::String(a), toml::Value::String(b)) => a == b || spoken(a) == spoken(b),
        (a, b) => a == b,
    }
}

fn spoken(action: &str) -> Vec<&str> {
    action.split_ascii_whitespace().collect()
}

#[test]
fn corners_that_ours_must_read() {
    for text in [
        "",
        "\u{feff}a = 1",
        "a = 1\r\nb = 2",
        "a = '''\n\nx'''",
        "a = \"\"\"\\\n   x \\  \n\n y\"\"\"",
        "a = ''''x''''",
        "a = \"\"\"\"x\"\"\"\"\"",
        "a = \"\\u00e9\\U0001F0A1\\b\\t\\n\\f\\r\\\"\\\\\"",
        "a = '\\x\t'",
        "'' = 1",
        "\"a.b\".'c d'.e-f = 1",
        "a = [1, [2, 'x'], {b = 1, c.d = 2}, ] # c",
        "a = [ # c\n 1 # c\n , # c\n ]",
        "a = {}\n[b]\n[b.c]\n[d.e]\n[d]",
        "[[a]]\nx = 1\n[[a]]\n[a.b]\ny = 2",
        "a.b = 1\na.c = 2",
        "[a]\nb.c = 1\n[a.b.d]\nx = 1",
        "a = [inf, -inf, +inf, 1e3, 1.5E-3, 0.0, -0, +1, 1_0]",
        "a = 0xDEAD_beef\nb = 0o17\nc = 0b1_0",
        "a = 1979-05-27T07:32:00.999999-07:00\nb = 1979-05-27 07:32:00\nc = 1979-05-27\nd = 07:32:00.5",
        "a = 9223372036854775807\nb = -9223372036854775808",
    ] {
        assert!(held(text), "ours refuses {text:?}: {:?}", toml_value(text));
    }
}

#[test]
fn corners_that_ours_must_refuse() {
    for text in [
        "a",
        "a =",
        "= 1",
        "a = 1 b = 2",
        "a = 1\na = 2",
        "a.b = 1\na = 2",
        "a = 1\na.b = 2",
        "a = {b = 1}\na.c = 2",
        "[a]\n[a]",
        "a = 1\n[a]",
        "a.b = 1\n[a]",
        "[a.b]\n[a]\nb.c = 1",
        "a = []\n[[a]]",
        "[a]\n[[a]]",
        "[[a]]\n[a]",
        "a = {b = 1}\n[a.c]",
        "[a",
        "[]",
        "[a.]",
        "[[a]",
        "a = [1 2]",
        "a = [,]",
        "a = [1,,2]",
        "a = {b = 1,}",
        "a = {b = 1 c = 2}",
        "a = {,}",
        "a = {b = 1, b = 2}",
        "a = 'x",
        "a = \"x",
        "a = '''x",
        "a = \"\\x\"",
        "a = \"\\ud800\"",
        "a = \"\\u12\"",
        "a = '\u{1}'",
        "a = \"\u{7f}\"",
        "# \u{1}",
        "a = 1\r",
        "a = 1 \r b",
        "a = '''''' '",
        "'''a''' = 1",
        "a = 01",
        "a = 1_",
        "a = _1",
        "a = 1.",
        "a = .1",
        "a = 1.e1",
        "a = 0x",
        "a = 0X1",
        "a = +0x1",
        "a = 1e",
        "a = True",
        "a = 9223372036854775808",
        "a = 1979-13-01",
        "a = 1979-02-30",
        "a = 24:00:00",
        "a = 1979-05-27T",
        "a = 12:00",
        "ключ = 1",
        "a = '''x''''''",
        "a = nano",
        "a = in",
    ] {
        assert!(toml_value(text).is_err(), "ours reads {text:?}");
    }
}

fn scalar() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<i64>().prop_map(|n| n.to_string()),
        "[+-]?[0-9]{1,4}(_[0-9]{1,2})?(\\.[0-9]{1,5})?([eE][+-]?[0-9]{1,2})?",
        "0x[0-9a-fA-F]{1,6}|0o[0-7]{1,6}|0b[01]{1,6}|true|false|inf|-inf|nan",
        "[0-9]{4}-[01][0-9]-[0-3][0-9]([T ][0-2][0-9]:[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-][01][0-9]:[0-5][0-9])?)?",
        "[0-2][0-9]:[0-5][0-9]:[0-6][0-9](\\.[0-9]{1,9})?",
        "'[^'\\x00-\\x08\\x0a-\\x1f\\x7f]{0,12}'",
        "\"([a-z é#\\[\\]=']|\\\\[btnfr\"\\\\]|\\\\u00[0-9a-f]{2}){0,10}\"",
        "'''[a-z\n'\\\\#]{0,8}x'''",
        "\"\"\"\n?([a-z \n'#]|\\\\[tn\"]|\\\\\n){0,8}\"\"\"",
    ]
}

fn value() -> impl Strategy<Value = String> {
    scalar().prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            (prop::collection::vec(inner.clone(), 0..4), "[ \n]?(# c\n)?", ",?").prop_map(
                |(items, gap, last)| {
                    let last = if items.is_empty() { "" } else { &last };
                    format!("[{gap}{}{last}{gap}]", items.join(&format!("{gap},{gap}")))
                }
            ),
            prop::collection::vec((key(), inner), 0..4).prop_map(|entries| {
                let entries: Vec<_> =
                    entries.into_iter().map(|(key, value)| format!("{key} = {value}")).collect();
                format!("{{ {} }}", entries.join(", "))
            }),
        ]
    })
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-d]",
        2 => "[a-c]\\.[a-c]",
        1 => "[a-c] ?\\. ?'[a-c ]'",
        1 => "(variant|players|actions|min_bet|_x|\"hand\"|'')",
    ]
}

fn document() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        6 => (key(), value()).prop_map(|(key, value)| format!("{key} = {value}")),
        1 => key().prop_map(|key| format!("[{key}]")),
        1 => key().prop_map(|key| format!("[[{key}]] # c")),
        1 => Just("# comment".to_owned()),
    ];
    prop::collection::vec(line, 0..8).prop_map(|lines| lines.join("\n"))
}

const HAND: &str = "variant = 'NT'\nantes = [0, 0.50]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n\
    starting_stacks = [100, inf]\nactions = ['d dh p1 AsKs', \"p2 cbr 6.50 # why\", 'p1 f',\n  '', # c\n]\n\
    time = 20:15:00\nhand = 7\nplayers = ['Ann', \"B\\u00f6b\"]\n_x = {a = [1, 2.5], b.c = '''x\n'''}\n";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn generated_documents(text in document()) {
        held(&text);
    }

    #[test]
    fn generated_values_are_read_wherever_the_crate_reads_them(text in value()) {
        let text = format!("a = {text}");
        if text.parse::<toml::Table>().is_ok() && !text.contains(":60") {
            prop_assert!(held(&text), "{}: {:?}", text, toml_value(&text));
        }
    }

    #[test]
    fn mutated_hands(
        changes in prop::collection::vec((0..HAND.len(), 0usize..6, "['\"\\[\\]{},=.#\\\\\n\r\t _a-f0-9:é-]{0,3}"), 1..5)
    ) {
        let mut text = HAND.to_owned();
        for (at, cut, piece) in changes {
            let at = at.min(text.len());
            let end = (at + cut).min(text.len());
            if text.is_char_boundary(at) && text.is_char_boundary(end) {
                text.replace_range(at..end, &piece);
            }
        }
        held(&text);
    }

    #[test]
    fn any_text(text in "\\PC{0,40}|[a='\"\\[\\]{},.#\\\\\n0-9 _-]{0,40}") {
        held(&text);
    }
}
