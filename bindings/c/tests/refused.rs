//! Refusals of calls, from Rust: lengths just at and just above the limits.

use cardwright_c::{cw_agent_new, cw_content_load, cw_text_free};
use std::ffi::{CStr, c_char};
use std::ptr;

// Limit: MOST_PACK in bindings/c/src/lib.rs
#[test]
fn a_pack_may_have_so_many_bytes() {
    let most = 64 << 20;
    let bytes = vec![0_u8; most];
    for (length, reason) in [(most, "unsound"), (most + 1, "too-long")] {
        let mut error: *mut c_char = ptr::null_mut();
        // SAFETY: there are `most` bytes; of a longer pack none is read.
        let content = unsafe { cw_content_load(bytes.as_ptr(), length, &raw mut error) };
        assert!(content.is_null());
        // SAFETY: the call has set it to a text.
        let told = unsafe { CStr::from_ptr(error) }.to_string_lossy().into_owned();
        assert!(told.contains(reason), "{told}");
        // SAFETY: it comes from the call, and is used no more.
        unsafe { cw_text_free(error) };
    }
}

// Limit: MOST_WORD in bindings/c/src/agent.rs
#[test]
fn the_name_of_an_agent_may_have_so_many_bytes() {
    let name = [b'a'; 65];
    for (length, reason) in [(64, "unknown-agent"), (65, "too-long")] {
        let mut error: *mut c_char = ptr::null_mut();
        // SAFETY: there are so many bytes, and nobody says how much is thought.
        let agent = unsafe { cw_agent_new(name.as_ptr().cast(), length, 1, ptr::null(), 0, &raw mut error) };
        assert!(agent.is_null());
        // SAFETY: the call has set it to a text.
        let told = unsafe { CStr::from_ptr(error) }.to_string_lossy().into_owned();
        assert!(told.contains(reason), "{told}");
        // SAFETY: it comes from the call, and is used no more.
        unsafe { cw_text_free(error) };
    }
}
