//! The language service for pages: each page talks to a thread of its own, as an editor does over standard input and output.

use super::news::News;
use crate::lsp::{Event, event, events, talk};
use lsp_server::Message;
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The most pages that can be connected to the language server at a time.
const MOST_TALKS: usize = 8;
/// The most messages that wait for a page; older ones are dropped, since errors are sent again.
const MOST_SAID: usize = 2_000;
/// How long a page waits for an answer.
const PATIENCE: Duration = Duration::from_secs(20);
/// The stack of a thread: the compiler's limits of nesting hold on less.
const STACK: usize = 16 << 20;

/// What the service has said to a page, and has not been fetched.
#[derive(Default)]
struct Said {
    messages: Mutex<VecDeque<Value>>,
    more: Condvar,
}

struct Talk {
    tell: SyncSender<Event>,
    said: Arc<Said>,
    begun: Instant,
}

/// The talks with pages, by names that pages choose.
pub(super) struct Language {
    talks: Mutex<BTreeMap<String, Talk>>,
    news: News,
}

impl Language {
    pub(super) fn new(news: &News) -> Self {
        Self {
            talks: Mutex::default(),
            news: news.clone(),
        }
    }

    /// Tells the service something, waits for the answer if it is a question, and gives all that was said meanwhile.
    pub(super) fn ask(&self, page: &str, message: &Value) -> Result<Value, String> {
        let (tell, said) = self.talk(page)?;
        if !message.is_null() {
            let bytes = message.to_string().into_bytes();
            tell.send(event(&bytes))
                .map_err(|_| "the language service has ended".to_owned())?;
        }
        let question = message.get("id").filter(|_| message.get("method").is_some());
        Ok(Value::Array(said.wait_for(question)))
    }

    fn talk(&self, page: &str) -> Result<(SyncSender<Event>, Arc<Said>), String> {
        let mut talks = self.talks.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(talk) = talks.get(page) {
            return Ok((talk.tell.clone(), Arc::clone(&talk.said)));
        }
        if talks.len() >= MOST_TALKS
            && let Some(oldest) = talks
                .iter()
                .min_by_key(|(_, talk)| talk.begun)
                .map(|(page, _)| page.clone())
        {
            // Its page is most likely closed; if not, it begins anew.
            talks.remove(&oldest);
        }
        let talk = self.begin()?;
        let both = (talk.tell.clone(), Arc::clone(&talk.said));
        talks.insert(page.to_owned(), talk);
        Ok(both)
    }

    fn begin(&self) -> Result<Talk, String> {
        let (tell, told) = events();
        let said = Arc::new(Said::default());
        let (to, news, name) = (Arc::clone(&said), self.news.clone(), "lsp".to_owned());
        let out = move |message: &Message| {
            to.put(serde_json::to_value(message)?);
            news.tell([name.clone()]);
            Ok(())
        };
        let own = tell.clone();
        std::thread::Builder::new()
            .name("studio-lsp".to_owned())
            .stack_size(STACK)
            .spawn(move || talk(Box::new(out), own, &told))
            .map_err(|error| error.to_string())?;
        let begun = Instant::now();
        Ok(Talk { tell, said, begun })
    }
}

impl Said {
    fn put(&self, message: Value) {
        let mut messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        if messages.len() >= MOST_SAID {
            messages.pop_front();
        }
        messages.push_back(message);
        self.more.notify_all();
    }

    /// Everything that was said, as soon as the answer to a question is among it.
    fn wait_for(&self, question: Option<&Value>) -> Vec<Value> {
        let until = Instant::now() + PATIENCE;
        let mut messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(id) = question {
            let is_answer = |one: &Value| one.get("id") == Some(id) && one.get("method").is_none();
            let left = until.saturating_duration_since(Instant::now());
            if messages.iter().any(is_answer) || left.is_zero() {
                break;
            }
            let waited = self.more.wait_timeout(messages, left);
            messages = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        messages.drain(..).collect()
    }
}
