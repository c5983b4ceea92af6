//! From documents and rules text to a verified pack, or to diagnostics at their places.
//!
//! The order of work: [`project`] finds and reads files; [`document`] gives them types; [`lower`] resolves names,
//! checks types and emits code; [`link`] puts one scenario or case together. Nothing here runs a game.

pub mod codes;
pub mod diagnostic;
pub mod document;
mod facts;
pub mod link;
mod lower;
pub mod project;
mod render;
pub mod source;

pub use diagnostic::{Code, Diagnostic};
pub use link::{Compiled, compile_case, compile_scenario, compile_system};
pub use project::Project;
pub use render::{for_machines, for_people};
pub use source::Sources;
