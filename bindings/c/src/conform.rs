//! The runner of conformance vectors, for C. It compiles, so it is there only with the feature `conform`.

use crate::border::{Problem, call, text, utf8};
use cardwright::MOST_LINE;
use cardwright_compiler::Project;
use cardwright_export::conform::Reference;
use std::ffi::c_char;
use std::path::PathBuf;
use std::ptr;
use std::sync::Arc;

/// The most bytes of the name of a folder.
const MOST_NAME: usize = 1 << 16;

/// A runner of conformance vectors. One thread at a time may use it.
pub struct CwRunner(Reference<Arc<Project>>);

/// A runner with the content of the project in a folder. Only in a library that was built with the feature `conform`.
///
/// # Safety
/// `folder` points at `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_runner_new(
    folder: *const c_char,
    length: usize,
    error: *mut *mut c_char,
) -> *mut CwRunner {
    let work = || {
        // SAFETY: the caller's promise.
        let folder = PathBuf::from(unsafe { utf8(folder, length, MOST_NAME, "the folder") }?);
        if !folder.is_dir() {
            let text = format!("there is no folder `{}`", folder.display());
            return Err(Problem::new("no-folder", text));
        }
        let project = Arc::new(Project::load(&folder));
        Ok(Box::into_raw(Box::new(CwRunner(Reference::new(project)))))
    };
    // SAFETY: the caller's promise.
    unsafe { call(error, work) }.unwrap_or(ptr::null_mut())
}

/// The answer to a line of the runner protocol, which `docs/exports.md` describes; null, without an error, if the line says
/// goodbye.
///
/// # Safety
/// `runner` is null or comes from `cw_runner_new`; `line` points at `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_runner_reply(
    runner: *mut CwRunner,
    line: *const c_char,
    length: usize,
    error: *mut *mut c_char,
) -> *mut c_char {
    let work = || {
        // SAFETY: the caller's promise.
        let runner = unsafe { runner.as_mut() }.ok_or_else(|| Problem::null("the runner"))?;
        // SAFETY: the caller's promise.
        let line = unsafe { utf8(line, length, MOST_LINE, "the line") }?;
        Ok(runner.0.answer(line).map_or(ptr::null_mut(), text))
    };
    // SAFETY: the caller's promise.
    unsafe { call(error, work) }.unwrap_or(ptr::null_mut())
}

/// Frees a runner.
///
/// # Safety
/// `runner` is null or comes from `cw_runner_new`, and is used no more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_runner_free(runner: *mut CwRunner) {
    if !runner.is_null() {
        let work = || {
            // SAFETY: the caller's promise.
            drop(unsafe { Box::from_raw(runner) });
            Ok(())
        };
        // SAFETY: nobody wants the error.
        unsafe { call(ptr::null_mut(), work) };
    }
}
