//! A mapping as it was read: its document, and its patterns ready for use.

use crate::documents::{Choice, ConditionDoc, IdDoc, ImportDoc, SkipDoc, Take, TakeDoc};
use crate::known::Why;
use cardwright_compiler::document::{At, Entries, Fact, read};
use cardwright_compiler::source::{FileId, Location};
use cardwright_compiler::{Diagnostic, Sources, codes};
use regex::{Regex, RegexBuilder};
use serde::de::DeserializeOwned;
use std::collections::HashMap;

/// The most bytes that a pattern may need when it is ready for use.
const MOST_PATTERN_BYTES: usize = 1 << 20;
/// The tests of a condition, beside values.
const TESTS: [&str; 3] = ["not", "given", "matches"];

/// A mapping.
pub struct Mapping {
    /// Its document.
    pub doc: ImportDoc,
    /// Its file, as people call it.
    pub name: String,
    text: Text,
    patterns: HashMap<String, Regex>,
}

/// The text of a mapping or form: where something can be wrong.
pub(crate) struct Text {
    sources: Sources,
    file: FileId,
}

/// Why an import was not tried.
#[derive(Debug)]
pub enum Refused {
    /// The mapping has errors.
    Mapping(Box<(Sources, Vec<Diagnostic>)>),
    /// A source cannot be read.
    Source(String),
    /// The content of the system has errors.
    Content,
}

impl Mapping {
    /// Reads a mapping.
    ///
    /// # Errors
    /// If the mapping has errors; it returns all of them.
    pub fn read(name: &str, text: String) -> Result<Self, Refused> {
        let (doc, text) = Text::read::<ImportDoc>(name, text)?;
        let mut patterns = Patterns::default();
        patterns.of_mapping(&doc);
        let mapping = Self {
            doc,
            name: name.to_owned(),
            text,
            patterns: patterns.ready,
        };
        match patterns.wrong.is_empty() {
            true => Ok(mapping),
            false => Err(mapping.refuse_all(patterns.wrong)),
        }
    }

    /// The names of the sources, and their files.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        let sources = self.doc.sources.0.iter();
        sources.map(|(name, source)| (name.value.as_str(), source.0.file.as_str()))
    }

    /// A pattern of this mapping.
    pub(crate) fn pattern(&self, text: &str) -> Option<&Regex> {
        self.patterns.get(text)
    }

    /// A refusal for one reason.
    pub(crate) fn refuse(&self, why: Why) -> Refused {
        self.text.refuse(why)
    }

    pub(crate) fn refuse_all(&self, wrong: Vec<Wrong>) -> Refused {
        self.text.refuse_all(wrong)
    }
}

impl Text {
    /// Reads a document.
    pub(crate) fn read<T: DeserializeOwned>(name: &str, text: String) -> Result<(T, Self), Refused> {
        let mut sources = Sources::default();
        let file = sources.add(name, text);
        match read::<T>(&sources, file) {
            Ok(doc) => Ok((doc, Self { sources, file })),
            Err(wrong) => Err(Refused::Mapping(Box::new((sources, vec![*wrong])))),
        }
    }

    /// A refusal for one reason.
    pub(crate) fn refuse(&self, why: Why) -> Refused {
        match why {
            Why::Content => Refused::Content,
            Why::Wrong(wrong) => self.refuse_all(vec![*wrong]),
        }
    }

    /// A refusal for all that is wrong.
    pub(crate) fn refuse_all(&self, wrong: Vec<Wrong>) -> Refused {
        let found = wrong.into_iter().map(|wrong| {
            let place = Location {
                file: self.file,
                start: wrong.at.0,
                end: wrong.at.1,
            };
            Diagnostic::new(wrong.code, place, wrong.message).maybe_help(wrong.help)
        });
        let found = found.collect();
        Refused::Mapping(Box::new((self.sources.clone(), found)))
    }
}

/// An error at a place of the mapping.
#[derive(Debug)]
pub(crate) struct Wrong {
    at: (usize, usize),
    code: &'static cardwright_compiler::Code,
    message: String,
    help: Option<String>,
}

impl Wrong {
    pub(crate) fn at<T>(code: &'static cardwright_compiler::Code, at: &At<T>, message: String) -> Self {
        Self {
            at: (at.start, at.end),
            code,
            message,
            help: None,
        }
    }

