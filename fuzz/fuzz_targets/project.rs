//! See `cardwright_fuzzing::TARGETS`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    cardwright_fuzzing::feed("project", data);
});
