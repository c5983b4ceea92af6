//! See `hostile::pack` of the tests crate.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = cardwright_conformance::hostile::pack(data);
});
