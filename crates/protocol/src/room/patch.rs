//! From one view to the next, over any JSON.
//!
//! A view is a tree of objects with text keys, and what is not there is absent: a view has no `null`. That
//! leaves `null` for patches, where it means *gone*. Everything else in a patch is put in its place: an object
//! into the object that is there, key by key, anything else (a number, a text, a whole list) instead of what was
//! there. This is the JSON Merge Patch of RFC 7396, so other people's libraries can apply it too.

mod flat;

pub use flat::Flat;

use flat::{HEAD, kind};
use serde::Serialize;
use serde_json::{Map, Value};
use std::cell::RefCell;

/// A view, or a part of one.
pub type Tree = Map<String, Value>;

/// Most patches are no longer.
const USUAL: usize = 384;

/// What has to be changed in `before` to have `after`, both objects: the fields of the patch as JSON, without the
/// braces around them, so that others can be put beside them. Nothing when they are the same.
pub fn write_fields(before: &Flat, after: &Flat) -> String {
    if before == after {
        return String::new();
    }
    let mut patch = Vec::with_capacity(USUAL);
    write_changes(&before.0[HEAD..], &after.0[HEAD..], &mut patch);
    String::from_utf8(patch).expect("what was flattened was text")
}

thread_local! {
    /// Where a view is flattened to be compared: memory that every table of a thread uses, and that stays near.
    static LATEST: RefCell<Flat> = RefCell::default();
}

/// What has changed since what is known, as [`write_fields`] tells it; from now on that is known.
pub fn write_news(known: &mut Flat, now: &impl Serialize) -> String {
    LATEST.with_borrow_mut(|latest| {
        latest.set(now);
        let news = write_fields(known, latest);
        if !news.is_empty() {
            known.copy(latest);
        }
        news
    })
}

/// The same as a whole object.
pub fn write_patch(before: &Flat, after: &Flat) -> String {
    format!("{{{}}}", write_fields(before, after))
}

fn write_changes(before: &[u8], after: &[u8], patch: &mut Vec<u8>) {
    let mut old = Fields(before);
    let (mut first, mut in_order) = (true, true);
    for (name, value) in Fields(after) {
        let known = match old.next_if(name) {
            Some(known) => Some(known),
            None => {
                // Two views of one kind have their fields in the same order: one is missing here or there.
                in_order = false;
                old.skip_to(name).or_else(|| Fields(before).skip_to(name))
            }
        };
        match known {
            Some(known) if known == value => {}
            Some(known) if known[0] == kind::OBJECT && value[0] == kind::OBJECT => {
                write_name(name, &mut first, patch);
                patch.push(b'{');
                write_changes(&known[HEAD..], &value[HEAD..], patch);
                patch.push(b'}');
            }
            _ => {
                write_name(name, &mut first, patch);
                write_value(value, patch);
            }
        }
    }
    if in_order && old.0.is_empty() {
        return;
    }
    let mut new = Fields(after);
    for (name, _) in Fields(before) {
        if new.next_if(name).is_none() && new.skip_to(name).or_else(|| Fields(after).skip_to(name)).is_none()
        {
            write_name(name, &mut first, patch);
            patch.extend_from_slice(b"null");
        }
    }
}

/// The fields of an object that are still to come.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    /// The value of the next field, if it has this name.
    fn next_if(&mut self, name: &[u8]) -> Option<&'a [u8]> {
        let rest = self.0.strip_prefix(name)?;
        let (value, rest) = rest.split_at(size(rest));
        self.0 = rest;
        Some(value)
    }

    /// The value of the field of this name, if it is still to come; the fields up to it are passed over.
    fn skip_to(&mut self, name: &[u8]) -> Option<&'a [u8]> {
        let mut ahead = Fields(self.0);
        let (_, value) = ahead.find(|(field, _)| *field == name)?;
        self.0 = ahead.0;
        Some(value)
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = (&'a [u8], &'a [u8]);
    fn next(&mut self) -> Option<(&'a [u8], &'a [u8])> {
        if self.0.is_empty() {
            return None;
        }
        let (name, rest) = self.0.split_at(size(self.0));
        let (value, rest) = rest.split_at(size(rest));
        self.0 = rest;
        Some((name, value))
    }
}

/// The bytes of the value that stands first here.
fn size(bytes: &[u8]) -> usize {
    match *bytes {
        [kind::NOTHING | kind::FALSE | kind::TRUE, ..] => 1,
        [kind::NUMBER | kind::LARGE | kind::REAL, ..] => 9,
        [_, a, b, c, d, ..] => HEAD + u32::from_le_bytes([a, b, c, d]) as usize,
        _ => unreachable!("a value is whole"),
    }
}

