//! The formats, one file each.

mod csv;
mod json;
mod lines;
mod lua;
#[cfg(feature = "sqlite")]
mod sqlite;
mod vectors;

pub(crate) use csv::Csv;
pub(crate) use json::Json;
pub(crate) use lines::JsonLines;
pub(crate) use lua::Lua;
#[cfg(feature = "sqlite")]
pub(crate) use sqlite::Sqlite;
pub(crate) use vectors::Vectors;
