//! `new card-set`: a repository of cards for a game that lies elsewhere.
//!
//! The game is a package, which is fetched first. The set gets the first card, scenario and case that the starter of the game
//! shows. If the game has none, it gets a card with the facts of a card that a scenario of the game uses, a copy of that
//! scenario in which it is used, and a case that begins there. So everything runs before anything is changed.
//!
//! Not here: starters, see `starter`.

use super::fetch::gathered;
use super::file_set::Files;
use super::new::{Done, checked_id, entry, filled, refuse, title};
use super::sound::is_sound;
use super::starter::{self, Documents};
use super::surroundings::{modeline, of_card_set};
use super::{whole_project, wrong_path};
use crate::program::{Ending, output};
use cardwright_compiler::Project;
use cardwright_compiler::document::{At, CardDoc, CardSetDoc, PieceDoc, ScenarioDoc};
use cardwright_compiler::packages::{LOCK_FILE, MARK, NEEDS, NeedDoc, is_name};
use cardwright_compiler::project::Loaded;
use cardwright_compiler::settings::SETTINGS_FILE;
use cardwright_files::Place;
use clap::Args;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// A repository of cards for a game that is a package
#[derive(Args)]
pub(super) struct NewCardSet {
    /// The folder; its name is the id of the set
    folder: PathBuf,
    /// A package and where it is: `x=../folder`, `x=https://example.org/x#v1.0.0`, `x=archive.tar.gz`; may be repeated
    #[arg(long, required = true, value_name = "NAME=PLACE")]
    needs: Vec<String>,
    /// The system of the cards, if the packages have several and none is called like the first package
    #[arg(long, value_name = "ID")]
    system: Option<String>,
}

impl NewCardSet {
    pub(super) fn run(&self) -> Done {
        let name = self
            .folder
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        let Some(name) = name else {
            return refuse(format!(
                "{} has no name that could be an id",
                self.folder.display()
            ));
        };
        let id = checked_id(&name)?;
        let is_empty =
            cardwright_files::entries(&self.folder).map_or(true, |mut entries| entries.next().is_none());
        if self.folder.symlink_metadata().is_ok() && !is_empty {
            return refuse(format!(
                "{} is there already, and not empty",
                self.folder.display()
            ));
        }
        self.is_outside_of_projects()?;
        let settings = self.settings(id)?;
        let is_new = self.folder.symlink_metadata().is_err();
        let place = Place::Anywhere;
        cardwright_files::folders(&self.folder, &place).map_err(|error| wrong_path(&self.folder, &error))?;
        let path = self.folder.join(SETTINGS_FILE);
        cardwright_files::create(&path, &place, settings.as_bytes())
            .map_err(|error| wrong_path(&path, &error))?;
        let done = self.filled(id);
        if done.is_err() {
            clear(&self.folder, is_new);
        }
        done
    }

    /// A project in a project would be read as a part of it.
    fn is_outside_of_projects(&self) -> Result<(), Ending> {
        let real = |path: &Path| path.canonicalize().ok();
        let start = self.folder.ancestors().skip(1).find_map(|above| {
            real(if above.as_os_str().is_empty() {
                Path::new(".")
            } else {
                above
            })
        });
        match start.and_then(|start| Project::find_root(&start)) {
            None => Ok(()),
            Some(root) => refuse(format!(
                "{} would lie in the project {}, and a card set is a project of its own: name a folder outside; \
                 `cardwright new set` adds a set to a project",
                self.folder.display(),
                root.display()
            )),
        }
    }

    fn filled(&self, id: &str) -> Done {
        let brought = gathered(&self.folder)?;
        let system = self.system_of(brought.systems())?;
        brought.write()?;
        let project = whole_project(&self.folder);
        if !project.diagnostics.is_empty() {
            output::diagnostics(&project.sources, &project.diagnostics, output::Format::Text);
            return Err(Ending::Errors);
        }
        let documents = first_documents(&project, id, &system)?;
        let mut with = project.clone();
        let mut files = Files::under(&self.folder);
        for (name, text) in documents {
            with.update(&name, Some(text.clone()));
            files = files.with(name, text);
        }
        for (name, text) in of_card_set(&with, id, &system) {
            files = files.with(name, text);
        }
        files.write()
    }