fn write_name(name: &[u8], first: &mut bool, text: &mut Vec<u8>) {
    if !std::mem::take(first) {
        text.push(b',');
    }
    write_text(&name[HEAD..], text);
    text.push(b':');
}

/// A value as JSON.
fn write_value(value: &[u8], text: &mut Vec<u8>) {
    let eight = || value[1..].try_into().expect("a number has eight bytes");
    match value[0] {
        kind::NOTHING => text.extend_from_slice(b"null"),
        kind::FALSE => text.extend_from_slice(b"false"),
        kind::TRUE => text.extend_from_slice(b"true"),
        kind::NUMBER => write_json(&i64::from_le_bytes(eight()), text),
        kind::LARGE => write_json(&u64::from_le_bytes(eight()), text),
        kind::REAL => write_json(&f64::from_le_bytes(eight()), text),
        kind::TEXT => write_text(&value[HEAD..], text),
        kind::LIST => {
            let (mut rest, mut first) = (&value[HEAD..], true);
            text.push(b'[');
            while !rest.is_empty() {
                if !std::mem::take(&mut first) {
                    text.push(b',');
                }
                let (item, others) = rest.split_at(size(rest));
                write_value(item, text);
                rest = others;
            }
            text.push(b']');
        }
        _ => {
            let mut first = true;
            text.push(b'{');
            for (name, value) in Fields(&value[HEAD..]) {
                write_name(name, &mut first, text);
                write_value(value, text);
            }
            text.push(b'}');
        }
    }
}

fn write_json(value: &(impl serde::Serialize + ?Sized), text: &mut Vec<u8>) {
    serde_json::to_writer(text, value).expect("numbers and texts can be written");
}

fn write_text(bytes: &[u8], text: &mut Vec<u8>) {
    if bytes.iter().any(|&byte| byte < 0x20 || byte == b'"' || byte == b'\\') {
        return write_json(std::str::from_utf8(bytes).expect("what was flattened was text"), text);
    }
    text.push(b'"');
    text.extend_from_slice(bytes);
    text.push(b'"');
}

