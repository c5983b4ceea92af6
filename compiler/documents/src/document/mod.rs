//! The YAML documents: systems, libraries, card sets, phrasebooks, looks, maps, scenarios and cases, as typed data with places.
//!
//! These types are the one source of the JSON Schemas. What a fact means is not known here: that depends
//! on the kinds that a system declares.

mod ahead;
mod cards;
mod case;
pub mod drawing;
mod fact;
mod icon;
mod in_line;
mod library;
mod lines;
mod looks;
mod map;
mod overlay;
mod phrasebook;
mod read;
mod remainder;
mod said;
mod scenario;
mod schemas;
mod system;
mod yaml;

pub use ahead::SetRules;
pub(crate) use ahead::{Ahead, Document, Remains};
pub use cards::{Ban, CardDoc, CardSetDoc, TODO};
pub(crate) use case::library_of;
pub use case::{Afterwards, CaseDoc, DecisionDoc, JOINED_BY, NOTHING};
pub use fact::{At, Entries, Fact, Tables, place_of, yes_no};
pub use icon::Icon;
pub use in_line::scalar;
pub use library::LibraryDoc;
pub(crate) use lines::without_comment;
pub use looks::{
    ArcDoc, BackLookDoc, BadgeDoc, BarDoc, BringsDoc, CardLookDoc, ColourDoc, ConditionMarkDoc, DialDoc,
    DieLookDoc, FactLineDoc, ForceDoc, GroundLookDoc, IconDoc, LineLookDoc, LooksDoc, MarkLookDoc, PickDoc,
    StatDoc, TableLookDoc, TemplatesDoc, ThingLookDoc, ZoneLookDoc,
};
pub use map::{BoardDoc, Legend, MapDoc, SymbolDoc};
pub use overlay::{AsOf, ChangeDoc, Date, OverlayDoc};
pub use phrasebook::{PhrasebookDoc, RowOfPhrasesDoc, SectionDoc, SettingDoc, Show};
pub use read::{DocumentKind, MOST_DOCUMENT_BYTES, document_kind, read};
pub(crate) use read::{FIRST_KEYS, first_line, kind_of_file, outer_key};
pub use scenario::{Face, LooseCardDoc, PieceDoc, PlayerDoc, PoseDoc, ScenarioDoc, TableDoc};
pub use schemas::{schema_of, schemas};
pub use system::{ReadingDoc, SystemDoc, UseDoc};
pub use yaml::from_str as from_yaml;
