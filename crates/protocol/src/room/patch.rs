//! From one view to the next, over any JSON.
//!
//! A view is a tree of objects with text keys, and what is not there is absent: a view has no `null`. That
//! leaves `null` for patches, where it means *gone*. Everything else in a patch is put in its place: an object
//! into the object that is there, key by key, anything else (a number, a text, a whole list) instead of what was
//! there. This is the JSON Merge Patch of RFC 7396, so other people's libraries can apply it too.

use serde_json::{Map, Value};

/// A view, or a part of one.
pub type Tree = Map<String, Value>;

/// What has to be changed in `before` to have `after`; nothing in it when they are the same. Neither may have a
/// `null` in it.
pub fn diff(before: &Tree, after: &Tree) -> Tree {
    let mut patch = Tree::new();
    for name in before.keys().filter(|name| !after.contains_key(*name)) {
        patch.insert(name.clone(), Value::Null);
    }
    for (name, new) in after {
        match (before.get(name), new) {
            (Some(Value::Object(old)), Value::Object(new)) => {
                let inner = diff(old, new);
                if !inner.is_empty() {
                    patch.insert(name.clone(), inner.into());
                }
            }
            (Some(old), new) if old == new => {}
            (_, new) => {
                patch.insert(name.clone(), new.clone());
            }
        }
    }
    patch
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

    /// Any tree without a null; few names, so that two of them have something in common.
    fn trees() -> impl Strategy<Value = Tree> {
        let leaf = prop_oneof![
            any::<bool>().prop_map(Value::from),
            (0..4i64).prop_map(Value::from),
            "[a-c]{0,2}".prop_map(Value::from),
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
