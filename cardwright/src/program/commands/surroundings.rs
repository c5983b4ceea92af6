//! The files around the content of a project: settings of editors, the schemas that they name and what names them, what git
//! leaves out, a check on GitHub.
//!
//! Not here: content, see `new`; writing schemas anew, see `schema`.

use super::new::filled;
use super::schema::of_documents;
use cardwright_compiler::{Project, compile_system, guide};
use std::path::Path;

/// How a document tells the editors of YAML where its schema lies.
const MODELINE: &str = "# yaml-language-server: $schema=";

/// The files around the content of a new project, by their names in it.
pub(super) fn of_project(project: &Project, id: &str) -> Vec<(String, String)> {
    let templates = [
        ("README.md", include_str!("../../../templates/project/readme.md")),
        (".gitignore", include_str!("../../../templates/project/gitignore")),
        (
            ".vscode/settings.json",
            include_str!("../../../templates/project/settings.json"),
        ),
        (
            ".vscode/extensions.json",
            include_str!("../../../templates/project/extensions.json"),
        ),
        (
            ".github/workflows/cardwright.yml",
            include_str!("../../../templates/project/workflow.yml"),
        ),
    ];
    let files = templates.map(|(name, template)| (name.to_owned(), filled(template, id)));
    let schemas = of_documents().into_iter().map(in_schemas);
    files
        .into_iter()
        .chain(schemas)
        .chain(schemas_of(project, id))
        .collect()
}

/// The files around a new card set, by their names in its folder. All that `schema` writes is among them; git leaves that out,
/// since it changes with every card and with every version of the game.
pub(super) fn of_card_set(project: &Project, id: &str, system: &str) -> Vec<(String, String)> {
    let templates = [
        ("README.md", include_str!("../../../templates/card-set/readme.md")),
        ("LICENSE", include_str!("../../../templates/card-set/licence")),
        ("ci.sh", include_str!("../../../templates/card-set/ci.sh")),
        (
            ".gitignore",
            include_str!("../../../templates/card-set/gitignore"),
        ),
        (
            ".vscode/settings.json",
            include_str!("../../../templates/card-set/vscode.json"),
        ),
        (
            ".vscode/extensions.json",
            include_str!("../../../templates/project/extensions.json"),
        ),
        (
            ".github/workflows/cardwright.yml",
            include_str!("../../../templates/card-set/workflow.yml"),
        ),
    ];
    let files = templates.map(|(name, template)| {
        let text = filled(template, id).replace("@system@", system);
        (name.to_owned(), text)
    });
    let of_systems = project.systems.keys().flat_map(|id| schemas_of(project, id));
    let schemas = of_documents().into_iter().map(in_schemas);
    files.into_iter().chain(schemas).chain(of_systems).collect()
}

/// The schemas of a system, by their names in the project; none if its content has errors.
pub(super) fn schemas_of(project: &Project, id: &str) -> Vec<(String, String)> {
    let schemas = project.systems.get(id).and_then(|system| {
        let compiled = compile_system(project, system);
        guide::guide(project, system, &compiled)
    });
    let schemas = schemas.map(|guide| guide::schemas(&guide)).unwrap_or_default();
    schemas.into_iter().map(in_schemas).collect()
}

fn in_schemas((name, text): (String, String)) -> (String, String) {
    (format!("schemas/{name}"), text)
}

/// A document that names the schema of its system, if the project has that, and no other.
pub(super) fn with_modeline(root: &Path, name: &str, text: &str) -> String {
    match schema_of(name) {
        Some(schema) if root.join(&schema).is_file() => modeline(name, text),
        Some(_) | None => without_modeline(text),
    }
}

/// A document that names the schema of its system.
pub(super) fn modeline(name: &str, text: &str) -> String {
    let rest = without_modeline(text);
    match schema_of(name) {
        Some(schema) => {
            let up = "../".repeat(name.matches('/').count());
            format!("{MODELINE}{up}{schema}\n{rest}")
        }
        None => rest,
    }
}

fn without_modeline(text: &str) -> String {
    let lines = text.split_inclusive('\n');
    lines.filter(|line| !line.starts_with(MODELINE)).collect()
}

/// The schema of a document, by their names in the project.
fn schema_of(name: &str) -> Option<String> {
    let folders = [
        ("cards/", "cards"),
        ("scenarios/", "scenario"),
        ("tests/conformance/", "case"),
    ];
    let (rest, sort) = folders
        .into_iter()
        .find_map(|(folder, sort)| Some((name.strip_prefix(folder)?, sort)))?;
    let (system, _) = rest.split_once('/')?;
    Some(format!("schemas/{system}/{sort}.schema.json"))
}
