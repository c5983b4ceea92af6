//! The settings of a project: the file `cardwright.toml` in its folder.
//!
//! ```toml
//! cardwright = "0.1"   # the version of the program that this project is written for: `0.1.2`, or `0.1` for all of `0.1`
//!
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
//!
//! Warnings that are meant (`[[allow]]`) are described in [`crate::allowed`]; `[package]`, `[packages]` and
//! `[needs]` in [`crate::packages`].

use crate::allowed::{self, Allow};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::packages::{Need, NeedDoc, PackageDoc, PartDoc, is_name};
use crate::source::{FileId, Location, Sources};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use toml::Spanned;

/// The name of the file.
pub const SETTINGS_FILE: &str = "cardwright.toml";

/// The settings of a project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The version of the program that the project is written for; any, if absent.
    pub cardwright: Option<Version>,
    /// The folder as a package that others need.
    pub package: Option<PackageDoc>,
    /// Parts of the folder, each a package, by their names.
    pub packages: BTreeMap<String, PartDoc>,
    /// The packages that the project needs, by their names.
    pub needs: BTreeMap<String, Spanned<NeedDoc>>,
    /// What each ability may cost at worst.
    pub budget: Budget,
    /// What is taken for granted in working it out.
    pub assume: Assume,
    /// The warnings that are meant.
    pub allow: Vec<Allow>,
}

/// A version of the program, or all versions that begin alike: `0.2.1`, or `0.2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Version {
    parts: [u32; 3],
    /// How many parts are given: two or three.
    given: usize,
}

impl Version {
    /// The version of this program.
    const THIS: &str = env!("CARGO_PKG_VERSION");

    fn fits_this_program(self) -> bool {
        Self::try_from(Self::THIS.to_owned())
            .is_ok_and(|this| this.parts[..self.given] == self.parts[..self.given])
    }
}

impl TryFrom<String> for Version {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let wrong = || {
            format!(
                "`{text}` is not a version: write `0.2.1`, or `0.2` for every version that \
        begins with it"
            )
        };
        let numbers = text.split('.').map(str::parse::<u32>);
        let numbers: Vec<u32> = numbers.collect::<Result<_, _>>().map_err(|_| wrong())?;
        let mut parts = [0; 3];
        if !(2..=3).contains(&numbers.len()) {
            return Err(wrong());
        }
        parts[..numbers.len()].copy_from_slice(&numbers);
        Ok(Self {
            parts,
            given: numbers.len(),
        })
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts: Vec<String> = self.parts[..self.given].iter().map(u32::to_string).collect();
        f.write_str(&parts.join("."))
    }
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
}

/// What is taken for granted where no declaration says how much there can be. Written in `cardwright.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Assume {
    /// The largest number that says how often something is done, if nothing limits it.
    pub number: u64,
    /// The most dice in one pool.
    pub dice: u64,
    /// The most running instances of one effect.
    pub effects: u64,
}

impl Default for Assume {
    fn default() -> Self {
        Self {
            number: 20,
            dice: 40,
            effects: 10,
        }
    }
}

/// The settings in a text, or what is wrong with it.
pub(crate) fn read(file: FileId, text: &str) -> Result<Settings, Box<Diagnostic>> {
    let settings: Settings = parsed(file, text)?;
    match settings.cardwright {
        Some(version) if !version.fits_this_program() => Err(Box::new(another_version(file, text, version))),
        _ => sensible(file, text, settings),
    }
}

/// The settings of an earlier revision, which may be written for an earlier version of the program.
pub(crate) fn read_of_any_version(file: FileId, text: &str) -> Result<Settings, Box<Diagnostic>> {
    let settings = parsed(file, text)?;
    sensible(file, text, settings)
}

/// Whether a text that holds no settings, or faulty ones, names needs.
pub(crate) fn may_name_needs(text: &str) -> bool {
    let begins = |line: &str| {
        let line = line.trim_start_matches(|letter: char| letter.is_whitespace() || "[\"'".contains(letter));
        line.starts_with("needs")
    };
    match text.parse::<toml::Table>() {
        Ok(table) => table.contains_key("needs"),
        Err(_) => text.lines().any(begins),
    }
}

/// What is wrong with a text of settings, and the text as a file to show it in.
#[must_use]
pub fn fault_in(text: &str) -> Option<(Sources, Diagnostic)> {
    let mut sources = Sources::default();
    let file = sources.add(SETTINGS_FILE, text);
    read(file, text).err().map(|found| (sources, *found))
}