    /// A name that does not exist, and what was most likely meant or what there is.
    pub(crate) fn name<'a>(
        code: &'static cardwright_compiler::Code,
        what: &str,
        name: &At<String>,
        known: impl Iterator<Item = &'a str> + Clone,
    ) -> Self {
        let near = cardwright_compiler::did_you_mean(&name.value, known.clone());
        let all = || {
            let known: Vec<&str> = known.take(12).collect();
            (!known.is_empty()).then(|| format!("there is {}", known.join(", ")))
        };
        let mut wrong = Self::at(code, name, format!("there is no {what} `{}`", name.value));
        wrong.help = near.or_else(all);
        wrong
    }

    fn help(mut self, help: &str) -> Self {
        self.help = Some(help.to_owned());
        self
    }
}

/// Makes all patterns of a mapping ready, and looks whether its conditions and takes have a form.
#[derive(Default)]
struct Patterns {
    ready: HashMap<String, Regex>,
    wrong: Vec<Wrong>,
}

impl Patterns {
    fn of_mapping(&mut self, doc: &ImportDoc) {
        for rows in &doc.rows {
            self.choice(rows.choice());
        }
        for cards in &doc.cards {
            self.choice(cards.choice());
            cards.todo.iter().for_each(|todo| self.condition(todo));
            self.take(&cards.name.0);
        }
    }

    fn choice(&mut self, choice: Choice<'_>) {
        self.condition(choice.when);
        self.skips(choice.skip.iter().chain(choice.notes));
        self.id(choice.id);
        self.facts(choice.facts);
    }

    fn skips<'d>(&mut self, skips: impl Iterator<Item = &'d SkipDoc>) {
        skips.for_each(|skip| self.condition(&skip.when));
    }

    fn id(&mut self, id: &IdDoc) {
        id.0.iter().for_each(|rule| self.condition(&rule.when));
    }

    fn facts(&mut self, facts: &Entries<Take>) {
        facts.0.iter().for_each(|(_, take)| self.take(&take.0));
    }

    fn take(&mut self, take: &TakeDoc) {
        if let Some(pattern) = &take.pattern {
            self.pattern(pattern);
        }
        if let Some(item) = take.item.as_ref().filter(|item| item.value == 0) {
            let wrong = Wrong::at(
                codes::YAML,
                item,
                "`item` counts from 1, or from the end with -1".to_owned(),
            );
            self.wrong.push(wrong);
        }
        if let Some(row) = &take.row {
            self.id(&row.id);
            self.facts(&row.facts);
        }
    }

    fn condition(&mut self, condition: &ConditionDoc) {
        for (_, test) in &condition.0.0 {
            let Fact::Map(tests) = &test.value else { continue };
            for (name, value) in &tests.0 {
                match (name.value.as_str(), &value.value) {
                    ("matches", Fact::Text(text)) => self.pattern(&At {
                        value: text.clone(),
                        start: value.start,
                        end: value.end,
                        file: value.file,
                    }),
                    ("matches", _) => {
                        let message = "`matches` needs a pattern in quotes".to_owned();
                        self.wrong.push(Wrong::at(codes::YAML, value, message));
                    }
                    (test, _) if TESTS.contains(&test) => {}
                    _ => self
                        .wrong
                        .push(Wrong::name(codes::YAML, "test", name, TESTS.into_iter())),
                }
            }
        }
    }

    fn pattern(&mut self, text: &At<String>) {
        let ready = RegexBuilder::new(&text.value)
            .size_limit(MOST_PATTERN_BYTES)
            .build();
        match ready {
            Ok(pattern) => drop(self.ready.insert(text.value.clone(), pattern)),
            Err(error) => {
                let why = error.to_string();
                let why = why
                    .lines()
                    .last()
                    .unwrap_or_default()
                    .trim_start_matches("error: ");
                let message = format!("`{}` is not a pattern: {why}", text.value);
                let help = "patterns are regular expressions: `(?<speed>[0-9])(?<shape>[A-Z])`";
                self.wrong.push(Wrong::at(codes::YAML, text, message).help(help));
            }
        }
    }
}