/// Changes the view as the patch says.
pub fn apply(view: &mut Tree, patch: &Tree) {
    for (name, change) in patch {
        match change {
            Value::Null => {
                view.remove(name);
            }
            Value::Object(change) => {
                let place = view.entry(name).or_insert_with(|| Tree::new().into());
                if !place.is_object() {
                    *place = Tree::new().into();
                }
                if let Value::Object(inner) = place {
                    apply(inner, change);
                }
            }
            plain => {
                view.insert(name.clone(), plain.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn tree(value: Value) -> Tree {
        match value {
            Value::Object(tree) => tree,
            other => panic!("{other} is no tree"),
        }
    }

    /// The patch as it is sent, read again.
    fn diff(before: &Tree, after: &Tree) -> Tree {
        serde_json::from_str(&write_patch(&Flat::of(before), &Flat::of(after))).unwrap()
    }

    /// Any tree without a null; few names, so that two of them have something in common.
    fn trees() -> impl Strategy<Value = Tree> {
        let leaf = prop_oneof![
            any::<bool>().prop_map(Value::from),
            (0..4i64).prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            prop::sample::select(vec![0.5, -0.125, 1e300]).prop_map(Value::from),
            "[a-c]{0,2}".prop_map(Value::from),
            any::<String>().prop_map(Value::from),
            prop::collection::vec(0..3u8, 0..3).prop_map(Value::from),
        ];
        let any = leaf.prop_recursive(3, 24, 4, |inner| {
            prop::collection::btree_map("[a-d]", inner, 0..4)
                .prop_map(|fields| fields.into_iter().collect::<Tree>().into())
        });
        prop::collection::btree_map("[a-d]", any, 0..5).prop_map(|fields| fields.into_iter().collect())
    }

    proptest! {
        #[test]
        fn a_patch_leads_from_one_view_to_the_next(before in trees(), after in trees()) {
            let mut view = before.clone();
            apply(&mut view, &diff(&before, &after));
            prop_assert_eq!(view, after);
        }

        #[test]
        fn patches_one_after_the_other_come_to_the_last_view(views in prop::collection::vec(trees(), 1..8)) {
            let mut view = views[0].clone();
            for pair in views.windows(2) {
                apply(&mut view, &diff(&pair[0], &pair[1]));
            }
            prop_assert_eq!(&view, &views[views.len() - 1]);
        }

        #[test]
        fn nothing_changed_is_an_empty_patch(view in trees()) {
            prop_assert!(diff(&view, &view).is_empty());
        }
    }

    /// Whatever serde's shapes are, the patch from nothing writes them as JSON does.
    #[test]
    fn every_shape_is_written_as_json() {
        #[derive(serde::Serialize)]
        struct Unit;
        #[derive(serde::Serialize)]
        struct Wrapped(u8);
        #[derive(serde::Serialize)]
        struct Pair(u8, &'static str);
        #[derive(serde::Serialize)]
        enum Shape {
            Unit,
            Newtype(u8),
            Tuple(u8, bool),
            Struct { a: u8 },
        }
        #[derive(serde::Serialize)]
        struct All {
            signed: (i8, i16, i32, i64),
            unsigned: (u8, u16, u32, u64),
            real: (f32, f64),
            letters: (char, char, &'static str),
            wrapped: Wrapped,
            pair: Pair,
            shapes: Vec<Shape>,
            by_number: std::collections::BTreeMap<u16, u8>,
            by_letter: std::collections::BTreeMap<char, u8>,
            in_a_list: Vec<Option<u8>>,
            units: Vec<Unit>,
        }
        let all = All {
            signed: (i8::MIN, -2, 3, i64::MIN),
            unsigned: (u8::MAX, 2, 3, u64::MAX),
            real: (0.5, -1e300),
            letters: ('я', '"', "a\u{1}\\b\u{7f}\u{1F0A1}"),
            wrapped: Wrapped(1),
            pair: Pair(2, "two"),
            shapes: vec![Shape::Unit, Shape::Newtype(1), Shape::Tuple(2, true), Shape::Struct { a: 3 }],
            by_number: [(7, 1), (12, 2)].into(),
            by_letter: [('x', 1)].into(),
            in_a_list: vec![Some(1), None],
            units: vec![Unit],
        };
        assert_eq!(write_patch(&Flat::default(), &Flat::of(&all)), serde_json::to_string(&all).unwrap());
    }

    #[test]
    fn a_field_without_a_value_is_absent() {
        let flat = |value: Option<u8>| Flat::of(&json!({ "a": value, "b": 1 }));
        assert_eq!(flat(None), Flat::of(&json!({ "b": 1 })));
        assert_eq!(write_patch(&flat(Some(1)), &flat(None)), r#"{"a":null}"#);
    }

    #[test]
    fn what_was_told_is_known_and_takes_no_more_room_than_it_has_to() {
        let (mut known, all) = (Flat::default(), json!({ "a": 1, "b": { "c": "text", "d": [1, 2] } }));
        assert_eq!(write_news(&mut known, &all), r#""a":1,"b":{"c":"text","d":[1,2]}"#);
        assert_eq!(known, Flat::of(&all));
        assert_eq!(known.0.capacity(), known.0.len());
        assert_eq!(write_news(&mut known, &all), "");
        assert_eq!(
            write_news(&mut known, &json!({ "a": 1, "b": { "c": "word" } })),
            r#""b":{"c":"word","d":null}"#
        );
        assert_eq!(write_news(&mut known, &json!({ "a": 2 })), r#""a":2,"b":null"#);
        assert_eq!(known, Flat::of(&json!({ "a": 2 })));
    }

    #[test]
    #[should_panic(expected = "a key is a text")]
    fn a_key_that_is_no_text_is_an_error_of_the_program() {
        Flat::of(&std::collections::BTreeMap::from([((1, 2), 3)]));
    }

    /// The same lines are read by the page's test.
    #[test]
    fn the_shared_examples() {
        let examples: Vec<Value> = serde_json::from_str(include_str!("../../tests/patches.json")).unwrap();
        assert!(examples.len() >= 10);
        for example in examples {
            let part = |name: &str| tree(example[name].clone());
            let (before, patch, after) = (part("before"), part("patch"), part("after"));
            assert_eq!(diff(&before, &after), patch, "{}", example["name"]);
            let mut view = before;
            apply(&mut view, &patch);
            assert_eq!(view, after, "{}", example["name"]);
        }
    }

    #[test]
    fn a_patch_that_removes_what_is_not_there_does_nothing() {
        let mut view = tree(json!({ "a": 1 }));
        apply(&mut view, &tree(json!({ "b": null, "c": { "d": null } })));
        assert_eq!(view, tree(json!({ "a": 1, "c": {} })));
    }
}
