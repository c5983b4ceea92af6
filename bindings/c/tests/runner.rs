//! Refusals of the runner of vectors, from Rust.
#![cfg(feature = "conform")]

use cardwright_c::conform::cw_runner_new;
use cardwright_c::cw_text_free;
use std::ffi::{CStr, c_char};
use std::ptr;

// Limit: MOST_NAME in bindings/c/src/conform.rs
#[test]
fn the_name_of_a_folder_may_have_so_many_bytes() {
    let most = 1 << 16;
    let name = vec![b'x'; most];
    for (length, reason) in [(most, "no-folder"), (most + 1, "too-long")] {
        let mut error: *mut c_char = ptr::null_mut();
        // SAFETY: there are `most` bytes; of a longer name none is read.
        let runner = unsafe { cw_runner_new(name.as_ptr().cast(), length, &raw mut error) };
        assert!(runner.is_null());
        // SAFETY: the call has set it to a text.
        let told = unsafe { CStr::from_ptr(error) }.to_string_lossy().into_owned();
        assert!(told.contains(reason), "{told}");
        // SAFETY: it comes from the call, and is used no more.
        unsafe { cw_text_free(error) };
    }
}
