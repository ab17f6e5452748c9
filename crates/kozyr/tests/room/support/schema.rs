//! What the room's schema lists, so that a test can say that nothing is missing.

use serde_json::Value;

fn schema() -> Value {
    serde_json::from_str(include_str!("../../../../../docs/room.schema.json")).unwrap()
}

/// The names of all messages that are commands, in alphabetical order.
pub fn commands() -> Vec<String> {
    let schema = schema();
    let messages = schema["toServer"]["oneOf"].as_array().expect("the messages");
    let commands = messages.iter().filter(|message| message["properties"].get("command").is_some());
    let mut names = Vec::new();
    commands.for_each(|message| collect(message, "type", &mut names));
    names.sort();
    names
}

/// The names of a type's variants in alphabetical order: what `tag` can be, or the texts themselves where there is no tag.
pub fn variants(side: &str, of: &str, tag: &str) -> Vec<String> {
    let schema = schema();
    let defined = &schema[side]["$defs"][of];
    let mut names = Vec::new();
    collect(defined, tag, &mut names);
    assert!(!names.is_empty(), "{of} is not in the schema: {defined}");
    names.sort();
    names.dedup();
    names
}

fn collect(schema: &Value, tag: &str, names: &mut Vec<String>) {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let named = match schema.get("properties").and_then(|properties| properties.get(tag)) {
        Some(named) => named,
        None => schema,
    };
    names.extend(named.get("const").and_then(text));
    names.extend(named.get("enum").and_then(Value::as_array).into_iter().flatten().filter_map(text));
    for choice in ["oneOf", "anyOf"] {
        let choices = schema.get(choice).and_then(Value::as_array);
        choices.into_iter().flatten().for_each(|one| collect(one, tag, names));
    }
}

/// These are all the orders of this kind there are, each once.
pub fn assert_every<T: serde::Serialize>(orders: &[T], of: &str) {
    let said = |order: &T| serde_json::to_value(order).unwrap()["order"].as_str().unwrap().to_owned();
    let mut named: Vec<String> = orders.iter().map(said).collect();
    named.sort();
    assert_eq!(named, variants("toServer", of, "order"), "every order there is");
}
