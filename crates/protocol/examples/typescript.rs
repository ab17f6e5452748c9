//! Writes the room's protocol where others expect it: TypeScript for the page, JSON Schema for everybody.
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a tool writes files and says so")]

use kozyr_protocol::room::codes::codes;
use kozyr_protocol::room::typescript::{api_typescript, schema, typescript};

fn main() -> std::io::Result<()> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    for (path, text) in [
        ("web/src/protocol.ts", typescript()),
        ("web/src/api.ts", api_typescript()),
        ("docs/room.schema.json", schema()),
        ("docs/room-codes.md", codes()),
    ] {
        std::fs::write(format!("{root}/{path}"), text)?;
        println!("wrote {path}");
    }
    Ok(())
}
