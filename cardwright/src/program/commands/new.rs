//! `new`: writes what checks clean and runs, to start from: a project, a system, a library, a card set, a card, a scenario,
//! a case.
//!
//! A system comes with a small whole game. Everything else is made from what the project has: a new card has the facts of
//! another one, a new scenario is a copy of another one. Nothing that exists is overwritten.
//!
//! Not here: what editors, git and GitHub need besides, see `surroundings`; how files are written, see `file_set`.

use super::card_set::NewCardSet;
use super::file_set::Files;
use super::sound::sound;
use super::surroundings::{of_project, schemas_of, with_modeline};
use super::{project_at, whole_project, wrong_path};
use crate::program::{Ending, output, write};
use cardwright_compiler::document::{CardDoc, CardSetDoc, Fact, ScenarioDoc};
use cardwright_compiler::project::{Loaded, System};
use cardwright_compiler::{Project, compile_system};
use cardwright_dsl::is_reserved;
use cardwright_files::unusable_name;
use clap::{Args, Subcommand};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Writes something to start from.
#[derive(Args)]
pub(crate) struct New {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// A folder with a small whole game: system, cards, scenario, case
    Project {
        /// The folder; its name is the id of the game
        folder: PathBuf,
    },
    /// A repository of cards for a game that is a package
    CardSet(NewCardSet),
    /// A game in this project, with cards, a scenario and a case
    System {
        /// Its id, such as `river-wars`
        id: String,
    },
    /// A library: what several games of this project share
    Library {
        /// Its id, such as `healing`
        id: String,
        /// The id of a system that uses it
        #[arg(long)]
        system: String,
    },
    /// A card set of a system
    Set {
        /// Its id
        id: String,
        /// The id of the system
        #[arg(long)]
        system: String,
    },
    /// A card or piece in a set, with the facts of another one
    Card {
        /// Its id
        id: String,
        /// The set document to which it is added
        #[arg(long)]
        set: PathBuf,
        /// The id of the card whose kind and facts it gets; the last one of the set if absent
        #[arg(long)]
        like: Option<String>,
    },
    /// A scenario, as a copy of another one
    Scenario {
        /// Its id
        id: String,
        /// The scenario document that is copied
        #[arg(long)]
        like: PathBuf,
    },
    /// A conformance case that begins as a scenario does
    Case {
        /// What it claims, in words: `"a guard takes one hit away"`
        claim: String,
        /// The scenario document as which it begins
        #[arg(long)]
        scenario: PathBuf,
    },
}

impl New {
    pub(crate) fn run(self) -> Ending {
        let done = match self.what {
            What::Project { folder } => new_project(&folder),
            What::CardSet(new) => new.run(),
            What::System { id } => project_at(None).and_then(|project| new_system(project, &id)),
            What::Library { id, system } => new_library(&id, &system),
            What::Set { id, system } => new_set(&id, &system),
            What::Card { id, set, like } => new_card(&id, &set, like.as_deref()),
            What::Scenario { id, like } => new_scenario(&id, &like),
            What::Case { claim, scenario } => new_case(&claim, &scenario),
        };
        done.err().unwrap_or(Ending::Fine)
    }
}

/// The result of a call: nothing, or why it cannot be carried out.
pub(super) type Done = Result<(), Ending>;

pub(super) fn refuse<T>(why: impl Into<String>) -> Result<T, Ending> {
    Err(Ending::WrongCall(why.into()))
}

/// Ids are kebab-case: words of small letters and digits, the first letter of each no digit at the start of the id.
pub(super) fn checked_id(id: &str) -> Result<&str, Ending> {
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .chars()
                .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
    };
    if is_reserved(id) {
        return refuse(format!("`{id}` cannot be an id: it is a word of the language"));
    }
    if let Some(why) = unusable_name(id) {
        return refuse(format!("this cannot be an id, since files have its name: {why}"));
    }
    if id.starts_with(|letter: char| letter.is_ascii_lowercase()) && id.split('-').all(is_word) {
        return Ok(id);
    }
    refuse(format!(
        "`{id}` cannot be an id; write small letters, digits and `-`, such as `{}`",
        slug(id)
    ))
}

/// Words as an id.
fn slug(words: &str) -> String {
    let letters = words.chars().map(|letter| match letter.to_ascii_lowercase() {
        letter if letter.is_ascii_alphanumeric() => letter,
        _ => '-',
    });
    let letters: String = letters.collect();
    let parts: Vec<&str> = letters.split('-').filter(|part| !part.is_empty()).collect();
    parts.join("-")
}

