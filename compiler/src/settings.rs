//! The settings of a project: the file `cardwright.toml` in its folder.
//!
//! ```toml
//! [budget]         # what each ability may cost at worst; what is left out has no limit
//! fuel = 50000
//! decisions = 6
//! draws = 40
//! windows = 60
//!
//! [assume]         # what is taken for granted where no declaration says how much there can be
//! number = 20
//! dice = 40
//! effects = 8
//! ```

use crate::analysis::{Assume, Cost};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Location};
use serde::Deserialize;

/// The name of the file.
pub const SETTINGS_FILE: &str = "cardwright.toml";

/// The settings of a project.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// What each ability may cost at worst.
    pub budget: Budget,
    /// What is taken for granted in working it out.
    pub assume: Assume,
}

/// What each ability may cost at worst; what is absent has no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Budget {
    /// Fuel.
    pub fuel: Option<u64>,
    /// Decisions.
    pub decisions: Option<u64>,
    /// Random numbers.
    pub draws: Option<u64>,
    /// Windows that it opens.
    pub windows: Option<u64>,
}

impl Budget {
    /// Whether it limits nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What a worst case has more of than it may: its name, how much it has, how much it may.
    pub fn exceeded(&self, cost: &Cost) -> impl Iterator<Item = (&'static str, u64, u64)> + use<> {
        let all = [
            ("fuel", cost.fuel, self.fuel),
            ("decisions", cost.decisions, self.decisions),
            ("draws", cost.draws, self.draws),
            ("windows", cost.windows, self.windows),
        ];
        let over =
            |(name, is, may): (_, u64, Option<u64>)| may.filter(|&may| is > may).map(|may| (name, is, may));
        all.into_iter().filter_map(over)
    }
}

/// The settings in a text, or what is wrong with it.
pub(crate) fn read(file: FileId, text: &str) -> Result<Settings, Box<Diagnostic>> {
    toml::from_str(text).map_err(|error| {
        let span = error.span().unwrap_or(0..0);
        let place = Location {
            file,
            start: span.start.min(text.len()),
            end: span.end.min(text.len()),
        };
        let message = error.message().lines().next().unwrap_or("cannot be read");
        Box::new(Diagnostic::new(codes::SETTINGS, place, in_our_words(message)).maybe_help(keys(message)))
    })
}

fn in_our_words(message: &str) -> String {
    match message
        .strip_prefix("unknown field `")
        .and_then(|rest| rest.split_once('`'))
    {
        Some((key, _)) => format!("there is no setting `{key}` here"),
        None => message.to_owned(),
    }
}

fn keys(message: &str) -> Option<String> {
    let (_, known) = message.split_once(", expected ")?;
    let known = known.strip_prefix("one of ").unwrap_or(known);
    Some(format!("the settings here are {known}"))
}

#[cfg(test)]
mod tests {
    use super::{Settings, read};
    use crate::source::FileId;

    #[test]
    fn what_is_left_out_has_no_limit_and_the_usual_assumptions() {
        let settings = read(FileId(0), "[budget]\nfuel = 7\n").expect("it can be read");
        assert_eq!(settings.budget.fuel, Some(7));
        assert_eq!(settings.budget.draws, None);
        assert_eq!(settings.assume, Settings::default().assume);
    }

    #[test]
    fn an_unknown_setting_is_an_error_at_its_place() {
        let text = "[budget]\nfule = 7\n";
        let error = read(FileId(0), text).expect_err("there is no such key");
        assert_eq!(&text[error.place.start..error.place.end], "fule");
        assert_eq!(error.message, "there is no setting `fule` here");
        assert!(error.help.is_some_and(|help| help.contains("`fuel`")));
    }
}