    /// The text of `cardwright.toml`.
    fn settings(&self, id: &str) -> Result<String, Ending> {
        let mut needs = String::new();
        for need in &self.needs {
            let Some((name, place)) = need.split_once('=') else {
                return refuse(format!("`{need}` is no need: write `NAME=PLACE`"));
            };
            if !is_name(name) {
                return refuse(format!("`{name}` cannot be the name of a package"));
            }
            let doc = self.need(place)?;
            if let Err(why) = doc.need() {
                return refuse(format!("`{need}`: {why}"));
            }
            needs.push_str(&format!("{name} = {}\n", written(&doc)));
        }
        let template = include_str!("../../../templates/card-set/settings.toml");
        Ok(filled(template, id).replace("@needs@", needs.trim_end()))
    }

    /// A place on the command line as a need: what has `#` pins a tag of a repository.
    fn need(&self, place: &str) -> Result<NeedDoc, Ending> {
        let mut doc = NeedDoc::default();
        if let Some((url, tag)) = place.split_once('#') {
            (doc.git, doc.tag) = (Some(url.to_owned()), Some(tag.to_owned()));
        } else if place.contains("://") {
            return refuse(format!(
                "`{place}` is not pinned: write the tag behind it, such as `{place}#v1.0.0`"
            ));
        } else if [".tar.gz", ".tgz"].iter().any(|end| place.ends_with(end)) {
            doc.archive = Some(self.seen_there(place)?);
        } else {
            doc.path = Some(self.seen_there(place)?);
        }
        Ok(doc)
    }

    /// A place as it is seen from the new folder.
    fn seen_there(&self, place: &str) -> Result<String, Ending> {
        let real = |path: &Path| path.canonicalize().map_err(|error| wrong_path(path, &error));
        let target = real(Path::new(place))?;
        let above = self.folder.parent().filter(|above| !above.as_os_str().is_empty());
        let home = real(above.unwrap_or(Path::new(".")))?.join(self.folder.file_name().unwrap_or_default());
        let shared = home
            .components()
            .zip(target.components())
            .take_while(|(one, other)| one == other)
            .count();
        let up = home.components().skip(shared).map(|_| Component::ParentDir);
        let path: PathBuf = up.chain(target.components().skip(shared)).collect();
        Ok(path.to_string_lossy().replace('\\', "/"))
    }

    /// The system of the cards: the one that is asked for, the one that is called like the first package, or the only one.
    fn system_of(&self, all: &BTreeSet<String>) -> Result<String, Ending> {
        let listed = || all.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        let first = self.needs.first().and_then(|need| need.split_once('='));
        let first = first.and_then(|(name, _)| all.get(name));
        match (&self.system, first, all.first()) {
            (Some(asked), ..) if all.contains(asked) => Ok(asked.clone()),
            (Some(asked), ..) => refuse(format!(
                "the packages have no system `{asked}`; they have: {}",
                listed()
            )),
            (None, Some(same), _) => Ok(same.clone()),
            (None, None, Some(only)) if all.len() == 1 => Ok(only.clone()),
            (None, None, None) => refuse("the packages have no system"),
            (None, None, Some(one)) => refuse(format!(
                "the packages have several systems: {}; say for which one the cards are, such as `--system {one}`",
                listed()
            )),
        }
    }
}

/// A need as one line of TOML.
fn written(doc: &NeedDoc) -> String {
    let entries = [
        ("path", &doc.path),
        ("git", &doc.git),
        ("tag", &doc.tag),
        ("archive", &doc.archive),
    ];
    let entries = entries
        .into_iter()
        .filter_map(|(key, value)| Some(format!("{key} = {:?}", value.as_ref()?)));
    format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
}

/// Takes away what was begun; also the folder, if it is new.
fn clear(folder: &Path, is_new: bool) {
    let files = [SETTINGS_FILE, LOCK_FILE].map(|name| folder.join(name));
    cardwright_files::undo(files.iter().map(PathBuf::as_path));
    let needs = folder.join(NEEDS);
    let is_ours = |needs: &Path| {
        let entries = cardwright_files::entries(needs).into_iter().flatten();
        entries
            .into_iter()
            .all(|entry| entry.path.join(MARK).is_file() || entry.name == ".gitignore")
    };
    let is_empty =
        |folder: &Path| cardwright_files::entries(folder).is_ok_and(|mut entries| entries.next().is_none());
    // What is left behind is told by the error that led here.
    drop(cardwright_files::clear(&needs, is_ours));
    if is_new {
        drop(cardwright_files::clear(folder, is_empty));
    }
}

/// The documents that the starter of the game makes, or copies of what the game has.
fn first_documents(project: &Project, id: &str, system: &str) -> Result<Documents, Ending> {
    if let Some(documents) = starter::documents(project, id, system)? {
        return Ok(documents);
    }
    let Some(documents) = copies(project, id, system) else {
        return refuse(format!(
            "no scenario of `{system}` could be copied with a new card in it; write the set by `cardwright new set`"
        ));
    };
    output::remark(&format!(
        "`{system}` has no starter, so the first card has no rule, and its case tests only that it is there"
    ));
    Ok(documents)
}