/// An id as a title: `river-wars` is River Wars.
pub(super) fn title(id: &str) -> String {
    let words = id.split('-').map(|word| {
        let (first, rest) = word.split_at(1.min(word.len()));
        first.to_ascii_uppercase() + rest
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The prefix of rule ids: the first letters of an id's words, or of its only word.
fn prefix(id: &str) -> String {
    let initials: String = id.split('-').filter_map(|word| word.chars().next()).collect();
    let letters = if initials.len() > 1 {
        initials
    } else {
        id.chars().take(3).collect()
    };
    letters.to_ascii_uppercase()
}

/// A template for a system of this id.
pub(super) fn filled(template: &str, id: &str) -> String {
    template
        .replace("@id@", id)
        .replace("@title@", &title(id))
        .replace("@version@", env!("CARGO_PKG_VERSION"))
        .replace("@prefix@", &prefix(id))
}

fn system_files(root: &Path, id: &str) -> Files {
    let part = |template| filled(template, id);
    Files::under(root)
        .with(
            format!("systems/{id}/system.yaml"),
            part(include_str!("../../../templates/system.yaml")),
        )
        .with(
            format!("systems/{id}/rulebook.yaml"),
            part(include_str!("../../../templates/rulebook.yaml")),
        )
        .with(
            format!("systems/{id}/game.cw"),
            part(include_str!("../../../templates/game.cw")),
        )
        .with(
            format!("systems/{id}/looks.yaml"),
            part(include_str!("../../../templates/looks.yaml")),
        )
        .with(
            format!("cards/{id}/starter.yaml"),
            part(include_str!("../../../templates/starter.yaml")),
        )
        .with(
            format!("scenarios/{id}/first-clash.yaml"),
            part(include_str!("../../../templates/scenario.yaml")),
        )
        .with(
            format!("tests/conformance/{id}/striking/a-guard-takes-one-hit-away.yaml"),
            part(include_str!("../../../templates/case.yaml")),
        )
}

fn new_project(folder: &Path) -> Done {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
    let Some(name) = name else {
        return refuse(format!("{} has no name that could be an id", folder.display()));
    };
    let id = checked_id(&name)?;
    let project = whole_project(folder);
    written_with(project, system_files(folder, id), |project| {
        of_project(project, id)
    })
}

fn new_system(project: Project, id: &str) -> Done {
    let files = system_files(project.root(), checked_id(id)?);
    written_with(project, files, |project| schemas_of(project, id))
}

/// Writes files that check clean in a project, and beside them what is made of the project with these files.
fn written_with(
    mut project: Project,
    files: Files,
    beside: impl FnOnce(&Project) -> Vec<(String, String)>,
) -> Done {
    let documents = files.documents();
    sound(project.clone(), &documents)?;
    for (name, text) in documents {
        project.update(&name, Some(text));
    }
    files.beside(beside(&project)).write()
}

/// A library, and a system that uses it: one that nobody uses is an error.
fn new_library(id: &str, system: &str) -> Done {
    let id = checked_id(id)?;
    let project = project_at(None)?;
    let user = known_system(&project, system)?;
    let of_system = |scenario: &&Loaded<ScenarioDoc>| scenario.doc.system.value == system;
    let Some(stage) = project.scenarios.iter().find(of_system) else {
        return refuse(format!(
            "`{system}` has no scenario yet on which the library's cases could run"
        ));
    };
    let file = project.sources.get(user.file);
    let Some(used) = with_library(&file.text, id, &stage.doc.scenario.value) else {
        return refuse(format!(
            "{}: `uses:` is not a list with an entry a line, so the place of a new one is not clear",
            file.name
        ));
    };
    let part = |template| filled(template, id);
    let folder = format!("libraries/{id}");
    let files = Files::under(project.root())
        .with(
            format!("{folder}/library.yaml"),
            part(include_str!("../../../templates/library/library.yaml")),
        )
        .with(
            format!("{folder}/README.md"),
            part(include_str!("../../../templates/library/readme.md")),
        )
        .with(
            format!("{folder}/{id}.cw"),
            part(include_str!("../../../templates/library/shared.cw")),
        )
        .with(
            format!("{folder}/cases/nobody-is-a-rival-to-himself.yaml"),
            part(include_str!("../../../templates/library/case.yaml")),
        );
    let written = files.paths();
    let mut changed = files.documents();
    changed.push((file.name.clone(), used.clone()));
    sound(project.clone(), &changed)?;
    files.write()?;
    let system = project.root().join(&file.name);
    if let Err(ending) = write::whole(&system, used.as_bytes()) {
        // A library that nobody uses is an error.
        cardwright_files::undo(written.iter().map(PathBuf::as_path));
        return Err(ending);
    }
    output::line(&format!("{}: uses {id}", file.name));
    Ok(())
}

/// A system document that uses one library more; nothing if it is not clear where that stands.
fn with_library(text: &str, id: &str, stage: &str) -> Option<String> {
    let entry = format!("  - library: {id}\n    stage: {stage}\n");
    let key = "\nuses:\n";
    match text.find(key) {
        Some(at) => {
            let (before, after) = text.split_at(at + key.len());
            Some(format!("{before}{entry}{after}"))
        }
        None if text.lines().any(|line| line.starts_with("uses:")) => None,
        None => Some(format!("{}\nuses:\n{entry}", text.trim_end())),
    }
}

/// A system of the project by its id.
fn known_system<'a>(project: &'a Project, system: &str) -> Result<&'a System, Ending> {
    project.systems.get(system).map_or_else(
        || {
            let known: Vec<&str> = project.systems.keys().map(String::as_str).collect();
            refuse(format!(
                "there is no system `{system}`; there are: {}",
                known.join(", ")
            ))
        },
        Ok,
    )
}

fn new_set(id: &str, system: &str) -> Done {
    let id = checked_id(id)?;
    let project = project_at(None)?;
    known_system(&project, system)?;
    let text = format!("set: {id}\nsystem: {system}\ntitle: {}\ncards: []\n", title(id));
    let name = format!("cards/{system}/{id}.yaml");
    let text = with_modeline(project.root(), &name, &text);
    Files::under(project.root()).with(name, text).write_into(project)
}

/// The document of a file, of those that the project has read.
fn loaded<'a, T>(
    project: &'a Project,
    path: &Path,
    documents: impl IntoIterator<Item = &'a Loaded<T>>,
    what: &str,
) -> Result<&'a Loaded<T>, Ending> {
    let file = path.canonicalize().map_err(|error| wrong_path(path, &error))?;
    let root = project
        .root()
        .canonicalize()
        .map_err(|error| wrong_path(path, &error))?;
    let is_it = |document: &&Loaded<T>| root.join(&project.sources.get(document.file).name) == file;
    match documents.into_iter().find(is_it) {
        Some(document) => Ok(document),
        None => refuse(format!("{} is not a {what} of the project", path.display())),
    }
}

