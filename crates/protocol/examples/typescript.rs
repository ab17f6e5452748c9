//! Writes the TypeScript of the room's protocol where the browser client expects it.
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a tool writes files and says so")]

fn main() -> std::io::Result<()> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/protocol.ts");
    if let Some(folder) = std::path::Path::new(path).parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(path, kozyr_protocol::room::typescript::typescript())?;
    println!("wrote web/src/protocol.ts");
    Ok(())
}
