//! The formats, one file each.

mod counters;
mod csv;
#[cfg(feature = "foundry")]
mod foundry;
mod godot;
mod json;
mod lines;
mod lists;
mod lua;
mod ron;
#[cfg(feature = "sqlite")]
mod sqlite;
mod squads;
mod tts;
mod unity;
mod vectors;

pub(crate) use csv::Csv;
pub use csv::csv_rows;
#[cfg(feature = "foundry")]
pub(crate) use foundry::Foundry;
pub(crate) use godot::Godot;
pub(crate) use json::Json;
pub(crate) use lines::JsonLines;
pub use lists::Lists;
pub(crate) use lua::Lua;
pub(crate) use ron::Ron;
#[cfg(feature = "sqlite")]
pub(crate) use sqlite::Sqlite;
pub use squads::Squads;
pub(crate) use tts::Tts;
pub(crate) use unity::Unity;
pub(crate) use vectors::Vectors;