fn new_card(id: &str, path: &Path, like: Option<&str>) -> Done {
    let id = checked_id(id)?;
    let project = project_at(Some(path))?;
    let set = loaded(&project, path, project.sets.values(), "card set")?;
    let of_system = |other: &&Loaded<CardSetDoc>| other.doc.system.value == set.doc.system.value;
    let all = || project.sets.values().filter(of_system);
    if all()
        .flat_map(|set| &set.doc.cards)
        .any(|card| card.id.value == id)
    {
        return refuse(format!(
            "there is already a card or piece `{id}` in `{}`",
            set.doc.system.value
        ));
    }
    let found = match like {
        Some(like) => {
            let is_it = |(_, card): &(_, &CardDoc)| card.id.value == like;
            all()
                .flat_map(|set| set.doc.cards.iter().map(move |card| (set, card)))
                .find(is_it)
        }
        None => set.doc.cards.last().map(|card| (set, card)),
    };
    let Some((home, model)) = found else {
        return refuse(match like {
            Some(like) => format!("there is no card or piece `{like}`"),
            None => {
                "the set has no card yet whose facts the new one could have; say `--like CARD`".to_owned()
            }
        });
    };
    let text = &project.sources.get(set.file).text;
    let Some(added) = with_card(text, &entry(&project, home, id, model)) else {
        return refuse(
            "`cards:` is not the last key of the document, so the place of a new card is not clear",
        );
    };
    sound(
        project.clone(),
        &[(project.sources.get(set.file).name.clone(), added.clone())],
    )?;
    write::whole(path, added.as_bytes())?;
    output::line(&format!("{}: {id}", path.display()));
    Ok(())
}

