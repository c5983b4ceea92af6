//! Content to measure with. Everything here panics on a mistake: a benchmark of broken content is worth nothing.

use cardwright_bytecode::verify::VerifiedPack;
use cardwright_compiler::{Compiled, Project, compile_case, compile_scenario, for_people};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folder of the sample system.
#[must_use]
pub fn sample_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("sample")
}

/// The repository's folder.
#[must_use]
pub fn repository_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A project with further documents, which lie in no file.
#[must_use]
pub fn project_with(root: &Path, documents: BTreeMap<String, String>) -> Project {
    let project = Project::load_with(root, documents);
    assert_fine(&project, &project.diagnostics);
    project
}

/// The pack of a case that is given as text, against the documents of a folder.
#[must_use]
pub fn case_pack(root: &Path, text: &str) -> VerifiedPack {
    let project = project_with(
        root,
        BTreeMap::from([("tests/conformance/measured.yaml".to_owned(), text.to_owned())]),
    );
    let case = project
        .cases
        .iter()
        .find(|case| case.doc.case.value == "measured")
        .expect("the case was just added");
    pack_of(&project, compile_case(&project, case))
}

/// The pack of a case of the sample system that runs these statements.
#[must_use]
pub fn sample_pack(statements: &str) -> VerifiedPack {
    case_pack(&sample_root(), &sample_case(statements))
}

/// The pack of a scenario of the repository.
#[must_use]
pub fn scenario_pack(id: &str) -> VerifiedPack {
    let project = Project::load(&repository_root());
    let scenario = project
        .scenarios
        .iter()
        .find(|one| one.doc.scenario.value == id)
        .expect("the scenario exists");
    pack_of(&project, compile_scenario(&project, scenario))
}

/// The pack, if nothing is wrong.
#[must_use]
pub fn pack_of(project: &Project, compiled: Compiled) -> VerifiedPack {
    assert_fine(project, &compiled.diagnostics);
    compiled.pack.expect("no error, so there is a pack")
}

/// Panics with the diagnostics as people read them, if there are some.
pub fn assert_fine(project: &Project, diagnostics: &[cardwright_compiler::Diagnostic]) {
    let few = &diagnostics[..diagnostics.len().min(3)];
    assert!(
        few.is_empty(),
        "{} errors, such as {}",
        diagnostics.len(),
        for_people(&project.sources, few, false)
    );
}

/// Two fighters, and what they do.
fn sample_case(statements: &str) -> String {
    let mut text = String::from(
        "case: measured
system: sample
proves: []
expect: []
sets: [base]
table: { width: 36in, length: 36in }
players:
  - { id: north, name: North }
  - { id: south, name: South }
pieces:
  - { id: one, template: duelist, owner: north }
  - { id: two, template: duelist, owner: south }
when: |
",
    );
    for line in statements.lines() {
        text.push_str("  ");
        text.push_str(line);
        text.push('\n');
    }
    text
}
