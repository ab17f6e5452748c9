//! Every example of docs/notation.md, run as it stands there.

use kozyr_notation::json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

struct Example<'a> {
    args: Vec<&'a str>,
    input: &'a str,
    output: &'a str,
}

fn examples(text: &str) -> Vec<Example<'_>> {
    let blocks =
        text.split("```example\n").skip(1).map(|rest| rest.split("```").next().expect("a closed block"));
    blocks
        .map(|block| {
            let (command, rest) = block.split_once('\n').expect("a command");
            let (input, output) = rest.split_once("\n=>").expect("what comes out");
            let args = command.strip_prefix("$ kozyr ").expect("a command of kozyr").split(' ').collect();
            Example { args, input, output: output.trim() }
        })
        .collect()
}

#[test]
fn every_example_does_what_it_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/notation.md");
    let text = std::fs::read_to_string(path).expect("the page");
    let examples = examples(&text);
    assert!(examples.len() >= 9, "only {} examples found", examples.len());
    for Example { args, input, output } in examples {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kozyr"))
            .args(&args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("kozyr runs");
        child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("input is read");
        let done = child.wait_with_output().expect("kozyr ends");
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        if output.starts_with("refused:") {
            assert_eq!((done.status.code(), told.trim()), (Some(1), output), "{input}");
            continue;
        }
        assert_eq!((done.status.code(), told.as_str()), (Some(0), ""), "{input}");
        let seen: Value = String::from_utf8_lossy(&done.stdout).parse().expect("JSON comes out");
        let wanted: Value = output.parse().expect("the example's output is JSON");
        for (name, value) in wanted.as_object().expect("an object").iter() {
            assert!(seen[name].means(value), "{args:?}: {name} is {}, should be {value}", seen[name]);
        }
    }
}
