//! The border that every call from C crosses: pointers are checked, panics stop here, texts and errors are
//! handed over.

use serde_json::{Value, json};
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Why a call did not do what it was asked for: one word that stays as it is, and a text for people.
pub(crate) struct Problem {
    pub(crate) error: &'static str,
    pub(crate) text: String,
}

impl Problem {
    pub(crate) fn new(error: &'static str, text: impl Into<String>) -> Self {
        Self {
            error,
            text: text.into(),
        }
    }

    pub(crate) fn null(what: &str) -> Self {
        Self::new("null", format!("{what} is a null pointer"))
    }

    fn json(&self) -> Value {
        json!({ "error": self.error, "text": self.text })
    }
}

/// Does a call's work. What goes wrong, panics too, is written to `error` (if that is not null), and nothing is given.
///
/// # Safety
/// `error` is null or may be written.
pub(crate) unsafe fn call<T>(
    error: *mut *mut c_char,
    work: impl FnOnce() -> Result<T, Problem>,
) -> Option<T> {
    let done = catch_unwind(AssertUnwindSafe(work));
    let problem = match done {
        Ok(Ok(done)) => {
            // SAFETY: the caller's promise.
            unsafe { put(error, std::ptr::null_mut()) };
            return Some(done);
        }
        Ok(Err(problem)) => problem,
        Err(_) => Problem::new(
            "panic",
            "a fault of cardwright; please report it. Free what the call was about",
        ),
    };
    // SAFETY: the caller's promise.
    unsafe { put(error, text(problem.json().to_string())) };
    None
}

/// # Safety
/// `to` is null or may be written.
unsafe fn put(to: *mut *mut c_char, value: *mut c_char) {
    if to.is_null() {
        // Nobody wants it.
        free(value);
    } else {
        // SAFETY: it is not null, and the caller says that it may be written.
        unsafe { to.write(value) };
    }
}

/// A text that C owns until it gives it to [`free`].
pub(crate) fn text(text: String) -> *mut c_char {
    // JSON has no zero bytes; should one come, the text ends there.
    let mut bytes = text.into_bytes();
    if let Some(zero) = bytes.iter().position(|&byte| byte == 0) {
        bytes.truncate(zero);
    }
    CString::new(bytes).map_or(std::ptr::null_mut(), CString::into_raw)
}

/// Takes a text back.
pub(crate) fn free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: texts that C holds come from `text`, and the header says that each is given back once.
        drop(unsafe { CString::from_raw(text) });
    }
}

/// The bytes that C points at; at most so many.
///
/// # Safety
/// `from` is null or points at `length` bytes that stay as they are during the call.
pub(crate) unsafe fn bytes<'a>(
    from: *const u8,
    length: usize,
    most: usize,
    what: &str,
) -> Result<&'a [u8], Problem> {
    if from.is_null() {
        return Err(Problem::null(what));
    }
    if length > most {
        return Err(Problem::new(
            "too-long",
            format!("{what} has more than {most} bytes"),
        ));
    }
    // SAFETY: it is not null, `most` is far below `isize::MAX`, and the caller promises the bytes.
    Ok(unsafe { std::slice::from_raw_parts(from, length) })
}

/// The bytes that C points at, as UTF-8 text; at most so many.
///
/// # Safety
/// `from` is null or points at `length` bytes that stay as they are during the call.
pub(crate) unsafe fn utf8<'a>(
    from: *const c_char,
    length: usize,
    most: usize,
    what: &str,
) -> Result<&'a str, Problem> {
    // SAFETY: the caller's promise.
    let bytes = unsafe { bytes(from.cast(), length, most, what) }?;
    std::str::from_utf8(bytes).map_err(|_| Problem::new("not-utf-8", format!("{what} is not UTF-8")))
}
