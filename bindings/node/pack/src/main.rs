//! Writes the JavaScript and the types around a WebAssembly module: `cardwright-wasm-pack MODULE FOLDER`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let (Some(module), Some(folder), None) = (words.next(), words.next(), words.next()) else {
        eprintln!("usage: cardwright-wasm-pack MODULE FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen
        .input_path(&module)
        .out_name("cardwright")
        .typescript(true)
        // Names of functions are a quarter of the module, and nothing here reads them.
        .remove_name_section(true)
        .remove_producers_section(true);
    // One module for pages and for node: each loads it in its own way.
    let made = bindgen.web(true).and_then(|bindgen| bindgen.generate(&folder));
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::from(1)
        }
    }
}