/// A set with one card, a scenario that uses it, and a case: the first ones that compile.
fn copies(project: &Project, id: &str, system: &str) -> Option<Documents> {
    let stages = project.systems.get(system)?.doc.uses.iter();
    let stages: Vec<&str> = stages
        .filter_map(|one| Some(one.stage.as_ref()?.value.as_str()))
        .collect();
    // A stage is there for cases; of the others the smallest is the easiest to change.
    let scenarios = project
        .scenarios
        .iter()
        .filter(|one| one.doc.system.value == system);
    let mut scenarios: Vec<&Loaded<ScenarioDoc>> = scenarios.collect();
    scenarios.sort_by_key(|one| {
        let is_stage = stages.contains(&one.doc.scenario.value.as_str());
        (is_stage, one.doc.pieces.len(), &one.doc.scenario.value)
    });
    let mut pieces = scenarios
        .into_iter()
        .flat_map(|one| one.doc.pieces.iter().map(move |piece| (one, piece)));
    pieces.find_map(|(scenario, piece)| {
        piece.owner.as_ref()?;
        let documents = with_card_of(project, id, scenario, piece)?;
        is_sound(project.clone(), &documents).then_some(documents)
    })
}

/// The documents in which a new card stands where a piece of a scenario has another one.
fn with_card_of(
    project: &Project,
    id: &str,
    scenario: &Loaded<ScenarioDoc>,
    piece: &PieceDoc,
) -> Option<Documents> {
    let system = &scenario.doc.system.value;
    let sets = project
        .sets
        .values()
        .filter(|set| set.doc.system.value == *system);
    let mut cards = sets.flat_map(|set| set.doc.cards.iter().map(move |card| (set, card)));
    let (set, card): (&Loaded<CardSetDoc>, &CardDoc) =
        cards.find(|(_, card)| card.id.value == piece.template.value)?;
    let name = format!("{id}-first");
    let facts = entry(project, set, &name, card);
    let facts: String = facts.iter().map(|line| format!("  {line}\n")).collect();
    let trial = format!("{id}-trial");
    let own = &project.sources.get(scenario.file).text;
    let files = [
        (
            format!("cards/{system}/{id}.yaml"),
            format!(
                "set: {id}\nsystem: {system}\ntitle: {}\ncards:\n{facts}",
                title(id)
            ),
        ),
        (
            format!("scenarios/{system}/{trial}.yaml"),
            copied(own, scenario, piece, id, &name)?,
        ),
        (
            format!("tests/conformance/{system}/{trial}.yaml"),
            filled(include_str!("../../../templates/card-set/case.yaml"), id)
                .replace("@piece@", &piece.id.value)
                .replace(
                    "@owner@",
                    piece.owner.as_ref().map_or("nobody", |owner| &owner.value),
                ),
        ),
    ];
    Some(
        files
            .map(|(name, text)| (name.clone(), modeline(&name, &text)))
            .to_vec(),
    )
}

/// A scenario with another id, one set more, and another card for a piece.
fn copied(
    text: &str,
    scenario: &Loaded<ScenarioDoc>,
    piece: &PieceDoc,
    id: &str,
    card: &str,
) -> Option<String> {
    let doc = &scenario.doc;
    let last = doc.sets.last()?;
    let is_in_line = text[last.end..].trim_start().starts_with([',', ']']);
    let set = match is_in_line {
        true => format!("{}, {id}", last.value),
        false => {
            let start = text[..last.start].rfind('\n').map_or(0, |end| end + 1);
            format!("{}\n{}{id}", last.value, &text[start..last.start])
        }
    };
    let mut changes: Vec<(&At<String>, String)> = vec![
        (&doc.scenario, format!("{id}-trial")),
        (last, set),
        (&piece.template, card.to_owned()),
    ];
    changes.sort_by_key(|(at, _)| std::cmp::Reverse(at.start));
    let mut text = text.to_owned();
    for (at, put) in changes {
        // Only what is written plainly is replaced.
        (text.get(at.start..at.end)? == at.value).then(|| text.replace_range(at.start..at.end, &put))?;
    }
    let lines = text.lines().map(|line| match line.starts_with("title:") {
        true => format!("title: {}\n", title(&format!("{id}-trial"))),
        false => format!("{line}\n"),
    });
    Some(lines.collect())
}
