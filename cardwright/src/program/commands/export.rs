//! `export`: content for other engines and tables.

use super::forms::{Found, forms};
use super::{project_at, root_around};
use crate::program::output::Format;
use crate::program::{Ending, output, write};
use cardwright_compiler::{Diagnostic, Project, so_many};
use cardwright_export::{
    ABSENT, Book, FORMATS, Folder, Format as Exported, Lists, Options, Squads, format_named, parts,
};
use clap::Args;
use std::path::PathBuf;

/// The word that means every format.
const ALL: &str = "all";

/// Writes an export: a folder with a manifest.
#[derive(Args)]
pub(crate) struct Export {
    /// What to export: systems, scenarios, card sets; by default, everything
    what: Vec<String>,
    /// The format, or `all`, with a separate folder for each
    #[arg(long, value_name = "FORMAT", required_unless_present = "list")]
    to: Option<String>,
    /// The folder to write; it is replaced if it is an export
    #[arg(long, short, value_name = "FOLDER", required_unless_present = "list")]
    output: Option<PathBuf>,
    /// An option of a format: `FORMAT.NAME=VALUE`; `--list` shows the options
    #[arg(long = "option", value_name = "OPTION")]
    options: Vec<String>,
    /// List the formats and their options
    #[arg(long, conflicts_with_all = ["what", "to", "output", "options"])]
    list: bool,
}

impl Export {
    pub(crate) fn run(self) -> Ending {
        let is_built_in = self.to.as_deref().is_some_and(|to| format_named(to).is_some());
        let of_forms = match if is_built_in { Ok(Vec::new()) } else { of_forms() } {
            Ok(formats) => formats,
            Err(ending) => return ending,
        };
        let all: Vec<&dyn Exported> = FORMATS
            .iter()
            .copied()
            .chain(of_forms.iter().map(|one| &**one))
            .collect();
        let (Some(to), Some(target)) = (&self.to, &self.output) else {
            return list(&all);
        };
        let formats: Vec<&dyn Exported> = match to.as_str() {
            ALL => {
                for format in ABSENT {
                    output::complain(&absent(format));
                }
                all.clone()
            }
            to => all.iter().copied().filter(|format| format.id() == to).collect(),
        };
        if formats.is_empty() {
            return unknown(to, &all);
        }
        let options = match Options::read(&self.options, &formats) {
            Ok(options) => options,
            Err(wrong) => return Ending::WrongCall(wrong),
        };
        let project = match project_at(None) {
            Ok(project) => project,
            Err(ending) => return ending,
        };
        let parts = match parts(&project, &self.what) {
            Ok(parts) => parts,
            Err(unknown) => return Ending::WrongCall(unknown.to_string()),
        };
        if !project.diagnostics.is_empty() {
            return refused(&project, &[]);
        }
        let book = match Book::of(&project, parts) {
            Ok(book) => book,
            Err(wrong) => return refused(&project, &wrong),
        };
        let folder = match cardwright_export::export(&book, &formats, &options, &self.what) {
            Ok(folder) => folder,
            Err(why) => return Ending::WrongCall(why),
        };
        match folder.write(target, &write::named(target)) {
            Ok(()) => {
                tell(&folder, target);
                Ending::Fine
            }
            Err(error) => Ending::WrongCall(error.to_string()),
        }
    }
}

/// The formats that come from documents of the project: forms. Outside of projects there are none.
fn of_forms() -> Result<Vec<Box<dyn Exported>>, Ending> {
    let Ok(root) = root_around(None) else {
        return Ok(Vec::new());
    };
    let mut formats: Vec<Box<dyn Exported>> = Vec::new();
    for form in forms(&root)? {
        let name = form.name().to_owned();
        let format: Box<dyn Exported> = match form {
            Found::Squads(form) => Box::new(Squads::of(*form)),
            Found::Lists(form) => Box::new(Lists::of(form)),
        };
        let id = format.id();
        let earlier = FORMATS
            .iter()
            .map(|format| format.id())
            .chain(ABSENT.iter().copied())
            .chain(formats.iter().map(|one| one.id()));
        if id == ALL || earlier.into_iter().any(|earlier| earlier == id) {
            return Err(Ending::WrongCall(format!(
                "{name}: there is already a format `{id}`"
            )));
        }
        formats.push(format);
    }
    Ok(formats)
}

fn list(formats: &[&dyn Exported]) -> Ending {
    for format in formats {
        let (id, version) = (format.id(), format.version());
        output::line(&format!("{id:<10} {version:>3}  {}", format.about()));
        for option in format.options() {
            let values = match option.values {
                [] => String::new(),
                values => format!(" ({})", values.join(", ")),
            };
            let default = match option.default {
                "" => String::new(),
                default => format!("; `{default}`, if absent"),
            };
            output::line(&format!(
                "{:<15} --option {id}.{}=...  {}{values}{default}",
                "", option.name, option.about
            ));
        }
    }
    for format in ABSENT {
        output::line(&format!("{format:<10}   -  not in this build"));
    }
    Ending::Fine
}

/// Why a format that exists cannot be written, and which build can.
fn absent(format: &str) -> String {
    format!(
        "this build does not include the format `{format}`: published builds do; from source, build with \
         `--features full`"
    )
}

fn unknown(format: &str, formats: &[&dyn Exported]) -> Ending {
    if ABSENT.contains(&format) {
        return Ending::WrongCall(absent(format));
    }
    let known: Vec<&str> = formats.iter().map(|format| format.id()).chain([ALL]).collect();
    let near = cardwright_compiler::diagnostic::did_you_mean(format, known.iter().copied());
    let help = near.unwrap_or_else(|| format!("the formats are {}", known.join(", ")));
    Ending::WrongCall(format!("there is no format `{format}`; {help}"))
}

/// Tells what is wrong with the content: nothing is exported of it.
fn refused(project: &Project, wrong: &[Diagnostic]) -> Ending {
    let found: Vec<Diagnostic> = project.diagnostics.iter().chain(wrong).cloned().collect();
    output::diagnostics(&project.sources, &found, Format::Text);
    output::complain("nothing was exported: the content has errors");
    Ending::Errors
}

fn tell(folder: &Folder, target: &std::path::Path) {
    for left in folder.left_out() {
        output::complain(&format!("left out: {}: {}", left.what, left.why));
    }
    let bytes: usize = folder.files().values().map(Vec::len).sum();
    output::line(&format!(
        "{}: {}, {bytes} bytes, {} left out",
        target.display(),
        so_many(folder.files().len(), "file", "files"),
        folder.left_out().len()
    ));
}
