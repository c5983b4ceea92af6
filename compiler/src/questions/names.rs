//! Meanings of names, and the names in reach of a cursor: for editors.

use super::Project;
use cardwright_code::link::{self, Home, NameUse};
use cardwright_documents::document::{CaseDoc, ScenarioDoc};
use cardwright_documents::project::{Loaded, System};
use cardwright_documents::source::FileId;
use cardwright_meaning::check::cursor::Scene;

/// The names in the rules and facts of a system with all its card sets, and in their declarations.
#[must_use]
pub fn uses_of_system(project: &Project, system: &System) -> Vec<NameUse> {
    link::uses_of_system(project, system)
}

/// The names in a scenario.
#[must_use]
pub fn uses_of_scenario(project: &Project, scenario: &Loaded<ScenarioDoc>) -> Vec<NameUse> {
    link::uses_of_scenario(project, scenario)
}

/// The names in a case.
#[must_use]
pub fn uses_of_case(project: &Project, case: &Loaded<CaseDoc>) -> Vec<NameUse> {
    link::uses_of_case(project, case)
}

/// The scene at the cursor in a text of rules: [`CURSOR`](crate::CURSOR) stands for it. The text is in this
/// file of a system.
#[must_use]
pub fn scene_in_rules(
    project: &Project,
    system: &str,
    file: FileId,
    home: Home<'_>,
    text: &str,
) -> Option<Scene> {
    let declared = project.ask(|asking| asking.declared(system));
    link::scene_in_rules(project, &declared, link::Place { file, home }, text)
}

/// The scene at the cursor in a scenario, in one of its texts.
#[must_use]
pub fn scene_in_scenario(project: &Project, scenario: &Loaded<ScenarioDoc>) -> Option<Scene> {
    let system = &scenario.doc.system.value;
    project.ask(|asking| link::scene_in_scenario(project, &asking.bases(system), scenario))
}

/// The scene at the cursor in a case, in one of its texts.
#[must_use]
pub fn scene_in_case(project: &Project, case: &Loaded<CaseDoc>) -> Option<Scene> {
    let system = &case.doc.system.value;
    project.ask(|asking| link::scene_in_case(project, &asking.bases(system), case))
}
