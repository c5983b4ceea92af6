//! The committed header is what the source says. `CARDWRIGHT_UPDATE=1 cargo test -p cardwright-capi --test header` writes it.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests put files where they like, and start programs"
)]

use std::path::Path;

#[test]
fn the_header_is_fresh() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).expect("it can be read");
    let builder = cbindgen::Builder::new().with_config(config);
    let sources = ["lib.rs", "border.rs"].map(|name| folder.join("src").join(name));
    let builder = sources.into_iter().fold(builder, cbindgen::Builder::with_src);
    let mut header = Vec::new();
    builder
        .generate()
        .expect("the source is sound")
        .write(&mut header);
    let header = String::from_utf8(header).expect("it is text");
    let path = folder.join("include/cardwright.h");
    if std::env::var_os("CARDWRIGHT_UPDATE").is_some() {
        std::fs::write(&path, &header).expect("it can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(committed, header, "include/cardwright.h is out of date");
}
