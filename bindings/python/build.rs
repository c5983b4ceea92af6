//! Symbols of Python are found when Python loads the module; macOS wants to be told.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
