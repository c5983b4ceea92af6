//! A diagnostic is data: a code, where, why, and what to do instead. Rendering happens at the edge
//! ([`render`](crate::render)); nothing here knows terminals.

use crate::source::Place;

/// What is known of a sort of diagnostic before any source is read.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// The stable short code.
    pub id: &'static str,
    /// The stable name.
    pub name: &'static str,
    /// The long form: what it means and what to do.
    pub page: &'static str,
}

/// One error in the content.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// What sort of error.
    pub code: &'static Code,
    /// Where it is.
    pub place: Place,
    /// What is wrong, lower case, user input in backticks.
    pub message: String,
    /// What the primary place is called under the source line.
    pub label: String,
    /// Second places that matter.
    pub related: Vec<(Place, String)>,
    /// What to write instead.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at a place.
    #[must_use]
    pub fn new(code: &'static Code, place: Place, message: impl Into<String>) -> Self {
        let (message, label, related) = (message.into(), String::new(), Vec::new());
        Self {
            code,
            place,
            message,
            label,
            related,
            help: None,
        }
    }

    /// The same with words under the source line.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// The same with help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with help, if there is any.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help;
        self
    }

    /// The same with a second place.
    #[must_use]
    pub fn related(mut self, place: Place, label: impl Into<String>) -> Self {
        self.related.push((place, label.into()));
        self
    }
}

/// `did you mean` for a name that does not exist, among names of the right kind.
pub fn did_you_mean<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let cap = (found.chars().count() / 3).clamp(1, 3);
    let near = known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(found, name), name))
        .filter(|&(distance, _)| distance > 0 && distance <= cap)
        .min()?;
    Some(format!("did you mean `{}`?", near.1))
}
