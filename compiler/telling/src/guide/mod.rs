//! The page of a system: all that a card author can name, with shipped content as examples.
//!
//! It is made from what the system declares, the comments beside that, and the compiled content, so it cannot say what is
//! not so. A card author needs it and the language reference, and never the system's source.
//!
//! | file | what lives there |
//! |---|---|
//! | `model` | what is known, as data |
//! | `texts` | pieces of source text, and comments as descriptions |
//! | `declared` | from declarations to the model |
//! | `shown` | shipped rules and statements as examples |
//! | `course` | what runs what, in the order of a game |
//! | `apart` | one shipped card, line by line |
//! | `sample` | a set with every fact that must be there |
//! | `page`, `parts`, `asked` | the model as a page |
//! | `about` | the part of the page that is about one name |
//! | `schema` | the model as JSON Schemas |

mod about;
mod apart;
mod asked;
mod course;
mod declared;
mod model;
mod page;
mod parts;
mod sample;
mod schema;
mod shown;
mod texts;

pub use about::{about, names};
pub use model::*;
pub use page::page;
pub use schema::schemas;

use cardwright_bytecode::Pack;
use cardwright_documents::document::CardSetDoc;
use cardwright_documents::project::{Documents, Loaded, System};
use cardwright_trees::{Compiled, Program};
use texts::{Renamed, Texts};

/// The view of a compiled system that the parts of this module share.
#[derive(Clone, Copy)]
struct View<'a> {
    project: &'a Documents,
    system: &'a System,
    pack: &'a Pack,
    program: &'a Program,
    texts: Texts<'a>,
}

impl<'a> View<'a> {
    /// The shipped sets of the system.
    fn sets(&self) -> impl Iterator<Item = &'a Loaded<CardSetDoc>> + use<'a> {
        let system = &self.system.doc.system.value;
        let sets = self.project.sets.iter();
        sets.filter(move |(key, _)| key.0 == *system).map(|(_, set)| set)
    }
}

/// The guide to a system for card authors; `None` if it does not compile.
#[must_use]
pub fn guide(project: &Documents, system: &System, compiled: &Compiled) -> Option<Guide> {
    let renamed = Renamed::of(project, system);
    let view = View {
        project,
        system,
        pack: compiled.pack.as_ref()?,
        program: &compiled.program,
        texts: Texts {
            sources: &project.sources,
            ledger: &system.doc.ledger,
            renamed: &renamed,
        },
    };
    let mut guide = declared::declared(&view);
    course::in_order(&view, &mut guide);
    shown::examples(&view, &mut guide);
    guide.sample_set = sample::sample_set(&view, &guide);
    guide.sample_case = sample::sample_case(project, &guide.system);
    guide.has_abilities = project.phrasebooks.contains_key(&guide.system);
    guide.example = apart::example(&view, &guide, compiled);
    Some(guide)
}
