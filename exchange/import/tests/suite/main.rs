//! Imports into the sample game, and the mappings of this project on samples of their data.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests put files where they like, and start programs"
)]

mod facts;
mod mappings;
mod refusals;
mod squads;

use cardwright_compiler::Project;
use cardwright_import::{Import, Mapping, Outcome, Refused};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folder of the whole project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The sample game, with other words than it has: what stands for a part of its vocabulary.
fn sample(find: &str, put: &str) -> Project {
    let folder = root().join("tests/samples/good");
    let words = "systems/sample/words.cw";
    let text = std::fs::read_to_string(folder.join(words)).expect("the sample can be read");
    assert!(text.contains(find), "the sample has no `{find}`");
    let overlay = BTreeMap::from([(words.to_owned(), text.replacen(find, put, 1))]);
    Project::load_with(&folder, overlay)
}

/// A mapping of one source, `herd`, into goats: the lines below its facts.
fn goats(facts: &str) -> String {
    let facts: String = facts
        .lines()
        .map(|line| format!("      {}\n", line.trim_end()))
        .collect();
    format!(
        "import: herd\nsystem: sample\nset: herd\ntitle: The herd\nsources: {{ herd: herd.csv }}\ncards:\n  - kind: goat\n    each: herd\n    \
         key: name\n    id: \"{{name}}\"\n    name: name\n    facts:\n{facts}"
    )
}

/// The facts of a goat whose field has all of them.
const PLAIN: &str =
    "strength: strength\nroutes: { field: routes, split: \"+\" }\nbase-width: { field: width, unit: mm }";

/// A herd of one goat that fits.
const HERD: &str =
    "name,strength,routes,width,text,image\nOld Billy,4,lane+curve,40,Pushes twice.,billy.png\n";

fn run(project: &Project, mapping: &str, source: &str) -> Result<Outcome, Refused> {
    let mapping = Mapping::read("mapping.yaml", mapping.to_owned())?;
    let mut sources = BTreeMap::new();
    for (name, _) in mapping.files() {
        sources.insert(name.to_owned(), source.as_bytes().to_vec());
    }
    let import = Import {
        mapping: &mapping,
        project,
        sources: &sources,
        file: "cards/sample/herd.yaml",
    };
    import.run()
}

/// The outcome of a mapping that is fine.
fn outcome(mapping: &str, source: &str) -> Outcome {
    run(&sample("", ""), mapping, source).unwrap_or_else(|why| panic!("{why:?}"))
}

/// The text of the set.
fn text(mapping: &str, source: &str) -> String {
    let outcome = outcome(mapping, source);
    outcome.text.unwrap_or_else(|| panic!("{:?}", outcome.problems))
}

/// The errors of an outcome: row, field and why, one line each.
fn problems(outcome: &Outcome) -> Vec<String> {
    let problems = outcome.problems.iter();
    let line = |one: &cardwright_import::Problem| {
        let row = one.row.as_ref().map(|row| format!("{row}: "));
        format!("{}{}: {}", row.unwrap_or_default(), one.field, one.why)
    };
    problems.map(line).collect()
}
