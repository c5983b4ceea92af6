//! `fetch`, `update` and `vendor`: bring the packages that a project needs into its folder `needs`.
//!
//! Only these use a network. Not here: what is fetched and how, see `crate::program::packages`.

use super::{read_text, root_around, wrong_path};
use crate::program::diff::texts_of;
use crate::program::packages::bring::{Bringing, Brought, NotBrought, let_git_see, tell_faults};
use crate::program::packages::newer::newest;
use crate::program::{Ending, output, write};
use cardwright_compiler::packages::{Pin, Source};
use cardwright_compiler::settings::{SETTINGS_FILE, WrittenNeed, needs_in};
use clap::Args;
use std::cmp::Reverse;
use std::path::{Path, PathBuf};

/// Brings the packages that this project needs into its folder `needs`.
#[derive(Args)]
pub(crate) struct Fetch {
    /// A folder of the project; the one around the working folder if absent
    #[arg(long)]
    path: Option<PathBuf>,
    /// End with 1 if `cardwright.lock` would have to change
    #[arg(long)]
    locked: bool,
    /// Bring the packages that a git revision of the project pins: so `diff` and `coverage --changed` can read it. Nothing else
    /// is changed
    #[arg(long, value_name = "REVISION", conflicts_with = "locked")]
    at: Option<String>,
}

/// Pins newer versions of packages.
#[derive(Args)]
pub(crate) struct Update {
    /// The packages to update; all that come from git and have a tag if absent
    names: Vec<String>,
    /// The tag to pin; the newest one if absent
    #[arg(long, value_name = "TAG")]
    to: Option<String>,
    /// A folder of the project; the one around the working folder if absent
    #[arg(long)]
    path: Option<PathBuf>,
}

/// Fetches the packages and lets git see them, so that they are committed with the project.
#[derive(Args)]
pub(crate) struct Vendor {
    /// A folder of the project; the one around the working folder if absent
    #[arg(long)]
    path: Option<PathBuf>,
}

impl Fetch {
    pub(crate) fn run(self) -> Ending {
        ended(match &self.at {
            Some(revision) => self.fetched_at(revision),
            None => self.fetched(),
        })
    }

    fn fetched(&self) -> Result<(), NotBrought> {
        let root = root_around(self.path.as_deref())?;
        let brought = Bringing::into_project(&root)?.all()?;
        if self.locked && brought.changes_lock() {
            return Err(NotBrought::Refused(vec![
                "`cardwright.lock` does not fit `cardwright.toml`; run `cardwright fetch` and commit the lock".to_owned(),
            ]));
        }
        brought.write()?;
        tell(&brought);
        Ok(())
    }

    /// Brings the packages of a revision into the store, and changes nothing else.
    fn fetched_at(&self, revision: &str) -> Result<(), NotBrought> {
        let root = root_around(self.path.as_deref())?;
        let texts = texts_of(&root, revision)?;
        let brought = Bringing::of_revision(&root, texts)?.all()?;
        brought.keep()?;
        tell(&brought);
        Ok(())
    }
}

impl Vendor {
    pub(crate) fn run(self) -> Ending {
        ended(self.vendored())
    }

    fn vendored(&self) -> Result<(), NotBrought> {
        let root = root_around(self.path.as_deref())?;
        let brought = Bringing::into_project(&root)?.all()?;
        brought.write()?;
        let_git_see(&root);
        tell(&brought);
        say("commit the folder `needs` with the project");
        Ok(())
    }
}

impl Update {
    pub(crate) fn run(self) -> Ending {
        ended(self.updated())
    }

    fn updated(&self) -> Result<(), NotBrought> {
        let root = root_around(self.path.as_deref())?;
        let path = root.join(SETTINGS_FILE);
        let before = read_text(&path)?;
        tell_faults(&before)?;
        let Pinned { text, told } = self.pinned(&before)?;
        let is_named = |name: &str| self.names.is_empty() || self.names.iter().any(|one| one == name);
        let brought = Bringing::anew(&root, &text, &is_named)?.all()?;
        if text != before {
            write::whole(&path, text.as_bytes())?;
        }
        if let Err(why) = brought.write() {
            // Nothing is half updated.
            write::whole(&path, before.as_bytes())?;
            return Err(why.into());
        }
        told.iter().rev().for_each(|line| say(line));
        tell(&brought);
        Ok(())
    }

