//! The formats, one file each.

mod csv;
mod json;
mod lines;
mod lua;
mod sqlite;
mod vectors;

pub(crate) use csv::Csv;
pub(crate) use json::Json;
pub(crate) use lines::JsonLines;
pub(crate) use lua::Lua;
pub(crate) use sqlite::Sqlite;
pub(crate) use vectors::Vectors;
