//! Warnings that are meant: entries of `cardwright.toml`, each with its reason.
//!
//! ```toml
//! [[allow]]
//! code = "cw0509"                     # the warning
//! path = "cards/river-wars/old.yaml"  # the file, or a folder
//! reason = "The old cards keep their names."
//! ```
//!
//! An allowed warning is not told. An entry that allows nothing is a warning itself. Errors cannot be allowed.

use crate::codes;
use crate::diagnostic::{Code, Diagnostic, Severity, did_you_mean};
use crate::source::{FileId, Location};
use serde::Deserialize;
use toml::Spanned;

/// A warning that is meant.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allow {
    /// The code of the warning.
    pub code: Spanned<String>,
    /// The name of the file in the project, or of a folder.
    pub path: Spanned<String>,
    /// Why it is meant.
    pub reason: Spanned<String>,
}

/// The mistake in an entry.
pub(crate) fn wrong(file: FileId, allow: &Allow) -> Option<Diagnostic> {
    let told =
        |at: &Spanned<String>, message: String| Diagnostic::new(codes::SETTINGS, place(file, at), message);
    let code = allow.code.get_ref();
    let known = codes::ALL.iter().find(|known| known.id == code);
    let warnings = || {
        codes::ALL
            .iter()
            .filter(|known| known.severity == Severity::Warning)
    };
    match known {
        None => {
            let named = warnings().find(|known| known.name == code);
            let help = match named {
                Some(Code { id, .. }) => Some(format!("write the code of the warning, `{id}`")),
                None => did_you_mean(code, warnings().map(|known| known.id)),
            };
            Some(told(&allow.code, format!("there is no warning `{code}`")).maybe_help(help))
        }
        Some(known) if known.severity == Severity::Error => {
            let help = "only warnings can be allowed; correct the error";
            Some(told(&allow.code, format!("`{code}` is an error")).help(help))
        }
        Some(_) if allow.path.get_ref().trim_end_matches('/').is_empty() => {
            let help = "write the file or folder in the project, such as `cards/river-wars`";
            Some(told(&allow.path, "the path is empty".to_owned()).help(help))
        }
        Some(_) if allow.reason.get_ref().trim().is_empty() => Some(told(
            &allow.reason,
            format!("the reason for allowing `{code}` is empty"),
        )),
        Some(_) => None,
    }
}

/// The place of a value in the settings.
#[must_use]
pub fn place(file: FileId, value: &Spanned<String>) -> Location {
    let span = value.span();
    Location {
        file,
        start: span.start,
        end: span.end,
    }
}

#[cfg(test)]
mod tests {
    use crate::settings::read;
    use crate::source::FileId;

    fn entry(code: &str, path: &str, reason: &str) -> String {
        format!("[[allow]]\ncode = \"{code}\"\npath = \"{path}\"\nreason = \"{reason}\"\n")
    }

    #[test]
    fn an_entry_names_a_warning_a_path_and_a_reason() {
        read(FileId(0), &entry("cw0509", "cards/", "why")).expect("it is fine");
        for (text, at, message) in [
            (
                entry("cw0101", "cards", "why"),
                "\"cw0101\"",
                "`cw0101` is an error",
            ),
            (
                entry("cw9999", "cards", "why"),
                "\"cw9999\"",
                "there is no warning `cw9999`",
            ),
            (
                entry("unused", "cards", "why"),
                "\"unused\"",
                "there is no warning `unused`",
            ),
            (entry("cw0509", "/", "why"), "\"/\"", "the path is empty"),
            (
                entry("cw0509", "cards", " "),
                "\" \"",
                "the reason for allowing `cw0509` is empty",
            ),
        ] {
            let error = read(FileId(0), &text).expect_err("it is wrong");
            assert_eq!(&text[error.place.start..error.place.end], at);
            assert_eq!(error.message, message);
        }
        let without = "[[allow]]\ncode = \"cw0509\"\npath = \"cards\"\n";
        let error = read(FileId(0), without).expect_err("it has no reason");
        assert!(error.message.contains("reason"), "{}", error.message);
    }
}