fn sensible(file: FileId, text: &str, settings: Settings) -> Result<Settings, Box<Diagnostic>> {
    match settings.bad_name() {
        Some(name) => Err(Box::new(bad_name(file, text, name))),
        None => match settings.allow.iter().find_map(|one| allowed::wrong(file, one)) {
            Some(wrong) => Err(Box::new(wrong)),
            None => Ok(settings),
        },
    }
}

/// The settings of a package, or why they cannot be used.
pub(crate) fn of_package(text: &str) -> Result<Settings, String> {
    read(FileId::default(), text).map_err(|found| in_package(&found))
}

/// What is wrong with the settings of a package, for whoever needs it.
pub(crate) fn in_package(found: &Diagnostic) -> String {
    match found.message.strip_prefix("this project is ") {
        Some(rest) => format!("it is {rest}"),
        None => format!("in its {SETTINGS_FILE}, {}", found.message),
    }
}

/// A need of a project, and where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenNeed {
    /// The name of the package.
    pub name: String,
    /// Where it comes from.
    pub need: Need,
    /// The bytes of the entry in the text.
    pub place: std::ops::Range<usize>,
}

/// The needs in a text of settings.
///
/// # Errors
/// Why the settings cannot be read, or a need means nothing.
pub fn needs_in(text: &str) -> Result<Vec<WrittenNeed>, String> {
    let settings = read(FileId::default(), text).map_err(|found| found.message.clone())?;
    let written = settings.needs.iter().map(|(name, doc)| {
        let need = doc
            .get_ref()
            .need()
            .map_err(|why| format!("the need `{name}`: {why}"))?;
        Ok(WrittenNeed {
            name: name.clone(),
            need,
            place: doc.span(),
        })
    });
    written.collect()
}

impl Settings {
    /// The name of a package that can be none: folders have it on all systems.
    fn bad_name(&self) -> Option<&str> {
        let own = self.package.iter().map(|package| &package.name);
        let parts = self
            .packages
            .iter()
            .flat_map(|(name, part)| part.needs.iter().map(Spanned::get_ref).chain([name]));
        let mut names = own.chain(parts).chain(self.needs.keys());
        names.find(|name| !is_name(name)).map(String::as_str)
    }
}

fn bad_name(file: FileId, text: &str, name: &str) -> Diagnostic {
    let start = text.find(name).unwrap_or(0);
    let place = Location {
        file,
        start,
        end: start + name.len(),
    };
    let help = "a name has lowercase letters, digits and single `-`, such as `river-wars`";
    Diagnostic::new(
        codes::SETTINGS,
        place,
        format!("`{name}` cannot be the name of a package"),
    )
    .help(help)
}

/// The project is written for another version of the program.
fn another_version(file: FileId, text: &str, version: Version) -> Diagnostic {
    let (this, asked) = (Version::THIS, version.to_string());
    let start = text.find(&asked).unwrap_or(0);
    let place = Location {
        file,
        start,
        end: start + asked.len(),
    };
    let message = format!("this project is written for cardwright {asked}; this is {this}");
    Diagnostic::new(codes::SETTINGS, place, message).help(format!(
        "install cardwright {asked}, or change `cardwright` in {SETTINGS_FILE} and check the project with \
         this version"
    ))
}

fn parsed(file: FileId, text: &str) -> Result<Settings, Box<Diagnostic>> {
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
    fn the_version_of_the_program_may_be_pinned() {
        let this = super::Version::THIS;
        let minor = this.rsplit_once('.').expect("three parts").0;
        for fits in [this, minor] {
            read(FileId(0), &format!("cardwright = \"{fits}\"\n")).expect("it is this one");
        }
        let text = "cardwright = \"77.1\"\n";
        let error = read(FileId(0), text).expect_err("it is another one");
        assert_eq!(&text[error.place.start..error.place.end], "77.1");
        assert_eq!(
            error.message,
            format!("this project is written for cardwright 77.1; this is {this}")
        );
        for wrong in ["1", "1.2.3.4", "1.x", "", ">=1.0"] {
            let text = format!("cardwright = \"{wrong}\"\n");
            let error = read(FileId(0), &text).expect_err("no version");
            assert!(error.message.contains("is not a version"), "{}", error.message);
        }
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
