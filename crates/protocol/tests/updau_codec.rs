//! Documents: what is read, what is refused, and that both forms say the same.

use kozyr_protocol::updau::{Code, Deframer, Element, Fault, Limits, Message, Wire, frame, requests};
use proptest::prelude::*;

fn xml(text: &str) -> Result<Element<'_>, Fault> {
    Wire::Xml.read(text.as_bytes(), &Limits::CLIENT)
}

fn json(text: &str) -> Result<Element<'_>, Fault> {
    Wire::Json.read(text.as_bytes(), &Limits::CLIENT)
}

#[test]
fn both_forms_are_the_same_document() {
    for (one, other) in [
        (r#"<request cmd="ping"/>"#, r#"{"request":{"cmd":"ping"}}"#),
        (r#"<request cmd="ping">hi</request>"#, r##"{"request":{"cmd":"ping","#text":"hi"}}"##),
        (
            r#"<request cmd="open" sign="7"><token value="t" tag="a"/></request>"#,
            r#"{"request":{"cmd":"open","sign":7,"token":{"value":"t","tag":"a"}}}"#,
        ),
        (
            "<pack>\n  <request cmd=\"ver\"/>\n  <request cmd=\"games\"/>\n</pack>",
            r#"{"pack":{"request":[{"cmd":"ver"},{"cmd":"games"}]}}"#,
        ),
        (
            r#"<availables><available type="FINISH"/></availables>"#,
            r#"{"availables":{"nothing":null,"available":[{"type":"FINISH"}]}}"#,
        ),
    ] {
        assert_eq!(xml(one).unwrap(), json(other).unwrap(), "{one}");
    }
    assert_eq!(json(r#"{"cmd":"ver"}"#).unwrap(), xml(r#"<request cmd="ver"/>"#).unwrap());
}

#[test]
fn what_xml_allows_is_read() {
    let read = |text| xml(text).unwrap().into_owned();
    let ping = read(r#"<request cmd="ping">a&lt;b &amp; &#x4F;&#107; <![CDATA[<c>]]></request>"#);
    assert_eq!(ping.text(), "a<b & Ok <c>");
    let spaced = read(
        "\u{feff}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- hi -->\n<request\n  cmd = 'ping'\r\n sign=\"a&quot;'\"\n/>\n",
    );
    assert_eq!(spaced.get("sign"), Some("a\"'"));
    assert_eq!(read("<request cmd='p\n\tq'/>").get("cmd"), Some("p  q"));
    assert_eq!(read("<request cmd='' sign='1'/>").get("cmd"), None);
    assert_eq!(read("<r><a>\r\nx</a></r>").find("a").unwrap().text(), "\nx");
}

#[test]
fn what_is_no_document_is_refused() {
    for text in [
        "",
        " ",
        "hello",
        "<",
        "<request",
        "<request cmd='ping'>",
        "<request cmd='ping'></response>",
        "</request>",
        "<request cmd=ping/>",
        "<request cmd='a' cmd='b'/>",
        "<request cmd='a'/><request cmd='b'/>",
        "<request cmd='a'/>x",
        "<request cmd='a<b'/>",
        "<request cmd='&bomb;'/>",
        "<request cmd='ping'>&bomb;</request>",
        "<request cmd='ping'>a & b</request>",
        "<request cmd='ping'>&#0;</request>",
        "<request cmd='&#1;'/>",
        "<request cmd='ping'>&#xFFFE;</request>",
        "<request cmd='ping'>\u{1}</request>",
        "<!DOCTYPE r [<!ENTITY a 'b'>]><r/>",
        "<r/><?xml version='1.0'?>",
        "<r><!-- -- --></r>",
        "<1r/>",
        "<r 1='2'/>",
    ] {
        let refused = xml(text).unwrap_err();
        assert_eq!(refused.code, Code::Bad, "{text}");
    }
    for text in [
        "",
        "{",
        "[]",
        "7",
        "{}",
        "{\"request\":7}",
        "{\"request\":{\"cmd\":\"a\",\"cmd\":\"b\"}}",
        "{\"request\":{\"cmd\":[\"a\"]}}",
        "{\"request\":{\"cmd\":1.5}}",
        "{\"request\":{\"a b\":\"x\"}}",
        "{\"request\":{\"cmd\":\"\\u0000\"}}",
        "{\"request\":{\"#text\":{}}}",
        "{\"request\":{\"cmd\":\"a\"}} {}",
        "{\"request\":{\"cmd\":\"a\"},\"action\":{}}",
    ] {
        assert_eq!(json(text).unwrap_err().code, Code::Bad, "{text}");
    }
    assert_eq!(Wire::Xml.read(b"<r>\xff</r>", &Limits::CLIENT).unwrap_err().code, Code::Bad);
}

#[test]
fn limits_hold_in_both_forms() {
    let limits = Limits::CLIENT;
    assert_eq!(
        (limits.bytes, limits.depth, limits.elements, limits.attributes),
        (8192, 8, 256, 256),
        "as documented"
    );
    let deep = |n: usize| "<a>".repeat(n) + &"</a>".repeat(n);
    let deep_json = |n: usize| "{\"a\":".repeat(n) + "{}" + &"}".repeat(n);
    assert!(xml(&deep(limits.depth)).is_ok() && xml(&deep(limits.depth + 1)).is_err());
    assert!(json(&deep_json(limits.depth)).is_ok() && json(&deep_json(limits.depth + 1)).is_err());

    let wide = |n: usize| format!("<r>{}</r>", "<a/>".repeat(n));
    let wide_json = |n: usize| format!("{{\"r\":{{\"a\":[{}{{}}]}}}}", "{},".repeat(n - 1));
    assert!(xml(&wide(limits.elements - 1)).is_ok() && xml(&wide(limits.elements)).is_err());
    assert!(json(&wide_json(limits.elements - 1)).is_ok() && json(&wide_json(limits.elements)).is_err());

    let rich = |n: usize| format!("<r {}/>", (0..n).map(|i| format!("a{i}='1' ")).collect::<String>());
    let members = |n: usize| (0..n).map(|i| format!("\"a{i}\":1")).collect::<Vec<_>>().join(",");
    let rich_json = |n: usize| format!("{{\"r\":{{{}}}}}", members(n));
    assert!(xml(&rich(limits.attributes)).is_ok() && xml(&rich(limits.attributes + 1)).is_err());
    assert!(json(&rich_json(limits.attributes)).is_ok() && json(&rich_json(limits.attributes + 1)).is_err());

    let long = |n: usize| format!("<r>{}</r>", "x".repeat(n - 7));
    assert!(xml(&long(limits.bytes)).is_ok());
    assert_eq!(xml(&long(limits.bytes + 1)).unwrap_err().code, Code::TooLarge);
    assert_eq!(json(&" ".repeat(limits.bytes + 1)).unwrap_err().code, Code::TooLarge);
}

#[test]
fn a_request_without_sense_keeps_its_head() {
    let read = |text: &str| requests(Wire::Xml, text.as_bytes(), &Limits::CLIENT);
    let unknown = read(r#"<request cmd="dance" pub="1" sign="s"/>"#).unwrap().remove(0).unwrap();
    assert_eq!((unknown.head.cmd.as_str(), unknown.head.sign.as_deref()), ("dance", Some("s")));
    assert_eq!(unknown.command.unwrap_err().code, Code::NotFound);
    let halved =
        read(r#"<request cmd="game" pub="1"><game cmd="turn"/></request>"#).unwrap().remove(0).unwrap();
    assert_eq!(halved.command.unwrap_err().code, Code::Bad);
    for headless in
        ["<request/>", "<request cmd=''/>", "<foo cmd='ping'/>", "<action cmd='auth'/>", "<pack/>"]
    {
        assert_eq!(read(headless).unwrap_err().code, Code::Bad, "{headless}");
    }
    let nested = "<pack><pack><request cmd='ver'/></pack></pack>";
    assert_eq!(read(nested).unwrap().remove(0).unwrap_err().code, Code::Bad);
    let half = "<pack><request cmd='ver'/><request/><request cmd='games'/></pack>";
    assert_eq!(read(half).unwrap().iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
    let long = format!("<request cmd='{}'/>", "x".repeat(65));
    assert_eq!(read(&long).unwrap_err().code, Code::Bad);
}

#[test]
fn tcp_cuts_at_lengths_wherever_the_bytes_break() {
    let documents: [&[u8]; 3] = [b"<a/>", b"", b"<request cmd='ver'/>"];
    let stream: Vec<u8> = documents.iter().flat_map(|document| frame(document)).collect();
    for piece in 1..=stream.len() {
        let mut deframer = Deframer::new(Limits::CLIENT);
        let mut cut = Vec::new();
        for mut bytes in stream.chunks(piece) {
            while let Some(document) = deframer.next(&mut bytes).unwrap() {
                cut.push(document);
            }
            assert!(bytes.is_empty());
        }
        assert_eq!(cut, documents);
    }
    let mut deframer = Deframer::new(Limits::CLIENT);
    assert_eq!(deframer.next(&mut &[0, 0, 0x20, 1][..]).unwrap_err().code, Code::TooLarge);
}

fn any_name() -> impl Strategy<Value = String> {
    "[a-zA-Z_][a-zA-Z0-9_]{0,6}"
}

fn any_element() -> impl Strategy<Value = String> {
    // As text, so that the tree is built by the reader and not by us.
    let leaf = (any_name(), "[ -~а-я\n\t]{0,12}").prop_map(|(name, text)| {
        let escaped =
            text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
        format!("<{name} v=\"{escaped}\">{escaped}</{name}>")
    });
    leaf.prop_recursive(4, 24, 4, |inner| {
        (any_name(), prop::collection::vec(inner, 0..4))
            .prop_map(|(name, children)| format!("<{name} a=\"1\" b=\"\">{}</{name}>", children.concat()))
    })
}

/// Children of one name move together in JSON; attributes and everything else stay as they are.
fn gathered<'a>(element: &Element<'a>) -> Element<'a> {
    let mut names: Vec<&str> = Vec::new();
    for child in element.children() {
        if !names.contains(&child.name()) {
            names.push(child.name());
        }
    }
    let children = names.iter().flat_map(|name| element.all(name)).map(gathered).collect::<Vec<_>>();
    let mut bare = element.clone();
    bare.clear_children();
    bare.children_from(children)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn documents_go_both_ways_in_both_forms(text in any_element()) {
        let element = xml(&text).unwrap();
        let as_xml = Wire::Xml.write(&element);
        prop_assert_eq!(&Wire::Xml.read(&as_xml, &Limits::SERVER).unwrap(), &element);
        // A child named like an attribute has no twin.
        fn twin(element: &Element<'_>) -> bool {
            element.children().iter().all(|child| !element.has(child.name()) && twin(child))
        }
        if twin(&element) {
            let as_json = Wire::Json.write(&element);
            let again = Wire::Json.read(&as_json, &Limits::SERVER);
            prop_assert_eq!(again.unwrap(), gathered(&element), "{}", String::from_utf8_lossy(&as_json));
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), text in "[<>/a-c=\"'&;# !\\[\\]-]{0,60}") {
        for wire in [Wire::Xml, Wire::Json] {
            for input in [bytes.as_slice(), text.as_bytes()] {
                if let Err(fault) = Message::decode(wire, input, &Limits::CLIENT) {
                    prop_assert!(!fault.text.is_empty());
                }
            }
        }
    }
}
