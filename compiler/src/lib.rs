//! From documents and rules text to a verified pack, or to diagnostics at their places.
//!
//! The order of work: [`project`] finds and reads files; [`document`] gives them types; [`check`] resolves names,
//! checks types and makes typed trees ([`tree`]); [`emit`] makes code of these; [`link`] puts one scenario or case
//! together. A [`Project`] answers questions about all that, and remembers; [`review`] finds all that is wrong with one.
//! Nothing here runs a game.

#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        clippy::disallowed_types,
        reason = "tests put files where they like, and start programs"
    )
)]

pub mod breaking;
pub mod guide;
pub mod phrasebook;
mod questions;
mod render;
mod review;
pub mod search;
mod selection;
pub mod wording;

pub use cardwright_code::link;
pub use cardwright_documents::{codes, diagnostic, document, layout, project, settings, source};

pub use cardwright_lints as analysis;
pub use cardwright_trees as tree;

pub use cardwright_code::link::{Home, NameUse};
pub use cardwright_documents::diagnostic::{Code, Diagnostic, Fix, Severity, did_you_mean};
pub use cardwright_documents::project::Documents;
pub use cardwright_documents::source::Sources;
pub use cardwright_lints::{AbilityCost, Cost, MOST_FUEL, bound};
pub use cardwright_meaning::check::cursor::{CURSOR, Scene, Seen};
pub use cardwright_trees::{Compiled, Program};
pub use questions::{
    Project, begins, changed, check_library, compile_case, compile_common, compile_map, compile_scenario,
    compile_system, scene_in_case, scene_in_rules, scene_in_scenario, uses_of_case, uses_of_scenario,
    uses_of_system,
};
pub use render::{escaped, for_github, for_machines, for_people, for_scanners, one_line, visible};
pub use review::{
    AbilityRow, Costs, Depth, Look, costs, costs_of, count, counted, review, review_to, review_with,
    side_by_side, whole,
};
pub use selection::{Selection, not_looked_at};
