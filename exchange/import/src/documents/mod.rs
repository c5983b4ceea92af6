//! The documents of `imports/`: mappings, forms of squads and forms of lists, as typed data with places.
//!
//! These types are the one source of their JSON Schemas. They are no content: only imports and exports read them.

mod lists;
mod mappings;
mod squads;

pub use lists::{EachDoc, ListDoc, ListsDoc, Made, Say, SayDoc};
pub use mappings::{
    CardsDoc, Choice, ConditionDoc, Fields, GridDoc, IdDoc, IdRuleDoc, ImportDoc, RowDoc, RowsDoc, SkipDoc,
    Source, SourceDoc, SourceFormat, Take, TakeDoc,
};
pub use squads::{MembersDoc, SquadCardsDoc, SquadPiecesDoc, SquadsDoc, TogetherDoc};

use cardwright_compiler::document::schema_of;

/// The schema of each of these documents: the name of its file in `schemas/`, and its text.
#[must_use]
pub fn schemas() -> Vec<(&'static str, String)> {
    vec![
        ("import.schema.json", schema_of::<ImportDoc>()),
        ("squads.schema.json", schema_of::<SquadsDoc>()),
        ("lists.schema.json", schema_of::<ListsDoc>()),
    ]
}
