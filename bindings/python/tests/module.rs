//! The module that Python loads is built with the tests of the workspace, beside them; `bindings/python/check` tries it.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests read files where they like"
)]

#[test]
fn the_module_is_there_and_begins_as_python_asks() {
    let own = std::env::current_exe().expect("this test is a file");
    let name = format!(
        "{}_native{}",
        std::env::consts::DLL_PREFIX,
        std::env::consts::DLL_SUFFIX
    );
    let module = own.with_file_name(name);
    let bytes = std::fs::read(&module).unwrap_or_else(|why| panic!("{}: {why}", module.display()));
    let entry = b"PyInit__native";
    assert!(bytes.windows(entry.len()).any(|part| part == entry));
}
