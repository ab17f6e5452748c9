//! JSON that people can read and compare: what fits a line stands on one. As the page's own formatter has it.

use serde_json::Value;

/// So long a line may be.
const WIDTH: usize = 130;

/// The value as a file.
pub(super) fn write(value: &Value) -> String {
    let mut text = String::new();
    put(value, 0, 0, &mut text);
    text.push('\n');
    text
}

/// Writes the value on a line that has `used` characters so far, `depth` levels deep.
fn put(value: &Value, depth: usize, used: usize, text: &mut String) {
    let line = on_one_line(value);
    // A comma may follow.
    let fits = used + line.chars().count() < WIDTH && depth > 1 && !has_a_long_list(value);
    if fits || !value.is_object() && !value.is_array() {
        return text.push_str(&line);
    }
    let inside = "  ".repeat(depth + 1);
    let (open, close) = if value.is_object() { ('{', '}') } else { ('[', ']') };
    text.push(open);
    let mut first = true;
    let mut next = |text: &mut String, name: String, value: &Value| {
        text.push_str(if std::mem::take(&mut first) { "\n" } else { ",\n" });
        text.push_str(&inside);
        text.push_str(&name);
        put(value, depth + 1, inside.len() + name.chars().count(), text);
    };
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| next(text, format!("{name:?}: "), value));
        }
        Value::Array(values) => values.iter().for_each(|value| next(text, String::new(), value)),
        _ => unreachable!("everything else is on one line"),
    }
    text.push('\n');
    text.push_str(&"  ".repeat(depth));
    text.push(close);
}

/// Several objects with several fields each are read below each other, however short they are; and so are several lists.
fn has_a_long_list(value: &Value) -> bool {
    match value {
        Value::Object(fields) => fields.values().any(has_a_long_list),
        Value::Array(values) => {
            let object = |value: &Value| value.as_object().is_some_and(|fields| fields.len() > 1);
            let list = |value: &Value| value.as_array().is_some_and(|values| values.len() > 1);
            let large = values.iter().all(object) || values.iter().all(list);
            values.len() > 1 && large || values.iter().any(has_a_long_list)
        }
        _ => false,
    }
}

fn on_one_line(value: &Value) -> String {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let fields = fields.iter().map(|(name, value)| format!("{name:?}: {}", on_one_line(value)));
            format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
        }
        Value::Array(values) => {
            format!("[{}]", values.iter().map(on_one_line).collect::<Vec<_>>().join(", "))
        }
        _ => value.to_string(),
    }
}
