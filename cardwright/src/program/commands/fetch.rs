//! `fetch`, `update` and `vendor`: bring the packages that a project needs into its folder `needs`.
//!
//! Only these use a network. Not here: what is fetched and how, see `crate::program::packages`.

use super::{read_text, root_around, wrong_path};
use crate::program::packages::bring::{Bringing, Brought, NotBrought, let_git_see};
use crate::program::packages::newer::newest;
use crate::program::{Ending, output, write};
use cardwright_compiler::packages::{Pin, Source};
use cardwright_compiler::settings::{SETTINGS_FILE, needs_in};
use clap::Args;
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
        ended(root_around(self.path.as_deref()).map_err(NotBrought::Wrong).and_then(|root| {
            let brought = Bringing::into_project(&root, &|_| false)?.all()?;
            if self.locked && brought.changes_lock() {
                return Err(NotBrought::Refused(vec![
                    "`cardwright.lock` does not fit `cardwright.toml`; run `cardwright fetch` and commit the lock".to_owned(),
                ]));
            }
            brought.write()?;
            tell(&brought);
            Ok(())
        }))
    }
}

impl Vendor {
    pub(crate) fn run(self) -> Ending {
        ended(
            root_around(self.path.as_deref())
                .map_err(NotBrought::Wrong)
                .and_then(|root| {
                    let brought = Bringing::into_project(&root, &|_| false)?.all()?;
                    brought.write()?;
                    let_git_see(&root);
                    tell(&brought);
                    output::line("commit the folder `needs` with the project");
                    Ok(())
                }),
        )
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
        let after = self
            .pinned(&before)
            .map_err(|why| NotBrought::Refused(vec![why]))?;
        let is_named = |name: &str| self.names.is_empty() || self.names.iter().any(|one| one == name);
        if after != before {
            write::whole(&path, after.as_bytes())?;
        }
        let brought = Bringing::into_project(&root, &is_named)
            .map_err(NotBrought::Wrong)
            .and_then(Bringing::all);
        let brought =
            brought.and_then(|brought| brought.write().map(|()| brought).map_err(NotBrought::Wrong));
        match brought {
            Ok(brought) => {
                tell(&brought);
                Ok(())
            }
            Err(why) => {
                // Nothing is half updated.
                write::whole(&path, before.as_bytes())?;
                Err(why)
            }
        }
    }

    /// The settings with newer tags.
    fn pinned(&self, text: &str) -> Result<String, String> {
        let needs = needs_in(text).map_err(|why| format!("{SETTINGS_FILE}: {why}"))?;
        if let Some(name) = self
            .names
            .iter()
            .find(|name| !needs.iter().any(|need| need.name == **name))
        {
            return Err(format!("`{name}` is not under `[needs]` in {SETTINGS_FILE}"));
        }
        let mut text = text.to_owned();
        // From the last to the first, so that places stay true.
        let mut named: Vec<_> = needs
            .iter()
            .filter(|need| self.names.is_empty() || self.names.contains(&need.name))
            .collect();
        named.sort_by_key(|need| std::cmp::Reverse(need.place.start));
        for need in named {
            let Source::Git(url, Pin::Tag(tag)) = &need.need.source else {
                continue;
            };
            let newer = match &self.to {
                Some(to) => Some(to.clone()),
                None => newest(url, tag).map_err(|why| format!("`{}`: {why}", need.name))?,
            };
            let Some(newer) = newer.filter(|newer| newer != tag) else {
                let why = if self.to.is_some() {
                    "is pinned already"
                } else {
                    "is the newest"
                };
                output::line(&format!("{}: {tag} {why}", need.name));
                continue;
            };
            let written = &text[need.place.clone()];
            let quoted = ['"', '\''].map(|quote| format!("{quote}{tag}{quote}"));
            let Some((at, old)) = quoted
                .iter()
                .find_map(|old| Some((written.rfind(old.as_str())?, old)))
            else {
                return Err(format!("`{}`: write `tag = \"{newer}\"` yourself", need.name));
            };
            let start = need.place.start + at;
            text.replace_range(start..start + old.len(), &format!("\"{newer}\""));
            output::line(&format!("{}: {tag} -> {newer}", need.name));
        }
        Ok(text)
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
        output::line(&format!("{}: {state}, {}{commit}", one.name, one.source));
    }
    if brought.lock().packages.is_empty() {
        output::line("this project needs no packages");
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
    match Bringing::into_project(root, &|_| false)?.all() {
        Ok(brought) => Ok(brought),
        Err(NotBrought::Wrong(ending)) => Err(ending),
        Err(NotBrought::Refused(all)) => Err(wrong_path(root, &all.join("; "))),
    }
}
