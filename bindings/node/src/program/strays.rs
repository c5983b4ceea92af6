//! Files that lie in a folder of content and are not read, with the reasons that the compiler gives
//! when it reads folders itself.

use cardwright_compiler::{Code, Diagnostic, Documents, Project, codes};
use std::path::Path;

/// How deep folders may lie in a folder of content.
const MOST_DEPTH: usize = 8;

/// A file that is not read.
pub(super) struct Stray {
    /// Its name in the project.
    pub(super) name: String,
    pub(super) code: &'static Code,
    why: String,
    help: Option<String>,
}

impl Stray {
    /// A file that node does not read.
    pub(super) fn of(name: String, sort: &str, about: String) -> Self {
        let help = |help: &str| Some(help.to_owned());
        let (code, why, help) = match sort {
            "outside-link" => (
                codes::STRAY_FILE,
                format!("this link leads out of the project, to {about}"),
                help("copy the target of the link into the project"),
            ),
            "dead-link" => (
                codes::STRAY_FILE,
                format!("this link leads nowhere: {about}"),
                help("remove the link, or link to a file that exists"),
            ),
            "deep" => (
                codes::STRAY_FILE,
                format!("folders are read at most {MOST_DEPTH} levels deep"),
                help("move it up to a folder that is nested less deeply"),
            ),
            "unreadable" => (codes::FILE, format!("the file cannot be read: {about}"), None),
            _ => {
                let (why, help) = misplaced(&name).unwrap_or((
                    "nothing reads this file",
                    "rename it: documents end in `.yaml`, files of the language in `.cw`, notes in `.md` or \
                     `.txt`"
                        .to_owned(),
                ));
                (codes::STRAY_FILE, why.to_owned(), Some(help))
            }
        };
        Self {
            name,
            code,
            why,
            help,
        }
    }

    /// A file that was read for nothing: where it lies, nothing reads it.
    pub(super) fn misplaced(name: &str) -> Option<Self> {
        misplaced(name).map(|(why, help)| Self {
            name: name.to_owned(),
            code: codes::STRAY_FILE,
            why: why.to_owned(),
            help: Some(help),
        })
    }

    /// Tells of it among the diagnostics of its project.
    pub(super) fn tell(&self, project: &mut Project) {
        project.tell_of(&self.name, &|place| {
            Diagnostic::new(self.code, place, &self.why).maybe_help(self.help.clone())
        });
    }
}

/// Why a file is not read where it lies, and what to do.
fn misplaced(name: &str) -> Option<(&'static str, String)> {
    let below = |folder: &&str| {
        name.strip_prefix(*folder)
            .is_some_and(|rest| rest.starts_with('/'))
    };
    let content = Documents::FOLDERS.into_iter().find(below)?;
    let depth = name.get(content.len() + 1..)?.matches('/').count();
    let file = name.rsplit('/').next()?;
    let lower = file.to_ascii_lowercase();
    if file == "rulebook.yaml" {
        let help = "move it to `systems/<system>/rulebook.yaml`".to_owned();
        let is_beside_system = content == "systems" && depth == 1;
        return (!is_beside_system).then_some(("a ledger belongs beside the document of its system", help));
    }
    if lower.ends_with(".yaml") || lower.ends_with(".yml") {
        if !file.ends_with(".yaml") {
            let to = Path::new(file).with_extension("yaml");
            let help = format!("rename it to `{}`", to.display());
            return Some(("the name of a document ends in `.yaml`", help));
        }
        let (what, why) = match content {
            "libraries" => (
                "library",
                "a document belongs in a folder with the name of its library",
            ),
            _ => (
                "system",
                "a document belongs in a folder with the name of its system",
            ),
        };
        return (depth == 0).then(|| (why, format!("move it to `{content}/<{what}>/`")));
    }
    if file.ends_with(".cw") && !["systems", "libraries"].contains(&content) {
        let help = "move the file there; the rules of a card, scenario or case belong in its document, \
        under `rules: |`";
        let why = "files of the language belong in the folder of their system or library";
        return Some((why, help.to_owned()));
    }
    None
}
