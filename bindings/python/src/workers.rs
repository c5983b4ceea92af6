//! Threads that share the work of each step, the calling one among them: it begins at once, and the others join when they are awake. A step
//! of some games takes so short a time that it matters.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// See the module.
pub(crate) struct Workers {
    /// All but the calling thread.
    others: Option<ThreadPool>,
}

impl Workers {
    /// So many threads, the calling one among them.
    pub(crate) fn new(threads: usize) -> Result<Self, String> {
        let others = match threads {
            0 | 1 => None,
            more => {
                let pool = ThreadPoolBuilder::new().num_threads(more - 1).build();
                Some(pool.map_err(|why| why.to_string())?)
            }
        };
        Ok(Self { others })
    }

    /// Does something with each item. Each thread begins with items of its own, the same ones in each step, which are still near its core;
    /// then it helps the others, so that all are busy to the end.
    pub(crate) fn each<T: Send>(&self, items: &mut [T], work: impl Fn(&mut T) + Sync) {
        let Some(others) = &self.others else {
            items.iter_mut().for_each(work);
            return;
        };
        let threads = others.current_num_threads() + 1;
        let wide = items.len().div_ceil(threads).max(1);
        // Each lock is taken once: it only shows that no two threads have the same item.
        let items: Vec<Mutex<&mut T>> = items.iter_mut().map(Mutex::new).collect();
        let blocks: Vec<(AtomicUsize, &[Mutex<&mut T>])> = items
            .chunks(wide)
            .map(|block| (AtomicUsize::new(0), block))
            .collect();
        let share = |first: usize| {
            let (before, own) = blocks.split_at(first.min(blocks.len()));
            for (next, block) in own.iter().chain(before) {
                while let Some(item) = block.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Ok(mut item) = item.lock() {
                        work(&mut item);
                    }
                }
            }
        };
        others.in_place_scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|_| share(rayon::current_thread_index().unwrap_or(0) + 1));
            }
            share(0);
        });
    }
}
