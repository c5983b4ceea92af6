//! Games side by side, handed over in their order.
//!
//! Each thread takes the next game as soon as it is done with one, so that all are busy to the end, however long single games take.
//! Finished games are handed over by their numbers: whoever counts or writes them sees the same, whatever the number of threads.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How far games may run ahead of the first one that is not finished.
const LEAD: u64 = 4_096;
/// How long a thread waits that is so far ahead.
const NAP: Duration = Duration::from_millis(1);

/// How long nothing comes until that is said.
const PATIENCE: Duration = Duration::from_millis(50);

/// Plays games on so many threads, and hands them over in order, until one is not taken. While none comes, nothing is handed
/// over now and then. A game that is played is told when nobody wants it any more.
pub(super) fn in_order<T: Send, E>(
    games: Range<u64>,
    threads: usize,
    play: impl Fn(u64, &AtomicBool) -> T + Sync,
    mut take: impl FnMut(Option<T>) -> ControlFlow<E>,
) -> ControlFlow<E> {
    let next = AtomicU64::new(games.start);
    let handed_over = AtomicU64::new(games.start);
    let is_over = AtomicBool::new(false);
    let work = |done: mpsc::Sender<(u64, T)>| {
        while !is_over.load(Ordering::Relaxed) {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= games.end {
                return;
            }
            while game.saturating_sub(handed_over.load(Ordering::Relaxed)) > LEAD
                && !is_over.load(Ordering::Relaxed)
            {
                thread::sleep(NAP);
            }
            if done.send((game, play(game, &is_over))).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.max(1) {
            let sender = sender.clone();
            scope.spawn(|| work(sender));
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = games.start;
        loop {
            let mut taken = match receiver.recv_timeout(PATIENCE) {
                Ok((game, result)) => {
                    waiting.insert(game, result);
                    ControlFlow::Continue(())
                }
                Err(RecvTimeoutError::Timeout) => take(None),
                Err(RecvTimeoutError::Disconnected) => return ControlFlow::Continue(()),
            };
            while taken.is_continue()
                && let Some(result) = waiting.remove(&due)
            {
                taken = take(Some(result));
                due += 1;
                handed_over.store(due, Ordering::Relaxed);
            }
            if taken.is_break() {
                is_over.store(true, Ordering::Relaxed);
                return taken;
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slow(game: u64, _: &AtomicBool) -> u64 {
        // The first of each five takes longest, so that later ones overtake it.
        thread::sleep(Duration::from_micros((5 - game % 5) * 200));
        game
    }

    #[test]
    fn games_come_in_order_whatever_the_number_of_threads() {
        for threads in [0, 1, 2, 7] {
            let mut seen = Vec::new();
            let ending = in_order(3..40, threads, slow, |game| {
                seen.extend(game);
                ControlFlow::<()>::Continue(())
            });
            assert!(ending.is_continue());
            assert_eq!(seen, (3..40).collect::<Vec<_>>());
        }
    }

    #[test]
    fn nothing_is_handed_over_after_one_was_refused() {
        let mut seen = 0;
        let ending = in_order(0..1_000_000, 3, slow, |game| {
            seen += u64::from(game.is_some());
            if game == Some(9) {
                ControlFlow::Break("full")
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!((ending, seen), (ControlFlow::Break("full"), 10));
    }
    #[test]
    fn whoever_waits_can_end_a_game_that_does_not_end() {
        let endless = |_, is_over: &AtomicBool| {
            while !is_over.load(Ordering::Relaxed) {
                thread::sleep(NAP);
            }
        };
        let ending = in_order(0..9, 2, endless, |game| match game {
            None => ControlFlow::Break("enough"),
            Some(()) => ControlFlow::Continue(()),
        });
        assert_eq!(ending, ControlFlow::Break("enough"));
    }
}