/// The entry of a new card: kind and facts of another one, as they are written there. Rows that the other one makes for itself get
/// ids of their own.
pub(super) fn entry(project: &Project, home: &Loaded<CardSetDoc>, id: &str, model: &CardDoc) -> Vec<String> {
    let text = &project.sources.get(home.file).text;
    let mut lines = vec![
        format!("- id: {id}"),
        format!("  kind: {}", model.kind.value),
        format!("  name: {}", title(id)),
    ];
    match facts_as_written(text, model.id.start) {
        // The entry of the model stands in one line.
        written if written.is_empty() => {
            lines.extend(model.facts_in_line().map(|facts| format!("  {facts}")))
        }
        written => lines.extend(written),
    }
    let rows = model.facts.0.iter().flat_map(|(_, fact)| rows_in(&fact.value));
    let known = rows_of(project, &home.doc.system.value);
    for row in rows.filter(|row| known.contains(*row)) {
        let own = format!("{id}-{}", tail(row, &model.id.value));
        lines.iter_mut().for_each(|line| *line = renamed(line, row, &own));
    }
    lines
}

/// The ids of all rows of a system.
fn rows_of(project: &Project, system: &str) -> BTreeSet<String> {
    let system = project.systems.get(system);
    let compiled = system.map(|system| compile_system(project, system));
    let packs = compiled.iter().filter_map(|compiled| compiled.pack.as_ref());
    packs
        .flat_map(|pack| pack.rows.iter().map(|row| row.id.clone()))
        .collect()
}

/// The ids of the rows that a fact may make: `blade` of `{ blade: { damage: 10 } }`.
fn rows_in(fact: &Fact) -> impl Iterator<Item = &str> {
    let entries = match fact {
        Fact::Map(entries) => entries.0.as_slice(),
        _ => &[],
    };
    let rows = entries
        .iter()
        .filter(|(_, row)| matches!(row.value, Fact::Map(_)));
    rows.map(|(id, _)| id.value.as_str())
}

/// A row's id without the parts with which its card's id begins, too.
fn tail<'a>(row: &'a str, card: &str) -> &'a str {
    let same = row
        .split('-')
        .zip(card.split('-'))
        .take_while(|(one, other)| one == other);
    let length: usize = same.map(|(part, _)| part.len() + 1).sum();
    row.get(length..).filter(|rest| !rest.is_empty()).unwrap_or(row)
}

/// A line in which a name is another one wherever it stands as a whole.
fn renamed(line: &str, from: &str, to: &str) -> String {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(from) {
        let (before, behind) = (&rest[..at], &rest[at + from.len()..]);
        let is_whole = !before.ends_with(is_part) && !behind.starts_with(is_part);
        out.push_str(before);
        out.push_str(if is_whole { to } else { from });
        rest = behind;
    }
    out + rest
}

/// The lines of `facts:` of the entry that begins at a byte, with the indentation of an entry.
fn facts_as_written(text: &str, start: usize) -> Vec<String> {
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let lines: Vec<&str> = text[line_start..].lines().collect();
    let dash = lines
        .first()
        .map_or(0, |line| line.len() - line.trim_start().len());
    let indent = |line: &str| line.len() - line.trim_start().len();
    let entry = lines
        .iter()
        .skip(1)
        .take_while(|line| line.trim().is_empty() || indent(line) > dash);
    let mut facts = entry.skip_while(|line| !line.trim_start().starts_with("facts:"));
    let Some(first) = facts.next() else {
        return Vec::new();
    };
    let rest = facts.take_while(|line| indent(line) > indent(first));
    let shown = |line: &&str| line.get(dash..).unwrap_or("").trim_end().to_owned();
    std::iter::once(first).chain(rest).map(shown).collect()
}

/// A document with one more card at the end of its list.
fn with_card(text: &str, entry: &[String]) -> Option<String> {
    let is_key = |line: &&str| line.starts_with(|letter: char| letter.is_ascii_alphabetic());
    let last = text.lines().rfind(is_key)?;
    let rest = last.strip_prefix("cards:")?;
    let entry = entry.iter().map(|line| format!("  {line}\n")).collect::<String>();
    if rest.trim_start().starts_with("[]") {
        let at = text.rfind(last)?;
        return Some(format!("{}cards:\n{entry}", &text[..at]));
    }
    if !rest.trim_start().is_empty() && !rest.trim_start().starts_with('#') {
        return None;
    }
    // Entries may stand as far to the left as the key.
    let own: Vec<&str> = text[text.rfind(last)?..]
        .lines()
        .filter(|line| line.trim_start().starts_with("- id:"))
        .collect();
    let dash = own.first().map_or(2, |line| line.len() - line.trim_start().len());
    let entry: String = entry
        .lines()
        .map(|line| format!("{}{}\n", " ".repeat(dash), &line[2..]))
        .collect();
    Some(format!("{}\n{entry}", text.trim_end()))
}