    /// The settings with newer tags.
    fn pinned(&self, before: &str) -> Result<Pinned, NotBrought> {
        let refused = |why: String| NotBrought::Refused(vec![why]);
        let needs = needs_in(before).map_err(|why| refused(format!("{SETTINGS_FILE}: {why}")))?;
        let is_missing = |name: &&String| !needs.iter().any(|need| need.name == **name);
        if let Some(name) = self.names.iter().find(is_missing) {
            return Err(refused(format!(
                "`{name}` is not under `[needs]` in {SETTINGS_FILE}"
            )));
        }
        let is_named = |need: &&WrittenNeed| self.names.is_empty() || self.names.contains(&need.name);
        let mut named: Vec<_> = needs.iter().filter(is_named).collect();
        // From the last to the first, so that places stay true.
        named.sort_by_key(|need| Reverse(need.place.start));
        let mut pinned = Pinned {
            text: before.to_owned(),
            told: Vec::new(),
        };
        let mut is_pinned = false;
        for need in named {
            match &need.need.source {
                Source::Git(url, Pin::Tag(tag)) => {
                    is_pinned = true;
                    let newer = self.newer(&need.name, url, tag).map_err(refused)?;
                    pinned.take(need, tag, newer).map_err(refused)?;
                }
                _ if self.to.is_some() && !self.names.is_empty() => return Err(no_tag(need).into()),
                Source::Git(_, Pin::Rev(_)) => {
                    let told = "is pinned by `rev`: write another commit to update it";
                    pinned.told.push(format!("{}: {told}", need.name));
                }
                Source::Path(_) | Source::Archive(_) => {}
            }
        }
        match (&self.to, is_pinned) {
            (Some(to), false) => Err(NotBrought::Wrong(Ending::WrongCall(format!(
                "`--to {to}` pins a tag, and no package under `[needs]` has one"
            )))),
            _ => Ok(pinned),
        }
    }

    /// The tag to pin in the place of this one, or why it stays.
    fn newer(&self, name: &str, url: &str, tag: &str) -> Result<Result<String, &'static str>, String> {
        let newer = match &self.to {
            Some(to) => Some(to.clone()),
            None => newest(url, tag).map_err(|why| format!("`{name}`: {why}"))?,
        };
        let stays = match self.to {
            Some(_) => "is pinned already",
            None => "is the newest",
        };
        Ok(newer.filter(|newer| newer != tag).ok_or(stays))
    }
}

/// Settings with newer tags, and what there is to tell of them.
struct Pinned {
    text: String,
    told: Vec<String>,
}

impl Pinned {
    /// Writes the new tag of a need, if there is one.
    fn take(
        &mut self,
        need: &WrittenNeed,
        tag: &str,
        newer: Result<String, &'static str>,
    ) -> Result<(), String> {
        let newer = match newer {
            Ok(newer) => newer,
            Err(stays) => {
                self.told.push(format!("{}: {tag} {stays}", need.name));
                return Ok(());
            }
        };
        let written = &self.text[need.place.clone()];
        let quoted = ['"', '\''].map(|quote| format!("{quote}{tag}{quote}"));
        let found = quoted
            .iter()
            .find_map(|old| Some((written.rfind(old.as_str())?, old.len())));
        let Some((at, length)) = found else {
            return Err(format!("`{}`: write `tag = \"{newer}\"` yourself", need.name));
        };
        let start = need.place.start + at;
        self.text
            .replace_range(start..start + length, &format!("\"{newer}\""));
        self.told.push(format!("{}: {tag} -> {newer}", need.name));
        Ok(())
    }
}

/// A package that has no tag cannot be pinned to another one.
fn no_tag(need: &WrittenNeed) -> Ending {
    let name = &need.name;
    let (how, instead) = match &need.need.source {
        Source::Git(..) => (
            "is pinned by `rev`",
            "write `tag = ...` instead, or another commit",
        ),
        Source::Path(_) => ("is a folder of this machine", "it has no versions"),
        Source::Archive(_) => ("comes from an archive", "name another archive"),
    };
    Ending::WrongCall(format!(
        "`{name}` {how}, and `--to` pins a tag: {instead}, in {SETTINGS_FILE}"
    ))
}

/// A line of the result; not for who asked to hear only of errors.
fn say(line: &str) {
    if !output::is_quiet() {
        output::line(line);
    }
}

/// Tells of each package which version is there.
fn tell(brought: &Brought) {
    let fetched: Vec<&str> = brought.names().collect();
    for one in &brought.lock().packages {
        let state = match (fetched.contains(&one.name.as_str()), &one.hash) {
            (true, _) => "fetched",
            (false, Some(_)) => "is there",
            (false, None) => "read where it lies",
        };
        let commit = one.commit.as_deref().map_or(String::new(), |commit| {
            format!(" at {}", &commit[..12.min(commit.len())])
        });
        say(&format!("{}: {state}, {}{commit}", one.name, one.source));
    }
    if brought.lock().packages.is_empty() {
        say("this project needs no packages");
    }
}

fn ended(done: Result<(), NotBrought>) -> Ending {
    match done {
        Ok(()) => Ending::Fine,
        Err(NotBrought::Wrong(ending)) => ending,
        Err(NotBrought::Refused(all)) => {
            all.iter()
                .for_each(|why| output::complain(&format!("error: {why}")));
            Ending::Errors
        }
    }
}

/// The packages of a new project, which are not written yet.
pub(super) fn gathered(root: &Path) -> Result<Brought, Ending> {
    match Bringing::into_project(root)?.all() {
        Ok(brought) => Ok(brought),
        Err(NotBrought::Wrong(ending)) => Err(ending),
        Err(NotBrought::Refused(all)) => Err(wrong_path(root, &all.join("; "))),
    }
}
