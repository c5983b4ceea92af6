//! Work on a second thread, where there is enough of it.

use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, scope};

/// Does two things side by side if it is worth a thread and one can be had; else one after the other.
pub(crate) fn both<A: Send, B>(
    is_worth_it: bool,
    there: impl FnOnce() -> A + Send,
    here: impl FnOnce() -> B,
) -> (A, B) {
    if !is_worth_it {
        return (there(), here());
    }
    // Whoever comes first takes it: the thread, or this one if there is none.
    let waiting = Mutex::new(Some(there));
    let take = || {
        let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.take()
    };
    let (done, here) = scope(|scope| {
        let thread = Builder::new().spawn_scoped(scope, || take().map(|there| there()));
        let here = here();
        let done = thread.ok().map(|thread| {
            thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        (done.flatten(), here)
    });
    match done.or_else(|| take().map(|there| there())) {
        Some(done) => (done, here),
        None => unreachable!("it is taken once, and what takes it gives a result or panics"),
    }
}

#[cfg(test)]
mod tests {
    use super::both;

    #[test]
    fn both_results_come_back_with_and_without_a_thread() {
        for is_worth_it in [false, true] {
            assert_eq!(both(is_worth_it, || 1, || 2), (1, 2));
        }
    }
}
