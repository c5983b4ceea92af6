//! A diagnostic is data: a code, where, why, and what to do instead. Rendering happens at the edge
//! (in `cardwright-telling`); nothing here knows terminals.

use crate::source::Location;

/// A sort of diagnostic, as it is known before any source is read.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// The stable short code.
    pub id: &'static str,
    /// The stable name.
    pub name: &'static str,
    /// Whether content with it can be played.
    pub severity: Severity,
    /// The long form in Markdown: what it means, a bad and a good example, how to mend it.
    pub page: &'static str,
}

/// How bad a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The content cannot be played, or not as it is meant.
    Error,
    /// The content can be played, but something in it is most likely not meant.
    Warning,
}

impl Severity {
    /// As people read it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

impl Code {
    /// Its meaning, in one paragraph: the first one of its page.
    #[must_use]
    pub fn summary(&self) -> String {
        let paragraph = self.page.split("\n\n").nth(1).unwrap_or("");
        paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// A text to write in place of some bytes of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The bytes to replace.
    pub place: Location,
    /// The text to put there.
    pub put: String,
    /// Whether this mends the error for certain and changes nothing else; if not, a person should look.
    pub certain: bool,
}

/// One error or warning about the content.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// The sort of error.
    pub code: &'static Code,
    /// Where it is.
    pub place: Location,
    /// The message: lower case, user input in backticks.
    pub message: String,
    /// The words under the source line at the primary place.
    pub label: String,
    /// Second places that matter.
    pub related: Vec<(Location, String)>,
    /// The advice: what to write instead.
    pub help: Option<String>,
    /// A change of the source that does what the help says.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// An error at a place.
    #[must_use]
    pub fn new(code: &'static Code, place: Location, message: impl Into<String>) -> Self {
        let (message, label, related) = (message.into(), String::new(), Vec::new());
        Self {
            code,
            place,
            message,
            label,
            related,
            help: None,
            fix: None,
        }
    }

    /// This diagnostic with words under the source line.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// This diagnostic with help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// This diagnostic with help, if there is any.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help;
        self
    }

    /// Says what was most likely meant instead of the primary place, if anything is near.
    pub fn suggest(&mut self, found: &str, known: impl IntoIterator<Item = impl AsRef<str>>) -> &mut Self {
        let Some(near) = nearest(found, known) else {
            return self;
        };
        self.help = Some(format!("did you mean `{near}`?"));
        self.put(near, false)
    }

    /// Does what [`Self::suggest`] does for a diagnostic at hand.
    #[must_use]
    pub fn suggesting(mut self, found: &str, known: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        self.suggest(found, known);
        self
    }

    /// Offers to write something in place of the primary place.
    pub fn put(&mut self, put: impl Into<String>, certain: bool) -> &mut Self {
        let (place, put) = (self.place, put.into());
        self.fix = Some(Fix { place, put, certain });
        self
    }

    /// Gives each of its places another one.
    pub fn move_to(&mut self, place: &dyn Fn(Location) -> Location) {
        self.place = place(self.place);
        self.related.iter_mut().for_each(|(at, _)| *at = place(*at));
        self.fix.iter_mut().for_each(|fix| fix.place = place(fix.place));
    }

    /// This diagnostic with a second place.
    #[must_use]
    pub fn related(mut self, place: Location, label: impl Into<String>) -> Self {
        self.related.push((place, label.into()));
        self
    }
}

/// `did you mean` for a name that does not exist, among names of the right kind.
pub fn did_you_mean<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(found, known).map(|near| format!("did you mean `{near}`?"))
}

/// The name that is most like one that does not exist, if it is near enough.
pub fn nearest(found: &str, known: impl IntoIterator<Item = impl AsRef<str>>) -> Option<String> {
    let cap = (found.chars().count() / 3).clamp(1, 3);
    let near = known
        .into_iter()
        .map(|name| {
            (
                strsim::damerau_levenshtein(found, name.as_ref()),
                name.as_ref().to_owned(),
            )
        })
        .filter(|&(distance, _)| distance > 0 && distance <= cap)
        .min()?;
    Some(near.1)
}

/// The most names that a help lists.
pub const MOST_LISTED: usize = 12;

/// Names as a list for a sentence; of many the first ones.
pub fn listed(names: &[String]) -> String {
    let shown: Vec<String> = names
        .iter()
        .take(MOST_LISTED)
        .map(|name| format!("`{name}`"))
        .collect();
    match names.len().saturating_sub(MOST_LISTED) {
        0 => shown.join(", "),
        more => format!("{}, and {more} more", shown.join(", ")),
    }
}
