//! The browser client is embedded when it has been built; look again when it is built anew.

fn main() {
    println!("cargo:rerun-if-changed=../../web/dist");
}