fn new_scenario(id: &str, like: &Path) -> Done {
    let id = checked_id(id)?;
    let project = project_at(Some(like))?;
    let model: &Loaded<ScenarioDoc> = loaded(&project, like, &project.scenarios, "scenario")?;
    let text = &project.sources.get(model.file).text;
    let replaced = text.lines().map(|line| {
        if line.starts_with("scenario:") {
            format!("scenario: {id}\n")
        } else if line.starts_with("title:") {
            format!("title: {}\n", title(id))
        } else {
            format!("{line}\n")
        }
    });
    let name = format!("scenarios/{}/{id}.yaml", model.doc.system.value);
    let text = with_modeline(project.root(), &name, &replaced.collect::<String>());
    Files::under(project.root())
        .with(name, text)
        .write_into(project.clone())
}

fn new_case(claim: &str, scenario: &Path) -> Done {
    let name = slug(claim);
    let name = checked_id(&name)?;
    let project = project_at(Some(scenario))?;
    let begun: &Loaded<ScenarioDoc> = loaded(&project, scenario, &project.scenarios, "scenario")?;
    let Some(piece) = begun.doc.pieces.first() else {
        return refuse("the scenario has no piece about which a first expectation could be written");
    };
    let owner = piece
        .owner
        .as_ref()
        .map_or("nobody", |owner| owner.value.as_str());
    let told = cardwright_compiler::one_line(claim);
    let text = format!(
        "# {told}\n\
         proves: []                       # ids of rules in the ledger\n\
         scenario: {}\n\
         given: |\n  \
           # statements that set the situation up\n\
         when: |\n  \
           # what is put to the test, such as: run round\n\
         decisions: []                    # what players answer, in order\n\
         dice: []                         # what the dice show, in order\n\
         expect:\n  \
           - owner of {} is {owner}\n",
        begun.doc.scenario.value, piece.id.value,
    );
    let file = format!("tests/conformance/{}/{name}.yaml", begun.doc.system.value);
    let text = with_modeline(project.root(), &file, &text);
    Files::under(project.root())
        .with(file, text)
        .write_into(project.clone())
}

#[cfg(test)]
mod tests {
    use super::{prefix, slug, title, with_card, with_library};

    #[test]
    fn ids_give_titles_and_prefixes() {
        assert_eq!(title("river-wars"), "River Wars");
        assert_eq!(
            (prefix("river-wars"), prefix("chess")),
            ("RW".to_owned(), "CHE".to_owned())
        );
        assert_eq!(slug("A guard, taken away!"), "a-guard-taken-away");
    }

    #[test]
    fn a_library_is_used_beside_others() {
        assert_eq!(
            with_library("system: s\nuses:\n  - library: a\nfiles: [f.cw]\n", "b", "c").as_deref(),
            Some("system: s\nuses:\n  - library: b\n    stage: c\n  - library: a\nfiles: [f.cw]\n")
        );
        assert_eq!(
            with_library("system: s\n", "b", "c").as_deref(),
            Some("system: s\nuses:\n  - library: b\n    stage: c\n")
        );
        assert_eq!(
            with_library("system: s\nuses: [{ library: a }]\n", "b", "c"),
            None
        );
    }

    #[test]
    fn a_card_comes_behind_the_others_or_not_at_all() {
        let entry = ["- id: b".to_owned(), "  kind: k".to_owned()];
        let added = |text: &str| with_card(text, &entry);
        assert_eq!(
            added("set: s\ncards: []\n").as_deref(),
            Some("set: s\ncards:\n  - id: b\n    kind: k\n")
        );
        assert_eq!(
            added("cards:\n- id: a\n  kind: k\n").as_deref(),
            Some("cards:\n- id: a\n  kind: k\n- id: b\n  kind: k\n")
        );
        assert_eq!(added("cards:\n  - id: a\ntables: {}\n"), None);
    }
}
