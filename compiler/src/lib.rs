//! The face of the compiler: from documents and rules text to a verified pack, or to diagnostics at their places.
//!
//! A [`Project`] answers questions about a folder of documents, and remembers; [`review`] finds all that is wrong with one.
//! Nothing here runs a game. The work is done in the rooms around, each a crate that knows only those above it:
//!
//! | room | knows |
//! |---|---|
//! | `cardwright-documents` | YAML, places in files, libraries, what is wrong ([`project`], [`document`], [`diagnostic`]) |
//! | `cardwright-trees` | what rules mean, as typed trees ([`tree`]) |
//! | `cardwright-lints` | what rules cost, and what cannot be meant ([`analysis`]) |
//! | `cardwright-meaning` | names and types |
//! | `cardwright-code` | bytecode, and how a pack is put together ([`link`]) |
//! | `cardwright-telling` | sentences, pages, reports ([`wording`], [`guide`], [`phrasebook`], [`search`]) |

mod allowed;
pub mod breaking;
mod provided;
mod questions;
mod review;
mod selection;

pub use cardwright_code::{link, looks};
pub use cardwright_documents::{codes, diagnostic, document, layout, packages, project, settings, source};

pub use cardwright_lints as analysis;
pub use cardwright_telling::{guide, phrasebook, search, wording};
pub use cardwright_trees as tree;

pub use cardwright_code::link::{Home, NameUse};
pub use cardwright_documents::diagnostic::{Code, Diagnostic, Fix, Severity, did_you_mean};
pub use cardwright_documents::project::Documents;
pub use cardwright_documents::source::Sources;
pub use cardwright_lints::{AbilityCost, Cost, MOST_FUEL, bound};
pub use cardwright_meaning::check::cursor::{CURSOR, Scene, Seen};
pub use cardwright_telling::render::{
    escaped, for_github, for_machines, for_people, for_scanners, one_line, visible,
};
pub use cardwright_trees::{Compiled, Program};
pub use questions::{
    Project, begins, changed, check_library, compile_case, compile_common, compile_map, compile_scenario,
    compile_system, compile_with_blanks, scene_in_case, scene_in_rules, scene_in_scenario, uses_of_case,
    uses_of_scenario, uses_of_system,
};
pub use review::{
    AbilityRow, Costs, Depth, Look, costs, costs_of, count, counted, earlier_errors, review, review_to,
    review_with, side_by_side, so_many, whole,
};
pub use selection::{Aside, Selection, aside, not_looked_at};
