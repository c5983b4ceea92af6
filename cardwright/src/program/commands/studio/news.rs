//! What has changed, for pages that wait for it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch;

/// The most changes that are kept; a page that slept longer reads everything again.
const MOST_KEPT: usize = 1_000;

/// Changes with their numbers.
#[derive(Clone)]
pub(super) struct News {
    kept: Arc<Mutex<VecDeque<(u64, String)>>>,
    latest: watch::Sender<u64>,
}

impl News {
    pub(super) fn new() -> Self {
        Self {
            kept: Arc::default(),
            latest: watch::Sender::new(0),
        }
    }

    /// Something has changed.
    pub(super) fn tell(&self, what: impl IntoIterator<Item = String>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut number = *self.latest.borrow();
        for what in what {
            number += 1;
            kept.push_back((number, what));
        }
        while kept.len() > MOST_KEPT {
            kept.pop_front();
        }
        drop(kept);
        self.latest.send_replace(number);
    }

    /// What has changed since a number, as soon as something has; each change once.
    pub(super) async fn since(&self, number: u64) -> (u64, Vec<String>) {
        let mut latest = self.latest.subscribe();
        // The sender lives as long as this.
        let now = latest
            .wait_for(|&now| now > number)
            .await
            .map_or(number, |now| *now);
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut changed: Vec<String> = Vec::new();
        if kept.front().is_some_and(|&(first, _)| first > number + 1) {
            changed.push("everything".to_owned());
        }
        for (_, what) in kept.iter().filter(|(at, _)| *at > number) {
            if !changed.contains(what) {
                changed.push(what.clone());
            }
        }
        (now, changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waited(news: &News, number: u64) -> (u64, Vec<String>) {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .expect("it can be made");
        runtime.block_on(news.since(number))
    }

    #[test]
    fn a_page_learns_each_change_once() {
        let news = News::new();
        news.tell(["files".to_owned(), "game:1".to_owned()]);
        news.tell(["game:1".to_owned()]);
        assert_eq!(
            waited(&news, 0),
            (3, vec!["files".to_owned(), "game:1".to_owned()])
        );
        assert_eq!(waited(&news, 2), (3, vec!["game:1".to_owned()]));
    }

    #[test]
    fn a_page_that_slept_too_long_reads_everything_again() {
        // Limit: MOST_KEPT in cardwright/src/program/commands/studio/news.rs
        let news = News::new();
        let tell = |count: usize| news.tell((0..count).map(|number| format!("game:{number}")));
        tell(MOST_KEPT);
        assert!(!waited(&news, 0).1.contains(&"everything".to_owned()));
        tell(1);
        assert!(waited(&news, 0).1.contains(&"everything".to_owned()));
    }
}
